//! The acts of a sub-turn: what each line of each account does in which pulse, and what became of it.

use base::order::Filed;
use board::Hex;
use rules::OrderSet;

use super::super::assign;
use super::super::item::{ActOutcome, Item};
use super::super::order::{ForceRef, Order, Work};
use super::super::scenario::{Account, Scenario, Side};
use super::super::seats;
use super::super::state::State;
use super::draft::Deed;
use super::knowledge::Knowledge;
use super::muster::MarchOrder;
use super::naval::NavalDeed;
use super::plan::{self, Plan, PlannedLine};
use super::schedule::Slot;
use super::works::Task;

/// One thing that takes effect in one pulse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The next leader of the pool enters.
    EnterLeader {
        /// Where.
        at: Hex,
    },
    /// A reinforcement enters.
    EnterPoint {
        /// Where.
        at: Hex,
    },
    /// A march.
    March(MarchOrder),
    /// Digging in.
    Dig {
        /// Where.
        hex: Hex,
        /// Who digs.
        force: ForceRef,
    },
    /// A leader travels to another theatre.
    Transfer {
        /// Who.
        name: String,
        /// The town he goes to; the nearest there is when nobody named one.
        to: Option<Hex>,
    },
    /// Works, railways, morale, armies.
    Task(Task),
    /// A march on the cavalry's die, until the die is thrown (C5.1).
    Ride {
        /// The march.
        march: MarchOrder,
        /// The normal cost.
        normal: u32,
        /// Command points kept for it.
        kept: u32,
        /// Nothing follows when the die fails.
        is_alone: bool,
    },
    /// What ships do (D22).
    Naval(NavalDeed),
    /// A reaction move (C3.16).
    React {
        /// Who.
        force: ForceRef,
        /// Where to.
        to: Hex,
    },
}

impl Step {
    /// Whether it may change what either side sees: where troops stand, how far they see, what works and ships watch.
    pub fn may_change_sight(&self) -> bool {
        match self {
            Self::Dig { .. } => false,
            Self::Task(Task::Work { work, .. }) => matches!(work, Work::Fort | Work::Fortress),
            _ => true,
        }
    }
}

/// What became of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepResult {
    /// As ordered.
    Done(String),
    /// Less than ordered, and why.
    Partly(String, String),
    /// Nothing, and why.
    Void(String),
}

/// A step on the shared clock.
#[derive(Debug, Clone)]
pub struct Timed {
    /// Whose.
    pub side: Side,
    /// Which account pays.
    pub account: Account,
    /// Which of the account's lines it belongs to.
    pub line: usize,
    /// Its pulses; it takes effect in the last.
    pub slot: Slot,
    /// What it does.
    pub step: Step,
    /// The order in canonical words.
    pub words: String,
    /// What became of it.
    pub result: Option<StepResult>,
}

/// The orders of one account for the sub-turn.
pub struct Sheet<'a> {
    /// Whose.
    pub side: Side,
    /// Which account.
    pub account: Account,
    /// As filed.
    pub filed: Vec<&'a Filed<Order>>,
    /// The number of each on the sheet of its seat.
    pub numbers: Vec<u32>,
    /// As planned.
    pub plan: Plan,
}

/// Plans the orders of every account of both sides, in a fixed order.
pub fn sheets<'a>(scenario: &Scenario, state: &State, orders: &'a OrderSet<Order>) -> Vec<Sheet<'a>> {
    let mut sheets = Vec::new();
    for side in Side::BOTH {
        let known = Knowledge::of_state(scenario, state, side);
        // What the fleet lends decides what others may order.
        let fleet = sheet(scenario, &known, orders, Account::Naval);
        let known = known.with_loans(fleet.plan.loans());
        let theatres = Account::ALL.into_iter().filter(|account| account.theatre().is_some());
        sheets.extend(theatres.map(|account| sheet(scenario, &known, orders, account)));
        sheets.push(fleet);
    }
    sheets
}

fn sheet<'a>(scenario: &Scenario, known: &Knowledge, orders: &'a OrderSet<Order>, account: Account) -> Sheet<'a> {
    let seat = seats::seat_of(scenario, known.side, account);
    let all = orders.sheets.get(&seat).map_or(&[][..], Vec::as_slice);
    let numbered = (1..).zip(all);
    let own = numbered.filter(|(_, filed)| assign::account_of(&filed.section) == Some(account));
    let (numbers, filed): (Vec<u32>, Vec<_>) = own.unzip();
    let lines: Vec<&Order> = filed.iter().map(|filed| &filed.order).collect();
    let plan = plan::plan_numbered(scenario, known, account, &lines, &numbers);
    Sheet { side: known.side, account, filed, numbers, plan }
}

/// The timed steps of a sheet, in the order of their pulses: where a line is written makes no difference (D9).
pub fn steps(sheet: &Sheet) -> Vec<Timed> {
    let lines = sheet.plan.lines.iter().enumerate().filter(|(_, line)| line.stands());
    let mut steps: Vec<Timed> = lines.flat_map(|(at, line)| timed(sheet, at, line)).collect();
    steps.sort_by_key(|step| step.slot);
    steps
}

fn timed(sheet: &Sheet, at: usize, line: &PlannedLine) -> Vec<Timed> {
    let Some(draft) = &line.draft else {
        return Vec::new();
    };
    let slot = match &draft.deed {
        Deed::Task(_) => Some(line.slot.unwrap_or(Slot::AFTER_ALL)),
        _ => line.slot,
    };
    let Some(slot) = slot else {
        return Vec::new();
    };
    let words = sheet.filed[at].canonical.clone();
    let form = Form { side: sheet.side, account: sheet.account, line: at, words };
    let mut steps = steps_of(&draft.deed, slot, &form);
    for act in &mut steps {
        if let Step::Ride { kept, .. } = &mut act.step {
            *kept = draft.cp;
        }
    }
    steps
}

