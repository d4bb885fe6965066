//! Which game a letter is about. Never guessed between two, and never another one than the letter names.

use base::game::GameId;
use base::order::{Command, Request, read_command, read_letter};
use mail::Letter;

use crate::files::desk::Desk;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::proof::named::{game_of_others, games_named};

/// What mail servers, their gateways and people put into brackets in a subject who mean no game.
const MARKS_OF_NO_GAME: &[&str] = &[
    "order",
    "orders",
    "move",
    "moves",
    "vote",
    "votes",
    "update",
    "important",
    "urgent",
    "pbem",
    "judge",
    "fwd",
    "external-sender",
    "external-email",
    "extern-e-mail",
    "external",
    "extern",
    "ext",
    "spam",
    "suspected-spam",
    "bulk",
    "junk",
    "caution",
    "warning",
    "secure",
    "encrypted",
    "signed",
];

fn is_of_no_game(desk: &Desk<'_>, mark: &GameId) -> bool {
    let mark = mark.as_str();
    desk.house.shelf.books().contains(&mark)
        || MARKS_OF_NO_GAME.contains(&mark)
        || mark.bytes().all(|sign| sign.is_ascii_digit())
}

/// What a letter says of its game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// This one, which is the writer's.
    Game(GameId),
    /// One that is not the writer's, or is none: by its name.
    NotHis(GameId),
    /// More than one of the writer's games at once.
    Several(Vec<GameId>),
    /// Nothing, and the writer has none or several.
    Nothing,
}

/// The game named in the subject or the words, else that of the letter it answers, else the writer's only one.
pub fn about(desk: &Desk<'_>, letter: &Letter) -> About {
    let is_his = |id: &GameId| desk.writer_games.contains(id);
    let marks = tags(&letter.subject);
    let marked: Vec<GameId> = marks.iter().filter(|id| is_his(id)).cloned().collect();
    if let Some(other) = marks.into_iter().find(|id| !is_his(id) && !is_of_no_game(desk, id))
        && marked.is_empty()
    {
        return About::NotHis(other);
    }
    if let Some(new) = game_made(letter).filter(|new| marked.is_empty() && !is_his(new)) {
        return About::NotHis(new);
    }
    let answered = answered(desk, letter);
    let mut named = marked;
    // Who is in one game alone can mean no other.
    if desk.writer_games.len() > 1 {
        let in_words = games_named(&desk.writer_games, letter);
        if named.is_empty() && !in_words.is_empty() {
            named.extend(answered.clone().filter(is_his));
        }
        named.extend(in_words);
    }
    if let Some(other) = game_of_others(&desk.writer_games, letter) {
        return About::NotHis(other);
    }
    named.sort();
    named.dedup();
    match (named.pop(), named.is_empty()) {
        (Some(one), true) => return About::Game(one),
        (Some(last), false) => {
            named.push(last);
            return About::Several(named);
        }
        (None, _) => {}
    }
    match (answered, &desk.writer_games[..]) {
        (Some(id), _) if is_his(&id) => About::Game(id),
        (Some(id), _) => About::NotHis(id),
        (None, [only]) => About::Game(only.clone()),
        (None, _) => About::Nothing,
    }
}

/// The names in square brackets in a subject: `Re: [cw1] orders`.
fn tags(subject: &str) -> Vec<GameId> {
    subject.split('[').skip(1).filter_map(|rest| GameId::parse(rest.split_once(']')?.0)).collect()
}

/// The game of the letter that is answered: the one replied to first, then the nearest of its thread.
fn answered(desk: &Desk<'_>, letter: &Letter) -> Option<GameId> {
    let ids = letter.in_reply_to.iter().chain(letter.references.iter().rev());
    let mut sent = ids.filter_map(|id| desk.sent.iter().find(|sent| sent.message_id == *id));
    sent.find_map(|sent| sent.game.clone())
}

/// What the writer must be told when his letter names a game that is not his, or two that are. His own games alone are
/// listed, and the words are the same whether there is such a game or not.
pub fn misnamed(desk: &Desk<'_>, letter: &Letter) -> Option<String> {
    let own: Vec<String> = desk.writer_games.iter().map(|game| format!("[{game}]")).collect();
    let own = match own.len() {
        0 => "You are in no game.".to_owned(),
        1 => format!("Your game is {}.", own[0]),
        _ => format!("Your games are {}.", own.join(", ")),
    };
    let sentence = match about(desk, letter) {
        About::NotHis(named) if names_it_itself(letter, &named) => return None,
        About::NotHis(named) => format!("Your letter is about [{named}], and you are in no game of this name."),
        About::Several(_) => "Your letter names more than one of your games.".to_owned(),
        About::Game(_) | About::Nothing => return None,
    };
    Some(format!("{sentence} What it asks of a game was not done. {own} Name the one you mean in the subject."))
}

/// The game that a letter makes.
fn game_made(letter: &Letter) -> Option<GameId> {
    const CREATE: &str = "create";
    let begins =
        |line: &&String| line.trim_start().get(..CREATE.len()).is_some_and(|word| word.eq_ignore_ascii_case(CREATE));
    letter.text.lines.iter().filter(begins).find_map(|line| match read_command(line) {
        Some(Ok(Command::Create { game, .. })) => Some(game),
        _ => None,
    })
}

/// Whether a letter makes the game it names, or asks for a seat in it.
fn names_it_itself(letter: &Letter, named: &GameId) -> bool {
    read_letter(&letter.text.lines, |_| false).iter().any(|request| match request {
        Request::Command(_, Command::Create { game, .. } | Command::Signon { game, .. }) => game == named,
        _ => false,
    })
}

/// A game the desk must have on it.
pub fn want_game(desk: &Desk<'_>, id: &GameId) -> Result<Option<GameRecord>, Stop> {
    Ok(desk.files.game(id)?)
}

/// The game a letter is about: named in its subject, else that of the letter it answers, else the writer's only one.
pub fn route(desk: &Desk<'_>, letter: &Letter) -> Result<Option<GameRecord>, Stop> {
    match about(desk, letter) {
        About::Game(id) => want_game(desk, &id),
        About::NotHis(_) | About::Several(_) | About::Nothing => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_brackets_are_read_one_by_one() {
        let names = |subject: &str| tags(subject).iter().map(GameId::to_string).collect::<Vec<_>>();
        assert_eq!(names("[EXTERNAL] Re: [cw1] orders"), ["external", "cw1"]);
        assert_eq!(names("Re: orders [not closed"), [""; 0]);
        assert_eq!(names("[a b] [x/y] []"), [""; 0]);
    }
}
