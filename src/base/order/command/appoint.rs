//! The ways people put it that players of a side change their seats. Form only: who they are is for the desk to say.

use super::Command;
use super::parse::{person, strip_words};

/// Words for what is exchanged, as they stand behind "exchange".
const SEATS: &[&str] = &["theatres", "theaters", "seats", "commands", "places"];

/// `APPOINT player AS seat`.
pub(super) fn parse_appoint(rest: &str) -> Result<Command, String> {
    let what = "a player and a seat: APPOINT Bob AS usa-east";
    let at = rest.to_ascii_lowercase().rfind(" as ").ok_or(what)?;
    Ok(Command::Appoint { player: person(&rest[..at])?, seat: bare_seat(&rest[at + 4..]).to_owned() })
}

/// "Ann and Bob exchange theatres.", "Bob takes the East from now on", "I relieve the West commander, Carl will play the West".
pub(super) fn read_freely(line: &str) -> Option<Command> {
    let line = line.trim().trim_end_matches(['.', '!']);
    exchange(line).or_else(|| takes(line)).or_else(|| relief(line))
}

fn exchange(line: &str) -> Option<Command> {
    let mut words = line.split_whitespace();
    let mut next = || words.next();
    let (one, and, other, verb, what) = (next()?, next()?, next()?, next()?, next()?);
    if next().is_some() {
        return None;
    }
    let is_exchange = and.eq_ignore_ascii_case("and")
        && ["exchange", "swap", "switch"].iter().any(|word| verb.eq_ignore_ascii_case(word))
        && SEATS.iter().any(|word| what.eq_ignore_ascii_case(word));
    is_exchange.then(|| Command::ExchangeSeats { one: one.to_owned(), other: other.to_owned() })
}

fn takes(line: &str) -> Option<Command> {
    let (who, rest) = line.split_once(' ')?;
    let rest = ["takes over", "takes"].iter().find_map(|verb| strip_words(rest, verb))?;
    let place = strip_words(rest, "the").unwrap_or(rest);
    let at = place.to_ascii_lowercase().find(" from now on")?;
    Some(Command::Appoint { player: who.to_owned(), seat: bare_seat(&place[..at]).to_owned() })
}

fn relief(line: &str) -> Option<Command> {
    let rest = strip_words(line, "I relieve").or_else(|| strip_words(line, "we relieve"))?;
    let (_, rest) = rest.split_once(',')?;
    let (who, rest) = rest.trim().split_once(' ')?;
    let place = ["will play", "will take", "takes", "plays"].iter().find_map(|verb| strip_words(rest, verb))?;
    Some(Command::Appoint { player: who.to_owned(), seat: bare_seat(place).to_owned() })
}

/// A seat's name without article and office: "the East theatre".
fn bare_seat(words: &str) -> &str {
    let words = words.trim().trim_end_matches('.');
    let words = strip_words(words, "the").unwrap_or(words);
    words.split_whitespace().next().unwrap_or(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn appointed(player: &str, seat: &str) -> Option<Command> {
        Some(Command::Appoint { player: player.to_owned(), seat: seat.to_owned() })
    }

    #[test]
    fn c3_4_players_change_seats_in_everyday_words() {
        let swapped = Command::ExchangeSeats { one: "Ann".to_owned(), other: "Bob".to_owned() };
        assert_eq!(read_freely("Ann and Bob exchange theatres."), Some(swapped));
        assert_eq!(read_freely("Bob takes the East from now on"), appointed("Bob", "East"));
        assert_eq!(read_freely("I relieve the West commander, Carl will play the West"), appointed("Carl", "West"));
        assert_eq!(parse_appoint("Bob AS usa-east").ok(), appointed("Bob", "usa-east"));
    }

    #[test]
    fn c3_4_other_sentences_are_left_alone() {
        for line in ["Lee takes Richmond", "Ann and Bob exchange letters", "I relieve Grant", "PP 1: rest"] {
            assert_eq!(read_freely(line), None, "{line}");
        }
    }
}
