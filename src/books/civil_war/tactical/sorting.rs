//! The order in which lines are judged: by their pulses, wherever they are written (D9).

use super::super::naval::order::NavalOrder;
use super::super::order::{Act, Order, Pulses};
use super::plan::{Plan, PlannedLine};
use super::planner::Planner;
use super::schedule::Slot;

/// Lays all lines of the account in the order of their pulses, when each of them stands so. Otherwise those stand that do as
/// written, and beside them those that were refused for want of a line written below them.
pub fn plan(start: &Planner<'_>) -> Plan {
    let written: Vec<usize> = (0..start.orders().len()).collect();
    let order = by_pulses(start.orders(), &written);
    if order == written {
        return as_written(start);
    }
    all_standing(start, &order).unwrap_or_else(|| sort(start, &order))
}

/// Loans first, then lines that name their first pulse in that order; behind them all others as written, with the
/// conditions that speak of lines before them.
fn by_pulses(orders: &[&Order], lines: &[usize]) -> Vec<usize> {
    let first = |at: &usize| match (&orders[*at].act, orders[*at].pulses) {
        (Act::If(waiting), _) if !waiting.lines().is_empty() => u32::MAX,
        (Act::Asked(_), _) => u32::MAX,
        // A loan counts from before the first pulse (C6.2).
        (Act::Naval(order), _) if matches!(**order, NavalOrder::Lend { .. }) => 0,
        (_, Some(Pulses::Span { from, .. } | Pulses::From(from))) => from,
        (_, Some(Pulses::Last) | None) => u32::MAX,
    };
    let mut sorted = lines.to_vec();
    sorted.sort_by_key(first);
    sorted
}

fn as_written(start: &Planner<'_>) -> Plan {
    let mut planner = start.clone();
    let lines = (0..start.orders().len()).map(|at| planner.add(at)).collect();
    planner.finish(lines)
}

/// The plan of `order` alone, if each of its lines stands.
fn all_standing(start: &Planner<'_>, order: &[usize]) -> Option<Plan> {
    let mut planner = start.clone();
    let mut lines = vec![PlannedLine::default(); start.orders().len()];
    for at in order {
        lines[*at] = Some(planner.add(*at)).filter(PlannedLine::stands)?;
    }
    Some(planner.finish(lines))
}

fn sort(start: &Planner<'_>, order: &[usize]) -> Plan {
    let written = as_written(start);
    let mut is_kept: Vec<bool> = written.lines.iter().map(PlannedLine::stands).collect();
    let kept = |is_kept: &[bool]| order.iter().copied().filter(|at| is_kept[*at]).collect::<Vec<usize>>();
    let Some(mut plan) = all_standing(start, &kept(&is_kept)) else { return written };
    while widen(start, order, &plan, &mut is_kept) {
        let Some(wider) = all_standing(start, &kept(&is_kept)) else { break };
        plan = wider;
    }
    for (at, refused) in written.lines.into_iter().enumerate().filter(|(at, _)| !is_kept[*at]) {
        plan.lines[at] = refused;
    }
    plan
}

/// Keeps refused lines besides, in the order of their pulses, that leave all that are kept standing. Tells whether there
/// were any.
fn widen(start: &Planner<'_>, order: &[usize], plan: &Plan, is_kept: &mut [bool]) -> bool {
    let orders = start.orders();
    let kept = (0..orders.len()).filter(|at| is_kept[*at]);
    let taken: Vec<Slot> = kept.filter_map(|at| named_slot(orders, plan, at)).collect();
    let first_kept_behind = first_kept_behind(order, is_kept);
    let mut planner = start.clone();
    let mut last_kept = 0;
    let mut has_grown = false;
    for (place, at) in order.iter().copied().enumerate() {
        if is_kept[at] {
            planner.add(at);
            last_kept = last_kept.max(at);
            continue;
        }
        // Judged as written, it had the same lines before it.
        let is_misplaced = at < last_kept || first_kept_behind[place] < at;
        let fitted = || fit(&planner, at, order[place + 1..].iter().filter(|other| is_kept[**other]));
        if !is_misplaced || is_taken(orders, &taken, at) {
            debug_assert!(!is_misplaced || fitted().is_none(), "no two lines share a pulse");
            continue;
        }
        if let Some(fitted) = fitted() {
            (planner, is_kept[at], has_grown) = (fitted, true, true);
            last_kept = last_kept.max(at);
        }
    }
    has_grown
}

/// One more line laid, when it stands and those behind it still do.
fn fit<'a, 'l>(before: &Planner<'a>, at: usize, mut behind: impl Iterator<Item = &'l usize>) -> Option<Planner<'a>> {
    let mut with = before.clone();
    if !with.add(at).stands() {
        return None;
    }
    let mut ahead = with.clone();
    behind.all(|other| ahead.add(*other).stands()).then_some(with)
}

/// For each place in `order` the first line of the sheet that is kept behind it; past all lines when there is none.
fn first_kept_behind(order: &[usize], is_kept: &[bool]) -> Vec<usize> {
    let mut first = vec![usize::MAX; order.len()];
    for place in (1..order.len()).rev() {
        let at = order[place];
        first[place - 1] = if is_kept[at] { first[place].min(at) } else { first[place] };
    }
    first
}

/// Where a line named its own pulses and has them.
fn named_slot(orders: &[&Order], plan: &Plan, at: usize) -> Option<Slot> {
    first_named(orders[at])?;
    plan.lines[at].slot
}

fn first_named(order: &Order) -> Option<u32> {
    match order.pulses? {
        Pulses::Span { from, .. } | Pulses::From(from) => Some(from),
        Pulses::Last => None,
    }
}

/// Whether a line that always takes pulses begins by its words in those that one that stands has by its own: they never both
/// stand (D9), and need not be tried together.
fn is_taken(orders: &[&Order], taken: &[Slot], at: usize) -> bool {
    let takes_pulses = matches!(
        orders[at].act,
        Act::EnterReinforcements { .. }
            | Act::EnterLeaders { .. }
            | Act::Move { .. }
            | Act::RailMove { .. }
            | Act::Entrench { .. }
            | Act::Transfer { .. }
            | Act::Idle { .. }
    );
    let Some(first) = first_named(orders[at]).filter(|_| takes_pulses) else { return false };
    taken.iter().any(|slot| (slot.first..=slot.last).contains(&first))
}
