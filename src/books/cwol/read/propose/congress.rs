//! What a clause may say in Congress, and of a blockade.

use reader::slip::small_number;
use reader::{is_courtesy, moods_of};

use super::parts::{Part, forces, has, is_one, numbers};

const AYES: &[&str] = &["aye", "yes", "yea", "y", "favour", "favor", "support", "for"];
const NOES: &[&str] = &["nay", "no", "against", "oppose", "noe"];

/// Words with which somebody will not do a thing.
pub(super) const DENYING: &[&str] = &["no", "not", "refuse", "refused", "decline", "stop", "avoid", "without"];

/// The orders in canonical words.
pub(super) fn compose(parts: &[Part]) -> Vec<String> {
    if !forces(parts).is_empty() {
        return Vec::new();
    }
    // One's own blockade is of the whole coast; a port has none of its own.
    if has(parts, &["blockade", "blockaded"]) && !parts.iter().any(|part| matches!(part, Part::City(_))) {
        let is_lifted = has(parts, &["lift", "lifted", "end", "ended", "withdraw", "withdrawn", "off", "over"]);
        return vec![if is_lifted { "lift the blockade" } else { "declare a blockade" }.to_owned()];
    }
    if has(parts, DENYING) && has(parts, &["veto", "sign", "override", "overrule"]) {
        return Vec::new();
    }
    let each = |verb: &str| numbers(parts).iter().map(|bill| format!("{verb} {bill}")).collect::<Vec<_>>();
    let is_of_bills = has(parts, &["bill", "vote", "ballot", "motion", "aye", "nay", "act", "veto", "law"]);
    if has(parts, &["override", "overrule", "overriding"]) {
        return each("override");
    }
    if has(parts, &["vetoed", "vetoe", "veto", "vetoing"]) {
        return each("veto");
    }
    if has(parts, &["sign", "signed", "signing", "approve", "assent"]) && (is_of_bills || is_ballot_alone(parts)) {
        return each("sign");
    }
    if has(parts, &["abstain", "abstention", "withdraw", "withdrawn", "prohibit", "forbid"]) {
        return Vec::new();
    }
    let moved = motion(parts);
    if !moved.is_empty() || !is_of_bills && !is_ballot_alone(parts) {
        return moved;
    }
    ballots(parts)
}

/// Whether an order in canonical words says something of a bill that was brought.
pub(super) fn is_of_a_bill(order: &str) -> bool {
    let said = order.rsplit(": ").next().unwrap_or(order);
    ["vote ", "sign ", "veto ", "override "].iter().any(|verb| said.starts_with(verb))
}

/// Words of what is said of bills.
#[rustfmt::skip]
const OF_BILLS: &[&str] = &[
    "vote", "votes", "voting", "ballot", "ballots", "bill", "bills", "motion", "act", "law", "aye", "ayes", "yes", "yea", "yeas", "nay", "nays", "no", "noes", "against",
    "oppose", "opposed", "favour", "favor", "support", "sign", "signs", "signed", "signing", "approve", "approved", "assent", "veto", "vetoes", "vetoed", "vetoing",
    "override", "overriding", "overrule", "overruling",
];

/// Words beside them that turn nothing round.
#[rustfmt::skip]
const PLAIN: &[&str] = &[
    "a", "also", "am", "an", "and", "as", "be", "both", "cast", "casts", "change", "congress", "congressman", "con", "count", "decided", "definitely", "down", "for", "from",
    "get", "gets", "gladly", "have", "hereby", "i", "i'd", "i'll", "i'm", "in", "into", "is", "it", "its", "let", "mark", "me", "mine", "my", "nr", "number", "of", "on",
    "our", "please", "pls", "president", "put", "record", "say", "says", "sir", "shall", "that", "the", "then", "this", "to", "today", "too", "us", "vice", "vp", "we", "will",
    "with", "y", "all",
];

/// What is said of a bill without why: "vote 1 no, it is too high". What denies, doubts, depends or says more of bills is no reason.
pub(super) fn without_why(clause: &str) -> &str {
    const LEADING: &[&str] = &[" because ", " since ", ", ", " (", " - ", " \u{2013} "];
    let starts = LEADING.iter().filter_map(|lead| clause.find(lead));
    match starts.min() {
        Some(at) if is_reason(&clause[at..]) => &clause[..at],
        _ => clause,
    }
}

