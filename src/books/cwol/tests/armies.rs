//! Armies at random: nobody goes farther than he can, letters may come in any order, what nobody sees changes no report, and the odds of
//! the house's battles are those that its page prints.

use std::collections::BTreeMap;

use base::facts::{Fact, Viewer, brief};
use base::game::{Dice, SeatId, Secret};
use base::order::{Filed, LetterKey, Received};
use board::square::Square;
use board::tactical::Tac;
use rules::{Context, OrderSet, Outcome, RuleBook};
use serde_json::json;

use super::play::{filed, filed_order, war};
use crate::CivilWarOnLine;
use crate::item::Item;
use crate::land::{Assault, Lie, Start, fight, route};
use crate::order::{Act, Called, ForceKind, Goal, Land, Order};
use crate::scenario::{DRILL, Scenario};
use crate::side::{Kind, Side};
use crate::situation::situation;
use crate::state::{State, Unit};

fn seat(name: &str) -> SeatId {
    SeatId::parse(name).unwrap()
}

fn unit(side: Side, kind: Kind, square: Square, men: u32) -> Unit {
    let given = json!({ "side": side.code(), "kind": kind.code(), "square": square.to_string(), "regiments": 4, "batteries": 0,
        "men": men, "of": [["infantry", if side == Side::Union { "OH" } else { "VA" }, "volunteers", 4]], "quality": 5,
        "experience": 0, "morale": 50, "supplies": 1, "is_active": true });
    serde_json::from_value(given).unwrap()
}

fn open(scenario: &Scenario) -> State {
    let mut state = State::opening(scenario);
    state.turn = 1;
    state
}

/// Two armies of all kinds around Tennessee, near each other.
fn armies(scenario: &Scenario, dice: &mut Dice) -> State {
    let mut state = open(scenario);
    let mut pick = |most: u8| dice.roll("place", u32::from(most)) as u8 - 1;
    for side in Side::BOTH {
        for number in 1..=24_u32 {
            let kind = Kind::ALL[usize::from(pick(10))];
            let square = Square::new(50 + pick(16), 50 + pick(16)).unwrap();
            if scenario.tenths(square).is_none()
                || state.units.values().any(|other| other.square == square && other.side != side)
            {
                continue;
            }
            state.units.insert(format!("{side}{number}{kind}"), unit(side, kind, square, 2_000));
        }
    }
    state
}

fn any_goal(dice: &mut Dice) -> Goal {
    let mut pick = |most: u8| dice.roll("goal", u32::from(most)) as u8 - 1;
    let to = Square::new(50 + pick(16), 50 + pick(16)).unwrap();
    let via = (pick(6) == 0).then(|| Square::new(50 + pick(16), 50 + pick(16)).unwrap());
    let enter = (pick(4) == 0).then(|| Tac::new(pick(15), pick(15)).unwrap());
    Goal { to, via, enter }
}

fn any_move(scenario: &Scenario, name: &str, unit: &Unit, dice: &mut Dice) -> Act {
    let number = name.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap();
    let unit_called = Called { side: None, number, kind: ForceKind::Unit(unit.kind) };
    let whim = dice.roll("whim", 8);
    let goal = any_goal(dice);
    let beside: Vec<Square> = unit.square.neighbours().collect();
    let beside = beside[dice.roll("beside", beside.len() as u32) as usize - 1];
    let city = scenario.given.cities[dice.roll("city", scenario.given.cities.len() as u32) as usize - 1].id.clone();
    Act::Land(match whim {
        1 => Land::Rail { unit: unit_called, from: None, city },
        2 | 3 => Land::Boats { unit: unit_called, from: None, goal },
        4 | 5 => Land::Attack { unit: unit_called, square: beside },
        6 => Land::Halt { unit: unit_called, from: None },
        _ => Land::March { unit: unit_called, from: None, goal },
    })
}

type Sheets = Vec<(SeatId, Vec<Filed<Order>>)>;

