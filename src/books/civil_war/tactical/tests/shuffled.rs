//! Lines that name their pulses may stand in any order on the sheet: the outcome is the same (C3.11, D9).
//! Left out, for there the order on the sheet is the meaning: conditions that speak of other lines (`order #2`, "the last
//! march", D25), and lines without pulses, which follow the last one in the order written (D9).

use proptest::prelude::*;

use super::super::knowledge::Knowledge;
use super::super::plan;
use super::random::{self, SEATS};
use super::*;
use base::game::Secret;

/// Acts of every kind, few places: what one line does another needs.
fn act() -> impl Strategy<Value = Act> {
    let busy = proptest::sample::select(&["5009", "4910", "1915", "2115", "1720", "4913"][..]);
    let also = proptest::sample::select(&["5009", "4909", "4910", "2015", "2115", "1818", "4912"][..]);
    let all = (proptest::option::of(1_u32..4), busy.clone(), also).prop_map(|(count, from, to)| {
        let force = ForceRef::Points { count, from: Some(known(from)) };
        Act::Move { force, to: Some(known(to)), via: Vec::new(), manner: Some(Manner::Stack), is_attack: false }
    });
    let entering = (1_u32..4, busy.clone())
        .prop_map(|(count, at)| Act::EnterReinforcements { count: Some(count), at: Some(known(at)) });
    let leaders = busy.prop_map(|at| Act::EnterLeaders { count: Some(1), name: None, at: Some(known(at)) });
    let waiting = random::conditional().prop_filter("speaks of no line", |act| match act {
        Act::If(waiting) => waiting.lines().is_empty(),
        _ => true,
    });
    let others = prop_oneof![6 => random::act().boxed(), 1 => random::ride().boxed(), 2 => waiting.boxed()];
    prop_oneof![4 => all.boxed(), 3 => entering.boxed(), 1 => leaders.boxed(), 9 => others.boxed()].boxed()
}

/// The lines of a sheet that stand, one after another on the clock, each with its pulses named.
fn scheduled(war: &War, (side, account): (Side, Account), acts: &[(Act, u32)]) -> Vec<Order> {
    let known = Knowledge::of_state(&war.scenario, &war.state, side);
    let slot_below = |lines: &[Order], line: Order| {
        let orders: Vec<&Order> = lines.iter().chain([&line]).collect();
        let plan = plan::plan(&war.scenario, &known, account, &orders);
        plan.lines.last().filter(|line| line.stands()).and_then(|line| line.slot)
    };
    let mut lines: Vec<Order> = Vec::new();
    let mut next = 1;
    for (act, pause) in acts {
        let begun = Order { pulses: Some(Pulses::From(next + pause / 3)), ..bare(act.clone()) };
        let Some(slot) = slot_below(&lines, begun) else { continue };
        let named = at(slot.first, slot.last, bare(act.clone()));
        // A range may say how many enter: with it this may be another order.
        if slot_below(&lines, named.clone()) != Some(slot) {
            continue;
        }
        lines.push(named);
        next = slot.last + 1;
    }
    lines
}

/// The same lines in the order of some keys.
fn shuffled(lines: &[Order], keys: &[u32]) -> Vec<Order> {
    let mut keyed: Vec<_> = keys.iter().zip(lines).collect();
    keyed.sort_by_key(|(key, _)| **key);
    keyed.into_iter().map(|(_, line)| line.clone()).collect()
}

fn war() -> War {
    let war = random::opening().pooled("Sherman", Side::Usa, Account::West).pooled("Hooker", Side::Usa, Account::East);
    war.pooled("Bragg", Side::Csa, Account::West)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn d9_lines_in_another_order_with_the_same_pulses_give_the_same_outcome(
        acts in proptest::collection::vec(proptest::collection::vec((act(), 0_u32..4), 0..9), SEATS.len()),
        keys in proptest::collection::vec(proptest::collection::vec(any::<u32>(), 9), SEATS.len()),
        seed in any::<u8>(),
        is_second in any::<bool>(),
    ) {
        let war = war().stage(if is_second { Stage::Tst2 } else { Stage::Tst1 });
        let sheets: Vec<_> =
            SEATS.iter().zip(&acts).map(|((_, side, account), acts)| scheduled(&war, (*side, *account), acts)).collect();
        let others: Vec<_> = sheets.iter().zip(&keys).map(|(sheet, keys)| shuffled(sheet, keys)).collect();
        for ((_, side, account), (sheet, other)) in SEATS.iter().zip(sheets.iter().zip(&others)) {
            let known = Knowledge::of_state(&war.scenario, &war.state, *side);
            let spent = |lines: &[Order]| {
                let plan = plan::plan(&war.scenario, &known, *account, &lines.iter().collect::<Vec<_>>());
                let refused: Vec<_> = plan.lines.into_iter().filter(|line| !line.stands()).map(|line| line.remarks).collect();
                (refused, plan.spent, plan.kept)
            };
            prop_assert_eq!(spent(sheet), spent(other), "{:?}", other);
        }
        let play = |sheets: &[Vec<Order>]| {
            let filed = random::filed(war.anew(war.state.clone()), sheets);
            let mut dice = Dice::committed(&Secret::new([seed; 32]), "2.1");
            super::super::play(&filed.scenario, &filed.state, &filed.orders, &mut dice)
        };
        let (one, other) = (play(&sheets), play(&others));
        prop_assert_eq!(&one.state, &other.state);
        prop_assert_eq!(all(&one.events), all(&other.events));
    }
}
