//! What is counted in a clause, and in which city each of it: "2 infantry and 1 cavalry in Selma", "Atlanta 5, Macon 3".

use super::parts::{Part, cities, count_of, has};

/// So many of something in a city.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    pub count: u32,
    /// The words that stand beside the number, up to the next one; those of the head where it has none of its own.
    pub words: Vec<Part>,
    /// The city, with all that its name may mean.
    pub cities: Vec<String>,
}

/// What is counted; nothing where it is not clear what is where. `tells` says whether words tell what is counted.
pub(super) fn items(parts: &[Part], tells: impl Fn(&[Part]) -> bool) -> Vec<Item> {
    let starts: Vec<usize> =
        parts.iter().enumerate().filter(|(_, part)| count_of(part).is_some()).map(|(at, _)| at).collect();
    let Some(first) = starts.first().copied() else { return one_of_it(parts, tells) };
    let head = &parts[..first];
    let mut items: Vec<Item> = Vec::new();
    for (place, start) in starts.iter().enumerate() {
        let end = starts.get(place + 1).copied().unwrap_or(parts.len());
        let Some(count) = count_of(&parts[*start]) else { continue };
        let own = parts[*start + 1..end].to_vec();
        let words = match (tells(&own), items.last()) {
            (true, _) => own,
            (false, Some(before)) => before.words.clone(),
            (false, None) => head.to_vec(),
        };
        items.push(Item { count, words, cities: Vec::new() });
    }
    let last = items.last().map(|item| item.words.clone()).unwrap_or_default();
    for item in items.iter_mut().filter(|item| !tells(&item.words)) {
        item.words.clone_from(&last);
    }
    items.retain(|item| item.count > 0 && tells(&item.words));
    placed(items, parts)
}

/// "Ironclad at Norfolk": one of it, where one city is named.
fn one_of_it(parts: &[Part], tells: impl Fn(&[Part]) -> bool) -> Vec<Item> {
    match (tells(parts), &cities(parts)[..]) {
        (true, [city]) => vec![Item { count: 1, words: parts.to_vec(), cities: city.to_vec() }],
        _ => Vec::new(),
    }
}

/// Each item in its city: all in the one that is named, or one in each, in their order.
fn placed(mut items: Vec<Item>, parts: &[Part]) -> Vec<Item> {
    let cities = cities(parts);
    // "Four sloops, two in Boston and two in New York": the first number is their sum.
    if items.len() == cities.len() + 1 && cities.len() > 1 {
        let rest: u32 = items[1..].iter().map(|item| item.count).fold(0, u32::saturating_add);
        if items[0].count != rest {
            return Vec::new();
        }
        items.remove(0);
    }
    match (items.len(), &cities[..]) {
        (_, [city]) => items.into_iter().map(|item| Item { cities: city.to_vec(), ..item }).collect(),
        (1, cities) if cities.len() > 1 && has(parts, &["each", "both", "apiece"]) => {
            let item = items.remove(0);
            cities.iter().map(|city| Item { cities: city.to_vec(), ..item.clone() }).collect()
        }
        (count, cities) if count == cities.len() => {
            let pairs = items.into_iter().zip(cities);
            pairs.map(|(item, city)| Item { cities: city.to_vec(), ..item }).collect()
        }
        _ => Vec::new(),
    }
}
