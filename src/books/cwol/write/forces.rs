//! Orders that change units and ships there are, in canonical words.

use super::super::order::{Change, ForceKind};
use super::super::scenario::Scenario;
use super::whose::whose;

/// The words of one.
pub(super) fn change(scenario: &Scenario, change: &Change) -> String {
    match change {
        Change::Remove { force, at } => {
            let is_scuttled = matches!(force.kind, ForceKind::Ship(class) if !class.is_group());
            let verb = if is_scuttled { "scuttle" } else { "disband" };
            let at = at.as_ref().map(|at| format!(" at {}", scenario.city_name(at))).unwrap_or_default();
            format!("{verb} {}{at}", force.name())
        }
        Change::Reinforce { count, part, city, force } => {
            format!("add {count} {} at {} to {}", part.words(*count), scenario.city_name(city), force.name())
        }
        Change::Man { men, force, pool } => {
            format!("add {men} crew to {}{}", force.name(), whose(scenario, None, *pool))
        }
        Change::Transfer { count, part, from, to } => {
            format!("transfer {count} {} from {} to {}", part.words(*count), from.name(), to.name())
        }
        Change::MoveCrew { men, from, to } => format!("transfer {men} crew from {} to {}", from.name(), to.name()),
        Change::Merge { from, into } => format!("merge {} into {}", from.name(), into.name()),
        Change::Base { force, port } => format!("base {} at {}", force.name(), scenario.city_name(port)),
        Change::Repair { force } => format!("repair {}", force.name()),
        Change::Command { force, commander, deputy } => {
            let deputy = deputy.as_ref().map(|deputy| format!(" XO {deputy}")).unwrap_or_default();
            format!("command {} CO {commander}{deputy}", force.name())
        }
    }
}
