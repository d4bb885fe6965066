//! Accounts by double entry over a book's own measures: every posting moves so much from one account to another and
//! cites its rule and subject, so that opening plus postings equals closing for every account, and nothing comes from
//! nowhere. Balances are kept and never stored. Knows no measure and no account.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};

/// What accounts hold, by account and measure.
pub type Holdings<M> = BTreeMap<String, BTreeMap<M, i64>>;

/// One posting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Posting<M> {
    /// The rule or step of the rules ("8.5.1").
    #[serde(rename = "step")]
    pub rule: String,
    /// What is counted.
    pub measure: M,
    /// The account it leaves.
    pub from: String,
    /// The account it enters.
    pub to: String,
    /// How much, in the measure's smallest unit.
    pub amount: u64,
    /// What it is about ("corps 9").
    #[serde(rename = "text")]
    pub subject: String,
}

/// The accounts of a game: what each held when the books were last closed, and the postings since. A measure is a word
/// where a ledger is stored: it is a key there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored<M>", bound(deserialize = "M: Copy + Ord + Deserialize<'de>"))]
pub struct Ledger<M: Copy + Ord> {
    opening: Holdings<M>,
    postings: Vec<Posting<M>>,
    #[serde(skip)]
    balances: Holdings<M>,
}

/// A ledger as it is stored.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "M: Copy + Ord + Deserialize<'de>"))]
struct Stored<M> {
    opening: Holdings<M>,
    postings: Vec<Posting<M>>,
}

impl<M: Copy + Ord> From<Stored<M>> for Ledger<M> {
    fn from(stored: Stored<M>) -> Self {
        let balances = reckon(&stored.opening, &stored.postings);
        Self { opening: stored.opening, postings: stored.postings, balances }
    }
}

/// Balances from the beginning.
fn reckon<M: Copy + Ord>(opening: &Holdings<M>, postings: &[Posting<M>]) -> Holdings<M> {
    let mut balances = opening.clone();
    for posting in postings {
        enter(&mut balances, posting);
    }
    balances
}

fn enter<M: Copy + Ord>(balances: &mut Holdings<M>, posting: &Posting<M>) {
    for account in [&posting.from, &posting.to] {
        let change = posting.change(account, posting.measure);
        match balances.get_mut(account) {
            Some(held) => add(held, posting.measure, change),
            None => add(balances.entry(account.clone()).or_default(), posting.measure, change),
        }
    }
}

fn add<M: Ord>(held: &mut BTreeMap<M, i64>, measure: M, change: i64) {
    let balance = held.entry(measure).or_default();
    *balance = balance.saturating_add(change);
}

impl<M: Copy + Ord> Ledger<M> {
    /// The books of accounts that hold so much, without postings.
    pub fn opened(opening: Holdings<M>) -> Self {
        Self { balances: opening.clone(), opening, postings: Vec::new() }
    }

    /// Moves so much from one account to another, citing the rule and what it is about. Nothing, or from an account to
    /// itself, is no posting.
    pub fn post(
        &mut self,
        rule: &str,
        measure: M,
        from: &str,
        to: &str,
        amount: impl Into<u64>,
        subject: impl Into<String>,
    ) {
        let amount = amount.into();
        if amount == 0 || from == to {
            return;
        }
        let (rule, from, to, subject) = (rule.to_owned(), from.to_owned(), to.to_owned(), subject.into());
        let posting = Posting { rule, measure, from, to, amount, subject };
        enter(&mut self.balances, &posting);
        self.postings.push(posting);
    }

    /// Has an account open with so much, from no other: what a scenario says.
    pub fn open_with(&mut self, account: &str, measure: M, amount: i64) {
        let change = amount.saturating_sub(self.opened_with(account, measure));
        for holdings in [&mut self.opening, &mut self.balances] {
            add(holdings.entry(account.to_owned()).or_default(), measure, change);
        }
    }

    /// What an account held when the books were last closed.
    pub fn opened_with(&self, account: &str, measure: M) -> i64 {
        held(&self.opening, account, measure)
    }

    /// What an account holds now.
    pub fn balance(&self, account: &str, measure: M) -> i64 {
        held(&self.balances, account, measure)
    }

