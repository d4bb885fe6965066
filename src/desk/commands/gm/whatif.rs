//! `WHATIF`: the open phase played on a copy with other orders, values or dice, and what would come out otherwise. For the
//! game master alone; nothing is stored and nobody is told.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use base::facts::{Fact, Viewer, brief, known_to, umpires_alone};
use base::game::{SeatId, SeatSet, SetDie};
use base::order::command::read_command;
use base::order::path::{get_path, get_steps, parse_value, set_path, write_path};
use base::order::{Cancelled, Command, DieSetting, Line, Reach};
use mail::columns_in;
use mail::compose::WIDTH;
use rules::Played;

use crate::commands::orders::filing::file_orders;
use crate::files::record::GameRecord;
use crate::files::stop::{DeskError, Stop};
use crate::letter::mode::{FilingMode, Whose};
use crate::letter::present::game_of;
use crate::letter::session::{Session, refuse};
use crate::phase::standing::title;
use crate::phase::turn::{orders_on_file, try_out};
use crate::said::notice::shorten;
use crate::said::phrases::{hung, phase_name, sentence};

/// Most lines of reports that are shown.
const MOST_LINES: usize = 80;

/// Most values of the state that are shown.
const MOST_PATHS: usize = 40;

/// Plays the open phase as it is, and with the changes of the lines below; answers the differences.
pub fn what_if(session: &mut Session<'_>, line: &Line, body: &[Line]) -> Result<(), Stop> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    if game.phase.is_none() {
        refuse(session, line, "No phase is open in this game.", None);
        return Ok(());
    }
    let mut trial = session.trial(game.clone());
    try_changes(&mut trial, body)?;
    session.take_remarks_of(&mut trial);
    let Some(changed) = trial.game().cloned() else { return Ok(()) };
    let (now, then) = match (outcome(&game), outcome(&changed)) {
        (Ok(now), Ok(then)) => (now, then),
        (Err(error), _) | (_, Err(error)) => {
            refuse(session, line, &sentence(&error), Some("Nothing can be compared."));
            return Ok(());
        }
    };
    session.lead("Nothing was stored and nobody was told: this was tried on a copy.");
    session.lead("The dice were others than those the phase will be played by.");
    if let Some(orders) = changed_orders(&game, &changed) {
        session.answer("Orders that were tried", orders);
    }
    let reports = differing_reports(session, &game, &now, &then)?;
    session.answer("What the reports would say otherwise", reports);
    session.answer("What would be otherwise in the state", differing_state(&now.state, &then.state));
    Ok(())
}

/// The changes of the lines, in order: `AS seat` and orders, `CANCEL ALL`, `SET`, `DIE`.
fn try_changes(trial: &mut Session<'_>, body: &[Line]) -> Result<(), Stop> {
    let mut seat: Option<SeatId> = None;
    let mut orders: Vec<Line> = Vec::new();
    for line in body {
        let is_set = line.text.trim_start().get(..4).is_some_and(|word| word.eq_ignore_ascii_case("set "));
        let command = if is_set { None } else { read_command(&line.text) };
        if command.is_none() && !is_set {
            orders.push(line.clone());
            continue;
        }
        file(trial, &mut orders, seat.as_ref())?;
        match command {
            None => try_value(trial, line)?,
            Some(Ok(Command::As { seat: named })) => seat = known_seat(trial, line, named),
            Some(Ok(Command::Die(setting))) => try_die(trial, &setting),
            Some(Ok(Command::Cancel(Cancelled::All))) => try_silence(trial, line, seat.as_ref()),
            Some(Err(broken)) => {
                // What stands below an AS that names no seat is not that of the seat above it.
                seat = seat.filter(|_| broken.reach() != Reach::Below);
                trial.remark(line.number, &line.text, &broken.remark);
            }
            Some(Ok(_)) => {
                refuse(trial, line, "WHATIF tries orders below AS, CANCEL ALL, SET and DIE; this it does not.", None);
            }
        }
    }
    file(trial, &mut orders, seat.as_ref())
}

fn known_seat(trial: &mut Session<'_>, line: &Line, named: SeatId) -> Option<SeatId> {
    let is_known = trial.game().is_some_and(|game| game.roster.seat(&named).is_some());
    if !is_known {
        refuse(trial, line, &format!("There is no seat {named}."), None);
    }
    is_known.then_some(named)
}

fn file(trial: &mut Session<'_>, orders: &mut Vec<Line>, seat: Option<&SeatId>) -> Result<(), Stop> {
    let orders = std::mem::take(orders);
    match (orders.first(), seat) {
        (None, _) => Ok(()),
        (Some(_), Some(seat)) => {
            let mode = FilingMode { is_trial: true, ..FilingMode::default() };
            file_orders(trial, &orders, &Whose::Of(seat.clone()), mode)
        }
        (Some(first), None) => {
            refuse(trial, first, "Whose order this would be is not said.", Some("Write a line AS seat above it."));
            Ok(())
        }
    }
}

