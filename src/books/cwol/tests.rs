//! What must hold of the book from its first day.

mod bills;
mod cases;
mod letters;
mod play;
mod players;
mod reading;
mod reports;
mod works;
