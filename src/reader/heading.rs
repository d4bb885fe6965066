//! What a head says of the list below it: whose orders they are, or that they are none. A head that is not understood holds its
//! list back.

use base::order::{Line, Remark};

use crate::mood::{Mood, signs_of};
use crate::units::{is_colon_head, is_listed, unlisted};
use crate::words::words_of;

/// A head with a colon, and the lines that it governs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heading {
    /// Its words, without the colon.
    pub words: String,
    /// What it makes of its list.
    pub reach: Reach,
    /// The number of the last line that is known to stand below it.
    last: usize,
    has_marks: bool,
}

/// What a head makes of its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Nothing: the list stands as it is.
    Plain,
    /// It is part of each line.
    Part,
    /// The lines are no orders, or not now.
    Against(Mood),
}

/// Most words of a head that says one thing, which is that its list is not meant.
const MOST_OF_REFUSAL: usize = 5;

/// Words of heads that say nothing but that orders follow.
#[rustfmt::skip]
const PLAIN: &[&str] = &[
    "my", "our", "the", "these", "those", "this", "here", "orders", "order", "moves", "move", "movement", "movements", "for", "turn", "phase", "quarter", "are", "is", "as", "follows", "following", "please",
    "do", "actions", "action", "commands", "of", "to", "in", "from", "all", "new", "instructions", "dear", "hi", "hello", "hey", "gm", "umpire", "judge", "sir", "we", "i", "want", "would", "like", "intend", "will",
    "economic", "phase", "now", "on", "and", "you", "them", "it", "dispatch", "dispatches", "send", "sending", "below", "list", "sheet", "final", "first", "second", "submitted", "submit", "herewith", "by", "next",
    "purchases", "purchase", "reinforcements", "spending", "gifts", "loans", "trade", "expenses", "moving", "builds", "works", "marches", "march", "attacks", "following", "so", "then", "proceed", "execute", "carry", "out",
    "pp", "pulses", "cp", "tst", "subturn", "sub", "troops", "units", "army", "navy", "fleet", "leaders", "economics", "economy", "money", "diplomacy", "misc", "other", "others", "mine", "planned", "as", "our", "theirs", "rest", "everything", "else", "also",
    "a", "few", "some", "couple", "things", "thing", "what", "am", "doing", "me", "with", "good", "morning", "evening", "afternoon", "day", "night", "greetings", "today", "tonight", "hereby",
];

/// Words that say for which part of a map a list is; which that is, its places say as well.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "east", "west", "north", "south", "eastern", "western", "northern", "southern", "theatre", "theater", "front", "trans", "mississippi", "naval", "tc", "commander", "command",
];

/// Words of heads about another time, beside those that any sentence may have.
#[rustfmt::skip]
const NOT_NOW: &[&str] = &["plan", "plans", "planning", "considered", "considering", "rejected", "ideas", "idea", "options", "option", "previously", "history", "done", "bought", "ordered", "old", "past", "earlier", "last", "wish", "wishes", "questions", "question", "quote", "wrote", "said", "says", "drafts", "alternatives", "thoughts"];

impl Heading {
    /// The head that a line is: it ends in a colon, or a list with marks follows it and it says nothing alone.
    pub(crate) fn of(line: &Line, next: Option<&Line>, is_whole: bool) -> Option<Heading> {
        let next = next?;
        let is_above = next.number == line.number + 1;
        let is_bare = is_above && !is_whole && !is_listed(&line.text) && is_listed(&next.text);
        let is_for = is_above && !is_whole && is_dedication(&line.text);
        let is_head = is_colon_head(&line.text) && (is_above || !is_whole);
        if !(is_head || is_for || is_bare && words_of(&line.text).len() <= 8) {
            return None;
        }
        let words = bare(&line.text);
        Some(Heading { reach: reach(&words), words, last: line.number, has_marks: is_listed(&next.text) })
    }

    /// Whether a line stands below this head: right below the last that does, or behind a gap when both are listed.
    pub(crate) fn governs(&mut self, line: &Line) -> bool {
        let is_next = line.number == self.last + 1;
        let is_listed = is_listed(&line.text);
        let goes_on = if self.has_marks { is_listed } else { is_next };
        self.last = if goes_on { line.number } else { self.last };
        goes_on
    }

    /// A line below it follows over several lines.
    pub(crate) fn follow(&mut self, number: usize) {
        self.last = self.last.max(number);
    }

    /// Whether it says nothing but for which part of the map its list is.
    pub(crate) fn names_a_part(&self) -> bool {
        let is_known = |word: &str| PARTS.contains(&word) || is_plain(word);
        words_of(&self.words).iter().all(|word| is_known(&word.word))
    }

