//! A hex of a flat-top grid, named `CCRR`: two digits of column and two of row, both counted from 01.
//! Even columns stand half a hex lower than odd ones. Knows nothing of what lies in a hex.

use std::fmt;
use std::str::FromStr;

use crate::as_text::as_text;

/// The highest column or row that two digits can name.
const LAST: u16 = 99;

/// One hex. Orders by column, then row, which is the order of its printed id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    column: u16,
    row: u16,
}

/// The six sides of a flat-top hex, clockwise from the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// Towards the top of the map.
    N,
    /// Up and to the right.
    NE,
    /// Down and to the right.
    SE,
    /// Towards the bottom of the map.
    S,
    /// Down and to the left.
    SW,
    /// Up and to the left.
    NW,
}

/// Words that name no hex.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no hex: a hex is four digits, column then row, each from 01 to 99")]
pub struct NotAHex(pub String);

impl Direction {
    /// All six, clockwise from the north.
    pub const ALL: [Direction; 6] =
        [Direction::N, Direction::NE, Direction::SE, Direction::S, Direction::SW, Direction::NW];

    /// The place of this direction in [`Direction::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// The direction that leads back.
    pub fn opposite(self) -> Direction {
        Direction::ALL[(self.index() + 3) % 6]
    }

    /// The compass word, `N` to `NW`.
    pub fn word(self) -> &'static str {
        ["N", "NE", "SE", "S", "SW", "NW"][self.index()]
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}

impl Hex {
    /// The hex at a column and a row, both counted from 1; `None` when two digits cannot name it.
    pub fn new(column: u16, row: u16) -> Option<Hex> {
        let named = (1..=LAST).contains(&column) && (1..=LAST).contains(&row);
        named.then_some(Hex { column, row })
    }

    /// The column, from 1 at the left.
    pub fn column(self) -> u16 {
        self.column
    }

    /// The row, from 1 at the top.
    pub fn row(self) -> u16 {
        self.row
    }

    /// The hex one step away; `None` beyond the edge of the grid.
    pub fn step(self, direction: Direction) -> Option<Hex> {
        let lower = i32::from(self.column.is_multiple_of(2));
        let (right, down) = match direction {
            Direction::N => (0, -1),
            Direction::S => (0, 1),
            Direction::NE => (1, lower - 1),
            Direction::SE => (1, lower),
            Direction::SW => (-1, lower),
            Direction::NW => (-1, lower - 1),
        };
        let column = u16::try_from(i32::from(self.column) + right).ok()?;
        let row = u16::try_from(i32::from(self.row) + down).ok()?;
        Hex::new(column, row)
    }

    /// The hexes that share a side, clockwise from the north, without those beyond the edge.
    pub fn neighbours(self) -> impl Iterator<Item = Hex> {
        Direction::ALL.into_iter().filter_map(move |direction| self.step(direction))
    }

    /// Steps on the shortest way to another hex, whatever lies between.
    pub fn distance(self, other: Hex) -> u32 {
        let (column, slant) = self.axial();
        let (other_column, other_slant) = other.axial();
        let right = other_column - column;
        let down = other_slant - slant;
        right.abs().max(down.abs()).max((right + down).abs()).unsigned_abs()
    }

    /// The direction of a single step to a hex that shares a side; `None` for any other hex.
    pub fn direction_to(self, neighbour: Hex) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| self.step(*direction) == Some(neighbour))
    }

    /// Every hex at most `steps` away, this one included, in order of id.
    pub fn within(self, steps: u32) -> impl Iterator<Item = Hex> {
        let reach = u16::try_from(steps).unwrap_or(LAST).min(LAST);
        let columns = self.column.saturating_sub(reach).max(1)..=(self.column + reach).min(LAST);
        let rows = self.row.saturating_sub(reach).max(1)..=(self.row + reach).min(LAST);
        columns
            .flat_map(move |column| rows.clone().filter_map(move |row| Hex::new(column, row)))
            .filter(move |hex| self.distance(*hex) <= steps)
    }

    /// Column and slanted row: coordinates in which every direction is a fixed offset.
    fn axial(self) -> (i32, i32) {
        let column = i32::from(self.column) - 1;
        let row = i32::from(self.row) - 1;
        (column, row - (column - (column & 1)) / 2)
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:02}{:02}", self.column, self.row)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}

