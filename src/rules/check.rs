//! What a book makes of lines before anything is filed: read, given to a seat, reviewed. One road for letters, for the
//! command line and for rule cases. Knows what the seats may know, and no state.

use std::collections::BTreeMap;

use serde_json::Value;

use base::facts::Brief;
use base::game::SeatId;
use base::order::{Filed, Line, LineStatus, Received, Remark, worst};
use reader::{OrderLine, priced, read_order_lines, speaks_of_all};

use super::book::{Assigned, Context, OwnFile, RuleBook};
use super::likewise::likewise;
use super::recall::Recall;
use super::table::{ReadOrder, Table, TableError};
use super::turn_named::Elsewhere;

/// Most lines above one that points to what they speak of.
const MOST_ABOVE: usize = 4;

/// A line and what became of it; `O` is the book's order, or its JSON below the desk.
#[derive(Debug, Clone)]
pub struct CheckedLine<O = Value> {
    /// The number of its first line in the text, from 1.
    pub number: usize,
    /// Its text; wrapped lines joined.
    pub text: String,
    /// How many lines of the text it took.
    pub count_of_lines: usize,
    /// What to look at for what it may mean, the likelier first; none where its head says that it is no order, or not now.
    pub wordings: Vec<String>,
    /// It is an order by itself, and does not stand because the head above it is not understood.
    pub is_held: bool,
    /// The orders in it.
    pub orders: Vec<CheckedOrder<O>>,
    /// Remarks on the reading of the line as a whole.
    pub remarks: Vec<Remark>,
}

/// An order of a line and what became of it.
#[derive(Debug, Clone)]
pub struct CheckedOrder<O = Value> {
    /// The seat that gives it; `None` when none of the writer's may.
    pub seat: Option<SeatId>,
    /// As it would be filed; `None` when no seat of the writer may give it.
    pub filed: Option<Filed<O>>,
    /// The order in canonical words.
    pub canonical: String,
    /// Pulses and cost as computed; empty when there is none.
    pub note: String,
    /// Remarks on this order.
    pub remarks: Vec<Remark>,
    /// It does not wait for the end of the phase.
    pub acts: bool,
    /// As what it came in; none where there is no letter.
    pub received: Option<Received>,
}

impl<O> CheckedOrder<O> {
    /// How the order fares.
    pub fn status(&self) -> LineStatus {
        worst(&self.remarks)
    }

    /// Whether it would be on file.
    pub fn stands(&self) -> bool {
        self.filed.is_some() && self.status() <= LineStatus::Incomplete
    }

    fn try_map<P, E>(self, make: impl Fn(O) -> Result<P, E>) -> Result<CheckedOrder<P>, E> {
        let Self { seat, filed, canonical, note, remarks, acts, received } = self;
        let filed = filed.map(|filed| filed.try_map(&make)).transpose()?;
        Ok(CheckedOrder { seat, filed, canonical, note, remarks, acts, received })
    }
}

impl<O> CheckedLine<O> {
    /// All remarks, those on the line before those on its orders.
    pub fn all_remarks(&self) -> impl Iterator<Item = &Remark> {
        self.remarks.iter().chain(self.orders.iter().flat_map(|order| &order.remarks))
    }

    /// How the line fares: as its worst remark says.
    pub fn status(&self) -> LineStatus {
        self.all_remarks().map(|remark| remark.status).max().unwrap_or(LineStatus::Accepted)
    }

    fn try_map<P, E>(self, make: impl Fn(O) -> Result<P, E>) -> Result<CheckedLine<P>, E> {
        let Self { number, text, count_of_lines, wordings, is_held, orders, remarks } = self;
        let orders = orders.into_iter().map(|order| order.try_map(&make)).collect::<Result<_, _>>()?;
        Ok(CheckedLine { number, text, count_of_lines, wordings, is_held, orders, remarks })
    }
}

