//! Going back: ROLLBACK brings the start of a played phase back as a new revision of the game. Nothing is deleted; those
//! who were told what is undone are told that it is.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};

use base::facts::{Fact, Viewer};
use base::game::{Phase, Player, PlayerId, SeatId};
use base::order::{Line, Sheet, Stated};
use rules::settings::{differences, name_of};
use rules::{ShelfError, Table};

use crate::commands::gm::undone_acts::{acts_of, all_acts, open_again};
use crate::commands::orders::ahead::{count_orders, done};
use crate::files::decision::{Ahead, Change, Holds, Step, StepKind};
use crate::files::past::{PastLetter, Rewind, UndoneStep};
use crate::files::record::{GameRecord, GameStatus};
use crate::files::stop::{DeskError, Stop};
use crate::letter::asking::is_confirmed_or_asks;
use crate::letter::present::{game_of, present_state};
use crate::letter::session::{Session, refuse};
use crate::phase::dice_told::{commitments, rows};
use crate::phase::seeds::seed_told;
use crate::phase::sheets::show_sheets;
use crate::phase::standing::{due_words, title};
use crate::phase::turn::{open_phase, state_hash};
use crate::said::letters::{Envelope, report_purpose};
use crate::said::notice::{DiceSecret, Note, Notice, shorten};
use crate::said::phrases::{hung, phase_name};

/// `ROLLBACK phase=N`: asks first, with all that would follow; with the word it is done.
pub fn roll_back(session: &mut Session<'_>, line: &Line, stated: Stated) -> Result<(), Stop> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    if game.status == GameStatus::Deleted {
        refuse(session, line, &format!("The game {} has ended for good.", game.id), None);
        return Ok(());
    }
    let rewind = session.desk().files.rewind(&game.id, stated.phase)?;
    let rewound = &game.id;
    let is_done_above =
        session.changes().iter().any(|change| matches!(change, Change::UndoPhases { game, .. } if game == rewound));
    let Some(rewind) = rewind.filter(|rewind| !is_done_above && stated.revision.is_none_or(|r| r == rewind.revision))
    else {
        refuse_rollback(session, line, &game, stated);
        return Ok(());
    };
    let mut reopened = open_phase(
        session.desk().house,
        &game,
        session.desk().now,
        (rewind.phase, rewind.last_revision + 1),
        rewind.plan.clone(),
        None,
    )?;
    // A clock that was stopped stands still until RESUME, whatever is undone meanwhile.
    let is_paused = game.phase.as_ref().is_some_and(|open| open.clock.paused_at.is_some());
    reopened.clock.paused_at = is_paused.then_some(reopened.opened);
    reopened.clock.resumes_at = game.phase.as_ref().and_then(|open| open.clock.resumes_at);
    let state = Arc::new(game.table.bring_up(rewind.version, rewind.state.clone())?);
    let table = table_of_then(&game, &rewind)?;
    let back = Back { parked: parked(&game), game, rewind, table, state, reopened };
    if !is_confirmed_or_asks(session, line, |session| back.consequences(session)) {
        return Ok(());
    }
    carry_out(session, &back)?;
    Ok(())
}

fn refuse_rollback(session: &mut Session<'_>, line: &Line, game: &GameRecord, stated: Stated) {
    let now = match &game.phase {
        Some(phase) => format!("Now open is {}", present_state(session, game, phase)),
        None if game.status == GameStatus::Setup => "The game has not begun.".to_owned(),
        None => "The game is over.".to_owned(),
    };
    let which = match stated.revision {
        Some(revision) => format!("revision {revision} of phase {}", stated.phase),
        None => format!("phase {}", stated.phase),
    };
    let message = format!("No {which} was played that could be undone. {now}");
    refuse(session, line, &message, Some("Nothing was done. ROLLBACK names a phase that was played."));
}

/// The rule book as it was laid out when the phase was opened.
fn table_of_then(game: &GameRecord, rewind: &Rewind) -> Result<Arc<dyn Table>, DeskError> {
    if game.table.document() == &rewind.document {
        return Ok(Arc::clone(&game.table));
    }
    let broken = |why| ShelfError::Broken { book: game.table.book().to_owned(), why };
    Ok(game.table.laid_for(rewind.document.clone()).map_err(broken)?)
}

