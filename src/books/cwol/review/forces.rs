//! What its giver could know is wrong with an order that changes units and ships: by the rows that he reads of them. Who and what
//! stands in their way he does not know.

use std::collections::BTreeMap;

use base::order::{Filed, Remark};
use kit::amount::Amount;
use kit::forces::change::Precision;
use kit::forces::kind::Unit as Strength;

use super::super::item::{ShipRow, UnitRow};
use super::super::office::givers;
use super::super::order::{Act, Called, Change, ForceKind, Order, Part, Ruling};
use super::super::price::largest_crew;
use super::super::refusal::{
    are_two, carries_so_many, has_aboard, has_base, is_named_by_own, not_together, takes_aboard, too_large_a_group,
};
use super::super::scenario::{By, Cost, PortKind, Scenario};
use super::super::side::Side;
use super::super::strength::Trait;
use super::super::turn::{is_whole, lost_words, merger_of, price_of, price_of_crew, whole};
use super::known::Known;
use super::said::said;

/// O35: a ship is repaired in a harbour of its own side, and none that is whole. That a fight may change.
fn is_mended(scenario: &Scenario, side: Side, known: &Known<'_>, ship: Called) -> Result<(), Remark> {
    let Some(row) = known.ship(side, ship) else { return Ok(()) };
    if row.is_off && row.square.is_empty() {
        return Err(
            Remark::refused(format!("{} is not in a harbour, and ships are repaired in one.", row.name)).rule("O35")
        );
    }
    if row.is_off {
        let said = format!("{} lies in no harbour now; unless it comes into one, nothing is repaired.", row.name);
        return Err(Remark::notice(said).rule("O35"));
    }
    if let Some(city) = known.cities.iter().find(|city| city.city == row.port) {
        known.holds(scenario, side, &city.id)?;
    }
    match row.damage {
        0 => Err(Remark::notice(format!("{} has no damage now; unless it takes some, nothing is repaired.", row.name))
            .rule("O35")),
        _ => Ok(()),
    }
}

/// Ruling on ships at sea: a ship of the sea that is built in a river port never comes to it.
pub(super) fn never_at_sea(scenario: &Scenario, act: &Act) -> Option<Remark> {
    let (Act::LayDown { class, port, .. } | Act::Charter { class, port, .. }) = act else { return None };
    if class.is_of_rivers() || scenario.city(port)?.port != Some(PortKind::River) {
        return None;
    }
    let said = format!(
        "{} lies on a river, and no ship sails between a river and the sea: it can be used on rivers alone.",
        scenario.city_name(port)
    );
    Some(Remark::notice(said).hint("Build it in a port of the sea to send it there.").rule("N1.1"))
}

/// What is wrong with it.
pub(super) fn wrong(
    scenario: &Scenario,
    known: &Known<'_>,
    earlier: &[Filed<Order>],
    change: &Change,
) -> Result<(), Remark> {
    let side = known.side;
    let aboard = |force: Called| aboard(known, earlier, force);
    known.has(change.force().of(side))?;
    if let Some(other) = change.other() {
        let is_same = other.of(side) == change.force().of(side);
        are_two(is_same, givers(change.matter()).1).map_err(|failed| said(failed).hint("Name two of them."))?;
        known.has(other.of(side))?;
    }
    match change {
        Change::Remove { .. } => Ok(()),
        Change::Repair { force } => is_mended(scenario, side, known, *force),
        Change::Reinforce { count, part, city, force } => {
            known.holds(scenario, side, city)?;
            reaches(scenario, side, known, *force, city)?;
            has_waiting(scenario, known, *force, (*count, *part), city)
        }
        Change::Man { men, force, .. } => takes(scenario, known, (*force, aboard(*force)), *men, "5.14"),
        Change::Transfer { count, part, from, to } => {
            is_left(known.unit(side, *from), *count, *part)?;
            are_together(known, side, *from, *to, "5.11")
        }
        Change::MoveCrew { men, from, to } => {
            let leaves = |aboard| has_aboard(&from.of(side).name(), (aboard, *men));
            aboard(*from).map_or(Ok(()), leaves).map_err(said)?;
            takes(scenario, known, (*to, aboard(*to)), *men, "5.12")?;
            lie_together(known, side, *from, *to)
        }
        Change::Merge { from, into } if matches!(from.kind, ForceKind::Ship(_)) => {
            join_groups(scenario, known.ship(side, *from), known.ship(side, *into))
        }
        Change::Merge { from, into } => are_together(known, side, *from, *into, "5.12"),
        Change::Base { port, .. } => {
            known.holds(scenario, side, port)?;
            scenario.city(port).map_or(Ok(()), has_base).map_err(said)
        }
        Change::Command { commander, deputy, .. } => {
            let seats: Vec<&str> = [Some(commander.as_str()), deputy.as_deref()].into_iter().flatten().collect();
            is_named_by_own(scenario, side, &seats).map_err(said)
        }
    }
}

