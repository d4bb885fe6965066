//! Leaders beside their marches: the promotion table, cases and verdicts, pools, wounds, prisoners, shifts between theatres
//! (C3.5.7 to C3.5.9, C5.2 to C5.7, D19, D23, D24). Battles and pulses are the tactical chapter's.

pub mod affairs;
pub mod facts;
pub mod pools;
pub mod review;
pub mod shift;
pub mod table;
pub mod turning;

use serde::{Deserialize, Serialize};

use super::order::{Matter, Verdict};
use super::scenario::{Account, Theatre};

/// What a side has to settle about its leaders.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LeaderAffairs {
    /// Results of the promotion table that wait to be presented or decided, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<Case>,
    /// What was decided and is carried out when the next turn by mail opens, in the order of the decisions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decided: Vec<Decision>,
    /// Leaders in the enemy's hands, in the order of capture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<String>,
    /// Leaders who joined a pool as this turn by mail opened: they stand behind its new leaders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub latecomers: Vec<String>,
    /// Leaders whom the supreme commander sends to another theatre in this turn by mail (C3.5.9).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shifts: Vec<Shift>,
}

/// A result of the promotion table that somebody has to decide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Who.
    pub leader: String,
    /// Whose commander presents him.
    pub account: Account,
    /// What it is about.
    pub matter: Matter,
    /// The supreme commander has it before him.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_presented: bool,
}

/// A promotion or demotion on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Who.
    pub leader: String,
    /// The account his case came from.
    pub account: Account,
    /// What becomes of him.
    pub verdict: Verdict,
}

/// A leader on his way to another theatre, with a command point and a pulse point of his own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shift {
    /// Who.
    pub leader: String,
    /// Where he goes.
    pub to: Theatre,
}

impl LeaderAffairs {
    /// Whether there is nothing to settle.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// A new result of the table; one that waits already is not doubled.
    pub fn open(&mut self, case: Case) {
        let is_known = self.cases.iter().any(|known| known.leader == case.leader && known.matter == case.matter);
        if !is_known {
            self.cases.push(case);
        }
    }

    /// Nothing more is to be decided about a leader who is lost for good.
    pub fn forget(&mut self, leader: &str) {
        self.cases.retain(|case| case.leader != leader);
        self.decided.retain(|decision| decision.leader != leader);
        self.shifts.retain(|shift| shift.leader != leader);
    }
}

#[cfg(test)]
mod tests;
