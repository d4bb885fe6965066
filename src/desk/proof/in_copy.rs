//! What of a letter counts as its writer's requests that reached us in copy. Whoever carries out a letter asks here, when it comes
//! and when it was held: what was shown to its writer, and what is done, are the same.

use std::borrow::Cow;

use base::game::Player;
use mail::{Letter, Standing};

use crate::files::record::GameRecord;
use crate::proof::burnt::has_other_readers;

/// Whether a letter goes to its writer's own addresses, with us in copy: there is nobody for it to be correspondence with.
pub fn is_to_himself(writer: &Player, letter: &Letter) -> bool {
    letter.standing == Standing::CopyOnly && !letter.to.is_empty() && !has_other_readers(writer, letter)
}

/// A letter with us in copy, as far as it counts all the same: the lines that the book takes even so.
pub fn bound_in_copy(letter: &Letter, about: Option<&GameRecord>) -> Option<Letter> {
    let game = about.filter(|_| letter.standing == Standing::CopyOnly)?;
    let bound = letter_of(letter, |line| game.table.binds_in_copy(line));
    bound.text.lines.iter().any(|line| !line.is_empty()).then_some(bound)
}

/// A letter as far as it counts.
pub fn as_it_counts<'l>(letter: &'l Letter, writer: &Player, about: Option<&GameRecord>) -> Cow<'l, Letter> {
    if letter.standing == Standing::Addressed || is_to_himself(writer, letter) {
        return Cow::Borrowed(letter);
    }
    Cow::Owned(bound_in_copy(letter, about).unwrap_or_else(|| letter_of(letter, |_| false)))
}

/// A letter of which only some typed lines are left, each at its place, so that answers name them by their numbers.
fn letter_of(letter: &Letter, counts: impl Fn(&str) -> bool) -> Letter {
    let mut read = letter.clone();
    read.text.lines.iter_mut().filter(|line| !counts(line)).for_each(String::clear);
    (read.text.html, read.tables) = (None, Vec::new());
    read.text.forms.clear();
    read
}
