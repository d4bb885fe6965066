//! Ships, raiders and troops by sea: the lines of `grammar/civil-war/naval.pest`. Their words stand in any order; what a
//! line comes to, they decide together.

mod lend;
mod said;
mod write;

use pest::iterators::{Pair, Pairs};

pub(super) use lend::lend;
pub(super) use write::write_naval;

use self::said::{Said, gather};
use super::copy::{FairCopy, Named};
use super::grammar::Rule;
use super::parts::{inner_number, once};
use super::resolve::{Desk, theatre_of};
use super::verbs;
use crate::naval::chart::ShipKind;
use crate::naval::order::{FleetRef, Haven, NavalOrder, Sail};
use crate::order::{Act, ForceRef, Order, Place};
use crate::scenario::{Arm, Scenario};
use base::order::Remark;
use reader::slip::words;

/// A line of ships.
pub(super) fn naval(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let mut said = gather(desk, pairs)?;
    let order = decide(desk, &mut said)?;
    said.nothing_left()?;
    Ok(Order { heading: None, pulses: said.pulses, stated_cp: said.stated_cp, act: Act::Naval(Box::new(order)) })
}

fn decide(desk: &mut Desk<'_, '_>, said: &mut Said) -> Result<NavalOrder, Remark> {
    if said.has(Rule::n_hunt) {
        return Ok(NavalOrder::Hunt);
    }
    if said.is_raider {
        let at = said.take_place();
        if at.is_none() {
            ask(desk, "It is not said from which port.", "Add `from` and a port.", "C6.5");
        }
        return Ok(NavalOrder::Raid { name: said.ship_name.take(), at });
    }
    if said.has(Rule::n_recall) {
        return recall(desk, said);
    }
    if said.has(Rule::n_by_sea) {
        return by_sea(desk, said);
    }
    if said.is_of(ShipKind::Ironclad) && said.theatre.is_some() {
        let (to, at) = (said.theatre.take(), said.take_place());
        said.fleet = FleetRef::default();
        if at.is_none() {
            ask(desk, "It is not said at which port the ironclad enters.", "Add `at` and a port.", "C3.5.3");
        }
        return Ok(NavalOrder::Allot { to, at });
    }
    if said.has(Rule::n_enter) || said.is_new {
        return newcomers(desk, said);
    }
    if said.has(Rule::n_bombard) {
        let fleet = said.fleet();
        let at = said.take_place();
        if at.is_none() {
            ask(desk, "It is not said which fort.", "Add the place of the fort.", "D22");
        }
        return Ok(NavalOrder::Bombard { fleet, at });
    }
    if said.has(Rule::n_load) || said.has(Rule::n_land) || said.has_ships() && said.troops.is_some() {
        return carry(desk, said);
    }
    sail(desk, said)
}

fn ask(desk: &mut Desk<'_, '_>, text: &str, hint: &str, rule: &str) {
    desk.remarks.push(Remark::incomplete(text).hint(hint).rule(rule));
}

fn recall(desk: &mut Desk<'_, '_>, said: &mut Said) -> Result<NavalOrder, Remark> {
    let leader = said.fleet.leader.take();
    if said.has_groups {
        desk.remarks.push(Remark::notice("Every ship that can come is called; ships have no numbers.").rule("C6.7"));
    }
    if leader.is_none() {
        ask(desk, "It is not said to which leader the ships are called.", "Add `to` and a naval leader.", "C6.7");
    }
    // Where he is he knows himself.
    said.forget_places();
    said.fleet = FleetRef::default();
    Ok(NavalOrder::Recall { leader })
}

fn by_sea(desk: &mut Desk<'_, '_>, said: &mut Said) -> Result<NavalOrder, Remark> {
    let Some(mut troops) = said.troops.take() else {
        return Err(Remark::unread("It is not said who goes by sea.")
            .hint("Write `move 2 SP from New York by sea to Fort Monroe`.")
            .rule("C6.3"));
    };
    let from = said.take_origin();
    if let (ForceRef::Points { from: slot @ None, .. }, Some(from)) = (&mut troops, from) {
        *slot = Some(from.place);
    }
    let to = said.take_goal().map(|haven| haven.place);
    said.fleet = FleetRef::default();
    if to.is_none() {
        ask(desk, "The destination is missing.", "Add `to` and a port or a hex of the coast.", "C6.3");
    }
    Ok(NavalOrder::SeaMove { troops, to })
}

