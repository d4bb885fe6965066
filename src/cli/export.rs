//! `adjutant export`: a game as one JSON. What may be shown to anybody, or all of it for the operator.

use std::io::{ErrorKind, Write};

use anyhow::Context;
use clap::Args;
use data_encoding::HEXLOWER;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::config::Config;
use super::parse_game;
use super::remedy::{Remedy, failure};
use base::game::GameId;
use store::Store;

pub(super) const EXAMPLES: &str = "\
Examples:
  adjutant export cw1 > cw1.json
  adjutant export cw1 --secrets > secret.json     orders, letters and what went out: for the operator alone";

/// What the first line of the operator's form says.
const WARNING: &str = "This holds secrets of the game and of its people, for the operator alone. Show nobody.";

/// What `export` is told.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The name of the game.
    #[arg(value_parser = parse_game)]
    pub game: GameId,
    /// Prints all there is, for the operator alone: orders, letters and decisions, journal, outbox.
    #[arg(long)]
    pub secrets: bool,
}

/// Prints the game.
pub fn export(config: &Config, args: &ExportArgs) -> anyhow::Result<()> {
    let game = &args.game;
    let store = Store::read_only(&config.database)?;
    let found = match args.secrets {
        true => store.export(game)?,
        false => store.export_shown(game)?,
    };
    store.close();
    let mut found = found.ok_or_else(|| {
        failure(
            format!("export {game}: {} has no such game", config.database.display()),
            "check the name, or name the settings of the right judge with --config",
        )
    })?;
    hash_ids(&mut found);
    let text = serde_json::to_string_pretty(&found).context("print the export")?;
    let text = if args.secrets { with_warning(&text) } else { text };
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}") {
        // Whoever reads has seen enough.
        Err(why) if why.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => printed.context("print the export").or_do("send it to a file that can hold it"),
    }
}

/// The warning is a field of the object, on the line that opens it.
fn with_warning(text: &str) -> String {
    format!("{{ \"secrets\": {WARNING:?},{}", text.strip_prefix('{').unwrap_or(text))
}

/// A Message-ID as it is printed: its SHA-256. One of ours proves who answers it; whoever has a letter can compare, and nobody
/// can use what is printed.
pub fn printed_id(id: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(id.as_bytes()))
}

fn hash_ids(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(hash_ids),
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(id) if name == "message_id" => {
                        *id = printed_id(id);
                    }
                    value => hash_ids(value),
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn ids_are_printed_as_their_hashes_and_the_first_line_warns() {
        let mut value = json!({"letters": [{"message_id": "<a@b>", "id": 1}, {"message_id": null}]});
        hash_ids(&mut value);
        let hash = printed_id("<a@b>");
        assert_eq!(value, json!({"letters": [{"message_id": hash, "id": 1}, {"message_id": null}]}));
        let text = with_warning(&serde_json::to_string_pretty(&value).unwrap());
        assert!(text.lines().next().unwrap().contains("holds secrets"));
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["letters"], value["letters"]);
    }
}
