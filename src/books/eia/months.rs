//! What happens when a month, its state sheet or a quarter ends: reinforcements fall due, counters expire, the sheet is
//! settled, the books are closed (8.5.3, 8.5.4, D1).

use base::facts::{Audience, Fact};

use super::item::Item;
use super::measure::Measure;
use super::power::Power;
use super::scenario::Scenario;
use super::situation::{arrival, unplaced};
use super::state::{PowerState, Quarter, QuarterEnd, State};
use super::{audience, turn};

/// The month on the board is over: what was due in it has been placed, counters that were not placed are off again.
pub fn close_board(state: &mut State) -> Vec<Fact<Item>> {
    let month = state.month;
    let mut events = Vec::new();
    for power in Power::ALL {
        let owner = audience::owner(state, power);
        let Some(own) = state.powers.get_mut(&power) else { continue };
        // 8.5.3: placed in the Reinforcement Phase of this month.
        own.arriving.retain(|row| row.month > month);
        // 8.5.4: to be placed within the months of the table, or to be bought again.
        let expired: Vec<_> = own.unplaced.iter().filter(|row| row.until <= month).map(unplaced).collect();
        own.unplaced.retain(|row| row.until > month);
        if !expired.is_empty() {
            events.push(Fact::new(owner, Item::Expired { power, name: power.name().to_owned(), rows: expired }));
        }
    }
    events
}

/// A month on the board begins: what is to be placed in its Reinforcement Phase, what must be placed in it, who is back.
pub fn open_board(state: &mut State) -> Vec<Fact<Item>> {
    let month = state.month;
    let mut events = Vec::new();
    for power in Power::ALL {
        let owner = audience::owner(state, power);
        let Some(own) = state.powers.get_mut(&power) else { continue };
        let name = power.name().to_owned();
        let due: Vec<_> = own.arriving.iter().filter(|row| row.month <= month).map(arrival).collect();
        if !due.is_empty() {
            events.push(Fact::new(owner.clone(), Item::Due { power, name: name.clone(), rows: due }));
        }
        let expiring: Vec<_> = own.unplaced.iter().filter(|row| row.until <= month).map(unplaced).collect();
        if !expiring.is_empty() {
            events.push(Fact::new(owner, Item::Expiring { power, name: name.clone(), rows: expiring }));
        }
        events.extend(bring_back(power, own));
    }
    events
}

/// Leaders whose return was settled come back (8.4.3).
fn bring_back(power: Power, own: &mut PowerState) -> Vec<Fact<Item>> {
    let back = std::mem::take(&mut own.returning_leaders);
    let told = back.into_iter().map(|leader| {
        own.removed_leaders.remove(&leader);
        Fact::new(Audience::Everyone, Item::LeaderBack { power, name: power.name().to_owned(), leader })
    });
    told.collect()
}

/// The sheet is settled: the Economic Phase opens on it, with books closed on what is in the treasuries (D1).
pub fn close_sheet(state: &mut State) -> Vec<Fact<Item>> {
    let differences = u32::try_from(state.changes.len()).unwrap_or(u32::MAX);
    state.changes.clear();
    state.ledger.close();
    state.quarter = Quarter { was_american_war: state.american_war, ..Quarter::default() };
    vec![Fact::new(Audience::Everyone, Item::SheetSettled { title: state.month.title(), differences })]
}

/// The Economic Phase is over: how it ended goes into the history.
pub fn close_quarter(scenario: &Scenario, state: &mut State) {
    let ends = state.powers.iter().map(|(power, own)| {
        let money = state.ledger.balance(power.id(), Measure::Money);
        (*power, (own.victory_points, own.status, money))
    });
    let end = QuarterEnd { month: state.month, powers: ends.collect() };
    debug_assert!(turn::is_economic(scenario, end.month), "a quarter ends in an economic month");
    state.history.push(end);
}

#[cfg(test)]
mod tests {
    use super::super::begin;
    use super::super::order::{Counter, Unit};
    use super::super::state::{Arrival, Unplaced};
    use super::*;
    use base::facts::told;

    fn kinds(events: &[Fact<Item>]) -> Vec<String> {
        let told = told(events).unwrap();
        told.into_iter().map(|(audience, item)| format!("{} {audience:?}", item["kind"].as_str().unwrap())).collect()
    }

    #[test]
    fn eia_8_5_3l_infantry_bought_in_march_is_due_in_june() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        (state.month.year, state.month.month) = (1806, 3);
        let months = scenario.tables.purchase(Unit::Infantry).unwrap().months_for(Power::Austria);
        let row = Arrival { state: None, unit: Unit::Infantry, count: 5, month: state.month.after(months) };
        assert_eq!(row.month.title(), "June 1806");
        state.powers.get_mut(&Power::Austria).unwrap().arriving.push(row);
        for month in [4, 5] {
            state.month.month = month;
            assert_eq!(kinds(&open_board(&mut state)), Vec::<String>::new());
            close_board(&mut state);
        }
        state.month.month = 6;
        let told = kinds(&open_board(&mut state));
        assert!(told.len() == 1 && told[0].starts_with("Due") && told[0].contains("austria"), "{told:?}");
        assert_eq!(state.powers[&Power::Austria].arriving.len(), 1);
        close_board(&mut state);
        assert!(state.powers[&Power::Austria].arriving.is_empty());
    }

    #[test]
    fn eia_8_5_4c_a_counter_of_march_can_be_placed_in_june_and_is_gone_in_july() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        state.month.month = 3;
        let until = state.month.after(scenario.tables.counters.months);
        let row = Unplaced { state: None, counter: Counter::Corps, count: 2, names: Vec::new(), until };
        state.powers.get_mut(&Power::France).unwrap().unplaced.push(row);
        state.month.month = 5;
        assert!(open_board(&mut state).is_empty() && close_board(&mut state).is_empty());
        state.month.month = 6;
        assert!(kinds(&open_board(&mut state))[0].starts_with("Expiring"));
        assert!(kinds(&close_board(&mut state))[0].starts_with("Expired"));
        assert!(state.powers[&Power::France].unplaced.is_empty());
    }

    #[test]
    fn eia_8_4_3_a_leader_whose_return_was_settled_is_back_with_the_next_month() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        let month = state.month;
        let own = state.powers.get_mut(&Power::Prussia).unwrap();
        own.removed_leaders.insert("Blucher".to_owned(), month);
        own.returning_leaders.insert("Blucher".to_owned());
        assert_eq!(kinds(&open_board(&mut state)), ["LeaderBack Everyone"]);
        assert!(state.powers[&Power::Prussia].removed_leaders.is_empty());
    }

    #[test]
    fn the_books_are_closed_when_the_sheet_is_settled() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        state.ledger.post("GM", Measure::Money, "france", "corrections", 5_u32, "supply of corps");
        close_sheet(&mut state);
        assert_eq!(state.ledger.opened_with("france", Measure::Money), 10);
        assert!(state.ledger.postings().is_empty() && state.changes.is_empty());
    }
}
