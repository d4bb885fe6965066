//! Of cities: whose they are, and what is bought there.

use super::super::scenario::{City, Scenario};
use super::super::side::Side;
use super::failed::{Failed, unless};

/// SLAG 5.3.
pub fn not_held(scenario: &Scenario, side: Side, id: &str) -> Failed {
    Failed::new(format!("{} is not held by {}.", scenario.city_name(id), side.name()), "5.3")
}

/// SLAG 4.4, 7.6: supplies and stores are bought on the map, where somebody holds the city.
pub fn may_sell(city: &City, is_neutral: bool) -> Result<(), Failed> {
    unless(!is_neutral, "4.4", || "Nothing is bought in a neutral State.".to_owned())?;
    unless(!city.is_off_map, "7.6", || "Nothing is bought in a port off the map.".to_owned())
}

/// SLAG 7.6.
pub fn sells_stores(city: &City) -> Result<(), Failed> {
    unless(city.port.is_some(), "7.6", || "Stores are bought in ports alone.".to_owned())
}

/// SLAG 7.3: what a city sells in a turn, of which so much is sold.
pub fn sells_so_much(scenario: &Scenario, id: &str, (sold, size): (u32, u32)) -> Result<(), Failed> {
    let limits = &scenario.tables().limits;
    let most = limits.stores;
    unless(sold.saturating_add(size) <= most, "7.3", || {
        let left = match sold {
            0 => String::new(),
            sold => format!("; what is left is {} stores", most.saturating_sub(sold)),
        };
        let supplies = most / limits.supply_size.max(1);
        format!("{} sells {most} stores in a turn, or {supplies} supplies{left}.", scenario.city_name(id))
    })
}

/// SLAG 5.3: militia rises in a loyal city that the enemy holds.
pub fn may_rise(
    scenario: &Scenario,
    side: Side,
    id: &str,
    (aligned, holder): (Side, Option<Side>),
) -> Result<(), Failed> {
    let is_lost = aligned == side && holder == Some(side.enemy());
    unless(is_lost, "5.3", || format!("{} is no city of ours that the enemy holds.", scenario.city_name(id)))
}
