//! Which orders of one section cannot both be meant: those for the same pulses, the same force or the same matter. Form
//! only. Asked when a letter was read in part, so that its good lines take the place of those they stand against.

use super::condition::Conditional;
use super::naval::order::NavalOrder;
use super::order::{Act, ForceRef, Order, Pulses};

/// Whether the later order takes the place of the earlier one.
pub fn contradict(earlier: &Order, later: &Order) -> bool {
    meet(earlier.pulses, later.pulses)
        || acts_of(&earlier.act).any(|one| acts_of(&later.act).any(|other| clash(one, other)))
}

/// Whether two schedules have a pulse in common, as far as they say which they take.
fn meet(one: Option<Pulses>, other: Option<Pulses>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return false };
    match (one, other) {
        (Pulses::Last, Pulses::Last) => true,
        (Pulses::Last, _) | (_, Pulses::Last) => false,
        (one, other) => {
            let ((from, to), (other_from, other_to)) = (span(one), span(other));
            from <= other_to && other_from <= to
        }
    }
}

/// The pulses that are named; of an open span its first.
fn span(pulses: Pulses) -> (u32, u32) {
    match pulses {
        Pulses::Span { from, to } => (from, to),
        Pulses::From(pulse) => (pulse, pulse),
        Pulses::Last => (u32::MAX, u32::MAX),
    }
}

/// What an order does: of one that waits for a condition, what it does either way.
fn acts_of(act: &Act) -> Box<dyn Iterator<Item = &Act> + '_> {
    match act {
        Act::If(conditional) => {
            let Conditional { then, otherwise, .. } = &**conditional;
            Box::new(then.iter().chain(otherwise))
        }
        Act::Asked(asked) if !asked.then.is_empty() => Box::new(asked.then.iter()),
        act => Box::new(std::iter::once(act)),
    }
}

fn clash(one: &Act, other: &Act) -> bool {
    let is_same_force = force_of(one).is_some_and(|force| force_of(other).is_some_and(|named| is_same(force, named)));
    is_same_force || is_same_matter(one, other)
}

/// The force that an act sends somewhere or keeps where it is.
fn force_of(act: &Act) -> Option<&ForceRef> {
    match act {
        Act::Move { force, .. }
        | Act::RailMove { force, .. }
        | Act::Entrench { force }
        | Act::Hold { force }
        | Act::React { force, .. }
        | Act::Withdraw { force, .. }
        | Act::Ride { force, .. } => Some(force),
        Act::Work { force, .. } | Act::Unplayed { force, .. } => force.as_ref(),
        Act::DissolveArmy { army } => Some(army),
        Act::Naval(naval) => match &**naval {
            NavalOrder::Carry { troops, .. } => troops.as_ref(),
            NavalOrder::SeaMove { troops, .. } => Some(troops),
            _ => None,
        },
        _ => None,
    }
}

/// Points are the same force when they stand at the same place, however many are meant.
fn is_same(one: &ForceRef, other: &ForceRef) -> bool {
    match (one, other) {
        (ForceRef::Points { from: Some(from), .. }, ForceRef::Points { from: Some(other), .. }) => from == other,
        // Whatever he takes along: "hold Lyon" and "move Lyon with 2 SP".
        (one, other) if one.leader().is_some() => one.leader() == other.leader(),
        (one, other) => one == other,
    }
}

