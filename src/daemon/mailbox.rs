//! Taking letters in: what the mailbox holds and our ledger does not know is kept, raw, before anything else.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use base::game::schedule::DAY;
use base::planted::is_planted;
use desk::LetterId;
use post::{Backoff, Fetched, LetterKey, MailSource, PostError};
use store::NewLetter;

use super::{DaemonError, Judge};

/// Letters fetched in one go; a backlog is taken in piece by piece. With three megabytes each they are a hundred in memory.
const BATCH: usize = 33;

/// A letter that turns up so many seconds after its arrival, though the mailbox was read meanwhile, did not arrive then: it
/// was put there by hand, with a time of somebody's choice.
const LONGEST_BELATED: i64 = DAY;

/// A mailbox with what we remember of it.
pub struct Mailbox {
    source: Box<dyn MailSource>,
    known: BTreeSet<LetterKey>,
    loaded: BTreeSet<(String, u32)>,
    /// Letters that are not filed away yet.
    kept: BTreeMap<LetterId, LetterKey>,
    /// Letters that were decided and not filed away, by an earlier process or because the mailbox did not let us; those that
    /// are met in it again are.
    decided_before: BTreeMap<LetterKey, LetterId>,
    /// Letters were filed away since that was last asked.
    has_filed: bool,
    /// Why decided letters could not be filed away the last time.
    filing_trouble: Option<String>,
    /// When letters that could not be filed away are tried again.
    file_again: Option<Instant>,
    filing_pauses: Backoff,
    /// The latest arrival of a new letter, and how long before the last look a new letter says it arrived.
    newest: Option<i64>,
    belated: Option<i64>,
}

impl Mailbox {
    /// A mailbox read through `source`.
    pub fn new(source: Box<dyn MailSource>) -> Self {
        Self {
            source,
            known: BTreeSet::new(),
            loaded: BTreeSet::new(),
            kept: BTreeMap::new(),
            decided_before: BTreeMap::new(),
            has_filed: false,
            filing_trouble: None,
            file_again: None,
            filing_pauses: Backoff::new(),
            newest: None,
            belated: None,
        }
    }

    /// Keeps every letter the ledger does not know; those that arrived after `until` are left for later. When it is done,
    /// every letter that arrived by `sure` is known. Says how many were new. Blocks while the mailbox answers.
    pub fn take_in(&mut self, judge: &Judge, sure: i64, until: i64) -> Result<usize, DaemonError> {
        let mut taken = 0;
        loop {
            let (letters, is_all) = self.fetch(judge)?;
            judge.begin_look(sure)?;
            let arrived: Vec<Fetched> = letters.into_iter().filter(|letter| letter.arrived <= until).collect();
            let count = arrived.len();
            taken += self.keep(judge, arrived)?;
            if is_all || count == 0 {
                break;
            }
        }
        judge.end_look(sure)?;
        Ok(taken)
    }

    /// Fetches a batch; a mailbox whose ledger is not loaded yet is loaded, and the batch fetched again.
    fn fetch(&mut self, judge: &Judge) -> Result<(Vec<Fetched>, bool), DaemonError> {
        loop {
            let strange: RefCell<BTreeSet<(String, u32)>> = RefCell::default();
            let left: RefCell<Vec<LetterId>> = RefCell::default();
            let is_known = |key: &LetterKey| {
                let place = (key.mailbox.clone(), key.validity);
                let is_older =
                    |(mailbox, validity): &(String, u32)| *mailbox == key.mailbox && *validity > key.validity;
                if is_planted("uidvalidity-only-grows") && self.loaded.iter().any(is_older) {
                    return true;
                }
                if !self.loaded.contains(&place) {
                    strange.borrow_mut().insert(place);
                    return true;
                }
                left.borrow_mut().extend(self.decided_before.get(key));
                self.known.contains(key)
            };
            let letters = self.source.fetch(&is_known, BATCH)?;
            let (strange, left) = (strange.into_inner(), left.into_inner());
            if strange.is_empty() {
                if self.file_again.is_none_or(|at| Instant::now() >= at) {
                    self.file_those_left(&left);
                }
                let is_all = letters.len() < BATCH;
                return Ok((letters, is_all));
            }
            for (mailbox, validity) in strange {
                self.load(judge, mailbox, validity)?;
            }
        }
    }

