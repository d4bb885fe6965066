//! The settings of a timetable by their names, as they are told in letters and changed by them. The names and values are those of
//! the configuration file.

use super::{Rhythm, Timetable, parse_span};

/// A setting and its value, as they are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSetting {
    /// `grace`, `tactical.cron`.
    pub name: String,
    /// `24h`, `0 20 * * Fri`.
    pub value: String,
    /// What it settles: a phrase.
    pub about: &'static str,
}

const NEVER: &str = "never";

impl Timetable {
    /// Every setting that has a name, in the order in which they are told.
    pub fn named(&self) -> Vec<NamedSetting> {
        let row = |name: &str, value: String, about| NamedSetting { name: name.to_owned(), value, about };
        let reminders: Vec<String> = self.reminders_minutes.iter().map(|minutes| print_span(*minutes)).collect();
        let mut rows = vec![
            row("zone", self.zone.to_string(), "whose wall clock the phases follow"),
            row("grace", print_span(self.grace_minutes), "so long after the deadline a letter still counts"),
            row("reminders", or_never(&reminders.join(", ")), "so long before it those who owe orders are reminded"),
            row(
                "cooling_off",
                self.pace.cooling_minutes.map_or_else(|| NEVER.to_owned(), print_span),
                "so long after everybody is READY a phase is played early",
            ),
            row("least_after_resume", print_span(self.pace.least_after_resume_minutes), "left at least after RESUME"),
            row(
                "least_after_release",
                print_span(self.pace.least_after_release_minutes),
                "left at least after RELEASE",
            ),
        ];
        for (kind, rhythm) in &self.rhythms {
            rows.push(row(&format!("{kind}.cron"), rhythm.cron.clone(), "when such a phase may end"));
            rows.push(row(&format!("{kind}.least"), print_span(rhythm.least_minutes), "it lasts longer than this"));
        }
        rows
    }

    /// Whether a setting is called so.
    pub fn has_named(&self, name: &str) -> bool {
        self.named().iter().any(|setting| setting.name.eq_ignore_ascii_case(name.trim()))
    }

    /// The same with one setting as it is written; else what is wrong with the name or the value, and what would have been
    /// right.
    pub fn with_named(&self, name: &str, value: &str) -> Result<Timetable, (String, String)> {
        let mut changed = self.clone();
        let name = name.trim().to_ascii_lowercase();
        let value = value.trim().trim_matches('"').trim();
        match name.split_once('.') {
            Some((kind, what)) => {
                let rhythm = changed.rhythms.get_mut(kind).ok_or_else(|| self.no_such(&name))?;
                set_rhythm(rhythm, (&name, what), value).ok_or_else(|| self.no_such(&name))??;
            }
            None => changed.set_plain(&name, value).ok_or_else(|| self.no_such(&name))??,
        }
        changed.check().map_err(|why| (format!("With {name} = {value}: {why}."), "Nothing was changed.".to_owned()))?;
        Ok(changed)
    }

    fn set_plain(&mut self, name: &str, value: &str) -> Option<Result<(), (String, String)>> {
        let read = || minutes(name, value);
        let never = is_never(value);
        Some(match name {
            "zone" => value.parse().map(|zone| self.zone = zone).map_err(|_| {
                ("There is no such time zone.".to_owned(), "Use a name such as Europe/Berlin or UTC.".to_owned())
            }),
            "grace" => read().map(|minutes| self.grace_minutes = minutes),
            "reminders" if never => {
                self.reminders_minutes.clear();
                Ok(())
            }
            "reminders" => {
                let all: Result<Vec<u32>, _> = value.split([',', ';']).map(|span| minutes(name, span)).collect();
                all.map(|all| self.reminders_minutes = all)
            }
            "cooling_off" if never => {
                self.pace.cooling_minutes = None;
                Ok(())
            }
            "cooling_off" => read().map(|minutes| self.pace.cooling_minutes = Some(minutes)),
            "least_after_resume" => read().map(|minutes| self.pace.least_after_resume_minutes = minutes),
            "least_after_release" => read().map(|minutes| self.pace.least_after_release_minutes = minutes),
            _ => return None,
        })
    }

