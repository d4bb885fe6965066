//! Armies move: by rail, then on foot all at once, then by boat. Of several orders about one unit one stands (D-SNNM-08).

use std::collections::{BTreeMap, BTreeSet};

use base::game::SeatId;
use base::order::Filed;
use board::square::Square;

use super::super::contact::is_brigade;
use super::super::item::Item;
use super::super::land::{inside, leads};
use super::super::neutrality::violate;
use super::super::order::{Act, Goal, Land, Order, by_kind_and_number};
use super::super::refusal::{is_beside, is_called_out, is_no_battery, may_attack, no_way_on_foot, stands_there};
use super::super::river::usable;
use super::super::side::Side;
use super::super::state::{Contact, Unit};
use super::boats::{Banks, sail};
use super::events::{Done, Failed, Turn};
use super::march::{Column, Halt, march, origin};
use super::news::tell_of_unit;
use super::posts::Posts;
use super::rail::ride;
use super::rank::Rivals;
use super::stacks::tac_of;

const RULE: &str = "march";

/// The order that stands about each unit, by its name: where among all orders it is.
type Standing = BTreeMap<String, (usize, Land)>;

/// SNNM 8.1: the units that are to go by boat and stand, as the turn begins, at a river of their side.
pub fn boarding(turn: &Turn<'_>) -> BTreeSet<String> {
    let orders = turn.orders();
    let boats = orders.iter().filter_map(|(seat, line)| match &line.order.act {
        Act::Land(Land::Boats { unit, .. }) => Some(unit.of(Side::of_seat(seat.as_str())?).name()),
        _ => None,
    });
    let boats: Vec<String> = boats.collect();
    if boats.is_empty() {
        return BTreeSet::new();
    }
    let usable = usable(turn.scenario, &turn.state);
    let is_ready = |name: &String| {
        let unit = turn.state.units.get(name);
        unit.is_some_and(|unit| usable.of(unit.side).contains(&unit.square))
    };
    boats.into_iter().filter(is_ready).collect()
}

/// All of it.
pub fn move_armies(turn: &mut Turn<'_>) {
    let orders = turn.orders();
    let standing = take_orders(turn, &orders);
    let mut done: BTreeMap<String, Done> = BTreeMap::new();
    let mut posts = Posts::of(&turn.state);
    for (name, side, city) in in_order(&standing, |land| match land {
        Land::Rail { city, .. } => Some(city.clone()),
        _ => None,
    }) {
        done.insert(name.clone(), ride(turn, &mut posts, (side, &name), &city));
    }
    for column in march(turn, &attacks(&standing)) {
        let words = words_of(turn, &column);
        match standing.contains_key(&column.name) {
            true => _ = done.insert(column.name.clone(), words),
            false => tell_march(turn, &column, words),
        }
    }
    let boats = in_order(&standing, |land| match land {
        Land::Boats { goal, .. } => Some(*goal),
        _ => None,
    });
    done.extend(go_by_boat(turn, boats));
    for (name, (place, land)) in standing {
        let Some((seat, line)) = orders.get(place) else { continue };
        let stays = || match land {
            Land::Halt { .. } => Ok(format!("{name} stays.")),
            _ => Err(Failed::new(format!("{name} did not move."), RULE)),
        };
        let came = done.remove(&name).unwrap_or_else(stays);
        turn.tell_result(seat, line, came);
    }
    note_contacts(turn);
    end_neutrality(turn);
}

/// Boats take units along their rivers, of which armies that move change nothing.
fn go_by_boat(turn: &mut Turn<'_>, boats: Vec<(String, Side, Goal)>) -> BTreeMap<String, Done> {
    if boats.is_empty() {
        return BTreeMap::new();
    }
    let mut banks = Banks::of(turn);
    boats.into_iter().map(|(name, side, goal)| (name.clone(), sail(turn, &mut banks, (side, &name), &goal))).collect()
}

