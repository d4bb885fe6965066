//! IMAP servers that misbehave: every case must end in an error in good time, never in a hang, a panic or a guess.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use adjutant::post::imap::Patience;
use adjutant::post::{Auth, Fetched, ImapSettings, ImapSource, ImapTls, Login, MailSource, PostError};

/// How the server answers one command: with these bytes, by silence, or by hanging up after these bytes.
enum Answer {
    Say(Vec<u8>),
    Stall,
    HangUp(Vec<u8>),
    /// One byte at a time, slowly, without end.
    Drip,
}

fn say(text: String) -> Option<Answer> {
    Some(Answer::Say(text.into_bytes()))
}

/// A server for one mailbox with one letter, UID 7. `trap` sees the tag and the command and may answer in its place.
fn serve(greeting: &'static str, trap: impl Fn(&str, &str) -> Option<Answer> + Send + Sync + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for socket in listener.incoming() {
            // The client may hang up whenever it likes.
            let _ = converse(socket.unwrap(), greeting, &trap);
        }
    });
    port
}

fn converse(mut socket: TcpStream, greeting: &str, trap: &dyn Fn(&str, &str) -> Option<Answer>) -> std::io::Result<()> {
    socket.write_all(greeting.as_bytes())?;
    let reader = BufReader::new(socket.try_clone()?);
    for line in reader.lines() {
        let line = line?;
        let (tag, command) = line.split_once(' ').unwrap_or((&line, ""));
        let answer = trap(tag, command).unwrap_or_else(|| Answer::Say(usual(tag, command)));
        match answer {
            Answer::Say(bytes) => socket.write_all(&bytes)?,
            Answer::HangUp(bytes) => return socket.write_all(&bytes),
            Answer::Stall => {}
            Answer::Drip => loop {
                socket.write_all(b"*")?;
                thread::sleep(Duration::from_millis(50));
            },
        }
    }
    Ok(())
}

const LETTER: &str = "Subject: x\r\n\r\nhold\r\n";

fn usual(tag: &str, command: &str) -> Vec<u8> {
    let size = LETTER.len();
    let untagged = match command.split(' ').next().unwrap_or("") {
        "CAPABILITY" => "* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS\r\n".to_owned(),
        "SELECT" => "* 1 EXISTS\r\n* OK [UIDVALIDITY 3] ok\r\n".to_owned(),
        "UID" if command.contains("SEARCH") => "* SEARCH 7\r\n".to_owned(),
        "UID" if command.contains("RFC822.SIZE") => {
            format!("* 1 FETCH (UID 7 RFC822.SIZE {size} INTERNALDATE \"17-Jul-2026 02:44:25 +0000\")\r\n")
        }
        "UID" if command.contains("BODY.PEEK[]") => {
            format!("* 1 FETCH (UID 7 BODY[] {{{size}}}\r\n{LETTER})\r\n")
        }
        "IDLE" => return b"+ idling\r\n".to_vec(),
        // DONE has no tag; the tag of IDLE is that of the command before it, which only a trap could know.
        _ => String::new(),
    };
    format!("{untagged}{tag} OK done\r\n").into_bytes()
}

fn open(port: u16) -> ImapSource {
    open_with(settings(port))
}

fn settings(port: u16) -> ImapSettings {
    ImapSettings {
        port: Some(port),
        login: Login::by_password("secret"),
        tls: ImapTls::None,
        limit_bytes: 10_000,
        ..ImapSettings::new("127.0.0.1", "gm")
    }
}

fn open_with(settings: ImapSettings) -> ImapSource {
    let patience = Patience {
        connect: Duration::from_secs(2),
        stall: Duration::from_millis(400),
        command: Duration::from_millis(900),
    };
    ImapSource::with_patience(settings, patience).unwrap()
}

fn fetch(source: &mut ImapSource) -> Result<Vec<Fetched>, PostError> {
    let start = Instant::now();
    let outcome = source.fetch(&|_| false, 10);
    assert!(start.elapsed() < Duration::from_secs(8), "it took {:?}", start.elapsed());
    outcome
}

