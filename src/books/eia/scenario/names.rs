//! Names of powers, territories and cities as people write them, found whole or at the beginning of running text.
//! Public names only: nothing here depends on a game's state.

use std::collections::BTreeMap;

use super::super::power::Power;
use super::map::{Map, TerritoryKind};
use super::map_source::MapSource;

/// How many near names are offered.
const HINTS: usize = 3;
/// A name this like is a hint however many letters are wrong.
const LIKE_A_NAME: f64 = 0.92;

/// Everything that one spelling may mean; "Genoa" is a minor country and its capital, "Austria" a power alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meaning {
    /// A power.
    pub power: Option<Power>,
    /// Provinces, minor countries and districts, by canonical name; more than one: the writer must be asked.
    pub territories: Vec<String>,
    /// Capitals and ports, by canonical name.
    pub cities: Vec<String>,
    /// It says whose or of what kind, and is no name by itself ("Bavarian", "Swiss").
    pub is_adjective: bool,
}

/// Which names to look among.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameKind {
    /// All of them.
    Any,
    /// Powers.
    Power,
    /// Territories.
    Territory,
    /// Capitals and ports.
    City,
}

/// All spellings, folded to small letters and digits without spaces.
#[derive(Debug, Clone, Default)]
pub struct Names {
    meanings: BTreeMap<String, Meaning>,
    longest_key: usize,
}

impl Names {
    pub(super) fn build(source: &MapSource, map: &Map) -> Names {
        let mut names = Names::default();
        names.add_powers(source);
        names.add_territories(source, map);
        names.add_cities(source, map);
        names.longest_key = names.meanings.keys().map(String::len).max().unwrap_or(0);
        names
    }

    fn add_powers(&mut self, source: &MapSource) {
        for power in Power::ALL {
            self.at(power.name()).power = Some(power);
            let Some(words) = source.names.get(&power) else { continue };
            for spelling in words.aliases.iter().chain(&words.people) {
                self.at(spelling).power = Some(power);
            }
            for adjective in &words.adjectives {
                let meaning = self.at(adjective);
                (meaning.power, meaning.is_adjective) = (Some(power), true);
            }
        }
    }

    fn add_territories(&mut self, source: &MapSource, map: &Map) {
        for territory in map.territories() {
            self.add_territory(&territory.name, &territory.name);
        }
        let provinces = source.provinces.iter().map(|row| (&row.name, &row.aliases));
        let minors = source.minors.iter().map(|row| (&row.name, &row.aliases));
        for (name, aliases) in provinces.chain(minors) {
            for alias in aliases {
                self.add_territory(alias, name);
            }
        }
        for row in &source.minors {
            for adjective in &row.adjectives {
                self.add_territory(adjective, &row.name);
                self.at(adjective).is_adjective = true;
            }
        }
    }

    /// A territory that is called as a power is goes without: the power is meant.
    fn add_territory(&mut self, spelling: &str, name: &str) {
        let meaning = self.at(spelling);
        if meaning.power.is_none() && !meaning.territories.iter().any(|known| known == name) {
            meaning.territories.push(name.to_owned());
        }
    }

    fn add_cities(&mut self, source: &MapSource, map: &Map) {
        for city in map.cities() {
            self.at(&city.name).cities.push(city.name.clone());
            for alias in source.cities.get(&city.name).into_iter().flatten() {
                let meaning = self.at(alias);
                if !meaning.cities.contains(&city.name) {
                    meaning.cities.push(city.name.clone());
                }
            }
        }
    }

    fn at(&mut self, spelling: &str) -> &mut Meaning {
        self.meanings.entry(spell(spelling)).or_default()
    }

    /// What these words mean as a whole.
    pub fn find(&self, words: &str) -> Option<&Meaning> {
        self.meanings.get(&spell(words))
    }

