//! What boards have in common, be they of hexes or of squares: cells, which are next to one, how far apart they are, and where
//! they lie on paper. Knows nothing of what lies in a cell, and no scale.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::hex::{Direction, Hex};
use super::square::{COLUMNS, Compass, ROWS, Square};

/// A corner of cells, counted in steps of [`Shape::corner`]: neighbours share the same numbers.
pub type Corner = (i32, i32);

/// A line from one corner to another.
pub type Edge = (Corner, Corner);

/// How the cells of a board lie on paper; all lengths in sides of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// From one column to the next.
    pub column: f64,
    /// From one row to the next, and between the middles of neighbours in a column.
    pub row: f64,
    /// What a board is wider than its columns and, in rows, higher than its rows.
    pub overhang: f64,
    /// How far a corner is from the next one of its numbers, to the right and down.
    pub corner: (f64, f64),
    /// How far above its middle the name of a cell stands in it.
    pub name: f64,
    /// The side of a cell in the units in which the lines and figures of a ground are drawn: where all of a board is shown, and
    /// where a part is.
    pub drawn: (f64, f64),
    /// Cells are small beside words: names of regions keep off the edge of a map, and words off the names of cells.
    pub is_small: bool,
    /// The first column and row that are numbered at the edge of a map.
    pub first_numbered: u16,
}

/// A cell of a board.
pub trait Cell: Copy + Ord + fmt::Debug + fmt::Display + Serialize + DeserializeOwned {
    /// What a cell is called.
    const WORD: &'static str;
    /// How cells lie on paper.
    const SHAPE: Shape;
    /// How many sides a cell has.
    const SIDES: usize;
    /// The last column of the largest board.
    const LAST_COLUMN: u16;

    /// The cell at a column and a row, both counted from 1; `None` off the board.
    fn at(column: u16, row: u16) -> Option<Self>;

    /// Its column and row, both counted from 1.
    fn place(self) -> (u16, u16);

    /// The cells next to it, clockwise from the north, without those beyond the edge.
    fn neighbours(self) -> impl Iterator<Item = Self>;

    /// Steps on the shortest way to another cell, whatever lies between.
    fn distance(self, other: Self) -> u32;

    /// Every cell at most `steps` away, itself included, in order.
    fn within(self, steps: u32) -> impl Iterator<Item = Self>;

    /// A column of cells as bits, by their rows, grown by the neighbours of its own cells and of those in the columns beside it.
    fn grown(column: u16, left: u128, own: u128, right: u128) -> u128;

    /// Its middle, as a corner would be counted.
    fn middle(self) -> Corner;

    /// Its outline, clockwise from the north: each side, so that the cell lies to the right of it, and the cell beyond.
    fn outline(self) -> impl Iterator<Item = (Edge, Option<Self>)>;

    /// Where a river runs that two neighbouring cells have in common; none for others.
    fn reach(self, other: Self) -> Option<Edge>;

    /// The upper and left part of its outline as one line: what a grid is made of.
    fn roof(self) -> Vec<Corner>;

    /// Whether its column stands half a cell lower than the first.
    fn is_low(self) -> bool;

    /// What its column and its row are called.
    fn names(self) -> (String, String);
}

impl Cell for Hex {
    const WORD: &'static str = "hex";
    const SHAPE: Shape = Shape {
        column: 1.5,
        row: 1.732,
        overhang: 0.5,
        corner: (0.5, 0.866_025_4),
        name: 0.56,
        drawn: (10.0, 10.0),
        is_small: false,
        first_numbered: 5,
    };
    const SIDES: usize = 6;
    // Columns and rows have two digits.
    const LAST_COLUMN: u16 = 99;

    fn at(column: u16, row: u16) -> Option<Self> {
        Hex::new(column, row)
    }

    fn place(self) -> (u16, u16) {
        (self.column(), self.row())
    }

    fn neighbours(self) -> impl Iterator<Item = Self> {
        Hex::neighbours(self)
    }

    fn distance(self, other: Self) -> u32 {
        Hex::distance(self, other)
    }

    fn within(self, steps: u32) -> impl Iterator<Item = Self> {
        Hex::within(self, steps)
    }

    fn grown(column: u16, left: u128, own: u128, right: u128) -> u128 {
        let beside = left | right;
        // Even columns lie half a hex lower.
        let shifted = if column.is_multiple_of(2) { beside >> 1 } else { beside << 1 };
        own | own << 1 | own >> 1 | beside | shifted
    }

    fn middle(self) -> Corner {
        let (column, row) = (i32::from(self.column()) - 1, i32::from(self.row()) - 1);
        (2 + 3 * column, 1 + 2 * row + (column & 1))
    }

    fn outline(self) -> impl Iterator<Item = (Edge, Option<Self>)> {
        Direction::ALL.into_iter().map(move |direction| (hexside(self, direction), self.step(direction)))
    }

    /// Rivers run between hexes.
    fn reach(self, other: Self) -> Option<Edge> {
        self.direction_to(other).map(|direction| hexside(self, direction))
    }

    fn roof(self) -> Vec<Corner> {
        let (x, y) = self.middle();
        vec![(x - 2, y), (x - 1, y - 1), (x + 1, y - 1), (x + 2, y)]
    }

    fn is_low(self) -> bool {
        self.column().is_multiple_of(2)
    }

