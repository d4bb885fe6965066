//! Whose each square of a river is as far as a reader knows (SNNM 8.2): by what everybody knows, then by what he was told, then by
//! what he sees now.

use std::collections::BTreeMap;

use base::facts::Brief;
use board::Net;
use board::square::Square;

use super::super::item::Item;
use super::super::order::ForceKind;
use super::super::river::of_city;
use super::super::scenario::Scenario;
use super::super::side::{Kind, Side};
use super::known::Known;
use super::tally::Tally;

/// Whose each square is; of those that are not there he knows nobody, or knows that they are nobody's.
pub fn held(scenario: &Scenario, known: Option<&Known>, brief: &Brief<Item>) -> BTreeMap<Square, Side> {
    let holders = holders(scenario, brief);
    let mended = mended(scenario, brief);
    let net = mended.as_ref().unwrap_or(&scenario.rivers.net);
    let of_city = |square| of_city(scenario, |id| holders.get(id).copied(), square);
    let mut held: BTreeMap<Square, Side> =
        net.squares().filter_map(|square| Some((square, of_city(square)?))).collect();
    let told = |is_ruled: bool| {
        let items = brief.items().iter().filter_map(move |item| match item {
            Item::Rivers { is_ruled: ruled, rows } if *ruled == is_ruled => Some(rows),
            _ => None,
        });
        items.flatten()
    };
    let of_enemy = |known: &Known, sights: &BTreeMap<Square, Tally>, holds: fn(&Tally) -> u32| {
        let hostile = sights.iter().filter(|(square, tally)| holds(tally) > 0 && net.has(**square));
        hostile.map(|(square, _)| (*square, known.side.enemy())).collect::<Vec<_>>()
    };
    // Ships that were there may have gone, and what was told is later; guns stay.
    if let Some(known) = known {
        held.extend(of_enemy(known, &known.seen_before, Tally::warships));
    }
    held.extend(told(false).filter_map(|row| Some((row.square, row.holder?))));
    if let Some(known) = known {
        held.extend(of_enemy(known, &known.seen_before, Tally::batteries));
        held.extend(of_enemy(known, &known.seen, |tally| tally.warships() + tally.batteries()));
        held.extend(own_squares(net, known).map(|square| (square, known.side)));
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

/// The rivers with the links that the game master added and cut: everybody knows.
fn mended(scenario: &Scenario, brief: &Brief<Item>) -> Option<Net> {
    let links = brief.items().iter().find_map(|item| if let Item::Links { rows } = item { Some(rows) } else { None });
    scenario.rivers.mended(links?)
}

/// Own batteries and warships hold their squares, also where the enemy is, as long as nothing is told of it.
fn own_squares<'a>(net: &'a Net, known: &'a Known) -> impl Iterator<Item = Square> + 'a {
    let holds = |kind: ForceKind| match kind {
        ForceKind::Unit(kind) => kind == Kind::Naval,
        ForceKind::Ship(class) => !class.is_group(),
    };
    let own = known.own.iter().filter(move |own| own.is_active && holds(own.kind)).map(|own| own.square);
    own.filter(|square| net.has(*square))
}
