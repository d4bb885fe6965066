//! How armies get about: what ground costs, the way to a place, rivers as ways, where
//! whoever comes in comes to stand. Knows a scenario and a state, and no order of a turn.

mod entry;
mod fight;
mod kentucky;
mod river;
mod route;
mod sight;
mod step;

pub use entry::{entry, inside, landing, meeting};
pub use fight::{Account, Assault, Fraction, fight};
pub use kentucky::{KENTUCKY, is_in_kentucky, is_of_kentucky, is_passing_kentucky};
pub use river::{BoatWaters, Voyage, VoyageEnd, voyage};
pub use route::{Lie, Start, directions, leads, route};
pub use sight::{Outlook, Seen, is_seen, outlooks, seen};
pub use step::step;
