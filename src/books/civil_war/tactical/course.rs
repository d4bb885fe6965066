//! How things would stand on one's own side as the lines of an account are carried out, by own knowledge alone.
//! The checks of entering and digging are here, for receipts and for play alike.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use board::Hex;

use super::super::naval::NavalAffairs;
use super::super::scenario::{Account, Arm, Scenario, Side, Tables};
use super::super::state::State;
use super::super::supply::Supply;
use super::super::territory;
use super::draft::Deed;
use super::field::{Batch, Field};
use super::knowledge::{Knowledge, account_at, fresh, place, post};
use super::muster::{March, MarchOrder, View, rested};
use super::reason::Reason;
use super::schedule::Slot;
use super::transfer;
use super::works::{self, Task};

/// One's own side after some lines.
#[derive(Debug, Clone)]
pub struct Course<'a> {
    /// The numbers.
    pub tables: &'a Tables,
    /// Whose command.
    pub account: Account,
    /// Own troops; copied when a line first moves some.
    pub field: Arc<Field>,
    /// Holders of towns; copied when the first one is taken.
    pub towns: Arc<State>,
    /// Leaders waiting, in order.
    pub pool: Arc<Vec<String>>,
    /// Shifted leaders whose journey a line carries out.
    pub transferred: Vec<String>,
    /// Leaders not yet spoken for.
    pub leaders_left: u32,
    /// Reinforcements not yet spoken for.
    pub points_left: u32,
    /// Rail points not yet spoken for.
    pub rail_left: u32,
    /// Naval command points of the theatre not yet spoken for (C6.3).
    pub sea_left: u32,
    /// Ships that wait.
    pub navy: Arc<NavalAffairs>,
    /// One's own supply; charted anew when towns, works or railways have changed.
    supply: Arc<OnceLock<Supply>>,
    /// Where own troops are known to be out of supply; after a change on the ground, where no chart says why.
    cut_off: Arc<BTreeSet<Hex>>,
}

impl<'a> Course<'a> {
    /// Before the first line.
    pub fn start(scenario: &'a Scenario, known: &Knowledge, account: Account) -> Self {
        let ledger = known.ledgers.get(&account).cloned().unwrap_or_default();
        Self {
            tables: &scenario.tables,
            account,
            field: Arc::clone(&known.field),
            towns: Arc::clone(&known.towns),
            transferred: Vec::new(),
            leaders_left: ledger.pool.len() as u32,
            pool: Arc::new(ledger.pool),
            points_left: ledger.reinforcements,
            rail_left: ledger.rail.saturating_sub(ledger.rail_spent),
            sea_left: ledger.sea.saturating_sub(ledger.sea_spent),
            navy: Arc::new(known.navy.clone()),
            supply: Arc::clone(&known.supply),
            cut_off: Arc::clone(&known.cut_off),
        }
    }