/// The trap is sprung, the error is temporary and names the place and the deed.
fn assert_broken(outcome: Result<Vec<Fetched>, PostError>, deed: &str) {
    let error = outcome.unwrap_err();
    assert!(error.is_temporary(), "{error}");
    let text = error.to_string();
    assert!(text.contains(deed) && text.contains("127.0.0.1"), "{text}");
}

#[test]
fn without_a_trap_the_letter_comes() {
    let mut source = open(serve("* OK hello\r\n", |_, _| None));
    let letters = fetch(&mut source).unwrap();
    assert_eq!(letters.len(), 1);
    assert_eq!(letters[0].raw, LETTER.as_bytes());
    assert_eq!((letters[0].key.validity, letters[0].key.uid.as_str()), (3, "7"));
}

#[test]
fn an_unknown_untagged_answer_ends_the_session() {
    let port = serve("* OK hello\r\n", |tag, command| {
        let asked = command.contains("RFC822.SIZE");
        asked.then(|| Answer::Say(format!("* XWEIRD {{}}\r\n{tag} OK\r\n").into_bytes()))
    });
    assert_broken(fetch(&mut open(port)), "ask for sizes and dates");
}

#[test]
fn after_an_error_the_next_call_opens_a_session_anew() {
    let count = std::sync::atomic::AtomicUsize::new(0);
    let port = serve("* OK hello\r\n", move |_, command| {
        let first = command.contains("BODY.PEEK") && count.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
        first.then(|| Answer::HangUp(b"* 1 FETCH (UID 7 BODY[] {20}\r\nSubj".to_vec()))
    });
    let mut source = open(port);
    assert_broken(fetch(&mut source), "fetch letters");
    assert_eq!(fetch(&mut source).unwrap()[0].raw, LETTER.as_bytes());
}

#[test]
fn a_letter_cut_off_at_any_byte_is_never_half_a_letter() {
    let whole = usual("a4", "UID FETCH 7 (UID BODY.PEEK[])");
    for cut in 0..whole.len() - 1 {
        let part = whole[..cut].to_vec();
        let port = serve("* OK hello\r\n", move |_, command| {
            command.contains("BODY.PEEK").then(|| Answer::HangUp(part.clone()))
        });
        assert_broken(fetch(&mut open(port)), "fetch letters");
    }
}

#[test]
fn silence_at_any_command_is_an_error() {
    for silent in ["LOGIN", "CAPABILITY", "SELECT", "SEARCH", "RFC822.SIZE", "BODY.PEEK"] {
        let port = serve("* OK hello\r\n", move |_, command| command.contains(silent).then_some(Answer::Stall));
        assert_broken(fetch(&mut open(port)), "");
    }
    assert_broken(fetch(&mut open(serve("", |_, _| None))), "be greeted");
}

#[test]
fn a_server_that_drips_bytes_runs_out_of_time() {
    let port = serve("* OK hello\r\n", |_, command| command.contains("SEARCH").then_some(Answer::Drip));
    assert_broken(fetch(&mut open(port)), "list the mailbox");
}

#[test]
fn a_server_that_floods_is_cut_off() {
    let port = serve("* OK hello\r\n", |_, command| {
        let mut flood = b"* 1 FETCH (UID 7 BODY[] {4000000000}\r\n".to_vec();
        flood.resize(64 << 20, b'x');
        command.contains("BODY.PEEK").then_some(Answer::Say(flood))
    });
    let error = fetch(&mut open(port)).unwrap_err().to_string();
    assert!(error.contains("longer than it may be"), "{error}");
}

#[test]
fn goodbye_and_odd_greetings_are_errors() {
    for greeting in ["* BYE overloaded\r\n", "* PREAUTH come in\r\n", "220 smtp.example\r\n", "\r\n"] {
        assert_broken(fetch(&mut open(serve(greeting, |_, _| None))), "be greeted");
    }
    let port = serve("* OK hello\r\n", |_, command| {
        command.contains("SELECT").then(|| Answer::HangUp(b"* BYE shutting down\r\n".to_vec()))
    });
    assert_broken(fetch(&mut open(port)), "list the mailbox");
}

#[test]
fn a_refused_command_keeps_the_servers_words() {
    let port = serve("* OK hello\r\n", |tag, command| {
        command.contains("SELECT").then_some(())?;
        say(format!("{tag} NO no such mailbox\r\n"))
    });
    assert_broken(fetch(&mut open(port)), "no such mailbox");
}

