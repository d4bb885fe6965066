//! Canonical words: what receipts print, and what reads back to the same order.

use std::fmt::Write;

use super::conditions::{write_asked, write_conditional, write_special};
use super::field::manner_word;
use super::heading::account_word;
use crate::rules::civil_war::order::{Act, ForceRef, Order, Place, Pulses, Share, Shares};
use crate::rules::civil_war::scenario::{Account, Scenario, Theatre};

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
        Act::DistributeSame => out.push_str("distribute as last turn"),
        Act::Discretionary { count, to } => {
            put(out, format_args!("give {} discretionary to {}", count_word(*count), theatre_word(*to)));
        }
        Act::ShiftPlanned { count, from, to } => {
            let (from, to) = (theatre_word(*from), theatre_word(*to));
            put(out, format_args!("shift {count} planned from {from} to {to}"));
        }
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
        Act::Entrench { force } => write_stay(scenario, "entrench ", force, out),
        Act::Hold { force } => write_stay(scenario, "hold ", force, out),
        Act::Idle { count: None } => out.push_str("idle"),
        Act::Idle { count: Some(1) } => out.push_str("idle 1 pulse"),
        Act::Idle { count: Some(count) } => put(out, format_args!("idle {count} pulses")),
        Act::If(waiting) => write_conditional(scenario, waiting, out),
        Act::Asked(asked) => write_asked(asked, out),
        Act::React { .. } | Act::Withdraw { .. } | Act::Save { .. } | Act::Stop { .. } | Act::Ride { .. } => {
            write_special(scenario, act, out);
        }
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
    let from = write_force(scenario, force, out);
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
        ForceRef::At(place) => write_place(scenario, "the force at ", Some(place), out),
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
        Place::Known(hex) => match scenario.gazetteer.place_name(*hex) {
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
        for (rank, (account, share)) in shares.iter().enumerate() {
            let (between, account) = (if rank == 0 { "" } else { "," }, account_word(*account));
            match share {
                Share::Points(points) => put(out, format_args!("{between} {account} {points}")),
                Share::Percent(percent) => put(out, format_args!("{between} {account} {percent}%")),
            }
        }
    }
}

fn theatre_word(theatre: Theatre) -> &'static str {
    account_word(Account::from(theatre))
}

fn count_word(count: Option<u32>) -> String {
    count.map_or_else(|| "all".to_owned(), |count| count.to_string())
}
