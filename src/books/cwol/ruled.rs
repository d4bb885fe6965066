//! Rulings of the game master: they come into force, end, and are told to those who know of the thing.

use base::facts::{Audience, Fact};
use base::game::SeatSet;
use base::order::Remark;

use super::entitlement::{Section, readers};
use super::facts::contact_key;
use super::item::Item;
use super::order::{Force, Ruling};
use super::scenario::{Mended, Scenario};
use super::side::Side;
use super::state::State;

fn put<K: Ord, V>(map: &mut std::collections::BTreeMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => _ = map.insert(key, value),
        None => _ = map.remove(&key),
    }
}

/// A ruling is in force, or ends.
pub fn rule(scenario: &Scenario, state: &mut State, ruling: &Ruling) -> Result<Vec<Fact<Item>>, Remark> {
    let has_unit = |force: Force| match state.units.contains_key(&force.name()) {
        true => Ok(force.name()),
        false => Err(Remark::refused(format!("There is no {}.", force.name()))),
    };
    match ruling.clone() {
        Ruling::Siege { city, is_so } => {
            if let Some(now) = state.cities.get_mut(&city) {
                now.is_besieged = is_so;
            }
        }
        Ruling::Supply { force, is_so } => {
            let name = has_unit(force)?;
            put(&mut state.facts.supply, name, is_so);
        }
        Ruling::Contact { city, force, is_so } => {
            let key = contact_key(&has_unit(force)?, &city);
            put(&mut state.facts.contact, key, is_so);
        }
        Ruling::Presence { square, men } => put(&mut state.facts.presence, square, men),
        Ruling::Control { square, side } => put(&mut state.facts.control, square, side),
        Ruling::Link { by, from, to, is_so } => {
            state.links.retain(|step| !step.is_about(by, from, to));
            state.links.extend(is_so.map(|is_link| Mended { by, from, to, is_link }));
        }
    }
    let item = Item::Ruled { words: ruling.words(scenario), is_new: true };
    Ok(vec![Fact::new(audience(scenario, state, ruling), item)])
}

/// Who knows of it: of sieges and links everybody, of a unit its side's Secretary of War and those above him, of a river square
/// whoever reads of blockades, of who stands where nobody.
fn audience(scenario: &Scenario, state: &State, ruling: &Ruling) -> Audience {
    let land = |name: &str| match state.units.get(name) {
        Some(unit) => readers(scenario, unit.side, Section::Land),
        None => SeatSet::new(),
    };
    match ruling {
        Ruling::Siege { .. } | Ruling::Link { .. } => Audience::Everyone,
        Ruling::Supply { force, .. } | Ruling::Contact { force, .. } => Audience::Seats(land(&force.name())),
        Ruling::Presence { .. } => Audience::Seats(SeatSet::new()),
        Ruling::Control { .. } => Audience::Seats(
            Side::BOTH.into_iter().flat_map(|side| readers(scenario, side, Section::Blockade)).collect(),
        ),
    }
}

/// All that are in force, each told to those who know of it.
pub fn in_force(scenario: &Scenario, state: &State) -> Vec<Fact<Item>> {
    let facts = &state.facts;
    let force = |name: &str| Force::named(name);
    let sieges = state.cities.iter().filter(|(_, now)| now.is_besieged.is_some());
    let sieges = sieges.map(|(city, now)| Ruling::Siege { city: city.clone(), is_so: now.is_besieged });
    let supply = facts
        .supply
        .iter()
        .filter_map(|(name, is_so)| Some(Ruling::Supply { force: force(name)?, is_so: Some(*is_so) }));
    let contact = facts.contact.iter().filter_map(|(key, is_so)| {
        let (name, city) = key.split_once(' ')?;
        Some(Ruling::Contact { city: city.to_owned(), force: force(name)?, is_so: Some(*is_so) })
    });
    let presence =
        facts.presence.iter().map(|(square, men)| Ruling::Presence { square: *square, men: Some(men.clone()) });
    let control = facts.control.iter().map(|(square, side)| Ruling::Control { square: *square, side: Some(*side) });
    let links = state.links.iter().map(|step| Ruling::Link {
        by: step.by,
        from: step.from,
        to: step.to,
        is_so: Some(step.is_link),
    });
    let all = sieges.chain(supply).chain(contact).chain(presence).chain(control).chain(links);
    all.map(|ruling| {
        let item = Item::Ruled { words: ruling.words(scenario), is_new: false };
        Fact::new(audience(scenario, state, &ruling), item)
    })
    .collect()
}
