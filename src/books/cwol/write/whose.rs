//! Whose men.

use super::super::scenario::Scenario;
use super::super::side::Pool;

pub(super) fn whose(scenario: &Scenario, state: Option<&str>, pool: Option<Pool>) -> String {
    let pool = pool.map(pool_word);
    let state = state.map(|state| scenario.state_name(state));
    match (state, pool) {
        (Some(state), Some(pool)) => format!(" from {state} {pool}"),
        (Some(one), None) | (None, Some(one)) => format!(" from {one}"),
        (None, None) => String::new(),
    }
}

fn pool_word(pool: Pool) -> &'static str {
    match pool {
        Pool::Volunteers => "volunteers",
        Pool::Bounty => "bounty men",
        Pool::Draft => "draft",
        Pool::Militia => "militia",
        Pool::Usct => "USCT",
    }
}
