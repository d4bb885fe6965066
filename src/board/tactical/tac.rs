//! A tactical square, named `5-6`: column 0 to 14 from the west, row 0 to 14 from the north. Sets of them are bits.

use std::fmt;
use std::str::FromStr;

use crate::as_text::as_text;

use super::super::Compass;

/// Columns and rows of a strategic square.
const SIZE: u8 = 15;
/// The middle column and row.
const MIDDLE: u8 = 7;

/// One tactical square. Orders by row, then column: of equally good ones the first is taken (D-SNNM-25).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tac {
    row: u8,
    column: u8,
}

/// Words that name no tactical square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no tactical square: it is its column, a hyphen and its row, each from 0 to 14, like 5-6")]
pub struct NotATac(pub String);

impl Tac {
    /// The square in the middle.
    pub const CENTRE: Tac = Tac { row: MIDDLE, column: MIDDLE };

    /// The square at a column and a row; `None` outside.
    pub fn new(column: u8, row: u8) -> Option<Tac> {
        (column < SIZE && row < SIZE).then_some(Tac { row, column })
    }

    /// The column, from 0 in the west.
    pub fn column(self) -> u8 {
        self.column
    }

    /// The row, from 0 in the north.
    pub fn row(self) -> u8 {
        self.row
    }

    /// All of them, in their order.
    pub fn all() -> impl Iterator<Item = Tac> {
        (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| Tac { row, column }))
    }

    /// The square one step away; `None` beyond the edge.
    pub fn step(self, direction: Compass) -> Option<Tac> {
        let (right, down) = direction.offset();
        Tac::new(self.column.checked_add_signed(right)?, self.row.checked_add_signed(down)?)
    }

    /// The middle of an edge of the strategic square, or its corner.
    pub fn at_edge(direction: Compass) -> Tac {
        let place = |step: i8| MIDDLE.saturating_add_signed(step * 7);
        let (right, down) = direction.offset();
        Tac { row: place(down), column: place(right) }
    }

    /// The squares that share an edge with it: north, east, south, west.
    pub fn beside(self) -> impl Iterator<Item = Tac> {
        Compass::STRAIGHT.into_iter().filter_map(move |direction| self.step(direction))
    }

    /// The square of the straight distance to another.
    fn straight_squared(self, other: Tac) -> u32 {
        let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
        square(self.column, other.column) + square(self.row, other.row)
    }

    /// The straight line to another, both ends included: as many steps as columns or rows, whichever are more, each rounded to
    /// the nearest square, halves up.
    pub fn line_to(self, other: Tac) -> impl Iterator<Item = Tac> {
        let steps = i32::from(self.column.abs_diff(other.column).max(self.row.abs_diff(other.row))).max(1);
        let between = move |from: u8, to: u8, step: i32| {
            let moved = (2 * (i32::from(to) - i32::from(from)) * step + steps).div_euclid(2 * steps);
            from.saturating_add_signed(moved as i8)
        };
        let length = if self == other { 0 } else { steps };
        (0..=length).map(move |step| Tac {
            row: between(self.row, other.row, step),
            column: between(self.column, other.column, step),
        })
    }

    /// The square nearest to this one in a straight line; of equally near ones that with the lower row, then the lower column
    /// (D-SNNM-25).
    pub fn nearest_of(self, wanted: impl IntoIterator<Item = Tac>) -> Option<Tac> {
        wanted.into_iter().min_by_key(|tac| (self.straight_squared(*tac), *tac))
    }

    /// All other squares by rising distance in steps, in each ring from the north clockwise (D47).
    pub fn outwards(self) -> impl Iterator<Item = Tac> {
        (1..i32::from(SIZE)).flat_map(move |reach| {
            ring(reach).filter_map(move |(right, down)| {
                let place = |from: u8, by: i32| from.checked_add_signed(by as i8);
                Tac::new(place(self.column, right)?, place(self.row, down)?)
            })
        })
    }
}

/// The offsets of a ring around a square, from the north clockwise.
fn ring(reach: i32) -> impl Iterator<Item = (i32, i32)> {
    (0..8 * reach).map(move |step| {
        let along = step + reach;
        let (side, at) = (along / (2 * reach) % 4, along % (2 * reach) - reach);
        match side {
            0 => (at, -reach),
            1 => (reach, at),
            2 => (-at, reach),
            _ => (-reach, -at),
        }
    })
}

impl fmt::Display for Tac {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}", self.column, self.row)
    }
}

impl fmt::Debug for Tac {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}

impl FromStr for Tac {
    type Err = NotATac;

    /// Between the numbers a hyphen or a comma, as people write them.
    fn from_str(text: &str) -> Result<Tac, NotATac> {
        let number = |digits: &str| match digits.as_bytes() {
            [b'0'..=b'9'] | [b'1', b'0'..=b'9'] => digits.parse().ok(),
            _ => None,
        };
        let halves = text.split_once(['-', ',']);
        let tac = halves.and_then(|(column, row)| Tac::new(number(column)?, number(row)?));
        tac.ok_or_else(|| NotATac(text.to_owned()))
    }
}

as_text!(Tac, "a tactical square like \"5-6\"");

/// A set of tactical squares as bits, one word a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TacSet([u16; SIZE as usize]);

impl TacSet {
    /// Whether a square is in it.
    pub fn has(self, tac: Tac) -> bool {
        self.0[usize::from(tac.row)] & (1 << tac.column) != 0
    }

    /// Puts a square in.
    pub fn put(&mut self, tac: Tac) {
        self.0[usize::from(tac.row)] |= 1 << tac.column;
    }

    /// Its squares, in their order.
    pub fn iter(self) -> impl Iterator<Item = Tac> {
        Tac::all().filter(move |tac| self.has(*tac))
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == [0; SIZE as usize]
    }

