//! New ships, ironclads and raiders, the hunt for them, and troops by sea without ships (C6.3 to C6.5, D22).

use std::sync::Arc;

use base::facts::{Audience, Fact};
use board::Hex;

use super::super::super::audience;
use super::super::super::item::Item;
use super::super::super::naval::chart::{self, ShipKind};
use super::super::super::naval::{NavalAffairs, Water, zone};
use super::super::super::scenario::{Account, Scenario, Side};
use super::super::super::state::State;
use super::super::super::territory;
use super::super::acts::StepResult;
use super::super::course::Course;
use super::super::field::{Field, Rank};
use super::super::knowledge::{place, rank};
use super::super::play::Engine;
use super::super::reason::Reason;
use super::deed::Crossing;
use super::planned::Bridge;
use super::squadron::{Captain, Group};
use super::troops;

/// The water where a naval leader joins ships of his command that lie at a place (D19).
pub fn may_join(scenario: &Scenario, field: &Field, side: Side, account: Account, hex: Hex) -> Result<Water, Reason> {
    let own = field.ships.iter().filter(|(_, squadron)| squadron.side == side).map(|(water, _)| *water);
    let here: Vec<Water> = own.filter(|water| chart::touches(scenario, *water, hex)).collect();
    let most = here.iter().copied().max_by_key(|water| {
        (field.squadron(side, *water).map_or(0, |squadron| squadron.count()), std::cmp::Reverse(*water))
    });
    match most {
        Some(water) if zone::command_of(scenario, side, water) == account => Ok(water),
        Some(_) => {
            Err(Reason::new("C6.1", format!("The ships at {} are under another command.", place(scenario, hex))))
        }
        None => Err(Reason::new(
            "D19",
            format!("A naval leader joins ships, and none of yours lie at {}.", place(scenario, hex)),
        )),
    }
}

/// A naval leader joins ships by own knowledge.
pub fn join(
    scenario: &Scenario,
    side: Side,
    course: &mut Course,
    name: &str,
    rank: &Rank,
    at: Hex,
) -> Result<(), Reason> {
    let water = may_join(scenario, &course.field, side, course.account, at)?;
    Arc::make_mut(&mut course.field).captains.insert(name.to_owned(), Captain::aboard(side, water, rank.clone()));
    Ok(())
}

/// Whether ships may enter at a place: a port that the side holds.
pub fn is_own_port(scenario: &Scenario, towns: &State, side: Side, hex: Hex) -> bool {
    let is_port = scenario.map.city_at(hex).is_some_and(|city| city.port);
    is_port && territory::holder_at(scenario, towns, hex) == Some(side)
}

/// All new ships of the Union enter together where their supreme commander said (C6.4). Gives the ports that are open.
pub fn may_enter_ships(
    scenario: &Scenario,
    towns: &State,
    side: Side,
    navy: &NavalAffairs,
) -> Result<Vec<Hex>, Reason> {
    if side != Side::Usa {
        return Err(Reason::new("C6.5", "The Confederacy brings in ironclads one by one.")
            .hint("Write `enter ironclad at` and the port."));
    }
    if navy.ships == 0 {
        return Err(Reason::new("C6.4", "No new ships wait."));
    }
    if navy.ports.is_empty() {
        let text = "The supreme commander has not said where new ships enter.";
        return Err(
            Reason::new("C6.4", text).hint("He writes `new ships enter at` and a port, in the strategic phase.")
        );
    }
    let open: Vec<Hex> = navy.ports.iter().copied().filter(|hex| is_own_port(scenario, towns, side, *hex)).collect();
    if open.is_empty() {
        let names: Vec<String> = navy.ports.iter().map(|hex| place(scenario, *hex)).collect();
        return Err(Reason::new("C6.4", format!("Your side does not hold {}.", names.join(" or "))));
    }
    Ok(open)
}

/// How many new ships enter at each open port, as even as can be: the ports named first get the rest.
pub fn shares(scenario: &Scenario, ships: u32, open: &[Hex]) -> Vec<(Hex, ShipKind, u32)> {
    let ports = open.len() as u32;
    let share = |nth: usize| ships / ports.max(1) + u32::from((nth as u32) < ships % ports.max(1));
    let each = open.iter().enumerate().filter_map(|(nth, hex)| {
        let kind = chart::kind_of_port(scenario, *hex)?;
        Some((*hex, kind, share(nth)))
    });
    each.filter(|(_, _, share)| *share > 0).collect()
}

/// New ships by own knowledge: they lie at their port for whatever is ordered below (C3.11, C3.17).
pub fn commission_as_planned(
    scenario: &Scenario,
    course: &mut Course,
    side: Side,
    (hex, kind, count): (Hex, ShipKind, u32),
) {
    let Some(water) = free_berth(scenario, &course.towns, side, kind, hex) else { return };
    Arc::make_mut(&mut course.field).dock(side, water, vec![Group::fresh(kind, count)]);
}

