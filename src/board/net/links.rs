//! What is linked with what, under which labels. Knows no way.

use std::collections::BTreeMap;

use crate::{Compass, Square};

/// A network of linked squares, each under one label or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// In their order; everything below goes by the place of a square among them.
    pub(super) squares: Vec<Square>,
    /// Of each square, its neighbours in order of their directions, clockwise from the north.
    pub(super) links: Vec<Vec<usize>>,
    /// Of each square, the next one downstream.
    pub(super) down: Vec<Option<usize>>,
    /// Which tree, or part that hangs together, a square belongs to.
    pub(super) tree: Vec<usize>,
    /// Of each square, the next one towards the first square of its part, and how many links away that is.
    pub(super) inwards: Vec<(usize, u32)>,
    /// There is one way only between any two squares of a part.
    pub(super) is_forest: bool,
    /// The squares of each label.
    pub(super) labels: BTreeMap<String, Vec<usize>>,
}

impl Net {
    /// How many squares it has.
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// Its squares, in their order.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.squares.iter().copied()
    }

    /// Whether a square is in it.
    pub fn has(&self, square: Square) -> bool {
        self.place(square).is_some()
    }

    /// The squares that are linked to one, clockwise from the north; none when it is not in the net.
    pub fn linked(&self, square: Square) -> impl Iterator<Item = Square> {
        let links = self.place(square).map(|place| &self.links[place][..]).unwrap_or_default();
        links.iter().map(|next| self.squares[*next])
    }

    /// The directions in which a square is linked, clockwise from the north.
    pub fn directions(&self, square: Square) -> impl Iterator<Item = Compass> {
        self.linked(square).filter_map(move |next| square.direction_to(next))
    }

    /// The next square downstream; none at a mouth, and where nothing flows.
    pub fn down(&self, square: Square) -> Option<Square> {
        let next = self.down[self.place(square)?]?;
        Some(self.squares[next])
    }

    /// The squares from one to the mouth, both included.
    pub fn to_mouth(&self, square: Square) -> Vec<Square> {
        let first = self.place(square);
        std::iter::successors(first, |place| self.down[*place]).map(|place| self.squares[place]).collect()
    }

    /// How many parts there are that hang together: of a net without rings, trees.
    pub fn trees(&self) -> usize {
        self.tree.iter().max().map_or(0, |last| last + 1)
    }

    /// Which part a square belongs to, counted from 0 in the order of their first squares.
    pub fn tree(&self, square: Square) -> Option<usize> {
        self.place(square).map(|place| self.tree[place])
    }

    /// All labels, in their order.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.keys().map(String::as_str)
    }

    /// The labels of a square, in their order: a river, or the railways that meet there.
    pub fn labels_of(&self, square: Square) -> impl Iterator<Item = &str> {
        let place = self.place(square);
        let is_here = move |places: &Vec<usize>| place.is_some_and(|place| places.binary_search(&place).is_ok());
        self.labels.iter().filter(move |(_, places)| is_here(places)).map(|(label, _)| label.as_str())
    }

    /// How many squares a label has.
    pub fn length(&self, label: &str) -> usize {
        self.labels.get(label).map_or(0, Vec::len)
    }

    pub(super) fn place(&self, square: Square) -> Option<usize> {
        self.squares.binary_search(&square).ok()
    }
}
