//! How far it is by rail and by river, in squares of the map, and along the links of places that a scenario states where its map shows
//! no way between them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

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

/// All ways.
#[derive(Debug, Default)]
pub struct Ways {
    rivers: Network,
    railways: Network,
}

/// The ways of one means: the squares that they lead through, and what leads on from each; everything goes by the places of squares.
#[derive(Debug, Default)]
struct Network {
    /// In their order.
    squares: Vec<Square>,
    nodes: Vec<Node>,
}

#[derive(Debug, Default)]
struct Node {
    /// The map has a river or a railway there.
    is_on_map: bool,
    /// Where that leads on to.
    tracks: Vec<usize>,
    links: Vec<Stretch>,
}

/// A stated link that the map does not show: where to, and how far.
#[derive(Debug)]
struct Stretch {
    to: usize,
    squares: u32,
}

impl Ways {
    pub(super) fn of(given: &Document) -> Result<Ways, String> {
        let cities = given.cities.iter().map(|city| (city.id.as_str(), city.square));
        let places = given.places.iter().map(|place| (place.id.as_str(), place.square));
        let known: BTreeMap<&str, Square> = cities.chain(places).collect();
        let at = |id: &str| known.get(id).copied().ok_or_else(|| format!("a link leads to {id}, which is no place"));
        let (mut on_rivers, mut on_railways) = (Vec::new(), Vec::new());
        for link in &given.links {
            let links = if link.by == By::River { &mut on_rivers } else { &mut on_railways };
            links.push((at(&link.from)?, at(&link.to)?, link.squares));
        }
        let (rivers, railways) = (Network::of(&given.rivers, &on_rivers), Network::of(&given.railways, &on_railways));
        Ok(Ways { rivers, railways })
    }

    fn by(&self, by: By) -> &Network {
        match by {
            By::River => &self.rivers,
            By::Rail => &self.railways,
        }
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
        let search = Search::new(self.by(by), (by, mended), from, is_open);
        let found = search.run(from, None, most).into_iter().enumerate();
        found.filter(|(_, near)| *near != FAR).map(|(place, squares)| (search.square(place), squares)).collect()
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
        let search = Search::new(self.by(by), (by, mended), from, is_open);
        let sought = search.place(to);
        sought.is_some_and(|sought| search.run(from, Some(sought), most)[sought] != FAR)
    }

    /// Of the squares of a river that which is nearest to its waters.
    pub fn mouth(&self, from: Square, waters: Square) -> Square {
        let reached = self.within(By::River, from, u32::MAX, &[], |_| true);
        reached.keys().min_by_key(|square| square.distance(waters)).copied().unwrap_or(from)
    }

    /// The squares of a river from one of its squares to its mouth, without the first.
    pub fn down(&self, from: Square, mouth: Square) -> Vec<Square> {
        let mut over = self.rivers.squares_between(from, mouth);
        over.retain(|square| *square != from);
        over
    }

    /// Whether a river or a railway is in a square.
    pub fn has(&self, by: By, square: Square) -> bool {
        let network = self.by(by);
        let node = network.place(square).map(|place| &network.nodes[place]);
        node.is_some_and(|node| node.is_on_map || node.is_linked())
    }
}

impl Node {
    fn is_linked(&self) -> bool {
        !self.links.is_empty()
    }
}

impl Network {
    fn of(map: &BTreeMap<Square, Vec<Compass>>, links: &[(Square, Square, u32)]) -> Network {
        let on = |square: Square, ways: &[Compass]| -> Vec<Square> {
            ways.iter().filter_map(|way| square.step(*way)).collect()
        };
        let on_map = map.iter().flat_map(|(square, ways)| on(*square, ways).into_iter().chain([*square]));
        let linked = links.iter().flat_map(|(from, to, _)| [*from, *to]);
        let squares: BTreeSet<Square> = on_map.chain(linked).collect();
        let mut network = Network { squares: squares.into_iter().collect(), nodes: Vec::new() };
        network.nodes.resize_with(network.squares.len(), Node::default);
        for (square, ways) in map {
            let tracks = on(*square, ways).into_iter().filter_map(|next| network.place(next)).collect();
            let Some(place) = network.place(*square) else { continue };
            network.nodes[place] = Node { is_on_map: true, tracks, links: Vec::new() };
        }
        let ends =
            links.iter().filter_map(|(from, to, squares)| Some((network.place(*from)?, network.place(*to)?, *squares)));
        // Where the map leads it is the measure that players can count; a stated length is for what it does not show.
        let ends: Vec<(usize, usize, u32)> = ends.collect();
        let off_map: Vec<_> = ends.into_iter().filter(|(from, to, _)| network.between(*from, *to).is_empty()).collect();
        for (from, to, squares) in off_map {
            network.nodes[from].links.push(Stretch { to, squares });
            network.nodes[to].links.push(Stretch { to: from, squares });
        }
        network
    }

