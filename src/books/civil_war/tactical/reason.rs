//! Why something cannot be done: one sentence, what would be right, and the rule. The same words for a receipt and a report.
//! What does not exist and what cannot be seen get the same words.

use base::order::Remark;

use super::super::order::Unplayed;
use super::super::scenario::{Account, Theatre};

/// A refusal that a receipt prints as a remark and a report as the reason why nothing came of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// A whole sentence.
    pub text: String,
    /// What would be right: a whole sentence.
    pub hint: Option<String>,
    /// The rules it rests on.
    pub rules: Vec<&'static str>,
}

impl Reason {
    /// A reason under one rule.
    pub fn new(rule: &'static str, text: impl Into<String>) -> Self {
        Self { text: text.into(), hint: None, rules: vec![rule] }
    }

    /// Says what would be right.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Names a further rule.
    pub fn rule(mut self, rule: &'static str) -> Self {
        self.rules.push(rule);
        self
    }

    /// As a refusal of a line.
    pub fn refused(self) -> Remark {
        self.remark(Remark::refused)
    }

    /// As something that must still be said.
    pub fn incomplete(self) -> Remark {
        self.remark(Remark::incomplete)
    }

    fn remark(self, make: impl FnOnce(String) -> Remark) -> Remark {
        let mut remark = make(self.text);
        if let Some(hint) = self.hint {
            remark = remark.hint(hint);
        }
        self.rules.into_iter().fold(remark, |remark, rule| remark.rule(rule))
    }
}

/// For a leader who is not there: unknown, elsewhere or the enemy's, in the same words.
pub fn no_such_leader(name: &str) -> Reason {
    Reason::new("C3.7", format!("You have no force under {name} that you know of."))
}

/// For an army that is not one of the side's own.
pub fn no_such_army(name: &str) -> Reason {
    Reason::new("C5.8", format!("You have no army called {name} that you know of."))
}

/// For a place without troops of one's own.
pub fn no_force_at(place: &str) -> Reason {
    Reason::new("C3.7", format!("You have no force at {place} that you know of."))
}

/// For words that name no place of the map, or several.
pub fn unknown_place(words: &str) -> Reason {
    Reason::new("D9", format!("{words} does not name one place of the map.")).hint("Name a town or a hex such as 4913.")
}

/// For what belongs to another commander; `who` is a seat when one commands it.
pub fn other_command(what: &str, theatre: Theatre, who: Option<&str>) -> Reason {
    let text = format!("{what} in the {} theatre, which you do not command.", theatre_name(theatre));
    let reason = Reason::new("C3.7", text);
    match who {
        Some(seat) => reason.hint(format!("Its orders come from {seat}.")),
        None => reason,
    }
}

/// A theatre as it stands in a sentence.
pub fn theatre_name(theatre: Theatre) -> String {
    Account::from(theatre).to_string()
}

/// The refusal of a matter that is not in play yet.
pub fn not_in_play(matter: Unplayed) -> Reason {
    Reason::new(matter.rule(), matter.sentence())
}