/// A seat's orders that do not come into force, with its lines as they were on file.
struct Parked {
    seat: SeatId,
    lines: Vec<String>,
}

fn parked(game: &GameRecord) -> Vec<Parked> {
    let sheets = game.sheets.iter().filter(|(_, sheet)| !sheet.lines.is_empty());
    let lines = |sheet: &Sheet<Value>| sheet.lines.iter().map(|line| line.canonical.clone()).collect();
    sheets.map(|(seat, sheet)| Parked { seat: seat.clone(), lines: lines(sheet) }).collect()
}

/// All that one rollback is about.
struct Back {
    /// The game before it.
    game: GameRecord,
    rewind: Rewind,
    /// Its rule book as it is laid out then.
    table: Arc<dyn Table>,
    /// The state to go back to.
    state: Arc<Value>,
    reopened: Phase,
    /// Orders for the phase that was open.
    parked: Vec<Parked>,
}

impl Back {
    fn name(&self) -> String {
        phase_name(self.reopened.number, &self.reopened.plan.title)
    }

    fn told(&self) -> impl Iterator<Item = &PastLetter> {
        self.rewind.letters.iter().filter(|letter| letter.has_left)
    }

    /// Those that were played, and one that was open when the game master ended the game.
    fn undone_phases(&self) -> Vec<(u32, u32)> {
        let closes = |step: &&UndoneStep| matches!(step.kind, StepKind::Phase | StepKind::End);
        self.rewind.undone.iter().filter(closes).map(|step| (step.phase, step.revision)).collect()
    }

    fn undone_in_words(&self) -> String {
        let labels = |kind: StepKind| -> Vec<String> {
            let steps = self.rewind.undone.iter().filter(|step| step.kind == kind);
            steps.map(|step| format!("{}.{}", step.phase, step.revision)).collect()
        };
        let [played, ended] = [StepKind::Phase, StepKind::End].map(|kind| labels(kind).join(", "));
        let mut undone = Vec::new();
        undone.extend((!played.is_empty()).then(|| format!("the phases played as {played}")));
        undone.extend((!ended.is_empty()).then(|| format!("the end of the game in phase {ended}")));
        undone.join(", and ")
    }

    /// The phase that is gone back to was open when the game master ended the game.
    fn was_not_played(&self) -> bool {
        self.rewind.undone.iter().any(|step| step.kind == StepKind::End && step.phase == self.rewind.phase)
    }

    /// What the GM must know before he confirms, and is told again when it is done.
    fn consequences(&self, session: &Session<'_>) -> Vec<String> {
        let mut said = vec![format!(
            "The game would go back to the start of {}, as phase {} with new dice; orders would be due {}. Undone would be \
             {}.",
            self.name(),
            self.reopened.label(),
            due_words(&self.game, session.writer(), &self.reopened),
            self.undone_in_words()
        )];
        said.extend(self.edits());
        said.extend(all_acts(&self.rewind));
        said.push(self.who_was_told());
        said.extend(self.what_the_end_showed());
        said.push(self.what_stands());
        said.extend(self.what_is_parked());
        said.extend(self.what_is_dropped());
        said
    }

    fn edits(&self) -> Option<String> {
        let edits: Vec<String> = self.rewind.undone.iter().filter_map(|step| step.edit.clone()).collect();
        let listed: Vec<String> = edits.iter().map(|edit| format!("- {}", shorten(edit, 64))).collect();
        (!edits.is_empty())
            .then(|| format!("Undone would be, too, what game masters set and entered since:\n{}", listed.join("\n")))
    }

    /// The options of the rule book that are again what they were.
    fn options_of_then(&self) -> Option<String> {
        let settings = &self.table.about().settings;
        let to_come = self.game.next_table.as_ref().unwrap_or(&self.game.table);
        let rows: Vec<String> = differences(to_come.document(), self.table.document())
            .into_iter()
            .map(|(path, then, _)| format!("{} = {then}", name_of(settings, &path)))
            .collect();
        (!rows.is_empty()).then(|| format!("Options of the rule book are again what they were: {}.", rows.join("; ")))
    }

