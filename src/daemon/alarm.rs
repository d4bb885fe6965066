//! Alarms: trouble of the machine that people must hear of by a second way, since letters may not come through. Each
//! trouble is told once by each way, and once more when it is over, and no oftener than once an hour. Says what is wrong
//! in words and counts; no letter, no order and no secret is in it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use base::game::schedule::{HOUR, print_deadline};
use desk::reach::alert;
use store::{Alarm, Doubtful};

use super::logins::ending_login;
use super::signs::{Noticed, Unsent, shown};
use super::told::Way;
use super::trouble::Trouble;
use super::{DaemonError, Judge, carry};

/// A trouble is told of again no sooner than this, in seconds, and a way that failed is tried again no sooner.
pub(super) const QUIET: i64 = HOUR;
/// How long anything may be late, in seconds, before it is told of.
const LEAST_PATIENCE: i64 = 60;
/// How long one round of the desk may take, in seconds: a phase may be played in it, and a backlog decided.
const LONGEST_ROUND: i64 = 300;

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
        Self { command: None, file: None, unpolled: None, before_deadline: 6 * HOUR, free_percent: 20 }
    }
}

/// When the mailbox was looked into, in epoch seconds.
#[derive(Debug, Clone, Copy)]
pub struct Looks {
    /// The last time; nothing when it never was.
    pub last: Option<i64>,
    /// From when on a look is due: the last one, or the beginning of a judge who had none yet.
    pub due_from: i64,
}

/// What is known at one moment.
struct Situation {
    now: i64,
    noticed: Noticed,
    looks: Looks,
    /// It should have been looked into within so many seconds.
    unpolled: i64,
    /// The next deadline of a running game.
    deadline: Option<(String, i64)>,
    /// How much of the disk is free, in per cent.
    free: Option<u64>,
    /// Letters that are refused, for their recipients or for us.
    doubtful: Option<Doubtful>,
    /// How many letters were given up, and neither sent again nor dropped by the operator.
    given_up: i64,
    /// Game masters whom our letters do not reach.
    unreached_gms: Vec<String>,
    /// A login at a provider is about to end, in words.
    ending_login: Option<String>,
    /// Troubles that could not be looked for this time: whether they last, or are over, is not known.
    unknown: BTreeSet<Trouble>,
}

/// The troubles there are, by kind, in words.
fn troubles(situation: &Situation, settings: &AlarmSettings) -> BTreeMap<Trouble, String> {
    let noticed = &situation.noticed;
    let mut found = mailbox_troubles(situation, settings);
    found.extend(sending_trouble(situation).map(|words| (Trouble::Sending, words)));
    found.extend(desk_trouble(situation).map(|words| (Trouble::Desk, words)));
    if situation.given_up > 0 {
        let words = "`adjutant release --failed` sends them once more or drops them";
        let letters = match situation.given_up {
            1 => "1 letter is".to_owned(),
            count => format!("{count} letters are"),
        };
        found.insert(Trouble::Failed, format!("{letters} not sent any more: {words}."));
    }
    if let Some(why) = &noticed.filing {
        let words = "They are decided and count; only the mailbox grows";
        found.insert(Trouble::Filing, format!("Decided letters cannot be filed away: {why}. {words}."));
    }
    if let Some(free) = situation.free.filter(|free| *free < settings.free_percent) {
        found.insert(
            Trouble::Disk,
            format!("Only {free} % of the disk with the database is free. When it is full, mail waits."),
        );
    }
    if noticed.skew != 0 {
        let (by, way) = (noticed.skew.abs(), if noticed.skew > 0 { "ahead of" } else { "behind" });
        found.insert(
            Trouble::Clock,
            format!("The mail server's clock is {by} seconds {way} this machine's; set both by NTP."),
        );
    }
    found.extend(situation.ending_login.clone().map(|words| (Trouble::Login, words)));
    if !situation.unreached_gms.is_empty() {
        let who = situation.unreached_gms.join(", ");
        found.insert(Trouble::GameMaster, format!("Letters to a game master do not arrive: {who}."));
    }
    found
}

fn at(time: i64) -> String {
    print_deadline(time, chrono_tz::UTC)
}

