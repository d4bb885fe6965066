//! What a reader knows of the map, out of his brief: his own, who looks out for him, what is seen of the enemy. Of nothing else.

use std::collections::{BTreeMap, BTreeSet};

use base::facts::Brief;
use board::square::Square;

use super::super::item::{Item, ShipRow, UnitRow};
use super::super::order::{Force, ForceKind};
use super::super::scenario::Scenario;
use super::super::side::{Kind, Side};
use super::country::Chart;
use super::tally::Tally;

/// A unit or ship of one's own.
pub struct Own {
    pub name: String,
    pub square: Square,
    pub kind: ForceKind,
    /// The reader commands it, or is its deputy.
    pub is_commanded: bool,
    /// What it sees its reader is told.
    looks_out: bool,
    /// Ships at sea are no ships of a river.
    is_afloat: bool,
    pub is_active: bool,
    /// The place for which it is bound.
    pub bound: Option<String>,
    /// The squares that it left, the oldest first.
    pub trail: Vec<Square>,
}

/// What a reader knows.
pub struct Known {
    pub side: Side,
    pub own: Vec<Own>,
    /// Ships of one's own in sea areas, which lie on no map, with the area.
    pub at_sea: BTreeMap<String, String>,
    /// What is seen of the enemy in each square.
    pub seen: BTreeMap<Square, Tally>,
    /// What was seen, where nobody looks now.
    pub seen_before: BTreeMap<Square, Tally>,
}

impl Known {
    /// None for whoever reads for no side.
    pub fn of(scenario: &Scenario, chart: &Chart, brief: &Brief<Item>) -> Option<Self> {
        let seats: BTreeSet<&str> = brief.viewer().seats().iter().map(|seat| seat.as_str()).collect();
        let side = seats.iter().find_map(|seat| Side::of_seat(seat))?;
        let mut own: BTreeMap<String, Own> = BTreeMap::new();
        let (seen, seen_before) = (BTreeMap::new(), BTreeMap::new());
        let mut known = Known { side, own: Vec::new(), at_sea: BTreeMap::new(), seen, seen_before };
        for item in brief.items() {
            let rows: Vec<Own> = match item {
                Item::Land { rows, is_bloc, .. } => {
                    rows.iter().filter_map(|row| unit(chart, row, &seats, !is_bloc)).collect()
                }
                Item::Naval { rows, is_command, .. } => {
                    rows.iter().filter_map(|row| ship(scenario, chart, row, &seats, !is_command)).collect()
                }
                _ => Vec::new(),
            };
            for row in rows {
                let before = own.remove(&row.name);
                let looks_out = row.looks_out || before.is_some_and(|before| before.looks_out);
                own.insert(row.name.clone(), Own { looks_out, ..row });
            }
            for row in squadron(item) {
                own.entry(row.name.clone()).or_insert(row);
            }
            known.at_sea.extend(at_sea(scenario, chart, item));
            known.sight(chart, item);
        }
        let is_own = |name: &str| Force::named(name).is_some_and(|it| it.side == side);
        known.own = own.into_values().filter(|own| is_own(&own.name)).collect();
        known.at_sea.retain(|name, _| is_own(name));
        // What is seen again is not old.
        let Known { seen, seen_before, .. } = &mut known;
        seen_before.retain(|square, _| !seen.contains_key(square));
        Some(known)
    }

    fn sight(&mut self, chart: &Chart, item: &Item) {
        let mut tell = |square: Square, tally: Tally, is_old: bool| {
            let of = if is_old { &mut self.seen_before } else { &mut self.seen };
            let known = of.remove(&square).unwrap_or_default();
            of.insert(square, known.with(&tally));
        };
        match item {
            Item::Sighted { rows, .. } => {
                rows.iter().for_each(|row| tell(row.square, Tally::of(&row.counts), row.is_old));
            }
            Item::Spotted { rows, .. } => {
                for row in rows {
                    let Some(square) = square_of(chart, &row.place) else { continue };
                    tell(square, Tally::of(&row.counts), row.is_old);
                }
            }
            _ => {}
        }
    }

