//! What the words of a line of ships say, gathered in the order they stand in.

use pest::iterators::{Pair, Pairs};

use super::super::grammar::Rule;
use super::super::parts::{force, inner_number, once};
use super::super::resolve::{Desk, theatre_of};
use super::leader_in;
use crate::naval::chart::ShipKind;
use crate::naval::order::{FleetRef, Haven};
use crate::order::{ForceRef, Place, Pulses};
use crate::scenario::Theatre;
use base::order::Remark;

/// What a line was found to say.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub pulses: Option<Pulses>,
    pub stated_cp: Option<u32>,
    verbs: Vec<Rule>,
    pub fleet: FleetRef,
    has_ships: bool,
    pub is_new: bool,
    pub is_raider: bool,
    pub has_groups: bool,
    pub ship_name: Option<String>,
    pub troops: Option<ForceRef>,
    pub theatre: Option<Theatre>,
    pub to: Option<Haven>,
    pub from: Option<Haven>,
    pub at: Option<Haven>,
    pub via: Vec<Haven>,
    pub bares: Vec<Haven>,
    pub landing: Option<Haven>,
    pub runs: bool,
    pub stops: bool,
    all: Vec<Place>,
    is_landing: bool,
}

impl Said {
    pub fn has(&self, verb: Rule) -> bool {
        self.verbs.contains(&verb)
    }

    pub fn has_ships(&self) -> bool {
        self.has_ships
    }

    pub fn is_of(&self, kind: ShipKind) -> bool {
        self.fleet.kind == Some(kind)
    }

    /// The ships named.
    pub fn fleet(&mut self) -> FleetRef {
        std::mem::take(&mut self.fleet)
    }

    /// The one place of a line that has one.
    pub fn take_place(&mut self) -> Option<Place> {
        let bare = self.bares.pop();
        let found = self.at.take().or(bare).or_else(|| self.from.take()).or_else(|| self.to.take());
        found.or_else(|| self.fleet.at.take()).map(|haven| haven.place)
    }

    /// Where somebody goes.
    pub fn take_goal(&mut self) -> Option<Haven> {
        self.to.take().or_else(|| self.landing.take()).or_else(|| self.bares.pop())
    }

    /// Where somebody is.
    pub fn take_origin(&mut self) -> Option<Haven> {
        let found = self.from.take().or_else(|| self.at.take());
        found.or_else(|| if self.bares.is_empty() { None } else { Some(self.bares.remove(0)) })
    }

    /// Every place, in the order of the words.
    pub fn take_all_places(&mut self) -> Vec<Place> {
        self.forget_places();
        std::mem::take(&mut self.all)
    }

    pub fn forget_places(&mut self) {
        (self.to, self.from, self.at, self.landing) = (None, None, None, None);
        self.via.clear();
        self.bares.clear();
        self.fleet.at = None;
    }

    /// Nothing that was said may be left unread.
    pub fn nothing_left(&self) -> Result<(), Remark> {
        let has_place = self.to.is_some() || self.from.is_some() || self.at.is_some() || self.landing.is_some();
        if has_place || !self.via.is_empty() || !self.bares.is_empty() {
            return Err(Remark::unread("More places are named than this order needs."));
        }
        if self.troops.is_some() || self.theatre.is_some() {
            return Err(Remark::unread("It is not clear what this order to ships asks."));
        }
        Ok(())
    }
}

