//! The orders of a letter, line by line: what belongs together is read together, and what a head, a mood or a clause makes of
//! it is told. Knows text; the book says what a stretch of it means.

use std::collections::{BTreeMap, BTreeSet};

use base::order::{Line, LineStatus, Remark};

use crate::courtesy::is_courtesy;
use crate::heading::{Heading, Reach, is_condition_between};
use crate::mood::moods_of;
use crate::outcome::{Reading, canonical, holds_more, is_done, is_head, is_order, is_talk, rank};
use crate::units::{
    Bond, bond, ends_sentence, goes_on_above, goes_on_below, hangs_on, has_own_clause, is_colon_head, is_item_below,
    is_listed, may_be_apart, width_of,
};
use crate::words::{first_phrase, words_of};

/// Most lines one order may be spread over.
const MOST_JOINED: usize = 8;
/// Most lines that are tried together without evidence that they belong together.
const MOST_TRIED: usize = 3;
/// Most lines in a row that are tried with those below them in vain: beyond them a letter holds no orders in pieces.
const MOST_IN_VAIN: usize = 30;
/// Most words of a line of no order that may be the beginning of one: "France", "if you do not hear from me".
const MOST_OPENING: usize = 8;

/// What was said above a line and governs how it is read: a heading of the book's own.
pub trait Course: Clone {
    /// Goes back to what it was before a line was looked at that is not read yet.
    fn resume(&mut self, before: Self);

    /// Whether a word stands in the name of what is open: a head of such words says that its list is for now.
    fn is_word_of_open_phase(&self, _word: &str) -> bool {
        false
    }

    /// Whether a word is one of the writer's names, or stands in that of a seat of his: a head of such words says that its list is his.
    fn is_word_of_writer(&self, _word: &str) -> bool {
        false
    }

    /// A head, in small letters, without the name of what is open.
    fn without_open_phase(&self, head: &str) -> String {
        head.to_lowercase()
    }

    /// Whether a head names a turn that is not the open one: what stands below it is not for now.
    fn is_of_another_turn(&self, _head: &str) -> bool {
        false
    }
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
    /// It is an order by itself, and does not stand because the head above it is not understood.
    pub is_held: bool,
    /// What it was read as.
    pub outcome: Result<T, Remark>,
}

impl<T> crate::paragraph::Part for OrderLine<T> {
    fn reach(&self) -> (usize, usize) {
        (self.number, self.number + self.count_of_lines)
    }

    fn text(&self) -> &str {
        &self.text
    }

    fn why(&self) -> Option<&Remark> {
        self.outcome.as_ref().err()
    }

    fn wordings(&mut self) -> &mut Vec<String> {
        &mut self.wordings
    }
}

/// Reads lines that may be orders, each by what was said above it.
pub fn read_order_lines<T: Reading, C: Course>(
    lines: &[Line],
    course: &mut C,
    begins: impl Fn(&str) -> bool,
    read: impl Fn(&mut C, &str) -> Result<T, Remark>,
) -> Vec<OrderLine<T>> {
    let mut clerk = Clerk {
        begins,
        read,
        course,
        width: width_of(lines),
        head: None,
        in_vain: 0,
        looks: BTreeMap::new(),
        bound: BTreeSet::new(),
        last: None,
    };
    let mut read_lines = Vec::new();
    let mut rest = lines;
    while !rest.is_empty() {
        let mut line = clerk.next_line(rest);
        let is_meant = !is_head(&line.outcome) && !is_talk(&line.outcome);
        clerk.last = is_meant.then(|| line.number + line.count_of_lines - 1);
        rest = &rest[line.count_of_lines..];
        clerk.weigh(&mut read_lines, &mut line);
        read_lines.push(line);
    }
    crate::paragraph::look_at_whole(&mut read_lines, clerk.width, &clerk.begins);
    read_lines
}

/// Whoever reads a letter of orders.
pub(crate) struct Clerk<'c, B, R, C> {
    /// Whether a text looks like the beginning of an order.
    pub(crate) begins: B,
    pub(crate) read: R,
    pub(crate) course: &'c mut C,
    width: usize,
    /// The head that stands above, as long as it may govern what follows.
    pub(crate) head: Option<Heading>,
    /// How many lines in a row were tried with those below them in vain.
    in_vain: usize,
    /// What the lines were that were looked at before their turn, by number, under the heading that holds.
    looks: BTreeMap<usize, Look>,
    /// The lines that belong to others which are not understood, by number.
    bound: BTreeSet<usize>,
    /// The number of the line above that is, or was to be, an order.
    last: Option<usize>,
}

