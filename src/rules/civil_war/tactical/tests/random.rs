//! Random sheets: no line spoils an earlier one, brief and state judge alike, states stay sound, play repeats itself.

use proptest::prelude::*;

use super::super::super::sound::sound;
use super::super::knowledge::Knowledge;
use super::super::plan;
use super::*;
use crate::game::Secret;
use crate::order::remark::worst;

const SEATS: [(&str, Side, Account); 6] = [
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

const LEADERS: [&str; 10] =
    ["McDowell", "Banks", "Grant", "Lyon", "Beauregard", "Jackson", "Longstreet", "Stuart", "Polk", "Price"];

fn place() -> impl Strategy<Value = Place> {
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

fn act() -> impl Strategy<Value = Act> {
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

fn order() -> impl Strategy<Value = Order> {
    let pulses = prop_oneof![
        3 => Just(None),
        3 => (1_u32..20, 0_u32..4).prop_map(|(from, more)| Some(Pulses::Span { from, to: from + more })),
        2 => (1_u32..20).prop_map(|from| Some(Pulses::From(from))),
        1 => Just(Some(Pulses::Last)),
    ];
    (pulses, act()).prop_map(|(pulses, act)| Order { pulses, ..bare(act) })
}

fn sheets() -> impl Strategy<Value = Vec<Vec<Order>>> {
    proptest::collection::vec(proptest::collection::vec(order(), 0..7), SEATS.len())
}

fn with(sheets: &[Vec<Order>]) -> War {
    SEATS.iter().zip(sheets).fold(War::opening(), |war, ((who, _, account), orders)| {
        orders.iter().fold(war, |war, order| war.order(who, *account, order.clone()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn an_earlier_line_never_fares_worse_for_a_later_one(orders in proptest::collection::vec(order(), 1..9)) {
        let war = War::opening();
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
        let war = War::opening();
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
    }
}
