//! What several rule books share: accounts and, later, forces and builds. Knows no one game.

pub mod ledger;
pub mod remembered;
