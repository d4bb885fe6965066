//! Deadlines in every zone of the world through every change of its clock, the barrier before a phase is played, and
//! reminders: held against simple models, with many random histories. Seeds and counts are printed.

use crate::support::toy;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use adjutant::desk::clock::{Reading, is_due, next_look, remind};
use adjutant::desk::{AnswerLimits, Change, GameRecord, GameStatus, House, Key, ProofRules};
use adjutant::game::schedule::{
    Pace, Rhythm, Standing, Timetable, next_deadline, parse_when, print_deadline, standing,
};
use adjutant::game::{Format, NextPhase, Phase, PhaseClock, Player, PlayerId, Roster, Seat, SeatId, Secret};
use adjutant::mail::Address;
use adjutant::order::{Filed, Sheet, When};
use adjutant::report::Renderer;
use chrono::{DateTime, NaiveDate, NaiveDateTime, Offset, TimeZone};
use chrono_tz::{TZ_VARIANTS, Tz};
use serde_json::Value;

const HOUR: i64 = 3600;
const DAY: i64 = 86_400;

fn is_long() -> bool {
    std::env::var_os("ADJUTANT_LONG").is_some()
}

/// Numbers that look random and are the same at every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }

    fn between(&mut self, first: i64, last: i64) -> i64 {
        first + self.below((last - first + 1).unsigned_abs()).cast_signed()
    }
}

fn timetable(zone: Tz, cron: &str, least_minutes: u32) -> Timetable {
    let rhythm = Rhythm { cron: cron.to_owned(), least_minutes };
    Timetable {
        zone,
        rhythms: BTreeMap::from([("quiet".to_owned(), rhythm)]),
        grace_minutes: 60,
        reminders_minutes: vec![2880, 720, 180],
        pace: Pace::default(),
    }
}

fn offset(zone: Tz, at: i64) -> i64 {
    let at = DateTime::from_timestamp(at, 0).unwrap().naive_utc();
    i64::from(zone.offset_from_utc_datetime(&at).fix().local_minus_utc())
}

fn wall(zone: Tz, at: i64) -> NaiveDateTime {
    DateTime::from_timestamp(at, 0).unwrap().with_timezone(&zone).naive_local()
}

/// The instants from 2024 to 2040 at which a zone moves its clock, each with the offsets before and after.
fn clock_changes(zone: Tz) -> Vec<(i64, i64, i64)> {
    let first = NaiveDate::from_ymd_opt(2024, 1, 1).unwrap().and_hms_opt(0, 0, 0).unwrap().and_utc().timestamp();
    let mut changes = Vec::new();
    let mut before = offset(zone, first);
    for day in (first..first + 17 * 365 * DAY + 5 * DAY).step_by(DAY as usize) {
        let after = offset(zone, day + DAY);
        if after == before {
            continue;
        }
        let (mut low, mut high) = (day, day + DAY);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if offset(zone, middle) == before { low = middle } else { high = middle }
        }
        changes.push((high, before, after));
        before = after;
    }
    changes
}

fn due(zone: Tz, cron: &str, at: i64) -> i64 {
    next_deadline(&timetable(zone, cron, 0), "quiet", at).unwrap()
}

/// A slot each day at this minute: one deadline a day, at that minute unless the clock skips it, then at the end of the
/// gap.
fn check_daily(zone: Tz, minute: NaiveDateTime, change: i64) {
    let cron = minute.format("%-M %-H * * *").to_string();
    let mut at = change - 2 * DAY;
    let mut dates = BTreeSet::new();
    for _ in 0..4 {
        let deadline = due(zone, &cron, at);
        assert!(deadline > at, "{zone} {cron}");
        let shown = wall(zone, deadline);
        let slot = shown.date().and_time(minute.time());
        // A gap may begin before midnight: then the slot is one of the day before.
        let begins = wall(zone, deadline - 1) + chrono::TimeDelta::seconds(1);
        let is_before_midnight = shown != slot && begins.date().and_time(minute.time()) >= begins;
        let date = if is_before_midnight { begins.date() } else { shown.date() };
        assert!(shown == slot || deadline == change, "{zone} {cron}: {shown} is neither the slot nor the end of a gap");
        assert!(zone.from_local_datetime(&shown).earliest().unwrap().timestamp() == deadline, "{zone}: {shown} again");
        assert!(dates.insert(date), "{zone} {cron}: two deadlines for {date}");
        at = deadline;
    }
}

