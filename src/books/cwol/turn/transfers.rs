//! What goes from one unit or ship to another, and what becomes one (SLAG 5.11-5.13; D57, D58).

use base::game::SeatId;
use base::order::Filed;
use kit::forces::change::{Part as Moved, Precision, Soldiers};
use kit::forces::kind::Kind as Shape;
use kit::forces::transports::Transports;

use super::super::berth::Berth;
use super::super::contact::is_in;
use super::super::office::givers;
use super::super::order::{Act, Called, Change, ForceKind, Order, Part, Weapons};
use super::super::price::largest_crew;
use super::super::refusal::{are_two, has_aboard, not_together, takes_aboard, too_large_a_group};
use super::super::river::is_in_contact;
use super::super::scenario::Scenario;
use super::super::side::{Arm, Kind, Pool, Side};
use super::super::state::{Ship, Unit};
use super::super::strength::{misfit_words, set_strength, shape, strength_of};
use super::events::{Done, Failed, Turn};
use super::rank::stands;
use super::stacks::tac_of;

/// Of orders about the same two, and of those that merge one unit, one stands.
pub fn transfer(turn: &mut Turn<'_>) {
    let orders = turn.orders();
    for (place, (seat, line)) in orders.iter().enumerate() {
        let Act::Change(change) = &line.order.act else { continue };
        let Some(side) = Side::of_seat(seat.as_str()) else { continue };
        if !matches!(change, Change::Transfer { .. } | Change::MoveCrew { .. } | Change::Merge { .. }) {
            continue;
        }
        let done = is_it(turn, &orders, place, side, change).and_then(|()| carry_out(turn, side, change));
        turn.tell_result(seat, line, done);
    }
}

fn is_it(
    turn: &Turn<'_>,
    orders: &[(SeatId, Filed<Order>)],
    place: usize,
    side: Side,
    change: &Change,
) -> Result<(), Failed> {
    let about = |change: &Change| match change {
        Change::Transfer { part, from, to, .. } => Some((Some(*part), from.of(side), Some(to.of(side)))),
        Change::MoveCrew { from, to, .. } => Some((None, from.of(side), Some(to.of(side)))),
        Change::Merge { from, .. } => Some((None, from.of(side), None)),
        _ => None,
    };
    let own = about(change);
    stands(turn, orders, place, |act, _| matches!(act, Act::Change(other) if about(other) == own))
}

fn carry_out(turn: &mut Turn<'_>, side: Side, change: &Change) -> Done {
    let is_same = change.other().is_some_and(|other| other.of(side) == change.force().of(side));
    are_two(is_same, givers(change.matter()).1)?;
    match change {
        Change::Transfer { count, part, from, to } => move_part(turn, side, (*count, *part), *from, *to),
        Change::MoveCrew { men, from, to } => move_crew(turn, side, *men, *from, *to),
        Change::Merge { from, into } if matches!(from.kind, ForceKind::Ship(_)) => {
            join_groups(turn, side, *from, *into)
        }
        Change::Merge { from, into } => merge(turn, side, *from, *into),
        _ => Err(Failed::new("This moves nothing.", "5.11")),
    }
}

/// Two units of a side in one square, of one kind that gives and takes; with what of it is allowed.
fn pair(
    turn: &Turn<'_>,
    side: Side,
    (from, to): (&str, &str),
    rule: &'static str,
) -> Result<(Unit, Unit, Shape), Failed> {
    let (giver, receiver) = (turn.own_unit(side, from, rule)?, turn.own_unit(side, to, rule)?);
    let shape = shape(turn.scenario, giver.kind).filter(|_| giver.kind == receiver.kind).ok_or_else(|| {
        Failed::new(format!("{} and {} are not of one kind that can.", giver.kind, receiver.kind), rule)
    })?;
    // With hostile units about they must stand in one tactical square.
    let is_apart = || tac_of(turn.scenario, giver) != tac_of(turn.scenario, receiver);
    if giver.square != receiver.square || is_in(&turn.state, side.enemy(), giver.square) && is_apart() {
        return Err(not_together(from, to, rule));
    }
    Ok((giver.clone(), receiver.clone(), shape))
}

