//! Units are disbanded and ships scuttled, before all else (SLAG 5.15, 5.16; D41, D42).

use kit::forces::change::{Disbanded, disband as outcome};

use super::super::berth::Berth;
use super::super::calendar::campaign_of;
use super::super::contact::is_in;
use super::super::entitlement::Section;
use super::super::item::Item;
use super::super::order::{Act, Change, ForceKind};
use super::super::river::is_in_contact;
use super::super::side::{Kind, Pool, Side};
use super::super::state::{PoolKey, Unit};
use super::events::{Done, Failed, Turn};

/// Every order as it came. What is gone does nothing else in the turn.
pub fn remove(turn: &mut Turn<'_>) {
    for (seat, line) in turn.orders().iter() {
        let Act::Change(Change::Remove { force, at }) = &line.order.act else { continue };
        let Some(side) = Side::of_seat(seat.as_str()) else { continue };
        let name = force.of(side).name();
        let done = match force.kind {
            ForceKind::Unit(_) => disband_by_order(turn, side, &name, at.as_deref()),
            ForceKind::Ship(_) => scuttle(turn, side, &name, at.as_deref()),
        };
        turn.tell_result(seat, line, done);
    }
}

fn disband_by_order(turn: &mut Turn<'_>, side: Side, name: &str, at: Option<&str>) -> Done {
    let unit = turn.own_unit(side, name, "5.15")?;
    if at.is_some_and(|at| turn.scenario.city(at).is_none_or(|city| city.square != unit.square)) {
        return Err(Failed::new(format!("{name} is not there."), "5.15"));
    }
    if turn.scenario.city_at(unit.square).is_some_and(|city| city.is_off_map) {
        return Err(Failed::new("Garrisons of ports off the map are not disbanded.", "5.15"));
    }
    if turn.state.contacts.contains_key(&unit.square) {
        return Err(Failed::new(format!("{name} is in contact: its battle comes first."), "battle"));
    }
    if is_in(&turn.state, unit.side.enemy(), unit.square) && !is_militia_at_home(turn, unit) {
        return Err(Failed::new("Hostile units stand in its square.", "5.15"));
    }
    let of = |key: PoolKey| format!("the {} of {}", key.pool.words(0), turn.scenario.state_name(&key.state));
    let whose = home_pool(unit).map(of);
    let Disbanded { back, lost, points } = disband(turn, side, name);
    turn.gone.insert(name.to_owned(), format!("{name} was disbanded in this turn."));
    let mut words = match whose {
        Some(whose) => format!("{name} is disbanded; {back} men are back with {whose} when the next season ends"),
        None => format!("{name} is disbanded"),
    };
    if lost > 0 {
        words
            .push_str(&format!("; {lost} are lost and {points} victory points, for it was not in a State of the side"));
    }
    Ok(format!("{words}."))
}

/// SLAG 5.15: where it was raised, militia goes home whoever is there.
fn is_militia_at_home(turn: &Turn<'_>, unit: &Unit) -> bool {
    let home = unit.home.as_deref().and_then(|home| turn.scenario.city(home));
    unit.kind == Kind::Militia && home.is_some_and(|home| home.square == unit.square)
}

/// D41: which pool its men go to; none: nobody knows where they came from.
pub(super) fn home_pool(unit: &Unit) -> Option<PoolKey> {
    let pool = if unit.kind == Kind::Militia { Pool::Militia } else { Pool::Volunteers };
    unit.state().map(|state| PoolKey { side: unit.side, state: state.to_owned(), pool })
}

