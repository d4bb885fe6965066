//! What must hold of armies wherever they stand: a position that is turned east for west ends turned, a ring of orders ends the same in
//! whatever order its letters came, and men add up over battles.

use std::collections::BTreeMap;

use base::facts::{Viewer, brief};
use base::game::{Dice, SeatId, Secret};
use base::order::{Filed, LetterKey, Received};
use board::square::{COLUMNS, Square};
use rules::{OrderSet, Outcome, RuleBook};
use serde_json::{Value, json};

use super::play::filed;
use crate::CivilWarOnLine;
use crate::item::Item;
use crate::order::{Act, Called, ForceKind, Goal, Land, Order, Stance};
use crate::river::square_of;
use crate::scenario::{DRILL, Scenario};
use crate::side::{Kind, Pool, Side};
use crate::state::{PoolKey, State, Unit};

type Sheets = BTreeMap<SeatId, Vec<Filed<Order>>>;

fn seat(side: Side) -> SeatId {
    SeatId::parse(&format!("{}-war", side.code().to_ascii_lowercase())).unwrap()
}

fn drill(turned: bool) -> Scenario {
    let mut document = Scenario::document(DRILL).unwrap();
    // One face, so that luck is the same wherever a battle is; who may evade does, and all fall back as far.
    document["tables"]["battle"]["die"] = json!([100]);
    document["tables"]["evade"]["base"] = json!(200);
    document["tables"]["flee"] = json!({ "least": 8, "most": 8 });
    if turned {
        document = turn(&document);
        for key in ["rivers", "railways"] {
            document[key] = turn_directions(&document[key]);
        }
    }
    Scenario::prepare(&document).unwrap()
}

/// East for west.
fn turned(square: Square) -> Square {
    Square::new(COLUMNS - 1 - square.column(), square.row()).unwrap()
}

/// Every square that is named in it, keys among them.
fn turn(value: &Value) -> Value {
    let word =
        |word: &str| word.parse::<Square>().map_or_else(|_| word.to_owned(), |square| turned(square).to_string());
    turned_words(value, &word)
}

/// Every direction.
fn turn_directions(value: &Value) -> Value {
    turned_words(value, &|word| {
        let other = |letter| match letter {
            'E' => 'W',
            'W' => 'E',
            other => other,
        };
        if word.len() > 2 { word.to_owned() } else { word.chars().map(other).collect() }
    })
}

fn turned_words(value: &Value, word: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(word(text)),
        Value::Array(all) => Value::Array(all.iter().map(|value| turned_words(value, word)).collect()),
        Value::Object(all) => {
            Value::Object(all.iter().map(|(key, value)| (word(key), turned_words(value, word))).collect())
        }
        other => other.clone(),
    }
}

pub(super) fn unit(side: Side, kind: Kind, square: Square, men: u32) -> Unit {
    let state = if side == Side::Union { "OH" } else { "VA" };
    let given = json!({ "side": side.code(), "kind": kind.code(), "square": square.to_string(), "regiments": 4, "batteries": 0,
        "men": men, "of": [["infantry", state, "volunteers", 4]], "quality": 5, "experience": 0, "morale": 50, "supplies": 1,
        "is_active": true });
    serde_json::from_value(given).unwrap()
}

/// A unit comes into the field, with men who are in service.
pub(super) fn put(state: &mut State, name: &str, unit: Unit) {
    let (_, of, pool, _) = unit.of[0].clone();
    let key = PoolKey { side: unit.side, state: of, pool };
    assert_eq!(pool, Pool::Volunteers);
    state.pools.raise(key.clone(), u64::from(unit.men));
    state.pools.draw(&key, u64::from(unit.men)).unwrap();
    state.units.insert(name.to_owned(), unit);
}

/// Two armies of all kinds between the rivers of the drill, near each other.
fn armies(scenario: &Scenario, dice: &mut Dice) -> State {
    let mut state = State::opening(scenario);
    state.turn = 1;
    for side in Side::BOTH {
        for number in 1..=20_u32 {
            let mut pick = |most: u32| dice.roll("place", most) - 1;
            let kind = Kind::ALL[pick(10) as usize];
            let (column, row, men) = (40 + pick(14) as u8, 30 + pick(14) as u8, 1_500 + 100 * pick(10));
            let square = Square::new(column, row).unwrap();
            if state.units.values().all(|other| other.square != square || other.side == side) {
                put(&mut state, &format!("{side}{number}{kind}"), unit(side, kind, square, men));
            }
        }
    }
    state
}

