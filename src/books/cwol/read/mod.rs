//! Reads order lines: the meaning of a whole line, or none of it. Form only: knows names, never a state, so it can give nothing away.

mod build;
mod code;
mod commerce;
mod congress;
mod explain;
mod facts;
mod forces;
mod grammar;
mod land;
pub mod propose;
mod sailing;
mod stretch;
mod unsaid;
mod wording;
mod works;

use pest::Parser;
use reader::fair_copy::fair_copy;
use reader::slip::Stop;

use base::order::Remark;
use rules::Context;

use self::grammar::{Copy, OrderGrammar, Rule};
use super::order::Order;
use super::scenario::Scenario;

pub use grammar::GRAMMARS;

/// Lines longer than this are nobody's order.
const LONGEST: usize = 2_000;

/// Kinds of lines, each with its rule.
const KINDS: [Rule; 53] = [
    Rule::rise_line,
    Rule::raise_line,
    Rule::nb_line,
    Rule::form_line,
    Rule::staff_line,
    Rule::europe_line,
    Rule::ship_line,
    Rule::buy_line,
    Rule::borrow_line,
    Rule::print_line,
    Rule::duty_line,
    Rule::move_line,
    Rule::vote_line,
    Rule::word_line,
    Rule::law_line,
    Rule::capture_line,
    Rule::violation_line,
    Rule::blockade_line,
    Rule::mission_line,
    Rule::burn_line,
    Rule::place_line,
    Rule::fact_line,
    Rule::charter_line,
    Rule::remove_line,
    Rule::reinforce_line,
    Rule::alone_line,
    Rule::man_line,
    Rule::transfer_line,
    Rule::crew_line,
    Rule::merge_line,
    Rule::base_line,
    Rule::repair_line,
    Rule::command_line,
    Rule::standing_line,
    Rule::upgrade_line,
    Rule::depot_line,
    Rule::removal_line,
    Rule::fort_line,
    Rule::raze_line,
    Rule::back_line,
    Rule::abroad_line,
    Rule::march_line,
    Rule::halt_line,
    Rule::rail_line,
    Rule::river_line,
    Rule::attack_line,
    Rule::battle_line,
    Rule::sail_line,
    Rule::hold_line,
    Rule::pursue_line,
    Rule::fight_line,
    Rule::bombard_line,
    Rule::retreat_line,
];

/// What a line gives: its orders with what must be said of them, or why it is none.
pub type Reading = Result<(Vec<Order>, Vec<Remark>), Remark>;

/// Reads one line of orders.
pub fn read(scenario: &Scenario, context: &Context, line: &str) -> Reading {
    if line.len() > LONGEST {
        return Err(Remark::unread("This line is too long for one order.").hint("Write one order a line."));
    }
    let copy: Copy<'_> = fair_copy(&scenario.names, line);
    if copy.text.is_empty() {
        return Err(Remark::chatter());
    }
    let (mut stop, mut complaint) = (Stop::default(), None);
    for kind in KINDS {
        match OrderGrammar::parse(kind, &copy.text) {
            Ok(mut pairs) => {
                let Some(pair) = pairs.next() else { continue };
                match build::order(scenario, &copy, pair) {
                    Ok(orders) => return Ok((orders, Vec::new())),
                    Err(remark) => complaint = complaint.or(Some(remark)),
                }
            }
            Err(error) => stop.further(&error),
        }
    }
    Err(complaint.unwrap_or_else(|| explain::explain(scenario, &copy, &stop, context.is_brief())))
}

/// Whether a line looks like the beginning of an order, so that it is never joined to the one before.
pub fn begins_order(line: &str) -> bool {
    explain::verb_of(&line[wording::behind_office(line)..]).is_some()
}
