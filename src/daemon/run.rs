//! The daemon: a thread for the mailbox, a task for the desk and its clock, a task for the outbox.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::{Notify, watch};

use crate::desk::LetterId;
use crate::post::{Backoff, Sink};

use super::{DaemonError, Judge, Mailbox};

/// How often the clock is looked at.
const TICK: Duration = Duration::from_secs(1);

/// Asks the daemon to stop.
#[derive(Clone)]
pub struct Stop(Arc<watch::Sender<bool>>);

impl Default for Stop {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Stop {
    /// Stops after the transaction at hand.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }

    fn is_stopped(&self) -> bool {
        *self.0.borrow()
    }

    async fn stopped(&self) {
        let mut stopped = self.0.subscribe();
        // The sender lives as long as self.
        let _ = stopped.wait_for(|is_stopped| *is_stopped).await;
    }
}

/// Seconds since 1970 by the machine's clock.
pub fn wall_clock() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

/// Runs until `stop`. `poll` is how often the mailbox is looked into without being told.
pub async fn run(
    judge: Arc<Judge>,
    mailbox: Mailbox,
    sink: Sink,
    poll: Duration,
    stop: Stop,
) -> Result<(), DaemonError> {
    let news = Arc::new(Notify::new());
    let letters_out = Arc::new(Notify::new());
    let (decided, filing) = mpsc::channel();
    let reader = start_reader(Arc::clone(&judge), mailbox, poll, Arc::clone(&news), filing, stop.clone())?;
    let outbox = tokio::spawn(send_out(Arc::clone(&judge), sink, Arc::clone(&letters_out), stop.clone()));
    let outcome = work(&judge, &news, &letters_out, &decided, &stop).await;
    stop.stop();
    letters_out.notify_one();
    let sent = outbox.await.map_err(|why| DaemonError::Thread { what: "send letters", why: why.to_string() })?;
    // The reader may sit in a read that lasts as long as its timeout; the process need not wait for it.
    drop(reader);
    outcome.and(sent)
}

/// The desk: letters are decided as they come, and the clock is kept.
async fn work(
    judge: &Judge,
    news: &Notify,
    letters_out: &Notify,
    decided: &mpsc::Sender<Vec<LetterId>>,
    stop: &Stop,
) -> Result<(), DaemonError> {
    while !stop.is_stopped() {
        let now = wall_clock();
        match one_round(judge, now).await {
            Ok(letters) if !letters.is_empty() => {
                // The reader is gone only when the daemon stops.
                let _ = decided.send(letters);
            }
            Ok(_) => {}
            Err(error) if error.is_fatal() => return Err(error),
            Err(error) => tracing::error!(%error, "a round failed; it is tried again"),
        }
        letters_out.notify_one();
        tokio::select! {
            () = news.notified() => {}
            () = tokio::time::sleep(TICK) => {}
            () = stop.stopped() => {}
        }
    }
    Ok(())
}

async fn one_round(judge: &Judge, now: i64) -> Result<Vec<LetterId>, DaemonError> {
    let decided = judge.decide_letters(now).await?;
    judge.keep_time(now).await?;
    Ok(decided)
}

async fn send_out(judge: Arc<Judge>, mut sink: Sink, letters_out: Arc<Notify>, stop: Stop) -> Result<(), DaemonError> {
    loop {
        match judge.send_letters(&mut sink, wall_clock()).await {
            Ok(_) => {}
            Err(error) if error.is_fatal() => return Err(error),
            Err(error) => tracing::error!(%error, "sending failed; it is tried again"),
        }
        if stop.is_stopped() {
            sink.close().await;
            return Ok(());
        }
        tokio::select! {
            () = letters_out.notified() => {}
            () = tokio::time::sleep(TICK) => {}
        }
    }
}

/// The mailbox's own thread: its calls block.
fn start_reader(
    judge: Arc<Judge>,
    mut mailbox: Mailbox,
    poll: Duration,
    news: Arc<Notify>,
    filing: mpsc::Receiver<Vec<LetterId>>,
    stop: Stop,
) -> Result<std::thread::JoinHandle<()>, DaemonError> {
    let runtime = tokio::runtime::Handle::current();
    let read = move || {
        let mut backoff = Backoff::new();
        while !stop.is_stopped() {
            let looked = runtime.block_on(mailbox.take_in(&judge, wall_clock()));
            news.notify_one();
            let waited = looked.and_then(|_| {
                filing.try_iter().for_each(|decided| mailbox.file_away(&decided));
                Ok(mailbox.wait(poll)?)
            });
            match waited {
                Ok(()) => backoff.reset(),
                Err(DaemonError::Post(error)) => {
                    let pause = backoff.after(&error);
                    tracing::warn!(%error, seconds = pause.as_secs(), "the mailbox cannot be read");
                    std::thread::sleep(pause.min(poll.max(TICK)));
                }
                Err(error) => {
                    tracing::error!(%error, "letters cannot be kept");
                    std::thread::sleep(TICK);
                }
            }
        }
    };
    std::thread::Builder::new()
        .name("mailbox".to_owned())
        .spawn(read)
        .map_err(|why| DaemonError::Thread { what: "start the mailbox's thread", why: why.to_string() })
}
