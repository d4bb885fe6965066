//! A form at the end of a letter of ours, filled in inside the quote of an answer. Knows its marks, its blanks and how its lines
//! begin, not what they ask.
//!
//! What stands in quotes is nobody's order, with this one exception: between the marks, one level deep at most, a line whose
//! blanks were filled in is the writer's own, if the marks bear the word of a letter that went to him alone. Whose letter it
//! answers, the desk knows.

use serde::{Deserialize, Serialize};

/// How the line above a form begins; in a letter its word follows.
const BEGIN: &str = "==== Order form";
/// How the line below it begins.
const END: &str = "==== End of the order form";
/// How both end.
const RULE: &str = "====";
/// The same in quoted-printable.
const ENCODED_RULE: &str = "=3D=3D=3D=3D";
/// What is to be replaced.
const BLANK: &str = "____";
/// Fewer lines of it than this are a blank still, of which somebody took away a few.
const LEAST_BLANK: &str = "__";

/// How a heading of a form begins.
const HEADING: &str = "ORDERS ";
/// How a line begins that has pulses.
const PULSES: &str = "PP";

/// Whether a line, without its quote marks, is that above a form and bears no word: in a letter of ours it has one.
pub(super) fn is_bare_head(line: &str) -> bool {
    line.strip_prefix(BEGIN).is_some_and(|behind| behind.trim_start().starts_with(RULE))
}

/// A form as it stands in a letter, its lines without their quote marks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Form {
    /// The word its mark bears, with its print; empty when there is none.
    pub word: String,
    /// What stands between the marks, empty lines left out.
    pub lines: Vec<String>,
    /// How many of the lines that were typed stand above it.
    #[serde(default)]
    pub above: usize,
    /// Whose letter it is quoted from, by the lines above it.
    #[serde(default, skip_serializing_if = "Head::is_silent")]
    pub head: Head,
}

/// Whose letter something is quoted from, by the nearest words above it that say so.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Head {
    /// They are of a letter of ours, or there are none.
    #[default]
    Silent,
    /// They name nobody's address: "Phoebe wrote:".
    Named(String),
    /// They are of a letter that was forwarded, or from an address that is not ours.
    Foreign,
}

impl Head {
    fn is_silent(&self) -> bool {
        *self == Head::Silent
    }
}

/// What became of a line of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A heading of the form, above lines that were filled in.
    Heading(String),
    /// Blanks that were filled in; pulses left blank are left to the judge.
    Filled(String),
    /// Blanks of which some were filled in.
    Half(String),
    /// No line that was sent, nor one with its blanks filled in.
    Strange(String),
}

/// A passage of ours with the mark of each of its forms bearing a word, and behind it a print of what the form is sent with.
pub fn bear_word(text: &str, word: &str) -> String {
    let bare = format!("{BEGIN} {RULE}");
    let mut pieces = text.split(&bare);
    let mut bearing = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let lines = piece.lines().map(str::trim).take_while(|line| !line.starts_with(END));
        bearing.push_str(&format!("{BEGIN} {word}{} {RULE}{piece}", print_of(lines)));
    }
    bearing
}

/// Letters of the word in a mark: 80 bits in base32.
pub const WORD: usize = 16;
/// Letters of the print behind it.
const PRINT: usize = 6;

/// What tells lines from others (FNV-1a), however a program broke and joined them.
fn print_of<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in lines.flat_map(|line| squeezed(line).into_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    data_encoding::BASE32_NOPAD.encode(&hash.to_be_bytes())[..PRINT].to_ascii_lowercase()
}

/// A text with the marks of its forms bearing none: a copy of a letter for somebody else.
pub fn without_words(text: &str) -> String {
    let word = |line: &'_ str| line.trim().strip_prefix(BEGIN).and_then(word_of).map(str::to_owned);
    let bare = |line: &str| match word(line).filter(|word| !word.is_empty()) {
        Some(word) => line.replacen(&format!(" {word} "), " ", 1),
        None => line.to_owned(),
    };
    text.split('\n').map(bare).collect::<Vec<_>>().join("\n")
}

