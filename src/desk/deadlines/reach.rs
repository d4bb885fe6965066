//! Whom our letters reach. A delivery report changes what is known about that and nothing else: it never stops mail to
//! anybody, and is believed only when several of them, over days, agree. The game masters are warned while there is time.

use std::collections::BTreeSet;

use base::facts::Viewer;
use base::game::schedule::DAY;
use base::game::{Phase, Player, PlayerId};

use crate::commands::gm::timing::how_to_give_time;
use crate::files::decision::{Change, Decision, JournalEntry};
use crate::files::house::House;
use crate::files::record::{GameRecord, GameStatus};
use crate::files::stop::DeskError;
use crate::files::verdict::Verdict;
use crate::phase::standing::{deadline_for, title};
use crate::said::letters::{Envelope, write};
use crate::said::notice::{Note, Notice};
use crate::said::phrases::{listed, phase_name};

/// So many letters must have come back before a person counts as not reached, ...
const LEAST_REPORTS: usize = 3;

/// ... and the first and the last of their reports must be so far apart, in seconds.
const LEAST_SPAN: i64 = 2 * DAY;

/// When a timetable has no reminders, game masters are warned so many minutes ahead.
const USUAL_WARNING_MINUTES: u32 = 24 * 60;

/// What is known of letters to one person that did not arrive, since we last heard of him.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Returned {
    /// Who.
    pub player: PlayerId,
    /// Our mail server refused the last letter to him for good.
    pub is_refused: bool,
    /// When reports came that a letter failed, the earliest for each letter, in order.
    pub reports: Vec<i64>,
}

/// Whether a person is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// As far as we know.
    Reached,
    /// Something came back; it may pass, or be forged.
    Doubtful,
    /// Letters to him do not arrive.
    Unreached,
}

impl Returned {
    /// Whether this person is reached. The word of our own mail server counts at once; reports, which others write, only
    /// when there are several over days.
    pub fn reach(&self) -> Reach {
        let span = self.reports.last().unwrap_or(&0) - self.reports.first().unwrap_or(&0);
        if self.is_refused || (self.reports.len() >= LEAST_REPORTS && span >= LEAST_SPAN) {
            return Reach::Unreached;
        }
        if self.reports.is_empty() { Reach::Reached } else { Reach::Doubtful }
    }
}

/// From when on the game masters are warned of people who are not reached: as early as anybody is reminded.
pub fn warns_from(game: &GameRecord) -> Option<i64> {
    let phase = game.phase.as_ref().filter(|_| game.status == GameStatus::Running)?;
    let minutes = game.timetable.reminders_minutes.iter().max().copied().unwrap_or(USUAL_WARNING_MINUTES);
    Some(phase.deadline - i64::from(minutes) * 60)
}

/// The people whose letters matter in a game: who serves a seat, and the game masters.
pub fn people_of(game: &GameRecord) -> Vec<PlayerId> {
    let seats = game.roster.seats().iter().filter_map(|seat| game.roster.server_of(&seat.spec.id));
    let people: BTreeSet<&PlayerId> = seats.chain(game.roster.gms()).collect();
    people.into_iter().cloned().collect()
}

/// A warning to the game masters before the deadline, when there is somebody new to warn of. It has counts and names,
/// never a word of a report.
pub fn warn(
    house: &House,
    game: &GameRecord,
    returned: &[Returned],
    warned: &BTreeSet<PlayerId>,
    now: i64,
) -> Result<Option<Decision>, DeskError> {
    let Some(phase) = game.phase.as_ref().filter(|_| warns_from(game).is_some_and(|from| now >= from)) else {
        return Ok(None);
    };
    let troubled: Vec<&Returned> = returned.iter().filter(|known| known.reach() != Reach::Reached).collect();
    if troubled.iter().all(|known| warned.contains(&known.player)) {
        return Ok(None);
    }
    let mut decision = Decision::new(Verdict::Answered);
    decision.game = Some(game.id.clone());
    for known in &troubled {
        let (game, player) = (game.id.clone(), known.player.clone());
        decision.changes.push(Change::RecordWarning { game, number: phase.number, player });
    }
    let unreached = troubled.iter().filter(|known| known.reach() == Reach::Unreached).count();
    decision.journal.push(JournalEntry {
        game: Some(game.id.clone()),
        player: None,
        at: now,
        act: format!("{unreached} of {} people whose letters came back cannot be reached", troubled.len()),
        reason: None,
    });
    for gm in game.roster.gms() {
        let (Some(viewer), Some(reader)) = (Viewer::umpire(&game.roster, gm), game.roster.player(gm)) else { continue };
        let notice = Notice::Notice(warning(game, phase, reader, &troubled));
        let purpose = format!("reach {} {} {} {gm}", game.id, phase.label(), warned.len());
        let envelope = Envelope::generated(purpose, Some(game));
        decision.letters.push(write(house, now, game.roster.players(), viewer, &notice, &[], envelope)?);
    }
    Ok(Some(decision))
}