/// Whether words may say why something is voted, and say nothing of a bill themselves.
pub(super) fn is_reason(words: &str) -> bool {
    const SAYING: &[&str] =
        &["vote", "votes", "ballot", "aye", "ayes", "yes", "yea", "nay", "no", "against", "sign", "veto", "override"];
    let mut said = words.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    moods_of(words).is_empty()
        && said.all(|word| !SAYING.contains(&word) && !word.bytes().any(|sign| sign.is_ascii_digit()))
}

/// "On no. 7": a sign of the number.
pub(super) fn is_mark_of_number(words: &[&str], at: usize) -> bool {
    const BEFORE_NUMBER: [&str; 8] = ["on", "bill", "number", "act", "motion", "sign", "veto", "override"];
    words[at] == "no"
        && at > 0
        && BEFORE_NUMBER.contains(&words[at - 1])
        && words.get(at + 1).is_some_and(|next| next.bytes().all(|sign| sign.is_ascii_digit()))
}

/// Whether every word of a line is one of bills, also with a slip in it, one that turns nothing round, or a number.
pub(super) fn is_plain(line: &str) -> bool {
    let lower = line.to_lowercase().replace('\u{2019}', "'");
    let said = lower.split(['.', '!', ';']).filter(|clause| !is_courtesy(clause)).map(without_why);
    let said: Vec<&str> =
        said.flat_map(|clause| clause.split(|sign: char| !sign.is_alphanumeric() && sign != '\'')).collect();
    let said: Vec<&str> = said.into_iter().filter(|word| !word.is_empty()).collect();
    let words: Vec<&str> = (0..said.len()).filter(|at| !is_mark_of_number(&said, *at)).map(|at| said[at]).collect();
    let is_slip = |word: &str| {
        word.len() > 2 && OF_BILLS.iter().any(|known| known.len() > 2 && strsim::damerau_levenshtein(known, word) == 1)
    };
    let is_known = |word: &&str| {
        OF_BILLS.contains(word)
            || PLAIN.contains(word)
            || small_number(word).is_some()
            || word.bytes().all(|sign| sign.is_ascii_digit())
            || is_slip(word)
    };
    // "No vote on 1" may be a vote against it, or none.
    let is_open =
        words.windows(2).any(|pair| pair[0] == "no" && ["vote", "votes", "ballot", "ballots"].contains(&pair[1]));
    let says = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let numbers = words
        .iter()
        .filter(|word| word.starts_with(|sign: char| sign.is_ascii_digit()) || small_number(word).is_some());
    let is_both = numbers.count() < 2 && says(&["aye", "ayes", "yes", "yea"]) && says(&["no", "nay", "against"]);
    !is_open && !is_both && words.iter().all(is_known)
}

/// Whether nothing but bills and what is said of them stands there: "NO to 11", "sign 6 too".
fn is_ballot_alone(parts: &[Part]) -> bool {
    const SMALL: &[&str] = &[
        "to",
        "on",
        "too",
        "also",
        "bill",
        "number",
        "and",
        "definitely",
        "sign",
        "please",
        "then",
        "is",
        "it",
        "i",
        "say",
    ];
    let is_small = |part: &Part| match part {
        Part::Number(_) | Part::Break => true,
        Part::Word(_) => is_one(part, SMALL) || is_one(part, &["aye", "yes", "yea", "nay", "no", "noe"]),
        _ => false,
    };
    parts.iter().all(is_small) && (has(parts, &["sign"]) || has(parts, &["to", "on", "bill"]))
}

