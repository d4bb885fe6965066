//! What its giver could know is wrong with an order that moves a unit: by the map, and by the rows that he reads of his units. Whoever
//! stands in the way he does not know.

use std::collections::BTreeSet;

use base::order::{Filed, Remark};
use board::square::Square;
use board::tactical::Tac;

use super::super::item::UnitRow;
use super::super::land::{BoatWaters, Lie, Start, inside, is_in_kentucky, route, voyage};
use super::super::order::{Act, Force, ForceKind, Goal, Land, Order};
use super::super::refusal::{
    boards_in_a_city, is_beside, is_called_out, is_no_battery, is_on_a_river, may_attack, no_way_on_foot, stands_there,
};
use super::super::scenario::{By, Scenario};
use super::super::side::Kind;
use super::super::turn::kind_of;
use super::forces::square_of;
use super::known::Known;
use super::said::said;

const RULE: &str = "march";

/// What is wrong with it; `earlier` are the lines of the same seat above it.
pub(super) fn wrong(
    scenario: &Scenario,
    known: &Known<'_>,
    earlier: &[Filed<Order>],
    land: &Land,
) -> Result<(), Remark> {
    by_one_means(scenario, known, earlier, land)?;
    by_itself(scenario, known, earlier, land)
}

/// The same whatever else is ordered.
fn by_itself(scenario: &Scenario, known: &Known<'_>, earlier: &[Filed<Order>], land: &Land) -> Result<(), Remark> {
    let force = land.unit().of(known.side);
    known.has(force)?;
    let row = known.row_of(land.unit());
    let is_laid_up = row.is_some_and(|row| !row.is_active) && !is_called_out_above(known, earlier, force);
    if !matches!(land, Land::Halt { .. }) {
        kind_of(force).map_or(Ok(()), is_no_battery).map_err(said)?;
        let again = "It moves when it is active again.";
        is_called_out(&force.name(), !is_laid_up).map_err(|failed| said(failed).hint(again))?;
    }
    let from = row.and_then(|row| square_of(scenario, row));
    if let Some(is_in) = from {
        let hint = "Name another unit, or leave out where it is.";
        stands_there(scenario, &force.name(), (is_in, land.from())).map_err(|failed| said(failed).hint(hint))?;
    }
    match land {
        Land::Halt { .. } => Ok(()),
        Land::March { goal, .. } => marches(scenario, known, row, goal),
        Land::Attack { square, .. } => attacks(scenario, force, from, *square),
        Land::Rail { city, .. } => rides(scenario, known, from, city),
        Land::Boats { goal, .. } => sails(scenario, known, from, goal),
    }
}

/// A line above calls it out, which is done before anybody moves (SLAG 6.1).
fn is_called_out_above(known: &Known<'_>, earlier: &[Filed<Order>], force: Force) -> bool {
    let last = earlier.iter().rev().find_map(|line| match line.order.act {
        Act::Duty { force: other, is_active } if other.of(known.side) == force => Some(is_active),
        _ => None,
    });
    last == Some(true)
}

/// SNNM 8.1: no unit goes on foot and by rail or river in one turn; a line above that is refused itself moves nobody.
fn by_one_means(scenario: &Scenario, known: &Known<'_>, earlier: &[Filed<Order>], land: &Land) -> Result<(), Remark> {
    let force = land.unit().of(known.side);
    let before = earlier.iter().rev().find_map(|line| match &line.order.act {
        Act::Land(other) if other.unit().of(known.side) == force => Some(other),
        _ => None,
    });
    let before =
        before.filter(|other| other.means() != land.means() && by_itself(scenario, known, earlier, other).is_ok());
    let Some((means, other)) = land.means().zip(before.and_then(Land::means)) else { return Ok(()) };
    let said = format!("{} is ordered to go {other} and {means} in one turn.", force.name());
    Err(Remark::refused(said).hint("Cancel one of the two lines.").rule("boats"))
}

