//! A side: the acts of its Congress that are in force, its debts, its morale.

use kit::amount::Amount;
use serde::{Deserialize, Serialize};

use crate::order::Subject;
use crate::side::Side;

/// A side: its law, its debts, its morale and what counts for its victory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nation {
    pub law: Law,
    /// Acts that are law when the open turn has ended, for orders rest on a law from the next turn on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coming: Vec<Subject>,
    pub debt: Amount,
    pub loan_ceiling: Amount,
    /// What Congress allows to be outstanding; none: it has authorised no greenbacks.
    pub greenbacks_authorised: Option<Amount>,
    /// Greenback eagles for 100 of gold; none: there never were any.
    pub greenbacks_value: Option<i64>,
    /// Debt and morale when greenbacks were first authorised (D09).
    pub at_first_authorised: Option<(Amount, i64)>,
    /// In hundredths of a point.
    pub morale: i64,
    /// Victory points; disbanding abroad takes some (5.15).
    #[serde(default)]
    pub victory_points: i64,
    /// Its men who fell or were taken in fights: points of the enemy when the war is over.
    #[serde(default)]
    pub fallen: u64,
    pub has_surrendered: bool,
    /// It has declared the other side's ports blockaded (2.7).
    #[serde(default)]
    pub has_blockade: bool,
    /// MPs are sold to it in Europe (2.10): as the game master says.
    #[serde(default)]
    pub may_buy_abroad: bool,
    /// Ships are built for it in Europe (5.4, D50): as the game master says.
    #[serde(default)]
    pub may_build_abroad: bool,
}

impl Nation {
    /// What Congress allows to be outstanding, an act counted that is law when the open turn has ended: money of the turn goes by
    /// it, orders to print do not yet (D12).
    pub fn authority(&self) -> Option<Amount> {
        let coming = self.coming.iter().rev().find_map(|subject| match subject {
            Subject::Greenbacks(eagles) => Some(Amount::whole(*eagles)),
            _ => None,
        });
        coming.or(self.greenbacks_authorised)
    }
}

/// The acts of a Congress that are in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Law {
    pub income_tax: i64,
    pub tariff: i64,
    pub has_bounty: bool,
    pub has_draft: bool,
    pub has_usct: bool,
    pub has_embargo: bool,
}

/// What an act of Congress allows or orders that has no number, as reports name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Power {
    /// Bounties for recruits (4.1).
    #[serde(rename = "bounties")]
    Bounties,
    /// The draft (4.1).
    #[serde(rename = "the draft")]
    Draft,
    /// Coloured troops, of the Union's Congress alone (4.1).
    #[serde(rename = "coloured troops")]
    Usct,
    /// The embargo on cotton, of the Confederacy's alone (2.8).
    #[serde(rename = "the cotton embargo")]
    Embargo,
    /// Greenbacks, of which the act says how many (3.3).
    #[serde(rename = "greenbacks")]
    Greenbacks,
}

impl Law {
    /// What the Congress of a side can pass, and whether it is in force: each has an act that the other's cannot pass.
    pub fn powers(self, side: Side) -> [(Power, bool); 3] {
        let own = match side {
            Side::Union => (Power::Usct, self.has_usct),
            Side::Confederacy => (Power::Embargo, self.has_embargo),
        };
        [(Power::Bounties, self.has_bounty), (Power::Draft, self.has_draft), own]
    }

    /// The law with these rates, and with these powers in force and no others.
    pub fn of(income_tax: i64, tariff: i64, powers: &[Power]) -> Law {
        let has = |power: Power| powers.contains(&power);
        Law {
            income_tax,
            tariff,
            has_bounty: has(Power::Bounties),
            has_draft: has(Power::Draft),
            has_usct: has(Power::Usct),
            has_embargo: has(Power::Embargo),
        }
    }
}
