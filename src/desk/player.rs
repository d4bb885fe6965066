//! The commands of players.

use serde_json::Value;

use base::facts::{Audience, Fact, Viewer, brief};
use base::game::{Phase, Player, SeatId, authorize};
use base::order::{COMMANDS, Cancelled, Command, CommandSpec, Filed, Giver, Line, Remark, Topic, When};
use rules::MapWish;

use super::ahead;
use super::clock::{missing, span, title};
use super::dice_told::{secret_of_ended, set_dice_told};
use super::fates::Fate;
use super::filing::{FilingMode, closed, is_overtaken, put_sheet};
use super::gm;
use super::kept;
use super::letters::{DeskError, Envelope, Told, thread_of};
use super::maps;
use super::notice::Notice;
use super::pace::{self, due_words_now, ready_words};
use super::preferences;
use super::press::press;
use super::record::GameRecord;
use super::seed::give_seed;
use super::session::{Session, Stop, deadline_for, phase_name};
use super::sheets::numbered;
use super::trace::trace;
use super::turn::report_head;
use super::{people, question};

/// Does what one command asks.
pub fn obey(session: &mut Session<'_>, line: &Line, command: Command, mode: FilingMode) -> Result<(), Stop> {
    match command {
        Command::Help { topic } => Ok(help(session, topic.as_deref())?),
        Command::Status => {
            status(session);
            Ok(())
        }
        Command::Check { .. } | Command::Add { .. } | Command::As { .. } | Command::ReplaceEarlier => Ok(()),
        Command::Show => show(session, mode),
        Command::Cancel(which) => {
            cancel(session, line, &which, mode);
            Ok(())
        }
        Command::Press { to, text } => Ok(press(session, line, &to, &text, mode)?),
        Command::Restore => kept::restore(session, line, mode),
        // Whoever draws keeps others waiting, where he is judged together with them.
        Command::Report { .. } | Command::Map { .. } if !session.desk.is_apart => Err(Stop::Apart),
        Command::Report { phase } => report_again(session, phase),
        Command::Code => people::tell_code(session, line),
        Command::CodeNew
        | Command::Address { .. }
        | Command::Games
        | Command::Signon { .. }
        | Command::Resign
        | Command::Appoint { .. }
        | Command::ExchangeSeats { .. } => people::obey_player(session, line, command, mode),
        Command::Trace { which } => trace(session, line, which.as_deref()),
        Command::Confirm { word } => question::confirm(session, line, &word, mode),
        Command::Ready { with_nothing } => Ok(pace::ready(session, line, with_nothing, mode)?),
        Command::Wait => Ok(pace::wait(session, line, mode)?),
        Command::Timezone { zone } => {
            preferences::set_zone(session, line, &zone, mode);
            Ok(())
        }
        Command::Format { parts, has_pictures } => {
            preferences::set_format(session, parts, has_pictures, mode);
            Ok(())
        }
        Command::Map { place, radius } => maps::draw(session, line, &MapWish { place, radius }),
        Command::Seed { words } => {
            give_seed(session, line, &words, mode);
            Ok(())
        }
        Command::OrdersAhead { phase, name } => {
            ahead::begin(session, line, phase, name.as_deref(), mode);
            Ok(())
        }
        other => gm::obey(session, line, other, mode),
    }
}

/// A command that only makes sense in a game.
pub fn refuse(session: &mut Session<'_>, line: &Line, message: &str, hint: Option<&str>) {
    let mut remark = Remark::refused(message);
    remark.hint = hint.map(str::to_owned);
    session.remark(line.number, &line.text, &remark);
}

/// The same of a line that says whose or for when the orders below it are.
pub fn refuse_head(session: &mut Session<'_>, line: &Line, message: &str, hint: Option<&str>) {
    session.lost_head.get_or_insert(line.number);
    refuse(session, line, message, hint);
}