    /// With the end of a game the dice of all its phases can be known.
    fn what_the_end_showed(&self) -> Option<String> {
        let is_over = self.game.status == GameStatus::Over;
        is_over.then(|| {
            "When the game ended everybody was shown the secrets of all dice thrown so far, those of the other sides and the \
             umpire's included."
                .to_owned()
        })
    }

    /// By reader: which letters he has, without their text.
    fn who_was_told(&self) -> String {
        let mut readers: Vec<(String, Vec<String>)> = Vec::new();
        for reader in &self.rewind.readers {
            let letters = self.void_for(&reader.id);
            if !letters.is_empty() {
                readers.push((self.reader_name(reader), letters));
            }
        }
        let waiting = self.rewind.letters.iter().filter(|letter| !letter.has_left).count();
        let withheld = match waiting {
            0 => String::new(),
            1 => "\n\nOne letter that has not left yet would be withheld.".to_owned(),
            n => format!("\n\n{n} letters that have not left yet would be withheld."),
        };
        if readers.is_empty() {
            return format!("Nobody was told yet what would be undone.{withheld}");
        }
        let rows: Vec<String> =
            readers.into_iter().map(|(name, letters)| format!("- {name}: {}", letters.join("; "))).collect();
        format!(
            "Told of it were the following; each player among them would get a VOID notice. What they have read they \
             know, and that cannot be taken back.\n{}{withheld}",
            rows.join("\n")
        )
    }

    fn reader_name(&self, reader: &Player) -> String {
        let mut seats: Vec<String> = self.game.roster.seats_of(&reader.id).iter().map(SeatId::to_string).collect();
        if self.game.roster.is_gm(&reader.id) {
            seats.push("gm".to_owned());
        }
        let seats = if seats.is_empty() { "no seat any more".to_owned() } else { seats.join(", ") };
        format!("{} ({seats})", reader.name)
    }

    /// The letters of a reader that count no more, each kind once.
    fn void_for(&self, reader: &PlayerId) -> Vec<String> {
        let mut counted: Vec<(String, u32)> = Vec::new();
        for words in self.told().filter(|letter| &letter.player == reader).map(PastLetter::words) {
            match counted.iter_mut().find(|(known, _)| known == &words) {
                Some((_, count)) => *count += 1,
                None => counted.push((words, 1)),
            }
        }
        let print = |(words, count)| if count == 1 { words } else { format!("{words} ({count} times)") };
        counted.into_iter().map(print).chain(acts_of(&self.rewind, reader)).collect()
    }

    fn what_stands(&self) -> String {
        let sheets = self.rewind.sheets.iter().filter(|(_, sheet)| !sheet.lines.is_empty());
        let rows: Vec<String> = sheets.map(|(seat, sheet)| count(seat, sheet.lines.len())).collect();
        match rows.is_empty() {
            true => format!("No orders were on file for {}.", self.name()),
            false => {
                let (name, rows) = (self.name(), rows.join(", "));
                let with_which = if self.was_not_played() {
                    format!("that were on file for {name}")
                } else {
                    format!("with which {name} was played")
                };
                format!("The orders {with_which} stand again and can be changed: {rows}.")
            }
        }
    }

    /// Orders ahead were given for what would come of a war that is undone; of those who hold no seat none would be given.
    fn ahead(&self) -> impl Iterator<Item = (&Ahead, Vec<SeatId>)> {
        let seats = self.rewind.ahead.iter().map(|ahead| (ahead, self.game.roster.seats_of(&ahead.player)));
        seats.filter(|(_, seats)| !seats.is_empty())
    }

    fn what_is_dropped(&self) -> Option<String> {
        let words = |(ahead, seats): (&Ahead, Vec<SeatId>)| {
            let (seats, orders) =
                (seats.iter().map(SeatId::as_str).collect::<Vec<_>>().join(", "), count_orders(&ahead.lines));
            let orders = if orders == 1 { "1 line".to_owned() } else { format!("{orders} lines") };
            format!("{seats} ({orders} for phase {})", ahead.number)
        };
        let rows: Vec<String> = self.ahead().map(words).collect();
        (!rows.is_empty()).then(|| {
            format!(
                "Orders given ahead would be kept no longer: {}. Their owners are told, with their words.",
                rows.join(", ")
            )
        })
    }

