//! Orders that a line may mean which the grammar cannot read: its slips mended, or composed anew of the verb, the names and
//! the numbers in it. Form only, and never an order: whoever wrote the line says whether one of them is meant.

mod above;
mod acts;
mod army;
mod asides;
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
mod tested;
mod times;
mod waiting;
mod wordings;

pub use self::above::with_those_above;
use self::canonical::canonical;
use self::clause::Clause;
use self::deeds::MOST_ALIKE;
use self::finding::Finding;
use self::mending::{below_heading, slips_mended};
pub use self::named::names_in;
use super::Reading;
use super::copy::{LONGEST, Named, copy};
use super::write::write;
use crate::order::{Act, Order};
use crate::scenario::Scenario;
use base::order::{LineStatus, Remark};
use reader::loose::{Token, tokens};
use reader::{Mood, moods_of};
use rules::Context;

/// Longer lines that no grammar takes for an order are letters to somebody.
const LONGEST_TALK: usize = 200;

/// The likeliest orders for a line that was not read, the best first.
pub fn propose(scenario: &Scenario, context: &Context, line: &str) -> Vec<String> {
    if line.len() > LONGEST {
        return Vec::new();
    }
    let (above, line) = above::parted(line);
    let said = above::said(scenario, &above);
    let typed = below_heading(scenario, line);
    let line = in_other_words(scenario, typed);
    if let Some(shares) = alike_above(scenario, &above, &line) {
        return canonical(scenario, context, &shares).into_iter().collect();
    }
    let mended = slips_mended(scenario, &line);
    let is_mended = mended != typed;
    of_words(scenario, context, (&mended, is_mended), said)
}

/// Reads one line; what is no order by its form, and may be meant as one, is no talk.
pub fn read(scenario: &Scenario, context: &mut Context, line: &str) -> Reading {
    match super::read(scenario, context, line) {
        Err(why) if why.status == LineStatus::Chatter && may_be_order(scenario, context, line) => {
            Err(Remark::unread("This is no order as it stands, and may be meant as one."))
        }
        read => read,
    }
}

/// Whether an order is composed of words that no grammar takes for one, as they are typed: whoever tells, asks, doubts or takes
/// back means none.
fn may_be_order(scenario: &Scenario, context: &Context, line: &str) -> bool {
    if line.len() > LONGEST_TALK || context.is_brief() || line.contains('?') {
        return false;
    }
    let line = in_other_words(scenario, below_heading(scenario, line));
    let copied = copy(Some(scenario), &line);
    let tokens = tokens(&copied);
    let is_of_account = || (0..tokens.len()).any(|at| supreme::account_of(&tokens, at).is_some());
    if copied.marks.is_empty() && !is_of_account() {
        return false;
    }
    let is_plain = moods_of(&line).iter().all(|mood| *mood == Mood::Condition);
    is_plain && !of_words(scenario, context, (&line, false), acts::Said::default()).is_empty()
}

/// Points that are divided as others in the lines above.
fn alike_above(scenario: &Scenario, above: &[&str], line: &str) -> Option<String> {
    if above.is_empty() {
        return None;
    }
    let lines: Vec<String> = above.iter().map(|line| in_other_words(scenario, line)).collect();
    let copies: Vec<_> = lines.iter().map(|line| copy(Some(scenario), line)).collect();
    let above: Vec<_> = copies.iter().map(tokens).collect();
    supreme::in_same_proportion(&above, &tokens(&copy(Some(scenario), line)))
}

/// A line with the names and wordings that orders have.
fn in_other_words(scenario: &Scenario, line: &str) -> String {
    let line = wordings::of_orders(nicknames::written_out(line));
    clauses::with_pulse_word(scenario, &line).into_owned()
}

/// The orders of a line whose slips are mended.
fn of_words(scenario: &Scenario, context: &Context, (line, is_mended): (&str, bool), said: acts::Said) -> Vec<String> {
    let copied = copy(Some(scenario), line);
    let tokens = asides::without_asides(tokens(&copied));
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
    let sent = if is_question { Vec::new() } else { supreme::sent_away(scenario, tokens) };
    if let Some(meant) = [verdicts, sent].into_iter().find(|meant| !meant.is_empty() && !phrases::holds_unreal(clauses))
    {
        orders = vec![meant];
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
    // What only the game master can judge is a question to him, and no proposal.
    let is_whole = |order: &&Order| !matches!(order.act, Act::Asked(_));
    let orders = read.map_or_else(|_| Vec::new(), |(orders, _)| orders);
    orders.iter().filter(is_whole).map(|order| write(scenario, order)).collect()
}

#[cfg(test)]
mod tests;
