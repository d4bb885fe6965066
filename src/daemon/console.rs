//! What the operator has done at the console, as a commit like any other. The judge does not run meanwhile.

use crate::desk::{LetterId, Verdict, confirm_at_console, rotate};
use crate::game::Player;

use super::{DaemonError, Judge};

impl Judge {
    /// Lets a letter count that waits; says what became of it. `None` when no such letter waits.
    pub fn confirm_waiting(&self, id: LetterId, now: i64) -> Result<Option<Verdict>, DaemonError> {
        let Some(waiting) = self.waiting(id)? else { return Ok(None) };
        let desk = self.desk_for(id, &waiting.letter, now)?;
        let decision = self.with_papers(id, desk, &|desk| confirm_at_console(desk, &waiting))?;
        self.store.commit(&decision)?;
        let settled = decision.changes.iter().rev().find_map(|change| match change {
            crate::desk::Change::SettleLetter { letter, verdict } if *letter == id => Some(verdict.clone()),
            _ => None,
        });
        Ok(settled)
    }

    /// Ends whatever proved a person, and puts the letter with his next code into the outbox.
    pub fn rotate(&self, person: &Player, now: i64) -> Result<(), DaemonError> {
        Ok(self.store.commit(&rotate(&self.house, person, now)?)?)
    }
}
