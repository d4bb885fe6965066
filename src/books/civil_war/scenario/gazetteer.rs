//! Names of places and leaders as people write them, found fast and forgivingly.
//! Public names only: nothing here depends on a game's state.

use std::collections::BTreeMap;

use super::index::{NameIndex, NameMeaning};
use super::map::{City, Map};
use super::map_source::MapSource;
use super::roster::{LeaderId, LeaderSpec, Roster};
use board::Hex;

/// Words before a leader's name that are not part of it.
const RANKS: [&str; 17] = [
    "general",
    "gen",
    "genl",
    "generals",
    "lieutenant",
    "lt",
    "major",
    "maj",
    "brigadier",
    "brig",
    "admiral",
    "adm",
    "commodore",
    "captain",
    "capt",
    "flag",
    "officer",
];
/// Words before a place that are not part of its name.
const ARTICLES: [&str; 5] = ["the", "hex", "city", "town", "of"];
/// How many near names are offered.
const HINTS: usize = 3;
/// A name this like is a hint however many letters are missing ("harp fery").
const LIKE_A_NAME: f64 = 0.9;

/// What a name of a place may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceMatch<'a> {
    /// This hex, by its town's canonical name or else its id.
    One(Hex, &'a str),
    /// Any of these towns.
    Several(Vec<String>),
    /// No place; the nearest names.
    Unknown {
        /// Names that look like it, best first.
        nearest: Vec<String>,
    },
}

/// What a name of a leader may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeaderMatch<'a> {
    /// This leader, by canonical name.
    One(LeaderId, &'a str),
    /// Any of these leaders.
    Several(Vec<String>),
    /// No leader; the nearest names.
    Unknown {
        /// Names that look like it, best first.
        nearest: Vec<String>,
    },
}

/// All names, in one spelling: small letters and digits without spaces.
#[derive(Clone, Debug)]
pub struct Gazetteer {
    hexes: BTreeMap<Hex, Box<str>>,
    places: Names<Hex>,
    leaders: Names<LeaderId>,
    leader_names: Vec<Box<str>>,
    index: NameIndex,
    namesakes: BTreeMap<Hex, Namesakes>,
}

/// Towns that bear one name, the first of them without its State in its canonical name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namesakes {
    /// The town's name with its State.
    pub full: String,
    /// All of them, each with its State and its hex: "Jackson MS (1628)".
    pub all: Vec<String>,
}

/// A sorted list of spellings, each with what it may mean.
#[derive(Clone, Debug)]
struct Names<T> {
    keys: Vec<(Box<str>, Vec<T>)>,
}

impl<T: Copy + Ord> Names<T> {
    /// `exact` spellings mean one thing alone; a shared `loose` spelling means all that share it.
    fn build(exact: Vec<(String, T)>, loose: Vec<(String, T)>) -> Names<T> {
        let mut keys: BTreeMap<String, Vec<T>> = BTreeMap::new();
        for (key, meaning) in exact {
            keys.entry(key).or_default().push(meaning);
        }
        let mut shared: BTreeMap<String, Vec<T>> = BTreeMap::new();
        for (key, meaning) in loose.into_iter().filter(|(key, _)| !key.is_empty() && !keys.contains_key(key)) {
            shared.entry(key).or_default().push(meaning);
        }
        keys.append(&mut shared);
        let tidy = |(key, mut meanings): (String, Vec<T>)| {
            meanings.sort_unstable();
            meanings.dedup();
            (key.into_boxed_str(), meanings)
        };
        Names { keys: keys.into_iter().map(tidy).collect() }
    }

    fn find(&self, key: &str) -> Option<&[T]> {
        let place = self.keys.binary_search_by(|(known, _)| (**known).cmp(key)).ok()?;
        Some(&self.keys[place].1)
    }

    /// The meanings of the spellings most like a key.
    fn nearest(&self, key: &str) -> Vec<T> {
        let mut found: Vec<(f64, &Vec<T>)> = self
            .keys
            .iter()
            .filter(|(known, _)| is_comparable(known, key))
            .filter(|(known, _)| is_slip(known, key))
            .map(|(known, meanings)| (strsim::jaro_winkler(known, key), meanings))
            .collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(other.1)));
        let mut nearest = Vec::new();
        for meaning in found.into_iter().flat_map(|(_, meanings)| meanings) {
            if !nearest.contains(meaning) {
                nearest.push(*meaning);
            }
            if nearest.len() == HINTS {
                break;
            }
        }
        nearest
    }
}

