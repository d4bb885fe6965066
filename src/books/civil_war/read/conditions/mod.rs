//! Orders that wait for a condition: the condition is read by the grammar, the acts behind it are cut out and read as lines
//! of their own, so that every order there is can stand behind a condition (C3.14, D25).

mod acts;
mod clauses;
mod phrases;
mod roll;
mod write;

use pest::Parser;

use self::acts::{Doing, Subject};
use self::clauses::Head;
use super::copy::{FairCopy, copy};
use super::grammar::{OrderGrammar, Rule};
use super::read_at;
use super::resolve::{Desk, tidy};
use crate::condition::{Asked, Condition, Conditional, LineRef, Moment, Test};
use crate::order::{Act, Order};
use crate::scenario::Scenario;
use base::order::{Remark, Span, command_within};

pub(super) use write::{write_asked, write_conditional, write_special};

/// How many conditions may wait for one another (D25).
const DEEPEST: u32 = 3;

/// Words that a line of this chapter has at least one of.
const SIGNS: [&str; 34] = [
    "if",
    "when",
    "unless",
    "once",
    "soon",
    "moment",
    "whenever",
    "should",
    "case",
    "provided",
    "after",
    "reaction",
    "reacts",
    "react",
    "withdraw",
    "withdraws",
    "retreat",
    "retreats",
    "fall",
    "falls",
    "avoid",
    "avoids",
    "give",
    "gives",
    "cavalry",
    "cav",
    "activate",
    "otherwise",
    "else",
    "stop",
    "stops",
    "halt",
    "cancel",
    "save",
];

/// What a line of this chapter reads to; nothing when it is none.
pub(super) type Found = Option<Result<(Order, Vec<Remark>), Remark>>;

/// Reads a line that waits for something, or stands only where something is waited for; `depth` conditions stand before it.
pub(super) fn read_conditional(desk: &Desk<'_, '_>, depth: u32) -> Found {
    let text = desk.copy.text.as_str();
    if !has_sign(text) || text.contains('?') {
        return None;
    }
    if depth >= DEEPEST {
        let is_condition = OrderGrammar::parse(Rule::if_intro, text).is_ok();
        let remark =
            Remark::unread(format!("At most {DEEPEST} conditions may stand one behind the other.")).rule("D25");
        return is_condition.then_some(Err(remark));
    }
    if let Some(found) = roll::read_roll(desk).or_else(|| phrases::read_phrase(desk)) {
        return Some(found);
    }
    let found = leading(desk, depth).or_else(|| trailing(desk, depth)).or_else(|| ships(desk));
    let found = found.or_else(|| asked(desk, depth, true));
    found.or_else(|| phrases::bare_reaction(desk))
}

/// Reads a line whose last words are a condition that only the game master can judge.
pub(super) fn read_asked(desk: &Desk<'_, '_>, depth: u32) -> Found {
    let text = desk.copy.text.as_str();
    if depth >= DEEPEST || !has_sign(text) || text.contains('?') { None } else { asked(desk, depth, false) }
}

/// Whether a line begins with a condition and goes on to what is to be done.
pub(super) fn begins_condition(text: &str) -> bool {
    if OrderGrammar::parse(Rule::if_intro, text).is_err() {
        return false;
    }
    let is_of_the_game = OrderGrammar::parse(Rule::of_the_game, text).is_ok();
    let has_then = text.to_ascii_lowercase().contains(" then ");
    has_then || text.contains(',') && (is_of_the_game || phrases::has_strong_verb(text))
}

fn has_sign(text: &str) -> bool {
    let mut words = text.split(|sign: char| !sign.is_ascii_alphabetic()).filter(|word| word.len() > 1);
    words.any(|word| SIGNS.iter().any(|sign| sign.eq_ignore_ascii_case(word)))
}

