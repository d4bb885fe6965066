//! The country on paper: what lies under every scene, and holds nothing of any reader.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::Cell;

use super::country::{Country, Ground};
use super::frame::{Frame, Size, extent, paper_of};
use super::label::Label;
use super::place::{Rect, width_of};
use super::plane::{self, Plane, tenth};

/// Columns narrower than this on paper have no lines and no figures of their own: they would be a haze.
const FINEST: f64 = 3.0;
/// Letters of the names of cells, in units of a ground.
const NUMBER: f64 = 3.1;
/// Between the letters of a region's name, by their size.
const SPACING: f64 = 0.18;

/// The country on paper, once for all frames of a size.
#[derive(Debug, Clone, Serialize)]
pub struct CountryDrawing {
    size: Size,
    width: f64,
    height: f64,
    sea: String,
    shallows: String,
    land: String,
    wood: String,
    marsh: String,
    fen: String,
    hill: String,
    wooded_hill: String,
    high: String,
    peak: String,
    woods: String,
    marshes: String,
    fens: String,
    hills: String,
    heights: String,
    peaks: String,
    passes: String,
    grid: String,
    sea_grid: String,
    coast: String,
    borders: String,
    broad: String,
    narrow: String,
    rails: String,
    regions: Vec<Label>,
    numbers: Vec<Label>,
}

/// Draws the country as far as a frame shows it.
pub fn draw_country<C: Cell>(whole: &Country<C>, frame: Frame) -> CountryDrawing {
    let side = side::<C>(frame.size);
    let plane = Plane::of_board::<C>(side);
    let size = frame.size;
    let is_fine = frame.side * C::SHAPE.column < FINEST;
    let (columns, rows) = extent(whole);
    let cut;
    let country = if frame.is_part() {
        cut = whole.cut(|cell| frame.is_near(cell));
        &cut
    } else {
        whole
    };
    let patch = |grounds: &[Ground]| {
        let set: BTreeSet<C> = country.of(grounds).collect();
        let lines = plane::outlines(|cell| set.contains(&cell), set.iter().copied());
        lines.iter().map(|line| plane.rounded(line, true)).collect::<String>()
    };
    let coast = plane::outlines(|cell| country.is_land(cell), country.tiles.keys().copied());
    let shore = |line: &Vec<plane::Corner>| plane.rounded(line, true);
    let grid = |is: &dyn Fn(C) -> bool| {
        let cells = country.tiles.keys().filter(|cell| !is_fine && is(**cell));
        cells.map(|cell| plane.straight(&cell.roof(), false)).collect::<String>()
    };
    let differ =
        |one: C, other: C| matches!((country.region(one), country.region(other)), (Some(a), Some(b)) if a != b);
    let is_sea = |cell: C| country.tiles.get(&cell).is_some_and(|tile| tile.ground == Ground::Water);
    let is_shore =
        |one: C, other: C| (country.is_land(one) && is_sea(other)) || (is_sea(one) && country.is_land(other));
    let rivers = |is_broad: bool| {
        let rivers = country.rivers.iter().filter(|river| river.is_broad == is_broad);
        let lines = rivers.flat_map(|river| plane::chains(&river.sides));
        lines.map(|line| plane.rounded(&line, false)).collect::<String>()
    };
    let stamps = |grounds: &[Ground], figure: &str| {
        if is_fine { String::new() } else { plane.stamps(country.of(grounds), figure) }
    };
    let railways = country.rails.iter().map(|(one, other)| (one.middle(), other.middle()));
    let paper = paper_of::<C>(columns, rows, side);
    CountryDrawing {
        size,
        width: tenth(paper.0),
        height: tenth(paper.1),
        sea: patch(&[Ground::Water]),
        shallows: plane.strokes(plane::borders(country.tiles.keys().copied(), is_shore)),
        land: coast.iter().map(shore).collect(),
        wood: patch(&[Ground::Wood]),
        marsh: patch(&[Ground::Marsh]),
        fen: patch(&[Ground::Fen]),
        hill: patch(&[Ground::Hill]),
        wooded_hill: patch(&[Ground::WoodedHill]),
        high: patch(&[Ground::Height, Ground::Pass]),
        peak: patch(&[Ground::Peak]),
        woods: stamps(&[Ground::Wood, Ground::WoodedHill], "m-4 1l1.5-3l1.5 3zm4.4-1.6l1.5-3l1.5 3zm.2 5l1.5-3l1.5 3z"),
        marshes: stamps(&[Ground::Marsh], "m-5-1h4m2 0h4m-8 3.4h4m-2.6-6.6h4m-1 9h4"),
        fens: stamps(&[Ground::Fen], "m-4 1h3m2 0h3m-6-3h4"),
        hills: stamps(&[Ground::Hill], "m-5 2q2.4-4.4 4.8 0m-.6-.8q2.6-4 5.2.8"),
        heights: stamps(&[Ground::Height], "m-6 3l3-5.4l2 3.4l2.4-5l4.6 7"),
        peaks: stamps(&[Ground::Peak], "m-6 3l4-7l4 7zm6-3l2-3.4l3.6 6.4h-3.8"),
        passes: stamps(&[Ground::Pass], "m-5 4q3.4-4 0-8m10 0q-3.4 4 0 8"),
        grid: grid(&|cell| country.is_land(cell)),
        sea_grid: grid(&|cell| !country.is_land(cell)),
        coast: coast.iter().map(shore).collect(),
        borders: plane.strokes(plane::borders(country.tiles.keys().copied(), differ)),
        broad: rivers(true),
        narrow: rivers(false),
        rails: plane.strokes(railways),
        regions: regions(whole, frame, &plane),
        numbers: if size == Size::Close { numbers(country, &plane) } else { Vec::new() },
    }
}

