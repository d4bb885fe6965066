//! The end of a tactical sub-turn: what the orders came to, what was spent, recovery, and the way to the next phase.

use base::facts::Fact;

use super::super::item::Item;
use super::super::scenario::{Account, Side};
use super::super::state::{Annal, Stage};
use super::super::{audience, turn, victory};
use super::acts::{self, Sheet, Step, StepResult};
use super::draft::Deed;
use super::knowledge::place;
use super::play::Engine;
use super::spending;
use super::transfer;
use super::upkeep;

/// Tells what the orders came to, and what they cost.
pub(super) fn reckon(engine: &mut Engine, sheets: &[Sheet]) {
    for sheet in sheets {
        tell(engine, sheet);
        spend(engine, sheet);
    }
    transfer::tell_owed(engine);
    refund(engine);
    engine.sync();
    engine.forget_forts();
}

/// Closes the sub-turn: the second one opens the next turn by mail.
pub(super) fn close(engine: &mut Engine, sheets: &[Sheet]) {
    let passed = engine.passing.told(engine.scenario, &engine.state, &engine.field);
    engine.events.extend(passed);
    remember(engine);
    match engine.state.stage {
        Stage::Tst1 if engine.scenario.lesson().is_some() => {
            turn::end(engine.scenario, &mut engine.state, victory::lesson_over(), &mut engine.events);
        }
        Stage::Tst2 => end_turn(engine, sheets),
        Stage::Tst1 | Stage::Strategic => engine.state.stage = Stage::Tst2,
    }
}

fn remember(engine: &mut Engine) {
    let turn = engine.state.turn;
    let events = std::mem::take(&mut engine.annals);
    engine.state.annals.extend(events.into_iter().map(|event| Annal { turn, event }));
}

/// Each giver is told what became of each line, in the order of the pulses.
fn tell(engine: &mut Engine, sheet: &Sheet) {
    let mut order: Vec<usize> = (0..sheet.filed.len()).collect();
    order.sort_by_key(|at| sheet.plan.lines[*at].slot.map_or((u32::MAX, *at), |slot| (slot.first, *at)));
    let to = audience::commander(engine.scenario, sheet.side, sheet.account);
    for at in order {
        let item = engine.told_of_waiting(sheet, at, acts::told(sheet, at, &engine.acts));
        engine.events.push(Fact::new(to.clone(), item));
    }
}

/// Incomplete lines became idle time and cost nothing (D9), nor does what was called off or waited in vain (D25).
fn spend(engine: &mut Engine, sheet: &Sheet) {
    let purse = (sheet.side, sheet.account);
    let lines = sheet.plan.lines.iter().enumerate().filter(|(_, line)| line.stands());
    let drafts = lines.filter_map(|(at, line)| Some((at, line.draft.as_ref()?, line.slot?)));
    let carried: Vec<_> = drafts
        .filter(|(at, draft, _)| {
            let is_stopped = engine.watches.stopped.contains(&(purse, *at));
            let is_open = matches!(draft.deed, Deed::Wanting | Deed::Wait(_) | Deed::Ride { .. });
            !is_stopped && !is_open
        })
        .map(|(_, draft, slot)| (draft, slot))
        .collect();
    let before = |pulse: u32| sheet.plan.brought_before(pulse);
    let spent = spending::spent_by(carried.into_iter(), before);
    let is_plain =
        |line: usize| matches!(sheet.plan.lines[line].draft.as_ref().map(|it| &it.deed), Some(Deed::Ride { .. }));
    let rides = engine.watches.rides.iter().filter(|((other, line), _)| *other == purse && is_plain(*line));
    let (ridden, rode) = rides.fold((0, 0), |(cp, pp), (_, (cost, last))| (cp + cost, pp.max(*last)));
    let (cp, pp) = engine.spent_otherwise(purse);
    let extra = engine.watches.extra_pulses.get(&purse).copied().unwrap_or(0);
    let own = |pulse: u32| pulse.saturating_sub(before(pulse));
    let ledger = engine.ledger(sheet.side, sheet.account);
    ledger.cp_spent += spent.cp + ridden + cp;
    ledger.pp_spent += spent.pp.max(own(rode)).max(own(pp)) + extra;
    ledger.rail_spent += spent.rail;
    ledger.sea_spent += spent.sea;
    // What a borrower did not use is the fleet's again (D22).
    let fleet = engine.ledger(sheet.side, Account::Naval);
    fleet.cp_spent += spent.loan.cp;
    fleet.pp_spent += spent.loan.pp;
}

/// Command points of pre-empted entrenchments come back in the first sub-turn and are lost in the second (C3.17, D8).
fn refund(engine: &mut Engine) {
    let is_lost = engine.state.stage == Stage::Tst2;
    let refunded = engine.scenario.tables.subturn.refund_actions.iter().any(|action| action == "entrench");
    for at in 0..engine.acts.len() {
        let act = &engine.acts[at];
        let Step::Dig { hex, .. } = act.step else {
            continue;
        };
        if !refunded || !matches!(act.result, Some(StepResult::Void(_))) || !engine.is_pre_empted(at, hex) {
            continue;
        }
        let act = act.clone();
        let whole = engine.scenario.tables.costs.entrench;
        // What an order for this case used came back for it even in the second sub-turn (C3.17, D25).
        let used = engine.watches.funded.get(&((act.side, act.account), act.line)).copied().unwrap_or(0).min(whole);
        engine.ledger(act.side, act.account).refunded += if is_lost { used } else { whole };
        let cp = whole - used;
        if cp == 0 {
            continue;
        }
        let item = Item::Refunded { account: act.account, cp, place: place(engine.scenario, hex), is_lost };
        engine.events.push(Fact::new(audience::commander(engine.scenario, act.side, act.account), item));
    }
}

fn end_turn(engine: &mut Engine, sheets: &[Sheet]) {
    let wishes = upkeep::wishes(engine, sheets);
    upkeep::keep(engine, &wishes);
    engine.sync();
    count_losses(engine);
    turn::open(engine.scenario, &mut engine.state, engine.dice, &mut engine.events);
}

/// A supreme commander is told the losses of each theatre when the turn is over (D27).
fn count_losses(engine: &mut Engine) {
    if !engine.scenario.tables.table.sc_casualties {
        return;
    }
    for side in Side::BOTH {
        for account in Account::ALL.into_iter().filter(|account| account.theatre().is_some()) {
            let own_sp = engine.ledger(side, account).lost;
            if own_sp > 0 {
                let to = audience::supreme(engine.scenario, side);
                engine.events.push(Fact::new(to, Item::Losses { account, own_sp }));
            }
        }
    }
}
