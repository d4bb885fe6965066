//! Reads order lines: the meaning of a whole line, or none of it. Form only: knows names, never a state, so it can give nothing away.

mod build;
mod code;
mod commerce;
mod congress;
mod explain;
mod facts;
mod forces;
mod grammar;
mod kinds;
mod land;
pub mod propose;
mod sailing;
mod stations;
mod stretch;
mod unsaid;
mod verbs;
mod wording;
mod works;

use pest::Parser;
use reader::fair_copy::fair_copy;
use reader::slip::{LONGEST, Stop, check_length};

use base::order::{LineStatus, Remark};
use rules::Context;

use self::grammar::{Copy, OrderGrammar, Rule};
use self::kinds::{KINDS, kinds_of};
use super::order::Order;
use super::scenario::Scenario;

pub use grammar::GRAMMARS;

/// What a line gives: its orders with what must be said of them, or why it is none.
type Reading = Result<(Vec<Order>, Vec<Remark>), Remark>;

/// Why a line is read as no kind: what was wrong first, and where its reading broke off.
struct Unread {
    complaint: Option<Remark>,
    stop: Stop<Rule>,
}

/// Reads one line of orders.
pub fn read(scenario: &Scenario, context: &Context, line: &str) -> Reading {
    check_length(line)?;
    let copy: Copy<'_> = fair_copy(&scenario.names, line);
    if copy.text.is_empty() {
        return Err(Remark::chatter());
    }
    let likely = read_as(scenario, &copy, kinds_of(&copy.text));
    let read = likely.or_else(|_| read_as_any(scenario, &copy));
    if let (Err(_), Some(written)) = (&read, wording::rows_written_out(line)) {
        let copy: Copy<'_> = fair_copy(&scenario.names, &written);
        if let Ok(read) = read_as(scenario, &copy, kinds_of(&copy.text)) {
            return Ok(read);
        }
    }
    read.map_err(|why| why.complaint.unwrap_or_else(|| explain::explain(scenario, context, &copy, &why.stop)))
}

/// What a copy can be read as, of whatever kind. A line that is of none is not tried with one after another.
fn read_as_any(scenario: &Scenario, copy: &Copy<'_>) -> Result<(Vec<Order>, Vec<Remark>), Box<Unread>> {
    if let Err(error) = OrderGrammar::parse(Rule::any_line, &copy.text) {
        let mut stop = Stop::default();
        stop.further(&error);
        return Err(Box::new(Unread { complaint: None, stop }));
    }
    read_as(scenario, copy, KINDS.iter().map(|(kind, _)| *kind))
}

/// The first of these kinds that a copy can be read as, with what must be said of it; else what was wrong first, and where its reading broke off.
fn read_as(
    scenario: &Scenario,
    copy: &Copy<'_>,
    kinds: impl Iterator<Item = Rule>,
) -> Result<(Vec<Order>, Vec<Remark>), Box<Unread>> {
    let (mut stop, mut complaint) = (Stop::default(), None);
    for kind in kinds {
        match OrderGrammar::parse(kind, &copy.text) {
            Ok(mut pairs) => {
                let Some(pair) = pairs.next() else { continue };
                let notices = sailing::notices(copy, &pair);
                match build::order(scenario, copy, pair) {
                    Ok(orders) => return Ok((orders, notices)),
                    Err(remark) => {
                        complaint = complaint.or(Some(remark).filter(|remark| remark.status != LineStatus::Chatter));
                    }
                }
            }
            Err(error) => stop.further(&error),
        }
    }
    Err(Box::new(Unread { complaint, stop }))
}

/// Whether a line looks like the beginning of an order, so that it is never joined to the one before.
pub fn begins_order(line: &str) -> bool {
    let behind = wording::behind_defeat(&line[wording::behind_office(line)..]);
    wording::is_head_of_office(line) || explain::verb_of(behind).is_some() || wording::begins_with_force(behind)
}
