//! What was bought in the turn so far, as size: stores count one, supplies four (SLAG 7.3, 7.4).

use std::collections::BTreeMap;

use super::super::side::Side;

/// By city and by side.
#[derive(Debug, Default)]
pub struct Bought {
    by_city: BTreeMap<String, u32>,
    by_side: BTreeMap<Side, u32>,
}

impl Bought {
    /// In a city.
    pub fn in_city(&self, id: &str) -> u32 {
        self.by_city.get(id).copied().unwrap_or(0)
    }

    /// Every city in which something was bought, with how much.
    pub fn by_city(&self) -> impl Iterator<Item = (&String, u32)> {
        self.by_city.iter().map(|(city, size)| (city, *size))
    }

    /// By a side.
    pub fn by(&self, side: Side) -> u32 {
        self.by_side.get(&side).copied().unwrap_or(0)
    }

    /// Notes a purchase.
    pub fn add(&mut self, id: &str, side: Side, size: u32) {
        *self.by_city.entry(id.to_owned()).or_default() += size;
        *self.by_side.entry(side).or_default() += size;
    }
}
