//! What a commander could know is wrong with his orders: pulses, cost and remarks for each line, and what is left to spend.
//! Sees a brief, never the state; accounts of one seat are kept apart (C3.8).

use std::collections::BTreeMap;

use base::facts::Brief;
use base::game::SeatId;
use base::order::{Filed, Remark};
use rules::{LineReview, Review};

use super::super::assign;

use super::super::item::Item;
use super::super::order::Order;
use super::super::scenario::{Account, Scenario, Side};
use super::super::seats;
use super::super::state::Stage;
use super::conditions::Waiting;
use super::draft::{Deed, Draft};
use super::knowledge::Knowledge;
use super::naval::NavalDeed;
use super::naval::lending;
use super::plan::{self, Plan, PlannedLine};
use super::reason::Reason;
use super::transfer;

/// Judges the lines of one seat by what it was told.
pub fn review(scenario: &Scenario, brief: &Brief<Item>, seat: &SeatId, lines: &[Filed<Order>]) -> Review<Item> {
    let side = seats::side_of(scenario, seat).unwrap_or(Side::Usa);
    let known = Knowledge::of_brief(scenario, side, brief);
    let mut reviewed: BTreeMap<usize, LineReview> = BTreeMap::new();
    let mut spending = Vec::new();
    for account in seats::accounts_of(scenario, seat) {
        let own = lines_of(lines, account);
        let orders: Vec<&Order> = own.iter().map(|(_, filed)| &filed.order).collect();
        let numbers: Vec<u32> = own.iter().map(|(at, _)| *at as u32 + 1).collect();
        let supposed = lending::supposed(&known, account, &orders);
        let known = supposed.as_ref().unwrap_or(&known);
        let plan = plan::plan_numbered(scenario, known, account, &orders, &numbers);
        let told = own.iter().zip(&plan.lines).map(|((at, filed), line)| (*at, told(filed, line)));
        reviewed.extend(told);
        // In the strategic phase a leader may be presented, and there is nothing to spend yet.
        if known.stage != Some(Stage::Strategic) {
            spending.extend(spending_of(known, account, &plan));
            spending.extend(transfer::missing(known, account, &plan));
            spending.extend(rail_spending(known, account, &plan));
            spending.extend(sea_spending(known, account, &plan));
        }
    }
    let strangers = (0..lines.len()).map(|at| reviewed.remove(&at).unwrap_or_else(stranger));
    Review { lines: strangers.collect(), account: spending }
}

/// The lines of one account, with their places on the sheet.
fn lines_of(lines: &[Filed<Order>], account: Account) -> Vec<(usize, &Filed<Order>)> {
    let is_own = |filed: &Filed<Order>| assign::account_of(&filed.section) == Some(account);
    lines.iter().enumerate().filter(|(_, filed)| is_own(filed)).collect()
}

fn told(filed: &Filed<Order>, line: &PlannedLine) -> LineReview {
    let mut remarks = line.remarks.clone();
    remarks.extend(line.draft.as_ref().and_then(|draft| not_all(&filed.written, draft)));
    LineReview { note: note(line), remarks }
}

/// What is worth knowing where a line says that all go, and a leader cannot command all that stand there.
fn not_all(written: &str, draft: &Draft) -> Option<Remark> {
    let (sp, standing) = draft.along.filter(|(sp, standing)| sp < standing)?;
    let text =
        format!("Not all go: he commands {sp} SP, and {} of the {standing} SP there stay behind.", standing - sp);
    says_all(written).then(|| Remark::notice(text).rule("D18"))
}

/// "With all of his men", "the whole garrison"; not "all he can command".
fn says_all(written: &str) -> bool {
    const ALL: &[&str] = &["all", "everything", "everyone", "whole", "entire", "full"];
    let words = || written.split(|sign: char| !sign.is_alphanumeric());
    let says = |known: &[&str]| words().any(|word| known.iter().any(|known| word.eq_ignore_ascii_case(known)));
    says(ALL) && !says(&["can", "but", "except", "leaving"])
}

/// "PP 9-11, 3 CP, 4 of 10 SP".
fn note(line: &PlannedLine) -> String {
    if let Some(Draft { deed: Deed::Wait(waiting), .. }) = &line.draft {
        return kept(line, waiting);
    }
    if let Some(Draft { deed: Deed::Naval(NavalDeed::Lend(loan)), .. }) = &line.draft {
        return format!("lends {} CP, {} PP", loan.points.cp, loan.points.pp);
    }
    let (Some(slot), Some(draft)) = (line.slot, &line.draft) else {
        return String::new();
    };
    let cost = if draft.cp == 0 { String::new() } else { format!(", {} CP", draft.cp) };
    format!("{}{cost}{}", slot.words(), along(draft))
}

/// ", 4 of 10 SP": what goes with a leader.
fn along(draft: &Draft) -> String {
    match draft.along {
        Some((0, _)) => ", alone".to_owned(),
        Some((sp, standing)) if sp == standing => format!(", {sp} SP"),
        Some((sp, standing)) => format!(", {sp} of {standing} SP"),
        None => String::new(),
    }
}

/// "keeps 3 CP, 3 PP".
fn kept(line: &PlannedLine, waiting: &Waiting) -> String {
    let slot = line.slot.map_or(String::new(), |slot| format!("{}, ", slot.words()));
    match (waiting.cp, waiting.pp) {
        (0, 0) => String::new(),
        (0, pp) => format!("{slot}keeps {pp} PP"),
        (cp, pp) => format!("{slot}keeps {cp} CP, {pp} PP"),
    }
}

fn stranger() -> LineReview {
    let why = Reason::new("C3.7", "This order is for no theatre that you command.");
    LineReview { note: String::new(), remarks: vec![why.refused()] }
}

/// The rail points the lines spend, when there are any.
fn rail_spending(known: &Knowledge, account: Account, plan: &Plan) -> Option<Item> {
    account.theatre()?;
    let ledger = known.ledgers.get(&account).filter(|_| plan.caps.is_some())?;
    let available = ledger.rail.saturating_sub(ledger.rail_spent);
    (plan.spent.rail > 0).then_some(Item::RailSpending { account, points: plan.spent.rail, available })
}

/// The naval points of the theatre that the lines spend, when there are any (C6.3).
fn sea_spending(known: &Knowledge, account: Account, plan: &Plan) -> Option<Item> {
    let ledger = known.ledgers.get(&account).filter(|_| plan.caps.is_some())?;
    let available = ledger.sea.saturating_sub(ledger.sea_spent);
    (plan.spent.sea > 0).then_some(Item::SeaSpending { account, points: plan.spent.sea, available })
}

/// What the lines spend of an account that was told of.
fn spending_of(known: &Knowledge, account: Account, plan: &Plan) -> Option<Item> {
    let (caps, ledger) = (plan.caps?, known.ledgers.get(&account)?);
    let spent = plan.spent;
    Some(Item::Spending {
        account,
        sub_turn: known.stage.map_or(1, Stage::sub_turn),
        cp: spent.cp,
        cp_available: caps.cp,
        pp: spent.pp,
        pp_available: caps.most_pp(spent.cp, spent.pp == spent.cp && spent.pp > 0 && !plan.has_condition()),
        reinforcements: spent.points,
        reinforcements_left: ledger.reinforcements.saturating_sub(spent.points),
        kept_cp: plan.kept.cp,
        kept_pp: plan.kept.pp,
        leaders: spent.leaders,
        leaders_left: (ledger.pool.len() as u32).saturating_sub(spent.leaders),
    })
}
