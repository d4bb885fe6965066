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
    let ballot = order.ends_with(" aye").then(|| without_noes(words));
    let moods = moods_of(ballot.as_deref().unwrap_or(words));
    let has = |mood| moods.contains(&mood);
    let excepts = || order.split(' ').any(|word| ["except", "but"].contains(&word));
    let restrains = || {
        let is_known = |word: &str| RESTRAINING.contains(&word);
        order.split([' ', ',', ':']).any(is_known) || moods_of(order).contains(&Mood::Denial)
    };
    // "No trade but through Smyrna" is not "trade, but not through Smyrna".
    has(Mood::Denial) && has(Mood::Exception) && !restrains()
        || has(Mood::Exception) && !excepts()
        || (has(Mood::Denial) || has(Mood::Correction)) && !restrains() && !excepts()
}

/// The words without what votes against something: beside a vote for another matter that turns nothing round.
fn without_noes(words: &str) -> String {
    let is_no = |word: &&str| {
        let word = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        ["no", "nay", "noes", "nays", "against"].iter().any(|no| word.eq_ignore_ascii_case(no))
    };
    words.split(' ').filter(|word| !is_no(word)).collect::<Vec<_>>().join(" ")
}

/// Phrases with which something is not done, or not so much of it, as it would be said without them.
#[rustfmt::skip]
const LESSENING: &[&str] = &[
    "fewer", "minus", "of which", "would have", "could have", "should have", "but keep", "but leave", "but save", "instead of", "one less", "less than",
];

/// Whether words speak of less than they name, of what was not done, or of the reverse of what an order does: "one GB fewer", "I would have
/// moved Butler", "sell 5 supplies".
pub fn says_less(words: &str, order: &str) -> bool {
    let (words, order) = (format!(" {} ", plain(words)), format!(" {} ", plain(order)));
    let is_left_out = |phrase: &&str| {
        let phrase = format!(" {phrase} ");
        words.contains(&phrase) && !order.contains(&phrase)
    };
    let sells = || [" sell ", " sells ", " sold ", " selling "].iter().any(|word| words.contains(word));
    LESSENING.iter().any(is_left_out) || sells() && order.starts_with(" buy ")
}

/// In small letters, its words a blank apart.
fn plain(text: &str) -> String {
    let words = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
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
            ("No trade except through Smyrna", "agree to trade except Smyrna", true),
            ("Banks does not move", "hold Banks", false),
            ("we say no to trade", "refuse trade", false),
            ("yes to 2, no to 3", "vote 2 aye", false),
            ("not aye on 2", "vote 2 aye", true),
            ("buy 5 infantry plz", "buy 5 infantry", false),
        ] {
            assert_eq!(turns_round(words, order), is_reverse, "{words}: {order}");
        }
    }

    #[test]
    fn what_speaks_of_less_or_of_the_reverse_is_not_offered_whole() {
        for (words, order) in [
            ("one GB fewer at Cincinnati", "build GB at Cincinnati"),
            ("sell 5 supplies at Richmond", "buy 5 supplies at Richmond"),
            ("I would have moved Butler to Norfolk, but he is too weak.", "move Butler to Norfolk"),
            ("6 infantry, of which 2 for Wallachia", "buy for Wallachia 6 infantry"),
            ("Buy 20 infantry minus whatever Holland needs", "buy for Holland 20 infantry"),
            ("as much infantry as I can afford, but keep 20 money", "buy max infantry"),
        ] {
            assert!(says_less(words, order), "{words}: {order}");
        }
        for (words, order) in [
            ("get me 5 infantry", "buy 5 infantry"),
            ("buy max infantry, but keep 20 money", "buy max infantry but keep 20"),
            ("soldiers: 5", "buy 5 infantry"),
        ] {
            assert!(!says_less(words, order), "{words}: {order}");
        }
    }
}
