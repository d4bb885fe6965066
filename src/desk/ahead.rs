//! Orders for phases to come: read for their form when they come, kept as typed, and given when their phase opens, as if
//! they came in then.

use base::game::{Phase, PlayerId, SeatId};
use base::order::{Line, LineStatus, read_order_lines};
use mail::{self, Letter, Limits};
use rules::Context;

use super::arrival::{Arrival, Mark};
use super::asked;
use super::decision::{Ahead, Change, Decision};
use super::fates::Fate;
use super::files::Files;
use super::filing::{FilingMode, doubt_of_its_phase, file_orders};
use super::gm::phase_of;
use super::kept::settle;
use super::player::refuse_head;
use super::record::{Copied, Desk, GameRecord, House};
use super::session::{Session, Stop, deadline_for};
use super::tally::Tally;

/// How far ahead orders are kept, in phases.
const FARTHEST: u32 = 20;

/// The phase to come that the orders below a head line are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AheadOrders {
    /// Its number; none: the head line could not be followed, and what stands below it is for no phase.
    pub number: Option<u32>,
    /// Orders were kept for it.
    pub is_kept: bool,
}

/// `ORDERS PHASE next`: the orders below are for a phase to come.
pub fn begin(session: &mut Session<'_>, line: &Line, phase: Option<u32>, name: Option<&str>, mode: FilingMode) {
    end(session, mode);
    // Orders below a head line that cannot be followed must not become orders for the phase now open.
    session.ahead = Some(AheadOrders { number: None, is_kept: false });
    let Some((game, open)) = phase_of(session, line) else { return };
    let number = phase.unwrap_or(open.number + 1);
    if name.is_some_and(|name| is_of_another(name, number, &open)) {
        let message = format!("Phase {} is {}, so this line names two phases.", open.number, open.plan.title);
        return refuse_head(session, line, &message, Some("Nothing below it was put on file; give the number alone."));
    }
    if number == open.number {
        (session.ahead, session.names_open_phase) = (None, true);
        return;
    }
    if phase.is_none()
        && let Some(doubt) = doubt_of_its_phase(&game, session, &open)
    {
        return refuse_head(session, line, &doubt, Some("Nothing below it was kept; name the phase by its number."));
    }
    if number < open.number || number > open.number.saturating_add(FARTHEST) {
        let message = format!(
            "Phase {} is open; orders can be given ahead for the phases {} to {}.",
            open.number,
            open.number + 1,
            open.number.saturating_add(FARTHEST)
        );
        return refuse_head(session, line, &message, Some("ORDERS PHASE next"));
    }
    if session.seats().is_empty() {
        return refuse_head(session, line, "You hold no seat in this game, so you cannot give orders ahead.", None);
    }
    session.ahead = Some(AheadOrders { number: Some(number), is_kept: false });
}

/// Whether a name behind the number of a phase is that of another. Of phases to come nobody knows the name.
fn is_of_another(name: &str, number: u32, open: &Phase) -> bool {
    let is_open_one = name.eq_ignore_ascii_case(&open.plan.title);
    match number == open.number {
        // "(second try)" is a remark.
        true => !is_open_one && name.contains(|sign: char| sign.is_ascii_digit()),
        false => is_open_one,
    }
}

/// A late letter counts after all: what it gave ahead was kept when it came, or answered.
pub fn pass_over(session: &mut Session<'_>, line: &Line, phase: Option<u32>) {
    let open = session.game.as_ref().and_then(|game| game.phase.as_ref());
    let is_late_for_it = open.is_some_and(|open| phase == Some(open.number) && session.arrival.at >= open.opened);
    session.ahead = (!is_late_for_it).then_some(AheadOrders { number: None, is_kept: false });
    if !is_late_for_it {
        session.lead(format!(
            "What stands below line {} ({}) was kept or answered when your letter came, and is left as it is.",
            line.number,
            line.text.trim()
        ));
    }
}

/// Keeps the orders that stand below the head line.
pub fn keep(session: &mut Session<'_>, lines: &[Line], seat: Option<&SeatId>, mode: FilingMode) {
    let (Some(game), Some(ahead)) = (session.game.clone(), session.ahead) else { return };
    let Some(number) = ahead.number else {
        session.receipt.chatter.extend(lines.iter().map(|line| line.text.clone()));
        return;
    };
    if seat.is_some_and(|seat| !session.seats().contains(seat)) {
        session.lead("Orders ahead can be given for seats of your own only; those below AS were not kept.");
        return;
    }
    let kept = readable(session, &game, lines);
    if kept.is_empty() {
        return;
    }
    let rows: Vec<String> = kept.iter().map(|text| format!("  {text}")).collect();
    let would = if mode.is_check { "Would be kept" } else { "Kept" };
    session.answer(format!("{would} for phase {number}"), rows.join("\n"));
    session.lead(format!(
        "{} for phase {number}. They take the place of those you gave ahead for it before, are read again when it \
         opens, and you are told then what stands.",
        count(kept.len())
    ));
    session.ahead = Some(AheadOrders { is_kept: true, ..ahead });
    put(session, &game, number, kept, mode);
}

/// After the last order of a head line: one without orders takes back what was given ahead.
pub fn end(session: &mut Session<'_>, mode: FilingMode) {
    let Some(AheadOrders { number: Some(number), is_kept: false }) = session.ahead.take() else { return };
    let Some(game) = session.game.clone() else { return };
    session.lead(format!("No orders of yours are kept for phase {number}."));
    put(session, &game, number, Vec::new(), mode);
}

