//! Blockades are declared and lifted, ships given what they are there for (SLAG 2.7, 2.9; D23).

use base::game::SeatId;
use base::order::Filed;

use super::super::item::Item;
use super::super::order::{Act, Commerce, Force, ForceKind, Mission, Order};
use super::super::refusal::is_called_out;
use super::super::side::Side;
use super::super::state::Ship;
use super::capture::lose_ships;
use super::events::{Done, Failed, Turn, holder};
use super::rank::stands;
use super::stations::defended_by;

/// Of all orders about one thing that of the higher office, and of one office the later.
pub fn direct(turn: &mut Turn<'_>) {
    let orders = turn.orders();
    for (place, (seat, line)) in orders.iter().enumerate() {
        let Act::Commerce(order) = &line.order.act else { continue };
        // What is done off another port is taken with the way there.
        if line.order.act.station().is_some() {
            continue;
        }
        let Some(side) = Side::of_seat(seat.as_str()) else { continue };
        let done = is_meant(turn, &orders, (place, side), order).and_then(|()| match order {
            Commerce::Blockade { is_declared } => declare(turn, side, *is_declared),
            Commerce::Mission { force, mission, .. } => send(turn, side, force.of(side), *mission),
            Commerce::Burn { force, port } => burn(turn, side, force.of(side), port),
        });
        turn.tell_result(seat, line, done);
    }
}

fn is_meant(
    turn: &Turn<'_>,
    orders: &[(SeatId, Filed<Order>)],
    (place, side): (usize, Side),
    order: &Commerce,
) -> Result<(), Failed> {
    stands(turn, orders, place, |act, _| match (act, order) {
        (Act::Commerce(Commerce::Blockade { .. }), Commerce::Blockade { .. }) => true,
        (Act::Station(station), Commerce::Mission { force, .. }) => {
            station.mission.is_some() && station.ship.of(side) == force.of(side)
        }
        (Act::Commerce(Commerce::Mission { force: other, .. }), Commerce::Mission { force, .. })
        | (Act::Commerce(Commerce::Burn { force: other, .. }), Commerce::Burn { force, .. }) => {
            other.of(side) == force.of(side)
        }
        _ => false,
    })
}

fn declare(turn: &mut Turn<'_>, side: Side, is_declared: bool) -> Done {
    let nation = turn.state.nations.of_mut(side);
    if nation.has_blockade == is_declared {
        let why = if is_declared { "It was declared before." } else { "None was declared." };
        return Err(Failed::new(why, "2.7"));
    }
    nation.has_blockade = is_declared;
    let item = Item::Proclaimed { side: side.name().to_owned(), is_declared };
    turn.tell_everyone(item);
    Ok(format!("The ports of {} are {}.", side.enemy().name(), if is_declared { "declared blockaded" } else { "open" }))
}

fn send(turn: &mut Turn<'_>, side: Side, force: Force, mission: Mission) -> Done {
    let name = force.name();
    is_of_warships(force, "2.9")?;
    is_called_out(&name, turn.own_ship(side, &name, "2.9")?.is_active)?;
    if let Some(ship) = turn.state.ships.get_mut(&name) {
        ship.mission = Some(mission);
        if let Some(bound) = &mut ship.station {
            bound.mission = Some(mission);
        }
    }
    Ok(match mission {
        Mission::Ignore => format!("{name} lets commerce pass."),
        Mission::Raid => format!("{name} raids commerce where it lies."),
        Mission::Protect => format!("{name} protects commerce where it lies."),
    })
}

/// SLAG 2.7, 2.9, 5.10: transports do nothing to commerce and to what is building.
pub fn is_of_warships(force: Force, rule: &'static str) -> Result<(), Failed> {
    match matches!(force.kind, ForceKind::Ship(class) if class.is_group()) {
        true => Err(Failed::new("Transports neither blockade, raid, protect nor burn: warships do.", rule)),
        false => Ok(()),
    }
}

/// SLAG 5.10, D55: what is built for the enemy in a harbour without warships of his ends; the men go home, money and MPs are gone.
fn burn(turn: &mut Turn<'_>, side: Side, force: Force, port: &str) -> Done {
    let (name, city) = (force.name(), turn.scenario.city_name(port));
    let in_harbor = |ship: &&Ship| ship.off.is_none() && ship.port == port;
    is_of_warships(force, "5.10")?;
    let ship = turn.own_ship(side, &name, "5.10")?;
    if !ship.is_active || !in_harbor(&ship) {
        return Err(Failed::new(format!("{name} does not lie in the harbor of {city}."), "5.10"));
    }
    if holder(turn.scenario, &turn.state, port) != Some(side.enemy()) {
        return Err(Failed::new(format!("{city} is no port of the enemy."), "5.10"));
    }
    if defended_by(turn.scenario, &turn.state, side.enemy()).contains(port) {
        return Err(Failed::new("A warship or a battery defends the harbor.", "5.10"));
    }
    let facts = lose_ships(turn.scenario, &mut turn.state, port, side.enemy(), true);
    let is_any = !facts.is_empty();
    facts.into_iter().for_each(|fact| turn.tell_fact(fact));
    Ok(if is_any {
        format!("What was building at {city} is burnt.")
    } else {
        format!("Nothing was building at {city}.")
    })
}
