//! Alarms: trouble of the machine that people must hear of by a second way, since letters may not come through. Each
//! trouble is told once, and once more when it is over, and no oftener than once an hour. Says what is wrong in words
//! and counts; no letter, no order and no secret is in it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::desk::reach::alert;
use crate::game::schedule::print_deadline;
use crate::post::{PostError, Refused, Step};
use crate::store::Alarm;

use super::{DaemonError, Judge};

/// A trouble is told of again no sooner than this, in seconds.
const QUIET: i64 = 3600;
/// How long a command may take that carries an alarm on.
const PATIENCE: Duration = Duration::from_secs(60);
/// Clocks that differ by more seconds than this are told of.
const MOST_SKEW: i64 = 60;
/// A letter that bears an older time was put into the mailbox by hand, and says nothing about clocks.
const LONGEST_SKEW: i64 = 3600;

/// When there is an alarm, and where it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlarmSettings {
    /// A command of the shell, run with the text on its standard input.
    pub command: Option<String>,
    /// A file to which the text is added.
    pub file: Option<PathBuf>,
    /// How long the mailbox may not be looked into, in seconds; twice the interval of polls when not set.
    pub unpolled: Option<i64>,
    /// How long before a deadline this is told in words of its own, in seconds.
    pub before_deadline: i64,
    /// How much of the disk must be free, in per cent.
    pub free_percent: u64,
}

impl Default for AlarmSettings {
    fn default() -> Self {
        Self { command: None, file: None, unpolled: None, before_deadline: 6 * 3600, free_percent: 20 }
    }
}

/// What the parts of a running judge noticed of the world outside. Lost when the process ends.
#[derive(Default)]
pub struct Signs(Mutex<Noticed>);

#[derive(Debug, Clone, Default)]
struct Noticed {
    /// The mailbox: the last error, and whether only a person can help.
    mailbox: Option<(String, bool)>,
    /// Letters out: since when, and the last error.
    sending: Option<(i64, String)>,
    /// Decided letters could not be filed away.
    filing: Option<String>,
    /// How far the mail server's clock is ahead of ours, in seconds; behind: negative.
    skew: i64,
}

