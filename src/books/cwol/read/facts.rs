//! Makes of a line what the game master says is so.

use base::order::Remark;
use pest::iterators::Pair;

use super::super::order::{Act, Entry, Force, Ruling};
use super::super::scenario::{By, Scenario};
use super::super::side::{BySide, Side};
use super::code::{force_of, side_of};
use super::grammar::{Copy, Rule};
use super::stretch::{city_of, number_of};
use super::works::square_of;

/// What such a line holds.
#[derive(Default)]
struct Said {
    city: Option<String>,
    force: Option<Force>,
    squares: Vec<board::square::Square>,
    side: Option<Side>,
    men: BySide<u32>,
    /// On, off; none: it ends.
    is_so: Option<bool>,
    is_cut: bool,
    has_ended: bool,
    by: Option<By>,
}

/// The entry of a line.
pub(super) fn acts(scenario: &Scenario, copy: &Copy<'_>, line: Pair<'_, Rule>) -> Result<Vec<Act>, Remark> {
    let is_fact = |pair: &Pair<'_, Rule>| {
        use Rule::{contact_fact, control_fact, link_fact, presence_fact, siege_fact, supply_fact};
        matches!(pair.as_rule(), siege_fact | supply_fact | contact_fact | presence_fact | control_fact | link_fact)
    };
    let fact = line.into_inner().find(is_fact).ok_or_else(Remark::chatter)?;
    let kind = fact.as_rule();
    let mut said = Said::default();
    for pair in fact.into_inner() {
        said.take(scenario, copy, pair)?;
    }
    let ruling = said.ruling(kind).ok_or_else(Remark::chatter)?;
    Ok(vec![Act::Entry(Entry::Fact { ruling })])
}

impl Said {
    fn take(&mut self, scenario: &Scenario, copy: &Copy<'_>, pair: Pair<'_, Rule>) -> Result<(), Remark> {
        match pair.as_rule() {
            Rule::place => self.city = Some(city_of(scenario, copy, &pair)?),
            Rule::force => self.force = Some(force_of(copy, &pair)?),
            Rule::square => self.squares.push(square_of(copy, &pair)?),
            Rule::side => self.side = side_of(&pair),
            Rule::men_there => {
                let parts = |rule: Rule| pair.clone().into_inner().find(|inner| inner.as_rule() == rule);
                let (Some(side), Some(number)) = (parts(Rule::side), parts(Rule::number)) else { return Ok(()) };
                let men = number_of(copy, &number)?;
                side_of(&side).into_iter().for_each(|side| *self.men.of_mut(side) = men);
            }
            Rule::fact_on => self.is_so = Some(true),
            Rule::fact_off => self.is_so = Some(false),
            Rule::fact_ends => self.has_ended = true,
            Rule::unlinks => self.is_cut = true,
            Rule::rail_way => self.by = Some(By::Rail),
            Rule::river_way => self.by = Some(By::River),
            _ => {}
        }
        Ok(())
    }

    fn ruling(self, kind: Rule) -> Option<Ruling> {
        let is_so = self.is_so.filter(|_| !self.has_ended);
        let mut squares = self.squares.into_iter();
        Some(match kind {
            Rule::siege_fact => Ruling::Siege { city: self.city?, is_so },
            Rule::supply_fact => Ruling::Supply { force: self.force?, is_so },
            Rule::contact_fact => Ruling::Contact { city: self.city?, force: self.force?, is_so },
            Rule::presence_fact => {
                Ruling::Presence { square: squares.next()?, men: (!self.has_ended).then_some(self.men) }
            }
            Rule::control_fact => {
                Ruling::Control { square: squares.next()?, side: (!self.has_ended).then_some(self.side) }
            }
            _ => {
                let is_so = if self.has_ended { None } else { Some(self.is_so.unwrap_or(true) && !self.is_cut) };
                Ruling::Link { by: self.by?, from: squares.next()?, to: squares.next()?, is_so }
            }
        })
    }
}
