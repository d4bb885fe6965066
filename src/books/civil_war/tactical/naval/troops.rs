//! Troops aboard ships, and by sea without them (C6.2, C6.3, D11, D22).

use std::sync::Arc;

use base::order::Remark;
use board::Hex;

use super::super::super::naval::chart;
use super::super::super::order::{ForceRef, Place};
use super::super::super::scenario::{Scenario, Side};
use super::super::super::state::State;
use super::super::super::{naval::zone, territory};
use super::super::course::{self, Course};
use super::super::field::{Batch, Field};
use super::super::knowledge::{Knowledge, place};
use super::super::reason::{self, Reason};
use super::super::schedule::Slot;
use super::deed::Crossing;
use super::planned::{Bridge, Company, ships};

/// Troops that go aboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passengers {
    /// Where they stand.
    pub from: Hex,
    /// Leaders who go, the one named first.
    pub leaders: Vec<String>,
    /// Strength points.
    pub sp: u32,
    /// The pulse in which the act begins.
    pub first: u32,
}

/// The troops that an order puts aboard: they stand at the water of the ships when the pulse begins, one strength point for
/// each naval one; being carried is a march (C6.2, D11, D22).
pub fn passengers(bridge: &Bridge, force: &ForceRef, company: &Company, first: u32) -> Result<Passengers, Reason> {
    let meant = meant(bridge, force, company, first)?;
    let standing = standing(bridge, meant.from, first);
    if meant.sp > standing {
        let text = format!("{standing} SP at {} can go aboard, not {}.", place(bridge.scenario, meant.from), meant.sp);
        return Err(Reason::new("C6.2", text).hint("Who arrives in a pulse embarks in the next one at the earliest."));
    }
    if meant.sp == 0 && meant.leaders.is_empty() {
        return Err(Reason::new("C6.2", "Nobody would go aboard."));
    }
    Ok(meant)
}

/// What whoever loads troops should know that do not stand there yet (C6.2).
pub fn still_to_come(bridge: &Bridge, meant: &Passengers) -> Option<Remark> {
    let standing = standing(bridge, meant.from, u32::MAX);
    let place = place(bridge.scenario, meant.from);
    let text = match (meant.sp, standing) {
        (0, 0) if meant.leaders.is_empty() => format!("Nobody stands at {place} now."),
        (sp, _) if sp > standing => format!("{standing} SP at {place} could go aboard now."),
        _ => return None,
    };
    Some(Remark::notice(format!("{text} Who stands there when the loading begins goes aboard.")).rule("C6.2"))
}

fn standing(bridge: &Bridge, hex: Hex, first: u32) -> u32 {
    ready(bridge, hex, first).map(|batch| batch.sp).sum()
}

/// The troops that an order means, whether or not they stand there yet: others may bring them (C6.2).
pub fn meant(bridge: &Bridge, force: &ForceRef, company: &Company, first: u32) -> Result<Passengers, Reason> {
    let (from, leaders, asked) = whom(bridge, force)?;
    if !chart::touches(bridge.scenario, company.water, from) {
        let text = format!(
            "The troops at {} and the ships at {} are not together.",
            place(bridge.scenario, from),
            chart::name(bridge.scenario, company.water)
        );
        return Err(
            Reason::new("C6.2", text).hint("Troops embark where they stand with the ships as the pulse begins.")
        );
    }
    let sp = asked.unwrap_or_else(|| standing(bridge, from, first));
    if sp > company.count && asked.is_some() {
        let text = format!("{} carry {} SP, not {sp}.", ships(company.count), company.count);
        return Err(Reason::new("D22", text).hint("A naval strength point carries one strength point."));
    }
    Ok(Passengers { from, leaders, sp: sp.min(company.count), first })
}

/// Who is meant, whoever commands them: ships carry the troops of every theatre.
fn whom(bridge: &Bridge, force: &ForceRef) -> Result<(Hex, Vec<String>, Option<u32>), Reason> {
    let (field, side) = (bridge.field, bridge.side);
    match force {
        ForceRef::Leader(name) => {
            let leader = field.leaders.get(name).filter(|leader| leader.side == side);
            let leader = leader.ok_or_else(|| reason::no_such_leader(name))?;
            Ok((
                leader.hex,
                vec![name.clone()],
                Some(leader.rank.capacity(&bridge.scenario.tables).min(field.sp(side, leader.hex))),
            ))
        }
        ForceRef::LeaderWith { name, take, .. } => {
            let (hex, leaders, most) = whom(bridge, &ForceRef::Leader(name.clone()))?;
            let sp = take.or(most).unwrap_or(0);
            let capacity = field.leaders.get(name).map_or(0, |leader| leader.rank.capacity(&bridge.scenario.tables));
            if sp > capacity {
                let text = format!("{name} commands {capacity} SP at most, not {sp}.");
                return Err(Reason::new("D18", text));
            }
            Ok((hex, leaders, Some(sp)))
        }
        ForceRef::Army(name) => {
            let hex = field.army(side, name).ok_or_else(|| reason::no_such_army(name))?;
            Ok((hex, leaders_at(field, side, hex), None))
        }
        ForceRef::At(Place::Known(hex)) => Ok((*hex, leaders_at(field, side, *hex), None)),
        ForceRef::Points { count, from: Some(Place::Known(hex)) } => Ok((*hex, Vec::new(), *count)),
        ForceRef::At(Place::Unknown(words)) | ForceRef::Points { from: Some(Place::Unknown(words)), .. } => {
            Err(reason::unknown_place(words))
        }
        ForceRef::Points { from: None, .. } => {
            Err(Reason::new("D9", "It is not said where these points stand.").hint("Add `at` and a town or a hex."))
        }
    }
}

