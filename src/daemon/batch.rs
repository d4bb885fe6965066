//! Several letters decided one after another and committed together, so that they wait for the disk once. Nothing of a
//! letter shows outside before that commit, and a letter sees what those before it changed, as if each had come alone.
//!
//! Only letters that change nothing but orders on file share a commit; whatever else a letter does ends its batch. A
//! letter that fails is taken out, and a batch that cannot be committed is done letter by letter.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::desk::identify::print_token;
use crate::desk::{Arrival, Change, Decision, Desk, GameRecord, Judged, LetterId, Mark, Tally, Verdict, Want, judge};
use crate::game::{GameId, PlayerId};
use crate::mail::{Excess, Letter};
use crate::store::{Imprint, Known, RawLetter, Undecided};

use super::letters::MOST_WANTS;
use super::{DaemonError, Judge, mailbox};

/// Letters parsed in one go: as many as were fetched in one go.
const MOST_LETTERS: usize = mailbox::BATCH;
/// Their bytes in one go.
const MOST_BYTES: u64 = 8 << 20;

/// How many letters at the head of those that wait may be tried together: none that was tried before, for it may be the
/// one that broke the judge.
pub(super) fn count_together(waiting: &[Undecided]) -> usize {
    let mut bytes = 0;
    let fits = |letter: &&Undecided| {
        bytes += letter.size;
        letter.attempts == 0 && bytes <= MOST_BYTES
    };
    waiting.iter().take(MOST_LETTERS).take_while(fits).count()
}

/// A letter that was read.
struct Opened {
    raw: RawLetter,
    letter: Letter,
    imprint: Imprint,
}

/// A letter that has its decision but no commit.
struct Settled {
    opened: Opened,
    decision: Decision,
}

/// What came of a look at a letter.
enum Looked {
    /// Decided; whether the batch may go on behind it.
    Decided(Box<Decision>, bool),
    /// What it needs is known only when those before it are committed.
    TooSoon,
    /// It cannot be decided here.
    Apart,
    /// It broke the judge.
    Broke,
}

impl Judge {
    /// Decides letters that were never tried before, in order. Those that break the judge stay undecided.
    pub(super) fn decide_together(
        &self,
        ids: &[LetterId],
        now: i64,
        decided: &mut Vec<LetterId>,
    ) -> Result<(), DaemonError> {
        self.store.begin_attempts(ids)?;
        let mut tried = BTreeSet::new();
        let outcome = self.unless_fatal(self.decide_counted(ids, now, decided, &mut tried))?;
        let untried: Vec<LetterId> = ids.iter().copied().filter(|id| !tried.contains(id)).collect();
        if !untried.is_empty() {
            // We were stopped or the store was in trouble, which is no letter's fault.
            let returned = self.store.return_attempts(&untried);
            returned.unwrap_or_else(|error| tracing::warn!(%error, "attempts stay counted"));
        }
        outcome
    }

    fn decide_counted(
        &self,
        ids: &[LetterId],
        now: i64,
        decided: &mut Vec<LetterId>,
        tried: &mut BTreeSet<LetterId>,
    ) -> Result<(), DaemonError> {
        let raws = self.store.raw_letters(ids)?;
        let mut parsed: BTreeMap<LetterId, _> = raws.iter().map(|raw| raw.id).zip(self.parse_all(&raws)?).collect();
        let mut raws: BTreeMap<LetterId, RawLetter> = raws.into_iter().map(|raw| (raw.id, raw)).collect();
        let mut queue: VecDeque<Opened> = VecDeque::new();
        for id in ids {
            let opened = match (raws.remove(id), parsed.remove(id).flatten()) {
                (Some(raw), Some(Ok(letter))) if !raw.is_truncated => Opened::new(raw, letter),
                (Some(_), None) => {
                    tried.insert(*id);
                    tracing::error!(letter = id, "a letter broke the parser");
                    continue;
                }
                // Too large, damaged: it is set aside, but not before those that came earlier are decided.
                _ => {
                    self.decide_opened(&mut queue, now, decided, tried)?;
                    if !queue.is_empty() || self.stop.is_stopped() {
                        return Ok(());
                    }
                    tried.insert(*id);
                    self.decide_apart(*id, now, decided)?;
                    continue;
                }
            };
            queue.push_back(opened);
        }
        self.decide_opened(&mut queue, now, decided, tried)
    }

    /// Decides these letters batch by batch; those that remain were not reached before we were stopped.
    fn decide_opened(
        &self,
        queue: &mut VecDeque<Opened>,
        now: i64,
        decided: &mut Vec<LetterId>,
        tried: &mut BTreeSet<LetterId>,
    ) -> Result<(), DaemonError> {
        // What is looked up about the letters behind the one that ends a batch is looked up again: where batches end soon,
        // we look less far ahead.
        let mut most = MOST_LETTERS;
        while !queue.is_empty() && !self.stop.is_stopped() {
            let (batch, apart) = self.decide_batch(queue, most, now, tried)?;
            most = 2 * (batch.len() + 1);
            let ids: Vec<LetterId> = batch.iter().map(|settled| settled.opened.raw.id).collect();
            self.commit_batch(batch, now, decided)?;
            tried.extend(ids);
            if let Some(opened) = apart {
                tried.insert(opened.raw.id);
                self.judge_letter(&opened.raw, &opened.letter, &opened.imprint, now)?;
                decided.push(opened.raw.id);
            }
        }
        Ok(())
    }

