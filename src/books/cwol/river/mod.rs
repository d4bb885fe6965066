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

pub use battery::{Battery, WORKS, batteries, left_of, thirds, works};
pub use battle::{BattleEnd, Fighter, fight};
pub use contact::{contacts, is_in_contact, is_shelled_from, ships_in_contact};
pub use control::{blockader, hostile, of_city, usable};
pub use flight::{Flight, fall_back};
pub use readers::{NEAR, commanders, readers_afloat, readers_of_force};
pub use ship::{berth_of, complement_of, crosses_border, is_of_rivers, is_warship, square_of, strength_of};
pub use sight::{lookouts, ship_words, sights};
pub use state::{Course, RiverState, Sail, Sight};
pub use voyage::{Stop, Vessel, Waters, sail};
