//! Fortifications (SLAG 8.1-8.5; D73, D74).

use base::game::SeatId;
use base::order::Filed;
use board::square::{Compass, Square};
use board::tactical::Tac;
use kit::amount::Amount;
use kit::jobs::{Job, Plan, Room};

use super::super::approval::{Word, refused, word};
use super::super::contact::is_in;
use super::super::entitlement::Section;
use super::super::item::Item;
use super::super::office::{Matter, givers};
use super::super::order::{Act, Force, Front, Order, Works};
use super::super::price::fort_price;
use super::super::refusal::{has_work, is_next_level, is_passable};
use super::super::side::Side;
use super::super::state::{Fort, State, Unit, Work};
use super::events::{Done, Failed, Turn, too_dear};
use super::raising::ready;
use super::rank::commands;
use super::stacks::tac_of;

/// After builds and purchases, as their orders came.
pub fn begin(turn: &mut Turn<'_>) {
    for (seat, line) in turn.orders().iter() {
        begin_one(turn, seat, line);
    }
}

fn begin_one(turn: &mut Turn<'_>, seat: &SeatId, line: &Filed<Order>) {
    let Some(side) = Side::of_seat(seat.as_str()) else { return };
    let done = match &line.order.act {
        Act::Works(Works::Fortify { at, facing, by, level }) => {
            let most = most_of(turn, seat);
            let is_given = commands(turn, seat, &line.order.act);
            is_given.and_then(|()| fortify(turn, side, (*at, *facing), by.map(|unit| unit.of(side)), (*level, most)))
        }
        Act::Works(Works::Raze { front }) => match word(line) {
            Word::Given => raze(turn, side, *front),
            other => Err(refused(other, "8.5")),
        },
        _ => return,
    };
    turn.tell_result(seat, line, done);
}

/// SLAG 8.2: level 1, or the level above the one that faces that way.
fn fortify(
    turn: &mut Turn<'_>,
    side: Side,
    (at, facing): (Option<(Square, Tac)>, Compass),
    by: Option<Force>,
    (named, most): (Option<u32>, u32),
) -> Done {
    let unit = by.map(|force| own_unit(turn, side, force)).transpose()?;
    by.map_or(Ok(()), |force| has_stood_still(turn, force))?;
    let (square, tac) = place_of(turn, at, unit)?;
    let front = Front { square, tac, facing };
    let experience = unit.map(|unit| unit.experience);
    is_passable(turn.scenario, square, tac)?;
    if unit.is_none() {
        may_be_worked_at(turn, side, square)?;
    }
    let stands = level_at(&turn.state.forts, side, front);
    is_next_level(turn.scenario, stands, named)?;
    let level = stands + 1;
    if level > most {
        return Err(Failed::new(format!("Commanders order works to level {most} alone."), "8.2"));
    }
    let price = fort_price(turn.scenario, level, experience);
    let fort = Fort { side, front, level };
    start(turn, Work::Fort { fort, by }, level, price)
}

/// SLAG 8.2: the highest level that a seat orders: who commands a unit and holds none of the offices orders the lower ones alone.
fn most_of(turn: &Turn<'_>, seat: &SeatId) -> u32 {
    let (offices, _) = givers(Matter::Fortifications);
    let table = &turn.scenario.tables().forts;
    let is_of_office = turn.scenario.office(seat.as_str()).is_some_and(|row| offices.contains(&row.office));
    if is_of_office { table.most } else { table.command }
}

/// D74: one level, for as much and as long as it took to build. The game master has approved.
fn raze(turn: &mut Turn<'_>, side: Side, front: Front) -> Done {
    let level = level_at(&turn.state.forts, side, front);
    has_work(level)?;
    may_be_worked_at(turn, side, front.square)?;
    let price = fort_price(turn.scenario, level, None);
    start(turn, Work::Razing { fort: Fort { side, front, level } }, level, price)
}

fn own_unit<'a>(turn: &'a Turn<'_>, side: Side, force: Force) -> Result<&'a Unit, Failed> {
    turn.own_unit(side, &force.name(), "8.2")
}

/// SLAG 8.3: the turn of the order is the first of the work, and in none of its turns does the unit move or fight.
fn has_stood_still(turn: &Turn<'_>, force: Force) -> Result<(), Failed> {
    let name = force.name();
    if turn.embattled.contains(&name) {
        return Err(Failed::new(format!("{name} fought in this turn: it works from the next on."), "8.3"));
    }
    let stands = turn.state.units.get(&name).map(|unit| (unit.square, tac_of(turn.scenario, unit)));
    match turn.stood.get(&name).is_none_or(|stood| Some(*stood) == stands) {
        true => Ok(()),
        false => Err(Failed::new(format!("{name} moved in this turn: it works from the next on."), "8.3")),
    }
}

/// Where the work is to stand: a unit works in its own square alone.
fn place_of(turn: &Turn<'_>, at: Option<(Square, Tac)>, unit: Option<&Unit>) -> Result<(Square, Tac), Failed> {
    let nowhere = || Failed::new("It is not said where.", "8.2");
    match (at, unit) {
        (Some((square, _)), Some(unit)) if unit.square != square => {
            Err(Failed::new("The unit is not in that square.", "8.2"))
        }
        (Some((_, tac)), Some(unit)) if tac_of(turn.scenario, unit).is_some_and(|own| own != tac) => {
            Err(Failed::new("The unit works in its own tactical square alone.", "8.2"))
        }
        (Some(place), _) => Ok(place),
        (None, Some(unit)) => tac_of(turn.scenario, unit).map(|tac| (unit.square, tac)).ok_or_else(nowhere),
        (None, None) => Err(nowhere()),
    }
}