    fn place(&self, square: Square) -> Option<usize> {
        self.squares.binary_search(&square).ok()
    }

    /// The shortest row of squares from one to another on the map.
    fn between(&self, from: usize, to: usize) -> Vec<usize> {
        let mut before = vec![None; self.nodes.len()];
        before[from] = Some(from);
        let (mut next, mut seen) = (vec![from], 0);
        while let Some(at) = next.get(seen).copied() {
            seen += 1;
            if at == to {
                let step = |place: &usize| before[*place].filter(|step| step != place);
                return std::iter::successors(Some(to), step).collect();
            }
            for beside in &self.nodes[at].tracks {
                if before[*beside].is_none() {
                    before[*beside] = Some(at);
                    next.push(*beside);
                }
            }
        }
        Vec::new()
    }

    fn squares_between(&self, from: Square, to: Square) -> Vec<Square> {
        match (self.place(from), self.place(to)) {
            (Some(one), Some(other)) => self.between(one, other).into_iter().map(|place| self.squares[place]).collect(),
            _ if from == to => vec![to],
            _ => Vec::new(),
        }
    }
}

/// It was not come to.
const FAR: u32 = u32::MAX;

/// A search along the ways of one means.
struct Search<'a, F> {
    network: &'a Network,
    /// Steps that were added and that were cut.
    added: Vec<&'a Mended>,
    cut: Vec<&'a Mended>,
    /// Squares off the map's ways: the first one, and ends of added steps.
    off: Vec<Square>,
    is_open: F,
}

impl<'a, F: Fn(Square) -> bool> Search<'a, F> {
    fn new(network: &'a Network, (by, mended): (By, &'a [Mended]), from: Square, is_open: F) -> Search<'a, F> {
        let (added, cut): (Vec<_>, Vec<_>) = mended.iter().filter(|step| step.by == by).partition(|step| step.is_link);
        let ends = added.iter().flat_map(|step: &&Mended| [step.from, step.to]).chain([from]);
        let off: BTreeSet<Square> = ends.filter(|square| network.place(*square).is_none()).collect();
        Search { network, added, cut, off: off.into_iter().collect(), is_open }
    }

    fn place(&self, square: Square) -> Option<usize> {
        let off = || self.off.binary_search(&square).ok().map(|place| self.network.nodes.len() + place);
        self.network.place(square).or_else(off)
    }

    fn square(&self, place: usize) -> Square {
        let squares = &self.network.squares;
        squares.get(place).copied().unwrap_or_else(|| self.off[place - squares.len()])
    }

    fn is_cut(&self, one: usize, other: usize) -> bool {
        let is_it = |step: &&Mended| step.is_about(step.by, self.square(one), self.square(other));
        self.cut.iter().any(is_it)
    }

    /// How near each place is; with one that is sought, those that are found before it.
    fn run(&self, from: Square, sought: Option<usize>, most: u32) -> Vec<u32> {
        let count = self.network.nodes.len() + self.off.len();
        let mut met = vec![FAR; count];
        let Some(from) = self.place(from) else { return met };
        let mut next = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((squares, place))) = next.pop() {
            if met[place] != FAR {
                continue;
            }
            met[place] = squares;
            if Some(place) == sought {
                break;
            }
            // Each place is met once, so that it is asked of each once.
            if place != from && !(self.is_open)(self.square(place)) {
                continue;
            }
            self.steps(place, |to, more| {
                if squares + more <= most && met[to] == FAR {
                    next.push(Reverse((squares + more, to)));
                }
            });
        }
        met
    }

    /// Where a way goes on to, and how far that is.
    fn steps(&self, place: usize, mut on: impl FnMut(usize, u32)) {
        if let Some(node) = self.network.nodes.get(place) {
            let tracks = node.tracks.iter().map(|to| (*to, 1));
            let ways = tracks.chain(node.links.iter().map(|link| (link.to, link.squares)));
            ways.filter(|(to, _)| !self.is_cut(place, *to)).for_each(|(to, squares)| on(to, squares));
        }
        let square = self.square(place);
        for step in &self.added {
            let to = match (step.from == square, step.to == square) {
                (true, _) => step.to,
                (_, true) => step.from,
                _ => continue,
            };
            if let Some(there) = self.place(to) {
                on(there, square.distance(to));
            }
        }
    }
}
