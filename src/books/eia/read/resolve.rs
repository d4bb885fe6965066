//! What single words of a line mean: numbers, amounts, powers, names of the map. Collects what must be said about them.

use pest::iterators::Pair;

use super::copy::FairCopy;
use super::grammar::Rule;
use crate::calendar::MONTHS;
use crate::order::{Amount, Holder, Partners};
use crate::power::Power;
use crate::scenario::{Meaning, NameKind, Scenario};
use base::order::Remark;
use reader::slip::{small_number, tidy};

/// A clause being read: its copy, the names, and what was found to say.
pub(super) struct Desk<'s, 'c> {
    pub scenario: &'s Scenario,
    pub copy: &'c FairCopy<'s, 'c>,
    /// Where the clause begins in the copy.
    pub from: usize,
    pub remarks: Vec<Remark>,
}

/// The first pair of a rule inside another, at any depth.
pub(super) fn within<'i>(pair: &Pair<'i, Rule>, rule: Rule) -> Option<Pair<'i, Rule>> {
    pair.clone().into_inner().flatten().find(|inner| inner.as_rule() == rule)
}

impl<'s> Desk<'s, '_> {
    pub fn span(&self, pair: &Pair<'_, Rule>) -> (usize, usize) {
        let span = pair.as_span();
        self.copy.span(self.from + span.start(), self.from + span.end())
    }

    /// The typed words behind a pair.
    pub fn words(&self, pair: &Pair<'_, Rule>) -> String {
        let (start, end) = self.span(pair);
        tidy(&self.copy.line[start..end])
    }

    /// Not understood, with the words at fault.
    pub fn unread(&self, pair: &Pair<'_, Rule>, message: impl Into<String>) -> Remark {
        let (start, end) = self.span(pair);
        Remark::unread(message).at(start, end)
    }

    /// Tells something that changes nothing.
    pub fn notice(&mut self, pair: &Pair<'_, Rule>, message: impl Into<String>) {
        let (start, end) = self.span(pair);
        self.remarks.push(Remark::notice(message).at(start, end));
    }

    /// The number that a pair is or holds.
    pub fn number(&self, pair: &Pair<'_, Rule>) -> Result<u32, Remark> {
        let figure = within(pair, Rule::figure).unwrap_or_else(|| pair.clone());
        value_of(figure.as_str()).ok_or_else(|| self.unread(&figure, "This number is too large."))
    }

    /// How much a pair says; `None` when it says nothing of it.
    pub fn amount(&self, pair: &Pair<'_, Rule>) -> Result<Option<Amount>, Remark> {
        for inner in pair.clone().into_inner().flatten() {
            return Ok(Some(match inner.as_rule() {
                Rule::above => Amount::Above(self.number(&inner)?),
                Rule::all_but => Amount::AllBut(self.number(&inner)?),
                Rule::figure => Amount::Points(self.number(&inner)?),
                Rule::one => Amount::Points(1),
                Rule::half => Amount::Half,
                Rule::most
                | Rule::third
                | Rule::most_of
                | Rule::what_owed
                | Rule::most_count
                | Rule::with_all
                | Rule::as_many => Amount::Most,
                _ => continue,
            }));
        }
        Ok(None)
    }

    /// The power that a pair is or holds.
    pub fn power(&self, pair: &Pair<'_, Rule>) -> Result<Power, Remark> {
        let is_named = matches!(pair.as_rule(), Rule::power | Rule::message_to);
        let named = if is_named { Some(pair.clone()) } else { within(pair, Rule::power) };
        let meaning = named.and_then(|named| self.meaning(&named));
        meaning.and_then(|meaning| meaning.power).ok_or_else(|| self.unread(pair, "This is no power."))
    }

    /// What the mark at a pair's beginning stands for.
    fn meaning(&self, pair: &Pair<'_, Rule>) -> Option<&'s Meaning> {
        self.copy.mark(self.from + pair.as_span().start()).map(|mark| mark.named)
    }

    /// A province, a minor country or a district.
    pub fn territory(&self, pair: &Pair<'_, Rule>) -> Result<String, Remark> {
        let Some(meaning) = self.meaning(pair) else { return Err(self.no_such(pair, "place", NameKind::Territory)) };
        if let ([], [city]) = (&meaning.territories[..], &meaning.cities[..]) {
            let land = self.scenario.map.city(city).map_or("", |city| city.territory.as_str());
            return Err(self.unread(pair, format!("{city} is a city.")).hint(format!("It lies in {land}.")));
        }
        self.only(pair, &meaning.territories, "place", NameKind::Territory)
    }

    /// A minor country as a whole.
    pub fn minor(&self, pair: &Pair<'_, Rule>) -> Result<String, Remark> {
        let name = self.territory(pair)?;
        match self.scenario.map.territory(&name) {
            Some(territory) if territory.is_minor() => Ok(name),
            _ => Err(self.unread(pair, format!("{name} is no minor country."))),
        }
    }

    /// A capital or a port.
    pub fn city(&self, pair: &Pair<'_, Rule>) -> Result<String, Remark> {
        let Some(meaning) = self.meaning(pair) else { return Err(self.no_such(pair, "city", NameKind::City)) };
        if let ([land], []) = (&meaning.territories[..], &meaning.cities[..]) {
            let capital = self.scenario.map.territory(land).map_or("", |land| land.capital.as_str());
            let said = self.unread(pair, format!("{land} is no city."));
            return Err(said.hint(format!("Its capital is {capital}.")));
        }
        self.only(pair, &meaning.cities, "city", NameKind::City)
    }

    /// A port.
    pub fn port(&self, pair: &Pair<'_, Rule>) -> Result<String, Remark> {
        let name = self.city(pair)?;
        match self.scenario.map.city(&name) {
            Some(city) if city.port.is_some() => Ok(name),
            _ => Err(self.unread(pair, format!("{name} is no port."))),
        }
    }

    /// A territory, or a city by its own name.
    pub fn site(&self, pair: &Pair<'_, Rule>) -> Result<String, Remark> {
        let Some(meaning) = self.meaning(pair) else { return Err(self.no_such(pair, "place", NameKind::Any)) };
        let names = if meaning.territories.is_empty() { &meaning.cities } else { &meaning.territories };
        self.only(pair, names, "place", NameKind::Any)
    }

    fn only(&self, pair: &Pair<'_, Rule>, names: &[String], what: &str, kind: NameKind) -> Result<String, Remark> {
        match names {
            [name] => Ok(name.clone()),
            [] => Err(self.no_such(pair, what, kind)),
            several => {
                let words = self.words(pair);
                let said = self.unread(pair, format!("More than one {what} is called {words}."));
                Err(said.hint(format!("Write which one: {}.", several.join(" or "))))
            }
        }
    }

    fn no_such(&self, pair: &Pair<'_, Rule>, what: &str, kind: NameKind) -> Remark {
        let words = self.words(pair);
        let said = self.unread(pair, format!("There is no {what} called {words} on the map."));
        let nearest = if self.copy.is_brief { None } else { nearest_names(self.scenario, &words, kind) };
        match nearest {
            Some(nearest) => said.hint(nearest),
            None => said.hint("The names are those of the map of this game."),
        }
    }

    /// A power, a minor country, or nobody.
    pub fn holder(&self, pair: &Pair<'_, Rule>) -> Result<Holder, Remark> {
        for inner in pair.clone().into_inner() {
            match inner.as_rule() {
                Rule::power => return self.power(&inner).map(Holder::Power),
                Rule::minor_holder => return self.minor(&inner).map(Holder::Minor),
                _ => {}
            }
        }
        Ok(Holder::Nobody)
    }

    /// The powers, countries and ports of a list.
    pub fn partners(&self, pair: &Pair<'_, Rule>) -> Result<Partners, Remark> {
        let mut partners = Partners::default();
        for partner in partners_of(pair) {
            self.add_partner(&mut partners, &partner)?;
        }
        Ok(partners)
    }

    fn add_partner(&self, partners: &mut Partners, partner: &Pair<'_, Rule>) -> Result<(), Remark> {
        // "Prussia (Danzig only)": the ports alone.
        if let Some(ports) = partner.clone().into_inner().find(|inner| inner.as_rule() == Rule::of_ports) {
            for port in partners_of(&ports) {
                self.add_partner(partners, &port)?;
            }
            return Ok(());
        }
        let mut is_port = false;
        for inner in partner.clone().into_inner() {
            match inner.as_rule() {
                Rule::port_noun => is_port = !inner.as_str().to_ascii_lowercase().starts_with("ports of"),
                Rule::power => push_once(&mut partners.powers, self.power(&inner)?),
                Rule::place if is_port || !self.is_land(&inner) => push_once(&mut partners.ports, self.port(&inner)?),
                Rule::place => push_once(&mut partners.minors, self.minor(&inner)?),
                _ => {}
            }
        }
        Ok(())
    }

    fn is_land(&self, pair: &Pair<'_, Rule>) -> bool {
        let Some(meaning) = self.meaning(pair) else { return false };
        let has_port = meaning.cities.len() == 1;
        match &meaning.territories[..] {
            [] => false,
            [land] => !has_port || self.scenario.map.territory(land).is_some_and(|land| land.is_minor()),
            _ => !has_port,
        }
    }

    /// A month by its name, from 1.
    pub fn month(&self, pair: &Pair<'_, Rule>) -> Result<u8, Remark> {
        let name = pair.as_str().to_ascii_lowercase();
        let place = MONTHS.iter().position(|month| month.to_ascii_lowercase().starts_with(&name[..name.len().min(3)]));
        let number = place.and_then(|place| u8::try_from(place + 1).ok());
        number.ok_or_else(|| self.unread(pair, "This is no month."))
    }
}

