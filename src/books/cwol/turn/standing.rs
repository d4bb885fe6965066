//! What is bought and sent on every turn until it is countermanded (SLAG 7.5, 7.6; D70).

use std::collections::BTreeMap;

use board::square::Square;
use kit::amount::Amount;
use kit::contact::Goal;
use kit::stores::{Bar, Carried, Good as Row, Lapse, Limits, Market, Site, Standing, Stocks};

use super::super::contact::{board_of, has_line, ways};
use super::super::item::Item;
use super::super::order::{Act, Forward, Good, Works};
use super::super::refusal::{may_sell, sells_stores};
use super::super::scenario::{City, Scenario};
use super::super::side::Side;
use super::super::state::State;
use super::buying::{cities_of, is_threatened};
use super::events::{Done, Failed, Turn, controls, holder};
use super::raising::is_linked;
use super::rank::Rivals;

/// SLAG 7.5: orders of cities that were lost end, and new ones take their place among the others.
pub fn change(turn: &mut Turn<'_>) {
    Side::BOTH.into_iter().for_each(|side| end_lost(turn, side));
    let orders = turn.orders();
    let rivals = Rivals::of(&orders, |act, _| match act {
        Act::Works(Works::Standing { good, city, .. }) => Some((*good, city.clone())),
        _ => None,
    });
    for (place, (seat, line)) in orders.iter().enumerate() {
        let Act::Works(Works::Standing { good, city, buy, forward }) = &line.order.act else { continue };
        let Some(side) = Side::of_seat(seat.as_str()) else { continue };
        let done = rivals.stands(turn, &orders, place, (side, (*good, city.clone())));
        let done = done.and_then(|()| give(turn, side, (*good, city), *buy, forward.as_ref()));
        turn.tell_result(seat, line, done);
    }
}

/// A city was captured in which something is bought, or to which it is sent.
fn end_lost(turn: &mut Turn<'_>, side: Side) {
    let named = turn.state.standing.of(side).iter();
    let places = named.flat_map(|order| [Some(order.place.clone()), order.forward.as_ref().map(|(to, _)| to.clone())]);
    let lost: Vec<String> = places.flatten().filter(|id| !controls(turn.scenario, &turn.state, side, id)).collect();
    for id in lost {
        for ended in turn.state.standing.of_mut(side).lose(&id, Lapse::Whole) {
            let words = format!(
                "the order for {} has ended, for {} was lost",
                ended.good.words(),
                turn.scenario.city_name(&id)
            );
            tell(turn, side, &ended.place, words);
        }
    }
}

fn give(turn: &mut Turn<'_>, side: Side, (good, id): (Good, &str), buy: u32, forward: Option<&Forward>) -> Done {
    let name = turn.scenario.city_name(id);
    let forward = forward.map(|forward| (forward.to.clone(), forward.count));
    let order = Standing { place: id.to_owned(), good, buy, forward };
    if buy == 0 && order.forward.is_none() {
        let standing = turn.state.standing.of_mut(side);
        let is_there = standing.iter().any(|old| old.place == id && old.good == good);
        standing.set(order);
        return match is_there {
            true => Ok(format!("The standing order for {} at {name} has ended.", good.words())),
            false => Err(Failed::new(format!("No standing order for {} is there.", good.words()), "7.5")),
        };
    }
    may_stand(turn, side, &order)?;
    turn.state.standing.of_mut(side).set(order);
    Ok("It is carried out at the end of every turn, until it is countermanded.".to_owned())
}

fn may_stand(turn: &Turn<'_>, side: Side, order: &Standing<Good>) -> Result<(), Failed> {
    let (from, _) = turn.held_city(side, &order.place)?;
    may_sell(from, holder(turn.scenario, &turn.state, &order.place).is_none())?;
    if order.good == Good::Stores {
        sells_stores(from)?;
    }
    let Some((to, _)) = &order.forward else { return Ok(()) };
    let (to, _) = turn.held_city(side, to)?;
    if holder(turn.scenario, &turn.state, &to.id).is_none() {
        return Err(Failed::new("Nothing is sent to a neutral State.", "4.4"));
    }
    may_forward(order.good, from, to)?;
    match has_way(turn.scenario, &turn.state, side, (from, to)) {
        true => Ok(()),
        false => Err(Failed::new(no_way(turn.scenario), "D70")),
    }
}

/// SLAG 7.6: stores neither leave nor reach an inland city by standing orders.
pub fn may_forward(good: Good, from: &City, to: &City) -> Result<(), Failed> {
    let is_inland = from.port.is_none() || to.port.is_none();
    if good == Good::Stores && is_inland {
        return Err(Failed::new("Stores are sent from port to port alone.", "7.6"));
    }
    if from.is_off_map || to.is_off_map {
        return Err(Failed::new("Nothing is sent to or from a port off the map by standing orders.", "7.6"));
    }
    if from.id == to.id {
        return Err(Failed::new("Goods are sent to another city.", "7.5"));
    }
    Ok(())
}

/// Why goods cannot be sent on.
fn no_way(scenario: &Scenario) -> String {
    let reach = &scenario.tables().forwarding;
    let (rail, river, near) = (reach.rail, reach.river, reach.near);
    format!(
        "Goods go {rail} squares by rail, {river} by river or {near} by road, past no unit, warship or city of the enemy."
    )
}

/// D70: whether goods go from one city to another in a turn: by road along a line of contact, into a city whoever stands before it.
fn has_way(scenario: &Scenario, state: &State, side: Side, ends: (&City, &City)) -> bool {
    let reach = &scenario.tables().forwarding;
    let ways = |by, from, most| ways(scenario, state, side, by, from, most);
    let is_near = |from: Square, to: Square| {
        from.distance(to) <= reach.near
            && has_line(&board_of(scenario, state, side), from, to, reach.near, Goal::Threatened)
    };
    is_linked(ends.0.square, &[ends.1.square], reach, (is_near, ways))
}

