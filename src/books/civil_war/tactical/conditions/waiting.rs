//! The conditions of a sub-turn on the pulse clock: when each is judged, and what is set going when it is (D10, D25).

use std::collections::{BTreeMap, BTreeSet};

use board::Hex;

use super::super::super::condition::{Asked, Conditional, Moment, Stopped, Test};
use super::super::super::order::{Act, ForceRef, Order};
use super::super::super::read;
use super::super::super::scenario::{Account, Side};
use super::super::acts::{self, Sheet, Step, StepResult, Timed};
use super::super::course::Course;
use super::super::draft::{self, Deed, Payer};
use super::super::knowledge::Knowledge;
use super::super::play::Engine;
use super::super::schedule::Slot;
use super::resolve;

/// Whose lines.
pub type Purse = (Side, Account);

/// A line that waits.
#[derive(Debug, Clone)]
pub struct Watch {
    pub side: Side,
    pub account: Account,
    /// Its line in the account.
    pub line: usize,
    pub waits_for: Conditional,
    /// The lines it refers to, in the order of [`Conditional::lines`].
    pub lines: Vec<usize>,
    /// The pulses named for its acts.
    pub slot: Option<Slot>,
    /// Command points kept that are not spent yet.
    pub cp: u32,
    /// Pulse points kept that are not spent yet.
    pub pp: u32,
    /// Command points of a failed entrenchment that may pay for it.
    pub funded: u32,
    /// The pulse after which it is not waited for any more.
    pub gives_up: Option<u32>,
    /// When it was judged, and how.
    pub judged: Option<Judged>,
    pub latched: bool,
    /// Where each clause saw enemies when it was last looked at.
    pub before: Option<Vec<BTreeSet<Hex>>>,
    /// What was done, or why not, as it is told.
    pub doings: Vec<Doing>,
}

/// How a condition was judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    pub pulse: u32,
    /// At the beginning of the pulse, else at its end.
    pub is_start: bool,
    pub is_true: bool,
}

/// One thing that came of a condition.
#[derive(Debug, Clone)]
pub enum Doing {
    /// An act on the clock, by its place among all acts: its words, and its cost.
    Acts { from: usize, to: usize, words: String, cp: u32 },
    /// Something that needs no act.
    Said(String),
    /// Why an act was not carried out.
    Not(String),
}

/// All lines that wait, and what they changed of the accounts.
#[derive(Debug, Clone, Default)]
pub struct Watches {
    pub list: Vec<Watch>,
    /// Conditions of which the game master gave no word, or ruled them out, by account and line.
    pub asked: BTreeMap<(Purse, usize), Asked>,
    /// Pulses in which a commander has an act.
    pub busy: BTreeMap<Purse, Vec<(usize, Slot)>>,
    /// Lines that were called off before they began.
    pub stopped: BTreeSet<(Purse, usize)>,
    /// The last pulse that each account may use.
    pub ends: BTreeMap<Purse, u32>,
    /// What marches on the cavalry's die cost in the end: points, and their last pulse.
    pub rides: BTreeMap<(Purse, usize), (u32, u32)>,
    /// What is told of a line besides its outcome.
    pub notes: BTreeMap<(Purse, usize), String>,
    /// Armies that have reacted.
    pub reacted: BTreeSet<(Side, String)>,
    /// Pulses that reactions took where the commander had another act.
    pub extra_pulses: BTreeMap<Purse, u32>,
    /// Battles, as conditions ask about them.
    pub fights: Vec<Fight>,
    /// Where an act of each kind came to an end, by the steps that were settled early.
    pub failed_digs: BTreeMap<(Purse, usize), u32>,
    /// How much of a refund was used, by the line of the entrenchment.
    pub funded: BTreeMap<(Purse, usize), u32>,
    /// Towns that changed hands in this sub-turn.
    pub captured: BTreeSet<Hex>,
    /// The lines of each account.
    pub orders: BTreeMap<Purse, Vec<Order>>,
    /// Their numbers on the sheets of their seats.
    pub numbers: BTreeMap<Purse, Vec<u32>>,
    /// The pulses of lines that stand.
    pub slots: BTreeMap<(Purse, usize), Option<Slot>>,
    /// What each line costs, by the pulse in which it begins.
    pub costs: BTreeMap<Purse, Vec<(u32, u32)>>,
    /// Command points that may be spent.
    pub command: BTreeMap<Purse, u32>,
}

