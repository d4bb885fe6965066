//! What the lines of one file do to each other: what cannot all be carried out is said on receipt, whichever line comes first.

use base::order::{Filed, Remark};
use kit::forces::kind::Component;

use super::super::order::{Act, Called, Change, Land, Order, Part, Sailing, Works};
use super::super::scenario::Scenario;
use super::super::strength::shape;
use super::super::turn::kind_of;
use super::forces::strength_of;
use super::known::Known;

/// What is said of a line because of those above it.
pub(super) fn warning(scenario: &Scenario, known: &Known<'_>, earlier: &[Filed<Order>], act: &Act) -> Option<Remark> {
    manned_and_sailing(known, earlier, act)
        .or_else(|| working_and_marching(known, earlier, act))
        .or_else(|| outgrown(scenario, known, earlier, act))
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

/// The unit that something joins by an order, how many, and of what.
fn reinforced(act: &Act) -> Option<(Called, u32, Part)> {
    match act {
        Act::Change(Change::Reinforce { count, part, force, .. }) => Some((*force, *count, *part)),
        _ => None,
    }
}