/// A march or an attack of each unit.
fn orders(state: &State, dice: &mut Dice) -> Vec<(Side, Land)> {
    let order = |(name, unit): (&String, &Unit)| {
        let number = name.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap();
        let called = Called { side: None, number, kind: ForceKind::Unit(unit.kind) };
        let beside: Vec<Square> = unit.square.neighbours().collect();
        let beside = beside[dice.roll("beside", beside.len() as u32) as usize - 1];
        let to = [dice.roll("to", 14), dice.roll("to", 14)];
        let goal = Goal { to: Square::new(39 + to[0] as u8, 29 + to[1] as u8).unwrap(), via: None, enter: None };
        let land = match dice.roll("whim", 2) {
            1 => Land::Attack { unit: called, square: beside },
            _ => Land::March { unit: called, from: None, goal },
        };
        (unit.side, land)
    };
    state.units.iter().map(order).collect()
}

fn turned_order(land: &Land) -> Land {
    match land.clone() {
        Land::March { unit, goal, .. } => Land::March { unit, from: None, goal: Goal { to: turned(goal.to), ..goal } },
        Land::Attack { unit, square } => Land::Attack { unit, square: turned(square) },
        other => other,
    }
}

fn sheets(orders: impl IntoIterator<Item = (Side, Land)>) -> Sheets {
    let mut sheets = Sheets::new();
    for (side, land) in orders {
        sheets.entry(seat(side)).or_default().push(filed(Act::Land(land)));
    }
    sheets
}

fn play(scenario: &Scenario, state: &State, sheets: Sheets) -> Outcome<State, Item> {
    let orders = OrderSet { sheets: sheets.into_iter().collect(), ..OrderSet::default() };
    CivilWarOnLine.adjudicate(scenario, state, &orders, &mut Dice::committed(&Secret::new([5; 32]), "turn"))
}

/// What armies come to: where each is, with how many men, what it goes on to; who meets whom; who holds which city.
fn outcome(state: &State) -> Value {
    let units: BTreeMap<&String, Value> = state
        .units
        .iter()
        .map(|(name, unit)| (name, json!([unit.square, unit.men, unit.experience, unit.march.map(|goal| goal.to)])))
        .collect();
    let held: BTreeMap<&String, Option<Side>> = state.cities.iter().map(|(id, city)| (id, city.held_by)).collect();
    json!({ "units": units, "held": held, "contacts": state.contacts })
}

#[test]
fn a_position_that_is_turned_east_for_west_ends_turned_east_for_west() {
    let (plain, mirrored) = (drill(false), drill(true));
    let mut fought = 0;
    for world in 0..12 {
        let mut dice = Dice::committed(&Secret::new([90 + world; 32]), "mirror");
        let mut one = armies(&plain, &mut dice);
        let mut two = State::opening(&mirrored);
        two.turn = 1;
        for (name, unit) in &one.units {
            put(&mut two, name, Unit { square: turned(unit.square), ..unit.clone() });
        }
        for played in 0..4 {
            let orders = orders(&one, &mut dice);
            let other = orders.iter().map(|(side, land)| (*side, turned_order(land)));
            two = play(&mirrored, &two, sheets(other)).state;
            one = play(&plain, &one, sheets(orders)).state;
            assert_eq!(turn(&outcome(&one)), outcome(&two), "world {world}, turn {played}");
            fought += one.contacts.len();
        }
    }
    assert!(fought > 10, "{fought} contacts");
}

#[test]
fn a_ring_of_orders_ends_the_same_in_whatever_order_its_letters_came() {
    let scenario = drill(false);
    let ring = ["B5-P5", "B6-P5", "B6-P6", "B5-P6"].map(|name| name.parse::<Square>().unwrap());
    let mut orders = [0, 1, 2, 3];
    for sides in [[Side::Union; 4], [Side::Union, Side::Confederacy, Side::Union, Side::Confederacy]] {
        let mut state = State::opening(&scenario);
        state.turn = 1;
        for (place, side) in sides.into_iter().enumerate() {
            put(&mut state, &format!("{side}{}IN", place + 1), unit(side, Kind::Infantry, ring[place], 2_000));
        }
        let line = |place: usize, received: u8| {
            let called = Called { side: None, number: place as u32 + 1, kind: ForceKind::Unit(Kind::Infantry) };
            let to = ring[(place + 1) % 4];
            let is_foe = sides[(place + 1) % 4] != sides[place];
            let goal = Goal { to, via: None, enter: None };
            let land = match is_foe {
                true => Land::Attack { unit: called, square: to },
                false => Land::March { unit: called, from: None, goal },
            };
            let received = Received { at: i64::from(received), letter: LetterKey([received; 16]), place: 0 };
            (seat(sides[place]), Filed { received: Some(received), ..filed(Act::Land(land)) })
        };
        let mut outcomes = Vec::new();
        for _ in 0..4 {
            orders.rotate_left(1);
            for other in [orders, [orders[1], orders[0], orders[3], orders[2]]] {
                let mut sheets = Sheets::new();
                for (received, place) in other.into_iter().enumerate() {
                    let (giver, filed) = line(place, received as u8);
                    sheets.entry(giver).or_default().push(filed);
                }
                outcomes.push(outcome(&play(&scenario, &state, sheets).state));
            }
        }
        assert!(outcomes.windows(2).all(|pair| pair[0] == pair[1]), "{outcomes:#?}");
        let squares = |place: usize| outcomes[0]["units"][format!("{}{}IN", sides[place], place + 1)][0].clone();
        let ended: Vec<Value> = (0..4).map(squares).collect();
        let on = |by: usize| -> Vec<Value> { (0..4).map(|place| json!(ring[(place + by) % 4])).collect() };
        // Each steps into the place of the one before him, be that his own side's or his enemy's.
        assert_eq!(ended, on(1), "{sides:?}");
    }
}

