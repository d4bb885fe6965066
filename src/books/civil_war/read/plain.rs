//! Canonical lines, read at once: the rules of the grammar that allow no choice of words.
//! Whatever is not quite plain is left to the patient reading.

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::copy::{FairCopy, Named};
use super::grammar::{OrderGrammar, Rule};
use super::heading::account_of_word;
use super::resolve::namesakes;
use crate::order::{Act, ForceRef, Manner, Order, Place, Pulses, Share, Shares};
use crate::scenario::Scenario;
use board::Hex;

/// The parts of a plain line.
#[derive(Default)]
struct Plain {
    pulses: Option<Pulses>,
    cost: Option<u32>,
    leader: Option<String>,
    town: Option<Hex>,
    count: Option<u32>,
    from: Option<Hex>,
    at: Option<Hex>,
    via: Vec<Place>,
    manner: Option<Manner>,
    is_points: bool,
    is_leaders: bool,
}

/// Reads a canonical line; `None` when it is not one.
pub(super) fn read_plain(scenario: &Scenario, copy: &FairCopy<'_, '_>) -> Option<Order> {
    let text = copy.text.as_str();
    let kind = kind_of(text)?;
    let line = OrderGrammar::parse(kind, text).ok()?.next()?.into_inner();
    if kind == Rule::plain_divide {
        return divide(line);
    }
    let mut plain = Plain::default();
    for pair in line {
        take(scenario, copy, &mut plain, &pair)?;
    }
    let (pulses, stated_cp) = (plain.pulses, plain.cost);
    let act = act(kind, plain)?;
    Some(Order { heading: None, pulses, stated_cp, act })
}

/// The rule for the word behind the pulses.
fn kind_of(text: &str) -> Option<Rule> {
    let bytes = text.as_bytes();
    let has_pulses = text.starts_with("PP ") || text.starts_with("from PP ") || text.starts_with("last pulse:");
    let front = if has_pulses { 1 + bytes.iter().take(16).position(|byte| *byte == b':')? } else { 0 };
    let rest = &bytes[front..];
    let kinds: [(&[u8], Rule); 7] = [
        (b"move ", Rule::plain_march),
        (b"enter ", Rule::plain_enter),
        (b"attack ", Rule::plain_attack),
        (b"entrench ", Rule::plain_dig),
        (b"hold ", Rule::plain_hold),
        (b"idle", Rule::plain_idle),
        (b"distribute ", Rule::plain_divide),
    ];
    kinds.into_iter().find(|(word, _)| rest.starts_with(word)).map(|(_, kind)| kind)
}

fn take(scenario: &Scenario, copy: &FairCopy<'_, '_>, plain: &mut Plain, pair: &Pair<'_, Rule>) -> Option<()> {
    match pair.as_rule() {
        Rule::plain_pulses => plain.pulses = Some(pulses(pair.as_str())?),
        Rule::plain_cost => plain.cost = Some(digits(pair.as_str())?.0),
        Rule::plain_count => plain.count = Some(digits(pair.as_str())?.0),
        Rule::plain_all => plain.is_points = true,
        Rule::leader => plain.leader = Some(leader_name(scenario, copy, pair)?),
        Rule::town => plain.town = Some(hex(scenario, copy, pair)?),
        Rule::plain_from => plain.from = Some(hex(scenario, copy, pair)?),
        Rule::plain_at => plain.at = Some(hex(scenario, copy, pair)?),
        Rule::plain_via => plain.via.push(Place::Known(hex(scenario, copy, pair)?)),
        Rule::plain_singly => plain.manner = Some(Manner::Singly),
        Rule::plain_stack => plain.manner = Some(Manner::Stack),
        Rule::plain_leaders => plain.is_leaders = true,
        _ => {}
    }
    Some(())
}

fn act(kind: Rule, plain: Plain) -> Option<Act> {
    let at = plain.at.map(Place::Known);
    Some(match kind {
        Rule::plain_idle => Act::Idle { count: None },
        Rule::plain_enter => match (plain.leader, plain.is_leaders) {
            (Some(name), _) => Act::EnterLeaders { count: Some(1), name: Some(name), at },
            (None, true) => Act::EnterLeaders { count: plain.count, name: None, at },
            (None, false) => Act::EnterReinforcements { count: plain.count, at },
        },
        _ => {
            let force = match (plain.leader, plain.town) {
                (Some(name), _) => ForceRef::Leader(name),
                (None, Some(hex)) => ForceRef::At(Place::Known(hex)),
                (None, None) if plain.is_points || plain.count.is_some() => {
                    ForceRef::Points { count: plain.count, from: plain.from.map(Place::Known) }
                }
                (None, None) => return None,
            };
            match kind {
                Rule::plain_dig => Act::Entrench { force },
                Rule::plain_hold => Act::Hold { force },
                _ => {
                    let is_attack = kind == Rule::plain_attack;
                    Act::Move { force, to: at, via: plain.via, manner: plain.manner, is_attack }
                }
            }
        }
    })
}

fn divide(line: Pairs<'_, Rule>) -> Option<Order> {
    let (mut cp, mut pp): (Option<Shares>, Option<Shares>) = (None, None);
    let mut is_command = true;
    for pair in line {
        match pair.as_rule() {
            Rule::plain_unit => {
                is_command = pair.as_str() == "CP ";
                let purse = if is_command { &mut cp } else { &mut pp };
                if purse.replace(Shares::new()).is_some() {
                    return None;
                }
            }
            Rule::plain_share => {
                let (account, amount) = pair.as_str().split_once(' ')?;
                let (number, rest) = digits(amount)?;
                let share = if rest == "%" { Share::Percent(number) } else { Share::Points(number) };
                let purse = if is_command { &mut cp } else { &mut pp };
                if purse.as_mut()?.insert(account_of_word(account)?, share).is_some() {
                    return None;
                }
            }
            _ => {}
        }
    }
    Some(Order::new(Act::Distribute { cp, pp }))
}

fn pulses(text: &str) -> Option<Pulses> {
    if text == "last pulse:" {
        return Some(Pulses::Last);
    }
    let (from, rest) = digits(text)?;
    if text.starts_with("from ") {
        return (from > 0 && rest == ":").then_some(Pulses::From(from));
    }
    let to = if rest.starts_with('-') { digits(rest)?.0 } else { from };
    (from > 0 && from <= to).then_some(Pulses::Span { from, to })
}

/// The first number in a text, and what follows it.
fn digits(text: &str) -> Option<(u32, &str)> {
    let start = text.bytes().position(|byte| byte.is_ascii_digit())?;
    let wide = text[start..].bytes().take_while(u8::is_ascii_digit).count();
    let number = text[start..start + wide].parse().ok()?;
    Some((number, &text[start + wide..]))
}

fn hex(scenario: &Scenario, copy: &FairCopy<'_, '_>, pair: &Pair<'_, Rule>) -> Option<Hex> {
    let at = pair.as_span().start();
    match copy.mark(at)?.named {
        Named::Hex(hex) => Some(hex),
        Named::Name(meaning) => match meaning.places[..] {
            [hex] => Some(hex).filter(|hex| namesakes(scenario, *hex, copy.words(at, at + 1)).is_none()),
            _ => None,
        },
        Named::Nowhere => None,
    }
}

fn leader_name(scenario: &Scenario, copy: &FairCopy<'_, '_>, pair: &Pair<'_, Rule>) -> Option<String> {
    let Named::Name(meaning) = copy.mark(pair.as_span().start())?.named else { return None };
    match meaning.leaders[..] {
        [leader] => Some(scenario.gazetteer.leader_name(leader).to_owned()),
        _ => None,
    }
}
