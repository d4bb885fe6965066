//! Who is told what in this book (D13): whoever plays a power, and whom it shares its treasury with.

use base::facts::Audience;
use base::game::SeatSet;

use super::power::Power;
use super::scenario::{Scenario, TreasuryTold};
use super::state::State;

/// The seats that play a power: its own, and that of the power that runs it (8.11).
pub fn seats(state: &State, power: Power) -> SeatSet {
    let runner = state.powers.get(&power).and_then(|own| own.run_by);
    [Some(power), runner].into_iter().flatten().map(Power::seat).collect()
}

/// Whoever plays a power.
pub fn owner(state: &State, power: Power) -> Audience {
    Audience::Seats(seats(state, power))
}

/// Whoever plays one of two powers.
pub fn parties(state: &State, one: Power, other: Power) -> Audience {
    Audience::Seats(seats(state, one).into_iter().chain(seats(state, other)).collect())
}

/// Who may see a power's own treasury.
pub fn treasury(scenario: &Scenario, state: &State, power: Power) -> Audience {
    if scenario.campaign.options.treasury_told == TreasuryTold::Public {
        return Audience::Everyone;
    }
    let shared = state.powers.get(&power).into_iter().flat_map(|own| &own.treasury_shared_with);
    let readers = shared.flat_map(|other| seats(state, *other));
    Audience::Seats(seats(state, power).into_iter().chain(readers).collect())
}
