//! How a game begins, by its scenario.

use std::collections::BTreeMap;

use kit::amount::Amount;
use kit::jobs::Jobs;
use kit::ledger::{Holdings, Ledger};
use kit::pools::Pools;
use kit::rising::Attempts;

use super::{CityState, Law, Measure, Nation, PoolKey, Regiments, State, Told};
use crate::account;
use crate::facts::Facts;
use crate::river::RiverState;
use crate::scenario::{self, Rates, Scenario};
use crate::side::{Arm, BySide, Pool, Side};

impl State {
    /// The opening, before the first turn.
    pub fn opening(scenario: &Scenario) -> State {
        let given = &scenario.given;
        let mut state = State {
            turn: u32::from(!given.calendar.has_pregame),
            is_over: false,
            nations: BySide { union: nation(scenario, Side::Union), confederacy: nation(scenario, Side::Confederacy) },
            cities: given.cities.iter().map(|city| (city.id.clone(), city_state(city))).collect(),
            ledger: Ledger::opened(opening_holdings(scenario)),
            pools: Pools::default(),
            regiments: Vec::new(),
            jobs: Jobs::default(),
            units: BTreeMap::new(),
            ships: BTreeMap::new(),
            numbers: BTreeMap::new(),
            kentucky_is_neutral: given.kentucky.is_neutral,
            risings: Attempts::default(),
            bills: BySide::default(),
            standing: BySide::default(),
            depots: BTreeMap::new(),
            forts: Vec::new(),
            links: Vec::new(),
            facts: Facts::default(),
            past: BySide::default(),
            river: RiverState::default(),
            glimpses: BySide::default(),
            contacts: BTreeMap::new(),
            told: Told::default(),
        };
        for row in &given.states {
            for side in Side::BOTH {
                for (pool, men) in row.men_of(side) {
                    state.pools.raise(PoolKey { side, state: row.id.clone(), pool: *pool }, *men);
                }
            }
        }
        for row in &given.forces.regiments {
            for (arm, count) in [(Arm::Infantry, row.infantry), (Arm::Cavalry, row.cavalry), (Arm::Field, row.field)] {
                let regiments = Regiments {
                    side: row.side,
                    arm,
                    state: row.state.clone(),
                    pool: Pool::Volunteers,
                    city: row.city.clone(),
                    count,
                };
                let men = u64::from(count) * u64::from(scenario.tables().men.of(arm));
                if count > 0 && state.pools.draw(&regiments.key(), men).is_ok() {
                    state.regiments.push(regiments);
                }
            }
        }
        state
    }
}

fn nation(scenario: &Scenario, side: Side) -> Nation {
    let (treasury, rates) = (scenario.given.treasury.of(side), scenario.given.law.of(side));
    let Rates { income_tax, tariff } = *rates;
    Nation {
        law: Law { income_tax, tariff, has_bounty: false, has_draft: false, has_usct: false, has_embargo: false },
        coming: Vec::new(),
        debt: Amount::ZERO,
        loan_ceiling: Amount::whole(treasury.loan_ceiling),
        greenbacks_authorised: None,
        greenbacks_value: None,
        at_first_authorised: None,
        morale: scenario.given.morale.of(side) * 100,
        victory_points: 0,
        fallen: 0,
        has_surrendered: false,
        has_blockade: false,
        may_buy_abroad: false,
        may_build_abroad: false,
    }
}

fn city_state(city: &scenario::City) -> CityState {
    CityState {
        held_by: city.held_by,
        aligned: city.aligned,
        level: city.level,
        yards: city.yards,
        has_tariff: city.has_tariff,
        is_besieged: None,
        privateers: None,
        supplies: 0,
        stores: 0,
        chartered: 0,
    }
}

fn opening_holdings(scenario: &Scenario) -> Holdings<Measure> {
    let mut holdings = Holdings::new();
    for side in Side::BOTH {
        let treasury = scenario.given.treasury.of(side);
        let gold = Amount::whole(treasury.gold).in_hundredths();
        let mp = Amount::whole(treasury.mp).in_hundredths();
        let held = BTreeMap::from([(Measure::Gold, gold), (Measure::Mp, mp)]);
        holdings.insert(side.code().to_owned(), held);
        if scenario.given.calendar.has_pregame {
            let fund = BTreeMap::from([(Measure::Gold, Amount::whole(treasury.pregame).in_hundredths())]);
            holdings.insert(account::build_fund(side), fund);
        }
    }
    holdings
}
