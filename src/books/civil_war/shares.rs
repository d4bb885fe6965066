//! The arithmetic of dividing points among accounts: limits, percentages, proportions, repair (C3.5.4, D6).
//! Knows numbers and the tables, nothing of orders or states.

use std::collections::BTreeMap;

use base::order::Remark;

use super::item::Limit;
use super::order::{Share, Shares};
use super::scenario::{Account, Rounding, Scenario, Side};

/// Whole points by account; every account is named.
pub type Points = BTreeMap<Account, u32>;

/// What may be given of `total` command points to each account, in points (C3.5.4, D6).
pub fn limits(scenario: &Scenario, total: u32) -> Vec<Limit> {
    let rules = &scenario.tables.distribution;
    let is_free = total < rules.limits_from_total; // D6: such totals cannot meet the least
    let limit = |account| {
        if is_free {
            return Limit { account, least: 0, most: total };
        }
        let least = if account == Account::Naval { 0 } else { rules.theatre_min_percent };
        let most = most_percent(scenario, account);
        Limit { account, least: up(rules.rounding, total, least), most: down(rules.rounding, total, most) }
    };
    Account::ALL.map(limit).to_vec()
}

fn most_percent(scenario: &Scenario, account: Account) -> u32 {
    let rules = &scenario.tables.distribution;
    match account {
        Account::East | Account::West => rules.theatre_max_percent,
        Account::Trans => rules.trans_max_percent.min(rules.theatre_max_percent),
        Account::Naval => rules.naval_max_percent,
    }
}

fn down(rounding: Rounding, total: u32, percent: u32) -> u32 {
    match rounding {
        Rounding::Exact => total * percent / 100,
        Rounding::NearestHalfUp => (total * percent + 50) / 100,
    }
}

fn up(rounding: Rounding, total: u32, percent: u32) -> u32 {
    match rounding {
        Rounding::Exact => (total * percent).div_ceil(100),
        Rounding::NearestHalfUp => (total * percent + 50) / 100,
    }
}

/// What each breach of the limits is, with the most or least that would be legal. None when all is well.
pub fn breaches(scenario: &Scenario, points: &Points, total: u32) -> Vec<Remark> {
    let given = |account: Account| points.get(&account).copied().unwrap_or(0);
    Account::ALL.into_iter().filter_map(|account| breach(scenario, account, given(account), total)).collect()
}

/// The breach of the limits of one account.
pub fn breach(scenario: &Scenario, account: Account, given: u32, total: u32) -> Option<Remark> {
    let rules = &scenario.tables.distribution;
    let limit = limits(scenario, total).into_iter().find(|limit| limit.account == account)?;
    let gets = format!("{account} would get {given} of {total} command points");
    if given > limit.most {
        let percent = most_percent(scenario, account);
        let who = if account == Account::Naval || account == Account::Trans { "it may" } else { "a theatre may" };
        let refusal = Remark::refused(format!("{gets}; {who} get at most {percent} % of them."));
        return Some(cite(refusal.hint(format!("The most for {account} is {}.", limit.most))));
    }
    if given < limit.least {
        let least = rules.theatre_min_percent;
        let refusal = Remark::refused(format!("{gets}; every theatre must get at least {least} % of them."));
        return Some(cite(refusal.hint(format!("The least for {account} is {}.", limit.least))));
    }
    None
}

fn cite(remark: Remark) -> Remark {
    remark.rule("C3.5.4").rule("D6")
}

/// Shares as whole points, and a sentence on the points that percentages left over.
pub struct Resolved {
    /// The points of every account.
    pub points: Points,
    /// Where the left-over points of percentages went.
    pub explanation: Option<String>,
}

/// Turns shares into points. Percentages are of the side's total (D6); what rounding down leaves over goes first to a
/// theatre below its least, then by the largest remainder, never beyond a most.
pub fn resolve(shares: &Shares, total: u32, limits: Option<&[Limit]>) -> Resolved {
    let mut points: Points = Account::ALL.map(|account| (account, 0)).into();
    let mut remainders = Vec::new();
    let mut hundredths: u32 = 0;
    for (account, share) in shares {
        match share {
            Share::Points(given) => {
                points.insert(*account, *given);
            }
            Share::Percent(percent) => {
                hundredths = total.saturating_mul(*percent).saturating_add(hundredths);
                points.insert(*account, total.saturating_mul(*percent) / 100);
                remainders.push((*account, total.saturating_mul(*percent) % 100));
            }
        }
    }
    let floors: u32 = remainders.iter().map(|(account, _)| points[account]).sum();
    let mut left = (hundredths / 100).saturating_sub(floors);
    remainders.sort_by_key(|(account, remainder)| (std::cmp::Reverse(*remainder), *account));
    let mut raised = Vec::new();
    while left > 0 {
        let Some(account) = next_raised(&remainders, &points, &raised, limits) else { break };
        *points.entry(account).or_insert(0) += 1;
        raised.push(account);
        left -= 1;
    }
    Resolved { points, explanation: explain(&raised, total) }
}

