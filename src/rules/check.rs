//! What a book makes of lines before anything is filed: read, given to a seat, reviewed. One road for letters, for the
//! command line and for rule cases. Knows what the seats may know, and no state.

use serde_json::Value;

use crate::game::SeatId;
use crate::order::{Filed, Line, LineStatus, OrderLine, Remark, read_order_lines, worst};
use crate::report::Brief;

use super::book::{Assigned, Context};
use super::table::{ReadOrder, Table, TableError};

/// A line and what became of it.
#[derive(Debug, Clone)]
pub struct CheckedLine {
    /// The number of its first line in the text, from 1.
    pub number: usize,
    /// Its text; wrapped lines joined.
    pub text: String,
    /// How many lines of the text it took.
    pub count_of_lines: usize,
    /// The orders in it.
    pub orders: Vec<CheckedOrder>,
    /// Remarks on the reading of the line as a whole.
    pub remarks: Vec<Remark>,
}

/// An order of a line and what became of it.
#[derive(Debug, Clone)]
pub struct CheckedOrder {
    /// The seat that gives it; `None` when none of the writer's may.
    pub seat: Option<SeatId>,
    /// As it would be filed; `None` when no seat of the writer may give it.
    pub filed: Option<Filed<Value>>,
    /// The order in canonical words.
    pub canonical: String,
    /// Pulses and cost as computed; empty when there is none.
    pub note: String,
    /// Remarks on this order.
    pub remarks: Vec<Remark>,
}

impl CheckedOrder {
    /// How the order fares.
    pub fn status(&self) -> LineStatus {
        worst(&self.remarks)
    }

    /// Whether it would be on file.
    pub fn stands(&self) -> bool {
        self.filed.is_some() && self.status() <= LineStatus::Incomplete
    }
}

impl CheckedLine {
    /// All remarks, those on the line before those on its orders.
    pub fn all_remarks(&self) -> impl Iterator<Item = &Remark> {
        self.remarks.iter().chain(self.orders.iter().flat_map(|order| &order.remarks))
    }

    /// How the line fares: as its worst remark says.
    pub fn status(&self) -> LineStatus {
        self.all_remarks().map(|remark| remark.status).max().unwrap_or(LineStatus::Accepted)
    }
}

/// The lines of one seat after checking, and what they leave to spend.
#[derive(Debug, Clone)]
pub struct Checked {
    /// In the order of the text.
    pub lines: Vec<CheckedLine>,
    /// What is left to spend: items for the receipt. None without a review.
    pub account: Vec<Value>,
}

impl Checked {
    /// The orders that would be on file, in order.
    pub fn standing(&self) -> Vec<Filed<Value>> {
        let orders = self.lines.iter().flat_map(|line| &line.orders);
        orders.filter(|order| order.stands()).filter_map(|order| order.filed.clone()).collect()
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
    let read = read_order_lines(lines, |text| table.begins_order(text), |text| table.read(context, text));
    let orders: Vec<Value> = orders_of(&read).map(|(order, _)| order.clone()).collect();
    let mut assigned = table.assign(brief, seats, &orders)?.into_iter();
    let lines = read.into_iter().map(|line| give(line, &mut assigned)).collect();
    Ok(Checked { lines, account: Vec::new() })
}

fn orders_of(read: &[OrderLine<ReadOrder>]) -> impl Iterator<Item = &(Value, String)> {
    read.iter().filter_map(|line| line.outcome.as_ref().ok()).flat_map(|read| &read.orders)
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
    let mut checked = check_form(table, context, brief, std::slice::from_ref(seat), lines)?;
    let new = checked.standing();
    let is_untouched = |old: &&Filed<Value>| new.iter().all(|new| new.section != old.section);
    let kept: Vec<_> = on_file.iter().filter(is_untouched).cloned().collect();
    let count_kept = kept.len();
    let reviewed = table.review(brief, seat, &[kept, new].concat())?;
    let orders = checked.lines.iter_mut().flat_map(|line| &mut line.orders);
    let reviews = reviewed.lines.into_iter().skip(count_kept);
    for (order, review) in orders.filter(|order| order.stands()).zip(reviews) {
        order.note = review.note;
        order.remarks.extend(review.remarks);
    }
    checked.account = reviewed.account;
    Ok(checked)
}

/// A line with its orders given to the seat, as far as the book assigned them.
fn give(line: OrderLine<ReadOrder>, assigned: &mut impl Iterator<Item = Result<Assigned, Remark>>) -> CheckedLine {
    let OrderLine { number, text, count_of_lines, outcome } = line;
    let (orders, remarks) = match outcome {
        Ok(read) => (read.orders, read.remarks),
        Err(remark) => (Vec::new(), vec![remark]),
    };
    let orders = orders.into_iter().zip(assigned).map(|((order, canonical), assigned)| {
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
            when: place.when,
        });
        CheckedOrder { seat, filed, canonical, note: String::new(), remarks }
    });
    CheckedLine { number, orders: orders.collect(), text: text.clone(), count_of_lines, remarks }
}