/// New ships: a supreme commander says where, a commander says when.
fn newcomers(desk: &mut Desk<'_, '_>, said: &mut Said) -> Result<NavalOrder, Remark> {
    if said.is_of(ShipKind::Ironclad) {
        said.fleet.kind = None;
        let at = said.take_place();
        said.fleet = FleetRef::default();
        return Ok(NavalOrder::EnterIronclad { at });
    }
    if !said.is_new && !said.has_ships() {
        return Err(Remark::unread("It is not said what enters."));
    }
    let is_timed = said.pulses.is_some() || said.stated_cp.is_some();
    let places = said.take_all_places();
    said.fleet = FleetRef::default();
    match (places.is_empty(), is_timed) {
        (false, false) => Ok(NavalOrder::Ports { at: places }),
        (false, true) => {
            desk.remarks.push(Remark::notice("Where they enter, the supreme commander says.").rule("C6.4"));
            Ok(NavalOrder::EnterShips)
        }
        (true, _) => Ok(NavalOrder::EnterShips),
    }
}

fn carry(desk: &mut Desk<'_, '_>, said: &mut Said) -> Result<NavalOrder, Remark> {
    let mut troops = said.troops.take();
    let to = said.landing.take().or_else(|| said.to.take()).or_else(|| said.bares.pop());
    let from = said.take_origin();
    if let (Some(ForceRef::Points { from: slot @ None, .. }), Some(from)) = (&mut troops, &from) {
        *slot = Some(from.place.clone());
    }
    // Where the troops go aboard the ships are.
    if said.fleet.leader.is_none() && said.fleet.at.is_none() {
        said.fleet.at = from;
    }
    if troops.is_none() {
        ask(
            desk,
            "It is not said which troops, and where they go aboard.",
            "Troops embark and land in one order: `load 2 SP at Cairo and land them at Paducah`.",
            "C6.2",
        );
    }
    if to.is_none() {
        ask(desk, "It is not said where they land.", "Add `land at` and a town or a hex.", "C6.2");
    }
    let fleet = said.fleet();
    let via = std::mem::take(&mut said.via);
    Ok(NavalOrder::Carry { troops, sail: Sail { fleet, to, via, runs: said.runs, stops: said.stops } })
}

fn sail(desk: &mut Desk<'_, '_>, said: &mut Said) -> Result<NavalOrder, Remark> {
    let is_going = said.has(Rule::n_sail) || said.to.is_some() || said.runs;
    if !said.has_ships() && !said.runs || !is_going {
        return Err(Remark::unread("It is not said which ships are to do what.")
            .hint("Write `sail Foote to Memphis` or `sail 2 ships at New York to Fort Monroe`."));
    }
    if let Some(from) = said.from.take() {
        said.fleet.at = said.fleet.at.take().or(Some(from));
    }
    let mut to = said.to.take().or_else(|| said.bares.pop());
    // "patrol at": the place is where they are to be, unless another is named.
    if to.is_none() {
        to = said.at.take();
    }
    if let Some(at) = said.at.take() {
        said.fleet.at = said.fleet.at.take().or(Some(at));
    }
    if to.is_none() {
        ask(desk, "The destination is missing.", "Add `to` and a town, a hex, or a side such as 1914/1915.", "D9");
    }
    let via = std::mem::take(&mut said.via);
    Ok(NavalOrder::Sail(Sail { fleet: said.fleet(), to, via, runs: said.runs, stops: said.stops }))
}

