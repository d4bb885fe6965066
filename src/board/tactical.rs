//! The 15 by 15 tactical squares inside a strategic one: where its river, banks, railways and city lie, as a scenario states
//! them or else as they follow from the strategic map. Knows no terrain but whether it is passable and how it rates.

mod field;
mod tac;

pub use field::{Field, Footing, Site, Stated};
pub use tac::{NotATac, Tac, TacSet};