/// The lines of a text of ours, each with its end, and whether the text may be cut behind it: not within a form.
pub fn may_cut_behind(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut is_open = false;
    text.split_inclusive('\n').map(move |line| {
        let bare = line.trim();
        is_open = (is_open || bare.starts_with(BEGIN)) && !bare.starts_with(END);
        (line, !is_open)
    })
}

/// The forms among these lines, each with the place of its mark as what is above it, and the places of the lines they take
/// up. A form whose end is missing ends with its quote.
pub(crate) fn find(lines: &[&str]) -> (Vec<Form>, Vec<usize>) {
    let is_encoded = |line: &str| unquoted(line).1.starts_with(ENCODED_RULE);
    if !lines.iter().any(|line| is_encoded(line)) {
        return find_decoded(lines);
    }
    // Some programs quote the bytes of a letter and not its text (nmh by `mhl.reply`): there a mark is in quoted-printable.
    let decoded = |line: &&str| if is_encoded(line) { line.replace("=3D", "=") } else { (*line).to_owned() };
    let lines: Vec<String> = lines.iter().map(decoded).collect();
    find_decoded(&lines.iter().map(String::as_str).collect::<Vec<_>>())
}

fn find_decoded(lines: &[&str]) -> (Vec<Form>, Vec<usize>) {
    let (mut forms, mut places) = (Vec::new(), Vec::new());
    let mut open: Option<(Mark<'_>, Form)> = None;
    for (at, line) in lines.iter().enumerate() {
        let (depth, text) = unquoted(line);
        match &mut open {
            None => {
                let Some(mark) = mark_at(lines, at).filter(|mark| mark.depth <= 1) else { continue };
                let form = Form { word: mark.word.clone(), above: at, ..Form::default() };
                open = Some((mark, form));
            }
            Some((mark, _)) if at <= mark.ends_at => {}
            // What somebody typed between its lines.
            Some((mark, _)) if depth < mark.depth && mark.has_end && !text.is_empty() => continue,
            Some((mark, form)) if depth > mark.depth && mark.has_end => form.lines.push(line.trim().to_owned()),
            Some((mark, _)) if depth != mark.depth && !text.is_empty() => {
                forms.extend(open.take().map(|(_, form)| form));
                continue;
            }
            Some(_) if text.starts_with(END) => forms.extend(open.take().map(|(_, form)| form)),
            Some((mark, form)) => {
                let text = text.strip_suffix(mark.tail).unwrap_or(text).trim_end();
                form.lines.extend((!text.is_empty()).then(|| text.to_owned()));
            }
        }
        places.push(at);
    }
    forms.extend(open.map(|(_, form)| form));
    (forms, places)
}

/// What begins a form.
struct Mark<'a> {
    depth: usize,
    word: String,
    /// What a program put behind it, as behind each line.
    tail: &'a str,
    /// The place of its last line.
    ends_at: usize,
    /// The end of the form follows.
    has_end: bool,
}

/// The mark that begins at this line: whole, broken over two lines, or with signs behind it. What is broken or has signs
/// behind it is one only as our programs write them: people write of forms as well.
fn mark_at<'a>(lines: &[&'a str], at: usize) -> Option<Mark<'a>> {
    let (depth, text) = unquoted(lines[at]);
    let begun = text.strip_prefix(BEGIN)?;
    let mark = |word: &str, tail: &'a str, ends_at: usize| Mark {
        depth,
        word: word.trim().to_owned(),
        tail: tail.trim(),
        ends_at,
        has_end: has_end(&lines[ends_at + 1..], depth),
    };
    if let Some(word) = word_of(begun) {
        return Some(mark(word, "", at));
    }
    if let Some((word, tail)) = begun.split_once(RULE).filter(|(word, _)| bears_print(word.trim())) {
        return Some(mark(word, tail, at));
    }
    let (_, rest) = lines.get(at + 1).map(|next| unquoted(next)).filter(|(inner, _)| *inner <= depth)?;
    let joined = format!("{begun} {rest}");
    let word = word_of(&joined).filter(|word| bears_print(word))?;
    Some(mark(word, "", at + 1))
}

/// Whether a form quoted so deep ends in these lines, before another begins.
fn has_end(lines: &[&str], depth: usize) -> bool {
    let mut own = lines.iter().map(|line| unquoted(line)).filter(|(level, _)| *level == depth);
    own.find(|(_, text)| text.starts_with(END) || text.starts_with(BEGIN))
        .is_some_and(|(_, text)| text.starts_with(END))
}

