//! The daemon: a thread for the mailbox, a task for the desk and its clock, a task for the outbox. When one of them
//! ends, all do.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;

use desk::LetterId;
use desk::outage::{ClockTrouble, tell_of_clock};
use post::{Backoff, Sink};

use super::stop::EndsAll;
use super::{ClockNews, DaemonError, Judge, Mailbox};

/// How often the clock is looked at.
const TICK: Duration = Duration::from_secs(1);
/// What was read of games is kept in memory so long after they were last needed.
const REMEMBERED: Duration = Duration::from_secs(30);
/// A look into the mailbox counts for letters that arrived so many seconds before it: one that the server is just putting
/// there bears the time at which it began to, and two clocks are never quite the same.
const SETTLING: i64 = 3;
/// How long a letter on its way to a server may keep us from ending. One that is cut off is sent again at the next
/// start, with the same bytes.
const PARTING: Duration = Duration::from_secs(10);

/// How long a mail server is left alone that refuses the judge himself: knocking on would lock the account.
const LEFT_ALONE: Duration = Duration::from_secs(5 * 60);

/// Seconds since 1970 by the machine's clock.
pub fn wall_clock() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

/// Runs until the judge is asked to stop. `poll` is how often the mailbox is looked into without being told.
pub async fn run(judge: Arc<Judge>, mailbox: Mailbox, sink: Sink, poll: Duration) -> Result<(), DaemonError> {
    judge.begin_watch(poll)?;
    let (news, letters_out) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (decided, filing) = mpsc::channel();
    let reader = Reader { judge: Arc::clone(&judge), mailbox, poll, news: Arc::clone(&news), filing };
    let reader = reader.start()?;
    let outbox = tokio::spawn(send_out(Arc::clone(&judge), sink, Arc::clone(&letters_out)));
    let upkeep = tokio::spawn(super::upkeep::keep_up(Arc::clone(&judge)));
    let look = start_look(&judge)?;
    let outcome = work(&judge, &news, &letters_out, &decided).await;
    judge.stop();
    let _ = tokio::time::timeout(PARTING, upkeep).await;
    let sent = finish_sending(outbox).await;
    let read = finish_reading(reader);
    let looked = finish_looking(look);
    // What can be folded back into the file is; a reader that still holds a connection must not keep us.
    let folded = judge.store.fold();
    judge.store.clone().close();
    looked.and(outcome).and(sent).and(read).and(folded.map_err(DaemonError::Store))
}

impl Judge {
    /// From now on clocks are compared and outages are noted: from the last look that an earlier daemon had, if there was
    /// one. Rounds of `run --once` come when somebody starts them, so that no outage can be told from a pause.
    fn begin_watch(&self, poll: Duration) -> Result<(), DaemonError> {
        let looked = match self.store.last_poll("run")? {
            Some(_) => self.store.last_poll("inbox")?,
            None => None,
        };
        self.watch.begin(looked, poll);
        self.has_outage.store(!self.store.new_outages()?.is_empty(), Ordering::SeqCst);
        Ok(())
    }

    /// The game masters of the house hear when clocks do not agree, and when they do again.
    fn tell_of_clocks(&self) -> Result<(), DaemonError> {
        let Some(news) = self.watch.take_news() else { return Ok(()) };
        tracing::warn!(?news, "clocks");
        let gms = self.masters()?;
        let now = self.watch.time();
        let (words, ahead) = match news {
            ClockNews::Doubt { ahead } => (ClockTrouble::Doubt, ahead),
            ClockNews::Skew { ahead } => (ClockTrouble::Skew, ahead),
            ClockNews::Agreed => (ClockTrouble::Over, 0),
        };
        Ok(self.store.commit(&tell_of_clock(&self.house, &gms, words, ahead, now)?)?)
    }
}

