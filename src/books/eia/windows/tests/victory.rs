//! The Victory Points Step.

use super::*;
use crate::news::VictoryBy;
use crate::windows::board::Board;
use crate::windows::victory::{counted_manpower, final_scores, winners};

fn offer() -> Trial {
    Trial::at(3, Stage::Offer)
}

fn reduce(points: u32, target: Power) -> Act {
    Act::ReduceVictoryPoints { amount: Amount::Points(points), target }
}

const NOW: Act = Act::Announce { is_when_final: false };

fn level(trial: &Trial, power: Power) -> i64 {
    i64::from(trial.scenario.tables.victory.levels[&power])
}

/// Victory points so that a power has so many after scoring.
fn stand_at(trial: &mut Trial, power: Power, total: i64) {
    trial.own(power).status = 12;
    trial.own(power).victory_points = total - i64::from(trial.scenario.tables.status(12).victory_points);
}

#[test]
fn eia_8_1b_the_rightmost_square_of_the_neutral_zone_scores_8() {
    let mut trial = offer();
    let rightmost = trial.scenario.tables.status_box("N9").unwrap();
    trial.own(Austria).status = rightmost;
    trial.own(Austria).victory_points = 11;
    trial.close();
    assert_eq!(trial.state.powers[&Austria].victory_points, 19);
    assert_eq!(trial.item("Scored")["rows"][3]["gained"], 8);
    assert_eq!(trial.item("Scored")["rows"][3]["total"], 19);
}

#[test]
fn eia_8_1a_every_power_scores_what_is_printed_in_its_box() {
    let mut trial = offer();
    for (place, power) in [(1, Spain), (4, Turkey), (18, France), (24, Russia)] {
        trial.own(power).status = place;
    }
    trial.close();
    for (place, power) in [(1, Spain), (4, Turkey), (18, France), (24, Russia)] {
        let printed = i64::from(trial.scenario.tables.status(place).victory_points);
        assert_eq!(trial.state.powers[&power].victory_points, printed, "{power:?}");
    }
}

/// Britain scores 9 at war with France.
fn nine() -> Trial {
    let mut trial = offer();
    trial.own(Britain).status = trial.scenario.tables.status_box("D1").unwrap();
    trial.own(France).victory_points = 20;
    trial.war(Britain, France);
    trial
}

#[test]
fn eia_8_1_2_a_third_of_nine_is_three_for_three() {
    let mut trial = nine();
    trial.orders(Britain, reduce(3, France)).close();
    assert_eq!(trial.state.powers[&Britain].victory_points, 6);
    assert_eq!(trial.state.powers[&France].victory_points, 20 + 7 - 3);
    assert_eq!(trial.item("Reduced")["points"], 3);
}

#[test]
fn eia_8_1_2a_four_of_nine_are_refused() {
    let mut trial = nine();
    trial.orders(Britain, reduce(4, France)).close();
    assert_eq!(trial.failed_by(Britain), ["8.1.2"]);
    assert_eq!(trial.state.powers[&Britain].victory_points, 9);
}

#[test]
fn d16_a_third_of_eight_is_two() {
    let mut trial = nine();
    trial.own(Britain).status = trial.scenario.tables.status_box("N9").unwrap();
    trial.orders(Britain, Act::ReduceVictoryPoints { amount: Amount::Most, target: France }).close();
    assert_eq!(trial.item("Reduced")["points"], 2);
}

#[test]
fn eia_8_1_2c_a_second_target_is_refused() {
    let mut trial = nine();
    trial.war(Britain, Spain);
    trial.orders(Britain, reduce(1, France)).orders(Britain, reduce(1, Spain)).close();
    assert_eq!(trial.items("Reduced").len(), 1);
    assert_eq!(trial.failed_by(Britain).len(), 1);
}

#[test]
fn eia_8_1_2d_a_target_at_peace_is_refused() {
    let mut trial = nine();
    trial.orders(Britain, reduce(1, Austria)).close();
    assert_eq!(trial.failures(Britain)[0].1, "Great Britain is not at war with Austria.");
}

#[test]
fn d11_no_total_falls_below_zero() {
    let mut trial = nine();
    trial.own(France).status = 1;
    trial.own(France).victory_points = 1;
    trial.orders(Britain, reduce(3, France)).close();
    assert_eq!(trial.state.powers[&France].victory_points, 0);
}

