//! Units as the kit changes them: what their kind may be (5.9, 5.11, 5.12), and what of them is a mean.

use std::collections::BTreeMap;

use kit::amount::{Amount, Rounding};
use kit::forces::kind::{Bounds, Component, Kind as Shape, Misfit, Unit as Strength, Which};

use super::scenario::{Between, Scenario};
use super::side::Kind;
use super::state::Unit;

/// What of a unit is a mean of its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trait {
    Quality,
    Experience,
    Morale,
    Supplies,
    Fatigue,
    Ammunition,
}

/// What a kind of unit may be; none of headquarters and bridges, which give and take nothing (5.11).
pub fn shape(scenario: &Scenario, kind: Kind) -> Option<Shape> {
    let row = scenario.tables().units.get(&kind).filter(|_| kind.is_formed())?;
    let men = &scenario.tables().men;
    let each = kind.regiments_of().map_or(0, |arm| men.of(arm));
    let crew = kind.batteries_of().map_or(0, |arm| men.of(arm));
    let bounds = |between: Between| Bounds { least: between.least, most: between.most };
    Some(Shape {
        men: Bounds {
            least: row.regiments.least * each + row.batteries.least * crew,
            most: row.regiments.most * each + row.batteries.most * crew,
        },
        batteries: bounds(row.batteries),
        regiments: kind.regiments_of().map(|_| bounds(row.regiments)),
        battery_crew: crew,
        // D58: the men of the regiments, a battery's hundred apart.
        merged_men: row.regiments.most * each,
        keeps_least: true,
    })
}

/// A unit as the kit knows it.
pub fn strength_of(unit: &Unit) -> Strength<Trait> {
    let whole = |value: u32| Amount::whole(i64::from(value));
    let traits = [
        (Trait::Quality, whole(unit.quality)),
        (Trait::Experience, whole(unit.experience)),
        (Trait::Morale, whole(unit.morale)),
        (Trait::Supplies, whole(unit.supplies)),
        (Trait::Fatigue, whole(unit.fatigue)),
        (Trait::Ammunition, whole(unit.ammunition)),
    ];
    Strength { men: unit.men, batteries: unit.batteries, regiments: unit.regiments, traits: BTreeMap::from(traits) }
}

/// The unit is what the kit made of it.
pub fn set_strength(unit: &mut Unit, strength: &Strength<Trait>) {
    let whole = |of: Trait, now: u32| {
        let value = strength.traits.get(&of).map_or(i64::from(now), |value| value.in_whole(Rounding::HalfUp));
        u32::try_from(value).unwrap_or(now)
    };
    (unit.men, unit.batteries, unit.regiments) = (strength.men, strength.batteries, strength.regiments);
    unit.quality = whole(Trait::Quality, unit.quality);
    unit.experience = whole(Trait::Experience, unit.experience);
    unit.morale = whole(Trait::Morale, unit.morale);
    unit.supplies = whole(Trait::Supplies, unit.supplies);
    unit.fatigue = whole(Trait::Fatigue, unit.fatigue);
    unit.ammunition = whole(Trait::Ammunition, unit.ammunition);
}

/// Why a unit would not be what its kind allows: "US1IN would have 1267 men, and 1800 to 3100 are allowed". Who gives need not know
/// how strong the other unit is.
pub fn misfit_words(misfit: Misfit, giver: &str, receiver: &str) -> String {
    let name = if misfit.which == Which::Giver { giver } else { receiver };
    let what = match misfit.what {
        Component::Men => "men",
        Component::Batteries => "batteries",
        Component::Regiments => "regiments",
    };
    if misfit.would_be < 0 {
        return format!("{name} has not so many {what} to give.");
    }
    let allowed = Between { least: misfit.allowed.least, most: misfit.allowed.most }.words();
    match misfit.which {
        Which::Giver => format!("{name} would have {} {what}, and {allowed} are allowed.", misfit.would_be),
        Which::Receiver => format!("{name} would have too many {what} or too few: {allowed} are allowed."),
    }
}
