//! Loans of ships at random (C6.2, D22): no ship appears or is lost, the fleet pays no more than its caps, a borrower
//! nothing of his own, and no order of the fleet moves what it lent.

use proptest::prelude::*;

use super::super::super::naval::order::{FleetRef, Haven, NavalOrder, Sail};
use super::super::super::sound::sound;
use super::super::super::state::Fleet;
use super::super::account::caps;
use super::super::play::fight;
use super::*;
use base::game::Secret;
use base::order::LineStatus;
use base::order::remark::worst;

/// Places on the rivers that meet at Cairo.
const PORTS: [&str; 4] = ["1915", "2115", "1914", "1622"];
const BORROWERS: [(&str, Account); 2] = [("usa-east", Account::East), ("usa-west", Account::West)];

fn fleet() -> impl Strategy<Value = FleetRef> {
    let at = proptest::sample::select(&PORTS[..]).prop_map(|at| Haven::from(known(at)));
    let lying = (proptest::option::of(1_u32..4), proptest::option::weighted(0.8, at))
        .prop_map(|(count, at)| FleetRef { count, at, ..FleetRef::default() });
    prop_oneof![4 => lying, 1 => Just(FleetRef { leader: Some("Foote".to_owned()), ..FleetRef::default() })]
}

fn sailing() -> impl Strategy<Value = Order> {
    let from = proptest::option::of(1_u32..9);
    (fleet(), proptest::sample::select(&PORTS[..]), from).prop_map(|(fleet, to, from)| {
        let to = Some(Haven::from(known(to)));
        let sail = NavalOrder::Sail(Sail { fleet, to, via: Vec::new(), runs: false, stops: false });
        Order { pulses: from.map(Pulses::From), ..bare(Act::Naval(Box::new(sail))) }
    })
}

fn loan() -> impl Strategy<Value = Order> {
    let to = proptest::sample::select(&[Theatre::East, Theatre::West, Theatre::West, Theatre::Trans][..]);
    (fleet(), 0_u32..5, 0_u32..5, to).prop_map(|(fleet, cp, pp, to)| {
        bare(Act::Naval(Box::new(NavalOrder::Lend { fleet, cp: Some(cp), pp: Some(pp), to: Some(to) })))
    })
}

fn idle() -> impl Strategy<Value = Order> {
    (1_u32..3).prop_map(|count| bare(Act::Idle { count: Some(count) }))
}

type Sheets = (Vec<Order>, [Vec<Order>; 2]);

fn sheets() -> impl Strategy<Value = Sheets> {
    let lines = || proptest::collection::vec(prop_oneof![6 => sailing(), 1 => idle()], 0..5);
    let of_fleet = proptest::collection::vec(prop_oneof![3 => loan(), 2 => sailing(), 1 => idle()], 0..6);
    (of_fleet, [lines().boxed(), lines().boxed()])
}

fn war((cp, pp): (u32, u32)) -> War {
    let mut war = War::new().stage(Stage::Tst1);
    war.state.works.clear();
    war.state.fleets.clear();
    for (water, river) in [("1814/1915", 4), ("2014/2115", 2)] {
        let fleet = Fleet { side: Side::Usa, river, ocean: 0, ironclads: 0 };
        war.state.fleets.insert(water.parse().unwrap(), fleet);
    }
    war.state.leaders.get_mut("Foote").unwrap().place = LeaderPlace::Afloat("1814/1915".parse().unwrap());
    *war.ledger(Side::Usa, Account::Naval) = Ledger { cp, pp, ..Ledger::default() };
    war
}