/// The partners that a list names, not those within one of them.
fn partners_of<'i>(pair: &Pair<'i, Rule>) -> Vec<Pair<'i, Rule>> {
    let inner = pair.clone().into_inner();
    inner.flat_map(|inner| if inner.as_rule() == Rule::partner { vec![inner] } else { partners_of(&inner) }).collect()
}

/// What a number comes to, in figures, with marks between its thousands, or in words.
fn value_of(text: &str) -> Option<u32> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if !digits.is_empty() {
        return digits.parse().ok();
    }
    let words = text.to_ascii_lowercase();
    if words.contains("dozen") {
        let dozens = if words.starts_with("half") { 6 } else { 12 };
        return Some(if words.starts_with("two") { 24 } else { dozens });
    }
    if words.contains("couple") || words.contains("pair") {
        return Some(2);
    }
    if words.contains("hundred") {
        return Some(100);
    }
    let mut parts = words.split([' ', '-']).filter(|word| !word.is_empty());
    let first = parts.next()?;
    let tens = TENS.iter().zip((20..).step_by(10)).find(|(word, _)| **word == first).map(|(_, tens)| tens);
    match (tens, parts.next()) {
        (Some(tens), Some(one)) => small_number(one).filter(|one| *one < 10).map(|one| tens + one),
        (Some(tens), None) => Some(tens),
        (None, _) => small_number(first),
    }
}

/// The tens as words, from twenty.
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

fn push_once<T: PartialEq>(list: &mut Vec<T>, value: T) {
    if !list.contains(&value) {
        list.push(value);
    }
}

/// Names that look like some words, as a sentence; `None` when there are none.
pub(super) fn nearest_names(scenario: &Scenario, words: &str, kind: NameKind) -> Option<String> {
    match &scenario.names.nearest(words, kind)[..] {
        [] => None,
        [only] => Some(format!("The nearest name is {only}.")),
        several => Some(format!("The nearest names are: {}.", several.join(", "))),
    }
}