/// An entrenchment and what is done when it fails, on one line: two orders, the second waiting for the first (C3.17, D25).
pub(super) fn read_else(scenario: &Scenario, copied: &FairCopy<'_, '_>) -> Option<super::Reading> {
    let text = copied.text.as_str();
    let (digging, otherwise) = acts::split_else(text, 0, text.len());
    let otherwise = otherwise?;
    if OrderGrammar::parse(Rule::if_intro, text).is_ok() || back_words(text).next().is_some() {
        return None;
    }
    let (_, words) = typed(copied, digging);
    let (order, mut remarks) = read_at(scenario, &copy(Some(scenario), words), 1).ok()?;
    if !matches!(order.act, Act::Entrench { .. }) {
        return None;
    }
    let mut desk = Desk { scenario, copy: copied, remarks: Vec::new() };
    let (to, kept) = acts::take_kept(&desk, otherwise.0);
    let then = match acts::read_acts(&mut desk, (otherwise.0, to), &Subject::default(), 1) {
        Ok(then) => then,
        Err(remark) => return Some(Err(remark)),
    };
    let condition = Condition::of(Test::Line { line: LineRef::Entrenchment, is_done: false });
    let head = Head { pulses: None, moment: Moment::Any, by: None, condition };
    remarks.extend(desk.remarks);
    let waiting = compose(head, then, Doing::default(), kept);
    Some(waiting.map(|waiting| (vec![order, waiting], remarks)))
}

/// What ships do when they meet a fort or the enemy stands on their own order.
fn ships(desk: &Desk<'_, '_>) -> Found {
    let text = desk.copy.text.as_str();
    let is_condition = OrderGrammar::parse(Rule::if_intro, text).is_ok() || back_words(text).next().is_some();
    if !is_condition || OrderGrammar::parse(Rule::ship_matter_of_if, text).is_err() {
        return None;
    }
    let remark = Remark::unread("What ships do when they meet a fort or the enemy is said on their own order.")
        .hint("Add `run the forts` or `stop before enemy ships` to it; a condition may ask `IF enemy ships are at` a place.")
        .rule("C4.5")
        .rule("D25");
    Some(Err(remark))
}

/// "IF cond THEN acts [ELSE acts]", the condition first.
fn leading(desk: &Desk<'_, '_>, depth: u32) -> Found {
    let text = desk.copy.text.as_str();
    let front = OrderGrammar::parse(Rule::if_front, text).ok()?.next()?;
    let end = front.as_span().end();
    if phrases::tells_a_deed(&text[end..]) {
        return None;
    }
    let goes_on = phrases::goes_on(&text[end..]);
    let mut own = sub_desk(desk);
    let head = match clauses::head(&mut own, front.into_inner()) {
        Ok(head) => head,
        Err(remark) => return Some(Err(remark)),
    };
    match finish(&mut own, head, end, depth) {
        Ok(order) => Some(Ok((order, own.remarks))),
        Err(_) if goes_on => None,
        Err(remark) => Some(Err(remark)),
    }
}

fn finish(desk: &mut Desk<'_, '_>, head: Head, from: usize, depth: u32) -> Result<Order, Remark> {
    let (to, kept) = acts::take_kept(desk, from);
    let (then, otherwise) = acts::split_else(&desk.copy.text, from, to);
    let is_reaction = phrases::is_reaction(&desk.copy.text[..from]);
    let subject = Subject::of(desk.scenario, &head.condition).in_reaction(is_reaction);
    let then = acts::read_acts(desk, then, &subject, depth)?;
    if then.acts.is_empty() && !then.is_nothing {
        let missing = "It is not said what is to be done when this is so.";
        return Err(Remark::unread(missing).hint("Write `IF ... THEN` and an order.").rule("C3.15"));
    }
    let subject = subject.or_of(&then.acts, desk.scenario);
    let otherwise = otherwise.map(|stretch| acts::read_acts(desk, stretch, &subject, depth)).transpose()?;
    let otherwise = otherwise.unwrap_or_default();
    if then.acts.is_empty() && otherwise.acts.is_empty() {
        let missing = "Nothing is to be done, whether this is so or not.";
        return Err(Remark::unread(missing).hint("Write `IF ... THEN` and an order.").rule("C3.15"));
    }
    compose(head, then, otherwise, kept)
}