    /// The longest name at the beginning of `text`, of whole words, and how many bytes it takes; an article before it
    /// is taken along.
    pub fn longest(&self, text: &str) -> Option<(&Meaning, usize)> {
        let mut key = String::new();
        let mut found = None;
        let mut letters = text.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            let end = at + letter.len_utf8();
            if !fold_into(&mut key, letter) {
                // A name does not begin with a mark, nor go on beyond the end of a clause.
                if key.is_empty() || matches!(letter, ',' | ';' | ':' | '/' | '(' | ')' | '=' | '\n') {
                    break;
                }
                continue;
            }
            if key.len() > self.longest_key + "the".len() {
                break;
            }
            let ends_a_word = letters.peek().is_none_or(|(_, next)| !next.is_alphanumeric());
            if ends_a_word && let Some(meaning) = self.meanings.get(unarticled(&key)) {
                found = Some((meaning, end));
            }
        }
        found
    }

    /// Canonical names most like these words, best first.
    pub fn nearest(&self, words: &str, kind: NameKind) -> Vec<String> {
        let key = spell(words);
        if key.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<_> = self
            .meanings
            .iter()
            .filter(|(known, _)| is_slip(known, &key))
            .map(|(known, meaning)| (strsim::jaro_winkler(known, &key), meaning))
            .collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut nearest: Vec<String> = Vec::new();
        for name in found.into_iter().flat_map(|(_, meaning)| meaning.names(kind)) {
            if nearest.len() < HINTS && !nearest.contains(&name) {
                nearest.push(name);
            }
        }
        nearest
    }
}

impl Meaning {
    /// The canonical names of this kind.
    pub fn names(&self, kind: NameKind) -> Vec<String> {
        let powers = self.power.iter().map(|power| power.name().to_owned());
        let territories = self.territories.iter().cloned();
        let cities = self.cities.iter().cloned();
        match kind {
            NameKind::Any => powers.chain(territories).chain(cities).collect(),
            NameKind::Power => powers.collect(),
            NameKind::Territory => territories.collect(),
            NameKind::City => cities.collect(),
        }
    }

    /// The minor countries among the territories.
    pub fn minors<'a>(&'a self, map: &'a Map) -> impl Iterator<Item = &'a str> {
        let is_minor = |name: &&String| {
            map.territory(name).is_some_and(|territory| matches!(territory.kind, TerritoryKind::Minor { .. }))
        };
        self.territories.iter().filter(is_minor).map(String::as_str)
    }
}

/// One spelling for all: small letters and digits without accents, marks, spaces and article.
fn spell(words: &str) -> String {
    let mut key = String::with_capacity(words.len());
    for letter in words.chars() {
        fold_into(&mut key, letter);
    }
    let bare = words.trim_start();
    let has_article = bare.get(.."the ".len()).is_some_and(|start| start.eq_ignore_ascii_case("the "));
    if has_article { key.split_off("the".len()) } else { key }
}

/// The key without an article; "Thessaloniki" has none, and no name begins with the letters otherwise.
fn unarticled(key: &str) -> &str {
    match key.strip_prefix("the") {
        Some(rest) if !rest.is_empty() && !rest.starts_with("ssaloniki") => rest,
        _ => key,
    }
}

/// Adds a letter in its plain form; `false` for what is no letter or digit.
fn fold_into(key: &mut String, letter: char) -> bool {
    let plain = match letter {
        'a'..='z' | '0'..='9' => letter,
        'A'..='Z' => letter.to_ascii_lowercase(),
        'à'..='å' | 'À'..='Å' | 'ą' | 'Ą' => 'a',
        'ç' | 'Ç' | 'ć' | 'Ć' | 'č' | 'Č' => 'c',
        'è'..='ë' | 'È'..='Ë' | 'ę' | 'Ę' | 'ě' => 'e',
        'ì'..='ï' | 'Ì'..='Ï' => 'i',
        'ł' | 'Ł' => 'l',
        'ñ' | 'Ñ' | 'ń' | 'Ń' => 'n',
        'ś' | 'Ś' | 'š' | 'Š' => 's',
        'ź' | 'Ź' | 'ż' | 'Ż' | 'ž' | 'Ž' => 'z',
        'ò'..='ö' | 'Ò'..='Ö' | 'ø' | 'Ø' => 'o',
        'ù'..='ü' | 'Ù'..='Ü' => 'u',
        _ => return false,
    };
    key.push(plain);
    true
}

