//! Names of cities, places and States as people write them, found at the beginning of running text. Public names only.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use reader::fair_copy::{self, Found};

use super::document::{Document, Site};

/// How many near names are offered.
const HINTS: usize = 3;
/// The share of letters that a name must have in common with another to be offered for it.
const LIKENESS: f64 = 0.85;

/// Names as people shorten them, and in full.
const SHORT: [(&str, &str); 15] = [
    ("philly", "philadelphia"),
    ("phila", "philadelphia"),
    ("nola", "neworleans"),
    ("nyc", "newyorkny"),
    ("newyorkcity", "newyorkny"),
    ("nycity", "newyorkny"),
    ("saintlouis", "stlouis"),
    ("wash", "washington"),
    ("cincy", "cincinnati"),
    ("indy", "indianapolis"),
    ("vburg", "vicksburg"),
    ("fburg", "fredericksburg"),
    ("island10", "islandno10"),
    ("islandten", "islandno10"),
    ("islandnumber10", "islandno10"),
];

/// What one spelling may mean.
#[derive(Debug, Clone, Default)]
pub struct Meaning {
    /// Cities, by id; more than one: the writer must be asked.
    pub cities: Vec<String>,
    /// Places without weight.
    pub places: Vec<String>,
    /// A State, by its letters.
    pub state: Option<String>,
}

/// A name in a line: which of the meanings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named(usize);

/// All spellings, in small letters without anything else.
#[derive(Debug, Default)]
pub struct Names {
    spellings: BTreeMap<String, usize>,
    meanings: Vec<Meaning>,
    /// How many cities and places have a name.
    shared: BTreeMap<String, usize>,
    longest: usize,
    /// The words that names are made of, in small letters.
    words: BTreeSet<String>,
}

impl Names {
    pub(super) fn of(given: &Document) -> Names {
        let mut names = Names::default();
        let states: BTreeMap<&str, &str> =
            given.states.iter().map(|state| (state.id.as_str(), state.name.as_str())).collect();
        for state in &given.states {
            names.at(&state.name).state = Some(state.id.clone());
        }
        for city in &given.cities {
            for spelling in with_state(&city.name, &city.state, &states) {
                names.at(&spelling).cities.push(city.id.clone());
            }
            *names.shared.entry(city.name.clone()).or_default() += 1;
        }
        for place in &given.places {
            for spelling in with_state(&place.name, &place.state, &states) {
                names.at(&spelling).places.push(place.id.clone());
            }
            *names.shared.entry(place.name.clone()).or_default() += 1;
        }
        let is_city =
            |site: &&Site| given.cities.iter().any(|city| city.square == site.square && city.name == site.name);
        for site in given.sites.iter().flatten().filter(|site| !is_city(site)) {
            for spelling in with_state(&site.name, &site.state, &states) {
                names.at(&spelling).places.push(site.name.clone());
            }
        }
        for (spelling, name) in SHORT {
            if let Some(meaning) = names.spellings.get(name).copied() {
                names.spellings.entry(spelling.to_owned()).or_insert(meaning);
            }
        }
        let cities = given.cities.iter().map(|city| &city.name);
        let all = cities.chain(given.places.iter().map(|place| &place.name));
        let words = all.chain(given.states.iter().map(|state| &state.name)).flat_map(|name| name.split(' '));
        names.words = words.filter(|word| word.len() > 3).map(str::to_lowercase).collect();
        names.longest = names.spellings.keys().map(String::len).max().unwrap_or(0);
        names
    }

    fn at(&mut self, spelling: &str) -> &mut Meaning {
        let next = self.meanings.len();
        let place = *self.spellings.entry(spell(spelling)).or_insert(next);
        if place == next {
            self.meanings.push(Meaning::default());
        }
        &mut self.meanings[place]
    }

    /// Whether a name is that of more than one city or place.
    pub fn is_shared(&self, name: &str) -> bool {
        self.shared.get(name).is_some_and(|count| *count > 1)
    }

    /// What a name in a line means.
    pub fn meaning(&self, named: Named) -> &Meaning {
        &self.meanings[named.0]
    }

    /// The words that names are made of, in small letters.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// The names of cities most like these words, best first.
    pub fn nearest(&self, words: &str) -> Vec<String> {
        let key = spell(words);
        let is_city = |place: &usize| !self.meanings[*place].cities.is_empty();
        let mut found: Vec<(f64, &String)> = self
            .spellings
            .iter()
            .filter(|(_, place)| is_city(place))
            .map(|(known, place)| (strsim::jaro_winkler(known, &key), &self.meanings[*place].cities[0]))
            .filter(|(likeness, _)| *likeness >= LIKENESS)
            .collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut nearest: Vec<String> = Vec::new();
        for (_, city) in found {
            if nearest.len() < HINTS && !nearest.contains(city) {
                nearest.push(city.clone());
            }
        }
        nearest
    }
}

impl fair_copy::Names for Names {
    type Named = Named;

    fn name(&self, text: &str) -> Option<Found<Named>> {
        let mut key = String::new();
        let mut found = None;
        let mut letters = text.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            if letter.is_alphanumeric() {
                key.extend(letter.to_lowercase());
            } else if key.is_empty() || !matches!(letter, ' ' | '.' | ',' | '\'' | '-' | '(' | ')') {
                break;
            }
            if key.len() > self.longest {
                break;
            }
            if !letter.is_alphanumeric() || letters.peek().is_some_and(|(_, next)| next.is_alphanumeric()) {
                continue;
            }
            // A word ends: the first spelling from here on is this one, a longer one, or none that begins so.
            let from = (Bound::Included(key.as_str()), Bound::Unbounded);
            let Some((spelling, place)) = self.spellings.range::<str, _>(from).next() else { break };
            if !spelling.starts_with(&key) {
                break;
            }
            let place = Some(place).filter(|_| *spelling == key);
            let end = at + letter.len_utf8();
            if let Some(place) = place
                && !(found.is_some() && text[..end].contains(',') && begins_pool(&text[end..]))
            {
                found = Some((*place, end));
            }
        }
        let (place, bytes) = found?;
        let meaning = &self.meanings[place];
        let mark = match (meaning.cities.is_empty() && meaning.places.is_empty(), &meaning.state) {
            (true, _) => b'~',
            (false, Some(_)) => b'$',
            (false, None) => b'@',
        };
        Some(Found { mark, named: Named(place), bytes, is_genitive: false })
    }
}

/// Whether men are spoken of: "at Richmond, VA volunteers" has the State for them and not for the city.
fn begins_pool(rest: &str) -> bool {
    const WORDS: [&str; 8] = ["vol", "white", "bounty", "draft", "militia", "usct", "conscript", "men"];
    let rest = rest.trim_start().to_ascii_lowercase();
    WORDS.iter().any(|word| rest.starts_with(word))
}

/// A name alone and with its State: "Columbus", "Columbus OH", "Columbus Ohio".
fn with_state(name: &str, state: &str, states: &BTreeMap<&str, &str>) -> Vec<String> {
    let long = states.get(state).map(|long| format!("{name} {long}"));
    [Some(name.to_owned()), Some(format!("{name} {state}")), long].into_iter().flatten().collect()
}

fn spell(words: &str) -> String {
    words.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
