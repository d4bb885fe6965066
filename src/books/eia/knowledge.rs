//! The state as one reader was told it: what a receipt is judged by. What he was not told is as it is when nothing is
//! the matter, and his enemies' treasuries are empty to him.

use std::collections::BTreeMap;

use super::begin;
use super::item::Item;
use super::measure::{Ledger, Measure};
use super::power::Power;
use super::scenario::Scenario;
use super::standing::{LandRow, PowerRow, QuarterRow};
use super::state::{Announcement, Arrival, CityState, Debt, FreeState, State, TerritoryState, Unplaced};

/// Puts together the state that these items tell of.
pub fn known(scenario: &Scenario, items: &[Item]) -> State {
    let mut state = begin::opening(scenario);
    clear(scenario, &mut state);
    for item in items {
        learn(scenario, &mut state, item);
    }
    state
}

/// Which power runs which other (8.11), as these items tell: a public fact.
pub fn run_by(items: &[Item]) -> BTreeMap<Power, Power> {
    let rows = items.iter().filter_map(|item| if let Item::Powers { rows } = item { Some(rows) } else { None });
    rows.flatten().filter_map(|row| Some((row.power, row.run_by?))).collect()
}

/// Nothing is held and owned but what the map prints.
fn clear(scenario: &Scenario, state: &mut State) {
    for printed in scenario.map.territories() {
        state.territories.insert(printed.name.clone(), begin::untouched(&printed.kind));
    }
    state.free_states.clear();
    state.wars.clear();
    state.alliances.clear();
    state.ledger = Ledger::default();
}

fn learn(scenario: &Scenario, state: &mut State, item: &Item) {
    match item {
        Item::Calendar { month, stage, .. } => (state.month, state.stage) = (*month, *stage),
        Item::Powers { rows } => rows.iter().for_each(|row| learn_power(state, row)),
        Item::Board { .. } => learn_board(scenario, state, item),
        Item::Quarter { quarter } => learn_quarter(state, quarter),
        Item::FormalDebtsOpen { rows } => state.debts.extend(rows.iter().map(debt)),
        Item::Winners { powers, .. } => state.winners.clone_from(powers),
        Item::Own { .. } => learn_own(state, item),
        Item::LastOffer { partners, except } => state.habits.offer = Some((partners.clone(), except.clone())),
        Item::LastLeave { partners, is_granted } => state.habits.black_sea = Some((partners.clone(), *is_granted)),
        Item::WantsAmericanPeace { .. } => state.wants_american_peace = true,
        Item::Account { account, money, manpower, .. } => {
            state.ledger.open_with(account, Measure::Money, *money);
            state.ledger.open_with(account, Measure::Manpower, *manpower);
        }
        _ => {}
    }
}

fn learn_power(state: &mut State, row: &PowerRow) {
    let Some(own) = state.powers.get_mut(&row.power) else { return };
    own.is_out = row.is_out;
    own.run_by = row.run_by;
    own.announcement = if row.is_announced { Announcement::Made } else { Announcement::None };
    own.status = row.status;
    own.victory_points = row.victory_points;
    own.forces = row.forces;
    own.removed_leaders = row.removed_leaders.iter().cloned().collect();
    own.levied = row.levied.iter().cloned().collect();
}

fn learn_board(scenario: &Scenario, state: &mut State, item: &Item) {
    let Item::Board { lands, cities, free_states, wars, alliances, american_war } = item else { return };
    let is_district = |land: &&LandRow| scenario.map.territory(&land.name).is_some_and(|printed| printed.is_district());
    // A country's row stands for its districts, but for those that have one of their own.
    for land in lands.iter().filter(|land| !is_district(land)).chain(lands.iter().filter(is_district)) {
        learn_land(scenario, state, land);
    }
    for row in cities {
        let city = CityState {
            occupant: row.occupant.clone(),
            is_besieged: row.is_besieged,
            besieger: row.besieger.clone(),
            blockaded_by: row.blockaded_by,
            corps: row.corps.iter().copied().collect(),
        };
        state.cities.insert(row.name.clone(), city);
    }
    for row in free_states {
        state.free_states.insert(row.name.clone(), FreeState { forces: row.forces, ships_in_pool: row.ships_in_pool });
    }
    state.wars.extend(wars.iter().map(|row| (row.one.clone(), row.other.clone())));
    state.alliances.extend(alliances.iter().copied());
    state.american_war = *american_war;
}

fn learn_land(scenario: &Scenario, state: &mut State, land: &LandRow) {
    let held = TerritoryState { holder: land.holder, tenure: land.tenure, combination: land.combination.clone() };
    let Some(printed) = scenario.map.territory(&land.name) else { return };
    for district in printed.districts() {
        state.territories.insert(district.clone(), held.clone());
    }
    state.territories.insert(land.name.clone(), held);
}

fn learn_quarter(state: &mut State, row: &QuarterRow) {
    state.quarter.gained.clone_from(&row.gained);
    state.quarter.offered.clone_from(&row.offered);
    state.quarter.black_sea_leave.clone_from(&row.black_sea_leave);
    state.quarter.was_american_war = row.was_american_war;
    state.quarter.bankrupt.clone_from(&row.bankrupt);
    state.quarter.is_final = row.is_final;
    state.quarter.disputes.clone_from(&row.disputes);
}

fn debt(row: &super::standing::OwedRow) -> Debt {
    Debt {
        from: row.from,
        to: row.to,
        amount: row.amount,
        is_formal: row.is_formal,
        due: row.due,
        awaits_gm: row.awaits_gm,
    }
}

fn learn_own(state: &mut State, item: &Item) {
    let Item::Own {
        power,
        announcement,
        manipulation,
        unplaced,
        arriving,
        returning_leaders,
        treasury_shared_with,
        silent_windows,
        informal_debts,
        last_answer,
        ..
    } = item
    else {
        return;
    };
    // A debt between two powers of one player is told twice.
    for row in informal_debts.iter().map(debt) {
        if !state.debts.contains(&row) {
            state.debts.push(row);
        }
    }
    if let Some(answer) = last_answer {
        state.habits.answers.insert(*power, answer.clone());
    }
    let Some(own) = state.powers.get_mut(power) else { return };
    own.announcement = *announcement;
    own.manipulation = *manipulation;
    own.returning_leaders = returning_leaders.iter().cloned().collect();
    own.treasury_shared_with = treasury_shared_with.iter().copied().collect();
    own.silent_windows = *silent_windows;
    let bought = unplaced.iter().map(|row| Unplaced {
        state: row.state.clone(),
        counter: row.counter,
        count: row.count,
        names: row.names.clone(),
        until: row.until,
    });
    own.unplaced = bought.collect();
    let due = arriving.iter().map(|row| Arrival {
        state: row.state.clone(),
        unit: row.unit,
        count: row.count,
        month: row.month,
    });
    own.arriving = due.collect();
}

/// The powers a reader plays, by what he was told.
pub fn played(items: &[Item]) -> Vec<Power> {
    let own = items.iter().filter_map(|item| match item {
        Item::Own { power, .. } => Some(*power),
        _ => None,
    });
    own.collect()
}
