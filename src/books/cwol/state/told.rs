//! What the turn that was played last brought, as reports tell of it.

use std::collections::BTreeMap;

use kit::amount::Amount;
use serde::{Deserialize, Serialize};

use crate::side::Side;

/// What reports tell of the turn that was played last.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// What each city brought, by its id.
    pub revenue: BTreeMap<String, Revenue>,
    /// What changed a side's morale, in hundredths of a point.
    pub morale: Vec<MoraleChange>,
    /// So many of these are of the turn that was played; the others came after it.
    #[serde(default)]
    pub played: usize,
}

/// What a city brought in a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revenue {
    pub side: Side,
    pub gross: Amount,
    /// What came off it, and why.
    pub reductions: Vec<(String, Amount)>,
    /// What the rates are laid on.
    pub income: Amount,
    pub tax: Amount,
    pub tariff: Amount,
    pub mp: Amount,
}

/// What moved the morale of a side, in hundredths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleChange {
    pub side: Side,
    pub why: String,
    pub hundredths: i64,
}