fn try_silence(trial: &mut Session<'_>, line: &Line, seat: Option<&SeatId>) {
    let Some(seat) = seat else {
        return refuse(trial, line, "Whose orders to cancel is not said.", Some("Write a line AS seat above it."));
    };
    if let Some(game) = trial.game_mut() {
        game.sheets.remove(seat);
    }
}

/// `SET path = value`, with a reason or without.
fn try_value(trial: &mut Session<'_>, line: &Line) -> Result<(), DeskError> {
    let Some(game) = trial.game().cloned() else { return Ok(()) };
    let text = line.text.trim_start().get(4..).unwrap_or_default();
    let Some((path, value)) = text.split_once('=') else {
        refuse(trial, line, "A value to set is missing.", Some("SET path = value"));
        return Ok(());
    };
    let value = value.to_ascii_lowercase().find(" because ").map_or(value, |at| &value[..at]);
    let edited = set_path(&game.state, path.trim(), parse_value(value));
    let sound = edited.and_then(|edited| game.table.sound(&edited).map_err(|error| sentence(&error)));
    let state = match sound {
        Ok(state) if get_path(&state, path.trim()).is_some() => state,
        Ok(_) => {
            refuse(trial, line, &format!("The book knows nothing called {}.", path.trim()), None);
            return Ok(());
        }
        Err(why) => {
            refuse(trial, line, &why, None);
            return Ok(());
        }
    };
    let facts = game.table.situation(&state)?;
    if let Some(game) = trial.game_mut() {
        game.state = Arc::new(state);
        game.facts = Arc::new(facts.into());
    }
    Ok(())
}

fn try_die(trial: &mut Session<'_>, setting: &DieSetting) {
    let Some(phase) = trial.game_mut().and_then(|game| game.phase.as_mut()) else { return };
    phase.set_dice.retain(|die| die.purpose != setting.purpose || die.nth != setting.nth);
    let die = setting.value.map(|value| SetDie { purpose: setting.purpose.clone(), nth: setting.nth, value });
    phase.set_dice.extend(die);
}

fn outcome(game: &GameRecord) -> Result<Played, DeskError> {
    let phase = game.phase.clone().ok_or(DeskError::Undetermined { book: game.table.book() })?;
    Ok(try_out(game, &phase, &orders_on_file(game))?.0)
}

/// The sheets that were tried where they are not those on file.
fn changed_orders(game: &GameRecord, changed: &GameRecord) -> Option<String> {
    let seats: SeatSet = game.sheets.keys().chain(changed.sheets.keys()).cloned().collect();
    let lines = |game: &GameRecord, seat: &SeatId| -> Vec<String> {
        let sheet = game.sheets.get(seat);
        sheet.map_or_else(Vec::new, |sheet| sheet.lines.iter().map(|line| hung(&line.canonical, "  ", 4)).collect())
    };
    let mut rows = Vec::new();
    for seat in seats {
        let tried = lines(changed, &seat);
        if tried == lines(game, &seat) {
            continue;
        }
        let said = if tried.is_empty() { "  no orders".to_owned() } else { tried.join("\n") };
        rows.push(format!("{}:\n\n{said}", title(game, &seat)));
    }
    (!rows.is_empty()).then(|| rows.join("\n\n"))
}

/// Line by line, for the umpire and for each side: what the reports would say now, and then.
fn differing_reports(
    session: &Session<'_>,
    game: &GameRecord,
    now: &Played,
    then: &Played,
) -> Result<String, DeskError> {
    let mut said = Vec::new();
    let mut shown = 0;
    for (heading, seats) in parts(game) {
        let now = report_lines(session, game, now, seats.as_ref())?;
        let then = report_lines(session, game, then, seats.as_ref())?;
        let (gone, come) = (without(&now, &then), without(&then, &now));
        let mut sections: Vec<&str> = Vec::new();
        for (section, _) in gone.iter().chain(&come) {
            if !sections.contains(&section.as_str()) {
                sections.push(section);
            }
        }
        for section in sections {
            let of = |lines: &[(String, String)], when: &str| -> Vec<String> {
                let own = lines.iter().filter(|(other, _)| other == section);
                own.map(|(_, line)| format!("- {when}: {line}")).collect()
            };
            let rows = [of(&gone, "now"), of(&come, "then")].concat();
            let fitting = rows.len().min(MOST_LINES - shown);
            shown += fitting;
            let left = rows.len() - fitting;
            let more = if left > 0 { format!("\nand {left} more") } else { String::new() };
            let name = if section.is_empty() { heading.clone() } else { format!("{heading}, {section}") };
            said.push(format!("{name}:\n{}{more}", rows[..fitting].join("\n")));
        }
    }
    if let Some(next) = differing_next(now, then) {
        said.push(next);
    }
    Ok(if said.is_empty() { "Nothing.".to_owned() } else { said.join("\n\n") })
}

