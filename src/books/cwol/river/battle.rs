//! A fight on a river (SNNM 7.1; section 3.2 of the decisions): up to three rounds, both sides fire at once. Knows ships and guns, and
//! neither orders nor reports; dice are asked for by what they decide.

use super::super::scenario::{Combat, Scenario};
use super::super::side::{Class, Side};
use super::super::state::Ship;
use super::battery::{Battery, left_of, thirds};
use super::ship::{complement_of, strength_of};

/// Whoever is in it: a ship, or the guns on the bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fighter {
    /// The name of the ship, or what the battery's hits are counted by.
    pub name: String,
    /// What those who were there call it.
    pub told: String,
    pub side: Side,
    /// None: guns.
    pub class: Option<Class>,
    /// Points of damage, or hits.
    pub harm: u32,
    /// What it bears.
    pub bears: u32,
    /// What it counts without damage and with a whole crew, in hundredths; of guns, what they count by their hits.
    pub worth: u64,
    /// The men aboard as it began, and of a whole crew; of guns none.
    pub crew: u32,
    pub complement: u32,
    /// Of old works: hits after which they count half.
    pub halved: Option<u32>,
    /// Of a naval battery: the guns with which it came, and how many of them make up the whole strength.
    pub batteries: (u32, u32),
    /// After which round it leaves.
    pub break_off: Option<u32>,
    /// Hits that it has taken in this fight.
    pub taken: u32,
    /// It has broken off and is gone.
    pub has_left: bool,
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BattleEnd {
    Lost(Side),
    Drawn,
    /// Nobody could fire.
    Quiet,
}

/// Hits that told in a round, those of the Union first.
pub type Round = [u32; 2];

/// A die for a side and a purpose.
pub type Roll<'a> = dyn FnMut(Side, &str, u32) -> u32 + 'a;

impl Fighter {
    /// A ship as it is.
    pub fn ship(scenario: &Scenario, name: &str, ship: &Ship) -> Fighter {
        let table = &scenario.tables().combat;
        let skill = u64::from(table.unskilled + table.quality * ship.quality);
        let base = if ship.is_active { u64::from(strength_of(scenario, ship.class)) } else { 0 };
        Fighter {
            name: name.to_owned(),
            told: name.to_owned(),
            side: ship.side,
            class: Some(ship.class),
            harm: ship.damage,
            bears: table.hull,
            worth: base * skill,
            crew: ship.crew,
            complement: complement_of(scenario, ship),
            halved: None,
            batteries: (0, 0),
            break_off: ship.sail.break_off,
            taken: 0,
            has_left: false,
        }
    }

    /// Guns as they are.
    pub fn guns(scenario: &Scenario, battery: &Battery) -> Fighter {
        Fighter {
            name: battery.key.clone(),
            told: if battery.is_works() { battery.words(scenario) } else { battery.key.clone() },
            side: battery.side,
            class: None,
            harm: battery.hits,
            bears: battery.bears(scenario),
            worth: u64::from(battery.whole) * 100,
            crew: 0,
            complement: 0,
            halved: battery.halved(scenario),
            batteries: (battery.batteries, scenario.tables().battery.whole),
            break_off: None,
            taken: 0,
            has_left: false,
        }
    }

    /// Whether it is sunk or destroyed.
    pub fn is_out(&self) -> bool {
        self.harm >= self.bears
    }

    /// Whether it can fire when it is whole.
    pub fn is_armed(&self) -> bool {
        self.worth > 0
    }

    /// What it counts now, in hundredths.
    pub fn now(&self, table: &Combat) -> u64 {
        self.strength(table)
    }

    /// Section 3.2: it breaks off after the round for which that was ordered; whoever was not told stays, and a side of which nobody is
    /// left that can fire has lost.
    fn may_leave(&mut self, round: u32) {
        self.has_left = self.has_left || !self.is_out() && self.break_off.is_some_and(|after| after <= round);
    }

    /// What a ship counts by its crew, as a part of so much: a hit costs men who are missing in the next round.
    fn manned(&self, table: &Combat) -> (u64, u64) {
        let complement = self.complement.max(1);
        let lost = complement * table.crew * self.taken / 100;
        let crew = self.crew.saturating_sub(lost).min(complement);
        let manned = table.manned * complement + (100 - table.manned) * crew;
        (u64::from(manned), u64::from(100 * complement))
    }

    fn strength(&self, table: &Combat) -> u64 {
        match (self.is_out() || self.has_left, self.class) {
            (true, _) => 0,
            (false, Some(_)) => {
                let (manned, whole) = self.manned(table);
                self.worth * u64::from(100u32.saturating_sub(table.damage * self.harm)) * manned / (100 * whole)
            }
            (false, None) if self.halved.is_some_and(|halved| self.harm >= halved) => self.worth / 2,
            (false, None) => self.worth * u64::from(self.guns_left()) / u64::from(self.guns_at_first()),
        }
    }

    /// The guns of a naval battery that count: those it lost in a round are missing in the next.
    fn guns_left(&self) -> u32 {
        let (batteries, whole) = self.batteries;
        let [before, now] = [self.harm - self.taken, self.harm].map(|hits| thirds(hits, self.bears));
        left_of(batteries, before, now).min(whole).max(1)
    }

