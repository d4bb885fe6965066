//! Orders that wait for something: the condition and what follows it, each composed by itself. Where either is not understood,
//! nothing is proposed, for an order without its condition is another order.

use super::army::army_of;
use super::canonical::canonical;
use super::clause::Clause;
use super::clauses::clauses;
use super::name::Name;
use super::phrases::is_unreal;
use super::tested::{ATTACKING, LEAVING, condition};
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
/// Words behind which a name goes on with what a condition says, and begins nothing.
#[rustfmt::skip]
const GOVERNING: &[&str] = &[
    "from", "at", "in", "to", "by", "near", "of", "the", "on", "into", "toward", "towards", "with", "under", "around", "and", "or", "take", "takes",
    "capture", "captures", "enter", "enters", "reach", "reaches", "up", "our", "a", "an", "any", "that", "is", "are",
];
/// Phrases for giving way before it comes to a fight.
const BEFORE_COMBAT: &[&str] = &[
    "before the fight",
    "before a fight",
    "before battle",
    "before the battle",
    "before the combat",
    "before fighting",
    "before it comes to",
];
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

/// "If this, that": a comma may be where the condition ends; without one what is done begins with a name or a verb.
fn in_front(scenario: &Scenario, word: &str, tokens: Tokens<'_, '_, '_>) -> Vec<String> {
    let is_end = |token: &Token<'_, Named<'_>>| token.is_sign(",:;") || token.is_one_of(&["then"]);
    let goes_on = |at: usize| tokens.get(at + 1).is_some_and(|next| next.is_one_of(&["or", "and"]));
    // Behind a comma of the condition itself nothing is done: "unless Jackson is there Banks moves in, pulses 3-6".
    let acts = |at: usize| {
        let behind = clauses(scenario, &tokens[at + 1..]);
        behind.iter().any(|clause| clause.deed.is_some() || clause.has_leader() || reserved(clause).is_some())
    };
    let commas =
        (0..tokens.len()).filter(|at| is_end(&tokens[*at]) && !goes_on(*at) && acts(*at)).map(|at| (at, at + 1));
    // What is understood as a condition up to a comma is one: no name behind it belongs to it.
    if let Some(orders) = commas.into_iter().find_map(|end| in_front_until(scenario, word, tokens, end)) {
        return orders;
    }
    let begins = |at: &usize| {
        let is_governed = tokens[at - 1].is_one_of(GOVERNING)
            || tokens[at - 1].is_one_of(ATTACKING)
            || tokens[at - 1].is_one_of(LEAVING);
        tokens[*at].name().is_some() && !is_governed || tokens[*at].is_one_of(&["he", "build", "dig", "move"])
    };
    let found = (1..tokens.len()).filter(begins).map(|at| in_front_until(scenario, word, tokens, (at, at)));
    found.flatten().find(|orders| !orders.is_empty()).unwrap_or_default()
}

/// The orders of what stands behind a condition that ends there; none where that is no condition.
fn in_front_until(
    scenario: &Scenario,
    word: &str,
    tokens: Tokens<'_, '_, '_>,
    (end, next): (usize, usize),
) -> Option<Vec<String>> {
    let tests = tests_of(scenario, &tokens[..end], &tokens[next..]);
    let subject = subject_of(scenario, &tokens[..end]);
    let is_he = tokens[next..].iter().any(|token| token.is_one_of(&["he", "him", "his", "they", "them"]));
    let of_test = |test: &String| {
        let comes = test.contains(" comes to ");
        let subject = if comes && !is_he { subject.clone().without_leaders() } else { subject.clone() };
        waiting(scenario, word, test, &tokens[next..], &subject)
    };
    (!tests.is_empty()).then(|| tests.iter().flat_map(of_test).collect())
}

/// The tests that a condition may be of what is done: "he", "it" and what is left out stand for who acts and where.
fn tests_of(scenario: &Scenario, tokens: Tokens<'_, '_, '_>, act: Tokens<'_, '_, '_>) -> Vec<String> {
    const RALLYING: &[&str] =
        &["rally", "rallies", "rallied", "moralise", "moralize", "remoralise", "remoralize", "restore"];
    const BROKEN: &[&str] = &[
        "beaten",
        "broken",
        "break",
        "breaks",
        "mauled",
        "shattered",
        "run",
        "runs",
        "flee",
        "flees",
        "whipped",
        "waver",
        "wavers",
    ];
    let names: Vec<Name> = placed(act).into_iter().map(|name| Name::of(scenario, name)).collect();
    let he = names.first().filter(|name| name.ruled_by.is_empty()).and_then(|name| name.leaders.first());
    let mut tests = condition(scenario, tokens, place_of(scenario, act), he);
    if tests.is_empty() {
        tests = attacked_himself(he, tokens);
    }
    // Who is to be rallied has lost his morale, whatever word is used.
    let rallies =
        act.iter().any(|token| token.is_one_of(RALLYING)) && tokens.iter().any(|token| token.is_one_of(BROKEN));
    let shaken = he.filter(|_| rallies && !reader::loose::is_denied(tokens)).map(|he| format!("{he} is demoralised"));
    shaken.into_iter().chain(tests).collect()
}

/// "That, if this; otherwise another".
fn behind_act(scenario: &Scenario, word: &str, before: Tokens<'_, '_, '_>, behind: Tokens<'_, '_, '_>) -> Vec<String> {
    let end = behind.iter().position(|token| token.is_sign(",;.(")).unwrap_or(behind.len());
    let tests = tests_of(scenario, &behind[..end], before);
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
fn attacked_himself(leader: Option<&String>, tokens: Tokens<'_, '_, '_>) -> Vec<String> {
    const SMALL: &[&str] = &["he", "they", "is", "are", "gets", "get", "being", "attacked", "assaulted", "hit"];
    let is_attacked = tokens.iter().any(|token| token.is_one_of(&["attacked", "assaulted", "hit"]));
    if !is_attacked || !tokens.iter().all(|token| token.is_one_of(SMALL)) {
        return Vec::new();
    }
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
    // Who only stays where he is, stays without a condition; what he was ordered before is not called off by that.
    if otherwise.is_empty() && alike.iter().all(|act| act.starts_with("hold ")) {
        return Vec::new();
    }
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
        || BEFORE_COMBAT.iter().any(|phrase| clause.says_phrase(phrase))
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
