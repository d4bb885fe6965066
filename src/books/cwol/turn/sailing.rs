//! Ships on the rivers take their orders and move (SNNM 4.5, 6.1; section 3 of the decisions).

use std::collections::{BTreeMap, BTreeSet};

use base::facts::{Audience, Fact};
use base::game::SeatId;
use base::order::Filed;
use board::Net;
use board::square::Square;

use super::super::counted::counted;
use super::super::item::Item;
use super::super::order::{Act, Force, Order, Sailing, by_kind_and_number};
use super::super::refusal::{is_called_out, leads_by_river};
use super::super::river::{
    Course, Stop, Vessel, Waters, berth_of, contacts, crosses_border, is_warship, readers_of_force, sail, sights,
    square_of,
};
use super::super::scenario::Scenario;
use super::super::side::{BySide, Side};
use super::super::state::{Off, Ship, State};
use super::events::{Done, Failed, Turn};
use super::guns::Guns;
use super::held;
use super::rank::Rivals;
use super::stations::is_at_sea;

/// An order that stands until the ships have moved, by its place, with its ship.
type Open = BTreeMap<usize, (SeatId, Filed<Order>, String)>;

/// What ships were told for this turn alone.
#[derive(Default)]
struct Told {
    /// Whom they pursue; none: whoever leaves.
    pursuit: BTreeMap<String, Option<String>>,
    /// Ships that go on with their course no longer than this turn.
    once: BTreeSet<String>,
}

/// Orders are taken, ships move, whoever reads of it is told.
pub fn move_ships(turn: &mut Turn<'_>) {
    let together = contacts(turn.scenario, &turn.state);
    for ship in turn.state.ships.values_mut() {
        // Whoever lies in a contact came from where he came from, however long it lasts (7.8).
        if !square_of(turn.scenario, ship).is_some_and(|square| together.contains(&square)) {
            ship.sail.turn_over();
        }
    }
    let (told, open) = take_orders(turn);
    let mended = turn.scenario.rivers.mended(&turn.state.links);
    let net = mended.as_ref().unwrap_or(&turn.scenario.rivers.net);
    let mut fleet = fleet_of(turn, net, &told);
    let before: BTreeMap<String, Square> = fleet.iter().map(|vessel| (vessel.name.clone(), vessel.square)).collect();
    let mut guns = Guns::of(turn);
    let over = guns.by_square();
    let scenario = turn.scenario;
    let depths = mended.as_ref().map(|net| scenario.rivers.depths_of(net));
    let depth = |square| scenario.rivers.depth_by(depths.as_ref(), square);
    let waters = Waters { depth: &depth, guns: &over };
    let speed = scenario.tables().sailing.speed;
    let dice = &mut *turn.dice;
    let wake = sail(&mut fleet, &waters, speed, &mut |impulse, square, side, names| {
        guns.volley(dice, impulse, (square, side), names)
    });
    guns.end(turn);
    turn.state.river.last_warship.extend(wake.last_warship);
    for vessel in &fleet {
        note_crossing(turn, vessel.side, vessel.left.iter().chain([&vessel.square]));
    }
    for vessel in &fleet {
        settle(turn, vessel, told.once.contains(&vessel.name));
    }
    held::tell(turn);
    let words: Vec<String> = fleet.iter().map(|vessel| outcome(turn, net, vessel, &before)).collect();
    tell_orders(turn, (&fleet, &words), open);
    fleet.iter().zip(words).for_each(|(vessel, words)| tell_voyage(turn, vessel, words));
}

/// What was seen as the turn began is old when it is over. As long as nothing has moved, nothing is kept.
pub fn remember(scenario: &Scenario, state: &mut State) {
    if state.river.is_empty() {
        return;
    }
    let [union, confederacy] = Side::BOTH.map(|side| sights(scenario, state, side));
    state.river.seen = BySide { union, confederacy };
}

