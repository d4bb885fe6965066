//! Of money, of what Congress allows, and of what Europe sells.

use kit::amount::Amount;

use super::super::scenario::Scenario;
use super::failed::{Failed, unless};

/// D56: units or ships of one order.
pub fn is_one_order(scenario: &Scenario, count: u32) -> Result<(), Failed> {
    let most = scenario.tables().limits.order;
    unless(count <= most, "D56", || format!("One order is for {most} at most."))
}

/// SLAG 3.1, D06.
pub fn may_borrow((debt, ceiling): (Amount, Amount), amount: Amount) -> Result<(), Failed> {
    let room = debt.short_of(ceiling);
    unless(amount <= room, "3.1", || format!("Congress allows {room} Eg more of debt."))
}

/// SLAG 3.3, D08.
pub fn may_print((outstanding, authorised): (Amount, Option<Amount>), amount: Amount) -> Result<(), Failed> {
    let Some(authorised) = authorised else {
        return Err(Failed::new("Congress has not authorised greenbacks.", "3.3"));
    };
    let room = outstanding.short_of(authorised);
    unless(amount <= room, "3.3", || format!("Congress allows {room} Eg more of greenbacks."))
}

/// SLAG 1.3: no more notes are bought back than circulate.
pub fn has_notes(notes: Amount, circulating: Amount) -> Result<(), Failed> {
    if circulating == Amount::ZERO {
        return Err(Failed::new("No greenbacks circulate that could be bought back.", "1.3"));
    }
    unless(notes <= circulating, "1.3", || {
        format!("{notes} Eg would be bought back, and {circulating} Eg of greenbacks circulate.")
    })
}

/// SLAG 2.10.
pub fn sells_mps(is_so: bool) -> Result<(), Failed> {
    unless(is_so, "2.10", || "Europe sells no MPs now.".to_owned())
}

/// D50.
pub fn sells_ships(is_so: bool) -> Result<(), Failed> {
    unless(is_so, "D50", || "Europe builds no ships for us now.".to_owned())
}
