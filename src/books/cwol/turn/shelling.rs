//! Ships bombard what holds still beside the river (SNNM 4.7; section 3.6 of the decisions). Works stay whole.

use std::collections::BTreeSet;

use base::facts::{Audience, Fact};
use board::square::Square;

use super::super::item::Item;
use super::super::land::KENTUCKY;
use super::super::order::{Act, Sailing, Target};
use super::super::refusal::has_guns;
use super::super::river::{Fighter, is_shelled_from, readers_of_force};
use super::super::side::Side;
use super::super::state::Unit;
use super::events::{Done, Failed, Turn};
use super::sailing::{afloat, by_ship, is_meant};
use super::shells::Shells;
use super::stacks::tac_of;

const RULE: &str = "N4.7";

/// Every ship that is told to; several at one target add up.
pub fn bombard(turn: &mut Turn<'_>) {
    let orders = turn.orders();
    let rivals = by_ship(&orders);
    for (place, (seat, line)) in orders.iter().enumerate() {
        let (Act::Sailing(order), Some(side)) = (&line.order.act, Side::of_seat(seat.as_str())) else { continue };
        let Sailing::Bombard { target, .. } = order else { continue };
        let name = order.ship().of(side).name();
        let done = is_meant(turn, &orders, &rivals, place).and_then(|()| shell(turn, side, &name, target));
        turn.tell_result(seat, line, done);
    }
}

/// D-SNNM-10: it stays where it is whatever is there. Whether that which is named is there, and what was hit, nobody aboard can tell.
fn shell(turn: &mut Turn<'_>, side: Side, name: &str, target: &Target) -> Done {
    let (_, square) = afloat(turn, side, name)?;
    if let Some(ship) = turn.state.ships.get_mut(name) {
        ship.sail.course = None;
    }
    if turn.fought.contains(name) || turn.fell_back.contains_key(name) {
        return Err(Failed::new(format!("{name} fought, and shells nothing in this turn."), RULE));
    }
    let ship = turn.own_ship(side, name, RULE)?;
    has_guns(turn.scenario, name, ship.class)?;
    let is_of_kentucky = ship.of.state == KENTUCKY;
    let worth = Fighter::ship(turn.scenario, name, ship).now(&turn.scenario.tables().combat);
    let luck = &turn.scenario.tables().combat.luck;
    let rolled = turn.dice.roll(&format!("{side}: shells of {name}"), u32::try_from(luck.len()).unwrap_or(1));
    let luck = u64::from(luck.get(rolled as usize - 1).copied().unwrap_or(100));
    let worth = worth * u64::from(turn.scenario.tables().bombard.factor) * luck / 100;
    let at = targets(turn, side, square, target);
    // SLAG 4.4: a ship of neutral Kentucky attacks, whatever is there.
    if turn.state.kentucky_is_neutral && is_of_kentucky {
        *turn.violators.of_mut(side) = true;
    }
    turn.shells.push(Shells { by: side, worth, at });
    Ok(format!("{name} shelled what was there."))
}

/// They fall when armies have moved: who left the square is missed, and who stayed shares what they do by his men.
pub fn fall(turn: &mut Turn<'_>) {
    for shells in std::mem::take(&mut turn.shells) {
        let is_there = |name: &str, square: Square| turn.state.units.get(name).filter(|unit| unit.square == square);
        let hit: Vec<(String, Unit)> =
            shells.at.iter().filter_map(|(name, at)| Some((name.clone(), is_there(name, *at)?.clone()))).collect();
        let all: u64 = hit.iter().map(|(_, unit)| u64::from(unit.men)).sum();
        for (name, unit) in hit {
            let men = shells.worth * u64::from(cover(turn, &unit)) / 1_000_000;
            let share = u32::try_from(men * u64::from(unit.men) / all.max(1)).unwrap_or(u32::MAX);
            lose(turn, shells.by.enemy(), &name, share.min(unit.men));
        }
    }
}

/// Units of the enemy on the bank within reach, by their names.
fn targets(turn: &Turn<'_>, side: Side, ship: Square, target: &Target) -> BTreeSet<(String, Square)> {
    let (scenario, state) = (turn.scenario, &turn.state);
    let is_meant = |name: &String, unit: &Unit| match target {
        Target::Unit(wanted) => wanted.name() == *name,
        Target::Square(square) => unit.square == *square,
        Target::City(city) => scenario.city(city).is_some_and(|city| {
            city.square == unit.square && scenario.field(city.square).city == tac_of(scenario, unit)
        }),
    };
    let is_on_bank = |unit: &Unit| {
        let field = scenario.field(unit.square);
        tac_of(scenario, unit).is_some_and(|tac| field.bank.has(tac) || field.city == Some(tac))
    };
    let hostile = state.units.iter().filter(|(_, unit)| unit.side != side);
    let meant = hostile.filter(|(name, unit)| is_meant(name, unit) && is_shelled_from(scenario, ship, unit.square));
    meant.filter(|(_, unit)| is_on_bank(unit)).map(|(name, unit)| (name.clone(), unit.square)).collect()
}

/// What is left of the shells' effect by ground and works, in a hundred.
fn cover(turn: &Turn<'_>, unit: &Unit) -> u32 {
    let (scenario, table) = (turn.scenario, &turn.scenario.tables().bombard);
    let field = scenario.field(unit.square);
    let tac = tac_of(scenario, unit);
    let ground = match scenario.terrain(unit.square).rating() {
        _ if field.city.is_some() && field.city == tac => table.city,
        0 => table.open,
        _ => table.rough,
    };
    let works = turn.state.forts.iter().filter(|fort| fort.side == unit.side && fort.front.square == unit.square);
    let level = works.filter(|fort| Some(fort.front.tac) == tac).map(|fort| fort.level).max().unwrap_or(0);
    ground * 100u32.saturating_sub(table.fort * level) / 100
}

/// Men are lost, and their side is told.
fn lose(turn: &mut Turn<'_>, side: Side, name: &str, men: u32) {
    if men == 0 {
        return;
    }
    let told = readers_of_force(turn.scenario, &turn.state, side, name);
    let Some(unit) = turn.state.units.get_mut(name) else { return };
    unit.men -= men;
    let place = turn.scenario.place_name(unit.square);
    let mut lost = men;
    if unit.men == 0 {
        // Whoever straggled has no unit to come back to.
        lost += unit.straggling();
        turn.state.units.remove(name);
        turn.gone.insert(name.to_owned(), format!("{name} was destroyed in this turn."));
    }
    turn.lose_to_enemy(side, lost);
    let item = Item::Shelled { place, name: name.to_owned(), men };
    turn.tell_fact(Fact::new(Audience::Seats(told), item));
}
