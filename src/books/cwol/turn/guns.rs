//! River batteries fire at ships that run past them (SNNM 4.5; section 3.4 of the decisions), and hits do their harm.

use std::collections::{BTreeMap, BTreeSet};

use base::facts::{Audience, Fact};
use base::game::Dice;
use board::square::Square;

use super::super::contact::{has_brigades, is_in};
use super::super::entitlement::Section;
use super::super::item::Item;
use super::super::river::{Battery, batteries, complement_of, readers_afloat, readers_of_force};
use super::super::scenario::Scenario;
use super::super::side::{Class, Side};
use super::events::Turn;

/// The guns of a turn, and what they have hit so far.
pub struct Guns<'a> {
    scenario: &'a Scenario,
    batteries: Vec<Battery>,
    /// Class and damage of each ship.
    ships: BTreeMap<String, (Class, u32)>,
    hits: BTreeMap<String, u32>,
    volleys: Vec<Volley>,
}

/// One battery's fire in one impulse.
struct Volley {
    battery: Battery,
    against: Side,
    /// Ships in its range, each with the hits that told.
    ships: Vec<(String, u32)>,
}

impl<'a> Guns<'a> {
    /// Those of a turn, before anybody fires.
    pub fn of(turn: &Turn<'a>) -> Guns<'a> {
        let ships = turn.state.ships.iter().map(|(name, ship)| (name.clone(), (ship.class, ship.damage))).collect();
        Guns {
            scenario: turn.scenario,
            batteries: batteries(turn.scenario, &turn.state),
            ships,
            hits: BTreeMap::new(),
            volleys: Vec::new(),
        }
    }

    /// The sides that have guns over a square.
    pub fn by_square(&self) -> BTreeMap<Square, BTreeSet<Side>> {
        let mut over: BTreeMap<Square, BTreeSet<Side>> = BTreeMap::new();
        for battery in &self.batteries {
            over.entry(battery.square).or_default().insert(battery.side);
        }
        over
    }

    /// Every battery of the enemy over the square fires once at all ships of a side that come by; which of them are sunk.
    pub fn volley(
        &mut self,
        dice: &mut Dice,
        impulse: u32,
        (square, side): (Square, Side),
        names: &[String],
    ) -> BTreeSet<String> {
        let firing: Vec<Battery> =
            self.batteries.iter().filter(|guns| guns.square == square && guns.side != side).cloned().collect();
        for battery in firing {
            let purpose = format!("{}: volley of {} in impulse {impulse}", battery.side, battery.key);
            let hundredths = battery.strength(self.scenario) * self.scenario.tables().sailing.volley / 100;
            let mut told: BTreeMap<String, u32> = names.iter().map(|name| (name.clone(), 0)).collect();
            for _ in 0..hits_of(hundredths, |sides| dice.roll(&purpose, sides)) {
                let Some(name) = self.target(names, |sides| dice.roll(&format!("{purpose}, target"), sides)) else {
                    break;
                };
                let class = self.ships.get(&name).map(|ship| ship.0);
                if class.is_some_and(|class| {
                    glances(self.scenario, class, |sides| dice.roll(&format!("{purpose}, armour"), sides))
                }) {
                    continue;
                }
                *self.hits.entry(name.clone()).or_default() += 1;
                *told.entry(name).or_default() += 1;
            }
            self.volleys.push(Volley { battery, against: side, ships: told.into_iter().collect() });
        }
        names.iter().filter(|name| self.is_sunk(name)).cloned().collect()
    }

    /// One of those that still swim.
    fn target(&self, names: &[String], mut roll: impl FnMut(u32) -> u32) -> Option<String> {
        let afloat: Vec<&String> = names.iter().filter(|name| !self.is_sunk(name)).collect();
        let sides = u32::try_from(afloat.len()).ok().filter(|count| *count > 0)?;
        afloat.get(roll(sides) as usize - 1).map(|name| (*name).clone())
    }

    fn is_sunk(&self, name: &str) -> bool {
        let damage = self.ships.get(name).map_or(0, |ship| ship.1);
        damage + self.hits.get(name).copied().unwrap_or(0) >= self.scenario.tables().combat.hull
    }

    /// Ships are damaged, and both sides are told.
    pub fn end(self, turn: &mut Turn<'_>) {
        for volley in &self.volleys {
            self.tell(turn, volley);
        }
        for (name, hits) in &self.hits {
            harm(turn, name, *hits);
        }
    }

    fn tell(&self, turn: &mut Turn<'_>, volley: &Volley) {
        let place = self.scenario.place_name(volley.battery.square);
        let hits: u32 = volley.ships.iter().map(|(_, hits)| hits).sum();
        let hits = count_of(hits);
        let ships: Vec<String> =
            volley.ships.iter().map(|(name, hits)| format!("{name} ({})", count_of(*hits))).collect();
        let words = format!("the enemy's guns fired at {}", ships.join(", "));
        let told = volley.ships.iter().flat_map(|(name, _)| turn.readers_afloat(volley.against, name)).collect();
        turn.tell_fact(Fact::new(Audience::Seats(told), Item::Volley { place: place.clone(), words }));
        let own = readers_of_force(self.scenario, &turn.state, volley.battery.side, &volley.battery.key);
        let told = own.into_iter().chain(readers_afloat(self.scenario, volley.battery.side, true)).collect();
        let count = volley.ships.len();
        let ships = if count == 1 { "1 ship".to_owned() } else { format!("{count} ships") };
        let words = format!("our guns fired at {ships} of the enemy running past: {hits}");
        turn.tell_fact(Fact::new(Audience::Seats(told), Item::Volley { place, words }));
    }
}

/// Section 3.7: ships that run past guns as they fall back, each with its side and the squares that it enters, are fired at step by step.
/// The way of one that is sunk ends there.
pub(super) fn fire_along(turn: &mut Turn<'_>, ways: &mut [&mut (Side, String, Vec<Square>)]) {
    let mut guns = Guns::of(turn);
    let over = guns.by_square();
    let steps = ways.iter().map(|(_, _, way)| way.len()).max().unwrap_or(0);
    for step in 0..steps {
        let mut passing: BTreeMap<(Square, Side), Vec<String>> = BTreeMap::new();
        for (side, name, way) in ways.iter().map(|way| &**way) {
            let square = way.get(step).filter(|square| over.get(square).is_some_and(|of| of.contains(&side.enemy())));
            square.into_iter().for_each(|square| passing.entry((*square, *side)).or_default().push(name.clone()));
        }
        for (at, names) in passing {
            let impulse = u32::try_from(step + 1).unwrap_or(u32::MAX);
            let sunk = guns.volley(turn.dice, impulse, at, &names);
            ways.iter_mut().filter(|(_, name, _)| sunk.contains(name)).for_each(|(_, _, way)| way.truncate(step + 1));
        }
    }
    guns.end(turn);
}

/// "no hit", "1 hit", "2 hits".
fn count_of(hits: u32) -> String {
    match hits {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        _ => format!("{hits} hits"),
    }
}

/// SNNM 8.2: works over a river are whose brigades are in their square when no unit of their holder is; what was shot to pieces stays so.
pub fn take_works(turn: &mut Turn<'_>) {
    let sites = turn.scenario.sites().filter_map(|site| {
        let holder = turn.state.river.works.get(&site.square).copied().or(site.works)?;
        let by = holder.enemy();
        let is_taken = has_brigades(&turn.state, by, site.square) && !is_in(&turn.state, holder, site.square);
        is_taken.then(|| (site.square, site.name.clone(), by))
    });
    for (square, name, by) in sites.collect::<Vec<_>>() {
        turn.state.river.works.insert(square, by);
        let place = turn.scenario.place_name(square);
        for (side, is_lost) in [(by.enemy(), true), (by, false)] {
            let item = Item::Taken { what: format!("guns of {name}"), place: place.clone(), is_lost };
            turn.tell(side, Section::Fortifications, item);
        }
    }
}

/// So many hits as are expected, in hundredths: the fraction of one is a chance.
pub(super) fn hits_of(hundredths: u32, mut roll: impl FnMut(u32) -> u32) -> u32 {
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    whole + u32::from(rest > 0 && roll(100) <= rest)
}

/// Whether a hit glances off.
pub(super) fn glances(scenario: &Scenario, class: Class, mut roll: impl FnMut(u32) -> u32) -> bool {
    let table = &scenario.tables().combat;
    table.armoured.contains(&class) && roll(100) <= table.glance
}

/// Points of damage, with the men that they cost; what bears no more sinks, with whoever is aboard. Says whether it sank.
pub(super) fn harm(turn: &mut Turn<'_>, name: &str, points: u32) -> bool {
    let table = turn.scenario.tables().combat.clone();
    let Some(ship) = turn.state.ships.get_mut(name).filter(|_| points > 0) else { return false };
    ship.damage += points;
    let complement = complement_of(turn.scenario, ship);
    let lost = (complement * table.crew * points / 100).min(ship.crew);
    let is_sunk = ship.damage >= table.hull;
    let lost = if is_sunk { ship.crew } else { lost };
    ship.crew -= lost;
    let side = ship.side;
    turn.lose_to_enemy(side, lost);
    if is_sunk {
        turn.state.ships.remove(name);
        turn.gone.insert(name.to_owned(), format!("{name} was sunk in this turn."));
    }
    is_sunk
}
