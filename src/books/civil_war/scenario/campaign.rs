//! The campaign file: calendar, reinforcements, opening, seats; and the same, indexed for play.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::check::ScenarioError;
use super::map::Map;
use super::roster::LeaderSource;
use super::words::{Account, BySide, Side, Theatre};
use board::Hex;

/// The whole campaign file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignSource {
    /// The rule book.
    pub book: String,
    /// Short id.
    pub id: String,
    /// Title for letters.
    pub title: String,
    /// Sums that the rows must give.
    pub control: Control,
    /// The commands.
    pub seats: Vec<SeatSpec>,
    /// The turns.
    pub calendar: Calendar,
    /// What arrives when.
    pub reinforcements: Reinforcements,
    /// The roster by side, in order of seniority.
    pub leaders: BySide<Vec<LeaderSource>>,
    /// Forces at the start.
    pub opening: BySide<Vec<OpeningSource>>,
    /// The turns that are played; the whole calendar when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// A lesson of one sub-turn in place of a campaign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Lesson>,
}

/// From one turn to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// The first turn that is played.
    pub first: u32,
    /// The last one.
    pub last: u32,
}

/// One sub-turn without a strategic phase: the accounts are full when it begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// What each account has.
    pub accounts: BySide<BTreeMap<Account, Allotment>>,
}

/// What an account has in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allotment {
    /// Command points.
    pub cp: u32,
    /// Pulse points.
    pub pp: u32,
    /// Reinforcements that may enter.
    pub reinforcements: u32,
}

/// Sums that guard the file against slips.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    /// Strength points on the map at the start.
    pub opening_sp: BySide<u32>,
    /// A turn whose reinforcements are known.
    pub turn: u32,
    /// Its reinforcements.
    pub turn_sp: BySide<u32>,
}

/// What a seat commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Office {
    /// The side's resources.
    Supreme,
    /// One or more accounts.
    Theatre,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSpec {
    /// Short word, `usa-east`.
    pub id: String,
    /// Whose seat it is.
    pub side: Side,
    /// What it commands.
    pub office: Office,
    /// Title for letters.
    pub title: String,
    /// The accounts it spends.
    pub accounts: Vec<Account>,
    /// Who serves it while it is vacant; none: the game master.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
}

/// The turns and the dates that rules hang on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calendar {
    /// The last turn that exchanges prisoners.
    pub exchange_last_turn: u32,
    /// After this turn the late promotion rules hold.
    pub late_promotion_after: u32,
    turns: Vec<TurnSpec>,
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnSpec {
    /// Its number, from 1.
    pub turn: u32,
    /// Its months, `Nov-Feb`.
    pub months: String,
    /// Its years as printed, `1861-62`.
    pub years: String,
    /// The year whose rules hold.
    pub year: u32,
}

impl TurnSpec {
    /// `Nov-Feb 1861-62`.
    pub fn season(&self) -> String {
        format!("{} {}", self.months, self.years)
    }
}

impl Calendar {
    pub(super) fn build(source: &CampaignSource) -> Result<Calendar, ScenarioError> {
        let calendar = source.calendar.clone();
        numbered("calendar", calendar.turns.iter().map(|row| row.turn))?;
        if calendar.turns.is_empty() {
            return Err(ScenarioError::MissingTurn { what: "calendar", expected: 1, found: 0 });
        }
        Ok(calendar)
    }

    /// The turns in order.
    pub fn turns(&self) -> impl Iterator<Item = &TurnSpec> {
        self.turns.iter()
    }

    /// One turn; `None` before the first and after the last.
    pub fn turn(&self, turn: u32) -> Option<&TurnSpec> {
        row(&self.turns, turn)
    }

    /// The number of the last turn.
    pub fn last_turn(&self) -> u32 {
        self.turns.len() as u32
    }
}

/// What arrives in each turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reinforcements {
    usa: Vec<UsaReinforcements>,
    csa: Vec<CsaReinforcements>,
}

/// What reaches the Union in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsaReinforcements {
    /// The turn.
    pub turn: u32,
    /// Strength points.
    #[serde(flatten)]
    pub land: LandReinforcements,
    /// Naval strength points.
    pub ships: u32,
}

/// What reaches the Confederacy in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CsaReinforcements {
    /// The turn.
    pub turn: u32,
    /// Strength points.
    #[serde(flatten)]
    pub land: LandReinforcements,
    /// Ironclads.
    pub ironclads: u32,
    /// Sea raiders.
    pub raiders: u32,
}

