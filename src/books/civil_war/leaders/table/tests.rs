//! Every cell of the promotion table and each of its notes, against the table as it is printed, written down a second time.

use std::sync::LazyLock;

use super::*;
use crate::scenario::Scenario;

/// The printed table, row by row: 1 star; 2 stars or 3 without army; 3 with an army; 3 with more than ten points.
const PRINTED: [[&str; 4]; 13] = [
    ["captured", "captured", "dismissed", "dismissed"],
    ["dismissed", "dismissed", "killed/captured", "killed/wounded"],
    ["relieved", "killed/captured", "wounded", "relieve if no win"],
    ["killed/captured", "wounded", "dismiss if -", "dismiss if -"],
    ["wounded", "relieve if loss", "relieve if loss", "relieve if loss"],
    ["-1, relieve if -", "-1, relieve if -", "-1, relieve if -", "-1, relieve if -"],
    ["promote 1861", "", "", ""],
    ["+1, promote if win", "+1", "+1", "+1"],
    ["promote if +1", "promote if win", "", ""],
    ["promote if no loss", "promote if +1", "promote if win", ""],
    ["promote if +2", "promote if no loss", "promote if win", "promote if +2"],
    ["promote", "promote if +2", "promote if +2", "promote if +1"],
    ["+1, promote", "+1, promote", "+1", ""],
];

static CAMPAIGN: LazyLock<Scenario> = LazyLock::new(|| Scenario::embedded().expect("the scenario"));

fn tables() -> &'static Tables {
    &CAMPAIGN.tables
}

/// A leader with a counter, of this column.
fn of_column(column: usize, rating: i32) -> Subject {
    let (stars, army) = [(1, None), (2, None), (3, Some(10)), (3, Some(11))][column];
    Subject { stars, army, initiative: 3, rating, has_counter: true, is_early: false, is_late: false }
}

/// A table roll of so much in all; every other die shows `other`.
fn rolled(subject: Subject, showing: Showing, total: i32, other: u32) -> Vec<Effect> {
    let bare = match showing {
        Showing { is_wiped_out: true, .. } => total + 3,
        Showing { is_win: true, .. } => total - 1,
        Showing { is_loss: true, .. } => total + 1,
        _ => total,
    };
    let roll = roll(tables(), subject, showing, |cast, _| if cast == Cast::Roll { bare as u32 } else { other });
    roll.effects
}

/// What a printed cell means for a leader, by its words.
fn meant(cell: &str, subject: Subject, showing: Showing, other: u32) -> Vec<Effect> {
    let mut rating = subject.rating;
    let mut effects = Vec::new();
    for part in cell.split(", ").filter(|part| !part.is_empty()) {
        let is_one = other == 1;
        let most = if subject.army.is_some() { 3 } else { 2 };
        match part {
            "captured" => effects.push(Effect::Captured),
            "killed/captured" => effects.push(if other <= 3 { Effect::Killed } else { Effect::Captured }),
            "killed/wounded" => effects.push(if other <= 3 { Effect::Killed } else { Effect::Wounded }),
            "wounded" => effects.push(Effect::Wounded),
            "dismissed" => effects.push(Effect::Dismissal),
            "dismiss if -" if rating < 0 => effects.push(Effect::Dismissal),
            "relieved" => effects.push(Effect::Relief),
            "relieve if no win" if !showing.is_win => effects.push(Effect::Relief),
            "relieve if loss" if showing.is_loss => effects.push(Effect::Relief),
            "relieve if -" if rating < 0 => effects.push(Effect::Relief),
            "-1" if is_one && subject.initiative < 4 => effects.push(Effect::Initiative(subject.initiative + 1)),
            "+1" if is_one && subject.initiative > 2 => effects.push(Effect::Initiative(subject.initiative - 1)),
            "-1" if !is_one && rating > -most => {
                rating -= 1;
                effects.push(Effect::Rating(rating));
            }
            "+1" if !is_one && rating < most => {
                rating += 1;
                effects.push(Effect::Rating(rating));
            }
            "promote" => effects.push(Effect::Promotion),
            "promote 1861" if subject.is_early => effects.push(Effect::Promotion),
            "promote if win" if showing.is_win => effects.push(Effect::Promotion),
            "promote if no loss" if showing.is_no_loss => effects.push(Effect::Promotion),
            "promote if +1" if rating >= 1 => effects.push(Effect::Promotion),
            "promote if +2" if rating >= 2 => effects.push(Effect::Promotion),
            _ => {}
        }
    }
    effects
}