#[test]
fn eia_8_1_3c_exactly_at_the_level_and_announced_wins() {
    let mut trial = offer();
    let level = level(&trial, Russia);
    stand_at(&mut trial, Russia, level);
    trial.orders(Russia, NOW).close();
    assert_eq!(trial.state.winners, [Russia]);
    assert_eq!(trial.item("Announced")["total"], level);
    assert!(trial.state.quarter.is_final);
    // The game is over: nothing of the window is played any more.
    assert!(trial.items("Offered").is_empty());
}

#[test]
fn eia_8_1_3c_one_point_below_the_level_may_not_announce() {
    let mut trial = offer();
    let level = level(&trial, Russia);
    stand_at(&mut trial, Russia, level - 1);
    trial.orders(Russia, NOW).close();
    assert_eq!(trial.failed_by(Russia), ["8.1.3"]);
    assert!(trial.state.winners.is_empty());
}

#[test]
fn eia_8_1_3d_announcing_may_wait_a_quarter() {
    let mut trial = offer();
    let level = level(&trial, Russia);
    stand_at(&mut trial, Russia, level);
    trial.orders(Russia, Act::KeepQuiet).close();
    assert!(trial.state.winners.is_empty());
    trial.state.stage = Stage::Offer;
    trial.state.month.month = 6;
    trial.orders(Russia, NOW).close();
    assert_eq!(trial.state.winners, [Russia]);
}

#[test]
fn eia_8_1_3e_two_at_their_levels_are_co_winners_whoever_announced() {
    let mut trial = offer();
    for power in [Russia, Spain] {
        let level = level(&trial, power);
        stand_at(&mut trial, power, level);
    }
    trial.orders(Russia, NOW).close();
    assert_eq!(trial.state.winners, [Russia, Spain]);
    assert_eq!(trial.item("FinalCount")["by"], "level");
}

#[test]
fn eia_8_1_3g_nobody_at_his_level_at_the_end_means_britain() {
    let mut trial = offer();
    trial.state.month = trial.scenario.campaign.last;
    trial.close();
    assert_eq!(trial.state.winners, [Britain]);
    assert_eq!(trial.item("FinalCount")["by"], "default");
}

#[test]
fn eia_8_1_3b_a_scenario_has_no_victory_of_campaigns() {
    let mut trial = offer();
    trial.scenario.campaign.options.campaign = false;
    trial.state.month = trial.scenario.campaign.last;
    let level = level(&trial, Russia);
    stand_at(&mut trial, Russia, level);
    trial.orders(Russia, NOW).close();
    assert_eq!(trial.failed_by(Russia), ["8.1.3"]);
    assert!(trial.state.winners.is_empty());
}

#[test]
fn eia_8_1_3k_when_final_does_not_end_the_game() {
    let mut trial = offer();
    let level = level(&trial, Russia);
    stand_at(&mut trial, Russia, level);
    trial.standing(Russia, Act::Announce { is_when_final: true }).close();
    assert!(trial.state.winners.is_empty());
    assert!(!trial.state.quarter.is_final);
}

#[test]
fn eia_8_1_3l_manpower_brings_a_power_over_its_level_in_the_final_step() {
    let mut trial = offer();
    let (level, manpower) = {
        let board = Board::new(&trial.scenario, &trial.state);
        (level(&trial, Prussia), counted_manpower(&board, Prussia))
    };
    stand_at(&mut trial, Prussia, level - manpower);
    trial.state.month = trial.scenario.campaign.last;
    trial.close();
    assert_eq!(trial.state.winners, [Prussia]);
}

#[test]
fn eia_8_1_3l_home_ceded_and_conquered_count_free_and_combined_do_not() {
    let mut trial = offer();
    let count = |trial: &Trial| counted_manpower(&Board::new(&trial.scenario, &trial.state), Austria);
    let home = count(&trial);
    trial.give("Silesia", Austria, Tenure::Ceded);
    trial.give("Bavaria", Austria, Tenure::Conquered);
    trial.give("Saxony", Austria, Tenure::Free);
    assert_eq!(count(&trial), home + 3 + 4);
    trial.state.territories.get_mut("Bavaria").unwrap().combination = Some("Rhine".to_owned());
    assert_eq!(count(&trial), home + 3 + 4, "its districts still count");
    for district in ["Old Bavaria", "Franconia"] {
        trial.state.territories.get_mut(district).unwrap().combination = Some("Rhine".to_owned());
    }
    assert_eq!(count(&trial), home + 3);
}