fn help(session: &mut Session<'_>, topic: Option<&str>) -> Result<(), DeskError> {
    session.receipt.title = "help".to_owned();
    let is_gm = session.is_gm();
    let readable = |giver: Giver| giver == Giver::Player || is_gm;
    // A name may be a player's command and, with more behind it, a game master's.
    let is_named = |spec: &&CommandSpec| topic.is_some_and(|topic| spec.name.eq_ignore_ascii_case(topic));
    let named: Vec<&CommandSpec> = COMMANDS.iter().filter(is_named).filter(|spec| readable(spec.giver)).collect();
    for spec in &named {
        let text = format!("  {}\n\n{}\n\nFor example:\n\n  {}", spec.usage, spec.summary, spec.example);
        session.answer(format!("HELP {}", spec.name), text);
    }
    if !named.is_empty() {
        return Ok(());
    }
    if let Some(found) = topic.and_then(|topic| find_topic(session, topic)) {
        session.answer(format!("HELP {}", found.names[0]), help_with(&found));
        return Ok(());
    }
    match topic {
        Some(topic) if topic.starts_with("order") => return help_with_orders(session),
        Some(topic) => session.lead(format!("There is no command \"{topic}\" for you. This is what there is.")),
        None => {}
    }
    for (giver, heading) in [(Giver::Player, "What you can write"), (Giver::Gm, "What a game master can write besides")]
    {
        if !readable(giver) {
            continue;
        }
        let rows: Vec<String> = COMMANDS.iter().filter(|spec| spec.giver == giver).map(help_row).collect();
        session.answer(heading, rows.join("\n"));
    }
    session.answer(
        "Orders",
        "Any line that is an order is read as one; write each on a line of its own, in plain words. HELP orders shows \
         what your game understands.",
    );
    Ok(())
}

fn help_row(spec: &CommandSpec) -> String {
    format!("- {} - {}", spec.usage, spec.summary)
}

/// The kind of order of the letter's game that is called so.
fn find_topic(session: &Session<'_>, asked: &str) -> Option<Topic> {
    let topics = session.game.as_ref()?.table.topics();
    topics.into_iter().find(|topic| topic.is_called(asked))
}

fn help_with(topic: &Topic) -> String {
    let examples: Vec<String> = topic.examples.iter().map(|example| format!("  {example}")).collect();
    format!("For {}:\n\n{}", topic.whose, examples.join("\n"))
}

/// The rule book's own page on orders, with the first examples of each kind.
fn help_with_orders(session: &mut Session<'_>) -> Result<(), DeskError> {
    let Some(game) = &session.game else {
        session.answer("Orders", "Each game has its own; name your game in the subject: [game] help.");
        return Ok(());
    };
    let template = format!("{}/help.txt", game.table.book());
    let topics = game.table.topics().into_iter().map(|topic| {
        let mut told = serde_json::json!(topic);
        told["kind"] = "Topic".into();
        Fact::new(Audience::Everyone, told)
    });
    let page = session.desk.house.renderer.passage(&template, &brief(session.viewer(), &topics.collect::<Vec<_>>()))?;
    session.answer("Orders", page.text().to_owned());
    Ok(())
}

fn status(session: &mut Session<'_>) {
    if session.receipt.title.is_empty() {
        session.receipt.title = "status".to_owned();
    }
    let Some(game) = session.game.clone() else {
        let games: Vec<String> = session.desk.writer_games.iter().map(ToString::to_string).collect();
        let text = if games.is_empty() {
            "You are in no game.".to_owned()
        } else {
            format!("Your games: {}.", games.join(", "))
        };
        session.answer("Status", text);
        return;
    };
    let mut rows = vec![format!("  Game       {} ({})", game.id, game.table.book())];
    match &game.phase {
        Some(phase) => {
            rows.push(format!("  Now        {}", phase_name(phase.number, &phase.plan.title)));
            rows.push(format!("  Due        {}", due_words_now(&game, session.reader(), phase, session.desk.now)));
            rows.extend(clock_rows(&game, session.reader(), phase));
        }
        None => rows.push(format!("  Now        {:?}", game.status).to_lowercase()),
    }
    for seat in session.seats() {
        rows.push(format!("  Your seat  {seat}, {}", on_file(&game, &seat)));
        rows.push(format!("             {}", title(&game, &seat)));
    }
    session.answer("Status", rows.join("\n"));
    if session.is_gm() {
        let owing: Vec<String> = missing(&game).iter().map(ToString::to_string).collect();
        let text = if owing.is_empty() { "nobody".to_owned() } else { owing.join(", ") };
        session.answer("Still owed", format!("Orders are still owed by {text}."));
    }
}

