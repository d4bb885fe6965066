//! The reports on a phase: who gets one, and what stands in it. One letter a person, whatever the number of his seats.

use serde_json::Value;

use base::facts::{Fact, Viewer, brief, known_to, umpires_alone};
use base::game::{Phase, Player, SeatId, SeatSet};
use mail::form::without_words;
use rules::{Occasion, TableError};

use crate::files::house::House;
use crate::files::outbox::OutboxLetter;
use crate::files::record::{GameRecord, PastPhase};
use crate::files::stop::DeskError;
use crate::phase::dice_told::{
    committed, listed, phase_secret, scopes, secret_of_ended, seed_file, set_dice_told, shown,
};
use crate::phase::seeds::{seed_told, without_seeds};
use crate::phase::sheets::show_sheets;
use crate::phase::standing::{due_words, title};
use crate::said::calendar::Deadlines;
use crate::said::letters::{Envelope, Told, report_purpose, thread_of, write, write_and_show};
use crate::said::notice::{DiceSecret, Note, NoteWithFile, Notice, ReportHead, SheetView};
use crate::said::phrases::phase_name;

/// What the reports on a phase tell of it.
pub struct Tidings<'a> {
    /// The phase that is over; none at the opening.
    pub ended: Option<&'a Phase>,
    /// The same as it was played.
    pub past: Option<&'a PastPhase>,
    /// What happened and how things stand, each with its audience.
    pub facts: &'a [Fact<Value>],
    /// The secrets that are shown when the game is over.
    pub whole: &'a [DiceSecret],
}

impl Tidings<'_> {
    fn number(&self) -> u32 {
        self.ended.map_or(0, |phase| phase.number)
    }

    fn silent(&self) -> &[SeatId] {
        self.past.map_or(&[], |past| &past.silent)
    }
}

/// One report for everybody who serves seats, with all he serves, and one for each game master.
pub fn reports(
    house: &House,
    game: &GameRecord,
    now: i64,
    tidings: &Tidings<'_>,
) -> Result<Vec<OutboxLetter>, DeskError> {
    let revision = tidings.ended.map_or(1, |phase| phase.revision);
    let label = game.phase.as_ref().map_or_else(|| format!("{}.{revision}.end", tidings.number() + 1), Phase::label);
    let mut letters = Vec::new();
    let mut copies = Vec::new();
    for (player, seats) in game.roster.servers() {
        let (letter, copy) = player_report(house, game, now, (player, &seats), &label, tidings)?;
        letters.push(letter);
        copies.push(copy);
    }
    for gm in game.roster.gms() {
        let Some(viewer) = Viewer::umpire(&game.roster, gm) else { continue };
        let Some(player) = game.roster.player(gm) else { continue };
        letters.push(umpire_report(house, game, now, (player, viewer.clone()), &label, tidings)?);
        if game.holds_reports {
            letters.push(held_copies(house, game, now, viewer, &label, &copies)?);
        }
    }
    Ok(letters)
}

/// The report of a player, and its subject and text as the game master may read them.
fn player_report(
    house: &House,
    game: &GameRecord,
    now: i64,
    (player, seats): (&Player, &[SeatId]),
    label: &str,
    tidings: &Tidings<'_>,
) -> Result<(OutboxLetter, (String, String)), DeskError> {
    let viewer = Viewer::of_player(&game.roster, &player.id);
    let known = brief(viewer.clone(), tidings.facts);
    let mut head = report_head(house, game, player, seats, tidings.number(), tidings.past);
    head.set_dice = set_dice_told(game, seats.first(), tidings.past, &known)?;
    head.silent = silence_told(game, seats, tidings.silent());
    head.whole = tidings.whole.to_vec();
    head.sheets = sheets_told(game, seats)?;
    let first = seats.first().cloned().unwrap_or_else(SeatId::gm);
    let mut envelope = Envelope::generated(report_purpose(&game.id, label, &first), Some(game));
    envelope.thread = thread_of(game, &player.id).filter(|root| root != &envelope.purpose);
    envelope.is_held = game.holds_reports;
    envelope.deadlines = Deadlines::after(house, game, player, tidings.ended);
    let told = told_to(house, game, (player, seats), viewer.clone(), tidings.facts)?;
    let (letter, shown) =
        write_and_show(house, now, game.roster.players(), viewer, &Notice::Report(head), &told, envelope)?;
    let copy = (shown.subject().to_owned(), without_seeds(house, game, seats, shown.text()));
    Ok((letter, copy))
}

