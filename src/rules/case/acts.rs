//! Orders of a case that do not wait for the end of the phase: reviewed and carried out one after the other as they come, before it is
//! played, with the dice of the case. Knows no single order.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::book::{Context, Giver, OwnFile};
use super::super::check::{Checked, CheckedOrder, check_form};
use super::super::table::{Played, Reviewed, Table, TableError};
use base::facts::{Brief, Viewer, brief};
use base::game::{Dice, SeatId, SeatSet};
use base::order::{Filed, Line, Received};

/// Reads the lines of a seat and reviews what waits of them: what does not is reviewed as it is carried out, by what was done before.
pub(super) fn check_waiting(
    table: &dyn Table,
    context: &mut Context,
    known: &Brief<Value>,
    seat: &SeatId,
    lines: &[Line],
) -> Result<Checked, TableError> {
    let mut checked = check_form(table, context, known, std::slice::from_ref(seat), lines)?;
    let waiting: Vec<&mut CheckedOrder> = checked
        .lines
        .iter_mut()
        .flat_map(|line| &mut line.orders)
        .filter(|order| !order.acts && order.stands())
        .collect();
    let sheet: Vec<Filed<Value>> = waiting.iter().filter_map(|order| order.filed.clone()).collect();
    let reviewed = review(table, known, seat, &sheet)?;
    for (order, review) in waiting.into_iter().zip(reviewed.lines) {
        order.note = review.note;
        order.remarks.extend(review.remarks);
    }
    checked.account = reviewed.account;
    Ok(checked)
}

fn review(
    table: &dyn Table,
    known: &Brief<Value>,
    seat: &SeatId,
    lines: &[Filed<Value>],
) -> Result<Reviewed, TableError> {
    table.review(known, OwnFile { seat, lines, others: &BTreeMap::new() })
}

/// The position after these orders; what was wrong with one of them is said of its line.
pub(super) fn carry_out(
    table: &dyn Table,
    before: Played,
    checked: &mut BTreeMap<SeatId, Checked>,
    held: &SeatSet,
    dice: &mut Dice,
) -> Result<Played, TableError> {
    let mut acting: Vec<(SeatId, &mut CheckedOrder)> = Vec::new();
    for (seat, checked) in checked.iter_mut() {
        let orders = checked.lines.iter_mut().flat_map(|line| &mut line.orders);
        acting.extend(
            orders.filter(|order| order.acts && order.stands() && !seat.is_gm()).map(|order| (seat.clone(), order)),
        );
    }
    acting.sort_by_key(|(_, order)| order.received.unwrap_or(Received::LAST));
    let mut now = before;
    for (seat, order) in acting {
        let Some(filed) = order.filed.clone() else { continue };
        let known = brief(Viewer::vacant(&seat), &now.situation);
        let reviewed = review(table, &known, &seat, std::slice::from_ref(&filed))?;
        order.remarks.extend(reviewed.lines.into_iter().flat_map(|line| line.remarks));
        if !order.stands() {
            continue;
        }
        let giver = Giver { seat, received: order.received, held: held.clone(), done: None };
        match table.act(&now.state, &giver, std::slice::from_ref(&filed.order), dice)? {
            Ok(done) => {
                now.events.extend(done.events);
                (now.state, now.situation) = (done.state, done.situation);
            }
            Err(refused) => order.remarks.extend(refused.into_iter().map(|(_, remark)| remark)),
        }
    }
    Ok(now)
}

/// The orders that wait for the end of the phase.
pub(super) fn waiting(checked: &Checked) -> Vec<Filed<Value>> {
    let orders = checked.lines.iter().flat_map(|line| &line.orders).filter(|order| !order.acts && order.stands());
    orders.filter_map(|order| order.filed.clone()).collect()
}
