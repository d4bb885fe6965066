//! Makes of a line what it orders ships at sea.

use base::order::Remark;
use pest::iterators::Pair;

use super::super::order::{Act, Anchorage, Called, ForceKind, Mission, Station};
use super::super::scenario::{PortKind, Scenario};
use super::code::{Codes, called};
use super::grammar::{Copy, Rule};
use super::stretch::{city_of, number_of, span};

/// So many ships are the most that a span names; more is a slip of the pen.
const MOST: u32 = 50;

/// What a line of this family holds.
#[derive(Default)]
struct Parts {
    ships: Vec<Called>,
    /// Off which port, in which, and towards which: that one is off it where something is to be done there.
    off: Option<String>,
    into: Option<String>,
    toward: Option<String>,
    is_home: bool,
    mission: Option<Mission>,
}

/// The orders of a line; several ships may stand in one.
pub(super) fn acts(scenario: &Scenario, copy: &Copy<'_>, line: Pair<'_, Rule>) -> Result<Vec<Act>, Remark> {
    let mut parts = Parts::default();
    for pair in line.into_inner() {
        parts.take(scenario, copy, &pair)?;
    }
    let at = parts.anchorage(copy)?;
    let order = |ship: &Called| {
        let order = Station { ship: *ship, at: at.clone(), mission: parts.mission };
        let refused = || Remark::refused(order.why_of_rivers()).hint("On rivers: USGB1 move to Cairo.").rule("N1.1");
        if order.is_of_rivers() { Err(refused()) } else { Ok(Act::Station(order)) }
    };
    parts.ships.iter().map(order).collect()
}

/// A ship of the sea that is to move to a port of the sea: into its harbour.
pub(super) fn into_port(scenario: &Scenario, ship: Called, port: &str) -> Option<Station> {
    let is_ocean = scenario.city(port).is_some_and(|city| city.port == Some(PortKind::Ocean));
    let order = Station { ship, at: Anchorage::In(port.to_owned()), mission: None };
    (is_ocean && !order.is_of_rivers()).then_some(order)
}

impl Parts {
    fn take(&mut self, scenario: &Scenario, copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
        match pair.as_rule() {
            Rule::own_ship => self.ships.push(called(copy, pair)?),
            Rule::ship_span => self.ships.extend(ships_of(copy, pair)?),
            Rule::off_port | Rule::off_bare => place(scenario, copy, pair, &mut self.off)?,
            Rule::in_port => place(scenario, copy, pair, &mut self.into)?,
            Rule::toward => place(scenario, copy, pair, &mut self.toward)?,
            Rule::sea_home | Rule::calls_back | Rule::comes_back => self.is_home = true,
            Rule::sea_raids | Rule::is_raided => self.mission = Some(Mission::Raid),
            Rule::sea_protects | Rule::is_protected => self.mission = Some(Mission::Protect),
            Rule::sea_blockades | Rule::is_blockaded => self.mission = Some(Mission::Ignore),
            Rule::runs_fleet => return Err(no_fleet()),
            _ => {}
        }
        Ok(())
    }

    fn anchorage(&self, copy: &Copy<'_>) -> Result<Anchorage, Remark> {
        let is_off = self.mission.is_some() && !self.is_home;
        match (&self.off, &self.into, &self.toward) {
            (Some(port), None, None) => Ok(Anchorage::Off(port.clone())),
            (None, None, Some(port)) if is_off => Ok(Anchorage::Off(port.clone())),
            (None, Some(port), None) | (None, None, Some(port)) => Ok(Anchorage::In(port.clone())),
            (None, None, None) if self.is_home => Ok(Anchorage::Base),
            (None, None, None) => Err(Remark::unread("It is not said off which port.")
                .hint("For example: station USFR1 off Mobile to blockade.")),
            _ => Err(Remark::unread("Two ports stand in one order.")
                .at(0, copy.line.len())
                .hint("Write one order a line.")),
        }
    }
}

/// The port that a part of the line names.
fn place(scenario: &Scenario, copy: &Copy<'_>, pair: &Pair<'_, Rule>, port: &mut Option<String>) -> Result<(), Remark> {
    let named = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::place);
    let named = named.ok_or_else(Remark::chatter)?;
    if port.is_some() {
        let (start, end) = span(copy, &named);
        return Err(Remark::unread("Two ports stand in one order.").at(start, end).hint("Write one order a line."));
    }
    *port = Some(city_of(scenario, copy, &named)?);
    Ok(())
}

/// "Frigates 1-3" and "FR1, 2 and 5".
fn ships_of(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<Vec<Called>, Remark> {
    let (start, end) = span(copy, pair);
    let (mut numbers, mut is_span) = (Vec::new(), false);
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::to_last => is_span = true,
            Rule::number | Rule::one_more => {
                let number = number_of(copy, &inner)?;
                let first = numbers.last().map_or(number, |last: &u32| last.saturating_add(1));
                if std::mem::take(&mut is_span) && number >= first {
                    numbers.extend((first..number).take(MOST as usize));
                }
                numbers.push(number);
            }
            _ => {}
        }
    }
    let is_rising = numbers.windows(2).all(|pair| pair[0] < pair[1]);
    if !is_rising || numbers.contains(&0) || numbers.len() > MOST as usize {
        return Err(Remark::unread("It is not clear which ships these are.")
            .at(start, end)
            .hint("Name each: USFR1, USFR2."));
    }
    let codes = Codes::of(copy, pair)?;
    let class = codes.class.ok_or_else(Remark::chatter)?;
    let kind = ForceKind::Ship(class);
    Ok(numbers.into_iter().map(|number| Called { side: codes.side, number, kind }).collect())
}

/// SNNM 7.8: a fleet is not run.
pub(super) fn no_fleet() -> Remark {
    Remark::refused("Ships run past batteries, and not past a fleet.")
        .hint("Enemy ships stop them: they fight at the start of the next turn.")
        .rule("N7.8")
}