    fn load(&mut self, judge: &Judge, mailbox: String, validity: u32) -> Result<(), DaemonError> {
        for known in judge.store.known_letters(&mailbox, validity)? {
            let key = LetterKey { mailbox: mailbox.clone(), validity, uid: known.uid };
            if known.is_decided {
                self.decided_before.insert(key.clone(), known.id);
            } else {
                self.kept.insert(known.id, key.clone());
            }
            self.known.insert(key);
        }
        self.loaded.insert((mailbox, validity));
        Ok(())
    }

    /// After a stop between a decision and the filing, or a filing that failed, letters are met again that were decided.
    fn file_those_left(&mut self, left: &[LetterId]) {
        let decided = std::mem::take(&mut self.decided_before);
        self.kept.extend(decided.into_iter().filter(|(_, id)| left.contains(id)).map(|(key, id)| (id, key)));
        self.file_away(left);
    }

    /// All letters of a batch in one transaction.
    fn keep(&mut self, judge: &Judge, letters: Vec<Fetched>) -> Result<usize, DaemonError> {
        let polled = judge.polled();
        let missed = |letter: &Fetched| (polled > letter.arrived.saturating_add(LONGEST_BELATED)).then_some(polled);
        let new: Vec<NewLetter<'_>> =
            letters.iter().map(|letter| NewLetter { missed: missed(letter), ..as_new(letter) }).collect();
        if new.is_empty() {
            return Ok(0);
        }
        let kept = judge.store.keep_letters(&new)?;
        for (letter, _) in letters.iter().zip(&kept).filter(|(_, kept)| kept.is_new) {
            self.newest = self.newest.max(Some(letter.arrived));
            let before = polled.saturating_sub(letter.arrived);
            self.belated = self.belated.max((polled > 0 && before > 0).then_some(before));
        }
        for (kept, letter) in kept.iter().zip(letters) {
            self.known.insert(letter.key.clone());
            self.kept.insert(kept.id, letter.key);
        }
        Ok(kept.iter().filter(|kept| kept.is_new).count())
    }

    /// Flags and moves decided letters; best effort, for the ledger alone decides what is done. What cannot be filed away is
    /// tried again when it is met at a later look.
    pub fn file_away(&mut self, decided: &[LetterId]) {
        let taken: Vec<(LetterId, LetterKey)> =
            decided.iter().filter_map(|id| Some((*id, self.kept.remove(id)?))).collect();
        if taken.is_empty() {
            return;
        }
        let keys: Vec<LetterKey> = taken.iter().map(|(_, key)| key.clone()).collect();
        let filed = self.source.file_away(&keys);
        self.has_filed = true;
        if let Err(error) = &filed {
            tracing::warn!(letters = keys.len(), %error, "letters were not filed away");
            self.decided_before.extend(taken.into_iter().map(|(id, key)| (key, id)));
            self.file_again = Some(Instant::now() + self.filing_pauses.after(error));
        } else {
            self.filing_pauses.reset();
        }
        self.filing_trouble = filed.err().map(|error| error.to_string());
    }

    /// Why decided letters could not be filed away the last time it was tried.
    pub fn filing_trouble(&self) -> Option<String> {
        self.filing_trouble.clone()
    }

    /// How far the server's clock seems ahead of ours (behind: negative), by the letters taken in since the last time:
    /// one that comes from the future, or one that should have been there at the look before.
    pub fn take_skew(&mut self, now: i64) -> Option<i64> {
        let (newest, belated) = (self.newest.take(), self.belated.take());
        let ahead = newest.map(|at| at - now).filter(|ahead| *ahead > 0);
        ahead.or(belated.map(|before| -before)).or(newest.map(|_| 0))
    }

    /// Whether letters were filed away since this was last asked. That opens the folder anew, and of a letter that came before
    /// it was opened, and after it was looked through, nobody tells: so it is to be looked through once more before waiting.
    pub fn take_filed(&mut self) -> bool {
        std::mem::take(&mut self.has_filed)
    }

    /// Whether letters were taken in that are not filed away yet.
    pub fn has_unfiled(&self) -> bool {
        !self.kept.is_empty()
    }

    /// The time of the mailbox's server, when it can tell.
    pub fn server_time(&mut self) -> Result<Option<i64>, PostError> {
        self.source.server_time()
    }

    /// Waits for news.
    pub fn wait(&mut self, timeout: Duration) -> Result<(), PostError> {
        self.source.wait(timeout)
    }
}

pub(super) fn as_new(letter: &Fetched) -> NewLetter<'_> {
    NewLetter {
        mailbox: &letter.key.mailbox,
        validity: letter.key.validity,
        uid: &letter.key.uid,
        arrived: letter.arrived,
        size: letter.size,
        is_truncated: letter.truncated,
        missed: None,
        bytes: &letter.raw,
    }
}