/// Whether two acts settle the same thing, of which there is one.
fn is_same_matter(one: &Act, other: &Act) -> bool {
    use Act::{
        AssignLeaders, Discretionary, Distribute, DistributeSame, DivideRail, EnterLeaders, EnterReinforcements,
        FormArmy, Grant, Present, ReinforceAsPlanned, Save, ShiftLeader, ShiftPlanned, Transfer, Verdict, Work,
    };
    match (one, other) {
        (Distribute { cp, pp }, Distribute { cp: other_cp, pp: other_pp }) => {
            cp.is_some() && other_cp.is_some() || pp.is_some() && other_pp.is_some()
        }
        (DistributeSame, Distribute { .. } | DistributeSame) | (Distribute { .. }, DistributeSame) => true,
        (Grant { to, .. }, Grant { to: other, .. }) => to == other,
        (Discretionary { to, .. }, Discretionary { to: other, .. }) => to == other,
        (ShiftPlanned { from, to, .. }, ShiftPlanned { from: other_from, to: other_to, .. }) => {
            (from, to) == (other_from, other_to)
        }
        (ReinforceAsPlanned, ShiftPlanned { .. }) | (ShiftPlanned { .. }, ReinforceAsPlanned) => true,
        (EnterLeaders { name: Some(name), .. }, EnterLeaders { name: Some(other), .. }) => name == other,
        (EnterLeaders { name: None, at, .. }, EnterLeaders { name: None, at: other, .. }) => at == other,
        (EnterReinforcements { at, .. }, EnterReinforcements { at: other, .. }) => at == other,
        (AssignLeaders { .. }, AssignLeaders { .. }) | (DivideRail { .. }, DivideRail { .. }) => true,
        (Save { .. }, Save { .. }) => true,
        (
            ShiftLeader { name, .. } | Transfer { name, .. },
            ShiftLeader { name: other, .. } | Transfer { name: other, .. },
        ) => name == other,
        (Present { name, .. }, Present { name: other, .. }) => name == other,
        (Verdict { name, .. }, Verdict { name: other, .. }) => name == other,
        (Work { work, at, .. }, Work { work: other, at: other_at, .. }) => work == other && at == other_at,
        (FormArmy { name: Some(name), .. }, FormArmy { name: Some(other), .. }) => name == other,
        (Act::Naval(one), Act::Naval(other)) => is_same_fleet(one, other),
        (one, other) => one == other,
    }
}

fn is_same_fleet(one: &NavalOrder, other: &NavalOrder) -> bool {
    use NavalOrder::{Allot, Bombard, Carry, Grant, Lend, Ports, Sail};
    match (one, other) {
        (Ports { .. }, Ports { .. }) => true,
        (Allot { to, .. }, Allot { to: other, .. }) => to == other,
        (Grant { to, .. }, Grant { to: other, .. }) => to == other,
        (Sail(sail) | Carry { sail, .. }, Sail(other) | Carry { sail: other, .. }) => sail.fleet == other.fleet,
        (Bombard { fleet, .. } | Lend { fleet, .. }, Bombard { fleet: other, .. } | Lend { fleet: other, .. }) => {
            fleet == other
        }
        (one, other) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;
    use crate::scenario::ScenarioSource;
    use rules::Context;

    #[test]
    fn orders_for_the_same_pulses_force_or_matter_cannot_both_be_meant() {
        let scenario = ScenarioSource::named("1861").unwrap().unwrap().build().unwrap();
        let order = |line: &str| {
            let (orders, _) = read::read(&scenario, &mut Context::default(), line).unwrap();
            orders.into_iter().next().unwrap()
        };
        for (earlier, later) in [
            ("PP 1-3: enter 3 infantry at Washington", "PP 3: idle"),
            ("PP 4-7: move McDowell to Manassas", "PP 9-12: move McDowell to Frederick"),
            ("move 2 SP from Cairo to Paducah", "move 3 SP from Cairo to Columbus KY"),
            ("move McDowell with 2 SP to Manassas", "hold McDowell"),
            ("enter 3 infantry at Washington", "enter 2 infantry at Washington"),
            ("distribute CP East 12, West 5, Trans 3, Naval 2", "distribute CP East 10, West 7, Trans 3, Naval 2"),
        ] {
            assert!(contradict(&order(earlier), &order(later)), "{earlier} / {later}");
            assert!(contradict(&order(later), &order(earlier)), "{later} / {earlier}");
        }
        for (earlier, later) in [
            ("PP 1-3: enter 3 infantry at Washington", "PP 4: idle"),
            ("PP 4-7: move McDowell to Manassas", "PP 1-3: move Banks to Winchester"),
            ("enter 3 infantry at Washington", "enter 2 infantry at Baltimore"),
            ("distribute CP East 12, West 5, Trans 3, Naval 2", "distribute PP East 20, West 15, Trans 5, Naval 4"),
        ] {
            assert!(!contradict(&order(earlier), &order(later)), "{earlier} / {later}");
        }
    }
}
