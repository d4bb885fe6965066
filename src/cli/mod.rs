//! The command line: reads arguments and settings, calls the house, prints. Decides nothing about games.

pub mod backup;
pub mod case;
pub mod check;
pub mod config;
pub mod console;
pub mod demo;
pub mod doctor;
pub mod export;
mod heap;
pub mod init;
pub mod login;
pub mod new_book;
pub mod remedy;
pub mod replay;
pub mod restore;
pub mod run;
pub mod stage;
pub mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use chrono::{DateTime, NaiveDateTime};
use clap::{Parser, Subcommand};

use base::game::{GameId, LONGEST_GAME, LONGEST_SEAT, SeatId};

use config::Config;

const EXAMPLES: &str = "\
First steps:
  adjutant demo                       see a whole game played by mail, in under a minute
  adjutant init judge --address judge@club.example --gm 'Ann <ann@club.example>'
  adjutant --config judge/adjutant.toml run

A game is then made and played by letters to the judge; write HELP to it.
Exit codes: 0 done, 1 failed (the last lines say why and what helps), 2 not understood.";

/// The automated game master of play-by-email wargames.
#[derive(Debug, Parser)]
#[command(name = "adjutant", version, about, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    /// The settings; without it ./adjutant.toml, then ./config/adjutant.toml.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub task: Task,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Plays a game by mail between scripted players, here and now.
    ///
    /// Nothing needs to be set up: letters and database go to a fresh folder, which is named at the end together with
    /// one exchange of letters, one report, and the proof that the game can be replayed.
    #[command(after_help = demo::EXAMPLES)]
    Demo(demo::DemoArgs),
    /// Makes the folder of a judge: settings, key, and Maildirs for its letters.
    #[command(after_help = init::EXAMPLES)]
    Init(init::InitArgs),
    /// Lets the judge in at a provider of mailboxes by OAuth 2.0: Google, Microsoft or another.
    #[command(after_help = login::EXAMPLES)]
    Login(login::LoginArgs),
    /// Runs the judge: takes in letters, answers them, plays phases on time, sends reports.
    #[command(after_help = "\
Examples:
  adjutant run                                   until it is stopped
  adjutant run --once                            one round: letters in, phases that are due, letters out
  adjutant run --once --now 2026-11-27T20:00Z    the same, as if it were that time

With --now, letters that came later have not arrived yet.")]
    Run {
        /// Takes in all waiting letters, plays at most one phase per game, sends what is due, and ends.
        #[arg(long)]
        once: bool,
        /// The time to go by: epoch seconds, or like 2026-11-27T20:00Z.
        #[arg(long, value_name = "TIME", value_parser = parse_instant, requires = "once")]
        now: Option<i64>,
    },
    /// Reads orders as the judge would, and files nothing.
    #[command(after_help = check::EXAMPLES)]
    Check(check::CheckArgs),
    /// Tries rule cases: positions, orders and dice, with what must come of them.
    #[command(after_help = case::EXAMPLES)]
    Case(case::CaseArgs),
    /// Prints a game as one JSON: what may be shown to anybody, or with --secrets all of it.
    #[command(after_help = export::EXAMPLES)]
    Export(export::ExportArgs),
    /// Looks at settings, key, database, mailbox, mail server, clock and disk, and says what is wrong and what helps.
    #[command(after_help = doctor::EXAMPLES)]
    Doctor(doctor::DoctorArgs),
    /// Copies the database, whole and checked, while the judge works on it or not.
    #[command(after_help = backup::EXAMPLES)]
    Backup(backup::BackupArgs),
    /// Puts a backup in the place of the database.
    #[command(after_help = restore::EXAMPLES)]
    Restore(restore::RestoreArgs),
    /// Lets the letters go that wait for a look after a restore, or that the mail server refused for good.
    #[command(after_help = restore::RELEASE_EXAMPLES)]
    Release(restore::ReleaseArgs),
    /// Lets a letter count that waits for its writer to confirm it, whose proofs are gone.
    #[command(after_help = console::CONFIRM_EXAMPLES)]
    Confirm(console::ConfirmArgs),
    /// Ends a person's code and whatever else proved him, and mails him a new code.
    #[command(after_help = console::ROTATE_EXAMPLES)]
    Rotate(console::RotateArgs),
    /// Checks the dice that saved reports tell of, from the secrets that they publish.
    #[command(after_help = verify::EXAMPLES)]
    Verify(verify::VerifyArgs),
    /// Plays a game again from what was stored of its inputs, and compares.
    #[command(after_help = "\
