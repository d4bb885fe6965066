//! Commands that say something of other lines: whose, for when or for what these are. How else people write them, and
//! what they look like mistyped. Knows no seat and no phase.

use super::parse::{NOT_A_COMMAND, bracketed, is_blank, parse_orders_ahead, strip_words};
use super::{Broken, CommandSpec, nearest_command, spec_of};

/// What a command says of other lines of its letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Nothing.
    Line,
    /// Whose or for when the lines below it are.
    Below,
    /// That the lines below it, to a line END, are its own.
    Body,
    /// What becomes of the whole letter.
    Letter,
}

/// The reach of a command, by its name in the table.
pub(super) fn reach_of(name: &str) -> Reach {
    match name {
        "AS" | "ORDERS PHASE" => Reach::Below,
        "PRESS" | "WHATIF" => Reach::Body,
        "CHECK" => Reach::Letter,
        _ => Reach::Line,
    }
}

/// A line that means a command under another name, and what stands behind it: "WHAT IF", "Orders for phase 3 (T1 TST2):".
pub(super) fn renamed(line: &str) -> Option<(&'static CommandSpec, &str)> {
    if let Some(rest) = strip_words(line, "WHAT IF") {
        // "What if we attack?" is talk in most letters.
        let is_head = is_blank(rest) || line.starts_with("WHAT IF");
        return is_head.then_some((spec_of("WHATIF")?, rest));
    }
    let heads = ["ORDERS FOR PHASE", "ORDER FOR PHASE", "ORDER PHASE"];
    let rest = heads.iter().find_map(|head| strip_words(line, head))?;
    parse_orders_ahead(rest).ok()?;
    Some((spec_of("ORDERS PHASE")?, rest))
}

/// The command that a line would be but for a slip of the pen, and the words of it that are mistyped. Of lines with several
/// words only those are known that say something of others.
pub(crate) fn mistyped(line: &str) -> Option<(&'static CommandSpec, &str)> {
    let line = line.trim().trim_end_matches(['.', '!']);
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = first.trim_end_matches(':');
    let spec = nearest_command(word).filter(|_| !is_word(word));
    if rest.is_empty() {
        // "Seats:" stands over a list.
        let is_meant = |spec: &&CommandSpec| word == first || reach_of(spec.name) != Reach::Line;
        return spec.filter(is_meant).map(|spec| (spec, word));
    }
    match spec.map(|spec| spec.name) {
        Some("PRESS") if strip_words(rest.trim_start(), "to").is_some() => Some((spec?, word)),
        Some("WHATIF") => Some((spec?, word)),
        _ => Some((spec_of("ORDERS PHASE")?, nearly_orders_phase(line)?)),
    }
}

/// Commands whose shape hardly any sentence has.
const SHAPED: &[&str] = &[
    "CANCEL", "REPORT", "ADDRESS", "SIGNON", "FORMAT", "CONFIRM", "CREATE", "SEAT", "PROCESS", "APPROVE", "REPLACE",
    "ROLLBACK", "JOURNAL",
];

/// A line of several words that would be a command but for a slip in its first: "CREAT cw1 FROM civil-war/1861". What is not
/// in capitals must have the shape of one that no talk has. Whoever asks knows that it is no order.
pub fn seems_command(line: &str) -> Option<(&'static CommandSpec, Broken)> {
    let (word, rest) = line.trim().split_once(char::is_whitespace)?;
    let spec = nearest_command(word).filter(|_| !is_word(word))?;
    let is_meant = match (spec.parse)(rest) {
        Ok(_) => SHAPED.contains(&spec.name) || is_in_capitals(word),
        Err(why) => why != NOT_A_COMMAND && is_in_capitals(word),
    };
    is_meant.then(|| (spec, Broken::mistyped(spec, word, line)))
}

fn is_in_capitals(word: &str) -> bool {
    !word.contains(char::is_lowercase)
}

/// Words and names that are near a command and are none.
const WORDS: &[&str] = &[
    "what", "whats", "chuck", "walt", "holt", "shaw", "need", "send", "seen", "seem", "seek", "feed", "deed", "sees",
    "speed", "seeds", "grace", "tracy",
];

/// Whether a word is one of them.
fn is_word(word: &str) -> bool {
    WORDS.iter().any(|other| word.eq_ignore_ascii_case(other))
}

/// "ORDRES PHASE 3", "ORDERSPHASE next": nearly the words, and behind them what they take.
fn nearly_orders_phase(line: &str) -> Option<&str> {
    let (line, _) = bracketed(line);
    let (head, which) = line.rsplit_once(char::is_whitespace)?;
    let is_which = which.eq_ignore_ascii_case("next") || which.trim_start_matches(['#', '=']).parse::<u32>().is_ok();
    // Distances are found for few lines.
    if !is_which || head.len().abs_diff("ORDERS PHASE".len()) > 2 {
        return None;
    }
    let distance = strsim::damerau_levenshtein(&head.to_ascii_uppercase(), "ORDERS PHASE");
    (1..=2).contains(&distance).then(|| head.trim_end())
}

#[cfg(test)]
mod tests {
    use super::super::{Command, read_command};
    use super::*;

    #[test]
    fn heads_are_known_under_other_names() {
        let ahead = |phase, name: &str| {
            let name = (!name.is_empty()).then(|| name.to_owned());
            Some(Ok(Command::OrdersAhead { phase: Some(phase), name }))
        };
        assert_eq!(read_command("What if:"), Some(Ok(Command::WhatIf { lines: Vec::new() })));
        assert_eq!(read_command("ORDERS  PHASE 3 (T1 TST2)"), ahead(3, "T1 TST2"));
        assert_eq!(read_command("Orders for phase 3:"), ahead(3, ""));
        for line in ["What if we attack?", "Orders for phase 3 follow on Sunday", "Orders for the next phase:"] {
            assert_eq!(read_command(line), None, "{line}");
        }
    }

    #[test]
    fn mistyped_heads_are_known_with_what_follows_them() {
        for (line, name) in [
            ("WHTAIF", "WHATIF"),
            ("whtaif we attack", "WHATIF"),
            ("PRES TO usa-west: text", "PRESS"),
            ("ORDRES PAHSE 3", "ORDERS PHASE"),
            ("ORDERS-PHASE next:", "ORDERS PHASE"),
            ("Chekc", "CHECK"),
        ] {
            assert_eq!(mistyped(line).map(|(spec, _)| spec.name), Some(name), "{line}");
        }
        for (line, name) in [
            ("CREAT cw1 FROM civil-war/1861", "CREATE"),
            ("creat cw1 from civil-war/1861", "CREATE"),
            ("CREAT cw1 civil-war", "CREATE"),
            ("Seatt Ann <ann@example.org> AS usa-east", "SEAT"),
            ("EXTNED 24h", "EXTEND"),
        ] {
            assert_eq!(seems_command(line).map(|(spec, _)| spec.name), Some(name), "{line}");
        }
        for line in [
            "Look at Richmond",
            "READ THIS",
            "Extended front, long marches",
            "Create havoc in his rear",
            "NEED MORE SHIPS",
        ] {
            assert_eq!(seems_command(line).map(|(spec, _)| spec.name), None, "{line}");
        }
        for line in [
            "What",
            "Grace",
            "Tracy",
            "Chuck",
            "Dress for the ball",
            "ORDERS East TST 1",
            "Orders please",
            "Stauts quo then",
            "Need",
            "Send",
        ] {
            assert_eq!(mistyped(line).map(|(spec, _)| spec.name), None, "{line}");
        }
    }
}
