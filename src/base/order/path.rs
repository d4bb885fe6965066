//! Paths into a state written as JSON: how the GM's SET and the rule cases name a value.
//! Knows JSON, and no state of any game.

use serde_json::{Map, Value};

/// Most keys named in a refusal.
const MOST_NAMED: usize = 8;

/// A key that is more like a step than this (Jaro-Winkler) is guessed.
const ALIKE: f64 = 0.8;

/// A table with fewer members than this is no table of many.
const LEAST_FOLDED: usize = 4;

/// A record has no more named fields than this.
const MOST_FIELDS: usize = 12;

/// The value at `path` ("leaders.\"Van Dorn\".place"); `None` when there is none, or the path cannot be read.
pub fn get_path<'a>(state: &'a Value, path: &str) -> Option<&'a Value> {
    get_steps(state, &parse_path(path).ok()?)
}

/// The same state with another value at `path`. Everything but the last step must be there already; the last may be a
/// new member of a table, or the place just after the end of a list.
pub fn set_path(state: &Value, path: &str, value: Value) -> Result<Value, String> {
    let mut edited = state.clone();
    set_steps(&mut edited, &parse_path(path)?, value)?;
    Ok(edited)
}

/// A value as it is typed after `SET path =`: JSON, or else a bare word, which is a text.
pub fn parse_value(text: &str) -> Value {
    let text = text.trim();
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// The steps of a path: parted by dots, a step in double quotes when it holds a dot itself.
pub fn parse_path(path: &str) -> Result<Vec<String>, String> {
    let mut steps = Vec::new();
    let mut rest = path.trim();
    loop {
        let (step, after) = take_step(path, rest)?;
        steps.push(step);
        let after = after.trim_start();
        match after.strip_prefix('.') {
            Some(next) => rest = next.trim_start(),
            None if after.is_empty() => return Ok(steps),
            None => return Err(format!("In the path {path} a dot is missing before \"{after}\".")),
        }
    }
}

fn take_step<'a>(path: &str, text: &'a str) -> Result<(String, &'a str), String> {
    let Some(quoted) = text.strip_prefix('"') else {
        let (step, after) = text.split_at(text.find('.').unwrap_or(text.len()));
        let step = step.trim();
        if step.is_empty() {
            return Err(format!("The path \"{path}\" has an empty step."));
        }
        return Ok((step.to_owned(), after));
    };
    let Some(end) = quoted.find('"') else {
        return Err(format!("In the path {path} a quotation mark is never closed."));
    };
    Ok((quoted[..end].to_owned(), &quoted[end + 1..]))
}

/// A path in writing, steps with dots or spaces quoted.
pub fn write_path(steps: &[String]) -> String {
    let is_bare =
        |step: &str| !step.is_empty() && !step.contains(['.', '"', '=']) && !step.contains(char::is_whitespace);
    let written = steps.iter().map(|step| if is_bare(step) { step.clone() } else { format!("\"{step}\"") });
    written.collect::<Vec<_>>().join(".")
}

/// The value at the end of these steps.
pub fn get_steps<'a>(state: &'a Value, steps: &[String]) -> Option<&'a Value> {
    steps.iter().try_fold(state, |value, step| match value {
        Value::Object(members) => members.get(step),
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        _ => None,
    })
}

/// Puts a value at the end of these steps; see [`set_path`].
pub fn set_steps(state: &mut Value, steps: &[String], value: Value) -> Result<(), String> {
    let Some((last, way)) = steps.split_last() else {
        return Err("A path needs at least one step.".to_owned());
    };
    let mut place = state;
    for (depth, step) in way.iter().enumerate() {
        place = enter(place, step).map_err(|keys| refusal(&steps[..depth], step, &keys))?;
    }
    match place {
        Value::Object(members) => {
            members.insert(last.clone(), value);
        }
        Value::Array(items) => match last.parse::<usize>() {
            Ok(index) if index < items.len() => items[index] = value,
            Ok(index) if index == items.len() => items.push(value),
            _ => return Err(refusal(way, last, &numbers(items.len()))),
        },
        _ => return Err(refusal(way, last, &[])),
    }
    Ok(())
}