/// SLAG 4.6: a group is of one port's shipping.
pub(super) fn charters(scenario: &Scenario, known: &Known<'_>, capacity: u32, port: &str) -> Result<(), Remark> {
    let Some(row) = known.shipping.iter().find(|row| row.id == port) else { return Ok(()) };
    let other = "Charter a group in another port too, and merge them.";
    carries_so_many(scenario, port, (row.capacity, capacity)).map_err(|failed| said(failed).hint(other))
}

/// What it costs.
pub(super) fn cost(scenario: &Scenario, change: &Change) -> Cost {
    let eagles = |eagles: Amount| Cost { eagles, mp: Amount::ZERO };
    match change {
        Change::Reinforce { count, part, force: Called { kind: ForceKind::Unit(kind), .. }, .. } => {
            price_of(scenario, *kind, *part, *count)
        }
        Change::Man { men, .. } => eagles(price_of_crew(scenario, *men)),
        Change::Repair { .. } => eagles(Amount::whole(scenario.tables().repair.eagles)),
        _ => Cost::default(),
    }
}

/// What is lost by it: by disbanding abroad (5.15), by a merger (5.12).
pub(super) fn warning(scenario: &Scenario, side: Side, known: &Known<'_>, act: &Act) -> Option<Remark> {
    if matches!(act, Act::Charter { .. }) {
        let said = "Transports carry nothing yet: units that go by water find boats by themselves.";
        return Some(Remark::notice(said).rule("5.13"));
    }
    let Act::Change(change) = act else { return None };
    if let Change::Merge { from, into } = change {
        return lost_by_merger(scenario, (known.unit(side, *from)?, known.unit(side, *into)?), into.kind);
    }
    let Change::Remove { force, .. } = change else { return None };
    let row = known.unit(side, *force)?;
    let state = scenario.state_at(square_of(scenario, row)?)?;
    if scenario.is_of(state, side) {
        return None;
    }
    let abroad = kit::forces::change::disband(row.men, Some(scenario.tables().disband.abroad));
    let name = scenario.state_name(state);
    let said = format!(
        "{name} is no State of the side: {} of its men are lost there, and {} victory points.",
        abroad.lost, abroad.points
    );
    Some(Remark::notice(said).rule("5.15"))
}

/// SLAG 5.12: who is too many is lost.
fn lost_by_merger(scenario: &Scenario, (one, other): (&UnitRow, &UnitRow), kind: ForceKind) -> Option<Remark> {
    let ForceKind::Unit(kind) = kind else { return None };
    let merged = merger_of(scenario, kind)?.merge(&strength_of(one), &strength_of(other), Precision::Whole);
    let lost = lost_words(merged.lost_men, merged.lost_batteries);
    let said = match lost.is_empty() {
        true => format!("{} would have {} men then; nobody is lost.", other.name, merged.unit.men),
        false => {
            format!("{} would have {} men then; lost, as more than it may have: {lost}.", other.name, merged.unit.men)
        }
    };
    Some(Remark::notice(said).rule("5.12"))
}

/// How strong a unit is, as its row tells.
pub(super) fn strength_of(row: &UnitRow) -> Strength<Trait> {
    Strength { men: row.men, batteries: row.batteries, regiments: row.regiments, traits: BTreeMap::new() }
}

/// Where a unit stands, as its row tells.
pub(super) fn square_of(scenario: &Scenario, row: &UnitRow) -> Option<board::square::Square> {
    let city = scenario.city_called(&row.place);
    city.map(|city| city.square).or_else(|| row.place.parse().ok())
}

/// SLAG 5.14: as far as the map alone tells.
fn reaches(scenario: &Scenario, side: Side, known: &Known<'_>, force: Called, id: &str) -> Result<(), Remark> {
    let row = known.unit(side, force);
    let (Some(from), Some(city)) = (row.and_then(|row| square_of(scenario, row)), scenario.city(id)) else {
        return Ok(());
    };
    let reach = &scenario.tables().reinforce;
    let by_rail = scenario.ways.within(By::Rail, from, reach.rail, known.links, |_| true);
    let ruling = Ruling::Contact { city: id.to_owned(), force: force.of(side), is_so: Some(true) };
    let is_ruled = || known.rulings.contains(&ruling.words(scenario).as_str());
    if from.distance(city.square) <= reach.contact || by_rail.contains_key(&city.square) || is_ruled() {
        return Ok(());
    }
    let said = format!("{} is farther from {} than that.", scenario.city_name(id), force.name());
    let hint = format!("What joins a unit is within {} squares of it, or {} of rail.", reach.contact, reach.rail);
    Err(Remark::refused(said).hint(hint).rule("5.14"))
}