fn marches(scenario: &Scenario, known: &Known<'_>, row: Option<&UnitRow>, goal: &Goal) -> Result<(), Remark> {
    may_stand(scenario, goal)?;
    if scenario.tenths(goal.to).is_none() {
        return Err(Remark::refused(format!("Nobody can march into {}.", goal.to)).rule(RULE));
    }
    let Some(row) = row else { return Ok(()) };
    if square_of(scenario, row) == Some(goal.to) {
        let stands = row.tac.parse().ok().or_else(|| scenario.standing_place(goal.to));
        inside(scenario, stands, goal).map_err(|why| {
            let remark = Remark::refused(format!("{} {why}.", row.name)).rule(RULE);
            remark
                .hint(format!("Another place in its square is named so: march {} to {}, enter 3-4.", row.name, goal.to))
        })?;
    }
    match start_of(scenario, row).is_none() || turns(scenario, known, row, goal).is_some() {
        true => Ok(()),
        false => {
            let from = square_of(scenario, row).unwrap_or(goal.to);
            Err(said(no_way_on_foot(scenario, from, goal.to)))
        }
    }
}

/// Nobody marches into a river or onto ground that is closed. Who goes by boat lands as near to it as he can (SNNM 8.4).
fn may_stand(scenario: &Scenario, goal: &Goal) -> Result<(), Remark> {
    let Some(tac) = goal.enter else { return Ok(()) };
    match scenario.field(goal.to).is_passable(tac) {
        true => Ok(()),
        false => Err(Remark::refused(format!("Nobody can stand in {tac} of {}.", goal.to))
            .hint("Leave the tactical square out, or name another.")
            .rule(RULE)),
    }
}

fn attacks(scenario: &Scenario, force: Force, from: Option<Square>, square: Square) -> Result<(), Remark> {
    kind_of(force).map_or(Ok(()), may_attack).map_err(said)?;
    let Some(from) = from else { return Ok(()) };
    is_beside(scenario, &force.name(), (from, square)).map_err(|failed| {
        let open = square.neighbours().filter(|near| scenario.tenths(*near).is_some());
        let near = open.min_by_key(|near| (near.distance(from), *near)).filter(|_| from != square);
        let nearer = near.map(|near| format!("Have it march beside that first: march {} to {near}.", force.name()));
        nearer.into_iter().fold(said(failed), |remark, hint| remark.hint(hint))
    })
}

fn rides(scenario: &Scenario, known: &Known<'_>, from: Option<Square>, city: &str) -> Result<(), Remark> {
    known.holds(scenario, known.side, city)?;
    let (Some(from), Some(to)) = (from, scenario.city(city).map(|city| city.square)) else { return Ok(()) };
    let most = scenario.tables().land.rail;
    if from == to {
        return Err(Remark::refused(format!("It is in {} already.", scenario.city_name(city))).rule("rail"));
    }
    let to_one = "Have it march to one first.";
    boards_in_a_city(scenario.city_at(from).is_some()).map_err(|failed| said(failed).hint(to_one))?;
    let reached = scenario.ways.within(By::Rail, from, most, known.links, |_| true);
    if reached.contains_key(&to) {
        return Ok(());
    }
    let name = scenario.city_name(city);
    if known.is_kentucky_neutral && [from, to].iter().any(|square| is_in_kentucky(scenario, *square)) {
        let said = format!("Kentucky is neutral: no train runs to {name}, or from there.");
        return Err(Remark::refused(said).hint("Name a city outside of Kentucky.").rule("4.4"));
    }
    Err(Remark::refused(format!("{name} is not within {most} squares of railway."))
        .hint("Name a city on the way, and that one in the next turn.")
        .rule("rail"))
}

