//! The opening position of a campaign, and its first dice.

use std::collections::BTreeMap;

use base::game::Dice;
use rules::Outcome;

use super::item::Item;
use super::leaders::LeaderAffairs;
use super::naval::NavalAffairs;
use super::naval::chart::{self, ShipKind};
use super::scenario::{Account, LeaderSpec, Scenario, SetupPlace, Side, Station};
use super::state::{Fleet, Leader, LeaderPlace, Ledger, SideState, Stack, Stage, State, Works};
use super::territory;
use super::turn;

/// The state in which a campaign begins, and who owes orders first.
pub fn begin(scenario: &Scenario, dice: &mut Dice) -> Outcome<State, Item> {
    let mut state = opening(scenario);
    let mut events = Vec::new();
    match scenario.lesson() {
        Some(lesson) => turn::open_lesson(scenario, &mut state, lesson),
        None => turn::open(scenario, &mut state, dice, &mut events),
    }
    let next = turn::next_phase(scenario, &state);
    Outcome { state, events, next }
}

/// Troops, works and leaders before the first turn is opened (C7.2, D13).
pub fn opening(scenario: &Scenario) -> State {
    let mut state = empty(scenario);
    for place in scenario.setup.all() {
        set_up(scenario, &mut state, place);
    }
    let garrisons: Vec<_> = state.stacks.keys().copied().collect();
    for hex in garrisons {
        territory::occupy(scenario, &mut state, hex);
    }
    state
}

fn empty(scenario: &Scenario) -> State {
    let cities = scenario.map.cities().map(|(_, city)| (city.name.clone(), territory::home_of(scenario, city)));
    let leaders = scenario.roster.leaders().map(|(id, spec)| (spec.name.clone(), leader(spec, u32::from(id.0) + 1)));
    State {
        turn: scenario.first_turn() - 1,
        part: 1,
        parts: 1,
        stage: Stage::Strategic,
        sides: Side::BOTH.map(|side| (side, nothing_yet())).into(),
        accounts: Side::BOTH.map(|side| (side, Account::ALL.map(|account| (account, Ledger::default())).into())).into(),
        stacks: BTreeMap::new(),
        leaders: leaders.collect(),
        works: BTreeMap::new(),
        fleets: BTreeMap::new(),
        cities: cities.collect(),
        rails: BTreeMap::new(),
        ended: None,
        direct_approval: None,
        annals: Vec::new(),
    }
}

fn nothing_yet() -> SideState {
    SideState {
        turn_cp: 0,
        turn_pp: 0,
        cp: 0,
        pp: 0,
        planned: BTreeMap::new(),
        discretionary: 0,
        shifted: BTreeMap::new(),
        last_cp: BTreeMap::new(),
        last_pp: BTreeMap::new(),
        leaders: LeaderAffairs::default(),
        rail: 0,
        last_rail: BTreeMap::new(),
        navy: NavalAffairs::default(),
    }
}

/// The order of the roster is the order of seniority (D19).
fn leader(spec: &LeaderSpec, seniority: u32) -> Leader {
    Leader {
        side: spec.side,
        stars: spec.stars,
        arm: spec.arm,
        initiative: spec.initiative.unsigned_abs(),
        tactical: spec.tactical,
        strategic: spec.strategic,
        seniority,
        place: match spec.station {
            Station::At(hex) => LeaderPlace::Map(hex),
            Station::Pool(_) => LeaderPlace::Awaited,
        },
        has_counter: spec.has_promotion_counter,
        shown: None,
    }
}

