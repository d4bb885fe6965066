//! Orders that were proposed for lines nobody could read: what a YES and a number stands for. Knows words, and no order.

/// An order in canonical words that its reader may have filed by a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Counted on through a game, so that no two proposals to one person ever have the same.
    pub number: u32,
    /// The phase and revision that were open when it was made: it is void in any other.
    pub phase: (u32, u32),
    /// The heading under which its line stood, in the book's words.
    pub heading: Option<String>,
    /// The order.
    pub words: String,
}

impl Proposal {
    /// The order behind the heading below which it stands.
    pub fn line(&self) -> String {
        match &self.heading {
            Some(heading) => format!("{}: {}", heading.trim_end_matches(':'), self.words),
            None => self.words.clone(),
        }
    }
}

/// What was proposed to a person in a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proposals {
    /// In this phase, in the order of their numbers.
    pub open: Vec<Proposal>,
    /// The last number that was given, in whatever phase; 0 when none was.
    pub last: u32,
}