fn showings() -> Vec<Showing> {
    let mut all = Vec::new();
    for (is_win, is_loss, is_wiped_out) in
        [(false, false, false), (true, false, false), (false, true, false), (false, true, true)]
    {
        for is_no_loss in [false, true] {
            all.push(Showing { is_win, is_loss, is_wiped_out, is_no_loss });
        }
    }
    all
}

#[test]
fn lpt_every_cell_does_what_is_printed_for_every_rating_and_showing() {
    let mut tried = 0;
    for (row, cells) in PRINTED.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let most = if column >= 2 { 3 } else { 2 };
            for rating in -most..=most {
                for showing in showings() {
                    for (other, is_early, initiative) in
                        [(1, true, 2), (1, false, 4), (3, true, 3), (4, false, 3), (6, true, 3)]
                    {
                        let subject = Subject { is_early, initiative, ..of_column(column, rating) };
                        let total = row as i32 + 1;
                        let expected = meant(cell, subject, showing, other);
                        assert_eq!(
                            rolled(subject, showing, total, other),
                            expected,
                            "{total} {column} {subject:?} {showing:?} {other}"
                        );
                        tried += 1;
                    }
                }
            }
        }
    }
    assert_eq!(tried, 13 * (5 + 5 + 7 + 7) * 8 * 5);
}

#[test]
fn lpt_00_the_column_is_by_stars_and_by_the_army_commanded() {
    let column = |stars, army| column(tables(), &Subject { stars, army, ..of_column(0, 0) });
    assert_eq!([column(1, None), column(1, Some(12))], [0, 0]);
    assert_eq!([column(2, None), column(2, Some(12)), column(3, None)], [1, 1, 1]);
    assert_eq!([column(3, Some(6)), column(3, Some(10)), column(3, Some(11))], [2, 2, 3]);
    assert_eq!(column(3, Some(1)), 2, "an army of fewer than six has the column of the smaller ones");
}

#[test]
fn lptn2_one_is_added_for_a_win_taken_for_a_loss_and_three_for_a_force_wiped_out() {
    let modifier = |showing| {
        let roll = roll(tables(), of_column(0, 0), showing, |_, _| 8);
        (roll.thrown, roll.modifier)
    };
    let none = Showing::default();
    assert_eq!(modifier(none), (8, 0));
    assert_eq!(modifier(Showing { is_win: true, ..none }), (8, 1));
    assert_eq!(modifier(Showing { is_loss: true, ..none }), (8, -1));
    assert_eq!(modifier(Showing { is_loss: true, is_wiped_out: true, ..none }), (8, -3));
}

#[test]
fn d23_totals_below_one_are_one() {
    let gone = Showing { is_loss: true, is_wiped_out: true, ..Showing::default() };
    assert_eq!(rolled(of_column(0, 0), gone, -1, 3), [Effect::Captured]);
}

#[test]
fn lptn5_killed_or_captured_is_a_die_of_two_halves() {
    let fate = |die| rolled(of_column(0, 0), Showing::default(), 4, die);
    assert_eq!([1, 3].map(fate), [[Effect::Killed], [Effect::Killed]]);
    assert_eq!([4, 6].map(fate), [[Effect::Captured], [Effect::Captured]]);
    let fate = |die| rolled(of_column(3, 0), Showing::default(), 2, die);
    assert_eq!([3, 4].map(fate), [[Effect::Killed], [Effect::Wounded]]);
}

