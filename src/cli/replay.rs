//! `adjutant replay`: a game played again from its stored inputs, and compared step by step.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::Value;

use super::config::Config;
use super::remedy::failure;
use base::game::GameId;
use base::order::path::{get_path, parse_value, set_path};
use desk::options::replay_option;
use desk::past::standing_steps;
use desk::turn::{replay_acts, replay_step, state_hash};
use desk::{Step, StepKind};
use rules::{Shelf, Table};
use store::Store;

/// The first step that came out otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// Its place, from 1.
    pub step: usize,
    /// Which step, in words.
    pub name: String,
    /// How it came out otherwise.
    pub why: String,
}

/// A game played again to its end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Replayed {
    /// How many steps there were.
    pub steps: usize,
    /// Those of an earlier version of the rule book that its present rules would have ended otherwise: they stand as they
    /// were played, and are no fault.
    pub by_earlier_rules: Vec<Divergence>,
}

impl fmt::Display for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.by_earlier_rules.is_empty() {
            return write!(f, "{} steps replayed, all equal", self.steps);
        }
        let equal = self.steps - self.by_earlier_rules.len();
        write!(f, "{} steps replayed, {equal} equal; the others were played by earlier rules and stand", self.steps)?;
        self.by_earlier_rules.iter().try_for_each(|otherwise| write!(f, "\nby earlier rules: {otherwise}"))
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} ({}) differs: {}", self.step, self.name, self.why)
    }
}

