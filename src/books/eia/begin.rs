//! The opening position of a campaign.

use std::collections::{BTreeMap, BTreeSet};

use rules::Outcome;

use super::calendar::Stage;
use super::item::Item;
use super::measure::{Ledger, Measure};
use super::order::Tenure;
use super::power::Power;
use super::scenario::{PowerStart, Scenario, TerritoryKind};
use super::state::{Announcement, FreeState, Habits, Party, PowerState, Quarter, State, TerritoryState};
use super::{territory, turn};

/// The state in which a campaign begins, and what comes first.
pub fn begin(scenario: &Scenario) -> Outcome<State, Item> {
    let state = opening(scenario);
    let next = turn::next_phase(scenario, &state);
    Outcome { state, events: Vec::new(), next }
}

/// The board and the accounts before the first month.
pub fn opening(scenario: &Scenario) -> State {
    let campaign = &scenario.campaign;
    let mut state = State {
        month: campaign.start,
        stage: Stage::Board,
        powers: campaign.powers.iter().map(|(power, start)| (*power, power_state(scenario, start))).collect(),
        territories: scenario.map.territories().map(|land| (land.name.clone(), untouched(&land.kind))).collect(),
        cities: BTreeMap::new(),
        free_states: BTreeMap::new(),
        wars: BTreeSet::new(),
        alliances: campaign.diplomacy.alliances.iter().map(|(one, other)| (*one.min(other), *one.max(other))).collect(),
        american_war: false,
        wants_american_peace: false,
        debts: Vec::new(),
        quarter: Quarter::default(),
        habits: Habits::default(),
        ledger: accounts(scenario),
        history: Vec::new(),
        winners: Vec::new(),
        changes: Vec::new(),
    };
    for (one, other) in &campaign.diplomacy.wars {
        state.wars.insert(territory::pair(Party::Power(*one), Party::Power(*other)));
    }
    hand_out(scenario, &mut state);
    state
}

/// Home provinces are home, minor countries neutral.
pub fn untouched(kind: &TerritoryKind) -> TerritoryState {
    let (holder, tenure) = match kind {
        TerritoryKind::Province { home } => (Some(*home), Tenure::Home),
        TerritoryKind::Minor { .. } | TerritoryKind::District { .. } => (None, Tenure::Neutral),
    };
    TerritoryState { holder, tenure, combination: None }
}

/// Conquered minor countries and free states with their forces.
fn hand_out(scenario: &Scenario, state: &mut State) {
    for (power, names) in &scenario.campaign.conquered {
        for name in names {
            territory::change_hands(scenario, state, name, Some(*power), Tenure::Conquered, START);
        }
    }
    for (power, states) in &scenario.campaign.free {
        for (name, forces) in states {
            territory::change_hands(scenario, state, name, Some(*power), Tenure::Free, START);
            state.free_states.insert(name.clone(), FreeState { forces: *forces, ships_in_pool: 0 });
        }
    }
}

/// What postings of the opening cite.
const START: &str = "start";

fn power_state(scenario: &Scenario, start: &PowerStart) -> PowerState {
    PowerState {
        is_out: false,
        run_by: None,
        // A box that is not there is a hole of the scenario, which no game gets past.
        status: scenario.tables.status_box(&start.status).unwrap_or(1),
        victory_points: 0,
        announcement: Announcement::None,
        manipulation: 0,
        forces: start.forces(),
        unplaced: Vec::new(),
        arriving: Vec::new(),
        removed_leaders: BTreeMap::new(),
        returning_leaders: BTreeSet::new(),
        levied: BTreeMap::new(),
        treasury_shared_with: BTreeSet::new(),
        silent_windows: 0,
    }
}

fn accounts(scenario: &Scenario) -> Ledger {
    let mut ledger = Ledger::default();
    for power in Power::ALL {
        let Some(start) = scenario.campaign.powers.get(&power) else { continue };
        ledger.open_with(power.id(), Measure::Money, i64::from(start.money));
        ledger.open_with(power.id(), Measure::Manpower, i64::from(start.manpower));
    }
    ledger
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_campaign_of_1805_opens_on_the_board_in_january() {
        let scenario = Scenario::embedded().unwrap();
        let outcome = begin(&scenario);
        let next = outcome.next.unwrap();
        assert_eq!((next.kind.as_str(), next.title.as_str()), ("board", "January 1805 board"));
        let state = outcome.state;
        assert_eq!(scenario.tables.status(state.powers[&Power::Britain].status).name(), "N9");
        assert_eq!(state.ledger.balance("spain", Measure::Money), 60);
        assert_eq!(state.ledger.balance("prussia", Measure::Manpower), 4);
        assert_eq!(state.territories["Silesia"].tenure, Tenure::Home);
        assert_eq!(state.territories["Bavaria"].holder, None);
        assert_eq!(territory::free_states(&state, Power::France), ["Holland", "Switzerland"]);
        assert_eq!(territory::free_states(&state, Power::Turkey), ["Moldavia", "Wallachia"]);
        assert!(territory::at_war(&state, Power::Spain, Power::Britain));
        assert!(territory::are_allies(&state, Power::Spain, Power::France));
    }

    #[test]
    fn a_free_state_takes_its_reinforcements_along_and_leaves_its_money_behind_when_it_ends() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = opening(&scenario);
        state.ledger.post("8.2.3", Measure::Money, "taxes", "Holland", 14_u32, "taxes");
        let row = crate::state::Arrival {
            state: Some("Holland".to_owned()),
            unit: crate::order::Unit::Infantry,
            count: 2,
            month: state.month.after(3),
        };
        state.powers.get_mut(&Power::France).unwrap().arriving.push(row.clone());
        territory::change_hands(&scenario, &mut state, "Holland", Some(Power::Spain), Tenure::Free, "8.8");
        assert_eq!(
            (&state.powers[&Power::Spain].arriving, state.powers[&Power::France].arriving.len()),
            (&vec![row], 0)
        );
        assert_eq!(state.ledger.balance("Holland", Measure::Money), 14);
        territory::change_hands(&scenario, &mut state, "Holland", Some(Power::Spain), Tenure::Conquered, "8.8.5");
        assert_eq!(state.ledger.balance("Holland", Measure::Money), 0);
        assert!(!state.free_states.contains_key("Holland") && state.powers[&Power::Spain].arriving.is_empty());
    }

    #[test]
    fn eia_8_8_2b_districts_go_with_their_country_unless_they_were_ceded_before() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = opening(&scenario);
        territory::change_hands(&scenario, &mut state, "Egypt", Some(Power::France), Tenure::Conquered, "8.8");
        territory::change_hands(&scenario, &mut state, "Upper Egypt", Some(Power::Turkey), Tenure::Conquered, "8.8");
        territory::change_hands(&scenario, &mut state, "Egypt", Some(Power::Britain), Tenure::Conquered, "8.8");
        assert_eq!(territory::holder(&state, "Lower Egypt"), Some(Power::Britain));
        assert_eq!(territory::holder(&state, "Upper Egypt"), Some(Power::Turkey));
    }
}
