//! What goes with the report that ends an Economic Phase: the quarter's accounts as a worksheet, and a chart of the game so
//! far. Both are made of what the reader may know, and of nothing else.

mod account;
mod chart;

use base::facts::{Brief, Enclosure, Pictures};

use super::calendar::{Month, Stage};
use super::item::Item;
use super::scenario::Scenario;

/// The enclosures of a report; none unless its last window has just closed.
pub fn enclosures(scenario: &Scenario, brief: &Brief<Item>, pictures: Pictures) -> Vec<Enclosure> {
    let items = brief.items().to_vec();
    let Some(quarter) = quarter_closed(&items) else { return Vec::new() };
    let drawn = (pictures == Pictures::Drawn).then(|| Enclosure::Picture(chart::picture(scenario, &items, quarter)));
    let accounts = account::workbook(&items, quarter).map(Enclosure::Workbook);
    drawn.into_iter().chain(accounts).collect()
}

/// The quarter that ended with this report: the board is open, and the last quarter in the history was the month before.
fn quarter_closed(items: &[Item]) -> Option<Month> {
    let now = items.iter().find_map(|item| match item {
        Item::Calendar { month, stage: Stage::Board, .. } => Some(*month),
        _ => None,
    })?;
    let last = items.iter().find_map(|item| match item {
        Item::History { rows } => rows.last().map(|row| row.month),
        _ => None,
    })?;
    (last.after(1) == now).then_some(last)
}

/// The month in a file's name ("1805-03").
fn file_date(month: Month) -> String {
    format!("{}-{:02}", month.year, month.month)
}

#[cfg(test)]
mod tests;
