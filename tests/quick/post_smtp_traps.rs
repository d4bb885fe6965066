//! SMTP servers that refuse, stall, hang up or lie at every step: each letter must end as accepted, refused for now,
//! refused for good, or uncertain, and the next one must still go out.

use std::sync::Mutex;
use std::time::Duration;

use crate::support::smtp_trap::{Answer, Server};
use adjutant::mail::Address;
use adjutant::post::smtp::SmtpPatience;
use adjutant::post::{Accepted, Auth, Concern, Login, Refused, SmtpSettings, SmtpSink, SmtpTls, Step};

fn settings(server: &Server) -> SmtpSettings {
    SmtpSettings {
        port: server.port,
        tls: SmtpTls::None,
        hello: "judge.test".to_owned(),
        ..SmtpSettings::new("127.0.0.1")
    }
}

fn open(settings: SmtpSettings) -> SmtpSink {
    let patience = SmtpPatience {
        connect: Duration::from_millis(900),
        command: Duration::from_millis(400),
        body: Duration::from_millis(600),
    };
    SmtpSink::with_patience(settings, patience).unwrap()
}

const LETTER: &[u8] = b"Subject: x\r\n\r\n.\r\n..two\r\n.dot\r\n\r\n";

async fn send(sink: &mut SmtpSink) -> Result<Accepted, Refused> {
    let sent = sink.send("judge@war.test", "lee@war.test", LETTER);
    tokio::time::timeout(Duration::from_secs(8), sent).await.expect("an end")
}

#[tokio::test]
async fn without_a_trap_the_bytes_arrive_as_they_are() {
    let server = Server::start(|_, _| None);
    let mut sink = open(settings(&server));
    assert_eq!(send(&mut sink).await.unwrap().reply, "250 queued as 1");
    let no_line_end = b"Subject: y\r\n\r\nlast line";
    sink.send("", "lee@war.test", no_line_end).await.unwrap();
    sink.close().await;
    let letters = server.letters();
    assert_eq!(letters[0], LETTER);
    assert_eq!(letters[1], b"Subject: y\r\n\r\nlast line\r\n");
    let commands = server.commands();
    assert!(commands.contains(&"EHLO judge.test".to_owned()), "{commands:?}");
    assert!(commands.contains(&"MAIL FROM:<>".to_owned()), "{commands:?}");
    assert_eq!(commands.last().unwrap(), "QUIT");
}

/// The commands at which a server can object to a letter, and the step that each is.
const VERBS: [(&str, Step); 4] =
    [("MAIL", Step::Sender), ("RCPT", Step::Recipient), ("DATA", Step::Data), ("DOT", Step::Body)];

#[tokio::test]
async fn a_refusal_of_the_letter_is_for_now_or_for_good_as_the_server_says() {
    for (verb, step) in VERBS {
        // Nothing was said yet of the recipient or of the letter: the server objects to us.
        let is_about_us = matches!(step, Step::Sender | Step::Data);
        for (reply, permanent) in [("451 later\r\n", false), ("550 never\r\n", !is_about_us)] {
            let server = Server::start(move |_, command| command.starts_with(verb).then_some(Answer::Say(reply)));
            let mut sink = open(settings(&server));
            let refused = send(&mut sink).await.unwrap_err();
            assert_eq!((refused.step, refused.permanent), (step, permanent), "{refused:?}");
            assert_eq!(refused.concern == Concern::Us, is_about_us && reply.starts_with('5'), "{refused:?}");
            assert!(!refused.uncertain, "{refused:?}");
            assert!(refused.reply.contains(reply[4..].trim_end()), "{refused:?}");
            // The conversation goes on: the connection is whole.
            send(&mut sink).await.unwrap_err();
            assert_eq!(sink.connections_opened(), 1, "{verb} {reply}");
        }
    }
}

#[tokio::test]
async fn trouble_before_the_letter_is_never_the_letters_fault() {
    for (verb, reply) in [
        ("GREETING", "554 no service\r\n"),
        ("GREETING", "421 busy\r\n"),
        ("EHLO", "550 who are you\r\n"),
        ("EHLO", "450 wait\r\n"),
        ("MAIL", "530 Must issue a STARTTLS command first\r\n"),
        ("MAIL", "421 shutting down\r\n"),
        ("GREETING", "nonsense\r\n"),
        ("RCPT", "\u{fffd}\r\n"),
    ] {
        let server = Server::start(move |_, command| command.starts_with(verb).then_some(Answer::Say(reply)));
        let refused = send(&mut open(settings(&server))).await.unwrap_err();
        assert!(!refused.permanent && !refused.uncertain, "{verb} {reply}: {refused:?}");
    }
}

