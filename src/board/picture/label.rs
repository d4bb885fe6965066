//! Words at a place.

use serde::Serialize;

use super::place::Rect;
use super::plane::tenth;

/// Words at a place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Label {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) text: String,
    pub(super) size: f64,
    pub(super) look: &'static str,
}

impl Label {
    pub(super) fn new((x, y): (f64, f64), text: &str, size: f64) -> Self {
        Self { x: tenth(x), y: tenth(y), text: text.to_owned(), size, look: "" }
    }

    /// Words that fill a box.
    pub(super) fn within(rect: &Rect, text: &str, size: f64, look: &'static str) -> Self {
        let at = (rect.x + rect.width / 2.0, rect.y + rect.height * 0.8);
        Self { look, ..Self::new(at, text, size) }
    }
}
