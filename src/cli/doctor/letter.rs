//! `adjutant doctor --letter`: a letter of the judge's to himself through both servers, and what was done to it on the way.
//! The judge knows it as his own by its X-Loop, answers it never and files it away, whether he is at work now or starts
//! later; here it is only looked at.

use std::thread;
use std::time::{Duration, Instant};

use data_encoding::BASE32_NOPAD;

use super::mail_out::PATIENCE;
use super::own_mailbox::OwnMailbox;
use super::{Finding, failed};
use crate::cli::config::{Config, Outgoing};
use crate::cli::wait_for;
use daemon::wall_clock;
use desk::Key;
use mail::{self, Address, Auto, Draft, House, Stamp, TrustedServer, Way, read_way};
use post::{Refused, Sighted, SmtpSettings, SmtpSink};

/// How long a letter is waited for.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// How often it is looked for.
const GLANCE: Duration = Duration::from_secs(1);

/// A letter that came.
struct Came {
    letter: Sighted,
    /// The folder it was found in, and whether that is one for unwanted mail.
    folder: String,
    is_junk: bool,
    /// How long it took from the server's yes.
    after: Duration,
    /// The Message-ID that we gave it.
    message_id: String,
}

/// What became of a letter.
enum Outcome {
    Came(Box<Came>),
    Refused(Refused),
    /// It was accepted and is not there.
    Lost,
}

/// What the letters are made of and where they are looked for.
struct Trial<'a> {
    config: &'a Config,
    settings: &'a SmtpSettings,
    key: Key,
    mailbox: OwnMailbox,
}

/// Sends the letter, waits for it, and compares.
pub(super) fn try_letter(config: &Config) -> Vec<Finding> {
    let Outgoing::Smtp(settings) = &config.mail.outgoing else {
        return vec![Finding::fine("letter", "none was sent: letters go to Maildirs, and no server would carry it")];
    };
    let own = &config.judge.address;
    if config.test.as_ref().is_some_and(|test| !test.only_to.allows(own.as_str())) {
        let remedy = format!("add {own} to only_to under [test] as long as it is tried");
        return vec![Finding::wrong("letter", "none was sent: in this test set-up none may go to the judge", remedy)];
    }
    let opened = config.key().map_err(|error| failed("letter", &error));
    let opened = opened.and_then(|key| Ok(Trial { config, settings, key, mailbox: OwnMailbox::open(config)? }));
    match opened.and_then(|mut trial| trial.run()) {
        Ok(findings) => findings,
        Err(trouble) => vec![trouble],
    }
}

