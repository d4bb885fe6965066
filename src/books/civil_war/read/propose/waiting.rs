//! Orders that wait for something: the condition and what follows it, each composed by itself. Where either is not understood,
//! nothing is proposed, for an order without its condition is another order.

use super::army::army_of;
use super::canonical::canonical;
use super::clause::{Clause, Part};
use super::clauses::clauses;
use super::name::Name;
use super::phrases::is_unreal;
use super::{acts, times};
use crate::order::Place;
use crate::read::copy::Named;
use crate::read::write::place_words;
use crate::scenario::Scenario;
use reader::loose::{Token, placed};
use reader::loose_pulses::When;
use rules::Context;

type Tokens<'t, 'c, 's> = &'t [Token<'c, Named<'s>>];

/// Words before a condition, each with the canonical one.
const HEADS: &[(&str, &[&str])] =
    &[("IF", &["if", "should", "provided"]), ("UNLESS", &["unless"]), ("AS SOON AS", &["when", "once", "whenever"])];
/// Words for the enemy.
#[rustfmt::skip]
const FOES: &[&str] = &[
    "enemy", "enemies", "rebels", "rebs", "reb", "rebel", "yankees", "yanks", "yankee", "union", "confederates", "federals", "foe", "anyone", "anybody",
];
/// Words for a place without enemies.
const VACANT: &[&str] = &["free", "empty", "undefended", "unoccupied", "deserted", "vacant", "clear"];
/// Words before what is done otherwise.
const ELSE: &[&str] = &["otherwise", "else"];

/// The sentences before the first that waits for something, and all from that one on.
pub(super) fn without_conditions<'t, 'c, 's>(tokens: Tokens<'t, 'c, 's>) -> (Tokens<'t, 'c, 's>, Tokens<'t, 'c, 's>) {
    // A die that fails is no condition of the order, and where ships stop is a part of it.
    let is_of_ships = tokens.iter().any(|token| token.is_one_of(super::ships::OF_SHIPS));
    if is_of_ships && tokens.iter().any(|token| token.is_one_of(&["stop", "stops"]))
        || tokens.iter().any(|token| token.is_one_of(times::ROLL))
    {
        return (tokens, &[]);
    }
    // "Till pulse 9" only tells the time.
    let is_time = |at: usize| {
        tokens[at].is_one_of(&["until", "till", "once"])
            && tokens
                .get(at + 1)
                .is_some_and(|next| next.is_one_of(&["pp", "pulse", "pulses"]) || next.number().is_some())
    };
    let plain: Vec<Token<'c, Named<'s>>> = (0..tokens.len())
        .filter(|at| !is_time(*at) && !is_courtesy(tokens, *at))
        .map(|at| tokens[at].clone())
        .collect();
    if !reader::loose::is_conditional(&plain) && head(tokens).is_none() {
        return (tokens, &[]);
    }
    let Some((at, ..)) = head(tokens) else { return (&[], &[]) };
    let start = tokens[..at].iter().rposition(|token| token.is_sign(".;!")).map_or(0, |end| end + 1);
    tokens.split_at(start)
}

/// "If need be", "whenever convenient": no condition.
fn is_courtesy(tokens: Tokens<'_, '_, '_>, at: usize) -> bool {
    const FREE: &[&str] = &["convenient", "need", "needed", "necessary", "suits"];
    const ANYBODY: &[&str] = &["any", "anyone", "anybody", "occupied", "defended", "someone", "somebody"];
    let is_head = tokens[at].is_one_of(&["if", "when", "whenever"]);
    let is_last = tokens[at].is_one_of(&["whenever"]) && tokens.get(at + 1).is_none_or(|next| next.is_sign(".!"));
    // "He is to attack if any rebel is in it": what an attack means anyway.
    let attacks = at > 0 && tokens[at - 1].is_one_of(&["attack", "attacks", "attacking", "fight", "fights"]);
    let next_is = |words: &[&str]| tokens.get(at + 1).is_some_and(|next| next.is_one_of(words));
    // "Even if it costs us the point": so or so.
    let is_conceded = at > 0 && tokens[at - 1].is_one_of(&["even"]);
    is_last || is_head && (is_conceded || next_is(FREE) || attacks && next_is(ANYBODY))
}