    /// Squares that somebody sees whose sight the reader is told, with how far he sees (SNNM 5.1).
    pub fn lookouts(&self, scenario: &Scenario) -> Vec<(Square, u32)> {
        let (land, detect) = (&scenario.tables().land, &scenario.tables().detect);
        let reach = |own: &Own| match own.kind {
            ForceKind::Unit(Kind::Cavalry) => Some(land.cavalry_sight),
            ForceKind::Unit(_) => Some(land.sight),
            ForceKind::Ship(_) => own.is_afloat.then_some(detect.ship),
        };
        let looking = self.own.iter().filter(|own| own.looks_out);
        looking.filter_map(|own| Some((own.square, reach(own)?))).collect()
    }

    /// Whether a ship of one's own whose sight is told sees a square: ships alone see works.
    pub fn is_seen_by_ship(&self, scenario: &Scenario, square: Square) -> bool {
        let reach = scenario.tables().detect.ship;
        let ships = self.own.iter().filter(|own| own.looks_out && own.is_afloat);
        ships.into_iter().any(|own| own.square.distance(square) <= reach)
    }
}

/// The square of a place as reports write it: a city's name, or the square.
pub fn square_of(chart: &Chart, place: &str) -> Option<Square> {
    chart.cities.get(place).copied().or_else(|| place.parse().ok())
}

fn is_commanded(seats: &BTreeSet<&str>, by: [&String; 2]) -> bool {
    by.iter().any(|seat| seats.contains(seat.as_str()))
}

fn unit(chart: &Chart, row: &UnitRow, seats: &BTreeSet<&str>, is_all: bool) -> Option<Own> {
    let is_commanded = is_commanded(seats, [&row.commander, &row.deputy]);
    Some(Own {
        name: row.name.clone(),
        square: square_of(chart, &row.place)?,
        kind: Force::named(&row.name)?.kind,
        is_commanded,
        looks_out: is_all || is_commanded,
        is_afloat: false,
        is_active: row.is_active,
        bound: Some(row.march.clone()).filter(|place| !place.is_empty()),
        trail: Vec::new(),
    })
}

fn ship(scenario: &Scenario, chart: &Chart, row: &ShipRow, seats: &BTreeSet<&str>, is_all: bool) -> Option<Own> {
    let is_commanded = is_commanded(seats, [&row.commander, &row.deputy]);
    let on_river: Option<Square> = row.square.parse().ok();
    Some(Own {
        name: row.name.clone(),
        square: on_river.or_else(|| off_shore(scenario, chart, &row.place))?,
        kind: Force::named(&row.name)?.kind,
        is_commanded,
        looks_out: is_all || is_commanded,
        is_afloat: on_river.is_some(),
        is_active: row.is_active,
        bound: row.course.map(|square| scenario.place_name(square)),
        trail: row.trail.iter().filter_map(|square| square.parse().ok()).collect(),
    })
}

/// Warships of which no more is told than where they are.
fn squadron(item: &Item) -> Vec<Own> {
    let Item::Squadron { rows, squares } = item else { return Vec::new() };
    let row = |(row, square): (&String, &Square)| {
        let name = row.split(' ').next()?.to_owned();
        let kind = Force::named(&name)?.kind;
        let (is_commanded, looks_out, is_afloat, is_active) = (false, false, true, true);
        let (square, bound, trail) = (*square, None, Vec::new());
        Some(Own { name, square, kind, is_commanded, looks_out, is_afloat, is_active, bound, trail })
    };
    rows.iter().zip(squares).filter_map(row).collect()
}

/// Ships that are in no square of the map, with what their rows say of where they are.
fn at_sea(scenario: &Scenario, chart: &Chart, item: &Item) -> Vec<(String, String)> {
    let Item::Naval { rows, .. } = item else { return Vec::new() };
    let is_out =
        |row: &&ShipRow| row.square.parse::<Square>().is_err() && off_shore(scenario, chart, &row.place).is_none();
    rows.iter().filter(is_out).map(|row| (row.name.clone(), row.place.clone())).collect()
}

/// A harbour's square; "off Savannah" and "at sea off Savannah" the waters before it.
fn off_shore(scenario: &Scenario, chart: &Chart, place: &str) -> Option<Square> {
    let Some((_, port)) = place.split_once("off ") else { return square_of(chart, place) };
    let city = scenario.city_called(port)?;
    scenario.waters(&city.id)?.waters.parse().ok().or(Some(city.square))
}
