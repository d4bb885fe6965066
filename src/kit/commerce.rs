//! What a city's income loses: shares of it one after another, each shown; the share that a blockade takes, and raiders
//! against those who protect. Knows no city, no ship and no money.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::amount::{Amount, Rounding, Share};

/// One reduction and what it took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reduction<R> {
    /// Why.
    pub reason: R,
    /// What it took of what those before it had left.
    pub lost: Amount,
}

/// An income with everything that came off it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Income<R> {
    /// Undisturbed.
    pub gross: Amount,
    /// In order; those that took nothing are left out. Together with what is left they make the gross income.
    pub reductions: Vec<Reduction<R>>,
    /// What is left.
    pub net: Amount,
    /// The same before it was rounded.
    left: Fraction,
}

impl<R> Income<R> {
    /// A share of what is left, rounded once and halves up.
    pub fn share(&self, share: Share) -> Amount {
        self.left.times(share).rounded(Amount::hundredths(1))
    }
}

/// Takes shares of an income one after another. The product is exact; each line is rounded once, to `unit` and halves
/// up, and what a line lost is the difference of two lines.
pub fn reduce<R>(gross: Amount, shares: impl IntoIterator<Item = (R, Share)>, unit: Amount) -> Income<R> {
    let mut left = Fraction::of(gross);
    let (mut net, mut reductions) = (gross, Vec::new());
    for (reason, share) in shares {
        left = left.times(share.rest());
        let line = left.rounded(unit);
        if line != net {
            reductions.push(Reduction { reason, lost: net - line });
        }
        net = line;
    }
    Income { gross, reductions, net, left }
}

/// Hundredths as an exact fraction in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fraction {
    over: i128,
    under: i128,
}

impl Fraction {
    fn of(amount: Amount) -> Self {
        Self { over: i128::from(amount.in_hundredths()), under: 1 }
    }

    /// A share of it. What would grow beyond 64 bits below the line is rounded to hundredths first.
    fn times(self, share: Share) -> Self {
        let whole = i128::from(share.whole.max(1));
        let over = self.over.checked_mul(i128::from(share.part));
        let under = self.under.checked_mul(whole).filter(|under| *under <= i128::from(i64::MAX));
        let (Some(over), Some(under)) = (over, under) else {
            return Self::of(self.rounded(Amount::hundredths(1)).share(share, Rounding::HalfUp));
        };
        let common = common_divisor(over.unsigned_abs(), under.unsigned_abs()).max(1).cast_signed();
        Self { over: over / common, under: under / common }
    }

    fn rounded(self, unit: Amount) -> Amount {
        let unit = i128::from(unit.in_hundredths().max(1));
        let rounded = Rounding::HalfUp.divide(self.over, self.under * unit) * unit;
        Amount::hundredths(i64::try_from(rounded).unwrap_or(i64::MAX))
    }
}

fn common_divisor(one: u128, other: u128) -> u128 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

/// So much for each of several, and no more than for so many: five in a hundred for a brigade, four brigades at most.
pub fn each_up_to(each: Share, count: u32, most: u32) -> Share {
    Share { part: each.part.saturating_mul(i64::from(count.min(most))), ..each }
}

/// The share of its income that a blockaded port loses: as many levels of all as are blockaded lose so much of `most`,
/// all of them the whole of it. Without ports nothing is lost.
pub fn blockade(blockaded: u32, all: u32, most: Share) -> Share {
    let part = most.part.saturating_mul(i64::from(blockaded.min(all)));
    Share { part, whole: most.whole.saturating_mul(i64::from(all.max(1))) }
}

/// How raiding lowers the income of a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raiding {
    /// What no strength of raiders passes.
    pub most: Share,
    /// Raiders of this strength take half of that from a port that nobody protects.
    pub half: u32,
    /// How much a protecting point counts against a raiding one.
    pub weight: u32,
}

impl Raiding {
    /// The share of its income that a port loses.
    pub fn loss(&self, raiding: u32, protecting: u32) -> Share {
        let against = i64::from(self.half) + i64::from(self.weight).saturating_mul(i64::from(protecting));
        let whole = self.most.whole.saturating_mul(i64::from(raiding).saturating_add(against).max(1));
        Share { part: self.most.part.saturating_mul(i64::from(raiding)), whole }
    }
}

