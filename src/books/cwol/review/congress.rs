//! What its giver could know is wrong with a bill he brings: that it breaks a limit or stands there already, and that too many of his
//! are open. What else is said in Congress is found wrong when it is carried out.

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
    let Congress::Move(subject) = said else { return Ok(()) };
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
