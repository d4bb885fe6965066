//! What can never be, whatever was ordered and edited.

use board::square::Square;
use kit::amount::Amount;
use rules::Unsound;

use super::order::{Force, ForceKind};
use super::price::largest_crew;
use super::scenario::Scenario;
use super::side::{Kind, Side};
use super::state::{Ship, State};
use super::strength::shape;

/// No sum is larger: what reports show is read back, and the value of greenbacks can be reckoned.
const MOST_EAGLES: i64 = 1_000_000_000;

/// The highest level of a city.
const MOST_LEVEL: u32 = 100;

/// Of nothing that is counted are there more.
const MOST_COUNTED: u32 = 10_000_000;

/// Nor is anything of quality, experience, morale or damage.
const MOST_TRAIT: u32 = 1_000;

/// Whether a state keeps the book's invariants.
pub fn sound(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    state.ledger.sound().map_err(Unsound)?;
    state.pools.sound().map_err(Unsound)?;
    state.jobs.sound().map_err(Unsound)?;
    keeps_counts(scenario, state)?;
    keeps_traits(state)?;
    keeps_works(scenario, state)?;
    keeps_rivers(scenario, state)?;
    for side in Side::BOTH {
        keeps_money(state, side)?;
        keeps_law(scenario, state, side)?;
    }
    if let Some((id, city)) = state.cities.iter().find(|(_, city)| city.level > MOST_LEVEL) {
        return Err(Unsound(format!("{id} has level {}, and {MOST_LEVEL} is the highest", city.level)));
    }
    if let Some(id) = state.cities.keys().find(|id| scenario.city(id).is_none()) {
        return Err(Unsound(format!("there is no city {id}")));
    }
    if let Some(row) = state.regiments.iter().find(|row| row.count == 0 || scenario.city(&row.city).is_none()) {
        return Err(Unsound(format!("{} {} stand at {}", row.count, row.arm.words(row.count), row.city)));
    }
    Ok(())
}

/// Turns are those of the calendar, and no count is so large that a turn could not reckon with it.
fn keeps_counts(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    let last = scenario.last_turn() + 1;
    if state.turn > last {
        return Err(Unsound(format!("the turn is from 0 to {last}")));
    }
    let cities = state.cities.iter().map(|(id, city)| {
        let counts = [city.supplies, city.stores, city.chartered, city.yards, city.level, city.privateers.unwrap_or(0)];
        (id.as_str(), counts.into_iter().max().unwrap_or(0))
    });
    let units = state.units.iter().map(|(name, unit)| {
        let away = unit.stragglers.iter().map(|(_, men)| *men).max().unwrap_or(0);
        let counts = [unit.regiments, unit.batteries, unit.men, unit.supplies, away];
        (name.as_str(), counts.into_iter().max().unwrap_or(0))
    });
    let ships = state.ships.iter().map(|(name, ship)| {
        let counts = [ship.crew, ship.stores, ship.capacity.unwrap_or(0)];
        (name.as_str(), counts.into_iter().max().unwrap_or(0))
    });
    let numbers = state.numbers.iter().map(|(kind, number)| (kind.as_str(), *number));
    let waiting = state.regiments.iter().map(|row| (row.city.as_str(), row.count));
    let mut all = cities.chain(units).chain(ships).chain(numbers).chain(waiting);
    match all.find(|(_, most)| *most > MOST_COUNTED) {
        Some((what, most)) => Err(Unsound(format!("{what} counts {most}, and {MOST_COUNTED} is the most"))),
        None => Ok(()),
    }
}

/// SLAG 5.11, 5.14: whether the unit or ship of which a game master has set a value is no larger than its kind may be, with no more men
/// aboard than it takes. What came to be otherwise stays as it is.
pub fn within_limits(scenario: &Scenario, state: &State, path: &str) -> Result<(), String> {
    let name = path.split('.').nth(1).unwrap_or_default();
    if let Some(ship) = state.ships.get(name) {
        let most = largest_crew(scenario, ship.class, ship.capacity);
        return match ship.crew > most {
            true => Err(format!("{name} would have {} men aboard, and takes {most}.", ship.crew)),
            false => Ok(()),
        };
    }
    let Some((unit, most)) = state.units.get(name).and_then(|unit| Some((unit, shape(scenario, unit.kind)?))) else {
        return Ok(());
    };
    let regiments = most.regiments.map_or(u32::MAX, |bounds| bounds.most);
    let limits = [
        (unit.men, most.men.most, "men"),
        (unit.regiments, regiments, "regiments"),
        (unit.batteries, most.batteries.most, "batteries"),
    ];
    match limits.into_iter().find(|(has, most, _)| has > most) {
        Some((has, most, what)) => {
            Err(format!("{name} would have {has} {what}, and {most} are the most that one of its kind has."))
        }
        None => Ok(()),
    }
}

/// What weighs the men of a unit and the guns of a ship is no number that a fight could not be reckoned with.
fn keeps_traits(state: &State) -> Result<(), Unsound> {
    let units = state.units.iter().map(|(name, unit)| {
        let traits = [unit.quality, unit.experience, unit.morale, unit.fatigue, unit.ammunition];
        (name, traits.into_iter().max().unwrap_or(0))
    });
    let ships = state.ships.iter().map(|(name, ship)| (name, ship.quality.max(ship.damage)));
    match units.chain(ships).find(|(_, most)| *most > MOST_TRAIT) {
        Some((name, most)) => Err(Unsound(format!("{name} has {most} of what is at most {MOST_TRAIT}"))),
        None => Ok(()),
    }
}

