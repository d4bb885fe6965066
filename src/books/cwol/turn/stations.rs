//! Ships at sea go to their stations: so many steps a turn, harbour, waters, sea area and next area one each (the ruling on ships at
//! sea). Nobody fights there, and nobody is in another's way.

use std::collections::{BTreeMap, BTreeSet};

use base::facts::{Audience, Fact};
use base::game::SeatId;
use base::order::Filed;

use super::super::berth::{Berth, port_of};
use super::super::item::Item;
use super::super::order::{Act, Anchorage, Called, Mission, Order, Sailing, Station};
use super::super::refusal::{is_called_out, no_sea};
use super::super::river::square_of;
use super::super::scenario::Scenario;
use super::super::sea::{Bound, how_far, is_harbor, way};
use super::super::side::{Kind, Side};
use super::super::state::{Off, Ship, State};
use super::events::{Failed, Turn, holder};
use super::rank::stands;

const RULE: &str = "station";

/// An order that stands until the ships have sailed, by its place, with its ship.
type Open = BTreeMap<usize, (SeatId, Filed<Order>, String)>;

/// Orders are taken, ships sail, whoever reads of them is told.
pub fn sail_to_stations(turn: &mut Turn<'_>) {
    let open = take_orders(turn);
    // Who defends a harbor is looked at before anybody moves.
    let defended = Side::BOTH.map(|side| (side, defended_by(turn.scenario, &turn.state, side)));
    let is_under_way =
        |(name, ship): &(&String, &Ship)| ship.station.is_some() && ship.is_active && !turn.manned.contains(*name);
    let names: Vec<String> = turn.state.ships.iter().filter(is_under_way).map(|(name, _)| name.clone()).collect();
    let mut went = BTreeMap::new();
    for name in names {
        let Some(ship) = turn.state.ships.get(&name) else { continue };
        let (side, hostile) = (ship.side, ship.side.enemy());
        let shut = defended.iter().find(|(of, _)| *of == hostile).map(|(_, ports)| ports);
        let passage = passage_of(turn.scenario, &turn.state, ship, shut);
        if let Some(ship) = turn.state.ships.get_mut(&name) {
            settle(turn.scenario, ship, &passage);
        }
        let words = words_of(turn.scenario, &turn.state, &name, &passage);
        went.insert(name, (side, words));
    }
    for (seat, line, name) in open.into_values() {
        let words = went.get(&name).map_or_else(String::new, |(_, words)| words.clone());
        turn.tell_result(&seat, &line, Ok(words));
    }
    for (name, (side, words)) in went {
        let told = turn.readers_afloat(side, &name);
        turn.tell_fact(Fact::new(Audience::Seats(told), Item::Passage { name, words }));
    }
}

fn take_orders(turn: &mut Turn<'_>) -> Open {
    let mut open = Open::new();
    let orders = turn.orders();
    for (place, (seat, line)) in orders.iter().enumerate() {
        let Some(side) = Side::of_seat(seat.as_str()) else { continue };
        let Some(called) = ship_at_sea(turn, side, &line.order.act) else { continue };
        let ship = called.of(side);
        let is_about = |act: &Act, of| ship_at_sea(turn, of, act).is_some_and(|it| it.of(of) == ship);
        let stands = stands(turn, &orders, place, is_about);
        let done = stands.and_then(|()| match line.order.act.station() {
            Some(order) => take(turn, side, &ship.name(), &order).map(|()| None),
            None => stay(turn, side, &ship.name()).map(Some),
        });
        match done {
            Ok(None) => _ = open.insert(place, (seat.clone(), line.clone(), ship.name())),
            Ok(Some(words)) => turn.tell_result(seat, line, Ok(words)),
            Err(failed) => turn.tell_result(seat, line, Err(failed)),
        }
    }
    open
}