    fn names(self) -> (String, String) {
        (format!("{:02}", self.column()), format!("{:02}", self.row()))
    }
}

/// The two corners of a side, so that the hex lies to the right of the way from the first to the second.
fn hexside(hex: Hex, direction: Direction) -> Edge {
    let (x, y) = hex.middle();
    let corner = |(right, down): (i32, i32)| (x + right, y + down);
    let (from, to) = match direction {
        Direction::N => ((-1, -1), (1, -1)),
        Direction::NE => ((1, -1), (2, 0)),
        Direction::SE => ((2, 0), (1, 1)),
        Direction::S => ((1, 1), (-1, 1)),
        Direction::SW => ((-1, 1), (-2, 0)),
        Direction::NW => ((-2, 0), (-1, -1)),
    };
    (corner(from), corner(to))
}

impl Cell for Square {
    const WORD: &'static str = "square";
    const SHAPE: Shape = Shape {
        column: 1.0,
        row: 1.0,
        overhang: 0.0,
        corner: (0.5, 0.5),
        name: 0.2,
        drawn: (6.5, 15.0),
        is_small: true,
        first_numbered: 6,
    };
    const SIDES: usize = 4;
    const LAST_COLUMN: u16 = COLUMNS as u16;

    fn at(column: u16, row: u16) -> Option<Self> {
        let place = |place: u16, most: u8| u8::try_from(place.checked_sub(1)?).ok().filter(|place| *place < most);
        Square::new(place(column, COLUMNS)?, place(row, ROWS)?)
    }

    fn place(self) -> (u16, u16) {
        (u16::from(self.column()) + 1, u16::from(self.row()) + 1)
    }

    fn neighbours(self) -> impl Iterator<Item = Self> {
        Square::neighbours(self)
    }

    fn distance(self, other: Self) -> u32 {
        Square::distance(self, other)
    }

    fn within(self, steps: u32) -> impl Iterator<Item = Self> {
        Square::within(self, steps)
    }

    fn grown(_: u16, left: u128, own: u128, right: u128) -> u128 {
        let beside = left | own | right;
        beside | beside << 1 | beside >> 1
    }

    fn middle(self) -> Corner {
        (2 * i32::from(self.column()) + 1, 2 * i32::from(self.row()) + 1)
    }

    fn outline(self) -> impl Iterator<Item = (Edge, Option<Self>)> {
        let (x, y) = self.middle();
        let corners = [(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)];
        (0..4).map(move |side| ((corners[side], corners[(side + 1) % 4]), self.step(Compass::STRAIGHT[side])))
    }

    /// Rivers run through squares, from middle to middle.
    fn reach(self, other: Self) -> Option<Edge> {
        self.direction_to(other).map(|_| (self.middle(), other.middle()))
    }

    fn roof(self) -> Vec<Corner> {
        let (x, y) = self.middle();
        vec![(x - 1, y + 1), (x - 1, y - 1), (x + 1, y - 1)]
    }

    fn is_low(self) -> bool {
        false
    }

    fn names(self) -> (String, String) {
        (self.column_name(), self.row_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What holds of any two cells of a board.
    fn is_a_board<C: Cell>(one: C, other: C) {
        let (column, row) = one.place();
        assert_eq!(C::at(column, row), Some(one));
        assert_eq!(C::at(0, row).or(C::at(column, 0)), None);
        assert_eq!(one.distance(other), other.distance(one));
        assert!(one.neighbours().all(|next| one.distance(next) == 1 && next.neighbours().any(|back| back == one)));
        assert!(one.within(1).all(|near| near == one || one.neighbours().any(|next| next == near)));
        let sides: Vec<_> = one.outline().collect();
        assert_eq!(sides.len(), C::SIDES);
        for (place, ((_, end), beyond)) in sides.iter().enumerate() {
            assert_eq!(*end, sides[(place + 1) % sides.len()].0.0, "the outline is one line");
            let Some(beyond) = beyond else { continue };
            assert!(beyond.outline().any(|((from, to), back)| back == Some(one) && (to, from) == sides[place].0));
        }
        assert!(one.roof().windows(2).all(|part| sides.iter().any(|(side, _)| *side == (part[0], part[1]))));
        assert_eq!(one.reach(other).is_some(), one.distance(other) == 1);
        let (column, row) = one.names();
        assert_eq!(one.to_string().replace('-', ""), column + &row);
    }

    proptest! {
        #[test]
        fn hexes_and_squares_are_boards(one in (1u16..100, 1u16..100), other in (1u16..100, 1u16..100), right in -1i32..2, down in -1i32..2) {
            let near = ((i32::from(one.0) + right) as u16, (i32::from(one.1) + down) as u16);
            for other in [other, near] {
                if let (Some(one), Some(other)) = (Hex::at(one.0, one.1), Hex::at(other.0, other.1)) {
                    is_a_board(one, other);
                }
                if let (Some(one), Some(other)) = (Square::at(one.0, one.1), Square::at(other.0, other.1)) {
                    is_a_board(one, other);
                }
            }
        }
    }

    #[test]
    fn the_last_square_is_on_the_board_and_nothing_behind_it() {
        assert_eq!(Square::at(140, 120).map(|it| it.to_string()), Some("N9-Z9".to_owned()));
        assert_eq!((Square::at(141, 120), Square::at(140, 121), Square::at(400, 1)), (None, None, None));
    }
}
