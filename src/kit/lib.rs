//! What several rule books share: money and men, builds, forces, lines of contact, ranks, votes. Knows no one game.

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod amount;
pub mod capture;
pub mod commerce;
pub mod contact;
pub mod forces;
pub mod forecast;
pub mod funds;
pub mod jobs;
pub mod ledger;
pub mod plot;
pub mod pools;
pub mod rank;
pub mod remembered;
pub mod rising;
pub mod stores;
pub mod upkeep;
pub mod votes;
