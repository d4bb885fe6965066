//! The numbers of ships and batteries on rivers, as `tables.toml` has them (SNNM).

use serde::{Deserialize, Serialize};

use super::super::side::Class;

/// How ships move.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SailingTable {
    /// Squares a turn.
    pub speed: u32,
    /// Steps a turn at sea.
    pub steps: u32,
    /// Hits in a hundred that ships running past take for each hundred of a battery's strength.
    pub volley: u32,
}

/// How ships fight.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    pub rounds: u32,
    /// What a side's strength is multiplied by, in a hundred: one of these.
    pub luck: Vec<u32>,
    pub armoured: Vec<Class>,
    /// Hits in a hundred that glance off armour.
    pub glance: u32,
    /// In a hundred: how likely an unarmed ship is hit where an armed one is.
    pub unarmed: u32,
    /// In a hundred of what a side began with: with less it breaks before a stronger enemy.
    pub break_at: u32,
    /// In a hundred: by so much less of what it began with a side loses after the last round.
    pub margin: u32,
    /// Points of damage that sink a ship.
    pub hull: u32,
    /// In a hundred of the complement: men lost for a point of damage.
    pub crew: u32,
    /// In a hundred of a ship's strength: lost for a point of damage.
    pub damage: u32,
    /// In a hundred: what a ship without crew counts.
    pub manned: u32,
    /// In a hundred: what a point of quality adds, and without any.
    pub quality: u32,
    pub unskilled: u32,
    /// In a hundred: transports that are alone with armed ships are taken.
    pub capture: u32,
}

/// Chances in a hundred to get away before a fight.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evade {
    pub base: i64,
    /// More where every enemy is unarmed.
    pub unarmed: i64,
    /// More, or less, for who has an armoured ship.
    pub armoured: i64,
    /// More where others stay behind and fight.
    pub rearguard: i64,
}

/// How far ships see, in squares around.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detect {
    pub ship: u32,
}

/// What shells do.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bombard {
    /// Men in a hundred for each point of strength.
    pub factor: u32,
    /// In a hundred: what is left of it by the ground.
    pub open: u32,
    pub rough: u32,
    pub city: u32,
    /// In a hundred: less of it for each level of a work.
    pub fort: u32,
}

/// What batteries over a river count, and bear.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatteryTable {
    pub flat: u32,
    pub hill: u32,
    pub high_hill: u32,
    /// Hits for each hundred of strength after which it counts half.
    pub damaged: u32,
    /// And after which it is destroyed.
    pub destroyed: u32,
    /// Batteries of a naval battery that make up the whole strength.
    pub whole: u32,
}
