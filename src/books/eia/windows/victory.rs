//! The Victory Points Step (8.1): points for places on the status display, Britain's reduction, announcements, the final
//! count and who has won.

use std::collections::BTreeMap;

use super::super::calendar::Stage;
use super::super::item::Item;
use super::super::news::{FinalScore, Score, VictoryBy};
use super::super::order::{Act, Amount, Tenure};
use super::super::power::Power;
use super::super::state::Announcement;
use super::board::Board;
use super::legality::{self, Bar, Verdict, require};
use super::lines::Kind;
use super::play::Play;

/// 8.1, 8.1.1: every power scores the points of its box.
pub fn score(play: &mut Play) {
    let mut rows = Vec::new();
    for power in play.board().powers() {
        let gained = gain(&play.board(), power);
        let level = level(&play.board(), power);
        let Some(own) = play.state.powers.get_mut(&power) else { continue };
        own.victory_points += gained;
        let status = play.scenario.tables.status(own.status).name();
        rows.push(Score { power, status, gained, total: own.victory_points, level });
        play.state.quarter.gained.insert(power, gained);
    }
    play.tell_all(Item::Scored { rows });
}

/// 8.1.2: Britain takes points off one enemy instead of scoring as many.
pub fn reduce(play: &mut Play) {
    play.turn_away(Some(Power::Britain), &[Kind::Reduction]);
    let Some(line) = play.single(Power::Britain, &[Kind::Reduction]) else { return };
    let Act::ReduceVictoryPoints { amount, target } = line.order.act else { return };
    let points = reduction(&play.board(), amount, target);
    let floor = play.scenario.tables.victory.floor;
    if let Some(britain) = play.state.powers.get_mut(&Power::Britain) {
        britain.victory_points -= points;
    }
    let Some(enemy) = play.state.powers.get_mut(&target) else { return };
    enemy.victory_points = (enemy.victory_points - points).max(floor);
    let total = enemy.victory_points;
    play.tell_all(Item::Reduced { target, points, total });
}

/// 8.1.3: announcements; one by a power at its level, or the last month, makes this step the final one.
pub fn settle(play: &mut Play) {
    for power in play.board().powers() {
        let Some(line) = play.single(power, &[Kind::Announcement]) else { continue };
        let announcement = match line.order.act {
            Act::Announce { is_when_final: true } => Announcement::WhenFinal,
            Act::Announce { is_when_final: false } => Announcement::Made,
            _ => Announcement::None,
        };
        if announcement == Announcement::Made {
            announce(play, power);
        }
        if let Some(own) = play.state.powers.get_mut(&power) {
            own.announcement = announcement;
        }
    }
    if !play.scenario.campaign.options.campaign {
        return;
    }
    let is_announced = play.state.powers.values().any(|own| own.announcement == Announcement::Made);
    let is_last = play.state.month >= play.scenario.campaign.last;
    if is_announced || is_last {
        count(play, is_announced);
    }
}

fn announce(play: &mut Play, power: Power) {
    let board = play.board();
    let (total, level) = (total(&board, power), level(&board, power));
    play.tell_all(Item::Announced { power, total, level });
}

/// The final Victory Points Step: manpower counts, and the winners are found (8.1.3).
fn count(play: &mut Play, is_announced: bool) {
    play.state.quarter.is_final = true;
    let rows = final_scores(&play.board());
    let (winners, by) = winners(&play.board(), &rows, is_announced);
    play.state.winners.clone_from(&winners);
    play.tell_all(Item::FinalCount { rows, winners, by });
}

/// Points of the box where a power's marker stands (8.1).
pub fn gain(board: &Board<'_>, power: Power) -> i64 {
    board.power(power).map_or(0, |own| i64::from(board.scenario.tables.status(own.status).victory_points))
}

fn level(board: &Board<'_>, power: Power) -> i64 {
    board.scenario.tables.victory.levels.get(&power).map_or(0, |level| i64::from(*level))
}

fn total(board: &Board<'_>, power: Power) -> i64 {
    board.power(power).map_or(0, |own| own.victory_points)
}

/// The most that Britain may spend: one third of what it scored in this step, whole points only (8.1.2, D16).
fn most_reduction(board: &Board<'_>) -> i64 {
    let gained = board.state.quarter.gained.get(&Power::Britain).copied();
    gained.unwrap_or_else(|| gain(board, Power::Britain))
        / i64::from(board.scenario.tables.victory.reduction_share.max(1))
}

fn reduction(board: &Board<'_>, amount: Amount, target: Power) -> i64 {
    let most = most_reduction(board);
    match amount {
        Amount::Points(points) => i64::from(points).min(most),
        // What would take the target below the floor would be spent for nothing.
        Amount::Most => most.min(total(board, target) - board.scenario.tables.victory.floor),
        Amount::Half => most / 2,
        Amount::Above(kept) | Amount::AllBut(kept) => (most - i64::from(kept)).max(0),
    }
}

/// 8.1.2: Britain alone, one power, at war with it, no more than a third.
pub fn may_reduce(board: &Board<'_>, power: Power, amount: Amount, target: Power) -> Verdict {
    require(power == Power::Britain, || {
        Bar::lasting("Only Great Britain may lower another power's victory points.", "8.1.2")
    })?;
    require(board.at_war(power, target), || {
        let enemies = board.enemies(power);
        let bar = Bar::now(format!("Great Britain is not at war with {}.", target.name()), "8.1.2");
        bar.hint(format!("It is at war with {}.", legality::names(&enemies)))
    })?;
    let most = most_reduction(board);
    let is_too_much = matches!(amount, Amount::Points(points) if i64::from(points) > most);
    require(!is_too_much, || {
        let bar =
            Bar::now("Great Britain may spend no more than one third of the points scored in this step.", "8.1.2");
        bar.hint(format!("At most {most} of the {} that her place on the display gives.", most_gain(board)))
    })
}

