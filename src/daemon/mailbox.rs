//! Taking letters in: what the mailbox holds and our ledger does not know is kept, raw, before anything else.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::desk::LetterId;
use crate::post::{Fetched, LetterKey, MailSource, PostError};
use crate::store::NewLetter;

use super::{DaemonError, Judge};

/// Letters fetched in one go; a backlog is taken in piece by piece.
const BATCH: usize = 100;

/// A mailbox with what we remember of it.
pub struct Mailbox {
    source: Box<dyn MailSource>,
    known: BTreeSet<LetterKey>,
    loaded: BTreeSet<(String, u32)>,
    kept: BTreeMap<LetterId, LetterKey>,
    is_filing: bool,
}

impl Mailbox {
    /// A mailbox read through `source`.
    pub fn new(source: Box<dyn MailSource>) -> Self {
        Self {
            source,
            known: BTreeSet::new(),
            loaded: BTreeSet::new(),
            kept: BTreeMap::new(),
            is_filing: true,
        }
    }

    /// The same, leaving decided letters where they are.
    pub fn without_filing(mut self) -> Self {
        self.is_filing = false;
        self
    }

    /// Keeps every letter the ledger does not know. Says how many were new. Blocks while the mailbox answers.
    pub async fn take_in(&mut self, judge: &Judge, now: i64) -> Result<usize, DaemonError> {
        let mut taken = 0;
        loop {
            let (letters, is_all) = self.fetch(judge).await?;
            let arrived: Vec<Fetched> = letters.into_iter().filter(|letter| letter.arrived <= now).collect();
            let count = arrived.len();
            taken += self.keep(judge, arrived).await?;
            if is_all || count == 0 {
                break;
            }
        }
        judge.note_poll(now);
        judge.store.record_poll("inbox", now).await?;
        Ok(taken)
    }

    /// Fetches a batch; a mailbox whose ledger is not loaded yet is loaded, and the batch fetched again.
    async fn fetch(&mut self, judge: &Judge) -> Result<(Vec<Fetched>, bool), DaemonError> {
        loop {
            let strange: RefCell<BTreeSet<(String, u32)>> = RefCell::default();
            let is_known = |key: &LetterKey| {
                let place = (key.mailbox.clone(), key.validity);
                if !self.loaded.contains(&place) {
                    strange.borrow_mut().insert(place);
                    return true;
                }
                self.known.contains(key)
            };
            let letters = self.source.fetch(&is_known, BATCH)?;
            let strange = strange.into_inner();
            if strange.is_empty() {
                let is_all = letters.len() < BATCH;
                return Ok((letters, is_all));
            }
            for (mailbox, validity) in strange {
                let uids = judge.store.known_letters(&mailbox, validity).await?;
                let keys = uids.into_iter().map(|uid| LetterKey { mailbox: mailbox.clone(), validity, uid });
                self.known.extend(keys);
                self.loaded.insert((mailbox, validity));
            }
        }
    }

    /// Keeps a batch in one transaction, so that a backlog waits for the disk once a batch. Says how many were new.
    async fn keep(&mut self, judge: &Judge, letters: Vec<Fetched>) -> Result<usize, DaemonError> {
        if letters.is_empty() {
            return Ok(0);
        }
        let new: Vec<NewLetter<'_>> = letters.iter().map(new_letter).collect();
        let kept = judge.store.keep_letters(&new).await?;
        let count = kept.iter().filter(|kept| kept.is_new).count();
        for (kept, letter) in kept.iter().zip(letters) {
            self.known.insert(letter.key.clone());
            self.kept.insert(kept.id, letter.key);
        }
        Ok(count)
    }

    /// Flags and moves decided letters; best effort, for the ledger alone decides what is done.
    pub fn file_away(&mut self, decided: &[LetterId]) {
        let keys: Vec<LetterKey> = decided.iter().filter_map(|id| self.kept.remove(id)).collect();
        if keys.is_empty() || !self.is_filing {
            return;
        }
        if let Err(error) = self.source.file_away(&keys) {
            tracing::warn!(letters = keys.len(), %error, "letters were not filed away");
        }
    }

    /// Waits for news.
    pub fn wait(&mut self, timeout: Duration) -> Result<(), PostError> {
        self.source.wait(timeout)
    }
}

fn new_letter(letter: &Fetched) -> NewLetter<'_> {
    NewLetter {
        mailbox: &letter.key.mailbox,
        validity: letter.key.validity,
        uid: &letter.key.uid,
        arrived: letter.arrived,
        size: letter.size,
        is_truncated: letter.truncated,
        bytes: &letter.raw,
    }
}
