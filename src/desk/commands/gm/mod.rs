//! What the game masters alone may do. Each act is journalled with who, when and why; those whose facts change are told.

pub mod dice;
pub mod late;
pub mod obey;
pub mod on_behalf;
pub mod rollback;
pub mod rule;
pub mod set;
pub mod settings;
pub mod setup;
pub mod timing;
pub mod undone_acts;
pub mod whatif;
pub mod who;
