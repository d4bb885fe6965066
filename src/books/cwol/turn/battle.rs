//! Battles on land: hostile units that met in a square fight as the next turn begins, and who loses falls back (the ruling on battle on
//! land). In a game whose game master settles them a contact stands until he has.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use base::facts::{Audience, Fact};
use base::game::{Dice, SeatSet};
use base::order::Remark;
use board::square::{Compass, Square};
use rules::OrderSet;

use super::super::contact::{is_brigade, squares_with};
use super::super::item::Item;
use super::super::land::{Assault, Verdict, entry, fight};
use super::super::order::by_kind_and_number;
use super::super::scenario::{Judge, Scenario};
use super::super::side::{BySide, Kind, Side};
use super::super::state::{Contact, State, Unit};
use super::events::Turn;
use super::march::note_border;
use super::news::{readers_of_unit, tell_of_unit};

/// Of a hundredth of a hundredth.
const WHOLE: u64 = 10_000;
/// The most that a trait of a unit comes to.
const MOST: u32 = 100;

/// All that stand since the last turn; then all losers fall back.
pub fn settle(turn: &mut Turn<'_>) {
    if turn.scenario.tables().battle.by == Judge::GameMaster {
        return;
    }
    let contacts = std::mem::take(&mut turn.state.contacts);
    let mut fought: Vec<(Square, Contact, Verdict)> = Vec::new();
    for (square, contact) in contacts {
        if Side::BOTH.into_iter().all(|side| has_brigade(turn, side, square)) {
            fought.push((square, contact, battle(turn, square, contact)));
        }
    }
    for (square, contact, verdict) in fought {
        withdraw(turn, square, contact, verdict);
        occupy(turn, square, contact, verdict);
    }
}

fn has_brigade(turn: &Turn<'_>, side: Side, square: Square) -> bool {
    turn.state.units.values().any(|unit| unit.side == side && unit.square == square && is_brigade(unit.kind))
}

fn battle(turn: &mut Turn<'_>, square: Square, contact: Contact) -> Verdict {
    let battle = &turn.scenario.tables().battle;
    let sides = u32::try_from(battle.die.len()).unwrap_or(1);
    // A roll is its side's, for in an open one everybody would read where there was a battle.
    let of = contact.attacker.unwrap_or(Side::Union);
    let shown = turn.dice.roll(&format!("{of}: battle at {square}"), sides.max(1));
    let die = usize::try_from(shown).ok().and_then(|shown| battle.die.get(shown.saturating_sub(1))).copied();
    let assault = Assault { attacker: contact.attacker, from: contact.from };
    let verdict = fight(turn.scenario, &turn.state, square, assault, die.unwrap_or(100));
    bleed(turn, square, verdict);
    verdict
}

/// Both sides lose what they lose, and are told of it.
fn bleed(turn: &mut Turn<'_>, square: Square, verdict: Verdict) {
    for side in Side::BOTH {
        let (own, against) = (names_in(turn, side, square), names_in(turn, side.enemy(), square));
        let is_won = verdict.winner == side;
        let share = if is_won { verdict.winner_loses } else { verdict.loser_loses };
        let lost: u32 = own.iter().map(|name| lose(turn, name, share)).sum();
        let place = turn.scenario.place_name(square);
        let item = Item::Battle { place, side: side.name().to_owned(), units: own.clone(), against, lost, is_won };
        tell(turn, &own, item);
    }
}

/// The units of a side there, headquarters and bridges among them.
fn names_in(turn: &Turn<'_>, side: Side, square: Square) -> Vec<String> {
    let there = turn.state.units.iter().filter(|(_, unit)| unit.side == side && unit.square == square);
    let mut names: Vec<String> = there.map(|(name, _)| name.clone()).collect();
    names.sort_by_cached_key(|name| by_kind_and_number(name));
    names
}

/// A share of the men of a unit that fights is lost, and it has learnt something.
fn lose(turn: &mut Turn<'_>, name: &str, share: u64) -> u32 {
    let gained = turn.scenario.tables().battle.experience;
    let Some(unit) = turn.state.units.get_mut(name).filter(|unit| is_brigade(unit.kind)) else { return 0 };
    let lost = (u64::from(unit.men) * share + WHOLE / 2) / WHOLE;
    unit.men = unit.men.saturating_sub(u32::try_from(lost).unwrap_or(unit.men));
    unit.experience = (unit.experience + gained).min(MOST);
    // Men of a unit are in service, so none is missing.
    let _lost = turn.state.pools.lose(lost);
    u32::try_from(lost).unwrap_or(0)
}

/// Each seat that reads of one of the units is told once.
fn tell(turn: &mut Turn<'_>, names: &[String], item: Item) {
    let told: SeatSet = names.iter().flat_map(|name| readers_of_unit(turn, name)).collect();
    turn.tell_fact(Fact::new(Audience::Seats(told), item));
}