    /// The squares of it that are not in another.
    pub fn without(self, other: TacSet) -> TacSet {
        let row = |at: usize| self.0[at] & !other.0[at];
        TacSet(std::array::from_fn(row))
    }

    /// All squares that hang together with it by their edges, and its own, outside of another set.
    pub fn spread_without(self, other: TacSet) -> TacSet {
        const ROW: u16 = (1 << SIZE) - 1;
        let mut all = self.without(other);
        loop {
            let before = all;
            for at in 0..all.0.len() {
                let above = if at > 0 { all.0[at - 1] } else { 0 };
                let below = all.0.get(at + 1).copied().unwrap_or(0);
                let own = all.0[at];
                all.0[at] = (own | own << 1 | own >> 1 | above | below) & ROW & !other.0[at];
            }
            if all == before {
                return all;
            }
        }
    }
}

impl FromIterator<Tac> for TacSet {
    fn from_iter<I: IntoIterator<Item = Tac>>(squares: I) -> Self {
        let mut set = Self::default();
        squares.into_iter().for_each(|tac| set.put(tac));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tac(name: &str) -> Tac {
        name.parse().expect("a tactical square")
    }

    fn any_tac() -> impl Strategy<Value = Tac> {
        (0..SIZE, 0..SIZE).prop_map(|(column, row)| Tac { row, column })
    }

    #[test]
    fn map_grid_a_tactical_square_is_its_column_and_its_row() {
        assert_eq!((tac("5-6").column(), tac("5-6").row(), tac("7,14").to_string()), (5, 6, "7-14".to_owned()));
        assert_eq!(serde_json::from_str::<Tac>("\"14-0\"").expect("a square"), tac("14-0"));
        for text in ["", "5", "5-", "15-0", "0-15", "5-6-7", "05-6", "+5-6", "5 6", "a-b", "٥-6"] {
            assert_eq!(text.parse::<Tac>(), Err(NotATac(text.to_owned())));
        }
        let why = "15-0".parse::<Tac>().expect_err("no square").to_string();
        assert!(why.ends_with("each from 0 to 14, like 5-6"), "{why}");
    }

    #[test]
    fn edges_are_met_in_their_middles_and_corners() {
        let met = Compass::ALL.map(|direction| Tac::at_edge(direction).to_string());
        assert_eq!(met, ["7-0", "14-0", "14-7", "14-14", "7-14", "0-14", "0-7", "0-0"]);
    }

    #[test]
    fn a_line_rounds_halves_up() {
        let line =
            |from: &str, to: &str| tac(from).line_to(tac(to)).map(|it| it.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(line("7-8", "0-14"), "7-8 6-9 5-10 4-11 3-11 2-12 1-13 0-14");
        assert_eq!(line("0-0", "2-1"), "0-0 1-1 2-1");
        assert_eq!(line("2-1", "0-0"), "2-1 1-1 0-0");
        assert_eq!(line("3-3", "3-3"), "3-3");
    }

    #[test]
    fn d47_places_are_looked_for_outwards_from_the_north_clockwise() {
        let near: Vec<String> = Tac::CENTRE.outwards().take(9).map(|it| it.to_string()).collect();
        assert_eq!(near, ["7-6", "8-6", "8-7", "8-8", "7-8", "6-8", "6-7", "6-6", "7-5"]);
        assert_eq!(tac("0-0").outwards().take(3).collect::<Vec<_>>(), [tac("1-0"), tac("1-1"), tac("0-1")]);
    }

    #[test]
    fn d_snnm_25_of_equally_near_squares_the_lower_row_then_the_lower_column_is_taken() {
        let nearest = |of: &[&str]| Tac::CENTRE.nearest_of(of.iter().map(|name| tac(name)));
        assert_eq!(nearest(&["7-8", "8-7", "6-7", "7-6"]), Some(tac("7-6")));
        assert_eq!(nearest(&["8-7", "6-7", "7-8"]), Some(tac("6-7")));
        assert_eq!(nearest(&["9-9", "7-10"]), Some(tac("9-9")), "in a straight line, not in steps");
        assert_eq!(nearest(&[]), None);
    }

    proptest! {
        #[test]
        fn a_line_goes_from_end_to_end_step_by_step(from in any_tac(), to in any_tac()) {
            let line: Vec<Tac> = from.line_to(to).collect();
            prop_assert_eq!((line[0], line[line.len() - 1]), (from, to));
            let step = |one: Tac, other: Tac| one.column.abs_diff(other.column).max(one.row.abs_diff(other.row));
            prop_assert_eq!(line.len() - 1, usize::from(step(from, to)));
            prop_assert!(line.windows(2).all(|pair| step(pair[0], pair[1]) == 1));
        }

        #[test]
        fn a_set_spreads_to_what_hangs_together_with_it(from in any_tac(), shut in prop::collection::vec(any_tac(), 0..120)) {
            let shut: TacSet = shut.into_iter().collect();
            let (mut met, mut next) = (TacSet::default(), vec![from]);
            while let Some(tac) = next.pop().filter(|_| !shut.has(from)) {
                if !met.has(tac) && !shut.has(tac) {
                    met.put(tac);
                    next.extend(tac.beside());
                }
            }
            prop_assert_eq!(TacSet::from_iter([from]).spread_without(shut), met);
        }

        #[test]
        fn outwards_comes_to_every_other_square_once(from in any_tac()) {
            let all: TacSet = from.outwards().collect();
            prop_assert_eq!((from.outwards().count(), all.has(from)), (224, false));
            prop_assert_eq!(all.iter().count(), 224);
        }
    }
}
