//! A small war to try the rules on: the real map, few troops, orders as data, dice as written.

mod assigning;
mod battles;
mod caps;
mod clock;
mod ends;
mod letters;
mod loans;
mod marches;
mod parted;
mod random;
mod receipts;
mod shuffled;
mod supply;

use std::collections::BTreeMap;

use base::facts::{Brief, Fact, Viewer};
use base::game::{Dice, SeatId};
use base::order::{Filed, When};
use board::Hex;
use rules::{OrderSet, Outcome, Review};

use super::super::item::{ActOutcome, BattleResult, Item};
use super::super::leaders::Shift;
use super::super::order::{Act, ForceRef, Manner, Order, Place, Pulses, Work};
use super::super::scenario::{Account, Scenario, Side, Theatre};
use super::super::state::{LeaderPlace, Ledger, Stack, Stage, State};
use super::super::{assign, begin, situation};

pub fn hex(id: &str) -> Hex {
    id.parse().expect("a hex")
}

pub fn seat(id: &str) -> SeatId {
    SeatId::parse(id).expect("a seat")
}

/// A war with nobody in it but whom a test puts there.
pub struct War {
    pub scenario: Scenario,
    pub state: State,
    orders: OrderSet<Order>,
    dice: BTreeMap<String, Vec<u32>>,
}

impl War {
    pub fn new() -> Self {
        let scenario = Scenario::embedded().expect("the scenario");
        let mut state = begin::opening(&scenario);
        (state.turn, state.stage) = (1, Stage::Tst1);
        state.stacks.clear();
        for leader in state.leaders.values_mut() {
            leader.place = LeaderPlace::Awaited;
        }
        for ledger in state.accounts.values_mut().flat_map(BTreeMap::values_mut) {
            *ledger = Ledger { cp: 20, pp: 40, reinforcements: 6, rail: 8, ..Ledger::default() };
        }
        Self { scenario, state, orders: OrderSet::default(), dice: BTreeMap::new() }
    }

    /// The opening position as it is printed, with full purses.
    pub fn opening() -> Self {
        let mut war = Self::new();
        let opening = begin::opening(&war.scenario);
        (war.state.stacks, war.state.leaders) = (opening.stacks, opening.leaders);
        war
    }

    pub fn troops(mut self, side: Side, at: &str, sp: u32) -> Self {
        let stack = Stack { side, sp, demoralised: 0, is_entrenched: false, army: None };
        self.state.stacks.insert(hex(at), stack);
        self
    }

    /// The troops of a hex are an army.
    pub fn army(mut self, at: &str, name: &str) -> Self {
        self.state.stacks.get_mut(&hex(at)).expect("troops").army = Some(name.to_owned());
        self
    }

    pub fn shaken(mut self, at: &str) -> Self {
        let stack = self.state.stacks.get_mut(&hex(at)).expect("troops");
        stack.demoralised = stack.sp;
        self
    }

    pub fn leader(mut self, name: &str, at: &str) -> Self {
        self.state.leaders.get_mut(name).expect("a leader").place = LeaderPlace::Map(hex(at));
        self
    }

    pub fn pooled(mut self, name: &str, side: Side, account: Account) -> Self {
        self.state.leaders.get_mut(name).expect("a leader").place = LeaderPlace::Pool(account);
        self.ledger(side, account).pool.push(name.to_owned());
        self
    }

    /// The supreme commander sends a leader to another theatre.
    pub fn shift(mut self, name: &str, to: Theatre) -> Self {
        let side = self.state.leaders[name].side;
        let own = self.state.sides.get_mut(&side).expect("a side");
        own.leaders.shifts.push(Shift { leader: name.to_owned(), to });
        self
    }

    pub fn ledger(&mut self, side: Side, account: Account) -> &mut Ledger {
        self.state.accounts.get_mut(&side).expect("a side").get_mut(&account).expect("an account")
    }

    pub fn purse(mut self, side: Side, account: Account, cp: u32, pp: u32) -> Self {
        let ledger = self.ledger(side, account);
        (ledger.cp, ledger.pp) = (cp, pp);
        self
    }

    pub fn stage(mut self, stage: Stage) -> Self {
        self.state.stage = stage;
        self
    }

    /// Files an order of a seat under the account of its theatre.
    pub fn order(mut self, who: &str, account: Account, order: Order) -> Self {
        let filed = file(account, order);
        self.orders.sheets.entry(seat(who)).or_default().push(filed);
        self
    }

    /// The same scenario in another state, with nothing on file.
    pub fn anew(&self, state: State) -> Self {
        Self { scenario: self.scenario.clone(), state, orders: OrderSet::default(), dice: BTreeMap::new() }
    }