/// The loser's units fall back together; who finds no way lays down his arms, and fixed guns find none.
fn withdraw(turn: &mut Turn<'_>, square: Square, contact: Contact, verdict: Verdict) {
    let loser = verdict.winner.enemy();
    // Whoever came goes back to where he came from, the others away from there.
    let is_attacker = contact.attacker == Some(loser);
    let own = contact.from.filter(|_| is_attacker);
    let straight = match is_attacker {
        true => contact.from.and_then(|from| square.direction_to(from)),
        false => contact.from.and_then(|from| from.direction_to(square)),
    };
    let back = Back { loser, battle: square, enemy: contact.from.filter(|_| !is_attacker), straight };
    let mut way = Vec::new();
    for place in 0..verdict.squares {
        let at = way.last().copied().unwrap_or(square);
        way.extend(next_back(turn, back, at, own.filter(|_| place == 0)));
    }
    let to = way.last().copied();
    for name in names_in(turn, loser, square) {
        let kind = turn.state.units.get(&name).map(|unit| unit.kind);
        match to.filter(|_| kind != Some(Kind::Naval)) {
            Some(to) => fall_back(turn, loser, &name, to),
            None => surrender(turn, &name),
        }
    }
}

/// Who falls back from where.
#[derive(Debug, Clone, Copy)]
struct Back {
    loser: Side,
    battle: Square,
    /// Where the enemy came from.
    enemy: Option<Square>,
    /// The direction that leads away from him.
    straight: Option<Compass>,
}

/// The next square away from the battle: free of the enemy, passable, farthest from where he came from, away from his other units,
/// straight.
fn next_back(turn: &Turn<'_>, back: Back, at: Square, own: Option<Square>) -> Option<Square> {
    let hostile = squares_with(&turn.state, back.loser.enemy());
    let is_open = |to: &Square| turn.scenario.tenths(*to).is_some() && !hostile.contains(to);
    if let Some(own) = own.filter(is_open) {
        return Some(own);
    }
    let away = |(direction, to): (Compass, Square)| {
        let from_enemy = back.enemy.map_or(0, |from| from.distance(to));
        let is_watched = to.neighbours().any(|beside| beside != back.battle && hostile.contains(&beside));
        (from_enemy, !is_watched, Some(direction) == back.straight)
    };
    let steps = Compass::ALL.into_iter().filter_map(|direction| Some((direction, at.step(direction)?)));
    let open = steps.filter(|(_, to)| is_open(to) && to.distance(back.battle) > at.distance(back.battle));
    // Of equally good ones the first, clockwise from the north.
    open.min_by_key(|step| Reverse(away(*step))).map(|(_, to)| to)
}

fn fall_back(turn: &mut Turn<'_>, side: Side, name: &str, to: Square) {
    let tac = entry(turn.scenario, &turn.state, side, to, None);
    if let Some(from) = turn.state.units.get(name).map(|unit| unit.square) {
        note_border(turn, name, from, to);
    }
    if let Some(unit) = turn.state.units.get_mut(name) {
        (unit.square, unit.tac, unit.march) = (to, tac, None);
    }
    turn.visited.of_mut(side).insert(to);
    let words = format!("{name} fell back to {}.", turn.scenario.place_name(to));
    tell_of_unit(turn, name, Item::Marched { name: name.to_owned(), words });
}

fn surrender(turn: &mut Turn<'_>, name: &str) {
    let words = format!("{name} found no way back and has laid down its arms.");
    tell_of_unit(turn, name, Item::Marched { name: name.to_owned(), words: words.clone() });
    let Some(unit) = turn.state.units.remove(name) else { return };
    let men = u64::from(unit.men) + unit.stragglers.iter().map(|(_, men)| u64::from(*men)).sum::<u64>();
    let _lost = turn.state.pools.lose(men);
    turn.gone.insert(name.to_owned(), words);
}

/// Who has driven the enemy out stands where whoever comes in does: in the city.
fn occupy(turn: &mut Turn<'_>, square: Square, contact: Contact, verdict: Verdict) {
    if contact.attacker != Some(verdict.winner) {
        return;
    }
    for name in names_in(turn, verdict.winner, square) {
        let tac = entry(turn.scenario, &turn.state, verdict.winner, square, None);
        if let Some(unit) = turn.state.units.get_mut(&name).filter(|unit| is_brigade(unit.kind)) {
            unit.tac = tac.or(unit.tac);
        }
    }
}

/// What the game master says of a battle: who holds the square, and what it cost. It goes before the house's own reckoning.
pub fn enter(
    scenario: &Scenario,
    state: &mut State,
    square: Square,
    (lost, holder): (&BySide<u32>, Side),
) -> Result<Vec<Fact<Item>>, Remark> {
    let mut dice = Dice::scripted(BTreeMap::new());
    let mut turn = Turn::new(scenario, state.clone(), &OrderSet::default(), &mut dice);
    if let Some(side) = Side::BOTH.into_iter().find(|side| !has_brigade(&turn, *side, square)) {
        let said = format!("No unit of {} that fights is in {square}.", side.name());
        return Err(Remark::refused(said).rule("battle"));
    }
    let contact = turn.state.contacts.remove(&square).unwrap_or(Contact { attacker: None, from: None });
    let share = |side: Side| {
        let of = |unit: &&Unit| unit.side == side && unit.square == square && is_brigade(unit.kind);
        let men: u64 = turn.state.units.values().filter(of).map(|unit| u64::from(unit.men)).sum();
        (u64::from(*lost.of(side)) * WHOLE / men.max(1)).min(WHOLE)
    };
    let loser_loses = share(holder.enemy());
    let verdict = Verdict { winner: holder, squares: 1, loser_loses, winner_loses: share(holder) };
    bleed(&mut turn, square, verdict);
    withdraw(&mut turn, square, contact, verdict);
    occupy(&mut turn, square, contact, verdict);
    let (after, events) = turn.end();
    *state = after;
    Ok(events)
}
