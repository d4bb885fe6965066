//! Playing a phase: the truth moves on, and everybody gets the report he is entitled to.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use base::facts::Fact;
use base::game::schedule::{HOUR, Standing, deadline_after_grace, next_deadline, standing};
use base::game::{Dice, NextPhase, Phase, PhaseClock, SeatId, SeatSet, Secret, SeedRows, Seeds, SetDie, Shared};
use base::order::{Filed, Sheet};
use rules::{Giver, OrdersOnFile, Played, Table};

use crate::files::decision::{Change, Decision, JournalEntry, Step, StepKind};
use crate::files::house::House;
use crate::files::record::{GameRecord, GameStatus, PastPhase, PastSecret};
use crate::files::stop::DeskError;
use crate::files::verdict::Verdict;
use crate::phase::dice_told::{all_secrets, phase_secret};
use crate::phase::questions::as_ruled;
use crate::phase::reports::{Tidings, reports};
use crate::phase::seeds::drawn_seeds;
use crate::phase::standing::{has_orders, missing};
use crate::said::phrases::phase_name;

/// SHA-256 of a state's JSON.
pub fn state_hash(state: &Value) -> String {
    let json = serde_json::to_vec(state).expect("JSON can be written as JSON");
    data_encoding::HEXLOWER.encode(&Sha256::digest(&json))
}

/// Plays the opening of a phase anew or for the first time from its inputs: what `replay` repeats.
pub fn replay_step(table: &dyn Table, before: &Value, step: &Step) -> Result<Value, String> {
    match step.kind {
        StepKind::End | StepKind::Options => Ok(Value::clone(before)),
        StepKind::Edit | StepKind::Rollback => Ok(Value::clone(&step.state)),
        StepKind::Act => replay_acts(table, before, step),
        StepKind::Begin | StepKind::Phase => {
            let secret = step.input["secret"].as_str().and_then(Secret::from_hex);
            let secret = secret.ok_or("the stored secret of the dice cannot be read")?;
            let set: Vec<SetDie> = match &step.input["set_dice"] {
                Value::Null => Vec::new(),
                set => serde_json::from_value(set.clone())
                    .map_err(|why| format!("the stored set dice cannot be read: {why}"))?,
            };
            let seeds: Option<SeedRows> = serde_json::from_value(step.input["seeds"].clone())
                .map_err(|why| format!("the stored seeds of the dice cannot be read: {why}"))?;
            let label = format!("{}.{}", step.phase, step.revision);
            let mut dice = Dice::of_phase(&secret, seeds.as_ref(), &label).with_set(&set);
            let played = if step.kind == StepKind::Begin {
                table.begin(&mut dice)
            } else {
                let sheets = serde_json::from_value(step.input["orders"].clone())
                    .map_err(|why| format!("the stored orders cannot be read: {why}"))?;
                let held = serde_json::from_value(step.input["held"].clone())
                    .map_err(|why| format!("who held a seat cannot be read: {why}"))?;
                let played_at = step.input["played_at"].as_i64();
                table.adjudicate(before, &OrdersOnFile { sheets, held, played_at }, &mut dice)
            };
            let played = played.map_err(|why| why.to_string())?;
            if dice.rolls() != step.rolls {
                return Err("the dice fell otherwise".to_owned());
            }
            Ok(played.state)
        }
    }
}

/// Orders that do not wait, carried out again from the inputs of their step: one of a seat, or entries of the game master.
pub fn replay_acts(table: &dyn Table, before: &Value, step: &Step) -> Result<Value, String> {
    let orders = step.input["orders"].as_array().ok_or("the stored act has no orders")?;
    let giver = match &step.input["giver"] {
        // Entries from before it was kept who gave them and when.
        Value::Null => Giver { seat: SeatId::gm(), received: None, held: SeatSet::new(), done: None },
        giver => {
            Giver::deserialize(giver).map_err(|why| format!("the stored giver of an order cannot be read: {why}"))?
        }
    };
    let secret = step.input["secret"].as_str().and_then(Secret::from_hex);
    let label = format!("{}.{}", step.phase, step.revision);
    let mut dice = match secret.zip(giver.received) {
        Some((secret, received)) => Dice::of_act(&secret, &label, &received.name()),
        None => Dice::scripted(BTreeMap::new()),
    };
    let acted = table.act(before, &giver, orders, &mut dice).map_err(|why| why.to_string())?;
    let done = acted.map_err(|refused| format!("{} of its orders are refused", refused.len()))?;
    if dice.rolls() != step.rolls {
        return Err("the dice fell otherwise".to_owned());
    }
    Ok(done.state)
}

/// The opening of a game: the first truth, the first phase, the opening reports.
pub fn begin(house: &House, game: &GameRecord, now: i64) -> Result<Decision, DeskError> {
    let secret = phase_secret(house, &game.id, 0, 1);
    let mut dice = Dice::committed(&secret, "0.1");
    let mut played = game.table.begin(&mut dice)?;
    let step = Step {
        kind: StepKind::Begin,
        phase: 0,
        revision: 1,
        input: json!({ "secret": secret.reveal() }),
        hash: state_hash(&played.state),
        state: Arc::new(mem::take(&mut played.state)),
        version: game.table.version(),
        rolls: dice.rolls().to_vec(),
    };
    let mut decision = Decision::new(Verdict::Answered);
    decision.game = Some(game.id.clone());
    decision.changes.push(Change::SetStatus { game: game.id.clone(), status: GameStatus::Running });
    move_on(house, game, now, (None, &[]), played, step, &mut decision)?;
    Ok(decision)
}

