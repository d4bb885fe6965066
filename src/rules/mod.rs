//! The rule books and what the house asks of each. A book knows no other book, no mail and no storage.

mod book;
pub mod case;
pub mod check;
pub mod civil_war;
pub mod eia;
mod shelf;
mod table;

pub use book::{
    Acted, Assigned, Context, LineReview, MapWish, OrderSet, Outcome, Question, RefusedActs, Review, RuleBook, Unsound,
};
pub use shelf::{Shelf, ShelfError};
pub use table::{Done, OrdersOnFile, Played, ReadOrder, Reviewed, Table, TableError, lay};
