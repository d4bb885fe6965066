//! The lines of one account laid on the pulse clock and checked one after another (D8, D9).
//! Nothing that stands is spoilt by a later line: what would spoil it is refused instead.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::order::LineStatus;
use crate::order::{Remark, remark::worst};

use super::super::naval::order::NavalOrder;
use super::super::order::{Act, Order, Pulses};
use super::super::scenario::{Account, Scenario};
use super::account::{self, Means};
use super::conditions::planning::{self, plan_ride};
use super::course::Course;
use super::draft::{self, Deed, Draft, Payer};
use super::knowledge::Knowledge;
use super::naval::NavalDeed;
use super::naval::lending::{self, Lent, Loan};
use super::reason::Reason;
use super::schedule::{Misfit, Slot, lay};
use super::sorting::{by_pulses, sort};
use super::spending::{Spent, brings, pulses, pulses_of, reserve, sum, total};

/// What became of one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedLine {
    /// Its pulses, when it stands and takes any.
    pub slot: Option<Slot>,
    /// What it does, when it stands.
    pub draft: Option<Draft>,
    /// What is to be said of it.
    pub remarks: Vec<Remark>,
}

impl PlannedLine {
    /// Whether it stands, complete or not.
    pub fn stands(&self) -> bool {
        worst(&self.remarks) <= LineStatus::Incomplete
    }
}

/// The lines of one account.
#[derive(Debug, Clone)]
pub struct Plan {
    /// One entry for each line.
    pub lines: Vec<PlannedLine>,
    /// What may be spent, when the account is known.
    pub means: Option<Means>,
    /// What they spend, and keep for conditions.
    pub spent: Spent,
    /// What of it is kept for conditions.
    pub kept: Spent,
    /// What of it is lent with ships.
    pub lent: Lent,
}

impl Plan {
    /// The ships it lends.
    pub fn loans(&self) -> impl Iterator<Item = &Loan> {
        let standing = self.lines.iter().filter(|line| line.stands());
        standing.filter_map(|line| line.draft.as_ref().and_then(loan_of))
    }

    /// Whether a line waits for something, so that nobody knows which pulses are used.
    pub fn has_condition(&self) -> bool {
        let standing = self.lines.iter().filter(|line| line.stands());
        standing.filter_map(|line| line.draft.as_ref()).any(waits)
    }

    /// The pulses before one that lines bring along: the account needs none for them, whatever becomes of the lines.
    pub fn brought_before(&self, pulse: u32) -> u32 {
        let standing = self.lines.iter().filter(|line| line.stands());
        let parts = standing.filter_map(|line| Some((line.draft.as_ref()?, line.slot?)));
        parts.filter(|(_, slot)| slot.last < pulse).map(|(draft, slot)| brings(draft, slot)).sum()
    }
}

fn loan_of(draft: &Draft) -> Option<&Loan> {
    match &draft.deed {
        Deed::Naval(NavalDeed::Lend(loan)) => Some(loan),
        _ => None,
    }
}

fn waits(draft: &Draft) -> bool {
    matches!(draft.deed, Deed::Wait(_))
}

/// Lays and checks lines of one account alone, numbered from 1.
#[cfg(test)]
pub fn plan(scenario: &Scenario, known: &Knowledge, account: Account, orders: &[&Order]) -> Plan {
    let numbers: Vec<u32> = (1..).take(orders.len()).collect();
    plan_numbered(scenario, known, account, orders, &numbers)
}

/// Lays and checks the lines of `account`; `numbers` are theirs on the sheet of the seat. Lines that name their pulses are
/// judged in that order, wherever they are written (D9).
pub fn plan_numbered(
    scenario: &Scenario,
    known: &Knowledge,
    account: Account,
    orders: &[&Order],
    numbers: &[u32],
) -> Plan {
    let plan_of = |lines: &[usize]| {
        let mut planner = Planner::start(scenario, known, account, orders.len());
        lines.iter().for_each(|own| planner.add(orders, numbers, *own));
        planner.finish()
    };
    let written: Vec<usize> = (0..orders.len()).collect();
    if by_pulses(orders, written.clone()) == written {
        return plan_of(&written);
    }
    let sorted = |lines: Vec<usize>| {
        let lines = by_pulses(orders, lines);
        let plan = plan_of(&lines);
        lines.iter().all(|at| plan.lines[*at].stands()).then_some(plan)
    };
    sorted(written.clone()).unwrap_or_else(|| sort(plan_of(&written), orders, &sorted))
}

