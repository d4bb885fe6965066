//! One battle by the table: modifiers with their reasons, total, losses, who gives way (D15).
//! Pure arithmetic on two parties; moves nobody.

use super::super::item::Modifier;
use super::super::scenario::{CombatEffect, Tables, Terrain};

/// One of the two sides of a battle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Party {
    /// Strength points.
    pub sp: u32,
    /// The rating in use of the senior leader; none counts as 0.
    pub rating: i32,
    /// Demoralised.
    pub is_demoralised: bool,
    /// In disorder.
    pub is_disordered: bool,
    /// Out of supply.
    pub is_unsupplied: bool,
}

/// What helps the defender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ground {
    /// The defender's hex.
    pub terrain: Terrain,
    /// The attack crosses a river.
    pub has_river: bool,
    /// The defender is dug in.
    pub is_entrenched: bool,
    /// The defender has a fort.
    pub has_fort: bool,
    /// The defender has a fortress.
    pub has_fortress: bool,
    /// The attack comes from ships.
    pub is_from_ships: bool,
}

/// How a battle went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CombatResult {
    /// What changed the dice.
    pub modifiers: Vec<Modifier>,
    /// Dice and modifiers.
    pub total: i32,
    /// Points the attacker loses, at most all.
    pub attacker_losses: u32,
    /// Points the defender loses, at most all.
    pub defender_losses: u32,
    /// Who gives way.
    pub effect: CombatEffect,
}

/// Judges a battle by the sum of its dice.
pub fn judge(tables: &Tables, attacker: &Party, defender: &Party, ground: &Ground, dice: u32) -> CombatResult {
    let modifiers = modifiers(tables, attacker, defender, ground);
    let total = dice as i32 + modifiers.iter().map(|it| it.value).sum::<i32>();
    let Some(row) = tables.combat_row(total) else {
        let effect = CombatEffect::AttackerRepulsed;
        return CombatResult { modifiers, total, attacker_losses: 0, defender_losses: 0, effect };
    };
    let loss = |sp: u32, lost: u32| lost.min(sp);
    CombatResult {
        total,
        // The class is the loser's own, before the battle.
        attacker_losses: loss(attacker.sp, row.attacker_loss(tables.size_class(attacker.sp))),
        defender_losses: loss(defender.sp, row.defender_loss(tables.size_class(defender.sp))),
        effect: row.effect,
        modifiers,
    }
}

fn modifiers(tables: &Tables, attacker: &Party, defender: &Party, ground: &Ground) -> Vec<Modifier> {
    let rules = &tables.combat;
    let when = |is_so: bool, value: i32| if is_so { value } else { 0 };
    let (works, value) = best_works(tables, ground);
    let all = [
        ("strength", tables.ratio_modifier(attacker.sp, defender.sp)),
        ("leaders", attacker.rating - defender.rating),
        ("mountain", when(ground.terrain == Terrain::Mountain, rules.mountain)),
        ("swamp", when(ground.terrain == Terrain::Swamp, rules.swamp)),
        ("across a river", when(ground.has_river, rules.river)),
        ("from ships", when(ground.is_from_ships, rules.from_ships)),
        (works, value),
        ("attacker demoralised", when(attacker.is_demoralised, rules.attacker_demoralised)),
        ("defender demoralised", when(defender.is_demoralised, rules.defender_demoralised)),
        ("attacker in disorder", when(attacker.is_disordered, rules.attacker_disordered)),
        ("defender in disorder", when(defender.is_disordered, rules.defender_disordered)),
        ("attacker out of supply", when(attacker.is_unsupplied, rules.attacker_unsupplied)),
        ("defender out of supply", when(defender.is_unsupplied, rules.defender_unsupplied)),
    ];
    let telling = all.into_iter().filter(|(reason, value)| *reason == "strength" || *value != 0);
    telling.map(|(reason, value)| Modifier { reason: reason.to_owned(), value }).collect()
}

/// Of several works only the best counts.
fn best_works(tables: &Tables, ground: &Ground) -> (&'static str, i32) {
    let rules = &tables.combat;
    let works = [
        (ground.has_fortress, "fortress", rules.fortress),
        (ground.has_fort, "fort", rules.fort),
        (ground.is_entrenched, "entrenched", rules.entrenched),
    ];
    let here = works.into_iter().filter(|(is_here, ..)| *is_here);
    here.map(|(_, name, value)| (name, value)).min_by_key(|(_, value)| *value).unwrap_or(("works", 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    const OPEN: Ground = Ground {
        terrain: Terrain::Clear,
        has_river: false,
        is_entrenched: false,
        has_fort: false,
        has_fortress: false,
        is_from_ships: false,
    };

    fn party(sp: u32) -> Party {
        Party { sp, ..Party::default() }
    }

    fn tables() -> Tables {
        Scenario::embedded().expect("the scenario").tables
    }

    /// Losses of equal parties of a size at a total, and the effect.
    fn fought(sp: u32, total: i32) -> (u32, u32, CombatEffect) {
        let verdict = judge(&tables(), &party(sp), &party(sp), &OPEN, total as u32);
        assert_eq!(verdict.total, total);
        (verdict.attacker_losses, verdict.defender_losses, verdict.effect)
    }

    #[test]
    fn d15_every_row_of_the_table_for_small_medium_and_large_forces() {
        use CombatEffect::*;
        type Row = (&'static [i32], [u32; 3], [u32; 3], CombatEffect);
        let rows: [Row; 6] = [
            (&[2, 3], [1, 2, 3], [0, 0, 1], AttackerRepulsedDemoralised),
            (&[4, 5, 6], [1, 1, 2], [0, 1, 1], AttackerRepulsed),
            (&[7, 8], [1, 1, 2], [1, 1, 2], AttackerRepulsed),
            (&[9, 10], [0, 1, 1], [1, 1, 2], DefenderRetreats),
            (&[11, 12], [0, 1, 1], [1, 2, 3], DefenderRetreatsDemoralised),
            (&[13, 17], [0, 0, 1], [2, 3, 4], DefenderRetreatsDemoralised),
        ];
        for (totals, attacker, defender, effect) in rows {
            for total in totals {
                for (at, sp) in [5, 6, 10].into_iter().enumerate() {
                    assert_eq!(fought(sp, *total), (attacker[at], defender[at], effect), "{sp} SP, total {total}");
                }
            }
        }
    }

    #[test]
    fn d15_nobody_loses_more_than_he_has() {
        assert_eq!(fought(1, 13), (0, 1, CombatEffect::DefenderRetreatsDemoralised));
    }

    #[test]
    fn d15_modifiers_are_named_and_only_the_best_works_count() {
        let attacker = Party { rating: 2, is_disordered: true, ..party(9) };
        let defender = Party { rating: -1, is_demoralised: true, ..party(3) };
        let ground = Ground {
            terrain: Terrain::Swamp,
            has_river: true,
            is_entrenched: true,
            has_fort: true,
            has_fortress: true,
            is_from_ships: false,
        };
        let verdict = judge(&tables(), &attacker, &defender, &ground, 7);
        let told: Vec<_> = verdict.modifiers.iter().map(|it| (it.reason.as_str(), it.value)).collect();
        let expected = [
            ("strength", 3),
            ("leaders", 3),
            ("swamp", -1),
            ("across a river", -1),
            ("fortress", -3),
            ("defender demoralised", 2),
            ("attacker in disorder", -1),
        ];
        assert_eq!((told.as_slice(), verdict.total), (expected.as_slice(), 9));
    }
}
