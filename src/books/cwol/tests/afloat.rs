//! Turns on the rivers: what a side does not see changes nothing that it reads, and whatever is ordered comes to something sound.

use std::collections::{BTreeMap, BTreeSet};

use base::facts::{Fact, Viewer, brief};
use base::game::{Dice, SeatId, Secret};
use board::square::Square;
use rules::{OrderSet, RuleBook};

use super::play::filed;
use super::rivers::{drill, ship, square};
use crate::CivilWarOnLine;
use crate::item::Item;
use crate::order::{Act, Called, Force, ForceKind, Refuge, Sailing, Stance, Target};
use crate::river::{square_of, strength_of};
use crate::scenario::Scenario;
use crate::side::{Class, Side};
use crate::situation::situation;
use crate::state::State;

fn called(class: Class, number: u32) -> Called {
    Called { side: None, number, kind: ForceKind::Ship(class) }
}

fn orders_of(of: &[(&str, Vec<Sailing>)]) -> OrderSet<crate::order::Order> {
    let sheet = |(seat, orders): &(&str, Vec<Sailing>)| {
        let lines = orders.iter().map(|order| filed(Act::Sailing(order.clone()))).collect();
        (SeatId::parse(seat).unwrap(), lines)
    };
    OrderSet { sheets: of.iter().map(sheet).collect(), ..OrderSet::default() }
}

/// What each seat of a side reads.
fn read_by(scenario: &Scenario, side: Side, facts: &[Fact<Item>]) -> BTreeMap<String, Vec<Item>> {
    let own = scenario.given.offices.iter().filter(|row| row.side == side);
    let read = |row: &crate::scenario::OfficeRow| {
        let seat = SeatId::parse(&row.id).unwrap();
        (row.id.clone(), brief(Viewer::vacant(&seat), facts).items().to_vec())
    };
    own.map(read).collect()
}

#[test]
fn what_of_the_enemy_is_out_of_sight_changes_nothing_that_anybody_reads() {
    let scenario = drill();
    let mut opening = State::opening(&scenario);
    opening.turn = 1;
    opening.ships.insert("USGB1".to_owned(), ship("US", "GB", "north-6", Some("E1-R5")));
    opening.ships.insert("USGB2".to_owned(), ship("US", "GB", "north-6", None));
    opening.river.last_warship.insert(square("E1-R5"), Side::Union);
    let one = |state: &mut State| {
        state.ships.insert("CSGB1".to_owned(), ship("CS", "GB", "south-6", Some("H0-R5")));
    };
    let other = |state: &mut State| {
        let mut ironclad = ship("CS", "RI", "south-6", Some("H4-R5"));
        (ironclad.crew, ironclad.damage, ironclad.sail.stance) = (90, 2, Some(Stance::Evade));
        state.ships.insert("CSRI7".to_owned(), ironclad);
        state.ships.insert("CSRT1".to_owned(), ship("CS", "RT", "south-6", None));
        state.river.last_warship.insert(square("G9-R5"), Side::Confederacy);
    };
    let move_to =
        |class, to: &str| Sailing::Move { ship: called(class, 1), to: square(to), runs: false, is_once: false };
    let plays = [
        (&one as &dyn Fn(&mut State), move_to(Class::Gunboat, "G8-R5")),
        (&other, move_to(Class::RiverTransports, "H1-R5")),
    ];
    let read = plays.map(|(change, order)| {
        let mut state = opening.clone();
        change(&mut state);
        let union = vec![move_to(Class::Gunboat, "F5-R5"), Sailing::Hold { ship: called(Class::Gunboat, 2) }];
        let orders = orders_of(&[("us-navy", union), ("cs-navy", vec![order])]);
        let mut dice = Dice::committed(&Secret::new([5; 32]), "1");
        let played = CivilWarOnLine.adjudicate(&scenario, &state, &orders, &mut dice);
        let facts: Vec<_> = played.events.into_iter().chain(situation(&scenario, &played.state)).collect();
        read_by(&scenario, Side::Union, &facts)
    });
    assert_eq!(read[0], read[1]);
    let navy = format!("{:?}", read[0]["us-navy"]);
    assert!(navy.contains("It went 14 squares from E1-R5 to North 8."), "{navy}");
}

