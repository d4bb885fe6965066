//! Who holds an office, reads his report and writes his orders in the words of people: for demos and games that play themselves.
//! He knows the map and what his seat is told, never the state; what he writes may be wrong, as with people.

mod armies;
mod fleet;
mod government;

use std::collections::BTreeSet;

use base::game::{Dice, SeatId};
use board::square::Square;
use rules::scripted::letter_of;

use super::item::{Holding, Item};
use super::office::Office;
use super::scenario::{City, Scenario};
use super::side::Side;

/// A player at his desk: the map, what his report says, and dice for his whims.
pub struct Player<'a> {
    scenario: &'a Scenario,
    side: Side,
    office: Office,
    /// The States of the bloc that he governs.
    states: &'a BTreeSet<String>,
    seat: &'a SeatId,
    known: &'a [Item],
    whims: &'a mut Dice,
}

impl<'a> Player<'a> {
    /// Of a seat that knows these items; `None` for the game master and strangers.
    pub fn new(scenario: &'a Scenario, seat: &'a SeatId, known: &'a [Item], whims: &'a mut Dice) -> Option<Self> {
        let row = scenario.office(seat.as_str())?;
        Some(Self { scenario, side: row.side, office: row.office, states: &row.states, seat, known, whims })
    }

    /// The text of his letter for the open turn.
    pub fn write(&mut self) -> String {
        let mut lines = match (self.office, self.is_pregame()) {
            (Office::Treasury, _) => self.spend(),
            (Office::President, false) => self.proclaim(),
            (Office::War, false) => self.march(),
            (Office::Navy, false) => self.sail(),
            (Office::Governor, false) => self.raise(),
            _ => Vec::new(),
        };
        if lines.is_empty() {
            lines.push("no orders".to_owned());
        }
        letter_of(lines, |sides| self.throw(sides))
    }

    fn is_pregame(&self) -> bool {
        self.known.iter().any(|item| matches!(item, Item::Turn { is_pregame: true, .. }))
    }

    /// The cities as everybody knows them.
    fn cities(&self) -> &'a [Holding] {
        let rows = self.known.iter().find_map(|item| match item {
            Item::Cities { rows } => Some(rows.as_slice()),
            _ => None,
        });
        rows.unwrap_or_default()
    }

    /// Those that a side holds, in the order of the map's list.
    fn held_by(&self, side: Side) -> Vec<&'a Holding> {
        self.cities().iter().filter(|city| city.holder.as_deref() == Some(side.code())).collect()
    }

    /// A city as the map has it.
    fn on_map(&self, holding: &Holding) -> Option<&'a City> {
        self.scenario.city(&holding.id)
    }

    /// The square of a place as reports name it.
    fn square_of(&self, place: &str) -> Option<Square> {
        let named = self.scenario.city_called(place);
        named.map(|city| city.square).or_else(|| place.parse().ok())
    }

    /// One of several, by whim; none of none.
    fn pick<T: Clone + Default>(&mut self, choices: &[T]) -> T {
        match choices {
            [] => T::default(),
            _ => choices[self.throw(choices.len()) - 1].clone(),
        }
    }

    /// Once in so many times, by whim.
    fn happens_once_in(&mut self, times: usize) -> bool {
        self.throw(times) == 1
    }

    /// From 1 to `sides`.
    fn throw(&mut self, sides: usize) -> usize {
        let purpose = self.seat.to_string();
        self.whims.roll(&purpose, u32::try_from(sides.max(1)).unwrap_or(1)) as usize
    }
}
