//! The orders of a letter, line by line: what belongs together is read together, and what a head, a mood or a clause makes of
//! it is told. Knows text; the book says what a stretch of it means.

use base::order::{Line, LineStatus, Remark, Span};

use crate::account::left_over;
use crate::courtesy::{without_courtesy, without_emoji};
use crate::heading::{Heading, Reach};
use crate::lookalike::{as_seen, disguise};
use crate::mood::{Mood, Sign, signs_of};
use crate::units::{Bond, bond, cuts, ends_sentence, is_colon_head, is_listed, sentences, unlisted, width_of};
use crate::words::words_of;

/// Most lines one order may be spread over.
const MOST_JOINED: usize = 8;
/// Most lines that are tried together without evidence that they belong together.
const MOST_TRIED: usize = 3;
/// Most lines in a row that are tried with those below them in vain: beyond them a letter holds no orders in pieces.
const MOST_IN_VAIN: usize = 30;
/// Most words of a line of no order that may be the beginning of one: "France", "if you do not hear from me".
const MOST_OPENING: usize = 8;
/// Most orders in one line.
const MOST_ORDERS: usize = 12;
/// A longer stretch is nobody's order.
const LONGEST: usize = 2_000;

/// What a line was read as.
pub trait Reading: Sized {
    /// Whether the orders are complete as they were read.
    fn is_whole(&self) -> bool;
    /// What a head is read as that governs what stands below it: no order.
    fn head() -> Self;
    /// The orders in canonical words; none for a heading.
    fn words(&self) -> Vec<&str>;
    /// The stretches of the line of which its writer is told something.
    fn told(&self) -> Vec<Span>;
    /// These orders and those of another stretch of the same line.
    fn and(self, other: Self) -> Self;
    /// The same, with something more to be told.
    fn with(self, remark: Remark) -> Self;
    /// The same, read from a stretch of the line that begins at this byte.
    fn moved(self, from: usize) -> Self;
    /// The same, read from other words than the line has: what is told of it points nowhere.
    fn unplaced(self) -> Self;
}

/// A line, or a few joined, and what it was read as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderLine<T> {
    /// The number of its first line in the visible text, from 1.
    pub number: usize,
    /// Its text; lines joined with single spaces.
    pub text: String,
    /// How many lines of the letter it took.
    pub count_of_lines: usize,
    /// What to look at for what it may mean, the likelier first: its words with those of its head, and alone. None where its head says
    /// that it is no order, or not now.
    pub wordings: Vec<String>,
    /// What it was read as.
    pub outcome: Result<T, Remark>,
}

/// Reads lines that may be orders.
pub fn read_order_lines<T: Reading>(
    lines: &[Line],
    begins: impl Fn(&str) -> bool,
    read: impl FnMut(&str) -> Result<T, Remark>,
) -> Vec<OrderLine<T>> {
    let mut clerk = Clerk { begins, read, width: width_of(lines), head: None, in_vain: 0 };
    let mut read_lines = Vec::new();
    let mut rest = lines;
    while !rest.is_empty() {
        let line = clerk.next_line(rest);
        rest = &rest[line.count_of_lines..];
        if takes_back(&line) {
            hold_last(&mut read_lines, &line.text);
        }
        read_lines.push(line);
    }
    read_lines
}

/// Whether a line that is no order takes back what stands above it: "No wait, ..."
fn takes_back<T: Reading>(line: &OrderLine<T>) -> bool {
    let words = words_of(&line.text);
    let first = signs_of(&line.text, &words).into_iter().next();
    let is_first = |sign: &Sign| words.first().is_some_and(|word| word.start == sign.start);
    !is_order(&line.outcome) && first.is_some_and(|sign| sign.mood == Mood::Correction && is_first(&sign))
}

/// The last order before a line that takes it back does not stand.
fn hold_last<T: Reading>(lines: &mut [OrderLine<T>], by: &str) {
    let Some(last) = lines.iter_mut().rev().find(|line| is_order(&line.outcome)) else { return };
    let message = format!("{:?}, further down, takes this back or changes it, so it was not taken.", by.trim());
    last.outcome = Err(Remark::unread(message).hint("Write it anew as it is meant."));
}

