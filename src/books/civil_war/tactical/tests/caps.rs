//! Whole turns by mail at random: whatever supreme and theatre commanders file, what stands and what is played keeps within
//! the shares of C3.5.4 and D6 and the caps of C3.9 and D8. The limits are reckoned anew here, from the printed figures.

use proptest::prelude::*;

use super::super::super::order::{LeaderPick, Share, Shares};
use super::super::super::strategic;
use super::super::play::fight;
use super::random::{self, LEADERS, SEATS};
use super::*;
use base::game::Secret;
use base::order::LineStatus;
use base::order::remark::worst;

const THEATRES: [Theatre; 3] = [Theatre::East, Theatre::West, Theatre::Trans];

/// Shares near the limits, in points or per cent, and shares of no sense.
fn shares() -> impl Strategy<Value = Shares> {
    let wild = proptest::collection::btree_map(
        proptest::sample::select(&Account::ALL[..]),
        prop_oneof![(0_u32..50).prop_map(Share::Points), (0_u32..110).prop_map(Share::Percent)],
        0..5,
    );
    let percent = |parts: [u32; 4]| Account::ALL.into_iter().zip(parts.map(Share::Percent)).collect();
    let points = |parts: [u32; 4]| Account::ALL.into_iter().zip(parts.map(Share::Points)).collect();
    let split = (12_u32..63, 12_u32..63, 0_u32..33).prop_map(|(east, west, naval)| {
        let rest = 100_u32.saturating_sub(east + west + naval);
        [east, west, rest, naval]
    });
    prop_oneof![
        2 => wild,
        4 => split.prop_map(percent),
        3 => [0_u32..20, 0_u32..20, 0_u32..12, 0_u32..8].prop_map(points),
    ]
}

fn theatre() -> impl Strategy<Value = Theatre> {
    proptest::sample::select(&THEATRES[..])
}

fn division() -> impl Strategy<Value = Act> {
    let some = || proptest::option::weighted(0.7, shares());
    let own = || proptest::option::of(theatre());
    let leader = proptest::sample::select(&LEADERS[..]).prop_map(str::to_owned);
    prop_oneof![
        6 => (some(), some()).prop_map(|(cp, pp)| Act::Distribute { cp, pp }),
        1 => Just(Act::DistributeSame),
        1 => (proptest::option::of(0_u32..6), theatre()).prop_map(|(count, to)| Act::Discretionary { count, to }),
        1 => (0_u32..6, theatre(), theatre()).prop_map(|(count, from, to)| Act::ShiftPlanned { count, from, to }),
        3 => (leader, own(), own()).prop_map(|(name, from, to)| Act::ShiftLeader { name, from, to }),
        1 => shares().prop_map(|shares| Act::DivideRail { shares }),
        1 => proptest::sample::select(&Account::ALL[..])
            .prop_map(|to| Act::AssignLeaders { picks: vec![LeaderPick { count: None, stars: None, arm: None, to }] }),
    ]
}

/// What a side has for the turn: command points, pulse points, and how it divided them last.
fn purse() -> impl Strategy<Value = (u32, u32, [u32; 4])> {
    let command = prop_oneof![1 => 0_u32..10, 3 => 0_u32..46];
    (command, 0_u32..70, [0_u32..20, 0_u32..20, 0_u32..20, 0_u32..9])
}

/// The strategic phase of a turn in which each side has these points.
fn strategic_phase(purses: [(u32, u32, [u32; 4]); 2]) -> War {
    let mut war = War::opening().stage(Stage::Strategic);
    for (side, (cp, pp, last)) in Side::BOTH.into_iter().zip(purses) {
        for account in Account::ALL {
            *war.ledger(side, account) = Ledger { reinforcements: 2, ..Ledger::default() };
        }
        let own = war.state.sides.get_mut(&side).expect("a side");
        (own.cp, own.pp, own.rail, own.discretionary) = (cp, pp, 20, 3);
        own.planned = THEATRES.map(|theatre| (theatre, 4)).into();
        own.last_cp = Account::ALL.into_iter().zip(last).collect();
        own.last_pp = own.last_cp.clone();
    }
    war
}

fn supreme(side: Side) -> &'static str {
    if side == Side::Usa { "usa-sc" } else { "csa-sc" }
}

fn dice(seed: u8, label: &str) -> Dice {
    Dice::committed(&Secret::new([seed; 32]), label)
}

/// A share of no more than `most` and no less than `least` per cent, exactly (D6).
fn is_within(points: u32, total: u32, (least, most): (u32, u32)) -> bool {
    least * total <= 100 * points && 100 * points <= most * total
}

