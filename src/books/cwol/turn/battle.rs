//! Battles on land: hostile units that met in a square fight as the next turn begins, and who loses falls back (the ruling on battle on
//! land). In a game whose game master settles them a contact stands until he has.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use base::facts::{Audience, Fact};
use base::game::{Dice, SeatSet};
use base::order::Remark;
use board::square::{Compass, Square};
use kit::amount::apportion;
use rules::OrderSet;

use super::super::contact::{is_brigade, squares_with};
use super::super::counted::capital;
use super::super::item::Item;
use super::super::land::{Account, Assault, Fraction, directions, entry, fight};
use super::super::morale::shift;
use super::super::order::by_kind_and_number;
use super::super::scenario::{Judge, Scenario};
use super::super::side::{BySide, Kind, Side};
use super::super::state::{Contact, State};
use super::armies::end_neutrality;
use super::events::{Turn, holder};
use super::march::note_border;
use super::news::{readers_of_unit, tell_of_unit};

/// Why morale moves by battles: which they were is told to who reads of units.
const BATTLES: &str = "battles";
/// The most that a trait of a unit comes to.
const MOST: u32 = 100;

/// A battle that was fought in a square, how it came about, who has won it, and how far the loser falls back.
#[derive(Debug, Clone, Copy)]
struct Fought {
    square: Square,
    contact: Contact,
    winner: Side,
    squares: u32,
}

/// What a side loses.
#[derive(Debug, Clone, Copy)]
enum Loss {
    /// A part of each unit that fights.
    Share(Fraction),
    /// So many men of all of them together.
    Men(u32),
}

/// All that stand since the last turn; then all losers fall back at once.
pub fn settle(turn: &mut Turn<'_>) {
    if turn.scenario.tables().battle.by == Judge::GameMaster {
        return end_contacts(turn);
    }
    let before = fallen(turn);
    let contacts = std::mem::take(&mut turn.state.contacts);
    let mut fought: Vec<Fought> = Vec::new();
    for (square, contact) in contacts {
        match Side::BOTH.into_iter().all(|side| has_brigade(turn, side, square)) {
            true => fought.push(battle(turn, square, contact)),
            false => fought.extend(driven_off(turn, square, contact)),
        }
    }
    end(turn, &fought);
    move_morale(turn, before);
}

/// The ruling on national morale: whoever lost fewer men in the battles of a turn is encouraged by the others, whom they discourage.
fn move_morale(turn: &mut Turn<'_>, before: [u64; 2]) {
    let after = fallen(turn);
    let [union, confederacy] = [0, 1].map(|side| i64::try_from(after[side] - before[side]).unwrap_or(i64::MAX));
    // So many points for a thousand men, in hundredths of a point.
    let points = (confederacy - union) * turn.scenario.tables().events.battle / 10;
    shift(&mut turn.state, Side::Union, BATTLES, points);
    shift(&mut turn.state, Side::Confederacy, BATTLES, -points);
}

/// Men of each side who fell or were taken so far.
fn fallen(turn: &Turn<'_>) -> [u64; 2] {
    Side::BOTH.map(|side| turn.state.nations.of(side).fallen)
}

/// House: headquarters and bridges that are alone with brigades of the enemy do not fight, and do not hold the square: they fall back
/// as who has lost does.
fn driven_off(turn: &Turn<'_>, square: Square, contact: Contact) -> Option<Fought> {
    let winner = Side::BOTH.into_iter().find(|side| has_brigade(turn, *side, square))?;
    let is_met = !names_in(turn, winner.enemy(), square).is_empty();
    is_met.then_some(Fought { square, contact, winner, squares: 1 })
}

/// Losers fall back, and winners who came are left in possession.
fn end(turn: &mut Turn<'_>, fought: &[Fought]) {
    for (fought, way) in fought.iter().zip(ways_back(turn, fought)) {
        withdraw(turn, *fought, way.last().copied());
    }
    for fought in fought {
        occupy(turn, *fought);
    }
}

