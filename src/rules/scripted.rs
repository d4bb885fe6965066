//! How scripted players open and close their letters.

const GREETINGS: [&str; 5] = ["", "", "Dear judge,", "Good evening,", "Orders as follows."];
const FAREWELLS: [&str; 5] = ["", "", "Thanks,", "Best wishes", "Cheers"];

/// The text of a letter with these lines; `throw` is a whim from 1 to so many.
pub fn letter_of(mut lines: Vec<String>, mut throw: impl FnMut(usize) -> usize) -> String {
    let mut pick = |words: [&'static str; 5]| words[(throw(words.len()) - 1).min(words.len() - 1)];
    let (greeting, farewell) = (pick(GREETINGS), pick(FAREWELLS));
    if !greeting.is_empty() {
        lines.insert(0, format!("{greeting}\n"));
    }
    if !farewell.is_empty() {
        lines.push(format!("\n{farewell}"));
    }
    lines.join("\n")
}
