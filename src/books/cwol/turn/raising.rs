//! Regiments and batteries are raised (SLAG 4.1-4.4, 5.1, 5.3): whose men, where they come from, what they cost.

use std::collections::BTreeMap;

use base::game::SeatId;
use base::order::Filed;
use board::square::Square;
use kit::amount::{Amount, Rounding};
use kit::jobs::{Job, Plan, Room};

use super::super::contact::{is_besieged, ways};
use super::super::entitlement::Section;
use super::super::item::Item;
use super::super::order::{Act, Order};
use super::super::refusal::has_men;
use super::super::scenario::{By, City, Reach, Scenario};
use super::super::side::{Arm, Pool, Side};
use super::super::state::{Law, PoolKey, Regiments, State, Work};
use super::events::{Bounty, Failed, Turn};

/// Takes the men of all orders as they came.
pub fn raise(turn: &mut Turn<'_>) {
    for (seat, line) in turn.orders().iter() {
        raise_one(turn, seat, line);
    }
}

fn raise_one(turn: &mut Turn<'_>, seat: &SeatId, line: &Filed<Order>) {
    let Act::Raise { count, arm, state, giving, pool, city } = &line.order.act else { return };
    let Some(side) = Side::of_seat(seat.as_str()) else { return };
    let men = Men { count: *count, arm: *arm, state: state.as_deref(), giving: giving.as_deref(), pool: *pool, city };
    match start(turn, side, men) {
        Ok((words, None)) => turn.tell_result(seat, line, Ok(words)),
        Ok((words, Some((eagles, job)))) => {
            turn.bounties.push(Bounty { seat: seat.clone(), line: line.clone(), words, side, eagles, job });
        }
        Err(failed) => turn.tell_result(seat, line, Err(failed)),
    }
}

/// What is to be raised, as it was ordered.
#[derive(Debug, Clone, Copy)]
struct Men<'a> {
    count: u32,
    arm: Arm,
    state: Option<&'a str>,
    giving: Option<&'a str>,
    pool: Option<Pool>,
    city: &'a str,
}

/// What its giver is told, and of bounty men their bounty and the job that waits for it.
fn start(turn: &mut Turn<'_>, side: Side, men: Men<'_>) -> Result<(String, Option<(Amount, u32)>), Failed> {
    let (city, _) = turn.held_city(side, men.city)?;
    if is_besieged(turn.scenario, &turn.state, men.city) {
        return Err(Failed::new("No regiment is begun in a city under siege.", "5.6"));
    }
    let (state, is_neutral) = (men.state.unwrap_or(&city.state).to_owned(), turn.state.kentucky_is_neutral);
    let pool = pool_of(men.arm, men.pool);
    may_draw(turn.state.nations.of(side).law, side, men.arm, pool)?;
    may_stand(city, men.arm, &state, is_neutral)?;
    let ways = |by, from, most| ways(turn.scenario, &turn.state, side, by, from, most);
    can_raise_from(turn.scenario, side, &state, men.giving, city, ways)?;
    let key = PoolKey { side, state: state.clone(), pool };
    let wanted = u64::from(men.count) * u64::from(turn.scenario.tables().men.of(men.arm));
    draw(turn, &key, wanted)?;
    let turns = turn.scenario.tables().raising.get(&men.arm).copied().unwrap_or(1);
    let row = Regiments { side, arm: men.arm, state, pool, city: men.city.to_owned(), count: men.count };
    let work = Work::Regiments(row);
    let plan = Plan { place: men.city.to_owned(), room: Room::None, turns, work };
    // Without room to take up no job is refused.
    let numbers = turn.state.jobs.start(vec![plan], |_, _| None).unwrap_or_default();
    let words = format!("{wanted} {} were taken; {}", pool.words(0), ready(turn, turns));
    let bounty = turn.scenario.tables().bounty.of(men.arm).times(i64::from(men.count));
    Ok(match numbers.first().filter(|_| pool == Pool::Bounty) {
        Some(job) => (format!("{words}; their bounty of {bounty} Eg was paid."), Some((bounty, *job))),
        None => (format!("{words}."), None),
    })
}

/// Takes men of a pool for a regiment; who raises one reads how many there are.
pub fn draw(turn: &mut Turn<'_>, key: &PoolKey, wanted: u64) -> Result<(), Failed> {
    let held = available(turn.scenario, &turn.state, key);
    has_men(turn.scenario, &key.state, key.pool, (wanted, held))?;
    turn.state.pools.draw(key, wanted).map_err(|_| too_few(turn, &key.state, wanted))
}

