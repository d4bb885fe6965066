//! Ships that move at random: none moves too far, the order of letters changes nothing, and nobody passes an enemy.

use std::collections::{BTreeMap, BTreeSet};

use base::game::{Dice, Secret};
use board::square::{COLUMNS, Square};

use super::rivers::{drill, square};
use crate::river::{Stop, Vessel, Waters, sail};
use crate::scenario::Scenario;
use crate::side::Side;

const SPEED: u32 = 20;

fn vessel(scenario: &Scenario, (name, side): (&str, Side), from: Square, to: Square) -> Vessel {
    let way = scenario.rivers.net.way(from, to).unwrap();
    Vessel {
        name: name.to_owned(),
        side,
        square: from,
        is_warship: true,
        way: way.into_iter().skip(1).rev().collect(),
        runs: false,
        quarry: None,
        left: Vec::new(),
        stop: None,
        was_lying: false,
    }
}

fn run(scenario: &Scenario, fleet: &mut [Vessel], guns: &BTreeMap<Square, BTreeSet<Side>>) {
    let depth = |square| scenario.rivers.depth(square);
    let waters = Waters { depth: &depth, guns };
    sail(fleet, &waters, SPEED, &mut |_, _, _, _| BTreeSet::new());
}

/// Ships of both sides in any squares of the drill's northern river, bound for others.
fn any_fleet(scenario: &Scenario, dice: &mut Dice) -> (Vec<Vessel>, BTreeMap<Square, BTreeSet<Side>>) {
    let mut pick = |most: usize| dice.roll("whim", most as u32) as usize - 1;
    let squares: Vec<Square> = scenario.rivers.net.squares().filter(|at| at.row() == square("D0-R5").row()).collect();
    let mut fleet: Vec<Vessel> = (0..12)
        .map(|number| {
            let side = Side::BOTH[pick(2)];
            let (from, to) = (squares[pick(squares.len())], squares[pick(squares.len())]);
            let mut own = vessel(scenario, (&format!("{side}GB{number}"), side), from, to);
            own.runs = pick(3) == 0;
            own
        })
        .collect();
    for at in 0..fleet.len() {
        let own = fleet[at].clone();
        let quarry = fleet.iter().find(|other| other.side != own.side && other.square == own.square);
        fleet[at].quarry = quarry.filter(|_| pick(2) == 0).map(|quarry| quarry.name.clone());
    }
    let guns = (0..3).map(|_| (squares[pick(squares.len())], BTreeSet::from([Side::BOTH[pick(2)]]))).collect();
    (fleet, guns)
}

#[test]
fn no_ship_moves_more_than_its_squares_passes_an_enemy_or_a_battery_and_the_order_of_the_list_changes_nothing() {
    let scenario = drill();
    let mut dice = Dice::committed(&Secret::new([3; 32]), "0");
    for _ in 0..300 {
        let (fleet, guns) = any_fleet(&scenario, &mut dice);
        let mut played = fleet.clone();
        run(&scenario, &mut played, &guns);
        let mut reversed: Vec<Vessel> = fleet.iter().rev().cloned().collect();
        run(&scenario, &mut reversed, &guns);
        assert_eq!(played, reversed);
        for vessel in &played {
            assert!(vessel.left.len() <= SPEED as usize);
            let track: Vec<Square> = vessel.left.iter().copied().chain([vessel.square]).collect();
            assert!(track.windows(2).all(|step| scenario.rivers.net.linked(step[0]).any(|next| next == step[1])));
            let is_passed = |at: &Square| guns.get(at).is_some_and(|sides| sides.contains(&vessel.side.enemy()));
            assert!(vessel.runs || !vessel.left.iter().skip(1).any(is_passed), "{vessel:?}");
        }
        for (one, other) in pairs(&played) {
            let before = |name: &str| fleet.iter().find(|vessel| vessel.name == name).unwrap().square;
            let (from, to) = (before(&one.name), before(&other.name));
            // Who lay upstream of an enemy is not downstream of him now, unless he was with him.
            let is_passed = (from < to && one.square > other.square) || (from > to && one.square < other.square);
            assert!(!is_passed, "{one:?} and {other:?} have passed each other");
        }
    }
}

