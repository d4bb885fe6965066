//! Holds what was read against what was written: whatever of a line an order does not hold keeps the line from being that
//! order. So no clause is dropped because one rule of a grammar took too little care.

use base::order::{Remark, Span};

use crate::mood::{Mood, Sign, signs_of};
use crate::slip::small_number;
use crate::words::{Word, first_phrase, words_of};

/// What a text says that the canonical words of its orders do not; none when they hold all of it. `told` are stretches of
/// the text of which its writer hears otherwise.
pub fn left_over(text: &str, canonical: &[&str], told: &[Span]) -> Option<Remark> {
    let words = words_of(text);
    let written: Vec<Word<'_>> = canonical.iter().flat_map(|words| words_of(words)).collect();
    if let Some(stated) = statement(&words, &written) {
        return Some(tells_what_is(&text[stated.start..stated.end]).at(stated.start, stated.end));
    }
    let is_told = |start: usize, end: usize| told.iter().any(|span| span.start <= start && end <= span.end);
    let mut takes_out = false;
    for sign in signs_of(text, &words) {
        let is_held = is_held(sign.mood, &written)
            || takes_out && sign.mood == Mood::Choice
            || is_written(&text[sign.start..sign.end], &written);
        if !is_held && !is_told(sign.start, sign.end) {
            return Some(doubt(text, &sign));
        }
        // "Not Danzig or Stettin" are both.
        takes_out |= matches!(sign.mood, Mood::Denial | Mood::Exception);
    }
    let numbers = numbers(text, &words);
    let left = numbers.iter().find(|number| !is_told(number.start, number.end) && !number.is_in(&written))?;
    Some(number_left(&text[left.start..left.end]).at(left.start, left.end))
}

/// Words that point to what is named elsewhere.
const POINTING: &[&str] = &["there", "him", "them", "those", "same", "everybody", "everyone", "wherever"];
fn is_month(word: &str) -> bool {
    const MONTHS: &[&str] =
        &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "christmas"];
    word.len() > 2 && MONTHS.iter().any(|month| word.starts_with(month))
}

/// Verbs of orders that say no.
const REFUSING: &[&str] = &["refuse", "refuses", "decline", "declines", "reject", "rejects"];

