//! National morale: from 0 to 1000, counted in hundredths; at 0 a side surrenders.

use super::side::Side;
use super::state::{MoraleChange, State};

/// It rises or falls, within its scale; why is told.
pub fn shift(state: &mut State, side: Side, why: &str, hundredths: i64) {
    const MOST: i64 = 1000 * 100;
    if hundredths == 0 {
        return;
    }
    let nation = state.nations.of_mut(side);
    nation.morale = (nation.morale + hundredths).clamp(0, MOST);
    nation.has_surrendered |= nation.morale == 0;
    state.told.morale.push(MoraleChange { side, why: why.to_owned(), hundredths });
}
