//! What is laid up and called out, and what keeping units, regiments and ships costs, in the order in which it is paid (SLAG 6.1-6.3;
//! D16, D28, D60).

use board::square::Square;
use kit::amount::Amount;
use kit::upkeep::{ShipFate, UnitFate};

use super::super::berth::Berth;
use super::super::contact::is_in;
use super::super::entitlement::Section;
use super::super::item::Item;
use super::super::order::{Act, Force, ForceKind, by_kind_and_number};
use super::super::price::{ship_upkeep, unit_upkeep};
use super::super::scenario::Cost;
use super::super::side::Side;
use super::depots::settle as settle_depot;
use super::events::{Done, Failed, Turn, controls};
use super::rank::Rivals;
use super::removal::disband;

/// SLAG 6.1, 6.3.
pub fn change_duty(turn: &mut Turn<'_>) {
    let orders = turn.orders();
    let rivals = Rivals::of(&orders, |act, side| match act {
        Act::Duty { force, .. } => Some(force.of(side)),
        _ => None,
    });
    for (place, (seat, line)) in orders.iter().enumerate() {
        let Act::Duty { force, is_active } = line.order.act else { continue };
        let Some(side) = Side::of_seat(seat.as_str()) else { continue };
        let force = force.of(side);
        let stands = rivals.stands(turn, &orders, place, (side, force));
        let done = stands.and_then(|()| set_duty(turn, side, force, is_active));
        turn.tell_result(seat, line, done);
    }
}

fn set_duty(turn: &mut Turn<'_>, side: Side, force: Force, is_active: bool) -> Done {
    let name = force.name();
    let place = match force.kind {
        ForceKind::Unit(_) => {
            let square = turn.own_unit(side, &name, "6.1")?.square;
            if is_in(&turn.state, side.enemy(), square) {
                return Err(Failed::new("Hostile units stand in the square.", "6.1"));
            }
            turn.scenario.city_at(square).map(|city| city.id.clone())
        }
        ForceKind::Ship(_) => {
            let ship = turn.own_ship(side, &name, "6.3")?;
            if Berth::of(turn.scenario, ship).has(turn.scenario, &turn.state, side.enemy()) {
                return Err(Failed::new("Hostile ships lie in the harbor.", "6.1"));
            }
            ship.off.is_none().then(|| ship.port.clone())
        }
    };
    if !place.is_some_and(|city| controls(turn.scenario, &turn.state, side, &city)) {
        return Err(Failed::new("Units are laid up and called out in a city of yours, ships in its harbor.", "6.1"));
    }
    if let Some(unit) = turn.state.units.get_mut(&name) {
        unit.is_active = is_active;
    }
    if let Some(ship) = turn.state.ships.get_mut(&name) {
        ship.is_active = is_active;
    }
    Ok(format!("{name} is {} from now on.", if is_active { "active" } else { "laid up" }))
}

/// One charge: for what, how much, and what becomes of it unpaid.
struct Charge {
    subject: String,
    cost: Cost,
    what: What,
}

enum What {
    Unit,
    Ship,
    Regiments,
    Depot(Square),
}

/// By kind and number: active units, then depots and caches, then units laid up and regiments that wait, then ships at sea, then ships in their base.
pub fn keep(turn: &mut Turn<'_>) {
    rally(turn);
    for side in Side::BOTH {
        for charge in charges(turn, side) {
            settle(turn, side, &charge);
        }
    }
}

fn charges(turn: &Turn<'_>, side: Side) -> Vec<Charge> {
    let units = |is_active: bool| {
        let meant = turn.state.units.iter().filter(move |(_, unit)| unit.side == side && unit.is_active == is_active);
        meant.map(|(name, unit)| Charge {
            subject: name.clone(),
            cost: unit_upkeep(turn.scenario, unit),
            what: What::Unit,
        })
    };
    let ships = |is_in_base: bool, is_group: bool| {
        let is_meant = move |(_, ship): &(&String, &super::super::state::Ship)| {
            ship.side == side
                && ship.is_active
                && is_group == ship.class.is_group()
                && (is_group || ship.is_in_base() == is_in_base)
        };
        let meant = turn.state.ships.iter().filter(is_meant);
        meant.map(|(name, ship)| Charge {
            subject: name.clone(),
            cost: ship_upkeep(turn.scenario, ship),
            what: What::Ship,
        })
    };
    let waiting = turn.state.regiments.iter().filter(|row| row.side == side).map(|row| row.count).sum::<u32>();
    // SLAG 6.1: so much for each regiment and battery that is not formed.
    let upkeep = turn.scenario.tables().waiting.upkeep;
    let regiments = Charge {
        subject: "regiments that wait".to_owned(),
        cost: Cost { eagles: Amount::whole(i64::from(waiting) * upkeep), mp: Amount::ZERO },
        what: What::Regiments,
    };
    let in_order = |charges: Vec<Charge>| {
        let mut charges = charges;
        charges.sort_by_cached_key(|charge| by_kind_and_number(&charge.subject));
        charges
    };
    let [active, idle] = [true, false].map(|is_active| in_order(units(is_active).collect()));
    let [at_sea, in_base] = [false, true].map(|is_in_base| in_order(ships(is_in_base, false).collect()));
    let groups = in_order(ships(false, true).collect());
    let depots = turn.state.depots.iter().filter(|(_, depot)| depot.side == side).map(|(square, depot)| Charge {
        subject: depot.name(&turn.scenario.place_name(*square)),
        cost: turn.scenario.tables().depots.of(depot.kind).upkeep,
        what: What::Depot(*square),
    });
    let afloat = at_sea.into_iter().chain(in_base).chain(groups);
    active.into_iter().chain(depots).chain(idle).chain([regiments]).chain(afloat).collect()
}