    /// The view of a commander at this moment.
    pub fn view<'b>(&'b self, scenario: &'b Scenario, known: &'b Knowledge) -> View<'b> {
        View {
            scenario,
            field: &self.field,
            towns: &self.towns,
            seen: &known.seen,
            side: known.side,
            account: self.account,
            supply: &self.supply,
            cut_off: &self.cut_off,
        }
    }

    /// Carries out a deed as if no enemy were in the way. A deed that cannot be leaves all as it was, but for those who
    /// march singly: the first of them may have gone.
    pub fn perform(&mut self, scenario: &Scenario, known: &Knowledge, deed: &Deed, slot: Slot) -> Result<(), Reason> {
        match deed {
            Deed::EnterPoints { at, count } => {
                may_enter_points(&self.view(scenario, known), *at)?;
                Arc::make_mut(&mut self.field).join(known.side, *at, vec![fresh(*count, self.account)]);
            }
            Deed::EnterLeaders { at, count } => {
                let entering = (*count as usize).min(self.pool.len());
                let names: Vec<String> = Arc::make_mut(&mut self.pool).drain(..entering).collect();
                for name in names {
                    let Some((_, rank)) = known.pooled.get(&name) else {
                        continue;
                    };
                    if rank.arm == Arm::Naval {
                        super::naval::join(scenario, known.side, self, &name, rank, *at)?;
                        continue;
                    }
                    may_enter_leader(&self.view(scenario, known), *at)?;
                    let field = Arc::make_mut(&mut self.field);
                    field.leaders.insert(name, post(known.side, *at, rank.clone(), self.account));
                }
            }
            Deed::March(order) | Deed::Ride { march: order, .. } => {
                self.march(scenario, known, order, slot.first, slot.last)?;
            }
            Deed::Singly { each, count } => {
                for pulse in (slot.first..).take(*count as usize) {
                    self.march(scenario, known, each, pulse, pulse)?;
                }
            }
            Deed::Dig { hex, .. } => {
                may_dig(&self.view(scenario, known), *hex)?;
                if let Some(troops) = Arc::make_mut(&mut self.field).troops.get_mut(hex) {
                    troops.is_entrenched = true;
                }
            }
            Deed::Transfer { name, to } => {
                transfer::once(&self.transferred, name)?;
                let moves = scenario.tables.movement.moves_per_subturn;
                transfer::may_go(&self.view(scenario, known), name, known.shifts.get(name).copied(), *to)?;
                transfer::go(Arc::make_mut(&mut self.field), moves, name, *to, slot.last);
                self.transferred.push(name.clone());
            }
            Deed::Task(task) => {
                works::may(&self.view(scenario, known), task)?;
                if !self.cut_off.is_empty() && task.concerns(known.side).contains(&known.side) {
                    self.cut_off = Arc::new(self.view(scenario, known).cut_off_unseen());
                }
                works::carry_out(task, known.side, Arc::make_mut(&mut self.field), Arc::make_mut(&mut self.towns));
                self.chart_after(scenario, known, task);
            }
            Deed::Naval(deed) => super::naval::perform(scenario, known, self, deed, slot)?,
            Deed::Recovery { .. } | Deed::Idle | Deed::Hold | Deed::Wanting | Deed::Wait(_) => {}
        }
        Ok(())
    }

    /// One's own supply after a task.
    fn chart_after(&mut self, scenario: &Scenario, known: &Knowledge, task: &Task) {
        let charted = self.supply.get().zip(task.depot());
        if let Some((supply, hex)) = charted {
            let supply = supply.with_depot(&self.view(scenario, known).grounds(), hex);
            self.supply = Arc::new(supply.into());
        } else if task.concerns(known.side).contains(&known.side) {
            self.supply = Arc::default();
        }
    }

    fn march(
        &mut self,
        scenario: &Scenario,
        known: &Knowledge,
        order: &MarchOrder,
        first: u32,
        last: u32,
    ) -> Result<(), Reason> {
        let view = self.view(scenario, known);
        let march = view.prepare(order, first)?;
        let leaving = Leaving { account: self.account, cp: order.gap_cp(&scenario.tables), first };
        let field = Arc::make_mut(&mut self.field);
        let batches = depart(field, scenario, &march, leaving);
        let to = *march.path.last().unwrap_or(&march.body.origin);
        let mut has_taken = false;
        for hex in march.path.iter().skip(1).filter(|_| march.body.sp > 0) {
            has_taken |= take_town(scenario, &mut self.towns, known, *hex);
        }
        if has_taken {
            self.supply = Arc::default();
        }
        arrive(field, known.side, to, &march.body.leaders, last);
        field.join(known.side, to, tread_on(batches, last, order.is_loose));
        field.lay_marker(known.side, to, march.body.army);
        Ok(())
    }
}

/// Who leaves a hex, and by which order.
#[derive(Clone, Copy)]
pub struct Leaving {
    /// Whose command.
    pub account: Account,
    /// Command points by which the gap before the march is reckoned.
    pub cp: u32,
    /// The pulse in which it begins.
    pub first: u32,
}

/// Takes the marching points out of their hex; the last to leave give up their entrenchment (D17).
pub fn depart(field: &mut Field, scenario: &Scenario, march: &March, leaving: Leaving) -> Vec<Batch> {
    let batches = field.take(march.body.origin, march.body.sp, |batch| {
        batch.home == leaving.account
            && rested(&scenario.tables.movement, batch.tread, leaving.cp, leaving.first).is_ok()
    });
    if let Some(left) = field.troops.get_mut(&march.body.origin).filter(|_| march.body.army.is_some()) {
        left.army = None;
    }
    batches
}

/// Puts leaders who marched where they arrived.
pub fn arrive(field: &mut Field, side: Side, hex: Hex, leaders: &[String], pulse: u32) {
    for name in leaders {
        if let Some(leader) = field.leaders.get_mut(name).filter(|leader| leader.side == side) {
            leader.hex = hex;
            leader.tread.moves += 1;
            leader.tread.last = pulse;
        }
    }
}

