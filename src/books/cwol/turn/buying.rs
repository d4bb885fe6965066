//! Supplies and stores are bought (SLAG 7.1-7.6).

use board::square::Square;
use kit::amount::Amount;

use super::super::contact::is_near;
use super::super::refusal::{may_sell, sells_so_much, sells_stores};
use super::super::scenario::City;
use super::super::side::Side;
use super::super::state::State;
use super::events::{Done, Failed, Turn, holder, too_dear};

/// SLAG 7.1.
pub fn supplies(turn: &mut Turn<'_>, side: Side, count: u32, id: &str) -> Done {
    let size = turn.scenario.tables().limits.supply_size;
    let price = Amount::whole(turn.scenario.tables().prices.supply).times(i64::from(count));
    buy(turn, side, id, count.saturating_mul(size), price)?;
    if let Some(city) = turn.state.cities.get_mut(id) {
        city.supplies += count;
    }
    Ok(format!("{count} supplies were bought for {price} Eg."))
}

/// SLAG 7.1, 7.6: stores in ports alone.
pub fn stores(turn: &mut Turn<'_>, side: Side, count: u32, id: &str) -> Done {
    turn.scenario.city(id).map_or(Ok(()), sells_stores)?;
    let price = Amount::whole(turn.scenario.tables().prices.stores).times(i64::from(count));
    buy(turn, side, id, count, price)?;
    if let Some(city) = turn.state.cities.get_mut(id) {
        city.stores += count;
    }
    Ok(format!("{count} stores were bought for {price} Eg."))
}

fn buy(turn: &mut Turn<'_>, side: Side, id: &str, size: u32, price: Amount) -> Result<(), Failed> {
    let (city, _) = turn.held_city(side, id)?;
    may_sell(city, holder(turn.scenario, &turn.state, id).is_none())?;
    let (square, name) = (city.square, turn.scenario.city_name(id));
    if is_threatened(&turn.state, side, square) {
        return Err(Failed::new("Hostile units stand in the city's square or beside it.", "7.1"));
    }
    let limits = &turn.scenario.tables().limits;
    sells_so_much(turn.scenario, id, (turn.bought.in_city(id), size))?;
    let of_nation = turn.bought.by(side);
    let most = limits.nation * cities_of(turn, side);
    if of_nation.saturating_add(size) > most {
        let left = most.saturating_sub(of_nation);
        let why = format!(
            "The side can buy {most} stores in a turn, or {} supplies; what is left is {left} stores.",
            most / limits.supply_size.max(1)
        );
        return Err(Failed::new(why, "7.4"));
    }
    pay(turn, side, price, &format!("purchases at {name}"))?;
    turn.bought.add(id, side, size);
    Ok(())
}

/// SLAG 7.1, D69: land units of the enemy stand in a square or beside it.
pub fn is_threatened(state: &State, side: Side, square: Square) -> bool {
    is_near(state, side.enemy(), square, 1)
}

fn pay(turn: &mut Turn<'_>, side: Side, price: Amount, subject: &str) -> Result<(), Failed> {
    let paid = turn.state.pay("7.2", side, price, subject);
    paid.map_err(|short| Failed::new(too_dear(short.wanted), "7.2"))
}

/// Cities that make the limit of a side (7.4, D68).
pub fn cities_of(turn: &Turn<'_>, side: Side) -> u32 {
    let is_counted = |city: &&City| !city.is_off_map && holder(turn.scenario, &turn.state, &city.id) == Some(side);
    let held = turn.scenario.given.cities.iter().filter(is_counted);
    u32::try_from(held.count()).unwrap_or(u32::MAX)
}
