//! What stands beside a word that confirms. The word does what cannot be taken back, so it counts in a letter that says nothing else: who
//! writes more may mean something else, in words that nobody can list.

use base::game::Player;
use base::order::{Command, Line, Request};
use mail::Letter;

use crate::files::desk::Desk;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::proof::broken::answered_lines;
use crate::proof::matter::requests_of;
use crate::proof::reply::denied_in_what_was_left_out;
use crate::said::consent::{adds_nothing, denies};
use crate::said::offers::above_our_offer;

/// The first words of a letter that are no command, no order of its game, no courtesy and none of ours come back, or that deny below a
/// signature.
pub fn talk_beside(
    desk: &Desk<'_>,
    letter: &Letter,
    writer: &Player,
    game: Option<&GameRecord>,
) -> Result<Option<String>, Stop> {
    if let Some(words) = denied_in_what_was_left_out(letter) {
        return Ok(Some(words.to_owned()));
    }
    let requests = requests_of(letter, game);
    let is_order = |line: &Line| game.is_some_and(|game| game.reads_as_whole_order(&line.text));
    let talk = requests.iter().filter_map(|request| match request {
        // "Wait" is a command and a word.
        Request::Command(line, Command::Wait) => Some(line).filter(|line| line.text.chars().any(char::is_lowercase)),
        Request::Command(line, _) => Some(line).filter(|line| denies(&line.text)),
        Request::Broken(line, _) | Request::Order(line) | Request::BelowPress(line) => Some(line),
    });
    let above = above_our_offer(&letter.text.lines);
    let said = talk.filter(|line| line.number <= above && !adds_nothing(&line.text, writer) && !is_order(line));
    let mut said = said.peekable();
    if said.peek().is_none() {
        return Ok(None);
    }
    let ours = answered_lines(desk, writer, letter)?.join(" ");
    Ok(said.find(|line| !ours.contains(&plain(&line.text))).map(|line| line.text.trim().to_owned()))
}

/// A line as our letters have it: its words a blank apart.
fn plain(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