/// SLAG 5.11: regiments with their part of the men, batteries with a hundred; both units stay within their limits.
fn move_part(turn: &mut Turn<'_>, side: Side, (count, part): (u32, Part), from: Called, to: Called) -> Done {
    let (from, to) = (from.of(side).name(), to.of(side).name());
    let (mut giver, mut receiver, shape) = pair(turn, side, (&from, &to), "5.11")?;
    if is_whole((giver.regiments, giver.batteries), count, part) {
        return Err(whole());
    }
    let moved = match part {
        Part::Regiments => Moved { soldiers: Soldiers::Regiments(count), batteries: 0 },
        Part::Batteries => Moved { soldiers: Soldiers::Men(0), batteries: count },
    };
    let (mut gives, mut takes) = (strength_of(&giver), strength_of(&receiver));
    let done = shape.transfer(&mut gives, &mut takes, moved, Precision::Whole);
    done.map_err(|misfit| Failed::new(misfit_words(misfit, &from, &to), "5.11"))?;
    let men = giver.men - gives.men;
    let joining = if part == Part::Regiments { (count, 0) } else { (0, count) };
    receiver.weapons = weapons_with(&receiver, joining, giver.weapons);
    set_strength(&mut giver, &gives);
    let (has_regiments, has_batteries) = (giver.regiments > 0, giver.batteries > 0);
    giver.weapons =
        Weapons { arms: giver.weapons.arms && has_regiments, cannon: giver.weapons.cannon && has_batteries };
    set_strength(&mut receiver, &takes);
    if let Some(arm) = part.arm_of(giver.kind) {
        receiver.of.extend(take_origins(&mut giver.of, arm, count));
    }
    turn.state.units.insert(from.clone(), giver);
    turn.state.units.insert(to.clone(), receiver);
    Ok(format!("{count} {} with {men} men went from {from} to {to}.", part.words(count)))
}

/// D75: better weapons are the whole unit's or nobody's; what joins without them takes them from it.
fn weapons_with(unit: &Unit, (regiments, batteries): (u32, u32), weapons: Weapons) -> Weapons {
    let of = |there: u32, joining: u32, own: bool, other: bool| match (there, joining) {
        (_, 0) => own,
        (0, _) => other,
        _ => own && other,
    };
    Weapons {
        arms: of(unit.regiments, regiments, unit.weapons.arms, weapons.arms),
        cannon: of(unit.batteries, batteries, unit.weapons.cannon, weapons.cannon),
    }
}

/// Whether nothing would be left of a unit (5.11).
pub fn is_whole((regiments, batteries): (u32, u32), count: u32, part: Part) -> bool {
    match part {
        Part::Regiments => batteries == 0 && count == regiments,
        Part::Batteries => regiments == 0 && count == batteries,
    }
}

/// SLAG 5.11: everything goes by the game master's hand alone.
pub fn whole() -> Failed {
    Failed::new("Only the game master moves everything out of a unit, with SET; or merge the two.", "5.11")
}

/// The origins of so many regiments or batteries, the first ones.
fn take_origins(of: &mut Vec<(Arm, String, Pool, u32)>, arm: Arm, mut wanted: u32) -> Vec<(Arm, String, Pool, u32)> {
    let mut taken = Vec::new();
    for row in of.iter_mut().filter(|row| row.0 == arm) {
        let count = row.3.min(wanted);
        row.3 -= count;
        wanted -= count;
        if count > 0 {
            taken.push((arm, row.1.clone(), row.2, count));
        }
    }
    of.retain(|row| row.3 > 0);
    taken
}

/// SLAG 5.12: crews of ships in service that lie in one place, up to what the receiver takes.
fn move_crew(turn: &mut Turn<'_>, side: Side, men: u32, from: Called, to: Called) -> Done {
    let (from, to) = (from.of(side).name(), to.of(side).name());
    let (giver, receiver) = (turn.own_ship(side, &from, "5.12")?, turn.own_ship(side, &to, "5.12")?);
    if !lie_together(turn, giver, receiver) {
        return Err(not_together(&from, &to, "5.12"));
    }
    if !giver.is_active || !receiver.is_active {
        return Err(Failed::new("The crew of a ship that is laid up is not aboard.", "5.12"));
    }
    let most = largest_crew(turn.scenario, receiver.class, receiver.capacity);
    has_aboard(&from, (giver.crew, men))?;
    takes_aboard(&to, (most, Some(receiver.crew)), men, "5.12")?;
    for (name, joins) in [(&from, false), (&to, true)] {
        if let Some(ship) = turn.state.ships.get_mut(name) {
            ship.crew = if joins { ship.crew + men } else { ship.crew - men };
        }
    }
    Ok(format!("{men} men went from {from} to {to}."))
}

/// SLAG 5.12: in one place, or one in a harbour and the other in the waters before it, when no hostile ship is there.
fn lie_together(turn: &Turn<'_>, one: &Ship, other: &Ship) -> bool {
    let [here, there] = [one, other].map(|ship| Berth::of(turn.scenario, ship));
    let has_enemy = |berth: Berth<'_>| berth.has(turn.scenario, &turn.state, one.side.enemy());
    here == there || here.is_before(there, turn.scenario) && !has_enemy(here) && !has_enemy(there)
}

