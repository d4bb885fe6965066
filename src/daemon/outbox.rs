//! Sending letters: only what was committed, always the same bytes, until the server takes them. Only of one that is too
//! large less goes, which follows from its bytes and the limit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use base::planted::is_planted;
use mail::Outgoing;
use post::{Accepted, Refused, SMALLEST_LETTER, Sink, WITHHELD};
use report::lean;
use store::{DOUBTFUL, Fault, OutboxRow, next_try};

use super::quota::Quota;
use super::signs::shown;
use super::{DaemonError, Judge};

/// Most letters taken from the outbox in one go.
const BATCH: u32 = 32;
/// What left is written down once it took so long to hand letters over: whoever is cut off sends again what was not.
const UNNOTED: Duration = Duration::from_millis(200);

/// What the way out allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WayOut {
    /// The most bytes of a letter.
    pub limit_bytes: usize,
    /// How many letters.
    pub quota: Quota,
}

impl Default for WayOut {
    fn default() -> Self {
        Self { limit_bytes: 1_000_000, quota: Quota::default() }
    }
}

/// How often it is looked for letters while others are decided.
const GLANCE: Duration = Duration::from_millis(5);

/// Whether no more letters will be written.
#[derive(Default)]
pub(super) struct Over {
    is_said: AtomicBool,
    bell: Notify,
}

impl Over {
    /// Says it when something is done or has broken.
    pub(super) fn after<T>(&self, work: impl FnOnce() -> T) -> T {
        struct Says<'a>(&'a Over);
        impl Drop for Says<'_> {
            fn drop(&mut self) {
                self.0.is_said.store(true, Ordering::SeqCst);
                self.0.bell.notify_one();
            }
        }
        let _says = Says(self);
        work()
    }

    fn is_said(&self) -> bool {
        self.is_said.load(Ordering::SeqCst)
    }

    /// Waits until it is said, but not longer.
    async fn wait(&self, longest: Duration) {
        // Whoever is told too late looks once more.
        let _ = tokio::time::timeout(longest, self.bell.notified()).await;
    }
}

/// A batch of letters on their way, and what became of those that were tried.
#[derive(Default)]
struct Sending {
    /// Those that the server took since that was last written down, with its words.
    left: Vec<(i64, String)>,
    /// Those that were not tried: the round ended before.
    untried: Vec<i64>,
    sent: usize,
    is_over: bool,
}

/// A letter that is being sent.
struct Attempt<'a> {
    letter: &'a OutboxRow,
    /// How often sending it was begun, this time included.
    number: u32,
}

impl Attempt<'_> {
    /// The same bytes at every attempt.
    fn bytes(&self) -> &[u8] {
        let is_cut = self.number > 1 && is_planted("other-bytes-on-retry");
        &self.letter.bytes[..self.letter.bytes.len() - usize::from(is_cut)]
    }
}

impl Judge {
    /// Sends what is due; says how many letters left. Trouble with the server ends the round, trouble with one
    /// recipient does not. What its quotas do not allow waits.
    pub async fn send_letters(&self, sink: &mut Sink, now: i64) -> Result<usize, DaemonError> {
        Ok(self.send_due(sink, now, true).await?.0)
    }

    /// Sends what is due and what becomes due until whoever writes letters says that it is over; says how many left.
    pub(super) async fn send_until(&self, over: &Over, sink: &mut Sink, now: i64) -> Result<usize, DaemonError> {
        let mut sent = 0;
        loop {
            let is_last = over.is_said();
            // What may wait leaves behind all that may not.
            let (left, is_broken_off) = self.send_due(sink, now, is_last).await?;
            sent += left;
            if is_last {
                return Ok(sent);
            }
            // A server that is in trouble is tried once more when all is decided.
            over.wait(if is_broken_off { Duration::MAX } else { GLANCE }).await;
        }
    }

    /// Says how many letters left, and whether trouble ended it.
    async fn send_due(&self, sink: &mut Sink, now: i64, with_patient: bool) -> Result<(usize, bool), DaemonError> {
        let mut sent = 0;
        loop {
            let due = self.due_letters(now, with_patient)?;
            if due.is_empty() || self.stop.is_stopped() {
                return Ok((sent, false));
            }
            let sending = self.send_batch(sink, &due, now).await?;
            sent += sending.sent;
            if sending.is_over {
                return Ok((sent, true));
            }
        }
    }

    /// The next letters to send together. One that was cut off before may be what cut it off, and goes alone.
    fn due_letters(&self, now: i64, with_patient: bool) -> Result<Vec<OutboxRow>, DaemonError> {
        let room = self.way_out.quota.room_at(&self.store, now)?;
        let mut due = self.store.due_letters_of(now, BATCH.min(room.letters), false)?;
        if due.is_empty() && with_patient {
            due = self.store.due_letters(now, BATCH.min(room.patient))?;
        }
        let together = due.iter().take_while(|letter| letter.resends == 0).count();
        due.truncate(together.max(1));
        Ok(due)
    }

