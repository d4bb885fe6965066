//! What shows in the words of a line before it is read: an office in front, a word at its beginning, small letters.

/// Words with which the name of an office begins, behind its side.
#[rustfmt::skip]
const OFFICES: &[&str] = &[
    "president", "pres", "vice", "vp", "treasury", "treasurer", "secretary", "sec", "st", "sw", "sn", "war", "secwar", "navy", "naval", "secnav", "governor", "gov", "congressman", "congress",
    "representative", "con", "p",
];

/// Those of officers, who have a number.
const RANKS: &[&str] = &["general", "gen", "captain", "capt"];

/// What stands before the name of an office.
#[rustfmt::skip]
const BEFORE_OFFICES: &[&str] = &[
    "as", "the", "for", "from", "by", "of", "my", "orders", "order", "us", "usa", "union", "federal", "northern", "cs", "csa", "confederate", "southern", "rebel",
];

/// Most words of the name of an office with its bloc.
const MOST_OF_OFFICE: usize = 9;

/// Where a line goes on behind the office that it is given as: "as Governor of Deep South: ...", "general 1: ...".
pub(super) fn behind_office(line: &str) -> usize {
    let Some(colon) = line.find(':') else { return 0 };
    let head: Vec<&str> =
        line[..colon].split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_one = |word: &str, words: &[&str]| words.iter().any(|known| word.eq_ignore_ascii_case(known));
    let Some(at) = head.iter().position(|word| !is_one(word, BEFORE_OFFICES)) else { return 0 };
    // "General No. 4"
    let number = head[at + 1..].iter().find(|word| !is_one(word, &["no", "number"]));
    let has_number = number.is_some_and(|next| next.starts_with(|sign: char| sign.is_ascii_digit()));
    let is_office = is_one(head[at], OFFICES) || is_one(head[at], RANKS) && has_number;
    if is_office && head.len() <= MOST_OF_OFFICE { colon + 1 } else { 0 }
}

/// What stands behind "if beaten", which begins an order of where a ship falls back to.
pub(super) fn behind_defeat(line: &str) -> &str {
    const DEFEATS: [&str; 6] =
        ["if beaten", "when beaten", "if defeated", "if whipped", "if bested", "if it is beaten"];
    let bare = line.trim_start();
    let defeat = DEFEATS.iter().find(|words| begins_with(bare, words));
    defeat.map_or(line, |words| bare[words.len()..].trim_start_matches([',', ' ', ':']))
}

/// Whether a line says nothing but as which office those below it are given: "As general 1:".
pub(super) fn is_head_of_office(line: &str) -> bool {
    let behind = behind_office(line);
    behind > 0 && !line[behind..].contains(char::is_alphanumeric)
}

/// Codes of units and ships.
#[rustfmt::skip]
const CODES: &[&str] = &[
    "in", "cv", "ha", "la", "sa", "nb", "mi", "aq", "cq", "pb", "ri", "rg", "ic", "fr", "sl", "gb", "tr", "rt",
];

/// Words with which it goes on what units and ships are to do.
#[rustfmt::skip]
const DOING: &[&str] = &[
    "to", "will", "shall", "is", "are", "move", "steam", "sail", "go", "goe", "proceed", "head", "hold", "stay", "remain", "wait", "pursue", "chase", "follow", "engage", "attack", "accept", "evade",
    "bombard", "shell", "retreat", "withdraw", "fall", "march", "halt", "by", "rail", "take", "run", "return", "break", "leave", "raid", "protect", "ignore", "destroy", "stop", "advance", "ride",
    "boat", "river", "up", "down", "upriver", "downriver", "upstream", "downstream", "come", "on",
];

/// Whether a line begins with units or ships by their codes, and goes on with what they do: "USGB1 hold", "1IN and 2IN march to".
pub(super) fn begins_with_force(line: &str) -> bool {
    let words: Vec<&str> =
        line.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_spare = |word: &&&str| {
        ["the", "ship", "unit", "and", "please", "then", "also"].iter().any(|spare| word.eq_ignore_ascii_case(spare))
    };
    let mut at = words.iter().take_while(is_spare).count();
    let first = at;
    while let Some(wide) = force_at(&words[at..]) {
        at += wide;
        at += words[at..].iter().take_while(|word| word.eq_ignore_ascii_case("and")).count();
    }
    let Some(next) = words.get(at).filter(|_| at > first) else { return false };
    let lower = next.to_ascii_lowercase();
    DOING.contains(&lower.as_str())
        || lower.strip_suffix('s').is_some_and(|one| DOING.contains(&one))
        || lower.ends_with("ing")
}