struct Standing {
    line: usize,
    draft: Draft,
    slot: Slot,
}

struct Planner<'a> {
    scenario: &'a Scenario,
    known: &'a Knowledge,
    means: Option<Means>,
    start: Course<'a>,
    /// After every line that stands.
    course: Course<'a>,
    standing: Vec<Standing>,
    /// Conditions without pulses of their own.
    kept: Vec<Draft>,
    /// Points lent with ships.
    lent: Lent,
    /// After so many of the lines that stand, by their pulses: kept until another line stands.
    partial: RefCell<BTreeMap<usize, Result<Course<'a>, Remark>>>,
    lines: Vec<PlannedLine>,
    /// Which of them were looked at.
    judged: Vec<bool>,
}

impl<'a> Planner<'a> {
    fn start(scenario: &'a Scenario, known: &'a Knowledge, account: Account, lines: usize) -> Self {
        let start = Course::start(scenario, known, account);
        let ledger = known.ledgers.get(&account);
        let means = ledger.map(|ledger| account::means(&scenario.tables, ledger));
        let means = if known.is_blank() {
            None
        } else {
            Some(means.unwrap_or(account::means(&scenario.tables, &Default::default())))
        };
        Self {
            scenario,
            known,
            means,
            course: start.clone(),
            start,
            standing: Vec::new(),
            kept: Vec::new(),
            lent: Lent::default(),
            partial: RefCell::default(),
            lines: vec![PlannedLine { slot: None, draft: None, remarks: Vec::new() }; lines],
            judged: vec![false; lines],
        }
    }

    fn add(&mut self, orders: &[&Order], numbers: &[u32], own: usize) {
        let line = match self.fit(orders, numbers, own) {
            Ok(line) => line,
            Err(remark) => PlannedLine { slot: None, draft: None, remarks: vec![remark] },
        };
        self.lines[own] = line;
        self.judged[own] = true;
    }

    fn fit(&mut self, orders: &[&Order], numbers: &[u32], own: usize) -> Result<PlannedLine, Remark> {
        let draft = self.drafted(orders, numbers, own)?;
        let Some(wish) = draft.wish else {
            if let Some(loan) = loan_of(&draft) {
                self.lend(&draft, loan)?;
            }
            if waits(&draft) {
                self.afford_kept(&draft).map_err(Reason::refused)?;
                self.kept.push(draft.clone());
            }
            return Ok(PlannedLine { slot: None, remarks: draft.remarks.clone(), draft: Some(draft) });
        };
        let slots = self.lay_with(wish, draft.payer)?;
        let slot = *slots.last().ok_or_else(|| Remark::refused("There is no pulse for this line."))?;
        self.afford(&draft, &slots).map_err(Reason::refused)?;
        self.carry_out(&draft, &slots)?;
        self.keep(own, draft.clone(), &slots);
        Ok(PlannedLine { slot: Some(slot), remarks: draft.remarks.clone(), draft: Some(draft) })
    }

    fn drafted(&self, orders: &[&Order], numbers: &[u32], own: usize) -> Result<Draft, Remark> {
        let order = orders[own];
        match &order.act {
            Act::If(_) | Act::Asked(_) => self.waiting(orders, numbers, own),
            Act::Ride { .. } => {
                let before = self.course_before(order)?;
                let left = self.means.map(|means| means.cp.saturating_sub(self.spent().cp));
                plan_ride(self.known, &before.view(self.scenario, self.known), &before, order, left)
            }
            Act::Naval(naval) if matches!(**naval, NavalOrder::Lend { .. }) => {
                draft::draft(self.known, &self.start.view(self.scenario, self.known), &self.start, order)
            }
            _ => {
                let before = self.course_before(order)?;
                draft::draft(self.known, &before.view(self.scenario, self.known), &before, order)
            }
        }
    }

    /// A condition is looked at as things will stand after all lines, and, where its acts cannot be then, as they stand now.
    fn waiting(&self, orders: &[&Order], numbers: &[u32], own: usize) -> Result<Draft, Remark> {
        let stands: Vec<bool> = self.lines.iter().zip(&self.judged).map(|(line, is)| *is && line.stands()).collect();
        let sheet = planning::Sheet { orders, numbers, own, stands: &stands };
        let on = |course: &Course| match &orders[own].act {
            Act::If(waiting) => {
                planning::plan_condition(self.scenario, self.known, course, orders[own], waiting, &sheet)
            }
            Act::Asked(asked) => planning::plan_asked(self.scenario, self.known, course, asked, &sheet),
            _ => Err(Remark::refused("This is no condition.")),
        };
        on(&self.course).or_else(|why| on(&self.start).map_err(|_| why))
    }

