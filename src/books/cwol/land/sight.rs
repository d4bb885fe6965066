//! What a side's units see of the other side: all that is around them, as the day ends (SNNM 5.1; D-SNNM-11).

use std::collections::BTreeMap;

use board::square::Square;

use super::super::contact::is_brigade;
use super::super::order::{ForceKind, by_kind_and_number};
use super::super::price::MakeUp;
use super::super::river::square_of;
use super::super::scenario::Scenario;
use super::super::side::{Class, Kind, Side};
use super::super::state::{Ship, State, Unit};

/// What is seen in a square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub square: Square,
    /// "2 infantry brigades"; of those in an own square name and state.
    pub what: Vec<String>,
    /// The same as numbers, by the letters of kinds and classes.
    pub counts: BTreeMap<String, u32>,
    /// Units of both sides that fight are in the square.
    pub is_contact: bool,
}

/// Where somebody looks out, and how far.
pub type Outlook = (Square, u32);

/// How far each unit of a list sees.
pub fn outlooks<'a>(scenario: &Scenario, units: impl Iterator<Item = &'a Unit>) -> Vec<Outlook> {
    let land = &scenario.tables().land;
    let reach = |unit: &Unit| if unit.kind == Kind::Cavalry { land.cavalry_sight } else { land.sight };
    units.map(|unit| (unit.square, reach(unit))).collect()
}

/// Whether a square is seen from there.
pub fn is_seen(outlooks: &[Outlook], square: Square) -> bool {
    outlooks.iter().any(|(at, reach)| at.distance(square) <= *reach)
}

/// What of the other side is seen from there, square by square.
pub fn seen(scenario: &Scenario, state: &State, side: Side, outlooks: &[Outlook]) -> Vec<Seen> {
    if outlooks.is_empty() {
        return Vec::new();
    }
    let is_seen = |square: Square| is_seen(outlooks, square);
    let is_here = |square: Square| outlooks.iter().any(|(at, _)| *at == square);
    let mut squares: BTreeMap<Square, Vec<(&String, Thing<'_>)>> = BTreeMap::new();
    for (name, unit) in state.units.iter().filter(|(_, unit)| unit.side != side && is_seen(unit.square)) {
        squares.entry(unit.square).or_default().push((name, Thing::Unit(unit)));
    }
    for (name, ship) in state.ships.iter().filter(|(_, ship)| ship.side != side) {
        let Some(square) = square_of_ship(scenario, ship).filter(|square| is_seen(*square)) else { continue };
        squares.entry(square).or_default().push((name, Thing::Ship(ship)));
    }
    let rows = squares.into_iter().map(|(square, mut things)| {
        things.sort_by_cached_key(|(name, _)| by_kind_and_number(name));
        let fights = |side: Side| {
            state.units.values().any(|unit| unit.side == side && unit.square == square && is_brigade(unit.kind))
        };
        let what = if is_here(square) { near(scenario, &things) } else { far(&things) };
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        things.iter().for_each(|(_, thing)| *counts.entry(thing.kind().code().to_owned()).or_default() += 1);
        Seen { square, what, counts, is_contact: is_here(square) && fights(side) && fights(side.enemy()) }
    });
    rows.collect()
}

/// Something that is seen.
enum Thing<'a> {
    Unit(&'a Unit),
    Ship(&'a Ship),
}

impl Thing<'_> {
    fn kind(&self) -> ForceKind {
        match self {
            Thing::Unit(unit) => ForceKind::Unit(unit.kind),
            Thing::Ship(ship) => ForceKind::Ship(ship.class),
        }
    }
}

fn words(kind: ForceKind, count: u32) -> &'static str {
    match kind {
        ForceKind::Unit(kind) => kind.words(count),
        ForceKind::Ship(class) => class.words(count),
    }
}

/// In the own square: name, kind and state.
fn near(scenario: &Scenario, things: &[(&String, Thing<'_>)]) -> Vec<String> {
    let row = |(name, thing): &(&String, Thing<'_>)| {
        let state = match thing {
            Thing::Unit(unit) => strength_words(scenario, unit),
            Thing::Ship(ship) => damage_words(ship),
        };
        format!("{name}, {}, {state}", words(thing.kind(), 1))
    };
    things.iter().map(row).collect()
}

/// Farther off: kinds and how many.
fn far(things: &[(&String, Thing<'_>)]) -> Vec<String> {
    let units = Kind::ALL.iter().map(|kind| ForceKind::Unit(*kind));
    let kinds = units.chain(Class::ALL.iter().map(|class| ForceKind::Ship(*class)));
    let counted = kinds.filter_map(|kind| {
        let count = things.iter().filter(|(_, thing)| thing.kind() == kind).count();
        let count = u32::try_from(count).ok().filter(|count| *count > 0)?;
        Some(format!("{count} {}", words(kind, count)))
    });
    counted.collect()
}

/// House: in tenths of what it would be with all its men.
fn strength_words(scenario: &Scenario, unit: &Unit) -> &'static str {
    let full = MakeUp { kind: unit.kind, regiments: unit.regiments, batteries: unit.batteries }.men(scenario).max(1);
    match unit.men * 10 / full {
        9.. => "at full strength",
        6..=8 => "weakened",
        _ => "worn out",
    }
}

fn damage_words(ship: &Ship) -> &'static str {
    match ship.damage {
        0 => "whole",
        1..=2 => "damaged",
        _ => "badly damaged",
    }
}

/// In a port's harbour its square, off it that of its waters; nobody on land sees what is at sea. Ships on rivers are told of with all
/// that is seen there (`river/sight.rs`), and not twice.
fn square_of_ship(scenario: &Scenario, ship: &Ship) -> Option<Square> {
    if square_of(scenario, ship).is_some() {
        return None;
    }
    match &ship.off {
        None => scenario.city(&ship.port).map(|city| city.square),
        Some(off) if off.is_at_sea => None,
        Some(off) => scenario.waters(&off.port).and_then(|row| row.waters.parse().ok()),
    }
}