/// A battle, as conditions ask about it.
#[derive(Debug, Clone)]
pub struct Fight {
    pub hex: Hex,
    pub from: Hex,
    pub attacker: Side,
    pub attacking: Vec<String>,
    pub defending: Vec<String>,
    pub sp: u32,
    pub is_cavalry: bool,
    pub won: bool,
}

impl Watches {
    /// The conditions of all sheets.
    pub fn of(sheets: &[Sheet]) -> Self {
        let mut watches = Self::default();
        for sheet in sheets {
            watches.take(sheet);
        }
        watches
    }

    fn take(&mut self, sheet: &Sheet) {
        let purse = (sheet.side, sheet.account);
        let caps = sheet.plan.caps;
        let (lent, brought) = (sheet.plan.lent, sheet.plan.brought_before(u32::MAX));
        let most =
            caps.map_or(0, |caps| if sheet.plan.has_condition() { caps.pp } else { caps.pp.max(caps.pp_of_few) });
        self.ends.insert(purse, most.saturating_sub(lent.pp) + brought);
        self.command.insert(purse, caps.map_or(0, |caps| caps.cp).saturating_sub(lent.cp));
        let orders: Vec<&Order> = sheet.filed.iter().map(|filed| &filed.order).collect();
        let waits = |order: &&Order| matches!(order.act, Act::If(_) | Act::Asked(_));
        if !orders.iter().any(waits) {
            return;
        }
        self.orders.insert(purse, orders.iter().map(|order| (*order).clone()).collect());
        self.numbers.insert(purse, sheet.numbers.clone());
        let standing = sheet.plan.lines.iter().enumerate().filter(|(_, line)| line.stands());
        let mut last = 0;
        for (at, line) in standing.clone() {
            self.slots.insert((purse, at), line.slot);
            let (Some(slot), Some(draft)) = (line.slot, &line.draft) else { continue };
            if !matches!(draft.deed, Deed::Idle | Deed::Hold | Deed::Wanting) {
                self.busy.entry(purse).or_default().push((at, slot));
            }
            if !matches!(draft.deed, Deed::Idle | Deed::Hold | Deed::Wanting | Deed::Wait(_)) {
                last = last.max(slot.last);
                // What others pay leaves the account as it is.
                let cp = if draft.payer == Payer::Account { draft.cp } else { 0 };
                self.costs.entry(purse).or_default().push((slot.first, cp));
            }
        }
        for (at, line) in standing {
            let Some(Deed::Wait(kept)) = line.draft.as_ref().map(|draft| &draft.deed) else { continue };
            match &orders[at].act {
                Act::Asked(asked) => drop(self.asked.insert((purse, at), (**asked).clone())),
                Act::If(waits_for) => {
                    let mut watch = Watch {
                        side: sheet.side,
                        account: sheet.account,
                        line: at,
                        waits_for: (**waits_for).clone(),
                        lines: kept.lines.clone(),
                        slot: line.slot,
                        cp: kept.cp,
                        pp: kept.pp,
                        funded: kept.funded,
                        gives_up: None,
                        judged: None,
                        latched: false,
                        before: None,
                        doings: Vec::new(),
                    };
                    watch.gives_up = watch.end_of_waiting(last);
                    self.list.push(watch);
                }
                _ => {}
            }
        }
    }

    /// The last pulse in which something may still have to be judged.
    pub fn last_pulse(&self) -> u32 {
        let open = self.list.iter().filter(|watch| watch.judged.is_none() && !watch.waits_for.is_withdrawal());
        open.filter_map(|watch| {
            let end = self.ends.get(&(watch.side, watch.account)).copied().unwrap_or(0);
            watch.last_look().map(|pulse| pulse.min(end))
        })
        .max()
        .unwrap_or(0)
    }

    fn is_busy(&self, purse: Purse, pulse: u32) -> bool {
        self.busy.get(&purse).into_iter().flatten().any(|(_, slot)| (slot.first..=slot.last).contains(&pulse))
    }

    /// The first pulses in a row, from one on, in which the commander has no other act.
    fn free(&self, purse: Purse, from: u32, length: u32) -> Option<Slot> {
        let end = self.ends.get(&purse).copied().unwrap_or(0);
        let fits = |first: u32| (first..first + length).all(|pulse| !self.is_busy(purse, pulse));
        let last_start = (end + 1).checked_sub(length.max(1))?;
        let first = (from.max(1)..=last_start).find(|first| fits(*first))?;
        Some(Slot { first, last: first + length.max(1) - 1 })
    }

    /// Gives a line's pulses back to its commander.
    pub fn release(&mut self, purse: Purse, line: usize) {
        self.busy.entry(purse).or_default().retain(|(other, _)| *other != line);
    }
}

