//! `adjutant doctor --letter`: the judge's letter to himself, by servers that change it on the way and by real ones.

use crate::support::servers;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use crate::support::live::{Home, daily, words};
use crate::support::patient::{finding, judge, now, smtp};
use crate::support::scripted::{Scripted, Wire};

/// A server that carries letters to the judge into a Maildir, changed on the way, and others nowhere.
fn carrier(maildir: PathBuf, takes_tags: bool, change: fn(&str) -> String) -> Scripted {
    Scripted::smtp(Wire::Plain, move |said, _| {
        if said.starts_with("RCPT TO:<judge+") && !takes_tags {
            return Some("550 5.1.1 no such user\r\n");
        }
        let letter = said.strip_prefix("DOT ")?;
        if letter.lines().any(|line| line.starts_with("To:") && line.contains("judge")) {
            adjutant::post::deliver(&maildir, change(letter).as_bytes(), None).unwrap();
        }
        Some("250 carried\r\n")
    })
}

#[test]
fn a_letter_to_itself_tells_what_was_done_to_it() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("judge");
    let server = carrier(folder.join("mail/inbox"), true, |letter| {
        let lines: Vec<&str> = letter.lines().filter(|line| !line.starts_with("Message-ID:")).collect();
        format!(
            "Received: from a by b; Wed, 25 Nov 2026 12:00:00 +0000\r\nAuthentication-Results: mx.test;\r\n \
             spf=pass smtp.mailfrom=war.test\r\nX-Spam-Status: No, score=0.1\r\nMessage-ID: <0100@ses.test>\r\n{}\r\n",
            lines.join("\r\n")
        )
    });
    let home = judge(&folder, &smtp("localhost", server.port, "tls = \"none\"\n"), "");
    home.run_once(now());
    let said = words(&home.output(&["doctor", "--letter"]));
    assert!(said.contains("A letter goes to judge@war.test with a tag"), "{said}");
    assert!(finding(&said, "letter").contains("it came after"), "{said}");
    assert!(finding(&said, "tag").contains("reply_tokens = true under [proof] would work"), "{said}");
    let replaced = finding(&said, "Message-ID");
    assert!(replaced.starts_with("WRONG") && replaced.contains("set reply_tokens = true"), "{said}");
    assert!(finding(&said, "auth").contains("authserv_id = \"mx.test\" and received_above = 1"), "{said}");
    assert!(finding(&said, "filter").contains("x-spam-status: No, score=0.1"), "{said}");
    // The judge takes it for his own: decided, and nothing goes out.
    assert_eq!(home.run_once(now() + 2), "letters in: 1, decided: 1, phases played: 0, letters out: 0");
}

#[test]
fn a_server_without_tags_and_a_filter_that_objects_are_told() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("judge");
    let server = carrier(folder.join("mail/inbox/.Junk"), false, |letter| format!("X-Spam-Flag: YES\r\n{letter}"));
    let home = judge(&folder, &smtp("localhost", server.port, "tls = \"none\"\n"), "\n[proof]\nreply_tokens = true\n");
    let said = words(&home.output(&["doctor", "--letter"]));
    let tag = finding(&said, "tag");
    assert!(tag.starts_with("WRONG") && tag.contains("no such user") && tag.contains("reply_tokens = false"), "{said}");
    assert!(said.contains("without a tag"), "{said}");
    let letter = finding(&said, "letter");
    assert!(letter.starts_with("WRONG") && letter.contains("into Junk"), "{said}");
    assert!(finding(&said, "Message-ID").contains("was kept"), "{said}");
    assert!(finding(&said, "filter").starts_with("WRONG"), "{said}");
}

#[test]
fn a_letter_in_a_trial_set_up_goes_nowhere_unless_the_judge_is_listed() {
    let root = tempfile::tempdir().unwrap();
    let server = Scripted::smtp(Wire::Plain, |_, _| None);
    let listed = "\n[test]\nonly_to = [\"gm@war.test\"]\n";
    let home = judge(&root.path().join("judge"), &smtp("localhost", server.port, "tls = \"none\"\n"), listed);
    let said = words(&home.output(&["doctor", "--letter"]));
    assert!(finding(&said, "letter").contains("add judge@war.test to only_to"), "{said}");
    assert!(!server.heard().iter().any(|said| said == "DATA"), "{:?}", server.heard());
}

/// The judge at work may file the letter away before it was looked for.
#[test]
fn a_letter_goes_round_by_real_servers_beside_a_judge_at_work() {
    let servers = servers::Servers::start(&["judge", "gm"]);
    let root = tempfile::tempdir().unwrap();
    let ca = servers.ca_file.display();
    let settings = format!(
        "[mail.in]\nkind = \"imap\"\nhost = \"localhost\"\nport = {}\nuser = \"judge\"\npassword = \"{}\"\nca_file = \
         \"{ca}\"\n[mail.out]\nkind = \"smtp\"\nhost = \"localhost\"\nport = {}\nca_file = \"{ca}\"\n",
        servers.imaps_port,
        servers::PASSWORD,
        servers.smtp_port
    );
    let home = Home::init(&root.path().join("judge"), &settings, &daily("24h", ""));
    let file = home.folder.join("adjutant.toml");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let daemon = home.start("log");
    servers.await_letters("gm", 1);
    let said = words(&home.output(&["doctor", "--letter"]));
    assert!(finding(&said, "letter").contains("it came after"), "{said}\n{}", daemon.log());
    assert!(finding(&said, "tag").starts_with("ok"), "{said}");
    assert!(finding(&said, "Message-ID").contains("was kept"), "{said}");
    assert!(said.contains("UIDVALIDITY"), "{said}");
}
