//! Orders that do not wait for the end of the phase: each is carried out as it is read and is a step of its own, of which those
//! who see the difference are told within a quarter of an hour. What may not be carried out yet is kept. Knows no single order.

use std::collections::BTreeSet;
use std::mem;
use std::slice::from_ref;
use std::sync::Arc;

use serde_json::{Value, json};

use base::facts::{Fact, Viewer, addressed, brief, new_since, umpires_alone, where_they_part};
use base::game::{Dice, GameId, Phase, SeatId, Warrant};
use base::order::{Filed, LineStatus, Received, Remark, worst};
use rules::check::{CheckedLine, CheckedOrder};
use rules::{Done, DoneAt, Giver, RefusedActs};

use crate::commands::orders::at_odds::{at_odds, cannot_both_be_meant};
use crate::commands::orders::doubts::doubt_of_its_phase;
use crate::commands::orders::held_acts::{meant_since_it_went_back, stand_in_their_letter};
use crate::files::acts::{Concerned, KeptAct, TakenAct, ToldOfAct};
use crate::files::decision::{Change, Step, StepKind};
use crate::files::record::{GameRecord, GameStatus};
use crate::files::stop::{DeskError, Stop};
use crate::files::verdict::Verdict;
use crate::letter::acts_said::Outcome;
use crate::letter::mode::{FilingMode, Whose};
use crate::letter::session::Session;
use crate::phase::sheets::review;
use crate::phase::standing::title;
use crate::phase::turn::state_hash;
use crate::said::fates::Fate;
use crate::said::phrases::phase_name;

/// Why an order may not be carried out yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeldUp {
    /// The phase could not be played, or an order on which the book breaks was kept.
    Halt,
    /// The reports on the phase before wait for the game master.
    Reports,
    /// The clock stands still.
    Clock,
    /// It came after the deadline of a phase that was not played yet.
    Phase,
    /// Orders that came before it and could not be looked after yet. Whose they are is told nobody.
    Earlier,
}

impl HeldUp {
    /// What an order that counts from then has to wait for, if anything. While the clock stands nothing is carried out, whenever it
    /// came.
    pub fn of(game: &GameRecord, phase: &Phase, counts_from: i64) -> Option<Self> {
        if game.status == GameStatus::Halted {
            return Some(Self::Halt);
        }
        if game.awaits_release {
            return Some(Self::Reports);
        }
        if phase.clock.paused_at.is_some() {
            return Some(Self::Clock);
        }
        (counts_from > phase.deadline).then_some(Self::Phase)
    }

    /// What is said of orders that are kept for it.
    fn words(self, phase: &Phase) -> String {
        let name = phase_name(phase.number, &phase.plan.title);
        let (why, when) = match self {
            Self::Halt => ("The game is halted; its game masters know".to_owned(), "it goes on"),
            Self::Reports => ("The GM still holds the reports on the phase before".to_owned(), "they are released"),
            Self::Clock => (format!("The clock of {name} stands still"), "it goes on"),
            Self::Phase => {
                (format!("The deadline of {name} has passed, and what it settles is settled"), "it was played")
            }
            Self::Earlier => ("It cannot be done at this moment".to_owned(), "it can"),
        };
        format!(
            "{why}. What does not wait for the end of a phase is kept: it is carried out as soon as {when}, and you are told \
             what came of it. Until then SHOW lists it, and CANCEL KEPT takes it back."
        )
    }
}

/// How the orders of some lines are carried out.
pub struct Acting<'a> {
    /// The phase that is open.
    pub phase: &'a Phase,
    /// Whose they are.
    pub whose: &'a Whose,
    /// Leave for the seats they may be given for.
    pub warrants: &'a [Warrant],
    /// A dry run.
    pub is_check: bool,
    /// What they wait for.
    pub held_up: Option<HeldUp>,
    /// The places of those that this letter had carried out or kept before.
    pub taken: BTreeSet<u32>,
}

/// Takes the orders that do not wait out of these lines: a line that has others as well stays with those.
pub fn taken_from(lines: &mut Vec<CheckedLine>) -> Vec<CheckedLine> {
    let mut acting = Vec::new();
    lines.retain_mut(|line| {
        let orders: Vec<CheckedOrder> = line.orders.extract_if(.., |order| order.acts).collect();
        if orders.is_empty() {
            return true;
        }
        acting.push(CheckedLine { orders, ..line.clone() });
        !line.orders.is_empty()
    });
    acting
}

