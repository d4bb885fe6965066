//! What a game master chooses of a scenario when he makes a game: by words of CREATE, on the lines below it, or in files that
//! he attaches. Everything fits or nothing is made. Knows no setting of any book.

use std::sync::Arc;

use serde_json::Value;

use base::order::{Line, Remark, WrittenSetting, read_settings, settings_of_rows};
use mail::AttachedTable;
use rules::settings::differences;
use rules::{Choice, Given, Misfit, Table, Unlaid};

use crate::letter::session::{Session, refuse};
use crate::said::phrases::{hung, sentence};

/// Most differences from the scenario that a receipt lists.
const MOST_LISTED: usize = 60;

/// Most objections to one file that a receipt lists.
const MOST_OBJECTIONS: usize = 20;

const NOT_MADE: &str = "No game was made: what is chosen for it fits as a whole or counts for nothing.";

/// Where a choice was made.
enum Place {
    Typed(Line, WrittenSetting),
    File { name: String, row: Option<String> },
}

/// The table of a scenario with what was chosen; `None` when something does not fit, which the receipt says.
pub fn lay_with(
    session: &mut Session<'_>,
    line: &Line,
    scenario: (&str, &str),
    typed: (&str, &[Line]),
) -> Option<Arc<dyn Table>> {
    let files = from_files(session);
    let words = from_words(session, line, typed);
    let Some((mut choices, words)) = files.zip(words) else {
        session.lead(NOT_MADE);
        return None;
    };
    choices.extend(words);
    lay(session, line, scenario, choices)
}

fn lay(
    session: &mut Session<'_>,
    line: &Line,
    (book, scenario): (&str, &str),
    choices: Vec<(Place, Choice)>,
) -> Option<Arc<dyn Table>> {
    let shelf = &session.desk().house.shelf;
    let (places, choices): (Vec<_>, Vec<_>) = choices.into_iter().unzip();
    match shelf.table_with(book, scenario, &choices) {
        Ok(table) => Some(table),
        Err(Unlaid::Shelf(error)) => {
            refuse(session, line, &sentence(&error), None);
            None
        }
        Err(Unlaid::Together(why)) => {
            session.lead(NOT_MADE);
            refuse(session, line, &why, None);
            None
        }
        Err(Unlaid::Choices(misfits)) => {
            session.lead(NOT_MADE);
            object(session, &places, misfits);
            None
        }
    }
}

/// Says of each choice that does not fit what is wrong, where it stands.
fn object(session: &mut Session<'_>, places: &[Place], misfits: Vec<(usize, Misfit)>) {
    let mut of_files: Vec<(String, Vec<String>)> = Vec::new();
    for (at, misfit) in misfits {
        match &places[at] {
            Place::Typed(line, written) => {
                let span = if misfit.is_about_name { written.name_at } else { written.value_at };
                let mut remark = Remark::refused(misfit.message).at(span.start, span.end);
                remark.hint = misfit.hint;
                session.remark(line.number, &line.text, &remark);
            }
            Place::File { name, row } => {
                let row = row.as_ref().map(|row| format!("{row}: ")).unwrap_or_default();
                let hint = misfit.hint.map(|hint| format!(" {hint}")).unwrap_or_default();
                let objection = hung(&format!("{row}{}{hint}", misfit.message), "  ", 4);
                match of_files.iter_mut().find(|(file, _)| file == name) {
                    Some((_, objections)) => objections.push(objection),
                    None => of_files.push((name.clone(), vec![objection])),
                }
            }
        }
    }
    for (name, mut objections) in of_files {
        let more = objections.len().saturating_sub(MOST_OBJECTIONS);
        objections.truncate(MOST_OBJECTIONS);
        if more > 0 {
            objections.push(format!("  ... and {more} more"));
        }
        session.answer(format!("What does not fit in {name}"), objections.join("\n"));
    }
}

