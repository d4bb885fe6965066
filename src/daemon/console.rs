//! What the operator has done at the console, as a commit like any other. The judge does not run meanwhile.

use base::game::Player;
use desk::{Files, LetterId, Stop, Verdict, confirm_at_console, rotate};

use super::{DaemonError, Judge};

impl Judge {
    /// Lets a letter count that waits; says what became of it. `None` when no such letter waits.
    pub fn confirm_waiting(&self, id: LetterId, now: i64) -> Result<Option<Verdict>, DaemonError> {
        let files = self.files(self.store.read());
        let Some(waiting) = files.waiting(id).map_err(Stop::from)? else { return Ok(None) };
        let decision =
            confirm_at_console(&files.desk_for(id, Some(&waiting.letter), now).map_err(Stop::from)?.apart(), &waiting)?;
        self.store.commit(&decision)?;
        let settled = decision.changes.iter().rev().find_map(|change| match change {
            desk::Change::SettleLetter { letter, verdict } if *letter == id => Some(verdict.clone()),
            _ => None,
        });
        Ok(settled)
    }

    /// Ends whatever proved a person, and puts the letter with his next code into the outbox.
    pub fn rotate(&self, person: &Player, now: i64) -> Result<(), DaemonError> {
        Ok(self.store.commit(&rotate(&self.house, person, now)?)?)
    }
}
