//! Orders of the fourth window: army factors, ships and counters bought (8.5.3, 8.5.4), militia (8.5.6), manpower kept (8.5.7).

use pest::iterators::Pair;

use super::grammar::Rule;
use super::parts::{Acts, Parts};
use super::prices;
use super::resolve::{Desk, within};
use crate::order::{Act, Amount, Counter, CounterOrder, Levied, Unit};
use base::order::Remark;

pub(super) fn buy(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let mut units = Vec::new();
    let mut end_of_last = 0;
    for item in parts.all(Rule::item) {
        let Some(unit) = item.clone().into_inner().flatten().find_map(|inner| unit_of(inner.as_rule())) else {
            return Err(desk.unread(item, "It is not said what is bought."));
        };
        if item.as_str().to_ascii_lowercase().contains("hundred") {
            return Err(desk
                .unread(item, "Troops are bought in factors, and a hundred men are none.")
                .hint("Write the number of factors in figures: \"buy 10 infantry\"."));
        }
        // "2 inf 2 inf" may be one slip; with a comma they are two purchases.
        let span = item.as_span();
        let is_run_on = span.get_input()[end_of_last..span.start()].trim().is_empty();
        if is_run_on && units.iter().any(|(known, _)| *known == unit) {
            return Err(desk.unread(item, "It is named twice.").hint("Write one number for each kind of troops."));
        }
        end_of_last = span.end();
        units.push((unit, desk.amount(item)?.unwrap_or(Amount::Most)));
    }
    if let Some(unit) = parts.iter().find_map(|pair| unit_of(pair.as_rule())) {
        units.push((unit, Amount::Most));
    }
    if let Some(pair) = parts.find(Rule::no_item).filter(|_| units.is_empty()) {
        return Err(desk
            .unread(pair, "It is said what is not bought, and not what is.")
            .hint("\"Buy nothing\" buys nothing at all."));
    }
    tell_what_is_not_bought(desk, parts, &units)?;
    prices::check_units(desk, parts, &units)?;
    if let Some(pair) =
        parts.find(Rule::rest_saved).filter(|pair| !pair.as_str().to_ascii_lowercase().contains("money"))
    {
        let words = desk.words(pair);
        desk.notice(
            pair,
            format!(
                "{words:?} orders nothing here: money that is not spent stays by itself, and manpower is saved by a line of its \
                 own, \"save max manpower\" for all that is left."
            ),
        );
    }
    if let Some(states) = parts.find(Rule::each_state) {
        let places = states.clone().into_inner().flatten().filter(|inner| inner.as_rule() == Rule::place_known);
        return places.map(|place| Ok(Act::Buy { state: Some(desk.minor(&place)?), units: units.clone() })).collect();
    }
    let state = state(desk, parts)?;
    // "For Bavaria: buy 2 infantry; 3 infantry for us": whose each is, its own line says.
    let said = parts.iter().next().map_or("", |pair| pair.as_span().get_input());
    if state.is_some() && names_ourselves(said) {
        return Err(Remark::unread("A free state is named, and you yourself; each buys by a line of its own."));
    }
    Ok(vec![Act::Buy { state, units }])
}

/// "No infantry" beside what is bought orders nothing, and its writer is told so.
fn tell_what_is_not_bought(desk: &mut Desk<'_, '_>, parts: &Parts<'_>, units: &[(Unit, Amount)]) -> Result<(), Remark> {
    for pair in parts.all(Rule::no_item) {
        let denied = pair.clone().into_inner().flatten().find_map(|inner| unit_of(inner.as_rule()));
        if units.iter().any(|(unit, _)| Some(*unit) == denied) {
            return Err(desk.unread(pair, "It is both bought and not bought."));
        }
        let words = desk.words(pair);
        desk.notice(pair, format!("{words:?} orders nothing: what is not bought is not named."));
    }
    Ok(())
}

fn names_ourselves(line: &str) -> bool {
    let line = line.to_lowercase();
    ["for us", "for me", "for ourselves", "for myself", "for our own", "for home"]
        .iter()
        .any(|own| line.find(own).is_some_and(|at| !line[at + own.len()..].starts_with(char::is_alphanumeric)))
}

/// The free state named; naming two is a contradiction.
fn state(desk: &Desk<'_, '_>, parts: &Parts<'_>) -> Result<Option<String>, Remark> {
    let mut state: Option<String> = None;
    for pair in parts.all(Rule::state) {
        let Some(place) = within(pair, Rule::place_known) else { continue };
        let name = desk.minor(&place)?;
        if state.as_ref().is_some_and(|other| *other != name) {
            return Err(desk.unread(pair, "Two free states are named; each buys by a line of its own."));
        }
        state = Some(name);
    }
    Ok(state)
}