/// C3.5.4, D6: 15 to 60 % for a theatre, 50 for the Trans-Mississippi, 30 for the fleet; totals below three are free.
fn keeps_shares(before: &State, after: &State, side: Side) -> Result<(), TestCaseError> {
    let (had, has) = (&before.sides[&side], &after.accounts[&side]);
    let sent = after.sides[&side].leaders.shifts.len() as u32;
    let sum = |of: fn(&Ledger) -> u32| has.values().map(of).sum::<u32>();
    prop_assert!(sum(|it| it.cp) + sent <= had.cp, "{side} {has:?}");
    prop_assert!(sum(|it| it.pp) + sent <= had.pp, "{side} {has:?}");
    prop_assert!(sum(|it| it.rail) <= had.rail, "{side} {has:?}");
    let bounds = [(15, 60), (15, 60), (15, 50), (0, 30)];
    for (account, bounds) in Account::ALL.into_iter().zip(bounds).filter(|_| had.cp > 2) {
        let cp = has[&account].cp;
        prop_assert!(is_within(cp, had.cp, bounds), "{side} {account}: {cp} of {}, {sent} shifts", had.cp);
    }
    // Every reinforcement is there now or arrives one turn later (C3.5.2).
    let waiting = after.sides[&side].shifted.values().sum::<u32>();
    let had_already: u32 = before.accounts[&side].values().map(|it| it.reinforcements).sum();
    prop_assert_eq!(sum(|it| it.reinforcements) + waiting, had_already + 4 * 3 + 3);
    Ok(())
}

/// What C3.9 and D8 allow an account in a sub-turn: command points, pulse points, and the latter by the exception.
struct Caps {
    cp: u32,
    pp: u32,
    pp_of_few: u32,
}

fn caps(ledger: &Ledger) -> Caps {
    // Three quarters, to the nearest whole, a half upwards.
    let capped = |points: u32| (3 * points + 2) / 4;
    let lifted = |points: u32| capped(points).max(points.min(4));
    let left = ledger.pp - ledger.pp_spent;
    Caps {
        cp: lifted(ledger.cp).min(ledger.cp + ledger.refunded - ledger.cp_spent),
        pp: capped(ledger.pp).min(left),
        pp_of_few: lifted(ledger.pp).min(left),
    }
}

/// What stands on a sheet may be paid, by what its giver is told.
fn what_stands_is_within(war: &War, who: &str, orders: &[(Account, Order)]) -> Result<(), TestCaseError> {
    let review = war.review(who, orders.to_vec());
    for item in &review.account {
        let Item::Spending { account, cp, pp, .. } = item else { continue };
        let side = if who.starts_with("usa") { Side::Usa } else { Side::Csa };
        let caps = caps(&war.state.accounts[&side][account]);
        prop_assert!(*cp <= caps.cp, "{who} {account}: {cp} CP of {}", caps.cp);
        let is_few = *cp <= 4 && cp == pp;
        let most = if is_few { caps.pp_of_few } else { caps.pp };
        prop_assert!(*pp <= most, "{who} {account}: {pp} PP of {most}, {cp} CP");
    }
    Ok(())
}

