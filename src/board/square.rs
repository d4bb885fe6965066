//! A strategic square, named `K1-R9`: column A0 to N9 from the west, row O0 to Z9 from the north; no letter is left out.
//! Eight squares are next to one, and a slanting step counts as one. Knows nothing of what lies in a square.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::as_text::as_text;

/// Columns of the grid: the letters A to N, ten of each.
pub const COLUMNS: u8 = 140;
/// Rows of the grid: the letters O to Z, ten of each.
pub const ROWS: u8 = 120;

const FIRST_COLUMN: u8 = b'A';
const FIRST_ROW: u8 = b'O';

/// One square. Orders by column, then row, which is the order of its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    column: u8,
    row: u8,
}

/// The eight directions from a square, clockwise from the north; facings of works have the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Compass {
    /// Towards the top of the map.
    N,
    /// Up and to the right.
    NE,
    /// To the right.
    E,
    /// Down and to the right.
    SE,
    /// Towards the bottom of the map.
    S,
    /// Down and to the left.
    SW,
    /// To the left.
    W,
    /// Up and to the left.
    NW,
}

/// Words that name no square, and what would have been right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASquare {
    /// Not of the form at all.
    #[error("`{0}` is no square: a square is its column, a hyphen and its row, like K1-R9")]
    Form(String),
    /// Column and row have changed places.
    #[error("`{0}` has its row first: the column comes first, {1}")]
    Swapped(String, Square),
    /// There is no such column.
    #[error("`{0}` is off the map: columns go from A0 to N9, and rows from O0 to Z9")]
    Column(String),
    /// There is no such row.
    #[error("`{0}` is off the map: rows go from O0 to Z9, and columns from A0 to N9")]
    Row(String),
}

impl Compass {
    /// All eight, clockwise from the north.
    pub const ALL: [Compass; 8] =
        [Compass::N, Compass::NE, Compass::E, Compass::SE, Compass::S, Compass::SW, Compass::W, Compass::NW];

    /// The four along columns and rows, in the order in which ties are settled.
    pub const STRAIGHT: [Compass; 4] = [Compass::N, Compass::E, Compass::S, Compass::W];

    /// The place of this direction in [`Compass::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Whether it runs along a column or a row.
    pub fn is_straight(self) -> bool {
        self.index().is_multiple_of(2)
    }

    /// The direction that leads back.
    pub fn opposite(self) -> Compass {
        Compass::ALL[(self.index() + 4) % 8]
    }

    /// The compass word, `N` to `NW`.
    pub fn word(self) -> &'static str {
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][self.index()]
    }

    /// What a step this way adds to the column and to the row.
    pub fn offset(self) -> (i8, i8) {
        [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][self.index()]
    }
}

impl fmt::Display for Compass {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}

impl Square {
    /// The square at a column and a row, both counted from 0; `None` off the grid.
    pub fn new(column: u8, row: u8) -> Option<Square> {
        (column < COLUMNS && row < ROWS).then_some(Square { column, row })
    }

    /// The column, from 0 in the west: K1 is 101.
    pub fn column(self) -> u8 {
        self.column
    }

    /// The row, from 0 in the north: R9 is 39.
    pub fn row(self) -> u8 {
        self.row
    }

    /// The square one step away; `None` beyond the edge of the grid.
    pub fn step(self, direction: Compass) -> Option<Square> {
        let (right, down) = direction.offset();
        Square::new(self.column.checked_add_signed(right)?, self.row.checked_add_signed(down)?)
    }

    /// The squares around this one, clockwise from the north, without those beyond the edge.
    pub fn neighbours(self) -> impl Iterator<Item = Square> {
        Compass::ALL.into_iter().filter_map(move |direction| self.step(direction))
    }

    /// Steps on the shortest way to another square, whatever lies between: the larger of the difference in columns and that
    /// in rows.
    pub fn distance(self, other: Square) -> u32 {
        u32::from(self.column.abs_diff(other.column).max(self.row.abs_diff(other.row)))
    }

