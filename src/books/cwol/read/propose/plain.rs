//! A line as it would be written plainly: without its list mark and its opening words, its numbers in figures.

use reader::slip::small_number;

use super::super::wording::{begins_with, begins_with_force};
use super::mending::is_known;

/// Openings that say nothing of what is ordered.
const OPENINGS: &[&str] = &[
    "only this",
    "just this",
    "one-off",
    "now then",
    "and then",
    "p.p.s",
    "p.s",
    "pps",
    "ps",
    "okay",
    "ok",
    "well",
    "so",
    "say",
    "let's see",
];

/// Words for a number of things, with the number.
const DOZENS: &[(&str, &str)] = &[
    ("half a dozen", "6"),
    ("two dozen", "24"),
    ("a dozen", "12"),
    ("one dozen", "12"),
    ("a couple of", "2"),
    ("a couple", "2"),
    ("a pair of", "2"),
    ("a brace of", "2"),
];

/// The line in plain words.
pub(super) fn plain(line: &str) -> String {
    let mut rest = unlisted(line.trim());
    while let Some(opening) = OPENINGS.iter().find(|opening| begins_with(rest, opening)) {
        rest = rest[opening.len()..].trim_start_matches([' ', ':', ',', '.', '-']);
    }
    in_figures(&ceilings(&spelled(&each_named(&without_name(rest)))))
}

/// "usri4 Essex: shell Fort Pillow": without the name that a ship has beside its code.
fn without_name(line: &str) -> String {
    let Some((head, rest)) = line.split_once(':') else { return line.to_owned() };
    let Some((code, name)) = head.split_once(' ') else { return line.to_owned() };
    let is_name = |word: &str| word.len() > 2 && word.chars().all(char::is_alphabetic) && !is_known(word);
    let is_named = begins_with_force(&format!("{code} hold")) && name.split(' ').all(is_name);
    if is_named { format!("{code}:{rest}") } else { line.to_owned() }
}

/// "The 1st and 2nd inf", "CS1IN thru CS3IN": each with its whole name.
fn each_named(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let mut plain: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    for at in 0..words.len() {
        if let Some(named) = code_first(words[at]) {
            plain[at] = named;
        }
        if let Some(row) = row_of_ships(&words[at..]) {
            plain[at] = row;
            plain[at + 1..at + 4].iter_mut().for_each(String::clear);
            continue;
        }
        if let Some((kind, ordinals)) = ordinals_before_kind(&words[at..]) {
            ordinals.for_each(|rank| {
                let word = words[at + rank];
                let bare = word.trim_end_matches(',');
                plain[at + rank] = format!("{bare} {kind}{}", &word[bare.len()..]);
            });
        }
        let row = words.get(at..at + 3).and_then(|row| in_a_row(row[0], row[1], row[2]));
        if let Some(row) = row {
            plain[at] = row;
            plain[at + 1].clear();
            plain[at + 2].clear();
        }
    }
    plain.retain(|word| !word.is_empty());
    plain.join(" ")
}

/// Ordinals in a row that begins here and ends before the word for what they number: the last has that already.
fn ordinals_before_kind<'w>(words: &[&'w str]) -> Option<(&'w str, impl Iterator<Item = usize> + use<>)> {
    const KINDS: [&str; 9] = ["inf", "infantry", "in", "cav", "cavalry", "cv", "militia", "mi", "brigade"];
    let is_ordinal = |word: &str| {
        let end = ["st", "nd", "rd", "th"].iter().find_map(|end| word.trim_end_matches(',').strip_suffix(end));
        end.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|sign| sign.is_ascii_digit()))
    };
    let joins = |word: &str| ["and", "&", "+"].contains(&word);
    let count = words.iter().take_while(|word| is_ordinal(word) || joins(word)).count();
    let kind = words.get(count).map(|kind| kind.trim_end_matches([',', ':', '.', ';']))?;
    let is_kind = KINDS.iter().any(|known| known.eq_ignore_ascii_case(kind));
    let ranks: Vec<usize> = (0..count).filter(|rank| is_ordinal(words[*rank])).collect();
    let is_row = is_kind && ranks.first() == Some(&0) && ranks.len() > 1;
    is_row.then(|| (kind, ranks.into_iter().rev().skip(1)))
}

