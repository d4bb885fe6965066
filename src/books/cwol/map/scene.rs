//! What a brief tells, as a scene: one's own exactly, of the enemy what is told of him.

use std::collections::{BTreeMap, BTreeSet};

use base::facts::Brief;
use board::picture::{Arrow, Kind, Mark, Party, Piece, Scene, Sign, Strength};
use board::square::Square;

use super::super::counted::counted;
use super::super::item::{FortRow, Item};
use super::super::order::ForceKind;
use super::super::scenario::Scenario;
use super::super::side::{self, Side};
use super::country::Chart;
use super::known::{Known, Own, square_of};
use super::rivers::{held, holders};
use super::tally::{Tally, is_ship, is_unit};

/// The scene of who reads this brief; without forces for whoever reads for no side.
pub fn scene(scenario: &Scenario, chart: &Chart, known: Option<&Known>, brief: &Brief<Item>) -> Scene<Square> {
    let holders = holders(scenario, brief);
    let of_city = |id: &String| scenario.city(id).map(|city| city.square);
    let mut scene = Scene {
        holders: holders.iter().filter_map(|(id, side)| Some((of_city(id)?, party(*side)))).collect(),
        rivers: held(scenario, known, brief).into_iter().map(|(square, side)| (square, party(side))).collect(),
        parties: Side::BOTH.map(|side| (party(side), name_of(side).to_owned())).to_vec(),
        ..Scene::default()
    };
    scene.marks.extend(chart.ports.iter().map(|square| mark(*square, Sign::Port, None, "")));
    let Some(known) = known else { return scene };
    own_forces(known, &mut scene);
    enemies(known, &mut scene);
    works(scenario, known, brief, &mut scene.marks);
    brief.items().iter().for_each(|item| signs(chart, known.side, item, &mut scene.marks));
    scene.marks.sort_by(|one, other| (one.cell, one.sign, &one.label).cmp(&(other.cell, other.sign, &other.label)));
    scene.marks.dedup();
    scene.unseen = unseen(scenario, chart, known);
    scene
}

/// "Union", "Confederate".
pub fn name_of(side: Side) -> &'static str {
    match side {
        Side::Union => "Union",
        Side::Confederacy => "Confederate",
    }
}

fn party(side: Side) -> Party {
    match side {
        Side::Union => Party::Dark,
        Side::Confederacy => Party::Light,
    }
}

fn mark(cell: Square, sign: Sign, side: Option<Side>, label: &str) -> Mark<Square> {
    Mark { cell, sign, party: side.map(party), label: label.to_owned() }
}

fn own_forces(known: &Known, scene: &mut Scene<Square>) {
    let mut there: BTreeMap<Square, Vec<&Own>> = BTreeMap::new();
    known.own.iter().for_each(|own| there.entry(own.square).or_default().push(own));
    for (square, all) in there {
        let mut tally = Tally::default();
        all.iter().for_each(|own| tally.add(own.kind));
        let named = |is: fn(ForceKind) -> bool| {
            let mut there = all.iter().filter(|own| is(own.kind));
            let only = there.next().filter(|_| there.next().is_none())?;
            let bound = only.bound.as_ref().map_or_else(String::new, |place| format!(" to {place}"));
            Some(format!("{}{bound}", only.name))
        };
        let unit = named(|kind| matches!(kind, ForceKind::Unit(kind) if kind != side::Kind::Naval));
        let ship = named(|kind| matches!(kind, ForceKind::Ship(_)));
        scene.pieces.extend(pieces(square, known.side, &tally).into_iter().map(|piece| {
            let single = if piece.kind == Kind::Naval { &ship } else { &unit };
            Piece { name: single.clone().unwrap_or_else(|| words_of(&tally, piece.kind)), ..piece }
        }));
        if tally.batteries() > 0 {
            let name = named(|kind| kind == ForceKind::Unit(side::Kind::Naval));
            scene.marks.push(mark(square, Sign::Battery, Some(known.side), &name.unwrap_or_default()));
        }
    }
    let trails: BTreeSet<Vec<Square>> = known.own.iter().filter_map(trail).collect();
    let arrow = |cells| Arrow { party: party(known.side), cells, is_seen: false, label: String::new() };
    scene.arrows.extend(trails.into_iter().map(arrow));
}

fn trail(own: &Own) -> Option<Vec<Square>> {
    let mut cells = own.trail.clone();
    cells.push(own.square);
    cells.dedup();
    (cells.len() > 1).then_some(cells)
}

