//! IMAP servers that misbehave: every case must end in an error in good time, never in a hang, a panic or a guess.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use adjutant::post::imap::Patience;
use adjutant::post::{Fetched, ImapSettings, ImapSource, ImapTls, MailSource, PostError, Secret};

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
    let settings = ImapSettings {
        host: "127.0.0.1".to_owned(),
        port,
        user: "gm".to_owned(),
        password: Some(Secret::new("secret")),
        password_file: None,
        tls: ImapTls::None,
        ca_file: None,
        mailbox: "INBOX".to_owned(),
        processed: "Processed".to_owned(),
        poll_seconds: 60,
        limit_bytes: 10_000,
    };
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

#[test]
fn a_server_that_is_down_is_not_a_wrong_password() {
    let refuse = |words: &'static str| {
        serve("* OK hello\r\n", move |tag, command| {
            command.contains("LOGIN").then_some(())?;
            say(format!("{tag} NO {words}\r\n"))
        })
    };
    let down = fetch(&mut open(refuse("[UNAVAILABLE] Temporary authentication failure."))).unwrap_err();
    assert!(down.is_temporary(), "{down}");
    let wrong = fetch(&mut open(refuse("[AUTHENTICATIONFAILED] no"))).unwrap_err();
    assert!(matches!(wrong, PostError::Login { .. }) && !wrong.is_temporary(), "{wrong}");
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
