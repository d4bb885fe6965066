//! What changes a unit: a part of another that joins it, a whole other, men and batteries that are added, its end.
//! What is not allowed changes nothing.

use serde::{Deserialize, Serialize};

use super::kind::{Bounds, Component, Kind, Misfit, Unit, Which, within};
use crate::amount::{Amount, Rounding, Share};

/// A part of a unit that is moved or added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// So many soldiers, batteries apart.
    pub soldiers: Soldiers,
    /// And so many batteries.
    pub batteries: u32,
}

/// How soldiers are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Soldiers {
    /// By the man.
    Men(u32),
    /// By the regiment, however many men are left in one.
    Regiments(u32),
}

/// How fine a mean is kept; halves are rounded up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Precision {
    /// Whole points.
    Whole,
    /// Two decimals.
    Hundredths,
}

/// A merged unit and who found no place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged<T: Ord> {
    /// The unit.
    pub unit: Unit<T>,
    /// Surplus men.
    pub lost_men: u32,
    /// Surplus batteries.
    pub lost_batteries: u32,
}

/// What comes of the men of a unit that is disbanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disbanded {
    /// Men who go back to a pool.
    pub back: u32,
    /// Men who are lost.
    pub lost: u32,
    /// Victory points it costs.
    pub points: u32,
}

/// What disbanding away from home costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Abroad {
    /// The share of the men who are lost.
    pub loss: Share,
    /// How a part of a man is counted.
    pub rounding: Rounding,
    /// A victory point for so many men of the unit.
    pub men_per_point: u32,
}

impl Kind {
    /// Moves a part of one unit to another of the same kind, whole or not at all. The receiver's traits become means.
    pub fn transfer<T: Ord + Clone>(
        &self,
        giver: &mut Unit<T>,
        receiver: &mut Unit<T>,
        part: Part,
        precision: Precision,
    ) -> Result<(), Misfit> {
        let men = self.men_of(giver, part)?;
        let regiments = if let Soldiers::Regiments(count) = part.soldiers { count } else { 0 };
        let moved = Unit { men, regiments, batteries: part.batteries, traits: giver.traits.clone() };
        let left = Unit {
            men: giver.men - men,
            regiments: giver.regiments - regiments,
            batteries: giver.batteries - part.batteries,
            traits: giver.traits.clone(),
        };
        let joined = join(receiver, &moved, precision);
        self.check_changed(Which::Giver, &left)?;
        self.check_changed(Which::Receiver, &joined)?;
        (*giver, *receiver) = (left, joined);
        Ok(())
    }

    /// How many men a part of a unit is; more than there is of it is a misfit.
    fn men_of<T: Ord>(&self, unit: &Unit<T>, part: Part) -> Result<u32, Misfit> {
        let has = |what, has: u32, wanted: u32, allowed| {
            let would_be = i64::from(has) - i64::from(wanted);
            if would_be < 0 { Err(Misfit { which: Which::Giver, what, would_be, allowed }) } else { Ok(()) }
        };
        has(Component::Batteries, unit.batteries, part.batteries, self.batteries)?;
        let crew = self.crew_of(unit.batteries).min(unit.men);
        let soldiers = unit.men - crew;
        let moved = match part.soldiers {
            Soldiers::Men(men) => men,
            Soldiers::Regiments(count) => {
                has(
                    Component::Regiments,
                    unit.regiments,
                    count,
                    self.regiments.unwrap_or(Bounds { least: 0, most: 0 }),
                )?;
                let share = Share::new(i64::from(count), i64::from(unit.regiments));
                u32::try_from(share.of_count(u64::from(soldiers), Rounding::Down)).unwrap_or(u32::MAX)
            }
        };
        has(Component::Men, soldiers, moved, self.men)?;
        let men = moved.saturating_add(self.crew_of(part.batteries));
        has(Component::Men, unit.men, men, self.men)?;
        Ok(men)
    }

    /// Makes one unit of two of this kind. Means are those of all men, also of those who find no place.
    pub fn merge<T: Ord + Clone>(&self, one: &Unit<T>, other: &Unit<T>, precision: Precision) -> Merged<T> {
        let mut unit = join(one, other, precision);
        let (men, batteries) = (unit.men, unit.batteries);
        unit.batteries = batteries.min(self.batteries.most);
        unit.men = men.min(self.merged_men.saturating_add(self.crew_of(unit.batteries)));
        unit.regiments = self.regiments.map_or(unit.regiments, |bounds| unit.regiments.min(bounds.most));
        Merged { lost_men: men - unit.men, lost_batteries: batteries - unit.batteries, unit }
    }

