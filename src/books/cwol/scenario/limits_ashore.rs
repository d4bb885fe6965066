//! What numbers of the tables of armies can be: a game whose game master chose others is refused, for no turn could be
//! reckoned with them.

use board::tactical::Tac;

use super::armies::{Battle, LandTable};
use super::tables::Tables;

/// The most that any of them is.
const MOST: u64 = 10_000;

/// The first number that cannot be, with its path.
pub(super) fn check(tables: &Tables) -> Result<(), String> {
    of_marches(&tables.land)?;
    of_battles(&tables.battle)
}

fn within(path: &str, number: u64, least: u64, most: u64) -> Result<(), String> {
    match (least..=most).contains(&number) {
        true => Ok(()),
        false => Err(format!("tables.{path} is from {least} to {most}, and not {number}")),
    }
}

fn of_marches(land: &LandTable) -> Result<(), String> {
    for (path, squares) in [
        ("land.rail", land.rail),
        ("land.river", land.river),
        ("land.sight", land.sight),
        ("land.cavalry_sight", land.cavalry_sight),
    ] {
        within(path, squares.into(), 1, MOST)?;
    }
    for (kind, rate) in &land.rate {
        within(&format!("land.rate.{}", kind.code()), (*rate).into(), 0, MOST)?;
    }
    for tenths in land.ground.values() {
        within("land.ground", (*tenths).into(), 1, MOST)?;
    }
    let [column, row] = land.entry;
    match Tac::new(column, row) {
        Some(_) => Ok(()),
        None => Err(format!("tables.land.entry is a tactical square, and {column}-{row} is none")),
    }
}

fn of_battles(battle: &Battle) -> Result<(), String> {
    within("battle.die, of which there are as many as faces,", battle.die.len() as u64, 1, 100)?;
    for face in &battle.die {
        within("battle.die", *face, 1, MOST)?;
    }
    for (path, number) in [
        ("battle.traits", battle.traits),
        ("battle.fatigue", battle.fatigue),
        ("battle.far", battle.far),
        ("battle.unsupplied", battle.unsupplied),
        ("battle.corps", battle.corps),
        ("battle.army", battle.army),
    ] {
        within(path, number, 1, MOST)?;
    }
    for (path, number) in
        [("battle.battery", battle.battery), ("battle.ground", battle.ground), ("battle.work", battle.work)]
    {
        within(path, number, 0, MOST)?;
    }
    within("battle.experience", battle.experience.into(), 0, 100)?;
    // Shares of a side's men, in a hundred.
    for share in battle.loser.iter().chain(&battle.winner) {
        within("battle.loser and winner", *share, 0, 100)?;
    }
    Ok(())
}
