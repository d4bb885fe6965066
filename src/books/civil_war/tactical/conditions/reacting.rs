//! Reaction moves of armies: one pulse, two hexes at most, once in a sub-turn, no march of their own (C3.16, D11, D16).

use board::{Hex, paths};

use super::super::super::naval::Water;
use super::super::super::naval::patrols::Patrols;
use super::super::super::order::{ForceRef, Place};
use super::super::acts::{Step, StepResult, Timed};
use super::super::battle::Column;
use super::super::knowledge::place;
use super::super::muster::March;
use super::super::play::Engine;
use super::super::schedule::Slot;
use super::waiting::Doing;

impl Engine<'_> {
    /// Puts a reaction on the clock in the very next pulse; gives the pulse after it.
    pub(super) fn react_from(&mut self, at: usize, force: &ForceRef, to: &Place, from: u32) -> Option<u32> {
        let (Place::Known(to), rules) = (to, self.scenario.tables.reaction) else { return None };
        let watch = &self.watches.list[at];
        let (purse, line, side) = ((watch.side, watch.account), watch.line, watch.side);
        let army =
            self.hex_of(side, force).and_then(|hex| self.field.troops.get(&hex)).and_then(|troops| troops.army.clone());
        let end = self.watches.ends.get(&purse).copied().unwrap_or(0);
        let why = match army {
            None => Some("Only an Army makes a reaction move.".to_owned()),
            Some(army) if !self.watches.reacted.insert((side, army.clone())) => {
                Some(format!("The {army} had reacted in this sub-turn."))
            }
            Some(_) if self.watches.list[at].cp < rules.cp => Some("The command point for it was not kept.".to_owned()),
            Some(_) if from > end => Some("No pulse was left for it.".to_owned()),
            Some(_) => None,
        };
        if let Some(why) = why {
            self.say(at, Doing::Not(why));
            return None;
        }
        let slot = Slot { first: from, last: from + rules.pp.max(1) - 1 };
        let words = format!("reaction to {}", place(self.scenario, *to));
        let busy = self.watches.busy.entry(purse).or_default();
        let is_taken = busy.iter().any(|(_, other)| other.first <= slot.last && slot.first <= other.last);
        if is_taken {
            *self.watches.extra_pulses.entry(purse).or_default() += rules.pp;
        } else {
            busy.push((line, slot));
        }
        let first = self.acts.len();
        self.acts.push(Timed {
            side,
            account: purse.1,
            line,
            slot,
            step: Step::React { force: force.clone(), to: *to },
            words: words.clone(),
            result: None,
        });
        self.pay(at, rules.cp, rules.pp);
        self.say(at, Doing::Acts { from: first, to: first + 1, words, cp: rules.cp });
        Some(slot.last + 1)
    }

    /// Who reacts, and by which way.
    pub(in super::super) fn prepare_reaction(&self, at: usize, force: &ForceRef, to: Hex) -> Result<March, String> {
        let seen = Default::default();
        let body = self.view(at, &seen).identify(force).map_err(|why| why.text)?;
        let most = self.scenario.tables.reaction.hexes;
        let origin = body.origin;
        let has_army = self.field.troops.get(&origin).is_some_and(|troops| troops.army.is_some());
        if !has_army || body.sp == 0 {
            return Err("Only an Army makes a reaction move.".to_owned());
        }
        if origin == to {
            return Err(format!("The army stood at {} already.", place(self.scenario, to)));
        }
        let patrols = Patrols::of(self.scenario, &self.written());
        let barred = patrols.barred(self.scenario, self.acts[at].side);
        let find = |is_open: &dyn Fn(Hex, Hex) -> bool| {
            let steps = |hex: Hex| {
                let next = self.scenario.map.neighbours(hex);
                let next = next.filter(|next| self.scenario.map.is_land(*next) && is_open(hex, *next));
                next.map(|next| (next, 1)).collect::<Vec<_>>()
            };
            paths::within(origin, to, most, |hex| hex.distance(to), steps)
        };
        let name = || place(self.scenario, to);
        if origin.distance(to) > most || find(&|_, _| true).is_none() {
            return Err(format!("{} was more than {most} hexes away.", name()));
        }
        // D14: a navigable river that enemy ships control is crossed by no move.
        let way = find(&|from, hex| !barred.contains(&Water::between(from, hex)));
        let way = way.ok_or_else(|| format!("Enemy ships held the river before {}.", name()))?;
        Ok(March { body, path: way.nodes })
    }

    /// The move itself: it counts as no march, and the Army's marker goes along (D11).
    pub(in super::super) fn react(&mut self, at: usize, march: March, pulse: u32) -> StepResult {
        let (side, account) = (self.acts[at].side, self.acts[at].account);
        let before = self.lookout(side.enemy());
        let origin = march.body.origin;
        let army = self.field.troops.get_mut(&origin).and_then(|troops| troops.army.take());
        let batches = self.field.take(origin, march.body.sp, |batch| batch.home == account);
        if !self.field.has_troops(side, origin) {
            self.vacated.push((pulse, side, origin));
        }
        let is_whole = !self.field.has_troops(side, origin);
        let leaders = march.body.leaders.clone();
        let column = Column { side, account, leaders, batches, is_whole, army };
        self.advance(column, &march, &before, pulse, false)
    }
}
