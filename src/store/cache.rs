//! Games as they were last read, as long as they are used. A record is good until anything of its game is written, but
//! for orders, which are put into it; its state and standing facts are good under their number for ever, and a table
//! under its document's hash for all games.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::desk::{Change, Decision, GameRecord};
use crate::game::GameId;
use crate::report::Standing;
use crate::rules::Table;

/// Most games remembered at a time.
const MOST_GAMES: usize = 512;
/// Most tables remembered at a time: games of one scenario share theirs.
const MOST_TABLES: usize = 32;

/// A value and the number or hash of what it was read from.
type Read<K, T> = Option<(K, Arc<T>)>;

/// The last of each kind that was read of one game.
#[derive(Default, Clone)]
pub(super) struct Known {
    pub(super) state: Read<i64, Value>,
    pub(super) standing: Read<i64, Standing<Value>>,
}

struct Entry {
    known: Known,
    record: Option<GameRecord>,
    used: Instant,
}

#[derive(Default)]
struct Games {
    entries: BTreeMap<GameId, Entry>,
    /// By book and hash of the document.
    tables: BTreeMap<(String, String), Arc<dyn Table>>,
    /// Counts what was written, so that a record read before a write is not remembered after it.
    writes: u64,
}

/// Records as decisions will leave them, and how much had been written when that was found out.
pub(super) struct Ahead {
    records: BTreeMap<GameId, Option<GameRecord>>,
    writes: u64,
}

/// By game.
#[derive(Default)]
pub(super) struct Cache(Mutex<Games>);

impl Cache {
    /// What is known of a game.
    pub(super) fn of(&self, game: &GameId) -> Known {
        let mut games = self.lock();
        let entry = games.entries.get_mut(game);
        entry
            .map(|entry| {
                entry.used = Instant::now();
                entry.known.clone()
            })
            .unwrap_or_default()
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

    /// The record of a game, if nothing was written since it was read.
    pub(super) fn record(&self, game: &GameId) -> Option<GameRecord> {
        let mut games = self.lock();
        let entry = games.entries.get_mut(game)?;
        entry.used = Instant::now();
        entry.record.clone()
    }

    /// How much was written by now; to be asked before a record is read.
    pub(super) fn writes(&self) -> u64 {
        self.lock().writes
    }

    /// Remembers a record that was read when so much had been written.
    pub(super) fn note_record(&self, record: &GameRecord, writes: u64) {
        let mut games = self.lock();
        if games.writes == writes {
            games.entry(&record.id).record = Some(record.clone());
        }
    }

    /// Forgets the records that these decisions are about to change, and whatever is being read just now. Called before
    /// and after they are written, whether or not that succeeds.
    pub(super) fn forget_changed<'a>(&self, decisions: impl IntoIterator<Item = &'a Decision>) {
        let mut games = self.lock();
        games.writes += 1;
        for decision in decisions {
            for change in &decision.changes {
                match change {
                    Change::PutSheet { game, .. } => games.forget(game),
                    // What is remembered of answers to people shows in no record.
                    Change::PutTally { .. } => {}
                    // People, seats and letters belong to more games than are named.
                    _ => games.entries.values_mut().for_each(|entry| entry.record = None),
                }
            }
            // A letter that waits for the GM shows in the record of its game.
            let held = decision.letters.iter().filter(|letter| letter.is_held);
            held.filter_map(|letter| letter.game.as_ref()).for_each(|game| games.forget(game));
        }
    }

    /// The records that these decisions are about to change, as they will leave them; asked before [`Self::forget_changed`].
    /// None when they change anything but orders on file.
    pub(super) fn ahead_of(&self, decisions: &[&Decision]) -> Ahead {
        let games = self.lock();
        let mut ahead = Ahead { records: BTreeMap::new(), writes: games.writes };
        if decisions.iter().flat_map(|decision| &decision.letters).any(|letter| letter.is_held) {
            return ahead;
        }
        for change in decisions.iter().flat_map(|decision| &decision.changes) {
            let is_known = match change {
                Change::PutSheet { game, number, seat, sheet } => {
                    let known = || games.entries.get(game).and_then(|entry| entry.record.clone());
                    let record = ahead.records.entry(game.clone()).or_insert_with(known);
                    *record = record.take().filter(|record| record.phase_number() == *number);
                    record.iter_mut().for_each(|it| drop(it.sheets.insert(seat.clone(), sheet.clone())));
                    true
                }
                Change::PutTally { .. } => true,
                _ => false,
            };
            if !is_known {
                ahead.records.clear();
                break;
            }
        }
        ahead
    }

    /// Remembers records as the decisions left them that were written just now, unless anything else was written meanwhile.
    pub(super) fn note_ahead(&self, ahead: Ahead) {
        // Once before they were written, once after.
        const TIMES_FORGOTTEN: u64 = 2;
        let mut games = self.lock();
        if games.writes != ahead.writes + TIMES_FORGOTTEN {
            return;
        }
        for record in ahead.records.into_values().flatten() {
            let id = record.id.clone();
            games.entry(&id).record = Some(record);
        }
    }

    /// Forgets games that nobody asked for in so long.
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
        let new = || Entry { known: Known::default(), record: None, used: Instant::now() };
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

    fn forget(&mut self, game: &GameId) {
        if let Some(entry) = self.entries.get_mut(game) {
            entry.record = None;
        }
    }
}

/// The value, if it was read from what is asked for.
pub(super) fn same<K: PartialEq, T: ?Sized>(read: Option<(K, Arc<T>)>, from: &K) -> Option<Arc<T>> {
    read.filter(|(known, _)| known == from).map(|(_, value)| value)
}
