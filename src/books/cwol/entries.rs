//! The game master's entries: each judged by the limits that hold for everybody, and told to those who would see what it changes.

use base::facts::{Audience, Fact};
use base::order::Remark;

use super::congress::{enact, may_become_law, settle_as_law};
use super::entitlement::all_of;
use super::item::Item;
use super::neutrality::violate;
use super::order::{Entry, Force};
use super::river::{Sail, is_of_rivers};
use super::ruled::rule;
use super::scenario::Scenario;
use super::state::{Off, State};
use super::turn::{capture, drive_out, enter_battle, holder};

/// Carries out an entry, or says why it cannot be.
pub fn enter(scenario: &Scenario, state: &mut State, entry: &Entry) -> Result<Vec<Fact<Item>>, Remark> {
    match entry {
        Entry::Law { side, subject } => {
            may_become_law(scenario, state, *side, *subject)?;
            enact(scenario, state, *side, *subject);
            let told = |item| Fact::new(Audience::Seats(all_of(scenario, *side)), item);
            let settled = settle_as_law(state, *side, *subject);
            let settled = settled.map(|number| told(Item::Decided { number, what: subject.words(), is_law: true }));
            Ok([told(Item::Enacted { what: subject.words() })].into_iter().chain(settled).collect())
        }
        Entry::Capture { city, by } if holder(scenario, state, city) == Some(*by) => {
            Err(Remark::refused(format!("{} is held by {} already.", scenario.city_name(city), by.name())).rule("5.10"))
        }
        // SLAG 4.4, D37: what stands in a neutral Kentucky is nobody's before its neutrality has ended.
        Entry::Capture { city, .. } if holder(scenario, state, city).is_none() => {
            let said = format!("Kentucky is neutral, and nobody holds {}.", scenario.city_name(city));
            Err(Remark::refused(said).hint("First end that: KENTUCKY VIOLATION US, or CS.").rule("4.4"))
        }
        Entry::Capture { city, by } => {
            // Else they would take it back, alone in it.
            drive_out(scenario, state, by.enemy(), city);
            Ok(capture(scenario, state, city, *by))
        }
        Entry::Place { force, port, is_off, is_at_sea } => {
            place(scenario, state, *force, port, (*is_off, *is_at_sea)).map(|()| Vec::new())
        }
        Entry::Battle { square, lost, holder } => enter_battle(scenario, state, *square, (lost, *holder)),
        Entry::Fact { ruling } => rule(scenario, state, ruling),
        Entry::Violation { .. } if !state.kentucky_is_neutral => {
            Err(Remark::refused("Kentucky is not neutral any more.").rule("4.4"))
        }
        Entry::Violation { by } => Ok(vec![violate(scenario, state, *by)]),
    }
}

/// A ship lies elsewhere than orders took it, and goes nowhere from there.
fn place(
    scenario: &Scenario,
    state: &mut State,
    force: Force,
    port: &str,
    (is_off, is_at_sea): (bool, bool),
) -> Result<(), Remark> {
    if scenario.waters(port).is_none() {
        return Err(Remark::refused(format!("{} is no port.", scenario.city_name(port))).rule("2.7"));
    }
    let Some(ship) = state.ships.get_mut(&force.name()) else {
        return Err(Remark::refused(format!("There is no {}.", force.name())).rule("2.7"));
    };
    // SNNM 1.5: off a river port there are no waters, and ships of the rivers go to none.
    if is_off && is_of_rivers(ship.class) {
        let said = format!("{} sails rivers, and lies in no coastal waters.", force.name());
        let hint = format!("In a river port: PLACE {} IN THE HARBOR OF {}.", force.name(), scenario.city_name(port));
        return Err(Remark::refused(said).hint(hint).rule("2.7"));
    }
    ship.off = is_off.then(|| Off { port: port.to_owned(), is_at_sea, sea: None, square: None });
    ship.station = None;
    ship.sail = Sail::default();
    if !is_off {
        ship.port = port.to_owned();
    }
    Ok(())
}
