//! Units and ships by their names.

use serde::{Deserialize, Serialize};

use super::super::side::{Class, Kind, Side};

/// A unit or a ship by its name: US1IN, CSGB2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    pub side: Side,
    pub number: u32,
    pub kind: ForceKind,
}

/// The order of names of units and ships: by kind, then by number.
pub fn by_kind_and_number(name: &str) -> (String, u32) {
    let kind = name.chars().filter(|sign| !sign.is_ascii_digit()).collect();
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    (kind, digits.parse().unwrap_or(0))
}

/// What it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ForceKind {
    Unit(Kind),
    Ship(Class),
}

impl ForceKind {
    /// Its letters in names: IN, GB.
    pub fn code(self) -> &'static str {
        match self {
            ForceKind::Unit(kind) => kind.code(),
            ForceKind::Ship(class) => class.code(),
        }
    }
}

impl Force {
    /// What a name names.
    pub fn named(name: &str) -> Option<Force> {
        let side = Side::BOTH.into_iter().find(|side| name.starts_with(side.code()))?;
        let rest = name.get(side.code().len()..)?;
        let digits: String = rest.chars().filter(char::is_ascii_digit).collect();
        let code: String = rest.chars().filter(|sign| !sign.is_ascii_digit()).collect();
        let unit = Kind::ALL.iter().copied().find(|kind| kind.code() == code).map(ForceKind::Unit);
        let ship = || Class::ALL.iter().copied().find(|class| class.code() == code).map(ForceKind::Ship);
        let force = Force { side, number: digits.parse().ok()?, kind: unit.or_else(ship)? };
        (force.name() == name).then_some(force)
    }

    /// As it is written: units `US1IN`, ships `USGB1`.
    pub fn name(self) -> String {
        match self.kind {
            ForceKind::Unit(kind) => format!("{}{}{kind}", self.side, self.number),
            ForceKind::Ship(class) => format!("{}{class}{}", self.side, self.number),
        }
    }
}
