//! Times and lengths of time as a game master writes them.

use chrono::{Datelike, Days, NaiveDate, NaiveDateTime, NaiveTime};
use chrono_tz::Tz;

use super::{ScheduleError, rhythm, wall};

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const EXAMPLES: &str = "write it like 2026-11-27 20:00, 27 Nov 20:00, Friday 20:00 or 20:00";
/// How far ahead a date without year is looked for: 29 February may be eight years off.
const YEARS_AHEAD: i32 = 8;

/// The words of a time, sorted by what they are.
#[derive(Default)]
struct Words {
    year: Option<i32>,
    month: Option<u32>,
    day: Option<u32>,
    weekday: Option<u32>,
    days_ahead: Option<u64>,
    time: Option<NaiveTime>,
    zone: Option<String>,
}

/// Reads a time: `2026-11-27 20:00`, `27 Nov 20:00`, `Friday 20:00`, `tomorrow 8pm`, `2026-11-27T19:00Z`, each with or
/// without a zone after it. Without one the time is of `zone`. A date without year is the next one, an hour without a
/// date the next such hour. A time that the clock skips is the end of the gap, one that it shows twice is the first. The result is later than `now`.
pub fn parse_when(text: &str, zone: Tz, now: i64) -> Result<i64, ScheduleError> {
    let not_a_time = |why: String| ScheduleError::NotATime { text: text.trim().to_owned(), why };
    let words = sort_words(text).map_err(not_a_time)?;
    let time = words.time.ok_or_else(|| not_a_time(format!("the hour is missing; {EXAMPLES}")))?;
    let clock = Clock::of(words.zone.as_deref(), zone).map_err(not_a_time)?;
    let today = clock.local(now).ok_or(ScheduleError::OutOfRange { at: now })?.date();
    let candidates = dates(&words, today).map_err(not_a_time)?;
    let mut last = None;
    for date in candidates {
        let at = clock.instant(date.and_time(time)).map_err(not_a_time)?;
        last = Some(at);
        if at > now {
            return Ok(at);
        }
    }
    match last {
        Some(at) => Err(ScheduleError::Past { text: text.trim().to_owned(), was: wall::print_deadline(at, zone) }),
        None => Err(not_a_time(format!("there is no such day; {EXAMPLES}"))),
    }
}

/// The days that the words may mean, in order.
fn dates(words: &Words, today: NaiveDate) -> Result<Vec<NaiveDate>, String> {
    let dates: Vec<NaiveDate> = match (words.day, words.month, words.year) {
        (Some(day), Some(month), Some(year)) => NaiveDate::from_ymd_opt(year, month, day).into_iter().collect(),
        (Some(day), Some(month), None) => (today.year()..=today.year() + YEARS_AHEAD)
            .filter_map(|year| NaiveDate::from_ymd_opt(year, month, day))
            .collect(),
        (None, None, None) => return Ok(coming_days(words, today)),
        _ => return Err(format!("day and month belong together; {EXAMPLES}")),
    };
    let fits = |date: &NaiveDate| words.weekday.is_none_or(|day| date.weekday().num_days_from_sunday() == day);
    let (fitting, wrong): (Vec<NaiveDate>, Vec<NaiveDate>) = dates.into_iter().partition(fits);
    match (wrong.first(), words.year) {
        (Some(date), Some(_)) => Err(format!("that day is a {}", date.format("%A"))),
        _ => Ok(fitting),
    }
}

/// Days named by their distance from today or by weekday alone, or not at all.
fn coming_days(words: &Words, today: NaiveDate) -> Vec<NaiveDate> {
    let ahead = |days: u64| today.checked_add_days(Days::new(days));
    let weekday_fits = |date: &NaiveDate| words.weekday.is_none_or(|day| date.weekday().num_days_from_sunday() == day);
    match (words.days_ahead, words.weekday) {
        (Some(days), _) => ahead(days).into_iter().filter(weekday_fits).collect(),
        (None, Some(_)) => (0..=7).filter_map(ahead).filter(weekday_fits).collect(),
        (None, None) => (0..=2).filter_map(ahead).collect(),
    }
}

/// The clock that a time is read by.
enum Clock {
    Zone(Tz),
    /// A zone, by the short name it bears in one half of the year.
    Named(Tz, String),
    /// Seconds east of UTC.
    Offset(i64),
}

impl Clock {
    fn of(word: Option<&str>, home: Tz) -> Result<Clock, String> {
        let Some(word) = word else {
            return Ok(Clock::Zone(home));
        };
        if ["z", "utc", "gmt"].contains(&word.to_ascii_lowercase().as_str()) {
            return Ok(Clock::Offset(0));
        }
        if let Some(seconds) = offset(word) {
            return Ok(Clock::Offset(seconds));
        }
        if word.contains('/') {
            return word.parse().map(Clock::Zone).map_err(|_| format!("`{word}` is no time zone"));
        }
        Ok(Clock::Named(home, word.to_owned()))
    }

