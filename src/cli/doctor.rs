//! `adjutant doctor`: one look at everything a judge rests on; each line says what is fine, or what is not and what helps.
//! Changes nothing, and sends nothing but the letter that `--letter` asks for.

mod database;
mod letter;
mod mail_in;
mod mail_out;
mod network;
mod own_mailbox;

use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use chrono::DateTime;
use clap::Args;

use self::database::look_at_database;
use self::mail_in::look_at_mailbox;
use self::mail_out::look_at_server;
use super::config::Config;
use super::config::operation::others_may_read;
use super::wait_for;
use daemon::free_percent;
use rules::Shelf;

pub(super) const EXAMPLES: &str = "\
Examples:
  adjutant doctor
  adjutant doctor --offline           without asking the mail servers
  adjutant doctor --letter            and how a letter to the judge itself fares, which is sent for it

Exit code 1 when something is wrong. Works while the judge runs.";

/// Seconds by which two clocks may differ.
const MOST_SKEW: i64 = 60;

/// How long the servers may take, both at once.
const LONGEST_LOOK: Duration = Duration::from_secs(14);

/// How long a command or a provider that gives a password or token may take besides.
const LONGEST_COMMAND: Duration = Duration::from_secs(60);

/// What `doctor` is told.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Leaves the mail servers alone.
    #[arg(long)]
    pub offline: bool,
    /// Sends the judge a letter through both servers, and compares what comes with what was sent.
    #[arg(long, conflicts_with = "offline")]
    pub letter: bool,
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
    findings.extend(look_at_database(&config));
    findings.push(look_at_disk(&config));
    if !args.offline {
        findings.extend(look_at_mail(&config));
    }
    findings.extend(look_at_upkeep(&config));
    print_all(&findings);
    if args.letter {
        let tried = try_letter_if_sound(&config, &findings);
        print_all(&tried);
        findings.extend(tried);
    }
    let wrong = findings.iter().filter(|finding| finding.remedy.is_some()).count();
    println!("{}", if wrong == 0 { "All is well.".to_owned() } else { format!("{wrong} things need a hand.") });
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print_all(findings: &[Finding]) {
    for finding in findings {
        println!("{}", finding.line());
    }
}

/// A letter through servers that do not work would tell nothing more.
fn try_letter_if_sound(config: &Config, findings: &[Finding]) -> Vec<Finding> {
    let is_of_mail = |finding: &&Finding| finding.what.starts_with("mail.") && finding.remedy.is_some();
    if findings.iter().any(|finding| is_of_mail(&finding)) {
        return vec![Finding::fine("letter", "none was sent: see to mail.in and mail.out first")];
    }
    letter::try_letter(config)
}

/// Looks at both servers at once. Each has a thread, so that nothing they do, nor the resolver, makes anybody wait longer.
fn look_at_mail(config: &Config) -> Vec<Finding> {
    let patience = LONGEST_LOOK + if config.asks_others() { LONGEST_COMMAND } else { Duration::ZERO };
    let end = Instant::now() + patience;
    let (incoming, outgoing) = (config.clone(), config.clone());
    let mailbox = beside(move || vec![look_at_mailbox(&incoming)]);
    let server = beside(move || {
        let looked = wait_for(async { Ok(look_at_server(&outgoing).await) });
        looked.unwrap_or_else(|error| vec![failed("mail.out", &error)])
    });
    let mut findings = await_findings(&mailbox, "mail.in", end);
    findings.extend(await_findings(&server, "mail.out", end));
    findings
}

fn beside(look: impl FnOnce() -> Vec<Finding> + Send + 'static) -> Receiver<Vec<Finding>> {
    let (found, findings) = channel();
    // Whoever asked may have stopped waiting.
    thread::spawn(move || _ = found.send(look()));
    findings
}

fn await_findings(findings: &Receiver<Vec<Finding>>, section: &'static str, end: Instant) -> Vec<Finding> {
    findings.recv_timeout(end.saturating_duration_since(Instant::now())).unwrap_or_else(|_| {
        let words = "there was no end of it in good time".to_owned();
        vec![Finding::wrong(section, words, format!("correct host and port under [{section}], or see to the server"))]
    })
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
    let files = config.secret_files().chain([config.database.as_path()]);
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
        Ok(overrides) => match report::Renderer::new(shelf.templates(), &overrides) {
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