impl Trial<'_> {
    /// First to the address with a tag: when it comes, it tells everything. Else once more to the plain one.
    fn run(&mut self) -> Result<Vec<Finding>, Finding> {
        let own = self.config.judge.address.clone();
        let word = draw_word()?;
        let Some(tagged) = own.tagged(&word) else {
            let words = "the judge's address is too long for a tag";
            let findings = self.send_plain(&own)?;
            return Ok([vec![Finding::fine("letter", words)], findings].concat());
        };
        println!("A letter goes to {own} with a tag, and is waited for up to {} seconds.", LONGEST_WAIT.as_secs());
        let why = match self.carry(&tagged, &word)? {
            Outcome::Came(came) => return Ok([vec![self.on_tag_that_came()], self.compare(&came)].concat()),
            Outcome::Refused(refused) => format!("the server refuses it: {}", refused.reply),
            Outcome::Lost => format!("it did not come within {} seconds", LONGEST_WAIT.as_secs()),
        };
        let findings = self.send_plain(&own)?;
        Ok([vec![self.on_tag_that_failed(&why)], findings].concat())
    }

    fn send_plain(&mut self, own: &Address) -> Result<Vec<Finding>, Finding> {
        println!("A letter goes to {own} without a tag, and is waited for up to {} seconds.", LONGEST_WAIT.as_secs());
        let word = draw_word()?;
        match self.carry(own, &word)? {
            Outcome::Came(came) => Ok(self.compare(&came)),
            Outcome::Refused(refused) => {
                let words = format!("the server refuses a letter to the judge himself: {}", refused.reply);
                Err(Finding::wrong(
                    "letter",
                    words,
                    "see that address under [judge] is that of the mailbox under [mail.in]",
                ))
            }
            Outcome::Lost => {
                let words =
                    format!("the server took it, and it did not come within {} seconds", LONGEST_WAIT.as_secs());
                let remedy = "see that address under [judge] is that of the mailbox under [mail.in], and what the server's log \
                              or queue says of it";
                Err(Finding::wrong("letter", words, remedy))
            }
        }
    }

    /// Sends one letter and waits for it.
    fn carry(&mut self, to: &Address, word: &str) -> Result<Outcome, Finding> {
        let unfit = |why: String| Finding::wrong("letter", why, "correct [judge] and [mail.out]");
        let since = wall_clock();
        let letter = self.compose(to, word, since).map_err(|error| unfit(error.to_string()))?;
        let from = self.config.judge.address.as_str();
        let mut sink =
            SmtpSink::with_patience(self.settings.clone(), PATIENCE).map_err(|why| unfit(why.to_string()))?;
        let sent = wait_for(async {
            let sent = sink.send(from, to.as_str(), &letter.bytes).await;
            sink.close().await;
            Ok(sent)
        });
        if let Err(refused) = sent.map_err(|error| failed("letter", &error))? {
            return Ok(Outcome::Refused(refused));
        }
        let begun = Instant::now();
        while begun.elapsed() < LONGEST_WAIT {
            if let Some((letter_found, folder, is_junk)) = self.mailbox.find(word, since)? {
                let (after, message_id) = (begun.elapsed(), letter.message_id);
                return Ok(Outcome::Came(Box::new(Came { letter: letter_found, folder, is_junk, after, message_id })));
            }
            thread::sleep(GLANCE);
        }
        Ok(Outcome::Lost)
    }

    fn compose(&self, to: &Address, word: &str, at: i64) -> Result<mail::Outgoing, mail::ComposeError> {
        let judge = &self.config.judge;
        let draft = Draft {
            list: None,
            to: to.clone(),
            to_name: None,
            from: judge.address.clone(),
            from_name: judge.name.clone(),
            subject: format!("Adjutant tries its mail {word}"),
            text: "The operator of this judge asked by `adjutant doctor --letter` how letters fare on their way.\n\
                   The judge takes no notice of this one; it may be deleted.\n"
                .to_owned(),
            html: None,
            in_reply_to: None,
            references: Vec::new(),
            auto: Auto::Generated,
            reply_to: None,
            pictures: Vec::new(),
            attachments: Vec::new(),
        };
        let purpose = format!("doctor:{word}");
        mail::compose(&draft, &Stamp { key: self.key.bytes(), purpose: &purpose, domain: judge.domain(), at })
    }

    fn on_tag_that_came(&self) -> Finding {
        if self.config.proof.rules().reply_tokens {
            return Finding::fine("tag", "letters to the address with a tag come, as reply_tokens wants it");
        }
        Finding::fine("tag", "letters to the address with a tag come: reply_tokens = true under [proof] would work")
    }

    fn on_tag_that_failed(&self, why: &str) -> Finding {
        let words = format!("a letter to the address with a tag fails: {why}");
        if !self.config.proof.rules().reply_tokens {
            return Finding::fine("tag", format!("{words}; reply_tokens must stay false"));
        }
        let remedy =
            "have the server take tags (Postfix: recipient_delimiter = +), or set reply_tokens = false under [proof]";
        Finding::wrong("tag", words, remedy)
    }

    fn compare(&self, came: &Came) -> Vec<Finding> {
        let judge = &self.config.judge;
        let house = House::new(judge.address.clone(), judge.domain());
        let Some(way) = read_way(&came.letter.raw, &house) else {
            return vec![Finding::wrong(
                "letter",
                "it came with a header that cannot be read",
                "see what is in the mailbox",
            )];
        };
        let proof = self.config.proof.rules();
        let mut findings = vec![on_arrival(came)];
        if !way.is_own {
            let remedy =
                "have no server rewrite From, Message-ID and X-Loop of the judge's letters: he could answer his own";
            findings.push(Finding::wrong("letter", "the judge would not know it as his own", remedy));
        }
        findings.push(on_message_id(&way, &came.message_id, proof.reply_tokens));
        findings.push(on_servers(&way, proof.server.as_ref()));
        findings.push(on_filters(&way));
        findings
    }
}

