//! Who holds what, and how a territory changes hands. Knows the board of a state, not why it changes.

use super::measure::Measure;
use super::order::{Holder, Tenure};
use super::power::Power;
use super::scenario::{City, Scenario, TerritoryKind};
use super::state::{CityState, Party, State, TerritoryState};

/// The account that takes what a free state leaves behind when it is none any more.
const LAPSED: &str = "lapsed";

/// Who controls a territory; `None` when it is neutral.
pub fn holder(state: &State, territory: &str) -> Option<Power> {
    state.territories.get(territory)?.holder
}

/// Who controls the territory a city lies in.
pub fn controller(state: &State, city: &City) -> Option<Power> {
    holder(state, &city.territory)
}

/// Who gives leave for the Black Sea: the controller of Constantinople (8.2.1), unless others are inside (D4).
pub fn straits_holder(scenario: &Scenario, state: &State) -> Option<Power> {
    let capital = scenario.tables.capitals_of(Power::Turkey).first()?;
    let is_contested = state.cities.get(&capital.city).is_some_and(|city| city.occupant != Holder::Nobody);
    let city = scenario.map.city(&capital.city).filter(|_| !is_contested)?;
    controller(state, city)
}

/// Whether a power is still in the game (8.7).
pub fn is_in_play(state: &State, power: Power) -> bool {
    state.powers.get(&power).is_some_and(|own| !own.is_out)
}

/// A pair in the order in which wars are kept.
pub fn pair(one: Party, other: Party) -> (Party, Party) {
    if one <= other { (one, other) } else { (other, one) }
}

/// Whether two powers are at war.
pub fn at_war(state: &State, one: Power, other: Power) -> bool {
    are_at_war(state, Party::Power(one), Party::Power(other))
}

/// Whether two sides are at war, one of which may be a minor country alone (D1).
pub fn are_at_war(state: &State, one: Party, other: Party) -> bool {
    state.wars.contains(&pair(one, other))
}

/// Whether two powers are allies.
pub fn are_allies(state: &State, one: Power, other: Power) -> bool {
    state.alliances.contains(&(one.min(other), one.max(other)))
}

/// The free states a power controls, by name.
pub fn free_states(state: &State, power: Power) -> Vec<String> {
    let is_own = |name: &&String| {
        state.territories.get(*name).is_some_and(|row| row.holder == Some(power) && row.tenure == Tenure::Free)
    };
    state.free_states.keys().filter(is_own).cloned().collect()
}

/// How a territory is held when a power has it and nobody said how: a free state stays one, a minor country is conquered,
/// a province is home or ceded, a district is held as its country is.
pub fn usual_tenure(scenario: &Scenario, state: &State, territory: &str, power: Power) -> Tenure {
    let Some(printed) = scenario.map.territory(territory) else { return Tenure::Conquered };
    match &printed.kind {
        TerritoryKind::Province { home } if *home == power => Tenure::Home,
        TerritoryKind::Province { .. } => Tenure::Ceded,
        TerritoryKind::Minor { .. } => match state.territories.get(territory) {
            Some(row) if row.tenure == Tenure::Free => Tenure::Free,
            _ => Tenure::Conquered,
        },
        TerritoryKind::District { of } => match state.territories.get(of) {
            Some(row) if row.holder == Some(power) => row.tenure,
            _ => Tenure::Conquered,
        },
    }
}

/// A territory changes hands; with a country go its districts that were held with it. What a free state has goes to its new
/// controller, or lapses when it is a free state no more (`step` is the rule its postings cite).
pub fn change_hands(
    scenario: &Scenario,
    state: &mut State,
    territory: &str,
    holder: Option<Power>,
    tenure: Tenure,
    step: &str,
) {
    let Some(before) = state.territories.get(territory).cloned() else { return };
    let districts = scenario.map.territory(territory).map(|printed| printed.districts()).unwrap_or_default();
    let together = districts.iter().filter(|district| {
        state.territories.get(*district).is_some_and(|row| (row.holder, row.tenure) == (before.holder, before.tenure))
    });
    let all: Vec<String> = std::iter::once(territory.to_owned()).chain(together.cloned()).collect();
    for name in all {
        state.territories.insert(name, TerritoryState { holder, tenure, combination: None });
    }
    tidy_cities(scenario, state, territory, holder);
    let is_country = scenario.map.territory(territory).is_some_and(|printed| printed.is_minor());
    if is_country {
        settle_free_state(state, territory, before.holder, holder.filter(|_| tenure == Tenure::Free), step);
    }
}

/// Whoever was in, before or off a city of a territory that is his now is its usual garrison.
fn tidy_cities(scenario: &Scenario, state: &mut State, territory: &str, holder: Option<Power>) {
    let Some(power) = holder else { return };
    let is_here = |name: &str| scenario.map.city(name).is_some_and(|city| city.territory == territory);
    for (_, city) in state.cities.iter_mut().filter(|(name, _)| is_here(name)) {
        if city.occupant == Holder::Power(power) {
            (city.occupant, city.is_besieged) = (Holder::Nobody, false);
        }
        if city.besieger == Holder::Power(power) {
            (city.besieger, city.is_besieged) = (Holder::Nobody, false);
        }
        if city.blockaded_by == Some(power) {
            city.blockaded_by = None;
        }
    }
    state.cities.retain(|_, city| *city != CityState::default());
}

/// Reinforcements and counters of a free state follow it; money and manpower stay with it as long as it is one.
fn settle_free_state(state: &mut State, name: &str, before: Option<Power>, now: Option<Power>, step: &str) {
    match now {
        Some(_) => {
            state.free_states.entry(name.to_owned()).or_default();
        }
        None => end_free_state(state, name, step),
    }
    if before == now {
        return;
    }
    let Some(own) = before.and_then(|power| state.powers.get_mut(&power)) else { return };
    let is_its = |state: &Option<String>| state.as_deref() == Some(name);
    let (arriving, kept) = std::mem::take(&mut own.arriving).into_iter().partition(|row| is_its(&row.state));
    own.arriving = kept;
    let (unplaced, kept) = std::mem::take(&mut own.unplaced).into_iter().partition(|row| is_its(&row.state));
    own.unplaced = kept;
    if let Some(new) = now.and_then(|power| state.powers.get_mut(&power)) {
        let (mut arriving, mut unplaced): (Vec<_>, Vec<_>) = (arriving, unplaced);
        new.arriving.append(&mut arriving);
        new.unplaced.append(&mut unplaced);
    }
}

fn end_free_state(state: &mut State, name: &str, step: &str) {
    if state.free_states.remove(name).is_none() {
        return;
    }
    for measure in Measure::BOTH {
        let left = u32::try_from(state.ledger.balance(name, measure)).unwrap_or(0);
        state.ledger.post(step, measure, name, LAPSED, left, format!("{name} is no free state any more"));
    }
}
