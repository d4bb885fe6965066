//! What a line says its order costs, held against the tables: a right price needs no word, a wrong one is asked back.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::parts::Parts;
use super::resolve::Desk;
use crate::order::{Amount, CounterOrder, Unit};
use base::order::Remark;

/// A price in money and manpower.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Price {
    money: u32,
    manpower: u32,
}

/// What a line says of money and manpower; each is `None` when it says nothing of it.
struct Said<'p, 'i> {
    pair: &'p Pair<'i, Rule>,
    money: Option<u32>,
    manpower: Option<u32>,
    /// It may be the price of one factor.
    may_be_apiece: bool,
    /// It is the price of one factor.
    is_apiece: bool,
}

impl Said<'_, '_> {
    fn of<'p, 'i>(desk: &Desk<'_, '_>, parts: &'p Parts<'i>) -> Result<Option<Said<'p, 'i>>, Remark> {
        let one_of = |rules: &[Rule]| rules.iter().find_map(|rule| parts.find(*rule));
        let money = one_of(&[Rule::price_money, Rule::price_of_money]);
        let men = one_of(&[Rule::price_men, Rule::price_pair]);
        let Some(pair) = money.or(men) else { return Ok(None) };
        let is_apiece = parts.has(Rule::apiece);
        Ok(Some(Said {
            pair,
            money: money.map(|pair| desk.number(pair)).transpose()?,
            manpower: men.map(|pair| desk.number(pair)).transpose()?,
            may_be_apiece: is_apiece || parts.has(Rule::price_pair) || parts.has(Rule::price_at),
            is_apiece,
        }))
    }

    fn is(&self, price: Price) -> bool {
        self.money.is_none_or(|money| money == price.money)
            && self.manpower.is_none_or(|manpower| manpower == price.manpower)
    }

    fn check(&self, desk: &Desk<'_, '_>, whole: Price, apiece: Option<Price>) -> Result<(), Remark> {
        let is_right =
            !self.is_apiece && self.is(whole) || self.may_be_apiece && apiece.is_some_and(|one| self.is(one));
        if is_right {
            return Ok(());
        }
        let men = if whole.manpower == 0 { String::new() } else { format!(" and {} manpower", whole.manpower) };
        let message = format!("This costs {} money{men}.", whole.money);
        Err(desk.unread(self.pair, message).hint(LEAVE_IT_OUT))
    }
}

const LEAVE_IT_OUT: &str = "The price can be left out.";

/// Whether what is said of the price of troops and ships is what the tables say (8.5.3).
pub(super) fn check_units(desk: &Desk<'_, '_>, parts: &Parts<'_>, units: &[(Unit, Amount)]) -> Result<(), Remark> {
    let Some(said) = Said::of(desk, parts)? else { return Ok(()) };
    let mut whole = Price { money: 0, manpower: 0 };
    let mut apiece = None;
    for (unit, amount) in units {
        let (Some(row), Amount::Points(count)) = (desk.scenario.tables.purchase(*unit), amount) else {
            return Err(desk.unread(said.pair, "It is not said how many are bought for this.").hint("Write how many."));
        };
        whole.money = whole.money.saturating_add(row.money.saturating_mul(*count));
        whole.manpower = whole.manpower.saturating_add(row.manpower.saturating_mul(*count));
        apiece = Some(Price { money: row.money, manpower: row.manpower });
    }
    said.check(desk, whole, apiece.filter(|_| units.len() == 1))
}

/// The same of counters (8.5.4).
pub(super) fn check_counters(desk: &Desk<'_, '_>, parts: &Parts<'_>, counters: &[CounterOrder]) -> Result<(), Remark> {
    let Some(said) = Said::of(desk, parts)? else { return Ok(()) };
    let cost = desk.scenario.tables.counters.cost;
    let count: u32 = counters.iter().fold(0, |sum, order| sum.saturating_add(order.count));
    let whole = Price { money: cost.saturating_mul(count), manpower: 0 };
    said.check(desk, whole, Some(Price { money: cost, manpower: 0 }))
}

/// The same of militia that is converted (8.5.6).
pub(super) fn check_militia(desk: &Desk<'_, '_>, parts: &Parts<'_>, amount: Amount) -> Result<(), Remark> {
    let Some(said) = Said::of(desk, parts)? else { return Ok(()) };
    let Amount::Points(count) = amount else {
        return Err(desk.unread(said.pair, "It is not said how many are converted for this.").hint("Write how many."));
    };
    let table = &desk.scenario.tables.militia;
    let one = Price { money: table.money, manpower: table.manpower };
    let whole = Price { money: one.money.saturating_mul(count), manpower: one.manpower.saturating_mul(count) };
    said.check(desk, whole, Some(one))
}

/// Whether the political points that a line names are those that its order costs.
pub(super) fn check_points(desk: &Desk<'_, '_>, parts: &Parts<'_>, points: u32) -> Result<(), Remark> {
    for pair in parts.all_within(Rule::price_points) {
        if desk.number(&pair)? != points {
            let noun = if points == 1 { "point" } else { "points" };
            return Err(desk.unread(&pair, format!("This costs {points} political {noun}.")).hint(LEAVE_IT_OUT));
        }
    }
    Ok(())
}