/// Ballots, each on the bills beside it: "1 and 2 aye, 3 no", "aye on 1 and 2, no on 3".
fn ballots(parts: &[Part]) -> Vec<String> {
    let said = |part: &Part| {
        let is_aye = is_one(part, AYES);
        (is_aye || is_one(part, NOES)).then_some(if is_aye { "aye" } else { "no" })
    };
    let words: Vec<&Part> = parts
        .iter()
        .filter(|part| matches!(part, Part::Number(_)) || said(part).is_some() && !is_one(part, &["for"]))
        .collect();
    let lone = parts.iter().find_map(said);
    let leads = !matches!(words.first(), Some(Part::Number(_)));
    let (mut ballots, mut waiting) = (Vec::new(), Vec::new());
    let mut now = lone.filter(|_| words.iter().all(|part| matches!(part, Part::Number(_))));
    for part in words {
        match (part, said(part)) {
            (Part::Number(bill), _) => match now {
                Some(ballot) => ballots.push(format!("vote {bill} {ballot}")),
                None => waiting.push(*bill),
            },
            (_, Some(ballot)) if leads => now = Some(ballot),
            (_, Some(ballot)) => ballots.extend(waiting.drain(..).map(|bill| format!("vote {bill} {ballot}"))),
            _ => {}
        }
    }
    if waiting.is_empty() { ballots } else { Vec::new() }
}

/// A bill that is brought.
fn motion(parts: &[Part]) -> Vec<String> {
    const MOVING: &[&str] = &[
        "move",
        "moving",
        "motion",
        "propose",
        "introduce",
        "bill",
        "law",
        "act",
        "bring",
        "proposal",
        "lay",
        "table",
    ];
    if !has(parts, MOVING) {
        return Vec::new();
    }
    let rates = rates(parts);
    if !rates.is_empty() || RATES.iter().any(|(words, _)| has(parts, words)) {
        return rates;
    }
    let is_off = has(parts, &["off", "lift", "lifted", "end", "repeal"]);
    let plain: [(&[&str], &str); 4] = [
        (&["usct", "coloured", "colored", "black"], "USCT"),
        (&["bounty", "bountie", "bounties"], "bounty"),
        (&["draft", "conscription"], "draft"),
        (&["embargo"], if is_off { "embargo off" } else { "embargo" }),
    ];
    let found = plain.iter().find(|(words, _)| has(parts, words));
    found
        .filter(|(_, what)| !is_off || what.starts_with("embargo"))
        .map(|(_, what)| format!("move {what}"))
        .into_iter()
        .collect()
}

/// What a bill sets a number for.
const RATES: [(&[&str], &str); 4] = [
    (&["tariff"], "tariff"),
    (&["tax", "taxe"], "tax"),
    (&["greenback", "paper"], "greenbacks"),
    (&["loan", "debt", "ceiling"], "loans"),
];

/// Each rate that is named with the number behind it; one alone with its number, wherever that stands.
fn rates(parts: &[Part]) -> Vec<String> {
    let subject = |part: &Part| RATES.iter().find(|(words, _)| is_one(part, words)).map(|(_, what)| *what);
    let mut named: Vec<&str> = parts.iter().filter_map(subject).collect();
    named.dedup();
    if let ([what], [number]) = (&named[..], &numbers(parts)[..]) {
        return vec![format!("move {what} {number}")];
    }
    let (mut moved, mut waiting) = (Vec::new(), None);
    for part in parts {
        match part {
            Part::Number(number) => moved.extend(waiting.take().map(|what| format!("move {what} {number}"))),
            part => waiting = subject(part).or(waiting),
        }
    }
    if moved.len() == named.len() { moved } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_may_turn_a_vote_round_are_not_plain() {
        for line in [
            "hardly veto 1",
            "withhold my aye on 1",
            "against aye 1",
            "no vote on 1",
            "I will veto 8 tomorrow",
            "lean aye on 3",
            "pretend to sign 2",
            "anything rather than sign 2",
            "I vote with the majority on 9",
        ] {
            assert!(!is_plain(line), "{line}");
        }
        for line in [
            "voet 2 no",
            "sing 3",
            "vtoe 3 aye",
            "i'll sign no 2",
            "number 5 gets my veto",
            "i'm for number 6",
            "I am against bill 5",
            "change my vote on 6 to no",
            "1 aye, 2 no",
            "I have decided to sign seven",
            "my vote on no. 7 is AYE",
            "I'm signing bill 2 today. Good luck to us all!",
        ] {
            assert!(is_plain(line), "{line}");
        }
    }
}
