//! Entries of the game master in his own words: who holds what, what is besieged and blockaded, war, peace and alliances.

use super::parts::Finding;
use crate::order::{Act, Entry, Holder, Tenure};
use crate::power::Power;

/// What ends a state of things.
const OVER: &[&str] = &[
    "over",
    "ends",
    "ended",
    "end",
    "lifted",
    "lifts",
    "lift",
    "raised",
    "broken",
    "longer",
    "off",
    "dissolved",
    "gone",
    "stopped",
    "finished",
    "abandoned",
    "cancelled",
];

impl Finding<'_, '_> {
    /// The entries that the clause may be.
    pub fn entries(&self) -> Vec<Act> {
        let kinds = [
            Self::americas(self),
            self.occupations(),
            self.sieges(),
            self.blockades(),
            self.relations(),
            self.alliances(),
            self.forces(),
            self.tallies(),
            self.owed(),
            self.owners(),
        ];
        kinds.into_iter().find(|entries| !entries.is_empty()).unwrap_or_default().into_iter().map(Act::Sheet).collect()
    }

    /// The cities of the clause.
    pub fn cities(&self) -> Vec<String> {
        let named =
            self.names.iter().filter(|name| name.named.power.is_none()).filter_map(|name| name.named.cities.first());
        let mut cities: Vec<String> = Vec::new();
        named.for_each(|city| {
            if !cities.contains(city) {
                cities.push(city.clone());
            }
        });
        cities
    }

    fn holder(&self) -> Option<Holder> {
        self.all_powers().first().map(|power| Holder::Power(*power))
    }

    fn occupations(&self) -> Vec<Entry> {
        const HELD: &[&str] = &[
            "occupied",
            "occupies",
            "occupy",
            "falls",
            "fell",
            "fallen",
            "taken",
            "captured",
            "captures",
            "garrison",
            "unbesieged",
            "holds",
            "held",
            "stormed",
        ];
        const LEFT: &[&str] = &[
            "left",
            "leaves",
            "leave",
            "evacuated",
            "evacuate",
            "evacuates",
            "liberated",
            "empty",
            "unoccupied",
            "vacated",
            "abandoned",
            "free",
        ];
        let cities = self.cities();
        let occupied = |city: String, holder: Holder, is_besieged| Entry::Occupy { city, holder, is_besieged };
        let is_left_out = self.says(&["leave", "leaves"]) && self.says(&["out", "alone", "aside"]);
        let frees = self.numbers().is_empty()
            && self.says(LEFT)
            && !is_left_out
            && !self.says(&["state", "quarter", "dice", "will", "to"])
            && !self.says(&["trade", "pass"])
            || self.says(&["longer"]) && self.says(HELD);
        if frees && !self.says(&["besieged", "siege", "ships"]) {
            return cities.into_iter().map(|city| occupied(city, Holder::Nobody, false)).collect();
        }
        let is_denied_held = self.tokens.windows(2).any(|pair| {
            pair[0].is_one_of(&["not", "never", "isn't", "wasn't"])
                && pair[1].is_one_of(HELD)
                && !pair[1].is_one_of(&["besieged"])
        });
        if is_denied_held {
            return Vec::new();
        }
        let Some(holder) = self.holder().filter(|_| self.says(HELD) || self.says(&["city"]) && self.says(&["in"]))
        else {
            return Vec::new();
        };
        let relieved = self.tokens.windows(2).any(|pair| {
            pair[0].is_one_of(&["not", "no", "un", "without"]) && pair[1].is_one_of(&["besieged", "siege", "under"])
        });
        let is_besieged = self.says(&["besieged", "siege"]) && !relieved;
        cities.into_iter().map(|city| occupied(city, holder.clone(), is_besieged)).collect()
    }

    fn sieges(&self) -> Vec<Entry> {
        if !self.says(&["siege", "besieged", "besieges", "besieging", "besiege", "sieges"])
            || self.says(&["continues", "no"])
        {
            return Vec::new();
        }
        let ends = self.says(OVER);
        let holder = if ends { Some(Holder::Nobody) } else { self.holder() };
        let Some(holder) = holder else { return Vec::new() };
        self.cities().into_iter().map(|city| Entry::Besiege { city, holder: holder.clone() }).collect()
    }

    fn blockades(&self) -> Vec<Entry> {
        if !self.says(&["blockade", "blockades", "blockaded", "blockading"]) || self.says(&["change"]) {
            return Vec::new();
        }
        let cities = self.cities();
        if self.is_denied && !self.says(&["longer"]) {
            return Vec::new();
        }
        if self.says(OVER) {
            return cities
                .into_iter()
                .map(|port| Entry::Blockade { ports: vec![port], by: None, is_on: false })
                .collect();
        }
        let navy = self.says(&["royal"]).then_some(Power::Britain);
        let by = self.all_powers().first().copied().or(navy);
        let is_known = by.is_some() && !cities.is_empty();
        is_known.then_some(Entry::Blockade { ports: cities, by, is_on: true }).into_iter().collect()
    }

