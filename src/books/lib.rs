//! The rule books of the house, one line each.

#![forbid(unsafe_code)]

pub use {civil_war, eia};

use rules::Shelf;

/// The books that games can be played by.
pub fn of_the_house() -> Shelf {
    Shelf::default().with(|| civil_war::CivilWar).with(|| eia::EmpiresInArms)
}
