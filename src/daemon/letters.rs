//! Deciding letters: parsing on a thread with a large stack, the desk's papers, one commit each.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::desk::identify::is_code_of;
use crate::desk::{
    Arrival, Decision, Desk, Judged, KnownGm, LetterId, Mark, Papers, Tally, WaitingLetter, Want, greet_gm, judge,
    quarantine,
};
use crate::game::{Player, PlayerId};
use crate::mail::{self, Excess, Letter};
use crate::store::{Imprint, RawLetter, StoreError};

use super::{DaemonError, Judge};

/// Letters decided in one go.
const BATCH: u32 = 200;
/// After so many attempts a letter is quarantined.
const MOST_ATTEMPTS: u32 = 3;
/// Papers fetched for one letter before we call it broken.
const MOST_WANTS: usize = 32;
/// A day, in seconds: the span of limits that decay.
const DAY: i64 = 86_400;

impl Judge {
    /// Greets the game masters of the house who were not registered yet.
    pub async fn greet_gms(&self, gms: &[Player], now: i64) -> Result<(), DaemonError> {
        for gm in gms {
            if self.store.player(&gm.id).await?.is_none() {
                let greeted = self.store.commit(&greet_gm(&self.house, gm, now)?).await;
                greeted.inspect_err(|error| _ = self.store.gives_up_for(error))?;
            }
        }
        Ok(())
    }

    /// Decides every letter that was kept, oldest arrival first, and notes it in `decided`. A letter that breaks the
    /// judge is tried again after the others, until its attempts are used up.
    pub async fn decide_letters(&self, now: i64, decided: &mut Vec<LetterId>) -> Result<(), DaemonError> {
        loop {
            let waiting = self.store.undecided(BATCH).await?;
            if waiting.is_empty() {
                return Ok(());
            }
            for id in waiting {
                if self.stop.is_stopped() || self.has_outage() {
                    return Ok(());
                }
                match self.decide_letter(id, now).await {
                    Ok(()) => decided.push(id),
                    Err(DaemonError::Thread { what, why }) => {
                        tracing::error!(letter = id, what, why, "a letter broke the judge")
                    }
                    Err(error) => return Err(error),
                }
            }
        }
    }

    /// Decides one letter, whatever it is.
    pub(super) async fn decide_letter(&self, id: LetterId, now: i64) -> Result<(), DaemonError> {
        let attempts = self.store.begin_attempt(id).await?;
        if attempts > MOST_ATTEMPTS {
            return self.quarantine(id, None, "it broke the judge three times", now).await;
        }
        let raw = self.store.raw_letter(id).await?;
        if raw.is_truncated {
            return self.quarantine(id, None, "it is too large", now).await;
        }
        let letter = match self.parse(raw.bytes.clone())? {
            Ok(letter) => letter,
            Err(excess) => return self.quarantine(id, None, &excess.to_string(), now).await,
        };
        let imprint = Imprint { canon: letter.canon, message_id: letter.message_id.clone() };
        if self.store.canon_seen(letter.canon, id).await? {
            let duplicate = Decision::silent("duplicate");
            return Ok(self.store.commit_letter(id, Some(&imprint), &duplicate).await?);
        }
        self.judge_letter(&raw, &letter, &imprint, now).await
    }

