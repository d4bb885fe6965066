//! `adjutant check`: a letter's orders read as the judge would read them; nothing is filed.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use serde_json::{Value, json};

use super::config::Config;
use super::parse_game;
use super::parse_seat;
use super::remedy::{Remedy, failure};
use base::facts::{Audience, Fact, Viewer, brief};
use base::game::{GameId, SeatId};
use base::order::{Line, LineStatus, Received, Remark, Request, Span, below_press, read_letter};
use desk::notice::Problem;
use desk::{GameRecord, as_player_means};
use mail::code::take_code;
use mail::visible::read_plain;
use report::Renderer;
use rules::check::{self, Checked, CheckedLine};
use rules::{Context, Shelf, Table};
use store::Store;

pub(super) const EXAMPLES: &str = "\
Examples:
  adjutant check --book civil-war --seat usa-east orders.txt
  echo 'PP 1-3: build IN in Richmond' | adjutant check --book civil-war --seat csa-east -
  adjutant check --game cw1 --seat usa-east orders.txt        also against what that seat has been told
  adjutant check --book civil-war --seat usa-east --json orders.txt

The file is the text of a letter. Without --game only form and authority are judged: no position, points or limits.
--json prints {lines:[{n,text,span,status,canonical,rules,remarks}]}: n counts the lines of the file, spans are bytes of
the file, and status is accepted, incomplete, refused or unread. Orders that come back are no failure of this program.";

/// What `check` is told.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The rule book.
    #[arg(long, required_unless_present = "game")]
    pub book: Option<String>,
    /// The scenario; the book's first when left out.
    #[arg(long, conflicts_with = "game")]
    pub scenario: Option<String>,
    /// The seat that gives the orders.
    #[arg(long, value_parser = parse_seat)]
    pub seat: SeatId,
    /// The text of the letter; - reads what is piped in.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// A game of this judge: judges the orders also by what the seat has been told there.
    #[arg(long, value_parser = parse_game)]
    pub game: Option<GameId>,
    /// Prints JSON.
    #[arg(long)]
    pub json: bool,
}

/// Checks a file and prints what became of its lines.
pub fn check(args: &CheckArgs, shelf: &Shelf, settings: impl Fn() -> anyhow::Result<Config>) -> anyhow::Result<()> {
    let text = read(&args.file)?;
    let report = match &args.game {
        None => check_form(shelf, args, &text)?,
        Some(game) => {
            let record = read_game(settings()?, game, shelf)?;
            check_in_game(&record, args, &text)?
        }
    };
    println!("{}", if args.json { serde_json::to_string_pretty(&report.json())? } else { report.words() });
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin()
            .read_to_string(&mut text)
            .context("read the letter that is piped in")
            .or_do("pipe in UTF-8")?;
        return Ok(text);
    }
    let reading = || format!("read the letter {}", file.display());
    let bytes =
        fs::read(file).with_context(reading).or_do("name a file with the text of a letter, or - to pipe it in")?;
    String::from_utf8(bytes).with_context(reading).or_do("save the file as UTF-8")
}

fn read_game(config: Config, game: &GameId, shelf: &Shelf) -> anyhow::Result<GameRecord> {
    let store = Store::read_only(&config.database)?;
    let record = store.read().game(game, shelf)?;
    store.close();
    record.ok_or_else(|| {
        failure(format!("read the game {game}: there is none"), "STATUS, mailed to the judge, lists your games")
    })
}

/// Checks a letter without any position.
pub fn check_form(shelf: &Shelf, args: &CheckArgs, text: &str) -> anyhow::Result<CheckReport> {
    let book = args.book.as_deref().unwrap_or_default();
    let scenarios = &shelf.about(book).or_do("name one of these books with --book")?.scenarios;
    let scenario = args.scenario.as_deref().or(scenarios.first().map(String::as_str)).unwrap_or_default();
    let table = shelf.table(book, scenario).or_do("name one of its scenarios with --scenario")?;
    know_seat(table.as_ref(), &args.seat)?;
    let letter = LetterText::read(table.as_ref(), text);
    let known = brief(Viewer::vacant(&args.seat), &[]);
    let checked = check::check_form(
        table.as_ref(),
        &mut Context::default(),
        &known,
        std::slice::from_ref(&args.seat),
        &letter.orders,
    )?;
    let head = "Form and authority only: no game was named, so positions, points and limits were not looked at.";
    Ok(CheckReport { head: head.to_owned(), letter, checked, account: String::new() })
}

