//! What a kind of unit may be, and whether a unit is so.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::amount::Amount;

/// The least and the most of something, both allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// At least.
    pub least: u32,
    /// At most.
    pub most: u32,
}

/// What a kind of unit may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// Men, those of its batteries included.
    pub men: Bounds,
    /// Batteries.
    pub batteries: Bounds,
    /// Regiments, where soldiers are counted by them.
    pub regiments: Option<Bounds>,
    /// Men who serve a battery and go with it.
    pub battery_crew: u32,
    /// Men of a merged unit at most, the crews of its batteries apart.
    pub merged_men: u32,
    /// Whether a unit may not fall below its least by a transfer, as it may not be built smaller.
    pub keeps_least: bool,
}

/// The men of a unit and what they are like.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "T: Ord + Deserialize<'de>"))]
pub struct Unit<T: Ord> {
    /// Men, those of its batteries included.
    pub men: u32,
    /// Batteries.
    pub batteries: u32,
    /// Regiments; none where soldiers are counted by the man.
    pub regiments: u32,
    /// Quality, experience and the like, whose mean is weighted by men.
    pub traits: BTreeMap<T, Amount>,
}

/// What of a unit is out of bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Component {
    /// Its men.
    Men,
    /// Its batteries.
    Batteries,
    /// Its regiments.
    Regiments,
}

/// Which of two units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The one that gives.
    Giver,
    /// The one that receives, or the only one.
    Receiver,
}

/// A unit would not be what its kind allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Misfit {
    /// Which unit.
    pub which: Which,
    /// What of it.
    pub what: Component,
    /// How much it would be; less than nothing where more is wanted than there is.
    pub would_be: i64,
    /// What is allowed.
    pub allowed: Bounds,
}

impl Kind {
    /// Whether a new unit of this kind may be so.
    pub fn check_new<T: Ord>(&self, unit: &Unit<T>) -> Result<(), Misfit> {
        if let Some(regiments) = self.regiments {
            within(Which::Receiver, Component::Regiments, unit.regiments, regiments)?;
        }
        within(Which::Receiver, Component::Batteries, unit.batteries, self.batteries)?;
        within(Which::Receiver, Component::Men, unit.men, self.men)
    }

    /// Whether a unit may be so after a change: its most always holds, its least where the kind keeps it.
    pub(super) fn check_changed<T: Ord>(&self, which: Which, unit: &Unit<T>) -> Result<(), Misfit> {
        let bounds = |bounds: Bounds| if self.keeps_least { bounds } else { Bounds { least: 0, ..bounds } };
        within(which, Component::Batteries, unit.batteries, bounds(self.batteries))?;
        within(which, Component::Men, unit.men, bounds(self.men))
    }

    /// The men of a new unit of so many full regiments and batteries.
    pub fn full_men(&self, regiments: u32, men_per_regiment: u32, batteries: u32) -> u32 {
        regiments.saturating_mul(men_per_regiment).saturating_add(self.crew_of(batteries))
    }

    pub(super) fn crew_of(&self, batteries: u32) -> u32 {
        batteries.saturating_mul(self.battery_crew)
    }
}

pub(super) fn within(which: Which, what: Component, value: u32, allowed: Bounds) -> Result<(), Misfit> {
    if (allowed.least..=allowed.most).contains(&value) {
        return Ok(());
    }
    Err(Misfit { which, what, would_be: i64::from(value), allowed })
}
