//! The standing facts of a game with the briefs that were made of them: each reader's is made once, for every letter of a
//! phase asks it again.

use std::fmt;
use std::ops::Deref;
use std::sync::Mutex;

use super::{Brief, Fact, Viewer, brief};

/// The most briefs that are kept. A game has fewer readers; nobody's curiosity fills the memory.
const MOST_KEPT: usize = 64;

/// Facts that stay the same until the next phase or the next edit.
pub struct StandingFacts<T> {
    facts: Vec<Fact<T>>,
    briefs: Mutex<Vec<Brief<T>>>,
}

impl<T> StandingFacts<T> {
    /// What `viewer` may know of these facts: see [`brief`]. What is concluded from it is kept with it.
    pub fn brief(&self, viewer: Viewer) -> Brief<T> {
        let mut briefs = self.briefs.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(kept) = briefs.iter().find(|kept| kept.viewer() == &viewer) {
            return kept.clone();
        }
        let made = brief(viewer, &self.facts);
        if briefs.len() < MOST_KEPT {
            briefs.push(made.clone());
        }
        made
    }
}

impl<T> From<Vec<Fact<T>>> for StandingFacts<T> {
    fn from(facts: Vec<Fact<T>>) -> Self {
        Self { facts, briefs: Mutex::default() }
    }
}

impl<T> Default for StandingFacts<T> {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl<T> Deref for StandingFacts<T> {
    type Target = [Fact<T>];

    fn deref(&self) -> &[Fact<T>] {
        &self.facts
    }
}

impl<T: PartialEq> PartialEq for StandingFacts<T> {
    fn eq(&self, other: &Self) -> bool {
        self.facts == other.facts
    }
}

impl<T: fmt::Debug> fmt::Debug for StandingFacts<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.facts.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use crate::facts::Audience;
    use crate::game::SeatId;

    use super::*;

    #[test]
    fn each_reader_has_a_brief_of_his_own_and_what_was_read_of_it_is_read_once() {
        let [east, west] = ["east", "west"].map(|seat| SeatId::parse(seat).expect("a seat"));
        let fact = |seat, item| Fact::new(Audience::seat(seat), item);
        let standing = StandingFacts::from(vec![fact(&east, "1"), fact(&west, "2")]);
        let mut reads = 0;
        for _ in 0..2 {
            for (seat, own) in [(&east, 1), (&west, 2)] {
                let told = standing.brief(Viewer::vacant(seat));
                let read = told.try_read(|text| {
                    reads += 1;
                    text.parse::<u32>()
                });
                assert_eq!(read.expect("numbers").items(), [own]);
            }
        }
        assert_eq!(reads, 2);
    }
}
