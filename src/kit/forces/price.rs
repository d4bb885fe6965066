//! What soldiers and batteries cost, each so many men or a part of them. Knows no money.

use serde::{Deserialize, Serialize};

use crate::amount::Amount;

/// What soldiers and batteries cost who join a unit or make one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Each so many men, or a part of them,
    pub per: u32,
    /// cost so much.
    pub men: Amount,
    /// And a battery so much.
    pub battery: Amount,
}

impl Price {
    /// The price of so many men and batteries.
    pub fn of(&self, men: u32, batteries: u32) -> Amount {
        self.men.times(i64::from(men.div_ceil(self.per.max(1)))) + self.battery.times(i64::from(batteries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slag_5_14_a_regiment_costs_sixty_and_crew_go_by_twenty() {
        let price = Price { per: 600, men: Amount::whole(60), battery: Amount::whole(60) };
        assert_eq!((price.of(1200, 0), price.of(0, 1)), (Amount::whole(120), Amount::whole(60)));
        let crew = Price { per: 20, men: Amount::whole(1), battery: Amount::ZERO };
        assert_eq!([0, 20, 21].map(|men| crew.of(men, 0)), [0, 1, 2].map(Amount::whole));
    }

    #[test]
    fn sow_4_14_prices_go_by_the_part_of_five_hundred_and_two_hundred_and_fifty() {
        let price = |per, men| Price { per, men: Amount::whole(men), battery: Amount::whole(20) };
        let parts = [price(500, 20).of(501, 0), price(500, 24).of(1200, 0), price(250, 50).of(251, 0)];
        assert_eq!(parts, [40, 72, 100].map(Amount::whole));
        assert_eq!([price(500, 20).of(3000, 0), price(500, 20).of(4000, 1)], [120, 180].map(Amount::whole));
    }
}