/// Who gets the next point that percentages left over: each account one at most, those below their least first.
fn next_raised(
    remainders: &[(Account, u32)],
    points: &Points,
    raised: &[Account],
    limits: Option<&[Limit]>,
) -> Option<Account> {
    let bounds = |account: Account| {
        let limit = limits.and_then(|limits| limits.iter().find(|limit| limit.account == account));
        limit.map_or((0, u32::MAX), |limit| (limit.least, limit.most))
    };
    let open: Vec<Account> = remainders
        .iter()
        .filter(|(account, remainder)| {
            *remainder > 0 && !raised.contains(account) && points[account] < bounds(*account).1
        })
        .map(|(account, _)| *account)
        .collect();
    let needy = open.iter().find(|account| points[account] < bounds(**account).0);
    needy.or(open.first()).copied()
}

fn explain(raised: &[Account], total: u32) -> Option<String> {
    if raised.is_empty() {
        return None;
    }
    let names: Vec<String> = raised.iter().map(Account::to_string).collect();
    let (points, verb) = if raised.len() == 1 { ("point", "goes") } else { ("points", "go") };
    Some(format!(
        "Percentages are of all {total} and rounded down; the {points} left over {verb} to {}.",
        names.join(" and ")
    ))
}

/// Divides `total` in proportion to `weights`, the points left over by the largest remainder, equal ones in the order of
/// the accounts.
pub fn by_proportion(weights: &Points, total: u32) -> Points {
    let sum: u64 = weights.values().map(|weight| u64::from(*weight)).sum();
    let mut points: Points = Account::ALL.map(|account| (account, 0)).into();
    if sum == 0 {
        return points;
    }
    let mut remainders = Vec::new();
    for (account, weight) in weights {
        let exact = u64::from(*weight) * u64::from(total);
        points.insert(*account, (exact / sum) as u32);
        remainders.push((std::cmp::Reverse(exact % sum), *account));
    }
    remainders.sort();
    let left = total - points.values().sum::<u32>();
    for (_, account) in remainders.into_iter().take(left as usize) {
        *points.entry(account).or_insert(0) += 1;
    }
    points
}

/// Divides what is not granted in proportion to `weights` among the accounts to which nothing was granted.
pub fn around(granted: &Points, weights: &Points, total: u32) -> Points {
    let others = weights.iter().filter(|(account, _)| !granted.contains_key(account));
    let others: Points = others.map(|(account, weight)| (*account, *weight)).collect();
    let mut points = by_proportion(&others, total.saturating_sub(granted.values().sum()));
    points.extend(granted);
    points
}

/// The limits when some accounts have what they were granted, no more and no less.
pub fn pinned(limits: Vec<Limit>, granted: &Points) -> Vec<Limit> {
    let pin = |limit: Limit| match granted.get(&limit.account) {
        Some(given) => Limit { account: limit.account, least: *given, most: *given },
        None => limit,
    };
    limits.into_iter().map(pin).collect()
}

/// Takes away what is beyond a most that nobody else can take either; how much that is.
pub fn trim(points: &mut Points, limits: &[Limit]) -> u32 {
    let mut lost = 0;
    for limit in limits {
        let has = points.entry(limit.account).or_insert(0);
        lost += has.saturating_sub(limit.most);
        *has = (*has).min(limit.most);
    }
    lost
}

/// The shares of a side that was never told otherwise (D6).
pub fn default_weights(scenario: &Scenario, side: Side) -> Points {
    let shares = &scenario.tables.distribution.default_shares[side];
    Account::ALL.map(|account| (account, shares.of(account))).into()
}

/// Moves single points until every account is within its limits: from the largest account to the one that is short, or
/// from the one that has too much to the smallest (D6). Says what was moved.
pub fn repair(points: &mut Points, limits: &[Limit]) -> Vec<String> {
    let mut moved: BTreeMap<(Account, Account), u32> = BTreeMap::new();
    let steps: u32 = points.values().sum();
    for _ in 0..steps {
        let Some((from, to)) = next_move(points, limits) else { break };
        *points.entry(from).or_insert(0) -= 1;
        *points.entry(to).or_insert(0) += 1;
        *moved.entry((from, to)).or_insert(0) += 1;
    }
    moved.into_iter().map(|((from, to), count)| format!("{count} CP moved from {from} to {to}")).collect()
}

