//! What must hold of the book from its first day.

mod armies;
mod bills;
mod cases;
mod enclosures;
mod letters;
mod matrix;
mod play;
mod players;
mod reading;
mod receipts;
mod reports;
mod rivers;
mod works;
