//! What stands about leaders beside the map, each fact with its audience (D27): cases to decide, decisions on their way,
//! the wounded, the prisoners, pools by stars for the supreme commander.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use base::facts::{Audience, Fact};

use super::super::audience;
use super::super::item::Item;
use super::super::scenario::{Account, Arm, Scenario, Side};
use super::super::seats;
use super::super::state::{LeaderPlace, Stage, State};
use super::affairs::audience_of;
use super::{pools, shift};

/// All that stands about the leaders of a side.
pub fn facts(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let mut facts = pool_totals(scenario, state, side);
    facts.extend(cases(scenario, state, side));
    facts.extend(decisions(scenario, state, side));
    facts.extend(shift::facts(scenario, state, side));
    facts.extend(wounded(scenario, state, side));
    facts.extend(prisoners(scenario, state, side));
    facts
}

/// Leaders in pools by stars and arm: names are their commanders' to know (D27).
fn pool_totals(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let new: Vec<&str> = match state.stage {
        Stage::Strategic => pools::newcomers(scenario, state, side).into_iter().map(|(name, ..)| name).collect(),
        Stage::Tst1 | Stage::Tst2 => Vec::new(),
    };
    let mut kinds: BTreeMap<(Account, Reverse<u32>, Arm), u32> = BTreeMap::new();
    for (_, leader) in state.leaders.iter().filter(|(name, it)| it.side == side && !new.contains(&name.as_str())) {
        let LeaderPlace::Pool(account) = leader.place else { continue };
        *kinds.entry((account, Reverse(leader.stars), leader.arm)).or_insert(0) += 1;
    }
    let to = audience::supreme(scenario, side);
    let item = |((account, Reverse(stars), arm), count)| Item::PoolTotals { account, stars, arm, count };
    kinds.into_iter().map(|kind| Fact::new(to.clone(), item(kind))).collect()
}

/// A commander knows the results of his own leaders, the supreme commander those put before him (D27).
fn cases(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let cases = state.sides.get(&side).into_iter().flat_map(|own| &own.leaders.cases);
    let told = cases.filter_map(|case| {
        let leader = state.leaders.get(&case.leader)?;
        let item = Item::LeaderCase {
            leader: case.leader.clone(),
            account: case.account,
            matter: case.matter,
            stars: leader.stars,
            is_presented: case.is_presented,
        };
        Some(Fact::new(audience_of(scenario, side, case.account, case.is_presented), item))
    });
    told.collect()
}

fn decisions(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let decided = state.sides.get(&side).into_iter().flat_map(|own| &own.leaders.decided);
    let told = decided.map(|decision| {
        let (leader, account, verdict) = (decision.leader.clone(), decision.account, decision.verdict);
        Fact::new(audience_of(scenario, side, account, true), Item::LeaderDecided { leader, account, verdict })
    });
    told.collect()
}

fn wounded(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let own = state.leaders.iter().filter(|(_, leader)| leader.side == side);
    let away = own.filter_map(|(name, leader)| match leader.place {
        LeaderPlace::Wounded { account, turns } => Some(Item::LeaderWounded { leader: name.clone(), account, turns }),
        _ => None,
    });
    away.map(|item| Fact::new(audience::side(scenario, side), item)).collect()
}

/// Both sides know who is in whose hands, and in which order they are exchanged.
fn prisoners(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let captured = state.sides.get(&side).into_iter().flat_map(|own| &own.leaders.captured);
    let both: Audience =
        Audience::Seats(Side::BOTH.into_iter().flat_map(|side| seats::seats_of(scenario, side)).collect());
    let told = (1..).zip(captured).map(|(order, leader)| Item::LeaderCaptive { side, order, leader: leader.clone() });
    told.map(|item| Fact::new(both.clone(), item)).collect()
}
