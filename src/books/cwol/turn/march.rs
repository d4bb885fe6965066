//! Armies on foot: all at once, a square at a time (the ruling on marching).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use board::SquareSet;
use board::square::Square;
use board::tactical::Tac;

use super::super::contact::{is_brigade, squares_with};
use super::super::land::{
    Lie, Start, entry, inside, is_in_kentucky, is_of_kentucky, is_seen, meeting, outlooks, route, step,
};
use super::super::order::by_kind_and_number;
use super::super::side::{Kind, Side};
use super::super::state::{State, Unit};
use super::events::Turn;
use super::posts::Posts;
use super::stacks::tac_of;

/// Why a column has not come farther.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// An enemy stands in the square that comes next, or comes into it at the same moment.
    Barred,
    /// An enemy is next to it.
    Beside,
    /// No way leads on.
    Lost,
}

/// A unit on its way.
#[derive(Debug)]
pub struct Column {
    pub name: String,
    pub side: Side,
    /// Of what it can march in the turn, in tenths of a square.
    left: u32,
    rate: u32,
    square: Square,
    at: Tac,
    ahead: VecDeque<Square>,
    pub is_attack: bool,
    /// The squares that it came through, the last among them.
    pub walked: Vec<Square>,
    /// It has gone to another place in its square.
    pub has_shifted: bool,
    pub halt: Option<Halt>,
}

/// A step that is wanted.
#[derive(Debug, Clone, Copy)]
struct Want {
    to: Square,
    tenths: u32,
    is_last: bool,
    at: Tac,
}

/// Everybody who marches or attacks, `attacks` by names with the squares that they go into; afterwards they stand where they came.
pub fn march(turn: &mut Turn<'_>, attacks: &BTreeMap<String, Square>) -> Vec<Column> {
    let mut columns = columns(turn, attacks);
    let mut posts = Posts::of(&turn.state);
    let bridges = bridges(&turn.state);
    while impulse(turn, &mut columns, &mut posts, &bridges) {}
    columns.sort_by_cached_key(|column| by_kind_and_number(&column.name));
    let came = |side: Side| -> BTreeSet<Square> {
        let own = columns.iter().filter(|column| column.side == side && !column.walked.is_empty());
        own.map(|column| column.square).collect()
    };
    let both: BTreeSet<Square> = came(Side::Union).intersection(&came(Side::Confederacy)).copied().collect();
    for column in &mut columns {
        match column.walked.is_empty() {
            true => column.has_shifted = shift(turn, column),
            false => camp(turn, column, both.contains(&column.square)),
        }
    }
    columns
}

/// Squares in which a side has a bridge.
fn bridges(state: &State) -> BTreeSet<(Side, Square)> {
    let bridges = state.units.values().filter(|unit| unit.kind == Kind::Bridge && unit.is_active);
    bridges.map(|unit| (unit.side, unit.square)).collect()
}

/// Where units of the other side stand that a side's units see as it begins to march.
fn known_enemies(turn: &Turn<'_>, side: Side) -> SquareSet {
    let own = turn.state.units.values().filter(|unit| unit.side == side);
    let outlooks = outlooks(turn.scenario, own);
    let enemies = squares_with(&turn.state, side.enemy());
    enemies.into_iter().filter(|square| is_seen(&outlooks, *square)).collect()
}

fn columns(turn: &Turn<'_>, attacks: &BTreeMap<String, Square>) -> Vec<Column> {
    let bridges = bridges(&turn.state);
    let shut = Side::BOTH.map(|side| known_enemies(turn, side));
    let column = |name: &String| {
        let unit = turn.state.units.get(name).filter(|unit| unit.is_active)?;
        // Its battle comes first.
        if turn.state.contacts.contains_key(&unit.square) {
            return None;
        }
        let rate = turn.scenario.tables().land.rate.get(&unit.kind).copied().filter(|rate| *rate > 0)?;
        let at = tac_of(turn.scenario, unit).unwrap_or(Tac::CENTRE);
        let (square, attack) = (unit.square, attacks.get(name));
        let start = Start { square, at, rate };
        let is_bridged = |square| bridges.contains(&(unit.side, square));
        let found = match (attack, &unit.march) {
            (Some(square), _) => Some(VecDeque::from([*square])),
            (None, Some(goal)) => {
                let known = &shut[usize::from(unit.side == Side::Confederacy)];
                let lie = Lie { is_bridged, is_shut: |square| known.has(square) };
                route(turn.scenario, start, goal, lie).map(|way| way.squares.into())
            }
            (None, None) => return None,
        };
        let halt = found.is_none().then_some(Halt::Lost);
        let ahead = found.unwrap_or_default();
        let (name, side, is_attack) = (name.clone(), unit.side, attack.is_some());
        let (walked, has_shifted) = (Vec::new(), false);
        Some(Column { name, side, left: rate, rate, square, at, ahead, is_attack, walked, has_shifted, halt })
    };
    turn.state.units.keys().filter_map(column).collect()
}

