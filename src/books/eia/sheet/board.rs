//! Entries about territories and cities: owners, occupation, sieges, blockades (D1).

use std::collections::BTreeMap;

use base::order::Remark;

use super::super::order::{Holder, Tenure};
use super::super::power::Power;
use super::super::scenario::{NameKind, TerritoryKind};
use super::super::situation::{city_words, holder_name};
use super::super::state::{CityState, Party, TerritoryState};
use super::super::territory;
use super::{STEP, Sheet};

impl Sheet<'_> {
    /// `OWNER Bavaria = France FREE`.
    pub(super) fn own(&mut self, name: &str, holder: &Holder, tenure: Option<Tenure>) -> Result<(), Remark> {
        let scenario = self.scenario;
        let Some(printed) = scenario.map.territory(name) else {
            return Err(self.unknown("territory", name, NameKind::Territory));
        };
        let (power, tenure) = match holder {
            Holder::Minor(minor) => return Err(minor_owns_nothing(name, minor)),
            Holder::Nobody => (None, nobody_has(name, &printed.kind, tenure)?),
            Holder::Power(power) => {
                self.in_play(*power)?;
                let tenure = tenure.unwrap_or_else(|| territory::usual_tenure(scenario, &self.state, name, *power));
                check_tenure(name, &printed.kind, *power, tenure)?;
                (Some(*power), tenure)
            }
        };
        let Some(before) = self.state.territories.get(name).cloned() else {
            return Err(self.unknown("territory", name, NameKind::Territory));
        };
        if (before.holder, before.tenure) == (power, tenure) {
            return Ok(());
        }
        let country = printed.country().filter(|country| *country != name);
        let country = country.and_then(|country| Some((country, self.state.territories.get(country)?.clone())));
        territory::change_hands(scenario, &mut self.state, name, power, tenure, STEP);
        let after = TerritoryState { holder: power, tenure, combination: None };
        self.change(name, tenure_words(&before), tenure_words(&after));
        // The country goes with its last district.
        if let Some((country, was)) = country {
            let is = self.state.territories.get(country).map(tenure_words).unwrap_or_default();
            self.change(country, tenure_words(&was), is);
        }
        Ok(())
    }

    /// `OCCUPY Madrid BY France UNBESIEGED`.
    pub(super) fn occupy(&mut self, name: &str, holder: &Holder, is_besieged: bool) -> Result<(), Remark> {
        let controller = self.controller_of(name)?;
        self.check_holder(holder)?;
        // Its own controller's forces inside are what is usual.
        let is_usual = *holder == Holder::Nobody || controller.is_some_and(|power| *holder == Holder::Power(power));
        let mut city = self.city(name);
        if is_usual {
            (city.occupant, city.is_besieged) = (Holder::Nobody, city.besieger != Holder::Nobody);
        } else {
            (city.occupant, city.is_besieged, city.besieger) = (holder.clone(), is_besieged, Holder::Nobody);
        }
        self.set_city(name, city);
        Ok(())
    }

    /// `BESIEGE Danzig BY France`.
    pub(super) fn besiege(&mut self, name: &str, holder: &Holder) -> Result<(), Remark> {
        let controller = self.controller_of(name)?;
        self.check_holder(holder)?;
        let mut city = self.city(name);
        if *holder != Holder::Nobody && city.occupant != Holder::Nobody {
            let occupant = holder_name(&city.occupant);
            return Err(Remark::refused(format!("{name} is occupied by {occupant}, so they are the besieged."))
                .hint(format!("OCCUPY {name} BY {occupant} BESIEGED says so."))
                .rule("D1"));
        }
        if controller.is_some_and(|power| *holder == Holder::Power(power)) {
            return Err(Remark::refused(format!("{} controls {name} and does not besiege it.", holder_name(holder)))
                .hint(format!("BESIEGE {name} BY nobody ends a siege."))
                .rule("D1"));
        }
        city.besieger = holder.clone();
        if city.occupant == Holder::Nobody {
            city.is_besieged = *holder != Holder::Nobody;
        }
        self.set_city(name, city);
        Ok(())
    }

    /// `STATION Berlin = France 2, Austria 3`: all corps there, those of before forgotten.
    pub(super) fn station(&mut self, name: &str, counts: &[(Power, u32)]) -> Result<(), Remark> {
        self.controller_of(name)?;
        let mut corps = BTreeMap::new();
        for (power, count) in counts {
            self.in_play(*power)?;
            if corps.insert(*power, *count).is_some() {
                return Err(Remark::refused(format!("{} is named twice.", power.name()))
                    .hint(format!("Name each power once: STATION {name} = {} 3.", power.name()))
                    .rule("D1"));
            }
        }
        corps.retain(|_, count| *count > 0);
        let city = CityState { corps, ..self.city(name) };
        self.set_city(name, city);
        Ok(())
    }

    /// `BLOCKADE Cadiz, Corunna BY Britain`; `OPEN Brest`.
    pub(super) fn blockade(&mut self, ports: &[String], by: Option<Power>, is_on: bool) -> Result<(), Remark> {
        if ports.is_empty() {
            return Err(Remark::refused("No port is named.").hint("BLOCKADE Brest BY Britain").rule("D1"));
        }
        for name in ports {
            let blockader = if is_on { Some(self.blockader(name, by)?) } else { None };
            self.port(name)?;
            let mut city = self.city(name);
            city.blockaded_by = blockader;
            self.set_city(name, city);
        }
        Ok(())
    }

    /// Who blockades a port: who was named, else Britain if she is an enemy there, else the only enemy there is.
    fn blockader(&self, name: &str, by: Option<Power>) -> Result<Power, Remark> {
        let controller = self.port(name)?;
        if let Some(power) = by {
            self.in_play(power)?;
            if controller == Some(power) {
                return Err(Remark::refused(format!("{} controls {name} and does not blockade it.", power.name()))
                    .hint(format!("OPEN {name} ends a blockade."))
                    .rule("D1"));
            }
            return Ok(power);
        }
        let is_enemy = |power: &Power| controller.is_some_and(|owner| territory::at_war(&self.state, *power, owner));
        let enemies: Vec<Power> = Power::ALL.into_iter().filter(is_enemy).collect();
        match enemies.as_slice() {
            [first, ..] if *first == Power::Britain => Ok(*first),
            [only] => Ok(*only),
            _ => Err(Remark::refused(format!("It is not clear who blockades {name}."))
                .hint(format!("Name the power: BLOCKADE {name} BY Britain."))
                .rule("D1")),
        }
    }

    /// The controller of a port.
    fn port(&self, name: &str) -> Result<Option<Power>, Remark> {
        match self.scenario.map.city(name) {
            None => Err(self.unknown("port", name, NameKind::City)),
            Some(city) if city.port.is_none() => Err(Remark::refused(format!("{name} is no port."))
                .hint("Only ports are blockaded; a city inland is besieged: BESIEGE.")
                .rule("D1")),
            Some(city) => Ok(territory::controller(&self.state, city)),
        }
    }

    fn controller_of(&self, name: &str) -> Result<Option<Power>, Remark> {
        let city = self.scenario.map.city(name).ok_or_else(|| self.unknown("capital or port", name, NameKind::City))?;
        Ok(territory::controller(&self.state, city))
    }

    fn city(&self, name: &str) -> CityState {
        self.state.cities.get(name).cloned().unwrap_or_default()
    }

    /// A city where nothing is the matter has no row.
    fn set_city(&mut self, name: &str, city: CityState) {
        let before = city_words(&self.city(name));
        let after = city_words(&city);
        if city == CityState::default() {
            self.state.cities.remove(name);
        } else {
            self.state.cities.insert(name.to_owned(), city);
        }
        self.change(name, before, after);
    }

    /// Somebody who can stand in a city or before it.
    pub(super) fn check_holder(&self, holder: &Holder) -> Result<(), Remark> {
        match holder {
            Holder::Nobody => Ok(()),
            Holder::Power(power) => self.in_play(*power),
            Holder::Minor(name) => self.check_minor(name),
        }
    }

    pub(super) fn check_minor(&self, name: &str) -> Result<(), Remark> {
        match self.scenario.map.territory(name) {
            Some(printed) if printed.is_minor() => Ok(()),
            _ => Err(self.unknown("minor country", name, NameKind::Territory)),
        }
    }

    /// A side of a war.
    pub(super) fn party(&self, holder: &Holder) -> Result<Party, Remark> {
        self.check_holder(holder)?;
        match holder {
            Holder::Power(power) => Ok(Party::Power(*power)),
            Holder::Minor(name) => Ok(Party::Minor(name.clone())),
            Holder::Nobody => Err(Remark::refused("A war has two sides.").hint("WAR Britain Spain").rule("D1")),
        }
    }
}

