//! Enemy troops that march through sight and leave it (C4.6, D21). Follows marches, tells nothing of what nobody saw.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use base::facts::Fact;
use board::{Direction, Hex};

use super::super::audience;
use super::super::item::Item;
use super::super::scenario::{BySide, Scenario, Side};
use super::super::sight::Lookout;
use super::super::state::State;
use super::field::Field;

/// Marching troops as the other side saw them.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Track {
    side: Side,
    sp: u32,
    at: Hex,
    first: u32,
    last: u32,
    seen: Vec<Hex>,
    heading: Option<Direction>,
}

/// All marches of a sub-turn that were seen.
#[derive(Debug, Clone, Default)]
pub struct Passing {
    tracks: Vec<Track>,
}

impl Passing {
    /// Follows a march over `path`, the origin first; `lookout` is that of its enemies as it was when it began.
    pub fn follow(&mut self, lookout: &Lookout<'_>, side: Side, sp: u32, pulse: u32, path: &[Hex]) {
        let (Some(origin), Some(end)) = (path.first(), path.last()) else {
            return;
        };
        if sp == 0 || path.len() < 2 {
            return;
        }
        let seen: BTreeSet<Hex> = path.iter().copied().filter(|hex| lookout.sees(*hex)).collect();
        let known = self.tracks.iter().position(|track| track.side == side && track.at == *origin);
        if seen.is_empty() && known.is_none() {
            return;
        }
        let fresh = Track { side, sp, at: *origin, first: pulse, last: pulse, seen: Vec::new(), heading: None };
        let mut track = known.map_or(fresh, |at| self.tracks.remove(at));
        (track.at, track.sp) = (*end, track.sp.max(sp));
        track.note_all(path, &seen, pulse);
        self.tracks.push(track);
    }

    /// What is told at the end: of troops that were seen and are not any more.
    pub fn told(&self, scenario: &Scenario, state: &State, field: &Field) -> Vec<Fact<Item>> {
        let lookouts: BySide<OnceCell<Lookout<'_>>> = BySide::default();
        let lookout = |viewer: Side| lookouts[viewer].get_or_init(|| Lookout::of(scenario, state, viewer));
        let gone = self.tracks.iter().filter(|track| {
            field.has_troops(track.side, track.at)
                && !track.seen.is_empty()
                && !lookout(track.side.enemy()).sees(track.at)
        });
        gone.map(|track| {
            let item = Item::Passed {
                side: track.side,
                from_pulse: track.first,
                to_pulse: track.last,
                class: scenario.tables.size_class(track.sp),
                hexes: track.seen.clone(),
                heading: track.heading.map_or(String::new(), |heading| heading.to_string()),
            };
            Fact::new(audience::side(scenario, track.side.enemy()), item)
        })
        .collect()
    }
}

impl Track {
    fn note_all(&mut self, path: &[Hex], seen: &BTreeSet<Hex>, pulse: u32) {
        for (at, hex) in path.iter().enumerate().filter(|(_, hex)| seen.contains(hex)) {
            self.note(*hex, pulse);
            if let Some(next) = path.get(at + 1) {
                self.heading = hex.direction_to(*next);
            }
        }
    }

    fn note(&mut self, hex: Hex, pulse: u32) {
        if self.seen.is_empty() {
            self.first = pulse;
        }
        self.last = pulse;
        if self.seen.last() != Some(&hex) {
            self.seen.push(hex);
        }
    }
}
