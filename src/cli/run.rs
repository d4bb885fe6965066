//! `adjutant run`: the judge at work, until it is stopped or for one round.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio::signal::unix::{SignalKind, signal};

use super::config::{Config, Gm, Incoming, Outgoing};
use super::remedy::Remedy;
use crate::daemon::{self, Judge, Mailbox};
use crate::desk::Key;
use crate::game::{Format, Player, PlayerId};
use crate::post::{ImapSource, MailSource, MaildirSink, MaildirSource, Sink, SmtpSink};
use crate::rules::Shelf;
use crate::store::Store;

/// How often a Maildir is looked into.
const GLANCE: Duration = Duration::from_secs(2);

/// Runs the judge. `now` stands in for the clock of one round.
pub fn run(config: Config, once: bool, now: Option<i64>) -> anyhow::Result<()> {
    start_log();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(work(config, once, now));
    // The mailbox's thread may sit in a read; the process ends without it.
    runtime.shutdown_background();
    outcome
}

fn start_log() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("ADJUTANT_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    // A second start in one process, as in tests, keeps the first log.
    let is_colourful = std::io::stderr().is_terminal();
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(is_colourful).with_writer(std::io::stderr);
    let _ = log.try_init();
}

async fn work(config: Config, once: bool, now: Option<i64>) -> anyhow::Result<()> {
    let judge = open_judge(&config).await?;
    let mailbox = open_mailbox(&config)?;
    let sink = open_sink(&config)?;
    let start = now.unwrap_or_else(daemon::wall_clock);
    judge.greet_gms(&config.gms.iter().map(player).collect::<Vec<_>>(), start).await?;
    let judge = Arc::new(judge);
    if once {
        return run_one_round(judge, mailbox, sink, start).await;
    }
    stop_on_signals(&judge)?;
    println!("Adjutant listens at {}; stop it with Ctrl-C", config.judge.address);
    let poll = poll_interval(&config);
    daemon::run(judge, mailbox, sink, poll).await.or_do("correct what the line above names, and run again")?;
    println!("Adjutant has stopped");
    Ok(())
}

/// One round and no more; says what it came to.
async fn run_one_round(judge: Arc<Judge>, mut mailbox: Mailbox, mut sink: Sink, now: i64) -> anyhow::Result<()> {
    let store = judge.store().clone();
    // The mailbox blocks: a thread of its own, beside the runtime's.
    let runtime = tokio::runtime::Handle::current();
    let round = move || runtime.block_on(async { judge.pass(&mut mailbox, &mut sink, now).await });
    let pass = tokio::task::spawn_blocking(round).await.context("run one round")?;
    // Folds the write-ahead log back, so that the file alone is the whole database.
    store.close().await;
    let pass = pass.or_do("correct what the line above names, and run again")?;
    let decided = pass.decided.len();
    println!(
        "{} letters in, {decided} decided, {} phases played, {} letters out",
        pass.taken_in, pass.played, pass.sent
    );
    Ok(())
}

/// The first signal asks for an orderly end, the second ends at once: nothing is lost by that either.
fn stop_on_signals(judge: &Arc<Judge>) -> anyhow::Result<()> {
    for (kind, number) in [(SignalKind::terminate(), 15), (SignalKind::interrupt(), 2)] {
        let mut signals = signal(kind).context("listen for signals")?;
        let judge = Arc::clone(judge);
        tokio::spawn(async move {
            signals.recv().await;
            tracing::info!("asked to stop");
            judge.stop();
            signals.recv().await;
            std::process::exit(128 + number);
        });
    }
    Ok(())
}

fn poll_interval(config: &Config) -> Duration {
    match &config.mail.incoming {
        Incoming::Maildir(_) => GLANCE,
        Incoming::Imap(imap) => Duration::from_secs(imap.poll_seconds.max(1)),
    }
}

/// Opens the database, which must have been made with our key.
pub async fn open_judge(config: &Config) -> anyhow::Result<Judge> {
    let house = config.house(Shelf::of_the_house())?;
    let store = open_store(&config.database, &house.key).await?;
    Ok(Judge::new(house, config.limits.into(), store))
}

async fn open_store(database: &Path, key: &Key) -> anyhow::Result<Store> {
    let store = Store::open(database)
        .await
        .or_do("if another judge runs on this database, stop it; if the file is damaged, restore it from a backup")?;
    store.check_key(&key.fingerprint()).await.or_do("put the right key file back")?;
    Ok(store)
}

fn open_mailbox(config: &Config) -> anyhow::Result<Mailbox> {
    let source: Box<dyn MailSource> = match &config.mail.incoming {
        Incoming::Maildir(_) => {
            let settings = config.maildir().context("find the Maildir letters arrive in")?;
            Box::new(MaildirSource::open(&settings).or_do("correct mail.in in the settings")?)
        }
        Incoming::Imap(settings) => {
            Box::new(ImapSource::new(settings.clone()).or_do("correct mail.in in the settings")?)
        }
    };
    Ok(Mailbox::new(source))
}

fn open_sink(config: &Config) -> anyhow::Result<Sink> {
    match &config.mail.outgoing {
        Outgoing::Maildir(outgoing) => Ok(Sink::Maildir(MaildirSink::new(outgoing.outbox.clone()))),
        Outgoing::Smtp(settings) => {
            let sink = SmtpSink::new(settings.clone()).or_do("correct mail.out in the settings")?;
            Ok(Sink::Smtp(Box::new(sink)))
        }
    }
}

/// A game master of the settings as the player he is.
fn player(gm: &Gm) -> Player {
    Player {
        id: PlayerId::of_address(gm.address.as_str()),
        name: gm.name.clone(),
        addresses: vec![gm.address.as_str().to_owned()],
        zone: gm.zone,
        code_counter: 1,
        format: Format::default(),
    }
}
