//! What troops do where they stand: depots, forts, fortresses, railways, morale (D14, D16, D17). One set of conditions for
//! receipts and play, and one hand that carries a task out, on what a commander knows and on the truth.

use base::facts::{Audience, Fact};
use base::order::Remark;
use board::Hex;

use super::super::item::Item;
use super::super::order::{ForceRef, Order, Place, Work};
use super::super::scenario::{Scenario, Side};
use super::super::state::{Stage, State, Works};
use super::super::supply::rail;
use super::acts::StepResult;
use super::armies;
use super::draft::{Deed, Draft, wanting};
use super::field::{self, Field, Troops};
use super::knowledge::{Knowledge, place};
use super::muster::View;
use super::play::Engine;
use super::reason::{self, Reason};

/// A task that takes effect in its last pulse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Works, railways, morale.
    Work {
        /// What.
        work: Work,
        /// Where.
        hex: Hex,
        /// Who leads it: he must still be there.
        leader: Option<String>,
    },
    /// An army is formed.
    FormArmy {
        /// Where.
        hex: Hex,
        /// Its name.
        name: String,
        /// Its commander.
        leader: String,
    },
    /// An army is dissolved.
    DissolveArmy {
        /// Where it stood when that was ordered.
        hex: Hex,
        /// Its name.
        name: String,
    },
}

impl Task {
    /// Whose supply may be another once a side has done it (D14): a fort bars the enemy's river.
    pub fn concerns(&self, side: Side) -> &'static [Side] {
        match (self, side) {
            (Task::FormArmy { .. } | Task::DissolveArmy { .. }, _) => &[],
            (Task::Work { work: Work::Remoralise | Work::Recover | Work::StayShaken, .. }, _) => &[],
            (Task::Work { work: Work::Fort | Work::Fortress | Work::ConvertRail, .. }, _) => &Side::BOTH,
            (Task::Work { work: Work::Depot | Work::DestroyDepot, .. }, Side::Usa) => &[Side::Usa],
            (Task::Work { work: Work::Depot | Work::DestroyDepot, .. }, Side::Csa) => &[Side::Csa],
        }
    }

    /// The hex of a depot that is built.
    pub fn depot(&self) -> Option<Hex> {
        match self {
            Task::Work { work: Work::Depot, hex, .. } => Some(*hex),
            _ => None,
        }
    }

    /// Where it is done.
    pub fn hex(&self) -> Hex {
        match self {
            Task::Work { hex, .. } | Task::FormArmy { hex, .. } | Task::DissolveArmy { hex, .. } => *hex,
        }
    }
}

/// What a work is called in a sentence.
fn noun(work: Work) -> &'static str {
    match work {
        Work::Depot | Work::DestroyDepot => "depot",
        Work::Fort => "fort",
        Work::Fortress => "fortress",
        Work::ConvertRail => "railway",
        Work::Remoralise | Work::Recover | Work::StayShaken => "force",
    }
}

/// Reads the cost and the deed of such a line.
pub(super) fn draft(
    known: &Knowledge,
    view: &View,
    order: &Order,
    work: Work,
    at: Option<&Place>,
    force: Option<&ForceRef>,
) -> Result<Draft, Remark> {
    if matches!(work, Work::Recover | Work::StayShaken) {
        return recovery(known, view, work == Work::Recover, at, force);
    }
    let cp = cost(view, work);
    let site = match site(known, view, at, force) {
        Ok(site) => site,
        Err(Trouble::Refused(why)) => return Err(why.refused()),
        Err(Trouble::Missing(why)) => {
            let cp = cp.or(order.stated_cp).unwrap_or(1);
            return Ok(wanting(cp, cp, why));
        }
    };
    let Some(hex) = site else {
        let cp = cp.or(order.stated_cp).unwrap_or(1);
        return Ok(Draft::of_length(cp, cp, Deed::Wanting));
    };
    let leader = match force {
        Some(force) => force.leader().map(str::to_owned),
        None => None,
    };
    let cp = cp.unwrap_or_else(|| rally_cost(view, hex, leader.as_deref()));
    let task = Task::Work { work, hex, leader };
    let mut draft = Draft::of_length(cp, cp, Deed::Task(task));
    let is_shaken = view.field.troops.get(&hex).is_some_and(Troops::is_demoralised);
    if work == Work::Remoralise && !is_shaken {
        let text = format!("The force at {} is in good order as far as you know.", place(view.scenario, hex));
        let hint = "If it is so in that pulse, the points are spent for nothing.";
        draft.remarks.push(Remark::notice(text).hint(hint).rule("D16"));
    }
    Ok(draft)
}

