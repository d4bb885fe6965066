//! A move of ships as it is carried out: water by water into what is really there (C4.5.2, C6.2, D22).

use std::collections::BTreeSet;

use base::facts::Fact;
use board::Hex;

use super::super::super::audience;
use super::super::super::item::{Item, SeaResult};
use super::super::super::naval::{Water, chart, zone};
use super::super::super::scenario::{Account, Side};
use super::super::acts::StepResult;
use super::super::battle::Column;
use super::super::field;
use super::super::knowledge::place;
use super::super::marching::Halt;
use super::super::play::Engine;
use super::deed::{Cargo, NavalDeed, Voyage};
use super::forts::Battery;
use super::lending;
use super::planned::{Bridge, prepare, set_out};
use super::squadron::{self, Group, count};
use super::troops::{self, Passengers};

/// What has happened at sea in a sub-turn.
#[derive(Debug, Clone, Default)]
pub struct SeaLog {
    /// Forts that fire no more until the sub-turn ends.
    pub silenced: BTreeSet<Hex>,
    /// Fights of ships, by pulse and water.
    pub battles: Vec<(u32, Water)>,
    /// Troops are just landing from ships.
    pub is_landing: bool,
}

/// Ships on their way.
pub(super) struct Flotilla {
    pub side: Side,
    pub account: Account,
    pub captains: Vec<String>,
    pub groups: Vec<Group>,
    pub water: Water,
}

impl Flotilla {
    /// The account whose ships and leaders these are, whoever orders them.
    pub fn home(&self) -> Account {
        lending::home(self.side, self.account)
    }
}

/// How a way ended.
enum End {
    Arrived,
    Stopped(String),
}