/// What the umpire alone is told, and what each side is.
fn parts(game: &GameRecord) -> Vec<(String, Option<SeatSet>)> {
    let mut sides: BTreeMap<&str, SeatSet> = BTreeMap::new();
    for seat in game.roster.seats() {
        sides.entry(&seat.spec.side).or_default().insert(seat.spec.id.clone());
    }
    let sides = sides.into_iter().map(|(side, seats)| (format!("The side {side}"), Some(seats)));
    std::iter::once(("The game master alone".to_owned(), None)).chain(sides).collect()
}

fn report_lines(
    session: &Session<'_>,
    game: &GameRecord,
    played: &Played,
    seats: Option<&SeatSet>,
) -> Result<Vec<(String, String)>, DeskError> {
    let Some(viewer) = Viewer::umpire(&game.roster, &session.writer().id) else { return Ok(Vec::new()) };
    let facts: Vec<Fact<Value>> = played.events.iter().chain(&played.situation).cloned().collect();
    let facts = seats.map_or_else(|| umpires_alone(&facts), |seats| known_to(seats.clone(), &facts));
    if facts.is_empty() {
        return Ok(Vec::new());
    }
    let template = format!("{}/report.txt", game.table.book());
    let passage = session.desk().house.renderer.passage(&template, &brief(viewer, &facts))?;
    Ok(said_in(passage.text()))
}

/// The rows and paragraphs of a text, each with the heading that it stands below; of no paragraph a line alone, for where it is
/// broken says nothing.
fn said_in(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_rule =
        |at: usize| lines.get(at).is_some_and(|line| line.len() >= 3 && line.bytes().all(|byte| byte == b'-'));
    let (mut said, mut section, mut is_open): (Vec<(String, String)>, _, _) = (Vec::new(), String::new(), false);
    for (at, line) in lines.iter().enumerate() {
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() || is_rule(at) {
            is_open = false;
        } else if is_rule(at + 1) {
            section = words;
        } else {
            // What hangs below an item of a list stands in as rows do.
            let is_of_item = is_row(line)
                && lines[..at].iter().rev().find(|above| !is_row(above)).is_some_and(|above| above.starts_with("- "));
            let is_rest = at.checked_sub(1).is_some_and(|above| is_rest_of_row(lines[above], line));
            let goes_on = is_open && (is_prose(line) || is_of_item || is_rest);
            match said.last_mut().filter(|_| goes_on) {
                Some((_, paragraph)) => paragraph.push_str(&format!(" {words}")),
                None => said.push((section.clone(), words.trim_start_matches("- ").to_owned())),
            }
            is_open = true;
        }
    }
    said
}

/// A line of a paragraph, which is wrapped.
fn is_prose(line: &str) -> bool {
    !is_row(line) && !line.starts_with("- ")
}

/// A line that stands for itself.
fn is_row(line: &str) -> bool {
    line.starts_with(ROW)
}

/// What every row begins with.
const ROW: &str = "  ";

/// Whether a row goes on below another because its next word had no room there. What came of an order begins anew.
fn is_rest_of_row(above: &str, line: &str) -> bool {
    let words = line.trim_start();
    let word = words.split(' ').next().unwrap_or_default();
    let is_set_in = line.len() - words.len() > ROW.len() && !words.starts_with("-> ");
    is_row(above) && is_set_in && columns_in(above.trim_end()) + 1 + columns_in(word) > WIDTH
}

/// The lines of `one` that `other` has not, each as often as it has it more.
fn without<T: Ord + Clone>(one: &[T], other: &[T]) -> Vec<T> {
    let mut left: BTreeMap<&T, usize> = BTreeMap::new();
    other.iter().for_each(|line| *left.entry(line).or_insert(0) += 1);
    let mut rest = Vec::new();
    for line in one {
        match left.get_mut(line) {
            Some(count) if *count > 0 => *count -= 1,
            _ => rest.push(line.clone()),
        }
    }
    rest
}

fn differing_next(now: &Played, then: &Played) -> Option<String> {
    let name =
        |played: &Played| played.next.as_ref().map_or_else(|| "the game is over".to_owned(), |next| next.title.clone());
    (name(now) != name(then)).then(|| format!("What comes after it:\n- now: {}\n- then: {}", name(now), name(then)))
}

