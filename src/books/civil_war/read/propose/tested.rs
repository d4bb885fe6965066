//! What a condition tests, in words that the grammar reads: the enemy at a place, what befalls a leader, whose a place is.

use super::clause::{Clause, Part};
use super::clauses::clauses;
use super::name::Name;
use crate::order::Place;
use crate::read::copy::Named;
use crate::read::write::place_words;
use crate::scenario::Scenario;
use reader::loose::Token;

type Tokens<'t, 'c, 's> = &'t [Token<'c, Named<'s>>];

/// Words for the enemy.
#[rustfmt::skip]
const FOES: &[&str] = &[
    "enemy", "enemies", "rebels", "rebs", "reb", "rebel", "yankees", "yanks", "yank", "yankee", "union", "confederates", "federals", "foe", "anyone", "anybody",
    "someone", "somebody", "secesh", "bluecoats", "graybacks", "greys", "blues",
];
/// Words for a place without enemies.
const VACANT: &[&str] = &["free", "empty", "undefended", "unoccupied", "deserted", "vacant", "clear"];
/// Words for an enemy who goes away.
pub(super) const LEAVING: &[&str] = &[
    "leave",
    "leaves",
    "abandon",
    "abandons",
    "abandoned",
    "evacuate",
    "evacuates",
    "evacuated",
    "vacate",
    "vacates",
    "vacated",
    "quit",
    "quits",
    "withdraws",
    "withdraw",
    "withdrawn",
    "retreats",
    "retreat",
    "retreated",
];
/// Phrases for the same.
const LEAVING_PHRASES: &[&str] =
    &["pull out", "pulls out", "clear out", "clears out", "out of", "gone from", "have left", "has left", "left by"];
/// Verbs of an attack by somebody.
pub(super) const ATTACKING: &[&str] =
    &["attack", "attacks", "attacking", "assault", "assaults", "storm", "storms", "strike", "strikes", "hit", "hits"];
/// Words of an enemy who is at a place or comes to it. A clause with any other word may say the contrary: "let go of Manassas".
#[rustfmt::skip]
const BEING_THERE: &[&str] = &[
    "a", "an", "the", "any", "some", "of", "force", "forces", "army", "troops", "men", "presence", "size", "sized", "small", "medium", "large", "big", "bigger", "larger",
    "stronger", "smaller", "weaker", "more", "less", "than", "or", "most", "at", "in", "into", "on", "to", "up", "with", "there", "it", "place", "town", "already", "still", "ever", "again",
    "then", "also", "first", "before", "us", "we", "do", "does", "should", "has", "have", "been", "be", "is", "are", "stands", "stand", "standing", "sits", "sit", "sitting", "present", "seen",
    "sighted", "spotted", "detected", "visible", "not", "no", "never", "longer", "hold", "holds", "take", "takes", "capture", "captures", "seize", "seizes", "occupy", "occupies",
];
/// Words for coming to a place.
const COMING: &[&str] = &[
    "enter", "enters", "come", "comes", "arrive", "arrives", "move", "moves", "reach", "reaches", "appear", "appears",
    "shows", "show", "marches",
];
/// The test of a condition in words that the grammar reads; none when not all of it is understood.
pub(super) fn condition(
    scenario: &Scenario,
    tokens: Tokens<'_, '_, '_>,
    spoken_of: Option<board::Hex>,
    he: Option<&String>,
) -> Vec<String> {
    let found = clauses(scenario, tokens);
    let [clause] = &found[..] else { return Vec::new() };
    let says = |words: &[&str]| clause.says(words);
    // "Unless Jackson is at Harpers Ferry": whoever is named first and also is a town.
    let is_actor = |(rank, name): &(usize, &Name)| {
        name.places.is_empty() || *rank == 0 && clause.names.len() > 1 && name.ruled_by.is_empty()
    };
    let subject = clause.names.iter().enumerate().find(is_actor).filter(|(_, name)| !name.leaders.is_empty());
    let is_he = subject.is_none() && !says(FOES) && says(&["he", "they", "him"]);
    let leader = subject.and_then(|(_, name)| name.leaders.first()).or(he.filter(|_| is_he));
    let subject_rank = subject.map(|(rank, _)| rank);
    let is_place = |(rank, name): &(usize, &Name)| Some(*rank) != subject_rank && !name.places.is_empty();
    // "The Yankees from Washington attack Manassas": where they come from is where nothing happens.
    let comes_from = |name: &Name| name.is_ruled_by(&["from"]) && !leaves(clause);
    let named = clause.names.iter().enumerate().filter(|(_, name)| !comes_from(name)).rfind(is_place);
    let named = named.map(|(_, name)| name.places[0]);
    let pointed = spoken_of.filter(|_| says(&["it", "there", "place", "town"]));
    let place = named.or(pointed).map(|hex| place_words(scenario, &Place::Known(hex)));
    // A number in a condition is a part of it that is not composed here.
    let counts = clause.number.or(clause.strength).or(clause.cp).or(clause.pp).is_some() || clause.when.is_some();
    let is_of_sizes = says(&["small"]) && says(&["medium"]) || says(&["medium"]) && says(&["large"]);
    let is_up = is_of_sizes
        || ["or bigger", "or larger", "or more", "or stronger"].iter().any(|phrase| clause.says_phrase(phrase));
    if clause.says(&["and", "aside"]) || clause.says(&["or"]) && !is_up || counts || clause.words.len() > 14 {
        return Vec::new();
    }
    let is_no =
        |word: &str| ["not", "no", "never"].iter().any(|no| word.eq_ignore_ascii_case(no)) || word.ends_with("n't");
    let is_denied = clause.words.iter().any(|part| matches!(part, Part::Word(word) if is_no(word)));
    let foe = says(FOES);
    let is_nobody = says(&["nobody", "noone"]) || clause.says_phrase("no one");
    let test = match (leader, place, foe) {
        (None, Some(place), _) if is_nobody => of_nobody(clause, &place),
        (None, Some(place), true) => of_enemy(clause, &place, is_denied),
        (Some(leader), place, false) => of_leader(clause, leader, place.as_deref(), is_denied),
        (Some(leader), None, true) if (says(ATTACKING) || says(&["attacked"])) && !is_denied => {
            Some(format!("{leader} is attacked"))
        }
        (None, Some(place), false) if !is_denied => of_place(clause, &place),
        _ => None,
    };
    let wider = test.as_deref().and_then(|test| wider(clause, test));
    test.into_iter().chain(wider).collect()
}

