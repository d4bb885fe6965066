//! The rule books and what the house asks of each. A book knows no other book, no mail and no storage.

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod about;
mod as_order;
mod book;
pub mod case;
pub mod check;
mod left_out;
mod likewise;
pub mod propose;
mod recall;
pub mod scripted;
pub mod settings;
mod shelf;
mod table;
mod turn_named;

pub use about::{About, Demo};
pub use as_order::as_order;
pub use book::{
    Acted, Assigned, BySeat, Context, DoneAt, Giver, HeldMatter, LineReview, MapWish, Occasion, OpenMatter, OrderSet,
    Outcome, OwnFile, Question, RefusedActs, Review, RuleBook, Unsound,
};
pub use left_out::{NameInWords, NameKind, left_out};
pub use settings::{Choice, Given, InPlay, Misfit, Setting, Values};
pub use shelf::{Shelf, ShelfError, Unlaid};
pub use table::{Done, OrdersOnFile, Played, ReadOrder, Reviewed, Table, TableError, lay};