    /// All postings since the books were last closed, in order.
    pub fn postings(&self) -> &[Posting<M>] {
        &self.postings
    }

    /// The postings that changed an account, in order.
    pub fn postings_of<'a>(&'a self, account: &'a str) -> impl Iterator<Item = &'a Posting<M>> {
        self.postings.iter().filter(move |posting| posting.from == account || posting.to == account)
    }

    /// Every account that was named since the books were last closed or held anything then, in order.
    pub fn accounts(&self) -> BTreeSet<&str> {
        self.balances.keys().map(String::as_str).collect()
    }

    /// Closes the books: what each account holds now is what it opens with, and the postings are put away.
    pub fn close(&mut self) {
        for held in self.balances.values_mut() {
            held.retain(|_, balance| *balance != 0);
        }
        self.balances.retain(|_, held| !held.is_empty());
        self.opening = self.balances.clone();
        self.postings.clear();
    }
}

impl<M: Copy + Ord + fmt::Display> Ledger<M> {
    /// Whether the books hold together; else why not. Opening plus postings equals closing over all accounts, every
    /// posting moves something and says by which rule, and what is kept is what the postings come to.
    pub fn sound(&self) -> Result<(), String> {
        for (place, posting) in self.postings.iter().enumerate() {
            if posting.amount == 0 || posting.from == posting.to || posting.rule.is_empty() {
                return Err(format!("posting {} moves nothing or names no step", place + 1));
            }
        }
        if self.balances != reckon(&self.opening, &self.postings) {
            return Err("the balances are not what the postings come to".to_owned());
        }
        let (opening, closing) = (totals(&self.opening), totals(&self.balances));
        for (measure, closing) in closing {
            let opening = opening.get(&measure).copied().unwrap_or(0);
            if opening != closing {
                return Err(format!("the accounts opened with {opening} of {measure} and hold {closing}"));
            }
        }
        Ok(())
    }
}

/// What all accounts hold together.
fn totals<M: Copy + Ord>(holdings: &Holdings<M>) -> BTreeMap<M, i128> {
    let mut totals = BTreeMap::new();
    for (measure, balance) in holdings.values().flatten() {
        *totals.entry(*measure).or_default() += i128::from(*balance);
    }
    totals
}

fn held<M: Ord>(holdings: &Holdings<M>, account: &str, measure: M) -> i64 {
    holdings.get(account).and_then(|measures| measures.get(&measure)).copied().unwrap_or(0)
}

impl<M: Copy + Ord> Default for Ledger<M> {
    fn default() -> Self {
        Self::opened(BTreeMap::new())
    }
}

impl<M: Copy + Ord> Posting<M> {
    /// What it adds to an account, or takes from it.
    pub fn change(&self, account: &str, measure: M) -> i64 {
        if self.measure != measure {
            return 0;
        }
        let amount = i64::try_from(self.amount).unwrap_or(i64::MAX);
        i64::from(self.to == account) * amount - i64::from(self.from == account) * amount
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::amount::Amount;

    const ACCOUNTS: [&str; 4] = ["france", "Bavaria", "taxes", "maintenance"];

    /// What two families of rules count: of money there may be two kinds, and men are whole.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Measure {
        Money,
        Paper,
        Men,
    }

    impl Measure {
        const ALL: [Measure; 3] = [Measure::Money, Measure::Paper, Measure::Men];
    }

