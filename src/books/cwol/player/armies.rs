//! What a Secretary of War orders: units that march on the enemy's nearest city, ride or go by boat towards it, and attack.

use board::square::Square;

use super::Player;
use crate::item::{Item, UnitRow};
use crate::side::Side;

/// As far as a unit is sent on foot, in squares; beyond it goes by rail or by boat.
const ON_FOOT: u32 = 10;
/// Of so many units one sets out in a turn.
const SETS_OUT: [(Side, usize); 2] = [(Side::Union, 2), (Side::Confederacy, 4)];
/// Units that are ordered about in a letter at most.
const MOST_ORDERS: usize = 25;

impl Player<'_> {
    pub(super) fn march(&mut self) -> Vec<String> {
        let units: Vec<UnitRow> =
            self.units().into_iter().filter(|unit| unit.is_active && unit.march.is_empty()).collect();
        let mut lines = Vec::new();
        for unit in units {
            let Some(at) = self.square_of(&unit.place) else { continue };
            lines.extend(self.command(&unit, at));
        }
        lines.truncate(MOST_ORDERS);
        lines
    }

    fn command(&mut self, unit: &UnitRow, at: Square) -> Option<String> {
        if let Some(enemy) = self.hostile_beside(at) {
            return self.happens_once_in(2).then(|| format!("attack {enemy} by {}", unit.name));
        }
        let times = SETS_OUT.iter().find(|(side, _)| *side == self.side).map_or(1, |(_, times)| *times);
        if !self.happens_once_in(times) {
            return None;
        }
        let goal = self.goal(at)?;
        match at.distance(goal.1) {
            0..=ON_FOOT => Some(self.on_foot(&unit.name, &goal.0)),
            _ => self.by_train_or_boat(&unit.name, goal.1),
        }
    }

    fn on_foot(&mut self, unit: &str, goal: &str) -> String {
        match self.throw(3) {
            1 => format!("{unit} marches to {goal}"),
            2 => format!("march {unit} to {goal}"),
            _ => format!("{unit} to march to {goal}"),
        }
    }

    /// To the city of its own that is nearest to the goal.
    fn by_train_or_boat(&mut self, unit: &str, goal: Square) -> Option<String> {
        let held = self.held_by(self.side).into_iter();
        let near = held.filter_map(|city| Some((self.on_map(city)?.square.distance(goal), city.city.clone())));
        let (_, depot) = near.min()?;
        let is_by_boat = self.happens_once_in(4);
        Some(if is_by_boat { format!("move {unit} by river to {depot}") } else { format!("rail {unit} to {depot}") })
    }

    /// One of the three nearest cities of the enemy.
    fn goal(&mut self, from: Square) -> Option<(String, Square)> {
        let hostile = self.held_by(self.side.enemy()).into_iter();
        let mut near: Vec<(u32, String, Square)> = hostile
            .filter_map(|city| self.on_map(city).map(|on_map| (on_map, city)))
            .filter(|(on_map, _)| !on_map.is_off_map)
            .map(|(on_map, city)| (on_map.square.distance(from), city.city.clone(), on_map.square))
            .collect();
        near.sort();
        near.truncate(3);
        if near.is_empty() {
            return None;
        }
        let (_, name, square) = near.swap_remove(self.throw(near.len()) - 1);
        Some((name, square))
    }

    fn hostile_beside(&self, at: Square) -> Option<Square> {
        let seen = self.known.iter().filter_map(|item| match item {
            Item::Sighted { rows, .. } => Some(rows),
            _ => None,
        });
        let mut beside = seen.flatten().filter(|row| !row.is_old && !row.is_contact && row.square.distance(at) == 1);
        beside.next().map(|row| row.square)
    }

    fn units(&self) -> Vec<UnitRow> {
        let of_side = self.known.iter().find_map(|item| match item {
            Item::Land { is_bloc: false, rows, .. } => Some(rows.clone()),
            _ => None,
        });
        of_side.unwrap_or_default()
    }
}
