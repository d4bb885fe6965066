use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::{Compass, Square};

const RIVERS: &str = include_str!("rivers.csv");
const RAILWAYS: &str = include_str!("railways.csv");

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn squares(names: &str) -> Vec<Square> {
    names.split_whitespace().map(square).collect()
}

/// The lines that hold something, with their numbers.
fn lines(file: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let lines = file.lines().enumerate().map(|(at, line)| (at + 1, line));
    lines.filter(|(_, line)| !line.starts_with('#')).map(|(at, line)| (at, line.split(',').collect()))
}

fn stretch(line: usize, words: &[&str]) -> Stretch {
    let [name, label, down, links] = words[..] else { panic!("four words in line {line}") };
    let straight = |letter: char| {
        let is_meant = |direction: &Compass| direction.word() == letter.to_string();
        Compass::ALL.into_iter().find(is_meant).expect("N, E, S or W")
    };
    Stretch {
        line,
        square: square(name),
        label: label.to_owned(),
        links: links.chars().map(straight).collect(),
        down: (!down.is_empty()).then(|| square(down)),
    }
}

fn stretches(file: &str) -> Vec<Stretch> {
    lines(file).map(|(line, words)| stretch(line, &words)).collect()
}

fn rivers() -> Net {
    Net::of_stretches(&stretches(RIVERS), NetKind::RIVERS).expect("rivers")
}

fn railways() -> Net {
    let course = |(line, words): (usize, Vec<&str>)| {
        let label = format!("{} to {}", words[0], words[1]);
        Course { line, label, squares: squares(words[2]) }
    };
    let courses: Vec<Course> = lines(RAILWAYS).map(course).collect();
    Net::of_courses(&courses, NetKind::RAILWAYS).expect("railways")
}

fn between(net: &Net, from: &str, to: &str) -> Option<u32> {
    net.ways(square(from)).length(square(to))
}

#[test]
fn d_snnm_04_the_rivers_are_712_squares_in_twelve_trees_each_with_its_mouth() {
    let net = rivers();
    assert_eq!((net.len(), net.trees(), net.labels().count()), (712, 12, 24));
    let mouths: Vec<Square> = net.squares().filter(|it| net.down(*it).is_none()).collect();
    let trees: BTreeSet<_> = mouths.iter().map(|mouth| net.tree(*mouth)).collect();
    assert_eq!((mouths.len(), trees.len()), (12, 12));
    let links: usize = net.squares().map(|it| net.linked(it).count()).sum();
    assert_eq!(links / 2, 712 - 12, "a tree has one link less than squares");
    assert_eq!((net.length("Mississippi"), net.length("Cumberland"), net.length("Styx")), (174, 23, 0));
}

#[test]
fn snnm_6_1b_rivers_that_run_side_by_side_are_not_linked() {
    let net = rivers();
    for (row, steps) in [("T9", 1), ("U0", 3), ("U1", 5), ("U2", 7)] {
        let (tennessee, cumberland) = (format!("E4-{row}"), format!("E5-{row}"));
        let labels = [&tennessee, &cumberland].map(|name| net.labels_of(square(name)).collect::<Vec<_>>());
        assert_eq!(labels, [["Tennessee"], ["Cumberland"]]);
        assert_eq!(between(&net, &tennessee, &cumberland), Some(steps), "{row}: they meet in T9 alone");
    }
    let (yazoo, mississippi) = ("C7-W8", "C6-W8");
    assert_eq!(square(yazoo).distance(square(mississippi)), 1);
    assert!(between(&net, yazoo, mississippi) > Some(1), "above Vicksburg they touch and are not linked");
}

#[test]
fn slag_2_2b_ports_are_so_many_squares_from_the_mouth_of_their_river() {
    let net = rivers();
    for (port, mouth, steps) in [
        ("L7-P8", "L7-R2", 14),
        ("D8-T9", "D6-Z2", 87),
        ("I7-R6", "D6-Z2", 179),
        ("K1-T5", "K7-T9", 10),
        ("F1-U5", "D6-Z2", 108),
        ("K7-T9", "K7-T9", 0),
    ] {
        let way = net.to_mouth(square(port));
        assert_eq!((way.len() - 1, way.last()), (steps, Some(&square(mouth))), "{port}");
        assert_eq!(net.way(square(port), square(mouth)), Some(way), "downstream is the one way");
        assert_eq!(between(&net, port, mouth), Some(steps as u32));
    }
}

#[test]
fn no_way_leads_from_one_tree_to_another_nor_off_the_net() {
    let net = rivers();
    assert_eq!(between(&net, "K1-T5", "L7-P8"), None);
    assert_eq!(net.way(square("K1-T5"), square("L7-P8")), None);
    assert_eq!(net.way(square("A0-O0"), square("L7-P8")), None);
    assert_eq!((net.tree(square("A0-O0")), net.linked(square("A0-O0")).count()), (None, 0));
    assert_eq!(net.to_mouth(square("A0-O0")), []);
}

