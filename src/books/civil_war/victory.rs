//! Who has won, and what everybody is told when the war is over (D28). Looks at towns and States; throws no dice.

use super::item::Item;
use super::scenario::{Land, Scenario, Side};
use super::state::{AnnalEvent, EndCause, Ending, State};
use super::territory;

/// The worth of the Confederate States, whole and captured. A State is captured when its last town has fallen (C4.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worth {
    /// Of those whose every town the Union holds.
    pub captured: u32,
    /// Of all.
    pub all: u32,
}

/// How the war ends with the turn that was just played; `None` when it goes on (D28).
pub fn judge(scenario: &Scenario, state: &State) -> Option<Ending> {
    let ending = |winner, cause| Some(Ending { winner: Some(winner), cause });
    if has_all_sources(scenario, state) {
        return ending(Side::Usa, EndCause::Sources);
    }
    let rules = &scenario.tables.victory;
    let is_taken = |name: &&String| holds(scenario, state, Side::Csa, name);
    if is_taken(&&rules.csa_capital) {
        return ending(Side::Csa, EndCause::Capital);
    }
    if rules.csa_cities.iter().filter(is_taken).count() >= rules.csa_cities_needed as usize {
        return ending(Side::Csa, EndCause::Towns);
    }
    if state.turn < scenario.last_turn() {
        return None;
    }
    let Worth { captured, all } = worth(scenario, state);
    let is_enough = captured * 100 >= all * rules.usa_percent;
    ending(if is_enough { Side::Usa } else { Side::Csa }, EndCause::Calendar)
}

/// The end of a war that somebody conceded: the other side has won, and nobody when both gave up.
pub fn conceded(by: &[Side]) -> Option<Ending> {
    let winner = match by {
        [] => return None,
        [loser] => Some(loser.enemy()),
        _ => None,
    };
    Some(Ending { winner, cause: EndCause::Conceded })
}

/// The end of a lesson: nobody wins it.
pub fn lesson_over() -> Ending {
    Ending { winner: None, cause: EndCause::Lesson }
}

/// What the Confederate States are worth, and those of them that were captured.
pub fn worth(scenario: &Scenario, state: &State) -> Worth {
    let lands = || scenario.map.states().map(|(_, land)| land).filter(|land| land.home == Some(Side::Csa));
    let is_captured = |land: &&Land| {
        let mut cities = land.cities.iter().map(|id| scenario.map.city(*id));
        !land.cities.is_empty() && cities.all(|city| territory::holder(state, city) == Some(Side::Usa))
    };
    Worth {
        captured: lands().filter(is_captured).map(|land| land.value).sum(),
        all: lands().map(|land| land.value).sum(),
    }
}

fn has_all_sources(scenario: &Scenario, state: &State) -> bool {
    let mut sources = scenario.map.cities().map(|(_, city)| city).filter(|city| city.source == Some(Side::Csa));
    sources.all(|city| territory::holder(state, city) == Some(Side::Usa))
}

fn holds(scenario: &Scenario, state: &State, side: Side, town: &str) -> bool {
    scenario.map.city_by_name(town).is_some_and(|city| territory::holder(state, city) == Some(side))
}

/// How it ended, and the history of the war turn by turn.
pub fn told(scenario: &Scenario, state: &State) -> Vec<Item> {
    let Some(Ending { winner, cause }) = state.ended else { return Vec::new() };
    let Worth { captured, all } = worth(scenario, state);
    let percent = scenario.tables.victory.usa_percent;
    let mut items = vec![Item::Ended { winner, cause, captured, all, percent }];
    for turn in scenario.calendar.turns() {
        let entries: Vec<String> = state
            .annals
            .iter()
            .filter(|annal| annal.turn == turn.turn)
            .map(|annal| words(scenario, &annal.event))
            .collect();
        if !entries.is_empty() {
            items.push(Item::Chronicle { turn: turn.turn, season: turn.season(), entries });
        }
    }
    items
}

fn words(scenario: &Scenario, event: &AnnalEvent) -> String {
    match event {
        AnnalEvent::Taken { city, by } => format!("{city} fell to the {}.", nation(*by)),
        AnnalEvent::Battle { hex, attacker, attacking, defending, losses, is_won } => {
            let place = territory::place(scenario, *hex);
            let under = |leader: &Option<String>| leader.as_ref().map_or(String::new(), |name| format!(" ({name})"));
            let outcome = if *is_won { "took the field from" } else { "was thrown back by" };
            format!(
                "{place}: the {}{} {outcome} the {}{}; {} SP lost for {}.",
                nation(*attacker),
                under(attacking),
                nation(attacker.enemy()),
                under(defending),
                losses.0,
                losses.1
            )
        }
    }
}

fn nation(side: Side) -> &'static str {
    match side {
        Side::Usa => "Union",
        Side::Csa => "Confederacy",
    }
}

#[cfg(test)]
mod tests;