    fn what_is_parked(&self) -> Option<String> {
        let open = self.game.phase.as_ref().filter(|_| !self.parked.is_empty())?;
        let rows: Vec<String> = self.parked.iter().map(|parked| count(&parked.seat, parked.lines.len())).collect();
        let name = phase_name(open.number, &open.plan.title);
        Some(format!(
            "Orders on file for {name} would be parked, which means kept but not in force: {}. Their owners are told.",
            rows.join(", ")
        ))
    }
}

fn count(seat: &SeatId, orders: usize) -> String {
    if orders == 1 { format!("{seat} (1 order)") } else { format!("{seat} ({orders} orders)") }
}

fn carry_out(session: &mut Session<'_>, back: &Back) -> Result<(), DeskError> {
    let standing = back.table.situation(&back.state)?;
    change_all(session, back, &standing);
    let mut sheets = back.rewind.sheets.clone();
    sheets.values_mut().for_each(|sheet| sheet.revision = 1);
    if let Some(game) = session.game_mut() {
        game.status = GameStatus::Running;
        game.phase = Some(back.reopened.clone());
        game.take_next_settings();
        game.table = Arc::clone(&back.table);
        game.state = Arc::clone(&back.state);
        game.facts = Arc::new(standing.into());
        game.sheets = sheets.into_iter().map(|(seat, sheet)| (seat, sheet.into())).collect();
        game.awaits_release = false;
        game.untold = None;
    }
    let (name, label) = (back.name(), back.reopened.label());
    let undone: Vec<String> =
        back.undone_phases().iter().map(|(number, revision)| format!("{number}.{revision}")).collect();
    session.note(format!("rolled back to the start of {name}, now {label}; undone: {}", undone.join(", ")), None);
    session.lead(format!(
        "The game is back at the start of {name}; it is open again as {label}, until {}. Everybody is told; who was told \
         what is undone has a VOID notice.",
        due_words(&back.game, session.writer(), &back.reopened)
    ));
    let Some(after) = session.game().cloned() else { return Ok(()) };
    session.answer("Dice", dice_words(back, &commitments(&after, None), &[]));
    session.note_going_back(back.game.phase.clone(), back.game.untold.clone());
    tell_readers(session, back, &after)?;
    tell_masters(session, back, &after)
}

/// The changes, in the order in which the store can make them.
fn change_all(session: &mut Session<'_>, back: &Back, standing: &[Fact<Value>]) {
    let (game, rewind, at) = (back.game.id.clone(), &back.rewind, session.desk().now);
    let mut phases = back.undone_phases();
    if let Some(open) = &back.game.phase {
        session.change(Change::ClosePhase { game: game.clone(), number: open.number, revision: open.revision });
        phases.push((open.number, open.revision));
    }
    session.change(Change::UndoPhases { game: game.clone(), phases, at });
    let (left, wait): (Vec<&PastLetter>, Vec<_>) = rewind.letters.iter().partition(|letter| letter.has_left);
    let ids = |letters: Vec<&PastLetter>| letters.into_iter().map(|letter| letter.id).collect();
    session.change(Change::UndoLetters { told: ids(left), waiting: ids(wait), at });
    for ahead in &rewind.ahead {
        session.change(done(ahead));
    }
    session.change(Change::DropActs { game: game.clone(), after: rewind.seq, from: rewind.phase });
    let step = Step {
        kind: StepKind::Rollback,
        phase: back.reopened.number,
        revision: back.reopened.revision,
        input: json!({ "restores": rewind.seq }),
        hash: state_hash(&back.state),
        state: Arc::clone(&back.state),
        version: back.game.table.version(),
        rolls: Vec::new(),
    };
    session.change(Change::TakeStep { game: game.clone(), step: Box::new(step) });
    session.change(Change::PutFacts {
        game: game.clone(),
        number: rewind.phase - 1,
        revision: rewind.revision_before,
        news: Vec::new(),
        standing: standing.to_vec(),
    });
    session.change(Change::SetStatus { game: game.clone(), status: GameStatus::Running });
    if back.game.next_table.is_some() || !Arc::ptr_eq(&back.game.table, &back.table) {
        let document = Box::new(rewind.document.clone());
        session.change(Change::SetDocument { game: game.clone(), document, holds: Holds::Now });
    }
    session.change(Change::OpenPhase { game: game.clone(), phase: Box::new(back.reopened.clone()) });
    for (seat, sheet) in &rewind.sheets {
        let sheet = Sheet { revision: 1, ..sheet.clone() }.into();
        let (game, seat) = (game.clone(), seat.clone());
        session.change(Change::PutSheet { game, number: rewind.phase, seat, sheet });
    }
}

