//! One decision, one transaction: the letter's fate, every change, the letters to send, the journal.

use super::engine::Connection;
use super::error::Tried;
use super::{Store, StoreError, asleep, batch, changes, journal, letters, outbox};
use crate::desk::{Decision, LetterId};
use crate::planted::is_planted;

/// What tells whether a letter is a copy of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imprint {
    /// The hash of its content without the traces of its way.
    pub canon: [u8; 32],
    /// Its Message-ID, when it has one.
    pub message_id: Option<String>,
}

impl Store {
    /// Commits the one decision about a letter. `imprint` is missing when the letter could not be parsed.
    pub fn commit_letter(
        &self,
        id: LetterId,
        imprint: Option<&Imprint>,
        decision: &Decision,
    ) -> Result<(), StoreError> {
        let on = format!("letter {id}");
        let _stale = self.stale(vec![decision]);
        let tx = self.begin("commit the decision about a letter")?;
        letters::decide(&tx, id, imprint, decision)?;
        write(&tx, decision)?;
        tx.commit().tried("commit the decision about a letter", on)
    }

    /// Commits the one decision about each of several letters, in order: all of them or none.
    pub fn commit_letters(&self, decided: &[(LetterId, &Imprint, &Decision)]) -> Result<(), StoreError> {
        const WHAT: &str = "commit the decisions about letters";
        let decisions: Vec<&Decision> = decided.iter().map(|(.., decision)| *decision).collect();
        let ahead = self.inner.cache.ahead_of(&decisions);
        let stale = self.stale(decisions.clone());
        let mut tx = self.begin(WHAT)?;
        if is_planted("receipt-before-commit") {
            outbox::enqueue(&tx, decisions.iter().flat_map(|decision| &decision.letters))?;
            tx.commit().tried(WHAT, "outbox")?;
            tx = self.begin(WHAT)?;
        }
        batch::decide_all(&tx, decided)?;
        asleep::wake(&tx, decisions.iter().copied())?;
        // What only puts sheets on file goes in one statement with its like; the order of letters is kept.
        for alike in
            decisions.chunk_by(|one, other| changes::puts_sheets_alone(one) == changes::puts_sheets_alone(other))
        {
            changes::apply_each(&tx, alike)?;
        }
        journal::append(&tx, decisions.iter().flat_map(|decision| &decision.journal))?;
        outbox::enqueue(&tx, decisions.iter().flat_map(|decision| &decision.letters))?;
        tx.commit().tried(WHAT, format!("{} letters", decided.len()))?;
        drop(stale);
        self.inner.cache.note_ahead(ahead);
        Ok(())
    }

    /// Commits a decision of the clock.
    pub fn commit(&self, decision: &Decision) -> Result<(), StoreError> {
        let on = decision.game.as_ref().map_or("no game", |game| game.as_str());
        let _stale = self.stale(vec![decision]);
        let tx = self.begin("commit a decision")?;
        write(&tx, decision)?;
        tx.commit().tried("commit a decision", on)
    }

    /// Forgets what these decisions change, now and again when the guard goes: when they are written, or given up, or it is
    /// not known which.
    fn stale<'a>(&self, decisions: Vec<&'a Decision>) -> Stale<'a> {
        self.inner.cache.forget_changed(decisions.iter().copied());
        Stale { store: self.clone(), decisions }
    }
}

struct Stale<'a> {
    store: Store,
    decisions: Vec<&'a Decision>,
}

impl Drop for Stale<'_> {
    fn drop(&mut self) {
        self.store.inner.cache.forget_changed(self.decisions.iter().copied());
    }
}

fn write(tx: &Connection, decision: &Decision) -> Result<(), StoreError> {
    asleep::wake(tx, [decision])?;
    changes::apply_all(tx, &decision.changes)?;
    // A letter knows what the decision did that wrote it.
    journal::append(tx, &decision.journal)?;
    outbox::enqueue(tx, &decision.letters)
}