/// The next single point to move; `None` when all limits hold, or nobody can give or take.
fn next_move(points: &Points, limits: &[Limit]) -> Option<(Account, Account)> {
    let has = |limit: &Limit| points.get(&limit.account).copied().unwrap_or(0);
    let over = limits.iter().find(|limit| has(limit) > limit.most);
    let short = limits.iter().filter(|limit| has(limit) < limit.least).min_by_key(|limit| has(limit));
    let others = |account: Account| limits.iter().filter(move |limit| limit.account != account);
    if let Some(over) = over {
        let open = others(over.account).filter(|limit| has(limit) < limit.most);
        let theatres = open.filter(|limit| limit.account != Account::Naval);
        let to = short.or_else(|| theatres.min_by_key(|limit| has(limit)))?;
        return Some((over.account, to.account));
    }
    let to = short?.account;
    let able = others(to).filter(|limit| has(limit) > limit.least);
    let from = able.max_by_key(|limit| (has(limit), std::cmp::Reverse(limit.account)))?;
    Some((from.account, to))
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;

    static SCENARIO: LazyLock<Scenario> = LazyLock::new(|| Scenario::embedded().unwrap());

    fn points(east: u32, west: u32, trans: u32, naval: u32) -> Points {
        [(Account::East, east), (Account::West, west), (Account::Trans, trans), (Account::Naval, naval)].into()
    }

    fn percents(rows: &[(Account, u32)]) -> Shares {
        rows.iter().map(|(account, percent)| (*account, Share::Percent(*percent))).collect()
    }

    fn told(scenario: &Scenario, given: Points, total: u32) -> Vec<String> {
        breaches(scenario, &given, total).into_iter().map(|remark| remark.hint.unwrap()).collect()
    }

    #[test]
    fn c3_5_4_of_twenty_points_twelve_three_ten_and_six_are_the_limits() {
        let scenario = Scenario::embedded().unwrap();
        let found: Vec<_> = limits(&scenario, 20).iter().map(|limit| (limit.least, limit.most)).collect();
        assert_eq!(found, [(3, 12), (3, 12), (3, 10), (0, 6)]);
    }

    #[test]
    fn c3_5_4c_twelve_of_twenty_stand_and_thirteen_are_refused() {
        let scenario = Scenario::embedded().unwrap();
        assert!(told(&scenario, points(12, 5, 3, 0), 20).is_empty());
        assert_eq!(told(&scenario, points(13, 4, 3, 0), 20), ["The most for East is 12."]);
        assert_eq!(breaches(&scenario, &points(13, 4, 3, 0), 20)[0].rules, ["C3.5.4", "D6"]);
    }

    #[test]
    fn c3_5_4d_three_of_twenty_stand_and_two_are_refused() {
        let scenario = Scenario::embedded().unwrap();
        assert!(told(&scenario, points(10, 7, 3, 0), 20).is_empty());
        assert_eq!(told(&scenario, points(10, 8, 2, 0), 20), ["The least for Trans-Mississippi is 3."]);
    }

    #[test]
    fn c3_5_4e_the_navy_may_have_six_of_twenty_or_none() {
        let scenario = Scenario::embedded().unwrap();
        assert!(told(&scenario, points(8, 3, 3, 6), 20).is_empty());
        assert_eq!(told(&scenario, points(7, 3, 3, 7), 20), ["The most for Naval is 6."]);
    }

    #[test]
    fn c3_5_4f_the_trans_mississippi_may_have_ten_of_twenty() {
        let scenario = Scenario::embedded().unwrap();
        assert!(told(&scenario, points(5, 5, 10, 0), 20).is_empty());
        assert_eq!(told(&scenario, points(5, 4, 11, 0), 20), ["The most for Trans-Mississippi is 10."]);
    }

    #[test]
    fn d6_limits_are_exact_and_the_smallest_totals_are_free_of_them() {
        let scenario = Scenario::embedded().unwrap();
        let of = |total, place: usize| (limits(&scenario, total)[place].least, limits(&scenario, total)[place].most);
        assert_eq!(of(22, 0), (4, 13));
        assert_eq!(of(22, 3), (0, 6));
        assert_eq!(of(3, 0), (1, 1));
        assert_eq!(of(2, 0), (0, 2));
        assert!(told(&scenario, points(2, 0, 0, 0), 2).is_empty());
        assert!(told(&scenario, points(1, 1, 1, 0), 3).is_empty());
    }

    #[test]
    fn d6_every_total_from_three_on_can_be_divided() {
        let scenario = Scenario::embedded().unwrap();
        for total in 3..120 {
            for side in Side::BOTH {
                let mut given = by_proportion(&default_weights(&scenario, side), total);
                repair(&mut given, &limits(&scenario, total));
                assert_eq!(given.values().sum::<u32>(), total);
                assert!(told(&scenario, given, total).is_empty(), "{total}");
            }
        }
    }

    #[test]
    fn d6_the_rounding_of_limits_is_a_key_of_the_tables() {
        let mut scenario = Scenario::embedded().unwrap();
        scenario.tables.distribution.rounding = Rounding::NearestHalfUp;
        let found = &limits(&scenario, 22)[0];
        assert_eq!((found.least, found.most), (3, 13));
    }

    #[test]
    fn d6_percentages_are_of_the_total_and_the_point_left_over_goes_where_it_is_needed() {
        let scenario = Scenario::embedded().unwrap();
        let shares = percents(&[(Account::East, 20), (Account::West, 60), (Account::Trans, 20)]);
        let resolved = resolve(&shares, 22, Some(&limits(&scenario, 22)));
        assert_eq!(resolved.points, points(5, 13, 4, 0));
        assert_eq!(
            resolved.explanation.unwrap(),
            "Percentages are of all 22 and rounded down; the point left over goes to East."
        );
        let least = percents(&[(Account::East, 55), (Account::West, 30), (Account::Trans, 15)]);
        assert_eq!(resolve(&least, 22, Some(&limits(&scenario, 22))).points, points(12, 6, 4, 0));
    }

    #[test]
    fn d6_a_most_is_never_passed_by_rounding() {
        let scenario = Scenario::embedded().unwrap();
        let shares = percents(&[(Account::East, 60), (Account::West, 25), (Account::Trans, 15)]);
        let resolved = resolve(&shares, 21, Some(&limits(&scenario, 21)));
        assert_eq!(resolved.points, points(12, 5, 4, 0));
        assert!(breaches(&scenario, &resolved.points, 21).is_empty());
    }

    #[test]
    fn percentages_that_come_out_even_are_not_explained() {
        let resolved = resolve(&percents(&[(Account::East, 60), (Account::West, 40)]), 20, None);
        assert_eq!((resolved.points, resolved.explanation), (points(12, 8, 0, 0), None));
    }

    #[test]
    fn d6_the_first_default_is_45_35_20_and_for_the_union_40_30_15_15() {
        let scenario = Scenario::embedded().unwrap();
        assert_eq!(by_proportion(&default_weights(&scenario, Side::Csa), 20), points(9, 7, 4, 0));
        assert_eq!(by_proportion(&default_weights(&scenario, Side::Usa), 20), points(8, 6, 3, 3));
    }

    #[test]
    fn d6_a_default_outside_the_limits_is_repaired_by_single_points_from_the_largest() {
        let scenario = Scenario::embedded().unwrap();
        let mut given = by_proportion(&default_weights(&scenario, Side::Usa), 22);
        assert_eq!(given, points(9, 7, 3, 3));
        assert_eq!(repair(&mut given, &limits(&scenario, 22)), ["1 CP moved from East to Trans-Mississippi"]);
        assert_eq!(given, points(8, 7, 4, 3));
        let mut lopsided = points(20, 0, 0, 0);
        let moved = repair(&mut lopsided, &limits(&scenario, 20));
        assert_eq!(moved, ["4 CP moved from East to West", "4 CP moved from East to Trans-Mississippi"]);
        assert_eq!(lopsided, points(12, 4, 4, 0));
    }

    proptest! {
        #[test]
        fn percentages_of_everything_divide_everything(total in 0_u32..200, east in 0_u32..=100, west in 0_u32..=100) {
            let west = west.min(100 - east);
            let shares = percents(&[(Account::East, east), (Account::West, west), (Account::Trans, 100 - east - west)]);
            let resolved = resolve(&shares, total, None);
            prop_assert_eq!(resolved.points.values().sum::<u32>(), total);
        }

        #[test]
        fn percentages_within_the_limits_never_pass_a_most(total in 3_u32..200, east in 15_u32..=60, west in 15_u32..=60) {
            let rest = 100_i64 - i64::from(east) - i64::from(west);
            prop_assume!((15..=50).contains(&rest));
            let limits = limits(&SCENARIO, total);
            let shares = percents(&[(Account::East, east), (Account::West, west), (Account::Trans, rest as u32)]);
            let points = resolve(&shares, total, Some(&limits)).points;
            prop_assert!(points.values().sum::<u32>() <= total);
            prop_assert!(limits.iter().all(|limit| points[&limit.account] <= limit.most), "{:?}", points);
        }
    }
}