fn warning(game: &GameRecord, phase: &Phase, reader: &Player, troubled: &[&Returned]) -> Note {
    let of = |reach: Reach| troubled.iter().filter(move |known| known.reach() == reach).copied();
    let (unreached, doubtful) = (of(Reach::Unreached).count(), of(Reach::Doubtful).count());
    let title = match (unreached, doubtful) {
        (0, 1) => "letters to one player came back".to_owned(),
        (0, n) => format!("letters to {} players came back", count(n)),
        (1, _) => "one player cannot be reached".to_owned(),
        (n, _) => format!("{} players cannot be reached", count(n)),
    };
    let name = phase_name(phase.number, &phase.plan.title);
    let due = deadline_for(game, reader, phase.deadline);
    let mut paragraphs = vec![format!("Orders for {name} are due {due}.")];
    if unreached > 0 {
        let rows: Vec<String> = of(Reach::Unreached).map(|known| row(game, known)).collect();
        paragraphs.push(format!("Our letters do not reach:\n\n{}", rows.join("\n")));
    }
    if doubtful > 0 {
        let rows: Vec<String> = of(Reach::Doubtful).map(|known| row(game, known)).collect();
        let doubt = "This may pass by itself, and such a report can be forged:";
        paragraphs.push(format!("Something came back from the address of some. {doubt}\n\n{}", rows.join("\n")));
    }
    paragraphs.push(format!(
        "Nothing was changed by this: letters go on to everybody, and whoever writes to us counts as reached again. \
         {} moves the deadline; SEAT gives a seat to somebody else.",
        how_to_give_time(phase)
    ));
    Note::of(Some(&game.id), title, paragraphs)
}

fn row(game: &GameRecord, known: &Returned) -> String {
    let name = game.roster.player(&known.player).map_or("somebody", |player| player.name.as_str());
    let seats: Vec<String> = game.roster.seats_of(&known.player).iter().map(|seat| title(game, seat)).collect();
    let role = match (seats.is_empty(), game.roster.is_gm(&known.player)) {
        (true, true) => "game master".to_owned(),
        _ => listed(&seats),
    };
    let reports = match known.reports.len() {
        0 => String::new(),
        1 => "1 letter was reported as undelivered".to_owned(),
        n => format!("{n} letters were reported as undelivered"),
    };
    let refused = if known.is_refused { "our mail server refused the last letter for good" } else { "" };
    let why: Vec<&str> = [refused, reports.as_str()].into_iter().filter(|words| !words.is_empty()).collect();
    format!("- {name} ({role}): {}", why.join("; "))
}

fn count(n: usize) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// A letter to the game masters of the house about trouble of the machine, or its end.
pub fn alert(
    house: &House,
    gms: &[Player],
    (purpose, title): (&str, &str),
    paragraphs: &[String],
    now: i64,
) -> Result<Decision, DeskError> {
    let mut decision = Decision::new(Verdict::Answered);
    for gm in gms {
        let notice = Notice::Notice(Note::of(None, title, paragraphs.to_vec()));
        let envelope = Envelope::generated(format!("{purpose} {}", gm.id), None);
        let people = std::iter::once(gm);
        decision.letters.push(write(house, now, people, Viewer::person(&gm.id), &notice, &[], envelope)?);
    }
    Ok(decision)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn returned(reports: &[i64]) -> Returned {
        Returned { player: PlayerId::stored("ann"), is_refused: false, reports: reports.to_vec() }
    }

    #[test]
    fn one_report_or_many_at_once_are_only_a_doubt() {
        assert_eq!(returned(&[]).reach(), Reach::Reached);
        assert_eq!(returned(&[5]).reach(), Reach::Doubtful);
        assert_eq!(returned(&[1, 2, 3, 4, 5, 6]).reach(), Reach::Doubtful, "a burst can be forged or pass");
        assert_eq!(returned(&[0, 3 * DAY]).reach(), Reach::Doubtful, "two letters are not enough");
    }

    #[test]
    fn several_reports_over_days_are_believed() {
        assert_eq!(returned(&[0, DAY, 2 * DAY]).reach(), Reach::Unreached);
    }

    #[test]
    fn our_own_server_is_believed_at_once() {
        assert_eq!(Returned { is_refused: true, ..returned(&[]) }.reach(), Reach::Unreached);
    }
}
