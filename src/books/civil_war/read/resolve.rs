//! What single words of a line mean: numbers, pulses, places, leaders. Collects what must be said about them.

use pest::iterators::Pair;

use super::copy::{FairCopy, Named};
use super::grammar::Rule;
use crate::order::{Place, Pulses};
use crate::scenario::{Account, LeaderMatch, PlaceMatch, Scenario, Theatre};
use base::order::Remark;
use board::Hex;
pub(super) use reader::slip::tidy;
use reader::slip::{ordinal, small_number};

/// A line being read: its copy, the names, and what was found to say.
pub(super) struct Desk<'s, 'c> {
    pub scenario: &'s Scenario,
    pub copy: &'c FairCopy<'s, 'c>,
    pub remarks: Vec<Remark>,
}

impl Desk<'_, '_> {
    /// The bytes of the typed line behind a pair.
    pub fn span(&self, pair: &Pair<'_, Rule>) -> (usize, usize) {
        let span = pair.as_span();
        self.copy.span(span.start(), span.end())
    }

    /// The typed words behind a pair.
    pub fn words(&self, pair: &Pair<'_, Rule>) -> &str {
        let (start, end) = self.span(pair);
        &self.copy.line[start..end]
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

    /// A number in figures or words.
    pub fn number(&self, pair: &Pair<'_, Rule>) -> Result<u32, Remark> {
        let text = pair.as_str();
        if let Some(number) = small_number(text) {
            return Ok(number);
        }
        text.parse().map_err(|_| self.unread(pair, "This number is too large."))
    }

    /// The pulses that a phrase names.
    pub fn pulses(&self, pair: &Pair<'_, Rule>) -> Result<Pulses, Remark> {
        let mut numbers = [0_u32; 2];
        let mut found = 0;
        let mut is_open = false;
        for part in pair.clone().into_inner() {
            match part.as_rule() {
                Rule::number => {
                    numbers[found.min(1)] = self.number(&part)?;
                    found += 1;
                }
                Rule::pulse_last => return Ok(Pulses::Last),
                Rule::pulse_start => return self.pulse_start(&part),
                Rule::pulse_onward => is_open = true,
                Rule::pulse_list | Rule::pulse_list_of_some => return self.pulse_list(pair, numbers[0], part),
                Rule::pulse_nth => return self.pulse_nth(&part).map(|at| Pulses::Span { from: at, to: at }),
                Rule::pulse_first => return self.pulse_nth(&part).map(|to| Pulses::Span { from: 1, to }),
                _ => {}
            }
        }
        let [from, last] = numbers;
        let to = if found > 1 { last } else { from };
        if is_open {
            return self.in_order(pair, from, from).map(|()| Pulses::From(from));
        }
        self.in_order(pair, from, to).map(|()| Pulses::Span { from, to })
    }

    /// "The 3rd pulse", "the first four pulses": the number in it.
    fn pulse_nth(&self, pair: &Pair<'_, Rule>) -> Result<u32, Remark> {
        let Some(number) = pair.clone().into_inner().next() else {
            return Err(self.unread(pair, "The pulse is missing."));
        };
        let at = match number.as_rule() {
            Rule::pulse_ordinal => {
                ordinal(number.as_str()).ok_or_else(|| self.unread(pair, "The pulse is missing."))?
            }
            _ => self.number(&number)?,
        };
        self.in_order(pair, at, at).map(|()| at)
    }

    fn pulse_start(&self, pair: &Pair<'_, Rule>) -> Result<Pulses, Remark> {
        let Some(number) = pair.clone().into_inner().next() else {
            return Err(self.unread(pair, "The pulse to start at is missing."));
        };
        let from = self.number(&number)?;
        self.in_order(pair, from, from).map(|()| Pulses::From(from))
    }

    fn pulse_list(&self, whole: &Pair<'_, Rule>, first: u32, list: Pair<'_, Rule>) -> Result<Pulses, Remark> {
        let mut last = first;
        for part in list.into_inner() {
            let next = self.number(&part)?;
            if last.checked_add(1) != Some(next) {
                return Err(self
                    .unread(whole, "The pulses of one order must follow one another.")
                    .hint("Write them as `PP 1-3`.")
                    .rule("C3.9"));
            }
            last = next;
        }
        self.in_order(whole, first, last).map(|()| Pulses::Span { from: first, to: last })
    }

    fn in_order(&self, pair: &Pair<'_, Rule>, from: u32, to: u32) -> Result<(), Remark> {
        if from == 0 {
            return Err(self.unread(pair, "Pulses are counted from 1."));
        }
        if to < from {
            return Err(self
                .unread(pair, "These pulses run backwards.")
                .hint(format!("The first pulse stands first: `PP {to}-{from}`.")));
        }
        Ok(())
    }

    /// A place: a mark of the copy, or words that no map knows.
    pub fn place(&mut self, pair: &Pair<'_, Rule>) -> Place {
        let mark = self.copy.mark(pair.as_span().start());
        let known = match (pair.as_rule(), mark.map(|mark| mark.named)) {
            (Rule::unknown, _) | (_, None | Some(Named::Nowhere)) => None,
            (_, Some(Named::Hex(hex))) => Some(hex),
            (_, Some(Named::Name(meaning))) if meaning.places.len() == 1 => meaning.places.first().copied(),
            (_, Some(Named::Name(_))) => None,
        };
        let words = tidy(self.words(pair));
        let (start, end) = self.span(pair);
        if let Some(hex) = known {
            let Some(several) = namesakes(self.scenario, hex, &words) else { return Place::Known(hex) };
            self.remarks.push(several.at(start, end));
            return Place::Unknown(words);
        }
        let said = if self.copy.is_brief { no_place(&words) } else { no_such_place(self.scenario, &words) };
        self.remarks.push(said.at(start, end));
        Place::Unknown(words)
    }

    /// The canonical name of the leader meant.
    pub fn leader(&self, pair: &Pair<'_, Rule>) -> Result<String, Remark> {
        let named = self.copy.mark(pair.as_span().start()).map(|mark| mark.named);
        let Some(Named::Name(meaning)) = named else {
            return Err(self.unread(pair, "This is not the name of a leader."));
        };
        let gazetteer = &self.scenario.gazetteer;
        if let [leader] = meaning.leaders[..] {
            return Ok(gazetteer.leader_name(leader).to_owned());
        }
        let names: Vec<&str> = meaning.leaders.iter().map(|id| gazetteer.leader_name(*id)).collect();
        let message = format!("More than one leader is called {}.", tidy(self.words(pair)));
        Err(self.unread(pair, message).hint(format!("Write which one: {}.", names.join(" or "))))
    }
}

/// Asks which town is meant, where the bare name of one is written that several bear.
pub(super) fn namesakes(scenario: &Scenario, hex: Hex, words: &str) -> Option<Remark> {
    let several = scenario.gazetteer.namesakes(hex)?;
    let is_bare = scenario.gazetteer.place_name(hex).eq_ignore_ascii_case(words.trim_matches(['.', ',']));
    is_bare.then(|| which_place(words, several.all.join(" or ")))
}

fn which_place(words: &str, names: String) -> Remark {
    Remark::incomplete(format!("More than one place is called {words}.")).hint(format!("Write which one: {names}."))
}

/// Why some words are no place, with the nearest that are.
pub(super) fn no_such_place(scenario: &Scenario, words: &str) -> Remark {
    match scenario.gazetteer.find_place(words) {
        PlaceMatch::Several(names) => {
            let hex = |name: &String| match scenario.gazetteer.find_place(name) {
                PlaceMatch::One(hex, _) => format!("{name} ({hex})"),
                PlaceMatch::Several(_) | PlaceMatch::Unknown { .. } => name.clone(),
            };
            which_place(words, names.iter().map(hex).collect::<Vec<_>>().join(" or "))
        }
        PlaceMatch::Unknown { nearest } if !nearest.is_empty() => no_place(words).hint(nearest_names(&nearest)),
        PlaceMatch::Unknown { .. } | PlaceMatch::One(..) => {
            no_place(words).hint("Name a town of the map, or a hex by its four digits.")
        }
    }
}

/// Names that look like some words, as a sentence; `None` when there are none.
pub(super) fn near_names(scenario: &Scenario, words: &str) -> Option<String> {
    let leaders = match scenario.gazetteer.find_leader(words) {
        LeaderMatch::Unknown { nearest } => nearest,
        LeaderMatch::One(..) | LeaderMatch::Several(_) => Vec::new(),
    };
    let places = match scenario.gazetteer.find_place(words) {
        PlaceMatch::Unknown { nearest } => nearest,
        PlaceMatch::One(..) | PlaceMatch::Several(_) => Vec::new(),
    };
    let likeness = |name: &String| {
        let (name, words) = (name.to_ascii_lowercase(), words.to_ascii_lowercase());
        strsim::jaro_winkler(&name, &words)
    };
    let mut names: Vec<String> = leaders.into_iter().chain(places).collect();
    names.sort_by(|one, other| likeness(other).total_cmp(&likeness(one)));
    names.dedup();
    names.truncate(3);
    if names.is_empty() { None } else { Some(nearest_names(&names)) }
}

fn no_place(words: &str) -> Remark {
    Remark::incomplete(format!("There is no place called {words} on the map."))
}

fn nearest_names(names: &[String]) -> String {
    match names {
        [only] => format!("The nearest name is {only}."),
        _ => format!("The nearest names are: {}.", names.join(", ")),
    }
}

/// The theatre of a token.
pub(super) fn theatre_of(rule: Rule) -> Option<Theatre> {
    account_of(rule)?.theatre()
}

/// The account of a token.
pub(super) fn account_of(rule: Rule) -> Option<Account> {
    Some(match rule {
        Rule::east => Account::East,
        Rule::west => Account::West,
        Rule::trans => Account::Trans,
        Rule::naval => Account::Naval,
        _ => return None,
    })
}
