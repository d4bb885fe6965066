//! Plays a tactical sub-turn: one pulse clock for everybody, simultaneous completions by die and initiative (C3.17, D10).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use base::facts::{Audience, Fact};
use base::game::{Dice, Throw};
use board::Hex;
use rules::{OrderSet, Outcome};

use super::super::item::Item;
use super::super::leaders::affairs;
use super::super::naval::Water;
use super::super::order::Order;
use super::super::resources::MOST_TIES;
use super::super::scenario::{Arm, BySide, Scenario, Side};
use super::super::state::{AnnalEvent, State};
use super::super::supply::{Grounds, Supply};
use super::super::{audience, territory, turn};
use super::acts::{self, Sheet, Step, StepResult, Timed};
use super::closing;
use super::conditions::Watches;
use super::course;
use super::field::Field;
use super::knowledge::{field_of, fresh, place, post, rank};
use super::muster::{March, MarchOrder, View};
use super::naval::{self, SeaLog, lending};
use super::outlook::Outlook;
use super::passing::Passing;
use super::schedule::Slot;
use super::transfer;

/// The truth while a sub-turn is played.
pub(super) struct Engine<'a> {
    pub scenario: &'a Scenario,
    pub dice: &'a mut Dice,
    pub state: State,
    pub field: Field,
    pub events: Vec<Fact<Item>>,
    pub acts: Vec<Timed>,
    /// Battles fought, by pulse and hex.
    pub battles: Vec<(u32, Hex)>,
    /// Hexes that the last troops of a side left, by pulse.
    pub vacated: Vec<(u32, Side, Hex)>,
    pub passing: Passing,
    /// What will be remembered of the sub-turn.
    pub annals: Vec<AnnalEvent>,
    /// Each side's supply as things stand, charted when it is first asked for.
    supply: BySide<OnceLock<Supply>>,
    /// What each side sees of the other.
    pub outlook: Outlook,
    /// Orders that wait for a condition.
    pub watches: Watches,
    /// What has happened at sea.
    pub sea: SeaLog,
}

/// Play goes by the truth: nobody is out of supply because he was told so.
static NOBODY: BTreeSet<Hex> = BTreeSet::new();

/// Plays the sub-turn that is open. Whoever sent no orders lets his troops stand.
pub fn play(scenario: &Scenario, state: &State, orders: &OrderSet<Order>, dice: &mut Dice) -> Outcome<State, Item> {
    let (mut engine, sheets) = fight(scenario, state, orders, dice);
    closing::close(&mut engine, &sheets);
    let next = turn::next_phase(scenario, &engine.state);
    Outcome { state: engine.state, events: engine.events, next }
}

/// Plays the pulses and reckons up what they cost; the sub-turn is not closed.
pub(super) fn fight<'a>(
    scenario: &'a Scenario,
    state: &State,
    orders: &'a OrderSet<Order>,
    dice: &'a mut Dice,
) -> (Engine<'a>, Vec<Sheet<'a>>) {
    let mut state = state.clone();
    // From here on the towns alone tell whose they are.
    let stacks: Vec<Hex> = state.stacks.keys().copied().collect();
    stacks.into_iter().for_each(|hex| drop(territory::occupy(scenario, &mut state, hex)));
    let mut events = Vec::new();
    affairs::hear(scenario, &mut state, orders, &mut events);
    let sheets = acts::sheets(scenario, &state, orders);
    let mut engine = Engine {
        scenario,
        dice,
        field: field_of(scenario, &state),
        acts: sheets.iter().flat_map(acts::steps).chain(transfer::owed(scenario, &state, &sheets)).collect(),
        state,
        events,
        battles: Vec::new(),
        vacated: Vec::new(),
        passing: Passing::default(),
        annals: Vec::new(),
        supply: BySide::default(),
        outlook: Outlook::default(),
        watches: Watches::of(&sheets),
        sea: SeaLog::default(),
    };
    lending::hand_over(&mut engine, &sheets);
    engine.run();
    closing::reckon(&mut engine, &sheets);
    (engine, sheets)
}

