//! What a clause about ships orders, in words that the grammar reads: new ships, raiders, fire at forts, troops aboard, the way.

use super::clause::{Clause, Part};
use super::deeds::once;
use super::name::Name;
use crate::order::Place;
use crate::read::write::place_words;
use crate::scenario::Scenario;
use board::Hex;

/// Words of ships.
pub(super) const OF_SHIPS: &[&str] = &[
    "ship",
    "ships",
    "fleet",
    "fleets",
    "gunboat",
    "gunboats",
    "ironclad",
    "ironclads",
    "flotilla",
    "squadron",
    "squadrons",
    "sail",
    "sails",
    "steam",
    "steams",
    "raider",
    "raiders",
    "nsp",
    "bombard",
    "bombards",
    "boats",
    "boat",
    "shell",
    "shells",
    "flotillas",
];
const HUNTING: &[&str] = &["hunt", "hunts", "chase", "chases", "hunting"];
const FROM: &[&str] = &["from", "of", "off", "at", "in"];
/// Raiders by name.
const RAIDERS: &[&str] = &["alabama", "shenandoah", "florida", "sumter"];
/// Words of troops aboard.
#[rustfmt::skip]
const CARRYING: &[&str] = &[
    "aboard", "ashore", "embark", "embarks", "embarked", "carry", "carries", "load", "loads", "transport", "transports", "convoy", "land", "lands",
    "ferry", "ferries",
];
const VIA: &[&str] = &["via", "past", "through"];

/// A clause about ships, with its names in their parts.
struct Voyage<'s, 'c> {
    scenario: &'s Scenario,
    clause: &'c Clause<'c>,
    leaders: Vec<String>,
    from: Option<Hex>,
    via: Vec<Hex>,
    to: Option<Hex>,
}

/// The orders of a clause about ships, without pulses; none when it is about none. `spoken_of` are the ships of the clauses
/// before it, which "then steams to" means.
pub(super) fn compose(
    scenario: &Scenario,
    clause: &Clause<'_>,
    (spoken_of, here): (&mut Option<String>, Option<Hex>),
) -> Vec<String> {
    let lands = clause.says(&["land", "lands"]) && clause.says(&["troops"]);
    let is_raid = clause.says_phrase("to sea");
    let is_raid =
        is_raid || clause.says(RAIDERS) && clause.says(&["raid", "raids", "raiding", "out", "cruise", "cruises"]);
    let is_hunt = clause.says(HUNTING) && clause.says(&["alabama", "shenandoah", "florida", "sumter"]);
    let is_ram =
        ["the virginia", "the merrimack", "the merrimac", "css virginia"].iter().any(|ram| clause.says_phrase(ram));
    let is_recall = clause.says(&["recall", "recalls"]) && !clause.says(&["army", "men", "troops"]);
    // "Then down to Vicksburg": the ships of the clause before it.
    let goes_on = spoken_of.is_some()
        && clause.strength.is_none()
        && !clause.has_leader()
        && !clause.names.is_empty()
        && clause.names.iter().all(|name| name.is_ruled_by(&["to", ">"]))
        && matches!(clause.deed, None | Some(super::deeds::Deed::Move));
    let is_of_ships = lands || is_raid || is_hunt || is_ram || is_recall || goes_on || clause.says(OF_SHIPS);
    if !is_of_ships && !clause.says(&["aboard", "ashore", "embark", "embarks", "embarked"]) {
        return Vec::new();
    }
    let voyage = Voyage::of(scenario, clause);
    let orders = voyage.orders(spoken_of.as_deref(), here);
    if !voyage.is_unnamed() {
        let lying =
            Voyage { from: voyage.from.or(voyage.to), via: Vec::new(), leaders: voyage.leaders.clone(), ..voyage };
        *spoken_of = Some(if orders.iter().any(|order| order.contains("enter")) {
            lying.fleet(None)
        } else {
            lying.leaders.first().cloned().unwrap_or_default()
        });
    }
    orders
}

impl<'s, 'c> Voyage<'s, 'c> {
    fn of(scenario: &'s Scenario, clause: &'c Clause<'c>) -> Self {
        let leaders = once(
            clause
                .names
                .iter()
                .filter(|name| name.places.is_empty())
                .flat_map(|name| name.leaders.iter().take(1).cloned()),
        );
        let mut voyage = Voyage { scenario, clause, leaders, from: None, via: Vec::new(), to: None };
        let places: Vec<&Name> = clause.names.iter().filter(|name| !name.places.is_empty()).collect();
        // "Bombard Fort Donelson with the gunboats from Cairo": what is fired at stands behind the verb.
        let fires = clause.says(&["bombard", "bombards", "bombarding", "shell", "shells"]);
        // "Ships at Fort Monroe, coming from New York": where they come from is said already.
        let is_told = places.iter().any(|name| name.is_ruled_by(&["from"]));
        for (rank, name) in places.iter().enumerate() {
            let hex = name.places.first().copied();
            if fires && name.ruled_by.is_empty() {
                voyage.to = hex;
                continue;
            }
            // "Shell Fort Donelson with everything at Cairo": what is fired at is said already.
            if fires && voyage.to.is_some() && name.is_ruled_by(FROM) {
                voyage.from = hex;
                continue;
            }
            let is_first_of_two = rank == 0 && places.len() > 1 && !is_told;
            if name.is_ruled_by(VIA) {
                voyage.via.extend(hex);
            } else if voyage.from.is_none()
                && (name.is_ruled_by(&["from", "of"])
                    || is_first_of_two && (name.is_ruled_by(FROM) || name.ruled_by.is_empty()))
            {
                voyage.from = hex;
            } else {
                voyage.to = hex;
            }
        }
        voyage
    }