    /// The direction of a single step to a square next to this one; `None` for any other square.
    pub fn direction_to(self, neighbour: Square) -> Option<Compass> {
        Compass::ALL.into_iter().find(|direction| self.step(*direction) == Some(neighbour))
    }

    /// Every square at most `steps` away, this one included, in order of name.
    pub fn within(self, steps: u32) -> impl Iterator<Item = Square> {
        let reach = u8::try_from(steps).unwrap_or(u8::MAX);
        let columns = self.column.saturating_sub(reach)..=self.column.saturating_add(reach).min(COLUMNS - 1);
        let rows = self.row.saturating_sub(reach)..=self.row.saturating_add(reach).min(ROWS - 1);
        columns.flat_map(move |column| rows.clone().map(move |row| Square { column, row }))
    }

    /// The first half of the name, of its column.
    pub fn column_name(self) -> String {
        half(FIRST_COLUMN, self.column)
    }

    /// The second half of the name, of its row.
    pub fn row_name(self) -> String {
        half(FIRST_ROW, self.row)
    }
}

/// A letter for the tens and a digit.
fn half(first: u8, place: u8) -> String {
    format!("{}{}", char::from(first + place / 10), place % 10)
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}", self.column_name(), self.row_name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}

impl FromStr for Square {
    type Err = NotASquare;

    /// Letters of any case; between the halves a hyphen, a dash, a colon, a blank or nothing, as people write them.
    fn from_str(text: &str) -> Result<Square, NotASquare> {
        let (one, other) = halves(text).ok_or_else(|| NotASquare::Form(text.to_owned()))?;
        match (place(FIRST_COLUMN, COLUMNS, one), place(FIRST_ROW, ROWS, other)) {
            (Some(column), Some(row)) => Ok(Square { column, row }),
            (None, None) => Err(match (place(FIRST_COLUMN, COLUMNS, other), place(FIRST_ROW, ROWS, one)) {
                (Some(column), Some(row)) => NotASquare::Swapped(text.to_owned(), Square { column, row }),
                _ => NotASquare::Column(text.to_owned()),
            }),
            (None, Some(_)) => Err(NotASquare::Column(text.to_owned())),
            (Some(_), None) => Err(NotASquare::Row(text.to_owned())),
        }
    }
}

/// A letter and a digit, twice.
fn halves(text: &str) -> Option<([u8; 2], [u8; 2])> {
    let (one, rest) = text.split_at_checked(2)?;
    let other = rest.strip_prefix(['-', '\u{2010}', '\u{2013}', ':', ' ']).unwrap_or(rest);
    let half = |text: &str| match text.as_bytes() {
        [letter, digit] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => {
            Some([letter.to_ascii_uppercase(), digit - b'0'])
        }
        _ => None,
    };
    half(one).zip(half(other))
}

/// Which of so many places a half names, the first letter being that of the first ten.
fn place(first: u8, count: u8, [letter, digit]: [u8; 2]) -> Option<u8> {
    let tens = letter.checked_sub(first)?;
    let place = tens.checked_mul(10)?.checked_add(digit)?;
    (place < count).then_some(place)
}

