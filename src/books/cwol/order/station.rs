//! Where a ship goes at sea, and what it does there: the ruling on ships at sea.

use serde::{Deserialize, Serialize};

use super::super::scenario::Scenario;
use super::change::Called;
use super::commerce::Mission;
use super::force::ForceKind;

/// An order of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Station {
    pub ship: Called,
    pub at: Anchorage,
    /// None: off a port what it does already, in a harbour nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<Mission>,
}

/// Where it is to lie. Ports are named by their ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anchorage {
    /// In the waters off a port.
    Off(String),
    /// In its harbour.
    In(String),
    /// In the harbour of its base, wherever that is.
    Base,
}

impl Station {
    /// Whether it is for a ship that never goes to sea (SNNM 2.1).
    pub fn is_of_rivers(&self) -> bool {
        !matches!(self.ship.kind, ForceKind::Ship(class) if !class.is_of_rivers())
    }

    /// Why such a ship does not.
    pub fn why_of_rivers(&self) -> String {
        format!("{} is built for rivers: IC, FR, SL and TR go to sea.", self.ship.name())
    }

    /// Whether it is for transports, which do nothing to commerce.
    pub fn is_of_transports(&self) -> bool {
        matches!(self.ship.kind, ForceKind::Ship(class) if class.is_group())
    }

    /// The canonical words.
    pub fn words(&self, scenario: &Scenario) -> String {
        let name = self.ship.name();
        let place = match &self.at {
            Anchorage::Off(port) => format!("station {name} off {}", scenario.city_name(port)),
            Anchorage::In(port) => format!("station {name} in {}", scenario.city_name(port)),
            Anchorage::Base => format!("return {name} to base"),
        };
        match self.mission {
            None => place,
            // The words of both rules: a blockade is what ships that ignore commerce do.
            Some(Mission::Ignore) => format!("{place}, blockade, ignore commerce"),
            Some(mission) => format!("{place}, {}", mission.word()),
        }
    }
}
