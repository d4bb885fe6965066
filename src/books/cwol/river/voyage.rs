//! Ships move, all at once, an impulse a square (SNNM 6.1; D-SNNM-09, 13, 14). Knows squares, sides and guns, and neither orders nor
//! reports; the order in which ships stand in the list changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use board::square::Square;

use super::super::side::Side;

/// A ship as far as moving goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vessel {
    pub name: String,
    pub side: Side,
    pub square: Square,
    /// It holds the squares that it sails.
    pub is_warship: bool,
    /// The squares that it is still to enter, the next one last.
    pub way: Vec<Square>,
    pub runs: bool,
    /// The ship whose steps it copies.
    pub quarry: Option<String>,
    /// The squares that it has left, the first one first.
    pub left: Vec<Square>,
    pub stop: Option<Stop>,
    /// The enemy came upon it where it lay, whatever it had sailed before.
    pub was_lying: bool,
}

/// Why a ship goes no further in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Enemy ships are in its square.
    Ships,
    /// A battery of the enemy is over it.
    Battery,
    /// It was sunk.
    Sunk,
}

/// The waters on which they move.
pub struct Waters<'a> {
    /// How far a square is from the mouth.
    pub depth: &'a dyn Fn(Square) -> u32,
    /// The sides that have guns over a square.
    pub guns: &'a BTreeMap<Square, BTreeSet<Side>>,
}

/// What running past batteries comes to: asked in the impulse in which ships of a side enter a square under hostile guns, with their
/// names in their order; answers which of them are sunk.
pub type Volley<'a> = dyn FnMut(u32, Square, Side, &[String]) -> BTreeSet<String> + 'a;

/// What came of it beside what each ship tells.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wake {
    /// Squares in which a warship was, with the side that was the last there alone.
    pub last_warship: BTreeMap<Square, Side>,
}

/// All impulses of a turn.
pub fn sail(fleet: &mut [Vessel], waters: &Waters<'_>, impulses: u32, volley: &mut Volley<'_>) -> Wake {
    fleet.sort_by(|one, other| one.name.cmp(&other.name));
    let mut wake = Wake::default();
    let mut together = hostile_pairs(fleet);
    note_warships(fleet, &mut wake);
    for impulse in 1..=impulses {
        let wanted = steps(fleet, &BTreeSet::new());
        if wanted.iter().all(Option::is_none) {
            break;
        }
        let next = steps(fleet, &met_on_the_way(fleet, waters, &wanted));
        for (vessel, to) in fleet.iter_mut().zip(&next) {
            let Some(to) = *to else { continue };
            vessel.left.push(vessel.square);
            vessel.square = to;
            if vessel.way.last() == Some(&to) {
                vessel.way.pop();
            }
        }
        fire(fleet, waters, &next, (impulse, volley));
        let pairs = hostile_pairs(fleet);
        let met: BTreeSet<usize> = pairs.difference(&together).flat_map(|(one, other)| [*one, *other]).collect();
        for place in met {
            let vessel = &mut fleet[place];
            vessel.was_lying |= vessel.stop.is_none() && wanted[place].is_none();
            vessel.stop = Some(Stop::Ships);
        }
        // Who has parted meets anew.
        together = together.intersection(&pairs).copied().collect();
        note_warships(fleet, &mut wake);
    }
    wake
}

/// Pairs of hostile ships in one square, by their places in the list.
fn hostile_pairs(fleet: &[Vessel]) -> BTreeSet<(usize, usize)> {
    let afloat = fleet.iter().enumerate().filter(|(_, vessel)| vessel.stop != Some(Stop::Sunk));
    let mut there: Vec<(Square, usize)> = afloat.map(|(place, vessel)| (vessel.square, place)).collect();
    there.sort_unstable();
    let mut pairs = BTreeSet::new();
    for ships in there.chunk_by(|one, other| one.0 == other.0) {
        for (at, (_, one)) in ships.iter().enumerate() {
            let hostile = ships[at + 1..].iter().filter(|(_, other)| fleet[*other].side != fleet[*one].side);
            pairs.extend(hostile.map(|(_, other)| (*one, *other)));
        }
    }
    pairs
}

