//! Makes of a line what it orders at sea.

use base::order::Remark;
use pest::iterators::Pair;

use super::super::order::{Act, Called, Commerce, Entry, Force, ForceKind, Mission};
use super::super::scenario::Scenario;
use super::code::{called, force_of};
use super::grammar::{Copy, Rule};
use super::stretch::{city_of, span};

/// The orders of a line; several ships may stand in one.
pub(super) fn acts(scenario: &Scenario, copy: &Copy<'_>, line: Pair<'_, Rule>) -> Result<Vec<Act>, Remark> {
    let kind = line.as_rule();
    let (mut ships, mut placed, mut found, mut city) = (Vec::new(), None, None, None);
    for pair in line.into_inner() {
        match pair.as_rule() {
            Rule::force => placed = Some(ship_of(copy, pair)?),
            Rule::own_force => ships.push(called_ship(copy, pair)?),
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
            let (Some(force), Some(port)) = (ships.pop(), city) else { return Err(Remark::chatter()) };
            Ok(vec![Act::Commerce(Commerce::Burn { force, port })])
        }
        Rule::mission_line => {
            let order = |force| Act::Commerce(Commerce::Mission { force, mission, off: city.clone() });
            Ok(ships.into_iter().map(order).collect())
        }
        _ => {
            let (Some(force), Some(port)) = (placed, city) else { return Err(Remark::chatter()) };
            let is_off = found != Some(Rule::harbor_word);
            let is_at_sea = found == Some(Rule::sea_word);
            Ok(vec![Act::Entry(Entry::Place { force, port, is_off, is_at_sea })])
        }
    }
}

/// A ship that an order names.
fn called_ship(copy: &Copy<'_>, pair: Pair<'_, Rule>) -> Result<Called, Remark> {
    let found = called(copy, &pair)?;
    is_ship(copy, &pair, found.kind).map(|()| found)
}

/// A ship by its whole name, as the game master writes it.
fn ship_of(copy: &Copy<'_>, pair: Pair<'_, Rule>) -> Result<Force, Remark> {
    let force = force_of(copy, &pair)?;
    is_ship(copy, &pair, force.kind).map(|()| force)
}

fn is_ship(copy: &Copy<'_>, pair: &Pair<'_, Rule>, kind: ForceKind) -> Result<(), Remark> {
    let (start, end) = span(copy, pair);
    match kind {
        ForceKind::Ship(_) => Ok(()),
        ForceKind::Unit(_) => {
            Err(Remark::unread("This is no ship.").at(start, end).hint("Ships are named CSGB2, USSL1."))
        }
    }
}
