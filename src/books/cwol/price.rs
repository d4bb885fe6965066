//! What things cost, new and a turn (SLAG 5.2, 5.5, 6.1-6.3; D43, D44, D60).

use kit::amount::{Amount, Rounding, Share};
use kit::funds::Purchase;
use kit::upkeep::{Basis, Body, ByDuty, Duty, Rate};

use super::order::Weapons;
use super::scenario::{Cost, Scenario};
use super::side::{Class, Kind};
use super::state::{Ship, Unit};

/// The make-up of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MakeUp {
    pub kind: Kind,
    pub regiments: u32,
    pub batteries: u32,
}

impl MakeUp {
    /// Its men when it is new.
    pub fn men(self, scenario: &Scenario) -> u32 {
        let men = &scenario.tables().men;
        let regiments = self.kind.regiments_of().map_or(0, |arm| men.of(arm) * self.regiments);
        let batteries = self.kind.batteries_of().map_or(0, |arm| men.of(arm) * self.batteries);
        regiments + batteries + men.of_whole(self.kind)
    }

    /// What it costs new.
    pub fn price(self, scenario: &Scenario) -> Cost {
        let Some(row) = scenario.tables().units.get(&self.kind) else { return Cost::default() };
        row.whole.and(row.regiment.times(self.regiments)).and(row.battery.times(self.batteries))
    }

    /// In words: "IN of 4 regiments and 1 battery".
    pub fn words(self) -> String {
        let part = |count: u32, one: &str, many: &str| {
            (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { many }))
        };
        let parts = [part(self.regiments, "regiment", "regiments"), part(self.batteries, "battery", "batteries")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match parts.is_empty() {
            true => self.kind.to_string(),
            false => format!("{} of {}", self.kind, parts.join(" and ")),
        }
    }
}

/// What better weapons cost a unit that has served (9.2): arms for the men of its regiments, cannon for its batteries.
pub fn weapons_of_unit(scenario: &Scenario, unit: &Unit, weapons: Weapons) -> Cost {
    weapons_of_served(scenario, (unit.kind, unit.men, unit.batteries), weapons)
}

/// The same by its kind, its men and its batteries.
pub fn weapons_of_served(scenario: &Scenario, (kind, men, batteries): (Kind, u32, u32), weapons: Weapons) -> Cost {
    let crew = kind.batteries_of().map_or(0, |arm| scenario.tables().men.of(arm));
    let men = men.saturating_sub(crew * batteries);
    weapons_price(scenario, (kind, men, batteries), weapons, false)
}

/// What they cost a new unit of a make-up.
pub fn weapons_of_new(scenario: &Scenario, make_up: MakeUp, weapons: Weapons) -> Cost {
    let men = make_up.kind.regiments_of().map_or(0, |arm| scenario.tables().men.of(arm) * make_up.regiments);
    weapons_price(scenario, (make_up.kind, men, make_up.batteries), weapons, true)
}

fn weapons_price(scenario: &Scenario, unit: (Kind, u32, u32), weapons: Weapons, is_new: bool) -> Cost {
    let (kind, men, batteries) = unit;
    let Some(row) = scenario.tables().weapons.get(&kind) else { return Cost::default() };
    let age = |existing: Cost, new: Cost| if is_new { new } else { existing };
    // D60: a part of the men costs as much as all of them.
    let arms = row.arms.as_ref().filter(|_| weapons.arms);
    let arms = arms.map(|row| age(row.existing, row.new).times(men.div_ceil(row.men.max(1))));
    let cannon = row.cannon.as_ref().filter(|_| weapons.cannon);
    let cannon = cannon.map(|row| age(row.existing, row.new).times(batteries));
    arms.unwrap_or_default().and(cannon.unwrap_or_default())
}

/// What a level of a fortification costs (8.3): nothing for the lower ones where a unit with experience builds.
pub fn fort_price(scenario: &Scenario, level: u32, experience: Option<u32>) -> Amount {
    let table = &scenario.tables().forts;
    let place = usize::try_from(level).unwrap_or(usize::MAX).saturating_sub(1);
    let is_free = table.free.get(place).zip(experience).is_some_and(|(least, has)| has >= *least);
    if is_free { Amount::ZERO } else { Amount::whole(table.per_level).times(i64::from(level)) }
}

/// What buying greenbacks back takes (1.3, D13): gold, and notes, at so many notes for 100 of gold.
pub fn buy_back_price(amount: Amount, is_paper: bool, value: i64) -> (Amount, Amount) {
    match is_paper {
        true => (amount.share(Share::new(100, value.max(1)), Rounding::Up), amount),
        false => (amount, amount.share(Share::new(value, 100), Rounding::Down)),
    }
}

/// What a unit costs a turn (6.1, 6.2).
pub fn unit_upkeep(scenario: &Scenario, unit: &Unit) -> Cost {
    let make_up = MakeUp { kind: unit.kind, regiments: unit.regiments, batteries: unit.batteries };
    upkeep(scenario, make_up, unit.men, unit.is_active)
}