/// Carries out the orders of these lines, keeps them, or says why not: each for itself, in their order.
pub fn receive(
    session: &mut Session<'_>,
    lines: &[CheckedLine],
    whose: &Whose,
    warrants: &[Warrant],
    mode: FilingMode,
) -> Result<(), Stop> {
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let Some(phase) = game.phase.as_ref().filter(|_| !warrants.is_empty()) else {
        let why = match (&game.phase, session.seats().is_empty()) {
            (None, _) => "No phase is open, so no orders can be carried out.",
            (_, true) => "You hold no seat in this game, so your orders were not carried out.",
            _ => "You cannot give orders for this seat, so nothing was carried out.",
        };
        refuse_all(session, lines, why);
        return Ok(());
    };
    if mode.is_trial {
        let acting = Acting { phase, whose, warrants, is_check: false, held_up: None, taken: BTreeSet::new() };
        return carry_out(session, lines, &acting);
    }
    let lines = &stand_in_their_letter(session, lines)?[..];
    let taken = session.desk().files.acts_of(&game.id, session.next_receipt().letter)?;
    if lines.is_empty() {
        return Ok(());
    }
    let is_taken = |order: &CheckedOrder| order.received.is_some_and(|received| taken.contains(&received.place));
    let are_all_taken = lines.iter().flat_map(|line| &line.orders).all(is_taken);
    if let Some(why) = why_not_meant(session, phase)?.filter(|_| !are_all_taken) {
        refuse_all(session, lines, &why);
        return Ok(());
    }
    let lines = &meant_since_it_went_back(session, lines, (phase, mode))[..];
    if lines.is_empty() {
        return Ok(());
    }
    let held_up = held_up(session, &game, phase, mode)?;
    let is_asked = held_up != Some(HeldUp::Reports) && ask_its_phase(session, &game, phase);
    let is_check = mode.is_check || is_asked;
    let acting = Acting { phase, whose, warrants, is_check, held_up, taken };
    if held_up.is_none() && !is_check && !session.desk().is_apart {
        return Err(Stop::Apart);
    }
    carry_out(session, lines, &acting)
}

/// What the orders of this letter have to wait for: for what was given ahead there is no letter now, and it takes its turn.
fn held_up(session: &Session<'_>, game: &GameRecord, phase: &Phase, mode: FilingMode) -> Result<Option<HeldUp>, Stop> {
    let held_up = HeldUp::of(game, phase, session.arrival().counts_from());
    // Judged apart, it comes behind those that could be carried out before it.
    if held_up.is_some() || mode.is_check || !session.desk().is_apart {
        return Ok(held_up);
    }
    let turn = (session.arrival().came(), session.arrival().letter, session.next_receipt().place);
    let kept = session.desk().files.kept_acts(&game.id)?;
    let is_behind = session.letter().is_none() || kept.iter().any(|kept| kept.turn() < turn);
    Ok(is_behind.then_some(HeldUp::Earlier))
}

/// Whether somebody must say first that a letter which answers an earlier phase is meant for the open one; that is said.
fn ask_its_phase(session: &mut Session<'_>, game: &GameRecord, phase: &Phase) -> bool {
    if session.arrival().is_accepted_late {
        return false;
    }
    let Some(doubt) = doubt_of_its_phase(game, session, phase) else { return false };
    session.ask_meaning();
    session.settle_as(Verdict::Late);
    session.lead_once(format!(
        "{doubt} What does not wait was not carried out. If it is meant for {}, as it is read below, answer this letter with YES on \
         the first line; or send it in a letter of its own, below a line ORDERS PHASE {}.",
        phase_name(phase.number, &phase.plan.title),
        phase.number
    ));
    true
}

fn refuse_all(session: &mut Session<'_>, lines: &[CheckedLine], why: &str) {
    lines.iter().for_each(|line| session.fates().set(line.number, Fate::NotDone));
    session.lead_once(why.to_owned());
}