/// The word between the two halves of a mark; empty when there is none.
fn word_of(behind: &str) -> Option<&str> {
    let word = behind.strip_suffix(RULE)?.trim();
    word.chars().all(char::is_alphanumeric).then_some(word)
}

/// Whether a word is as long as those with a print.
fn bears_print(word: &str) -> bool {
    word.len() == WORD + PRINT && word.chars().all(char::is_alphanumeric)
}

/// How often a line was quoted, and what it says.
pub(super) fn unquoted(line: &str) -> (usize, &str) {
    let mut rest = line.trim();
    let mut depth = 0;
    while let Some(inner) = rest.strip_prefix('>') {
        (rest, depth) = (inner.trim_start(), depth + 1);
    }
    (depth, rest)
}

impl Form {
    /// What was filled into this form, which was sent like `sent`: headings above what stands under them, and lines that
    /// are neither left as they were nor fit a blank.
    pub fn entries(&self, sent: &Form) -> Vec<Entry> {
        let is_as_sent = |line: &str| sent.lines.iter().any(|other| squeezed(other) == squeezed(line));
        let mut entries = Vec::new();
        let mut heading: Option<&String> = None;
        let mut lines = self.lines.iter().enumerate();
        while let Some((at, line)) = lines.next() {
            if is_as_sent(line) {
                heading = if line.starts_with(HEADING) { Some(line) } else { heading };
                continue;
            }
            // A program broke a line in two that nothing was put into.
            if self.lines.get(at + 1).is_some_and(|next| is_as_sent(&format!("{line}{next}"))) {
                lines.next();
                continue;
            }
            let is_fit = sent.lines.iter().any(|blank| fits(line, blank));
            entries.extend(heading.take().cloned().map(Entry::Heading));
            entries.push(if is_fit { filled(line) } else { Entry::Strange(line.clone()) });
        }
        entries
    }

    /// Whether it came back otherwise than it was sent, as far as that can be told without what was sent: most answers quote a
    /// form as it came.
    pub fn is_filled(&self) -> bool {
        match self.word.len() > PRINT {
            true => !self.word.ends_with(&print_of(self.lines.iter().map(String::as_str))),
            false => self.seemingly_filled().next().is_some(),
        }
    }

    /// The lines that somebody seems to have put something into, whatever was sent.
    pub fn seemingly_filled(&self) -> impl Iterator<Item = &String> {
        self.lines.iter().filter(|line| !line.starts_with(HEADING) && !is_untouched(line))
    }
}

/// A line without its spaces, each blank as long as the other: programs break and join them as they like.
fn squeezed(line: &str) -> String {
    let mut squeezed = String::with_capacity(line.len());
    let mut blanks = line.chars().filter(|sign| !sign.is_whitespace()).peekable();
    while let Some(sign) = blanks.next() {
        if sign != '_' || blanks.peek() != Some(&'_') {
            squeezed.push(sign);
            continue;
        }
        while blanks.next_if_eq(&'_').is_some() {}
        squeezed.push_str(BLANK);
    }
    squeezed
}

/// Whether a line is one of the form's with something in place of its blanks.
fn fits(line: &str, sent: &str) -> bool {
    let (line, sent) = (squeezed(line), squeezed(sent));
    if !sent.contains(BLANK) {
        return false;
    }
    let mut pieces = sent.split(BLANK);
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, inner)) = pieces.split_last() else { return false };
    for piece in inner {
        // Something stands in place of each blank, if only the blank.
        let Some(from) = rest.char_indices().nth(1).map(|(at, _)| at) else { return false };
        let Some(at) = rest[from..].find(piece) else { return false };
        rest = &rest[from + at + piece.len()..];
    }
    rest.len() > last.len() && rest.ends_with(last)
}

/// A line that was filled in, whole or in part; pulses left blank are left to the judge.
fn filled(line: &str) -> Entry {
    let line = &without_leftovers(line);
    let orders = behind_blank_pulses(line).unwrap_or(line);
    match orders.contains(LEAST_BLANK) {
        true => Entry::Half(line.to_owned()),
        false => Entry::Filled(orders.to_owned()),
    }
}

