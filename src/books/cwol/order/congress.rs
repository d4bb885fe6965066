//! What is said in a Congress: bills, ballots, the President's word. Acts as soon as it is received.

use kit::votes::Ballot;
use serde::{Deserialize, Serialize};

use super::super::office::Matter;

/// Something that is said there. Bills of a side are named by their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Congress {
    /// A bill is brought.
    Move(Subject),
    /// A ballot, which may be changed as long as the bill is open.
    Vote { bill: u32, ballot: Ballot },
    /// The President agrees.
    Sign { bill: u32 },
    /// He does not.
    Veto { bill: u32 },
    /// A voice to overrule his veto.
    Override { bill: u32 },
}

/// What a bill would make law. Rates are so many in a hundred, sums are whole eagles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Subject {
    /// The rate of the income tax (2.2).
    IncomeTax(i64),
    /// The rate of the tariff (2.2).
    Tariff(i64),
    /// As many greenbacks may be outstanding (3.3).
    Greenbacks(i64),
    /// So much may be owed (D06).
    Loans(i64),
    /// Bounties may be paid (4.1).
    Bounty,
    /// Men may be drafted (4.1).
    Draft,
    /// Coloured troops may be raised (4.1).
    Usct,
    /// The Confederacy closes its ports, or opens them again (2.8).
    Embargo { is_on: bool },
}

impl Congress {
    /// As far as rights go.
    pub fn matter(&self) -> Matter {
        match self {
            Congress::Move(_) => Matter::Bills,
            Congress::Vote { .. } => Matter::Ballots,
            Congress::Sign { .. } | Congress::Veto { .. } => Matter::Assent,
            Congress::Override { .. } => Matter::Overruling,
        }
    }

    /// Whether one office cannot mean both at once.
    pub fn is_at_odds_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Congress::Vote { bill, ballot }, Congress::Vote { bill: same, ballot: another }) => {
                bill == same && ballot != another
            }
            (Congress::Sign { bill }, Congress::Veto { bill: same })
            | (Congress::Veto { bill }, Congress::Sign { bill: same }) => bill == same,
            _ => false,
        }
    }

    /// The canonical words.
    pub fn words(&self) -> String {
        match self {
            Congress::Move(subject) => format!("move {}", subject.motion()),
            Congress::Vote { bill, ballot: Ballot::Aye } => format!("vote {bill} aye"),
            Congress::Vote { bill, ballot: Ballot::No } => format!("vote {bill} no"),
            Congress::Sign { bill } => format!("sign {bill}"),
            Congress::Veto { bill } => format!("veto {bill}"),
            Congress::Override { bill } => format!("override {bill}"),
        }
    }
}

impl Subject {
    /// As it is moved.
    pub fn motion(self) -> String {
        match self {
            Subject::IncomeTax(rate) => format!("tax {rate}"),
            Subject::Tariff(rate) => format!("tariff {rate}"),
            Subject::Greenbacks(eagles) => format!("greenbacks {eagles}"),
            Subject::Loans(eagles) => format!("loans {eagles}"),
            Subject::Bounty => "bounty".to_owned(),
            Subject::Draft => "draft".to_owned(),
            Subject::Usct => "USCT".to_owned(),
            Subject::Embargo { is_on: true } => "embargo".to_owned(),
            Subject::Embargo { is_on: false } => "embargo off".to_owned(),
        }
    }

    /// In a sentence: "a bill for an income tax of 5 in a hundred".
    pub fn words(self) -> String {
        match self {
            Subject::IncomeTax(rate) => format!("an income tax of {rate} in a hundred"),
            Subject::Tariff(rate) => format!("a tariff of {rate} in a hundred"),
            Subject::Greenbacks(eagles) => format!("greenbacks up to {eagles} Eg"),
            Subject::Loans(eagles) => format!("debt up to {eagles} Eg"),
            Subject::Bounty => "bounties".to_owned(),
            Subject::Draft => "the draft".to_owned(),
            Subject::Usct => "coloured troops".to_owned(),
            Subject::Embargo { is_on: true } => "an embargo on cotton".to_owned(),
            Subject::Embargo { is_on: false } => "the end of the embargo on cotton".to_owned(),
        }
    }
}
