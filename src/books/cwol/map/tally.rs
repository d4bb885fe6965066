//! What reports say of the enemy in a square, counted: maps show numbers and kinds, and know of him what was written and no more.

use std::collections::BTreeMap;

use super::super::order::ForceKind;
use super::super::side::{Class, Kind};

/// Guns of works, which are no unit.
const WORKS: &str = "guns";

/// How many of each kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    counts: BTreeMap<&'static str, u32>,
}

impl Tally {
    /// Of words as `land::seen` and `river::sights` write them: "2 infantry brigades", "CSGB1, gunboat, damaged; guns of Columbus".
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut tally = Tally::default();
        let parts = words.into_iter().flat_map(|words| words.split([';', ',', ':']));
        for (code, count) in parts.filter_map(|part| counted(part.trim())) {
            *tally.counts.entry(code).or_default() += count;
        }
        tally
    }

    pub fn add(&mut self, kind: ForceKind) {
        *self.counts.entry(code(kind)).or_default() += 1;
    }

    /// Two reports of one square: what either says is there.
    pub fn with(mut self, other: &Tally) -> Self {
        for (code, count) in &other.counts {
            let known = self.counts.entry(code).or_default();
            *known = (*known).max(*count);
        }
        self
    }

    /// Units that march: all but fixed guns.
    pub fn units(&self) -> u32 {
        self.sum(Kind::ALL.iter().filter(|kind| **kind != Kind::Naval).map(|kind| kind.code()))
    }

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

fn code(kind: ForceKind) -> &'static str {
    match kind {
        ForceKind::Unit(kind) => kind.code(),
        ForceKind::Ship(class) => class.code(),
    }
}

/// "2 gunboats", "gunboat", "battery", "guns of Columbus"; nothing of names and of what state something is in.
fn counted(part: &str) -> Option<(&'static str, u32)> {
    if part.starts_with("guns of ") {
        return Some((WORKS, 1));
    }
    let number = part.split_once(' ').and_then(|(first, rest)| Some((first.parse::<u32>().ok()?, rest)));
    let (count, words) = number.unwrap_or((1, part));
    let of_units = Kind::ALL.iter().map(|kind| (kind.code(), kind.words(1), kind.words(2)));
    let of_ships = Class::ALL.iter().map(|class| (class.code(), class.words(1), class.words(2)));
    let mut known = of_units.chain(of_ships).chain([(WORKS, "battery", "batteries")]);
    let (code, ..) = known.find(|(_, one, many)| words == *one || words == *many)?;
    Some((code, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_every_kind_are_counted() {
        for kind in Kind::ALL {
            let (one, many) = (kind.words(1), format!("3 {}", kind.words(3)));
            assert_eq!(Tally::of([one]).words(|_| true), format!("1 {kind}"));
            assert_eq!(Tally::of([&many[..]]).words(|_| true), format!("3 {kind}"));
        }
        for class in Class::ALL {
            assert_eq!(Tally::of([&format!("CS{class}1, {}, damaged", class.words(1))[..]]).ships(), 1);
        }
    }

    #[test]
    fn works_are_guns_and_states_are_nothing() {
        let near = Tally::of(["CS1NB, naval battery; guns of Fort Pillow; CSGB1, gunboat, badly damaged"]);
        assert_eq!((near.batteries(), near.ships(), near.units()), (2, 1, 0));
        let far = Tally::of(["Confederate: 2 gunboats, 1 battery"]);
        assert_eq!((far.batteries(), far.warships(), far.units()), (1, 2, 0));
        let land = Tally::of(["CS1IN, infantry brigade, at full strength", "CS1AQ, army headquarters, worn out"]);
        assert_eq!((land.units(), land.has_army()), (2, true));
        assert_eq!(land.with(&far).words(|_| true), "1 IN 1 AQ 2 GB 1 guns");
    }
}
