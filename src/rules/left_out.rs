//! What of a line is in none of the orders that are proposed for it, in the line's own words: whoever says yes to a half should know
//! it. Knows words and the names that a book finds in them.

use base::order::Span;
use reader::is_courtesy;
use reader::slip::{small_number, words};

/// What a name is the name of: one takes the place of another of its kind alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameKind {
    /// A town, a province, a square.
    Place,
    /// A part of the map with a name of its own, as a State or a theatre.
    Part,
    /// A leader, or a power.
    Person,
    /// A unit or a ship.
    Unit,
}

/// A name of the game in a text: a place, a person, a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameInWords {
    /// Where it stands.
    pub span: Span,
    /// What it is the name of.
    pub kind: NameKind,
    /// What orders may call it.
    pub called: Vec<String>,
}

/// Longest stretch that is shown whole.
const LONGEST: usize = 60;
/// Words with which a part of a line says more without a name: "and back", "the rest by rail".
const MORE: &[&str] = &["back", "likewise", "ditto", "rest", "remainder", "others", "thence"];
/// How words begin with which a part of a line says more of how, or what else, is to be done: "and evade the enemy". Those with which
/// one says in other words what an order is, as "attack", are not among them.
const DEEDS: &[&str] = &[
    "evad", "avoid", "retreat", "withdraw", "bombard", "entrench", "fortif", "burn", "destroy", "raid", "blockad",
    "escort", "wait", "halt", "repair", "pursu", "cautious",
];
/// Words between two things that are said of one line.
const JOINTS: &[&str] = &["and", "then", "but", "while", "or"];

/// A part of a line between two stops or joints.
struct Piece {
    span: Span,
    held: bool,
    /// What of it no order holds.
    missing: Vec<Span>,
}

/// The stretches of a line that name what none of the orders does; empty where they hold all of it.
pub fn left_out(line: &str, orders: &[String], names: &[NameInWords]) -> Vec<String> {
    let orders: Vec<String> = orders.iter().map(|order| order.to_lowercase()).collect();
    let mut stretches: Vec<Span> = Vec::new();
    let mut is_open = false;
    for piece in pieces(line).into_iter().map(|span| weighed(line, span, &orders, names)) {
        let is_whole = !piece.held && !piece.missing.is_empty();
        match stretches.last_mut() {
            Some(last) if is_whole && is_open => last.end = piece.span.end,
            _ if is_whole => stretches.push(piece.span),
            _ => stretches.extend(piece.missing),
        }
        is_open = is_whole;
    }
    stretches.into_iter().map(|span| shortened(&line[span.start..span.end])).collect()
}

