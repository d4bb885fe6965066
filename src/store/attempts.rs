//! Letters without a decision, and how often it was tried to decide them. A letter can break the process, whose death these
//! counts survive, but hardly the machine: they do not wait for the disk.

use super::engine::{Transaction, sql};
use super::error::Tried;
use super::{Store, StoreError};
use desk::LetterId;

/// A letter without a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undecided {
    /// Its number in the ledger.
    pub id: LetterId,
    /// How often its parsing was begun.
    pub attempts: u32,
    /// Bytes that are kept of it.
    pub size: u64,
}

impl Undecided {
    fn read((id, attempts, size): (LetterId, u32, i64)) -> Self {
        Self { id, attempts, size: size.unsigned_abs() }
    }
}

impl Store {
    /// Letters without a decision, in the order of their arrival, with what was tried with them.
    pub fn undecided_letters(&self, limit: usize) -> Result<Vec<Undecided>, StoreError> {
        let select = "SELECT id, attempts, size FROM letter WHERE verdict IS NULL ORDER BY arrived, id LIMIT $1";
        let rows = sql(select).bind(i64::try_from(limit).unwrap_or(i64::MAX)).all(&self.reader());
        Ok(rows.tried("list undecided letters", "ledger")?.into_iter().map(Undecided::read).collect())
    }

    /// A letter, if it has no decision.
    pub fn undecided_letter(&self, id: LetterId) -> Result<Option<Undecided>, StoreError> {
        let select = "SELECT id, attempts, size FROM letter WHERE verdict IS NULL AND id = $1";
        let row = sql(select).bind(id).first(&self.reader());
        Ok(row.tried("look for an undecided letter", "ledger")?.map(Undecided::read))
    }

    /// Counts an attempt with each of these letters, before the first is made.
    pub fn begin_attempts(&self, ids: &[LetterId]) -> Result<(), StoreError> {
        const WHAT: &str = "count attempts";
        let tx = Transaction::begin(self.hasty_writer(WHAT)?).tried(WHAT, "ledger")?;
        for id in ids {
            let update = sql("UPDATE letter SET attempts = attempts + 1 WHERE id = $1 AND verdict IS NULL").bind(*id);
            if update.execute(&tx).tried(WHAT, "ledger")? == 0 {
                return Err(StoreError::NoSuch { what: WHAT, on: format!("letter {id} without a decision") });
            }
        }
        tx.commit().tried(WHAT, "ledger")
    }

    /// Takes back the attempts that were counted and not made: we were stopped, or the store was in trouble.
    pub fn return_attempts(&self, ids: &[LetterId]) -> Result<(), StoreError> {
        const WHAT: &str = "take back attempts that were not made";
        let tx = Transaction::begin(self.hasty_writer(WHAT)?).tried(WHAT, "ledger")?;
        for id in ids {
            let update = "UPDATE letter SET attempts = attempts - 1 WHERE id = $1 AND verdict IS NULL AND attempts > 0";
            sql(update).bind(*id).execute(&tx).tried(WHAT, "ledger")?;
        }
        tx.commit().tried(WHAT, "ledger")
    }
}
