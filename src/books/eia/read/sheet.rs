//! Lines of the state sheet, which the game master keeps (D1, D15).

use pest::iterators::Pair;

use super::grammar::Rule;
use super::lending::named;
use super::parts::{Acts, Parts};
use super::resolve::{Desk, within};
use super::spending::levied_of;
use crate::calendar::Month;
use crate::order::{Act, Counter, Entry, ForceCount, Holder, Tally, Tenure};
use crate::power::Power;
use base::order::Remark;

fn entry(entry: Entry) -> Acts {
    Ok(vec![Act::Sheet(entry)])
}

pub(super) fn owner(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let territory = desk.territory(parts.need(Rule::place, "a territory")?)?;
    let holder = holder(desk, parts, Rule::holder)?;
    let tenure = parts.iter().find_map(|pair| match pair.as_rule() {
        Rule::home => Some(Tenure::Home),
        Rule::ceded => Some(Tenure::Ceded),
        Rule::conquered | Rule::conquers => Some(Tenure::Conquered),
        Rule::free => Some(Tenure::Free),
        Rule::neutral_land => Some(Tenure::Neutral),
        _ => None,
    });
    entry(Entry::Owner { territory, holder, tenure })
}

/// Whom a line names as holding something: a holder, a power alone, or nobody.
fn holder(desk: &Desk<'_, '_>, parts: &Parts<'_>, rule: Rule) -> Result<Holder, Remark> {
    match (parts.find(rule), parts.find(Rule::power)) {
        (Some(pair), _) => desk.holder(pair),
        (None, Some(power)) => desk.power(power).map(Holder::Power),
        (None, None) => Ok(Holder::Nobody),
    }
}

pub(super) fn occupy(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let city = desk.city(parts.need(Rule::place, "a city")?)?;
    let holder = holder(desk, parts, Rule::occupant)?;
    entry(Entry::Occupy { city, holder, is_besieged: parts.has(Rule::besieged) })
}

pub(super) fn besiege(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let city = desk.city(parts.need(Rule::place, "a city")?)?;
    let ended = [Rule::lifted, Rule::relieved, Rule::siege_over, Rule::lifts_siege];
    let is_over = ended.iter().any(|rule| parts.has(*rule));
    let holder = if is_over { Holder::Nobody } else { holder(desk, parts, Rule::occupant)? };
    entry(Entry::Besiege { city, holder })
}

pub(super) fn corps(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let city = desk.city(parts.need(Rule::place, "a city")?)?;
    let named = [Rule::corps_of, Rule::corps_there, Rule::corps_with].into_iter().flat_map(|rule| parts.all(rule));
    let counts = named.map(|pair| Ok((desk.power(pair)?, desk.number(pair)?)));
    entry(Entry::Corps { city, counts: counts.collect::<Result<_, Remark>>()? })
}

pub(super) fn blockade(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let ports = listed(parts).map(|place| desk.port(&place)).collect::<Result<Vec<String>, Remark>>()?;
    let by = parts.find(Rule::power).map(|pair| desk.power(pair)).transpose()?;
    let over = [Rule::open_port, Rule::unblockaded, Rule::lifted, Rule::lifts_blockade, Rule::unblocked];
    let is_on = !over.iter().any(|rule| parts.has(*rule));
    entry(Entry::Blockade { ports, by, is_on })
}

fn listed<'i>(parts: &Parts<'i>) -> impl Iterator<Item = Pair<'i, Rule>> {
    let ports = parts.find(Rule::ports).cloned();
    ports.into_iter().flat_map(Pair::into_inner).filter(|inner| inner.as_rule() == Rule::place)
}

