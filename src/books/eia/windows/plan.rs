//! What the lines of a power for the spending window come to, one after another in the order sent (D7): the same sums for
//! the receipt, from what is known of the accounts, and for the deadline, from the ledger.

use std::collections::{BTreeMap, BTreeSet};

use super::super::calendar::Month;
use super::super::measure::Measure;
use super::super::news::BoughtRow;
use super::super::order::{Act, Amount, Counter, CounterOrder};
use super::super::power::Power;
use super::board::Board;
use super::legality::{self, Bar, Verdict, require};
use super::lines::{self, Kind};
use super::maintenance;
use super::play::Play;
use super::spending::{self, Purse};

/// The kinds of lines that spend in this window.
pub const KINDS: [Kind; 4] = [Kind::Debts, Kind::Purchase, Kind::Counters, Kind::Militia];

/// Whether a line is paid before all that is bought (8.5): a debt, but for what is left of the money, which is known last.
pub fn is_paid_first(act: &Act) -> bool {
    lines::kind(act) == Kind::Debts && !matches!(act, Act::PayDebt { amount: Amount::Most, .. })
}

/// The purses of a power and its free states, and what was taken of them so far.
#[derive(Debug, Clone)]
pub struct Plan {
    /// When it is bought.
    month: Month,
    own: Purse,
    states: BTreeMap<String, Purse>,
    /// Counters taken by earlier lines, so that the box is not emptied twice.
    counters: BTreeMap<(Option<String>, Counter), u32>,
    /// Those of them that were named.
    named: BTreeSet<(Option<String>, Counter, String)>,
    debts: BTreeMap<Power, u32>,
}

/// What one line comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spent {
    /// An informal debt.
    Debt {
        /// Whom it is paid to.
        to: Power,
        /// How much.
        sum: u32,
    },
    /// Factors and ships.
    Units(Vec<BoughtRow>),
    /// Counters, for so much money.
    Counters(u32),
    /// Militia converted.
    Militia {
        /// How many factors.
        count: u32,
        /// For how much.
        cost: Purse,
    },
    /// It says that nothing is spent.
    Nothing,
}

impl Plan {
    /// Purses as somebody knows them, in the month of an Economic Phase.
    pub fn new(month: Month, own: Purse, states: BTreeMap<String, Purse>) -> Plan {
        Plan { month, own, states, counters: BTreeMap::new(), named: BTreeSet::new(), debts: BTreeMap::new() }
    }

    /// Purses as the ledger has them.
    pub fn of_accounts(play: &Play, power: Power) -> Plan {
        let purse = |account: &str| Purse {
            money: play.held(account, Measure::Money),
            manpower: play.held(account, Measure::Manpower),
        };
        let states = play.board().free_states(power).into_iter().map(|state| (state.clone(), purse(&state)));
        Plan::new(play.state.month, purse(power.id()), states.collect())
    }

    /// What is left of a purse.
    pub fn left(&self, state: Option<&str>) -> Purse {
        match state {
            None => self.own,
            Some(name) => self.states.get(name).copied().unwrap_or_default(),
        }
    }

    /// Takes one line, or says why not and leaves everything as it was.
    pub fn take(&mut self, board: &Board<'_>, power: Power, act: &Act) -> Result<Spent, Bar> {
        if let Some(bar) = legality::bar(board, power, act) {
            return Err(bar);
        }
        match act {
            Act::PayDebt { to, amount } => self.pay(board, power, *to, *amount),
            Act::Buy { state, units } => {
                let purse = self.left(state.as_deref());
                let (rows, left) = spending::quote(board, self.month, power, state.as_deref(), units, purse)?;
                self.set(state.as_deref(), left);
                Ok(Spent::Units(rows))
            }
            Act::BuyCounters { state, counters } => self.take_counters(board, power, state.as_deref(), counters),
            Act::ConvertMilitia { amount, .. } => {
                let (count, cost) = spending::conversion(board, *amount, self.own)?;
                self.own.money -= cost.money;
                self.own.manpower -= cost.manpower;
                Ok(Spent::Militia { count, cost })
            }
            _ => Ok(Spent::Nothing),
        }
    }

    fn set(&mut self, state: Option<&str>, purse: Purse) {
        match state {
            None => self.own = purse,
            Some(name) => {
                self.states.insert(name.to_owned(), purse);
            }
        }
    }

    /// No more than is owed, and than is there (8.5.2).
    fn pay(&mut self, board: &Board<'_>, power: Power, to: Power, amount: Amount) -> Result<Spent, Bar> {
        let paid = self.debts.get(&to).copied().unwrap_or(0);
        let open = maintenance::informal_debt(board, power, to).saturating_sub(paid);
        let purse = self.own.money;
        let sum = match amount {
            Amount::Points(points) => points,
            Amount::Most => open.min(purse),
            Amount::Half => open / 2,
            Amount::Above(kept) => purse.saturating_sub(kept).min(open),
            Amount::AllBut(kept) => open.saturating_sub(kept),
        };
        require(sum <= open, || Bar::now(format!("{} owes {} {open} informally.", power.name(), to.name()), "8.5.2"))?;
        require(sum <= purse, || Bar::now(format!("{} has {purse} money left.", power.name()), "8.5.2"))?;
        self.own.money -= sum;
        self.debts.insert(to, paid + sum);
        Ok(Spent::Debt { to, sum })
    }

    fn take_counters(
        &mut self,
        board: &Board<'_>,
        power: Power,
        state: Option<&str>,
        counters: &[CounterOrder],
    ) -> Result<Spent, Bar> {
        self.may_take(board, power, state, counters)?;
        let named = self.name_counters(state, counters)?;
        let cost = spending::counters_cost(board, counters, self.left(state).money)?;
        let purse = self.left(state);
        self.set(state, Purse { money: purse.money - cost, ..purse });
        for order in counters {
            *self.counters.entry((state.map(str::to_owned), order.counter)).or_default() += order.count;
        }
        self.named = named;
        Ok(Spent::Counters(cost))
    }

    /// The counters named so far with those of a line: each is there once (8.5.4).
    fn name_counters(
        &self,
        state: Option<&str>,
        counters: &[CounterOrder],
    ) -> Result<BTreeSet<(Option<String>, Counter, String)>, Bar> {
        let mut named = self.named.clone();
        for (order, name) in counters.iter().flat_map(|order| order.names.iter().map(move |name| (order, name))) {
            require(named.insert((state.map(str::to_owned), order.counter, name.clone())), || {
                Bar::now(format!("{name} is bought by an earlier line already."), "8.5.4")
            })?;
        }
        Ok(named)
    }

    /// Together with what earlier lines took, no more than is in the box (8.5.4).
    fn may_take(&self, board: &Board<'_>, power: Power, state: Option<&str>, counters: &[CounterOrder]) -> Verdict {
        for counter in [Counter::Corps, Counter::Fleet] {
            let taken = self.counters.get(&(state.map(str::to_owned), counter)).copied().unwrap_or(0);
            let wanted: u32 = counters.iter().filter(|order| order.counter == counter).map(|order| order.count).sum();
            let there = spending::off_map(board, power, state, counter).saturating_sub(taken);
            require(wanted <= there, || {
                let whose = state.unwrap_or(power.name());
                let kind = spending::counter_word(counter, 1);
                Bar::now(format!("{whose} has {there} {kind} counters left off the map."), "8.5.4")
            })?;
        }
        Ok(())
    }
}
