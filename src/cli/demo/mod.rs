//! `adjutant demo`: scripted players and a game master play a game by mail, here and now.

pub mod play;
pub mod script;
mod show;

use std::io::{self, IsTerminal, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;

use anyhow::Context;

use play::play;
use script::Script;
pub use show::{Watch, show};

/// Shown below the help.
pub const EXAMPLES: &str = "\
Examples:
  adjutant demo                 two turns of The Civil War 1861-65
  adjutant demo --book eia      a year of Empires in Arms, the Economic Phase";

/// What the demo plays.
#[derive(Debug, Clone, clap::Args)]
pub struct DemoArgs {
    /// The rule book.
    #[arg(long, value_name = "BOOK", default_value = "civil-war")]
    book: String,
}

/// Plays the demo in a fresh folder, and shows what came of it.
pub fn demo(args: &DemoArgs) -> anyhow::Result<()> {
    let script = Script::read(&args.book)?;
    let root = fresh_folder()?;
    let mut out = io::stdout();
    let mut watch = Watch::new(io::stderr().is_terminal(), script.steps());
    let played = super::wait_for(play(&root, &script, &mut |news| watch.tell(&mut out, news)))?;
    watch.finish();
    show(&mut io::stdout(), &root, &script, &played)?;
    io::stdout().flush().context("print")
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
