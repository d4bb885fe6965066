//! The rivers as each seat sees them: what its ships are to do, what fights are to come, what is seen of the enemy.

use std::collections::{BTreeMap, BTreeSet};

use base::facts::{Audience, Fact};
use base::game::{SeatId, SeatSet};
use board::square::Square;
use kit::forces::command::Command;

use super::super::command::first_command;
use super::super::entitlement::{Section, readers};
use super::super::item::{Item, SpotRow};
use super::super::order::{Force, ForceKind, Refuge};
use super::super::river::{
    Sight, batteries, commanders, contacts, lookouts, readers_afloat, ship_words, ships_in_contact, sights, square_of,
    strength_of,
};
use super::super::side::{Class, Kind};
use super::super::state::Ship;
use super::View;

/// A ship or unit that looks out, or did a turn ago.
struct Lookout<'a> {
    is_ship: bool,
    /// Who commands it; none: it is no more.
    command: Option<&'a Command<String>>,
}

impl<'a> Lookout<'a> {
    fn commanders(&self) -> impl Iterator<Item = &'a str> {
        self.command.into_iter().flat_map(|it| [it.commander.as_str(), it.deputy.as_str()])
    }
}

impl View<'_> {
    /// Contacts, and what is seen.
    pub(super) fn afloat(&self) -> Vec<Fact<Item>> {
        self.contacts().into_iter().chain(self.sighted()).chain(self.squadron()).collect()
    }

    /// What a ship is to do, a line each.
    pub(super) fn orders_of(&self, ship: &Ship) -> Vec<String> {
        let sail = &ship.sail;
        let course = sail.course.map(|course| {
            let run = if course.runs { ", running the batteries" } else { "" };
            format!("bound for {}{run}", self.scenario.place_name(course.to))
        });
        let leave = sail.break_off.map(|round| format!(", breaks off after round {round}")).unwrap_or_default();
        let stance = sail.stance.map(|stance| format!("{}{leave}", stance.doing()));
        let refuge = sail.refuge.as_ref().map(|refuge| match refuge {
            Refuge::Upstream => "falls back upstream".to_owned(),
            Refuge::Downstream => "falls back downstream".to_owned(),
            Refuge::Square(square) => format!("falls back to {}", self.scenario.place_name(*square)),
        });
        [course, stance, refuge].into_iter().flatten().collect()
    }

    /// SNNM 6.1: where hostile ships, or ships and guns, are together.
    fn contacts(&self) -> Vec<Fact<Item>> {
        let guns = batteries(self.scenario, self.state);
        let fact = |square: Square| {
            let there = ships_in_contact(self.scenario, self.state, square);
            let ships_of = |side| there.iter().filter(move |(_, ship)| ship.side == side);
            let guns_of = |side| guns.iter().filter(move |battery| battery.square == square && battery.side == side);
            let words = |side| {
                let ships = ships_of(side).map(|(name, ship)| ship_words(name, ship));
                ships.chain(guns_of(side).map(|battery| battery.words(self.scenario))).collect::<Vec<_>>()
            };
            let ships = ships_of(self.side).map(|(name, _)| name.as_str());
            let own = ships.chain(guns_of(self.side).map(|battery| battery.key.as_str()));
            let present = own.flat_map(|name| commanders(self.state, name));
            let told: SeatSet = readers_afloat(self.scenario, self.side, true).into_iter().chain(present).collect();
            let place = self.scenario.place_name(square);
            let item = Item::Contact { place, own: words(self.side), hostile: words(self.side.enemy()) };
            Fact::new(Audience::Seats(told), item)
        };
        contacts(self.scenario, self.state).into_iter().map(fact).collect()
    }

    /// Section 6: to the Secretary of War where the side's warships are on the rivers; whoever reads of the ships knows it.
    fn squadron(&self) -> Option<Fact<Item>> {
        // Whether one is laid up is not his to know.
        let is_armed = |ship: &Ship| ship.side == self.side && strength_of(self.scenario, ship.class) > 0;
        let own = self.state.ships.iter().filter(|(_, ship)| is_armed(ship));
        let row = |(name, ship): (&String, &Ship)| {
            let square = square_of(self.scenario, ship)?;
            Some((format!("{name} {}", self.scenario.place_name(square)), square))
        };
        let (rows, squares): (Vec<String>, Vec<Square>) = own.filter_map(row).unzip();
        let naval = readers_afloat(self.scenario, self.side, false);
        let told = readers_afloat(self.scenario, self.side, true).into_iter().filter(|seat| !naval.contains(seat));
        let fact = || {
            Fact::new(Audience::Seats(told.collect()), Item::Squadron { rows: rows.clone(), squares: squares.clone() })
        };
        (!rows.is_empty()).then(fact)
    }

    /// SNNM 5.1: to each seat what it sees by what it commands, to a Secretary by his service, to the President and his deputy by all.
    fn sighted(&self) -> Vec<Fact<Item>> {
        let now = sights(self.scenario, self.state, self.side);
        let before = self.state.river.seen.of(self.side);
        if now.is_empty() && before.is_empty() {
            return Vec::new();
        }
        let all_of = |section| readers(self.scenario, self.side, section);
        let (naval, land) = (all_of(Section::Naval), all_of(Section::Land));
        let names = now.iter().chain(before).flat_map(|sight| &sight.by).chain(self.state.ships.keys());
        let names: BTreeSet<&str> = names.map(String::as_str).collect();
        let kinds = [ForceKind::Unit(Kind::Infantry), ForceKind::Ship(Class::Gunboat)];
        let first = kinds.map(|kind| first_command(self.scenario, self.side, kind));
        let lookouts: BTreeMap<&str, Lookout<'_>> =
            names.into_iter().map(|name| (name, self.lookout(name, &first))).collect();
        let commanders: BTreeSet<&str> = lookouts.values().flat_map(Lookout::commanders).collect();
        let offices = self.scenario.given.offices.iter().filter(|row| row.side == self.side);
        let facts = offices.filter_map(|row| {
            let seat = SeatId::parse(&row.id)?;
            let [reads_ships, reads_units] = [&naval, &land].map(|of_service| of_service.contains(&seat));
            if !reads_ships && !reads_units && !commanders.contains(row.id.as_str()) {
                return None;
            }
            let sees = |name: &String| {
                lookouts.get(name.as_str()).is_some_and(|lookout| {
                    let reads = if lookout.is_ship { reads_ships } else { reads_units };
                    reads || lookout.commanders().any(|seat| seat == row.id)
                })
            };
            let rows = self.rows(&known(&now, sees), &known(before, sees), sees);
            let item = Item::Spotted { of: row.title.clone(), rows: rows.clone() };
            (!rows.is_empty()).then(|| Fact::new(Audience::seat(&seat), item))
        });
        facts.collect()
    }

    /// By its name; `first`: who commands a new unit, and a new ship.
    fn lookout<'a>(&'a self, name: &str, first: &'a [Command<String>; 2]) -> Lookout<'a> {
        let is_ship = matches!(Force::named(name), Some(Force { kind: ForceKind::Ship(_), .. }));
        let named = self.state.ships.get(name).map(|ship| ship.command.as_ref());
        let named = named.or_else(|| self.state.units.get(name).map(|unit| unit.command.as_ref()));
        let command = named.filter(|_| Force::named(name).is_some());
        Lookout { is_ship, command: command.map(|named| named.unwrap_or(&first[usize::from(is_ship)])) }
    }

    /// What is seen now, and what was seen in squares that nobody looks into any more.
    fn rows(
        &self,
        now: &BTreeMap<Square, &Sight>,
        before: &BTreeMap<Square, &Sight>,
        sees: impl Fn(&String) -> bool,
    ) -> Vec<SpotRow> {
        let row = |square: &Square, sight: &&Sight, is_old| SpotRow {
            place: self.scenario.place_name(*square),
            words: sight.words.clone(),
            counts: sight.counts.clone(),
            is_old,
        };
        let lookouts: BTreeSet<(Square, u32)> = lookouts(self.scenario, self.state, self.side)
            .filter(|(name, _, _)| sees(name))
            .map(|(_, square, reach)| (square, reach))
            .collect();
        let is_hidden = |square: &Square| !lookouts.iter().any(|(own, reach)| own.distance(*square) <= *reach);
        let fresh = now.iter().map(|(square, sight)| row(square, sight, false));
        let old = before.iter().filter(|(square, _)| !now.contains_key(*square) && is_hidden(square));
        fresh.chain(old.map(|(square, sight)| row(square, sight, true))).collect()
    }
}

/// What somebody knows of each square, by those of his who saw it: who was in it tells more than who was beside it, and is told.
fn known(sights: &[Sight], sees: impl Fn(&String) -> bool) -> BTreeMap<Square, &Sight> {
    let own = sights.iter().filter(|sight| sight.by.iter().any(&sees));
    own.map(|sight| (sight.square, sight)).collect()
}