/// The parts put together; what stands in the acts of pulses and points holds for the whole.
fn compose(head: Head, then: Doing, otherwise: Doing, kept: acts::Kept) -> Result<Order, Remark> {
    if then.acts.iter().any(|act| matches!(act, Act::If(_))) {
        return Err(Remark::unread("A condition stands behind a condition.")
            .hint("Join the two by `AND`.")
            .rule("D25"));
    }
    let mut pulses = head.pulses;
    for more in [kept.pulses, then.pulses].into_iter().flatten() {
        if pulses.is_some_and(|known| known != more) {
            return Err(Remark::unread("The pulses are given twice."));
        }
        pulses = Some(more);
    }
    let reserve = kept.reserve.or(then.stated);
    let conditional = Conditional {
        condition: head.condition,
        moment: head.moment,
        by: head.by,
        then: then.acts,
        otherwise: otherwise.acts,
        reserve,
    };
    Ok(Order { pulses, ..Order::new(Act::If(Box::new(conditional))) })
}

/// "acts IF cond [, otherwise acts]", the condition behind.
fn trailing(desk: &Desk<'_, '_>, depth: u32) -> Found {
    let text = desk.copy.text.as_str();
    // What stands before a semicolon does not wait for the condition behind it.
    let places: Vec<usize> = back_words(text).take_while(|at| !text[..*at].contains(';')).collect();
    places.into_iter().rev().find_map(|at| behind(desk, at, depth))
}

fn behind(desk: &Desk<'_, '_>, at: usize, depth: u32) -> Found {
    let text = desk.copy.text.as_str();
    let (from, _) = desk.copy.span(at, at + 1);
    let words = phrases::with_place(desk, at, &desk.copy.line[from..]);
    let tail = copy(Some(desk.scenario), &words);
    let back = OrderGrammar::parse(Rule::if_back, &tail.text).ok()?.next()?;
    let end = back.as_span().end();
    let mut rear = Desk { scenario: desk.scenario, copy: &tail, remarks: Vec::new() };
    let head = match clauses::head(&mut rear, back.into_inner()) {
        Ok(head) => head,
        Err(remark) => return Some(Err(shifted(remark, from))),
    };
    let (to, mut kept) = acts::take_kept(&rear, end);
    let (between, otherwise) = acts::split_else(&tail.text, end, to);
    if !tail.text[between.0..between.1].trim_matches(acts::LOOSE).is_empty() {
        kept = acts::with_tails(&rear, between, kept)?;
    }
    if let Some(guard) = phrases::only_if(&desk.copy.text[..at], &head) {
        let is_held = otherwise.is_none_or(|stretch| phrases::is_nothing(&tail.text[stretch.0..stretch.1]));
        return is_held.then_some(Ok((guard, rear.remarks)));
    }
    let subject = Subject::of(desk.scenario, &head.condition);
    let mut front = sub_desk(desk);
    let then = match acts::read_acts(&mut front, (0, at), &subject, depth) {
        Ok(then) if then.acts.is_empty() => return None,
        Ok(then) => then,
        Err(remark) => return Some(Err(remark)),
    };
    let is_mixed = then.acts.last().is_some_and(is_restraint) && !then.acts.iter().all(is_restraint);
    if is_mixed || ends_in_restraint(&text[..at]) {
        return Some(Err(which_waits()));
    }
    let subject = subject.or_of(&then.acts, desk.scenario);
    let otherwise = otherwise.map(|stretch| acts::read_acts(&mut rear, stretch, &subject, depth)).transpose();
    let order = otherwise.and_then(|otherwise| compose(head, then, otherwise.unwrap_or_default(), kept));
    front.remarks.extend(rear.remarks.into_iter().map(|remark| shifted(remark, from)));
    Some(order.map(|order| (order, front.remarks)))
}

/// An order that keeps somebody where he is, or from going on.
fn is_restraint(act: &Act) -> bool {
    matches!(act, Act::Hold { .. } | Act::Stop { .. } | Act::Withdraw { .. })
}

/// "Move Banks to Harpers Ferry, withdraw": behind a comma the last word is an order of its own.
fn ends_in_restraint(text: &str) -> bool {
    const WORDS: [&str; 5] = ["withdraw", "retreat", "fall back", "halt", "stop"];
    let text = text.trim_end_matches(acts::LOOSE).to_ascii_lowercase();
    let before = WORDS.iter().find_map(|word| text.strip_suffix(word));
    before.is_some_and(|before| before.trim_end_matches(' ').ends_with([',', ';']) || before.ends_with(" and "))
}