/// Units or ships from the first to the last of a row: "CS1IN thru CS3IN", and not "from CS1IN to CS3IN".
fn in_a_row(first: &str, joint: &str, last: &str) -> Option<String> {
    const MOST: u32 = 12;
    let end = last.trim_end_matches([',', ':', '.', ';']);
    let is_row = ["thru", "through", "till"].iter().any(|word| joint.eq_ignore_ascii_case(word));
    let [(before, one, behind), (other_before, other, other_behind)] = [numbered(first)?, numbered(end)?];
    let is_alike = before.eq_ignore_ascii_case(other_before) && behind.eq_ignore_ascii_case(other_behind);
    let is_counted = is_row && is_alike && begins_with_force(&format!("{first} hold")) && one < other;
    (is_counted && other - one < MOST).then(|| {
        let all: Vec<String> = (one..=other).map(|number| format!("{before}{number}{behind}")).collect();
        format!("{}{}", all.join(", "), &last[end.len()..])
    })
}

/// A name with a number in it: what stands before that, the number, and what stands behind.
fn numbered(name: &str) -> Option<(&str, u32, &str)> {
    let start = name.find(|sign: char| sign.is_ascii_digit())?;
    let wide = name[start..].bytes().take_while(u8::is_ascii_digit).count();
    Some((&name[..start], name[start..start + wide].parse().ok()?, &name[start + wide..]))
}

/// Words for ships in the plural, with the code of one.
const PLURALS: &[(&str, &str)] = &[("gunboats", "GB"), ("frigates", "FR"), ("sloops", "SL"), ("ironclads", "IC")];

/// "Gunboats 1 to 3": each by its name.
fn row_of_ships(words: &[&str]) -> Option<String> {
    const MOST: u32 = 12;
    let [kind, first, joint, last] = words.get(..4)? else { return None };
    let (_, code) = PLURALS.iter().find(|(plural, _)| kind.eq_ignore_ascii_case(plural))?;
    let is_row = ["to", "through", "thru", "till"].iter().any(|word| joint.eq_ignore_ascii_case(word));
    let end = last.trim_end_matches([',', ':', '.', ';']);
    let [one, other]: [u32; 2] = [first.parse().ok()?, end.parse().ok()?];
    (is_row && one > 0 && one < other && other - one < MOST).then(|| {
        let all: Vec<String> = (one..=other).map(|number| format!("{code}{number}")).collect();
        format!("{}{}", all.join(", "), &last[end.len()..])
    })
}

/// "CQ1", "USIN5": a unit with its number behind its code, where reports have it before.
fn code_first(word: &str) -> Option<String> {
    const CODES: [&str; 10] = ["IN", "CV", "HA", "LA", "SA", "NB", "MI", "AQ", "CQ", "PB"];
    let end = word.trim_end_matches([',', ':', '.', ';']);
    let side = ["US", "CS"].into_iter().find(|side| end.starts_with(side)).unwrap_or("");
    let rest = &end[side.len()..];
    let code = CODES.into_iter().find(|code| rest.starts_with(code))?;
    let number = &rest[code.len()..];
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|sign| sign.is_ascii_digit());
    is_number.then(|| format!("{side}{number}{code}{}", &word[end.len()..]))
}

/// "GB1 2 paducah": to where it goes.
fn spelled(line: &str) -> String {
    let Some((name, rest)) = line.split_once(" 2 ") else { return line.to_owned() };
    let is_place = rest.starts_with(char::is_alphabetic) && rest.split(' ').count() < 4;
    match begins_with_force(&format!("{name} to {rest}")) && !name.contains(' ') && is_place {
        true => format!("{name} to {rest}"),
        false => line.to_owned(),
    }
}

/// What is so unless something else is ordered, by the first words of a clause: that ships stop for batteries.
const DEFAULTS: &[&str] = &[
    "do not run",
    "don't run",
    "dont run",
    "run no",
    "run nothing",
    "runs no",
    "no running",
    "not running",
    "does not seek",
    "do not seek",
    "don't seek",
    "don't go looking",
    "dont go looking",
    "do not go looking",
    "do not go on",
    "no marching",
    "no boats",
    "no waypoint",
    "no rail",
    "carry on until there",
    "keep going",
    "mind",
];

