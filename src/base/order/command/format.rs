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

/// What a word of a wish does. A wish has no other words: with one more it is a sentence, or courtesy behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Part(Parts),
    Maps,
    Calendar,
    Tone(Tone),
    /// What is named behind it is wanted, or is not: "no", "with".
    Wanted(bool),
    /// What was named before it is wanted, or is not; where nothing was, what is named behind it: "off", "on".
    Switched(bool),
    And,
    Or,
    Nothing,
}

#[rustfmt::skip]
const WORDS: &[(Word, &[&str])] = &[
    (Word::Part(Parts::Text), &["text", "plain", "plaintext"]),
    (Word::Part(Parts::Html), &["html"]),
    (Word::Part(Parts::Both), &["both"]),
    (Word::Maps, &["map", "maps", "picture", "pictures", "image", "images"]),
    (Word::Calendar, &["calendar", "calendars", "ics", "ical"]),
    (Word::Tone(Tone::Dark), &["dark"]),
    (Word::Tone(Tone::Light), &["light"]),
    (Word::Wanted(false), &["no", "not", "without", "stop", "drop", "skip", "dont", "never", "remove", "disable"]),
    (Word::Wanted(true), &["with", "keep", "but", "add", "include", "enable", "again", "yes"]),
    (Word::Switched(false), &["off"]),
    (Word::Switched(true), &["on"]),
    (Word::And, &["and"]),
    (Word::Or, &["or", "nor"]),
    (Word::Nothing, &[
        "please", "pls", "thanks", "thank", "you", "the", "a", "my", "me", "i", "want", "only", "alone", "just", "also", "from", "now", "for", "in", "as",
        "mail", "mails", "email", "letter", "letters", "file", "files", "entry", "entries", "mode", "version", "part", "parts", "more", "any", "to", "all", "use",
        "send", "get", "turn", "switch", "format",
    ]),
];

impl Word {
    /// Whether it is something that letters may have or be.
    fn is_named(self) -> bool {
        matches!(self, Word::Part(_) | Word::Maps | Word::Calendar | Word::Tone(_))
    }
}

/// A word, and whether another clause begins with it.
type Said = (Word, bool);

/// What letters are to be, in any order: "FORMAT text please, no html". Nothing when it is no wish, or contradicts itself.
pub(super) fn read_wish(rest: &str) -> Option<FormatWish> {
    let said = said(rest)?;
    let mut wish = Wish::default();
    for (at, (word, is_new)) in said.iter().enumerate() {
        if *is_new {
            wish.begin(false);
        }
        let is_toned = at.checked_sub(1).is_some_and(|before| matches!(said[before].0, Word::Tone(_)));
        match word {
            Word::Switched(is_on) if !wish.named.is_empty() => wish.switch_named(*is_on),
            Word::Wanted(is_wanted) | Word::Switched(is_wanted) => wish.begin(!is_wanted),
            Word::And => wish.is_joined = true,
            Word::Or if wish.is_off => wish.is_joined = true,
            Word::Or => return None,
            Word::Maps if is_toned => {}
            Word::Nothing => {}
            thing => wish.name(*thing),
        }
    }
    wish.whole()
}

/// The words; nothing when one of them has no place in a wish. What follows behind a sign and names nothing that a letter may
/// have is courtesy: "FORMAT text. Cheers, Ann".
fn said(rest: &str) -> Option<Vec<Said>> {
    let lower = rest.to_ascii_lowercase().replace(['\'', '\u{2019}'], "");
    let mut said = Vec::new();
    let mut sign_before = None;
    for (number, clause) in lower.split_inclusive([',', ';', '.', '!', ':', '=', '(', ')']).enumerate() {
        let is_value = matches!(std::mem::replace(&mut sign_before, clause.chars().last()), Some(':' | '='));
        let typed: Vec<&str> =
            clause.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let words: Vec<Option<Word>> = typed.iter().map(|typed| word(typed)).collect();
        let names_nothing = !words.iter().flatten().any(|word| word.is_named());
        if number > 0 && words.contains(&None) && names_nothing {
            continue;
        }
        for (at, (typed, word)) in typed.iter().zip(words).enumerate() {
            said.push(match (word?, is_value && at == 0) {
                (Word::Wanted(is_on) | Word::Switched(is_on), true) => (Word::Switched(is_on), false),
                (word, _) => (word, at == 0 || *typed == "but"),
            });
        }
    }
    Some(said)
}

fn word(typed: &str) -> Option<Word> {
    WORDS.iter().find(|(_, words)| words.contains(&typed)).map(|(word, _)| *word)
}

/// What was said so far.
#[derive(Default)]
struct Wish {
    /// What is named next is refused.
    is_off: bool,
    /// What is named next belongs to what was named last.
    is_joined: bool,
    /// What was named together, for an "off" behind it.
    named: Vec<Word>,
    /// All that was named, each with whether it is wanted.
    things: Vec<(Word, bool)>,
}

impl Wish {
    /// What is named from here on is refused, or is not.
    fn begin(&mut self, is_off: bool) {
        (self.is_off, self.is_joined) = (is_off, false);
        self.named.clear();
    }

    /// "No" and "off" reach over what "and" joins, and no further: "FORMAT html no maps calendar".
    fn name(&mut self, thing: Word) {
        if !std::mem::take(&mut self.is_joined) && !self.named.is_empty() {
            self.begin(false);
        }
        self.named.push(thing);
        self.things.push((thing, !self.is_off));
    }