/// The orders on file that the open phase carries out, and who holds a seat, as the rule book takes them.
pub fn orders_on_file(game: &GameRecord) -> OrdersOnFile<'_> {
    let Some(kind) = game.phase.as_ref().map(|phase| phase.plan.kind.as_str()) else { return OrdersOnFile::default() };
    let sheets = game.sheets.iter().map(|(seat, sheet)| {
        let due = sheet.lines.iter().filter(|line| line.when.is_met_by(kind));
        (seat.clone(), due.map(as_ruled).collect())
    });
    OrdersOnFile { sheets: sheets.collect(), held: Some(game.roster.held()), played_at: None }
}

/// The outcome of the open phase with these orders, and the dice that were thrown for it. It is found twice: a rule book
/// that answers the same question in two ways could not be replayed, so its phase is not played.
pub fn adjudicate(game: &GameRecord, phase: &Phase, orders: &OrdersOnFile<'_>) -> Result<(Played, Dice), DeskError> {
    let seeds = phase.seeds.as_ref().map(Seeds::rows);
    let throw = || Dice::of_phase(&phase.secret, seeds.as_ref(), &phase.label()).with_set(&phase.set_dice);
    let (mut dice, mut again) = (throw(), throw());
    let played = game.table.adjudicate_twice(&game.state, orders, [&mut dice, &mut again])?;
    let played = played.ok_or(DeskError::Undetermined { book: game.table.book() })?;
    Ok((played, dice))
}

/// The same as a trial, by other dice than those the phase will be played by: nobody learns these before its end.
pub fn try_out(game: &GameRecord, phase: &Phase, orders: &OrdersOnFile<'_>) -> Result<(Played, Dice), DeskError> {
    let trial = Phase { secret: phase.secret.of_trials(), seeds: None, ..phase.clone() };
    adjudicate(game, &trial, orders)
}

/// The end of the open phase: the orders on file are carried out. `earlier` are the secrets of the phases before it, which
/// are shown when it is the last.
pub fn play(house: &House, game: &GameRecord, earlier: &[PastSecret], now: i64) -> Result<Decision, DeskError> {
    let Some(phase) = &game.phase else { return Ok(Decision::new(Verdict::Answered)) };
    let orders = OrdersOnFile { played_at: Some(now), ..orders_on_file(game) };
    let (mut played, dice) = adjudicate(game, phase, &orders)?;
    let json = |what, why| DeskError::Json { what, why };
    let stored = serde_json::to_value(&orders.sheets).map_err(|why| json("orders", why))?;
    let mut input = json!({ "secret": phase.secret.reveal(), "held": orders.held, "played_at": now });
    input["orders"] = stored;
    if let Some(seeds) = &phase.seeds {
        input["seeds"] = serde_json::to_value(seeds.rows()).map_err(|why| json("seeds", why))?;
    }
    if !phase.set_dice.is_empty() {
        input["set_dice"] = serde_json::to_value(&phase.set_dice).map_err(|why| json("set dice", why))?;
    }
    let silent = missing(game);
    if !silent.is_empty() {
        input["silent"] = json!(silent);
    }
    let step = Step {
        kind: StepKind::Phase,
        phase: phase.number,
        revision: phase.revision,
        input,
        hash: state_hash(&played.state),
        state: Arc::new(mem::take(&mut played.state)),
        version: game.table.version(),
        rolls: dice.rolls().to_vec(),
    };
    let mut decision = Decision::new(Verdict::Answered);
    decision.game = Some(game.id.clone());
    let closing = Change::ClosePhase { game: game.id.clone(), number: phase.number, revision: phase.revision };
    decision.changes.push(closing);
    move_on(house, game, now, (Some(phase), earlier), played, step, &mut decision)?;
    let silent = phase.plan.owing.iter().filter(|seat| game.owes(seat) && !has_orders(game, seat));
    let silent: Vec<String> = silent.map(SeatId::to_string).collect();
    let nmr = if silent.is_empty() { String::new() } else { format!("; no moves received from {}", silent.join(", ")) };
    decision.journal.push(JournalEntry {
        game: Some(game.id.clone()),
        player: None,
        at: now,
        act: format!("played {}{nmr}", phase_name(phase.number, &phase.plan.title)),
        reason: None,
    });
    Ok(decision)
}

