//! `adjutant restore` and `adjutant release`: a backup in the place of the database, the letters that wait for a look after
//! it, and those that the mail server refused.

use std::path::PathBuf;

use clap::Args;

use super::config::Config;
use super::remedy::{Remedy, failure};
use base::game::GameId;
use base::game::schedule::print_deadline;
use daemon::{life_in, wall_clock};
use store::{
    GivenUp, Marked, Restored, StoreError, UnderReview, given_up, release_review, restore as restore_store, send_again,
    under_review,
};

pub(super) const EXAMPLES: &str = "\
Examples:
  adjutant restore /backups/judge-2026-11-20.db --after-restore
  adjutant restore /backups/judge-2026-11-20.db --after-restore --down-since 2026-11-23T15:00Z
  adjutant restore /backups/judge-2026-11-20.db --nothing-since

With --after-restore the next `adjutant run` looks through the whole mailbox again, decides what came since the backup at
the time it came, and holds all letters out until `adjutant release`, or RELEASE by the game masters. Since when the judge was
down is told by the database that is replaced, or by the heartbeat; where neither can be read, say it with --down-since: time
is given back for it as after any outage. --nothing-since is for
moving a judge that was stopped before its backup was made. The judge must be stopped; the database that is there is moved
aside.";

pub(super) const RELEASE_EXAMPLES: &str = "\
Examples:
  adjutant release --list             what waits, and how it is numbered
  adjutant release                    everything goes
  adjutant release --drop 17,18       these two never go, the others do
  adjutant release --failed --list    which letters were given up, and what the mail server said
  adjutant release --failed           all of them are sent once more
  adjutant release --failed --game cw1 --drop 17

Letters that were sent before the restore have the Message-IDs they had, so that most mail programs show them once. Letters
that were given up go with the bytes they had.";

/// What `restore` is told.
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// The backup.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The judge worked on after this backup was made: catch up, and hold what goes out.
    #[arg(long, required_unless_present = "nothing_since", conflicts_with = "nothing_since")]
    pub after_restore: bool,
    /// Since when the judge was down: epoch seconds, or like 2026-11-23T15:00Z. The last line of its log has it.
    #[arg(long, value_name = "TIME", value_parser = super::parse_instant, conflicts_with = "nothing_since")]
    pub down_since: Option<i64>,
    /// Nothing came and nothing went after this backup was made.
    #[arg(long)]
    pub nothing_since: bool,
}

/// Puts the backup in place.
pub fn restore(config: &Config, args: &RestoreArgs) -> anyhow::Result<()> {
    let fingerprint = config.key()?.fingerprint();
    let beat = config.upkeep().heartbeat.and_then(|heartbeat| life_in(&heartbeat.file)).unwrap_or_default();
    let marked = args.after_restore.then(|| Marked { at: wall_clock(), down_since: args.down_since, beat });
    let restored = match restore_store(&args.file, &config.database, &fingerprint, marked.as_ref()) {
        Ok(restored) => restored,
        Err(error) => {
            let remedy = remedy_of(&error);
            return Err(error).or_do(remedy);
        }
    };
    println!("{}", words(config, args, &restored));
    Ok(())
}

fn remedy_of(error: &StoreError) -> &'static str {
    match error {
        StoreError::Damaged { .. } | StoreError::BrokenChain { .. } => "take another backup, one that is whole",
        StoreError::NoDatabase { .. } | StoreError::NoFolder { .. } => {
            "name a backup that is there, and the right settings"
        }
        error => error.remedy(),
    }
}

fn words(config: &Config, args: &RestoreArgs, restored: &Restored) -> String {
    let copied = &restored.copied;
    let mut lines = vec![format!(
        "{} is restored from {}: {} letters, {} games, checked.",
        config.database.display(),
        args.file.display(),
        copied.letters,
        copied.games
    )];
    if copied.is_raw_copy {
        lines.push(
            "The backup was copied by hand, without its write-ahead log: what was decided last may be missing in it. \
             Use `adjutant backup`."
                .to_owned(),
        );
    }
    if let Some(replaced) = &restored.replaced {
        lines.push(format!("The database that was there is now {}.", replaced.display()));
    }
    if let Some(since) = restored.down_since {
        let since = print_deadline(since, chrono_tz::UTC);
        lines.push(format!("The judge was down since {since}: deadlines are held against that when it starts."));
    }
    if args.after_restore {
        lines.push(format!(
            "{} letters that were on their way wait for review. Next: `adjutant run` catches up with the mailbox; then \
             `adjutant release --list` shows what waits, and `adjutant release` lets it go.",
            restored.held
        ));
    }
    lines.join("\n")
}

