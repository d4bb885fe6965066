//! What the Treasury, the Presidents and the Governors order: units and ships of what is there, loans, a blockade, men.

use std::collections::BTreeMap;

use kit::amount::Amount;

use super::Player;
use crate::eagles::Eagles;
use crate::item::{Item, RegimentRow};
use crate::scenario::PortKind;
use crate::side::Side;

/// Below so much gold the Treasury borrows, and so much.
const LEAST_GOLD: i64 = 2_000;
const LOAN: i64 = 4_000;
/// Fields of a letter: builds of units and of ships at most.
const MOST_UNITS: usize = 8;
const MOST_SHIPS: usize = 3;

impl Player<'_> {
    /// The Treasury: units of the regiments that wait, ships, loans.
    pub(super) fn spend(&mut self) -> Vec<String> {
        let mut lines = self.form_units();
        lines.extend(self.build_ships());
        if !self.is_pregame() {
            lines.extend(self.borrow());
        }
        lines
    }

    fn form_units(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for (city, arms) in self.waiting() {
            let count = |arm: &str| arms.get(arm).copied().unwrap_or(0);
            let (infantry, batteries) = (count("infantry").min(5), count("battery"));
            if infantry >= 3 {
                lines.push(self.form("IN", infantry, batteries > 0, &city));
            }
            let cavalry = count("cavalry").min(5);
            if cavalry >= 3 {
                lines.push(self.form("CV", cavalry, false, &city));
            }
            if infantry < 3 && batteries >= 3 {
                lines.push(format!("build LA of {} batteries in {city}", batteries.min(4)));
            }
        }
        lines.truncate(MOST_UNITS);
        lines
    }

    fn form(&mut self, kind: &str, regiments: u32, with_battery: bool, city: &str) -> String {
        let battery = if with_battery { " and 1 battery" } else { "" };
        match self.throw(3) {
            1 => format!("build {kind} in {city}: {regiments} regiments{battery}"),
            2 => format!("form {kind} of {regiments} regiments{battery} at {city}"),
            _ => format!("build {kind} of {regiments} regiments{battery} in {city}"),
        }
    }

    /// Regiments and batteries that are ready, by city and arm.
    fn waiting(&self) -> BTreeMap<String, BTreeMap<String, u32>> {
        let rows = self.known.iter().find_map(|item| match item {
            Item::Regiments { waiting, is_bloc: false, .. } => Some(waiting.as_slice()),
            _ => None,
        });
        let mut cities: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
        for RegimentRow { city, arm, count, .. } in rows.unwrap_or_default() {
            *cities.entry(city.clone()).or_default().entry(arm.clone()).or_default() += count;
        }
        cities
    }

    /// Gunboats and river ironclads where there are yards on a river; before the war several, afterwards now and then.
    fn build_ships(&mut self) -> Vec<String> {
        let is_pregame = self.is_pregame();
        if !is_pregame && !self.happens_once_in(4) {
            return Vec::new();
        }
        let yards: Vec<String> = self.river_yards();
        let mut lines = Vec::new();
        for _ in 0..if is_pregame { MOST_SHIPS } else { 1 } {
            let port = self.pick(&yards);
            let class = if is_pregame { "GB" } else { self.pick(&["GB", "RI", "RG"]) };
            if !port.is_empty() {
                lines.push(format!("build 1 {class} at {port}"));
            }
        }
        lines
    }

    fn river_yards(&self) -> Vec<String> {
        let is_river = |id: &str| self.scenario.city(id).is_some_and(|city| city.port == Some(PortKind::River));
        let yards = self.held_by(self.side).into_iter().filter(|city| city.yards > 0 && is_river(&city.id));
        yards.map(|city| city.city.clone()).collect()
    }

    fn borrow(&self) -> Option<String> {
        let enough = Eagles(Amount::whole(LEAST_GOLD));
        let (gold, debt, ceiling) = self.known.iter().find_map(|item| match item {
            Item::Treasury { gold, debt, loan_ceiling, .. } => Some((*gold, *debt, *loan_ceiling)),
            _ => None,
        })?;
        let is_allowed = debt.0 + Amount::whole(LOAN) <= ceiling.0;
        (gold.0 < enough.0 && is_allowed).then(|| format!("borrow {LOAN}"))
    }

    /// The President of the Union declares the blockade; else he leaves it to his Secretaries.
    pub(super) fn proclaim(&mut self) -> Vec<String> {
        let own = self.side.name();
        let is_declared = self.known.iter().any(|item| matches!(item, Item::Blockade { side } if side == own));
        let is_time = self.side == Side::Union && !is_declared;
        is_time.then(|| "declare a blockade".to_owned()).into_iter().collect()
    }

    /// A Governor raises men of his States where his side holds a city of them.
    pub(super) fn raise(&mut self) -> Vec<String> {
        if !self.happens_once_in(3) {
            return Vec::new();
        }
        let held = self.held_by(self.side).into_iter();
        let own = held.filter(|city| self.states.contains(&city.state) && !city.is_besieged);
        let cities: Vec<String> = own.map(|city| city.city.clone()).collect();
        let city = self.pick(&cities);
        if city.is_empty() {
            return Vec::new();
        }
        let (count, arm) = self.pick(&[
            (4, "infantry regiments"),
            (3, "infantry regiments"),
            (3, "cavalry regiments"),
            (1, "battery"),
        ]);
        vec![format!("raise {count} {arm} in {city}")]
    }
}
