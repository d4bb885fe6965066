//! What its giver could know is wrong with what he says in Congress: a bill that breaks a limit or stands there already, too many of his
//! that are open, a number that no open bill has. What else is wrong is found when it is carried out.

use std::collections::BTreeSet;

use base::facts::Brief;
use base::order::{Filed, Remark};

use super::super::congress::is_within_limits;
use super::super::item::Item;
use super::super::order::{Act, Congress, Order};
use super::super::scenario::Scenario;
use super::super::side::Side;

/// D12: by the bills that he reads of, and those that his letter brings before this one.
pub(super) fn wrong(
    scenario: &Scenario,
    brief: &Brief<Item>,
    (side, title): (Side, &str),
    before: &[Filed<Order>],
    said: &Congress,
) -> Result<(), Remark> {
    let subject = match said {
        Congress::Move(subject) => subject,
        Congress::Vote { bill, .. }
        | Congress::Sign { bill }
        | Congress::Veto { bill }
        | Congress::Override { bill } => return is_open_to(brief, before, *bill),
    };
    is_within_limits(scenario, side, *subject)?;
    let what = subject.words();
    let open = brief.items().iter().filter_map(|item| match item {
        Item::Bill { number, what, moved_by, .. } => Some((*number, what, moved_by)),
        _ => None,
    });
    let open: Vec<(u32, &String, &String)> = open.collect();
    if let Some((number, ..)) = open.iter().find(|(_, said, _)| **said == what) {
        return Err(Remark::refused(format!("Bill {number} says the same.")).rule("D12"));
    }
    let brought = before.iter().filter_map(|line| match &line.order.act {
        Act::Congress(Congress::Move(other)) if is_within_limits(scenario, side, *other).is_ok() => Some(other.words()),
        _ => None,
    });
    let mut brought: BTreeSet<String> = brought.collect();
    if brought.contains(&what) {
        return Err(Remark::refused("A bill of this letter says the same.").rule("D12"));
    }
    brought.retain(|other| open.iter().all(|(_, said, _)| *said != other));
    let most = scenario.tables().congress.open;
    if open.iter().filter(|(.., by)| *by == title).count() + brought.len() >= most {
        let said = format!("{most} bills of yours are open; one of them must be settled first.");
        return Err(Remark::refused(said).rule("D12"));
    }
    Ok(())
}

/// A number that is given only later would be another matter's than the one that was meant.
fn is_open_to(brief: &Brief<Item>, before: &[Filed<Order>], bill: u32) -> Result<(), Remark> {
    let is_open = brief.items().iter().any(|item| matches!(item, Item::Bill { number, .. } if *number == bill));
    let brings = |line: &Filed<Order>| matches!(line.order.act, Act::Congress(Congress::Move(_)));
    if is_open || before.iter().any(brings) {
        return Ok(());
    }
    Err(Remark::refused(format!("Bill {bill} is not open, as far as you know."))
        .hint("STATUS lists the bills that are.")
        .rule("D12"))
}
