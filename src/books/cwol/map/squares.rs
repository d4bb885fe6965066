//! In which squares cities and sites lie, State by State, as a page of the rules shows them.

use serde::Serialize;

use super::super::scenario::{City, Scenario};
use super::super::side::Side;

/// From this column on a State of the Union is of the east.
const EAST: u8 = 85;

/// A State's cities with their squares.
#[derive(Debug, Serialize)]
pub struct StateSquares {
    state: String,
    /// "east", "west" and "south": each has a page.
    part: &'static str,
    places: Vec<String>,
}

/// The squares of all cities by State, as the scenario has them.
pub fn cities(scenario: &Scenario) -> Vec<StateSquares> {
    let rows = scenario.given.states.iter().filter_map(|state| {
        let own = |city: &&City| city.state == state.id && !city.is_off_map;
        let cities: Vec<&City> = scenario.given.cities.iter().filter(own).collect();
        let places = cities.iter().map(|city| format!("{} {}", city.name, city.square)).collect();
        (!cities.is_empty()).then(|| StateSquares { state: state.id.clone(), part: part(&cities), places })
    });
    rows.collect()
}

fn part(cities: &[&City]) -> &'static str {
    let southern = cities.iter().filter(|city| city.aligned == Side::Confederacy).count();
    let columns: usize = cities.iter().map(|city| usize::from(city.square.column())).sum();
    match columns >= usize::from(EAST) * cities.len() {
        _ if southern * 2 > cities.len() => "south",
        true => "east",
        false => "west",
    }
}

/// Heights and old works over rivers, with their squares.
pub fn sites(scenario: &Scenario) -> Vec<String> {
    scenario.sites().map(|site| format!("{} {}", site.name, site.square)).collect()
}
