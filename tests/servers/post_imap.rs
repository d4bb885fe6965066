//! The judge's mailbox on the real Dovecot.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::support::servers::tokens::{dovecot_with_tokens, token};
use crate::support::servers::{PASSWORD, Servers};
use adjutant::post::imap::Patience;
use adjutant::post::{Auth, Fetched, ImapSettings, ImapSource, ImapTls, LetterKey, Login, MailSource, PostError};

fn plain(servers: &Servers) -> ImapSettings {
    ImapSettings {
        port: Some(servers.imap_port),
        login: Login::by_password(PASSWORD),
        tls: ImapTls::None,
        limit_bytes: 20_000,
        ..ImapSettings::new("127.0.0.1", "gm")
    }
}

fn protected(servers: &Servers, ca_file: Option<PathBuf>) -> ImapSettings {
    ImapSettings {
        host: "localhost".to_owned(),
        port: Some(servers.imaps_port),
        tls: ImapTls::Implicit,
        ca_file,
        ..plain(servers)
    }
}

fn open(settings: ImapSettings) -> ImapSource {
    let patience =
        Patience { connect: Duration::from_secs(5), stall: Duration::from_secs(10), command: Duration::from_secs(20) };
    ImapSource::with_patience(settings, patience).unwrap()
}

fn fetch_all(source: &mut ImapSource) -> Vec<Fetched> {
    source.fetch(&|_| false, usize::MAX).unwrap()
}

fn letter(subject: &str) -> Vec<u8> {
    format!("From: grant@war.test\r\nSubject: {subject}\r\n\r\nPP 1: hold\r\n").into_bytes()
}

/// What a letter says, without the trace fields of the delivery.
fn subjects(letters: &[Fetched]) -> Vec<String> {
    let subject = |letter: &Fetched| {
        let text = String::from_utf8_lossy(&letter.raw).into_owned();
        let line = text.lines().find_map(|line| line.strip_prefix("Subject: "));
        line.expect("a subject").to_owned()
    };
    letters.iter().map(subject).collect()
}

#[test]
fn letters_come_with_the_servers_time_in_order_of_arrival() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    servers.append("gm", "17-Jul-2026 02:44:25 +0200", &letter("late"));
    servers.append("gm", " 1-Jan-2026 00:00:00 +0000", &letter("early"));
    let mut source = open(plain(&servers));
    let letters = fetch_all(&mut source);
    assert_eq!(subjects(&letters), ["early", "late"]);
    assert_eq!(letters[0].arrived, 1_767_225_600);
    assert_eq!(letters[1].arrived, 1_784_249_065);
    assert_eq!(letters[1].raw, letter("late"));
    assert_eq!(letters[1].size, letter("late").len() as u64);
    assert_eq!(letters[1].key.uid, "1");
}

#[test]
fn reading_sets_no_flag_and_an_empty_mailbox_is_no_error() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    let mut source = open(plain(&servers));
    assert_eq!(fetch_all(&mut source), []);
    servers.deliver("gm", &letter("one"));
    assert_eq!(fetch_all(&mut source).len(), 1);
    let cur = servers.mailbox_dir("gm").join("cur");
    for entry in std::fs::read_dir(cur).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name.ends_with(":2,"), "{name}");
    }
}

#[test]
fn known_letters_are_passed_over_and_a_backlog_comes_in_pieces() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    for n in 0..7 {
        servers.deliver("gm", &letter(&n.to_string()));
    }
    let mut source = open(plain(&servers));
    let ledger: RefCell<BTreeSet<LetterKey>> = RefCell::default();
    let mut pieces = Vec::new();
    for _ in 0..4 {
        let letters = source.fetch(&|key| ledger.borrow().contains(key), 3).unwrap();
        ledger.borrow_mut().extend(letters.iter().map(|letter| letter.key.clone()));
        pieces.push(subjects(&letters).concat());
    }
    assert_eq!(pieces, ["012", "345", "6", ""]);
}

