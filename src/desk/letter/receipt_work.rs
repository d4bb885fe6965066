//! What one letter puts into its receipt, beside what it does to sheets.

use std::collections::BTreeSet;

use serde_json::Value;

use base::order::Line;

use crate::said::fates::{Fates, TalkGoes};
use crate::said::letters::Told;

/// What one letter puts into its receipt.
#[derive(Default)]
pub struct ReceiptWork {
    /// What is said of money left: items of the book, for the writer.
    pub account: Vec<Value>,
    /// Attached files of which there is nothing to say, by name: a command read them, or they are ours.
    pub files_passed_over: Vec<String>,
    /// The sheets are to be shown.
    pub shows_sheets: bool,
    /// Maps that were asked for.
    pub drawn: Vec<Told>,
    /// What became of each line.
    pub fates: Fates,
    /// Lines that are neither orders nor commands.
    pub words: Vec<Line>,
    /// Where they go.
    pub talk_goes: TalkGoes,
    /// Lines that were not understood.
    pub unread: BTreeSet<usize>,
    /// Lines that were refused or not understood.
    pub came_back: BTreeSet<usize>,
    /// A list of orders put none on file.
    pub has_vain_list: bool,
    /// Seats that it gave, by their titles, each with the name of who holds it.
    pub given_seats: Vec<(String, String)>,
}
