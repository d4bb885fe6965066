//! The scripts of the demo, which its book brings along: who plays, and who writes what when. Knows no book by name.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use chrono_tz::Tz;
use serde::Deserialize;

/// The file of a script that says who plays; the others are its episodes.
const CAST: &str = "cast.toml";

/// The books that have a script.
pub fn books() -> Vec<&'static str> {
    let shelf = books::of_the_house();
    let has_script = |book: &&str| shelf.about(book).is_ok_and(|about| !about.demo.script.is_empty());
    shelf.books().into_iter().filter(has_script).collect()
}

/// The whole script.
#[derive(Debug)]
pub struct Script {
    /// Who plays.
    pub cast: Cast,
    /// Making the game, then one episode for each phase.
    pub episodes: Vec<Episode>,
}

/// Who plays, and since when.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cast {
    /// The name of the game.
    pub game: &'static str,
    /// The judge's address.
    pub judge: &'static str,
    /// The first moment, in RFC 3339.
    pub begins: chrono::DateTime<chrono::Utc>,
    /// The zone whose wall clock the phases follow.
    pub zone: Tz,
    /// The rhythm of each kind of phase.
    pub rhythm: BTreeMap<String, Beat>,
    /// The name of the letter that is shown in the end with its receipt.
    pub letter_shown: &'static str,
    /// The report that is shown in the end: whose, and words of its subject.
    pub report_shown: (&'static str, &'static str),
    /// What the last report of the same reader is called when a whole scenario was played out.
    #[serde(default)]
    pub last_report_shown: &'static str,
    /// The players, the game master first.
    pub player: Vec<Person>,
}

/// When one kind of phase ends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beat {
    /// A cron expression.
    pub cron: String,
    /// It lasts longer than this.
    pub least_hours: u32,
}

/// A correspondent.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// The seat, or `gm`, by which the script names this person.
    pub seat: String,
    /// Seats that this person has beside it, or in scenarios without it, when a scenario is waged.
    #[serde(default)]
    pub or_seats: Vec<String>,
    /// The name in letters.
    pub name: &'static str,
    /// The address.
    pub address: &'static str,
    /// Where the person lives.
    pub zone: Tz,
}

/// A file of the script: one episode, or several in order.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Part {
    Several { scene: Vec<Episode> },
    One(Episode),
}

/// The letters of one phase.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Episode {
    /// What the progress calls it.
    pub title: String,
    /// The letters, in order of time.
    #[serde(default)]
    pub letter: Vec<Line>,
}

/// One letter of the script.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The seat whose address stands in From.
    pub from: String,
    /// When: "+20h" after the episode began, "due-3h" or "due+5h" from the deadline.
    pub at: String,
    /// What it shows, for the progress.
    pub shows: String,
    /// A name by which it is found again afterwards.
    #[serde(default)]
    pub name: String,
    /// Which kind of the game master's letters it is, for the figures; none: it is not counted.
    #[serde(default)]
    pub counts_as: String,
    /// Words in the subject of the letter that it answers: the newest with them. None: it answers nothing.
    pub answers: Option<String>,
    /// The subject; without it that of the letter answered.
    pub subject: Option<String>,
    /// Seats in To; the judge when there are none.
    #[serde(default)]
    pub to: Vec<String>,
    /// Seats in Cc, or `judge`.
    #[serde(default)]
    pub cc: Vec<String>,
    /// The letter answered stands below, quoted.
    #[serde(default)]
    pub quotes: bool,
    /// Further lines of the header, written `Name: value`.
    #[serde(default)]
    pub headers: Vec<String>,
    /// What is written.
    pub text: String,
    /// A table that goes with it as a file.
    pub table: Option<Table>,
    /// Words that the judge's answer must have; without it, that nothing comes back.
    #[serde(default)]
    pub answer: Vec<String>,
}

/// A table attached to a letter.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The file's name.
    pub name: String,
    /// Its rows, comma-separated.
    pub text: String,
}

