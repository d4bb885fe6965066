//! Armies by rail: from city to city of their side, along railways that are free of the enemy.

use board::square::Square;

use super::super::contact::is_in;
use super::super::land::{entry, is_in_kentucky};
use super::super::refusal::{boards_in_a_city, not_held};
use super::super::scenario::By;
use super::super::side::Side;
use super::events::{Done, Failed, Turn, holder};
use super::posts::Posts;

const RULE: &str = "rail";

/// A unit rides to a city, past everybody who is at a post.
pub fn ride(turn: &mut Turn<'_>, posts: &mut Posts, (side, name): (Side, &str), city: &str) -> Done {
    let (from, to) = may_ride(turn, posts, (side, name), city)?;
    let place = turn.scenario.city_name(city);
    let tac = entry(turn.scenario, &turn.state, side, to, None)
        .ok_or_else(|| Failed::new(format!("{place} is full."), RULE))?;
    super::march::note_border(turn, name, from, to);
    turn.visited.of_mut(side).insert(to);
    posts.go(side, from, to);
    if let Some(unit) = turn.state.units.get_mut(name) {
        (unit.square, unit.tac) = (to, Some(tac));
    }
    Ok(format!("{name} is at {place}."))
}

/// The squares that it rides from and to.
fn may_ride(
    turn: &Turn<'_>,
    posts: &Posts,
    (side, name): (Side, &str),
    city: &str,
) -> Result<(Square, Square), Failed> {
    let from = turn.own_unit(side, name, RULE)?.square;
    let is_held = |id: &str| holder(turn.scenario, &turn.state, id) == Some(side);
    boards_in_a_city(turn.scenario.city_at(from).is_some_and(|city| is_held(&city.id)))?;
    let there = turn.scenario.city(city).filter(|city| is_held(&city.id));
    let to = there.ok_or_else(|| not_held(turn.scenario, side, city))?.square;
    if [from, to].iter().any(|square| is_in(&turn.state, side.enemy(), *square)) {
        return Err(Failed::new("Hostile units stand where trains are boarded or left.", RULE));
    }
    let most = turn.scenario.tables().land.rail;
    match from != to && reaches(turn, posts, side, (from, to)) {
        true => Ok((from, to)),
        false => Err(Failed::new(format!("No {most} squares of railway that is open to the side lead there."), RULE)),
    }
}

fn reaches(turn: &Turn<'_>, posts: &Posts, side: Side, (from, to): (Square, Square)) -> bool {
    let (scenario, state) = (turn.scenario, &turn.state);
    let most = scenario.tables().land.rail;
    let is_open = |square: Square| {
        let is_enemys =
            scenario.city_at(square).is_some_and(|city| holder(scenario, state, &city.id) == Some(side.enemy()));
        // No train of either side runs through Kentucky while it is neutral.
        let is_neutral = state.kentucky_is_neutral && is_in_kentucky(scenario, square);
        !(posts.has(side.enemy(), square) || is_enemys || is_neutral)
    };
    scenario.ways.reaches(By::Rail, (from, to), most, &state.links, is_open)
}
