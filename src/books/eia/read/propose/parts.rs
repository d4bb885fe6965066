//! What stands in a clause that may be an order: who, whom, which land, how much, of what. Knows no deed.

pub(super) use crate::read::nouns::{Word, is_unit};

use crate::calendar::MONTHS;
use crate::order::{Amount, Unit};
use crate::power::Power;
use crate::read::nouns::unit_of;
use crate::scenario::{Meaning, Scenario};
use reader::loose::{Kind, Placed, Token, is_denied, placed};

/// A clause taken apart.
pub(super) struct Finding<'s, 'c> {
    pub scenario: &'s Scenario,
    pub tokens: Vec<Word<'s, 'c>>,
    pub names: Vec<Placed<&'s Meaning>>,
    /// What it speaks of is denied: then only orders to do nothing may be meant.
    pub is_denied: bool,
    /// The line that it stands in holds every quarter.
    pub is_standing: bool,
    /// The month that its line names last.
    pub due: Option<u8>,
}

/// What means all there is.
#[rustfmt::skip]
const ALL: &[&str] = &[
    "all", "everything", "max", "maximum", "most", "whole", "remaining", "rest", "leftover", "unused", "entire", "full", "lot", "third", "entirely", "every", "outstanding", "whatever", "completely",
];

/// The capitals that stand for their powers.
const COURTS: &[(&str, Power)] = &[
    ("London", Power::Britain),
    ("Paris", Power::France),
    ("St Petersburg", Power::Russia),
    ("Moscow", Power::Russia),
    ("Vienna", Power::Austria),
    ("Berlin", Power::Prussia),
    ("Madrid", Power::Spain),
    ("Constantinople", Power::Turkey),
];

/// The power that a capital stands for.
pub(super) fn court(city: &str) -> Option<Power> {
    COURTS.iter().find(|(name, _)| *name == city).map(|(_, power)| *power)
}

impl<'s, 'c> Finding<'s, 'c> {
    pub fn of(scenario: &'s Scenario, tokens: Vec<Word<'s, 'c>>, is_standing: bool, due: Option<u8>) -> Self {
        let names = placed(&tokens);
        let is_denied = is_denied(&tokens);
        Finding { scenario, tokens, names, is_denied, is_standing, due }
    }

