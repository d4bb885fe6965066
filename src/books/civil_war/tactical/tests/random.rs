//! Random sheets: no line spoils an earlier one, brief and state judge alike, states stay sound, play repeats itself.

use proptest::prelude::*;

use super::super::super::condition::{
    Attackers, Clause, Compare, Condition, Conditional, Fallback, Fate, Holding, LineRef, Moment, Near, Reserve, Spot,
    Stopped, Test,
};
use super::super::super::scenario::Theatre;
use super::super::super::sound::sound;
use super::super::account::caps;
use super::super::knowledge::Knowledge;
use super::super::plan;
use super::*;
use base::game::Secret;
use base::order::remark::worst;

pub(super) const SEATS: [(&str, Side, Account); 6] = [
    ("usa-east", Side::Usa, Account::East),
    ("usa-west", Side::Usa, Account::West),
    ("usa-trans", Side::Usa, Account::Trans),
    ("csa-east", Side::Csa, Account::East),
    ("csa-west", Side::Csa, Account::West),
    ("csa-east", Side::Csa, Account::Trans),
];

/// Hexes where much happens: the towns and their neighbours around Washington, Cairo and St Louis.
const PLACES: [&str; 16] = [
    "5009", "4908", "4909", "4910", "4911", "4913", "4808", "4709", "1915", "2115", "2015", "1720", "1818", "2317",
    "1710", "1121",
];

pub(super) const LEADERS: [&str; 10] =
    ["McDowell", "Banks", "Grant", "Lyon", "Beauregard", "Jackson", "Longstreet", "Stuart", "Polk", "Price"];

pub(super) fn place() -> impl Strategy<Value = Place> {
    prop_oneof![
        9 => proptest::sample::select(&PLACES[..]).prop_map(known),
        1 => Just(Place::Unknown("Nowhere".to_owned())),
    ]
}

fn force() -> impl Strategy<Value = ForceRef> {
    prop_oneof![
        3 => proptest::sample::select(&LEADERS[..]).prop_map(led),
        2 => (proptest::option::of(1_u32..5), proptest::option::weighted(0.9, place()))
            .prop_map(|(count, from)| ForceRef::Points { count, from }),
        1 => place().prop_map(ForceRef::At),
        1 => Just(ForceRef::Army("Army of Virginia".to_owned())),
    ]
}

pub(super) fn act() -> impl Strategy<Value = Act> + Clone {
    let manner = proptest::option::of(prop_oneof![Just(Manner::Singly), Just(Manner::Stack)]);
    let marching = (force(), proptest::option::weighted(0.9, place()), manner)
        .prop_map(|(force, to, manner)| Act::Move { force, to, via: Vec::new(), manner, is_attack: false });
    let by_rail = (force(), proptest::option::weighted(0.9, place())).prop_map(|(force, to)| Act::RailMove {
        force,
        to,
        via: Vec::new(),
        manner: None,
        points: None,
    });
    prop_oneof![
        6 => marching,
        2 => by_rail,
        4 => work(),
        1 => (proptest::option::of(leader()), proptest::option::of(place()))
            .prop_map(|(leader, at)| Act::FormArmy { name: None, leader, at, with: Vec::new() }),
        1 => force().prop_map(|army| Act::DissolveArmy { army }),
        2 => force().prop_map(|force| Act::Entrench { force }),
        2 => (proptest::option::of(0_u32..4), place()).prop_map(|(count, at)| Act::EnterReinforcements { count, at: Some(at) }),
        1 => (0_u32..4).prop_map(|count| Act::Idle { count: Some(count) }),
        1 => force().prop_map(|force| Act::Hold { force }),
        2 => (proptest::sample::select(&LEADERS[..]), proptest::option::weighted(0.9, place()))
            .prop_map(|(name, to)| Act::Transfer { name: name.to_owned(), to }),
    ]
}

fn leader() -> impl Strategy<Value = String> {
    proptest::sample::select(&LEADERS[..]).prop_map(str::to_owned)
}

