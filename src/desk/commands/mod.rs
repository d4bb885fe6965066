//! What a letter may ask, one file a command with its act beside it. No command calls the judge.

pub mod about;
pub mod game_settings;
pub mod gm;
pub mod help;
pub mod maps;
pub mod obey;
pub mod orders;
pub mod pace;
pub mod people;
pub mod preferences;
pub mod press;
pub mod report;
pub mod seats;
pub mod seed;
pub mod trace;
