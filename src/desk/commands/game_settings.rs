//! SETTINGS: how a game is timed and what was chosen for it. SET GAME: another timing, or another option of the rule book, from the
//! next phase on.

use std::sync::Arc;

use base::game::schedule::named::NamedSetting;
use base::game::schedule::{Timetable, next_deadline};
use base::order::Line;
use base::order::path::{get_path, get_steps, parse_path};
use rules::settings::{Changed, change, in_words, is_named, name_of, nearest_option};
use rules::{Choice, Given, InPlay, Setting, Table};

use crate::files::decision::{Change, Holds};
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::letter::present::{Repeated, game_of, present_phase};
use crate::letter::session::{Session, refuse};
use crate::phase::options::option_step;
use crate::said::phrases::hung;

/// `SETTINGS`
pub fn show_settings(session: &mut Session<'_>) {
    let Some(game) = session.game().cloned() else {
        return session.lead("Please name your game in the subject, in square brackets.");
    };
    session.entitle("settings".to_owned());
    let hint = if session.is_gm() { "\n\nSET GAME name = value changes one from the next phase on." } else { "" };
    session.answer("How the game is timed", format!("{}{hint}", rows(&game.timetable.named())));
    let to_come = [timing_to_come(&game), options_to_come(&game)].concat();
    if !to_come.is_empty() {
        session.answer(format!("From {} on", from_when(&game)), rows(&to_come));
    }
    let options = options(game.table.as_ref());
    if !options.is_empty() {
        session.answer("Options of its rule book", format!("{}{}", rows(&options), what_stays(&game)));
    }
}

fn from_when(game: &GameRecord) -> &'static str {
    if game.phase.is_some() { "the next phase" } else { "the start" }
}

fn rows(settings: &[NamedSetting]) -> String {
    let row = |setting: &NamedSetting| {
        let value = hung(&format!("{} = {}", setting.name, setting.value), "  ", 4);
        format!("{value}\n{}", hung(setting.about, "      ", 6))
    };
    settings.iter().map(row).collect::<Vec<_>>().join("\n")
}

/// What is not as it was.
fn changed(before: Vec<NamedSetting>, after: Vec<NamedSetting>) -> Vec<NamedSetting> {
    after.into_iter().filter(|setting| !before.contains(setting)).collect()
}

fn timing_to_come(game: &GameRecord) -> Vec<NamedSetting> {
    let next = game.next_timetable.as_ref().map(|next| next.named());
    next.map_or_else(Vec::new, |next| changed(game.timetable.named(), next))
}

fn options_to_come(game: &GameRecord) -> Vec<NamedSetting> {
    let next = game.next_table.as_ref().map(|next| options(next.as_ref()));
    next.map_or_else(Vec::new, |next| changed(options(game.table.as_ref()), next))
}

/// The values of the scenario that have a word of their own when a game is made.
fn options(table: &dyn Table) -> Vec<NamedSetting> {
    let settings = table.about().settings.iter();
    let named = settings.filter_map(|setting| {
        let value = get_steps(table.document(), &parse_path(setting.path).ok()?)?;
        Some(NamedSetting { name: setting.name.to_owned(), value: in_words(value), about: setting.about })
    });
    named.collect()
}

/// Which options of a game that is played cannot be changed.
fn what_stays(game: &GameRecord) -> String {
    let settings = &game.table.about().settings;
    let fixed: Vec<&str> =
        settings.iter().filter(|setting| setting.in_play == InPlay::Stays).map(|setting| setting.name).collect();
    if game.phase.is_none() || fixed.is_empty() {
        return String::new();
    }
    format!("\n\nAs the game was made stay: {}.", fixed.join(", "))
}

/// `SET GAME name = value`: everybody is told. Before the start, it holds from the first phase on.
pub fn set_game(session: &mut Session<'_>, line: &Line, name: &str, value: &str) -> Result<(), DeskError> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    if !game.status.is_alive() {
        refuse(session, line, &format!("The game {} has ended.", game.id), None);
        return Ok(());
    }
    if game.phase.is_some() && present_phase(session, line, Repeated::Harmless).is_none() {
        return Ok(());
    }
    let table = game.next_table.as_ref().unwrap_or(&game.table);
    if !game.timetable.has_named(name) && is_named(&table.about().settings, table.document(), name) {
        return set_option(session, line, &game, (name, value));
    }
    let now = game.next_timetable.as_ref().unwrap_or(&game.timetable);
    let next = match now.with_named(name, value) {
        Ok(next) => next,
        Err((message, hint)) => {
            let hint = hint_with_options(&game, name, hint);
            refuse(session, line, &message, Some(&hint));
            return Ok(());
        }
    };
    set_timing(session, line, &game, (name, value), next)
}

/// What is called nearly so, or could be: of options as well.
fn hint_with_options(game: &GameRecord, name: &str, of_timing: String) -> String {
    let settings = &game.table.about().settings;
    if game.timetable.has_named(name) || settings.is_empty() || of_timing.starts_with("Did you mean") {
        return of_timing;
    }
    if let Some(near) = nearest_option(settings, name) {
        return format!("Did you mean {near}?");
    }
    let names: Vec<&str> = settings.iter().filter(|setting| setting.may_change()).map(|setting| setting.name).collect();
    match names.is_empty() {
        true => of_timing,
        false => format!("{of_timing} Of the rule book it may be {}.", names.join(", ")),
    }
}

