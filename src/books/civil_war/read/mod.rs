//! Reads order lines like a patient clerk: the meaning of a whole line, or none of it.
//! Form only: knows names and the map, never a state, so it can give nothing away.
//!
//! A line is first put into fair copy (`copy`), which marks all names; the grammar then reads the copy, one order at a
//! time, and the builders (`field`, `strategic`) turn its parts into an order or say what is missing.

mod chatter;
mod conditions;
mod copy;
mod explain;
mod field;
mod grammar;
mod heading;
mod leaders;
mod naval;
mod parts;
mod plain;
mod pointing;
pub mod propose;
mod resolve;
mod strategic;
mod supply;
mod unplayed;
mod verbs;
mod write;

use pest::Parser;
use pest::iterators::Pairs;

use self::copy::{FairCopy, LONGEST, copy};
use self::explain::{Stop, explain, is_meant};
use self::grammar::{OrderGrammar, Rule};
use self::resolve::Desk;
use crate::order::Order;
use crate::scenario::Scenario;
use base::order::{LineStatus, Remark, Span};
use board::Hex;
use reader::slip::check_length;
use rules::Context;

pub(super) use heading::account_word;
pub use heading::{read_heading, write_heading};
pub use write::write;

/// The grammar's own text: what HELP shows stands beside the rules.
pub(super) const GRAMMARS: [&str; 6] = [
    include_str!("../../../../grammar/common.pest"),
    include_str!("../../../../grammar/civil-war.pest"),
    include_str!("../../../../grammar/civil-war/leaders.pest"),
    include_str!("../../../../grammar/civil-war/supply.pest"),
    include_str!("../../../../grammar/civil-war/conditions.pest"),
    include_str!("../../../../grammar/civil-war/naval.pest"),
];

/// What reading one line gives: its orders with what must be said of them, or why it is none.
type Reading = Result<(Vec<Order>, Vec<Remark>), Remark>;

/// Reads one line of orders. A heading gives no order but changes the context for the lines below it. What a line that is none may be
/// meant as is not asked.
pub fn read(scenario: &Scenario, context: &mut Context, line: &str) -> Reading {
    let found = read_as_typed(scenario, context, line);
    let why = match found {
        Err(why) if why.status != LineStatus::Chatter && line.len() <= LONGEST => why,
        found => return found,
    };
    let Some(shortened) = pointing::without_there(&copy(Some(scenario), line)) else { return Err(why) };
    match read_as_typed(scenario, &mut context.clone(), &shortened.line) {
        Ok((orders, remarks)) if !orders.is_empty() => {
            Ok((orders, remarks.into_iter().map(|remark| shortened.placed(remark)).collect()))
        }
        _ => Err(why),
    }
}

fn read_as_typed(scenario: &Scenario, context: &mut Context, line: &str) -> Reading {
    check_length(line)?;
    let mut copied = copy(Some(scenario), line);
    copied.is_brief = context.is_brief();
    if let Some(order) = plain::read_plain(scenario, &copied) {
        return Ok((vec![under_heading(context, naval::as_ships(scenario, order))], Vec::new()));
    }
    if let Some(heading) = heading::whole_line(&copied) {
        context.heading = Some(write_heading(heading::below(context.heading.as_deref(), heading)));
        return Ok((Vec::new(), Vec::new()));
    }
    if let Some(both) = conditions::read_else(scenario, &copied) {
        let (orders, remarks) = both?;
        return Ok((orders.into_iter().map(|order| under_heading(context, order)).collect(), remarks));
    }
    let Some((heading, bytes)) = heading::leading(&copied) else {
        return match read_order(scenario, &copied) {
            Ok((order, remarks)) => Ok((vec![under_heading(context, order)], remarks)),
            Err(why) => behind_account(scenario, context, &copied).unwrap_or(Err(why)),
        };
    };
    context.heading = Some(write_heading(heading::below(context.heading.as_deref(), heading)));
    read_behind_heading(scenario, context, line, copied.origin(bytes))
}

/// Reads a line that names its account before its pulses; the account is of this line alone.
fn behind_account(scenario: &Scenario, context: &Context, copied: &FairCopy<'_, '_>) -> Option<Reading> {
    let (heading, bytes) = heading::account_before_pulses(copied)?;
    let mut own = context.clone();
    own.heading = Some(write_heading(heading));
    read_behind_heading(scenario, &own, copied.line, copied.origin(bytes)).ok().map(Ok)
}

