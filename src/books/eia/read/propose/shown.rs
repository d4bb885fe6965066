//! A treasury that is shown to another power, or no longer (D13).

use super::parts::Finding;
use crate::order::Act;

const TREASURY: &[&str] = &["treasury", "finances", "accounts", "books", "account", "purse"];
const SHOWS: &[&str] = &[
    "share", "shares", "sharing", "show", "shows", "showing", "shown", "reveal", "reveals", "disclose", "see", "look",
    "open", "opens",
];
const HIDES: &[&str] = &["stop", "stops", "hide", "hides", "longer", "conceal", "close", "end", "ends"];

impl Finding<'_, '_> {
    /// The treasury and whoever may look into it.
    pub fn shown(&self) -> Vec<Act> {
        let hides = self.is_denied || self.says(HIDES);
        if !self.says(TREASURY)
            || !(self.says(SHOWS) || self.says(HIDES) || hides && self.says(&["see"]))
            || !self.numbers().is_empty()
        {
            return Vec::new();
        }
        let powers = self.powers();
        let share = |with| Act::ShareTreasury { with, is_shared: !hides };
        match powers[..] {
            [(_, with)] => vec![share(with)],
            _ => Vec::new(),
        }
    }
}