/// What an order says by itself, and the word for it.
const SAID_BY_ORDERS: &[(&str, &str)] = &[
    ("break off after", "break off"),
    ("breaks off after", "break off"),
    ("leave after round", "break off round"),
    ("if beaten", "beaten"),
    ("when beaten", "beaten"),
    ("if it is beaten", "beaten"),
    ("if she is beaten", "beaten"),
    ("if they are beaten", "beaten"),
    ("if it loses", "beaten"),
    ("if she loses", "beaten"),
    ("if they lose", "beaten"),
    ("if they are beaten", "beaten"),
    ("if defeated", "beaten"),
    ("if whipped", "beaten"),
    ("if bested", "beaten"),
    ("if I am beaten", "beaten"),
    ("when the enemy is stronger", "beaten"),
    ("if the enemy is stronger", "beaten"),
    ("if he runs", ""),
    ("if she runs", ""),
    ("if it runs", ""),
    ("if they run", ""),
    ("if it leaves", ""),
    ("if she leaves", ""),
    ("if they leave", ""),
    ("if possible", ""),
    ("if allowed", ""),
    ("if any", ""),
    ("as before", ""),
    ("instead", ""),
    ("dont fight", "evade"),
    ("don't fight", "evade"),
    ("do not fight", "evade"),
    ("does not fight", "evade"),
    ("avoid a fight", "evade"),
    ("no fighting", "evade"),
    ("wherever she goes", ""),
    ("wherever he goes", ""),
    ("wherever it goes", ""),
    ("wherever they go", ""),
    ("not to move", "hold"),
    ("not make a movement", "hold"),
    ("i changed my mind", ""),
    ("in contact with", ""),
];

/// How fast something is to be done, which no order holds: it is done as fast as may be.
const HASTE: &[&str] = &[
    "without further delay",
    "without delay",
    "without fail",
    "without haste",
    "no need to hurry",
    "no hurry",
    "no rush",
    "with all speed",
    "with all haste",
    "with all caution",
    "with caution",
    "at the double",
    "at once",
    "forthwith",
    "for the night",
];

/// The line without what says how fast.
pub(in super::super) fn without_haste(line: &str) -> String {
    let mut plain = line.to_owned();
    for words in HASTE {
        let found = plain.to_ascii_lowercase().find(words).filter(|at| begins_with(&plain[*at..], words));
        if let Some(at) = found {
            plain.replace_range(at..at + words.len(), "");
        }
    }
    plain
}

/// The line without clauses that say what is so anyway, and what its order says by itself in one word.
pub(super) fn without_defaults(line: &str) -> String {
    let mut plain = without_haste(line);
    for (said, word) in SAID_BY_ORDERS {
        let lower = plain.to_ascii_lowercase();
        let is_whole = |at: &usize| {
            let before = plain[..*at].chars().next_back();
            let behind = plain[*at + said.len()..].chars().next();
            ![before, behind].into_iter().flatten().any(char::is_alphanumeric)
        };
        if let Some(at) = lower.find(&said.to_ascii_lowercase()).filter(is_whole) {
            plain.replace_range(at..at + said.len(), word);
        }
    }
    let plain = plain.trim_end_matches([' ', '.', '!']);
    let plain = plain.strip_suffix(" after all").unwrap_or(plain);
    let clauses = plain.split_inclusive([',', ';']).filter(|clause| {
        let bare = clause.trim_start_matches([' ', ',']);
        let bare = ["but ", "and "].iter().find_map(|word| bare.strip_prefix(word)).unwrap_or(bare);
        !DEFAULTS.iter().any(|default| begins_with(bare, default)) && !tells_how_long(bare)
    });
    let kept: String = clauses.collect();
    let kept = without_purpose(&kept);
    let end = [" but do not run", " but does not seek"].iter().find_map(|words| kept.find(words)).unwrap_or(kept.len());
    kept[..end].trim_end_matches([',', ';', ' ']).to_owned()
}

/// "Taking two turns", "takes several turns I know".
fn tells_how_long(clause: &str) -> bool {
    ["taking", "takes", "it takes", "that takes", "it will take", "will take"]
        .iter()
        .any(|words| begins_with(clause, words))
        && clause.contains(" turn")
}

