//! Maintenance and debts (8.5.1, 8.5.2): free states pay for themselves first, then the powers, then formal debts, then
//! informal ones by order. Whoever cannot pay what is due is bankrupt, once a phase (D7).

use std::collections::BTreeMap;

use super::super::item::Item;
use super::super::measure::Measure;
use super::super::news::DebtRow;
use super::super::power::Power;
use super::super::scenario::MaintenanceTable;
use super::super::state::{Debt, Forces};
use super::board::Board;
use super::legality::{Bar, Verdict, require};
use super::lines::Kind;
use super::plan::{self, Plan, Spent};
use super::play::Play;

/// What some forces cost, kind by kind in the order of the rules (8.5.1).
pub fn bill(table: &MaintenanceTable, forces: Forces) -> Vec<(u32, String)> {
    let rows = [
        (forces.corps, table.corps, ["corps", "corps"]),
        (forces.fleets_in_port, table.fleet_in_port, ["fleet in port", "fleets in port"]),
        (forces.fleets_at_sea, table.fleet_at_sea, ["fleet at sea", "fleets at sea"]),
        (forces.depots, table.depot, ["depot", "depots"]),
    ];
    let line = |(count, price, what): (u32, u32, [&str; 2])| {
        (count * price, format!("maintenance of {count} {}", what[usize::from(count > 1)]))
    };
    rows.into_iter().filter(|(count, _, _)| *count > 0).map(line).collect()
}

/// What maintenance costs.
pub fn maintenance_due(table: &MaintenanceTable, forces: Forces) -> u32 {
    bill(table, forces).into_iter().map(|(cost, _)| cost).sum()
}

/// 8.5, 8.5.1: free states pay first, what they cannot pay falls to their power.
pub fn maintain(play: &mut Play) {
    for power in play.board().powers() {
        let own = play.board().power(power).map(|own| own.forces).unwrap_or_default();
        let mut due = bill(&play.scenario.tables.maintenance, own);
        for state in play.board().free_states(power) {
            let short = maintain_state(play, &state);
            if short > 0 {
                due.push((short, format!("maintenance that {state} cannot pay")));
            }
        }
        pay(play, power, &due);
    }
}

/// What a free state cannot pay of its maintenance.
fn maintain_state(play: &mut Play, state: &str) -> u32 {
    let forces = play.state.free_states.get(state).map(|own| own.forces).unwrap_or_default();
    let mut short = 0;
    for (cost, text) in bill(&play.scenario.tables.maintenance, forces) {
        short += cost - play.take("8.5.1", Measure::Money, state, "maintenance", cost, &text);
    }
    short
}

fn pay(play: &mut Play, power: Power, due: &[(u32, String)]) {
    let mut short = 0;
    for (cost, text) in due {
        short += cost - play.take("8.5.1", Measure::Money, power.id(), "maintenance", *cost, text);
    }
    if short > 0 {
        go_bankrupt(play, power, "8.5.1");
    }
}

/// 8.5: political points at once, but once a phase; counters stay (8.5.1).
fn go_bankrupt(play: &mut Play, power: Power, step: &str) {
    if !play.state.quarter.bankrupt.insert(power) {
        return;
    }
    let points = play.scenario.tables.maintenance.bankrupt_points;
    play.move_status(power, -i64::from(points));
    play.tell_all(Item::Bankrupt { power, step: step.to_owned(), points });
}

/// A payment of one debt, by its place.
struct Payment {
    place: usize,
    paid: u32,
}

/// 8.5.2: formal debts that are due, the oldest first, all powers at once: what comes in here pays nothing here.
pub fn pay_formal(play: &mut Play) {
    let mut money: BTreeMap<Power, u32> = purses(play);
    let mut payments = Vec::new();
    let mut short = Vec::new();
    for (place, debt) in play.state.debts.iter().enumerate() {
        if !is_due(&play.board(), debt) {
            continue;
        }
        let purse = money.entry(debt.from).or_default();
        let paid = debt.amount.min(*purse);
        *purse -= paid;
        payments.push(Payment { place, paid });
        if paid < debt.amount && !short.contains(&debt.from) {
            short.push(debt.from);
        }
    }
    let rows: Vec<_> = payments.iter().map(|payment| settle(play, payment, "formal debt")).collect();
    if !rows.is_empty() {
        play.tell_all(Item::FormalDebts { rows });
    }
    short.into_iter().for_each(|power| go_bankrupt(play, power, "8.5.2"));
    play.state.debts.retain(|debt| debt.amount > 0);
}