impl<'a> Engine<'a> {
    fn run(&mut self) {
        self.end_pulse(0);
        let mut pulse = 1;
        while pulse <= self.last_pulse() {
            self.begin_pulse(pulse);
            self.throw_rides(pulse);
            let is_due = |act: &Timed| act.slot.last == pulse && act.result.is_none();
            let due: Vec<usize> = (0..self.acts.len()).filter(|at| is_due(&self.acts[*at])).collect();
            for group in self.groups(&due) {
                self.resolve(group, pulse);
            }
            self.settle_digs(pulse);
            self.end_pulse(pulse);
            pulse += 1;
        }
        let after_all = (0..self.acts.len()).filter(|at| self.acts[*at].slot == Slot::AFTER_ALL);
        after_all.collect::<Vec<_>>().into_iter().for_each(|at| self.carry_out(at, pulse - 1));
        self.sync();
    }

    /// Conditions may set acts going and are judged themselves, so the end of the clock is looked for in each pulse.
    fn last_pulse(&self) -> u32 {
        let open = self.acts.iter().filter(|act| act.result.is_none());
        open.map(|act| act.slot.last).max().unwrap_or(0).max(self.watches.last_pulse())
    }

    /// Carries out acts that interfere in the order of their throws.
    fn resolve(&mut self, group: Vec<usize>, pulse: u32) {
        if group.len() == 1 {
            return self.carry_out(group[0], pulse);
        }
        let places: Vec<BTreeSet<Spot>> = group.iter().map(|at| self.footprint(*at).1).collect();
        let places: BTreeMap<usize, BTreeSet<Spot>> = group.iter().copied().zip(places).collect();
        let throws = self.throw(&group, pulse);
        let told_before = self.events.len();
        throws.iter().for_each(|throw| self.carry_out(throw.act, pulse));
        let on_land = self.battles.iter().filter(|it| it.0 == pulse).map(|it| Spot::Hex(it.1));
        let at_sea = self.sea.battles.iter().filter(|it| it.0 == pulse).map(|it| Spot::Water(it.1));
        let fought: BTreeSet<Spot> = on_land.chain(at_sea).collect();
        for (rank, throw) in throws.iter().enumerate() {
            let act = &self.acts[throw.act];
            let (to, words) = (audience::commander(self.scenario, act.side, act.account), act.words.clone());
            let mut equal: Vec<u32> = throw.totals.iter().map(|total| total - throw.initiative).collect();
            let die = equal.pop().unwrap_or(0);
            let item = Item::Tie {
                pulse,
                order: words,
                throw: die,
                equal,
                initiative: throw.initiative,
                is_first: rank == 0,
                throws: throw.throws.clone(),
            };
            // Who met nobody must not learn that somebody was near.
            let met = places.get(&throw.act).is_some_and(|places| !places.is_disjoint(&fought));
            // Who came first is told before what came of it.
            self.events.insert(told_before + rank, Fact::new(if met { to } else { Audience::Umpire }, item));
        }
    }

    /// One die plus initiative for each act, lowest first; equals throw again among themselves (C3.17, D10), until the order of the
    /// accounts decides.
    fn throw(&mut self, group: &[usize], pulse: u32) -> Vec<Lot> {
        let mut throws: Vec<Lot> = Vec::new();
        for at in group {
            let initiative = self.initiative_of(*at);
            throws.push(Lot {
                act: *at,
                initiative,
                purpose: self.purpose(*at, pulse),
                totals: Vec::new(),
                throws: Vec::new(),
            });
        }
        let sides = self.scenario.tables.initiative.die_sides;
        for _ in 0..MOST_TIES {
            let all: Vec<Vec<u32>> = throws.iter().map(|throw| throw.totals.clone()).collect();
            let tied: Vec<usize> =
                (0..all.len()).filter(|at| all.iter().filter(|other| **other == all[*at]).count() > 1).collect();
            if tied.is_empty() {
                break;
            }
            for at in tied {
                let total = self.dice.roll(&throws[at].purpose, sides) + throws[at].initiative;
                throws[at].totals.push(total);
                let thrown = self.dice.last_throws(1);
                throws[at].throws.extend(thrown);
            }
        }
        throws.sort_by(|one, other| (&one.totals, one.act).cmp(&(&other.totals, other.act)));
        throws
    }

