//! Canonical words: what receipts print, and what reads back to the same order.

use std::fmt::Write;

use super::conditions::{write_asked, write_conditional, write_special};
use super::field::manner_word;
use super::heading::account_word;
use crate::order::{Act, ForceRef, LeaderPick, Matter, Order, Place, Pulses, Share, Shares, Verdict, Work};
use crate::scenario::{Account, Scenario, Theatre};

/// The canonical words of an order, without the heading it stands under.
pub fn write(scenario: &Scenario, order: &Order) -> String {
    let mut out = String::with_capacity(64);
    match order.pulses {
        Some(Pulses::Span { from, to }) if from == to => put(&mut out, format_args!("PP {from}: ")),
        Some(Pulses::Span { from, to }) => put(&mut out, format_args!("PP {from}-{to}: ")),
        Some(Pulses::From(from)) => put(&mut out, format_args!("from PP {from}: ")),
        Some(Pulses::Last) => out.push_str("last pulse: "),
        None => {}
    }
    write_act(scenario, &order.act, &mut out);
    if let Some(cost) = order.stated_cp {
        put(&mut out, format_args!(" ({cost} CP)"));
    }
    out
}

fn put(out: &mut String, words: std::fmt::Arguments<'_>) {
    out.write_fmt(words).expect("a string takes all that is written");
}

/// The canonical words of what is to be done.
pub(super) fn write_act(scenario: &Scenario, act: &Act, out: &mut String) {
    match act {
        Act::Distribute { cp, pp } => write_division(cp.as_ref(), pp.as_ref(), out),
        Act::Grant { to, cp, pp } => {
            put(out, format_args!("distribute {} directly:", account_word(*to)));
            cp.iter().for_each(|cp| put(out, format_args!(" CP {cp}")));
            pp.iter().for_each(|pp| put(out, format_args!("{} PP {pp}", if cp.is_some() { "," } else { "" })));
        }
        Act::DistributeSame => out.push_str("distribute as last turn"),
        Act::Discretionary { count, to } => {
            put(out, format_args!("give {} discretionary to {}", count_word(*count), theatre_word(*to)));
        }
        Act::ShiftPlanned { count, from, to } => {
            let (from, to) = (theatre_word(*from), theatre_word(*to));
            put(out, format_args!("shift {count} planned from {from} to {to}"));
        }
        Act::Concede => out.push_str("concede the war"),
        Act::ReinforceAsPlanned => out.push_str("reinforcements as planned"),
        Act::EnterLeaders { count, name, at } => {
            match name {
                Some(name) => put(out, format_args!("enter {name}")),
                None if *count == Some(1) => out.push_str("enter 1 leader"),
                None => put(out, format_args!("enter {} leaders", count_word(*count))),
            }
            write_place(scenario, " at ", at.as_ref(), out);
        }
        Act::EnterReinforcements { count, at } => {
            match count {
                Some(count) => put(out, format_args!("enter {count} infantry")),
                None => out.push_str("enter infantry"),
            }
            write_place(scenario, " at ", at.as_ref(), out);
        }
        Act::Move { .. } => write_march(scenario, act, out),
        Act::RailMove { .. } => write_rail_move(scenario, act, out),
        Act::DivideRail { shares } => {
            out.push_str("rail");
            write_shares(shares, out);
        }
        Act::Work { work, at, force } => write_work(scenario, *work, at.as_ref(), force.as_ref(), out),
        Act::FormArmy { name, leader, at, with } => {
            put(out, format_args!("form {}", name.as_deref().unwrap_or("army")));
            if let Some(leader) = leader {
                put(out, format_args!(" under {leader}"));
            }
            write_place(scenario, " at ", at.as_ref(), out);
            if !with.is_empty() {
                put(out, format_args!(" with {}", with.join(" and ")));
            }
        }
        Act::DissolveArmy { army } => match army {
            ForceRef::Army(name) => put(out, format_args!("dissolve {name}")),
            ForceRef::Leader(name) | ForceRef::LeaderWith { name, .. } => {
                put(out, format_args!("dissolve the army of {name}"));
            }
            ForceRef::At(place) => write_place(scenario, "dissolve the army at ", Some(place), out),
            ForceRef::Points { from, .. } => write_place(scenario, "dissolve the army at ", from.as_ref(), out),
        },
        Act::Entrench { force } => write_stay(scenario, "entrench ", force, out),
        Act::Hold { force } => write_stay(scenario, "hold ", force, out),
        Act::AssignLeaders { picks } => write_picks(picks, out),
        Act::ShiftLeader { name, from, to } => {
            put(out, format_args!("shift {name}"));
            for (word, theatre) in [("from", from), ("to", to)] {
                theatre.iter().for_each(|theatre| put(out, format_args!(" {word} {}", theatre_word(*theatre))));
            }
        }
        Act::Transfer { name, to } => {
            put(out, format_args!("transfer {name}"));
            write_place(scenario, " to ", to.as_ref(), out);
        }
        Act::Present { name, matter } => {
            let why = match matter {
                None => "",
                Some(Matter::Promotion) => " for promotion",
                Some(Matter::Relief | Matter::Dismissal) => " for relief",
            };
            put(out, format_args!("present {name}{why}"));
        }
        Act::Verdict { name, verdict } => put(out, format_args!("{} {name}", verdict_word(*verdict))),
        Act::Idle { count: None } => out.push_str("idle"),
        Act::Idle { count: Some(1) } => out.push_str("idle 1 pulse"),
        Act::Idle { count: Some(count) } => put(out, format_args!("idle {count} pulses")),
        Act::If(waiting) => write_conditional(scenario, waiting, out),
        Act::Asked(asked) => write_asked(asked, out),
        Act::React { .. } | Act::Withdraw { .. } | Act::Save { .. } | Act::Stop { .. } | Act::Ride { .. } => {
            write_special(scenario, act, out);
        }
        Act::Naval(order) => out.push_str(&super::naval::write_naval(scenario, order)),
        Act::Unplayed { words, .. } => out.push_str(words),
    }
}

