//! Guns on the banks (SNNM 7.1, D-SNNM-19): naval batteries in place, and the works that stood at a site from the start.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use board::square::Square;
use board::tactical::Tac;

use super::super::order::{Force, by_kind_and_number};
use super::super::scenario::Scenario;
use super::super::side::{Kind, Side};
use super::super::state::{State, Unit};
use super::super::turn::tac_of;

/// Old works among what is counted, which are no unit.
pub const WORKS: &str = "guns";

/// A river battery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Battery {
    /// The name of its unit, or the square of the works: what its hits are counted by.
    pub key: String,
    pub side: Side,
    pub square: Square,
    /// That of the ground it stands on: 100, 200 or 300.
    pub height: u32,
    /// What it counts when it is whole.
    pub whole: u32,
    pub hits: u32,
    /// Of a naval battery; of works none.
    pub batteries: u32,
}

/// How many thirds of the hits that destroy a naval battery it has taken: each costs a third of its men and guns.
pub fn thirds(hits: u32, bears: u32) -> u32 {
    (hits.min(bears) * 3 / bears.max(1)).min(3)
}

/// What is left of so many, men or guns, when so many thirds are lost, `before` of which were lost already; the last of them takes
/// nothing, for then the battery is destroyed.
pub fn left_of(count: u32, before: u32, lost: u32) -> u32 {
    (before..lost.min(2)).fold(count, |left, done| left - left / (3 - done))
}

impl Battery {
    /// What it counts now; 0: it is destroyed.
    pub fn strength(&self, scenario: &Scenario) -> u32 {
        match self.hits {
            hits if hits >= self.bears(scenario) => 0,
            hits if self.halved(scenario).is_some_and(|halved| hits >= halved) => self.whole / 2,
            _ => self.whole,
        }
    }

    /// Hits after which it counts half; none: a naval battery, which loses men and guns instead.
    pub fn halved(&self, scenario: &Scenario) -> Option<u32> {
        self.is_works().then(|| scenario.tables().battery.damaged * (self.height / 100))
    }

    /// Works that stood there from the start, and no naval battery.
    pub fn is_works(&self) -> bool {
        Force::named(&self.key).is_none()
    }

    /// It counts no more than there is room for.
    fn keep_within(&mut self, scenario: &Scenario, room: u32) {
        let (counts, share) = (self.strength(scenario), self.whole / self.strength(scenario).max(1));
        if counts > room {
            self.whole = room * share;
        }
    }

    /// "CS1NB, naval battery", "guns of Fort Pillow".
    pub fn words(&self, scenario: &Scenario) -> String {
        match scenario.site(self.square).filter(|_| self.is_works()) {
            Some(site) => format!("guns of {}", site.name),
            None => format!("{}, {}", self.key, Kind::Naval.words(1)),
        }
    }

    /// Hits that destroy it.
    pub fn bears(&self, scenario: &Scenario) -> u32 {
        scenario.tables().battery.destroyed * (self.height / 100)
    }
}

/// The batteries that are not destroyed, by their squares.
pub fn batteries(scenario: &Scenario, state: &State) -> Vec<Battery> {
    let hits = |key: &str| state.river.hits.get(key).copied().unwrap_or(0);
    let naval = state.units.iter().filter(|(_, unit)| is_in_place(scenario, state, unit)).map(|(name, unit)| {
        let height = scenario.height(unit.square);
        let whole =
            height * unit.batteries.min(scenario.tables().battery.whole) / scenario.tables().battery.whole.max(1);
        let (square, batteries) = (unit.square, unit.batteries);
        Battery { key: name.clone(), side: unit.side, square, height, whole, hits: hits(name), batteries }
    });
    let mut all: Vec<Battery> =
        naval.chain(works(scenario, state)).filter(|battery| battery.strength(scenario) > 0).collect();
    share_banks(scenario, state, &mut all);
    all.sort_by(|one, other| (one.square, &one.key).cmp(&(other.square, &other.key)));
    all
}

/// The old works of all sites, those that are destroyed among them.
pub fn works<'a>(scenario: &'a Scenario, state: &'a State) -> impl Iterator<Item = Battery> + 'a {
    scenario.sites().filter_map(|site| {
        let (key, square, height) = (site.square.to_string(), site.square, site.strength);
        let side = state.river.works.get(&square).copied().or(site.works)?;
        let hits = state.river.hits.get(&key).copied().unwrap_or(0);
        Some(Battery { key, side, square, height, whole: height, hits, batteries: 0 })
    })
}

/// D-SNNM-19: on one bank of a square a side's batteries count no more together than one whole one, the strongest first; who is left
/// without anything to count has no part in it.
fn share_banks(scenario: &Scenario, state: &State, all: &mut Vec<Battery>) {
    let is_alone = |battery: &Battery, all: &[Battery]| {
        all.iter().filter(|other| (other.square, other.side) == (battery.square, battery.side)).count() == 1
    };
    if all.iter().all(|battery| is_alone(battery, all)) {
        return;
    }
    all.sort_by_cached_key(|battery| (Reverse(battery.strength(scenario)), by_kind_and_number(&battery.key)));
    let mut room: BTreeMap<(Square, Side, Option<Tac>), u32> = BTreeMap::new();
    for battery in all.iter_mut() {
        let at = state.units.get(&battery.key).and_then(|unit| tac_of(scenario, unit));
        let bank = (battery.square, battery.side, scenario.bank(battery.square, at));
        let left = room.entry(bank).or_insert(battery.height);
        battery.keep_within(scenario, *left);
        *left -= battery.strength(scenario);
    }
    all.retain(|battery| battery.strength(scenario) > 0);
}

fn is_in_place(scenario: &Scenario, state: &State, unit: &Unit) -> bool {
    unit.kind == Kind::Naval && unit.is_active && scenario.rivers.has(unit.square, &state.links)
}
