//! What an order costs, as its giver can know.

use kit::amount::Amount;

use super::super::order::Act;
use super::super::price::{MakeUp, group_price, weapons_of_new};
use super::super::scenario::{Cost, Scenario};
use super::super::side::{Kind, Pool};
use super::super::turn::pool_of;
use super::forces;
use super::known::Known;
use super::works::works_cost;

/// What an order costs as far as its words say.
pub(super) fn cost(scenario: &Scenario, known: &Known<'_>, act: &Act) -> Cost {
    let prices = &scenario.tables().prices;
    match act {
        Act::Form { count, kind, weapons, .. } => {
            let make_up = known.make_up(scenario, act).unwrap_or(MakeUp { kind: *kind, regiments: 0, batteries: 0 });
            make_up.price(scenario).and(weapons_of_new(scenario, make_up, *weapons)).times(*count)
        }
        Act::Establish { count, kind, .. } => {
            MakeUp { kind: *kind, regiments: 0, batteries: 0 }.price(scenario).times(*count)
        }
        Act::Charter { class, capacity, .. } => group_price(scenario, *class, *capacity),
        Act::LayDown { count, class, .. } => {
            scenario.tables().ships.get(class).map_or_else(Cost::default, |row| row.price.times(*count))
        }
        Act::BuySupplies { count, .. } => {
            Cost { eagles: Amount::whole(prices.supply).times(i64::from(*count)), mp: Amount::ZERO }
        }
        Act::BuyStores { count, .. } => {
            Cost { eagles: Amount::whole(prices.stores).times(i64::from(*count)), mp: Amount::ZERO }
        }
        Act::Change(change) => forces::cost(scenario, change),
        Act::Rise { regiments, .. } => {
            MakeUp { kind: Kind::Militia, regiments: *regiments, batteries: 0 }.price(scenario)
        }
        // Bounties are paid when the men come (4.3).
        Act::Raise { count, arm, pool, .. } if pool_of(*arm, *pool) == Pool::Bounty => {
            Cost { eagles: scenario.tables().bounty.of(*arm).times(i64::from(*count)), mp: Amount::ZERO }
        }
        Act::Raise { .. }
        | Act::Borrow { .. }
        | Act::Print { .. }
        | Act::Duty { .. }
        | Act::Commerce(_)
        | Act::Station(_)
        | Act::Sailing(_)
        | Act::Congress(_)
        | Act::Entry(_)
        | Act::Land(_) => Cost::default(),
        Act::Works(works) => works_cost(scenario, known, works),
    }
}
