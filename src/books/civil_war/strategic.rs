//! Plays the strategic phase: both supreme commanders' divisions become the accounts of the theatres (C2.3, C2.4, D6).

use base::facts::Fact;
use base::game::Dice;
use base::order::Filed;
use rules::{OrderSet, Outcome};

use super::audience;
use super::distribution::{Division, Means, Settled};
use super::grants;
use super::item::Item;
use super::leaders::{affairs, pools};
use super::naval::strategic::NavyOrders;
use super::order::Order;
use super::scenario::{Account, Scenario, Side};
use super::seats;
use super::state::{Ledger, Stage, State};
use super::{turn, victory};

/// Divides what each side has, as ordered or by the default, and opens the first sub-turn. Dice are thrown only
/// for new leaders of whom several match (D19).
pub fn play(scenario: &Scenario, state: &State, orders: &OrderSet<Order>, dice: &mut Dice) -> Outcome<State, Item> {
    let mut next = state.clone();
    let mut events = Vec::new();
    let mut losers = Vec::new();
    affairs::hear(scenario, &mut next, orders, &mut events);
    for side in Side::BOTH {
        let sheet = orders.sheets.get(&seats::sc_of(scenario, side)).map(Vec::as_slice).unwrap_or_default();
        if distribute(scenario, &mut next, side, sheet, dice, &mut events) {
            losers.push(side);
        }
    }
    next.stage = Stage::Tst1;
    if let Some(ending) = victory::conceded(&losers) {
        turn::end(scenario, &mut next, ending, &mut events);
    }
    let phase = turn::next_phase(scenario, &next);
    Outcome { state: next, events, next: phase }
}

/// Divides what a side has. Tells whether it gives up the war.
fn distribute(
    scenario: &Scenario,
    state: &mut State,
    side: Side,
    sheet: &[Filed<Order>],
    dice: &mut Dice,
    events: &mut Vec<Fact<Item>>,
) -> bool {
    let Some(means) = Means::of_state(scenario, state, side) else { return false };
    let mut division = Division::default();
    let mut notes = Vec::new();
    for line in sheet.iter().filter(|line| !affairs::is_affair(&line.order.act)) {
        if grants::pending(means.approval, line).is_some() {
            notes.push(format!("Not approved in time: {}", line.canonical));
            continue;
        }
        if let Err(refusals) = division.take(scenario, &means, &line.order.act) {
            let why: Vec<_> = refusals.into_iter().map(|remark| remark.message).collect();
            notes.push(format!("Not carried out: {} ({})", line.canonical, why.join(" ")));
        }
    }
    let has_conceded = division.has_conceded();
    pools::assign(scenario, state, side, &division.assignment, dice, events);
    if let Some(own) = state.sides.get_mut(&side) {
        own.leaders.shifts = division.transfers.clone().into_shifts();
    }
    let navy = division.navy.clone();
    let settled = division.settle(scenario, &means);
    notes.extend(settled.notes.iter().cloned());
    notes.extend(navy.overgiven(settled.cp.get(&Account::Naval).copied().unwrap_or(0)));
    let told = Item::Distributed {
        cp: settled.cp.clone(),
        pp: settled.pp.clone(),
        is_default: settled.is_default,
        repaired: notes,
    };
    events.push(Fact::new(audience::supreme(scenario, side), told));
    let (points, is_default) = settled.rail.clone();
    events.push(Fact::new(audience::supreme(scenario, side), Item::RailDistributed { points, is_default }));
    credit(scenario, state, side, settled, &navy, events);
    navy.settle(state, side);
    has_conceded
}

/// Credits the accounts, earlier shifted reinforcements included, and tells each commander what he received (C2.4b).
fn credit(
    scenario: &Scenario,
    state: &mut State,
    side: Side,
    settled: Settled,
    navy: &NavyOrders,
    events: &mut Vec<Fact<Item>>,
) {
    let granted = navy.granted(settled.cp.get(&Account::Naval).copied().unwrap_or(0));
    let Some(own) = state.sides.get_mut(&side) else { return };
    let arrived = std::mem::replace(&mut own.shifted, settled.shifted);
    own.planned.clear();
    own.discretionary = 0;
    for account in Account::ALL {
        let ledger = state.accounts.entry(side).or_default().entry(account).or_default();
        let cp = settled.cp.get(&account).copied().unwrap_or(0);
        let pp = settled.pp.get(&account).copied().unwrap_or(0);
        let now = |points: &std::collections::BTreeMap<_, u32>| {
            account.theatre().and_then(|theatre| points.get(&theatre).copied()).unwrap_or(0)
        };
        let reinforcements = now(&settled.reinforcements) + now(&arrived);
        let (pool, saved) = (std::mem::take(&mut ledger.pool), ledger.reinforcements);
        let rail = settled.rail.0.get(&account).copied().unwrap_or(0);
        *ledger = Ledger { cp, pp, reinforcements: saved + reinforcements, pool, rail, ..Ledger::default() };
        if account.theatre().is_some() || cp + pp > 0 {
            // Naval points that go to theatres are not the fleet's (C6.3).
            let cp = if account == Account::Naval { cp - granted.values().sum::<u32>() } else { cp };
            let told = Item::Allotted { account, cp, pp, reinforcements };
            events.push(Fact::new(audience::commander(scenario, side, account), told));
        }
    }
    own.last_cp = settled.cp;
    own.last_pp = settled.pp;
    own.rail = 0;
    own.last_rail = settled.rail.0;
}

#[cfg(test)]
mod tests;
