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
    let mut digits = name.chars().filter_map(|sign| sign.to_digit(10));
    let number = digits.try_fold(0_u32, |number, digit| number.checked_mul(10)?.checked_add(digit));
    (kind, number.unwrap_or(0))
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
        // Of units the number comes first, of ships the kind.
        let is_unit = rest.starts_with(|sign: char| sign.is_ascii_digit());
        let (head, tail) = rest.split_at(rest.find(|sign: char| sign.is_ascii_digit() != is_unit)?);
        let (digits, kind) = match is_unit {
            true => (head, Kind::ALL.iter().copied().find(|kind| kind.code() == tail).map(ForceKind::Unit)?),
            false => (tail, Class::ALL.iter().copied().find(|class| class.code() == head).map(ForceKind::Ship)?),
        };
        let is_as_written = digits == "0" || !digits.starts_with('0');
        Some(Force { side, number: digits.parse().ok().filter(|_| is_as_written)?, kind })
    }

    /// As it is written: units `US1IN`, ships `USGB1`.
    pub fn name(self) -> String {
        match self.kind {
            ForceKind::Unit(kind) => format!("{}{}{kind}", self.side, self.number),
            ForceKind::Ship(class) => format!("{}{class}{}", self.side, self.number),
        }
    }
}
