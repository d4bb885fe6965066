//! What was last read of games, as long as they are used: states, sheets and standing facts under the hash of what they were
//! read from, tables under their document's. Nothing here has to be forgotten when something is written.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use base::facts::StandingFacts;
use base::game::{GameId, SeatId, Shared};
use base::order::Sheet;
use rules::Table;

/// Most games remembered at a time.
const MOST_GAMES: usize = 512;
/// Most tables remembered at a time: games of one scenario share theirs.
const MOST_TABLES: usize = 32;

/// A value and the hash of what it was read from.
type Read<T> = Option<(String, Arc<T>)>;

/// The last of each kind that was read of one game.
#[derive(Default, Clone)]
pub(super) struct Known {
    pub(super) state: Read<Value>,
    pub(super) standing: Read<StandingFacts<Value>>,
    /// By seat, under its seal, its revision and its arrival.
    pub(super) sheets: BTreeMap<SeatId, (String, Shared<Sheet<Value>>)>,
}

struct Entry {
    known: Known,
    used: Instant,
}

#[derive(Default)]
struct Games {
    entries: BTreeMap<GameId, Entry>,
    /// By book and hash of the document.
    tables: BTreeMap<(String, String), Arc<dyn Table>>,
}

/// By game.
#[derive(Default)]
pub(super) struct Cache(Mutex<Games>);

impl Cache {
    /// What is known of a game.
    pub(super) fn of(&self, game: &GameId) -> Known {
        let mut games = self.lock();
        let Some(entry) = games.entries.get_mut(game) else { return Known::default() };
        entry.used = Instant::now();
        entry.known.clone()
    }

    /// The table of a document, laid for whatever game.
    pub(super) fn table(&self, book: &str, document: &str) -> Option<Arc<dyn Table>> {
        self.lock().tables.get(&(book.to_owned(), document.to_owned())).cloned()
    }

    /// Remembers the table of a document.
    pub(super) fn note_table(&self, book: &str, document: &str, table: &Arc<dyn Table>) {
        let mut games = self.lock();
        if games.tables.len() >= MOST_TABLES {
            games.tables.pop_first();
        }
        games.tables.insert((book.to_owned(), document.to_owned()), Arc::clone(table));
    }

    /// Remembers more of a game.
    pub(super) fn note(&self, game: &GameId, note: impl FnOnce(&mut Known)) {
        note(&mut self.lock().entry(game).known);
    }

    /// Lets go of games that nobody asked for in so long.
    pub(super) fn forget_unused(&self, since: Duration) {
        self.lock().entries.retain(|_, entry| entry.used.elapsed() < since);
    }

    fn lock(&self) -> MutexGuard<'_, Games> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Games {
    fn entry(&mut self, game: &GameId) -> &mut Entry {
        if !self.entries.contains_key(game) && self.entries.len() >= MOST_GAMES {
            self.drop_oldest();
        }
        let new = || Entry { known: Known::default(), used: Instant::now() };
        let entry = self.entries.entry(game.clone()).or_insert_with(new);
        entry.used = Instant::now();
        entry
    }

    fn drop_oldest(&mut self) {
        let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used).map(|(game, _)| game.clone());
        if let Some(game) = oldest {
            self.entries.remove(&game);
        }
    }
}

/// The value, if it was read from what has this hash.
pub(super) fn same<T: ?Sized>(read: Option<(String, Arc<T>)>, hash: &str) -> Option<Arc<T>> {
    read.filter(|(known, _)| known == hash).map(|(_, value)| value)
}
