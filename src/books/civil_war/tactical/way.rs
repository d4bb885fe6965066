//! Marches over the map: what a step costs and the cheapest way within an allowance (D14).
//! Knows ground, not troops: the caller says which hexes are closed and which are to be shunned.

use std::collections::BTreeSet;

use board::paths::{self, Cost};
use board::{Hex, paths::Path};

use super::super::scenario::Scenario;

/// What limits a march.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// Movement points.
    pub allowance: u32,
    /// Whether one may go from a hex to the next at all.
    pub is_open: &'a dyn Fn(Hex, Hex) -> bool,
    /// Hexes to go round, unless the order names them or there is no other way.
    pub shunned: &'a BTreeSet<Hex>,
}

/// Why there is no way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoWay {
    /// The cheapest way costs more than the allowance.
    TooFar {
        /// What it costs.
        needed: u32,
        /// The farthest hex on it within the allowance.
        reach: Hex,
    },
    /// No way leads there, however long.
    Closed,
}

/// Movement points for one step; `None` for sea and off the map.
fn step_cost(scenario: &Scenario, from: Hex, to: Hex) -> Option<Cost> {
    let tile = scenario.map.hex(to)?;
    let movement = &scenario.tables.movement;
    let ground = movement.enter.cost(tile.terrain, tile.gap)?;
    let has_river = scenario.map.river_between(from, to).is_some() && !scenario.map.has_rail_edge(from, to);
    Some(if has_river { ground + movement.river } else { ground })
}

/// So many hexes weigh as much as one movement point: among ways of one cost the one of fewest hexes is taken, which is
/// what whoever marches on the next hex means.
const HEXES_A_POINT: Cost = 1 << 10;

/// The cheapest way from a hex by all `stops` in order, of equally cheap ones that of fewest hexes; one step is always
/// possible (D14).
pub fn find(scenario: &Scenario, terms: &Terms, from: Hex, stops: &[Hex]) -> Result<Vec<Hex>, NoWay> {
    let shunning = |budget| through(scenario, terms, from, stops, budget, true);
    let straight = |budget| through(scenario, terms, from, stops, budget, false);
    let round = shunning(terms.allowance);
    // Where nothing is shunned both are the same.
    if let Some(path) = round.or_else(|| straight(terms.allowance).filter(|_| !terms.shunned.is_empty())) {
        return Ok(path.nodes);
    }
    if let Some(path) = single_step(scenario, terms, from, stops) {
        return Ok(path);
    }
    let path = straight(Cost::MAX).ok_or(NoWay::Closed)?;
    Err(NoWay::TooFar { needed: path.cost, reach: farthest(scenario, terms, &path.nodes) })
}

fn through(
    scenario: &Scenario,
    terms: &Terms,
    from: Hex,
    stops: &[Hex],
    budget: Cost,
    shun: bool,
) -> Option<Path<Hex>> {
    let mut whole = Path { nodes: vec![from], cost: 0 };
    let budget = budget.saturating_mul(HEXES_A_POINT).saturating_add(HEXES_A_POINT - 1);
    for stop in stops {
        let at = *whole.nodes.last()?;
        let is_barred = |hex: &Hex| shun && terms.shunned.contains(hex) && hex != stop;
        let steps = |hex: Hex| {
            let next = scenario.map.neighbours(hex).filter(move |next| (terms.is_open)(hex, *next) && !is_barred(next));
            next.filter_map(move |next| Some((next, step_cost(scenario, hex, next)? * HEXES_A_POINT + 1)))
        };
        let least_step = least_step(scenario) * HEXES_A_POINT + 1;
        let least = |hex: Hex| hex.distance(*stop).saturating_mul(least_step);
        let leg = paths::within(at, *stop, budget - whole.cost, least, steps)?;
        whole.nodes.extend(leg.nodes.into_iter().skip(1));
        whole.cost += leg.cost;
    }
    whole.cost /= HEXES_A_POINT;
    Some(whole)
}

/// What any step costs at the very least.
fn least_step(scenario: &Scenario) -> Cost {
    let enter = &scenario.tables.movement.enter;
    [enter.clear, enter.forest, enter.swamp, enter.gap, enter.mountain].into_iter().min().unwrap_or(0)
}

/// "At least one hex may always be entered."
fn single_step(scenario: &Scenario, terms: &Terms, from: Hex, stops: &[Hex]) -> Option<Vec<Hex>> {
    let [to] = stops else { return None };
    let is_step = scenario.tables.movement.least_hexes >= 1 && from.distance(*to) == 1;
    (is_step && scenario.map.is_land(*to) && (terms.is_open)(from, *to)).then(|| vec![from, *to])
}

fn farthest(scenario: &Scenario, terms: &Terms, nodes: &[Hex]) -> Hex {
    let mut spent = 0;
    let mut reach = nodes[0];
    for step in nodes.windows(2) {
        spent += step_cost(scenario, step[0], step[1]).unwrap_or(0);
        if spent > terms.allowance {
            break;
        }
        reach = step[1];
    }
    reach
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(id: &str) -> Hex {
        id.parse().expect("a hex")
    }

    fn find_open(allowance: u32, from: &str, stops: &[&str]) -> Result<Vec<Hex>, NoWay> {
        let scenario = Scenario::embedded().expect("the scenario");
        let stops: Vec<_> = stops.iter().map(|id| hex(id)).collect();
        let terms = Terms { allowance, is_open: &|_, _| true, shunned: &BTreeSet::new() };
        find(&scenario, &terms, hex(from), &stops)
    }

    #[test]
    fn d14_washington_to_richmond_is_just_one_march() {
        let path = find_open(5, "5009", &["4913"]).expect("a way");
        assert_eq!((path.first(), path.last()), (Some(&hex("5009")), Some(&hex("4913"))));
    }

    #[test]
    fn d14_a_way_beyond_the_allowance_is_refused_with_its_cost() {
        let Err(NoWay::TooFar { needed, reach }) = find_open(5, "2617", &["2624"]) else { panic!("must be too far") };
        assert!(needed > 5 && reach != hex("2624"));
    }

    #[test]
    fn d14_one_hex_may_always_be_entered() {
        assert_eq!(find_open(0, "4910", &["4911"]), Ok(vec![hex("4910"), hex("4911")]));
        assert!(find_open(0, "4910", &["4912"]).is_err());
    }

    #[test]
    fn a_way_goes_round_shunned_hexes_while_it_can() {
        let scenario = Scenario::embedded().expect("the scenario");
        let free = find_open(12, "4913", &["4909"]).expect("a way");
        let shunned = BTreeSet::from([free[1]]);
        let terms = Terms { allowance: 12, is_open: &|_, _| true, shunned: &shunned };
        let round = find(&scenario, &terms, hex("4913"), &[hex("4909")]).expect("a way");
        assert!(!round.contains(&free[1]));
        let tight = Terms { allowance: 0, is_open: &|_, _| true, shunned: &BTreeSet::from([hex("4912")]) };
        assert_eq!(find(&scenario, &tight, hex("4913"), &[hex("4912")]), Ok(vec![hex("4913"), hex("4912")]));
    }
}