/// The word behind a sign, or nothing.
fn next_word<'w>(words: &'w [Word<'_>], sign: &Sign) -> &'w str {
    words.iter().find(|word| word.start >= sign.end).map_or("", |word| word.word.as_ref())
}

/// "Until June" says when something is due.
fn is_until_month(text: &str, words: &[Word<'_>], sign: &Sign) -> bool {
    let is_until = ["till", "until"].iter().any(|until| text[sign.start..sign.end].eq_ignore_ascii_case(until));
    is_until && is_month(next_word(words, sign))
}

/// Words that stand where a number belongs.
const VAGUE: &[&str] = &["half", "a third", "each", "some", "few", "several", "enough", "rest", "as much", "as many"];

/// What most likely keeps a text from being understood, where no order can hold it: a condition, a choice, another time, a
/// word that only points. None where nothing of the kind stands in it.
pub fn obstacle(text: &str) -> Option<Remark> {
    let words = words_of(text);
    // "Till June" says when something is due, and "for a while" nothing; "decline Saxony" is an order's own verb.
    let is_harmless = |sign: &Sign| {
        let said = &text[sign.start..sign.end];
        let next = next_word(&words, sign);
        let is_verb = || REFUSING.iter().any(|verb| said.eq_ignore_ascii_case(verb)) && sign.start == words[0].start;
        let before = words.iter().rev().find(|word| word.end <= sign.start).map_or("", |word| word.word.as_ref());
        said.eq_ignore_ascii_case("no") && ["matter", "problem"].contains(&next)
            || said.eq_ignore_ascii_case("while") && before == "a"
            || is_until_month(text, &words, sign)
            || is_verb()
            || next == "matter"
    };
    if let Some(sign) = signs_of(text, &words).iter().find(|sign| !is_harmless(sign)) {
        return Some(doubt(text, sign));
    }
    let found = |phrases: &[&str]| {
        let (at, count) = (0..words.len()).find_map(|at| Some((at, first_phrase(&words, at, phrases)?.1)))?;
        Some(Span { start: words[at].start, end: words[at + count - 1].end })
    };
    let said = |span: Span, message: String, hint: &str| Remark::unread(message).at(span.start, span.end).hint(hint);
    if let Some(span) = found(POINTING) {
        let message =
            format!("{:?} points to what is named elsewhere, and an order names it.", &text[span.start..span.end]);
        return Some(said(span, message, "Write the name or the place itself, one order a line."));
    }
    let span = found(VAGUE)?;
    let message = format!("{:?} is no number, and this order needs one.", &text[span.start..span.end]);
    Some(said(span, message, "Write the number."))
}

/// The words with which a sentence tells what its writer has: "We have 5 infantry". What it also says to do is in `written`.
fn statement(words: &[Word<'_>], written: &[Word<'_>]) -> Option<Span> {
    const HAVING: &[&str] =
        &["i have", "we have", "ive got", "weve got", "i own", "we own", "i already have", "we already have"];
    const HAD: &[&str] = &["trade", "no trade", "no debt", "no debts"];
    let (_, count) = first_phrase(words, 0, HAVING)?;
    let next = &words.get(count)?.word;
    let is_sum = next.starts_with(|sign: char| sign.is_ascii_digit()) || small_number(next).is_some();
    let is_had = is_sum || first_phrase(words, count, HAD).is_some();
    let is_said = written.iter().take(1).any(|verb| words.iter().any(|word| word.word == verb.word));
    (is_had && !is_said).then(|| Span { start: words[0].start, end: words[count - 1].end })
}

fn tells_what_is(words: &str) -> Remark {
    Remark::unread(format!("{words:?} tells what there is, not what is to be done, so this was not taken as an order."))
        .hint("Write what is to be done: \"buy\", \"agree\", \"pay\".")
}

/// Whether canonical words can hold what is said in a mood.
fn is_held(mood: Mood, written: &[Word<'_>]) -> bool {
    let counterparts: &[&str] = match mood {
        Mood::Question | Mood::Doubt | Mood::Correction | Mood::Example => return false,
        Mood::Denial => &[
            "no", "not", "nobody", "nothing", "refuse", "none", "hold", "idle", "except", "keep", "never", "unless",
            "without", "decline", "free", "stays", "dice", "0", "dissolve", "stop", "save",
        ],
        Mood::Choice => &["or"],
        Mood::Condition => &["if", "when", "as", "while", "standing", "unless", "else", "before", "after", "until"],
        Mood::Exception => &["except", "not", "no", "above", "leaving", "without"],
        Mood::OtherTime => &["last", "same", "due", "standing"],
        Mood::Bound => &["if", "max", "within", "least", "above", "third", "between"],
    };
    written.iter().any(|word| counterparts.contains(&word.word.as_ref()))
}

/// Whether an order says it in the same words.
fn is_written(said: &str, written: &[Word<'_>]) -> bool {
    let said = words_of(said);
    !said.is_empty() && said.iter().all(|word| written.iter().any(|other| other.word == word.word))
}

/// What to say of words that no order holds.
fn doubt(text: &str, sign: &Sign) -> Remark {
    let words = &text[sign.start..sign.end];
    let (message, hint) = match sign.mood {
        Mood::Question => ("A question is no order.".to_owned(), "Leave the question mark out if it is meant as one."),
        Mood::Doubt => (
            format!("{words:?} sounds as if you were not sure, so this was not taken as an order."),
            "Write it without that word when it is meant.",
        ),
        Mood::Denial => (
            format!("{words:?} says that something is not to be done, and with it this is no order as a whole."),
            "Write alone what is to be done; what is on file is taken off with CANCEL.",
        ),
        Mood::Correction => (
            format!("{words:?} takes back what stands before it, so nothing of this line was taken."),
            "Write the line anew as it is meant.",
        ),
        Mood::Choice => {
            (format!("{words:?} leaves a choice, and an order must say which."), "Write the one that is meant.")
        }
        Mood::Condition => (
            format!(
                "{words:?} makes this depend on something that this order cannot hold, and it was not taken without it."
            ),
            "HELP orders shows on what an order may depend; else write it without.",
        ),
        Mood::Exception => (
            format!("{words:?} takes something out, and this order has no place for that."),
            "Name what is meant instead.",
        ),
        Mood::OtherTime => (
            format!("{words:?} is about another time, and this order would be for now."),
            "Send it when it is time, or write it without that word.",
        ),
        Mood::Bound => (format!("{words:?} gives a bound, and an order needs the number itself."), "Write the number."),
        Mood::Example => (
            format!("{words:?} sounds as if this were an example or a draft, so it was not taken as an order."),
            "Write it without that word when it is meant.",
        ),
    };
    Remark::unread(message).at(sign.start, sign.end).hint(hint)
}

fn number_left(number: &str) -> Remark {
    Remark::unread(format!("The number {number} has no place in this order, and it was not taken without it."))
        .hint("Write it without the number, or as an order that has one.")
}

/// A number of a text.
struct Number {
    start: usize,
    end: usize,
    /// As it may stand in canonical words: as one number, or as its parts.
    digits: String,
}

impl Number {
    fn is_in(&self, written: &[Word<'_>]) -> bool {
        let is_repeated = |word: &Word<'_>| {
            let times = written.iter().filter(|other| other.word == word.word).count();
            word.word.len() > 2 && times.to_string() == self.digits
        };
        let is_same = |word: &Word<'_>| {
            word.word == self.digits || small_number(&word.word).is_some_and(|number| number.to_string() == self.digits)
        };
        written.iter().any(|word| is_same(word) || is_repeated(word))
    }
}

/// The numbers of a text that say what it costs, by the word behind them: its book holds them against its own tables.
pub fn priced(text: &str, costs: &[&str]) -> Vec<Span> {
    if costs.is_empty() {
        return Vec::new();
    }
    let words = words_of(text);
    let is_number = |word: &Word<'_>| {
        word.word.starts_with(|sign: char| sign.is_ascii_digit()) || small_number(&word.word).is_some()
    };
    let pairs = words.windows(2).filter(|pair| is_number(&pair[0]) && costs.contains(&pair[1].word.as_ref()));
    pairs.map(|pair| Span { start: pair[0].start, end: pair[0].end }).collect()
}

/// Numbers that mean something: neither the mark of a list, nor part of a name such as "W4" or "TST1". Four figures are a hex
/// or a year, which a book reads as a name.
fn numbers(text: &str, words: &[Word<'_>]) -> Vec<Number> {
    let mut numbers: Vec<Number> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let is_figure = word.word.starts_with(|sign: char| sign.is_ascii_digit());
        let digits = match small_number(&word.word) {
            // "No one", "one by one", "one third".
            Some(1) => continue,
            Some(number) => number.to_string(),
            None if is_figure => word.word.trim_start_matches('0').to_owned(),
            None => continue,
        };
        let digits = if digits.is_empty() { "0".to_owned() } else { digits };
        if let Some(last) = numbers.last_mut().filter(|last| is_figure && is_fraction(text, last, word)) {
            last.digits = text[last.start..word.end].to_owned();
            last.end = word.end;
            continue;
        }
        let begins_fraction =
            text[word.end..].strip_prefix('.').is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()));
        let is_mark = at == 0 && is_figure && !begins_fraction && text[word.end..].starts_with(['.', ')']);
        let before = at.checked_sub(1).map(|before| &words[before]);
        let is_joined = before.is_some_and(|before| before.end == word.start && before.word != "pp");
        let is_named = before.is_some_and(|before| NUMBERED.contains(&before.word.as_ref()));
        let is_name = is_figure && word.end - word.start == 4;
        if is_mark || is_joined || is_named || is_name {
            continue;
        }
        let thousands =
            numbers.last_mut().filter(|last| is_figure && word.end - word.start == 3 && is_group(text, last, word));
        match thousands {
            Some(last) => {
                last.digits.push_str(&word.word);
                last.end = word.end;
            }
            None if text[..word.start].ends_with('~') => {
                numbers.push(Number { start: word.start - 1, end: word.end, digits: format!("~{digits}") });
            }
            None => numbers.push(Number { start: word.start, end: word.end, digits }),
        }
    }
    numbers
}