/// The report on a phase as it is told now, from the facts as they were then: `is_again` where it went out before. What his
/// seats have on file is told with the first.
pub fn late_report(
    house: &House,
    game: &GameRecord,
    (player, seats): (&Player, &[SeatId]),
    (number, past): (u32, &PastPhase),
    is_again: bool,
) -> Result<(Notice, Vec<Told>), DeskError> {
    let viewer = Viewer::of_seats(&game.roster, &player.id, seats);
    let played = (number > 0).then_some(past);
    let mut head = report_head(house, game, player, seats, number, played);
    head.is_again = is_again;
    head.set_dice = set_dice_told(game, seats.first(), played, &brief(viewer.clone(), &past.facts))?;
    head.silent = silence_told(game, seats, &past.silent);
    head.whole = secret_of_ended(game, past, number);
    if !is_again {
        head.sheets = sheets_told(game, seats)?;
    }
    let told = told_to(house, game, (player, seats), viewer, &past.facts)?;
    Ok((Notice::Report(head), told))
}

/// What stands on file from earlier phases for these seats.
fn sheets_told(game: &GameRecord, seats: &[SeatId]) -> Result<Vec<SheetView>, DeskError> {
    if !seats.iter().any(|seat| game.sheets.contains_key(seat)) {
        return Ok(Vec::new());
    }
    Ok(show_sheets(game, seats)?.0)
}

/// Whether a person with these seats is told of each of them apart.
fn is_told_apart(game: &GameRecord, seats: &[SeatId]) -> bool {
    seats.len() > 1 && !game.table.about().tells_seats_as_one
}

/// What the book says to a person with these seats: what all of them know as one, in a book that tells it so; else to each as it
/// would say it to that seat alone, and worksheets and pictures of what all of them know.
pub fn told_to(
    house: &House,
    game: &GameRecord,
    (player, seats): (&Player, &[SeatId]),
    viewer: Viewer,
    facts: &[Fact<Value>],
) -> Result<Vec<Told>, TableError> {
    let (table, pictures) = (game.table.as_ref(), house.pictures(player));
    if !is_told_apart(game, seats) {
        return Ok(vec![Told::report(table, brief(viewer, facts), pictures)?]);
    }
    let of_seat = |seat: &SeatId| {
        let known = known_to(SeatSet::from([seat.clone()]), facts);
        Told::words(table, "report.txt", brief(viewer.clone(), &known))
    };
    let mut told: Vec<Told> = seats.iter().map(of_seat).collect();
    let all = known_to(seats.iter().cloned().collect(), facts);
    told.push(Told::enclosures(table, brief(viewer, &all), pictures)?);
    Ok(told)
}

/// Which seats played without orders, as far as the reader is told: his own, and those they stand above.
fn silence_told(game: &GameRecord, own: &[SeatId], silent: &[SeatId]) -> Vec<String> {
    let is_below = |other: &SeatId| {
        let above = game.roster.seat(other).and_then(|other| other.spec.stand_in.as_ref());
        above.is_some_and(|above| own.contains(above))
    };
    let name = |other: &SeatId| if own == [other.clone()] { "you".to_owned() } else { title(game, other) };
    silent.iter().filter(|other| own.contains(other) || is_below(other)).map(name).collect()
}

