//! How far units come by boat along a river (SNNM 8.1-8.3; D-SNNM-23, D-SNNM-24).

use board::Net;
use board::net::Passage;
use board::square::Square;

use super::super::order::Goal;

/// How far boats come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Voyage {
    /// The squares in order, without the first; none: they do not leave.
    pub squares: Vec<Square>,
    pub end: VoyageEnd,
    /// The square on the way was dropped, for no way led through it.
    pub is_via_dropped: bool,
}

/// Why they go no farther.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoyageEnd {
    /// They are there.
    Arrived,
    /// Their day is over.
    Far,
    /// The river is not the side's beyond, or enemies stand on its banks.
    Barred,
    /// No river leads there.
    Nowhere,
}

/// The rivers that boats go on.
pub struct BoatWaters<'a> {
    /// With what the game master has added and cut.
    pub net: &'a Net,
    /// Squares in a turn.
    pub most: u32,
}

/// Where boats come by the shortest way: whole if it is open and not too far, else as far along the way of the unobstructed river.
/// Whose the square is that they leave is not asked here: that is as the turn began (SNNM 8.1).
pub fn voyage(
    waters: &BoatWaters<'_>,
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
        return Voyage { squares, end: if is_far { VoyageEnd::Far } else { VoyageEnd::Arrived }, is_via_dropped };
    }
    let Some(way) = free(via).or_else(|| free(None)) else {
        return Voyage { squares: Vec::new(), end: VoyageEnd::Nowhere, is_via_dropped };
    };
    let (squares, end) = waters.along(&way, &is_usable, &is_open);
    Voyage { squares, end, is_via_dropped }
}

impl BoatWaters<'_> {
    fn limit(&self) -> usize {
        usize::try_from(self.most).unwrap_or(usize::MAX)
    }

    /// As far along a way as it is open: under the guns of an enemy on the bank boats land where they were to go, and nowhere else.
    fn along(
        &self,
        way: &[Square],
        is_usable: &impl Fn(Square) -> bool,
        is_open: &impl Fn(Square) -> bool,
    ) -> (Vec<Square>, VoyageEnd) {
        let mut squares = Vec::new();
        for (place, square) in way.iter().enumerate() {
            if squares.len() >= self.limit() {
                return (squares, VoyageEnd::Far);
            }
            let may_land = is_open(*square) || place + 1 == way.len();
            if !may_land || !is_usable(*square) {
                return (squares, VoyageEnd::Barred);
            }
            squares.push(*square);
        }
        (squares, VoyageEnd::Arrived)
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

    /// Of equally long ways that whose first differing step comes first, N, E, S, W (SNNM 8.1).
    fn stretch(
        &self,
        from: Square,
        to: Square,
        may_enter: &impl Fn(Square) -> bool,
        may_pass: &impl Fn(Square) -> bool,
    ) -> Option<Vec<Square>> {
        let passage = |square: Square| match (may_enter(square), may_pass(square)) {
            (false, _) => Passage::Cut,
            (true, false) => Passage::Stop,
            (true, true) => Passage::Open,
        };
        let free = self.net.way(from, to)?;
        let is_open = |(place, square): (usize, &Square)| match passage(*square) {
            Passage::Open => true,
            Passage::Stop => place + 1 == free.len(),
            Passage::Cut => false,
        };
        // Where nothing is in the way of the shortest of all, there is no need to look for another.
        let way = match free.iter().enumerate().skip(1).all(is_open) {
            true => free,
            false => self.net.open_ways(from, passage).to(to)?,
        };
        way.split_first().map(|(_, squares)| squares.to_vec())
    }
}