/// A line without what is left of a blank that was typed into: "PP __1-2__: enter _2_ infantry".
fn without_leftovers(line: &str) -> String {
    let clean = |word: &str| {
        let typed = word.trim_matches(['_', ':', ',']);
        if typed.is_empty() { word.to_owned() } else { word.replace('_', "") }
    };
    line.split(' ').map(clean).collect::<Vec<_>>().join(" ")
}

/// What stands behind pulses that were left blank, if they were.
fn behind_blank_pulses(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(PULSES)?.trim_start().strip_prefix(LEAST_BLANK)?;
    Some(rest.trim_start_matches('_').trim_start_matches([':', ' ']))
}

/// Whether a line is the mark below a form.
pub fn is_end(line: &str) -> bool {
    line.trim().starts_with(END)
}

/// Whether a line outside of any form is like one of a form with nothing filled in: those have two blanks at least, one at
/// their end.
pub fn offers_blanks(line: &str) -> bool {
    // Nearly every line is told by this.
    if !line.contains("__") {
        return false;
    }
    let squeezed = squeezed(line);
    squeezed.matches(BLANK).count() > 1 && squeezed.ends_with(BLANK) && is_untouched(line.trim())
}

/// A line that only offers blanks, as far as that can be told without the one that was sent: nothing in figures was put
/// into it, and nothing in place of the pulses.
fn is_untouched(line: &str) -> bool {
    if line.contains(|sign: char| sign.is_ascii_digit()) {
        return false;
    }
    match behind_blank_pulses(line) {
        Some(rest) => rest.is_empty() || rest.contains(LEAST_BLANK),
        None => line.contains(LEAST_BLANK) && !line.starts_with(PULSES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENT: &str = "  ==== Order form w0rd ====\n  ORDERS East TST 1\n  PP ____: enter ____ infantry at ____\n  \
                        PP ____: move McDowell to ____\n  PP ____: ____\n  ORDERS Trans TST 1\n  PP ____: ____\n  \
                        ==== End of the order form ====\n";

    fn found(text: &str) -> Vec<Form> {
        find(&text.lines().collect::<Vec<_>>()).0
    }

    fn entries(text: &str) -> Vec<Entry> {
        let sent = found(SENT).remove(0);
        found(text).iter().flat_map(|form| form.entries(&sent)).collect()
    }

    fn order(words: &str) -> Entry {
        Entry::Filled(words.to_owned())
    }

    fn half(words: &str) -> Entry {
        Entry::Half(words.to_owned())
    }

    fn heading(words: &str) -> Entry {
        Entry::Heading(words.to_owned())
    }

    #[test]
    fn filled_lines_are_entries_and_blank_ones_are_not() {
        let text = "Here you are.\n> ==== Order form w0rd ====\n> ORDERS East TST 1\n> PP 1-3: enter 3 infantry at \
                    Washington\n> PP ____: move McDowell to ____\n> PP ____: ____\n> PP ____: hold Banks\n> ORDERS Trans \
                    TST 1\n> PP ____: ____\n> ==== End of the order form ====\n> PP 9: nothing";
        let expected =
            [heading("ORDERS East TST 1"), order("PP 1-3: enter 3 infantry at Washington"), order("hold Banks")];
        assert_eq!(entries(text), expected);
        let (forms, places) = find(&text.lines().collect::<Vec<_>>());
        assert_eq!(forms[0].word, "w0rd");
        assert_eq!(places, (1..10).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_left_of_a_blank_that_was_typed_into_is_none() {
        let text = "> ==== Order form w0rd ====\n> PP __1-2__: enter _2_ infantry at _Washington_\n> PP ____: move McDowell to \
                    Fairfax____\n";
        assert_eq!(entries(text), [order("PP 1-2: enter 2 infantry at Washington"), order("move McDowell to Fairfax")]);
    }

    #[test]
    fn a_line_that_was_broken_and_not_filled_in_says_nothing() {
        let text = "> ==== Order form w0rd ====\n> ORDERS East TST 1\n> PP ____: enter ____ infantry\n> at ____\n> PP ____: hold Lee\n";
        assert_eq!(entries(text), [heading("ORDERS East TST 1"), order("hold Lee")]);
    }

    #[test]
    fn a_line_half_filled_in_is_an_entry_for_the_reader_to_ask_back() {
        assert_eq!(
            entries("> ==== Order form w0rd ====\n> PP 4-5: move McDowell to ____\n"),
            [half("PP 4-5: move McDowell to ____")]
        );
    }

    #[test]
    fn whatever_was_put_into_one_of_its_blanks_is_an_entry() {
        for line in
            ["PP ____: enter 3 infantry at ____", "PP soon: move McDowell to ____", "PP __: enter 2 infantry at __"]
        {
            let text = format!("> ==== Order form w0rd ====\n> {line}\n");
            assert_eq!(entries(&text), [half(line)], "{line}");
            assert_eq!(found(&text)[0].seemingly_filled().count(), 1, "{line}");
        }
        for line in ["PP __: move McDowell to ______", "PP ______ : ____"] {
            assert_eq!(entries(&format!("> ==== Order form w0rd ====\n> {line}\n")), [], "{line}");
        }
    }

    #[test]
    fn a_form_in_a_quote_of_a_letters_bytes_is_one() {
        let text = "> =3D=3D=3D=3D Order form w0rd =3D=3D=3D=3D\n> PP 4: idle\n\
                    > =3D=3D=3D=3D End of the order form =3D=3D=3D=3D\n> Dice\n";
        let form = &found(text)[0];
        assert_eq!((form.word.as_str(), &form.lines[..]), ("w0rd", &["PP 4: idle".to_owned()][..]));
    }

    #[test]
    fn a_line_that_fits_no_blank_is_strange_and_not_dropped() {
        let text =
            "> ==== Order form w0rd ====\n> ORDERS West TST 1\n> 1-3: enter 3 infantry at Washington\n> CANCEL ALL";
        let strange = |words: &str| Entry::Strange(words.to_owned());
        assert_eq!(
            entries(text),
            [strange("ORDERS West TST 1"), strange("1-3: enter 3 infantry at Washington"), strange("CANCEL ALL")]
        );
    }

    #[test]
    fn blanks_fit_whatever_stands_between_them_and_shorter_lines_fit_none() {
        for (line, sent, is_fit) in [
            ("PP 1-3: hold Lee", "PP ____: ____", true),
            ("PP1-3:hold Lee", "PP ____: ____", true),
            ("PP 7: distribute CP East 9, West 4", "PP ____: ____", true),
            ("distribute CP East 9, West 4", "distribute CP East ____, West ____", true),
            ("distribute CP East 9, West", "distribute CP East ____, West ____", false),
            ("distribute CP East, West 4", "distribute CP East ____, West ____", false),
            ("PP 1:", "PP ____: ____", false),
            ("READY", "PP ____: ____", false),
            ("ORDERS East TST 1", "ORDERS East TST 1", false),
        ] {
            assert_eq!(fits(line, sent), is_fit, "{line} in {sent}");
        }
    }

    #[test]
    fn a_form_that_nobody_filled_in_says_nothing() {
        let quoted: String = SENT.lines().map(|line| format!("> {line}\n")).collect();
        assert_eq!(entries(&quoted), []);
        assert_eq!(entries(SENT), []);
        assert_eq!(found(SENT)[0].seemingly_filled().count(), 0);
    }

    #[test]
    fn whether_a_form_came_back_as_it_was_sent_is_told_by_its_print() {
        let sent = bear_word(&SENT.replace(" w0rd", ""), "word");
        assert!(!found(&sent)[0].is_filled());
        let broken = sent.replace("infantry at", "infantry\n  at").replace("PP ____", "PP  _____");
        assert!(!found(&broken)[0].is_filled(), "{broken}");
        for (blank, filled) in
            [("McDowell to ____", "McDowell to Richmond"), ("PP ____: ____\n", "PP ____: hold all\n")]
        {
            assert!(found(&sent.replacen(blank, filled, 1))[0].is_filled(), "{filled}");
        }
    }

    #[test]
    fn a_form_inside_a_quote_of_a_quote_is_nobodys() {
        let text = "> > ==== Order form w0rd ====\n> > PP 1: nothing\n> > ==== End of the order form ====\n";
        assert_eq!(found(text), []);
    }

    #[test]
    fn what_stands_between_the_lines_of_a_form_ends_it_not() {
        let text = "> ==== Order form w0rd ====\n> PP 1-3: hold Lee\nHere is my second:\n> PP ____: move McDowell to ____\n>> \
                    PP 9: nothing\n\n> PP 4-7: hold Banks\n> ==== End of the order form ====\n> PP 8: nothing\n";
        let strange = Entry::Strange(">> PP 9: nothing".to_owned());
        assert_eq!(entries(text), [order("PP 1-3: hold Lee"), strange, order("PP 4-7: hold Banks")]);
        let (_, places) = find(&text.lines().collect::<Vec<_>>());
        assert!(!places.contains(&2), "typed words stay: {places:?}");
    }

    #[test]
    fn a_form_without_quote_marks_ends_where_a_quote_begins() {
        let text = "==== Order form w0rd ====\nPP 1: nothing\n> PP 2: nothing\nPP 3: nothing";
        assert_eq!(entries(text), [order("PP 1: nothing")]);
    }

    #[test]
    fn a_mark_that_a_program_broke_is_one() {
        let word = "abcdefghijklmnopqrstuv";
        for mark in [
            format!("> ==== Order form {word}\n> ===="),
            format!("> ==== Order form\n> {word} ===="),
            format!("> ==== Order form {word}\n===="),
        ] {
            assert_eq!(found(&format!("{mark}\n> PP 1-3: hold Lee\n"))[0].lines, ["PP 1-3: hold Lee"], "{mark}");
            assert_eq!(found(&format!("{mark}\n"))[0].word, word, "{mark}");
        }
        // What stands below a mark is no part of it.
        let cut = format!("> ==== Order form {word}\n> hold Lee ====\n");
        assert_eq!(found(&cut), []);
    }

    #[test]
    fn signs_that_a_program_put_behind_each_line_are_none_of_its_words() {
        let sent = bear_word(&SENT.replace(" w0rd", ""), "abcdefghijklmnop");
        for tail in [" |", " *", "\u{a0}|"] {
            let quoted: String = sent.lines().map(|line| format!("> {}{tail}\n", line.trim())).collect();
            let forms = found(&quoted);
            assert!(forms.len() == 1 && !forms[0].is_filled(), "{tail}: {forms:?}");
            let forms = found(&quoted.replacen("____: ____", "1-3: hold Lee", 1));
            assert!(forms[0].is_filled(), "{tail}");
            assert_eq!(forms[0].entries(&found(&sent)[0])[1], order("PP 1-3: hold Lee"), "{tail}");
        }
    }

    #[test]
    fn lines_that_offer_blanks_alone_are_told_from_those_half_filled_in() {
        for line in ["PP ____: enter ____ infantry at ____", " PP ____: ____", "distribute CP East ____, West ____"] {
            assert!(offers_blanks(line), "{line}");
        }
        for line in [
            "PP 1-3: enter ____ infantry at ____",
            "PP ____: enter ____ infantry at Richmond",
            "PP ____: enter 3 infantry at ____",
            "PP soon: move Lee to ____",
            "distribute CP East ____, West nothing",
            "_________",
            "Signed: ____",
        ] {
            assert!(!offers_blanks(line), "{line}");
        }
    }

    #[test]
    fn people_write_of_forms() {
        for text in [
            "Order form w0rd ====",
            "==== Orders ====",
            "==== Order forms w0rd ====",
            "==== Order form for TST 1 ====",
            "==== Order form (second try) ====",
            "==== Order form is below",
            "==== Order form w0rd ==== here",
        ] {
            assert_eq!(found(&format!("{text}\nPP 1-3: hold Lee")), [], "{text}");
        }
    }

    #[test]
    fn the_marks_of_a_passage_come_to_bear_a_word() {
        let text = bear_word("  ==== Order form ====\n  PP ____: ____\n  ==== End of the order form ====\n", "abc");
        assert!(found(&text)[0].word.starts_with("abc"), "{text}");
        assert_eq!(found(&without_words(&text))[0].word, "");
    }
}