/// Words whose number is their name.
const NUMBERED: &[&str] = &["tst", "turn", "window", "phase", "subturn", "w", "t"];

/// "1.5": no order has half of a thing. Three figures behind the point are thousands.
fn is_fraction(text: &str, last: &Number, next: &Word<'_>) -> bool {
    &text[last.end..next.start] == "." && next.end - next.start != 3
}

/// "1,000", "1.000", "1 000", "1'000".
fn is_group(text: &str, last: &Number, next: &Word<'_>) -> bool {
    let between = &text[last.end..next.start];
    last.end - last.start <= 3 && matches!(between, "," | "." | " " | "'" | "\u{2019}" | "\u{a0}" | "\u{202f}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(text: &str, canonical: &str) -> Option<String> {
        left_over(text, &[canonical], &[])
            .and_then(|remark| remark.span.map(|span| text[span.start..span.end].to_owned()))
    }

    #[test]
    fn what_an_order_does_not_hold_is_found() {
        for (text, canonical, wanted) in [
            ("give Holland 5 if Spain gives 5", "aid Holland with 5", "if"),
            ("stop the American trade of France or Spain", "stop American trade of France, Spain", "or"),
            ("cede Genoa to Spain for 5 points", "cede Genoa to Spain", "5"),
            ("PP 1-4: McDowell may attack Manassas", "PP 1-4: attack Manassas with McDowell", "may attack"),
            ("Should I cede Genoa to Spain", "cede Genoa to Spain", "Should I"),
            ("we won't refuse trade", "agree to trade", "won't"),
            ("I have 10 infantry and 2 cavalry", "buy 10 infantry, 2 cavalry", "I have"),
            ("We have trade with Britain", "agree to trade", "We have"),
            ("PP 1.5: move McDowell to Manassas", "PP 1-5: move McDowell to Manassas", "1.5"),
            ("PP ~3: move McDowell to Manassas", "PP 3: move McDowell to Manassas", "~3"),
            ("share our treasury with Russia this time only", "share treasury with Russia", "this time only"),
        ] {
            assert_eq!(left(text, canonical).as_deref(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn what_an_order_holds_is_not_held_against_it() {
        for (text, canonical) in [
            ("1) PP 1-4: move McDowell to Fredericksburg", "PP 1-4: move McDowell to Fredericksburg"),
            ("do not stop the trade of anybody", "stop American trade of nobody"),
            ("buy 1,000 infantry", "buy 1000 infantry"),
            ("we have 205 of 200 but keep quiet", "keep quiet about 200, 205 victory"),
            ("I have decided to buy 5 infantry", "buy 5 infantry"),
            ("PP1-4 three infantry at Richmond in TST 1", "PP 1-4: enter 3 infantry at Richmond"),
            ("Prussia: everyone but not Spain", "offer trade to all except Spain"),
        ] {
            assert_eq!(left(text, canonical), None, "{text}");
        }
    }
}
