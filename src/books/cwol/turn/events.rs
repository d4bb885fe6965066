//! A turn on its way: the state as it is so far, its orders, and what its reports will tell.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use base::facts::Fact;
use base::game::{Dice, SeatId, SeatSet};
use base::order::Filed;
use board::square::Square;
use board::tactical::Tac;
use kit::amount::Amount;
use kit::forces::command::Command;
use rules::OrderSet;

use super::super::command::named_commands;
use super::super::entitlement::{Section, readers, readers_of_bloc, readers_of_result};
use super::super::item::Item;
use super::super::order::{Force, ForceKind, Order};
pub use super::super::refusal::Failed;
use super::super::refusal::not_held;
use super::super::scenario::{City, Scenario};
use super::super::side::{BySide, Side};
use super::super::state::{CityState, Ship, State, Unit, Work};
use super::bought::Bought;
use super::shells::Shells;
use super::stacks::tac_of;

/// What came of an order, in words, or why nothing did.
pub type Done = Result<String, Failed>;

/// The bounty of regiments that were begun.
pub struct Bounty {
    /// Who raises them, by which line, and what he is told when it is paid.
    pub seat: SeatId,
    pub line: Filed<Order>,
    pub words: String,
    pub side: Side,
    pub eagles: Amount,
    /// The job of the regiments.
    pub job: u32,
}

/// A turn on its way.
pub struct Turn<'a> {
    pub scenario: &'a Scenario,
    pub state: State,
    pub dice: &'a mut Dice,
    orders: Rc<[(SeatId, Filed<Order>)]>,
    /// Who holds a seat as the turn ends; none: not known.
    held: Option<SeatSet>,
    /// When it ends, in epoch seconds, where that is known.
    pub ended_at: Option<i64>,
    events: Vec<Fact<Item>>,
    /// Bounties of regiments that were begun: paid after builds, and only then is their giver told what came of his order.
    pub bounties: Vec<Bounty>,
    /// What each side owed as the turn began: interest is reckoned on that (D15).
    pub debts: BySide<Amount>,
    /// What was bought so far, by city, and by side.
    pub bought: Bought,
    /// Whose order is carried out now, where it takes of the regiments and batteries that wait in a city.
    pub giver: Option<SeatId>,
    /// Whose orders took of them so far, in which city.
    took: Vec<(Side, String, SeatId)>,
    /// Who commanded what as the turn began, where somebody was named.
    pub commands: BTreeMap<String, Command<String>>,
    /// What became of units and ships that are no more, by name.
    pub gone: BTreeMap<String, String>,
    /// Squares in which units of a side were at any moment of the turn.
    pub visited: BySide<BTreeSet<Square>>,
    /// Of units that moved, the square from which they came into the one where they are.
    pub came_from: BTreeMap<String, Square>,
    /// Where each unit stood as the turn began.
    pub stood: BTreeMap<String, (Square, Option<Tac>)>,
    /// Who has violated Kentucky's neutrality in it.
    pub violators: BySide<bool>,
    /// Ships that took men aboard: they stay where they are (5.14).
    pub manned: BTreeSet<String>,
    /// Units that are to go by boat and began the turn at a river of their side.
    pub boarding: BTreeSet<String>,
    /// Units that fought on land in this turn.
    pub embattled: BTreeSet<String>,
    /// Ships that fought in this turn, and those that fell back, with the square in which the enemy was.
    pub fought: BTreeSet<String>,
    pub fell_back: BTreeMap<String, Square>,
    /// Squares of rivers that each side sees to have lost and was not told of yet.
    pub lost: BySide<BTreeSet<Square>>,
    /// What ships have fired at the banks: it falls when armies have moved.
    pub shells: Vec<Shells>,
}

impl<'a> Turn<'a> {
    pub fn new(scenario: &'a Scenario, state: State, orders: &OrderSet<Order>, dice: &'a mut Dice) -> Self {
        let (held, ended_at) = (orders.held.clone(), orders.played_at);
        let orders = by_pulses(orders.in_order_of_receipt()).into();
        let commands = named_commands(&state);
        let mut visited: BySide<BTreeSet<Square>> = BySide::default();
        for unit in state.units.values() {
            visited.of_mut(unit.side).insert(unit.square);
        }
        let stood =
            state.units.iter().map(|(name, unit)| (name.clone(), (unit.square, tac_of(scenario, unit)))).collect();
        let debts = BySide { union: state.nations.union.debt, confederacy: state.nations.confederacy.debt };
        Self {
            scenario,
            state,
            dice,
            orders,
            held,
            ended_at,
            events: Vec::new(),
            bounties: Vec::new(),
            debts,
            bought: Default::default(),
            giver: None,
            took: Vec::new(),
            commands,
            gone: BTreeMap::new(),
            visited,
            came_from: BTreeMap::new(),
            stood,
            violators: BySide::default(),
            manned: BTreeSet::new(),
            boarding: BTreeSet::new(),
            embattled: BTreeSet::new(),
            fought: BTreeSet::new(),
            fell_back: BTreeMap::new(),
            lost: BySide::default(),
            shells: Vec::new(),
        }
    }