/// Why orders of this letter are not meant for the game as it is: it came before the open phase was opened and counts only since
/// then, it answers what is void, or it was here before.
fn why_not_meant(session: &Session<'_>, phase: &Phase) -> Result<Option<String>, Stop> {
    let arrival = session.arrival();
    // What was let in late is meant for it, but for what nobody knew to be its writer's before it was opened.
    let is_let_in = arrival.is_accepted_late && arrival.confirmed.is_none_or(|confirmed| confirmed < phase.opened);
    if arrival.at < phase.opened && !is_let_in {
        let name = phase_name(phase.number, &phase.plan.title);
        return Ok(Some(format!(
            "Your letter counts from its arrival, which was before {name} was opened, so nothing of it that does not wait was \
             carried out. If you mean it for {name}, send it again."
        )));
    }
    if arrival.is_accepted_late {
        return Ok(None);
    }
    if session.answered().is_some_and(|sent| sent.is_undone) {
        let why = "Your letter answers a letter of ours that is void since a rollback, so nothing of it was carried out. If you \
                   still mean it, send it in answer to the letter that says what is void.";
        return Ok(Some(why.to_owned()));
    }
    let Some(id) = session.letter().and_then(|letter| letter.message_id.as_deref()) else { return Ok(None) };
    let is_repeated = session.desk().files.is_repeated(&session.writer().id, id, session.arrival().letter)?;
    Ok(is_repeated.then(|| {
        "A letter of yours with the same Message-ID was read before, so what does not wait was not carried out a second \
         time. If you mean it once more, send it in a new letter."
            .to_owned()
    }))
}

/// Carries out the orders of these lines, one after the other, and notes what came of each.
pub fn carry_out(session: &mut Session<'_>, lines: &[CheckedLine], acting: &Acting<'_>) -> Result<(), Stop> {
    session.begin_acts(acting.is_check);
    let at_odds = at_odds(session, lines, (&acting.taken, acting.whose))?;
    for line in lines {
        line.remarks.iter().for_each(|remark| session.remark(line.number, &line.text, remark));
        for (place, order) in line.orders.iter().enumerate() {
            let outcome = match (at_odds.get(&(line.number, place)), session.orders.acts.is_full()) {
                (Some(other), _) => {
                    session.remark(line.number, &line.text, &cannot_both_be_meant(line.number, *other));
                    Outcome::NotDone
                }
                (None, true) => Outcome::BeyondMost,
                (None, false) => one(session, line, order, acting)?,
            };
            session.fates().set(line.number, fate_of(outcome));
            let words = session.for_its_seat(seat_of(order, acting.whose).as_ref(), &order.canonical);
            session.orders.acts.note(outcome, line.number, &words);
            if let (Outcome::Kept(_), Some(held_up)) = (outcome, acting.held_up) {
                session.orders.acts.note_why_kept(held_up.words(acting.phase));
            }
        }
    }
    Ok(())
}

/// The seat an order is for: the one that AS names, or that of the writer that may give it.
fn seat_of(order: &CheckedOrder, whose: &Whose) -> Option<SeatId> {
    match whose {
        Whose::Of(seat) => Some(seat.clone()),
        Whose::Own | Whose::Nobody => order.seat.clone(),
    }
}

fn fate_of(outcome: Outcome) -> Fate {
    match outcome {
        Outcome::Acted => Fate::Acted,
        Outcome::WouldAct => Fate::WouldAct,
        Outcome::Kept(_) => Fate::KeptBack,
        Outcome::TakenBefore => Fate::Done,
        Outcome::NotDone | Outcome::BeyondMost => Fate::NotDone,
    }
}

fn one(
    session: &mut Session<'_>,
    line: &CheckedLine,
    order: &CheckedOrder,
    acting: &Acting<'_>,
) -> Result<Outcome, Stop> {
    let received = order.received.unwrap_or_else(|| session.next_receipt());
    let received = Received { at: session.arrival().came(), ..received };
    if acting.taken.contains(&received.place) {
        return Ok(Outcome::TakenBefore);
    }
    let is_whole = worst(&line.remarks) < LineStatus::Incomplete;
    // What would be said of it beyond its form tells how the phase before ended.
    if acting.held_up == Some(HeldUp::Reports) {
        if !is_whole {
            return Ok(Outcome::NotDone);
        }
        return keep(session, order, received, acting);
    }
    order.remarks.iter().for_each(|remark| session.remark(line.number, &line.text, remark));
    let Some((seat, filed)) = order.seat.as_ref().zip(order.filed.as_ref()).filter(|_| is_whole && order.stands())
    else {
        return Ok(Outcome::NotDone);
    };
    let Some(warrant) = acting.warrants.iter().find(|warrant| warrant.seat() == seat) else {
        return Ok(Outcome::NotDone);
    };
    if acting.held_up.is_some() {
        return keep(session, order, received, acting);
    }
    if !passes(session, line, seat, filed)? {
        return Ok(Outcome::NotDone);
    }
    if acting.is_check {
        session.orders.would_act.push((seat.clone(), filed.clone()));
        return Ok(Outcome::WouldAct);
    }
    match act(session, warrant, filed, received)? {
        Ok(()) => Ok(Outcome::Acted),
        Err(refused) => {
            refused.iter().for_each(|(_, remark)| session.remark(line.number, &line.text, remark));
            Ok(Outcome::NotDone)
        }
    }
}

