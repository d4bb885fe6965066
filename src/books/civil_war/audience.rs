//! Who is told what in this book (D27): a side, one commander, a supreme commander.

use base::facts::Audience;

use super::scenario::{Account, Scenario, Side};
use super::seats;

/// Every seat of a side.
pub fn side(scenario: &Scenario, side: Side) -> Audience {
    Audience::Seats(seats::seats_of(scenario, side))
}

/// Who spends this account of a side.
pub fn commander(scenario: &Scenario, side: Side, account: Account) -> Audience {
    Audience::seat(&seats::seat_of(scenario, side, account))
}

/// The supreme commander of a side.
pub fn supreme(scenario: &Scenario, side: Side) -> Audience {
    Audience::seat(&seats::sc_of(scenario, side))
}