/// What new dice come from; with the seeds drawn for the reader's seats.
fn dice_words(back: &Back, secrets: &[DiceSecret], seeds: &[DiceSecret]) -> String {
    let join = |rows: Vec<String>| rows.join("\n");
    let secrets = rows(secrets);
    let drawn = match seeds {
        [] => String::new(),
        seeds => {
            format!(
                "\n\nSeeds of all seats are mixed in at its end. Drawn for you alone, anew, so that SEED puts words of yours \
                 behind it:\n\n{}",
                // As a report shows them.
                join(seeds.iter().map(|row| format!("  {}={}", row.scope, row.value)).collect())
            )
        }
    };
    format!(
        "The dice of {} (label {}) come from new secrets with these SHA-256:\n\n{secrets}{drawn}",
        back.name(),
        back.reopened.label()
    )
}

/// Everybody who holds a seat, and whoever was told what is undone: one letter a person.
fn tell_readers(session: &mut Session<'_>, back: &Back, after: &GameRecord) -> Result<(), DeskError> {
    let seated: Vec<Player> = after.roster.players().filter(|player| plays(after, player)).cloned().collect();
    let known: BTreeSet<PlayerId> = seated.iter().map(|player| player.id.clone()).collect();
    let gone = back.rewind.readers.iter().filter(|reader| !known.contains(&reader.id));
    let gone = gone.filter(|reader| !after.roster.is_gm(&reader.id) && !back.void_for(&reader.id).is_empty());
    for reader in seated.iter().chain(gone) {
        tell_reader(session, back, after, reader)?;
    }
    Ok(())
}

fn plays(game: &GameRecord, player: &Player) -> bool {
    !game.roster.seats_of(&player.id).is_empty()
}

fn tell_reader(session: &mut Session<'_>, back: &Back, after: &GameRecord, reader: &Player) -> Result<(), DeskError> {
    let seats = after.roster.seats_of(&reader.id);
    let void = back.void_for(&reader.id);
    let mut paragraphs = vec![format!(
        "The GM took the game {} back to the start of {}. What was played of it and after it is undone.",
        after.id,
        back.name()
    )];
    paragraphs.extend(back.options_of_then());
    if !void.is_empty() {
        let rows: Vec<String> = void.iter().map(|words| format!("- {words}")).collect();
        paragraphs.push(format!("VOID are, and count no more:\n{}", rows.join("\n")));
    }
    let (mut sheets, mut purpose) = (Vec::new(), None);
    if let Some(first) = seats.first() {
        sheets = show_sheets(after, &seats)?.0;
        paragraphs.extend(whats_next(back, after, reader, &seats)?);
        let house = session.desk().house;
        let seeds: Vec<DiceSecret> = seats.iter().filter_map(|seat| seed_told(house, after, seat)).collect();
        paragraphs.push(dice_words(back, &commitments(after, Some(first)), &seeds));
        if !sheets.is_empty() {
            let name = back.name();
            paragraphs.push(format!("Your orders for {name} stand as they were given; you can change them."));
        }
        purpose = Some(report_purpose(&after.id, &back.reopened.label(), first));
    }
    let what = if void.is_empty() { "is open again" } else { "is played anew" };
    let mark = if void.is_empty() { "" } else { "VOID: " };
    let title = format!("{mark}phase {} {what}", back.reopened.number);
    let note = Note { sheets, ..Note::of(Some(&after.id), title, paragraphs) };
    // It takes the place of a report: what follows in this phase is in its thread, and itself in that of the last report.
    let purpose = purpose.unwrap_or_else(|| session.purpose("void"));
    let mut envelope = Envelope::generated(purpose, Some(after));
    envelope.thread = last_report(back, &reader.id);
    envelope.deadlines = session.deadlines_for(reader);
    let viewer =
        if seats.is_empty() { Viewer::person(&reader.id) } else { Viewer::of_player(&after.roster, &reader.id) };
    session.write_to(reader, viewer, &Notice::Notice(note), envelope)
}