/// Gathers what a line says.
pub(super) fn gather(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Said, Remark> {
    let mut said = Said::default();
    for pair in pairs {
        take(desk, &mut said, &pair)?;
    }
    Ok(said)
}

const TWO_FLEETS: &str = "Two fleets are named; an order is for one.";
const TWO_FORCES: &str = "Two forces are named; an order is for one.";

pub(super) fn take(desk: &mut Desk<'_, '_>, said: &mut Said, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    match pair.as_rule() {
        Rule::pulses | Rule::bare_pulses | Rule::listed_pulses => {
            let pulses = desk.pulses(pair)?;
            once(desk, &mut said.pulses, pulses, pair, "The pulses are given twice.")
        }
        Rule::stated_cp | Rule::naval_cp => {
            let cost = inner_number(desk, pair)?;
            once(desk, &mut said.stated_cp, cost, pair, "The command points are given twice.")
        }
        Rule::n_fleet | Rule::n_whatever | Rule::lend_named => take_fleet(desk, said, pair),
        Rule::n_led | Rule::n_to_him => take_leader(desk, said, pair),
        Rule::n_with => {
            let inner = pair
                .clone()
                .into_inner()
                .find(|it| matches!(it.as_rule(), Rule::n_led | Rule::n_fleet | Rule::n_whatever));
            match inner {
                Some(inner) => take(desk, said, &inner),
                None => take_leader(desk, said, pair),
            }
        }
        Rule::leader_force => take_leader(desk, said, pair),
        Rule::n_troops => {
            desk.notice(pair, "He takes aboard what he can command.");
            take_leader(desk, said, pair)
        }
        Rule::place_force | Rule::point_force => {
            let found = force(desk, pair)?;
            once(desk, &mut said.troops, found, pair, TWO_FORCES)
        }
        Rule::army_force => {
            let name = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::army_name);
            let Some(name) = name else { return Err(desk.unread(pair, "The army is missing.")) };
            let army = ForceRef::Army(super::super::supply::army_name(desk, &name));
            once(desk, &mut said.troops, army, pair, TWO_FORCES)
        }
        Rule::n_theatre => {
            let theatre = pair.clone().into_inner().find_map(|inner| theatre_of(inner.as_rule()));
            let Some(theatre) = theatre else { return Err(desk.unread(pair, "The theatre is missing.")) };
            once(desk, &mut said.theatre, theatre, pair, "Two theatres are named.")
        }
        Rule::n_to | Rule::n_dash | Rule::n_from | Rule::n_at | Rule::n_via | Rule::n_bare | Rule::n_side => {
            take_places(desk, said, pair)
        }
        Rule::n_run => {
            said.runs = true;
            let passed = havens(desk, said, pair)?;
            said.via.extend(passed);
            Ok(())
        }
        Rule::n_stop => {
            said.stops = true;
            Ok(())
        }
        Rule::n_raider => {
            said.is_raider = true;
            let name = pair.clone().into_inner().find(|it| matches!(it.as_rule(), Rule::n_ship_name | Rule::n_famous));
            said.ship_name = name.map(|name| name.as_str().to_owned()).or(said.ship_name.take());
            Ok(())
        }
        Rule::n_groups => {
            said.has_groups = true;
            Ok(())
        }
        Rule::n_river => {
            desk.notice(pair, "Ships go to the nearest water at the place; the river was not read.");
            Ok(())
        }
        verb @ (Rule::n_sail
        | Rule::n_enter
        | Rule::n_bombard
        | Rule::n_load
        | Rule::n_land
        | Rule::n_hunt
        | Rule::n_recall
        | Rule::n_by_sea
        | Rule::n_to_sea) => {
            said.verbs.push(verb);
            said.is_landing |= verb == Rule::n_land;
            Ok(())
        }
        _ => Ok(()),
    }
}

fn take_leader(desk: &mut Desk<'_, '_>, said: &mut Said, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    let Some((name, is_naval)) = leader_in(desk, pair)? else {
        return Err(desk.unread(pair, "The leader is missing."));
    };
    if is_naval {
        said.has_ships = true;
        return once(desk, &mut said.fleet.leader, name, pair, TWO_FLEETS);
    }
    once(desk, &mut said.troops, ForceRef::Leader(name), pair, TWO_FORCES)
}

