//! Depots and caches are built and given up (SLAG 7.7, 7.8; D71, D72).

use board::square::Square;
use board::tactical::Tac;
use kit::jobs::{Plan, Room};

use super::super::contact::is_in;
use super::super::item::Item;
use super::super::order::{Act, DepotKind, Works};
use super::super::refusal::{has_depot, is_open_to_depots};
use super::super::river::usable;
use super::super::scenario::{By, Scenario, Terrain};
use super::super::side::Side;
use super::super::state::{Depot, Work};
use super::events::{Done, Failed, Turn, holder, too_dear};
use super::raising::ready;
use super::rank::stands;

/// SLAG 7.7: among builds and purchases, as its order came.
pub fn build(turn: &mut Turn<'_>, side: Side, kind: DepotKind, square: Square, tac: Option<Tac>) -> Done {
    let holds = |id: &str| holder(turn.scenario, &turn.state, id) == Some(side);
    let is_depot = |depot: &Depot| depot.side == side && depot.kind == DepotKind::Depot;
    let depots: Vec<Square> =
        turn.state.depots.iter().filter(|(_, depot)| is_depot(depot)).map(|(square, _)| *square).collect();
    let rivers = usable(turn.scenario, &turn.state);
    let rivers = rivers.of(side);
    let tac = site_of(turn.scenario, square, tac, (holds, |square| rivers.contains(&square)), &depots)?;
    if is_in(&turn.state, side.enemy(), square) {
        return Err(Failed::new("Hostile units stand in the square.", "7.7"));
    }
    let is_there = |work: &Work| matches!(work, Work::Depot { square: other, .. } if *other == square);
    let is_taken = turn.state.depots.contains_key(&square);
    is_open_to_depots(is_taken || turn.state.jobs.iter().any(|job| is_there(&job.plan.work)))?;
    let table = &turn.scenario.tables().depots;
    let (price, turns) = (table.of(kind).price.eagles, table.turns);
    // D72: paid on the turn of the order.
    let paid = turn.state.pay("7.7", side, price, "depots and caches");
    paid.map_err(|short| Failed::new(too_dear(short.wanted), "7.7"))?;
    let work = Work::Depot { square, depot: Depot { side, kind, tac, is_closed: false } };
    let plan = Plan { place: square.to_string(), room: Room::None, turns, work };
    // Without room to take up no job is refused.
    let _started = turn.state.jobs.start(vec![plan], |_, _| None);
    let place = turn.scenario.place_name(square);
    Ok(format!("A {} is begun at {place} {tac} for {price} Eg; {}.", kind.words(), ready(turn, turns)))
}

/// SLAG 7.7, D71: the tactical square in which a depot or cache may stand: that which is named, else the first. Its river is friendly
/// where boats of the side go (SNNM 8.2), its railway where the nearest city is held.
pub fn site_of(
    scenario: &Scenario,
    square: Square,
    tac: Option<Tac>,
    (holds, is_river_ours): (impl Fn(&str) -> bool, impl Fn(Square) -> bool),
    depots: &[Square],
) -> Result<Tac, Failed> {
    if scenario.terrain(square) != Terrain::Open {
        return Err(Failed::new(format!("The ground of {square} is not open."), "7.7"));
    }
    let reach = scenario.tables().depots.reach;
    let is_railway_ours =
        || scenario.ways.has(By::Rail, square) && scenario.nearest_city(square).is_some_and(|city| holds(&city.id));
    let mut cities = scenario.given.cities.iter().filter(|city| city.square.distance(square) <= reach);
    let is_near = cities.any(|city| holds(&city.id)) || depots.iter().any(|depot| depot.distance(square) <= reach);
    if !(is_near || is_river_ours(square) || is_railway_ours()) {
        let why = format!(
            "Neither a railway or navigable river of yours is in {square}, nor a city or depot of yours within {reach} \
             squares."
        );
        return Err(Failed::new(why, "7.7"));
    }
    let field = scenario.field(square);
    let is_site = |tac: &Tac| field.rail.has(*tac) || field.bank.has(*tac);
    let Some(named) = tac else {
        let none = || Failed::new(format!("{square} has neither railway nor river bank."), "7.7");
        return Tac::all().find(is_site).ok_or_else(none);
    };
    match is_site(&named) {
        true => Ok(named),
        false => Err(Failed::new(format!("{named} is no square of a railway or a river bank there."), "7.7")),
    }
}

/// SLAG 7.8: after all that is paid in the turn.
pub fn remove(turn: &mut Turn<'_>) {
    let orders = turn.orders();
    for (place, (seat, line)) in orders.iter().enumerate() {
        let Act::Works(Works::RemoveDepot { kind, square }) = line.order.act else { continue };
        let Some(side) = Side::of_seat(seat.as_str()) else { continue };
        let is_about = |act: &Act, _: Side| matches!(act, Act::Works(Works::RemoveDepot { square: other, .. }) if *other == square);
        let done = stands(turn, &orders, place, is_about);
        let done = done.and_then(|()| remove_one(turn, side, kind, square));
        turn.tell_result(seat, line, done);
    }
}

fn remove_one(turn: &mut Turn<'_>, side: Side, kind: DepotKind, square: Square) -> Done {
    let is_meant = |depot: &Depot| depot.side == side && depot.kind == kind;
    has_depot(turn.scenario, (kind, square), turn.state.depots.get(&square).is_some_and(is_meant))?;
    turn.state.depots.remove(&square);
    Ok(format!("The {} at {} is no more.", kind.words(), turn.scenario.place_name(square)))
}

/// D16: a depot whose upkeep is not paid is closed for the turn.
pub fn settle(turn: &mut Turn<'_>, side: Side, square: Square, is_paid: bool) {
    let Some(depot) = turn.state.depots.get_mut(&square) else { return };
    depot.is_closed = !is_paid;
    if !is_paid {
        let name = depot.name(&turn.scenario.place_name(square));
        let item = Item::Neglected { name, words: "closed for the turn".to_owned() };
        turn.tell(side, super::super::entitlement::Section::Depots, item);
    }
}