fn sails(scenario: &Scenario, known: &Known<'_>, from: Option<Square>, goal: &Goal) -> Result<(), Remark> {
    let mut named = from.into_iter().chain(goal.via).chain([goal.to]);
    named.try_for_each(|square| is_on_a_river(scenario, square)).map_err(said)?;
    if from == Some(goal.to) && goal.enter.is_none() {
        return Err(Remark::refused(format!("It is in {} already.", scenario.place_name(goal.to))).rule("boats"));
    }
    let is_reached = from.is_none_or(|from| distance(scenario, known, from, goal).is_some());
    match is_reached {
        true => Ok(()),
        false => Err(Remark::refused("No river leads there from where it is.").rule("boats")),
    }
}

/// How many squares of river it is.
fn distance(scenario: &Scenario, known: &Known<'_>, from: Square, goal: &Goal) -> Option<usize> {
    let squares = way(scenario, known, from, goal).len();
    (squares > 0).then_some(squares)
}

/// The squares of river on the way, whoever holds them; none: no river leads there.
fn way(scenario: &Scenario, known: &Known<'_>, from: Square, goal: &Goal) -> Vec<Square> {
    let mended = scenario.rivers.mended(known.links);
    let waters = BoatWaters { net: mended.as_ref().unwrap_or(&scenario.rivers.net), most: u32::MAX };
    voyage(&waters, from, goal, |_| true, |_| false).squares
}

/// How long it takes, for the receipt: as ground and rivers go, whoever stands in the way.
pub(super) fn note(scenario: &Scenario, known: &Known<'_>, land: &Land) -> String {
    let row = known.row_of(land.unit());
    match (land, row) {
        (Land::March { goal, .. }, Some(row)) => turns(scenario, known, row, goal).map_or_else(String::new, in_turns),
        (Land::Boats { goal, .. }, Some(row)) => {
            let squares = square_of(scenario, row).and_then(|from| distance(scenario, known, from, goal));
            let squares = squares.and_then(|squares| u32::try_from(squares).ok());
            squares.map_or_else(String::new, |squares| in_turns(squares.div_ceil(scenario.tables().land.river.max(1))))
        }
        _ => String::new(),
    }
}

fn in_turns(turns: u32) -> String {
    if turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") }
}

/// What its giver should know of an order that stands.
pub(super) fn warning(scenario: &Scenario, known: &Known<'_>, act: &Act) -> Option<Remark> {
    let Act::Land(land) = act else { return None };
    match land {
        Land::March { goal, .. } => enters(scenario, known, goal.to).or_else(|| meets(known, goal.to)),
        Land::Attack { square, .. } => enters(scenario, known, *square),
        Land::Rail { unit, city, .. } => {
            let from = known.row_of(*unit).and_then(|row| square_of(scenario, row));
            stops_trains(scenario, known, from, city)
        }
        Land::Boats { unit, goal, .. } => {
            let from = known.row_of(*unit).and_then(|row| square_of(scenario, row));
            let stop = from.and_then(|from| stops_at(scenario, known, from, goal));
            let lands =
                stop.and_then(|stop| enters(scenario, known, stop).map(|remark| lands_at(scenario, stop, remark)));
            lands
                .or_else(|| enters(scenario, known, goal.to))
                .or_else(|| from.and_then(|from| is_far(scenario, known, from, goal)))
        }
        Land::Halt { .. } => None,
    }
}

/// SLAG 4.4.
fn enters(scenario: &Scenario, known: &Known<'_>, to: Square) -> Option<Remark> {
    let said = "Kentucky is neutral: a brigade from elsewhere that enters it ends that.";
    let is_entered = known.is_kentucky_neutral && is_in_kentucky(scenario, to);
    is_entered.then(|| Remark::notice(said).rule("4.4"))
}

/// Where boats stop that do not come to their goal in a turn.
fn stops_at(scenario: &Scenario, known: &Known<'_>, from: Square, goal: &Goal) -> Option<Square> {
    let most = usize::try_from(scenario.tables().land.river).ok()?;
    let way = way(scenario, known, from, goal);
    (way.len() > most).then(|| way[most - 1])
}