fn take_fleet(desk: &mut Desk<'_, '_>, said: &mut Said, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::n_count => {
                let number = inner.clone().into_inner().find(|it| it.as_rule() == Rule::number);
                let one = inner.clone().into_inner().any(|it| it.as_rule() == Rule::one_more);
                let count = number.map(|number| desk.number(&number)).transpose()?.or(one.then_some(1));
                if let Some(count) = count {
                    once(desk, &mut said.fleet.count, count, pair, TWO_FLEETS)?;
                }
            }
            Rule::n_newly => said.is_new = true,
            Rule::n_new_kind => said.is_new = true,
            Rule::n_river_kind => said.fleet.kind = said.fleet.kind.or(Some(ShipKind::River)),
            Rule::n_ocean_kind => said.fleet.kind = said.fleet.kind.or(Some(ShipKind::Ocean)),
            Rule::n_iron_kind => said.fleet.kind = said.fleet.kind.or(Some(ShipKind::Ironclad)),
            Rule::leader => {
                let name = desk.leader(&inner)?;
                once(desk, &mut said.fleet.leader, name, pair, TWO_FLEETS)?;
            }
            Rule::town => said.fleet.at = Some(Haven::from(desk.place(&inner))),
            Rule::n_at => {
                let mut here = havens(desk, said, &inner)?;
                let is_second = said.fleet.at.is_some();
                if let Some(haven) = here.pop().filter(|_| !is_second) {
                    said.fleet.at = Some(haven);
                }
            }
            _ => {}
        }
    }
    said.has_ships = true;
    Ok(())
}

fn take_places(desk: &mut Desk<'_, '_>, said: &mut Said, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    let mut found = havens(desk, said, pair)?;
    if pair.as_rule() == Rule::n_via {
        said.via.extend(found);
        return Ok(());
    }
    let Some(haven) = found.pop() else { return Ok(()) };
    if said.is_landing && said.landing.is_none() && pair.as_rule() != Rule::n_from {
        said.landing = Some(haven);
        return Ok(());
    }
    match pair.as_rule() {
        Rule::n_to => once(desk, &mut said.to, haven, pair, "Two destinations are named."),
        Rule::n_dash => {
            // "Washington - Fort Monroe".
            if said.from.is_none() && said.to.is_none() {
                said.from = said.bares.pop();
            }
            once(desk, &mut said.to, haven, pair, "Two destinations are named.")
        }
        Rule::n_from => once(desk, &mut said.from, haven, pair, "Two places to leave are named."),
        // New ships may enter at two ports.
        Rule::n_at if said.is_new && said.at.is_some() => {
            said.bares.push(haven);
            Ok(())
        }
        Rule::n_at => once(desk, &mut said.at, haven, pair, "Two places are named."),
        _ => {
            said.bares.push(haven);
            Ok(())
        }
    }
}

/// The places inside a pair; a hex in brackets must be the same place.
fn havens(desk: &mut Desk<'_, '_>, said: &mut Said, pair: &Pair<'_, Rule>) -> Result<Vec<Haven>, Remark> {
    let mut found: Vec<Haven> = Vec::new();
    if pair.as_rule() == Rule::n_side {
        found.push(side(desk, pair)?);
    }
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::n_side => found.push(side(desk, &inner)?),
            Rule::n_at => {
                let here = havens(desk, said, &inner)?;
                found.extend(here);
                continue;
            }
            Rule::town | Rule::unknown => found.push(Haven::from(desk.place(&inner))),
            Rule::same_hex if pair.as_rule() != Rule::n_side => {
                let hex = Haven::from(desk.place(&inner));
                if found.last() != Some(&hex) {
                    return Err(desk.unread(&inner, "The name and the hex are not the same place."));
                }
            }
            _ => {}
        }
    }
    said.all.extend(found.iter().map(|haven| haven.place.clone()));
    Ok(found)
}

fn side(desk: &mut Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Haven, Remark> {
    let mut hexes = Vec::new();
    for inner in pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::same_hex) {
        match desk.place(&inner) {
            Place::Known(hex) => hexes.push(hex),
            Place::Unknown(_) => return Err(desk.unread(&inner, "This is no hex of the map.")),
        }
    }
    match hexes[..] {
        [one, other] if one.distance(other) == 1 => {
            Ok(Haven { place: Place::Known(one.min(other)), bank: Some(one.max(other)) })
        }
        _ => Err(desk.unread(pair, "These two hexes share no side.").hint("Name two neighbouring hexes.")),
    }
}
