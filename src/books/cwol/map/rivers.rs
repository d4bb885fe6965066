//! Whose each square of a river is as far as a reader knows (SNNM 8.2): by what everybody knows, then by what he was told, then by
//! what he sees now.

use std::collections::BTreeMap;

use base::facts::Brief;
use board::square::Square;

use super::super::item::Item;
use super::super::order::ForceKind;
use super::super::scenario::Scenario;
use super::super::side::{Kind, Side};
use super::known::Known;

/// Whose each square is; of those that are not there he knows nobody, or knows that they are nobody's.
pub fn held(scenario: &Scenario, known: Option<&Known>, brief: &Brief<Item>) -> BTreeMap<Square, Side> {
    let holders = holders(scenario, brief);
    let squares = scenario.rivers.net.squares();
    let mut held: BTreeMap<Square, Side> =
        squares.filter_map(|square| Some((square, by_city(scenario, &holders, square)?))).collect();
    let told = |is_ruled: bool| {
        let items = brief.items().iter().filter_map(move |item| match item {
            Item::Rivers { is_ruled: ruled, rows } if *ruled == is_ruled => Some(rows),
            _ => None,
        });
        items.flatten()
    };
    held.extend(told(false).filter_map(|row| Some((row.square, row.holder?))));
    if let Some(known) = known {
        seen(scenario, known, &mut held);
    }
    // The game master's word goes before all that follows from where ships are.
    for row in told(true) {
        match row.holder {
            Some(side) => _ = held.insert(row.square, side),
            None => _ = held.remove(&row.square),
        }
    }
    held
}

/// Who holds each city: everybody knows.
pub fn holders(scenario: &Scenario, brief: &Brief<Item>) -> BTreeMap<String, Side> {
    let told = brief.items().iter().find_map(|item| if let Item::Cities { rows } = item { Some(rows) } else { None });
    let Some(rows) = told else {
        let opening = scenario.given.cities.iter();
        return opening.filter_map(|city| Some((city.id.clone(), city.held_by?))).collect();
    };
    let side = |code: &str| Side::BOTH.into_iter().find(|side| side.code() == code);
    rows.iter().filter_map(|row| Some((row.id.clone(), side(row.holder.as_deref()?)?))).collect()
}

/// As long as no warship has been there: of whoever holds the nearest city by the river, if no other is as near.
fn by_city(scenario: &Scenario, holders: &BTreeMap<String, Side>, square: Square) -> Option<Side> {
    let mut sides = scenario.nearest_by_river(square).map(|city| holders.get(&city.id).copied());
    let first = sides.next()??;
    sides.all(|side| side == Some(first)).then_some(first)
}

/// Own batteries and warships hold their squares, and so do those of the enemy where none of one's own is, as long as they are told.
fn seen(scenario: &Scenario, known: &Known, held: &mut BTreeMap<Square, Side>) {
    let is_river = |square: &Square| scenario.rivers.net.has(*square);
    let holds = |kind: ForceKind| match kind {
        ForceKind::Unit(kind) => kind == Kind::Naval,
        ForceKind::Ship(class) => !class.is_group(),
    };
    let own = known.own.iter().filter(|own| own.is_active && holds(own.kind)).map(|own| own.square);
    let own: Vec<Square> = own.filter(is_river).collect();
    let sights = known.seen_before.iter().chain(&known.seen);
    let hostile = sights.filter(|(square, tally)| {
        tally.warships() + tally.batteries() > 0 && is_river(square) && !own.contains(square)
    });
    held.extend(hostile.map(|(square, _)| (*square, known.side.enemy())));
    held.extend(own.iter().map(|square| (*square, known.side)));
}