fn most_gain(board: &Board<'_>) -> i64 {
    board.state.quarter.gained.get(&Power::Britain).copied().unwrap_or_else(|| gain(board, Power::Britain))
}

/// 8.1.3: in a campaign, by a power at its level, or with the pair it is one of at theirs; "when final" at any time.
pub fn may_announce(board: &Board<'_>, power: Power, is_when_final: bool) -> Verdict {
    require(board.scenario.campaign.options.campaign, || {
        Bar::lasting("This game is a scenario with victory conditions of its own: nobody announces victory.", "8.1.3")
    })?;
    let coming = |power| (coming_total(board, power), level(board, power));
    let scores: BTreeMap<Power, (i64, i64)> = board.powers().into_iter().map(|power| (power, coming(power))).collect();
    require(is_when_final || has_reached(board, &scores, power), || {
        let bar = Bar::now(short_of_level(board, &scores, power), "8.1.3");
        bar.hint("\"Announce when final\" counts in the final step without ending the game.")
    })
}

/// What a power, or the pair it is one of, has of what it needs.
fn short_of_level(board: &Board<'_>, scores: &BTreeMap<Power, (i64, i64)>, power: Power) -> String {
    let has = |power: Power| match scores.get(&power) {
        Some((total, level)) => format!("{} has {total} victory points of {level} needed", power.name()),
        None => format!("{} is out of the game", power.name()),
    };
    match board.scenario.campaign.paired_with(power) {
        None => format!("{}.", has(power)),
        Some(partner) => format!(
            "{}, and {}: the two are one player's, and neither announces before both have enough, or one \
                                  has as much too many as the other lacks.",
            has(power),
            has(partner)
        ),
    }
}

/// The total that an announcement is judged by: the points of this step are scored before it (8.1.2, 8.1.3).
fn coming_total(board: &Board<'_>, power: Power) -> i64 {
    let is_scored = board.state.stage == Stage::Offer && board.state.quarter.gained.contains_key(&power);
    total(board, power) + if is_scored { 0 } else { gain(board, power) }
}

/// Points and counted manpower of every power still in the game.
pub fn final_scores(board: &Board<'_>) -> Vec<FinalScore> {
    let row = |power: Power| {
        let (points, manpower) = (total(board, power), counted_manpower(board, power));
        let has_announced = board.power(power).is_some_and(|own| own.announcement != Announcement::None);
        FinalScore { power, points, manpower, total: points + manpower, level: level(board, power), has_announced }
    };
    board.powers().into_iter().map(row).collect()
}

/// Manpower values of home provinces, ceded ones of others, and conquered countries outside combinations, none of them with
/// an enemy in the capital, besieged or not; free states never (8.1.3, D12).
pub fn counted_manpower(board: &Board<'_>, power: Power) -> i64 {
    let counts = |land: &super::board::Land<'_>| {
        let is_tenure = matches!(land.held.tenure, Tenure::Home | Tenure::Ceded | Tenure::Conquered);
        land.held.holder == Some(power) && is_tenure && land.held.combination.is_none() && !board.holds_enemies(*land)
    };
    board.lands().filter(counts).map(|land| i64::from(land.territory.manpower)).sum()
}

/// Who has won: everyone at his level, announced or not; powers of one player together; else Britain, or in a campaign cut
/// short the highest part of a level (8.1.3, D12).
pub fn winners(board: &Board<'_>, rows: &[FinalScore], is_announced: bool) -> (Vec<Power>, VictoryBy) {
    let scores: BTreeMap<Power, (i64, i64)> = rows.iter().map(|row| (row.power, (row.total, row.level))).collect();
    if board.scenario.campaign.options.shorter_campaign && !is_announced {
        return (highest_shares(board, &scores), VictoryBy::Share);
    }
    let at_level: Vec<_> = scores.keys().copied().filter(|power| has_reached(board, &scores, *power)).collect();
    if at_level.is_empty() { (vec![Power::Britain], VictoryBy::Default) } else { (at_level, VictoryBy::Level) }
}

/// Alone by its own level; with a partner when what one has too much makes up for what the other lacks. Who may announce and
/// who has won is asked here, so that no announcement ends a campaign that its giver has not won.
fn has_reached(board: &Board<'_>, scores: &BTreeMap<Power, (i64, i64)>, power: Power) -> bool {
    let excess = |power: &Power| scores.get(power).map(|(total, level)| total - level);
    let own = excess(&power);
    match board.scenario.campaign.paired_with(power) {
        None => own.is_some_and(|own| own >= 0),
        Some(partner) => own.zip(excess(&partner)).is_some_and(|(own, other)| own + other >= 0),
    }
}

/// The powers with the highest part of their levels; two of one player have their mean (8.1.3). Exact fractions (D16).
fn highest_shares(board: &Board<'_>, scores: &BTreeMap<Power, (i64, i64)>) -> Vec<Power> {
    let share = |power: &Power| -> (i64, i64) {
        let (total, level) = scores.get(power).copied().unwrap_or((0, 1));
        let partner = board.scenario.campaign.paired_with(*power).and_then(|partner| scores.get(&partner));
        match partner {
            None => (total, level.max(1)),
            Some((other, its_level)) => (total * its_level + other * level, 2 * level.max(1) * (*its_level).max(1)),
        }
    };
    let is_less = |one: (i64, i64), other: (i64, i64)| one.0 * other.1 < other.0 * one.1;
    let is_highest = |power: &Power| !scores.keys().any(|other| is_less(share(power), share(other)));
    scores.keys().copied().filter(is_highest).collect()
}
