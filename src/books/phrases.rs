//! Lines as people write them, each with its meaning, read as the judge reads a letter in a game that has just begun. Every table
//! of `tests/reading/players` is printed with what each row came to (`cargo test -p adjutant-books -- --nocapture`).
//!
//! A row: seat, lines (` / ` between them), kind, meaning, orders in canonical words (` | ` between them). Of kind `order`
//! the orders must be read; of `either` they, or nothing; of `ask` and `never` nothing may stand.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use base::facts::{Fact, Viewer, brief};
use base::game::{Dice, SeatId};
use base::order::{Line, LineStatus};
use rules::{Context, Table};
use serde_json::Value;

use crate::of_the_house;

/// A game in which lines are read.
struct Position {
    table: Arc<dyn Table>,
    facts: Vec<Fact<Value>>,
    context: Context,
}

/// What a row came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Came {
    /// As it was meant.
    Right,
    /// Asked back, with something that helps, where an order was meant.
    Asked,
    /// Nothing came of an order that was meant, and nothing was said.
    Silent,
    /// Orders stand that were not meant.
    Misread,
}

/// A row of a table.
struct Row<'t> {
    seat: &'t str,
    text: &'t str,
    kind: &'t str,
    wanted: Vec<&'t str>,
}

/// What was made of a row.
struct Outcome {
    came: Came,
    standing: Vec<String>,
    said: Vec<String>,
}

impl Position {
    /// A game by the book's first scenario, so many phases after its beginning.
    fn of(book: &str, phases: usize) -> Position {
        let shelf = of_the_house();
        let scenario = shelf.about(book).expect("a book").scenarios[0].clone();
        let table = shelf.table(book, &scenario).expect("a scenario");
        let secret = base::game::Secret::new([0x61; 32]);
        let mut played = table.begin(&mut Dice::committed(&secret, "0")).expect("a beginning");
        for phase in 0..phases {
            let mut dice = Dice::committed(&secret, &phase.to_string());
            played = table.adjudicate(&played.state, &BTreeMap::new(), &mut dice).expect("a phase");
        }
        let context = Context::of_phase(played.next.as_ref());
        Position { table, facts: played.situation, context }
    }

    fn read(&self, row: &Row<'_>) -> Outcome {
        let seat = SeatId::parse(row.seat).expect("a seat");
        let lines = row.text.split(" / ").enumerate();
        let lines = lines.map(|(index, text)| Line { number: index + 1, text: text.to_owned() });
        let lines: Vec<Line> = lines.filter(|line| !line.text.trim().is_empty()).collect();
        let known = brief(Viewer::vacant(&seat), &self.facts);
        let mut context = self.context.clone();
        let checked = self.table.check_form(&mut context, &known, &[seat], &lines).expect("a table");
        let mut standing = Vec::new();
        let mut said = Vec::new();
        for line in &checked.lines {
            let is_held = line.remarks.iter().any(|remark| remark.status > LineStatus::Incomplete);
            // A condition that no rule can judge is asked of the game master.
            let is_asked = line.all_remarks().any(|remark| remark.message.contains("the game master is asked"));
            let orders = line.orders.iter().filter(|order| order.stands() && !is_held && !is_asked);
            standing.extend(orders.map(|order| order.canonical.clone()));
            let remarks = line.all_remarks().filter(|remark| remark.status != LineStatus::Chatter);
            said.extend(remarks.map(|remark| {
                let caret = remark.span.and_then(|span| line.text.get(span.start..span.end)).unwrap_or_default();
                format!("[{caret}] {} {}", remark.message, remark.hint.as_deref().unwrap_or_default())
            }));
        }
        let came = came(row, &standing, &said);
        Outcome { came, standing, said }
    }
}

fn came(row: &Row<'_>, standing: &[String], said: &[String]) -> Came {
    let is_as_meant = alike(standing.iter().map(String::as_str)) == alike(row.wanted.iter().copied());
    match row.kind {
        "ask" | "never" if standing.is_empty() => Came::Right,
        "order" | "either" if is_as_meant && !standing.is_empty() => Came::Right,
        "either" if standing.is_empty() && !said.is_empty() => Came::Right,
        _ if !standing.is_empty() => Came::Misread,
        _ if said.is_empty() => Came::Silent,
        _ => Came::Asked,
    }
}

/// Orders, the same in any order; what they cost need not be written.
fn alike<'o>(orders: impl Iterator<Item = &'o str>) -> Vec<String> {
    let plain = |order: &str| {
        let lower = order.to_lowercase();
        let (words, cost) = lower.rsplit_once(" (").unwrap_or((lower.as_str(), ""));
        if cost.ends_with("cp)") { words.to_owned() } else { lower.clone() }
    };
    let mut orders: Vec<String> = orders.map(plain).collect();
    orders.sort();
    orders
}

fn rows(table: &str) -> Vec<Row<'_>> {
    let rows = table.lines().filter(|row| !row.is_empty() && !row.starts_with("seat\t"));
    rows.map(|row| {
        let mut cells = row.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        let (seat, text, kind, _meaning, orders) = (cell(), cell(), cell(), cell(), cell());
        let wanted = orders.split(" | ").map(str::trim).filter(|order| !order.is_empty()).collect();
        Row { seat, text, kind, wanted }
    })
    .collect()
}

/// Reads a table; prints it with what each row came to.
fn read_table(name: &str, table: &str, positions: impl Fn(&str) -> Position) -> BTreeMap<(String, Came), usize> {
    let mut laid: BTreeMap<String, Position> = BTreeMap::new();
    let mut counts = BTreeMap::new();
    let mut told = String::new();
    for row in rows(table) {
        let position = laid.entry(row.seat.to_owned()).or_insert_with(|| positions(row.seat));
        let outcome = position.read(&row);
        *counts.entry((row.kind.to_owned(), outcome.came)).or_default() += 1;
        let _ = writeln!(
            told,
            "{:?}\t{}\t{}\t{}\t= {}\twanted {}\t{}",
            outcome.came,
            row.kind,
            row.seat,
            row.text,
            outcome.standing.join(" | "),
            row.wanted.join(" | "),
            outcome.said.join(" // ")
        );
    }
    println!("## {name}\n{told}{counts:?}");
    counts
}

fn civil_war(seat: &str) -> Position {
    Position::of("civil-war", usize::from(!seat.ends_with("-sc")))
}

fn eia(_seat: &str) -> Position {
    Position::of("eia", 0)
}

#[test]
fn try_rows() {
    let Ok(path) = std::env::var("ROWS") else { return };
    let table = std::fs::read_to_string(&path).expect("rows");
    read_table(&path, &table, if path.contains("eia") { eia } else { civil_war });
}
