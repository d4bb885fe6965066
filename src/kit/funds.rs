//! A test of what can be paid over a span: a price, and for so many turns the upkeep of what is bought. It charges
//! nothing but the price, and knows neither what is bought nor in what money.

use serde::{Deserialize, Serialize};

use crate::amount::Amount;

/// How far ahead a buyer must be able to pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FundsTest {
    /// Turns of upkeep that must be in hand beside the price.
    pub turns: u32,
}

/// One order: so many of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purchase {
    /// How many.
    pub count: u32,
    /// The price of one.
    pub price: Amount,
    /// The upkeep of one in a turn at its full rate, what it takes of other measures valued in money included.
    pub upkeep: Amount,
}

/// An order that the funds do not carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unfunded {
    /// What must be in hand.
    pub needed: Amount,
    /// What is.
    pub funds: Amount,
    /// How many of the kind would have passed.
    pub most: u32,
}

impl Unfunded {
    /// By how much the funds fall short.
    pub fn short(self) -> Amount {
        self.funds.short_of(self.needed)
    }
}

impl Purchase {
    /// The price of all.
    pub fn total(&self) -> Amount {
        self.price.times(i64::from(self.count))
    }
}

impl FundsTest {
    /// What must be in hand for an order: its price and the reserve of its upkeep.
    pub fn needed(self, purchase: &Purchase) -> Amount {
        self.needed_for_one(purchase).times(i64::from(purchase.count))
    }

    fn needed_for_one(self, purchase: &Purchase) -> Amount {
        purchase.price + purchase.upkeep.times(i64::from(self.turns))
    }

    /// The price of an order, if the funds carry it.
    pub fn check(self, purchase: &Purchase, funds: Amount) -> Result<Amount, Unfunded> {
        let needed = self.needed(purchase);
        if needed <= funds {
            return Ok(purchase.total());
        }
        let one = self.needed_for_one(purchase).in_hundredths().max(1);
        let most = u32::try_from(funds.in_hundredths().max(0) / one).unwrap_or(u32::MAX);
        Err(Unfunded { needed, funds, most })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FIFTEEN: FundsTest = FundsTest { turns: 15 };

    fn infantry(count: u32) -> Purchase {
        Purchase { count, price: Amount::whole(120), upkeep: Amount::whole(18) }
    }

    /// Orders as they came: each is tested on what the prices of those before it left. What they cost or why they
    /// failed, in their order, and what is left.
    fn in_turn(purchases: &[Purchase], funds: Amount) -> (Vec<Result<Amount, Unfunded>>, Amount) {
        let mut left = funds;
        let verdicts = purchases.iter().map(|purchase| {
            let verdict = FIFTEEN.check(purchase, left);
            left -= verdict.unwrap_or(Amount::ZERO);
            verdict
        });
        (verdicts.collect(), left)
    }

    #[test]
    fn slag_5_5c_four_regiments_need_390_and_an_order_for_two_780() {
        // Upkeep of 16 and 4 points, a point valued at a half (D44).
        let upkeep = Amount::whole(16) + Amount::hundredths(50).times(4);
        assert_eq!(FIFTEEN.needed(&Purchase { upkeep, ..infantry(1) }), Amount::whole(390));
        assert_eq!(FIFTEEN.needed(&infantry(2)), Amount::whole(780));
        let (verdicts, left) = in_turn(&[infantry(2), infantry(2)], Amount::whole(1100));
        assert!(verdicts.iter().all(Result::is_ok), "two orders do not need 1560");
        assert_eq!(left, Amount::whole(620));
    }

    #[test]
    fn slag_5_5a_what_is_one_short_is_refused_whole_and_says_by_how_much() {
        let refusal = FIFTEEN.check(&infantry(1), Amount::whole(389)).unwrap_err();
        assert_eq!((refusal.short(), refusal.most), (Amount::whole(1), 0));
    }

    #[test]
    fn sow_4_5_each_order_is_tested_on_what_the_earlier_ones_left() {
        let orders = [infantry(2), infantry(2)];
        let (verdicts, left) = in_turn(&orders, Amount::whole(780));
        assert_eq!((verdicts[0], left), (Ok(Amount::whole(240)), Amount::whole(540)));
        let refusal = verdicts[1].unwrap_err();
        assert_eq!((refusal.funds, refusal.short(), refusal.most), (Amount::whole(540), Amount::whole(240), 1));
        assert!(in_turn(&orders, Amount::whole(1020)).0.iter().all(Result::is_ok));
        assert!(FIFTEEN.check(&infantry(2), Amount::whole(779)).is_err());
    }

    #[test]
    fn a_kind_that_costs_nothing_is_always_carried() {
        let free = Purchase { count: 3, price: Amount::ZERO, upkeep: Amount::ZERO };
        assert_eq!(FIFTEEN.check(&free, Amount::ZERO), Ok(Amount::ZERO));
    }

    proptest! {
        #[test]
        fn the_largest_order_that_is_named_passes_and_one_more_does_not(
            count in 1..40_u32, price in 1..50_000_i64, upkeep in 0..5_000_i64, funds in 0..2_000_000_i64,
        ) {
            let (price, upkeep) = (Amount::hundredths(price), Amount::hundredths(upkeep));
            let funds = Amount::hundredths(funds);
            if let Err(refusal) = FIFTEEN.check(&Purchase { count, price, upkeep }, funds) {
                prop_assert!(refusal.most < count);
                prop_assert_eq!(funds + refusal.short(), refusal.needed);
                let most = Purchase { count: refusal.most, price, upkeep };
                prop_assert!(FIFTEEN.check(&most, funds).is_ok());
                let more = Purchase { count: refusal.most + 1, ..most };
                prop_assert!(FIFTEEN.check(&more, funds).is_err());
            }
        }
    }
}
