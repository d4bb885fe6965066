//! All of a decision or none of it: the letter's fate, every change, the letters to send, the journal. Letters are decided in
//! groups that share a transaction, each of them seeing what those before it did.

use super::engine::{Connection, Transaction};
use super::error::Tried;
use super::reading::Reading;
use super::{Lent, Store, StoreError, asleep, changes, journal, letters, outbox};
use base::planted::is_planted;
use desk::{Decision, LetterId};

/// What tells whether a letter is a copy of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imprint {
    /// The hash of its content without the traces of its way.
    pub canon: [u8; 32],
    /// Its Message-ID, when it has one.
    pub message_id: Option<String>,
}

/// Letters that are decided one after another and count together: all of them or, without a commit, none.
pub struct Group<'a> {
    store: &'a Store,
    tx: Transaction<Lent<'a>>,
}

impl Store {
    /// Begins a group of letters. Nobody else writes until it ends.
    pub fn begin_group(&self) -> Result<Group<'_>, StoreError> {
        Ok(Group { store: self, tx: self.begin("decide letters")? })
    }

    /// Commits the one decision about a letter. `imprint` is missing when the letter could not be parsed.
    pub fn commit_letter(
        &self,
        id: LetterId,
        imprint: Option<&Imprint>,
        decision: &Decision,
    ) -> Result<(), StoreError> {
        let group = self.begin_group()?;
        group.decide(id, imprint, decision)?;
        group.commit()
    }

    /// Commits a decision of the clock.
    pub fn commit(&self, decision: &Decision) -> Result<(), StoreError> {
        let on = decision.game.as_ref().map_or("no game", |game| game.as_str());
        let tx = self.begin("commit a decision")?;
        write(&tx, decision)?;
        tx.commit().tried("commit a decision", on)
    }
}

impl Group<'_> {
    /// The database with what the letters before did.
    pub fn read(&self) -> Reading<'_> {
        self.store.read_within(&self.tx)
    }

    /// Writes the one decision about a letter. After an error the group is not to be committed.
    pub fn decide(&self, id: LetterId, imprint: Option<&Imprint>, decision: &Decision) -> Result<(), StoreError> {
        if is_planted("receipt-before-commit") {
            outbox::enqueue(&self.tx, &decision.letters)?;
            self.tx.run("COMMIT; BEGIN IMMEDIATE").tried("plant a bug", "outbox")?;
        }
        letters::decide(&self.tx, id, imprint, decision)?;
        write(&self.tx, decision)
    }

    /// Makes all of it count. Only then may anything of it show outside.
    pub fn commit(self) -> Result<(), StoreError> {
        self.tx.commit().tried("commit the decisions about letters", self.store.path().display())
    }
}

fn write(tx: &Connection, decision: &Decision) -> Result<(), StoreError> {
    asleep::wake(tx, decision)?;
    changes::apply_all(tx, &decision.changes)?;
    // A letter knows what the decision did that wrote it.
    journal::append(tx, &decision.journal)?;
    outbox::enqueue(tx, &decision.letters)
}
