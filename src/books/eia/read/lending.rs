//! Orders of the third window: money lent and given (8.3), manipulation (8.4.2), leaders (8.4.3); and what may never be given.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::parts::{Acts, Parts};
use super::prices;
use super::resolve::{Desk, within};
use crate::order::{Act, Amount, Received};
use crate::power::Power;
use base::order::Remark;

pub(super) fn lend(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let terms = Terms::read(desk, parts)?;
    if let Some(pair) = parts.find(Rule::paid_what) {
        return Err(desk.unread(pair, "It is not said whether this is a gift or pays a debt.").hint(LEND_OR_GIVE));
    }
    if parts.has(Rule::no_sum) {
        let noun = parts.find(Rule::loan_noun).or_else(|| parts.find(Rule::gift_noun));
        let said = "It is not said how much.";
        let remark = noun.map_or_else(|| Remark::unread(said), |noun| desk.unread(noun, said));
        return Err(remark.hint(LEND_OR_GIVE));
    }
    if let Some(pair) = parts.find(Rule::both_given) {
        return money_and_land(desk, &terms, pair);
    }
    if let Some(pair) = parts.find(Rule::each_to) {
        return each_gets(desk, &terms, pair);
    }
    if let Some(pair) = parts.find(Rule::rest_given) {
        let Some(kept) = within(pair, Rule::count) else { return Err(desk.unread(pair, "How much is kept?")) };
        let (kept, to) = (desk.number(&kept)?, payees(pair));
        let Some(to) = to.first() else { return Err(desk.unread(pair, NOBODY_NAMED)) };
        return Ok(vec![terms.act(desk, Amount::Above(kept), to)?]);
    }
    let listed: Vec<Pair<'_, Rule>> =
        [Rule::sum_to, Rule::to_sum, Rule::paid_aid].iter().flat_map(|rule| parts.all_within(*rule)).collect();
    if listed.is_empty() {
        let amount = parts.amount(desk)?.unwrap_or(Amount::Most);
        let to = parts.find(Rule::power).or_else(|| parts.find(Rule::place));
        let Some(to) = to else { return Err(Remark::unread(NOBODY_NAMED)) };
        return Ok(vec![terms.act(desk, amount, to)?]);
    }
    let grant = |desk: &mut Desk<'_, '_>, pair: &Pair<'_, Rule>| {
        let amount = within(pair, Rule::sum).map_or(Ok(None), |sum| desk.amount(&sum))?.unwrap_or(Amount::Most);
        let to = pair.clone().into_inner().find(|inner| matches!(inner.as_rule(), Rule::power | Rule::place));
        let Some(to) = to else { return Err(desk.unread(pair, NOBODY_NAMED)) };
        let is_plain = terms.is_plain || within(pair, Rule::for_whom).is_some();
        if !is_plain && to.as_rule() == Rule::power && within(pair, Rule::money).is_none() {
            return Err(desk.unread(pair, "It is not said what is done with this.").hint(LEND_OR_GIVE));
        }
        terms.act(desk, amount, &to)
    };
    listed.iter().map(|pair| grant(desk, pair)).collect()
}

const NOBODY_NAMED: &str = "It is not said who is given the money.";

/// "Give Spain Genoa and 5 money".
fn money_and_land(desk: &mut Desk<'_, '_>, terms: &Terms, pair: &Pair<'_, Rule>) -> Acts {
    let (Some(sum), Some(place)) = (within(pair, Rule::money_given), within(pair, Rule::place)) else {
        return Err(desk.unread(pair, NOBODY_NAMED));
    };
    let to = desk.power(pair)?;
    let given = Act::Lend {
        amount: Amount::Points(desk.number(&sum)?),
        to,
        is_loan: false,
        due: None,
        if_received: terms.received,
    };
    let ceded = Act::Cede { territory: desk.territory(&place)?, to };
    if terms.received.is_some() || terms.is_loan {
        return Err(desk.unread(pair, "Money and land are two orders.").hint("Write each on a line of its own."));
    }
    Ok(if sum.as_span().start() < place.as_span().start() { vec![given, ceded] } else { vec![ceded, given] })
}

/// "10 each to Russia and Austria".
fn each_gets(desk: &mut Desk<'_, '_>, terms: &Terms, pair: &Pair<'_, Rule>) -> Acts {
    let sum = within(pair, Rule::sum).map_or(Ok(None), |sum| desk.amount(&sum))?;
    let Some(amount @ Amount::Points(_)) = sum else {
        return Err(desk.unread(pair, "What each of them gets must be a number.").hint(LEND_OR_GIVE));
    };
    payees(pair).iter().map(|to| terms.act(desk, amount, to)).collect()
}