fn set_timing(
    session: &mut Session<'_>,
    line: &Line,
    game: &GameRecord,
    (name, value): (&str, &str),
    next: Timetable,
) -> Result<(), DeskError> {
    if let Some(why) = next.rhythms.keys().find_map(|kind| next_deadline(&next, kind, session.desk().now).err()) {
        refuse(session, line, &format!("With {name} = {value}: {why}."), Some("Nothing was changed."));
        return Ok(());
    }
    let now = game.next_timetable.as_ref().unwrap_or(&game.timetable);
    let told = changed(now.named(), next.named());
    let Some(setting) = told.into_iter().next() else {
        session.lead(format!("{name} is {value} already."));
        return Ok(());
    };
    let before = now.named().into_iter().find(|before| before.name == setting.name);
    session.change(Change::SetTimetable { game: game.id.clone(), timetable: Box::new(next.clone()) });
    if let Some(game) = session.game_mut() {
        game.next_timetable = Some(next.into());
    }
    tell(session, from_when(game), "how the game is timed", &setting, before.map(|before| before.value))
}

/// An option of the rule book: from the next phase on, where one is open, as a step of the game's chain; else the game is made so.
fn set_option(
    session: &mut Session<'_>,
    line: &Line,
    game: &GameRecord,
    (name, value): (&str, &str),
) -> Result<(), DeskError> {
    let table = game.next_table.as_ref().unwrap_or(&game.table);
    let settings = &table.about().settings;
    let choice = Choice { name: name.to_owned(), given: Given::Words(value.trim_matches('"').to_owned()) };
    let changed = match change(settings, table.document(), &choice, game.phase.is_some()) {
        Ok(changed) => changed,
        Err(misfit) => {
            refuse(session, line, &misfit.message, misfit.hint.as_deref());
            return Ok(());
        }
    };
    let setting = told_option(settings, &changed);
    if changed.document == *table.document() {
        session.lead(format!("{} is {} already.", setting.name, setting.value));
        return Ok(());
    }
    let next = match laid_for(game, &changed) {
        Ok(next) => next,
        Err(why) => {
            refuse(session, line, &format!("With {name} = {value}: {why}."), Some("Nothing was changed."));
            return Ok(());
        }
    };
    let before = get_path(table.document(), &changed.path).map(in_words);
    put_option(session, game, next, &changed, &setting)?;
    if !settings.iter().any(|own| own.path == changed.path) {
        return tell_of_value(session, &setting, before);
    }
    tell(session, from_when(game), "an option of the rule book", &setting, before)
}

/// A value without a word of its own may be what a side is not to know, its troops or its purse: that one was changed is told, not which.
fn tell_of_value(session: &mut Session<'_>, setting: &NamedSetting, before: Option<String>) -> Result<(), DeskError> {
    let was = before.map_or_else(String::new, |before| format!(" (it was {before})"));
    session.note("set a value of the scenario".to_owned(), None);
    let said = "Everybody is told that a value of the scenario was changed, and not which.";
    session.lead(format!("From the start on, {} = {}{was}. {said}", setting.name, setting.value));
    session.tell_players("another setting", |_| {
        vec!["The GM changed a value of the scenario before the start.".to_owned()]
    })
}

/// The option as it is told.
fn told_option(settings: &[Setting], changed: &Changed) -> NamedSetting {
    let about = settings.iter().find(|setting| setting.path == changed.path).map(|setting| setting.about);
    NamedSetting {
        name: name_of(settings, &changed.path).to_owned(),
        value: get_path(&changed.document, &changed.path).map(in_words).unwrap_or_default(),
        about: about.unwrap_or("a value of the scenario"),
    }
}

/// The rule book laid out so; or why the game cannot be played with it.
fn laid_for(game: &GameRecord, changed: &Changed) -> Result<Arc<dyn Table>, String> {
    let next = game.table.laid_for(changed.document.clone())?;
    if game.phase.is_some() {
        next.sound(&game.state).map_err(|why| why.to_string())?;
    } else if next.seats() != game.table.seats() {
        return Err("the game would have other seats than it was made with".to_owned());
    }
    Ok(next)
}

fn put_option(
    session: &mut Session<'_>,
    game: &GameRecord,
    next: Arc<dyn Table>,
    changed: &Changed,
    setting: &NamedSetting,
) -> Result<(), DeskError> {
    let words = format!("{} = {}", setting.name, setting.value);
    let step = option_step(game, changed, words)?;
    let holds = if step.is_some() { Holds::FromTheNextPhase } else { Holds::Now };
    if let Some(step) = step {
        let standing = game.table.situation(&game.state)?;
        session.change(Change::TakeStep { game: game.id.clone(), step: Box::new(step) });
        session.change(Change::ReplaceStanding { game: game.id.clone(), standing });
    }
    let document = Box::new(changed.document.clone());
    session.change(Change::SetDocument { game: game.id.clone(), document, holds });
    if let Some(game) = session.game_mut() {
        match holds {
            Holds::Now => game.table = next,
            Holds::FromTheNextPhase => game.next_table = Some(next),
        }
    }
    Ok(())
}

/// Says in the receipt, in the journal and to all who play what is otherwise, and from when on.
fn tell(
    session: &mut Session<'_>,
    from: &str,
    what: &str,
    setting: &NamedSetting,
    before: Option<String>,
) -> Result<(), DeskError> {
    let was = before.map_or_else(String::new, |before| format!(" (it was {before})"));
    session.note(format!("set {} = {}{was}", setting.name, setting.value), None);
    let words = format!("{} = {}{was}: {}.", setting.name, setting.value, setting.about);
    session.lead(format!("From {from} on, {words} Everybody is told."));
    session.tell_players("another setting", |_| {
        vec![format!("The GM changed {what}, from {from} on."), format!("{words} SETTINGS shows all of them.")]
    })
}