fn leaders_at(field: &Field, side: Side, hex: Hex) -> Vec<String> {
    field.leaders_at(side, hex).into_iter().map(str::to_owned).collect()
}

/// Points that may go aboard: those that stood there as the act began and have a move left.
fn ready<'a>(bridge: &Bridge<'a>, hex: Hex, first: u32) -> impl Iterator<Item = &'a Batch> {
    let most = bridge.scenario.tables.movement.moves_per_subturn;
    let troops = bridge.field.troops.get(&hex).filter(|troops| troops.side == bridge.side);
    let batches = troops.into_iter().flat_map(|troops| &troops.batches);
    batches.filter(move |batch| may_board(batch, most, first))
}

fn may_board(batch: &Batch, most: u32, first: u32) -> bool {
    batch.tread.moves < most && (batch.tread.moves == 0 || batch.tread.last < first)
}

/// Takes passengers out of their hex.
pub fn board(field: &mut Field, scenario: &Scenario, side: Side, troops: &Passengers, pulse: u32) -> Vec<Batch> {
    let most = scenario.tables.movement.moves_per_subturn;
    let batches = field.take(troops.from, troops.sp, |batch| may_board(batch, most, troops.first));
    course::arrive(field, side, troops.from, &troops.leaders, pulse);
    course::tread_on(batches, pulse, false)
}

/// Lands passengers as if nobody were there.
pub fn land_as_planned(
    scenario: &Scenario,
    known: &Knowledge,
    course: &mut Course,
    troops: &Passengers,
    to: Hex,
    pulse: u32,
) {
    let field = Arc::make_mut(&mut course.field);
    let batches = board(field, scenario, known.side, troops, pulse);
    field.join(known.side, to, batches);
    for name in &troops.leaders {
        if let Some(leader) = field.leaders.get_mut(name) {
            leader.hex = to;
        }
    }
}

/// The troops of a crossing, judged by what their commander knows of ports and forts (C6.3, D22).
pub fn crossers(bridge: &Bridge, towns: &State, crossing: &Crossing, first: u32) -> Result<Passengers, Reason> {
    let (from, leaders, asked) = whom(bridge, &crossing.force)?;
    if super::super::knowledge::account_at(bridge.scenario, from) != bridge.account {
        return Err(Reason::new(
            "C6.3",
            format!("The force at {} is not under your command.", place(bridge.scenario, from)),
        ));
    }
    may_cross(bridge.scenario, towns, bridge.side, from, crossing.to)?;
    let standing = standing(bridge, from, first);
    let sp = asked.unwrap_or(standing);
    if sp > standing || sp == 0 && leaders.is_empty() {
        let text = format!("{standing} SP at {} can go by sea, not {sp}.", place(bridge.scenario, from));
        return Err(Reason::new("C6.3", text));
    }
    Ok(Passengers { from, leaders, sp, first })
}

/// From an own port to an own port or to an enemy coast without a fort, by the sea (D22).
fn may_cross(scenario: &Scenario, towns: &State, side: Side, from: Hex, to: Hex) -> Result<(), Reason> {
    if side != Side::Usa {
        return Err(Reason::new("C6.3", "Only the Union moves troops by sea."));
    }
    let is_coast = |hex: Hex| chart::touching(scenario, hex).iter().any(|water| !water.is_river());
    let is_sea_port = |hex: Hex| is_coast(hex) || chart::kind_of_port(scenario, hex) == Some(chart::ShipKind::Ocean);
    let is_own_port = |hex: Hex| {
        let is_port = scenario.map.city_at(hex).is_some_and(|city| city.port);
        is_port && is_sea_port(hex) && territory::holder_at(scenario, towns, hex) == Some(side)
    };
    if !is_own_port(from) {
        return Err(
            Reason::new("C6.3", format!("{} is no port of your side at sea.", place(scenario, from))).rule("D22")
        );
    }
    if is_own_port(to) {
        return Ok(());
    }
    if !scenario.map.is_land(to) || !is_coast(to) {
        let text = format!("{} is neither a port of your side nor on the coast.", place(scenario, to));
        return Err(Reason::new("C6.3", text).rule("D22"));
    }
    if zone::has_guns(towns, side.enemy(), to) {
        let text = format!("An enemy fort guards {}: nobody lands there without ships.", place(scenario, to));
        return Err(Reason::new("C6.3", text).rule("D22"));
    }
    Ok(())
}

/// Carries a crossing out by own knowledge.
pub fn cross(
    scenario: &Scenario,
    known: &Knowledge,
    course: &mut Course,
    crossing: &Crossing,
    slot: Slot,
) -> Result<(), Reason> {
    let bridge = Bridge { scenario, field: &course.field, side: known.side, account: course.account };
    let troops = crossers(&bridge, &course.towns, crossing, slot.first)?;
    land_as_planned(scenario, known, course, &troops, crossing.to, slot.last);
    Ok(())
}

/// The naval command points of a crossing: the initiative of its leader, or its strength points (D22).
pub fn fare(bridge: &Bridge, force: &ForceRef) -> Result<u32, Reason> {
    let (from, leaders, asked) = whom(bridge, force)?;
    let senior = leaders.first().and_then(|name| bridge.field.leaders.get(name));
    Ok(senior.map_or_else(|| asked.unwrap_or(bridge.field.sp(bridge.side, from)), |it| it.rank.initiative))
}