fn unit_of(rule: Rule) -> Option<Unit> {
    Some(match rule {
        Rule::infantry => Unit::Infantry,
        Rule::militia => Unit::Militia,
        Rule::cavalry => Unit::Cavalry,
        Rule::guard => Unit::Guard,
        Rule::artillery => Unit::Artillery,
        Rule::ship => Unit::Ship,
        Rule::feudal => Unit::Feudal,
        Rule::insurrection => Unit::Insurrection,
        Rule::guerrilla => Unit::Guerrilla,
        Rule::cossack => Unit::Cossack,
        Rule::freikorps => Unit::Freikorps,
        _ => return None,
    })
}

/// The troops of the levy step that a part names.
pub(super) fn levied_of(parts: &Parts<'_>) -> Result<Levied, Remark> {
    let named = parts.iter().find_map(|pair| match pair.as_rule() {
        Rule::cossack => Some(Levied::Cossack),
        Rule::freikorps => Some(Levied::Freikorps),
        Rule::feudal => Some(Levied::Feudal),
        Rule::insurrection => Some(Levied::Insurrection),
        _ => None,
    });
    named.ok_or_else(|| Remark::unread("It is not said which troops are meant."))
}

pub(super) fn buy_counters(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let state = state(desk, parts)?;
    let mut counters = parts.all(Rule::counter_item).map(|item| counter(desk, item)).collect::<Result<Vec<_>, _>>()?;
    for pair in parts.all(Rule::named_corps).chain(parts.all(Rule::named_fleet)) {
        let kind = if pair.as_rule() == Rule::named_fleet { Counter::Fleet } else { Counter::Corps };
        let names = pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::named_so);
        let one =
            |name: Pair<'_, Rule>| CounterOrder { counter: kind, count: 1, names: vec![counter_name(desk, &name)] };
        counters.extend(names.map(one));
    }
    prices::check_counters(desk, parts, &counters)?;
    Ok(vec![Act::BuyCounters { state, counters }])
}

fn counter(desk: &Desk<'_, '_>, item: &Pair<'_, Rule>) -> Result<CounterOrder, Remark> {
    let inner = || item.clone().into_inner().flatten();
    let is_name =
        |pair: &Pair<'_, Rule>| matches!(pair.as_rule(), Rule::counter_name | Rule::counter_label | Rule::numbered);
    let is_fleet = inner().any(|pair| pair.as_rule() == Rule::fleet_word);
    let names: Vec<String> = inner().filter(is_name).map(|pair| counter_name(desk, &pair)).collect();
    let said = inner().find(|pair| pair.as_rule() == Rule::many);
    let count = match said.map(|many| desk.amount(&many)).transpose()?.flatten() {
        Some(Amount::Points(count)) => count,
        Some(_) => return Err(desk.unread(item, "It is not said how many counters are bought.")),
        None => u32::try_from(names.len().max(1)).unwrap_or(1),
    };
    let counter = if is_fleet { Counter::Fleet } else { Counter::Corps };
    Ok(CounterOrder { counter, count, names })
}

/// Roman numbers are written large.
fn counter_name(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> String {
    let words = desk.words(pair);
    let words = words.strip_prefix("the ").map_or(words.clone(), str::to_owned);
    let is_roman = words.bytes().all(|letter| b"ivxl".contains(&letter.to_ascii_lowercase()));
    if is_roman { words.to_ascii_uppercase() } else { words }
}

pub(super) fn convert(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let amount = parts.amount(desk)?.unwrap_or(Amount::Most);
    prices::check_militia(desk, parts, amount)?;
    let site = parts.find(Rule::garrison).and_then(|garrison| within(garrison, Rule::site));
    let place = site.map(|site| garrison(desk, &site)).transpose()?;
    Ok(vec![Act::ConvertMilitia { amount, place }])
}

/// A corps by its number, or a place by its name on the map.
fn garrison(desk: &Desk<'_, '_>, site: &Pair<'_, Rule>) -> Result<String, Remark> {
    if let Some(roman) = within(site, Rule::roman) {
        return Ok(format!("{} corps", roman.as_str().to_ascii_uppercase()));
    }
    if site.as_str() == "@" || within(site, Rule::unknown).is_some() { desk.site(site) } else { Ok(desk.words(site)) }
}

pub(super) fn save(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let is_none = parts.has(Rule::no_mp) || parts.has(Rule::nobody);
    let count = parts.find(Rule::count).map(|count| desk.number(count)).transpose()?.map(Amount::Points);
    let amount = if is_none { Amount::Points(0) } else { count.or(parts.amount(desk)?).unwrap_or(Amount::Most) };
    Ok(vec![Act::SaveManpower { amount }])
}
