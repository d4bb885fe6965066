//! What must hold of the book from its first day.

mod afloat;
mod armies;
mod bills;
mod cases;
mod catalogue;
mod enclosures;
mod fights;
mod letters;
mod maps;
mod matrix;
mod matrix_afloat;
mod mirrors;
mod numbers;
mod play;
mod players;
mod proposals;
mod random;
mod reading;
mod receipts;
mod reports;
mod rivers;
mod sea;
mod voyages;
mod wars;
mod works;
