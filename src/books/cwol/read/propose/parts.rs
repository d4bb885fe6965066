//! What stands in a clause, piece by piece: units and ships, squares, numbers, cities, States, pools and words.

use pest::Parser;
use reader::fair_copy::fair_copy;
use reader::slip::{small_number, words};

use super::super::super::order::ForceKind;
use super::super::super::scenario::{Named, Scenario};
use super::super::code::called;
use super::super::grammar::{Copy, OrderGrammar, Rule};
use super::super::wording::{begins_with, is_mixed};
use super::states::written_state;

/// What one kind of orders makes of the pieces of a clause: orders in canonical words.
pub(in super::super) type Family = fn(&[Part]) -> Vec<String>;

/// A piece of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Part {
    /// A number, in figures or written out.
    Number(u32),
    /// A unit or ship, as orders name it.
    Force { name: String, is_ship: bool },
    /// A city, as it is written; several where the name is that of several.
    City(Vec<String>),
    /// A State, as it is written.
    State(String),
    /// A square of the map.
    Square(String),
    /// A tactical square.
    Tac(String),
    /// A word in small letters, without the `s` of a plural.
    Word(String),
    /// The code of a kind of units, as it is typed: `IN`, `CV`.
    Code(&'static str),
    /// Regiments and batteries of a unit: "4+1", "5/0".
    Made(u32, u32),
    /// "A", "an", "another": one, where something is counted.
    Article,
    /// A comma, a stop, "and".
    Break,
}

/// The pieces in their order.
pub(in super::super) fn parts(scenario: &Scenario, copy: &Copy<'_>) -> Vec<Part> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = copy.text[at..].chars().next() {
        let (part, wide) = next(scenario, copy, at, first);
        found.extend(part);
        at += wide;
    }
    as_city(scenario, &mut found);
    found
}

/// "At NY": a State that is a city's name too is that city where one is wanted and none is named.
fn as_city(scenario: &Scenario, found: &mut [Part]) {
    if !cities(found).is_empty() {
        return;
    }
    for at in 1..found.len() {
        let Part::State(state) = &found[at] else { continue };
        if is_one(&found[at - 1], &["at", "in", "for", "near"]) {
            let copy: Copy<'_> = fair_copy(&scenario.names, state);
            let named = copy.mark(0).map(|mark| name(scenario, mark.named));
            found[at] = named.filter(|part| matches!(part, Part::City(_))).unwrap_or_else(|| found[at].clone());
        }
    }
}

fn next(scenario: &Scenario, copy: &Copy<'_>, at: usize, first: char) -> (Option<Part>, usize) {
    let rest = &copy.text[at..];
    let is_inside = at > 0 && copy.text[..at].ends_with(|sign: char| sign.is_alphanumeric());
    if let Some(mark) = copy.mark(at) {
        return (Some(name(scenario, mark.named)), 1);
    }
    if first.is_alphanumeric() && !is_inside {
        for rule in [Rule::square, Rule::tac, Rule::own_force] {
            if let Some(found) = parsed(copy, at, rule) {
                return found;
            }
        }
    }
    if let Some(made) = made_of(rest).filter(|_| !is_inside) {
        return made;
    }
    if first.is_ascii_digit() {
        let (number, wide) = number(rest);
        return (number.filter(|_| !is_broken(copy, at, wide)).map(Part::Number), wide);
    }
    if first.is_alphabetic() {
        let wide = rest.find(|sign: char| !sign.is_alphabetic() && sign != '\'').unwrap_or(rest.len());
        let word = rest[..wide].to_lowercase();
        if let Some((state, wide)) = written_state(scenario, copy, at).filter(|_| !is_inside) {
            return (Some(Part::State(state)), wide);
        }
        if word == "no" && is_mark_of_number(copy, at) {
            return (None, wide);
        }
        if let Some((number, wide)) = small_number(&word).and_then(|number| scaled(number, rest, wide)) {
            return (Some(Part::Number(number)), wide);
        }
        let part = match (small_number(&word), word.as_str()) {
            (Some(number), _) => Part::Number(number),
            (None, "and") => Part::Break,
            (None, "a" | "an" | "another") => Part::Article,
            (None, _) => match CODES.iter().find(|code| &rest[..wide] == **code && is_mixed(copy.line)) {
                Some(code) => Part::Code(code),
                None => Part::Word(singular(&word)),
            },
        };
        return (Some(part), wide);
    }
    let is_break = matches!(first, ',' | ';' | '.' | '+' | '&' | '/' | ':');
    (is_break.then_some(Part::Break), first.len_utf8())
}