/// The desk: letters are decided as they come, and the clock is kept.
async fn work(
    judge: &Judge,
    news: &Notify,
    letters_out: &Notify,
    decided: &mpsc::Sender<Vec<LetterId>>,
) -> Result<(), DaemonError> {
    let _ends_all = EndsAll(judge.stop.clone());
    judge.signs.desk_begins(wall_clock());
    while !judge.stop.is_stopped() {
        let mut letters = Vec::new();
        let round = one_round(judge, &mut letters);
        // Whatever came after them: these are decided. The reader is gone only when the daemon stops.
        let _ = decided.send(letters);
        match round {
            Ok(()) => judge.signs.round_went_well(wall_clock()),
            Err(error) if judge.gives_up_for(&error) => return Err(error),
            Err(error) => {
                judge.signs.round_failed(&error.to_string());
                tracing::error!(%error, "a round failed; it is tried again");
            }
        }
        letters_out.notify_one();
        tokio::select! {
            () = news.notified() => {}
            () = tokio::time::sleep(TICK) => {}
            () = judge.stop.stopped() => {}
        }
    }
    Ok(())
}

fn one_round(judge: &Judge, decided: &mut Vec<LetterId>) -> Result<(), DaemonError> {
    let watch = &judge.watch;
    judge.tell_of_clocks()?;
    if watch.is_sure() {
        judge.weigh_outages(watch.time())?;
    }
    let decisions = judge.unless_fatal(judge.decide_letters(watch.time(), decided))?;
    // A letter that cannot be decided holds up the phases that end after it came, by the count of undecided letters, and not
    // the clock.
    let kept = if watch.is_sure() { judge.keep_time(watch.time()).map(|_| ()) } else { Ok(()) };
    judge.store.forget_unused(REMEMBERED);
    let answered = judge.answer_arrears(watch.time());
    decisions.and(kept).and(answered)
}

async fn send_out(judge: Arc<Judge>, mut sink: Sink, letters_out: Arc<Notify>) -> Result<(), DaemonError> {
    let _ends_all = EndsAll(judge.stop.clone());
    let mut is_broken_off = false;
    while !judge.stop.is_stopped() {
        match send_round(&judge, &mut sink, is_broken_off).await {
            Ok(()) => is_broken_off = false,
            Err(error) if judge.gives_up_for(&error) => return Err(error),
            Err(error) => {
                is_broken_off = true;
                tracing::error!(%error, "sending failed; it is tried again");
            }
        }
        if judge.signs.are_refused_for_us() {
            tokio::select! {
                () = tokio::time::sleep(LEFT_ALONE) => {}
                () = judge.stop.stopped() => {}
            }
            continue;
        }
        tokio::select! {
            () = letters_out.notified() => {}
            () = tokio::time::sleep(TICK) => {}
            () = judge.stop.stopped() => {}
        }
    }
    sink.close().await;
    Ok(())
}

/// The database is looked through beside the first letters, where that was not done before them.
fn start_look(judge: &Arc<Judge>) -> Result<JoinHandle<Result<(), DaemonError>>, DaemonError> {
    let judge = Arc::clone(judge);
    let thread = std::thread::Builder::new().name("look".to_owned()).spawn(move || look_through(&judge));
    thread.map_err(|why| DaemonError::NoThread { what: "look through the database", why })
}

