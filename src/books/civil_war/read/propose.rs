//! Orders that a line may mean which the grammar cannot read: its slips mended, or composed anew of the verb, the names and
//! the numbers in it. Form only, and never an order: whoever wrote the line says whether one of them is meant.

mod above;
mod acts;
mod army;
mod canonical;
mod clause;
mod clauses;
mod deeds;
mod evasion;
mod finding;
mod mending;
mod name;
mod named;
mod nicknames;
mod phrases;
mod picks;
mod sharing;
mod ships;
mod supreme;
mod times;
mod waiting;

pub use self::above::with_those_above;
use self::canonical::canonical;
use self::clause::Clause;
use self::deeds::MOST_ALIKE;
use self::finding::Finding;
use self::mending::{below_heading, slips_mended};
pub use self::named::names_in;
use super::copy::{LONGEST, Named, copy};
use super::write::write;
use crate::scenario::Scenario;
use reader::loose::{Token, tokens};
use rules::Context;

/// The likeliest orders for a line that was not read, the best first.
pub fn propose(scenario: &Scenario, context: &Context, line: &str) -> Vec<String> {
    if line.len() > LONGEST {
        return Vec::new();
    }
    let (above, line) = above::parted(line);
    let said = above::said(scenario, &above);
    let line = nicknames::written_out(below_heading(scenario, line));
    let line = clauses::with_pulse_word(scenario, &line);
    let line = &*line;
    let mended = slips_mended(scenario, line);
    let is_mended = mended != line;
    let line = &*mended;
    let copied = copy(Some(scenario), line);
    let tokens = clauses::without_stations(tokens(&copied));
    let mut proposed =
        if phrases::is_asked(&tokens) { Vec::new() } else { as_statement(scenario, context, line, is_mended) };
    let (sure, holding) = waiting::without_conditions(&tokens);
    let clauses = clauses::clauses(scenario, sure);
    let composed = composed(scenario, context, (&clauses, said), sure);
    let waiting = waiting::compose(scenario, context, holding);
    let is_idle_talk =
        clauses.len() > 1 || !holding.is_empty() || phrases::holds_unreal(&clauses) || phrases::is_asked(&tokens);
    if composed.is_empty() && waiting.is_empty() && !is_idle_talk {
        let orders = Finding::of(scenario, &copied).map_or_else(Vec::new, |finding| finding.orders());
        proposed.extend(orders.iter().map(|order| write(scenario, order)));
    }
    proposed.extend(composed);
    proposed.extend(waiting);
    proposed
}

/// The orders of the clauses of a line, in canonical words.
fn composed(
    scenario: &Scenario,
    context: &Context,
    (clauses, said): (&[Clause<'_>], acts::Said),
    tokens: &[Token<'_, Named<'_>>],
) -> Vec<String> {
    if phrases::is_asked(tokens) {
        return Vec::new();
    }
    if supreme::is_as_before(tokens) {
        return supreme::compose(scenario, tokens);
    }
    let is_question = tokens.iter().any(|token| token.is_sign("?"));
    let mut orders = acts::compose_with(scenario, clauses, said);
    let verdicts = if is_question { Vec::new() } else { supreme::verdicts(scenario, tokens) };
    if !verdicts.is_empty() && !phrases::holds_unreal(clauses) {
        orders = vec![verdicts];
    }
    let canonical = |words: &String| canonical(scenario, context, words);
    let in_field = |orders: &[Vec<String>]| -> Vec<String> {
        let each = if orders.len() > 2 { 2 } else { MOST_ALIKE };
        orders.iter().flat_map(|alike| alike.iter().filter_map(canonical).take(each)).collect()
    };
    let found = in_field(&orders);
    if found.is_empty() && !is_question && !phrases::holds_unreal(clauses) {
        return in_field(&[supreme::compose(scenario, tokens)]);
    }
    found
}

/// The mended line, and a question as the order it asks about, as far as the grammar reads them.
fn as_statement(scenario: &Scenario, context: &Context, line: &str, is_mended: bool) -> Vec<String> {
    let stated = line.trim_end().trim_end_matches(['?', ' ']);
    if !is_mended && stated == line.trim_end() {
        return Vec::new();
    }
    let read = super::read(scenario, &mut context.clone(), stated);
    read.map_or_else(|_| Vec::new(), |(orders, _)| orders.iter().map(|order| write(scenario, order)).collect())
}

#[cfg(test)]
mod tests;
