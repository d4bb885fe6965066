//! Deadlines across clock changes, grace, reminders, and times as people write them.

use chrono::{DateTime, NaiveDateTime, TimeZone};
use chrono_tz::Tz;
use proptest::prelude::*;

use super::*;

fn timetable(zone: Tz, cron: &str, least_minutes: u32) -> Timetable {
    let rhythm = Rhythm { cron: cron.to_owned(), least_minutes };
    Timetable {
        zone,
        rhythms: BTreeMap::from([("tactical".to_owned(), rhythm)]),
        grace_minutes: default_grace(),
        reminders_minutes: default_reminders(),
        pace: Pace::default(),
    }
}

fn utc(text: &str) -> i64 {
    DateTime::parse_from_rfc3339(text).expect("an instant").timestamp()
}

/// The deadline that follows, in UTC.
fn next(zone: Tz, cron: &str, opened: &str) -> String {
    let at = next_deadline(&timetable(zone, cron, 0), "tactical", utc(opened)).expect("a deadline");
    DateTime::from_timestamp(at, 0).expect("in range").format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[test]
fn a_weekly_rhythm_follows_the_wall_clock_through_summer_and_winter() {
    assert_eq!(next(Tz::Europe__Berlin, "0 20 * * Fri", "2026-10-20T00:00:00Z"), "2026-10-23T18:00:00Z");
    assert_eq!(next(Tz::Europe__Berlin, "0 20 * * Fri", "2026-10-24T00:00:00Z"), "2026-10-30T19:00:00Z");
}

#[test]
fn a_skipped_hour_does_not_lose_the_turn() {
    assert_eq!(next(Tz::Europe__Berlin, "30 2 * * *", "2026-03-28T12:00:00Z"), "2026-03-29T01:00:00Z");
    assert_eq!(next(Tz::Europe__Berlin, "30 2 * * *", "2026-03-29T01:00:00Z"), "2026-03-30T00:30:00Z");
    assert_eq!(next(Tz::America__New_York, "30 2 * * *", "2026-03-07T12:00:00Z"), "2026-03-08T07:00:00Z");
    assert_eq!(next(Tz::Australia__Lord_Howe, "15 2 * * *", "2026-10-03T12:00:00Z"), "2026-10-03T15:30:00Z");
}

#[test]
fn a_midnight_that_is_skipped_falls_on_the_first_minute_of_the_day() {
    assert_eq!(next(Tz::Africa__Cairo, "0 0 * * *", "2026-04-23T12:00:00Z"), "2026-04-23T22:00:00Z");
    assert_eq!(next(Tz::Africa__Cairo, "0 0 * * *", "2026-04-23T22:00:00Z"), "2026-04-24T21:00:00Z");
}

#[test]
fn a_timetable_that_lacks_a_kind_of_phase_names_it() {
    let kinds = timetable(Tz::UTC, "0 20 * * Fri", 0).rhythms.into_keys().collect::<Vec<_>>();
    let known: Vec<&str> = kinds.iter().map(String::as_str).collect();
    let timetable = timetable(Tz::UTC, "0 20 * * Fri", 0);
    assert_eq!(timetable.check_kinds(&known), Ok(()));
    let why = timetable.check_kinds(&["economic"]).unwrap_err().to_string();
    assert!(why.starts_with("the timetable has no rhythm for `economic` phases"), "{why}");
}

#[test]
fn an_hour_shown_twice_gives_one_deadline_at_its_first_showing() {
    assert_eq!(next(Tz::Europe__Berlin, "30 2 * * *", "2026-10-24T12:00:00Z"), "2026-10-25T00:30:00Z");
    assert_eq!(next(Tz::Europe__Berlin, "30 2 * * *", "2026-10-25T00:30:00Z"), "2026-10-26T01:30:00Z");
    assert_eq!(next(Tz::Europe__Berlin, "30 2 * * *", "2026-10-25T01:10:00Z"), "2026-10-26T01:30:00Z");
    assert_eq!(next(Tz::Australia__Lord_Howe, "45 1 * * *", "2026-04-04T12:00:00Z"), "2026-04-04T14:45:00Z");
    assert_eq!(next(Tz::Australia__Lord_Howe, "45 1 * * *", "2026-04-04T14:45:00Z"), "2026-04-05T15:15:00Z");
}

#[test]
fn a_phase_lasts_longer_than_its_least_length() {
    let table = timetable(Tz::UTC, "0 20 * * *", 36 * 60);
    let deadline = |opened: &str| next_deadline(&table, "tactical", utc(opened)).expect("a deadline");
    assert_eq!(deadline("2026-11-20T08:00:00Z"), utc("2026-11-22T20:00:00Z"));
    assert_eq!(deadline("2026-11-20T07:59:59Z"), utc("2026-11-21T20:00:00Z"));
}

/// Tuesday 20:00 with a day of grace and two days at least skipped Friday by seconds.
#[test]
fn who_is_late_costs_the_others_no_slot_and_half_of_the_least_length_is_left() {
    let table = timetable(Tz::UTC, "0 20 * * Tue,Fri", 48 * 60);
    let (tuesday, grace_over) = (utc("2026-11-24T20:00:00Z"), utc("2026-11-25T20:00:01Z"));
    let friday = utc("2026-11-27T20:00:00Z");
    assert_eq!(next_deadline(&table, "tactical", grace_over), Ok(utc("2026-12-01T20:00:00Z")));
    assert_eq!(deadline_after_grace(&table, "tactical", tuesday, grace_over), Ok(friday));
    // Without a wait it is the same as ever.
    assert_eq!(deadline_after_grace(&table, "tactical", tuesday, tuesday + 1), Ok(friday));
    // So late that less than half would be left.
    let thursday = utc("2026-11-26T20:00:00Z");
    assert_eq!(deadline_after_grace(&table, "tactical", tuesday, thursday), Ok(utc("2026-12-01T20:00:00Z")));
}

const ZONES: [Tz; 12] = [
    Tz::Europe__Berlin,
    Tz::Europe__London,
    Tz::America__New_York,
    Tz::America__St_Johns,
    Tz::America__Santiago,
    Tz::Africa__Cairo,
    Tz::Africa__Casablanca,
    Tz::Asia__Beirut,
    Tz::Asia__Jerusalem,
    Tz::Asia__Kolkata,
    Tz::Australia__Lord_Howe,
    Tz::Pacific__Chatham,
];

/// The instants from 2024 to 2040 at which a zone moves its clock.
fn clock_changes(zone: Tz) -> Vec<i64> {
    let offset = |at: i64| {
        let wall = wall::local(at, zone).expect("in range");
        wall.and_utc().timestamp() - at
    };
    let (first, last) = (utc("2024-01-01T00:00:00Z"), utc("2041-01-01T00:00:00Z"));
    let days = (first..last).step_by(86_400).filter(|day| offset(*day) != offset(day + 86_400));
    days.map(|day| {
        let (mut before, mut after) = (day, day + 86_400);
        while after - before > 1 {
            let middle = before + (after - before) / 2;
            if offset(middle) == offset(day) { before = middle } else { after = middle }
        }
        after
    })
    .collect()
}

#[test]
fn at_every_clock_change_deadlines_ascend_and_no_slot_is_lost_or_doubled() {
    for zone in ZONES {
        let table = timetable(zone, "*/15 * * * *", 0);
        for change in clock_changes(zone) {
            let mut at = change - 4 * 3600;
            let mut shown: Vec<NaiveDateTime> = Vec::new();
            while at < change + 4 * 3600 {
                let deadline = next_deadline(&table, "tactical", at).expect("a deadline");
                assert!(deadline > at, "{zone}: {at}");
                let wall = wall::local(deadline, zone).expect("in range");
                assert!(!shown.contains(&wall), "{zone}: {wall} twice");
                shown.push(wall);
                at = deadline;
            }
            let daily = timetable(zone, "7 1 * * *", 0);
            let midnight = timetable(zone, "0 0 * * *", 0);
            for table in [daily, midnight] {
                let mut at = change - 3 * 86_400;
                let mut dates = Vec::new();
                for _ in 0..6 {
                    at = next_deadline(&table, "tactical", at).expect("a deadline");
                    dates.push(wall::local(at, zone).expect("in range").date());
                }
                assert!(dates.windows(2).all(|pair| pair[0].succ_opt() == Some(pair[1])), "{zone}: {dates:?}");
            }
        }
    }
}

#[test]
fn the_zones_of_the_test_do_move_their_clocks() {
    let moving = ZONES.into_iter().filter(|zone| clock_changes(*zone).len() >= 30).count();
    assert!(moving >= 10, "only {moving}");
}

#[test]
fn weekdays_are_numbered_as_in_crontab() {
    for (numbers, names) in [
        ("0", "Sun"),
        ("7", "Sun"),
        ("5", "Fri"),
        ("1-5", "Mon-Fri"),
        ("5-7", "Fri,Sat,Sun"),
        ("0-7", "*"),
        ("*/2", "Sun,Tue,Thu,Sat"),
        ("Fri-Mon", "Fri,Sat,Sun,Mon"),
        ("monday,THURS", "Mon,Thu"),
    ] {
        let mut at = utc("2026-11-01T12:00:00Z");
        for _ in 0..14 {
            let one = next_deadline(&timetable(Tz::UTC, &format!("0 20 * * {numbers}"), 0), "tactical", at);
            let other = next_deadline(&timetable(Tz::UTC, &format!("0 0 20 * * {names}"), 0), "tactical", at);
            assert_eq!(one, other, "{numbers}");
            at = one.expect("a deadline");
        }
    }
    assert_eq!(next(Tz::UTC, "0 20 * * 5", "2026-11-20T21:00:00Z"), "2026-11-27T20:00:00Z");
}

#[test]
fn a_day_of_the_month_and_a_weekday_must_both_fit() {
    assert_eq!(next(Tz::UTC, "0 20 1-7 * Fri", "2026-11-20T00:00:00Z"), "2026-12-04T20:00:00Z");
}

#[test]
fn what_is_wrong_with_a_timetable_is_said_in_words() {
    let said = |cron: &str| timetable(Tz::UTC, cron, 0).check().expect_err("a fault").to_string();
    assert!(said("0 20 * *").contains("it has 4 fields, not 5"));
    assert!(said("0 0 20 * * Fri 2026").contains("it has 7 fields"));
    assert!(said("0 20 * * Frx").contains("`Frx` is no weekday"));
    assert!(said("0 20 * * 8").contains("`8` is no weekday"));
    assert!(said("0 20 * * 5/2").contains("steps from a single weekday"));
    assert!(said("0 25 * * *").contains("cannot be read"));
    assert!(said("0 0 30 2 *").contains("fits no date"));
    let mut table = timetable(Tz::UTC, "0 20 * * Fri", 0);
    assert_eq!(table.check(), Ok(()));
    table.reminders_minutes = vec![60, 60];
    assert_eq!(table.check(), Err(ScheduleError::BadReminder { minutes: 60, why: "listed twice" }));
    let missing = next_deadline(&table, "strategic", 0).expect_err("no rhythm").to_string();
    assert_eq!(missing, "the timetable has no rhythm for `strategic` phases; it has tactical");
}

#[test]
fn a_timetable_is_written_and_read_with_its_defaults() {
    let text = r#"{"zone": "Europe/Berlin", "rhythms": {"tactical": {"cron": "0 20 * * Fri", "least_minutes": 1440}}}"#;
    let table: Timetable = serde_json::from_str(text).expect("a timetable");
    assert_eq!((table.zone, table.grace_minutes), (Tz::Europe__Berlin, 1440));
    assert_eq!(table.reminders_minutes, [2880, 720, 180]);
    let again = serde_json::to_string(&table).expect("text");
    assert_eq!(serde_json::from_str::<Timetable>(&again).expect("a timetable"), table);
}

#[test]
fn deadlines_are_printed_in_the_zone_and_in_utc() {
    let print = |at: &str, zone| print_deadline(utc(at), zone);
    assert_eq!(print("2026-11-27T19:00:00Z", Tz::Europe__Berlin), "Fri 27 Nov 2026 20:00 CET (19:00 UTC)");
    assert_eq!(print("2026-11-27T19:00:00Z", Tz::UTC), "Fri 27 Nov 2026 19:00 UTC");
    assert_eq!(
        print("2026-11-28T02:00:30Z", Tz::America__New_York),
        "Fri 27 Nov 2026 21:00:30 EST (Sat 28 Nov 02:00:30 UTC)"
    );
    assert_eq!(print("2026-11-27T19:00:00Z", Tz::America__Sao_Paulo), "Fri 27 Nov 2026 16:00 UTC-03:00 (19:00 UTC)");
    assert_eq!(print("2026-10-25T00:30:00Z", Tz::Europe__Berlin), "Sun 25 Oct 2026 02:30 CEST (00:30 UTC)");
    assert_eq!(print("2026-10-25T01:30:00Z", Tz::Europe__Berlin), "Sun 25 Oct 2026 02:30 CET (01:30 UTC)");
}

#[test]
fn an_arrival_at_the_second_of_the_deadline_is_in_time() {
    assert_eq!([999, 1000, 1001, 1060, 1061].map(|arrived| standing(arrived, 1000, 1)), {
        use Standing::*;
        [Open, Open, Grace, Grace, Closed]
    });
    assert_eq!(standing(1001, 1000, 0), Standing::Closed);
    assert_eq!(standing(i64::MAX, i64::MAX, u32::MAX), Standing::Open);
}

#[test]
fn each_reminder_is_sent_once_and_missed_ones_are_skipped() {
    const HOUR: i64 = 3600;
    let (opened, deadline) = (0, 100 * HOUR);
    let due = |hours_left: i64, sent: &[u32]| {
        due_reminder(opened, deadline, deadline - hours_left * HOUR, &[2880, 720, 180], sent)
    };
    assert_eq!(due(49, &[]), None);
    assert_eq!(due(48, &[]), Some(2880));
    assert_eq!(due(48, &[2880]), None);
    assert_eq!(due(11, &[2880]), Some(720));
    assert_eq!(due(2, &[]), Some(180));
    assert_eq!(due(2, &[180]), None);
    assert_eq!(due(0, &[]), None);
    assert_eq!(due(-1, &[2880]), None);
}

#[test]
fn a_reminder_whose_moment_lay_before_the_phase_opened_is_dropped() {
    let day = 86_400;
    assert_eq!(due_reminder(0, day, 10, &[2880, 1440, 720], &[]), None);
    assert_eq!(due_reminder(0, day, day / 2, &[2880, 1440, 720], &[]), Some(720));
}

fn when(text: &str) -> Result<i64, ScheduleError> {
    parse_when(text, Tz::Europe__Berlin, utc("2026-11-20T10:00:00Z"))
}

#[test]
fn a_game_master_may_write_a_time_in_many_ways() {
    for text in [
        "2026-11-27 20:00",
        "2026-11-27T19:00Z",
        "2026-11-27T20:00:00+01:00",
        "2026-11-27 20:00 CET",
        "2026-11-27 14:00 America/New_York",
        "2026-11-27 19:00 UTC",
        "27 Nov 20:00",
        "27 November 2026 at 8pm",
        "Nov 27, 2026, 8:00 PM",
        "27th Nov. 20:00",
        "Fri 27 Nov 2026 20:00 CET (19:00 UTC)",
    ] {
        assert_eq!(when(text), Ok(utc("2026-11-27T19:00:00Z")), "{text}");
    }
    for (text, at) in [
        ("20:00", "2026-11-20T19:00:00Z"),
        ("10:00", "2026-11-21T09:00:00Z"),
        ("at 11:00 UTC", "2026-11-20T11:00:00Z"),
        ("8pm America/New_York", "2026-11-21T01:00:00Z"),
        ("Friday 20:00", "2026-11-20T19:00:00Z"),
        ("Friday 10:00", "2026-11-27T09:00:00Z"),
        ("sun 20:00", "2026-11-22T19:00:00Z"),
        ("tomorrow 12am", "2026-11-20T23:00:00Z"),
        ("today 23:59:30", "2026-11-20T22:59:30Z"),
        ("19 Nov 20:00", "2027-11-19T19:00:00Z"),
        ("29 Feb 20:00", "2028-02-29T19:00:00Z"),
        ("2027-03-28 02:30", "2027-03-28T01:00:00Z"),
        ("2027-10-31 02:30", "2027-10-31T00:30:00Z"),
        ("2027-10-31 02:30 CET", "2027-10-31T01:30:00Z"),
    ] {
        assert_eq!(when(text), Ok(utc(at)), "{text}");
    }
}

#[test]
fn a_time_that_is_over_or_unclear_is_refused_with_a_reason() {
    assert!(matches!(when("2026-11-20 10:59"), Err(ScheduleError::Past { .. })));
    assert!(matches!(when("today 10:00"), Err(ScheduleError::Past { .. })));
    for (text, why) in [
        ("", "the hour is missing"),
        ("Friday", "the hour is missing"),
        ("27/11/2026 20:00", "not understood"),
        ("27 Nov 25:00", "no hour of the day"),
        ("27 Nov 20:00 21:00", "one word too many"),
        ("31 Nov 2026 20:00", "there is no such day"),
        ("Mon 27 Nov 2026 20:00", "that day is a Friday"),
        ("27 20:00", "day and month belong together"),
        ("27 Nov 20:00 CEST", "is not the time of Europe/Berlin then"),
        ("27 Nov 20:00 Mars/Olympus", "is no time zone"),
        ("soon 20:00", "`soon` is not understood"),
    ] {
        let error = when(text).expect_err(text).to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn spans_are_read_in_minutes() {
    for (text, minutes) in [
        ("24h", 1440),
        ("2d", 2880),
        ("90 min", 90),
        ("1 day", 1440),
        ("1 day 12 hours", 2160),
        ("1d12h", 2160),
        ("1 week, 2 days and 30 minutes", 12_990),
        (" 36 Hours ", 2160),
        ("the deadline by two days", 2880),
        ("one day", 1440),
        ("by a day, please", 1440),
    ] {
        assert_eq!(parse_span(text), Ok(minutes), "{text}");
    }
    for text in ["", "24", "h", "-2h", "2 fortnights", "0h", "99999999999h", "4294967295d", "2h x", "48h 12h", "12h 2d"]
    {
        assert!(parse_span(text).is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(at in 1_764_000_000i64..2_000_000_000, place in 0usize..12) {
        let zone = ZONES[place];
        let printed = print_deadline(at, zone);
        prop_assert_eq!(parse_when(&printed, zone, at - 1), Ok(at), "{}", printed);
    }

    #[test]
    fn no_words_and_no_instant_make_the_clock_panic(text in "\\PC{0,40}", at in any::<i64>(), minutes in any::<u32>()) {
        let _ = parse_span(&text);
        let said = parse_when(&text, Tz::Europe__Berlin, at).is_ok_and(|when| when <= at);
        prop_assert!(!said);
        let zone_word = print_deadline(at, Tz::Africa__Cairo);
        prop_assert!(!zone_word.is_empty());
        let deadline = next_deadline(&timetable(Tz::Africa__Cairo, "0 20 * * Fri", minutes), "tactical", at);
        prop_assert!(deadline.is_err() || deadline.is_ok_and(|deadline| deadline > at));
    }

    #[test]
    fn a_slot_is_never_before_its_wall_time_by_any_reading(seconds in 1_700_000_000i64..2_200_000_000, place in 0usize..12) {
        let zone = ZONES[place];
        let wall = DateTime::from_timestamp(seconds, 0).expect("in range").naive_utc();
        let at = wall::instant(wall, zone);
        let shown = wall::local(at, zone).expect("in range");
        prop_assert!(shown >= wall);
        prop_assert_eq!(shown == wall, zone.from_local_datetime(&wall).earliest().is_some());
        prop_assert!(wall::local(at - 1, zone).expect("in range") < shown);
    }
}