/// When something of so many turns can be used.
pub fn ready(turn: &Turn<'_>, turns: u32) -> String {
    match turns {
        _ if turn.state.turn == 0 => "ready when the war begins".to_owned(),
        1 => "ready when the turn ends".to_owned(),
        turns => format!("ready when {turns} turns have ended, this one included"),
    }
}

/// The pool that is meant (D31).
pub fn pool_of(arm: Arm, named: Option<Pool>) -> Pool {
    named.unwrap_or(if arm == Arm::Militia { Pool::Militia } else { Pool::Volunteers })
}

/// SLAG 4.1, D29: which pools need an act of Congress.
pub fn may_draw(law: Law, side: Side, arm: Arm, pool: Pool) -> Result<(), Failed> {
    let refused = |why: &str| Err(Failed::new(why, "4.1"));
    match pool {
        Pool::Volunteers => Ok(()),
        Pool::Militia if arm == Arm::Militia || law.has_draft => Ok(()),
        Pool::Militia => refused("Militia men serve in other regiments only once Congress has authorised the draft."),
        Pool::Bounty if law.has_bounty => Ok(()),
        Pool::Bounty => refused("Congress has not authorised bounties."),
        Pool::Draft if law.has_draft => Ok(()),
        Pool::Draft => refused("Congress has not authorised the draft."),
        Pool::Usct if side == Side::Confederacy => refused("The Confederacy has no coloured troops."),
        Pool::Usct if law.has_usct => Ok(()),
        Pool::Usct => refused("Congress has not authorised coloured troops."),
    }
}

/// SLAG 5.1: militia at home alone. SLAG 4.4: while Kentucky is neutral its men and its cities are for each other.
pub fn may_stand(city: &City, arm: Arm, state: &str, is_neutral: bool) -> Result<(), Failed> {
    if arm == Arm::Militia && city.state != state {
        return Err(Failed::new("Militia is raised in its own State.", "5.1"));
    }
    let is_in_kentucky = city.state == "KY";
    match is_neutral && is_in_kentucky != (state == "KY") {
        true if is_in_kentucky => {
            Err(Failed::new("While Kentucky is neutral, its own men alone are raised there.", "4.4"))
        }
        true => Err(Failed::new("While Kentucky is neutral, its men are raised in its cities alone.", "4.4")),
        false => Ok(()),
    }
}

/// SLAG 5.1: a city that gives the State's men to the side lies there, or is linked to it; `ways` tells what is within so many squares.
pub fn can_raise_from(
    scenario: &Scenario,
    side: Side,
    state: &str,
    giving: Option<&str>,
    city: &City,
    ways: impl Fn(By, Square, u32) -> BTreeMap<Square, u32>,
) -> Result<(), Failed> {
    let gives = |from: &&City| from.state == state && from.gives.contains(&side);
    let sources = scenario.given.cities.iter().filter(gives).filter(|from| giving.is_none_or(|id| from.id == id));
    let reach = &scenario.tables().links;
    // By its words what is near enough needs no way.
    let is_near = |from: Square, to: Square| from.distance(to) <= reach.near;
    if is_linked(city.square, &sources.map(|from| from.square).collect::<Vec<_>>(), reach, (is_near, ways)) {
        return Ok(());
    }
    let name = scenario.state_name(state);
    let why = format!(
        "No city that gives {} men of {name} is within {} squares by rail, {} by river or {} of {}.",
        side.name(),
        reach.rail,
        reach.river,
        reach.near,
        scenario.city_name(&city.id)
    );
    Err(Failed::new(why, "5.1"))
}

/// Whether one of these squares is as near to another as goods and men go.
pub fn is_linked(
    from: Square,
    others: &[Square],
    reach: &Reach,
    (is_near, ways): (impl Fn(Square, Square) -> bool, impl Fn(By, Square, u32) -> BTreeMap<Square, u32>),
) -> bool {
    let is_in = |found: &BTreeMap<Square, u32>| others.iter().any(|square| found.contains_key(square));
    others.iter().any(|square| is_near(from, *square))
        || is_in(&ways(By::Rail, from, reach.rail))
        || is_in(&ways(By::River, from, reach.river))
}

