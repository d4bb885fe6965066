//! Questions to the board as somebody knows it: who is at war, who holds and occupies what, which port may trade. The same
//! answers serve the receipt (from what the giver was told) and the deadline (from the state). What a state alone answers is
//! asked of `territory`; here is what needs the map and the tables beside it.

use super::super::order::{Holder, Tenure};
use super::super::power::Power;
use super::super::scenario::{City, Port, Scenario, Territory, TerritoryKind};
use super::super::state::{CityState, Party, PowerState, State, TerritoryState};
use super::super::territory;

/// The board: the map and what stands on it.
#[derive(Clone, Copy)]
pub struct Board<'a> {
    /// Map and tables.
    pub scenario: &'a Scenario,
    /// What is known of the state: all of it at the deadline, what the giver was told on a receipt.
    pub state: &'a State,
}

/// A territory whose values count, with who has it.
#[derive(Clone, Copy)]
pub struct Land<'a> {
    /// What is printed.
    pub territory: &'a Territory,
    /// Who has it, and how.
    pub held: &'a TerritoryState,
}

impl Land<'_> {
    /// Whether a power has it other than as a free state.
    pub fn is_own(&self, power: Power) -> bool {
        self.held.holder == Some(power) && self.held.tenure != Tenure::Free
    }
}

/// Why a port does not trade, as far as the board goes (8.2.1, D4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hindrance {
    /// It is blockaded.
    Blockaded,
    /// It is besieged.
    Besieged,
    /// An enemy is inside.
    EnemyInside,
    /// The capital of its territory is occupied without siege.
    CapitalTaken,
    /// The national capital of its controller is occupied without siege (both of Russia's).
    NationalCapitalTaken,
    /// It lies north of the ice line, and it is December.
    Ice,
    /// It lies on the Black Sea and has no leave.
    NoLeave,
}

impl Hindrance {
    /// In words, after "does not trade: ".
    pub fn words(self) -> &'static str {
        match self {
            Hindrance::Blockaded => "blockaded",
            Hindrance::Besieged => "besieged",
            Hindrance::EnemyInside => "an enemy is inside",
            Hindrance::CapitalTaken => "the capital of its territory is occupied",
            Hindrance::NationalCapitalTaken => "the national capital is occupied",
            Hindrance::Ice => "north of the ice line in December",
            Hindrance::NoLeave => "no leave for the Black Sea",
        }
    }
}

