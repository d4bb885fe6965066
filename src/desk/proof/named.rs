//! The games that a letter names in its words, beside the mark in its subject. Knows ids, and no game.

use base::game::GameId;
use base::order::{AsOrder, Request, read_letter};
use mail::Letter;

/// Most words of a head that names a game, and of a line that does without a colon.
const MOST_OF_HEAD: usize = 6;
const MOST_OF_LINE: usize = 3;
/// So short a stem is that of a turn, a window or a pulse as well: "T2", "W3", "PP4".
const SHORTEST_STEM: usize = 3;
/// Words that stand beside the name of a game in a line that says nothing else.
const BESIDE: &[&str] = &["game", "orders", "votes", "for", "in", "my", "our", "the", "here", "are", "re"];

/// Those of `games` that a letter's words name: in a head, in a line that says nothing else, or in its subject.
pub fn games_named(games: &[GameId], letter: &Letter) -> Vec<GameId> {
    let requests = read_letter(&letter.text.lines, |_| AsOrder::No);
    let heads: Vec<&str> = requests
        .iter()
        .filter(|request| matches!(request, Request::Order(_) | Request::Broken(..)))
        .map(|request| head_of(&request.line().text))
        .collect();
    let subject = letter.subject.as_str();
    let is_named = |id: &&GameId| {
        heads.iter().any(|head| names(head, id))
            || has_digit(id.as_str()) && tokens_of(subject).any(|word| id_is(id, word))
    };
    games.iter().filter(is_named).cloned().collect()
}

/// A game that a head names as those of its writer are named, and that is none of them: "war2:" where he is in "war".
pub fn game_of_others(games: &[GameId], letter: &Letter) -> Option<GameId> {
    let requests = read_letter(&letter.text.lines, |_| AsOrder::No);
    let lines = requests.iter().filter(|request| matches!(request, Request::Order(_) | Request::Broken(..)));
    let tokens = lines.flat_map(|request| tokens_of(head_of(&request.line().text))).filter(|word| has_digit(word));
    let mut named = tokens.filter_map(GameId::parse).filter(|named| !games.contains(named));
    named.find(|named| games.iter().any(|own| are_of_one_family(own, named)))
}

/// Whether two names are alike but for the number at their end.
fn are_of_one_family(own: &GameId, named: &GameId) -> bool {
    let stem = stem_of(named.as_str());
    stem.len() >= SHORTEST_STEM && stem_of(own.as_str()) == stem
}

/// A name without the number at its end: "war" of "war2".
fn stem_of(name: &str) -> &str {
    name.trim_end_matches(|sign: char| sign.is_ascii_digit())
}

/// Whether a line says of which game its letter is, and nothing else: "[war]", "Game: war".
pub fn is_name_of(line: &str, id: &GameId) -> bool {
    let mut is_there = false;
    tokens_of(line).all(|word| {
        is_there |= id_is(id, word);
        id_is(id, word) || BESIDE.contains(&word.to_lowercase().as_str())
    }) && is_there
}

/// What of a line may name a game: what stands before its colon, all of a short one, nothing of others.
fn head_of(line: &str) -> &str {
    let line = line.trim_start_matches(|sign: char| sign.is_whitespace() || "*#-_>".contains(sign));
    // "Game: war2"
    let is_field = |head: &str| head.trim().eq_ignore_ascii_case("game");
    let (head, most) = match line.split_once(':') {
        Some((head, _)) if !is_field(head) => (head, MOST_OF_HEAD),
        _ if line.starts_with('[') => (line.split_inclusive(']').next().unwrap_or_default(), MOST_OF_HEAD),
        _ => (line, MOST_OF_LINE),
    };
    if tokens_of(head).count() <= most { head } else { "" }
}

/// Whether a head names a game. A word without a figure may be any word, unless it stands in brackets or behind "game".
fn names(head: &str, id: &GameId) -> bool {
    let is_marked = head.split('[').skip(1).any(|rest| rest.split(']').next().is_some_and(|word| id_is(id, word)));
    let words: Vec<&str> = tokens_of(head).collect();
    let is_behind_game = words.windows(2).any(|two| two[0].eq_ignore_ascii_case("game") && id_is(id, two[1]));
    is_marked || is_behind_game || has_digit(id.as_str()) && words.iter().any(|word| id_is(id, word))
}

fn id_is(id: &GameId, word: &str) -> bool {
    id.as_str().eq_ignore_ascii_case(word.trim())
}

fn has_digit(text: &str) -> bool {
    text.contains(|sign: char| sign.is_ascii_digit())
}

/// The words of a text, as names are made of them.
fn tokens_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphanumeric() && sign != '-' && sign != '_').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> GameId {
        GameId::parse(name).unwrap()
    }

    #[test]
    fn a_head_names_a_game_and_other_words_do_not() {
        for line in [
            "war2:",
            "War2 orders:",
            "[war2]",
            "[war2]: vote 1 aye",
            "[war2] vote 1 aye",
            "For war2:",
            "*For game war2:*",
            "Game: war2",
            "game war2",
            "war2",
            "My orders for war2: vote 1 aye",
        ] {
            assert!(names(head_of(line), &id("war2")), "{line}");
        }
        for line in ["war 2:", "[war]", "vote 2 aye in war2 if you can, please", "Orders:", "", "war21: hold"] {
            assert!(!names(head_of(line), &id("war2")), "{line}");
        }
        assert!(names(head_of("Game war:"), &id("war")));
        for line in ["War orders:", "For the war:", "war", "War: build IN in Boston"] {
            assert!(!names(head_of(line), &id("war")), "{line}");
        }
    }

    #[test]
    fn games_of_one_family_are_told_by_their_stem() {
        assert!(are_of_one_family(&id("war"), &id("war2")) && are_of_one_family(&id("war3"), &id("war2")));
        for (own, named) in [("t1", "t2"), ("war", "cwar2"), ("pp1", "pp2")] {
            assert!(!are_of_one_family(&id(own), &id(named)), "{own} {named}");
        }
    }

    #[test]
    fn a_line_that_names_its_own_game_says_nothing_else() {
        for line in ["[war]", "Game: war", "Game war", "Orders for war:", "WAR"] {
            assert!(is_name_of(line, &id("war")), "{line}");
        }
        for line in ["[war2]", "war is hell", "Game:", "not in war"] {
            assert!(!is_name_of(line, &id("war")), "{line}");
        }
    }
}