/// The men of a pool that may be drawn: of a neutral Kentucky's a part (SLAG 4.4, D37).
pub fn available(scenario: &Scenario, state: &State, key: &PoolKey) -> u64 {
    let held = state.pools.held(key);
    if key.state != "KY" || !state.kentucky_is_neutral {
        return held;
    }
    let opened = scenario.state("KY").and_then(|row| row.men_of(key.side).get(&key.pool)).copied().unwrap_or(0);
    let share = scenario.given.kentucky.available.of_count(opened, Rounding::Down);
    held.saturating_sub(opened.saturating_sub(share))
}

/// Men of a State and pool for something that is no regiment: crews, headquarters, bridges (SLAG 4.2, 4.5; D31).
pub fn men_of(turn: &mut Turn<'_>, side: Side, state: &str, pool: Option<Pool>, men: u64) -> Result<PoolKey, Failed> {
    let law = turn.state.nations.of(side).law;
    let lawful: Vec<Pool> = match pool {
        Some(Pool::Militia) => {
            return Err(Failed::new("Militia men serve in regiments alone.", "4.3"));
        }
        Some(pool) => {
            may_draw(law, side, Arm::Infantry, pool)?;
            vec![pool]
        }
        None if law.has_draft => vec![Pool::Volunteers, Pool::Draft],
        None => vec![Pool::Volunteers],
    };
    for pool in lawful {
        let key = PoolKey { side, state: state.to_owned(), pool };
        if available(turn.scenario, &turn.state, &key) >= men && turn.state.pools.draw(&key, men).is_ok() {
            return Ok(key);
        }
    }
    Err(too_few(turn, state, men))
}

fn too_few(turn: &Turn<'_>, state: &str, men: u64) -> Failed {
    let name = turn.scenario.state_name(state);
    Failed::new(format!("{name} has not the {men} men that are wanted."), "4.2")
}

/// D31: crews, or staffs, of so many men for each of several, each out of one pool: volunteers as far as they go, then drafted men. All
/// of them or none.
pub fn crews_of(
    turn: &mut Turn<'_>,
    side: Side,
    (state, pool): (&str, Option<Pool>),
    men: u64,
    count: u32,
) -> Result<Vec<PoolKey>, Failed> {
    let mut crews: Vec<PoolKey> = Vec::new();
    for _ in 0..count {
        match men_of(turn, side, state, pool, men) {
            Ok(key) => crews.push(key),
            Err(failed) => {
                let is_one = crews.is_empty() && count == 1;
                let is_short = failed.rule == "4.2";
                for key in crews {
                    // They were drawn above.
                    let _back = turn.state.pools.give_back(key, men);
                }
                return Err(if is_short && !is_one { too_few(turn, state, men * u64::from(count)) } else { failed });
            }
        }
    }
    Ok(crews)
}

/// SLAG 4.3: bounties are paid after builds; without them the men go home.
pub fn pay_bounties(turn: &mut Turn<'_>) {
    for bounty in std::mem::take(&mut turn.bounties) {
        let place = |job: &Job<Work>| turn.scenario.city_name(&job.plan.place);
        let city = turn.state.jobs.get(bounty.job).map_or_else(String::new, place);
        let subject = format!("bounties at {city}");
        let done = match turn.state.pay("4.3", bounty.side, bounty.eagles, &subject) {
            Ok(_) => Ok(bounty.words),
            Err(_) => {
                send_home(turn, bounty.job);
                let what = format!("{subject}, so that the men went home");
                turn.tell(bounty.side, Section::Regiments, Item::Unpaid { what, eagles: bounty.eagles.into() });
                let why = format!("Their bounty of {} Eg could not be paid, and the men went home.", bounty.eagles);
                Err(Failed::new(why, "4.3"))
            }
        };
        turn.tell_result(&bounty.seat, &bounty.line, done);
    }
}

/// The men of regiments that are not raised after all are with their pool again.
fn send_home(turn: &mut Turn<'_>, job: u32) {
    let Some(Work::Regiments(row)) = turn.state.jobs.cancel(job).map(|job| job.plan.work) else { return };
    let men = u64::from(row.count) * u64::from(turn.scenario.tables().men.of(row.arm));
    // They were drawn when the job was begun.
    let _back = turn.state.pools.give_back(row.key(), men);
}