#[test]
fn a_large_backlog_is_read_whole() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    fetch_all(&mut open(plain(&servers))); // Dovecot makes the mailbox
    let new = servers.mailbox_dir("gm").join("new");
    for n in 0..1200 {
        let file = new.join(format!("{}.M{n}.test", 1_700_000_000 + n));
        std::fs::write(&file, letter(&format!("{n:04}"))).unwrap();
        std::os::unix::fs::chown(&file, Some(65534), Some(65534)).ok();
    }
    let letters = subjects(&fetch_all(&mut open(plain(&servers))));
    assert_eq!(letters.len(), 1200);
    let distinct: BTreeSet<&String> = letters.iter().collect();
    assert_eq!(distinct.len(), 1200);
}

#[test]
fn a_letter_above_the_limit_comes_cut_and_the_others_whole() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    let mut huge = letter("huge");
    huge.extend("x".repeat(70).repeat(5000).into_bytes());
    servers.append("gm", " 1-Jan-2026 00:00:00 +0000", &letter("before"));
    servers.append("gm", " 2-Jan-2026 00:00:00 +0000", &huge);
    servers.append("gm", " 3-Jan-2026 00:00:00 +0000", &letter("after"));
    let letters = fetch_all(&mut open(plain(&servers)));
    assert_eq!(subjects(&letters), ["before", "huge", "after"]);
    assert_eq!(letters.iter().map(|l| l.truncated).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(letters[1].raw, huge[..20_000]);
    assert_eq!(letters[1].size, huge.len() as u64);
}

#[test]
fn idle_wakes_when_a_letter_comes() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    let mut source = open(plain(&servers));
    assert_eq!(fetch_all(&mut source), []);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            servers.deliver("gm", &letter("news"));
        });
        let start = Instant::now();
        source.wait(Duration::from_secs(30)).unwrap();
        assert!(start.elapsed() < Duration::from_secs(15), "IDLE took {:?}", start.elapsed());
    });
    assert_eq!(subjects(&fetch_all(&mut source)), ["news"]);
}

#[test]
fn a_letter_between_fetch_and_idle_wakes_at_once() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    let mut source = open(plain(&servers));
    for round in 0..5 {
        assert_eq!(fetch_all(&mut source).len(), round);
        servers.deliver("gm", &letter("news"));
        let start = Instant::now();
        source.wait(Duration::from_secs(30)).unwrap();
        assert!(start.elapsed() < Duration::from_secs(15), "IDLE took {:?}", start.elapsed());
    }
}

#[test]
fn idle_that_times_out_leaves_the_session_usable() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    let mut source = open(plain(&servers));
    fetch_all(&mut source);
    for _ in 0..3 {
        let start = Instant::now();
        source.wait(Duration::from_millis(400)).unwrap();
        assert!(start.elapsed() >= Duration::from_millis(400));
    }
    servers.deliver("gm", &letter("after"));
    assert_eq!(subjects(&fetch_all(&mut source)), ["after"]);
    assert_eq!(servers.logs().matches("Login: user=<gm>").count(), 1);
}

#[test]
fn decided_letters_move_to_processed_seen() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    for subject in ["one", "two", "three"] {
        servers.deliver("gm", &letter(subject));
    }
    let mut source = open(plain(&servers));
    let letters = fetch_all(&mut source);
    let keys: Vec<LetterKey> = letters.iter().map(|letter| letter.key.clone()).collect();
    source.file_away(&keys[..2]).unwrap();
    assert_eq!(subjects(&fetch_all(&mut source)), ["three"]);
    assert_eq!(servers.read_folder("gm", "Processed").len(), 2);
    for entry in std::fs::read_dir(servers.mailbox_dir("gm").join(".Processed/cur")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name.ends_with(":2,S"), "{name}");
    }
    source.file_away(&keys).unwrap(); // two are gone already
    assert_eq!(servers.read_folder("gm", "Processed").len(), 3);
}

#[test]
fn the_server_tells_its_time_and_nothing_is_left_behind() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    let mut source = open(plain(&servers));
    let clock = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs().cast_signed();
    for _ in 0..3 {
        let told = source.server_time().unwrap().expect("a time");
        assert!((told - clock()).abs() <= 5, "{told}");
    }
    // The inbox is still read, and the folder of the note is as it was: empty.
    servers.deliver("gm", &letter("one"));
    assert_eq!(subjects(&fetch_all(&mut source)), ["one"]);
    let mut processed = open(ImapSettings { mailbox: "Processed".to_owned(), ..plain(&servers) });
    assert!(fetch_all(&mut processed).is_empty());
    let mut nowhere = open(ImapSettings { processed: String::new(), ..plain(&servers) });
    assert_eq!(nowhere.server_time().unwrap(), None);
}

