//! What `doctor` finds out about where letters arrive.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Finding;
use super::network::Place;
use crate::cli::config::{Config, Incoming};
use post::imap::{MailboxFacts, Patience};
use post::maildir::{self, MaildirTrouble};
use post::probe::Spoken;
use post::{ImapSettings, ImapSource, PostError};

/// Some servers think over a wrong password for some seconds.
pub(super) const PATIENCE: Patience =
    Patience { connect: Duration::from_secs(3), stall: Duration::from_secs(7), command: Duration::from_secs(8) };

/// Looks at the mailbox.
pub(super) fn look_at_mailbox(config: &Config) -> Finding {
    match &config.mail.incoming {
        Incoming::Imap(settings) => look_at_imap(settings),
        Incoming::Maildir(incoming) => look_at_maildir(&incoming.inbox),
    }
}

fn look_at_maildir(inbox: &Path) -> Finding {
    match maildir::examine(inbox) {
        Ok(facts) if facts.letters + facts.filed == 0 => {
            Finding::fine("mail.in", format!("{} is a Maildir, and empty: no letter has come yet", inbox.display()))
        }
        Ok(facts) => {
            let (name, letters, filed) = (inbox.display(), facts.letters, facts.filed);
            Finding::fine("mail.in", format!("{name} is a Maildir with {letters} letters, {filed} filed away"))
        }
        Err(trouble) => Finding::wrong("mail.in", trouble.to_string(), remedy_for_folder(&trouble, "inbox", "mail.in")),
    }
}

/// What helps against trouble with a folder of letters, which the settings name by a key of a section.
pub(super) fn remedy_for_folder(trouble: &MaildirTrouble, key: &str, section: &str) -> String {
    match trouble {
        MaildirTrouble::Missing { near, .. } if !near.is_empty() => {
            format!("correct {key} under [{section}]: there is {}", names(near))
        }
        MaildirTrouble::Missing { path, .. } => {
            let made = if key == "inbox" { maildir_of(path) } else { format!("'{}'", path.display()) };
            format!("correct {key} under [{section}]; if it is right: mkdir -p -m 700 {made}")
        }
        MaildirTrouble::NoFolder { .. } => {
            format!(
                "name a folder as {key} under [{section}]: the judge reads Maildirs, no files with many letters (mbox)"
            )
        }
        MaildirTrouble::NoMaildir { near, .. } if !near.is_empty() => {
            format!("correct {key} under [{section}]: in it is {}", names(near))
        }
        MaildirTrouble::NoMaildir { path, .. } => {
            format!("correct {key} under [{section}]; if it is right: mkdir -p -m 700 {}", maildir_of(path))
        }
        MaildirTrouble::Closed { path, .. } => {
            format!(
                "give the user who runs the judge the right to it: chown -R USER '{0}'; chmod u+rwx '{0}'",
                path.display()
            )
        }
    }
}

/// The folders of a Maildir, as a shell takes them.
fn maildir_of(path: &Path) -> String {
    ["new", "cur", "tmp"].map(|part| format!("'{}/{part}'", path.display())).join(" ")
}

fn names(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn look_at_imap(settings: &ImapSettings) -> Finding {
    examine_imap(settings).unwrap_or_else(|trouble| trouble)
}

fn examine_imap(settings: &ImapSettings) -> Result<Finding, Finding> {
    let place = Place::of_imap(settings);
    let mut source = ImapSource::with_patience(settings.clone(), PATIENCE).map_err(|error| place.explain(&error))?;
    place.look_at_password()?;
    let spoken = place.listen()?;
    let facts = source.examine().map_err(|error| match error {
        PostError::Server { .. } => look_for_folders(&mut source, &place, &error),
        PostError::Broken { .. } if spoken == Spoken::Nothing => place.is_silent(),
        _ => place.explain(&error),
    })?;
    if facts.may_take_out == Some(false) {
        let words = format!("the account may not take letters out of {}", settings.mailbox);
        let remedy =
            format!("give {:?} the rights t and e there (SETACL), for decided letters are moved", settings.user);
        return Err(place.wrong(words, remedy));
    }
    Ok(Finding::fine("mail.in", describe(&facts)))
}

fn describe(facts: &MailboxFacts) -> String {
    let lacks = [(facts.has_idle, "IDLE"), (facts.has_move, "MOVE"), (facts.has_uidplus, "UIDPLUS")];
    let lacks: Vec<&str> = lacks.iter().filter(|(has, _)| !has).map(|(_, name)| *name).collect();
    let lacks = if lacks.is_empty() { String::new() } else { format!("; without {}", lacks.join(", ")) };
    format!("login works, {} letters, UIDVALIDITY {}{lacks}", facts.letters, facts.validity)
}

/// A folder that cannot be looked into may have another name.
fn look_for_folders(source: &mut ImapSource, place: &Place<'_>, error: &PostError) -> Finding {
    let remedy = match source.folders() {
        Ok(folders) if !folders.is_empty() => {
            format!("correct mailbox under [mail.in]: the server has {}", folders.join(", "))
        }
        _ => "correct mailbox under [mail.in], or see to the server".to_owned(),
    };
    place.wrong(error.to_string(), remedy)
}
