//! Loans and printing come first, so that their money can be used the same turn (SLAG 3.1, 3.3); interest is paid before anything
//! else (3.2).

use kit::amount::{Amount, Rounding};

use super::super::order::Act;
use super::super::refusal::{may_borrow, may_print};
use super::super::side::Side;
use super::super::state::State;
use super::events::{Done, Turn};

/// SLAG 3.1, 3.3; D05, D06, D08.
pub fn borrow_and_print(turn: &mut Turn<'_>) {
    Side::BOTH.into_iter().for_each(|side| note_authority(turn, side));
    for (seat, line) in turn.orders().iter() {
        let Some(side) = Side::of_seat(seat.as_str()) else { continue };
        let done = match line.order.act {
            Act::Borrow { eagles } => borrow(&mut turn.state, side, Amount::whole(eagles)),
            Act::Print { eagles } => print(&mut turn.state, side, Amount::whole(eagles)),
            _ => continue,
        };
        turn.tell_result(seat, line, done);
    }
}

fn borrow(state: &mut State, side: Side, amount: Amount) -> Done {
    let nation = state.nations.of(side);
    may_borrow((nation.debt, nation.loan_ceiling), amount)?;
    // D05, D12: in greenbacks from the turn on by whose deadline they are authorised, out of circulation first; the rest is newly
    // issued.
    let words = if nation.authority().is_some() {
        let taken = state.in_circulation(side).min(amount);
        state.take_in_greenbacks("3.1", side, taken, "loan");
        issue(state, side, amount - taken, "loan");
        format!("{amount} Eg were borrowed in greenbacks.")
    } else {
        state.take_in_gold("3.1", side, amount, "loan");
        format!("{amount} Eg were borrowed in gold.")
    };
    state.nations.of_mut(side).debt += amount;
    Ok(words)
}

fn print(state: &mut State, side: Side, amount: Amount) -> Done {
    may_print((state.outstanding(side), state.nations.of(side).greenbacks_authorised), amount)?;
    issue(state, side, amount, "greenbacks issued");
    Ok(format!("{amount} Eg of greenbacks were issued."))
}

/// Greenbacks are printed; at first their value is that of gold (3.3).
fn issue(state: &mut State, side: Side, amount: Amount, subject: &str) {
    if amount == Amount::ZERO {
        return;
    }
    state.print("3.3", side, amount, subject);
    state.nations.of_mut(side).greenbacks_value.get_or_insert(100);
}

/// D09: debt and morale when greenbacks were first authorised, the act's own weight on it counted.
fn note_authority(turn: &mut Turn<'_>, side: Side) {
    let act = turn.scenario.tables().events.greenbacks * 100;
    let nation = turn.state.nations.of_mut(side);
    if nation.authority().is_some() {
        let weighs = if nation.greenbacks_authorised.is_none() { act } else { 0 };
        nation.at_first_authorised.get_or_insert((nation.debt, nation.morale + weighs));
    }
}

/// SLAG 3.2; D14, D15: on the debt at the start of the turn.
pub fn pay_interest(turn: &mut Turn<'_>) {
    for side in Side::BOTH {
        let due = interest_due(turn, side);
        let printed = turn.state.pay_interest(side, due);
        if printed > Amount::ZERO {
            // D08, D14: forced printing passes the ceiling and raises it.
            let outstanding = turn.state.outstanding(side);
            let nation = turn.state.nations.of_mut(side);
            let authorised = nation.greenbacks_authorised.unwrap_or_default();
            nation.greenbacks_authorised = Some(authorised.max(outstanding));
            nation.greenbacks_value.get_or_insert(100);
            note_authority(turn, side);
        }
    }
}

/// Of a side in this turn (D15).
pub fn interest_due(turn: &Turn<'_>, side: Side) -> Amount {
    turn.debts.of(side).share(turn.scenario.tables().loan.interest, Rounding::HalfUp)
}
