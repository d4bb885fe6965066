//! What ships on rivers are ordered: to move, hold, pursue and bombard, how to fight, where to fall back to (SNNM 4.5, 4.7, 6.1, 7.8).

use board::square::Square;
use serde::{Deserialize, Serialize};

use super::super::office::Matter;
use super::super::scenario::Scenario;
use super::change::Called;
use super::force::Force;

/// An order of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Sailing {
    /// To a square of a river, which a port's name says too.
    Move {
        ship: Called,
        to: Square,
        /// It runs past batteries.
        #[serde(default)]
        runs: bool,
        /// It goes on no longer than this turn.
        #[serde(default)]
        is_once: bool,
    },
    /// It stays where it is.
    Hold { ship: Called },
    /// It goes where an enemy goes that lies with it; none is named: whichever leaves.
    Pursue {
        ship: Called,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quarry: Option<Force>,
    },
    /// How it fights.
    Fight {
        ship: Called,
        stance: Stance,
        /// After which round it leaves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        break_off: Option<u32>,
    },
    /// It shells what holds still.
    Bombard { ship: Called, target: Target },
    /// Where it falls back to when it has no trail.
    Retreat { ship: Called, toward: Refuge },
}

/// How a ship meets the enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// It attacks.
    Engage,
    /// It fights when it is attacked.
    Accept,
    /// It gets away if it can.
    Evade,
}

/// What is shelled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// Whoever is in a city, by its id.
    City(String),
    /// Whoever is in a square.
    Square(Square),
    Unit(Force),
}

/// Where a ship falls back to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refuge {
    Upstream,
    Downstream,
    /// A square of the river, which a port's name says too.
    Square(Square),
}

impl Stance {
    /// As it is ordered.
    pub fn word(self) -> &'static str {
        match self {
            Stance::Engage => "engage",
            Stance::Accept => "accept",
            Stance::Evade => "evade",
        }
    }
}

impl Stance {
    /// As a report tells it.
    pub fn doing(self) -> &'static str {
        match self {
            Stance::Engage => "engages",
            Stance::Accept => "accepts battle",
            Stance::Evade => "evades",
        }
    }
}

impl Sailing {
    /// As far as rights go.
    pub fn matter(&self) -> Matter {
        match self {
            Sailing::Bombard { .. } => Matter::Bombarding,
            _ => Matter::Sailing,
        }
    }

    /// The ship that it is about.
    pub fn ship(&self) -> Called {
        match self {
            Sailing::Move { ship, .. }
            | Sailing::Hold { ship }
            | Sailing::Pursue { ship, .. }
            | Sailing::Fight { ship, .. }
            | Sailing::Bombard { ship, .. }
            | Sailing::Retreat { ship, .. } => *ship,
        }
    }

    /// What of a ship it settles: of two orders about one of these one stands.
    pub fn settles(&self) -> &'static str {
        match self {
            Sailing::Move { .. } | Sailing::Hold { .. } | Sailing::Pursue { .. } | Sailing::Bombard { .. } => "course",
            Sailing::Fight { .. } => "stance",
            Sailing::Retreat { .. } => "retreat",
        }
    }

    /// The canonical words.
    pub fn words(&self, scenario: &Scenario) -> String {
        let name = self.ship().name();
        match self {
            Sailing::Move { to, runs, is_once, .. } => {
                let run = if *runs { ", run the batteries" } else { "" };
                let once = if *is_once { ", once" } else { "" };
                format!("{name} move to {}{run}{once}", scenario.place_name(*to))
            }
            Sailing::Hold { .. } => format!("{name} hold"),
            Sailing::Pursue { quarry: None, .. } => format!("{name} pursue"),
            Sailing::Pursue { quarry: Some(quarry), .. } => format!("{name} pursue {}", quarry.name()),
            Sailing::Fight { stance, break_off, .. } => {
                let leave = break_off.map(|round| format!(", break off after round {round}")).unwrap_or_default();
                format!("{name} {}{leave}", stance.word())
            }
            Sailing::Bombard { target: Target::City(city), .. } => {
                format!("{name} bombard {}", scenario.city_name(city))
            }
            Sailing::Bombard { target: Target::Square(square), .. } => format!("{name} bombard {square}"),
            Sailing::Bombard { target: Target::Unit(unit), .. } => format!("{name} bombard {}", unit.name()),
            Sailing::Retreat { toward: Refuge::Upstream, .. } => format!("{name} retreat upstream"),
            Sailing::Retreat { toward: Refuge::Downstream, .. } => format!("{name} retreat downstream"),
            Sailing::Retreat { toward: Refuge::Square(square), .. } => {
                format!("{name} retreat to {}", scenario.place_name(*square))
            }
        }
    }
}