/// An order or two for each unit, of two offices.
fn sheets(scenario: &Scenario, state: &State, dice: &mut Dice) -> Sheets {
    let mut sheets: BTreeMap<SeatId, Vec<Filed<Order>>> = BTreeMap::new();
    for (place, (name, unit)) in state.units.iter().enumerate() {
        let offices = if dice.roll("twice", 4) == 1 { &["war", "president"][..] } else { &["war"][..] };
        for (office, key) in offices.iter().zip(1_u8..) {
            let giver = seat(&format!("{}-{office}", unit.side.code().to_ascii_lowercase()));
            let at = i64::from(dice.roll("arrival", 12)) * 3_600;
            let received = Some(Received { at, letter: LetterKey([key; 16]), place: place as u32 });
            let line = Filed { received, ..filed(any_move(scenario, name, unit, dice)) };
            sheets.entry(giver).or_default().push(line);
        }
    }
    sheets.into_iter().collect()
}

fn play(scenario: &Scenario, state: &State, sheets: Sheets) -> Outcome<State, Item> {
    let orders = OrderSet { sheets: sheets.into_iter().collect(), ..OrderSet::default() };
    CivilWarOnLine.adjudicate(scenario, state, &orders, &mut Dice::committed(&Secret::new([5; 32]), "turn"))
}

fn shuffled<T>(mut rows: Vec<T>, dice: &mut Dice) -> Vec<T> {
    for last in (1..rows.len()).rev() {
        rows.swap(last, dice.roll("shuffle", last as u32 + 1) as usize - 1);
    }
    rows
}

#[test]
fn no_unit_marches_farther_than_it_can_and_nobody_marches_onto_an_enemy() {
    let scenario = war();
    for world in 0..12 {
        let mut dice = Dice::committed(&Secret::new([world; 32]), "armies");
        let before = armies(&scenario, &mut dice);
        let marches = |name: &String, unit: &Unit, dice: &mut Dice| match any_move(&scenario, name, unit, dice) {
            Act::Land(Land::Rail { unit, .. } | Land::Boats { unit, .. } | Land::Attack { unit, .. }) => {
                Act::Land(Land::March { unit, from: None, goal: any_goal(dice) })
            }
            other => other,
        };
        let mut on_foot: BTreeMap<SeatId, Vec<Filed<Order>>> = BTreeMap::new();
        for (name, unit) in &before.units {
            let giver = seat(&format!("{}-war", unit.side.code().to_ascii_lowercase()));
            on_foot.entry(giver).or_default().push(filed(marches(name, unit, &mut dice)));
        }
        let after = play(&scenario, &before, on_foot.into_iter().collect()).state;
        CivilWarOnLine.sound(&scenario, &after).unwrap();
        assert!(after.contacts.is_empty());
        for (name, unit) in &after.units {
            let from = &before.units[name];
            if unit.square == from.square {
                continue;
            }
            let rate = scenario.tables().land.rate[&unit.kind];
            let start = Start { square: from.square, at: from.tac.unwrap_or(Tac::CENTRE), rate };
            let goal = Goal { to: unit.square, via: None, enter: None };
            let way = route(&scenario, start, &goal, Lie { is_bridged: |_| true, is_shut: |_| false }).expect("a way");
            assert_eq!(way.turns, 1, "{name} from {} to {}", from.square, unit.square);
            let hostile = after.units.values().any(|other| other.side != unit.side && other.square == unit.square);
            assert!(!hostile, "{name} marched onto an enemy");
        }
    }
}