/// Command points by the table; `None` where they depend on who is there (D16).
fn cost(view: &View, work: Work) -> Option<u32> {
    let costs = &view.scenario.tables.costs;
    match work {
        Work::Depot => Some(costs.depot),
        Work::DestroyDepot => Some(costs.destroy_depot),
        Work::Fort => Some(costs.fort),
        Work::Fortress => Some(costs.fortress),
        Work::ConvertRail => Some(costs.convert_rail),
        Work::Remoralise => None,
        Work::Recover | Work::StayShaken => Some(0),
    }
}

/// The initiative of the leader named, else of the best one there; without a leader the demoralised points, up to a most
/// (D16); all of the force while none is.
fn rally_cost(view: &View, hex: Hex, leader: Option<&str>) -> u32 {
    let here = view.field.leaders_at(view.side, hex);
    let own = here.into_iter().filter(|name| leader.is_none_or(|leader| leader == *name));
    let initiatives = own.filter_map(|name| view.field.leaders.get(name)).filter(|posted| posted.home == view.account);
    let best = initiatives.map(|posted| posted.rank.initiative).min();
    best.unwrap_or_else(|| shaken_points(view, hex).min(view.scenario.tables.morale.recovery_cp_max)).max(1)
}

/// Points that are to be rallied: the demoralised ones, or what stands there while none is.
fn shaken_points(view: &View, hex: Hex) -> u32 {
    let troops = view.field.troops.get(&hex).filter(|troops| troops.side == view.side);
    troops.map_or(0, |troops| if troops.is_demoralised() { troops.demoralised() } else { troops.sp() })
}

/// Why it is not known where a task is to be done.
enum Trouble {
    Refused(Reason),
    Missing(Reason),
}

/// The hex of a task; `None` without a game.
fn site(known: &Knowledge, view: &View, at: Option<&Place>, force: Option<&ForceRef>) -> Result<Option<Hex>, Trouble> {
    let at = match at {
        Some(Place::Known(hex)) => Some(*hex),
        Some(Place::Unknown(words)) => return Err(Trouble::Missing(reason::unknown_place(words))),
        None => None,
    };
    if at.is_none() && force.is_none() {
        let why = Reason::new("D9", "It is not said where.").hint("Add `at` and a town or a hex.");
        return Err(Trouble::Missing(why));
    }
    if known.is_blank() {
        return Ok(None);
    }
    let Some(force) = force else {
        return Ok(at);
    };
    let found = match force {
        // Nobody need command it to build or to rally.
        ForceRef::Army(name) => view.field.army(view.side, name).ok_or_else(|| reason::no_such_army(name)),
        other => view.identify(other).map(|body| body.origin),
    };
    let found = found.map_err(Trouble::Refused)?;
    match at {
        Some(hex) if hex != found => {
            let (here, there) = (place(view.scenario, found), place(view.scenario, hex));
            let text = format!("{} stands at {here} in that pulse, not at {there}.", called(force));
            Err(Trouble::Refused(Reason::new("D17", text)))
        }
        _ => Ok(Some(found)),
    }
}

/// What a force is called in a sentence.
fn called(force: &ForceRef) -> String {
    match force {
        ForceRef::Leader(name) | ForceRef::LeaderWith { name, .. } => name.clone(),
        ForceRef::Army(name) => format!("The {name}"),
        ForceRef::Points { .. } | ForceRef::At(_) => "The force".to_owned(),
    }
}

/// Recovery is settled when the turn ends (C3.16).
fn recovery(
    known: &Knowledge,
    view: &View,
    is_wanted: bool,
    at: Option<&Place>,
    force: Option<&ForceRef>,
) -> Result<Draft, Remark> {
    let site = match site(known, view, at, force) {
        Ok(site) => site,
        Err(Trouble::Refused(why)) => return Err(why.refused()),
        Err(Trouble::Missing(why)) => return Ok(Draft { wish: None, ..wanting(0, 0, why) }),
    };
    if known.stage == Some(Stage::Tst1) {
        let text = "Forces recover at the end of the second sub-turn.";
        return Err(Reason::new("C3.16", text).rule("D16").hint("Write this among its orders.").refused());
    }
    let Some(hex) = site else {
        return Ok(Draft::of(Deed::Wanting));
    };
    if view.standing(hex) == 0 {
        return Err(reason::no_force_at(&place(view.scenario, hex)).refused());
    }
    let force = force.cloned().unwrap_or(ForceRef::At(Place::Known(hex)));
    let mut draft = Draft::of(Deed::Recovery { force, is_wanted });
    let morale = &view.scenario.tables.morale;
    let shaken = shaken_points(view, hex);
    if is_wanted && shaken <= morale.recovery_loss_sp {
        let gone = if shaken < view.field.sp(view.side, hex) { "its demoralised points" } else { "this force" };
        let text = format!("Recovery costs {} SP: {gone} would be gone.", morale.recovery_loss_sp);
        draft.remarks.push(Remark::notice(text).rule("D16"));
    }
    Ok(draft)
}