/// What a line is alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Talk,
    Order,
    Unread,
}

impl<T, B, R, C> Clerk<'_, B, R, C>
where
    T: Reading,
    B: Fn(&str) -> bool,
    R: Fn(&mut C, &str) -> Result<T, Remark>,
    C: Course,
{
    fn next_line(&mut self, rest: &[Line]) -> OrderLine<T> {
        let first = &rest[0];
        self.head.take_if(|head| !head.governs(first));
        let alone = self.read_stretch(&first.text);
        if is_head(&alone) {
            self.looks.clear();
        }
        if is_order(&alone) || (self.begins)(&first.text) {
            self.in_vain = 0;
        }
        if let Some(list) = self.read_list(rest).filter(|_| !is_order(&alone) && !is_head(&alone)) {
            return list;
        }
        let begins = (self.begins)(&first.text);
        let above = self.last.map(|last| first.number - last);
        let is_of_another_turn = !is_order(&alone) && self.course.is_of_another_turn(&first.text);
        let turn = is_of_another_turn.then(|| Heading::of_turn(first, rest.get(1))).flatten();
        let found = turn.or_else(|| Heading::of(first, rest.get(1), is_order(&alone), begins, above));
        if let Some(head) = found.filter(|_| !is_head(&alone)) {
            let outcome = if head.reach == Reach::Plain { alone } else { Ok(T::head()) };
            self.head = Some(head);
            return order_line(first, 1, first.text.clone(), outcome);
        }
        let is_between = !is_order(&alone) && is_condition_between(first, rest.get(1), above);
        if is_between && !has_own_clause(&first.text, &self.begins) {
            self.bound.insert(first.number + 1);
        }
        let mut line = self.read_unit(rest, alone);
        if self.bound.contains(&line.number) {
            line = self.unbound(line);
        }
        if let Some(mut head) = self.head.take() {
            head.follow(first.number + line.count_of_lines - 1, &line.text, begins);
            if is_order(&line.outcome) {
                head.holds_orders();
            }
            line.wordings = head.wordings(&line.text);
            let is_order = is_order(&line.outcome);
            line.outcome = self.governed(&head, &line.text, line.outcome);
            line.is_held = is_order && head.holds(&line.outcome);
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
            let together = self.trying(|clerk| clerk.read_stretch(&text));
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
        if !self.hangs_together(&alone, first, below, strongest) {
            return self.read_with_next(rest, alone);
        }
        let apart = |at: &usize| !goes_on_below(&rest[at - 1].text) && !goes_on_above(&rest[*at].text);
        if let Some(at) = (1..=bonds.len()).find(apart) {
            self.bound.extend(rest[at..=bonds.len()].iter().map(|line| line.number));
            return self.read_held(&rest[..at], alone);
        }
        self.read_held(&rest[..=bonds.len()], alone)
    }

    /// Lines that are not understood together, or would say something else beside those below them: no order.
    fn read_held(&mut self, lines: &[Line], alone: Result<T, Remark>) -> OrderLine<T> {
        let first = &lines[0];
        if lines.len() == 1 {
            return self.unbound(order_line(first, 1, first.text.clone(), alone));
        }
        let text = joined(lines);
        let is_ruled = |remark: &Remark| !is_order(&alone) || !remark.rules.is_empty();
        let together = self.trying(|clerk| clerk.read_stretch(&text)).err().filter(is_ruled);
        let why = together.unwrap_or_else(|| goes_on(&first.text));
        let mut line = order_line(first, lines.len(), text, Err(why));
        for text in unchanged(lines) {
            let alone = self.trying(|clerk| clerk.read_stretch(&text));
            line.wordings.extend(canonical(&text, &alone));
            line.wordings.push(text);
        }
        line
    }

    /// A line that belongs to others which are not understood: an order, if it is one, is proposed and does not stand.
    fn unbound(&self, mut line: OrderLine<T>) -> OrderLine<T> {
        if is_order(&line.outcome) {
            line.wordings.extend(canonical(&line.text, &line.outcome));
            line.outcome = Err(beside());
        }
        line
    }

    /// Reads a line with the next one or two, where that makes a whole order of it, or one that holds more: those that mean
    /// nothing without each other need no other evidence.
    fn read_with_next(&mut self, rest: &[Line], alone: Result<T, Remark>) -> OrderLine<T> {
        let first = &rest[0];
        let alone = order_line(first, 1, first.text.clone(), alone);
        let most = self.following(rest, MOST_TRIED);
        if most < 2 || !self.may_be_more(&alone, rest) {
            return alone;
        }
        // Whose an order is may stand alone above it, however long the letter.
        if self.in_vain > MOST_IN_VAIN && !is_order(&alone.outcome) && !self.holds_order(&rest[1..2]) {
            return alone;
        }
        if is_talk(&alone.outcome) && !is_number(&first.text) && self.are_talk(&rest[1..most]) {
            return alone;
        }
        let is_whole = is_done(&alone.outcome) && is_order(&alone.outcome);
        let mut best = alone;
        for count in 2..=most {
            let text = joined(&rest[..count]);
            let outcome = self.trying(|clerk| clerk.read_stretch(&text));
            let is_more = rank(&outcome) > rank(&best.outcome) || is_whole && holds_more(&outcome, &best.outcome);
            // What begins an order of its own is no more than part of a whole one.
            if is_more && (is_done(&outcome) || !(self.begins)(&rest[1].text)) {
                best = order_line(first, count, text, outcome);
            }
        }
        self.in_vain = if is_order(&best.outcome) { 0 } else { self.in_vain + 1 };
        self.read_on(best, rest)
    }

    /// Takes on a list in pieces, line by line, as long as each makes one whole order with those above it that says more.
    fn read_on(&mut self, mut best: OrderLine<T>, rest: &[Line]) -> OrderLine<T> {
        let most = self.following(rest, MOST_JOINED);
        while best.count_of_lines > 1 && best.count_of_lines < most && is_done(&best.outcome) {
            let count = best.count_of_lines + 1;
            if is_courtesy(&rest[count - 1].text) || !self.is_loose(&rest[count - 1]) {
                break;
            }
            let text = joined(&rest[..count]);
            let outcome = self.trying(|clerk| clerk.read_stretch(&text));
            if !holds_more(&outcome, &best.outcome) {
                break;
            }
            best = order_line(&rest[0], count, text, outcome);
        }
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
        is_part
            && !mends_above(&alone.text)
            && !ends_sentence(&alone.text)
            && (!is_whole || !self.has_time(&alone.text) && self.is_loose(&rest[1]))
    }

    /// Whether the head above says when an order is carried out: the time below the order is of the next.
    fn has_time(&mut self, order: &str) -> bool {
        let Some(head) = self.head.clone().filter(Heading::has_number) else { return false };
        let timed = self.trying(|clerk| clerk.read_stretch(&head.with(order)));
        is_order(&timed) && is_done(&timed)
    }

    /// Whether each of these lines is talk alone.
    fn are_talk(&mut self, lines: &[Line]) -> bool {
        lines.iter().all(|line| self.look_at(line) == Look::Talk)
    }

    /// Whether one of these lines is an order alone.
    pub(crate) fn holds_order(&mut self, lines: &[Line]) -> bool {
        lines.iter().any(|line| self.look_at(line) == Look::Order)
    }

    /// Whether a line is no order alone, so that it may belong to the one above it.
    fn is_loose(&mut self, line: &Line) -> bool {
        !(self.begins)(&line.text) && self.look_at(line) != Look::Order
    }

    /// What a line below is alone, before it is its turn.
    fn look_at(&mut self, line: &Line) -> Look {
        if let Some(look) = self.looks.get(&line.number) {
            return *look;
        }
        let look = match self.trying(|clerk| clerk.read_stretch(&line.text)) {
            outcome if is_order(&outcome) => Look::Order,
            outcome if is_talk(&outcome) => Look::Talk,
            _ => Look::Unread,
        };
        self.looks.insert(line.number, look);
        look
    }

    /// Does what may come to nothing: what it reads governs nothing below.
    pub(crate) fn trying<O>(&mut self, read: impl FnOnce(&mut Self) -> O) -> O {
        let before = self.course.clone();
        let outcome = read(self);
        self.course.resume(before);
        outcome
    }

    /// How each line from the second on belongs to the one above it, as far as they belong together.
    fn bonds(&mut self, rest: &[Line]) -> Vec<Bond> {
        let mut bonds = Vec::new();
        for pair in rest.windows(2).take(MOST_JOINED - 1) {
            let is_next = pair[1].number == pair[0].number + 1;
            let bond = if is_next { bond(&pair[0].text, &pair[1].text, self.width, &self.begins) } else { Bond::None };
            // "12 inf" above "1 ship": two orders, of which the one is not lost with the other.
            // Below a head they are a list, which it governs as one.
            let is_free = bonds.is_empty() && self.head.is_none();
            let may_be_two = is_free && bond == Bond::Adds && is_item_below(&pair[0].text, &pair[1].text);
            let are_two = may_be_two && self.are_orders(pair);
            if bond == Bond::None || are_two {
                break;
            }
            bonds.push(bond);
        }
        bonds
    }

    /// Whether each of these lines is an order alone.
    fn are_orders(&mut self, lines: &[Line]) -> bool {
        lines.iter().all(|line| self.look_at(line) == Look::Order)
    }

    /// Whether lines that are not understood together would say something else apart.
    fn hangs_together(&mut self, alone: &Result<T, Remark>, first: &Line, below: &[Line], bond: Bond) -> bool {
        let begins = (self.begins)(&below[0].text);
        let is_order_below = self.holds_order(below);
        // What is an order alone, with its own condition, changes none.
        if is_order(alone) && self.look_at(&below[0]) == Look::Order {
            return false;
        }
        let is_unread = matches!(alone, Err(remark) if remark.status != LineStatus::Chatter);
        match bond {
            Bond::Changes => is_order(alone) || is_order_below,
            // "by rail if possible", below a march; below a list, what follows may be of another thing.
            Bond::Adds if is_order(alone) => !begins && hangs_on(&below[0].text),
            // What begins an order and ends as one may, is one that is not understood.
            Bond::Adds if (self.begins)(&first.text) && !goes_on_below(&first.text) => false,
            Bond::Adds => is_unread && is_order_below && !begins,
            Bond::None => false,
        }
    }

    /// How many lines from the first may belong together, at most so many: no gap between them, no list, no head and nothing that mends
    /// the line above it.
    fn following(&self, lines: &[Line], most: usize) -> usize {
        let is_head = |line: &Line, below: Option<&Line>| {
            let is_above_list = below.is_some_and(|below| below.number == line.number + 1 && is_listed(&below.text));
            is_colon_head(&line.text) || is_above_list && !ends_sentence(&line.text)
        };
        let follows = |at: &usize| {
            let next = &lines[*at];
            let is_next = next.number == lines[at - 1].number + 1;
            is_next
                && !is_listed(&next.text)
                && !is_head(next, lines.get(at + 1))
                && !mends_above(&next.text)
                && !repeats_above(&next.text)
        };
        1 + (1..lines.len()).take(most - 1).take_while(follows).count()
    }
}

/// "Sorry, 15": of the line above it, and no part of the one below.
fn mends_above(text: &str) -> bool {
    let words = words_of(text);
    words.len() <= 3 && words.first().is_some_and(|first| ["sorry", "oops", "rather"].contains(&first.word.as_ref()))
}

/// "the same again at Cincinnati": an order of its own, and no end of the one above it.
fn repeats_above(text: &str) -> bool {
    first_phrase(&words_of(text), 0, &["the same again", "same again", "the same for", "the same at", "ditto"])
        .is_some()
}

/// Whether a line is a number alone, which is that of the line below it and no talk.
fn is_number(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.len() < 3 && text.bytes().all(|sign| sign.is_ascii_digit())
}

/// The lines that mean by themselves what they mean together: nothing in them or in the one below hangs in the air.
fn unchanged(lines: &[Line]) -> impl Iterator<Item = String> {
    let is_plain = |line: &Line| moods_of(&line.text).is_empty();
    let leaves_alone = move |next: &Line| is_plain(next) || may_be_apart(&next.text);
    let is_apart = move |rank: usize| is_plain(&lines[rank]) && lines.get(rank + 1).is_none_or(leaves_alone);
    (0..lines.len()).filter(move |rank| is_apart(*rank)).map(|rank| lines[rank].text.clone())
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

/// What is said of an order beside a line that it seems to belong to.
fn beside() -> Remark {
    Remark::unread(
        "The line beside this one seems to belong to it, and the two are not understood together; it was not taken without that.",
    )
    .hint("Write the whole order on one line, or leave an empty line between what does not belong together.")
}

fn order_line<T>(first: &Line, count_of_lines: usize, text: String, outcome: Result<T, Remark>) -> OrderLine<T> {
    OrderLine { number: first.number, wordings: vec![text.clone()], text, count_of_lines, is_held: false, outcome }
}

fn joined(lines: &[Line]) -> String {
    let words: Vec<_> = lines.iter().flat_map(|line| line.text.split_whitespace()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use base::order::Span;

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
            Some(self.words.as_str()).filter(|words| !words.is_empty()).into_iter().collect()
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

    /// For whom the lines below are.
    #[derive(Debug, Clone, Default)]
    struct Side(String);

    impl Course for Side {
        fn resume(&mut self, before: Side) {
            *self = before;
        }
    }

    /// "go NAME to PLACE" is whole, "go NAME" is not, "go" alone is unread; "side NAME" is a heading; the rest is chatter.
    fn read(side: &mut Side, text: &str) -> Result<Move, Remark> {
        let words: Vec<_> = text.split_whitespace().collect();
        match words.as_slice() {
            ["side", name] => {
                side.0 = format!(" of {name}");
                Ok(Move::head())
            }
            ["go", _, "to", _]
            | ["by", _, "go", _, "to", _]
            | ["pp", _, "go", _, "to", _]
            | ["go", _, "to", _, "pp", _] => Ok(Move { words: format!("{text}{}", side.0), is_whole: true }),
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
        let orders = read_order_lines(&lines, &mut Side::default(), |text| text.starts_with("go"), read);
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
        let count = std::cell::Cell::new(0);
        let counted = |side: &mut Side, text: &str| {
            count.set(count.get() + 1);
            read(side, text)
        };
        let orders = read_order_lines(&lines, &mut Side::default(), |text| text == "go Hal", counted);
        assert_eq!(orders.iter().filter_map(|line| line.outcome.as_ref().ok()).count(), 1);
        assert!(count.get() < 1_000, "{count:?} readings of {} lines", lines.len());
    }

    #[test]
    fn below_however_much_talk_an_order_keeps_the_line_that_says_whose_it_is() {
        let text = format!("{}by France\ngo Hal to York", "go nowhere this week\n".repeat(40));
        let lines = numbered(&text);
        let orders = read_order_lines(&lines, &mut Side::default(), |text| text.starts_with("go Hal"), read);
        assert_eq!(orders.last().map(|line| line.text.as_str()), Some("by France go Hal to York"));
    }

    #[test]
    fn a_heading_that_is_only_looked_at_is_not_yet_that_of_the_lines_above_it() {
        let lines = numbered("go nowhere now\ngo Hal to York\nside Spain\ngo Sam to Kent");
        let orders = read_order_lines(&lines, &mut Side::default(), |_| false, read);
        let words: Vec<_> = orders.iter().flat_map(|line| line.outcome.iter()).flat_map(Reading::words).collect();
        assert_eq!(words, ["go Hal to York", "go Sam to Kent of Spain"]);
    }

    #[test]
    fn below_a_head_that_says_when_the_time_of_the_next_order_is_not_that_of_the_one_above() {
        let texts = |text: &str| read_all(text).into_iter().map(|(_, text, ..)| text).collect::<Vec<_>>();
        assert_eq!(
            texts("pp 1:\ngo Hal to York\npp 2\ngo Sam to Kent"),
            ["pp 1:", "go Hal to York", "pp 2 go Sam to Kent"]
        );
        assert_eq!(texts("go Hal to York\npp 2\n- go Sam to Kent"), ["go Hal to York", "pp 2", "- go Sam to Kent"]);
        assert_eq!(texts("go Hal to York\npp 2"), ["go Hal to York pp 2"]);
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
        let orders = read_order_lines(&line, &mut Side::default(), |text| text.starts_with("go"), read);
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
