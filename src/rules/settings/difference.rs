//! What two documents differ in.

use serde_json::Value;

use super::naming::path_in_words;
use super::setting::in_words;

/// What two documents differ in: paths in words, with what stands there and what stood there before.
pub fn differences(before: &Value, after: &Value) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    compare(after, (Some(before), Some(after)), &mut Vec::new(), &mut found);
    found
}

fn compare(
    document: &Value,
    values: (Option<&Value>, Option<&Value>),
    way: &mut Vec<String>,
    found: &mut Vec<(String, String, String)>,
) {
    let mut below = |key: String, one: Option<&Value>, other: Option<&Value>| {
        way.push(key);
        compare(document, (one, other), way, found);
        way.pop();
    };
    match values {
        (before, after) if before == after || says_nothing(before) && says_nothing(after) => {}
        (Some(Value::Object(before)), Some(Value::Object(after))) => {
            let gone = before.keys().filter(|key| !after.contains_key(*key));
            let keys: Vec<&String> = after.keys().chain(gone).collect();
            keys.into_iter().for_each(|key| below(key.clone(), before.get(key), after.get(key)));
        }
        (Some(Value::Array(before)), Some(Value::Array(after)))
            if before.len() == after.len() && before.iter().chain(after).all(Value::is_object) =>
        {
            (0..after.len()).for_each(|index| below(index.to_string(), before.get(index), after.get(index)));
        }
        (before, after) => {
            let words = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), in_words);
            found.push((path_in_words(document, way), words(after), words(before)));
        }
    }
}

/// What a file may leave out is the same as what stands there for it.
fn says_nothing(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null | Value::Bool(false)) => true,
        Some(Value::Array(items)) => items.is_empty(),
        Some(Value::Object(members)) => members.is_empty(),
        Some(_) => false,
    }
}
