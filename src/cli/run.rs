//! `adjutant run`: the judge at work, until it is stopped or for one round.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::config::{Config, Gm, Incoming, Outgoing};
use super::heap::give_back;
use super::remedy::Remedy;
use base::game::{Format, Player, PlayerId};
use daemon::{self, Judge, Mailbox};
use desk::{House, Key};
use post::maildir::PROCESSED;
use post::{ImapSettings, ImapSource, MailSource, MaildirSink, MaildirSource, PostError, Sink, SmtpSink};
use store::{Store, StoreError};

/// The outbox and the upkeep may each wait for the database; somebody must still hear signals.
const WORKERS: usize = 4;
/// Rounds that follow each other do not each look through the whole database.
const UNSEEN: Duration = Duration::from_hours(24);

/// Runs the judge. `now` stands in for the clock of one round.
pub fn run(config: Config, once: bool, now: Option<i64>) -> anyhow::Result<()> {
    start_log();
    forbid_core_dumps();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(WORKERS).enable_all().build()?;
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
    // A line that cannot be written, for the disk of the log is full, is lost: to say so there would end the judge.
    let _ = log.log_internal_errors(false).try_init();
}

/// The key and what players must not know of each other would be in them.
fn forbid_core_dumps() {
    let none = rustix::process::Rlimit { current: Some(0), maximum: Some(0) };
    if let Err(why) = rustix::process::setrlimit(rustix::process::Resource::Core, none) {
        tracing::warn!(%why, "core dumps could not be forbidden");
    }
}

async fn work(config: Config, once: bool, now: Option<i64>) -> anyhow::Result<()> {
    // Heard from here on, also while the database is opened.
    let signals = listen_for_signals()?;
    let hangup = signal(SignalKind::hangup()).context("listen for signals")?;
    let start = now.unwrap_or_else(daemon::wall_clock);
    let tell = |error: &anyhow::Error| tell_of_end(&config, error);
    let (judge, mailbox, sink) = begin(&config, start).inspect_err(tell)?;
    stop_on_signals(&judge, signals);
    if config.test.is_some() && config.alarm.command.is_some() {
        tracing::warn!("a test set-up writes to nobody but the listed: the alarm command is not run");
    }
    renew_on_hangup(&judge, &config, hangup);
    catch_up(&judge, &config, start).inspect_err(tell)?;
    if once {
        return run_one_round(judge, mailbox, sink, start).await;
    }
    tokio::spawn(give_back());
    say(format_args!("Adjutant listens at {}; stop it with Ctrl-C", config.judge.address));
    let poll = Duration::from_secs(config.poll_seconds());
    let ended = daemon::run(Arc::clone(&judge), mailbox, sink, poll).await;
    ended.or_else(with_its_remedy).inspect_err(tell)?;
    say(format_args!("Adjutant has stopped"));
    Ok(())
}

/// The judge, his mailbox and his way out.
fn begin(config: &Config, now: i64) -> anyhow::Result<(Arc<Judge>, Mailbox, Sink)> {
    config.check_passwords()?;
    let judge = open_judge(config)?;
    let mailbox = open_mailbox(config)?;
    let sink = open_sink(config)?;
    judge.greet_gms(&config.gms.iter().map(player).collect::<Vec<_>>(), now)?;
    Ok((Arc::new(judge), mailbox, sink))
}

/// A judge who ends, or who cannot begin, is told of by the second path. One who is refused because another is at work is
/// not: that one tells.
fn tell_of_end(config: &Config, error: &anyhow::Error) {
    if matches!(super::remedy::cause(error), Some(StoreError::Locked { .. })) {
        return;
    }
    let (alarm, address) = (config.upkeep().alarm, config.judge.address.as_str());
    daemon::tell_of_end(&alarm, &config.database, address, &super::remedy::reasons(error), daemon::wall_clock());
}

