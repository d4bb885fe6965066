//! Money to two decimals in an integer, and how anything is divided: every division names its rounding where it is
//! made. Knows no currency and no rule.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// Hundredths in one.
const ONE: i64 = 100;
/// The largest number that is read, in whole units.
pub const MOST: i64 = 1_000_000_000_000;

/// An amount to two decimals. Sums stop at the ends of 64 bits, which [`MOST`] keeps out of reach of what is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Amount(i64);

/// Where what lies between two numbers goes. The direction is that of size: a debt is rounded as a balance is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// To the smaller size.
    Down,
    /// To the larger size.
    Up,
    /// To the nearer, halves to the larger size.
    HalfUp,
}

/// A part of a whole, exact: 14 of 37, 5 of 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// How many parts.
    pub part: i64,
    /// Of how many; of nothing every share is nothing.
    pub whole: i64,
}

/// Why a text is no amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadAmount {
    /// It is no number, or its groups of digits are not of three.
    NotANumber,
    /// It has more than two decimals.
    TooFine,
    /// It is above [`MOST`].
    TooLarge,
}

impl Amount {
    /// Nothing.
    pub const ZERO: Amount = Amount(0);

    /// So many whole units.
    pub const fn whole(units: i64) -> Self {
        Self(units.saturating_mul(ONE))
    }

    /// So many hundredths.
    pub const fn hundredths(hundredths: i64) -> Self {
        Self(hundredths)
    }

    /// As hundredths.
    pub const fn in_hundredths(self) -> i64 {
        self.0
    }

    /// As whole units.
    pub fn in_whole(self, rounding: Rounding) -> i64 {
        narrow(rounding.divide(i128::from(self.0), i128::from(ONE)))
    }

    /// To whole units.
    pub fn rounded(self, rounding: Rounding) -> Self {
        Self::whole(self.in_whole(rounding))
    }

    /// So many times as much.
    pub fn times(self, count: i64) -> Self {
        Self(self.0.saturating_mul(count))
    }

    /// A share of it, to hundredths.
    pub fn share(self, share: Share, rounding: Rounding) -> Self {
        Self(narrow(share.of(i128::from(self.0), rounding)))
    }

    /// What it is short of another amount; nothing if it covers that.
    pub fn short_of(self, other: Amount) -> Self {
        Self(other.0.saturating_sub(self.0).max(0))
    }

    /// Reads `1500`, `1,500`, `1,500.25`, `-3.5`. A point is the decimal point and a comma parts groups of three, so
    /// `1.500` is too fine and `1,5` is no number: neither is guessed.
    pub fn parse(text: &str) -> Result<Self, BadAmount> {
        let text = text.trim();
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (whole, decimals) = digits.split_once('.').map_or((digits, None), |(whole, rest)| (whole, Some(rest)));
        let units = grouped(whole).ok_or(BadAmount::NotANumber)?;
        let hundredths = decimals.map_or(Ok(0), parse_decimals)?;
        if units > MOST {
            return Err(BadAmount::TooLarge);
        }
        Ok(Self(sign * (units * ONE + hundredths)))
    }
}

/// The whole units of digits in groups of three or without groups; what overflows counts as too many.
fn grouped(text: &str) -> Option<i64> {
    let groups: Vec<&str> = text.split(',').collect();
    let (first, rest) = groups.split_first()?;
    let is_grouped = rest.is_empty() || (first.len() <= 3 && rest.iter().all(|group| group.len() == 3));
    let digits = groups.concat();
    if first.is_empty() || !is_grouped || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(i64::MAX))
}

fn parse_decimals(text: &str) -> Result<i64, BadAmount> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(BadAmount::NotANumber);
    }
    match text.len() {
        1 => Ok(text.parse::<i64>().unwrap_or(0) * 10),
        2 => Ok(text.parse().unwrap_or(0)),
        _ => Err(BadAmount::TooFine),
    }
}

fn narrow(wide: i128) -> i64 {
    i64::try_from(wide).unwrap_or(if wide < 0 { i64::MIN } else { i64::MAX })
}

