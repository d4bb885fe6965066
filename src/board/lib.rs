//! Hexes, squares, paths, networks, distances, sight and maps on paper: geometry that any game may use.
//! Knows no game.

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod grid;
pub mod hex;
pub mod hex_set;
pub mod net;
pub mod paths;
pub mod picture;
pub mod sight;
pub mod square;
pub mod square_set;
pub mod tactical;

pub use grid::Cell;
pub use hex::{Direction, Hex};
pub use hex_set::HexSet;
pub use net::Net;
pub use square::{Compass, Square};
pub use square_set::SquareSet;