/// An ironclad that was given to the commander enters at its port (C6.5). Gives its place in the list.
pub fn may_enter_ironclad(
    scenario: &Scenario,
    towns: &State,
    side: Side,
    account: Account,
    navy: &NavalAffairs,
    at: Option<Hex>,
) -> Result<usize, Reason> {
    let next = navy.next_ironclad(account.theatre(), at);
    let Some(next) = next else {
        let text = match at {
            Some(hex) => format!("You were given no ironclad for {}.", place(scenario, hex)),
            None => "You were given no ironclad that waits.".to_owned(),
        };
        return Err(Reason::new("C6.5", text).hint("The supreme commander gives ironclads to commanders."));
    };
    let hex = navy.allotted[next].at;
    if !is_own_port(scenario, towns, side, hex) {
        return Err(Reason::new("C6.5", format!("Your side does not hold {}.", place(scenario, hex))));
    }
    Ok(next)
}

/// A raider puts to sea from an own port at the sea (C6.5).
pub fn may_raid(scenario: &Scenario, towns: &State, side: Side, navy: &NavalAffairs, at: Hex) -> Result<(), Reason> {
    if side != Side::Csa {
        return Err(Reason::new("C6.5", "Sea raiders are the Confederacy's."));
    }
    if navy.raiders == 0 {
        return Err(Reason::new("C6.5", "No sea raider waits in port."));
    }
    let is_sea_port = chart::kind_of_port(scenario, at) == Some(ShipKind::Ocean);
    if !is_sea_port || !is_own_port(scenario, towns, side, at) {
        return Err(Reason::new("C6.5", format!("{} is no port of your side at sea.", place(scenario, at))));
    }
    Ok(())
}

/// The Union hunts raiders that are out (D22).
pub fn may_hunt(side: Side, navy: &NavalAffairs) -> Result<(), Reason> {
    if side != Side::Usa {
        return Err(Reason::new("D22", "Sea raiders are hunted by the Union."));
    }
    if navy.raiding == 0 {
        return Err(Reason::new("D22", "No sea raider is out."));
    }
    Ok(())
}

/// The water where a kind of ship comes to lie at a port: its berth, or another of its waters when enemies lie there.
fn free_berth(scenario: &Scenario, state: &State, side: Side, kind: ShipKind, hex: Hex) -> Option<Water> {
    let is_free = |water: &Water| {
        chart::may_lie(scenario, kind, *water) && state.fleets.get(water).is_none_or(|fleet| fleet.side == side)
    };
    let berth = chart::berth(scenario, kind, hex).filter(is_free);
    berth.or_else(|| chart::touching(scenario, hex).into_iter().find(is_free))
}