/// After a restored backup the whole mailbox is looked through before anything else.
fn catch_up(judge: &Judge, config: &Config, now: i64) -> anyhow::Result<()> {
    if judge.store().restored_at()?.is_none() {
        return Ok(());
    }
    say(format_args!("Restored from a backup: looking through the whole mailbox"));
    let mut folders = open_folders(config)?;
    let caught = judge.catch_up(&mut folders, now).or_set_up("correct what the line above names, and run again")?;
    if let Some(caught) = caught {
        say(format_args!(
            "{} letters were not in the backup, {} phases were played, {} deadlines moved; {} letters wait: see `adjutant \
             release --list`",
            caught.letters, caught.phases, caught.moved, caught.held
        ));
    }
    Ok(())
}

/// The folder letters arrive in, and the one they are filed away to.
fn open_folders(config: &Config) -> anyhow::Result<Vec<Box<dyn MailSource>>> {
    let mut folders: Vec<Box<dyn MailSource>> = vec![open_source(config)?];
    match &config.mail.incoming {
        Incoming::Maildir(_) => {
            let mut settings = config.maildir().context("find the Maildir letters arrive in")?;
            settings.inbox = settings.inbox.join(PROCESSED);
            folders.push(Box::new(MaildirSource::open(&settings).or_set_up("correct mail.in in the settings")?));
        }
        Incoming::Imap(settings) if !settings.processed.is_empty() => {
            let settings = ImapSettings { mailbox: settings.processed.clone(), ..settings.clone() };
            let mut folder = ImapSource::new(settings).or_set_up("correct mail.in in the settings")?;
            match folder.examine() {
                Ok(_) => folders.push(Box::new(folder)),
                // A folder that was never needed was never made.
                Err(PostError::Server { why, .. }) if is_missing(&why) => {}
                Err(error) => return Err(error).or_set_up("see that the mailbox can be read, and run again"),
            }
        }
        Incoming::Imap(_) => {}
    }
    Ok(folders)
}

/// Servers say in their own words that there is no such folder.
fn is_missing(why: &str) -> bool {
    let why = why.to_ascii_lowercase();
    ["nonexistent", "doesn't exist", "does not exist", "not found", "no such", "unknown mailbox"]
        .iter()
        .any(|words| why.contains(words))
}

/// One round and no more; says what it came to.
async fn run_one_round(judge: Arc<Judge>, mut mailbox: Mailbox, mut sink: Sink, now: i64) -> anyhow::Result<()> {
    let store = judge.store().clone();
    if store.unseen_for() > UNSEEN {
        store.look_through().or_else(with_remedy)?;
    }
    // The mailbox blocks: a thread of its own, beside the runtime's.
    let runtime = tokio::runtime::Handle::current();
    let round = move || {
        let pass = judge.busy_pass(&mut mailbox, &mut sink, now, &runtime);
        runtime.block_on(judge.watch_after(&pass, now));
        pass
    };
    let pass = tokio::task::spawn_blocking(round).await.context("run one round")?;
    let pass = pass.or_else(with_its_remedy);
    // So that the file alone is the whole database.
    let folded = store.fold().or_do("look after the disk, and run again; nothing is lost");
    store.close();
    let pass = pass?;
    folded?;
    let decided = pass.decided.len();
    say(format_args!(
        "letters in: {}, decided: {decided}, phases played: {}, letters out: {}",
        pass.taken_in, pass.played, pass.sent
    ));
    Ok(())
}

