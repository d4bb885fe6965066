//! What greenbacks are worth, and what taxes and their value do to morale (SLAG 1.2, 2.5, 3.3; D09-D11).

use kit::amount::{Amount, Rounding};

use super::super::item::Item;
use super::super::morale::shift;
use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::State;
use super::events::Turn;
use super::income::gross_at_home;

/// Greenbacks find their value, morale follows.
pub fn revalue(turn: &mut Turn<'_>) {
    for side in Side::BOTH {
        let before = turn.state.nations.of(side).greenbacks_value;
        if let (Some(before), Some(now)) = (before, value_of(turn.scenario, &turn.state, side)) {
            turn.state.nations.of_mut(side).greenbacks_value = Some(now);
            by_value(turn, side, now - before);
            if now != before {
                turn.tell_everyone(Item::Revalued { side: side.name().to_owned(), before, now });
            }
        }
        by_taxes(turn, side);
    }
}

/// Greenback eagles for 100 of gold; none: there never were any, or the side has no city at home to go by.
pub fn value_of(scenario: &Scenario, state: &State, side: Side) -> Option<i64> {
    let nation = state.nations.of(side);
    let (debt_then, morale_then) = nation.at_first_authorised?;
    let paper = &scenario.tables().paper;
    let year = i128::from(gross_at_home(scenario, state, side).times(paper.turns).in_hundredths());
    if year == 0 {
        return None;
    }
    let outstanding = state.outstanding(side);
    let unissued = outstanding.short_of(nation.authority().unwrap_or_default());
    let notes = outstanding + unissued.share(paper.unissued, Rounding::HalfUp);
    let debt = debt_then.short_of(nation.debt).share(paper.debt, Rounding::HalfUp);
    let [notes, debt] = [notes, debt].map(|amount: Amount| i128::from(amount.in_hundredths()));
    let morale_lost = i128::from((morale_then - nation.morale).max(0));
    let (linear, square) = (i128::from(paper.linear), i128::from(paper.square));
    // 100 x (1 + a G/Y + b (G/Y)^2 + c D/Y) x (1 + m/100), with morale in hundredths of a point.
    let sum = year * year + linear * notes * year + square * notes * notes + debt * year;
    let value = Rounding::HalfUp.divide(100 * sum * (10_000 + morale_lost), year * year * 10_000);
    Some(i64::try_from(value).unwrap_or(i64::MAX).max(100))
}

/// D10.
fn by_value(turn: &mut Turn<'_>, side: Side, rise: i64) {
    let paper = &turn.scenario.tables().paper;
    let hundredths = match rise {
        rise if rise > 0 => -100 * rise / paper.morale_fall,
        rise => 100 * -rise / paper.morale_rise,
    };
    shift(&mut turn.state, side, "value of greenbacks", hundredths);
}

/// D11.
fn by_taxes(turn: &mut Turn<'_>, side: Side) {
    let (law, table) = (turn.state.nations.of(side).law, &turn.scenario.tables().tax);
    let above = (law.tariff - turn.scenario.given.law.of(side).tariff).max(0);
    let (by_income, by_tariff) = (-table.morale_income * law.income_tax, -table.morale_tariff * above);
    shift(&mut turn.state, side, "income tax", by_income);
    shift(&mut turn.state, side, "tariff", by_tariff);
}