/// The line before what is for later, where that is of those whom it has named: "by rail to Harrisburg and from there next turn to Hagerstown".
pub(super) fn before_later(line: &str) -> Option<&str> {
    const LATER: [&str; 8] = [
        "next turn",
        "later",
        "afterwards",
        "the turn after",
        "next time",
        "next phase",
        "turn after next",
        "following turn",
    ];
    #[rustfmt::skip]
    const GOING_ON: [&str; 14] = [
        "from there", "then", "back", "on", "to", "comes back", "returns", "goes", "go", "return", "come back", "continues", "next turn", "later",
    ];
    let joints = [", and ", " and ", ", ", "; "];
    let cuts = joints.iter().flat_map(|joint| line.match_indices(joint).map(|(at, joint)| (at, at + joint.len())));
    let is_later = |(at, behind): &(usize, usize)| {
        let (head, tail) = (&line[..*at], &line[*behind..]);
        let says = |words: &str| LATER.iter().any(|later| words.to_ascii_lowercase().contains(later));
        let names_more = tail.split(' ').any(|word| begins_with_force(&format!("{word} hold")));
        GOING_ON.iter().any(|words| begins_with(tail, words)) && says(tail) && !says(head) && !names_more
    };
    cuts.filter(is_later).map(|(at, _)| &line[..at]).min_by_key(|head| head.len())
}

/// A line behind what only says why: "the threat being what it is, CS4IN is to go to Manassas".
pub(super) fn behind_aside(line: &str) -> Option<&str> {
    let (aside, behind) = line.split_once(", ")?;
    let is_plain = reader::moods_of(aside).is_empty()
        && !aside.contains(|sign: char| sign.is_ascii_digit())
        && !["but", "should", "only", "had", "were", "once", "after", "before"]
            .iter()
            .any(|word| aside.split(' ').any(|said| said.eq_ignore_ascii_case(word)));
    (is_plain && begins_with_force(behind)).then_some(behind)
}

/// A clause of those whom the one before it names: "she is to engage", "and falls back on Vicksburg".
pub(super) fn said_of(subject: &str, clause: &str) -> String {
    const BEFORE: [&str; 10] = ["and", "then", "but", "they", "she", "it", "he", "both", "is", "are"];
    let mut rest = clause.trim_start();
    while let Some(word) = BEFORE.iter().find(|word| begins_with(rest, word)) {
        rest = rest[word.len()..].trim_start();
    }
    format!("{subject} {rest}")
}

/// The line without what its order is for: "to see what is there", "to help".
fn without_purpose(line: &str) -> &str {
    const PURPOSES: [&str; 9] = ["see", "help", "guard", "watch", "look", "scout", "support", "shoot", "protect"];
    let mut starts = line.match_indices(" to ").map(|(at, _)| at);
    // Behind where it goes: "are to protect our shipping" says what is done.
    let goes = |before: &str| before.contains(" to ") || before.contains(" march");
    let is_purpose = |at: &usize| goes(&line[..*at]) && PURPOSES.iter().any(|verb| begins_with(&line[at + 4..], verb));
    starts.find(is_purpose).map_or(line, |at| &line[..at])
}

/// The line behind the mark of a list: "1)", "(2)", "3. ", "b.", "-".
fn unlisted(line: &str) -> &str {
    let bare = line.trim_start_matches(['-', '*', '\u{2022}']).trim_start();
    if bare.len() < line.len() && !bare.starts_with(|sign: char| sign.is_ascii_digit() && line.starts_with('-')) {
        return bare;
    }
    let inner = line.strip_prefix('(').unwrap_or(line);
    let wide = inner.find(|sign: char| !sign.is_ascii_alphanumeric()).unwrap_or(inner.len());
    let mark = &inner[..wide];
    let is_mark = (1..=2).contains(&wide) && mark.bytes().all(|sign| sign.is_ascii_digit())
        || wide == 1 && mark.bytes().all(|sign| sign.is_ascii_alphabetic());
    let behind = &inner[wide..];
    let ends = if behind.starts_with(')') { Some(")") } else { behind.starts_with(". ").then_some(".") };
    match ends.filter(|_| is_mark) {
        Some(end) => behind[end.len()..].trim_start(),
        None => line,
    }
}

/// A ceiling is the number up to which it goes: "move loans up to 20000".
fn ceilings(line: &str) -> String {
    const OF_BILLS: [&str; 6] = ["loan", "debt", "greenback", "tax", "tariff", "paper"];
    let lower = line.to_ascii_lowercase();
    let is_bill = ["move", "propose"].iter().any(|verb| lower.split_whitespace().any(|word| word == *verb))
        && OF_BILLS.iter().any(|word| lower.contains(word));
    match lower.find(" up to ") {
        Some(at) if is_bill => format!("{} to {}", &line[..at], &line[at + " up to ".len()..]),
        _ => line.to_owned(),
    }
}

