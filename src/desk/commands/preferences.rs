//! What a person wants of our letters: the zone of the times in them, their parts, pictures and the colours of these, and
//! deadlines for a calendar.

use chrono_tz::{TZ_VARIANTS, Tz};

use base::game::schedule::print_deadline;
use base::game::{Format, Parts, Tone};
use base::order::Line;
use base::order::command::FormatWish;

use crate::files::decision::Change;
use crate::letter::mode::FilingMode;
use crate::letter::session::{Session, refuse};

/// Most zones named to somebody whose zone is not clear.
const MOST_NAMED: usize = 5;

/// `TIMEZONE zone`: times are printed in it from now on, besides UTC.
pub fn set_zone(session: &mut Session<'_>, line: &Line, words: &str, mode: FilingMode) {
    let zone = match find_zone(words) {
        Ok(zone) => zone,
        Err(near) => {
            let hint = match near.is_empty() {
                true => "Use a name such as Europe/Berlin or America/New_York.".to_owned(),
                false => format!("Perhaps you mean {}.", near.join(" or ")),
            };
            return refuse(session, line, &format!("There is no time zone called {words}."), Some(&hint));
        }
    };
    session.entitle("time zone");
    let now = print_deadline(session.desk().now - session.desk().now.rem_euclid(60), zone);
    if mode.is_check {
        return session.lead(format!("Times would be printed in {zone}: now it is {now}."));
    }
    session.change(Change::SetZone { player: session.writer().id.clone(), zone: Some(zone) });
    session.renew(|player| player.zone = Some(zone));
    session.note(format!("zone {zone}"), None);
    session.lead(format!("From now on times are printed for you in {zone}: now it is {now}."));
}

/// `FORMAT [text|html|both] [maps|no maps|dark maps|light maps] [calendar|no calendar]`: what our letters are from now on; what
/// is not said stays as it is.
pub fn set_format(session: &mut Session<'_>, wish: FormatWish, mode: FilingMode) {
    session.entitle("format");
    let now = session.reader().format;
    let format = Format {
        parts: wish.parts.unwrap_or(now.parts),
        has_pictures: wish.has_pictures.unwrap_or(now.has_pictures),
        tone: wish.tone.unwrap_or(now.tone),
        has_calendar: wish.has_calendar.unwrap_or(now.has_calendar),
    };
    let words = format!("{}{}{}", parts_words(format), picture_words(format, wish), calendar_words(format, wish));
    if mode.is_check {
        return session.lead(format!("Your letters would be {words}."));
    }
    session.change(Change::SetFormat { player: session.writer().id.clone(), format });
    session.renew(|player| player.format = format);
    session.note(format!("format {}", terse(format)), None);
    session.lead(format!("From this letter on your letters are {words}."));
    match (now.has_calendar, format.has_calendar) {
        (true, false) => {
            session.lead("What stands in your calendar stays there, and moves no more: take it out yourself.")
        }
        (false, true) => session.note_concerned(&session.reader().id.clone()),
        _ => {}
    }
}

fn parts_words(format: Format) -> &'static str {
    match format.parts {
        Parts::Text => "plain text alone",
        Parts::Html => "HTML alone",
        Parts::Both => "plain text and HTML, of which your mail program chooses",
    }
}

fn picture_words(format: Format, wish: FormatWish) -> &'static str {
    match (wish.has_pictures, format.parts, format.tone) {
        _ if !format.has_pictures => ", without maps and other pictures",
        (None, ..) => "",
        (_, Parts::Text, _) => ", with maps made of letters",
        (.., Tone::Light) => ", with maps and other pictures",
        (.., Tone::Dark) => ", with maps and other pictures in dark colours",
    }
}

fn calendar_words(format: Format, wish: FormatWish) -> &'static str {
    match (format.has_calendar, wish.has_calendar) {
        (false, _) => "; deadlines for your calendar are left out",
        (true, Some(_)) => "; deadlines for your calendar come along",
        (true, None) => "",
    }
}

/// For the journal.
fn terse(format: Format) -> String {
    let maps = match (format.has_pictures, format.tone) {
        (false, _) => ", no maps",
        (true, Tone::Dark) => ", dark maps",
        (true, Tone::Light) => "",
    };
    format!("{}{maps}{}", format.parts.word(), if format.has_calendar { "" } else { ", no calendar" })
}

/// A zone by its name in any letter case, or by the city alone when there is but one; else the names that are near.
fn find_zone(words: &str) -> Result<Tz, Vec<&'static str>> {
    let wanted = words.trim().trim_end_matches('.').replace(' ', "_");
    let named = TZ_VARIANTS.iter().find(|zone| zone.name().eq_ignore_ascii_case(&wanted));
    if let Some(zone) = named {
        return Ok(*zone);
    }
    let city = |zone: &&Tz| zone.name().rsplit('/').next().is_some_and(|city| city.eq_ignore_ascii_case(&wanted));
    match TZ_VARIANTS.iter().filter(city).collect::<Vec<_>>()[..] {
        [only] => return Ok(*only),
        [] => {}
        ref several => return Err(several.iter().map(|zone| zone.name()).take(MOST_NAMED).collect()),
    }
    let wanted = wanted.to_ascii_lowercase();
    let distance = |zone: &Tz| {
        let name = zone.name().to_ascii_lowercase();
        let city = name.rsplit('/').next().unwrap_or(&name).to_owned();
        strsim::damerau_levenshtein(&wanted, &city).min(strsim::damerau_levenshtein(&wanted, &name))
    };
    let mut near: Vec<(usize, &Tz)> = TZ_VARIANTS.iter().map(|zone| (distance(zone), zone)).collect();
    let nearest = near.iter().map(|(distance, _)| *distance).min().unwrap_or_default();
    near.retain(|(distance, _)| *distance == nearest && *distance * 3 <= wanted.len());
    near.sort_by_key(|(distance, zone)| (*distance, zone.name()));
    Err(near.into_iter().map(|(_, zone)| zone.name()).take(MOST_NAMED).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_found_by_name_in_any_case_and_by_city() {
        for (words, zone) in [
            ("Europe/Berlin", Tz::Europe__Berlin),
            ("america/new york", Tz::America__New_York),
            ("UTC", Tz::UTC),
            ("Berlin.", Tz::Europe__Berlin),
        ] {
            assert_eq!(find_zone(words), Ok(zone), "{words}");
        }
    }

    #[test]
    fn a_zone_that_is_not_there_is_answered_with_those_that_are_near() {
        assert_eq!(find_zone("Europe/Berlni"), Err(vec!["Europe/Berlin"]));
        assert!(find_zone("Mars/Olympus").unwrap_err().is_empty());
    }
}
