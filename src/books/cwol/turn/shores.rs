//! What ships go by that fall back on the rivers, found once when all have fought (SNNM 7.8; section 3.7 of the decisions).

use std::collections::{BTreeMap, BTreeSet};

use board::Net;
use board::square::Square;

use super::super::order::{Act, Sailing};
use super::super::river::{Battery, batteries, square_of};
use super::super::scenario::PortKind;
use super::super::side::Side;
use super::super::state::Ship;
use super::events::{Turn, holder};
use super::sailing::{by_ship, is_meant};

/// The rivers as ships fall back on them, the same for all, for nobody goes before another.
pub(super) struct River {
    /// Whoever runs batteries.
    pub runners: BTreeSet<String>,
    pub mended: Option<Net>,
    pub depths: Option<BTreeMap<Square, u32>>,
    pub shores: [Shore; 2],
}

/// What the ships of a side find there: its river ports, and the squares with ships and with guns of the enemy.
pub(super) struct Shore {
    pub ports: BTreeMap<Square, String>,
    pub ships: BTreeSet<Square>,
    pub guns: BTreeSet<Square>,
    pub hostile: BTreeSet<Square>,
}

impl River {
    pub(super) fn of(turn: &Turn<'_>) -> River {
        let rivers = &turn.scenario.rivers;
        let mended = rivers.mended(&turn.state.links);
        let depths = mended.as_ref().map(|net| rivers.depths_of(net));
        let guns = batteries(turn.scenario, &turn.state);
        let shores = Side::BOTH.map(|side| Shore::of(turn, &guns, side));
        River { runners: runners(turn), mended, depths, shores }
    }
}

impl Shore {
    fn of(turn: &Turn<'_>, guns: &[Battery], side: Side) -> Shore {
        let (scenario, state) = (turn.scenario, &turn.state);
        let is_own_port = |id: &str| holder(scenario, state, id) == Some(side);
        let ports = scenario.given.cities.iter().filter(|city| city.port == Some(PortKind::River));
        let ports = ports.filter(|city| is_own_port(&city.id)).map(|city| (city.square, city.id.clone())).collect();
        let enemies = state.ships.values().filter(|ship| ship.side != side);
        let ships: BTreeSet<Square> = enemies.filter_map(|ship| square_of(scenario, ship)).collect();
        let guns: BTreeSet<Square> = guns.iter().filter(|guns| guns.side != side).map(|guns| guns.square).collect();
        let hostile = ships.union(&guns).copied().collect();
        Shore { ports, ships, guns, hostile }
    }
}

/// Section 3.7: the ships that are told to run batteries, by an order of this turn or by one in force, run them as they fall back too.
fn runners(turn: &Turn<'_>) -> BTreeSet<String> {
    let orders = turn.orders();
    let rivals = by_ship(&orders);
    let told = orders.iter().enumerate().filter_map(|(place, (seat, line))| {
        let (Act::Sailing(order), Some(side)) = (&line.order.act, Side::of_seat(seat.as_str())) else { return None };
        let is_of_course = !matches!(order, Sailing::Fight { .. } | Sailing::Retreat { .. });
        let is_told = is_of_course && is_meant(turn, &orders, &rivals, place).is_ok();
        is_told.then(|| (order.ship().of(side).name(), matches!(order, Sailing::Move { runs: true, .. })))
    });
    // What is ordered in this turn takes the place of what was in force.
    let has_run = |ship: &Ship| ship.sail.course.is_some_and(|course| course.runs);
    let mut runs: BTreeMap<String, bool> =
        turn.state.ships.iter().map(|(name, ship)| (name.clone(), has_run(ship))).collect();
    runs.extend(told);
    runs.into_iter().filter(|(_, runs)| *runs).map(|(name, _)| name).collect()
}
