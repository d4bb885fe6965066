//! Transports are chartered out of the civilian shipping of a port (SLAG 4.6, 5.5, 5.8; D39, D40, D43).

use kit::jobs::Room;

use super::super::order::ForceKind;
use super::super::price::{group_price, purchase_of_group};
use super::super::refusal::carries_so_many;
use super::super::scenario::{PortKind, Scenario};
use super::super::side::{Class, Side};
use super::super::state::{Ship, State, Work};
use super::building::Commission;
use super::events::{Done, Failed, Turn, holder};
use super::raising::men_of;

/// SLAG 4.6: what of a port's shipping can still be chartered.
pub fn shipping(scenario: &Scenario, state: &State, port: &str) -> u32 {
    let table = &scenario.tables().transports;
    let (Some(city), Some(now)) = (scenario.city(port), state.city(port)) else { return 0 };
    let each = match city.port {
        Some(PortKind::Ocean) => table.ocean,
        Some(PortKind::River) => table.river,
        None => 0,
    };
    (each * now.yards).saturating_sub(now.chartered)
}

/// A group of one port's shipping; its crew comes from the port's State.
pub fn charter(turn: &mut Turn<'_>, side: Side, class: Class, capacity: u32, port: &str) -> Done {
    let state = turn.held_city(side, port)?.0.state.clone();
    if holder(turn.scenario, &turn.state, port).is_none() {
        return Err(Failed::new("Nothing is chartered in a neutral State.", "4.4"));
    }
    let (table, left) = (&turn.scenario.tables().transports, shipping(turn.scenario, &turn.state, port));
    carries_so_many(turn.scenario, port, (left, capacity))?;
    let Some(row) = table.kinds.get(&class) else { return Err(Failed::new("There is no such kind.", "4.6")) };
    let commission = Commission {
        side,
        place: port,
        room: Room::None,
        purchase: purchase_of_group(turn.scenario, class, capacity),
        mp: group_price(turn.scenario, class, capacity).mp,
        turns: row.turns,
        subject: format!("chartering {class}"),
    };
    commission.check(turn)?;
    let crew = capacity.div_ceil(table.per_man.max(1));
    let of = men_of(turn, side, &state, None, u64::from(crew))?;
    let force = turn.new_force(side, ForceKind::Ship(class));
    let ship = Ship { capacity: Some(capacity), ..Ship::new(force, class, port, (crew, of), row.stores) };
    commission.begin(turn, vec![Work::Ship { force, ship }])?;
    if let Some(city) = turn.state.cities.get_mut(commission.place) {
        city.chartered += capacity;
    }
    Ok(commission.words(turn, "Chartered", &format!("{} for {capacity} men", class.words(1))))
}
