//! What a line may mean that points to what those above it speak of: "USGB2 likewise", "they engage whatever they meet".

use reader::fair_copy::fair_copy;

use super::super::super::scenario::Scenario;
use super::super::grammar::Copy;
use super::parts::{Part, cities, forces, has, is_one, numbers, parts};

/// Words by which a line says the same of others.
const LIKEWISE: &[&str] =
    &["same", "likewise", "ditto", "too", "also", "along", "well", "with", "similarly", "there", "follow", "alongside"];
/// Words beside these that say nothing of what is done.
const SMALL: &[&str] = &[
    "the", "a", "do", "doe", "go", "goe", "come", "for", "as", "and", "is", "are", "to", "in", "at", "of", "will",
    "should", "shall", "please", "thing", "then", "my", "up", "on", "off", "by", "us", "that", "this",
];
/// Words by which a line speaks of those above it.
const THEY: &[&str] = &["they", "them", "it", "she", "he", "her", "him", "both", "these", "those"];
/// Who is spoken of by kind alone: the line's own subject, and nobody whom another line names.
const KINDS: &[&str] = &[
    "unit",
    "brigade",
    "army",
    "armie",
    "corps",
    "corp",
    "division",
    "troop",
    "garrison",
    "force",
    "infantry",
    "cavalry",
    "militia",
    "artillery",
    "ship",
    "fleet",
    "squadron",
    "flotilla",
    "gunboat",
    "sloop",
    "frigate",
    "ironclad",
    "ram",
    "boat",
    "transport",
    "raider",
    "cruiser",
    "navy",
];
/// What is said of ships without naming them.
const DOING: &[&str] =
    &["break", "retreat", "withdraw", "fall", "run", "engage", "evade", "accept", "hold", "stay", "land", "landing"];
/// Most words of a line that leaves unsaid of whom it speaks.
const MOST: usize = 12;

/// The orders of the nearest line above that has any.
fn nearest(above: &[String], propose: &impl Fn(&str) -> Vec<String>) -> Option<Vec<String>> {
    above.iter().rev().map(|text| propose(text)).find(|orders| !orders.is_empty())
}

/// The one city that the nearest orders above name.
fn city_above(scenario: &Scenario, above: &[String], propose: &impl Fn(&str) -> Vec<String>) -> Option<String> {
    let orders = nearest(above, propose)?;
    let of_each = orders.iter().map(|order| {
        let copy: Copy<'_> = fair_copy(&scenario.names, order);
        match cities(&parts(scenario, &copy))[..] {
            [[city]] => Some(city.clone()),
            _ => None,
        }
    });
    let mut named: Vec<String> = of_each.collect::<Option<_>>()?;
    named.dedup();
    if named.len() == 1 { named.pop() } else { None }
}

/// "Same at Boston", "ditto Corinth": the orders above, in another city.
fn same_elsewhere(found: &[Part], city: &str, orders: &[String]) -> Option<String> {
    let [other] = cities(found)[..] else { return None };
    let is_same = has(found, &["same", "ditto", "likewise"]) && numbers(found).is_empty();
    let other = other.first().filter(|_| is_same)?;
    Some(orders.iter().map(|order| order.replace(city, other)).collect::<Vec<_>>().join("; "))
}

/// Whether a line speaks of those above it, or says what is done and not of whom.
fn points_to_them(found: &[Part]) -> bool {
    let first = |words: &[&str]| found.iter().position(|part| is_one(part, words));
    let Some(at) = first(THEY).into_iter().chain(first(DOING)).min() else { return false };
    first(KINDS).is_none_or(|kind| at < kind)
}

/// Whether nothing is said of those that a line names but that the same is done with them, in the words of these orders if any.
fn says_no_more(found: &[Part], orders: &[String]) -> bool {
    const STEM: usize = 4;
    let is_of_orders = |word: &str| {
        let stem = word.get(..STEM).unwrap_or(word);
        orders.iter().flat_map(|order| order.split(' ')).any(|other| other.starts_with(stem))
    };
    let is_small = |part: &Part| [LIKEWISE, SMALL, THEY].iter().any(|words| is_one(part, words));
    found.iter().all(|part| match part {
        Part::Word(word) => is_small(part) || is_of_orders(word),
        _ => true,
    })
}

fn is_there(word: &str) -> bool {
    word.trim_end_matches([',', '.', '!']).eq_ignore_ascii_case("there")
}

