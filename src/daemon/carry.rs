//! The second path of an alarm: a file and a command, neither of which needs the database, the mail or the other.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use base::game::schedule::print_deadline;
use post::shell;

use super::alarm::{AlarmSettings, QUIET};

/// What an alarm says, from its head to its end.
pub(super) fn text_of(address: &str, kind: &str, words: &str, now: i64) -> String {
    let told = print_deadline(now, chrono_tz::UTC);
    format!(
        "Adjutant, the judge at {address}: {kind}\n\n{words}\n\nTold {told}. `adjutant doctor` looks at everything.\n"
    )
}

/// Adds the text to the file.
pub(super) fn write_down(file: &Path, text: &str) -> Result<(), String> {
    let open = OpenOptions::new().append(true).create(true).mode(0o640).open(file);
    let written = open.and_then(|mut open| writeln!(open, "{text}"));
    written.map_err(|why| format!("write {}: {why}", file.display()))
}

/// Hands the text to the command.
pub(super) fn run_command(command: &str, text: &str) -> Result<(), String> {
    shell::tell(command, text).map_err(|why| format!("the alarm command {why}"))
}

/// The last words of a judge that ends, or that could not begin, at `address`: to the file and to the command. A service
/// that is started again and again is told of once an hour, by the time of a small file beside the database.
pub fn tell_of_end(settings: &AlarmSettings, database: &Path, address: &str, why: &str, now: i64) {
    tracing::error!(alarm = "stopped", why, "alarm");
    if was_told_lately(database) {
        return;
    }
    let text = text_of(address, "stopped", &format!("The judge has stopped: {why}."), now);
    let file = settings.file.as_deref().map_or(Ok(()), |file| write_down(file, &text));
    let command = settings.command.as_deref().map_or(Ok(()), |command| run_command(command, &text));
    for why in [file, command].into_iter().filter_map(Result::err) {
        tracing::error!(why, "the alarm could not be carried on; see to [alarm] in the settings");
    }
}

/// Whether the file beside the database says so; from now on it does. What cannot be written down does not keep us from
/// telling.
fn was_told_lately(database: &Path) -> bool {
    let mut name = database.as_os_str().to_owned();
    name.push(".told");
    let file = PathBuf::from(name);
    let touched = std::fs::metadata(&file).and_then(|found| found.modified()).ok();
    let age = touched.and_then(|touched| SystemTime::now().duration_since(touched).ok());
    if age.is_some_and(|age| age < Duration::from_secs(QUIET.unsigned_abs())) {
        return true;
    }
    let open = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&file);
    if let Err(why) = open.and_then(|open| open.set_modified(SystemTime::now())) {
        tracing::warn!(file = %file.display(), %why, "when this was told cannot be noted");
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_told_by_the_way_that_works_and_once_an_hour() {
        let folder = tempfile::tempdir().unwrap();
        let (database, told) = (folder.path().join("adjutant.db"), folder.path().join("told"));
        let command = Some(format!("cat >> '{}'", told.display()));
        let settings = AlarmSettings { command, file: Some("/dev/full".into()), ..AlarmSettings::default() };
        for _ in 0..3 {
            tell_of_end(&settings, &database, "judge@war.test", "it is damaged", 1000);
        }
        let told = std::fs::read_to_string(told).unwrap();
        assert_eq!(told.matches("The judge has stopped: it is damaged.").count(), 1, "{told}");
    }
}
