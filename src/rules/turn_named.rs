//! The turn that a line begins with, and whether it is the one that is open. Knows words and the title of a phase.

/// Words that may stand before the turn: "My orders for turn 3".
const BEFORE: &[&str] = &["my", "our", "the", "orders", "order", "moves", "for", "of", "in", "on", "here", "are"];

/// The number of the turn that a line begins with, where the title of the open phase tells turns and this is none of them.
pub(super) fn another_turn(title: &str, line: &str) -> Option<u32> {
    let title = title.to_lowercase();
    let words: Vec<&str> = words_of(&title).collect();
    if !words.contains(&"turn") && turn_at(&words, 0).is_none() {
        return None;
    }
    let line = line.get(..line.len().min(LONGEST_LOOKED_AT)).unwrap_or(line).to_lowercase();
    let said: Vec<&str> = words_of(&line).skip_while(|word| BEFORE.contains(word)).take(2).collect();
    let turn = turn_at(&said, 0)?;
    let is_open = (0..words.len()).any(|at| turn_at(&words, at) == Some(turn));
    (!is_open).then_some(turn)
}

/// A turn stands at the beginning of a line, or nowhere.
const LONGEST_LOOKED_AT: usize = 60;

/// "Turn 2", "T2", "T 2" at this word.
fn turn_at(words: &[&str], at: usize) -> Option<u32> {
    let number = |text: &str| Some(text).filter(|text| text.len() < 3)?.parse().ok();
    let word = words.get(at)?;
    match *word {
        "turn" | "t" => number(words.get(at + 1)?),
        _ => number(word.strip_prefix("turn").or_else(|| word.strip_prefix('t'))?),
    }
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_begins_with_another_turn_is_known() {
        let spring = "Turn 2, spring campaign of 1861";
        for line in
            ["Turn 3:", "turn 3 vote 1 aye", "T3: build", "Orders for turn 12:", "# Turn 1", "*My orders for turn 4*"]
        {
            assert!(another_turn(spring, line).is_some(), "{line}");
        }
        for line in ["Turn 2:", "T2: vote 1 aye", "TST 3", "vote 3 aye in turn 3", "turn left", "T3500", "T", ""] {
            assert_eq!(another_turn(spring, line), None, "{line}");
        }
        assert_eq!(another_turn("Build turn before the war", "Turn 2: vote 1 aye"), Some(2));
        assert_eq!(another_turn("T1 TST1", "Turn 2:"), Some(2));
        assert_eq!(another_turn("T1 TST1", "T1 TST2:"), None);
        assert_eq!(another_turn("March 1805 W1 offer", "T2"), None);
    }
}