/// The lines of one seat after checking, and what they leave to spend.
#[derive(Debug, Clone)]
pub struct Checked<O = Value, I = Value> {
    /// In the order of the text.
    pub lines: Vec<CheckedLine<O>>,
    /// What is left to spend: items for the receipt. None without a review.
    pub account: Vec<I>,
}

impl<O: Clone, I> Checked<O, I> {
    /// The orders that would be on file, in order.
    pub fn standing(&self) -> Vec<Filed<O>> {
        let orders = self.lines.iter().flat_map(|line| &line.orders);
        orders.filter(|order| order.stands()).filter_map(|order| order.filed.clone()).collect()
    }
}

impl<O, I> Checked<O, I> {
    /// The same with orders and items in another form.
    pub(super) fn try_map<P, J, E>(
        self,
        order: impl Fn(O) -> Result<P, E>,
        item: impl Fn(I) -> Result<J, E>,
    ) -> Result<Checked<P, J>, E> {
        let lines = self.lines.into_iter().map(|line| line.try_map(&order)).collect::<Result<_, _>>()?;
        let account = self.account.into_iter().map(item).collect::<Result<_, _>>()?;
        Ok(Checked { lines, account })
    }
}

/// Reads the lines and gives each order to one of `seats`: form and authority, without any position.
pub fn check_form(
    table: &dyn Table,
    context: &mut Context,
    brief: &Brief<Value>,
    seats: &[SeatId],
    lines: &[Line],
) -> Result<Checked, TableError> {
    table.check_form(context, brief, seats, lines)
}

/// The same, and then the review against what the seat was told, together with what stays `on_file`: the sections that
/// the lines do not touch.
pub fn check(
    table: &dyn Table,
    context: &mut Context,
    brief: &Brief<Value>,
    seat: &SeatId,
    lines: &[Line],
    on_file: &[Filed<Value>],
) -> Result<Checked, TableError> {
    table.check(context, brief, seat, lines, on_file)
}

/// [`check_form`] in the book's own types.
pub(super) fn check_form_by<B: RuleBook>(
    book: &B,
    scenario: &B::Scenario,
    context: &mut Context,
    brief: &Brief<B::Item>,
    seats: &[SeatId],
    lines: &[Line],
) -> Checked<B::Order, B::Item> {
    let recall = Recall::default();
    let begins = |text: &str| recall.begins(text, || book.begins_order(text));
    let mut read = read_order_lines(lines, context, begins, |context, text| {
        recall.read(context, text, |context| read_by(book, scenario, context, text))
    });
    point_above(book, scenario, &mut read);
    let mut orders = Vec::with_capacity(read.len());
    let mut counts = Vec::with_capacity(read.len());
    for line in read.iter_mut().filter_map(|line| line.outcome.as_mut().ok()) {
        counts.push(line.orders.len());
        orders.append(&mut line.orders);
    }
    let (orders, canonical): (Vec<B::Order>, Vec<String>) = orders.into_iter().unzip();
    let assigned = book.assign(scenario, brief, seats, &orders);
    let has_acts = book.about().has_acts;
    let acts: Vec<bool> = orders.iter().map(|order| has_acts && book.acts(scenario, order)).collect();
    let mut given = orders.into_iter().zip(canonical).zip(assigned).zip(acts).map(|((order, assigned), acts)| Given {
        order,
        assigned,
        received: context.receive(),
        acts,
    });
    let mut counts = counts.into_iter();
    let lines = read.into_iter().map(|line| {
        let count = if line.outcome.is_ok() { counts.next().unwrap_or(0) } else { 0 };
        give(line, given.by_ref().take(count))
    });
    Checked { lines: lines.collect(), account: Vec::new() }
}

