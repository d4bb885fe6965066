//! Turns of phrase that several letters share.

use base::game::Roster;
use mail::compose::WIDTH;
use mail::wrap;

/// How rows of the journal begin in which we name people by their keys.
const NAMING: [&str; 8] =
    ["accepted late letter ", "confirmed ", "denied signon ", "letter ", "locked ", "seat ", "signon ", "unlocked "];

/// Whether keys stand in a row. In all others somebody else's words may: a value that was set, an order.
fn names_people(words: &str) -> bool {
    let is_appointment = words.split_once(' ').is_some_and(|(_, rest)| rest.starts_with("is a game master "));
    is_appointment || NAMING.iter().any(|opening| words.starts_with(opening))
}

/// Words of the journal, which has the keys of people, with their names as far as the roster knows them.
pub fn with_names(roster: &Roster, words: &str) -> String {
    if !names_people(words) {
        return words.to_owned();
    }
    let named = |word: &str| -> Option<String> {
        let key = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        let person = roster.players().find(|player| player.id.as_str() == key)?;
        Some(word.replace(key, &person.name))
    };
    words.split(' ').map(|word| named(word).unwrap_or_else(|| word.to_owned())).collect::<Vec<_>>().join(" ")
}

/// Words behind `lead`, in lines within the width of a letter of which the others begin `indent` blanks further in.
pub fn hung(words: &str, lead: &str, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let room = WIDTH.saturating_sub(indent.max(lead.chars().count()));
    format!("{lead}{}", wrap(words, room).replace('\n', &format!("\n{margin}")))
}

/// A span of time in words, rounded to what matters.
pub fn span(seconds: i64) -> String {
    let minutes = (seconds.max(0) + 30) / 60;
    match minutes {
        0..=1 => "a minute".to_owned(),
        2..=119 => format!("{minutes} minutes"),
        120..=2879 => format!("{} hours", (minutes + 30) / 60),
        _ => format!("{} days", (minutes + 720) / 1440),
    }
}

/// A length to the minute: "3 days 19 hours 41 minutes".
pub fn span_to_the_minute(seconds: i64) -> String {
    let minutes = seconds.max(0) / 60;
    let parts = [(minutes / 1440, "day"), (minutes / 60 % 24, "hour"), (minutes % 60, "minute")];
    let named = |(count, unit): (i64, &str)| match count {
        0 => None,
        1 => Some(format!("1 {unit}")),
        count => Some(format!("{count} {unit}s")),
    };
    let named: Vec<String> = parts.into_iter().filter_map(named).collect();
    if named.is_empty() { "less than a minute".to_owned() } else { named.join(" ") }
}

/// What the same is said of, each thing once, in the order in which it was first said.
pub fn together(said: impl IntoIterator<Item = (String, String)>) -> Vec<(String, Vec<String>)> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (words, of) in said {
        match groups.iter_mut().find(|(other, _)| *other == words) {
            Some((_, all)) => all.push(of),
            None => groups.push((words, vec![of])),
        }
    }
    groups
}

/// "A, B and C"
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// "phase 3 (T1 TST1)"
pub fn phase_name(number: u32, title: &str) -> String {
    format!("phase {number} ({title})")
}

/// What an error says, as a sentence of a letter.
pub fn sentence(error: &impl ToString) -> String {
    let words = error.to_string();
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str().trim_end_matches('.'))
}
