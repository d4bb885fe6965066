//! Armies by river: boats take them along their side's river, after ships have moved (SNNM 8.1-8.4).

use std::collections::BTreeSet;

use board::square::Square;

use super::super::contact::is_in;
use super::super::counted::counted;
use super::super::land::{BoatWaters, Voyage, VoyageEnd, is_in_kentucky, is_passing_kentucky, landing, voyage};
use super::super::order::Goal;
use super::super::refusal::is_on_a_river;
use super::super::river::usable;
use super::super::side::{BySide, Side};
use super::events::{Done, Failed, Turn};
use super::march::note_crossings;
use super::stacks::tac_of;

const RULE: &str = "boats";

/// The rivers as boats find them.
pub struct Banks {
    /// Squares by which units of each side can go.
    usable: BySide<BTreeSet<Square>>,
    /// Squares in which units of each side stand, or have stood since the first boat left.
    stood: BySide<BTreeSet<Square>>,
}

impl Banks {
    /// Before the first boat leaves.
    pub fn of(turn: &Turn<'_>) -> Banks {
        let mut stood: BySide<BTreeSet<Square>> = BySide::default();
        turn.state.units.values().for_each(|unit| _ = stood.of_mut(unit.side).insert(unit.square));
        Banks { usable: usable(turn.scenario, &turn.state), stood }
    }
}

/// A unit goes by boat, by the squares of rivers that are usable to its side.
pub fn sail(turn: &mut Turn<'_>, banks: &mut Banks, (side, name): (Side, &str), goal: &Goal) -> Done {
    let from = may_board(turn, side, name)?;
    let (scenario, state) = (turn.scenario, &turn.state);
    let mended = scenario.rivers.mended(&state.links);
    let net = mended.as_ref().unwrap_or(&scenario.rivers.net);
    let waters = BoatWaters { net, most: scenario.tables().land.river };
    let (usable, hostile) = (banks.usable.of(side), banks.stood.of(side.enemy()));
    let is_watched = |square: Square| hostile.contains(&square) && is_watched(turn, side, square);
    let way = voyage(&waters, from, goal, |square| usable.contains(&square), is_watched);
    let (came, place) = land(turn, side, name, (goal, &way));
    banks.stood.of_mut(side).extend(place);
    let way_words =
        if way.is_via_dropped { " The square on the way could not be reached and was left out." } else { "" };
    let Some(square) = place else {
        return Err(Failed::new(format!("{name} did not leave: {}.{way_words}", why(&way, came)), RULE));
    };
    let tac = turn.state.units.get(name).and_then(|unit| unit.tac).map(|tac| format!(" {tac}")).unwrap_or_default();
    let place = turn.scenario.place_name(square);
    let stop = match way.end {
        VoyageEnd::Arrived if came == way.squares.len() => String::new(),
        _ => format!(" It stopped there: {}.", why(&way, came)),
    };
    let squares = counted(u32::try_from(came).unwrap_or(u32::MAX), "square", "squares");
    Ok(format!("{name} went {squares} by river and is at {place}{tac}.{stop}{way_words}"))
}

/// SNNM 8.1: the square that it leaves.
fn may_board(turn: &Turn<'_>, side: Side, name: &str) -> Result<Square, Failed> {
    let unit = turn.own_unit(side, name, RULE)?;
    is_on_a_river(turn.scenario, unit.square)?;
    // The river where it stands was its side's as the turn began.
    if !turn.boarding.contains(name) {
        return Err(Failed::new("The river there was not the side's as the turn began.", RULE));
    }
    let is_beside = tac_of(turn.scenario, unit).is_some_and(|tac| turn.scenario.field(unit.square).bank.has(tac));
    if is_in(&turn.state, side.enemy(), unit.square) && !is_beside {
        return Err(Failed::new("With hostile units in the square, boats are boarded beside the river alone.", RULE));
    }
    Ok(unit.square)
}

/// SNNM 8.3: whether a unit of the enemy stands on a bank there.
fn is_watched(turn: &Turn<'_>, side: Side, square: Square) -> bool {
    let bank = turn.scenario.field(square).bank;
    let mut hostile = turn.state.units.values().filter(|unit| unit.side == side.enemy() && unit.square == square);
    hostile.any(|unit| tac_of(turn.scenario, unit).is_some_and(|tac| bank.has(tac)))
}

/// SNNM 8.4: it lands in the last square of its way that has room, and so many squares it came; else it stays.
fn land(turn: &mut Turn<'_>, side: Side, name: &str, (goal, way): (&Goal, &Voyage)) -> (usize, Option<Square>) {
    let from = turn.state.units.get(name).map(|unit| unit.square);
    for (place, square) in way.squares.iter().enumerate().rev() {
        let asked = goal.enter.filter(|_| *square == goal.to);
        let Some(tac) = landing(turn.scenario, &turn.state, side, *square, asked) else { continue };
        note_kentucky(turn, name, from, &way.squares[..=place]);
        turn.visited.of_mut(side).extend(way.squares.iter().take(place + 1).copied());
        if let Some(unit) = turn.state.units.get_mut(name) {
            (unit.square, unit.tac) = (*square, Some(tac));
        }
        let before = place.checked_sub(1).and_then(|before| way.squares.get(before)).copied().or(from);
        before.into_iter().for_each(|before| _ = turn.came_from.insert(name.to_owned(), before));
        return (place + 1, Some(*square));
    }
    (0, None)
}

/// SLAG 4.4: a brigade comes into Kentucky or out of it where it lands, and where its boats pass the Tennessee or the Cumberland.
fn note_kentucky(turn: &mut Turn<'_>, name: &str, from: Option<Square>, way: &[Square]) {
    let Some((last, passed)) = way.split_last() else { return };
    let scenario = turn.scenario;
    let first = from.map(|from| is_in_kentucky(scenario, from));
    let passed = passed.iter().map(|square| is_passing_kentucky(scenario, *square));
    let is_inside: Vec<bool> = first.into_iter().chain(passed).chain([is_in_kentucky(scenario, *last)]).collect();
    note_crossings(turn, name, &is_inside);
}

/// Why it came no farther.
fn why(way: &Voyage, came: usize) -> String {
    if came < way.squares.len() {
        return "there was no room to land beyond".to_owned();
    }
    match way.end {
        VoyageEnd::Arrived | VoyageEnd::Far => "boats go no farther in a turn".to_owned(),
        VoyageEnd::Barred => "beyond, the river is not the side's, or hostile units stand on its banks".to_owned(),
        VoyageEnd::Nowhere => "no river leads there".to_owned(),
    }
}
