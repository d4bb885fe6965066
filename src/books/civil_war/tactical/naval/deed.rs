//! What ships do when the pulses of their order have run.

use board::Hex;

use super::super::super::naval::Water;
use super::super::super::naval::order::FleetRef;
use super::super::super::order::ForceRef;
use super::lending::Loan;

/// What ships do, or what is done about them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NavalDeed {
    /// All new ships of the Union enter (C6.4).
    EnterShips,
    /// An ironclad enters (C6.5).
    EnterIronclad {
        /// Where, when it was said.
        at: Option<Hex>,
    },
    /// A sea raider puts to sea (C6.5).
    Raid {
        /// Its name.
        name: Option<String>,
        /// Where from.
        at: Hex,
    },
    /// Hunting raiders (D22).
    Hunt,
    /// A move, with or without troops (D22).
    Sail(Voyage),
    /// Fire at a fort (D22).
    Bombard {
        /// Who.
        fleet: FleetRef,
        /// Which fort.
        at: Hex,
        /// Command points that were paid.
        cp: u32,
    },
    /// A recall (C6.7).
    Recall {
        /// To whom.
        leader: String,
    },
    /// Ships lent to the commander of a theatre (C6.2).
    Lend(Loan),
    /// Troops by sea without ships (C6.3).
    Cross(Crossing),
}

/// A move of ships as it was ordered and paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Voyage {
    /// Who.
    pub fleet: FleetRef,
    /// Where they go, in order; the last is the end.
    pub goals: Vec<Goal>,
    /// Forts are run.
    pub runs: bool,
    /// It ends where enemy ships are detected.
    pub stops: bool,
    /// Troops aboard.
    pub cargo: Option<Cargo>,
    /// Command points that were paid.
    pub cp: u32,
}

/// Where ships go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// To any water at a hex.
    At(Hex),
    /// To this water.
    To(Water),
}

/// Troops that ships carry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cargo {
    /// Who.
    pub force: ForceRef,
    /// Where they land.
    pub to: Hex,
}

/// A move of troops by sea without ships.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crossing {
    /// Who.
    pub force: ForceRef,
    /// Where to.
    pub to: Hex,
    /// Naval command points that were paid.
    pub cp: u32,
}
