//! Fights on the rivers, as far as chance goes: equal strengths are even, and the odds are those of section 3.2 of the decisions.

use board::square::Square;

use super::rivers::{drill, ship, square};
use crate::order::Refuge;
use crate::river::{BattleEnd, Fighter, Flight, fall_back, fight};
use crate::scenario::Scenario;
use crate::side::Side;

const FIGHTS: u32 = 4_000;

/// Numbers that follow from a seed, quick enough for thousands of fights.
struct Lot(u64);

impl Lot {
    fn roll(&mut self, faces: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(faces)) as u32 + 1
    }
}

fn ships(scenario: &Scenario, side: Side, classes: &[&str]) -> Vec<Fighter> {
    let one = |(at, class): (usize, &&str)| {
        let mut own = ship(side.code(), class, "north-8", None);
        own.crew = scenario.tables().ships[&own.class].crew;
        Fighter::ship(scenario, &format!("{side}{class}{at}"), &own)
    };
    classes.iter().enumerate().map(one).collect()
}

fn guns(height: u32) -> Fighter {
    let hundreds = height / 100;
    Fighter {
        name: "guns".to_owned(),
        told: "guns".to_owned(),
        side: Side::Confederacy,
        class: None,
        harm: 0,
        bears: 6 * hundreds,
        worth: u64::from(height) * 100,
        crew: 0,
        complement: 0,
        halved: Some(3 * hundreds),
        batteries: (0, 0),
        break_off: None,
        taken: 0,
        has_left: false,
    }
}

/// Won by the Union, won by the Confederacy, drawn, in a hundred.
fn odds(scenario: &Scenario, field: &[Fighter]) -> [u32; 3] {
    let (mut lot, mut ended) = (Lot(7), [0; 3]);
    for _ in 0..FIGHTS {
        let mut field = field.to_vec();
        let (end, _) = fight(&scenario.tables().combat, &mut field, &mut |_, _, faces| lot.roll(faces));
        ended[match end {
            BattleEnd::Lost(Side::Confederacy) => 0,
            BattleEnd::Lost(Side::Union) => 1,
            BattleEnd::Drawn | BattleEnd::Quiet => 2,
        }] += 1;
    }
    ended.map(|count| (count * 100 + FIGHTS / 2) / FIGHTS)
}

