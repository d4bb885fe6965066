//! The sea areas of a scenario: what they may not be.

use std::collections::{BTreeMap, BTreeSet};

use super::document::{Document, PortKind, Sea};

/// Whether areas join, and ports lie on them; each complaint names the line. A scenario without sea areas has ships that lie where they are.
pub(super) fn check(given: &Document) -> Result<(), String> {
    if given.seas.is_empty() {
        return Ok(());
    }
    let mut areas: BTreeMap<&str, &Sea> = BTreeMap::new();
    for (line, sea) in given.seas.iter().enumerate() {
        if areas.insert(&sea.name, sea).is_some() {
            return Err(format!("seas, line {}: {} stands there twice", line + 1, sea.name));
        }
    }
    are_linked(given, &areas)?;
    are_joined(given, &areas)?;
    ports_lie_on(given, &areas)
}

/// Who leads to a neighbour is led back to by it.
fn are_linked(given: &Document, areas: &BTreeMap<&str, &Sea>) -> Result<(), String> {
    for (line, sea) in given.seas.iter().enumerate() {
        for next in &sea.to {
            let back = areas.get(next.as_str()).map(|other| other.to.contains(&sea.name));
            let wrong = match back {
                Some(true) => continue,
                Some(false) => "which does not lead back",
                None => "which is no sea area",
            };
            return Err(format!("seas, line {}: {} leads to {next}, {wrong}", line + 1, sea.name));
        }
    }
    Ok(())
}

/// All of them are one sea.
fn are_joined(given: &Document, areas: &BTreeMap<&str, &Sea>) -> Result<(), String> {
    let Some(first) = given.seas.first() else { return Ok(()) };
    let (mut reached, mut open) = (BTreeSet::from([first.name.as_str()]), vec![first]);
    while let Some(sea) = open.pop() {
        let fresh = sea.to.iter().filter_map(|next| areas.get(next.as_str()));
        open.extend(fresh.filter(|next| reached.insert(next.name.as_str())));
    }
    match given.seas.iter().position(|sea| !reached.contains(sea.name.as_str())) {
        Some(line) => {
            Err(format!("seas, line {}: no way leads from {} to {}", line + 1, first.name, given.seas[line].name))
        }
        None => Ok(()),
    }
}

/// Each waters lie on one sea area, and each ocean port has its waters.
fn ports_lie_on(given: &Document, areas: &BTreeMap<&str, &Sea>) -> Result<(), String> {
    let mut seas: BTreeMap<&str, &str> = BTreeMap::new();
    for (line, row) in given.waters.iter().enumerate() {
        if !areas.contains_key(row.sea.as_str()) {
            return Err(format!("waters, line {}: {} lies on {}, which is no sea area", line + 1, row.port, row.sea));
        }
        let sea = *seas.entry(&row.waters).or_insert(&row.sea);
        if sea != row.sea {
            let (port, waters) = (&row.port, &row.waters);
            return Err(format!("waters, line {}: {waters} off {port} lies on {} and on {sea}", line + 1, row.sea));
        }
    }
    let has_waters = |port: &str| given.waters.iter().any(|row| row.port == port);
    match given.cities.iter().find(|city| city.port == Some(PortKind::Ocean) && !has_waters(&city.id)) {
        Some(city) => Err(format!("cities: {} is an ocean port, and no waters lie before it", city.id)),
        None => Ok(()),
    }
}
