//! Which lines of a letter belong together, and where one line holds several orders: by the evidence of the text, not by trying.

use std::cell::LazyCell;

use base::order::Line;

use crate::courtesy::is_courtesy;
use crate::mood::{Mood, Sign, signs_of};
use crate::words::{Word, first_phrase, words_in, words_of};

/// Words with which a line goes on what the line above it began, and changes it.
#[rustfmt::skip]
const CHANGING: &[&str] = &[
    "except", "excepting", "excluding", "but", "or", "not", "unless", "if", "until", "till", "as long as", "as soon as", "when", "whenever", "once", "only if", "only when", "instead",
    "otherwise", "else", "provided", "provided that", "in case", "while", "after", "before", "without", "and not", "or else", "rather than", "only for", "only in", "only at", "no more",
];

/// Words with which a line goes on, and adds.
#[rustfmt::skip]
const ADDING: &[&str] = &["and", "plus", "for", "to", "at", "from", "in", "on", "with", "by", "via", "of", "into", "as", "than", "then", "due", "using", "starting", "beginning", "every", "each", "next", "against", "through", "along", "per", "which", "who", "where", "that"];

/// Words with which a line goes on that stands below a whole order.
const HANGING: &[&str] = &["and of", "and from"];

/// Words that join one order to another.
const JOINING: &[&str] = &["and", "plus", "then", "also"];

/// Words with which no sentence ends.
#[rustfmt::skip]
const OPEN_ENDS: &[&str] = &[
    "and", "or", "of", "to", "the", "for", "with", "all", "in", "at", "from", "by", "no", "not", "except", "a", "an", "but", "via", "if", "unless", "into", "than", "as", "plus", "against", "on", "any",
    "every", "each", "our", "my", "their", "his", "both", "between", "until", "when", "then", "buy", "bought", "move", "give", "lend", "attack", "send", "without", "is", "are", "will", "shall", "dont", "do", "never",
    "please", "should", "would", "could", "may", "might", "must", "that", "says", "thinks", "suggests", "wants", "writes", "write", "say", "wrote", "because", "whether",
];

/// Words at the end of a line that say something of the order below it, whatever begins the line.
#[rustfmt::skip]
const HANGING_ENDS: &[&str] = &[
    "or", "and", "if", "unless", "until", "when", "except", "but", "than", "because", "whether", "says", "thinks", "suggests",
];

/// Words that turn what follows them into its contrary.
const DENYING: &[&str] = &["no", "not", "never", "dont", "without", "cannot", "cant", "wont", "neither", "nor"];

/// So many words of a line are looked at for how it belongs to the one above it.
const MOST_OF_BEGINNING: usize = 4;

/// Mail programs wrap between these widths.
const WIDTHS: std::ops::RangeInclusive<usize> = 50..=100;

/// How a line belongs to the one above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Bond {
    /// Not at all.
    None,
    /// It goes on where the other broke off, and adds to it.
    Adds,
    /// It changes what the other says: neither means anything without the other.
    Changes,
}

