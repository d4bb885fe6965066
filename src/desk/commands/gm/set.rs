//! The truth edited by hand: SET.

use std::sync::Arc;

use serde_json::json;

use base::order::Line;
use base::order::path::{get_path, parse_value, set_path};

use crate::commands::orders::edit::{Edit, ToldNow, put_edit};
use crate::files::stop::DeskError;
use crate::letter::present::{Repeated, present_phase};
use crate::letter::session::{Session, refuse};
use crate::said::phrases::sentence;

/// `SET path = value BECAUSE reason`: the truth edited by hand. It must read back and be sound.
pub fn set(session: &mut Session<'_>, line: &Line, path: &str, value: &str, reason: &str) -> Result<(), DeskError> {
    let Some((game, _)) = present_phase(session, line, Repeated::Harmful) else { return Ok(()) };
    let edited = match set_path(&game.state, path, parse_value(value)) {
        Ok(edited) => edited,
        Err(why) => {
            refuse(session, line, &why, Some("HELP paths lists what there is."));
            return Ok(());
        }
    };
    let state = match game.table.sound(&edited) {
        Ok(state) => state,
        Err(error) => {
            refuse(session, line, &sentence(&error), Some("Nothing was changed."));
            return Ok(());
        }
    };
    // A misspelt last step is put in by hand and dropped by the book: then nothing was set.
    if get_path(&state, path).is_none() {
        refuse(
            session,
            line,
            &format!("The book knows nothing called {path}, so nothing was changed."),
            Some("HELP paths lists what there is."),
        );
        return Ok(());
    }
    let more = match game.table.edited(&state, path)? {
        Ok(words) => words.map_or_else(String::new, |words| format!(" {words}")),
        Err(why) => {
            refuse(session, line, &why, Some("Nothing was changed."));
            return Ok(());
        }
    };
    let standing = game.table.situation(&state)?;
    session.note(format!("set {path} = {value}"), Some(reason.to_owned()));
    session.lead(format!("{path} is now {value}.{more} Those who can see the difference are told."));
    let input = json!({ "path": path, "value": value, "reason": reason });
    let edit = Edit { input, rolls: Vec::new(), state: Arc::new(state), standing, news: Vec::new() };
    put_edit(session, &game, edit, ToldNow::WhoeverSeesIt, Some(reason))
}
