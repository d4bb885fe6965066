//! The two tactical sub-turns: schedules, marches, combat, entrenchments, sightings, and the receipts of their orders.
//! One set of checks judges by what a commander knows (receipts) and by the truth (play).

pub mod account;
pub mod conditions;
pub mod knowledge;
pub mod reason;
pub mod schedule;

mod acts;
mod armies;
mod battle;
mod closing;
mod combat;
mod course;
mod draft;
mod fates;
mod field;
mod marching;
mod muster;
mod naval;
mod outlook;
mod passing;
mod plan;
mod planner;
mod play;
mod rails;
mod refuge;
mod review;
mod sorting;
mod spending;
mod transfer;
mod upkeep;
mod way;
mod works;

pub use conditions::questions;
pub use naval::{goal_of, is_at, lending};
pub use play::play;
pub use review::review;

#[cfg(test)]
mod tests;
