//! What becomes of leaders as a turn by mail opens: promotions and demotions are carried out, the wounded return, prisoners
//! are exchanged (C5.4, C5.7, D24). Whoever comes back joins his pool behind its new leaders (C3.5.7).

use base::facts::Fact;

use super::super::item::{Item, LeaderChange};
use super::super::naval::zone;
use super::super::order::Verdict;
use super::super::scenario::{Account, Scenario, Side};
use super::super::state::{Leader, LeaderPlace, Ratings, State};
use super::Decision;
use super::affairs::audience_of;

/// Carries out what waits for this turn by mail; what was left of the last one's shifts lapses.
pub fn turn(scenario: &Scenario, state: &mut State, events: &mut Vec<Fact<Item>>) {
    for side in Side::BOTH {
        let Some(own) = state.sides.get_mut(&side) else { continue };
        own.leaders.latecomers.clear();
        own.leaders.shifts.clear();
    }
    for side in Side::BOTH {
        heal(scenario, state, side, events);
    }
    exchange(scenario, state, events);
    for side in Side::BOTH {
        let decided = state.sides.get_mut(&side).map(|own| std::mem::take(&mut own.leaders.decided));
        for decision in decided.into_iter().flatten() {
            carry_out(scenario, state, side, &decision, events);
        }
    }
}

/// The wounded come nearer to their return by a turn.
fn heal(scenario: &Scenario, state: &mut State, side: Side, events: &mut Vec<Fact<Item>>) {
    let mut back = Vec::new();
    for (name, leader) in state.leaders.iter_mut().filter(|(_, leader)| leader.side == side) {
        let LeaderPlace::Wounded { account, turns } = &mut leader.place else { continue };
        *turns = turns.saturating_sub(1);
        if *turns == 0 {
            back.push((leader.seniority, name.clone(), *account));
        }
    }
    back.sort();
    for (_, name, account) in back {
        join(state, side, &name, account);
        tell(scenario, state, side, &name, account, LeaderChange::Recovered, events);
    }
}

/// The first of either list against the first of the other, pair by pair, to the end of 1863.
fn exchange(scenario: &Scenario, state: &mut State, events: &mut Vec<Fact<Item>>) {
    if state.turn > scenario.calendar.exchange_last_turn {
        return;
    }
    let held = |state: &State, side| state.sides.get(&side).map_or(0, |own| own.leaders.captured.len());
    let pairs = Side::BOTH.map(|side| held(state, side)).into_iter().min().unwrap_or(0);
    for side in Side::BOTH {
        let Some(own) = state.sides.get_mut(&side) else { continue };
        let free: Vec<String> = own.leaders.captured.drain(..pairs.min(own.leaders.captured.len())).collect();
        for name in free {
            let Some(LeaderPlace::Captured(account)) = state.leaders.get(&name).map(|leader| leader.place.clone())
            else {
                continue;
            };
            join(state, side, &name, account);
            tell(scenario, state, side, &name, account, LeaderChange::Exchanged, events);
        }
    }
}

fn carry_out(scenario: &Scenario, state: &mut State, side: Side, decision: &Decision, events: &mut Vec<Fact<Item>>) {
    let (name, verdict) = (&decision.leader, decision.verdict);
    let next = next_seniority(state, side);
    let most = scenario.tables.armies.capacity.len() as u32;
    let Some(leader) = state.leaders.get_mut(name).filter(|leader| leader.place != LeaderPlace::Out) else { return };
    let change = match verdict {
        Verdict::Promote => {
            promote(leader, next, most);
            LeaderChange::Promoted
        }
        Verdict::Reduce => {
            leader.stars = leader.stars.saturating_sub(1).max(1);
            LeaderChange::Reduced
        }
        Verdict::Remove => LeaderChange::Removed,
        Verdict::Refuse | Verdict::Keep => return,
    };
    let account = match &leader.place {
        LeaderPlace::Map(hex) => scenario.map.theatre(*hex).map_or(decision.account, Account::from),
        LeaderPlace::Pool(account) => *account,
        LeaderPlace::Afloat(water) => zone::command_of(scenario, side, *water),
        _ => decision.account,
    };
    let is_at_hand = matches!(leader.place, LeaderPlace::Map(_) | LeaderPlace::Pool(_) | LeaderPlace::Afloat(_));
    match verdict {
        Verdict::Promote if is_at_hand => join(state, side, name, account),
        Verdict::Remove => remove(state, side, name),
        _ => {}
    }
    tell(scenario, state, side, name, account, change, events);
}

/// The promoted counter: a star more, the same ratings, of which his side reads the old ones; next in seniority, or, with
/// three stars already, first of all (D23, C5.5, C5.7).
fn promote(leader: &mut Leader, next: u32, most: u32) {
    if leader.stars < most {
        (leader.stars, leader.seniority) = (leader.stars + 1, next);
    } else {
        leader.seniority = 0;
    }
    leader.has_counter = false;
    let Leader { tactical, strategic, .. } = *leader;
    leader.shown.get_or_insert(Ratings { tactical, strategic });
}

fn next_seniority(state: &State, side: Side) -> u32 {
    let own = state.leaders.values().filter(|leader| leader.side == side);
    own.map(|leader| leader.seniority).max().map_or(1, |last| last + 1)
}

/// Puts a leader at the end of a pool, wherever he was.
fn join(state: &mut State, side: Side, name: &str, account: Account) {
    leave_pools(state, side, name);
    let Some(ledger) = state.accounts.get_mut(&side).and_then(|accounts| accounts.get_mut(&account)) else { return };
    ledger.pool.push(name.to_owned());
    if let Some(leader) = state.leaders.get_mut(name) {
        leader.place = LeaderPlace::Pool(account);
    }
    if let Some(own) = state.sides.get_mut(&side) {
        own.leaders.latecomers.push(name.to_owned());
    }
}

fn remove(state: &mut State, side: Side, name: &str) {
    leave_pools(state, side, name);
    if let Some(leader) = state.leaders.get_mut(name) {
        leader.place = LeaderPlace::Out;
    }
    if let Some(own) = state.sides.get_mut(&side) {
        own.leaders.captured.retain(|other| other != name);
        own.leaders.forget(name);
    }
}

fn leave_pools(state: &mut State, side: Side, name: &str) {
    for ledger in state.accounts.get_mut(&side).into_iter().flat_map(|accounts| accounts.values_mut()) {
        ledger.pool.retain(|other| other != name);
    }
    if let Some(own) = state.sides.get_mut(&side) {
        own.leaders.latecomers.retain(|other| other != name);
    }
}

fn tell(
    scenario: &Scenario,
    state: &State,
    side: Side,
    name: &str,
    account: Account,
    change: LeaderChange,
    events: &mut Vec<Fact<Item>>,
) {
    let Some(leader) = state.leaders.get(name) else { return };
    let item = Item::LeaderChanged {
        leader: name.to_owned(),
        account,
        change,
        stars: leader.stars,
        initiative: leader.initiative,
        seniority: leader.seniority,
    };
    events.push(Fact::new(audience_of(scenario, side, account, true), item));
}
