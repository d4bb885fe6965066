//! The sequence of play: strategic turn and two tactical sub-turns (C2.1), and how a turn by mail is opened and closed.

use base::facts::{Audience, Fact};
use base::game::{Dice, NextPhase};

use super::audience;
use super::item::Item;
use super::leaders::turning;
use super::naval;
use super::resources::{self, Initiative};
use super::scenario::{Account, BySide, Lesson, Scenario, Side, Station};
use super::seats;
use super::state::{Ending, LeaderPlace, Ledger, Stage, State};
use super::supply::rail;
use super::victory;

/// What is to be played in this state; `None` after the last turn.
pub fn next_phase(scenario: &Scenario, state: &State) -> Option<NextPhase> {
    if is_over(scenario, state) {
        return None;
    }
    let (kind, step, owing) = match state.stage {
        Stage::Strategic => ("strategic", "strategic", seats::supreme_seats(scenario)),
        Stage::Tst1 => ("tactical", "TST1", seats::theatre_seats(scenario)),
        Stage::Tst2 => ("tactical", "TST2", seats::theatre_seats(scenario)),
    };
    Some(NextPhase::new(kind, format!("{} {step}", name(state)), owing))
}

/// The name of a turn by mail: "T3", or "T3a" when the turn of the board game is split (D2).
pub fn name(state: &State) -> String {
    if state.parts <= 1 {
        return format!("T{}", state.turn);
    }
    let letter = u8::try_from(state.part.saturating_sub(1)).ok().filter(|place| *place < 26);
    letter.map_or_else(
        || format!("T{}.{}", state.turn, state.part),
        |place| format!("T{}{}", state.turn, char::from(b'a' + place)),
    )
}

/// Whether the war has ended, or the last turn has been played.
pub fn is_over(scenario: &Scenario, state: &State) -> bool {
    state.ended.is_some() || state.turn > scenario.last_turn()
}

/// Opens a lesson: no dice, no strategic phase, the accounts as the scenario fills them.
pub fn open_lesson(scenario: &Scenario, state: &mut State, lesson: &Lesson) {
    state.turn = scenario.first_turn();
    state.stage = Stage::Tst1;
    for side in Side::BOTH {
        give_out(scenario, state, side);
        for (account, allotment) in &lesson.accounts[side] {
            let Some(ledger) = state.accounts.get_mut(&side).and_then(|accounts| accounts.get_mut(account)) else {
                continue;
            };
            (ledger.cp, ledger.pp) = (allotment.cp, allotment.pp);
            ledger.reinforcements = allotment.reinforcements;
        }
    }
}

/// Ends the war: what is left lapses, and everybody is told how it ended and how it went (D28).
pub fn end(scenario: &Scenario, state: &mut State, ending: Ending, events: &mut Vec<Fact<Item>>) {
    state.ended = Some(ending);
    state.stage = Stage::Strategic;
    for accounts in state.accounts.values_mut() {
        accounts.values_mut().for_each(|ledger| {
            *ledger = Ledger { pool: std::mem::take(&mut ledger.pool), ..Ledger::default() };
        });
    }
    set_totals(state, BySide::default(), BySide::default());
    for side in Side::BOTH {
        give_out(scenario, state, side);
    }
    events.extend(victory::told(scenario, state).into_iter().map(|item| Fact::new(Audience::Everyone, item)));
}

/// Opens the next turn by mail after a second sub-turn: what was not spent lapses, then the next part of a split turn is
/// given out, or the dice of the next turn are thrown (C2.2, D2 to D5).
pub fn open(scenario: &Scenario, state: &mut State, dice: &mut Dice, events: &mut Vec<Fact<Item>>) {
    lapse(scenario, state, events);
    state.stage = Stage::Strategic;
    let is_new_turn = state.part >= state.parts;
    let ending = if is_new_turn { victory::judge(scenario, state) } else { None };
    if is_new_turn {
        state.turn += 1;
        (state.part, state.parts) = (1, 1);
    } else {
        state.part += 1;
    }
    if let Some(ending) = ending {
        return end(scenario, state, ending, events);
    }
    // Leaders who join a pool now need pulse points as well (D4).
    turning::turn(scenario, state, events);
    if is_new_turn {
        throw(scenario, state, dice, events);
    }
    for side in Side::BOTH {
        give_out(scenario, state, side);
    }
}