/// Replays a game and prints the first difference, if there is one; then ends with 1.
pub fn replay(config: &Config, game: &GameId, shelf: &Shelf) -> anyhow::Result<ExitCode> {
    let store = Store::read_only(&config.database)?;
    let record = store.read().game(game, shelf)?.ok_or_else(|| {
        failure(
            format!("replay {game}: {} has no such game", config.database.display()),
            "check the name, or name the settings of the right judge with --config",
        )
    })?;
    let table = store.read().table_at_the_start(game, shelf)?.unwrap_or(record.table);
    let steps: Vec<Step> = store.steps(game)?.into_iter().map(|stored| stored.step).collect();
    store.close();
    match compare(&table, &steps) {
        Ok(replayed) => {
            println!("{replayed}");
            for undone in undone(&steps) {
                println!("undone since: {undone}");
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(divergence) => {
            println!("{divergence}");
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Replays every step from its inputs on the replayed state before it, to the first difference. Steps that were undone are
/// replayed, too: a rollback goes back to the replayed state it names. A step of an earlier version of the rule book is
/// held against its stored state brought up to the present version; where the rules have changed, that state stands. Acts have no
/// stored state: what follows from one of an earlier version is held against nothing before the next state that was stored.
/// `table` is the one that the game was begun with; an option that was changed holds when the phase is over.
pub fn compare(table: &Arc<dyn Table>, steps: &[Step]) -> Result<Replayed, Divergence> {
    let mut by_earlier_rules = Vec::new();
    let wanted: BTreeSet<usize> = steps.iter().filter_map(restores).collect();
    let mut course = Course::begun_with(table);
    let mut is_by_earlier_acts = false;
    for (index, step) in steps.iter().enumerate() {
        let differs = |why: String| Divergence { step: index + 1, name: name(step), why };
        let replayed = course.replay(step);
        is_by_earlier_acts |= step.kind == StepKind::Act && step.version != course.table.version();
        let held = match step.kind {
            StepKind::Act => act_held_against(&course.state, step, replayed, is_by_earlier_acts),
            _ => held_against(course.table.as_ref(), step, replayed, std::mem::take(&mut is_by_earlier_acts)),
        };
        let (after, otherwise) = held.map_err(&differs)?;
        by_earlier_rules.extend(otherwise.map(&differs));
        course.go_on(step, after);
        if wanted.contains(&(index + 1)) {
            course.keep(index + 1);
        }
    }
    Ok(Replayed { steps: steps.len(), by_earlier_rules })
}

/// How far a game was replayed.
struct Course {
    state: Value,
    /// The rule book as it is laid out now.
    table: Arc<dyn Table>,
    /// The same from the next phase on.
    next_table: Arc<dyn Table>,
    /// What rollbacks go back to, by the place of the step.
    kept: BTreeMap<usize, (Value, Arc<dyn Table>)>,
}

impl Course {
    fn begun_with(table: &Arc<dyn Table>) -> Course {
        let (table, next_table) = (Arc::clone(table), Arc::clone(table));
        Course { state: Value::Null, table, next_table, kept: BTreeMap::new() }
    }

    /// The state after a step, from its inputs.
    fn replay(&mut self, step: &Step) -> Result<Value, String> {
        match step.kind {
            StepKind::Rollback => {
                let kept = restores(step).and_then(|seq| self.kept.get(&seq));
                let (state, table) = kept.ok_or("it goes back to no step before it")?;
                self.next_table = Arc::clone(table);
                Ok(state.clone())
            }
            StepKind::Options => {
                self.next_table = replay_option(self.next_table.as_ref(), step)?;
                Ok(self.state.clone())
            }
            _ => again(self.table.as_ref(), &self.state, step),
        }
    }

    /// Behind a step that ended so: an option that was changed holds when a phase is over.
    fn go_on(&mut self, step: &Step, after: Value) {
        if matches!(step.kind, StepKind::Phase | StepKind::Rollback) {
            self.table = Arc::clone(&self.next_table);
        }
        self.state = after;
    }

    fn keep(&mut self, place: usize) {
        self.kept.insert(place, (self.state.clone(), Arc::clone(&self.table)));
    }
}

/// The step at whose end a rollback went back to, from 1.
fn restores(step: &Step) -> Option<usize> {
    (step.kind == StepKind::Rollback)
        .then(|| step.input["restores"].as_u64())?
        .and_then(|seq| usize::try_from(seq).ok())
}

/// The steps that count no more, in words.
pub fn undone(steps: &[Step]) -> Vec<String> {
    let places = (1..).zip(steps).map(|(seq, step)| (seq, restores(step).and_then(|seq| u32::try_from(seq).ok())));
    let standing = standing_steps(places);
    let numbered = (1_u32..).zip(steps).filter(|(seq, _)| !standing.contains(seq));
    numbered.map(|(seq, step)| format!("step {seq} ({})", name(step))).collect()
}

/// The state after a step, and what its present rules would have ended otherwise in a step of an earlier version; or why
/// the game did not come out the same.
fn held_against(
    table: &dyn Table,
    step: &Step,
    replayed: Result<Value, String>,
    is_by_earlier_acts: bool,
) -> Result<(Value, Option<String>), String> {
    if step.version == table.version() && !is_by_earlier_acts {
        let replayed = replayed?;
        let is_equal = state_hash(&replayed) == step.hash;
        return if is_equal { Ok((replayed, None)) } else { Err(first_difference(&step.state, &replayed)) };
    }
    let stored = as_written_now(table, step)?;
    let otherwise = match replayed {
        Ok(replayed) => (replayed != stored).then(|| first_difference(&stored, &replayed)),
        Err(why) => Some(why),
    };
    Ok((stored, otherwise))
}

/// The same of an act, of whose state the hash alone is kept. One of an earlier version, or that follows from one, has nothing that it
/// could be held against: what the present rules make of it goes on, to the next stored state.
fn act_held_against(
    before: &Value,
    step: &Step,
    replayed: Result<Value, String>,
    is_by_earlier_acts: bool,
) -> Result<(Value, Option<String>), String> {
    if is_by_earlier_acts {
        return Ok(replayed.map_or_else(|why| (before.clone(), Some(why)), |replayed| (replayed, None)));
    }
    let replayed = replayed?;
    if state_hash(&replayed) != step.hash {
        return Err("its state has another hash than the one that was kept".to_owned());
    }
    Ok((replayed, None))
}

/// The stored state of a step as the rule book would have written it now.
fn as_written_now(table: &dyn Table, step: &Step) -> Result<Value, String> {
    if state_hash(&step.state) != step.hash {
        return Err("its stored state is not what was written".to_owned());
    }
    table.bring_up(step.version, Value::clone(&step.state)).map_err(|why| why.to_string())
}

fn again(table: &dyn Table, before: &Value, step: &Step) -> Result<Value, String> {
    if step.kind != StepKind::Edit {
        return replay_step(table, before, step);
    }
    if step.input["orders"].is_array() {
        return replay_acts(table, before, step);
    }
    let word = |name: &str| step.input[name].as_str().ok_or_else(|| format!("the stored edit has no {name}"));
    let edited = set_path(before, word("path")?, parse_value(word("value")?))?;
    table.sound(&edited).map_err(|error| error.to_string())
}

fn name(step: &Step) -> String {
    let label = format!("{}.{}", step.phase, step.revision);
    match step.kind {
        StepKind::Begin => "the opening".to_owned(),
        StepKind::Phase => format!("phase {label}"),
        StepKind::End => format!("the end of the game in phase {label}"),
        StepKind::Edit => format!("an edit in phase {label}"),
        StepKind::Act => format!("an act in phase {label}"),
        StepKind::Options => format!("another option in phase {label}"),
        StepKind::Rollback => format!("the rollback to phase {label}"),
    }
}

/// The first path at which two states differ.
fn first_difference(stored: &Value, replayed: &Value) -> String {
    let Some(path) = differing_path(stored, replayed) else {
        return "the stored state is equal, but not its stored hash".to_owned();
    };
    let show = |state: &Value| get_path(state, &path).map_or("nothing".to_owned(), Value::to_string);
    format!("at {path} the game has {}, the replay {}", show(stored), show(replayed))
}

fn differing_path(one: &Value, two: &Value) -> Option<String> {
    let mut steps = Vec::new();
    find_difference(one, two, &mut steps).then(|| base::order::path::write_path(&steps))
}

/// Leaves in `steps` the way to the first difference.
fn find_difference(one: &Value, two: &Value, steps: &mut Vec<String>) -> bool {
    let keys: Vec<String> = match (one, two) {
        (Value::Object(one), Value::Object(two)) => one.keys().chain(two.keys()).cloned().collect(),
        (Value::Array(one), Value::Array(two)) => (0..one.len().max(two.len())).map(|n| n.to_string()).collect(),
        (one, two) => return one != two,
    };
    for key in keys {
        let member = |value: &Value| base::order::path::get_steps(value, std::slice::from_ref(&key)).cloned();
        steps.push(key.clone());
        match (member(one), member(two)) {
            (Some(one), Some(two)) if !find_difference(&one, &two, steps) => steps.pop(),
            _ => return true,
        };
    }
    false
}
