//! The legend: of what can be drawn, only what is there.

use serde::Serialize;

use crate::Cell;

use super::country::{Country, Ground};
use super::frame::{Frame, MARGIN, PAPER};
use super::place::width_of;
use super::plane::tenth;
use super::scene::{Arrow, Kind, Mark, Party, Piece, Scene, Sign, Strength};

/// A row of the legend.
const LEGEND_ROW: f64 = 11.5;
const LEGEND_SIZE: f64 = 7.4;
/// Room for a symbol of the legend.
const SYMBOL: f64 = 15.0;

/// One row of the legend: symbols and what they mean.
#[derive(Debug, Clone, Serialize)]
pub(super) struct LegendRow {
    y: f64,
    entries: Vec<LegendEntry>,
}

#[derive(Debug, Clone, Serialize)]
struct LegendEntry {
    x: f64,
    symbol: &'static str,
    text: String,
}

/// The legend of a scene, from `top` downwards.
pub(super) fn legend<C: Cell>(country: &Country<C>, scene: &Scene<C>, frame: Frame, top: f64) -> Vec<LegendRow> {
    in_rows(&entries(country, scene, frame), top)
}

/// How high it is.
pub(super) fn height(rows: &[LegendRow]) -> f64 {
    LEGEND_ROW * rows.len() as f64
}

/// What the legend has to explain: only what is there.
fn entries<C: Cell>(country: &Country<C>, scene: &Scene<C>, frame: Frame) -> Vec<(&'static str, String)> {
    let shown = || scene.pieces.iter().filter(|piece| frame.shows(piece.cell));
    let mut entries: Vec<(&'static str, String)> = Vec::new();
    for (party, name) in &scene.parties {
        let is_here = |kind: Kind| shown().any(|piece| piece.kind == kind && piece.party == *party);
        let symbols = match party {
            Party::Dark => ["block-dark", "leader-dark", "ship-dark", "town-dark"],
            Party::Light => ["block-light", "leader-light", "ship-light", "town-light"],
        };
        if is_here(Kind::Land) {
            entries.push((symbols[0], name.clone()));
        }
        if is_here(Kind::Naval) {
            entries.push((symbols[2], format!("{name} ships")));
        }
        entries.push((symbols[3], format!("{name} town")));
    }
    entries.push(("town-nobody", "nobody's".to_owned()));
    let has = |is: &dyn Fn(&Piece<C>) -> bool| shown().any(is);
    if has(&|piece| matches!(piece.strength, Strength::Class(_))) {
        entries.push(("classes", "seen: small, medium, large".to_owned()));
    }
    if has(&|piece| piece.is_army) {
        entries.push(("army", "Army".to_owned()));
    }
    if has(&|piece| piece.kind == Kind::Leader) {
        entries.push(("leader", "leader alone".to_owned()));
    }
    if scene.areas.iter().any(|area| area.cells.iter().any(|cell| frame.shows(*cell))) {
        entries.push(("area", "somewhere here".to_owned()));
    }
    let is_shown = |arrow: &Arrow<C>| arrow.cells.iter().any(|cell| frame.shows(*cell));
    if scene.arrows.iter().any(|arrow| !arrow.is_seen && is_shown(arrow)) {
        entries.push(("arrow", "moves".to_owned()));
    }
    if scene.arrows.iter().any(|arrow| arrow.is_seen && is_shown(arrow)) {
        entries.push(("passing", "seen passing".to_owned()));
    }
    for (party, name) in &scene.parties {
        let is_here = |(cell, of): (&C, &Party)| of == party && frame.shows(*cell);
        if scene.rivers.iter().any(is_here) {
            let symbol = if *party == Party::Dark { "river-dark" } else { "river-light" };
            entries.push((symbol, format!("{name} river")));
        }
    }
    for (sign, symbol, text) in [
        (Sign::Battle, "battle", "battle"),
        (Sign::Fortress, "fortress", "fortress"),
        (Sign::Fort, "fort", "fort"),
        (Sign::Battery, "battery", "guns"),
        (Sign::Depot, "depot", "depot"),
        (Sign::Port, "port", "port"),
        (Sign::RailNews, "rail-news", "railway converted"),
        (Sign::Taken, "taken", "town taken"),
        (Sign::Passed, "passed", "seen there before"),
    ] {
        if scene.marks.iter().any(|mark: &Mark<C>| mark.sign == sign && is_marked(mark, frame)) {
            entries.push((symbol, text.to_owned()));
        }
    }
    if !scene.unseen.is_empty() {
        entries.push(("fog", "not seen".to_owned()));
    }
    entries.extend(grounds(country));
    entries.extend(scene.notes.iter().map(|note| ("", note.clone())));
    entries
}

/// The grounds that the country has, and its railways.
fn grounds<C: Cell>(country: &Country<C>) -> impl Iterator<Item = (&'static str, String)> {
    let grounds = [
        (Ground::Wood, "wood", "forest"),
        (Ground::Hill, "hill", "hills"),
        (Ground::WoodedHill, "wooded-hill", "forested hills"),
        (Ground::Fen, "fen", "marsh"),
        (Ground::Marsh, "marsh", "swamp"),
        (Ground::Height, "height", "mountain"),
        (Ground::Pass, "pass", "gap"),
        (Ground::Peak, "peak", "high mountain"),
    ];
    let shown = grounds.into_iter().filter(|(ground, ..)| country.of(&[*ground]).next().is_some());
    let rail = (!country.rails.is_empty()).then_some(("rail", "railway"));
    shown.map(|(_, symbol, text)| (symbol, text)).chain(rail).map(|(symbol, text)| (symbol, text.to_owned()))
}

/// Entries in rows as wide as the paper.
fn in_rows(entries: &[(&'static str, String)], top: f64) -> Vec<LegendRow> {
    let mut rows: Vec<LegendRow> = Vec::new();
    let mut x = PAPER;
    for (symbol, text) in entries {
        let symbol_width = match *symbol {
            "" => 0.0,
            "classes" => SYMBOL * 2.6,
            _ => SYMBOL,
        };
        let width = symbol_width + width_of(text, LEGEND_SIZE, false) + 7.0;
        if x + width > PAPER - MARGIN {
            let y = top + LEGEND_ROW * (rows.len() as f64 + 0.5);
            rows.push(LegendRow { y: tenth(y), entries: Vec::new() });
            x = MARGIN;
        }
        if let Some(row) = rows.last_mut() {
            row.entries.push(LegendEntry { x: tenth(x), symbol, text: text.clone() });
        }
        x += width;
    }
    rows
}

/// On the whole map small works would cover the towns.
pub(super) fn is_marked<C: Cell>(mark: &Mark<C>, frame: Frame) -> bool {
    frame.shows(mark.cell) && (frame.is_part() || !matches!(mark.sign, Sign::Fort | Sign::Depot | Sign::Port))
}