/// Any order to any ship.
pub(super) fn any_order(scenario: &Scenario, dice: &mut Dice, name: &str) -> Sailing {
    let mut pick = |most: usize| dice.roll("whim", most as u32) as usize - 1;
    let squares: Vec<Square> = scenario.rivers.net.squares().collect();
    let force = Force::named(name).unwrap();
    let own = Called { side: None, number: force.number, kind: force.kind };
    let to = squares[pick(squares.len())];
    match pick(8) {
        0..=3 => Sailing::Move { ship: own, to, runs: pick(2) == 0, is_once: pick(4) == 0 },
        4 => Sailing::Pursue { ship: own, quarry: None },
        5 => {
            let stance = [Stance::Engage, Stance::Accept, Stance::Evade][pick(3)];
            Sailing::Fight { ship: own, stance, break_off: [None, Some(1), Some(2)][pick(3)] }
        }
        6 => Sailing::Retreat {
            ship: own,
            toward: [Refuge::Upstream, Refuge::Downstream, Refuge::Square(to)][pick(3)].clone(),
        },
        _ => Sailing::Bombard { ship: own, target: Target::Square(to) },
    }
}

#[test]
fn whatever_ships_are_ordered_the_state_stays_sound_and_none_moves_too_far() {
    let scenario = drill();
    let book = CivilWarOnLine;
    for war in 0..4u8 {
        let mut dice = Dice::committed(&Secret::new([war; 32]), "war");
        let mut state = State::opening(&scenario);
        state.turn = 1;
        let ports = ["north-3", "north-6", "north-8", "south-3", "south-6"];
        for (at, class) in ["GB", "RI", "RT", "RG", "GB", "RI"].iter().enumerate() {
            for (side, port) in [("US", ports[at % 3]), ("CS", ports[3 + at % 2])] {
                let mut own = ship(side, class, port, None);
                own.capacity = (*class == "RT").then_some(1_000);
                let key = own.of.clone();
                state.pools.draw(&key, u64::from(own.crew)).unwrap();
                state.ships.insert(format!("{side}{class}{}", at + 1), own);
            }
        }
        for _ in 0..12 {
            let mut orders = OrderSet::default();
            for (side, seat) in [(Side::Union, "us-navy"), (Side::Confederacy, "cs-navy")] {
                let names = state.ships.iter().filter(|(_, ship)| ship.side == side).map(|(name, _)| name.clone());
                let lines = names.map(|name| filed(Act::Sailing(any_order(&scenario, &mut dice, &name)))).collect();
                orders.sheets.insert(SeatId::parse(seat).unwrap(), lines);
            }
            let before = state.clone();
            let played = book.adjudicate(&scenario, &state, &orders, &mut dice);
            state = played.state;
            book.sound(&scenario, &state).unwrap();
            for (name, ship) in &state.ships {
                let at = square_of(&scenario, ship).unwrap();
                let was = before.ships.get(name).and_then(|ship| square_of(&scenario, ship));
                // A withdrawal of at most ten squares goes before a move, and voids it.
                assert!(was.is_none_or(|was| was.distance(at) <= 20), "{name}");
                assert!(ship.damage < scenario.tables().combat.hull);
                assert!(strength_of(&scenario, ship.class) > 0 || ship.capacity.is_some());
            }
            assert!(!situation(&scenario, &state).is_empty());
        }
        assert!(!state.river.last_warship.is_empty());
    }
}

/// The seats that read something of a kind.
fn readers_of(facts: &[Fact<Item>], scenario: &Scenario, side: Side, kind: &str) -> BTreeSet<String> {
    let is_it = |item: &Item| serde_json::to_value(item).unwrap()["kind"] == kind;
    let read = read_by(scenario, side, facts).into_iter();
    read.filter(|(_, items)| items.iter().any(is_it)).map(|(seat, _)| seat).collect()
}