/// SLAG 8.1: works have a level, and none above the highest.
fn keeps_works(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    let most = scenario.tables().forts.most;
    match state.forts.iter().find(|fort| !(1..=most).contains(&fort.level)) {
        Some(fort) => Err(Unsound(format!(
            "the work in {} {} has level {}, and levels are from 1 to {most}",
            fort.front.square, fort.front.tac, fort.level
        ))),
        None => Ok(()),
    }
}

/// Ships lie on rivers, and what is told of guns is told of some.
fn keeps_rivers(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    let is_river = |square: &Square| scenario.rivers.has(*square, &state.links);
    let lies_on_land = |ship: &Ship| ship.off.as_ref().and_then(|off| off.square).filter(|square| !is_river(square));
    if let Some((name, square)) = state.ships.iter().find_map(|(name, ship)| Some((name, lies_on_land(ship)?))) {
        return Err(Unsound(format!("{name} is in {square}, where no river is")));
    }
    keeps_stations(scenario, state)?;
    let is_site = |square: &Square| scenario.site(*square).is_some();
    if let Some(square) = state.river.works.keys().find(|square| !is_site(square)) {
        return Err(Unsound(format!("no works stand in {square}")));
    }
    let is_naval = |force: Force| force.kind == ForceKind::Unit(Kind::Naval);
    let is_battery =
        |key: &String| Force::named(key).is_some_and(is_naval) || key.parse().is_ok_and(|square| is_site(&square));
    match state.river.hits.iter().find(|(key, hits)| !is_battery(key) || **hits > MOST_TRAIT) {
        Some((key, hits)) => Err(Unsound(format!("{hits} hits on {key} are on no battery, or above {MOST_TRAIT}"))),
        None => Ok(()),
    }
}

/// Ships are in sea areas that are there, and bound for ports.
fn keeps_stations(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    let seas = &scenario.given.seas;
    let is_sea = |name: &String| seas.is_empty() || seas.iter().any(|sea| sea.name == *name);
    let is_port = |id: &String| scenario.city(id).is_some_and(|city| city.port.is_some());
    for (name, ship) in &state.ships {
        let off = ship.off.as_ref();
        if let Some(sea) = off.and_then(|off| off.sea.as_ref()).filter(|sea| !is_sea(sea)) {
            return Err(Unsound(format!("{name} is in {sea}, which is no sea area")));
        }
        if let Some(port) = ship.station.as_ref().map(|bound| &bound.port).filter(|port| !is_port(port)) {
            return Err(Unsound(format!("{name} is bound for {port}, which is no port")));
        }
    }
    Ok(())
}

/// D03: no treasury owes, and what is printed is in the treasury or circulates.
fn keeps_money(state: &State, side: Side) -> Result<(), Unsound> {
    let nation = state.nations.of(side);
    let owed = [nation.debt, nation.loan_ceiling, nation.greenbacks_authorised.unwrap_or_default()];
    let counted = [state.gold(side), state.greenbacks(side), state.mp(side), state.outstanding(side)];
    if owed.iter().chain(&counted).any(|sum| *sum > Amount::whole(MOST_EAGLES)) {
        return Err(Unsound(format!("no sum of {} is above {MOST_EAGLES} Eg", side.name())));
    }
    if owed.iter().any(|sum| *sum < Amount::ZERO) {
        return Err(Unsound(format!("{} neither owes nor allows less than nothing", side.name())));
    }
    if !(0..=100_000).contains(&nation.morale) {
        return Err(Unsound(format!("the morale of {} is from 0 to 1000 points", side.name())));
    }
    let held = [state.gold(side), state.greenbacks(side), state.mp(side)];
    if held.iter().any(|held| *held < Amount::ZERO) {
        return Err(Unsound(format!("the treasury of {} holds less than nothing", side.name())));
    }
    if state.greenbacks(side) + state.in_circulation(side) != state.outstanding(side) {
        return Err(Unsound(format!("greenbacks of {} are neither in its treasury nor in circulation", side.name())));
    }
    Ok(())
}

/// SLAG 2.2.
fn keeps_law(scenario: &Scenario, state: &State, side: Side) -> Result<(), Unsound> {
    let (law, tax) = (state.nations.of(side).law, &scenario.tables().tax);
    let (most, most_tariff) = (tax.income, *tax.tariff.of(side));
    if !(0..=most).contains(&law.income_tax) {
        return Err(Unsound(format!("the income tax of {} is from 0 to {most}", side.name())));
    }
    if !(0..=most_tariff).contains(&law.tariff) {
        return Err(Unsound(format!("the tariff of {} is from 0 to {most_tariff}", side.name())));
    }
    if side == Side::Union && law.has_embargo {
        return Err(Unsound("the Union has no cotton to lay an embargo on".to_owned()));
    }
    if side == Side::Confederacy && law.has_usct {
        return Err(Unsound("the Confederacy enrols no coloured troops".to_owned()));
    }
    Ok(())
}