Example:
  adjutant replay cw1

Ends with 1 at the first step whose outcome is not the stored one. Worth doing before a new release takes over.")]
    Replay {
        /// The name of the game.
        #[arg(value_parser = parse_game)]
        game: GameId,
    },
    /// Writes the skeleton of a rule book into the source, which compiles, plays a phase and is tested.
    #[command(after_help = new_book::EXAMPLES)]
    NewBook(new_book::NewBookArgs),
}

/// The whole program, from arguments to exit code.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match perform(cli) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{}", remedy::print(&error));
            ExitCode::FAILURE
        }
    }
}

fn perform(cli: Cli) -> anyhow::Result<ExitCode> {
    let shelf = books::of_the_house();
    let settings = || Config::find(cli.config.as_deref()).and_then(|file| Config::read(&file));
    match cli.task {
        Task::Demo(args) => demo::demo(&args)?,
        Task::NewBook(args) => new_book::new_book(&args)?,
        Task::Init(args) => init::init(&args)?,
        Task::Login(args) => login::login(settings, &args)?,
        Task::Run { once, now } => run::run(settings()?, once, now)?,
        Task::Check(args) => check::check(&args, &shelf, settings)?,
        Task::Case(args) => return case::case(&args, &shelf),
        Task::Export(args) => export::export(&settings()?, &args)?,
        Task::Doctor(args) => return doctor::doctor(settings, &args, &shelf),
        Task::Backup(args) => backup::backup(&settings()?, &args)?,
        Task::Restore(args) => restore::restore(&settings()?, &args)?,
        Task::Release(args) => restore::release(&settings()?, &args)?,
        Task::Confirm(args) => console::confirm(&settings()?, &args)?,
        Task::Rotate(args) => console::rotate(&settings()?, &args)?,
        Task::Verify(args) => return verify::verify(&args),
        Task::Replay { game } => return replay::replay(&settings()?, &game, &shelf),
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs what is asynchronous in a task that is not: the demo, and what speaks to a mail server once.
fn wait_for<T>(task: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(task)
}

fn parse_game(text: &str) -> Result<GameId, String> {
    GameId::parse(text)
        .ok_or_else(|| format!("a game is named by up to {LONGEST_GAME} letters, digits and hyphens, like cw1"))
}

fn parse_seat(text: &str) -> Result<SeatId, String> {
    SeatId::parse(text)
        .ok_or_else(|| format!("a seat is named by up to {LONGEST_SEAT} letters, digits and hyphens, like usa-east"))
}

/// Epoch seconds, or a date and time with its offset; without one, UTC.
fn parse_instant(text: &str) -> Result<i64, String> {
    if let Ok(seconds) = text.parse::<i64>() {
        return Ok(seconds);
    }
    let with_seconds = |text: &str| {
        let time = text.find(['T', ' ']).map_or(0, |at| at + 1);
        let end = text[time..].find(['Z', '+', '-']).map_or(text.len(), |at| at + time);
        let is_short = text[time..end].matches(':').count() == 1;
        if is_short { format!("{}:00{}", &text[..end], &text[end..]) } else { text.to_owned() }
    };
    let whole = with_seconds(text.trim()).replacen(' ', "T", 1);
    let zoned = DateTime::parse_from_rfc3339(&whole).map(|time| time.timestamp());
    let plain = || NaiveDateTime::parse_from_str(&whole, "%Y-%m-%dT%H:%M:%S").map(|time| time.and_utc().timestamp());
    zoned.or_else(|_| plain()).map_err(|_| "write it like 2026-11-27T20:00Z, or in epoch seconds".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_hold_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_time_can_be_written_in_several_ways() {
        for text in ["1795809600", "2026-11-27T20:00Z", "2026-11-27 20:00", "2026-11-27T21:00:00+01:00"] {
            assert_eq!(parse_instant(text), Ok(1_795_809_600), "{text}");
        }
        assert!(parse_instant("Friday").unwrap_err().contains("2026-11-27T20:00Z"));
    }

    #[test]
    fn a_clock_of_ones_own_is_for_a_single_round_only() {
        assert!(Cli::try_parse_from(["adjutant", "run", "--now", "5"]).is_err());
        assert!(Cli::try_parse_from(["adjutant", "run", "--once", "--now", "5"]).is_ok());
    }
}