/// Files sheets for a sub-turn, plays its pulses, and holds what they cost against the caps.
fn sub_turn(war: War, sheets: &[Vec<Order>], seed: u8) -> Result<State, TestCaseError> {
    let mut war = war;
    for ((who, _, account), orders) in SEATS.into_iter().zip(sheets) {
        let sheet: Vec<_> = orders.iter().map(|order| (account, order.clone())).collect();
        what_stands_is_within(&war, who, &sheet)?;
        war = orders.iter().fold(war, |war, order| war.order(who, account, order.clone()));
    }
    let mut throws = dice(seed, "tactical");
    let played = fight(&war.scenario, &war.state, &war.orders, &mut throws).0.state;
    for (_, side, account) in SEATS {
        let (before, after) = (&war.state.accounts[&side][&account], &played.accounts[&side][&account]);
        let caps = caps(before);
        let (cp, pp) = (after.cp_spent - before.cp_spent, after.pp_spent - before.pp_spent);
        // What came back for a pre-empted entrenchment could be spent again (C3.17, D25).
        let returned = after.refunded - before.refunded;
        prop_assert!(cp <= caps.cp + returned, "{side} {account}: {cp} CP of {} + {returned}", caps.cp);
        prop_assert!(pp <= caps.pp_of_few.max(caps.pp), "{side} {account}: {pp} PP of {}", caps.pp_of_few);
        let is_few = cp <= 4 && cp == pp;
        prop_assert!(pp <= caps.pp || is_few, "{side} {account}: {pp} PP of {}, {cp} CP", caps.pp);
    }
    Ok(super::super::play(&war.scenario, &war.state, &war.orders, &mut dice(seed, "tactical")).state)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn shares_and_caps_hold_through_a_turn_of_random_sheets(
        purses in [purse(), purse()],
        divisions in [proptest::collection::vec(division().boxed(), 0..6), proptest::collection::vec(division().boxed(), 0..6)],
        sheets in [random::sheets().boxed(), random::sheets().boxed()],
        seed in any::<u8>(),
    ) {
        let mut war = strategic_phase(purses);
        let mut standing = war.anew(war.state.clone());
        for (side, acts) in Side::BOTH.into_iter().zip(&divisions) {
            let lines: Vec<_> = acts.iter().map(|act| file(Account::East, bare(act.clone()))).collect();
            let told = war.brief(supreme(side));
            let review = super::super::super::distribution::review(&war.scenario, &told, &seat(supreme(side)), &lines);
            for (act, judged) in acts.iter().zip(&review.lines) {
                war = war.order(supreme(side), Account::East, bare(act.clone()));
                if worst(&judged.remarks) < LineStatus::Refused {
                    standing = standing.order(supreme(side), Account::East, bare(act.clone()));
                }
            }
        }
        let divided = strategic::play(&war.scenario, &war.state, &war.orders, &mut dice(seed, "strategic")).state;
        for side in Side::BOTH {
            keeps_shares(&war.state, &divided, side)?;
        }
        // What his receipt refused changes nothing.
        let by_standing =
            strategic::play(&war.scenario, &war.state, &standing.orders, &mut dice(seed, "strategic")).state;
        prop_assert_eq!(&divided, &by_standing);
        let second = sub_turn(war.anew(divided), &sheets[0], seed)?;
        prop_assert_eq!(second.stage, Stage::Tst2);
        sub_turn(war.anew(second), &sheets[1], seed)?;
    }
}

/// The lines as orders of one account.
fn read_all(war: &War, account: Account, lines: &[&str]) -> Vec<(Account, Order)> {
    let read = |line: &&str| {
        let mut context = rules::Context::default();
        super::super::super::read::read(&war.scenario, &mut context, line)
            .unwrap_or_else(|why| panic!("{line}: {why:?}"))
            .0
    };
    lines.iter().flat_map(read).map(|order| (account, order)).collect()
}

#[test]
fn c3_9_idle_pulses_are_no_command_pulses_where_points_are_kept_for_a_condition() {
    let mut war = War::opening();
    *war.ledger(Side::Csa, Account::West) = Ledger { cp: 3, pp: 4, ..Ledger::default() };
    let lines = [
        "PP 2-3: idle",
        "move 1 SP from Memphis",
        "IF enemy at Washington THEN move Polk to Corinth (reserve 2 CP, 2 PP)",
    ];
    what_stands_is_within(&war, "csa-west", &read_all(&war, Account::West, &lines)).unwrap();
}

#[test]
fn c3_9_the_exception_is_for_no_sheet_with_a_condition_whose_pulse_nobody_knows() {
    let lines = [
        &["at PP 4 IF Memphis is held by us THEN enter 1 infantry at Memphis"][..],
        &["IF pulse >= 3 THEN enter 1 infantry at Memphis"],
        &[
            "PP 1: enter 1 infantry at Memphis",
            "PP 2: IF enemy at Memphis THEN enter 1 infantry at Memphis",
            "PP 3: enter 1 infantry at Memphis",
            "PP 4: enter 1 infantry at Memphis",
        ],
    ];
    for lines in lines {
        let mut war = War::opening();
        *war.ledger(Side::Csa, Account::West) = Ledger { cp: 4, pp: 4, reinforcements: 6, ..Ledger::default() };
        let orders = read_all(&war, Account::West, lines);
        what_stands_is_within(&war, "csa-west", &orders).unwrap();
        let (who, _, account) = SEATS[4];
        assert_eq!((who, account), ("csa-west", Account::West));
        let war = orders.into_iter().fold(war, |war, (account, order)| war.order(who, account, order));
        let played = fight(&war.scenario, &war.state, &war.orders, &mut dice(1, "tactical")).0.state;
        let spent = &played.accounts[&Side::Csa][&Account::West];
        assert!(spent.pp_spent <= 3, "{lines:?}: {} PP, {} CP", spent.pp_spent, spent.cp_spent);
    }
}
