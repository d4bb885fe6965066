//! `adjutant doctor`: one look at everything a judge rests on; each line says what is fine, or what is not and what helps.
//! Changes nothing and sends nothing.

use std::process::ExitCode;

use chrono::DateTime;
use clap::Args;

use super::config::operation::others_may_read;
use super::config::{Config, Incoming, Outgoing};
use super::wait_for;
use crate::daemon::{free_percent, wall_clock};
use crate::post::{ImapSettings, ImapSource, MaildirSource, SmtpSettings, SmtpSink};
use crate::rules::Shelf;
use crate::store::{Store, StoreError};

pub(super) const EXAMPLES: &str = "\
Examples:
  adjutant doctor
  adjutant doctor --offline           without asking the mail servers

Exit code 1 when something is wrong. Works while the judge runs.";

/// Seconds by which two clocks may differ.
const MOST_SKEW: i64 = 60;
/// An unread mailbox is suspect after so many polls.
const POLLS: i64 = 2;

/// What `doctor` is told.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Leaves the mail servers alone.
    #[arg(long)]
    pub offline: bool,
}

/// One thing looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Finding {
    what: &'static str,
    words: String,
    /// What helps, when something is wrong.
    remedy: Option<String>,
}

impl Finding {
    fn fine(what: &'static str, words: impl Into<String>) -> Self {
        Self { what, words: words.into(), remedy: None }
    }

    fn wrong(what: &'static str, words: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { what, words: words.into(), remedy: Some(remedy.into()) }
    }

    fn line(&self) -> String {
        let (mark, what, words) = (if self.remedy.is_none() { "ok   " } else { "WRONG" }, self.what, &self.words);
        let remedy = self.remedy.as_ref().map(|remedy| format!("\n                   remedy: {remedy}"));
        format!("{mark}  {what:<10}  {words}{}", remedy.unwrap_or_default())
    }
}

