//! From an order to ships to its cost and deed (C6, D22), as things would stand when it begins.

use base::order::Remark;
use board::Hex;

use super::super::super::naval::order::{FleetRef, Haven, NavalOrder, Sail};
use super::super::super::naval::zone;
use super::super::super::order::{ForceRef, Order, Place};
use super::super::course::Course;
use super::super::draft::{Deed, Draft, wanting};
use super::super::knowledge::Knowledge;
use super::super::muster::View;
use super::super::reason::{self, Reason};
use super::deed::{Cargo, Crossing, Goal, NavalDeed, Voyage};
use super::planned::{Bridge, goal_of, prepare};
use super::{entry, forts, lending, recall, troops};

/// Reads the cost and the deed of an order to ships. Refuses what cannot be.
pub fn draft(
    known: &Knowledge,
    view: &View,
    course: &Course,
    order: &Order,
    naval: &NavalOrder,
) -> Result<Draft, Remark> {
    let draft = draft_any(known, view, course, order, naval)?;
    let is_lent = naval.fleet().is_some() && lending::borrower(view.side, view.account).is_some();
    Ok(if is_lent { lending::on_loan(known, draft) } else { draft })
}

fn draft_any(
    known: &Knowledge,
    view: &View,
    course: &Course,
    order: &Order,
    naval: &NavalOrder,
) -> Result<Draft, Remark> {
    let costs = &view.scenario.tables.costs;
    let bridge = Bridge { scenario: view.scenario, field: view.field, side: view.side, account: view.account };
    let whole = |cp: u32, deed: NavalDeed| Draft::of_length(cp, cp, Deed::Naval(deed));
    let refuse = |why: Reason| why.refused();
    let is_blank = known.is_blank();
    match naval {
        NavalOrder::Ports { .. } | NavalOrder::Allot { .. } | NavalOrder::Grant { .. } => {
            Err(super::super::draft::strategic().refused())
        }
        NavalOrder::EnterShips => {
            if !is_blank {
                entry::may_enter_ships(view.scenario, view.towns, view.side, &course.navy).map_err(refuse)?;
            }
            Ok(whole(costs.naval_entry, NavalDeed::EnterShips))
        }
        NavalOrder::EnterIronclad { at } => {
            let at = at.as_ref().map(said).transpose().map_err(refuse)?;
            if !is_blank {
                let side = view.side;
                entry::may_enter_ironclad(view.scenario, view.towns, side, view.account, &course.navy, at)
                    .map_err(refuse)?;
            }
            Ok(whole(costs.ironclad_entry, NavalDeed::EnterIronclad { at }))
        }
        NavalOrder::Raid { name, at } => {
            let Some(at) = at else { return Ok(wanting(costs.raider_entry, costs.raider_entry, no_port())) };
            let at = said(at).map_err(refuse)?;
            if !is_blank {
                entry::may_raid(view.scenario, view.towns, view.side, &course.navy, at).map_err(refuse)?;
            }
            Ok(whole(costs.raider_entry, NavalDeed::Raid { name: name.clone(), at }))
        }
        NavalOrder::Hunt => {
            if !is_blank {
                entry::may_hunt(view.side, &course.navy).map_err(refuse)?;
            }
            Ok(whole(costs.hunt_raider, NavalDeed::Hunt))
        }
        NavalOrder::Recall { leader } => {
            let cp = costs.recall;
            let Some(leader) = leader.clone().or_else(|| only_captain(&bridge)) else {
                return Ok(wanting(cp, cp, no_rallying_point()));
            };
            if !is_blank {
                recall::rallying_point(view.field, view.side, &leader).map_err(refuse)?;
            }
            Ok(whole(cp, NavalDeed::Recall { leader }))
        }
        NavalOrder::Bombard { fleet, at } => {
            let unled = presumed(view, order, fleet);
            let Some(at) = at else { return Ok(wanting(unled, unled, no_fort())) };
            let at = said(at).map_err(refuse)?;
            if is_blank {
                return Ok(Draft::of_length(unled, unled, Deed::Wanting));
            }
            let company = forts::may_bombard(&bridge, view.towns, fleet, at).map_err(refuse)?;
            let fleet = fleet_at(fleet, &company);
            Ok(whole(company.cp, NavalDeed::Bombard { fleet, at, cp: company.cp }))
        }
        NavalOrder::Lend { .. } => lending::draft(known, &bridge, naval),
        NavalOrder::Sail(sail) => draft_sail(known, view, &bridge, order, sail, None),
        NavalOrder::Carry { troops, sail } => {
            let Some(troops) = troops else {
                let cp = presumed(view, order, &sail.fleet);
                return Ok(wanting(cp, cp, no_troops()));
            };
            draft_sail(known, view, &bridge, order, sail, Some(troops))
        }
        NavalOrder::SeaMove { troops, to } => draft_crossing(known, view, &bridge, order, course, troops, to.as_ref()),
    }
}

