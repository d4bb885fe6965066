//! Points handed over directly: C2.4, C3.7 and D7.

use std::collections::BTreeMap;

use super::super::distribution::Division;
use super::super::leaders::shift::Stationed;
use super::super::order::{Share, Shares};
use super::super::rail_shares::RailMeans;
use super::super::scenario::Side;
use super::*;
use base::facts::{Viewer, brief};
use base::order::{Asked, Ruling, When};

fn scenario() -> Scenario {
    Scenario::embedded().unwrap()
}

fn means() -> Means {
    Means {
        side: Side::Usa,
        cp: 20,
        pp: 40,
        planned: BTreeMap::new(),
        discretionary: 0,
        last_cp: Points::new(),
        last_pp: Points::new(),
        rail: RailMeans::default(),
        is_last: false,
        new_leaders: Vec::new(),
        stationed: Stationed::default(),
        navy: Default::default(),
        approval: Approval::Auto,
    }
}

fn grant(to: Account, cp: impl Into<Option<u32>>, pp: impl Into<Option<u32>>) -> Act {
    Act::Grant { to, cp: cp.into(), pp: pp.into() }
}

fn division(cp: &[(Account, u32)]) -> Act {
    let shares: Shares = cp.iter().map(|(account, points)| (*account, Share::Points(*points))).collect();
    Act::Distribute { cp: Some(shares), pp: None }
}

/// What each line is told, "" when it stands without a word.
fn told(acts: &[Act]) -> Vec<String> {
    let (scenario, means, mut division) = (scenario(), means(), Division::default());
    let mut take = |act: &Act| match division.take(&scenario, &means, act) {
        Ok(_) => String::new(),
        Err(refusals) => {
            let all = refusals.iter().map(|it| format!("{} {}", it.message, it.hint.as_deref().unwrap_or("")));
            all.collect::<Vec<_>>().join(" ")
        }
    };
    acts.iter().map(&mut take).collect()
}

fn settled(acts: &[Act]) -> (Points, Points, Vec<String>) {
    let (scenario, means, mut division) = (scenario(), means(), Division::default());
    for act in acts {
        division.take(&scenario, &means, act).unwrap_or_else(|why| panic!("{act:?}: {why:?}"));
    }
    let settled = division.settle(&scenario, &means);
    (settled.cp, settled.pp, settled.notes)
}

use Account::{East, Naval, Trans, West};

#[test]
fn c2_4c_what_is_handed_over_stays_and_the_rest_is_divided_by_the_default() {
    let (cp, pp, notes) = settled(&[grant(West, 8, 14)]);
    assert_eq!((cp[&West], pp[&West]), (8, 14));
    assert_eq!((cp.values().sum::<u32>(), pp.values().sum::<u32>()), (20, 40));
    assert!(shares::breaches(&scenario(), &cp, 20).is_empty(), "{cp:?}");
    assert!(notes[0].contains("that were not handed over directly"), "{notes:?}");
}

#[test]
fn d7_a_grant_outside_the_limits_is_refused_with_the_limit() {
    let told = told(&[grant(West, 13, None), grant(West, 2, None), grant(Naval, 7, None), grant(West, 12, None)]);
    assert!(told[0].contains("The most for West is 12."), "{told:?}");
    assert!(told[1].contains("The least for West is 3."), "{told:?}");
    assert!(told[2].contains("The most for Naval is 6."), "{told:?}");
    assert_eq!(told[3], "");
}

#[test]
fn d7_no_grant_takes_the_least_of_another_theatre() {
    let told = told(&[grant(West, 12, None), grant(East, 6, None), grant(East, 5, None)]);
    assert!(told[1].contains("The most that can be handed over is 5."), "{told:?}");
    assert_eq!(told[2], "");
}

#[test]
fn c2_4c_no_more_pulse_points_than_there_are_are_handed_over() {
    let told = told(&[grant(West, None, 25), grant(East, None, 16), grant(East, None, 15)]);
    assert!(told[1].contains("The most is 15."), "{told:?}");
    assert_eq!(told[2], "");
}