/// SLAG 8.4: civilians work where no enemy is, and in the country of their own side's cities: elsewhere they would only find out
/// who is there.
fn may_be_worked_at(turn: &Turn<'_>, side: Side, square: Square) -> Result<(), Failed> {
    if let Some(city) = turn.scenario.city_at(square) {
        turn.held_city(side, &city.id)?;
    } else if turn.scenario.nearest_city(square).is_none_or(|city| turn.held_city(side, &city.id).is_err()) {
        return Err(Failed::new("Civilians work where the nearest city is yours.", "8.4"));
    }
    match is_in(&turn.state, side.enemy(), square) {
        true => Err(Failed::new("Hostile units stand in the square.", "8.4")),
        false => Ok(()),
    }
}

fn start(turn: &mut Turn<'_>, work: Work, turns: u32, price: Amount) -> Done {
    let (Work::Fort { fort, .. } | Work::Razing { fort }) = &work else { return Ok(String::new()) };
    let (side, square, what) = (fort.side, fort.front.square, work.words());
    // D73: one job at a time.
    let is_same = |other: &Work| matches!(other, Work::Fort { fort: own, .. } | Work::Razing { fort: own } if own.side == side && own.front == fort.front);
    if turn.state.jobs.iter().any(|job| is_same(&job.plan.work)) {
        return Err(Failed::new("There is work on it already.", "D73"));
    }
    if let Work::Fort { by: Some(force), .. } = &work {
        let is_busy = |other: &Work| matches!(other, Work::Fort { by: Some(other), .. } if other == force);
        if turn.state.jobs.iter().any(|job| is_busy(&job.plan.work)) {
            return Err(Failed::new(format!("{} is at work already.", force.name()), "8.2"));
        }
    }
    let paid = turn.state.pay("8.3", side, price, "fortifications");
    paid.map_err(|short| Failed::new(too_dear(short.wanted), "8.3"))?;
    let plan = Plan { place: square.to_string(), room: Room::None, turns, work };
    // Without room to take up no job is refused.
    let _started = turn.state.jobs.start(vec![plan], |_, _| None);
    let place = turn.scenario.place_name(square);
    Ok(format!("Begun at {place} for {price} Eg: {what}; {}.", ready(turn, turns)))
}

/// The level of a side's work that stands at a front; 0: there is none.
pub fn level_at(forts: &[Fort], side: Side, front: Front) -> u32 {
    forts.iter().find(|fort| fort.side == side && fort.front == front).map_or(0, |fort| fort.level)
}

/// SLAG 8.1: the level that covers a tactical square against an attack from a direction: the highest of the works that face that way
/// or beside it.
pub fn cover_of(forts: &[Fort], side: Side, (square, tac): (Square, Tac), from: Compass) -> u32 {
    let faces = |facing: Compass| [0, 1, 7].contains(&((from.index() + 8 - facing.index()) % 8));
    let there = |fort: &&Fort| fort.side == side && fort.front.square == square && fort.front.tac == tac;
    forts.iter().filter(there).filter(|fort| faces(fort.front.facing)).map(|fort| fort.level).max().unwrap_or(0)
}

/// SLAG 8.4: an enemy in the square holds civilians up.
pub fn is_worked_at(state: &State, job: &Job<Work>) -> bool {
    match &job.plan.work {
        Work::Fort { fort, by: None } | Work::Razing { fort } => !is_in(state, fort.side.enemy(), fort.front.square),
        _ => true,
    }
}

/// SLAG 8.3, D73: a unit that is there no more, or that fought, has ended its work; what it cost is gone.
pub fn end_abandoned(turn: &mut Turn<'_>) {
    let (scenario, units, embattled) = (turn.scenario, &turn.state.units, &turn.embattled);
    let works_there = |unit: &Unit, fort: &Fort| {
        let is_beside = tac_of(scenario, unit).is_none_or(|tac| tac == fort.front.tac);
        unit.side == fort.side && unit.square == fort.front.square && is_beside
    };
    let is_abandoned = |job: &Job<Work>| match &job.plan.work {
        Work::Fort { fort, by: Some(force) } => {
            let name = force.name();
            embattled.contains(&name) || !units.get(&name).is_some_and(|unit| works_there(unit, fort))
        }
        _ => false,
    };
    let ended = turn.state.jobs.cancel_all(is_abandoned);
    tell_ended(turn, ended);
}

/// SLAG 8.4: work on a front ends for the side that lost what stood there.
pub fn end_work_on(turn: &mut Turn<'_>, loser: Side, front: Front) {
    let is_there = |job: &Job<Work>| match &job.plan.work {
        Work::Fort { fort, .. } | Work::Razing { fort } => fort.side == loser && fort.front == front,
        _ => false,
    };
    let ended = turn.state.jobs.cancel_all(is_there);
    tell_ended(turn, ended);
}

fn tell_ended(turn: &mut Turn<'_>, ended: Vec<Job<Work>>) {
    for job in ended {
        let item = Item::WorkEnded { what: job.plan.work.words(), place: turn.scenario.place_of_work(&job.plan.place) };
        turn.tell(job.plan.work.side(), Section::Fortifications, item);
    }
}

/// A work that is finished stands.
pub fn stand(forts: &mut Vec<Fort>, fort: Fort) {
    forts.retain(|old| old.side != fort.side || old.front != fort.front);
    if fort.level > 0 {
        forts.push(fort);
    }
}
