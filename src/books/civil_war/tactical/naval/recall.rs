//! A recall: the scattered ships come to a leader (C6.7, D22).

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::super::naval::{Water, chart, zone};
use super::super::super::scenario::{Scenario, Side};
use super::super::acts::StepResult;
use super::super::course::Course;
use super::super::field::{Field, Tread};
use super::super::knowledge::Knowledge;
use super::super::play::Engine;
use super::super::reason::Reason;
use super::super::schedule::Slot;
use super::deed::Goal;
use super::lending;
use super::planned::Bridge;
use super::squadron::{Captain, Group};

/// Where the leader of a recall is.
pub fn rallying_point(field: &Field, side: Side, name: &str) -> Result<Water, Reason> {
    match field.captains.get(name).filter(|captain| captain.side == side) {
        Some(Captain { lent: Some(theatre), .. }) => {
            Err(lending::is_lent(&format!("The ships under {name}"), *theatre))
        }
        Some(captain) => Ok(captain.water),
        None => Err(Reason::new("C6.7", format!("{name} is not aboard ships that you know of."))
            .hint("A recall needs a naval leader with the fleet.")),
    }
}

/// The waters whose ships come: within a move, by ways that are open to them (C6.7c). Enemy ships, forts that are known and
/// what ships of their kind may not sail keep them away, and so does having moved too often.
fn comers(
    bridge: &Bridge,
    to: Water,
    cp: u32,
    first: u32,
    is_barred: &dyn Fn(Water) -> bool,
) -> Vec<(Water, Vec<Group>)> {
    let own = bridge.field.ships.iter().filter(|(water, squadron)| squadron.side == bridge.side && **water != to);
    let found = own.map(|(water, squadron)| {
        let comes = |group: &&Group| {
            let kinds = BTreeSet::from([group.kind]);
            bridge.obey(*water, group.lent)
                && bridge.is_rested(group, cp, first)
                && bridge.route(*water, &kinds, &[Goal::To(to)], is_barred).is_ok()
        };
        (*water, squadron.groups.iter().filter(comes).copied().collect::<Vec<_>>())
    });
    found.filter(|(_, groups)| !groups.is_empty()).collect()
}

fn bring(field: &mut Field, side: Side, to: Water, comers: &[(Water, Vec<Group>)], last: u32) -> u32 {
    let mut brought = 0;
    for (water, groups) in comers {
        for group in groups {
            let taken = field.cast_off(*water, group.count, |own| own.is_like(group));
            let moved: Vec<Group> =
                taken.into_iter().map(|it| Group { tread: Tread { moves: it.tread.moves + 1, last }, ..it }).collect();
            brought += super::squadron::count(&moved);
            field.dock(side, to, moved);
        }
        // Leaders come along when their ships do.
        if field.squadron(side, *water).is_none() {
            for name in field.captains_at(side, *water) {
                if let Some(captain) = field.captains.get_mut(&name) {
                    captain.water = to;
                }
            }
        }
    }
    brought
}

/// Carries a recall out by own knowledge.
pub fn gather(
    scenario: &Scenario,
    known: &Knowledge,
    course: &mut Course,
    leader: &str,
    slot: Slot,
) -> Result<(), Reason> {
    let to = rallying_point(&course.field, known.side, leader)?;
    let bridge = Bridge { scenario, field: &course.field, side: known.side, account: course.account };
    let towns = &course.towns;
    let is_barred = |water: Water| {
        let is_met = towns.fleets.get(&water).is_some_and(|fleet| fleet.side != known.side);
        is_met || zone::is_under_guns(towns, known.side, water)
    };
    let comers = comers(&bridge, to, scenario.tables.costs.recall, slot.first, &is_barred);
    if comers.is_empty() {
        let text = format!("No other ships could come to {leader} at {}.", chart::name(scenario, to));
        return Err(Reason::new("C6.7", text));
    }
    bring(Arc::make_mut(&mut course.field), known.side, to, &comers, slot.last);
    Ok(())
}

impl Engine<'_> {
    pub(super) fn recall(&mut self, at: usize, leader: &str, pulse: u32) -> StepResult {
        let (side, account, slot) = (self.acts[at].side, self.acts[at].account, self.acts[at].slot);
        let to = match rallying_point(&self.field, side, leader) {
            Ok(to) => to,
            Err(why) => return StepResult::Void(why.text),
        };
        let bridge = Bridge { scenario: self.scenario, field: &self.field, side, account };
        // Who is recalled looks where he goes: no fort surprises him, and no enemy is met (house rule).
        let is_barred = |water: Water| {
            self.field.squadron(side.enemy(), water).is_some() || zone::is_under_guns(&self.state, side, water)
        };
        let comers = comers(&bridge, to, self.scenario.tables.costs.recall, slot.first, &is_barred);
        let brought = bring(&mut self.field, side, to, &comers, pulse);
        self.sync_ships();
        if brought == 0 {
            return StepResult::Void("No other ships could come.".to_owned());
        }
        let what = super::planned::ships(brought);
        StepResult::Done(format!("{what} came to {leader} at {}.", chart::name(self.scenario, to)))
    }
}