/// A formal debt that the game master entered or confirmed, not before its month, between powers in the game.
pub fn is_due(board: &Board<'_>, debt: &Debt) -> bool {
    let has_come = debt.due.is_none_or(|due| due <= board.state.month);
    debt.is_formal && !debt.awaits_gm && has_come && board.is_in_play(debt.from) && board.is_in_play(debt.to)
}

fn purses(play: &Play) -> BTreeMap<Power, u32> {
    Power::ALL.into_iter().map(|power| (power, play.held(power.id(), Measure::Money))).collect()
}

fn settle(play: &mut Play, payment: &Payment, what: &str) -> DebtRow {
    let debt = &mut play.state.debts[payment.place];
    debt.amount -= payment.paid;
    let (from, to, left) = (debt.from, debt.to, debt.amount);
    let text = format!("{what} of {} to {}", from.name(), to.name());
    play.post("8.5.2", Measure::Money, from.id(), to.id(), payment.paid, text);
    DebtRow { from, to, paid: payment.paid, left }
}

/// 8.5.2: informal debts, by order, after the formal ones; all powers at once.
pub fn pay_informal(play: &mut Play) {
    let powers = play.board().powers();
    let paid: Vec<_> = powers.into_iter().flat_map(|power| informal_payments(play, power)).collect();
    for (power, to, sum) in paid {
        for payment in spread(&play.state.debts, power, to, sum) {
            let row = settle(play, &payment, "informal debt");
            play.tell_both(row.from, row.to, Item::InformalDebt { row });
        }
    }
    play.state.debts.retain(|debt| debt.amount > 0);
}

/// What a power pays to whom: debts before purchases (8.5), else line by line in the order sent (D7).
fn informal_payments(play: &mut Play, power: Power) -> Vec<(Power, Power, u32)> {
    let mut lines = play.sent(power, &plan::KINDS);
    lines.sort_by_key(|line| !plan::is_paid_first(&line.order.act));
    let mut plan = Plan::of_accounts(play, power);
    let mut payments = Vec::new();
    for line in lines {
        let verdict = plan.take(&play.board(), power, &line.order.act);
        match verdict {
            Ok(Spent::Debt { to, sum }) => payments.push((power, to, sum)),
            Err(bar) if line.kind() == Kind::Debts => play.fail(power, &line, &bar),
            _ => {}
        }
    }
    payments
}

fn informal(debts: &[Debt], from: Power, to: Power) -> impl Iterator<Item = usize> + '_ {
    let is_meant = move |debt: &Debt| !debt.is_formal && debt.from == from && debt.to == to;
    debts.iter().enumerate().filter(move |(_, debt)| is_meant(debt)).map(|(place, _)| place)
}

/// The oldest debts are paid first.
fn spread(debts: &[Debt], from: Power, to: Power, mut sum: u32) -> Vec<Payment> {
    let mut payments = Vec::new();
    for place in informal(debts, from, to) {
        let paid = sum.min(debts[place].amount);
        sum -= paid;
        if paid > 0 {
            payments.push(Payment { place, paid });
        }
    }
    payments
}

/// What a power owes another informally.
pub fn informal_debt(board: &Board<'_>, from: Power, to: Power) -> u32 {
    informal(&board.state.debts, from, to).map(|place| board.state.debts[place].amount).sum()
}

/// 8.5.2: an informal debt that there is.
pub fn may_pay(board: &Board<'_>, power: Power, to: Power) -> Verdict {
    require(informal_debt(board, power, to) > 0, || {
        Bar::now(format!("{} owes {} nothing informally.", power.name(), to.name()), "8.5.2")
    })
}