/// A server that answers LOGIN with these words behind the tag.
fn refusing_login(answer: &'static str) -> u16 {
    serve("* OK hello\r\n", move |tag, command| {
        command.contains("LOGIN").then_some(())?;
        say(format!("{tag} {answer}\r\n"))
    })
}

#[test]
fn a_server_that_is_down_full_or_busy_is_not_a_wrong_password_and_its_words_are_kept() {
    for answer in [
        "NO [UNAVAILABLE] Temporary authentication failure.",
        "NO [LIMIT] Too many connections of this user",
        "NO [INUSE] The mailbox is locked by another session",
        "NO [OVERQUOTA] No room for anything",
        "NO [ALERT] Please log in via your web browser (Failure)",
        "NO Maximum number of connections from user+IP exceeded",
        "BAD User is authenticated but not connected.",
    ] {
        let down = fetch(&mut open(refusing_login(answer))).unwrap_err();
        let (_, words) = answer.split_once(' ').unwrap();
        assert!(down.is_temporary() && down.to_string().contains(words), "{down}");
    }
    for answer in ["NO [AUTHENTICATIONFAILED] no", "NO Login failed.", "NO [EXPIRED] renew it"] {
        let wrong = fetch(&mut open(refusing_login(answer))).unwrap_err();
        assert!(matches!(wrong, PostError::Login { .. }) && !wrong.is_temporary(), "{wrong}");
    }
}

#[test]
fn the_words_a_server_hangs_up_with_are_kept() {
    for command in ["CAPABILITY", "LOGIN", "SELECT", "SEARCH", "BODY.PEEK"] {
        let port = serve("* OK hello\r\n", move |_, heard| {
            let goodbye = b"* BYE [UNAVAILABLE] Shutting down for an hour\r\n".to_vec();
            heard.contains(command).then_some(Answer::HangUp(goodbye))
        });
        assert_broken(fetch(&mut open(port)), "ended the session: [UNAVAILABLE] Shutting down for an hour");
    }
}

#[test]
fn what_people_are_to_read_comes_with_the_refusal_and_keeps_no_mailbox_from_being_read() {
    let port = serve("* OK hello\r\n", |tag, command| {
        command.contains("LOGIN").then_some(())?;
        let alert = "* NO [ALERT] Web login required: https://mail.example/unlock";
        say(format!("{alert}\r\n{tag} NO [AUTHENTICATIONFAILED] Invalid credentials\r\n"))
    });
    let refused = fetch(&mut open(port)).unwrap_err().to_string();
    assert!(refused.contains("Invalid credentials") && refused.contains("https://mail.example/unlock"), "{refused}");
    let port = serve("* OK hello\r\n", |tag, command| {
        command.contains("SELECT").then_some(())?;
        say(format!("* NO [ALERT] 95 % of the quota is used\r\n* OK [UIDVALIDITY 3] ok\r\n{tag} OK done\r\n"))
    });
    assert_eq!(fetch(&mut open(port)).unwrap().len(), 1);
}

#[test]
fn lines_within_a_letter_are_never_taken_for_the_servers() {
    const TRAP: &str = "* BYE a secret plan\r\n* NO [ALERT] attack at dawn\r\n* NAMESPACE ((\"x.\" \".\")) NIL NIL\r\n";
    let port = serve("* OK hello\r\n", |tag, command| {
        command.contains("BODY.PEEK").then_some(())?;
        let length = TRAP.len();
        say(format!("* 1 FETCH (UID 7 BODY[] {{{length}}}\r\n{TRAP})\r\n{tag} OK done\r\n"))
    });
    assert_eq!(fetch(&mut open(port)).unwrap()[0].raw, TRAP.as_bytes());
    let port = serve("* OK hello\r\n", |_, command| {
        let length = TRAP.len() + 1;
        let cut = format!("* 1 FETCH (UID 7 BODY[] {{{length}}}\r\n{TRAP}").into_bytes();
        command.contains("BODY.PEEK").then_some(Answer::HangUp(cut))
    });
    let error = fetch(&mut open(port)).unwrap_err().to_string();
    assert!(!error.contains("secret plan") && !error.contains("dawn"), "{error}");
}

