//! Whether a state can be: asked after every stage, entry and edit. Words for the game master.

use rules::Unsound;

use super::calendar::Stage;
use super::measure::Measure;
use super::order::{Holder, Tenure};
use super::power::Power;
use super::scenario::{Scenario, Territory, TerritoryKind};
use super::state::{CityState, Forces, Party, PowerState, State, TerritoryState};
use super::turn;

/// The first thing that cannot be, if there is one.
pub fn sound(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    check_calendar(scenario, state)?;
    check_powers(scenario, state)?;
    check_territories(scenario, state)?;
    check_free_states(state)?;
    check_cities(scenario, state)?;
    check_pacts(scenario, state)?;
    check_debts(state)?;
    check_accounts(state)
}

fn demand(is_so: bool, otherwise: impl FnOnce() -> String) -> Result<(), Unsound> {
    if is_so { Ok(()) } else { Err(Unsound(otherwise())) }
}

fn check_calendar(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    let month = state.month;
    demand((1..=12).contains(&month.month), || format!("month.month is {}; a year has 12", month.month))?;
    demand(month >= scenario.campaign.start, || format!("{} lies before the campaign", month.title()))?;
    // One month beyond the last: the campaign is over.
    demand(month <= scenario.campaign.last.after(1), || format!("{} lies after the campaign", month.title()))?;
    demand(state.stage == Stage::Board || turn::is_economic(scenario, month), || {
        format!("{} has no Economic Phase, so no {}", month.title(), state.stage.title())
    })
}

fn check_powers(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    for power in Power::ALL {
        let Some(own) = state.powers.get(&power) else {
            return Err(Unsound(format!("powers.{} is missing", power.id())));
        };
        check_power(scenario, power, own)?;
    }
    Ok(())
}

fn check_power(scenario: &Scenario, power: Power, own: &PowerState) -> Result<(), Unsound> {
    let (path, tables) = (format!("powers.{}", power.id()), &scenario.tables);
    let boxes = tables.status_boxes();
    demand((1..=boxes).contains(&own.status), || {
        format!("{path}.status is {}; the display has boxes 1 to {boxes}", own.status)
    })?;
    let floor = tables.victory.floor;
    demand(own.victory_points >= floor, || format!("{path}.victory_points is {}, below {floor}", own.victory_points))?;
    demand(tables.manipulation(power, own.manipulation).is_some(), || {
        format!("{path}.manipulation is {}, which is no level of its card", own.manipulation)
    })?;
    demand(own.run_by != Some(power), || format!("{path}.run_by names the power itself"))?;
    demand(!own.treasury_shared_with.contains(&power), || {
        format!("{path}.treasury_shared_with names the power itself")
    })?;
    for row in &own.arriving {
        demand(row.count > 0, || format!("{path}.arriving has a row of nothing"))?;
        check_minor(scenario, row.state.as_deref(), &format!("{path}.arriving"))?;
    }
    for row in &own.unplaced {
        demand(row.count > 0, || format!("{path}.unplaced has a row of nothing"))?;
        check_minor(scenario, row.state.as_deref(), &format!("{path}.unplaced"))?;
    }
    Ok(())
}

fn check_minor(scenario: &Scenario, name: Option<&str>, path: &str) -> Result<(), Unsound> {
    let Some(name) = name else { return Ok(()) };
    let is_minor = scenario.map.territory(name).is_some_and(Territory::is_minor);
    demand(is_minor, || format!("{path} names {name}, which is no minor country"))
}

/// Every territory of the map has its row, and no other; each is held as its kind can be.
fn check_territories(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    for name in state.territories.keys() {
        demand(scenario.map.territory(name).is_some(), || format!("territories.{name} is not on the map"))?;
    }
    for printed in scenario.map.territories() {
        let Some(row) = state.territories.get(&printed.name) else {
            return Err(Unsound(format!("territories.{} is missing", printed.name)));
        };
        demand(can_be_held(printed, row), || {
            let holder = row.holder.map_or("nobody", Power::name);
            format!("territories.{} cannot be {} under {holder}", printed.name, tenure_name(row.tenure))
        })?;
    }
    Ok(())
}