impl Rounding {
    /// A whole quotient; by nothing it is nothing.
    pub fn divide(self, dividend: i128, divisor: i128) -> i128 {
        if divisor == 0 {
            return 0;
        }
        let (quotient, rest) = (dividend / divisor, dividend % divisor);
        let is_larger = match self {
            Rounding::Down => false,
            Rounding::Up => rest != 0,
            Rounding::HalfUp => rest.unsigned_abs() >= divisor.unsigned_abs() - rest.unsigned_abs(),
        };
        if is_larger { quotient + if (dividend < 0) == (divisor < 0) { 1 } else { -1 } } else { quotient }
    }
}

impl Share {
    /// The whole.
    pub const ALL: Share = Share { part: 1, whole: 1 };

    /// So many parts of a whole.
    pub const fn new(part: i64, whole: i64) -> Self {
        Self { part, whole }
    }

    /// So many in a hundred.
    pub const fn percent(part: i64) -> Self {
        Self { part, whole: 100 }
    }

    /// What this share leaves.
    pub fn rest(self) -> Self {
        if self.whole == 0 { Self::ALL } else { Self { part: self.whole.saturating_sub(self.part), whole: self.whole } }
    }

    /// This share of a number, which may be as large as 64 bits hold.
    pub fn of(self, number: i128, rounding: Rounding) -> i128 {
        rounding.divide(number.saturating_mul(i128::from(self.part)), i128::from(self.whole))
    }

    /// This share of a count of men, guns or points; a negative share is nothing.
    pub fn of_count(self, count: u64, rounding: Rounding) -> u64 {
        u64::try_from(self.of(i128::from(count), rounding).max(0)).unwrap_or(u64::MAX)
    }
}

/// Parts of a total in proportion to weights, in their order. They come to the total exactly: each is rounded down, and
/// what is left goes to the largest remainders, of equals to the first. Weights of nothing get nothing.
pub fn apportion(total: u64, weights: &[u64]) -> Vec<u64> {
    let sum: u128 = weights.iter().copied().map(u128::from).sum();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    let exact = weights.iter().map(|weight| u128::from(total) * u128::from(*weight));
    let mut parts: Vec<(u128, u128)> = exact.map(|exact| (exact / sum, exact % sum)).collect();
    let left = u128::from(total) - parts.iter().map(|(part, _)| part).sum::<u128>();
    let mut by_rest: Vec<usize> = (0..parts.len()).collect();
    by_rest.sort_by_key(|place| std::cmp::Reverse(parts[*place].1));
    for place in by_rest.into_iter().take(usize::try_from(left).unwrap_or(usize::MAX)) {
        parts[place].0 += 1;
    }
    parts.into_iter().map(|(part, _)| u64::try_from(part).unwrap_or(u64::MAX)).collect()
}

/// As a player reads it: decimals only where there are any.
impl fmt::Display for Amount {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, sign) = (self.0.unsigned_abs(), if self.0 < 0 { "-" } else { "" });
        let (units, hundredths) = (size / ONE.unsigned_abs(), size % ONE.unsigned_abs());
        if hundredths == 0 { write!(out, "{sign}{units}") } else { write!(out, "{sign}{units}.{hundredths:02}") }
    }
}

impl Add for Amount {
    type Output = Amount;

    fn add(self, other: Amount) -> Amount {
        Amount(self.0.saturating_add(other.0))
    }
}

impl Sub for Amount {
    type Output = Amount;

    fn sub(self, other: Amount) -> Amount {
        Amount(self.0.saturating_sub(other.0))
    }
}

impl Neg for Amount {
    type Output = Amount;

    fn neg(self) -> Amount {
        Amount(self.0.saturating_neg())
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Amount) {
        *self = *self + other;
    }
}

