//! Which commands a letter of mere talk comes near to, so that its answer can name them. Knows words, and no meaning.

use super::{COMMANDS, CommandSpec, Giver, nearest_command};

/// Most commands that are named.
const MOST: usize = 3;
/// Most words that are looked at.
const MOST_WORDS: usize = 400;

/// What people write who mean a command.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("cancelled", "CANCEL"),
    ("deadline", "STATUS"),
    ("due", "STATUS"),
    ("file", "SHOW"),
    ("html", "FORMAT"),
    ("leave", "RESIGN"),
    ("leaving", "RESIGN"),
    ("mailbox", "ADDRESS"),
    ("maps", "MAP"),
    ("message", "PRESS"),
    ("nothing", "READY"),
    ("pass", "READY"),
    ("quit", "RESIGN"),
    ("quitting", "RESIGN"),
    ("reports", "REPORT"),
    ("resignation", "RESIGN"),
    ("restored", "RESTORE"),
    ("undo", "RESTORE"),
    ("withdraw", "CANCEL"),
    ("zone", "TIMEZONE"),
];

/// The commands that words of these lines name, or nearly: in the order of the words, a few at most. Only those that a player
/// or, when `is_gm`, a game master may give.
pub fn commands_near<'a>(lines: impl Iterator<Item = &'a str>, is_gm: bool) -> Vec<&'static CommandSpec> {
    let words = lines.flat_map(|line| line.split(|sign: char| !sign.is_alphanumeric()));
    let words: Vec<&str> = words.filter(|word| word.len() > 2).take(MOST_WORDS).collect();
    // Leave is given for many things.
    let leaves = words.iter().any(|word| word.eq_ignore_ascii_case("game"));
    let mut near: Vec<&'static CommandSpec> = Vec::new();
    for word in words.into_iter().filter(|word| leaves || !word.eq_ignore_ascii_case("leave")) {
        let Some(spec) = meant(word).filter(|spec| is_gm || spec.giver == Giver::Player) else { continue };
        if near.iter().all(|other| other.name != spec.name) {
            near.push(spec);
        }
        if near.len() == MOST {
            break;
        }
    }
    near
}

/// Short names of commands are words of every letter; a slip is looked for in long words alone.
fn meant(word: &str) -> Option<&'static CommandSpec> {
    let named = |name: &str| COMMANDS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
    let other = OTHER_WORDS.iter().find(|(other, _)| other.eq_ignore_ascii_case(word));
    match other {
        Some((_, name)) => named(name),
        // One letter from RELEASE, and in every polite letter.
        None if word.eq_ignore_ascii_case("please") => None,
        None if word.len() < 4 && !word.eq_ignore_ascii_case("map") => None,
        None => named(word).or_else(|| nearest_command(word).filter(|_| word.len() >= 6)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(text: &str) -> Vec<&str> {
        commands_near(text.lines(), false).iter().map(|spec| spec.name).collect()
    }

    #[test]
    fn words_of_talk_name_the_commands_they_come_near_to() {
        assert_eq!(near("Dear judge, I should like to resign.\nMay I have the last report?"), ["RESIGN", "REPORT"]);
        assert_eq!(near("could you cancle my orders"), ["CANCEL"]);
        assert_eq!(near("When is the deadline?"), ["STATUS"]);
        assert_eq!(near("Please undo that"), ["RESTORE"]);
    }

    #[test]
    fn talk_that_names_none_is_near_to_none() {
        assert_eq!(near("I am in hospital until the 25th."), [""; 0]);
        assert_eq!(near("Thanks a lot for everything"), [""; 0]);
        assert_eq!(near("No leave for Russia this quarter"), [""; 0]);
        assert_eq!(near("I must leave the game"), ["RESIGN"]);
        // A game master's commands are nobody else's to give.
        assert_eq!(near("please process the turn, I replace Bob"), [""; 0]);
        assert_eq!(commands_near("please process it".lines(), true).first().map(|spec| spec.name), Some("PROCESS"));
    }
}