#[test]
fn at_every_clock_change_of_every_zone_no_deadline_is_lost_doubled_or_moved() {
    let mut transitions = 0;
    for zone in TZ_VARIANTS {
        for (change, before, after) in clock_changes(zone) {
            transitions += 1;
            // Announced instants stand: what is printed reads back as the same instant, on either side of the change.
            for at in [change - HOUR, change - 60, change, change + 60, change + HOUR] {
                let printed = print_deadline(at, zone);
                assert_eq!(parse_when(&printed, zone, at - 1), Ok(at), "{zone}: {printed}");
            }
            let (low, high) = (change + before.min(after), change + before.max(after));
            let middle = DateTime::from_timestamp(low + (high - low) / 2 / 60 * 60, 0).unwrap().naive_utc();
            check_daily(zone, middle, change);
            // A dense rhythm ascends, and shows no minute twice.
            let mut at = change - 2 * HOUR;
            let mut shown = BTreeSet::new();
            while at < change + 2 * HOUR {
                let deadline = due(zone, "*/20 * * * *", at);
                assert!(deadline > at && deadline - at <= 4 * HOUR, "{zone}: {at} {deadline}");
                assert!(shown.insert(wall(zone, deadline)), "{zone}: {} twice", wall(zone, deadline));
                at = deadline;
            }
        }
    }
    println!("{} zones, {transitions} changes of clocks, 2024 to 2040", TZ_VARIANTS.len());
    assert!(transitions > 4000, "{transitions}");
}

#[test]
fn times_at_the_ends_of_the_calendar_are_refused_and_break_nothing() {
    let (leap, y2038, y9999) = (1_483_228_799, 2_147_483_648, 253_402_300_799);
    for zone in [Tz::UTC, Tz::Pacific__Kiritimati, Tz::Pacific__Pago_Pago, Tz::America__St_Johns, Tz::Etc__GMTPlus12] {
        for at in [leap, leap + 1, y2038 - 1, y2038, y9999, i64::MAX, i64::MIN, -62_135_596_800] {
            let _ = print_deadline(at, zone);
            let _ = parse_when("20:00", zone, at);
            if let Ok(deadline) = next_deadline(&timetable(zone, "0 20 * * *", 60), "quiet", at) {
                assert!(deadline > at && standing(deadline, deadline, 0) == Standing::Open);
            }
        }
        assert!(due(zone, "0 20 * * *", y2038) - y2038 <= DAY);
    }
}

// The game that the models below are held against.

fn player(name: &str) -> Player {
    let address = format!("{name}@play.example");
    Player {
        id: PlayerId::of_address(&address),
        name: name.to_owned(),
        addresses: vec![address],
        zone: None,
        code_counter: 1,
        is_confirmed: true,
        format: Format::default(),
    }
}

/// A running game of two seats that both owe orders.
fn game(opened: i64, deadline: i64) -> GameRecord {
    let table = toy::shelf().table("toy", "meadow").unwrap();
    let specs: Vec<_> = table.seats().into_iter().take(2).collect();
    let people: Vec<Player> = specs.iter().map(|spec| player(spec.id.as_str())).collect();
    let seats = specs.iter().zip(&people);
    let seats = seats.map(|(spec, person)| Seat { spec: spec.clone(), holder: Some(person.id.clone()) }).collect();
    let owing = specs.iter().map(|spec| spec.id.clone()).collect();
    let phase = Phase {
        number: 1,
        revision: 1,
        plan: NextPhase::new("quiet", "one", owing),
        opened,
        deadline,
        forced_at: None,
        secret: Secret::new([1; 32]),
        seeds: None,
        set_dice: Vec::new(),
        clock: PhaseClock::default(),
    };
    GameRecord {
        id: adjutant::game::GameId::parse("meadow").unwrap(),
        status: GameStatus::Running,
        holds_reports: false,
        awaits_release: false,
        untold: None,
        table,
        timetable: timetable(Tz::UTC, "0 20 * * *", 0).into(),
        next_timetable: None,
        next_table: None,
        roster: Roster::new(seats, people, BTreeSet::new()).into(),
        phase: Some(phase),
        state: Arc::default(),
        facts: Arc::default(),
        sheets: BTreeMap::new(),
    }
}

