//! The recipient of a report comes from the report itself.

use base::game::{Format, Player, PlayerId, Role};
use mail::Address;

use super::render::Report;

/// A report with its recipient.
#[derive(Debug, Clone)]
pub struct Addressed {
    /// Who receives it.
    pub player: PlayerId,
    /// His registered address.
    pub to: Address,
    /// His name.
    pub name: String,
    /// What he must still be when it leaves.
    pub role: Role,
    /// Which parts his letters have.
    pub format: Format,
    /// The report.
    pub report: Report,
}

/// Addresses a report to its viewer, who must be one of `people`. `None` when it is for nobody we know.
pub fn address<'a>(report: Report, mut people: impl Iterator<Item = &'a Player>) -> Option<Addressed> {
    let reader = report.viewer().reader()?.clone();
    let player = people.find(|player| player.id == reader)?;
    let to = Address::parse(player.addresses.first()?)?;
    let role = report.viewer().role();
    Some(Addressed { player: reader, to, name: player.name.clone(), role, format: player.format, report })
}