/// The report of a game master: first what the umpire alone is told, then what each side knows, side by side. Its
/// worksheets and pictures are made of all of it at once.
fn umpire_report(
    house: &House,
    game: &GameRecord,
    now: i64,
    (player, viewer): (&Player, Viewer),
    label: &str,
    tidings: &Tidings<'_>,
) -> Result<OutboxLetter, DeskError> {
    let past = (tidings.number(), tidings.past);
    let (mut head, told) = umpire_told(house, game, (player, viewer.clone()), past, tidings.facts)?;
    head.whole = tidings.whole.to_vec();
    let mut envelope = Envelope::generated(report_purpose(&game.id, label, &SeatId::gm()), Some(game));
    envelope.purpose = format!("{} {}", envelope.purpose, player.id);
    envelope.deadlines = Deadlines::after(house, game, player, tidings.ended);
    write(house, now, game.roster.players(), viewer, &Notice::Report(head), &told, envelope)
}

/// The same once more, as it is told now.
pub fn umpire_report_again(
    house: &House,
    game: &GameRecord,
    (player, viewer): (&Player, Viewer),
    (number, past): (u32, &PastPhase),
) -> Result<(Notice, Vec<Told>), DeskError> {
    let played = (number > 0).then_some(past);
    let (mut head, told) = umpire_told(house, game, (player, viewer), (number, played), &past.facts)?;
    head.is_again = true;
    head.whole = secret_of_ended(game, past, number);
    Ok((Notice::Report(head), told))
}

fn umpire_told(
    house: &House,
    game: &GameRecord,
    (player, viewer): (&Player, Viewer),
    (number, past): (u32, Option<&PastPhase>),
    facts: &[Fact<Value>],
) -> Result<(ReportHead, Vec<Told>), DeskError> {
    let all = brief(viewer.clone(), facts);
    let mut head = report_head(house, game, player, &[], number, past);
    head.silent.extend(past.into_iter().flat_map(|past| &past.silent).map(|seat| title(game, seat)));
    head.set_dice = set_dice_told(game, None, past, &all)?;
    let mut told = Vec::new();
    let (table, pictures) = (game.table.as_ref(), house.pictures(player));
    let secret = umpires_alone(facts);
    if !secret.is_empty() {
        head.parts.push("For the game master alone".to_owned());
        told.push(Told::words(table, "report.txt", brief(viewer.clone(), &secret)));
    }
    for (side, seats) in sides(game) {
        let maps = table.pages(&brief(Viewer::vacant_seats(&seats), facts), &Occasion::Overview, pictures)?;
        head.parts.push(format!("What {} knows", table.about().side_name(side)));
        told.push(Told::words(table, "report.txt", brief(viewer.clone(), &known_to(seats, facts))));
        told.push(Told::drawn(all.clone(), maps));
    }
    told.push(Told::enclosures(table, all, pictures)?);
    Ok((head, told))
}

/// The sides with their seats, in the order of their first seats.
fn sides(game: &GameRecord) -> Vec<(&str, SeatSet)> {
    let mut sides: Vec<(&str, SeatSet)> = Vec::new();
    for seat in game.roster.seats() {
        match sides.iter_mut().find(|(side, _)| *side == seat.spec.side) {
            Some((_, seats)) => drop(seats.insert(seat.spec.id.clone())),
            None => sides.push((&seat.spec.side, SeatSet::from([seat.spec.id.clone()]))),
        }
    }
    sides
}

/// More seats than these are not named one by one in a subject.
const MOST_IN_SUBJECT: usize = 2;

/// What somebody reads as, in a few words.
fn reader_words(titles: &[String]) -> String {
    match titles {
        [first, .., _] if titles.len() > MOST_IN_SUBJECT => format!("{first} and {} more", titles.len() - 1),
        titles => titles.join(" and "),
    }
}

