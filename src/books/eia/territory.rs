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

/// The city of the Straits: Turkey's capital (8.2.1).
fn straits(scenario: &Scenario) -> Option<&City> {
    scenario.map.city(&scenario.tables.capitals_of(Power::Turkey).first()?.city)
}

/// Who gives leave for the Black Sea: the controller of Constantinople (8.2.1), unless enemies are inside (D4).
pub fn straits_holder(scenario: &Scenario, state: &State) -> Option<Power> {
    let city = straits(scenario)?;
    let is_contested = state
        .cities
        .get(&city.name)
        .is_some_and(|here| are_enemies_in(scenario, state, &here.occupant, &city.territory));
    controller(state, city).filter(|_| !is_contested)
}

/// The power whose forces they are: those of a country that a power holds are that power's (D1).
pub fn commander(state: &State, who: &Holder) -> Option<Power> {
    match who {
        Holder::Power(power) => Some(*power),
        Holder::Minor(minor) => holder(state, minor),
        Holder::Nobody => None,
    }
}

/// Whether forces are enemies of one side: at war with it themselves, or the power is whose they are (D1).
pub fn are_enemies_of(scenario: &Scenario, state: &State, who: &Holder, side: &Party) -> bool {
    let by_commander = commander(state, who).is_some_and(|power| are_at_war(state, Party::Power(power), side.clone()));
    let of_its_own = match who {
        Holder::Minor(minor) => country_at_war(scenario, state, minor, side),
        Holder::Power(_) | Holder::Nobody => false,
    };
    by_commander || of_its_own
}

/// Whether a minor country is separately at war with a side: by itself, or by the country it depends on (D1).
pub fn country_at_war(scenario: &Scenario, state: &State, minor: &str, side: &Party) -> bool {
    let is_at_war = |name: &str| are_at_war(state, Party::Minor(name.to_owned()), side.clone());
    is_at_war(minor) || lord(scenario, state, minor).is_some_and(is_at_war)
}

/// The country that holds a minor country while no power does: Sweden Finland, and the like.
fn lord<'a>(scenario: &'a Scenario, state: &State, minor: &str) -> Option<&'a str> {
    let lord = scenario.campaign.dependent.get(minor)?;
    holder(state, minor).is_none().then_some(lord.as_str())
}

/// Whether forces are enemies in a territory: at war with its controller, or with the minor country alone (D1).
pub fn are_enemies_in(scenario: &Scenario, state: &State, who: &Holder, place: &str) -> bool {
    if *who == Holder::Nobody {
        return false;
    }
    let owner = holder(state, place);
    let country = scenario.map.territory(place).and_then(|printed| printed.country());
    let is_of_country =
        |minor: &str| country.is_some_and(|country| country == minor || lord(scenario, state, country) == Some(minor));
    let is_its_own = match who {
        Holder::Minor(minor) => is_of_country(minor),
        Holder::Power(_) | Holder::Nobody => false,
    };
    if is_its_own || owner.is_some() && commander(state, who) == owner {
        return false;
    }
    // Whoever stands in the town of a neutral country came as an enemy.
    let Some(owner) = owner else { return true };
    let is_enemy = |side: Party| are_enemies_of(scenario, state, who, &side);
    is_enemy(Party::Power(owner)) || country.is_some_and(|minor| is_enemy(Party::Minor(minor.to_owned())))
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
fn are_at_war(state: &State, one: Party, other: Party) -> bool {
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
    // 8.2.1: the leave that silence repeats was the former holder's.
    if before.holder != holder && straits(scenario).is_some_and(|city| city.territory == territory) {
        state.habits.black_sea = None;
    }
    let is_country = scenario.map.territory(territory).is_some_and(|printed| printed.is_minor());
    if is_country {
        settle_free_state(state, territory, before.holder, holder.filter(|_| tenure == Tenure::Free), step);
    }
    if let Some(country) = left_without_land(scenario, state, territory, before.holder) {
        change_hands(scenario, state, country, holder, tenure, step);
    }
}

/// The country of a district whose lord has no district of it any more: its ports and capital go with the last one (8.8.2).
fn left_without_land<'a>(
    scenario: &'a Scenario,
    state: &State,
    territory: &str,
    lord: Option<Power>,
) -> Option<&'a str> {
    let country = scenario.map.territory(territory).filter(|printed| printed.is_district())?.country()?;
    let districts = scenario.map.territory(country)?.districts();
    let is_his = |name: &String| holder(state, name) == lord;
    (lord.is_some() && holder(state, country) == lord && !districts.iter().any(is_his)).then_some(country)
}

/// Whoever was in, before or off a city of a territory that is his now is its usual garrison.
fn tidy_cities(scenario: &Scenario, state: &mut State, territory: &str, holder: Option<Power>) {
    let Some(power) = holder else { return };
    let is_here = |name: &str| scenario.map.city(name).is_some_and(|city| city.territory == territory);
    state.cities.iter_mut().filter(|(name, _)| is_here(name)).for_each(|(_, city)| leave(city, power));
    state.cities.retain(|_, city| *city != CityState::default());
}

/// A power's forces are no longer in a city, before it or off it.
fn leave(city: &mut CityState, power: Power) {
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

/// A power's forces leave the map, wherever they stand (8.7).
pub fn withdraw(state: &mut State, power: Power) {
    for city in state.cities.values_mut() {
        leave(city, power);
        city.corps.remove(&power);
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