/// The ships that were found to be meant, so that play means the same ones.
fn fleet_at(fleet: &FleetRef, company: &super::planned::Company) -> FleetRef {
    use super::super::super::naval::Water;
    if fleet.leader.is_some() {
        return fleet.clone();
    }
    let bank = match company.water {
        Water::River(_, other) => Some(other),
        Water::Sea(_) => None,
    };
    FleetRef { at: Some(Haven { place: Place::Known(company.water.hex()), bank }), ..fleet.clone() }
}

fn draft_sail(
    known: &Knowledge,
    view: &View,
    bridge: &Bridge,
    order: &Order,
    sail: &Sail,
    troops: Option<&ForceRef>,
) -> Result<Draft, Remark> {
    let presumed = presumed(view, order, &sail.fleet);
    let Some(to) = &sail.to else { return Ok(wanting(presumed, presumed, no_goal())) };
    let goals: Result<Vec<Goal>, Reason> = sail.via.iter().chain([to]).map(goal_of).collect();
    let goals = match goals {
        Ok(goals) => goals,
        Err(why) => return Ok(wanting(presumed, presumed, why)),
    };
    if known.is_blank() {
        return Ok(Draft::of_length(presumed, presumed, Deed::Wanting));
    }
    let cargo = match troops {
        Some(force) => Some(Cargo { force: force.clone(), to: landing(to).map_err(Reason::refused)? }),
        None => None,
    };
    let fleet = match troops {
        Some(force) => ships_for(bridge, &sail.fleet, force),
        None => sail.fleet.clone(),
    };
    let company = bridge.company(&fleet).map_err(Reason::refused)?;
    let fleet = fleet_at(&fleet, &company);
    let voyage = Voyage { fleet, goals, runs: sail.runs, stops: sail.stops, cargo, cp: company.cp };
    // Whether there is a way is asked again when the pulses are known; a way that is shut is said at once.
    let is_shut = |water| zone::is_under_guns(view.towns, view.side, water);
    prepare(bridge, &voyage, u32::MAX, &is_shut).map_err(Reason::refused)?;
    let mut remarks = Vec::new();
    if let Some(cargo) = &voyage.cargo {
        let meant = troops::meant(bridge, &cargo.force, &company, u32::MAX).map_err(Reason::refused)?;
        remarks.extend(troops::still_to_come(bridge, &meant));
    }
    let mut draft = Draft::of_length(company.cp, company.cp, Deed::Naval(NavalDeed::Sail(voyage)));
    draft.remarks.extend(remarks);
    Ok(draft)
}

/// Ships for troops, when it was not said which: those that lie where the troops stand.
fn ships_for(bridge: &Bridge, fleet: &FleetRef, force: &ForceRef) -> FleetRef {
    if fleet.leader.is_some() || fleet.at.is_some() {
        return fleet.clone();
    }
    let from = match force {
        ForceRef::Leader(name) | ForceRef::LeaderWith { name, .. } => {
            bridge.field.leaders.get(name).map(|leader| leader.hex)
        }
        ForceRef::Army(name) => bridge.field.army(bridge.side, name),
        ForceRef::At(Place::Known(hex)) | ForceRef::Points { from: Some(Place::Known(hex)), .. } => Some(*hex),
        _ => None,
    };
    FleetRef { at: from.map(|hex| Haven::from(Place::Known(hex))), ..fleet.clone() }
}

