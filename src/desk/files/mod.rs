//! What is looked up and what a decision may change, as values. Nothing here says, judges or plays anything.

pub mod acts;
pub mod arrival;
pub mod decision;
pub mod desk;
pub mod gathered;
pub mod house;
pub mod lookup;
pub mod outbox;
pub mod past;
pub mod proposal;
pub mod question;
pub mod record;
pub mod stop;
pub mod tally;
pub mod trail;
pub mod verdict;