impl Gazetteer {
    pub(super) fn build(source: &MapSource, map: &Map, roster: &Roster) -> Gazetteer {
        let name = |hex: Hex| map.city_at(hex).map_or_else(|| hex.to_string(), |city| city.name.clone());
        let (places, leaders) = (place_names(source, map), leader_names(roster));
        Gazetteer {
            index: index_names(&places, &leaders),
            hexes: map.hexes().map(|(hex, _)| (hex, name(hex).into_boxed_str())).collect(),
            places,
            leaders,
            namesakes: namesakes(map),
            leader_names: roster.leaders().map(|(_, leader)| leader.name.clone().into_boxed_str()).collect(),
        }
    }

    /// The place that some words name: a town, or a hex by its number.
    pub fn find_place(&self, words: &str) -> PlaceMatch<'_> {
        let key = spell(words, &ARTICLES);
        if let Some(found) = self.place(&key) {
            return found;
        }
        if let Some(found) = unpossessed(words, &key).and_then(|key| self.place(key)) {
            return found;
        }
        let nearest = if key.is_empty() { Vec::new() } else { self.places.nearest(&key) };
        PlaceMatch::Unknown { nearest: nearest.into_iter().map(|hex| self.place_name(hex).to_owned()).collect() }
    }

    /// The leader that some words name: by surname, with first name, initials or rank.
    pub fn find_leader(&self, words: &str) -> LeaderMatch<'_> {
        let key = spell(words, &RANKS);
        if let Some(found) = self.leader(&key) {
            return found;
        }
        if let Some(found) = unpossessed(words, &key).and_then(|key| self.leader(key)) {
            return found;
        }
        let nearest = if key.is_empty() { Vec::new() } else { self.leaders.nearest(&key) };
        LeaderMatch::Unknown { nearest: nearest.into_iter().map(|id| self.leader_name(id).to_owned()).collect() }
    }

    /// How a hex is called: its town, or its id. Empty off the map.
    pub fn place_name(&self, hex: Hex) -> &str {
        self.hexes.get(&hex).map_or("", |name| name)
    }

    /// The towns that the bare name of a town may mean as well; nothing where the others are lesser ones.
    pub fn namesakes(&self, hex: Hex) -> Option<&Namesakes> {
        self.namesakes.get(&hex)
    }

    /// The name of a place that no other town bears.
    pub fn full_name(&self, hex: Hex) -> &str {
        self.namesakes.get(&hex).map_or_else(|| self.place_name(hex), |shared| &shared.full)
    }

    /// The canonical name of a leader. Empty for an id of another roster.
    pub fn leader_name(&self, id: LeaderId) -> &str {
        self.leader_names.get(usize::from(id.0)).map_or("", |name| name)
    }

    /// The same names, for finding them in running text.
    pub fn index(&self) -> &NameIndex {
        &self.index
    }

    fn place(&self, key: &str) -> Option<PlaceMatch<'_>> {
        match self.places.find(key) {
            Some([hex]) => Some(PlaceMatch::One(*hex, self.place_name(*hex))),
            Some(several) => {
                Some(PlaceMatch::Several(several.iter().map(|hex| self.place_name(*hex).to_owned()).collect()))
            }
            None => {
                let (hex, name) = self.hexes.get_key_value(&key.parse().ok()?)?;
                Some(PlaceMatch::One(*hex, name))
            }
        }
    }

    fn leader(&self, key: &str) -> Option<LeaderMatch<'_>> {
        Some(match self.leaders.find(key)? {
            [id] => LeaderMatch::One(*id, self.leader_name(*id)),
            several => LeaderMatch::Several(several.iter().map(|id| self.leader_name(*id).to_owned()).collect()),
        })
    }
}

/// Towns whose canonical name is borne, with a State behind it, by another town of no lesser worth.
fn namesakes(map: &Map) -> BTreeMap<Hex, Namesakes> {
    let bare = |city: &City| {
        let state = &map.state(city.state).id;
        city.name.strip_suffix(state.as_str()).map_or(city.name.as_str(), str::trim_end).to_owned()
    };
    let full = |city: &City| format!("{} {}", bare(city), map.state(city.state).id);
    let cities = || map.cities().map(|(_, city)| city);
    let shared = cities().filter(|city| bare(city) == city.name).filter_map(|city| {
        let others: Vec<&City> = cities().filter(|other| other.hex != city.hex && bare(other) == city.name).collect();
        let is_asked = others.iter().any(|other| other.value >= city.value);
        let all = std::iter::once(city).chain(others).map(|town| format!("{} ({})", full(town), town.hex)).collect();
        is_asked.then(|| (city.hex, Namesakes { full: full(city), all }))
    });
    shared.collect()
}

