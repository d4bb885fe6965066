//! Orders that a line may mean which the grammar cannot read: its slips mended, or composed anew of the verbs, the names and
//! the numbers in it, clause by clause. Form only, and never an order: whoever wrote the line says whether one is meant.

mod asides;
mod build;
mod clauses;
mod deeds;
mod entries;
mod forces;
mod lands;
mod leader;
mod money;
mod mood;
mod named;
mod offered;
mod parts;
mod phrase;
mod points;
mod shown;
mod sums;
mod tales;
mod tidy;
mod trade;
mod waters;

pub use self::named::names_in;
use super::copy::{LONGEST, copy};
use super::mend::{is_word_of_orders, meant};
use super::write::write;
use crate::order::{Act, Order, Reception};
use crate::scenario::Scenario;
use parts::{Finding, Word};
use reader::loose::{self, mended, tokens};
use rules::Context;

/// Shorter words are too like one another to be mended.
const SHORTEST: usize = 5;

/// The likeliest orders for a line that was not read, the best first.
pub fn propose(scenario: &Scenario, context: &Context, line: &str) -> Vec<String> {
    if line.len() > LONGEST {
        return Vec::new();
    }
    let copied = copy(Some(scenario), line);
    let likely = mended(&copied, |words| telling_slip(scenario, line, words));
    let plain = likely.as_deref().unwrap_or(line);
    let copied = copy(Some(scenario), plain);
    let words = tales::present(tidy::plain(scenario, &copied.text, tokens(&copied)));
    let mut proposed = Vec::new();
    if !mood::is_talk(&words) {
        let said = words.clone();
        let meant = composed(scenario, words).into_iter().filter(|order| !mood::is_contrary(order, &said));
        proposed.extend(meant.map(|order| write(scenario, &order)));
    }
    if proposed.is_empty() {
        let copied = copy(Some(scenario), line);
        let mended = mended(&copied, |words| slip(scenario, words));
        return as_statement(scenario, context, mended.as_deref().unwrap_or(line), mended.is_some());
    }
    proposed
}

/// The orders that the clauses of a line may be, in their order; purchases for the same country are one.
fn composed<'s, 'c>(scenario: &'s Scenario, words: Vec<Word<'s, 'c>>) -> Vec<Order> {
    let words = tidy::without(words, &["as always", "as ever"]);
    let is_standing = mood::is_standing(&words);
    if let Some(order) = money::on_receipt(scenario, &words) {
        return vec![order];
    }
    if let Some(accepts) = offered::answers_all(&words) {
        return cession_answers(&words, accepts, is_standing);
    }
    let words = tidy::settled(scenario, mood::without_standing(words));
    let due = parts::month_of(&words);
    let finding = |words: Vec<Word<'s, 'c>>| Finding::of(scenario, words, is_standing, due);
    let mut orders = Vec::new();
    let mut frame = Vec::new();
    for clause in clauses::sentences(&words).iter().flat_map(|sentence| clauses::clauses(sentence)) {
        let alone = finding(clause.clone());
        let is_told = alone.tells();
        let is_bought = matches!(orders.last(), Some(Order { act: Act::Buy { .. }, .. })) && alone.says(&["for"]);
        let is_filled = clause.iter().any(|word| word.name().is_some() || parts::is_unit(word));
        let framed = if is_told || !is_filled {
            Vec::new()
        } else {
            clauses::framing(&frame, &clause).into_iter().chain(clause.iter().cloned()).collect()
        };
        let found = if frame.is_empty() || framed.is_empty() { Vec::new() } else { finding(framed).orders() };
        let found = if found.is_empty() { alone.as_well(&orders) } else { found };
        let found = match found.is_empty() {
            // A sum that fits no verb before it is no gift, nor is one behind what is bought: "for Holland 2 inf, for Bavaria 3".
            true if !is_told && (!frame.is_empty() || is_bought) => alone.build_alone(),
            true => alone.orders(),
            false => found,
        };
        if is_told && !alone.is_denied {
            frame = clauses::frame_of(&clause);
        }
        found.into_iter().for_each(|order| add(&mut orders, order));
    }
    let answers =
        |yes: bool| orders.iter().any(|order| matches!(&order.act, Act::AnswerTrade { agrees, .. } if *agrees == yes));
    let is_bare = |order: &Order| matches!(&order.act, Act::AnswerTrade { except, .. } if except.is_empty());
    let leaves_both_open = words.iter().any(|word| word.is_one_of(&["same"]));
    if answers(true) && answers(false) && orders.iter().any(is_bare) && !leaves_both_open {
        // "No in the Black Sea, yes in the Baltic": neither is what is meant.
        orders.retain(|order| !matches!(order.act, Act::AnswerTrade { .. }));
    }
    orders
}

/// "Whatever is offered to us we accept": land that is ceded, and trade where nothing tells which of them.
fn cession_answers(words: &[Word<'_, '_>], accepts: bool, is_standing: bool) -> Vec<Order> {
    let reception = if accepts { Reception::Accept } else { Reception::Decline };
    let is_land = words
        .iter()
        .any(|word| word.is_one_of(&["cede", "cedes", "ceded", "cession", "cessions", "land", "territory"]));
    let trade = Order { power: None, is_standing, act: Act::AnswerTrade { agrees: accepts, except: Vec::new() } };
    let land = Order::new(Act::AnswerCession { territory: None, reception });
    std::iter::once(land).chain((!is_land).then_some(trade)).collect()
}

/// Adds an order; what is bought joins what the same country buys already.
fn add(orders: &mut Vec<Order>, order: Order) {
    for known in orders.iter_mut() {
        match (&mut known.act, &order.act) {
            (Act::Buy { state, units }, Act::Buy { state: other, units: more }) if state == other => {
                for (unit, amount) in more {
                    match units.iter_mut().find(|(known, _)| known == unit) {
                        Some(known) => known.1 = *amount,
                        None => units.push((*unit, *amount)),
                    }
                }
                return;
            }
            (Act::BuyCounters { state, counters }, Act::BuyCounters { state: other, counters: more })
                if state == other =>
            {
                counters.extend(more.iter().filter(|more| !counters.contains(more)).cloned().collect::<Vec<_>>());
                return;
            }
            _ => {}
        }
    }
    if !orders.contains(&order) {
        orders.push(order);
    }
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

/// The one word of orders or name that a word, or two, is a slip of.
fn slip(scenario: &Scenario, words: &str) -> Option<String> {
    if words.contains(' ')
        || words.len() < SHORTEST
        || is_word_of_orders(words)
        || deeds::is_telling(words)
        || deeds::is_known(words)
    {
        return None;
    }
    meant(scenario, words).or_else(|| {
        let verbs = deeds::words().filter(|verb| verb.len() >= SHORTEST && verb.as_bytes()[0] == first_letter(words));
        loose::nearest(words, verbs).map(str::to_owned)
    })
}

/// A slip of a name, or of a word that tells what is asked; a word that is written large within a line is a slip of a name.
fn telling_slip(scenario: &Scenario, line: &str, words: &str) -> Option<String> {
    let meant = slip(scenario, words)?;
    let is_large = |word: &str| word.starts_with(char::is_uppercase);
    let is_within = is_large(words) && !line.trim_start().starts_with(words);
    let is_name = is_large(&meant) && is_large(words);
    (is_name || !is_within && deeds::is_telling(&meant)).then_some(meant)
}

fn first_letter(word: &str) -> u8 {
    word.as_bytes().first().map_or(0, u8::to_ascii_lowercase)
}

#[cfg(test)]
mod tests;
