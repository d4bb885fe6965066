//! Hexes, squares, paths, networks, distances, sight and maps on paper: geometry that any game may use.
//! Knows no game.

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod as_text;
pub mod cell_set;
pub mod grid;
pub mod hex;
pub mod net;
pub mod paths;
pub mod picture;
pub mod sight;
pub mod square;
pub mod tactical;

pub use cell_set::{CellSet, HexSet, SquareSet};
pub use grid::Cell;
pub use hex::{Direction, Hex};
pub use net::Net;
pub use square::{Compass, Square};