/// Codes of units that consist of what waits.
const CODES: [&str; 7] = ["IN", "CV", "HA", "LA", "SA", "MI", "NB"];

/// "4+1", "5/0": regiments and batteries, and how wide that is.
fn made_of(rest: &str) -> Option<(Option<Part>, usize)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let first = digits(rest);
    let behind = rest[first..].trim_start().strip_prefix(['+', '/'])?.trim_start();
    let second = digits(behind);
    let next = behind[second..].trim_start();
    // "2+1 gunboats", "5/1/1861".
    let counts_more = next.starts_with(|sign: char| sign.is_ascii_alphabetic() || matches!(sign, '/' | '+'))
        && !["at", "in", "w"].iter().any(|word| begins_with(next, word));
    if !(1..=2).contains(&first) || second != 1 || counts_more {
        return None;
    }
    let [regiments, batteries] = [rest[..first].parse().ok()?, behind[..second].parse().ok()?];
    Some((Some(Part::Made(regiments, batteries)), rest.len() - behind.len() + second))
}

/// "No. 7", behind what has a number: a sign of it, and no refusal.
fn is_mark_of_number(copy: &Copy<'_>, at: usize) -> bool {
    let behind = copy.text[at + "no".len()..].trim_start_matches(['.', ' ']);
    let before = copy.text[..at].trim_end().to_ascii_lowercase();
    behind.starts_with(|sign: char| sign.is_ascii_digit())
        && ["on", "bill", "number", "act", "motion", "sign", "veto", "override"]
            .iter()
            .any(|word| before.ends_with(word))
}

/// "Five thousand", "two hundred", and how wide that is.
fn scaled(number: u32, rest: &str, wide: usize) -> Option<(u32, usize)> {
    let behind = rest[wide..].trim_start();
    let (word, scale) =
        [("thousand", 1_000), ("hundred", 100)].into_iter().find(|(word, _)| begins_with(behind, word))?;
    Some((number.checked_mul(scale)?, rest.len() - behind.len() + word.len()))
}

/// "Regiments" and "regiment" are one word here.
fn singular(word: &str) -> String {
    match word {
        "batteries" | "bties" | "btry" | "btty" | "bttys" | "btys" | "bty" | "bat" | "bats" | "batt" | "batts" => {
            "battery".to_owned()
        }
        "regts" | "regt" | "reg't" | "reg'ts" | "rgts" | "rgt" | "regs" | "reg" => "regiment".to_owned(),
        "supplies" | "sup" | "sups" | "supp" | "suppl" => "supply".to_owned(),
        "arty" | "art" => "artillery".to_owned(),
        word if word.len() < 3 => word.to_owned(),
        "us" | "is" | "as" | "this" | "cs" | "infantries" | "crews" => word.to_owned(),
        _ => word.strip_suffix("'s").or_else(|| word.strip_suffix('s')).unwrap_or(word).to_owned(),
    }
}

/// A number with its signs of thousands, and how wide it is. One that may be another number is none.
fn number(rest: &str) -> (Option<u32>, usize) {
    let wide = rest.find(|sign: char| !sign.is_ascii_digit() && !matches!(sign, ',' | '.')).unwrap_or(rest.len());
    let wide = rest[..wide].trim_end_matches([',', '.']).len();
    let pieces: Vec<&str> = rest[..wide].split([',', '.']).collect();
    let is_grouped = pieces.len() > 1 && pieces[1..].iter().all(|piece| piece.len() == 3);
    let is_listed = pieces.len() > 1 && !is_grouped && rest[..wide].contains(',');
    if is_listed {
        let first = pieces[0].len();
        return (rest[..first].parse().ok(), first);
    }
    let digits: String = rest[..wide].chars().filter(char::is_ascii_digit).collect();
    let number = digits.parse::<u32>().ok().filter(|_| pieces.len() == 1 || is_grouped);
    let behind = rest[wide..].trim_start();
    let scale = ["k", "thousand"].iter().find(|word| begins_with(behind, word));
    match (number, scale) {
        (Some(number), Some(word)) => (number.checked_mul(1_000), rest.len() - behind.len() + word.len()),
        (number, _) => (number, wide),
    }
}