impl Watch {
    fn purse(&self) -> Purse {
        (self.side, self.account)
    }

    /// When it is given up: at the pulse named, else, where the contrary counts, when the commander's own lines are done.
    fn end_of_waiting(&self, last: u32) -> Option<u32> {
        if self.slot.is_some() || !matches!(self.waits_for.moment, Moment::Any | Moment::Soon) {
            return None;
        }
        let is_late = self.is_settled_late();
        let has_else = !self.waits_for.otherwise.is_empty() && !self.is_about_lines();
        self.waits_for.by.or((is_late || has_else).then_some(last))
    }

    /// The contrary of something that happens: it can be said only when the time is over.
    fn is_settled_late(&self) -> bool {
        let happens = |test: &Test| {
            use super::super::super::condition::Fate;
            matches!(
                test,
                Test::Force {
                    fate: Fate::Attacked(_) | Fate::Fought | Fate::Wins | Fate::Loses | Fate::Stuck | Fate::Demoralised,
                    ..
                } | Test::Line { .. }
            )
        };
        let condition = &self.waits_for.condition;
        condition.clauses().any(|clause| clause.is_not != condition.is_not && happens(&clause.test))
    }

    fn is_about_lines(&self) -> bool {
        self.waits_for.condition.clauses().all(|clause| matches!(clause.test, Test::Line { .. }))
    }

    /// The last pulse that it asks about by number.
    fn clock(&self) -> Option<u32> {
        let pulses = self.waits_for.condition.clauses().filter_map(|clause| match clause.test {
            Test::Clock { pulse, .. } => Some(pulse.saturating_add(1)),
            _ => None,
        });
        pulses.max()
    }

    fn last_look(&self) -> Option<u32> {
        match self.waits_for.moment {
            Moment::At(pulse) => Some(pulse),
            _ => self.slot.map(|slot| slot.first).or(self.gives_up).max(self.clock()),
        }
    }
}

