//! What numbers of the calendar, of taxes, of paper and of all else that is counted may be: no turn could be reckoned with others.

use serde::Serialize;
use serde_json::Value;

use super::document::Document;

/// Nothing is more, be it counted or paid.
const MOST: i64 = 10_000_000;
/// Nothing of the calendar is more.
const MOST_TURNS: i64 = 1_000;
/// No die has more faces.
const MOST_FACES: i64 = 100;
/// No year is later.
const LAST_YEAR: i64 = 9_000;

/// The first number that cannot be, with its path.
pub(super) fn check(given: &Document) -> Result<(), String> {
    for (path, number, least, most) in bounds(given) {
        within(path, number, least, most)?;
    }
    for (path, rates) in [("law.US", &given.law.union), ("law.CS", &given.law.confederacy)] {
        all_within(path, rates, 100)?;
    }
    all_within("morale", &given.morale, MOST)?;
    all_within("kentucky", &given.kentucky, MOST)?;
    all_within("treasury", &given.treasury, MOST)?;
    all_within("tables", &given.tables, MOST)
}

/// What is divided by, or counted up to.
fn bounds(given: &Document) -> [(&'static str, i64, i64, i64); 15] {
    let (calendar, tables) = (&given.calendar, &given.tables);
    let (paper, transports) = (&tables.paper, &tables.transports);
    let (congress, new) = (&tables.congress, &tables.new_units);
    [
        ("calendar.first_year", calendar.first_year.into(), 1, LAST_YEAR),
        ("calendar.turns_per_campaign", calendar.turns_per_campaign.into(), 1, MOST_TURNS),
        ("calendar.campaigns", calendar.campaigns.into(), 1, MOST_TURNS),
        ("tables.paper.morale_fall", paper.morale_fall, 1, MOST),
        ("tables.paper.morale_rise", paper.morale_rise, 1, MOST),
        ("tables.paper.turns", paper.turns, 1, MOST_TURNS),
        ("tables.transports.per", transports.per.into(), 1, MOST),
        ("tables.transports.per_man", transports.per_man.into(), 1, MOST),
        ("tables.prices.ship_crew", tables.prices.ship_crew.into(), 1, MOST),
        ("tables.waiting.upkeep", tables.waiting.upkeep, 0, MOST),
        ("tables.congress.time_to_sign", congress.time_to_sign, 0, MOST),
        ("tables.congress.carried[1]", congress.carried[1].into(), 1, MOST),
        ("tables.congress.overruled[1]", congress.overruled[1].into(), 1, MOST),
        ("the number of tables.new_units.older", new.older.len() as i64, 1, MOST_FACES),
        ("the number of tables.new_units.luck", new.luck.len() as i64, 1, MOST_FACES),
    ]
}

fn within(path: &str, number: i64, least: i64, most: i64) -> Result<(), String> {
    match (least..=most).contains(&number) {
        true => Ok(()),
        false => Err(format!("{path} is from {least} to {most}, and not {number}")),
    }
}

fn all_within(path: &str, part: &impl Serialize, most: i64) -> Result<(), String> {
    let value = serde_json::to_value(part).map_err(|why| format!("{path}: {why}"))?;
    all_of(path, &value, most)
}

fn all_of(path: &str, value: &Value, most: i64) -> Result<(), String> {
    match value {
        Value::Number(number) => within(path, number.as_i64().unwrap_or(i64::MAX), -most, most),
        Value::Array(rows) => rows.iter().try_for_each(|row| all_of(path, row, most)),
        Value::Object(rows) => rows.iter().try_for_each(|(key, row)| all_of(&format!("{path}.{key}"), row, most)),
        _ => Ok(()),
    }
}
