//! A set of cells as bits, one word a column: asked, filled and grown by a ring without a search.

use std::marker::PhantomData;

use super::{Cell, Hex, Square};

/// A set of hexes.
pub type HexSet = CellSet<Hex>;

/// A set of squares.
pub type SquareSet = CellSet<Square>;

/// A set of cells of one kind of board.
#[derive(Clone, PartialEq, Eq)]
pub struct CellSet<C>(Box<[u128]>, PhantomData<C>);

impl<C: Cell> Default for CellSet<C> {
    fn default() -> Self {
        Self(vec![0; usize::from(C::LAST_COLUMN) + 1].into_boxed_slice(), PhantomData)
    }
}

impl<C: Cell> std::fmt::Debug for CellSet<C> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} times a {}", self.len(), C::WORD)
    }
}

impl<C: Cell> FromIterator<C> for CellSet<C> {
    fn from_iter<I: IntoIterator<Item = C>>(cells: I) -> Self {
        let mut set = Self::default();
        for cell in cells {
            set.put(cell);
        }
        set
    }
}

impl<C: Cell> CellSet<C> {
    /// How many cells are in it.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|column| column.count_ones()).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|column| *column == 0)
    }

    /// Whether a cell is in it.
    pub fn has(&self, cell: C) -> bool {
        let (column, row) = cell.place();
        self.0.get(usize::from(column)).is_some_and(|column| column & bit(row) != 0)
    }

    /// Puts a cell in; tells whether it was not there before.
    pub fn put(&mut self, cell: C) -> bool {
        let (column, row) = cell.place();
        let Some(column) = self.0.get_mut(usize::from(column)) else { return false };
        let is_new = *column & bit(row) == 0;
        *column |= bit(row);
        is_new
    }

    /// Takes a cell out.
    pub fn take(&mut self, cell: C) {
        let (column, row) = cell.place();
        if let Some(column) = self.0.get_mut(usize::from(column)) {
            *column &= !bit(row);
        }
    }

    /// Takes in all cells of another.
    pub fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0.iter()).for_each(|(column, other)| *column |= other);
    }

    /// The cells of it that are not in another.
    pub fn without(&self, other: &Self) -> Self {
        let mut left = self.clone();
        left.0.iter_mut().zip(other.0.iter()).for_each(|(column, other)| *column &= !other);
        left
    }

    /// Grows by the ring of neighbours, as far as they are in `ground`.
    pub fn grow(&mut self, ground: &Self) {
        let (mut left, mut own) = (0, self.0[0]);
        for column in 0..=C::LAST_COLUMN {
            let at = usize::from(column);
            let right = self.0.get(at + 1).copied().unwrap_or(0);
            self.0[at] |= C::grown(column, left, own, right) & ground.0[at];
            (left, own) = (own, right);
        }
    }
}

fn bit(row: u16) -> u128 {
    1u128.checked_shl(u32::from(row)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::{COLUMNS, ROWS};
    use proptest::prelude::*;

    fn hexes() -> Vec<Hex> {
        (1..=12).flat_map(|column| (1..=12).filter_map(move |row| Hex::new(column, row))).collect()
    }

    fn squares() -> impl Iterator<Item = Square> {
        (0..COLUMNS).flat_map(|column| (0..ROWS).filter_map(move |row| Square::new(column, row)))
    }

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn a_set_grows_by_the_neighbours_of_its_hexes() {
        let ground: HexSet = hexes().into_iter().collect();
        for start in [(5, 5), (6, 6), (1, 1), (12, 12)].map(|(column, row)| Hex::new(column, row).unwrap()) {
            let mut set = HexSet::from_iter([start]);
            for ring in 1..=4 {
                set.grow(&ground);
                let near: Vec<Hex> = hexes().into_iter().filter(|hex| hex.distance(start) <= ring).collect();
                assert!(hexes().iter().all(|hex| set.has(*hex) == near.contains(hex)), "{start} {ring}");
            }
        }
    }

    #[test]
    fn a_set_grows_no_further_than_its_ground() {
        let (start, east) = (Hex::new(5, 5).unwrap(), Hex::new(6, 5).unwrap());
        let mut set = HexSet::from_iter([start]);
        set.grow(&HexSet::from_iter([start, east]));
        assert_eq!((set.len(), set.has(east)), (2, true));
        let (start, aslant) = (square("K1-R9"), square("K2-S0"));
        let mut set = SquareSet::from_iter([start]);
        set.grow(&SquareSet::from_iter([start, aslant]));
        assert_eq!((set.len(), set.has(aslant)), (2, true));
    }

    #[test]
    fn cells_are_put_and_taken() {
        let hex = Hex::new(59, 38).unwrap();
        let mut set = HexSet::default();
        assert!(set.put(hex) && !set.put(hex) && set.has(hex));
        assert!(set.without(&set).is_empty());
        set.take(hex);
        assert!(set.is_empty());
        let corner = square("N9-Z9");
        let mut set = SquareSet::default();
        assert!(set.put(corner) && !set.put(corner) && set.has(corner));
        set.join(&SquareSet::from_iter([square("A0-O0")]));
        assert_eq!(set.len(), 2);
    }

    proptest! {
        #[test]
        fn a_set_grows_by_the_neighbours_of_its_squares(column in 0..COLUMNS, row in 0..ROWS, rings in 1u32..5) {
            let start = Square::new(column, row).expect("a square");
            let ground: SquareSet = squares().collect();
            let mut set = SquareSet::from_iter([start]);
            (0..rings).for_each(|_| set.grow(&ground));
            prop_assert_eq!(set, start.within(rings).collect());
        }
    }
}
