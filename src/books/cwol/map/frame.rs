//! Which part of the country a reader's own map shows. Frames are chosen from few, so that a ground is drawn once for many of them.

use base::facts::Brief;
use board::square::{COLUMNS, ROWS, Square};

use super::super::item::Item;
use super::super::office::Office;
use super::super::scenario::Scenario;

/// The most squares around a middle: more are as well shown by the whole.
pub const MOST: u32 = 32;
/// How many squares around a middle there may be.
const RADII: [u32; 6] = [7, 10, 12, 16, 24, MOST];
/// Between what is commanded and the edge.
const MARGIN: u32 = 4;
/// Middles lie on every so manieth column and row.
const STEP: u8 = 4;

/// The frame around some squares: its middle, and how many squares it reaches; none around nothing, and around what is too far apart.
pub fn around(squares: impl Iterator<Item = Square>) -> Option<(Square, u32)> {
    let squares: Vec<Square> = squares.collect();
    let ends = |of: fn(&Square) -> u8| Some((squares.iter().map(of).min()?, squares.iter().map(of).max()?));
    let ((left, right), (top, bottom)) = (ends(|square| square.column())?, ends(|square| square.row())?);
    let middle = |from: u8, to: u8, end: u8| ((from + (to - from) / 2 + STEP / 2) / STEP * STEP).min(end - 1);
    let (column, row) = (middle(left, right, COLUMNS), middle(top, bottom, ROWS));
    let reach = |middle: u8, from: u8, to: u8| u32::from(middle.abs_diff(from).max(middle.abs_diff(to)));
    let needed = reach(column, left, right).max(reach(row, top, bottom)) + MARGIN;
    let radius = RADII.into_iter().find(|radius| *radius >= needed)?;
    Some((Square::new(column, row).or_else(|| squares.first().copied())?, radius))
}

/// Whether a reader has an office that reads of a whole service or of the whole treasury.
pub fn reads_of_all(scenario: &Scenario, brief: &Brief<Item>) -> bool {
    let offices = brief.viewer().seats().iter().filter_map(|seat| scenario.office(seat.as_str()));
    let is_high = |office: Office| {
        matches!(office, Office::President | Office::Vice | Office::Treasury | Office::War | Office::Navy)
    };
    offices.into_iter().any(|row| is_high(row.office))
}
