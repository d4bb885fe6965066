//! The sequence of play: months on the board, four times a year the state sheet and the five windows (8.0, D2).

use std::collections::BTreeSet;

use base::facts::Fact;
use base::game::{NextPhase, SeatId};

use super::calendar::{Month, Stage};
use super::item::Item;
use super::power::Power;
use super::scenario::Scenario;
use super::state::State;
use super::{months, territory};

/// What is to be played in this state; `None` when the campaign is over.
pub fn next_phase(scenario: &Scenario, state: &State) -> Option<NextPhase> {
    if is_over(scenario, state) {
        return None;
    }
    let title = format!("{} {}", state.month.title(), state.stage.title());
    Some(NextPhase::new(state.stage.kind(), title, owing(scenario, state)))
}

/// Whether somebody has won or the last month has been played.
pub fn is_over(scenario: &Scenario, state: &State) -> bool {
    !state.winners.is_empty() || state.month > scenario.campaign.last
}

/// Whether a month ends with an Economic Phase (8.0).
pub fn is_economic(scenario: &Scenario, month: Month) -> bool {
    scenario.tables.calendar.economic_months.contains(&month.month)
}

/// The month of the next Economic Phase, this one included; `None` when the campaign ends before.
pub fn next_economic(scenario: &Scenario, month: Month) -> Option<Month> {
    (0..12)
        .map(|months| month.after(months))
        .find(|month| is_economic(scenario, *month))
        .filter(|month| *month <= scenario.campaign.last)
}

/// The stage is over: the quarter is noted, the next stage comes, and a month on the board is opened.
pub fn go_on(scenario: &Scenario, state: &mut State) -> Vec<Fact<Item>> {
    if state.stage == Stage::Ceding {
        months::close_quarter(scenario, state);
    }
    advance(scenario, state);
    let is_month = state.stage == Stage::Board && !is_over(scenario, state);
    if is_month { months::open_board(state) } else { Vec::new() }
}

/// Goes on to the next stage; the steps come in their order and never back (8.0).
pub fn advance(scenario: &Scenario, state: &mut State) {
    let next = match state.stage {
        Stage::Board if is_economic(scenario, state.month) => Stage::Sheet,
        Stage::Board | Stage::Ceding => Stage::Board,
        Stage::Sheet => Stage::Offer,
        Stage::Offer => Stage::Answer,
        Stage::Answer => Stage::Lending,
        Stage::Lending => Stage::Spending,
        Stage::Spending => Stage::Ceding,
    };
    if next == Stage::Board {
        state.month = state.month.after(1);
    }
    state.stage = next;
}

/// The month and the stage before; an Economic Phase follows the months that have one.
pub fn before(scenario: &Scenario, month: Month, stage: Stage) -> (Month, Stage) {
    match stage {
        Stage::Sheet => (month, Stage::Board),
        Stage::Offer => (month, Stage::Sheet),
        Stage::Answer => (month, Stage::Offer),
        Stage::Lending => (month, Stage::Answer),
        Stage::Spending => (month, Stage::Lending),
        Stage::Ceding => (month, Stage::Spending),
        Stage::Board if is_economic(scenario, month.before()) => (month.before(), Stage::Ceding),
        Stage::Board => (month.before(), Stage::Board),
    }
}

/// Who owes orders. The month on the board and its sheet are the game master's; an answer is owed by whoever may have
/// ports to trade with, by what everybody knows; a power that is run by another owes none of its own.
fn owing(scenario: &Scenario, state: &State) -> BTreeSet<SeatId> {
    let is_owing = |power: &Power| match state.stage {
        Stage::Board | Stage::Sheet => false,
        Stage::Offer => *power == Power::Britain || territory::straits_holder(scenario, state) == Some(*power),
        Stage::Answer => *power != Power::Britain && may_trade(scenario, state, *power),
        Stage::Lending | Stage::Spending | Stage::Ceding => true,
    };
    let has_player = |power: &Power| territory::is_in_play(state, *power) && !scenario.campaign.is_uncontrolled(*power);
    let in_play = Power::ALL.into_iter().filter(has_player);
    in_play.filter(is_owing).map(Power::seat).collect()
}

/// A power at war with Britain has no domestic trade, and one without ports has nothing to answer for (8.2.1).
fn may_trade(scenario: &Scenario, state: &State, power: Power) -> bool {
    let has_port = scenario.map.ports().any(|(city, _)| territory::holder(state, &city.territory) == Some(power));
    let has_partner = territory::is_in_play(state, Power::Britain) && !territory::at_war(state, Power::Britain, power);
    has_port && has_partner
}

#[cfg(test)]
mod tests {
    use super::super::begin;
    use super::*;

    #[test]
    fn eia_8_0a_the_economic_phase_opens_four_times_a_year() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        let mut opened = Vec::new();
        while state.month.year == 1805 {
            if state.stage == Stage::Offer {
                opened.push(state.month.month);
            }
            advance(&scenario, &mut state);
        }
        assert_eq!(opened, [3, 6, 9, 12]);
    }

    #[test]
    fn eia_8_0d_the_stages_of_a_quarter_come_in_their_order() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        let mut titles = Vec::new();
        for _ in 0..10 {
            titles.push(next_phase(&scenario, &state).unwrap().title);
            advance(&scenario, &mut state);
        }
        assert_eq!(
            titles,
            [
                "January 1805 board",
                "February 1805 board",
                "March 1805 board",
                "March 1805 state sheet",
                "March 1805 W1 offer",
                "March 1805 W2 answers",
                "March 1805 W3 lending",
                "March 1805 W4 spending",
                "March 1805 W5 ceding",
                "April 1805 board",
            ]
        );
    }

    #[test]
    fn the_stage_before_is_the_one_from_which_the_next_was_reached() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        for _ in 0..40 {
            let from = (state.month, state.stage);
            advance(&scenario, &mut state);
            assert_eq!(before(&scenario, state.month, state.stage), from);
        }
    }

    #[test]
    fn the_campaign_ends_with_its_last_month() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        state.month = scenario.campaign.last;
        state.stage = Stage::Ceding;
        assert!(next_phase(&scenario, &state).is_some());
        advance(&scenario, &mut state);
        assert_eq!(next_phase(&scenario, &state), None);
        assert_eq!(next_economic(&scenario, state.month), None);
    }

    #[test]
    fn d2_only_those_owe_an_answer_whom_britain_may_trade_with() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        state.stage = Stage::Answer;
        let owing = next_phase(&scenario, &state).unwrap().owing;
        let expected = [Power::Russia, Power::Austria, Power::Prussia, Power::Turkey].map(Power::seat);
        assert_eq!(owing, expected.into_iter().collect());
        state.stage = Stage::Offer;
        let owing = next_phase(&scenario, &state).unwrap().owing;
        assert_eq!(owing, [Power::Britain, Power::Turkey].map(Power::seat).into_iter().collect());
        state.stage = Stage::Board;
        assert!(next_phase(&scenario, &state).unwrap().owing.is_empty());
    }
}
