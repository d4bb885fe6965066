//! Lines as people write them, each with its meaning, read as the judge reads a letter in a game that has just begun. Every table
//! of `tests/reading/players` is printed with what each row came to (`cargo test -p adjutant-books -- --nocapture`).
//!
//! A row: seat, lines (` / ` between them), kind, meaning, orders in canonical words (` | ` between them). Of kind `order`
//! the orders must be read, or be proposed; of `either` they must be read, or nothing; of `ask` and `never` nothing may stand.

mod tables;

use std::collections::BTreeMap;
use std::sync::Arc;

use base::facts::{Fact, Viewer, brief};
use base::game::{Dice, SeatId};
use base::order::{Line, LineStatus, Remark};
use rules::check::{Checked, CheckedLine, CheckedOrder};
use rules::{Context, OrdersOnFile, Table};
use serde_json::Value;

use crate::of_the_house;
use tables::{Book, Held, TABLES};

/// What is said of a sentence that was left out, while those beside it stand.
const READ_WITHOUT: &str = "the rest was read without it";

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
    /// Asked back, with the orders that were meant among those proposed.
    Proposed,
    /// Asked back with something else.
    Asked,
    /// Nothing came of an order that was meant, and nothing was said.
    Silent,
    /// Orders stand that were not meant.
    Misread,
}

/// A row of a table.
#[derive(Clone)]
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
    proposed: Vec<String>,
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
            played = table.adjudicate(&played.state, &OrdersOnFile::default(), &mut dice).expect("a phase");
        }
        let context = Context::of_phase(played.next.as_ref());
        Position { table, facts: played.situation, context }
    }

    /// Orders in the very words in which receipts print them, however the table has them.
    fn canonical(&self, orders: &[&str]) -> Vec<String> {
        let read = |order: &&str| self.table.read(&mut self.context.clone(), order).ok();
        let words = |order: &&str| match read(order) {
            Some(read) if !read.orders.is_empty() => read.orders.into_iter().map(|(_, words)| words).collect(),
            _ => vec![(*order).to_owned()],
        };
        orders.iter().flat_map(words).collect()
    }

    fn read(&self, row: &Row<'_>) -> Outcome {
        let text: Vec<&str> = row.text.split(" / ").collect();
        self.outcome(row, &row.wanted, &self.check(row.seat, &text).lines)
    }

    /// The rows of one letter, each judged by what was made of its line; lines that were read as one are judged as one.
    fn read_letter(&self, letter: &[Row<'_>]) -> Vec<Outcome> {
        if let [row] = letter {
            return vec![self.read(row)];
        }
        let text: Vec<&str> = letter.iter().map(|row| row.text).collect();
        let lines = self.check(letter[0].seat, &text).lines;
        let of_row = |(index, row): (usize, &Row<'_>)| {
            let unit =
                lines.iter().find(|line| (line.number..line.number + line.count_of_lines).contains(&(index + 1)));
            let rows = unit.map_or(index..index + 1, |line| line.number - 1..line.number - 1 + line.count_of_lines);
            let meant: Vec<&str> = letter[rows].iter().flat_map(|row| row.wanted.clone()).collect();
            self.outcome(row, &meant, unit.map_or(&[], std::slice::from_ref))
        };
        letter.iter().enumerate().map(of_row).collect()
    }

    fn check(&self, seat: &str, text: &[&str]) -> Checked {
        let seat = SeatId::parse(seat).expect("a seat");
        let lines = text.iter().enumerate();
        let lines = lines.map(|(index, text)| Line { number: index + 1, text: (*text).to_owned() });
        let lines: Vec<Line> = lines.filter(|line| !line.text.trim().is_empty()).collect();
        let known = brief(Viewer::vacant(&seat), &self.facts);
        self.table.check_form(&mut self.context.clone(), &known, &[seat], &lines).expect("a table")
    }

    /// What came of a row whose lines were read so, together with others in them that mean all of `meant`.
    fn outcome(&self, row: &Row<'_>, meant: &[&str], lines: &[CheckedLine]) -> Outcome {
        let mut standing = Vec::new();
        let mut proposed = Vec::new();
        let mut said = Vec::new();
        for line in lines {
            standing.extend(orders_of(line).map(|order| order.canonical.clone()));
            if line.status() > LineStatus::Accepted {
                proposed.extend(line.wordings.iter().flat_map(|words| self.table.propose(&self.context, words)));
            }
            let remarks = line.all_remarks().filter(|remark| remark.status != LineStatus::Chatter);
            said.extend(remarks.map(|remark| {
                let caret = remark.span.and_then(|span| line.text.get(span.start..span.end)).unwrap_or_default();
                format!("[{caret}] {} {}", remark.message, remark.hint.as_deref().unwrap_or_default())
            }));
        }
        let alike = |orders: &[String]| alike(row.seat, orders);
        let others: Vec<&str> = meant.iter().filter(|order| !row.wanted.contains(order)).copied().collect();
        let others = alike(&self.canonical(&others));
        let own = |orders: &[String]| -> Vec<String> {
            alike(orders).into_iter().filter(|order| !others.contains(order)).collect()
        };
        let offered = Offered { standing: own(&standing), proposed: own(&proposed) };
        let came = came(row.kind, &alike(&self.canonical(&row.wanted)), &offered, &said);
        Outcome { came, standing, proposed, said }
    }
}

