//! Ships in the sub-turns (C4.5, C6, D22): what an order to them costs and does, how it is carried out, what is told.

mod deed;
mod drafting;
mod entry;
mod fight;
mod forts;
pub mod knowing;
pub mod lending;
mod planned;
mod recall;
mod sailing;
pub mod squadron;
mod troops;

pub use deed::NavalDeed;
pub use drafting::draft;
pub use entry::join;
pub use planned::{goal_of, initiative, is_at, perform, touched};
pub use sailing::SeaLog;
