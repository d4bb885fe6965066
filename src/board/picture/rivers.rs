//! Rivers in the look of those who hold them, square by square.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::Cell;

use super::country::Country;
use super::drawing::Line;
use super::frame::Frame;
use super::plane::tenth;
use super::scene::{Party, Scene};

/// The stretches of the rivers through the squares that somebody holds: each from edge to edge, as the river under it is drawn.
pub(super) fn held<C: Cell>(country: &Country<C>, scene: &Scene<C>, frame: Frame) -> Vec<Line> {
    if scene.rivers.is_empty() {
        return Vec::new();
    }
    let mut beside: BTreeMap<C, Vec<C>> = BTreeMap::new();
    for (one, other) in country.rivers.iter().flat_map(|river| &river.sides) {
        beside.entry(*one).or_default().push(*other);
        beside.entry(*other).or_default().push(*one);
    }
    let mut lines: BTreeMap<Party, String> = BTreeMap::new();
    for (cell, party) in scene.rivers.iter().filter(|(cell, _)| frame.is_near(**cell)) {
        let ends = beside.get(cell).map_or(&[][..], Vec::as_slice);
        through(frame, *cell, ends, lines.entry(*party).or_default());
    }
    lines.into_iter().map(|(party, path)| Line { party, path }).collect()
}

/// From the edge of the first neighbour round the middle to that of each other; to the middle where the river ends.
fn through<C: Cell>(frame: Frame, cell: C, ends: &[C], path: &mut String) {
    let plane = frame.plane::<C>();
    let middle = plane.of(cell);
    let words = |(x, y): (f64, f64)| format!("{} {}", tenth(x), tenth(y));
    let edge = |end: &C| {
        let (x, y) = plane.of(*end);
        words((f64::midpoint(x, middle.0), f64::midpoint(y, middle.1)))
    };
    let _ = match ends {
        [] => Ok(()),
        [only] => write!(path, "M{}L{}", edge(only), words(middle)),
        [first, others @ ..] => {
            others.iter().try_for_each(|other| write!(path, "M{}Q{} {}", edge(first), words(middle), edge(other)))
        }
    };
}