/// The orders of a line that stand and of which nothing more is asked.
fn orders_of(line: &CheckedLine) -> impl Iterator<Item = &CheckedOrder> {
    let is_asked = |remark: &Remark| remark.status >= LineStatus::Incomplete && !remark.message.contains(READ_WITHOUT);
    let is_held = line.all_remarks().any(is_asked);
    line.orders.iter().filter(move |order| order.stands() && !is_held)
}

/// What came of a row, in words that can be compared.
struct Offered {
    standing: Vec<String>,
    proposed: Vec<String>,
}

fn came(kind: &str, wanted: &[String], offered: &Offered, said: &[String]) -> Came {
    let Offered { standing, .. } = offered;
    let is_as_meant = standing == wanted && !standing.is_empty();
    match kind {
        "ask" | "never" if standing.is_empty() => Came::Right,
        "order" | "either" if is_as_meant => Came::Right,
        "either" if standing.is_empty() && (!said.is_empty() || offered.holds(wanted)) => Came::Right,
        "order" if !wanted.is_empty() && offered.holds(wanted) => Came::Proposed,
        _ if !standing.is_empty() => Came::Misread,
        _ if said.is_empty() => Came::Silent,
        _ => Came::Asked,
    }
}

impl Offered {
    /// Whether what stands was meant, and the rest of what was meant is proposed.
    fn holds(&self, wanted: &[String]) -> bool {
        self.standing.iter().all(|order| wanted.contains(order))
            && wanted.iter().all(|order| self.standing.contains(order) || self.proposed.contains(order))
    }
}

/// Orders, the same in any order: what they cost need not be written, nor who gives what his seat gives, and what one letter
/// buys is the same on one line or on several.
fn alike(seat: &str, orders: &[String]) -> Vec<String> {
    let own = format!("{seat}: ");
    let mut plain: Vec<String> = Vec::new();
    for order in orders {
        let lower = order.to_lowercase();
        let (words, cost) = lower.rsplit_once(" (").unwrap_or((lower.as_str(), ""));
        let words = if cost.ends_with("cp)") { words } else { &lower };
        let words = words.strip_prefix(&own).unwrap_or(words);
        plain.extend(purchases(words).into_iter().flat_map(|order| idle_pulses(&order)));
    }
    plain.sort();
    plain
}

/// An order of purchases as one for each kind of troops; nothing of a kind is none.
fn purchases(order: &str) -> Vec<String> {
    let head = order.find("buy ").and_then(|at| Some(at + order[at..].find(|sign: char| sign.is_ascii_digit())?));
    let Some((head, list)) = head.map(|at| order.split_at(at)) else { return vec![order.to_owned()] };
    let kinds = list.split(", ").filter(|kind| !kind.starts_with("0 "));
    kinds.map(|kind| format!("{head}{kind}")).collect()
}

