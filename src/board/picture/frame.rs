//! The part of a country that is shown, and how large.

use serde::Serialize;

use crate::Cell;

use super::country::Country;
use super::place::Rect;
use super::plane::Plane;

/// The paper is as wide as a telephone's screen.
pub(super) const PAPER: f64 = 360.0;
/// Between the edge of the paper and the map.
pub(super) const MARGIN: f64 = 4.0;
/// Above the map, for the heading.
pub(super) const HEAD: f64 = 33.0;
/// At the left edge of the whole map, for the numbers of rows.
pub(super) const ROWS: f64 = 7.2;
/// Height of a close map by its width.
const SHAPE: f64 = 0.94;
/// Of small cells so many around one have no room for their names.
const WIDE: u32 = 13;

/// How much there is to be seen of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// The whole country on a page: few words.
    Whole,
    /// Much of it: names of towns, none of cells.
    Wide,
    /// A part of it, with the names of cells.
    Close,
}

/// The part of the country that is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// How much there is to be seen of a cell.
    pub size: Size,
    /// The side of a cell on paper.
    pub(super) side: f64,
    /// What of the country lies at the left edge of the map, and at its upper edge; on paper.
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) height: f64,
}

impl Frame {
    /// The whole country.
    pub fn whole<C: Cell>(country: &Country<C>) -> Self {
        let (columns, rows) = extent(country);
        let side = (PAPER - 2.0 * MARGIN) / (C::SHAPE.column * f64::from(columns) + C::SHAPE.overhang);
        Self { size: Size::Whole, side, left: 0.0, top: 0.0, height: paper_of::<C>(columns, rows, side).1 }
    }

    /// The country so many cells around one, or as near as its edges allow.
    pub fn around<C: Cell>(country: &Country<C>, middle: C, radius: u32) -> Self {
        let width = PAPER - 2.0 * MARGIN;
        let side = width / (C::SHAPE.column * f64::from(2 * radius + 1) + C::SHAPE.overhang);
        let height = width * SHAPE;
        let (columns, rows) = extent(country);
        let (x, y) = Plane::of_board::<C>(side).of(middle);
        let whole = paper_of::<C>(columns, rows, side);
        let most = (whole.0 - width, whole.1 - height);
        let (left, top) = (x - width / 2.0, y - height / 2.0);
        let is_wide = C::SHAPE.is_small && radius >= WIDE;
        let size = if is_wide { Size::Wide } else { Size::Close };
        Self { size, side, left: left.min(most.0).max(0.0), top: top.min(most.1).max(0.0), height }
    }

    pub(super) fn plane<C: Cell>(&self) -> Plane {
        Plane { left: self.left - MARGIN, top: self.top - HEAD, ..Plane::of_board::<C>(self.side) }
    }

    pub(super) fn map(&self) -> Rect {
        Rect { x: MARGIN, y: HEAD, width: PAPER - 2.0 * MARGIN, height: self.height }
    }

    /// Whether anything of a cell, or of its neighbours, may be shown.
    pub(super) fn is_near<C: Cell>(&self, cell: C) -> bool {
        let ((x, y), map, more) = (self.plane::<C>().of(cell), self.map(), self.side * 3.5);
        x > map.x - more && x < map.x + map.width + more && y > map.y - more && y < map.y + map.height + more
    }

    /// Whether the middle of a cell is shown.
    pub fn shows<C: Cell>(&self, cell: C) -> bool {
        self.shows_within(cell, 0.0)
    }

    /// Whether the middle of a cell is shown, so far from the edge.
    pub(super) fn shows_within<C: Cell>(&self, cell: C, edge: f64) -> bool {
        let ((x, y), map) = (self.plane::<C>().of(cell), self.map());
        x > map.x + edge && x < map.x + map.width - edge && y > map.y + edge && y < map.y + map.height - edge
    }

    /// Whether the middle of a cell is shown, and no number of a row may stand there.
    pub(super) fn is_open<C: Cell>(&self, cell: C) -> bool {
        let strip = if self.is_close() { 0.0 } else { ROWS };
        self.shows(cell) && self.plane::<C>().of(cell).0 > MARGIN + strip
    }

    /// Whether a part of the country is shown.
    pub(super) fn is_part(&self) -> bool {
        self.size != Size::Whole
    }

    pub(super) fn is_close(&self) -> bool {
        self.size == Size::Close
    }
}

/// The last column and row of a country, counted from 1.
pub(super) fn extent<C: Cell>(country: &Country<C>) -> (u32, u32) {
    let most = |of: fn((u16, u16)) -> u16| country.tiles.keys().map(|cell| of(cell.place())).max().unwrap_or(1);
    (u32::from(most(|place| place.0)), u32::from(most(|place| place.1)))
}

/// How wide and high so many columns and rows are.
pub(super) fn paper_of<C: Cell>(columns: u32, rows: u32, side: f64) -> (f64, f64) {
    let shape = C::SHAPE;
    let width = side * (shape.column * f64::from(columns) + shape.overhang);
    (width, side * shape.row * (f64::from(rows) + shape.overhang))
}