#[test]
fn keys_of_another_validity_move_nothing() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    servers.deliver("gm", &letter("one"));
    let mut source = open(plain(&servers));
    let mut key = fetch_all(&mut source).remove(0).key;
    key.validity ^= 1;
    source.file_away(&[key]).unwrap();
    assert_eq!(fetch_all(&mut source).len(), 1);
}

#[test]
fn a_restart_of_the_server_costs_an_error_and_no_letter() {
    let mut servers = Servers::start_dovecot_only(&["gm"]);
    servers.deliver("gm", &letter("one"));
    let mut source = open(plain(&servers));
    let before = fetch_all(&mut source);
    servers.stop_mailboxes();
    let lost = source.fetch(&|_| false, 10).unwrap_err();
    assert!(lost.is_temporary(), "{lost}");
    // The system may still shake hands for a server that is going; soon nobody answers.
    let gives_up = Instant::now() + Duration::from_secs(5);
    loop {
        let down = source.fetch(&|_| false, 10).unwrap_err();
        assert!(down.is_temporary(), "{down}");
        if matches!(down, PostError::Unreachable { .. }) {
            break;
        }
        assert!(Instant::now() < gives_up, "{down}");
        std::thread::sleep(Duration::from_millis(50));
    }
    servers.start_mailboxes();
    assert_eq!(fetch_all(&mut source), before);
}

#[test]
fn a_server_that_dies_during_idle_ends_the_wait() {
    let mut servers = Servers::start_dovecot_only(&["gm"]);
    let mut source = open(plain(&servers));
    fetch_all(&mut source);
    let waiting = std::thread::spawn(move || {
        let start = Instant::now();
        let outcome = source.wait(Duration::from_secs(60));
        (outcome, start.elapsed(), source)
    });
    std::thread::sleep(Duration::from_millis(300));
    servers.stop_mailboxes();
    let (outcome, took, mut source) = waiting.join().unwrap();
    assert!(outcome.is_err());
    assert!(took < Duration::from_secs(20), "{took:?}");
    servers.start_mailboxes();
    assert_eq!(fetch_all(&mut source), []);
}

#[test]
fn a_rebuilt_mailbox_has_other_keys_for_the_same_letters() {
    let mut servers = Servers::start_dovecot_only(&["gm"]);
    servers.deliver("gm", &letter("one"));
    let mut source = open(plain(&servers));
    let before = fetch_all(&mut source).remove(0);
    servers.stop_mailboxes();
    servers.forget_uids("gm");
    std::thread::sleep(Duration::from_millis(1100)); // UIDVALIDITY is a time in seconds
    servers.start_mailboxes();
    source.fetch(&|_| false, 1).unwrap_err();
    let after = source.fetch(&|key| *key == before.key, 10).unwrap();
    assert_eq!(after.len(), 1);
    assert_eq!(after[0].raw, before.raw);
    assert_eq!(after[0].key.uid, before.key.uid);
    assert_ne!(after[0].key.validity, before.key.validity);
}

#[test]
fn tls_works_with_the_servers_own_certificate_on_file() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    servers.deliver("gm", &letter("one"));
    let mut source = open(protected(&servers, Some(servers.ca_file.clone())));
    assert_eq!(subjects(&fetch_all(&mut source)), ["one"]);
    source.wait(Duration::from_millis(300)).unwrap();
    servers.deliver("gm", &letter("two"));
    assert_eq!(fetch_all(&mut source).len(), 2);
}

#[test]
fn an_unknown_certificate_is_refused() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    for ca_file in [None, Some(servers.foreign_certificate())] {
        let refused = open(protected(&servers, ca_file)).fetch(&|_| false, 1).unwrap_err();
        assert!(matches!(refused, PostError::Tls { .. }), "{refused}");
        assert!(!refused.is_temporary());
    }
    assert!(!servers.logs().contains("Login: user"));
}

