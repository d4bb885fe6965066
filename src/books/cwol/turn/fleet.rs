//! Bases and repairs of ships, and who commands what (SLAG 6.3; D54, D66; O35).

use base::facts::{Audience, Fact};
use base::game::SeatId;
use kit::amount::Amount;
use kit::forces::command::Command;
use kit::jobs::{Plan, Room};

use super::super::calendar::campaign_of;
use super::super::command::{first_command, named_commands};
use super::super::entitlement::{Section, readers};
use super::super::item::Item;
use super::super::order::{Act, Called, Change, ForceKind};
use super::super::refusal::{has_base, is_named_by_own};
use super::super::side::Side;
use super::super::state::Work;
use super::building::has_room;
use super::events::{Done, Failed, Turn, too_dear};
use super::rank::Rivals;

/// SLAG 6.3.
pub fn change_bases(turn: &mut Turn<'_>) {
    by_rank(turn, |change| matches!(change, Change::Base { .. }));
}

/// D54: when the turn is over, so that nobody loses in it what he has ordered.
pub fn change_commands(turn: &mut Turn<'_>) {
    by_rank(turn, |change| matches!(change, Change::Command { .. }));
}

/// Of orders about one ship or unit the one of the higher office stands.
fn by_rank(turn: &mut Turn<'_>, is_meant: fn(&Change) -> bool) {
    let orders = turn.orders();
    let about = |change: &Change, side: Side| (change.matter(), change.force().of(side));
    let rivals = Rivals::of(&orders, |act, side| match act {
        Act::Change(change) => Some(about(change, side)),
        _ => None,
    });
    for (place, (seat, line)) in orders.iter().enumerate() {
        let Act::Change(change) = &line.order.act else { continue };
        let Some(side) = Side::of_seat(seat.as_str()).filter(|_| is_meant(change)) else { continue };
        let stands = rivals.stands(turn, &orders, place, (side, about(change, side)));
        let done = stands.and_then(|()| match change {
            Change::Base { force, port } => rebase(turn, side, *force, port),
            Change::Command { force, commander, deputy } => command(turn, side, *force, commander, deputy.as_deref()),
            _ => Err(Failed::new("This names nothing.", "6.3")),
        });
        turn.tell_result(seat, line, done);
    }
}

/// SLAG 6.3, D66: a port of the side, once a campaign.
fn rebase(turn: &mut Turn<'_>, side: Side, force: Called, port: &str) -> Done {
    let name = force.of(side).name();
    let campaign = campaign_of(turn.scenario, turn.state.turn);
    if turn.own_ship(side, &name, "6.3")?.rebased == Some(campaign) {
        return Err(Failed::new("A ship gets another base once a campaign.", "D66"));
    }
    has_base(turn.held_city(side, port)?.0)?;
    if let Some(ship) = turn.state.ships.get_mut(&name) {
        (ship.base, ship.rebased) = (port.to_owned(), Some(campaign));
    }
    Ok(format!("{} is the base of {name} now.", turn.scenario.city_name(port)))
}

/// Who is named reads of it from now on.
fn command(turn: &mut Turn<'_>, side: Side, force: Called, commander: &str, deputy: Option<&str>) -> Done {
    let name = force.of(side).name();
    let first = first_command(turn.scenario, side, force.kind);
    let named =
        Command { commander: commander.to_owned(), deputy: deputy.map_or_else(|| first.deputy.clone(), str::to_owned) };
    is_named_by_own(turn.scenario, side, &[&named.commander, &named.deputy])?;
    let title = |seat: &str| turn.scenario.office(seat).map_or_else(|| seat.to_owned(), |row| row.title.clone());
    let words = format!("{} commands {name}, {} is the deputy.", title(&named.commander), title(&named.deputy));
    match force.kind {
        ForceKind::Unit(_) => _ = turn.own_unit(side, &name, "D54")?,
        ForceKind::Ship(_) => _ = turn.own_ship(side, &name, "D54")?,
    }
    let before = named_commands(&turn.state).remove(&name).unwrap_or(first);
    if let Some(unit) = turn.state.units.get_mut(&name) {
        unit.command = Some(named.clone());
    }
    if let Some(ship) = turn.state.ships.get_mut(&name) {
        ship.command = Some(named.clone());
    }
    tell_appointed(turn, side, &name, (&before, &named), &words);
    Ok(words)
}

/// Who gets a command and who loses one reads of it, whether he gave the order or not.
fn tell_appointed(
    turn: &mut Turn<'_>,
    side: Side,
    name: &str,
    (before, now): (&Command<String>, &Command<String>),
    words: &str,
) {
    if before == now {
        return;
    }
    // The Secretary and the President command all that is new, and read of all orders about it.
    let reads_all = readers(turn.scenario, side, Section::Land);
    let named = [before, now].into_iter().flat_map(|command| [&command.commander, &command.deputy]);
    let told = named.filter_map(|seat| SeatId::parse(seat)).filter(|seat| !reads_all.contains(seat)).collect();
    let item = Item::Appointed { name: name.to_owned(), words: words.to_owned() };
    turn.tell_fact(Fact::new(Audience::Seats(told), item));
}

/// O35: a dockyard, which transports do not need, works a turn at a point of damage.
pub fn repair(turn: &mut Turn<'_>, side: Side, force: Called) -> Done {
    let named = force.of(side);
    let name = named.name();
    let ship = turn.own_ship(side, &name, "O35")?;
    let (port, damage) = (ship.port.clone(), ship.damage);
    let room = if ship.class.is_group() { Room::None } else { Room::Yard };
    if ship.off.is_some() {
        return Err(Failed::new("It does not lie in a harbour.", "O35"));
    }
    turn.held_city(side, &port)?;
    if damage == 0 {
        return Err(Failed::new(format!("{name} has no damage."), "O35"));
    }
    let is_it = |work: &Work| matches!(work, Work::Repair { force } if *force == named);
    if turn.state.jobs.iter().any(|job| is_it(&job.plan.work)) {
        return Err(Failed::new("A point of damage is made good in a turn.", "O35"));
    }
    has_room(turn, &port, room, 1)?;
    let price = Amount::whole(turn.scenario.tables().repair.eagles);
    let paid = turn.state.pay("O35", side, price, &format!("repair of {name}"));
    paid.map_err(|short| Failed::new(too_dear(short.wanted), "O35"))?;
    let plan = Plan { place: port, room, turns: 1, work: Work::Repair { force: named } };
    // There is room, as was looked at.
    let _started = turn.state.jobs.start(vec![plan], |_, _| None);
    Ok(format!("A point of damage of {name} is made good, for {price} Eg."))
}