fn put(session: &mut Session<'_>, game: &GameRecord, number: u32, lines: Vec<String>, mode: FilingMode) {
    if session.receipt.title.is_empty() {
        session.receipt.title = "orders ahead".to_owned();
    }
    if mode.is_check {
        return;
    }
    session.note(format!("orders ahead for phase {number}: {}", lines.len()), None);
    session.change(Change::PutAhead(Box::new(Ahead {
        game: game.id.clone(),
        number,
        player: session.writer.id.clone(),
        letter: session.arrival.letter,
        arrived: session.arrival.at,
        lines,
    })));
}

/// The lines that are orders by their form; what is wrong with the others is said.
fn readable(session: &mut Session<'_>, game: &GameRecord, lines: &[Line]) -> Vec<String> {
    let table = &game.table;
    let mut context = Context::default();
    let read = read_order_lines(lines, |text| table.begins_order(text), |text| table.read(&mut context, text));
    let mut kept = Vec::new();
    for line in read {
        match &line.outcome {
            Err(remark) if remark.status == LineStatus::Chatter => session.talk(line.number, line.text),
            Err(remark) => session.remark(line.number, &line.text, remark),
            Ok(read) => {
                read.remarks.iter().for_each(|remark| session.remark(line.number, &line.text, remark));
                session.fates.set(line.number, Fate::Kept);
                kept.push(line.text);
            }
        }
    }
    kept
}

/// What the writer gave ahead before this letter, for `SHOW`; what the letter itself gives or takes back is said elsewhere.
pub fn show(session: &mut Session<'_>, mode: FilingMode) -> Result<(), Stop> {
    let Some(game) = session.game.as_ref().map(|game| game.id.clone()) else { return Ok(()) };
    let kept = session.desk.files.ahead(&game, &session.writer.id)?;
    let is_of_this_letter = |number: u32| {
        let is_put = |change: &Change| matches!(change, Change::PutAhead(ahead) if ahead.number == number);
        let is_begun = !mode.is_check && session.ahead.is_some_and(|ahead| ahead.number == Some(number));
        is_begun || session.decision.changes.iter().any(is_put)
    };
    let kept: Vec<&Ahead> = kept.iter().filter(|ahead| !is_of_this_letter(ahead.number)).collect();
    match kept.iter().map(|ahead| ahead.lines.len()).sum::<usize>() {
        0 => {}
        lines => session.lead(format!("{} for phases to come.", count(lines))),
    }
    for ahead in kept {
        let rows: Vec<String> = ahead.lines.iter().map(|text| format!("  {text}")).collect();
        session.answer(format!("Kept for phase {}", ahead.number), rows.join("\n"));
    }
    Ok(())
}

fn count(orders: usize) -> String {
    if orders == 1 { "1 line of orders is kept".to_owned() } else { format!("{orders} lines of orders are kept") }
}

/// A phase has opened for which orders were given ahead: they are given now, and their owner is told what stands and
/// what does not. Whatever came in for this phase meanwhile counts before them.
pub fn give(
    house: &House,
    files: &dyn Files,
    game: &GameRecord,
    ahead: &Ahead,
    now: i64,
) -> Result<Option<Decision>, Stop> {
    let Some(phase) = game.phase.as_ref().filter(|phase| phase.number == ahead.number && !game.awaits_release) else {
        return Ok(None);
    };
    let Some(writer) = game.roster.player(&ahead.player).filter(|player| has_seat(game, &player.id)) else {
        let mut decision = Decision::silent("orders ahead of somebody who holds no seat any more");
        decision.changes.push(done(ahead));
        return Ok(Some(decision));
    };
    // Nothing counts in his name, and what his seat may know would go to a mailbox that may be somebody else's.
    if game.roster.is_locked(&writer.id) {
        return Ok(None);
    }
    // Nobody writes now, so this answer counts against nobody's.
    let desk = Desk {
        house,
        now,
        writer: None,
        writer_games: vec![game.id.clone()],
        sent: Vec::new(),
        wrong_codes: 0,
        held_lately: 0,
        tally: Tally::default(),
        is_id_known: false,
        copied: Copied::Never,
        files,
        is_apart: true,
    };
    let Some(letter) = blank_letter(house) else { return Ok(None) };
    let arrival = Arrival {
        letter: ahead.letter,
        at: phase.opened,
        missed: None,
        mark: Mark::of(&letter),
        is_accepted_late: false,
    };
    let mut session = Session::open(&desk, writer, &letter, arrival, Some(game.clone()));
    session.name = format!("ahead {} {} {}", game.id, phase.label(), ahead.player);
    session.receipt.title = "orders given ahead".to_owned();
    let came = deadline_for(game, writer, ahead.arrived);
    session.lead(format!("These are the orders that you gave ahead, in your letter of {came}, read anew now."));
    let lines = (1..).zip(&ahead.lines).map(|(number, text)| Line { number, text: text.clone() });
    file_orders(&mut session, &lines.collect::<Vec<_>>(), None, FilingMode::default())?;
    settle(&mut session, FilingMode::default())?;
    asked::tell(&mut session)?;
    session.change(done(ahead));
    session.close().map(Some)
}

fn has_seat(game: &GameRecord, player: &PlayerId) -> bool {
    !game.roster.seats_of(player).is_empty()
}

/// What was given ahead is not kept any more: it was given, or it is not to be.
pub fn done(ahead: &Ahead) -> Change {
    Change::PutAhead(Box::new(Ahead { lines: Vec::new(), ..ahead.clone() }))
}

/// The orders came in a letter that was answered long ago; what is written now answers none.
fn blank_letter(house: &House) -> Option<Letter> {
    let ours = mail::House::new(house.address.clone(), &house.domain);
    mail::parse(b"\r\n", &Limits::default(), &ours).ok()
}
