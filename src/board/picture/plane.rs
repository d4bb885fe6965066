//! Where cells lie on paper: corners, outlines of sets of cells, chains of their sides, as paths of SVG. Knows no scale but the
//! one it is given.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::Cell;
pub use crate::grid::{Corner, Edge};

/// From corners and cells to units of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    /// The side of a cell.
    pub side: f64,
    /// What lies at the picture's own left edge.
    pub left: f64,
    /// What lies at its upper edge.
    pub top: f64,
    /// How far a corner is from the next, in sides.
    pub corner: (f64, f64),
}

/// The closed lines around a set of cells, each once.
pub fn outlines<C: Cell>(is_inside: impl Fn(C) -> bool, cells: impl IntoIterator<Item = C>) -> Vec<Vec<Corner>> {
    let mut next: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for cell in cells.into_iter().filter(|cell| is_inside(*cell)) {
        for ((from, to), beyond) in cell.outline() {
            if !beyond.is_some_and(&is_inside) {
                next.entry(from).or_default().push(to);
            }
        }
    }
    let mut lines = Vec::new();
    while let Some((start, _)) = next.first_key_value() {
        let start = *start;
        let mut line = vec![start];
        let mut at = start;
        while let Some(to) = take(&mut next, at) {
            at = to;
            if at == start {
                break;
            }
            line.push(at);
        }
        lines.push(line);
    }
    lines
}

fn take(next: &mut BTreeMap<Corner, Vec<Corner>>, at: Corner) -> Option<Corner> {
    let ways = next.get_mut(&at)?;
    let to = ways.pop();
    if ways.is_empty() {
        next.remove(&at);
    }
    to
}

/// The stretches of a river joined to lines that are as long as can be, in the order they are given.
pub fn chains<C: Cell>(sides: &[(C, C)]) -> Vec<Vec<Corner>> {
    let mut lines: Vec<Vec<Corner>> = Vec::new();
    for (from, to) in sides.iter().filter_map(|(one, other)| one.reach(*other)) {
        let Some(line) = lines.last_mut() else {
            lines.push(vec![from, to]);
            continue;
        };
        let (first, last) = (line[0], line[line.len() - 1]);
        match () {
            () if last == from => line.push(to),
            () if last == to => line.push(from),
            // The first side may have been taken the wrong way round.
            () if line.len() == 2 && first == from => *line = vec![last, first, to],
            () if line.len() == 2 && first == to => *line = vec![last, first, from],
            () => lines.push(vec![from, to]),
        }
    }
    lines
}

/// Sides of cells, each once, that divide two which `differ`.
pub fn borders<C: Cell>(cells: impl IntoIterator<Item = C>, differ: impl Fn(C, C) -> bool) -> Vec<Edge> {
    let mut sides = BTreeSet::new();
    for cell in cells {
        // The other half of its sides is the first half of its neighbours'.
        for (side, beyond) in cell.outline().take(C::SIDES / 2) {
            if beyond.is_some_and(|other| differ(cell, other)) {
                sides.insert(side);
            }
        }
    }
    sides.into_iter().collect()
}

impl Plane {
    /// Cells with a side of so many units, from the picture's own corner on.
    pub fn of_board<C: Cell>(side: f64) -> Self {
        Self { side, left: 0.0, top: 0.0, corner: C::SHAPE.corner }
    }

    /// A corner or a middle in units.
    pub fn spot(&self, (x, y): Corner) -> (f64, f64) {
        (f64::from(x) * self.side * self.corner.0 - self.left, f64::from(y) * self.side * self.corner.1 - self.top)
    }

    /// The middle of a cell in units.
    pub fn of<C: Cell>(&self, cell: C) -> (f64, f64) {
        self.spot(cell.middle())
    }

    /// Straight lines between corners.
    pub fn straight(&self, line: &[Corner], is_closed: bool) -> String {
        let mut path = String::new();
        for (place, corner) in line.iter().enumerate() {
            path.push(if place == 0 { 'M' } else { 'L' });
            push(&mut path, self.spot(*corner));
        }
        if is_closed {
            path.push('Z');
        }
        path
    }