    /// The seats that somebody holds: all of them where it is not known.
    pub fn held(&self) -> SeatSet {
        let all = || self.scenario.given.offices.iter().filter_map(|row| SeatId::parse(&row.id)).collect();
        self.held.clone().unwrap_or_else(all)
    }

    /// All orders, as they came.
    pub fn orders(&self) -> Rc<[(SeatId, Filed<Order>)]> {
        Rc::clone(&self.orders)
    }

    /// The order that is carried out has taken regiments or batteries that waited in a city.
    pub fn note_taken(&mut self, side: Side, city: &str) {
        self.took.extend(self.giver.clone().map(|giver| (side, city.to_owned(), giver)));
    }

    /// The same failure, with whose orders came before this one and took what waited in the city.
    pub fn taken_before(&self, failed: Failed, side: Side, city: &str) -> Failed {
        let there = self.took.iter().filter(|(of, place, _)| *of == side && place == city);
        let mut whose: Vec<String> = Vec::new();
        for (.., seat) in there {
            let words = match Some(seat) == self.giver.as_ref() {
                true => "an order of yours".to_owned(),
                false => format!("an order of the {}", self.scenario.title(seat)),
            };
            if !whose.contains(&words) {
                whose.push(words);
            }
        }
        match whose.is_empty() {
            true => failed,
            false => Failed::new(
                format!("{} Others were taken before: by {}.", failed.why, whose.join(" and by ")),
                failed.rule,
            ),
        }
    }

    /// SLAG 5.14, D61: a ship does not move in the turn in which it takes men aboard.
    pub fn is_free_to_sail(&self, name: &str) -> Result<(), Failed> {
        if self.manned.contains(name) {
            return Err(Failed::new(format!("{name} takes men aboard in this turn, and stays where it is."), "5.14"));
        }
        Ok(())
    }

    /// The state with everything that is told of the turn.
    pub fn end(self) -> (State, Vec<Fact<Item>>) {
        (self.state, self.events)
    }

    /// Tells what came of an order: its giver, who reads all orders of the side, and who reads all spending.
    pub fn tell_result(&mut self, seat: &SeatId, line: &Filed<Order>, done: Done) {
        let Some(side) = Side::of_seat(seat.as_str()) else { return };
        let mut told = readers_of_result(self.scenario, side, &line.order.act);
        told.insert(seat.clone());
        let title = self.scenario.title(seat);
        let (is_done, words, rule) = match done {
            Ok(words) => (true, words, None),
            Err(failed) => (false, failed.why, Some(failed.rule.to_owned())),
        };
        let item = Item::Result { seat: seat.to_string(), title, order: line.canonical.clone(), is_done, words, rule };
        self.events.push(Fact::new(base::facts::Audience::Seats(told), item));
    }

    /// Tells something to those who read a section of a side.
    pub fn tell(&mut self, side: Side, section: Section, item: Item) {
        let told = readers(self.scenario, side, section);
        self.events.push(Fact::new(base::facts::Audience::Seats(told), item));
    }

    /// Tells something that knows its readers.
    pub fn tell_fact(&mut self, fact: Fact<Item>) {
        self.events.push(fact);
    }

    /// Tells what happened in a city of a side to those who read of its goods: of the side, or of the city's bloc.
    pub fn tell_of_city(&mut self, side: Side, id: &str, item: Item) {
        let mut told = readers(self.scenario, side, Section::Supplies);
        let state = self.scenario.city(id).map(|city| city.state.as_str());
        told.extend(state.into_iter().flat_map(|state| readers_of_bloc(self.scenario, side, state)));
        self.events.push(Fact::new(base::facts::Audience::Seats(told), item));
    }

    /// Tells something to everybody.
    pub fn tell_everyone(&mut self, item: Item) {
        self.events.push(Fact::new(base::facts::Audience::Everyone, item));
    }

    /// The name of the next unit or ship of a kind: none that the game master gave to one of his own.
    pub fn new_force(&mut self, side: Side, kind: ForceKind) -> Force {
        let code = match kind {
            ForceKind::Unit(kind) => kind.code(),
            ForceKind::Ship(class) => class.code(),
        };
        loop {
            let force = Force { side, number: self.state.next_number(&format!("{side}{code}")), kind };
            let name = force.name();
            if !self.state.units.contains_key(&name) && !self.state.ships.contains_key(&name) {
                return force;
            }
        }
    }