/// The other test that the same words may mean: an enemy who comes to a place is at it then, and one who takes it holds it.
fn wider(clause: &Clause<'_>, test: &str) -> Option<String> {
    let (who, place) = test.split_once(" comes to ")?;
    if who.starts_with("enemy") {
        return Some(format!("{who} at {place}"));
    }
    let takes = clause.says(&["take", "takes", "captures", "capture", "seizes"]);
    takes.then(|| format!("{place} is held by the enemy"))
}

/// Whether a clause speaks of going away.
fn leaves(clause: &Clause<'_>) -> bool {
    let gives_up = clause.says(&["give", "gives", "given"]) && clause.says(&["up"]);
    gives_up || clause.says(LEAVING) || LEAVING_PHRASES.iter().any(|phrase| clause.says_phrase(phrase))
}

/// "Nobody attacks Washington", "nobody is left at Manassas".
fn of_nobody(clause: &Clause<'_>, place: &str) -> Option<String> {
    if clause.says(ATTACKING) {
        return Some(format!("the force at {place} is not attacked"));
    }
    clause.says(&["is", "left", "there", "remains", "stands", "holds"]).then(|| format!("no enemy at {place}"))
}

fn of_enemy(clause: &Clause<'_>, place: &str, is_denied: bool) -> Option<String> {
    let says = |words: &[&str]| clause.says(words);
    if leaves(clause) {
        // Who retreats to a place, or leaves for one, is there then.
        let is_left = |name: &&Name| name.ruled_by.is_empty() || name.is_ruled_by(&["from", "of"]);
        let mut places = clause.names.iter().filter(|name| !name.places.is_empty());
        let is_sure = !is_denied && places.next().as_ref().is_none_or(is_left) && places.next().is_none();
        return is_sure.then(|| format!("no enemy at {place}"));
    }
    if says(ATTACKING) {
        return (!is_denied).then(|| format!("the force at {place} is attacked"));
    }
    if says(&["fleet", "ships", "ship", "gunboats"]) {
        return None;
    }
    if says(VACANT) && !is_denied {
        return Some(format!("no enemy at {place}"));
    }
    let tells_where = |part: &Part<'_>| match part {
        Part::Word(word) => {
            let is = |other: &&str| word.eq_ignore_ascii_case(other);
            BEING_THERE.iter().chain(COMING).chain(FOES).any(is) || word.ends_with("n't")
        }
        Part::Name(_) | Part::Sign(_) => true,
    };
    if !clause.words.iter().all(tells_where) {
        return None;
    }
    let size = if says(&["small"]) && says(&["medium"]) {
        " Small or Medium"
    } else if says(&["medium"]) && says(&["large"]) {
        " Medium or Large"
    } else if says(&["small"]) {
        " Small"
    } else if says(&["medium"]) {
        " Medium"
    } else if says(&["large", "big"]) {
        " Large"
    } else {
        ""
    };
    let is_most =
        ["no more than", "at most", "not more than", "no larger than", "no bigger than", "or smaller", "or less"]
            .iter()
            .any(|phrase| clause.says_phrase(phrase));
    if is_most {
        return match size {
            " Small" => Some(format!("enemy Small at {place}")),
            " Medium" => Some(format!("enemy Small or Medium at {place}")),
            _ => None,
        };
    }
    let size = match size {
        " Medium" if says(&["bigger", "larger", "more", "stronger"]) => " Medium or Large",
        " Small" if says(&["bigger", "larger", "more", "stronger"]) => return None,
        size => size,
    };
    if is_denied {
        return Some(format!("no enemy{size} at {place}"));
    }
    let comes = says(COMING);
    Some(format!("enemy{size} {}at {place}", if comes { "comes to " } else { "" }).replace("comes to at", "comes to"))
}