fn upkeep(scenario: &Scenario, make_up: MakeUp, men: u32, is_active: bool) -> Cost {
    let Some(row) = scenario.tables().units.get(&make_up.kind) else { return Cost::default() };
    let crew = make_up.kind.batteries_of().map_or(0, |arm| scenario.tables().men.of(arm));
    // Batteries of artillery are charged by the battery or by the men, whichever are more (6.1).
    let size = if row.attached.is_some() { men } else { men.max(crew * make_up.batteries) };
    let basis = row.upkeep.per.map_or(Basis::Unit, |per| Basis::Size { per, step: row.upkeep.step.unwrap_or(1) });
    let cost = Kept { active: row.upkeep.active, in_base: Cost::default(), inactive: row.upkeep.inactive };
    let attached = row.attached.as_ref().map_or_else(Kept::default, |row| Kept {
        active: row.active,
        in_base: Cost::default(),
        inactive: row.inactive,
    });
    let duty = if is_active { Duty::Active } else { Duty::Inactive };
    charge(basis, (cost, attached), Body { size, batteries: make_up.batteries }, duty)
}

/// What something costs by how it is kept, in both measures.
#[derive(Clone, Copy, Default)]
struct Kept {
    active: Cost,
    in_base: Cost,
    inactive: Cost,
}

/// A charge for a turn: the same rule in eagles and in MPs.
fn charge(basis: Basis, (cost, attached): (Kept, Kept), body: Body, duty: Duty) -> Cost {
    let in_measure = |of: fn(Cost) -> Amount| {
        let by =
            |kept: Kept| ByDuty { active: of(kept.active), in_base: of(kept.in_base), inactive: of(kept.inactive) };
        Rate { basis, cost: by(cost), attached: by(attached) }.charge(body, duty, 1)
    };
    Cost { eagles: in_measure(|cost| cost.eagles), mp: in_measure(|cost| cost.mp) }
}

/// What a ship costs a turn (6.3): less in the harbour of its base, nothing laid up.
pub fn ship_upkeep(scenario: &Scenario, ship: &Ship) -> Cost {
    if let Some(capacity) = ship.capacity {
        // SLAG 6.3: transports cost the same wherever they are.
        return if ship.is_active { group_upkeep(scenario, ship.class, capacity) } else { Cost::default() };
    }
    let Some(row) = scenario.tables().ships.get(&ship.class) else { return Cost::default() };
    let cost = Kept { active: row.at_sea, in_base: row.in_base, inactive: Cost::default() };
    let duty = match (ship.is_active, ship.is_in_base()) {
        (false, _) => Duty::Inactive,
        (true, true) => Duty::InBase,
        (true, false) => Duty::Active,
    };
    charge(Basis::Unit, (cost, Kept::default()), Body { size: 1, batteries: 0 }, duty)
}

/// What a group of transports costs a turn, for each thousand of capacity or a part of it (6.3, D60).
fn group_upkeep(scenario: &Scenario, class: Class, capacity: u32) -> Cost {
    let table = &scenario.tables().transports;
    let Some(row) = table.kinds.get(&class) else { return Cost::default() };
    let cost = Kept { active: row.upkeep, ..Kept::default() };
    let per = table.per.max(1);
    charge(Basis::Size { per, step: per }, (cost, Kept::default()), Body { size: capacity, batteries: 0 }, Duty::Active)
}

/// What it costs new (D43).
pub fn group_price(scenario: &Scenario, class: Class, capacity: u32) -> Cost {
    let table = &scenario.tables().transports;
    let row = table.kinds.get(&class);
    row.map_or_else(Cost::default, |row| row.price.times(capacity.div_ceil(table.per.max(1))))
}

/// An order for one.
pub fn purchase_of_group(scenario: &Scenario, class: Class, capacity: u32) -> Purchase {
    purchase(scenario, 1, group_price(scenario, class, capacity), group_upkeep(scenario, class, capacity))
}

/// How many men a crew has at most (5.9): of a group what it carries.
pub fn largest_crew(scenario: &Scenario, class: Class, capacity: Option<u32>) -> u32 {
    capacity.unwrap_or_else(|| scenario.tables().ships.get(&class).map_or(0, |row| row.crew))
}

/// An order for units, as the test of funds takes it (5.5, D44).
pub fn purchase_of_units(scenario: &Scenario, make_up: MakeUp, weapons: Weapons, count: u32) -> Purchase {
    let upkeep = upkeep(scenario, make_up, make_up.men(scenario), true);
    let price = make_up.price(scenario).and(weapons_of_new(scenario, make_up, weapons));
    purchase(scenario, count, price, upkeep)
}

/// An order for ships.
pub fn purchase_of_ships(scenario: &Scenario, class: Class, count: u32) -> Purchase {
    let row = scenario.tables().ships.get(&class);
    let (price, upkeep) = row.map_or_else(Default::default, |row| (row.price, row.at_sea));
    purchase(scenario, count, price, upkeep)
}

fn purchase(scenario: &Scenario, count: u32, price: Cost, upkeep: Cost) -> Purchase {
    let mp = upkeep.mp.share(scenario.tables().fund.mp_value, Rounding::HalfUp);
    Purchase { count, price: price.eagles, upkeep: upkeep.eagles + mp }
}
