//! Militia that rises in a city the enemy holds: its chance against the garrison, what becomes of its men, and how
//! often it may be tried. Knows no city; the conditions of an attempt are the book's, and so are the dice.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::amount::{Rounding, Share};

/// What a rising goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rising {
    /// A garrison of so many men cannot be driven out.
    pub hopeless: u32,
    /// The share of its men who return to their pool when it fails.
    pub returning: Share,
}

/// How one rising ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The city is taken.
    Taken,
    /// It failed; so many men return to their pool, the others are lost.
    Failed {
        /// Men who return.
        back: u32,
        /// Men who are lost.
        lost: u32,
    },
}

impl Rising {
    /// The chance against a garrison, multiplied by what the case calls for: all of it, or half against one's own
    /// nation.
    pub fn chance(&self, garrison: u32, factor: Share) -> Share {
        let hopeless = i64::from(self.hopeless);
        let part = (hopeless - i64::from(garrison)).max(0).saturating_mul(factor.part);
        Share::new(part, hopeless.max(1).saturating_mul(factor.whole))
    }

    /// Throws for a rising of so many men, unless it is certain or hopeless. A die of so many sides shows one to that number.
    pub fn attempt(&self, men: u32, chance: Share, die: impl FnOnce(u32) -> u32) -> Outcome {
        let sides = u32::try_from(chance.whole).unwrap_or(u32::MAX);
        let is_taken = match chance.part {
            part if part >= chance.whole => true,
            0 => false,
            part => i64::from(die(sides)) <= part,
        };
        if is_taken {
            return Outcome::Taken;
        }
        let back = u32::try_from(self.returning.of_count(u64::from(men), Rounding::Down)).unwrap_or(men).min(men);
        Outcome::Failed { back, lost: men - back }
    }
}

/// Which attempts were made since the campaign began: one for whatever the book says may be tried once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent, bound(deserialize = "K: Ord + Deserialize<'de>"))]
pub struct Attempts<K: Ord>(BTreeSet<K>);

impl<K: Ord> Attempts<K> {
    /// Whether it was tried already.
    pub fn was_made(&self, what: &K) -> bool {
        self.0.contains(what)
    }

    /// Notes an attempt; whether it was the first.
    pub fn make(&mut self, what: K) -> bool {
        self.0.insert(what)
    }

    /// A campaign begins: everything may be tried again.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<K: Ord> Default for Attempts<K> {
    fn default() -> Self {
        Self(BTreeSet::new())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RISING: Rising = Rising { hopeless: 8000, returning: Share::new(1, 2) };

    #[test]
    fn slag_5_3c_the_chance_falls_with_the_garrison_and_without_one_it_is_certain() {
        let percent = |garrison| RISING.chance(garrison, Share::ALL).of(100, Rounding::Down);
        assert_eq!([0, 2000, 7999, 8000, 9000].map(percent), [100, 75, 0, 0, 0]);
        let chance = RISING.chance(2000, Share::ALL);
        assert_eq!([6000, 6001].map(|shown| RISING.attempt(1000, chance, |_| shown) == Outcome::Taken), [true, false]);
        assert_eq!(RISING.attempt(1501, chance, |sides| sides), Outcome::Failed { back: 750, lost: 751 });
        assert_eq!(RISING.attempt(500, RISING.chance(0, Share::ALL), |sides| sides), Outcome::Taken);
    }

    #[test]
    fn slag_5_3e_a_city_is_tried_once_in_a_campaign() {
        let mut attempts = Attempts::default();
        assert_eq!(
            (attempts.make("Nashville"), attempts.make("Nashville"), attempts.make("Memphis")),
            (true, false, true)
        );
        attempts.clear();
        assert!(!attempts.was_made(&"Nashville"));
    }

    #[test]
    fn sow_4_3i_against_a_holder_of_the_same_nation_the_chance_is_half() {
        let half = RISING.chance(2000, Share::new(1, 2));
        assert_eq!(half.of(1000, Rounding::Down), 375);
        assert_eq!([6000, 6001].map(|shown| RISING.attempt(1600, half, |_| shown) == Outcome::Taken), [true, false]);
        assert_eq!(RISING.chance(0, Share::new(1, 2)).of(100, Rounding::Down), 50);
    }

    #[test]
    fn sow_4_3k_each_state_tries_a_city_once() {
        let mut attempts = Attempts::default();
        assert!(attempts.make(("Breslau", "Prussia")) && attempts.make(("Breslau", "Austria")));
        assert!(attempts.was_made(&("Breslau", "Prussia")) && !attempts.make(("Breslau", "Prussia")));
    }

    proptest! {
        #[test]
        fn no_man_comes_of_a_rising_who_was_not_in_it(
            men in 0..5_000_u32, garrison in 0..10_000_u32, shown in 1..=8_000_u32,
        ) {
            let chance = RISING.chance(garrison, Share::ALL);
            match RISING.attempt(men, chance, |sides| shown.min(sides)) {
                Outcome::Failed { back, lost } => prop_assert_eq!(back + lost, men),
                Outcome::Taken => prop_assert!(garrison < 8000),
            }
        }
    }
}