/// Whoever reads a letter of orders.
struct Clerk<B, R> {
    /// Whether a text looks like the beginning of an order.
    begins: B,
    read: R,
    width: usize,
    /// The head that stands above, as long as it may govern what follows.
    head: Option<Heading>,
    /// How many lines in a row were tried with those below them in vain.
    in_vain: usize,
}

impl<T: Reading, B: Fn(&str) -> bool, R: FnMut(&str) -> Result<T, Remark>> Clerk<B, R> {
    fn next_line(&mut self, rest: &[Line]) -> OrderLine<T> {
        let first = &rest[0];
        self.head.take_if(|head| !head.governs(first));
        let alone = self.read_stretch(&first.text);
        if is_order(&alone) || (self.begins)(&first.text) {
            self.in_vain = 0;
        }
        let found = Heading::of(first, rest.get(1), is_order(&alone));
        if let Some(head) = found.filter(|_| !is_head(&alone)) {
            let outcome = if head.reach == Reach::Plain { alone } else { Ok(T::head()) };
            self.head = Some(head);
            return order_line(first, 1, first.text.clone(), outcome);
        }
        let mut line = self.read_unit(rest, alone);
        if let Some(mut head) = self.head.take() {
            head.follow(first.number + line.count_of_lines - 1);
            line.wordings = head.wordings(&line.text);
            line.outcome = self.governed(&head, &line.text, line.outcome);
            self.head = Some(head);
        }
        line
    }

    /// Reads a line with those that go on what it began.
    fn read_unit(&mut self, rest: &[Line], alone: Result<T, Remark>) -> OrderLine<T> {
        let bonds = if is_head(&alone) { Vec::new() } else { self.bonds(rest) };
        let Some(strongest) = bonds.iter().copied().max() else { return self.read_with_next(rest, alone) };
        let below = &rest[1..=bonds.len()];
        if is_talk(&alone) && (strongest != Bond::Changes || self.are_talk(below)) {
            return self.read_with_next(rest, alone);
        }
        if self.in_vain > MOST_IN_VAIN && !is_order(&alone) && !self.holds_order(below) {
            return order_line(&rest[0], 1, rest[0].text.clone(), alone);
        }
        self.read_bound(rest, &bonds).unwrap_or_else(|| self.read_apart(rest, &bonds, alone))
    }

    /// Reads a line with those below it that belong to it, as many as make a whole order of it.
    fn read_bound(&mut self, rest: &[Line], bonds: &[Bond]) -> Option<OrderLine<T>> {
        (2..=bonds.len() + 1).rev().find_map(|count| {
            let text = joined(&rest[..count]);
            let together = self.read_stretch(&text);
            let is_cut_short = bonds[count - 1..].contains(&Bond::Changes);
            let stands = is_order(&together) && is_done(&together) && !is_cut_short;
            stands.then(|| order_line(&rest[0], count, text, together))
        })
    }

    /// Reads a line of which nothing was made together with those that belong to it: it is held back where it would say
    /// something else apart.
    fn read_apart(&mut self, rest: &[Line], bonds: &[Bond], alone: Result<T, Remark>) -> OrderLine<T> {
        let (first, below) = (&rest[0], &rest[1..=bonds.len()]);
        let strongest = bonds.iter().copied().max().unwrap_or(Bond::None);
        if !self.hangs_together(&alone, below, strongest) {
            return self.read_with_next(rest, alone);
        }
        let text = joined(&rest[..=bonds.len()]);
        let is_ruled = |remark: &Remark| !is_order(&alone) || !remark.rules.is_empty();
        let together = self.read_stretch(&text).err().filter(is_ruled);
        let why = together.unwrap_or_else(|| goes_on(&first.text));
        order_line(first, below.len() + 1, text, Err(why))
    }

