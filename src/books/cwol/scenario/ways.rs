//! How far it is from city to city by rail and by river, in squares.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::document::{By, Document};

/// All links.
#[derive(Debug, Default)]
pub struct Ways {
    links: BTreeMap<(By, String), Vec<(String, u32)>>,
}

impl Ways {
    pub(super) fn of(given: &Document) -> Result<Ways, String> {
        let cities = given.cities.iter().map(|city| city.id.as_str());
        let known: BTreeSet<&str> = cities.chain(given.places.iter().map(|place| place.id.as_str())).collect();
        let mut ways = Ways::default();
        for link in &given.links {
            for (from, to) in [(&link.from, &link.to), (&link.to, &link.from)] {
                if !known.contains(from.as_str()) {
                    return Err(format!("a link leads to {from}, which is no place"));
                }
                ways.links.entry((link.by, from.clone())).or_default().push((to.clone(), link.squares));
            }
        }
        Ok(ways)
    }

    /// Every place that is at most so many squares away, by one kind of link, with how many; ways lead through what is open alone.
    pub fn within(&self, by: By, from: &str, most: u32, is_open: impl Fn(&str) -> bool) -> BTreeMap<String, u32> {
        let mut found = BTreeMap::new();
        let mut next = BinaryHeap::from([Reverse((0, from.to_owned()))]);
        while let Some(Reverse((squares, place))) = next.pop() {
            if found.contains_key(&place) {
                continue;
            }
            if place != from && !is_open(&place) {
                found.insert(place, squares);
                continue;
            }
            for (neighbour, more) in self.links.get(&(by, place.clone())).into_iter().flatten() {
                if squares + more <= most {
                    next.push(Reverse((squares + more, neighbour.clone())));
                }
            }
            found.insert(place, squares);
        }
        found
    }

    /// Whether one place is at most so many squares from another.
    pub fn links(&self, by: By, from: &str, to: &str, most: u32, is_open: impl Fn(&str) -> bool) -> bool {
        self.within(by, from, most, is_open).contains_key(to)
    }
}
