//! The leaders of both sides, as the campaign file lists them and as play needs them.

use serde::{Deserialize, Serialize};

use super::campaign::{CampaignSource, town};
use super::check::ScenarioError;
use super::map::Map;
use super::words::{Account, Arm, Side};
use board::Hex;

/// A leader as the file lists him.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderSource {
    /// Canonical name, unique: `J. Johnston`.
    pub name: String,
    /// Stars, 1 to 3.
    pub stars: u32,
    /// What he leads.
    pub arm: Arm,
    /// 2 is best.
    pub initiative: i32,
    /// Rating in the field.
    pub tactical: i32,
    /// Rating at the head of an army.
    pub strategic: i32,
    /// The turn he appears; 0 is on the map at the start.
    pub enters: u32,
    /// Where he stands at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The pool planned for him.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Account>,
    /// Whether a promotion counter exists.
    pub counter: bool,
    /// The surname, when the canonical name is more than that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surname: Option<String>,
    /// First names and initials.
    pub forenames: String,
    /// What else he is called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
}

/// The place of a leader in the roster: the Union's first, then the Confederacy's, each by seniority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeaderId(pub u8);

/// Where a leader begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Station {
    /// On the map.
    At(Hex),
    /// In a pool, from the turn he enters.
    Pool(Account),
}

/// A leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderSpec {
    /// Canonical name, unique.
    pub name: String,
    /// Whom he serves.
    pub side: Side,
    /// Stars, 1 to 3.
    pub stars: u32,
    /// What he leads.
    pub arm: Arm,
    /// 2 is best.
    pub initiative: i32,
    /// Rating in the field.
    pub tactical: i32,
    /// Rating at the head of an army.
    pub strategic: i32,
    /// The turn he appears; 0 is on the map at the start.
    pub enters: u32,
    /// Where he begins.
    pub station: Station,
    /// Whether a promotion counter exists.
    pub has_promotion_counter: bool,
    /// Surname, for reading orders.
    pub surname: String,
    /// First names and initials, for reading orders.
    pub forenames: String,
    /// What else he is called.
    pub aliases: Vec<String>,
}

/// All leaders.
#[derive(Clone, Debug)]
pub struct Roster {
    leaders: Vec<LeaderSpec>,
}

impl Roster {
    pub(super) fn build(source: &CampaignSource, map: &Map) -> Result<Roster, ScenarioError> {
        let mut leaders = Vec::new();
        for side in Side::BOTH {
            for leader in &source.leaders[side] {
                leaders.push(LeaderSpec::build(leader, side, map)?);
            }
        }
        if leaders.len() > usize::from(u8::MAX) {
            return Err(ScenarioError::TooMany { what: "leaders", count: leaders.len() });
        }
        Ok(Roster { leaders })
    }

    /// All leaders in order of side and seniority.
    pub fn leaders(&self) -> impl Iterator<Item = (LeaderId, &LeaderSpec)> {
        self.leaders.iter().enumerate().map(|(place, leader)| (LeaderId(place as u8), leader))
    }

    /// A leader.
    pub fn leader(&self, id: LeaderId) -> Option<&LeaderSpec> {
        self.leaders.get(usize::from(id.0))
    }

    /// The leader of exactly this canonical name.
    pub fn by_name(&self, name: &str) -> Option<(LeaderId, &LeaderSpec)> {
        self.leaders().find(|(_, leader)| leader.name == name)
    }

    /// The leaders of a side who appear in a turn, in order of appearance.
    pub fn entering(&self, side: Side, turn: u32) -> impl Iterator<Item = (LeaderId, &LeaderSpec)> {
        self.leaders().filter(move |(_, leader)| leader.side == side && leader.enters == turn)
    }
}

impl LeaderSpec {
    fn build(source: &LeaderSource, side: Side, map: &Map) -> Result<LeaderSpec, ScenarioError> {
        let station = match (source.enters, &source.at, source.pool) {
            (0, Some(place), None) => Station::At(town(map, &source.name, place)?),
            (1.., None, Some(pool)) => Station::Pool(pool),
            _ => {
                return Err(ScenarioError::Unplaced { leader: source.name.clone(), enters: source.enters });
            }
        };
        Ok(LeaderSpec {
            name: source.name.clone(),
            side,
            stars: source.stars,
            arm: source.arm,
            initiative: source.initiative,
            tactical: source.tactical,
            strategic: source.strategic,
            enters: source.enters,
            station,
            has_promotion_counter: source.counter,
            surname: source.surname.clone().unwrap_or_else(|| source.name.clone()),
            forenames: source.forenames.clone(),
            aliases: source.aliases.clone(),
        })
    }
}
