//! Letters that wait for their decision: which of them are taken together, and what could be read of them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use base::game::Player;
use desk::{Arrival, LetterId, Mark, greet_gm};
use mail::{Excess, Letter};
use store::{Imprint, RawLetter, StoreError, Undecided};

use super::opener::on_large_stacks;
use super::sitting::Sitting;
use super::{DaemonError, Judge};

/// Letters listed in one go.
const LISTED: usize = 200;
/// Most letters of a group.
pub(super) const MOST_LETTERS: usize = 64;
/// Most bytes of a group.
const MOST_BYTES: u64 = 8 << 20;
/// After so many attempts a letter is quarantined.
pub(super) const MOST_ATTEMPTS: u32 = 3;
/// After so many its header is not read any more either: we may have been killed as often over setting it aside, or its header may be
/// what breaks us.
const MOST_OF_HEADER: u32 = 2 * MOST_ATTEMPTS;

/// A letter with what could be read of it.
pub(super) struct Opened {
    pub(super) id: LetterId,
    pub(super) content: Content,
}

pub(super) enum Content {
    Whole(Arrival, Box<Letter>, Imprint),
    /// It is beyond a bound and was not read but for its header.
    Beyond(Arrival, Excess, Option<Box<Letter>>),
    /// Its bytes cannot be read back, or it broke the parser.
    Broken(String),
    /// It broke the judge as often as a letter may. Its header is read once more, for its writer is told.
    GivenUp(Option<Box<(Arrival, Letter)>>),
}

/// How many letters at the head of those that wait may share a commit. One that was tried before goes by itself, for it may
/// be the one that broke the judge.
fn count_together(waiting: &[Undecided], most: usize) -> usize {
    let mut bytes = 0;
    let fits = |letter: &&Undecided| {
        bytes += letter.size;
        letter.attempts == 0 && bytes <= MOST_BYTES
    };
    waiting.iter().take(most).take_while(fits).count().max(1)
}

impl Judge {
    /// Greets the game masters of the house who were not registered yet.
    pub fn greet_gms(&self, gms: &[Player], now: i64) -> Result<(), DaemonError> {
        for gm in gms {
            if self.store.read().player(&gm.id)?.is_none() {
                let greeted = self.store.commit(&greet_gm(&self.house, gm, now)?);
                greeted.inspect_err(|error| _ = self.store.gives_up_for(error))?;
            }
        }
        Ok(())
    }

    /// Decides every letter that was kept, oldest arrival first, and notes it in `decided`. A letter that breaks the
    /// judge is tried again after the others, until its attempts are used up; one whose game cannot be read waits, and is
    /// told of when the others are decided.
    pub fn decide_letters(&self, now: i64, decided: &mut Vec<LetterId>) -> Result<(), DaemonError> {
        let mut sitting = Sitting::new(self, now, decided);
        loop {
            let mut waiting = self.store.undecided_letters(LISTED + sitting.passed_over().len())?;
            waiting.retain(|letter| !sitting.passed_over().contains(&letter.id));
            if waiting.is_empty() {
                return sitting.end();
            }
            let mut rest = &waiting[..];
            while !rest.is_empty() {
                if self.stop.is_stopped() || self.has_outage() {
                    return sitting.end();
                }
                let (together, others) = rest.split_at(count_together(rest, self.most_together));
                sitting.decide(together)?;
                rest = others;
            }
        }
    }

    /// Decides one letter, whatever it is, also when we are to stop.
    pub(super) fn decide_letter(&self, letter: Undecided, now: i64) -> Result<(), DaemonError> {
        let mut decided = Vec::new();
        let mut sitting = Sitting::new(self, now, &mut decided);
        sitting.decide(&[letter])?;
        sitting.end()
    }

    /// Reads letters, side by side.
    pub(super) fn open(&self, letters: &[Undecided]) -> Result<Vec<Opened>, DaemonError> {
        let tried = letters.iter().filter(|letter| letter.attempts < MOST_OF_HEADER).map(|letter| letter.id);
        let mut raw = self.store.raw_letters(tried)?;
        let letters: Vec<_> = letters.iter().map(|letter| (letter, raw.remove(&letter.id))).collect();
        on_large_stacks(letters, |(letter, raw)| self.open_one(letter, raw))?.into_iter().collect()
    }

    fn open_one(&self, letter: &Undecided, raw: Option<Result<RawLetter, StoreError>>) -> Result<Opened, DaemonError> {
        let id = letter.id;
        let content = match raw {
            Some(Err(error)) if error.is_trouble() => return Err(error.into()),
            Some(Ok(raw)) if (MOST_ATTEMPTS..MOST_OF_HEADER).contains(&letter.attempts) => {
                let header = catch_unwind(AssertUnwindSafe(|| self.opener.open_header(&raw.bytes))).unwrap_or_default();
                Content::GivenUp(header.map(|header| Box::new((arrival_of(&raw, Mark::of(&header)), header))))
            }
            _ if letter.attempts >= MOST_ATTEMPTS => Content::GivenUp(None),
            None => Content::Broken(format!("letter {id} was not read")),
            Some(Ok(raw)) => catch_unwind(AssertUnwindSafe(|| self.read(&raw)))
                .unwrap_or_else(|_| Content::Broken(format!("letter {id} broke the parser"))),
            Some(Err(error)) => Content::Broken(error.to_string()),
        };
        Ok(Opened { id, content })
    }

    fn read(&self, raw: &RawLetter) -> Content {
        let parsed = match raw.is_truncated {
            true => {
                Err(Excess::Size { found: usize::try_from(raw.size).unwrap_or(usize::MAX), limit: raw.bytes.len() })
            }
            false => self.opener.open(&raw.bytes),
        };
        match parsed {
            Ok(letter) => {
                let imprint = Imprint { canon: letter.canon, message_id: letter.message_id.clone() };
                Content::Whole(arrival_of(raw, Mark::of(&letter)), Box::new(letter), imprint)
            }
            Err(excess) => {
                tracing::warn!(letter = raw.id, %excess, "letter set aside unread");
                let header = self.opener.open_header(&raw.bytes);
                let mark = header.as_ref().map_or_else(|| Mark::of_bytes(&raw.bytes), Mark::of);
                Content::Beyond(arrival_of(raw, mark), excess, header.map(Box::new))
            }
        }
    }
}

fn arrival_of(raw: &RawLetter, mark: Mark) -> Arrival {
    let (letter, at, missed) = (raw.id, raw.arrived, raw.missed);
    Arrival { letter, mark, at, missed, is_accepted_late: false, confirmed: None, given: None }
}
