//! Deciding letters: parsing on a thread with a large stack, the desk's papers, one commit each.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::desk::identify::{is_code_of, token_digest};
use crate::desk::{
    Arrival, Decision, Desk, DeskError, Judged, KnownGm, LetterId, Mark, Papers, SentForm, WaitingLetter, Want,
    greet_gm, judge, judge_unread, quarantine,
};
use crate::game::{Player, PlayerId};
use crate::mail::{self, Excess, Letter};
use crate::store::{Enquiry, Imprint, Known, RawLetter, StoreError};

use super::batch::{count_together, named};
use super::{DaemonError, Judge};

/// Letters decided in one go.
const BATCH: u32 = 200;
/// After so many attempts a letter is quarantined.
const MOST_ATTEMPTS: u32 = 3;
/// Papers fetched for one letter before we call it broken.
pub(super) const MOST_WANTS: usize = 32;
/// A day, in seconds: the span of limits that decay.
const DAY: i64 = 86_400;

impl Judge {
    /// Greets the game masters of the house who were not registered yet.
    pub fn greet_gms(&self, gms: &[Player], now: i64) -> Result<(), DaemonError> {
        for gm in gms {
            if self.store.player(&gm.id)?.is_none() {
                let greeted = self.store.commit(&greet_gm(&self.house, gm, now)?);
                greeted.inspect_err(|error| _ = self.store.gives_up_for(error))?;
            }
        }
        Ok(())
    }

    /// Decides every letter that was kept, oldest arrival first, and notes it in `decided`. A letter that breaks the
    /// judge is tried again after the others, until its attempts are used up.
    pub fn decide_letters(&self, now: i64, decided: &mut Vec<LetterId>) -> Result<(), DaemonError> {
        loop {
            let waiting = self.store.undecided_letters(BATCH)?;
            if waiting.is_empty() {
                return Ok(());
            }
            let mut rest = &waiting[..];
            while let Some(first) = rest.first() {
                if self.stop.is_stopped() || self.has_outage() {
                    return Ok(());
                }
                let count = count_together(rest).max(1);
                if first.attempts == 0 {
                    let ids: Vec<LetterId> = rest[..count].iter().map(|letter| letter.id).collect();
                    self.decide_together(&ids, now, decided)?;
                } else {
                    self.decide_again(first.id, now, decided)?;
                }
                rest = &rest[count..];
            }
        }
    }

    /// Decides a letter by itself that was tried before.
    fn decide_again(&self, id: LetterId, now: i64, decided: &mut Vec<LetterId>) -> Result<(), DaemonError> {
        note(id, self.decide_letter(id, now), decided)
    }

    /// Decides a letter by itself, its attempt being counted.
    pub(super) fn decide_apart(&self, id: LetterId, now: i64, decided: &mut Vec<LetterId>) -> Result<(), DaemonError> {
        note(id, self.judge_kept(id, now), decided)
    }

    /// Decides one letter, whatever it is; its attempt is counted first.
    pub(super) fn decide_letter(&self, id: LetterId, now: i64) -> Result<(), DaemonError> {
        let attempts = self.store.begin_attempt(id)?;
        if attempts > MOST_ATTEMPTS {
            return self.quarantine(id, None, "it broke the judge three times", now);
        }
        self.judge_kept(id, now)
    }

    fn judge_kept(&self, id: LetterId, now: i64) -> Result<(), DaemonError> {
        let raw = self.store.raw_letter(id)?;
        if raw.is_truncated {
            let found = usize::try_from(raw.size).unwrap_or(usize::MAX);
            return self.set_aside(&raw, &Excess::Size { found, limit: raw.bytes.len() }, now);
        }
        let letter = match self.parse(&raw.bytes)? {
            Ok(letter) => letter,
            Err(excess) => return self.set_aside(&raw, &excess, now),
        };
        let imprint = Imprint { canon: letter.canon, message_id: letter.message_id.clone() };
        self.judge_letter(&raw, &letter, &imprint, now)
    }