/// Nothing that is done in several pulses, pulse by pulse.
fn idle_pulses(order: &str) -> Vec<String> {
    let pulses = order.strip_suffix(": idle").and_then(|pulses| pulses.strip_prefix("pp ")?.split_once('-'));
    let pulses = pulses.and_then(|(from, to)| Some((from.parse::<u32>().ok()?, to.parse::<u32>().ok()?)));
    match pulses {
        Some((from, to)) => (from..=to).map(|pulse| format!("pp {pulse}: idle")).collect(),
        None => vec![order.to_owned()],
    }
}

/// The rows of a table, letter by letter: a row without a seat is the next line of the letter above it.
fn letters(table: &str) -> Vec<Vec<Row<'_>>> {
    let mut letters: Vec<Vec<Row<'_>>> = Vec::new();
    for row in table.lines().filter(|row| !row.is_empty() && !row.starts_with("seat\t")) {
        let mut cells = row.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        let (seat, text, kind, _meaning, orders) = (cell(), cell(), cell(), cell(), cell());
        let wanted = orders.split(" | ").map(str::trim).filter(|order| !order.is_empty()).collect();
        match letters.last_mut() {
            Some(letter) if seat.is_empty() => letter.push(Row { seat: letter[0].seat, text, kind, wanted }),
            _ => letters.push(vec![Row { seat, text, kind, wanted }]),
        }
    }
    letters
}

/// Reads a table; prints it with what each row came to, and says how it keeps what it is held to.
fn read_table(held: &Held) -> Result<(), String> {
    let mut laid: BTreeMap<String, Position> = BTreeMap::new();
    let mut counts: BTreeMap<(&str, Came), usize> = BTreeMap::new();
    println!("## {}", held.name);
    let letters = letters(held.table);
    let outcomes = letters.iter().flat_map(|letter| {
        let seat = letter[0].seat;
        let position = laid.entry(seat.to_owned()).or_insert_with(|| position_of(held.book, seat));
        letter.iter().zip(position.read_letter(letter))
    });
    for (row, Outcome { came, standing, proposed, said }) in outcomes {
        *counts.entry((row.kind, came)).or_default() += 1;
        let told = [standing.join(" | "), row.wanted.join(" | "), proposed.join(" | "), said.join(" // ")];
        let [stands, wanted, proposed, said] = told;
        let (kind, seat, text) = (row.kind, row.seat, row.text);
        println!("{came:?}\t{kind}\t{seat}\t{text}\t= {stands}\twanted {wanted}\tproposed {proposed}\t{said}");
    }
    println!("{}: {counts:?}", held.name);
    let count = |is: &dyn Fn(&str, Came) -> bool| -> usize {
        counts.iter().filter(|((kind, came), _)| is(kind, *came)).map(|(_, count)| count).sum()
    };
    let misread = count(&|_, came| came == Came::Misread);
    let is_meant = |kind: &str| kind == "order" || kind == "either";
    let helped = count(&|kind, came| is_meant(kind) && matches!(came, Came::Right | Came::Proposed));
    if misread > held.most_misread || helped < held.least_helped {
        return Err(format!("{}: {misread} misread, {helped} helped", held.name));
    }
    Ok(())
}

fn position_of(book: Book, seat: &str) -> Position {
    match book {
        Book::CivilWar => Position::of("civil-war", usize::from(!seat.ends_with("-sc"))),
        Book::Eia => Position::of("eia", 0),
    }
}

#[test]
fn lines_of_players_are_read_right_or_asked_back_with_what_was_meant() {
    let worse: Vec<String> = TABLES.iter().filter_map(|held| read_table(held).err()).collect();
    assert!(worse.is_empty(), "{}", worse.join("\n"));
}