/// The head and foot of the report on the phase `number` (0: the opening) to somebody with these seats; to a game master,
/// with none.
pub fn report_head(
    house: &House,
    game: &GameRecord,
    player: &Player,
    seats: &[SeatId],
    number: u32,
    past: Option<&PastPhase>,
) -> ReportHead {
    let next = game.phase.as_ref();
    let scopes = scopes(game, seats.first());
    let secret = past.map_or_else(|| phase_secret(house, &game.id, 0, 1), |past| past.secret.clone());
    let label = format!("{number}.{}", past.map_or(1, |past| past.revision));
    let rows = past.and_then(|past| past.seeds.as_ref());
    let seed_file = rows.and_then(|rows| seed_file(rows, &label));
    let titles: Vec<String> = match seats {
        [] => vec!["game master".to_owned()],
        seats => seats.iter().map(|seat| title(game, seat)).collect(),
    };
    let owing: Vec<&SeatId> = seats.iter().filter(|seat| game.owes(seat)).collect();
    ReportHead {
        game: game.id.to_string(),
        seat: reader_words(&titles),
        title: past.map_or_else(|| "opening".to_owned(), |past| format!("{} played", past.title)),
        played: past.map(|past| phase_name(number, &past.title)),
        next: next.map(|phase| phase_name(phase.number, &phase.plan.title)),
        owes: !owing.is_empty(),
        owing: if owing.len() < seats.len() {
            owing.iter().map(|seat| title(game, seat)).collect()
        } else {
            Vec::new()
        },
        deadline: next.map(|phase| due_words(game, player, phase)),
        commitments: next.map_or_else(Vec::new, |phase| committed(&scopes, &phase.secret)),
        drawn: seats.iter().filter_map(|seat| seed_told(house, game, seat)).collect(),
        label: next.map(Phase::label),
        secrets: shown(&scopes, |scope| secret.of_scope(scope).reveal()),
        seeds: rows.filter(|_| seed_file.is_none()).map_or_else(Vec::new, listed),
        seed_file: seed_file.map(Box::new),
        whole: Vec::new(),
        secret_label: label,
        set_dice: Vec::new(),
        silent: Vec::new(),
        parts: if is_told_apart(game, seats) { titles.clone() } else { Vec::new() },
        seats: titles,
        sheets: Vec::new(),
        is_again: false,
        is_newest: next.is_some_and(|phase| phase.number == number + 1),
    }
}

/// Copies of reports with more lines than these are a file of their own: nobody reads as much in a letter.
const MOST_OF_COPIES: usize = 600;

/// The reports that wait, as a game master may read them.
fn held_copies(
    house: &House,
    game: &GameRecord,
    now: i64,
    viewer: Viewer,
    label: &str,
    copies: &[(String, String)],
) -> Result<OutboxLetter, DeskError> {
    let wait = format!("{} reports wait for you. They go out when you answer RELEASE.", copies.len());
    let copies: Vec<(&String, String)> = copies.iter().map(|(subject, text)| (subject, without_words(text))).collect();
    let note = |paragraphs| Note::of(Some(&game.id), "reports wait for your RELEASE", paragraphs);
    let printed = copies.iter().flat_map(|(subject, text)| {
        [format!("{subject}\n{}", "=".repeat(subject.chars().count().clamp(3, 72))), text.clone()]
    });
    let count: usize = copies.iter().map(|(_, text)| text.lines().count()).sum();
    let notice = if count <= MOST_OF_COPIES {
        Notice::Notice(note([format!("{wait} This is what they say.")].into_iter().chain(printed).collect()))
    } else {
        let rows = copies.iter().map(|(subject, text)| format!("- {subject} ({} lines)", text.lines().count()));
        let rows: Vec<String> = rows.collect();
        let name = format!("reports-{}", label.replace('.', "-"));
        let sentence = format!("The file {name}.txt has what they say.");
        let text = printed.collect::<Vec<_>>().join("\n\n");
        Notice::WithFile(NoteWithFile { note: note(vec![wait, rows.join("\n")]), name, sentence, text })
    };
    let reader = viewer.reader().map(ToString::to_string).unwrap_or_default();
    let envelope = Envelope::generated(format!("held copies {} {label} {reader}", game.id), Some(game));
    write(house, now, game.roster.players(), viewer, &notice, &[], envelope)
}