    /// Judges letters from the head of the queue, `most` of them, until one of them ends the batch; and the one that must be
    /// done apart.
    fn decide_batch(
        &self,
        queue: &mut VecDeque<Opened>,
        most: usize,
        now: i64,
        tried: &mut BTreeSet<LetterId>,
    ) -> Result<(Vec<Settled>, Option<Opened>), DaemonError> {
        let count = count_apart(queue).min(most);
        let known = self.known_of(queue.iter().take(count), now)?;
        let mut before = Before::default();
        let mut batch: Vec<Settled> = Vec::new();
        for mut known in known {
            let Some(opened) = queue.pop_front().filter(|_| !self.stop.is_stopped()) else { break };
            if !before.bring_up_to_date(&mut known, &opened.letter) {
                queue.push_front(opened);
                break;
            }
            match self.look_at(&opened, known, now, &mut before.games, batch.is_empty())? {
                Looked::Decided(decision, goes_on) => {
                    before.note(&decision, &opened.letter);
                    batch.push(Settled { opened, decision: *decision });
                    if !goes_on {
                        break;
                    }
                }
                Looked::TooSoon => {
                    queue.push_front(opened);
                    break;
                }
                Looked::Apart => return Ok((batch, Some(opened))),
                Looked::Broke => drop(tried.insert(opened.raw.id)),
            }
        }
        Ok((batch, None))
    }

    fn known_of<'a>(&self, opened: impl Iterator<Item = &'a Opened>, now: i64) -> Result<Vec<Known>, DaemonError> {
        let opened: Vec<&Opened> = opened.collect();
        let named: Vec<Vec<&str>> = opened.iter().map(|opened| named(&opened.letter)).collect();
        let pairs = opened.iter().zip(&named);
        let enquiries = pairs.map(|(opened, named)| self.enquiry(opened.raw.id, &opened.letter, named, now));
        Ok(self.store.known_of(&enquiries.collect::<Vec<_>>())?)
    }

    fn look_at(
        &self,
        opened: &Opened,
        known: Known,
        now: i64,
        games: &mut BTreeMap<GameId, Option<GameRecord>>,
        is_first: bool,
    ) -> Result<Looked, DaemonError> {
        let mut desk = self.desk_with(known, now);
        let arrival = Arrival {
            letter: opened.raw.id,
            mark: Mark::of(&opened.letter),
            at: opened.raw.arrived,
            missed: opened.raw.missed,
            is_accepted_late: false,
        };
        for _ in 0..MOST_WANTS {
            match catch_unwind(AssertUnwindSafe(|| judge(&desk, &opened.letter, arrival))) {
                Err(_) => {
                    tracing::error!(letter = opened.raw.id, "a letter broke the judge");
                    return Ok(Looked::Broke);
                }
                Ok(Err(_)) => return Ok(Looked::Apart),
                Ok(Ok(Judged::Decided(decision))) => {
                    let goes_on = changes_orders_alone(&decision, games);
                    return Ok(Looked::Decided(decision, goes_on));
                }
                Ok(Ok(Judged::Wants(Want::Game(id)))) => self.bring_game(&mut desk, id, games)?,
                Ok(Ok(Judged::Wants(want))) if is_first || is_beyond_orders(&want) => {
                    self.bring(&mut desk.papers, want)?;
                }
                Ok(Ok(Judged::Wants(_))) => return Ok(Looked::TooSoon),
            }
        }
        Ok(Looked::Apart)
    }

    /// A game as the letters before this one left it.
    fn bring_game(
        &self,
        desk: &mut Desk<'_>,
        id: GameId,
        games: &mut BTreeMap<GameId, Option<GameRecord>>,
    ) -> Result<(), DaemonError> {
        if !games.contains_key(&id) {
            games.insert(id.clone(), self.store.game(&id, &self.house.shelf)?);
        }
        desk.papers.games.insert(id.clone(), games[&id].clone());
        Ok(())
    }

    fn commit_batch(&self, batch: Vec<Settled>, now: i64, decided: &mut Vec<LetterId>) -> Result<(), DaemonError> {
        let rows: Vec<_> = batch.iter().map(|it| (it.opened.raw.id, &it.opened.imprint, &it.decision)).collect();
        if rows.is_empty() {
            return Ok(());
        }
        match self.store.commit_letters(&rows) {
            Ok(()) => {
                for (letter, _, decision) in &rows {
                    tracing::info!(letter, verdict = ?decision.verdict, "letter decided");
                    decided.push(*letter);
                }
                return Ok(());
            }
            Err(error) if error.is_fatal() => return Err(error.into()),
            Err(error) => {
                tracing::warn!(letters = rows.len(), %error, "a batch was not committed; one letter at a time")
            }
        }
        for settled in &batch {
            self.decide_apart(settled.opened.raw.id, now, decided)?;
        }
        Ok(())
    }

    /// Parses letters on one thread with a large stack. `None` for a letter that broke the parser.
    fn parse_all(&self, raws: &[RawLetter]) -> Result<Vec<Option<Result<Letter, Excess>>>, DaemonError> {
        self.on_a_large_stack(|| {
            let parse = |raw: &RawLetter| catch_unwind(AssertUnwindSafe(|| self.parse_here(&raw.bytes))).ok();
            raws.iter().map(parse).collect()
        })
    }
}