#[test]
fn armies_come_to_the_same_however_letters_were_put_on_file_and_no_man_comes_from_nowhere() {
    let scenario = war();
    let (mut moved, mut fought) = (0, 0);
    for world in 0..8 {
        let mut dice = Dice::committed(&Secret::new([40 + world; 32]), "armies");
        let mut state = armies(&scenario, &mut dice);
        for _ in 0..4 {
            let sheets = sheets(&scenario, &state, &mut dice);
            let otherwise: Sheets =
                sheets.iter().map(|(giver, lines)| (giver.clone(), shuffled(lines.clone(), &mut dice))).collect();
            let (one, two) = (play(&scenario, &state, sheets), play(&scenario, &state, otherwise));
            assert_eq!(one.state, two.state, "world {world}");
            assert_eq!(one.events, two.events, "world {world}");
            CivilWarOnLine.sound(&scenario, &one.state).unwrap();
            let men = |state: &State| state.units.values().map(|unit| unit.men).sum::<u32>();
            assert!(men(&one.state) <= men(&state), "nobody is raised on a march");
            let squares =
                |state: &State| -> Vec<_> { state.units.iter().map(|(name, it)| (name.clone(), it.square)).collect() };
            moved += usize::from(squares(&one.state) != squares(&state));
            let told = brief(Viewer::vacant(&seat("us-war")), &one.events);
            fought += told.items().iter().filter(|item| matches!(item, Item::Battle { .. })).count();
            for square in one.state.contacts.keys() {
                let has = |side: Side| one.state.units.values().any(|it| it.side == side && it.square == *square);
                assert!(has(Side::Union) && has(Side::Confederacy), "both are there");
            }
            state = one.state;
        }
    }
    assert!(moved > 20 && fought > 10, "{moved} turns with marches, {fought} battles");
}

/// What every seat of a side reads of a turn.
fn reads(scenario: &Scenario, outcome: &Outcome<State, Item>, side: Side) -> BTreeMap<String, Vec<Item>> {
    let facts: Vec<Fact<Item>> = outcome.events.iter().cloned().chain(situation(scenario, &outcome.state)).collect();
    let own = scenario.given.offices.iter().filter(|row| row.side == side);
    own.map(|row| (row.id.clone(), brief(Viewer::vacant(&seat(&row.id)), &facts).items().to_vec())).collect()
}

#[test]
fn what_no_unit_sees_changes_no_report_of_the_other_side() {
    let scenario = Scenario::prepare(&Scenario::document(DRILL).unwrap()).unwrap();
    let square = |name: &str| name.parse::<Square>().unwrap();
    let mut state = open(&scenario);
    state.units.insert("US1IN".to_owned(), unit(Side::Union, Kind::Infantry, square("B0-P0"), 2_400));
    state.units.insert("US1CV".to_owned(), unit(Side::Union, Kind::Cavalry, square("B5-P0"), 2_400));
    let march = |number, kind, to: &str| {
        let unit = Called { side: None, number, kind: ForceKind::Unit(kind) };
        filed(Act::Land(Land::March { unit, from: None, goal: Goal { to: square(to), via: None, enter: None } }))
    };
    let own = (seat("us-war"), vec![march(1, Kind::Infantry, "B3-P0"), march(1, Kind::Cavalry, "B6-P0")]);
    let plain = play(&scenario, &state, vec![own.clone()]);
    // The nearest that each comes is three squares off the cavalry, two off the infantry.
    let unseen = [("B5-P3", "B5-P3"), ("C0-P0", "B9-P0"), ("B1-P4", "B1-P2"), ("G0-P0", "G3-P0"), ("B9-P3", "B8-P4")];
    for (from, to) in unseen {
        for kind in [Kind::Infantry, Kind::Corps, Kind::Bridge, Kind::Cavalry] {
            let mut other = state.clone();
            let enemy = unit(Side::Confederacy, kind, square(from), 1_700);
            other.units.insert(format!("CS1{kind}"), enemy);
            let theirs = (seat("cs-war"), vec![march(1, kind, to)]);
            let outcome = play(&scenario, &other, vec![own.clone(), theirs]);
            let [one, two] = [&plain, &outcome].map(|outcome| reads(&scenario, outcome, Side::Union));
            assert_eq!(one, two, "{kind} from {from} to {to}");
        }
    }
    let mut other = state.clone();
    other.units.insert("CS1IN".to_owned(), unit(Side::Confederacy, Kind::Infantry, square("B8-P0"), 1_700));
    let seen = play(&scenario, &other, vec![own]);
    assert_ne!(
        reads(&scenario, &plain, Side::Union),
        reads(&scenario, &seen, Side::Union),
        "two squares off it is seen"
    );
}

