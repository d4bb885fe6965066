//! Who commands a unit or ship, by seats (D54): of a new one the Secretary whose it is, with the President as his deputy.

use std::collections::BTreeMap;

use kit::forces::command::Command;

use super::office::Office;
use super::order::ForceKind;
use super::scenario::Scenario;
use super::side::Side;
use super::state::State;

/// Who was named to command, by the names of units and ships; the others are commanded as new ones are.
pub fn named_commands(state: &State) -> BTreeMap<String, Command<String>> {
    let units = state.units.iter().filter_map(|(name, unit)| Some((name.clone(), unit.command.clone()?)));
    let ships = state.ships.iter().filter_map(|(name, ship)| Some((name.clone(), ship.command.clone()?)));
    units.chain(ships).collect()
}

/// Who commands what is new (D54).
pub fn first_command(scenario: &Scenario, side: Side, kind: ForceKind) -> Command<String> {
    let secretary = if matches!(kind, ForceKind::Unit(_)) { Office::War } else { Office::Navy };
    let [commander, deputy] = [secretary, Office::President].map(|office| seat_of(scenario, side, office));
    Command { commander, deputy }
}

/// The seat of an office that a side has once.
pub fn seat_of(scenario: &Scenario, side: Side, office: Office) -> String {
    let row = scenario.given.offices.iter().find(|row| row.side == side && row.office == office);
    row.map_or_else(String::new, |row| row.id.clone())
}
