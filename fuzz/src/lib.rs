//! What the fuzzer and the tests do with bytes, one function a target: read them as the judge would, and hold the result
//! to what is true of every letter and every line. They panic where it is not.

use std::sync::{Arc, OnceLock};

use adjutant::mail::{Address, House, Limits, code::take_code, parse};
use adjutant::order::{Line, Request, read_letter};
use adjutant::reader::{OrderLine, Reading, read_order_lines};
use adjutant::rules::{Context, ReadOrder, Table};

fn house() -> &'static House {
    static HOUSE: OnceLock<House> = OnceLock::new();
    HOUSE
        .get_or_init(|| House::new(Address::parse("judge@judge.example.org").expect("an address"), "judge.example.org"))
}

/// A table of a book, and the kind of phase that is open at it.
type OpenTable = (Arc<dyn Table>, Option<&'static str>);

/// A table of every book: each reads lines in its own grammar.
fn tables() -> &'static [OpenTable] {
    static TABLES: OnceLock<Vec<OpenTable>> = OnceLock::new();
    let open = |book, scenario| adjutant::books::of_the_house().table(book, scenario).expect("a book on the shelf");
    TABLES.get_or_init(|| vec![(open("civil-war", "1861"), Some("tactical")), (open("eia", "1805"), None)])
}

fn context(kind: Option<&str>) -> Context {
    Context { phase_kind: kind.map(str::to_owned), ..Context::default() }
}

/// A letter as it comes from the server. Its thread needs the stack of `adjutant::mail::STACK`.
pub fn letter(raw: &[u8]) {
    let letters = letter_without_orders(raw);
    for (table, kind) in tables() {
        letters.iter().for_each(|lines| drop(read_orders(table.as_ref(), *kind, lines)));
    }
}

/// The same without the reading of its orders, which takes four fifths of the time; the lines that may be orders, of each
/// of its alternatives.
pub fn letter_without_orders(raw: &[u8]) -> Vec<Vec<Line>> {
    let Ok(letter) = parse(raw, &Limits::default(), house()) else { return Vec::new() };
    let mut text = letter.text;
    take_code(&mut text);
    for line in text.lines.iter().chain(text.html.iter().flatten()) {
        assert!(!line.chars().any(char::is_control), "a control in {line:?}");
    }
    assert!(!letter.subject.chars().any(char::is_control), "a control in {:?}", letter.subject);
    assert!(letter.attachments.iter().all(|name| !name.chars().any(char::is_control)), "{:?}", letter.attachments);
    [&*text.lines, text.html.as_deref().unwrap_or_default()].map(order_lines).into()
}

/// The lines of a letter that may be orders, its commands being read.
fn order_lines(lines: &[String]) -> Vec<Line> {
    let of_orders = |request| match request {
        Request::Order(line) => Some(line),
        _ => None,
    };
    read_letter(lines, |_| false).into_iter().filter_map(of_orders).collect()
}

fn read_orders(table: &dyn Table, kind: Option<&str>, lines: &[Line]) -> Vec<OrderLine<ReadOrder>> {
    let mut context = context(kind);
    let begins = |text: &str| table.begins_order(text);
    let read = read_order_lines(lines, &mut context, begins, |context, text| table.read(context, text));
    for line in &read {
        let remarks = line.outcome.as_ref().map_or_else(std::slice::from_ref, |read| &read.remarks);
        for span in remarks.iter().filter_map(|remark| remark.span) {
            let is_stretch = line.text.get(span.start..span.end).is_some();
            assert!(is_stretch, "{span:?} is no stretch of {:?}", line.text);
        }
    }
    read
}

/// One line of orders, to every book. What is whole reads the same in its canonical words.
pub fn order_line(raw: &[u8]) {
    let text = String::from_utf8_lossy(raw);
    let Some(text) = text.lines().next() else { return };
    tables().iter().for_each(|(table, kind)| order_line_of(table.as_ref(), *kind, text));
}

fn order_line_of(table: &dyn Table, kind: Option<&str>, text: &str) {
    for line in read_orders(table, kind, &[Line { number: 1, text: text.to_owned() }]) {
        let Ok(read) = line.outcome else { continue };
        if !read.is_whole() || read.orders.len() != 1 {
            continue;
        }
        let words = &read.orders[0].1;
        let again = table.read(&mut context(kind), words);
        let again = again.map(|again| again.orders.into_iter().map(|(_, words)| words).collect::<Vec<_>>());
        let book = table.book();
        assert_eq!(again.as_deref().ok(), Some(std::slice::from_ref(words)), "{book}: {text:?} is written {words:?}");
    }
}
