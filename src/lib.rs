//! Adjutant, the automated game master of play-by-email wargames.
//!
//! A functional core in an imperative shell. The core takes letters, states, orders, dice and the time as values, asks a
//! trait for what is on file, and returns decisions as values; the shell fetches, stores and sends.
//!
//! | storey | crates and modules | |
//! |---|---|---|
//! | shell | [`cli`], [`daemon`], [`post`], [`store`] | IO, thin, few branches |
//! | desk  | [`desk`] | a letter, a deadline or a reminder becomes a decision |
//! | books | [`books`], [`rules`], [`reader`], [`board`], [`kit`] | game systems, what the house asks of each, how their orders are read, and what they share |
//! | base  | [`game`], [`order`], [`facts`] (of `base`), [`mail`], [`report`] | who and when; orders as data; who may know what; letters as data; pages of facts |
//!
//! Beside them stand `embed`, which build scripts use, and `heap`, the program's allocator.
//!
//! Two walks lead through the house. A letter: `post` fetches, `store` keeps, `mail` parses, `desk` identifies its
//! writer and judges it, `store` commits the decision, `post` delivers the answer. A deadline: `desk` plays the phase
//! with the game's rule book, `report` filters the facts and renders one letter per viewer, `store` commits, `post`
//! delivers.

#![forbid(unsafe_code)]

pub use base::{facts, game, order};
pub use {board, books, daemon, desk, kit, mail, post, reader, report, rules, store};

pub mod cli;
