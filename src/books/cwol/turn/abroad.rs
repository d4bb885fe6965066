//! Ships that are built in Europe (SLAG 5.4; D50): while the game master says that they are sold, and each with his word.

use kit::amount::Amount;
use kit::jobs::{Job, Plan, Room};

use super::super::contact::EUROPE;
use super::super::order::Force;
use super::super::order::ForceKind;
use super::super::price::purchase_of_ships;
use super::super::refusal::sells_ships;
use super::super::scenario::{PortKind, Scenario};
use super::super::side::{Class, Pool, Side};
use super::super::state::{Ship, State, Work};
use super::building::{has_means, new_ship_of};
use super::events::{Done, Failed, Turn, controls, too_dear};
use super::raising::{crews_of, ready};

const RULE: &str = "D50";

/// Paid in gold, manned by men of the port's State; they come when they are built and have crossed.
pub fn build(turn: &mut Turn<'_>, side: Side, count: u32, (class, pool): (Class, Option<Pool>), port: &str) -> Done {
    sells_ships(turn.state.nations.of(side).may_build_abroad)?;
    let state = turn.held_city(side, port)?.0.state.clone();
    may_come(turn.scenario, class, port)?;
    let table = turn.scenario.tables();
    let Some(row) = table.ships.get(&class) else { return Err(Failed::new("There is no such kind.", RULE)) };
    let turns = row.turns + table.abroad.turns;
    let price = row.price.times(count).eagles;
    has_means(turn, side, &purchase_of_ships(turn.scenario, class, count), Amount::ZERO)?;
    if turn.state.gold(side) < price {
        return Err(Failed::new(format!("{price} Eg of gold must be in hand."), RULE));
    }
    let crews = crews_of(turn, side, (&state, pool), u64::from(row.crew), count)?;
    let paid = turn.state.pay_gold(RULE, side, price, "ships from Europe");
    paid.map_err(|short| Failed::new(too_dear(short.wanted), RULE))?;
    let plans: Vec<_> = crews.iter().map(|of| new_ship_of(turn, side, class, port, of)).map(plan(turns)).collect();
    // Without room to take up no job is refused.
    let _started = turn.state.jobs.start(plans, |_, _| None);
    Ok(format!("{count} {} ordered in Europe for {price} Eg of gold; {}.", class.words(count), ready(turn, turns)))
}

fn plan(turns: u32) -> impl Fn(Work) -> Plan<Work> {
    move |work| Plan { place: EUROPE.to_owned(), room: Room::None, turns, work }
}

/// D50: ironclads, frigates and sloops, to a port of the sea.
pub fn may_come(scenario: &Scenario, class: Class, port: &str) -> Result<(), Failed> {
    if !scenario.tables().abroad.ships.contains(&class) {
        return Err(Failed::new("Ironclads, frigates and sloops alone are built in Europe.", RULE));
    }
    match scenario.city(port).is_some_and(|city| city.port == Some(PortKind::Ocean) && !city.is_off_map) {
        true => Ok(()),
        false => Err(Failed::new("Ships from Europe come to a port of the sea.", RULE)),
    }
}

/// A ship waits abroad while its port is not the side's.
pub fn goes_on(scenario: &Scenario, state: &State, job: &Job<Work>) -> bool {
    let Work::Ship { force: Force { side, kind: ForceKind::Ship(_), .. }, ship: Ship { port, .. } } = &job.plan.work
    else {
        return true;
    };
    job.plan.place != EUROPE || job.left > 1 || controls(scenario, state, *side, port)
}
