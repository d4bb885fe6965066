//! Adjutant, the automated game master of play-by-email wargames.
//!
//! A functional core in an imperative shell. The core takes letters, states, orders, dice and the time as values, asks a
//! trait for what is on file, and returns decisions as values; the shell fetches, stores and sends.
//!
//! | storey | folders | |
//! |---|---|---|
//! | shell | [`cli`], [`daemon`], [`post`], [`store`] | IO, thin, few branches |
//! | desk  | [`desk`] | a letter, a deadline or a reminder becomes a decision |
//! | books | [`rules`], [`board`] | game systems, and the geometry they share |
//! | base  | [`game`], [`mail`], [`order`], [`report`] | who and when; letters as data; orders as data; who may know what |
//!
//! Two walks lead through the house. A letter: `post` fetches, `store` keeps, `mail` parses, `desk` identifies its
//! writer and judges it, `store` commits the decision, `post` delivers the answer. A deadline: `desk` plays the phase
//! with the game's rule book, `report` filters the facts and renders one letter per viewer, `store` commits, `post`
//! delivers.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod board;
#[allow(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod cli;
#[allow(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod daemon;
pub mod desk;
pub mod game;
pub mod kit;
pub mod mail;
pub mod order;
mod planted;
#[allow(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod post;
pub mod report;
pub mod rules;
#[allow(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod store;
