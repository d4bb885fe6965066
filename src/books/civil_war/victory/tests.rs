use super::super::begin;
use super::*;
use base::facts::told as read;

fn scenario() -> Scenario {
    Scenario::embedded().unwrap()
}

fn started(scenario: &Scenario) -> State {
    State { turn: 1, ..begin::opening(scenario) }
}

/// Hands towns over, whoever stands in them.
fn give(scenario: &Scenario, state: &mut State, to: Side, is_given: impl Fn(&super::super::scenario::City) -> bool) {
    for (_, city) in scenario.map.cities().filter(|(_, city)| is_given(city)) {
        state.cities.insert(city.name.clone(), Some(to));
        state.stacks.retain(|hex, stack| *hex != city.hex || stack.side == to);
    }
}

fn capture(scenario: &Scenario, state: &mut State, lands: &[&str]) {
    give(scenario, state, Side::Usa, |city| lands.contains(&scenario.map.state(city.state).id.as_str()));
}

#[test]
fn d28_nobody_has_won_while_the_calendar_runs_and_the_capitals_stand() {
    let scenario = scenario();
    assert_eq!(judge(&scenario, &started(&scenario)), None);
}

#[test]
fn d28_the_fall_of_washington_wins_at_once_for_the_confederacy() {
    let scenario = scenario();
    let mut state = started(&scenario);
    give(&scenario, &mut state, Side::Csa, |city| city.name == "Washington");
    let ending = Ending { winner: Some(Side::Csa), cause: EndCause::Capital };
    assert_eq!(judge(&scenario, &state), Some(ending));
}

#[test]
fn d28_two_of_three_great_towns_win_for_the_confederacy_and_one_does_not() {
    let scenario = scenario();
    let mut state = started(&scenario);
    give(&scenario, &mut state, Side::Csa, |city| city.name == "Baltimore");
    assert_eq!(judge(&scenario, &state), None);
    give(&scenario, &mut state, Side::Csa, |city| city.name == "Philadelphia");
    let ending = Ending { winner: Some(Side::Csa), cause: EndCause::Towns };
    assert_eq!(judge(&scenario, &state), Some(ending));
}

#[test]
fn d28_all_source_towns_win_at_once_for_the_union_and_all_but_one_do_not() {
    let scenario = scenario();
    let mut state = started(&scenario);
    give(&scenario, &mut state, Side::Usa, |city| city.source == Some(Side::Csa) && city.name != "Galveston");
    assert_eq!(judge(&scenario, &state), None);
    give(&scenario, &mut state, Side::Usa, |city| city.name == "Galveston");
    let ending = Ending { winner: Some(Side::Usa), cause: EndCause::Sources };
    assert_eq!(judge(&scenario, &state), Some(ending));
}

#[test]
fn d28_after_the_last_turn_sixty_hundredths_of_the_captured_worth_decide() {
    let scenario = scenario();
    let mut state = State { turn: scenario.last_turn(), ..started(&scenario) };
    assert_eq!(worth(&scenario, &state), Worth { captured: 0, all: 99 });
    let outlasted = Ending { winner: Some(Side::Csa), cause: EndCause::Calendar };
    assert_eq!(judge(&scenario, &state), Some(outlasted));
    // 16 + 16 + 12 + 9 + 6 = 59 of 99 is short by one; South Carolina makes it 65.
    capture(&scenario, &mut state, &["VA", "TN", "NC", "LA", "AR"]);
    assert_eq!(worth(&scenario, &state).captured, 59);
    assert_eq!(judge(&scenario, &state), Some(outlasted));
    capture(&scenario, &mut state, &["SC"]);
    let won = Ending { winner: Some(Side::Usa), cause: EndCause::Calendar };
    assert_eq!(judge(&scenario, &state), Some(won));
}

#[test]
fn c4_3_a_state_is_not_captured_before_its_last_town() {
    let scenario = scenario();
    let mut state = started(&scenario);
    let is_all_but_one =
        |city: &super::super::scenario::City| scenario.map.state(city.state).id == "TN" && city.name != "Fort Pillow";
    give(&scenario, &mut state, Side::Usa, is_all_but_one);
    assert_eq!(worth(&scenario, &state).captured, 0);
}

#[test]
fn d28_who_concedes_has_lost_and_two_who_do_have_both() {
    assert_eq!(conceded(&[]), None);
    assert_eq!(conceded(&[Side::Usa]).and_then(|ending| ending.winner), Some(Side::Csa));
    assert_eq!(conceded(&Side::BOTH).map(|ending| ending.winner), Some(None));
}

#[test]
fn the_closing_letter_tells_the_war_turn_by_turn() {
    let scenario = scenario();
    let mut state = started(&scenario);
    let hex = scenario.map.city_by_name("Manassas").unwrap().hex;
    let battle = AnnalEvent::Battle {
        hex,
        attacker: Side::Usa,
        attacking: Some("McDowell".to_owned()),
        defending: None,
        losses: (2, 1),
        is_won: true,
    };
    let taken = AnnalEvent::Taken { city: "Manassas".to_owned(), by: Side::Usa };
    state.annals = [battle, taken].into_iter().map(|event| super::super::state::Annal { turn: 1, event }).collect();
    let mut events = Vec::new();
    super::super::turn::end(&scenario, &mut state, conceded(&[Side::Csa]).unwrap(), &mut events);
    let items: Vec<_> = read(&events).unwrap().into_iter().map(|(_, value)| value).collect();
    assert_eq!(items[0]["kind"], "Ended");
    assert_eq!(items[1]["season"], "Jul-Aug 1861");
    assert_eq!(
        items[1]["entries"][0],
        "Manassas: the Union (McDowell) took the field from the Confederacy; 2 SP lost for 1."
    );
    assert_eq!(items[1]["entries"][1], "Manassas fell to the Union.");
}