    fn no_such(&self, name: &str) -> (String, String) {
        let known: Vec<String> = self.named().into_iter().map(|setting| setting.name).collect();
        let nearest = known.iter().min_by_key(|known| strsim::damerau_levenshtein(known, name));
        let near = nearest.filter(|known| strsim::damerau_levenshtein(known, name) * 3 <= name.len());
        let hint = match near {
            Some(near) => format!("Did you mean {near}?"),
            None => format!("They are {}.", known.join(", ")),
        };
        (format!("A game has no setting {name}."), hint)
    }
}

fn set_rhythm(rhythm: &mut Rhythm, (name, what): (&str, &str), value: &str) -> Option<Result<(), (String, String)>> {
    match what {
        "cron" => {
            value.clone_into(&mut rhythm.cron);
            Some(Ok(()))
        }
        "least" => Some(minutes(name, value).map(|minutes| rhythm.least_minutes = minutes)),
        _ => None,
    }
}

fn minutes(name: &str, value: &str) -> Result<u32, (String, String)> {
    let hint = "It is a length of time such as 24h or 90 min.";
    let value = value.trim();
    if is_never(value) || ["0", "0h", "0 min"].contains(&value) {
        return Ok(0);
    }
    parse_span(value).map_err(|_| (format!("{name} cannot be \"{value}\"."), hint.to_owned()))
}

fn is_never(value: &str) -> bool {
    value.eq_ignore_ascii_case(NEVER) || value.eq_ignore_ascii_case("none")
}

fn or_never(value: &str) -> String {
    if value.is_empty() { NEVER.to_owned() } else { value.to_owned() }
}

/// `24h`, `90 min`: what [`parse_span`] reads back.
fn print_span(minutes: u32) -> String {
    if minutes.is_multiple_of(60) { format!("{}h", minutes / 60) } else { format!("{minutes} min") }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn timetable() -> Timetable {
        let rhythm = Rhythm { cron: "0 20 * * Fri".to_owned(), least_minutes: 2880 };
        Timetable {
            zone: chrono_tz::UTC,
            rhythms: BTreeMap::from([("tactical".to_owned(), rhythm)]),
            grace_minutes: 1440,
            reminders_minutes: vec![2880, 90],
            pace: Default::default(),
        }
    }

    #[test]
    fn every_setting_is_read_back_as_it_is_told() {
        let mut pace = timetable();
        pace.pace.cooling_minutes = None;
        pace.reminders_minutes.clear();
        pace.grace_minutes = 0;
        for before in [timetable(), pace] {
            for NamedSetting { name, value, .. } in before.named() {
                assert_eq!(before.with_named(&name, &value).as_ref(), Ok(&before), "{name} = {value}");
            }
        }
    }

    #[test]
    fn what_is_written_is_set_and_nothing_else() {
        let changed = |name, value| timetable().with_named(name, value).unwrap();
        assert_eq!(changed("grace", "12h").grace_minutes, 720);
        assert_eq!(changed("Reminders", "1d, 3 hours").reminders_minutes, [1440, 180]);
        assert_eq!(changed("cooling_off", "never").pace.cooling_minutes, None);
        assert_eq!(changed("tactical.least", "1 day").rhythms["tactical"].least_minutes, 1440);
        assert_eq!(changed("tactical.cron", "0 18 * * Mon").rhythms["tactical"].cron, "0 18 * * Mon");
        assert_eq!(changed("zone", "America/New_York").zone, chrono_tz::America::New_York);
    }

    #[test]
    fn what_cannot_be_is_answered_with_what_would_be_right() {
        let wrong = |name, value| timetable().with_named(name, value).unwrap_err();
        assert_eq!(wrong("grase", "12h").1, "Did you mean grace?");
        assert!(wrong("weather", "fine").1.starts_with("They are zone, grace"));
        assert_eq!(wrong("strategic.cron", "0 20 * * Fri").0, "A game has no setting strategic.cron.");
        assert_eq!(wrong("grace", "soon").1, "It is a length of time such as 24h or 90 min.");
        assert!(wrong("tactical.cron", "at eight").0.contains("cannot be read"));
        assert!(wrong("reminders", "3h, 3h").0.contains("listed twice"));
        assert!(wrong("zone", "Gondor").1.contains("Europe/Berlin"));
    }
}