fn draw_word() -> Result<String, Finding> {
    // As long as a token in an address.
    let mut bytes = [0; 20];
    let drawn = getrandom::fill(&mut bytes);
    drawn.map_err(|why| Finding::wrong("letter", format!("cannot draw a word: {why}"), "try again later"))?;
    Ok(BASE32_NOPAD.encode(&bytes).to_ascii_lowercase())
}

fn on_arrival(came: &Came) -> Finding {
    let (seconds, folder) = (came.after.as_secs(), &came.folder);
    if came.is_junk {
        let words = format!("it came after {seconds} seconds, into {folder}, where unwanted mail goes");
        return Finding::wrong("letter", words, "have the server's filter let letters of and to the judge pass");
    }
    Finding::fine("letter", format!("it came after {seconds} seconds, and lies in {folder}"))
}

/// Answers are proven by the id of our letter or by the token in its address.
fn on_message_id(way: &Way, ours: &str, has_tokens: bool) -> Finding {
    if way.message_id.as_deref() == Some(ours) {
        return Finding::fine("Message-ID", "was kept");
    }
    if has_tokens {
        return Finding::fine("Message-ID", "was replaced: answers are proven by the token in the address instead");
    }
    let remedy = "set reply_tokens = true under [proof], if letters to the address with a tag come; else have the server keep it";
    Finding::wrong("Message-ID", "was replaced: no answer to a letter of the judge's is proven by it", remedy)
}

fn on_servers(way: &Way, trusted: Option<&TrustedServer>) -> Finding {
    const WHAT: &str = "auth";
    let Some((id, above)) = way.servers.first() else {
        return Finding::fine(WHAT, "no server wrote Authentication-Results on it; one from outside may have some");
    };
    let Some(trusted) = trusted else {
        let words = format!(
            "authserv_id = {id:?} and received_above = {above} stand in it; under [proof.server] take the numbers of a letter \
             from outside, for with too large a one a sender could vouch for himself"
        );
        return Finding::fine(WHAT, words);
    };
    let of_trusted: Vec<usize> =
        way.servers.iter().filter(|(id, _)| *id == trusted.authserv_id).map(|(_, above)| *above).collect();
    if of_trusted.is_empty() {
        let words = format!("{id:?} wrote Authentication-Results, and authserv_id is {:?}", trusted.authserv_id);
        return Finding::wrong(
            WHAT,
            words,
            "look at a letter from outside, and set authserv_id under [proof.server] as it is there",
        );
    }
    if of_trusted.contains(&trusted.received_above) {
        return Finding::fine(
            WHAT,
            format!("{:?} wrote Authentication-Results where it is looked for", trusted.authserv_id),
        );
    }
    let (was, is) = (trusted.received_above, of_trusted[0]);
    Finding::fine(WHAT, format!("received_above is {was}, and {is} in this letter: look at one from outside"))
}

fn on_filters(way: &Way) -> Finding {
    let words = way.spam.join("; ");
    if way.is_unwanted {
        return Finding::wrong("filter", words, "have the server's filter let letters of the judge pass");
    }
    Finding::fine("filter", if words.is_empty() { "wrote nothing on it".to_owned() } else { words })
}
