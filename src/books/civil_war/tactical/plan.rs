//! The lines of one account as they are laid and checked: pulses, deeds and remarks of each, and what all of them spend (D8, D9).

use base::order::LineStatus;
use base::order::{Remark, remark::worst};

use super::super::order::Order;
use super::super::scenario::{Account, Scenario};
use super::account::Caps;
use super::draft::{Deed, Draft};
use super::knowledge::Knowledge;
use super::naval::NavalDeed;
use super::naval::lending::{Lent, Loan};
use super::planner::Planner;
use super::schedule::Slot;
use super::sorting;
use super::spending::{Spent, brings};

/// What became of one line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlannedLine {
    /// Its pulses, when it stands and takes any.
    pub slot: Option<Slot>,
    /// What it does, when it stands.
    pub draft: Option<Draft>,
    /// What is to be said of it.
    pub remarks: Vec<Remark>,
}

impl PlannedLine {
    /// Whether it stands, complete or not.
    pub fn stands(&self) -> bool {
        worst(&self.remarks) <= LineStatus::Incomplete
    }
}

/// The lines of one account.
#[derive(Debug, Clone)]
pub struct Plan {
    /// One entry for each line.
    pub lines: Vec<PlannedLine>,
    /// What may be spent, when the account is known.
    pub caps: Option<Caps>,
    /// What they spend, and keep for conditions.
    pub spent: Spent,
    /// What of it is kept for conditions.
    pub kept: Spent,
    /// What of it is lent with ships.
    pub lent: Lent,
}

impl Plan {
    /// The ships it lends.
    pub fn loans(&self) -> impl Iterator<Item = &Loan> {
        let standing = self.lines.iter().filter(|line| line.stands());
        standing.filter_map(|line| line.draft.as_ref().and_then(loan_of))
    }

    /// Whether a line waits for something, so that nobody knows which pulses are used.
    pub fn has_condition(&self) -> bool {
        let standing = self.lines.iter().filter(|line| line.stands());
        standing.filter_map(|line| line.draft.as_ref()).any(waits)
    }

    /// The pulses before one that lines bring along: the account needs none for them, whatever becomes of the lines.
    pub fn brought_before(&self, pulse: u32) -> u32 {
        let standing = self.lines.iter().filter(|line| line.stands());
        let parts = standing.filter_map(|line| Some((line.draft.as_ref()?, line.slot?)));
        parts.filter(|(_, slot)| slot.last < pulse).map(|(draft, slot)| brings(draft, slot)).sum()
    }
}

/// The ships that a line lends.
pub(super) fn loan_of(draft: &Draft) -> Option<&Loan> {
    match &draft.deed {
        Deed::Naval(NavalDeed::Lend(loan)) => Some(loan),
        _ => None,
    }
}

/// Whether a line waits for something.
pub(super) fn waits(draft: &Draft) -> bool {
    matches!(draft.deed, Deed::Wait(_))
}

/// Lays and checks lines of one account alone, numbered from 1.
#[cfg(test)]
pub fn plan(scenario: &Scenario, known: &Knowledge, account: Account, orders: &[&Order]) -> Plan {
    let numbers: Vec<u32> = (1..).take(orders.len()).collect();
    plan_numbered(scenario, known, account, orders, &numbers)
}

/// Lays and checks the lines of `account`; `numbers` are theirs on the sheet of the seat. Lines that name their pulses are
/// judged in that order, wherever they are written (D9).
pub fn plan_numbered(
    scenario: &Scenario,
    known: &Knowledge,
    account: Account,
    orders: &[&Order],
    numbers: &[u32],
) -> Plan {
    sorting::plan(&Planner::start(scenario, known, account, orders, numbers))
}
