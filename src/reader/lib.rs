//! How a letter of orders is read, whatever the book: which lines belong together, where names stand, which words are at
//! fault. Knows lines and remarks; what an order is, the book says.

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod account;
mod collective;
mod corrected;
mod courtesy;
pub mod fair_copy;
mod governed;
mod heading;
mod held;
mod limit;
mod lines;
mod list;
mod lookalike;
pub mod loose;
pub mod loose_pulses;
mod mood;
mod outcome;
mod paragraph;
pub mod slip;
mod stretch;
mod taken_back;
mod undoing;
mod units;
mod words;

pub use account::{left_over, obstacle, priced};
pub use collective::speaks_of_all;
pub use courtesy::is_courtesy;
pub use lines::{Course, OrderLine, read_order_lines};
pub use lookalike::as_seen;
pub use mood::{Mood, moods_of};
pub use outcome::Reading;
