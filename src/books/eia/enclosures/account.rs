//! The quarter's accounts as a worksheet: one sheet for each account the reader may see, its postings step by step, with
//! live sums from what was held before to what is held now.

use base::facts::{Cell, Look, Table, Workbook};

use super::super::calendar::Month;
use super::super::item::Item;
use super::super::measure::Measure;
use super::super::standing::LedgerRow;
use super::file_date;

/// Rows of a sheet before the first posting: title, note, an empty one, the heads, what was held before.
const ROWS_ABOVE: usize = 5;
/// The longest name of a sheet that spreadsheet programs take.
const LONGEST_NAME: usize = 31;

/// One account as its item tells it.
struct Account<'a> {
    name: &'a str,
    opening: [i64; 2],
    closing: [i64; 2],
    rows: Vec<&'a LedgerRow>,
}

/// The worksheet; nothing when the reader may see no account.
pub fn workbook(items: &[Item], quarter: Month) -> Option<Workbook> {
    let mut sheets: Vec<Table> = Vec::new();
    for account in items.iter().filter_map(Account::of) {
        let name = sheet_name(account.name, &sheets);
        sheets.push(account.sheet(name, quarter));
    }
    let names: Vec<&str> = items.iter().filter_map(Account::of).map(|account| account.name).collect();
    let about = format!("the accounts of {} in {}, posting by posting", names.join(", "), quarter.title());
    (!sheets.is_empty()).then(|| Workbook { name: format!("accounts-{}", file_date(quarter)), about, sheets })
}

impl<'a> Account<'a> {
    fn of(item: &'a Item) -> Option<Self> {
        let Item::Account { name, opening_money, opening_manpower, rows, money, manpower, .. } = item else {
            return None;
        };
        // Postings of one step stand together, the steps as they came.
        let mut steps: Vec<&str> = Vec::new();
        for row in rows.iter().filter(|row| row.change != 0) {
            if !steps.contains(&row.step.as_str()) {
                steps.push(&row.step);
            }
        }
        let of_step = |step: &'a str| rows.iter().filter(move |row| row.step == step && row.change != 0);
        Some(Self {
            name,
            opening: [*opening_money, *opening_manpower],
            closing: [*money, *manpower],
            rows: steps.into_iter().flat_map(of_step).collect(),
        })
    }

    fn sheet(&self, name: String, quarter: Month) -> Table {
        let mut rows = vec![
            vec![words(&format!("{}, {}", self.name, quarter.title()), Look::Title)],
            vec![words(
                "Held before, and all postings of the quarter, are what is held now. The sums are formulas.",
                Look::Note,
            )],
            Vec::new(),
            heads("What"),
            line("", "Held before", self.opening.map(|held| Cell::Number(held as f64, Look::Plain)), Look::Plain),
        ];
        rows.extend(self.rows.iter().map(|row| posting(row)));
        let last = ROWS_ABOVE + self.rows.len();
        let held = [("C", self.closing[0]), ("D", self.closing[1])].map(|(column, held)| {
            Cell::Formula(format!("=SUM({column}{ROWS_ABOVE}:{column}{last})"), held as f64, Look::Sum)
        });
        rows.push(line("", "Held now", held, Look::Sum));
        rows.extend(self.steps());
        Table { name, widths: vec![9, 52, 11, 11], frozen_rows: 4, rows }
    }

    /// What each step came to.
    fn steps(&self) -> Vec<Vec<Cell>> {
        let mut rows = vec![Vec::new(), heads("Altogether")];
        let mut first = ROWS_ABOVE + 1;
        for step in self.rows.chunk_by(|one, next| one.step == next.step) {
            let last = first + step.len() - 1;
            let sums = [("C", Measure::Money), ("D", Measure::Manpower)].map(|(column, measure)| {
                let sum: i64 = step.iter().filter(|row| row.measure == measure).map(|row| row.change).sum();
                Cell::Formula(format!("=SUM({column}{first}:{column}{last})"), sum as f64, Look::Plain)
            });
            rows.push(line(&step[0].step, "", sums, Look::Plain));
            first = last + 1;
        }
        if self.rows.is_empty() { Vec::new() } else { rows }
    }
}

fn words(text: &str, look: Look) -> Cell {
    Cell::Text(text.to_owned(), look)
}

fn heads(what: &str) -> Vec<Cell> {
    let numbers = ["Money", "Manpower"].map(|head| words(head, Look::NumberHead));
    line("Step", what, numbers, Look::Head)
}

fn line(step: &str, what: &str, [money, manpower]: [Cell; 2], look: Look) -> Vec<Cell> {
    vec![words(step, look), words(what, look), money, manpower]
}

fn posting(row: &LedgerRow) -> Vec<Cell> {
    let change = Cell::Number(row.change as f64, Look::Plain);
    let sums = match row.measure {
        Measure::Money => [change, Cell::Empty],
        Measure::Manpower => [Cell::Empty, change],
    };
    line(&row.step, &row.text, sums, Look::Plain)
}

/// A name for the sheet of an account that no other sheet has; names of countries are a club's own.
fn sheet_name(account: &str, others: &[Table]) -> String {
    let is_fit = |c: &char| !c.is_control() && !"[]:*?/\\'".contains(*c);
    let name: String = account.chars().filter(is_fit).take(LONGEST_NAME - 3).collect();
    let name = if name.trim().is_empty() { "Account".to_owned() } else { name.trim().to_owned() };
    let is_taken = |name: &String| others.iter().any(|other| other.name.to_lowercase() == name.to_lowercase());
    let numbered = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or(name)
}
