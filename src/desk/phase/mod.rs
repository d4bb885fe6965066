//! How a game stands, and how its phase is opened, tried and played. Knows no letter that comes in.

pub mod dice_told;
pub mod matters;
pub mod options;
pub mod questions;
pub mod reports;
pub mod seeds;
pub mod sheets;
pub mod standing;
pub mod turn;
