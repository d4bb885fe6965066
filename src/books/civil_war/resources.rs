//! The dice and the schedule behind a turn: command points, pulse points, reinforcements, leaders, and their division
//! when one turn of the board game becomes several by mail (D2 to D5). Gives numbers; changes no state.

use base::game::Dice;

use super::scenario::{BySide, LeaderSpec, Scenario, Side, Station, Theatre};
use super::state::State;

/// Equal throws in a row after which nobody throws again: a guard against dice that never differ.
pub const MOST_TIES: u32 = 20;

/// What the initiative dice gave (D4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Initiative {
    /// Pulse points won.
    pub won: BySide<u32>,
    /// Every throw as "Union-Confederate", for the umpire.
    pub throws: Vec<String>,
}

/// Into how many turns by mail a turn of the board game is split (C2.2, D2).
pub fn parts(scenario: &Scenario, cp: BySide<u32>, pp: BySide<u32>) -> u32 {
    let split = &scenario.tables.split;
    let by_cp = cp.usa.max(cp.csa).div_ceil(split.cp.max(1));
    let by_pp = pp.usa.max(pp.csa).div_ceil(split.pp.max(1));
    by_cp.max(by_pp).max(1)
}

/// What a part gets of a total: an equal share, the first parts one more while there is a remainder (D2).
pub fn share_of_part(total: u32, part: u32, parts: u32) -> u32 {
    let parts = parts.max(1);
    total / parts + u32::from(part <= total % parts)
}

/// Throws the command points of a side: dice and the base of the year (C3.5.4, D3).
pub fn throw_command(scenario: &Scenario, side: Side, turn: u32, dice: &mut Dice) -> u32 {
    let thrown = dice.d6(&format!("{}: cp", side.id()), scenario.tables.command.dice);
    let year = scenario.calendar.turn(turn).map_or(0, |row| row.year);
    thrown + scenario.tables.command_base(side, year).unwrap_or(0)
}

/// Throws for the initiative until both sides have the pulse points they need; equal throws are repeated (C2.2, D4).
pub fn throw_pulses(scenario: &Scenario, need: BySide<u32>, dice: &mut Dice) -> Initiative {
    let mut initiative = Initiative { won: BySide::default(), throws: Vec::new() };
    let (mut decisive, mut ties) = (0, 0);
    while decisive < scenario.tables.pulses.rounds && ties < MOST_TIES {
        let won = &mut initiative.won;
        if won.usa >= need.usa && won.csa >= need.csa {
            break;
        }
        let (usa, csa) = (dice.d6("usa: pp", 1), dice.d6("csa: pp", 1));
        won.usa += usa.saturating_sub(csa);
        won.csa += csa.saturating_sub(usa);
        if usa == csa {
            ties += 1;
        } else {
            (decisive, ties) = (decisive + 1, 0);
        }
        initiative.throws.push(format!("{usa}-{csa}"));
    }
    initiative
}

/// The pulse points a side needs for everything it could do in a turn of the board game (D4): its command points, new,
/// shifted and saved reinforcements, and the leaders that wait or arrive.
pub fn pulses_needed(scenario: &Scenario, state: &State, side: Side, turn: u32, cp: u32) -> u32 {
    let new = scenario.reinforcements.land(side, turn).map_or(0, |row| row.total);
    let ledgers = state.accounts.get(&side).into_iter().flat_map(|accounts| accounts.values());
    let waiting: u32 = ledgers.map(|ledger| ledger.reinforcements + ledger.pool.len() as u32).sum();
    let shifted: u32 = state.sides.get(&side).map_or(0, |own| own.shifted.values().sum());
    let leaders = scenario.roster.entering(side, turn).count() as u32;
    cp + new + waiting + shifted + leaders
}

/// The planned reinforcements of one part, by theatre, and its discretionary points (C3.5.1, D5).
pub fn reinforcements(scenario: &Scenario, side: Side, turn: u32, part: u32, parts: u32) -> (Vec<(Theatre, u32)>, u32) {
    let Some(row) = scenario.reinforcements.land(side, turn) else {
        return (Theatre::ALL.map(|theatre| (theatre, 0)).to_vec(), 0);
    };
    let planned = Theatre::ALL.map(|theatre| (theatre, share_of_part(row.planned(theatre), part, parts)));
    (planned.to_vec(), share_of_part(row.discretionary, part, parts))
}

