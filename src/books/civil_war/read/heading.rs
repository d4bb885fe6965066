//! Headings: whose purse the lines below draw on, and for which sub-turn. Welcome, never required.

use pest::Parser;
use pest::iterators::Pair;

use super::copy::FairCopy;
use super::grammar::{OrderGrammar, Rule};
use super::resolve::account_of;
use crate::order::Heading;
use crate::scenario::Account;

/// The heading that a whole line is.
pub(super) fn whole_line(copy: &FairCopy<'_, '_>) -> Option<Heading> {
    let text = copy.text.as_str();
    if !may_be_heading(text) {
        return None;
    }
    let mut pairs = OrderGrammar::parse(Rule::heading_line, text).ok()?;
    heading_in(pairs.next()?)
}

/// The heading that a line begins with, before a colon, and how many bytes of the copy it takes.
pub(super) fn leading(copy: &FairCopy<'_, '_>) -> Option<(Heading, usize)> {
    let text = copy.text.as_str();
    if !may_be_heading(text) {
        return None;
    }
    let pair = OrderGrammar::parse(Rule::heading_front, text).ok()?.next()?;
    let end = pair.as_span().end();
    Some((heading_in(pair)?, end))
}

/// The account that stands before the pulses of a line (`Trans: PP 1 ...`), and how many bytes of the copy it takes.
pub(super) fn account_before_pulses(copy: &FairCopy<'_, '_>) -> Option<(Heading, usize)> {
    let text = copy.text.as_str();
    if !may_be_heading(text) {
        return None;
    }
    let pair = OrderGrammar::parse(Rule::account_front, text).ok()?.next()?;
    let end = pair.as_span().end();
    let account = pair.into_inner().find_map(|inner| account_of(inner.as_rule()))?;
    Some((Heading { account: Some(account), sub_turn: None }, end))
}

/// A heading begins with an account, with `orders` or with the sub-turn, behind bullets and stars at most.
fn may_be_heading(text: &str) -> bool {
    let first = text.trim_start_matches(|sign: char| !sign.is_ascii_alphabetic());
    matches!(
        first.as_bytes().first(),
        Some(b'e' | b'E' | b'w' | b'W' | b't' | b'T' | b'n' | b'N' | b'f' | b'F' | b'o' | b'O' | b's' | b'S')
    )
}

fn heading_in(line: Pair<'_, Rule>) -> Option<Heading> {
    let heading = line.into_inner().find(|pair| pair.as_rule() == Rule::heading)?;
    let mut account = None;
    let mut sub_turn = None;
    for pair in heading.into_inner() {
        if let Some(found) = account_of(pair.as_rule()) {
            account = Some(found);
        }
        if pair.as_rule() == Rule::sub_turn {
            sub_turn = Some(sub_turn_of(&pair)?);
        }
    }
    Some(Heading { account, sub_turn })
}

/// There are two sub-turns; a heading for another is none.
fn sub_turn_of(pair: &Pair<'_, Rule>) -> Option<u8> {
    match pair.clone().into_inner().next()?.as_str().to_ascii_lowercase().as_str() {
        "1" | "one" | "first" | "1st" => Some(1),
        "2" | "two" | "second" | "2nd" => Some(2),
        _ => None,
    }
}

/// What a heading says below another: for which sub-turn alone leaves the account as it was.
pub(super) fn below(above: Option<&str>, heading: Heading) -> Heading {
    let account = heading.account.or_else(|| read_heading(above?)?.account);
    Heading { account, ..heading }
}

/// The canonical words of a heading: `East TST1`.
pub fn write_heading(heading: Heading) -> String {
    let account = heading.account.map(account_word).map(str::to_owned);
    let sub_turn = heading.sub_turn.map(|sub_turn| format!("TST{sub_turn}"));
    let words: Vec<String> = account.into_iter().chain(sub_turn).collect();
    words.join(" ")
}

/// The heading that canonical words name.
pub fn read_heading(words: &str) -> Option<Heading> {
    let (account, sub_turn) = match words.rsplit_once("TST") {
        Some((account, "1")) => (account.trim_end(), Some(1)),
        Some((account, "2")) => (account.trim_end(), Some(2)),
        Some(_) => return None,
        None => (words, None),
    };
    let named = account_of_word(account);
    let is_known = named.is_some() || account.is_empty() && sub_turn.is_some();
    is_known.then_some(Heading { account: named, sub_turn })
}

/// The account that a canonical word names.
pub(super) fn account_of_word(word: &str) -> Option<Account> {
    Account::ALL.into_iter().find(|known| account_word(*known) == word)
}

/// An account in canonical words.
pub(crate) fn account_word(account: Account) -> &'static str {
    match account {
        Account::East => "East",
        Account::West => "West",
        Account::Trans => "Trans",
        Account::Naval => "Naval",
    }
}
