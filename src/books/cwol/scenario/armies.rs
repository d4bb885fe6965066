//! The numbers of armies on the move and of battles on land, as `tables.toml` has them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::side::Kind;
use super::terrain::Terrain;

/// How armies move.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LandTable {
    /// Tenths of a square of open ground that a unit marches in a turn.
    pub rate: BTreeMap<Kind, u32>,
    /// What a step into a square takes, by its ground.
    pub ground: BTreeMap<Terrain, u32>,
    /// Squares of railway in a turn.
    pub rail: u32,
    /// Squares of river in a turn.
    pub river: u32,
    /// The tactical square nearest to which boats land when none is asked for.
    pub entry: [u8; 2],
    /// How far units see, and cavalry does.
    pub sight: u32,
    pub cavalry_sight: u32,
}

/// Who settles battles on land.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Judge {
    /// The formula of the house, where the game master has not entered one.
    #[serde(rename = "house")]
    House,
    /// The game master alone.
    #[serde(rename = "gm")]
    GameMaster,
}

/// Battles on land; shares are in a hundred.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    pub by: Judge,
    /// What a battery counts; a hundred men of good soldiers count one.
    pub battery: u64,
    /// The sum of traits of a good soldier: ten times quality, experience, morale.
    pub traits: u64,
    /// Fatigue at which nothing is left of him.
    pub fatigue: u64,
    /// What is left of a unit out of supply.
    pub unsupplied: u64,
    /// What headquarters of a corps and of an army make of their side.
    pub corps: u64,
    pub army: u64,
    /// For each step of the defender's ground, and each level of his work.
    pub ground: u64,
    pub work: u64,
    /// What the die makes of the attacker.
    pub die: Vec<u64>,
    /// The loser loses so much at most, and so much for each to one.
    pub loser: [u64; 2],
    /// The winner so much at least, and so much at one to one.
    pub winner: [u64; 2],
    /// At so many to one the loser falls back two squares.
    pub far: u64,
    /// What a unit learns.
    pub experience: u32,
}
