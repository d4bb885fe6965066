//! Who plays, when, and with what luck: seats, rosters, authority, phases, the clock, dice.
//! Knows nothing of mail formats or of the rules of any game.

pub mod authority;
pub mod dice;
pub mod ids;
pub mod phase;
pub mod roster;
pub mod schedule;
pub mod seeds;
pub mod shared;

pub use authority::{Refusal, Warrant, authorize};
pub use dice::{Dice, OPEN, Roll, Secret, SetDie, Throw, WHOLE, scope_of};
pub use ids::{GameId, LONGEST_GAME, LONGEST_SEAT, PlayerId, SeatId};
pub use phase::{NextPhase, Phase, PhaseClock};
pub use roster::{Format, Parts, Player, Role, Roster, Seat, SeatSet, SeatSpec, Seen, Tone};
pub use seeds::{LONGEST_SEED, SeedRows, Seeds, plain_words, seed_row};
pub use shared::Shared;
