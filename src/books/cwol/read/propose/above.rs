//! What a line may mean that points to what those above it speak of: "USGB2 likewise", "they engage whatever they meet".

use reader::fair_copy::fair_copy;

use super::super::super::scenario::Scenario;
use super::super::grammar::Copy;
use super::parts::{Part, cities, forces, has, is_one, numbers, parts};

/// Words by which a line says the same of others.
const LIKEWISE: &[&str] =
    &["same", "likewise", "ditto", "too", "also", "along", "well", "with", "similarly", "there", "follow", "alongside"];
/// Words by which a line speaks of those above it.
const THEY: &[&str] =
    &["they", "them", "it", "she", "he", "her", "him", "both", "all", "these", "those", "everybody", "i"];
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

fn is_there(word: &str) -> bool {
    word.trim_end_matches([',', '.', '!']).eq_ignore_ascii_case("there")
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
    let points = if own.is_empty() { has(&found, THEY) || has(&found, DOING) } else { has(&found, LIKEWISE) };
    if !points || found.len() > MOST {
        return None;
    }
    let orders = nearest(above, &propose)?;
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