fn take_orders(turn: &mut Turn<'_>) -> (Told, Open) {
    let (mut told, mut open) = (Told::default(), Open::new());
    let orders = turn.orders();
    let rivals = by_ship(&orders);
    for (place, (seat, line)) in orders.iter().enumerate() {
        let (Act::Sailing(order), Some(side)) = (&line.order.act, Side::of_seat(seat.as_str())) else { continue };
        if !matches!(order, Sailing::Move { .. } | Sailing::Hold { .. } | Sailing::Pursue { .. }) {
            continue;
        }
        // At sea it ends a station.
        if matches!(order, Sailing::Hold { .. }) && is_at_sea(turn, side, order.ship()) {
            continue;
        }
        let name = order.ship().of(side).name();
        match is_meant(turn, &orders, &rivals, place).and_then(|()| take(turn, side, &name, order, &mut told)) {
            Ok(()) => _ = open.insert(place, (seat.clone(), line.clone(), name)),
            Err(failed) => turn.tell_result(seat, line, Err(failed)),
        }
    }
    (told, open)
}

/// Orders to ships, by what they settle of which.
pub(super) type ByShip = Rivals<(&'static str, Force)>;

pub(super) fn by_ship(orders: &[(SeatId, Filed<Order>)]) -> ByShip {
    Rivals::of(orders, |act, side| match act {
        Act::Sailing(order) => Some((order.settles(), order.ship().of(side))),
        _ => None,
    })
}

/// Of several orders that settle one thing of a ship one stands.
pub(super) fn is_meant(
    turn: &Turn<'_>,
    orders: &[(SeatId, Filed<Order>)],
    rivals: &ByShip,
    place: usize,
) -> Result<(), Failed> {
    let Some((seat, line)) = orders.get(place) else { return Ok(()) };
    let (Act::Sailing(order), Some(side)) = (&line.order.act, Side::of_seat(seat.as_str())) else { return Ok(()) };
    rivals.stands(turn, orders, place, (side, (order.settles(), order.ship().of(side))))
}

/// A ship of the side that can do something on a river, with its square; else why not.
pub(super) fn afloat<'t>(turn: &'t Turn<'_>, side: Side, name: &str) -> Result<(&'t Ship, Square), Failed> {
    let ship = turn.own_ship(side, name, "N4.5")?;
    is_called_out(name, ship.is_active)?;
    square_of(turn.scenario, ship).map(|square| (ship, square)).ok_or_else(|| off_the_rivers(name))
}

/// SNNM 1.1.
pub fn off_the_rivers(name: &str) -> Failed {
    Failed::new(format!("{name} is on no river: at sea ships have stations, and nobody fights."), "N1.1")
}

fn take(turn: &mut Turn<'_>, side: Side, name: &str, order: &Sailing, told: &mut Told) -> Result<(), Failed> {
    let (_, square) = afloat(turn, side, name)?;
    if turn.fell_back.contains_key(name) {
        return Err(Failed::new("It fell back before the enemy, and its other orders are void.", "N7.8"));
    }
    if !matches!(order, Sailing::Hold { .. }) {
        turn.is_free_to_sail(name)?;
    }
    let course = match order {
        Sailing::Move { to, runs, is_once, .. } => {
            is_reached(turn, square, *to)?;
            if *is_once {
                told.once.insert(name.to_owned());
            }
            Some(Course { to: *to, runs: *runs })
        }
        Sailing::Pursue { quarry, .. } => {
            let quarry = quarry.map(|quarry| quarry.name());
            // D-SNNM-14: it lies with it, or has fled from there in this turn.
            let is_there = |(other, ship): (&String, &Ship)| {
                let is_named = quarry.as_ref().is_none_or(|quarry| quarry == other);
                let has_fled = turn.fell_back.get(other) == Some(&square);
                is_named && ship.side != side && (has_fled || square_of(turn.scenario, ship) == Some(square))
            };
            if !turn.state.ships.iter().any(is_there) {
                return Err(Failed::new("No such ship of the enemy lies with it.", "N6.1"));
            }
            told.pursuit.insert(name.to_owned(), quarry);
            None
        }
        _ => None,
    };
    if let Some(ship) = turn.state.ships.get_mut(name) {
        ship.sail.course = course;
    }
    Ok(())
}

fn is_reached(turn: &Turn<'_>, from: Square, to: Square) -> Result<(), Failed> {
    let mended = turn.scenario.rivers.mended(&turn.state.links);
    let net = mended.as_ref().unwrap_or(&turn.scenario.rivers.net);
    leads_by_river(turn.scenario, (Some(from), to), |to| net.has(to), |from| net.way(from, to).is_some())
}