fn differing_state(now: &Value, then: &Value) -> String {
    let mut paths = Vec::new();
    find_differences(now, then, &mut Vec::new(), &mut paths);
    if paths.is_empty() {
        return "Nothing.".to_owned();
    }
    let show = |state: &Value, steps: &[String]| {
        get_steps(state, steps).map_or_else(|| "nothing".to_owned(), |value| shorten(&plain(value), 60))
    };
    let row =
        |steps: &Vec<String>| format!("- {}: now {}, then {}", write_path(steps), show(now, steps), show(then, steps));
    let mut rows: Vec<String> = paths.iter().take(MOST_PATHS).map(row).collect();
    if paths.len() > MOST_PATHS {
        rows.push(format!("and {} more", paths.len() - MOST_PATHS));
    }
    rows.join("\n")
}

/// A value without the signs by which it is stored.
fn plain(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| format!("{name} {}", plain(value));
            fields.iter().map(field).collect::<Vec<_>>().join(", ")
        }
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Null => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// The ways to all values that are not alike; a part that only one state has is named as a whole.
fn find_differences(one: &Value, two: &Value, way: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let keys: Vec<String> = match (one, two) {
        (Value::Object(one), Value::Object(two)) => {
            let more = two.keys().filter(|key| !one.contains_key(*key));
            one.keys().chain(more).cloned().collect()
        }
        (Value::Array(one), Value::Array(two)) => (0..one.len().max(two.len())).map(|at| at.to_string()).collect(),
        (one, two) if one != two => return found.push(way.clone()),
        _ => return,
    };
    for key in keys {
        let step = std::slice::from_ref(&key);
        let (left, right) = (get_steps(one, step), get_steps(two, step));
        way.push(key.clone());
        match (left, right) {
            (Some(left), Some(right)) => find_differences(left, right, way, found),
            _ => found.push(way.clone()),
        }
        way.pop();
    }
}

/// What WHATIF tries, said once for the answer to a letter that only names it.
pub fn nothing_tried(session: &mut Session<'_>, line: &Line) {
    let name = session.game().and_then(|game| game.phase.as_ref());
    let name = name.map_or_else(|| "the phase".to_owned(), |phase| phase_name(phase.number, &phase.plan.title));
    let hint = "Below it stand AS seat with orders, CANCEL ALL, SET path = value, DIE purpose = n, and END.";
    refuse(session, line, &format!("Nothing is said that could be otherwise in {name}."), Some(hint));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_value_that_differs_is_named_with_its_path() {
        let now = json!({ "turn": 3, "forces": { "4910": { "sp": 3 }, "1720": { "sp": 1 } }, "row": [1, 2] });
        let then = json!({ "turn": 3, "forces": { "4910": { "sp": 2 } }, "row": [1, 2, 3] });
        let said = differing_state(&now, &then);
        assert_eq!(
            said,
            "- forces.1720: now sp 1, then nothing\n- forces.4910.sp: now 3, then 2\n- row.2: now nothing, then 3"
        );
        assert_eq!(differing_state(&now, &now), "Nothing.");
    }

    #[test]
    fn what_a_report_says_is_told_by_the_paragraph_below_its_heading() {
        let text = "Turn 1,\nso to say.\n\nWorks\n-----\nSt Louis (1710) depot, Cairo\n(1915) depot.\n\n  Cairo   4\n  Rolla   1\n\n\
                    - Pulse 1: it\n  rains\n- it stops\n";
        let said = said_in(text);
        let works = |line: &str| ("Works".to_owned(), line.to_owned());
        assert_eq!(said[0], (String::new(), "Turn 1, so to say.".to_owned()));
        let rest =
            ["St Louis (1710) depot, Cairo (1915) depot.", "Cairo 4", "Rolla 1", "Pulse 1: it rains", "it stops"];
        assert_eq!(said[1..], rest.map(works));
    }

    #[test]
    fn a_row_that_was_broken_is_one_row_and_what_came_of_it_another() {
        let text = "Your orders\n-----------\n  East\n  PP 1-4      move McDowell to Manassas with 2 infantry, attack if the\n              \
                    enemy there is small\n              -> not done: The game master gave no ruling in time, so\n                 \
                    this counted as false.\n  PP 5        idle\n";
        let said: Vec<String> = said_in(text).into_iter().map(|(_, line)| line).collect();
        assert_eq!(
            said,
            [
                "East",
                "PP 1-4 move McDowell to Manassas with 2 infantry, attack if the enemy there is small",
                "-> not done: The game master gave no ruling in time, so this counted as false.",
                "PP 5 idle",
            ]
        );
    }

    #[test]
    fn a_line_said_twice_is_gone_once_when_it_is_said_once() {
        let lines = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(without(&lines(&["a", "b", "a"]), &lines(&["a"])), ["b", "a"]);
    }
}
