//! What was read of a game once and never changes under its number: tables, states, standing facts.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use crate::game::GameId;
use crate::report::Fact;
use crate::rules::Table;

/// A value and the number or hash of what it was read from.
type Read<K, T> = Option<(K, Arc<T>)>;

/// The last of each kind that was read of one game.
#[derive(Default, Clone)]
pub(super) struct Known {
    pub(super) table: Read<String, dyn Table>,
    pub(super) state: Read<i64, Value>,
    pub(super) standing: Read<i64, Vec<Fact<Value>>>,
}

/// By game.
#[derive(Default)]
pub(super) struct Cache(Mutex<BTreeMap<GameId, Known>>);

impl Cache {
    /// What is known of a game.
    pub(super) fn of(&self, game: &GameId) -> Known {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(game).cloned().unwrap_or_default()
    }

    /// Remembers more of a game.
    pub(super) fn note(&self, game: &GameId, note: impl FnOnce(&mut Known)) {
        note(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(game.clone()).or_default());
    }
}

/// The value, if it was read from what is asked for.
pub(super) fn same<K: PartialEq, T: ?Sized>(read: Option<(K, Arc<T>)>, from: &K) -> Option<Arc<T>> {
    read.filter(|(known, _)| known == from).map(|(_, value)| value)
}
