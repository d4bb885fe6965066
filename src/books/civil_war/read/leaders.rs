//! What is said of leaders beside their marches: verdicts, presentations, pools of new leaders, shifts and journeys.

use pest::iterators::{Pair, Pairs};

use super::grammar::Rule;
use super::parts::{inner_number, once};
use super::resolve::{Desk, account_of, theatre_of};
use crate::order::{Act, LeaderPick, Matter, Order, Place, Pulses, Verdict};
use crate::scenario::{Account, Arm, Theatre};
use base::order::Remark;

/// `promote Grant`, `Burnside loses a star`.
pub(super) fn verdict(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let mut said = None;
    for pair in pairs {
        let verdict = match pair.as_rule() {
            Rule::promote_say => Verdict::Promote,
            Rule::refuse_say => Verdict::Refuse,
            Rule::remove_say => Verdict::Remove,
            Rule::reduce_say => Verdict::Reduce,
            Rule::keep_say => Verdict::Keep,
            Rule::demote_say => return Err(which_demotion(desk, &pair)),
            _ => {
                no_pulses(desk, &pair)?;
                continue;
            }
        };
        if let Some(rank) = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::rank_word) {
            desk.notice(&rank, "A promotion is by one star.");
        }
        let name = leader_in(desk, &pair)?;
        once(desk, &mut said, Act::Verdict { name, verdict }, &pair, "Two verdicts are given.")?;
    }
    said.map(Order::new).ok_or_else(|| Remark::unread("It is not said what is decided about whom."))
}