as_text!(Square, "a square like \"K1-R9\"");

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn a_square_is_two_bytes_and_prints_as_it_is_read() {
        assert_eq!(size_of::<Square>(), 2);
        let gettysburg = square("K1-R9");
        assert_eq!((gettysburg.column(), gettysburg.row(), gettysburg.to_string()), (101, 39, "K1-R9".to_owned()));
        assert_eq!([square("A0-O0"), square("N9-Z9")].map(|it| (it.column(), it.row())), [(0, 0), (139, 119)]);
        let map = std::collections::BTreeMap::from([(gettysburg, 2)]);
        let text = serde_json::to_string(&map).expect("json");
        assert_eq!(text, "{\"K1-R9\":2}");
        assert_eq!(serde_json::from_str::<std::collections::BTreeMap<Square, i32>>(&text).expect("map"), map);
    }

    #[test]
    fn squares_are_read_as_people_write_them() {
        for text in ["k1-r9", "K1R9", "k1 r9", "K1\u{2013}R9", "K1:R9"] {
            assert_eq!(text.parse(), Ok(square("K1-R9")), "{text}");
        }
    }

    #[test]
    fn words_that_name_no_square_are_told_what_would_be_right() {
        let why = |text: &str| text.parse::<Square>().expect_err("no square").to_string();
        assert_eq!(why("R9-K1"), "`R9-K1` has its row first: the column comes first, K1-R9");
        assert_eq!(why("O1-R9"), "`O1-R9` is off the map: columns go from A0 to N9, and rows from O0 to Z9");
        assert_eq!(why("K1-N9"), "`K1-N9` is off the map: rows go from O0 to Z9, and columns from A0 to N9");
        for text in ["", "K1", "K1-", "K1--R9", "K1-R9x", "1K-9R", "K1-R10", "Ä1-R9", "Kä-R9", "K１-R9", "4913"] {
            assert_eq!(text.parse::<Square>(), Err(NotASquare::Form(text.to_owned())));
        }
        let refused = serde_json::from_str::<Square>("\"P1-R9\"").expect_err("no square").to_string();
        assert!(refused.contains("columns go from A0 to N9"), "{refused}");
    }

    #[test]
    fn eight_squares_are_next_to_one_and_three_to_a_corner() {
        let around = |name: &str| square(name).neighbours().map(|it| it.to_string()).collect::<Vec<_>>();
        assert_eq!(around("K1-R9"), ["K1-R8", "K2-R8", "K2-R9", "K2-S0", "K1-S0", "K0-S0", "K0-R9", "K0-R8"]);
        assert_eq!(around("A0-O0"), ["A1-O0", "A1-O1", "A0-O1"]);
        assert_eq!(around("N9-Z9"), ["N9-Z8", "N8-Z9", "N8-Z8"]);
    }

    #[test]
    fn distances_are_the_larger_of_the_two_differences() {
        assert_eq!(square("E8-Q6").distance(square("K1-R9")), 53);
        assert_eq!(square("K1-R9").distance(square("K4-R8")), 3);
        assert_eq!(square("K1-R9").distance(square("K1-R9")), 0);
        assert_eq!(square("A0-O0").distance(square("N9-Z9")), 139);
    }

    fn any_square() -> impl Strategy<Value = Square> {
        (0..COLUMNS, 0..ROWS).prop_map(|(column, row)| Square::new(column, row).expect("a square"))
    }

    proptest! {
        #[test]
        fn every_square_is_read_as_it_prints(it in any_square()) {
            prop_assert_eq!(it.to_string().parse(), Ok(it));
            prop_assert_eq!(it.to_string().to_lowercase().parse(), Ok(it));
        }

        #[test]
        fn every_step_has_a_way_back(from in any_square(), side in 0usize..8) {
            let direction = Compass::ALL[side];
            let Some(to) = from.step(direction) else { return Ok(()) };
            prop_assert_eq!(to.step(direction.opposite()), Some(from));
            prop_assert_eq!(from.direction_to(to), Some(direction));
            prop_assert_eq!(from.distance(to), 1);
            prop_assert_eq!(direction.is_straight(), from.column() == to.column() || from.row() == to.row());
        }

        #[test]
        fn names_stand_in_the_order_of_squares(a in any_square(), b in any_square()) {
            prop_assert_eq!(a.cmp(&b), a.to_string().cmp(&b.to_string()));
        }

        #[test]
        fn distance_is_the_same_both_ways_and_what_within_counts(a in any_square(), b in any_square(), steps in 0u32..150) {
            prop_assert_eq!(a.distance(b), b.distance(a));
            prop_assert_eq!(a.within(steps).any(|it| it == b), a.distance(b) <= steps);
        }

        #[test]
        fn no_text_breaks_the_reader(text in "\\PC{0,8}") {
            prop_assert!(text.parse::<Square>().is_ok() || !text.parse::<Square>().expect_err("no square").to_string().is_empty());
        }
    }
}