/// What else is to be known of the clock of the open phase: a pause, reminders, how many are ready.
fn clock_rows(game: &GameRecord, reader: &Player, phase: &Phase) -> Vec<String> {
    let mut rows = Vec::new();
    match phase.clock.paused_at {
        Some(since) => rows.push(format!("  Clock      stands still since {}", deadline_for(game, reader, since))),
        None if !game.timetable.reminders_minutes.is_empty() => {
            let spans = game.timetable.reminders_minutes.iter().map(|minutes| span(i64::from(*minutes) * 60));
            rows.push(format!("  Reminders  {} before, to those who owe orders", spans.collect::<Vec<_>>().join(", ")));
        }
        None => {}
    }
    if let Some(ready) = ready_words(game, &reader.id).filter(|_| game.timetable.pace.cooling_minutes.is_some()) {
        rows.push(format!("  Ready      {ready}"));
    }
    rows
}

/// What is on file for a seat, in words.
pub fn on_file(game: &GameRecord, seat: &SeatId) -> String {
    let owes = game.phase.as_ref().is_some_and(|phase| phase.plan.owing.contains(seat));
    let is_ready = game.phase.as_ref().is_some_and(|phase| phase.clock.ready.contains_key(seat));
    let ready = if is_ready { ", ready" } else { "" };
    match (game.sheets.get(seat).map_or(0, |sheet| sheet.lines.len()), owes) {
        (0, true) => "owes orders".to_owned(),
        (0, false) => "owes none".to_owned(),
        (1, _) => format!("1 order on file{ready}"),
        (n, _) => format!("{n} orders on file{ready}"),
    }
}

fn show(session: &mut Session<'_>, mode: FilingMode) -> Result<(), Stop> {
    if session.receipt.title.is_empty() {
        session.receipt.title = "orders on file".to_owned();
    }
    session.shows_sheets = true;
    let Some(game) = &session.game else {
        session.lead("Please name your game in the subject, in square brackets.");
        return Ok(());
    };
    let kind = game.phase.as_ref().map_or("", |phase| phase.plan.kind.as_str());
    let sheets = session.seats().into_iter().filter_map(|seat| game.sheets.get(&seat).cloned());
    let lines: Vec<When> =
        sheets.flat_map(|sheet| sheet.lines.iter().map(|line| line.when.clone()).collect::<Vec<_>>()).collect();
    let later = lines.iter().filter(|when| !when.is_met_by(kind)).count();
    session.lead(match lines.len() - later {
        0 => "You have no orders on file for this phase.".to_owned(),
        1 => "You have 1 order on file for this phase.".to_owned(),
        n => format!("You have {n} orders on file for this phase."),
    });
    match later {
        0 => {}
        1 => session.lead("1 order on file is for a phase to come."),
        n => session.lead(format!("{n} orders on file are for phases to come.")),
    }
    ahead::show(session, mode)
}

fn cancel(session: &mut Session<'_>, line: &Line, which: &Cancelled, mode: FilingMode) {
    let Some(game) = session.game.clone() else { return refuse(session, line, "No game is named.", None) };
    session.shows_sheets = true;
    if session.receipt.title.is_empty() {
        session.receipt.title = "orders".to_owned();
    }
    let seats = session.seats();
    let all = numbered(&game.sheets, &seats);
    if all.is_empty() {
        return refuse(session, line, "You have no orders on file, so there is nothing to cancel.", None);
    }
    let warrants = seats.iter().filter_map(|seat| authorize(&game.roster, &session.writer.id, seat).ok());
    if let Some(refusal) = closed(&game, session, &warrants.collect::<Vec<_>>()) {
        return session.lead(refusal);
    }
    let gone: Vec<(SeatId, usize)> = match which {
        Cancelled::All => all.clone(),
        Cancelled::Numbers(numbers) => {
            if let Some(wrong) = numbers.iter().find(|number| **number == 0 || **number > all.len()) {
                let message =
                    format!("There is no order {wrong} on file; your orders have the numbers 1 to {}.", all.len());
                return refuse(session, line, &message, Some("SHOW lists them."));
            }
            numbers.iter().map(|number| all[number - 1].clone()).collect()
        }
    };
    for seat in seats {
        let Some(old) = game.sheets.get(&seat).filter(|_| gone.iter().any(|(other, _)| other == &seat)) else {
            continue;
        };
        let stays = |index: usize| !gone.contains(&(seat.clone(), index));
        let cancelled = old.lines.iter().enumerate().filter(|(index, _)| !stays(*index));
        let lines = old.lines.iter().enumerate().filter(|(index, _)| stays(*index)).map(|(_, line)| line.clone());
        let lines = lines.collect();
        if let Ok(warrant) = authorize(&game.roster, &session.writer.id, &seat) {
            if is_overtaken(session, &warrant, old, |_| true) {
                session.lead("Orders that arrived after this letter are on file already; they stay.");
                continue;
            }
            cancelled.for_each(|(_, order)| note_cancelled(session, &seat, order));
            if *which == Cancelled::All {
                session.replaced.remove(&seat);
            }
            put_sheet(session, &warrant, old, lines, mode.is_check);
        }
    }
}

