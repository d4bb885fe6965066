//! The standing facts of a state, each with its audience (D27): what a reader knows before anything happens.

use base::facts::{Audience, Fact};
use board::Hex;

use super::audience;
use super::item::{Item, LeaderCard};
use super::leaders::{self, pools::newcomers};
use super::naval;
use super::scenario::{Account, Approval, Arm, Scenario, Side, SizeClass};
use super::seats;
use super::shares;
use super::sight;
use super::state::{LeaderPlace, Ledger, Ratings, Stage, State};
use super::supply::Supply;
use super::tactical::account::caps;
use super::territory;
use super::turn;

/// Everything that anybody may know of a state now, in the order of reports.
pub fn situation(scenario: &Scenario, state: &State) -> Vec<Fact<Item>> {
    let mut facts: Vec<_> =
        calendar(scenario, state).map(|item| Fact::new(Audience::Everyone, item)).into_iter().collect();
    for side in Side::BOTH {
        facts.extend(resources_of(scenario, state, side));
        facts.extend(forces_of(scenario, state, side));
        facts.extend(works_of(scenario, state, side));
        facts.extend(naval::facts::own(scenario, state, side));
        facts.extend(leaders::facts::facts(scenario, state, side));
        facts.extend(enemies_seen_by(scenario, state, side));
        facts.extend(naval::facts::contacts(scenario, state, side));
    }
    facts.extend(public(scenario, state).map(|item| Fact::new(Audience::Everyone, item)));
    facts
}

/// Where the war stands; nothing when it is over.
fn calendar(scenario: &Scenario, state: &State) -> Option<Item> {
    if turn::is_over(scenario, state) {
        return None;
    }
    let season = scenario.calendar.turn(state.turn)?.season();
    Some(Item::Calendar { turn: state.turn, season, part: state.part, parts: state.parts, stage: state.stage })
}

/// Totals for the supreme commander, accounts and pools for their commanders (C2.3, C3.5.7, C3.7); nothing when it is over.
fn resources_of(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    if turn::is_over(scenario, state) {
        return Vec::new();
    }
    let supreme = audience::supreme(scenario, side);
    let mut facts = Vec::new();
    if state.stage == Stage::Strategic {
        facts.extend(totals(scenario, state, side).map(|item| Fact::new(supreme.clone(), item)));
        facts.extend(rail_totals(scenario, state, side).map(|item| Fact::new(supreme.clone(), item)));
        facts.extend(new_leaders(scenario, state, side).into_iter().map(|item| Fact::new(supreme.clone(), item)));
    }
    for (account, ledger) in state.accounts.get(&side).into_iter().flatten() {
        if is_idle(scenario, side, *account, ledger) {
            continue;
        }
        let commander = audience::commander(scenario, side, *account);
        facts.push(Fact::new(supreme.clone(), account_totals(*account, ledger)));
        facts.push(Fact::new(commander.clone(), purse(scenario, *account, ledger)));
        if account.theatre().is_some() && state.stage != Stage::Strategic {
            let item = Item::RailPurse { account: *account, points: ledger.rail, spent: ledger.rail_spent };
            facts.extend([Fact::new(supreme.clone(), item.clone()), Fact::new(commander.clone(), item)]);
        }
        let pool = pooled(scenario, state, side, *account, ledger);
        facts.extend(pool.into_iter().map(|item| Fact::new(commander.clone(), item)));
    }
    facts
}

/// An account that no theatre commander spends and that holds nothing: the Confederate navy's, mostly.
fn is_idle(scenario: &Scenario, side: Side, account: Account, ledger: &Ledger) -> bool {
    let is_supreme = seats::is_supreme(scenario, &seats::seat_of(scenario, side, account));
    is_supreme && *ledger == Ledger::default()
}

fn totals(scenario: &Scenario, state: &State, side: Side) -> Option<Item> {
    let own = state.sides.get(&side)?;
    let approval = scenario.tables.table.direct_approval;
    Some(Item::Totals {
        cp: own.cp,
        pp: own.pp,
        planned: own.planned.clone(),
        discretionary: own.discretionary,
        arriving: own.shifted.clone(),
        limits: shares::limits(scenario, own.cp),
        last_cp: own.last_cp.clone(),
        last_pp: own.last_pp.clone(),
        direct_approval: state.direct_approval.or((approval == Approval::Gm).then_some(approval)),
    })
}