#[test]
fn eia_8_1_3o_a_capital_held_by_an_enemy_does_not_count_besieged_or_not() {
    let mut trial = offer();
    let count = |trial: &Trial| counted_manpower(&Board::new(&trial.scenario, &trial.state), Austria);
    let home = count(&trial);
    trial.war(Austria, France);
    trial.occupy("Prague", France);
    assert_eq!(count(&trial), home - 4);
    trial.city("Prague").is_besieged = true;
    assert_eq!(count(&trial), home - 4);
}

/// Final scores with these totals, as parts of the levels of the tables.
fn scores(trial: &Trial, totals: &[(Power, i64)]) -> (Vec<Power>, VictoryBy) {
    let board = Board::new(&trial.scenario, &trial.state);
    let mut rows = final_scores(&board);
    for row in &mut rows {
        let total = totals.iter().find(|(power, _)| *power == row.power).map_or(0, |(_, total)| *total);
        row.total = total;
    }
    winners(&board, &rows, false)
}

#[test]
fn eia_8_1_3p_q_two_powers_of_one_player_win_together_or_by_what_one_has_too_much() {
    let mut trial = offer();
    trial.scenario.campaign.pairs = vec![(Prussia, Spain)];
    let (prussia, spain) = (level(&trial, Prussia), level(&trial, Spain));
    assert_eq!(scores(&trial, &[(Prussia, prussia), (Spain, spain)]).0, [Prussia, Spain]);
    assert_eq!(scores(&trial, &[(Prussia, prussia + 6), (Spain, spain - 5)]).0, [Prussia, Spain]);
    assert_eq!(scores(&trial, &[(Prussia, prussia + 6), (Spain, spain - 7)]), (vec![Britain], VictoryBy::Default));
}

#[test]
fn eia_8_1_3p_a_pair_that_is_not_at_its_level_neither_announces_nor_ends_the_campaign() {
    for (spain, is_won) in [(-7, false), (-6, true), (0, true)] {
        let mut trial = offer();
        trial.scenario.campaign.pairs = vec![(Prussia, Spain)];
        let levels = (level(&trial, Prussia), level(&trial, Spain));
        stand_at(&mut trial, Prussia, levels.0 + 6);
        stand_at(&mut trial, Spain, levels.1 + spain);
        trial.orders(Prussia, NOW).orders(Spain, NOW).close();
        assert_eq!(trial.state.winners, if is_won { vec![Prussia, Spain] } else { Vec::new() }, "{spain}");
        assert_eq!(trial.items("FinalCount").len(), usize::from(is_won), "{spain}");
        assert_eq!(trial.items("Announced").len(), if is_won { 2 } else { 0 }, "{spain}");
        let failed: Vec<String> = if is_won { Vec::new() } else { vec!["8.1.3".to_owned()] };
        assert_eq!((trial.failed_by(Prussia), trial.failed_by(Spain)), (failed.clone(), failed), "{spain}");
    }
}

#[test]
fn eia_8_1_3i_a_campaign_cut_short_goes_to_the_highest_part_of_a_level() {
    let mut trial = offer();
    trial.scenario.campaign.options.shorter_campaign = true;
    trial.scenario.tables.victory.levels.insert(Spain, 100);
    trial.scenario.tables.victory.levels.insert(Turkey, 200);
    assert_eq!(scores(&trial, &[(Spain, 90), (Turkey, 160)]), (vec![Spain], VictoryBy::Share));
    assert_eq!(scores(&trial, &[(Spain, 80), (Turkey, 160)]).0, [Spain, Turkey]);
}

#[test]
fn eia_8_1_3j_two_powers_of_one_player_have_their_mean() {
    let mut trial = offer();
    trial.scenario.campaign.options.shorter_campaign = true;
    trial.scenario.campaign.pairs = vec![(Spain, Turkey)];
    for (power, level) in [(Spain, 100), (Turkey, 200), (Prussia, 100)] {
        trial.scenario.tables.victory.levels.insert(power, level);
    }
    // 80 % and 100 % are 90 %.
    assert_eq!(scores(&trial, &[(Spain, 80), (Turkey, 200), (Prussia, 90)]).0, [Prussia, Spain, Turkey]);
    assert_eq!(scores(&trial, &[(Spain, 80), (Turkey, 200), (Prussia, 91)]).0, [Prussia]);
}
