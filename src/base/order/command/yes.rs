//! `YES 4`: which of our proposals are taken.

use super::Command;
use super::parse::NOT_A_COMMAND;

/// `4`, `4, 6`, `4 and 6 please`: whatever else stands there makes a sentence of it.
pub(super) fn parse_yes(rest: &str) -> Result<Command, String> {
    let rest = rest.trim().trim_end_matches(['.', '!']);
    let words = rest.split([',', ' ', '&']).filter(|word| !word.is_empty());
    let words = words.filter(|word| !["and", "please"].iter().any(|small| small.eq_ignore_ascii_case(word)));
    let number = |word: &str| word.trim_start_matches('#').parse::<u32>().ok().filter(|number| *number > 0);
    let numbers: Option<Vec<u32>> = words.map(number).collect();
    match numbers {
        Some(numbers) if !numbers.is_empty() => Ok(Command::Yes { numbers }),
        _ => Err(NOT_A_COMMAND.to_owned()),
    }
}