    /// Named after the act alone, so that no unseen act can shift its throw.
    fn purpose(&self, at: usize, pulse: u32) -> String {
        let act = &self.acts[at];
        let (side, account) = (act.side.id(), act.account.id());
        format!("tie p{pulse} {side} {account}")
    }

    fn initiative_of(&self, at: usize) -> u32 {
        let act = &self.acts[at];
        let leaderless = u32::try_from(self.scenario.tables.initiative.leaderless).unwrap_or(0);
        match &act.step {
            Step::March(MarchOrder { force, .. })
            | Step::Ride { march: MarchOrder { force, .. }, .. }
            | Step::React { force, .. } => {
                let body = self.view(at, &BTreeSet::new()).identify(force).ok();
                let senior = body.and_then(|body| body.leaders.first().cloned());
                let leader = senior.and_then(|name| self.field.leaders.get(&name));
                leader.map_or(leaderless, |leader| leader.rank.initiative)
            }
            Step::Dig { hex, .. } => course::initiative(self.scenario, &self.field, act.side, *hex),
            Step::Transfer { name, .. } => {
                self.field.leaders.get(name).map_or(leaderless, |leader| leader.rank.initiative)
            }
            Step::Task(task) => course::initiative(self.scenario, &self.field, act.side, task.hex()),
            Step::Naval(deed) => naval::initiative(self, at, deed).unwrap_or(leaderless),
            Step::EnterLeader { .. } | Step::EnterPoint { .. } => leaderless,
        }
    }

    /// Acts that interfere, in groups: opposite sides, and one enters a hex where the other stands, passes or works (D10).
    fn groups(&self, due: &[usize]) -> Vec<Vec<usize>> {
        self.outlook.forget_marches();
        if Side::BOTH.iter().any(|side| due.iter().all(|at| self.acts[*at].side == *side)) {
            return due.iter().map(|at| vec![*at]).collect();
        }
        let prints: Vec<_> = due.iter().map(|at| self.footprint(*at)).collect();
        let meets = |one: usize, other: usize| {
            self.acts[due[one]].side != self.acts[due[other]].side
                && (!prints[one].0.is_disjoint(&prints[other].1) || !prints[other].0.is_disjoint(&prints[one].1))
        };
        let mut group_of: Vec<usize> = (0..due.len()).collect();
        for one in 0..due.len() {
            for other in 0..one {
                if meets(one, other) && group_of[one] != group_of[other] {
                    let (from, to) = (group_of[one].max(group_of[other]), group_of[one].min(group_of[other]));
                    group_of.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
                }
            }
        }
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        due.iter().zip(&group_of).for_each(|(act, group)| groups.entry(*group).or_default().push(*act));
        groups.into_values().collect()
    }

    /// The places an act enters, and all it touches.
    fn footprint(&self, at: usize) -> (BTreeSet<Spot>, BTreeSet<Spot>) {
        let act = &self.acts[at];
        let only = |hex: Hex| (BTreeSet::new(), BTreeSet::from([Spot::Hex(hex)]));
        match &act.step {
            Step::EnterLeader { at } | Step::EnterPoint { at } => only(*at),
            Step::Dig { hex, .. } => only(*hex),
            Step::Transfer { name, to } => {
                let from = self.field.leaders.get(name).map(|leader| leader.hex);
                (BTreeSet::new(), from.into_iter().chain(*to).map(Spot::Hex).collect())
            }
            Step::Task(task) => only(task.hex()),
            Step::March(order) | Step::Ride { march: order, .. } => trodden(self.prepare(at, order)),
            Step::React { force, to } => trodden(self.prepare_reaction(at, force, *to)),
            Step::Naval(deed) => naval::touched(self, at, deed),
        }
    }

    pub(super) fn view<'b>(&'b self, at: usize, seen: &'b BTreeSet<Hex>) -> View<'b> {
        let act = &self.acts[at];
        View {
            scenario: self.scenario,
            field: &self.field,
            towns: &self.state,
            seen,
            side: act.side,
            account: act.account,
            supply: &self.supply[act.side],
            cut_off: &NOBODY,
        }
    }

    /// Troops, towns, works or railways are not what they were: supply must be charted anew, and friends be found.
    pub(super) fn chart_anew(&mut self) {
        self.supply = BySide::default();
        self.outlook.forget_towns();
    }