    pub fn dice(mut self, purpose: &str, values: &[u32]) -> Self {
        self.dice.insert(purpose.to_owned(), values.to_vec());
        self
    }

    pub fn play(&self) -> Outcome<State, Item> {
        super::play(&self.scenario, &self.state, &self.orders, &mut Dice::scripted(self.dice.clone()))
    }

    /// Plays and says which throws the script did not foresee.
    pub fn unforeseen(&self) -> Vec<String> {
        let mut dice = Dice::scripted(self.dice.clone());
        super::play(&self.scenario, &self.state, &self.orders, &mut dice);
        dice.unforeseen().to_vec()
    }

    pub fn brief(&self, who: &str) -> Brief<Item> {
        base::facts::brief(Viewer::vacant(&seat(who)), &situation::situation(&self.scenario, &self.state))
    }

    pub fn review(&self, who: &str, orders: Vec<(Account, Order)>) -> Review<Item> {
        let filed: Vec<_> = orders.into_iter().map(|(account, order)| file(account, order)).collect();
        super::review(&self.scenario, &self.brief(who), &seat(who), &filed)
    }
}

pub fn file(account: Account, order: Order) -> Filed<Order> {
    let words = format!("{:?}", order.act);
    Filed {
        section: assign::section(account, 1),
        order,
        canonical: words.clone(),
        written: words,
        is_by_gm: false,
        received: None,
        when: When::Now,
        is_added: false,
        is_left_over: false,
        asked: None,
    }
}

/// What one seat is told of an outcome.
pub fn told(outcome: &Outcome<State, Item>, who: &str) -> Vec<Item> {
    base::facts::brief(Viewer::vacant(&seat(who)), &outcome.events).items().to_vec()
}

/// What became of the lines of a seat, in the order told.
pub fn outcomes(outcome: &Outcome<State, Item>, who: &str) -> Vec<ActOutcome> {
    let done = told(outcome, who).into_iter().filter_map(|item| match item {
        Item::Done { outcome, .. } => Some(outcome),
        _ => None,
    });
    done.collect()
}

pub fn is_done(outcome: &ActOutcome) -> bool {
    matches!(outcome, ActOutcome::Done { .. })
}

/// The battles a seat is told of: pulse, own losses, result.
pub fn battles(outcome: &Outcome<State, Item>, who: &str) -> Vec<(u32, u32, BattleResult)> {
    let battles = told(outcome, who).into_iter().filter_map(|item| match item {
        Item::Battle { pulse, own_losses, result, .. } => Some((pulse, own_losses, result)),
        _ => None,
    });
    battles.collect()
}

pub fn sp(state: &State, at: &str) -> Option<(Side, u32)> {
    state.stacks.get(&hex(at)).map(|stack| (stack.side, stack.sp))
}

pub fn bare(act: Act) -> Order {
    Order { heading: None, pulses: None, stated_cp: None, act }
}

pub fn at(from: u32, to: u32, order: Order) -> Order {
    Order { pulses: Some(Pulses::Span { from, to }), ..order }
}

pub fn known(id: &str) -> Place {
    Place::Known(hex(id))
}

pub fn led(name: &str) -> ForceRef {
    ForceRef::Leader(name.to_owned())
}

pub fn march(force: ForceRef, to: &str) -> Order {
    bare(Act::Move { force, to: Some(known(to)), via: Vec::new(), manner: None, is_attack: false })
}

pub fn points(count: u32, from: &str) -> ForceRef {
    ForceRef::Points { count: Some(count), from: Some(known(from)) }
}

pub fn singly(count: u32, from: &str, to: &str) -> Order {
    in_manner(count, from, to, Manner::Singly)
}

pub fn stacked(count: u32, from: &str, to: &str) -> Order {
    in_manner(count, from, to, Manner::Stack)
}

fn in_manner(count: u32, from: &str, to: &str, manner: Manner) -> Order {
    let (force, to) = (points(count, from), Some(known(to)));
    bare(Act::Move { force, to, via: Vec::new(), manner: Some(manner), is_attack: false })
}

pub fn dig(at: &str) -> Order {
    bare(Act::Entrench { force: ForceRef::At(known(at)) })
}

pub fn enter(count: u32, at: &str) -> Order {
    bare(Act::EnterReinforcements { count: Some(count), at: Some(known(at)) })
}

pub fn idle(count: u32) -> Order {
    bare(Act::Idle { count: Some(count) })
}

/// Facts as the umpire sees them.
pub fn all(events: &[Fact<Item>]) -> Vec<String> {
    base::facts::told(events)
        .expect("json")
        .into_iter()
        .map(|(audience, item)| format!("{audience:?} {item}"))
        .collect()
}
