//! Civil War OnLine, the finance of the war (Specie, Loans, and Greenbacks): two governments of some thirty offices each that raise,
//! arm and pay for armies and fleets. Rules of the text are cited as SLAG 5.1, decisions of the house as D44.
//!
//! | what | where |
//! |---|---|
//! | what is fixed: cities, States, offices, every number | `scenario` |
//! | the whole truth | `state` |
//! | the orders and their language | `order`, `read`, `write` |
//! | which office may give which | `office`, `assign` |
//! | what its giver could know is wrong with an order | `review` |
//! | what is wrong with it both on receipt and in the turn | `refusal` |
//! | what acts at once: bills, votes and laws, the game master's entries | `acts`, `congress`, `entries` |
//! | ships on the rivers: where they are, whose each square is, moving and fighting | `river` |
//! | ships at sea: between which places they go, and where each is bound | `sea` |
//! | how armies get about: ground, ways, rivers, where they come to stand | `land` |
//! | the sequence of a turn, a file a step | `turn` |
//! | what a report can say, and who may read it | `item`, `entitlement`, `situation` |
//! | an office-holder who plays by himself, for demos and tests | `player` |
//! | the map of each reader, made of what he is told | `map` |
//! | the workbook and the chart that go with it; what a new holder of an office reads | `enclosures`, `welcome` |

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod account;
mod acts;
mod approval;
mod assign;
mod berth;
mod book;
mod calendar;
mod command;
mod commerce;
mod congress;
mod contact;
mod counted;
mod eagles;
mod enclosures;
mod entitlement;
mod entries;
mod facts;
mod item;
mod land;
mod map;
mod money;
mod morale;
mod neutrality;
mod office;
mod order;
mod player;
mod price;
mod read;
mod refusal;
mod review;
mod river;
mod ruled;
mod scenario;
mod sea;
mod side;
mod situation;
mod sound;
mod state;
mod strength;
mod supply;
#[cfg(test)]
mod tests;
mod turn;
mod welcome;
mod write;

pub use book::CivilWarOnLine;