/// Every ship on a river, with the way that it is to go.
fn fleet_of(turn: &Turn<'_>, net: &Net, told: &Told) -> Vec<Vessel> {
    let vessel = |(name, ship): (&String, &Ship)| {
        let square = square_of(turn.scenario, ship)?;
        let goes = ship.is_active && !turn.fell_back.contains_key(name) && !turn.manned.contains(name);
        let course = ship.sail.course.filter(|_| goes);
        let way = course.and_then(|course| net.way(square, course.to)).unwrap_or_default();
        let mut way: Vec<Square> = way.into_iter().skip(1).collect();
        if told.once.contains(name) {
            // Where its turn ends its way does, be it under guns.
            way.truncate(turn.scenario.tables().sailing.speed as usize);
        }
        Some(Vessel {
            name: name.clone(),
            side: ship.side,
            square,
            is_warship: is_warship(turn.scenario, ship),
            way: way.into_iter().rev().collect(),
            runs: course.is_some_and(|course| course.runs),
            quarry: None,
            left: Vec::new(),
            stop: None,
            was_lying: false,
        })
    };
    let mut fleet: Vec<Vessel> = turn.state.ships.iter().filter_map(vessel).collect();
    for (name, wanted) in &told.pursuit {
        let Some(place) = fleet.iter().position(|vessel| vessel.name == *name) else { continue };
        let Some((quarry, square)) = quarry_of(turn, net, &fleet, (place, wanted.as_ref())) else { continue };
        let own = &mut fleet[place];
        match square == own.square {
            true => own.quarry = Some(quarry),
            // It fled before ships move: it is sailed after.
            false => {
                let way = net.way(own.square, square).unwrap_or_default();
                own.way = way.into_iter().skip(1).rev().collect();
            }
        }
    }
    fleet
}

/// D-SNNM-14: the ship that is named; else one that leaves from there, or has fled from there, the nearest and of equally near ones the
/// first by kind and number; else one that stays there.
fn quarry_of(
    turn: &Turn<'_>,
    net: &Net,
    fleet: &[Vessel],
    (place, wanted): (usize, Option<&String>),
) -> Option<(String, Square)> {
    let own = &fleet[place];
    let has_fled = |vessel: &Vessel| turn.fell_back.get(&vessel.name) == Some(&own.square);
    let rank = |vessel: &Vessel| {
        let stays = vessel.square == own.square && vessel.way.is_empty();
        let far = net.way(own.square, vessel.square).map_or(usize::MAX, |way| way.len());
        (stays, far, by_kind_and_number(&vessel.name))
    };
    let meant = fleet.iter().filter(|vessel| {
        let is_about = vessel.square == own.square || has_fled(vessel);
        vessel.side != own.side && is_about && wanted.is_none_or(|wanted| *wanted == vessel.name)
    });
    meant.min_by_key(|vessel| rank(vessel)).map(|vessel| (vessel.name.clone(), vessel.square))
}

/// A ship lies where it came to; a destination that it has not reached stays in force, unless it met the enemy (D-SNNM-12).
fn settle(turn: &mut Turn<'_>, vessel: &Vessel, is_once: bool) {
    if vessel.stop == Some(Stop::Sunk) {
        return;
    }
    let scenario = turn.scenario;
    let Some(ship) = turn.state.ships.get_mut(&vessel.name) else { return };
    let has_met = matches!(vessel.stop, Some(Stop::Ships | Stop::Battery));
    let is_there = ship.sail.course.is_none_or(|course| course.to == vessel.square);
    if is_there || is_once || has_met {
        ship.sail.course = None;
    }
    match vessel.left.is_empty() {
        true if has_met => ship.sail.may_evade = false,
        true => {}
        // D-SNNM-15: whoever lay there when the enemy came may not.
        false => ship.sail.may_evade = has_met && !vessel.was_lying,
    }
    if vessel.left.is_empty() {
        return;
    }
    ship.sail.left(&vessel.left);
    lie(scenario, ship, vessel.square);
}