#[test]
fn a_certificate_that_is_over_or_for_another_host_is_refused_though_we_know_who_signed_it() {
    let mut servers = Servers::start_dovecot_only(&["gm"]);
    servers.deliver("gm", &letter("one"));
    for (host, is_expired, why) in [("localhost", true, "expired"), ("mail.example.org", false, "not valid for name")] {
        servers.certify_dovecot(host, is_expired);
        let mut source = open(protected(&servers, Some(servers.ca_file.clone())));
        let refused = source.fetch(&|_| false, 1).unwrap_err();
        assert!(matches!(refused, PostError::Tls { .. }) && refused.to_string().contains(why), "{refused}");
        assert!(!refused.is_temporary());
    }
    servers.certify_dovecot("localhost", false);
    assert_eq!(subjects(&fetch_all(&mut open(protected(&servers, Some(servers.ca_file.clone()))))), ["one"]);
}

#[test]
fn a_wrong_password_is_said_so_and_not_shown() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    for wrong in ["hunter2", "hünter2"] {
        let settings = ImapSettings { login: Login::by_password(wrong), ..plain(&servers) };
        let refused = open(settings).fetch(&|_| false, 1).unwrap_err();
        assert!(matches!(refused, PostError::Login { .. }), "{refused}");
        assert!(!refused.to_string().contains("nter2"));
    }
}

#[test]
fn a_password_beyond_ascii_logs_in() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    let users = servers.mailbox_dir("gm").parent().unwrap().with_file_name("users");
    std::fs::write(users, "gm:{PLAIN}schlüssel::::::\n").unwrap();
    let settings = ImapSettings { login: Login::by_password("schlüssel"), ..plain(&servers) };
    assert_eq!(fetch_all(&mut open(settings)), []);
}

#[test]
fn plain_text_leaves_this_machine_never() {
    let settings = ImapSettings {
        login: Login::by_password(PASSWORD),
        tls: ImapTls::None,
        ..ImapSettings::new("192.0.2.1", "gm")
    };
    let refused = open(settings).fetch(&|_| false, 1).unwrap_err();
    assert!(refused.to_string().contains("set tls = \"implicit\""), "{refused}");
}

/// Folders below `INBOX.`, as Cyrus and Courier have them.
const PREFIXED: &str = "namespace inbox {\n  separator = .\n  prefix = INBOX.\n}\n";

#[test]
fn starttls_works_and_a_certificate_nobody_knows_is_refused_before_the_password() {
    let servers = Servers::start_dovecot_only(&["gm"]);
    servers.deliver("gm", &letter("one"));
    let starttls = |ca_file| ImapSettings {
        port: Some(servers.imap_port),
        tls: ImapTls::Starttls,
        ..protected(&servers, ca_file)
    };
    let refused = open(starttls(None)).fetch(&|_| false, 1).unwrap_err();
    assert!(matches!(refused, PostError::Tls { .. }), "{refused}");
    assert!(!servers.logs().contains("Login: user"));
    let mut source = open(starttls(Some(servers.ca_file.clone())));
    assert_eq!(subjects(&fetch_all(&mut source)), ["one"]);
    assert!(servers.logs().contains("TLS"), "{}", servers.logs());
}

#[test]
fn processed_letters_go_below_the_servers_prefix_and_the_folder_is_subscribed() {
    let servers = Servers::start_dovecot_with(&["gm"], PREFIXED);
    servers.deliver("gm", &letter("one"));
    let mut source = open(plain(&servers));
    let told = source.server_time().unwrap();
    assert!(told.is_some());
    let key = fetch_all(&mut source).remove(0).key;
    source.file_away(&[key]).unwrap();
    assert_eq!(fetch_all(&mut source), []);
    assert_eq!(servers.read_folder("gm", "Processed").len(), 1);
    let subscribed = std::fs::read_to_string(servers.mailbox_dir("gm").join("subscriptions")).unwrap();
    assert!(subscribed.lines().any(|line| line == "Processed"), "{subscribed}");
    // After a restore the folder is opened by the same name of the settings.
    let mut processed = open(ImapSettings { mailbox: "Processed".to_owned(), ..plain(&servers) });
    assert_eq!(subjects(&fetch_all(&mut processed)), ["one"]);
}

