//! What cities bring: income tax, tariffs, MPs (SLAG 2.2-2.4, 2.8, 2.10; D04, D18, D26).

use kit::amount::{Amount, Share};
use kit::commerce::reduce;

use super::super::commerce::Trade;
use super::super::scenario::{City, Scenario};
use super::super::side::Side;
use super::super::state::{CityState, Law, Revenue, State};
use super::events::{Turn, holder};

/// The cities pay.
pub fn collect(turn: &mut Turn<'_>) {
    for side in Side::BOTH {
        let revenue = revenue_of(turn.scenario, &turn.state, side);
        let [mut tax, mut tariff, mut mp] = [Amount::ZERO; 3];
        for (_, row) in &revenue {
            tax += row.tax;
            tariff += row.tariff;
            mp += row.mp;
        }
        // D04: income tax in greenbacks as far as they circulate, tariffs in gold.
        let in_paper = turn.state.in_circulation(side).min(tax);
        turn.state.take_in_greenbacks("2.2", side, in_paper, "income tax");
        turn.state.take_in_gold("2.2", side, tax - in_paper, "income tax");
        turn.state.take_in_gold("2.2", side, tariff, "tariffs");
        turn.state.take_in_mp("2.10", side, mp, "manufacturing of cities");
        turn.state.told.revenue.extend(revenue);
    }
}

/// What each city that a side holds brings in a turn, by its id.
fn revenue_of(scenario: &Scenario, state: &State, side: Side) -> Vec<(String, Revenue)> {
    revenues(scenario, state, side, &Trade::of(scenario, state, side))
}

/// The same undisturbed by the enemy, whose places nobody knows before the turn is played.
pub fn undisturbed_revenue_of(scenario: &Scenario, state: &State, side: Side) -> Vec<(String, Revenue)> {
    revenues(scenario, state, side, &Trade::undisturbed(scenario))
}

fn revenues(scenario: &Scenario, state: &State, side: Side, trade: &Trade<'_>) -> Vec<(String, Revenue)> {
    let law = state.nations.of(side).law;
    let mut rows = Vec::new();
    for city in &scenario.given.cities {
        let Some(now) = state.city(&city.id).filter(|_| holder(scenario, state, &city.id) == Some(side)) else {
            continue;
        };
        rows.push((city.id.clone(), revenue(scenario, trade, (city, now), side, law)));
    }
    rows
}

fn revenue(scenario: &Scenario, trade: &Trade<'_>, (city, now): (&City, &CityState), side: Side, law: Law) -> Revenue {
    let tables = scenario.tables();
    // SLAG 2.3: ports off the map bring nothing.
    let levels = if city.is_off_map { 0 } else { i64::from(now.level) };
    let gross = Amount::whole(tables.income.per_level).times(levels);
    let mut shares: Vec<(String, Share)> = Vec::new();
    if now.aligned != side {
        shares.push(("loyal to the enemy".to_owned(), tables.income.captured.rest()));
    }
    shares.push(("hostile brigades".to_owned(), trade.brigades(city)));
    shares.push(("blockade".to_owned(), trade.blockade(city)));
    let is_home_port = city.port.is_some() && now.aligned == side;
    if law.has_embargo && side == Side::Confederacy && is_home_port {
        shares.push(("embargo".to_owned(), tables.income.embargo));
    }
    shares.push(("raiders".to_owned(), trade.raiding(city)));
    let income = reduce(gross, shares, Amount::hundredths(1));
    // Rounded once, where the money is created.
    let at = |rate: i64| income.share(Share::percent(rate));
    let tariff = if now.has_tariff && city.port.is_some() { at(law.tariff) } else { Amount::ZERO };
    let tax = at(law.income_tax);
    Revenue {
        side,
        gross,
        reductions: income.reductions.into_iter().map(|row| (row.reason, row.lost)).collect(),
        income: income.net,
        tax,
        tariff,
        mp: Amount::whole(tables.income.mp_per_level).times(i64::from(now.level)),
    }
}

/// A turn's gross income of the home cities that a side holds (D09).
pub fn gross_at_home(scenario: &Scenario, state: &State, side: Side) -> Amount {
    let is_on_map = |id: &str| scenario.city(id).is_some_and(|city| !city.is_off_map);
    let is_home = |(id, city): &(&String, &CityState)| {
        holder(scenario, state, id) == Some(side) && city.aligned == side && is_on_map(id)
    };
    let home = state.cities.iter().filter(is_home);
    let levels: i64 = home.map(|(_, city)| i64::from(city.level)).sum();
    Amount::whole(scenario.tables().income.per_level).times(levels)
}
