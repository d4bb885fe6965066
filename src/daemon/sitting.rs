//! One road for all letters: their attempts are counted, then a group of them shares a transaction in which each is judged
//! by what those before it wrote. Nothing of a letter shows outside before that is committed.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use base::planted::is_planted;
use desk::{Arrival, Decision, Desk, Files, LetterId, SetAside, Stop, Verdict, judge, judge_unread, quarantine};
use mail::{self, Letter};
use store::{Group, Imprint, Reading, StoreError, Undecided};

use super::files::{OpenFiles, in_files};
use super::letters::{Content, Opened};
use super::{DaemonError, Judge};

/// A group takes no more letters when it has lasted so long, for nobody else writes meanwhile.
const LONGEST: Duration = Duration::from_millis(50);
/// How often a letter is judged apart whose decision is overtaken.
const MOST_OVERTAKEN: u32 = 3;

/// Letters that are decided one after another.
pub(super) struct Sitting<'a> {
    judge: &'a Judge,
    now: i64,
    decided: &'a mut Vec<LetterId>,
    /// Attempts that were counted and not made.
    untried: BTreeSet<LetterId>,
    passed_over: BTreeSet<LetterId>,
    /// Why the first letter was passed over.
    trouble: Option<DaemonError>,
}

impl<'a> Sitting<'a> {
    pub(super) fn new(judge: &'a Judge, now: i64, decided: &'a mut Vec<LetterId>) -> Self {
        Self { judge, now, decided, untried: BTreeSet::new(), passed_over: BTreeSet::new(), trouble: None }
    }

    /// Letters for which something cannot be read: they wait until somebody has seen to it.
    pub(super) fn passed_over(&self) -> &BTreeSet<LetterId> {
        &self.passed_over
    }

    /// Says why letters were passed over.
    pub(super) fn end(self) -> Result<(), DaemonError> {
        self.trouble.map_or(Ok(()), Err)
    }

    /// Decides letters, in order. Those that break the judge stay undecided; those that were not reached are not counted as
    /// tried.
    pub(super) fn decide(&mut self, letters: &[Undecided]) -> Result<(), DaemonError> {
        let store = &self.judge.store;
        let ids: Vec<LetterId> = letters.iter().map(|letter| letter.id).collect();
        store.begin_attempts(&ids)?;
        self.untried = ids.into_iter().collect();
        let outcome = self.judge.open(letters).and_then(|opened| self.decide_opened(&opened));
        // After a failed sync nothing is written any more, not even this.
        let outcome = self.judge.unless_fatal(outcome)?;
        if !self.untried.is_empty() {
            // We were stopped or the store was in trouble, which is no letter's fault.
            let untried: Vec<LetterId> = std::mem::take(&mut self.untried).into_iter().collect();
            let returned = self.judge.unless_fatal(store.return_attempts(&untried).map_err(DaemonError::from))?;
            returned.unwrap_or_else(|error| tracing::warn!(%error, "attempts stay counted"));
        }
        outcome
    }

