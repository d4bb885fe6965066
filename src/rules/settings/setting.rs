//! A setting of a game as its book says it, what its values can be, and what of a choice does not fit. Knows no document.

use serde_json::Value;

/// A value of the document that has a word of its own. Every other value is chosen by its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// The word ("players").
    pub name: &'static str,
    /// Where the value stands in the document, steps parted by dots.
    pub path: &'static str,
    /// What it can be.
    pub values: Values,
    /// What it settles, for people: a phrase.
    pub about: &'static str,
    /// Whether it can be another while the game is played.
    pub in_play: InPlay,
}

/// Whether a setting can be another once a game has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InPlay {
    /// It stays as the game was made.
    Stays,
    /// A game master may change it from the next phase on: whatever has been played, every state is sound with each of its values.
    MayChange,
    /// A state has a value of its own for it, at this path, which a game master sets: that prevails.
    IsSet(&'static str),
}

impl Setting {
    /// One that stays as the game was made.
    pub const fn new(name: &'static str, path: &'static str, values: Values, about: &'static str) -> Setting {
        Setting { name, path, values, about, in_play: InPlay::Stays }
    }

    /// The same, and it may be changed while the game is played.
    pub const fn that_may_change(self) -> Setting {
        Setting { in_play: InPlay::MayChange, ..self }
    }

    /// The same, and a state has a value of its own for it.
    pub const fn that_is_set(self, path: &'static str) -> Setting {
        Setting { in_play: InPlay::IsSet(path), ..self }
    }

    /// Whether a game master may change it while the game is played.
    pub fn may_change(&self) -> bool {
        self.in_play == InPlay::MayChange
    }
}

/// What a setting can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// Yes or no.
    YesNo,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// Any of these names, or none.
    Names(&'static [&'static str]),
    /// Pairs of these names, or none.
    Pairs(&'static [&'static str]),
}

/// What was chosen for one value, or for a section of the document.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The setting's name or the value's path, as written.
    pub name: String,
    /// As it was written.
    pub given: Given,
}

/// A value as it was written.
#[derive(Debug, Clone, PartialEq)]
pub enum Given {
    /// Typed.
    Words(String),
    /// From a file that has kinds of values.
    Data(Value),
}

/// Why a choice does not fit the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// Whether it is about the name; else about the value.
    pub is_about_name: bool,
    /// What is wrong: a sentence.
    pub message: String,
    /// What would have been right: a sentence.
    pub hint: Option<String>,
}

impl Values {
    /// What it can be, in words: "yes or no".
    pub fn words(&self) -> String {
        match self {
            Values::YesNo => "yes or no".to_owned(),
            Values::Words(words) => alternatives(words),
            Values::Number(least, most) => format!("a number from {least} to {most}"),
            Values::Names(names) => format!("none, or names parted by commas, of {}", names.join(", ")),
            Values::Pairs(names) => {
                format!("none, or pairs such as {}+{}, of {}", names[0], names[names.len() - 1], names.join(", "))
            }
        }
    }

    pub(super) fn read(&self, written: &str) -> Option<Value> {
        let written = written.trim();
        match self {
            Values::YesNo => yes_or_no(written).map(Value::Bool),
            Values::Words(words) => named(words, written).map(Value::from),
            Values::Number(least, most) => {
                written.parse::<i64>().ok().filter(|number| (least..=most).contains(&number)).map(Value::from)
            }
            Values::Names(names) => items(written).map(|item| named(names, item).map(Value::from)).collect(),
            Values::Pairs(names) => items(written).map(|item| pair(names, item)).collect(),
        }
    }
}

fn alternatives(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

pub(super) fn yes_or_no(written: &str) -> Option<bool> {
    match written.to_ascii_lowercase().as_str() {
        "yes" | "true" | "on" => Some(true),
        "no" | "false" | "off" => Some(false),
        _ => None,
    }
}

fn named<'a>(names: &[&'a str], written: &str) -> Option<&'a str> {
    names.iter().copied().find(|name| fold(name) == fold(written))
}

/// The items of a list as it is typed; "none" is an empty one.
pub(super) fn items(written: &str) -> impl Iterator<Item = &str> {
    let is_none = written.eq_ignore_ascii_case("none");
    written.split(',').map(str::trim).filter(move |item| !item.is_empty() && !is_none)
}

fn pair(names: &[&str], item: &str) -> Option<Value> {
    let (one, other) = item.split_once('+')?;
    let (one, other) = (named(names, one.trim())?, named(names, other.trim())?);
    (one != other).then(|| Value::from(vec![one, other]))
}

/// Names are the same however they are cased and whatever parts their words.
pub(super) fn fold(name: &str) -> String {
    name.trim().to_lowercase().replace(['-', ' '], "_")
}

impl Misfit {
    pub(super) fn name(message: impl Into<String>, hint: Option<String>) -> Misfit {
        Misfit { is_about_name: true, message: message.into(), hint }
    }

    pub(super) fn value(message: impl Into<String>, hint: Option<String>) -> Misfit {
        Misfit { is_about_name: false, message: message.into(), hint }
    }
}

/// A value as it would be typed.
pub fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) if items.iter().any(Value::is_object) => format!("a list of {} rows", items.len()),
        Value::Array(items) => {
            let parts = |item: &Value| match item {
                Value::Array(parts) => parts.iter().map(in_words).collect::<Vec<_>>().join("+"),
                item => in_words(item),
            };
            items.iter().map(parts).collect::<Vec<_>>().join(", ")
        }
        Value::Object(_) => "a section".to_owned(),
    }
}