fn index_names(places: &Names<Hex>, leaders: &Names<LeaderId>) -> NameIndex {
    let mut names: BTreeMap<Box<str>, NameMeaning> = BTreeMap::new();
    for (key, meanings) in &places.keys {
        names.entry(key.clone()).or_default().places = meanings.clone();
    }
    for (key, meanings) in &leaders.keys {
        names.entry(key.clone()).or_default().leaders = meanings.clone();
    }
    NameIndex::build(names)
}

/// One spelling for all: small letters and digits, without leading words that are no part of a name.
fn spell(words: &str, skip: &[&str]) -> String {
    let mut key = String::with_capacity(words.len());
    let skip_leading = |key: &mut String| {
        if skip.contains(&key.as_str()) {
            key.clear();
        }
    };
    for letter in words.chars() {
        match letter {
            'a'..='z' | '0'..='9' => key.push(letter),
            'A'..='Z' => key.push(letter.to_ascii_lowercase()),
            'é' | 'É' | 'è' => key.push('e'),
            '\'' | '\u{2019}' | '\u{2018}' | '`' | '\u{b4}' => {}
            _ => skip_leading(&mut key),
        }
    }
    skip_leading(&mut key);
    key
}

/// Spares the long comparison of spellings that cannot be meant: other first letter and other length.
fn is_comparable(known: &str, key: &str) -> bool {
    known.as_bytes().first() == key.as_bytes().first() || known.len().abs_diff(key.len()) <= 1
}

/// Whether a key may be a slip of a spelling: one letter in three is wrong at most, or it is very much like it.
fn is_slip(known: &str, key: &str) -> bool {
    strsim::damerau_levenshtein(known, key) <= (key.len() / 3).max(1) || strsim::jaro_winkler(known, key) >= LIKE_A_NAME
}

/// `Lee's` spells `lees`; without the `s` it is Lee.
fn unpossessed<'a>(words: &str, key: &'a str) -> Option<&'a str> {
    let possessive = words.contains(['\'', '\u{2019}']);
    if !possessive {
        return None;
    }
    Some(key.strip_suffix('s').unwrap_or(key))
}

/// Towns by name, by name with State, and by the name without State that several may share.
fn place_names(source: &MapSource, map: &Map) -> Names<Hex> {
    let mut exact = Vec::new();
    let mut loose = Vec::new();
    for (city, written) in map.cities().map(|(_, city)| city).zip(&source.cities) {
        let state = map.state(city.state);
        let bare = city.name.strip_suffix(&state.id).map_or(city.name.as_str(), str::trim_end);
        exact.push((spell(&city.name, &[]), city.hex));
        let names = std::iter::once(bare).chain(written.aliases.iter().map(String::as_str));
        for name in names.flat_map(spellings_of_place) {
            let others = source.states.iter().filter(|other| other.id == state.id).flat_map(|other| &other.aliases);
            for state in [&state.id, &state.name].into_iter().chain(others) {
                loose.push((spell(&format!("{name} {state}"), &[]), city.hex));
            }
            loose.push((spell(&name, &[]), city.hex));
        }
    }
    Names::build(exact, loose)
}

/// A name and its usual short or long forms.
fn spellings_of_place(name: &str) -> Vec<String> {
    let mut names = vec![name.to_owned()];
    for (long, short) in [("Fort ", "Ft "), ("St ", "Saint "), ("Cape ", "C ")] {
        if let Some(rest) = name.strip_prefix(long) {
            names.push(format!("{short}{rest}"));
        }
    }
    names
}

/// Leaders by canonical name, surname, and surname with first names or initials on either side.
fn leader_names(roster: &Roster) -> Names<LeaderId> {
    let mut exact = Vec::new();
    let mut loose = Vec::new();
    for (id, leader) in roster.leaders() {
        exact.push((spell(&leader.name, &[]), id));
        loose.extend(leader.aliases.iter().map(|alias| (spell(alias, &[]), id)));
        loose.push((spell(&leader.surname, &[]), id));
        for first in first_names(leader) {
            loose.push((spell(&format!("{first}{}", leader.surname), &[]), id));
            loose.push((spell(&format!("{}{first}", leader.surname), &[]), id));
        }
    }
    Names::build(exact, loose)
}

/// `Robert E` gives `Robert`, `R`, `RE`, `RobertE`.
fn first_names(leader: &LeaderSpec) -> Vec<String> {
    let names: Vec<&str> = leader.forenames.split_whitespace().collect();
    let Some(first) = names.first() else {
        return Vec::new();
    };
    let initials: String = names.iter().filter_map(|name| name.chars().next()).collect();
    vec![(*first).to_owned(), initials.chars().take(1).collect(), initials, names.concat()]
}

#[cfg(test)]
mod tests;
