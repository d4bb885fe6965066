//! What must hold of the book from its first day.

mod cases;
mod matrix;
mod play;
mod reading;
mod reports;
mod works;