/// What `release` is told.
#[derive(Debug, Args)]
pub struct ReleaseArgs {
    /// Shows what waits, and changes nothing.
    #[arg(long)]
    pub list: bool,
    /// Letters that shall never go, by the numbers of the list.
    #[arg(long, value_name = "NUMBER", value_delimiter = ',', conflicts_with = "list")]
    pub drop: Vec<i64>,
    /// Those that the mail server refused for good, and not those that wait after a restore.
    #[arg(long)]
    pub failed: bool,
    /// Those of this game alone.
    #[arg(long, requires = "failed", value_parser = super::parse_game)]
    pub game: Option<GameId>,
}

/// Lets the letters go that wait after a restore, or that were given up; or shows them.
pub fn release(config: &Config, args: &ReleaseArgs) -> anyhow::Result<()> {
    if args.failed { release_failed(config, args) } else { release_waiting(config, args) }
}

fn release_waiting(config: &Config, args: &ReleaseArgs) -> anyhow::Result<()> {
    let waiting = under_review(&config.database).or_do("name the settings of the right judge with --config")?;
    if args.list {
        println!("{}", list(&waiting));
        return Ok(());
    }
    let ids: Vec<i64> = waiting.iter().map(|letter| letter.id).collect();
    refuse_unknown(args, &ids, "it does not wait", "`adjutant release --list` has the numbers")?;
    let (freed, dropped) = release_review(&config.database, &args.drop)
        .or_do("start the judge with `adjutant run`; when it has caught up, release again")?;
    println!("{freed} letters may go, {dropped} were dropped");
    Ok(())
}

/// Sends once more, with the same bytes, what was given up.
fn release_failed(config: &Config, args: &ReleaseArgs) -> anyhow::Result<()> {
    let failed = given_up(&config.database, args.game.as_ref()).or_do(
        "name the settings of the right judge with --config; `adjutant run` brings an older database up to date",
    )?;
    let row = |letter: &GivenUp| format!("{:>7}  {}\n         {}", letter.id, letter.purpose, letter.reply);
    if args.list {
        let rows = failed.iter().map(row).chain([format!("{} letters were given up", failed.len())]);
        println!("{}", rows.collect::<Vec<_>>().join("\n"));
        return Ok(());
    }
    let ids: Vec<i64> = failed.iter().map(|letter| letter.id).collect();
    refuse_unknown(args, &ids, "it was not given up", "`adjutant release --failed --list` has the numbers")?;
    let again: Vec<i64> = ids.into_iter().filter(|id| !args.drop.contains(id)).collect();
    send_again(&config.database, &again, &args.drop)
        .or_do("start the judge with `adjutant run`; when it has caught up, release again")?;
    for letter in failed.iter().filter(|letter| again.contains(&letter.id)) {
        println!("{:>7}  {}", letter.id, letter.purpose);
    }
    println!("{} letters are sent once more, {} were dropped", again.len(), args.drop.len());
    Ok(())
}

fn refuse_unknown(args: &ReleaseArgs, known: &[i64], why: &str, remedy: &str) -> anyhow::Result<()> {
    match args.drop.iter().find(|number| !known.contains(number)) {
        Some(unknown) => Err(failure(format!("drop letter {unknown}: {why}"), remedy)),
        None => Ok(()),
    }
}

fn list(waiting: &[UnderReview]) -> String {
    let mut lines: Vec<String> = waiting.iter().map(|letter| format!("{:>7}  {}", letter.id, letter.purpose)).collect();
    lines.push(format!("{} letters wait", waiting.len()));
    lines.join("\n")
}
