//! A battle on land by the house formula (the ruling on battle on land): what either side counts, who wins, what it costs.

use board::square::{Compass, Square};

use super::super::contact::is_brigade;
use super::super::scenario::{Scenario, Terrain};
use super::super::side::{Kind, Side};
use super::super::state::{State, Unit};
use super::super::supply::Supply;
use super::super::turn::{cover_of, tac_of};

/// How a fight ends: who wins, how far the loser falls back, what part of his men each loses, and how that came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub winner: Side,
    pub squares: u32,
    pub loser_loses: Fraction,
    pub winner_loses: Fraction,
    pub account: Account,
}

/// A part of a unit's men, exact until it is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fraction {
    part: u128,
    whole: u128,
}

impl Fraction {
    fn percent(part: u64) -> Fraction {
        Fraction { part: u128::from(part), whole: 100 }
    }

    /// Rounded once, halves up.
    pub fn of(self, men: u32) -> u32 {
        let lost = (2 * u128::from(men) * self.part + self.whole) / (2 * self.whole).max(1);
        u32::try_from(lost).unwrap_or(u32::MAX).min(men)
    }
}

/// What made the odds of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    /// Tenths of what the attacker and the defender count.
    pub attack: u128,
    pub defence: u128,
    /// The rating of the defender's ground, and the level of his work.
    pub ground: u32,
    pub work: u32,
    /// What the attacker's die made of him, in a hundred.
    pub die: u64,
    /// Hundredths of the attacker's odds to one.
    pub odds: u128,
}

/// Who came to whom: none where both came at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Assault {
    pub attacker: Option<Side>,
    /// The square that most of the attackers came from.
    pub from: Option<Square>,
}

/// The fight in a square with a die of the table.
pub fn fight(scenario: &Scenario, state: &State, square: Square, assault: Assault, die: u64) -> Verdict {
    let attacker = assault.attacker.unwrap_or(Side::Union);
    let counts = [attacker, attacker.enemy()].map(|side| strength(scenario, state, side, square));
    let (ground, work) = match assault.attacker {
        Some(_) => defences(scenario, state, attacker.enemy(), square, assault.from),
        None => (0, 0),
    };
    let battle = &scenario.tables().battle;
    let share = |step: u64, count: u32| u128::from(100 + step * u64::from(count));
    let attack = counts[0] * u128::from(die) * 100;
    let defence = counts[1] * share(battle.ground, ground) * share(battle.work, work);
    let winner = if attack >= defence { attacker } else { attacker.enemy() };
    let (more, less) = (attack.max(defence), attack.min(defence).max(1));
    let [most, each] = battle.loser;
    let loser_loses = match u128::from(each) * more < u128::from(most) * less {
        true => Fraction { part: u128::from(each) * more, whole: 100 * less },
        false => Fraction::percent(most),
    };
    let [least, of] = battle.winner;
    let winner_loses = match u128::from(of) * less > u128::from(least) * more {
        true => Fraction { part: u128::from(of) * less, whole: 100 * more },
        false => Fraction::percent(least),
    };
    let tenths = one(scenario) / 10;
    let [attacking, defending] = counts.map(|count| (count + tenths / 2) / tenths.max(1));
    let odds = attack * 100 / defence.max(1);
    Verdict {
        winner,
        squares: if more >= u128::from(battle.far) * less { 2 } else { 1 },
        loser_loses,
        winner_loses,
        account: Account { attack: attacking, defence: defending, ground, work, die, odds },
    }
}

/// What a hundred good soldiers count in the numbers below, in supply, rested and without headquarters.
fn one(scenario: &Scenario) -> u128 {
    let battle = &scenario.tables().battle;
    u128::from(HUNDRED_MEN * battle.traits * battle.fatigue * 100) * 100 * 100
}

/// What a side counts in a square: whole numbers alone, so that nothing is rounded before sides are compared.
fn strength(scenario: &Scenario, state: &State, side: Side, square: Square) -> u128 {
    let battle = &scenario.tables().battle;
    let there = || state.units.iter().filter(|(_, unit)| unit.side == side && unit.square == square);
    let supply = Supply::of(scenario, state, side);
    let of = |(name, unit): (&String, &Unit)| {
        let traits = u64::from(10 * unit.quality + unit.experience + unit.morale);
        let rested = battle.fatigue.saturating_sub(u64::from(unit.fatigue));
        let supplied = if supply.has(scenario, state, name) { 100 } else { battle.unsupplied };
        let men = u64::from(unit.men) * traits * rested * supplied;
        let guns = battle.battery * u64::from(unit.batteries) * battle.traits * battle.fatigue * 100 * HUNDRED_MEN;
        u128::from(men + guns)
    };
    let sum: u128 = there().filter(|(_, unit)| is_brigade(unit.kind)).map(of).sum();
    let led_by = |kind: Kind, share: u64| if there().any(|(_, unit)| unit.kind == kind) { share } else { 100 };
    sum * u128::from(led_by(Kind::Corps, battle.corps)) * u128::from(led_by(Kind::Army, battle.army))
}

/// So many men of good soldiers count one.
const HUNDRED_MEN: u64 = 100;

/// The rating of the ground that a side holds in a square, and the level of its work against an attack from another.
fn defences(scenario: &Scenario, state: &State, side: Side, square: Square, from: Option<Square>) -> (u32, u32) {
    const ROUGH: u32 = 1;
    const CITY: u32 = 2;
    let brigades = || {
        let of = |unit: &&Unit| unit.side == side && unit.square == square && is_brigade(unit.kind);
        state.units.values().filter(of).filter_map(|unit| tac_of(scenario, unit))
    };
    let city = scenario.field(square).city;
    let is_rough =
        !matches!(scenario.terrain(square), Terrain::Open | Terrain::Marsh | Terrain::Swamp | Terrain::Water);
    let ground = match brigades().any(|tac| Some(tac) == city) {
        true => CITY,
        false if is_rough => ROUGH,
        false => 0,
    };
    let cover = |direction: Compass| brigades().map(|tac| cover_of(&state.forts, side, (square, tac), direction)).max();
    let work = from.and_then(|from| square.direction_to(from)).and_then(cover).unwrap_or(0);
    (ground, work)
}
