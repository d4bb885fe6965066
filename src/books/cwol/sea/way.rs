//! How ships go at sea: from a harbour to its waters, to their sea area, and from area to area, a step each.

use std::collections::{BTreeMap, VecDeque};

use super::super::berth::Berth;
use super::super::counted::counted;
use super::super::scenario::{PortKind, Scenario};
use super::bound::Bound;

impl Bound {
    /// The place itself; none: no sea lies before the port.
    pub fn berth<'a>(&'a self, scenario: &'a Scenario) -> Option<Berth<'a>> {
        let waters = scenario.waters(&self.port)?;
        Some(if self.is_in { Berth::Harbor(&self.port) } else { Berth::Waters(&waters.waters) })
    }
}

/// The shortest way, without the place where it begins; of several as short the one through areas that are listed first. None: there
/// is none.
pub fn way<'a>(scenario: &'a Scenario, from: Berth<'a>, to: Berth<'a>) -> Option<Vec<Berth<'a>>> {
    let mut came_from = BTreeMap::from([(from, from)]);
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front().filter(|_| !came_from.contains_key(&to)) {
        for next in next_to(scenario, at) {
            came_from.entry(next).or_insert_with(|| {
                open.push_back(next);
                at
            });
        }
    }
    let (mut way, mut at) = (Vec::new(), to);
    while at != from {
        way.push(at);
        at = *came_from.get(&at)?;
    }
    way.reverse();
    Some(way)
}

/// "5 steps, 2 turns".
pub fn how_far(scenario: &Scenario, steps: usize) -> String {
    let steps = u32::try_from(steps).unwrap_or(u32::MAX);
    let turns = steps.div_ceil(scenario.tables().sailing.steps.max(1));
    format!("{}, {}", counted(steps, "step", "steps"), counted(turns, "turn", "turns"))
}

/// Whether ships come into a port from the sea: those of rivers have no way to it (SNNM 1.1).
pub fn is_harbor(scenario: &Scenario, port: &str) -> bool {
    scenario.city(port).is_some_and(|city| city.port == Some(PortKind::Ocean)) && scenario.waters(port).is_some()
}

/// What lies a step away.
fn next_to<'a>(scenario: &'a Scenario, at: Berth<'a>) -> Vec<Berth<'a>> {
    let rows = scenario.given.waters.iter();
    match at {
        Berth::Harbor(port) => {
            let own = rows.filter(|row| row.port == port && is_harbor(scenario, port));
            own.map(|row| Berth::Waters(&row.waters)).collect()
        }
        Berth::Waters(name) => {
            let own: Vec<_> = rows.filter(|row| row.waters == name).collect();
            let sea = own.first().map(|row| Berth::Sea(&row.sea));
            let harbors = own.iter().filter(|row| is_harbor(scenario, &row.port));
            sea.into_iter().chain(harbors.map(|row| Berth::Harbor(&row.port))).collect()
        }
        Berth::Sea(name) => {
            let area = scenario.given.seas.iter().find(|sea| sea.name == name);
            let areas = area.into_iter().flat_map(|sea| &sea.to).map(|next| Berth::Sea(next));
            areas.chain(rows.filter(|row| row.sea == name).map(|row| Berth::Waters(&row.waters))).collect()
        }
        Berth::River(_) => Vec::new(),
    }
}