    /// What the lines that stand spend and keep.
    fn spent(&self) -> Spent {
        let spent = total(self.standing.iter().map(|other| (&other.draft, other.slot)));
        Spent { cp: spent.cp.saturating_add(sum(&self.kept).cp).saturating_add(self.lent.cp), ..spent }
    }

    /// How things stand when a line begins: after all lines, or after those that end before the pulse it names.
    fn course_before(&self, order: &Order) -> Result<Cow<'_, Course<'a>>, Remark> {
        let first = match order.pulses {
            Some(Pulses::Span { from, .. }) | Some(Pulses::From(from)) => from,
            Some(Pulses::Last) | None => u32::MAX,
        };
        let count = self.standing.iter().filter(|other| other.slot.last < first).count();
        if count == self.standing.len() {
            return Ok(Cow::Borrowed(&self.course));
        }
        // Slots never overlap: how many of them end before a pulse says which.
        let mut partial = self.partial.borrow_mut();
        let course = partial.entry(count).or_insert_with(|| {
            let earlier = self.standing.iter().filter(|other| other.slot.last < first);
            let parts = earlier.map(|other| (&other.draft, other.slot)).collect();
            self.replay(self.start.clone(), parts).map_err(|(_, why)| why.refused())
        });
        course.clone().map(|course| Cow::Owned(self.counted(course)))
    }

