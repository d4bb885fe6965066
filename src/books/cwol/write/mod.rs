//! Orders in canonical words; `read` gives the same order back.

mod forces;
mod land;
mod whose;
mod works;

use self::whose::whose;
use super::office::Office;
use super::order::{Act, Order};
use super::price::MakeUp;
use super::scenario::Scenario;
use super::side::Arm;

/// The canonical words of an order.
pub fn write(scenario: &Scenario, order: &Order) -> String {
    let act = act(scenario, &order.act);
    let pulses = match order.pulses {
        Some((first, last)) if first == last => format!("PP {first}: "),
        Some((first, last)) => format!("PP {first}-{last}: "),
        None => String::new(),
    };
    let of = order.bloc.as_ref().map_or_else(String::new, |bloc| format!(" of {bloc}"));
    let side = order.side.map_or_else(String::new, |side| format!("{} ", side.code()));
    let officer = order.officer.as_ref().map(|officer| officer.replace('-', " "));
    match officer.or_else(|| order.office.map(|office| office_word(office).to_owned())) {
        Some(office) => format!("{pulses}as {side}{office}{of}: {act}"),
        None => format!("{pulses}{act}"),
    }
}

fn act(scenario: &Scenario, act: &Act) -> String {
    match act {
        Act::Raise { count, arm, state, giving, pool, city } => {
            let whose = whose(scenario, state.as_deref(), *pool);
            let giving = giving.as_ref().map(|from| format!(" from the city of {}", scenario.city_name(from)));
            format!(
                "raise {count} {} in {}{}{whose}",
                arm.words(*count),
                scenario.city_name(city),
                giving.unwrap_or_default()
            )
        }
        Act::Form { count, kind, regiments, batteries, city, weapons } => {
            let asked = MakeUp { kind: *kind, regiments: regiments.unwrap_or(0), batteries: batteries.unwrap_or(0) };
            let without = if *batteries == Some(0) { " without battery" } else { "" };
            let armed = if weapons.is_none() { String::new() } else { format!(" with {}", weapons.words(*kind)) };
            format!("build {}{}{without} in {}{armed}", several(*count), asked.words(), scenario.city_name(city))
        }
        Act::Establish { count, kind, pool, city } => {
            format!("build {}{kind} in {}{}", several(*count), scenario.city_name(city), whose(scenario, None, *pool))
        }
        Act::LayDown { count, class, pool, port } => {
            format!("build {}{class} at {}{}", several(*count), scenario.city_name(port), whose(scenario, None, *pool))
        }
        Act::Rise { regiments, city } => {
            format!("rising at {} with {regiments} {}", scenario.city_name(city), Arm::Militia.words(*regiments))
        }
        Act::Charter { class, capacity, port } => {
            format!("charter {class} {capacity} at {}", scenario.city_name(port))
        }
        Act::BuySupplies { count, city } => format!("buy {count} supplies at {}", scenario.city_name(city)),
        Act::BuyStores { count, port } => format!("buy {count} stores at {}", scenario.city_name(port)),
        Act::Borrow { eagles } => format!("borrow {eagles} Eg"),
        Act::Print { eagles } => format!("print {eagles} Eg of greenbacks"),
        Act::Commerce(order) => order.words(scenario),
        Act::Station(order) => order.words(scenario),
        Act::Sailing(order) => order.words(scenario),
        Act::Congress(said) => said.words(),
        Act::Entry(entry) => entry.words(scenario),
        Act::Duty { force, is_active: true } => format!("activate {}", force.name()),
        Act::Duty { force, is_active: false } => format!("inactivate {}", force.name()),
        Act::Change(change) => forces::change(scenario, change),
        Act::Works(act) => works::works(scenario, act),
        Act::Land(act) => land::land(scenario, act),
    }
}

fn several(count: u32) -> String {
    if count == 1 { String::new() } else { format!("{count} ") }
}

fn office_word(office: Office) -> &'static str {
    match office {
        Office::President => "President",
        Office::Vice => "Vice President",
        Office::Treasury => "Treasury",
        Office::War => "SW",
        Office::Navy => "SN",
        Office::Governor => "Governor",
        Office::Congressman => "Congressman",
        Office::Officer => "officer",
    }
}
