//! The language of the toy: `move b2 to b3` and `hold b2`.

use std::collections::BTreeSet;
use std::fmt;

use adjutant::facts::Items;
use adjutant::order::{Filed, Remark};
use adjutant::rules::{LineReview, Review};
use serde::{Deserialize, Serialize};

use super::{Item, Meadow, Square};

/// An order to the pieces at a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verb", rename_all = "lowercase")]
pub enum Order {
    Move { from: Square, to: Option<Square> },
    Hold { at: Square },
}

impl Order {
    /// Where the piece stands that is to obey.
    pub fn at(&self) -> Square {
        match self {
            Self::Move { from, .. } => *from,
            Self::Hold { at } => *at,
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { from, to: Some(to) } => write!(f, "move {from} to {to}"),
            Self::Move { from, to: None } => write!(f, "move {from}"),
            Self::Hold { at } => write!(f, "hold {at}"),
        }
    }
}

pub fn begins(line: &str) -> bool {
    let line = line.trim_start().to_ascii_lowercase();
    ["move", "hold"]
        .iter()
        .any(|verb| line.strip_prefix(verb).is_some_and(|rest| rest.starts_with([' ', '\t']) || rest.is_empty()))
}

pub fn read(meadow: &Meadow, line: &str) -> Result<(Vec<Order>, Vec<Remark>), Remark> {
    let lower = line.trim_end_matches(['.', ' ']).to_ascii_lowercase();
    let words: Vec<_> = lower.split_whitespace().collect();
    match words.as_slice() {
        ["move", from, "to", to] => {
            let order = Order::Move { from: square(meadow, line, from)?, to: Some(square(meadow, line, to)?) };
            Ok((vec![order], Vec::new()))
        }
        ["move", from] => {
            let order = Order::Move { from: square(meadow, line, from)?, to: None };
            Ok((vec![order], vec![Remark::incomplete("Where to?").hint("Write: move b2 to b3.").rule("T1")]))
        }
        ["hold", at] => Ok((vec![Order::Hold { at: square(meadow, line, at)? }], Vec::new())),
        ["move" | "hold", ..] => Err(Remark::unread("This is no whole order.").hint("Write: move b2 to b3.")),
        [verb, ..] if is_scrambled(verb, "move") || is_scrambled(verb, "hold") => {
            Err(Remark::unread(format!("There is no order \"{verb}\"."))
                .at(0, verb.len())
                .hint("There are: move, hold."))
        }
        _ => Err(Remark::chatter()),
    }
}

/// Whether a word is a verb with its letters in disorder.
fn is_scrambled(word: &str, verb: &str) -> bool {
    let sorted = |text: &str| {
        let mut letters: Vec<_> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(word) == sorted(verb)
}

fn square(meadow: &Meadow, line: &str, word: &str) -> Result<Square, Remark> {
    let square = Square::parse(word).filter(|square| square.is_on(meadow.size));
    square.ok_or_else(|| {
        let start = line.to_ascii_lowercase().find(word).unwrap_or(0);
        Remark::unread(format!("There is no square \"{word}\"."))
            .at(start, start + word.len())
            .hint("Squares are a1 to e5.")
    })
}

/// Judges orders by what their giver was told: his own pieces.
pub fn review(items: Items<'_, Item>, lines: &[Filed<Order>]) -> Review<Item> {
    let own: BTreeSet<Square> = items
        .iter()
        .filter_map(|item| if let Item::Own { square, .. } = item { Some(*square) } else { None })
        .collect();
    let mut ordered = BTreeSet::new();
    let mut review = |line: &Filed<Order>| {
        let remark = wrong(&own, &ordered, &line.order);
        if remark.is_none() {
            ordered.insert(line.order.at());
        }
        LineReview { note: String::new(), remarks: remark.into_iter().collect() }
    };
    let lines = lines.iter().map(&mut review).collect();
    let waiting = own.difference(&ordered).count() as u32;
    Review { lines, account: vec![Item::Waiting { pieces: waiting }] }
}

fn wrong(own: &BTreeSet<Square>, ordered: &BTreeSet<Square>, order: &Order) -> Option<Remark> {
    let at = order.at();
    if !own.contains(&at) {
        return Some(Remark::refused(format!("You have no piece at {at}.")).rule("T2"));
    }
    if ordered.contains(&at) {
        return Some(Remark::refused(format!("The piece at {at} has its order.")).rule("T3"));
    }
    match order {
        Order::Move { from, to: Some(to) } if from.distance(*to) != 1 => {
            Some(Remark::refused(format!("{to} is not next to {from}.")).rule("T1"))
        }
        _ => None,
    }
}