fn of_leader(clause: &Clause<'_>, leader: &str, place: Option<&str>, is_denied: bool) -> Option<String> {
    let says = |words: &[&str]| clause.says(words);
    let not = if is_denied { "not " } else { "" };
    if leaves(clause) || says(&["near", "away", "far", "nowhere"]) {
        return None;
    }
    if says(&["attacked", "assaulted", "hit"]) {
        return place.is_none().then(|| format!("{leader} is {not}attacked"));
    }
    if is_denied {
        return None;
    }
    if says(&["demoralised", "demoralized", "routed", "shaken"]) {
        return Some(format!("{leader} is demoralised"));
    }
    if says(&["wins", "win", "won", "victorious"]) {
        return Some(format!("{leader} wins"));
    }
    if says(&["loses", "beaten", "defeated", "repulsed", "lose", "whipped"]) {
        return Some(format!("{leader} loses"));
    }
    if says(&["attacks", "attack", "hits"]) {
        return place.map(|place| format!("the force at {place} is attacked"));
    }
    if says(&["next", "adjacent"]) {
        return place.map(|place| format!("{leader} is adjacent to {place}"));
    }
    let moves = [
        "enter", "enters", "reaches", "reach", "comes", "come", "moves", "arrives", "crosses", "marches", "shows",
        "turns", "turn", "show", "appear", "appears", "goes", "gets", "advances", "takes", "take", "lands", "captures",
    ];
    if says(&moves) {
        return place.map(|place| format!("{leader} comes to {place}"));
    }
    says(&["is", "stands", "sits", "seen"]).then(|| place.map(|place| format!("{leader} is at {place}"))).flatten()
}

fn of_place(clause: &Clause<'_>, place: &str) -> Option<String> {
    let says = |words: &[&str]| clause.says(words);
    if says(&["attacked", "assaulted"]) {
        return Some(format!("the force at {place} is attacked"));
    }
    let is_ours = ["in our hands", "we hold", "we own", "we have", "we control", "we got"];
    if says(&["ours", "mine"]) || is_ours.iter().any(|phrase| clause.says_phrase(phrase)) {
        return Some(format!("{place} is held by us"));
    }
    if says(VACANT) {
        return Some(format!("{place} is free"));
    }
    if leaves(clause) && !says(&["we", "i", "us", "our"]) {
        return Some(format!("{place} is free"));
    }
    if says(&["falls", "captured", "taken", "fallen", "fell"]) || clause.says_phrase("we take") {
        return Some(format!("{place} is captured"));
    }
    says(&["routed", "demoralised", "demoralized", "shaken"]).then(|| format!("the force at {place} is demoralised"))
}
