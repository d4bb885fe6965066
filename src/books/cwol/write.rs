//! Orders in canonical words; `read` gives the same order back.

use super::office::Office;
use super::order::{Act, Order};
use super::price::MakeUp;
use super::scenario::Scenario;
use super::side::Pool;

/// The canonical words of an order.
pub fn write(scenario: &Scenario, order: &Order) -> String {
    let act = act(scenario, &order.act);
    let pulses = match order.pulses {
        Some((first, last)) if first == last => format!("PP {first}: "),
        Some((first, last)) => format!("PP {first}-{last}: "),
        None => String::new(),
    };
    match order.office.map(office_word) {
        Some(office) => format!("{pulses}as {office}: {act}"),
        None => format!("{pulses}{act}"),
    }
}

fn act(scenario: &Scenario, act: &Act) -> String {
    match act {
        Act::Raise { count, arm, state, giving, pool, city } => {
            let whose = whose(scenario, state.as_deref(), *pool);
            let giving = giving.as_ref().map(|from| format!(" from the city of {}", full(scenario, from)));
            format!(
                "raise {count} {} in {}{}{whose}",
                arm.words(*count),
                full(scenario, city),
                giving.unwrap_or_default()
            )
        }
        Act::Form { count, kind, regiments, batteries, city } => {
            let asked = MakeUp { kind: *kind, regiments: regiments.unwrap_or(0), batteries: batteries.unwrap_or(0) };
            let without = if *batteries == Some(0) { " without battery" } else { "" };
            format!("build {}{}{without} in {}", several(*count), asked.words(), full(scenario, city))
        }
        Act::Establish { count, kind, pool, city } => {
            format!("build {}{kind} in {}{}", several(*count), full(scenario, city), whose(scenario, None, *pool))
        }
        Act::LayDown { count, class, pool, port } => {
            format!("build {}{class} at {}{}", several(*count), full(scenario, port), whose(scenario, None, *pool))
        }
        Act::BuySupplies { count, city } => format!("buy {count} supplies at {}", full(scenario, city)),
        Act::BuyStores { count, port } => format!("buy {count} stores at {}", full(scenario, port)),
        Act::Borrow { eagles } => format!("borrow {eagles} Eg"),
        Act::Print { eagles } => format!("print {eagles} Eg of greenbacks"),
        Act::Duty { force, is_active: true } => format!("activate {}", force.name()),
        Act::Duty { force, is_active: false } => format!("inactivate {}", force.name()),
    }
}

fn several(count: u32) -> String {
    if count == 1 { String::new() } else { format!("{count} ") }
}

fn whose(scenario: &Scenario, state: Option<&str>, pool: Option<Pool>) -> String {
    let pool = pool.map(pool_word);
    let state = state.map(|state| scenario.state_name(state));
    match (state, pool) {
        (Some(state), Some(pool)) => format!(" from {state} {pool}"),
        (Some(one), None) | (None, Some(one)) => format!(" from {one}"),
        (None, None) => String::new(),
    }
}

fn pool_word(pool: Pool) -> &'static str {
    match pool {
        Pool::Volunteers => "volunteers",
        Pool::Bounty => "bounty men",
        Pool::Draft => "draft",
        Pool::Militia => "militia",
        Pool::Usct => "USCT",
    }
}

/// A city as it is read back whatever else is called so.
fn full(scenario: &Scenario, id: &str) -> String {
    let Some(city) = scenario.city(id) else { return id.to_owned() };
    let is_state = scenario.given.states.iter().any(|state| state.name == city.name);
    match scenario.names.is_shared(&city.name) || is_state {
        true => format!("{} {}", city.name, city.state),
        false => city.name.clone(),
    }
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
