//! Whose country a State is, who holds a town, and how a hex is called in letters (D13, C4.3).

use std::cell::RefCell;

use board::{Hex, HexSet};

use super::scenario::{City, Land, Scenario, Side, StateId};
use super::state::State;

/// What a State is to a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Territory {
    /// One's own country, or a neutral State all of whose towns one holds.
    Friendly,
    /// Nobody's, or captured to the last town (C4.3).
    Neutral,
    /// The other side's.
    Enemy,
}

impl Territory {
    /// Whether leaderless troops may march there (C3.13).
    pub fn is_open(self) -> bool {
        self != Territory::Enemy
    }
}

/// What States are to a side: each is looked up once, when one of its hexes is first asked for.
pub struct Countries<'a> {
    scenario: &'a Scenario,
    state: &'a State,
    side: Side,
    known: RefCell<Vec<(StateId, Territory)>>,
}

impl<'a> Countries<'a> {
    /// As `side` sees them.
    pub fn of(scenario: &'a Scenario, state: &'a State, side: Side) -> Self {
        Self { scenario, state, side, known: RefCell::default() }
    }

    /// What the State of a hex is; the sea is neutral.
    pub fn at(&self, hex: Hex) -> Territory {
        let Some(id) = self.scenario.map.hex(hex).and_then(|tile| tile.state) else { return Territory::Neutral };
        let mut known = self.known.borrow_mut();
        if let Some((_, status)) = known.iter().find(|(other, _)| *other == id) {
            return *status;
        }
        let status = status_of(self.scenario, self.state, self.side, self.scenario.map.state(id));
        known.push((id, status));
        status
    }
}

/// The towns of all States that are friendly to a side.
pub fn friendly_towns(scenario: &Scenario, state: &State, side: Side) -> HexSet {
    let lands = scenario.map.states().map(|(_, land)| land);
    let friendly = lands.filter(|land| status_of(scenario, state, side, land) == Territory::Friendly);
    friendly.flat_map(|land| &land.cities).map(|id| scenario.map.city(*id).hex).collect()
}

fn status_of(scenario: &Scenario, state: &State, side: Side, land: &Land) -> Territory {
    let owner = match land.home {
        Some(home) if is_held_by(scenario, state, land, home.enemy()) => return Territory::Neutral, // C4.3
        Some(home) => Some(home),
        None => Side::BOTH.into_iter().find(|other| is_held_by(scenario, state, land, *other)),
    };
    match owner {
        None => Territory::Neutral,
        Some(owner) if owner == side => Territory::Friendly,
        Some(_) => Territory::Enemy,
    }
}

/// Whether a side holds every town of a State that has any. Asked for every hex of a march: the first town mostly tells.
fn is_held_by(scenario: &Scenario, state: &State, land: &Land, side: Side) -> bool {
    !land.cities.is_empty() && land.cities.iter().all(|id| holder(state, scenario.map.city(*id)) == Some(side))
}

/// The holder of a town: whose troops stand in it, else its last holder; nobody for a neutral one that nobody entered.
pub fn holder(state: &State, city: &City) -> Option<Side> {
    let garrison = state.stacks.get(&city.hex).map(|stack| stack.side);
    garrison.or(state.cities.get(&city.name).copied().flatten())
}

/// The holder of the town in a hex; `None` also where there is no town.
pub fn holder_at(scenario: &Scenario, state: &State, hex: Hex) -> Option<Side> {
    holder(state, scenario.map.city_at(hex)?)
}

/// The side at home in the State of a town, if it is not a neutral one.
pub fn home_of(scenario: &Scenario, city: &City) -> Option<Side> {
    scenario.map.state(city.state).home
}

/// Lets the troops in a hex take the town there (D13). Gives its name when it changed hands.
pub fn occupy(scenario: &Scenario, state: &mut State, hex: Hex) -> Option<(String, Side)> {
    let side = state.stacks.get(&hex)?.side;
    let city = scenario.map.city_at(hex)?;
    if state.cities.get(&city.name) == Some(&Some(side)) {
        return None;
    }
    state.cities.insert(city.name.clone(), Some(side));
    Some((city.name.clone(), side))
}