#[test]
fn snnm_6_1b_between_two_squares_of_a_river_system_there_is_one_way() {
    let net = rivers();
    let some: Vec<Square> = net.squares().step_by(11).collect();
    for from in some.iter().copied() {
        let ways = net.ways(from);
        for to in some.iter().copied() {
            assert_eq!(net.way(from, to), ways.to(to), "{from} {to}");
            assert_eq!(net.way(to, from).map(|way| way.into_iter().rev().collect()), ways.to(to), "{from} {to}");
        }
    }
}

#[test]
fn snnm_8_3_a_square_that_is_cut_ends_the_way_and_one_that_stops_may_be_its_end() {
    let net = rivers();
    let (from, to) = (square("D3-V1"), square("C7-W9"));
    let way = net.way(from, to).expect("down the Mississippi");
    let held = way[6];
    let ways = |what: Passage| net.open_ways(from, move |at| if at == held { what } else { Passage::Open });
    assert_eq!(ways(Passage::Cut).length(held), None);
    assert_eq!(ways(Passage::Stop).length(held), Some(6));
    assert_eq!((ways(Passage::Stop).length(to), ways(Passage::Cut).to(to)), (None, None));
    assert_eq!(ways(Passage::Cut).to(way[5]), Some(way[..6].to_vec()), "as far as it can");
    assert_eq!(net.open_ways(from, |_| Passage::Cut).reached().collect::<Vec<_>>(), [(from, 0)]);
}

#[test]
fn slag_5_1c_railways_run_aslant_and_in_rings() {
    let net = railways();
    assert_eq!(between(&net, "N9-O1", "N5-O5"), Some(4));
    assert!(net.directions(square("N9-O1")).all(|direction| direction == Compass::SW));
    assert!(net.labels_of(square("N5-O5")).eq(["Augusta ME to Portland ME", "Bangor ME to Augusta ME"]));
    let links: usize = net.squares().map(|it| net.linked(it).count()).sum();
    assert!(links / 2 > net.len() - net.trees(), "there are rings");
    assert!(net.squares().all(|it| net.down(it).is_none()));
}

fn refused(file: &str) -> String {
    Net::of_stretches(&stretches(file), NetKind::RIVERS).expect_err("a fault").to_string()
}

#[test]
fn rivers_that_contradict_themselves_are_refused_with_their_line() {
    let ring = "K1-R8,A,,ES\nK2-R8,A,,SW\nK1-R9,A,,NE\nK2-R9,A,,NW";
    assert!(refused(ring).starts_with("line 3: the link from K1-R9 to K2-R9"), "{}", refused(ring));
    assert!(refused(ring).contains("closes a ring"), "{}", refused(ring));
    let net = Net::of_stretches(&stretches(ring), NetKind::RIVERS_WITH_RINGS).expect("a ring");
    assert_eq!((net.len(), net.trees()), (4, 1));
    for (file, why) in [
        ("K1-R8,A,,S", "line 1: the link of K1-R8 to the S ends nowhere: no square there is linked back"),
        ("A0-O0,A,,N", "line 1: the link of A0-O0 to the N ends nowhere: no square there is linked back"),
        ("K1-R8,A,,S\nK1-R9,A,,W", "line 1: the link of K1-R8 to the S ends nowhere: no square there is linked back"),
        ("K1-R8,A,,S\nK1-R9,A,,N\nK1-R8,B,,S", "line 3: K1-R8 was stated before, in line 1"),
        ("K1-R8,A,,S\nK1-R9,A,,N\nK1-S9,A,,", "line 3: K1-S9 is linked to no square"),
        ("K1-R8,A,K1-R7,S\nK1-R9,A,,N", "line 1: K1-R8 flows into K1-R7, to which it is not linked"),
        ("K1-R8,A,K1-R9,S\nK1-R9,A,K1-R8,N", "line 1: from K1-R8 the river comes to no mouth"),
    ] {
        assert_eq!(refused(file), why);
    }
    let slanting = [("K1-R8", Compass::SE), ("K2-R9", Compass::NW)]
        .map(|(name, direction)| Stretch { links: vec![direction], ..stretch(7, &[name, "A", "", ""]) });
    let why = Net::of_stretches(&slanting, NetKind::RIVERS).expect_err("a fault").to_string();
    assert_eq!(why, "line 7: K1-R8 and K2-R9 are linked aslant; rivers run north, east, south or west");
}