impl SubAssign for Amount {
    fn sub_assign(&mut self, other: Amount) {
        *self = *self - other;
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Amount>>(amounts: I) -> Amount {
        amounts.fold(Amount::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn slag_num_money_a_quarter_and_a_rate_need_decimals_and_whole_examples_stay_whole() {
        let nashville = Amount::whole(75);
        assert_eq!(nashville.share(Share::percent(12), Rounding::HalfUp), Amount::whole(9));
        let captured = nashville.share(Share::new(1, 4), Rounding::HalfUp);
        assert_eq!(captured.share(Share::percent(16), Rounding::HalfUp), Amount::whole(3));
        assert_eq!(captured.to_string(), "18.75");
        assert_eq!(Amount::whole(4000).share(Share::new(25, 10_000), Rounding::HalfUp), Amount::whole(10));
    }

    #[test]
    fn slag_3_2b_1_3c_gold_owed_is_converted_up_and_notes_received_are_rounded_down() {
        let rate = Share::percent(180);
        assert_eq!(Amount::whole(20).share(rate, Rounding::Up), Amount::whole(36));
        assert_eq!(Amount::whole(200).share(rate, Rounding::Down), Amount::whole(360));
        let odd = Amount::hundredths(33);
        assert_eq!((odd.share(rate, Rounding::Up), odd.share(rate, Rounding::Down)), (hundredths(60), hundredths(59)));
    }

    #[test]
    fn sow_d57_a_city_line_is_rounded_half_up_to_whole_crowns() {
        let income = Amount::whole(112).share(Share::new(7, 37).rest(), Rounding::HalfUp);
        assert_eq!((income.to_string().as_str(), income.in_whole(Rounding::HalfUp)), ("90.81", 91));
        assert_eq!(Amount::whole(200).share(Share::new(184, 1000), Rounding::HalfUp).in_whole(Rounding::HalfUp), 37);
    }

    #[test]
    fn a_debt_is_rounded_as_a_balance_is() {
        for (rounding, size) in [(Rounding::Down, 2), (Rounding::Up, 3), (Rounding::HalfUp, 3)] {
            assert_eq!((rounding.divide(5, 2), rounding.divide(-5, 2)), (size, -size));
        }
        assert_eq!(Rounding::HalfUp.divide(7, 3), 2);
        assert_eq!(Rounding::Up.divide(7, 0), 0);
    }

    #[test]
    fn what_could_be_meant_in_two_ways_is_no_amount() {
        assert_eq!(Amount::parse("1,500.5"), Ok(hundredths(150_050)));
        assert_eq!(Amount::parse(" -3.25 "), Ok(hundredths(-325)));
        assert_eq!(Amount::parse("1.500"), Err(BadAmount::TooFine));
        assert_eq!(Amount::parse("99999999999999999999"), Err(BadAmount::TooLarge));
        for text in ["", "1,5", "1500,000", ",500", "2k", "1.", "--1", "1,,000", "½"] {
            assert_eq!(Amount::parse(text), Err(BadAmount::NotANumber), "{text}");
        }
    }

    #[test]
    fn men_taken_in_proportion_come_to_the_total() {
        assert_eq!(apportion(100, &[1, 1, 1]), [34, 33, 33]);
        assert_eq!(apportion(7, &[0, 0]), [0, 0]);
        assert_eq!(apportion(3, &[5, 0, 1]), [3, 0, 0]);
        assert_eq!(
            apportion(u64::MAX, &[u64::MAX, u64::MAX]).into_iter().map(u128::from).sum::<u128>(),
            u64::MAX.into()
        );
    }

    fn hundredths(hundredths: i64) -> Amount {
        Amount::hundredths(hundredths)
    }

    proptest! {
        #[test]
        fn what_is_shown_is_read_back(amount in -MOST * ONE..MOST * ONE) {
            prop_assert_eq!(Amount::parse(&hundredths(amount).to_string()), Ok(hundredths(amount)));
        }

        #[test]
        fn nothing_that_is_typed_panics(text in "[-0-9.,k ]{0,24}") {
            let _ = Amount::parse(&text);
        }

        #[test]
        fn a_share_and_its_rest_make_the_whole(amount in 0..1_000_000_i64, part in 0..=40_i64) {
            let share = Share::new(part, 40);
            let amount = hundredths(amount);
            let (one, rest) = (amount.share(share, Rounding::Down), amount.share(share.rest(), Rounding::Up));
            prop_assert_eq!(one + rest, amount);
        }

        #[test]
        fn parts_come_to_the_total_and_none_strays_from_its_due_by_one(
            total in 0..1_000_000_u64,
            weights in prop::collection::vec(0..10_000_u64, 1..12),
        ) {
            let (parts, sum) = (apportion(total, &weights), weights.iter().sum::<u64>());
            prop_assume!(sum > 0);
            prop_assert_eq!(parts.iter().sum::<u64>(), total);
            for (part, weight) in parts.iter().zip(&weights) {
                let due = total * weight / sum;
                prop_assert!(*part == due || *part == due + 1);
            }
        }
    }
}
