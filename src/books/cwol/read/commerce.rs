//! Makes of a line what it orders at sea.

use base::order::Remark;
use pest::iterators::Pair;

use super::super::order::{Act, Commerce, Entry, Force, ForceKind, Mission};
use super::super::scenario::Scenario;
use super::build::{Parts, city_of};
use super::grammar::{Copy, Rule};

/// The orders of a line; several ships may stand in one.
pub(super) fn acts(scenario: &Scenario, copy: &Copy<'_>, line: Pair<'_, Rule>) -> Result<Vec<Act>, Remark> {
    let kind = line.as_rule();
    let (mut forces, mut found, mut city) = (Vec::new(), None, None);
    for pair in line.into_inner() {
        match pair.as_rule() {
            Rule::force => forces.push(ship_of(scenario, copy, pair)?),
            Rule::place => city = Some(city_of(scenario, copy, &pair)?),
            rule => {
                found = found.or(Some(rule).filter(|rule| !matches!(rule, Rule::as_office | Rule::pulses | Rule::EOI)))
            }
        }
    }
    let mission = match found {
        Some(Rule::raids) => Mission::Raid,
        Some(Rule::protects) => Mission::Protect,
        _ => Mission::Ignore,
    };
    match kind {
        Rule::blockade_line => {
            let is_declared = found == Some(Rule::declares);
            Ok(vec![Act::Commerce(Commerce::Blockade { is_declared })])
        }
        Rule::burn_line => {
            let (Some(force), Some(port)) = (forces.pop(), city) else { return Err(Remark::chatter()) };
            Ok(vec![Act::Commerce(Commerce::Burn { force, port })])
        }
        Rule::mission_line => {
            let order = |force| Act::Commerce(Commerce::Mission { force, mission });
            Ok(forces.into_iter().map(order).collect())
        }
        _ => {
            let (Some(force), Some(port)) = (forces.pop(), city) else { return Err(Remark::chatter()) };
            let is_off = found != Some(Rule::harbor_word);
            let is_at_sea = found == Some(Rule::sea_word);
            Ok(vec![Act::Entry(Entry::Place { force, port, is_off, is_at_sea })])
        }
    }
}

fn ship_of(scenario: &Scenario, copy: &Copy<'_>, pair: Pair<'_, Rule>) -> Result<Force, Remark> {
    let (start, end) = super::build::span(copy, &pair);
    let force = Parts::force_of(scenario, copy, pair)?;
    match force.kind {
        ForceKind::Ship(_) => Ok(force),
        ForceKind::Unit(_) => {
            Err(Remark::unread("This is no ship.").at(start, end).hint("Ships are named CSGB2, USSL1."))
        }
    }
}