    fn decide_opened(&mut self, letters: &[Opened]) -> Result<(), DaemonError> {
        let mut rest = letters;
        while !rest.is_empty() {
            let tried = match self.decide_group(rest) {
                Ok(tried) => tried,
                Err(Undone::ByTrouble(error)) => return Err(error),
                Err(Undone::ByLetter(1, error)) => {
                    self.leave(&rest[0], error);
                    1
                }
                Err(Undone::ByLetter(tried, error)) => {
                    tracing::warn!(letters = tried, %error, "a group is undone; one letter at a time");
                    for one in &rest[..tried] {
                        self.decide_opened(slice::from_ref(one))?;
                        if self.judge.stop.is_stopped() {
                            return Ok(());
                        }
                    }
                    tried
                }
            };
            rest = &rest[tried..];
            if self.judge.stop.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    /// Leaves a letter for which nothing was written to its next attempt. One that not even can be set aside waits until
    /// somebody has seen to it.
    fn leave(&mut self, opened: &Opened, error: DaemonError) {
        if matches!(opened.content, Content::GivenUp(_)) {
            return self.pass_over(opened.id, error);
        }
        tracing::error!(letter = opened.id, %error, "a letter could not be decided");
        self.untried.remove(&opened.id);
    }

    /// Decides as many letters as a group may have, and says how many were tried. When nothing could be written for one of
    /// them, nothing was for any.
    fn decide_group(&mut self, letters: &[Opened]) -> Result<usize, Undone> {
        let judge = self.judge;
        let group = judge.store.begin_group().map_err(|error| Undone::ByTrouble(error.into()))?;
        let began = Instant::now();
        let (mut done, mut broke) = (Vec::new(), Vec::new());
        let (mut tried, mut lets_acts_go) = (0, false);
        for opened in letters {
            // What was kept comes before what came after it.
            if tried > 0 && (lets_acts_go || began.elapsed() > LONGEST || judge.stop.is_stopped()) {
                break;
            }
            match judge.decide_in(&group, opened, self.now) {
                Ok(decision) => {
                    lets_acts_go = decision.lets_acts_go();
                    done.push((opened.id, decision.verdict));
                }
                Err(Fault::Broke(error)) => broke.push((opened, error)),
                Err(Fault::Unread(error)) => self.pass_over(opened.id, error),
                Err(Fault::Apart) if tried == 0 => {
                    drop(group);
                    return self.decide_apart(opened).map(|()| 1);
                }
                // Those before it first, for it may be about what they changed.
                Err(Fault::Apart) => break,
                Err(Fault::Unwritten(error)) if is_planted("group-not-undone") => broke.push((opened, error.into())),
                Err(Fault::Unwritten(error)) => return Err(undone(error, tried + 1)),
                Err(Fault::Trouble(error)) => return Err(Undone::ByTrouble(error)),
            }
            tried += 1;
        }
        group.commit().map_err(|error| undone(error, tried))?;
        broke.into_iter().for_each(|(opened, error)| self.leave(opened, error));
        done.into_iter().for_each(|(id, verdict)| self.note(id, &verdict));
        if lets_acts_go {
            self.carry_out_kept()?;
        }
        Ok(tried)
    }

    fn note(&mut self, id: LetterId, verdict: &Verdict) {
        tracing::info!(letter = id, ?verdict, "letter decided");
        self.untried.remove(&id);
        self.decided.push(id);
    }

    fn pass_over(&mut self, id: LetterId, error: DaemonError) {
        tracing::error!(letter = id, %error, "a letter waits, for something about it cannot be read");
        self.passed_over.insert(id);
        self.trouble.get_or_insert(error);
    }

    /// Decides a letter for which a rule book is played or a map drawn: outside of any transaction, by what is committed. When
    /// something of that changed meanwhile, it is judged anew.
    fn decide_apart(&mut self, opened: &Opened) -> Result<(), Undone> {
        let (judge, id) = (self.judge, opened.id);
        let Content::Whole(arrival, letter, imprint) = &opened.content else {
            return Err(Undone::ByLetter(1, broken_rule("a letter that is not read is judged apart")));
        };
        // Orders that it gives may not come before those that were kept.
        self.carry_out_kept()?;
        for _ in 0..MOST_OVERTAKEN {
            let decision = match judge.judge_apart(*arrival, letter, self.now) {
                Ok(decision) => decision,
                Err(Fault::Unread(error)) => {
                    self.pass_over(id, error);
                    return Ok(());
                }
                Err(Fault::Trouble(error)) => return Err(Undone::ByTrouble(error)),
                Err(Fault::Broke(error)) => return Err(Undone::ByLetter(1, error)),
                Err(Fault::Unwritten(error)) => return Err(undone(error, 1)),
                Err(Fault::Apart) => {
                    return Err(Undone::ByLetter(1, broken_rule("judged apart it asks for that again")));
                }
            };
            match self.commit_alone(id, Some(imprint), &decision) {
                Err(Undone::ByLetter(_, DaemonError::Store(error))) if is_overtaken(&error) => {}
                committed => return committed,
            }
        }
        Err(Undone::ByLetter(1, broken_rule("the game moved on while it was judged")))
    }

    fn commit_alone(&mut self, id: LetterId, imprint: Option<&Imprint>, decision: &Decision) -> Result<(), Undone> {
        let group = self.judge.store.begin_group().map_err(|error| Undone::ByTrouble(error.into()))?;
        let decided = group.decide(id, imprint, decision).and_then(|()| group.commit());
        decided.map_err(|error| undone(error, 1))?;
        self.note(id, &decision.verdict);
        if decision.lets_acts_go() { self.carry_out_kept() } else { Ok(()) }
    }

    /// What a letter let go is done before the next one, with what was given ahead; what could not be looked after is tried again by
    /// the clock.
    fn carry_out_kept(&self) -> Result<(), Undone> {
        for done in [self.judge.give_ahead(self.now), self.judge.carry_out_kept(self.now)] {
            match done {
                Err(error) if error.is_fatal() => return Err(Undone::ByTrouble(error)),
                Err(error) => tracing::warn!(%error, "orders that were kept wait for the clock"),
                Ok(()) => {}
            }
        }
        Ok(())
    }
}

/// Something that the judge himself does wrong.
fn broken_rule(why: &str) -> DaemonError {
    DaemonError::Broken { what: "judge a letter", why: why.to_owned() }
}

impl Judge {
    /// Judges a letter by what those before it in its group wrote, and writes its decision.
    fn decide_in(&self, group: &Group<'_>, opened: &Opened, now: i64) -> Result<Decision, Fault> {
        let imprint = match &opened.content {
            Content::Whole(.., imprint) => Some(imprint),
            _ => None,
        };
        let judged = catch_unwind(AssertUnwindSafe(|| self.judge_opened(group.read(), opened, now)));
        let read = match &opened.content {
            Content::Whole(arrival, letter, _) => Some((*arrival, &**letter)),
            _ => None,
        };
        let decision = self.settle(group.read(), (opened.id, read), judged, now)?;
        group.decide(opened.id, imprint, &decision).map_err(Fault::Unwritten)?;
        Ok(decision)
    }

    fn judge_opened(&self, reading: Reading<'_>, opened: &Opened, now: i64) -> Result<Decision, Stop> {
        let (id, files) = (opened.id, self.files(reading));
        match &opened.content {
            Content::Whole(arrival, letter, _) => judge(&files.desk_for(id, Some(letter), now)?, letter, *arrival),
            Content::Beyond(arrival, excess, header) => {
                let desk = files.desk_for(id, header.as_deref(), now)?;
                self.set_aside(&desk, header.as_deref(), *arrival, &SetAside::Beyond(*excess))
            }
            Content::Broken(why) => Err(in_files(DaemonError::Thread { what: "read a letter", why: why.clone() })),
            Content::GivenUp(header) => {
                self.give_up(&files, (id, header.as_deref()), "it could not be decided in three attempts", now)
            }
        }
    }

    /// Nothing could be made of a letter: whoever its header names is told, as far as that can be read.
    fn give_up(
        &self,
        files: &OpenFiles<'_>,
        (id, header): (LetterId, Option<&(Arrival, Letter)>),
        why: &str,
        now: i64,
    ) -> Result<Decision, Stop> {
        let Some((arrival, header)) = header else { return self.quarantine(files, id, why, now) };
        tracing::warn!(letter = id, why, "letter quarantined");
        let desk = files.desk_for(id, Some(header), now)?;
        self.set_aside(&desk, Some(header), *arrival, &SetAside::Unjudged(why.to_owned()))
    }

    /// A letter that is set aside is read no further than its header.
    fn set_aside(
        &self,
        desk: &Desk<'_>,
        header: Option<&Letter>,
        arrival: Arrival,
        why: &SetAside,
    ) -> Result<Decision, Stop> {
        let judged = catch_unwind(AssertUnwindSafe(|| judge_unread(desk, header, arrival, why)));
        let told = match judged {
            Ok(Err(Stop::Trouble(error))) => error.to_string(),
            Ok(judged) => return judged,
            Err(_) => "it broke the judge".to_owned(),
        };
        tracing::error!(letter = arrival.letter, error = told, "the sender of a letter could not be answered");
        self.quarantine(desk.files, arrival.letter, &why.why(), desk.now)
    }

    /// Judges on a thread of its own, for a rule book that loops cannot be stopped, only left alone.
    fn judge_apart(&self, arrival: Arrival, letter: &Letter, now: i64) -> Result<Decision, Fault> {
        let (house, opener, store) = (Arc::clone(&self.house), self.opener.clone(), self.store.clone());
        let (id, own) = (arrival.letter, letter.clone());
        let (tell, told) = mpsc::channel();
        let judge_it = move || -> Result<Decision, Stop> {
            let files = OpenFiles::new(&house, &opener, store.read());
            let desk = files.desk_for(id, Some(&own), now)?.apart();
            judge(&desk, &own, arrival)
        };
        // Whoever asked may have stopped waiting.
        let work = move || _ = tell.send(catch_unwind(AssertUnwindSafe(judge_it)));
        let thread = std::thread::Builder::new().name("rules".to_owned()).stack_size(mail::letter::STACK);
        let trouble = |why| DaemonError::NoThread { what: "judge a letter", why };
        thread.spawn(work).map_err(|why| Fault::Trouble(trouble(why)))?;
        let reading = self.store.read();
        match told.recv_timeout(self.patience) {
            Ok(judged) => self.settle(reading, (id, Some((arrival, letter))), judged, now),
            Err(_) => {
                tracing::error!(letter = id, "its thread goes on until the judge is started again");
                let why = format!("a rule book came to no end within {} seconds for it", self.patience.as_secs());
                let read = (arrival, letter.clone());
                let given_up = self.give_up(&self.files(reading), (id, Some(&read)), &why, now);
                given_up.map_err(|stop| fault_of(stop.into()))
            }
        }
    }

    /// What judging came to; a letter that the desk cannot bring to an end is set aside.
    fn settle(
        &self,
        reading: Reading<'_>,
        (id, read): (LetterId, Option<(Arrival, &Letter)>),
        judged: std::thread::Result<Result<Decision, Stop>>,
        now: i64,
    ) -> Result<Decision, Fault> {
        match judged {
            Ok(Ok(decision)) => Ok(decision),
            Ok(Err(Stop::Apart)) => Err(Fault::Apart),
            Ok(Err(Stop::Trouble(error))) => {
                tracing::error!(letter = id, %error, "a letter could not be judged");
                let read = read.map(|(arrival, letter)| (arrival, letter.clone()));
                let given_up = self.give_up(&self.files(reading), (id, read.as_ref()), "it could not be judged", now);
                given_up.map_err(|stop| fault_of(stop.into()))
            }
            Ok(Err(stop)) => Err(fault_of(stop.into())),
            Err(_) => {
                let why = format!("letter {id} broke the judge");
                Err(Fault::Broke(DaemonError::Broken { what: "judge a letter", why }))
            }
        }
    }

    fn quarantine(&self, files: &dyn Files, id: LetterId, why: &str, now: i64) -> Result<Decision, Stop> {
        tracing::warn!(letter = id, why, "letter quarantined");
        let gms = self.house.gms.iter().map(|gm| files.known_gm(gm)).collect::<Result<Vec<_>, _>>()?;
        Ok(quarantine(&self.house, &gms, id, why, now)?)
    }
}

/// Why a letter has no decision.
enum Fault {
    /// It is not to be judged in a group.
    Apart,
    /// It broke the judge, and has written nothing.
    Broke(DaemonError),
    /// Something that it is about cannot be read.
    Unread(DaemonError),
    /// Its decision cannot be written.
    Unwritten(StoreError),
    /// We are in trouble, whatever letter it is.
    Trouble(DaemonError),
}

fn fault_of(error: DaemonError) -> Fault {
    match error {
        error if error.is_of_ours() => Fault::Trouble(error),
        error @ DaemonError::Store(_) => Fault::Unread(error),
        error => Fault::Broke(error),
    }
}

/// Why a group came to nothing.
enum Undone {
    /// What the last of so many letters changes cannot be written.
    ByLetter(usize, DaemonError),
    /// The store is in trouble.
    ByTrouble(DaemonError),
}

fn undone(error: StoreError, tried: usize) -> Undone {
    match error.is_trouble() {
        true => Undone::ByTrouble(error.into()),
        false => Undone::ByLetter(tried, error.into()),
    }
}

/// Whether what a decision was made by is not there any more.
fn is_overtaken(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::PhaseGone { .. }
            | StoreError::SheetGone { .. }
            | StoreError::NotWaiting(_)
            | StoreError::LetterLeft
    )
}
