//! What gold buys: greenbacks back, and MPs in Europe (SLAG 1.3, 2.10; D13, D27).

use kit::amount::{Amount, Rounding};

use super::super::approval::{Word, refused, word};
use super::super::commerce::Blockade;
use super::super::order::{Act, Works};
use super::super::price::buy_back_price;
use super::super::refusal::{has_notes, sells_mps};
use super::super::side::Side;
use super::super::state::State;
use super::events::{Done, Failed, Turn, too_dear};

/// After interest, before upkeep.
pub fn spend(turn: &mut Turn<'_>) {
    for (seat, line) in turn.orders().iter() {
        let Some(side) = Side::of_seat(seat.as_str()) else { continue };
        let done = match line.order.act {
            Act::Works(Works::BuyBack { eagles, is_paper }) => match word(line) {
                Word::Given => buy_back(&mut turn.state, side, Amount::whole(eagles), is_paper),
                other => Err(refused(other, "1.3")),
            },
            Act::Works(Works::BuyAbroad { count }) => buy_abroad(turn, side, count),
            _ => continue,
        };
        turn.tell_result(seat, line, done);
    }
}

/// SLAG 1.3, D13: at the value in force; what is bought is retired, and what Congress allows falls by it.
fn buy_back(state: &mut State, side: Side, amount: Amount, is_paper: bool) -> Done {
    // Without a value there are none, and none circulate.
    let value = state.nations.of(side).greenbacks_value.unwrap_or(100);
    let (gold, notes) = buy_back_price(amount, is_paper, value);
    has_notes(notes, state.in_circulation(side))?;
    let paid = state.pay_gold("1.3", side, gold, "greenbacks bought back");
    paid.map_err(|short| Failed::new(too_dear(short.wanted), "1.3"))?;
    state.retire("1.3", side, notes, "greenbacks bought back");
    let nation = state.nations.of_mut(side);
    nation.greenbacks_authorised = nation.greenbacks_authorised.map(|authorised| notes.short_of(authorised));
    Ok(format!("{notes} Eg of greenbacks were bought back for {gold} Eg of gold."))
}

/// SLAG 2.10, D27.
fn buy_abroad(turn: &mut Turn<'_>, side: Side, count: u32) -> Done {
    sells_mps(turn.state.nations.of(side).may_buy_abroad)?;
    let price = Amount::whole(turn.scenario.tables().prices.foreign_mp).times(i64::from(count));
    let paid = turn.state.pay_gold("2.10", side, price, "MPs from Europe");
    paid.map_err(|short| Failed::new(format!("{} Eg of gold must be in hand.", short.wanted), "2.10"))?;
    let lost = Blockade::of(turn.scenario, &turn.state, side).share();
    let kept = lost.rest().of_count(u64::from(count), Rounding::Down);
    let kept = i64::try_from(kept).unwrap_or(i64::MAX);
    turn.state.take_in_mp("2.10", side, Amount::whole(kept), "MPs from Europe");
    let lost = i64::from(count) - kept;
    let words = format!("{kept} MPs came from Europe for {price} Eg of gold");
    Ok(if lost > 0 { format!("{words}; {lost} were lost to the blockade.") } else { format!("{words}.") })
}
