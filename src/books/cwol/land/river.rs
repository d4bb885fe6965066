//! How far units come by boat along a river (SNNM 8.1-8.3; D-SNNM-23, D-SNNM-24).

use std::collections::{BTreeMap, VecDeque};

use board::square::{Compass, Square};

use super::super::order::Goal;
use super::super::scenario::{By, Mended, Scenario};

/// How far boats come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Voyage {
    /// The squares in order, without the first; none: they do not leave.
    pub squares: Vec<Square>,
    pub end: End,
    /// The square on the way was dropped, for no way led through it.
    pub is_via_dropped: bool,
}

/// Why they go no farther.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// They are there.
    Arrived,
    /// Their day is over.
    Far,
    /// The river is not the side's beyond, or enemies stand on its banks.
    Barred,
    /// No river leads there.
    Nowhere,
}

/// What units of a side find on a river.
pub struct Waters<'a> {
    pub scenario: &'a Scenario,
    /// Steps of river that were added and cut.
    pub mended: &'a [Mended],
    pub most: u32,
}

/// Where boats come by the shortest way: whole if it is open and not too far, else as far along the way of the unobstructed river.
pub fn voyage(
    waters: &Waters<'_>,
    from: Square,
    goal: &Goal,
    is_usable: impl Fn(Square) -> bool,
    is_watched: impl Fn(Square) -> bool,
) -> Voyage {
    let is_open = |square: Square| is_usable(square) && (square == from || !is_watched(square));
    let free = |via: Option<Square>| waters.way(from, via, goal.to, &|_| true, &|_| true);
    let is_via_reached = goal.via.is_some_and(|via| waters.way(from, None, via, &is_usable, &is_open).is_some());
    let via = goal.via.filter(|_| is_via_reached);
    let is_via_dropped = goal.via.is_some() && via.is_none();
    if let Some(mut squares) = waters.way(from, via, goal.to, &is_usable, &is_open) {
        let is_far = squares.len() > waters.limit();
        squares.truncate(waters.limit());
        return Voyage { squares, end: if is_far { End::Far } else { End::Arrived }, is_via_dropped };
    }
    let Some(way) = free(via).or_else(|| free(None)) else {
        return Voyage { squares: Vec::new(), end: End::Nowhere, is_via_dropped };
    };
    let (squares, end) = waters.along(from, &way, &is_usable, &is_open);
    Voyage { squares, end, is_via_dropped }
}

impl Waters<'_> {
    fn limit(&self) -> usize {
        usize::try_from(self.most).unwrap_or(usize::MAX)
    }

    /// As far along a way as it is open.
    fn along(
        &self,
        from: Square,
        way: &[Square],
        is_usable: &impl Fn(Square) -> bool,
        is_open: &impl Fn(Square) -> bool,
    ) -> (Vec<Square>, End) {
        let mut squares = Vec::new();
        if !is_usable(from) {
            return (squares, End::Barred);
        }
        for square in way {
            if squares.len() >= self.limit() {
                return (squares, End::Far);
            }
            let goes_on = squares.last().is_none_or(|last| is_open(*last));
            if !goes_on || !is_usable(*square) {
                return (squares, End::Barred);
            }
            squares.push(*square);
        }
        (squares, End::Arrived)
    }

    /// The shortest way, through a square on it where one is named.
    fn way(
        &self,
        from: Square,
        via: Option<Square>,
        to: Square,
        may_enter: &impl Fn(Square) -> bool,
        may_pass: &impl Fn(Square) -> bool,
    ) -> Option<Vec<Square>> {
        let mut squares = Vec::new();
        let mut at = from;
        for next in via.into_iter().chain([to]) {
            if at != from && !may_pass(at) {
                return None;
            }
            squares.extend(self.stretch(at, next, may_enter, may_pass)?);
            at = next;
        }
        Some(squares)
    }

    fn stretch(
        &self,
        from: Square,
        to: Square,
        may_enter: &impl Fn(Square) -> bool,
        may_pass: &impl Fn(Square) -> bool,
    ) -> Option<Vec<Square>> {
        if !may_enter(from) {
            return None;
        }
        let mut before: BTreeMap<Square, Square> = BTreeMap::from([(from, from)]);
        let mut next = VecDeque::from([from]);
        while let Some(square) = next.pop_front() {
            if square == to {
                let back =
                    std::iter::successors(Some(to), |at| before.get(at).copied().filter(|earlier| earlier != at));
                let mut squares: Vec<Square> = back.filter(|at| *at != from).collect();
                squares.reverse();
                return Some(squares);
            }
            if square != from && !may_pass(square) {
                continue;
            }
            for beside in self.beside(square) {
                if may_enter(beside) && !before.contains_key(&beside) {
                    before.insert(beside, square);
                    next.push_back(beside);
                }
            }
        }
        None
    }

    /// Where the river goes on, in the order in which equally long ways are told apart: north, east, south, west (SNNM 8.1).
    fn beside(&self, square: Square) -> Vec<Square> {
        let steps = self.scenario.given.rivers.get(&square);
        let is_about =
            |step: &&Mended, to: Square, is_link: bool| step.is_link == is_link && step.is_about(By::River, square, to);
        let has = |direction: Compass, to: Square| {
            let is_stated = steps.is_some_and(|steps| steps.contains(&direction));
            let is_cut = self.mended.iter().any(|step| is_about(&step, to, false));
            is_stated && !is_cut || self.mended.iter().any(|step| is_about(&step, to, true))
        };
        let sides = Compass::STRAIGHT.into_iter().filter_map(|direction| Some((direction, square.step(direction)?)));
        sides.filter(|(direction, to)| has(*direction, *to)).map(|(_, to)| to).collect()
    }
}
