//! The tables of a page, with their cells, as wide as a screen takes them.

use super::html_words::{escape_into, kept_together_into};
use super::rows::{Cell, Row, Table, width};

const TABLE: &str = "<div style=\"overflow-x:auto\"><table cellpadding=\"3\" cellspacing=\"0\"><tbody valign=\"top\">";

/// A table of so many columns that it needs small and narrow letters on a telephone.
const WIDE_TABLE: &str = "<div style=\"overflow-x:auto\"><table cellpadding=\"2\" cellspacing=\"0\" \
style=\"font:12px/1.35 Arial,Helvetica,sans-serif\"><tbody valign=\"top\">";
const WIDEST_TABLE: &str = "<div style=\"overflow-x:auto\"><table cellpadding=\"2\" cellspacing=\"0\" \
style=\"font:11px/1.35 Arial,Helvetica,sans-serif\"><tbody valign=\"top\">";

/// Columns from which on a table is wide, and the widest.
const MANY_COLUMNS: usize = 6;
const MOST_COLUMNS: usize = 9;
const TABLE_END: &str = "</tbody></table></div>\n";

/// Letters of the longest cell that stays on one line: numbers with a sign, pulses.
const SHORT_CELL: usize = 8;

/// Letters of the longest word that a cell does not break.
const LONGEST_WORD: usize = 24;

pub(super) fn table_of(table: &Table<'_>, body: &mut String) {
    body.push_str(match table.numbers.len() {
        MOST_COLUMNS.. => WIDEST_TABLE,
        MANY_COLUMNS.. => WIDE_TABLE,
        _ => TABLE,
    });
    let groups = groups(table);
    for (at, row) in table.rows.iter().enumerate() {
        body.push_str("<tr>");
        match row {
            Row::Across(line) => {
                body.push_str(&format!("<td colspan=\"{}\"><b>", table.numbers.len()));
                escape_into(line, body);
                body.push_str("</b></td>");
            }
            Row::Cells(cells) => {
                let name = if at == 0 && table.has_head { "th" } else { "td" };
                for (column, cell) in cells.iter().enumerate() {
                    column_into(name, cell, Place::of(table, &groups, column), body);
                }
            }
        }
        body.push_str("</tr>\n");
    }
    body.push_str(TABLE_END);
}

/// How a column stands beside the one on its left.
#[derive(Debug, Clone, Copy)]
struct Place {
    is_of_numbers: bool,
    /// Its words would touch numbers that stand at the right end of their column.
    is_behind_numbers: bool,
    /// Another group of columns begins with it.
    begins_group: bool,
}

impl Place {
    fn of(table: &Table<'_>, groups: &[usize], column: usize) -> Self {
        let is_of_numbers = table.numbers[column];
        let is_behind_numbers = column > 0 && table.numbers[column - 1] && !is_of_numbers;
        Self { is_of_numbers, is_behind_numbers, begins_group: groups.contains(&column) }
    }

    fn style_into(self, is_head: bool, is_broken: bool, body: &mut String) {
        let mut begin = " style=\"";
        let mut add = |looks: &str| {
            body.push_str(std::mem::replace(&mut begin, ";"));
            body.push_str(looks);
        };
        match (is_broken, self.is_of_numbers) {
            (true, _) => add("word-break:break-all"),
            (false, true) => add("text-align:right"),
            (false, false) if is_head => add("text-align:left"),
            (false, false) => {}
        }
        if self.begins_group {
            add("border-left:1px solid #bba");
        }
        if self.is_behind_numbers {
            add("padding-left:1em");
        }
        if begin == ";" {
            body.push('"');
        }
    }
}

/// The columns with which another group begins: its measure stands first in its head, and heads from before it again behind that, as
/// in "CP spent left PP spent left".
fn groups(table: &Table<'_>) -> Vec<usize> {
    let Some(Row::Cells(head)) = table.rows.first().filter(|_| table.has_head) else { return Vec::new() };
    let name = |column: usize| head[column].0.first().map_or("", |line| line[0]);
    let is_measure = |column: usize| {
        let word = name(column).split(' ').next().unwrap_or_default();
        word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase())
    };
    let repeats = |column: usize| (1..column).any(|earlier| name(earlier).eq_ignore_ascii_case(name(column + 1)));
    let inner = 2..head.len().saturating_sub(1);
    inner.filter(|column| is_measure(*column) && !is_measure(*column - 1) && repeats(*column)).collect()
}

fn column_into(name: &str, cell: &Cell<'_>, place: Place, body: &mut String) {
    let pieces = || cell.0.iter().flatten();
    // Few cells are as long as that: of the others no word is looked at.
    let has_long_word =
        |piece: &str| piece.len() > LONGEST_WORD && piece.split(' ').any(|word| width(word) > LONGEST_WORD);
    let is_broken = pieces().any(|piece| has_long_word(piece));
    let is_on_one_line = name != "th"
        && !cell.0.is_empty()
        && pieces().all(|piece| width(piece) <= SHORT_CELL && piece.contains([' ', '-']));
    body.push('<');
    body.push_str(name);
    place.style_into(name == "th", is_broken, body);
    if is_on_one_line {
        body.push_str(" nowrap");
    }
    body.push('>');
    cell_into(cell, if is_on_one_line { escape_into } else { kept_together_into }, body);
    body.push_str("</");
    body.push_str(name);
    body.push('>');
}

/// Writes the lines of a cell, each piece of them by `write`.
pub(super) fn cell_into(cell: &Cell<'_>, write: fn(&str, &mut String), body: &mut String) {
    for (number, pieces) in cell.0.iter().enumerate() {
        if number > 0 {
            body.push_str("<br>");
        }
        for (number, piece) in pieces.iter().enumerate() {
            if number > 0 {
                body.push(' ');
            }
            write(piece, body);
        }
    }
}
