//! SETTINGS: how a game is timed and what was chosen for it. SET GAME: another timing, from the next phase on.

use base::game::schedule::named::NamedSetting;
use base::game::schedule::{Timetable, next_deadline};
use base::order::Line;
use base::order::path::{get_steps, parse_path};
use rules::settings::in_words;

use crate::files::decision::Change;
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::letter::present::{Repeated, game_of, present_phase};
use crate::letter::session::{Session, refuse};

/// `SETTINGS`
pub fn show_settings(session: &mut Session<'_>) {
    let Some(game) = session.game().cloned() else {
        return session.lead("Please name your game in the subject, in square brackets.");
    };
    session.entitle("settings".to_owned());
    let hint = if session.is_gm() { "\n\nSET GAME name = value changes one from the next phase on." } else { "" };
    session.answer("How the game is timed", format!("{}{hint}", rows(&game.timetable.named())));
    if let Some(next) = game.next_timetable.as_ref().filter(|next| **next != game.timetable) {
        session.answer(format!("From {} on", from_when(&game)), rows(&changed(&game.timetable, next)));
    }
    let options = options(&game);
    if !options.is_empty() {
        session.answer("Options of its rule book", rows(&options));
    }
}

fn from_when(game: &GameRecord) -> &'static str {
    if game.phase.is_some() { "the next phase" } else { "the start" }
}

fn rows(settings: &[NamedSetting]) -> String {
    let row = |setting: &NamedSetting| format!("  {} = {}\n      {}", setting.name, setting.value, setting.about);
    settings.iter().map(row).collect::<Vec<_>>().join("\n")
}

/// What is not as it was.
fn changed(before: &Timetable, after: &Timetable) -> Vec<NamedSetting> {
    let known = before.named();
    after.named().into_iter().filter(|setting| !known.contains(setting)).collect()
}

/// The values of the scenario that have a word of their own when a game is made.
fn options(game: &GameRecord) -> Vec<NamedSetting> {
    let settings = game.table.about().settings.iter();
    let named = settings.filter_map(|setting| {
        let value = get_steps(game.table.document(), &parse_path(setting.path).ok()?)?;
        Some(NamedSetting { name: setting.name.to_owned(), value: in_words(value), about: setting.about })
    });
    named.collect()
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
    let now = game.next_timetable.as_ref().unwrap_or(&game.timetable);
    let next = match now.with_named(name, value) {
        Ok(next) => next,
        Err((message, hint)) => {
            refuse(session, line, &message, Some(&hint));
            return Ok(());
        }
    };
    if let Some(why) = next.rhythms.keys().find_map(|kind| next_deadline(&next, kind, session.desk().now).err()) {
        refuse(session, line, &format!("With {name} = {value}: {why}."), Some("Nothing was changed."));
        return Ok(());
    }
    let told = changed(now, &next);
    let Some(setting) = told.first() else {
        session.lead(format!("{name} is {value} already."));
        return Ok(());
    };
    let before = now.named().into_iter().find(|before| before.name == setting.name);
    let was = before.map_or_else(String::new, |before| format!(" (it was {})", before.value));
    session.change(Change::SetTimetable { game: game.id.clone(), timetable: Box::new(next.clone()) });
    if let Some(game) = session.game_mut() {
        game.next_timetable = Some(next.into());
    }
    session.note(format!("set {} = {}{was}", setting.name, setting.value), None);
    let from = from_when(&game);
    let words = format!("{} = {}{was}: {}.", setting.name, setting.value, setting.about);
    session.lead(format!("From {from} on, {words} Everybody is told."));
    session.tell_players("another setting", |_| {
        vec![
            format!("The GM changed how the game is timed, from {from} on."),
            format!("{words} SETTINGS shows all of them."),
        ]
    })
}