/// Reads what stands behind a heading on the same line.
fn read_behind_heading(scenario: &Scenario, context: &Context, line: &str, from: usize) -> Reading {
    let shift = |mut remark: Remark| {
        remark.span = remark.span.map(|span| Span { start: span.start + from, end: span.end + from });
        remark
    };
    let mut copied = copy(Some(scenario), &line[from..]);
    copied.is_brief = context.is_brief();
    let (order, remarks) = read_order(scenario, &copied).map_err(shift)?;
    Ok((vec![under_heading(context, order)], remarks.into_iter().map(shift).collect()))
}

fn under_heading(context: &Context, order: Order) -> Order {
    Order { heading: context.heading.as_deref().and_then(read_heading), ..order }
}

fn read_order(scenario: &Scenario, copy: &FairCopy<'_, '_>) -> Result<(Order, Vec<Remark>), Remark> {
    read_at(scenario, copy, 0)
}

/// Reads an order that stands behind so many conditions.
fn read_at(scenario: &Scenario, copy: &FairCopy<'_, '_>, depth: u32) -> Result<(Order, Vec<Remark>), Remark> {
    if copy.text.is_empty() || chatter::is_small_talk(copy) {
        return Err(Remark::chatter());
    }
    read_with_care(scenario, copy, depth)
}

/// Tries every kind of order, the likeliest first.
fn read_with_care(scenario: &Scenario, copy: &FairCopy<'_, '_>, depth: u32) -> Result<(Order, Vec<Remark>), Remark> {
    let likely = verbs::kinds_of(&copy.text);
    let mut stop = Stop::default();
    let mut complaint = None;
    for kind in likely {
        match try_kind(scenario, copy, *kind, &mut stop) {
            Ok(read) => return Ok(read),
            Err(remark) => complaint = complaint.or(remark),
        }
    }
    // Where a verb is, its own kinds of line say best what is wrong.
    let mut other_stop = Stop::default();
    for kind in verbs::KINDS.iter().filter(|kind| !likely.contains(kind)) {
        match try_kind(scenario, copy, *kind, &mut other_stop) {
            Ok(read) => return Ok(read),
            Err(remark) => complaint = complaint.or(remark),
        }
    }
    if likely.is_empty() {
        stop = other_stop;
    }
    let is_question = copy.text.contains('?');
    // Shares whose points are not named speak of the navy, too, and still are no orders to ships.
    if let Some(remark) = complaint.take_if(|_| is_list_of_shares(&copy.text)) {
        return Err(remark);
    }
    let mut desk = Desk { scenario, copy, remarks: Vec::new() };
    if let Some(found) = conditions::read_conditional(&desk, depth) {
        return found;
    }
    if let Some(order) = unplayed::read_unplayed(&mut desk).filter(|_| !is_question) {
        return Ok((order, desk.remarks));
    }
    if let Some(found) = conditions::read_asked(&desk, depth) {
        return found;
    }
    if !is_meant(scenario, copy) {
        return Err(Remark::chatter());
    }
    if is_question {
        return Err(
            Remark::unread("A question is no order.").hint("Leave the question mark out if it is meant as one.")
        );
    }
    Err(complaint.unwrap_or_else(|| explain(scenario, copy, &stop)))
}

/// Shares without a word of dividing: "East 9, West 7".
fn is_list_of_shares(text: &str) -> bool {
    let reads = |rule| OrderGrammar::parse(rule, text).is_ok();
    text.contains(|sign: char| sign.is_ascii_digit()) && (reads(Rule::divide_line) || reads(Rule::divide_rail_line))
}

