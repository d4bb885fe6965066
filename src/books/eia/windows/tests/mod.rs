//! Every worked example of the text and every boundary, window by window.

mod ceding;
mod collection;
mod disorder;
mod lending;
mod manipulation;
mod receipts;
mod secrecy;
mod spending;
mod trade;
mod victory;
mod words;

use std::collections::BTreeMap;

use serde_json::Value;

use base::facts::{Audience, Fact, told};
use base::game::Dice;
use base::order::{Filed, When};
use rules::OrderSet;

use super::super::calendar::{Month, Stage};
use super::super::item::Item;
use super::super::measure::Measure;
use super::super::order::{Act, Amount, Holder, Order, Tenure, Unit};
use super::super::power::Power;
use super::super::scenario::Scenario;
use super::super::state::{CityState, Forces, FreeState, Party, PowerState, State};
use super::super::{begin, sound, territory};

pub use Power::{Austria, Britain, France, Prussia, Russia, Spain, Turkey};

/// A position with orders and dice, to be played window by window.
pub struct Trial {
    pub scenario: Scenario,
    pub state: State,
    pub orders: OrderSet<Order>,
    dice: BTreeMap<String, Vec<u32>>,
    /// What was told when the last window closed.
    pub told: Vec<(Audience, Value)>,
    /// The same as facts.
    pub events: Vec<Fact<Item>>,
}

impl Trial {
    /// The campaign of 1805 in an Economic Phase, nobody at war or allied.
    pub fn at(month: u8, stage: Stage) -> Trial {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        state.month = Month { year: 1805, month };
        state.stage = stage;
        state.wars.clear();
        state.alliances.clear();
        Trial {
            scenario,
            state,
            orders: OrderSet::default(),
            dice: BTreeMap::new(),
            told: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Nobody has forces to maintain, and everybody collected manpower at home.
    pub fn at_ease(&mut self) {
        for power in Power::ALL {
            self.own(power).forces = Forces::default();
            self.state.quarter.home_manpower.insert(power, 5);
        }
        for own in self.state.free_states.values_mut() {
            own.forces = Forces::default();
        }
    }

    pub fn own(&mut self, power: Power) -> &mut PowerState {
        self.state.powers.get_mut(&power).unwrap()
    }

    pub fn war(&mut self, one: Power, other: Power) {
        self.state.wars.insert(territory::pair(Party::Power(one), Party::Power(other)));
    }

    pub fn minor_war(&mut self, minor: &str, power: Power) {
        self.state.wars.insert(territory::pair(Party::Minor(minor.to_owned()), Party::Power(power)));
    }

    pub fn ally(&mut self, one: Power, other: Power) {
        self.state.alliances.insert((one.min(other), one.max(other)));
    }

    pub fn city(&mut self, name: &str) -> &mut CityState {
        assert!(self.scenario.map.city(name).is_some(), "{name} is on the map");
        self.state.cities.entry(name.to_owned()).or_default()
    }

    pub fn occupy(&mut self, city: &str, power: Power) {
        self.city(city).occupant = Holder::Power(power);
    }

    pub fn give(&mut self, territory: &str, power: Power, tenure: Tenure) {
        territory::change_hands(&self.scenario, &mut self.state, territory, Some(power), tenure, "test");
        assert!(self.state.territories[territory].holder == Some(power), "{territory} is on the map");
    }

    /// Makes an account hold so much.
    pub fn set(&mut self, account: &str, measure: Measure, amount: i64) {
        let change = amount - self.state.ledger.balance(account, measure);
        let opening = self.state.ledger.opened_with(account, measure) + change;
        self.state.ledger.open_with(account, measure, opening);
    }

    pub fn money(&self, account: &str) -> i64 {
        self.state.ledger.balance(account, Measure::Money)
    }

    pub fn manpower(&self, account: &str) -> i64 {
        self.state.ledger.balance(account, Measure::Manpower)
    }

    pub fn orders(&mut self, power: Power, act: Act) -> &mut Trial {
        self.file(power, Order::new(act))
    }

    pub fn standing(&mut self, power: Power, act: Act) -> &mut Trial {
        self.file(power, Order { is_standing: true, ..Order::new(act) })
    }

    fn file(&mut self, power: Power, order: Order) -> &mut Trial {
        let canonical = format!("{:?}", order.act);
        let (section, when) = (String::new(), When::default());
        let filed = Filed {
            section,
            canonical: canonical.clone(),
            written: canonical,
            is_by_gm: false,
            received: None,
            order,
            when,
            is_added: false,
            is_left_over: false,
            asked: None,
        };
        self.orders.sheets.entry(power.seat()).or_default().push(filed);
        self
    }

    pub fn throw(&mut self, purpose: &str, values: &[u32]) {
        self.dice.insert(purpose.to_owned(), values.to_vec());
    }

    /// Closes the window that is open; the state must be sound after it, and no die unforeseen.
    pub fn close(&mut self) -> &mut Trial {
        let mut dice = Dice::scripted(std::mem::take(&mut self.dice));
        let (state, events) = super::close(&self.scenario, self.state.clone(), &self.orders, &mut dice);
        assert_eq!(dice.unforeseen(), Vec::<String>::new());
        assert_eq!(dice.left_over(), Vec::<String>::new());
        assert_eq!(sound::sound(&self.scenario, &state), Ok(()));
        self.state = state;
        self.told = told(&events).unwrap();
        self.events = events;
        self.orders = OrderSet::default();
        self
    }

    /// Closes the offer and opens the answers.
    pub fn offered(&mut self) -> &mut Trial {
        assert_eq!(self.state.stage, Stage::Offer);
        self.close();
        self.state.stage = Stage::Answer;
        self
    }

    /// What was told of a kind.
    pub fn items(&self, kind: &str) -> Vec<&Value> {
        self.told.iter().map(|(_, item)| item).filter(|item| item["kind"] == kind).collect()
    }

    /// The one thing that was told of a kind.
    pub fn item(&self, kind: &str) -> &Value {
        let items = self.items(kind);
        assert_eq!(items.len(), 1, "one {kind} in {:#?}", self.told);
        items[0]
    }

    /// Why orders of a power could not be carried out, each with its first rule.
    pub fn failures(&self, power: Power) -> Vec<(String, String)> {
        let own = self.items("Failed").into_iter().filter(|item| item["power"] == power.id());
        own.map(|item| (text(&item["rules"][0]), text(&item["reason"]))).collect()
    }

    /// The rules by which orders of a power failed.
    pub fn failed_by(&self, power: Power) -> Vec<String> {
        self.failures(power).into_iter().map(|(rule, _)| rule).collect()
    }

    /// What the postings of a step on an account come to.
    pub fn posted(&self, account: &str, step: &str, measure: Measure, words: &str) -> i64 {
        let own = self.state.ledger.postings_of(account);
        let meant = own.filter(|posting| posting.rule == step && posting.subject.contains(words));
        meant.map(|posting| posting.change(account, measure)).sum()
    }

    pub fn status(&self, power: Power) -> u32 {
        self.state.powers[&power].status
    }

    pub fn free_state(&mut self, name: &str) -> &mut FreeState {
        self.state.free_states.get_mut(name).unwrap()
    }
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

pub fn buy(units: &[(Unit, Amount)]) -> Act {
    Act::Buy { state: None, units: units.to_vec() }
}