/// Where the first condition begins, how wide its word is, and the canonical word.
fn head(tokens: Tokens<'_, '_, '_>) -> Option<(usize, usize, &'static str)> {
    let is_question = tokens.iter().any(|token| token.is_sign("?"));
    tokens.iter().enumerate().find_map(|(at, token)| {
        let is = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.is_one_of(&[word]));
        if is(at, "as") && is(at + 1, "soon") && is(at + 2, "as") {
            return Some((at, 3, "AS SOON AS"));
        }
        if is(at, "in") && is(at + 1, "case") {
            return Some((at, 2, "IF"));
        }
        let begins = at == 0 || tokens[at - 1].is_sign(".;!");
        let is_wish = token.is_one_of(&["should"]) && (!begins || is_question);
        let is_at_once = is_courtesy(tokens, at) || token.is_one_of(&["once"]) && at > 0 && is(at - 1, "at");
        let found = HEADS.iter().find(|(_, words)| token.is_one_of(words)).filter(|_| !is_wish && !is_at_once)?;
        Some((at, 1, found.0))
    })
}

/// The order of a sentence that waits: with its condition before or behind what is done.
pub(super) fn compose(scenario: &Scenario, context: &Context, tokens: Tokens<'_, '_, '_>) -> Vec<String> {
    let Some((at, wide, word)) = head(tokens) else { return Vec::new() };
    // "Unless it is attacked, in which case": what follows is done when it is so.
    if tokens.iter().any(|token| token.is_one_of(&["which", "except"])) {
        return Vec::new();
    }
    let (before, behind) = (&tokens[..at], &tokens[at + wide..]);
    let is_front = !before.iter().any(|token| {
        token.name().is_some() || token.is_one_of(&["move", "attack", "entrench", "build", "destroy", "cut"])
    });
    let found = if is_front { in_front(scenario, word, behind) } else { behind_act(scenario, word, before, behind) };
    let mut orders: Vec<String> = found.into_iter().filter_map(|words| canonical(scenario, context, &words)).collect();
    orders.dedup();
    orders.truncate(3);
    orders
}

/// "If this, that": every comma may be where the condition ends.
fn in_front(scenario: &Scenario, word: &str, tokens: Tokens<'_, '_, '_>) -> Vec<String> {
    let is_end = |token: &Token<'_, Named<'_>>| token.is_sign(",:;") || token.is_one_of(&["then"]);
    let mut ends: Vec<(usize, usize)> =
        (0..tokens.len()).filter(|at| is_end(&tokens[*at])).map(|at| (at, at + 1)).collect();
    // Without a comma what is done begins with a name or a verb.
    ends.extend(
        (1..tokens.len())
            .filter(|at| tokens[*at].name().is_some() || tokens[*at].is_one_of(&["he", "build", "dig", "move"]))
            .map(|at| (at, at)),
    );
    let try_end = |(end, next): (usize, usize)| {
        let tests = condition(scenario, &tokens[..end], place_of(scenario, &tokens[next..]));
        let subject = subject_of(scenario, &tokens[..end]);
        let is_he = tokens[next..].iter().any(|token| token.is_one_of(&["he", "him", "his", "they", "them"]));
        let of_test = |test: &String| {
            let comes = test.contains(" comes to ");
            let subject = if comes && !is_he { subject.clone().without_leaders() } else { subject.clone() };
            waiting(scenario, word, test, &tokens[next..], &subject)
        };
        let orders: Vec<String> = tests.iter().flat_map(of_test).collect();
        (!orders.is_empty()).then_some(orders)
    };
    ends.into_iter().find_map(try_end).unwrap_or_default()
}

