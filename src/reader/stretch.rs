//! Reads a stretch of text: as one order, as several, with or without its courtesies. Knows no line beside it.

use base::order::{LineStatus, Remark};

use crate::account::left_over;
use crate::courtesy::{without_courtesy, without_emoji};
use crate::lines::{Clerk, Course, Reading, is_done, is_head, is_order, is_talk, rank};
use crate::lookalike::{as_seen, disguise};
use crate::mood::{Mood, signs_of};
use crate::units::{cuts, sentences};
use crate::words::words_of;

/// Most orders in one stretch.
const MOST_ORDERS: usize = 12;
/// A longer stretch is nobody's order.
const LONGEST: usize = 2_000;

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
            other => self.read_parts(plain.as_deref().unwrap_or(text)).map_or(other, Ok),
        };
        held(text, best, &self.begins)
    }

    /// Reads a stretch and holds it against what was typed.
    fn read_plainly(&mut self, text: &str) -> Result<T, Remark> {
        let reading = (self.read)(self.course, text)?;
        match left_over(text, &reading.words(), &reading.told()).filter(|_| !reading.words().is_empty()) {
            Some(remark) => Err(remark),
            None => Ok(reading),
        }
    }

    /// Reads a stretch as several orders: all of them, or its sentences as far as they are orders.
    fn read_parts(&mut self, text: &str) -> Option<T> {
        self.read_cut(text).or_else(|| self.read_sentences(text))
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
    /// that takes back or changes what was said before leaves nothing standing.
    fn read_sentences(&mut self, text: &str) -> Option<T> {
        let parts = sentences(text);
        if parts.len() < 2 {
            return None;
        }
        let mut whole: Option<T> = None;
        let mut unread: Vec<(usize, usize)> = Vec::new();
        for (from, to) in parts {
            let part = &text[from..to];
            let read = self.read_part(part).or_else(|| self.read_cut(part)).map(|reading| reading.moved(from));
            match (read, whole.take()) {
                (Some(reading), Some(before)) => whole = Some(before.and(reading)),
                (Some(reading), None) => whole = Some(reading),
                (None, before) if is_reaching_back(part) && before.is_some() => return None,
                // What follows a condition that is not understood may hang on it.
                (None, _) if is_conditional(part) && self.is_meant(part) => return None,
                (None, before) => {
                    whole = before;
                    unread.extend(self.is_meant(part).then_some((from, to)));
                }
            }
        }
        let told = unread.into_iter().fold(whole?, |whole, (from, to)| {
            let start = from + text[from..to].len() - text[from..to].trim_start().len();
            let part = text[start..to].trim_end();
            let remark = Remark::incomplete(format!("{part:?} is not understood; the rest was read without it."));
            whole.with(remark.at(start, start + part.len()))
        });
        Some(told)
    }

    /// Whether a sentence that is not understood was more than talk.
    fn is_meant(&mut self, text: &str) -> bool {
        let has_number = text.contains(|sign: char| sign.is_ascii_digit());
        has_number || !matches!((self.read)(self.course, text), Err(remark) if remark.status == LineStatus::Chatter)
    }
}

/// A sentence whose first words take back or change what was said before it.
fn is_reaching_back(text: &str) -> bool {
    let words = words_of(text);
    let signs = signs_of(text, &words);
    let reaches = |mood: Mood| {
        matches!(
            mood,
            Mood::Correction
                | Mood::Denial
                | Mood::Condition
                | Mood::Exception
                | Mood::Choice
                | Mood::Doubt
                | Mood::OtherTime
        )
    };
    signs.iter().any(|sign| reaches(sign.mood))
}

fn is_conditional(text: &str) -> bool {
    signs_of(text, &words_of(text)).iter().any(|sign| sign.mood == Mood::Condition)
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