#[test]
fn lines_that_have_gaps_or_no_length_are_refused_with_their_line() {
    let why = |names: &str, kind| {
        let course = Course { line: 3, label: "Erie".to_owned(), squares: squares(names) };
        Net::of_courses(&[course], kind).expect_err("a fault").to_string()
    };
    assert_eq!(why("K1-R8 K3-R8", NetKind::RAILWAYS), "line 3: K3-R8 is not next to K1-R8");
    assert_eq!(why("K1-R8", NetKind::RAILWAYS), "line 3: K1-R8 is linked to no square");
    assert_eq!(why("", NetKind::RAILWAYS), "line 3: Erie has no squares");
    let aslant = "line 3: K1-R8 and K2-R9 are linked aslant; rivers run north, east, south or west";
    assert_eq!(why("K1-R8 K2-R9", NetKind::RIVERS), aslant);
    assert!(why("K1-R8 K2-R8 K2-R9 K1-R9 K1-R8", NetKind::RIVERS).contains("closes a ring"));
    assert!(Net::of_courses(&[], NetKind::RAILWAYS).is_ok_and(|net| net.is_empty()));
}

#[test]
fn d_snnm_04_of_equal_ways_the_first_differing_step_is_north_then_east_then_south_then_west() {
    let ring = "K1-R8 K2-R8 K3-R8 K3-R9 K3-S0 K2-S0 K1-S0 K1-R9 K1-R8";
    let course = Course { line: 1, label: "Ring".to_owned(), squares: squares(ring) };
    let net = Net::of_courses(&[course], NetKind::RIVERS_WITH_RINGS).expect("a ring");
    let way = |from: &str, to: &str| net.way(square(from), square(to)).expect("a way");
    assert_eq!(way("K1-R9", "K3-R9")[1], square("K1-R8"), "north before south");
    assert_eq!(way("K1-R8", "K3-S0")[1], square("K2-R8"), "east before south");
    assert_eq!(way("K2-R8", "K2-S0")[1], square("K3-R8"), "east before west");
    assert_eq!(way("K3-R8", "K1-S0")[1], square("K3-R9"), "south before west");
}

/// All squares of a small field whose links to the east and south are as these bits say.
fn field(bits: &[(bool, bool)]) -> Net {
    let at = |place: usize| Square::new(50 + (place % 5) as u8, 60 + (place / 5) as u8).expect("a square");
    let mut courses = Vec::new();
    for (place, (east, south)) in bits.iter().enumerate() {
        let steps = [(*east && place % 5 < 4, Compass::E), (*south && place / 5 < 4, Compass::S)];
        for (_, direction) in steps.into_iter().filter(|(is_linked, _)| *is_linked) {
            let next = at(place).step(direction).expect("inside the grid");
            courses.push(Course { line: place, label: "Field".to_owned(), squares: vec![at(place), next] });
        }
    }
    Net::of_courses(&courses, NetKind::RIVERS_WITH_RINGS).expect("a net")
}

/// The first in order of steps of all shortest ways, by trying every one.
fn first_way(net: &Net, from: Square, to: Square, steps: u32) -> Option<Vec<Square>> {
    if from == to {
        return Some(vec![to]);
    }
    let left = steps.checked_sub(1)?;
    let mut next = net.linked(from);
    let rest = next.find_map(|next| first_way(net, next, to, left))?;
    Some([from].into_iter().chain(rest).collect())
}

proptest! {
    #[test]
    fn ways_are_shortest_and_the_first_of_their_kind(bits in prop::collection::vec((any::<bool>(), prop::bool::weighted(0.8)), 25)) {
        let net = field(&bits);
        let all: Vec<Square> = net.squares().collect();
        for from in all.iter().copied() {
            let ways = net.ways(from);
            for to in all.iter().copied() {
                prop_assert_eq!(ways.length(to).is_some(), net.tree(from) == net.tree(to));
                prop_assert_eq!(ways.length(to), net.ways(to).length(from));
                prop_assert_eq!(ways.to(to), net.way(from, to));
                let Some(length) = ways.length(to).filter(|length| *length <= 6) else { continue };
                prop_assert!(length == 0 || first_way(&net, from, to, length - 1).is_none(), "none is shorter");
                prop_assert_eq!(first_way(&net, from, to, length), ways.to(to));
            }
        }
    }

    #[test]
    fn what_is_left_when_squares_are_cut_is_what_a_net_without_them_has(bits in prop::collection::vec((any::<bool>(), any::<bool>()), 25), cut in prop::collection::btree_set(0usize..25, 0..6)) {
        let is_cut = |place: usize| cut.contains(&place);
        let less: Vec<(bool, bool)> = bits.iter().enumerate().map(|(place, (east, south))| {
            (*east && !is_cut(place) && !is_cut(place + 1), *south && !is_cut(place) && !is_cut(place + 5))
        }).collect();
        let (net, less) = (field(&bits), field(&less));
        let place = |it: Square| usize::from(it.column() - 50) + usize::from(it.row() - 60) * 5;
        for from in less.squares() {
            let passage = |at: Square| if is_cut(place(at)) { Passage::Cut } else { Passage::Open };
            prop_assert!(net.open_ways(from, passage).reached().eq(less.ways(from).reached()));
        }
    }
}