/// Whether its giver could know nothing that is wrong with it, beside what is on file for the seat and, where nothing is carried out,
/// what the letter would have had done before it.
fn passes(
    session: &mut Session<'_>,
    line: &CheckedLine,
    seat: &SeatId,
    filed: &Filed<Value>,
) -> Result<bool, DeskError> {
    let Some(game) = session.game().cloned() else { return Ok(false) };
    let on_file = game.sheets.get(seat).map(|sheet| sheet.lines.as_slice()).unwrap_or_default();
    let before = session.orders.would_act.iter().filter(|(of, _)| of == seat).map(|(_, before)| before);
    let all: Vec<Filed<Value>> = on_file.iter().chain(before).chain([filed]).cloned().collect();
    let remarks: Vec<Remark> = review(&game, seat, &all)?.lines.pop().map(|line| line.remarks).unwrap_or_default();
    remarks.iter().for_each(|remark| session.remark(line.number, &line.text, remark));
    Ok(worst(&remarks) < LineStatus::Incomplete)
}

fn keep(
    session: &mut Session<'_>,
    order: &CheckedOrder,
    received: Received,
    acting: &Acting<'_>,
) -> Result<Outcome, Stop> {
    let Some(game) = session.game().map(|game| game.id.clone()).filter(|_| !acting.is_check) else {
        return Ok(Outcome::Kept(None));
    };
    let number = last_kept(session, &game)? + 1;
    session.note(format!("kept until it can be carried out: {}", order.canonical), None);
    session.change(Change::KeepAct(Box::new(KeptAct {
        game,
        player: session.writer().id.clone(),
        letter: session.arrival().letter,
        received,
        counts_from: session.arrival().counts_from(),
        seat: seat_of(order, acting.whose),
        line: order.canonical.clone(),
        number,
    })));
    Ok(Outcome::Kept(Some(number)))
}

/// The last number by which the writer could take back an order that was kept, those of this letter included.
fn last_kept(session: &Session<'_>, game: &GameId) -> Result<u32, Stop> {
    let writer = &session.writer().id;
    let own = session.changes().iter().filter_map(|change| match change {
        Change::KeepAct(kept) if kept.game == *game && kept.player == *writer => Some(kept.number),
        _ => None,
    });
    Ok(own.max().unwrap_or(0).max(session.desk().files.last_kept(game, writer)?))
}

/// Has the book carry out one order; it is done twice, for what comes out in two ways could not be replayed.
fn act(
    session: &mut Session<'_>,
    warrant: &Warrant,
    filed: &Filed<Value>,
    received: Received,
) -> Result<Result<(), RefusedActs>, DeskError> {
    let Some(game) = session.game().cloned() else { return Ok(Ok(())) };
    let Some(phase) = &game.phase else { return Ok(Ok(())) };
    let done = Some(DoneAt { at: session.desk().now, deadline: phase.deadline });
    let giver = Giver { seat: warrant.seat().clone(), received: Some(received), held: game.roster.held(), done };
    let throw = || Dice::of_act(&phase.secret, &phase.label(), &received.name());
    let (mut dice, mut again) = (throw(), throw());
    let stood = (&*game.state, &**game.facts);
    let done = game.table.act_twice(stood, &giver, from_ref(&filed.order), [&mut dice, &mut again])?;
    let mut done = match done.ok_or(DeskError::UndeterminedAct { book: game.table.book() })? {
        Ok(done) => done,
        Err(refused) => return Ok(Err(refused)),
    };
    let input = json!({
        "giver": giver,
        "player": session.writer().id.as_str(),
        "words": filed.canonical,
        "orders": [filed.order],
        "secret": phase.secret.reveal(),
    });
    let step = Step {
        kind: StepKind::Act,
        phase: phase.number,
        revision: phase.revision,
        input,
        hash: state_hash(&done.state),
        state: Arc::new(mem::take(&mut done.state)),
        version: game.table.version(),
        rolls: dice.rolls().to_vec(),
    };
    let vain = done.vain.clone();
    put(session, &game, (warrant, filed, received), step, done);
    Ok(vain.map_or(Ok(()), |remark| Err(vec![(0, remark)])))
}