/// The mailbox is not read, and that matters more when orders are due.
fn mailbox_troubles(situation: &Situation, settings: &AlarmSettings) -> BTreeMap<Trouble, String> {
    let Situation { now, noticed, looks, .. } = situation;
    let mut found = BTreeMap::new();
    let needs_person = noticed.mailbox.as_ref().is_some_and(|(_, needs_person)| *needs_person);
    if now - looks.due_from <= situation.unpolled && !needs_person {
        return found;
    }
    let why = noticed.mailbox.as_ref().map_or("it does not answer", |(why, _)| why);
    let last = looks.last.map_or_else(|| "never read yet".to_owned(), |last| format!("last read {}", at(last)));
    let words = format!("The mailbox cannot be read; it was {last}. {why}. Letters wait, phases too.");
    found.insert(Trouble::Mailbox, words);
    let near = |(_, deadline): &&(String, i64)| *now >= deadline - settings.before_deadline;
    if let Some((game, deadline)) = situation.deadline.as_ref().filter(near) {
        let due = at(*deadline);
        let words = "the phase is not played before the mailbox was read again";
        found.insert(
            Trouble::Deadline,
            format!("Orders of game {game} are due {due}, and no letter comes in: {words}."),
        );
    }
    found
}

/// Letters do not leave: none at all, or some that the server refuses for what we are to it.
fn sending_trouble(situation: &Situation) -> Option<String> {
    const KEPT: &str = "Letters are kept and tried for about five days";
    let Situation { now, noticed, .. } = situation;
    let is_told = |unsent: &&Unsent| unsent.needs_person || now - unsent.since >= situation.unpolled;
    if let Some(unsent) = noticed.sending.as_ref().filter(is_told) {
        return Some(format!("No letter has left since {}. {}. {KEPT}.", at(unsent.since), unsent.why));
    }
    if let Some(why) = noticed.refused.values().next() {
        let count = noticed.refused.len();
        return Some(format!("The mail server refuses {count} of our letters for what we are to it: {why}. {KEPT}."));
    }
    let Doubtful { letters, recipients, reply } = situation.doubtful.as_ref().filter(|all| all.recipients > 1)?;
    Some(format!(
        "The mail server refuses {letters} of our letters to {recipients} recipients in a row, so it may refuse us: {}. {KEPT}.",
        shown(reply)
    ))
}

