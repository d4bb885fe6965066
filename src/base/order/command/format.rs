//! `FORMAT`: what somebody's letters are to be, in any order of words.

use crate::game::{Parts, Tone};

/// What letters are to be from now on: what is not said stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FormatWish {
    /// Their parts.
    pub parts: Option<Parts>,
    /// Whether maps and other pictures come along.
    pub has_pictures: Option<bool>,
    /// The colours of these.
    pub tone: Option<Tone>,
    /// Whether deadlines come along as entries for a calendar.
    pub has_calendar: Option<bool>,
}

const MAPS: [&str; 5] = ["map", "maps", "picture", "pictures", "mode"];
const CALENDARS: [&str; 4] = ["calendar", "calendars", "ics", "ical"];

/// Parts of letters, maps, a calendar; what follows is courtesy: "FORMAT text please, no html". Nothing when it is no wish.
pub(super) fn read_wish(rest: &str) -> Option<FormatWish> {
    let words = rest.to_ascii_lowercase();
    let words: Vec<&str> = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let parts = words.first().and_then(|word| Parts::parse(if *word == "plain" { "text" } else { word }));
    let rest = &words[usize::from(parts.is_some())..];
    let maps = said_of(&MAPS, rest);
    // "FORMAT dark" and "FORMAT html, dark mode" speak of pictures all the same, and who wants their colours wants them.
    let tone = tone(rest, maps == Some(false));
    let has_pictures = maps.filter(|_| tone.is_none()).or(tone.map(|_| true));
    let has_calendar = said_of(&CALENDARS, rest);
    let wish = FormatWish { parts, has_pictures, tone, has_calendar };
    (wish != FormatWish::default()).then_some(wish)
}

/// Whether something is wanted, or refused by a word before or behind it. "FORMAT is maps" is no wish: what is wanted stands
/// first, behind "with" or behind something else that a letter may have.
fn said_of(names: &[&str], words: &[&str]) -> Option<bool> {
    let at = words.iter().position(|word| names.contains(word))?;
    let before = at.checked_sub(1).map(|before| words[before]);
    let is_off = |word: &str| matches!(word, "no" | "without" | "off");
    if before.is_some_and(is_off) || words.get(at + 1).is_some_and(|word| is_off(word)) && !is_named(words.get(at + 2))
    {
        return Some(false);
    }
    let is_wanted = before.is_none_or(|before| {
        is_named(Some(&before)) || (at == 1 && matches!(before, "with" | "and" | "dark" | "light" | "in"))
    });
    is_wanted.then_some(true)
}

fn is_named(word: Option<&&str>) -> bool {
    word.is_some_and(|word| MAPS.contains(word) || CALENDARS.contains(word))
}

/// The colours of the pictures, which stand before them or first of all; those refused by "no dark maps" or "dark mode off" are
/// the others.
fn tone(words: &[&str], is_off: bool) -> Option<Tone> {
    let at = words.iter().position(|word| matches!(*word, "dark" | "light"))?;
    let is_before_maps = words.get(at + 1).is_some_and(|word| MAPS.contains(word));
    let is_refused = at.checked_sub(1).is_some_and(|before| matches!(words[before], "no" | "not" | "without"));
    let is_said = at == 0 || is_before_maps;
    let is_dark = (words[at] == "dark") != (is_refused || (is_off && is_before_maps));
    is_said.then_some(if is_dark { Tone::Dark } else { Tone::Light })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(rest: &str) -> FormatWish {
        read_wish(rest).unwrap_or_else(|| panic!("{rest}"))
    }

    #[test]
    fn what_is_said_of_letters_is_read_and_the_rest_stays_as_it_is() {
        let none = FormatWish::default();
        let (on, off) = (Some(true), Some(false));
        for (words, wanted) in [
            ("text please, no html", FormatWish { parts: Some(Parts::Text), ..none }),
            ("plain", FormatWish { parts: Some(Parts::Text), ..none }),
            ("text, no maps", FormatWish { parts: Some(Parts::Text), has_pictures: off, ..none }),
            ("both with maps", FormatWish { parts: Some(Parts::Both), has_pictures: on, ..none }),
            ("maps off", FormatWish { has_pictures: off, ..none }),
            ("without pictures", FormatWish { has_pictures: off, ..none }),
            ("dark maps", FormatWish { has_pictures: on, tone: Some(Tone::Dark), ..none }),
            (
                "html, dark mode",
                FormatWish { parts: Some(Parts::Html), has_pictures: on, tone: Some(Tone::Dark), ..none },
            ),
            ("no dark maps", FormatWish { has_pictures: on, tone: Some(Tone::Light), ..none }),
            ("dark mode off", FormatWish { has_pictures: on, tone: Some(Tone::Light), ..none }),
            ("light", FormatWish { has_pictures: on, tone: Some(Tone::Light), ..none }),
            ("no calendar", FormatWish { has_calendar: off, ..none }),
            ("calendar off, please", FormatWish { has_calendar: off, ..none }),
            ("maps, calendar", FormatWish { has_pictures: on, has_calendar: on, ..none }),
            ("no maps, no calendar", FormatWish { has_pictures: off, has_calendar: off, ..none }),
            (
                "text, no maps, calendar",
                FormatWish { parts: Some(Parts::Text), has_pictures: off, has_calendar: on, ..none },
            ),
        ] {
            assert_eq!(wish(words), wanted, "{words}");
        }
    }

    #[test]
    fn a_sentence_is_no_wish() {
        for words in ["pdf", "is maps", "of the report is strange", "looks odd in my calendar"] {
            assert_eq!(read_wish(words), None, "{words}");
        }
    }
}