fn can_be_held(printed: &Territory, row: &TerritoryState) -> bool {
    match (&printed.kind, row.holder, row.tenure) {
        (TerritoryKind::Province { home }, Some(power), Tenure::Home) => *home == power,
        (TerritoryKind::Province { home }, Some(power), Tenure::Ceded) => *home != power,
        (TerritoryKind::Province { .. }, _, _) => false,
        (_, Some(_), Tenure::Conquered | Tenure::Free) | (_, None, Tenure::Neutral) => true,
        _ => false,
    }
}

fn tenure_name(tenure: Tenure) -> &'static str {
    match tenure {
        Tenure::Home => "a home province",
        Tenure::Ceded => "ceded",
        Tenure::Conquered => "conquered",
        Tenure::Free => "a free state",
        Tenure::Neutral => "neutral",
    }
}

/// Free states and their rows go together.
fn check_free_states(state: &State) -> Result<(), Unsound> {
    for (name, own) in &state.free_states {
        let is_free = state.territories.get(name).is_some_and(|row| row.tenure == Tenure::Free);
        // 8.8.5: of a state that was conquered, the ships noted for later.
        let is_noted = own.forces == Forces::default() && own.ships_in_pool > 0;
        demand(is_free || is_noted, || format!("free_states.{name} is of a territory that is no free state"))?;
    }
    Ok(())
}

fn check_cities(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    for (name, city) in &state.cities {
        let printed = scenario.map.city(name);
        demand(printed.is_some(), || format!("cities.{name} is no capital or port of the map"))?;
        let is_port = printed.is_some_and(|printed| printed.port.is_some());
        demand(is_port || city.blockaded_by.is_none(), || format!("cities.{name} is blockaded and no port"))?;
        check_siege(name, city)?;
        demand(city.corps.values().all(|count| *count > 0), || format!("cities.{name}.corps has a row of nothing"))?;
        for holder in [&city.occupant, &city.besieger] {
            let minor = if let Holder::Minor(minor) = holder { Some(minor.as_str()) } else { None };
            check_minor(scenario, minor, &format!("cities.{name}"))?;
        }
    }
    Ok(())
}

fn check_siege(name: &str, city: &CityState) -> Result<(), Unsound> {
    let is_empty = city.occupant == Holder::Nobody;
    demand(is_empty || city.besieger == Holder::Nobody, || {
        format!("cities.{name} is occupied, so whoever lies before it is its controller: besieger must be nobody")
    })?;
    demand(!city.is_besieged || !is_empty || city.besieger != Holder::Nobody, || {
        format!("cities.{name} is besieged by nobody")
    })
}

fn check_pacts(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    for (one, other) in &state.wars {
        demand(one < other, || "wars has a pair that is not in order, or of one with itself".to_owned())?;
        for party in [one, other] {
            let minor = if let Party::Minor(name) = party { Some(name.as_str()) } else { None };
            check_minor(scenario, minor, "wars")?;
        }
    }
    for (one, other) in &state.alliances {
        demand(one < other, || "alliances has a pair that is not in order, or of one with itself".to_owned())?;
        let war = (Party::Power(*one), Party::Power(*other));
        demand(!state.wars.contains(&war), || {
            format!("{} and {} are both allied and at war", one.name(), other.name())
        })?;
    }
    Ok(())
}

fn check_debts(state: &State) -> Result<(), Unsound> {
    for debt in &state.debts {
        demand(debt.from != debt.to, || format!("debts: {} owes itself", debt.from.name()))?;
        demand(debt.amount > 0, || format!("debts: {} owes {} nothing", debt.from.name(), debt.to.name()))?;
    }
    Ok(())
}