    /// Reads a line with the next one or two, where that makes a whole order of it, or one that holds more: those that mean
    /// nothing without each other need no other evidence.
    fn read_with_next(&mut self, rest: &[Line], alone: Result<T, Remark>) -> OrderLine<T> {
        let first = &rest[0];
        let alone = order_line(first, 1, first.text.clone(), alone);
        let most = self.following(rest);
        if most < 2 || !self.may_be_more(&alone, rest) {
            return alone;
        }
        // Whose an order is may stand alone above it, however long the letter.
        if self.in_vain > MOST_IN_VAIN && !is_order(&alone.outcome) && !self.holds_order(&rest[1..2]) {
            return alone;
        }
        if is_talk(&alone.outcome) && self.are_talk(&rest[1..most]) {
            return alone;
        }
        let is_whole = is_done(&alone.outcome) && is_order(&alone.outcome);
        let mut best = alone;
        for count in 2..=most {
            let text = joined(&rest[..count]);
            let outcome = self.read_stretch(&text);
            let is_more = rank(&outcome) > rank(&best.outcome) || is_whole && holds_more(&outcome, &best.outcome);
            // What begins an order of its own is no more than part of a whole one.
            if is_more && (is_done(&outcome) || !(self.begins)(&rest[1].text)) {
                best = order_line(first, count, text, outcome);
            }
        }
        self.in_vain = if is_order(&best.outcome) { 0 } else { self.in_vain + 1 };
        best
    }

    /// Whether a line may be part of an order, or of one that says more.
    fn may_be_more(&mut self, alone: &OrderLine<T>, rest: &[Line]) -> bool {
        let is_part = match &alone.outcome {
            Ok(reading) => !reading.words().is_empty(),
            Err(remark) if remark.status == LineStatus::Chatter => words_of(&alone.text).len() <= MOST_OPENING,
            Err(remark) => remark.status != LineStatus::Refused,
        };
        let is_whole = is_done(&alone.outcome) && is_order(&alone.outcome);
        is_part && !ends_sentence(&alone.text) && (!is_whole || self.is_loose(&rest[1]))
    }

    /// Whether each of these lines is talk alone.
    fn are_talk(&mut self, lines: &[Line]) -> bool {
        lines.iter().all(|line| is_talk(&self.read_stretch(&line.text)))
    }

    /// Whether one of these lines is an order alone.
    fn holds_order(&mut self, lines: &[Line]) -> bool {
        lines.iter().any(|line| is_order(&self.read_stretch(&line.text)))
    }

    /// Whether a line is no order alone, so that it may belong to the one above it.
    fn is_loose(&mut self, line: &Line) -> bool {
        !(self.begins)(&line.text) && !is_order(&self.read_stretch(&line.text))
    }

    /// How each line from the second on belongs to the one above it, as far as they belong together.
    fn bonds(&self, rest: &[Line]) -> Vec<Bond> {
        let pairs = rest.windows(2).take(MOST_JOINED - 1);
        let bonds = pairs.map(|pair| match pair[1].number == pair[0].number + 1 {
            true => bond(&pair[0].text, &pair[1].text, self.width, &self.begins),
            false => Bond::None,
        });
        bonds.take_while(|bond| *bond != Bond::None).collect()
    }

    /// Whether lines that are not understood together would say something else apart.
    fn hangs_together(&mut self, alone: &Result<T, Remark>, below: &[Line], bond: Bond) -> bool {
        let begins = (self.begins)(&below[0].text);
        let is_order_below = self.holds_order(below);
        // What is an order alone, with its own condition, changes none.
        if is_order(alone) && is_order(&self.read_stretch(&below[0].text)) {
            return false;
        }
        let is_unread = matches!(alone, Err(remark) if remark.status != LineStatus::Chatter);
        match bond {
            Bond::Changes => is_order(alone) || is_order_below,
            Bond::Adds => is_unread && is_order_below && !begins,
            Bond::None => false,
        }
    }

    /// How many lines from the first may belong together: no gap between them, no list and no head.
    fn following(&self, lines: &[Line]) -> usize {
        let follows = |pair: &[Line]| {
            let next = &pair[1];
            next.number == pair[0].number + 1 && !is_listed(&next.text) && !is_colon_head(&next.text)
        };
        1 + lines.windows(2).take(MOST_TRIED - 1).take_while(|pair| follows(pair)).count()
    }

    /// What a line is below a head.
    fn governed(&mut self, head: &Heading, text: &str, alone: Result<T, Remark>) -> Result<T, Remark> {
        if head.reach == Reach::Plain
            || matches!(&alone, Err(remark) if remark.status == LineStatus::Chatter) && !self.is_part(head, text)
        {
            return alone;
        }
        if head.reach == Reach::Part {
            for text in [format!("{}: {}", head.words, unlisted(text)), format!("{} {}", head.words, unlisted(text))] {
                if let Some(reading) =
                    self.read_stretch(&text).ok().filter(|reading| reading.is_whole() && !reading.words().is_empty())
                {
                    return Ok(reading.unplaced());
                }
            }
        }
        if head.reach == Reach::Part && head.names_a_part() {
            return alone;
        }
        match alone {
            Ok(reading) if reading.words().is_empty() => Ok(reading),
            Ok(_) => Err(head.holds_back()),
            Err(remark) => Err(remark),
        }
    }