#[test]
fn men_add_up_over_battles() {
    let scenario = drill(false);
    let mut lost = 0;
    for world in 0..4 {
        let mut dice = Dice::committed(&Secret::new([120 + world; 32]), "men");
        let mut state = armies(&scenario, &mut dice);
        let put: u64 = state.units.values().map(|unit| u64::from(unit.men)).sum();
        assert_eq!(state.pools.tally().serving, put);
        for _ in 0..5 {
            let before = state.pools.tally().lost;
            let orders = orders(&state, &mut dice);
            let played = play(&scenario, &state, sheets(orders));
            let told: u32 = Side::BOTH
                .into_iter()
                .flat_map(|side| brief(Viewer::vacant(&seat(side)), &played.events).items().to_vec())
                .map(|item| if let Item::Battle { lost, .. } = item { lost } else { 0 })
                .sum();
            // Of units that have laid down their arms all are lost.
            let taken: u64 = state.units.keys().filter(|name| !played.state.units.contains_key(*name)).count() as u64;
            state = played.state;
            let now = state.pools.tally();
            let serving: u64 = state
                .units
                .values()
                .map(|unit| u64::from(unit.men) + unit.stragglers.iter().map(|(_, men)| u64::from(*men)).sum::<u64>())
                .sum();
            assert_eq!(now.serving, serving, "who is left serves");
            assert!(now.lost - before >= u64::from(told), "who fell is lost");
            assert!(taken > 0 || now.lost - before == u64::from(told), "and nobody else is");
            lost += now.lost - before;
        }
    }
    assert!(lost > 1_000, "{lost} men");
}

/// A gunboat evades two of the enemy in G0-R5: where it ends.
fn evaded(scenario: &Scenario, place: impl Fn(&str) -> Square, own: &[&str], hostile: [&str; 2]) -> Option<Square> {
    let mut state = State::opening(scenario);
    state.turn = 1;
    let mut put = |name: &str, port: &str, trail: &[&str]| {
        let mut gunboat = super::rivers::ship(&name[..2], "GB", port, Some(&place("G0-R5").to_string()));
        gunboat.sail.trail = trail.iter().map(|at| place(at)).collect();
        gunboat.sail.stance = Some(if name == "USGB1" { Stance::Evade } else { Stance::Accept });
        gunboat.sail.may_evade = name == "USGB1";
        state.ships.insert(name.to_owned(), gunboat);
    };
    put("USGB1", "north-8", own);
    put("CSGB1", "south-3", &hostile[..1]);
    put("CSGB2", "south-3", &hostile[1..]);
    square_of(scenario, &play(scenario, &state, Sheets::new()).state.ships["USGB1"])
}

#[test]
fn n7_8_which_way_a_ship_falls_back_follows_neither_from_names_nor_from_east_and_west() {
    let (plain, mirrored) = (drill(false), drill(true));
    let place = |name: &str| name.parse::<Square>().unwrap();
    for own in [&[][..], &["F9-R5"], &["G1-R5"], &["F8-R5", "F9-R5"]] {
        for hostile in [["F9-R5", "G1-R5"], ["F9-R5", "F9-R5"], ["G1-R5", "G1-R5"]] {
            let end = evaded(&plain, place, own, hostile);
            assert_ne!(end, Some(place("G0-R5")), "{own:?} {hostile:?}");
            assert_eq!(end, evaded(&plain, place, own, [hostile[1], hostile[0]]), "{own:?} {hostile:?}");
            let other = evaded(&mirrored, |name| turned(place(name)), own, hostile);
            assert_eq!(end.map(turned), other, "{own:?} {hostile:?}");
        }
    }
}