/// How `next` belongs to `line`, which stands right above it. `width` is that of the widest line of the letter.
pub(crate) fn bond(line: &str, next: &str, width: usize, begins: &impl Fn(&str) -> bool) -> Bond {
    if is_listed(next) || is_colon_head(next) || ends_sentence(line) {
        return Bond::None;
    }
    let is_small = next.trim_start().starts_with(char::is_lowercase);
    let above = words_of(line);
    let below: Vec<Word<'_>> = words_in(next).take(MOST_OF_BEGINNING).collect();
    let Some(last) = above.last().filter(|_| !below.is_empty()) else { return Bond::None };
    if asks_by_itself(next, &below) {
        return Bond::None;
    }
    if first_phrase(&below, 0, CHANGING).is_some() && (is_small || !begins(next)) && !has_own_clause(next, begins) {
        return Bond::Changes;
    }
    // A clause that hangs in the air, before what it is about.
    let signs = LazyCell::new(|| signs_of(line, &above));
    // "Until further notice" makes an order standing, and is part of it.
    let is_standing = |sign: &Sign| line[sign.end..].trim_start().starts_with("further notice");
    let hangs =
        |sign: &Sign| is_hanging(sign.mood) && !is_standing(sign) && (!begins(line) || is_unfinished(line, sign));
    if is_small && signs.iter().any(hangs) && !has_own_clause(line, begins) && !has_own_clause(next, begins) {
        return Bond::Changes;
    }
    // "Vote 4 no" is a ballot.
    let is_ballot = last.word == "no" && above.len() > 1 && is_figure(&above[above.len() - 2]);
    if DENYING.contains(&last.word.as_ref()) && !is_ballot {
        return Bond::Changes;
    }
    if let Some(bond) = number_below(&above, &below) {
        return bond;
    }
    let is_order = begins(next);
    // Where each begins an order they are two, unless the first turns round what it says.
    let are_two = || is_order && begins(line) && signs.is_empty() && !HANGING_ENDS.contains(&last.word.as_ref());
    let is_open = ends_open(line, &above) && !are_two() && !(is_order && may_end(&above) || is_ballot);
    if is_open && (above.len() > 1 || !is_order || last.word == "or") {
        return Bond::Changes;
    }
    let is_pending = line.trim_end().ends_with([',', '+', '&', '/']) && above.len() > 2;
    let is_joined = is_small && first_phrase(&below, 0, JOINING).is_some();
    if is_order {
        return if is_pending || is_joined { Bond::Adds } else { Bond::None };
    }
    // "next window: buy 10 infantry" has an order of its own behind its head.
    let is_headed = || next.split_once(':').is_some_and(|(_, behind)| begins(behind.trim_start()));
    let is_adding = is_small && first_phrase(&below, 0, ADDING).is_some() && !is_headed();
    if is_pending || is_adding || is_small && is_full(line, next, width) { Bond::Adds } else { Bond::None }
}

/// Whether a line is as wide as its letter is wrapped: the first word of the next one had no room in it.
pub(crate) fn is_full(line: &str, next: &str, width: usize) -> bool {
    let first = words_in(next).next().map_or(0, |first| first.end - first.start);
    WIDTHS.contains(&width) && line.trim_end().chars().count() + 1 + first > width
}

