//! Loans of ships: which, with how many points, to which theatre (C6.2).

use pest::iterators::{Pair, Pairs};

use super::super::grammar::Rule;
use super::super::parts::{inner_number, once};
use super::super::resolve::{Desk, theatre_of};
use super::ask;
use super::said::{Said, take};
use crate::naval::order::NavalOrder;
use crate::order::{Act, Order};
use base::order::Remark;

const HINT: &str = "Write `lend 2 ships at Cairo with 3 CP and 3 PP to West`.";

/// A line of a loan.
pub(in super::super) fn lend(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let mut said = Said::default();
    let (mut cp, mut pp, mut to, mut someone) = (None, None, None, None);
    for pair in pairs {
        match pair.as_rule() {
            Rule::lend_points => {
                let is_pulse = pair.clone().into_inner().any(|inner| inner.as_rule() == Rule::pp_unit);
                let slot = if is_pulse { &mut pp } else { &mut cp };
                once(desk, slot, inner_number(desk, &pair)?, &pair, "These points are named twice.")?;
            }
            Rule::lend_to => {
                let theatre = pair.clone().into_inner().find_map(|inner| theatre_of(inner.as_rule()));
                let Some(theatre) = theatre else { return Err(desk.unread(&pair, "The theatre is missing.")) };
                once(desk, &mut to, theatre, &pair, "Two theatres are named.")?;
            }
            Rule::lend_someone => someone = Some(pair),
            Rule::pulses | Rule::bare_pulses | Rule::listed_pulses => {
                desk.notice(&pair, "A loan is for the whole sub-turn; the pulses were not read.");
            }
            _ => take(desk, &mut said, &pair)?,
        }
    }
    let here = said.from.take().or_else(|| said.at.take());
    said.fleet.at = said.fleet.at.take().or(here);
    said.nothing_left()?;
    if !said.has_ships() || said.is_new {
        return Err(Remark::unread("It is not said which ships of those on the map are lent.").hint(HINT).rule("C6.2"));
    }
    if cp.is_none() || pp.is_none() {
        ask(desk, "It is not said how many CP and PP go with these ships.", HINT, "C6.2");
    }
    if to.is_none() {
        to_whom(desk, someone);
    }
    Ok(Order::new(Act::Naval(Box::new(NavalOrder::Lend { fleet: said.fleet(), cp, pp, to }))))
}

fn to_whom(desk: &mut Desk<'_, '_>, someone: Option<Pair<'_, Rule>>) {
    let text = match someone {
        Some(someone) => {
            format!("{} is no theatre: orders name the theatre, not its player.", desk.words(&someone))
        }
        None => "It is not said to which theatre these ships are lent.".to_owned(),
    };
    ask(desk, &text, HINT, "C6.2");
}
