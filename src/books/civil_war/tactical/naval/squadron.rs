//! Ships and their leaders in the field of a sub-turn, with what they have done in it. Knows no orders and no map.

use super::super::super::naval::Water;
use super::super::super::naval::chart::ShipKind;
use super::super::super::scenario::{Side, Tables, Theatre};
use super::super::super::state::{Fleet, LeaderPlace, State};
use super::super::field::{Field, Rank, Tread};
use super::super::knowledge::rank;

/// The ships of one side in one water.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Squadron {
    /// Whose they are.
    pub side: Side,
    /// What they consist of; never nothing.
    pub groups: Vec<Group>,
}

/// Ships of one kind that share one history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// What they are.
    pub kind: ShipKind,
    /// Naval strength points; an ironclad is one.
    pub count: u32,
    /// Their moves in this sub-turn.
    pub tread: Tread,
    /// To whose commander they are lent until it ends (C6.2).
    pub lent: Option<Theatre>,
}

/// A leader aboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captain {
    /// Whose he is.
    pub side: Side,
    /// Where.
    pub water: Water,
    /// What he is.
    pub rank: Rank,
    /// His moves in this sub-turn.
    pub tread: Tread,
    /// To whose commander he is lent with his ships (C6.2).
    pub lent: Option<Theatre>,
}

impl Captain {
    /// A leader who has not moved in this sub-turn.
    pub fn aboard(side: Side, water: Water, rank: Rank) -> Captain {
        Captain { side, water, rank, tread: Tread::default(), lent: None }
    }
}

impl Group {
    /// Ships that have not moved in this sub-turn.
    pub fn fresh(kind: ShipKind, count: u32) -> Group {
        Group { kind, count, tread: Tread::default(), lent: None }
    }

    /// Whether nothing but their number tells them apart.
    pub fn is_like(&self, other: &Group) -> bool {
        (self.kind, self.tread, self.lent) == (other.kind, other.tread, other.lent)
    }
}

impl Squadron {
    /// Ships in all, an ironclad as one.
    pub fn count(&self) -> u32 {
        count(&self.groups)
    }
}

/// Ships in all, an ironclad as one.
pub fn count(groups: &[Group]) -> u32 {
    groups.iter().map(|group| group.count).sum()
}

/// What ships are worth in a fight (D22).
pub fn strength(tables: &Tables, groups: &[Group]) -> u32 {
    let worth = |kind| if kind == ShipKind::Ironclad { tables.naval.ironclad_strength } else { 1 };
    groups.iter().map(|group| group.count * worth(group.kind)).sum()
}

/// Takes so many ships away, the weakest first.
pub fn lose(groups: &mut Vec<Group>, mut lost: u32) {
    groups.sort_by_key(|group| (group.kind, group.tread));
    for group in groups.iter_mut() {
        let taken = group.count.min(lost);
        group.count -= taken;
        lost -= taken;
    }
    groups.retain(|group| group.count > 0);
}

/// The ships of a fleet in groups.
pub fn groups_of(fleet: &Fleet) -> Vec<Group> {
    let kinds = [(ShipKind::River, fleet.river), (ShipKind::Ocean, fleet.ocean), (ShipKind::Ironclad, fleet.ironclads)];
    let there = kinds.into_iter().filter(|(_, count)| *count > 0);
    there.map(|(kind, count)| Group::fresh(kind, count)).collect()
}

/// Puts the ships of a state, and their leaders, into the field.
pub fn launch(state: &State, field: &mut Field) {
    for (water, fleet) in state.fleets.iter().filter(|(_, fleet)| !fleet.is_empty()) {
        field.ships.insert(*water, Squadron { side: fleet.side, groups: groups_of(fleet) });
    }
    for (name, leader) in &state.leaders {
        if let LeaderPlace::Afloat(water) = leader.place {
            field.captains.insert(name.clone(), Captain::aboard(leader.side, water, rank(leader)));
        }
    }
}

/// Writes the ships of the field, and their leaders, into a state.
pub fn moor(field: &Field, state: &mut State) {
    let fleets = field.ships.iter().map(|(water, squadron)| {
        let of = |kind| squadron.groups.iter().filter(|it| it.kind == kind).map(|it| it.count).sum();
        let (river, ocean, ironclads) = (of(ShipKind::River), of(ShipKind::Ocean), of(ShipKind::Ironclad));
        (*water, Fleet { side: squadron.side, river, ocean, ironclads })
    });
    state.fleets = fleets.collect();
    for (name, captain) in &field.captains {
        if let Some(leader) = state.leaders.get_mut(name) {
            leader.place = LeaderPlace::Afloat(captain.water);
        }
    }
}

impl Field {
    /// The ships of a side in a water.
    pub fn squadron(&self, side: Side, water: Water) -> Option<&Squadron> {
        self.ships.get(&water).filter(|squadron| squadron.side == side)
    }

    /// The leaders of a side aboard in a water, seniors first.
    pub fn captains_at(&self, side: Side, water: Water) -> Vec<String> {
        let here = self.captains.iter().filter(|(_, captain)| captain.side == side && captain.water == water);
        let mut here: Vec<_> = here.collect();
        here.sort_by_key(|(name, captain)| (captain.rank.order(), name.as_str()));
        here.into_iter().map(|(name, _)| name.clone()).collect()
    }

    /// Adds ships to a water where no enemy lies.
    pub fn dock(&mut self, side: Side, water: Water, groups: Vec<Group>) {
        if groups.is_empty() {
            return;
        }
        let here = self.ships.entry(water).or_insert(Squadron { side, groups: Vec::new() });
        for group in groups {
            match here.groups.iter_mut().find(|own| own.is_like(&group)) {
                Some(own) => own.count += group.count,
                None => here.groups.push(group),
            }
        }
    }

    /// Takes so many ships that satisfy `may_go` out of a water, those that moved least first.
    pub fn cast_off(&mut self, water: Water, most: u32, may_go: impl Fn(&Group) -> bool) -> Vec<Group> {
        let Some(squadron) = self.ships.get_mut(&water) else { return Vec::new() };
        squadron.groups.sort_by_key(|group| (group.tread, group.kind));
        let (mut taken, mut left) = (Vec::new(), most);
        for group in squadron.groups.iter_mut().filter(|group| may_go(group)) {
            let count = group.count.min(left);
            group.count -= count;
            left -= count;
            if count > 0 {
                taken.push(Group { count, ..*group });
            }
        }
        squadron.groups.retain(|group| group.count > 0);
        if squadron.groups.is_empty() {
            self.ships.remove(&water);
        }
        taken
    }
}