fn has_waiting(
    scenario: &Scenario,
    known: &Known<'_>,
    force: Called,
    (count, part): (u32, Part),
    city: &str,
) -> Result<(), Remark> {
    let ForceKind::Unit(kind) = force.kind else { return Ok(()) };
    let arm = part.arm_of(kind);
    let Some((arm, there)) = arm.zip(known.waiting(arm, city)) else { return Ok(()) };
    if count <= there {
        return Ok(());
    }
    let said = format!("{there} {} wait at {}.", arm.words(there), scenario.city_name(city));
    Err(Remark::refused(said).hint("The report says where they wait.").rule("5.14"))
}

/// The crew of an own ship that its giver reads of, as the lines above leave it: crews go over before others come (SLAG 5.12).
fn aboard(known: &Known<'_>, earlier: &[Filed<Order>], force: Called) -> Option<u32> {
    let (own, side) = (force.of(known.side), known.side);
    let moved = |line: &Filed<Order>| match &line.order.act {
        // A line that is refused itself moves nobody.
        Act::Change(Change::MoveCrew { men, from, to })
            if known.ship(side, *from).is_none_or(|row| row.crew >= *men) =>
        {
            let [leaves, joins] = [from, to].map(|ship| if ship.of(side) == own { i64::from(*men) } else { 0 });
            joins - leaves
        }
        _ => 0,
    };
    let crew = i64::from(known.ship(side, force)?.crew) + earlier.iter().map(moved).sum::<i64>();
    u32::try_from(crew.max(0)).ok()
}

/// SLAG 5.9: a crew is not larger than its ship takes.
fn takes(
    scenario: &Scenario,
    known: &Known<'_>,
    (force, aboard): (Called, Option<u32>),
    men: u32,
    rule: &'static str,
) -> Result<(), Remark> {
    let ForceKind::Ship(class) = force.kind else { return Ok(()) };
    if aboard.is_none() && class.is_group() {
        return Ok(());
    }
    let capacity = known.ship(known.side, force).and_then(|row| row.capacity);
    let most = largest_crew(scenario, class, capacity);
    takes_aboard(&force.of(known.side).name(), (most, aboard), men, rule).map_err(said)
}

/// SLAG 5.13.
fn join_groups(scenario: &Scenario, one: Option<&ShipRow>, other: Option<&ShipRow>) -> Result<(), Remark> {
    let sum = [one, other].into_iter().flatten().filter_map(|row| row.capacity).sum::<u32>();
    let most = scenario.tables().transports.most;
    if sum <= most { Ok(()) } else { Err(said(too_large_a_group(sum, most))) }
}

/// SLAG 5.11.
fn is_left(row: Option<&UnitRow>, count: u32, part: Part) -> Result<(), Remark> {
    let Some(row) = row else { return Ok(()) };
    match is_whole((row.regiments, row.batteries), count, part) {
        true => Err(said(whole())),
        false => Ok(()),
    }
}

fn are_together(known: &Known<'_>, side: Side, from: Called, to: Called, rule: &'static str) -> Result<(), Remark> {
    match (known.unit(side, from), known.unit(side, to)) {
        (Some(one), Some(other)) if one.place != other.place => {
            let places = format!("{} is at {}, {} at {}.", one.name, one.place, other.name, other.place);
            Err(said(not_together(&one.name, &other.name, rule)).hint(places))
        }
        _ => Ok(()),
    }
}

fn lie_together(known: &Known<'_>, side: Side, from: Called, to: Called) -> Result<(), Remark> {
    let (Some(one), Some(other)) = (known.ship(side, from), known.ship(side, to)) else { return Ok(()) };
    // Off a port they may yet lie together; by the map alone that is not told.
    if !one.is_off && !other.is_off && one.port != other.port {
        let places = format!("{} lies at {}, {} at {}.", one.name, one.port, other.name, other.port);
        return Err(said(not_together(&one.name, &other.name, "5.12")).hint(places));
    }
    Ok(())
}

impl<'a> Known<'a> {
    /// The row of a unit as an order calls it.
    pub(super) fn row_of(&self, force: Called) -> Option<&'a UnitRow> {
        self.unit(self.side, force)
    }

    /// The row of a unit, where the seat reads of it.
    fn unit(&self, side: Side, force: Called) -> Option<&'a UnitRow> {
        let name = force.of(side).name();
        self.land.iter().find(|row| row.name == name).copied()
    }
}