impl Engine<'_> {
    /// What is judged at the beginning of a pulse (D10).
    pub(in super::super) fn begin_pulse(&mut self, pulse: u32) {
        for at in 0..self.watches.list.len() {
            let watch = &self.watches.list[at];
            if watch.judged.is_some() || watch.waits_for.is_withdrawal() {
                continue;
            }
            let is_due = match (watch.waits_for.moment, watch.slot) {
                (Moment::Before(_), _) => self.begins(watch, pulse),
                (_, Some(slot)) => slot.first == pulse,
                (Moment::At(at), None) => at == pulse,
                _ => false,
            };
            if is_due {
                let is_true = watch.latched || self.holds(at, pulse);
                self.settle(at, Judged { pulse, is_start: true, is_true });
            }
        }
    }

    fn begins(&self, watch: &Watch, pulse: u32) -> bool {
        let line = watch.lines.last().copied();
        let steps = self.acts.iter().filter(|act| (act.side, act.account) == watch.purse() && Some(act.line) == line);
        steps.map(|act| act.slot.first).min() == Some(pulse)
    }

    /// What is judged at the end of a pulse; 0 is before the first.
    pub(in super::super) fn end_pulse(&mut self, pulse: u32) {
        for at in 0..self.watches.list.len() {
            let watch = &self.watches.list[at];
            if watch.judged.is_some() || watch.waits_for.is_withdrawal() {
                continue;
            }
            match (watch.waits_for.moment, watch.slot) {
                (Moment::Before(_), _) => {}
                (Moment::At(_), None) => {}
                (Moment::After(_), None) => self.judge_after(at, pulse),
                (moment, Some(_)) => {
                    let is_true = self.holds(at, pulse);
                    self.watches.list[at].latched |= moment == Moment::Soon && is_true;
                }
                (_, None) => self.judge_any(at, pulse),
            }
        }
    }

    fn judge_after(&mut self, at: usize, pulse: u32) {
        let watch = &self.watches.list[at];
        let line = watch.lines.last().copied().unwrap_or(usize::MAX);
        if self.fate_of_line(watch.purse(), line, pulse).is_some() {
            let is_true = self.holds(at, pulse);
            self.settle(at, Judged { pulse, is_start: false, is_true });
        }
    }

    fn judge_any(&mut self, at: usize, pulse: u32) {
        let is_true = self.holds(at, pulse);
        let watch = &self.watches.list[at];
        let is_over = watch.gives_up.is_some_and(|end| pulse >= end);
        let waits = watch.gives_up.is_some() && watch.is_settled_late() && !is_over;
        let are_lines_over = watch.is_about_lines()
            && watch.lines.iter().all(|line| self.fate_of_line(watch.purse(), *line, pulse).is_some());
        if is_true && !waits || is_over || are_lines_over {
            self.settle(at, Judged { pulse, is_start: false, is_true });
        }
    }

    /// Sets going what a condition ordered for this case.
    fn settle(&mut self, at: usize, judged: Judged) {
        let watch = &mut self.watches.list[at];
        watch.judged = Some(judged);
        let (purse, line, slot) = (watch.purse(), watch.line, watch.slot);
        let acts = if judged.is_true { watch.waits_for.then.clone() } else { watch.waits_for.otherwise.clone() };
        self.watches.release(purse, line);
        let mut from = if judged.is_start { judged.pulse } else { judged.pulse + 1 };
        if let Some(slot) = slot {
            from = from.max(slot.first);
        }
        for act in acts {
            from = self.set_going(at, &act, from).unwrap_or(from);
        }
    }

    /// One act of a condition; gives the pulse in which the next may begin.
    fn set_going(&mut self, at: usize, act: &Act, from: u32) -> Option<u32> {
        match act {
            Act::Save { cp } => self.say(at, Doing::Said(format!("{cp} CP stay in the account."))),
            Act::Hold { .. } => self.say(at, Doing::Said("Held.".to_owned())),
            Act::Stop { what } => self.stop(at, what, from),
            Act::If(inner) => self.wait_on(at, inner, from),
            Act::React { force, to, .. } => return self.react_from(at, force, to, from),
            Act::Withdraw { .. } | Act::Asked(_) => {}
            act => return self.start(at, act, from),
        }
        None
    }

    pub(super) fn say(&mut self, at: usize, doing: Doing) {
        self.watches.list[at].doings.push(doing);
    }

    /// An ordinary act: drafted now, by what its side knows now, and paid from what was kept (D25).
    fn start(&mut self, at: usize, act: &Act, from: u32) -> Option<u32> {
        let watch = &self.watches.list[at];
        let purse = watch.purse();
        let order = Order::new(act.clone());
        let words = read::write(self.scenario, &order);
        let known = self.knowledge_of(watch.side);
        let course = Course::start(self.scenario, &known, watch.account);
        let draft = match draft::draft(&known, &course.view(self.scenario, &known), &course, &order) {
            Ok(draft) if draft.deed != Deed::Wanting => draft,
            Ok(draft) => {
                let why = draft.remarks.into_iter().next().map(|remark| remark.message).unwrap_or_default();
                self.say(at, Doing::Not(format!("{words}: {why}")));
                return None;
            }
            Err(remark) => {
                self.say(at, Doing::Not(format!("{words}: {}", remark.message)));
                return None;
            }
        };
        let length = draft.wish.map_or(0, |wish| wish.length);
        let (cp, pp) = (watch.cp + watch.funded, watch.pp);
        if draft.cp > cp || length > pp {
            let why =
                format!("{words}: this would take {} CP and {length} PP, and {cp} CP and {pp} PP were kept.", draft.cp);
            self.say(at, Doing::Not(why));
            return None;
        }
        let Some(slot) = self.watches.free(purse, from, length) else {
            self.say(at, Doing::Not(format!("{words}: no pulses in a row were left for it.")));
            return None;
        };
        let line = watch.line;
        let form = acts::Form { side: watch.side, account: watch.account, line, words: words.clone() };
        let steps = acts::steps_of(&draft.deed, slot, &form);
        let first = self.acts.len();
        self.acts.extend(steps);
        self.watches.busy.entry(purse).or_default().push((line, slot));
        self.watches.costs.entry(purse).or_default().push((slot.first, draft.cp));
        self.pay(at, draft.cp, length);
        let doing = Doing::Acts { from: first, to: self.acts.len(), words, cp: draft.cp };
        self.say(at, doing);
        Some(slot.last + 1)
    }

    /// A failed entrenchment pays first, then what was kept.
    pub(super) fn pay(&mut self, at: usize, cp: u32, pp: u32) {
        let watch = &mut self.watches.list[at];
        let from_refund = cp.min(watch.funded);
        watch.funded -= from_refund;
        watch.cp -= (cp - from_refund).min(watch.cp);
        watch.pp -= pp.min(watch.pp);
        let purse = watch.purse();
        let dig = watch.lines.iter().copied().find(|line| self.watches.failed_digs.contains_key(&(purse, *line)));
        if let Some(dig) = dig.filter(|_| from_refund > 0) {
            *self.watches.funded.entry((purse, dig)).or_default() += from_refund;
        }
    }

    /// Calls off what has not begun (D25).
    fn stop(&mut self, at: usize, what: &Stopped, from: u32) {
        let watch = self.watches.list[at].clone();
        let purse = watch.purse();
        let own = watch.line;
        let is_meant = |act: &Timed| match what {
            Stopped::All => true,
            Stopped::Line(line) => self.line_of(&watch, *line) == Some(act.line),
            Stopped::Force(force) => is_of(&act.step, force),
        };
        let is_open = |act: &Timed| {
            (act.side, act.account) == purse && act.line != own && act.result.is_none() && act.slot.first >= from
        };
        let lines: BTreeSet<usize> =
            self.acts.iter().filter(|act| is_open(act) && is_meant(act)).map(|act| act.line).collect();
        for line in &lines {
            // What has begun goes on.
            let has_begun = self
                .acts
                .iter()
                .any(|act| (act.side, act.account) == purse && act.line == *line && act.slot.first < from);
            for act in self.acts.iter_mut() {
                if (act.side, act.account) == purse
                    && act.line == *line
                    && act.result.is_none()
                    && act.slot.first >= from
                {
                    act.result = Some(StepResult::Void("It was called off by a condition.".to_owned()));
                }
            }
            if !has_begun {
                self.watches.stopped.insert((purse, *line));
                self.watches.release(purse, *line);
            }
        }
        if *what == Stopped::All {
            for other in
                self.watches.list.iter_mut().filter(|other| (other.side, other.account) == purse && other.line != own)
            {
                if other.judged.is_none() && !other.waits_for.is_withdrawal() {
                    other.judged = Some(Judged { pulse: from, is_start: true, is_true: false });
                    other.waits_for.otherwise.clear();
                }
            }
        }
        let said = match lines.len() {
            0 => "There was nothing left to call off.".to_owned(),
            1 => "One order was called off.".to_owned(),
            several => format!("{several} orders were called off."),
        };
        self.say(at, Doing::Said(said));
    }

    /// The line that a reference of a condition means.
    pub(super) fn line_of(&self, watch: &Watch, line: super::super::super::condition::LineRef) -> Option<usize> {
        watch.waits_for.lines().iter().zip(&watch.lines).find(|(known, _)| **known == line).map(|(_, at)| *at)
    }

    /// A condition that stands behind another goes on with what that one kept.
    fn wait_on(&mut self, at: usize, inner: &Conditional, from: u32) {
        let parent = &mut self.watches.list[at];
        let (cp, pp) = (std::mem::take(&mut parent.cp), std::mem::take(&mut parent.pp));
        let mut watch = Watch {
            waits_for: inner.clone(),
            lines: Vec::new(),
            slot: None,
            cp,
            pp,
            gives_up: None,
            judged: None,
            latched: false,
            before: None,
            doings: Vec::new(),
            ..parent.clone()
        };
        let orders: Vec<&Order> = self.watches.orders[&watch.purse()].iter().collect();
        let numbers = &self.watches.numbers[&watch.purse()];
        let lines = inner.lines();
        watch.lines = lines.into_iter().filter_map(|line| resolve(&orders, numbers, watch.line, line)).collect();
        let end = self.watches.ends.get(&watch.purse()).copied().unwrap_or(0);
        watch.gives_up = watch.end_of_waiting(from.saturating_sub(1).min(end));
        self.watches.list.push(watch);
    }

    /// What a side knows in this pulse, with its marches of this sub-turn.
    pub(super) fn knowledge_of(&self, side: Side) -> Knowledge {
        let mut known = Knowledge::of_state(self.scenario, &self.written(), side);
        let mut field = self.field.clone();
        field.troops.retain(|_, troops| troops.side == side);
        field.leaders.retain(|_, leader| leader.side == side);
        field.ships.retain(|_, squadron| squadron.side == side);
        field.captains.retain(|_, captain| captain.side == side);
        known.field = field.into();
        known
    }
}

fn is_of(step: &Step, force: &ForceRef) -> bool {
    match step {
        Step::March(order) | Step::Ride { march: order, .. } => order.force == *force,
        Step::Dig { force: other, .. } | Step::React { force: other, .. } => other == force,
        Step::Transfer { name, .. } => force.leader() == Some(name.as_str()),
        Step::EnterLeader { .. } | Step::EnterPoint { .. } | Step::Task(_) | Step::Naval(_) => false,
    }
}