#[test]
fn without_move_and_uidplus_a_letter_is_marked_and_stays_once() {
    let capabilities = "protocol imap {\n  imap_capability = IMAP4rev1 IDLE NAMESPACE AUTH=PLAIN\n}\n";
    let servers = Servers::start_dovecot_with(&["gm"], capabilities);
    servers.deliver("gm", &letter("one"));
    let mut source = open(plain(&servers));
    let key = fetch_all(&mut source).remove(0).key;
    source.file_away(std::slice::from_ref(&key)).unwrap();
    source.file_away(&[key]).unwrap();
    assert_eq!(fetch_all(&mut source).len(), 1);
    assert!(!servers.mailbox_dir("gm").join(".Processed").exists());
}

#[test]
fn a_full_quota_is_said_in_the_servers_words_and_letters_are_read_on() {
    let quota = "protocol imap {\n  mail_plugins = quota imap_quota\n  \
                 imap_capability = IMAP4rev1 IDLE UIDPLUS AUTH=PLAIN\n}\nplugin {\n  quota = count:User quota\n  \
                 quota_vsizes = yes\n  quota_rule = *:bytes=1\n}\n";
    let servers = Servers::start_dovecot_with(&["gm"], quota);
    servers.deliver("gm", &letter("one"));
    let mut source = open(plain(&servers));
    let key = fetch_all(&mut source).remove(0).key;
    let full = source.file_away(&[key]).unwrap_err();
    assert!(full.is_temporary() && full.to_string().contains("[OVERQUOTA]"), "{full}");
    servers.deliver("gm", &letter("two"));
    assert_eq!(fetch_all(&mut source).len(), 2);
}

#[test]
fn one_connection_too_many_is_no_wrong_password() {
    let servers = Servers::start_dovecot_with(&["gm"], "mail_max_userip_connections = 1\n");
    servers.deliver("gm", &letter("one"));
    let mut first = open(plain(&servers));
    assert_eq!(fetch_all(&mut first).len(), 1);
    let refused = open(plain(&servers)).fetch(&|_| false, 1).unwrap_err();
    assert!(refused.is_temporary(), "{refused}");
    assert!(refused.to_string().to_lowercase().contains("maximum number of connections"), "{refused}");
    drop(first);
    let end = Instant::now() + Duration::from_secs(10);
    while open(plain(&servers)).fetch(&|_| false, 1).is_err() {
        assert!(Instant::now() < end, "the place did not become free");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn where_a_server_takes_no_password_in_plain_it_is_proved_and_not_sent() {
    for mechanism in ["scram-sha-256", "scram-sha-1"] {
        let more = format!("auth_mechanisms = {mechanism}\nauth_debug = yes\n");
        let servers = Servers::start_dovecot_with(&["gm"], &more);
        servers.deliver("gm", &letter("one"));
        let letters = open(plain(&servers)).fetch(&|_| false, 9);
        let letters = letters.unwrap_or_else(|why| panic!("{mechanism}: {why}\n{}", servers.logs()));
        assert_eq!(subjects(&letters), ["one"]);
        assert!(servers.logs().to_lowercase().contains(&format!("method={mechanism}")), "{}", servers.logs());
        let wrong = Login::by_password("wrong");
        let refused = open(ImapSettings { login: wrong, ..plain(&servers) }).fetch(&|_| false, 9).unwrap_err();
        assert!(matches!(refused, PostError::Login { .. }), "{refused}");
    }
}

#[test]
fn tokens_log_in_in_both_ways_and_one_that_is_over_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let servers = dovecot_with_tokens(folder.path());
    servers.deliver("gm", &letter("one"));
    let by = |auth, token: &str| ImapSettings {
        login: Login { auth, token_command: Some(format!("echo {token}")), ..Login::default() },
        ..plain(&servers)
    };
    for auth in [Auth::Xoauth2, Auth::Oauthbearer] {
        let letters = open(by(auth, &token("gm", 4_000_000_000))).fetch(&|_| false, 9);
        let letters = letters.unwrap_or_else(|why| panic!("{auth:?}: {why}\n{}", servers.logs()));
        assert_eq!(subjects(&letters), ["one"]);
        for wrong in [token("gm", 1_700_000_100), token("lee", 4_000_000_000), "x.y.z".to_owned()] {
            let refused = open(by(auth, &wrong)).fetch(&|_| false, 1).unwrap_err();
            assert!(matches!(refused, PostError::Login { .. }), "{auth:?}: {refused}");
            assert!(!refused.to_string().contains(&wrong), "{refused}");
        }
    }
}