#[tokio::test]
async fn a_lost_or_silent_connection_is_temporary_and_uncertain_only_after_the_dot() {
    let before = [("GREETING", Step::Connect), ("EHLO", Step::Connect)];
    for (verb, step) in before.into_iter().chain(VERBS) {
        for answer in [Answer::HangUp, Answer::Stall] {
            let trapped = answer.clone();
            let server = Server::start(move |number, command| {
                let here = number == 1 && command.starts_with(verb);
                here.then(|| trapped.clone())
            });
            let mut sink = open(settings(&server));
            let refused = send(&mut sink).await.unwrap_err();
            assert_eq!(refused.step, step, "{verb}: {refused:?}");
            assert!(!refused.permanent, "{verb}: {refused:?}");
            assert_eq!(refused.uncertain, verb == "DOT", "{verb}: {refused:?}");
            // Handled one connection at a time, the stalled one ends when the client leaves it.
            send(&mut sink).await.unwrap();
            let letters = server.letters();
            assert!(letters.iter().all(|letter| letter == LETTER));
            assert_eq!(letters.len(), if verb == "DOT" { 2 } else { 1 });
        }
    }
}

#[tokio::test]
async fn a_connection_closed_between_letters_costs_nothing() {
    for answer in [Answer::HangUp, Answer::Say("421 idle too long\r\n")] {
        let count = Mutex::new(0);
        let server = Server::start(move |number, command| {
            let mut count = count.lock().unwrap();
            *count += usize::from(command.starts_with("MAIL"));
            (number == 1 && *count == 2 && command.starts_with("MAIL")).then(|| answer.clone())
        });
        let mut sink = open(settings(&server));
        send(&mut sink).await.unwrap();
        send(&mut sink).await.unwrap();
        assert_eq!(server.letters().len(), 2);
        assert_eq!(sink.connections_opened(), 2);
    }
}

fn with_login(server: &Server) -> SmtpSettings {
    SmtpSettings { user: Some("judge".to_owned()), login: Login::by_password("hunter2"), ..settings(server) }
}

#[tokio::test]
async fn a_login_is_made_once_and_a_refused_one_holds_every_letter() {
    let server = Server::start(|_, _| None);
    let mut sink = open(with_login(&server));
    send(&mut sink).await.unwrap();
    send(&mut sink).await.unwrap();
    let logins = server.commands().into_iter().filter(|command| command.starts_with("AUTH"));
    // base64 of NUL judge NUL hunter2
    assert_eq!(logins.collect::<Vec<_>>(), ["AUTH PLAIN AGp1ZGdlAGh1bnRlcjI="]);

    for reply in ["535 no\r\n", "454 later\r\n"] {
        let server = Server::start(move |_, command| command.starts_with("AUTH").then_some(Answer::Say(reply)));
        let refused = send(&mut open(with_login(&server))).await.unwrap_err();
        assert_eq!(refused.step, Step::Login);
        assert!(!refused.permanent && !refused.reply.contains("hunter2"), "{refused:?}");
        assert_eq!(server.letters().len(), 0);
    }
}

fn with_token(server: &Server, auth: Auth, command: &str) -> SmtpSettings {
    let login = Login { auth, token_command: Some(command.to_owned()), ..Login::default() };
    SmtpSettings { user: Some("judge".to_owned()), login, ..settings(server) }
}

#[tokio::test]
async fn a_token_logs_in_in_both_ways() {
    for (auth, mechanism) in [(Auth::Xoauth2, "XOAUTH2"), (Auth::Oauthbearer, "OAUTHBEARER")] {
        let server = Server::start(|_, _| None);
        send(&mut open(with_token(&server, auth, "echo ya29"))).await.unwrap();
        let heard = server.commands();
        let login = heard.iter().find_map(|command| command.strip_prefix(&format!("AUTH {mechanism} "))).unwrap();
        let said = String::from_utf8(data_encoding::BASE64.decode(login.as_bytes()).unwrap()).unwrap();
        let expected = match auth {
            Auth::Oauthbearer => format!("n,a=judge,|host=127.0.0.1|port={}|auth=Bearer ya29||", server.port),
            _ => "user=judge|auth=Bearer ya29||".to_owned(),
        };
        assert_eq!(said.replace('\u{1}', "|"), expected);
    }
}