    /// The same for one side alone.
    pub(super) fn chart_anew_for(&mut self, side: Side) {
        self.supply[side] = OnceLock::new();
    }

    /// A depot more changes its own side's supply alone.
    pub(super) fn chart_depot(&mut self, side: Side, hex: Hex) {
        if let Some(supply) = self.supply[side].get() {
            let supply = supply.with_depot(&self.grounds(side, None), hex);
            self.supply[side] = supply.into();
        }
    }

    /// Troops of a side came to these hexes or left them and nothing else has changed: only its enemy's ways may be barred
    /// or open.
    pub(super) fn has_moved(&mut self, side: Side, hexes: &[Hex]) {
        let enemy = side.enemy();
        let minds = |supply: &Supply, hex: &Hex| supply.minds(self.scenario, &self.state, enemy, *hex);
        if self.supply[enemy].get().is_some_and(|supply| hexes.iter().any(|hex| minds(supply, hex))) {
            self.supply[enemy] = OnceLock::new();
        }
    }

    /// Whether troops of a side in a hex are in supply now.
    pub(super) fn is_supplied(&self, side: Side, hex: Hex) -> bool {
        self.supply[side].get_or_init(|| self.chart(side, None)).reaches(hex)
    }

    /// The supply of a side as things stand; `column` is a hex from which its enemy is just attacking.
    pub(super) fn chart(&self, side: Side, column: Option<Hex>) -> Supply {
        Supply::chart(&self.grounds(side, column))
    }

