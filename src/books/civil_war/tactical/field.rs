//! Troops and leaders as far as somebody knows them: the umpire all of them, a commander his own side's.
//! Remembers within one sub-turn who has marched how often. Knows no orders and no map.

use std::collections::BTreeMap;

use litemap::LiteMap;

use board::{Hex, HexSet};

use super::super::naval::Water;
use super::super::scenario::{Account, Arm, Scenario, Side, Tables};
use super::super::sight;
use super::naval::squadron::{Captain, Squadron};

/// How often somebody marched in this sub-turn, and the pulse in which he last arrived (C3.12).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tread {
    /// Marches so far.
    pub moves: u32,
    /// Last pulse of the latest.
    pub last: u32,
}

/// Strength points that share one history (D11: a part that is split off inherits it).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// Strength points.
    pub sp: u32,
    /// Their marches.
    pub tread: Tread,
    /// They marched singly in this sub-turn and are in disorder (C3.13).
    pub is_loose: bool,
    /// They are demoralised: each point for itself, whoever stands beside it (D16).
    pub is_demoralised: bool,
    /// Whose orders they are under until the sub-turn ends (D1).
    pub home: Account,
}

/// The troops of one side in a hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Troops {
    /// Whose they are.
    pub side: Side,
    /// What they consist of; never nothing.
    pub batches: Vec<Batch>,
    /// The force is dug in.
    pub is_entrenched: bool,
    /// The army whose marker lies here.
    pub army: Option<String>,
}

/// What a leader is, wherever he is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rank {
    /// One to three.
    pub stars: u32,
    /// What he leads.
    pub arm: Arm,
    /// Two to four, two being best: the cost of moving his force (D14) and his modifier in ties (D10).
    pub initiative: u32,
    /// Minus two to plus two.
    pub tactical: i32,
    /// Minus three to plus three, at the head of an army.
    pub strategic: i32,
    /// Lower is senior among equal stars.
    pub seniority: u32,
}

/// A leader on the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    /// Whose he is.
    pub side: Side,
    /// Where.
    pub hex: Hex,
    /// What he is.
    pub rank: Rank,
    /// His marches.
    pub tread: Tread,
    /// Whose orders he is under until the sub-turn ends (D1).
    pub home: Account,
}

/// All that is known of troops and leaders on the map: gone through and copied for every line and pulse, seldom changed in
/// number, and so kept in one piece.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Field {
    /// Troops by hex.
    pub troops: LiteMap<Hex, Troops>,
    /// Leaders by name.
    pub leaders: LiteMap<String, Posted>,
    /// Ships by the water they lie in.
    pub ships: BTreeMap<Water, Squadron>,
    /// Leaders aboard, by name.
    pub captains: BTreeMap<String, Captain>,
}

impl Rank {
    /// Strength points he can lead (D18); a naval leader leads none on land.
    pub fn capacity(&self, tables: &Tables) -> u32 {
        let at = (self.stars.max(1) - 1) as usize;
        if self.arm == Arm::Naval { 0 } else { tables.armies.capacity.get(at).copied().unwrap_or(0) }
    }

    /// Sorts seniors first.
    pub(super) fn order(&self) -> (std::cmp::Reverse<u32>, u32) {
        (std::cmp::Reverse(self.stars), self.seniority)
    }
}

impl Troops {
    /// Strength points in all.
    pub fn sp(&self) -> u32 {
        self.batches.iter().map(|batch| batch.sp).sum()
    }

    /// Those of them that are demoralised.
    pub fn demoralised(&self) -> u32 {
        demoralised(&self.batches)
    }

    /// Whether the force is demoralised: while any of its points is (D16).
    pub fn is_demoralised(&self) -> bool {
        self.demoralised() > 0
    }
}

/// How many of these points are demoralised (D16).
pub fn demoralised(batches: &[Batch]) -> u32 {
    batches.iter().filter(|batch| batch.is_demoralised).map(|batch| batch.sp).sum()
}

