//! A set of hexes as bits, one word a column: asked, filled and grown by a ring without a search.

use super::Hex;

/// Columns and rows have two digits.
const COLUMNS: usize = 100;

/// A set of hexes.
#[derive(Clone, PartialEq, Eq)]
pub struct HexSet(Box<[u128; COLUMNS]>);

impl Default for HexSet {
    fn default() -> Self {
        Self(Box::new([0; COLUMNS]))
    }
}

impl std::fmt::Debug for HexSet {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} hexes", self.len())
    }
}

impl FromIterator<Hex> for HexSet {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        let mut set = Self::default();
        for hex in hexes {
            set.put(hex);
        }
        set
    }
}

impl HexSet {
    /// How many hexes are in it.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|column| column.count_ones()).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|column| *column == 0)
    }

    /// Whether a hex is in it.
    pub fn has(&self, hex: Hex) -> bool {
        self.0.get(usize::from(hex.column())).is_some_and(|column| column & bit(hex) != 0)
    }

    /// Puts a hex in; tells whether it was not there before.
    pub fn put(&mut self, hex: Hex) -> bool {
        let Some(column) = self.0.get_mut(usize::from(hex.column())) else {
            return false;
        };
        let is_new = *column & bit(hex) == 0;
        *column |= bit(hex);
        is_new
    }

    /// Takes a hex out.
    pub fn take(&mut self, hex: Hex) {
        if let Some(column) = self.0.get_mut(usize::from(hex.column())) {
            *column &= !bit(hex);
        }
    }

    /// Takes in all hexes of another.
    pub fn join(&mut self, other: &HexSet) {
        self.0.iter_mut().zip(other.0.iter()).for_each(|(column, other)| *column |= other);
    }

    /// The hexes of it that are not in another.
    pub fn without(&self, other: &HexSet) -> HexSet {
        let mut left = self.clone();
        left.0.iter_mut().zip(other.0.iter()).for_each(|(column, other)| *column &= !other);
        left
    }

    /// Grows by the ring of neighbours, as far as they are in `ground`.
    pub fn grow(&mut self, ground: &HexSet) {
        let (mut left, mut own) = (0, self.0[0]);
        for at in 0..COLUMNS {
            let right = self.0.get(at + 1).copied().unwrap_or(0);
            // Even columns lie half a hex lower.
            let beside = left | right;
            let shifted = if at % 2 == 0 { beside >> 1 } else { beside << 1 };
            let grown = own | own << 1 | own >> 1 | beside | shifted;
            self.0[at] |= grown & ground.0[at];
            (left, own) = (own, right);
        }
    }
}

fn bit(hex: Hex) -> u128 {
    1u128.checked_shl(u32::from(hex.row())).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Hex> {
        (1..=12).flat_map(|column| (1..=12).filter_map(move |row| Hex::new(column, row))).collect()
    }

    #[test]
    fn a_set_grows_by_the_neighbours_of_its_hexes() {
        let ground: HexSet = all().into_iter().collect();
        for start in [(5, 5), (6, 6), (1, 1), (12, 12)].map(|(column, row)| Hex::new(column, row).unwrap()) {
            let mut set = HexSet::from_iter([start]);
            for ring in 1..=4 {
                set.grow(&ground);
                let near: Vec<Hex> = all().into_iter().filter(|hex| hex.distance(start) <= ring).collect();
                assert!(all().iter().all(|hex| set.has(*hex) == near.contains(hex)), "{start} {ring}");
            }
        }
    }

    #[test]
    fn a_set_grows_no_further_than_its_ground() {
        let (start, east) = (Hex::new(5, 5).unwrap(), Hex::new(6, 5).unwrap());
        let mut set = HexSet::from_iter([start]);
        set.grow(&HexSet::from_iter([start, east]));
        assert_eq!((set.len(), set.has(east)), (2, true));
    }

    #[test]
    fn hexes_are_put_and_taken() {
        let hex = Hex::new(59, 38).unwrap();
        let mut set = HexSet::default();
        assert!(set.put(hex) && !set.put(hex) && set.has(hex));
        assert!(set.without(&set).is_empty());
        set.take(hex);
        assert!(set.is_empty());
    }
}