fn enter<'a>(place: &'a mut Value, step: &str) -> Result<&'a mut Value, Vec<String>> {
    match place {
        Value::Object(members) if !members.contains_key(step) => Err(members.keys().cloned().collect()),
        Value::Object(members) => Ok(&mut members[step]),
        Value::Array(items) => {
            let count = items.len();
            let index = step.parse::<usize>().map_err(|_| numbers(count))?;
            items.get_mut(index).ok_or_else(|| numbers(count))
        }
        _ => Err(Vec::new()),
    }
}

fn numbers(count: usize) -> Vec<String> {
    (0..count).map(|index| index.to_string()).collect()
}

/// What is wrong with a step, what it could have been, and what there is.
fn refusal(way: &[String], step: &str, keys: &[String]) -> String {
    let place = if way.is_empty() { "The state".to_owned() } else { write_path(way) };
    if keys.is_empty() {
        return format!("{place} has no parts, so there is no \"{step}\" in it.");
    }
    let alike = |key: &String| strsim::jaro_winkler(&key.to_lowercase(), &step.to_lowercase());
    let nearest = keys.iter().max_by(|one, other| alike(one).total_cmp(&alike(other)));
    let guess = nearest.filter(|key| alike(key) > ALIKE).map(|key| format!(" Did you mean \"{key}\"?"));
    let mut named = keys.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
    if keys.len() > MOST_NAMED {
        named.push_str(", ...");
    }
    format!("{place} has no \"{step}\".{} There are: {named}.", guess.unwrap_or_default())
}

/// Every path of a state, each with its value; members that are all alike are folded to one, as `<key>` or `<n>`.
pub fn list_paths(state: &Value) -> Vec<(String, String)> {
    let mut paths = Vec::new();
    walk(state, "", &mut paths);
    paths
}

fn walk(value: &Value, path: &str, paths: &mut Vec<(String, String)>) {
    match value {
        Value::Object(members) if is_folded(members) => {
            paths.push((join(path, "<key>"), members_in_words(members)));
            walk_all(members.values(), &join(path, "<key>"), paths);
        }
        Value::Object(members) if !members.is_empty() => {
            for (key, member) in members {
                walk(member, &join(path, &write_path(std::slice::from_ref(key))), paths);
            }
        }
        Value::Array(items) if items.len() > 1 && all_alike(items.iter()) => {
            paths.push((join(path, "<n>"), format!("{} entries, counted from 0", items.len())));
            walk_all(items.iter(), &join(path, "<n>"), paths);
        }
        Value::Array(items) if !items.is_empty() => {
            for (index, item) in items.iter().enumerate() {
                walk(item, &join(path, &index.to_string()), paths);
            }
        }
        leaf => paths.push((path.to_owned(), leaf.to_string())),
    }
}

/// The paths of several like values, each path once: so every case of a choice is met.
fn walk_all<'a>(values: impl Iterator<Item = &'a Value>, path: &str, paths: &mut Vec<(String, String)>) {
    let mut found = Vec::new();
    values.for_each(|value| walk(value, path, &mut found));
    found.sort_by(|one, two| one.0.cmp(&two.0));
    found.dedup_by(|one, two| one.0 == two.0);
    paths.extend(found);
}

fn members_in_words(members: &Map<String, Value>) -> String {
    let names: Vec<_> = members.keys().take(MOST_NAMED).map(|key| write_path(std::slice::from_ref(key))).collect();
    let more = if members.len() > MOST_NAMED { ", ..." } else { "" };
    format!("{} members: {}{more}", members.len(), names.join(", "))
}

fn join(path: &str, step: &str) -> String {
    if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") }
}

/// Whether a table is one of many like members, and not a record of named fields.
fn is_folded(members: &Map<String, Value>) -> bool {
    if members.len() < LEAST_FOLDED || !all_alike(members.values()) {
        return false;
    }
    let is_field = |key: &String| key.starts_with(|c: char| c.is_ascii_lowercase()) && !key.contains([' ', '-']);
    members.values().all(Value::is_object) || members.len() > MOST_FIELDS || !members.keys().all(is_field)
}

