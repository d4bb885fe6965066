//! What can become law, and what it then changes (SLAG 2.2, 2.8, 3.3, 4.1; D06, D12).

use base::order::Remark;
use kit::amount::Amount;

use super::super::morale::shift;
use super::super::order::Subject;
use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::State;
use super::super::turn::Turn;

/// Whether a bill may be brought: by the limits of the rules, and because it would change something.
pub fn may_become_law(scenario: &Scenario, state: &State, side: Side, subject: Subject) -> Result<(), Remark> {
    is_within_limits(scenario, side, subject)?;
    match is_law(state, side, subject) {
        true => Err(refused("This is the law already.")),
        false => Ok(()),
    }
}

/// Whether a bill keeps the limits of the rules, whatever is law.
pub fn is_within_limits(scenario: &Scenario, side: Side, subject: Subject) -> Result<(), Remark> {
    let tax = &scenario.tables().tax;
    match subject {
        Subject::IncomeTax(rate) => within("The income tax", rate, tax.income)?,
        Subject::Tariff(rate) => within("The tariff", rate, *tax.tariff.of(side))?,
        Subject::Greenbacks(eagles) | Subject::Loans(eagles) if eagles > scenario.tables().congress.sum => {
            let most = scenario.tables().congress.sum;
            return Err(refused(format!("No act allows more than {most} Eg.")));
        }
        Subject::Usct if side == Side::Confederacy => {
            return Err(Remark::refused("The Confederacy has no coloured troops.").rule("4.1"));
        }
        Subject::Embargo { .. } if side == Side::Union => {
            return Err(Remark::refused("The Union has no cotton to lay an embargo on.").rule("2.8"));
        }
        _ => {}
    }
    Ok(())
}

/// SLAG 2.2.
fn within(what: &str, rate: i64, most: i64) -> Result<(), Remark> {
    match (0..=most).contains(&rate) {
        true => Ok(()),
        false => Err(Remark::refused(format!("{what} is from 0 to {most} in a hundred.")).rule("2.2")),
    }
}

fn is_law(state: &State, side: Side, subject: Subject) -> bool {
    let nation = state.nations.of(side);
    if nation.coming.contains(&subject) {
        return true;
    }
    match subject {
        Subject::IncomeTax(rate) => nation.law.income_tax == rate,
        Subject::Tariff(rate) => nation.law.tariff == rate,
        Subject::Greenbacks(eagles) => nation.greenbacks_authorised == Some(Amount::whole(eagles)),
        Subject::Loans(eagles) => nation.loan_ceiling == Amount::whole(eagles),
        Subject::Bounty => nation.law.has_bounty,
        Subject::Draft => nation.law.has_draft,
        Subject::Usct => nation.law.has_usct,
        Subject::Embargo { is_on } => nation.law.has_embargo == is_on,
    }
}

/// It is law. Rates and an embargo count at once; what orders rest on does when the open turn has ended.
pub fn enact(scenario: &Scenario, state: &mut State, side: Side, subject: Subject) {
    match subject {
        Subject::IncomeTax(_) | Subject::Tariff(_) | Subject::Embargo { .. } => {
            come_into_force(scenario, state, side, subject)
        }
        _ => state.nations.of_mut(side).coming.push(subject),
    }
}

/// What became law in the turn is in force from the next one on.
pub fn take_effect(turn: &mut Turn<'_>) {
    for side in Side::BOTH {
        for subject in std::mem::take(&mut turn.state.nations.of_mut(side).coming) {
            come_into_force(turn.scenario, &mut turn.state, side, subject);
        }
    }
}

/// What becomes law for the first time weighs on morale.
fn come_into_force(scenario: &Scenario, state: &mut State, side: Side, subject: Subject) {
    let points = weighs(scenario, state, side, subject);
    shift(state, side, &subject.words(), points * 100);
    let nation = state.nations.of_mut(side);
    match subject {
        Subject::IncomeTax(rate) => nation.law.income_tax = rate,
        Subject::Tariff(rate) => nation.law.tariff = rate,
        Subject::Greenbacks(eagles) => nation.greenbacks_authorised = Some(Amount::whole(eagles)),
        Subject::Loans(eagles) => nation.loan_ceiling = Amount::whole(eagles),
        Subject::Bounty => nation.law.has_bounty = true,
        Subject::Draft => nation.law.has_draft = true,
        Subject::Usct => nation.law.has_usct = true,
        Subject::Embargo { is_on } => nation.law.has_embargo = is_on,
    }
}

/// Points of morale that an act costs when it first becomes law.
fn weighs(scenario: &Scenario, state: &State, side: Side, subject: Subject) -> i64 {
    let (nation, events) = (state.nations.of(side), &scenario.tables().events);
    match subject {
        Subject::Bounty if !nation.law.has_bounty => events.bounty,
        Subject::Draft if !nation.law.has_draft => events.draft,
        Subject::Usct if !nation.law.has_usct => events.usct,
        Subject::Greenbacks(_) if nation.greenbacks_authorised.is_none() => events.greenbacks,
        _ => 0,
    }
}

/// By the ruling on Congress.
pub(super) fn refused(said: impl Into<String>) -> Remark {
    Remark::refused(said).rule("D12")
}
