//! Naval batteries are built of batteries that wait in a city, in a square of a river or of a port (SLAG 5.2, 5.6; D48).

use board::square::Square;
use board::tactical::Tac;
use kit::contact::Goal;
use kit::jobs::{Job, Room};

use super::super::contact::{board_of, has_line, is_besieged, is_in, ways};
use super::super::order::Weapons;
use super::super::price::{purchase_of_units, weapons_of_new};
use super::super::refusal::is_open_to_guns;
use super::super::scenario::{By, Scenario};
use super::super::side::{Kind, Side};
use super::super::state::{State, Unit, Work};
use super::building::{Commission, make_up_of, new_unit, no_make_up, parts_of};
use super::events::{Done, Failed, Turn, holder};
use super::weapons::may_have;

const RULE: &str = "5.2";

/// Begun where it is to stand; its batteries come from the city.
pub fn emplace(
    turn: &mut Turn<'_>,
    side: Side,
    (batteries, weapons): (Option<u32>, Weapons),
    city: &str,
    (square, tac): (Square, Option<Tac>),
) -> Done {
    let home = turn.held_city(side, city)?.0.square;
    let tac = site_of_battery(turn.scenario, square, tac)?;
    may_stand(turn, side, (city, home), (square, tac))?;
    if !is_reached(turn.scenario, &turn.state, side, home, square) {
        let reach = &turn.scenario.tables().batteries;
        let why = format!(
            "Neither {} squares of a line of contact, nor {} of river, nor {} of rail join {square} and {}.",
            reach.near,
            reach.river,
            reach.rail,
            turn.scenario.city_name(city)
        );
        return Err(Failed::new(why, RULE));
    }
    let kind = Kind::Naval;
    let Some(row) = turn.scenario.tables().units.get(&kind) else {
        return Err(Failed::new("There is no such kind.", RULE));
    };
    let (turns, asked) = (row.turns, (kind, None, batteries));
    let waiting = (0, kind.batteries_of().map_or(0, |arm| turn.state.waiting(side, arm, city)));
    let make_up = make_up_of(row, asked, waiting, 1)
        .map_err(|lawful| no_make_up(row, (asked, 1), waiting, &lawful))
        .map_err(|failed| turn.taken_before(failed, side, city))?;
    may_have(kind, make_up.batteries, weapons)?;
    let place = square.to_string();
    let commission = Commission {
        side,
        place: &place,
        room: Room::None,
        purchase: purchase_of_units(turn.scenario, make_up, weapons, 1),
        mp: make_up.price(turn.scenario).and(weapons_of_new(turn.scenario, make_up, weapons)).mp,
        turns,
        subject: format!("building {kind}"),
    };
    commission.check(turn)?;
    let of = parts_of(turn, side, make_up, city);
    let work = match new_unit(turn, side, (make_up, weapons), (city, square), of) {
        Work::Unit { force, unit } => Work::Unit { force, unit: Unit { tac: Some(tac), ..unit } },
        other => other,
    };
    commission.begin(turn, vec![work])?;
    turn.note_taken(side, city);
    Ok(commission.words(turn, "Begun", &format!("{} in {tac}", make_up.words())))
}

/// SLAG 5.2, D48: the tactical square of a battery: that which is named, else the city's, else the bank that is nearest to the middle.
pub fn site_of_battery(scenario: &Scenario, square: Square, tac: Option<Tac>) -> Result<Tac, Failed> {
    let is_port = scenario.city_at(square).is_some_and(|city| city.port.is_some() && !city.is_off_map);
    if !is_port && !scenario.ways.has(By::River, square) {
        return Err(Failed::new(format!("Neither a navigable river nor a port is in {square}."), RULE));
    }
    let field = scenario.field(square);
    let first = || {
        let city = field.city.filter(|_| is_port);
        city.or_else(|| Tac::CENTRE.nearest_of(field.bank.iter().filter(|tac| field.is_passable(*tac))))
    };
    let nowhere = || Failed::new(format!("No battery can stand in {square}."), RULE);
    let tac = tac.or_else(first).ok_or_else(nowhere)?;
    match field.is_passable(tac) {
        true => Ok(tac),
        false => Err(Failed::new(format!("No battery can stand in {tac}."), RULE)),
    }
}

/// SLAG 4.4, 5.3, 5.6: none in Kentucky while it is neutral, none in a city of the enemy; of and in a city under siege in its own tactical square alone.
fn may_stand(
    turn: &Turn<'_>,
    side: Side,
    (city, home): (&str, Square),
    (square, tac): (Square, Tac),
) -> Result<(), Failed> {
    is_open_to_guns(turn.scenario, square, turn.state.kentucky_is_neutral)?;
    let there = turn.scenario.city_at(square).map(|city| city.id.as_str());
    if there.is_some_and(|id| holder(turn.scenario, &turn.state, id) == Some(side.enemy())) {
        return Err(Failed::new("Nothing is built in a city that the enemy holds.", "5.3"));
    }
    let besieged = |id: &str| is_besieged(turn.scenario, &turn.state, id);
    let is_inside = |of: Square| of == square && turn.scenario.field(square).city == Some(tac);
    let is_shut_out = besieged(city) && !is_inside(home) || there.is_some_and(besieged) && !is_inside(square);
    match is_shut_out {
        true => Err(Failed::new("Under siege a naval battery is built in the city's tactical square alone.", "5.6")),
        false => Ok(()),
    }
}

/// SLAG 5.2: all of the way over land, all by river, or all by rail.
fn is_reached(scenario: &Scenario, state: &State, side: Side, home: Square, square: Square) -> bool {
    let reach = &scenario.tables().batteries;
    let is_free = !is_in(state, side.enemy(), square);
    let by = |by, most| is_free && ways(scenario, state, side, by, home, most).contains_key(&square);
    let has_line = || has_line(&board_of(scenario, state, side), home, square, reach.near, Goal::Joined);
    home == square || by(By::River, reach.river) || by(By::Rail, reach.rail) || has_line()
}

/// SLAG 5.2, D48: an enemy in the square holds the work up, and in its last turn the batteries' city must be held, free of enemies and joined to it.
pub fn goes_on(scenario: &Scenario, state: &State, job: &Job<Work>) -> bool {
    let Work::Unit { unit, .. } = &job.plan.work else { return true };
    if unit.kind != Kind::Naval {
        return true;
    }
    let home = unit.home.as_deref().and_then(|home| scenario.city(home));
    let is_free = |home: Square| home == unit.square || !is_in(state, unit.side.enemy(), home);
    let is_joined = || {
        home.is_none_or(|city| {
            let is_held = holder(scenario, state, &city.id) == Some(unit.side) && is_free(city.square);
            is_held && is_reached(scenario, state, unit.side, city.square, unit.square)
        })
    };
    !is_in(state, unit.side.enemy(), unit.square) && (job.left > 1 || is_joined())
}
