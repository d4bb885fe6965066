//! Lines of one account laid on the pulse clock and checked one after another (D8, D9).
//! Nothing that stands is spoilt by a later line: what would spoil it is refused instead.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use base::order::Remark;

use super::super::naval::order::NavalOrder;
use super::super::order::{Act, Order, Pulses};
use super::super::scenario::{Account, Scenario};
use super::account::{self, Caps};
use super::conditions::planning::{self, plan_ride};
use super::course::Course;
use super::draft::{self, Deed, Draft, Payer};
use super::knowledge::Knowledge;
use super::naval::lending::{self, Lent, Loan};
use super::plan::{Plan, PlannedLine, loan_of, waits};
use super::reason::Reason;
use super::schedule::{Misfit, Slot, lay};
use super::spending::{Spent, brings, pulses, pulses_of, reserve, sum, total};

/// A line that takes pulses and stands.
#[derive(Clone)]
struct Standing {
    line: usize,
    draft: Draft,
    slot: Slot,
}

/// Some lines of an account, laid and checked.
#[derive(Clone)]
pub(super) struct Planner<'a> {
    scenario: &'a Scenario,
    known: &'a Knowledge,
    /// All lines of the account.
    orders: &'a [&'a Order],
    /// Their numbers on the sheet of the seat.
    numbers: &'a [u32],
    caps: Option<Caps>,
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
    /// Which lines stand, with pulses or without.
    stands: Vec<bool>,
}

impl<'a> Planner<'a> {
    /// Before the first line.
    pub fn start(
        scenario: &'a Scenario,
        known: &'a Knowledge,
        account: Account,
        orders: &'a [&'a Order],
        numbers: &'a [u32],
    ) -> Self {
        let start = Course::start(scenario, known, account);
        let ledger = known.ledgers.get(&account);
        let caps = ledger.map(|ledger| account::caps(&scenario.tables, ledger));
        let caps = if known.is_blank() {
            None
        } else {
            Some(caps.unwrap_or(account::caps(&scenario.tables, &Default::default())))
        };
        Self {
            scenario,
            known,
            orders,
            numbers,
            caps,
            course: start.clone(),
            start,
            standing: Vec::new(),
            kept: Vec::new(),
            lent: Lent::default(),
            partial: RefCell::default(),
            stands: vec![false; orders.len()],
        }
    }

    /// All lines of the account.
    pub fn orders(&self) -> &'a [&'a Order] {
        self.orders
    }

    /// Lays one more line of the account, by its place among them, and says what became of it.
    pub fn add(&mut self, own: usize) -> PlannedLine {
        let line = match self.fit(own) {
            Ok(line) => line,
            Err(remark) => PlannedLine { remarks: vec![remark], ..PlannedLine::default() },
        };
        self.stands[own] = line.stands();
        line
    }

    fn fit(&mut self, own: usize) -> Result<PlannedLine, Remark> {
        let draft = self.drafted(own)?;
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

    fn drafted(&self, own: usize) -> Result<Draft, Remark> {
        let order = self.orders[own];
        match &order.act {
            Act::If(_) | Act::Asked(_) => self.waiting(own),
            Act::Ride { .. } => {
                let before = self.course_before(order)?;
                let left = self.caps.map(|caps| caps.cp.saturating_sub(self.spent().cp));
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
    fn waiting(&self, own: usize) -> Result<Draft, Remark> {
        let order = self.orders[own];
        let sheet = planning::PlannedLines { orders: self.orders, numbers: self.numbers, own, stands: &self.stands };
        let on = |course: &Course| match &order.act {
            Act::If(waiting) => planning::plan_condition(self.scenario, self.known, course, order, waiting, &sheet),
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
        let end = self.caps.map(|caps| caps.pp.saturating_sub(self.lent.pp).saturating_add(brought));
        let mut wishes: Vec<_> = self.standing.iter().filter_map(|other| other.draft.wish).collect();
        wishes.push(wish);
        let laid = lay(&wishes, end);
        let own = laid.len() - 1;
        let mut slots = Vec::with_capacity(laid.len());
        for (at, slot) in laid.into_iter().enumerate() {
            slots.push(slot.map_err(|misfit| {
                if at == own { misfit_words(misfit, wish.length, end) } else { spoils(self.standing[at].line) }
                    .refused()
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
        let Some(caps) = self.caps else {
            return Ok(());
        };
        let spent = total(parts.iter().copied());
        let lent = self.lent;
        let own_cp = spent.cp.saturating_add(kept.cp);
        let cp = own_cp.saturating_add(lent.cp);
        let account = self.start.account;
        if cp > caps.cp {
            let left = caps.cp.saturating_sub(cp - draft.cp);
            let text = format!("This would bring {account} to {cp} CP in this sub-turn; {} is the most.", caps.cp);
            return Err(Reason::new("C3.9", text)
                .hint(format!("{left} CP {} left for this line.", if left == 1 { "is" } else { "are" })));
        }
        let needed = pulses(parts).saturating_sub(spent.brought()).saturating_add(kept.pp);
        // An idle pulse before the last one is used, too, and is no command pulse.
        let used = if kept.pp == 0 { spent.pp } else { spent.pp.max(needed) };
        // Nobody knows in which pulse a condition comes true, or whether one stays idle because it does not.
        let has_condition = !self.kept.is_empty() || waits(draft) || parts.iter().any(|(draft, _)| waits(draft));
        let most = caps.most_pp(cp, used == own_cp && lent.pp == lent.cp && !has_condition);
        let with_lent = used.saturating_add(lent.pp);
        if lent.pp > 0 && with_lent > most {
            let text = format!("With what is lent this would bring {account} to {with_lent} PP; {most} is the most.");
            return Err(Reason::new("C3.9", text).rule("C6.2").rule("D22"));
        }
        let last = parts.iter().map(|(_, slot)| slot.last).max().unwrap_or(0).saturating_sub(spent.brought());
        if spent.pp > most || last > most.max(caps.pp) {
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

    /// The plan of all lines that were laid; `lines` says what became of each line of the account.
    pub fn finish(self, mut lines: Vec<PlannedLine>) -> Plan {
        for other in &self.standing {
            lines[other.line].slot = Some(other.slot);
        }
        for other in self.standing.iter().filter(|other| is_out_of_order(other, &self.standing)) {
            let notice = Remark::notice("Orders are carried out by their pulses, wherever they stand.");
            lines[other.line].remarks.push(notice.rule("C3.11"));
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
        Plan { lines, caps: self.caps, spent, kept, lent: self.lent }
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

/// `end` is the last pulse, when it is known.
fn misfit_words(misfit: Misfit, length: u32, end: Option<u32>) -> Reason {
    match misfit {
        Misfit::Length { needed, given, right } if given < needed && end.is_some_and(|end| right.last > end) => {
            let last = end.unwrap_or_default();
            let text = format!("This takes {needed} pulses; the range has {given}, and PP {last} is the last.");
            Reason::new("D9", text).rule("C3.9")
        }
        Misfit::Length { needed, given, right } if given < needed => {
            Reason::new("D9", format!("This takes {}; the range has {given}.", pulses_in_words(needed)))
                .hint(format!("{} would be right.", right.words()))
        }
        Misfit::Length { needed, given, right } => {
            Reason::new("D9", format!("This takes {}, and the range has {given}.", pulses_in_words(needed)))
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

fn pulses_in_words(count: u32) -> String {
    if count == 1 { "1 pulse".to_owned() } else { format!("{count} pulses") }
}
