//! What a line denies beside an order and what orders nothing: "no infantry" beside ships that are bought, "Prussia nothing"
//! beside a gift to Austria. It is left out of the reading, and its writer is told so.

use super::copy::FairCopy;
use super::nouns::{Word, is_unit, unit_of};
use super::pieces::{Piece, kept, pieces};
use crate::order::{Act, Order, Unit};
use crate::scenario::{Meaning, Scenario};
use base::order::Remark;

/// Words that deny what stands beside them.
const DENYING: &[&str] =
    &["no", "not", "nothing", "none", "nil", "without", "neither", "nor", "zero", "nobody", "whistle"];
/// Words before what is denied.
const LEADING: &[&str] =
    &["and", "but", "also", "then", "please", "just", "so", "well", "sorry", "however", "with", "for", "or", "nor"];
/// Words behind it.
const TRAILING: &[&str] = &[
    "now",
    "please",
    "pls",
    "thanks",
    "though",
    "either",
    "yet",
    "again",
    "anymore",
    "today",
    "needed",
    "required",
    "wanted",
    "necessary",
    "then",
    "sorry",
    "too",
    "whatsoever",
    "however",
];
/// Two words behind it.
const TRAILING_PAIRS: &[[&str; 2]] = &[
    ["this", "time"],
    ["this", "quarter"],
    ["this", "turn"],
    ["this", "window"],
    ["this", "phase"],
    ["this", "year"],
    ["any", "more"],
    ["at", "all"],
    ["for", "us"],
    ["for", "me"],
    ["for", "now"],
    ["of", "course"],
    ["from", "us"],
    ["from", "me"],
    ["as", "well"],
    ["for", "it"],
];
/// Words between a unit that is denied and its denial.
const OF_UNITS: &[&str] =
    &["more", "new", "extra", "additional", "further", "fresh", "the", "a", "any", "or", "nor", "single", "factors"];
/// Counters are denied as troops are.
const COUNTERS: &[&str] = &["counter", "counters", "corps", "fleet", "fleets"];
/// Words between a name and the word that denies it something.
const OF_NAMES: &[&str] = &[
    "the", "to", "for", "of", "or", "nor", "gets", "get", "receives", "receive", "has", "have", "is", "are", "buys",
    "shall", "should", "will", "can", "money", "gold", "penny", "a", "single", "more", "with", "trade", "be", "give",
    "lend", "send", "pay", "grant", "at", "in",
];
/// What is said of itself with a denial: an aside.
const ASIDES: &[&str] = &[
    "alliance",
    "allied",
    "need",
    "hurry",
    "rush",
    "strings",
    "questions",
    "problem",
    "offence",
    "interest",
    "reply",
    "excuses",
];

/// What a piece denies.
enum Denied<'s> {
    /// These troops, or counters where it is none.
    Units(Vec<Option<Unit>>),
    /// Those whom it names.
    Names(Vec<&'s Meaning>),
    /// It is an aside.
    Nothing,
}

/// A line without what it denies beside its order.
pub(super) struct WithoutIdle<'s> {
    pub line: String,
    pub notices: Vec<Remark>,
    denied: Vec<Denied<'s>>,
}

/// The line without its idle pieces; none where it has none, or nothing else.
pub(super) fn without_idle<'s>(copy: &FairCopy<'s, '_>) -> Option<WithoutIdle<'s>> {
    let pieces = pieces(copy);
    if copy.text.contains('?') || pieces.len() < 2 || !pieces.iter().flat_map(|piece| &piece.words).any(denies) {
        return None;
    }
    let mut denied = Vec::new();
    let mut notices = Vec::new();
    let mut is_idle = vec![false; pieces.len()];
    let mut is_after_aside = false;
    for (at, piece) in pieces.iter().enumerate() {
        // "(no alliance yet, I know)".
        let goes_on = is_after_aside && is_remark_of_writer(&piece.words);
        let found = if goes_on { Some(Denied::Nothing) } else { denied_by(&piece.words) };
        is_after_aside = matches!(found, Some(Denied::Nothing));
        let Some(found) = found else { continue };
        notices.push(notice(copy.line, piece, &found));
        denied.push(found);
        is_idle[at] = true;
    }
    if denied.is_empty() || !is_idle.contains(&false) {
        return None;
    }
    Some(WithoutIdle { line: kept(copy.line, &pieces, |at| !is_idle[at]), notices, denied })
}

fn denies(word: &Word<'_, '_>) -> bool {
    word.is_one_of(DENYING) || word.number() == Some(0)
}

/// "I know".
fn is_remark_of_writer(words: &[Word<'_, '_>]) -> bool {
    words.len() == 2 && words[0].is_one_of(&["i", "we"]) && words[1].is_one_of(&["know", "think", "guess", "fear"])
}

fn notice(line: &str, piece: &Piece<'_, '_>, denied: &Denied<'_>) -> Remark {
    let words = &line[piece.from..piece.to];
    let said = match denied {
        Denied::Units(_) => format!("{words:?} orders nothing: what is not bought is not named."),
        Denied::Names(_) => format!("{words:?} orders nothing: whoever is not named gets nothing."),
        Denied::Nothing => format!("{words:?} is no part of the order."),
    };
    Remark::notice(said).at(piece.from, piece.to)
}

