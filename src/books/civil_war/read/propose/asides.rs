//! What a line tells beside its orders: where somebody stands, whose points they are, and why something is done.

use super::clauses::STRENGTH;
use crate::read::copy::Named;
use reader::loose::{Kind, Token};

type Tokens<'c, 's> = Vec<Token<'c, Named<'s>>>;

/// Words that begin a reason.
const REASONS: &[&str] = &["because", "lest", "cause", "cuz"];
/// What others do of which it is told that something is done before it.
const DOING: &[&str] = &[
    "get", "gets", "take", "takes", "come", "comes", "arrive", "arrives", "can", "capture", "captures", "reach",
    "reaches", "find", "finds", "fall", "falls", "grab", "grabs", "show", "shows", "turn", "turns", "move", "moves",
    "attack", "attacks", "seize", "seizes",
];
/// Words for pulses: before one of them something is done in time.
const PULSES: &[&str] = &["pp", "pps", "p", "pulse", "pulses"];

fn is_leader(token: &Token<'_, Named<'_>>) -> bool {
    matches!(token.name(), Some(Named::Name(meaning)) if !meaning.leaders.is_empty())
}

fn is_place(token: &Token<'_, Named<'_>>) -> bool {
    match token.name() {
        Some(Named::Name(meaning)) => !meaning.places.is_empty(),
        Some(Named::Hex(_)) => true,
        _ => false,
    }
}

/// The tokens without what is told aside.
pub(super) fn without_asides<'c, 's>(tokens: Tokens<'c, 's>) -> Tokens<'c, 's> {
    without_reasons(without_owners(without_stations(tokens)))
}

/// "Polk (Memphis) moves to Corinth": where somebody stands.
fn without_stations<'c, 's>(mut tokens: Tokens<'c, 's>) -> Tokens<'c, 's> {
    let found = tokens
        .windows(4)
        .position(|four| is_leader(&four[0]) && four[1].is_sign("(") && is_place(&four[2]) && four[3].is_sign(")"));
    if let Some(at) = found.filter(|at| tokens[at + 4..].iter().any(|token| token.name().is_some())) {
        tokens.drain(at + 1..at + 4);
    }
    tokens
}

/// "2 of Butler's points go from Fort Monroe": whose points they are, where it is said from where they go.
fn without_owners<'c, 's>(mut tokens: Tokens<'c, 's>) -> Tokens<'c, 's> {
    let leaves = tokens.windows(2).any(|pair| pair[0].is_one_of(&["from"]) && is_place(&pair[1]));
    let begins = |at: &usize| {
        tokens[*at].number().is_some()
            && tokens.get(at + 1).is_some_and(|of| of.is_one_of(&["of"]))
            && tokens.get(at + 2).is_some_and(is_leader)
    };
    let Some(at) = (0..tokens.len()).find(begins).filter(|_| leaves) else { return tokens };
    let behind = |token: &Token<'_, Named<'_>>| token.is_sign("'") || token.is_one_of(&["s", "own"]);
    let end = (at + 3..tokens.len()).find(|at| !behind(&tokens[*at])).unwrap_or(tokens.len());
    if tokens.get(end).is_some_and(|noun| noun.is_one_of(STRENGTH)) {
        tokens.drain(at + 1..end);
    }
    tokens
}

/// "Burn the depot before the gunboats get it", "because Grant is near": no order, and no part of one.
fn without_reasons<'c, 's>(mut tokens: Tokens<'c, 's>) -> Tokens<'c, 's> {
    let Some((at, end)) = (1..tokens.len()).find_map(|at| Some((at, reason(&tokens, at)?))) else { return tokens };
    tokens.drain(at..end);
    tokens
}

/// Where a reason ends that begins at a token.
fn reason(tokens: &[Token<'_, Named<'_>>], at: usize) -> Option<usize> {
    let end = |signs: &str| (at..tokens.len()).find(|at| tokens[*at].is_sign(signs)).unwrap_or(tokens.len());
    let is_purpose = tokens[at].is_one_of(&["so"]) && tokens.get(at + 1).is_some_and(|next| next.is_one_of(&["that"]));
    if tokens[at].is_one_of(REASONS) || is_purpose {
        return Some(end(".;!)"));
    }
    if !tokens[at].is_one_of(&["before", "ere"]) {
        return None;
    }
    let is_time = |token: &Token<'_, Named<'_>>| token.is_one_of(PULSES) || matches!(token.kind, Kind::Number(_));
    let end = end(",.;!()");
    let stretch = &tokens[at + 1..end];
    // "Before combat" says how, not why.
    let is_combat = |token: &Token<'_, Named<'_>>| token.is_one_of(&["combat", "battle", "fight", "fighting"]);
    let is_time_or_way = stretch.iter().any(|token| is_time(token) || is_combat(token));
    let is_of_others = stretch.iter().any(|token| token.is_one_of(DOING));
    (!is_time_or_way && is_of_others && tokens[..at].iter().any(|token| token.name().is_some())).then_some(end)
}
