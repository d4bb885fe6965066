//! What the lines of one file do to each other: what cannot all be carried out is said on receipt, whichever line comes first.

use base::order::{Filed, Remark};
use kit::forces::change::{Part as Moved, Precision, Soldiers};
use kit::forces::kind::Component;

use super::super::counted::counted;
use super::super::order::{Act, Called, Change, Land, Order, Part, Sailing, Works};
use super::super::scenario::Scenario;
use super::super::side::Arm;
use super::super::strength::shape;
use super::super::turn::kind_of;
use super::forces::strength_of;
use super::known::Known;

/// What is said of a line because of those above it.
pub(super) fn warning(scenario: &Scenario, known: &Known<'_>, earlier: &[Filed<Order>], act: &Act) -> Option<Remark> {
    manned_and_sailing(known, earlier, act)
        .or_else(|| working_and_marching(known, earlier, act))
        .or_else(|| outgrown(scenario, known, earlier, act))
        .or_else(|| taken_above(scenario, known, earlier, act))
}

/// SLAG 5.14, D61: a ship that is given men does not sail away.
fn manned_and_sailing(known: &Known<'_>, earlier: &[Filed<Order>], act: &Act) -> Option<Remark> {
    let ship = both(known, earlier, act, manned_or_sailing)?;
    let said = format!("{} takes men aboard in this turn, and does not sail in it.", ship.of(known.side).name());
    Some(Remark::notice(said).hint("Cancel one of the two lines.").rule("5.14"))
}

/// SLAG 8.3: in none of the turns of its work does a unit move.
fn working_and_marching(known: &Known<'_>, earlier: &[Filed<Order>], act: &Act) -> Option<Remark> {
    let unit = both(known, earlier, act, working_or_marching)?;
    let said = format!("{} begins no work in a turn in which it moves.", unit.of(known.side).name());
    Some(Remark::notice(said).hint("Cancel one of the two lines.").rule("8.3"))
}

/// The force of a line that does one thing with it where a line above does the other.
fn both(
    known: &Known<'_>,
    earlier: &[Filed<Order>],
    act: &Act,
    does: impl Fn(&Act) -> Option<(Called, bool)>,
) -> Option<Called> {
    let (force, is_first) = does(act)?;
    let is_other = |line: &Filed<Order>| {
        does(&line.order.act)
            .is_some_and(|(other, is_too)| other.of(known.side) == force.of(known.side) && is_too != is_first)
    };
    earlier.iter().any(is_other).then_some(force)
}

/// The ship that takes men or sails away by an order, and whether it takes men.
fn manned_or_sailing(act: &Act) -> Option<(Called, bool)> {
    match act {
        Act::Change(Change::Man { force, .. }) => Some((*force, true)),
        Act::Sailing(Sailing::Move { .. } | Sailing::Pursue { .. }) => act.force().map(|ship| (ship, false)),
        act => act.station().map(|station| (station.ship, false)),
    }
}

/// The unit that begins a work or moves by an order, and whether it works.
fn working_or_marching(act: &Act) -> Option<(Called, bool)> {
    match act {
        Act::Works(Works::Fortify { by: Some(unit), .. }) => Some((*unit, true)),
        Act::Land(Land::Halt { .. }) => None,
        Act::Land(land) => Some((land.unit(), false)),
        _ => None,
    }
}