/// What a piece denies, if it does nothing else.
fn denied_by<'s>(words: &[Word<'s, '_>]) -> Option<Denied<'s>> {
    let words = trimmed(words);
    if !words.iter().any(denies) {
        return None;
    }
    // "Of France, not of Spain" sets one against the other.
    if words.len() > 1 && words[0].is_one_of(&["not"]) && words[1].is_one_of(&["of"]) {
        return None;
    }
    if is_aside(words) {
        return Some(Denied::Nothing);
    }
    units_denied(words).map(Denied::Units).or_else(|| names_denied(words).map(Denied::Names))
}

fn trimmed<'w, 's, 'c>(mut words: &'w [Word<'s, 'c>]) -> &'w [Word<'s, 'c>] {
    while let [first, rest @ ..] = words
        && first.is_one_of(LEADING)
        && rest.iter().any(denies)
    {
        words = rest;
    }
    loop {
        words = match words {
            [rest @ .., one, two] if TRAILING_PAIRS.iter().any(|[a, b]| one.is_one_of(&[a]) && two.is_one_of(&[b])) => {
                rest
            }
            [rest @ .., last] if last.is_one_of(TRAILING) => rest,
            _ => return words,
        };
    }
}

fn is_aside(words: &[Word<'_, '_>]) -> bool {
    let is_plain = |word: &Word<'_, '_>| word.word().is_some() && !is_unit(word);
    let [first, second, ..] = words else { return false };
    first.is_one_of(&["no", "not"]) && second.is_one_of(ASIDES) && words.len() < 7 && words.iter().all(is_plain)
}

/// "No infantry", "not a single ship", "cavalry: none": nothing but units, and a denial before or behind them.
fn units_denied(words: &[Word<'_, '_>]) -> Option<Vec<Option<Unit>>> {
    let is_noun = |word: &Word<'_, '_>| is_unit(word) || word.is_one_of(COUNTERS);
    let is_known =
        |word: &Word<'_, '_>| is_noun(word) || denies(word) || word.is_one_of(OF_UNITS) || word.is_sign(":=");
    let units: Vec<Option<Unit>> = words
        .iter()
        .filter(|word| is_noun(word))
        .map(|word| if is_unit(word) { unit_of(word) } else { None })
        .collect();
    let has_one_denial = words.iter().filter(|word| denies(word) && !word.is_one_of(&["nor"])).count() == 1;
    let is_at_edge = words.first().is_some_and(denies) || words.last().is_some_and(denies);
    (!units.is_empty() && has_one_denial && is_at_edge && words.iter().all(is_known)).then_some(units)
}

/// "Prussia gets nothing", "none for Turkey", "Austria no": names, and one denial.
fn names_denied<'s>(words: &[Word<'s, '_>]) -> Option<Vec<&'s Meaning>> {
    let is_known =
        |word: &Word<'_, '_>| word.name().is_some() || denies(word) || word.is_one_of(OF_NAMES) || word.is_sign(":=");
    let names: Vec<&Meaning> = words.iter().filter_map(Word::name).collect();
    let has_one_denial = words.iter().filter(|word| denies(word) && !word.is_one_of(&["nor"])).count() == 1;
    // "No Denmark" may put Denmark in the place of whom stands before it.
    let is_bare_no = words.first().is_some_and(|first| first.is_one_of(&["no"]))
        && words.get(1).is_some_and(|next| next.name().is_some());
    (!names.is_empty() && has_one_denial && !is_bare_no && words.iter().all(is_known)).then_some(names)
}

impl WithoutIdle<'_> {
    /// Whether what was left out orders nothing beside these orders: it takes nothing out of what they say.
    pub fn is_idle_beside(&self, scenario: &Scenario, orders: &[Order]) -> bool {
        let acts = || orders.iter().map(|order| &order.act);
        let written: Vec<String> = orders.iter().map(|order| super::write(scenario, order).to_lowercase()).collect();
        !orders.is_empty()
            && self.denied.iter().all(|denied| match denied {
                Denied::Nothing => true,
                Denied::Units(units) => {
                    acts().any(|act| matches!(act, Act::Buy { .. })) && !acts().any(|act| buys(act, units))
                }
                Denied::Names(names) => {
                    acts().all(lists_those_meant)
                        && !names.iter().any(|name| written.iter().any(|order| holds(order, name)))
                }
            })
    }
}

/// Whether an order buys one of these.
fn buys(act: &Act, denied: &[Option<Unit>]) -> bool {
    match act {
        Act::Buy { units, .. } => units.iter().any(|(unit, _)| denied.contains(&Some(*unit))),
        Act::BuyCounters { .. } => denied.contains(&None),
        _ => false,
    }
}

/// Whether an order is of those alone whom it names.
fn lists_those_meant(act: &Act) -> bool {
    match act {
        Act::OfferTrade { partners, .. } | Act::StopAmericanTrade { partners } => !partners.is_everybody,
        Act::Lend { .. }
        | Act::Aid { .. }
        | Act::PayDebt { .. }
        | Act::ReduceVictoryPoints { .. }
        | Act::Cede { .. } => true,
        Act::Buy { .. } | Act::BuyCounters { .. } | Act::Levy { .. } => true,
        _ => false,
    }
}

/// Whether an order names one of those whom a name may mean.
fn holds(order: &str, name: &Meaning) -> bool {
    let called = name.power.map(|power| power.name().to_owned());
    let mut all = called.iter().chain(&name.territories).chain(&name.cities);
    all.any(|called| order.contains(&called.to_lowercase()))
}
