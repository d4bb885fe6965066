//! Whether a condition holds: by what its own side sees and knows in this pulse, never by the truth (D25).

use std::collections::BTreeSet;

use board::Hex;

use super::super::super::condition::{Attackers, Clause, Fate, Holding, Near, Spot, Test, Whose};
use super::super::super::naval::chart;
use super::super::super::order::{Act, ForceRef, Place};
use super::super::super::scenario::{Arm, Side, SizeClass};
use super::super::super::state::Stage;
use super::super::acts::{Step, StepResult};
use super::super::field::Troops;
use super::super::play::Engine;
use super::super::schedule::Slot;
use super::waiting::{Fight, Purse, Watch};

impl Engine<'_> {
    /// Whether the condition of a watch holds now, at the beginning or the end of a pulse.
    pub(super) fn holds(&mut self, at: usize, pulse: u32) -> bool {
        let watch = &self.watches.list[at];
        let first_look = watch.before.is_none();
        let mut now = Vec::new();
        let mut nth = 0;
        let mut any = watch.waits_for.condition.any.is_empty();
        for group in &watch.waits_for.condition.any {
            let mut all = true;
            for clause in group {
                let known = watch.before.as_ref().and_then(|before| before.get(nth));
                nth += 1;
                let found = self.enemies_meant(watch, clause);
                let holds = match &found {
                    Some(found) => {
                        let fresh = |hex: &Hex| known.is_some_and(|known| !known.contains(hex));
                        let is_so = if comes(clause) || self.reacts(watch) {
                            !first_look && found.iter().any(fresh)
                        } else {
                            !found.is_empty()
                        };
                        is_so != clause.is_not
                    }
                    None => self.test(watch, &clause.test, pulse) != clause.is_not,
                };
                now.push(found.unwrap_or_default());
                all &= holds;
            }
            any |= all;
        }
        let is_true = any != watch.waits_for.condition.is_not;
        self.watches.list[at].before = Some(now);
        is_true
    }

    fn reacts(&self, watch: &Watch) -> bool {
        watch.waits_for.then.iter().any(|act| matches!(act, Act::React { .. }))
    }

    fn is_named_enemy(&self, watch: &Watch, test: &Test) -> bool {
        let Test::Force { force: ForceRef::Leader(name), fate: Fate::At(..) } = test else { return false };
        self.scenario.roster.by_name(name).is_some_and(|(_, spec)| spec.side != watch.side)
    }

    /// The enemies in sight that a clause speaks of; nothing when it speaks of something else.
    fn enemies_meant(&self, watch: &Watch, clause: &Clause) -> Option<BTreeSet<Hex>> {
        let (sizes, near, spot): (&[SizeClass], Near, &Spot) = match &clause.test {
            Test::Enemy { sizes, near, spot, .. } => (sizes, *near, spot),
            Test::Force { fate: Fate::At(near, spot, _), .. } if self.is_named_enemy(watch, &clause.test) => {
                (&[], *near, spot)
            }
            _ => return None,
        };
        let Some(centre) = self.hex_of_spot(watch.side, spot) else { return Some(BTreeSet::new()) };
        let army = self.army_that_reacts(watch);
        let enemy = watch.side.enemy();
        let meant = self.hexes_near(centre, near).into_iter().filter(|hex| {
            let sp = self.field.sp(enemy, *hex);
            let is_size = || sizes.is_empty() || sizes.contains(&self.scenario.tables.size_class(sp));
            // A reaction is set off only by what comes near the army itself (D16).
            let is_near_army =
                || army.is_none_or(|army| army.distance(*hex) <= self.scenario.tables.reaction.trigger_hexes);
            sp > 0 && is_size() && is_near_army() && self.sees(watch.side, *hex)
        });
        Some(meant.collect())
    }

    fn army_that_reacts(&self, watch: &Watch) -> Option<Hex> {
        watch.waits_for.then.iter().find_map(|act| match act {
            Act::React { force, .. } => self.hex_of(watch.side, force),
            _ => None,
        })
    }

    fn hex_of_spot(&self, side: Side, spot: &Spot) -> Option<Hex> {
        match spot {
            Spot::Place(Place::Known(hex)) => Some(*hex),
            Spot::Place(Place::Unknown(_)) => None,
            Spot::Force(force) => self.hex_of(side, force),
        }
    }

    /// Where a force of a side stands now.
    pub(super) fn hex_of(&self, side: Side, force: &ForceRef) -> Option<Hex> {
        match force {
            ForceRef::Leader(name) | ForceRef::LeaderWith { name, .. } => {
                self.field.leaders.get(name).filter(|it| it.side == side).map(|it| it.hex)
            }
            ForceRef::At(Place::Known(hex)) | ForceRef::Points { from: Some(Place::Known(hex)), .. } => Some(*hex),
            _ => None,
        }
    }

    /// The hexes near enough to one in which troops may stand.
    fn hexes_near(&self, centre: Hex, near: Near) -> Vec<Hex> {
        match near {
            Near::At => vec![centre],
            Near::Adjacent => centre.neighbours().collect(),
            Near::Within(_) => {
                self.field.troops.keys().copied().filter(|hex| near.holds(centre.distance(*hex))).collect()
            }
        }
    }

    /// Whether a side sees enemy troops in a hex now: it looks out only when it must know.
    fn sees(&self, side: Side, hex: Hex) -> bool {
        self.field.has_troops(side.enemy(), hex) && self.seen_by(side).contains(&hex)
    }

    fn test(&self, watch: &Watch, test: &Test, pulse: u32) -> bool {
        match test {
            Test::Enemy { .. } => false,
            Test::Force { force, fate } => self.befell(watch, force, fate),
            Test::Town { place: Place::Known(hex), holding } => self.is_held(watch.side, *hex, *holding),
            Test::Town { .. } => false,
            Test::Line { line, is_done } => {
                let at = self.line_of(watch, *line).unwrap_or(usize::MAX);
                self.fate_of_line((watch.side, watch.account), at, pulse) == Some(*is_done)
            }
            Test::Points { is_command, compare, count } => {
                compare.holds(self.points_left((watch.side, watch.account), *is_command, pulse), *count)
            }
            Test::Clock { compare, pulse: other } => compare.holds(pulse, *other),
            Test::SecondSubTurn => self.state.stage == Stage::Tst2,
        }
    }

    fn befell(&self, watch: &Watch, force: &ForceRef, fate: &Fate) -> bool {
        let side = watch.side;
        let hex = self.hex_of(side, force);
        let troops = || hex.and_then(|hex| self.field.troops.get(&hex)).filter(|troops| troops.side == side);
        let mut fights = self.watches.fights.iter();
        match fate {
            Fate::Attacked(by) => fights.any(|fight| defended(fight, side, force) && is_by(self, fight, by)),
            Fate::Fought => fights.any(|fight| defended(fight, side, force) || attacked(fight, side, force)),
            Fate::Wins => fights.any(|fight| won(fight, side, force) == Some(true)),
            Fate::Loses => fights.any(|fight| won(fight, side, force) == Some(false)),
            Fate::Demoralised => troops().is_some_and(Troops::is_demoralised),
            Fate::Stuck => self.is_stuck(side, force),
            Fate::Strength(compare, count) => compare.holds(troops().map_or(0, |troops| troops.sp()), *count),
            Fate::At(near, spot, _) => match (hex, self.hex_of_spot(side, spot)) {
                (Some(hex), Some(centre)) => near.holds(hex.distance(centre)),
                _ => false,
            },
        }
    }

    fn is_stuck(&self, side: Side, force: &ForceRef) -> bool {
        let marches = self.acts.iter().filter(|act| act.side == side);
        let of_force = marches.filter(|act| matches!(&act.step, Step::March(order) if order.force == *force));
        let mut results = of_force.filter_map(|act| act.result.as_ref());
        results.any(|result| matches!(result, StepResult::Void(_) | StepResult::Partly(..)))
    }

    fn is_held(&self, side: Side, hex: Hex, holding: Holding) -> bool {
        let city = self.scenario.map.city_at(hex);
        let holder = city.and_then(|city| self.state.cities.get(&city.name).copied().flatten());
        match holding {
            Holding::Free => !self.sees(side, hex),
            Holding::Captured => self.watches.captured.contains(&hex),
            Holding::Ships => {
                let enemy = self.field.ships.iter().filter(|(_, squadron)| squadron.side != side);
                enemy.into_iter().any(|(water, _)| chart::touches(self.scenario, *water, hex))
            }
            Holding::Fort => self.known_guns(side).contains(&hex),
            Holding::By(whose) => {
                let wanted = match whose {
                    Whose::Ours => side,
                    Whose::Enemys => side.enemy(),
                    Whose::Side(side) => side,
                };
                let is_there = || if wanted == side { self.field.has_troops(side, hex) } else { self.sees(side, hex) };
                if city.is_some() { holder == Some(wanted) } else { is_there() }
            }
        }
    }

    /// Whether a line of an account was carried out; nothing while that is open.
    pub(super) fn fate_of_line(&self, purse: Purse, line: usize, pulse: u32) -> Option<bool> {
        if let Some(watch) =
            self.watches.list.iter().find(|it| (it.side, it.account, it.line) == (purse.0, purse.1, line))
        {
            watch.judged?;
        }
        let steps: Vec<_> =
            self.acts.iter().filter(|act| (act.side, act.account) == purse && act.line == line).collect();
        if steps.is_empty() {
            return self.fate_without_steps(purse, line, pulse);
        }
        if steps.iter().any(|act| act.result.is_none()) {
            return None;
        }
        Some(steps.iter().all(|act| matches!(act.result, Some(StepResult::Done(_)))))
    }

    /// A pause is over with its last pulse; a condition that set nothing going came to nothing.
    fn fate_without_steps(&self, purse: Purse, line: usize, pulse: u32) -> Option<bool> {
        if self.watches.list.iter().any(|it| (it.side, it.account, it.line) == (purse.0, purse.1, line)) {
            return Some(false);
        }
        let slot = self.watches.slots.get(&(purse, line)).copied().flatten();
        slot.is_none_or(|slot| slot.last <= pulse).then_some(true)
    }

    fn points_left(&self, purse: Purse, is_command: bool, pulse: u32) -> u32 {
        let end = self.watches.ends.get(&purse).copied().unwrap_or(0);
        if !is_command {
            return end.saturating_sub(pulse);
        }
        let begun = self.watches.costs.get(&purse).into_iter().flatten();
        let spent: u32 = begun.filter(|(first, _)| *first <= pulse).map(|(_, cp)| cp).sum();
        self.watches.command.get(&purse).copied().unwrap_or(0).saturating_sub(spent)
    }

    /// Entrenchments that can come to nothing more are settled at once, so that what waits for it need not wait (C3.17, D25).
    pub(in super::super) fn settle_digs(&mut self, pulse: u32) {
        for at in 0..self.acts.len() {
            let act = &self.acts[at];
            let Step::Dig { hex, .. } = act.step else { continue };
            let (purse, line, slot) = ((act.side, act.account), act.line, act.slot);
            let is_open = act.result.is_none() && slot.first <= pulse;
            if is_open && self.is_pre_empted(at, hex) {
                self.acts[at].result = Some(self.cut_short(hex));
                self.watches.release(purse, line);
                let ran = Slot { first: slot.first, last: pulse };
                self.watches.busy.entry(purse).or_default().push((line, ran));
            }
            let is_void = matches!(self.acts[at].result, Some(StepResult::Void(_)));
            if is_void && slot.first <= pulse && self.is_pre_empted(at, hex) {
                self.watches.failed_digs.entry((purse, line)).or_insert(pulse);
            }
        }
    }
}