#[test]
fn fights_and_contacts_are_read_as_the_matrix_says() {
    let scenario = drill();
    let mut state = State::opening(&scenario);
    state.turn = 1;
    let command = |side: &str| {
        let named =
            serde_json::json!({ "commander": format!("{side}-captain-1"), "deputy": format!("{side}-captain-2") });
        Some(serde_json::from_value(named).unwrap())
    };
    for (name, side, code) in [("USGB1", "US", "us"), ("CSGB1", "CS", "cs")] {
        let mut own = ship(side, "GB", "north-8", Some("G0-R5"));
        own.command = command(code);
        let key = own.of.clone();
        state.pools.draw(&key, 150).unwrap();
        state.ships.insert(name.to_owned(), own);
    }
    let mut dice = Dice::scripted(BTreeMap::from([("US: luck at G0-R5".to_owned(), vec![1, 1, 1])]));
    let played = CivilWarOnLine.adjudicate(&scenario, &state, &OrderSet::default(), &mut dice);
    let told = situation(&scenario, &state);
    for (side, code) in [(Side::Union, "us"), (Side::Confederacy, "cs")] {
        let seats = |own: &[&str]| own.iter().map(|seat| format!("{code}-{seat}")).collect::<BTreeSet<_>>();
        let all = seats(&["president", "vice", "navy", "war", "captain-1", "captain-2"]);
        assert_eq!(readers_of(&told, &scenario, side, "Contact"), all);
        assert_eq!(readers_of(&played.events, &scenario, side, "Fought"), all);
        assert_eq!(readers_of(&told, &scenario, side, "Squadron"), seats(&["war"]));
        // The Secretary of War reads no more than how it ended.
        let war = format!("{:?}", read_by(&scenario, side, &played.events)[&format!("{code}-war")]);
        assert!(war.contains("ships of the enemy") && !war.contains("round 1"), "{war}");
    }
}

#[test]
fn a_meeting_without_shots_lets_nobody_evade() {
    let scenario = drill();
    let mut state = State::opening(&scenario);
    state.turn = 1;
    for (name, side) in [("USGB1", "US"), ("CSGB1", "CS")] {
        let mut own = ship(side, "GB", "north-8", Some("G0-R5"));
        own.sail.stance = Some(Stance::Accept);
        let key = own.of.clone();
        state.pools.draw(&key, 150).unwrap();
        state.ships.insert(name.to_owned(), own);
    }
    let mut dice = Dice::scripted(BTreeMap::new());
    let played = CivilWarOnLine.adjudicate(&scenario, &state, &OrderSet::default(), &mut dice).state;
    assert!(played.ships.values().all(|ship| !ship.sail.may_evade && ship.damage == 0));
}

#[test]
fn a_ring_of_orders_comes_to_one_thing_whichever_letter_came_first() {
    let scenario = drill();
    let mut state = State::opening(&scenario);
    state.turn = 1;
    let places = ["F5-R5", "F6-R5", "F7-R5", "F8-R5"];
    for (number, at) in places.iter().enumerate() {
        for side in ["US", "CS"] {
            let mut own = ship(side, "GB", "north-8", Some(at));
            own.sail.stance = Some(Stance::Accept);
            let key = own.of.clone();
            state.pools.draw(&key, 150).unwrap();
            state.ships.insert(format!("{side}GB{}", number + 1), own);
        }
    }
    // Each goes where the next one lies, and those of the other side pursue.
    let gunboat = |number: usize| called(Class::Gunboat, number as u32);
    let to = |number: usize| square(places[number % 4]);
    let union: Vec<_> = (1..=4)
        .map(|number| Sailing::Move { ship: gunboat(number), to: to(number), runs: false, is_once: false })
        .collect();
    let confederate: Vec<_> = (1..=4).map(|number| Sailing::Pursue { ship: gunboat(number), quarry: None }).collect();
    let play = |turned: usize| {
        let of = |orders: &[Sailing]| {
            let mut orders = orders.to_vec();
            orders.rotate_left(turned % 4);
            if turned > 3 {
                orders.reverse();
            }
            orders
        };
        let orders = orders_of(&[("us-navy", of(&union)), ("cs-navy", of(&confederate))]);
        let mut dice = Dice::committed(&Secret::new([6; 32]), "1");
        CivilWarOnLine.adjudicate(&scenario, &state, &orders, &mut dice).state
    };
    let first = play(0);
    assert!((1..8).all(|turned| play(turned) == first));
    assert!(places.iter().zip(1..).any(|(at, number)| {
        first.ships[&format!("USGB{number}")].off.as_ref().is_some_and(|off| off.square != Some(square(at)))
    }));
}