#[test]
fn c2_4c_a_division_agrees_with_what_was_handed_over_or_leaves_it_out() {
    let told = told(&[
        grant(West, 8, None),
        division(&[(East, 8), (West, 9), (Trans, 3)]),
        division(&[(East, 9), (Trans, 3)]),
    ]);
    assert!(told[1].contains("An earlier line hands West 8 command points; this one would give it 9."), "{told:?}");
    assert_eq!(told[2], "");
    let (cp, ..) = settled(&[grant(West, 8, None), division(&[(East, 9), (Trans, 3)])]);
    assert_eq!(cp, [(East, 9), (West, 8), (Trans, 3), (Naval, 0)].into());
}

#[test]
fn c2_4c_what_was_divided_before_is_not_handed_over_again() {
    let told = told(&[
        division(&[(East, 9), (West, 8), (Trans, 3)]),
        grant(West, 9, None),
        grant(West, 8, None),
        grant(West, 8, None),
    ]);
    assert!(told[1].contains("gives West 8"), "{told:?}");
    assert_eq!(told[2], "");
    assert!(told[3].contains("An earlier line hands West 8 command points already."), "{told:?}");
}

#[test]
fn d7_least_shares_all_round_lose_what_nobody_may_have() {
    let (cp, _, notes) = settled(&[grant(East, 3, None), grant(West, 3, None), grant(Trans, 3, None)]);
    assert_eq!(cp, [(East, 3), (West, 3), (Trans, 3), (Naval, 6)].into());
    assert!(notes.iter().any(|note| note.contains("5 CP are beyond")), "{notes:?}");
}

/// What the supreme commander of the Union is told at the opening, once this was settled.
fn told_when(chosen: Option<Approval>) -> Brief<Item> {
    let scenario = scenario();
    let mut state = super::super::begin::opening(&scenario);
    state.direct_approval = chosen;
    let seat = super::super::seats::sc_of(&scenario, Side::Usa);
    brief(Viewer::vacant(&seat), &super::super::situation::situation(&scenario, &state))
}

fn filed(act: Act) -> Filed<Order> {
    Filed {
        section: "direct West".to_owned(),
        order: Order::new(act),
        canonical: "distribute West directly: CP 8".to_owned(),
        written: String::new(),
        is_by_gm: false,
        received: None,
        when: When::Now,
        is_added: false,
        is_left_over: false,
        asked: None,
    }
}

#[test]
fn c3_7c_where_the_game_master_approves_he_is_asked_and_until_then_nothing_counts() {
    let line = filed(grant(West, 8, None));
    let lines = std::slice::from_ref(&line);
    for chosen in [None, Some(Approval::Auto)] {
        assert!(questions(&scenario(), &told_when(chosen), lines).is_empty());
    }
    assert!(pending(Approval::Auto, &line).is_none() && pending(Approval::Gm, &line).is_some());
    let asked = questions(&scenario(), &told_when(Some(Approval::Gm)), lines);
    let names: Vec<_> = asked[0].readings.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["A", "IGNORE"]);
    for (reading, cp) in asked[0].readings.iter().zip([8, 0]) {
        let ruling = Ruling { meaning: reading.clone(), reason: None };
        let ruled = Filed {
            order: reading.order.clone(),
            asked: Some(Asked { number: 7, readings: asked[0].readings.clone(), ruling: Some(ruling) }),
            ..line.clone()
        };
        assert!(pending(Approval::Gm, &ruled).is_none());
        let mut grants = Grants::default();
        let room = Room { left: (20, 40), cp: None, pp: None };
        grants.take(&scenario(), &means(), Grant::of(&ruled.order.act).unwrap(), &room).unwrap();
        assert_eq!(grants.cp.get(&West).copied().unwrap_or(0), cp);
    }
}

#[test]
fn d7_a_line_in_copy_counts_when_it_begins_with_distribute_and_divides_something() {
    for line in
        ["DISTRIBUTE to West directly: you have 8 CP", "- Distribute CP East 9, West 7, Trans 4", "DISTRIBUTE same"]
    {
        assert!(binds_in_copy(line), "{line}");
    }
    for line in ["Distribute the whiskey with care", "I would distribute 8 CP to you", "distribution: East 9", ""] {
        assert!(!binds_in_copy(line), "{line}");
    }
}