    pub(super) fn judge_letter(
        &self,
        raw: &RawLetter,
        letter: &Letter,
        imprint: &Imprint,
        now: i64,
    ) -> Result<(), DaemonError> {
        for _ in 0..MOST_ATTEMPTS {
            let decision = match self.judge_with_papers(raw, letter, now) {
                Ok(decision) => decision,
                Err(DaemonError::Desk(error)) => {
                    tracing::error!(letter = raw.id, %error, "a letter could not be judged");
                    return self.quarantine(raw.id, Some(imprint), "it could not be judged", now);
                }
                Err(error) => return Err(error),
            };
            match self.store.commit_letter(raw.id, Some(imprint), &decision) {
                // The clock was faster: judge anew by what is on the desk now.
                Err(
                    StoreError::PhaseGone { .. }
                    | StoreError::SheetGone { .. }
                    | StoreError::NotWaiting(_)
                    | StoreError::LetterLeft,
                ) => {}
                outcome => {
                    outcome?;
                    tracing::info!(letter = raw.id, verdict = ?decision.verdict, "letter decided");
                    return Ok(());
                }
            }
        }
        self.quarantine(raw.id, Some(imprint), "the game moved on while it was judged", now)
    }

    /// Puts on the desk what the letter needs, and judges it.
    fn judge_with_papers(&self, raw: &RawLetter, letter: &Letter, now: i64) -> Result<Decision, DaemonError> {
        let desk = self.desk_for(raw.id, letter, now)?;
        let arrival = arrival_of(raw, Mark::of(letter));
        self.with_papers(raw.id, desk, &|desk| judge(desk, letter, arrival))
    }