/// What is found ends all.
fn look_through(judge: &Judge) -> Result<(), DaemonError> {
    if !judge.store.is_unseen() {
        return Ok(());
    }
    match judge.store.look_through() {
        Err(error) if judge.store.gives_up_for(&error) => {
            judge.stop();
            Err(error.into())
        }
        Err(error) => {
            tracing::warn!(%error, "the database could not be looked through");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Nobody waits for a look that is not at its end: the next start looks again.
fn finish_looking(look: JoinHandle<Result<(), DaemonError>>) -> Result<(), DaemonError> {
    if !look.is_finished() {
        return Ok(());
    }
    let broke = |_| DaemonError::Thread { what: "look through the database", why: "its thread broke".to_owned() };
    look.join().map_err(broke)?
}

/// After a round that the store broke off, a letter may be marked as being sent that is not.
async fn send_round(judge: &Judge, sink: &mut Sink, is_broken_off: bool) -> Result<(), DaemonError> {
    if is_broken_off {
        judge.store.return_sending()?;
    }
    judge.send_letters(sink, judge.watch.time()).await?;
    Ok(())
}

async fn finish_sending(mut outbox: tokio::task::JoinHandle<Result<(), DaemonError>>) -> Result<(), DaemonError> {
    match tokio::time::timeout(PARTING, &mut outbox).await {
        Ok(ended) => ended.map_err(|why| DaemonError::Thread { what: "send letters", why: why.to_string() })?,
        Err(_) => {
            outbox.abort();
            tracing::warn!("a letter was cut off on its way; it is sent again at the next start");
            Ok(())
        }
    }
}

/// The reader may sit in a read that lasts as long as its timeout: the process does not wait for that.
fn finish_reading(reader: JoinHandle<Result<(), DaemonError>>) -> Result<(), DaemonError> {
    if !reader.is_finished() {
        return Ok(());
    }
    let broke = |_| DaemonError::Thread { what: "read the mailbox", why: "its thread broke".to_owned() };
    reader.join().map_err(broke)?
}

/// The mailbox's own thread: its calls block.
struct Reader {
    judge: Arc<Judge>,
    mailbox: Mailbox,
    poll: Duration,
    news: Arc<Notify>,
    filing: mpsc::Receiver<Vec<LetterId>>,
}

impl Reader {
    fn start(mut self) -> Result<JoinHandle<Result<(), DaemonError>>, DaemonError> {
        let thread = std::thread::Builder::new().name("mailbox".to_owned());
        let read = move || self.read();
        thread.spawn(read).map_err(|why| DaemonError::NoThread { what: "read the mailbox", why })
    }

    fn read(&mut self) -> Result<(), DaemonError> {
        let stop = self.judge.stop.clone();
        let _ends_all = EndsAll(stop.clone());
        let mut backoff = Backoff::new();
        while !stop.is_stopped() {
            match self.look() {
                Ok(()) => backoff.reset(),
                // The store is closed when all else has ended.
                Err(_) if stop.is_stopped() => {}
                Err(error) if self.judge.gives_up_for(&error) => return Err(error),
                Err(DaemonError::Post(error)) => {
                    let pause = backoff.after(&error);
                    self.judge.signs.mailbox_failed(&error);
                    tracing::warn!(%error, seconds = pause.as_secs(), "the mailbox cannot be read");
                    stop.sleep(pause);
                }
                Err(error) => {
                    self.judge.signs.letters_cannot_be_kept(&error.to_string());
                    tracing::error!(%error, "letters cannot be kept");
                    stop.sleep(TICK);
                }
            }
        }
        Ok(())
    }

    /// Takes in what is there, files away what was decided, and waits for more.
    fn look(&mut self) -> Result<(), DaemonError> {
        self.compare_clocks();
        // Whatever the server has is taken, for its clock may be ahead of ours.
        let sure = self.judge.watch.arrived_by() - SETTLING;
        let looked = self.mailbox.take_in(&self.judge, sure, i64::MAX);
        self.news.notify_one();
        looked?;
        self.judge.signs.mailbox_was_read();
        for decided in self.filing.try_iter() {
            self.mailbox.file_away(&decided);
        }
        self.judge.signs.filing_went(self.mailbox.filing_trouble());
        if let Some(ahead) = self.mailbox.take_skew(wall_clock()) {
            self.judge.signs.clocks_differ(ahead);
        }
        if self.mailbox.take_filed() {
            return Ok(());
        }
        let patience = self.patience();
        Ok(self.mailbox.wait(patience)?)
    }

    /// Asks the mail server for its time now and then, and whenever our own is in doubt.
    fn compare_clocks(&mut self) {
        let watch = &self.judge.watch;
        if !watch.wants_server_time() {
            return;
        }
        let told = self.mailbox.server_time().unwrap_or_else(|error| {
            tracing::warn!(%error, "the mail server was not asked for its time");
            None
        });
        if watch.note_server_time(told) {
            self.judge.forget_poll();
        }
    }

    /// How long to wait for news: briefly while decisions are awaited, and no longer than to the end of a phase, which
    /// is played only when the mailbox was looked into since.
    fn patience(&self) -> Duration {
        if self.mailbox.has_unfiled() || !self.judge.watch.is_sure() {
            return TICK.min(self.poll);
        }
        let Some(awaited) = self.judge.awaited() else { return self.poll };
        let seconds = awaited.saturating_add(SETTLING).saturating_sub(self.judge.watch.arrived_by()).max(1);
        self.poll.min(Duration::from_secs(seconds.unsigned_abs()))
    }
}
