//! The sequence of play and what is kept from turn to turn.

use super::*;
use crate::begin;
use crate::scenario::Theatre;
use crate::sound::sound;
use crate::strategic;
use base::game::Secret;
use rules::OrderSet;

fn dice(cp: u32, rounds: usize) -> Dice {
    let script = [
        ("usa: cp", vec![cp; 4]),
        ("csa: cp", vec![cp; 4]),
        ("usa: pp", [6, 1].repeat(rounds)),
        ("csa: pp", [1, 6].repeat(rounds)),
    ];
    Dice::scripted(script.map(|(purpose, values)| (purpose.to_owned(), values)).into())
}

fn started(scenario: &Scenario) -> State {
    begin::begin(scenario, &mut dice(3, 30)).state
}

fn west(state: &mut State) -> &mut Ledger {
    state.accounts.get_mut(&Side::Csa).unwrap().get_mut(&Account::West).unwrap()
}

#[test]
fn c2_1_a_turn_is_one_strategic_phase_and_two_sub_turns() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = started(&scenario);
    let mut titles = Vec::new();
    for stage in [Stage::Strategic, Stage::Tst1, Stage::Tst2] {
        state.stage = stage;
        titles.push(next_phase(&scenario, &state).unwrap());
    }
    let told: Vec<_> = titles.iter().map(|next| (next.kind.as_str(), next.title.as_str())).collect();
    assert_eq!(told, [("strategic", "T1 strategic"), ("tactical", "T1 TST1"), ("tactical", "T1 TST2")]);
    assert_eq!(titles[1].owing.len(), 5);
    open(&scenario, &mut state, &mut dice(3, 60), &mut Vec::new());
    assert_eq!(next_phase(&scenario, &state).unwrap().title, "T2 strategic");
}

#[test]
fn d2_a_split_turn_is_opened_part_by_part_without_new_dice() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = begin::begin(&scenario, &mut dice(6, 60)).state;
    assert_eq!((state.parts, state.sides[&Side::Usa].turn_cp), (2, 32));
    assert_eq!(next_phase(&scenario, &state).unwrap().title, "T1a strategic");
    assert_eq!(state.sides[&Side::Usa].planned[&Theatre::West], 3);
    assert_eq!(state.accounts[&Side::Usa][&Account::East].pool, ["McClellan", "Heintzelman"]);
    assert!(state.accounts[&Side::Usa][&Account::West].pool.is_empty());
    let mut none = Dice::scripted(Default::default());
    open(&scenario, &mut state, &mut none, &mut Vec::new());
    assert!(none.rolls().is_empty());
    assert_eq!(next_phase(&scenario, &state).unwrap().title, "T1b strategic");
    assert_eq!((state.turn, state.sides[&Side::Usa].cp), (1, 16));
    assert_eq!(state.sides[&Side::Usa].planned[&Theatre::West], 2);
    assert_eq!(state.accounts[&Side::Usa][&Account::West].pool, ["Sherman"]);
}

#[test]
fn c3_10a_command_and_pulse_points_left_over_are_lost() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = started(&scenario);
    *west(&mut state) = Ledger { cp: 8, pp: 14, cp_spent: 5, pp_spent: 6, ..Ledger::default() };
    let mut events = Vec::new();
    lapse(&scenario, &mut state, &mut events);
    assert_eq!(*west(&mut state), Ledger::default());
    let lost = Item::Lapsed { account: Account::West, cp: 3, pp: 8, reinforcements: 0, kept: 0 };
    assert_eq!(events, [Fact::new(audience::commander(&scenario, Side::Csa, Account::West), lost)]);
}

#[test]
fn c3_10b_a_theatre_keeps_five_reinforcements_older_savings_included() {
    let scenario = Scenario::embedded().unwrap();
    for (unused, kept, lost) in [(8, 5, 3), (5, 5, 0), (4, 4, 0)] {
        let mut state = started(&scenario);
        west(&mut state).reinforcements = unused;
        let mut events = Vec::new();
        lapse(&scenario, &mut state, &mut events);
        assert_eq!(west(&mut state).reinforcements, kept);
        let told = Item::Lapsed { account: Account::West, cp: 0, pp: 0, reinforcements: lost, kept };
        assert_eq!(events, [Fact::new(audience::commander(&scenario, Side::Csa, Account::West), told)]);
    }
}

#[test]
fn c3_10d_ships_and_leaders_wait_without_limit() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = started(&scenario);
    let pool = west(&mut state).pool.clone();
    state.accounts.get_mut(&Side::Usa).unwrap().get_mut(&Account::Naval).unwrap().reinforcements = 12;
    lapse(&scenario, &mut state, &mut Vec::new());
    assert_eq!(state.accounts[&Side::Usa][&Account::Naval].reinforcements, 12);
    assert_eq!(west(&mut state).pool, pool);
    assert!(!pool.is_empty());
}

#[test]
fn c3_5_7d_new_leaders_stand_behind_those_who_wait() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = started(&scenario);
    open(&scenario, &mut state, &mut dice(3, 60), &mut Vec::new());
    assert_eq!(
        state.accounts[&Side::Csa][&Account::West].pool,
        ["A. Johnston", "Hardee", "Buckner", "Bragg", "Kirby Smith", "Forrest"]
    );
}

#[test]
fn the_game_ends_after_the_last_turn_with_the_worth_of_the_towns() {
    let scenario = Scenario::embedded().unwrap();
    let mut state = started(&scenario);
    state.turn = scenario.calendar.last_turn();
    let mut events = Vec::new();
    open(&scenario, &mut state, &mut Dice::scripted(Default::default()), &mut events);
    assert_eq!(next_phase(&scenario, &state), None);
    assert!(matches!(base::facts::told(&events).unwrap().last().unwrap().1["kind"].as_str(), Some("Ended")));
    assert_eq!(state.sides[&Side::Usa].cp, 0);
}

#[test]
fn a_campaign_without_orders_runs_soundly_to_its_end_the_same_way_twice() {
    let scenario = Scenario::embedded().unwrap();
    let run = |seed: u8| {
        let dice = |label: u32| Dice::committed(&Secret::new([seed; 32]), &format!("{label}.1"));
        let mut state = begin::begin(&scenario, &mut dice(0)).state;
        let mut played = 0;
        while next_phase(&scenario, &state).is_some() {
            played += 1;
            state = strategic::play(&scenario, &state, &OrderSet::default(), &mut dice(played)).state;
            assert_eq!(sound(&scenario, &state), Ok(()));
            state.stage = Stage::Tst2;
            open(&scenario, &mut state, &mut dice(played), &mut Vec::new());
            assert_eq!(sound(&scenario, &state), Ok(()));
        }
        (played, state)
    };
    for seed in 1..=3 {
        let (played, state) = run(seed);
        assert!(played >= scenario.calendar.last_turn());
        assert_eq!(run(seed).1, state);
    }
}
