//! Who has won when a game is over, in words for everybody.

use std::cmp::Ordering;

use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::State;
use super::super::turn::holder;

/// The side that has not surrendered; else the one with more victory points.
pub(super) fn who_won(scenario: &Scenario, state: &State) -> String {
    let lost = Side::BOTH.map(|side| state.nations.of(side).has_surrendered);
    let [union, confederacy] = Side::BOTH.map(Side::name);
    match lost {
        [true, false] => format!("The Union has surrendered; {confederacy} has won."),
        [false, true] => format!("The Confederacy has surrendered; {union} has won."),
        _ => by_points(scenario, state),
    }
}

/// The ruling on victory: levels of the cities that are held now, men whom the enemy lost, and what was counted during the war.
fn by_points(scenario: &Scenario, state: &State) -> String {
    let table = &scenario.tables().victory;
    let of_cities = |side: Side| {
        let held = state.cities.iter().filter(|(id, _)| holder(scenario, state, id) == Some(side));
        held.map(|(_, city)| i64::from(city.level) * table.city_per_level).sum::<i64>()
    };
    let of_losses = |side: Side| {
        let fallen = state.nations.of(side.enemy()).fallen / table.losses_per_point.max(1);
        i64::try_from(fallen).unwrap_or(i64::MAX)
    };
    let points = Side::BOTH.map(|side| [of_cities(side), of_losses(side), state.nations.of(side).victory_points]);
    let [union, confederacy] = points.map(|of| of.iter().sum::<i64>());
    let told = Side::BOTH.into_iter().zip(points).map(|(side, [cities, losses, others])| {
        let sum = cities + losses + others;
        format!(
            "{} {sum} ({cities} for cities, {losses} for losses of the enemy, {others} for other things)",
            side.name()
        )
    });
    let verdict = match union.cmp(&confederacy) {
        Ordering::Greater => "The Union has won.",
        Ordering::Less => "The Confederacy has won.",
        Ordering::Equal => "Nobody has won.",
    };
    format!("The last campaign is over. Victory points: {}. {verdict}", told.collect::<Vec<_>>().join("; "))
}
