//! A scene on paper, as its template sees it: boxes, paths and words with their places.

use serde::Serialize;

use super::frame::Size;
use super::label::Label;
use super::legend::LegendRow;
use super::scene::{Kind, Party, Sign};

/// A scene on paper.
#[derive(Debug, Clone, Serialize)]
pub struct Drawing {
    pub(super) size: Size,
    /// Width of the paper.
    pub width: f64,
    /// Height of the paper.
    pub height: f64,
    /// Where the map stands on it.
    pub map: Plot,
    /// How the country is laid under it: moved, then scaled.
    pub country: Under,
    pub(super) title: String,
    pub(super) subtitle: String,
    pub(super) veil: String,
    pub(super) rim: String,
    pub(super) areas: Vec<AreaDrawing>,
    pub(super) rails: Vec<Line>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rivers: Vec<Line>,
    pub(super) arrows: Vec<ArrowDrawing>,
    pub(super) towns: Vec<TownDrawing>,
    /// From cells to the blocks that stand aside.
    pub(super) leads: Vec<Lead>,
    /// From towns to their names that stand apart.
    pub(super) ties: String,
    pub(super) pieces: Vec<PieceDrawing>,
    pub(super) marks: Vec<MarkDrawing>,
    pub(super) labels: Vec<Label>,
    pub(super) edges: Vec<Label>,
    pub(super) legend: Vec<LegendRow>,
    pub(super) bar: Option<Bar>,
}

/// A box.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Plot {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// How the country lies under a scene.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Under {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
    /// Times as large.
    pub scale: f64,
}

impl Under {
    /// How far it is moved.
    pub fn at(&self) -> (f64, f64) {
        (self.x, self.y)
    }
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct AreaDrawing {
    pub(super) party: Party,
    pub(super) path: String,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Line {
    pub(super) party: Party,
    pub(super) path: String,
}

/// A line from a cell to the block that stands aside.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Lead {
    pub(super) party: Party,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) path: String,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct ArrowDrawing {
    pub(super) party: Party,
    pub(super) path: String,
    pub(super) head: String,
    pub(super) is_seen: bool,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct TownDrawing {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) rank: u32,
    pub(super) holder: Option<Party>,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct PieceDrawing {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) party: Party,
    pub(super) kind: Kind,
    pub(super) text: String,
    pub(super) dots: Vec<f64>,
    pub(super) is_army: bool,
    pub(super) is_seen: bool,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct MarkDrawing {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) sign: Sign,
    pub(super) party: Option<Party>,
}

/// The bar of the scale.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Bar {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    /// How wide the words are, where that is more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) words: Option<f64>,
    pub(super) text: String,
}