/// Each takes the next square of its way if it can; whether any did.
fn impulse(turn: &mut Turn<'_>, columns: &mut [Column], posts: &mut Posts, bridges: &BTreeSet<(Side, Square)>) -> bool {
    let wants: Vec<Option<Want>> = columns.iter().map(|column| want(turn, column, bridges)).collect();
    let steps = Steps::of(columns, &wants);
    let is_barred = |(column, want): (&Column, &Option<Want>)| want.is_some_and(|want| steps.bar(posts, column, want));
    let barred: Vec<bool> = columns.iter().zip(&wants).map(is_barred).collect();
    let attacked: Vec<Square> = columns
        .iter()
        .zip(&wants)
        .zip(&barred)
        .filter(|((column, _), barred)| column.is_attack && !**barred)
        .filter_map(|((column, want), _)| want.map(|want| want.to).filter(|to| posts.has(column.side.enemy(), *to)))
        .collect();
    note_attacks_in_kentucky(turn, columns, &attacked);
    let has_moved = advance(turn, columns, posts, wants.into_iter().zip(barred));
    for column in columns.iter_mut().filter(|column| column.halt.is_none() && !column.ahead.is_empty()) {
        if !column.walked.is_empty() && posts.is_near(column.side.enemy(), column.square) {
            column.halt = Some(Halt::Beside);
        }
    }
    has_moved
}

/// All steps that are wanted and not barred, at once; whether there was any.
fn advance(
    turn: &mut Turn<'_>,
    columns: &mut [Column],
    posts: &mut Posts,
    steps: impl Iterator<Item = (Option<Want>, bool)>,
) -> bool {
    let mut has_moved = false;
    for (column, (want, is_barred)) in columns.iter_mut().zip(steps) {
        let Some(want) = want else { continue };
        if is_barred {
            column.halt = Some(Halt::Barred);
            continue;
        }
        has_moved = true;
        posts.go(column.side, column.square, want.to);
        note_passage(turn, column, want.to);
        column.left = if want.is_last { 0 } else { column.left.saturating_sub(want.tenths) };
        (column.square, column.at) = (want.to, want.at);
        column.walked.push(want.to);
        column.ahead.pop_front();
    }
    has_moved
}

/// The next step of a column, if it has one and the day is long enough; the first of a day it always is.
fn want(turn: &Turn<'_>, column: &Column, bridges: &BTreeSet<(Side, Square)>) -> Option<Want> {
    let to = *column.ahead.front().filter(|_| column.halt.is_none())?;
    let is_bridged = bridges.contains(&(column.side, column.square));
    let step = step(turn.scenario, (column.square, column.at), to, is_bridged)?;
    let tenths = step.tenths.min(column.rate);
    (tenths <= column.left).then_some(Want { to, tenths, is_last: step.is_last, at: step.at })
}

/// All steps that are wanted at one moment.
struct Steps {
    /// Who comes into which squares.
    into: BTreeSet<(Side, Square)>,
    /// Who goes from which square into which, and whether it is an attack.
    across: BTreeSet<(Side, Square, Square, bool)>,
}

impl Steps {
    fn of(columns: &[Column], wants: &[Option<Want>]) -> Steps {
        let steps = || columns.iter().zip(wants).filter_map(|(column, want)| Some((column, (*want)?.to)));
        Steps {
            into: steps().map(|(column, to)| (column.side, to)).collect(),
            across: steps().map(|(column, to)| (column.side, column.square, to, column.is_attack)).collect(),
        }
    }

    /// Nobody marches into a square of the enemy, nor into one that he enters at the same moment; an attack goes in, but not past an
    /// enemy who comes the other way.
    fn bar(&self, posts: &Posts, column: &Column, want: Want) -> bool {
        let enemy = column.side.enemy();
        let comes_across = |is_attack| self.across.contains(&(enemy, want.to, column.square, is_attack));
        // A march into the attacker's square is barred itself, and keeps nobody off.
        if comes_across(true) || !column.is_attack && comes_across(false) {
            return true;
        }
        if column.is_attack {
            return false;
        }
        let is_own = posts.has(column.side, want.to);
        posts.has(enemy, want.to) || !is_own && self.into.contains(&(enemy, want.to))
    }
}

/// SLAG 4.4: a Kentucky brigade that leaves the State, and any other that enters it, end its neutrality.
fn note_passage(turn: &mut Turn<'_>, column: &Column, to: Square) {
    turn.visited.of_mut(column.side).insert(to);
    note_border(turn, &column.name, column.square, to);
}