fn minor_owns_nothing(territory: &str, minor: &str) -> Remark {
    Remark::refused(format!("The sheet knows powers as owners; {minor} is a minor country."))
        .hint(format!("OWNER {territory} = nobody makes a minor country neutral."))
        .rule("D1")
}

/// A minor country that nobody holds is neutral; a home province is always somebody's.
fn nobody_has(name: &str, kind: &TerritoryKind, tenure: Option<Tenure>) -> Result<Tenure, Remark> {
    if let TerritoryKind::Province { home } = kind {
        return Err(Remark::refused(format!("{name} is a home province of {} and never neutral.", home.name()))
            .hint(format!("OWNER {name} = {} gives it back.", home.name()))
            .rule("D1"));
    }
    match tenure {
        None | Some(Tenure::Neutral) => Ok(Tenure::Neutral),
        Some(_) => Err(Remark::refused(format!("{name} cannot be held by nobody and be anything but neutral."))
            .hint(format!("Name its owner: OWNER {name} = France FREE."))
            .rule("D1")),
    }
}

fn check_tenure(name: &str, kind: &TerritoryKind, power: Power, tenure: Tenure) -> Result<(), Remark> {
    let (fits, right) = match kind {
        TerritoryKind::Province { home } if *home == power => (tenure == Tenure::Home, "a home province of its owner"),
        TerritoryKind::Province { .. } => (tenure == Tenure::Ceded, "a province ceded to its owner"),
        TerritoryKind::Minor { .. } | TerritoryKind::District { .. } => {
            (matches!(tenure, Tenure::Conquered | Tenure::Free), "conquered or a free state")
        }
    };
    if fits {
        return Ok(());
    }
    Err(Remark::refused(format!("{name} under {} is {right}.", power.name()))
        .hint(format!("OWNER {name} = {} without a further word.", power.name()))
        .rule("D1"))
}

/// How a territory is held, in the words of letters.
pub(super) fn tenure_words(row: &TerritoryState) -> String {
    let Some(power) = row.holder else { return "neutral".to_owned() };
    let name = power.name();
    match row.tenure {
        Tenure::Home => format!("home province of {name}"),
        Tenure::Ceded => format!("ceded to {name}"),
        Tenure::Conquered => format!("conquered by {name}"),
        Tenure::Free => format!("free state of {name}"),
        Tenure::Neutral => "neutral".to_owned(),
    }
}
