//! The end of a tactical sub-turn: what the orders came to, what was spent, recovery, and the way to the next phase.

use crate::report::Fact;

use super::super::item::Item;
use super::super::scenario::{Account, Side};
use super::super::state::Stage;
use super::super::{audience, turn};
use super::acts::{self, Sheet, Step, StepResult};
use super::draft::Deed;
use super::knowledge::place;
use super::plan;
use super::play::Engine;
use super::upkeep;

/// Closes the sub-turn: the second one opens the next turn by mail.
pub(super) fn close(engine: &mut Engine, sheets: &[Sheet]) {
    for sheet in sheets {
        tell(engine, sheet);
        spend(engine, sheet);
    }
    refund(engine);
    engine.sync();
    let passed = engine.passing.told(engine.scenario, &engine.state, &engine.field);
    engine.events.extend(passed);
    match engine.state.stage {
        Stage::Tst2 => end_turn(engine, sheets),
        Stage::Tst1 | Stage::Strategic => engine.state.stage = Stage::Tst2,
    }
}

/// Each giver is told what became of each line, in the order of the pulses.
fn tell(engine: &mut Engine, sheet: &Sheet) {
    let mut order: Vec<usize> = (0..sheet.filed.len()).collect();
    order.sort_by_key(|at| sheet.plan.lines[*at].slot.map_or((u32::MAX, *at), |slot| (slot.first, *at)));
    let to = audience::commander(engine.scenario, sheet.side, sheet.account);
    for at in order {
        let item = acts::told(sheet, at, &engine.acts);
        engine.events.push(Fact::new(to.clone(), item));
    }
}

/// Incomplete lines became idle time and cost nothing (D9).
fn spend(engine: &mut Engine, sheet: &Sheet) {
    let lines = sheet.plan.lines.iter().filter(|line| line.stands());
    let drafts = lines.filter_map(|line| Some((line.draft.as_ref()?, line.slot?)));
    let spent = plan::total(drafts.filter(|(draft, _)| draft.deed != Deed::Wanting));
    let ledger = engine.ledger(sheet.side, sheet.account);
    ledger.cp_spent += spent.cp;
    ledger.pp_spent += spent.pp;
    ledger.rail_spent += spent.rail;
}

/// Command points of pre-empted entrenchments come back in the first sub-turn and are lost in the second (C3.17, D8).
fn refund(engine: &mut Engine) {
    let is_lost = engine.state.stage == Stage::Tst2;
    let refunded = engine.scenario.tables.subturn.refund_actions.iter().any(|action| action == "entrench");
    for at in 0..engine.acts.len() {
        let act = engine.acts[at].clone();
        let Step::Dig { hex, .. } = act.step else {
            continue;
        };
        if !refunded || !matches!(act.result, Some(StepResult::Void(_))) || !engine.is_pre_empted(at, hex) {
            continue;
        }
        let cp = engine.scenario.tables.costs.entrench;
        if !is_lost {
            engine.ledger(act.side, act.account).refunded += cp;
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