/// "4k", "two thousand", "40 000" and "half a dozen" in figures.
fn in_figures(line: &str) -> String {
    let mut plain = String::with_capacity(line.len() + 4);
    let mut at = 0;
    while let Some(first) = line[at..].chars().next() {
        let is_inside = plain.ends_with(|sign: char| sign.is_alphanumeric() || matches!(sign, '.' | ',' | '-' | '/'));
        let rest = &line[at..];
        let found = if is_inside { None } else { dozen(rest).or_else(|| scaled(rest)).or_else(|| grouped(rest)) };
        match found {
            Some((number, wide)) => {
                plain.push_str(&number);
                at += wide;
            }
            None => {
                plain.push(first);
                at += first.len_utf8();
            }
        }
    }
    plain
}

fn dozen(rest: &str) -> Option<(String, usize)> {
    let (words, number) = DOZENS.iter().find(|(words, _)| begins_with(rest, words))?;
    Some(((*number).to_owned(), words.len()))
}

/// "4k", "8 thousand", "two hundred".
fn scaled(rest: &str) -> Option<(String, usize)> {
    let wide = rest.find(|sign: char| !sign.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, wide) = match digits {
        0 => (small_number(&rest[..wide].to_ascii_lowercase())?, wide),
        _ => (rest[..digits].parse().ok()?, digits),
    };
    let behind = rest[wide..].trim_start_matches(' ');
    const SCALES: [(&str, u32); 3] = [("thousand", 1_000), ("hundred", 100), ("k", 1_000)];
    let (word, scale) = SCALES.iter().find(|(word, _)| begins_with(behind, word))?;
    let number: u32 = number.checked_mul(*scale)?;
    Some((number.to_string(), rest.len() - behind.len() + word.len()))
}

/// "40 000": three figures behind a blank are thousands.
fn grouped(rest: &str) -> Option<(String, usize)> {
    let first = rest.bytes().take_while(u8::is_ascii_digit).count();
    let behind = rest.get(first..)?.strip_prefix(' ')?;
    let group = behind.bytes().take_while(u8::is_ascii_digit).count();
    let is_grouped = (1..=3).contains(&first) && group == 3 && behind.starts_with("000");
    is_grouped.then(|| (format!("{}{}", &rest[..first], &behind[..3]), first + 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_openings_and_words_for_numbers_are_written_plainly() {
        for (line, wanted) in [
            ("1) IN Washington 5/1", "IN Washington 5/1"),
            ("b. loan of 3000", "loan of 3000"),
            ("P.P.S. borrow another 200", "borrow another 200"),
            ("borrow 4k", "borrow 4000"),
            ("I'd like to borrow two thousand.", "I'd like to borrow 2000."),
            ("move the debt limit to 40 000", "move the debt limit to 40000"),
            ("half a dozen gunboats", "6 gunboats"),
            ("move loans up to 20k", "move loans to 20000"),
            ("buy up to 10 supplies", "buy up to 10 supplies"),
            ("-500", "-500"),
            ("2nd kentucky", "2nd kentucky"),
        ] {
            assert_eq!(plain(line), wanted, "{line}");
        }
    }

    #[test]
    fn each_of_a_row_has_its_whole_name() {
        for (line, wanted) in [
            ("1st and 2nd inf march to Manassas", "1st inf and 2nd inf march to Manassas"),
            ("the 3rd, 4th and 5th cav: hold", "the 3rd cav, 4th cav and 5th cav: hold"),
            ("rifles for CS1IN thru CS3IN, please", "rifles for CS1IN, CS2IN, CS3IN, please"),
            ("US12IN through US14IN hold", "US12IN, US13IN, US14IN hold"),
            ("transfer 1 regiment from CS1IN to CS3IN", "transfer 1 regiment from CS1IN to CS3IN"),
            ("USGB1 through Cairo", "USGB1 through Cairo"),
            ("the 2nd and last", "the 2nd and last"),
        ] {
            assert_eq!(each_named(line), wanted, "{line}");
        }
    }
}