    /// A course after some lines, with what all lines leave.
    fn counted(&self, mut course: Course<'a>) -> Course<'a> {
        (course.points_left, course.leaders_left) = (self.course.points_left, self.course.leaders_left);
        (course.rail_left, course.sea_left) = (self.course.rail_left, self.course.sea_left);
        course
    }

    /// Ships are lent from the first pulse on: no line that stands may need them (C6.2).
    fn lend(&mut self, draft: &Draft, loan: &Loan) -> Result<(), Remark> {
        let before = self.lent;
        self.lent = before.and(loan.points);
        let parts: Vec<(&Draft, Slot)> = self.standing.iter().map(|other| (&other.draft, other.slot)).collect();
        if let Err(why) = self.within(draft, &parts, sum(&self.kept)) {
            self.lent = before;
            return Err(why.refused());
        }
        let mut start = self.start.clone();
        Arc::make_mut(&mut start.field).lend(self.known.side, loan);
        match self.replay(start.clone(), parts) {
            Ok(course) => {
                (self.start, self.course) = (start, self.counted(course));
                self.partial.borrow_mut().clear();
                Ok(())
            }
            Err((at, _)) => {
                self.lent = before;
                Err(spoils(self.standing[at].line).refused())
            }
        }
    }

    /// The pulses of every line that stands and of one more, which comes last.
    fn lay_with(&self, wish: super::schedule::Wish, payer: Payer) -> Result<Vec<Slot>, Remark> {
        // A shifted leader brings his own pulse, and so do lines of ships that are lent; what is lent is used elsewhere.
        let standing = self.standing.iter().map(|other| brings(&other.draft, other.slot));
        let brought = standing.fold(pulses_of(payer, wish.length), u32::saturating_add);
        let end = self.means.map(|means| means.pp.saturating_sub(self.lent.pp).saturating_add(brought));
        let mut wishes: Vec<_> = self.standing.iter().filter_map(|other| other.draft.wish).collect();
        wishes.push(wish);
        let laid = lay(&wishes, end);
        let own = laid.len() - 1;
        let mut slots = Vec::with_capacity(laid.len());
        for (at, slot) in laid.into_iter().enumerate() {
            slots.push(slot.map_err(|misfit| {
                if at == own { misfit_words(misfit, wish.length) } else { spoils(self.standing[at].line) }.refused()
            })?);
        }
        Ok(slots)
    }

    /// Command and pulse points, kept apart by account (C3.8, C3.9).
    fn afford(&self, draft: &Draft, slots: &[Slot]) -> Result<(), Reason> {
        let drafts = self.standing.iter().map(|other| &other.draft).chain([draft]);
        let parts: Vec<(&Draft, Slot)> = drafts.zip(slots.iter().copied()).collect();
        if let Some(lent) = self.known.lent_to(self.start.account) {
            lending::within(lent, total(parts.iter().copied()).loan)?;
        }
        self.within(draft, &parts, sum(&self.kept))
    }

    /// The same for points that are kept in pulses not yet known (D25).
    fn afford_kept(&self, draft: &Draft) -> Result<(), Reason> {
        let parts: Vec<(&Draft, Slot)> = self.standing.iter().map(|other| (&other.draft, other.slot)).collect();
        let (kept, more) = (sum(&self.kept), sum(std::slice::from_ref(draft)));
        self.within(
            draft,
            &parts,
            Spent { cp: kept.cp.saturating_add(more.cp), pp: kept.pp.saturating_add(more.pp), ..kept },
        )
    }

    fn within(&self, draft: &Draft, parts: &[(&Draft, Slot)], kept: Spent) -> Result<(), Reason> {
        let Some(means) = self.means else {
            return Ok(());
        };
        let spent = total(parts.iter().copied());
        let lent = self.lent;
        let own_cp = spent.cp.saturating_add(kept.cp);
        let cp = own_cp.saturating_add(lent.cp);
        let account = self.start.account;
        if cp > means.cp {
            let left = means.cp.saturating_sub(cp - draft.cp);
            let text = format!("This would bring {account} to {cp} CP in this sub-turn; {} is the most.", means.cp);
            return Err(Reason::new("C3.9", text)
                .hint(format!("{left} CP {} left for this line.", if left == 1 { "is" } else { "are" })));
        }
        let needed = pulses(parts).saturating_sub(spent.brought()).saturating_add(kept.pp);
        // An idle pulse before the last one is used, too, and is no command pulse.
        let used = if kept.pp == 0 { spent.pp } else { spent.pp.max(needed) };
        // Nobody knows in which pulse a condition comes true, or whether one stays idle because it does not.
        let has_condition = !self.kept.is_empty() || waits(draft) || parts.iter().any(|(draft, _)| waits(draft));
        let most = means.most_pp(cp, used == own_cp && lent.pp == lent.cp && !has_condition);
        let with_lent = used.saturating_add(lent.pp);
        if lent.pp > 0 && with_lent > most {
            let text = format!("With what is lent this would bring {account} to {with_lent} PP; {most} is the most.");
            return Err(Reason::new("C3.9", text).rule("C6.2").rule("D22"));
        }
        let last = parts.iter().map(|(_, slot)| slot.last).max().unwrap_or(0).saturating_sub(spent.brought());
        if spent.pp > most || last > most.max(means.pp) {
            let text = format!("This would bring {account} to PP {last}; PP {most} is the last in this sub-turn.");
            return Err(Reason::new("C3.9", text).hint(format!("Nothing can take effect after PP {most}.")));
        }
        if kept.pp > 0 && needed > most {
            let text =
                format!("With what is kept for conditions {account} would need {needed} pulses; {most} is the most.");
            return Err(Reason::new("C3.9", text).rule("D25"));
        }
        Ok(())
    }

    /// Takes one more line into the course; all that stand must still be possible.
    fn carry_out(&mut self, draft: &Draft, slots: &[Slot]) -> Result<(), Remark> {
        if self.known.is_blank() {
            return Ok(());
        }
        let (points_left, leaders_left) = (self.course.points_left, self.course.leaders_left);
        let (rail_left, sea_left) = (self.course.rail_left, self.course.sea_left);
        let own = slots.len() - 1;
        let is_last =
            self.standing.iter().zip(slots).all(|(other, slot)| other.slot == *slot && slot.last < slots[own].first);
        if is_last {
            self.append(&draft.deed, slots[own]).map_err(Reason::refused)?;
        } else {
            let drafts = self.standing.iter().map(|other| &other.draft).chain([draft]);
            let parts = drafts.zip(slots.iter().copied()).collect();
            self.course = self.replay(self.start.clone(), parts).map_err(|(at, why)| {
                if at == own { why.refused() } else { spoils(self.standing[at].line).refused() }
            })?;
        }
        self.course.points_left = points_left.saturating_sub(draft.points);
        self.course.leaders_left = leaders_left.saturating_sub(draft.leaders);
        self.course.rail_left = rail_left.saturating_sub(draft.rail);
        self.course.sea_left = sea_left.saturating_sub(draft.sea);
        Ok(())
    }

    /// Carries out a deed behind all others, in place, or not at all.
    fn append(&mut self, deed: &Deed, slot: Slot) -> Result<(), Reason> {
        let undone = matches!(deed, Deed::Singly { .. }).then(|| self.course.clone());
        let done = self.course.perform(self.scenario, self.known, deed, slot);
        if let (Err(_), Some(undone)) = (&done, undone) {
            self.course = undone;
        }
        done
    }

    /// Carries out lines in the order of their pulses. An error names the line that would fail.
    fn replay(&self, mut course: Course<'a>, parts: Vec<(&Draft, Slot)>) -> Result<Course<'a>, (usize, Reason)> {
        let mut order: Vec<usize> = (0..parts.len()).collect();
        order.sort_by_key(|at| parts[*at].1);
        for at in order {
            let (draft, slot) = parts[at];
            course.perform(self.scenario, self.known, &draft.deed, slot).map_err(|why| (at, why))?;
        }
        Ok(course)
    }

    fn keep(&mut self, line: usize, draft: Draft, slots: &[Slot]) {
        for (other, slot) in self.standing.iter_mut().zip(slots) {
            other.slot = *slot;
        }
        self.standing.push(Standing { line, draft, slot: slots[slots.len() - 1] });
        self.partial.borrow_mut().clear();
    }

    fn finish(mut self) -> Plan {
        for other in &self.standing {
            self.lines[other.line].slot = Some(other.slot);
        }
        for other in self.standing.iter().filter(|other| is_out_of_order(other, &self.standing)) {
            let notice = Remark::notice("Orders are carried out by their pulses, wherever they stand.");
            self.lines[other.line].remarks.push(notice.rule("C3.11"));
        }
        let parts: Vec<(&Draft, Slot)> = self.standing.iter().map(|other| (&other.draft, other.slot)).collect();
        let (spent, kept) = (total(parts.iter().copied()), sum(&self.kept));
        let busy = pulses(&parts).saturating_sub(spent.brought());
        let needed = if kept.pp > 0 { busy.saturating_add(kept.pp) } else { 0 };
        let cp = spent.cp.saturating_add(kept.cp).saturating_add(self.lent.cp);
        let spent = Spent { cp, pp: spent.pp.max(needed).saturating_add(self.lent.pp), ..spent };
        let waiting = self.standing.iter().filter_map(|other| reserve(&other.draft));
        let kept = waiting.fold(kept, |sum, (cp, pp)| Spent {
            cp: sum.cp.saturating_add(cp),
            pp: sum.pp.saturating_add(pp),
            ..sum
        });
        Plan { lines: self.lines, means: self.means, spent, kept, lent: self.lent }
    }
}

/// Whether a line names pulses that come before those of one that is written above it.
fn is_out_of_order(own: &Standing, standing: &[Standing]) -> bool {
    let named = |other: &Standing| other.draft.wish.and_then(|wish| wish.pulses);
    let mut above = standing.iter().filter(|other| other.line < own.line && other.slot.first > own.slot.first);
    named(own).is_some() && above.any(|other| matches!(named(other), Some(Pulses::Span { .. } | Pulses::From(_))))
}

fn spoils(line: usize) -> Reason {
    Reason::new(
        "D9",
        format!("With this the line before it, number {} of this account, could not be carried out.", line + 1),
    )
    .hint("Change that line first.")
}

fn misfit_words(misfit: Misfit, length: u32) -> Reason {
    match misfit {
        Misfit::Length { needed, given, right } if given < needed => {
            Reason::new("D9", format!("This takes {needed} pulses; the range has {given}."))
                .hint(format!("{} would be right.", right.words()))
        }
        Misfit::Length { needed, given, right } => {
            Reason::new("D9", format!("This takes {needed} pulses, and the range has {given}."))
                .hint(format!("{} would be right; write the rest as idle pulses.", right.words()))
        }
        Misfit::Taken(slot) => Reason::new("D9", format!("{} belongs to another line.", slot.words()))
            .hint(format!("Give this line {length} free pulses, or none: then it follows the last.")),
        Misfit::Backwards => Reason::new("D9", "Pulses are counted from 1 upwards."),
        Misfit::NoRoom { last } => {
            Reason::new("C3.9", format!("PP {last} is the last pulse, and this takes {length}."))
        }
    }
}
