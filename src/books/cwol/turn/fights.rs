//! Contacts are fought out at the start of the turn (SNNM 6.1, 7.1, 7.8; section 3.2 of the decisions).

use std::collections::BTreeSet;

use base::facts::{Audience, Fact};
use base::game::SeatSet;
use board::square::Square;

use super::super::calendar::campaign_of;
use super::super::counted::counted;
use super::super::item::Item;
use super::super::land::KENTUCKY;
use super::super::order::{Act, Sailing, Stance};
use super::super::river::{
    Battery, BattleEnd, Fighter, Flight, batteries, commanders, contacts, fall_back, fight, is_warship, left_of,
    readers_afloat, ship_words, ships_in_contact, thirds,
};
use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::state::{PoolKey, Ship};
use super::events::{Done, Turn, holder};
use super::guns::{fire_along, harm};
use super::removal::home_pool;
use super::sailing::{afloat, by_ship, is_meant, lie, note_crossing};
use super::shores::River;

/// How ships fight and where they fall back to is settled first; then every contact that stands since the last turn is fought.
pub fn fight_contacts(turn: &mut Turn<'_>) {
    take_stances(turn);
    let squares = contacts(turn.scenario, &turn.state);
    if squares.is_empty() {
        return;
    }
    let guns = batteries(turn.scenario, &turn.state);
    let mut met: Vec<Contact> = squares.into_iter().map(|square| Contact::of(turn, &guns, square)).collect();
    met.iter_mut().for_each(|contact| contact.settle(turn));
    // All fall back at once when all have fought, so that no fight goes before another.
    let river = River::of(turn);
    let mut ways: Vec<Vec<Retreat>> = met.iter_mut().map(|contact| contact.ways_back(turn, &river)).collect();
    fire_along(turn, &mut ways.iter_mut().flatten().collect::<Vec<_>>());
    for (contact, ways) in met.iter_mut().zip(ways) {
        ways.iter().for_each(|(side, name, way)| contact.go_back(turn, *side, name, way));
    }
    met.into_iter().for_each(|contact| contact.tell(turn));
}

/// A ship that falls back, with the squares that it enters; none: it has no way out.
type Retreat = (Side, String, Vec<Square>);

fn take_stances(turn: &mut Turn<'_>) {
    let orders = turn.orders();
    let rivals = by_ship(&orders);
    for (place, (seat, line)) in orders.iter().enumerate() {
        let (Act::Sailing(order), Some(side)) = (&line.order.act, Side::of_seat(seat.as_str())) else { continue };
        if !matches!(order, Sailing::Fight { .. } | Sailing::Retreat { .. }) {
            continue;
        }
        let name = order.ship().of(side).name();
        let done = is_meant(turn, &orders, &rivals, place).and_then(|()| afloat(turn, side, &name).map(|_| ()));
        let done: Done = done.map(|()| {
            if let Some(ship) = turn.state.ships.get_mut(&name) {
                note(ship, order);
            }
            format!("{name} has its orders.")
        });
        turn.tell_result(seat, line, done);
    }
}

fn note(ship: &mut Ship, order: &Sailing) {
    match order {
        Sailing::Fight { stance, break_off, .. } => {
            (ship.sail.stance, ship.sail.break_off) = (Some(*stance), *break_off);
        }
        Sailing::Retreat { toward, .. } => ship.sail.refuge = Some(toward.clone()),
        _ => {}
    }
}

/// S4: what it was told, else warships attack, whoever is laid up waits, and transports get away.
fn stance_of(scenario: &Scenario, ship: &Ship) -> Stance {
    match ship.sail.stance {
        _ if !ship.is_active => Stance::Accept,
        Some(stance) => stance,
        None if is_warship(scenario, ship) => Stance::Engage,
        None => Stance::Evade,
    }
}

