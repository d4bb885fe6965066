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
    let mut items = counted(parts, &tells);
    if items.is_empty() && !parts.iter().any(|part| count_of(part).is_some()) {
        return one_in_each(parts, tells);
    }
    items.retain(|(_, item)| item.count > 0 && tells(&item.words));
    placed(items, parts)
}

/// The same where a number alone counts something too, whatever its words tell.
pub(super) fn items_of_any(parts: &[Part], tells: impl Fn(&[Part]) -> bool) -> Vec<Item> {
    let mut items = counted(parts, &tells);
    items.retain(|(_, item)| item.count > 0);
    placed(items, parts)
}

/// What is counted, with its place among the parts. Words that stand beside one number hold for those that have none.
fn counted(parts: &[Part], tells: impl Fn(&[Part]) -> bool) -> Vec<(usize, Item)> {
    let starts: Vec<usize> =
        parts.iter().enumerate().filter(|(_, part)| count_of(part).is_some()).map(|(at, _)| at).collect();
    let head = &parts[..starts.first().copied().unwrap_or(0)];
    let mut items: Vec<(usize, Item)> = Vec::new();
    for (place, start) in starts.iter().enumerate() {
        let end = starts.get(place + 1).copied().unwrap_or(parts.len());
        let Some(count) = count_of(&parts[*start]) else { continue };
        let own = parts[*start + 1..end].to_vec();
        let words = match (tells(&own), items.last()) {
            (true, _) => own,
            (false, Some((_, before))) => before.words.clone(),
            (false, None) => head.to_vec(),
        };
        items.push((*start, Item { count, words, cities: Vec::new() }));
    }
    // "4 in Atlanta plus a battery": what is added says nothing of what stands before it.
    let last =
        items.last().filter(|_| !has(parts, &["plus", "plu"])).map(|(_, item)| item.words.clone()).unwrap_or_default();
    for (_, item) in items.iter_mut().filter(|(_, item)| !tells(&item.words)) {
        item.words.clone_from(&last);
    }
    items
}

/// "Ironclad at Norfolk": one of it; "GB at Mobile, GB at Savannah": one in each.
fn one_in_each(parts: &[Part], tells: impl Fn(&[Part]) -> bool) -> Vec<Item> {
    if let [city] = cities(parts)[..] {
        let one = Item { count: 1, words: parts.to_vec(), cities: city.to_vec() };
        return if tells(parts) { vec![one] } else { Vec::new() };
    }
    let (mut items, mut from) = (Vec::new(), 0);
    for (at, part) in parts.iter().enumerate() {
        let Part::City(city) = part else { continue };
        let words = parts[from..at].to_vec();
        if !tells(&words) {
            return Vec::new();
        }
        items.push(Item { count: 1, words, cities: city.clone() });
        from = at + 1;
    }
    items
}

/// Each item in its city: all in the one that is named; else in that which stands before it or behind it, as the line begins.
fn placed(mut items: Vec<(usize, Item)>, parts: &[Part]) -> Vec<Item> {
    let named: Vec<(usize, &Vec<String>)> = parts
        .iter()
        .enumerate()
        .filter_map(|(at, part)| if let Part::City(city) = part { Some((at, city)) } else { None })
        .collect();
    // "Four sloops, two in Boston and two in New York": the first number is their sum.
    if items.len() == named.len() + 1 && named.len() > 1 {
        let rest: u32 = items[1..].iter().map(|(_, item)| item.count).fold(0, u32::saturating_add);
        if items[0].1.count == rest {
            items.remove(0);
        }
    }
    let (Some(first_item), Some((first_city, _))) = (items.first().map(|(at, _)| *at), named.first()) else {
        return Vec::new();
    };
    let is_each = has(parts, &["each", "both", "apiece"]);
    if let ([(_, item)], true) = (&items[..], is_each) {
        return named.iter().map(|(_, city)| Item { cities: city.to_vec(), ..item.clone() }).collect();
    }
    let leads = *first_city < first_item;
    let city_of = |at: usize| match leads {
        true => named.iter().rposition(|(city, _)| *city < at),
        false => named.iter().position(|(city, _)| *city > at).or(Some(named.len() - 1)),
    };
    let places: Vec<Option<usize>> = items.iter().map(|(at, _)| city_of(*at)).collect();
    let is_each_used = (0..named.len()).all(|city| places.contains(&Some(city)));
    if !is_each_used {
        return Vec::new();
    }
    let pairs = items.into_iter().zip(places);
    pairs.filter_map(|((_, item), place)| Some(Item { cities: named[place?].1.clone(), ..item })).collect()
}
