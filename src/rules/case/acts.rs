//! Orders of a case that do not wait for the end of the phase: carried out one after the other as they come, before it is played,
//! with the dice of the case. Knows no single order.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::book::Giver;
use super::super::check::{Checked, CheckedOrder};
use super::super::table::{Played, Table, TableError};
use base::game::{Dice, SeatId, SeatSet};
use base::order::{Filed, Received};

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
        let Some(filed) = &order.filed else { continue };
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
