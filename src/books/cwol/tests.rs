//! What must hold of the book from its first day.

mod bills;
mod cases;
mod enclosures;
mod play;
mod reading;
mod receipts;
mod reports;
mod works;