/// Checks a letter against what its seat has been told in a game.
fn check_in_game(game: &GameRecord, args: &CheckArgs, text: &str) -> anyhow::Result<CheckReport> {
    let table = game.table.as_ref();
    if args.book.as_deref().is_some_and(|book| book != table.book()) {
        return Err(failure(
            format!("check orders for {}: it is played by {}", game.id, table.book()),
            "leave --book out",
        ));
    }
    know_seat(table, &args.seat)?;
    let Some(phase) = &game.phase else {
        return Err(failure(
            format!("check orders for {}: no phase is open", game.id),
            "leave --game out to check their form",
        ));
    };
    let letter = LetterText::read(table, text);
    let known = brief(Viewer::vacant(&args.seat), &game.facts);
    // As if it came behind all that is on file.
    let mut context = Context { received: Some(Received::LAST), ..Context::of_phase(Some(&phase.plan)) };
    let on_file = game.sheets.get(&args.seat).map(|sheet| sheet.lines.as_slice()).unwrap_or_default();
    let checked = check::check(table, &mut context, &known, &args.seat, &letter.orders, on_file)?;
    let head = format!("{} in {}, {}: nothing was put on file.", args.seat, game.id, phase.plan.title);
    let account = account_words(table, &args.seat, &checked.account)?;
    Ok(CheckReport { head, letter, checked, account })
}

/// What the orders leave to spend, as the receipt would say it.
fn account_words(table: &dyn Table, seat: &SeatId, account: &[Value]) -> anyhow::Result<String> {
    let fact = |item: &Value| Fact::new(Audience::seat(seat), item.clone());
    let facts: Vec<_> = account.iter().map(fact).collect();
    let renderer = Renderer::new(table.about().templates.iter().copied(), &BTreeMap::new())?;
    let passage = renderer.passage(&format!("{}/account.txt", table.book()), &brief(Viewer::vacant(seat), &facts))?;
    Ok(passage.text().trim_matches('\n').to_owned())
}

fn know_seat(table: &dyn Table, seat: &SeatId) -> anyhow::Result<()> {
    let seats: Vec<_> = table.seats().into_iter().map(|spec| spec.id).collect();
    if seats.contains(seat) {
        return Ok(());
    }
    let known = seats.iter().map(SeatId::as_str).collect::<Vec<_>>().join(", ");
    Err(failure(format!("check orders of {seat}: {} has no such seat", table.book()), format!("name one of: {known}")))
}

/// The text of a letter as the judge sees it, each line with its place in the file.
struct LetterText {
    orders: Vec<Line>,
    broken: Vec<(Line, Remark)>,
    commands: Vec<Line>,
    /// Of each visible line: its number in the file and its bytes.
    places: Vec<(usize, Span)>,
}

impl LetterText {
    fn read(table: &dyn Table, text: &str) -> Self {
        let mut visible = read_plain(text);
        take_code(&mut visible);
        let mut letter =
            Self { orders: Vec::new(), broken: Vec::new(), commands: Vec::new(), places: places(text, &visible.lines) };
        for request in read_letter(&visible.lines, |line| rules::as_order(table, &mut Context::of_phase(None), line)) {
            // Whose these orders are, --seat says.
            let seats = || -> Vec<String> { table.seats().into_iter().map(|spec| spec.id.to_string()).collect() };
            match as_player_means(request, seats, |text| table.begins_order(text)) {
                Request::Order(line) => letter.orders.push(line),
                Request::Broken(line, broken) => letter.broken.push((line, broken.remark)),
                Request::Command(line, _) => letter.commands.push(line),
                Request::BelowPress(line) => letter.broken.push((line, below_press())),
            }
        }
        letter
    }

    fn number(&self, visible: usize) -> usize {
        self.places.get(visible - 1).map_or(visible, |place| place.0)
    }

    fn span(&self, visible: usize, count: usize) -> Span {
        let at = |index: usize| self.places.get(index).map_or(Span { start: 0, end: 0 }, |place| place.1);
        Span { start: at(visible - 1).start, end: at(visible + count - 2).end }
    }
}

/// Where each visible line stands in the file: both run in the same order, and some lines of the file are left out.
fn places(text: &str, visible: &[String]) -> Vec<(usize, Span)> {
    let mut file = lines_of(text).peekable();
    let mut places = Vec::with_capacity(visible.len());
    let mut last = (1, Span { start: 0, end: 0 });
    for line in visible {
        let mut ahead = file.clone();
        if let Some(found) = ahead.find(|(_, _, raw)| is_same(raw, line)) {
            last = (found.0, found.1);
            file = ahead;
        }
        places.push(last);
    }
    places
}

/// Number, bytes and text of each line of a file.
fn lines_of(text: &str) -> impl Iterator<Item = (usize, Span, &str)> + Clone {
    let mut start = 0;
    text.split('\n').enumerate().map(move |(index, raw)| {
        let line = raw.trim_end_matches('\r');
        let span = Span { start, end: start + line.len() };
        start += raw.len() + 1;
        (index + 1, span, line)
    })
}

/// Whether a line of the file is this visible line, which has plain characters and no code.
fn is_same(raw: &str, visible: &str) -> bool {
    if raw.trim() == visible.trim() {
        return true;
    }
    let mut plain = read_plain(raw);
    take_code(&mut plain);
    plain.lines.first().is_some_and(|line| line.trim() == visible.trim())
}

