//! How the states of earlier versions of this book become those of the next. Knows their JSON, not the present types.

use serde_json::{Value, json};

/// Brings a state up from this version to the next.
pub fn migrate(version: u32, mut state: Value) -> Result<Value, String> {
    match version {
        1 => count_demoralised(&mut state)?,
        _ => return Err(format!("there was no version {version}")),
    }
    Ok(state)
}

/// In version 1 a force was demoralised as a whole; since then each of its points is for itself (D16).
fn count_demoralised(state: &mut Value) -> Result<(), String> {
    let stacks = state.get_mut("stacks").and_then(Value::as_object_mut).ok_or("it has no stacks")?;
    for (hex, stack) in stacks {
        let stack = stack.as_object_mut().ok_or_else(|| format!("the stack in {hex} is none"))?;
        let is_demoralised = stack.remove("is_demoralised").is_some_and(|value| value == json!(true));
        let demoralised = if is_demoralised { stack["sp"].clone() } else { json!(0) };
        stack.insert("demoralised".to_owned(), demoralised);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d16_of_a_force_that_was_demoralised_every_point_is() {
        let old = json!({ "turn": 3, "stacks": {
            "4909": { "side": "csa", "sp": 4, "is_demoralised": true, "is_entrenched": false, "army": null },
            "4913": { "side": "csa", "sp": 2, "is_demoralised": false, "is_entrenched": true, "army": null },
            "5009": { "side": "usa", "sp": 3 },
        } });
        let new = json!({ "turn": 3, "stacks": {
            "4909": { "side": "csa", "sp": 4, "demoralised": 4, "is_entrenched": false, "army": null },
            "4913": { "side": "csa", "sp": 2, "demoralised": 0, "is_entrenched": true, "army": null },
            "5009": { "side": "usa", "sp": 3, "demoralised": 0 },
        } });
        assert_eq!(migrate(1, old), Ok(new));
    }

    #[test]
    fn what_is_no_state_of_the_first_version_is_not_brought_up() {
        assert_eq!(migrate(1, json!({ "turn": 3 })), Err("it has no stacks".to_owned()));
        assert_eq!(migrate(0, json!({})), Err("there was no version 0".to_owned()));
    }
}