/// Lines that were not read, and point to what those above them speak of, may also mean something together with them.
fn point_above<B: RuleBook>(book: &B, scenario: &B::Scenario, lines: &mut [OrderLine<ReadOrder<B::Order>>]) {
    for rank in 1..lines.len() {
        let (above, rest) = lines.split_at_mut(rank);
        let line = &mut rest[0];
        if line.outcome.as_ref().is_ok_and(|read| read.remarks.is_empty()) || line.wordings.is_empty() {
            continue;
        }
        // Who is spoken of together is nobody whom the lines above name.
        if speaks_of_all(&line.text) {
            continue;
        }
        let start = rank.saturating_sub(MOST_ABOVE);
        let texts: Vec<String> = above[start..].iter().map(|line| line.text.clone()).collect();
        line.wordings.extend(likewise(&texts, &line.text, |text| book.names_in(scenario, text)));
        line.wordings.extend(book.with_those_above(scenario, &texts, &line.text));
    }
}

/// [`check`] in the book's own types.
pub(super) fn check_by<B: RuleBook>(
    book: &B,
    scenario: &B::Scenario,
    context: &mut Context,
    brief: &Brief<B::Item>,
    seat: &SeatId,
    lines: &[Line],
    on_file: Vec<Filed<B::Order>>,
) -> Checked<B::Order, B::Item> {
    let mut checked = check_form_by(book, scenario, context, brief, std::slice::from_ref(seat), lines);
    let mut orders: Vec<&mut CheckedOrder<B::Order>> =
        checked.lines.iter_mut().flat_map(|line| &mut line.orders).filter(|order| order.stands()).collect();
    let mut sheet = on_file;
    sheet.retain(|old| orders.iter().flat_map(|order| &order.filed).all(|new| new.section != old.section));
    let count_kept = sheet.len();
    // The review sees one sheet; the new orders are lent to it.
    sheet.extend(orders.iter_mut().filter_map(|order| order.filed.take()));
    let review = book.review(scenario, brief, OwnFile { seat, lines: &sheet, others: &BTreeMap::new() });
    let mut reviews = review.lines.into_iter().skip(count_kept);
    for (order, filed) in orders.into_iter().zip(sheet.into_iter().skip(count_kept)) {
        order.filed = Some(filed);
        let Some(review) = reviews.next() else { continue };
        order.note = review.note;
        order.remarks.extend(review.remarks);
    }
    checked.account = review.account;
    checked
}

/// What is said of a line that names a turn or a phase that is not open.
fn of_elsewhere(named: Elsewhere, context: &Context) -> Remark {
    let title = context.phase_title.as_deref().unwrap_or("another phase");
    let open = match (named, context.phase_number) {
        (Elsewhere::Phase(_), Some(number)) => format!("phase {number} ({title})"),
        _ => title.to_owned(),
    };
    Remark::unread(format!("This names {named}, and what is open is {open}; it was not taken."))
        .hint("ORDERS PHASE next, above orders, keeps them for the next phase.")
}

/// Reads a line; its orders with their canonical words.
pub(super) fn read_by<B: RuleBook>(
    book: &B,
    scenario: &B::Scenario,
    context: &mut Context,
    line: &str,
) -> Result<ReadOrder<B::Order>, Remark> {
    let read = match context.elsewhere(line) {
        Some(named) => Err(of_elsewhere(named, context)),
        None => book.read(scenario, context, line),
    };
    let is_misread = |remark: &Remark| matches!(remark.status, LineStatus::Unread | LineStatus::Incomplete);
    let misread = match &read {
        Ok((_, remarks)) => remarks.iter().any(is_misread),
        Err(remark) => is_misread(remark),
    };
    context.misread += usize::from(misread);
    let (orders, remarks) = read?;
    let with_words = |order| {
        let words = book.write(scenario, &order);
        (order, words)
    };
    let orders: Vec<(B::Order, String)> = orders.into_iter().map(with_words).collect();
    match dropped_sign(line, &orders, book.about().prices) {
        Some(remark) => Err(remark),
        None => Ok(ReadOrder { orders, remarks, priced: priced(line, book.about().costs) }),
    }
}

