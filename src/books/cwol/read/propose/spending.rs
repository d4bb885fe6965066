//! What a clause may order that money is spent on: regiments, units, headquarters, ships, goods, loans.

use super::super::super::side::Arm;
use super::forces::at_each;
use super::formation::{is_forming, naval, units};
use super::items::{Item, items, items_of_any};
use super::kinds;
use super::parts::{Family, Part, cities, count_of, forces, has, is_one, numbers, one_number, square, whose};
use super::sense::ABROAD;

/// The orders in canonical words.
pub(super) fn compose(parts: &[Part]) -> Vec<String> {
    let batteries = naval(parts);
    if !batteries.is_empty() {
        return batteries;
    }
    // What is bought every turn, or sent on, is no purchase of this turn; in a place without weight nothing is bought.
    if !forces(parts).is_empty() || square(parts).is_some() || has(parts, &["standing", "forward"]) {
        return Vec::new();
    }
    if speaks_of_some(parts) {
        return Vec::new();
    }
    kinds::each_of_its_kind(parts, of_one_kind).unwrap_or_else(|| of_one_kind(parts))
}

/// "2 IN of 4, one of them with the battery", "3 GB at Cairo, one of those at St Louis": some of what is counted, and no more of it.
fn speaks_of_some(parts: &[Part]) -> bool {
    const SOME: &[&str] = &["them", "these", "those", "which", "whom"];
    let of_them = |row: &[Part]| count_of(&row[0]).is_some() && is_one(&row[1], &["of"]) && is_one(&row[2], SOME);
    let one_with = |pair: &[Part]| matches!(pair[0], Part::Number(_)) && is_one(&pair[1], &["with", "without"]);
    parts.windows(3).any(of_them) || parts.windows(2).any(one_with) || has(parts, &["former", "latter"])
}

/// The same where all that is named is of one kind.
fn of_one_kind(parts: &[Part]) -> Vec<String> {
    let families: [Family; 9] = [money, rising, charter, goods, staff, units, ships, regiments, bare];
    families.iter().map(|family| family(parts)).find(|found| !found.is_empty()).unwrap_or_default()
}

fn money(parts: &[Part]) -> Vec<String> {
    let is_paper = has(parts, &["greenback", "paper", "gb", "note"]);
    let Some(sum) =
        one_number(parts).filter(|_| cities(parts).is_empty() && !has(parts, &["supply", "store", "regiment"]))
    else {
        return Vec::new();
    };
    if has(parts, &["mp", "manufacturing"]) {
        return vec![format!("buy {sum} foreign MP")];
    }
    // "Buy 100 gold with greenbacks" is the contrary of buying them back.
    let comes_first = |word: &str, other: &str| {
        let at = |word: &str| parts.iter().position(|part| is_one(part, &[word]));
        at(word).zip(at(other)).is_some_and(|(one, other)| one < other)
    };
    if is_paper && has(parts, &["with"]) && comes_first("gold", "greenback") && !has(parts, &["use", "spend", "back"]) {
        return Vec::new();
    }
    if is_paper && has(parts, &["buy", "buying", "repurchase", "redeem", "retire"]) {
        return match has(parts, &["gold"]) && !has_behind(parts, sum, "greenback") {
            true => vec![format!("buy back greenbacks for {sum} gold")],
            false => vec![format!("buy back {sum} greenbacks")],
        };
    }
    const ISSUING: &[&str] =
        &["issue", "issuing", "issued", "run", "strike", "emit", "circulation", "circulate", "press", "presse"];
    let is_printed = has(parts, &["print", "printing", "printed"]) || is_paper && has(parts, ISSUING);
    if is_printed {
        return vec![format!("print {sum} Eg of greenbacks")];
    }
    const LOANS: &[&str] = &["borrow", "borrowing", "borrowed", "loan", "bond", "banker", "bank", "lend"];
    let is_loan = has(parts, LOANS) && !has(parts, &["repay", "repaid", "pay", "paid", "back", "redeem"]);
    if is_loan { vec![format!("borrow {sum} Eg")] } else { Vec::new() }
}