    async fn judge_letter(
        &self,
        raw: &RawLetter,
        letter: &Letter,
        imprint: &Imprint,
        now: i64,
    ) -> Result<(), DaemonError> {
        for _ in 0..MOST_ATTEMPTS {
            let decision = match self.judge_with_papers(raw, letter, now).await {
                Ok(decision) => decision,
                Err(DaemonError::Desk(error)) => {
                    tracing::error!(letter = raw.id, %error, "a letter could not be judged");
                    return self.quarantine(raw.id, Some(imprint), "it could not be judged", now).await;
                }
                Err(error) => return Err(error),
            };
            match self.store.commit_letter(raw.id, Some(imprint), &decision).await {
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
        self.quarantine(raw.id, Some(imprint), "the game moved on while it was judged", now).await
    }

    /// Puts on the desk what the letter needs, and judges it.
    async fn judge_with_papers(&self, raw: &RawLetter, letter: &Letter, now: i64) -> Result<Decision, DaemonError> {
        let mut desk = self.desk_for(raw.id, letter, now).await?;
        let arrival = Arrival { letter: raw.id, mark: Mark::of(letter), at: raw.arrived, is_accepted_late: false };
        for _ in 0..MOST_WANTS {
            let judged = catch_unwind(AssertUnwindSafe(|| judge(&desk, letter, arrival)));
            let Ok(judged) = judged else {
                return Err(DaemonError::Thread {
                    what: "judge a letter",
                    why: format!("letter {} broke the judge", raw.id),
                });
            };
            match judged? {
                Judged::Decided(decision) => return Ok(*decision),
                Judged::Wants(want) => self.bring(&mut desk.papers, want).await?,
            }
        }
        Err(DaemonError::Thread {
            what: "judge a letter",
            why: format!("letter {} asked for papers without end", raw.id),
        })
    }

    async fn desk_for(&self, id: LetterId, letter: &Letter, now: i64) -> Result<Desk<'_>, DaemonError> {
        let writer = match letter.from.address() {
            Some(address) => self.store.player_by_address(address.as_str()).await?,
            None => None,
        };
        let mut desk = Desk {
            house: &self.house,
            now,
            writer_games: Vec::new(),
            sent: Vec::new(),
            wrong_codes: 0,
            held_lately: 0,
            tally: Tally::default(),
            is_id_known: false,
            papers: Papers::default(),
            writer,
        };
        let Some(writer) = &desk.writer else { return Ok(desk) };
        desk.writer_games = self.store.games_of(&writer.id).await?;
        let named: Vec<&str> = letter.in_reply_to.iter().chain(&letter.references).map(String::as_str).collect();
        if !named.is_empty() {
            desk.sent = self.store.sent_letters(&named).await?;
        }
        desk.wrong_codes = self.store.wrong_codes_since(&writer.id, now - DAY).await?;
        desk.held_lately = self.store.held_since(&writer.id, now - DAY).await?;
        desk.tally = self.store.tally_of(&writer.id).await?;
        if let (Some(message_id), Some(_)) = (&letter.message_id, &self.house.proof.server) {
            desk.is_id_known = self.store.is_id_known(message_id, id).await?;
        }
        Ok(desk)
    }

    async fn bring(&self, papers: &mut Papers, want: Want) -> Result<(), DaemonError> {
        match want {
            Want::Game(id) => {
                let game = self.store.game(&id, &self.house.shelf).await?;
                papers.games.insert(id, game);
            }
            Want::Archive(id, number) => {
                let past = self.store.past_phase(&id, number).await?;
                papers.archive.insert((id, number), past);
            }
            Want::Waiting(number) => {
                let waiting = self.waiting(number).await?;
                papers.waiting.insert(number, waiting);
            }
            Want::Person(address) => {
                let person = self.store.player_by_address(address.as_str()).await?;
                papers.people.insert(address, person);
            }
            Want::Question(hash) => {
                let question = self.store.question(&hash).await?;
                papers.questions.insert(hash, question);
            }
            Want::Player(id) => {
                let person = self.store.player(&id).await?;
                papers.players.insert(id, person);
            }
            Want::Locks(player) => {
                let locks = self.store.locks_of(&player).await?;
                papers.locks.insert(player, locks);
            }
            Want::Stranger(stranger, since) => {
                let record = self.store.stranger(&stranger, since).await?;
                papers.strangers.insert(stranger, record);
            }
            Want::NoticeBoard => papers.notice_board = Some(self.store.notice_board().await?),
            Want::Signons(id) => {
                let signons = self.store.signons(&id).await?;
                papers.signons.insert(id, signons);
            }
            Want::Trail(game, player) => {
                let trail = self.store.trail(&game, &player).await?;
                papers.trails.insert((game, player), trail);
            }
            Want::Rewind(id, number) => {
                let rewind = self.store.rewind(&id, number).await?;
                papers.rewinds.insert((id, number), rewind);
            }
            Want::Trace(key) => {
                let traced = self.store.trace(&key).await?;
                papers.traces.insert(key, traced);
            }
            Want::Journal(id, page) => {
                let found = self.store.journal_page(&id, page).await?;
                papers.journals.insert((id, page), found);
            }
            Want::Gm(id) => {
                let gm = self.known_gm(&id).await?;
                papers.gms.insert(id, gm);
            }
            Want::CodeOwner(code) => {
                let mut players = self.store.players().await?.into_iter();
                let owner = players.find(|player| is_code_of(&self.house.key, player, &code));
                papers.code_owners.insert(code, owner);
            }
            Want::Returned(message_ids) => {
                let ids: Vec<&str> = message_ids.iter().map(String::as_str).collect();
                papers.returned = Some(self.store.sent_letters(&ids).await?);
            }
            Want::Notes(id) => {
                let notes = self.store.waiting_notes(&id).await?;
                papers.notes.insert(id, notes);
            }
        }
        Ok(())
    }

    async fn known_gm(&self, id: &PlayerId) -> Result<KnownGm, DaemonError> {
        Ok(KnownGm { person: self.store.player(id).await?, tally: self.store.tally_of(id).await? })
    }

    async fn waiting(&self, number: LetterId) -> Result<Option<WaitingLetter>, DaemonError> {
        let Some(waiting) = self.store.waiting_letter(number).await? else { return Ok(None) };
        let (id, arrived, player): (_, _, PlayerId) = (waiting.raw.id, waiting.raw.arrived, waiting.player);
        let letter = self.parse(waiting.raw.bytes)?.ok();
        Ok(letter.map(|letter| WaitingLetter { id, arrived, player, letter }))
    }

    /// Parses on a thread of its own, whose stack is large enough for what the limits let through.
    fn parse(&self, bytes: Vec<u8>) -> Result<Result<Letter, Excess>, DaemonError> {
        const WHAT: &str = "parse a letter";
        let (limits, house) = (&self.limits, &self.mail_house);
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new()
                .name("letter".to_owned())
                .stack_size(mail::letter::STACK)
                .spawn_scoped(scope, move || mail::parse(&bytes, limits, house))
                .map_err(|why| DaemonError::Thread { what: WHAT, why: why.to_string() })?;
            thread.join().map_err(|_| DaemonError::Thread { what: WHAT, why: "the parser broke".to_owned() })
        })
    }

    async fn quarantine(
        &self,
        id: LetterId,
        imprint: Option<&Imprint>,
        why: &str,
        now: i64,
    ) -> Result<(), DaemonError> {
        tracing::warn!(letter = id, why, "letter quarantined");
        let mut gms = Vec::new();
        for gm in &self.house.gms {
            gms.push(self.known_gm(gm).await?);
        }
        let decision = quarantine(&self.house, &gms, id, why, now)?;
        Ok(self.store.commit_letter(id, imprint, &decision).await?)
    }
}
