//! A letter is judged: who wrote it, whether it counts, what it asks, and the one way through it.

pub mod carry_out;
pub mod confirm;
pub mod console;
pub mod delivery;
pub mod hold;
pub mod in_doubt;
pub mod incoming;
pub mod judge;
pub mod meant;
pub mod one_proposal;
pub mod rows;
pub mod stranger;
pub mod talk;
pub mod trouble;
pub mod unaddressed;
pub mod unconfirmed;
pub mod unread;