/// SLAG 5.9, 5.14: what joins a unit does not make it larger than one may be built, with what joins it by the lines above.
fn outgrown(scenario: &Scenario, known: &Known<'_>, earlier: &[Filed<Order>], act: &Act) -> Option<Remark> {
    let (force, count, part) = reinforced(act)?;
    let unit = force.of(known.side);
    let (kind, row) = (kind_of(unit)?, known.row_of(force)?);
    let (shape, men) = (shape(scenario, kind)?, &scenario.tables().men);
    let mut strength = strength_of(row);
    for (from, to, count, part) in &known.moved {
        let [from, to] = [from, to].map(|one| (one.of(known.side), known.row_of(*one).map(strength_of)));
        let moved = match part {
            Part::Regiments => Moved { soldiers: Soldiers::Regiments(*count), batteries: 0 },
            Part::Batteries => Moved { soldiers: Soldiers::Men(0), batteries: *count },
        };
        // What cannot be sent stays where it is.
        let _sent = match (from, to) {
            ((giver, _), (_, Some(mut other))) if giver == unit => {
                shape.transfer(&mut strength, &mut other, moved, Precision::Whole)
            }
            ((_, Some(mut other)), (receiver, _)) if receiver == unit => {
                shape.transfer(&mut other, &mut strength, moved, Precision::Whole)
            }
            _ => continue,
        };
    }
    let joins = |(count, part): (u32, Part)| match part {
        Part::Regiments => (count, kind.regiments_of().map_or(0, |arm| count.saturating_mul(men.of(arm))), 0),
        Part::Batteries => (0, 0, count),
    };
    let above = earlier.iter().filter_map(|line| reinforced(&line.order.act));
    for (_, count, part) in above.filter(|(other, ..)| other.of(known.side) == unit) {
        let (regiments, soldiers, batteries) = joins((count, part));
        // What does not fit of a line above joins nobody.
        let _joined = shape.reinforce(&mut strength, regiments, soldiers, batteries);
    }
    let (regiments, soldiers, batteries) = joins((count, part));
    let misfit = shape.reinforce(&mut strength, regiments, soldiers, batteries).err()?;
    let what = match misfit.what {
        Component::Men => "men",
        Component::Batteries => "batteries",
        Component::Regiments => "regiments",
    };
    let (name, most) = (unit.name(), misfit.allowed.most);
    let said = format!("{name} would have {} {what}, and {most} are the most: nothing joins it.", misfit.would_be);
    Some(Remark::notice(said).rule("5.14"))
}

/// SLAG 5.2, 5.14: of the regiments and batteries that wait in a city the lines above leave too few. Others may yet be raised, so it
/// is no more than said.
fn taken_above(scenario: &Scenario, known: &Known<'_>, earlier: &[Filed<Order>], act: &Act) -> Option<Remark> {
    let (city, wanted) = taken_by(scenario, known, act)?;
    wanted.into_iter().find_map(|(arm, count)| {
        let waiting = known.waiting(Some(arm), &city)?;
        let above = earlier.iter().filter_map(|line| taken_by(scenario, known, &line.order.act));
        let of_arm = |(place, taken): (String, Vec<(Arm, u32)>)| {
            let is_there = place == city;
            taken.into_iter().filter(|(other, _)| is_there && *other == arm).map(|(_, count)| count).sum::<u32>()
        };
        let taken: u32 = above.map(of_arm).fold(0, u32::saturating_add);
        let left = waiting.saturating_sub(taken);
        (taken > 0 && left < count && count > 0).then(|| {
            let (there, city) = (counted(waiting, arm.words(1), arm.words(2)), scenario.city_name(&city));
            let waits = if waiting == 1 { "waits" } else { "wait" };
            let is = if left == 1 { "is" } else { "are" };
            let said =
                format!("{there} {waits} at {city}, and orders above take {taken} of them: {left} {is} left for this.");
            Remark::notice(said).rule("5.2")
        })
    })
}

/// What an order takes of the regiments and batteries that wait, and in which city.
fn taken_by(scenario: &Scenario, known: &Known<'_>, act: &Act) -> Option<(String, Vec<(Arm, u32)>)> {
    match act {
        Act::Form { count, kind, regiments, batteries, city, .. } => {
            let row = scenario.tables().units.get(kind)?;
            let each = |arm: Option<Arm>, named: Option<u32>, least: u32| {
                arm.map(|arm| (arm, named.unwrap_or(least).saturating_mul(*count)))
            };
            let regiments = each(kind.regiments_of(), *regiments, row.regiments.least);
            let batteries = each(kind.batteries_of(), *batteries, row.batteries.least);
            Some((city.clone(), regiments.into_iter().chain(batteries).collect()))
        }
        Act::Change(Change::Reinforce { count, part, city, force }) => {
            let arm = part.arm_of(kind_of(force.of(known.side))?)?;
            Some((city.clone(), vec![(arm, *count)]))
        }
        _ => None,
    }
}

/// The unit that something joins by an order, how many, and of what.
fn reinforced(act: &Act) -> Option<(Called, u32, Part)> {
    match act {
        Act::Change(Change::Reinforce { count, part, force, .. }) => Some((*force, *count, *part)),
        _ => None,
    }
}
