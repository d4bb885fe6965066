//! What must hold of the book from its first day.

mod bills;
mod cases;
mod play;
mod reading;
mod reports;
mod works;
