//! One order's worth of a line: its words, names and numbers, before anything is made of them.

use reader::loose_pulses::When;

use super::deeds::Deed;
use super::name::Name;

/// One order's worth of a line.
#[derive(Debug, Clone, Default)]
pub(super) struct Clause<'c> {
    /// Its words in small letters, a comma for every break.
    pub words: Vec<Part<'c>>,
    /// Its names in order.
    pub names: Vec<Name>,
    /// When; the sure one, else the lone number.
    pub when: Option<When>,
    /// The pulses can be nothing else.
    pub is_sure: bool,
    /// Another time, as of a die that fails.
    pub later: Option<When>,
    pub cp: Option<u32>,
    pub pp: Option<u32>,
    pub rail: Option<u32>,
    /// Points whose kind the verb tells: "RP".
    pub rp: Option<u32>,
    pub strength: Option<u32>,
    /// A number of nothing said.
    pub number: Option<u32>,
    /// What its verbs make of it.
    pub deed: Option<Deed>,
    /// It asks.
    pub asks: bool,
}

/// A word, or a break between parts of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part<'c> {
    /// A word.
    Word(&'c str),
    /// The name of this rank in the clause.
    Name(usize),
    /// A comma or another sign.
    Sign(char),
}

impl Clause<'_> {
    /// Whether one of these words stands in it.
    pub fn says(&self, words: &[&str]) -> bool {
        self.words
            .iter()
            .any(|part| matches!(part, Part::Word(word) if words.iter().any(|other| word.eq_ignore_ascii_case(other))))
    }

    /// Whether these words stand in it in this order, one behind the other.
    pub fn says_phrase(&self, phrase: &str) -> bool {
        (0..self.words.len()).any(|from| {
            let mut parts = self.words[from..].iter();
            phrase
                .split(' ')
                .all(|wanted| matches!(parts.next(), Some(Part::Word(word)) if word.eq_ignore_ascii_case(wanted)))
        })
    }

    pub fn has_leader(&self) -> bool {
        self.names.iter().any(|name| !name.leaders.is_empty() && name.places.is_empty())
    }

    pub fn has_place(&self) -> bool {
        self.names.iter().any(|name| !name.places.is_empty())
    }

    /// "Nobody leaves", "no one is to move": what is held is told once more.
    pub fn keeps_everybody(&self) -> bool {
        const NOBODY: &[&str] = &["nobody", "none", "noone", "no"];
        const LEAVING: &[&str] =
            &["leave", "leaves", "leaving", "move", "moves", "go", "goes", "marches", "stirs", "budges", "out"];
        self.names.is_empty() && self.when.is_none() && self.says(NOBODY) && self.says(LEAVING)
    }

    /// Only pulses and costs.
    pub fn is_bare(&self) -> bool {
        self.names.is_empty() && self.strength.is_none() && self.deed.is_none()
    }
}