    fn local(&self, now: i64) -> Option<NaiveDateTime> {
        match self {
            Clock::Zone(zone) | Clock::Named(zone, _) => wall::local(now, *zone),
            Clock::Offset(seconds) => wall::local(now.checked_add(*seconds)?, Tz::UTC),
        }
    }

    /// A short name must be the one the zone bears at that time: `CEST` in November is a slip, not an hour's difference.
    fn instant(&self, time: NaiveDateTime) -> Result<i64, String> {
        match self {
            Clock::Zone(zone) => Ok(wall::instant(time, *zone)),
            Clock::Offset(seconds) => Ok(time.and_utc().timestamp() - seconds),
            Clock::Named(zone, name) => {
                let bears = |at: &i64| wall::short_name(*at, *zone).eq_ignore_ascii_case(name);
                let found = wall::instants(time, *zone).into_iter().map(|at| at.timestamp()).find(bears);
                found.ok_or_else(|| format!("`{name}` is not the time of {zone} then; name a zone like {zone} or UTC"))
            }
        }
    }
}

/// `+01:00`, `-0500`, `UTC+2`, in seconds east of UTC.
fn offset(word: &str) -> Option<i64> {
    let word = word.get(..3).filter(|start| start.eq_ignore_ascii_case("utc")).map_or(word, |_| &word[3..]);
    let sign = match word.chars().next()? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let (hours, minutes) = match word[1..].split_once(':') {
        Some(parts) => parts,
        None if word.len() == 5 => word[1..].split_at_checked(2)?,
        None => (&word[1..], "0"),
    };
    let hours: i64 = digits(hours).filter(|hours| *hours <= 14)?.into();
    let minutes: i64 = digits(minutes).filter(|minutes| *minutes < 60)?.into();
    Some(sign * (hours * 3600 + minutes * 60))
}

fn digits(word: &str) -> Option<u32> {
    let plain = !word.is_empty() && word.len() <= 4 && word.bytes().all(|letter| letter.is_ascii_digit());
    plain.then(|| word.parse().ok()).flatten()
}

/// Finds out what each word is. What stands in brackets is an explanation and is left out.
fn sort_words(text: &str) -> Result<Words, String> {
    let text = text.split('(').next().unwrap_or_default();
    let mut words = Words::default();
    let mut tokens =
        text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty()).peekable();
    while let Some(token) = tokens.next() {
        if ["at", "on", "by", "next"].contains(&token.to_ascii_lowercase().as_str()) {
            continue;
        }
        let half = tokens.next_if(|next| ["am", "pm"].contains(&next.to_ascii_lowercase().as_str()));
        let joined = half.map(|half| format!("{token}{half}"));
        place_word(&mut words, joined.as_deref().unwrap_or(token))?;
    }
    Ok(words)
}

fn place_word(words: &mut Words, token: &str) -> Result<(), String> {
    if let Some((date, rest)) = iso_date(token) {
        set(&mut words.year, date.0, token)?;
        set(&mut words.month, date.1, token)?;
        set(&mut words.day, date.2, token)?;
        return if rest.is_empty() { Ok(()) } else { place_time_and_zone(words, rest) };
    }
    let lower = token.to_ascii_lowercase();
    if let Some(day) = rhythm::weekday(&lower) {
        return set(&mut words.weekday, day as u32, token);
    }
    if let Some(month) = month(&lower) {
        return set(&mut words.month, month, token);
    }
    match (lower.as_str(), digits(&lower), ordinal(&lower)) {
        ("today", ..) => set(&mut words.days_ahead, 0, token),
        ("tomorrow", ..) => set(&mut words.days_ahead, 1, token),
        (_, Some(number), _) if lower.len() == 4 => set(&mut words.year, number as i32, token),
        (_, Some(number), _) | (_, _, Some(number)) => set(&mut words.day, number, token),
        _ => place_time_and_zone(words, token),
    }
}

fn set<T>(slot: &mut Option<T>, value: T, token: &str) -> Result<(), String> {
    if slot.is_some() {
        return Err(format!("`{token}` is one word too many; {EXAMPLES}"));
    }
    *slot = Some(value);
    Ok(())
}