/// Hostile forces in a square as the turn begins.
struct Contact {
    square: Square,
    place: String,
    ships: Vec<String>,
    guns: Vec<Battery>,
    /// Who reads of it, of either side; who reads no more than how it ended; what each side saw there.
    told: [SeatSet; 2],
    summary: [SeatSet; 2],
    seen: [String; 2],
    /// What each side reads of how it went.
    words: [Vec<String>; 2],
    /// How it ended for each side, where there was a fight.
    end: [Option<&'static str>; 2],
    /// Where the enemy's ships of each side came from, and who falls back.
    enemy_from: [BTreeSet<Square>; 2],
    fleeing: Vec<String>,
}

impl Contact {
    fn of(turn: &Turn<'_>, guns: &[Battery], square: Square) -> Contact {
        let (scenario, state) = (turn.scenario, &turn.state);
        let there = ships_in_contact(scenario, state, square).into_iter();
        let ships: Vec<String> = there.map(|(name, _)| name.clone()).collect();
        let guns: Vec<Battery> = guns.iter().filter(|guns| guns.square == square).cloned().collect();
        let of = |side: Side| {
            let own = ships.iter().filter(|name| state.ships.get(*name).is_some_and(|ship| ship.side == side));
            let batteries = guns.iter().filter(move |guns| guns.side == side);
            let words: Vec<String> = own
                .clone()
                .filter_map(|name| Some(ship_words(name, state.ships.get(name)?)))
                .chain(batteries.clone().map(|guns| guns.words(scenario)))
                .collect();
            // Section 6: whoever commands something there, the Secretary of War where guns of his are in it.
            let units = state.units.iter().filter(|(_, unit)| unit.side == side && unit.square == square);
            let present = own.chain(units.map(|(name, _)| name)).flat_map(|name| commanders(state, name));
            let all = readers_afloat(scenario, side, batteries.clone().next().is_some());
            let told: SeatSet = all.into_iter().chain(present).collect();
            (told, words.join("; "))
        };
        let [(union, of_union), (confederacy, of_confederacy)] = Side::BOTH.map(of);
        let short = |side: Side, told: &SeatSet| {
            readers_afloat(scenario, side, true).into_iter().filter(|seat| !told.contains(seat)).collect()
        };
        Contact {
            square,
            place: scenario.place_name(square),
            summary: [short(Side::Union, &union), short(Side::Confederacy, &confederacy)],
            told: [union, confederacy],
            seen: [of_confederacy, of_union],
            words: Default::default(),
            end: [None; 2],
            enemy_from: Default::default(),
            fleeing: Vec::new(),
            ships,
            guns,
        }
    }

    fn say(&mut self, side: Side, words: impl Into<String>) {
        self.words[side as usize].push(words.into());
    }

    fn settle(&mut self, turn: &mut Turn<'_>) {
        self.enemy_from = Side::BOTH.map(|side| self.came_from(turn, side.enemy()));
        let evaded: Vec<String> = Side::BOTH.into_iter().flat_map(|side| self.evade(turn, side)).collect();
        self.ships.retain(|name| !evaded.contains(name));
        self.fleeing = evaded;
        let is_met =
            |side: Side| self.ships_of(turn, side).next().is_some() || self.guns.iter().any(|guns| guns.side == side);
        if Side::BOTH.into_iter().all(is_met) && self.is_sought(turn) {
            self.fight(turn);
        }
    }

    fn ships_of<'t>(&'t self, turn: &'t Turn<'_>, side: Side) -> impl Iterator<Item = (&'t String, &'t Ship)> {
        let ships = self.ships.iter().filter_map(|name| Some((name, turn.state.ships.get(name)?)));
        ships.filter(move |(_, ship)| ship.side == side)
    }

    /// Where a side came from: the last squares that its ships left.
    fn came_from(&self, turn: &Turn<'_>, side: Side) -> BTreeSet<Square> {
        self.ships_of(turn, side).filter_map(|(_, ship)| ship.sail.trail.last().copied()).collect()
    }

    /// D-SNNM-15: ships of a side that are told to and may evade try it once, together; whoever gets away. One that is told to and may
    /// not holds all (section 3.2, step 1): those alone stay behind that were told to fight.
    fn evade(&mut self, turn: &mut Turn<'_>, side: Side) -> Vec<String> {
        let scenario = turn.scenario;
        let is_evading = |ship: &Ship| stance_of(scenario, ship) == Stance::Evade && ship.sail.may_evade;
        let (going, staying): (Vec<_>, Vec<_>) = self.ships_of(turn, side).partition(|(_, ship)| is_evading(ship));
        let is_held = staying.iter().any(|(_, ship)| stance_of(scenario, ship) == Stance::Evade);
        if going.is_empty() || is_held {
            return Vec::new();
        }
        let table = &scenario.tables().evade;
        let has_guns = self.guns.iter().any(|guns| guns.side != side);
        let is_unarmed = !has_guns && !self.ships_of(turn, side.enemy()).any(|(_, ship)| is_warship(scenario, ship));
        let armoured = &scenario.tables().combat.armoured;
        let chance = table.base
            + if is_unarmed { table.unarmed } else { 0 }
            + if going.iter().any(|(_, ship)| armoured.contains(&ship.class)) { table.armoured } else { 0 }
            + if staying.iter().any(|(_, ship)| is_warship(scenario, ship)) { table.rearguard } else { 0 };
        let names: Vec<String> = going.into_iter().map(|(name, _)| name.clone()).collect();
        let rolled = turn.dice.roll(&format!("{side}: evading at {}", self.square), 100);
        if i64::from(rolled) > chance {
            self.say(side, format!("{} did not get away", names.join(", ")));
            return Vec::new();
        }
        self.say(side, format!("{} evaded", names.join(", ")));
        self.say(side.enemy(), format!("{} of the enemy got away", names.join(", ")));
        names
    }