    /// The same, its corners rounded as coasts and rivers are.
    pub fn rounded(&self, line: &[Corner], is_closed: bool) -> String {
        if line.len() < 3 {
            return self.straight(line, is_closed);
        }
        let spots: Vec<(f64, f64)> = line.iter().map(|corner| self.spot(*corner)).collect();
        let half = |one: (f64, f64), other: (f64, f64)| (f64::midpoint(one.0, other.0), f64::midpoint(one.1, other.1));
        let count = spots.len();
        let mut path = String::from("M");
        if is_closed {
            push(&mut path, half(spots[count - 1], spots[0]));
            for place in 0..count {
                path.push('Q');
                push(&mut path, spots[place]);
                path.push(' ');
                push(&mut path, half(spots[place], spots[(place + 1) % count]));
            }
            path.push('Z');
            return path;
        }
        push(&mut path, spots[0]);
        for place in 1..count - 1 {
            path.push('Q');
            push(&mut path, spots[place]);
            path.push(' ');
            let end = if place == count - 2 { spots[count - 1] } else { half(spots[place], spots[place + 1]) };
            push(&mut path, end);
        }
        path
    }

    /// Separate straight lines.
    pub fn strokes(&self, sides: impl IntoIterator<Item = Edge>) -> String {
        sides.into_iter().map(|(from, to)| self.straight(&[from, to], false)).collect()
    }

    /// The same figure at the middle of each cell: `figure` goes on from there.
    pub fn stamps<C: Cell>(&self, cells: impl IntoIterator<Item = C>, figure: &str) -> String {
        let mut path = String::new();
        for cell in cells {
            path.push('M');
            push(&mut path, self.of(cell));
            path.push_str(figure);
        }
        path
    }
}

/// A spot as a path has it, to a tenth of a unit: finer than a pixel, and short to write.
fn push(path: &mut String, (x, y): (f64, f64)) {
    let _ = write!(path, "{} {}", tenth(x), tenth(y));
}

/// To a tenth; nought has no sign.
pub fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hex;

    fn hex(id: &str) -> Hex {
        id.parse().expect("a hex")
    }

    fn plane() -> Plane {
        Plane::of_board::<Hex>(10.0)
    }

    #[test]
    fn one_hex_has_one_outline_of_six_corners_and_two_neighbours_one_of_ten() {
        let around = |ids: &[&str]| {
            let set: BTreeSet<Hex> = ids.iter().map(|id| hex(id)).collect();
            outlines(|hex| set.contains(&hex), set.iter().copied()).iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(around(&["0303"]), [6]);
        assert_eq!(around(&["0303", "0304"]), [10]);
        assert_eq!(around(&["0303", "0404"]), [6, 6], "0404 is no neighbour of 0303");
    }

    #[test]
    fn a_hole_has_a_line_of_its_own() {
        let ring: BTreeSet<Hex> = hex("0505").neighbours().collect();
        let mut lines: Vec<usize> =
            outlines(|hex| ring.contains(&hex), ring.iter().copied()).iter().map(Vec::len).collect();
        lines.sort_unstable();
        assert_eq!(lines, [6, 18]);
    }

    #[test]
    fn hexsides_of_a_river_become_one_line() {
        let sides = [("0505", "0506"), ("0405", "0506"), ("0406", "0506")].map(|(one, other)| (hex(one), hex(other)));
        let lines = chains(&sides);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].len(), 4);
        let far = [("0505", "0506"), ("0905", "0906")].map(|(one, other)| (hex(one), hex(other)));
        assert_eq!(chains(&far).len(), 2);
    }

    #[test]
    fn neighbours_share_the_corners_of_their_side() {
        let (one, other) = (hex("0405"), hex("0505"));
        let (from, to) = one.reach(other).expect("neighbours");
        assert_eq!(other.reach(one), Some((to, from)));
        assert_eq!(one.reach(hex("0705")), None);
    }

    #[test]
    fn paths_are_written_short() {
        assert_eq!(plane().straight(&[(0, 0), (2, 0)], true), "M0 0L10 0Z");
        assert_eq!(plane().rounded(&[(0, 0), (2, 0), (4, 0)], false), "M0 0Q10 0 20 0");
        assert_eq!(plane().stamps([hex("0101")], "h1"), "M10 8.7h1");
    }
}