/// Where one side alone fights nobody has to say how it ended.
fn end_contacts(turn: &mut Turn<'_>) {
    let contacts = turn.state.contacts.iter().map(|(square, contact)| (*square, *contact));
    let is_over = |square: Square| !Side::BOTH.into_iter().all(|side| has_brigade(turn, side, square));
    let over: Vec<(Square, Contact)> = contacts.filter(|(square, _)| is_over(*square)).collect();
    let fought: Vec<Fought> = over.iter().filter_map(|(square, contact)| driven_off(turn, *square, *contact)).collect();
    over.iter().for_each(|(square, _)| _ = turn.state.contacts.remove(square));
    end(turn, &fought);
}

fn has_brigade(turn: &Turn<'_>, side: Side, square: Square) -> bool {
    turn.state.units.values().any(|unit| unit.side == side && unit.square == square && is_brigade(unit.kind))
}

fn battle(turn: &mut Turn<'_>, square: Square, contact: Contact) -> Fought {
    let battle = &turn.scenario.tables().battle;
    let sides = u32::try_from(battle.die.len()).unwrap_or(1);
    // A roll is its side's, for in an open one everybody would read where there was a battle.
    let of = contact.attacker.unwrap_or(Side::Union);
    let shown = turn.dice.roll(&format!("{of}: battle at {square}"), sides.max(1));
    let die = usize::try_from(shown).ok().and_then(|shown| battle.die.get(shown.saturating_sub(1))).copied();
    let assault = Assault { attacker: contact.attacker, from: contact.from };
    let verdict = fight(turn.scenario, &turn.state, square, assault, die.unwrap_or(100));
    let loss =
        |side: Side| Loss::Share(if side == verdict.winner { verdict.winner_loses } else { verdict.loser_loses });
    let fought = Fought { square, contact, winner: verdict.winner, squares: verdict.squares };
    bleed(turn, fought, loss, account_words(turn.scenario, assault, &verdict.account));
    fought
}

/// "The Union attacked from F5-S9: it counted 24 against 16; rough ground 1.15; works 1.2; die 0.9: odds of 1.08 to 1."
fn account_words(scenario: &Scenario, assault: Assault, account: &Account) -> String {
    let battle = &scenario.tables().battle;
    let from = assault.from.map_or_else(String::new, |from| format!(" from {}", scenario.place_name(from)));
    let who = match assault.attacker {
        Some(side) => format!("{} attacked{from}", capital(side.name())),
        None => "Both sides came at once, the Union counted as the attacker".to_owned(),
    };
    let times = |step: u64, count: u32| decimal(u128::from(100 + step * u64::from(count)), 100);
    let (ground, work) = (times(battle.ground, account.ground), times(battle.work, account.work));
    let [attack, defence] = [account.attack, account.defence].map(|tenths| decimal(tenths, 10));
    let (die, odds) = (decimal(u128::from(account.die), 100), decimal(account.odds, 100));
    format!(
        "{who}: strength {attack} times a die of {die} against {defence} times {ground} for the ground and {work} for works: \
         odds of {odds} to 1."
    )
}