fn work() -> impl Strategy<Value = Act> {
    let kinds = [
        Work::Depot,
        Work::DestroyDepot,
        Work::Fort,
        Work::Fortress,
        Work::ConvertRail,
        Work::Remoralise,
        Work::Recover,
        Work::StayShaken,
    ];
    let at = proptest::option::weighted(0.8, place());
    let army = Just(ForceRef::Army("Army of Virginia".to_owned()));
    let doer = prop_oneof![3 => leader().prop_map(ForceRef::Leader), 1 => army];
    (proptest::sample::select(kinds.to_vec()), at, proptest::option::weighted(0.3, doer))
        .prop_map(|(work, at, force)| Act::Work { work, at, force })
}

fn clause() -> impl Strategy<Value = Clause> {
    let spot = place().prop_map(Spot::Place);
    let near = prop_oneof![Just(Near::At), Just(Near::Adjacent), (1_u32..4).prop_map(Near::Within)];
    let fate = prop_oneof![
        Just(Fate::Attacked(Attackers::default())),
        Just(Fate::Wins),
        Just(Fate::Loses),
        Just(Fate::Stuck),
        (1_u32..6).prop_map(|count| Fate::Strength(Compare::AtLeast, count)),
    ];
    let line = prop_oneof![(1_u32..7).prop_map(LineRef::Number), Just(LineRef::Last), Just(LineRef::Entrenchment)];
    let test = prop_oneof![
        3 => (near, spot, any::<bool>()).prop_map(|(near, spot, comes)| Test::Enemy { sizes: Vec::new(), near, spot, comes }),
        3 => (force(), fate).prop_map(|(force, fate)| Test::Force { force, fate }),
        2 => (line, any::<bool>()).prop_map(|(line, is_done)| Test::Line { line, is_done }),
        1 => place().prop_map(|place| Test::Town { place, holding: Holding::Captured }),
        1 => (0_u32..15).prop_map(|pulse| Test::Clock { compare: Compare::AtLeast, pulse }),
    ];
    (test, any::<bool>()).prop_map(|(test, is_not)| Clause { is_not, test })
}

pub(super) fn conditional() -> impl Strategy<Value = Act> {
    let moment = prop_oneof![
        4 => Just(Moment::Any),
        1 => Just(Moment::Soon),
        1 => (1_u32..20).prop_map(Moment::At),
        1 => Just(Moment::After(LineRef::Last)),
        1 => Just(Moment::Before(LineRef::Last)),
    ];
    let stop = prop_oneof![Just(Stopped::All), Just(Stopped::Line(LineRef::Last))].prop_map(|what| Act::Stop { what });
    let inner = || prop_oneof![6 => act(), 1 => stop.clone(), 1 => (1_u32..4).prop_map(|cp| Act::Save { cp })];
    let then = proptest::collection::vec(inner(), 1..3);
    let otherwise = proptest::collection::vec(inner(), 0..2);
    let reserve = proptest::option::of((0_u32..5, proptest::option::of(0_u32..5)));
    (moment, clause(), proptest::option::of(1_u32..20), then, otherwise, reserve).prop_map(
        |(moment, clause, by, then, otherwise, reserve)| {
            let condition = Condition { is_not: false, any: vec![vec![clause]] };
            let reserve = reserve.map(|(cp, pp)| Reserve { cp, pp });
            Act::If(Box::new(Conditional { condition, moment, by, then, otherwise, reserve }))
        },
    )
}

pub(super) fn ride() -> impl Strategy<Value = Act> {
    let fallback = prop_oneof![Just(Fallback::Normal), Just(Fallback::Nothing)];
    (place(), fallback).prop_map(|(to, fallback)| Act::Ride {
        force: led("Stuart"),
        to: Some(to),
        via: Vec::new(),
        is_attack: false,
        fallback,
    })
}