/// The books hold together, and no account of a power or a free state is below 0 (D16).
fn check_accounts(state: &State) -> Result<(), Unsound> {
    state.ledger.sound().map_err(|why| Unsound(format!("ledger: {why}")))?;
    let free_states = state.free_states.keys().map(String::as_str);
    let accounts: Vec<&str> = Power::ALL.iter().map(|power| power.id()).chain(free_states).collect();
    for account in accounts {
        for measure in Measure::BOTH {
            let balance = state.ledger.balance(account, measure);
            demand(balance >= 0, || format!("ledger: the account {account} holds {balance} {}", measure.name()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::begin;
    use super::super::state::Debt;
    use super::*;

    /// What the game master is told when `edit` is made to the sound opening.
    fn verdict(edit: impl FnOnce(&mut State)) -> String {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        assert_eq!(sound(&scenario, &state), Ok(()));
        edit(&mut state);
        sound(&scenario, &state).map_or_else(|why| why.0, |()| "sound".to_owned())
    }

    fn france(state: &mut State) -> &mut PowerState {
        state.powers.get_mut(&Power::France).unwrap()
    }

    #[test]
    fn ordinary_edits_are_sound() {
        assert_eq!(verdict(|state| france(state).status = 24), "sound");
        assert_eq!(verdict(|state| state.american_war = true), "sound");
        assert_eq!(verdict(|state| (state.month.month, state.stage) = (3, Stage::Offer)), "sound");
    }

    #[test]
    fn the_calendar_and_the_display_have_their_ends() {
        assert_eq!(verdict(|state| state.stage = Stage::Offer), "January 1805 has no Economic Phase, so no W1 offer");
        assert_eq!(verdict(|state| state.month.year = 1804), "January 1804 lies before the campaign");
        assert_eq!(
            verdict(|state| france(state).status = 25),
            "powers.france.status is 25; the display has boxes 1 to 24"
        );
        assert_eq!(verdict(|state| france(state).victory_points = -1), "powers.france.victory_points is -1, below 0");
        assert_eq!(
            verdict(|state| france(state).manipulation = 7),
            "powers.france.manipulation is 7, which is no level of its card"
        );
    }

    #[test]
    fn territories_are_held_as_their_kind_can_be() {
        let hold = |name: &str, holder, tenure| {
            verdict(|state| {
                let row = state.territories.get_mut(name).unwrap();
                (row.holder, row.tenure) = (holder, tenure);
            })
        };
        assert_eq!(hold("Silesia", Some(Power::Austria), Tenure::Ceded), "sound");
        assert_eq!(
            hold("Silesia", Some(Power::Austria), Tenure::Home),
            "territories.Silesia cannot be a home province under Austria"
        );
        assert_eq!(hold("Silesia", None, Tenure::Neutral), "territories.Silesia cannot be neutral under nobody");
        assert_eq!(hold("Saxony", None, Tenure::Conquered), "territories.Saxony cannot be conquered under nobody");
        assert_eq!(
            hold("Holland", Some(Power::France), Tenure::Conquered),
            "free_states.Holland is of a territory that is no free state"
        );
        assert_eq!(
            verdict(|state| {
                state.territories.remove("Silesia");
            }),
            "territories.Silesia is missing"
        );
    }

    #[test]
    fn no_account_falls_below_nothing() {
        let rob =
            |state: &mut State| state.ledger.post("8.5.1", Measure::Money, "france", "maintenance", 16_u32, "corps");
        assert_eq!(verdict(rob), "ledger: the account france holds -1 money");
    }

    #[test]
    fn pacts_and_debts_are_of_two() {
        assert_eq!(
            verdict(|state| {
                state.alliances.insert((Power::Britain, Power::France));
            }),
            "Britain and France are both allied and at war"
        );
        assert_eq!(
            verdict(|state| {
                state.alliances.insert((Power::Spain, Power::France));
            }),
            "alliances has a pair that is not in order, or of one with itself"
        );
        let own =
            Debt { from: Power::Spain, to: Power::Spain, amount: 5, is_formal: true, due: None, awaits_gm: false };
        assert_eq!(verdict(|state| state.debts.push(own)), "debts: Spain owes itself");
    }

    #[test]
    fn only_ports_are_blockaded() {
        let blockade = |name: &str| {
            verdict(|state| {
                let row = CityState { blockaded_by: Some(Power::Britain), ..CityState::default() };
                state.cities.insert(name.to_owned(), row);
            })
        };
        assert_eq!(blockade("Brest"), "sound");
        assert_eq!(blockade("Vienna"), "cities.Vienna is blockaded and no port");
        assert_eq!(blockade("Atlantis"), "cities.Atlantis is no capital or port of the map");
    }
}
