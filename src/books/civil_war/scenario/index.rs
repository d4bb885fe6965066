//! All public names at once, for finding them in running text: one look per word, no allocation.
//! Knows spellings only; what a name is doing in a sentence is the reader's to say.

use super::roster::LeaderId;
use board::Hex;

const LETTERS: usize = 26;

/// What a spelling may mean. Several of a kind: the writer must be asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameMeaning {
    /// Towns.
    pub places: Vec<Hex>,
    /// Leaders.
    pub leaders: Vec<LeaderId>,
}

/// Spellings by their first two letters, the longest first.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    entries: Vec<(Box<str>, NameMeaning)>,
    starts: Vec<u16>,
    /// The third letter of each entry, or 0: nearly all that cannot be meant fall by it.
    thirds: Vec<u8>,
}

impl NameIndex {
    /// Indexes spellings of small letters. Others and those of fewer than two letters are left out.
    pub(super) fn build(names: impl IntoIterator<Item = (Box<str>, NameMeaning)>) -> NameIndex {
        let mut entries: Vec<(Box<str>, NameMeaning)> = names
            .into_iter()
            .filter(|(key, _)| key.len() > 1 && key.bytes().all(|letter| letter.is_ascii_lowercase()))
            .collect();
        let rank = |key: &str| bucket(key.as_bytes()[0], key.as_bytes()[1]);
        entries.sort_by(|(one, _), (other, _)| {
            let longest = other.len().cmp(&one.len());
            rank(one).cmp(&rank(other)).then(longest).then_with(|| one.cmp(other))
        });
        let starts =
            (0..=LETTERS * LETTERS).map(|place| entries.partition_point(|(key, _)| rank(key) < place) as u16).collect();
        let thirds = entries.iter().map(|(key, _)| key.as_bytes().get(2).copied().unwrap_or(0)).collect();
        NameIndex { entries, starts, thirds }
    }

    /// The longest name that begins at the first byte of `text`, and how many bytes it takes.
    pub fn longest(&self, text: &str) -> Option<(&NameMeaning, usize)> {
        let bytes = text.as_bytes();
        let first = letter(bytes, 0)?;
        let second = letter(bytes, gap(bytes, first.1))?;
        let place = bucket(first.0, second.0);
        let from = usize::from(*self.starts.get(place)?);
        let to = usize::from(*self.starts.get(place + 1)?);
        let third = letter(bytes, gap(bytes, second.1)).map_or(0, |(third, _)| third);
        (from..to).filter(|entry| self.thirds[*entry] == 0 || self.thirds[*entry] == third).find_map(|entry| {
            let (key, meaning) = &self.entries[entry];
            Some((meaning, spelled(key, bytes)?))
        })
    }
}

fn bucket(first: u8, second: u8) -> usize {
    usize::from(first - b'a') * LETTERS + usize::from(second - b'a')
}

/// The letter at a place, small, and where the next one may begin.
fn letter(bytes: &[u8], at: usize) -> Option<(u8, usize)> {
    match *bytes.get(at)? {
        plain if plain.is_ascii_alphabetic() => Some((plain.to_ascii_lowercase(), at + 1)),
        0xC3 if matches!(bytes.get(at + 1), Some(0xA8 | 0xA9 | 0x89)) => Some((b'e', at + 2)),
        _ => None,
    }
}

/// Skips what may stand between two letters of a name.
fn gap(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            Some(b' ' | b'.' | b'\'' | b'-' | b',') => at += 1,
            Some(0xE2) if bytes[at..].starts_with("\u{2019}".as_bytes()) => at += 3,
            _ => return at,
        }
    }
}

/// The bytes that a key takes at the beginning of a text, when it is written there as whole words.
fn spelled(key: &str, bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    for (place, wanted) in key.bytes().enumerate() {
        if place > 0 && !bytes.get(at).is_some_and(u8::is_ascii_alphabetic) {
            at = gap(bytes, at);
        }
        let (found, next) = letter(bytes, at)?;
        if found != wanted {
            return None;
        }
        at = next;
    }
    match bytes.get(at) {
        Some(next) if next.is_ascii_alphanumeric() || *next >= 0xC3 && *next < 0xE2 => None,
        _ => Some(at),
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::Scenario;

    #[test]
    fn the_longest_name_at_the_beginning_is_found_however_it_is_spaced() {
        let scenario = Scenario::embedded().expect("the campaign");
        let found = |text: &str| {
            let (meaning, bytes) = scenario.gazetteer.index().longest(text)?;
            Some((meaning.places.len(), meaning.leaders.len(), text[..bytes].to_owned()))
        };
        assert_eq!(found("Fort Donelson, PP 4"), Some((1, 0, "Fort Donelson".into())));
        assert_eq!(found("St. Louis!"), Some((1, 0, "St. Louis".into())));
        assert_eq!(found("harper\u{2019}s  ferry"), Some((1, 0, "harper\u{2019}s  ferry".into())));
        assert_eq!(found("Jackson TN"), Some((1, 0, "Jackson TN".into())));
        assert_eq!(found("Jackson's force"), Some((1, 1, "Jackson".into())));
        assert_eq!(found("J. Johnston"), Some((0, 1, "J. Johnston".into())));
        assert_eq!(found("Johnston"), Some((0, 2, "Johnston".into())));
        assert_eq!(found("Columbus, KY"), Some((1, 0, "Columbus, KY".into())));
        assert_eq!(found("Leeward"), None);
        assert_eq!(found("to"), None);
        assert_eq!(found(""), None);
    }
}