/// The side of a cell of the country as it is drawn once for all frames of a size.
pub(super) fn side<C: Cell>(size: Size) -> f64 {
    match size {
        Size::Whole => C::SHAPE.drawn.0,
        Size::Wide | Size::Close => C::SHAPE.drawn.1,
    }
}

/// The name of each region where there is most room for it in its shown part, smaller where there is less.
fn regions<C: Cell>(country: &Country<C>, frame: Frame, plane: &Plane) -> Vec<Label> {
    let towns: BTreeSet<C> = country.towns.iter().map(|town| town.cell).collect();
    let side = side::<C>(frame.size);
    let scale = frame.side / side;
    let size = if frame.is_close() { 9.0 } else { 5.0 } / scale;
    let mut shown: BTreeMap<usize, Vec<C>> = BTreeMap::new();
    let edge = if C::SHAPE.is_small { size * scale * 0.6 } else { 0.0 };
    for (cell, tile) in country.tiles.iter().filter(|(cell, _)| frame.shows_within(**cell, edge)) {
        shown.entry(tile.region.unwrap_or(usize::MAX)).or_default().push(*cell);
    }
    let named = country.regions.iter().enumerate().filter_map(|(region, name)| {
        let text = name.to_uppercase();
        let needed = (name_width(&text, size) / side / C::SHAPE.column).ceil() as u32;
        let columns = |cell: &C| (free_columns(country, frame, *cell, needed), *cell);
        let free: Vec<(u32, C)> = shown.get(&region)?.iter().map(columns).collect();
        let most = free.iter().map(|(columns, _)| *columns).max()?;
        let widest = free.iter().filter(|(columns, _)| *columns == most).map(|(_, cell)| *cell);
        let cell = widest.max_by_key(|cell| (quiet(country, &towns, *cell), std::cmp::Reverse(*cell)))?;
        let share = f64::from(most + 1) / f64::from(needed + 1);
        (share > 0.45).then(|| Label::new(plane.of(cell), &text, tenth(size * share.clamp(0.62, 1.0))))
    });
    named.collect()
}

/// How wide the name of a region is.
fn name_width(text: &str, size: f64) -> f64 {
    width_of(text, size, true) + size * SPACING * text.chars().count() as f64
}

/// Where the names of regions stand on the paper of a scene.
pub(super) fn region_boxes<C: Cell>(country: &Country<C>, frame: Frame) -> Vec<Rect> {
    let side = side::<C>(frame.size);
    let (scale, under) = (frame.side / side, frame.plane::<C>());
    let on_paper = |label: Label| {
        let at = (label.x * scale - under.left, label.y * scale - under.top);
        Rect::around(at, name_width(&label.text, label.size) * scale, label.size * scale * 0.8)
    };
    regions(country, frame, &Plane::of_board::<C>(side)).into_iter().map(on_paper).collect()
}

/// Where the names of cells stand on the paper of a scene, if words are to keep off them.
pub(super) fn number_boxes<C: Cell>(country: &Country<C>, frame: Frame) -> Vec<Rect> {
    if !C::SHAPE.is_small || !frame.is_close() {
        return Vec::new();
    }
    let size = NUMBER * frame.side / side::<C>(frame.size);
    let on_paper = |cell: &C| {
        let (x, y) = frame.plane::<C>().of(*cell);
        let middle = (x, y - frame.side * C::SHAPE.name - size * 0.35);
        Rect::around(middle, width_of(&cell.to_string(), size, false), size * 0.8)
    };
    country.tiles.keys().filter(|cell| frame.shows(**cell)).map(on_paper).collect()
}

/// How many columns around a cell are free for a name, up to those needed.
fn free_columns<C: Cell>(country: &Country<C>, frame: Frame, cell: C, needed: u32) -> u32 {
    let region = country.region(cell);
    let (column, row) = cell.place();
    let column = u32::from(column);
    let is_free = |column: u32| {
        let Some(other) = C::at(column as u16, row) else { return false };
        country.region(other) == region && frame.is_open(other)
    };
    let half = (1..=needed.div_ceil(2))
        .take_while(|steps| is_free(column + steps) && *steps < column && is_free(column - steps))
        .count();
    (half as u32 * 2).min(needed)
}

/// How few towns are near a cell, then how far the border of its region is.
fn quiet<C: Cell>(country: &Country<C>, towns: &BTreeSet<C>, cell: C) -> (u32, u32) {
    let region = country.region(cell);
    let near = cell.within(2).filter(|other| towns.contains(other)).count() as u32;
    let border = (1..=3).take_while(|steps| cell.within(*steps).all(|other| country.region(other) == region)).count();
    (9_u32.saturating_sub(near), border as u32)
}

fn numbers<C: Cell>(country: &Country<C>, plane: &Plane) -> Vec<Label> {
    let above = |(x, y): (f64, f64)| (x, y - plane.side * C::SHAPE.name);
    country.tiles.keys().map(|cell| Label::new(above(plane.of(*cell)), &cell.to_string(), 0.0)).collect()
}