/// Where units of both sides have met, those of one at least such as fight, and who came to whom: when armies have moved, and when the
/// turn ends, for units that were formed, rose or were driven out since.
pub fn note_contacts(turn: &mut Turn<'_>) {
    let [union, confederacy] = Side::BOTH.map(|side| {
        let own = turn.state.units.values().filter(|unit| unit.side == side);
        own.map(|unit| unit.square).collect::<BTreeSet<Square>>()
    });
    let squares: BTreeSet<Square> = union.intersection(&confederacy).copied().collect();
    let is_old = |square: &Square| turn.state.contacts.contains_key(square);
    let new: Vec<(Square, Contact)> = squares
        .into_iter()
        .filter(|square| !is_old(square))
        .filter_map(|square| Some((square, contact_in(turn, square)?)))
        .collect();
    turn.state.contacts.extend(new);
}

fn contact_in(turn: &Turn<'_>, square: Square) -> Option<Contact> {
    let of = |side: Side| turn.state.units.values().filter(move |unit| unit.side == side && unit.square == square);
    let fights = Side::BOTH.map(|side| of(side).any(|unit| is_brigade(unit.kind)));
    if fights == [false; 2] {
        return None;
    }
    // Headquarters and bridges come into it where nobody of their side fights.
    let is_in_it = |unit: &Unit, side: Side| unit.side == side && (is_brigade(unit.kind) || !fights[side as usize]);
    let there =
        |side: Side| turn.state.units.iter().filter(move |(_, unit)| unit.square == square && is_in_it(unit, side));
    let has_come = |side: Side| there(side).any(|(name, _)| turn.came_from.contains_key(name));
    let was_there = |side: Side| there(side).any(|(name, _)| !turn.came_from.contains_key(name));
    let is_attacker = |side: &Side| {
        let enemy = side.enemy();
        has_come(*side) && (!has_come(enemy) || !was_there(*side) && was_there(enemy))
    };
    let attacker = Side::BOTH.into_iter().find(is_attacker);
    let origin = |side: Side| origin(turn, square, |unit| is_in_it(unit, side));
    let first = attacker.unwrap_or(Side::Union);
    let other = origin(first.enemy()).filter(|_| attacker.is_none());
    Some(Contact { attacker, from: origin(first), other })
}

/// What some of the orders say, unit by unit by kind and number.
fn in_order<T>(standing: &Standing, said: impl Fn(&Land) -> Option<T>) -> Vec<(String, Side, T)> {
    let rows = standing.iter().filter_map(|(name, (_, land))| {
        let side = Side::BOTH.into_iter().find(|side| name.starts_with(side.code()))?;
        Some((name.clone(), side, said(land)?))
    });
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_cached_key(|(name, ..)| by_kind_and_number(name));
    rows
}

fn attacks(standing: &Standing) -> BTreeMap<String, Square> {
    in_order(standing, |land| match land {
        Land::Attack { square, .. } => Some(*square),
        _ => None,
    })
    .into_iter()
    .map(|(name, _, square)| (name, square))
    .collect()
}

/// The orders that stand and can be begun; of the others it is told why not.
fn take_orders(turn: &mut Turn<'_>, orders: &[(SeatId, Filed<Order>)]) -> Standing {
    let mut standing = Standing::new();
    let rivals = Rivals::of(orders, |act, side| match act {
        Act::Land(land) => Some(land.unit().of(side)),
        _ => None,
    });
    for (place, (seat, line)) in orders.iter().enumerate() {
        let Act::Land(land) = &line.order.act else { continue };
        let Some(side) = Side::of_seat(seat.as_str()) else { continue };
        let force = land.unit().of(side);
        let stands = rivals.stands(turn, orders, place, (side, force));
        let begun = stands.and_then(|()| begin(turn, side, &force.name(), land));
        match begun {
            Ok(()) => _ = standing.insert(force.name(), (place, land.clone())),
            Err(failed) => turn.tell_result(seat, line, Err(failed)),
        }
    }
    standing
}

