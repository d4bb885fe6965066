//! Reads a stretch of text: as one order, as several, with or without its courtesies. Knows no line beside it.

use base::order::{LineStatus, Remark, Span};

use crate::account::left_over;
use crate::courtesy::{is_courtesy, without_courtesy, without_emoji};
use crate::lines::{Clerk, Course};
use crate::lookalike::{as_seen, disguise};
use crate::mood::{Mood, signs_of};
use crate::outcome::{Reading, is_done, is_head, is_order, is_talk, rank};
use crate::slip::small_number;
use crate::taken_back::{Place, speaks_of, takes_back};
use crate::units::{cuts, sentences};
use crate::words::{Word, words_of};

/// Most orders in one stretch.
const MOST_ORDERS: usize = 12;
/// A longer stretch is nobody's order.
const LONGEST: usize = 2_000;
/// Most words of a sentence that says something of the one beside it without a word of mood: "Banks too."
const MOST_TERSE: usize = 5;
/// Most words of a sentence whose mood is not that of a story.
const MOST_BEARING: usize = 9;

impl<T, B, R, C> Clerk<'_, B, R, C>
where
    T: Reading,
    B: Fn(&str) -> bool,
    R: Fn(&mut C, &str) -> Result<T, Remark>,
    C: Course,
{
    /// Reads a stretch of text as one order or several, as it stands or without its courtesies.
    pub(crate) fn read_stretch(&mut self, text: &str) -> Result<T, Remark> {
        let text = &*without_emoji(text);
        let as_typed = self.read_plainly(text);
        if text.len() > LONGEST || is_order(&as_typed) && is_done(&as_typed) || is_head(&as_typed) {
            return as_typed;
        }
        let plain = without_courtesy(text);
        let best = match plain.as_deref().map(|plain| self.read_plainly(plain)) {
            Some(outcome) if is_better(&outcome, &as_typed) => outcome,
            _ => as_typed,
        };
        let best = match best {
            Ok(reading) if reading.is_whole() => Ok(reading),
            Err(remark) if remark.status == LineStatus::Chatter => Err(remark),
            other => self.read_parts(plain.as_deref().unwrap_or(text)).or_else(|why| why.map_or(other, Err)),
        };
        held(text, best, &self.begins)
    }

    /// Reads a stretch and holds it against what was typed.
    fn read_plainly(&mut self, text: &str) -> Result<T, Remark> {
        let reading = (self.read)(self.course, text)?;
        if takes_out(text) {
            return Err(Remark::chatter());
        }
        match left_over(text, &reading.words(), &reading.told()).filter(|_| !reading.words().is_empty()) {
            Some(remark) => Err(remark),
            None => Ok(reading),
        }
    }

    /// Reads a stretch as several orders: all of them, or its sentences as far as they are orders.
    fn read_parts(&mut self, text: &str) -> Result<T, Option<Remark>> {
        self.read_cut(text).map_or_else(|| self.read_sentences(text), Ok)
    }

    /// Reads a stretch as several orders, each whole.
    fn read_cut(&mut self, text: &str) -> Option<T> {
        let cuts = cuts(text, &self.begins);
        if cuts.is_empty() || cuts.len() > MOST_ORDERS {
            return None;
        }
        let starts: Vec<usize> = std::iter::once(0).chain(cuts.iter().map(|(_, next)| *next)).collect();
        let ends: Vec<usize> = cuts.iter().map(|(end, _)| *end).chain([text.len()]).collect();
        let mut whole: Option<T> = None;
        let mut from = 0;
        while from < starts.len() {
            let (reading, last) =
                (from..ends.len()).rev().filter(|last| from > 0 || *last + 1 < ends.len()).find_map(|last| {
                    let part = &text[starts[from]..ends[last]];
                    let reading = self.read_part(part)?;
                    Some((reading.moved(starts[from]), last))
                })?;
            // "Buy 5 infantry and 2 for Austria": what is counted was said before, and is no money.
            let is_another = |before: &T| verb_of(before) != verb_of(&reading);
            if counts_what_was_said(&text[starts[from]..]) && whole.as_ref().is_some_and(is_another) {
                return None;
            }
            whole = Some(match whole {
                Some(before) => before.and(reading),
                None => reading,
            });
            from = last + 1;
        }
        whole
    }

    /// A stretch that is a whole order alone, with or without its courtesies.
    fn read_part(&mut self, text: &str) -> Option<T> {
        let is_whole = |reading: &T| reading.is_whole() && !reading.words().is_empty();
        if let Some(reading) = self.read_plainly(text).ok().filter(is_whole) {
            return Some(reading);
        }
        self.read_plainly(&without_courtesy(text)?).ok().filter(is_whole)
    }

    /// Reads sentence by sentence: those that are orders stand, and it is said which of the others is not understood. One
    /// that may say something of the orders beside it leaves nothing standing, and is what comes back.
    fn read_sentences(&mut self, text: &str) -> Result<T, Option<Remark>> {
        let parts = sentences(text);
        if parts.len() < 2 {
            return Err(None);
        }
        let mut whole: Option<T> = None;
        let mut unread: Vec<Span> = Vec::new();
        for (from, to) in parts {
            let part = &text[from..to];
            match self.read_part(part).or_else(|| self.read_cut(part)).map(|reading| reading.moved(from)) {
                Some(reading) => {
                    whole = Some(match whole {
                        Some(before) => before.and(reading),
                        None => reading,
                    });
                }
                None => unread.push(trimmed(text, from, to)),
            }
        }
        let whole = whole.ok_or(None)?;
        if let Some(span) = unread.iter().find(|span| self.may_bear_on(&whole, &text[span.start..span.end])) {
            return Err(Some(beside_an_order(&text[span.start..span.end]).at(span.start, span.end)));
        }
        Ok(unread.into_iter().fold(whole, |whole, span| match self.unread(&text[span.start..span.end]) {
            Some(remark) => whole.with(remark.at(span.start, span.end)),
            None => whole,
        }))
    }

    /// What is said of a sentence beside an order that was read without it; nothing of a greeting.
    fn unread(&mut self, part: &str) -> Option<Remark> {
        if self.is_meant(part) {
            return Some(Remark::incomplete(format!("{part:?} is not understood; the rest was read without it.")));
        }
        let is_greeting = is_courtesy(part) && words_of(part).len() <= MOST_TERSE;
        (!is_greeting).then(|| Remark::notice(format!("Of {part:?} nothing was taken as an order.")))
    }

    /// Whether a sentence that is no order may change what the orders beside it say: by its mood, as a line below them would, or for
    /// it is too short to be a story.
    fn may_bear_on(&mut self, orders: &T, text: &str) -> bool {
        let words = words_of(text);
        if words.is_empty() {
            return false;
        }
        let is_talk = !self.is_meant(text);
        let place = Place { is_below: true, is_near: true, is_talk, begins: (self.begins)(text) };
        if takes_back(text, place).is_some() || orders.words().iter().any(|order| speaks_of(order, text)) {
            return true;
        }
        let moods: Vec<Mood> = signs_of(text, &words).into_iter().map(|sign| sign.mood).collect();
        let is_terse = words.len() <= MOST_TERSE && !is_courtesy(text);
        is_terse
            || is_fragment(&words)
            || !is_talk && points_back(&words)
            || moods.contains(&Mood::Correction)
            || !moods.is_empty() && (words.len() <= MOST_BEARING || !is_talk)
    }

    /// Whether a sentence that is not understood was more than talk.
    fn is_meant(&mut self, text: &str) -> bool {
        let is_sum = |word: &Word<'_>| small_number(&word.word).is_some_and(|number| number > 1);
        let has_number = text.contains(|sign: char| sign.is_ascii_digit()) || words_of(text).iter().any(is_sum);
        has_number || !matches!((self.read)(self.course, text), Err(remark) if remark.status == LineStatus::Chatter)
    }
}

