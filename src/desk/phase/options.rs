//! Options of a rule book that a game master changed while the game was played. Each is a step of the game's chain, taken when he
//! asks for it: the truth stays what it is, and from the next phase on the book is laid out with another document.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use base::order::path::{get_path, set_path};
use rules::Table;
use rules::settings::Changed;

use crate::files::decision::{Step, StepKind};
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::phase::turn::state_hash;

/// What goes into such a step.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Input {
    /// Where the option stands in the document.
    path: String,
    /// What it is from the next phase on.
    value: Value,
    /// The same as a game master writes it.
    words: String,
    /// SHA-256 of the whole document from then on.
    document: String,
}

/// The step, in the phase that is open; none where none is.
pub fn option_step(game: &GameRecord, changed: &Changed, words: String) -> Result<Option<Step>, DeskError> {
    let Some(phase) = &game.phase else { return Ok(None) };
    let input = Input {
        path: changed.path.clone(),
        value: get_path(&changed.document, &changed.path).cloned().unwrap_or_default(),
        words,
        document: state_hash(&changed.document),
    };
    Ok(Some(Step {
        kind: StepKind::Options,
        phase: phase.number,
        revision: phase.revision,
        input: serde_json::to_value(input).map_err(|why| DeskError::Json { what: "a changed option", why })?,
        hash: state_hash(&game.state),
        state: Arc::clone(&game.state),
        version: game.table.version(),
        rolls: Vec::new(),
    }))
}

/// The book as it is laid out from the next phase on, from the inputs of such a step: `table` is what it was to be before.
pub fn replay_option(table: &dyn Table, step: &Step) -> Result<Arc<dyn Table>, String> {
    let input = Input::deserialize(&step.input).map_err(|why| format!("the stored option cannot be read: {why}"))?;
    let document = set_path(table.document(), &input.path, input.value)?;
    if state_hash(&document) != input.document {
        return Err("with this option the scenario is another than it was".to_owned());
    }
    table.laid_for(document)
}
