//! Which office reads which section of a report: section 6 of the decisions as a table. Everything that is told of a whole side goes
//! by it; what a Governor and a Congressman read of their own bloc alone is told to their seats one by one.

use base::game::SeatSet;

use super::assign::state_of;
use super::office::{Matter, Office};
use super::order::Act;
use super::scenario::{OfficeRow, Scenario};
use super::side::Side;

/// A section of the reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Gold, greenbacks, debt.
    Treasury,
    /// What came in and was paid, and what the next turn will bring and cost.
    Ledger,
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
    /// Land units, all of them.
    Land,
    /// Those under construction, all of them.
    LandBuilds,
    /// What land units cost.
    LandUpkeep,
    /// Ships, all of them.
    Naval,
    /// Those under construction.
    NavalBuilds,
    /// What ships cost.
    NavalUpkeep,
    /// Bills that are open.
    Bills,
    /// The ports that a blockade shuts.
    Blockade,
    /// Supplies and stores, all of them.
    Supplies,
    /// Depots and caches.
    Depots,
    /// Fortifications, all of them.
    Fortifications,
    /// Better weapons.
    Weapons,
    /// Morale with what changed it.
    Morale,
    /// Morale alone.
    MoraleSummary,
}

/// The offices that read it.
fn offices(section: Section) -> &'static [Office] {
    use Office::{Congressman, Governor, Navy, Officer, President, Treasury, Vice, War};
    match section {
        Section::Treasury => &[President, Vice, Treasury, Congressman],
        Section::TreasurySummary => &[War, Navy, Governor],
        Section::Ledger | Section::Revenue => &[President, Vice, Treasury],
        Section::RevenueSummary => &[Navy],
        Section::Manufacturing => &[President, Vice, Treasury, War, Navy],
        Section::Manpower | Section::Regiments => &[President, Vice, Treasury, War],
        Section::ManpowerSummary => &[Navy],
        Section::Land => &[President, Vice, War],
        Section::LandBuilds | Section::LandUpkeep | Section::Depots | Section::Fortifications | Section::Weapons => {
            &[President, Vice, Treasury, War]
        }
        Section::Naval => &[President, Vice, Navy],
        Section::NavalBuilds | Section::NavalUpkeep => &[President, Vice, Treasury, Navy],
        Section::Bills => &[President, Vice, Congressman],
        Section::Blockade => &[President, Vice, Treasury, Navy],
        Section::Supplies => &[President, Vice, Treasury, War, Navy],
        Section::Morale => &[President, Vice, Treasury, Congressman],
        Section::MoraleSummary => &[War, Navy, Governor, Officer],
    }
}

/// The seats of a side that read a section.
pub fn readers(scenario: &Scenario, side: Side, section: Section) -> SeatSet {
    let offices = offices(section);
    scenario.seats_of(|row| row.side == side && offices.contains(&row.office))
}

/// The Governors and Congressmen of a side in whose bloc a State is.
pub fn readers_of_bloc(scenario: &Scenario, side: Side, state: &str) -> SeatSet {
    scenario.seats_of(|row| row.side == side && row.states.contains(state))
}

/// All seats of a side.
pub fn all_of(scenario: &Scenario, side: Side) -> SeatSet {
    scenario.seats_of(|row| row.side == side)
}

/// Whether the Treasury reads of it: not of what is neither paid for nor brings anything.
fn is_read_by_treasury(matter: Matter) -> bool {
    use Matter::{
        Bases, Bombarding, Burning, CrewTransfers, DepotRemoval, Disbanding, Marches, Mission, Sailing, Scuttling,
        ShipCommand, ShipDuty, ShipMergers, Stations, Transfers, UnitCommand, UnitDuty, UnitMergers,
    };
    let is_of_service = matches!(matter, UnitDuty | ShipDuty | Mission | Burning | Bases | UnitCommand | ShipCommand);
    let is_of_men = matches!(matter, Disbanding | Scuttling | Transfers | CrewTransfers | UnitMergers | ShipMergers);
    !is_of_service && !is_of_men && !matches!(matter, DepotRemoval | Marches | Sailing | Bombarding | Stations)
}

/// Who reads what came of an order, beside its giver: who reads all of the side's, the Treasury of what costs money, the Secretary of
/// War of what is on land and that of the Navy of what is afloat, a bloc's Governor and Congressman of what is done there and with
/// its men: why men could not be raised tells how many there are.
pub fn readers_of_result(scenario: &Scenario, side: Side, act: &Act) -> SeatSet {
    let service = match act.matter() {
        Matter::Raising
        | Matter::Rising
        | Matter::Units
        | Matter::MilitiaUnits
        | Matter::Supplies
        | Matter::UnitDuty
        | Matter::Disbanding
        | Matter::Reinforcing
        | Matter::Transfers
        | Matter::UnitMergers
        | Matter::UnitCommand
        | Matter::Weapons
        | Matter::Depots
        | Matter::DepotRemoval
        | Matter::Fortifications
        | Matter::Marches => Some(Office::War),
        Matter::Ships
        | Matter::Stores
        | Matter::ShipDuty
        | Matter::Mission
        | Matter::Burning
        | Matter::Blockade
        | Matter::Scuttling
        | Matter::Manning
        | Matter::CrewTransfers
        | Matter::ShipMergers
        | Matter::Bases
        | Matter::Repairs
        | Matter::Sailing
        | Matter::Bombarding
        | Matter::Stations
        | Matter::ShipCommand => Some(Office::Navy),
        Matter::Money | Matter::Bills | Matter::Ballots | Matter::Assent | Matter::Overruling | Matter::Entries => None,
    };
    let costs = is_read_by_treasury(act.matter());
    let state = state_of(scenario, act);
    let reads = |row: &OfficeRow| match row.office {
        Office::President | Office::Vice => true,
        Office::Treasury => costs,
        Office::War | Office::Navy => service == Some(row.office),
        Office::Governor | Office::Congressman => state.is_some_and(|state| row.states.contains(state)),
        Office::Officer => false,
    };
    scenario.seats_of(|row| row.side == side && reads(row))
}

/// Who reads what a side lost in a city that fell (row 23 of section 6): who reads all of the side's, the Treasury that paid for it,
/// the Secretary of War of all of it and that of the Navy of what is afloat, and the city's Governor and Congressman.
pub fn readers_of_losses(scenario: &Scenario, side: Side, city: &str, is_naval: bool) -> SeatSet {
    let state = scenario.city(city).map(|city| city.state.as_str());
    let reads = |row: &OfficeRow| match row.office {
        Office::President | Office::Vice | Office::Treasury | Office::War => true,
        Office::Navy => is_naval,
        Office::Governor | Office::Congressman => state.is_some_and(|state| row.states.contains(state)),
        Office::Officer => false,
    };
    scenario.seats_of(|row| row.side == side && reads(row))
}