/// Demoralises points, or brings them back into order (D16).
pub fn set_demoralised(batches: &mut [Batch], is_demoralised: bool) {
    batches.iter_mut().for_each(|batch| batch.is_demoralised = is_demoralised);
}

/// Whether so many of these points marched singly that the whole is in disorder (D12).
pub fn is_disordered(tables: &Tables, batches: &[Batch]) -> bool {
    let all: u32 = batches.iter().map(|batch| batch.sp).sum();
    let loose: u32 = batches.iter().filter(|batch| batch.is_loose).map(|batch| batch.sp).sum();
    loose > 0 && loose * tables.combat.disordered_share >= all
}

/// Takes `count` points away: demoralised ones before sound ones (D16), and of either the last that joined first.
pub fn lose(batches: &mut Vec<Batch>, mut count: u32) {
    for is_demoralised in [true, false] {
        for batch in batches.iter_mut().rev().filter(|batch| batch.is_demoralised == is_demoralised) {
            let taken = batch.sp.min(count);
            batch.sp -= taken;
            count -= taken;
        }
    }
    batches.retain(|batch| batch.sp > 0);
}

impl Field {
    /// Strength points of a side in a hex.
    pub fn sp(&self, side: Side, hex: Hex) -> u32 {
        self.troops.get(&hex).filter(|troops| troops.side == side).map_or(0, Troops::sp)
    }

    /// Whether troops of a side stand in a hex.
    pub fn has_troops(&self, side: Side, hex: Hex) -> bool {
        self.sp(side, hex) > 0
    }

    /// Where a side's troops stand, and how far each force sees (C4.4).
    pub fn posts(&self, scenario: &Scenario, side: Side) -> Vec<(Hex, u32)> {
        let riders = self.leaders.values().filter(|leader| leader.side == side && leader.rank.arm == Arm::Cavalry);
        let riders: HexSet = riders.map(|leader| leader.hex).collect();
        let own = self.troops.iter().filter(|(_, troops)| troops.side == side);
        own.map(|(hex, troops)| (*hex, sight::reach(scenario, troops.sp(), troops.army.is_some(), riders.has(*hex))))
            .collect()
    }

    /// The leaders of a side in a hex, seniors first.
    pub fn leaders_at(&self, side: Side, hex: Hex) -> Vec<&str> {
        let mut here: Vec<_> = self.standing_at(side, hex).collect();
        here.sort_by_key(|(name, leader)| (leader.rank.order(), *name));
        here.into_iter().map(|(name, _)| name).collect()
    }

    fn standing_at(&self, side: Side, hex: Hex) -> impl Iterator<Item = (&str, &Posted)> {
        let here = self.leaders.iter().filter(move |(_, leader)| leader.hex == hex && leader.side == side);
        here.map(|(name, leader)| (name.as_str(), leader))
    }

    /// The senior leader of a side in a hex.
    pub fn senior_at(&self, side: Side, hex: Hex) -> Option<(&str, &Posted)> {
        self.standing_at(side, hex).min_by_key(|(name, leader)| (leader.rank.order(), *name))
    }

    /// Adds points to a hex. Sound and demoralised points that meet stay what they are (D16).
    pub fn join(&mut self, side: Side, hex: Hex, batches: Vec<Batch>) {
        if batches.iter().all(|batch| batch.sp == 0) {
            return;
        }
        let Some(here) = self.troops.get_mut(&hex).filter(|troops| troops.side == side) else {
            let troops = Troops { side, batches, is_entrenched: false, army: None };
            self.troops.insert(hex, troops);
            return;
        };
        batches.into_iter().for_each(|batch| merge(&mut here.batches, batch));
    }

    /// Lays the marker of an army with the troops of a hex. Where one lies already the other goes back to the box (D18).
    pub fn lay_marker(&mut self, side: Side, hex: Hex, army: Option<String>) {
        let here = self.troops.get_mut(&hex).filter(|troops| troops.side == side);
        if let (Some(here), Some(army)) = (here, army) {
            here.army.get_or_insert(army);
        }
    }

