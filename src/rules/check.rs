//! What a book makes of the lines of one seat, before anything is filed: read, assigned, reviewed.
//! Knows what the seat may know, and no state.

use serde_json::Value;

use crate::game::SeatId;
use crate::order::{Filed, Line, LineStatus, Remark, read_order_lines, worst};
use crate::report::Brief;

use super::book::Context;
use super::table::{Table, TableError, TableRefusal};

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

/// Reads the lines and gives each order to `seat`: form and authority, without any position.
pub fn check_form(
    table: &dyn Table,
    context: &mut Context,
    brief: &Brief<Value>,
    seat: &SeatId,
    lines: &[Line],
) -> Result<Checked, TableError> {
    let mut checked = Vec::new();
    for line in read_order_lines(lines, |text| table.begins_order(text), |text| table.read(context, text)) {
        let (orders, remarks) = match line.outcome {
            Ok(read) => (read.orders, read.remarks),
            Err(remark) => (Vec::new(), vec![remark]),
        };
        let orders = orders.into_iter().map(|(order, canonical)| give(table, brief, seat, &line.text, order, canonical));
        checked.push(CheckedLine {
            number: line.number,
            count_of_lines: line.count_of_lines,
            orders: orders.collect::<Result<_, _>>()?,
            remarks,
            text: line.text,
        });
    }
    Ok(Checked { lines: checked, account: Vec::new() })
}

/// The same, and then the review of the whole against what the seat was told.
pub fn check(
    table: &dyn Table,
    context: &mut Context,
    brief: &Brief<Value>,
    seat: &SeatId,
    lines: &[Line],
) -> Result<Checked, TableError> {
    let mut checked = check_form(table, context, brief, seat, lines)?;
    let reviewed = table.review(brief, seat, &checked.standing())?;
    let orders = checked.lines.iter_mut().flat_map(|line| &mut line.orders);
    for (order, review) in orders.filter(|order| order.stands()).zip(reviewed.lines) {
        order.note = review.note;
        order.remarks.extend(review.remarks);
    }
    checked.account = reviewed.account;
    Ok(checked)
}

fn give(
    table: &dyn Table,
    brief: &Brief<Value>,
    seat: &SeatId,
    written: &str,
    order: Value,
    canonical: String,
) -> Result<CheckedOrder, TableError> {
    let (filed, remarks) = match table.assign(brief, std::slice::from_ref(seat), &order) {
        Ok(assigned) => {
            let (section, written) = (assigned.section, written.to_owned());
            (Some(Filed { section, order, canonical: canonical.clone(), written, is_by_gm: false }), Vec::new())
        }
        Err(TableRefusal::Remark(remark)) => (None, vec![*remark]),
        Err(TableRefusal::Error(error)) => return Err(error),
    };
    Ok(CheckedOrder { filed, canonical, note: String::new(), remarks })
}
