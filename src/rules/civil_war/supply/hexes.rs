//! A set of hexes as bits: asked and filled without a search.

use crate::board::Hex;

const COLUMNS: usize = 100;

/// A set of hexes; column and row have two digits.
#[derive(Clone, PartialEq, Eq)]
pub struct HexSet(Box<[u128; COLUMNS]>);

impl Default for HexSet {
    fn default() -> Self {
        Self(Box::new([0; COLUMNS]))
    }
}

impl std::fmt::Debug for HexSet {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count: u32 = self.0.iter().map(|column| column.count_ones()).sum();
        write!(out, "{count} hexes")
    }
}

impl HexSet {
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
}

fn bit(hex: Hex) -> u128 {
    1u128.checked_shl(u32::from(hex.row())).unwrap_or(0)
}