/// SLAG 5.12: the first becomes part of the second; who is too many is lost.
fn merge(turn: &mut Turn<'_>, side: Side, from: Called, into: Called) -> Done {
    let (from, into) = (from.of(side).name(), into.of(side).name());
    let (gone, mut left, shape) = pair(turn, side, (&from, &into), "5.12")?;
    if is_in(&turn.state, side.enemy(), left.square) {
        return Err(Failed::new("Hostile units stand in the square: nobody merges out of a contact.", "5.12"));
    }
    let merged =
        merged_shape(turn.scenario, left.kind, shape).merge(&strength_of(&gone), &strength_of(&left), Precision::Whole);
    let supplies = supplies_of(&gone, &left);
    left.weapons = weapons_with(&left, (gone.regiments, gone.batteries), gone.weapons);
    set_strength(&mut left, &merged.unit);
    left.supplies = supplies;
    left.stragglers.extend(gone.stragglers.iter().copied());
    left.of = origins(&left, gone.of);
    turn.state.units.remove(&from);
    turn.state.units.insert(into.clone(), left);
    // Both were in service.
    let _lost = turn.state.pools.lose(u64::from(merged.lost_men));
    turn.gone.insert(from.clone(), format!("{from} became part of {into} in this turn."));
    let mut words = format!("{from} is part of {into} now");
    let lost = lost_words(merged.lost_men, merged.lost_batteries);
    if !lost.is_empty() {
        words.push_str(&format!("; lost, as more than it may have: {lost}"));
    }
    Ok(format!("{words}."))
}

/// What a merger loses, in words; empty where it loses nothing.
pub fn lost_words(men: u32, batteries: u32) -> String {
    let batteries = (batteries > 0).then(|| format!("{batteries} {}", Part::Batteries.words(batteries)));
    let men = (men > 0).then(|| format!("{men} men"));
    men.into_iter().chain(batteries).collect::<Vec<_>>().join(" and ")
}

/// What two units of a kind become at most, where the kind can merge.
pub fn merger_of(scenario: &Scenario, kind: Kind) -> Option<Shape> {
    Some(merged_shape(scenario, kind, shape(scenario, kind)?))
}

/// SLAG 5.13: two groups of one kind in one place; a group that would be too large is not made at all.
fn join_groups(turn: &mut Turn<'_>, side: Side, from: Called, into: Called) -> Done {
    let (from, into) = (from.of(side).name(), into.of(side).name());
    let (gone, mut left) = (turn.own_ship(side, &from, "5.13")?.clone(), turn.own_ship(side, &into, "5.13")?.clone());
    let (Some(one), Some(other), true) = (group_of(&gone), group_of(&left), gone.class == left.class) else {
        return Err(Failed::new("Only two groups of transports of one kind merge.", "5.13"));
    };
    if Berth::of(turn.scenario, &gone) != Berth::of(turn.scenario, &left) {
        return Err(not_together(&from, &into, "5.13"));
    }
    if let Some(name) = [&from, &into].into_iter().find(|name| is_in_contact(turn.scenario, &turn.state, name)) {
        return Err(Failed::new(format!("{name} is in contact: its fight comes first."), "N6.1"));
    }
    let most = turn.scenario.tables().transports.most;
    let both = one.merge(other, most).map_err(|large| too_large_a_group(large.would_be, large.most))?;
    (left.capacity, left.stores, left.damage) = (Some(both.capacity), both.stores, both.damage);
    left.crew += gone.crew;
    turn.state.ships.remove(&from);
    turn.state.ships.insert(into.clone(), left);
    turn.gone.insert(from.clone(), format!("{from} became part of {into} in this turn."));
    Ok(format!("{from} is part of {into} now, which carries {} men.", both.capacity))
}

fn group_of(ship: &Ship) -> Option<Transports> {
    ship.capacity.map(|capacity| Transports { capacity, stores: ship.stores, damage: ship.damage })
}

/// SLAG 5.12: artillery keeps 400 men, however many batteries it has.
fn merged_shape(scenario: &Scenario, kind: Kind, shape: Shape) -> Shape {
    match kind.regiments_of() {
        Some(_) => shape,
        None => {
            let men = kind.batteries_of().map_or(0, |arm| scenario.tables().men.of(arm));
            Shape { battery_crew: 0, merged_men: shape.batteries.most * men, ..shape }
        }
    }
}

/// SLAG 5.12, D58: where one alone had a supply, the larger one's counts; of equals that of the one named first, which is gone.
fn supplies_of(gone: &Unit, left: &Unit) -> u32 {
    if gone.men >= left.men { gone.supplies } else { left.supplies }
}

/// Where its regiments and batteries came from, as many as there are of each arm now.
fn origins(left: &Unit, more: Vec<(Arm, String, Pool, u32)>) -> Vec<(Arm, String, Pool, u32)> {
    let mut all: Vec<_> = left.of.iter().cloned().chain(more).collect();
    let regiments = left.kind.regiments_of().map(|arm| take_origins(&mut all, arm, left.regiments));
    let batteries = left.kind.batteries_of().map(|arm| take_origins(&mut all, arm, left.batteries));
    regiments.into_iter().chain(batteries).flatten().collect()
}
