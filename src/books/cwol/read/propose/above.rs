//! What a line may mean that points to what those above it speak of: "USGB2 likewise", "they engage whatever they meet".

use reader::fair_copy::fair_copy;

use super::super::super::scenario::Scenario;
use super::super::grammar::Copy;
use super::parts::{Part, forces, has, is_one, parts};

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
    let points = if own.is_empty() { has(&found, THEY) || has(&found, DOING) } else { has(&found, LIKEWISE) };
    if !points || found.len() > MOST {
        return None;
    }
    let orders = above.iter().rev().map(|text| propose(text)).find(|orders| !orders.is_empty())?;
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
    let of_first = orders.iter().filter(|order| names(order).as_ref() == Some(&first));
    let same = of_first.flat_map(|order| own.iter().map(|name| order.replace(&first, name)).collect::<Vec<_>>());
    Some(same.collect::<Vec<_>>().join("; "))
}
