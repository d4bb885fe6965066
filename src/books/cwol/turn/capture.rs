//! A city falls: what its loser was building there ends, his regiments are lost to him, and what lies there is the captor's
//! (SLAG 5.10; D35).

use base::facts::{Audience, Fact};
use board::square::Square;
use kit::stores::Lapse;

use super::super::contact::{Troops, captor, taken_by};
use super::super::entitlement::{Section, readers_of_losses};
use super::super::item::Item;
use super::super::land::KENTUCKY;
use super::super::morale::shift;
use super::super::scenario::{City, Scenario};
use super::super::side::{Kind, Side};
use super::super::state::{Depot, Fort, PoolKey, Regiments, State, Unit, Work};
use super::armies::end_neutrality;
use super::events::{Turn, holder};
use super::forts::{end_work_on, level_at, stand};

/// The city is the captor's from now on.
pub fn capture(scenario: &Scenario, state: &mut State, city: &str, by: Side) -> Vec<Fact<Item>> {
    let loser = by.enemy();
    let held_before = holder(scenario, state, city);
    let mut facts = lose_works(scenario, state, city, loser);
    if let Some(now) = state.cities.get_mut(city) {
        now.held_by = Some(by);
        (now.is_besieged, now.privateers) = (None, None);
    }
    if held_before == Some(loser) {
        count_for_war(scenario, state, city, by);
    }
    let item = Item::Captured { city: scenario.city_name(city), by: by.name().to_owned() };
    facts.push(Fact::new(Audience::Everyone, item));
    facts
}

/// Ruling on capture: whoever is alone in a city's tactical square after movement and battles takes it.
pub fn fall(turn: &mut Turn<'_>) {
    end_neutrality_by_capture(turn);
    let troops = Troops::of(&turn.state);
    let taken = |city: &City| Some((city.id.clone(), captor(turn.scenario, &turn.state, &troops, &city.id)?));
    let taken: Vec<(String, Side)> = turn.scenario.given.cities.iter().filter_map(taken).collect();
    for (city, by) in taken {
        let facts = capture(turn.scenario, &mut turn.state, &city, by);
        facts.into_iter().for_each(|fact| turn.tell_fact(fact));
    }
    take_depots(turn);
    take_works(turn);
    super::guns::take_works(turn);
}

/// SLAG 4.4: a brigade of neutral Kentucky takes a town of the other side, which no other can enter without ending that before.
fn end_neutrality_by_capture(turn: &mut Turn<'_>) {
    let troops = Troops::of(&turn.state);
    let captor = |city: &City| {
        let of = turn.state.cities.get(&city.id)?.aligned;
        let inside = turn.scenario.field(city.square).city?;
        taken_by(turn.scenario, &troops, (city.square, inside), Some(of))
    };
    let of_kentucky = turn.scenario.given.cities.iter().filter(|city| city.state == KENTUCKY);
    let violators: Vec<Side> = of_kentucky.filter_map(captor).collect();
    violators.into_iter().for_each(|by| *turn.violators.of_mut(by) = true);
    end_neutrality(turn);
}

/// SLAG 7.8: depots and caches outside cities are whose brigades are alone in their tactical square.
fn take_depots(turn: &mut Turn<'_>) {
    let troops = Troops::of(&turn.state);
    let captor =
        |square: Square, depot: &Depot| taken_by(turn.scenario, &troops, (square, depot.tac), Some(depot.side));
    let depots = turn.state.depots.iter();
    let taken: Vec<_> = depots.filter_map(|(square, depot)| Some((*square, captor(*square, depot)?))).collect();
    for (square, by) in taken {
        let Some(depot) = turn.state.depots.get_mut(&square) else { continue };
        depot.side = by;
        let what = depot.kind.words().to_owned();
        tell_taken(turn, by, Section::Depots, (square, what));
    }
}

/// Works go with the ground that they stand on.
fn take_works(turn: &mut Turn<'_>) {
    let troops = Troops::of(&turn.state);
    let captor = |fort: &Fort| {
        let place = (fort.front.square, fort.front.tac);
        taken_by(turn.scenario, &troops, place, Some(fort.side))
    };
    let taken: Vec<_> = turn.state.forts.iter().filter_map(|fort| Some((fort.clone(), captor(fort)?))).collect();
    for (fort, by) in taken {
        turn.state.forts.retain(|other| *other != fort);
        let level = fort.level.max(level_at(&turn.state.forts, by, fort.front));
        let (square, what) = (fort.front.square, fort.words());
        let front = fort.front;
        stand(&mut turn.state.forts, Fort { side: by, level, ..fort });
        end_work_on(turn, by.enemy(), front);
        tell_taken(turn, by, Section::Fortifications, (square, what));
    }
}

fn tell_taken(turn: &mut Turn<'_>, by: Side, section: Section, (square, what): (Square, String)) {
    let item = |is_lost: bool| Item::Taken { what: what.clone(), place: square.to_string(), is_lost };
    turn.tell(by.enemy(), section, item(true));
    turn.tell(by, section, item(false));
}