fn enemies(known: &Known, scene: &mut Scene<Square>) {
    let enemy = known.side.enemy();
    for (square, tally) in &known.seen {
        let there = pieces(*square, enemy, tally);
        scene.pieces.extend(there.into_iter().map(|piece| Piece { seen: words_of(tally, piece.kind), ..piece }));
        if tally.batteries() > 0 {
            scene.marks.push(mark(*square, Sign::Battery, Some(enemy), ""));
        }
    }
    for (square, tally) in &known.seen_before {
        scene.marks.push(mark(*square, Sign::Passed, Some(enemy), &tally.words(|_| true)));
    }
}

/// The opening of a war is printed: whose works stood where is known, and what became of them is told; those of the enemy stand until
/// one's own ships find none.
fn works(scenario: &Scenario, known: &Known, brief: &Brief<Item>, marks: &mut Vec<Mark<Square>>) {
    let told = brief.items().iter().find_map(|item| if let Item::Guns { rows } = item { Some(rows) } else { None });
    let now: BTreeMap<Square, Option<Side>> = told.into_iter().flatten().map(|row| (row.square, row.holder)).collect();
    for site in scenario.sites() {
        let Some(side) = now.get(&site.square).copied().unwrap_or(site.works) else { continue };
        let is_gone = side == known.side.enemy() && known.is_seen_by_ship(scenario, site.square);
        if !is_gone {
            marks.push(mark(site.square, Sign::Battery, Some(side), ""));
        }
    }
}

/// A block of land units and one of ships, as far as there are any.
fn pieces(cell: Square, side: Side, tally: &Tally) -> Vec<Piece<Square>> {
    let block = |kind: Kind, count: u32| Piece {
        cell,
        party: party(side),
        kind,
        strength: Strength::Exact(count.to_string()),
        is_army: kind == Kind::Land && tally.has_army(),
        name: String::new(),
        letters: String::new(),
        seen: String::new(),
        weight: count,
    };
    let both = [(Kind::Land, tally.units()), (Kind::Naval, tally.ships())];
    both.into_iter().filter(|(_, count)| *count > 0).map(|(kind, count)| block(kind, count)).collect()
}

fn words_of(tally: &Tally, kind: Kind) -> String {
    match kind {
        Kind::Naval => tally.words(is_ship),
        Kind::Land | Kind::Leader => tally.words(is_unit),
    }
}

/// Works, stores, and where blows fell or will.
fn signs(chart: &Chart, side: Side, item: &Item, marks: &mut Vec<Mark<Square>>) {
    let mut fight = |place: &str, label: &str| {
        marks.extend(square_of(chart, place).map(|square| mark(square, Sign::Battle, None, label)));
    };
    match item {
        Item::Fought { place, .. } | Item::Battle { place, .. } => fight(place, ""),
        Item::Volley { place, .. } => fight(place, "volley"),
        Item::Contact { place, .. } => fight(place, "next turn"),
        Item::Sighted { rows, .. } => {
            rows.iter().filter(|row| row.is_contact).for_each(|row| fight(&row.square.to_string(), "next turn"));
        }
        Item::Fortifications { rows, .. } => {
            let mut levels: BTreeMap<Square, u32> = BTreeMap::new();
            let coming = rows.iter().filter(|row| row.left > 0 && !row.is_razed);
            marks.extend(coming.map(|row| {
                let label = format!("level {} in {}", row.level, counted(row.left, "turn", "turns"));
                mark(row.square, Sign::Fort, Some(side), &label)
            }));
            for row in rows.iter().filter(|row| stands(row)) {
                let level = levels.entry(row.square).or_default();
                *level = row.level.max(*level);
            }
            let works = levels.into_iter();
            marks.extend(works.map(|(square, level)| mark(square, Sign::Fort, Some(side), &format!("level {level}"))));
        }
        Item::Depots { rows, .. } => {
            marks.extend(rows.iter().map(|row| {
                let coming = (row.left > 0).then(|| format!("in {}", counted(row.left, "turn", "turns")));
                mark(row.square, Sign::Depot, Some(side), &coming.unwrap_or_default())
            }));
        }
        _ => {}
    }
}

fn stands(row: &FortRow) -> bool {
    row.left == 0 && !row.is_razed
}

/// The land into which nobody looks who would tell the reader; nothing where nobody looks out for him.
fn unseen(scenario: &Scenario, chart: &Chart, known: &Known) -> Vec<Square> {
    let lookouts = known.lookouts(scenario);
    if lookouts.is_empty() {
        return Vec::new();
    }
    let seen: BTreeSet<Square> = lookouts.iter().flat_map(|(square, reach)| square.within(*reach)).collect();
    let land = chart.country.tiles.keys().copied().filter(|square| chart.country.is_land(*square));
    land.filter(|square| !seen.contains(square)).collect()
}