    /// Adds soldiers and batteries to a unit, whole or not at all, up to the most of its kind.
    pub fn reinforce<T: Ord>(
        &self,
        unit: &mut Unit<T>,
        regiments: u32,
        soldiers: u32,
        batteries: u32,
    ) -> Result<(), Misfit> {
        let men = unit.men.saturating_add(soldiers).saturating_add(self.crew_of(batteries));
        let (sum, guns) = (unit.regiments.saturating_add(regiments), unit.batteries.saturating_add(batteries));
        let up_to = |bounds: Bounds| Bounds { least: 0, ..bounds };
        if let Some(regiments) = self.regiments {
            within(Which::Receiver, Component::Regiments, sum, up_to(regiments))?;
        }
        within(Which::Receiver, Component::Batteries, guns, up_to(self.batteries))?;
        within(Which::Receiver, Component::Men, men, up_to(self.men))?;
        (unit.men, unit.regiments, unit.batteries) = (men, sum, guns);
        Ok(())
    }
}

/// Two units as one, their traits weighted by men. A trait that one of them lacks counts as nothing there.
fn join<T: Ord + Clone>(one: &Unit<T>, other: &Unit<T>, precision: Precision) -> Unit<T> {
    let names = one.traits.keys().chain(other.traits.keys());
    let rows = names.map(|name| {
        let weighed = [one, other].map(|unit| (unit.traits.get(name).copied().unwrap_or_default(), unit.men));
        (name.clone(), weighted_mean(&weighed, precision))
    });
    Unit {
        traits: rows.collect(),
        men: one.men.saturating_add(other.men),
        batteries: one.batteries.saturating_add(other.batteries),
        regiments: one.regiments.saturating_add(other.regiments),
    }
}

/// The mean of values weighted by men, halves rounded up; of no men it is nothing.
fn weighted_mean(values: &[(Amount, u32)], precision: Precision) -> Amount {
    let men: i128 = values.iter().map(|(_, men)| i128::from(*men)).sum();
    let sum: i128 = values.iter().map(|(value, men)| i128::from(value.in_hundredths()) * i128::from(*men)).sum();
    let unit = match precision {
        Precision::Whole => 100,
        Precision::Hundredths => 1,
    };
    let mean = Rounding::HalfUp.divide(sum, men * unit) * unit;
    Amount::hundredths(i64::try_from(mean).unwrap_or(i64::MAX))
}

