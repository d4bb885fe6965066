//! What stands in a line that may be an order: who, whom, which land, how much, of what. Knows no deed.

use super::super::copy::FairCopy;
use crate::calendar::MONTHS;
use crate::order::{Amount, Unit};
use crate::power::Power;
use crate::scenario::{Meaning, Scenario};
use reader::loose::{Kind, Placed, Token, is_conditional, is_denied, placed, tokens};

/// A line taken apart.
pub(super) struct Finding<'s, 'c> {
    pub scenario: &'s Scenario,
    pub tokens: Vec<Token<'c, &'s Meaning>>,
    pub names: Vec<Placed<&'s Meaning>>,
    /// What it speaks of is denied: then only orders to do nothing may be meant.
    pub is_denied: bool,
}

/// The nouns of what is built.
const UNITS: &[(Unit, &[&str])] = &[
    (Unit::Infantry, &["infantry", "inf", "infs", "foot", "regulars", "infantries", "infantrymen"]),
    (Unit::Militia, &["militia", "militias", "mil", "mils"]),
    (Unit::Cavalry, &["cavalry", "cav", "cavs", "horse", "horses", "horsemen", "cavalries"]),
    (Unit::Guard, &["guard", "guards", "gd", "gds"]),
    (Unit::Artillery, &["artillery", "art", "arty", "arts", "guns", "cannons", "cannon"]),
    (Unit::Ship, &["ship", "ships", "sol", "warships", "warship", "vessels"]),
];

impl<'s, 'c> Finding<'s, 'c> {
    /// None for a line that depends on something, or is for another quarter.
    pub fn of(scenario: &'s Scenario, copy: &'c FairCopy<'s, '_>) -> Option<Self> {
        let tokens = tokens(copy);
        let is_for_later = tokens.iter().any(|token| token.is_one_of(&["next", "later", "coming", "following"]));
        if is_conditional(&tokens) || is_for_later {
            return None;
        }
        let names = placed(&tokens);
        let is_denied = is_denied(&tokens);
        Some(Finding { scenario, tokens, names, is_denied })
    }

    /// Whether any of these words stands in the line.
    pub fn says(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|token| token.is_one_of(words))
    }

    /// It is to hold every quarter.
    pub fn is_standing(&self) -> bool {
        const STANDING: &[&str] = &["standing", "always"];
        let pair = |one: &str, other: &str| {
            self.tokens.windows(2).any(|pair| pair[0].is_one_of(&[one]) && pair[1].is_one_of(&[other]))
        };
        self.says(STANDING)
            || pair("every", "quarter")
            || pair("each", "quarter")
            || pair("further", "notice")
            || pair("now", "on")
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

    /// How much the line says: its only number, or a word for all there is or half of it.
    pub fn amount(&self) -> Option<Amount> {
        match self.numbers()[..] {
            [number] => Some(Amount::Points(number)),
            [] if self.says(&["half"]) => Some(Amount::Half),
            [] if self.says(&[
                "all",
                "everything",
                "max",
                "maximum",
                "most",
                "whole",
                "remaining",
                "rest",
                "leftover",
                "unused",
            ]) =>
            {
                Some(Amount::Most)
            }
            _ => None,
        }
    }

    /// What is to be built: each noun with the number before it or, in a list, behind it.
    pub fn units(&self) -> Vec<(Unit, Amount)> {
        let unit =
            |token: &Token<'_, &Meaning>| UNITS.iter().find(|(_, nouns)| token.is_one_of(nouns)).map(|(unit, _)| *unit);
        let mut units: Vec<(Unit, Amount)> = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            let Some(unit) = unit(token).filter(|unit| units.iter().all(|(known, _)| known != unit)) else { continue };
            let amount = self.amount_before(at).or_else(|| self.amount_behind(at));
            units.extend(amount.map(|amount| (unit, amount)));
        }
        units
    }

    fn amount_before(&self, at: usize) -> Option<Amount> {
        const SMALL: &[&str] =
            &["more", "new", "of", "the", "factors", "factor", "units", "good", "extra", "additional", "regular"];
        let token = self.tokens[..at].iter().rev().take(4).find(|token| !token.is_one_of(SMALL))?;
        match token.kind {
            Kind::Number(number) => Some(Amount::Points(number)),
            _ if token.is_one_of(&["max", "maximum"]) => Some(Amount::Most),
            _ if token.is_one_of(&["a", "an"]) => Some(Amount::Points(1)),
            _ => None,
        }
    }

    /// "infantry: 5", "inf x 5".
    fn amount_behind(&self, at: usize) -> Option<Amount> {
        let is_sign =
            |token: &&Token<'_, &Meaning>| matches!(token.kind, Kind::Sign(':' | '=' | '-')) || token.is_one_of(&["x"]);
        let next = self.tokens.get(at + 1).filter(is_sign)?;
        let place = self.tokens.iter().position(|token| std::ptr::eq(token, next))?;
        self.tokens.get(place + 1)?.number().map(Amount::Points)
    }

    /// The month that the line names.
    pub fn month(&self) -> Option<u8> {
        let is_month = |name: &&str| self.tokens.iter().any(|token| token.is_one_of(&[*name]));
        let place = MONTHS.iter().position(|name| is_month(name))?;
        u8::try_from(place + 1).ok()
    }

    /// A number with its sign.
    pub fn level(&self) -> Option<i32> {
        let at = self.tokens.iter().position(|token| token.number().is_some())?;
        let number = i32::try_from(self.tokens[at].number()?).ok()?;
        let before = at.checked_sub(1).map(|before| &self.tokens[before]);
        let is_negative = before
            .is_some_and(|before| matches!(before.kind, Kind::Sign('-')) || before.is_one_of(&["minus", "negative"]));
        Some(if is_negative { -number } else { number })
    }
}
