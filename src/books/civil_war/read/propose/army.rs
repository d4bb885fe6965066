//! The name of an army as a clause has it.

use super::clause::{Clause, Part};
use crate::order::Place;
use crate::read::write::place_words;
use crate::scenario::Scenario;

/// Words behind which no name of an army goes on.
#[rustfmt::skip]
const ENDS_OF_ARMY: &[&str] = &[
    "under", "with", "at", "in", "is", "to", "by", "led", "commanded", "moves", "marches", "attacks", "goes", "reacts", "on", "for", "and", "as", "from",
];

/// "Army of the Ohio": the words behind, as far as they are written large, or the first that is written small.
pub(super) fn army_of(scenario: &Scenario, clause: &Clause<'_>) -> Option<String> {
    let is = |part: &Part<'_>, words: &[&str]| matches!(part, Part::Word(word) if words.iter().any(|other| word.eq_ignore_ascii_case(other)));
    let words = &clause.words;
    let at = words.windows(2).position(|pair| is(&pair[0], &["army"]) && is(&pair[1], &["of"]))?;
    let mut name = "Army of".to_owned();
    let is_small = matches!(words[at], Part::Word("army"))
        && !words[at + 2..].iter().any(|part| matches!(part, Part::Word(word) if word.starts_with(char::is_uppercase)));
    for part in &words[at + 2..] {
        match part {
            Part::Word(word) if word.eq_ignore_ascii_case("the") => name.push_str(" the"),
            Part::Word(word) if word.starts_with(char::is_uppercase) => {
                name.push(' ');
                name.push_str(word);
            }
            Part::Word(word) if is_small && word.is_ascii() && !is(part, ENDS_OF_ARMY) => {
                name.push(' ');
                name.push_str(&word[..1].to_ascii_uppercase());
                name.push_str(&word[1..]);
            }
            Part::Name(rank) if !clause.names[*rank].places.is_empty() => {
                name.push(' ');
                name.push_str(&place_words(scenario, &Place::Known(clause.names[*rank].places[0])));
            }
            _ => break,
        }
    }
    (name.len() > "Army of the".len()).then_some(name)
}
