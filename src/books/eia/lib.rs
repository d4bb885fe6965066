//! Empires in Arms, the Economic Phase: seven powers, five mail windows a quarter, a state sheet kept up by the game master.
//! Text rules are cited as 8.1 to 8.11; D1 to D16 are the house decisions, listed in `docs/rules/eia.md`.

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod assign;
pub mod audience;
pub mod begin;
mod book;
pub mod calendar;
pub mod contradiction;
mod enclosures;
pub mod item;
pub mod knowledge;
pub mod measure;
pub mod months;
pub mod news;
pub mod order;
pub mod power;
pub mod read;
pub mod scenario;
pub mod sheet;
pub mod situation;
pub mod sound;
pub mod standing;
pub mod state;
pub mod territory;
pub mod turn;
pub mod windows;

pub use book::EmpiresInArms;