/// How a hex is called in letters: the town in it, or its number and the nearest town ("hex 4511 near Staunton").
pub fn place(scenario: &Scenario, hex: Hex) -> String {
    if let Some(city) = scenario.map.city_at(hex) {
        return city.name.clone();
    }
    match scenario.map.nearest_city(hex) {
        Some(city) => format!("hex {hex} near {}", city.name),
        None => format!("hex {hex}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::begin;
    use super::*;

    fn hand_over(scenario: &Scenario, state: &mut State, land: &str, to: Side) {
        let (_, land) = scenario.map.states().find(|(_, other)| other.id == land).unwrap();
        for id in &land.cities {
            state.cities.insert(scenario.map.city(*id).name.clone(), Some(to));
        }
    }

    fn status(scenario: &Scenario, state: &State, side: Side, land: &str) -> Territory {
        let (_, land) = scenario.map.states().find(|(_, other)| other.id == land).expect("a State");
        status_of(scenario, state, side, land)
    }

    #[test]
    fn d13_at_the_start_each_side_is_at_home_and_four_states_are_neutral() {
        let scenario = Scenario::embedded().unwrap();
        let state = begin::opening(&scenario);
        for (land, usa, csa) in [
            ("MD", Territory::Friendly, Territory::Enemy),
            ("VA", Territory::Enemy, Territory::Friendly),
            ("KY", Territory::Neutral, Territory::Neutral),
            ("MO", Territory::Neutral, Territory::Neutral),
            ("WV", Territory::Neutral, Territory::Neutral),
            ("IT", Territory::Neutral, Territory::Neutral),
        ] {
            assert_eq!(status(&scenario, &state, Side::Usa, land), usa, "{land}");
            assert_eq!(status(&scenario, &state, Side::Csa, land), csa, "{land}");
        }
    }

    #[test]
    fn c4_3_an_enemy_state_is_neutral_once_its_last_town_has_fallen_and_never_friendly() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        hand_over(&scenario, &mut state, "SC", Side::Usa);
        assert_eq!(status(&scenario, &state, Side::Usa, "SC"), Territory::Enemy);
        let charleston = scenario.map.city_by_name("Charleston").unwrap();
        assert_eq!(holder(&state, charleston), Some(Side::Csa));
        state.stacks.remove(&charleston.hex);
        assert_eq!(status(&scenario, &state, Side::Usa, "SC"), Territory::Neutral);
        assert_eq!(status(&scenario, &state, Side::Csa, "SC"), Territory::Neutral);
    }

    #[test]
    fn d13_a_neutral_state_is_friendly_to_the_side_that_holds_all_its_towns() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        hand_over(&scenario, &mut state, "KY", Side::Csa);
        assert_eq!(status(&scenario, &state, Side::Csa, "KY"), Territory::Friendly);
        assert_eq!(status(&scenario, &state, Side::Usa, "KY"), Territory::Enemy);
    }

    #[test]
    fn d13_troops_take_the_town_they_stand_in_once() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        let (from, to) = ("1915".parse().unwrap(), "2115".parse().unwrap());
        assert_eq!(holder_at(&scenario, &state, to), None);
        let stack = state.stacks.remove(&from).unwrap();
        state.stacks.insert(to, stack);
        assert_eq!(occupy(&scenario, &mut state, to), Some(("Paducah".to_owned(), Side::Usa)));
        assert_eq!(occupy(&scenario, &mut state, to), None);
        assert_eq!(holder_at(&scenario, &state, from), Some(Side::Usa));
    }

    #[test]
    fn a_hex_is_called_by_its_town_or_by_the_nearest_one() {
        let scenario = Scenario::embedded().unwrap();
        assert_eq!(place(&scenario, "4512".parse().unwrap()), "Staunton");
        assert_eq!(place(&scenario, "4511".parse().unwrap()), "hex 4511 near Staunton");
    }
}