/// What became of the lines of a letter.
pub struct CheckReport {
    head: String,
    letter: LetterText,
    checked: Checked,
    /// What is left to spend, in the book's words.
    account: String,
}

impl CheckReport {
    /// For programs.
    pub fn json(&self) -> Value {
        let broken: Vec<CheckedLine> = self.letter.broken.iter().map(|(line, remark)| unread(line, remark)).collect();
        let lines = self.checked.lines.iter().chain(&broken);
        let mut lines: Vec<(usize, Value)> = lines.map(|line| self.line_json(line)).collect();
        lines.sort_by_key(|(n, _)| *n);
        json!({ "lines": lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>() })
    }

    fn line_json(&self, line: &CheckedLine) -> (usize, Value) {
        let number = self.letter.number(line.number);
        let span = self.letter.span(line.number, line.count_of_lines);
        let canonical: Vec<_> = line.orders.iter().map(|order| &order.canonical).collect();
        let mut rules: Vec<_> = line.all_remarks().flat_map(|remark| &remark.rules).collect();
        rules.sort();
        rules.dedup();
        let remarks: Vec<_> = line.all_remarks().map(sentence).collect();
        let json = json!({
            "n": number,
            "text": line.text,
            "span": [span.start, span.end],
            "status": status_word(line.status()),
            "canonical": canonical,
            "rules": rules,
            "remarks": remarks,
        });
        (number, json)
    }

    /// For people.
    pub fn words(&self) -> String {
        let mut entries: Vec<(usize, String)> =
            self.checked.lines.iter().map(|line| (line.number, self.line_words(line))).collect();
        for (line, remark) in &self.letter.broken {
            entries.push((line.number, self.line_words(&unread(line, remark))));
        }
        for line in &self.letter.commands {
            let number = self.letter.number(line.number);
            let shown = format!("{number:>4}  {}\n      a command, which check does not carry out", line.text);
            entries.push((line.number, shown));
        }
        entries.sort_by_key(|(number, _)| *number);
        let lines = entries.into_iter().map(|(_, words)| words);
        let account = (!self.account.is_empty()).then(|| format!("\n{}", self.account));
        std::iter::once(self.head.clone()).chain(lines).chain(account).collect::<Vec<_>>().join("\n")
    }

    fn line_words(&self, line: &CheckedLine) -> String {
        let number = self.letter.number(line.number);
        let status = line.status();
        if status == LineStatus::Chatter {
            return format!("{number:>4}  {}\n      not read as an order", line.text);
        }
        if line.orders.is_empty() && line.all_remarks().next().is_none() {
            return format!("{number:>4}  {}\n      a head of the lines below it", line.text);
        }
        let mut words = match line.all_remarks().find(|remark| remark.span.is_some()) {
            Some(remark) => pointed(number, &line.text, remark),
            None => format!("{number:>4}  {}", line.text),
        };
        words.push_str(&format!("\n      {}", status_word(status)));
        for order in &line.orders {
            let note = if order.note.is_empty() { String::new() } else { format!("   ({})", order.note) };
            words.push_str(&format!("\n        {}{note}", order.canonical));
        }
        for remark in line.all_remarks() {
            words.push_str(&format!("\n        {}", sentence(remark)));
        }
        words
    }
}

/// A line that began as a command and was not whole.
fn unread(line: &Line, remark: &Remark) -> CheckedLine {
    let (number, text) = (line.number, line.text.clone());
    let wordings = vec![text.clone()];
    let remarks = vec![remark.clone()];
    CheckedLine { number, text, count_of_lines: 1, wordings, is_held: false, orders: Vec::new(), remarks }
}

/// The line with carets under the words a remark is about.
fn pointed(number: usize, text: &str, remark: &Remark) -> String {
    let problem = Problem::new(number, text, remark);
    let caret = problem.caret.map(|caret| format!("\n      {caret}"));
    format!("{number:>4}  {}{}", problem.text, caret.unwrap_or_default())
}

/// A remark as one line: what is wrong, what would be right, the rules.
fn sentence(remark: &Remark) -> String {
    let mut words = remark.message.clone();
    if remark.status == LineStatus::Chatter {
        words.push_str(" It was not read as an order.");
    }
    if let Some(hint) = &remark.hint {
        words.push_str(&format!(" {hint}"));
    }
    if !remark.rules.is_empty() {
        words.push_str(&format!(" [{}]", remark.rules.join(", ")));
    }
    words
}

fn status_word(status: LineStatus) -> &'static str {
    match status {
        LineStatus::Accepted => "accepted",
        LineStatus::Incomplete => "incomplete",
        LineStatus::Refused => "refused",
        LineStatus::Unread | LineStatus::Chatter => "unread",
    }
}
