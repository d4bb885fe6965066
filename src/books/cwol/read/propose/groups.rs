//! Several units or ships in one clause, each with what it does: "USFR1 blockades Mobile, USFR2 Savannah", "rail US1IN to Baltimore, US2IN
//! to Trenton", "USGB1 hold, USGB2 too". All of them, or none.

use super::parts::{Part, forces, has, is_one};

/// Words by which one does the same as the one before it.
const LIKEWISE: &[&str] = &[
    "same",
    "likewise",
    "ditto",
    "too",
    "also",
    "similarly",
    "along",
    "follow",
    "following",
    "alongside",
    "join",
    "joining",
];

/// Words that say neither what is done nor how.
const SMALL: &[&str] = &[
    "to", "at", "off", "for", "on", "in", "the", "only", "as", "far", "and", "then", "while", "do", "doe", "go", "goe",
    "come", "with", "it", "them", "well", "thing", "of", "is", "are", "behind", "toward", "into", "comes", "but",
    "whereas",
];

/// Words behind which the next name belongs to what the one before it does.
const RELATING: &[&str] = &[
    "to",
    "into",
    "in",
    "from",
    "of",
    "with",
    "by",
    "for",
    "behind",
    "after",
    "under",
    "past",
    "as",
    "against",
    "join",
    "joining",
    "relieve",
    "replace",
    "pursue",
    "chase",
    "shell",
    "engage",
    "attack",
    "bombard",
    "absorb",
    "merge",
    "ferry",
    "ferrie",
    "carry",
    "carrie",
    "transport",
    "take",
    "escort",
    "support",
    "than",
    "or",
    "not",
    "except",
    "without",
    "hunt",
    "hunting",
    "around",
    "near",
    "beside",
    "followed",
];

/// Words of what is given from one to another.
const PASSED_ON: &[&str] = &[
    "regiment", "battery", "crew", "men", "sailor", "hand", "transfer", "shift", "merge", "fold", "swap", "exchange",
    "relieve", "relieved",
];

/// Units or ships that are named one after another, and what stands behind them.
struct Group {
    names: Vec<Part>,
    said: Vec<Part>,
}

impl Group {
    /// Whether it says how or what itself, and not a place alone.
    fn says_how(&self) -> bool {
        let is_small = |part: &Part| is_one(part, SMALL) || is_one(part, LIKEWISE) || *part == Part::Break;
        self.said.iter().any(|part| !is_place(part) && !is_small(part))
    }
}

/// The orders of each; none where a clause is not of several.
pub(super) fn compose(parts: &[Part], one: impl Fn(&[Part]) -> Vec<String>) -> Option<Vec<String>> {
    let first = parts.iter().position(|part| matches!(part, Part::Force { .. }))?;
    if forces(parts).len() < 2 || has(parts, PASSED_ON) {
        return None;
    }
    let (head, rest) = parts.split_at(first);
    let groups = groups(rest)?;
    let is_several = groups.len() > 1 && groups[1..].iter().all(|group| !group.said.is_empty());
    if !is_several {
        return None;
    }
    let mut orders = Vec::new();
    let (mut before, mut is_first) = (Vec::new(), true);
    for group in &groups {
        let said = said_of(group, &before);
        let alone = if is_first || !group.says_how() { Vec::new() } else { one(&[&group.names[..], &said].concat()) };
        let found = if alone.is_empty() { one(&[head, &group.names, &said].concat()) } else { alone };
        is_first = false;
        if found.is_empty() {
            return Some(Vec::new());
        }
        orders.extend(found);
        before = said;
    }
    Some(orders)
}

/// The clause in groups; none where one name belongs to what is said of another.
fn groups(rest: &[Part]) -> Option<Vec<Group>> {
    const TOGETHER: &[&str] = &["with", "together", "along", "plus", "plu", "as", "well", "alongside", "both"];
    let mut groups: Vec<Group> = Vec::new();
    for part in rest {
        if !matches!(part, Part::Force { .. }) {
            groups.last_mut()?.said.push(part.clone());
            continue;
        }
        let last = groups.last_mut();
        let is_joined = last
            .as_ref()
            .is_some_and(|group| group.said.iter().all(|part| *part == Part::Break || is_one(part, TOGETHER)));
        match last {
            Some(group) if is_joined => {
                group.said.clear();
                group.names.extend([Part::Break, part.clone()]);
            }
            Some(group) if group.said.last().is_some_and(|part| is_one(part, RELATING)) => return None,
            _ => groups.push(Group { names: vec![part.clone()], said: Vec::new() }),
        }
    }
    for group in &mut groups {
        while group.said.last() == Some(&Part::Break) {
            group.said.pop();
        }
        let is_lead = |part: &&Part| **part == Part::Break;
        let lead = group.said.iter().take_while(is_lead).count();
        group.said.drain(..lead);
    }
    Some(groups)
}

fn is_place(part: &Part) -> bool {
    matches!(part, Part::City(_) | Part::Square(_))
}

/// What is said of a group, with what it takes from the one before it: its words where it has a place alone, its place where it has words alone,
/// both where it does the same.
fn said_of(group: &Group, before: &[Part]) -> Vec<Part> {
    let has_place = group.said.iter().any(is_place);
    let is_same = has(&group.said, LIKEWISE);
    match (has_place, group.says_how()) {
        (true, true) => group.said.clone(),
        // The words of the one before that goes somewhere, and the own place.
        (true, false) if before.iter().any(is_place) => {
            let words = before.iter().filter(|part| !is_place(part) && !is_one(part, &["from"])).cloned();
            words.chain(group.said.iter().filter(|part| is_place(part)).cloned()).collect()
        }
        (false, false) if is_same => before.to_vec(),
        (false, true) if is_same => {
            let own = group.said.iter().filter(|part| !is_one(part, LIKEWISE)).cloned();
            let to = before.iter().rfind(|part| is_place(part)).cloned();
            own.chain([Part::Word("to".to_owned())]).chain(to).collect()
        }
        _ => group.said.clone(),
    }
}
