//! What in a letter has the shape of a secret of ours, wherever it stands: quoted, forwarded, below a signature, in the
//! subject, in the HTML. Knows the shapes; whose the secrets are, and whether they are any, is not asked here.

use std::collections::BTreeSet;

use mail_parser::{Message, PartType};
use memchr::{memchr_iter, memmem};
use serde::{Deserialize, Serialize};

use super::characters;
use super::code::{self, canonical};
use super::html::stands_apart;
use super::markup::{self, Piece};
use super::tag::Tag;

/// The groups of a code and of the word of a question, as our letters print them.
const CODE: [usize; 3] = [4, 4, 4];
const WORD: [usize; 5] = [5, 5, 5, 5, 6];

/// What may be secrets of ours, each once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// Codes, in canonical form.
    pub codes: BTreeSet<String>,
    /// Words of questions, as they stand.
    pub words: BTreeSet<String>,
    /// Tags of addresses that are long enough to be tokens of ours, in small letters.
    #[serde(default)]
    pub tags: BTreeSet<String>,
    /// Ids of letters that may be ours, with their brackets: in the text, or of letters that are enclosed.
    #[serde(default)]
    pub ids: BTreeSet<String>,
}

impl Shown {
    /// What a letter with this subject shows, in all its parts and in the letters enclosed in it.
    pub(super) fn find(subject: &str, message: &Message<'_>) -> Self {
        let mut shown = Self::default();
        shown.look_through(subject);
        shown.look_through_parts(message);
        shown
    }

    fn look_through_parts(&mut self, message: &Message<'_>) {
        for part in &message.parts {
            match &part.body {
                PartType::Text(text) => self.look_through(text),
                PartType::Html(markup) => {
                    self.look_through(markup);
                    // Tags and entities within a secret are not seen by whoever reads it.
                    self.look_through(&words_of(markup));
                }
                PartType::Message(enclosed) => {
                    let named = [enclosed.in_reply_to(), enclosed.references()].into_iter();
                    let named = named.flat_map(|header| header.as_text_list().unwrap_or_default().to_vec());
                    let named: Vec<String> = named.map(|id| format!("<{id}>")).collect();
                    self.ids.extend(enclosed.message_id().map(|id| format!("<{id}>")).into_iter().chain(named));
                    self.look_through_parts(enclosed);
                }
                // A letter that was attached as a file without a type.
                PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
                    std::str::from_utf8(bytes).into_iter().for_each(|text| self.look_through(text));
                }
                PartType::Multipart(_) => {}
            }
        }
    }

    /// Groups that line ends, marks of quotes or blanks part: those of codes besides a dash, for words of four letters are
    /// many; those of words by themselves where they look like no others.
    fn look_for_parted(&mut self, text: &str) {
        let runs: Vec<(usize, usize)> = runs_of(text).collect();
        for some in runs.windows(CODE.len()).filter(|some| are_parted(text, some, &CODE)) {
            if between(text, some).all(|parting| parting.contains('-')) {
                self.codes.extend(canonical(&joined(text, some)));
            }
        }
        for some in runs.windows(WORD.len()).filter(|some| are_parted(text, some, &WORD)) {
            let word = joined(text, some);
            if word.contains(|sign: char| sign.is_ascii_digit()) || !word.contains(char::is_lowercase) {
                self.words.insert(word);
            }
        }
    }

    fn look_through(&mut self, text: &str) {
        let text = &*characters::as_typed(text);
        self.codes.extend(code::codes_in(text));
        self.words.extend(typed_words(text));
        self.look_for_parted(text);
        self.tags.extend(tags_in(text));
        self.ids.extend(ids_in(text));
        let bytes = text.as_bytes();
        for dash in memchr_iter(b'-', bytes) {
            let has_dash_behind = |group: usize| bytes.get(dash + group + 1) == Some(&b'-');
            if has_dash_behind(CODE[1]) {
                self.codes.extend(groups_at(text, dash, &CODE).and_then(canonical));
            }
            if has_dash_behind(WORD[1]) {
                self.words.extend(groups_at(text, dash, &WORD).map(str::to_owned));
            }
        }
    }
}

/// Most signs, blanks, line ends and marks of quotes between two groups of a secret.
const MOST_BETWEEN: usize = 12;

/// All words of an HTML text, hidden ones too; what stands apart is on lines of its own.
fn words_of(markup: &str) -> String {
    let mut words = String::with_capacity(markup.len());
    markup::read(markup, &[], |piece| match piece {
        Piece::Text(text) => words.push_str(text),
        Piece::Start(Tag { name, .. }) if stands_apart(name) => words.push('\n'),
        Piece::End(name) if stands_apart(name) => words.push('\n'),
        Piece::Start(_) | Piece::End(_) => {}
    });
    words
}