#[tokio::test]
async fn a_refused_token_is_about_us_in_the_servers_words_and_fetched_anew_once() {
    let folder = tempfile::tempdir().unwrap();
    let count = folder.path().join("count");
    for (auth, answer) in [(Auth::Xoauth2, ""), (Auth::Oauthbearer, "AQ==")] {
        let server = Server::start(|_, command| match command {
            // {"status":"invalid_token","scope":"mail"}
            _ if command.starts_with("AUTH ") => {
                Some(Answer::Say("334 eyJzdGF0dXMiOiJpbnZhbGlkX3Rva2VuIiwic2NvcGUiOiJtYWlsIn0=\r\n"))
            }
            "" | "AQ==" => Some(Answer::Say("535 5.7.8 Username and Password not accepted\r\n")),
            _ => None,
        });
        let command = format!("echo x >> '{0}'; wc -l < '{0}'", count.display());
        let refused = send(&mut open(with_token(&server, auth, &command))).await.unwrap_err();
        assert_eq!((refused.step, refused.concern), (Step::Login, Concern::Us), "{refused:?}");
        assert!(refused.reply.contains("not accepted") && refused.reply.contains("invalid_token"), "{refused:?}");
        let logins = server.commands().into_iter().filter(|command| command.starts_with("AUTH ")).count();
        assert_eq!((logins, server.commands().contains(&answer.to_owned())), (2, true));
    }
    let server = Server::start(|_, command| command.starts_with("AUTH ").then_some(Answer::Say("454 later\r\n")));
    let refused = send(&mut open(with_token(&server, Auth::Xoauth2, "echo ya29"))).await.unwrap_err();
    assert_eq!((refused.step, refused.concern), (Step::Login, Concern::Server), "{refused:?}");
}

#[tokio::test]
async fn a_password_comes_from_a_command_and_one_that_fails_holds_every_letter() {
    let server = Server::start(|_, _| None);
    let by = |command: &str| SmtpSettings {
        user: Some("judge".to_owned()),
        login: Login { password_command: Some(command.to_owned()), ..Login::default() },
        ..settings(&server)
    };
    send(&mut open(by("echo hunter2"))).await.unwrap();
    assert!(server.commands().contains(&"AUTH PLAIN AGp1ZGdlAGh1bnRlcjI=".to_owned()));
    let refused = send(&mut open(by("echo hunter2; exit 3"))).await.unwrap_err();
    assert_eq!((refused.step, refused.concern, refused.permanent), (Step::Login, Concern::Server, false));
    assert!(refused.reply.contains("exit status: 3") && !refused.reply.contains("hunter2"), "{refused:?}");
}

#[tokio::test]
async fn without_starttls_nothing_is_sent_in_the_clear() {
    let server = Server::start(|_, _| None);
    let settings = SmtpSettings { tls: SmtpTls::Starttls, ..with_login(&server) };
    let refused = send(&mut open(settings)).await.unwrap_err();
    assert_eq!((refused.step, refused.permanent), (Step::Tls, false));
    assert!(refused.reply.contains("does not offer STARTTLS"), "{refused:?}");
    assert_eq!(server.commands(), ["GREETING", "EHLO judge.test"]);
}

#[tokio::test]
async fn what_is_slipped_in_before_tls_is_not_believed() {
    let server = Server::start(|_, command| {
        let verb = command.split(' ').next().unwrap_or("");
        match verb {
            "EHLO" => Some(Answer::Say("250-trap\r\n250 STARTTLS\r\n")),
            "STARTTLS" => Some(Answer::Say("220 go\r\n250-trap\r\n250 AUTH PLAIN\r\n235 in\r\n")),
            _ => None,
        }
    });
    let settings = SmtpSettings { tls: SmtpTls::Starttls, ..with_login(&server) };
    let refused = send(&mut open(settings)).await.unwrap_err();
    assert_eq!(refused.step, Step::Tls, "{refused:?}");
    assert!(!server.commands().iter().any(|command| command.starts_with("AUTH")));
}

#[tokio::test]
async fn plain_text_leaves_this_machine_never() {
    let settings = SmtpSettings { host: "192.0.2.1".to_owned(), ..settings(&Server::start(|_, _| None)) };
    let refused = send(&mut open(settings)).await.unwrap_err();
    assert!(refused.reply.contains("set tls = \"starttls\""), "{refused:?}");
}

