//! What `doctor` finds out about where letters go.

use std::path::Path;
use std::time::Duration;

use super::mail_in::remedy_for_folder;
use super::network::Place;
use super::{Finding, look_at_clock};
use crate::cli::config::{Config, Outgoing};
use daemon::wall_clock;
use mail::Address;
use post::maildir;
use post::probe::Spoken;
use post::smtp::{ServerFacts, SmtpPatience};
use post::{Concern, Refused, SmtpSettings, SmtpSink, Step};

/// Whoever waits at the keyboard waits less than a letter does.
pub(super) const PATIENCE: SmtpPatience =
    SmtpPatience { connect: Duration::from_secs(8), command: Duration::from_secs(4), body: Duration::from_secs(60) };

/// Looks at the way out.
pub(super) async fn look_at_server(config: &Config) -> Vec<Finding> {
    let mut findings = match &config.mail.outgoing {
        Outgoing::Smtp(settings) => look_at_smtp(config, settings).await,
        Outgoing::Maildir(outgoing) => vec![look_at_outbox(&outgoing.outbox)],
    };
    if let Some(test) = &config.test {
        findings.push(Finding::fine("test", format!("letters leave for {:?} only", test.only_to)));
    }
    findings
}

fn look_at_outbox(outbox: &Path) -> Finding {
    match maildir::examine_outbox(outbox) {
        Ok(()) => Finding::fine("mail.out", format!("Maildirs under {}", outbox.display())),
        Err(trouble) => {
            Finding::wrong("mail.out", trouble.to_string(), remedy_for_folder(&trouble, "outbox", "mail.out"))
        }
    }
}

async fn look_at_smtp(config: &Config, settings: &SmtpSettings) -> Vec<Finding> {
    let place = Place::of_smtp(settings);
    let mut findings = Vec::new();
    let outcome = async {
        let mut sink = SmtpSink::with_patience(settings.clone(), PATIENCE).map_err(|error| place.explain(&error))?;
        place.look_at_password()?;
        let spoken = place.listen()?;
        if let Spoken::Plain(greeting) = &spoken {
            findings.extend(look_at_clock(greeting, wall_clock()));
        }
        let to = recipient(config);
        let facts = sink.examine(config.judge.address.as_str(), to.as_str()).await;
        let is_to_judge = *to == config.judge.address;
        facts.map_err(|refused| Refusal { place, settings, refused: &refused, spoken: &spoken, is_to_judge }.explain())
    };
    let outcome = outcome.await;
    if outcome.is_ok() && !is_full_name(&settings.hello) && !place.is_here() {
        let words = format!("the judge greets as {:?}, which spam filters count against his letters", settings.hello);
        findings.push(place.wrong(words, "set hello under [mail.out] to this machine's name in the DNS"));
    }
    let found = match outcome {
        Ok(facts) => Finding::fine("mail.out", describe(&facts, settings)),
        Err(trouble) => trouble,
    };
    findings.insert(0, found);
    findings
}

/// Whether a greeting may be known in the DNS.
fn is_full_name(hello: &str) -> bool {
    hello.contains('.') && !hello.to_ascii_lowercase().ends_with(".localdomain")
}

/// Whom a letter is tried with: a game master whose mail is elsewhere, for a server that would not pass on a letter may take
/// one to its own house.
fn recipient(config: &Config) -> &Address {
    let own = &config.judge.address;
    let is_allowed = |address: &&Address| config.test.as_ref().is_none_or(|test| test.only_to.allows(address.as_str()));
    let gms = || config.gms.iter().map(|gm| &gm.address).filter(is_allowed);
    gms().find(|address| address.domain() != own.domain()).or_else(|| gms().next()).unwrap_or(own)
}

fn describe(facts: &ServerFacts, settings: &SmtpSettings) -> String {
    let way = if settings.user.is_some() { "connection and login work" } else { "connection works" };
    let lacks = if facts.has_utf8 { "" } else { "; addresses must be ASCII" };
    let defers = facts.defers.as_ref().map(|words| format!("; a letter would have to wait ({words})"));
    format!("{way}, sender and recipient are taken{lacks}{}", defers.unwrap_or_default())
}

/// A refusal and all that tells what it means.
struct Refusal<'a> {
    place: Place<'a>,
    settings: &'a SmtpSettings,
    refused: &'a Refused,
    spoken: &'a Spoken,
    is_to_judge: bool,
}

impl Refusal<'_> {
    fn explain(&self) -> Finding {
        match self.refused.step {
            Step::Connect if *self.spoken == Spoken::Nothing => self.place.is_silent(),
            Step::Connect => self.of_greeting(),
            Step::Tls => self.of_tls(),
            Step::Login => self.of_login(),
            _ => self.of_envelope(),
        }
    }

    fn wrong(&self, what: &str, remedy: impl Into<String>) -> Finding {
        self.place.wrong(format!("{what}: {}", self.refused.reply), remedy)
    }

    fn of_greeting(&self) -> Finding {
        if self.refused.reply.contains("set tls =") {
            return self.wrong("the connection may not be used", "set tls under [mail.out] as it says");
        }
        let remedy = match self.refused.concern {
            Concern::Us => {
                "set hello under [mail.out] to a name of this machine that the server can look up, or ask its owner"
            }
            _ => "try again later, or see to the server",
        };
        self.wrong("the server does not let us in", remedy)
    }

    fn of_tls(&self) -> Finding {
        if self.refused.reply.contains("does not offer STARTTLS") {
            return self.wrong("no TLS", self.place.do_without_tls());
        }
        let generic = || self.wrong("no TLS", "correct host and port under [mail.out], or see to the server");
        self.place.look_at_certificate().unwrap_or_else(generic)
    }

    fn of_login(&self) -> Finding {
        // The library's words where the server offers no login, or none that it knows.
        if self.refused.reply.contains("authentication mechanism") {
            let remedy = "take the port for letters of its users (usually 587) under [mail.out]; or leave user and the \
                          password out, if the server takes letters from this machine without";
            return self.wrong("the server offers no login that we know", remedy);
        }
        if self.refused.concern == Concern::Us {
            return self.wrong("the login was refused", self.place.correct_password());
        }
        self.wrong("the login does not work now", "try again later, or see to the server")
    }

    fn of_envelope(&self) -> Finding {
        let refused = self.refused;
        if refused.concern == Concern::Server {
            return self.wrong("the server takes no letter now", "try again later, or see to the server");
        }
        if refused.step == Step::Recipient && refused.concern == Concern::Letter {
            let (whose, table) = if self.is_to_judge { ("the judge", "[judge]") } else { ("a game master", "[[gm]]") };
            return self.wrong(&format!("the address of {whose} is refused"), format!("correct address under {table}"));
        }
        let Some(user) = &self.settings.user else {
            return self.wrong(
                "the server takes no letter from us without a login",
                "set user and password_file under [mail.out]; or have the server take letters from this machine without",
            );
        };
        if refused.step == Step::Sender {
            let remedy = format!(
                "set address under [judge] to one that {user:?} may send from, or have the account allowed to use it"
            );
            return self.wrong("the account may not send from the judge's address", remedy);
        }
        let remedy = format!("ask the server's owner what {user:?} may do, or take the port for letters of its users");
        self.wrong("the server does not pass on letters of the account's", remedy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_that_nobody_can_look_up_is_known() {
        for hello in ["localhost", "judge", "localhost.localdomain"] {
            assert!(!is_full_name(hello), "{hello}");
        }
        assert!(is_full_name("judge.club.example"));
    }
}