    /// "Maps and calendar off".
    fn switch_named(&mut self, is_on: bool) {
        let count = self.things.len() - self.named.len();
        self.things[count..].iter_mut().for_each(|(_, is_wanted)| *is_wanted = is_on);
        self.begin(false);
    }

    /// Whether a thing is wanted; nothing when it was not named, an error when it is wanted and is not.
    fn wanted(&self, wanted: impl Fn(Word) -> bool) -> Result<Option<bool>, ()> {
        let mut said = self.things.iter().filter(|(thing, _)| wanted(*thing)).map(|(_, is_wanted)| *is_wanted);
        let first = said.next();
        if said.any(|other| Some(other) != first) { Err(()) } else { Ok(first) }
    }

    fn parts(&self) -> Result<Option<Parts>, ()> {
        let [text, html, both] =
            [Parts::Text, Parts::Html, Parts::Both].map(|part| self.wanted(|thing| thing == Word::Part(part)));
        Ok(match (text?, html?, both?) {
            (None, None, None) => None,
            (_, _, Some(false)) | (Some(false), Some(false), _) => return Err(()),
            (Some(false), _, Some(true)) | (_, Some(false), Some(true)) => return Err(()),
            (_, _, Some(true)) | (Some(true), Some(true), None) => Some(Parts::Both),
            (Some(true), _, None) | (None, Some(false), None) => Some(Parts::Text),
            (_, Some(true), None) | (Some(false), None, None) => Some(Parts::Html),
        })
    }

    /// Colours that are refused, as by "no dark maps", are the others.
    fn tone(&self) -> Result<Option<Tone>, ()> {
        let dark = self.wanted(|thing| thing == Word::Tone(Tone::Dark))?;
        let light = self.wanted(|thing| thing == Word::Tone(Tone::Light))?;
        match (dark, light) {
            (Some(dark), Some(light)) if dark == light => Err(()),
            (Some(true), _) | (None, Some(false)) => Ok(Some(Tone::Dark)),
            (Some(false), _) | (None, Some(true)) => Ok(Some(Tone::Light)),
            (None, None) => Ok(None),
        }
    }

    fn whole(&self) -> Option<FormatWish> {
        let maps = self.wanted(|thing| thing == Word::Maps).ok()?;
        let tone = self.tone().ok()?;
        if tone.is_some() && maps == Some(false) {
            return None;
        }
        // "FORMAT dark" and "FORMAT html, dark mode" speak of pictures all the same, and who wants their colours wants them.
        let has_pictures = maps.or(tone.map(|_| true));
        let has_calendar = self.wanted(|thing| thing == Word::Calendar).ok()?;
        let wish = FormatWish { parts: self.parts().ok()?, has_pictures, tone, has_calendar };
        (wish != FormatWish::default()).then_some(wish)
    }
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
            ("text and html", FormatWish { parts: Some(Parts::Both), ..none }),
            ("text. Cheers, Ann", FormatWish { parts: Some(Parts::Text), ..none }),
            ("no html", FormatWish { parts: Some(Parts::Text), ..none }),
            ("no maps, and no more calendar files please", FormatWish { has_pictures: off, has_calendar: off, ..none }),
            ("turn off maps and calendar", FormatWish { has_pictures: off, has_calendar: off, ..none }),
            ("maps and calendar off", FormatWish { has_pictures: off, has_calendar: off, ..none }),
            ("both, but keep the calendar", FormatWish { parts: Some(Parts::Both), has_calendar: on, ..none }),
            ("keep maps, drop calendar", FormatWish { has_pictures: on, has_calendar: off, ..none }),
            ("don't send maps", FormatWish { has_pictures: off, ..none }),
            ("turn maps off and calendar on", FormatWish { has_pictures: off, has_calendar: on, ..none }),
            ("calendar off maps on", FormatWish { has_pictures: on, has_calendar: off, ..none }),
            ("maps on calendar off", FormatWish { has_pictures: on, has_calendar: off, ..none }),
            ("html calendar off", FormatWish { parts: Some(Parts::Html), has_calendar: off, ..none }),
            (
                "text; maps: no; calendar: yes",
                FormatWish { parts: Some(Parts::Text), has_pictures: off, has_calendar: on, ..none },
            ),
            ("maps=off, calendar = on", FormatWish { has_pictures: off, has_calendar: on, ..none }),
            ("no maps or calendar", FormatWish { has_pictures: off, has_calendar: off, ..none }),
            ("text maps off", FormatWish { parts: Some(Parts::Text), has_pictures: off, ..none }),
            ("no maps text", FormatWish { parts: Some(Parts::Text), has_pictures: off, ..none }),
            (
                "html no maps calendar",
                FormatWish { parts: Some(Parts::Html), has_pictures: off, has_calendar: on, ..none },
            ),
            (
                "both light maps no calendar",
                FormatWish { parts: Some(Parts::Both), has_pictures: on, tone: Some(Tone::Light), has_calendar: off },
            ),
            ("no maps and calendar", FormatWish { has_pictures: off, has_calendar: off, ..none }),
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
        for words in [
            "pdf",
            "is maps",
            "of the report is strange",
            "looks odd in my calendar",
            "looks fine, no maps missing",
            "both of us agreed on.",
            "maps or calendar",
        ] {
            assert_eq!(read_wish(words), None, "{words}");
        }
    }

    #[test]
    fn what_contradicts_itself_is_no_wish() {
        for words in ["maps, no maps", "no calendar, calendar", "no maps, dark maps", "no text, no html", "dark, light"]
        {
            assert_eq!(read_wish(words), None, "{words}");
        }
    }
}
