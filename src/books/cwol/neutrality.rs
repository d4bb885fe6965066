//! The end of Kentucky's neutrality: what it costs who violates it, and what the other side gains.

use base::facts::{Audience, Fact};
use kit::amount::{Rounding, apportion};

use super::item::Item;
use super::morale::shift;
use super::scenario::Scenario;
use super::side::{Pool, Side};
use super::state::{PoolKey, State};

/// SLAG 4.4, D37: neutrality ends. Who ends it alone loses men of the State, the other side gains some, and morale.
pub fn violate(scenario: &Scenario, state: &mut State, by: Option<Side>) -> Fact<Item> {
    state.kentucky_is_neutral = false;
    if let Some(violator) = by {
        lose_men(scenario, state, violator);
        gain_men(scenario, state, violator.enemy());
        let points = scenario.given.kentucky.morale;
        shift(state, violator.enemy(), "Kentucky's neutrality violated", points * 100);
    }
    let by = by.map_or("both sides in one turn", Side::name).to_owned();
    Fact::new(Audience::Everyone, Item::Violated { by })
}

const WHITE: [Pool; 4] = [Pool::Volunteers, Pool::Bounty, Pool::Draft, Pool::Militia];

fn kentucky_pool(side: Side, pool: Pool) -> PoolKey {
    PoolKey { side, state: "KY".to_owned(), pool }
}

/// White men of the State that a side began with, by pools and all together.
fn began_with(scenario: &Scenario, side: Side) -> ([u64; 4], u64) {
    let men = |pool: Pool| scenario.state("KY").and_then(|row| row.men_of(side).get(&pool)).copied().unwrap_or(0);
    let by_pool = WHITE.map(men);
    (by_pool, by_pool.iter().sum())
}

/// A share of what it began with, out of each pool in proportion to what is left there.
fn lose_men(scenario: &Scenario, state: &mut State, side: Side) {
    let (_, opened) = began_with(scenario, side);
    let held = WHITE.map(|pool| state.pools.held(&kentucky_pool(side, pool)));
    let wanted = scenario.given.kentucky.lost.of_count(opened, Rounding::Down);
    for (pool, men) in WHITE.into_iter().zip(apportion(wanted.min(held.iter().sum()), &held)) {
        // No pool gives more than it holds.
        let _lost = state.pools.waste(&kentucky_pool(side, pool), men);
    }
}

/// A share of what it began with, into each pool in proportion to what that began with.
fn gain_men(scenario: &Scenario, state: &mut State, side: Side) {
    let (by_pool, opened) = began_with(scenario, side);
    let gained = scenario.given.kentucky.gained.of_count(opened, Rounding::Down);
    for (pool, men) in WHITE.into_iter().zip(apportion(gained, &by_pool)) {
        state.pools.raise(kentucky_pool(side, pool), men);
    }
}