impl Signs {
    fn notice(&self, change: impl FnOnce(&mut Noticed)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// The mailbox was looked into.
    pub fn mailbox_was_read(&self) {
        self.notice(|noticed| noticed.mailbox = None);
    }

    /// The mailbox could not be looked into.
    pub fn mailbox_failed(&self, error: &PostError) {
        let what = (error.to_string(), !error.is_temporary());
        self.notice(|noticed| noticed.mailbox = Some(what));
    }

    /// A letter left.
    pub fn sending_went_well(&self) {
        self.notice(|noticed| noticed.sending = None);
    }

    /// A letter was not taken. What concerns one letter alone is no trouble of the machine.
    pub fn sending_failed(&self, refused: &Refused, now: i64) {
        if !matches!(refused.step, Step::Connect | Step::Tls | Step::Login) {
            return;
        }
        self.notice(|noticed| {
            let since = noticed.sending.as_ref().map_or(now, |(since, _)| *since);
            noticed.sending = Some((since, refused.reply.clone()));
        });
    }

    /// Decided letters were filed away, or not.
    pub fn filing_went(&self, trouble: Option<String>) {
        self.notice(|noticed| noticed.filing = trouble);
    }

    /// The mail server's clock is so many seconds ahead of ours.
    pub fn clocks_differ(&self, ahead: i64) {
        if ahead.abs() <= LONGEST_SKEW {
            self.notice(|noticed| noticed.skew = if ahead.abs() < MOST_SKEW { 0 } else { ahead });
        }
    }

    fn noticed(&self) -> Noticed {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What is known at one moment.
struct Situation {
    now: i64,
    noticed: Noticed,
    /// The mailbox was last looked into then.
    polled: i64,
    /// It should have been looked into within so many seconds.
    unpolled: i64,
    /// The next deadline of a running game.
    deadline: Option<(String, i64)>,
    /// How much of the disk is free, in per cent.
    free: Option<u64>,
    /// Game masters whom our letters do not reach.
    unreached_gms: Vec<String>,
}

/// The troubles there are, by kind, in words.
fn troubles(situation: &Situation, settings: &AlarmSettings) -> BTreeMap<&'static str, String> {
    let Situation { now, noticed, .. } = situation;
    let at = |time: i64| print_deadline(time, chrono_tz::UTC);
    let mut found = BTreeMap::new();
    let is_unpolled = now - situation.polled > situation.unpolled;
    let needs_person = noticed.mailbox.as_ref().is_some_and(|(_, needs_person)| *needs_person);
    if is_unpolled || needs_person {
        let why = noticed.mailbox.as_ref().map_or("it does not answer", |(why, _)| why);
        let since = at(situation.polled);
        let words = format!("The mailbox cannot be read; it was last read {since}. {why}. Letters wait, phases too.");
        found.insert("mailbox", words);
        let near = |(_, deadline): &&(String, i64)| *now >= deadline - settings.before_deadline;
        if let Some((game, deadline)) = situation.deadline.as_ref().filter(near) {
            let due = at(*deadline);
            let words = "the phase is not played before the mailbox was read again";
            found.insert("deadline", format!("Orders of game {game} are due {due}, and no letter comes in: {words}."));
        }
    }
    if let Some((since, why)) = noticed.sending.as_ref().filter(|(since, _)| now - since >= situation.unpolled) {
        found.insert("sending", format!("No letter has left since {}. {why}.", at(*since)));
    }
    if let Some(why) = &noticed.filing {
        let words = "They are decided and count; only the mailbox grows";
        found.insert("filing", format!("Decided letters cannot be filed away: {why}. {words}."));
    }
    if let Some(free) = situation.free.filter(|free| *free < settings.free_percent) {
        found.insert(
            "disk",
            format!("Only {free} % of the disk with the database is free. When it is full, mail waits."),
        );
    }
    if noticed.skew != 0 {
        let (by, way) = (noticed.skew.abs(), if noticed.skew > 0 { "ahead of" } else { "behind" });
        found
            .insert("clock", format!("The mail server's clock is {by} seconds {way} this machine's; set both by NTP."));
    }
    if !situation.unreached_gms.is_empty() {
        let who = situation.unreached_gms.join(", ");
        found.insert("game-master", format!("Letters to a game master do not arrive: {who}."));
    }
    found
}

/// What is to be done about one trouble.
#[derive(Debug, PartialEq, Eq)]
enum Telling {
    Nothing,
    /// Remember it, silently.
    Note(Alarm),
    /// Tell of it, then remember.
    Tell(Alarm),
    /// Tell that it is over, then remember.
    TellEnd(Alarm),
}

/// Whether a trouble is told: at its beginning and end, and never twice within an hour.
fn next_step(known: Alarm, is_there: bool, now: i64) -> Telling {
    let was_told = known.since > 0 && known.told >= known.since;
    match (is_there, known.since > 0) {
        (true, _) if was_told => Telling::Nothing,
        (true, is_known) => {
            let since = if is_known { known.since } else { now };
            if known.told == 0 || now - known.told >= QUIET {
                return Telling::Tell(Alarm { since, told: now });
            }
            if is_known { Telling::Nothing } else { Telling::Note(Alarm { since, told: known.told }) }
        }
        (false, false) => Telling::Nothing,
        (false, true) if was_told => Telling::TellEnd(Alarm { since: 0, told: known.told }),
        (false, true) => Telling::Note(Alarm { since: 0, told: known.told }),
    }
}

impl Judge {
    /// Looks at what is wrong and tells of what is new or over. `polled` is when the mailbox was last looked into, `free`
    /// how much of the disk is free, in per cent, when that is asked.
    pub async fn watch(&self, polled: i64, free: Option<u64>, now: i64) -> Result<(), DaemonError> {
        let upkeep = self.upkeep();
        let settings = &upkeep.alarm;
        let situation = Situation {
            now,
            noticed: self.signs.noticed(),
            polled,
            unpolled: settings.unpolled.unwrap_or_else(|| (2 * upkeep.poll).max(MOST_SKEW)),
            deadline: self.store.next_deadline().await?,
            free,
            unreached_gms: self.unreached_gms().await?,
        };
        let troubles = troubles(&situation, settings);
        let known = self.store.alarms().await?;
        let kinds = troubles.keys().copied().chain(known.keys().map(String::as_str));
        for kind in kinds.collect::<std::collections::BTreeSet<_>>() {
            let alarm = known.get(kind).copied().unwrap_or_default();
            match next_step(alarm, troubles.contains_key(kind), now) {
                Telling::Nothing => {}
                Telling::Note(alarm) => self.store.note_alarm(kind, alarm).await?,
                Telling::Tell(alarm) => self.tell(kind, alarm, &troubles[kind], now).await?,
                Telling::TellEnd(alarm) => self.tell(kind, alarm, "This trouble is over.", now).await?,
            }
        }
        Ok(())
    }

    async fn tell(&self, kind: &str, alarm: Alarm, words: &str, now: i64) -> Result<(), DaemonError> {
        tracing::error!(alarm = kind, words, "alarm");
        let text = self.alarm_text(kind, words, now);
        let settings = self.upkeep().alarm.clone();
        let carried = tokio::task::spawn_blocking(move || carry_on(&settings, &text)).await;
        if let Ok(Err(why)) = carried {
            tracing::error!(alarm = kind, why, "the alarm could not be carried on; it is tried again");
            return Ok(());
        }
        self.tell_gms(kind, words, now).await?;
        Ok(self.store.note_alarm(kind, alarm).await?)
    }

    /// The game masters of the house have a letter, too, as long as letters leave.
    async fn tell_gms(&self, kind: &str, words: &str, now: i64) -> Result<(), DaemonError> {
        let mut gms = Vec::new();
        for gm in &self.house.gms {
            gms.extend(self.store.player(gm).await?);
        }
        let (purpose, title) = (format!("alarm {kind} {now}"), format!("trouble with the judge: {kind}"));
        let paragraphs = [words.to_owned(), "The operator of the judge can see to it.".to_owned()];
        Ok(self.store.commit(&alert(&self.house, &gms, (&purpose, &title), &paragraphs, now)?).await?)
    }

    fn alarm_text(&self, kind: &str, words: &str, now: i64) -> String {
        let mut text = format!("Adjutant, the judge at {}: {kind}\n\n{words}\n\n", self.house.address.as_str());
        let _ = writeln!(text, "Told {}. `adjutant doctor` looks at everything.", print_deadline(now, chrono_tz::UTC));
        text
    }

    /// The last words of a judge that ends because nothing more may be done.
    pub fn tell_of_end(&self, why: &str, now: i64) {
        let text = self.alarm_text("stopped", &format!("The judge has stopped: {why}."), now);
        if let Err(why) = carry_on(&self.upkeep().alarm, &text) {
            tracing::error!(why, "the alarm could not be carried on");
        }
    }
}

/// Hands the text to the command, and adds it to the file.
fn carry_on(settings: &AlarmSettings, text: &str) -> Result<(), String> {
    if let Some(file) = &settings.file {
        let mut options = std::fs::OpenOptions::new();
        let open = options.append(true).create(true).mode(0o640).open(file);
        let written = open.and_then(|mut open| writeln!(open, "{text}"));
        written.map_err(|why| format!("write {}: {why}", file.display()))?;
    }
    settings.command.as_ref().map_or(Ok(()), |command| run_command(command, text))
}

fn run_command(command: &str, text: &str) -> Result<(), String> {
    let failed = |why: std::io::Error| format!("run the alarm command: {why}");
    let shell = Command::new("sh").args(["-c", command]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
    let mut child = shell.map_err(failed)?;
    // A command that does not read must not stop us: a short text fits into the pipe.
    let said = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes()));
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            let is_done = status.success() && said.is_ok();
            return if is_done { Ok(()) } else { Err(format!("the alarm command ended with {status}")) };
        }
        if Instant::now() >= end {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("the alarm command did not end within {} s", PATIENCE.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// How much of a file system is free for us, in per cent.
pub fn free_percent(path: &std::path::Path) -> Option<u64> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let stat = rustix::fs::statvfs(folder.unwrap_or(std::path::Path::new("."))).ok()?;
    // As `df` counts: what is kept for root, or for others, is neither used nor free.
    let all = stat.f_blocks.saturating_sub(stat.f_bfree) + stat.f_bavail;
    (all > 0).then(|| stat.f_bavail * 100 / all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn situation(now: i64, polled: i64) -> Situation {
        Situation {
            now,
            noticed: Noticed::default(),
            polled,
            unpolled: 120,
            deadline: Some(("cw1".to_owned(), 100_000)),
            free: Some(50),
            unreached_gms: Vec::new(),
        }
    }

    fn kinds(situation: &Situation) -> Vec<&'static str> {
        troubles(situation, &AlarmSettings::default()).into_keys().collect()
    }

    #[test]
    fn a_mailbox_is_missed_after_two_polls_and_the_deadline_is_named_when_it_is_near() {
        assert_eq!(kinds(&situation(1000, 880)), [""; 0]);
        assert_eq!(kinds(&situation(1000, 879)), ["mailbox"]);
        assert_eq!(kinds(&situation(90_000, 80_000)), ["deadline", "mailbox"]);
    }

    #[test]
    fn a_refused_password_is_told_at_once_and_a_lost_connection_is_not() {
        let mut refused = situation(1000, 1000);
        refused.noticed.mailbox = Some(("imap refused user judge".to_owned(), true));
        assert_eq!(kinds(&refused), ["mailbox"]);
        refused.noticed.mailbox = Some(("connection lost".to_owned(), false));
        assert_eq!(kinds(&refused), [""; 0]);
    }

    #[test]
    fn disk_sending_filing_clock_and_game_masters_are_looked_at() {
        let mut bad = situation(1000, 1000);
        bad.free = Some(19);
        bad.noticed.sending = Some((800, "no route".to_owned()));
        bad.noticed.filing = Some("quota".to_owned());
        bad.noticed.skew = -300;
        bad.unreached_gms = vec!["Grace".to_owned()];
        assert_eq!(kinds(&bad), ["clock", "disk", "filing", "game-master", "sending"]);
    }

    #[test]
    fn a_trouble_is_told_once_and_its_end_once() {
        let Telling::Tell(told) = next_step(Alarm::default(), true, 1000) else { panic!("not told") };
        assert_eq!(next_step(told, true, 1005), Telling::Nothing);
        assert_eq!(next_step(told, true, 1000 + 100 * QUIET), Telling::Nothing);
        let Telling::TellEnd(over) = next_step(told, false, 2000) else { panic!("its end is not told") };
        assert_eq!(next_step(over, false, 2005), Telling::Nothing);
    }

    #[test]
    fn what_comes_and_goes_is_told_once_an_hour() {
        let mut alarm = Alarm::default();
        let mut told = 0;
        for now in (1000..1000 + 3 * QUIET).step_by(10) {
            match next_step(alarm, (now / 10) % 2 == 0, now) {
                Telling::Nothing => {}
                Telling::Note(next) => alarm = next,
                Telling::Tell(next) | Telling::TellEnd(next) => {
                    alarm = next;
                    told += 1;
                }
            }
        }
        assert!((3..=8).contains(&told), "{told} messages in three hours");
    }

    #[test]
    fn a_command_gets_the_text_and_its_failure_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("told");
        run_command(&format!("cat > '{}'", file.display()), "the mailbox").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "the mailbox");
        assert!(run_command("exit 3", "x").unwrap_err().contains('3'));
    }
}