/// The purpose of the last report a reader had of what is undone.
fn last_report(back: &Back, reader: &PlayerId) -> Option<String> {
    let own = back.told().filter(|letter| &letter.player == reader && letter.purpose.starts_with("report "));
    let is_other = |letter: &&PastLetter| {
        ["report again ", "report late ", "report lapsed "].iter().any(|other| letter.purpose.starts_with(other))
    };
    own.filter(|letter| !is_other(letter)).last().map(|letter| letter.purpose.clone())
}

/// The deadline, how to see how things stand, the orders that are parked, and those given ahead that are dropped.
fn whats_next(back: &Back, after: &GameRecord, reader: &Player, seats: &[SeatId]) -> Result<Vec<String>, DeskError> {
    let before = match back.reopened.number {
        1 => "the opening report".to_owned(),
        number => format!("the report on phase {}", number - 1),
    };
    let due = due_words(after, reader, &back.reopened);
    let owes = seats.iter().any(|seat| back.reopened.plan.owing.contains(seat));
    let due = match owes {
        true => format!("Your orders are due {due}."),
        false => format!("Phase {} ends {due}; you owe no orders.", back.reopened.number),
    };
    let mut said = vec![format!("{due} How things stand is what {before} told; REPORT brings it again.")];
    said.extend(open_again(after, seats)?);
    let open = back.game.phase.as_ref().map_or_else(String::new, |open| phase_name(open.number, &open.plan.title));
    for parked in back.parked.iter().filter(|parked| seats.contains(&parked.seat)) {
        let rows: Vec<String> = parked.lines.iter().map(|line| hung(line, "  ", 4)).collect();
        said.push(format!(
            "Orders of {} for {open} were on file. They are parked: kept, but not in force. When that phase opens again, \
             send again what you still want:\n\n{}",
            title(after, &parked.seat),
            rows.join("\n")
        ));
    }
    for ahead in back.rewind.ahead.iter().filter(|ahead| ahead.player == reader.id) {
        let rows: Vec<String> = ahead.lines.iter().map(|line| hung(line, "  ", 4)).collect();
        said.push(format!(
            "What you had given ahead for phase {} is kept no longer. Send again what you still want, below ORDERS PHASE \
             {}:\n\n{}",
            ahead.number,
            ahead.number,
            rows.join("\n")
        ));
    }
    Ok(said)
}

/// The other game masters are told all that the one who did it was.
fn tell_masters(session: &mut Session<'_>, back: &Back, after: &GameRecord) -> Result<(), DeskError> {
    let writer = session.writer();
    for gm in after.roster.gms().iter().filter(|gm| *gm != &writer.id) {
        let (Some(viewer), Some(reader)) = (Viewer::umpire(&after.roster, gm), after.roster.player(gm)) else {
            continue;
        };
        let mut paragraphs = vec![format!("{} rolled the game back. He was told this before:", session.writer().name)];
        paragraphs.extend(back.consequences(session));
        paragraphs.push(dice_words(back, &commitments(after, None), &[]));
        let title = format!("phase {} is played anew", back.reopened.number);
        let note = Note::of(Some(&after.id), title, paragraphs);
        let mut envelope = Envelope::generated(session.purpose("rolled back"), Some(after));
        envelope.deadlines = session.deadlines_for(reader);
        session.write_to(reader, viewer, &Notice::Notice(note), envelope)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::past::standing_steps;

    #[test]
    fn steps_behind_the_one_a_rollback_restores_count_no_more() {
        let history = [(1, None), (2, None), (3, None), (4, Some(1)), (5, None), (6, Some(4)), (7, None)];
        assert_eq!(standing_steps(history), [1, 4, 6, 7]);
    }

    #[test]
    fn a_letter_is_told_of_without_its_text() {
        let letter = |purpose: &str| PastLetter {
            id: 1,
            purpose: purpose.to_owned(),
            player: PlayerId::stored("p1"),
            phase: 4,
            has_left: true,
        };
        assert_eq!(letter("report war 4.1 usa-east").words(), "the report with which phase 4 opened, for usa-east");
        assert_eq!(letter("report war 13.1.end usa-east").words(), "the last report, for usa-east");
        assert_eq!(letter("correction letter 17 #1").words(), "a correction by the GM in phase 4");
    }
}