fn write_march(scenario: &Scenario, act: &Act, out: &mut String) {
    let Act::Move { force, to, via, manner, is_attack } = act else { return };
    if *is_attack {
        out.push_str("attack");
        write_place(scenario, " ", to.as_ref(), out);
        out.push_str(" with ");
    } else {
        out.push_str("move ");
    }
    let from = match force {
        // "with" stands before him already.
        ForceRef::LeaderWith { name, take: Some(take @ 1..), .. } if *is_attack => {
            put(out, format_args!("{name} taking {take} SP"));
            None
        }
        force => write_force(scenario, force, out),
    };
    if let Some(manner) = manner {
        put(out, format_args!(" {}", manner_word(*manner)));
    }
    write_place(scenario, " from ", from, out);
    if !is_attack {
        write_place(scenario, " to ", to.as_ref(), out);
    }
    for (rank, place) in via.iter().enumerate() {
        let word = if rank == 0 { " via " } else { ", " };
        write_place(scenario, word, Some(place), out);
    }
    write_left(scenario, force, out);
}

/// What a leader leaves where he sets out, behind where he goes.
fn write_left(scenario: &Scenario, force: &ForceRef, out: &mut String) {
    let ForceRef::LeaderWith { leave: Some(leave), at, .. } = force else { return };
    put(out, format_args!(" leaving {leave} SP"));
    write_place(scenario, " at ", at.as_ref(), out);
}

fn write_rail_move(scenario: &Scenario, act: &Act, out: &mut String) {
    let Act::RailMove { force, to, via, manner, points } = act else { return };
    out.push_str("move ");
    let from = write_force(scenario, force, out);
    if let Some(manner) = manner {
        put(out, format_args!(" {}", manner_word(*manner)));
    }
    out.push_str(" by rail");
    write_place(scenario, " from ", from, out);
    write_place(scenario, " to ", to.as_ref(), out);
    for (rank, place) in via.iter().enumerate() {
        write_place(scenario, if rank == 0 { " via " } else { ", " }, Some(place), out);
    }
    write_left(scenario, force, out);
    if let Some(points) = points {
        put(out, format_args!(" for {points} rail"));
    }
}

fn write_work(scenario: &Scenario, work: Work, at: Option<&Place>, force: Option<&ForceRef>, out: &mut String) {
    let (words, is_of_force) = match work {
        Work::Depot => ("build depot", false),
        Work::DestroyDepot => ("destroy depot", false),
        Work::Fort => ("build fort", false),
        Work::Fortress => ("build fortress", false),
        Work::ConvertRail => ("convert rail", false),
        Work::Remoralise => ("re-moralise", true),
        Work::Recover => ("recover", true),
        Work::StayShaken => ("do not recover", true),
    };
    out.push_str(words);
    match force.filter(|_| is_of_force) {
        Some(force) => {
            out.push(' ');
            write_force(scenario, force, out);
        }
        None if is_of_force && at.is_some() => out.push_str(" the force"),
        None => {}
    }
    write_place(scenario, " at ", at, out);
    if let Some(force) = force.filter(|_| !is_of_force) {
        out.push_str(" with ");
        write_force(scenario, force, out);
    }
}

