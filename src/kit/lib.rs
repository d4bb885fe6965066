//! What several rule books share: accounts and, later, forces and builds. Knows no one game.

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod ledger;
pub mod remembered;
