//! Setting up the position of a case. Knows a state as JSON with paths.

use serde_json::{Map, Value};

use super::super::table::Table;
use crate::order::path::{get_steps, parse_path, set_steps, write_path};

/// The state with these paths emptied and these values set, if the book can be in it.
pub(super) fn set_up(
    table: &dyn Table,
    state: &Value,
    clear: &[String],
    given: &Map<String, Value>,
) -> Result<Value, String> {
    let mut state = state.clone();
    for path in clear {
        empty(&mut state, path)?;
    }
    let mut set = Vec::new();
    merge(&mut state, &[], given, &mut set)?;
    let sound = table.sound(&state).map_err(|error| error.to_string())?;
    match set.into_iter().find(|(steps, value)| get_steps(&sound, steps).unwrap_or(&Value::Null) != value) {
        Some((steps, _)) => Err(format!("The state has no value {}.", write_path(&steps))),
        None => Ok(sound),
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

/// Sets each value of a table at its path below `base`. A table inside changes only the members it names, and becomes
/// the value itself where there is none yet.
fn merge(
    state: &mut Value,
    base: &[String],
    table: &Map<String, Value>,
    set: &mut Vec<(Vec<String>, Value)>,
) -> Result<(), String> {
    for (key, value) in table {
        let steps = below(state, base, key)?;
        match value {
            Value::Object(members) if get_steps(state, &steps).is_some_and(Value::is_object) => {
                merge(state, &steps, members, set)?;
            }
            Value::Object(members) if get_steps(state, &steps).is_some_and(Value::is_array) => {
                merge(state, &steps, members, set)?;
            }
            value => {
                set_steps(state, &steps, value.clone())?;
                leaves(&steps, value, set);
            }
        }
    }
    Ok(())
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