fn write_stay(scenario: &Scenario, verb: &str, force: &ForceRef, out: &mut String) {
    out.push_str(verb);
    let from = write_force(scenario, force, out);
    write_place(scenario, " at ", from, out);
}

/// Writes who is meant; where points stand is given back, for it has a place of its own in the sentence.
fn write_force<'o>(scenario: &Scenario, force: &'o ForceRef, out: &mut String) -> Option<&'o Place> {
    match force {
        ForceRef::Leader(name) => out.push_str(name),
        ForceRef::LeaderWith { name, take, .. } => {
            out.push_str(name);
            match take {
                Some(0) => out.push_str(" alone"),
                Some(take) => put(out, format_args!(" with {take} SP")),
                None => {}
            }
        }
        ForceRef::At(place) => write_place(scenario, "the force at ", Some(place), out),
        ForceRef::Army(name) => put(out, format_args!("the {name}")),
        ForceRef::Points { count, from } => {
            put(out, format_args!("{} SP", count_word(*count)));
            return from.as_ref();
        }
    }
    None
}

/// A force as it stands in a sentence.
pub(super) fn force_words(scenario: &Scenario, force: &ForceRef) -> String {
    let mut out = String::new();
    let from = write_force(scenario, force, &mut out);
    write_place(scenario, " at ", from, &mut out);
    out
}

/// A place as it stands in a sentence.
pub(super) fn place_words(scenario: &Scenario, place: &Place) -> String {
    let mut out = String::new();
    write_place(scenario, "", Some(place), &mut out);
    out
}

fn write_place(scenario: &Scenario, before: &str, place: Option<&Place>, out: &mut String) {
    let Some(place) = place else { return };
    out.push_str(before);
    match place {
        Place::Known(hex) => match scenario.gazetteer.full_name(*hex) {
            "" => put(out, format_args!("{hex}")),
            name => out.push_str(name),
        },
        Place::Unknown(words) => out.push_str(words),
    }
}

fn write_division(cp: Option<&Shares>, pp: Option<&Shares>, out: &mut String) {
    out.push_str("distribute");
    let purses = [("CP", cp), ("PP", pp)];
    let named = purses.iter().filter_map(|(unit, shares)| Some((unit, (*shares)?)));
    for (rank, (unit, shares)) in named.enumerate() {
        put(out, format_args!("{} {unit}", if rank == 0 { "" } else { ";" }));
        write_shares(shares, out);
    }
}

fn write_shares(shares: &Shares, out: &mut String) {
    if shares.is_empty() {
        out.push_str(" as last turn");
    }
    for (rank, (account, share)) in shares.iter().enumerate() {
        let (between, account) = (if rank == 0 { "" } else { "," }, account_word(*account));
        match share {
            Share::Points(points) => put(out, format_args!("{between} {account} {points}")),
            Share::Percent(percent) => put(out, format_args!("{between} {account} {percent}%")),
        }
    }
}

fn write_picks(picks: &[LeaderPick], out: &mut String) {
    if picks.is_empty() {
        return out.push_str("leaders as planned");
    }
    for (rank, pick) in picks.iter().enumerate() {
        put(out, format_args!("{}{}", if rank == 0 { "assign " } else { ", " }, count_word(pick.count)));
        let stars = pick.stars.and_then(|stars| ["one", "two", "three"].get(stars.checked_sub(1)? as usize));
        stars.iter().for_each(|stars| put(out, format_args!(" {stars}-star")));
        pick.arm.iter().for_each(|arm| put(out, format_args!(" {arm}")));
        let noun = if pick.count == Some(1) { "leader" } else { "leaders" };
        put(out, format_args!(" {noun} to {}", account_word(pick.to)));
    }
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Promote => "promote",
        Verdict::Refuse => "refuse",
        Verdict::Remove => "remove",
        Verdict::Reduce => "reduce",
        Verdict::Keep => "keep",
    }
}

fn theatre_word(theatre: Theatre) -> &'static str {
    account_word(Account::from(theatre))
}

fn count_word(count: Option<u32>) -> String {
    count.map_or_else(|| "all".to_owned(), |count| count.to_string())
}
