//! The seam between the store and its database: connections, transactions, statements and rows. Nothing outside of this folder
//! names the driver.

mod plan;
mod sqlite;

pub use sqlite::Failure;
pub(super) use sqlite::{Connection, Purpose, Transaction, sql, survey};