    /// The hex of an army, by its name; letters large or small.
    pub fn army(&self, side: Side, name: &str) -> Option<Hex> {
        let bears = |troops: &Troops| troops.army.as_deref().is_some_and(|army| army.eq_ignore_ascii_case(name));
        let own = self.troops.iter().filter(|(_, troops)| troops.side == side);
        own.into_iter().find(|(_, troops)| bears(troops)).map(|(hex, _)| *hex)
    }

    /// Takes `count` points that satisfy `may_go` out of a hex: sound ones first (D16), and of those the ones that marched least.
    pub fn take(&mut self, hex: Hex, count: u32, may_go: impl Fn(&Batch) -> bool) -> Vec<Batch> {
        let Some(troops) = self.troops.get_mut(&hex) else {
            return Vec::new();
        };
        let mut taken = Vec::new();
        let mut left = count;
        troops.batches.sort_by_key(|batch| (batch.is_demoralised, batch.tread, batch.is_loose, batch.home));
        for batch in troops.batches.iter_mut().filter(|batch| may_go(batch)) {
            let sp = batch.sp.min(left);
            batch.sp -= sp;
            left -= sp;
            if sp > 0 {
                taken.push(Batch { sp, ..batch.clone() });
            }
        }
        troops.batches.retain(|batch| batch.sp > 0);
        if troops.batches.is_empty() {
            self.troops.remove(&hex);
        }
        taken
    }

    /// The hex of the nearest troops of a side; of equally near ones the lowest.
    pub fn nearest_troops(&self, side: Side, from: Hex) -> Option<Hex> {
        let own = self.troops.iter().filter(|(_, troops)| troops.side == side).map(|(hex, _)| *hex);
        own.min_by_key(|hex| (hex.distance(from), *hex))
    }
}

fn merge(batches: &mut Vec<Batch>, new: Batch) {
    let kind = |batch: &Batch| (batch.tread, batch.is_loose, batch.is_demoralised, batch.home);
    match batches.iter_mut().find(|batch| kind(batch) == kind(&new)) {
        Some(batch) => batch.sp += new.sp,
        None => batches.push(new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(sp: u32, moves: u32, is_demoralised: bool) -> Batch {
        Batch { sp, tread: Tread { moves, last: moves }, is_loose: false, is_demoralised, home: Account::East }
    }

    fn kinds(batches: &[Batch]) -> Vec<(u32, u32, bool)> {
        batches.iter().map(|batch| (batch.sp, batch.tread.moves, batch.is_demoralised)).collect()
    }

    #[test]
    fn d16_demoralised_points_are_lost_first_and_then_the_last_that_joined() {
        let mut batches = vec![batch(2, 0, true), batch(3, 0, false), batch(2, 1, false)];
        lose(&mut batches, 3);
        assert_eq!(kinds(&batches), [(3, 0, false), (1, 1, false)]);
        lose(&mut batches, 9);
        assert_eq!(kinds(&batches), []);
    }

    #[test]
    fn d16_points_that_meet_stay_what_they_are_and_the_sound_ones_leave_first() {
        let at: Hex = "4910".parse().expect("a hex");
        let mut field = Field::default();
        field.join(Side::Csa, at, vec![batch(4, 0, false)]);
        field.join(Side::Csa, at, vec![batch(3, 0, true)]);
        field.join(Side::Csa, at, vec![batch(1, 1, false)]);
        let troops = &field.troops[&at];
        assert_eq!((troops.sp(), troops.demoralised(), troops.is_demoralised()), (8, 3, true));
        assert_eq!(kinds(&field.take(at, 6, |_| true)), [(4, 0, false), (1, 1, false), (1, 0, true)]);
        assert_eq!(kinds(&field.troops[&at].batches), [(2, 0, true)]);
    }
}
