//! A net from what a scenario states, square by square or line by line; what contradicts itself is refused with its line.

use std::collections::{BTreeMap, BTreeSet};

use super::links::Net;
use crate::{Compass, Square};

/// What a net may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetKind {
    /// There may be more than one way from a square to another.
    pub has_rings: bool,
    /// Links may run aslant.
    pub has_slants: bool,
}

impl NetKind {
    /// Links run north, east, south and west, and there is one way between two squares.
    pub const RIVERS: NetKind = NetKind { has_rings: false, has_slants: false };
    /// The same, where a scenario allows rings.
    pub const RIVERS_WITH_RINGS: NetKind = NetKind { has_rings: true, has_slants: false };
    /// Links run in all eight directions, in rings too.
    pub const RAILWAYS: NetKind = NetKind { has_rings: true, has_slants: true };
}

/// A square of a river as a scenario states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The line it is stated in.
    pub line: usize,
    /// The square.
    pub square: Square,
    /// The river.
    pub label: String,
    /// Where it is linked to, as the neighbours state too.
    pub links: Vec<Compass>,
    /// The next square downstream; none at the mouth.
    pub down: Option<Square>,
}

/// A line from square to square as a scenario states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The line it is stated in.
    pub line: usize,
    /// Its name.
    pub label: String,
    /// Its squares, one after another.
    pub squares: Vec<Square>,
}

/// Why there is no net.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A square is stated again.
    #[error("line {line}: {square} was stated before, in line {before}")]
    Again {
        /// The line.
        line: usize,
        /// The square.
        square: Square,
        /// The line of the first statement.
        before: usize,
    },
    /// A square is linked to none.
    #[error("line {line}: {square} is linked to no square")]
    Alone {
        /// The line.
        line: usize,
        /// The square.
        square: Square,
    },
    /// A line without squares.
    #[error("line {line}: {label} has no squares")]
    Empty {
        /// The line.
        line: usize,
        /// Its name.
        label: String,
    },
    /// A link leads to nothing that leads back.
    #[error("line {line}: the link of {square} to the {direction} ends nowhere: no square there is linked back")]
    Dangling {
        /// The line.
        line: usize,
        /// The square.
        square: Square,
        /// The direction.
        direction: Compass,
    },
    /// A link runs aslant where none may.
    #[error("line {line}: {from} and {to} are linked aslant; rivers run north, east, south or west")]
    Slanting {
        /// The line.
        line: usize,
        /// One end.
        from: Square,
        /// The other.
        to: Square,
    },
    /// Two squares that follow each other are not next to each other.
    #[error("line {line}: {to} is not next to {from}")]
    Apart {
        /// The line.
        line: usize,
        /// One square.
        from: Square,
        /// The other.
        to: Square,
    },
    /// The next square downstream is none that is linked.
    #[error("line {line}: {square} flows into {down}, to which it is not linked")]
    Downstream {
        /// The line.
        line: usize,
        /// The square.
        square: Square,
        /// Where it is said to flow.
        down: Square,
    },
    /// A river flows back into itself.
    #[error("line {line}: from {square} the river comes to no mouth")]
    Circle {
        /// The line.
        line: usize,
        /// The square.
        square: Square,
    },
    /// A link closes a ring.
    #[error("line {line}: the link from {from} to {to} closes a ring; there may be one way only between two squares")]
    Ring {
        /// The line.
        line: usize,
        /// One end.
        from: Square,
        /// The other.
        to: Square,
    },
}

impl Net {
    /// A net of squares that state their links, as rivers do.
    pub fn of_stretches(stretches: &[Stretch], kind: NetKind) -> Result<Net, Fault> {
        let mut stated: BTreeMap<Square, &Stretch> = BTreeMap::new();
        for stretch in stretches {
            if let Some(before) = stated.insert(stretch.square, stretch) {
                return Err(Fault::Again { line: stretch.line, square: stretch.square, before: before.line });
            }
        }
        let mut draft = Draft::new(kind);
        for stretch in stretches {
            draft.label(&stretch.label, stretch.square);
            let (line, square) = (stretch.line, stretch.square);
            if stretch.links.is_empty() {
                return Err(Fault::Alone { line, square });
            }
            for direction in &stretch.links {
                let is_linked_back =
                    |next: &Square| stated.get(next).is_some_and(|other| other.links.contains(&direction.opposite()));
                let next = square.step(*direction).ok_or(Fault::Dangling { line, square, direction: *direction })?;
                draft.allow(line, square, next)?;
                if !is_linked_back(&next) {
                    return Err(Fault::Dangling { line, square, direction: *direction });
                }
                draft.link(line, square, next)?;
            }
        }
        let mut net = draft.finish();
        net.flow(&stated)?;
        Ok(net)
    }