    fn grounds(&self, side: Side, column: Option<Hex>) -> Grounds<'_> {
        let troops = self.field.troops.iter().map(|(hex, troops)| (*hex, troops.side));
        Grounds::with(self.scenario, side, &self.state, troops.chain(column.map(|hex| (hex, side.enemy()))))
    }

    fn prepare(&self, at: usize, order: &MarchOrder) -> Result<March, String> {
        self.march_of(at, || {
            let act = &self.acts[at];
            self.view(at, self.seen_by(act.side)).prepare(order, act.slot.first).map_err(|why| why.text)
        })
    }

    fn carry_out(&mut self, at: usize, pulse: u32) {
        let step = self.acts[at].step.clone();
        let may_change_sight = step.may_change_sight();
        let result = match step {
            Step::EnterPoint { at: hex } => self.enter_point(at, hex, pulse),
            Step::EnterLeader { at: hex } => self.enter_leader(at, hex, pulse),
            Step::Dig { hex, .. } => self.dig(at, hex),
            Step::Transfer { name, to } => self.transfer(at, &name, to, pulse),
            Step::Task(task) => self.task(at, task, pulse),
            Step::March(order) | Step::Ride { march: order, .. } => match self.prepare(at, &order) {
                Ok(march) => self.march(at, &order, march, pulse),
                Err(why) => StepResult::Void(why),
            },
            Step::Naval(deed) => self.naval(at, &deed, pulse),
            Step::React { force, to } => match self.prepare_reaction(at, &force, to) {
                Ok(march) => self.react(at, march, pulse),
                Err(why) => StepResult::Void(why),
            },
        };
        self.acts[at].result = Some(result);
        if may_change_sight { self.look_again() } else { self.look_on() }
    }

    fn enter_point(&mut self, at: usize, hex: Hex, pulse: u32) -> StepResult {
        if let Err(why) = course::may_enter_points(&self.view(at, &BTreeSet::new()), hex) {
            return StepResult::Void(why.text);
        }
        let (side, account) = (self.acts[at].side, self.acts[at].account);
        let ledger = self.ledger(side, account);
        if ledger.reinforcements == 0 {
            return StepResult::Void("No reinforcements are left.".to_owned());
        }
        ledger.reinforcements -= 1;
        // Who stands where nobody stood may bar the enemy's way.
        if !self.field.has_troops(side, hex) {
            self.has_moved(side, &[hex]);
        }
        self.field.join(side, hex, vec![fresh(1, account)]);
        self.seize(side, hex, pulse);
        let place = place(self.scenario, hex);
        let item = Item::Entered { account, pulse, hex, place: place.clone(), sp: 1, leader: None };
        self.events.push(Fact::new(audience::side(self.scenario, side), item));
        StepResult::Done(format!("1 SP entered at {place}."))
    }

    fn enter_leader(&mut self, at: usize, hex: Hex, pulse: u32) -> StepResult {
        let (side, account) = (self.acts[at].side, self.acts[at].account);
        let next = self.ledger(side, account).pool.first().cloned();
        let is_naval =
            next.as_ref().and_then(|name| self.state.leaders.get(name)).is_some_and(|it| it.arm == Arm::Naval);
        if is_naval {
            return self.enter_captain(at, hex, pulse);
        }
        if let Err(why) = course::may_enter_leader(&self.view(at, &BTreeSet::new()), hex) {
            return StepResult::Void(why.text);
        }
        let ledger = self.ledger(side, account);
        if ledger.pool.is_empty() {
            return StepResult::Void("No leader is left in the pool.".to_owned());
        }
        let name = ledger.pool.remove(0);
        let Some(leader) = self.state.leaders.get(&name) else {
            return StepResult::Void("No leader is left in the pool.".to_owned());
        };
        self.field.leaders.insert(name.clone(), post(side, hex, rank(leader), account));
        let place = place(self.scenario, hex);
        let text = format!("{name} entered at {place}.");
        let item = Item::Entered { account, pulse, hex, place, sp: 0, leader: Some(name) };
        self.events.push(Fact::new(audience::side(self.scenario, side), item));
        StepResult::Done(text)
    }

    /// Digging takes effect when nobody fought in the hex and the force never left it since the first pulse (D8, D17).
    fn dig(&mut self, at: usize, hex: Hex) -> StepResult {
        let (side, slot) = (self.acts[at].side, self.acts[at].slot);
        let name = place(self.scenario, hex);
        if self.is_pre_empted(at, hex) {
            return self.cut_short(hex);
        }
        if let Err(why) = course::may_dig(&self.view(at, &BTreeSet::new()), hex) {
            return StepResult::Void(why.text);
        }
        if let Some(troops) = self.field.troops.get_mut(&hex).filter(|troops| troops.side == side) {
            troops.is_entrenched = true;
        }
        StepResult::Done(format!("Dug in at {name} in PP {}.", slot.last))
    }

    /// What the giver of a digging that was pre-empted is told.
    pub fn cut_short(&self, hex: Hex) -> StepResult {
        let name = place(self.scenario, hex);
        StepResult::Void(format!("the force at {name} was attacked, or left, before it had dug in."))
    }

    /// Whether a dig came to nothing through no fault in its order (C3.17).
    pub fn is_pre_empted(&self, at: usize, hex: Hex) -> bool {
        let act = &self.acts[at];
        let is_during = |pulse: u32| (act.slot.first..=act.slot.last).contains(&pulse);
        let survives = self.scenario.tables.subturn.entrench_survives_combat;
        let was_fought = !survives && self.battles.iter().any(|(pulse, at)| *at == hex && is_during(*pulse));
        was_fought || self.was_left(at, hex)
    }

    /// Whether the force that began a work left its hex, or was lost, before the work was done (D17).
    pub fn was_left(&self, at: usize, hex: Hex) -> bool {
        let act = &self.acts[at];
        let is_during = |pulse: u32| (act.slot.first..=act.slot.last).contains(&pulse);
        self.vacated.iter().any(|(pulse, side, at)| *side == act.side && *at == hex && is_during(*pulse))
            || !self.field.has_troops(act.side, hex)
    }
}

/// The hexes a march enters, and all it touches.
fn trodden(march: Result<March, String>) -> (BTreeSet<Spot>, BTreeSet<Spot>) {
    match march {
        Ok(march) => {
            let spots = march.path.iter().copied().map(Spot::Hex);
            (spots.clone().skip(1).collect(), spots.collect())
        }
        Err(_) => (BTreeSet::new(), BTreeSet::new()),
    }
}

/// A place where acts meet: a hex, or a water.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spot {
    Hex(Hex),
    Water(Water),
}

struct Lot {
    act: usize,
    initiative: u32,
    purpose: String,
    totals: Vec<u32>,
    throws: Vec<Throw>,
}