impl Opened {
    fn new(raw: RawLetter, letter: Letter) -> Self {
        let imprint = Imprint { canon: letter.canon, message_id: letter.message_id.clone() };
        Self { raw, letter, imprint }
    }
}

/// The Message-IDs a letter names.
pub(super) fn named(letter: &Letter) -> Vec<&str> {
    letter.in_reply_to.iter().chain(&letter.references).map(String::as_str).collect()
}

/// How many letters at the head of the queue have different ids and contents: whether a letter was here before is looked
/// up before any of them is decided.
fn count_apart(queue: &VecDeque<Opened>) -> usize {
    let (mut contents, mut ids) = (BTreeSet::new(), BTreeSet::new());
    let is_apart = |opened: &&Opened| {
        let id = opened.letter.message_id.clone();
        contents.insert(opened.letter.canon) && id.is_none_or(|id| ids.insert(id))
    };
    queue.iter().take_while(is_apart).count()
}

/// Whether a decision changes nothing that the next letter could see but orders on file, and what is remembered of the
/// answers to its writer.
fn changes_orders_alone(decision: &Decision, games: &BTreeMap<GameId, Option<GameRecord>>) -> bool {
    let is_harmless = |change: &Change| match change {
        // Orders for a later phase are kept elsewhere.
        Change::PutSheet { game, number, .. } => {
            matches!(games.get(game), Some(Some(record)) if record.phase_number() == *number)
        }
        Change::PutTally { player, .. } => decision.writer.as_ref() == Some(player),
        _ => false,
    };
    matches!(decision.verdict, Verdict::Answered | Verdict::Silent { .. })
        && decision.changes.iter().all(is_harmless)
        && !decision.letters.iter().any(|letter| letter.is_held)
}

/// Papers that no letter changes by orders.
fn is_beyond_orders(want: &Want) -> bool {
    matches!(want, Want::Archive(..) | Want::SentForm(_) | Want::Person(_) | Want::Player(_) | Want::Locks(_))
}

/// What the letters of a batch changed before it is committed.
#[derive(Default)]
struct Before {
    games: BTreeMap<GameId, Option<GameRecord>>,
    tallies: BTreeMap<PlayerId, Tally>,
    /// The Message-IDs of what they were answered.
    answers: BTreeSet<String>,
    /// What tells the tokens in those answers.
    tokens: BTreeSet<String>,
    /// The addresses of those among their writers whom nobody knows.
    strangers: BTreeSet<String>,
}

impl Before {
    /// Puts right what was looked up about the next letter before these were decided. `false` when that cannot be done and
    /// it has to be looked up again.
    fn bring_up_to_date(&self, known: &mut Known, letter: &Letter) -> bool {
        let is_sent_to = |tag: &str| self.tokens.contains(&print_token(tag));
        if named(letter).into_iter().any(|id| self.answers.contains(id)) || letter.only_tag().is_some_and(is_sent_to) {
            return false;
        }
        let Some(writer) = &known.writer else {
            return letter.from.address().is_none_or(|address| !self.strangers.contains(address.as_str()));
        };
        if let Some(tally) = self.tallies.get(&writer.id) {
            known.tally = tally.clone();
        }
        true
    }

    /// Notes what a decision changed: the next letters are judged by it.
    fn note(&mut self, decision: &Decision, letter: &Letter) {
        self.answers.extend(decision.letters.iter().map(|answer| answer.outgoing.message_id.clone()));
        self.tokens.extend(decision.letters.iter().filter_map(|answer| answer.token.clone()));
        if decision.writer.is_none() {
            self.strangers.extend(letter.from.address().map(|address| address.as_str().to_owned()));
        }
        for change in &decision.changes {
            match change {
                Change::PutSheet { game, seat, sheet, .. } => {
                    if let Some(Some(record)) = self.games.get_mut(game) {
                        record.sheets.insert(seat.clone(), sheet.clone());
                    }
                }
                Change::PutTally { player, tally } => drop(self.tallies.insert(player.clone(), (**tally).clone())),
                _ => {}
            }
        }
    }
}
