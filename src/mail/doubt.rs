//! Lines of a letter that were left out although their writer may have typed them. Knows what left them out; whether they
//! ask anything is for readers of orders to find out.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// What left lines out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// A paragraph above the text that is built like the banner of a company.
    Banner,
    /// A line of dashes.
    Signature,
    /// An element in which mail programs keep a signature.
    SignatureElement,
    /// A paragraph below the text that a company or a list adds.
    Footer,
    /// The line that a telephone or a mail program adds.
    Device,
    /// Lines that are built like the header of another letter.
    Header,
    /// Blanks, as the quote above has them before each of its lines.
    SetIn,
    /// A sign or blanks before each line, as quotes have them, without words above that say whose they are.
    Unannounced,
    /// A quote whose lines a program broke, with no mark before the rests.
    Broken,
    /// The quote of somebody else's letter, marked by blanks or a sign.
    BelowQuote,
}

/// Lines that were left out and may have been typed: their texts, or while they are looked for their places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doubtful<L = String> {
    /// What left them out.
    pub mark: Mark,
    /// The lines that are the mark itself.
    pub head: Vec<L>,
    /// The lines below it that would have been read without it.
    pub below: Vec<L>,
}

impl Doubtful {
    /// The lines among them that ask something. Below what is a header indeed stands another letter, and what that asks is
    /// nothing of the writer's; where a line of the header itself asks something, it is none.
    pub fn asking<'a>(&'a self, asks: impl Fn(&str) -> bool + Copy + 'a) -> impl Iterator<Item = &'a str> {
        let asks = move |line: &str| asks(line) && !(self.mark == Mark::Header && is_subject_of_ours(line));
        let is_another_letter = self.mark == Mark::Header && !self.head.iter().any(|line| asks(line));
        let below = if is_another_letter { &[] } else { &self.below[..] };
        self.head.iter().chain(below).map(String::as_str).filter(move |line| asks(line))
    }
}

/// "Subject: [ew] March 1805 W1 offer played": a subject of ours, by the game in brackets that it begins with, in whatever language the
/// header is. It may hold words of orders and is none.
fn is_subject_of_ours(line: &str) -> bool {
    let Some((_, subject)) = line.split_once(':') else { return false };
    let Some((before, behind)) = subject.split_once('[') else { return false };
    let Some((game, _)) = behind.split_once(']') else { return false };
    let is_answered = before.split_whitespace().all(|word| word.ends_with(':'));
    let is_name = game.chars().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-');
    is_answered && is_name && game.starts_with(|sign: char| sign.is_ascii_lowercase())
}

/// The lines of a text with their quotes marked plainly.
pub(crate) struct Marked<'a> {
    pub lines: Vec<Cow<'a, str>>,
    /// Lines that stand in quotes or beside them, and may have been typed.
    pub doubtful: Vec<(Mark, Vec<usize>)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_of_ours_in_the_header_of_another_letter_asks_nothing() {
        let head =
            |line: &str| Doubtful { mark: Mark::Header, head: vec![line.to_owned()], below: vec!["buy 5".to_owned()] };
        for (line, count) in [
            ("Subject: [ew] March 1805 W1 offer played: Prussia", 0),
            ("Betreff: Re: [ew] March 1805 W1 offer played: Prussia", 0),
            ("Subject: offer played", 2),
            ("Grant: [PP 1-3] offer", 2),
        ] {
            assert_eq!(head(line).asking(|_| true).count(), count, "{line}");
        }
    }
}
