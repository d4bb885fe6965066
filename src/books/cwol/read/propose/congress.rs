//! What a clause may say in Congress, and of a blockade.

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
    if has(parts, &["blockade"]) {
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
    const MOVING: &[&str] = &["move", "moving", "motion", "propose", "introduce", "bill", "law", "act", "bring"];
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