/// Whether a key may be a slip of a spelling: one letter in four is wrong at most, or it is very much like it.
fn is_slip(known: &str, key: &str) -> bool {
    let is_comparable = known.as_bytes().first() == key.as_bytes().first() || known.len().abs_diff(key.len()) <= 1;
    is_comparable
        && known.len() > 2
        && (strsim::damerau_levenshtein(known, key) <= (key.len() / 4).max(1)
            || strsim::jaro_winkler(known, key) >= LIKE_A_NAME)
}

#[cfg(test)]
mod tests {
    use super::super::Scenario;
    use super::*;

    fn with_names<T>(ask: impl FnOnce(&Names) -> T) -> T {
        ask(&Scenario::embedded().unwrap().names)
    }

    #[test]
    fn every_power_is_found_by_its_usual_names() {
        with_names(|names| {
            for (words, power) in [
                ("GB", Power::Britain),
                ("england", Power::Britain),
                ("Great  Britain", Power::Britain),
                ("the Porte", Power::Turkey),
                ("OTTOMAN EMPIRE", Power::Turkey),
                ("fra", Power::France),
                ("the Russians", Power::Russia),
                ("Austria", Power::Austria),
            ] {
                let meaning = names.find(words).unwrap_or_else(|| panic!("{words}"));
                assert_eq!((meaning.power, meaning.is_adjective), (Some(power), false), "{words}");
            }
            assert!(names.find("Prussian").unwrap().is_adjective);
        });
    }

    #[test]
    fn a_spelling_means_all_that_bears_it() {
        with_names(|names| {
            let genoa = names.find("Genoa").unwrap();
            assert_eq!(
                (genoa.territories.as_slice(), genoa.cities.as_slice()),
                (&["Genoa".into()][..], &["Genoa".into()][..])
            );
            assert_eq!(names.find("the Swiss").unwrap().territories, ["Switzerland"]);
            assert_eq!(names.find("Königsberg").unwrap().cities, ["Konigsberg"]);
            assert_eq!(names.find("Gdańsk").unwrap().cities, ["Danzig"]);
            assert_eq!(names.find("Galicia").unwrap().territories.len(), 3);
            assert_eq!(names.find("Upper Egypt").unwrap().territories, ["Upper Egypt"]);
            assert_eq!(names.find("Austria").unwrap().territories, Vec::<String>::new());
            assert_eq!(names.find("Atlantis"), None);
        });
    }

    #[test]
    fn the_longest_name_at_the_beginning_is_found_as_whole_words() {
        with_names(|names| {
            let found = |text: &str| {
                let (meaning, bytes) = names.longest(text)?;
                Some((meaning.names(NameKind::Any).join("+"), text[..bytes].to_owned()))
            };
            assert_eq!(found("Upper Egypt, goes to Turkey"), Some(("Upper Egypt".into(), "Upper Egypt".into())));
            assert_eq!(found("st. petersburg by"), Some(("St Petersburg".into(), "st. petersburg".into())));
            assert_eq!(found("the Swiss 1"), Some(("Switzerland".into(), "the Swiss".into())));
            assert_eq!(found("Bavaria's corps"), Some(("Bavaria".into(), "Bavaria".into())));
            assert_eq!(found("Bavarians"), None);
            assert_eq!(found("La Rochelle"), Some(("La Rochelle".into(), "La Rochelle".into())));
            assert_eq!(found("Thessaloniki and"), Some(("Salonika".into(), "Thessaloniki".into())));
            assert_eq!(found("Egypt, Syria"), Some(("Egypt".into(), "Egypt".into())));
            assert_eq!(found("to Egypt"), None);
            assert_eq!(found(""), None);
        });
    }

    #[test]
    fn near_names_are_offered_by_kind() {
        with_names(|names| {
            assert_eq!(names.nearest("Barcelonna", NameKind::City), ["Barcelona"]);
            assert_eq!(names.nearest("Bavraia", NameKind::Territory), ["Bavaria"]);
            assert_eq!(names.nearest("Prusia", NameKind::Power)[0], "Prussia");
            assert_eq!(names.nearest("xyzzy", NameKind::Any), Vec::<String>::new());
        });
    }
}