/// SLAG 7.5: after all purchases of the turn, each as far as limits and money go.
pub fn carry_out(turn: &mut Turn<'_>) {
    Side::BOTH.into_iter().for_each(|side| end_lost(turn, side));
    for side in Side::BOTH {
        for carried in carry_out_of(turn, side) {
            let words = words(turn.scenario, &carried);
            tell(turn, side, &carried.order.place, words);
        }
    }
}

fn carry_out_of(turn: &mut Turn<'_>, side: Side) -> Vec<Carried<Good>> {
    let orders = turn.state.standing.of(side).clone();
    let goods = goods(turn.scenario);
    let mut market = market(turn, side, &goods);
    let (scenario, state) = (turn.scenario, &turn.state);
    let mut stocks = Stocks::default();
    for (id, city) in state.cities.iter().filter(|(id, _)| holder(scenario, state, id) == Some(side)) {
        stocks.add(id, Good::Supplies, city.supplies);
        stocks.add(id, Good::Stores, city.stores);
    }
    let is_linked = |from: &str, to: &str| {
        let (Some(from), Some(to)) = (scenario.city(from), scenario.city(to)) else { return false };
        holder(scenario, state, &to.id) == Some(side) && has_way(scenario, state, side, (from, to))
    };
    let before = stocks.clone();
    let mut funds = state.funds(side);
    let carried = orders.carry_out(&mut market, &mut stocks, &mut funds, |id| site(scenario, id), is_linked);
    for row in &carried {
        // The purchase kept within the funds.
        let _paid = turn.state.pay("7.5", side, row.bought.1, "standing orders");
    }
    for (id, city) in &mut turn.state.cities {
        let changed = |good: Good, lies: u32| lies + stocks.held(id, &good) - before.held(id, &good).min(lies);
        let (supplies, stores) = (changed(Good::Supplies, city.supplies), changed(Good::Stores, city.stores));
        let is_named =
            |row: &Carried<Good>| row.order.place == *id || row.order.forward.as_ref().is_some_and(|(to, _)| to == id);
        if carried.iter().any(is_named) {
            (city.supplies, city.stores) = (supplies, stores);
        }
    }
    carried
}

/// Both goods, as the limits count them (7.2, 7.3).
fn goods(scenario: &Scenario) -> BTreeMap<Good, Row> {
    let (prices, size) = (&scenario.tables().prices, scenario.tables().limits.supply_size);
    let row = |good: Good| match good {
        Good::Supplies => Row { size, price: Amount::whole(prices.supply), needs_port: false },
        Good::Stores => Row { size: 1, price: Amount::whole(prices.stores), needs_port: true },
    };
    Good::ALL.into_iter().map(|good| (good, row(good))).collect()
}

/// What a side can still buy after its purchases of the turn.
fn market<'a>(turn: &Turn<'_>, side: Side, goods: &'a BTreeMap<Good, Row>) -> Market<'a, Good> {
    let limits = &turn.scenario.tables().limits;
    let limits = Limits { city: limits.stores, nation_per_city: limits.nation };
    let mut market = Market::open(goods, limits, cities_of(turn, side), 1);
    for (id, size) in turn.bought.by_city().filter(|(id, _)| holder(turn.scenario, &turn.state, id) == Some(side)) {
        market.count(id, size);
    }
    for city in turn.scenario.given.cities.iter().filter(|city| is_threatened(&turn.state, side, city.square)) {
        market.close(&city.id);
    }
    market
}

fn site(scenario: &Scenario, id: &str) -> Site {
    match scenario.city(id) {
        Some(city) if city.is_off_map => Site::OffMap,
        Some(city) if city.port.is_some() => Site::Port,
        _ => Site::Inland,
    }
}

/// What came of it, and why not of all of it.
fn words(scenario: &Scenario, carried: &Carried<Good>) -> String {
    let (order, (bought, cost, bar)) = (&carried.order, carried.bought);
    let mut parts = Vec::new();
    if order.buy > 0 {
        let rest = bar.map(|bar| format!(" of {} ({})", order.buy, barred(scenario, bar)));
        parts.push(format!("{bought} {} bought for {cost} Eg{}", order.good.words(), rest.unwrap_or_default()));
    }
    if let Some((to, wanted)) = &order.forward {
        let (sent, bar) = carried.forwarded;
        let rest = bar.map(|bar| format!(" of {wanted} ({})", barred(scenario, bar)));
        let to = scenario.city_name(to);
        parts.push(format!("{sent} {}{} sent to {to}", order.good.words(), rest.unwrap_or_default()));
    }
    parts.join("; ")
}

fn barred(scenario: &Scenario, bar: Bar) -> String {
    match bar {
        Bar::City => "the city sells no more in a turn, 7.3".to_owned(),
        Bar::Nation => "the side buys no more in a turn, 7.4".to_owned(),
        Bar::Funds => "there was no more money for it".to_owned(),
        Bar::Stock => "no more lie there".to_owned(),
        Bar::Contact => no_way(scenario).trim_end_matches('.').to_owned(),
        Bar::Closed => "hostile units stand in the city's square or beside it, 7.1".to_owned(),
        Bar::Inland | Bar::OffMap => "stores are for ports alone, 7.6".to_owned(),
    }
}

fn tell(turn: &mut Turn<'_>, side: Side, id: &str, words: String) {
    let city = turn.scenario.city_name(id);
    turn.tell_of_city(side, id, Item::Carried { city, words });
}
