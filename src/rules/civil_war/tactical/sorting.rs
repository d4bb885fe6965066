//! The order in which lines are judged: by their pulses, wherever they are written (D9).

use super::super::naval::order::NavalOrder;
use super::super::order::{Act, Order, Pulses};
use super::plan::Plan;

/// Loans first, then lines that name their first pulse in that order; behind them all others as written, with the
/// conditions that speak of lines before them.
pub fn by_pulses(orders: &[&Order], mut lines: Vec<usize>) -> Vec<usize> {
    let first = |at: &usize| match (&orders[*at].act, orders[*at].pulses) {
        (Act::If(waiting), _) if !waiting.lines().is_empty() => u32::MAX,
        (Act::Asked(_), _) => u32::MAX,
        // A loan counts from before the first pulse (C6.2).
        (Act::Naval(order), _) if matches!(**order, NavalOrder::Lend { .. }) => 0,
        (_, Some(Pulses::Span { from, .. } | Pulses::From(from))) => from,
        (_, Some(Pulses::Last) | None) => u32::MAX,
    };
    lines.sort_by_key(first);
    lines
}

/// Judges lines anew in the order of their pulses. Those that stand as written still do; beside them may stand what was
/// refused for want of a line that is written below it.
pub fn sort(written: Plan, orders: &[&Order], sorted: &dyn Fn(Vec<usize>) -> Option<Plan>) -> Plan {
    let mut kept: Vec<usize> = (0..orders.len()).filter(|at| written.lines[*at].stands()).collect();
    let Some(mut plan) = sorted(kept.clone()) else { return written };
    let with = |kept: &[usize], at: usize| {
        let mut more = kept.to_vec();
        more.insert(kept.partition_point(|other| *other < at), at);
        more
    };
    loop {
        let refused: Vec<usize> = (0..orders.len()).filter(|at| !kept.contains(at)).collect();
        let (taken, open): (Vec<usize>, Vec<usize>) =
            refused.into_iter().partition(|at| is_taken(orders, &plan, &kept, *at));
        debug_assert!(taken.iter().take(20).all(|at| sorted(with(&kept, *at)).is_none()), "no two lines share a pulse");
        let found = open.into_iter().filter(|at| is_misplaced(orders, &kept, *at)).find_map(|at| {
            let more = with(&kept, at);
            Some((sorted(more.clone())?, more))
        });
        let Some(more) = found else { break };
        (plan, kept) = more;
    }
    for (line, refused) in plan.lines.iter_mut().zip(written.lines).filter(|(_, line)| !line.stands()) {
        if line.draft.is_none() && line.remarks.is_empty() {
            *line = refused;
        }
    }
    plan
}

/// Whether a line that always takes pulses begins by its words in those that one that stands has by its own: they never both
/// stand (D9), and need not be tried together.
fn is_taken(orders: &[&Order], plan: &Plan, kept: &[usize], at: usize) -> bool {
    let begins = |order: &Order| match order.pulses? {
        Pulses::Span { from, .. } | Pulses::From(from) => Some(from),
        Pulses::Last => None,
    };
    let takes_pulses = matches!(
        orders[at].act,
        Act::EnterReinforcements { .. }
            | Act::EnterLeaders { .. }
            | Act::Move { .. }
            | Act::RailMove { .. }
            | Act::Entrench { .. }
            | Act::Transfer { .. }
    );
    let Some(first) = begins(orders[at]).filter(|_| takes_pulses) else { return false };
    let mut named = kept.iter().filter(|other| begins(orders[**other]).is_some());
    named.any(|other| plan.lines[*other].slot.is_some_and(|slot| (slot.first..=slot.last).contains(&first)))
}

/// Whether a line is written on the other side of one that stands than its pulses say.
fn is_misplaced(orders: &[&Order], kept: &[usize], at: usize) -> bool {
    kept.iter().any(|other| {
        let written = vec![at.min(*other), at.max(*other)];
        by_pulses(orders, written.clone()) != written
    })
}
