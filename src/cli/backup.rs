//! `adjutant backup`: a whole, checked copy of the database, while the judge works on it or not.

use std::path::{Path, PathBuf};

use clap::Args;

use super::config::Config;
use super::remedy::Remedy;
use store::back_up;

pub(super) const EXAMPLES: &str = "\
Example:
  adjutant backup /backups/judge-$(date +%F).db

Works while the judge runs. The file must not be there yet; only you may read it, for all that players must not know of
each other is in it. Keep the key (key_file) with it: without the key it cannot be restored. Copying the database by hand
misses what is still in its write-ahead log.";

/// What `backup` is told.
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// The new file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Makes the copy and says what is in it.
pub fn backup(config: &Config, args: &BackupArgs) -> anyhow::Result<()> {
    let copied =
        back_up(&config.database, &args.file).or_do("name a new file, in a folder with room that you may write to")?;
    println!(
        "{}: whole and checked; {} letters, {} games, {} rows of the journal, schema {}",
        args.file.display(),
        copied.letters,
        copied.games,
        copied.journal,
        copied.schema
    );
    println!("Keep {} with it.", key_name(&config.key_file));
    Ok(())
}

fn key_name(file: &Path) -> String {
    format!("the key in {}", file.display())
}