    /// Whether it may say when its list is carried out.
    pub(crate) fn has_number(&self) -> bool {
        self.words.contains(|sign: char| sign.is_ascii_digit())
    }

    /// A line below it, with it.
    pub(crate) fn with(&self, line: &str) -> String {
        format!("{}: {}", self.words, unlisted(line))
    }

    /// What a line below it may be meant to say, the likelier first: with this head, and alone. Nothing where it says in a few words
    /// that the line is no order, or not now; of a long head that may be said of something else.
    pub(crate) fn wordings(&self, line: &str) -> Vec<String> {
        match self.reach {
            Reach::Against(_) if words_of(&self.words).len() <= MOST_OF_REFUSAL => Vec::new(),
            Reach::Part if self.has_number() || !self.names_a_part() => vec![self.with(line), line.to_owned()],
            Reach::Against(_) | Reach::Part | Reach::Plain => vec![line.to_owned()],
        }
    }

    /// What is said of a line that it holds back.
    pub(crate) fn holds_back(&self) -> Remark {
        let head = &self.words;
        match self.reach {
            Reach::Against(_) => Remark::unread(format!("It stands below {head:?}, so it was not taken as an order."))
                .hint("Write it again without that head if it is meant for now."),
            _ => Remark::unread(format!(
                "It stands below {head:?}, which is not understood, so it was not taken as an order."
            ))
            .hint("Write it again without that head if it is meant."),
        }
    }
}

/// "For the Egyptians": for whom the lines below are.
fn is_dedication(text: &str) -> bool {
    let words = words_of(text);
    (2..=4).contains(&words.len()) && words[0].word == "for" && !text.contains([',', '.', '!', '?'])
}

/// The words of a head: without stars, marks of a list and the colon.
fn bare(text: &str) -> String {
    let is_dress = |sign: char| sign.is_whitespace() || matches!(sign, '*' | '_' | ':' | '-' | '#' | '=');
    let words = ungreeted(text.trim_matches(is_dress));
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands behind "Hello Grace,".
fn ungreeted(head: &str) -> &str {
    const GREETINGS: [&str; 8] = ["hi", "hello", "hey", "dear", "good", "greetings", "morning", "evening"];
    let greets = |words: &str| words_of(words).first().is_some_and(|first| GREETINGS.contains(&first.word.as_str()));
    match head.split_once([',', '!', '.']) {
        Some((greeting, rest)) if greets(greeting) && words_of(greeting).len() <= 4 => rest,
        None if greets(head) && words_of(head).len() <= 3 => "",
        _ => head,
    }
}

fn reach(head: &str) -> Reach {
    let words = words_of(head);
    let against = signs_of(head, &words).into_iter().map(|sign| sign.mood).next();
    if let Some(mood) = against.filter(|mood| *mood != Mood::Condition) {
        return Reach::Against(mood);
    }
    if words.iter().any(|word| NOT_NOW.contains(&word.word.as_str())) {
        return Reach::Against(Mood::OtherTime);
    }
    // "PP 1-4:" is the time of each line below it.
    let has_number = head.contains(|sign: char| sign.is_ascii_digit());
    if against.is_none() && !has_number && words.iter().all(|word| is_plain(&word.word)) && !is_next(&words) {
        Reach::Plain
    } else {
        Reach::Part
    }
}

fn is_plain(word: &str) -> bool {
    PLAIN.contains(&word) || word.chars().all(|sign| sign.is_ascii_digit())
}

/// "Next quarter", "the next turn": another time.
fn is_next(words: &[crate::words::Word]) -> bool {
    const TIMES: [&str; 6] = ["turn", "phase", "quarter", "subturn", "tst", "sub"];
    words.windows(2).any(|pair| pair[0].word == "next" && TIMES.contains(&pair[1].word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_says_what_its_list_is() {
        for (head, wanted) in [
            ("Hi GM, here are my orders", Reach::Plain),
            ("Hello Grace, these are mine", Reach::Plain),
            ("As planned", Reach::Plain),
            ("PP 1-4", Reach::Part),
            ("Do not buy", Reach::Against(Mood::Denial)),
            ("Next quarter I plan to", Reach::Against(Mood::OtherTime)),
            ("What I considered but rejected", Reach::Against(Mood::OtherTime)),
            ("For Holland", Reach::Part),
            ("If peace with Britain is made", Reach::Part),
            ("Standing orders", Reach::Part),
        ] {
            assert_eq!(reach(&bare(head)), wanted, "{head}");
        }
    }
}
