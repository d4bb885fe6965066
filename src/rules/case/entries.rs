//! Lines of the game master's own seat in a case: entries, carried out before any letter is read, all of them or none as at
//! the desk. Knows no single entry.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::book::{Context, Giver};
use super::super::check::{Checked, check_form};
use super::super::table::{Played, Table, TableError};
use super::{Case, CaseError, Position, numbered};
use base::facts::{Viewer, brief};
use base::game::{Dice, SeatId, SeatSet};
use base::order::{LineStatus, Remark};

impl Case {
    /// The position after the entries of the case; as it was without any, or when one of them is refused.
    pub(super) fn enter(
        &self,
        table: &dyn Table,
        position: &Position,
        checked: &mut BTreeMap<SeatId, Checked>,
    ) -> Result<Played, CaseError> {
        let situation = table.situation(&position.state)?;
        let gm = SeatId::gm();
        let untouched = |situation| Played {
            state: position.state.clone(),
            events: Vec::new(),
            situation,
            next: position.phase.clone(),
        };
        let Some(lines) = self.orders.get(gm.as_str()).filter(|_| table.about().has_entries) else {
            return Ok(untouched(situation));
        };
        let known = brief(Viewer::vacant(&gm), &situation);
        let mut context = Context::of_phase(position.phase.as_ref());
        let seats = std::slice::from_ref(&gm);
        let mut read = check_form(table, &mut context, &known, seats, &numbered(&lines.lines))?;
        let entered = carry_out(table, &position.state, &mut read)?;
        if entered.is_none() {
            read.lines.iter_mut().flat_map(|line| &mut line.orders).for_each(|order| order.filed = None);
        }
        checked.insert(gm, read);
        Ok(entered.map_or_else(|| untouched(situation), |done| Played { next: position.phase.clone(), ..done }))
    }

    /// Nobody but the game master writes, and no dice are foreseen: the case ends with his entries.
    pub(super) fn is_of_entries_alone(&self, table: &dyn Table) -> bool {
        let is_his_alone = self.orders.len() == 1 && self.orders.contains_key(SeatId::gm().as_str());
        is_his_alone && self.dice.is_none() && table.about().has_entries
    }
}

/// Carries out the entries that were read, unless one of them was not read whole; remarks go to the lines at fault.
fn carry_out(table: &dyn Table, state: &Value, read: &mut Checked) -> Result<Option<Played>, CaseError> {
    let lines = read.lines.iter().filter(|line| line.status() != LineStatus::Chatter);
    if lines.clone().any(|line| line.status() >= LineStatus::Incomplete || line.orders.is_empty()) {
        return Ok(None);
    }
    let orders: Vec<Value> = read.standing().into_iter().map(|filed| filed.order).collect();
    let giver = Giver { seat: SeatId::gm(), received: None, held: SeatSet::new(), done: None };
    let refused = match table.act(state, &giver, &orders, &mut Dice::scripted(BTreeMap::new())) {
        Ok(Ok(done)) => {
            let (state, events, situation) = (done.state, done.events, done.situation);
            return Ok(Some(Played { state, events, situation, next: None }));
        }
        Ok(Err(refused)) => refused,
        Err(TableError::Unsound(why)) => {
            (0..orders.len()).map(|place| (place, Remark::refused(why.to_string()))).collect()
        }
        Err(error) => return Err(error.into()),
    };
    let mut entries: Vec<_> = read.lines.iter_mut().flat_map(|line| &mut line.orders).collect();
    for (place, remark) in refused {
        if let Some(entry) = entries.get_mut(place) {
            entry.remarks.push(remark);
        }
    }
    Ok(None)
}
