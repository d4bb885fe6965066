//! Orders of the third window: money lent and given (8.3), manipulation (8.4.2), leaders (8.4.3); and what may never be given.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::parts::{Acts, Parts};
use super::resolve::{Desk, within};
use crate::order::{Act, Amount, Received};
use crate::power::Power;
use base::order::Remark;

pub(super) fn lend(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let terms = Terms::read(desk, parts)?;
    let listed: Vec<&Pair<'_, Rule>> =
        parts.iter().filter(|pair| matches!(pair.as_rule(), Rule::sum_to | Rule::to_sum)).collect();
    if listed.is_empty() {
        let amount = parts.amount(desk)?.unwrap_or(Amount::Most);
        let to = parts.find(Rule::power).or_else(|| parts.find(Rule::place));
        let Some(to) = to else { return Err(Remark::unread("It is not said who is given the money.")) };
        return Ok(vec![terms.act(desk, amount, to)?]);
    }
    let grant = |desk: &mut Desk<'_, '_>, pair: &Pair<'_, Rule>| {
        let amount = within(pair, Rule::sum).map_or(Ok(None), |sum| desk.amount(&sum))?.unwrap_or(Amount::Most);
        let to = pair.clone().into_inner().find(|inner| matches!(inner.as_rule(), Rule::power | Rule::place));
        let Some(to) = to else { return Err(desk.unread(pair, "It is not said who is given the money.")) };
        if !terms.is_plain && to.as_rule() == Rule::power && within(pair, Rule::money).is_none() {
            return Err(desk.unread(pair, "It is not said what is done with this.").hint(LEND_OR_GIVE));
        }
        terms.act(desk, amount, &to)
    };
    listed.into_iter().map(|pair| grant(desk, pair)).collect()
}

const LEND_OR_GIVE: &str = "Write \"lend 5 to Spain\", \"give 5 to Spain\" or \"pay debt to Spain: 5\".";

/// What holds for all grants of a line.
struct Terms {
    is_loan: bool,
    /// It has a verb or a noun of lending or giving.
    is_plain: bool,
    due: Option<u8>,
    received: Option<Received>,
}

impl Terms {
    fn read(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Result<Terms, Remark> {
        let is_lent = [Rule::lends, Rule::loan_noun, Rule::repaid, Rule::as_loan].iter().any(|rule| parts.has(*rule));
        let due = parts.find(Rule::repaid).and_then(|repaid| within(repaid, Rule::month));
        let received = parts.find(Rule::received);
        Ok(Terms {
            is_loan: is_lent && !parts.has(Rule::as_gift),
            is_plain: is_lent || [Rule::gives, Rule::aids, Rule::gift_noun].iter().any(|rule| parts.has(*rule)),
            due: due.map(|month| desk.month(&month)).transpose()?,
            received: received.map(|pair| received_first(desk, pair)).transpose()?,
        })
    }

    fn act(&self, desk: &mut Desk<'_, '_>, amount: Amount, to: &Pair<'_, Rule>) -> Result<Act, Remark> {
        if to.as_rule() == Rule::place {
            let state = desk.minor(to)?;
            if self.is_loan {
                desk.notice(to, "A minor free state never repays; this is a gift (8.2.3).");
            }
            return Ok(Act::Aid { amount, state });
        }
        let to = desk.power(to)?;
        Ok(Act::Lend { amount, to, is_loan: self.is_loan, due: self.due, if_received: self.received })
    }
}

fn received_first(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Received, Remark> {
    let Some(count) = within(pair, Rule::count) else { return Err(desk.unread(pair, "How much must come in first?")) };
    Ok(Received { from: desk.power(pair)?, amount: desk.number(&count)? })
}

pub(super) fn manipulate(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let level = parts.iter().find(|pair| matches!(pair.as_rule(), Rule::signed | Rule::plus | Rule::minus));
    let Some(level) = level else { return Ok(vec![Act::Manipulate { level: 0 }]) };
    if within(level, Rule::number).is_none() {
        return Ok(vec![Act::Manipulate { level: 0 }]);
    }
    let Ok(size) = i32::try_from(desk.number(level)?) else {
        return Err(desk.unread(level, "This number is too large."));
    };
    let words = level.as_str().to_ascii_lowercase();
    let is_negative = words.starts_with('-') || words.starts_with("minus");
    Ok(vec![Act::Manipulate { level: if is_negative { -size } else { size } }])
}

pub(super) fn return_leader(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let captain = parts.need(Rule::captain, "the name of a leader")?;
    let name = named(desk, captain);
    let pays = parts.has(Rule::pays) && !parts.has(Rule::pays_not);
    if !pays && !parts.has(Rule::pays_not) {
        desk.notice(captain, "No political points are paid for it: the die decides (8.4.3).");
    }
    Ok(vec![Act::ReturnLeader { name, pays }])
}

/// A leader's name as it is written in canonical orders.
pub(super) fn named(desk: &Desk<'_, '_>, captain: &Pair<'_, Rule>) -> String {
    let words = desk.words(captain);
    let mut letters = words.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

pub(super) fn pay_debt(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let to: Power = parts.power(desk)?;
    let amount = parts.amount(desk)?.unwrap_or(Amount::Most);
    Ok(vec![Act::PayDebt { to, amount }])
}

/// What the rules forbid to hand over, with the rule's sentence.
pub(super) fn forbidden(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let (pair, message, rule) = if let Some(pair) = parts.find(Rule::manpower_gift) {
        (pair, "Manpower is never lent or given away.", "8.3")
    } else if let Some(pair) = parts.find(Rule::state_giver) {
        (pair, "A minor free state makes no loans and no gifts: its money serves its own forces alone.", "8.2.3")
    } else if let Some(pair) = parts.find(Rule::victory_gift) {
        (pair, "Victory points cannot be transferred to another player.", "8.1.3")
    } else {
        (
            parts.need(Rule::political_gift, "what is given")?,
            "Political points cannot be transferred to another player.",
            "8.6",
        )
    };
    let said = desk.unread(pair, message);
    Err(Remark { status: base::order::LineStatus::Refused, ..said }.rule(rule))
}

/// Words for other players go by PRESS.
pub(super) fn message(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let powers: Result<Vec<&str>, Remark> =
        parts.all(Rule::message_to).map(|pair| desk.power(pair).map(Power::id)).collect();
    let powers = powers?;
    let to = if powers.is_empty() { "france, russia".to_owned() } else { powers.join(", ") };
    Err(Remark::unread("This is a message, and no order.")
        .hint(format!("Write \"PRESS TO {to}: your text\", and it goes out without your address.")))
}
