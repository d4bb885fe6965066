//! Sending letters: only what was committed, always the same bytes, until the server takes them.

use crate::post::{Sink, Step};
use crate::store::{OutboxRow, StoreError, next_try};

use super::{DaemonError, Judge};

/// Letters taken from the outbox in one go.
const BATCH: u32 = 100;

impl Judge {
    /// Sends what is due; says how many letters left. Trouble with the server ends the round, trouble with one
    /// recipient does not.
    pub async fn send_letters(&self, sink: &mut Sink, now: i64) -> Result<usize, DaemonError> {
        let mut sent = 0;
        loop {
            let due = self.store.due_letters(now, BATCH).await?;
            if due.is_empty() {
                return Ok(sent);
            }
            for letter in due {
                if self.stop.is_stopped() {
                    return Ok(sent);
                }
                match self.send_letter(sink, &letter, now).await? {
                    Sent::Yes => sent += 1,
                    Sent::No => {}
                    Sent::NobodyThere => return Ok(sent),
                }
            }
        }
    }

    async fn send_letter(&self, sink: &mut Sink, letter: &OutboxRow, now: i64) -> Result<Sent, DaemonError> {
        if let Some(why) = self.store.withdraw_if_stale(letter.id).await? {
            tracing::info!(letter = letter.id, purpose = letter.purpose, why, "a letter is not sent any more");
            return Ok(Sent::No);
        }
        let attempts = match self.store.mark_sending(letter.id).await {
            // A game master held it back since it was listed.
            Err(StoreError::NoSuch { .. }) => return Ok(Sent::No),
            marked => marked?,
        };
        let from = self.house.address.as_str();
        let refused = match sink.send(from, letter.to.as_str(), &letter.bytes).await {
            Ok(accepted) => {
                self.store.mark_sent(letter.id, &accepted.reply).await?;
                return Ok(Sent::Yes);
            }
            Err(refused) => refused,
        };
        let concerns_all = matches!(refused.step, Step::Connect | Step::Tls | Step::Login);
        let again = if refused.permanent && !concerns_all { None } else { next_try(attempts, now) };
        tracing::warn!(letter = letter.id, purpose = letter.purpose, attempts, step = ?refused.step,
            again = again.is_some(), "a letter was not taken");
        match again {
            Some(at) => self.store.mark_retry(letter.id, at, &refused.reply).await?,
            None => self.store.mark_failed(letter.id, &refused.reply).await?,
        }
        Ok(if concerns_all { Sent::NobodyThere } else { Sent::No })
    }
}

enum Sent {
    Yes,
    No,
    NobodyThere,
}