/// Naval points for a theatre; with those for the fleet itself when they stand on the line.
pub(super) fn grant(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let (mut count, mut to, mut pulses) = (None, None, false);
    for pair in pairs {
        match pair.as_rule() {
            Rule::naval_cp | Rule::of_which => {
                let number = inner_number(desk, &pair)?;
                once(desk, &mut count, number, &pair, "The points are given twice.")?;
            }
            Rule::sea_grant_to => {
                let theatre = pair.clone().into_inner().find_map(|inner| theatre_of(inner.as_rule()));
                let Some(theatre) = theatre else { return Err(desk.unread(&pair, "The theatre is missing.")) };
                once(desk, &mut to, theatre, &pair, "Two theatres are named.")?;
            }
            Rule::fleet_gets => {
                desk.notice(&pair, "What the fleet gets stands in the division of command points; this was not read.");
            }
            Rule::pulses | Rule::bare_pulses | Rule::listed_pulses => pulses = true,
            _ => {}
        }
    }
    match (count, to) {
        (Some(count), Some(to)) if !pulses => Ok(Order::new(Act::Naval(Box::new(NavalOrder::Grant { count, to })))),
        _ => Err(Remark::unread("Naval points for movement by sea need a number and a theatre.")
            .hint("Write `3 naval CP to East`.")
            .rule("C6.3")),
    }
}

/// A march of a leader of ships is a move of his ships.
pub(super) fn as_ships(scenario: &Scenario, order: Order) -> Order {
    let Act::Move { force: ForceRef::Leader(name), to, via, .. } = &order.act else { return order };
    let is_naval = scenario.roster.by_name(name).is_some_and(|(_, spec)| spec.arm == Arm::Naval);
    if !is_naval {
        return order;
    }
    let haven = |place: &Place| Haven::from(place.clone());
    let sail = Sail {
        fleet: FleetRef { leader: Some(name.clone()), ..FleetRef::default() },
        to: to.as_ref().map(haven),
        via: via.iter().map(haven).collect(),
        runs: false,
        stops: false,
    };
    Order { act: Act::Naval(Box::new(NavalOrder::Sail(sail))), ..order }
}

/// How words of ships begin.
const OF_SHIPS: [&str; 28] = [
    "ship",
    "nsp",
    "boat",
    "naval",
    "navy",
    "vessel",
    "sea",
    "aboard",
    "ashore",
    "board",
    "raider",
    "cruiser",
    "ironclad",
    "gunboat",
    "frigate",
    "flotilla",
    "virginia",
    "merrimac",
    "alabama",
    "shenandoah",
    "sumter",
    "florida",
    "ferr",
    "convoy",
    "batter",
    "run",
    "silence",
    "embark",
];

/// Whether a line has a word of ships, or a leader of ships.
pub(super) fn speaks_of_ships(scenario: &Scenario, copy: &FairCopy<'_, '_>) -> bool {
    let is_word = |word: &str| {
        let word = word.to_ascii_lowercase();
        verbs::is_of_ships(&word) || OF_SHIPS.iter().any(|sign| word.starts_with(sign))
    };
    let is_captain = |leader: &crate::scenario::LeaderId| {
        let name = scenario.gazetteer.leader_name(*leader);
        scenario.roster.by_name(name).is_some_and(|(_, spec)| spec.arm == Arm::Naval)
    };
    let is_led = copy.marks.iter().any(|mark| match mark.named {
        Named::Name(meaning) => meaning.leaders.iter().any(is_captain),
        Named::Hex(_) | Named::Nowhere => false,
    });
    is_led || words(&copy.text).any(|(_, word)| is_word(word))
}

/// The leader a pair names, and whether he leads ships.
fn leader_in(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Option<(String, bool)>, Remark> {
    let leader = pair.clone().into_inner().flatten().find(|inner| inner.as_rule() == Rule::leader);
    let Some(leader) = leader else { return Ok(None) };
    let name = desk.leader(&leader)?;
    let is_naval = desk.scenario.roster.by_name(&name).is_some_and(|(_, spec)| spec.arm == Arm::Naval);
    Ok(Some((name, is_naval)))
}
