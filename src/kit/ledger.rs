//! Accounts by double entry: every posting moves points from one account to another and cites its step, so that opening
//! plus postings equals closing for every account, and nothing comes from nowhere.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// What is counted: money and manpower are kept apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Money.
    Money,
    /// Manpower.
    Manpower,
}

/// One posting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Posting {
    /// The step of the rules ("8.5.1").
    pub step: String,
    /// What is counted.
    pub measure: Measure,
    /// The account it leaves.
    pub from: String,
    /// The account it enters.
    pub to: String,
    /// How much; never negative.
    pub amount: u32,
    /// What for ("corps 9").
    pub text: String,
}

/// The accounts of a game: what each held when the books were last closed, and the postings since.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// By account and measure.
    pub opening: BTreeMap<String, BTreeMap<Measure, i64>>,
    /// Since then, in order.
    pub postings: Vec<Posting>,
}

impl Ledger {
    /// Moves points from one account to another, citing the step. Nothing, or from an account to itself, is no posting.
    pub fn post(&mut self, step: &str, measure: Measure, from: &str, to: &str, amount: u32, text: impl Into<String>) {
        if amount == 0 || from == to {
            return;
        }
        self.postings.push(Posting {
            step: step.to_owned(),
            measure,
            from: from.to_owned(),
            to: to.to_owned(),
            amount,
            text: text.into(),
        });
    }

    /// What an account held when the books were last closed.
    pub fn opened_with(&self, account: &str, measure: Measure) -> i64 {
        self.opening.get(account).and_then(|measures| measures.get(&measure)).copied().unwrap_or(0)
    }

    /// What an account holds now.
    pub fn balance(&self, account: &str, measure: Measure) -> i64 {
        let changes = self.postings.iter().map(|posting| posting.change(account, measure));
        self.opened_with(account, measure) + changes.sum::<i64>()
    }

    /// The postings that changed an account, in order.
    pub fn postings_of<'a>(&'a self, account: &'a str) -> impl Iterator<Item = &'a Posting> {
        self.postings.iter().filter(move |posting| posting.from == account || posting.to == account)
    }

    /// Every account that was ever named, in order.
    pub fn accounts(&self) -> BTreeSet<&str> {
        let posted = self.postings.iter().flat_map(|posting| [posting.from.as_str(), posting.to.as_str()]);
        self.opening.keys().map(String::as_str).chain(posted).collect()
    }

    /// Closes the books: what each account holds now is what it opens with, and the postings are put away.
    pub fn close(&mut self) {
        let mut closing: BTreeMap<String, BTreeMap<Measure, i64>> = BTreeMap::new();
        for account in self.accounts() {
            for measure in Measure::BOTH {
                let balance = self.balance(account, measure);
                if balance != 0 {
                    closing.entry(account.to_owned()).or_default().insert(measure, balance);
                }
            }
        }
        self.opening = closing;
        self.postings.clear();
    }

    /// Whether the books hold together; else why not. Opening plus postings equals closing over all accounts, every
    /// posting moves something and says by which step.
    pub fn sound(&self) -> Result<(), String> {
        for (place, posting) in self.postings.iter().enumerate() {
            if posting.amount == 0 || posting.from == posting.to || posting.step.is_empty() {
                return Err(format!("posting {} moves nothing or names no step", place + 1));
            }
        }
        let accounts = self.accounts();
        for measure in Measure::BOTH {
            let opening: i64 = accounts.iter().map(|account| self.opened_with(account, measure)).sum();
            let closing: i64 = accounts.iter().map(|account| self.balance(account, measure)).sum();
            if opening != closing {
                return Err(format!("the accounts opened with {opening} of {} and hold {closing}", measure.name()));
            }
        }
        Ok(())
    }
}

impl Posting {
    /// What it adds to an account, or takes from it.
    pub fn change(&self, account: &str, measure: Measure) -> i64 {
        let amount = if self.measure == measure { i64::from(self.amount) } else { 0 };
        i64::from(self.to == account) * amount - i64::from(self.from == account) * amount
    }
}

impl Measure {
    /// Money and manpower.
    pub const BOTH: [Measure; 2] = [Measure::Money, Measure::Manpower];

    /// The word in letters.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Money => "money",
            Measure::Manpower => "manpower",
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ACCOUNTS: [&str; 4] = ["france", "Bavaria", "taxes", "maintenance"];

    #[test]
    fn a_posting_takes_from_one_account_what_it_gives_to_another() {
        let mut ledger = Ledger::default();
        ledger.opening.entry("france".to_owned()).or_default().insert(Measure::Money, 7);
        ledger.post("8.2.1", Measure::Money, "taxes", "france", 50, "taxes of 18 provinces");
        ledger.post("8.5.1", Measure::Money, "france", "maintenance", 9, "corps 9");
        assert_eq!(ledger.balance("france", Measure::Money), 48);
        assert_eq!(ledger.balance("taxes", Measure::Money), -50);
        assert_eq!(ledger.balance("france", Measure::Manpower), 0);
        assert_eq!(ledger.postings_of("maintenance").count(), 1);
        assert_eq!(ledger.sound(), Ok(()));
    }

    #[test]
    fn nothing_is_no_posting() {
        let mut ledger = Ledger::default();
        ledger.post("8.3", Measure::Money, "france", "spain", 0, "a loan");
        ledger.post("8.3", Measure::Money, "france", "france", 4, "a loan");
        assert_eq!(ledger, Ledger::default());
    }

    #[test]
    fn a_posting_made_by_hand_that_names_no_step_is_not_sound() {
        let mut ledger = Ledger::default();
        ledger.post("", Measure::Money, "france", "spain", 3, "a loan");
        assert_eq!(ledger.sound(), Err("posting 1 moves nothing or names no step".to_owned()));
    }

    fn posting() -> impl Strategy<Value = (usize, usize, u32, bool)> {
        (0..ACCOUNTS.len(), 0..ACCOUNTS.len(), 0..1000_u32, any::<bool>())
    }

    proptest! {
        #[test]
        fn eia_8_0b_opening_and_postings_make_the_closing_however_often_the_books_are_closed(
            postings in prop::collection::vec(posting(), 0..60),
            close_every in 1..20_usize,
        ) {
            let (mut open, mut closed) = (Ledger::default(), Ledger::default());
            for (place, (from, to, amount, is_money)) in postings.into_iter().enumerate() {
                let measure = if is_money { Measure::Money } else { Measure::Manpower };
                for ledger in [&mut open, &mut closed] {
                    ledger.post("8.2", measure, ACCOUNTS[from], ACCOUNTS[to], amount, "x");
                }
                if place % close_every == 0 {
                    closed.close();
                }
                prop_assert_eq!(closed.sound(), Ok(()));
            }
            for account in ACCOUNTS {
                for measure in Measure::BOTH {
                    let posted: i64 = open.postings.iter().map(|posting| posting.change(account, measure)).sum();
                    prop_assert_eq!(open.balance(account, measure), posted);
                    prop_assert_eq!(closed.balance(account, measure), posted);
                }
            }
        }
    }
}
