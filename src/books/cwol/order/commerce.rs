//! What is ordered against commerce at sea: a blockade, and what a ship is there for (2.7, 2.9).

use serde::{Deserialize, Serialize};

use super::super::office::Matter;
use super::super::scenario::Scenario;
use super::change::Called;

/// An order of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Commerce {
    /// The ports of the other side are declared blockaded, or no longer (2.7).
    Blockade { is_declared: bool },
    /// What a ship does where it lies (2.7, 2.9).
    /// Off another port, it goes there for it.
    Mission {
        force: Called,
        mission: Mission,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        off: Option<String>,
    },
    /// In a hostile harbour without defenders a ship ends what is being built (5.10).
    Burn { force: Called, port: String },
}

/// What a ship does there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mission {
    /// It lets commerce pass and blockades, where a blockade is declared.
    Ignore,
    /// It takes the enemy's merchantmen.
    Raid,
    /// It keeps raiders off.
    Protect,
}

impl Mission {
    /// As it is ordered.
    pub fn word(self) -> &'static str {
        match self {
            Mission::Ignore => "ignore",
            Mission::Raid => "raid",
            Mission::Protect => "protect",
        }
    }
}

impl Mission {
    /// As a report tells it.
    pub fn doing(self) -> &'static str {
        match self {
            Mission::Ignore => "ignores commerce",
            Mission::Raid => "raids commerce",
            Mission::Protect => "protects commerce",
        }
    }
}

impl Commerce {
    /// As far as rights go.
    pub fn matter(&self) -> Matter {
        match self {
            Commerce::Blockade { .. } => Matter::Blockade,
            Commerce::Mission { .. } => Matter::Mission,
            Commerce::Burn { .. } => Matter::Burning,
        }
    }

    /// The canonical words.
    pub fn words(&self, scenario: &Scenario) -> String {
        match self {
            Commerce::Blockade { is_declared: true } => "declare a blockade".to_owned(),
            Commerce::Blockade { is_declared: false } => "lift the blockade".to_owned(),
            Commerce::Burn { force, port } => {
                format!("{} destroy builds at {}", force.name(), scenario.city_name(port))
            }
            Commerce::Mission { force, mission, off } => {
                let off = off.as_ref().map_or_else(String::new, |port| format!(" off {}", scenario.city_name(port)));
                format!("{} {} commerce{off}", force.name(), mission.word())
            }
        }
    }
}
