//! Reads cron expressions as people write them in a crontab.

use std::str::FromStr;

use chrono::DateTime;
use cron::Schedule;

use super::ScheduleError;

/// What an expression is made of.
const FIELDS: &str = "its fields are minute (0-59), hour (0-23), day (1-31), month and weekday";

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// An expression that can be read and fits some date.
pub(super) fn parse(kind: &str, cron: &str) -> Result<Schedule, ScheduleError> {
    let bad = |why: String| ScheduleError::BadCron { kind: kind.to_owned(), cron: cron.to_owned(), why };
    let rewritten = rewrite(cron).map_err(bad)?;
    let schedule = Schedule::from_str(&rewritten).map_err(|_| bad(FIELDS.to_owned()))?;
    if schedule.after(&DateTime::UNIX_EPOCH).next().is_none() {
        return Err(ScheduleError::NeverFires { kind: kind.to_owned(), cron: cron.to_owned() });
    }
    Ok(schedule)
}

/// Six fields with weekdays by name, as the `cron` crate wants them: it counts weekdays from Sunday 1, crontab from 0.
fn rewrite(cron: &str) -> Result<String, String> {
    let fields: Vec<&str> = cron.split_whitespace().collect();
    let (seconds, rest) = match fields.as_slice() {
        [shorthand] if shorthand.starts_with('@') => return Ok((*shorthand).to_owned()),
        [_, _, _, _, _] => ("0", &fields[..]),
        [seconds, rest @ ..] if rest.len() == 5 => (*seconds, rest),
        _ => {
            let count = fields.len();
            return Err(format!(
                "it has {count} fields, not 5 (minute hour day month weekday) or 6 (with seconds first)"
            ));
        }
    };
    let days = weekdays(rest[4])?;
    Ok(format!("{seconds} {} {days}", rest[..4].join(" ")))
}

/// The weekday field as a list of names, or `*`.
fn weekdays(field: &str) -> Result<String, String> {
    let mut wanted = [false; 7];
    for part in field.split(',') {
        for day in days_of(part)? {
            wanted[day] = true;
        }
    }
    if wanted.iter().all(|day| *day) {
        return Ok("*".to_owned());
    }
    let names: Vec<&str> = (0..7).filter(|day| wanted[*day]).map(|day| &DAYS[day][..3]).collect();
    Ok(names.join(","))
}

/// One part of the field: `Fri`, `5`, `Mon-Fri`, `Fri-Mon`, `*`, each but a single day also with `/2`.
fn days_of(part: &str) -> Result<Vec<usize>, String> {
    let (range, step) = match part.split_once('/') {
        Some((range, step)) => (range, step.parse().ok().filter(|step| (1..=7).contains(step))),
        None => (part, Some(1)),
    };
    let step: usize = step.ok_or_else(|| format!("`{part}` does not step by 1 to 7 weekdays"))?;
    let (first, last) = match range.split_once('-') {
        _ if range == "*" || range == "?" => (0, 6),
        Some((first, last)) => (day(first)?, day(last)?),
        None if part.contains('/') => {
            return Err(format!("`{part}` steps from a single weekday; write a range"));
        }
        None => return Ok(vec![day(range)?]),
    };
    let length = (last + 7 - first) % 7;
    let all_week = range.ends_with("-7") && first == 0;
    let length = if all_week { 6 } else { length };
    Ok((0..=length).step_by(step).map(|ahead| (first + ahead) % 7).collect())
}

/// A weekday by number as in crontab, or by at least three letters of its name.
fn day(word: &str) -> Result<usize, String> {
    if let Ok(number) = word.parse::<usize>()
        && number <= 7
    {
        return Ok(number % 7);
    }
    weekday(word).ok_or_else(|| format!("`{word}` is no weekday; write Mon to Sun"))
}

/// A weekday by at least three letters of its name, Sunday first.
pub(super) fn weekday(word: &str) -> Option<usize> {
    let begins = |day: &str| day.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    DAYS.iter().position(|day| word.len() >= 3 && begins(day))
}
