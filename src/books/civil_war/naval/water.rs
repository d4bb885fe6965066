//! A place where ships lie: a hex of the sea, or the side of two hexes on a navigable river (D22).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use board::Hex;

/// Where ships lie. Written "5213" at sea and "1914/1915" on a river.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Water {
    /// A side of a hex, the lower hex first.
    River(Hex, Hex),
    /// A hex of the sea.
    Sea(Hex),
}

impl Water {
    /// The side between two hexes.
    pub fn between(one: Hex, other: Hex) -> Water {
        Water::River(one.min(other), one.max(other))
    }

    /// A hex by which it is found on a map: the lower of the two on a river.
    pub fn hex(self) -> Hex {
        match self {
            Water::River(hex, _) | Water::Sea(hex) => hex,
        }
    }

    /// The hexes on either side of a river; none at sea.
    pub fn banks(self) -> impl Iterator<Item = Hex> {
        let banks = match self {
            Water::River(one, other) => [Some(one), Some(other)],
            Water::Sea(_) => [None, None],
        };
        banks.into_iter().flatten()
    }

    /// Whether it is on a river.
    pub fn is_river(self) -> bool {
        matches!(self, Water::River(..))
    }
}

impl fmt::Display for Water {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Water::River(one, other) => write!(out, "{one}/{other}"),
            Water::Sea(hex) => write!(out, "{hex}"),
        }
    }
}

impl FromStr for Water {
    type Err = String;

    fn from_str(text: &str) -> Result<Water, String> {
        let hex = |text: &str| text.parse::<Hex>().map_err(|why| why.to_string());
        match text.split_once('/') {
            None => hex(text).map(Water::Sea),
            Some((one, other)) => {
                let (one, other) = (hex(one)?, hex(other)?);
                if one.distance(other) == 1 {
                    Ok(Water::between(one, other))
                } else {
                    Err(format!("{one} and {other} share no side"))
                }
            }
        }
    }
}

impl Serialize for Water {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Water {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Water, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d22_a_location_is_written_as_one_hex_or_as_the_side_of_two() {
        for text in ["5213", "1914/1915"] {
            assert_eq!(text.parse::<Water>().unwrap().to_string(), text);
        }
        assert_eq!("1915/1914".parse::<Water>().unwrap().to_string(), "1914/1915");
        assert!("1914/1920".parse::<Water>().is_err() && "here".parse::<Water>().is_err());
    }
}