/// "One of them rather at Norfolk.": what it says is said of what was ordered.
fn points_back(words: &[Word<'_>]) -> bool {
    const POINTING: &[&str] = &["it", "that", "them", "these", "those", "this"];
    words.len() <= MOST_BEARING && words.iter().any(|word| POINTING.contains(&word.word.as_ref()))
}

/// Whether a sentence is none by itself, but a part of the one beside it that a full stop cut off: "For the June quarter, as agreed."
fn is_fragment(words: &[Word<'_>]) -> bool {
    const BEGINNINGS: &[&str] = &["for", "on", "in", "from", "by", "under", "with", "after", "before", "given", "as"];
    words.len() <= MOST_BEARING && words.first().is_some_and(|first| BEGINNINGS.contains(&first.word.as_ref()))
}

/// Whether a part begins with a number behind which stands no word for what it counts: "2 for Austria", "two at Boston".
fn counts_what_was_said(part: &str) -> bool {
    const BEHIND: &[&str] = &["for", "to", "at", "in", "from", "into"];
    let words = words_of(part);
    let is_number =
        |word: &Word<'_>| word.word.bytes().all(|sign| sign.is_ascii_digit()) || small_number(&word.word).is_some();
    words.first().is_some_and(is_number) && words.get(1).is_some_and(|next| BEHIND.contains(&next.word.as_ref()))
}

/// The verb of the last order of a reading, in canonical words.
fn verb_of<T: Reading>(reading: &T) -> Option<String> {
    let words = reading.words().last().map(|words| words.rsplit(": ").next().unwrap_or(words).to_owned())?;
    words_of(&words).first().map(|word| word.word.to_string())
}

/// "not Britain": takes something out of what stands beside it, whatever else a book may call so.
fn takes_out(text: &str) -> bool {
    let words = words_of(text);
    let is_name = |word: &Word<'_>| text[word.start..].starts_with(char::is_uppercase);
    words.len() == 2 && words[0].word == "not" && is_name(&words[1])
}

/// A stretch without the blanks around it.
fn trimmed(text: &str, from: usize, to: usize) -> Span {
    let start = from + text[from..to].len() - text[from..to].trim_start().len();
    Span { start, end: start + text[start..to].trim_end().len() }
}

/// What is said of a sentence that keeps those beside it from being orders.
fn beside_an_order(sentence: &str) -> Remark {
    Remark::unread(format!(
        "{sentence:?} stands beside an order and is not understood; it may change it, so nothing of this line was taken."
    ))
    .hint("Write an order on a line of its own.")
}

/// A line that letters of another script disguise, and one without an order, come back for that.
fn held<T: Reading>(text: &str, outcome: Result<T, Remark>, begins: &impl Fn(&str) -> bool) -> Result<T, Remark> {
    match outcome {
        Ok(reading) if reading.is_whole() => Ok(reading),
        Ok(reading) => disguise(text).map_or(Ok(reading), Err),
        Err(remark) => Err(undisguised(text, remark, begins)),
    }
}

/// A line is no chatter because letters of another script keep it from being seen as the order it looks like.
fn undisguised(text: &str, remark: Remark, begins: &impl Fn(&str) -> bool) -> Remark {
    if text.is_ascii() || remark.status == LineStatus::Refused {
        return remark;
    }
    if remark.status == LineStatus::Chatter && !begins(&as_seen(text)) {
        return remark;
    }
    disguise(text).unwrap_or(remark)
}

/// Whether what was read without courtesies says more: an order where there was none, or that it is none and no talk.
fn is_better<T: Reading>(outcome: &Result<T, Remark>, before: &Result<T, Remark>) -> bool {
    rank(outcome) > rank(before) || rank(outcome) == rank(before) && is_talk(before) && !is_talk(outcome)
}