fn shortened(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// Which names and numbers of a piece the orders hold.
fn weighed(line: &str, span: Span, orders: &[String], names: &[NameInWords]) -> Piece {
    let text = &line[span.start..span.end];
    let mut piece = Piece { span, held: false, missing: Vec::new() };
    if is_courtesy(text) {
        return piece;
    }
    let own: Vec<&NameInWords> =
        names.iter().filter(|name| span.start <= name.span.start && name.span.end <= span.end).collect();
    for name in &own {
        let is_held = |called: &String| orders.iter().any(|order| order.contains(&called.to_lowercase()));
        if name.called.iter().any(is_held) { piece.held = true } else { piece.missing.push(name.span) }
    }
    // A number says nothing of whom it is: "3 more" beside "3".
    let is_named = !own.is_empty();
    for (at, word) in words(text) {
        let (start, end) = (span.start + at, span.start + at + word.len());
        let is_of_name = own.iter().any(|name| name.span.start <= start && end <= name.span.end);
        let Some(number) = number_of(word).filter(|_| !is_of_name) else { continue };
        let is_held =
            orders.iter().any(|order| words(order).any(|(_, other)| other == number)) || is_sum(&number, orders);
        if !is_held {
            piece.missing.push(Span { start, end: end + counted(&line[end..span.end]) });
        } else if !is_named {
            piece.held = true;
        }
    }
    let says_more = |(_, word): (usize, &str)| MORE.iter().any(|more| more.eq_ignore_ascii_case(word));
    let is_said = |(_, word): (usize, &str)| orders.iter().any(|order| order.contains(&word.to_lowercase()));
    let is_more =
        words(text).any(says_more) && !words(text).any(is_said) || words(text).any(|(_, word)| does_more(word, orders));
    if own.is_empty() && piece.missing.is_empty() && is_more {
        piece.missing.push(trimmed(line, span));
        piece.held = false;
    }
    piece.missing.sort_by_key(|span| span.start);
    piece
}

/// How far what a number counts reaches behind it: the word after it.
fn counted(behind: &str) -> usize {
    let is_next = |at: usize| behind[..at].bytes().all(|sign| sign == b' ');
    let is_joint = |word: &str| JOINTS.iter().any(|joint| joint.eq_ignore_ascii_case(word));
    let next = words(behind).next().filter(|(at, word)| is_next(*at) && !is_joint(word) && number_of(word).is_none());
    next.map_or(0, |(at, word)| at + word.len())
}

/// Whether a word is of a deed that no order names.
fn does_more(word: &str, orders: &[String]) -> bool {
    let word = word.to_lowercase();
    let deed = DEEDS.iter().find(|deed| word.starts_with(**deed));
    deed.is_some_and(|deed| !orders.iter().any(|order| order.contains(deed)))
}

/// A stretch without the blanks around it.
fn trimmed(line: &str, span: Span) -> Span {
    let text = &line[span.start..span.end];
    let start = span.start + text.len() - text.trim_start().len();
    Span { start, end: start + text.trim().len() }
}

/// "The three, one each": a number that all orders together make.
fn is_sum(number: &str, orders: &[String]) -> bool {
    let first = |order: &String| words(order).find_map(|(_, word)| word.parse::<u64>().ok());
    let sum: u64 = orders.iter().filter_map(first).fold(0, u64::saturating_add);
    orders.len() > 1 && number.parse() == Ok(sum)
}

/// A number in figures; "one" may count nothing.
fn number_of(word: &str) -> Option<String> {
    match small_number(word) {
        Some(1) => None,
        Some(number) => Some(number.to_string()),
        None => word.bytes().all(|sign| sign.is_ascii_digit()).then(|| word.trim_start_matches('0').to_owned()),
    }
}

/// The parts of a line between its stops and joints. A number before a stop at its head is that of a list.
fn pieces(line: &str) -> Vec<Span> {
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    for (at, sign) in line.char_indices() {
        let end = at + sign.len_utf8();
        let is_stop = matches!(sign, ',' | ';' | ':' | '(' | ')' | '!' | '?' | '/' | '&' | '+')
            || sign == '.' && line[end..].starts_with([' ', '\n']) && !is_shortened(&line[..at]);
        if is_stop {
            cuts.push((at, end));
        }
    }
    let joints = words(line).filter(|(_, word)| JOINTS.iter().any(|joint| joint.eq_ignore_ascii_case(word)));
    cuts.extend(joints.map(|(at, word)| (at, at + word.len())));
    cuts.sort_unstable();
    let mut found = Vec::new();
    let mut from = 0;
    for (start, end) in cuts.into_iter().chain([(line.len(), line.len())]) {
        if start >= from && !line[from..start].trim().is_empty() {
            found.push(Span { start: from, end: start });
        }
        from = from.max(end);
    }
    let is_mark = |span: &Span| line[span.start..span.end].trim().bytes().all(|sign| sign.is_ascii_digit());
    if found.len() > 1 && found.first().is_some_and(is_mark) {
        found.remove(0);
    }
    found
}

/// Whether the full stop behind these words is that of their last, which it shortens: "St", "Gen", "J".
fn is_shortened(before: &str) -> bool {
    const SHORT: &[&str] = &["st", "ft", "mt", "gen", "col", "maj", "lt", "capt", "no"];
    let last = words(before).last().map_or("", |(_, word)| word);
    let is_initial = last.chars().count() == 1 && last.chars().all(char::is_uppercase);
    before.ends_with(last) && (is_initial || SHORT.iter().any(|short| short.eq_ignore_ascii_case(last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(line: &str, orders: &[&str]) -> Vec<String> {
        const NAMES: &[&str] =
            &["A Johnston", "Nashville", "Hardee", "Memphis", "New York", "Washington", "East", "West"];
        let names = NAMES.iter().flat_map(|name| {
            line.match_indices(name).map(|(start, _)| NameInWords {
                span: Span { start, end: start + name.len() },
                kind: NameKind::Place,
                called: vec![name.replace("A Johnston", "A. Johnston")],
            })
        });
        let orders: Vec<String> = orders.iter().map(|order| (*order).to_owned()).collect();
        left_out(line, &orders, &names.collect::<Vec<_>>())
    }

    #[test]
    fn what_no_order_holds_is_told_in_the_words_of_its_line() {
        let enter = "PP 4: enter A. Johnston at Nashville";
        assert_eq!(left("A Johnston enters Nashville PP 4, Hardee PP 5 too", &[enter]), ["Hardee PP 5 too"]);
        let memphis = "PP 1-3: enter 3 infantry at Memphis";
        assert_eq!(
            left("3 infantry at Memphis in 1-3, Hardee in Nashville, pulse 4", &[memphis]),
            ["Hardee in Nashville, pulse 4"]
        );
        assert_eq!(
            left("Hardee by rail to New York, then on to Washington", &["rail Hardee to Washington"]),
            ["New York"]
        );
        assert_eq!(left("2 disc East and 1 disc West", &["give 2 discretionary to East"]), ["1 disc West"]);
        assert_eq!(left("Hardee to Memphis and back", &["move Hardee to Memphis"]), ["back"]);
        assert_eq!(left("Hardee to Memphis, evading the foe", &["move Hardee to Memphis"]), ["evading the foe"]);
        assert_eq!(left("the troops at Memphis and 4 more", &["hold the force at Memphis"]), ["4 more"]);
        assert_eq!(left("Memphis gets 3 pontoons", &["enter 2 infantry at Memphis"]), ["3 pontoons"]);
    }

    #[test]
    fn of_a_line_that_is_held_nothing_is_left() {
        for (line, order) in [
            ("Dear Ann, 3 infantry at Memphis please, PP 1 to 3", "PP 1-3: enter 3 infantry at Memphis"),
            ("4. Hardee to Nashville, one of these days", "move Hardee to Nashville"),
            ("two to the East", "give 2 discretionary to East"),
            ("1 corps hq at St. Louis", "build 1 corps hq in St. Louis"),
        ] {
            assert_eq!(left(line, &[order]), Vec::<String>::new(), "{line}");
        }
    }
}
