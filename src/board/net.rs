//! Rivers and railways: squares that are linked because somebody says so, not because they touch. Lengths, trees and shortest
//! ways, with or without squares that are cut. Knows no game: what a label means is its caller's affair.

mod build;
mod links;
mod ways;

pub use build::{Course, Fault, NetKind, Stretch};
pub use links::Net;
pub use ways::{Passage, Ways};

#[cfg(test)]
mod tests;