fn landing(to: &Haven) -> Result<Hex, Reason> {
    match (&to.place, to.bank) {
        (Place::Known(hex), None) => Ok(*hex),
        _ => Err(Reason::new("D22", "Troops land in a hex, not on a side of it.").hint("Name the town or the hex.")),
    }
}

fn draft_crossing(
    known: &Knowledge,
    view: &View,
    bridge: &Bridge,
    order: &Order,
    course: &Course,
    force: &ForceRef,
    to: Option<&Place>,
) -> Result<Draft, Remark> {
    let stated = order.stated_cp.unwrap_or(1).max(1);
    let fare = |force: &ForceRef| troops::fare(bridge, force);
    if known.is_blank() {
        return Ok(by_sea(stated, Deed::Wanting, stated));
    }
    let cp = match fare(force) {
        Ok(cp) => cp.max(1),
        Err(why) if matches!(force, ForceRef::Points { from: None, .. }) => {
            return Ok(Draft { cp: 0, ..wanting(stated, 0, why) });
        }
        Err(why) => return Err(why.refused()),
    };
    let Some(to) = to else { return Ok(Draft { cp: 0, ..wanting(cp, 0, no_goal()) }) };
    let to = match said(to) {
        Ok(to) => to,
        Err(why) => return Ok(Draft { cp: 0, ..wanting(cp, 0, why) }),
    };
    let crossing = Crossing { force: force.clone(), to, cp };
    troops::crossers(bridge, view.towns, &crossing, u32::MAX).map_err(Reason::refused)?;
    if cp > course.sea_left {
        let left = course.sea_left;
        let text = format!("This takes {cp} naval CP of those that were given to you; {left} are left.");
        return Err(Reason::new("C6.3", text)
            .hint("The supreme commander gives naval CP for movement by sea.")
            .refused());
    }
    Ok(by_sea(cp, Deed::Naval(NavalDeed::Cross(crossing)), cp))
}

/// The pulses are the theatre's, the command points those it was given of the navy's (C6.3).
fn by_sea(length: u32, deed: Deed, sea: u32) -> Draft {
    Draft { sea, ..Draft::of_length(length, 0, deed) }
}

/// What ships would cost that cannot be told yet: the points in brackets, the leader's initiative, or a point for each ship.
fn presumed(view: &View, order: &Order, fleet: &FleetRef) -> u32 {
    let roster = |name: &String| view.scenario.roster.by_name(name).map(|(_, spec)| spec.initiative.unsigned_abs());
    let led = fleet.leader.as_ref().and_then(roster);
    order.stated_cp.or(led).or(fleet.count).unwrap_or(1).max(1)
}

fn only_captain(bridge: &Bridge) -> Option<String> {
    let own = bridge.field.captains.iter().filter(|(_, captain)| captain.side == bridge.side);
    let mut own = own.map(|(name, _)| name.clone());
    own.next().filter(|_| own.next().is_none())
}

fn said(place: &Place) -> Result<Hex, Reason> {
    match place {
        Place::Known(hex) => Ok(*hex),
        Place::Unknown(words) => Err(reason::unknown_place(words)),
    }
}

fn no_port() -> Reason {
    Reason::new("C6.5", "It is not said from which port.").hint("Add `at` and a port.")
}

fn no_fort() -> Reason {
    Reason::new("D22", "It is not said which fort.").hint("Add `at` and the place of the fort.")
}

fn no_goal() -> Reason {
    Reason::new("D9", "The destination is missing.").hint("Add `to` and a town, a hex, or a side such as 1914/1915.")
}

fn no_troops() -> Reason {
    Reason::new("C6.2", "It is not said which troops, and where they go aboard.")
        .hint("Troops embark and land in one order: `load 2 SP at Cairo and land them at Paducah`.")
}

fn no_rallying_point() -> Reason {
    Reason::new("C6.7", "It is not said to which leader the ships are called.")
        .hint("Write `recall all ships to` and a naval leader.")
}