/// Whether a task can be done as things stand (D14, D16, D17, D18).
pub fn may(view: &View, task: &Task) -> Result<(), Reason> {
    match task {
        Task::Work { work, hex, leader } => {
            let is_there = |name: &String| {
                view.field.leaders.get(name).is_some_and(|posted| posted.side == view.side && posted.hex == *hex)
            };
            if let Some(name) = leader.as_ref().filter(|name| !is_there(name)) {
                return Err(Reason::new("D17", format!("{name} was not at {}.", place(view.scenario, *hex))));
            }
            may_work(view, *work, *hex)
        }
        Task::FormArmy { hex, name, leader } => armies::may_form(view, *hex, name, leader),
        Task::DissolveArmy { hex, .. } => armies::may_dissolve(view, *hex),
    }
}

fn may_work(view: &View, work: Work, hex: Hex) -> Result<(), Reason> {
    let name = place(view.scenario, hex);
    if view.standing(hex) == 0 {
        let text = format!("You have no strength point at {name} that could do this.");
        return Err(Reason::new("D17", text).hint("A leader alone builds and destroys nothing."));
    }
    let works = view.towns.works.get(&hex).filter(|works| works.side == view.side);
    let has = |is_so: fn(&Works) -> bool| works.is_some_and(is_so);
    let refuse = |rule, text: String| Err(Reason::new(rule, text));
    match work {
        Work::Depot if has(|works| works.has_depot) => refuse("D17", format!("There is a depot at {name} already.")),
        Work::Depot => may_build_depot(view, hex, &name),
        Work::DestroyDepot if !has(|works| works.has_depot) => refuse("D17", format!("You have no depot at {name}.")),
        Work::Fort if has(|works| works.has_fort || works.has_fortress) => {
            refuse("D17", format!("There are works at {name} already."))
        }
        Work::Fort if !is_by_river_or_town(view.scenario, hex) => {
            refuse("D17", format!("A fort is built in a town or on a river, and {name} is neither."))
        }
        Work::Fortress if has(|works| works.has_fortress) => {
            refuse("D17", format!("There is a fortress at {name} already."))
        }
        Work::Fortress if !has(|works| works.has_fort) => {
            let reason = Reason::new("D17", format!("A fortress is made of a fort, and you have none at {name}."));
            Err(reason.hint("Build the fort first."))
        }
        Work::Fortress if view.scenario.map.city_at(hex).is_none() => {
            refuse("D17", format!("A fortress stands in a town, and {name} is none."))
        }
        Work::ConvertRail => may_convert(view, hex, &name),
        Work::Remoralise if !view.is_supplied(hex) => {
            refuse("D16", format!("The force at {name} is out of supply: it cannot be rallied."))
        }
        _ => Ok(()),
    }
}

fn may_build_depot(view: &View, hex: Hex, name: &str) -> Result<(), Reason> {
    let spacing = view.scenario.tables.supply.depot_spacing;
    let own = view.towns.works.iter().filter(|(_, works)| works.side == view.side && works.has_depot);
    let near = own.map(|(other, _)| *other).filter(|other| other.distance(hex) <= spacing).min();
    if let Some(other) = near {
        let text = format!("The depot at {} is too near {name}.", place(view.scenario, other));
        let hint = format!("Depots stand more than {spacing} hexes apart.");
        return Err(Reason::new("D17", text).hint(hint));
    }
    if !view.is_linked(hex) {
        let text = format!("No railway, river or port of yours joins {name} to a source of supply.");
        return Err(Reason::new("D17", text).rule("D14").hint("Convert the railway as far as this hex first."));
    }
    Ok(())
}

fn is_by_river_or_town(scenario: &Scenario, hex: Hex) -> bool {
    let map = &scenario.map;
    map.city_at(hex).is_some() || map.neighbours(hex).any(|next| map.river_between(hex, next).is_some())
}