fn filed(war: War, (of_fleet, borrowed): &Sheets) -> War {
    let mut war = of_fleet.iter().fold(war, |war, order| war.order("usa-trans", Account::Naval, order.clone()));
    for ((who, account), lines) in BORROWERS.into_iter().zip(borrowed) {
        war = lines.iter().fold(war, |war, order| war.order(who, account, order.clone()));
    }
    war
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn c6_2_loans_keep_ships_and_points_together(
        sheets in sheets(),
        points in (0_u32..16, 0_u32..16),
        seed in any::<u8>(),
    ) {
        let war = filed(war(points), &sheets);
        let before = &war.state.accounts[&Side::Usa];
        let caps = caps(&war.scenario.tables, &before[&Account::Naval]);
        let mut dice = Dice::committed(&Secret::new([seed; 32]), "loans");
        let (engine, played) = fight(&war.scenario, &war.state, &war.orders, &mut dice);
        prop_assert_eq!(engine.state.fleets.values().map(|fleet| fleet.river).sum::<u32>(), 6);
        sound(&war.scenario, &engine.state).map_err(|why| TestCaseError::fail(format!("{why:?}")))?;
        let after = &engine.state.accounts[&Side::Usa];
        let (cp, pp) = (after[&Account::Naval].cp_spent, after[&Account::Naval].pp_spent);
        prop_assert!(cp <= caps.cp && pp <= caps.most_pp(cp, cp == pp), "{cp} CP, {pp} PP of {caps:?}");
        for (_, account) in BORROWERS {
            prop_assert_eq!((after[&account].cp_spent, after[&account].pp_spent), (0, 0), "only ships were ordered");
        }
        let plan = &played.iter().find(|it| (it.side, it.account) == (Side::Usa, Account::Naval)).unwrap().plan;
        let lent: u32 = plan.loans().map(|loan| loan.points.cp).sum();
        prop_assert_eq!(lent, plan.lent.cp);
        prop_assert!(plan.loans().map(|loan| loan.company.count).sum::<u32>() <= 6);
        prop_assert!(plan.spent.cp <= caps.cp && plan.spent.pp <= caps.pp.max(caps.pp_of_few));
    }

    /// A borrower is told of every line for ships that it counts only with a loan; what he could not do with any is refused.
    #[test]
    fn c6_2_a_borrower_is_told_what_his_lines_need(sheets in sheets()) {
        let war = war((12, 24));
        for ((who, account), lines) in BORROWERS.into_iter().zip(&sheets.1) {
            let review = war.review(who, lines.iter().map(|order| (account, order.clone())).collect());
            for (order, line) in lines.iter().zip(&review.lines) {
                let is_told = line.remarks.iter().any(|remark| remark.message.contains("if the fleet lends you"));
                let stands = worst(&line.remarks) < LineStatus::Refused;
                prop_assert_eq!(is_told, stands && matches!(order.act, Act::Naval(_)), "{:?}", line);
            }
        }
    }
}

fn counted(count: u32, from: &str, to: &str) -> Order {
    let fleet = FleetRef { count: Some(count), at: Some(Haven::from(known(from))), ..FleetRef::default() };
    let to = Some(Haven::from(known(to)));
    bare(Act::Naval(Box::new(NavalOrder::Sail(Sail { fleet, to, via: Vec::new(), runs: false, stops: false }))))
}

#[test]
fn d22_counted_ships_leave_their_leader_behind_and_the_last_take_him_along() {
    let berth = |lines: &[(u32, &str)]| {
        let lines = lines.iter().map(|(count, to)| counted(*count, "1915", to)).collect();
        let war = filed(war((16, 16)), &(lines, [Vec::new(), Vec::new()]));
        let mut dice = Dice::committed(&Secret::new([7; 32]), "loans");
        let (engine, _) = fight(&war.scenario, &war.state, &war.orders, &mut dice);
        sound(&war.scenario, &engine.state).expect("a sound state");
        match engine.state.leaders["Foote"].place {
            LeaderPlace::Afloat(water) => water.to_string(),
            ref other => panic!("{other:?}"),
        }
    };
    assert_eq!(berth(&[(3, "2115")]), "1814/1915");
    assert_eq!(berth(&[(4, "2115")]), "2014/2115");
    assert_eq!(berth(&[(3, "2115"), (1, "2115")]), "2014/2115");
}