/// Clears what cannot be kept: command and pulse points wholly, reinforcements beyond the five a theatre may save; ships
/// and leaders wait without limit (C3.10, D5).
pub fn lapse(scenario: &Scenario, state: &mut State, events: &mut Vec<Fact<Item>>) {
    for (side, accounts) in &mut state.accounts {
        for (account, ledger) in accounts {
            let lapsed = clear(scenario, *account, ledger);
            if let Some(item) = lapsed {
                events.push(Fact::new(audience::commander(scenario, *side, *account), item));
            }
        }
    }
}

fn clear(scenario: &Scenario, account: Account, ledger: &mut Ledger) -> Option<Item> {
    let cp = (ledger.cp + ledger.refunded).saturating_sub(ledger.cp_spent);
    let pp = ledger.pp.saturating_sub(ledger.pp_spent);
    let most = if account.theatre().is_some() { scenario.tables.reinforcements.saved_max } else { u32::MAX };
    let kept = ledger.reinforcements.min(most);
    let reinforcements = ledger.reinforcements - kept;
    *ledger = Ledger { reinforcements: kept, pool: std::mem::take(&mut ledger.pool), ..Ledger::default() };
    let is_worth_saying = cp + pp + reinforcements + kept > 0;
    is_worth_saying.then_some(Item::Lapsed { account, cp, pp, reinforcements, kept })
}

/// Throws both sides' points for a new turn of the board game and settles its parts (D2 to D4).
fn throw(scenario: &Scenario, state: &mut State, dice: &mut Dice, events: &mut Vec<Fact<Item>>) {
    let mut cp = BySide::from_fn(|side| resources::throw_command(scenario, side, state.turn, dice));
    // D22: each raider at sea takes a point of the Union's.
    let raiding = state.sides.get(&Side::Csa).map_or(0, |own| own.navy.raiding);
    cp.usa = cp.usa.saturating_sub(raiding * scenario.tables.naval.raider_cost_to_usa);
    let need = BySide::from_fn(|side| resources::pulses_needed(scenario, state, side, state.turn, cp[side]));
    let initiative = resources::throw_pulses(scenario, need, dice);
    state.parts = resources::parts(scenario, cp, initiative.won);
    set_totals(state, cp, initiative.won);
    events.push(Fact::new(Audience::Umpire, throws_told(state, cp, need, &initiative)));
}

fn set_totals(state: &mut State, cp: BySide<u32>, pp: BySide<u32>) {
    for (side, own) in &mut state.sides {
        (own.turn_cp, own.turn_pp) = (cp[*side], pp[*side]);
    }
}

fn throws_told(state: &State, cp: BySide<u32>, need: BySide<u32>, initiative: &Initiative) -> Item {
    let won = initiative.won;
    let text = format!(
        "Turn {}: command points USA {}, CSA {}. Pulse points needed USA {}, CSA {}; won USA {}, CSA {}. \
         Initiative USA-CSA: {}. Turns by mail: {}.",
        state.turn,
        cp.usa,
        cp.csa,
        need.usa,
        need.csa,
        won.usa,
        won.csa,
        // With blanks alone a row of digits passes for an address of Bitcoin with spam filters.
        initiative.throws.join(", "),
        state.parts
    );
    Item::Ruling { text }
}

/// Puts before a side what this part brings, and its new leaders into their planned pools (C3.5.1, C3.5.7, D19).
fn give_out(scenario: &Scenario, state: &mut State, side: Side) {
    let (turn, part, parts) = (state.turn, state.part, state.parts);
    let (planned, discretionary) = resources::reinforcements(scenario, side, turn, part, parts);
    if let Some(own) = state.sides.get_mut(&side) {
        own.cp = resources::share_of_part(own.turn_cp, part, parts);
        own.pp = resources::share_of_part(own.turn_pp, part, parts);
        own.planned = planned.into_iter().collect();
        own.discretionary = discretionary;
        own.rail = resources::share_of_part(rail::points_of_turn(scenario, side, turn), part, parts);
    }
    naval::affairs::arrive(scenario, state, side);
    for leader in resources::arriving_leaders(scenario, side, turn, part, parts) {
        let Station::Pool(account) = leader.station else { continue };
        join_pool(state, side, &leader.name, account);
    }
}

fn join_pool(state: &mut State, side: Side, name: &str, account: Account) {
    let awaited = state.leaders.get_mut(name).filter(|leader| leader.place == LeaderPlace::Awaited);
    let Some(leader) = awaited else { return };
    let Some(ledger) = state.accounts.get_mut(&side).and_then(|accounts| accounts.get_mut(&account)) else { return };
    leader.place = LeaderPlace::Pool(account);
    ledger.pool.push(name.to_owned());
}

#[cfg(test)]
mod tests;
