//! What its giver could know is wrong with a ship's station, and how far it is: by the ship's row, the map and who holds which port.

use base::order::Remark;

use super::super::berth::Berth;
use super::super::item::ShipRow;
use super::super::order::{Anchorage, Mission, Station};
use super::super::refusal::no_sea;
use super::super::scenario::{PortKind, Scenario};
use super::super::sea::{Bound, how_far, is_harbor, way};
use super::super::side::Side;
use super::super::turn::{bound_for, may_come_in, may_lie, may_sail};
use super::known::Known;
use super::said::said;

const RULE: &str = "station";

/// What is wrong with it.
pub(super) fn wrong(scenario: &Scenario, side: Side, known: &Known<'_>, order: &Station) -> Result<(), Remark> {
    known.has(order.ship.of(side))?;
    let row = known.ship(side, order.ship);
    let at = row.and_then(lies);
    let bound = bound_of(scenario, order, row);
    // Of whose ship nothing is read, it may be anywhere at sea.
    let first = may_sail(scenario, order, at.unwrap_or(Berth::Sea("")));
    first.map_err(|failed| said(failed).hint("On rivers: USGB1 move to Cairo."))?;
    let Some(bound) = bound else { return Ok(()) };
    may_lie(scenario, &bound).map_err(said)?;
    let asks_to_raid = "Station it off the port, or in it to raid: a harbor that nobody defends is entered.";
    may_come_in(scenario, known.holder_of(&bound.port), side, &bound)
        .map_err(|failed| said(failed).hint(asks_to_raid))?;
    match at.zip(bound.berth(scenario)).is_some_and(|(at, to)| way(scenario, at, to).is_none()) {
        true => Err(said(no_sea(scenario, &bound.port))),
        false => Ok(()),
    }
}

/// "9 steps, 3 turns: the waters of New York NY, New York Bight, ..., the waters of Mobile".
pub(super) fn note(scenario: &Scenario, side: Side, known: &Known<'_>, order: &Station) -> Option<String> {
    let row = known.ship(side, order.ship)?;
    let bound = bound_of(scenario, order, Some(row))?;
    let way = way(scenario, lies(row)?, bound.berth(scenario)?)?;
    let over: Vec<String> = way.iter().map(|step| step.words(scenario, &bound.port)).collect();
    (!way.is_empty()).then(|| format!("{}: {}", how_far(scenario, way.len()), over.join(", ")))
}

/// What is worth knowing of an order that stands.
pub(super) fn warnings(scenario: &Scenario, side: Side, known: &Known<'_>, order: &Station) -> Vec<Remark> {
    let row = known.ship(side, order.ship);
    let Some(bound) = bound_of(scenario, order, row) else { return Vec::new() };
    let found = [
        row.and_then(|row| of_the_ship(scenario, known, row, &bound)),
        of_the_port(scenario, &bound),
        of_the_mission(scenario, side, known, &bound),
    ];
    found.into_iter().flatten().map(|said| Remark::notice(said).rule(RULE)).collect()
}

/// Of a ship that is there, laid up, or in a harbour that has fallen.
fn of_the_ship(scenario: &Scenario, known: &Known<'_>, row: &ShipRow, bound: &Bound) -> Option<String> {
    let (name, at) = (&row.name, lies(row)?);
    if !row.is_active {
        return Some(format!("{name} is laid up, and sails only if it is called out."));
    }
    if bound.berth(scenario) == Some(at) {
        return Some(format!("{name} is there already."));
    }
    match at {
        Berth::Harbor(port) if known.holder_of(port) == Some(known.side.enemy()) => {
            Some(format!("{} is held by the enemy; nobody keeps {name} from leaving.", scenario.city_name(port)))
        }
        _ => None,
    }
}

fn of_the_port(scenario: &Scenario, bound: &Bound) -> Option<String> {
    let is_on_river = scenario.city(&bound.port).is_some_and(|city| city.port == Some(PortKind::River));
    let name = scenario.city_name(&bound.port);
    (is_on_river && !is_harbor(scenario, &bound.port))
        .then(|| format!("{name} lies on a river: the waters off it are those of its mouth."))
}

fn of_the_mission(scenario: &Scenario, side: Side, known: &Known<'_>, bound: &Bound) -> Option<String> {
    let mission = bound.mission?;
    let (name, holder) = (scenario.city_name(&bound.port), known.holder_of(&bound.port)?);
    match mission {
        Mission::Ignore if holder == side => Some(format!("{name} is a port of your own side, and not blockaded.")),
        Mission::Ignore if !known.has_blockade => {
            Some("It shuts no port until the President or the Vice-President declares a blockade.".to_owned())
        }
        Mission::Raid if holder == side => Some(format!("{name} is a port of your own side, and not raided.")),
        Mission::Protect if holder != side => Some(format!("{name} is a port of the enemy, and not protected.")),
        Mission::Raid if bound.is_in => {
            Some("It comes in only if no warship and no battery defends the harbor.".to_owned())
        }
        _ => None,
    }
}

/// Where it goes; to its base only where its row is read.
fn bound_of(scenario: &Scenario, order: &Station, row: Option<&ShipRow>) -> Option<Bound> {
    let base = row.and_then(|row| scenario.city_called(&row.base)).map(|city| city.id.as_str());
    match (&order.at, base) {
        (Anchorage::Base, None) => None,
        (_, base) => Some(bound_for(order, base.unwrap_or_default())),
    }
}

/// Where a ship lies; on a river in its square.
fn lies(row: &ShipRow) -> Option<Berth<'_>> {
    match row.square.parse() {
        Ok(square) => Some(Berth::River(square)),
        Err(_) => Berth::of_key(&row.berth),
    }
}
