//! Ships at sea: the harbours, coastal waters and sea areas between which they go, and where each is bound.

mod bound;
mod way;

pub use bound::Bound;
pub use way::{how_far, is_harbor, way};