/// A number below nothing is never read as one above: where a line has one, the orders made of it must have it as well.
fn dropped_sign<O>(line: &str, orders: &[(O, String)], prices: &[&str]) -> Option<Remark> {
    if orders.is_empty() {
        return None;
    }
    let is_price = |at: usize, number: &str| {
        let unit = line[at + number.len()..].trim_start();
        prices.iter().any(|price| unit.get(..price.len()).is_some_and(|unit| unit.eq_ignore_ascii_case(price)))
    };
    let is_taken =
        |number: &str| orders.iter().any(|(_, words)| negative_numbers(words).any(|(_, written)| written == number));
    let (at, number) = negative_numbers(line).find(|(at, number)| !is_price(*at, number) && !is_taken(number))?;
    let message = format!("{number} is a number below nothing, and this order takes none.");
    Some(Remark::unread(message).at(at, at + number.len()).hint(format!("Write {} if that is meant.", &number[1..])))
}

/// Numbers with a minus of their own: in "1-3", "1 -3" and "East - 3" it is none.
fn negative_numbers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices('-').filter_map(move |(at, _)| {
        let digits = text[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let before = &text[..at];
        let is_joined = before.ends_with(|sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '/' | '.' | ')'));
        let is_range = before.trim_end().ends_with(|sign: char| sign.is_ascii_digit());
        (digits > 0 && !is_joined && !is_range).then(|| (at, &text[at..=at + digits]))
    })
}

/// An order with its canonical words, to whom the book gave it, as what it came in, and whether it waits.
struct Given<O> {
    order: (O, String),
    assigned: Result<Assigned, Remark>,
    received: Option<Received>,
    acts: bool,
}

/// A line with its orders given to the seat, as far as the book assigned them.
fn give<O>(line: OrderLine<ReadOrder<O>>, given: impl Iterator<Item = Given<O>>) -> CheckedLine<O> {
    let OrderLine { number, text, count_of_lines, wordings, is_held, outcome } = line;
    let orders = given.map(|Given { order: (order, canonical), assigned, received, acts }| {
        let (place, remarks) = match assigned {
            Ok(place) => (Some(place), Vec::new()),
            Err(remark) => (None, vec![remark]),
        };
        let seat = place.as_ref().map(|place| place.seat.clone());
        let filed = place.map(|place| Filed {
            section: place.section,
            order,
            canonical: canonical.clone(),
            written: text.clone(),
            is_by_gm: false,
            received,
            when: place.when,
            is_added: place.is_added,
            is_left_over: false,
            asked: None,
        });
        CheckedOrder { seat, filed, canonical, note: String::new(), remarks, acts, received }
    });
    let orders = orders.collect();
    let remarks = match outcome {
        Ok(read) => read.remarks,
        Err(remark) => vec![remark],
    };
    CheckedLine { number, text, count_of_lines, wordings, is_held, orders, remarks }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_below_nothing_is_never_read_as_one_above() {
        let dropped = |line: &str, words: &str| dropped_sign(line, &[((), words.to_owned())], &["pp"]);
        for (line, words) in [
            ("PP 1-3: enter -3 infantry at Washington", "PP 1-3: enter 3 infantry at Washington"),
            ("lend Spain -5", "lend 5 to Spain"),
            ("-2 corps", "2 corps"),
            ("manipulation -2", "manipulation +2"),
            ("East (-4)", "East 4"),
            ("East:-4", "East 4"),
        ] {
            let remark = dropped(line, words).unwrap_or_else(|| panic!("{line}"));
            assert!(remark.message.contains("below nothing"), "{line}: {}", remark.message);
        }
        for (line, words) in [
            ("manipulation -2", "manipulation -2"),
            ("make peace with America, -5 PP", "end the American war"),
            ("PP 1-3: hold", "PP 1-3: hold"),
            ("PP 1 -3: hold", "PP 1-3: hold"),
            ("East - 17, West-15", "East 17, West 15"),
            ("Corps 1-3, 5-7", "corps 1, 2, 3, 5, 6, 7"),
            ("- 3 infantry", "3 infantry"),
        ] {
            assert_eq!(dropped(line, words), None, "{line}");
        }
    }
}
