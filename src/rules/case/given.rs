//! Setting up the position of a case. Knows a state as JSON with paths.

use serde_json::{Map, Value};

use super::super::table::{Table, TableError};
use base::order::path::{get_steps, parse_path, set_steps, write_path};

/// The state with these paths emptied and these values set, if the book can be in it.
///
/// Where a table holds one member and one of another name is given, that is a new member of a map, or else another case
/// of a choice ("pool" to "map"): the book says which can be read.
pub(super) fn set_up(
    table: &dyn Table,
    state: &Value,
    clear: &[String],
    given: &Map<String, Value>,
) -> Result<Value, String> {
    let mut cleared = state.clone();
    for path in clear {
        empty(&mut cleared, path)?;
    }
    let first = match try_given(table, &cleared, given, false) {
        Ok(state) => return Ok(state),
        Err(wrong) => wrong,
    };
    try_given(table, &cleared, given, true).map_err(|second| match second {
        // It could be read, so it is what was meant.
        Wrong::Unsound(why) => why,
        Wrong::Unreadable(_) => first.words(),
    })
}

/// Why a position cannot be set up.
enum Wrong {
    /// The book does not understand it.
    Unreadable(String),
    /// The book understands it, and it cannot be.
    Unsound(String),
}

impl Wrong {
    fn words(self) -> String {
        match self {
            Self::Unreadable(why) | Self::Unsound(why) => why,
        }
    }
}

fn try_given(table: &dyn Table, state: &Value, given: &Map<String, Value>, has_choices: bool) -> Result<Value, Wrong> {
    let mut setter = Setter { state: state.clone(), set: Vec::new(), has_choices };
    setter.merge(&[], given).map_err(Wrong::Unreadable)?;
    let sound = table.sound(&setter.state).map_err(|error| match error {
        TableError::Unsound(why) => Wrong::Unsound(why.to_string()),
        error => Wrong::Unreadable(error.to_string()),
    })?;
    let is_lost =
        |(steps, value): &(Vec<String>, Value)| !is_same(value, get_steps(&sound, steps).unwrap_or(&Value::Null));
    match setter.set.into_iter().find(is_lost) {
        Some((steps, _)) => Err(Wrong::Unreadable(format!("The state has no value {}.", write_path(&steps)))),
        None => Ok(sound),
    }
}

/// Whether the book kept a value: a set is kept in an order of its own.
fn is_same(given: &Value, kept: &Value) -> bool {
    match (given, kept) {
        (Value::Array(given), Value::Array(kept)) => {
            given.len() == kept.len() && given.iter().all(|value| kept.contains(value))
        }
        _ => given == kept,
    }
}

fn empty(state: &mut Value, path: &str) -> Result<(), String> {
    let steps = parse_path(path)?;
    let empty = match get_steps(state, &steps) {
        None => return Err(format!("There is nothing to clear at {path}.")),
        Some(Value::Object(_)) => Value::Object(Map::new()),
        Some(Value::Array(_)) => Value::Array(Vec::new()),
        Some(_) => Value::Null,
    };
    set_steps(state, &steps, empty)
}

/// Sets values, and keeps a list of them.
struct Setter {
    state: Value,
    set: Vec<(Vec<String>, Value)>,
    /// One member of another name is another case of a choice.
    has_choices: bool,
}

impl Setter {
    /// Sets each value of a table at its path below `base`. A table inside changes only the members it names, and
    /// becomes the value itself where there is none yet.
    fn merge(&mut self, base: &[String], table: &Map<String, Value>) -> Result<(), String> {
        for (key, value) in table {
            let steps = below(&self.state, base, key)?;
            match (value, get_steps(&self.state, &steps)) {
                (Value::Object(new), Some(Value::Object(old))) if !self.is_choice(old, new) => {
                    self.merge(&steps, new)?
                }
                (Value::Object(new), Some(Value::Array(_))) => self.merge(&steps, new)?,
                (value, _) => {
                    set_steps(&mut self.state, &steps, value.clone())?;
                    leaves(&steps, value, &mut self.set);
                }
            }
        }
        Ok(())
    }

    fn is_choice(&self, old: &Map<String, Value>, new: &Map<String, Value>) -> bool {
        self.has_choices && old.len() == 1 && new.len() == 1 && !old.keys().eq(new.keys())
    }
}

/// What a key names below `base`: the member of that very name, or else a path.
pub(super) fn below(state: &Value, base: &[String], key: &str) -> Result<Vec<String>, String> {
    let member = [base, &[key.to_owned()]].concat();
    if get_steps(state, &member).is_some() {
        return Ok(member);
    }
    Ok([base, &parse_path(key)?].concat())
}

/// The values inside a value, each with its path; empty tables and lists are values.
pub(super) fn leaves(base: &[String], value: &Value, found: &mut Vec<(Vec<String>, Value)>) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (key, member) in members {
                leaves(&[base, std::slice::from_ref(key)].concat(), member, found);
            }
        }
        leaf => found.push((base.to_vec(), leaf.clone())),
    }
}