fn rail_totals(scenario: &Scenario, state: &State, side: Side) -> Option<Item> {
    let own = state.sides.get(&side).filter(|_| !turn::is_over(scenario, state))?;
    Some(Item::RailTotals { points: own.rail, last: own.last_rail.clone() })
}

/// New leaders by stars, arm and planned pool, the like ones counted together (C3.5.7e).
fn new_leaders(scenario: &Scenario, state: &State, side: Side) -> Vec<Item> {
    let mut kinds: Vec<((Account, u32, Arm), u32)> = Vec::new();
    for (_, kind, account) in newcomers(scenario, state, side) {
        let kind = (account, kind.stars, kind.arm);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    kinds.sort_by_key(|((account, stars, arm), _)| (*account, std::cmp::Reverse(*stars), *arm));
    let item = |((planned, stars, arm), count)| Item::NewLeaders { stars, arm, count, planned };
    kinds.into_iter().map(item).collect()
}

fn account_totals(account: Account, ledger: &Ledger) -> Item {
    Item::AccountTotals {
        account,
        cp: ledger.cp,
        pp: ledger.pp,
        cp_spent: ledger.cp_spent,
        pp_spent: ledger.pp_spent,
        reinforcements: ledger.reinforcements,
    }
}

fn purse(scenario: &Scenario, account: Account, ledger: &Ledger) -> Item {
    let caps = caps(&scenario.tables, ledger);
    Item::Purse {
        account,
        cp: ledger.cp,
        pp: ledger.pp,
        cp_spent: ledger.cp_spent,
        pp_spent: ledger.pp_spent,
        refunded: ledger.refunded,
        cp_available: caps.cp,
        pp_available: caps.pp,
        reinforcements: ledger.reinforcements,
    }
}

/// The leaders of a pool in order of appearance. New ones are named when the strategic phase is over (C3.5.7g).
fn pooled(scenario: &Scenario, state: &State, side: Side, account: Account, ledger: &Ledger) -> Vec<Item> {
    let hidden: Vec<_> = match state.stage {
        Stage::Strategic => newcomers(scenario, state, side).into_iter().map(|(name, ..)| name).collect(),
        _ => Vec::new(),
    };
    let known = ledger.pool.iter().filter(|name| !hidden.contains(&name.as_str()));
    let cards = known.filter_map(|name| card(state, name));
    (1..).zip(cards).map(|(order, leader)| Item::Pooled { account, order, leader }).collect()
}

pub(super) fn card(state: &State, name: &str) -> Option<LeaderCard> {
    let leader = state.leaders.get(name)?;
    let true_ones = Ratings { tactical: leader.tactical, strategic: leader.strategic };
    let shown = leader.shown.unwrap_or(true_ones);
    Some(LeaderCard {
        name: name.to_owned(),
        stars: leader.stars,
        arm: leader.arm,
        initiative: leader.initiative,
        tactical: shown.tactical,
        strategic: shown.strategic,
        is_old: leader.shown.is_some(),
        seniority: leader.seniority,
    })
}

/// The whole own order of battle, leaders alone included (C4.1).
fn forces_of(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let stacks = state.stacks.iter().filter(|(_, stack)| stack.side == side).map(|(hex, _)| *hex);
    let leaders = state.leaders.values().filter(|leader| leader.side == side);
    let alone = leaders.filter_map(|leader| match leader.place {
        LeaderPlace::Map(hex) => Some(hex),
        _ => None,
    });
    let hexes: std::collections::BTreeSet<Hex> = stacks.chain(alone).collect();
    let to_side = |item| Fact::new(audience::side(scenario, side), item);
    let supply = Supply::of_state(scenario, state, side);
    hexes.into_iter().map(|hex| to_side(own_force(scenario, state, side, hex, &supply))).collect()
}

fn own_force(scenario: &Scenario, state: &State, side: Side, hex: Hex, supply: &Supply) -> Item {
    let stack = state.stacks.get(&hex).filter(|stack| stack.side == side);
    let account = scenario.map.theatre(hex).map_or(Account::Naval, Account::from);
    let (sp, demoralised) = stack.map_or((0, 0), |stack| (stack.sp, stack.demoralised));
    Item::OwnForce {
        hex,
        place: territory::place(scenario, hex),
        account,
        sp,
        is_demoralised: demoralised > 0,
        demoralised_sp: (1..sp).contains(&demoralised).then_some(demoralised),
        is_entrenched: stack.is_some_and(|stack| stack.is_entrenched),
        army: stack.and_then(|stack| stack.army.clone()),
        leaders: leaders_at(state, side, hex),
        is_cut_off: stack.is_some() && !supply.reaches(hex),
    }
}

/// The leaders of a side in a hex, the senior first.
fn leaders_at(state: &State, side: Side, hex: Hex) -> Vec<LeaderCard> {
    let here = state.leaders.iter().filter(|(_, leader)| leader.side == side && leader.place == LeaderPlace::Map(hex));
    let mut here: Vec<_> = here.collect();
    here.sort_by_key(|(name, leader)| (std::cmp::Reverse(leader.stars), leader.seniority, name.as_str()));
    here.into_iter().filter_map(|(name, _)| card(state, name)).collect()
}

fn works_of(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let to_side = |item| Fact::new(audience::side(scenario, side), item);
    let works = state.works.iter().filter(|(_, works)| works.side == side);
    let works = works.map(|(hex, works)| Item::OwnWorks {
        hex: *hex,
        place: territory::place(scenario, *hex),
        has_fort: works.has_fort,
        has_fortress: works.has_fortress,
        has_depot: works.has_depot,
    });
    works.map(to_side).collect()
}

/// Enemy forces in sight, by class only (C4.2, C4.6a).
fn enemies_seen_by(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let seen = sight::sighted(scenario, state, side).into_iter().filter_map(|hex| {
        let stack = state.stacks.get(&hex)?;
        Some(Item::Sighted {
            side: stack.side,
            hex,
            place: territory::place(scenario, hex),
            class: scenario.tables.size_class(stack.sp),
            is_army: stack.army.is_some(),
        })
    });
    seen.map(|item| Fact::new(audience::side(scenario, side), item)).collect()
}

/// What every reader knows: large forces and Armies roughly, fortresses, ships, holders of towns (C4.5, C4.6, D21).
fn public<'a>(scenario: &'a Scenario, state: &'a State) -> impl Iterator<Item = Item> + 'a {
    approximate(scenario, state)
        .into_iter()
        .chain(fortresses(scenario, state))
        .chain(naval::facts::public(scenario, state))
        .chain(cities(scenario, state))
        .chain(rails(scenario, state))
}

/// Sorted by what is told, so that the order does not give away the hexes.
fn approximate(scenario: &Scenario, state: &State) -> Vec<Item> {
    let noted = state
        .stacks
        .iter()
        .filter(|(_, stack)| stack.army.is_some() || scenario.tables.size_class(stack.sp) == SizeClass::Large);
    let mut told: Vec<_> = noted
        .filter_map(|(hex, stack)| {
            let land = scenario.map.state_of(*hex)?.name.clone();
            let near = scenario.map.nearest_city(*hex)?.name.clone();
            Some((stack.side, land, near, stack.army.is_some()))
        })
        .collect();
    told.sort();
    let item = |(side, state, near, is_army)| Item::Approximate { side, state, near, is_army };
    told.into_iter().map(item).collect()
}

fn fortresses<'a>(scenario: &'a Scenario, state: &'a State) -> impl Iterator<Item = Item> + 'a {
    let built = state.works.iter().filter(|(_, works)| works.has_fortress);
    built.map(|(hex, works)| Item::Fortress { side: works.side, hex: *hex, place: territory::place(scenario, *hex) })
}

/// The towns that are not held by the side at home there; of the others everybody knows the holder from the map.
fn cities<'a>(scenario: &'a Scenario, state: &'a State) -> impl Iterator<Item = Item> + 'a {
    let towns = scenario.map.cities().map(|(_, city)| city);
    let away = towns.filter(|city| territory::holder(state, city) != territory::home_of(scenario, city));
    away.map(|city| Item::City {
        name: city.name.clone(),
        hex: city.hex,
        state: scenario.map.state(city.state).id.clone(),
        home: territory::home_of(scenario, city),
        holder: territory::holder(state, city),
        value: city.value,
    })
}

/// Railways that were converted; the holder of every other is known from the map (C4.6).
fn rails<'a>(scenario: &'a Scenario, state: &'a State) -> impl Iterator<Item = Item> + 'a {
    let converted = state.rails.iter();
    converted.map(|(hex, holder)| Item::RailHeld {
        hex: *hex,
        place: territory::place(scenario, *hex),
        holder: *holder,
    })
}

#[cfg(test)]
mod tests;
