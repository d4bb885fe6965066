//! Which office reads which section of a report: section 6 of the decisions as a table. Everything that is told of a whole side goes
//! by it; what a Governor and a Congressman read of their own bloc alone is told to their seats one by one.

use base::game::{SeatId, SeatSet};

use super::office::Office;
use super::scenario::Scenario;
use super::side::Side;

/// A section of the reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Orders of all offices of the side, and what came of them.
    Orders,
    /// Gold, greenbacks, debt, and what was paid.
    Treasury,
    /// What a summary says of it.
    TreasurySummary,
    /// What cities bring, all of them.
    Revenue,
    /// The sum of it.
    RevenueSummary,
    /// MPs.
    Manufacturing,
    /// Men by State and pool, all of them.
    Manpower,
    /// The sum of it.
    ManpowerSummary,
    /// Regiments that wait and are raised, all of them.
    Regiments,
    /// Land units under construction and standing, all of them.
    Land,
    /// What land units cost.
    LandUpkeep,
    /// Ships under construction and afloat, all of them.
    Naval,
    /// What ships cost.
    NavalUpkeep,
    /// Supplies and stores, all of them.
    Supplies,
    /// Morale with what changed it.
    Morale,
    /// Morale alone.
    MoraleSummary,
}

/// The offices that read it.
fn offices(section: Section) -> &'static [Office] {
    use Office::{Congressman, Governor, Navy, Officer, President, Treasury, Vice, War};
    match section {
        Section::Orders => &[President, Vice],
        Section::Treasury => &[President, Vice, Treasury, Congressman],
        Section::TreasurySummary => &[War, Navy, Governor],
        Section::Revenue => &[President, Vice, Treasury],
        Section::RevenueSummary => &[Navy],
        Section::Manufacturing => &[President, Vice, Treasury, War, Navy],
        Section::Manpower | Section::Regiments => &[President, Vice, Treasury, War],
        Section::ManpowerSummary => &[Navy],
        Section::Land => &[President, Vice, War],
        Section::LandUpkeep => &[President, Vice, Treasury],
        Section::Naval => &[President, Vice, Navy],
        Section::NavalUpkeep => &[President, Vice, Treasury],
        Section::Supplies => &[President, Vice, Treasury, War, Navy],
        Section::Morale => &[President, Vice, Treasury, Congressman],
        Section::MoraleSummary => &[War, Navy, Governor, Officer],
    }
}

/// The seats of a side that read a section.
pub fn readers(scenario: &Scenario, side: Side, section: Section) -> SeatSet {
    let offices = offices(section);
    let reads = scenario.given.offices.iter().filter(|row| row.side == side && offices.contains(&row.office));
    reads.filter_map(|row| SeatId::parse(&row.id)).collect()
}

/// All seats of a side.
pub fn all_of(scenario: &Scenario, side: Side) -> SeatSet {
    let own = scenario.given.offices.iter().filter(|row| row.side == side);
    own.filter_map(|row| SeatId::parse(&row.id)).collect()
}