/// The leaders who appear in one part, in order of appearance; the first parts get more (C3.5.7, D2).
pub fn arriving_leaders(scenario: &Scenario, side: Side, turn: u32, part: u32, parts: u32) -> Vec<&LeaderSpec> {
    let all: Vec<_> = scenario.roster.entering(side, turn).map(|(_, leader)| leader).collect();
    let size = all.len().div_ceil(parts.max(1) as usize);
    let skipped = size * part.saturating_sub(1) as usize;
    all.into_iter().filter(|leader| matches!(leader.station, Station::Pool(_))).skip(skipped).take(size).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::begin;
    use super::*;

    fn both(usa: u32, csa: u32) -> BySide<u32> {
        BySide { usa, csa }
    }

    fn scripted(rows: &[(&str, &[u32])]) -> Dice {
        Dice::scripted(
            rows.iter().map(|(purpose, values)| ((*purpose).to_owned(), values.to_vec())).collect::<BTreeMap<_, _>>(),
        )
    }

    #[test]
    fn d2_a_turn_is_split_when_either_side_has_more_than_thirty_cp_or_seventy_pp() {
        let scenario = Scenario::embedded().unwrap();
        for (cp, pp, expected) in [
            (both(22, 22), both(53, 53), 1),
            (both(30, 10), both(70, 70), 1),
            (both(31, 10), both(50, 50), 2),
            (both(20, 20), both(50, 71), 2),
            (both(61, 20), both(50, 71), 3),
            (both(0, 0), both(0, 0), 1),
        ] {
            assert_eq!(parts(&scenario, cp, pp), expected, "{cp:?} {pp:?}");
        }
    }

    #[test]
    fn d2_parts_add_up_and_the_first_ones_get_the_remainder() {
        assert_eq!([1, 2, 3].map(|part| share_of_part(20, part, 3)), [7, 7, 6]);
        assert_eq!([1, 2].map(|part| share_of_part(7, part, 2)), [4, 3]);
        assert_eq!(share_of_part(9, 1, 1), 9);
    }

    #[test]
    fn d2_leaders_come_in_roster_order_the_first_half_first() {
        let scenario = Scenario::embedded().unwrap();
        let names = |part, parts| -> Vec<_> {
            arriving_leaders(&scenario, Side::Usa, 2, part, parts).iter().map(|leader| leader.name.clone()).collect()
        };
        assert_eq!(names(1, 1), ["Buell", "Halleck", "Thomas", "Burnside", "Curtis", "Foote"]);
        assert_eq!(names(1, 4), ["Buell", "Halleck"]);
        assert_eq!(names(3, 4), ["Curtis", "Foote"]);
        assert!(names(4, 4).is_empty());
    }

    #[test]
    fn c3_5_4a_command_points_are_four_dice_and_the_base_of_the_year() {
        let scenario = Scenario::embedded().unwrap();
        let mut dice = scripted(&[("usa: cp", &[3, 4, 3, 4, 1, 1, 1, 1]), ("csa: cp", &[6, 6, 6, 6])]);
        assert_eq!(throw_command(&scenario, Side::Usa, 1, &mut dice), 14 + 8);
        assert_eq!(throw_command(&scenario, Side::Usa, 3, &mut dice), 4 + 12);
        assert_eq!(throw_command(&scenario, Side::Csa, 19, &mut dice), 24 + 4);
        assert!(dice.unforeseen().is_empty());
    }

    #[test]
    fn c2_2b_doubles_are_thrown_again_and_the_higher_side_gets_the_difference() {
        let scenario = Scenario::embedded().unwrap();
        let mut dice = scripted(&[("usa: pp", &[4, 6, 2, 1]), ("csa: pp", &[4, 1, 5, 6])]);
        let initiative = throw_pulses(&scenario, both(5, 8), &mut dice);
        assert_eq!(initiative.won, both(5, 8));
        assert_eq!(initiative.throws, ["4-4", "6-1", "2-5", "1-6"]);
        assert!(dice.left_over().is_empty() && dice.unforeseen().is_empty());
    }

    #[test]
    fn c3_5_6e_the_side_that_needs_less_ends_with_a_surplus() {
        let scenario = Scenario::embedded().unwrap();
        let mut dice = scripted(&[("usa: pp", &[6, 1, 1, 6]), ("csa: pp", &[1, 6, 6, 1])]);
        assert_eq!(throw_pulses(&scenario, both(10, 4), &mut dice).won, both(10, 10));
    }

    #[test]
    fn d4_the_rounds_end_when_the_dice_never_differ() {
        let scenario = Scenario::embedded().unwrap();
        let initiative = throw_pulses(&scenario, both(10, 10), &mut scripted(&[]));
        assert_eq!((initiative.won, initiative.throws.len()), (both(0, 0), 20));
    }

    #[test]
    fn d4_two_hundred_decisive_rounds_are_the_most() {
        let scenario = Scenario::embedded().unwrap();
        let mut dice = scripted(&[("usa: pp", &[2; 300]), ("csa: pp", &[1; 300])]);
        assert_eq!(throw_pulses(&scenario, both(10, 10), &mut dice).won, both(200, 0));
    }

    #[test]
    fn d4_need_counts_commands_new_and_saved_points_and_leaders() {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::opening(&scenario);
        assert_eq!(pulses_needed(&scenario, &state, Side::Usa, 1, 22), 22 + 15 + 4);
        let own = state.accounts.get_mut(&Side::Usa).unwrap();
        own.get_mut(&super::super::scenario::Account::West).unwrap().reinforcements = 5;
        state.sides.get_mut(&Side::Usa).unwrap().shifted.insert(Theatre::East, 2);
        assert_eq!(pulses_needed(&scenario, &state, Side::Usa, 1, 22), 22 + 15 + 4 + 5 + 2);
    }

    #[test]
    fn c3_5_1b_turn_two_brings_eighteen_and_sixteen() {
        let scenario = Scenario::embedded().unwrap();
        for (side, total) in [(Side::Usa, 18), (Side::Csa, 16)] {
            let (planned, free) = reinforcements(&scenario, side, 2, 1, 1);
            assert_eq!(planned.iter().map(|(_, points)| points).sum::<u32>() + free, total);
        }
        let (first, second) =
            (reinforcements(&scenario, Side::Usa, 2, 1, 2), reinforcements(&scenario, Side::Usa, 2, 2, 2));
        assert_eq!(first, (vec![(Theatre::East, 4), (Theatre::West, 3), (Theatre::Trans, 2)], 2));
        assert_eq!(second, (vec![(Theatre::East, 3), (Theatre::West, 2), (Theatre::Trans, 1)], 1));
    }
}
