//! The shelf: every rule book of the house, one line each. A book is laid out once per scenario document.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::about::About;
use super::book::RuleBook;
use super::settings::{Choice, Misfit, Setting, choose};
use super::table::{Table, lay};

type TellAbout = dyn Fn() -> &'static About + Send + Sync;
type FindDocument = dyn Fn(&str) -> Option<Value> + Send + Sync;
type LayTable = dyn Fn(Value) -> Result<Arc<dyn Table>, String> + Send + Sync;

/// What the shelf knows of a book without opening it.
struct Entry {
    id: &'static str,
    about: Box<TellAbout>,
    document: Box<FindDocument>,
    lay: Box<LayTable>,
}

/// The rule books that games can be played by.
#[derive(Default)]
pub struct Shelf {
    entries: Vec<Entry>,
    laid: Mutex<BTreeMap<[u8; 32], Arc<dyn Table>>>,
}

/// Why no table could be laid.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ShelfError {
    /// No such book.
    #[error("there is no rule book \"{book}\"; there are: {known}")]
    NoBook {
        /// As asked for.
        book: String,
        /// Those there are.
        known: String,
    },
    /// No such scenario.
    #[error("{book} has no scenario \"{scenario}\"; it has: {known}")]
    NoScenario {
        /// The book.
        book: String,
        /// As asked for.
        scenario: String,
        /// Those there are.
        known: String,
    },
    /// The document does not hold together.
    #[error("lay out a scenario of {book}: {why}")]
    Broken {
        /// The book.
        book: String,
        /// The hole.
        why: String,
    },
}

/// Why no table could be laid with what was chosen.
#[derive(Debug, PartialEq, Eq)]
pub enum Unlaid {
    /// There is no such book or scenario.
    Shelf(ShelfError),
    /// These choices do not fit, by their place in the list.
    Choices(Vec<(usize, Misfit)>),
    /// Each may be chosen, but not together: what the book says.
    Together(String),
}

impl From<ShelfError> for Unlaid {
    fn from(error: ShelfError) -> Self {
        Unlaid::Shelf(error)
    }
}

impl Shelf {
    /// The same shelf with one more book.
    pub fn with<B: RuleBook>(mut self, make: impl Fn() -> B + Send + Sync + Clone + 'static) -> Self {
        let (about, documents) = (make.clone(), make.clone());
        self.entries.push(Entry {
            id: B::ID,
            about: Box::new(move || about().about()),
            document: Box::new(move |scenario| documents().document(scenario)),
            lay: Box::new(move |document| lay(make(), document)),
        });
        self
    }

    /// The names of the books.
    pub fn books(&self) -> Vec<&'static str> {
        self.entries.iter().map(|entry| entry.id).collect()
    }

    /// The templates of all books, name and text.
    pub fn templates(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.entries.iter().flat_map(|entry| (entry.about)().templates.iter().copied())
    }

    /// What a book says of itself.
    pub fn about(&self, book: &str) -> Result<&'static About, ShelfError> {
        Ok((self.entry(book)?.about)())
    }

    /// A table for one of the book's own scenarios.
    pub fn table(&self, book: &str, scenario: &str) -> Result<Arc<dyn Table>, ShelfError> {
        self.table_for(book, document(self.entry(book)?, scenario)?)
    }

    /// A table for one of the book's own scenarios with other values, all of them or none.
    pub fn table_with(&self, book: &str, scenario: &str, choices: &[Choice]) -> Result<Arc<dyn Table>, Unlaid> {
        let entry = self.entry(book)?;
        let printed = document(entry, scenario)?;
        let settings = &(entry.about)().settings;
        let mut chosen = printed.clone();
        let mut misfits = Vec::new();
        let mut new_paths = Vec::new();
        for (place, choice) in choices.iter().enumerate() {
            match choose(settings, &mut chosen, choice) {
                Ok(new) => new_paths.extend(new.into_iter().map(|path| (place, path))),
                Err(wrong) => misfits.extend(wrong.into_iter().map(|misfit| (place, misfit))),
            }
        }
        if !misfits.is_empty() {
            return Err(Unlaid::Choices(misfits));
        }
        self.table_for(book, chosen).map_err(|error| match error {
            ShelfError::Broken { why, .. } => unlaid(entry, settings, &printed, (choices, &new_paths), why),
            other => other.into(),
        })
    }

    /// A table for a game's own copy of a scenario; laid once and kept.
    pub fn table_for(&self, book: &str, document: Value) -> Result<Arc<dyn Table>, ShelfError> {
        let entry = self.entry(book)?;
        let digest = Sha256::digest(format!("{book}\n{document}").as_bytes());
        let mut laid = self.laid.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = laid.get(&digest[..]) {
            return Ok(Arc::clone(table));
        }
        let table = (entry.lay)(document).map_err(|why| ShelfError::Broken { book: book.to_owned(), why })?;
        laid.insert(digest.into(), Arc::clone(&table));
        Ok(table)
    }

    fn entry(&self, book: &str) -> Result<&Entry, ShelfError> {
        self.entries
            .iter()
            .find(|entry| entry.id == book)
            .ok_or_else(|| ShelfError::NoBook { book: book.to_owned(), known: self.books().join(", ") })
    }
}

fn document(entry: &Entry, scenario: &str) -> Result<Value, ShelfError> {
    (entry.document)(scenario).ok_or_else(|| ShelfError::NoScenario {
        book: entry.id.to_owned(),
        scenario: scenario.to_owned(),
        known: (entry.about)().scenarios.join(", "),
    })
}

/// Which choice the book objects to: the one without which it has nothing to say, or those that it does not know; else all
/// of them together.
fn unlaid(
    entry: &Entry,
    settings: &[Setting],
    printed: &Value,
    (choices, new_paths): (&[Choice], &[(usize, String)]),
    why: String,
) -> Unlaid {
    let objection = |chosen: &mut dyn Iterator<Item = &Choice>| {
        let mut document = printed.clone();
        chosen.for_each(|choice| {
            let _ = choose(settings, &mut document, choice);
        });
        (entry.lay)(document).err()
    };
    let all_but =
        |left_out: usize| choices.iter().enumerate().filter(move |(at, _)| *at != left_out).map(|(_, choice)| choice);
    let said = |why: &str, is_about_name| Misfit { is_about_name, message: sentence(why), hint: None };
    let unknown: Vec<(usize, Misfit)> = new_paths
        .iter()
        .filter_map(|(place, _)| Some((*place, said(&objection(&mut choices.iter().skip(*place).take(1))?, true))))
        .collect();
    if !unknown.is_empty() {
        return Unlaid::Choices(unknown);
    }
    let to_blame = (0..choices.len()).filter(|place| objection(&mut all_but(*place)).is_none()).collect::<Vec<_>>();
    match to_blame[..] {
        [place] => Unlaid::Choices(vec![(place, said(&why, false))]),
        _ => Unlaid::Together(sentence(&why)),
    }
}

fn sentence(why: &str) -> String {
    format!("The scenario cannot be played so: {}.", why.trim_end_matches('.'))
}