/// Whose steps those of a deed are.
pub struct Form {
    /// Whose.
    pub side: Side,
    /// Which account pays.
    pub account: Account,
    /// Which of its lines.
    pub line: usize,
    /// The order in canonical words.
    pub words: String,
}

/// What a deed does in which pulse.
pub fn steps_of(deed: &Deed, slot: Slot, form: &Form) -> Vec<Timed> {
    let one = |slot: Slot, step: Step| Timed {
        side: form.side,
        account: form.account,
        line: form.line,
        slot,
        step,
        words: form.words.clone(),
        result: None,
    };
    let each = |count: u32, step: Step| {
        let length = (slot.last - slot.first + 1) / count.max(1);
        let part = |n: u32| Slot { first: slot.first + n * length, last: slot.first + (n + 1) * length - 1 };
        (0..count).map(|n| one(part(n), step.clone())).collect()
    };
    match deed {
        Deed::EnterLeaders { at, count } => each(*count, Step::EnterLeader { at: *at }),
        Deed::EnterPoints { at, count } => each(*count, Step::EnterPoint { at: *at }),
        Deed::Singly { each: order, count } => each(*count, Step::March(order.clone())),
        Deed::March(order) => vec![one(slot, Step::March(order.clone()))],
        Deed::Ride { march, normal, is_alone } => {
            let step = Step::Ride { march: march.clone(), normal: *normal, kept: *normal, is_alone: *is_alone };
            vec![one(slot, step)]
        }
        Deed::Dig { hex, force } => vec![one(slot, Step::Dig { hex: *hex, force: force.clone() })],
        Deed::Transfer { name, to } => vec![one(slot, Step::Transfer { name: name.clone(), to: Some(*to) })],
        Deed::Task(task) => vec![one(slot, Step::Task(task.clone()))],
        Deed::Naval(deed) => vec![one(slot, Step::Naval(deed.clone()))],
        Deed::Recovery { .. } | Deed::Idle | Deed::Hold | Deed::Wanting | Deed::Wait(_) => Vec::new(),
    }
}

/// What the giver of a line is told of it.
pub fn told(sheet: &Sheet, at: usize, acts: &[Timed]) -> Item {
    let line = &sheet.plan.lines[at];
    let is_own = |act: &&Timed| act.side == sheet.side && act.account == sheet.account && act.line == at;
    let results: Vec<&StepResult> = acts.iter().filter(is_own).filter_map(|act| act.result.as_ref()).collect();
    Item::Done {
        account: sheet.account,
        pulses: line.slot.map_or(String::new(), Slot::words),
        order: sheet.filed[at].canonical.clone(),
        outcome: outcome(line, &results),
    }
}

fn outcome(line: &PlannedLine, results: &[&StepResult]) -> ActOutcome {
    // A notice beside it is no reason.
    let gravest = || line.remarks.iter().max_by_key(|remark| remark.status);
    let refusal = || gravest().map(|remark| remark.message.clone()).unwrap_or_default();
    if !line.stands() {
        return ActOutcome::Void { why: refusal() };
    }
    match line.draft.as_ref().map(|draft| &draft.deed) {
        Some(Deed::Idle) => ActOutcome::Idle,
        Some(Deed::Hold) => ActOutcome::Done { text: "Held.".to_owned() },
        Some(Deed::Naval(NavalDeed::Lend(_))) => ActOutcome::Done { text: "Lent until the sub-turn ended.".to_owned() },
        Some(Deed::Recovery { .. }) => ActOutcome::Done { text: "Noted for the end of the turn.".to_owned() },
        Some(Deed::Wanting) | None => {
            ActOutcome::Void { why: format!("{} The pulses passed idle; no CP were spent.", refusal()) }
        }
        Some(_) => sum_up(results),
    }
}

/// Several steps of one line as one outcome.
pub(super) fn sum_up(results: &[&StepResult]) -> ActOutcome {
    let mut done: Vec<(&str, u32)> = Vec::new();
    let mut whys: Vec<&str> = Vec::new();
    for result in results {
        let (text, why) = match result {
            StepResult::Done(text) => (Some(text), None),
            StepResult::Partly(text, why) => (Some(text), Some(why)),
            StepResult::Void(why) => (None, Some(why)),
        };
        if let Some(text) = text {
            match done.iter_mut().find(|(known, _)| known == text) {
                Some((_, count)) => *count += 1,
                None => done.push((text, 1)),
            }
        }
        whys.extend(why.map(String::as_str).filter(|why| !whys.contains(why)));
    }
    let text = done.iter().map(|(text, count)| counted(text, *count)).collect::<Vec<_>>().join(" ");
    let why = whys.join(" ");
    match (text.is_empty(), why.is_empty()) {
        (true, true) => ActOutcome::Void { why: "Nothing came of it.".to_owned() },
        (true, false) => ActOutcome::Void { why },
        (false, true) => ActOutcome::Done { text },
        (false, false) => ActOutcome::Partly { text, why },
    }
}

/// "1 SP entered at Richmond." three times is "3 SP entered at Richmond."
fn counted(text: &str, count: u32) -> String {
    match text.strip_prefix("1 SP ") {
        Some(rest) => format!("{count} SP {rest}"),
        None => text.to_owned(),
    }
}
