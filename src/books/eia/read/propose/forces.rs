//! Entries of the game master that count: forces on the map, and running numbers.

use super::entries::nearest_power;
use super::parts::{Finding, Word};
use crate::order::{Entry, ForceCount, Holder, Tally};
use crate::power::Power;
use reader::loose::Kind;

/// A noun of what is maintained.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Force {
    Corps,
    Fleet,
    AtSea,
    Depot,
}

fn force_of(word: &Word<'_, '_>) -> Option<Force> {
    let nouns = [
        (Force::Corps, &["corps", "corp"][..]),
        (Force::Fleet, &["fleets", "fleet", "port", "harbour", "ports"]),
        (Force::AtSea, &["sea"]),
        (Force::Depot, &["depots", "depot"]),
    ];
    nouns.iter().find(|(_, words)| word.is_one_of(words)).map(|(force, _)| *force)
}

impl Finding<'_, '_> {
    /// Forces of each power that the clause names; the noun stands before or behind its number, or once at the head.
    pub fn forces(&self) -> Vec<Entry> {
        const PLAYER: &[&str] = &[
            "counter",
            "counters",
            "marker",
            "markers",
            "buy",
            "build",
            "new",
            "more",
            "please",
            "name",
            "up",
            "levy",
            "loses",
            "lost",
            "refill",
            "purchases",
            "convert",
            "want",
            "raise",
            "get",
        ];
        let lists = self.says(&["depot", "depots", "map", "sea", "harbour", "forces", "port"])
            || self.tokens.iter().any(|token| matches!(token.kind, Kind::Sign(':')))
            || self.says(&["has", "have", "now"]);
        let from_counters = self.says(&["counters"]) && self.says(&["depots", "sea"]);
        if self.says(PLAYER) && !from_counters
            || !lists
            || self.is_denied
            || self.says(&["money", "cavalry", "infantry", "inf", "ship", "ships"])
        {
            return Vec::new();
        }
        let holders = self.holders();
        let mut counted: Vec<(Holder, ForceCount)> = Vec::new();
        for (at, number) in self.tokens.iter().enumerate().filter_map(|(at, token)| Some((at, token.number()?))) {
            let Some(holder) = holders
                .iter()
                .rev()
                .find(|(index, _)| *index < at)
                .or(holders.first())
                .map(|(_, holder)| holder.clone())
            else {
                continue;
            };
            let Some(force) = self.force_near(at) else { continue };
            let place = counted.iter().position(|(known, _)| *known == holder).unwrap_or(counted.len());
            if place == counted.len() {
                counted.push((holder, ForceCount::default()));
            }
            let count = &mut counted[place].1;
            let field = match force {
                Force::Corps => &mut count.corps,
                Force::Fleet => &mut count.fleets_in_port,
                Force::AtSea => &mut count.fleets_at_sea,
                Force::Depot => &mut count.depots,
            };
            *field = Some(number);
        }
        counted.into_iter().map(|(of, count)| Entry::Forces { of, count }).collect()
    }

    fn holders(&self) -> Vec<(usize, Holder)> {
        let holder = |name: &reader::loose::Placed<&crate::scenario::Meaning>| {
            let minor = name.named.minors(&self.scenario.map).next().map(|minor| Holder::Minor(minor.to_owned()));
            Some((name.index, name.named.power.map(Holder::Power).or(minor)?))
        };
        self.names.iter().filter_map(holder).collect()
    }

    /// The noun of a number: behind it up to the next break, else before it, else at the head of the clause.
    fn force_near(&self, at: usize) -> Option<Force> {
        let is_break = |token: &&Word<'_, '_>| {
            !matches!(token.kind, Kind::Sign(',' | '/' | ';' | '.') | Kind::Number(_) | Kind::Name(_))
                && !token.is_one_of(&["and"])
        };
        let behind: Vec<Force> = self.tokens[at + 1..].iter().take_while(is_break).filter_map(force_of).collect();
        if let Some(last) = behind.last() {
            return Some(*last);
        }
        let before = self.tokens[..at].iter().rev().take(3).find_map(force_of);
        before.or_else(|| self.tokens.iter().find_map(force_of))
    }

    /// A running number that is set.
    pub fn tallies(&self) -> Vec<Entry> {
        let tally = match () {
            () if self.says(&["vp", "vps"]) => Tally::VictoryPoints,
            () if self.says(&["treasury", "money"]) => Tally::Money,
            () if self.says(&["manpower"]) => Tally::Manpower,
            () => return Vec::new(),
        };
        const SETS: &[&str] = &["read", "reads", "is", "are", "now", "set", "should", "stands", "wrong", "at"];
        let powers: Vec<(usize, Power)> =
            self.names.iter().filter_map(|name| Some((name.index, name.named.power?))).collect();
        let numbers = self.numbers();
        let [number] = numbers[..] else { return Vec::new() };
        let sets = self.says(SETS) || self.tokens.iter().any(|token| matches!(token.kind, Kind::Sign('=')));
        let gives = self.says(&[
            "lend", "give", "reduce", "aid", "gets", "spend", "pay", "save", "off", "by", "to", "from", "me", "us",
            "saved", "buy", "send", "as", "i", "we", "all", "for",
        ]);
        let Some(power) = nearest_power(&powers, 0).filter(|_| sets && !gives && powers.len() == 1) else {
            return Vec::new();
        };
        vec![Entry::SetTally { power, tally, value: i64::from(number) }]
    }
}
