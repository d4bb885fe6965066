//! What a side's navy has beside the ships on the map: those that wait, where they enter, raiders, forts that were met.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use board::Hex;

use super::super::resources::share_of_part;
use super::super::scenario::{Scenario, Side, Theatre};
use super::super::state::State;

/// The navy of a side beside its ships on the map.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NavalAffairs {
    /// Naval strength points of the Union that wait to enter, without limit of time (C3.10, C6.4).
    #[serde(skip_serializing_if = "is_none")]
    pub ships: u32,
    /// Where they enter, as their supreme commander said (C6.4).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<Hex>,
    /// Ironclads that no commander was given yet (C6.5).
    #[serde(skip_serializing_if = "is_none")]
    pub ironclads: u32,
    /// Ironclads that wait for their commanders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allotted: Vec<Ironclad>,
    /// Sea raiders in port (C6.5).
    #[serde(skip_serializing_if = "is_none")]
    pub raiders: u32,
    /// Sea raiders at sea (D22).
    #[serde(skip_serializing_if = "is_none")]
    pub raiding: u32,
    /// Enemy forts that fired upon own ships and still stand.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub known_forts: BTreeSet<Hex>,
}

/// An ironclad that waits for its commander (C6.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ironclad {
    /// Whose it is.
    pub theatre: Theatre,
    /// Where it enters.
    pub at: Hex,
}

fn is_none(count: &u32) -> bool {
    *count == 0
}

impl NavalAffairs {
    /// Whether there is nothing to remember.
    pub fn is_idle(&self) -> bool {
        *self == Self::default()
    }

    /// The next ironclad that waits for the commander of a theatre, by its place in the list.
    pub fn next_ironclad(&self, theatre: Option<Theatre>, at: Option<Hex>) -> Option<usize> {
        let is_meant = |it: &Ironclad| Some(it.theatre) == theatre && at.is_none_or(|at| at == it.at);
        self.allotted.iter().position(is_meant)
    }
}

/// Gives a side the ships, ironclads and raiders that a part of the turn brings (C3.5.3, D5).
pub fn arrive(scenario: &Scenario, state: &mut State, side: Side) {
    if state.ended.is_some() {
        return;
    }
    let (turn, part, parts) = (state.turn, state.part, state.parts);
    let share = |total: u32| share_of_part(total, part, parts);
    let Some(own) = state.sides.get_mut(&side) else { return };
    match side {
        Side::Usa => own.navy.ships += scenario.reinforcements.usa(turn).map_or(0, |row| share(row.ships)),
        Side::Csa => {
            let Some(row) = scenario.reinforcements.csa(turn) else { return };
            own.navy.ironclads += share(row.ironclads);
            own.navy.raiders += share(row.raiders);
        }
    }
}