/// A ship lies in a square of a river: in the port that is there, else on the river.
pub(super) fn lie(scenario: &Scenario, ship: &mut Ship, square: Square) {
    let port = scenario.city_at(square).filter(|city| berth_of(scenario, ship.class, &city.id) == Some(square));
    ship.mission = None;
    match port {
        Some(city) => (ship.port, ship.off) = (city.id.clone(), None),
        None => ship.off = Some(Off { port: ship.port.clone(), is_at_sea: false, sea: None, square: Some(square) }),
    }
}

/// SLAG 4.4l: a ship that passes between a square of the Tennessee or the Cumberland in Kentucky and one outside violates its neutrality.
pub(super) fn note_crossing<'s>(turn: &mut Turn<'_>, side: Side, way: impl Iterator<Item = &'s Square>) {
    if crosses_border(turn.scenario, way) {
        *turn.violators.of_mut(side) = true;
    }
}

/// What came of each order.
fn tell_orders(turn: &mut Turn<'_>, (fleet, words): (&[Vessel], &[String]), open: Open) {
    for (seat, line, name) in open.into_values() {
        let Some(place) = fleet.iter().position(|vessel| vessel.name == name) else { continue };
        let done: Done = Ok(words[place].clone());
        turn.tell_result(&seat, &line, done);
    }
}

/// "It went 20 squares from Cairo to D3-U6; 5 squares to Memphis, 1 turn more."
fn outcome(turn: &Turn<'_>, net: &Net, vessel: &Vessel, before: &BTreeMap<String, Square>) -> String {
    let place = turn.scenario.place_name(vessel.square);
    let from = before.get(&vessel.name).map_or_else(String::new, |square| turn.scenario.place_name(*square));
    let squares = vessel.left.len();
    let went = match squares {
        0 => format!("It is at {place}."),
        1 => format!("It went 1 square from {from} to {place}."),
        _ => format!("It went {squares} squares from {from} to {place}."),
    };
    let ended = match vessel.stop {
        Some(Stop::Ships) => " It stopped there: enemy ships.".to_owned(),
        Some(Stop::Battery) => " It stopped there: an enemy battery.".to_owned(),
        Some(Stop::Sunk) => " It was sunk there.".to_owned(),
        None => {
            let course = turn.state.ships.get(&vessel.name).and_then(|ship| ship.sail.course);
            course.map_or_else(String::new, |course| still_to_go(turn, net, vessel.square, course.to))
        }
    };
    let crosses = crosses_border(turn.scenario, vessel.left.iter().chain([&vessel.square]));
    let border = if crosses && turn.state.kentucky_is_neutral { " It crossed Kentucky's border." } else { "" };
    format!("{went}{ended}{border}")
}

fn still_to_go(turn: &Turn<'_>, net: &Net, from: Square, to: Square) -> String {
    let squares = net.way(from, to).map_or(0, |way| way.len().saturating_sub(1));
    let turns = u32::try_from(squares).unwrap_or(0).div_ceil(turn.scenario.tables().sailing.speed.max(1));
    let squares = counted(u32::try_from(squares).unwrap_or(0), "square", "squares");
    format!(" It is {squares} from {}, {} more.", turn.scenario.place_name(to), counted(turns, "turn", "turns"))
}

/// To those who read of a ship where it went.
fn tell_voyage(turn: &mut Turn<'_>, vessel: &Vessel, words: String) {
    if vessel.left.is_empty() && vessel.stop.is_none() {
        return;
    }
    let item = Item::Voyage { name: vessel.name.clone(), words };
    let told = turn.readers_afloat(vessel.side, &vessel.name);
    turn.tell_fact(Fact::new(Audience::Seats(told), item));
}

impl Turn<'_> {
    /// Who reads of a ship: as the turn goes on, or as it was when it was lost.
    pub(super) fn readers_afloat(&self, side: Side, name: &str) -> base::game::SeatSet {
        let now = readers_of_force(self.scenario, &self.state, side, name);
        let before = self.commands.get(name).map(|command| [&command.commander, &command.deputy]);
        let seats = before.into_iter().flatten().filter_map(|seat| SeatId::parse(seat));
        now.into_iter().chain(seats).collect()
    }
}
