//! Canonical words of orders to ships.

use super::super::write::{force_words, place_words};
use crate::naval::chart::ShipKind;
use crate::naval::order::{FleetRef, Haven, NavalOrder, Sail};
use crate::order::{ForceRef, Place};
use crate::scenario::{Account, Scenario};

use super::super::heading::account_word;

/// The canonical words of an order to ships.
pub(in super::super) fn write_naval(scenario: &Scenario, order: &NavalOrder) -> String {
    let place = |before: &str, place: &Option<Place>| match place {
        Some(place) => format!("{before}{}", place_words(scenario, place)),
        None => String::new(),
    };
    match order {
        NavalOrder::Ports { at } => {
            let ports: Vec<String> = at.iter().map(|port| place_words(scenario, port)).collect();
            format!("new ships enter at {}", ports.join(" and at "))
        }
        NavalOrder::Allot { to, at } => {
            let to = to.map_or(String::new(), |to| format!(" to {}", account_word(Account::from(to))));
            format!("ironclad{to}{}", place(" at ", at))
        }
        NavalOrder::Grant { count, to } => format!("{count} naval CP to {}", account_word(Account::from(*to))),
        NavalOrder::EnterShips => "all new ships enter".to_owned(),
        NavalOrder::EnterIronclad { at } => format!("ironclad enters{}", place(" at ", at)),
        NavalOrder::Raid { name, at } => {
            let name = name.as_ref().map_or(String::new(), |name| format!(" {name}"));
            format!("raider{name} to sea{}", place(" from ", at))
        }
        NavalOrder::Hunt => "hunt the raiders".to_owned(),
        NavalOrder::Sail(sail) => format!("sail {}{}", fleet_words(scenario, &sail.fleet), way_words(scenario, sail)),
        NavalOrder::Carry { troops, sail } => {
            let who = troops.as_ref().map_or("the troops".to_owned(), |troops| troops_words(scenario, troops));
            let with = match sail.fleet == FleetRef::default() {
                true => String::new(),
                false => format!(" with {}", fleet_words(scenario, &sail.fleet)),
            };
            format!("carry {who}{with}{}", way_words(scenario, sail))
        }
        NavalOrder::Bombard { fleet, at } => {
            let with = match *fleet == FleetRef::default() {
                true => String::new(),
                false => format!(" with {}", fleet_words(scenario, fleet)),
            };
            format!("bombard{}{with}", place(" at ", at))
        }
        NavalOrder::Recall { leader } => {
            let to = leader.as_ref().map_or(String::new(), |leader| format!(" to {leader}"));
            format!("recall all ships{to}")
        }
        NavalOrder::Lend { fleet, cp, pp, to } => {
            let points = [cp.map(|cp| format!("{cp} CP")), pp.map(|pp| format!("{pp} PP"))];
            let points: Vec<String> = points.into_iter().flatten().collect();
            let with = if points.is_empty() { String::new() } else { format!(" with {}", points.join(" and ")) };
            let to = to.map_or(String::new(), |to| format!(" to {}", account_word(Account::from(to))));
            format!("lend {}{with}{to}", fleet_words(scenario, fleet))
        }
        NavalOrder::SeaMove { troops, to } => {
            format!("move {} by sea{}", troops_words(scenario, troops), place(" to ", to))
        }
    }
}

fn troops_words(scenario: &Scenario, troops: &ForceRef) -> String {
    force_words(scenario, troops)
}

/// The ships in a sentence.
fn fleet_words(scenario: &Scenario, fleet: &FleetRef) -> String {
    let at = fleet.at.as_ref().map_or(String::new(), |at| format!(" at {}", haven_words(scenario, at)));
    match (&fleet.leader, fleet.count, fleet.kind) {
        (Some(leader), None, None) => format!("{leader}{at}"),
        (leader, count, kind) => {
            let count = count.map_or("all".to_owned(), |count| count.to_string());
            let noun = match kind {
                None => "ship",
                Some(ShipKind::River) => "gunboat",
                Some(ShipKind::Ocean) => "ocean ship",
                Some(ShipKind::Ironclad) => "ironclad",
            };
            let ending = if count == "1" { "" } else { "s" };
            let of = leader.as_ref().map_or(String::new(), |leader| format!(" of {leader}"));
            format!("{count} {noun}{ending}{of}{at}")
        }
    }
}

fn haven_words(scenario: &Scenario, haven: &Haven) -> String {
    match (&haven.place, haven.bank) {
        (Place::Known(hex), Some(bank)) => format!("{hex}/{bank}"),
        (place, _) => place_words(scenario, place),
    }
}

fn way_words(scenario: &Scenario, sail: &Sail) -> String {
    let to = sail.to.as_ref().map_or(String::new(), |to| format!(" to {}", haven_words(scenario, to)));
    let via: Vec<String> = sail.via.iter().map(|via| format!(" via {}", haven_words(scenario, via))).collect();
    let runs = if sail.runs { ", run the forts" } else { "" };
    let stops = if sail.stops { ", stop before enemy ships" } else { "" };
    format!("{to}{}{runs}{stops}", via.concat())
}
