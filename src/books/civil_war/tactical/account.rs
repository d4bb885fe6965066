//! What one account may spend in a tactical sub-turn: caps, rounding, the exception for few command points (D8).
//! Knows a ledger and the tables, nothing of orders.

use super::super::scenario::Tables;
use super::super::state::Ledger;

/// The most an account may use in the sub-turn now open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// Command points.
    pub cp: u32,
    /// Pulse points.
    pub pp: u32,
    /// Pulse points when every pulse is spent on a command point and those are few (C3.9, exception).
    pub pp_of_few: u32,
    few: u32,
}

impl Caps {
    /// The most pulse points for this use of the account.
    pub fn most_pp(&self, cp: u32, are_all_command: bool) -> u32 {
        if are_all_command && cp <= self.few { self.pp_of_few } else { self.pp }
    }
}

/// The share of `points` that one sub-turn may use: to the nearest figure, a half upwards (C3.9).
fn cap(points: u32, percent: u32) -> u32 {
    (points.saturating_mul(percent).saturating_add(50)) / 100
}

/// What a ledger leaves for the sub-turn now open (D8).
pub fn caps(tables: &Tables, ledger: &Ledger) -> Caps {
    let rules = &tables.subturn;
    let few = rules.free_cp;
    let capped = |points: u32| cap(points, rules.percent_max);
    let lifted = |points: u32| capped(points).max(points.min(few));
    let cp_left = ledger.cp.saturating_add(ledger.refunded).saturating_sub(ledger.cp_spent);
    let pp_left = ledger.pp.saturating_sub(ledger.pp_spent);
    Caps {
        cp: lifted(ledger.cp).min(cp_left),
        pp: capped(ledger.pp).min(pp_left),
        pp_of_few: lifted(ledger.pp).min(pp_left),
        few,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    fn means_of(ledger: Ledger) -> Caps {
        caps(&Scenario::embedded().expect("the scenario").tables, &ledger)
    }

    fn allotted(cp: u32, pp: u32) -> Ledger {
        Ledger { cp, pp, ..Ledger::default() }
    }

    #[test]
    fn c3_9_three_quarters_are_rounded_half_up() {
        assert_eq!([10, 5, 7, 2, 0].map(|points| cap(points, 75)), [8, 4, 5, 2, 0]);
    }

    #[test]
    fn c3_9_four_command_points_may_be_used_though_they_are_all() {
        assert_eq!([10, 5, 7, 4, 3, 2].map(|cp| means_of(allotted(cp, 40)).cp), [8, 4, 5, 4, 3, 2]);
    }

    #[test]
    fn c3_9_the_exception_reaches_pulses_only_when_all_are_command_pulses() {
        let caps = means_of(allotted(4, 4));
        assert_eq!((caps.most_pp(4, true), caps.most_pp(4, false), caps.most_pp(3, false)), (4, 3, 3));
        assert_eq!(means_of(allotted(8, 8)).most_pp(5, true), 6);
    }

    #[test]
    fn c3_17_refunds_are_for_the_second_sub_turn_under_the_cap() {
        let second = Ledger { cp_spent: 9, pp_spent: 9, refunded: 3, ..allotted(12, 12) };
        assert_eq!((means_of(second.clone()).cp, means_of(second).pp), (6, 3));
        let idle = Ledger { refunded: 3, ..allotted(12, 12) };
        assert_eq!(means_of(idle).cp, 9);
    }
}
