//! The shelf: every rule book of the house, one line each. A book is laid out once per scenario document.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::book::RuleBook;
use super::table::{Table, lay};

type ListScenarios = dyn Fn() -> Vec<String> + Send + Sync;
type FindDocument = dyn Fn(&str) -> Option<Value> + Send + Sync;
type LayTable = dyn Fn(Value) -> Result<Arc<dyn Table>, String> + Send + Sync;

/// What the shelf knows of a book without opening it.
struct Entry {
    id: &'static str,
    scenarios: Box<ListScenarios>,
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

impl Shelf {
    /// The books of the house.
    pub fn of_the_house() -> Self {
        Self::default().with(|| super::civil_war::CivilWar).with(|| super::eia::EmpiresInArms)
    }

    /// The same shelf with one more book.
    pub fn with<B: RuleBook>(mut self, make: impl Fn() -> B + Send + Sync + Clone + 'static) -> Self {
        let (names, documents) = (make.clone(), make.clone());
        self.entries.push(Entry {
            id: B::ID,
            scenarios: Box::new(move || names().scenarios()),
            document: Box::new(move |scenario| documents().document(scenario)),
            lay: Box::new(move |document| lay(make(), document)),
        });
        self
    }

    /// The names of the books.
    pub fn books(&self) -> Vec<&'static str> {
        self.entries.iter().map(|entry| entry.id).collect()
    }

    /// The names of a book's scenarios.
    pub fn scenarios(&self, book: &str) -> Result<Vec<String>, ShelfError> {
        Ok((self.entry(book)?.scenarios)())
    }

    /// A table for one of the book's own scenarios.
    pub fn table(&self, book: &str, scenario: &str) -> Result<Arc<dyn Table>, ShelfError> {
        let entry = self.entry(book)?;
        let document = (entry.document)(scenario).ok_or_else(|| ShelfError::NoScenario {
            book: book.to_owned(),
            scenario: scenario.to_owned(),
            known: (entry.scenarios)().join(", "),
        })?;
        self.table_for(book, document)
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
