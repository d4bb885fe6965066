//! The end of the turn by mail: demoralised forces in supply recover, forces out of supply waste away (C3.16, D14, D16).

use std::collections::BTreeMap;

use base::facts::Fact;
use board::Hex;

use super::super::audience;
use super::super::item::Item;
use super::super::order::ForceRef;
use super::super::order::Place;
use super::super::scenario::Side;
use super::acts::Sheet;
use super::draft::Deed;
use super::field;
use super::knowledge::{account_at, place};
use super::play::Engine;

/// What the commanders ordered about recovery: by hex, whether it is wanted.
pub(super) fn wishes(engine: &Engine, sheets: &[Sheet]) -> BTreeMap<(Side, Hex), bool> {
    let lines = sheets.iter().flat_map(|sheet| sheet.plan.lines.iter().map(move |line| (sheet.side, line)));
    let standing = lines.filter(|(_, line)| line.stands());
    let wishes = standing.filter_map(|(side, line)| match &line.draft.as_ref()?.deed {
        Deed::Recovery { force, is_wanted } => Some(((side, whereabouts(engine, side, force)?), *is_wanted)),
        _ => None,
    });
    wishes.collect()
}

fn whereabouts(engine: &Engine, side: Side, force: &ForceRef) -> Option<Hex> {
    match force {
        ForceRef::Leader(name) | ForceRef::LeaderWith { name, .. } => {
            engine.field.leaders.get(name).filter(|it| it.side == side).map(|it| it.hex)
        }
        ForceRef::Army(name) => engine.field.army(side, name),
        ForceRef::At(Place::Known(hex)) => Some(*hex),
        _ => None,
    }
}

/// Recovery first, then what hunger takes: a force out of supply does not recover (D14, D16).
pub(super) fn keep(engine: &mut Engine, wishes: &BTreeMap<(Side, Hex), bool>) {
    recover(engine, wishes);
    waste(engine);
}

/// At the end of the turn a demoralised force in supply loses one of its demoralised points and the others recover, unless
/// its commander says no; where no other would be left to recover only when he says so (C3.16, D16).
fn recover(engine: &mut Engine, wishes: &BTreeMap<(Side, Hex), bool>) {
    let rules = engine.scenario.tables.morale;
    let shaken = engine.field.troops.iter().map(|(hex, troops)| (*hex, troops.side, troops.demoralised()));
    let shaken: Vec<_> = shaken.filter(|(.., demoralised)| *demoralised > 0).collect();
    for (hex, side, demoralised) in shaken {
        let is_wanted = wishes.get(&(side, hex)).copied().unwrap_or(demoralised >= rules.recovery_least_sp);
        let recovered = is_wanted && engine.is_supplied(side, hex);
        let sp_lost = if recovered { rules.recovery_loss_sp.min(demoralised) } else { 0 };
        weaken(engine, side, hex, sp_lost);
        if let Some(troops) = engine.field.troops.get_mut(&hex).filter(|_| recovered) {
            field::set_demoralised(&mut troops.batches, false);
        }
        let item = Item::Recovery { hex, place: place(engine.scenario, hex), recovered, sp_lost };
        engine.events.push(Fact::new(audience::side(engine.scenario, side), item));
    }
}

/// A force out of supply loses one point for each six or part of six (D14).
fn waste(engine: &mut Engine) {
    let each = engine.scenario.tables.supply.loss_per_sp.max(1);
    let all: Vec<_> = engine.field.troops.iter().map(|(hex, troops)| (*hex, troops.side, troops.sp())).collect();
    // All are judged before any is weakened: nobody is fed because another starved.
    let hungry: Vec<_> = all.into_iter().filter(|(hex, side, _)| !engine.is_supplied(*side, *hex)).collect();
    for (hex, side, sp) in hungry {
        let sp_lost = sp.div_ceil(each);
        weaken(engine, side, hex, sp_lost);
        let item = Item::Attrition { hex, place: place(engine.scenario, hex), sp_lost };
        engine.events.push(Fact::new(audience::side(engine.scenario, side), item));
    }
}

/// Takes points off a force; its leaders leave when none is left.
fn weaken(engine: &mut Engine, side: Side, hex: Hex, sp_lost: u32) {
    if sp_lost == 0 {
        return;
    }
    if let Some(troops) = engine.field.troops.get_mut(&hex) {
        field::lose(&mut troops.batches, sp_lost);
    }
    engine.field.troops.retain(|_, troops| troops.sp() > 0);
    engine.ledger(side, account_at(engine.scenario, hex)).lost += sp_lost;
    if !engine.field.has_troops(side, hex) {
        engine.chart_anew();
        let leaders: Vec<String> = engine.field.leaders_at(side, hex).into_iter().map(str::to_owned).collect();
        engine.scatter(side, &leaders, hex);
    }
}
