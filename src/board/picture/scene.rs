//! What one reader is to see on the country: filled by a rule book from what that reader was told, and from nothing else.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Cell, Hex};

/// Whose something is: each party has a look of its own, in shape as in colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Party {
    /// Dark blocks with square corners.
    Dark,
    /// Light blocks with round corners.
    Light,
}

/// What moves on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Troops.
    Land,
    /// A leader without troops.
    Leader,
    /// Ships.
    Naval,
}

/// How strong a piece is, as far as the reader knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// Exactly, as it is written on the block.
    Exact(String),
    /// By a class, from 1 to 3.
    Class(u8),
    /// Not at all.
    Unknown,
}

/// A force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "C: Cell")]
pub struct Piece<C = Hex> {
    /// Where it stands.
    pub cell: C,
    /// Whose it is.
    pub party: Party,
    /// What it is.
    pub kind: Kind,
    /// How strong.
    pub strength: Strength,
    /// It bears the sign of an army.
    pub is_army: bool,
    /// Who leads it; empty when nobody is to be named.
    pub name: String,
    /// Small letters behind its strength.
    pub letters: String,
    /// When it was seen; empty for one's own.
    pub seen: String,
    /// The higher, the sooner it has its place.
    pub weight: u32,
}

/// A stretch of country in which a force is, nobody knows where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "C: Cell")]
pub struct Area<C = Hex> {
    /// Whose force.
    pub party: Party,
    /// The cells it may be in.
    pub cells: Vec<C>,
    /// What is written on it.
    pub label: String,
}

/// A way somebody went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "C: Cell")]
pub struct Arrow<C = Hex> {
    /// Who.
    pub party: Party,
    /// Where, cell by cell; at least two.
    pub cells: Vec<C>,
    /// It was only seen from afar.
    pub is_seen: bool,
    /// What is written at its end.
    pub label: String,
}

/// A sign that stands in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// Blows were exchanged.
    Battle,
    /// A great work.
    Fortress,
    /// A small work.
    Fort,
    /// Guns on a bank.
    Battery,
    /// Stores.
    Depot,
    /// Where ships lie.
    Port,
    /// News of a railway.
    RailNews,
    /// A town changed hands.
    Taken,
    /// Somebody was seen there and is gone.
    Passed,
}

/// A sign in its cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "C: Cell")]
pub struct Mark<C = Hex> {
    /// Where.
    pub cell: C,
    /// Which.
    pub sign: Sign,
    /// Whose; nobody's for a battle.
    pub party: Option<Party>,
    /// What is written beside it.
    pub label: String,
}

/// All that one reader is to see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "C: Cell")]
pub struct Scene<C = Hex> {
    /// The heading.
    pub title: String,
    /// A line below it.
    pub subtitle: String,
    /// The holders of towns; a town that is not here is nobody's.
    pub holders: BTreeMap<C, Party>,
    /// Railway cells that are not held as at the start.
    pub rails: BTreeMap<C, Party>,
    /// Squares of rivers by whose they are; of others a reader knows nothing. Where rivers run between cells there are none.
    pub rivers: BTreeMap<C, Party>,
    /// Cells of which nothing is seen; none when the reader is nobody who looks out.
    pub unseen: Vec<C>,
    /// Forces.
    pub pieces: Vec<Piece<C>>,
    /// Approximate positions.
    pub areas: Vec<Area<C>>,
    /// The moves of the last phase.
    pub arrows: Vec<Arrow<C>>,
    /// Signs.
    pub marks: Vec<Mark<C>>,
    /// The names of the two parties, for the legend.
    pub parties: Vec<(Party, String)>,
    /// What letters behind a strength mean, and other notes, for the legend.
    pub notes: Vec<String>,
}

impl<C> Default for Scene<C> {
    fn default() -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            holders: BTreeMap::new(),
            rails: BTreeMap::new(),
            rivers: BTreeMap::new(),
            unseen: Vec::new(),
            pieces: Vec::new(),
            areas: Vec::new(),
            arrows: Vec::new(),
            marks: Vec::new(),
            parties: Vec::new(),
            notes: Vec::new(),
        }
    }
}
