//! What its giver could know is wrong with a bill he brings: that it breaks a limit or stands there already, and that too many of his
//! are open; and that there is no bill of the number he names. What else is said in Congress is found wrong when it is carried out.

use std::collections::BTreeSet;

use base::facts::Brief;
use base::game::SeatId;
use base::order::{Filed, Remark};

use super::super::congress::is_within_limits;
use super::super::entitlement::{Section, readers};
use super::super::item::Item;
use super::super::order::{Act, Congress, Order};
use super::super::scenario::Scenario;
use super::super::side::Side;

/// D12: by the bills that he reads of, and those that his letter brings before this one.
pub(super) fn wrong(
    scenario: &Scenario,
    brief: &Brief<Item>,
    (side, seat): (Side, &SeatId),
    before: &[Filed<Order>],
    said: &Congress,
) -> Result<(), Remark> {
    let title = scenario.title(seat);
    let subject = match said {
        Congress::Move(subject) => subject,
        Congress::Vote { bill, .. }
        | Congress::Sign { bill }
        | Congress::Veto { bill }
        | Congress::Override { bill } => {
            // One that this letter brings has the next number, which no review knows.
            let is_moved = |line: &Filed<Order>| matches!(line.order.act, Act::Congress(Congress::Move(_)));
            return if before.iter().any(is_moved) { Ok(()) } else { there_is(scenario, brief, (side, seat), *bill) };
        }
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
    if open.iter().filter(|(.., by)| **by == title).count() + brought.len() >= most {
        let said = format!("{most} bills of yours are open; one of them must be settled first.");
        return Err(Remark::refused(said).rule("D12"));
    }
    Ok(())
}

/// Whether a bill of this number was brought, as far as who reads of those that are open can know. Of one beyond them nothing can be
/// said, were it settled or not there at all.
fn there_is(
    scenario: &Scenario,
    brief: &Brief<Item>,
    (side, seat): (Side, &SeatId),
    number: u32,
) -> Result<(), Remark> {
    let open = brief.items().iter().filter_map(|item| match item {
        Item::Bill { number, .. } => Some(*number),
        _ => None,
    });
    let is_beyond = open.max().is_none_or(|last| number > last);
    if !is_beyond || !readers(scenario, side, Section::Bills).contains(seat) {
        return Ok(());
    }
    Err(Remark::refused(format!("No bill {number} is open.")).rule("D12"))
}