/// Where each ship goes in this impulse, but for those that are held.
fn steps(fleet: &[Vessel], held: &BTreeSet<usize>) -> Vec<Option<Square>> {
    (0..fleet.len()).map(|place| step(fleet, held, place, &mut Vec::new())).collect()
}

/// Its own next square, or that of its quarry, while both are in one; who pursue each other stay.
fn step(fleet: &[Vessel], held: &BTreeSet<usize>, place: usize, asked: &mut Vec<usize>) -> Option<Square> {
    let vessel = &fleet[place];
    if vessel.stop.is_some() || held.contains(&place) || asked.contains(&place) {
        return None;
    }
    let Some(quarry) = &vessel.quarry else { return vessel.way.last().copied() };
    let other = fleet.iter().position(|other| other.name == *quarry)?;
    asked.push(place);
    if fleet[other].square != vessel.square { None } else { step(fleet, held, other, asked) }
}

/// Hostile ships that would change squares stop together in that which is nearer to the mouth: who is there stays.
fn met_on_the_way(fleet: &[Vessel], waters: &Waters<'_>, next: &[Option<Square>]) -> BTreeSet<usize> {
    let going = || fleet.iter().zip(next).filter_map(|(vessel, to)| Some((vessel.square, (*to)?, vessel.side)));
    let mut crossing: Vec<(Square, Square, Side)> = going().collect();
    crossing.sort_unstable();
    let is_nearer = |one: Square, other: Square| ((waters.depth)(one), one) < ((waters.depth)(other), other);
    let is_held = |vessel: &Vessel, to: Square| {
        let meets = crossing.binary_search(&(to, vessel.square, vessel.side.enemy())).is_ok();
        meets && is_nearer(vessel.square, to)
    };
    let moving = fleet.iter().zip(next).enumerate();
    moving.filter(|(_, (vessel, to))| to.is_some_and(|to| is_held(vessel, to))).map(|(place, _)| place).collect()
}

/// Ships that come under hostile guns: who does not run, or is where he was going, stops; the others are fired at.
fn fire(fleet: &mut [Vessel], waters: &Waters<'_>, next: &[Option<Square>], (impulse, volley): (u32, &mut Volley<'_>)) {
    let mut running: BTreeMap<(Square, Side), Vec<String>> = BTreeMap::new();
    for (vessel, _) in fleet.iter_mut().zip(next).filter(|(_, to)| to.is_some()) {
        if !waters.guns.get(&vessel.square).is_some_and(|sides| sides.contains(&vessel.side.enemy())) {
            continue;
        }
        match vessel.runs && !vessel.way.is_empty() {
            true => running.entry((vessel.square, vessel.side)).or_default().push(vessel.name.clone()),
            false => vessel.stop = Some(Stop::Battery),
        }
    }
    for ((square, side), names) in running {
        let sunk = volley(impulse, square, side, &names);
        for vessel in fleet.iter_mut().filter(|vessel| sunk.contains(&vessel.name)) {
            vessel.stop = Some(Stop::Sunk);
        }
    }
}

/// SNNM 8.2: a square is whose warships are there alone, before the ships move and after each impulse; where warships of both are, it is
/// left as it was.
fn note_warships(fleet: &[Vessel], wake: &mut Wake) {
    let warships = fleet.iter().filter(|vessel| vessel.is_warship && vessel.stop != Some(Stop::Sunk));
    let mut there: Vec<(Square, Side)> = warships.map(|vessel| (vessel.square, vessel.side)).collect();
    there.sort_unstable();
    there.dedup();
    let alone = there.chunk_by(|one, other| one.0 == other.0).filter(|sides| sides.len() == 1);
    wake.last_warship.extend(alone.flatten().copied());
}