/// Where the runs of letters and figures of a text begin and end.
fn runs_of(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let bytes = text.as_bytes();
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + bytes[from..].iter().position(u8::is_ascii_alphanumeric)?;
        let length = bytes[start..].iter().position(|byte| !byte.is_ascii_alphanumeric());
        from = length.map_or(bytes.len(), |length| start + length);
        Some((start, from))
    })
}

/// What stands between runs.
fn between<'t>(text: &'t str, runs: &'t [(usize, usize)]) -> impl Iterator<Item = &'t str> {
    runs.windows(2).map(move |pair| &text[pair[0].1..pair[1].0])
}

/// Whether runs are as long as these groups and not parted by dashes alone.
fn are_parted(text: &str, runs: &[(usize, usize)], groups: &[usize]) -> bool {
    runs.iter().zip(groups).all(|((start, end), group)| end - start == *group)
        && between(text, runs).all(|parting| parting.len() <= MOST_BETWEEN)
        && between(text, runs).any(|parting| parting != "-")
}

fn joined(text: &str, runs: &[(usize, usize)]) -> String {
    runs.iter().map(|(start, end)| &text[*start..*end]).collect()
}

/// The shortest tag that may be a token.
const SHORTEST_TAG: usize = 16;

/// The tags of addresses that may be tokens: `judge+tag@host`.
fn tags_in(text: &str) -> impl Iterator<Item = String> {
    let tags = memchr_iter(b'+', text.as_bytes()).filter_map(|plus| {
        let rest = &text[plus + 1..];
        let length = rest.find(|sign: char| !sign.is_ascii_alphanumeric())?;
        (length >= SHORTEST_TAG && rest[length..].starts_with('@')).then(|| rest[..length].to_ascii_lowercase())
    });
    tags.collect::<Vec<_>>().into_iter()
}

/// The shortest name before the @ of an id that may be ours.
const SHORTEST_ID: usize = 26;

/// The ids of letters that may be ours: letters and figures alone before the @.
fn ids_in(text: &str) -> Vec<String> {
    let ids = memchr_iter(b'@', text.as_bytes()).filter_map(|at| {
        let (before, behind) = (&text[..at], &text[at + 1..]);
        let start = before.rfind(|sign: char| !sign.is_ascii_alphanumeric()).map_or(0, |sign| sign + 1);
        let is_part = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-');
        let end = behind.find(|sign| !is_part(sign)).unwrap_or(behind.len());
        let host = behind[..end].trim_end_matches('.');
        (at - start >= SHORTEST_ID && !host.is_empty()).then(|| format!("<{}@{host}>", &before[start..]))
    });
    ids.collect()
}

/// What stands behind CONFIRM and has as many letters as a word, however they are parted.
fn typed_words(text: &str) -> impl Iterator<Item = String> {
    let length: usize = WORD.iter().sum();
    let commands = ["CONFIRM ", "Confirm ", "confirm "];
    let places = commands
        .into_iter()
        .flat_map(|command| memmem::find_iter(text.as_bytes(), command).map(move |at| at + command.len()));
    places.filter_map(move |at| {
        let rest = &text[at..];
        let typed = rest.chars().filter(|sign| !matches!(sign, '-' | ' '));
        let word: String = typed.take_while(char::is_ascii_alphanumeric).take(length).collect();
        (word.len() == length).then_some(word)
    })
}