fn settle(turn: &mut Turn<'_>, side: Side, charge: &Charge) {
    if charge.cost == Cost::default() {
        return;
    }
    let eagles = charge.cost.eagles;
    let is_paid = turn.state.pay("6.1", side, eagles, &charge.subject).is_ok();
    if let What::Depot(square) = charge.what {
        settle_depot(turn, side, square, is_paid);
    }
    if is_paid {
        use_mp(turn, side, charge);
        return;
    }
    turn.tell(side, Section::Ledger, Item::Unpaid { what: charge.subject.clone(), eagles: eagles.into() });
    match charge.what {
        What::Unit => starve_unit(turn, side, &charge.subject),
        What::Ship => neglect_ship(turn, side, &charge.subject),
        What::Regiments | What::Depot(_) => {}
    }
}

/// D28: what is short is told, and does no further harm.
fn use_mp(turn: &mut Turn<'_>, side: Side, charge: &Charge) {
    let short = turn.state.use_mp("6.1", side, charge.cost.mp, &*charge.subject);
    if short > Amount::ZERO {
        let item = Item::MpShort { what: charge.subject.clone(), mp: short.into() };
        turn.tell(side, Section::Manufacturing, item);
    }
}

/// D16.
fn starve_unit(turn: &mut Turn<'_>, side: Side, name: &str) {
    let Some(unit) = turn.state.units.get_mut(name) else { return };
    let tables = turn.scenario.tables();
    let purpose = format!("{side}: unpaid {name}");
    let fate = tables.arrears.unit(unit.men, |sides| turn.dice.roll(&purpose, sides));
    let words = match fate {
        UnitFate::Disbands => {
            disband(turn, side, name);
            turn.gone.insert(name.to_owned(), format!("{name} was not paid and has disbanded."));
            "disbanded".to_owned()
        }
        UnitFate::Loses { stragglers: straggling, gone: lost } => {
            unit.men -= straggling + lost;
            unit.stragglers.push((turn.state.turn + tables.stragglers.turns, straggling));
            let _lost = turn.state.pools.lose(u64::from(lost));
            format!("{straggling} men straggle, {lost} are lost")
        }
    };
    turn.tell(side, Section::Land, Item::Neglected { name: name.to_owned(), words });
}

fn neglect_ship(turn: &mut Turn<'_>, side: Side, name: &str) {
    let Some(ship) = turn.state.ships.get_mut(name) else { return };
    let purpose = format!("{side}: unpaid {name}");
    let fate = turn.scenario.tables().arrears.ship(ship.damage, |sides| turn.dice.roll(&purpose, sides));
    let words = match fate {
        ShipFate::Unharmed => return,
        ShipFate::Damaged(points) => {
            ship.damage += points;
            format!("takes {points} points of damage")
        }
        ShipFate::Sinks => {
            let crew = ship.crew;
            turn.state.ships.remove(name);
            let _lost = turn.state.pools.lose(u64::from(crew));
            turn.gone.insert(name.to_owned(), format!("{name} was not paid and has sunk."));
            "sinks".to_owned()
        }
    };
    turn.tell(side, Section::Naval, Item::Neglected { name: name.to_owned(), words });
}

/// Stragglers whose time has come are back with their units (D16).
fn rally(turn: &mut Turn<'_>) {
    let now = turn.state.turn;
    for unit in turn.state.units.values_mut() {
        let back: u32 = unit.stragglers.iter().filter(|(due, _)| *due <= now).map(|(_, men)| men).sum();
        unit.stragglers.retain(|(due, _)| *due > now);
        unit.men += back;
    }
}
