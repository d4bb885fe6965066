//! `adjutant export`: everything about a game as one JSON.

use std::io::{ErrorKind, Write};

use anyhow::Context;

use super::config::Config;
use super::remedy::{Remedy, failure};
use super::wait_for;
use crate::game::GameId;
use crate::store::Store;

/// Prints the game.
pub fn export(config: &Config, game: &GameId) -> anyhow::Result<()> {
    let found = wait_for(async {
        let store = Store::read_only(&config.database).await?;
        let found = store.export(game).await?;
        store.close().await;
        Ok(found)
    })?;
    let found = found.ok_or_else(|| {
        failure(
            format!("export {game}: {} has no such game", config.database.display()),
            "check the name, or name the settings of the right judge with --config",
        )
    })?;
    let mut out = std::io::stdout().lock();
    let printed = serde_json::to_writer_pretty(&mut out, &found)
        .map_err(std::io::Error::from)
        .and_then(|()| out.write_all(b"\n"));
    match printed {
        // Whoever reads has seen enough.
        Err(why) if why.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => printed.context("print the export").or_do("send it to a file that can hold it"),
    }
}
