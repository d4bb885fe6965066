//! Shortest ways through a net; of equal ones, that whose first differing step comes first clockwise from the north.

use super::links::Net;
use crate::Square;

/// What a square does to whoever comes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// It lets through.
    Open,
    /// It may be entered, but not left again.
    Stop,
    /// It may not be entered.
    Cut,
}

/// All ways from one square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways<'a> {
    net: &'a Net,
    /// Of each square, how many links away it is and from where it is entered; none when no way leads there.
    found: Vec<Option<(u32, usize)>>,
}

impl Net {
    /// All ways from a square through the whole net.
    pub fn ways(&self, from: Square) -> Ways<'_> {
        self.open_ways(from, |_| Passage::Open)
    }

    /// All ways from a square through what is passable; the square itself is not asked about.
    pub fn open_ways(&self, from: Square, passage: impl Fn(Square) -> Passage) -> Ways<'_> {
        self.search(from, None, passage)
    }

    /// The shortest way between two squares of the whole net, both included.
    pub fn way(&self, from: Square, to: Square) -> Option<Vec<Square>> {
        let (start, end) = (self.place(from)?, self.place(to)?);
        if self.tree[start] != self.tree[end] {
            return None;
        }
        if self.is_forest {
            return Some(self.only_way(start, end));
        }
        self.search(from, Some(end), |_| Passage::Open).to(to)
    }

    /// The one way there is between two squares of a tree: inwards from both until it is the same square.
    fn only_way(&self, start: usize, end: usize) -> Vec<Square> {
        let (mut one, mut other) = (start, end);
        let length = self.inwards[start].1 + self.inwards[end].1 + 1;
        let mut out = Vec::with_capacity(length as usize);
        let mut back = Vec::with_capacity(self.inwards[end].1 as usize);
        while one != other {
            let ((outer, far), (inner, near)) = (self.inwards[one], self.inwards[other]);
            if far >= near {
                out.push(self.squares[one]);
                one = outer;
            } else {
                back.push(self.squares[other]);
                other = inner;
            }
        }
        out.push(self.squares[one]);
        out.extend(back.into_iter().rev());
        out
    }

    /// Square by square, in rings around the first: whoever is entered first is entered by the way that comes first.
    fn search(&self, from: Square, goal: Option<usize>, passage: impl Fn(Square) -> Passage) -> Ways<'_> {
        let mut found = vec![None; self.len()];
        let mut queue = Vec::with_capacity(self.len());
        if let Some(start) = self.place(from) {
            found[start] = Some((0, start));
            queue.push(start);
        }
        let mut next = 0;
        while let Some(at) = queue.get(next).copied().filter(|at| Some(*at) != goal) {
            next += 1;
            let steps = found[at].map_or(0, |(steps, _)| steps) + 1;
            for other in self.links[at].iter().copied() {
                if found[other].is_some() {
                    continue;
                }
                let passage = passage(self.squares[other]);
                if passage != Passage::Cut {
                    found[other] = Some((steps, at));
                }
                if passage == Passage::Open {
                    queue.push(other);
                }
            }
        }
        Ways { net: self, found }
    }
}

impl Ways<'_> {
    /// How many links away a square is; `None` when no way leads there.
    pub fn length(&self, to: Square) -> Option<u32> {
        self.found[self.net.place(to)?].map(|(steps, _)| steps)
    }

    /// From where a square is entered, and how many links away it is.
    pub(super) fn entered(&self, place: usize) -> Option<(usize, u32)> {
        self.found[place].map(|(steps, from)| (from, steps))
    }

    /// The way to a square, both ends included.
    pub fn to(&self, to: Square) -> Option<Vec<Square>> {
        let mut at = self.net.place(to)?;
        let (steps, _) = self.found[at]?;
        let mut way = vec![to; steps as usize + 1];
        for square in way.iter_mut().rev() {
            *square = self.net.squares[at];
            at = self.found[at]?.1;
        }
        Some(way)
    }

    /// The squares to which a way leads and how many links away they are, in their order; the first is among them.
    pub fn reached(&self) -> impl Iterator<Item = (Square, u32)> {
        let found = self.net.squares.iter().zip(&self.found);
        found.filter_map(|(square, found)| found.map(|(steps, _)| (*square, steps)))
    }
}
