//! The part of a country that is shown, and how large.

use serde::Serialize;

use crate::Hex;

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

/// How much there is to be seen of a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// The whole country on a page: few words.
    Whole,
    /// A part of it, with the numbers of hexes.
    Close,
}

/// The part of the country that is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// How much there is to be seen of a hex.
    pub size: Size,
    /// The side of a hex on paper.
    pub(super) side: f64,
    /// What of the country lies at the left edge of the map, and at its upper edge; on paper.
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) height: f64,
}

impl Frame {
    /// The whole country.
    pub fn whole(country: &Country) -> Self {
        let (columns, rows) = extent(country);
        let side = (PAPER - 2.0 * MARGIN) / (1.5 * f64::from(columns) + 0.5);
        Self { size: Size::Whole, side, left: 0.0, top: 0.0, height: side * 1.732 * (f64::from(rows) + 0.5) }
    }

    /// The country so many hexes around one, or as near as its edges allow.
    pub fn around(country: &Country, middle: Hex, radius: u32) -> Self {
        let width = PAPER - 2.0 * MARGIN;
        let side = width / (3.0 * f64::from(radius) + 2.0);
        let height = width * SHAPE;
        let (columns, rows) = extent(country);
        let (x, y) = Plane { side, left: 0.0, top: 0.0 }.of(middle);
        let most = (side * (1.5 * f64::from(columns) + 0.5) - width, side * 1.732 * (f64::from(rows) + 0.5) - height);
        let (left, top) = (x - width / 2.0, y - height / 2.0);
        Self { size: Size::Close, side, left: left.min(most.0).max(0.0), top: top.min(most.1).max(0.0), height }
    }

    pub(super) fn plane(&self) -> Plane {
        Plane { side: self.side, left: self.left - MARGIN, top: self.top - HEAD }
    }

    pub(super) fn map(&self) -> Rect {
        Rect { x: MARGIN, y: HEAD, width: PAPER - 2.0 * MARGIN, height: self.height }
    }

    /// Whether anything of a hex, or of its neighbours, may be shown.
    pub(super) fn is_near(&self, hex: Hex) -> bool {
        let ((x, y), map, more) = (self.plane().of(hex), self.map(), self.side * 3.5);
        x > map.x - more && x < map.x + map.width + more && y > map.y - more && y < map.y + map.height + more
    }

    /// Whether the middle of a hex is shown.
    pub fn shows(&self, hex: Hex) -> bool {
        let ((x, y), map) = (self.plane().of(hex), self.map());
        x > map.x && x < map.x + map.width && y > map.y && y < map.y + map.height
    }

    /// Whether the middle of a hex is shown, and no number of a row may stand there.
    pub(super) fn is_open(&self, hex: Hex) -> bool {
        let strip = if self.is_close() { 0.0 } else { ROWS };
        self.shows(hex) && self.plane().of(hex).0 > MARGIN + strip
    }

    pub(super) fn is_close(&self) -> bool {
        self.size == Size::Close
    }
}

pub(super) fn extent(country: &Country) -> (u32, u32) {
    let most = |of: fn(&Hex) -> u16| country.tiles.keys().map(of).max().unwrap_or(1);
    (u32::from(most(|hex| hex.column())), u32::from(most(|hex| hex.row())))
}