/// The groups of letters and figures whose first dash stands at `dash`, when nothing like them adjoins.
fn groups_at<'t>(text: &'t str, dash: usize, groups: &[usize]) -> Option<&'t str> {
    let bytes = text.as_bytes();
    let start = dash.checked_sub(groups[0])?;
    let length = groups.iter().sum::<usize>() + groups.len() - 1;
    let found = bytes.get(start..start + length)?;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    if start > 0 && is_part(&bytes[start - 1]) || bytes.get(start + length).is_some_and(is_part) {
        return None;
    }
    let mut rest = found.split(|byte| *byte == b'-');
    let is_group = |group: &[u8], length: usize| group.len() == length && group.iter().all(u8::is_ascii_alphanumeric);
    let is_whole = groups.iter().all(|length| rest.next().is_some_and(|group| is_group(group, *length)));
    (is_whole && rest.next().is_none()).then(|| &text[start..start + length])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_text(text: &str) -> (Vec<String>, Vec<String>) {
        let mut shown = Shown::default();
        shown.look_through(text);
        (shown.codes.into_iter().collect(), shown.words.into_iter().collect())
    }

    #[test]
    fn codes_and_words_are_found_wherever_they_stand() {
        let word = "ABCDE-FGHIJ-KLMNO-PQRST-UVWXYZ";
        assert_eq!(in_text("CODE\u{a0}QUUN7WBAC2PJ").0, ["QUUN-7WBA-C2PJ"]);
        for (before, after) in [("> CODE ", "\n> more"), ("<b>", "</b>"), ("\u{a0}", "\u{a0}"), ("", ""), ("(", ").")] {
            let codes = in_text(&format!("{before}abcd-EFG0-1J27{after}")).0;
            assert_eq!(codes, ["ABCD-EFGO-IJ27"], "{before}{after}");
            assert_eq!(in_text(&format!("{before}{word}{after}")).1, [word], "{before}{after}");
        }
    }

    #[test]
    fn behind_their_command_they_are_found_as_people_type_them() {
        for typed in ["CODE QUUN7WBAC2PJ", "> code quun 7wba c2pj", "Code: <quun-7wba-c2pj>"] {
            assert_eq!(in_text(typed).0, ["QUUN-7WBA-C2PJ"], "{typed}");
        }
        let word = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        assert_eq!(in_text(&format!("> CONFIRM {word}\n> more")).1, [word]);
        assert_eq!(in_text("CONFIRM ABCDE FGHIJ KLMNO PQRST UVWXYZ, please").1, [word]);
    }

    #[test]
    fn parted_by_line_ends_or_blanks_they_are_found() {
        for typed in ["it is QUUN-7WBA-\nC2PJ, keep it", "> quun-7wba-\r\n> c2pj", "QUUN - 7WBA - C2PJ"] {
            assert_eq!(in_text(typed).0, ["QUUN-7WBA-C2PJ"], "{typed}");
        }
        let word = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        for typed in [
            "the word is ABCDE FGHIJ KLMNO PQRST UVWXYZ now",
            "CONFIRM ABCDE-FGHIJ-\nKLMNO-PQRST-UVWXYZ",
            "> > ABCDE-FGHIJ-KLMNO-\n> > PQRST-UVWXYZ",
        ] {
            assert_eq!(in_text(typed).1, [word], "{typed}");
        }
        assert_eq!(in_text("2-3 fghij klmn\nshall those seven weeks count aboard").1, Vec::<String>::new());
    }

    #[test]
    fn ids_that_may_be_ours_are_found_in_text_and_in_letters_enclosed() {
        let id = "abcdefghijklmnopqrstuvwxyz234567@club.example";
        let mut shown = Shown::default();
        shown.look_through(&format!("look at <{id}> or write to ann@club.example"));
        assert_eq!(shown.ids, BTreeSet::from([format!("<{id}>")]));
        let letter = format!(
            "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nsee enclosed\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n\
             Message-ID: <{id}>\r\nReferences: <older.{id}>\r\n\r\nYour code is known\r\n--b--\r\n"
        );
        let message = mail_parser::MessageParser::default().parse(letter.as_bytes()).unwrap();
        let found = Shown::find("", &message).ids;
        assert!(found.contains(&format!("<{id}>")) && found.contains(&format!("<older.{id}>")), "{found:?}");
    }

    #[test]
    fn tags_of_addresses_that_may_be_tokens_are_found() {
        let mut shown = Shown::default();
        shown.look_through("write to Judge+abcdefgh234567ij@club.example, not to ann+games@play.example or 1+1");
        assert_eq!(shown.tags, BTreeSet::from(["abcdefgh234567ij".to_owned()]));
    }

    #[test]
    fn in_html_they_are_found_as_they_are_seen() {
        for seen in [
            "<b>QUUN</b>-7WBA-C2PJ",
            "QUUN&#45;7WBA&#x2d;C2PJ",
            "CODE&nbsp;<i>QUUN</i>7WBAC2PJ",
            "QUUN&shy;-7WBA&#x2011;C2PJ",
            "<div>my code</div><div><b>QUUN</b>-7WBA-C2PJ</div><div>bye</div>",
            "<table><tr><td>code<td><i>QUUN</i>-7WBA-C2PJ<td>now</table>",
            "so<br>QUUN-<span>7WBA</span>-C2PJ<br>it is",
        ] {
            let letter = format!("Content-Type: text/html; charset=utf-8\r\n\r\n<p>Look: {seen}</p>");
            let message = mail_parser::MessageParser::default().parse(letter.as_bytes()).unwrap();
            let shown = Shown::find("", &message);
            assert!(shown.codes.contains("QUUN-7WBA-C2PJ"), "{seen}: {shown:?}");
        }
    }

    #[test]
    fn what_only_resembles_them_is_none() {
        for text in [
            "-----",
            "--- ---- ----",
            "ABCD-EFGH-IJK",
            "XABCD-EFGH-IJKL",
            "ABCD-EFGH-IJKL-MNOP",
            "ABCD-EFGH-IJK9",
            "äbcd-EFGH-IJKL",
            "ABCDE-FGHIJ-KLMNO-PQRST-UVWXY",
            "-ABCD-EFGH-IJKL",
        ] {
            assert_eq!(in_text(text), (Vec::new(), Vec::new()), "{text}");
        }
    }
}