impl Script {
    /// Reads the script of a book.
    pub fn read(book: &str) -> anyhow::Result<Self> {
        let shelf = books::of_the_house();
        let files = shelf.about(book).map_or(&[][..], |about| about.demo.script);
        let (casts, files): (Vec<_>, Vec<_>) = files.iter().partition(|(name, _)| *name == CAST);
        let (_, cast) = casts.first().with_context(|| {
            format!("there is no demo of \"{book}\"; there is one of: {}", self::books().join(", "))
        })?;
        let cast: Cast = toml::from_str(cast).with_context(|| format!("read config/demo/{book}/{CAST}"))?;
        let mut episodes = Vec::new();
        for (name, text) in files {
            match toml::from_str(text).with_context(|| format!("read config/demo/{book}/{name}"))? {
                Part::Several { scene } => episodes.extend(scene),
                Part::One(episode) => episodes.push(episode),
            }
        }
        Ok(Self { cast, episodes })
    }

    /// The game master's letters by their kinds.
    pub fn counts(&self) -> BTreeMap<&str, usize> {
        let kinds = self.episodes.iter().flat_map(|episode| &episode.letter).map(|line| line.counts_as.as_str());
        kinds.filter(|kind| !kind.is_empty()).fold(BTreeMap::new(), |mut counts, kind| {
            *counts.entry(kind).or_default() += 1;
            counts
        })
    }

    /// How many letters are written and phases played.
    pub fn steps(&self) -> usize {
        self.episodes.iter().map(|episode| episode.letter.len() + 1).sum()
    }
}

impl Cast {
    /// Who plays a seat.
    pub fn person(&self, seat: &str) -> anyhow::Result<&Person> {
        let person =
            self.player.iter().find(|person| person.seat == seat || person.or_seats.iter().any(|or| or == seat));
        person.with_context(|| format!("nobody in the demo's cast.toml has the seat {seat}"))
    }

    /// A person as written in a header; `judge` is the judge.
    pub fn address_of(&self, seat: &str) -> anyhow::Result<String> {
        if seat == "judge" {
            return Ok(format!("Adjutant <{}>", self.judge));
        }
        let person = self.person(seat)?;
        Ok(format!("{} <{}>", person.name, person.address))
    }
}

impl Line {
    /// When it arrives, in epoch seconds, in an episode that began at `began` and whose phase is due at `due`.
    pub fn arrives(&self, began: i64, due: Option<i64>) -> anyhow::Result<i64> {
        let (from, span) = match self.at.strip_prefix("due") {
            Some(span) => (due.context("a letter is timed by a deadline, and no phase is open")?, span),
            None => (began, self.at.as_str()),
        };
        Ok(from + seconds(span).with_context(|| format!("read the time {} of a letter", self.at))?)
    }
}

/// Reads `+20h`, `-90m`, `+10s`; nothing is no time at all.
fn seconds(span: &str) -> anyhow::Result<i64> {
    if span.is_empty() {
        return Ok(0);
    }
    let (number, unit) = span.split_at(span.len() - 1);
    let unit = match unit {
        "h" => 3600,
        "m" => 60,
        "s" => 1,
        _ => bail!("{unit} is no unit of time"),
    };
    Ok(number.parse::<i64>()? * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scripts_read_and_everybody_in_them_is_in_the_cast() {
        for script in books().into_iter().map(|book| Script::read(book).unwrap()) {
            for line in script.episodes.iter().flat_map(|episode| &episode.letter) {
                for seat in std::iter::once(&line.from).chain(&line.to).chain(&line.cc) {
                    script.cast.address_of(seat).unwrap();
                }
            }
        }
    }

    #[test]
    fn times_are_told_from_the_opening_or_from_the_deadline() {
        assert_eq!(seconds("+2h").unwrap(), 7200);
        assert_eq!(seconds("-90m").unwrap(), -5400);
        assert!(seconds("+2d").is_err());
    }
}
