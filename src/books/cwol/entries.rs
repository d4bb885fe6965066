//! The game master's entries: each judged by the limits that hold for everybody, and told to those who would see what it changes.

use base::facts::{Audience, Fact};
use base::order::Remark;
use kit::amount::Rounding;

use super::congress::{enact, may_become_law};
use super::entitlement::all_of;
use super::item::Item;
use super::morale::shift;
use super::order::{Entry, Force};
use super::river::is_of_rivers;
use super::ruled::rule;
use super::scenario::Scenario;
use super::side::{Pool, Side};
use super::state::{Off, PoolKey, State};
use super::turn::{capture, drive_out, enter_battle, holder};

/// Carries out an entry, or says why it cannot be.
pub fn enter(scenario: &Scenario, state: &mut State, entry: &Entry) -> Result<Vec<Fact<Item>>, Remark> {
    match entry {
        Entry::Law { side, subject } => {
            may_become_law(scenario, state, *side, *subject)?;
            enact(scenario, state, *side, *subject);
            let item = Item::Enacted { what: subject.words() };
            Ok(vec![Fact::new(Audience::Seats(all_of(scenario, *side)), item)])
        }
        Entry::Capture { city, by } if holder(scenario, state, city) == Some(*by) => {
            Err(Remark::refused(format!("{} is held by {} already.", scenario.city_name(city), by.name())).rule("5.10"))
        }
        Entry::Capture { city, by } => {
            // Else they would take it back, alone in it.
            drive_out(scenario, state, by.enemy(), city);
            Ok(capture(scenario, state, city, *by))
        }
        Entry::Place { force, port, is_off, is_at_sea } => {
            place(scenario, state, *force, port, (*is_off, *is_at_sea)).map(|()| Vec::new())
        }
        Entry::Battle { square, lost, holder } => enter_battle(scenario, state, *square, (lost, *holder)),
        Entry::Fact { ruling } => rule(scenario, state, ruling),
        Entry::Violation { .. } if !state.kentucky_is_neutral => {
            Err(Remark::refused("Kentucky is not neutral any more.").rule("4.4"))
        }
        Entry::Violation { by } => Ok(vec![violate(scenario, state, *by)]),
    }
}

/// A ship lies elsewhere than orders took it, and goes nowhere from there.
fn place(
    scenario: &Scenario,
    state: &mut State,
    force: Force,
    port: &str,
    (is_off, is_at_sea): (bool, bool),
) -> Result<(), Remark> {
    if scenario.waters(port).is_none() {
        return Err(Remark::refused(format!("{} is no port.", scenario.city_name(port))).rule("2.7"));
    }
    let Some(ship) = state.ships.get_mut(&force.name()) else {
        return Err(Remark::refused(format!("There is no {}.", force.name())).rule("2.7"));
    };
    // SNNM 1.5: off a river port there are no waters, and ships of the rivers go to none.
    if is_off && is_of_rivers(ship.class) {
        let said = format!("{} sails rivers, and lies in no coastal waters.", force.name());
        let hint = format!("In a river port: PLACE {} IN THE HARBOR OF {}.", force.name(), scenario.city_name(port));
        return Err(Remark::refused(said).hint(hint).rule("2.7"));
    }
    ship.off = is_off.then(|| Off { port: port.to_owned(), is_at_sea, sea: None, square: None });
    ship.station = None;
    if !is_off {
        ship.port = port.to_owned();
    }
    Ok(())
}

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
    for (pool, men) in WHITE.into_iter().zip(in_proportion(wanted.min(held.iter().sum()), held)) {
        // No pool gives more than it holds.
        let _lost = state.pools.waste(&kentucky_pool(side, pool), men);
    }
}

/// A share of what it began with, into each pool in proportion to what that began with.
fn gain_men(scenario: &Scenario, state: &mut State, side: Side) {
    let (by_pool, opened) = began_with(scenario, side);
    let gained = scenario.given.kentucky.gained.of_count(opened, Rounding::Down);
    for (pool, men) in WHITE.into_iter().zip(in_proportion(gained, by_pool)) {
        state.pools.raise(kentucky_pool(side, pool), men);
    }
}

/// So many as parts of a whole, rounded down; what that leaves over goes to the first that has room.
fn in_proportion(men: u64, of: [u64; 4]) -> [u64; 4] {
    let all: u64 = of.iter().sum();
    if all == 0 {
        return [0; 4];
    }
    let mut parts = of.map(|part| men * part / all);
    let mut over = men - parts.iter().sum::<u64>();
    for (part, most) in parts.iter_mut().zip(of) {
        let more = over.min(most.saturating_sub(*part));
        *part += more;
        over -= more;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_whole_add_up_and_take_no_more_than_there_is() {
        assert_eq!(in_proportion(9, [5, 5, 5, 0]), [3, 3, 3, 0]);
        assert_eq!(in_proportion(10, [10, 10, 10, 1]), [4, 3, 3, 0]);
        assert_eq!(in_proportion(10, [0, 0, 0, 0]), [0; 4]);
    }
}