/// "The 2nd likewise": units of the kind that the orders above are for, each by its whole name.
fn with_ordinals_named(line: &str, orders: &[String]) -> Option<String> {
    let named = orders.iter().flat_map(|order| order.split([' ', ','])).find_map(kind_of_unit)?;
    let mut is_changed = false;
    let mut name = |word: &str| {
        let bare = word.trim_end_matches(['.', ',', '!', ';', ':']);
        let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| bare.strip_suffix(end));
        let is_ordinal = |digits: &&str| !digits.is_empty() && digits.bytes().all(|sign| sign.is_ascii_digit());
        let Some(digits) = digits.filter(is_ordinal) else { return word.to_owned() };
        is_changed = true;
        format!("{}{digits}{}{}", named.0, named.1, &word[bare.len()..])
    };
    let words: Vec<String> = line.split(' ').map(&mut name).collect();
    is_changed.then(|| words.join(" "))
}

/// The side and the code of a unit's name: of "US1IN" these are "US" and "IN".
fn kind_of_unit(word: &str) -> Option<(&str, &str)> {
    let side = ["US", "CS"].into_iter().find(|side| word.starts_with(side)).unwrap_or("");
    let rest = &word[side.len()..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let code = &rest[digits..];
    let is_unit = digits > 0 && code.len() == 2 && code.bytes().all(|sign| sign.is_ascii_uppercase());
    is_unit.then_some((side, code))
}

/// The line in words that say whom it is about, or what: of the nearest above that says both, as `propose` has its orders.
pub fn with_those_above(
    scenario: &Scenario,
    above: &[String],
    line: &str,
    propose: impl Fn(&str) -> Vec<String>,
) -> Option<String> {
    let copy: Copy<'_> = fair_copy(&scenario.names, line);
    let found = parts(scenario, &copy);
    let own: Vec<String> = forces(&found).into_iter().map(|(name, _)| name.to_owned()).collect();
    if own.is_empty()
        && found.len() <= MOST
        && has(&found, LIKEWISE)
        && let Some(named) = with_ordinals_named(line, &nearest(above, &propose)?)
    {
        return with_those_above(scenario, above, &named, propose);
    }
    if own.is_empty()
        && found.len() <= MOST
        && let Some(city) = city_above(scenario, above, &propose)
    {
        if let Some(orders) = same_elsewhere(&found, &city, &nearest(above, &propose)?) {
            return Some(orders);
        }
        if has(&found, &["there"]) && cities(&found).is_empty() {
            let words = line.split(' ').map(|word| if is_there(word) { format!("in {city}") } else { word.to_owned() });
            return Some(words.collect::<Vec<_>>().join(" "));
        }
    }
    let points = if own.is_empty() { points_to_them(&found) } else { has(&found, LIKEWISE) };
    if !points || found.len() > MOST {
        return None;
    }
    let orders = nearest(above, &propose)?;
    if !own.is_empty() && !says_no_more(&found, &orders) {
        return None;
    }
    let names = |order: &String| {
        let copy: Copy<'_> = fair_copy(&scenario.names, order);
        forces(&parts(scenario, &copy)).first().map(|(name, _)| (*name).to_owned())
    };
    let mut those: Vec<String> = orders.iter().filter_map(names).collect();
    those.dedup();
    let first = those.first()?.clone();
    if own.is_empty() {
        let said: Vec<&str> = line
            .split(' ')
            .filter(|word| !is_one(&Part::Word(word.trim_matches([',', '.']).to_lowercase()), THEY))
            .collect();
        return Some(format!("{} {}", those.join(", "), said.join(" ")));
    }
    // "SL3 to Charleston, same" goes elsewhere than those above.
    let elsewhere = match (cities(&found).first().and_then(|city| city.first()), city_above(scenario, above, &propose))
    {
        (Some(own), Some(theirs)) => Some((theirs, own.clone())),
        (Some(_), None) => return None,
        (None, _) => None,
    };
    let orders: Vec<String> = match &elsewhere {
        Some((theirs, own)) => orders.iter().map(|order| order.replace(theirs, own)).collect(),
        None => orders,
    };
    let of_first = orders.iter().filter(|order| names(order).as_ref() == Some(&first));
    let same = of_first.flat_map(|order| own.iter().map(|name| order.replace(&first, name)).collect::<Vec<_>>());
    Some(same.collect::<Vec<_>>().join("; "))
}
