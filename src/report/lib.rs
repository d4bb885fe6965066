//! What a reader who may know certain facts is sent: text, the page made of it, worksheets, pictures.
//! The only user of the template engine and of the libraries that write worksheets and pictures; knows no rules of any game.

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod address;
mod calendar;
mod enclosed;
mod engine;
mod error;
mod filters;
mod html;
mod html_table;
mod html_words;
mod lean;
mod once;
mod pages;
mod palette;
mod picture;
mod render;
mod rows;
mod rule_pages;
mod sections;
mod templates;
mod tone;
mod words;
mod workbook;

pub use address::{Addressed, address};
pub use calendar::{CalendarEntry, CalendarStamp, EntryState, calendar};
pub use enclosed::{Enclosed, EnclosedFile, Shown, plain_file};
pub use error::RenderError;
pub use filters::WIDTH;
pub use html::with_answers;
pub use lean::{LeanError, lean};
pub use once::Grain;
pub use render::{Passage, Renderer, Report};
pub use rule_pages::{Chapter, Heading, Page, RulePages, RuleSection};