/// Tries one kind of line; what its builder complains of comes back, for it is nearer the point than the grammar.
fn try_kind(
    scenario: &Scenario,
    copy: &FairCopy<'_, '_>,
    kind: Rule,
    stop: &mut Stop,
) -> Result<(Order, Vec<Remark>), Option<Remark>> {
    // Whoever speaks of no ships gives them no order, and is told of none.
    if kind == Rule::naval_line && !naval::speaks_of_ships(scenario, copy) {
        return Err(None);
    }
    if kind == Rule::grant_line && !strategic::is_direct(&copy.text) {
        return Err(None);
    }
    let mut pairs = OrderGrammar::parse(kind, &copy.text).map_err(|error| {
        stop.further(&error);
        None
    })?;
    let mut desk = Desk { scenario, copy, remarks: Vec::new() };
    let inner = pairs.next().map(pest::iterators::Pair::into_inner);
    let order = build(&mut desk, kind, inner).map_err(Some)?;
    Ok((order, desk.remarks))
}

fn build(desk: &mut Desk<'_, '_>, kind: Rule, pairs: Option<Pairs<'_, Rule>>) -> Result<Order, Remark> {
    let Some(pairs) = pairs else { return Err(Remark::unread("This line is empty.")) };
    match kind {
        Rule::march_line => field::march(desk, pairs).map(|order| naval::as_ships(desk.scenario, order)),
        Rule::enter_line => field::enter(desk, pairs),
        Rule::dig_line => field::entrench(desk, pairs),
        Rule::hold_line => field::hold(desk, pairs),
        Rule::idle_line => field::idle(desk, pairs),
        Rule::divide_line => strategic::distribute(desk, pairs),
        Rule::grant_line => strategic::grant(desk, pairs),
        Rule::same_line => strategic::same(desk, pairs),
        Rule::free_line => strategic::discretionary(desk, pairs),
        Rule::shift_line => strategic::shift(desk, pairs),
        Rule::planned_line => strategic::planned(desk, pairs),
        Rule::concede_line => strategic::concede(desk, pairs),
        Rule::verdict_line => leaders::verdict(desk, pairs),
        Rule::present_line => leaders::present(desk, pairs),
        Rule::assign_line => leaders::assign(desk, pairs),
        Rule::shift_leader_line => leaders::shift(desk, pairs),
        Rule::transfer_line => leaders::transfer(desk, pairs),
        Rule::divide_rail_line => supply::divide_rail(desk, pairs),
        Rule::rail_move_line => supply::rail_move(desk, pairs),
        Rule::work_line => supply::work(desk, pairs),
        Rule::morale_line => supply::morale(desk, pairs),
        Rule::form_line => supply::form(desk, pairs),
        Rule::dissolve_line => supply::dissolve(desk, pairs),
        Rule::naval_line => naval::naval(desk, pairs),
        Rule::sea_grant_line => naval::grant(desk, pairs),
        Rule::lend_line => naval::lend(desk, pairs),
        _ => Err(Remark::unread("This is no kind of order.")),
    }
}

/// The places and leaders that words name.
pub fn names_in(scenario: &Scenario, words: &str) -> (Vec<Hex>, Vec<String>) {
    let copied = copy(Some(scenario), words);
    let (mut places, mut leaders) = (Vec::new(), Vec::new());
    for mark in &copied.marks {
        match mark.named {
            copy::Named::Hex(hex) => places.push(hex),
            copy::Named::Name(meaning) => match (&meaning.leaders[..], &meaning.places[..]) {
                ([leader], _) => leaders.push(scenario.gazetteer.leader_name(*leader).to_owned()),
                ([], [place]) => places.push(*place),
                _ => {}
            },
            copy::Named::Nowhere => {}
        }
    }
    (places, leaders)
}

/// Whether a line looks like the beginning of an order: a heading, pulses with something behind them, or a verb.
pub fn begins_order(line: &str) -> bool {
    if line.len() > LONGEST {
        return false;
    }
    let copied = copy(None, line);
    if heading::whole_line(&copied).is_some() || heading::leading(&copied).is_some() {
        return true;
    }
    let Some(front) = OrderGrammar::parse(Rule::front_pulses, &copied.text).ok().and_then(|mut pairs| pairs.next())
    else {
        return false;
    };
    if conditions::begins_condition(&copied.text) {
        return true;
    }
    let has_pulses = front.clone().into_inner().next().is_some();
    let rest = &copied.text[front.as_span().end()..];
    let is_more = rest.contains(|sign: char| sign.is_alphabetic());
    let first = rest.split(|sign: char| !sign.is_ascii_alphabetic()).next().unwrap_or("");
    has_pulses && is_more || verbs::is_telling(first, true)
}
