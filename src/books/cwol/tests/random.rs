//! Whatever is ordered of armies, of ships on rivers and at sea, a war of two hundred turns goes on without a fault: every turn played
//! twice comes to one end, every state is sound, every seat has its report and its map.

use base::facts::Pictures;
use base::game::{Dice, SeatId, Secret};
use base::order::Filed;
use board::square::Square;
use rules::{Occasion, OrderSet, RuleBook};

use super::afloat::any_order;
use super::maps::told;
use super::mirrors::{put, unit};
use super::play::filed;
use super::rivers::{drill, ship};
use crate::CivilWarOnLine;
use crate::order::{Act, Anchorage, Called, Force, Goal, Land, Mission, Order, Station};
use crate::river::square_of;
use crate::scenario::Scenario;
use crate::side::{Kind, Side};
use crate::state::State;

const TURNS: u32 = 200;
/// A year begins again before the war is over.
const YEAR: u32 = 12;

/// One of some things.
fn pick<T: Clone>(dice: &mut Dice, of: &[T]) -> T {
    of[dice.roll("whim", of.len() as u32) as usize - 1].clone()
}

/// A square between the rivers of the drill, or on one.
fn somewhere(dice: &mut Dice) -> Square {
    Square::new(39 + dice.roll("column", 30) as u8, 28 + dice.roll("row", 14) as u8).unwrap()
}

/// Both sides have as many units and ships as they began with.
fn reinforce(scenario: &Scenario, state: &mut State, dice: &mut Dice, number: &mut u32) {
    let kinds = [Kind::Infantry, Kind::Infantry, Kind::Cavalry, Kind::Corps, Kind::Bridge, Kind::Militia, Kind::Army];
    for side in Side::BOTH {
        while state.units.values().filter(|unit| unit.side == side).count() < 14 {
            let (kind, at) = (pick(dice, &kinds), somewhere(dice));
            if scenario.tenths(at).is_some() && state.units.values().all(|unit| unit.square != at || unit.side == side)
            {
                *number += 1;
                put(state, &format!("{side}{number}{kind}"), unit(side, kind, at, 1_500));
            }
        }
        while state.ships.values().filter(|ship| ship.side == side).count() < 10 {
            *number += 1;
            let code = side.code();
            let (class, port) = pick(dice, &[("GB", "3"), ("RI", "6"), ("RT", "3"), ("FR", "port"), ("SL", "port")]);
            let mut own = ship(code, class, &format!("{}-{port}", if code == "US" { "north" } else { "south" }), None);
            own.capacity = (class == "RT").then_some(1_000);
            state.pools.raise(own.of.clone(), u64::from(own.crew));
            state.pools.draw(&own.of.clone(), u64::from(own.crew)).unwrap();
            state.ships.insert(format!("{code}{class}{number}"), own);
        }
    }
}

fn called(name: &str) -> Called {
    let force = Force::named(name).unwrap();
    Called { side: None, number: force.number, kind: force.kind }
}

/// Any order to any unit.
fn of_unit(scenario: &Scenario, dice: &mut Dice, name: &str, at: Square) -> Act {
    let rivers: Vec<Square> = scenario.rivers.net.squares().collect();
    let cities: Vec<String> = scenario.given.cities.iter().map(|city| city.id.clone()).collect();
    let beside: Vec<Square> = at.neighbours().collect();
    let (unit, to) = (called(name), somewhere(dice));
    Act::Land(match dice.roll("whim", 6) {
        1 => Land::Attack { unit, square: pick(dice, &beside) },
        2 => Land::Rail { unit, from: None, city: pick(dice, &cities) },
        3 => Land::Boats { unit, from: None, goal: Goal { to: pick(dice, &rivers), via: None, enter: None } },
        4 => Land::Halt { unit, from: None },
        _ => Land::March { unit, from: None, goal: Goal { to, via: None, enter: None } },
    })
}

/// Any order to any ship.
fn of_ship(scenario: &Scenario, dice: &mut Dice, name: &str, is_on_river: bool) -> Act {
    if is_on_river {
        return Act::Sailing(any_order(scenario, dice, name));
    }
    let port = pick(dice, &["north-port", "south-port", "south-6", "south-3"]).to_owned();
    let at = [Anchorage::Off(port.clone()), Anchorage::In(port), Anchorage::Base];
    let missions = [None, Some(Mission::Raid), Some(Mission::Protect), Some(Mission::Ignore)];
    Act::Station(Station { ship: called(name), at: pick(dice, &at), mission: pick(dice, &missions) })
}

fn orders(scenario: &Scenario, state: &State, dice: &mut Dice) -> OrderSet<Order> {
    let mut orders = OrderSet::default();
    let mut give = |side: Side, office: &str, act: Act| {
        let seat = SeatId::parse(&format!("{}-{office}", side.code().to_lowercase())).unwrap();
        let lines: &mut Vec<Filed<Order>> = orders.sheets.entry(seat).or_default();
        lines.push(filed(act));
    };
    for (name, unit) in &state.units {
        give(unit.side, "war", of_unit(scenario, dice, name, unit.square));
    }
    for (name, ship) in &state.ships {
        give(ship.side, "navy", of_ship(scenario, dice, name, square_of(scenario, ship).is_some()));
    }
    orders
}

#[test]
fn two_hundred_turns_of_whatever_is_ordered_go_on_without_a_fault() {
    let (scenario, book) = (drill(), CivilWarOnLine);
    let mut whims = Dice::committed(&Secret::new([9; 32]), "whims");
    let mut state = State::opening(&scenario);
    let mut number = 0;
    for turn in 1..=TURNS {
        state.turn = 1 + turn % YEAR;
        reinforce(&scenario, &mut state, &mut whims, &mut number);
        let orders = orders(&scenario, &state, &mut whims);
        let play = || {
            let mut dice = Dice::committed(&Secret::new([7; 32]), &turn.to_string());
            book.adjudicate(&scenario, &state, &orders, &mut dice)
        };
        let (one, other) = (play(), play());
        assert_eq!((&one.state, &one.events), (&other.state, &other.events), "turn {turn}");
        book.sound(&scenario, &one.state).unwrap_or_else(|why| panic!("turn {turn}: {why:?}"));
        state = one.state;
        if turn % YEAR == 0 {
            for row in &scenario.given.offices {
                let known = told(&scenario, &state, &[&row.id]);
                assert!(!known.items().is_empty(), "{}", row.id);
                book.pages(&scenario, &known, &Occasion::Report, Pictures::Spelled).unwrap();
            }
        }
    }
    assert!(number > 2 * (14 + 10), "nobody was lost in {TURNS} turns");
}
