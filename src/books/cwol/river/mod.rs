//! Ships on the rivers (SNNM): where they are, whose each square is, how they move, what they meet there.

mod battery;
mod battle;
mod contact;
pub mod control;
mod flight;
mod readers;
mod ship;
mod sight;
mod state;
mod voyage;

pub use battery::{Battery, batteries};
pub use battle::{End, Fighter, fight};
pub use contact::{contacts, is_shelled_from};
pub use control::is_usable;
pub use flight::{Flight, fall_back};
pub use readers::readers_of_force;
#[cfg(test)]
pub use ship::strength_of;
pub use ship::{berth_of, complement_of, is_of_rivers, is_warship, square_of};
pub use sight::{ship_words, sights};
pub use state::{Course, RiverState, Sail, Sight};
pub use voyage::{Stop, Vessel, Waters, sail};