/// "That, if this; otherwise another".
fn behind_act(scenario: &Scenario, word: &str, before: Tokens<'_, '_, '_>, behind: Tokens<'_, '_, '_>) -> Vec<String> {
    let end = behind.iter().position(|token| token.is_sign(",;.(")).unwrap_or(behind.len());
    let mut tests = condition(scenario, &behind[..end], place_of(scenario, before));
    if tests.is_empty() {
        tests = attacked_himself(scenario, before, &behind[..end]);
    }
    let before = if before.last().is_some_and(|last| last.is_one_of(&["only", "but"])) {
        &before[..before.len() - 1]
    } else {
        before
    };
    let mut act = before.to_vec();
    act.extend_from_slice(&behind[end..]);
    let subject = subject_of(scenario, &behind[..end]);
    tests.iter().flat_map(|test| waiting(scenario, word, test, &act, &subject)).collect()
}

/// "Stuart should withdraw if he gets attacked": he is whoever acts.
fn attacked_himself(scenario: &Scenario, act: Tokens<'_, '_, '_>, tokens: Tokens<'_, '_, '_>) -> Vec<String> {
    const SMALL: &[&str] = &["he", "they", "is", "are", "gets", "get", "being", "attacked", "assaulted", "hit"];
    let is_attacked = tokens.iter().any(|token| token.is_one_of(&["attacked", "assaulted", "hit"]));
    if !is_attacked || !tokens.iter().all(|token| token.is_one_of(SMALL)) {
        return Vec::new();
    }
    let names: Vec<Name> = placed(act).into_iter().map(|name| Name::of(scenario, name)).collect();
    let leader = names.first().filter(|name| name.ruled_by.is_empty()).and_then(|name| name.leaders.first());
    leader.map(|leader| format!("{leader} is attacked")).into_iter().collect()
}

/// Leaders and places that a condition speaks of, for "he" and "there".
fn subject_of(scenario: &Scenario, tokens: Tokens<'_, '_, '_>) -> acts::Said {
    let names: Vec<Name> = placed(tokens).into_iter().map(|name| Name::of(scenario, name)).collect();
    acts::Said::about(&names)
}

/// A whole order: condition, what is done, what is done otherwise, what is kept.
fn waiting(scenario: &Scenario, word: &str, test: &str, act: Tokens<'_, '_, '_>, said: &acts::Said) -> Vec<String> {
    let begins = |at: usize| at > 0 && act[at - 1].is_sign(".;");
    let cut = (0..act.len()).find(|at| {
        act[*at].is_one_of(ELSE) || act[*at].is_one_of(&["if"]) || act[*at].is_one_of(&["should"]) && begins(*at)
    });
    let (then, otherwise) = act.split_at(cut.unwrap_or(act.len()));
    let (mut first, mut other) = (clauses(scenario, then), Vec::new());
    if !otherwise.is_empty() {
        let Some(words) = else_words(otherwise) else { return Vec::new() };
        other = clauses(scenario, &otherwise[words..]);
    }
    let all: Vec<&Clause<'_>> = first.iter().chain(&other).collect();
    if all.iter().any(|clause| is_unreal(clause)) {
        return Vec::new();
    }
    let when = all.iter().find_map(|clause| clause.when);
    let cp = all.iter().find_map(|clause| clause.cp.or(reserved(clause)));
    let reserve = reserve(cp, all.iter().find_map(|clause| clause.pp));
    let saves = other.iter().any(|clause| clause.says(&["save", "saves", "saved", "keep"]));
    // "Keep 4 CP" is told in the reserve.
    first.retain(|clause| !(clause.names.is_empty() && clause.strength.is_none() && is_kept(clause)));
    for clause in first.iter_mut().chain(&mut other) {
        (clause.when, clause.later, clause.cp) = (None, None, None);
    }
    let special = special(scenario, &first, said, test.ends_with(" is attacked"));
    let done = if special.is_empty() { acts::compose_with(scenario, &first, said.clone()) } else { vec![special] };
    let [alike] = &done[..] else { return Vec::new() };
    let said = &acts::Said::of_clauses(&first, said);
    let test = if word == "AS SOON AS" { test.replace(" is held by us", " is captured") } else { test.to_owned() };
    let otherwise = match (other.is_empty(), saves, cp) {
        (true, ..) => String::new(),
        (false, true, Some(cp)) => format!(" ELSE save {cp} CP"),
        _ => match acts::compose_with(scenario, &other, said.clone()).first().and_then(|acts| acts.first()) {
            Some(act) => format!(" ELSE {act}"),
            None => return Vec::new(),
        },
    };
    let front = match when {
        Some(When::Span { from, to }) => times::span_words(from, to),
        _ => String::new(),
    };
    alike.iter().map(|act| format!("{front}{word} {test} THEN {act}{otherwise}{reserve}")).collect()
}