/// Points after one more march.
pub fn tread_on(mut batches: Vec<Batch>, pulse: u32, is_loose: bool) -> Vec<Batch> {
    for batch in &mut batches {
        batch.tread.moves += 1;
        batch.tread.last = pulse;
        batch.is_loose |= is_loose;
    }
    batches
}

/// Troops that pass take a town where no enemy is known to stand (D13). Tells whether it was not theirs before.
fn take_town(scenario: &Scenario, towns: &mut Arc<State>, known: &Knowledge, hex: Hex) -> bool {
    let Some(city) = scenario.map.city_at(hex) else {
        return false;
    };
    if known.seen.contains(&hex) || towns.cities.get(&city.name) == Some(&Some(known.side)) {
        return false;
    }
    Arc::make_mut(towns).cities.insert(city.name.clone(), Some(known.side));
    true
}

/// Reinforcements enter at friendly towns of their theatre (D5).
pub fn may_enter_points(view: &View, at: Hex) -> Result<(), Reason> {
    in_theatre(view, at)?;
    if holds_town(view, at) && view.is_supplied(at) {
        return Ok(());
    }
    if holds_town(view, at) {
        let text = format!("{} is cut off from supply: no reinforcements enter there.", place(view.scenario, at));
        return Err(Reason::new("D5", text).rule("D14").hint(nearest(view, at, |hex| view.is_supplied(hex))));
    }
    let text =
        format!("Reinforcements enter at a town that your side holds, which {} is not.", place(view.scenario, at));
    Err(Reason::new("D5", text).hint(nearest(view, at, |hex| view.is_supplied(hex))))
}

/// Leaders enter at friendly towns, or with friendly troops, in the theatre (D19).
pub fn may_enter_leader(view: &View, at: Hex) -> Result<(), Reason> {
    in_theatre(view, at)?;
    if holds_town(view, at) || view.field.has_troops(view.side, at) {
        return Ok(());
    }
    let text = format!("Leaders enter at a town of your side or with its troops, not at {}.", place(view.scenario, at));
    Err(Reason::new("D19", text).hint(nearest_entry(view, at)))
}

fn in_theatre(view: &View, at: Hex) -> Result<(), Reason> {
    if !view.scenario.map.is_land(at) {
        return Err(Reason::new("D13", format!("Hex {at} is no land of this map.")));
    }
    if account_at(view.scenario, at) == view.account {
        return Ok(());
    }
    let text = format!("{} is not in the {} theatre, whose points these are.", place(view.scenario, at), view.account);
    Err(Reason::new("C3.7", text).hint(nearest_entry(view, at)))
}

fn holds_town(view: &View, at: Hex) -> bool {
    territory::holder_at(view.scenario, view.towns, at) == Some(view.side)
}

fn nearest_entry(view: &View, at: Hex) -> String {
    nearest(view, at, |_| true)
}

/// The nearest own town of the theatre that satisfies `is_fit`, as a sentence.
fn nearest(view: &View, at: Hex, is_fit: impl Fn(Hex) -> bool) -> String {
    let own = view.scenario.map.cities().map(|(_, city)| city.hex);
    let fit =
        own.filter(|hex| account_at(view.scenario, *hex) == view.account && holds_town(view, *hex) && is_fit(*hex));
    match fit.min_by_key(|hex| (hex.distance(at), *hex)) {
        Some(hex) => format!("The nearest is {}.", place(view.scenario, hex)),
        None => "There is none in this theatre.".to_owned(),
    }
}

/// Troops dig in where they stand, once (D17).
pub fn may_dig(view: &View, hex: Hex) -> Result<(), Reason> {
    let troops = view.field.troops.get(&hex).filter(|troops| troops.side == view.side);
    match troops {
        None => Err(super::reason::no_force_at(&place(view.scenario, hex))),
        Some(troops) if troops.is_entrenched => {
            Err(Reason::new("D17", format!("The force at {} is entrenched already.", place(view.scenario, hex))))
        }
        Some(_) => Ok(()),
    }
}

/// The senior leader's initiative where a force acts; the leaderless figure without one (D10).
pub fn initiative(scenario: &Scenario, field: &Field, side: Side, hex: Hex) -> u32 {
    let leaderless = u32::try_from(scenario.tables.initiative.leaderless).unwrap_or(0);
    field.senior_at(side, hex).map_or(leaderless, |(_, leader)| leader.rank.initiative)
}
