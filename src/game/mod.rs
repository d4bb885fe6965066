//! Who plays, when, and with what luck: seats, rosters, authority, phases, the clock, dice.
//! Knows nothing of mail formats or of the rules of any game.

pub mod schedule;