/// Whether a word stands right behind a number, or behind "in" or "of" there.
fn has_behind(parts: &[Part], number: u32, word: &str) -> bool {
    let at = parts.iter().position(|part| *part == Part::Number(number)).unwrap_or(0);
    let next = parts[at + 1..].iter().find(|part| !is_one(part, &["in", "of", "eg", "eagle"]));
    next.is_some_and(|part| is_one(part, &[word]))
}

fn rising(parts: &[Part]) -> Vec<String> {
    if !has(parts, &["rise", "rising", "uprising"]) {
        return Vec::new();
    }
    let (Some(count), [city]) = (one_number(parts), &cities(parts)[..]) else { return Vec::new() };
    at_each(city, |city| format!("rising at {city} with {count} {}", Arm::Militia.words(count)))
}

fn charter(parts: &[Part]) -> Vec<String> {
    const LEAST: u32 = 100;
    let is_chartered = has(parts, &["charter", "chartering", "hire"]);
    let is_named = has(parts, &["transport", "tr", "rt"]);
    if !is_named && !is_chartered {
        return Vec::new();
    }
    let classes: &[&str] = match (has(parts, &["river", "rt"]), is_named && !has(parts, &["rt"]) || has(parts, &["tr"]))
    {
        (true, false) => &["RT"],
        (true, true) if !has(parts, &["tr"]) => &["RT"],
        (false, true) => &["TR"],
        _ => &["TR", "RT"],
    };
    // "2 RT groups: 1000 at Memphis, 500 at Vicksburg" counts the groups first.
    let counted = items_of_men(parts, LEAST);
    let counted = if counted.is_empty() { items_of_any(parts, |_| true) } else { counted };
    let of = |item: &Item| {
        let men = if item.count < LEAST { item.count.saturating_mul(1_000) } else { item.count };
        let each = classes.iter().map(move |class| (men, *class));
        each.flat_map(|(men, class)| at_each(&item.cities, |city| format!("charter {class} {men} at {city}")))
            .collect::<Vec<_>>()
    };
    counted.iter().flat_map(of).collect()
}

/// What is counted in men alone.
fn items_of_men(parts: &[Part], least: u32) -> Vec<Item> {
    let is_few = |part: &Part| count_of(part).is_some_and(|count| count < least);
    let men: Vec<Part> = parts.iter().filter(|part| !is_few(part)).cloned().collect();
    items_of_any(&men, |_| true)
}

fn goods(parts: &[Part]) -> Vec<String> {
    let is_goods = |words: &[Part]| has(words, &["supply", "store"]);
    if !is_goods(parts) || has(parts, &["depot", "cache"]) || numbers(parts).is_empty() {
        return Vec::new();
    }
    let what = |words: &[Part]| if has(words, &["store"]) { "stores" } else { "supplies" };
    let of = |item: &Item| at_each(&item.cities, |city| format!("buy {} {} at {city}", item.count, what(&item.words)));
    items(parts, is_goods).iter().flat_map(of).collect()
}

/// Headquarters and bridges.
fn staff(parts: &[Part]) -> Vec<String> {
    let kind = |words: &[Part]| match () {
        () if has(words, &["cq"]) || has(words, &["corp"]) && has(words, HEADQUARTERS) => Some("CQ"),
        () if has(words, &["aq"]) || has(words, &["army"]) && has(words, HEADQUARTERS) => Some("AQ"),
        () if has(words, &["pb", "pontoon", "bridge"]) => Some("PB"),
        () => None,
    };
    let [first, second] = [kind(parts), kind_but(parts, kind(parts))];
    if let (Some(first), Some(second), true, [city]) = (first, second, has(parts, &["each"]), &cities(parts)[..]) {
        let whose = whose(parts);
        return [first, second]
            .iter()
            .flat_map(|kind| at_each(city, |city| format!("build {kind} in {city}{whose}")))
            .collect();
    }
    built(parts, kind, "in")
}

/// Another headquarters or bridge than the first: "one each of CQ and PB".
fn kind_but(parts: &[Part], first: Option<&str>) -> Option<&'static str> {
    let others: [(&[&str], &str); 3] =
        [(&["cq", "corp"], "CQ"), (&["aq", "army"], "AQ"), (&["pb", "pontoon", "bridge"], "PB")];
    others.into_iter().find(|(words, kind)| Some(*kind) != first && has(parts, words)).map(|(_, kind)| kind)
}