/// The ship whose course at sea an order settles: a station, or that it stays where it is.
fn ship_at_sea(turn: &Turn<'_>, side: Side, act: &Act) -> Option<Called> {
    match act {
        Act::Sailing(Sailing::Hold { ship }) => is_at_sea(turn, side, *ship).then_some(*ship),
        act => act.station().map(|order| order.ship),
    }
}

/// Whether a ship is in no square of a river: in a harbour of the sea, or out of it.
pub(super) fn is_at_sea(turn: &Turn<'_>, side: Side, ship: Called) -> bool {
    let own = turn.state.ships.get(&ship.of(side).name());
    own.is_some_and(|own| square_of(turn.scenario, own).is_none())
}

/// HOLD at sea: its station ends, and it does what it did.
fn stay(turn: &mut Turn<'_>, side: Side, name: &str) -> Result<String, Failed> {
    let scenario = turn.scenario;
    turn.own_ship(side, name, RULE)?;
    let Some(ship) = turn.state.ships.get_mut(name) else { return Ok(String::new()) };
    ship.station = None;
    let port = ship.off.as_ref().map_or(&ship.port, |off| &off.port);
    let (place, port) = (Berth::of(scenario, ship).words(scenario, port), port.clone());
    let mission =
        turn.state.ships.get(name).map_or_else(String::new, |ship| mission_of(scenario, &turn.state, ship, &port));
    Ok(format!("It stays in {place}.{mission}"))
}

/// What a ship does to commerce: one that lets it pass off a port of the enemy is there to blockade that.
fn mission_of(scenario: &Scenario, state: &State, ship: &Ship, port: &str) -> String {
    let is_off_enemys = ship.off.is_some() && holder(scenario, state, port) == Some(ship.side.enemy());
    match (ship.mission, is_off_enemys) {
        (Some(Mission::Ignore), true) if state.nations.of(ship.side).has_blockade => {
            " It blockades the port.".to_owned()
        }
        (Some(Mission::Ignore), true) => {
            " It lies there to blockade, and its side has declared no blockade.".to_owned()
        }
        (Some(mission), _) => format!(" It {}.", mission.doing()),
        (None, _) => String::new(),
    }
}

fn take(turn: &mut Turn<'_>, side: Side, name: &str, order: &Station) -> Result<(), Failed> {
    let scenario = turn.scenario;
    let ship = turn.own_ship(side, name, RULE)?;
    is_called_out(name, ship.is_active)?;
    turn.is_free_to_sail(name)?;
    let bound = bound_for(order, &ship.base);
    may_sail(scenario, order, Berth::of(scenario, ship))?;
    may_lie(scenario, &bound)?;
    if bound.berth(scenario).and_then(|to| way(scenario, Berth::of(scenario, ship), to)).is_none() {
        return Err(no_sea(scenario, &bound.port));
    }
    may_come_in(scenario, holder(scenario, &turn.state, &bound.port), side, &bound)?;
    if let Some(ship) = turn.state.ships.get_mut(name) {
        let off = || ship.mission.or(Some(Mission::Ignore)).filter(|_| !bound.is_in);
        ship.mission = bound.mission.or_else(off).or(ship.mission).filter(|_| !ship.class.is_group());
        ship.station = Some(bound);
    }
    Ok(())
}

/// Where an order sends a ship with such a base.
pub fn bound_for(order: &Station, base: &str) -> Bound {
    let (port, is_in) = match &order.at {
        Anchorage::Off(port) => (port.as_str(), false),
        Anchorage::In(port) => (port.as_str(), true),
        Anchorage::Base => (base, true),
    };
    Bound { port: port.to_owned(), is_in, mission: order.mission }
}