#[test]
fn lptn7_the_promotions_of_1861_are_had_in_that_year() {
    let early = |is_early| rolled(Subject { is_early, ..of_column(0, 0) }, Showing::default(), 7, 6);
    assert_eq!(early(true), [Effect::Promotion]);
    assert_eq!(early(false), []);
}

#[test]
fn lptn8_a_rating_asked_for_is_the_least_that_serves() {
    let nine = |rating| rolled(of_column(0, rating), Showing::default(), 9, 6);
    assert_eq!([0, 1, 2].map(|rating| nine(rating).len()), [0, 1, 1]);
}

#[test]
fn lptn11_three_stars_without_an_army_are_never_promoted() {
    let subject = Subject { stars: 3, is_late: true, ..of_column(1, 2) };
    for total in 7..=13 {
        let effects = rolled(subject, showings()[3], total, 1);
        assert!(!effects.contains(&Effect::Promotion), "{total}");
    }
}

#[test]
fn lptn12_without_a_counter_a_die_decides_and_three_stars_wait_for_turn_nine() {
    let rises = |column, is_late, die| {
        let total = [12, 12, 11, 11][column];
        let subject = Subject { has_counter: false, is_late, ..of_column(column, 2) };
        rolled(subject, Showing { is_win: true, is_no_loss: true, ..Showing::default() }, total, die)
            == [Effect::Promotion]
    };
    assert_eq!([1, 2, 3].map(|die| rises(0, false, die)), [true, true, false]);
    assert_eq!([1, 2].map(|die| rises(1, false, die)), [true, false]);
    assert_eq!([2, 3].map(|sum| rises(2, false, sum)), [false, false]);
    assert_eq!([2, 3, 4].map(|sum| rises(2, true, sum)), [true, true, false]);
    assert_eq!([3, 4].map(|sum| rises(3, true, sum)), [true, false]);
}

#[test]
fn lptn12_three_stars_throw_two_dice_and_the_others_one() {
    let dice = |column, is_late| {
        let mut thrown = Vec::new();
        let subject = Subject { has_counter: false, is_late, ..of_column(column, 2) };
        roll(tables(), subject, Showing::default(), |cast, count| {
            thrown.extend((cast == Cast::Counter).then_some(count));
            12
        });
        thrown
    };
    assert_eq!([dice(0, false), dice(1, false), dice(2, true), dice(2, false)], [vec![1], vec![1], vec![2], vec![]]);
}

#[test]
fn lptn13_and_14_a_one_changes_the_initiative_and_any_other_roll_the_rating_within_their_ranges() {
    let six = |initiative, rating, die, column| {
        rolled(Subject { initiative, ..of_column(column, rating) }, Showing::default(), 6, die)
    };
    assert_eq!(six(3, 2, 1, 0), [Effect::Initiative(4)]);
    assert_eq!(six(4, 2, 1, 0), [], "nobody is slower than 4");
    assert_eq!(six(3, 2, 2, 0), [Effect::Rating(1)]);
    assert_eq!(six(3, -2, 2, 0), [Effect::Relief], "a tactical rating does not fall below -2");
    assert_eq!(six(3, -2, 2, 2), [Effect::Rating(-3), Effect::Relief]);
    assert_eq!(six(3, -3, 2, 2), [Effect::Relief]);
    assert_eq!(six(3, 0, 2, 0), [Effect::Rating(-1), Effect::Relief], "the rating is tested after the loss");
    let eight = |initiative, rating, die, column| {
        rolled(Subject { initiative, ..of_column(column, rating) }, Showing::default(), 8, die)
    };
    assert_eq!(eight(3, 0, 1, 0), [Effect::Initiative(2)]);
    assert_eq!(eight(2, 0, 1, 0), []);
    assert_eq!(eight(3, 1, 4, 1), [Effect::Rating(2)]);
    assert_eq!(eight(3, 2, 4, 1), []);
    assert_eq!(eight(3, 2, 4, 2), [Effect::Rating(3)]);
}
