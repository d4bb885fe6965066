//! Units get better weapons (SLAG 9.1, 9.2; D75).

use base::game::SeatId;
use base::order::Filed;

use super::super::order::{Act, Force, ForceKind, Order, Weapons, Works};
use super::super::price::weapons_of_unit;
use super::super::side::{BySide, Kind, Side};
use super::super::supply::Supply;
use super::events::{Done, Failed, Turn, too_dear};

/// SLAG 9.1, D75: in the turn of the order, after builds.
pub fn improve(turn: &mut Turn<'_>) {
    // Nobody moves meanwhile, and no place changes hands.
    let [union, confederacy] = Side::BOTH.map(|side| Supply::of(turn.scenario, &turn.state, side));
    let supply = BySide { union, confederacy };
    for (seat, line) in turn.orders().iter() {
        improve_one(turn, &supply, seat, line);
    }
}

fn improve_one(turn: &mut Turn<'_>, supply: &BySide<Supply>, seat: &SeatId, line: &Filed<Order>) {
    let Act::Works(Works::Upgrade { unit, weapons }) = line.order.act else { return };
    let Some(side) = Side::of_seat(seat.as_str()) else { return };
    let done = upgrade(turn, (side, supply.of(side)), unit.of(side), weapons);
    turn.tell_result(seat, line, done);
}

fn upgrade(turn: &mut Turn<'_>, (side, supply): (Side, &Supply), force: Force, wanted: Weapons) -> Done {
    let name = force.name();
    let unit = turn.own_unit(side, &name, "9.1")?;
    may_have(unit.kind, unit.batteries, wanted)?;
    let has = unit.weapons;
    if has.arms && wanted.arms || has.cannon && wanted.cannon {
        return Err(Failed::new(format!("{name} has {} already.", has.words(unit.kind)), "D75"));
    }
    if !supply.has(turn.scenario, &turn.state, &name) {
        return Err(Failed::new(format!("{name} is not in supply."), "9.1"));
    }
    let (cost, kind) = (weapons_of_unit(turn.scenario, unit, wanted), unit.kind);
    turn.has_mp(side, cost.mp)?;
    let paid = turn.state.pay("9.2", side, cost.eagles, "better weapons");
    paid.map_err(|short| Failed::new(too_dear(short.wanted), "9.2"))?;
    turn.state.use_mp("9.2", side, cost.mp, "better weapons");
    if let Some(unit) = turn.state.units.get_mut(&name) {
        unit.weapons = has.and(wanted);
    }
    Ok(format!("{name} has {} now, for {} Eg and {} MP.", wanted.words(kind), cost.eagles, cost.mp))
}

/// SLAG 9.1: arms for what has regiments, cannon for what has batteries; none for staffs and bridges.
pub fn may_have(kind: Kind, batteries: u32, weapons: Weapons) -> Result<(), Failed> {
    if weapons.arms && kind.regiments_of().is_none() {
        return Err(Failed::new(format!("{kind} has no personal arms to improve."), "9.1"));
    }
    if weapons.cannon && (kind.batteries_of().is_none() || batteries == 0) {
        return Err(Failed::new(format!("{kind} without a battery has no cannon to improve."), "9.1"));
    }
    Ok(())
}

/// The kind of a force that is a unit.
pub fn kind_of(force: Force) -> Option<Kind> {
    match force.kind {
        ForceKind::Unit(kind) => Some(kind),
        ForceKind::Ship(_) => None,
    }
}