/// SNNM 1.1: ships that are built for the sea sail there, from a harbour that lies on it; of the others rivers alone are in play.
pub fn may_sail(scenario: &Scenario, order: &Station, at: Berth<'_>) -> Result<(), Failed> {
    if order.is_of_rivers() {
        return Err(Failed::new(order.why_of_rivers(), "N1.1"));
    }
    // SLAG 2.9, D25: transports do nothing to commerce.
    if order.mission.is_some() && order.is_of_transports() {
        return Err(Failed::new("Transports neither blockade nor raid nor protect.", "2.9"));
    }
    match at {
        Berth::River(_) => Err(no_way_to_the_sea()),
        Berth::Harbor(port) if !is_harbor(scenario, port) => Err(no_way_to_the_sea()),
        _ => Ok(()),
    }
}

/// SNNM 1.1: off every port before whose waters or mouth a sea lies, in the harbours of the sea alone.
pub fn may_lie(scenario: &Scenario, bound: &Bound) -> Result<(), Failed> {
    let name = scenario.city_name(&bound.port);
    if scenario.city(&bound.port).is_none_or(|city| city.port.is_none()) {
        return Err(Failed::new(format!("{name} is no port."), RULE));
    }
    if bound.berth(scenario).is_none() {
        return Err(Failed::new(format!("No sea of the map lies before {name}."), RULE));
    }
    match bound.is_in && !is_harbor(scenario, &bound.port) {
        true => Err(Failed::new(format!("{name} lies on a river. {}", no_way_to_the_sea().why), "N1.1")),
        false => Ok(()),
    }
}

/// House: into a harbour of the enemy go raiders alone (2.9, 5.10).
pub fn may_come_in(scenario: &Scenario, holder: Option<Side>, side: Side, bound: &Bound) -> Result<(), Failed> {
    if !bound.is_in || holder != Some(side.enemy()) || bound.mission == Some(Mission::Raid) {
        return Ok(());
    }
    let name = scenario.city_name(&bound.port);
    Err(Failed::new(format!("{name} is held by the enemy: ships go into a harbor of his to raid alone."), RULE))
}

fn no_way_to_the_sea() -> Failed {
    Failed::new("No ship sails between a river and the sea.", "N1.1")
}

/// SLAG 5.10, D55: the ports that an active warship or a naval battery of a side defends.
pub(super) fn defended_by(scenario: &Scenario, state: &State, side: Side) -> BTreeSet<String> {
    let ships = state
        .ships
        .values()
        .filter(|ship| ship.side == side && ship.is_active && !ship.class.is_group() && ship.off.is_none());
    let is_battery =
        |unit: &&super::super::state::Unit| unit.side == side && unit.kind == Kind::Naval && unit.is_active;
    let batteries = state.units.values().filter(is_battery).filter_map(|unit| scenario.city_at(unit.square));
    ships.map(|ship| ship.port.clone()).chain(batteries.map(|city| city.id.clone())).collect()
}

/// What one turn at sea comes to.
struct Passage {
    from: String,
    /// Where it ends, as `Berth::key` has it.
    at: String,
    steps: usize,
    /// Steps that are still to go.
    left: usize,
    stop: Option<Stop>,
    /// A raider has come into a harbour that its own side holds by now.
    is_idle: bool,
}

/// Why a ship does not come to its station.
enum Stop {
    /// No sea leads there any more.
    NoWay,
    /// It has fallen to the enemy, whom the ship is not to raid.
    Lost,
    /// The enemy defends it.
    Defended,
}