/// What is typed behind CREATE and on the lines below it.
fn from_words(session: &mut Session<'_>, line: &Line, (words, below): (&str, &[Line])) -> Option<Vec<(Place, Choice)>> {
    let from = line.text.rfind(words).filter(|_| !words.is_empty()).unwrap_or(line.text.len());
    let own = std::iter::once((line, from));
    let mut choices: Vec<(Place, Choice)> = Vec::new();
    let mut is_whole = true;
    for (line, from) in own.chain(below.iter().map(|line| (line, 0))) {
        for setting in read_settings(&line.text, from) {
            let remark = match setting {
                Ok(written) if choices.iter().any(|(_, choice)| choice.name.eq_ignore_ascii_case(&written.name)) => {
                    let twice = Remark::refused(format!("{} is chosen twice.", written.name));
                    twice.at(written.name_at.start, written.name_at.end).hint("Write it once.")
                }
                Ok(written) => {
                    let given = Given::Words(written.value.clone());
                    let choice = Choice { name: written.name.clone(), given };
                    choices.push((Place::Typed(line.clone(), written), choice));
                    continue;
                }
                Err(remark) => remark,
            };
            session.remark(line.number, &line.text, &remark);
            is_whole = false;
        }
    }
    is_whole.then_some(choices)
}

/// What stands in attached files; words are chosen after them and prevail.
fn from_files(session: &mut Session<'_>) -> Option<Vec<(Place, Choice)>> {
    let Some(letter) = session.letter() else { return Some(Vec::new()) };
    let mut choices = Vec::new();
    let mut is_whole = true;
    for file in &letter.tables {
        session.pass_over(file.name.clone());
        match choices_of(file) {
            Ok(chosen) => choices.extend(chosen),
            Err(why) => {
                session.answer(format!("What does not fit in {}", file.name), hung(&why.to_string(), "  ", 4));
                is_whole = false;
            }
        }
    }
    let is_read = |name: &&String| letter.tables.iter().any(|file| file.name == **name);
    for name in letter.attachments.iter().filter(|name| AttachedTable::is_named(name) && !is_read(name)) {
        session.lead(format!("The file {name} could not be read: it is too large, or no plain text."));
        is_whole = false;
    }
    is_whole.then_some(choices)
}

fn choices_of(file: &AttachedTable) -> Result<Vec<(Place, Choice)>, String> {
    let place = |row| Place::File { name: file.name.clone(), row };
    if !file.is_toml() {
        let rows = settings_of_rows(&file.text).into_iter();
        let choice =
            |(name, value): (String, String)| (place(Some(name.clone())), Choice { name, given: Given::Words(value) });
        return Ok(rows.map(choice).collect());
    }
    let sections: toml::Table = toml::from_str(&file.text).map_err(|why| {
        let at = why.span().map(|span| file.text[..span.start].lines().count().max(1));
        let at = at.map(|line| format!("Line {line}: ")).unwrap_or_default();
        format!("{at}{}.", why.message().trim_end_matches('.'))
    })?;
    let Ok(Value::Object(sections)) = serde_json::to_value(sections) else { return Ok(Vec::new()) };
    let choice = |(name, value)| (place(None), Choice { name, given: Given::Data(value) });
    Ok(sections.into_iter().map(choice).collect())
}

/// What was chosen, for the receipt and the journal: every value that is not as the scenario has it.
pub fn tell_chosen(session: &mut Session<'_>, scenario: (&str, &str), table: &dyn Table) -> Vec<String> {
    let shelf = &session.desk().house.shelf;
    let Ok(printed) = shelf.table(scenario.0, scenario.1) else { return Vec::new() };
    let chosen = differences(printed.document(), table.document());
    let rows: Vec<String> =
        chosen.iter().map(|(path, now, before)| hung(&format!("{path} = {now} (else {before})"), "  ", 4)).collect();
    if !rows.is_empty() {
        let more = rows.len().saturating_sub(MOST_LISTED);
        let more = if more > 0 { format!("\n  ... and {more} more") } else { String::new() };
        session.answer("Chosen for this game", rows[..rows.len().min(MOST_LISTED)].join("\n") + &more);
    }
    chosen.into_iter().map(|(path, now, _)| format!("{path} = {now}")).collect()
}
