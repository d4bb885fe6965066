//! What a line is below the head above it: as it stands, with the head, or held back. Knows one line and its head.

use base::order::{LineStatus, Remark};

use crate::heading::{Heading, Reach, names_only};
use crate::lines::{Clerk, Course};
use crate::outcome::Reading;
use crate::units::unlisted;
use crate::words::words_of;

impl<T, B, R, C> Clerk<'_, B, R, C>
where
    T: Reading,
    B: Fn(&str) -> bool,
    R: Fn(&mut C, &str) -> Result<T, Remark>,
    C: Course,
{
    /// What a line is below a head.
    pub(crate) fn governed(&mut self, head: &Heading, text: &str, alone: Result<T, Remark>) -> Result<T, Remark> {
        let is_of_another_turn = self.course.is_of_another_turn(&head.words);
        if head.reach == Reach::Plain && !is_of_another_turn
            || matches!(&alone, Err(remark) if remark.status == LineStatus::Chatter) && !self.is_part(head, text)
        {
            return alone;
        }
        if head.reach == Reach::Part {
            let said =
                [Some(head.with(text)), Some(format!("{} {}", head.words, unlisted(text))), head.with_last(text)];
            for text in said.into_iter().flatten() {
                match self.trying(|clerk| clerk.read_stretch(&text)) {
                    Ok(reading) if reading.is_whole() && !reading.words().is_empty() => return Ok(reading.unplaced()),
                    // It points into the head and the line together.
                    Err(remark) if remark.status == LineStatus::Refused => return Err(Remark { span: None, ..remark }),
                    _ => {}
                }
            }
        }
        // "On bill 7" above "vote 7 aye": what the line says again.
        let is_of_line = |word: &str| words_of(text).iter().any(|other| other.word == word);
        let is_known = |word: &str| {
            self.course.is_word_of_open_phase(word) || self.course.is_word_of_writer(word) || is_of_line(word)
        };
        let is_for_now = names_only(&self.course.without_open_phase(&head.words), is_known);
        if head.reach == Reach::Part && !is_of_another_turn && (head.names_a_part() || head.is_polite() || is_for_now) {
            return alone;
        }
        match alone {
            Ok(reading) if reading.words().is_empty() => Ok(reading),
            Ok(_) if is_of_another_turn => Err(head.is_not_open()),
            Ok(_) => Err(head.holds_back()),
            Err(remark) => Err(remark),
        }
    }

    /// Whether a line is an order only together with its head.
    fn is_part(&mut self, head: &Heading, text: &str) -> bool {
        let text = format!("{} {}", head.words, unlisted(text));
        head.reach == Reach::Part && self.trying(|clerk| clerk.read_stretch(&text)).is_ok()
    }
}