    /// War and peace: the first with each of the others.
    fn relations(&self) -> Vec<Entry> {
        let parties = self.parties();
        let is_war = self.says(&["war", "hostilities"]) && !self.says(&["peace"]);
        let is_peace = self.says(&["peace", "armistice"]);
        let unsure = self.says(&["or", "either", "if", "make", "until"]) || self.is_denied;
        let [first, others @ ..] = &parties[..] else { return Vec::new() };
        if unsure || !(is_war || is_peace) || self.says(&["trade", "lend", "give", "debt"]) {
            return Vec::new();
        }
        let ends = is_war && self.says(&["over", "ends", "ended"]);
        let relation = |other: &Holder| {
            let (one, other) = (first.clone(), other.clone());
            if is_peace || ends { Entry::Peace { one, other } } else { Entry::War { one, other } }
        };
        others.iter().map(relation).collect()
    }

    /// Powers and minor countries of the clause, in their order.
    fn parties(&self) -> Vec<Holder> {
        let mut parties: Vec<Holder> = Vec::new();
        for name in &self.names {
            let minor = name.named.minors(&self.scenario.map).next().map(|minor| Holder::Minor(minor.to_owned()));
            let party = name.named.power.map(Holder::Power).or(minor);
            parties.extend(party.filter(|party| !parties.contains(party)).into_iter().collect::<Vec<_>>());
        }
        parties
    }

    /// Each of those named with each other.
    fn alliances(&self) -> Vec<Entry> {
        if !self.says(&["alliance", "allied", "allies", "alliances"])
            || self.is_denied
            || self.says(&["our", "my", "we", "still", "if"])
            || !self.numbers().is_empty()
        {
            return Vec::new();
        }
        let powers = self.all_powers();
        let is_on = !self.says(OVER);
        let pairs =
            powers.iter().enumerate().flat_map(|(at, one)| powers[at + 1..].iter().map(move |other| (*one, *other)));
        pairs.map(|(one, other)| Entry::Alliance { one, other, is_on }).collect()
    }

    /// Who holds land, and how.
    fn owners(&self) -> Vec<Entry> {
        const HELD: &[&str] = &[
            "free",
            "conquered",
            "ceded",
            "neutral",
            "controlled",
            "owner",
            "belongs",
            "returned",
            "control",
            "owned",
        ];
        let answers = self.says(&[
            "accept", "accepts", "keep", "keeps", "take", "takes", "we", "we'd", "i", "cede", "cedes", "to", "our",
            "us", "as",
        ]) && !self.says(&["now", "returned", "ceded", "conquered"]);
        let lands = self.territories();
        if !self.says(HELD)
            || answers
            || lands.is_empty()
            || !self.numbers().is_empty()
            || self.is_denied
            || self.says(&["accept", "we'd", "we'll", "be", "shall", "will", "keeps", "if", "but"])
        {
            return Vec::new();
        }
        let is_neutral = self.says(&["neutral"]);
        let tenure = match () {
            () if is_neutral || self.says(&["returned"]) => None,
            () if self.says(&["free"]) => Some(Tenure::Free),
            () if self.says(&["conquered"]) => Some(Tenure::Conquered),
            () if self.says(&["ceded"]) => Some(Tenure::Ceded),
            () => None,
        };
        let holder = if is_neutral { Some(Holder::Nobody) } else { self.holder() };
        let Some(holder) = holder else { return Vec::new() };
        lands.into_iter().take(2).map(|territory| Entry::Owner { territory, holder: holder.clone(), tenure }).collect()
    }

    /// War with the United States, and its end.
    fn americas(&self) -> Vec<Entry> {
        let is_us = self.says(&["usa", "america", "americans", "american"])
            || self.tokens.iter().any(|token| token.word() == Some("US"));
        let begins = self
            .says(&["starts", "start", "begin", "started", "begins", "began", "declared", "declares", "breaks"])
            && !self.says(&["peace"]);
        let is_with_britain = self.says(&["peace"]) && self.all_powers() == [Power::Britain] && !self.says(&["makes"]);
        let ends = is_with_britain || self.says(&["over", "ended", "concluded"]);
        if !is_us
            || !self.says(&["war", "peace"])
            || self.says(&["trade", "make", "i'll", "i", "end", "queue"])
            || !(begins || ends)
        {
            return Vec::new();
        }
        vec![Entry::AmericanWar { is_on: begins && !ends }]
    }

    /// A debt from one power to another.
    fn owed(&self) -> Vec<Entry> {
        let is_formal = self.says(&["formal", "formally"]);
        let [from, to] = self.all_powers()[..] else { return Vec::new() };
        if !(self.says(&["owes"]) && (is_formal || self.says(&["informal", "informally"])))
            || self.says(&["note", "record", "iou", "books"])
        {
            return Vec::new();
        }
        let amount = self.numbers().into_iter().find(|number| *number < 1800);
        amount.map(|amount| Entry::Debt { from, to, amount, is_formal, due: None }).into_iter().collect()
    }
}

/// The power that stands nearest before a place, else the first behind it.
pub(super) fn nearest_power(powers: &[(usize, Power)], at: usize) -> Option<Power> {
    let before = powers.iter().rev().find(|(index, _)| *index < at);
    before.or_else(|| powers.first()).map(|(_, power)| *power)
}
