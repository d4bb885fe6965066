//! Makes of a line what it says in Congress.

use base::order::Remark;
use kit::votes::Ballot;
use pest::iterators::Pair;
use reader::slip::small_number;

use super::super::order::{Act, Congress, Entry, Subject};
use super::super::scenario::Scenario;
use super::code::side_of;
use super::grammar::{Copy, Rule};
use super::stretch::{city_of, number_of, span, state_of, whole_sum};

/// What the line says; several ballots may stand in one.
pub(super) fn acts(_scenario: &Scenario, copy: &Copy<'_>, line: Pair<'_, Rule>) -> Result<Vec<Act>, Remark> {
    if let Some(bill) = tallied(line.as_str()) {
        let hint = format!("Write it as one if it is meant: vote {bill} aye.");
        return Err(Remark::unread("This counts votes, so it is read as none.").hint(hint));
    }
    let mut said = Vec::new();
    let mut word: Option<fn(u32) -> Congress> = None;
    for pair in line.into_inner() {
        match pair.as_rule() {
            Rule::ballot | Rule::bare_ballot => said.extend(ballots(copy, pair)?),
            Rule::signs => word = Some(|bill| Congress::Sign { bill }),
            Rule::vetoes => word = Some(|bill| Congress::Veto { bill }),
            Rule::overrides => word = Some(|bill| Congress::Override { bill }),
            Rule::bill => {
                let number = bill_of(copy, &pair)?;
                said.extend(word.map(|word| word(number)));
            }
            _ => said.extend(subject(copy, pair)?.map(Congress::Move)),
        }
    }
    if said.is_empty() { Err(Remark::chatter()) } else { Ok(said.into_iter().map(Act::Congress).collect()) }
}

/// The first number of a count of votes: "2 ayes", "1 for, 2 against". Whoever votes names one bill of each number, or says that he votes.
pub(super) fn tallied(line: &str) -> Option<&str> {
    let words: Vec<&str> = line.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is = |word: &str, among: &[&str]| among.iter().any(|other| word.eq_ignore_ascii_case(other));
    let counted: Vec<(&str, &str)> = words
        .windows(2)
        .filter(|pair| pair[0].bytes().all(|sign| sign.is_ascii_digit()))
        .map(|pair| (pair[0], pair[1]))
        .collect();
    let has = |among: &[&str]| counted.iter().any(|(_, said)| is(said, among));
    let is_tally = has(&["ayes", "noes", "nays"]) || has(&["for"]) && has(&["against"]);
    let says_so = words.iter().any(|word| is(word, &["vote", "votes", "voting", "ballot", "bill", "bills", "motion"]));
    (is_tally && !says_so).then(|| counted.first().map(|(number, _)| *number))?
}

/// One ballot on one bill or on several.
fn ballots(copy: &Copy<'_>, pair: Pair<'_, Rule>) -> Result<Vec<Congress>, Remark> {
    let (mut bills, mut ballot) = (Vec::new(), Ballot::Aye);
    if pair.as_str().to_ascii_lowercase().starts_with("nay ") {
        ballot = Ballot::No;
    }
    for inner in pair.into_inner() {
        match inner.as_rule() {
            Rule::bill => bills.push(bill_of(copy, &inner)?),
            Rule::nay | Rule::bare_nay => ballot = Ballot::No,
            _ => {}
        }
    }
    Ok(bills.into_iter().map(|bill| Congress::Vote { bill, ballot }).collect())
}

fn bill_of(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<u32, Remark> {
    let number = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::number);
    number_of(copy, &number.ok_or_else(Remark::chatter)?)
}

fn subject(copy: &Copy<'_>, pair: Pair<'_, Rule>) -> Result<Option<Subject>, Remark> {
    let part = |wanted: Rule| pair.clone().into_inner().find(|inner| inner.as_rule() == wanted);
    let rate = || part(Rule::rate).ok_or_else(Remark::chatter).and_then(|rate| rate_of(copy, &rate));
    let sum = || part(Rule::sum).ok_or_else(Remark::chatter).and_then(|sum| whole_sum(copy, &sum));
    Ok(Some(match pair.as_rule() {
        Rule::tax_bill => Subject::IncomeTax(rate()?),
        Rule::tariff_bill => Subject::Tariff(rate()?),
        Rule::paper_bill => Subject::Greenbacks(sum()?),
        Rule::loan_bill => Subject::Loans(sum()?),
        Rule::bounty_bill => Subject::Bounty,
        Rule::draft_bill => Subject::Draft,
        Rule::usct_bill => Subject::Usct,
        Rule::embargo_bill => Subject::Embargo { is_on: part(Rule::lifted).is_none() && part(Rule::lifting).is_none() },
        _ => return Ok(None),
    }))
}

/// A rate in a hundred. What may be another number than was meant is asked back.
fn rate_of(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<i64, Remark> {
    let text = pair.as_str();
    let number = small_number(text).map(i64::from).or_else(|| text.parse().ok());
    let (start, end) = span(copy, pair);
    let whole = || {
        let said = format!("A rate is a whole number in a hundred, and {text} is none.");
        Remark::unread(said).at(start, end).hint("Write, for example: move tax 5.")
    };
    number.filter(|rate| *rate >= 0).ok_or_else(whole)
}

/// What the game master enters.
pub(super) fn entries(scenario: &Scenario, copy: &Copy<'_>, line: Pair<'_, Rule>) -> Result<Vec<Act>, Remark> {
    let kind = line.as_rule();
    let (mut side, mut about, mut city, mut state) = (None, None, None, None);
    for pair in line.into_inner() {
        match pair.as_rule() {
            Rule::side => side = side_of(&pair),
            Rule::place => city = Some(city_of(scenario, copy, &pair)?),
            Rule::state => state = Some(state_of(scenario, copy, &pair)?),
            _ => about = subject(copy, pair)?.or(about),
        }
    }
    let entry = match (kind, side, about, city) {
        (Rule::law_line, Some(side), Some(subject), _) => Entry::Law { side, subject },
        (Rule::capture_line, Some(by), _, Some(city)) => Entry::Capture { city, by },
        (Rule::violation_line, by, ..) if state.as_deref() == Some("KY") => Entry::Violation { by },
        _ => return Err(Remark::chatter()),
    };
    Ok(vec![Act::Entry(entry)])
}