fn which_demotion(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Remark {
    let name = leader_in(desk, pair).unwrap_or_else(|_| "the leader".to_owned());
    desk.unread(pair, "A demoted leader leaves the game or loses a star; it is not said which.")
        .hint(format!("Write `remove {name}` or `reduce {name}`."))
        .rule("C5.4")
}

/// Ranks are no matter of pulses.
fn no_pulses(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    match pair.as_rule() {
        Rule::pulses | Rule::bare_pulses | Rule::listed_pulses | Rule::stated_cp => {
            Err(desk.unread(pair, "What is said of a leader's rank has neither pulses nor a cost."))
        }
        _ => Ok(()),
    }
}

fn leader_in(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<String, Remark> {
    let leader = pair.clone().into_inner().flatten().find(|inner| inner.as_rule() == Rule::leader);
    let Some(leader) = leader else { return Err(desk.unread(pair, "The leader is missing.")) };
    desk.leader(&leader)
}

/// `present Grant for promotion`.
pub(super) fn present(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    const TWICE: &str = "Two leaders are named; a line presents one.";
    let (mut name, mut matter) = (None, None);
    let mut is_named = false;
    for pair in pairs {
        match pair.as_rule() {
            Rule::leader => once(desk, &mut name, desk.leader(&pair)?, &pair, TWICE)?,
            Rule::rise_of | Rule::fall_of => {
                let what = if pair.as_rule() == Rule::rise_of { Matter::Promotion } else { Matter::Relief };
                once(desk, &mut name, leader_in(desk, &pair)?, &pair, TWICE)?;
                matter = Some(what);
            }
            Rule::before_sc => {
                is_named = true;
                once(desk, &mut name, leader_in(desk, &pair)?, &pair, TWICE)?;
            }
            Rule::for_rise => matter = Some(Matter::Promotion),
            Rule::for_fall => matter = Some(Matter::Relief),
            _ => no_pulses(desk, &pair)?,
        }
    }
    // A name is put before the supreme commander to be promoted.
    let matter = matter.or(is_named.then_some(Matter::Promotion));
    let name = name.ok_or_else(|| Remark::unread("It is not said who is presented."))?;
    Ok(Order::new(Act::Present { name, matter }))
}

/// `one two-star to West, the cavalry one to East`.
pub(super) fn assign(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let mut picks = Vec::new();
    for pair in pairs {
        match pair.as_rule() {
            Rule::pick => picks.extend(pick(desk, &pair)?),
            _ => no_pulses(desk, &pair)?,
        }
    }
    Ok(Order::new(Act::AssignLeaders { picks }))
}

fn pick(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Vec<LeaderPick>, Remark> {
    let to = pair.clone().into_inner().find_map(|inner| account_of(inner.as_rule()));
    let Some(to) = to else { return Err(desk.unread(pair, "The pool is missing.")) };
    let who = pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::who);
    who.map(|who| described(desk, &who, to)).collect()
}

fn described(desk: &Desk<'_, '_>, who: &Pair<'_, Rule>, to: Account) -> Result<LeaderPick, Remark> {
    // "the two-stars" are all of them, "a two-star" is one.
    let is_several = who.as_str().trim_end().ends_with(['s', 'S']);
    let mut pick = LeaderPick { count: (!is_several).then_some(1), stars: None, arm: None, to };
    for part in who.clone().into_inner() {
        match part.as_rule() {
            Rule::number => pick.count = Some(desk.number(&part)?),
            Rule::both => pick.count = Some(2),
            Rule::all_of => pick.count = None,
            Rule::one_more => pick.count = Some(1),
            Rule::star_word => pick.stars = Some(stars_in_words(part.as_str())),
            Rule::star_sign => signs(desk, &part, &mut pick),
            Rule::horse => pick.arm = Some(Arm::Cavalry),
            Rule::ships => pick.arm = Some(Arm::Naval),
            Rule::foot => pick.arm = Some(Arm::Infantry),
            _ => {}
        }
    }
    if pick.count == Some(0) {
        return Err(desk.unread(who, "No leader is asked for."));
    }
    Ok(pick)
}

fn stars_in_words(words: &str) -> u32 {
    match words.as_bytes().first() {
        Some(b'2' | b'd' | b'D') => 2,
        Some(b'3') => 3,
        // "two" and "three", "triple"
        Some(b't' | b'T') if matches!(words.as_bytes().get(1), Some(b'w' | b'W')) => 2,
        Some(b't' | b'T') => 3,
        _ => 1,
    }
}

/// `**`; `2*` is a leader of two stars, `2 *` are two of one.
fn signs(desk: &Desk<'_, '_>, part: &Pair<'_, Rule>, pick: &mut LeaderPick) {
    let text = part.as_str();
    let digit = text.chars().next().and_then(|first| first.to_digit(10));
    match digit {
        Some(count) if desk.words(part).contains(' ') => (pick.count, pick.stars) = (Some(count), Some(1)),
        Some(stars) => pick.stars = Some(stars),
        None => pick.stars = Some(text.len() as u32),
    }
}

/// `shift Pope from West to East`; with pulses it is the journey itself, to a town that is not said.
pub(super) fn shift(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let (mut name, mut from, mut to, mut joined) = (None, None, None, false);
    for pair in pairs {
        match pair.as_rule() {
            Rule::leader => once(desk, &mut name, desk.leader(&pair)?, &pair, "Two leaders are named.")?,
            Rule::away_from => once(desk, &mut from, region(desk, &pair)?, &pair, "Two theatres to leave are named.")?,
            Rule::over_to => once(desk, &mut to, region(desk, &pair)?, &pair, "Two theatres to go to are named.")?,
            Rule::joins => {
                joined = true;
                if has_region(&pair) {
                    to = Some(region(desk, &pair)?);
                }
            }
            Rule::with_points => points_of_shift(desk, &pair)?,
            _ => no_pulses_of_shift(desk, &pair)?,
        }
    }
    let Some(name) = name else { return Err(Remark::unread("It is not said who is shifted.")) };
    if to.is_none() && from.is_none() && !joined {
        return Err(Remark::unread(format!("It is not said where {name} is to go."))
            .hint(format!("Write `shift {name} to East`."))
            .rule("C3.5.9"));
    }
    if to.is_none() {
        let asked = Remark::incomplete(format!("It is not said to which theatre {name} goes.")).rule("C3.5.9");
        desk.remarks.push(asked.hint(format!("Write `shift {name} to East`.")));
    }
    Ok(Order::new(Act::ShiftLeader { name, from, to }))
}

fn no_pulses_of_shift(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    match pair.as_rule() {
        Rule::pulses | Rule::bare_pulses | Rule::listed_pulses | Rule::stated_cp => {
            Err(desk.unread(pair, "A shift is ordered without pulses; the commander of the theatre chooses them."))
        }
        _ => Ok(()),
    }
}

/// One command point and one pulse point go with him, whether it is said or not.
fn points_of_shift(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    let rules = &desk.scenario.tables.distribution;
    let mut numbers = pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::number);
    for right in [rules.shift_cp, rules.shift_pp] {
        let Some(number) = numbers.next() else { continue };
        if desk.number(&number)? != right {
            let text = format!("{} CP and {} PP go with a shifted leader.", rules.shift_cp, rules.shift_pp);
            return Err(desk.unread(pair, text).rule("C3.5.9"));
        }
    }
    Ok(())
}

fn has_region(pair: &Pair<'_, Rule>) -> bool {
    pair.clone().into_inner().any(|inner| theatre_of(inner.as_rule()).is_some() || inner.as_rule() == Rule::state_name)
}

/// A theatre by its name, or by a State in it.
fn region(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Theatre, Remark> {
    for inner in pair.clone().into_inner() {
        if let Some(theatre) = theatre_of(inner.as_rule()) {
            return Ok(theatre);
        }
        if inner.as_rule() == Rule::state_name {
            let named = desk
                .scenario
                .map
                .states()
                .map(|(_, state)| state)
                .find(|state| state.name.eq_ignore_ascii_case(inner.as_str()));
            return named
                .map(|state| state.theatre)
                .ok_or_else(|| desk.unread(&inner, "This State is not on the map."));
        }
    }
    Err(desk.unread(pair, "This is not one of the three theatres."))
}

/// `PP 7: transfer Pope to Washington`.
pub(super) fn transfer(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let (mut pulses, mut stated_cp, mut name, mut to): (Option<Pulses>, Option<u32>, Option<String>, Option<Place>) =
        Default::default();
    for pair in pairs {
        match pair.as_rule() {
            Rule::pulses | Rule::bare_pulses | Rule::listed_pulses => {
                once(desk, &mut pulses, desk.pulses(&pair)?, &pair, "The pulses are given twice.")?;
            }
            Rule::stated_cp => {
                let cost = inner_number(desk, &pair)?;
                once(desk, &mut stated_cp, cost, &pair, "The command points are given twice.")?;
            }
            Rule::leader => once(desk, &mut name, desk.leader(&pair)?, &pair, "Two leaders are named.")?,
            Rule::journey_to | Rule::departs => {
                let town =
                    pair.clone().into_inner().find(|inner| matches!(inner.as_rule(), Rule::town | Rule::unknown));
                let Some(town) = town else { return Err(desk.unread(&pair, "The town is missing.")) };
                let place = desk.place(&town);
                once(desk, &mut to, place, &pair, "Two towns are named.")?;
            }
            Rule::over_to if pulses.is_none() => {
                return Err(desk.unread(&pair, "This names a theatre; a journey goes to a town, in a pulse."));
            }
            _ => {}
        }
    }
    let Some(name) = name else { return Err(Remark::unread("It is not said who goes.")) };
    if to.is_none() {
        let asked = Remark::incomplete(format!("The town that {name} goes to is missing.")).rule("C3.5.9");
        desk.remarks.push(asked.hint("Name a town of your side in the theatre he is sent to."));
    }
    Ok(Order { heading: None, pulses, stated_cp, act: Act::Transfer { name, to } })
}
