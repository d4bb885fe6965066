//! The wall clock of a zone: from an instant to local time and back, and how a deadline is printed.

use chrono::{DateTime, Datelike, NaiveDateTime, TimeDelta, TimeZone};
use chrono_tz::Tz;

/// Zones stay within these hours of UTC; the search for the end of a gap spans them.
const WEST_OF_ALL: TimeDelta = TimeDelta::hours(15);

/// What the wall clock shows at an instant; `None` outside the calendar.
pub(super) fn local(at: i64, zone: Tz) -> Option<NaiveDateTime> {
    let at = DateTime::from_timestamp(at, 0)?;
    (-200_000..200_000).contains(&at.year()).then(|| at.with_timezone(&zone).naive_local())
}

/// The instant when the wall clock first shows a time; of a time that it skips, the end of the gap.
pub(super) fn instant(wall: NaiveDateTime, zone: Tz) -> i64 {
    match zone.from_local_datetime(&wall).earliest() {
        Some(at) => at.timestamp(),
        None => end_of_gap(wall, zone),
    }
}

/// Both instants when a wall clock shows a time, the earlier first; one of them for ordinary times, none in a gap.
pub(super) fn instants(wall: NaiveDateTime, zone: Tz) -> Vec<DateTime<Tz>> {
    let found = zone.from_local_datetime(&wall);
    let mut all: Vec<_> = [found.earliest(), found.latest()].into_iter().flatten().collect();
    all.dedup();
    all
}

/// The first instant whose wall clock shows a time at or after the one that is skipped.
fn end_of_gap(wall: NaiveDateTime, zone: Tz) -> i64 {
    let shown = |at: i64| local(at, zone).is_some_and(|shown| shown >= wall);
    let mut before = (wall - WEST_OF_ALL).and_utc().timestamp();
    let mut after = (wall + WEST_OF_ALL).and_utc().timestamp();
    while after - before > 1 {
        let middle = before + (after - before) / 2;
        if shown(middle) {
            after = middle;
        } else {
            before = middle;
        }
    }
    after
}

/// A deadline in a zone and in UTC: `Fri 27 Nov 2026 20:00 CET (19:00 UTC)`. The date in UTC stands only where it differs.
pub fn print_deadline(at: i64, zone: Tz) -> String {
    let Some(local) = local(at, zone) else {
        return format!("second {at}");
    };
    let Some(utc) = DateTime::from_timestamp(at, 0) else {
        return format!("second {at}");
    };
    let date = local.format("%a %-d %b %Y");
    let clock =
        |time: NaiveDateTime| time.format(if at.rem_euclid(60) == 0 { "%H:%M" } else { "%H:%M:%S" }).to_string();
    if zone == Tz::UTC {
        return format!("{date} {} UTC", clock(local));
    }
    let short = short_name(at, zone);
    let day = if utc.date_naive() == local.date() { String::new() } else { utc.format("%a %-d %b ").to_string() };
    format!("{date} {} {short} ({day}{} UTC)", clock(local), clock(utc.naive_utc()))
}

/// `CET`; for zones without letters the distance from UTC, `UTC-03:00`.
pub(super) fn short_name(at: i64, zone: Tz) -> String {
    let Some(at) = DateTime::from_timestamp(at, 0) else {
        return zone.name().to_owned();
    };
    let at = at.with_timezone(&zone);
    let name = at.format("%Z").to_string();
    if name.starts_with(|first: char| first.is_ascii_alphabetic()) { name } else { at.format("UTC%:z").to_string() }
}