/// Of how many words the name of a unit or ship is made that stands first: "USGB1", "US 2 IN", "3rd", "GB4".
fn force_at(words: &[&str]) -> Option<usize> {
    let most = words.len().min(3);
    let joined = |count: usize| words[..count].concat().to_ascii_lowercase();
    (1..=most).rev().find(|count| is_force(&joined(*count), *count > 1))
}

/// "usgb1", "us1in", "gb1"; apart only with its side: "us 2 in".
fn is_force(name: &str, is_apart: bool) -> bool {
    let of_side = ["usa", "csa", "us", "cs"].iter().find_map(|side| name.strip_prefix(side));
    let rest = match (of_side, is_apart) {
        (Some(rest), _) => rest,
        (None, false) => name,
        (None, true) => return false,
    };
    let is_number = |text: &str| (1..=3).contains(&text.len()) && text.bytes().all(|sign| sign.is_ascii_digit());
    CODES.iter().any(|code| {
        rest.strip_prefix(code).is_some_and(is_number)
            || rest.strip_suffix(code).is_some_and(|rest| {
                is_number(["st", "nd", "rd", "th"].iter().find_map(|end| rest.strip_suffix(end)).unwrap_or(rest))
            })
    })
}

/// The line with each of a row of units or ships by its own name: "USGB3-6", "US1-3IN". None where no row stands in it.
pub(super) fn rows_written_out(line: &str) -> Option<String> {
    let words = line.split_inclusive(|sign: char| sign.is_whitespace() || matches!(sign, ',' | ':' | ';' | '(' | ')'));
    let mut has_row = false;
    let written = words.map(|word| {
        let bare = word.trim_end_matches(|sign: char| !sign.is_ascii_alphanumeric());
        let row = row_of(bare);
        has_row |= row.is_some();
        row.map_or_else(|| word.to_owned(), |names| format!("{}{}", names.join(", "), &word[bare.len()..]))
    });
    let written: String = written.collect();
    has_row.then_some(written)
}

/// The names of a row.
fn row_of(word: &str) -> Option<Vec<String>> {
    const MOST: u32 = 12;
    let (first, last) = word.split_once(['-', '\u{2013}'])?;
    let letters = first.bytes().take_while(u8::is_ascii_alphabetic).count();
    let ends = last.bytes().take_while(u8::is_ascii_digit).count();
    let (before, behind) = (&first[..letters], &last[ends..]);
    let [from, to]: [u32; 2] = [first[letters..].parse().ok()?, last[..ends].parse().ok()?];
    let name = |number: u32| format!("{before}{number}{behind}");
    let is_row = from < to && to - from < MOST && is_force(&name(from).to_ascii_lowercase(), false);
    is_row.then(|| (from..=to).map(name).collect())
}

/// Whether a text begins with these words, and no longer one.
pub(super) fn begins_with(text: &str, word: &str) -> bool {
    let begins = text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    begins && !text[word.len()..].starts_with(|next: char| next.is_ascii_alphanumeric())
}

/// Whether a text has small letters, so that "IN" is a code.
pub(super) fn is_mixed(text: &str) -> bool {
    text.contains(|sign: char| sign.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_ships_or_units_is_written_out() {
        for (line, wanted) in [
            ("base USGB3-6 at Cairo", Some("base USGB3, USGB4, USGB5, USGB6 at Cairo")),
            ("command US1-3IN CO us-general-1", Some("command US1IN, US2IN, US3IN CO us-general-1")),
            ("USSL1-3: hold", Some("USSL1, USSL2, USSL3: hold")),
            ("fortify K1-R9 5-6 facing N", None),
            ("command US1IN CO us-general-1", None),
            ("station USSL6-1 off Mobile", None),
            ("USGB1-40 hold", None),
        ] {
            assert_eq!(rows_written_out(line).as_deref(), wanted, "{line}");
        }
    }
}