    impl fmt::Display for Measure {
        fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str(["money", "paper", "men"][*self as usize])
        }
    }

    #[test]
    fn a_posting_takes_from_one_account_what_it_gives_to_another() {
        let mut ledger = Ledger::default();
        ledger.open_with("france", Measure::Money, 7);
        ledger.post("8.2.1", Measure::Money, "taxes", "france", 50_u32, "taxes of 18 provinces");
        ledger.post("8.5.1", Measure::Money, "france", "maintenance", 9_u32, "corps 9");
        assert_eq!(ledger.balance("france", Measure::Money), 48);
        assert_eq!(ledger.balance("taxes", Measure::Money), -50);
        assert_eq!(ledger.balance("france", Measure::Men), 0);
        assert_eq!(ledger.postings_of("maintenance").count(), 1);
        assert_eq!(ledger.sound(), Ok(()));
    }

    #[test]
    fn slag_d03_treasury_and_circulation_come_to_what_was_printed() {
        let mut ledger = Ledger::default();
        let hundredths = |eagles: i64| Amount::whole(eagles).in_hundredths().unsigned_abs();
        ledger.post("3.3a", Measure::Paper, "outstanding", "treasury", hundredths(2000), "issue");
        ledger.post("2.1e", Measure::Paper, "treasury", "circulation", hundredths(360), "2 brigades at Richmond");
        ledger.post("2.2h", Measure::Paper, "circulation", "treasury", 950_u64, "income tax");
        let [treasury, circulation, outstanding] =
            ["treasury", "circulation", "outstanding"].map(|account| ledger.balance(account, Measure::Paper));
        assert_eq!((treasury, circulation), (164_950, 35_050));
        assert_eq!(treasury + circulation, -outstanding);
        assert_eq!(ledger.balance("treasury", Measure::Money), 0);
    }

    #[test]
    fn sow_2_1d_crowns_sent_to_another_state_leave_the_sender() {
        let mut ledger =
            Ledger::opened(BTreeMap::from([("France".to_owned(), BTreeMap::from([(Measure::Money, 779)]))]));
        ledger.post("2.1", Measure::Money, "France", "Austria", 200_u32, "subsidy");
        assert_eq!(["France", "Austria"].map(|state| ledger.balance(state, Measure::Money)), [579, 200]);
    }

    #[test]
    fn nothing_is_no_posting() {
        let mut ledger = Ledger::default();
        ledger.post("8.3", Measure::Money, "france", "spain", 0_u32, "a loan");
        ledger.post("8.3", Measure::Money, "france", "france", 4_u32, "a loan");
        assert_eq!(ledger, Ledger::default());
    }

    #[test]
    fn a_posting_made_by_hand_that_names_no_rule_is_not_sound() {
        let mut ledger = Ledger::default();
        ledger.post("", Measure::Money, "france", "spain", 3_u32, "a loan");
        assert_eq!(ledger.sound(), Err("posting 1 moves nothing or names no step".to_owned()));
    }

    #[test]
    fn balances_are_not_stored_and_are_there_again_when_a_ledger_is_read() {
        let mut ledger = Ledger::default();
        ledger.open_with("france", Measure::Money, 7);
        ledger.post("8.5.1", Measure::Money, "france", "maintenance", 9_u32, "corps 9");
        let stored = serde_json::to_string(&ledger).unwrap();
        let form = concat!(
            r#"{"opening":{"france":{"money":7}},"postings":[{"step":"8.5.1","measure":"money","from":"france","#,
            r#""to":"maintenance","amount":9,"text":"corps 9"}]}"#
        );
        assert_eq!(stored, form);
        assert_eq!(serde_json::from_str::<Ledger<Measure>>(&stored).unwrap(), ledger);
        assert!(serde_json::from_str::<Ledger<Measure>>(&stored.replace("opening", "balances")).is_err());
    }

    fn posting() -> impl Strategy<Value = (usize, usize, u32, usize)> {
        (0..ACCOUNTS.len(), 0..ACCOUNTS.len(), 0..1000_u32, 0..Measure::ALL.len())
    }

    proptest! {
        #[test]
        fn eia_8_0b_opening_and_postings_make_the_closing_however_often_the_books_are_closed(
            postings in prop::collection::vec(posting(), 0..60),
            close_every in 1..20_usize,
        ) {
            let (mut open, mut closed) = (Ledger::default(), Ledger::default());
            for (place, (from, to, amount, measure)) in postings.into_iter().enumerate() {
                for ledger in [&mut open, &mut closed] {
                    ledger.post("8.2", Measure::ALL[measure], ACCOUNTS[from], ACCOUNTS[to], amount, "x");
                }
                if place % close_every == 0 {
                    closed.close();
                }
                prop_assert_eq!(closed.sound(), Ok(()));
            }
            for account in ACCOUNTS {
                for measure in Measure::ALL {
                    let posted: i64 = open.postings.iter().map(|posting| posting.change(account, measure)).sum();
                    prop_assert_eq!(open.balance(account, measure), posted);
                    prop_assert_eq!(closed.balance(account, measure), posted);
                }
            }
        }
    }
}