    /// Judges again and again, with the papers that are asked for.
    pub(super) fn with_papers(
        &self,
        id: LetterId,
        mut desk: Desk<'_>,
        judge: &(dyn Fn(&Desk<'_>) -> Result<Judged, DeskError> + Sync),
    ) -> Result<Decision, DaemonError> {
        let broken = |why: &str| DaemonError::Thread { what: "judge a letter", why: format!("letter {id} {why}") };
        for _ in 0..MOST_WANTS {
            let judged = catch_unwind(AssertUnwindSafe(|| judge(&desk)));
            let Ok(judged) = judged else { return Err(broken("broke the judge")) };
            match judged? {
                Judged::Decided(decision) => return Ok(*decision),
                Judged::Wants(want) => self.bring(&mut desk.papers, want)?,
            }
        }
        Err(broken("asked for papers without end"))
    }

    /// A letter that is beyond a bound is not read but for its header.
    fn set_aside(&self, raw: &RawLetter, excess: &Excess, now: i64) -> Result<(), DaemonError> {
        tracing::warn!(letter = raw.id, %excess, "letter set aside unread");
        let header = self.on_a_large_stack(|| mail::parse_header(&raw.bytes, &self.limits, &self.mail_house))?;
        let nobody = Enquiry {
            letter: raw.id,
            canon: [0; 32],
            message_id: None,
            from: None,
            named: &[],
            token: None,
            since: now - DAY,
        };
        let desk = match &header {
            Some(header) => self.desk_for(raw.id, header, now)?,
            None => self.desk_of(nobody, now)?,
        };
        let mark = header.as_ref().map_or_else(|| Mark::of_bytes(&raw.bytes), Mark::of);
        let arrival = arrival_of(raw, mark);
        let judge = |desk: &Desk<'_>| judge_unread(desk, header.as_ref(), arrival, excess);
        match self.with_papers(raw.id, desk, &judge) {
            Ok(decision) => Ok(self.store.commit_letter(raw.id, None, &decision)?),
            Err(DaemonError::Desk(error)) => {
                tracing::error!(letter = raw.id, %error, "the sender of a letter could not be answered");
                self.quarantine(raw.id, None, &excess.to_string(), now)
            }
            Err(error) => Err(error),
        }
    }

    pub(super) fn desk_for(&self, id: LetterId, letter: &Letter, now: i64) -> Result<Desk<'_>, DaemonError> {
        self.desk_of(self.enquiry(id, letter, &named(letter), now), now)
    }

    fn desk_of(&self, enquiry: Enquiry<'_>, now: i64) -> Result<Desk<'_>, DaemonError> {
        let id = enquiry.letter;
        let mut known = self.store.known_of(&[enquiry])?;
        let nobody = || DaemonError::Thread { what: "look up a writer", why: format!("letter {id} has no answer") };
        Ok(self.desk_with(known.pop().ok_or_else(nobody)?, now))
    }

    /// What must be known of the writer of a letter before it is judged.
    pub(super) fn enquiry<'a>(&self, id: LetterId, letter: &'a Letter, named: &'a [&'a str], now: i64) -> Enquiry<'a> {
        // Only where the mail server's word is a proof may a letter be sent again by somebody else.
        let message_id = letter.message_id.as_deref().filter(|_| self.house.proof.server.is_some());
        let from = letter.from.address().map(|address| address.as_str());
        let token = letter.only_tag().filter(|_| self.house.proof.reply_tokens).map(token_digest);
        Enquiry { letter: id, canon: letter.canon, message_id, from, named, token, since: now - DAY }
    }

    /// The desk before a letter of somebody of whom this is known.
    pub(super) fn desk_with(&self, known: Known, now: i64) -> Desk<'_> {
        Desk {
            house: &self.house,
            now,
            writer: known.writer,
            writer_games: known.games,
            sent: known.sent,
            wrong_codes: known.wrong_codes,
            held_lately: known.held,
            tally: known.tally,
            is_id_known: known.is_id_known,
            copied: known.copied,
            papers: Papers::default(),
        }
    }

    pub(super) fn bring(&self, papers: &mut Papers, want: Want) -> Result<(), DaemonError> {
        match want {
            Want::Game(id) => {
                let game = self.store.game(&id, &self.house.shelf)?;
                papers.games.insert(id, game);
            }
            Want::Archive(id, number) => {
                let past = self.store.past_phase(&id, number)?;
                papers.archive.insert((id, number), past);
            }
            Want::DiceSecrets(id) => {
                let secrets = self.store.dice_secrets(&id)?;
                papers.dice_secrets.insert(id, secrets);
            }
            Want::Waiting(number) => {
                let waiting = self.waiting(number)?;
                papers.waiting.insert(number, waiting);
            }
            Want::Marked(mark) => {
                let number = self.store.letter_marked(mark)?;
                let waiting = match number {
                    Some(number) => self.waiting(number)?,
                    None => None,
                };
                papers.marked.insert(mark, waiting);
            }
            Want::SentForm(message_id) => {
                let sent = self.store.sent_letter(&message_id)?;
                let form = match sent {
                    Some((letter, bytes)) => {
                        let forms = self.on_a_large_stack(|| mail::forms_of(&bytes))?;
                        Some(SentForm { letter, forms })
                    }
                    None => None,
                };
                papers.forms.insert(message_id, form);
            }
            Want::Ahead(id, player) => {
                let ahead = self.store.ahead_by(&id, &player)?;
                papers.ahead.insert((id, player), ahead);
            }
            Want::Person(address) => {
                let person = self.store.player_by_address(address.as_str())?;
                papers.people.insert(address, person);
            }
            Want::EarlierSheets(game, number, seat) => {
                let earlier = self.store.earlier_sheets(&game, number, &seat)?;
                papers.earlier_sheets.insert((game, number, seat), earlier);
            }
            Want::Question(hash) => {
                let question = self.store.question(&hash)?;
                papers.questions.insert(hash, question);
            }
            Want::QuestionsIn(purpose) => {
                let questions = self.store.questions_in(&purpose)?;
                papers.mailed_questions.insert(purpose, questions);
            }
            Want::Player(id) => {
                let person = self.store.player(&id)?;
                papers.players.insert(id, person);
            }
            Want::Locks(player) => {
                let locks = self.store.locks_of(&player)?;
                papers.locks.insert(player, locks);
            }
            Want::Stranger(stranger, since) => {
                let record = self.store.stranger(&stranger, since)?;
                papers.strangers.insert(stranger, record);
            }
            Want::NoticeBoard => papers.notice_board = Some(self.store.notice_board()?),
            Want::Signons(id) => {
                let signons = self.store.signons(&id)?;
                papers.signons.insert(id, signons);
            }
            Want::Trail(game, player) => {
                let trail = self.store.trail(&game, &player)?;
                papers.trails.insert((game, player), trail);
            }
            Want::Rewind(id, number) => {
                let rewind = self.store.rewind(&id, number)?;
                papers.rewinds.insert((id, number), rewind);
            }
            Want::Trace(key) => {
                let traced = self.store.trace(&key)?;
                papers.traces.insert(key, traced);
            }
            Want::Journal(id, page) => {
                let found = self.store.journal_page(&id, page)?;
                papers.journals.insert((id, page), found);
            }
            Want::ActsSince(id, player, message_id) => {
                let acts = self.store.acts_of_others(&id, &player, &message_id)?;
                papers.acts.insert((id, player), acts);
            }
            Want::Gm(id) => {
                let gm = self.known_gm(&id)?;
                papers.gms.insert(id, gm);
            }
            Want::CodeOwner(code) => {
                let mut players = self.store.players()?.into_iter();
                let owner = players.find(|player| is_code_of(&self.house.key, player, &code));
                papers.code_owners.insert(code, owner);
            }
            Want::Returned(message_ids) => {
                let ids: Vec<&str> = message_ids.iter().map(String::as_str).collect();
                papers.returned = Some(self.store.sent_letters(&ids)?);
            }
            Want::Notes(id) => {
                let notes = self.store.waiting_notes(&id)?;
                papers.notes.insert(id, notes);
            }
        }
        Ok(())
    }

    fn known_gm(&self, id: &PlayerId) -> Result<KnownGm, DaemonError> {
        Ok(KnownGm { person: self.store.player(id)?, tally: self.store.tally_of(id)? })
    }

    pub(super) fn waiting(&self, number: LetterId) -> Result<Option<WaitingLetter>, DaemonError> {
        let Some(waiting) = self.store.waiting_letter(number)? else { return Ok(None) };
        let (id, arrived, missed) = (waiting.raw.id, waiting.raw.arrived, waiting.raw.missed);
        let player: PlayerId = waiting.player;
        let Ok(letter) = self.parse(&waiting.raw.bytes)? else { return Ok(None) };
        let sent = self.store.sent_letters(&named(&letter))?;
        Ok(Some(WaitingLetter { id, arrived, missed, player, letter, sent }))
    }

    fn parse(&self, bytes: &[u8]) -> Result<Result<Letter, Excess>, DaemonError> {
        self.on_a_large_stack(|| self.parse_here(bytes))
    }

    pub(super) fn parse_here(&self, bytes: &[u8]) -> Result<Letter, Excess> {
        mail::parse(bytes, &self.limits, &self.mail_house)
    }

    /// Does something on a thread of its own, whose stack is large enough for what the limits let through.
    pub(super) fn on_a_large_stack<T: Send>(&self, parse: impl FnOnce() -> T + Send) -> Result<T, DaemonError> {
        const WHAT: &str = "parse a letter";
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new()
                .name("letter".to_owned())
                .stack_size(mail::letter::STACK)
                .spawn_scoped(scope, parse)
                .map_err(|why| DaemonError::Thread { what: WHAT, why: why.to_string() })?;
            thread.join().map_err(|_| DaemonError::Thread { what: WHAT, why: "the parser broke".to_owned() })
        })
    }

    fn quarantine(&self, id: LetterId, imprint: Option<&Imprint>, why: &str, now: i64) -> Result<(), DaemonError> {
        tracing::warn!(letter = id, why, "letter quarantined");
        let mut gms = Vec::new();
        for gm in &self.house.gms {
            gms.push(self.known_gm(gm)?);
        }
        let decision = quarantine(&self.house, &gms, id, why, now)?;
        Ok(self.store.commit_letter(id, imprint, &decision)?)
    }
}

fn arrival_of(raw: &RawLetter, mark: Mark) -> Arrival {
    Arrival { letter: raw.id, mark, at: raw.arrived, missed: raw.missed, is_accepted_late: false }
}

/// Notes a letter that was decided; one that broke the judge is told of and tried again after the others.
fn note(id: LetterId, outcome: Result<(), DaemonError>, decided: &mut Vec<LetterId>) -> Result<(), DaemonError> {
    match outcome {
        Ok(()) => decided.push(id),
        Err(DaemonError::Thread { what, why }) => {
            tracing::error!(letter = id, what, why, "a letter broke the judge")
        }
        Err(error) => return Err(error),
    }
    Ok(())
}