/// Points of ships off a port, by what a ship is and where it stands; what is not in the table counts nothing.
pub fn points<K: Ord>(ships: impl IntoIterator<Item = K>, table: &BTreeMap<K, u32>) -> u32 {
    ships.into_iter().filter_map(|ship| table.get(&ship)).fold(0, |sum, points| sum.saturating_add(*points))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HALF: Share = Share::new(1, 2);
    const CENT: Amount = Amount::hundredths(1);
    const WHOLE: Amount = Amount::whole(1);

    fn per_mille(share: Share) -> i128 {
        share.of(1000, Rounding::HalfUp)
    }

    #[test]
    fn a_tax_is_taken_of_what_is_left_before_that_is_rounded() {
        let income = reduce(Amount::whole(75), [("blockade", Share::new(11, 27))], CENT);
        assert_eq!(
            (income.net, income.share(Share::percent(17))),
            (Amount::hundredths(4_444), Amount::hundredths(756))
        );
    }

    #[test]
    fn slag_2_3_2_6_boston_with_four_brigades_near_and_captured() {
        let boston = Amount::whole(25 * 8);
        let near = |brigades| each_up_to(Share::percent(5), brigades, 4);
        assert_eq!(
            [4, 5].map(|brigades| reduce(boston, [("brigades", near(brigades))], CENT).net),
            [Amount::whole(160); 2]
        );
        let captured = reduce(Amount::whole(100), [("occupied", Share::new(3, 4)), ("brigades", near(1))], CENT);
        assert_eq!(captured.net.to_string(), "23.75");
        assert_eq!(captured.reductions.iter().map(|row| row.lost.to_string()).collect::<Vec<_>>(), ["75", "1.25"]);
    }

    #[test]
    fn slag_2_7d_one_port_alone_loses_hardly_anything_and_all_lose_half() {
        assert_eq!([1, 60].map(|levels| per_mille(blockade(levels, 60, HALF))), [8, 500]);
        assert_eq!(per_mille(blockade(0, 0, HALF)), 0);
    }

    #[test]
    fn slag_d25_raiders_take_more_the_stronger_they_are_and_never_half() {
        let raiding = Raiding { most: HALF, half: 10, weight: 1 };
        let losses =
            [(0, 0), (3, 0), (9, 0), (9, 9), (36, 0)].map(|(raid, protect)| per_mille(raiding.loss(raid, protect)));
        assert_eq!(losses, [0, 115, 237, 161, 391]);
    }

    #[test]
    fn sow_2_5_fourteen_levels_of_thirty_seven_cost_blockaded_ports_almost_a_fifth() {
        let share = blockade(14, 37, HALF);
        assert_eq!(per_mille(share), 189);
        let lines = [4, 3].map(|level| reduce(Amount::whole(28 * level), [("blockade", share)], WHOLE).net);
        assert_eq!(lines, [91, 68].map(Amount::whole));
    }

    #[test]
    fn sow_d18_raiders_and_convoys() {
        let raiding = Raiding { most: HALF, half: 27, weight: 1 };
        let losses = [(3, 0), (9, 0), (18, 0), (27, 0), (54, 0), (9, 9), (18, 9)];
        assert_eq!(
            losses.map(|(raid, convoy)| per_mille(raiding.loss(raid, convoy))),
            [50, 125, 200, 250, 333, 100, 167]
        );
        let table =
            BTreeMap::from([(("FR", "coast"), 9), (("FR", "sea"), 3), (("SL", "coast"), 3), (("SL", "sea"), 1)]);
        assert_eq!(points([("FR", "coast"), ("FR", "sea"), ("SL", "sea"), ("TR", "sea")], &table), 13);
    }

    #[test]
    fn sow_2_4_brigades_and_embargoed_cities_add_up_to_forty_in_a_hundred() {
        let step = Share::percent(5);
        let both = Share::percent(each_up_to(step, 6, 4).part + each_up_to(step, 9, 4).part);
        assert_eq!(reduce(Amount::whole(72), [("near", both)], WHOLE).net, Amount::whole(43));
    }

    proptest! {
        #[test]
        fn what_is_lost_and_what_is_left_make_the_gross_income(
            gross in 0..100_000_i64, shares in prop::collection::vec((0..=40_i64, 40..90_i64), 0..7),
        ) {
            let shares = shares.into_iter().map(|(part, whole)| ((), Share::new(part, whole)));
            let income = reduce(Amount::hundredths(gross), shares, CENT);
            let lost: Amount = income.reductions.iter().map(|row| row.lost).sum();
            prop_assert_eq!(lost + income.net, income.gross);
            prop_assert!(income.reductions.iter().all(|row| row.lost > Amount::ZERO) && income.net >= Amount::ZERO);
        }

        #[test]
        fn shares_of_any_size_are_taken_without_harm(
            parts in prop::collection::vec((any::<i64>(), any::<i64>()), 0..9),
        ) {
            let shares = parts.into_iter().map(|(part, whole)| ((), Share::new(part, whole)));
            reduce(Amount::whole(1_000_000), shares, CENT);
        }

        #[test]
        fn raiding_rises_with_raiders_falls_with_protectors_and_stays_below_a_blockade(
            raid in 0..500_u32, more in 1..50_u32, protect in 0..500_u32,
        ) {
            let raiding = Raiding { most: HALF, half: 27, weight: 1 };
            let loss = |raid, protect| raiding.loss(raid, protect).of(1_000_000_000, Rounding::Down);
            prop_assert!(loss(raid, protect) < loss(raid + more, protect));
            prop_assert!(loss(raid, protect + more) <= loss(raid, protect));
            prop_assert!(loss(raid, protect) < 500_000_000);
        }
    }
}
