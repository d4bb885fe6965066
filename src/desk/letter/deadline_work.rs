//! What one letter does to the deadline of its game, and what that is to whoever is written to.

use std::collections::BTreeMap;

use base::game::{Phase, Player, PlayerId};

use crate::files::house::House;
use crate::files::record::{GameRecord, UntoldPhase};
use crate::said::calendar::Deadlines;

/// What one letter does to the deadline of its game.
#[derive(Debug, Default)]
pub struct DeadlineWork {
    /// How it moved.
    pub moved: Option<MovedDeadline>,
    /// For whom it is another matter from now on, though it has not moved.
    pub concerns: BTreeMap<PlayerId, Concern>,
}

/// What a letter makes of the deadline for somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concern {
    /// It is not his any more.
    Leaves,
    /// He owes orders that he did not owe before, or does not know it as it is.
    Owes,
}

/// What a letter made of the deadline of its game.
#[derive(Debug, Clone)]
pub struct MovedDeadline {
    /// The phase that is open no longer, if one is not.
    pub ended: Option<Phase>,
    /// Where the game went back while the reports on a phase waited: players have its deadline still, and none of those after it.
    pub untold: Option<UntoldPhase>,
}

impl DeadlineWork {
    /// Whether the letter takes somebody out of the game.
    pub fn leaves(&self, person: &PlayerId) -> bool {
        self.concerns.get(person) == Some(&Concern::Leaves)
    }

    /// What a letter to somebody of the game has for his calendar.
    pub fn told_to(&self, reader: &Player, game: &GameRecord, house: &House) -> Deadlines {
        let is_gm = game.roster.is_gm(&reader.id);
        let untold = self.moved.as_ref().and_then(|moved| moved.untold.as_ref());
        if let Some(untold) = untold.filter(|_| !is_gm && !self.leaves(&reader.id)) {
            return Deadlines::after_untold(house, game, reader, untold);
        }
        let knows = is_gm || game.told_phase().is_some();
        match (self.concerns.get(&reader.id), &self.moved) {
            (Some(Concern::Leaves), _) => Deadlines::left(house, game, reader),
            // What has ended is taken out whoever knew of it: the report that waits may still put it in.
            (_, Some(MovedDeadline { ended, .. })) if knows || ended.is_some() => {
                Deadlines::after(house, game, reader, ended.as_ref())
            }
            (Some(Concern::Owes), _) if knows => Deadlines::anew(house, game, reader),
            _ => Deadlines::default(),
        }
    }
}
