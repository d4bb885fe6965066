//! A march on the cavalry's die (C5.1): the words of the die are taken out, what is left is a march.

use pest::Parser;

use super::super::copy::{LEADER, copy};
use super::super::grammar::{OrderGrammar, Rule};
use super::super::read_at;
use super::super::resolve::Desk;
use super::Found;
use crate::condition::Fallback;
use crate::order::{Act, ForceRef, Order, Pulses};
use base::order::Remark;

/// Words of the die as they were found in a line.
#[derive(Default)]
struct Die {
    is_named: bool,
    is_only: bool,
    has_else: bool,
    /// The pulses of the normal cost.
    longer: Option<(u32, u32)>,
    /// The line without them.
    rest: String,
}

/// Reads a march that is tried for one command point.
pub(super) fn read_roll(desk: &Desk<'_, '_>) -> Found {
    let die = take_die(desk)?;
    let copied = copy(Some(desk.scenario), &die.rest);
    let (order, mut remarks) = match read_at(desk.scenario, &copied, u32::MAX) {
        Ok((order, remarks)) => (order, remarks),
        Err(_) => (only_leader(desk)?, vec![no_destination()]),
    };
    let Act::Move { force, to, via, is_attack, .. } = order.act else { return None };
    if force.leader().is_none() {
        let why = "Only a cavalry leader with troops may try to march for one command point.";
        return Some(Err(Remark::unread(why).hint("Name the leader.").rule("C5.1")));
    }
    let pulses = match both(order.pulses, die.longer) {
        Ok(pulses) => pulses,
        Err(remark) => return Some(Err(remark)),
    };
    let fallback = if die.is_only && !die.has_else { Fallback::Nothing } else { Fallback::Normal };
    for remark in &mut remarks {
        remark.span = None;
    }
    let act = Act::Ride { force, to, via, is_attack, fallback };
    Some(Ok((Order { pulses, ..Order::new(act) }, remarks)))
}

fn no_destination() -> Remark {
    Remark::incomplete("The destination is missing.")
        .hint("Add \"to\" and a town or a hex. Until then the pulses are kept and nothing moves.")
        .rule("C3.9")
}

/// The one leader of a line that says nothing else.
fn only_leader(desk: &Desk<'_, '_>) -> Option<Order> {
    let text = desk.copy.text.as_bytes();
    let mut leaders = desk.copy.marks.iter().filter(|mark| text[mark.at as usize] == LEADER);
    let (only, more) = (leaders.next()?, leaders.next());
    let super::super::copy::Named::Name(meaning) = only.named else { return None };
    let [leader] = meaning.leaders[..] else { return None };
    let force = ForceRef::Leader(desk.scenario.gazetteer.leader_name(leader).to_owned());
    let act = Act::Move { force, to: None, via: Vec::new(), manner: None, is_attack: false };
    more.is_none().then(|| Order::new(act))
}

/// The pulse of the die and those of the normal cost begin together (D16).
fn both(short: Option<Pulses>, longer: Option<(u32, u32)>) -> Result<Option<Pulses>, Remark> {
    let Some((from, to)) = longer else { return Ok(short) };
    match short {
        Some(Pulses::Span { from: first, .. }) if first != from => {
            let why = "The die is thrown in the first pulse of both ranges, so they must begin together.";
            Err(Remark::unread(why)
                .hint(format!(
                    "Write `PP {first} (cavalry roll, 1 CP, else {first} to {})`.",
                    first.saturating_add(to - from)
                ))
                .rule("C5.1"))
        }
        _ => Ok(Some(Pulses::Span { from, to })),
    }
}

/// The words of the die, when the line has any that name it.
fn take_die(desk: &Desk<'_, '_>) -> Option<Die> {
    let text = desk.copy.text.as_str();
    let mut die = Die::default();
    let (mut at, mut kept) = (0, 0);
    while at < text.len() {
        let is_start = text.is_char_boundary(at) && begins(text, at);
        let found = is_start.then(|| OrderGrammar::parse(Rule::roll_mark, &text[at..]).ok()?.next()).flatten();
        let Some(found) = found else {
            at += 1;
            continue;
        };
        let end = at + found.as_span().end();
        let mut own = Die { rest: die.rest.clone(), ..Die::default() };
        own.is_named = names_the_die(&text[at..end]);
        note(desk, &mut own, found);
        die.rest.push_str(super::typed(desk.copy, (kept, at)).1);
        die.rest.push(' ');
        die.is_named |= own.is_named;
        die.is_only |= own.is_only;
        die.has_else |= own.has_else;
        die.longer = die.longer.or(own.longer);
        (at, kept) = (end, end);
    }
    die.rest.push_str(super::typed(desk.copy, (kept, text.len())).1);
    die.is_named.then_some(die)
}

/// Whether a word or a bracket begins here.
fn begins(text: &str, at: usize) -> bool {
    let sign = text.as_bytes()[at];
    let before = text[..at].bytes().next_back();
    sign == b'(' || sign.is_ascii_alphanumeric() && before.is_none_or(|sign| !sign.is_ascii_alphanumeric())
}

fn names_the_die(words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    ["cav", "activat"].iter().any(|sign| words.contains(sign))
}

fn note(desk: &Desk<'_, '_>, die: &mut Die, found: pest::iterators::Pair<'_, Rule>) {
    for inner in found.into_inner() {
        match inner.as_rule() {
            Rule::roll_only => die.is_only = true,
            Rule::roll_else => {
                die.has_else = true;
                die.longer = range(desk, inner);
            }
            _ => {}
        }
    }
}

fn range(desk: &Desk<'_, '_>, pair: pest::iterators::Pair<'_, Rule>) -> Option<(u32, u32)> {
    let mut numbers = Vec::new();
    for inner in pair.into_inner() {
        match inner.as_rule() {
            Rule::pulses => match desk.pulses(&inner).ok()? {
                Pulses::Span { from, to } => return Some((from, to)),
                _ => return None,
            },
            Rule::number => numbers.push(desk.number(&inner).ok()?),
            _ => {}
        }
    }
    match numbers[..] {
        [from, to] if from >= 1 && to >= from => Some((from, to)),
        _ => None,
    }
}