    /// Whether a line is an order only together with its head.
    fn is_part(&mut self, head: &Heading, text: &str) -> bool {
        head.reach == Reach::Part && self.read_stretch(&format!("{} {}", head.words, unlisted(text))).is_ok()
    }

    /// Reads a stretch of text as one order or several, as it stands or without its courtesies.
    fn read_stretch(&mut self, text: &str) -> Result<T, Remark> {
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
        let reading = (self.read)(text)?;
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
        has_number || !matches!((self.read)(text), Err(remark) if remark.status == LineStatus::Chatter)
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

/// What is said of an order that seems to go on in the line below.
fn goes_on(line: &str) -> Remark {
    let end = line.trim_end().len();
    Remark::unread(
        "This seems to go on in the line below, and the two are not understood together; it was not taken without it.",
    )
    .at(end, end)
    .hint("Write the whole order on one line, or leave an empty line between what does not belong together.")
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

fn order_line<T>(first: &Line, count_of_lines: usize, text: String, outcome: Result<T, Remark>) -> OrderLine<T> {
    OrderLine { number: first.number, wordings: vec![text.clone()], text, count_of_lines, outcome }
}

/// Whether something was read that is an order, whole or in part.
fn is_order<T: Reading>(outcome: &Result<T, Remark>) -> bool {
    outcome.as_ref().is_ok_and(|reading| !reading.words().is_empty())
}

/// Whether it is the book's own heading.
fn is_head<T: Reading>(outcome: &Result<T, Remark>) -> bool {
    outcome.as_ref().is_ok_and(|reading| reading.words().is_empty())
}

fn is_done<T: Reading>(outcome: &Result<T, Remark>) -> bool {
    outcome.as_ref().is_ok_and(Reading::is_whole)
}

/// Whether it says other orders, whole, than the first line alone.
fn holds_more<T: Reading>(outcome: &Result<T, Remark>, alone: &Result<T, Remark>) -> bool {
    let words = |outcome: &Result<T, Remark>| {
        let reading = outcome.as_ref().ok();
        reading.map(|reading| reading.words().into_iter().map(str::to_owned).collect::<Vec<_>>())
    };
    is_done(outcome) && is_order(outcome) && words(outcome) != words(alone)
}

fn is_talk<T>(outcome: &Result<T, Remark>) -> bool {
    matches!(outcome, Err(remark) if remark.status == LineStatus::Chatter)
}

/// Nothing is better than an order that stands whole; an order that stands is better than none.
fn rank<T: Reading>(outcome: &Result<T, Remark>) -> u8 {
    match outcome {
        Ok(reading) if reading.is_whole() => 2,
        Ok(_) => 1,
        Err(_) => 0,
    }
}

/// Whether what was read without courtesies says more: an order where there was none, or that it is none and no talk.
fn is_better<T: Reading>(outcome: &Result<T, Remark>, before: &Result<T, Remark>) -> bool {
    let is_talk = |outcome: &Result<T, Remark>| matches!(outcome, Err(remark) if remark.status == LineStatus::Chatter);
    rank(outcome) > rank(before) || rank(outcome) == rank(before) && is_talk(before) && !is_talk(outcome)
}

fn joined(lines: &[Line]) -> String {
    let words: Vec<_> = lines.iter().flat_map(|line| line.text.split_whitespace()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Eq)]
    struct Move {
        words: String,
        is_whole: bool,
    }

    impl Reading for Move {
        fn is_whole(&self) -> bool {
            self.is_whole
        }

        fn head() -> Self {
            Move { words: String::new(), is_whole: true }
        }

        fn words(&self) -> Vec<&str> {
            vec![&self.words]
        }

        fn told(&self) -> Vec<Span> {
            Vec::new()
        }

        fn and(self, other: Self) -> Self {
            Move { words: format!("{} | {}", self.words, other.words), is_whole: self.is_whole && other.is_whole }
        }

        fn with(self, _: Remark) -> Self {
            Move { is_whole: false, ..self }
        }

        fn moved(self, _: usize) -> Self {
            self
        }

        fn unplaced(self) -> Self {
            self
        }
    }

    /// "go NAME to PLACE" is whole, "go NAME" is not, "go" alone is unread; the rest is chatter.
    fn read(text: &str) -> Result<Move, Remark> {
        let words: Vec<_> = text.split_whitespace().collect();
        match words.as_slice() {
            ["go", _, "to", _] | ["by", _, "go", _, "to", _] => Ok(Move { words: text.to_owned(), is_whole: true }),
            ["go", _] => Ok(Move { words: text.to_owned(), is_whole: false }),
            ["go", ..] => Err(Remark::unread("Where to?")),
            _ => Err(Remark::chatter()),
        }
    }

    fn numbered(text: &str) -> Vec<Line> {
        let lines = text.lines().enumerate().filter(|(_, text)| !text.is_empty());
        lines.map(|(index, text)| Line { number: index + 1, text: text.to_owned() }).collect()
    }

    fn read_all(text: &str) -> Vec<(usize, String, usize, bool)> {
        let lines = numbered(text);
        let orders = read_order_lines(&lines, |text| text.starts_with("go"), read);
        orders.into_iter().map(|line| (line.number, line.text, line.count_of_lines, line.outcome.is_ok())).collect()
    }

    #[test]
    fn an_order_wrapped_over_three_lines_is_one_order() {
        assert_eq!(
            read_all("go\n  Hal to\nYork\nthanks"),
            [(1, "go Hal to York".to_owned(), 3, true), (4, "thanks".to_owned(), 1, false)]
        );
    }

    #[test]
    fn a_line_that_is_whole_alone_takes_nothing_more() {
        assert_eq!(read_all("go Hal to York\ntoday")[0], (1, "go Hal to York".to_owned(), 1, true));
    }

    #[test]
    fn an_order_that_lacks_words_takes_them_from_the_next_line() {
        assert_eq!(read_all("go Hal\nto York"), [(1, "go Hal to York".to_owned(), 2, true)]);
    }

    #[test]
    fn a_long_letter_of_no_orders_is_not_tried_in_pieces_to_its_end_and_an_order_in_it_is() {
        let text = format!("{}go Hal\nto York\ngo nowhere this week", "go nowhere this week\n".repeat(400));
        let lines = numbered(&text);
        let mut count = 0;
        let counted = |text: &str| {
            count += 1;
            read(text)
        };
        let orders = read_order_lines(&lines, |text| text == "go Hal", counted);
        assert_eq!(orders.iter().filter_map(|line| line.outcome.as_ref().ok()).count(), 1);
        assert!(count < 1_000, "{count} readings of {} lines", lines.len());
    }

    #[test]
    fn below_however_much_talk_an_order_keeps_the_line_that_says_whose_it_is() {
        let text = format!("{}by France\ngo Hal to York", "go nowhere this week\n".repeat(40));
        let lines = numbered(&text);
        let orders = read_order_lines(&lines, |text| text.starts_with("go Hal"), read);
        assert_eq!(orders.last().map(|line| line.text.as_str()), Some("by France go Hal to York"));
    }

    #[test]
    fn the_next_order_is_never_swallowed() {
        assert_eq!(
            read_all("go\ngo Hal to York"),
            [(1, "go".to_owned(), 1, false), (2, "go Hal to York".to_owned(), 1, true)]
        );
    }

    #[test]
    fn an_empty_line_ends_an_order() {
        assert_eq!(read_all("go Hal\n\nto York").len(), 2);
    }

    #[test]
    fn an_order_in_letters_of_another_script_is_no_chatter_and_no_order() {
        let line = [Line { number: 1, text: "g\u{43e} Hal to York".to_owned() }];
        let orders = read_order_lines(&line, |text| text.starts_with("go"), read);
        let remark = orders[0].outcome.as_ref().unwrap_err();
        assert_eq!(remark.status, LineStatus::Unread);
        assert!(remark.message.contains("U+043E"), "{}", remark.message);
    }

    #[test]
    fn what_stays_unread_when_joined_stays_alone() {
        let lines = read_all("go nowhere at all\nyours, Hal");
        assert_eq!(lines[0], (1, "go nowhere at all".to_owned(), 1, false));
        assert_eq!(lines[1].1, "yours, Hal");
    }
}