/// How many tokens say "otherwise": "if not", "if he doesn't", "should it not".
fn else_words(tokens: Tokens<'_, '_, '_>) -> Option<usize> {
    if tokens[0].is_one_of(ELSE) {
        return Some(1);
    }
    let end = tokens.iter().position(|token| token.is_sign(",:;"))?;
    let is_small = |token: &Token<'_, Named<'_>>| {
        token.is_one_of(&["if", "should", "he", "it", "they", "not", "does", "do", "is", "that"])
            || token.word().is_some_and(|word| word.ends_with("n't"))
    };
    let denies = |token: &Token<'_, Named<'_>>| {
        token.is_one_of(&["not"]) || token.word().is_some_and(|word| word.ends_with("n't"))
    };
    let stretch = &tokens[..end];
    (stretch.iter().all(is_small) && stretch.iter().any(denies)).then_some(end + 1)
}

/// The place that an act speaks of, which "it" in its condition means.
fn place_of(scenario: &Scenario, tokens: Tokens<'_, '_, '_>) -> Option<board::Hex> {
    let mut names = placed(tokens).into_iter().map(|name| Name::of(scenario, name));
    names.rfind(|name| !name.places.is_empty()).map(|name| name.places[0])
}

/// What stands only behind a condition: reaction moves, and cavalry that gives way.
fn special(scenario: &Scenario, done: &[Clause<'_>], said: &acts::Said, is_attacked: bool) -> Vec<String> {
    let [clause] = done else { return Vec::new() };
    let place = clause
        .names
        .iter()
        .find(|name| !name.places.is_empty())
        .map(|name| place_words(scenario, &Place::Known(name.places[0])));
    let own = clause.names.iter().find(|name| name.places.is_empty()).map(|name| name.leaders.clone());
    let leaders = own.unwrap_or_else(|| said.leaders().to_vec());
    if clause.says(&["react", "reacts"]) {
        let towards = if clause.says(&["supply"]) {
            " towards supply"
        } else if clause.says(&["intercept", "intercepts"]) {
            " to intercept"
        } else if clause.says(&["support", "supports"]) {
            " to support"
        } else {
            ""
        };
        let there =
            said.place().filter(|_| clause.says(&["there"])).map(|hex| place_words(scenario, &Place::Known(hex)));
        let Some(place) = place.or(there) else { return Vec::new() };
        let army = army_of(scenario, clause).map(|army| format!("the {army}"));
        let forces = army.map_or(leaders, |army| vec![army]);
        return forces.iter().map(|force| format!("{force} reacts to {place}{towards}")).collect();
    }
    let withdraws = clause.says(&["withdraw", "withdraws", "withdrawing"]);
    if is_attacked && withdraws && clause.strength.is_none()
        || clause.says_phrase("before combat")
        || clause.says_phrase("before the fight")
        || clause.says_phrase("slip away")
        || clause.says_phrase("slips away")
    {
        let towards = place.map(|place| format!(" towards {place}")).unwrap_or_default();
        return leaders.iter().map(|name| format!("{name} withdraws before combat{towards}")).collect();
    }
    Vec::new()
}

/// What is kept, in canonical words.
fn reserve(cp: Option<u32>, pp: Option<u32>) -> String {
    match (cp, pp) {
        (Some(cp), Some(pp)) => format!(" (reserve {cp} CP, {pp} PP)"),
        (Some(cp), None) => format!(" (reserve {cp} CP)"),
        _ => String::new(),
    }
}

/// Whether a clause only says what is kept.
fn is_kept(clause: &Clause<'_>) -> bool {
    matches!(clause.deed, None | Some(super::deeds::Deed::Hold))
        && clause.cp.is_some()
        && clause.says(&["keep", "keeping", "kept", "reserve", "reserving", "reserved", "hold", "set"])
}

/// "I reserve 4".
fn reserved(clause: &Clause<'_>) -> Option<u32> {
    clause
        .number
        .or(clause.strength)
        .filter(|_| clause.says(&["reserve", "reserved", "kept", "keep", "aside", "hand", "held"]))
}

/// The test of a condition in words that the grammar reads; none when not all of it is understood.
fn condition(scenario: &Scenario, tokens: Tokens<'_, '_, '_>, spoken_of: Option<board::Hex>) -> Vec<String> {
    let found = clauses(scenario, tokens);
    let [clause] = &found[..] else { return Vec::new() };
    let says = |words: &[&str]| clause.says(words);
    // "Unless Jackson is at Harpers Ferry": whoever is named first and also is a town.
    let is_actor = |(rank, name): &(usize, &Name)| {
        name.places.is_empty() || *rank == 0 && clause.names.len() > 1 && name.ruled_by.is_empty()
    };
    let subject = clause.names.iter().enumerate().find(is_actor).filter(|(_, name)| !name.leaders.is_empty());
    let leader = subject.and_then(|(_, name)| name.leaders.first());
    let subject_rank = subject.map(|(rank, _)| rank);
    let is_place = |(rank, name): &(usize, &Name)| Some(*rank) != subject_rank && !name.places.is_empty();
    let named = clause.names.iter().enumerate().rfind(is_place).map(|(_, name)| name.places[0]);
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
    let test = match (leader, place, foe) {
        (None, Some(place), true) => of_enemy(clause, &place, is_denied),
        (Some(leader), place, false) => of_leader(clause, leader, place.as_deref(), is_denied),
        (Some(leader), None, true) if says(&["attack", "attacks", "attacked", "assault", "assaults"]) && !is_denied => {
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

fn of_enemy(clause: &Clause<'_>, place: &str, is_denied: bool) -> Option<String> {
    let says = |words: &[&str]| clause.says(words);
    if says(&["attack", "attacks"]) {
        return (!is_denied).then(|| format!("the force at {place} is attacked"));
    }
    if says(&["fleet", "ships", "ship", "gunboats"]) {
        return None;
    }
    if says(VACANT) && !is_denied {
        return Some(format!("no enemy at {place}"));
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
    let comes = says(&[
        "enter", "enters", "come", "comes", "arrive", "arrives", "move", "moves", "reach", "reaches", "appear",
        "appears", "shows", "show", "marches",
    ]);
    Some(format!("enemy{size} {}at {place}", if comes { "comes to " } else { "" }).replace("comes to at", "comes to"))
}

fn of_leader(clause: &Clause<'_>, leader: &str, place: Option<&str>, is_denied: bool) -> Option<String> {
    let says = |words: &[&str]| clause.says(words);
    let not = if is_denied { "not " } else { "" };
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
        return place.map(|place| format!("{leader} adjacent to {place}"));
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
    if says(&["falls", "captured", "taken", "fallen", "fell"]) || clause.says_phrase("we take") {
        return Some(format!("{place} is captured"));
    }
    says(&["routed", "demoralised", "demoralized", "shaken"]).then(|| format!("the force at {place} is demoralised"))
}
