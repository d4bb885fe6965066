//! The Civil War 1861-65 by mail: supreme and theatre commanders, command and pulse points, fog.
//! Text rules are cited as C1.1 to C7.3; D1 to D30 are the house decisions, listed in `docs/rules/civil-war.md`.

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod assign;
pub mod audience;
pub mod begin;
mod book;
pub mod commander;
pub mod condition;
pub mod contradiction;
pub mod distribution;
pub mod grants;
pub mod item;
pub mod leaders;
mod maps;
pub mod naval;
pub mod order;
mod rail_shares;
pub mod read;
pub mod resources;
pub mod scenario;
pub mod seats;
pub mod shares;
pub mod sight;
pub mod situation;
pub mod sound;
pub mod state;
pub mod strategic;
pub mod supply;
pub mod tactical;
pub mod territory;
pub mod turn;
mod versions;
pub mod victory;

pub use book::CivilWar;