    /// Whether it says nothing of which ships are meant.
    fn is_unnamed(&self) -> bool {
        let is_kind = self.clause.says(&[
            "ironclad",
            "ironclads",
            "gunboat",
            "gunboats",
            "ocean",
            "river",
            "boats",
            "boat",
            "squadron",
            "fleet",
            "flotilla",
            "ships",
            "nsp",
        ]);
        self.leaders.is_empty() && self.from.is_none() && self.clause.number.is_none() && !is_kind
    }

    /// "Raider Sumter", "Alabama to sea": the word written large.
    fn raider(&self) -> String {
        let word = |part: &Part<'c>| match part {
            Part::Word(word) => Some(*word),
            Part::Name(_) | Part::Sign(_) => None,
        };
        let is = |part: &Part<'c>, other: &str| word(part).is_some_and(|word| word.eq_ignore_ascii_case(other));
        let words = &self.clause.words;
        let behind = words.iter().position(|part| is(part, "raider")).and_then(|at| words.get(at + 1));
        let before = words
            .windows(2)
            .position(|pair| is(&pair[0], "to") && is(&pair[1], "sea"))
            .and_then(|at| words.get(at.checked_sub(1)?));
        let known = words.iter().find(|part| RAIDERS.iter().any(|raider| is(part, raider)));
        let named = [behind, before, known]
            .into_iter()
            .flatten()
            .filter_map(word)
            .find(|word| word.starts_with(char::is_uppercase) && !word.eq_ignore_ascii_case("raider"));
        named.map(|name| format!(" {name}")).unwrap_or_default()
    }

    fn orders(&self, spoken_of: Option<&str>, here: Option<Hex>) -> Vec<String> {
        let says = |words: &[&str]| self.clause.says(words);
        if says(HUNTING) {
            return vec!["hunt the raiders".to_owned()];
        }
        let gives = says(&["give", "gives", "hand", "hands"]) && self.clause.cp.is_some() && self.clause.pp.is_some();
        if gives || says(&["lend", "lends", "lent"]) || self.clause.says_phrase("may use") {
            return self.lent();
        }
        if says(&["recall", "recalls", "recalled", "calls"]) {
            let to = self.leaders.first().map(|name| format!(" to {name}")).unwrap_or_default();
            return vec![format!("recall all ships{to}")];
        }
        if says(&["bombard", "bombards", "bombarding", "shell", "shells", "bombardment"]) {
            let fleet = self.meant(spoken_of);
            return vec![format!("bombard{} with {fleet}", self.at(self.to.or(self.from).or(here)))];
        }
        let of_new = self.of_new_ships();
        if of_new.is_some() {
            return of_new.into_iter().collect();
        }
        if says(CARRYING) {
            return self.carried();
        }
        self.sails(spoken_of)
    }

    /// Ironclads for a theatre, raiders that put to sea, ships that enter.
    fn of_new_ships(&self) -> Option<String> {
        const THEATRES: &[(&str, &[&str])] =
            &[("East", &["east", "eastern"]), ("West", &["west", "western"]), ("Trans", &["trans"])];
        let says = |words: &[&str]| self.clause.says(words);
        let is_ironclad = says(&["ironclad", "ironclads"]);
        let place = self.to.or(self.from);
        let theatre = THEATRES.iter().find(|(_, words)| says(words)).filter(|_| is_ironclad && self.leaders.is_empty());
        if let Some((theatre, _)) = theatre {
            return Some(format!("ironclad to {theatre}{}", self.at(place)));
        }
        let is_named = says(RAIDERS) && says(&["raid", "raids", "raiding", "out", "cruise", "cruises"]);
        if is_named || says(&["raider", "raiders"]) || self.clause.says_phrase("to sea") {
            let from = self.from.or(self.to).map(|hex| format!(" from {}", self.place(hex))).unwrap_or_default();
            return Some(format!("raider{} to sea{from}", self.raider()));
        }
        let is_verb = !says(&["troops"]) && says(&["enter", "enters", "new", "arrive", "arrives", "entering"]);
        let is_phrase = ["come in", "comes in", "in at", "into play", "enters play", "into service", "on the map"]
            .iter()
            .any(|phrase| self.clause.says_phrase(phrase));
        // "Ships at New York": with no word of what they do, and no number.
        let words = self.clause.words.iter().filter(|part| matches!(part, Part::Word(_))).count();
        let is_bare = self.clause.deed.is_none() && words <= 2 && self.clause.number.is_none() && self.to.is_some();
        let is_placed = is_bare && says(&["ships"]) && self.clause.when.is_none() && self.clause.cp.is_none();
        if !is_verb && !is_phrase && !is_placed {
            return None;
        }
        let harbours = self.harbours();
        match self.leaders.first() {
            None if !is_ironclad && !harbours.is_empty() && self.clause.when.is_none() => {
                Some(format!("new ships enter at {harbours}"))
            }
            _ if is_ironclad => Some(format!("ironclad enters{}", self.at(place))),
            Some(leader) => Some(format!("enter {leader}{}", self.at(place))),
            None => Some("all new ships enter".to_owned()),
        }
    }

    /// The places that new ships are to enter at.
    fn harbours(&self) -> String {
        let places = self.clause.names.iter().filter(|name| name.is_ruled_by(&["at", "in", "to"]));
        let places = once(places.filter_map(|name| name.places.first().copied()));
        places.into_iter().map(|hex| self.place(hex)).collect::<Vec<_>>().join(" and ")
    }

    fn place(&self, hex: Hex) -> String {
        place_words(self.scenario, &Place::Known(hex))
    }

    fn at(&self, hex: Option<Hex>) -> String {
        hex.map(|hex| format!(" at {}", self.place(hex))).unwrap_or_default()
    }

    /// Which ships: those with a leader, so many of a kind, or all.
    fn fleet(&self, troops: Option<&String>) -> String {
        if let Some(leader) = self.leaders.iter().find(|name| Some(*name) != troops) {
            return leader.clone();
        }
        let kind = if self.clause.says(&["ironclad", "ironclads", "virginia", "merrimack", "merrimac"]) {
            "ironclads"
        } else if self.clause.says(&["gunboat", "gunboats", "river", "boat", "boats"]) {
            "gunboats"
        } else if self.clause.says(&["ocean"]) {
            "ocean ships"
        } else {
            "ships"
        };
        let single = kind.trim_end_matches('s');
        let count = self.clause.number.filter(|_| troops.is_none());
        let count = match count {
            Some(1) => format!("1 {single}"),
            Some(count) => format!("{count} {kind}"),
            None => format!("all {kind}"),
        };
        format!("{count}{}", self.at(self.from))
    }

    /// Its own ships, or those that were spoken of.
    fn meant(&self, spoken_of: Option<&str>) -> String {
        let others = spoken_of.filter(|fleet| self.is_unnamed() && !fleet.is_empty());
        others.map_or_else(|| self.fleet(None), str::to_owned)
    }

    /// Two ways to say it: the ships' kind may be left open.
    fn sails(&self, spoken_of: Option<&str>) -> Vec<String> {
        let fleet = self.meant(spoken_of);
        let via: Vec<String> = self.via.iter().map(|hex| self.place(*hex)).collect();
        let via = if via.is_empty() { String::new() } else { format!(" via {}", via.join(", ")) };
        let runs = if self.clause.says(&["run", "runs", "running"]) { ", run the forts" } else { "" };
        let stops = if self.clause.says(&["stop", "stops"]) { ", stop before enemy ships" } else { "" };
        let Some(to) = self.to else {
            let goes_past = !via.is_empty() && !runs.is_empty();
            return goes_past.then(|| format!("sail {fleet}{via}{runs}{stops}")).into_iter().collect();
        };
        // Who leads ships that lie somewhere may be meant with those there, or with his own.
        let there = self.from.filter(|_| self.leaders.first() == Some(&fleet)).map(|from| self.at(Some(from)));
        let of = |at: &str| format!("sail {fleet}{at} to {}{via}{runs}{stops}", self.place(to));
        std::iter::once(of("")).chain(there.map(|at| of(&at))).collect()
    }

    fn lent(&self) -> Vec<String> {
        let theatre =
            ["East", "West", "Trans"].into_iter().find(|theatre| self.clause.says(&[&theatre.to_ascii_lowercase()]));
        let (Some(cp), Some(pp)) = (self.clause.cp, self.clause.pp) else { return Vec::new() };
        let to = theatre.map(|theatre| format!(" to {theatre}")).unwrap_or_default();
        let ships =
            Voyage { from: self.from.or(self.to), to: None, via: Vec::new(), leaders: self.leaders.clone(), ..*self };
        vec![format!("lend {} with {cp} CP and {pp} PP{to}", ships.fleet(None))]
    }

    fn carried(&self) -> Vec<String> {
        let leader = self.leaders.first();
        let points = self.clause.strength.map(|count| format!("{count} SP"));
        let to = self.to.map(|hex| format!(" to {}", self.place(hex))).unwrap_or_default();
        match (leader, points) {
            (Some(leader), _) => vec![format!("carry {leader} with {}{to}", self.fleet(Some(leader)))],
            (None, Some(points)) => {
                let ships = Voyage { from: None, via: Vec::new(), leaders: Vec::new(), ..*self };
                vec![format!("carry {points}{} with {}{to}", self.at(self.from), ships.fleet(None))]
            }
            (None, None) => vec![format!("carry the troops{to}")],
        }
    }
}
