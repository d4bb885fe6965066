//! Forts and ships (C4.5.2, D22): which forts are known, a round of fire, bombardment.

use std::collections::BTreeSet;

use base::facts::Fact;
use board::Hex;

use super::super::super::audience;
use super::super::super::item::Item;
use super::super::super::naval::order::FleetRef;
use super::super::super::naval::{Water, chart, zone};
use super::super::super::scenario::{Account, Side};
use super::super::super::state::State;
use super::super::acts::StepResult;
use super::super::knowledge::{account_at, place};
use super::super::play::Engine;
use super::super::reason::Reason;
use super::lending;
use super::planned::{Bridge, Company, ships};
use super::squadron::{Group, count, lose, strength};

/// Who fires at a fort, and when.
#[derive(Clone, Copy)]
pub struct Battery {
    pub side: Side,
    pub account: Account,
    pub water: Water,
    pub pulse: u32,
}

/// Whether ships may fire at a fort that is known; who they are.
pub fn may_bombard(bridge: &Bridge, towns: &State, fleet: &FleetRef, at: Hex) -> Result<Company, Reason> {
    let company = bridge.company(fleet).or_else(|why| {
        // Without a word of which ships, those that lie at the fort are meant.
        let near = bridge.field.ships.iter().filter(|(_, squadron)| squadron.side == bridge.side);
        let is_near = |water: &Water| chart::touches(bridge.scenario, *water, at);
        let is_unsaid = fleet.leader.is_none() && fleet.at.is_none();
        match near.map(|(water, _)| *water).find(|water| is_unsaid && is_near(water)) {
            Some(water) => bridge.company(&at_water(fleet, water)),
            None => Err(why),
        }
    })?;
    if !chart::touches(bridge.scenario, company.water, at) {
        let text = format!(
            "The ships at {} do not lie at {}.",
            chart::name(bridge.scenario, company.water),
            place(bridge.scenario, at)
        );
        return Err(Reason::new("D22", text).hint("Ships fire from the waters of a fort's own hex: sail there first."));
    }
    if !zone::has_guns(towns, bridge.side.enemy(), at) {
        return Err(Reason::new("D22", format!("You know of no enemy fort at {}.", place(bridge.scenario, at))));
    }
    Ok(company)
}

fn at_water(fleet: &FleetRef, water: Water) -> FleetRef {
    use super::super::super::naval::order::Haven;
    use super::super::super::order::Place;
    let bank = match water {
        Water::River(_, other) => Some(other),
        Water::Sea(_) => None,
    };
    FleetRef { at: Some(Haven { place: Place::Known(water.hex()), bank }), ..fleet.clone() }
}

impl Engine<'_> {
    /// The enemy forts and fortresses that a side knows of and that still fire.
    pub fn known_guns(&self, side: Side) -> BTreeSet<Hex> {
        let own = self.state.sides.get(&side).map(|own| own.navy.known_forts.clone()).unwrap_or_default();
        let seen =
            Account::ALL.into_iter().flat_map(|account| zone::contact(self.scenario, &self.state, side, account).forts);
        let seen: BTreeSet<Hex> = seen.collect();
        let enemy = self.state.works.iter().filter(|(_, works)| works.side != side);
        let known = enemy
            .filter(|(hex, works)| works.has_fortress || works.has_fort && (own.contains(hex) || seen.contains(hex)));
        known.map(|(hex, _)| *hex).filter(|hex| !self.sea.silenced.contains(hex)).collect()
    }

    /// Forts that stand no more are forgotten, so that a new one at the same place is met as a new one.
    pub fn forget_forts(&mut self) {
        let works = &self.state.works;
        for (side, own) in &mut self.state.sides {
            own.navy.known_forts.retain(|hex| zone::has_guns_in(works, side.enemy(), *hex));
        }
    }

    /// One round between a fort and ships: who fires falls by the dice, and the fort may fall silent (D22).
    pub(super) fn fort_round(&mut self, hex: Hex, groups: &mut Vec<Group>, battery: Battery, is_surprise: bool) {
        let rules = self.scenario.tables.naval.clone();
        let Some(works) = self.state.works.get(&hex).cloned() else { return };
        let Battery { side, account, water, pulse } = battery;
        let worth = strength(&self.scenario.tables, groups);
        let bonus = if works.has_fortress { rules.fortress_bonus } else { 0 };
        let fire = self.dice.roll(&format!("fort {hex} {water} p{pulse}"), 6) + bonus;
        let aim =
            self.dice.roll(&format!("ships at fort {hex} {water} p{pulse}"), 6) + worth / rules.silence_strength.max(1);
        let throws = self.dice.last_throws(2);
        let hits = if fire >= rules.fort_sinks_two { 2 } else { u32::from(fire >= rules.fort_sinks_one) };
        let ships_lost = hits.min(count(groups));
        lose(groups, ships_lost);
        let is_silenced = aim >= rules.silenced_on;
        if is_silenced {
            self.sea.silenced.insert(hex);
        }
        if let Some(own) = self.state.sides.get_mut(&side).filter(|_| works.has_fort && !works.has_fortress) {
            own.navy.known_forts.insert(hex);
        }
        let fort_of = account_at(self.scenario, hex);
        let mut readers =
            vec![(true, side, account), (true, side, lending::home(side, account)), (false, works.side, fort_of)];
        readers.dedup();
        for (is_fleet, whose, account) in readers {
            let item = Item::FortRound {
                account,
                pulse,
                hex,
                place: place(self.scenario, hex),
                is_fleet,
                is_surprise,
                ships_lost,
                is_silenced,
                throws: throws.clone(),
            };
            self.events.push(Fact::new(audience::commander(self.scenario, whose, account), item));
        }
    }

    /// Ships fire at a fort where they lie (D22).
    pub(super) fn bombard(&mut self, at: usize, fleet: &FleetRef, hex: Hex, paid: u32, pulse: u32) -> StepResult {
        let (side, account) = (self.acts[at].side, self.acts[at].account);
        let bridge = Bridge { scenario: self.scenario, field: &self.field, side, account };
        let company = match may_bombard(&bridge, &self.state, fleet, hex) {
            Ok(company) if company.cp <= paid => company,
            Ok(company) => {
                return StepResult::Void(format!("This would now cost {} CP; {paid} were paid.", company.cp));
            }
            Err(why) => return StepResult::Void(why.text),
        };
        let name = place(self.scenario, hex);
        if self.sea.silenced.contains(&hex) {
            return StepResult::Void(format!("The fort at {name} was silent already."));
        }
        let mut groups = self.field.cast_off(company.water, company.count, |group| company.means(group));
        let before = count(&groups);
        self.fort_round(hex, &mut groups, Battery { side, account, water: company.water, pulse }, false);
        let lost = before - count(&groups);
        self.field.dock(side, company.water, groups);
        self.leave_no_captain_behind(side, company.water);
        self.sync_ships();
        let what = if self.sea.silenced.contains(&hex) { "fell silent" } else { "still fires" };
        StepResult::Done(format!("The fort at {name} {what}; {} lost.", lost_words(lost)))
    }
}

fn lost_words(lost: u32) -> String {
    match lost {
        0 => "no ship was".to_owned(),
        1 => "1 ship was".to_owned(),
        _ => format!("{} were", ships(lost)),
    }
}