    /// Men in service fall or are taken in a fight, which counts for the enemy when the war is over.
    pub fn lose_to_enemy(&mut self, side: Side, men: u32) {
        // Who is in service is not missing.
        let _lost = self.state.pools.lose(u64::from(men));
        self.state.nations.of_mut(side).fallen += u64::from(men);
    }

    /// A unit of a side; else why an order about it fails.
    pub fn own_unit(&self, side: Side, name: &str, rule: &'static str) -> Result<&Unit, Failed> {
        self.state.units.get(name).filter(|unit| unit.side == side).ok_or_else(|| self.none_such(side, name, rule))
    }

    /// A ship of a side; else why an order about it fails.
    pub fn own_ship(&self, side: Side, name: &str, rule: &'static str) -> Result<&Ship, Failed> {
        self.state.ships.get(name).filter(|ship| ship.side == side).ok_or_else(|| self.none_such(side, name, rule))
    }

    fn none_such(&self, side: Side, name: &str, rule: &'static str) -> Failed {
        let gone = self.gone.get(name).filter(|_| name.starts_with(side.code())).cloned();
        let begun = self.state.jobs.iter().find(|job| {
            let is_it = |force: &Force| force.side == side && force.name() == name;
            matches!(&job.plan.work, Work::Unit { force, .. } | Work::Ship { force, .. } if is_it(force))
        });
        let begun = begun.map(|job| {
            format!("{name} is still under construction at {}.", self.scenario.place_of_work(&job.plan.place))
        });
        Failed::new(gone.or(begun).unwrap_or_else(|| format!("There is no {name}.")), rule)
    }

    /// SLAG 2.10: whether a side has so many MPs in stock.
    pub fn has_mp(&self, side: Side, mp: Amount) -> Result<(), Failed> {
        match mp <= self.state.mp(side) {
            true => Ok(()),
            false => Err(Failed::new(format!("{mp} MPs are wanted, and there are not so many."), "2.10")),
        }
    }

    /// A city of the map with how it stands.
    pub fn city(&self, id: &str) -> Option<(&City, &CityState)> {
        Some((self.scenario.city(id)?, self.state.city(id)?))
    }

    /// A city that the side holds; else why an order there fails (5.3).
    pub fn held_city(&self, side: Side, id: &str) -> Result<(&City, &CityState), Failed> {
        let held = self.city(id).filter(|_| controls(self.scenario, &self.state, side, id));
        held.ok_or_else(|| not_held(self.scenario, side, id))
    }
}

/// The orders as they came, those of one office among each other by the pulses that they name; whatever names none comes after.
fn by_pulses(orders: Vec<(&SeatId, &Filed<Order>)>) -> Vec<(SeatId, Filed<Order>)> {
    let mut own: BTreeMap<&SeatId, Vec<&Filed<Order>>> = BTreeMap::new();
    for (seat, line) in &orders {
        own.entry(*seat).or_default().push(*line);
    }
    for lines in own.values_mut() {
        lines.sort_by_key(|line| line.order.pulses.map_or(u32::MAX, |(first, _)| first));
        lines.reverse();
    }
    let next = |(seat, _): (&SeatId, &Filed<Order>)| {
        let line = own.get_mut(seat).and_then(Vec::pop)?;
        Some((seat.clone(), line.clone()))
    };
    orders.into_iter().filter_map(next).collect()
}

/// Who holds a city: nobody the cities of a neutral Kentucky that nobody has entered, and when it is neutral no more whoever they
/// are loyal to (4.4).
pub fn holder(scenario: &Scenario, state: &State, id: &str) -> Option<Side> {
    let now = state.city(id)?;
    let is_kentucky = scenario.city(id).is_some_and(|city| city.state == "KY");
    now.held_by.or_else(|| (is_kentucky && !state.kentucky_is_neutral).then_some(now.aligned))
}

/// Whether a side can raise and build in a city: it holds it, or it is one of a neutral Kentucky that is loyal to it (D37).
pub fn controls(scenario: &Scenario, state: &State, side: Side, id: &str) -> bool {
    let (Some(city), Some(now)) = (scenario.city(id), state.city(id)) else { return false };
    holder(scenario, state, id).map_or(city.state == "KY" && now.aligned == side, |holder| holder == side)
}

/// What to say of a price that the treasury cannot pay: never what it holds, for not every giver may know that.
pub fn too_dear(wanted: Amount) -> String {
    format!("{wanted} Eg must be in hand, and there was not so much left.")
}