#[test]
fn words_of_a_refusal_beyond_ascii_are_kept() {
    let port = serve("* OK hello\r\n", |tag, command| {
        command.contains("SELECT").then_some(())?;
        say(format!("{tag} NO Postfach nicht verfügbar\r\n"))
    });
    assert_broken(fetch(&mut open(port)), "Postfach nicht verfügbar");
}

/// A server that answers CAPABILITY so, and everything else as usual; with the lines it heard.
fn offering(capabilities: &'static str) -> (u16, std::sync::mpsc::Receiver<String>) {
    offering_and(capabilities, |_, _| None)
}

fn offering_and(
    capabilities: &'static str,
    trap: impl Fn(&str, &str) -> Option<Answer> + Send + Sync + 'static,
) -> (u16, std::sync::mpsc::Receiver<String>) {
    let (heard, commands) = std::sync::mpsc::channel();
    let heard = std::sync::Mutex::new(heard);
    let port = serve("* OK hello\r\n", move |tag, command| {
        // A line of one word is all tag and no command.
        let _ = heard.lock().unwrap().send(if command.is_empty() { tag } else { command }.to_owned());
        match command {
            "CAPABILITY" => say(format!("* CAPABILITY IMAP4rev1 {capabilities}\r\n{tag} OK\r\n")),
            _ => trap(tag, command),
        }
    });
    (port, commands)
}

#[test]
fn no_password_is_said_to_a_server_that_takes_none() {
    let (port, commands) = offering("LOGINDISABLED AUTH=CRAM-MD5 AUTH=DIGEST-MD5");
    let refused = fetch(&mut open(port)).unwrap_err();
    assert!(matches!(refused, PostError::Settings { .. }), "{refused}");
    assert!(refused.to_string().contains("only CRAM-MD5, DIGEST-MD5"), "{refused}");
    assert_eq!(commands.try_iter().collect::<Vec<_>>(), ["CAPABILITY"]);
}

#[test]
fn a_server_that_lets_in_without_proof_is_not_believed() {
    let (port, _) = offering("LOGINDISABLED AUTH=SCRAM-SHA-256");
    let refused = fetch(&mut open(port)).unwrap_err();
    assert!(refused.to_string().contains("without proof that it knows the password"), "{refused}");
}