/// What comes of the men of a unit that is disbanded, at home or abroad.
pub fn disband(men: u32, abroad: Option<Abroad>) -> Disbanded {
    let Some(abroad) = abroad else { return Disbanded { back: men, lost: 0, points: 0 } };
    let lost = abroad.loss.of_count(u64::from(men), abroad.rounding);
    let lost = u32::try_from(lost).unwrap_or(men).min(men);
    Disbanded { back: men - lost, lost, points: men / abroad.men_per_point.max(1) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    const fn bounds(least: u32, most: u32) -> Bounds {
        Bounds { least, most }
    }

    /// Infantry by the regiment.
    const REGIMENTS: Kind = Kind {
        men: bounds(1800, 3100),
        batteries: bounds(0, 1),
        regiments: Some(bounds(3, 5)),
        battery_crew: 100,
        merged_men: 3000,
        keeps_least: true,
    };
    /// Infantry by the man.
    const MEN: Kind = Kind {
        men: bounds(2001, 4000),
        batteries: bounds(0, 1),
        regiments: None,
        battery_crew: 0,
        merged_men: 4000,
        keeps_least: false,
    };

    fn unit(men: u32, regiments: u32, batteries: u32, quality: i64) -> Unit<&'static str> {
        Unit { men, batteries, regiments, traits: BTreeMap::from([("quality", Amount::whole(quality))]) }
    }

    fn sizes(unit: &Unit<&'static str>) -> (u32, u32, u32) {
        (unit.men, unit.regiments, unit.batteries)
    }

    fn regiments(count: u32, batteries: u32) -> Part {
        Part { soldiers: Soldiers::Regiments(count), batteries }
    }

    #[test]
    fn slag_5_9_a_brigade_has_three_to_five_regiments_and_at_most_a_battery() {
        let new = |regiments: u32, batteries: u32| {
            let men = REGIMENTS.full_men(regiments, 600, batteries);
            REGIMENTS.check_new(&unit(men, regiments, batteries, 5)).map(|()| men)
        };
        assert_eq!([new(3, 0), new(5, 1)], [Ok(1800), Ok(3100)]);
        assert_eq!(new(2, 0).unwrap_err().what, Component::Regiments);
        assert_eq!(new(6, 0).unwrap_err().allowed, bounds(3, 5));
        assert_eq!(new(4, 2).unwrap_err().what, Component::Batteries);
    }

    #[test]
    fn slag_5_11e_a_regiment_moves_with_its_part_of_the_men_and_a_battery_with_a_hundred() {
        let (mut giver, mut receiver) = (unit(2900, 5, 1, 5), unit(1900, 3, 0, 8));
        REGIMENTS.transfer(&mut giver, &mut receiver, regiments(1, 0), Precision::Whole).unwrap();
        assert_eq!((sizes(&giver), sizes(&receiver)), ((2340, 4, 1), (2460, 4, 0)));
        assert_eq!(receiver.traits["quality"], Amount::whole(7), "7.32 by 1900 men of 8 and 560 of 5");
        REGIMENTS.transfer(&mut giver, &mut receiver, regiments(0, 1), Precision::Whole).unwrap();
        assert_eq!((sizes(&giver), sizes(&receiver)), ((2240, 4, 0), (2560, 4, 1)));
    }

    #[test]
    fn slag_5_11j_a_transfer_that_leaves_either_out_of_bounds_moves_nothing() {
        let (mut giver, mut receiver) = (unit(1900, 3, 0, 5), unit(1900, 3, 0, 8));
        let misfit = REGIMENTS.transfer(&mut giver, &mut receiver, regiments(1, 0), Precision::Whole).unwrap_err();
        assert_eq!((misfit.which, misfit.would_be, misfit.allowed), (Which::Giver, 1267, bounds(1800, 3100)));
        assert_eq!((sizes(&giver), sizes(&receiver)), ((1900, 3, 0), (1900, 3, 0)));
        let misfit = REGIMENTS.transfer(&mut giver, &mut receiver, regiments(4, 0), Precision::Whole).unwrap_err();
        assert_eq!((misfit.what, misfit.would_be), (Component::Regiments, -1));
    }

    #[test]
    fn men_who_serve_a_battery_do_not_go_without_it() {
        let kind = Kind { regiments: None, keeps_least: false, ..REGIMENTS };
        let (mut giver, mut receiver) = (unit(1000, 0, 1, 5), unit(1900, 0, 0, 5));
        let part = |men, batteries| Part { soldiers: Soldiers::Men(men), batteries };
        let misfit = kind.transfer(&mut giver, &mut receiver, part(901, 0), Precision::Whole).unwrap_err();
        assert_eq!((misfit.what, misfit.would_be), (Component::Men, -1));
        kind.transfer(&mut giver, &mut receiver, part(900, 1), Precision::Whole).unwrap();
        assert_eq!((sizes(&giver), sizes(&receiver)), ((0, 0, 0), (2900, 0, 1)));
    }

    #[test]
    fn slag_5_12_merged_units_keep_3000_men_and_a_battery_and_weighted_means() {
        let merged = REGIMENTS.merge(&unit(2000, 4, 1, 10), &unit(1000, 2, 1, 16), Precision::Whole);
        assert_eq!((sizes(&merged.unit), merged.lost_men, merged.lost_batteries), ((3000, 5, 1), 0, 1));
        assert_eq!(merged.unit.traits["quality"], Amount::whole(12));
        let merged = REGIMENTS.merge(&unit(2400, 4, 1, 5), &unit(1800, 3, 0, 5), Precision::Whole);
        assert_eq!((merged.unit.men, merged.lost_men), (3100, 1100), "a hundred serve the battery");
    }

    #[test]
    fn slag_5_14l_a_full_unit_takes_no_more() {
        let mut worn = unit(2600, 5, 0, 5);
        assert_eq!(REGIMENTS.reinforce(&mut worn, 1, 600, 0).unwrap_err().what, Component::Regiments);
        let mut small = unit(2600, 4, 0, 5);
        let misfit = REGIMENTS.reinforce(&mut small, 1, 600, 0).unwrap_err();
        assert_eq!((misfit.what, misfit.would_be), (Component::Men, 3200));
    }

    #[test]
    fn sow_4_9_4_11_strengths_by_the_man_and_minima_bind_at_building_alone() {
        assert_eq!(
            [2000, 2001, 4000, 4001].map(|men| MEN.check_new(&unit(men, 0, 0, 5)).is_ok()),
            [false, true, true, false]
        );
        let (mut giver, mut receiver) = (unit(2100, 0, 1, 5), unit(3000, 0, 0, 9));
        let part = Part { soldiers: Soldiers::Men(500), batteries: 1 };
        MEN.transfer(&mut giver, &mut receiver, part, Precision::Hundredths).unwrap();
        assert_eq!((sizes(&giver), sizes(&receiver)), ((1600, 0, 0), (3500, 0, 1)));
        assert_eq!(receiver.traits["quality"].to_string(), "8.43");
        let part = Part { soldiers: Soldiers::Men(501), batteries: 0 };
        let misfit = MEN.transfer(&mut giver, &mut receiver, part, Precision::Hundredths).unwrap_err();
        assert_eq!((misfit.which, misfit.would_be), (Which::Receiver, 4001));
    }

    #[test]
    fn sow_4_13_an_oversized_merge_goes_through_and_the_surplus_is_lost() {
        let merged = MEN.merge(&unit(2500, 0, 1, 5), &unit(2200, 0, 1, 5), Precision::Hundredths);
        assert_eq!((sizes(&merged.unit), merged.lost_men, merged.lost_batteries), ((4000, 0, 1), 700, 1));
        let merged = MEN.merge(&unit(3000, 0, 0, 5), &unit(1000, 0, 0, 9), Precision::Hundredths);
        assert_eq!(merged.unit.traits["quality"], Amount::whole(6));
    }

    #[test]
    fn sow_4_14s_the_most_of_a_kind_binds_reinforcements() {
        let mut full = unit(3800, 0, 0, 5);
        assert_eq!(MEN.reinforce(&mut full, 0, 201, 0).unwrap_err().would_be, 4001);
        assert_eq!(MEN.reinforce(&mut full, 0, 200, 1), Ok(()));
    }

    #[test]
    fn slag_5_15g_sow_4_15h_abroad_two_in_five_are_lost_and_points_go_by_all_men() {
        let abroad = Abroad { loss: Share::percent(40), rounding: Rounding::Up, men_per_point: 250 };
        assert_eq!(disband(2500, Some(abroad)), Disbanded { back: 1500, lost: 1000, points: 10 });
        assert_eq!(disband(2499, Some(abroad)), Disbanded { back: 1499, lost: 1000, points: 9 });
        assert_eq!(disband(900, None), Disbanded { back: 900, lost: 0, points: 0 });
    }

    proptest! {
        #[test]
        fn men_and_batteries_are_conserved_by_transfers_and_merges(
            one in (0..4000_u32, 0..6_u32, 0..3_u32), other in (0..4000_u32, 0..6_u32, 0..3_u32),
            count in 0..4500_u32, batteries in 0..3_u32, by_regiment in any::<bool>(),
        ) {
            let kind = if by_regiment { REGIMENTS } else { MEN };
            let soldiers = if by_regiment { Soldiers::Regiments(count % 6) } else { Soldiers::Men(count) };
            let (mut giver, mut receiver) = (unit(one.0, one.1, one.2, 4), unit(other.0, other.1, other.2, 9));
            let before = (giver.clone(), receiver.clone());
            let merged = kind.merge(&giver, &receiver, Precision::Whole);
            prop_assert_eq!(merged.unit.men + merged.lost_men, one.0 + other.0);
            prop_assert_eq!(merged.unit.batteries + merged.lost_batteries, one.2 + other.2);
            prop_assert!(merged.unit.men == 0 || (400..=900).contains(&merged.unit.traits["quality"].in_hundredths()));
            let done = kind.transfer(&mut giver, &mut receiver, Part { soldiers, batteries }, Precision::Hundredths);
            prop_assert_eq!(giver.men + receiver.men, one.0 + other.0);
            prop_assert_eq!(giver.batteries + receiver.batteries, one.2 + other.2);
            if done.is_err() {
                prop_assert_eq!((giver, receiver), before);
            }
        }
    }
}
