//! Questions that several rules put to the tables.

use super::tables::{CombatRow, EnterTable, Percents, Tables};
use super::words::{Account, Side, SizeClass, Terrain};

impl Tables {
    /// What a side adds to its command dice in a year (D3).
    pub fn command_base(&self, side: Side, year: u32) -> Option<u32> {
        let row = self.command.base.iter().find(|row| row.year == year)?;
        Some(match side {
            Side::Usa => row.usa,
            Side::Csa => row.csa,
        })
    }

    /// Rail points of a side in a turn (D14).
    pub fn rail_points(&self, side: Side, turn: u32) -> u32 {
        let row = self.rail.points.iter().rfind(|row| row.from <= turn);
        row.map_or(0, |row| match side {
            Side::Usa => row.usa,
            Side::Csa => row.csa,
        })
    }

    /// The class of a force (C4.6, D15).
    pub fn size_class(&self, sp: u32) -> SizeClass {
        if sp >= self.sizes.large {
            SizeClass::Large
        } else if sp >= self.sizes.medium {
            SizeClass::Medium
        } else {
            SizeClass::Small
        }
    }

    /// The modifier for the strengths of a combat (D15).
    pub fn ratio_modifier(&self, attacker: u32, defender: u32) -> i32 {
        let reached =
            |ours: u32, theirs: u32| u64::from(attacker) * u64::from(theirs) >= u64::from(defender) * u64::from(ours);
        let ratio = self.combat.ratios.iter().find(|ratio| reached(ratio.attacker, ratio.defender));
        ratio.map_or(self.combat.below_ratios, |ratio| ratio.modifier)
    }

    /// The row of the combat table for a total (D15). Totals below the first row take the first.
    pub fn combat_row(&self, total: i32) -> Option<&CombatRow> {
        let results = &self.combat.results;
        results.iter().rfind(|row| row.from <= total).or(results.first())
    }

    /// Strength points that a leader of so many stars leads without an army (D18).
    pub fn capacity(&self, stars: u32) -> u32 {
        let place = usize::try_from(stars.saturating_sub(1)).unwrap_or(0);
        self.armies.capacity.get(place).copied().unwrap_or(0)
    }
}

impl CombatRow {
    /// What an attacker of a class loses.
    pub fn attacker_loss(&self, class: SizeClass) -> u32 {
        self.attacker[class as usize]
    }

    /// What a defender of a class loses.
    pub fn defender_loss(&self, class: SizeClass) -> u32 {
        self.defender[class as usize]
    }
}

impl EnterTable {
    /// Points to enter a hex of some ground; `None` where land forces cannot go.
    pub fn cost(&self, terrain: Terrain, gap: bool) -> Option<u32> {
        match terrain {
            Terrain::Clear => Some(self.clear),
            Terrain::Forest => Some(self.forest),
            Terrain::Swamp => Some(self.swamp),
            Terrain::Mountain if gap => Some(self.gap),
            Terrain::Mountain => Some(self.mountain),
            Terrain::Sea => None,
        }
    }
}

impl Percents {
    /// The share of one account.
    pub fn of(&self, account: Account) -> u32 {
        match account {
            Account::East => self.east,
            Account::West => self.west,
            Account::Trans => self.trans,
            Account::Naval => self.naval,
        }
    }

    /// All shares together.
    pub fn sum(&self) -> u32 {
        Account::ALL.into_iter().map(|account| self.of(account)).sum()
    }
}