/// How many of the five dice the attacker wins by, at odds in tenths, against a defender with so many levels of work.
fn wins(tenths: u32, level: u32, in_city: bool) -> u32 {
    let scenario = Scenario::prepare(&Scenario::document(DRILL).unwrap()).unwrap();
    let mut state = open(&scenario);
    let (at, from) = if in_city { ("F5-T0", "F5-S9") } else { ("F5-S5", "F5-S4") };
    let square: Square = at.parse().unwrap();
    // Both are in supply: each by a city of its own.
    let mut attacker = unit(Side::Union, Kind::Infantry, square, 200 * tenths);
    attacker.tac = Tac::new(0, 0);
    state.units.insert("US1IN".to_owned(), attacker);
    state.units.insert("CS1IN".to_owned(), unit(Side::Confederacy, Kind::Infantry, square, 2_000));
    state.facts.supply.extend([("US1IN".to_owned(), true), ("CS1IN".to_owned(), true)]);
    if level > 0 {
        let front = json!({ "square": square.to_string(), "tac": "7-7", "facing": "N" });
        state.forts.push(serde_json::from_value(json!({ "side": "CS", "front": front, "level": level })).unwrap());
    }
    let assault = Assault { attacker: Some(Side::Union), from: from.parse().ok() };
    let dice = &scenario.tables().battle.die;
    let won = dice.iter().filter(|die| fight(&scenario, &state, square, assault, **die).winner == Side::Union);
    u32::try_from(won.count()).unwrap()
}

#[test]
fn the_odds_of_the_houses_battles_are_those_that_its_page_prints() {
    let page = include_str!("../../../../docs/rules/cwol.md");
    for (tenths, odds) in [(10, "1"), (15, "1.5"), (20, "2"), (30, "3")] {
        let shares = [(0, false), (2, false), (5, false), (0, true), (5, true)];
        let shares = shares.map(|(level, in_city)| format!("{} %", wins(tenths, level, in_city) * 20));
        let row = format!("| {odds} | {} |", shares.join(" | "));
        assert!(page.contains(&row), "{row}");
    }
}

#[test]
fn a_battle_costs_what_its_odds_say() {
    let scenario = Scenario::prepare(&Scenario::document(DRILL).unwrap()).unwrap();
    let square: Square = "F5-S5".parse().unwrap();
    let verdict = |us: u32, cs: u32| {
        let mut state = open(&scenario);
        state.units.insert("US1IN".to_owned(), unit(Side::Union, Kind::Infantry, square, us));
        state.units.insert("CS1IN".to_owned(), unit(Side::Confederacy, Kind::Infantry, square, cs));
        state.facts.supply.extend([("US1IN".to_owned(), true), ("CS1IN".to_owned(), true)]);
        let verdict = fight(&scenario, &state, square, Assault { attacker: Some(Side::Union), from: None }, 100);
        (verdict.winner, verdict.squares, verdict.loser_loses.of(10_000), verdict.winner_loses.of(10_000))
    };
    assert_eq!(verdict(2_000, 2_000), (Side::Union, 1, 800, 800));
    assert_eq!(verdict(2_500, 2_000), (Side::Union, 1, 1_000, 640));
    assert_eq!(verdict(3_000, 2_000), (Side::Union, 1, 1_200, 533));
    assert_eq!(verdict(3_980, 2_000), (Side::Union, 1, 1_200, 402));
    assert_eq!(verdict(4_000, 2_000), (Side::Union, 2, 1_200, 400));
    assert_eq!(verdict(2_000, 6_000), (Side::Confederacy, 2, 1_200, 400));
}

