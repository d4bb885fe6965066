//! Regiments and batteries that wait join units, and men join crews: in the orders phase, paid from what the turn began with (SLAG
//! 5.14; D15, D59).

use base::game::SeatId;
use base::order::Filed;
use kit::amount::Amount;
use kit::contact::Goal;
use kit::forces::price::Price;

use board::square::Square;

use super::super::berth::Berth;
use super::super::contact::{board_of, has_line, is_in, ways};
use super::super::facts::contact_key;
use super::super::order::{Act, Called, Change, Order, Part, Sailing};
use super::super::price::largest_crew;
use super::super::refusal::takes_aboard;
use super::super::scenario::{By, Cost, Scenario};
use super::super::side::{Arm, Kind, Pool, Side};
use super::super::state::{Ship, Unit};
use super::super::strength::{misfit_words, set_strength, shape, strength_of};
use super::building::take_waiting;
use super::events::{Done, Failed, Turn, too_dear};
use super::loans::interest_due;
use super::raising::men_of;
use super::rank::commands;

/// Every order as it came: they add, and have no rank.
pub fn reinforce(turn: &mut Turn<'_>) {
    for (seat, line) in turn.orders().iter() {
        let Act::Change(change) = &line.order.act else { continue };
        let Some(side) = Side::of_seat(seat.as_str()) else { continue };
        turn.giver = Some(seat.clone());
        let is_allowed = commands(turn, seat, &line.order.act);
        let done = match change {
            Change::Reinforce { count, part, city, force } => {
                is_allowed.and_then(|()| add(turn, side, (*count, *part), city, *force))
            }
            Change::Man { men, force, pool } => is_allowed.and_then(|()| man(turn, side, *men, *force, *pool)),
            _ => continue,
        };
        turn.tell_result(seat, line, done);
    }
}

fn add(turn: &mut Turn<'_>, side: Side, (count, part): (u32, Part), city: &str, force: Called) -> Done {
    let name = force.of(side).name();
    let unit = turn.own_unit(side, &name, "5.14")?.clone();
    let (place, _) = turn.held_city(side, city)?;
    let (square, is_from_kentucky) = (place.square, place.state == "KY");
    let is_in_kentucky = turn.scenario.state_at(unit.square) == Some("KY");
    if turn.state.kentucky_is_neutral && is_from_kentucky != is_in_kentucky {
        return Err(Failed::new("While Kentucky is neutral, its men and others do not serve together.", "4.4"));
    }
    let arm = part.arm_of(unit.kind).ok_or_else(|| Failed::new(format!("{} has none.", unit.kind), "5.14"))?;
    if !is_in_reach(turn, (&name, &unit), (city, square)) {
        let reach = &turn.scenario.tables().reinforce;
        let city = turn.scenario.city_name(city);
        let why = format!(
            "{name} has neither a line of contact of {} squares nor {} squares of rail to {city}.",
            reach.contact, reach.rail
        );
        return Err(Failed::new(why, "5.14"));
    }
    let waiting = turn.state.waiting(side, arm, city);
    if waiting < count {
        let do_not = if count == 1 { "does not wait" } else { "do not wait" };
        let why = format!("{count} {} {do_not} at {}.", arm.words(count), turn.scenario.city_name(city));
        return Err(turn.taken_before(Failed::new(why, "5.14"), side, city));
    }
    let larger = enlarged(turn.scenario, &name, &unit, (count, part), arm)?;
    let cost = price_of(turn.scenario, unit.kind, part, count);
    turn.has_mp(side, cost.mp)?;
    pay(turn, side, cost.eagles, &format!("reinforcing {name}"))?;
    turn.state.use_mp("5.14", side, cost.mp, format!("reinforcing {name}"));
    let joined = take_waiting(&mut turn.state.regiments, side, arm, city, count);
    turn.note_taken(side, city);
    if let Some(unit) = turn.state.units.get_mut(&name) {
        *unit = larger;
        unit.of.extend(joined);
    }
    Ok(format!("{count} {} joined {name}.", arm.words(count)))
}

/// What regiments and batteries cost that join a unit of a kind.
pub fn price_of(scenario: &Scenario, kind: Kind, part: Part, count: u32) -> Cost {
    let row = scenario.tables().units.get(&kind);
    let each = row.map(|row| match part {
        Part::Regiments => row.added_regiment,
        Part::Batteries => row.added_battery,
    });
    each.unwrap_or_default().times(count)
}

/// SLAG 5.14: the unit with what joins it, unless it would be larger than one may be built (5.9).
fn enlarged(
    scenario: &Scenario,
    name: &str,
    unit: &Unit,
    (count, part): (u32, Part),
    arm: Arm,
) -> Result<Unit, Failed> {
    let Some(shape) = shape(scenario, unit.kind) else { return Ok(unit.clone()) };
    let mut strength = strength_of(unit);
    let (regiments, batteries) = if part == Part::Regiments { (count, 0) } else { (0, count) };
    let men = regiments.saturating_mul(scenario.tables().men.of(arm));
    let fits = shape.reinforce(&mut strength, regiments, men, batteries);
    fits.map_err(|misfit| Failed::new(misfit_words(misfit, name, name), "5.14"))?;
    let mut larger = unit.clone();
    set_strength(&mut larger, &strength);
    Ok(larger)
}