fn payees<'i>(pair: &Pair<'i, Rule>) -> Vec<Pair<'i, Rule>> {
    pair.clone().into_inner().filter(|inner| matches!(inner.as_rule(), Rule::power | Rule::place)).collect()
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
        let has = |rules: &[Rule]| rules.iter().any(|rule| parts.all_within(*rule).next().is_some());
        let is_lent = has(&[Rule::lends, Rule::loan_noun, Rule::repaid, Rule::as_loan, Rule::is_lent]);
        let is_given = has(&[
            Rule::gives,
            Rule::aids,
            Rule::gift_noun,
            Rule::gets,
            Rule::lets_have,
            Rule::makes_gift,
            Rule::goes_to,
            Rule::as_gift,
            Rule::each_to,
            Rule::paid_aid,
        ]);
        let due = parts.all(Rule::repaid).find_map(|repaid| within(repaid, Rule::month));
        if let Some(due_when) = parts.find(Rule::repaid).filter(|repaid| due.is_none() && names_no_time(repaid)) {
            let said = desk.unread(due_when, "It is not said in which month this is due.");
            return Err(said.hint("Name the month: \"lend 5 to Spain, due June\"."));
        }
        let received = parts.find(Rule::received);
        Ok(Terms {
            is_loan: is_lent && !parts.has(Rule::as_gift),
            is_plain: is_lent || is_given,
            due: due.map(|month| desk.month(&month)).transpose()?,
            received: received.map(|pair| received_first(desk, pair)).transpose()?,
        })
    }

    fn act(&self, desk: &mut Desk<'_, '_>, amount: Amount, to: &Pair<'_, Rule>) -> Result<Act, Remark> {
        let amount = match amount {
            // All of the money but so much.
            Amount::AllBut(kept) => Amount::Above(kept),
            amount => amount,
        };
        if to.as_rule() == Rule::place {
            if self.received.is_some() {
                return Err(desk
                    .unread(to, "Money for a minor country cannot wait for what comes in.")
                    .hint("Send the line without its condition when the money is there."));
            }
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

/// "Due", behind which a month must stand.
fn names_no_time(repaid: &Pair<'_, Rule>) -> bool {
    repaid.as_str().to_ascii_lowercase().trim_end_matches(" back").ends_with("due")
}

/// "2 for the Dutch": no verb, no money, and a country, or a power for whom it is.
pub(super) fn is_bare_sum(parts: &Parts<'_>) -> bool {
    let has = |rule: Rule| parts.all_within(rule).next().is_some();
    const TOLD: [Rule; 10] = [
        Rule::money,
        Rule::lends,
        Rule::gives,
        Rule::aids,
        Rule::gets,
        Rule::lets_have,
        Rule::makes_gift,
        Rule::goes_to,
        Rule::gift_noun,
        Rule::paid_aid,
    ];
    let is_for = parts.all_within(Rule::sum_to).any(|pair| pair.as_str().to_ascii_lowercase().contains("for "));
    has(Rule::sum_to) && (has(Rule::place) || is_for) && !TOLD.into_iter().any(has)
}

fn received_first(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Received, Remark> {
    let Some(count) = within(pair, Rule::count) else { return Err(desk.unread(pair, "How much must come in first?")) };
    Ok(Received { from: desk.power(pair)?, amount: desk.number(&count)? })
}

pub(super) fn manipulate(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let level = parts.iter().find(|pair| matches!(pair.as_rule(), Rule::signed | Rule::plus | Rule::minus));
    let Some(level) = level else { return Ok(vec![Act::Manipulate { level: 0 }]) };
    if within(level, Rule::figure).is_none() {
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
    prices::check_points(desk, parts, desk.scenario.tables.leaders.points)?;
    let name = named(desk, captain);
    let pays = (parts.has(Rule::pays) || parts.has(Rule::pay_for)) && !parts.has(Rule::pays_not);
    if !pays && !parts.has(Rule::pays_not) && !parts.has(Rule::rolls_for) {
        desk.notice(captain, "No political points are paid for it: the die decides (8.4.3).");
    }
    Ok(vec![Act::ReturnLeader { name, pays }])
}

/// A leader's name as it is written in canonical orders.
pub(super) fn named(desk: &Desk<'_, '_>, captain: &Pair<'_, Rule>) -> String {
    let words: String = desk.words(captain).chars().map(plain).collect();
    let mut letters = words.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

/// One spelling of a leader, with an umlaut or without.
fn plain(letter: char) -> char {
    match letter {
        'à'..='å' => 'a',
        'è'..='ë' => 'e',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        other => other,
    }
}

pub(super) fn pay_debt(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let to: Power = parts.power(desk)?;
    let amount = parts.amount(desk)?;
    if amount.is_none() && parts.has(Rule::bare_repay) {
        desk.remarks.push(Remark::incomplete(
            "It is not said how much; the whole debt is repaid, as far as the money reaches.",
        ));
    }
    Ok(vec![Act::PayDebt { to, amount: amount.unwrap_or(Amount::Most) }])
}

/// What the rules forbid to hand over, with the rule's sentence.
pub(super) fn forbidden(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let (pair, message, rule) = if let Some(pair) = parts.find(Rule::manpower_gift) {
        (pair, "Manpower is never lent or given away.", "8.3")
    } else if let Some(pair) = parts.find(Rule::unit_gift) {
        (pair, "Troops, ships and counters are never lent or given away; money is.", "8.3")
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