#[tokio::test]
async fn letters_that_no_server_could_take_are_refused_before_a_word_is_said() {
    let server = Server::start(|_, _| None);
    let mut sink = open(settings(&server));
    for (to, bytes) in [
        ("lee@war.test", &b"Subject: x\r\n\r\nsmuggled\n.\r\n"[..]),
        ("lee@war.test", b"Subject: x\r\n\r\nbare\rcr\r\n"),
        ("lee@war.test>\r\nRCPT TO:<grant@war.test", LETTER),
        ("not an address", LETTER),
    ] {
        let refused = sink.send("judge@war.test", to, bytes).await.unwrap_err();
        assert!(refused.permanent && refused.step == Step::Letter, "{refused:?}");
    }
    assert_eq!(server.commands(), Vec::<String>::new());
}

#[tokio::test]
async fn a_letter_beyond_ascii_needs_a_server_that_takes_it() {
    let bytes = "Subject: x\r\n\r\nHauptstraße\r\n".as_bytes();
    let server = Server::start(|_, _| None);
    let refused = open(settings(&server)).send("judge@war.test", "lee@war.test", bytes).await.unwrap_err();
    assert!(refused.permanent && refused.reply.contains("8BITMIME"), "{refused:?}");

    let able = Server::start(|_, command| {
        let hello = command.starts_with("EHLO");
        hello.then_some(Answer::Say("250-trap\r\n250 8BITMIME\r\n"))
    });
    open(settings(&able)).send("judge@war.test", "lee@war.test", bytes).await.unwrap();
    assert_eq!(able.letters()[0], bytes);
}

/// Two letters of so many bytes and what became of them, from a server that answers EHLO so.
async fn sizes(ehlo: &'static str, bytes: [usize; 2]) -> (Vec<Result<Accepted, Refused>>, SmtpSink, Server) {
    let server = Server::start(move |_, command| command.starts_with("EHLO").then_some(Answer::Say(ehlo)));
    let mut sink = open(settings(&server));
    let mut ends = Vec::new();
    for bytes in bytes {
        let mut letter = b"Subject: x\r\n\r\n".to_vec();
        letter.resize(bytes - 2, b'x');
        letter.extend_from_slice(b"\r\n");
        ends.push(sink.send("judge@war.test", "lee@war.test", &letter).await);
    }
    (ends, sink, server)
}

#[tokio::test]
async fn a_letter_larger_than_the_server_takes_is_not_begun_and_the_next_one_goes() {
    let (ends, sink, server) = sizes("250-trap\r\n250-SIZE 5024\r\n250 HELP\r\n", [4_001, 4_000]).await;
    let refused = ends[0].as_ref().unwrap_err();
    assert!(refused.is_too_large && refused.concern == Concern::Letter, "{refused:?}");
    assert!(refused.reply.contains("4001 bytes") && refused.reply.contains("takes 4000"), "{refused:?}");
    assert!(ends[1].is_ok());
    assert_eq!((sink.most_bytes(), sink.connections_opened()), (Some(4_000), 1));
    let commands = server.commands();
    assert_eq!(commands.iter().filter(|command| command.starts_with("MAIL")).count(), 1, "{commands:?}");
}

#[tokio::test]
async fn a_server_that_names_no_size_or_none_that_is_fixed_is_sent_everything() {
    for ehlo in ["250-trap\r\n250 SIZE\r\n", "250 SIZE 0\r\n", "250 trap\r\n"] {
        let (ends, sink, _server) = sizes(ehlo, [4_000, 70_000]).await;
        assert!(ends.iter().all(Result::is_ok) && sink.most_bytes().is_none(), "{ehlo}");
    }
}

#[tokio::test]
async fn a_refusal_of_the_size_is_told_from_others() {
    for (at, reply, is_too_large) in [
        ("MAIL", "552 5.3.4 Message size exceeds fixed limit\r\n", true),
        ("DOT", "552 message too large\r\n", true),
        ("RCPT", "552 5.2.2 mailbox full\r\n", false),
        ("DOT", "554 5.6.0 no\r\n", false),
    ] {
        let server = Server::start(move |_, command| command.starts_with(at).then_some(Answer::Say(reply)));
        let refused = send(&mut open(settings(&server))).await.unwrap_err();
        assert_eq!((refused.is_too_large, refused.permanent), (is_too_large, true), "{at} {reply}");
    }
}

#[tokio::test]
async fn an_address_at_a_domain_beyond_ascii_needs_no_server_that_knows_of_such() {
    let server = Server::start(|_, _| None);
    let to = Address::parse("bob@b\u{fc}cher.example").unwrap();
    let sent = open(settings(&server)).send("judge@war.test", to.as_str(), LETTER).await;
    assert!(sent.is_ok(), "{sent:?}");
    let commands = server.commands();
    assert!(commands.contains(&"RCPT TO:<bob@xn--bcher-kva.example>".to_owned()), "{commands:?}");
}
