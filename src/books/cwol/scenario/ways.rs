//! How far it is by rail and by river, in squares: along the links of places that a scenario states, and square by square where it
//! states none and off the places that it links.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use board::square::{Compass, Square};
use serde::{Deserialize, Serialize};

use super::document::{By, Document};

/// A step between two squares that the game master has added or cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mended {
    pub by: By,
    pub from: Square,
    pub to: Square,
    /// Whether there is one.
    pub is_link: bool,
}

impl Mended {
    /// Whether it is about this step, whichever way it goes.
    pub fn is_about(&self, by: By, one: Square, other: Square) -> bool {
        self.by == by && ((self.from, self.to) == (one, other) || (self.from, self.to) == (other, one))
    }
}

/// A stated link: where to, how far, and the squares of the way, both ends among them, as far as the map has them.
#[derive(Debug)]
struct Stretch {
    to: Square,
    squares: u32,
    over: Vec<Square>,
}

/// All ways.
#[derive(Debug, Default)]
pub struct Ways {
    tracks: BTreeMap<(By, Square), Vec<Square>>,
    links: BTreeMap<(By, Square), Vec<Stretch>>,
}

/// How far a way has come: a square off the linked places leads to one of them, from there links lead on, and off them again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Approach,
    Along,
    Away,
}

impl Ways {
    pub(super) fn of(given: &Document) -> Result<Ways, String> {
        let cities = given.cities.iter().map(|city| (city.id.as_str(), city.square));
        let places = given.places.iter().map(|place| (place.id.as_str(), place.square));
        let known: BTreeMap<&str, Square> = cities.chain(places).collect();
        let mut ways = Ways::default();
        for (by, map) in [(By::River, &given.rivers), (By::Rail, &given.railways)] {
            for (square, directions) in map {
                let steps = |direction: &Compass| square.step(*direction);
                ways.tracks.insert((by, *square), directions.iter().filter_map(steps).collect());
            }
        }
        let at = |id: &str| known.get(id).copied().ok_or_else(|| format!("a link leads to {id}, which is no place"));
        for link in &given.links {
            let (from, to) = (at(&link.from)?, at(&link.to)?);
            ways.links.entry((link.by, from)).or_default().push(Stretch {
                to,
                squares: link.squares,
                over: Vec::new(),
            });
            ways.links.entry((link.by, to)).or_default().push(Stretch {
                to: from,
                squares: link.squares,
                over: Vec::new(),
            });
        }
        let mut links = std::mem::take(&mut ways.links);
        for ((by, from), stretches) in &mut links {
            for stretch in stretches {
                stretch.over = ways.squares_between(*by, *from, stretch.to, stretch.squares);
            }
        }
        ways.links = links;
        Ok(ways)
    }

    /// The shortest row of squares from one to another on the map; none that is much longer than it is said to be.
    fn squares_between(&self, by: By, from: Square, to: Square, squares: u32) -> Vec<Square> {
        let most = squares.saturating_mul(2).saturating_add(4);
        let (mut before, mut next) = (BTreeMap::from([(from, from)]), VecDeque::from([(from, 0)]));
        while let Some((square, length)) = next.pop_front() {
            if square == to {
                let mut over = vec![to];
                while let Some(step) = over.last().and_then(|last| before.get(last)).filter(|step| !over.contains(step))
                {
                    over.push(*step);
                }
                return over;
            }
            for beside in self.tracks.get(&(by, square)).into_iter().flatten().filter(|_| length < most) {
                if !before.contains_key(beside) {
                    before.insert(*beside, square);
                    next.push_back((*beside, length + 1));
                }
            }
        }
        Vec::new()
    }

    /// Every square that is at most so many squares away, with how many; ways lead through what is open alone.
    pub fn within(
        &self,
        by: By,
        from: Square,
        most: u32,
        mended: &[Mended],
        is_open: impl Fn(Square) -> bool,
    ) -> BTreeMap<Square, u32> {
        self.search(by, (from, None), most, mended, is_open)
    }

    /// Whether a square is at most so many squares away.
    pub fn reaches(
        &self,
        by: By,
        (from, to): (Square, Square),
        most: u32,
        mended: &[Mended],
        is_open: impl Fn(Square) -> bool,
    ) -> bool {
        self.search(by, (from, Some(to)), most, mended, is_open).contains_key(&to)
    }

