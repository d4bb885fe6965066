//! Lines that were left out as a banner, a signature or the like although they ask something: they are named, and nothing
//! is played before their writer has seen that. Knows what reads as an order or a command; knows no mail program.

use base::order::read_command;
use mail::{Doubtful, Mark, is_header_field};

use crate::letter::session::Session;
use crate::said::notice::shorten;

/// Most such lines of one place that an answer shows, and most characters of each.
const MOST_SHOWN: usize = 12;

const MOST_OF_LINE: usize = 120;

/// What reads as an order or a command at the end of an original without marks. Our own letters hold such lines too, so it
/// holds up nothing.
pub fn say_what_stands_below_original(session: &Session<'_>) -> Option<String> {
    let end = session.letter().into_iter().flat_map(|letter| &letter.text.end_of_original);
    let asking: Vec<&str> = end.map(String::as_str).filter(|line| asks(session, line)).collect();
    let (many, look) = count_of(&asking);
    let place = "at the end of what your mail program quotes without marks";
    (!asking.is_empty()).then(|| format!("{many} {place} {look}; write orders above it: {}.", shown(&asking)))
}

/// Whether lines of the letter that ask something were left out.
pub fn has_left_out(session: &Session<'_>) -> bool {
    left_out(session).next().is_some()
}

/// What was left out and asks something, a sentence for each place.
pub fn say_what_was_left_out(session: &Session<'_>) -> Vec<String> {
    left_out(session).map(|(mark, lines)| sentence(mark, &lines)).collect()
}

/// By what lines that ask something were left out.
fn left_out<'b>(session: &'b Session<'_>) -> impl Iterator<Item = (Mark, Vec<&'b str>)> {
    let doubtful = session.letter().into_iter().flat_map(|letter| &letter.text.doubtful);
    let asking = doubtful.map(move |lines| {
        let is_ours = is_header_of_ours(session, lines);
        let is_asking = move |line: &str| !(is_ours && is_header_field(line)) && asks(session, line);
        (lines.mark, lines.asking(is_asking).collect::<Vec<_>>())
    });
    asking.filter(|(_, lines)| !lines.is_empty())
}

/// Whether lines are the header of a letter of ours, as programs print it over an original: it names our address, or the
/// game in a subject. Its fields ask nothing, whatever a subject of ours says.
fn is_header_of_ours(session: &Session<'_>, lines: &Doubtful) -> bool {
    if lines.mark != Mark::Header {
        return false;
    }
    let address = session.desk().house.address.to_string().to_lowercase();
    let tag = session.game().map(|game| format!("[{}]", game.id));
    lines.head.iter().filter(|line| is_header_field(line)).any(|line| {
        line.to_lowercase().contains(&address) || tag.as_ref().is_some_and(|tag| line.contains(tag.as_str()))
    })
}

/// Whether a line reads as an order or a command. A word that begins one but no whole one is meant in capitals alone:
/// signatures have lines as "Address: 5 Main Street".
fn asks(session: &Session<'_>, line: &str) -> bool {
    if session.game().is_some_and(|game| game.reads_as_order(line) || game.reads_as_whole_order(line)) {
        return true;
    }
    let first = line.split(|sign: char| !sign.is_alphabetic()).find(|word| !word.is_empty()).unwrap_or_default();
    let is_meant = first.chars().all(char::is_uppercase);
    read_command(line).is_some_and(|read| read.is_ok() || is_meant)
}

/// How many there are, and what they look like.
fn count_of(lines: &[&str]) -> (String, &'static str) {
    match lines.len() {
        1 => ("1 line".to_owned(), "looks like an order or a command and was not read"),
        count => (format!("{count} lines"), "look like orders or commands and were not read"),
    }
}

fn shown(lines: &[&str]) -> String {
    let shown: Vec<String> =
        lines.iter().take(MOST_SHOWN).map(|line| format!("{:?}", shorten(line, MOST_OF_LINE))).collect();
    format!("{}{}", shown.join(", "), if lines.len() > MOST_SHOWN { ", ..." } else { "" })
}

fn sentence(mark: Mark, lines: &[&str]) -> String {
    let (many, look) = count_of(lines);
    let (place, advice) = match mark {
        Mark::Banner => (" in what looks like the banner of a company", "an empty line parts it from orders"),
        Mark::Signature => (" below the signature mark (a line of dashes)", "write orders above it"),
        Mark::SignatureElement => (" in the signature", "write orders above it"),
        Mark::Footer => (" below the footer", "write orders above it"),
        Mark::Device => (" below the line that your telephone or mail program adds", "write orders above it"),
        Mark::SetIn => (
            " set in like the quote above",
            "your mail program marks what it quotes by blanks, so write orders without blanks before them",
        ),
        Mark::Unannounced => (
            " in what looks like the quote of a letter of ours",
            "write orders without a sign or blanks before each line",
        ),
        Mark::Broken => (
            " in what looks like the rests of quoted lines that your mail program broke",
            "write orders above what you quote",
        ),
        Mark::BelowQuote => (" below the letter that you quote", "write orders above it"),
        Mark::Header => ("", "lines with colons, an address and a date look like the header of another letter"),
    };
    format!("{many}{place} {look}; {advice}: {}.", shown(lines))
}