impl Engine<'_> {
    pub(super) fn enter_ships(&mut self, at: usize, pulse: u32) -> StepResult {
        let (side, account) = (self.acts[at].side, self.acts[at].account);
        let Some(navy) = self.state.sides.get(&side).map(|own| own.navy.clone()) else {
            return StepResult::Void("No new ships wait.".to_owned());
        };
        let open = match may_enter_ships(self.scenario, &self.state, side, &navy) {
            Ok(open) => open,
            Err(why) => return StepResult::Void(why.text),
        };
        let mut said = Vec::new();
        for (hex, kind, share) in shares(self.scenario, navy.ships, &open) {
            if self.commission(side, account, kind, share, hex, pulse) {
                said.push(format!("{share} at {}", place(self.scenario, hex)));
                if let Some(own) = self.state.sides.get_mut(&side) {
                    own.navy.ships -= share;
                }
            }
        }
        if said.is_empty() {
            return StepResult::Void("Enemy ships lay before the port.".to_owned());
        }
        StepResult::Done(format!("New ships entered: {}.", said.join(", ")))
    }

    /// Puts new ships into the water of a port. Tells whether there was room.
    fn commission(&mut self, side: Side, account: Account, kind: ShipKind, count: u32, hex: Hex, pulse: u32) -> bool {
        let Some(water) = free_berth(self.scenario, &self.state, side, kind, hex) else { return false };
        self.field.dock(side, water, vec![Group::fresh(kind, count)]);
        self.sync_ships();
        let of = |wanted| if wanted == kind { count } else { 0 };
        let item = Item::ShipsEntered {
            account,
            pulse,
            hex,
            place: place(self.scenario, hex),
            river: of(ShipKind::River),
            ocean: of(ShipKind::Ocean),
            ironclads: of(ShipKind::Ironclad),
        };
        self.events.push(Fact::new(audience::side(self.scenario, side), item));
        true
    }

    pub(super) fn enter_ironclad(&mut self, at: usize, hex: Option<Hex>, pulse: u32) -> StepResult {
        let (side, account) = (self.acts[at].side, self.acts[at].account);
        let navy = self.state.sides.get(&side).map(|own| own.navy.clone()).unwrap_or_default();
        let next = match may_enter_ironclad(self.scenario, &self.state, side, account, &navy, hex) {
            Ok(next) => next,
            Err(why) => return StepResult::Void(why.text),
        };
        let hex = navy.allotted[next].at;
        if !self.commission(side, account, ShipKind::Ironclad, 1, hex, pulse) {
            return StepResult::Void("Enemy ships lay before the port.".to_owned());
        }
        if let Some(own) = self.state.sides.get_mut(&side) {
            own.navy.allotted.remove(next);
        }
        StepResult::Done(format!("An ironclad entered at {}.", place(self.scenario, hex)))
    }

    /// A naval leader joins ships that lie at a place (D19).
    pub fn enter_captain(&mut self, at: usize, hex: Hex, pulse: u32) -> StepResult {
        let (side, account) = (self.acts[at].side, self.acts[at].account);
        let water = match may_join(self.scenario, &self.field, side, account, hex) {
            Ok(water) => water,
            Err(why) => return StepResult::Void(why.text),
        };
        let ledger = self.ledger(side, account);
        let name = ledger.pool.remove(0);
        let Some(leader) = self.state.leaders.get(&name) else {
            return StepResult::Void("No leader is left in the pool.".to_owned());
        };
        self.field.captains.insert(name.clone(), Captain::aboard(side, water, rank(leader)));
        self.sync_ships();
        let place = place(self.scenario, hex);
        let text = format!("{name} joined the ships at {place}.");
        let item = Item::Entered { account, pulse, hex, place, sp: 0, leader: Some(name) };
        self.events.push(Fact::new(audience::side(self.scenario, side), item));
        StepResult::Done(text)
    }

    pub(super) fn raid(&mut self, at: usize, name: Option<&str>, hex: Hex, pulse: u32) -> StepResult {
        let side = self.acts[at].side;
        let navy = self.state.sides.get(&side).map(|own| own.navy.clone()).unwrap_or_default();
        if let Err(why) = may_raid(self.scenario, &self.state, side, &navy, hex) {
            return StepResult::Void(why.text);
        }
        if let Some(own) = self.state.sides.get_mut(&side) {
            own.navy.raiders -= 1;
            own.navy.raiding += 1;
        }
        let place = place(self.scenario, hex);
        let text = format!("{} put to sea from {place}.", name.unwrap_or("A raider"));
        let item = Item::RaiderNews { pulse, is_caught: false, name: name.map(str::to_owned), place };
        self.events.push(Fact::new(Audience::Everyone, item));
        StepResult::Done(text)
    }

    /// One die for each raider at sea (D22).
    pub(super) fn hunt(&mut self, at: usize, pulse: u32) -> StepResult {
        let (side, account) = (self.acts[at].side, self.acts[at].account);
        let out = self.state.sides.get(&Side::Csa).map_or(0, |csa| csa.navy.raiding);
        if out == 0 {
            return StepResult::Void("No sea raider was out.".to_owned());
        }
        let least = self.scenario.tables.naval.raider_caught_on;
        let purpose = format!("{}: hunt p{pulse}", side.id());
        let caught = (0..out).filter(|_| self.dice.roll(&purpose, 6) >= least).count() as u32;
        let throws = self.dice.last_throws(out as usize);
        if let Some(csa) = self.state.sides.get_mut(&Side::Csa) {
            csa.navy.raiding -= caught;
        }
        let to = audience::commander(self.scenario, side, account);
        self.events.push(Fact::new(to, Item::Hunted { pulse, caught, throws }));
        for _ in 0..caught {
            let item = Item::RaiderNews { pulse, is_caught: true, name: None, place: String::new() };
            self.events.push(Fact::new(Audience::Everyone, item));
        }
        match caught {
            0 => StepResult::Done("No raider was caught.".to_owned()),
            1 => StepResult::Done("1 raider was caught.".to_owned()),
            many => StepResult::Done(format!("{many} raiders were caught.")),
        }
    }

    /// Troops by sea without ships: by what is really there as their commander knows it (C6.3).
    pub(super) fn cross(&mut self, at: usize, crossing: &Crossing, pulse: u32) -> StepResult {
        let (side, account, slot) = (self.acts[at].side, self.acts[at].account, self.acts[at].slot);
        let bridge = Bridge { scenario: self.scenario, field: &self.field, side, account };
        let aboard = match troops::crossers(&bridge, &self.state, crossing, slot.first) {
            Ok(aboard) => aboard,
            Err(why) => return StepResult::Void(why.text),
        };
        let before = self.lookout(side.enemy());
        let mut column = self.embark(side, account, &aboard, pulse);
        let sp = column.sp();
        self.sea.is_landing = true;
        let (walked, _) = self.walk(&mut column, &[aboard.from, crossing.to], pulse, false);
        self.sea.is_landing = false;
        self.passing.follow(&before, side, sp, pulse, &walked);
        let end = *walked.last().unwrap_or(&aboard.from);
        let who = column.leaders.first().cloned();
        self.settle_column(column, end);
        self.has_moved(side, &[aboard.from, end]);
        let who = who.map_or(format!("{sp} SP"), |leader| format!("{leader} with {sp} SP"));
        let name = place(self.scenario, end);
        if end == crossing.to {
            return StepResult::Done(format!("{who} landed at {name}."));
        }
        StepResult::Partly(format!("{who} came back to {name}."), "The landing was beaten off.".to_owned())
    }
}