fn pairs(fleet: &[Vessel]) -> Vec<(&Vessel, &Vessel)> {
    let of = |side: Side| fleet.iter().filter(move |vessel| vessel.side == side);
    of(Side::Union).flat_map(|one| of(Side::Confederacy).map(move |other| (one, other))).collect()
}

#[test]
fn of_two_that_would_change_squares_the_one_downstream_stays() {
    let scenario = drill();
    let (upper, lower) = (square("F6-R5"), square("F7-R5"));
    let mut fleet = [
        vessel(&scenario, ("USGB1", Side::Union), upper, lower),
        vessel(&scenario, ("CSGB1", Side::Confederacy), lower, upper),
    ];
    run(&scenario, &mut fleet, &BTreeMap::new());
    assert!(fleet.iter().all(|vessel| vessel.square == lower && vessel.stop == Some(Stop::Ships)));
}

#[test]
fn who_pursue_each_other_stay_and_a_pursuer_of_one_that_is_held_stays_with_it() {
    let scenario = drill();
    let at = square("F6-R5");
    let mut fleet =
        [vessel(&scenario, ("USGB1", Side::Union), at, at), vessel(&scenario, ("CSGB1", Side::Confederacy), at, at)];
    fleet[0].quarry = Some("CSGB1".to_owned());
    fleet[1].quarry = Some("USGB1".to_owned());
    run(&scenario, &mut fleet, &BTreeMap::new());
    assert!(fleet.iter().all(|vessel| vessel.square == at && vessel.left.is_empty()));
}

#[test]
fn a_third_ship_that_comes_to_a_contact_stops_and_so_does_whom_it_meets() {
    let scenario = drill();
    let (from, at, to) = (square("F4-R5"), square("F6-R5"), square("F9-R5"));
    let mut fleet = [
        vessel(&scenario, ("USGB1", Side::Union), at, at),
        vessel(&scenario, ("CSGB1", Side::Confederacy), at, at),
        vessel(&scenario, ("USGB2", Side::Union), from, to),
    ];
    run(&scenario, &mut fleet, &BTreeMap::new());
    let stopped: BTreeMap<&str, bool> =
        fleet.iter().map(|vessel| (vessel.name.as_str(), vessel.stop == Some(Stop::Ships))).collect();
    assert_eq!(stopped, BTreeMap::from([("CSGB1", true), ("USGB1", false), ("USGB2", true)]));
    assert!(fleet.iter().all(|vessel| vessel.square == at));
}

/// A square east for west.
fn mirrored(square: Square) -> Square {
    Square::new(COLUMNS - 1 - square.column(), square.row()).unwrap()
}

#[test]
fn ships_come_to_the_same_where_east_is_west() {
    let scenario = drill();
    let turned = |own: &Vessel| Vessel {
        square: mirrored(own.square),
        way: own.way.iter().copied().map(mirrored).collect(),
        left: own.left.iter().copied().map(mirrored).collect(),
        ..own.clone()
    };
    let mut dice = Dice::committed(&Secret::new([4; 32]), "0");
    for _ in 0..300 {
        let (mut fleet, guns) = any_fleet(&scenario, &mut dice);
        let mut other: Vec<Vessel> = fleet.iter().map(turned).collect();
        let other_guns = guns.iter().map(|(at, sides)| (mirrored(*at), sides.clone())).collect();
        let (depth, other_depth) = (|at| scenario.rivers.depth(at), |at: Square| scenario.rivers.depth(mirrored(at)));
        let nobody = &mut |_: u32, _: Square, _: Side, _: &[String]| BTreeSet::new();
        let wake = sail(&mut fleet, &Waters { depth: &depth, guns: &guns }, SPEED, nobody);
        let other_wake = sail(&mut other, &Waters { depth: &other_depth, guns: &other_guns }, SPEED, nobody);
        assert_eq!(fleet.iter().map(turned).collect::<Vec<_>>(), other);
        let held = wake.last_warship.into_iter().map(|(at, side)| (mirrored(at), side)).collect::<BTreeMap<_, _>>();
        assert_eq!(held, other_wake.last_warship);
    }
}