fn all_alike<'a>(values: impl Iterator<Item = &'a Value>) -> bool {
    let mut shapes = values.map(shape);
    let Some(first) = shapes.next() else { return true };
    shapes.all(|shape| shape == first)
}

/// Kind of value, and the names of a table's members.
fn shape(value: &Value) -> (u8, Vec<&String>) {
    match value {
        Value::Object(members) => (0, members.keys().collect()),
        Value::Array(_) => (1, Vec::new()),
        _ => (2, Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn state() -> Value {
        json!({ "turn": 3, "leaders": { "Van Dorn": { "place": "3210" }, "Lee": { "place": null } }, "row": [4, 5] })
    }

    #[test]
    fn a_path_names_a_value() {
        let state = state();
        assert_eq!(get_path(&state, "leaders.\"Van Dorn\".place"), Some(&json!("3210")));
        assert_eq!(get_path(&state, "leaders.Van Dorn.place"), Some(&json!("3210")));
        assert_eq!(get_path(&state, "row.1"), Some(&json!(5)));
        assert_eq!(get_path(&state, "row.2"), None);
        assert_eq!(get_path(&state, "turn.x"), None);
    }

    #[test]
    fn setting_changes_that_value_and_no_other() {
        let edited = set_path(&state(), "leaders.Lee.place", json!("4910")).unwrap();
        assert_eq!(get_path(&edited, "leaders.Lee.place"), Some(&json!("4910")));
        assert_eq!(set_path(&edited, "leaders.Lee.place", Value::Null).unwrap(), state());
    }

    #[test]
    fn a_new_member_and_the_end_of_a_list_can_be_set() {
        let edited = set_path(&state(), "leaders.Hood", json!({})).unwrap();
        assert_eq!(get_path(&edited, "leaders.Hood"), Some(&json!({})));
        assert_eq!(set_path(&state(), "row.2", json!(6)).unwrap()["row"], json!([4, 5, 6]));
        assert!(set_path(&state(), "row.4", json!(6)).is_err());
    }

    #[test]
    fn a_wrong_step_is_answered_with_the_right_one() {
        let refusal = set_path(&state(), "laeders.Lee.place", json!(1)).unwrap_err();
        assert_eq!(refusal, "The state has no \"laeders\". Did you mean \"leaders\"? There are: leaders, row, turn.");
        assert_eq!(
            set_path(&state(), "turn.part", json!(1)).unwrap_err(),
            "turn has no parts, so there is no \"part\" in it."
        );
    }

    #[test]
    fn a_broken_path_is_refused_with_the_reason() {
        for (path, word) in [("", "empty"), ("a..b", "empty"), ("a.\"b", "closed"), ("\"a\"b", "dot")] {
            assert!(parse_path(path).unwrap_err().contains(word), "{path}");
        }
    }

    #[test]
    fn a_written_path_reads_back() {
        let steps = ["cities".to_owned(), "St. Louis".to_owned(), "0".to_owned()];
        assert_eq!(write_path(&steps), "cities.\"St. Louis\".0");
        assert_eq!(parse_path(&write_path(&steps)).unwrap(), steps);
    }

    #[test]
    fn a_bare_word_is_a_text_and_everything_else_is_json() {
        assert_eq!(parse_value(" 12 "), json!(12));
        assert_eq!(parse_value("null"), Value::Null);
        assert_eq!(parse_value("Van Dorn"), json!("Van Dorn"));
        assert_eq!(parse_value("[\"a\", 1]"), json!(["a", 1]));
    }

    #[test]
    fn many_like_members_are_listed_once() {
        let force = json!({ "sp": 3 });
        let purse = json!({ "cp": 1, "pp": 2, "cp_spent": 0, "pp_spent": 0 });
        let state = json!({
            "forces": { "4910": force, "1720": force, "1234": force, "2345": force },
            "purse": purse,
            "row": [1, 2]
        });
        let paths: Vec<_> = list_paths(&state).into_iter().map(|(path, _)| path).collect();
        assert_eq!(
            paths,
            [
                "forces.<key>",
                "forces.<key>.sp",
                "purse.cp",
                "purse.cp_spent",
                "purse.pp",
                "purse.pp_spent",
                "row.<n>",
                "row.<n>"
            ]
        );
    }
}