impl Engine<'_> {
    /// Carries out what ships do.
    pub fn naval(&mut self, at: usize, deed: &NavalDeed, pulse: u32) -> StepResult {
        match deed {
            NavalDeed::Sail(voyage) => self.sail(at, voyage, pulse),
            NavalDeed::Bombard { fleet, at: hex, cp } => self.bombard(at, fleet, *hex, *cp, pulse),
            NavalDeed::Cross(crossing) => self.cross(at, crossing, pulse),
            NavalDeed::EnterShips => self.enter_ships(at, pulse),
            NavalDeed::EnterIronclad { at: hex } => self.enter_ironclad(at, *hex, pulse),
            NavalDeed::Raid { name, at: hex } => self.raid(at, name.as_deref(), *hex, pulse),
            NavalDeed::Hunt => self.hunt(at, pulse),
            NavalDeed::Recall { leader } => self.recall(at, leader, pulse),
            NavalDeed::Lend(_) => StepResult::Done("Lent until the sub-turn ended.".to_owned()),
        }
    }

    /// The state knows the ships as they lie now.
    pub(super) fn sync_ships(&mut self) {
        squadron::moor(&self.field, &mut self.state);
        self.chart_anew();
    }

    fn sail(&mut self, at: usize, voyage: &Voyage, pulse: u32) -> StepResult {
        let (side, account, slot) = (self.acts[at].side, self.acts[at].account, self.acts[at].slot);
        let guns = self.known_guns(side);
        let is_shut = |water: Water| water.banks().any(|bank| guns.contains(&bank));
        let bridge = Bridge { scenario: self.scenario, field: &self.field, side, account };
        let prepared = prepare(&bridge, voyage, slot.first, &is_shut).and_then(|(company, route)| {
            let aboard =
                voyage.cargo.as_ref().map(|cargo| troops::passengers(&bridge, &cargo.force, &company, slot.first));
            Ok((aboard.transpose()?, company, route))
        });
        let (aboard, company, route) = match prepared {
            Ok(prepared) => prepared,
            Err(why) => return StepResult::Void(why.text),
        };
        let mut column = aboard.as_ref().map(|aboard| self.embark(side, account, aboard, pulse));
        let mut groups = Vec::new();
        set_out(&mut self.field, self.scenario, &company, voyage.cp, slot, |_, taken| groups = taken);
        for name in &company.captains {
            if let Some(captain) = self.field.captains.get_mut(name) {
                captain.tread.moves += 1;
                captain.tread.last = pulse;
            }
        }
        let mut fleet = Flotilla { side, account, captains: company.captains, groups, water: company.water };
        let end = self.pass(&mut fleet, &route, voyage, column.as_mut(), pulse);
        let landed = match (&voyage.cargo, aboard, column) {
            (Some(cargo), Some(aboard), Some(column)) => Some(self.put_ashore(
                &mut fleet,
                company.water,
                cargo,
                &aboard,
                column,
                matches!(end, End::Arrived),
                pulse,
            )),
            _ => None,
        };
        let result = self.told_of_voyage(&fleet, end, landed);
        self.anchor(fleet);
        result
    }

    pub(super) fn embark(&mut self, side: Side, account: Account, aboard: &Passengers, pulse: u32) -> Column {
        let batches = troops::board(&mut self.field, self.scenario, side, aboard, pulse);
        let is_whole = !self.field.has_troops(side, aboard.from);
        if is_whole && aboard.sp > 0 {
            self.vacated.push((pulse, side, aboard.from));
        }
        Column { side, account, leaders: aboard.leaders.clone(), batches, is_whole, army: None }
    }

    /// From water to water until something stops the ships.
    fn pass(
        &mut self,
        fleet: &mut Flotilla,
        route: &[Water],
        voyage: &Voyage,
        mut aboard: Option<&mut Column>,
        pulse: u32,
    ) -> End {
        let mut fired: BTreeSet<Hex> = BTreeSet::new();
        for next in &route[1..] {
            for fort in self.firing(fleet.side, *next, &fired) {
                fired.insert(fort);
                let is_surprise = !self.known_guns(fleet.side).contains(&fort);
                let battery = Battery { side: fleet.side, account: fleet.account, water: *next, pulse };
                self.fort_round(fort, &mut fleet.groups, battery, is_surprise);
                self.drown(fleet, aboard.as_deref_mut(), pulse);
                let name = place(self.scenario, fort);
                if fleet.groups.is_empty() {
                    return End::Stopped(format!("The fort at {name} sank them."));
                }
                if !voyage.runs {
                    return End::Stopped(format!("A fort at {name} fired upon them, and they stopped before it."));
                }
            }
            if self.field.squadron(fleet.side.enemy(), *next).is_some() {
                let name = chart::name(self.scenario, *next);
                if voyage.stops {
                    return End::Stopped(format!("They stopped before enemy ships at {name}."));
                }
                let result = self.sea_fight(fleet, *next, pulse);
                self.drown(fleet, aboard.as_deref_mut(), pulse);
                return match result {
                    SeaResult::Won | SeaResult::Destroyed => {
                        fleet.water = *next;
                        if Some(next) == route.last() {
                            return End::Arrived;
                        }
                        End::Stopped(format!("They beat enemy ships at {name}, which ended the move."))
                    }
                    SeaResult::Drawn => End::Stopped(format!("Enemy ships at {name} held them.")),
                    SeaResult::Withdrew => End::Stopped(format!("Enemy ships at {name} beat them back.")),
                    SeaResult::Lost => End::Stopped(format!("Enemy ships at {name} destroyed them.")),
                };
            }
            fleet.water = *next;
        }
        End::Arrived
    }

    /// Enemy forts on the banks of a water that fire, each once in a move.
    fn firing(&self, side: Side, water: Water, fired: &BTreeSet<Hex>) -> Vec<Hex> {
        let banks = water.banks().filter(|bank| zone::has_guns(&self.state, side.enemy(), *bank));
        banks.filter(|bank| !fired.contains(bank) && !self.sea.silenced.contains(bank)).collect()
    }

    /// Troops for whom no ship is left go down.
    fn drown(&mut self, fleet: &Flotilla, column: Option<&mut Column>, pulse: u32) {
        let Some(column) = column else { return };
        let sp_lost = column.sp().saturating_sub(count(&fleet.groups));
        if sp_lost == 0 {
            return;
        }
        let home = column.batches.first().map_or(fleet.account, |batch| batch.home);
        field::lose(&mut column.batches, sp_lost);
        self.ledger(fleet.side, home).lost += sp_lost;
        let item = Item::Drowned { pulse, place: chart::name(self.scenario, fleet.water), sp_lost };
        self.events.push(Fact::new(audience::side(self.scenario, fleet.side), item));
    }

    /// Lands the troops, or brings them back when the ships came not so far or the landing was beaten off. Tells what became
    /// of them, and whether they stand where they should.
    #[allow(clippy::too_many_arguments)]
    fn put_ashore(
        &mut self,
        fleet: &mut Flotilla,
        start: Water,
        cargo: &Cargo,
        aboard: &Passengers,
        mut column: Column,
        has_arrived: bool,
        pulse: u32,
    ) -> (String, bool) {
        let before = self.lookout(fleet.side.enemy());
        let set_out = column.sp();
        let who = match (column.leaders.first(), set_out) {
            (Some(leader), 0) => leader.clone(),
            (Some(leader), sp) => format!("{leader} with {sp} SP"),
            (None, sp) => format!("{sp} SP"),
        };
        let is_here = has_arrived && set_out + column.leaders.len() as u32 > 0;
        let (end, is_ashore) = if is_here {
            self.sea.is_landing = true;
            let (walked, halt) = self.walk(&mut column, &[aboard.from, cargo.to], pulse, false);
            self.sea.is_landing = false;
            self.passing.follow(&before, fleet.side, set_out, pulse, &walked);
            let end = *walked.last().unwrap_or(&aboard.from);
            (end, matches!(halt, Halt::Arrived | Halt::Fought { won: true, .. }))
        } else {
            (aboard.from, false)
        };
        if !is_ashore && !fleet.groups.is_empty() && self.field.squadron(fleet.side.enemy(), start).is_none() {
            fleet.water = start;
        }
        self.settle_column(column, end);
        self.has_moved(fleet.side, &[aboard.from, end]);
        let name = place(self.scenario, end);
        let text = if is_ashore { format!("{who} landed at {name}.") } else { format!("{who} came back to {name}.") };
        (text, is_ashore)
    }

    fn told_of_voyage(&self, fleet: &Flotilla, end: End, landed: Option<(String, bool)>) -> StepResult {
        let lie = match count(&fleet.groups) {
            0 => "No ship is left.".to_owned(),
            1 => format!("1 ship lies at {}.", chart::name(self.scenario, fleet.water)),
            many => format!("{many} ships lie at {}.", chart::name(self.scenario, fleet.water)),
        };
        let text = match &landed {
            Some((troops, _)) => format!("{lie} {troops}"),
            None => lie,
        };
        match end {
            End::Stopped(why) => StepResult::Partly(text, why),
            End::Arrived if landed.is_some_and(|(_, is_ashore)| !is_ashore) => {
                StepResult::Partly(text, "The landing was beaten off.".to_owned())
            }
            End::Arrived => StepResult::Done(text),
        }
    }

    /// Puts ships down where their way ended.
    fn anchor(&mut self, fleet: Flotilla) {
        let (is_lost, home) = (fleet.groups.is_empty(), fleet.home());
        for name in &fleet.captains {
            if let Some(captain) = self.field.captains.get_mut(name) {
                captain.water = fleet.water;
            }
        }
        self.field.dock(fleet.side, fleet.water, fleet.groups);
        if is_lost {
            for name in &fleet.captains {
                if self.field.captains.contains_key(name) {
                    self.return_captain(fleet.side, name, home);
                }
            }
        }
        self.sync_ships();
    }
}
