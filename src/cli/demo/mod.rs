//! `adjutant demo`: scripted players and a game master play a game by mail, here and now.

pub mod play;
pub mod script;
mod show;
pub mod war;

use std::io::{self, IsTerminal, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context;

use super::remedy::failure;

use play::play;
use rules::About;
use script::Script;
pub use show::{Watch, show};

/// Shown below the help.
pub const EXAMPLES: &str = "\
Examples:
  adjutant demo                 two turns of The Civil War 1861-65
  adjutant demo --scenario whole-war --turns all
                                the whole war, waged by commanders who write their own orders
  adjutant demo --scenario 1862 --seed 3
                                the spring of 1862, with other dice
  adjutant demo --book eia      a year of Empires in Arms, the Economic Phase
  adjutant demo --book cwol     the first campaign of Civil War OnLine: 24 people in 66 offices";

/// What the demo plays.
#[derive(Debug, Clone, clap::Args)]
pub struct DemoArgs {
    /// The rule book.
    #[arg(long, value_name = "BOOK", default_value_t = first_book())]
    book: String,

    /// A scenario, waged by commanders who write their own orders in place of the script.
    #[arg(long, value_name = "SCENARIO")]
    scenario: Option<String>,

    /// How many turns of the scenario are played: a number, or `all`.
    #[arg(long, value_name = "TURNS", default_value = "all", requires = "scenario")]
    turns: Turns,

    /// Another number, another war.
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "scenario")]
    seed: u8,
}

/// How many turns of a scenario are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turns {
    All,
    Some(u32),
}

impl FromStr for Turns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Turns::All),
            number => match number.parse() {
                Ok(turns @ 1..) => Ok(Turns::Some(turns)),
                _ => Err("write how many turns, as in `--turns 2`, or `--turns all`".to_owned()),
            },
        }
    }
}

/// Plays the demo in a fresh folder, and shows what came of it.
pub fn demo(args: &DemoArgs) -> anyhow::Result<()> {
    if let Some(scenario) = &args.scenario {
        return wage_war(args, scenario);
    }
    let script = Script::read(&args.book)?;
    let root = fresh_folder()?;
    let mut out = io::stdout();
    let mut watch = Watch::new(io::stderr().is_terminal(), script.steps());
    let played = super::wait_for(play(&root, &script, &mut |news| watch.tell(&mut out, news)))?;
    watch.finish();
    show(&mut io::stdout(), &root, &script, &played)?;
    io::stdout().flush().context("print")
}

/// Wages a scenario in a fresh folder, telling of each phase as it is played.
fn wage_war(args: &DemoArgs, scenario: &str) -> anyhow::Result<()> {
    let has_players = |about: &About| about.demo.turn.is_some();
    if !books::of_the_house().about(&args.book).is_ok_and(has_players) {
        return Err(failure(
            format!("nobody wages a scenario of {} yet", args.book),
            "leave --scenario out: the script of the book is played",
        ));
    }
    let turns = match args.turns {
        Turns::All => None,
        Turns::Some(turns) => Some(turns),
    };
    let campaign = war::Campaign { book: args.book.clone(), scenario: scenario.to_owned(), turns, seed: args.seed };
    let root = fresh_folder()?;
    let mut out = io::stdout();
    let waged = super::wait_for(war::wage(&root, &campaign, &mut |told| drop(war::tell(&mut out, told))))?;
    war::show(&mut io::stdout(), &waged)?;
    writeln!(io::stdout(), "Every letter is in a Maildir under {}.", root.display()).context("print")
}

/// The book that is shown when none is named.
fn first_book() -> String {
    books::of_the_house().books().first().copied().unwrap_or_default().to_owned()
}

/// A folder that nobody else has, under the system's folder for what need not last. Mail is private: mode 0700.
fn fresh_folder() -> anyhow::Result<PathBuf> {
    for number in 1_u32.. {
        let folder = std::env::temp_dir().join(format!("adjutant-demo-{number}"));
        match std::fs::DirBuilder::new().mode(0o700).create(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| format!("make the folder {}", folder.display())),
        }
    }
    anyhow::bail!("every name for a fresh folder under {} is taken", std::env::temp_dir().display())
}