/// A time, perhaps with a zone hanging on it (`19:00Z`, `20:00+01:00`), or a zone alone.
fn place_time_and_zone(words: &mut Words, token: &str) -> Result<(), String> {
    let end = token
        .char_indices()
        .find(|(_, letter)| !letter.is_ascii_digit() && *letter != ':')
        .map_or(token.len(), |(at, _)| at);
    let (clock, rest) = token.split_at(end);
    let half = ["am", "pm"].into_iter().find(|half| rest.eq_ignore_ascii_case(half));
    if clock.is_empty() {
        let follows_time = words.time.is_some();
        let zone_like = token.starts_with(['+', '-']) || token.chars().next().is_some_and(char::is_alphabetic);
        if !(follows_time && zone_like) {
            return Err(format!("`{token}` is not understood; {EXAMPLES}"));
        }
        return set(&mut words.zone, token.to_owned(), token);
    }
    if half.is_none() && !clock.contains(':') {
        return Err(format!("`{token}` is not understood; {EXAMPLES}"));
    }
    let time = time(clock, half).ok_or_else(|| format!("`{token}` is no hour of the day; {EXAMPLES}"))?;
    set(&mut words.time, time, token)?;
    if rest.is_empty() || half.is_some() { Ok(()) } else { set(&mut words.zone, rest.to_owned(), token) }
}

/// `20:00`, `20:00:30`, `8pm`, `8:30pm`.
fn time(clock: &str, half: Option<&str>) -> Option<NaiveTime> {
    let mut parts = clock.split(':');
    let hour = digits(parts.next()?)?;
    let minute = parts.next();
    if minute.is_none() && half.is_none() {
        return None;
    }
    let minute = minute.map_or(Some(0), |word| digits(word).filter(|_| word.len() == 2))?;
    let second = parts.next().map_or(Some(0), digits)?;
    let hour = match half {
        None => hour,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some("am") => hour % 12,
        Some(_) => hour % 12 + 12,
    };
    parts.next().is_none().then(|| NaiveTime::from_hms_opt(hour, minute, second)).flatten()
}

/// `2026-11-27`, and what follows its `T`.
fn iso_date(token: &str) -> Option<((i32, u32, u32), &str)> {
    let date = token.get(..10)?;
    let rest = &token[10..];
    let rest = if rest.is_empty() { rest } else { rest.strip_prefix(['T', 't'])? };
    let mut parts = date.split('-');
    let (year, month, day) = (digits(parts.next()?)?, digits(parts.next()?)?, digits(parts.next()?)?);
    let whole = parts.next().is_none() && date.as_bytes()[4] == b'-';
    whole.then_some(((year as i32, month, day), rest))
}

fn month(word: &str) -> Option<u32> {
    let word = word.trim_end_matches('.');
    let place = MONTHS.iter().position(|month| word.len() >= 3 && month.starts_with(word))?;
    Some(place as u32 + 1)
}

/// `27th`, `27.`
fn ordinal(word: &str) -> Option<u32> {
    ["st", "nd", "rd", "th", "."].into_iter().find_map(|ending| word.strip_suffix(ending)).and_then(digits)
}

/// Reads a length of time in minutes: `24h`, `2d`, `90 min`, `1 day 12 hours`, `the deadline by two days`. Two of one unit are two
/// lengths: none.
pub fn parse_span(text: &str) -> Result<u32, ScheduleError> {
    span(&in_figures(text))
        .filter(|minutes| *minutes > 0)
        .ok_or_else(|| ScheduleError::NotASpan { text: text.trim().to_owned() })
}

/// A length of time without what people write around it, its numbers in figures.
fn in_figures(text: &str) -> String {
    const AROUND: &[&str] = &["the", "deadline", "phase", "it", "by", "for", "please", "another", "more"];
    const NUMBERS: &[&str] = &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let words = text.split_whitespace().filter(|word| !AROUND.iter().any(|around| around.eq_ignore_ascii_case(word)));
    let words = words.map(|word| match NUMBERS.iter().position(|number| number.eq_ignore_ascii_case(word)) {
        Some(place) => (place + 1).to_string(),
        None if ["a", "an"].contains(&word.to_ascii_lowercase().as_str()) => "1".to_owned(),
        None => word.trim_end_matches(['.', '!', ',']).to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn span(text: &str) -> Option<u32> {
    let (mut total, mut above) = (0u32, u32::MAX);
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find(|letter: char| !letter.is_ascii_digit())?;
        let count: u32 = rest[..end].parse().ok()?;
        let unit_and_rest = rest[end..].trim_start();
        let end = unit_and_rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(unit_and_rest.len());
        let unit = unit(&unit_and_rest[..end]).filter(|unit| *unit < above)?;
        total = total.checked_add(count.checked_mul(unit)?)?;
        above = unit;
        rest = unit_and_rest[end..].trim_start_matches([',', ' ', '\t']);
        rest = rest.strip_prefix("and ").unwrap_or(rest).trim_start();
    }
    Some(total)
}

fn unit(word: &str) -> Option<u32> {
    match word.to_ascii_lowercase().as_str() {
        "m" | "min" | "mins" | "minute" | "minutes" => Some(1),
        "h" | "hr" | "hrs" | "hour" | "hours" => Some(60),
        "d" | "day" | "days" => Some(24 * 60),
        "w" | "week" | "weeks" => Some(7 * 24 * 60),
        _ => None,
    }
}