/// The same for whoever is in one square and then in another, by whatever means.
pub fn note_border(turn: &mut Turn<'_>, name: &str, from: Square, to: Square) {
    let is_inside = [from, to].map(|square| is_in_kentucky(turn.scenario, square));
    note_crossings(turn, name, &is_inside);
}

/// A unit was in Kentucky and out of it, one after the other.
pub fn note_crossings(turn: &mut Turn<'_>, name: &str, is_inside: &[bool]) {
    let Some(unit) = turn.state.units.get(name).filter(|unit| is_brigade(unit.kind)) else { return };
    let is_own = is_of_kentucky(unit);
    let violates = is_inside.windows(2).any(|pair| pair[0] != pair[1] && pair[1] != is_own);
    if turn.state.kentucky_is_neutral && violates {
        *turn.violators.of_mut(unit.side) = true;
    }
}

/// SLAG 4.4: a Kentucky unit attacks one of the other side, or is attacked by another.
fn note_attacks_in_kentucky(turn: &mut Turn<'_>, columns: &[Column], attacked: &[Square]) {
    if !turn.state.kentucky_is_neutral {
        return;
    }
    let is_of = |name: &str| turn.state.units.get(name).is_some_and(is_of_kentucky);
    let has_one = |side: Side, square: Square| {
        turn.state.units.values().any(|unit| unit.side == side && unit.square == square && is_of_kentucky(unit))
    };
    let attackers = columns.iter().filter(|column| column.is_attack);
    let into = |column: &Column| column.ahead.front().copied().filter(|square| attacked.contains(square));
    let violators: Vec<Side> = attackers
        .filter(|column| into(column).is_some_and(|to| is_of(&column.name) || has_one(column.side.enemy(), to)))
        .map(|column| column.side)
        .collect();
    violators.into_iter().for_each(|side| *turn.violators.of_mut(side) = true);
}

/// A unit comes to stand in the square that it has come to; `is_met`: so have enemies.
fn camp(turn: &mut Turn<'_>, column: &Column, is_met: bool) {
    let (square, side) = (column.square, column.side);
    let goal = turn.state.units.get(&column.name).and_then(|unit| unit.march);
    let is_there = goal.is_some_and(|goal| goal.to == square && column.ahead.is_empty());
    let asked = goal.filter(|_| is_there).and_then(|goal| goal.enter);
    let tac = match is_met {
        true => meeting(turn.scenario, &turn.state, side, square),
        false => entry(turn.scenario, &turn.state, side, square, asked),
    };
    let Some(unit) = turn.state.units.get_mut(&column.name) else { return };
    let is_via_passed = goal.and_then(|goal| goal.via).is_some_and(|via| column.walked.contains(&via));
    if let Some(goal) = unit.march.as_mut().filter(|_| is_via_passed) {
        goal.via = None;
    }
    unit.march = unit.march.filter(|_| !is_there);
    let from = std::mem::replace(&mut unit.square, square);
    unit.tac = tac;
    let before = column.walked.iter().rev().nth(1).copied().unwrap_or(from);
    turn.came_from.insert(column.name.clone(), before);
}

/// A unit whose goal is in its own square goes to another place there: it takes the turn, and leads across a river in the square too.
fn shift(turn: &mut Turn<'_>, column: &Column) -> bool {
    let Some(unit) = turn.state.units.get(&column.name) else { return false };
    let Some(goal) = unit.march.filter(|goal| goal.to == unit.square && !column.is_attack) else { return false };
    let stands = tac_of(turn.scenario, unit);
    let asked = inside(turn.scenario, stands, &goal).ok();
    let tac = asked.and_then(|asked| entry(turn.scenario, &turn.state, column.side, goal.to, Some(asked)));
    let Some(unit) = turn.state.units.get_mut(&column.name) else { return false };
    unit.march = None;
    if tac.is_none() || tac == stands {
        return false;
    }
    unit.tac = tac;
    true
}

/// The square from which most men of some of the units in one came there in this turn; of equal ones that of the first unit.
pub fn origin(turn: &Turn<'_>, square: Square, is_meant: impl Fn(&Unit) -> bool) -> Option<Square> {
    let there = turn.state.units.iter().filter(|(_, unit)| unit.square == square && is_meant(unit));
    let mut came: Vec<(&String, u32, Square)> =
        there.filter_map(|(name, unit)| Some((name, unit.men, *turn.came_from.get(name)?))).collect();
    came.sort_by_cached_key(|(name, ..)| by_kind_and_number(name));
    let from = |square: Square| came.iter().filter(move |row| row.2 == square).map(|row| row.1).sum::<u32>();
    came.iter().rev().max_by_key(|row| from(row.2)).map(|row| row.2)
}