fn comes(clause: &Clause) -> bool {
    match &clause.test {
        Test::Enemy { comes, .. } => *comes,
        Test::Force { fate: Fate::At(_, _, comes), .. } => *comes,
        _ => false,
    }
}

fn defended(fight: &Fight, side: Side, force: &ForceRef) -> bool {
    fight.attacker != side && takes_part(&fight.defending, fight.hex, force)
}

fn attacked(fight: &Fight, side: Side, force: &ForceRef) -> bool {
    fight.attacker == side && takes_part(&fight.attacking, fight.from, force)
}

fn takes_part(leaders: &[String], hex: Hex, force: &ForceRef) -> bool {
    match force {
        ForceRef::Leader(name) | ForceRef::LeaderWith { name, .. } => leaders.contains(name),
        ForceRef::At(Place::Known(at)) | ForceRef::Points { from: Some(Place::Known(at)), .. } => *at == hex,
        _ => false,
    }
}

fn won(fight: &Fight, side: Side, force: &ForceRef) -> Option<bool> {
    if attacked(fight, side, force) {
        return Some(fight.won);
    }
    defended(fight, side, force).then_some(!fight.won)
}

/// Whether an attack came from those that were named.
pub(super) fn is_by(engine: &Engine<'_>, fight: &Fight, by: &Attackers) -> bool {
    let is_size = by.sizes.is_empty() || by.sizes.contains(&engine.scenario.tables.size_class(fight.sp));
    let is_arm = match by.arm {
        Some(Arm::Cavalry) => fight.is_cavalry,
        Some(_) => !fight.is_cavalry,
        None => true,
    };
    is_size && is_arm
}