    /// Whether any of these words stands in the line.
    pub fn says(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|token| token.is_one_of(words))
    }

    /// The powers of the line, but for those that only say whose something is.
    pub fn powers(&self) -> Vec<(usize, Power)> {
        let named = self.names.iter().filter(|name| !name.named.is_adjective);
        named.filter_map(|name| Some((name.index, name.named.power?))).collect()
    }

    /// The powers of the line, also those that it speaks of by an adjective alone.
    pub fn all_powers(&self) -> Vec<Power> {
        self.names.iter().filter_map(|name| name.named.power).collect()
    }

    /// Who gives the order, where the line names him before its verb, and the others.
    pub fn giver_and_others(&self, verb: Option<usize>, needs_another: bool) -> (Option<Power>, Vec<Power>) {
        let powers = self.powers();
        let is_ruled = |index: usize| self.names.iter().any(|name| name.index == index && name.ruled_by.is_some());
        let enough = if needs_another { 2 } else { 1 };
        let giver = powers
            .first()
            .filter(|(index, _)| powers.len() >= enough && !is_ruled(*index) && verb.is_some_and(|verb| *index < verb));
        let giver = giver.map(|(_, power)| *power);
        let mut others: Vec<Power> = Vec::new();
        for (_, power) in powers {
            if Some(power) != giver && !others.contains(&power) {
                others.push(power);
            }
        }
        (giver, others)
    }

    /// The territories that names of the line may mean.
    pub fn territories(&self) -> Vec<String> {
        let named = self.names.iter().flat_map(|name| name.named.territories.iter().cloned());
        let mut known: Vec<String> = Vec::new();
        named.for_each(|name| {
            if !known.contains(&name) {
                known.push(name);
            }
        });
        known
    }

    /// The minor countries among them.
    pub fn minors(&self) -> Vec<String> {
        let is_minor = |name: &String| self.scenario.map.territory(name).is_some_and(|territory| territory.is_minor());
        self.territories().into_iter().filter(is_minor).collect()
    }

    /// Every number of the line.
    pub fn numbers(&self) -> Vec<u32> {
        self.tokens.iter().filter_map(Token::number).collect()
    }

    /// How much the clause says: its number, what is above one, or a word for all there is or half of it.
    pub fn amount(&self) -> Option<Amount> {
        let mut numbers = self.numbers();
        numbers.retain(|number| !(1800..1820).contains(number));
        numbers.dedup();
        let is_month =
            self.tokens.windows(2).any(|pair| pair[0].number().is_some() && matches!(pair[1].kind, Kind::Sign('/')));
        if is_month && numbers.len() > 1 {
            numbers.pop();
        }
        let is_share = self.says(&["of"]) && numbers.len() == 2;
        match numbers[..] {
            [number]
                if self.tokens.windows(2).any(|pair| {
                    pair[0].is_one_of(&["above", "over", "beyond", "exceeding", "exceeds"])
                        && pair[1].number().is_some()
                }) =>
            {
                Some(Amount::Above(number))
            }
            [number] if self.says(&["but", "except"]) && self.says(&["all", "everything"]) => {
                Some(Amount::Above(number))
            }
            // "We owe 20, pay half".
            [number] if self.says(&["half"]) && number % 2 == 0 => Some(Amount::Points(number / 2)),
            [_] if self.says(&["half"]) => Some(Amount::Half),
            [number] => Some(Amount::Points(number)),
            [number, _] if is_share => Some(Amount::Points(number)),
            [] if self.says(&["half"]) => Some(Amount::Half),
            [] if self.says(ALL) => Some(Amount::Most),
            _ => None,
        }
    }

    /// The powers that capitals of the clause stand for.
    pub fn courts(&self) -> Vec<Power> {
        let cities = self.names.iter().flat_map(|name| name.named.cities.iter());
        cities.filter_map(|city| court(city)).collect()
    }

    /// What is to be built: each noun with the number before it or behind it.
    pub fn units(&self) -> Vec<(Unit, Amount)> {
        let mut units: Vec<(Unit, Amount)> = Vec::new();
        let mut used = 0;
        let is_each = self.says(&["each", "everything", "apiece"]);
        let mut last = self.numbers().first().copied().filter(|_| is_each).map(Amount::Points);
        for at in 0..self.tokens.len() {
            let Some(unit) = self.noun_at(at) else { continue };
            let found = self.amount_before(at, used).or_else(|| self.amount_behind(at));
            used = at.max(found.map_or(0, |(_, place)| place)) + 1;
            // "one guard factor each, for infantry, cavalry and guard": the number before a list of nouns is that of each.
            let amount = found.map(|(amount, _)| amount).or(last.filter(|_| is_each));
            last = amount.or(last);
            match units.iter_mut().find(|(known, _)| *known == unit) {
                Some(known) => known.1 = amount.unwrap_or(known.1),
                None => units.extend(amount.map(|amount| (unit, amount))),
            }
        }
        units.retain(|(_, amount)| *amount != Amount::Points(0));
        if let [(Unit::Ship, Amount::Points(count))] = &mut units[..] {
            *count = self.ships_of_all_yards(*count);
        }
        if self.says(&["left", "rest", "remaining", "remains", "remainder", "after"]) {
            // What is left is spent last.
            units.sort_by_key(|(_, amount)| *amount == Amount::Most);
        }
        units
    }

    /// "2 ships at Riga and 1 at Reval", "the yards at Riga and Reval one ship each": what all of them lay down.
    fn ships_of_all_yards(&self, first: u32) -> u32 {
        let yards = u32::try_from(self.cities().len()).unwrap_or(1);
        if self.says(&["each", "apiece"]) && yards > 1 && self.numbers().len() == 1 {
            return first.saturating_mul(yards);
        }
        let at_yard = |three: &[Word<'_, '_>]| {
            let is_yard = three[1].is_one_of(&["at", "in"]) && three[2].name().is_some_and(|name| name.power.is_none());
            three[0].number().filter(|_| is_yard)
        };
        let begins = self.tokens.iter().position(|token| token.number().is_some()).map_or(0, |at| at + 1);
        let listed = self.tokens[begins..].windows(3).filter_map(at_yard).fold(0, u32::saturating_add);
        // "3 ships, 2 at Riga, 1 at Reval": the first is the sum.
        if listed == first && self.numbers().len() > 2 { first } else { first.saturating_add(listed) }
    }

    pub fn noun_at(&self, at: usize) -> Option<Unit> {
        let token = &self.tokens[at];
        let unit = unit_of(token)?;
        let before = at.checked_sub(1).map(|before| &self.tokens[before]);
        let is_letter = token.word().is_some_and(|word| word.len() == 1);
        let is_behind_number = before.is_some_and(|before| before.number().is_some());
        let names_counter = self.tokens.get(at + 1).is_some_and(|next| next.is_one_of(&["corps"]));
        let is_place = unit == Unit::Ship
            && before.is_some_and(|before| before.is_one_of(&["their", "his"]) || before.name().is_some());
        let is_line_of =
            token.is_one_of(&["line", "sail"]) && before.is_some_and(|before| before.is_one_of(&["the", "of"]));
        // "guard inf": the first noun says which.
        let is_doubled = unit == Unit::Infantry && before.is_some_and(|before| unit_of(before).is_some());
        let is_large = |token: &Word<'_, '_>| {
            token.word().is_some_and(|word| {
                word.len() > 3 && word.starts_with(char::is_uppercase) && word.ends_with(char::is_lowercase)
            })
        };
        let next = self.tokens.get(at + 1);
        // "5 Ship Street".
        let is_address = is_large(token)
            && next.is_some_and(|next| {
                is_large(next) && unit_of(next).is_none() && !next.is_one_of(&["factors", "factor", "please", "thanks"])
            });
        // "Ship 6 money over to Prussia".
        let is_verb = at == 0
            && token.is_one_of(&["ship"])
            && self.tokens.get(2).is_some_and(|next| next.is_one_of(&["money", "gold", "ducats", "pounds"]));
        let is_none = is_verb
            || is_address
            || names_counter
            || is_place
            || is_line_of
            || is_doubled
            || is_letter && !is_behind_number;
        (!is_none).then_some(unit)
    }

    fn amount_before(&self, at: usize, from: usize) -> Option<(Amount, usize)> {
        const SMALL: &[&str] = &[
            "more",
            "new",
            "of",
            "the",
            "factors",
            "factor",
            "units",
            "unit",
            "good",
            "extra",
            "additional",
            "regular",
            "x",
            "fresh",
            "my",
            "our",
            "line",
            "fine",
            "brave",
            "as",
            "to",
            "be",
            "times",
            "points",
            "for",
            "on",
            "into",
            "proper",
            "his",
            "her",
            "another",
        ];
        let before = self.tokens.get(from..at)?;
        let place = before.iter().rposition(|token| {
            !token.is_one_of(SMALL)
                && !matches!(token.kind, Kind::Sign(')' | '*'))
                && !token.name().is_some_and(|name| name.is_adjective)
        })?;
        if at - from - place > 5 {
            return None;
        }
        let token = &before[place];
        let amount = match token.kind {
            Kind::Number(_) if self.is_price(from + place) => return None,
            Kind::Number(number) => Amount::Points(number),
            _ if token.is_one_of(&[
                "max",
                "maximum",
                "all",
                "rest",
                "remainder",
                "everything",
                "much",
                "many",
                "lot",
            ]) =>
            {
                Amount::Most
            }
            _ if token.is_one_of(&["a", "an"]) => Amount::Points(1),
            _ if token.is_one_of(&["no"]) => Amount::Points(0),
            _ => return None,
        };
        Some((amount, from + place))
    }

    /// A number before a word for money, or behind "at" or "=".
    fn is_price(&self, at: usize) -> bool {
        const MONEY: &[&str] = &["money", "mp", "manpower", "gold", "ducats", "pounds", "pp", "total"];
        let before = at.checked_sub(1).map(|before| &self.tokens[before]);
        let is_sum = matches!(before.map(|before| &before.kind), Some(Kind::Sign('=' | '@')))
            && self.tokens[..at].iter().any(|token| token.number().is_some())
            && !self.tokens.get(at + 1).is_some_and(is_unit);
        let is_led = is_sum || before.is_some_and(|before| before.is_one_of(&["at", "costing"]));
        is_led || self.tokens.get(at + 1).is_some_and(|next| next.is_one_of(MONEY))
    }

    /// "infantry: 5", "inf x 5", "infantry, 4", "cavalry by two".
    fn amount_behind(&self, at: usize) -> Option<(Amount, usize)> {
        const SMALL: &[&str] = &[
            "x", "by", "factors", "factor", "grows", "is", "are", "yes", "counters", "counter", "to", "be", "and",
            "it", "should", "grow", "with", "for", "gets",
        ];
        let rest = self.tokens.get(at + 1..)?;
        let is_small = |token: &Word<'_, '_>| {
            matches!(token.kind, Kind::Sign(':' | '=' | '-' | ',' | '.' | '?' | '(' | '*' | '+'))
                || token.is_one_of(SMALL)
        };
        let place = rest.iter().position(|token| !is_small(token)).filter(|place| *place < 6)?;
        let token = &rest[place];
        if token.is_one_of(&["none", "no", "nil", "nothing"]) {
            return Some((Amount::Points(0), at + 1 + place));
        }
        if token.is_one_of(&["everything", "all", "max", "maximum", "whatever"]) {
            return Some((Amount::Most, at + 1 + place));
        }
        let number = token.number().filter(|_| !self.is_price(at + 1 + place))?;
        let follows_noun = rest.get(place + 1).is_some_and(is_unit);
        (!follows_noun).then_some((Amount::Points(number), at + 1 + place))
    }

    /// The month that the clause or its line names.
    pub fn month(&self) -> Option<u8> {
        month_of(&self.tokens).or(self.due)
    }

    /// A number with its sign, or a word for one.
    pub fn level(&self) -> Option<i32> {
        const NEGATIVE: &[&str] = &["minus", "negative", "down", "lower", "lowers", "reduce", "reduces"];
        let Some(at) = self.tokens.iter().position(|token| token.number().is_some()) else {
            return self.level_of_word();
        };
        let number = i32::try_from(self.tokens[at].number()?).ok()?;
        let is_below = at.checked_sub(1).is_some_and(|before| matches!(self.tokens[before].kind, Kind::Sign('-')));
        let is_negative = is_below || self.says(NEGATIVE) && !self.says(&["plus", "positive"]);
        (number <= 2).then_some(if is_negative { -number } else { number })
    }

    fn level_of_word(&self) -> Option<i32> {
        let levels: [(i32, &[&str]); 3] = [
            (
                0,
                &[
                    "none",
                    "off",
                    "neutral",
                    "middle",
                    "normal",
                    "no",
                    "nothing",
                    "refrain",
                    "unmanipulated",
                    "without",
                    "not",
                    "alone",
                    "untouched",
                ],
            ),
            (2, &["highest", "utmost", "maximum", "max", "high", "hardest", "full", "most"]),
            (-2, &["lowest", "minimum", "low", "least"]),
        ];
        levels.iter().find(|(_, words)| self.says(words)).map(|(level, _)| *level)
    }
}

/// The month that the words name last: "June", "sept", "6/1806".
pub(super) fn month_of(words: &[Word<'_, '_>]) -> Option<u8> {
    let of_word = |word: &Word<'_, '_>| {
        let word = word.word().filter(|word| word.len() >= 3)?.to_ascii_lowercase();
        if word.len() > 3 && ["xmas", "christmas"].contains(&word.as_str()) {
            return Some(12);
        }
        let is_month = |name: &&str| {
            word.len() != 4 && name.to_ascii_lowercase().starts_with(&word)
                || word == "sept" && name.eq_ignore_ascii_case("September")
                || name.eq_ignore_ascii_case(&word)
        };
        let place = MONTHS.iter().position(is_month).filter(|_| word != "may")?;
        u8::try_from(place + 1).ok()
    };
    let in_figures = words.windows(3).find_map(|three| {
        let year = three[2].number().filter(|year| (1800..1820).contains(year))?;
        let month = three[0].number().filter(|month| (1..=12).contains(month) && year > 0)?;
        matches!(three[1].kind, Kind::Sign('/' | '.')).then_some(u8::try_from(month).ok()?)
    });
    in_figures.or_else(|| words.iter().rev().find_map(of_word))
}
