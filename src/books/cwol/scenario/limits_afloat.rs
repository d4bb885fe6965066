//! What the numbers of ships on rivers may not be: no fight could be reckoned with them (SNNM).

use super::tables::Tables;

/// Nothing that is counted in them is more.
const MOST: u32 = 1_000;

/// Each complaint names the number.
pub(super) fn check(tables: &Tables) -> Result<(), String> {
    if let Some((name, value)) = counts(tables).into_iter().find(|(_, value)| !(1..=MOST).contains(value)) {
        return Err(format!("tables: {name} is {value}, and it is from 1 to {MOST}"));
    }
    if let Some((name, value)) = shares(tables).into_iter().find(|(_, value)| *value > 100) {
        return Err(format!("tables: {name} is {value}, and it is at most 100"));
    }
    let (luck, flee, battery) = (&tables.combat.luck, &tables.flee, &tables.battery);
    if luck.is_empty() || luck.iter().any(|luck| *luck > MOST) {
        return Err(format!("tables: combat.luck has one number at least, none above {MOST}"));
    }
    if !(flee.least..=MOST).contains(&flee.most) {
        return Err(format!("tables: flee.most is from {} to {MOST}, and it is {}", flee.least, flee.most));
    }
    if battery.damaged > battery.destroyed {
        return Err("tables: battery.damaged is above battery.destroyed".to_owned());
    }
    match tables.strength.iter().find(|(_, strength)| **strength > MOST) {
        Some((class, strength)) => {
            Err(format!("tables: strength.{} is {strength}, and {MOST} is the most", class.code()))
        }
        None => Ok(()),
    }
}

/// What is at least one.
fn counts(tables: &Tables) -> [(&'static str, u32); 11] {
    let (combat, battery) = (&tables.combat, &tables.battery);
    [
        ("sailing.speed", tables.sailing.speed),
        ("sailing.steps", tables.sailing.steps),
        ("combat.rounds", combat.rounds),
        ("combat.hull", combat.hull),
        ("flee.least", tables.flee.least),
        ("battery.whole", battery.whole),
        ("battery.damaged", battery.damaged),
        ("battery.destroyed", battery.destroyed),
        ("battery.flat", battery.flat),
        ("battery.hill", battery.hill),
        ("battery.high_hill", battery.high_hill),
    ]
}

/// What is in a hundred.
fn shares(tables: &Tables) -> [(&'static str, u32); 14] {
    let (combat, bombard) = (&tables.combat, &tables.bombard);
    [
        ("combat.glance", combat.glance),
        ("combat.unarmed", combat.unarmed),
        ("combat.break_at", combat.break_at),
        ("combat.margin", combat.margin),
        ("combat.crew", combat.crew),
        ("combat.damage", combat.damage),
        ("combat.manned", combat.manned),
        ("combat.quality", combat.quality),
        ("combat.unskilled", combat.unskilled),
        ("combat.capture", combat.capture),
        ("bombard.open", bombard.open),
        ("bombard.rough", bombard.rough),
        ("bombard.city", bombard.city),
        ("bombard.fort", bombard.fort),
    ]
}