/// D35: men go back to the pools they came from, at once; money and MPs are gone.
fn lose_works(scenario: &Scenario, state: &mut State, city: &str, loser: Side) -> Vec<Fact<Item>> {
    let is_there = |row: &Regiments| row.side == loser && row.city == city;
    let (lost, kept) = std::mem::take(&mut state.regiments).into_iter().partition::<Vec<_>, _>(is_there);
    state.regiments = kept;
    let square = scenario.city(city).map(|city| city.square);
    let is_here = |place: &str| place == city || square.is_some_and(|square| square.to_string() == place);
    let is_on_land = |work: &Work| work.side() == loser && !is_naval(work);
    let ended = state.jobs.cancel_all(|job| is_here(&job.plan.place) && is_on_land(&job.plan.work));
    let works = ended.into_iter().map(|job| job.plan.work).chain(lost.into_iter().map(Work::Regiments)).collect();
    let mut others: Vec<String> = Vec::new();
    for order in state.standing.of_mut(loser).lose(city, Lapse::Whole) {
        others.push(format!("the standing order for {} at {}", order.good.words(), scenario.city_name(&order.place)));
    }
    if let Some(square) = square
        && state.depots.get(&square).is_some_and(|depot| depot.side == loser)
        && let Some(depot) = state.depots.remove(&square)
    {
        others.push(depot.name(&scenario.place_name(square)));
    }
    let on_land = told_of_losses(scenario, state, (city, loser), (works, others), (false, false));
    on_land.into_iter().chain(lose_ships(scenario, state, city, loser, false)).collect()
}

/// Ships, and repairs of ships.
fn is_naval(work: &Work) -> bool {
    matches!(work, Work::Ship { .. } | Work::Repair { .. })
}

/// What a side builds for its fleet in a port ends.
pub fn lose_ships(scenario: &Scenario, state: &mut State, port: &str, loser: Side, is_burnt: bool) -> Vec<Fact<Item>> {
    let is_ship = |work: &Work| work.side() == loser && is_naval(work);
    let ended = state.jobs.cancel_all(|job| job.plan.place == port && is_ship(&job.plan.work));
    let works = ended.into_iter().map(|job| job.plan.work).collect();
    told_of_losses(scenario, state, (port, loser), (works, Vec::new()), (true, is_burnt)).into_iter().collect()
}

fn told_of_losses(
    scenario: &Scenario,
    state: &mut State,
    (city, loser): (&str, Side),
    (works, others): (Vec<Work>, Vec<String>),
    (is_naval, is_burnt): (bool, bool),
) -> Option<Fact<Item>> {
    let what: Vec<String> = works.iter().map(Work::words).chain(others).collect();
    works.into_iter().for_each(|work| send_home(scenario, state, work));
    let told = readers_of_losses(scenario, loser, city, is_naval);
    let item = Item::LostWorks { city: scenario.city_name(city), what: what.clone(), is_burnt };
    (!what.is_empty()).then(|| Fact::new(Audience::Seats(told), item))
}

/// Men of a work that ended are drawn no more. They were drawn when it was begun.
fn send_home(scenario: &Scenario, state: &mut State, work: Work) {
    let men = &scenario.tables().men;
    let back: Vec<(PoolKey, u64)> = match work {
        Work::Regiments(row) => vec![(row.key(), u64::from(row.count) * u64::from(men.of(row.arm)))],
        Work::Ship { ship, .. } => {
            // What was chartered for it is the port's again.
            if let Some(port) = state.cities.get_mut(&ship.port) {
                port.chartered = port.chartered.saturating_sub(ship.capacity.unwrap_or(0));
            }
            vec![(ship.of, u64::from(ship.crew))]
        }
        Work::Unit { unit, .. } => men_of_unit(scenario, &unit),
        Work::Repair { .. } => Vec::new(),
        Work::Depot { .. } | Work::Fort { .. } | Work::Razing { .. } => Vec::new(),
    };
    for (key, men) in back {
        let _back = state.pools.give_back(key, men);
    }
}

/// Where the men of a unit that was never in the field came from.
fn men_of_unit(scenario: &Scenario, unit: &Unit) -> Vec<(PoolKey, u64)> {
    let is_staff = matches!(unit.kind, Kind::Army | Kind::Corps | Kind::Bridge);
    let men = |arm, count: u32| if is_staff { unit.men } else { count * scenario.tables().men.of(arm) };
    let row = |(arm, state, pool, count): &(_, String, _, u32)| {
        (PoolKey { side: unit.side, state: state.clone(), pool: *pool }, u64::from(men(*arm, *count)))
    };
    unit.of.iter().map(row).collect()
}

/// Morale by its levels, and more for a capital, for which there are points as well.
fn count_for_war(scenario: &Scenario, state: &mut State, city: &str, by: Side) {
    let events = &scenario.tables().events;
    let level = i64::from(state.city(city).map_or(0, |now| now.level));
    let name = scenario.city_name(city);
    shift(state, by, &format!("{name} taken"), events.city_taken * level * 100);
    let is_capital = scenario.given.capitals.of(by.enemy()) == city;
    if is_capital {
        state.nations.of_mut(by).victory_points += scenario.tables().victory.capital_taken;
    }
    let capital = if is_capital { events.capital_lost } else { 0 };
    shift(state, by.enemy(), &format!("{name} lost"), (events.city_lost * level + capital) * 100);
}