/// Answers AUTHENTICATE with a go-ahead, and the token with the tag of the command.
fn taking_tokens(refusal: Option<&'static str>) -> impl Fn(&str, &str) -> Option<Answer> + Send + Sync + 'static {
    let tag_of_login = std::sync::Mutex::new(String::new());
    let wants_answer = std::sync::atomic::AtomicBool::new(true);
    move |tag, command| {
        if command.starts_with("AUTHENTICATE") {
            tag.clone_into(&mut tag_of_login.lock().unwrap());
            return say("+ \r\n".to_owned());
        }
        let tag_of_login = tag_of_login.lock().unwrap().clone();
        let is_of_login = command.is_empty() && !tag_of_login.is_empty();
        match refusal {
            _ if !is_of_login => None,
            Some(challenge) if wants_answer.fetch_xor(true, std::sync::atomic::Ordering::SeqCst) => {
                say(format!("+ {challenge}\r\n"))
            }
            Some(_) => say(format!("{tag_of_login} NO [AUTHENTICATIONFAILED] Invalid credentials\r\n")),
            None => say(format!("{tag_of_login} OK welcome\r\n")),
        }
    }
}

fn with_token(port: u16, auth: Auth, command: &str) -> ImapSettings {
    let login = Login { auth, token_command: Some(command.to_owned()), ..Login::default() };
    ImapSettings { login, ..settings(port) }
}

#[test]
fn a_token_logs_in_in_both_ways() {
    for (auth, mechanism) in [(Auth::Xoauth2, "XOAUTH2"), (Auth::Oauthbearer, "OAUTHBEARER")] {
        let capabilities = "AUTH=XOAUTH2 AUTH=OAUTHBEARER IDLE MOVE UIDPLUS";
        let (port, lines) = offering_and(capabilities, taking_tokens(None));
        fetch(&mut open_with(with_token(port, auth, "echo ya29"))).unwrap();
        let heard: Vec<String> = lines.try_iter().collect();
        assert_eq!(heard[1], format!("AUTHENTICATE {mechanism}"));
        let said = String::from_utf8(data_encoding::BASE64.decode(heard[2].as_bytes()).unwrap()).unwrap();
        let expected = match auth {
            Auth::Oauthbearer => format!("n,a=gm,|host=127.0.0.1|port={port}|auth=Bearer ya29||"),
            _ => "user=gm|auth=Bearer ya29||".to_owned(),
        };
        assert_eq!(said.replace('\u{1}', "|"), expected);
    }
}

#[test]
fn a_refused_token_is_answered_as_each_way_has_it_and_fetched_anew_once() {
    let folder = tempfile::tempdir().unwrap();
    let count = folder.path().join("count");
    // {"status":"400","scope":"https://mail.google.com/"}
    const CHALLENGE: &str = "eyJzdGF0dXMiOiI0MDAiLCJzY29wZSI6Imh0dHBzOi8vbWFpbC5nb29nbGUuY29tLyJ9";
    for (auth, answer) in [(Auth::Xoauth2, ""), (Auth::Oauthbearer, "AQ==")] {
        let (port, commands) = offering_and("AUTH=XOAUTH2 AUTH=OAUTHBEARER", taking_tokens(Some(CHALLENGE)));
        let command = format!("echo x >> '{0}'; wc -l < '{0}'", count.display());
        let refused = fetch(&mut open_with(with_token(port, auth, &command))).unwrap_err();
        assert!(matches!(refused, PostError::Login { .. }), "{refused}");
        let words = refused.to_string();
        assert!(words.contains("Invalid credentials; status 400, scope https://mail.google.com/"), "{words}");
        let heard: Vec<String> = commands.try_iter().collect();
        assert_eq!(heard[3], answer);
        let logins = heard.iter().filter(|command| command.starts_with("AUTHENTICATE")).count();
        assert_eq!(logins, 2, "once more with a fresh token, and no more");
    }
}

#[test]
fn a_token_that_the_command_gives_again_is_not_tried_again() {
    let (port, commands) = offering_and("AUTH=XOAUTH2", taking_tokens(Some("e30=")));
    fetch(&mut open_with(with_token(port, Auth::Xoauth2, "echo ya29"))).unwrap_err();
    assert_eq!(commands.try_iter().filter(|command| command.starts_with("AUTHENTICATE")).count(), 1);
    let (port, _) = offering("AUTH=PLAIN");
    let refused = fetch(&mut open_with(with_token(port, Auth::Xoauth2, "echo ya29"))).unwrap_err().to_string();
    assert!(refused.contains("does not offer XOAUTH2, only PLAIN"), "{refused}");
}

#[test]
fn a_password_comes_from_a_command_and_its_failure_is_ours() {
    let (port, commands) = offering("IDLE");
    let by = |command: &str| ImapSettings {
        login: Login { password_command: Some(command.to_owned()), ..Login::default() },
        ..settings(port)
    };
    fetch(&mut open_with(by("printf 'geheim\\nmore\\n'"))).unwrap();
    assert!(commands.try_iter().any(|command| command == "LOGIN \"gm\" \"geheim\""));
    let failed = fetch(&mut open_with(by("echo geheim; exit 1"))).unwrap_err();
    assert!(failed.is_temporary() && failed.to_string().contains("password_command ended with"), "{failed}");
    assert!(!failed.to_string().contains("geheim"), "{failed}");
}

#[test]
fn folders_are_made_in_the_servers_own_place_and_subscribed() {
    let (port, commands) = offering_and("NAMESPACE MOVE UIDPLUS", |tag, command| match command {
        "NAMESPACE" => say(format!("* NAMESPACE ((\"INBOX.\" \".\")) ((\"user.\" \".\")) NIL\r\n{tag} OK done\r\n")),
        _ if command.contains("MOVE") => say(format!("{tag} NO [TRYCREATE] no such mailbox\r\n")),
        _ => None,
    });
    let mut source = open(port);
    let key = fetch(&mut source).unwrap().remove(0).key;
    source.file_away(&[key]).unwrap_err();
    let heard: Vec<String> = commands.try_iter().collect();
    let from = heard.iter().position(|command| command.contains("STORE")).unwrap();
    let expected = [
        "UID STORE 7 +FLAGS.SILENT (\\Seen)",
        "UID MOVE 7 \"INBOX.Processed\"",
        "CREATE \"INBOX.Processed\"",
        "SUBSCRIBE \"INBOX.Processed\"",
        "UID MOVE 7 \"INBOX.Processed\"",
    ];
    assert_eq!(heard[from..], expected);
}

#[test]
fn a_server_that_can_take_nothing_away_gets_no_copies() {
    let (port, commands) = offering("IDLE");
    let mut source = open(port);
    let key = fetch(&mut source).unwrap().remove(0).key;
    source.file_away(&[key]).unwrap();
    let heard: Vec<String> = commands.try_iter().collect();
    let from = heard.iter().position(|command| command.contains("STORE")).unwrap();
    assert_eq!(heard[from..], ["UID STORE 7 +FLAGS.SILENT (\\Seen)"]);
}

#[test]
fn nothing_is_believed_or_said_in_the_open_before_starttls() {
    let starttls = |port| ImapSettings { tls: ImapTls::Starttls, ..settings(port) };
    let refusing = serve("* OK hello\r\n", |tag, command| {
        command.contains("STARTTLS").then_some(())?;
        say(format!("{tag} BAD what TLS?\r\n"))
    });
    let refused = fetch(&mut open_with(starttls(refusing))).unwrap_err();
    assert!(matches!(refused, PostError::Tls { .. }) && refused.to_string().contains("what TLS?"), "{refused}");
    let preauth = fetch(&mut open_with(starttls(serve("* PREAUTH come in\r\n", |_, _| None)))).unwrap_err();
    assert!(matches!(preauth, PostError::Tls { .. }), "{preauth}");
    let busy = fetch(&mut open_with(starttls(serve("* BYE overloaded\r\n", |_, _| None)))).unwrap_err();
    assert!(busy.is_temporary() && busy.to_string().contains("overloaded"), "{busy}");
    // What was slipped in behind the answer is a broken handshake and no answer to a later command.
    let (heard, commands) = std::sync::mpsc::channel();
    let heard = std::sync::Mutex::new(heard);
    let slipped = serve("* OK hello\r\n", move |tag, command| {
        heard.lock().unwrap().send(command.to_owned()).unwrap();
        command.contains("STARTTLS").then_some(())?;
        say(format!("{tag} OK go\r\n* CAPABILITY IMAP4rev1\r\na1 OK done\r\na2 OK logged in\r\n"))
    });
    let refused = fetch(&mut open_with(starttls(slipped))).unwrap_err();
    assert!(refused.to_string().contains("TLS"), "{refused}");
    assert!(!commands.try_iter().any(|command| command.contains("LOGIN")));
}

#[test]
fn a_mailbox_without_uidvalidity_is_an_error() {
    let port = serve("* OK hello\r\n", |tag, command| {
        command.contains("SELECT").then_some(())?;
        say(format!("* 1 EXISTS\r\n{tag} OK done\r\n"))
    });
    assert_broken(fetch(&mut open(port)), "UIDVALIDITY");
}

#[test]
fn letters_that_nobody_asked_for_are_left_out() {
    let port = serve("* OK hello\r\n", |tag, command| {
        command.contains("RFC822.SIZE").then_some(())?;
        let date = "INTERNALDATE \"17-Jul-2026 02:44:25 +0000\"";
        say(format!(
            "* 2 FETCH (FLAGS (\\Seen))\r\n* 3 FETCH (UID 9 RFC822.SIZE 5 {date})\r\n\
             * 1 FETCH (UID 7 RFC822.SIZE 20 {date})\r\n* 1 FETCH (UID 7 RFC822.SIZE 20 {date})\r\n{tag} OK\r\n"
        ))
    });
    let letters = fetch(&mut open(port)).unwrap();
    assert_eq!(letters.len(), 1);
    assert_eq!(letters[0].key.uid, "7");
}

#[test]
fn a_letter_removed_meanwhile_is_passed_over() {
    let port = serve("* OK hello\r\n", |tag, command| {
        command.contains("BODY.PEEK").then_some(())?;
        say(format!("* 1 EXPUNGE\r\n{tag} OK\r\n"))
    });
    assert_eq!(fetch(&mut open(port)).unwrap(), []);
}

/// A source with an open session whose server then answers IDLE like this.
fn idle_on(answer: impl Fn(&str) -> Option<Answer> + Send + Sync + 'static) -> Result<Duration, PostError> {
    let port = serve("* OK hello\r\n", move |tag, command| match command {
        "IDLE" => answer(tag),
        _ => None,
    });
    let mut source = open(port);
    fetch(&mut source)?;
    let start = Instant::now();
    let outcome = source.wait(Duration::from_millis(1500));
    assert!(start.elapsed() < Duration::from_secs(6), "it took {:?}", start.elapsed());
    outcome.map(|()| start.elapsed())
}

#[test]
fn idle_answered_as_done_is_an_error_and_no_panic() {
    let error = idle_on(|tag| say(format!("{tag} OK what idle?\r\n"))).unwrap_err();
    assert!(error.to_string().contains("does not take IDLE"), "{error}");
    let error = idle_on(|tag| say(format!("{tag} BAD unknown command\r\n"))).unwrap_err();
    assert!(error.is_temporary(), "{error}");
}

#[test]
fn news_before_the_answer_to_idle_is_news() {
    let took = idle_on(|_| say("* 2 EXISTS\r\n+ idling\r\n".to_owned())).unwrap();
    assert!(took < Duration::from_millis(1400), "{took:?}");
}

#[test]
fn news_without_an_answer_to_idle_ends_in_an_error() {
    let error = idle_on(|_| say("* 2 EXISTS\r\n".to_owned())).unwrap_err();
    assert!(error.to_string().contains("wait for news"), "{error}");
}

#[test]
fn silence_inside_idle_is_patience_and_ends_in_time() {
    let took = idle_on(|_| None).unwrap();
    assert!(took >= Duration::from_millis(1500), "{took:?}");
}

#[test]
fn a_stalled_idle_is_an_error() {
    idle_on(|_| Some(Answer::Stall)).unwrap_err();
    idle_on(|_| Some(Answer::HangUp(b"+ idling\r\n".to_vec()))).unwrap_err();
}

#[test]
fn without_move_letters_are_copied_and_only_they_are_expunged() {
    let (heard, commands) = std::sync::mpsc::channel();
    let heard = std::sync::Mutex::new(heard);
    let port = serve("* OK hello\r\n", move |tag, command| {
        heard.lock().unwrap().send(command.to_owned()).unwrap();
        match command {
            "CAPABILITY" => say(format!("* CAPABILITY IMAP4rev1 UIDPLUS\r\n{tag} OK\r\n")),
            _ => None,
        }
    });
    let mut source = open(port);
    let key = fetch(&mut source).unwrap().remove(0).key;
    source.file_away(&[key]).unwrap();
    let heard: Vec<String> = commands.try_iter().collect();
    let from = heard.iter().position(|command| command.contains("STORE")).unwrap();
    let expected = [
        "UID STORE 7 +FLAGS.SILENT (\\Seen)",
        "UID COPY 7 \"Processed\"",
        "UID STORE 7 +FLAGS.SILENT (\\Deleted)",
        "UID EXPUNGE 7",
    ];
    assert_eq!(heard[from..], expected);
}

#[test]
fn a_missing_folder_is_made_and_a_lasting_refusal_reported() {
    let (heard, commands) = std::sync::mpsc::channel();
    let heard = std::sync::Mutex::new(heard);
    let port = serve("* OK hello\r\n", move |tag, command| {
        heard.lock().unwrap().send(command.to_owned()).unwrap();
        command.contains("MOVE").then_some(())?;
        say(format!("{tag} NO [TRYCREATE] over quota\r\n"))
    });
    let mut source = open(port);
    let key = fetch(&mut source).unwrap().remove(0).key;
    let error = source.file_away(&[key]).unwrap_err();
    assert!(error.to_string().contains("over quota"), "{error}");
    assert!(commands.try_iter().any(|command| command == "CREATE \"Processed\""));
}