    /// A net of lines from square to square, as railways are.
    pub fn of_courses(courses: &[Course], kind: NetKind) -> Result<Net, Fault> {
        let mut draft = Draft::new(kind);
        for course in courses {
            let line = course.line;
            match course.squares[..] {
                [] => return Err(Fault::Empty { line, label: course.label.clone() }),
                [square] => return Err(Fault::Alone { line, square }),
                _ => {}
            }
            course.squares.iter().for_each(|square| draft.label(&course.label, *square));
            for step in course.squares.windows(2) {
                draft.link(line, step[0], step[1])?;
            }
        }
        Ok(draft.finish())
    }

    /// Notes the way from each square to the first of its part.
    fn root(&mut self) {
        let mut inwards = vec![(0, 0); self.len()];
        for part in 0..self.trees() {
            let places = (0..self.len()).filter(|place| self.tree[*place] == part);
            let first = places.clone().next().map(|place| self.squares[place]);
            let Some(ways) = first.map(|square| self.ways(square)) else { continue };
            for place in places {
                inwards[place] = ways.entered(place).unwrap_or((place, 0));
            }
        }
        let links: usize = self.links.iter().map(Vec::len).sum();
        self.is_forest = links / 2 + self.trees() == self.len();
        self.inwards = inwards;
    }

    /// Takes over where the squares flow; every one must come to a mouth.
    fn flow(&mut self, stated: &BTreeMap<Square, &Stretch>) -> Result<(), Fault> {
        for (place, square) in self.squares.iter().enumerate() {
            let Some((stretch, down)) = stated.get(square).and_then(|stretch| Some((stretch, stretch.down?))) else {
                continue;
            };
            let next = self.place(down).filter(|next| self.links[place].contains(next));
            let fault = Fault::Downstream { line: stretch.line, square: *square, down };
            self.down[place] = Some(next.ok_or(fault)?);
        }
        for (place, square) in self.squares.iter().enumerate() {
            let course = std::iter::successors(Some(place), |at| self.down[*at]);
            if course.take(self.len() + 1).count() > self.len() {
                let line = stated.get(square).map_or(0, |stretch| stretch.line);
                return Err(Fault::Circle { line, square: *square });
            }
        }
        Ok(())
    }
}

/// A net that is being made.
struct Draft {
    kind: NetKind,
    links: BTreeMap<Square, BTreeSet<usize>>,
    /// Of each square, another of the same part, or itself.
    part: BTreeMap<Square, Square>,
    labels: BTreeMap<String, BTreeSet<Square>>,
}

impl Draft {
    fn new(kind: NetKind) -> Self {
        Self { kind, links: BTreeMap::new(), part: BTreeMap::new(), labels: BTreeMap::new() }
    }

    fn label(&mut self, label: &str, square: Square) {
        self.labels.entry(label.to_owned()).or_default().insert(square);
    }

    /// The direction of a link, if it may be one.
    fn allow(&self, line: usize, from: Square, to: Square) -> Result<Compass, Fault> {
        let direction = from.direction_to(to).ok_or(Fault::Apart { line, from, to })?;
        if !direction.is_straight() && !self.kind.has_slants {
            return Err(Fault::Slanting { line, from, to });
        }
        Ok(direction)
    }

    /// Links two squares; a link may be stated more than once.
    fn link(&mut self, line: usize, from: Square, to: Square) -> Result<(), Fault> {
        let direction = self.allow(line, from, to)?;
        if !self.links.entry(from).or_default().insert(direction.index()) {
            return Ok(());
        }
        self.links.entry(to).or_default().insert(direction.opposite().index());
        let (one, other) = (self.head(from), self.head(to));
        if one == other && !self.kind.has_rings {
            return Err(Fault::Ring { line, from, to });
        }
        self.part.insert(one.max(other), one.min(other));
        Ok(())
    }

    /// The first square of the part that a square belongs to.
    fn head(&self, square: Square) -> Square {
        let mut at = square;
        while let Some(next) = self.part.get(&at).filter(|next| **next != at) {
            at = *next;
        }
        at
    }

    fn finish(self) -> Net {
        let squares: Vec<Square> = self.links.keys().copied().collect();
        let place = |square: &Square| squares.binary_search(square).ok();
        let links = self.links.iter().map(|(square, directions)| {
            let ways = directions.iter().filter_map(|index| square.step(Compass::ALL[*index]));
            ways.filter_map(|next| place(&next)).collect()
        });
        let mut heads: Vec<Square> = Vec::new();
        let tree = squares.iter().map(|square| {
            let head = self.head(*square);
            heads.iter().position(|known| *known == head).unwrap_or_else(|| {
                heads.push(head);
                heads.len() - 1
            })
        });
        let tree = tree.collect();
        let labels = self.labels.iter().map(|(label, there)| (label.clone(), there.iter().filter_map(place).collect()));
        let mut net = Net {
            links: links.collect(),
            down: vec![None; squares.len()],
            tree,
            inwards: Vec::new(),
            is_forest: false,
            labels: labels.collect(),
            squares,
        };
        net.root();
        net
    }
}