    /// Section 3.2: somebody attacks, or guns are there.
    fn is_sought(&self, turn: &Turn<'_>) -> bool {
        let mut ships = Side::BOTH.into_iter().flat_map(|side| self.ships_of(turn, side));
        !self.guns.is_empty() || ships.any(|(_, ship)| stance_of(turn.scenario, ship) == Stance::Engage)
    }

    /// SLAG 4.4: a ship of neutral Kentucky that seeks the fight attacks.
    fn note_kentucky(&self, turn: &mut Turn<'_>) {
        let attacks = |ship: &Ship| {
            ship.of.state == KENTUCKY
                && stance_of(turn.scenario, ship) == Stance::Engage
                && turn.state.kentucky_is_neutral
        };
        let violates = |side: &Side| self.ships_of(turn, *side).any(|(_, ship)| attacks(ship));
        let violators: Vec<Side> = Side::BOTH.into_iter().filter(violates).collect();
        violators.into_iter().for_each(|side| *turn.violators.of_mut(side) = true);
    }

    fn fight(&mut self, turn: &mut Turn<'_>) {
        self.note_kentucky(turn);
        let scenario = turn.scenario;
        let ships = self.ships.iter().filter_map(|name| Some((name, turn.state.ships.get(name)?)));
        let mut field: Vec<Fighter> = ships.map(|(name, ship)| Fighter::ship(scenario, name, ship)).collect();
        field.extend(self.guns.iter().map(|guns| Fighter::guns(scenario, guns)));
        let (dice, square) = (&mut *turn.dice, self.square);
        let (end, rounds) = fight(&scenario.tables().combat, &mut field, &mut |side, what, faces| {
            dice.roll(&format!("{side}: {what} at {square}"), faces)
        });
        for (at, hits) in rounds.iter().enumerate() {
            for side in Side::BOTH {
                let (given, taken) = (hits[side as usize], hits[side.enemy() as usize]);
                self.say(side, format!("round {}: {} given, {taken} taken", at + 1, counted(given, "hit", "hits")));
            }
        }
        turn.fought.extend(self.ships.iter().cloned());
        field.iter().for_each(|own| self.bear(turn, own));
        self.ships.retain(|name| turn.state.ships.contains_key(name));
        self.leave(&field, end);
        match end {
            BattleEnd::Drawn => {
                self.close(["nobody has won"; 2]);
                self.may_evade(turn);
            }
            BattleEnd::Quiet => self.close(["nobody fired"; 2]),
            BattleEnd::Lost(loser) => self.lose(turn, loser),
        }
    }