fn set_up(scenario: &Scenario, state: &mut State, place: &SetupPlace) {
    let (side, hex) = (place.side, place.hex);
    if place.sp > 0 {
        let stack = Stack { side, sp: place.sp, demoralised: 0, is_entrenched: false, army: None };
        state.stacks.insert(hex, stack);
    }
    if place.fort || place.fortress || place.depot {
        let works = Works { side, has_fort: place.fort, has_fortress: place.fortress, has_depot: place.depot };
        state.works.insert(hex, works);
    }
    for (kind, count) in [(ShipKind::River, place.river_nsp), (ShipKind::Ocean, place.ocean_nsp)] {
        let Some(water) = chart::berth(scenario, kind, hex).filter(|_| count > 0) else { continue };
        let fleet = state.fleets.entry(water).or_insert(Fleet { side, river: 0, ocean: 0, ironclads: 0 });
        match kind {
            ShipKind::River => fleet.river += count,
            ShipKind::Ocean | ShipKind::Ironclad => fleet.ocean += count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c7_2_the_campaign_opens_with_37_and_26_strength_points() {
        let scenario = Scenario::embedded().unwrap();
        let state = opening(&scenario);
        let sum = |side| state.stacks.values().filter(|stack| stack.side == side).map(|stack| stack.sp).sum::<u32>();
        assert_eq!((sum(Side::Usa), sum(Side::Csa)), (37, 26));
        assert_eq!(state.cities["Fort Monroe"], Some(Side::Usa));
        assert_eq!(state.cities["Petersburg"], Some(Side::Csa));
        assert_eq!(state.cities["Louisville"], None);
    }

    #[test]
    fn c5_2a_leaders_on_the_map_and_in_pools_begin_with_the_ratings_of_the_roster() {
        let scenario = Scenario::embedded().unwrap();
        let state = opening(&scenario);
        for (_, spec) in scenario.roster.leaders() {
            let leader = &state.leaders[&spec.name];
            let values = (leader.initiative as i32, leader.tactical, leader.strategic, leader.stars);
            assert_eq!(values, (spec.initiative, spec.tactical, spec.strategic, spec.stars), "{}", spec.name);
            assert_eq!((leader.shown, leader.has_counter), (None, spec.has_promotion_counter), "{}", spec.name);
        }
    }

    #[test]
    fn the_first_turn_opens_in_its_strategic_stage_with_its_leaders_in_their_pools() {
        let scenario = Scenario::embedded().unwrap();
        let script = [
            ("usa: cp", vec![4, 4, 3, 3]),
            ("csa: cp", vec![4, 4, 3, 3]),
            ("usa: pp", [6, 1].repeat(10)),
            ("csa: pp", [1, 6].repeat(10)),
        ];
        let mut dice = Dice::scripted(script.map(|(purpose, values)| (purpose.to_owned(), values)).into());
        let outcome = begin(&scenario, &mut dice);
        assert!(dice.unforeseen().is_empty());
        let next = outcome.next.unwrap();
        assert_eq!((next.kind.as_str(), next.title.as_str(), next.owing.len()), ("strategic", "T1 strategic", 2));
        let own = &outcome.state.sides[&Side::Usa];
        assert_eq!((own.cp, own.pp, own.discretionary), (22, 45, 3));
        assert_eq!(outcome.state.accounts[&Side::Usa][&Account::East].pool, ["McClellan", "Heintzelman"]);
        assert_eq!(outcome.state.accounts[&Side::Csa][&Account::West].pool, ["A. Johnston", "Hardee"]);
        assert_eq!(outcome.state.leaders["Lee"].place, LeaderPlace::Pool(Account::East));
        assert_eq!(outcome.state.leaders["Forrest"].place, LeaderPlace::Awaited);
    }

    #[test]
    fn a_lesson_begins_in_its_sub_turn_with_full_accounts_and_ends_with_it() {
        let source = super::super::scenario::ScenarioSource::named("tutorial").unwrap();
        let scenario = source.and_then(super::super::scenario::ScenarioSource::build).unwrap();
        let mut dice = Dice::scripted(Default::default());
        let outcome = begin(&scenario, &mut dice);
        let next = outcome.next.unwrap();
        assert_eq!((next.kind.as_str(), next.title.as_str(), next.owing.len()), ("tactical", "T1 TST1", 2));
        assert_eq!(super::super::sound::sound(&scenario, &outcome.state), Ok(()));
        let played = super::super::tactical::play(&scenario, &outcome.state, &Default::default(), &mut dice);
        assert_eq!(played.next, None);
        assert_eq!(played.state.ended.map(|ending| ending.winner), Some(None));
        assert_eq!(super::super::sound::sound(&scenario, &played.state), Ok(()));
    }

    #[test]
    fn the_spring_of_1862_begins_with_turn_four_and_its_own_opening() {
        let source = super::super::scenario::ScenarioSource::named("1862").unwrap();
        let scenario = source.and_then(super::super::scenario::ScenarioSource::build).unwrap();
        let script = [
            ("usa: cp", vec![4, 4, 3, 3]),
            ("csa: cp", vec![4, 4, 3, 3]),
            ("usa: pp", [6, 1].repeat(30)),
            ("csa: pp", [1, 6].repeat(30)),
        ];
        let mut dice = Dice::scripted(script.map(|(purpose, values)| (purpose.to_owned(), values)).into());
        let outcome = begin(&scenario, &mut dice);
        assert_eq!(outcome.next.unwrap().title, "T4 strategic");
        assert_eq!(outcome.state.cities["Nashville"], Some(Side::Usa));
        assert_eq!(super::super::sound::sound(&scenario, &outcome.state), Ok(()));
    }
}
