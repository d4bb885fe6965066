//! Of units and ships: what they are made of, what they take, who commands them.

use super::super::scenario::{City, Scenario};
use super::super::side::{Pool, Side};
use super::failed::{Failed, unless};

/// SLAG 4.1: a State has so many men of a pool.
pub fn has_men(scenario: &Scenario, state: &str, pool: Pool, (wanted, held): (u64, u64)) -> Result<(), Failed> {
    unless(wanted <= held, "4.1", || {
        format!("{wanted} men are wanted, and {} has {held} {}.", scenario.state_name(state), pool.words(0))
    })
}

/// SLAG 5.11, 5.12: what gives and what takes are two.
pub fn are_two(is_same: bool, rule: &'static str) -> Result<(), Failed> {
    unless(!is_same, rule, || "One and the same is named twice.".to_owned())
}

/// SLAG 5.11-5.13.
pub fn not_together(one: &str, other: &str, rule: &'static str) -> Failed {
    Failed::new(format!("{one} and {other} are not in one place."), rule)
}

/// SLAG 5.9: a crew is not larger than its ship takes; how many are aboard not every giver knows.
pub fn takes_aboard(
    name: &str,
    (most, aboard): (u32, Option<u32>),
    men: u32,
    rule: &'static str,
) -> Result<(), Failed> {
    unless(aboard.unwrap_or(0).saturating_add(men) <= most, rule, || {
        let aboard = aboard.map(|crew| format!(", and {crew} are aboard")).unwrap_or_default();
        format!("{name} takes {most} men{aboard}.")
    })
}

/// SLAG 5.12: nobody leaves a ship who is not aboard.
pub fn has_aboard(name: &str, (aboard, men): (u32, u32)) -> Result<(), Failed> {
    unless(men <= aboard, "5.12", || format!("{name} has {aboard} men aboard, and no more can leave it."))
}

/// SLAG 5.13: the size of a group of transports.
pub fn too_large_a_group(together: u32, most: u32) -> Failed {
    Failed::new(format!("Together they carry {together} men, and {most} are the most."), "5.13")
}

/// SLAG 4.6: what is left of the shipping of a port.
pub fn carries_so_many(scenario: &Scenario, port: &str, (left, capacity): (u32, u32)) -> Result<(), Failed> {
    unless(capacity <= left, "4.6", || format!("The shipping of {} carries {left} men more.", scenario.city_name(port)))
}

/// SLAG 6.3.
pub fn has_base(city: &City) -> Result<(), Failed> {
    unless(city.port.is_some(), "6.3", || "The base of a ship is a port.".to_owned())
}

/// D54.
pub fn is_named_by_own(scenario: &Scenario, side: Side, seats: &[&str]) -> Result<(), Failed> {
    let is_own = |seat: &&str| scenario.office(seat).is_some_and(|row| row.side == side);
    unless(seats.iter().all(is_own), "D54", || "Seats of one's own side alone command.".to_owned())
}

/// SLAG 6.1: what is laid up stays where it is.
pub fn is_called_out(name: &str, is_active: bool) -> Result<(), Failed> {
    unless(is_active, "6.1", || format!("{name} is laid up."))
}