const HEADQUARTERS: &[&str] = &["headquarter", "hq", "hqs"];

fn ships(parts: &[Part]) -> Vec<String> {
    // "RI: 2 regiments in Providence" are men of a State.
    if has(parts, &["regiment"]) {
        return Vec::new();
    }
    let class = |words: &[Part]| match () {
        () if has(words, &["ri"]) || has(words, &["river"]) && has(words, &["ironclad"]) => Some("RI"),
        () if has(words, &["rg"]) || has(words, &["river"]) && has(words, &["gunboat"]) => Some("RG"),
        () if has(words, &["ic", "ironclad"]) => Some("IC"),
        () if has(words, &["fr", "frigate"]) => Some("FR"),
        () if has(words, &["sl", "sloop"]) => Some("SL"),
        () if has(words, &["gb", "gunboat"]) => Some("GB"),
        () => None,
    };
    if !has(parts, ABROAD) {
        return built(parts, class, "at");
    }
    let of = |item: &Item| {
        let code = class(&item.words).unwrap_or_default();
        at_each(&item.cities, |city| format!("build {} {code} in Europe for {city}{}", item.count, whose(parts)))
    };
    items(parts, |words| class(words).is_some()).iter().flat_map(of).collect()
}

/// What is built by its code alone.
fn built(parts: &[Part], code: impl Fn(&[Part]) -> Option<&'static str>, at: &str) -> Vec<String> {
    let whose = whose(parts);
    let of = |item: &Item| {
        let code = code(&item.words).unwrap_or_default();
        let count = if item.count == 1 { String::new() } else { format!("{} ", item.count) };
        at_each(&item.cities, |city| format!("build {count}{code} {at} {city}{whose}"))
    };
    items(parts, |words| code(words).is_some()).iter().flat_map(of).collect()
}

/// Words of what is raised.
const ARMS: &[&str] = &["infantry", "inf", "foot", "cavalry", "cav", "militia", "regiment", "battery", "artillery"];
/// Most pieces of a line that has no verb and is no story.
const MOST_OF_LIST: usize = 18;

/// Regiments and batteries that are raised: men of a State are those of what stands before it, where another city follows.
fn regiments(parts: &[Part]) -> Vec<String> {
    let Some(cut) = behind_state(parts) else { return regiments_of(parts) };
    let nouns = parts[..cut].iter().filter(|part| has(std::slice::from_ref(*part), ARMS)).take(1);
    let rest: Vec<Part> = nouns.chain(&parts[cut..]).cloned().collect();
    let (first, rest) = (regiments_of(&parts[..cut]), regiments_of(&rest));
    // All of it, or none.
    if first.is_empty() || rest.is_empty() { Vec::new() } else { [first, rest].concat() }
}

/// Where the next number stands behind a State, if cities stand on both sides of that.
fn behind_state(parts: &[Part]) -> Option<usize> {
    let state = parts.iter().position(|part| matches!(part, Part::State(_)))?;
    let cut = state + parts[state..].iter().position(|part| count_of(part).is_some())?;
    let has_city = |parts: &[Part]| !cities(parts).is_empty();
    (has_city(&parts[..state]) && has_city(&parts[cut..])).then_some(cut)
}

