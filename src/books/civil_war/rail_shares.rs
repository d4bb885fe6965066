//! The supreme commander's rail points: dividing them among the theatres, and what happens when he does not (C3.5.10, D14).

use base::facts::Brief;
use base::order::Remark;

use super::distribution::{Division, Means, Taken, nothing_to_repeat, sum};
use super::item::Item;
use super::order::Shares;
use super::read::account_word;
use super::scenario::{Account, Scenario};
use super::shares::{self, Points};

/// The rail points a supreme commander has to divide.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RailMeans {
    /// How many.
    pub points: u32,
    /// How he divided them last; empty before the first time.
    pub last: Points,
}

impl RailMeans {
    /// What he was told he has.
    pub fn of_brief(brief: &Brief<Item>) -> Self {
        let told = brief.items().iter().rev().find_map(|item| match item {
            Item::RailTotals { points, last } => Some(Self { points: *points, last: last.clone() }),
            _ => None,
        });
        told.unwrap_or_default()
    }
}

impl Division {
    /// Takes a line that divides rail points, or says what is wrong with it.
    pub(super) fn divide_rail(&mut self, means: &RailMeans, given: &Shares) -> Result<Taken, Vec<Remark>> {
        if self.rail.is_some() {
            let remark = Remark::refused("An earlier line divides the rail points already.");
            return Err(vec![remark.hint("Cancel that line, or send one new division.").rule("C3.5.10")]);
        }
        let points = match given.is_empty() {
            true if sum(&means.last) == 0 => return Err(vec![nothing_to_repeat()]),
            true => shares::by_proportion(&means.last, means.points),
            false => shares::resolve(given, means.points, None).points,
        };
        let total = sum(&points);
        if total > means.points {
            let remark =
                Remark::refused(format!("These shares come to {total} rail points; there are {}.", means.points));
            let remark = remark.hint(format!("The most is {} in all.", means.points));
            return Err(vec![remark.rule("C3.5.10").rule("D14")]);
        }
        let left = means.points - total;
        let notice = format!("{left} rail points are left out and will be lost.");
        let notices = (left > 0).then(|| Remark::notice(notice).rule("C3.5.10")).into_iter().collect();
        let note = note(&points);
        self.rail = Some(points);
        Ok((note, notices))
    }
}

/// The division in words, so that shares in per cent are told in points.
fn note(points: &Points) -> String {
    let land = points.iter().filter(|(account, _)| account.theatre().is_some());
    let parts: Vec<_> = land.map(|(account, given)| format!("{} {given}", account_word(*account))).collect();
    format!("rail {}", parts.join(", "))
}

/// The rail points of each theatre, and whether nobody divided them: then as last time, else by the shares of the tables.
pub(super) fn settle(given: Option<Points>, scenario: &Scenario, means: &Means) -> (Points, bool) {
    if let Some(points) = given {
        return (points, false);
    }
    let mut weights = match sum(&means.rail.last) > 0 {
        true => means.rail.last.clone(),
        false => shares::default_weights(scenario, means.side),
    };
    weights.insert(Account::Naval, 0);
    (shares::by_proportion(&weights, means.rail.points), true)
}

/// What a division on file leaves.
pub(super) fn undistributed(means: &RailMeans, given: Option<&Points>) -> Option<Item> {
    let points = means.points - given.map_or(0, sum).min(means.points);
    (means.points > 0).then_some(Item::RailUndistributed { points, is_divided: given.is_some() })
}

#[cfg(test)]
mod tests {
    use super::super::order::Share;
    use super::super::scenario::Side;
    use super::*;

    fn means(points: u32, last: &[(Account, u32)]) -> Means {
        let mut state = super::super::begin::opening(&Scenario::embedded().unwrap());
        let own = state.sides.get_mut(&Side::Usa).unwrap();
        (own.rail, own.last_rail) = (points, last.iter().copied().collect());
        Means::of_state(&Scenario::embedded().unwrap(), &state, Side::Usa).unwrap()
    }

    fn settled(points: u32, last: &[(Account, u32)]) -> Vec<u32> {
        let scenario = Scenario::embedded().unwrap();
        let (points, is_default) = settle(None, &scenario, &means(points, last));
        assert!(is_default);
        Account::ALL.iter().map(|account| points.get(account).copied().unwrap_or(0)).collect()
    }

    #[test]
    fn c3_5_10_silence_divides_by_the_shares_of_the_theatres_without_the_fleet() {
        let points = settled(24, &[]);
        assert_eq!((points.iter().sum::<u32>(), points[3]), (24, 0));
        assert!(points[0] > points[1] && points[1] > points[2], "{points:?}");
    }

    #[test]
    fn c3_5_10_silence_keeps_the_last_proportions() {
        assert_eq!(settled(30, &[(Account::East, 0), (Account::West, 24)]), [0, 30, 0, 0]);
    }

    #[test]
    fn c3_5_10_as_last_turn_keeps_the_proportions_and_needs_a_turn_before() {
        let again = |last: &[(Account, u32)]| Division::default().divide_rail(&means(30, last).rail, &Shares::new());
        let (note, _) = again(&[(Account::East, 6), (Account::West, 24)]).unwrap();
        assert_eq!(note, "rail East 6, West 24, Trans 0");
        assert!(again(&[]).is_err());
    }

    #[test]
    fn c3_5_10_all_is_a_hundred_per_cent_and_more_than_there_is_is_refused() {
        let all = Shares::from([(Account::West, Share::Percent(100))]);
        let mut division = Division::default();
        let (note, notices) = division.divide_rail(&means(24, &[]).rail, &all).unwrap();
        assert_eq!((note.as_str(), notices.len()), ("rail East 0, West 24, Trans 0", 0));
        assert!(division.divide_rail(&means(24, &[]).rail, &all).is_err(), "twice");
        let much = Shares::from([(Account::East, Share::Points(20)), (Account::West, Share::Points(5))]);
        assert!(Division::default().divide_rail(&means(24, &[]).rail, &much).is_err());
    }
}