/// The unit is no more, with its batteries and supplies (SLAG 5.15; D41, D42): whoever served or straggled is back at the end of the
/// season after this one; outside the side's own States a part is lost, and victory points.
pub fn disband(turn: &mut Turn<'_>, side: Side, name: &str) -> Disbanded {
    let Some(unit) = turn.state.units.remove(name) else { return Disbanded { back: 0, lost: 0, points: 0 } };
    let tables = &turn.scenario.tables().disband;
    let is_abroad = turn.scenario.state_at(unit.square).is_some_and(|state| !turn.scenario.is_of(state, side));
    let men = unit.men + unit.straggling();
    let result = outcome(men, is_abroad.then_some(tables.abroad));
    let due = campaign_of(turn.scenario, turn.state.turn) + tables.campaigns;
    // Men of a unit are in service, so none is missing.
    let _lost = turn.state.pools.lose(u64::from(result.lost));
    let back = u64::from(result.back);
    let _back = match home_pool(&unit) {
        Some(key) => turn.state.pools.send_back(key, back, due),
        None => turn.state.pools.lose(back),
    };
    if result.points > 0 {
        turn.state.nations.of_mut(side).victory_points -= i64::from(result.points);
        let item = Item::PointsLost { side: side.name().to_owned(), points: result.points, name: name.to_owned() };
        turn.tell(side, Section::Land, item);
    }
    result
}

/// D40: a group that is disbanded in the harbour of a port of the side can be chartered there again.
fn give_back_shipping(turn: &mut Turn<'_>, side: Side, name: &str) {
    let Some(ship) = turn.state.ships.get(name).filter(|ship| ship.off.is_none()) else { return };
    let (port, capacity) = (ship.port.clone(), ship.capacity.unwrap_or(0));
    if turn.held_city(side, &port).is_err() {
        return;
    }
    if let Some(city) = turn.state.cities.get_mut(&port) {
        city.chartered = city.chartered.saturating_sub(capacity);
    }
}

/// SLAG 5.16: whether a ship of the side lies there that nobody has ordered to be scuttled.
fn is_accompanied(turn: &Turn<'_>, side: Side, berth: Berth<'_>) -> bool {
    let is_to_go = |name: &str| {
        turn.orders().iter().any(|(seat, line)| match &line.order.act {
            Act::Change(Change::Remove { force, .. }) => {
                Side::of_seat(seat.as_str()) == Some(side) && force.of(side).name() == name
            }
            _ => false,
        })
    };
    let own = turn.state.ships.iter().filter(|(_, ship)| ship.side == side);
    own.filter(|(_, ship)| Berth::of(turn.scenario, ship) == berth).any(|(name, _)| !is_to_go(name))
}

/// SLAG 5.16: its crew is back with its pool at the end of the season after this one.
fn scuttle(turn: &mut Turn<'_>, side: Side, name: &str, at: Option<&str>) -> Done {
    let ship = turn.own_ship(side, name, "5.16")?;
    let berth = Berth::of(turn.scenario, ship);
    if at.is_some_and(|at| berth != Berth::Harbor(at)) {
        return Err(Failed::new(format!("{name} is not there."), "5.16"));
    }
    if berth.has(turn.scenario, &turn.state, side.enemy()) {
        return Err(Failed::new("Hostile ships lie where it is.", "5.16"));
    }
    if is_in_contact(turn.scenario, &turn.state, name) {
        return Err(Failed::new(format!("{name} is in contact: its fight comes first."), "N6.1"));
    }
    if matches!(berth, Berth::Sea(_)) && ship.capacity.is_none() && !is_accompanied(turn, side, berth) {
        let why = "In a sea area another ship of the side that is not scuttled must lie there.";
        return Err(Failed::new(why, "5.16"));
    }
    let (of, crew) = (ship.of.clone(), ship.crew);
    let verb = if ship.class.is_group() { "disbanded" } else { "scuttled" };
    give_back_shipping(turn, side, name);
    turn.state.ships.remove(name);
    let due = campaign_of(turn.scenario, turn.state.turn) + turn.scenario.tables().disband.campaigns;
    let whose = format!("the {} of {}", of.pool.words(0), turn.scenario.state_name(&of.state));
    // A crew is in service.
    let _back = turn.state.pools.send_back(of, u64::from(crew), due);
    turn.gone.insert(name.to_owned(), format!("{name} was {verb} in this turn."));
    Ok(format!("{name} is {verb}; {crew} men are back with {whose} when the next season ends."))
}
