//! A campaign of civil-war by mail with seven correspondents and a game master. The test file that uses it has `club` beside it.

use std::ops::{Deref, DerefMut};

use adjutant::cli::stage::Stage;

use crate::support::club::{Club, Setup};

/// The seats, in the order of reports.
pub const SEATS: [&str; 7] = ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"];

/// Who plays.
pub static SETUP: Setup = Setup {
    game: "war",
    scenario: "civil-war/1861",
    seats: &[
        ("usa-sc", "Ulrike"),
        ("usa-east", "Emil"),
        ("usa-west", "Wanda"),
        ("usa-trans", "Tristan"),
        ("csa-sc", "Cornelia"),
        ("csa-east", "Edgar"),
        ("csa-west", "Winifred"),
    ],
    kinds: &["strategic", "tactical"],
};

/// A campaign at some moment.
pub struct War(Club);

impl War {
    /// The same on another stage.
    pub fn with(self, change: impl FnOnce(Stage) -> Stage) -> Self {
        Self(self.0.with(change))
    }

    /// A game with all seats filled, its strategic phase open.
    pub async fn begin() -> Self {
        Self(Club::begin(&SETUP).await)
    }

    /// The same with pictures in its letters.
    pub async fn begin_with_pictures() -> Self {
        Self(Club::begin_with(&SETUP, true).await)
    }
}

impl Deref for War {
    type Target = Club;

    fn deref(&self) -> &Club {
        &self.0
    }
}

impl DerefMut for War {
    fn deref_mut(&mut self) -> &mut Club {
        &mut self.0
    }
}

/// The address of the player of a seat.
pub fn address(seat: &str) -> String {
    SETUP.address(seat)
}