fn note_cancelled(session: &mut Session<'_>, seat: &SeatId, order: &Filed<Value>) {
    let is_put = |(of, put, _): &&(SeatId, Filed<Value>, usize)| of == seat && put.is_same_order(order);
    for (.., number) in session.put.iter().filter(is_put) {
        session.fates.set(*number, Fate::Cancelled);
    }
    session.cancelled.push((seat.clone(), order.clone()));
}

/// A report once more, from the facts as they were told then, to the seats the writer serves now.
fn report_again(session: &mut Session<'_>, phase: Option<u32>) -> Result<(), Stop> {
    let Some(game) = session.game.clone() else {
        session.lead("Please name your game in the subject, in square brackets.");
        return Ok(());
    };
    if session.receipt.title.is_empty() {
        session.receipt.title = "report".to_owned();
    }
    let last = match &game.phase {
        Some(phase) => phase.number.checked_sub(1),
        None => None,
    };
    let Some(number) = phase.or(last) else {
        session.lead("No report was sent yet.");
        return Ok(());
    };
    let Some(past) = session.desk.files.past_phase(&game.id, number)? else {
        session.lead(format!("There is no report on a phase {number}: it was not played yet."));
        return Ok(());
    };
    if !session.reported.insert(number) {
        return Ok(());
    }
    let is_withheld = game.awaits_release;
    let mut sent = 0;
    for seat in session.seats() {
        if let Some(why) = session.caused_enough() {
            session.lead(format!("Your report on phase {number} as {seat} was not sent. {why}"));
            continue;
        }
        let Some(viewer) = Viewer::of_seat(&game.roster, &seat) else { continue };
        let played = (number > 0).then_some(&past);
        let mut head =
            report_head(session.desk.house, &game, session.writer, &title(&game, &seat), Some(&seat), number, played);
        head.is_again = true;
        let told = brief(viewer.clone(), &past.facts);
        head.set_dice = set_dice_told(&game, Some(&seat), played, &told)?;
        head.whole = secret_of_ended(&game, &past, number);
        let mut envelope = Envelope::generated(session.purpose("report again"), Some(&game));
        envelope.in_reply_to = session.letter.message_id.clone();
        envelope.thread = thread_of(&game, &session.writer.id);
        // What the GM has not released yet cannot be had by asking for it again.
        envelope.is_held = is_withheld;
        let pictures = session.desk.house.pictures(session.reader());
        let told = Told::report(game.table.as_ref(), told, pictures).map_err(DeskError::from)?;
        session.write(viewer, &Notice::Report(head), &[told], envelope)?;
        sent += 1;
    }
    session.lead(match sent {
        1.. if is_withheld => format!("The GM holds the reports on phase {number}; yours comes when it is released."),
        0 if session.seats().is_empty() => "You hold no seat in this game, so there is no report for you.".to_owned(),
        0 => return Ok(()),
        1 => format!("Your report on phase {number} follows in a letter of its own."),
        n => format!("Your {n} reports on phase {number} follow in letters of their own."),
    });
    Ok(())
}