#[test]
fn every_rule_about_armies_has_its_page_and_none_is_longer_than_a_screen() {
    const SCREEN: usize = 24;
    let renderer = report::Renderer::new(crate::book::TEMPLATES.iter().copied(), &BTreeMap::new()).unwrap();
    let pages = renderer.rule_pages("cwol", &CivilWarOnLine.numbers(&war())).unwrap();
    let names = [
        "armies", "march", "rates", "enemies", "rail", "boats", "attack", "battle", "odds", "sight", "sequence",
        "finance",
    ];
    for name in names {
        let page = pages.find(name).unwrap_or_else(|| panic!("{name} has no page"));
        // A little narrower than pages are, for words are not cut.
        let lines: usize = 2 + page.text.lines().map(|line| line.len() / (report::WIDTH - 6) + 1).sum::<usize>();
        assert!(lines <= SCREEN, "{lines} lines of\n{}", page.text);
    }
}

#[test]
fn a_report_tells_who_is_on_the_march_what_is_seen_and_how_battles_ended() {
    let scenario = Scenario::prepare(&Scenario::document(DRILL).unwrap()).unwrap();
    let square = |name: &str| name.parse::<Square>().unwrap();
    let mut state = open(&scenario);
    for (name, side, at, men) in [
        ("US1IN", Side::Union, "B1-P0", 2_400),
        ("CS1IN", Side::Confederacy, "B1-P0", 400),
        ("US2IN", Side::Union, "B0-T0", 2_400),
        ("CS2IN", Side::Confederacy, "B3-T1", 2_400),
    ] {
        state.units.insert(name.to_owned(), unit(side, Kind::Infantry, square(at), men));
    }
    let goal = Goal { to: square("B9-T0"), via: None, enter: None };
    state.units.get_mut("US2IN").unwrap().march = Some(goal);
    let contact = json!({ "attacker": "US", "from": "B0-P0" });
    state.contacts.insert(square("B1-P0"), serde_json::from_value(contact).unwrap());
    let outcome = play(&scenario, &state, Vec::new());
    let facts = outcome.events.iter().cloned().chain(situation(&scenario, &outcome.state));
    let facts: Vec<_> = facts.map(|fact| fact.map(|item| serde_json::to_value(&item).unwrap())).collect();
    let renderer = report::Renderer::new(crate::book::TEMPLATES.iter().copied(), &BTreeMap::new()).unwrap();
    let text = renderer.passage("cwol/report.txt", &brief(Viewer::vacant(&seat("us-war")), &facts)).unwrap();
    for words in [
        "- B1-P0: the Union won, with US1IN against CS1IN.",
        "- US2IN marched 2 squares and is at B2-T0 7-7. It stopped there: hostile units are in the square or next to it. It goes on to B9-T0 in the next turn.",
        "US2IN     B9-T0",
        "- B3-T1: 1 infantry brigade.",
    ] {
        let text = text.text().split_whitespace().collect::<Vec<_>>().join(" ");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&words), "{words} in {text}");
    }
}

#[test]
fn numbers_that_no_turn_could_be_reckoned_with_make_no_game() {
    let document = Scenario::document(DRILL).unwrap();
    for (table, key, value) in [
        ("combat", "rounds", json!(0)),
        ("combat", "rounds", json!(1_000_000_000)),
        ("combat", "luck", json!([])),
        ("land", "rail", json!(0)),
        ("land", "river", json!(4_000_000_000_u32)),
        ("land", "entry", json!([15, 7])),
        ("land", "rate", json!({ "IN": 4_000_000_000_u32 })),
        ("land", "ground", json!({ "open": 0 })),
        ("battle", "die", json!([])),
        ("battle", "die", json!([0])),
        ("battle", "fatigue", json!(0)),
        ("battle", "loser", json!([101, 8])),
    ] {
        let mut other = document.clone();
        other["tables"][table][key] = value.clone();
        let refused = Scenario::prepare(&other).map(|_| ());
        let why = refused.expect_err(&format!("{table}.{key} = {value}"));
        let named = format!("{table}.{key}");
        assert!(
            why.starts_with("tables") && (why.contains(&named) || why.contains(&format!("tables.{table}"))),
            "{why}"
        );
    }
}