/// "Who voted against bill 4?": a question of its own, whatever stands above it.
fn asks_by_itself(text: &str, first: &[Word<'_>]) -> bool {
    const ASKING: &[&str] = &["who", "what", "whats", "why", "where", "how", "which", "whose"];
    first.len() > 2 && text.trim_end().ends_with('?') && ASKING.contains(&first[0].word.as_ref())
}

/// "3 regiments each", "goes on": words that may end a sentence, for all that more often something follows them.
fn may_end(words: &[Word<'_>]) -> bool {
    #[rustfmt::skip]
    const MOVING: &[&str] = &[
        "go", "goes", "going", "come", "comes", "move", "moves", "carry", "carries", "dig", "digs", "digging", "dug", "stay", "stays", "hold", "holds", "press", "presses", "push", "pushes", "sail", "sails", "steam", "steams", "keep", "keeps", "fight", "fights",
    ];
    let [.., before, last] = words else { return false };
    match last.word.as_ref() {
        "on" | "in" => MOVING.contains(&before.word.as_ref()),
        "each" => !OPEN_ENDS.contains(&before.word.as_ref()),
        _ => false,
    }
}

fn is_figure(word: &Word<'_>) -> bool {
    word.word.starts_with(|sign: char| sign.is_ascii_digit())
}

/// How a number with a word at most belongs to the line above it: "15 inf" above "2 fleets" are two of a list.
fn number_below(above: &[Word<'_>], below: &[Word<'_>]) -> Option<Bond> {
    if !is_figure(&below[0]) || below.len() > 2 {
        return None;
    }
    Some(if are_items(above, below) { Bond::Adds } else { Bond::Changes })
}

/// A number with what it counts, above another.
fn are_items(above: &[Word<'_>], below: &[Word<'_>]) -> bool {
    below.len() == 2 && is_figure(&below[0]) && is_figure(&above[0]) && above.len() < 4
}

/// Whether a line is a number with what it counts, below one that is no more.
pub(crate) fn is_item_below(line: &str, next: &str) -> bool {
    let (above, below) = (words_of(line), words_of(next));
    !above.is_empty() && !below.is_empty() && are_items(&above, &below)
}

/// Whether a line ends in a word with which no sentence ends; "where he is" and "3IN" may end one.
fn ends_open(line: &str, words: &[Word<'_>]) -> bool {
    let Some((last, before)) = words.split_last() else { return false };
    let before = before.last();
    let is_told = ["is", "are"].contains(&last.word.as_ref())
        && before.is_some_and(|word| ["he", "she", "it", "they", "that"].contains(&word.word.as_ref()));
    let is_name = before.is_some_and(|word| word.end == last.start);
    OPEN_ENDS.contains(&last.word.as_ref()) && !is_told && !is_name && !line.trim_end().ends_with(['!', ')', '"'])
}

/// Whether a line says by its end, or by its mood, that it is to be read with the one below it.
pub(crate) fn goes_on_below(line: &str) -> bool {
    let words = words_of(line);
    let hangs = |sign: &Sign| is_hanging(sign.mood) || sign.mood == Mood::Denial;
    ends_open(line, &words) && !may_end(&words)
        || line.trim_end().ends_with([',', '+', '&', '/'])
        || signs_of(line, &words).iter().any(hangs)
}

/// Whether a line says by its beginning that it is to be read with the one above it.
pub(crate) fn goes_on_above(line: &str) -> bool {
    let words = words_of(line);
    let is_number = words.len() == 1 && words[0].word.starts_with(|sign: char| sign.is_ascii_digit());
    is_number || [CHANGING, ADDING, HANGING].iter().any(|table| first_phrase(&words, 0, table).is_some())
}

/// Whether a line that begins like a condition of another says by itself what is done then: "if they come, evade".
pub(crate) fn has_own_clause(line: &str, begins: &impl Fn(&str) -> bool) -> bool {
    let words = words_of(line);
    let depends = signs_of(line, &words)
        .first()
        .is_some_and(|sign| sign.mood == Mood::Condition && words[0].start <= sign.start && sign.start <= words[0].end);
    let then = words.iter().find(|word| word.word == "then").map(|then| &line[then.end..]);
    let behind = then.or_else(|| line.split_once(',').map(|(_, behind)| behind));
    depends && behind.is_some_and(|behind| begins(behind.trim_start()))
}

/// Whether a line that begins like a condition of another says more behind a comma, and so need not be one of it.
pub(crate) fn may_be_apart(line: &str) -> bool {
    line.split_once(',').is_some_and(|(_, behind)| words_of(behind).len() > 2)
}

/// "Dear GM, if you do not hear from me": a clause that begins the line and does not end in it.
fn is_unfinished(line: &str, sign: &Sign) -> bool {
    is_courtesy(&line[..sign.start]) && !line[sign.end..].contains([',', ':', ';'])
}

/// Moods of a clause that means nothing without another.
fn is_hanging(mood: Mood) -> bool {
    matches!(mood, Mood::Condition | Mood::OtherTime | Mood::Doubt | Mood::Example | Mood::Exception)
}

/// Whether a line is a clause that says more of what stands above it: "by rail if possible", "in June".
pub(crate) fn hangs_on(line: &str) -> bool {
    let words = words_of(line);
    let hangs = first_phrase(&words, 0, ADDING).or_else(|| first_phrase(&words, 0, HANGING)).is_some();
    hangs && line.trim_start().starts_with(char::is_lowercase) && !is_courtesy(line)
}

/// The width of the widest line.
pub(crate) fn width_of(lines: &[Line]) -> usize {
    lines.iter().map(|line| line.text.trim_end().chars().count()).max().unwrap_or(0)
}

/// Whether a line is one of a list: behind a sign or a number.
pub(crate) fn is_listed(text: &str) -> bool {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let behind = &text[digits..];
    if (1..=3).contains(&digits) {
        return behind.starts_with(')') || behind.starts_with(". ");
    }
    let is_sign =
        text.starts_with(['-', '*', '\u{2022}', '\u{b7}', '\u{25aa}', '\u{2013}', '+', '\u{2023}', '\u{25cf}']);
    let letter = text.as_bytes();
    is_sign && text.chars().nth(1).is_some_and(char::is_whitespace)
        || letter.len() > 2 && letter[0].is_ascii_alphabetic() && letter[1] == b')'
}

/// A line of a list without its mark.
pub(crate) fn unlisted(text: &str) -> &str {
    if !is_listed(text) {
        return text.trim();
    }
    let text = text.trim_start();
    text.split_once(char::is_whitespace).map_or(text, |(_, rest)| rest.trim())
}

/// Whether a line is nothing but a head with a colon.
pub(crate) fn is_colon_head(text: &str) -> bool {
    text.trim_end_matches(|sign: char| sign.is_whitespace() || sign == '*' || sign == '_').ends_with(':')
}

pub(crate) fn ends_sentence(text: &str) -> bool {
    let end = text.trim_end_matches(|sign: char| sign.is_whitespace() || matches!(sign, '*' | '_' | '"' | ')'));
    end.ends_with(['.', '!', '?', ':'])
}

/// The sentences of a text, as stretches of it.
pub(crate) fn sentences(text: &str) -> Vec<(usize, usize)> {
    let mut sentences = Vec::new();
    let mut from = 0;
    for (at, sign) in text.char_indices() {
        let rest = &text[at + sign.len_utf8()..];
        // "infantry ..... 5": dots that lead to a number end nothing.
        let is_leader = sign == '.' && text[..at].ends_with("..");
        if matches!(sign, '.' | '!' | '?') && rest.starts_with(' ') && !is_leader && !is_abbreviated(&text[from..at]) {
            sentences.push((from, at + sign.len_utf8()));
            from = at + sign.len_utf8();
        }
    }
    if !text[from..].trim().is_empty() {
        sentences.push((from, text.len()));
    }
    sentences
}

/// "Maj. Gen. McDowell", "St. Louis", "A. Johnston", "no. 3".
fn is_abbreviated(before: &str) -> bool {
    const SHORT: &[&str] = &[
        "maj", "gen", "st", "ft", "col", "lt", "brig", "adm", "no", "mr", "dr", "capt", "inf", "cav", "art", "arty",
        "approx", "vs", "etc", "va", "ky", "tenn", "mil", "genl", "miss", "ark", "mo", "ala", "ga", "la", "ind", "ill",
        "md", "pa", "fla", "tex", "wash", "nov", "dec", "sept", "oct", "jan", "feb",
    ];
    let words = words_of(before);
    let Some(last) = words.last().filter(|last| last.end == before.len()) else { return false };
    last.end - last.start == 1 && last.word.chars().all(char::is_alphabetic) || SHORT.contains(&last.word.as_ref())
}

/// Words of the time an order takes.
const TIMES: &[&str] = &["pp", "pulse", "pulses"];

/// Where a text may be cut into orders: the end of one and the beginning of the next. What follows a cut begins an order, or
/// stands behind "then".
pub(crate) fn cuts(text: &str, begins: &impl Fn(&str) -> bool) -> Vec<(usize, usize)> {
    let words = words_of(text);
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    let is_timed = |part: &str| words_of(part).iter().any(|word| TIMES.contains(&word.word.as_ref()));
    let has_times = is_timed(text);
    for (at, word) in words.iter().enumerate().skip(1) {
        let (joint, next) = joint(text, &words, at);
        if !joint || cuts.last().is_some_and(|(_, last)| *last >= next) || next >= text.len() {
            continue;
        }
        let rest = &text[next..];
        // Pulses said once may be meant for both.
        if has_times && !(is_timed(rest) && is_timed(&text[..words[at - 1].end])) {
            continue;
        }
        let is_then = text[word.start..next].contains("then");
        if is_then || text[words[at - 1].end..next].contains(';') || begins(rest) {
            cuts.push((words[at - 1].end, next));
        }
    }
    cuts
}

/// Whether a joint lies before a word, and where what follows it begins.
fn joint(text: &str, words: &[Word<'_>], at: usize) -> (bool, usize) {
    const JOINTS: &[&str] = &["and then", "and also", "and", "then", "plus", "also"];
    let between = &text[words[at - 1].end..words[at].start];
    let has_sign = between.contains([',', ';', '+', '&', '/', '.', '!']);
    if let Some((_, count)) = first_phrase(words, at, JOINTS) {
        return (true, words.get(at + count).map_or(text.len(), |next| next.start));
    }
    let is_pulse = matches!(words[at].word.as_ref(), "pp" | "pulse" | "pulses") && !between.contains(['-', '(']);
    (has_sign || is_pulse, words[at].start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_on_by_the_evidence_of_its_words() {
        let begins = |text: &str| ["buy", "move", "trade", "PP"].iter().any(|verb| text.trim_start().starts_with(verb));
        for (line, next, wanted) in [
            ("We refuse all", "trade with perfidious Albion", Bond::Changes),
            ("Agree to trade", "except for Danzig", Bond::Changes),
            ("Trade with Portugal, Denmark, Turkey", "and Austria.", Bond::Adds),
            ("buy 5 infantry", "buy 2 cavalry", Bond::None),
            ("buy", "buy 2 cavalry", Bond::None),
            ("buy 2 infantry for both", "buy 2 cavalry", Bond::None),
            ("move Lee to", "move Jackson to Rome", Bond::None),
            ("buy no", "trade with Prussia", Bond::Changes),
            ("buy 2 infantry or", "buy 2 cavalry", Bond::Changes),
            ("we buy 5 infantry,", "two of cavalry", Bond::Adds),
            ("buy 5 infantry.", "And good luck", Bond::None),
            ("buy 5 infantry", "- 2 cavalry", Bond::None),
            ("repay Spain", "5", Bond::Changes),
            ("No", "trade until June", Bond::Changes),
            ("Bob says that", "buy 5 infantry", Bond::Changes),
            ("buy 5 infantry", "Regards, Bob", Bond::None),
            ("Dear GM, if you do not hear from me", "buy 5 infantry", Bond::Changes),
            ("buy 2 cavalry if Spain agrees", "buy 5 infantry", Bond::None),
            ("15 inf", "2 fleets", Bond::Adds),
            ("Lee stays where he is", "trade with Spain", Bond::None),
            ("add 2 regs to 3IN", "merge 4IN", Bond::None),
            ("buy 5 infantry", "if that is too much, buy 2 cavalry", Bond::None),
            ("if they come, buy 2 cavalry", "merge 4IN", Bond::None),
            ("buy 5 infantry", "if Spain agrees, of course", Bond::Changes),
            ("unless he is beaten", "if they come, buy 2 cavalry", Bond::None),
            ("2 more at Rome, 3 regiments each", "buy 2 cavalry", Bond::None),
            ("give each", "move 2", Bond::Changes),
            ("Lee goes on", "move 4IN", Bond::None),
            ("move 4IN", "who voted against bill 4?", Bond::None),
            ("buy 4 no", "move 4IN", Bond::None),
            ("buy 5 infantry", "next window: buy 2 cavalry", Bond::None),
        ] {
            assert_eq!(bond(line, next, 60, &begins), wanted, "{line} / {next}");
        }
    }

    #[test]
    fn sentences_end_where_people_end_them() {
        let parts = |text: &str| sentences(text).len();
        assert_eq!(parts("Maj. Gen. McDowell goes to St. Louis. Then he rests."), 2);
        assert_eq!(parts("buy 5 infantry; give Spain 3! Thanks"), 2);
        assert_eq!(parts("infantry ..... 5 militia ...... 3"), 1);
    }
}