    /// Counts an attempt with each letter, tries them in order, and notes which left, each by the batch.
    async fn send_batch(&self, sink: &mut Sink, due: &[OutboxRow], now: i64) -> Result<Sending, DaemonError> {
        let ids: Vec<i64> = due.iter().map(|letter| letter.id).collect();
        let attempts = self.store.mark_sending(&ids)?;
        // A game master may have held one back since it was listed.
        let counted = due.iter().filter_map(|letter| Some((letter, *attempts.get(&letter.id)?)));
        let counted: Vec<Attempt<'_>> = counted.map(|(letter, number)| Attempt { letter, number }).collect();
        let mut sending = Sending::default();
        let mut noted = Instant::now();
        let most = sink.most_together();
        let goes_whole = |one: &Attempt<'_>| one.letter.bytes.len() <= self.way_out.limit_bytes;
        let together = counted.chunk_by(|one, next| goes_whole(one) && goes_whole(next));
        for attempts in together.flat_map(|attempts| attempts.chunks(most)) {
            if sending.is_over || self.stop.is_stopped() {
                sending.is_over = true;
                sending.untried.extend(attempts.iter().map(|attempt| attempt.letter.id));
                continue;
            }
            if noted.elapsed() > UNNOTED {
                self.note_left(&mut sending, now)?;
                noted = Instant::now();
            }
            self.send_together(sink, attempts, now, &mut sending).await?;
        }
        self.note_left(&mut sending, now)?;
        self.store.mark_untried(&sending.untried)?;
        Ok(sending)
    }

    fn note_left(&self, sending: &mut Sending, now: i64) -> Result<(), DaemonError> {
        let left = std::mem::take(&mut sending.left);
        let rows: Vec<(i64, &str)> = left.iter().map(|(id, reply)| (*id, reply.as_str())).collect();
        self.store.mark_sent(&rows, now)?;
        sending.sent += rows.len();
        Ok(())
    }