#[test]
fn slag_8_1_no_work_is_without_a_level_or_above_the_highest() {
    let scenario = Scenario::prepare(&Scenario::document(DRILL).unwrap()).unwrap();
    for (level, is_sound) in [(0, false), (1, true), (5, true), (6, false)] {
        let mut state = open(&scenario);
        let front = json!({ "square": "D4-P0", "tac": "7-7", "facing": "N" });
        state.forts.push(serde_json::from_value(json!({ "side": "US", "front": front, "level": level })).unwrap());
        assert_eq!(CivilWarOnLine.sound(&scenario, &state).is_ok(), is_sound, "level {level}");
    }
}

#[test]
fn what_officers_read_of_rivers_that_change_hands() {
    let scenario = Scenario::prepare(&Scenario::document(DRILL).unwrap()).unwrap();
    let mut state = open(&scenario);
    let command = |commander: &str| json!({ "commander": commander, "deputy": commander });
    let ship = json!({ "side": "US", "class": "GB", "port": "north-8", "base": "north-8", "crew": 150,
        "of": { "side": "US", "state": "OH", "pool": "volunteers" }, "stores": 8, "damage": 0, "is_active": true,
        "command": command("us-captain-1") });
    state.ships.insert("USGB1".to_owned(), serde_json::from_value(ship).unwrap());
    let mut brigade = unit(Side::Union, Kind::Infantry, "E9-R5".parse().unwrap(), 2_400);
    brigade.command = serde_json::from_value(command("us-general-1")).unwrap();
    state.units.insert("US1IN".to_owned(), brigade);
    let line =
        |words: &str| filed_order(CivilWarOnLine.read(&scenario, &mut Context::default(), words).unwrap().0.remove(0));
    let sheets = vec![
        (seat("us-navy"), vec![line("move USGB1 to G4-R5")]),
        (seat("us-war"), vec![line("move US1IN by river to F7-R5")]),
    ];
    let outcome = play(&scenario, &state, sheets);
    let held = |office: &str| -> Vec<String> {
        let told = brief(Viewer::vacant(&seat(office)), &outcome.events);
        let squares = |item: &Item| if let Item::Held { squares, .. } = item { squares.clone() } else { Vec::new() };
        told.items().iter().flat_map(squares).collect()
    };
    assert_eq!(held("us-war"), ["G4-R5 up to North 8"]);
    assert_eq!(held("us-captain-1"), ["G4-R5 up to G2-R5"]);
    assert_eq!(held("us-general-1"), ["F7-R5 up to North 8"]);
    assert!(held("cs-war").is_empty() && held("us-treasury").is_empty());
}

#[test]
fn where_militia_is_bound_for_is_not_told_to_its_bloc() {
    let scenario = Scenario::prepare(&Scenario::document(DRILL).unwrap()).unwrap();
    let mut state = open(&scenario);
    let mut militia = unit(Side::Union, Kind::Militia, "D4-P0".parse().unwrap(), 1_800);
    militia.march = Some(Goal { to: "D9-P0".parse().unwrap(), via: None, enter: None });
    state.units.insert("US1MI".to_owned(), militia);
    let marches = |office: &str| -> Vec<String> {
        let rows = |item: &Item| match item {
            Item::Land { rows, .. } => rows.iter().map(|row| format!("{}:{}", row.name, row.march)).collect(),
            _ => Vec::new(),
        };
        let told = brief(Viewer::vacant(&seat(office)), &situation(&scenario, &state));
        told.items().iter().flat_map(rows).collect()
    };
    let bloc = scenario.given.offices.iter().find(|row| row.states.contains("OH")).unwrap().id.clone();
    assert_eq!(marches("us-war"), ["US1MI:D9-P0"]);
    assert_eq!(marches(&bloc), ["US1MI:"]);
}
