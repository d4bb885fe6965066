//! People come, change their addresses and codes, and go. Knows who must be told of it, and that the other side is told nothing.

pub mod addresses;
pub mod appoint;
pub mod changed_hands;
pub mod code;
pub mod ending;
pub mod leaving;
pub mod locks;
pub mod masters;
pub mod newcomer;
pub mod obey;
pub mod person;
pub mod signon;
pub mod unconfirmed;