impl<'a> Board<'a> {
    /// The board of a scenario and a state.
    pub fn new(scenario: &'a Scenario, state: &'a State) -> Board<'a> {
        Board { scenario, state }
    }

    /// The powers still in the game, in the order of reports.
    pub fn powers(&self) -> Vec<Power> {
        Power::ALL.into_iter().filter(|power| self.is_in_play(*power)).collect()
    }

    /// Whether a power is still in the game (8.7).
    pub fn is_in_play(&self, power: Power) -> bool {
        territory::is_in_play(self.state, power)
    }

    /// A power's own row.
    pub fn power(&self, power: Power) -> Option<&'a PowerState> {
        self.state.powers.get(&power)
    }

    /// Whether a power's marker has so far to fall: what is paid in political points is paid whole (8.4.3, 8.8.4), though
    /// what is lost is held by the end of the display (D11).
    pub fn can_pay(&self, power: Power, points: u32) -> bool {
        self.power(power).is_some_and(|own| own.status > points)
    }

    /// Whether two powers are at war.
    pub fn at_war(&self, one: Power, other: Power) -> bool {
        territory::at_war(self.state, one, other)
    }

    /// The powers at war with one.
    pub fn enemies(&self, power: Power) -> Vec<Power> {
        self.powers().into_iter().filter(|other| self.at_war(power, *other)).collect()
    }

    /// Whether a minor country is separately at war with a power (D1).
    pub fn minor_at_war(&self, minor: &str, power: Power) -> bool {
        territory::country_at_war(self.scenario, self.state, minor, &Party::Power(power))
    }

    /// Whether two powers are allies.
    pub fn are_allies(&self, one: Power, other: Power) -> bool {
        territory::are_allies(self.state, one, other)
    }

    /// The allies of a power.
    pub fn allies(&self, power: Power) -> Vec<Power> {
        self.powers().into_iter().filter(|other| self.are_allies(power, *other)).collect()
    }

    /// Every territory whose own values count, with who has it.
    pub fn lands(&self) -> impl Iterator<Item = Land<'a>> + 'a {
        let state = self.state;
        let held = move |territory: &'a Territory| state.territories.get(&territory.name);
        self.scenario.map.valued().filter_map(move |territory| Some(Land { territory, held: held(territory)? }))
    }

    /// A territory with who has it; a country with districts stands for itself.
    pub fn land(&self, name: &str) -> Option<Land<'a>> {
        let territory = self.scenario.map.territory(name)?;
        Some(Land { territory, held: self.state.territories.get(name)? })
    }

    /// What is the matter in a city.
    pub fn city(&self, name: &str) -> CityState {
        self.state.cities.get(name).cloned().unwrap_or_default()
    }

    /// Whether forces of `who` are enemies in a territory: at war with its controller, or with the minor country alone (D1).
    pub fn is_enemy_in(&self, who: &Holder, land: Land<'_>) -> bool {
        territory::are_enemies_in(self.scenario, self.state, who, &land.territory.name)
    }

    /// The power whose forces they are: a free state's are its controller's.
    pub fn power_of(&self, who: &Holder) -> Option<Power> {
        territory::commander(self.state, who)
    }

    /// Whether the capital of a territory holds unbesieged enemies (8.2.1, D4).
    pub fn is_occupied(&self, land: Land<'_>) -> bool {
        let city = self.city(&land.territory.capital);
        !city.is_besieged && self.is_enemy_in(&city.occupant, land)
    }

    /// Whether the capital of a territory holds enemies, besieged or not (8.1.3, D12).
    pub fn holds_enemies(&self, land: Land<'_>) -> bool {
        self.is_enemy_in(&self.city(&land.territory.capital).occupant, land)
    }

    /// The national capitals of a power.
    pub fn capitals(&self, power: Power) -> Vec<&'a str> {
        self.scenario.tables.capitals_of(power).iter().map(|capital| capital.city.as_str()).collect()
    }

    /// The national capitals of a power that hold its unbesieged enemies.
    pub fn lost_capitals(&self, power: Power) -> Vec<&'a str> {
        self.capitals(power).into_iter().filter(|name| self.is_capital_lost(power, name)).collect()
    }

    fn is_capital_lost(&self, power: Power, name: &str) -> bool {
        let city = self.city(name);
        let is_enemy = || territory::are_enemies_of(self.scenario, self.state, &city.occupant, &Party::Power(power));
        !city.is_besieged && is_enemy()
    }

    /// No taxes: one national capital occupied is enough, in Russia too (8.2.1).
    pub fn has_no_taxes(&self, power: Power) -> bool {
        !self.lost_capitals(power).is_empty()
    }

    /// No trade: all national capitals occupied, in Russia both (8.2.1).
    pub fn has_no_trade(&self, power: Power) -> bool {
        let capitals = self.capitals(power);
        !capitals.is_empty() && self.lost_capitals(power).len() == capitals.len()
    }

    /// The territory row that decides about a city: of a district's capital and ports, the country's own.
    pub fn land_of_city(&self, city: &City) -> Option<Land<'a>> {
        self.land(&city.territory)
    }

    /// Every port with who has its territory.
    pub fn ports(&self) -> Vec<(&'a City, Port, Land<'a>)> {
        let with_land = |(city, port): (&'a City, Port)| Some((city, port, self.land_of_city(city)?));
        self.scenario.map.ports().filter_map(with_land).collect()
    }

    /// Why a port does not trade, as far as the board goes; `None` when it may (8.2.1, D4).
    pub fn hindrance(&self, city: &City, port: Port, land: Land<'_>) -> Option<Hindrance> {
        let here = self.city(&city.name);
        if here.blockaded_by.is_some() {
            return Some(Hindrance::Blockaded);
        }
        if here.is_besieged || here.besieger != Holder::Nobody {
            return Some(Hindrance::Besieged);
        }
        // 8.2.1 speaks of major powers here, and of any enemy factors in a capital.
        if self.power_of(&here.occupant).is_some() && self.is_enemy_in(&here.occupant, land) {
            return Some(Hindrance::EnemyInside);
        }
        if self.is_occupied(land) {
            return Some(Hindrance::CapitalTaken);
        }
        let is_free = land.held.tenure == Tenure::Free;
        if !is_free && land.held.holder.is_some_and(|holder| self.has_no_trade(holder)) {
            return Some(Hindrance::NationalCapitalTaken);
        }
        if port.is_iced && self.state.month.month == self.scenario.tables.calendar.ice_month {
            return Some(Hindrance::Ice);
        }
        let has_leave = !port.is_black_sea || self.state.quarter.black_sea_leave.contains(&city.name);
        (!has_leave && !self.is_of_gatekeeper(land)).then_some(Hindrance::NoLeave)
    }

    /// The power that gives leave for the Black Sea: whoever controls Constantinople; nobody while enemies contest it (D4).
    pub fn gatekeeper(&self) -> Option<Power> {
        territory::straits_holder(self.scenario, self.state)
    }

    fn is_of_gatekeeper(&self, land: Land<'_>) -> bool {
        land.held.holder.is_some() && land.held.holder == self.gatekeeper()
    }

    /// Whether forces that may not be there stand in a territory, in a capital, a port, or before one (8.8.3).
    /// `apart`: forces of this power and its free states do not count.
    pub fn has_enemies_inside(&self, land: Land<'_>, apart: Power) -> bool {
        let country = match &land.territory.kind {
            TerritoryKind::District { of } => of,
            _ => &land.territory.name,
        };
        let cities = self.scenario.map.cities().filter(|city| city.territory == *country);
        let forces = cities.flat_map(|city| {
            let here = self.city(&city.name);
            here.forces().collect::<Vec<_>>()
        });
        forces.filter(|who| self.power_of(who) != Some(apart)).any(|who| self.is_enemy_in(&who, land))
    }

    /// The free states of a power, by name.
    pub fn free_states(&self, power: Power) -> Vec<String> {
        territory::free_states(self.state, power)
    }

    /// Whether a free state has a port of its own.
    pub fn has_port(&self, land: Land<'_>) -> bool {
        self.scenario.map.ports_of(&land.territory.name).next().is_some()
    }

    /// Whether a power has a port other than of a free state.
    pub fn has_own_port(&self, power: Power) -> bool {
        self.ports().iter().any(|(_, _, land)| land.is_own(power))
    }
}
