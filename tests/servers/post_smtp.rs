//! Letters through the real Postfix to the real Dovecot.

use std::path::PathBuf;

use crate::support::servers::Servers;
use adjutant::post::{Concern, SmtpSettings, SmtpSink, SmtpTls, Step};

fn settings(servers: &Servers, tls: SmtpTls, ca_file: Option<PathBuf>) -> SmtpSettings {
    SmtpSettings {
        port: servers.smtp_port,
        tls,
        ca_file,
        hello: "judge.war.test".to_owned(),
        ..SmtpSettings::new("localhost")
    }
}

fn starttls(servers: &Servers) -> SmtpSink {
    let settings = settings(servers, SmtpTls::Starttls, Some(servers.ca_file.clone()));
    SmtpSink::new(settings).unwrap()
}

fn letter(to: &str, body: &str) -> Vec<u8> {
    format!(
        "From: judge@war.test\r\nTo: {to}\r\nSubject: [tst] report\r\nMessage-ID: <1@war.test>\r\n\
         Date: Fri, 17 Jul 2026 02:44:25 +0000\r\nMIME-Version: 1.0\r\n\r\n{body}"
    )
    .into_bytes()
}

/// What we sent, as Dovecot keeps it: its trace fields before it, its line ends.
fn assert_ends_with(stored: &[u8], sent: &[u8]) {
    let stored = String::from_utf8_lossy(stored).replace("\r\n", "\n");
    let sent = String::from_utf8_lossy(sent).replace("\r\n", "\n");
    assert!(stored.ends_with(&sent), "stored:\n{stored}\nsent:\n{sent}");
}

#[tokio::test]
async fn a_report_goes_over_starttls_byte_for_byte() {
    let servers = Servers::start(&["grant"]);
    let mut sink = starttls(&servers);
    let body = ".\r\n..\r\n.hidden\r\nFrom here on\r\n\ttabs and blanks  \r\n\r\n.\r\n\r\n";
    let sent = letter("grant@war.test", body);
    let accepted = sink.send("judge@war.test", "grant@war.test", &sent).await.unwrap();
    assert!(accepted.reply.starts_with("250 "), "{}", accepted.reply);
    let stored = servers.await_letters("grant", 1).remove(0);
    assert_ends_with(&stored, &sent);
    let head = String::from_utf8_lossy(&stored);
    assert!(head.starts_with("Return-Path: <judge@war.test>"), "{head}");
    assert!(head.contains("using TLS"), "{head}");
    sink.close().await;
}

#[tokio::test]
async fn fifty_letters_share_one_connection() {
    let servers = Servers::start(&["grant", "lee"]);
    let mut sink = starttls(&servers);
    for n in 0..50 {
        let to = if n % 2 == 0 { "grant@war.test" } else { "lee@war.test" };
        let sent = letter(to, &format!("number {n}\r\n"));
        sink.send("judge@war.test", to, &sent).await.unwrap();
    }
    assert_eq!(sink.connections_opened(), 1);
    for user in ["grant", "lee"] {
        let letters = servers.await_letters(user, 25);
        assert_eq!(letters.len(), 25);
        let other = if user == "grant" { "To: lee" } else { "To: grant" };
        assert!(letters.iter().all(|text| !String::from_utf8_lossy(text).contains(other)));
    }
}

#[tokio::test]
async fn an_unknown_recipient_is_refused_for_good_and_costs_no_connection() {
    let servers = Servers::start(&["grant"]);
    let mut sink = starttls(&servers);
    // A server that does not relay for us objects to us, whoever the recipient is.
    for (stranger, permanent) in [("nobody@war.test", true), ("someone@elsewhere.test", false)] {
        let sent = letter(stranger, "x\r\n");
        let refused = sink.send("judge@war.test", stranger, &sent).await.unwrap_err();
        assert!(refused.permanent == permanent && !refused.uncertain, "{refused:?}");
        assert_eq!(refused.concern == Concern::Letter, permanent, "{refused:?}");
        assert_eq!(refused.step, Step::Recipient);
        assert!(refused.reply.contains("55"), "{refused:?}");
    }
    let sent = letter("grant@war.test", "x\r\n");
    sink.send("", "grant@war.test", &sent).await.unwrap();
    assert_eq!(sink.connections_opened(), 1);
    let stored = servers.await_letters("grant", 1).remove(0);
    assert!(stored.starts_with(b"Return-Path: <>"));
}

#[tokio::test]
async fn plain_text_works_on_this_machine_and_an_unknown_certificate_does_not() {
    let servers = Servers::start(&["grant"]);
    let sent = letter("grant@war.test", "x\r\n");
    let mut plain = SmtpSink::new(settings(&servers, SmtpTls::None, None)).unwrap();
    plain.send("judge@war.test", "grant@war.test", &sent).await.unwrap();
    for ca_file in [None, Some(servers.foreign_certificate())] {
        let mut sink = SmtpSink::new(settings(&servers, SmtpTls::Starttls, ca_file)).unwrap();
        let refused = sink.send("judge@war.test", "grant@war.test", &sent).await.unwrap_err();
        assert_eq!(refused.step, Step::Tls);
        assert!(!refused.permanent, "{refused:?}");
        assert!(refused.reply.contains("ca_file"), "{refused:?}");
    }
    assert_eq!(servers.await_letters("grant", 1).len(), 1);
}

#[tokio::test]
async fn a_server_inside_tls_takes_letters() {
    let servers = Servers::start(&["grant"]);
    let settings = SmtpSettings {
        port: servers.smtps_port,
        ..settings(&servers, SmtpTls::Implicit, Some(servers.ca_file.clone()))
    };
    let mut sink = SmtpSink::new(settings).unwrap();
    for _ in 0..3 {
        let sent = letter("grant@war.test", "x\r\n");
        sink.send("judge@war.test", "grant@war.test", &sent).await.unwrap();
    }
    let stored = servers.await_letters("grant", 3).remove(0);
    assert!(String::from_utf8_lossy(&stored).contains("using TLS"));
    assert_eq!(sink.connections_opened(), 1);
}
