//! The database as somebody reads it: as it is committed, or from inside of a transaction with what that wrote so far.

use std::ops::Deref;

use super::engine::{Connection, Transaction};
use super::error::Tried;
use super::{Lent, Store, StoreError};

/// One reader's view. What two statements say may have a commit between them, but inside of a transaction.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    pub(super) store: &'a Store,
    within: Option<&'a Connection>,
}

impl Store {
    /// The database as it is committed.
    pub fn read(&self) -> Reading<'_> {
        Reading { store: self, within: None }
    }

    /// The database as a transaction sees it.
    pub(super) fn read_within<'a>(&'a self, transaction: &'a Connection) -> Reading<'a> {
        Reading { store: self, within: Some(transaction) }
    }
}

impl Reading<'_> {
    pub(super) fn connection(&self) -> Through<'_> {
        match self.within {
            Some(transaction) => Through::Transaction(transaction),
            None => Through::Reader(self.store.reader()),
        }
    }

    /// Reads something that several statements say, with no commit between them.
    pub(super) fn at_one_instant<T>(
        &self,
        what: &'static str,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self.within {
            Some(transaction) => read(transaction),
            None => read(&*Transaction::begin_reading(self.store.reader()).tried(what, "begin")?),
        }
    }
}

/// What is read through.
pub(super) enum Through<'a> {
    Reader(Lent<'a>),
    Transaction(&'a Connection),
}

impl Deref for Through<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        match self {
            Self::Reader(connection) => connection,
            Self::Transaction(connection) => connection,
        }
    }
}
