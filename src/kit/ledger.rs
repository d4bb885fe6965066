//! Accounts by double entry: every posting moves points from one account to another and cites its step, so that opening
//! plus postings equals closing for every account, and nothing comes from nowhere.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What is counted: money and manpower are kept apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Money.
    Money,
    /// Manpower.
    Manpower,
}

/// One posting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Posting {
    /// The step of the rules ("8.5.1").
    pub step: String,
    /// What is counted.
    pub measure: Measure,
    /// The account it leaves.
    pub from: String,
    /// The account it enters.
    pub to: String,
    /// How much; never negative.
    pub amount: u32,
    /// What for ("corps 9").
    pub text: String,
}

/// The accounts of a game: what each held when the books were last closed, and the postings since.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// By account and measure.
    pub opening: BTreeMap<String, BTreeMap<Measure, i64>>,
    /// Since then, in order.
    pub postings: Vec<Posting>,
}
