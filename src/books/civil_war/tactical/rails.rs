//! Movement by rail: its way, its points, and how it is ordered (C3.5.10, D14).

use base::order::Remark;
use board::paths::Cost;
use board::{Hex, paths};

use super::super::order::{Act, Order};
use super::super::supply::rail;
use super::course::Course;
use super::draft::{self, Deed, Draft};
use super::knowledge::{Knowledge, place};
use super::muster::{Body, MarchOrder, View};
use super::reason::Reason;

/// Reads a move by rail: a march that also takes rail points.
pub(super) fn draft(
    known: &Knowledge,
    view: &View,
    course: &Course,
    order: &Order,
    stated: Option<u32>,
) -> Result<Draft, Remark> {
    let Act::RailMove { force, to, via, manner, .. } = &order.act else {
        return Err(draft::strategic().refused());
    };
    let mut draft = draft::march(known, view, order, force, to.as_ref(), via, *manner)?;
    let each = view.scenario.tables.rail.points_per_sp;
    let points = match &mut draft.deed {
        Deed::March(march) => {
            let sp = view.identify(force).map_err(Reason::refused)?.sp;
            let points = sp.saturating_mul(each);
            march.rail = Some(points);
            points
        }
        Deed::Singly { each: march, count } => {
            march.rail = Some(each);
            count.saturating_mul(each)
        }
        _ => {
            draft.rail = stated.unwrap_or(0);
            return Ok(draft);
        }
    };
    if let Some(stated) = stated.filter(|stated| *stated != points) {
        let text = format!("This takes {points} rail points, not {stated}.");
        let hint = format!("Write \"for {points} rail\", or leave the rail points out.");
        return Err(Reason::new("D9", text).hint(hint).refused());
    }
    if points > course.rail_left {
        let text = format!("This takes {points} rail points; {} has {} left.", course.account, course.rail_left);
        let most = course.rail_left / each.max(1);
        return Err(Reason::new("C3.5.10", text).rule("D14").hint(format!("The most is {most} SP by rail.")).refused());
    }
    draft.rail = points;
    Ok(draft)
}

/// The way of a body by rail, and no more points than were paid for.
pub(super) fn path(view: &View, body: &mut Body, order: &MarchOrder, paid: u32) -> Result<Vec<Hex>, Reason> {
    let rules = &view.scenario.tables.rail;
    body.sp = body.sp.min(paid / rules.points_per_sp.max(1));
    let stops: Vec<Hex> = order.via.iter().copied().chain([order.to]).collect();
    let is_open =
        |hex: Hex| rail::holder(view.scenario, view.towns, hex) == Some(view.side) && !view.seen.contains(&hex);
    if let Some(hex) = [body.origin].iter().chain(&stops).find(|hex| !is_open(**hex)) {
        return Err(shut(view, *hex));
    }
    let mut whole = vec![body.origin];
    let mut spent = 0;
    for stop in &stops {
        let from = *whole.last().unwrap_or(&body.origin);
        let steps = |hex: Hex| {
            let next = view.scenario.map.rail_neighbours(hex).filter(|next| is_open(*next));
            next.map(|next| (next, 1))
        };
        let leg = paths::within(from, *stop, Cost::MAX, |hex| hex.distance(*stop), steps);
        let leg = leg.ok_or_else(|| broken(view, *stop))?;
        spent += leg.cost;
        whole.extend(leg.nodes.into_iter().skip(1));
    }
    if spent > rules.edges_max {
        let reach = whole[rules.edges_max as usize];
        let text = format!(
            "{} is {spent} hexes away by rail; {} is the most.",
            place(view.scenario, order.to),
            rules.edges_max
        );
        return Err(
            Reason::new("D14", text).hint(format!("On that way it could reach {}.", place(view.scenario, reach)))
        );
    }
    Ok(whole)
}

/// Why no train stops in a hex.
fn shut(view: &View, hex: Hex) -> Reason {
    let name = place(view.scenario, hex);
    if !view.scenario.map.hex(hex).is_some_and(|tile| tile.has_rail()) {
        return Reason::new("D14", format!("No railway runs through {name}."));
    }
    if view.seen.contains(&hex) {
        return Reason::new("D14", format!("The enemy stands at {name}: no train goes there."));
    }
    Reason::new("D14", format!("The railway at {name} is not yours.")).hint("Convert it first, for 1 CP a hex.")
}

fn broken(view: &View, hex: Hex) -> Reason {
    let text = format!("No railway of yours leads to {} without a break.", place(view.scenario, hex));
    Reason::new("D14", text).hint("Trains go through hexes whose railway is yours and where no enemy stands.")
}