/// Regiments and batteries of one State. Regiments of which no arm is named are of infantry.
fn regiments_of(parts: &[Part]) -> Vec<String> {
    const RAISING: &[&str] = &["raise", "raising", "raised", "recruit", "enlist", "levy", "give", "call"];
    let is_counted = parts.iter().any(|part| count_of(part).is_some());
    let whose = whose(parts);
    let is_listed = parts.len() <= MOST_OF_LIST && (has(parts, ARMS) || !whose.is_empty());
    let is_told = has(parts, &RAISING[..6]) || is_listed;
    // "4 regiments, 2 of them cavalry": which are of the rest is not said.
    let is_shared = numbers(parts).len() > 1 && has(parts, &["them"]);
    if !is_counted || !is_told || is_shared {
        return Vec::new();
    }
    // "3 regiments in Montgomery. Infantry.", and not "4 regiments at Chicago and a battery".
    let is_one_item = parts.iter().filter(|part| count_of(part).is_some()).count() == 1;
    let alone = if is_one_item && !has(parts, &["plus", "plu"]) { arm(parts) } else { None };
    let is_of_any = (!whose.is_empty() || has(parts, &["regiment"]) || has(parts, RAISING)) && !is_forming(parts);
    let plain = Some(Arm::Infantry).filter(|_| is_of_any && !names_two_arms(parts));
    let of = |item: &Item| {
        // "3 more regts, plus one battery": what is counted in regiments is no battery, whatever stands beside it.
        let counts_regiments = has(&item.words, &["regiment"]);
        let own = arm(&item.words).filter(|arm| !counts_regiments || !matches!(arm, Arm::Field | Arm::Siege));
        let Some(arm) = own.or(alone).or(plain) else { return Vec::new() };
        at_each(&item.cities, |city| format!("raise {} {} in {city}{whose}", item.count, arm.words(item.count)))
    };
    // "4 regiments at Chicago and a battery": what is counted in regiments tells so itself, where no head names an arm.
    let first = parts.iter().position(|part| count_of(part).is_some()).unwrap_or(0);
    let tells_regiments = has(parts, &["battery"]) && arm(&parts[..first]).is_none();
    let tells =
        |words: &[Part]| arm(words).is_some() || alone.is_some() || tells_regiments && has(words, &["regiment"]);
    let raised = if plain.is_some() { items_of_any(parts, tells) } else { items(parts, tells) };
    raised.iter().flat_map(of).collect()
}

/// "Infantry or cavalry": one number, and two arms that it may be of.
fn names_two_arms(parts: &[Part]) -> bool {
    let of_regiments: [&[&str]; 3] = [&["cavalry", "cav", "horse"], &["infantry", "inf", "foot"], &["militia"]];
    numbers(parts).len() == 1 && of_regiments.iter().filter(|words| has(parts, words)).count() > 1
}

/// "6 more in New York itself": so many of what a line above may tell, goods or regiments.
fn bare(parts: &[Part]) -> Vec<String> {
    #[rustfmt::skip]
    const SMALL: &[&str] = &["more", "at", "in", "to", "for", "itself", "also", "too", "another", "please", "pls", "then", "other"];
    const MOST: u32 = 99;
    let is_small = |part: &Part| match part {
        Part::Number(count) => (1..=MOST).contains(count),
        Part::Word(_) => is_one(part, SMALL),
        Part::City(_) | Part::Break => true,
        _ => false,
    };
    if !parts.iter().all(is_small) || numbers(parts).is_empty() {
        return Vec::new();
    }
    let counted = items_of_any(parts, |_| true);
    let goods =
        counted.iter().flat_map(|item| at_each(&item.cities, |city| format!("buy {} supplies at {city}", item.count)));
    let raised = counted.iter().flat_map(|item| {
        let words = Arm::Infantry.words(item.count);
        at_each(&item.cities, |city| format!("raise {} {words} in {city}", item.count))
    });
    goods.chain(raised).collect()
}

/// The arm that is named; none where several are.
fn arm(parts: &[Part]) -> Option<Arm> {
    let is_artillery = has(parts, &["artillery", "battery"]);
    let of_regiments: [(&[&str], Arm); 3] = [
        (&["cavalry", "cav", "cv"], Arm::Cavalry),
        (&["infantry", "inf", "foot"], Arm::Infantry),
        (&["militia", "mil", "mi"], Arm::Militia),
    ];
    let mut named: Vec<Arm> = of_regiments.iter().filter(|(words, _)| has(parts, words)).map(|(_, arm)| *arm).collect();
    if named.is_empty() && !is_artillery && has(parts, &["horse"]) {
        named.push(Arm::Cavalry);
    }
    match (&named[..], has(parts, &["siege"]), is_artillery) {
        ([], true, _) => Some(Arm::Siege),
        ([], false, true) => Some(Arm::Field),
        ([arm], false, false) => Some(*arm),
        _ => None,
    }
}