/// A number of tenths or hundredths, without what is nothing at its end.
fn decimal(parts: u128, of: u128) -> String {
    let digits = of.ilog10() as usize;
    let text = format!("{}.{:0digits$}", parts / of, parts % of);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Both sides lose what they lose, and are told of it.
fn bleed(turn: &mut Turn<'_>, fought: Fought, loss: impl Fn(Side) -> Loss, account: String) {
    for side in Side::BOTH {
        let [own, against] = [side, side.enemy()].map(|side| names_in(turn, side, fought.square));
        let lost = casualties(turn, &own, loss(side));
        own.iter().zip(&lost).for_each(|(name, men)| suffer(turn, name, *men));
        turn.embattled.extend(own.iter().cloned());
        let (place, lost) = (turn.scenario.place_name(fought.square), lost.iter().sum());
        let is_won = fought.winner == side;
        let (side, units, account) = (side.name().to_owned(), own.clone(), account.clone());
        let item = Item::Battle { place, side, units, against, lost, is_won, account };
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

/// What each of some units loses: headquarters and bridges nobody.
fn casualties(turn: &Turn<'_>, names: &[String], loss: Loss) -> Vec<u32> {
    let men = |name: &String| {
        let unit = turn.state.units.get(name).filter(|unit| is_brigade(unit.kind));
        unit.map_or(0, |unit| unit.men)
    };
    let men = names.iter().map(men);
    match loss {
        Loss::Share(part) => men.map(|men| part.of(men)).collect(),
        Loss::Men(total) => {
            let men: Vec<u64> = men.map(u64::from).collect();
            let lost = apportion(u64::from(total).min(men.iter().sum()), &men);
            lost.into_iter().map(|lost| u32::try_from(lost).unwrap_or(u32::MAX)).collect()
        }
    }
}

/// A unit loses so many men, and it has learnt something (ruling on traits: each unit in a battle).
fn suffer(turn: &mut Turn<'_>, name: &str, lost: u32) {
    let gained = turn.scenario.tables().battle.experience;
    let Some(unit) = turn.state.units.get_mut(name) else { return };
    unit.men = unit.men.saturating_sub(lost);
    unit.experience = (unit.experience + gained).min(MOST);
    let side = unit.side;
    turn.lose_to_enemy(side, lost);
}

/// Each seat that reads of one of the units is told once.
fn tell(turn: &mut Turn<'_>, names: &[String], item: Item) {
    let told: SeatSet = names.iter().flat_map(|name| readers_of_unit(turn, name)).collect();
    turn.tell_fact(Fact::new(Audience::Seats(told), item));
}

/// The loser's units fall back together; who finds no way lays down his arms, and fixed guns find none.
fn withdraw(turn: &mut Turn<'_>, fought: Fought, to: Option<Square>) {
    let loser = fought.winner.enemy();
    for name in names_in(turn, loser, fought.square) {
        let kind = turn.state.units.get(&name).map(|unit| unit.kind);
        match to.filter(|_| kind != Some(Kind::Naval)) {
            Some(to) => fall_back(turn, loser, &name, to),
            None => surrender(turn, &name),
        }
    }
}

/// The ways on which the losers fall back, all at once: into a square where both sides' would end neither goes.
fn ways_back(turn: &Turn<'_>, fought: &[Fought]) -> Vec<Vec<Square>> {
    let mut shut: BTreeSet<Square> = BTreeSet::new();
    loop {
        let ways: Vec<Vec<Square>> = fought.iter().map(|fought| way_back(turn, *fought, &shut)).collect();
        let ends = |side: Side| -> BTreeSet<Square> {
            let of_side = fought.iter().zip(&ways).filter(|(fought, _)| fought.winner != side);
            of_side.filter_map(|(_, way)| way.last().copied()).collect()
        };
        let both: Vec<Square> = ends(Side::Union).intersection(&ends(Side::Confederacy)).copied().collect();
        if both.is_empty() {
            return ways;
        }
        shut.extend(both);
    }
}

/// Whoever came goes back to where he came from, the others away from where the enemy came from.
fn way_back(turn: &Turn<'_>, fought: Fought, shut: &BTreeSet<Square>) -> Vec<Square> {
    let (contact, battle, loser) = (fought.contact, fought.square, fought.winner.enemy());
    let (own, enemy) = (contact.origin(loser), contact.origin(fought.winner));
    let homewards = own.and_then(|own| battle.direction_to(own));
    let straight = homewards.or_else(|| enemy.and_then(|enemy| enemy.direction_to(battle)));
    let mut hostile = squares_with(&turn.state, loser.enemy());
    hostile.extend(shut);
    let back = Back { loser, battle, enemy, straight, hostile: &hostile };
    let mut way = Vec::new();
    for place in 0..fought.squares {
        let at = way.last().copied().unwrap_or(battle);
        way.extend(next_back(turn, back, at, own.filter(|_| place == 0)));
    }
    way
}

/// Who falls back from where.
#[derive(Debug, Clone, Copy)]
struct Back<'a> {
    loser: Side,
    battle: Square,
    /// Where the enemy came from.
    enemy: Option<Square>,
    /// The direction that leads away from him.
    straight: Option<Compass>,
    /// Squares that are not to be entered.
    hostile: &'a BTreeSet<Square>,
}

/// The next square away from the battle: free of the enemy, passable, not that which he came from; farthest from there, away from his
/// other units, straight, and towards the loser's own cities.
fn next_back(turn: &Turn<'_>, back: Back<'_>, at: Square, own: Option<Square>) -> Option<Square> {
    let is_open =
        |to: &Square| turn.scenario.tenths(*to).is_some() && !back.hostile.contains(to) && back.enemy != Some(*to);
    if let Some(own) = own.filter(is_open) {
        return Some(own);
    }
    let away = |(direction, to): (Compass, Square)| {
        let from_enemy = back.enemy.map_or(0, |from| from.distance(to));
        let is_watched = to.neighbours().any(|beside| beside != back.battle && back.hostile.contains(&beside));
        (from_enemy, !is_watched, Some(direction) == back.straight, Reverse(from_home(turn, back.loser, to)))
    };
    let steps = directions(at).into_iter().filter_map(|direction| Some((direction, at.step(direction)?)));
    let open = steps.filter(|(_, to)| is_open(to) && to.distance(back.battle) > at.distance(back.battle));
    // Of equally good ones the first, as marches have it.
    open.min_by_key(|step| Reverse(away(*step))).map(|(_, to)| to)
}

/// How far it is to the nearest city of a side, and to its capital.
fn from_home(turn: &Turn<'_>, side: Side, square: Square) -> (Option<u32>, Option<u32>) {
    let cities = &turn.scenario.given.cities;
    let own = cities.iter().filter(|city| holder(turn.scenario, &turn.state, &city.id) == Some(side));
    let capital = turn.scenario.city(turn.scenario.given.capitals.of(side));
    (own.map(|city| city.square.distance(square)).min(), capital.map(|city| city.square.distance(square)))
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
    let men = unit.men + unit.straggling();
    turn.lose_to_enemy(unit.side, men);
    turn.gone.insert(name.to_owned(), words);
}

/// Who came and has driven the enemy out stands where whoever comes in does: in the city.
fn occupy(turn: &mut Turn<'_>, fought: Fought) {
    let (winner, square) = (fought.winner, fought.square);
    if fought.contact.attacker == Some(winner.enemy()) {
        return;
    }
    for name in names_in(turn, winner, square) {
        let tac = entry(turn.scenario, &turn.state, winner, square, None);
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
    (lost, winner): (&BySide<u32>, Side),
) -> Result<Vec<Fact<Item>>, Remark> {
    let mut dice = Dice::scripted(BTreeMap::new());
    let mut turn = Turn::new(scenario, state.clone(), &OrderSet::default(), &mut dice);
    if let Some(side) = Side::BOTH.into_iter().find(|side| !has_brigade(&turn, *side, square)) {
        let said = format!("No unit of {} that fights is in {square}.", side.name());
        return Err(Remark::refused(said).rule("battle"));
    }
    let contact = turn.state.contacts.remove(&square).unwrap_or_default();
    let fought = Fought { square, contact, winner, squares: 1 };
    let before = fallen(&turn);
    bleed(&mut turn, fought, |side| Loss::Men(*lost.of(side)), String::new());
    end(&mut turn, &[fought]);
    move_morale(&mut turn, before);
    end_neutrality(&mut turn);
    let (after, events) = turn.end();
    *state = after;
    Ok(events)
}