fn may_convert(view: &View, hex: Hex, name: &str) -> Result<(), Reason> {
    if !view.scenario.map.hex(hex).is_some_and(|tile| tile.has_rail()) {
        return Err(Reason::new("D14", format!("No railway runs through {name}.")));
    }
    if rail::holder(view.scenario, view.towns, hex) == Some(view.side) {
        return Err(Reason::new("D14", format!("The railway at {name} is yours already.")));
    }
    Ok(())
}

/// Carries out a task that may be.
pub fn carry_out(task: &Task, side: Side, field: &mut Field, state: &mut State) {
    let army = match task {
        Task::Work { work, hex, .. } => return build(*work, *hex, side, field, state),
        Task::FormArmy { name, .. } => Some(name.clone()),
        Task::DissolveArmy { .. } => None,
    };
    if let Some(troops) = field.troops.get_mut(&task.hex()).filter(|troops| troops.side == side) {
        troops.army = army;
    }
}

fn build(work: Work, hex: Hex, side: Side, field: &mut Field, state: &mut State) {
    match work {
        Work::ConvertRail => {
            state.rails.insert(hex, side);
        }
        Work::Remoralise => {
            if let Some(troops) = field.troops.get_mut(&hex).filter(|troops| troops.side == side) {
                field::set_demoralised(&mut troops.batches, false);
            }
        }
        Work::Recover | Work::StayShaken => {}
        Work::Depot | Work::DestroyDepot | Work::Fort | Work::Fortress => {
            let nothing = Works { side, has_fort: false, has_fortress: false, has_depot: false };
            let works = state.works.entry(hex).or_insert_with(|| nothing.clone());
            if works.side != side {
                *works = nothing;
            }
            match work {
                Work::Depot => works.has_depot = true,
                Work::Fort => works.has_fort = true,
                Work::Fortress => (works.has_fort, works.has_fortress) = (false, true),
                _ => works.has_depot = false,
            }
            if !works.has_depot && !works.has_fort && !works.has_fortress {
                state.works.remove(&hex);
            }
        }
    }
}

impl Engine<'_> {
    /// A task takes effect when the force that was at it is still there (D17).
    pub(super) fn task(&mut self, at: usize, task: Task, pulse: u32) -> StepResult {
        let side = self.acts[at].side;
        let task = self.follow_army(side, task);
        let hex = task.hex();
        let name = place(self.scenario, hex);
        if !matches!(task, Task::DissolveArmy { .. }) && self.was_left(at, hex) {
            return StepResult::Void(format!("The force at {name} was gone before the work was done."));
        }
        let task = &task;
        if let Err(why) = self.may_now(at, task) {
            return StepResult::Void(why.text);
        }
        carry_out(task, side, &mut self.field, &mut self.state);
        match task.depot() {
            Some(hex) => self.chart_depot(side, hex),
            None => task.concerns(side).iter().for_each(|side| self.chart_anew_for(*side)),
        }
        if matches!(task, Task::Work { work: Work::ConvertRail, .. }) {
            let item = Item::RailConverted { pulse, hex, place: name.clone(), by: side };
            self.events.push(Fact::new(Audience::Everyone, item));
        }
        StepResult::Done(done(task, &name))
    }

    /// An army that is to be dissolved may have marched since.
    fn follow_army(&self, side: Side, task: Task) -> Task {
        match task {
            Task::DissolveArmy { hex, name } => {
                Task::DissolveArmy { hex: self.field.army(side, &name).unwrap_or(hex), name }
            }
            task => task,
        }
    }

    fn may_now(&self, at: usize, task: &Task) -> Result<(), Reason> {
        let nobody = std::collections::BTreeSet::new();
        let view = self.view(at, &nobody);
        may(&view, task)?;
        let is_shaken = |hex: &Hex| view.field.troops.get(hex).is_some_and(Troops::is_demoralised);
        match task {
            Task::Work { work: Work::Remoralise, hex, .. } if !is_shaken(hex) => {
                Err(Reason::new("D16", format!("The force at {} was in good order.", place(self.scenario, *hex))))
            }
            _ => Ok(()),
        }
    }
}

fn done(task: &Task, name: &str) -> String {
    match task {
        Task::Work { work: Work::DestroyDepot, .. } => format!("The depot at {name} was destroyed."),
        Task::Work { work: Work::ConvertRail, .. } => format!("The railway at {name} is ours."),
        Task::Work { work: Work::Remoralise, .. } => format!("The force at {name} is in good order again."),
        Task::Work { work, .. } => format!("The {} at {name} is finished.", noun(*work)),
        Task::FormArmy { name: army, leader, .. } => format!("The {army} was formed at {name} under {leader}."),
        Task::DissolveArmy { name: army, .. } => format!("The {army} was dissolved at {name}."),
    }
}
