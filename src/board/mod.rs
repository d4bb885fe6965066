//! Hexes, paths, distances and sight: geometry that any game may use.
//! Knows no map, no terrain and no game.

pub mod hex;
pub mod hex_set;
pub mod paths;
pub mod sight;

pub use hex::{Direction, Hex};
pub use hex_set::HexSet;