fn house() -> House {
    House {
        has_pictures: false,
        address: Address::parse("judge@adjutant.example").unwrap(),
        name: "Adjutant".to_owned(),
        domain: "adjutant.example".to_owned(),
        key: Key::new([7; 32]),
        gms: BTreeSet::new(),
        timetable: timetable(Tz::UTC, "0 20 * * *", 0),
        shelf: toy::shelf(),
        renderer: Renderer::new([], &Default::default()).unwrap(),
        limits: AnswerLimits::default(),
        proof: ProofRules::default(),
    }
}

fn sheet(arrived: i64) -> Sheet<Value> {
    let line = Filed {
        section: String::new(),
        order: Value::Null,
        canonical: "wait".to_owned(),
        written: "wait".to_owned(),
        is_by_gm: false,
        received: None,
        when: When::Now,
        is_added: false,
        is_left_over: false,
        asked: None,
    };
    Sheet { revision: 1, arrived, lines: vec![line] }
}

/// A letter on its way: when the server stamps it, from when on it can be seen, and when it is decided once it was seen.
struct Coming {
    arrival: i64,
    visible: i64,
    deciding: i64,
    fetched: Option<i64>,
}

/// A mail server stamps a letter up to so many seconds before it can be seen; the judge allows for that.
const SETTLING: i64 = 3;

/// One history around a deadline: letters, looks into the mailbox, decisions and ticks of the clock in any order. When
/// the phase is due every letter that arrived by the end must have been decided.
fn barrier_holds(chance: &mut Chance) -> Result<i64, String> {
    let deadline = 1_000_000;
    let mut game = game(deadline - 3 * DAY, deadline);
    game.timetable.grace_minutes = chance.below(4) as u32;
    let has_all = chance.below(2) == 0;
    let seats: Vec<SeatId> = game.phase.as_ref().unwrap().plan.owing.iter().cloned().collect();
    for seat in &seats[..if has_all { 2 } else { 1 }] {
        game.sheets.insert(seat.clone(), sheet(0).into());
    }
    if has_all && chance.below(3) == 0 {
        game.timetable.pace.cooling_minutes = Some(1);
        let since = deadline - chance.between(0, 120);
        game.phase.as_mut().unwrap().clock.ready = seats.iter().map(|seat| (seat.clone(), since)).collect();
    }
    let count = chance.below(6) + 1;
    let mut letters: Vec<Coming> = (0..count)
        .map(|_| {
            let arrival = deadline + chance.between(-130, 260);
            let (visible, deciding) = (arrival + chance.between(0, SETTLING - 1), chance.between(0, 40));
            Coming { arrival, visible, deciding, fetched: None }
        })
        .collect();
    let ends = next_look(&game).ok_or("the clock looks no more")? - 1;
    let (mut polled, mut next_poll) = (i64::MIN, deadline - 200);
    for now in deadline - 200..deadline + 900 {
        if now >= next_poll {
            letters.iter_mut().filter(|letter| letter.visible <= now).for_each(|letter| {
                letter.fetched.get_or_insert(now);
            });
            polled = now - SETTLING;
            next_poll = now + chance.between(1, 90);
        }
        let is_undecided = |letter: &&Coming| letter.fetched.is_some_and(|fetched| fetched + letter.deciding > now);
        let undecided = letters.iter().filter(is_undecided).filter(|letter| letter.arrival <= now).count() as u64;
        if !is_due(&game, Reading { polled, undecided }, now) {
            continue;
        }
        for letter in letters.iter().filter(|letter| letter.arrival <= ends) {
            let decided = letter.fetched.is_some_and(|fetched| fetched + letter.deciding <= now);
            if !decided {
                return Err(format!("played at {now} (end {ends}) without the letter of {}", letter.arrival));
            }
        }
        return if now > ends { Ok(now - ends) } else { Err(format!("played at {now}, before its end {ends}")) };
    }
    Err("never played".to_owned())
}

#[test]
fn no_phase_is_played_before_every_letter_that_came_in_time_was_decided() {
    let (seed, count) = (20_261_120, if is_long() { 200_000 } else { 10_000 });
    let mut chance = Chance(seed);
    let mut longest = 0;
    for number in 0..count {
        match barrier_holds(&mut chance) {
            Ok(waited) => longest = longest.max(waited),
            Err(why) => panic!("seed {seed}, history {number}: {why}"),
        }
    }
    println!("seed {seed}: {count} histories around a deadline, 0 letters left out; longest wait {longest} s");
}