/// Prints a line for whoever listens; that nobody can is no reason to end.
fn say(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn listen_for_signals() -> anyhow::Result<Vec<(Signal, i32)>> {
    let kinds = [(SignalKind::terminate(), 15), (SignalKind::interrupt(), 2)];
    let listen = |(kind, number)| Ok((signal(kind).context("listen for signals")?, number));
    kinds.into_iter().map(listen).collect()
}

/// The first signal asks for an orderly end, the second ends at once: nothing is lost by that either.
fn stop_on_signals(judge: &Arc<Judge>, signals: Vec<(Signal, i32)>) {
    for (mut signals, number) in signals {
        let judge = Arc::clone(judge);
        tokio::spawn(async move {
            signals.recv().await;
            tracing::info!("asked to stop");
            judge.stop();
            signals.recv().await;
            std::process::exit(128 + number);
        });
    }
}

/// SIGHUP: the settings are read again. What can be taken is taken whole, or all stays as it was.
fn renew_on_hangup(judge: &Arc<Judge>, config: &Config, mut hangup: Signal) {
    let (judge, config) = (Arc::clone(judge), config.clone());
    tokio::spawn(async move {
        while hangup.recv().await.is_some() {
            match config.read_again() {
                Ok(again) => {
                    judge.renew_upkeep(again.upkeep());
                    tracing::info!("the settings were read again and taken");
                }
                Err(error) => {
                    let why = super::remedy::print(&error);
                    tracing::error!(why, "the settings were refused; those from before stay");
                    judge.note_refused_settings(daemon::wall_clock());
                }
            }
        }
    });
}

/// Opens the database, which must have been made with our key.
pub fn open_judge(config: &Config) -> anyhow::Result<Judge> {
    let house = Arc::new(config.house(books::of_the_house())?);
    warm_up(&house);
    let store = open_store(&config.database, &house.key)?;
    Ok(Judge::new(house, config.limits.into(), store).with_upkeep(config.upkeep()).with_way_out(config.way_out()))
}

/// Reads the templates beside the opening of the database. Who needs them waits for them, and is told what is wrong.
fn warm_up(house: &Arc<House>) {
    let house = Arc::clone(house);
    let read = move || _ = house.renderer.warm_up();
    let begun = std::thread::Builder::new().name("templates".to_owned()).spawn(read);
    begun.map_or_else(|error| tracing::warn!(%error, "templates are read when they are needed"), drop);
}

fn open_store(database: &Path, key: &Key) -> anyhow::Result<Store> {
    let store = Store::open(database).or_else(with_remedy)?;
    if let Some(process) = store.left_behind() {
        tracing::warn!(process, "the last judge ended without closing the database; its lock was taken over");
    }
    store.check_key(&key.fingerprint()).or_do("put the right key file back")?;
    Ok(store)
}

fn with_its_remedy<T>(error: daemon::DaemonError) -> anyhow::Result<T> {
    match error {
        daemon::DaemonError::Store(error) if error.is_fatal() => with_remedy(error),
        error => Err(error).or_set_up("correct what the line above names, and run again"),
    }
}

fn with_remedy<T>(error: StoreError) -> anyhow::Result<T> {
    let remedy = error.remedy();
    Err(error).or_do(remedy)
}

fn open_mailbox(config: &Config) -> anyhow::Result<Mailbox> {
    Ok(Mailbox::new(open_source(config)?))
}

fn open_source(config: &Config) -> anyhow::Result<Box<dyn MailSource>> {
    Ok(match &config.mail.incoming {
        Incoming::Maildir(_) => {
            let settings = config.maildir().context("find the Maildir letters arrive in")?;
            Box::new(MaildirSource::open(&settings).or_set_up("correct mail.in in the settings")?)
        }
        Incoming::Imap(settings) => {
            Box::new(ImapSource::new(settings.clone()).or_set_up("correct mail.in in the settings")?)
        }
    })
}

/// Where letters go; in a test set-up only those to listed recipients.
fn open_sink(config: &Config) -> anyhow::Result<Sink> {
    let sink = match &config.mail.outgoing {
        Outgoing::Maildir(outgoing) => Sink::Maildir(MaildirSink::new(outgoing.outbox.clone())),
        Outgoing::Smtp(settings) => {
            let sink = SmtpSink::new(settings.clone()).or_set_up("correct mail.out in the settings")?;
            Sink::Smtp(Box::new(sink))
        }
    };
    Ok(match &config.test {
        Some(test) => Sink::Limited(test.only_to.clone(), Box::new(sink)),
        None => sink,
    })
}

/// A game master of the settings as the player he is.
fn player(gm: &Gm) -> Player {
    Player {
        id: PlayerId::of_address(gm.address.as_str()),
        name: gm.name.clone(),
        addresses: vec![gm.address.as_str().to_owned()],
        zone: gm.zone,
        code_counter: 1,
        is_confirmed: true,
        format: Format::default(),
    }
}