    /// All squares that are near enough; with one that is sought, those that are found before it.
    fn search(
        &self,
        by: By,
        (from, sought): (Square, Option<Square>),
        most: u32,
        mended: &[Mended],
        is_open: impl Fn(Square) -> bool,
    ) -> BTreeMap<Square, u32> {
        let is_cut = |one, other| mended.iter().any(|step| !step.is_link && step.is_about(by, one, other));
        let first = if self.links.contains_key(&(by, from)) { Stage::Along } else { Stage::Approach };
        let mut met: BTreeMap<(Square, Stage), u32> = BTreeMap::new();
        let mut next = BinaryHeap::from([Reverse((0, from, first))]);
        while let Some(Reverse((squares, square, stage))) = next.pop() {
            if met.contains_key(&(square, stage)) {
                continue;
            }
            met.insert((square, stage), squares);
            if Some(square) == sought {
                break;
            }
            if square != from && !is_open(square) {
                continue;
            }
            for (to, more, then) in self.steps(by, (square, stage), mended, &is_cut, &is_open) {
                if squares + more <= most {
                    next.push(Reverse((squares + more, to, then)));
                }
            }
        }
        let mut found = BTreeMap::new();
        for ((square, _), squares) in met {
            let least = found.entry(square).or_insert(squares);
            *least = squares.min(*least);
        }
        found
    }

    /// Where a way goes on to, how far that is, and how far it has come then.
    fn steps(
        &self,
        by: By,
        (square, stage): (Square, Stage),
        mended: &[Mended],
        is_cut: &impl Fn(Square, Square) -> bool,
        is_open: &impl Fn(Square) -> bool,
    ) -> Vec<(Square, u32, Stage)> {
        let mut steps = Vec::new();
        if stage == Stage::Along {
            let is_whole = |stretch: &&Stretch| {
                let inner = stretch.over.iter().filter(|other| !self.links.contains_key(&(by, **other)));
                let is_cut = |pair: &[Square]| is_cut(pair[0], pair[1]);
                inner.into_iter().all(|other| is_open(*other)) && !stretch.over.windows(2).any(is_cut)
            };
            let links = self.links.get(&(by, square)).into_iter().flatten().filter(is_whole);
            steps.extend(links.map(|stretch| (stretch.to, stretch.squares, Stage::Along)));
        }
        let on = |to: Square| match (stage, self.links.contains_key(&(by, to))) {
            (Stage::Approach, true) => Some(Stage::Along),
            (Stage::Approach, false) => Some(Stage::Approach),
            (_, false) => Some(Stage::Away),
            (_, true) => None,
        };
        let tracks = self.tracks.get(&(by, square)).into_iter().flatten().filter(|to| !is_cut(square, **to));
        steps.extend(tracks.filter_map(|to| Some((*to, 1, on(*to)?))));
        let added = mended.iter().filter(|step| step.is_link && step.by == by);
        let other = |step: &Mended| match (step.from == square, step.to == square) {
            (true, _) => Some(step.to),
            (_, true) => Some(step.from),
            _ => None,
        };
        let is_linked = |to: Square| self.links.contains_key(&(by, to));
        steps.extend(
            added
                .filter_map(other)
                .map(|to| (to, square.distance(to), if is_linked(to) { Stage::Along } else { Stage::Approach })),
        );
        steps
    }

    /// Of the squares of a river that which is nearest to its waters.
    pub fn mouth(&self, from: Square, waters: Square) -> Square {
        let reached = self.within(By::River, from, u32::MAX, &[], |_| true);
        reached.keys().min_by_key(|square| square.distance(waters)).copied().unwrap_or(from)
    }

    /// The squares of a river from one of its squares to its mouth, without the first.
    pub fn down(&self, from: Square, mouth: Square) -> Vec<Square> {
        let mut over = self.squares_between(By::River, from, mouth, u32::MAX);
        over.retain(|square| *square != from);
        over
    }

    /// Whether a river or a railway is in a square.
    pub fn has(&self, by: By, square: Square) -> bool {
        self.tracks.contains_key(&(by, square)) || self.links.contains_key(&(by, square))
    }
}