/// Two of a rule.
fn two<'p, 'i>(parts: &'p Parts<'i>, rule: Rule) -> Result<[&'p Pair<'i, Rule>; 2], Remark> {
    let found: Vec<&Pair<'i, Rule>> = parts.all(rule).collect();
    <[&Pair<'i, Rule>; 2]>::try_from(found).map_err(|_| Remark::unread("Two must be named here."))
}

pub(super) fn war(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let [one, other] = two(parts, Rule::party)?;
    entry(Entry::War { one: desk.holder(one)?, other: desk.holder(other)? })
}

pub(super) fn peace(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let [one, other] = two(parts, Rule::party)?;
    entry(Entry::Peace { one: desk.holder(one)?, other: desk.holder(other)? })
}

pub(super) fn alliance(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let [one, other] = two(parts, Rule::power)?;
    let over = [Rule::ends, Rule::breaks, Rule::breaks_it, Rule::no_longer, Rule::no_more];
    let is_on = !over.iter().any(|rule| parts.has(*rule));
    entry(Entry::Alliance { one: desk.power(one)?, other: desk.power(other)?, is_on })
}

pub(super) fn forces(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let of = holder(desk, parts, Rule::party)?;
    let mut count = ForceCount::default();
    for pair in parts.iter() {
        let slot = match pair.as_rule() {
            Rule::corps_count => &mut count.corps,
            Rule::port_count => &mut count.fleets_in_port,
            Rule::sea_count => &mut count.fleets_at_sea,
            Rule::depot_count => &mut count.depots,
            _ => continue,
        };
        if slot.replace(desk.number(pair)?).is_some() {
            return Err(desk.unread(pair, "This number is given twice."));
        }
    }
    entry(Entry::Forces { of, count })
}

fn tally_of(parts: &Parts<'_>) -> Result<Tally, Remark> {
    let named = parts.iter().find_map(|pair| match pair.as_rule() {
        Rule::tally_money => Some(Tally::Money),
        Rule::tally_manpower => Some(Tally::Manpower),
        Rule::tally_vp => Some(Tally::VictoryPoints),
        Rule::tally_status => Some(Tally::Status),
        _ => None,
    });
    named.ok_or_else(|| Remark::unread("It is not said which number is meant."))
}

fn signed(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<i64, Remark> {
    let digits: String = pair.as_str().chars().filter(char::is_ascii_digit).collect();
    let size: i64 = match within(pair, Rule::figure) {
        Some(figure) => desk.number(&figure)?.into(),
        None => digits.parse().map_err(|_| desk.unread(pair, "This number is too large."))?,
    };
    Ok(if pair.as_str().starts_with('-') { -size } else { size })
}

pub(super) fn tally(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let value = signed(desk, parts.need(Rule::value, "a number")?)?;
    entry(Entry::SetTally { power: parts.power(desk)?, tally: tally_of(parts)?, value })
}

pub(super) fn post(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let change = signed(desk, parts.need(Rule::change, "a change such as -5")?)?;
    let reason = desk.words(parts.need(Rule::reason, "a reason")?);
    entry(Entry::Post { power: parts.power(desk)?, tally: tally_of(parts)?, change, reason })
}

pub(super) fn debt(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let [from, to] = two(parts, Rule::power)?;
    let amount = desk.number(parts.need(Rule::count, "how much is owed")?)?;
    let due = parts.find(Rule::due).map(|due| due_month(desk, due)).transpose()?;
    let is_formal = !parts.has(Rule::informal);
    if is_formal && !parts.has(Rule::formal) {
        return Err(desk
            .unread(to, "It is not said whether this debt is formal.")
            .hint("Write FORMAL or INFORMAL at its end."));
    }
    entry(Entry::Debt { from: desk.power(from)?, to: desk.power(to)?, amount, is_formal, due })
}

fn due_month(desk: &Desk<'_, '_>, due: &Pair<'_, Rule>) -> Result<Month, Remark> {
    let (Some(month), Some(year)) = (within(due, Rule::month), within(due, Rule::year)) else {
        return Err(desk.unread(due, "The year is missing.").hint("Write it behind the month: DUE December 1806."));
    };
    let year = year.as_str().parse().map_err(|_| desk.unread(due, "This is no year."))?;
    Ok(Month { year, month: desk.month(&month)? })
}

pub(super) fn leader(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let name = named(desk, parts.need(Rule::captain_words, "the name of a leader")?);
    entry(Entry::Leader { name, power: parts.power(desk)?, is_removed: parts.has(Rule::removed) })
}

pub(super) fn america(_desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    entry(Entry::AmericanWar { is_on: parts.has(Rule::at_war) })
}

pub(super) fn placed(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let of = holder(desk, parts, Rule::party)?;
    let counter = if parts.has(Rule::fleet_word) { Counter::Fleet } else { Counter::Corps };
    let count = if parts.has(Rule::placed_one) { 1 } else { desk.number(parts.need(Rule::figure, "how many")?)? };
    entry(Entry::Placed { of, counter, count })
}

pub(super) fn stands(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let places = listed(parts).map(|place| desk.site(&place)).collect::<Result<Vec<String>, Remark>>()?;
    entry(Entry::Levied { troops: levied_of(parts)?, places })
}

pub(super) fn control(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let by: Option<Power> = parts.find(Rule::controller).map(|pair| desk.power(pair)).transpose()?;
    entry(Entry::Control { power: parts.power(desk)?, by })
}