fn move_on(
    house: &House,
    game: &GameRecord,
    now: i64,
    (ended, earlier): (Option<&Phase>, &[PastSecret]),
    played: Played,
    step: Step,
    decision: &mut Decision,
) -> Result<(), DeskError> {
    let (number, rolls) = (ended.map_or(0, |phase| phase.number), step.rolls.clone());
    let revision = ended.map_or(1, |phase| phase.revision);
    let next = played.next.map(|plan| open_phase(house, game, now, (number + 1, revision), plan, ended)).transpose()?;
    let mut after = game.clone();
    after.phase = next.clone();
    if next.is_some() {
        after.take_next_settings();
    }
    after.state = Arc::clone(&step.state);
    let situation = situation_after(game, &after, played.situation)?;
    after.facts = Arc::new(situation.clone().into());
    after.sheets = kept_sheets(game, ended, &next);
    decision.changes.push(Change::TakeStep { game: game.id.clone(), step: Box::new(step) });
    decision.changes.push(Change::PutFacts {
        game: game.id.clone(),
        number,
        revision,
        news: played.events.clone(),
        standing: situation,
    });
    match next {
        Some(phase) => {
            let number = phase.number;
            decision.changes.push(Change::OpenPhase { game: game.id.clone(), phase: Box::new(phase) });
            decision.changes.extend(after.sheets.iter().map(|(seat, sheet)| Change::PutSheet {
                game: game.id.clone(),
                number,
                seat: seat.clone(),
                sheet: sheet.clone(),
            }));
        }
        None => decision.changes.push(Change::SetStatus { game: game.id.clone(), status: GameStatus::Over }),
    }
    let facts: Vec<Fact<Value>> = played.events.into_iter().chain(after.facts.iter().cloned()).collect();
    let mut past = ended.map(|phase| PastPhase {
        title: phase.plan.title.clone(),
        revision: phase.revision,
        facts: facts.clone(),
        secret: phase.secret.clone(),
        seeds: phase.seeds.as_ref().map(Seeds::rows),
        set_rolls: Vec::new(),
        idle_dice: Vec::new(),
        silent: missing(game),
    });
    if let (Some(past), Some(phase)) = (&mut past, ended) {
        past.note_dice(&phase.set_dice, &rolls);
    }
    let whole = if after.phase.is_none() { all_secrets(earlier, ended) } else { Vec::new() };
    let tidings = Tidings { ended, past: past.as_ref(), facts: &facts, whole: &whole };
    decision.letters.extend(reports(house, &after, now, &tidings)?);
    Ok(())
}

/// The standing facts when a phase opens: those of its end, or as the book tells them with another option from now on.
fn situation_after(
    before: &GameRecord,
    after: &GameRecord,
    played: Vec<Fact<Value>>,
) -> Result<Vec<Fact<Value>>, DeskError> {
    if Arc::ptr_eq(&before.table, &after.table) {
        return Ok(played);
    }
    after.table.sound(&after.state)?;
    Ok(after.table.situation(&after.state)?)
}

/// The orders that stay on file for phases to come when one is over; none when no other follows.
fn kept_sheets(
    game: &GameRecord,
    ended: Option<&Phase>,
    next: &Option<Phase>,
) -> BTreeMap<SeatId, Shared<Sheet<Value>>> {
    let (Some(ended), Some(_)) = (ended, next) else { return BTreeMap::new() };
    let kept = game.sheets.iter().filter_map(|(seat, sheet)| {
        let stays = |line: &&Filed<Value>| line.when.outlasts(&ended.plan.kind);
        let lines: Vec<_> = sheet.lines.iter().filter(stays).cloned().collect();
        let sheet = Sheet { revision: 1, arrived: sheet.arrived, lines };
        (!sheet.lines.is_empty()).then(|| (seat.clone(), sheet.into()))
    });
    kept.collect()
}

/// A phase that opens now, with new dice and its deadline by the timetable; `ended` is the one before it, when that was
/// played just now.
pub fn open_phase(
    house: &House,
    game: &GameRecord,
    now: i64,
    (number, revision): (u32, u32),
    plan: NextPhase,
    ended: Option<&Phase>,
) -> Result<Phase, DeskError> {
    let waited = ended.filter(|before| is_within_grace(game, before, now));
    let timetable = game.next_timetable.as_ref().unwrap_or(&game.timetable);
    let deadline = match waited {
        Some(before) => deadline_after_grace(timetable, &plan.kind, before.deadline, now),
        None => next_deadline(timetable, &plan.kind, now),
    };
    let deadline = deadline.map_err(|why| DeskError::Schedule { kind: plan.kind.clone(), why: why.to_string() })?;
    let secret = phase_secret(house, &game.id, number, revision);
    let seeds = Some(drawn_seeds(house, game, (number, revision)));
    Ok(Phase {
        number,
        revision,
        plan,
        opened: now,
        deadline,
        forced_at: None,
        secret,
        seeds,
        set_dice: Vec::new(),
        clock: PhaseClock::default(),
    })
}

/// The clock looks at a game within a minute of what it waits for.
const MOST_UNPUNCTUAL: i64 = HOUR;

/// Whether a phase is over by its deadline, or by the grace after it, and for no other reason.
fn is_within_grace(game: &GameRecord, phase: &Phase, now: i64) -> bool {
    phase.forced_at.is_none()
        && now > phase.deadline
        && standing(now - MOST_UNPUNCTUAL, phase.deadline, game.timetable.grace_minutes) != Standing::Closed
}