/// Everything that names a square, east for west.
fn mirror(value: &serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    let turned = |text: &str| match text.parse::<Square>() {
        Ok(at) => Square::new(board::square::COLUMNS - 1 - at.column(), at.row()).unwrap().to_string(),
        Err(_) => match text {
            "E" => "W".to_owned(),
            "W" => "E".to_owned(),
            _ => text.to_owned(),
        },
    };
    match value {
        Value::String(text) => Value::String(turned(text)),
        Value::Array(rows) => Value::Array(rows.iter().map(mirror).collect()),
        Value::Object(rows) => {
            rows.iter().map(|(key, row)| (turned(key), mirror(row))).collect::<serde_json::Map<_, _>>().into()
        }
        other => other.clone(),
    }
}

/// Gunboats and ironclads of both sides in the middle of the drill's northern river, with any orders.
fn any_turn(scenario: &Scenario, dice: &mut Dice) -> (State, Vec<(&'static str, Vec<Sailing>)>) {
    let squares: Vec<Square> = scenario.rivers.net.squares().filter(|at| at.row() == square("D0-R5").row()).collect();
    let (mut state, mut orders) = (State::opening(scenario), Vec::new());
    state.turn = 1;
    for (side, seat, port) in [("US", "us-navy", "north-8"), ("CS", "cs-navy", "south-3")] {
        let mut own_orders = Vec::new();
        for (number, class) in (1..).zip(["GB", "RI", "RG", "GB", "RI"]) {
            let at = squares[9 + dice.roll("whim", 25) as usize];
            let own = ship(side, class, port, Some(&at.to_string()));
            let key = own.of.clone();
            state.pools.draw(&key, u64::from(own.crew)).unwrap();
            let name = format!("{side}{class}{number}");
            state.ships.insert(name.clone(), own);
            own_orders.push(any_order(scenario, dice, &name));
        }
        orders.push((seat, own_orders));
    }
    (state, orders)
}

/// A value as it is, east for west.
fn turned<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_value(mirror(&serde_json::to_value(value).unwrap())).unwrap()
}

#[test]
fn a_turn_on_the_rivers_comes_to_the_same_where_east_is_west() {
    let scenario = drill();
    let other = Scenario::prepare(&mirror(&Scenario::document(crate::scenario::DRILL).unwrap())).unwrap();
    let mut dice = Dice::committed(&Secret::new([8; 32]), "whims");
    let afloat = |scenario: &Scenario, state: &State, orders: &[(&str, Vec<Sailing>)]| {
        let mut dice = Dice::scripted(BTreeMap::new());
        let played = CivilWarOnLine.adjudicate(scenario, state, &orders_of(orders), &mut dice);
        let state = serde_json::to_value(played.state).unwrap();
        [&state["ships"], &state["river"]["last_warship"], &state["river"]["hits"]].map(Clone::clone)
    };
    for _ in 0..20 {
        let (state, orders) = any_turn(&scenario, &mut dice);
        let other_orders: Vec<_> =
            orders.iter().map(|(seat, own)| (*seat, own.iter().map(turned).collect::<Vec<_>>())).collect();
        let played = afloat(&scenario, &state, &orders).map(|value| mirror(&value));
        assert_eq!(played, afloat(&other, &turned(&state), &other_orders));
    }
}