/// Looks at everything and prints it.
pub fn doctor(
    settings: impl Fn() -> anyhow::Result<Config>,
    args: &DoctorArgs,
    shelf: &Shelf,
) -> anyhow::Result<ExitCode> {
    let config = match settings() {
        Ok(config) => config,
        Err(error) => {
            let words = super::remedy::print(&error);
            println!("WRONG  settings    {}", words.trim_start_matches("adjutant: "));
            return Ok(ExitCode::FAILURE);
        }
    };
    let mut findings = vec![Finding::fine("settings", "can be read")];
    findings.extend(look_at_secrets(&config));
    findings.push(look_at_templates(&config, shelf));
    findings.extend(wait_for(async { Ok(look_at_database(&config).await) })?);
    findings.push(look_at_disk(&config));
    if !args.offline {
        findings.push(look_at_mailbox(&config));
        findings.extend(wait_for(async { Ok(look_at_server(&config).await) })?);
    }
    findings.extend(look_at_upkeep(&config));
    for finding in &findings {
        println!("{}", finding.line());
    }
    let wrong = findings.iter().filter(|finding| finding.remedy.is_some()).count();
    println!("{}", if wrong == 0 { "All is well.".to_owned() } else { format!("{wrong} things need a hand.") });
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// An error with its remedy, as a finding.
fn failed(what: &'static str, error: &anyhow::Error) -> Finding {
    let words = super::remedy::print(error);
    let (words, remedy) = words.split_once("\n  remedy: ").unwrap_or((&words, "see the settings"));
    Finding::wrong(what, words.trim_start_matches("adjutant: "), remedy)
}

fn look_at_secrets(config: &Config) -> Vec<Finding> {
    let mut findings = vec![match config.key() {
        Ok(key) => Finding::fine("key", format!("yours alone; its fingerprint is {}", key.fingerprint())),
        Err(error) => failed("key", &error),
    }];
    let files = config.password_files().into_iter().chain([config.database.as_path()]);
    for file in files.filter(|file| file.exists()) {
        let name = file.display();
        if others_may_read(file).unwrap_or(true) {
            findings.push(Finding::wrong("secrets", format!("others may read {name}"), format!("chmod 600 '{name}'")));
        }
    }
    findings
}

fn look_at_templates(config: &Config, shelf: &Shelf) -> Finding {
    let books = shelf.books();
    match config.template_overrides() {
        Ok(overrides) => match crate::report::Renderer::new(&overrides) {
            Ok(_) => {
                let own =
                    if overrides.is_empty() { String::new() } else { format!(", {} of your own", overrides.len()) };
                Finding::fine("templates", format!("can be read{own}; rule books: {}", books.join(", ")))
            }
            Err(error) => Finding::wrong("templates", error.to_string(), "correct the template, or take it away"),
        },
        Err(error) => failed("templates", &error),
    }
}

async fn look_at_database(config: &Config) -> Vec<Finding> {
    let store = match Store::read_only(&config.database).await {
        Ok(store) => store,
        Err(StoreError::NoDatabase { .. }) => {
            return vec![Finding::fine("database", "there is none yet; the first `adjutant run` makes it")];
        }
        Err(error) => return vec![Finding::wrong("database", error.to_string(), error.remedy())],
    };
    let mut findings = Vec::new();
    if let Ok(key) = config.key()
        && let Err(error) = store.check_key(&key.fingerprint()).await
    {
        findings.push(Finding::wrong("database", error.to_string(), "put the right key file back"));
    }
    findings.push(match store.verify_journal().await {
        Ok(rows) => Finding::fine("database", format!("whole; the journal's chain of {rows} rows holds")),
        Err(error) => Finding::wrong("database", error.to_string(), "keep this file, and ask who had access to it"),
    });
    findings.push(look_at_rows(&store).await);
    findings.extend(look_at_work(&store, config).await);
    store.close().await;
    findings
}

/// Whether letters, orders and states are what was written.
async fn look_at_rows(store: &Store) -> Finding {
    const MOST_NAMED: usize = 3;
    let remedy = "keep this file; `adjutant restore BACKUP --after-restore` puts a backup in its place";
    match store.verify_rows().await {
        Ok(found) if found.damaged.is_empty() => {
            Finding::fine("database", format!("{} letters, sheets and states are what was written", found.rows))
        }
        Ok(found) => {
            let named: Vec<&str> = found.damaged.iter().take(MOST_NAMED).map(String::as_str).collect();
            let more = found.damaged.len().saturating_sub(MOST_NAMED);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            Finding::wrong("database", format!("not what was written: {}{more}", named.join(", ")), remedy)
        }
        Err(error) => Finding::wrong("database", error.to_string(), remedy),
    }
}

/// What the database tells of the judge at work.
async fn look_at_work(store: &Store, config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Ok(tally) = store.tally_up().await {
        let words = format!(
            "{} games run, {} letters undecided, {} to send, {} held, {} failed for good",
            tally.running_games, tally.undecided, tally.to_send, tally.held, tally.given_up
        );
        findings.push(Finding::fine("work", words));
        findings.extend(look_at_refused(tally.given_up));
    }
    if let Ok(Some(kept)) = config.way_out().quota.kept(store, wall_clock()).await {
        findings.push(Finding::fine("work", kept.words()));
    }
    if matches!(store.restored_at().await, Ok(Some(_))) {
        let remedy = "`adjutant run` looks through the mailbox and catches up";
        findings.push(Finding::wrong("work", "the database was restored and has not caught up yet", remedy));
    }
    let polled = store.last_poll("inbox").await.ok().flatten();
    let most = (POLLS * i64::try_from(config.poll_seconds()).unwrap_or(i64::MAX / POLLS)).max(MOST_SKEW);
    if let Some(ago) = polled.map(|polled| wall_clock() - polled).filter(|ago| *ago > most) {
        let words = format!("the mailbox was last read {} minutes ago", ago / 60);
        let remedy = "start the judge with `adjutant run`; if it runs, its log says what keeps it from the mailbox";
        findings.push(Finding::wrong("work", words, remedy));
    }
    findings
}

/// Letters that did not leave and are not tried any more: somebody waits for them.
fn look_at_refused(count: i64) -> Option<Finding> {
    const REMEDY: &str = "`adjutant release --failed --list` shows them and what the mail server said; when that is put right, \
                          `adjutant release --failed` sends them once more, and `--drop NUMBER` ends it for one";
    (count > 0)
        .then(|| Finding::wrong("work", format!("{count} letters were refused and are not tried any more"), REMEDY))
}

fn look_at_disk(config: &Config) -> Finding {
    let least = config.upkeep().alarm.free_percent;
    match free_percent(&config.database) {
        Some(free) if free < least => {
            let remedy = "make room; see [retention] in the settings for old letters";
            Finding::wrong("disk", format!("only {free} % free"), remedy)
        }
        Some(free) => Finding::fine("disk", format!("{free} % free")),
        None => Finding::wrong("disk", "its free space cannot be asked for", "see that the database's folder is there"),
    }
}

fn look_at_mailbox(config: &Config) -> Finding {
    match &config.mail.incoming {
        Incoming::Imap(settings) => look_at_imap(settings),
        Incoming::Maildir(_) => {
            let settings = config.maildir().unwrap_or_else(|| unreachable!("letters arrive in a Maildir"));
            match MaildirSource::open(&settings) {
                Ok(_) => Finding::fine("mail.in", format!("{} is a Maildir", settings.inbox.display())),
                Err(error) => Finding::wrong("mail.in", error.to_string(), "correct mail.in in the settings"),
            }
        }
    }
}

fn look_at_imap(settings: &ImapSettings) -> Finding {
    match ImapSource::new(settings.clone()).and_then(|mut source| source.examine()) {
        Ok(facts) => {
            let lacks = [(facts.has_idle, "IDLE"), (facts.has_move, "MOVE"), (facts.has_uidplus, "UIDPLUS")];
            let lacks: Vec<&str> = lacks.iter().filter(|(has, _)| !has).map(|(_, name)| *name).collect();
            let lacks = if lacks.is_empty() { String::new() } else { format!("; without {}", lacks.join(", ")) };
            let words = format!("login works, {} letters, UIDVALIDITY {}{lacks}", facts.letters, facts.validity);
            Finding::fine("mail.in", words)
        }
        Err(error) => {
            Finding::wrong("mail.in", error.to_string(), "correct mail.in in the settings, or see to the server")
        }
    }
}

async fn look_at_server(config: &Config) -> Vec<Finding> {
    let mut findings = match &config.mail.outgoing {
        Outgoing::Smtp(settings) => look_at_smtp(settings).await,
        Outgoing::Maildir(outgoing) => {
            vec![Finding::fine("mail.out", format!("Maildirs under {}", outgoing.outbox.display()))]
        }
    };
    if let Some(test) = &config.test {
        findings.push(Finding::fine("test", format!("letters leave for {:?} only", test.only_to)));
    }
    findings
}

async fn look_at_smtp(settings: &SmtpSettings) -> Vec<Finding> {
    const REMEDY: &str = "correct mail.out in the settings, or see to the server";
    let mut sink = match SmtpSink::new(settings.clone()) {
        Ok(sink) => sink,
        Err(error) => return vec![Finding::wrong("mail.out", error.to_string(), REMEDY)],
    };
    let mut findings = vec![match sink.examine().await {
        Ok(facts) => {
            let lacks = if facts.has_utf8 { "" } else { "; addresses must be ASCII" };
            Finding::fine("mail.out", format!("connection and login work{lacks}"))
        }
        Err(refused) => Finding::wrong("mail.out", format!("{:?}: {}", refused.step, refused.reply), REMEDY),
    }];
    findings.extend(sink.greeting().await.and_then(|greeting| look_at_clock(&greeting, wall_clock())));
    findings
}

/// Some servers greet with the time: `220 host ESMTP ...; Fri, 20 Nov 2026 13:38:53 +0000`.
fn look_at_clock(greeting: &str, now: i64) -> Option<Finding> {
    let words = greeting.rsplit(';').next()?.trim();
    let date = words.split(" (").next()?.trim();
    let theirs = DateTime::parse_from_rfc2822(date).ok()?.timestamp();
    let ahead = theirs - now;
    if ahead.abs() <= MOST_SKEW {
        return Some(Finding::fine("clock", "agrees with the mail server's"));
    }
    let way = if ahead > 0 { "behind" } else { "ahead of" };
    let words = format!("this machine is {} seconds {way} the mail server", ahead.abs());
    Some(Finding::wrong("clock", words, "let NTP set both clocks: deadlines are kept by them"))
}

fn look_at_upkeep(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    if config.alarm.command.is_none() && config.alarm.file.is_none() {
        findings.push(Finding::fine("alarm", "goes to the log and the game masters only; see [alarm] in the settings"));
    }
    if config.gms.is_empty() {
        findings.push(Finding::wrong("people", "there is no game master", "add a table [[gm]] to the settings"));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 20 November 2026, 13:38:53 UTC.
    const NOW: i64 = 1_795_181_933;

    #[test]
    fn a_servers_greeting_shows_whose_clock_is_wrong() {
        let greeting = "220 mx.example ESMTP Sendmail 8.15; Fri, 20 Nov 2026 13:38:53 GMT";
        assert_eq!(look_at_clock(greeting, NOW).unwrap().remedy, None);
        let late = look_at_clock(greeting, NOW + 300).unwrap();
        assert!(late.remedy.is_some() && late.words.contains("300 seconds ahead"), "{late:?}");
        assert_eq!(look_at_clock("220 post.example ESMTP Postfix", NOW), None);
    }

    #[test]
    fn a_line_says_what_helps() {
        let line = Finding::wrong("disk", "only 3 % free", "make room").line();
        assert_eq!(line, "WRONG  disk        only 3 % free\n                   remedy: make room");
    }
}