    fn guns_at_first(&self) -> u32 {
        self.batteries.0.min(self.batteries.1).max(1)
    }
}

fn power(table: &Combat, field: &[Fighter], side: Side) -> u64 {
    field.iter().filter(|own| own.side == side).map(|own| own.strength(table)).sum()
}

/// All rounds.
pub fn fight(table: &Combat, field: &mut [Fighter], roll: &mut Roll<'_>) -> (BattleEnd, Vec<Round>) {
    let worth: Vec<u64> = field.iter().map(|own| own.strength(table)).collect();
    let began = began_with(field, &worth);
    let mut rounds = Vec::new();
    match began {
        [0, 0] => return (BattleEnd::Quiet, rounds),
        // Unarmed ships alone with armed ones.
        [0, _] => return (BattleEnd::Lost(Side::Union), rounds),
        [_, 0] => return (BattleEnd::Lost(Side::Confederacy), rounds),
        _ => {}
    }
    for round in 1..=table.rounds {
        let hits = Side::BOTH.map(|side| hits_of(table, power(table, field, side), side, roll));
        let [union, confederacy] = Side::BOTH;
        rounds.push([land(table, field, (union, hits[0]), roll), land(table, field, (confederacy, hits[1]), roll)]);
        field.iter_mut().for_each(|own| own.may_leave(round));
        let now = Side::BOTH.map(|side| power(table, field, side));
        if let Some(end) = ended(table, began_with(field, &worth), now) {
            return (end, rounds);
        }
    }
    let began = began_with(field, &worth);
    let now = Side::BOTH.map(|side| power(table, field, side));
    // Shares of what each began with, over one denominator: just the margin is enough.
    let [union, confederacy] = [now[0] * began[1] * 100, now[1] * began[0] * 100];
    let margin = u64::from(table.margin) * began[0] * began[1];
    let end = match () {
        () if union + margin <= confederacy => BattleEnd::Lost(Side::Union),
        () if confederacy + margin <= union => BattleEnd::Lost(Side::Confederacy),
        () => BattleEnd::Drawn,
    };
    (end, rounds)
}

/// What each side began with, but for ships that have broken off.
fn began_with(field: &[Fighter], worth: &[u64]) -> [u64; 2] {
    let there = |side: Side| field.iter().zip(worth).filter(move |(own, _)| own.side == side && !own.has_left);
    Side::BOTH.map(|side| there(side).map(|(_, worth)| worth).sum())
}

/// Whether a side is out or breaks after a round.
fn ended(table: &Combat, began: [u64; 2], now: [u64; 2]) -> Option<BattleEnd> {
    if now == [0, 0] {
        return Some(BattleEnd::Drawn);
    }
    let breaks = |own: usize, other: usize| {
        now[own] == 0 || now[own] * 100 < began[own] * u64::from(table.break_at) && now[own] < now[other]
    };
    match (breaks(0, 1), breaks(1, 0)) {
        (true, false) => Some(BattleEnd::Lost(Side::Union)),
        (false, true) => Some(BattleEnd::Lost(Side::Confederacy)),
        (true, true) => Some(BattleEnd::Drawn),
        (false, false) => None,
    }
}

/// Hits of a side in a round: by its strength and its luck, the fraction of one as a chance.
fn hits_of(table: &Combat, power: u64, side: Side, roll: &mut Roll<'_>) -> u32 {
    if power == 0 {
        return 0;
    }
    let faces = u32::try_from(table.luck.len()).unwrap_or(1).max(1);
    let luck = table.luck.get(roll(side, "luck", faces) as usize - 1).copied().unwrap_or(100);
    let hundredths = power * u64::from(luck) / 10_000;
    let (whole, rest) = (hundredths / 100, u32::try_from(hundredths % 100).unwrap_or(0));
    u32::try_from(whole).unwrap_or(u32::MAX) + u32::from(rest > 0 && roll(side, "hits", 100) <= rest)
}

/// Hits find their targets; so many of them told.
fn land(table: &Combat, field: &mut [Fighter], (side, hits): (Side, u32), roll: &mut Roll<'_>) -> u32 {
    let mut told = 0;
    for _ in 0..hits {
        let Some(at) = target(table, field, side, roll) else { break };
        let is_armoured = field[at].class.is_some_and(|class| table.armoured.contains(&class));
        if is_armoured && roll(side, "armour", 100) <= table.glance {
            continue;
        }
        field[at].harm += 1;
        field[at].taken += 1;
        told += 1;
    }
    told
}

/// One of the enemy's, unarmed ships less often while an armed one is afloat.
fn target(table: &Combat, field: &[Fighter], side: Side, roll: &mut Roll<'_>) -> Option<usize> {
    let there =
        || field.iter().enumerate().filter(|(_, other)| other.side != side && !other.is_out() && !other.has_left);
    let has_armed = there().any(|(_, other)| other.is_armed() && other.class.is_some());
    let weight = |other: &Fighter| if has_armed && !other.is_armed() { table.unarmed } else { 100 };
    let all: u32 = there().map(|(_, other)| weight(other)).sum();
    if all == 0 {
        return None;
    }
    let mut left = roll(side, "target", all);
    for (at, other) in there() {
        if left <= weight(other) {
            return Some(at);
        }
        left -= weight(other);
    }
    None
}