impl FromStr for Hex {
    type Err = NotAHex;

    fn from_str(text: &str) -> Result<Hex, NotAHex> {
        let digits = text.as_bytes();
        if digits.len() != 4 || !digits.iter().all(u8::is_ascii_digit) {
            return Err(NotAHex(text.to_owned()));
        }
        let pair = |at: usize| u16::from(digits[at] - b'0') * 10 + u16::from(digits[at + 1] - b'0');
        Hex::new(pair(0), pair(2)).ok_or_else(|| NotAHex(text.to_owned()))
    }
}

as_text!(Hex, "a hex like \"4913\"");

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hex(id: &str) -> Hex {
        id.parse().expect("a hex")
    }

    #[test]
    fn a_hex_is_four_bytes_and_prints_as_it_is_read() {
        assert_eq!(size_of::<Hex>(), 4);
        assert_eq!(hex("0409").to_string(), "0409");
        assert_eq!(serde_json::to_string(&hex("4913")).expect("json"), "\"4913\"");
        assert_eq!(serde_json::from_str::<Hex>("\"4913\"").expect("hex"), hex("4913"));
    }

    #[test]
    fn words_that_name_no_hex_are_refused() {
        for text in ["", "491", "49135", "4900", "0013", "49a3", "+913", "４９１３"] {
            assert_eq!(text.parse::<Hex>(), Err(NotAHex(text.to_owned())));
        }
    }

    #[test]
    fn even_columns_stand_half_a_hex_lower() {
        let around = |id: &str| hex(id).neighbours().map(|h| h.to_string()).collect::<Vec<_>>();
        assert_eq!(around("0505"), ["0504", "0604", "0605", "0506", "0405", "0404"]);
        assert_eq!(around("0405"), ["0404", "0505", "0506", "0406", "0306", "0305"]);
    }

    #[test]
    fn the_corner_of_the_grid_has_few_neighbours() {
        let around: Vec<_> = hex("0101").neighbours().map(|h| h.to_string()).collect();
        assert_eq!(around, ["0201", "0102"]);
    }

    #[test]
    fn distances_count_steps() {
        assert_eq!(hex("5009").distance(hex("4913")), 4);
        assert_eq!(hex("4910").distance(hex("4709")), 2);
        assert_eq!(hex("0101").distance(hex("0101")), 0);
        assert_eq!(hex("0101").distance(hex("0301")), 2);
    }

    #[test]
    fn a_hex_may_be_the_key_of_a_map_in_json() {
        let map = std::collections::BTreeMap::from([(hex("4913"), 2)]);
        let text = serde_json::to_string(&map).expect("json");
        assert_eq!(text, "{\"4913\":2}");
        assert_eq!(serde_json::from_str::<std::collections::BTreeMap<Hex, i32>>(&text).expect("map"), map);
    }

    proptest! {
        #[test]
        fn every_step_has_a_way_back(column in 2u16..98, row in 2u16..98, side in 0usize..6) {
            let from = Hex::new(column, row).expect("a hex");
            let direction = Direction::ALL[side];
            let to = from.step(direction).expect("inside the grid");
            prop_assert_eq!(to.step(direction.opposite()), Some(from));
            prop_assert_eq!(from.direction_to(to), Some(direction));
            prop_assert_eq!(from.distance(to), 1);
        }

        #[test]
        fn distance_is_the_same_both_ways_and_what_within_counts(a in (10u16..60, 10u16..60), b in (10u16..60, 10u16..60)) {
            let (a, b) = (Hex::new(a.0, a.1).expect("a hex"), Hex::new(b.0, b.1).expect("a hex"));
            prop_assert_eq!(a.distance(b), b.distance(a));
            let steps = a.distance(b).min(6);
            prop_assert_eq!(a.within(steps).any(|hex| hex == b), a.distance(b) <= steps);
            prop_assert_eq!(a.within(3).count(), 37);
        }
    }
}
