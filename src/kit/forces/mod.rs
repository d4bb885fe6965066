//! Units of kinds that are data: what a kind may hold, what changes a unit, what soldiers cost, who commands. Soldiers
//! are counted by the regiment or by the man. Knows no kind, no place and no pool.

pub mod change;
pub mod command;
pub mod kind;
pub mod price;
pub mod transports;
