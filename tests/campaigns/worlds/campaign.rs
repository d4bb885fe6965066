//! What the random games of one rule book are made of. Each book has a module of its own; nothing else here knows a rule.

use crate::support::chance::Chance;
use crate::support::club::Setup;

/// One book's part in the worlds.
pub struct Campaign {
    /// The game and who plays it.
    pub setup: &'static Setup,
    /// The kind of a phase, counted from 0.
    pub kind_of: fn(usize) -> &'static str,
    /// The first phases, for which nobody writes when worlds are compared.
    pub quiet: usize,
    /// What pairs of worlds differ in, what matters most in this book first.
    pub differences: &'static [Difference],
    /// How many phases a pair of worlds may have.
    pub lengths: &'static [usize],
    /// A line of orders for a kind of phase, legal or not.
    pub order: fn(&mut Chance, &str) -> String,
    /// An order with a word where a name may stand.
    pub naming: fn(&str) -> String,
    /// What players ask beside their orders.
    pub asks: &'static [&'static str],
    /// A line of orders that is asked about, or forged.
    pub tried: &'static str,
    /// A letter of the game master about points that only some may know.
    pub points: fn(&mut Chance) -> Points,
    /// A letter of his about points that a seat may not know, with these of them.
    pub hidden_points: fn(&str, u32) -> String,
}

/// What one of two worlds has more or otherwise; a seat that has no part in it must not notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// Others write other words beside their orders.
    Words,
    /// Others write more letters: questions, dry runs, nonsense.
    Letters,
    /// Others order something else; nothing is played yet.
    Orders,
    /// Letters come in others' names that prove nothing.
    Forgeries,
    /// Others write to each other.
    Press,
    /// The GM asks who is missing.
    Questions,
    /// Strangers and machines write.
    Strangers,
    /// The GM corrects the other side's points; nothing is played yet.
    Points,
}

impl Difference {
    /// Whether the phase may be played before the worlds are compared.
    pub fn stays_unseen(self) -> bool {
        !matches!(self, Difference::Orders | Difference::Points)
    }
}

/// Points that the game master sets, and who may know of them.
pub struct Points {
    /// His letter.
    pub text: String,
    /// Words in it that may be read by nobody else.
    pub words: Vec<String>,
    /// Who may read them.
    pub readers: Vec<&'static str>,
}

/// A letter that may say one thing or another, and nobody but some may know which until a phase is over.
pub struct Secret {
    /// Whose letter it is: a seat, or "gm".
    pub writer: &'static str,
    /// Who may notice.
    pub knows: Vec<&'static str>,
    /// The phase in which it is sent.
    pub sent: usize,
    /// The phase whose end may tell everybody.
    pub until: usize,
    /// Both letters.
    pub texts: [String; 2],
}

impl Campaign {
    /// The letters of one seat in one phase are legal or not, but always of this book.
    pub fn orders(&self, chance: &mut Chance, kind: &str) -> Vec<String> {
        (0..2 + chance.below(4)).map(|_| (self.order)(chance, kind)).collect()
    }
}