/// Whether a unit can do it at all; a march is in force from now on, and every other order ends one.
fn begin(turn: &mut Turn<'_>, side: Side, name: &str, land: &Land) -> Result<(), Failed> {
    let unit = turn.own_unit(side, name, RULE)?;
    if turn.state.contacts.contains_key(&unit.square) {
        return Err(Failed::new(format!("{name} is in contact: its battle comes first."), "battle"));
    }
    stands_there(turn.scenario, name, (unit.square, land.from()))?;
    if !matches!(land, Land::Halt { .. }) {
        is_no_battery(unit.kind)?;
        is_called_out(name, unit.is_active)?;
    }
    let march = match land {
        Land::March { goal, .. } => Some(may_march(turn, name, goal)?),
        Land::Attack { square, .. } => {
            can_attack(turn, name, *square)?;
            None
        }
        Land::Rail { .. } | Land::Boats { .. } | Land::Halt { .. } => None,
    };
    if let Some(unit) = turn.state.units.get_mut(name) {
        unit.march = march;
    }
    Ok(())
}

fn may_march(turn: &Turn<'_>, name: &str, goal: &Goal) -> Result<Goal, Failed> {
    let Some(unit) = turn.state.units.get(name) else { return Err(Failed::new("It is not there.", RULE)) };
    let stands = tac_of(turn.scenario, unit);
    if goal.to == unit.square {
        inside(turn.scenario, stands, goal).map_err(|why| Failed::new(format!("{name} {why}."), RULE))?;
    }
    let can_march = turn.scenario.tables().land.rate.get(&unit.kind).is_some_and(|rate| *rate > 0);
    if !can_march || !leads(turn.scenario, unit.square, goal) {
        return Err(no_way_on_foot(turn.scenario, unit.square, goal.to));
    }
    Ok(*goal)
}

fn can_attack(turn: &Turn<'_>, name: &str, square: Square) -> Result<(), Failed> {
    let Some(unit) = turn.state.units.get(name) else { return Err(Failed::new("It is not there.", RULE)) };
    may_attack(unit.kind)?;
    is_beside(turn.scenario, name, (unit.square, square))
}

/// What came of a march or an attack in this turn.
fn words_of(turn: &Turn<'_>, column: &Column) -> Done {
    let name = &column.name;
    let Some(unit) = turn.state.units.get(name) else { return Ok(String::new()) };
    let why = match column.halt {
        Some(Halt::Barred) => "hostile units bar the way",
        Some(Halt::Beside) => "hostile units are in the square or next to it",
        Some(Halt::Lost) => "no way leads on",
        None => "",
    };
    let rule = if column.is_attack { "attack" } else { RULE };
    let place = turn.scenario.place_name(unit.square);
    let tac = unit.tac.map(|tac| format!(" {tac}")).unwrap_or_default();
    if column.has_shifted {
        return Ok(format!("{name} is at {place}{tac}."));
    }
    if column.walked.is_empty() && why.is_empty() {
        return Err(Failed::new(format!("{name} found no place there."), rule));
    }
    if column.walked.is_empty() {
        return Err(Failed::new(format!("{name} did not leave: {why}."), rule));
    }
    let count = column.walked.len();
    let squares = if count == 1 { "square" } else { "squares" };
    let came = format!("{name} marched {count} {squares} and is at {place}{tac}.");
    let on = unit.march.map(|goal| format!(" It goes on to {} in the next turn.", turn.scenario.place_name(goal.to)));
    let stop = if why.is_empty() { String::new() } else { format!(" It stopped there: {why}.") };
    Ok(format!("{came}{stop}{}", on.unwrap_or_default()))
}

/// A march that was ordered in an earlier turn.
fn tell_march(turn: &mut Turn<'_>, column: &Column, done: Done) {
    let words = done.unwrap_or_else(|failed| failed.why);
    tell_of_unit(turn, &column.name, Item::Marched { name: column.name.clone(), words });
}

/// SLAG 4.4: who violated Kentucky's neutrality in this turn.
pub(super) fn end_neutrality(turn: &mut Turn<'_>) {
    let by = match (turn.violators.union, turn.violators.confederacy) {
        (false, false) => return,
        (true, true) => None,
        (true, false) => Some(Side::Union),
        (false, true) => Some(Side::Confederacy),
    };
    if turn.state.kentucky_is_neutral {
        let fact = violate(turn.scenario, &mut turn.state, by);
        turn.tell_fact(fact);
    }
}
