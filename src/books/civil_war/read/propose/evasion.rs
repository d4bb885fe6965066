//! Cavalry that never fights: "Stuart avoids battle and falls back towards Culpeper", without a word of a condition.

use super::clause::Clause;
use crate::order::Place;
use crate::read::write::place_words;
use crate::scenario::Scenario;

/// Words for giving way whenever somebody attacks.
const EVADING: &[&str] = &[
    "avoid battle",
    "avoids battle",
    "avoid combat",
    "avoids combat",
    "avoid a fight",
    "avoids a fight",
    "never fights",
    "evades",
    "evade",
    "withdraw before combat",
    "withdraws before combat",
    "withdraws before battle",
    "withdraw before battle",
    "gives way",
    "give way",
    "refuses battle",
    "refuse battle",
    "declines battle",
];

/// The standing order of a leader who gives way.
pub(super) fn compose(scenario: &Scenario, clause: &Clause<'_>) -> Vec<String> {
    if !EVADING.iter().any(|phrase| clause.says_phrase(phrase)) {
        return Vec::new();
    }
    let leader = clause.names.iter().find(|name| !name.leaders.is_empty() && name.ruled_by.is_empty());
    let Some(leader) = leader.and_then(|name| name.leaders.first()) else { return Vec::new() };
    let place = clause.names.iter().find(|name| name.leaders.is_empty() && !name.places.is_empty());
    let towards = place.map(|name| format!(" towards {}", place_words(scenario, &Place::Known(name.places[0]))));
    let is_bigger = clause.says(&["bigger", "larger", "stronger", "more"]);
    let by = if clause.says(&["small"]) && is_bigger {
        " by Medium or Large"
    } else if clause.says(&["medium"]) && is_bigger || clause.says(&["large", "big"]) {
        " by Large"
    } else if clause.says(&["infantry"]) {
        " by infantry"
    } else {
        ""
    };
    vec![format!("IF {leader} is attacked{by} THEN {leader} withdraws before combat{}", towards.unwrap_or_default())]
}
