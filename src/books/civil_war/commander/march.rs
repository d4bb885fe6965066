//! Where troops go: at an enemy who looks weaker, into trenches before a stronger one, towards the enemy's towns.

use std::collections::BTreeSet;

use super::{Commander, Force, Purse};
use crate::item::Item;
use crate::scenario::{Arm, Side, SizeClass};
use board::{Hex, paths};

impl Commander<'_> {
    pub(super) fn move_forces(&mut self, purse: &mut Purse) -> Vec<String> {
        let mut forces = self.forces(purse.account);
        forces.retain(|force| force.sp > 0 && !force.leaders.is_empty());
        forces.sort_by_key(|force| (std::cmp::Reverse(force.sp), force.hex));
        let enemies = self.enemies();
        let mut lines = Vec::new();
        for force in forces {
            lines.extend(self.order_force(purse, &force, &enemies));
        }
        lines
    }

    fn order_force(&mut self, purse: &mut Purse, force: &Force, enemies: &[(Hex, SizeClass)]) -> Option<String> {
        let leader = force.leaders.iter().find(|card| card.arm != Arm::Naval)?;
        let (name, cp) = (leader.name.clone(), leader.initiative);
        if self.guards_the_capital(force) {
            let cost = self.scenario.tables.costs.entrench;
            let order = (!force.is_entrenched && self.affords(purse, cost)).then(|| self.dig(&name))?;
            return Some(self.scheduled(purse, cost, cost, order));
        }
        let near = enemies.iter().find(|(hex, _)| hex.distance(force.hex) == 1).copied();
        match near {
            Some((hex, class)) if self.dares(force, class) && self.affords(purse, cp) => {
                let place = self.name_of(hex);
                let order = self.attack(&name, &place);
                Some(self.scheduled(purse, cp, cp, order))
            }
            Some(_) if !force.is_entrenched => {
                let cost = self.scenario.tables.costs.entrench;
                let order = self.affords(purse, cost).then(|| self.dig(&name))?;
                Some(self.scheduled(purse, cost, cost, order))
            }
            Some(_) => None,
            None => {
                let to = self.affords(purse, cp).then(|| self.next_stop(force, enemies)).flatten()?;
                let place = self.name_of(to);
                let order = self.march(&name, &place);
                Some(self.scheduled(purse, cp, cp, order))
            }
        }
    }

    /// The Union does not leave its capital, whose fall loses the war.
    fn guards_the_capital(&self, force: &Force) -> bool {
        let capital = self.scenario.map.city_by_name(&self.scenario.tables.victory.csa_capital);
        self.side == Side::Usa && capital.is_some_and(|city| city.hex == force.hex)
    }

    fn affords(&self, purse: &Purse, cp: u32) -> bool {
        purse.cp >= cp && purse.next + cp <= purse.pp + 1
    }

    fn dares(&mut self, force: &Force, class: SizeClass) -> bool {
        let least = match class {
            SizeClass::Small => 4,
            SizeClass::Medium => 8,
            SizeClass::Large => 12,
        };
        !force.is_demoralised && (force.sp >= least || self.throw(8) == 1)
    }

    /// How far a force comes on the way to a town it wants; nothing when it stays where it is.
    fn next_stop(&mut self, force: &Force, enemies: &[(Hex, SizeClass)]) -> Option<Hex> {
        // The Confederacy defends more than it attacks.
        let stays = if self.side == Side::Csa { 4 } else { 2 };
        if self.throw(6) <= stays {
            return None;
        }
        let goal = self.goal(force.hex)?;
        let closed: BTreeSet<Hex> = enemies.iter().map(|(hex, _)| *hex).filter(|hex| *hex != goal).collect();
        let map = &self.scenario.map;
        let enter = self.scenario.tables.movement.enter;
        let path = paths::cheapest(force.hex, goal, |here| {
            let open = map.neighbours(here).filter(|next| map.is_land(*next) && !closed.contains(next));
            open.filter_map(|next| Some((next, self.step(here, next, &enter)?))).collect::<Vec<_>>()
        })?;
        let mut left = self.scenario.tables.movement.led;
        let mut reached = force.hex;
        for pair in path.nodes.windows(2) {
            let cost = self.step(pair[0], pair[1], &enter)?;
            let is_enemy = enemies.iter().any(|(hex, _)| *hex == pair[1]);
            if cost > left || is_enemy && force.sp < 6 {
                break;
            }
            (left, reached) = (left - cost, pair[1]);
        }
        (reached != force.hex).then_some(reached)
    }

    fn step(&self, from: Hex, to: Hex, enter: &crate::scenario::EnterTable) -> Option<u32> {
        let tile = self.scenario.map.hex(to)?;
        let ground = enter.cost(tile.terrain, tile.gap)?;
        let has_river = self.scenario.map.river_between(from, to).is_some();
        Some(ground + if has_river { self.scenario.tables.movement.river } else { 0 })
    }

    /// The nearest town that is not one's own, as far as everybody knows.
    fn goal(&mut self, from: Hex) -> Option<Hex> {
        let held: Vec<(Hex, Option<Side>)> = self
            .known
            .iter()
            .filter_map(|item| match item {
                Item::City { hex, holder, .. } => Some((*hex, *holder)),
                _ => None,
            })
            .collect();
        let map = &self.scenario.map;
        let holder = |city: &crate::scenario::City| {
            let told = held.iter().find(|(hex, _)| *hex == city.hex);
            told.map_or(map.state(city.state).home, |(_, holder)| *holder)
        };
        let mut goals: Vec<(u32, Hex)> = map
            .cities()
            .map(|(_, city)| city)
            .filter(|city| holder(city) != Some(self.side))
            .map(|city| (city.hex.distance(from), city.hex))
            .collect();
        goals.sort_unstable();
        let near = goals.len().min(3);
        if near == 0 {
            return None;
        }
        let at = self.throw(near) - 1;
        Some(goals[at].1)
    }

    fn name_of(&self, hex: Hex) -> String {
        self.scenario.map.city_at(hex).map_or_else(|| hex.to_string(), |city| city.name.clone())
    }
}