/// "Move McDowell to Manassas, stop if attacked": a condition behind several orders, of which the last alone may wait for it.
fn which_waits() -> Remark {
    Remark::unread("It is not clear whether all of this waits for the condition, or its end alone.")
        .hint("Write two lines, or the condition first: `IF ... THEN` and the orders.")
        .rule("C3.14")
}

/// Where a condition could begin behind other words.
fn back_words(text: &str) -> impl Iterator<Item = usize> + '_ {
    let is_start = |at: usize| {
        let before = text[..at].bytes().next_back();
        before.is_some_and(|sign| !sign.is_ascii_alphanumeric() && sign != b'\'')
    };
    let letters = text.char_indices().filter(|(_, sign)| sign.is_ascii_alphabetic()).map(|(at, _)| at);
    letters.filter(move |at| is_start(*at) && OrderGrammar::parse(Rule::back_word, &text[*at..]).is_ok())
}

/// A condition that nobody but the game master can judge: its words are kept, and what is to be done as far as it is read.
fn asked(desk: &Desk<'_, '_>, depth: u32, is_leading: bool) -> Found {
    let text = desk.copy.text.as_str();
    if OrderGrammar::parse(Rule::of_the_game, text).is_err() || phrases::is_unreal(text) {
        return None;
    }
    let (condition, doing) = phrases::asked_parts(text, is_leading)?;
    if let Some(remark) = phrases::slip(desk, condition) {
        return Some(Err(remark));
    }
    let mut own = sub_desk(desk);
    let is_behind = condition.0 > doing.0;
    let (to, kept) = acts::take_kept(&own, doing.0);
    let stretch = (doing.0, if is_behind { doing.1 } else { to.min(doing.1) });
    let subject = Subject::default();
    let read = acts::read_acts(&mut own, acts::split_else(text, stretch.0, stretch.1).0, &subject, depth);
    let then = match read {
        Ok(then) => then,
        Err(_) if phrases::has_verb(&text[stretch.0..stretch.1]) && !is_behind => Doing::default(),
        Err(_) => return None,
    };
    let words = bare_words(desk);
    // These words go on to others, and a program that breaks them anew must not make a command of their end.
    if let Some(command) = command_within(&words) {
        let remark = Remark::refused(format!("These words hold a command of their own: {command}."));
        return Some(Err(remark.hint("Say it without the words of a command.")));
    }
    let asked = Asked { words, then: then.acts, reserve: kept.reserve.or(then.stated), is_ignored: false };
    let remark = Remark::incomplete("No rule says how to judge this condition; only the game master can.")
        .hint("What the judge can see for itself: enemies in sight, attacks, captures, orders done or failed, points, pulses.")
        .rule("C3.14");
    Some(Ok((Order::new(Act::Asked(Box::new(asked))), vec![remark])))
}

/// The line in its own words, without its bullet and without politeness.
fn bare_words(desk: &Desk<'_, '_>) -> String {
    let text = desk.copy.text.as_str();
    let front = OrderGrammar::parse(Rule::bare_front, text).ok().and_then(|mut pairs| pairs.next());
    let start = front.map_or(0, |front| front.as_span().end());
    let (from, to) = desk.copy.span(start, text.len());
    tidy(&desk.copy.line[from..to.max(from)])
}

fn sub_desk<'s, 'c>(desk: &Desk<'s, 'c>) -> Desk<'s, 'c> {
    Desk { scenario: desk.scenario, copy: desk.copy, remarks: Vec::new() }
}

/// A remark on an inner stretch, pointing into the whole line.
fn shifted(mut remark: Remark, from: usize) -> Remark {
    remark.span = remark.span.map(|span| Span { start: span.start + from, end: span.end + from });
    remark
}

/// The stretch of the typed line behind a stretch of the copy.
fn typed<'l>(copy: &FairCopy<'_, 'l>, stretch: (usize, usize)) -> (usize, &'l str) {
    let (start, end) = trimmed(&copy.text, stretch);
    if start >= end {
        return (0, "");
    }
    let (from, to) = copy.span(start, end);
    (from, &copy.line[from..to])
}

fn trimmed(text: &str, (start, end): (usize, usize)) -> (usize, usize) {
    let stretch = &text[start..end];
    let left = stretch.len() - stretch.trim_start_matches(acts::LOOSE).len();
    let right = stretch.trim_end_matches(acts::LOOSE).len();
    (start + left.min(right), start + right.max(left))
}
