//! The rule books of the house, one line each.

#![forbid(unsafe_code)]

use rules::Shelf;

#[cfg(test)]
mod phrases;

/// Each book by its crate and its type.
macro_rules! books {
    ($($of:ident :: $book:ident,)*) => {
        pub use {$($of),*};

        /// The books that games can be played by.
        pub fn of_the_house() -> Shelf {
            Shelf::default()$(.with(|| $of::$book))*
        }
    };
}

books! {
    civil_war::CivilWar,
    cwol::CivilWarOnLine,
    eia::EmpiresInArms,
}
