//! Orders that move armies, in canonical words.

use super::super::order::{Goal, Land};
use super::super::scenario::Scenario;

/// The words of one.
pub(super) fn land(scenario: &Scenario, order: &Land) -> String {
    let name = order.unit().name();
    let from = order.from().map(|from| format!(" from {}", scenario.place_name(from))).unwrap_or_default();
    match order {
        Land::March { goal, .. } => format!("march {name}{from} to {}", goal_words(goal)),
        Land::Boats { goal, .. } => format!("move {name} by river{from} to {}", goal_words(goal)),
        Land::Rail { city, .. } => format!("rail {name}{from} to {}", scenario.city_name(city)),
        Land::Attack { square, .. } => format!("attack {square} by {name}"),
        Land::Halt { from, .. } => {
            let at = from.map(|at| format!(" at {}", scenario.place_name(at))).unwrap_or_default();
            format!("halt {name}{at}")
        }
    }
}

fn goal_words(goal: &Goal) -> String {
    let via = goal.via.map(|via| format!(" via {via}")).unwrap_or_default();
    let enter = goal.enter.map(|tac| format!(", enter {tac}")).unwrap_or_default();
    format!("{}{via}{enter}", goal.to)
}
