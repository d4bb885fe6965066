//! Amounts as reports show them.

use std::fmt;

use kit::amount::{Amount, BadAmount};
use serde::{Deserialize, Serialize};

/// An amount as reports show it: "1500", "12.50".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Eagles(pub Amount);

impl From<Amount> for Eagles {
    fn from(amount: Amount) -> Self {
        Self(amount)
    }
}

impl From<Eagles> for String {
    fn from(eagles: Eagles) -> String {
        eagles.0.to_string()
    }
}

impl TryFrom<String> for Eagles {
    type Error = NoEagles;

    fn try_from(text: String) -> Result<Self, NoEagles> {
        Amount::parse(&text).map(Self).map_err(|why| NoEagles(text, why))
    }
}

/// A text that is no amount.
#[derive(Debug)]
pub struct NoEagles(String, BadAmount);

impl fmt::Display for NoEagles {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?} is no amount: {:?}", self.0, self.1)
    }
}
