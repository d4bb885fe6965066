//! Orders that a book proposes for words it could not read: those that it reads itself, to the letter. Files nothing.

use super::book::Context;
use reader::{Mood, moods_of};

/// Most orders that are proposed for one line, which may hold several.
pub const MOST_PROPOSED: usize = 6;

/// Words of orders with which something is let be, kept from others or taken out.
#[rustfmt::skip]
const RESTRAINING: &[&str] = &[
    "hold", "halt", "idle", "stop", "lift", "leave", "stay", "decline", "evade", "inactivate", "embargo", "withdraw", "withdraws", "keep", "quiet", "dissolve", "scuttle", "disband", "0",
];

/// Of what a book proposes, the lines that it reads back and writes the same; `read_back` says how it writes the one order that
/// it reads a line as, if that is whole.
pub(super) fn proposed(
    context: &Context,
    proposals: impl FnOnce() -> Vec<String>,
    read_back: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    if context.is_brief() {
        return Vec::new();
    }
    let mut kept: Vec<String> = Vec::new();
    for line in proposals() {
        let is_new = kept.len() < MOST_PROPOSED && !kept.contains(&line);
        if is_new && read_back(&line).as_ref() == Some(&line) {
            kept.push(line);
        }
    }
    kept
}

/// Whether an order leaves out that the words it was found in deny something or take something out, and so may say the reverse.
pub fn turns_round(words: &str, order: &str) -> bool {
    let moods = moods_of(words);
    let has = |mood| moods.contains(&mood);
    let excepts = || order.split(' ').any(|word| ["except", "but"].contains(&word));
    let restrains = || {
        let is_known = |word: &str| RESTRAINING.contains(&word);
        order.split([' ', ',', ':']).any(is_known) || moods_of(order).contains(&Mood::Denial)
    };
    has(Mood::Exception) && !excepts() || (has(Mood::Denial) || has(Mood::Correction)) && !restrains() && !excepts()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_order_is_proposed_that_says_the_reverse_of_its_words() {
        for (words, order, is_reverse) in [
            ("but nothing with Lisbon", "offer trade to Lisbon", true),
            ("except the cavalry", "assign 1 cavalry leader to East", true),
            ("Grant attacks Corinth 1-3, no, 4-6", "PP 1-3: attack Corinth with Grant", true),
            ("no cessions except Venetia to Russia", "cede nothing", true),
            ("all but France", "offer trade to all except France", false),
            ("Banks does not move", "hold Banks", false),
            ("we say no to trade", "refuse trade", false),
            ("buy 5 infantry plz", "buy 5 infantry", false),
        ] {
            assert_eq!(turns_round(words, order), is_reverse, "{words}: {order}");
        }
    }
}
