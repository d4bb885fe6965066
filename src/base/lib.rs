//! What everything rests on: who plays and when ([`game`]), orders as data ([`order`]), facts and who may know them ([`facts`]),
//! what follows from a secret ([`derived`]).
//! Knows no letters, no pages and no rules.

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod derived;
pub mod facts;
pub mod game;
pub mod order;
pub mod planted;
