//! Groups of transports, which are counted by what they carry, and their union. Knows no port.

use serde::{Deserialize, Serialize};

/// A group of transports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transports {
    /// Men they carry.
    pub capacity: u32,
    /// Stores aboard.
    pub stores: u32,
    /// Points of damage.
    pub damage: u32,
}

/// Two groups would be larger than one may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// Their capacity together.
    pub would_be: u32,
    /// What a group may have.
    pub most: u32,
}

impl Transports {
    /// Makes one group of two, unless that would be too large. Stores and damage are plain means, rounded down.
    pub fn merge(self, other: Transports, most: u32) -> Result<Transports, TooLarge> {
        let capacity = self.capacity.saturating_add(other.capacity);
        if capacity > most {
            return Err(TooLarge { would_be: capacity, most });
        }
        let (stores, damage) = (self.stores.midpoint(other.stores), self.damage.midpoint(other.damage));
        Ok(Transports { capacity, stores, damage })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(capacity: u32, stores: u32, damage: u32) -> Transports {
        Transports { capacity, stores, damage }
    }

    #[test]
    fn slag_5_13_two_groups_may_carry_twenty_thousand_and_average_their_stores() {
        assert_eq!(group(12_000, 24, 1).merge(group(8_000, 7, 2), 20_000), Ok(group(20_000, 15, 1)));
        let refusal = group(12_000, 24, 0).merge(group(8_001, 24, 0), 20_000);
        assert_eq!(refusal, Err(TooLarge { would_be: 20_001, most: 20_000 }));
    }

    #[test]
    fn sow_3_3d_groups_raised_in_two_ports_become_a_larger_one() {
        assert_eq!(group(10_000, 24, 0).merge(group(3_500, 24, 0), 20_000).map(|both| both.capacity), Ok(13_500));
    }
}