#[test]
fn the_odds_of_fights_are_those_of_the_decisions() {
    let scenario = drill();
    let with = |union: &[&str], confederacy: Vec<Fighter>| {
        let mut field = ships(&scenario, Side::Union, union);
        field.extend(confederacy);
        field
    };
    let south = |classes: &[&str]| ships(&scenario, Side::Confederacy, classes);
    let table = [
        (with(&["GB"], south(&["GB"])), [36, 36, 28]),
        (with(&["RI"], south(&["RI"])), [36, 37, 27]),
        (with(&["IC"], south(&["RI"])), [52, 27, 21]),
        (with(&["RI"], south(&["GB"])), [92, 2, 6]),
        (with(&["RI"], south(&["GB", "GB"])), [41, 41, 18]),
        (with(&["RI"], south(&["GB", "GB", "GB"])), [8, 68, 24]),
        (with(&["RI"], vec![guns(100)]), [37, 41, 22]),
        (with(&["GB"], vec![guns(100)]), [0, 98, 2]),
        (with(&["RI"; 3], vec![guns(300)]), [33, 60, 7]),
        (with(&["RI"; 6], vec![guns(300)]), [99, 1, 0]),
    ];
    let mut wrong = Vec::new();
    for (field, wanted) in table {
        let found = odds(&scenario, &field);
        if found.iter().zip(wanted).any(|(found, wanted)| found.abs_diff(wanted) > 3) {
            let names: Vec<&str> = field.iter().map(|own| own.name.as_str()).collect();
            wrong.push(format!("{names:?}: {found:?} and not {wanted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn equal_strengths_are_even_within_three_in_a_hundred() {
    let scenario = drill();
    for classes in [&["GB"][..], &["RI"], &["GB", "GB"], &["RI", "GB"], &["IC", "RI", "GB"], &["RG", "FR"]] {
        let mut field = ships(&scenario, Side::Union, classes);
        field.extend(ships(&scenario, Side::Confederacy, classes));
        let [union, confederacy, _] = odds(&scenario, &field);
        assert!(union.abs_diff(confederacy) <= 3, "{classes:?}: {union} and {confederacy}");
    }
}

#[test]
fn printed_strengths_are_those_of_whole_ships_with_full_crews_of_ordinary_quality() {
    let scenario = drill();
    let worth = |class: &str| ships(&scenario, Side::Union, &[class])[0].worth;
    assert_eq!(["IC", "RI", "GB", "FR", "SL", "RG"].map(worth), [13_500, 10_000, 5_000, 2_500, 2_500, 5_000]);
    assert_eq!(Fighter::ship(&scenario, "USRT1", &ship("US", "RT", "north-8", None)).worth, 0);
    let mut half = ship("US", "GB", "north-8", None);
    (half.crew, half.quality, half.damage) = (75, 10, 2);
    let half = Fighter::ship(&scenario, "USGB1", &half);
    // 50, with half its crew three quarters, with quality 10 a quarter more, with two points of damage three fifths.
    assert_eq!(half.now(&scenario.tables().combat), 2_812);
}

fn back(trail: &[&str], refuge: Option<Refuge>, enemy_from: &[&str], hostile: &[&str]) -> Vec<Square> {
    let scenario = drill();
    let depth = |square| scenario.rivers.depth(square);
    let trail: Vec<Square> = trail.iter().map(|at| square(at)).collect();
    let flight = Flight {
        net: &scenario.rivers.net,
        depth: &depth,
        from: square("G0-R5"),
        trail: &trail,
        refuge: refuge.as_ref(),
        ports: &[(square("F5-R5"), "north-8".to_owned())].into(),
        enemy_from: &enemy_from.iter().map(|at| square(at)).collect(),
        hostile: &hostile.iter().map(|at| square(at)).collect(),
    };
    fall_back(&flight, 8)
}

#[test]
fn ships_fall_back_along_their_trail_and_beyond_its_end_away_from_the_fight() {
    let last = |way: Vec<Square>| (way.len(), way.last().map(Square::to_string));
    // The trail, and on upstream to the port and past it.
    let way = back(&["F7-R5", "F8-R5", "F9-R5"], None, &[], &[]);
    assert_eq!(last(way), (8, Some("F2-R5".to_owned())));
    let way = back(&["G3-R5", "G2-R5", "G1-R5"], None, &[], &[]);
    assert_eq!(last(way), (8, Some("G8-R5".to_owned())), "the port lies beyond the fight");
    let way = back(&[], Some(Refuge::Downstream), &[], &[]);
    assert_eq!(last(way), (8, Some("G8-R5".to_owned())));
    let way = back(&[], Some(Refuge::Upstream), &[], &[]);
    assert_eq!(last(way), (8, Some("F2-R5".to_owned())));
}

#[test]
fn ships_that_fall_back_stop_before_an_enemy_and_have_no_way_out_where_he_is_next_to_them() {
    assert_eq!(back(&["F8-R5", "F9-R5"], None, &[], &["F8-R5"]), [square("F9-R5")]);
    assert!(back(&["F8-R5", "F9-R5"], None, &[], &["F9-R5"]).is_empty());
}

#[test]
fn without_a_trail_ships_fall_back_away_from_where_the_enemy_came_from() {
    let last = |way: Vec<Square>| (way.len(), way.last().map(Square::to_string));
    // The nearest port and the refuge lie where he came from.
    let away = (8, Some("G8-R5".to_owned()));
    assert_eq!(last(back(&[], None, &["F9-R5"], &[])), away);
    assert_eq!(last(back(&[], Some(Refuge::Square(square("F0-R5"))), &["F9-R5"], &[])), away);
    assert_eq!(last(back(&[], Some(Refuge::Upstream), &["F9-R5"], &[])), away);
    assert_eq!(last(back(&[], None, &["G1-R5"], &[])), (8, Some("F2-R5".to_owned())));
    // A trail that comes back to the fight ends before it.
    assert_eq!(last(back(&["G0-R5", "G1-R5"], None, &[], &["G0-R5"])), away);
    // A refuge that the trail has reached is where it stays.
    let way = back(&["G2-R5", "G1-R5"], Some(Refuge::Square(square("G2-R5"))), &[], &[]);
    assert_eq!(last(way), (2, Some("G2-R5".to_owned())));
}

#[test]
fn an_enemy_that_came_from_two_sides_is_fled_neither_way_as_long_as_there_is_another() {
    let last = |way: Vec<Square>| (way.len(), way.last().map(Square::to_string));
    // A ship in a river that he entered from both ends has no side that leads away from him: it makes for its port, and past it.
    for enemy_from in [["F9-R5", "G1-R5"], ["G1-R5", "F9-R5"]] {
        assert_eq!(last(back(&[], None, &enemy_from, &[])), (8, Some("F2-R5".to_owned())));
        assert_eq!(last(back(&["G1-R5"], None, &enemy_from, &[])), (8, Some("G8-R5".to_owned())), "its own trail");
    }
}

#[test]
fn hits_that_told_are_those_that_ships_and_guns_have_taken() {
    let scenario = drill();
    let mut lot = Lot(11);
    for _ in 0..500 {
        let mut field = ships(&scenario, Side::Union, &["RI", "GB", "RG"]);
        field.extend(ships(&scenario, Side::Confederacy, &["GB", "RI"]));
        field.push(guns(200));
        field[1].break_off = Some(1);
        let (_, rounds) = fight(&scenario.tables().combat, &mut field, &mut |_, _, faces| lot.roll(faces));
        for side in Side::BOTH {
            let told: u32 = rounds.iter().map(|round| round[side as usize]).sum();
            let taken: u32 = field.iter().filter(|own| own.side != side).map(|own| own.taken).sum();
            assert_eq!(told, taken);
        }
        assert!(field.iter().all(|own| own.harm == own.taken && own.harm <= own.bears));
    }
}

#[test]
fn who_breaks_off_is_hit_no_more_and_the_others_fight_on() {
    let scenario = drill();
    let mut field = ships(&scenario, Side::Union, &["GB", "GB"]);
    field.extend(ships(&scenario, Side::Confederacy, &["GB"]));
    field[0].break_off = Some(1);
    // Nobody hits.
    let (end, rounds) = fight(&scenario.tables().combat, &mut field, &mut |_, what, faces| match what {
        "luck" => 1,
        _ => faces,
    });
    assert_eq!((end, rounds.len()), (BattleEnd::Drawn, 3));
    assert_eq!(field.iter().map(|own| own.has_left).collect::<Vec<_>>(), [true, false, false]);
    field.iter_mut().for_each(|own| (own.break_off, own.has_left) = (None, false));
    (field[0].break_off, field[1].break_off) = (Some(2), Some(1));
    let (end, rounds) = fight(&scenario.tables().combat, &mut field, &mut |_, what, faces| match what {
        "luck" => 1,
        _ => faces,
    });
    assert_eq!((end, rounds.len()), (BattleEnd::Lost(Side::Union), 2));
}