/// SLAG 5.14: as the game master says, else by a line of contact or by rail.
fn is_in_reach(turn: &Turn<'_>, (name, unit): (&str, &Unit), (city, square): (&str, Square)) -> bool {
    let (scenario, state) = (turn.scenario, &turn.state);
    if let Some(is_so) = state.facts.contact.get(&contact_key(name, city)) {
        return *is_so;
    }
    let reach = &scenario.tables().reinforce;
    let line = || has_line(&board_of(scenario, state, unit.side), unit.square, square, reach.contact, Goal::Joined);
    let is_free = !is_in(state, unit.side.enemy(), square);
    is_free && ways(scenario, state, unit.side, By::Rail, unit.square, reach.rail).contains_key(&square) || line()
}

/// SLAG 5.14; D31, D39: men of the harbour's State, in a port that is loyal and held.
fn man(turn: &mut Turn<'_>, side: Side, men: u32, force: Called, pool: Option<Pool>) -> Done {
    let name = force.of(side).name();
    let ship = turn.own_ship(side, &name, "5.14")?;
    let (most, crew) = (largest_crew(turn.scenario, ship.class, ship.capacity), ship.crew);
    let port = port_of(turn, ship).ok_or_else(|| {
        Failed::new("It lies neither in a harbour nor in waters before one that are free of hostile ships.", "5.14")
    })?;
    let (place, now) = turn.held_city(side, &port)?;
    if now.aligned != side || place.is_off_map {
        return Err(Failed::new("Crews are filled up in a port of the map that is of the side's own nation.", "5.14"));
    }
    let state = place.state.clone();
    takes_aboard(&name, (most, Some(crew)), men, "5.14")?;
    let eagles = price_of_crew(turn.scenario, men);
    can_pay(turn, side, eagles)?;
    men_of(turn, side, &state, pool, u64::from(men))?;
    pay(turn, side, eagles, &format!("crew of {name}"))?;
    if let Some(ship) = turn.state.ships.get_mut(&name) {
        ship.crew += men;
    }
    let stays = match is_to_sail(turn, side, force) {
        true => " It stays where it is in this turn.",
        false => "",
    };
    turn.manned.insert(name.clone());
    Ok(format!("{men} men joined {name}, for {eagles} Eg.{stays}"))
}

/// Whether a ship is on its way, or somebody orders it to sail.
fn is_to_sail(turn: &Turn<'_>, side: Side, force: Called) -> bool {
    let is_under_way = |ship: &Ship| ship.sail.course.is_some() || ship.station.is_some();
    let is_ordered = |(seat, line): &(SeatId, Filed<Order>)| {
        let moved = match &line.order.act {
            Act::Sailing(order @ (Sailing::Move { .. } | Sailing::Pursue { .. })) => Some(order.ship()),
            act => act.station().map(|order| order.ship),
        };
        Side::of_seat(seat.as_str()) == Some(side) && moved.is_some_and(|ship| ship.of(side) == force.of(side))
    };
    turn.state.ships.get(&force.of(side).name()).is_some_and(is_under_way) || turn.orders().iter().any(is_ordered)
}

/// SLAG 5.14: the port in whose harbour a ship lies, or in whose waters without a hostile ship.
fn port_of(turn: &Turn<'_>, ship: &Ship) -> Option<String> {
    let Some(off) = &ship.off else { return Some(ship.port.clone()) };
    let berth = Berth::of(turn.scenario, ship);
    let is_free = !off.is_at_sea && off.square.is_none() && !berth.has(turn.scenario, &turn.state, ship.side.enemy());
    is_free.then(|| off.port.clone())
}

/// SLAG 5.14: an eagle for twenty men or a part of them.
pub fn price_of_crew(scenario: &Scenario, men: u32) -> Amount {
    let price = Price { per: scenario.tables().prices.ship_crew, men: Amount::whole(1), battery: Amount::ZERO };
    price.of(men, 0)
}

/// D15: gold for the interest of the turn is not spent on anything before it.
fn can_pay(turn: &Turn<'_>, side: Side, amount: Amount) -> Result<(), Failed> {
    let gold = interest_due(turn, side).short_of(turn.state.gold(side));
    match turn.state.greenbacks(side) + gold >= amount {
        true => Ok(()),
        false => Err(Failed::new(too_dear(amount), "5.14")),
    }
}

fn pay(turn: &mut Turn<'_>, side: Side, amount: Amount, subject: &str) -> Result<(), Failed> {
    let kept = interest_due(turn, side);
    let paid = turn.state.pay_keeping("5.14", side, amount, subject, kept);
    paid.map_err(|short| Failed::new(too_dear(short.wanted), "5.14"))
}
