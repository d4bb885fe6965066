//! One decision, one transaction: the letter's fate, every change, the letters to send, the journal.

use sqlx::SqliteConnection;

use super::error::Tried;
use super::{Store, StoreError, changes, journal, letters, outbox};
use crate::desk::{Decision, LetterId};

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
    pub async fn commit_letter(
        &self,
        id: LetterId,
        imprint: Option<&Imprint>,
        decision: &Decision,
    ) -> Result<(), StoreError> {
        let on = format!("letter {id}");
        let mut tx = self.begin("commit the decision about a letter").await?;
        letters::decide(&mut tx, id, imprint, decision).await?;
        write(&mut tx, decision).await?;
        tx.commit().await.tried("commit the decision about a letter", on)
    }

    /// Commits a decision of the clock.
    pub async fn commit(&self, decision: &Decision) -> Result<(), StoreError> {
        let on = decision.game.as_ref().map_or("no game", |game| game.as_str());
        let mut tx = self.begin("commit a decision").await?;
        write(&mut tx, decision).await?;
        tx.commit().await.tried("commit a decision", on)
    }
}

async fn write(tx: &mut SqliteConnection, decision: &Decision) -> Result<(), StoreError> {
    changes::apply_all(tx, &decision.changes).await?;
    outbox::enqueue(tx, &decision.letters).await?;
    journal::append(tx, &decision.journal).await
}
