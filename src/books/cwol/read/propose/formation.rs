//! Units that a clause may form of regiments and batteries that wait: "IN Washington 5/1", "3 regts + bty Atlanta -> IN".

use super::forces::at_each;
use super::parts::{Part, cities, count_of, has, is_one, one_number, square, tac};

const BATTERY: &[&str] = &["battery"];
const REGIMENT: &[&str] = &["regiment"];
/// Words by which it is units that are spoken of.
#[rustfmt::skip]
const FORMING: &[&str] = &[
    "build", "form", "forming", "formed", "brigade", "bde", "organise", "organize", "combine", "unit", "create", "wait", "waiting",
];

/// Whether a clause speaks of units, not of what is raised for them.
pub(super) fn is_forming(parts: &[Part]) -> bool {
    has(parts, FORMING) || is_of_code(parts) && has(parts, REGIMENT) && has(parts, BATTERY)
}

/// Kinds of units by their codes and words.
fn unit_kind(parts: &[Part]) -> Option<&'static str> {
    let is_artillery = has(parts, &["artillery"]);
    Some(match () {
        () if has(parts, &["sa"]) || is_artillery && has(parts, &["siege", "heavy"]) => "SA",
        () if has(parts, &["ha"]) || is_artillery && has(parts, &["horse"]) => "HA",
        () if has(parts, &["la"]) || is_artillery && has(parts, &["light", "field"]) => "LA",
        () if has(parts, &["militia", "mi"]) => "MI",
        () if has(parts, &["cavalry", "cav", "cv"]) => "CV",
        () if has(parts, &["infantry", "inf", "foot"]) => "IN",
        // Most brigades are of infantry.
        () if has(parts, &["brigade", "bde"]) && (has(parts, REGIMENT) || has(parts, &["of"])) => "IN",
        () => return None,
    })
}

/// Whether a unit is named by its code, and not the arm of regiments: "2 CV regiments".
fn is_of_code(parts: &[Part]) -> bool {
    let is_code =
        |at: usize| matches!(parts[at], Part::Code(_)) && !parts.get(at + 1).is_some_and(|next| is_one(next, REGIMENT));
    (0..parts.len()).any(is_code)
}

/// Whether a count at a place is of the unit itself: "an IN", "2x IN".
fn counts_units(parts: &[Part], at: usize) -> bool {
    let behind = parts[at + 1..].iter().find(|part| !is_one(part, &["x", "new", "more"]));
    let is_kind = |part: &Part| matches!(part, Part::Code(_)) || is_one(part, &["brigade", "bde", "unit"]);
    behind.is_some_and(is_kind)
}

/// What a unit is to consist of.
#[derive(Default)]
struct Made {
    count: Option<u32>,
    regiments: Option<u32>,
    batteries: Option<u32>,
    is_without: bool,
}

impl Made {
    /// What the numbers of a clause count; none where one counts nothing that is known.
    fn of(parts: &[Part], kind: &str) -> Option<Made> {
        let is_guns = ["LA", "SA", "HA"].contains(&kind);
        let mut made = Made::default();
        for (at, part) in parts.iter().enumerate() {
            if let Part::Made(regiments, batteries) = part {
                made.regiments = Some(*regiments);
                made.batteries = Some(*batteries).filter(|count| *count > 0);
                made.is_without = *batteries == 0;
            }
            let Some(number) = count_of(part) else { continue };
            let end = parts[at + 1..].iter().position(|part| count_of(part).is_some() || *part == Part::Break);
            let own = &parts[at + 1..end.map_or(parts.len(), |end| at + 1 + end)];
            let is_whole = has(own, &["brigade", "bde", "unit"]);
            match () {
                () if counts_units(parts, at) && *part == Part::Article => {}
                () if counts_units(parts, at) => made.count = Some(number),
                () if has(own, BATTERY) && !is_whole => made.batteries = Some(number),
                () if has(own, REGIMENT) => made.regiments = Some(number),
                () if is_whole => made.count = Some(number),
                () if made.regiments.is_none() && !is_guns => made.regiments = Some(number),
                () if made.batteries.is_none() && is_guns => made.batteries = Some(number),
                () => return None,
            }
        }
        if has(parts, BATTERY) && made.batteries.is_none() && !made.is_without {
            made.is_without = has(parts, &["no", "without"]);
            made.batteries = Some(1).filter(|_| !made.is_without && !is_guns);
        }
        made.is_without |= names_no_guns(parts);
        Some(made)
    }

    /// In the words of an order.
    fn words(&self) -> String {
        let words = |count: u32, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
        let regiments = self.regiments.map(|count| words(count, "regiment", "regiments"));
        let batteries = self.batteries.map(|count| words(count, "battery", "batteries"));
        let made: Vec<String> = [regiments, batteries].into_iter().flatten().collect();
        let of = if made.is_empty() { String::new() } else { format!(" of {}", made.join(" and ")) };
        format!("{of}{}", if self.is_without { " without battery" } else { "" })
    }
}

/// "No guns", "without artillery".
fn names_no_guns(parts: &[Part]) -> bool {
    let is_said = |pair: &[Part]| is_one(&pair[0], &["no", "without"]) && is_one(&pair[1], &["gun", "artillery"]);
    parts.windows(2).any(is_said)
}

/// Units of regiments and batteries that wait.
pub(super) fn units(parts: &[Part]) -> Vec<String> {
    let ([city], Some(kind)) = (&cities(parts)[..], unit_kind(parts)) else { return Vec::new() };
    let is_counted = parts.iter().any(|part| matches!(part, Part::Made(..)));
    let is_composed = has(parts, REGIMENT) || has(parts, BATTERY) || has(parts, &["of", "new"]);
    let is_artillery = has(parts, &["artillery"]) && has(parts, BATTERY);
    let is_told = has(parts, FORMING) || is_artillery || is_counted || is_of_code(parts) && is_composed;
    if !is_told || has(parts, &["raise", "recruit"]) {
        return Vec::new();
    }
    let Some(made) = Made::of(parts, kind) else { return Vec::new() };
    let many = made.count.filter(|count| *count > 1).map(|count| format!("{count} ")).unwrap_or_default();
    let is_rifled = has(parts, &["rifled"]) && has(parts, &["cannon", "gun"]);
    let armed = match (has(parts, &["rifle", "breechloader"]), kind, is_rifled) {
        (true, "CV", false) => " with breechloaders",
        (true, "CV", true) => " with breechloaders and rifled cannon",
        (true, "IN", false) => " with rifles",
        (true, "IN", true) => " with rifles and rifled cannon",
        (false, _, true) => " with rifled cannon",
        _ => "",
    };
    let of = made.words();
    at_each(city, |city| format!("build {many}{kind}{of} in {city}{armed}"))
}

/// A naval battery: its batteries from a city, and the square in which it stands.
pub(super) fn naval(parts: &[Part]) -> Vec<String> {
    if !(has(parts, &["nb"]) || has(parts, &["naval"]) && has(parts, BATTERY)) {
        return Vec::new();
    }
    let (Some(count), [city], Some(square)) = (one_number(parts), &cities(parts)[..], square(parts)) else {
        return Vec::new();
    };
    let batteries = if count == 1 { "battery" } else { "batteries" };
    let tac = tac(parts).map(|tac| format!(" {tac}")).unwrap_or_default();
    at_each(city, |city| format!("build NB of {count} {batteries} from {city} at {square}{tac}"))
}
