//! What is in a square, counted: maps show numbers and kinds, and know of the enemy what his sights count and no more.

use std::collections::BTreeMap;

use super::super::order::ForceKind;
use super::super::river::WORKS;
use super::super::side::{Class, Kind};

/// How many of each kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    counts: BTreeMap<String, u32>,
}

impl Tally {
    /// Of what a sight counts.
    pub fn of(counts: &BTreeMap<String, u32>) -> Self {
        Tally { counts: counts.clone() }
    }

    /// Counts one more of a kind.
    pub fn add(&mut self, kind: ForceKind) {
        *self.counts.entry(kind.code().to_owned()).or_default() += 1;
    }

    /// Two reports of one square: what either says is there.
    pub fn with(mut self, other: &Tally) -> Self {
        for (code, count) in &other.counts {
            let known = self.counts.entry(code.clone()).or_default();
            *known = (*known).max(*count);
        }
        self
    }

    /// Units that march: all but fixed guns.
    pub fn units(&self) -> u32 {
        self.sum(Kind::ALL.iter().filter(|kind| **kind != Kind::Naval).map(|kind| kind.code()))
    }

    /// How many ships there are of all classes.
    pub fn ships(&self) -> u32 {
        self.sum(Class::ALL.iter().map(|class| class.code()))
    }

    /// Ships that hold a square: all but transports.
    pub fn warships(&self) -> u32 {
        self.sum(Class::ALL.iter().filter(|class| !class.is_group()).map(|class| class.code()))
    }

    /// Naval batteries, and guns of works.
    pub fn batteries(&self) -> u32 {
        self.sum([Kind::Naval.code(), WORKS].into_iter())
    }

    /// Whether the headquarters of an army is there.
    pub fn has_army(&self) -> bool {
        self.counts.contains_key(Kind::Army.code())
    }

    /// "2 IN 1 CV", of those kinds that are meant.
    pub fn words(&self, is_meant: impl Fn(&str) -> bool) -> String {
        let kinds = Kind::ALL.iter().map(|kind| kind.code()).chain(Class::ALL.iter().map(|class| class.code()));
        let there = kinds.chain([WORKS]).filter(|code| is_meant(code));
        let counted = there.filter_map(|code| Some(format!("{} {code}", self.counts.get(code)?)));
        counted.collect::<Vec<_>>().join(" ")
    }

    fn sum<'a>(&self, codes: impl Iterator<Item = &'a str>) -> u32 {
        codes.filter_map(|code| self.counts.get(code)).sum()
    }
}

/// Whether a code is that of a unit that marches.
pub fn is_unit(code: &str) -> bool {
    code != Kind::Naval.code() && Kind::ALL.iter().any(|kind| kind.code() == code)
}

/// Whether a code is that of a ship.
pub fn is_ship(code: &str) -> bool {
    Class::ALL.iter().any(|class| class.code() == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(counts: &[(&str, u32)]) -> Tally {
        Tally::of(&counts.iter().map(|(code, count)| ((*code).to_owned(), *count)).collect())
    }

    #[test]
    fn everything_that_is_counted_is_a_unit_a_ship_or_guns() {
        for kind in Kind::ALL {
            let own = tally(&[(kind.code(), 3)]);
            assert_eq!(own.units() + own.batteries(), 3);
            assert_eq!(own.words(|_| true), format!("3 {kind}"));
        }
        for class in Class::ALL {
            assert_eq!(tally(&[(class.code(), 2)]).ships(), 2);
        }
        assert_eq!(tally(&[(WORKS, 1), ("NB", 1), ("GB", 2), ("RT", 1)]).batteries(), 2);
        assert_eq!(tally(&[(WORKS, 1), ("NB", 1), ("GB", 2), ("RT", 1)]).warships(), 2);
    }

    #[test]
    fn of_two_reports_of_one_square_what_either_says_is_there() {
        let (land, far) = (tally(&[("IN", 1), ("AQ", 1)]), tally(&[("GB", 2), (WORKS, 1), ("IN", 1)]));
        assert_eq!((land.units(), land.has_army()), (2, true));
        assert_eq!(land.with(&far).words(|_| true), "1 IN 1 AQ 2 GB 1 guns");
    }
}