fn lands_at(scenario: &Scenario, stop: Square, remark: Remark) -> Remark {
    let most = scenario.tables().land.river;
    remark.hint(format!("Boats go {most} squares in a turn, and stop at {} on the way.", scenario.place_name(stop)))
}

/// Of a square in which its giver's report has enemies.
fn meets(known: &Known<'_>, to: Square) -> Option<Remark> {
    let said = format!("Units of the enemy are reported in {to}: a march stops before them.");
    let remark = || Remark::notice(said).hint(format!("Into their square leads ATTACK {to}.")).rule("attack");
    known.enemies.contains(&to).then(remark)
}

/// Why trains will not run that everybody knows of.
fn stops_trains(scenario: &Scenario, known: &Known<'_>, from: Option<Square>, city: &str) -> Option<Remark> {
    let (from, to) = (from?, scenario.city(city)?.square);
    let is_shut = |square: Square| known.is_kentucky_neutral && is_in_kentucky(scenario, square);
    let row_at = |square: Square| {
        let city = scenario.city_at(square)?;
        known.cities.iter().find(|row| row.id == city.id)
    };
    if is_shut(from) || is_shut(to) {
        let said = "Kentucky is neutral, and no train runs there: the unit stays unless that ends before.";
        return Some(Remark::notice(said).rule("rail"));
    }
    if let Some(row) = [from, to].into_iter().filter_map(row_at).find(|row| row.is_besieged) {
        let said = format!("{} is under siege: no train is boarded or left there while it is.", row.city);
        return Some(Remark::notice(said).rule("rail"));
    }
    let enemy = known.side.enemy();
    let is_enemys = |square: Square| row_at(square).is_some_and(|row| row.holder.as_deref() == Some(enemy.code()));
    let is_open = |square: Square| !is_shut(square) && !is_enemys(square);
    let reached = scenario.ways.within(By::Rail, from, scenario.tables().land.rail, known.links, is_open);
    let said = "On every railway there neutral Kentucky or a city of the enemy is in the way: the unit stays.";
    (!reached.contains_key(&to)).then(|| Remark::notice(said).rule("rail"))
}

fn is_far(scenario: &Scenario, known: &Known<'_>, from: Square, goal: &Goal) -> Option<Remark> {
    let squares = distance(scenario, known, from, goal)?;
    let most = scenario.tables().land.river;
    let is_far = u32::try_from(squares).is_ok_and(|squares| squares > most);
    let said = format!("It is {squares} squares by river, and boats go {most} in a turn: it stops on the way.");
    is_far.then(|| Remark::notice(said).rule("boats"))
}

fn turns(scenario: &Scenario, known: &Known<'_>, row: &UnitRow, goal: &Goal) -> Option<u32> {
    let bridges: BTreeSet<Square> =
        known.land.iter().filter(|row| is_bridge(row)).filter_map(|row| square_of(scenario, row)).collect();
    let lie = Lie { is_bridged: |square| bridges.contains(&square), is_shut: |_| false };
    route(scenario, start_of(scenario, row)?, goal, lie).map(|way| way.turns.max(1))
}

fn is_bridge(row: &UnitRow) -> bool {
    let force = Force::named(&row.name);
    row.is_active && force.is_some_and(|force| force.kind == ForceKind::Unit(Kind::Bridge))
}

fn start_of(scenario: &Scenario, row: &UnitRow) -> Option<Start> {
    let square = square_of(scenario, row)?;
    let ForceKind::Unit(kind) = Force::named(&row.name)?.kind else { return None };
    let rate = scenario.tables().land.rate.get(&kind).copied().filter(|rate| *rate > 0)?;
    let at = row.tac.parse().ok().or_else(|| scenario.standing_place(square)).unwrap_or(Tac::CENTRE);
    Some(Start { square, at, rate })
}