/// Strength points of one turn and where they are planned to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LandReinforcements {
    /// All of them.
    pub total: u32,
    /// Planned for the East.
    pub east: u32,
    /// Planned for the West.
    pub west: u32,
    /// Planned for the Trans-Mississippi.
    pub trans: u32,
    /// Free for any theatre (C3.5.2).
    pub discretionary: u32,
}

impl LandReinforcements {
    /// The points planned for a theatre.
    pub fn planned(&self, theatre: Theatre) -> u32 {
        match theatre {
            Theatre::East => self.east,
            Theatre::West => self.west,
            Theatre::Trans => self.trans,
        }
    }
}

impl Reinforcements {
    pub(super) fn build(source: &CampaignSource) -> Result<Reinforcements, ScenarioError> {
        let rows = source.reinforcements.clone();
        numbered("reinforcements of the USA", rows.usa.iter().map(|row| row.turn))?;
        numbered("reinforcements of the CSA", rows.csa.iter().map(|row| row.turn))?;
        Ok(rows)
    }

    /// Strength points of a side in a turn; `None` outside the calendar.
    pub fn land(&self, side: Side, turn: u32) -> Option<LandReinforcements> {
        match side {
            Side::Usa => self.usa(turn).map(|row| row.land),
            Side::Csa => self.csa(turn).map(|row| row.land),
        }
    }

    /// Everything that reaches the Union in a turn.
    pub fn usa(&self, turn: u32) -> Option<&UsaReinforcements> {
        row(&self.usa, turn)
    }

    /// Everything that reaches the Confederacy in a turn.
    pub fn csa(&self, turn: u32) -> Option<&CsaReinforcements> {
        row(&self.csa, turn)
    }

    pub(super) fn turns(&self, side: Side) -> u32 {
        match side {
            Side::Usa => self.usa.len() as u32,
            Side::Csa => self.csa.len() as u32,
        }
    }
}

/// What stands at a town at the start, as the file lists it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSource {
    /// The town.
    pub at: String,
    /// Strength points.
    pub sp: u32,
    /// A depot.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub depot: bool,
    /// A fort.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fort: bool,
    /// A fortress.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fortress: bool,
    /// Naval strength points on the river.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub river_nsp: u32,
    /// Naval strength points at sea.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ocean_nsp: u32,
}

/// What stands in a hex at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetupPlace {
    /// Where.
    pub hex: Hex,
    /// Whose.
    pub side: Side,
    /// Strength points.
    pub sp: u32,
    /// A depot.
    pub depot: bool,
    /// A fort.
    pub fort: bool,
    /// A fortress.
    pub fortress: bool,
    /// Naval strength points on the river.
    pub river_nsp: u32,
    /// Naval strength points at sea.
    pub ocean_nsp: u32,
}

/// The opening: forces and works of both sides.
#[derive(Clone, Debug)]
pub struct Setup {
    places: Vec<SetupPlace>,
}

impl Setup {
    pub(super) fn build(source: &CampaignSource, map: &Map) -> Result<Setup, ScenarioError> {
        let mut places: Vec<SetupPlace> = Vec::new();
        for side in Side::BOTH {
            for place in &source.opening[side] {
                let hex = town(map, &format!("a force of the {side}"), &place.at)?;
                if places.iter().any(|other| other.hex == hex) {
                    return Err(ScenarioError::Twice { what: "opening place", name: place.at.clone() });
                }
                places.push(SetupPlace {
                    hex,
                    side,
                    sp: place.sp,
                    depot: place.depot,
                    fort: place.fort,
                    fortress: place.fortress,
                    river_nsp: place.river_nsp,
                    ocean_nsp: place.ocean_nsp,
                });
            }
        }
        Ok(Setup { places })
    }

    /// Everything of both sides.
    pub fn all(&self) -> &[SetupPlace] {
        &self.places
    }

    /// The places of one side.
    pub fn places(&self, side: Side) -> impl Iterator<Item = &SetupPlace> {
        self.places.iter().filter(move |place| place.side == side)
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

pub(super) fn town(map: &Map, what: &str, place: &str) -> Result<Hex, ScenarioError> {
    let unknown = || ScenarioError::UnknownPlace { what: what.to_owned(), place: place.to_owned() };
    Ok(map.city_by_name(place).ok_or_else(unknown)?.hex)
}

fn row<T>(rows: &[T], turn: u32) -> Option<&T> {
    rows.get(usize::try_from(turn).ok()?.checked_sub(1)?)
}

/// Rows are numbered 1, 2, 3 without holes.
fn numbered(what: &'static str, rows: impl Iterator<Item = u32>) -> Result<(), ScenarioError> {
    for (expected, found) in (1..).zip(rows) {
        if found != expected {
            return Err(ScenarioError::MissingTurn { what, expected, found });
        }
    }
    Ok(())
}