/// Nothing is decided or played, though the judge runs.
fn desk_trouble(situation: &Situation) -> Option<String> {
    let Situation { now, noticed, .. } = situation;
    let patience = situation.unpolled.max(LEAST_PATIENCE);
    let limit = if noticed.bad_round.is_some() { patience } else { LONGEST_ROUND.max(patience) };
    if let Some(since) = noticed.good_round.filter(|since| now - since > limit) {
        let why = noticed.bad_round.as_deref().unwrap_or("one comes to no end");
        return Some(format!("No round of the desk ended well since {}: {why}. Letters and phases wait.", at(since)));
    }
    let is_late = |(_, since): &&(String, i64)| now - since > patience;
    let (what, since) = noticed.waits.values().find(is_late)?;
    Some(format!("{what} waits at the desk since {}, though rounds end well. The log may say why.", at(*since)))
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
    /// Looks at what is wrong and tells of what is new or over. `free` is how much of the disk is free, in per cent, when
    /// that is asked. Each way is tried whatever became of the others, those that need no database first; a way that failed
    /// is tried again after an hour.
    pub async fn watch(&self, looks: Looks, free: Option<u64>, now: i64) {
        let settings = self.upkeep().alarm.clone();
        let situation = self.situation(looks, free, now);
        let troubles = troubles(&situation, &settings);
        self.told.note_present(&troubles, &situation.unknown);
        if !self.told.is_read() {
            match self.store.alarms() {
                Ok(stored) => self.told.read(stored),
                Err(error) => tracing::warn!(%error, "what was told of before cannot be read"),
            }
        }
        for way in Way::of(&settings) {
            for kind in self.told.kinds(&way, &troubles).difference(&situation.unknown) {
                self.tell_if_new(&way, *kind, troubles.get(kind).map(String::as_str), now).await;
            }
        }
        for (key, alarm) in self.told.unwritten() {
            match self.store.note_alarm(&key, alarm) {
                Ok(()) => self.told.note_written(&key, alarm),
                Err(error) => return tracing::warn!(%error, "what was told of cannot be written down"),
            }
        }
    }

    fn situation(&self, looks: Looks, free: Option<u64>, now: i64) -> Situation {
        let upkeep = self.upkeep();
        let mut unknown = BTreeSet::new();
        if free.is_none() {
            unknown.insert(Trouble::Disk);
        }
        let waits = self.look_who_waits(now).is_ok();
        let noticed = self.signs.noticed();
        if !waits && noticed.bad_round.is_none() || noticed.good_round.is_none() {
            unknown.insert(Trouble::Desk);
        }
        let deadline = self.store.next_deadline().unwrap_or_else(|error| {
            tracing::warn!(%error, "the next deadline cannot be read");
            unknown.insert(Trouble::Deadline);
            None
        });
        let unreached_gms = self.unreached_gms().unwrap_or_else(|error| {
            tracing::warn!(%error, "whom letters reach cannot be read");
            unknown.insert(Trouble::GameMaster);
            Vec::new()
        });
        let doubtful = self.store.doubtful_letters(self.house.address.domain()).unwrap_or_else(|error| {
            tracing::warn!(%error, "which letters are refused cannot be read");
            unknown.insert(Trouble::Sending);
            None
        });
        let given_up = self.store.tally_up().map_or_else(
            |error| {
                tracing::warn!(%error, "how many letters were given up cannot be counted");
                unknown.insert(Trouble::Failed);
                0
            },
            |tally| tally.given_up,
        );
        let unpolled = upkeep.alarm.unpolled.unwrap_or_else(|| (2 * upkeep.poll).max(LEAST_PATIENCE));
        let ending_login = ending_login(&upkeep.token_files, now);
        Situation {
            now,
            noticed,
            looks,
            unpolled,
            deadline,
            free,
            doubtful,
            given_up,
            unreached_gms,
            ending_login,
            unknown,
        }
    }

    /// Notes which letter and which phase wait longest at the desk.
    fn look_who_waits(&self, now: i64) -> Result<(), DaemonError> {
        let letter = self.store.undecided(1)?.pop().map(|letter| format!("Letter {letter}"));
        // A phase that waits for the mailbox to be read is the mailbox's trouble.
        let overdue = self.store.overdue_phase(self.polled().min(now))?;
        self.signs.waits("letter", letter, now);
        self.signs.waits("phase", overdue.map(|game| format!("The phase of game {game}, which is over,")), now);
        Ok(())
    }

    async fn tell_if_new(&self, way: &Way, kind: Trouble, words: Option<&str>, now: i64) {
        let key = way.key(kind);
        let Some(known) = self.told.unless_failed_lately(&key, now) else { return };
        let alarm = match next_step(known, words.is_some(), now) {
            Telling::Nothing => return,
            Telling::Note(alarm) => return self.told.note(&key, alarm),
            Telling::Tell(alarm) | Telling::TellEnd(alarm) => alarm,
        };
        let words = words.unwrap_or("This trouble is over.");
        tracing::error!(alarm = kind.word(), words, "alarm");
        match self.tell_by(way, kind, words, now).await {
            Ok(()) => self.told.note(&key, alarm),
            Err(why) => {
                tracing::error!(
                    alarm = kind.word(),
                    why,
                    "the alarm could not be carried on; it is tried again in an hour"
                );
                self.told.note_failure(&key, now);
            }
        }
    }

    async fn tell_by(&self, way: &Way, kind: Trouble, words: &str, now: i64) -> Result<(), String> {
        let text = carry::text_of(self.house.address.as_str(), kind.word(), words, now);
        let carried = match way.clone() {
            Way::File(file) => tokio::task::spawn_blocking(move || carry::write_down(&file, &text)).await,
            Way::Command(command) => tokio::task::spawn_blocking(move || carry::run_command(&command, &text)).await,
            Way::Letter => Ok(self.tell_gms(kind, words, now).map_err(|error| error.to_string())),
        };
        carried.unwrap_or_else(|why| Err(why.to_string()))
    }

    /// The game masters of the house have a letter, too, as long as letters leave.
    fn tell_gms(&self, kind: Trouble, words: &str, now: i64) -> Result<(), DaemonError> {
        let (gms, kind) = (self.masters()?, kind.word());
        let (purpose, title) = (format!("alarm {kind} {now}"), format!("trouble with the judge: {kind}"));
        let paragraphs = [words.to_owned(), "The operator of the judge can see to it.".to_owned()];
        Ok(self.store.commit(&alert(&self.house, &gms, (&purpose, &title), &paragraphs, now)?)?)
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
            looks: Looks { last: Some(polled), due_from: polled },
            unpolled: 120,
            deadline: Some(("cw1".to_owned(), 100_000)),
            free: Some(50),
            doubtful: None,
            given_up: 0,
            unreached_gms: Vec::new(),
            ending_login: None,
            unknown: BTreeSet::new(),
        }
    }

    fn unsent(since: i64, needs_person: bool) -> Unsent {
        Unsent { since, why: "no route".to_owned(), needs_person }
    }

    fn kinds(situation: &Situation) -> Vec<&'static str> {
        troubles(situation, &AlarmSettings::default()).into_keys().map(Trouble::word).collect()
    }

    #[test]
    fn a_mailbox_is_missed_after_two_polls_and_the_deadline_is_named_when_it_is_near() {
        assert_eq!(kinds(&situation(1000, 880)), [""; 0]);
        assert_eq!(kinds(&situation(1000, 879)), ["mailbox"]);
        assert_eq!(kinds(&situation(90_000, 80_000)), ["deadline", "mailbox"]);
    }

    #[test]
    fn a_mailbox_is_said_to_be_read_when_it_really_was() {
        let words = |last| {
            let looks = Looks { last, due_from: 1_000_000_000 };
            troubles(&Situation { looks, ..situation(1_000_000_200, 0) }, &AlarmSettings::default())[&Trouble::Mailbox]
                .clone()
        };
        assert!(words(Some(999_000_000)).contains("last read Tue 28 Aug 2001"), "{}", words(Some(999_000_000)));
        assert!(words(None).contains("it was never read yet"), "{}", words(None));
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
        bad.noticed.sending = Some(unsent(800, false));
        bad.noticed.filing = Some("quota".to_owned());
        bad.noticed.skew = -300;
        bad.unreached_gms = vec!["Grace".to_owned()];
        assert_eq!(kinds(&bad), ["clock", "disk", "filing", "game-master", "sending"]);
    }

    #[test]
    fn a_refusal_that_only_a_person_can_mend_is_told_at_once() {
        let mut refused = situation(1000, 1000);
        refused.noticed.sending = Some(unsent(1000, false));
        assert_eq!(kinds(&refused), [""; 0]);
        refused.noticed.sending = Some(unsent(1000, true));
        assert_eq!(kinds(&refused), ["sending"]);
        refused.noticed.sending = None;
        refused.noticed.refused.insert(7, "5.4.5 limit of the day".to_owned());
        assert_eq!(kinds(&refused), ["sending"]);
    }

    #[test]
    fn what_is_refused_for_one_recipient_is_no_alarm_and_for_the_next_one_too_it_is() {
        let mut refused = situation(1000, 1000);
        let refusal = |recipients| Doubtful { letters: 4, recipients, reply: "550 <lee@war.test> no".to_owned() };
        refused.doubtful = Some(refusal(1));
        assert_eq!(kinds(&refused), [""; 0]);
        refused.doubtful = Some(refusal(2));
        assert_eq!(kinds(&refused), ["sending"]);
        let words = sending_trouble(&refused).unwrap();
        assert!(words.contains("4 of our letters to 2 recipients in a row") && !words.contains("lee@"), "{words}");
    }

    #[test]
    fn a_letter_that_was_given_up_is_told_of_until_somebody_has_seen_to_it() {
        let mut failed = situation(1000, 1000);
        failed.given_up = 1;
        assert_eq!(kinds(&failed), ["failed"]);
    }

    #[test]
    fn a_desk_that_fails_for_long_or_keeps_something_waiting_is_told_of() {
        let mut desk = situation(1000, 1000);
        desk.noticed.good_round = Some(879);
        assert_eq!(kinds(&desk), [""; 0], "a long round");
        desk.noticed.bad_round = Some("the database is locked".to_owned());
        assert_eq!(kinds(&desk), ["desk"]);
        desk.noticed.good_round = Some(880);
        assert_eq!(kinds(&desk), [""; 0]);
        desk.noticed.waits.insert("letter", ("Letter 7".to_owned(), 879));
        assert_eq!(kinds(&desk), ["desk"]);
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
}