pub(super) fn order() -> impl Strategy<Value = Order> {
    let pulses = prop_oneof![
        3 => Just(None),
        3 => (1_u32..20, 0_u32..4).prop_map(|(from, more)| Some(Pulses::Span { from, to: from + more })),
        2 => (1_u32..20).prop_map(|from| Some(Pulses::From(from))),
        1 => Just(Some(Pulses::Last)),
    ];
    let act = prop_oneof![6 => act(), 3 => conditional(), 1 => ride()];
    (pulses, act).prop_map(|(pulses, act)| Order { pulses, ..bare(act) })
}

pub(super) fn sheets() -> impl Strategy<Value = Vec<Vec<Order>>> {
    proptest::collection::vec(proptest::collection::vec(order(), 0..7), SEATS.len())
}

/// The opening, with leaders to be sent to other theatres.
pub(super) fn opening() -> War {
    [("Grant", Theatre::East), ("Banks", Theatre::West), ("Lyon", Theatre::West), ("Jackson", Theatre::Trans)]
        .into_iter()
        .fold(War::opening(), |war, (name, to)| war.shift(name, to))
}

fn with(sheets: &[Vec<Order>]) -> War {
    filed(opening(), sheets)
}

/// A war with these sheets on file, one for each account.
pub(super) fn filed(war: War, sheets: &[Vec<Order>]) -> War {
    SEATS.iter().zip(sheets).fold(war, |war, ((who, _, account), orders)| {
        orders.iter().fold(war, |war, order| war.order(who, *account, order.clone()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn an_earlier_line_never_fares_worse_for_a_later_one(orders in proptest::collection::vec(order(), 1..9)) {
        let war = opening();
        let status = |count: usize| {
            let lines = orders.iter().take(count).map(|order| (Account::East, order.clone())).collect();
            let review = war.review("csa-east", lines);
            review.lines.iter().map(|line| worst(&line.remarks)).collect::<Vec<_>>()
        };
        let whole = status(orders.len());
        for count in 1..orders.len() {
            for (before, after) in status(count).iter().zip(&whole) {
                prop_assert!(after <= before);
            }
        }
    }

    #[test]
    fn a_brief_and_the_state_judge_orders_alike(orders in proptest::collection::vec(order(), 1..7)) {
        let war = opening();
        let lines: Vec<&Order> = orders.iter().collect();
        for (who, side, account) in SEATS {
            let told = Knowledge::of_brief(&war.scenario, side, &war.brief(who));
            let truth = Knowledge::of_state(&war.scenario, &war.state, side);
            let told = plan::plan(&war.scenario, &told, account, &lines);
            let truth = plan::plan(&war.scenario, &truth, account, &lines);
            prop_assert_eq!(told.lines, truth.lines);
        }
    }

    #[test]
    fn play_keeps_the_state_sound_and_repeats_itself(sheets in sheets(), seed in any::<u8>(), is_second in any::<bool>()) {
        let war = with(&sheets).stage(if is_second { Stage::Tst2 } else { Stage::Tst1 });
        let play = || {
            let mut dice = Dice::committed(&Secret::new([seed; 32]), "2.1");
            super::super::play(&war.scenario, &war.state, &war.orders, &mut dice)
        };
        let outcome = play();
        prop_assert_eq!(sound(&war.scenario, &outcome.state), Ok(()));
        prop_assert_eq!(all(&outcome.events), all(&play().events));
        let points = |state: &State| state.stacks.values().map(|stack| stack.sp).sum::<u32>();
        let entered = outcome.events.len() as u32;
        prop_assert!(points(&outcome.state) <= points(&war.state) + entered);
        // No sheet spends more than the sub-turn allows, whatever its conditions came to (C3.9, D25).
        for (_, side, account) in SEATS.into_iter().filter(|_| !is_second) {
            let (before, after) = (&war.state.accounts[&side][&account], &outcome.state.accounts[&side][&account]);
            let caps = caps(&war.scenario.tables, before);
            let given_back = after.refunded - before.refunded;
            prop_assert!(after.cp_spent - before.cp_spent <= caps.cp + given_back, "{side} {account} {after:?}");
            prop_assert!(after.pp_spent - before.pp_spent <= caps.pp.max(caps.pp_of_few), "{side} {account} {after:?}");
        }
    }
}
