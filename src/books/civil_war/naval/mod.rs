//! Ships: where they can lie, how far they patrol, what they see, and what of them is told (C4.5, C6, D22).
//! Knows the map and states; how a sub-turn is played with them is the tactical chapter's.

pub mod affairs;
pub mod chart;
pub mod facts;
pub mod order;
pub mod patrols;
pub mod strategic;
pub mod water;
pub mod zone;

pub use affairs::{Ironclad, NavalAffairs};
pub use water::Water;