/// Makes what came of an order the game as it is, and notes who is to be told.
fn put(
    session: &mut Session<'_>,
    before: &GameRecord,
    (warrant, filed, received): (&Warrant, &Filed<Value>, Received),
    step: Step,
    done: Done,
) {
    let mut after = before.clone();
    after.state = Arc::clone(&step.state);
    after.facts = Arc::new(done.situation.clone().into());
    let mut told = concerned(session, (before, &after), &done);
    if warrant.is_by_gm() && after.roster.server_of(warrant.seat()) != Some(&session.writer().id) {
        let (seat, whose) = (title(&after, warrant.seat()), Concerned::Seat(warrant.seat().clone()));
        let note = Some(format!("The GM had this carried out on behalf of {seat}: {}", filed.canonical));
        match told.iter_mut().find(|told| told.whose == whose) {
            Some(told) => told.note = note,
            None => told.push(ToldOfAct { whose, news: Vec::new(), changed: Vec::new(), note }),
        }
    }
    let unanswered = if_unanswered(session, &after, (warrant, filed), &done);
    session.orders.acted.push((received, unanswered));
    session.orders.news.extend(done.events.iter().cloned());
    if done.is_told_now {
        session.orders.stood.get_or_insert_with(|| before.facts.clone());
    }
    let act = TakenAct { received, at: session.desk().now, standing: done.situation, told };
    session.change(Change::TakeAct { game: after.id.clone(), step: Box::new(step), act: Box::new(act) });
    session.turn_to(after);
    session.note(format!("carried out for {}: {}", warrant.seat(), filed.canonical), None);
}

/// What the seat that gave an order is told of it where the letter has no answer.
fn if_unanswered(
    session: &Session<'_>,
    game: &GameRecord,
    (warrant, filed): (&Warrant, &Filed<Value>),
    done: &Done,
) -> ToldOfAct {
    let note = format!(
        "Carried out for {}: {}. The letter that it stood in had no answer of its own, because so many came.",
        title(game, warrant.seat()),
        filed.canonical
    );
    let news = told_to(&session.viewer(), &done.events);
    let changed = Vec::new();
    ToldOfAct { whose: Concerned::Seat(warrant.seat().clone()), news, changed, note: Some(note) }
}

/// Whom it concerns, but for its giver, who has a receipt: the seats that are told something of it, and those that see the
/// difference, if the book has them told at once; whoever is told something himself; and the game masters.
fn concerned(session: &Session<'_>, (before, after): (&GameRecord, &GameRecord), done: &Done) -> Vec<ToldOfAct> {
    let events = if done.is_told_now { done.events.clone() } else { addressed(&done.events) };
    let (roster, giver) = (&after.roster, &session.writer().id);
    let new = if done.is_told_now { new_since(&before.facts, &after.facts) } else { Vec::new() };
    let (stood, stands) = where_they_part(&before.facts, &after.facts);
    let mut told = Vec::new();
    for seat in roster.seats().iter().map(|seat| &seat.spec.id).filter(|seat| roster.server_of(seat) != Some(giver)) {
        let news = told_to(&Viewer::vacant(seat), &events);
        let known = |facts| brief(Viewer::vacant(seat), facts);
        if !news.is_empty() || done.is_told_now && known(stands).items() != known(stood).items() {
            let changed = told_to(&Viewer::vacant(seat), &new);
            told.push(ToldOfAct { whose: Concerned::Seat(seat.clone()), news, changed, note: None });
        }
    }
    told.extend(persons(session, after, &events, &umpires_alone(&done.events)));
    told
}

/// What is for persons whatever they serve: what is told them alone, and to game masters who serve nothing what none but they may know.
fn persons(session: &Session<'_>, game: &GameRecord, events: &[Fact<Value>], secret: &[Fact<Value>]) -> Vec<ToldOfAct> {
    let others = game.roster.players().map(|player| &player.id).filter(|player| **player != session.writer().id);
    let told = others.map(|player| {
        let is_umpire = game.roster.is_gm(player) && game.roster.seats_of(player).is_empty();
        let mut news = told_to(&Viewer::person(player), events);
        news.retain(|event| brief(Viewer::stranger(), from_ref(event)).items().is_empty());
        news.extend(secret.iter().filter(|_| is_umpire).cloned());
        ToldOfAct { whose: Concerned::Person(player.clone()), news, changed: Vec::new(), note: None }
    });
    told.filter(|told| !told.news.is_empty()).collect()
}

fn told_to(viewer: &Viewer, events: &[Fact<Value>]) -> Vec<Fact<Value>> {
    let is_told = |event: &&Fact<Value>| !brief(viewer.clone(), from_ref(*event)).items().is_empty();
    events.iter().filter(is_told).cloned().collect()
}
