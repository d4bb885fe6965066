//! Orders that change units and ships there are: their end, reinforcement, transfers, mergers, bases, repair, command (5.11-5.16).

use serde::{Deserialize, Serialize};

use super::super::office::Matter;
use super::super::side::{Arm, Kind, Pool, Side};
use super::force::{Force, ForceKind};

/// A unit or a ship as an order names it: US1IN, or 1IN for one of the giver's own side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Called {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    pub number: u32,
    pub kind: ForceKind,
}

impl Called {
    /// What is meant in an order of a side.
    pub fn of(self, own: Side) -> Force {
        Force { side: self.side.unwrap_or(own), number: self.number, kind: self.kind }
    }

    /// As it is written.
    pub fn name(self) -> String {
        let side = self.side.map_or("", Side::code);
        match self.kind {
            ForceKind::Unit(kind) => format!("{side}{}{kind}", self.number),
            ForceKind::Ship(class) => format!("{side}{class}{}", self.number),
        }
    }

    fn is_unit(self) -> bool {
        matches!(self.kind, ForceKind::Unit(_))
    }
}

impl From<Force> for Called {
    fn from(force: Force) -> Self {
        Self { side: Some(force.side), number: force.number, kind: force.kind }
    }
}

/// What of a unit is moved or added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    Regiments,
    Batteries,
}

impl Part {
    /// What of the arms it is in a unit of a kind.
    pub fn arm_of(self, kind: Kind) -> Option<Arm> {
        match self {
            Part::Regiments => kind.regiments_of(),
            Part::Batteries => kind.batteries_of(),
        }
    }

    /// In words, as many as there are.
    pub fn words(self, count: u32) -> &'static str {
        match (self, count) {
            (Part::Regiments, 1) => "regiment",
            (Part::Regiments, _) => "regiments",
            (Part::Batteries, 1) => "battery",
            (Part::Batteries, _) => "batteries",
        }
    }
}

/// What is to be done with units and ships.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Change {
    /// A unit is disbanded, a ship scuttled (5.15, 5.16).
    Remove {
        force: Called,
        /// Where it lies, where the words say so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<String>,
    },
    /// Regiments or batteries that wait in a city join a unit (5.14).
    Reinforce { count: u32, part: Part, city: String, force: Called },
    /// Men join a crew (5.14).
    Man {
        men: u32,
        force: Called,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pool: Option<Pool>,
    },
    /// Regiments or batteries go from one unit to another (5.11).
    Transfer { count: u32, part: Part, from: Called, to: Called },
    /// Men go from one crew to another (5.12).
    MoveCrew { men: u32, from: Called, to: Called },
    /// The first becomes part of the second (5.12, 5.13).
    Merge { from: Called, into: Called },
    /// A ship has another base (6.3).
    Base { force: Called, port: String },
    /// A point of a ship's damage is made good.
    Repair { force: Called },
    /// Who commands a unit or ship, by their seats (D54).
    Command {
        force: Called,
        commander: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deputy: Option<String>,
    },
}

impl Change {
    /// The unit or ship that it is about: of two the one that gives, or that disappears.
    pub fn force(&self) -> Called {
        match self {
            Change::Remove { force, .. }
            | Change::Reinforce { force, .. }
            | Change::Man { force, .. }
            | Change::Transfer { from: force, .. }
            | Change::MoveCrew { from: force, .. }
            | Change::Merge { from: force, .. }
            | Change::Base { force, .. }
            | Change::Repair { force }
            | Change::Command { force, .. } => *force,
        }
    }

    /// The other one, where there are two.
    pub fn other(&self) -> Option<Called> {
        match self {
            Change::Transfer { to, .. } | Change::MoveCrew { to, .. } | Change::Merge { into: to, .. } => Some(*to),
            _ => None,
        }
    }

    /// What it is about, as far as rights go.
    pub fn matter(&self) -> Matter {
        match (self, self.force().is_unit()) {
            (Change::Remove { .. }, true) => Matter::Disbanding,
            (Change::Remove { .. }, false) => Matter::Scuttling,
            (Change::Reinforce { .. }, _) => Matter::Reinforcing,
            (Change::Man { .. }, _) => Matter::Manning,
            (Change::Transfer { .. }, _) => Matter::Transfers,
            (Change::MoveCrew { .. }, _) => Matter::CrewTransfers,
            (Change::Merge { .. }, true) => Matter::UnitMergers,
            (Change::Merge { .. }, false) => Matter::ShipMergers,
            (Change::Base { .. }, _) => Matter::Bases,
            (Change::Repair { .. }, _) => Matter::Repairs,
            (Change::Command { .. }, true) => Matter::UnitCommand,
            (Change::Command { .. }, false) => Matter::ShipCommand,
        }
    }

    /// The city where something is taken from or done.
    pub fn city(&self) -> Option<&str> {
        match self {
            Change::Reinforce { city, .. } | Change::Base { port: city, .. } => Some(city),
            _ => None,
        }
    }

    /// Whether a second one orders more: what is bought does.
    pub fn adds(&self) -> bool {
        matches!(self, Change::Reinforce { .. } | Change::Man { .. })
    }

    /// Where it stands on its seat's sheet: with what a later order about the same takes the place of.
    pub fn section(&self) -> String {
        let name = self.force().name();
        match self {
            Change::Remove { .. } => format!("end of {name}"),
            Change::Reinforce { .. } | Change::Man { .. } => "reinforcements".to_owned(),
            Change::Transfer { part, to, .. } => format!("{} of {name} to {}", part.words(0), to.name()),
            Change::MoveCrew { to, .. } => format!("crew of {name} to {}", to.name()),
            Change::Merge { .. } => format!("merging {name}"),
            Change::Base { .. } => format!("base of {name}"),
            Change::Repair { .. } => format!("repair of {name}"),
            Change::Command { .. } => format!("command of {name}"),
        }
    }
}
