//! Deadlines as entries for a calendar (RFC 5545, RFC 5546): one entry a phase, which later letters move or take out.

use base::facts::Viewer;
use chrono::{DateTime, Utc};
use icalendar::{Calendar, Component, Event, EventLike, EventStatus, Property};

use super::enclosed::{Enclosed, EnclosedFile};

/// A calendar program deletes what is cancelled only when the whole file says so; it may be mixed with what is not.
const PUBLISHED: &str = "text/calendar; charset=utf-8; method=PUBLISH";
const CANCELLED: &str = "text/calendar; charset=utf-8; method=CANCEL";

/// One deadline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarEntry {
    /// The same for all entries about one phase, and for those of no other.
    pub uid: String,
    /// Higher in each letter that says something else of it.
    pub sequence: u32,
    /// When it is, in epoch seconds.
    pub at: i64,
    /// Whether it holds.
    pub state: EntryState,
    /// Its name.
    pub summary: String,
    /// What stands below it.
    pub description: String,
}

/// Whether a deadline holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryState {
    /// It does.
    Holds,
    /// It will be another.
    Open,
    /// It is over or void.
    Over,
}

/// Who keeps the calendar, and when this was written.
#[derive(Debug, Clone, Copy)]
pub struct CalendarStamp<'a> {
    /// The judge's name in letters.
    pub name: &'a str,
    /// The judge's address.
    pub address: &'a str,
    /// In epoch seconds.
    pub at: i64,
}

/// The file of these entries, as an enclosure for a reader; `name` is the file's without its ending, and `sentence` tells what
/// it does.
pub fn calendar(
    viewer: Viewer,
    name: &str,
    sentence: String,
    entries: &[CalendarEntry],
    stamp: CalendarStamp<'_>,
) -> Enclosed {
    let is_over = entries.iter().all(|entry| entry.state == EntryState::Over);
    let file = EnclosedFile {
        name: format!("{name}.ics"),
        media: if is_over { CANCELLED } else { PUBLISHED },
        bytes: icalendar(entries, stamp, if is_over { "CANCEL" } else { "PUBLISH" }).into_bytes(),
        sentence,
        shown: None,
    };
    Enclosed { viewer, files: vec![file], plans: Vec::new() }
}

fn icalendar(entries: &[CalendarEntry], stamp: CalendarStamp<'_>, method: &str) -> String {
    let mut calendar = Calendar::empty();
    for property in [("VERSION", "2.0"), ("PRODID", "-//Adjutant//Deadlines//EN"), ("METHOD", method)] {
        calendar.append_property(property);
    }
    for entry in entries {
        calendar.push(event(entry, stamp));
    }
    calendar.to_string()
}

fn event(entry: &CalendarEntry, stamp: CalendarStamp<'_>) -> Event {
    let name: String = stamp.name.chars().filter(|letter| *letter != '"' && !letter.is_control()).collect();
    let organizer = Property::new("ORGANIZER", format!("mailto:{}", stamp.address)).add_parameter("CN", &name).done();
    let mut event = Event::new();
    if !entry.description.is_empty() {
        event.description(&entry.description);
    }
    event
        .uid(&entry.uid)
        .sequence(entry.sequence)
        .timestamp(instant(stamp.at))
        .starts(instant(entry.at))
        .summary(&entry.summary)
        .append_property(organizer)
        .status(match entry.state {
            EntryState::Holds => EventStatus::Confirmed,
            EntryState::Open => EventStatus::Tentative,
            EntryState::Over => EventStatus::Cancelled,
        })
        // Whoever has orders due is free for all else.
        .add_property("TRANSP", "TRANSPARENT")
        .done()
}

/// In UTC, so that each calendar shows it in its own zone.
fn instant(at: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(at, 0).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use base::game::PlayerId;

    use super::*;

    const STAMP: CalendarStamp<'static> =
        CalendarStamp { name: "The \"Judge\"", address: "judge@adjutant.example", at: 1_772_000_000 };

    fn entry(state: EntryState) -> CalendarEntry {
        CalendarEntry {
            uid: "war-3.1@adjutant.example".to_owned(),
            sequence: 2,
            at: 1_772_499_600,
            state,
            summary: "war: orders due, phase 3 (T1; TST 1)".to_owned(),
            description: "Answer a letter\nof the judge. \\o/".to_owned(),
        }
    }

    fn file(entries: &[CalendarEntry]) -> EnclosedFile {
        let viewer = Viewer::person(&PlayerId::stored("ann"));
        let mut files = calendar(viewer, "phase-3", "The file.".to_owned(), entries, STAMP).files;
        assert_eq!(files.len(), 1);
        files.remove(0)
    }

    fn lines(file: &EnclosedFile) -> Vec<String> {
        let text = String::from_utf8(file.bytes.clone()).unwrap().replace("\r\n ", "");
        text.split_terminator("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn an_entry_has_its_instant_in_utc_and_words_that_cannot_be_mistaken_for_marks() {
        let file = file(&[entry(EntryState::Holds)]);
        assert_eq!((file.name.as_str(), file.media), ("phase-3.ics", PUBLISHED));
        let lines = lines(&file);
        assert_eq!(lines.iter().filter(|line| line.starts_with("PRODID:")).count(), 1, "{lines:#?}");
        for line in [
            "VERSION:2.0",
            "METHOD:PUBLISH",
            "UID:war-3.1@adjutant.example",
            "SEQUENCE:2",
            "DTSTAMP:20260225T061320Z",
            "DTSTART:20260303T010000Z",
            "SUMMARY:war: orders due\\, phase 3 (T1\\; TST 1)",
            "DESCRIPTION:Answer a letter\\nof the judge. \\\\o/",
            "ORGANIZER;CN=The Judge:mailto:judge@adjutant.example",
            "STATUS:CONFIRMED",
        ] {
            assert!(lines.iter().any(|written| written == line), "{line} in {lines:#?}");
        }
    }

    #[test]
    fn a_file_cancels_only_when_nothing_in_it_holds() {
        let both = file(&[entry(EntryState::Over), entry(EntryState::Holds)]);
        assert!(both.media == PUBLISHED && lines(&both).contains(&"STATUS:CANCELLED".to_owned()));
        let over = file(&[entry(EntryState::Over)]);
        assert!(over.media == CANCELLED && lines(&over).contains(&"METHOD:CANCEL".to_owned()));
        assert!(lines(&file(&[entry(EntryState::Open)])).contains(&"STATUS:TENTATIVE".to_owned()));
    }
}