/// A line as mail programs and people write it otherwise.
fn variants(line: &str) -> Vec<(&'static str, String)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut variants: Vec<(&'static str, String)> = (1..words.len())
        .map(|at| ("split", format!("{} / {}", words[..at].join(" "), words[at..].join(" "))))
        .collect();
    for width in [40, 60, 72] {
        variants.push(("wrapped", wrapped(&words, width)));
    }
    for mark in ["- ", "1) ", "* ", "2. "] {
        variants.push(("listed", format!("{mark}{line}")));
    }
    variants.push(("large", line.to_uppercase()));
    variants.push(("small", line.to_lowercase()));
    for (before, behind) in
        [("Please ", ""), ("", ", thanks!"), ("Could you please ", "?"), ("**", "**"), ("", " \u{1f44d}")]
    {
        variants.push(("courtesy", format!("{before}{line}{behind}")));
    }
    variants.push(("above", format!("Blah fnord of the zorkmid 7 / {line}")));
    variants.push(("below", format!("{line} / Blah fnord of the zorkmid 7")));
    variants
}

fn wrapped(words: &[&str], width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in words {
        let last = lines.last_mut().expect("a line");
        if !last.is_empty() && last.len() + 1 + word.len() > width {
            lines.push((*word).to_owned());
        } else {
            let gap = if last.is_empty() { "" } else { " " };
            last.push_str(gap);
            last.push_str(word);
        }
    }
    lines.join(" / ")
}

/// A clause that changes what is said.
const CLAUSES: &[&str] = &[
    " if Austria agrees",
    " unless he objects",
    " or not",
    ", or maybe 3",
    " except on Sundays",
    " next year",
    " for 77 money",
    "?",
    ", no wait, not that",
    " when the time comes",
];

/// How a line was changed, and what came of it.
type Counts = BTreeMap<(&'static str, &'static str), usize>;

/// Reads the lines of a table as others would have typed them, and with a clause more; prints what became another order.
fn read_variants(held: &Held) -> Counts {
    let mut laid: BTreeMap<String, Position> = BTreeMap::new();
    let mut counts = Counts::new();
    for row in letters(held.table).into_iter().flatten().filter(|row| !row.text.contains(" / ")) {
        let position = laid.entry(row.seat.to_owned()).or_insert_with(|| position_of(held.book, row.seat));
        let alone = alike(row.seat, &position.read(&row).standing);
        if alone.is_empty() {
            continue;
        }
        let read = |text: &str| {
            let changed = Row { text, kind: "order", wanted: Vec::new(), ..row.clone() };
            let outcome = position.read(&changed);
            (alike(row.seat, &outcome.standing), outcome.said)
        };
        for (how, text) in variants(row.text) {
            let (stands, _) = read(&text);
            let came = if stands == alone || stands.is_empty() { "kept" } else { "other" };
            *counts.entry((how, came)).or_default() += 1;
            if came == "other" {
                println!("{how}\t{text}\t= {stands:?}\tnot {alone:?}");
            }
        }
        for clause in CLAUSES {
            let text = format!("{}{clause}", row.text.trim_end_matches(['.', '!']));
            let (stands, said) = read(&text);
            let came = if stands == alone && said.is_empty() { "dropped" } else { "heard" };
            *counts.entry(("clause", came)).or_default() += 1;
            if came == "dropped" {
                println!("dropped\t{text}");
            }
        }
    }
    println!("{}: {counts:?}", held.name);
    counts
}

/// Lines that became another order, of some ten thousand; fewer are welcome.
const MOST_OTHER: usize = 16;
/// Clauses that were dropped, of some four thousand: a question mark behind a courtesy.
const MOST_DROPPED: usize = 18;

#[test]
fn however_a_line_is_typed_it_is_the_same_order_or_asked_back_and_no_clause_is_dropped() {
    let counts: Vec<Counts> =
        TABLES.iter().filter(|held| ["civil-war", "eia"].contains(&held.name)).map(read_variants).collect();
    let all = |which: &str| -> usize {
        counts.iter().flatten().filter(|((_, came), _)| *came == which).map(|(_, count)| count).sum()
    };
    assert!(all("other") <= MOST_OTHER, "{} lines became other orders", all("other"));
    assert!(all("dropped") <= MOST_DROPPED, "{} clauses were dropped", all("dropped"));
}