fn passage_of(scenario: &Scenario, state: &State, ship: &Ship, shut: Option<&BTreeSet<String>>) -> Passage {
    let from = Berth::of(scenario, ship);
    let bound = ship.station.as_ref();
    let to = bound.and_then(|bound| bound.berth(scenario));
    let found = to.and_then(|to| way(scenario, from, to));
    let has_way = found.is_some();
    let way = found.unwrap_or_default();
    let most = usize::try_from(scenario.tables().sailing.steps).unwrap_or(usize::MAX);
    let mut steps = way.len().min(most);
    let is_hostile = |port: &str| holder(scenario, state, port) == Some(ship.side.enemy());
    let entered = bound.filter(|bound| bound.is_in && steps > 0 && steps == way.len() && is_hostile(&bound.port));
    let shut_out = entered.and_then(|bound| match bound.mission {
        Some(Mission::Raid) => shut.is_some_and(|ports| ports.contains(&bound.port)).then_some(Stop::Defended),
        _ => Some(Stop::Lost),
    });
    steps -= usize::from(shut_out.is_some());
    let stop = if has_way { shut_out } else { Some(Stop::NoWay) };
    let is_raid = bound.is_some_and(|bound| bound.is_in && bound.mission == Some(Mission::Raid));
    let is_own = |port: &str| holder(scenario, state, port) == Some(ship.side);
    let is_idle = is_raid && stop.is_none() && steps == way.len() && bound.is_some_and(|bound| is_own(&bound.port));
    let at = steps.checked_sub(1).and_then(|last| way.get(last)).copied().unwrap_or(from);
    let port = bound.map_or("", |bound| bound.port.as_str());
    Passage { from: from.words(scenario, port), at: at.key(), steps, left: way.len() - steps, stop, is_idle }
}

/// It lies where its turn has ended; there at last, or shut out, it is bound nowhere any more.
fn settle(scenario: &Scenario, ship: &mut Ship, passage: &Passage) {
    let Some(bound) = ship.station.take() else { return };
    let last = ship.off.as_ref().map_or(&ship.port, |off| &off.port).clone();
    let off = |port: &str, sea: Option<&str>| {
        let (port, sea) = (port.to_owned(), sea.map(str::to_owned));
        Some(Off { port, is_at_sea: sea.is_some(), sea, square: None })
    };
    match Berth::of_key(&passage.at) {
        Some(Berth::Harbor(port)) => (ship.port, ship.off) = (port.to_owned(), None),
        Some(Berth::Waters(name)) => ship.off = off(port_of(scenario, name, &bound.port), None),
        Some(Berth::Sea(name)) => ship.off = off(&last, Some(name)),
        _ => {}
    }
    let is_there = passage.left == 0;
    if is_there && bound.is_in && passage.stop.is_none() {
        ship.mission = bound.mission.filter(|_| !ship.class.is_group() && !passage.is_idle);
    }
    if !is_there && passage.stop.is_none() {
        ship.station = Some(bound);
    }
}

/// "It went 4 steps, from the harbor of New York NY to Carolina Coast. Still to go to the waters of Mobile: 5 steps, 2 turns."
fn words_of(scenario: &Scenario, state: &State, name: &str, passage: &Passage) -> String {
    let Some(ship) = state.ships.get(name) else { return String::new() };
    let port = ship.off.as_ref().map_or(&ship.port, |off| &off.port);
    let place = Berth::of(scenario, ship).words(scenario, port);
    let went = match passage.steps {
        0 => format!("It is in {place}."),
        1 => format!("It went 1 step, from {} to {place}.", passage.from),
        steps => format!("It went {steps} steps, from {} to {place}.", passage.from),
    };
    let then = match (&passage.stop, &ship.station) {
        (Some(Stop::Lost), _) => {
            " The harbor has fallen to the enemy: it lies off it, and is bound nowhere.".to_owned()
        }
        (Some(Stop::Defended), _) => " A warship or a battery defends the harbor: it lies off it.".to_owned(),
        (Some(Stop::NoWay), _) => " No sea leads to its station any more: it is bound nowhere.".to_owned(),
        (None, Some(bound)) => {
            let to = bound.berth(scenario).map_or_else(String::new, |to| to.words(scenario, &bound.port));
            format!(" Still to go to {to}: {}.", how_far(scenario, passage.left))
        }
        (None, None) if passage.is_idle => " The harbor is of its own side: it raids nothing there.".to_owned(),
        (None, None) => String::new(),
    };
    let mission = mission_of(scenario, state, ship, port);
    format!("{went}{then}{mission}")
}