#[test]
fn an_arrival_counts_to_the_second_whatever_the_order_of_arrival_look_and_play() {
    let mut game = game(0, 1000);
    let names: Vec<SeatId> = game.phase.as_ref().unwrap().plan.owing.iter().cloned().collect();
    names.iter().for_each(|seat| drop(game.sheets.insert(seat.clone(), sheet(10).into())));
    let due = |polled, undecided, now| is_due(&game, Reading { polled, undecided }, now);
    for (polled, undecided, now, is_played) in [
        (999, 0, 1000, false),
        (1000, 0, 1001, false),
        (1001, 0, 1000, false),
        (1001, 0, 1001, true),
        (1001, 1, 1001, false),
        (i64::MIN, 0, 5000, false),
    ] {
        assert_eq!(due(polled, undecided, now), is_played, "polled {polled}, undecided {undecided}, now {now}");
    }
    assert_eq!([999, 1000, 1001].map(|at| standing(at, 1000, 0)), [Standing::Open, Standing::Open, Standing::Closed]);
}

/// What may happen to a phase while reminders are given.
fn reminders_keep_their_promises(house: &House, chance: &mut Chance) -> usize {
    let opened = 1_000_000;
    let mut game = game(opened, opened + chance.between(6, 200) * HOUR);
    let mut given: Vec<(SeatId, u32, i64)> = Vec::new();
    let (mut now, mut told, mut letters) = (opened, opened, 0);
    let mut purposes = BTreeSet::new();
    for _ in 0..80 {
        now += chance.between(1, 5 * HOUR);
        let Some(phase) = game.phase.as_mut() else { break };
        match chance.below(12) {
            0 => {
                phase.deadline = now.max(phase.deadline) + chance.between(1, 72) * HOUR;
                (told, phase.clock.told_at) = (now, Some(now));
            }
            1 if phase.clock.paused_at.is_none() => phase.clock.paused_at = Some(now),
            2 => {
                if let Some(paused) = phase.clock.paused_at.take() {
                    phase.deadline = game.timetable.pace.resumed(phase.deadline, paused, now);
                    (told, phase.clock.told_at) = (now, Some(now));
                }
            }
            3 => {
                let seat = phase.plan.owing.iter().next().cloned().unwrap();
                game.sheets.insert(seat, sheet(now).into());
            }
            4 => game.sheets.clear(),
            5 => now -= chance.between(1, DAY), // the clock jumps back
            _ => {}
        }
        let Some(phase) = game.phase.clone() else { break };
        let known: Vec<(SeatId, u32)> = given
            .iter()
            .filter(|(_, _, deadline)| *deadline == phase.deadline)
            .map(|(seat, minutes, _)| (seat.clone(), *minutes))
            .collect();
        let Some(decision) = remind(house, &game, &known, now).unwrap() else { continue };
        assert!(phase.clock.paused_at.is_none(), "a reminder while the clock stands still");
        assert!(now < phase.deadline, "a reminder of a deadline that is over");
        letters += decision.letters.len();
        for letter in &decision.letters {
            assert!(purposes.insert(letter.purpose.clone()), "`{}` twice", letter.purpose);
        }
        for change in &decision.changes {
            let Change::RecordReminder { seat, minutes, .. } = change else { continue };
            let moment = phase.deadline - i64::from(*minutes) * 60;
            assert!(moment <= now && moment > told, "a reminder that was due before the deadline was told");
            assert!(!game.sheets.contains_key(seat), "a reminder to somebody who has sent orders");
            let row = (seat.clone(), *minutes, phase.deadline);
            assert!(!given.contains(&row), "{row:?} twice");
            let more_urgent = given
                .iter()
                .any(|(other, before, deadline)| other == seat && *deadline == phase.deadline && before < minutes);
            assert!(!more_urgent, "a reminder after a more urgent one");
            given.push(row);
        }
    }
    letters
}

#[test]
fn each_reminder_is_given_at_most_once_and_none_around_an_extension_or_a_pause() {
    let (seed, count) = (3_141_592, if is_long() { 20_000 } else { 2_000 });
    let (house, mut chance) = (house(), Chance(seed));
    let letters: usize = (0..count).map(|_| reminders_keep_their_promises(&house, &mut chance)).sum();
    println!("seed {seed}: {count} histories of a phase, {letters} reminders, none twice and none out of place");
    assert!(letters > count / 4, "{letters}");
}