/// "1/2", "3o", "4OOO": no number that anybody could be sure of.
fn is_broken(copy: &Copy<'_>, at: usize, wide: usize) -> bool {
    let (start, end) = copy.span(at, at + wide);
    let (before, behind) = (&copy.line[..start], &copy.line[end..]);
    let letters: String = behind.chars().take_while(|sign| sign.is_alphabetic()).collect();
    let is_fraction = |text: &str, sign: char| {
        text.strip_prefix(sign).is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()))
    };
    let is_mistyped = !letters.is_empty() && letters.chars().all(|sign| matches!(sign, 'o' | 'O' | 'l' | 'I' | 'i'));
    is_mistyped || before.ends_with(['/', 'l', 'O', 'o', 'I']) || is_fraction(behind, '/')
}

fn name(scenario: &Scenario, named: Named) -> Part {
    let meaning = scenario.names.meaning(named);
    match (&meaning.cities[..], &meaning.state) {
        ([], Some(state)) => Part::State(scenario.state_name(state).to_owned()),
        ([], None) => {
            let squares = scenario.squares_named(&[], &meaning.places);
            squares.first().map_or(Part::Break, |square| Part::Square(square.to_string()))
        }
        (cities, _) => Part::City(cities.iter().map(|city| scenario.city_name(city)).collect()),
    }
}

/// A square, or a unit or ship, at a byte of the copy.
fn parsed(copy: &Copy<'_>, at: usize, rule: Rule) -> Option<(Option<Part>, usize)> {
    let pair = OrderGrammar::parse(rule, &copy.text[at..]).ok()?.next()?;
    let text = pair.as_str();
    let (start, end) = copy.span(at, at + text.len());
    if copy.text[at + text.len()..].starts_with(char::is_alphanumeric) {
        return None;
    }
    if copy.line[..start].ends_with(char::is_alphanumeric) {
        return None;
    }
    let part = match rule {
        Rule::square => Part::Square(text.to_ascii_uppercase().replace(' ', "").replace(':', "-")),
        Rule::tac => Part::Tac(text.to_owned()),
        _ => {
            // "2 inf" are two of infantry; "2IN" and "the 2nd infantry" are one that is called so.
            let as_typed = &copy.line[start..end];
            let is_called = called(copy, &pair).ok()?;
            let has_ordinal = ["st", "nd", "rd", "th"].iter().any(|ordinal| {
                as_typed.to_lowercase().split_whitespace().next().is_some_and(|word| word.ends_with(ordinal))
            });
            let letters = as_typed.chars().filter(|sign| sign.is_alphabetic()).count();
            let is_code = letters == 2 && !as_typed.contains(' ');
            let is_numbered = as_typed.starts_with(char::is_alphabetic) && says_of_ships(copy);
            if is_called.side.is_none() && !is_code && !has_ordinal && !is_numbered {
                return None;
            }
            Part::Force { name: is_called.name(), is_ship: matches!(is_called.kind, ForceKind::Ship(_)) }
        }
    };
    Some((Some(part), text.len()))
}

/// Whether a line says what is done with ships that are there, so that "frigate 2" is the name of one.
fn says_of_ships(copy: &Copy<'_>) -> bool {
    #[rustfmt::skip]
    const DEEDS: &[&str] = &[
        "home", "repair", "fix", "moves", "move", "goes", "go", "holds", "hold", "stays", "stay", "steams", "steam", "sails", "sail", "blockade", "raid", "protect", "return", "returns", "engage",
        "evade", "pursue", "shell", "bombard", "scuttle",
    ];
    words(&copy.text).any(|(_, word)| DEEDS.iter().any(|deed| word.eq_ignore_ascii_case(deed)))
}

