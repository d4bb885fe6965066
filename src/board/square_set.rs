//! A set of squares as bits, one word a column: asked, filled and grown by a ring without a search.

use super::Square;
use super::square::COLUMNS;

/// A set of squares.
#[derive(Clone, PartialEq, Eq)]
pub struct SquareSet(Box<[u128; COLUMNS as usize]>);

impl Default for SquareSet {
    fn default() -> Self {
        Self(Box::new([0; COLUMNS as usize]))
    }
}

impl std::fmt::Debug for SquareSet {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} squares", self.len())
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::default();
        for square in squares {
            set.put(square);
        }
        set
    }
}

impl SquareSet {
    /// How many squares are in it.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|column| column.count_ones()).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|column| *column == 0)
    }

    /// Whether a square is in it.
    pub fn has(&self, square: Square) -> bool {
        self.0[usize::from(square.column())] & bit(square) != 0
    }

    /// Puts a square in; tells whether it was not there before.
    pub fn put(&mut self, square: Square) -> bool {
        let column = &mut self.0[usize::from(square.column())];
        let is_new = *column & bit(square) == 0;
        *column |= bit(square);
        is_new
    }

    /// Takes a square out.
    pub fn take(&mut self, square: Square) {
        self.0[usize::from(square.column())] &= !bit(square);
    }

    /// Takes in all squares of another.
    pub fn join(&mut self, other: &SquareSet) {
        self.0.iter_mut().zip(other.0.iter()).for_each(|(column, other)| *column |= other);
    }

    /// The squares of it that are not in another.
    pub fn without(&self, other: &SquareSet) -> SquareSet {
        let mut left = self.clone();
        left.0.iter_mut().zip(other.0.iter()).for_each(|(column, other)| *column &= !other);
        left
    }

    /// Grows by the ring of eight neighbours, as far as they are in `ground`.
    pub fn grow(&mut self, ground: &SquareSet) {
        let mut left = 0;
        for at in 0..self.0.len() {
            let own = self.0[at];
            let right = self.0.get(at + 1).copied().unwrap_or(0);
            let beside = left | own | right;
            self.0[at] |= (beside | beside << 1 | beside >> 1) & ground.0[at];
            left = own;
        }
    }
}

fn bit(square: Square) -> u128 {
    1 << u32::from(square.row())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::ROWS;
    use proptest::prelude::*;

    fn all() -> impl Iterator<Item = Square> {
        (0..COLUMNS).flat_map(|column| (0..ROWS).filter_map(move |row| Square::new(column, row)))
    }

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn a_set_grows_no_further_than_its_ground() {
        let (start, aslant) = (square("K1-R9"), square("K2-S0"));
        let mut set = SquareSet::from_iter([start]);
        set.grow(&SquareSet::from_iter([start, aslant]));
        assert_eq!((set.len(), set.has(aslant)), (2, true));
    }

    #[test]
    fn squares_are_put_and_taken() {
        let corner = square("N9-Z9");
        let mut set = SquareSet::default();
        assert!(set.put(corner) && !set.put(corner) && set.has(corner));
        assert!(set.without(&set).is_empty());
        set.take(corner);
        assert!(set.is_empty());
        let mut both = SquareSet::from_iter([corner]);
        both.join(&SquareSet::from_iter([square("A0-O0")]));
        assert_eq!(both.len(), 2);
    }

    proptest! {
        #[test]
        fn a_set_grows_by_the_neighbours_of_its_squares(column in 0..COLUMNS, row in 0..ROWS, rings in 1u32..5) {
            let start = Square::new(column, row).expect("a square");
            let ground: SquareSet = all().collect();
            let mut set = SquareSet::from_iter([start]);
            (0..rings).for_each(|_| set.grow(&ground));
            prop_assert_eq!(set, start.within(rings).collect());
        }
    }
}
