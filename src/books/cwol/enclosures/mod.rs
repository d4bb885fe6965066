//! What goes with the report of those who read a side's books, the Treasury, the President and the Vice-President: the books as a
//! workbook, and a chart of its money over the turns. Both are made of what the reader may know, and of nothing else.

mod chart;
mod open;
mod workbook;

use base::facts::{Brief, Enclosure, Pictures};

use super::item::Item;
use super::scenario::Scenario;
use super::side::Side;

use open::Open;

/// The enclosures of a report; none where no side's books are read.
pub fn enclosures(scenario: &Scenario, brief: &Brief<Item>, pictures: Pictures) -> Vec<Enclosure> {
    let items = brief.items().to_vec();
    let Some(turn) = items.iter().find_map(Open::of) else { return Vec::new() };
    let of_side = |side: Side| {
        let drawn = (pictures == Pictures::Drawn).then(|| chart::picture(&items, side, turn)).flatten();
        let books = workbook::workbook(scenario, &items, side, turn);
        drawn.map(Enclosure::Picture).into_iter().chain(books.map(Enclosure::Workbook))
    };
    Side::BOTH.into_iter().flat_map(of_side).collect()
}