    /// How it ended, for each side.
    fn close(&mut self, ends: [&'static str; 2]) {
        for side in Side::BOTH {
            let end = ends[side as usize];
            self.say(side, end);
            self.end[side as usize] = Some(end);
        }
    }

    /// Ships that broke off fall back, also those of a side whose others fought on.
    fn leave(&mut self, field: &[Fighter], end: BattleEnd) {
        let gone = field.iter().filter(|own| own.has_left && !own.is_out() && end != BattleEnd::Lost(own.side));
        let gone: Vec<String> = gone.map(|own| own.name.clone()).collect();
        for own in field.iter().filter(|own| gone.contains(&own.name)) {
            self.say(own.side, format!("{} broke off", own.name));
            self.say(own.side.enemy(), format!("{} of the enemy left", own.name));
        }
        self.ships.retain(|name| !gone.contains(name));
        self.fleeing.extend(gone);
    }

    /// Both sides can evade before the fight goes on (D-SNNM-15).
    fn may_evade(&self, turn: &mut Turn<'_>) {
        for name in &self.ships {
            if let Some(ship) = turn.state.ships.get_mut(name) {
                ship.sail.may_evade = true;
            }
        }
    }

    /// What one has taken does its harm.
    fn bear(&mut self, turn: &mut Turn<'_>, own: &Fighter) {
        if own.taken == 0 {
            return;
        }
        let ends = match (own.class, own.is_out()) {
            (Some(_), true) => " and was sunk",
            (None, true) => " and were silenced",
            _ => "",
        };
        let hits = counted(own.taken, "hit", "hits");
        self.say(own.side, format!("{} took {hits}{ends}", own.told));
        if own.is_out() {
            self.say(own.side.enemy(), format!("{} of the enemy{ends}", own.told).replace(" and ", " "));
        }
        match own.class {
            Some(_) => {
                harm(turn, &own.name, own.taken);
            }
            None => hit_guns(turn, own),
        }
        // Guns that were silenced are not told as old: they would close the river on maps.
        if own.class.is_none() && own.is_out() {
            turn.state.river.seen.of_mut(own.side.enemy()).retain(|sight| sight.square != self.square);
        }
    }

    /// SNNM 7.8: the ships of who lost flee; unarmed ones alone before armed ones may be taken.
    fn lose(&mut self, turn: &mut Turn<'_>, loser: Side) {
        let words = |side: Side| if side == loser { "we have lost" } else { "we have won" };
        self.close(Side::BOTH.map(words));
        let lost: Vec<String> = self.ships_of(turn, loser).map(|(name, _)| name.clone()).collect();
        let is_armed = |(_, ship): (&String, &Ship)| is_warship(turn.scenario, ship);
        let is_alone = !self.ships_of(turn, loser).any(is_armed) && self.ships_of(turn, loser.enemy()).any(is_armed);
        for name in lost {
            let purpose = format!("{}: capture of {name}", loser.enemy());
            match is_alone && turn.dice.roll(&purpose, 100) <= turn.scenario.tables().combat.capture {
                true => self.take(turn, &name, loser.enemy()),
                false => self.fleeing.push(name),
            }
        }
    }

    /// A prize gets a name of its new side and a base in that side's nearest port, and has no crew and nothing to do.
    fn take(&mut self, turn: &mut Turn<'_>, name: &str, by: Side) {
        let Some(mut ship) = turn.state.ships.remove(name) else { return };
        let force = turn.new_force(by, super::super::order::ForceKind::Ship(ship.class));
        turn.lose_to_enemy(ship.side, ship.crew);
        ship.of = PoolKey { side: by, ..ship.of };
        (ship.side, ship.crew, ship.command, ship.sail) = (by, 0, None, Default::default());
        (ship.station, ship.mission, ship.rebased) = (None, None, None);
        ship.base = nearest_port(turn, by, self.square).unwrap_or(ship.base);
        self.say(by, format!("{name} was taken and is {} now, without crew", force.name()));
        self.say(by.enemy(), format!("{name} was taken"));
        turn.gone.insert(name.to_owned(), format!("{name} was taken in this turn."));
        turn.state.ships.insert(force.name(), ship);
    }

    /// The ways of all who fall back from there, those of a side by one number of squares, 8, 9 or 10.
    fn ways_back(&mut self, turn: &mut Turn<'_>, river: &River) -> Vec<Retreat> {
        let mut ways = Vec::new();
        for side in Side::BOTH {
            let is_own = |name: &&String| turn.state.ships.get(*name).is_some_and(|ship| ship.side == side);
            let own: Vec<String> = self.fleeing.iter().filter(is_own).cloned().collect();
            if own.is_empty() {
                continue;
            }
            let table = turn.scenario.tables().flee;
            let purpose = format!("{side}: falling back from {}", self.square);
            let faces = table.most.saturating_sub(table.least) + 1;
            let most = table.least + turn.dice.roll(&purpose, faces) - 1;
            ways.extend(own.into_iter().map(|name| {
                let way = self.way_back(turn, river, (side, &name), most);
                (side, name, way)
            }));
        }
        ways
    }

    /// Who is laid up does not move; who runs batteries stops under none.
    fn way_back(&self, turn: &Turn<'_>, river: &River, (side, name): (Side, &str), most: u32) -> Vec<Square> {
        let (rivers, shore) = (&turn.scenario.rivers, &river.shores[side as usize]);
        let Some(ship) = turn.state.ships.get(name).filter(|ship| ship.is_active) else { return Vec::new() };
        let depth = |square| rivers.depth_by(river.depths.as_ref(), square);
        let flight = Flight {
            net: river.mended.as_ref().unwrap_or(&rivers.net),
            depth: &depth,
            from: self.square,
            trail: &ship.sail.trail,
            refuge: ship.sail.refuge.as_ref(),
            ports: &shore.ports,
            enemy_from: &self.enemy_from[side as usize],
            hostile: if river.runners.contains(name) { &shore.ships } else { &shore.hostile },
        };
        let mut way = fall_back(&flight, most as usize);
        while way.pop_if(|last| shore.guns.contains(last)).is_some() {}
        way
    }

    fn go_back(&mut self, turn: &mut Turn<'_>, side: Side, name: &str, way: &[Square]) {
        turn.fell_back.insert(name.to_owned(), self.square);
        let Some(last) = way.last() else {
            let is_sunk = harm(turn, name, 1);
            let end = if is_sunk { " and was sunk" } else { "" };
            self.say(side, format!("{name} had no way out and was hit once more{end}"));
            if is_sunk {
                self.say(side.enemy(), format!("{name} of the enemy was sunk"));
            }
            return;
        };
        let scenario = turn.scenario;
        let Some(ship) = turn.state.ships.get_mut(name) else {
            self.say(side, format!("{name} was sunk as it ran past guns"));
            return;
        };
        ship.sail.went_back(way.len());
        lie(scenario, ship, *last);
        if is_warship(scenario, ship) {
            turn.state.river.last_warship.extend(way.iter().map(|square| (*square, side)));
        }
        note_crossing(turn, side, [&self.square].into_iter().chain(way));
        let squares = counted(u32::try_from(way.len()).unwrap_or(u32::MAX), "square", "squares");
        self.say(side, format!("{name} fell back {squares} to {}", scenario.place_name(*last)));
    }

    fn tell(self, turn: &mut Turn<'_>) {
        for side in Side::BOTH {
            let (told, words) = (self.told[side as usize].clone(), self.words[side as usize].clone());
            let hostile = self.seen[side as usize].clone();
            if words.is_empty() || told.is_empty() {
                continue;
            }
            let item = Item::Fought { place: self.place.clone(), hostile, words };
            turn.tell_fact(Fact::new(Audience::Seats(told), item));
            let Some(end) = self.end[side as usize] else { continue };
            let (place, hostile) = (self.place.clone(), "ships of the enemy".to_owned());
            let item = Item::Fought { place, hostile, words: vec![end.to_owned()] };
            turn.tell_fact(Fact::new(Audience::Seats(self.summary[side as usize].clone()), item));
        }
    }
}

/// The port of a side that is nearest to a square; none: it holds none.
fn nearest_port(turn: &Turn<'_>, side: Side, square: Square) -> Option<String> {
    let cities = turn.scenario.given.cities.iter();
    let own = cities.filter(|city| city.port.is_some() && holder(turn.scenario, &turn.state, &city.id) == Some(side));
    own.min_by_key(|city| city.square.distance(square)).map(|city| city.id.clone())
}

/// Hits on guns are kept; of a naval battery each third of what it bears costs a third of its men and guns, and whoever is left when it
/// is destroyed is back at the season's end (the ruling on naval batteries).
fn hit_guns(turn: &mut Turn<'_>, own: &Fighter) {
    turn.state.river.hits.insert(own.name.clone(), own.harm);
    let [before, now] = [own.harm - own.taken, own.harm].map(|hits| thirds(hits, own.bears));
    let Some(unit) = turn.state.units.get_mut(&own.name) else { return };
    let left = left_of(unit.men, before, now);
    let lost = std::mem::replace(&mut unit.men, left) - left;
    unit.batteries = left_of(unit.batteries, before, now);
    let side = unit.side;
    turn.lose_to_enemy(side, lost);
    if !own.is_out() {
        return;
    }
    let Some(unit) = turn.state.units.remove(&own.name) else { return };
    turn.state.river.hits.remove(&own.name);
    let due = campaign_of(turn.scenario, turn.state.turn);
    if let Some(key) = home_pool(&unit) {
        let _back = turn.state.pools.send_back(key, u64::from(unit.men + unit.straggling()), due);
    }
    turn.gone.insert(own.name.clone(), format!("{} was destroyed in this turn.", own.name));
}