/// Whether one of these words stands there.
pub(in super::super) fn has(parts: &[Part], words: &[&str]) -> bool {
    parts.iter().any(|part| is_one(part, words))
}

pub(in super::super) fn is_one(part: &Part, words: &[&str]) -> bool {
    match part {
        Part::Word(word) => words.contains(&word.as_str()),
        Part::Code("IN") => words.contains(&"infantry"),
        Part::Code(code) => words.iter().any(|word| word.eq_ignore_ascii_case(code)),
        _ => false,
    }
}

/// The units and ships that are named.
pub(in super::super) fn forces(parts: &[Part]) -> Vec<(&str, bool)> {
    let mut named: Vec<(&str, bool)> = Vec::new();
    for part in parts {
        if let Part::Force { name, is_ship } = part
            && !named.iter().any(|(known, _)| known == name)
        {
            named.push((name, *is_ship));
        }
    }
    named
}

/// "US12IN to US14IN", "USGB2 - USGB5": which are between them is not said, and the two ends are not what is meant.
pub(in super::super) fn names_a_range(parts: &[Part]) -> bool {
    let is_force = |part: &Part| matches!(part, Part::Force { .. });
    let joins = |part: &Part| is_one(part, &["to", "through", "thru", "till", "until"]);
    let adjoins = parts.windows(2).any(|pair| pair.iter().all(is_force));
    let is_joined = parts.windows(3).any(|row| is_force(&row[0]) && joins(&row[1]) && is_force(&row[2]));
    (adjoins || is_joined) && !has(parts, &["from", "transfer", "move", "shift", "merge", "add"])
}

/// The numbers that are named.
pub(in super::super) fn numbers(parts: &[Part]) -> Vec<u32> {
    parts.iter().filter_map(|part| if let Part::Number(number) = part { Some(*number) } else { None }).collect()
}

/// How many a part counts, if it does.
pub(in super::super) fn count_of(part: &Part) -> Option<u32> {
    match part {
        Part::Number(number) => Some(*number),
        Part::Article => Some(1),
        _ => None,
    }
}

/// The one number.
pub(in super::super) fn one_number(parts: &[Part]) -> Option<u32> {
    match numbers(parts)[..] {
        [number] if number > 0 => Some(number),
        _ => None,
    }
}

/// The cities, each with all that its name may mean.
pub(in super::super) fn cities(parts: &[Part]) -> Vec<&[String]> {
    parts.iter().filter_map(|part| if let Part::City(cities) = part { Some(cities.as_slice()) } else { None }).collect()
}

/// The one square and tactical square, as orders name them.
pub(in super::super) fn square(parts: &[Part]) -> Option<&str> {
    parts.iter().find_map(|part| if let Part::Square(square) = part { Some(square.as_str()) } else { None })
}

pub(in super::super) fn tac(parts: &[Part]) -> Option<&str> {
    parts.iter().find_map(|part| if let Part::Tac(tac) = part { Some(tac.as_str()) } else { None })
}

/// Whose men: the State and the pool that are named, as orders write them behind the city.
pub(in super::super) fn whose(parts: &[Part]) -> String {
    const POOLS: [(&[&str], &str); 5] = [
        (&["volunteer", "vol"], "volunteers"),
        (&["bounty", "bounties"], "bounty men"),
        (&["draft", "drafted", "conscript"], "draft"),
        (&["usct", "coloured", "colored", "black"], "USCT"),
        (&["militia"], "militia"),
    ];
    let state = parts.iter().find_map(|part| if let Part::State(state) = part { Some(state.as_str()) } else { None });
    let pool = POOLS.iter().find(|(words, _)| has(parts, words)).map(|(_, pool)| *pool);
    // "Militia regiments from New Hampshire" are what is raised, and no pool.
    let is_raised = !has(parts, &["infantry", "inf", "cavalry", "cav", "battery"])
        && parts.iter().filter(|part| is_one(part, &["militia"])).count() < 2;
    match (state, pool.filter(|pool| *pool != "militia" || state.is_some() && !is_raised)) {
        (Some(state), Some(pool)) => format!(" from {state} {pool}"),
        (Some(one), None) | (None, Some(one)) => format!(" from {one}"),
        (None, None) => String::new(),
    }
}