    async fn send_together(
        &self,
        sink: &mut Sink,
        attempts: &[Attempt<'_>],
        now: i64,
        sending: &mut Sending,
    ) -> Result<(), DaemonError> {
        let mut going = Vec::new();
        for attempt in attempts {
            match attempt.letter.fault {
                Some(fault) => self.withhold(attempt.letter, fault)?,
                None => going.push(attempt),
            }
        }
        self.withhold_from_those_who_lost_their_role(&mut going)?;
        let answers = match &going[..] {
            [one] => vec![self.hand_over(sink, one).await],
            several => {
                let letters: Vec<_> = several.iter().map(|one| (one.letter.to.as_str(), one.bytes())).collect();
                sink.send_together(self.house.address.as_str(), &letters).await
            }
        };
        // What left is noted whatever becomes of the notes about the others.
        let noted = going.iter().zip(answers).map(|(attempt, answer)| self.note_answer(attempt, answer, now, sending));
        let noted: Vec<Result<(), DaemonError>> = noted.collect();
        let noted: Result<(), DaemonError> = noted.into_iter().collect();
        if noted.is_err() {
            self.note_left(sending, now)?;
        }
        noted
    }

    /// Looked at right before they go: whatever takes time comes before the last look.
    fn withhold_from_those_who_lost_their_role(&self, going: &mut Vec<&Attempt<'_>>) -> Result<(), DaemonError> {
        loop {
            let ids: Vec<i64> = going.iter().map(|attempt| attempt.letter.id).collect();
            let lost = self.store.lost_roles(&ids)?;
            if lost.is_empty() {
                return Ok(());
            }
            for attempt in going.extract_if(.., |attempt| lost.contains(&attempt.letter.id)) {
                self.withhold(attempt.letter, Fault::NotEntitled)?;
            }
        }
    }

    fn note_answer(
        &self,
        attempt: &Attempt<'_>,
        answer: Result<Accepted, Refused>,
        now: i64,
        sending: &mut Sending,
    ) -> Result<(), DaemonError> {
        let letter = attempt.letter;
        let refused = match answer {
            Ok(accepted) => {
                self.signs.letter_left(letter.id);
                sending.left.push((letter.id, accepted.reply));
                return Ok(());
            }
            Err(refused) => refused,
        };
        if sending.is_over && refused.concerns_all() && !refused.uncertain {
            // The letter before it has told what this one would.
            sending.untried.push(letter.id);
            return Ok(());
        }
        self.signs.sending_failed(letter.id, &refused, now);
        self.note_refusal(letter, &refused, attempt.number, now)?;
        sending.is_over |= refused.concerns_all();
        Ok(())
    }

    /// Hands a letter over, or what there is room for of it: less each time it is too large.
    async fn hand_over(&self, sink: &mut Sink, attempt: &Attempt<'_>) -> Result<Accepted, Refused> {
        let (letter, bytes) = (attempt.letter, attempt.bytes());
        let mut limit = self.way_out.limit_bytes;
        loop {
            limit = sink.most_bytes().map_or(limit, |most| most.min(limit)).max(SMALLEST_LETTER);
            let parts = if bytes.len() > limit { self.lean(letter, bytes, limit) } else { Vec::new() };
            let largest = parts.iter().map(|part| part.bytes.len()).max().unwrap_or(bytes.len());
            let refused = match self.send_parts(sink, &letter.to, bytes, &parts).await {
                Err(refused) if refused.is_too_large && largest > SMALLEST_LETTER && largest <= limit => refused,
                outcome => return outcome,
            };
            tracing::info!(letter = letter.id, bytes = largest, reply = shown(&refused.reply), "a letter is too large");
            // Each try sends the parts before the refused one again.
            limit = if parts.len() > 1 { largest / 2 } else { largest - 1 };
        }
    }

    /// What goes in place of a letter that is too large; nothing where it cannot be made smaller.
    fn lean(&self, letter: &OutboxRow, bytes: &[u8], limit: usize) -> Vec<Outgoing> {
        lean(bytes, self.house.key.bytes(), &letter.purpose, limit).unwrap_or_else(|error| {
            tracing::error!(letter = letter.id, purpose = letter.purpose, %error, "a letter goes as it is");
            Vec::new()
        })
    }

    /// Sends the parts of a letter, or the letter itself when there are none. When one fails all go again.
    async fn send_parts(
        &self,
        sink: &mut Sink,
        to: &str,
        bytes: &[u8],
        parts: &[Outgoing],
    ) -> Result<Accepted, Refused> {
        let from = self.house.address.as_str();
        let [others @ .., last] = parts else { return sink.send(from, to, bytes).await };
        for part in others {
            sink.send(from, to, &part.bytes).await?;
        }
        sink.send(from, to, &last.bytes).await
    }

    /// A letter is given up only for what is about itself or its recipient, or when it was tried for as long as letters
    /// are. A server's word about a recipient is believed when it says it again after it took a letter for somebody else.
    fn note_refusal(&self, letter: &OutboxRow, refused: &Refused, attempts: u32, now: i64) -> Result<(), DaemonError> {
        let is_doubtful = refused.is_of_recipient() && !self.is_believed(letter, attempts)?;
        let again = if refused.permanent && !is_doubtful { None } else { next_try(attempts, now) };
        tracing::warn!(letter = letter.id, purpose = letter.purpose, attempts, step = ?refused.step,
            concern = ?refused.concern, again = again.is_some(), "a letter was not taken");
        match again {
            Some(at) if is_doubtful => {
                self.store.mark_retry(letter.id, at, &format!("{DOUBTFUL}{}", refused.reply))?;
            }
            Some(at) if refused.uncertain => self.store.mark_uncertain(letter.id, at, &refused.reply)?,
            Some(at) => self.store.mark_retry(letter.id, at, &refused.reply)?,
            None => {
                self.signs.letter_was_given_up(letter.id);
                self.store.mark_failed(letter.id, &refused.reply)?;
            }
        }
        Ok(())
    }

    /// Whether what the server says of a letter's recipient may be believed.
    fn is_believed(&self, letter: &OutboxRow, attempts: u32) -> Result<bool, DaemonError> {
        if is_planted("relay-refusal-believed") {
            return Ok(true);
        }
        Ok(attempts > 1 && self.store.takes_for_others(letter.id, self.house.address.domain())?)
    }

    /// A letter that must not go: those behind it in the queue do.
    fn withhold(&self, letter: &OutboxRow, fault: Fault) -> Result<(), DaemonError> {
        let why = match fault {
            Fault::NotRegistered => "its address is not registered for its recipient any more",
            Fault::NotEntitled => "its recipient is not any more what he was when it was written",
            Fault::Damaged => "it is not what was written any more: the database is damaged, see `adjutant doctor`",
            Fault::BreaksTheSender => "the judge ended ten times while it was being sent",
        };
        tracing::error!(letter = letter.id, purpose = letter.purpose, why, "a letter was withheld");
        self.signs.letter_was_given_up(letter.id);
        Ok(self.store.mark_failed(letter.id, &format!("{WITHHELD}{why}"))?)
    }
}
