//! Maildir in and out: what a mail client would do to the folders, and what must come of it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, UNIX_EPOCH};

use adjutant::post::{Fetched, LetterKey, MailSource, MaildirSettings, MaildirSink, MaildirSource, Sink, deliver};

fn settings(folder: &Path) -> MaildirSettings {
    MaildirSettings { inbox: folder.join("inbox"), outbox: folder.join("outbox"), limit_bytes: 1000 }
}

fn fetch_all(source: &mut MaildirSource) -> Vec<Fetched> {
    source.fetch(&|_| false, usize::MAX).unwrap()
}

fn texts(letters: &[Fetched]) -> Vec<String> {
    let text = |letter: &Fetched| String::from_utf8(letter.raw.clone()).unwrap();
    letters.iter().map(text).collect()
}

#[test]
fn letters_come_in_order_of_arrival_with_the_time_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    for (text, arrived) in [("third", 300), ("first", -5), ("second", 200)] {
        deliver(&settings.inbox, text.as_bytes(), Some(arrived)).unwrap();
    }
    let letters = fetch_all(&mut MaildirSource::open(&settings).unwrap());
    assert_eq!(texts(&letters), ["first", "second", "third"]);
    let times: Vec<i64> = letters.iter().map(|letter| letter.arrived).collect();
    assert_eq!(times, [-5, 200, 300]);
}

#[test]
fn letters_of_one_second_come_in_order_of_delivery() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    for n in 0..50 {
        deliver(&settings.inbox, format!("{n:02}").as_bytes(), Some(1_000)).unwrap();
    }
    let letters = texts(&fetch_all(&mut MaildirSource::open(&settings).unwrap()));
    assert!(letters.is_sorted(), "{letters:?}");
}

#[test]
fn known_letters_are_passed_over_and_a_backlog_comes_in_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    for n in 0..7 {
        deliver(&settings.inbox, format!("{n}").as_bytes(), Some(n)).unwrap();
    }
    let mut source = MaildirSource::open(&settings).unwrap();
    let ledger: RefCell<BTreeSet<LetterKey>> = RefCell::default();
    let mut sizes = Vec::new();
    let mut all = Vec::new();
    for _ in 0..4 {
        let letters = source.fetch(&|key| ledger.borrow().contains(key), 3).unwrap();
        sizes.push(letters.len());
        ledger.borrow_mut().extend(letters.iter().map(|letter| letter.key.clone()));
        all.extend(texts(&letters));
    }
    assert_eq!(sizes, [3, 3, 1, 0]);
    assert_eq!(all, ["0", "1", "2", "3", "4", "5", "6"]);
}

#[test]
fn a_client_that_renames_flags_makes_no_new_letter() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let file = deliver(&settings.inbox, b"orders", None).unwrap();
    let mut source = MaildirSource::open(&settings).unwrap();
    let before = fetch_all(&mut source);
    let name = file.file_name().unwrap().to_str().unwrap();
    let opened = settings.inbox.join("cur").join(format!("{name}:2,RS"));
    fs::rename(&file, &opened).unwrap();
    let after = fetch_all(&mut source);
    assert_eq!(before, after);
}

#[test]
fn no_more_than_the_limit_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    deliver(&settings.inbox, &[b'x'; 1001], Some(1)).unwrap();
    deliver(&settings.inbox, &[b'y'; 1000], Some(2)).unwrap();
    let letters = fetch_all(&mut MaildirSource::open(&settings).unwrap());
    let seen: Vec<_> = letters.iter().map(|l| (l.size, l.raw.len(), l.truncated)).collect();
    assert_eq!(seen, [(1001, 1000, true), (1000, 1000, false)]);
}

#[test]
fn half_written_letters_and_dot_files_are_no_letters() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let mut source = MaildirSource::open(&settings).unwrap();
    fs::write(settings.inbox.join("tmp/17.half"), "half").unwrap();
    fs::write(settings.inbox.join("new/.hidden"), "hidden").unwrap();
    fs::create_dir(settings.inbox.join("new/folder")).unwrap();
    assert_eq!(fetch_all(&mut source), []);
}

#[test]
fn decided_letters_go_to_processed_with_the_seen_flag() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    deliver(&settings.inbox, b"one", Some(1)).unwrap();
    deliver(&settings.inbox, b"two", Some(2)).unwrap();
    let mut source = MaildirSource::open(&settings).unwrap();
    let letters = fetch_all(&mut source);
    let keys: Vec<LetterKey> = letters.iter().map(|letter| letter.key.clone()).collect();
    source.file_away(&keys[..1]).unwrap();
    assert_eq!(texts(&fetch_all(&mut source)), ["two"]);

    let processed = settings.inbox.join(".Processed");
    assert!(processed.join("maildirfolder").exists());
    let moved = processed.join("cur").join(format!("{}:2,S", keys[0].uid));
    assert_eq!(fs::read(moved).unwrap(), b"one");

    source.file_away(&keys).unwrap(); // the first is gone: no error
    assert_eq!(fetch_all(&mut source), []);
}

#[test]
fn keys_of_another_mailbox_move_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    deliver(&settings.inbox, b"one", None).unwrap();
    let mut source = MaildirSource::open(&settings).unwrap();
    let mut key = fetch_all(&mut source).remove(0).key;
    key.mailbox = "maildir:/elsewhere".to_owned();
    source.file_away(&[key]).unwrap();
    assert_eq!(texts(&fetch_all(&mut source)), ["one"]);
}

#[test]
fn waiting_ends_with_a_letter_and_not_with_an_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    deliver(&settings.inbox, b"old", None).unwrap();
    let mut source = MaildirSource::open(&settings).unwrap();
    fetch_all(&mut source);

    let start = Instant::now();
    source.wait(Duration::from_millis(250)).unwrap();
    assert!(start.elapsed() >= Duration::from_millis(250));

    let inbox = settings.inbox.clone();
    let postman = std::thread::spawn(move || deliver(&inbox, b"new", None).unwrap());
    source.wait(Duration::from_secs(30)).unwrap();
    postman.join().unwrap();
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(fetch_all(&mut source).len(), 2);
}

#[test]
fn a_letter_in_a_folder_that_was_made_anew_is_not_slept_through() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let mut source = MaildirSource::open(&settings).unwrap();
    source.wait(Duration::from_millis(10)).unwrap();
    let new = settings.inbox.join("new");
    fs::remove_dir_all(&new).unwrap();
    fs::create_dir(&new).unwrap();
    let waiting = std::thread::spawn(move || source.wait(Duration::from_secs(600)));
    std::thread::sleep(Duration::from_millis(50));
    fs::write(new.join("1.M1P1.host"), b"hello").unwrap();
    waiting.join().unwrap().unwrap();
}

#[test]
fn a_letter_between_fetch_and_wait_is_not_slept_through() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let mut source = MaildirSource::open(&settings).unwrap();
    fetch_all(&mut source);
    deliver(&settings.inbox, b"just now", None).unwrap();
    let start = Instant::now();
    source.wait(Duration::from_secs(30)).unwrap();
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn every_recipient_gets_a_maildir_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let outbox = settings(folder.path()).outbox;
    let bytes = b"Subject: x\r\n\r\n.\r\n\xff\x00 bytes as they are\r\n";
    let mut sink = Sink::Maildir(MaildirSink::new(&outbox));
    sink.send("judge@war.test", "Grant@War.Test", bytes).await.unwrap();
    sink.send("judge@war.test", "lee@war.test", b"other").await.unwrap();

    let as_mailbox =
        MaildirSettings { inbox: outbox.join("grant@war.test"), outbox: outbox.clone(), limit_bytes: 1_000_000 };
    let letters = fetch_all(&mut MaildirSource::open(&as_mailbox).unwrap());
    assert_eq!(letters.len(), 1);
    assert_eq!(letters[0].raw, bytes);
    assert!(outbox.join("lee@war.test/new").is_dir());
}

#[tokio::test]
async fn an_address_cannot_lead_out_of_the_outbox() {
    let folder = tempfile::tempdir().unwrap();
    let outbox = settings(folder.path()).outbox;
    let mut sink = Sink::Maildir(MaildirSink::new(&outbox));
    for address in ["../../evil@x", "/etc/cron.d/x", "..", "a/../../b@c"] {
        sink.send("judge@war.test", address, b"x").await.unwrap();
    }
    assert_eq!(fs::read_dir(&outbox).unwrap().count(), 4);
    let beside: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(beside.len(), 1, "{beside:?}");
    let refused = sink.send("judge@war.test", &"x".repeat(300), b"x").await.unwrap_err();
    assert!(refused.permanent);
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_is_temporary() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("file");
    fs::write(&blocked, "in the way").unwrap();
    let mut sink = Sink::Maildir(MaildirSink::new(&blocked));
    let refused = sink.send("judge@war.test", "lee@war.test", b"x").await.unwrap_err();
    assert!(!refused.permanent);
    assert!(refused.reply.contains("lee@war.test"), "{}", refused.reply);
}

#[tokio::test]
async fn letters_are_delivered_together_and_each_has_an_answer_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let outbox = settings(folder.path()).outbox;
    fs::create_dir_all(&outbox).unwrap();
    fs::write(outbox.join("bragg@war.test"), "in the way").unwrap();
    let mut sink = Sink::Maildir(MaildirSink::new(&outbox));
    let nobody = "x".repeat(300);
    let letters: [(&str, &[u8]); 5] = [
        ("lee@war.test", b"first"),
        ("bragg@war.test", b"to a file"),
        ("grant@war.test", b"to another"),
        (&nobody, b"to nobody"),
        ("lee@war.test", b"second"),
    ];
    let answers = sink.send_together("judge@war.test", &letters).await;
    let fates: Vec<Option<bool>> =
        answers.iter().map(|answer| answer.as_ref().err().map(|refused| refused.permanent)).collect();
    assert_eq!(fates, [None, Some(false), None, Some(true), None]);
    let of_lee = MaildirSettings { inbox: outbox.join("lee@war.test"), outbox: outbox.clone(), limit_bytes: 1_000_000 };
    assert_eq!(texts(&fetch_all(&mut MaildirSource::open(&of_lee).unwrap())), ["first", "second"]);
    assert!(fs::read_dir(outbox.join("lee@war.test/tmp")).unwrap().next().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_vanishes_while_letters_are_written_loses_no_letter_but_those_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let outbox = settings(folder.path()).outbox;
    let (vanishing, is_over) = (outbox.join("lee@war.test"), Arc::new(AtomicBool::new(false)));
    let over = Arc::clone(&is_over);
    let remover = std::thread::spawn(move || {
        while !over.load(Ordering::SeqCst) {
            let _ = fs::remove_dir_all(&vanishing);
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    let mut sink = Sink::Maildir(MaildirSink::new(&outbox));
    let mut refusals = 0;
    for round in 0..40 {
        let words: Vec<String> = (0..4).map(|number| format!("{round}.{number}")).collect();
        let mut left: Vec<(&str, &[u8])> =
            words.iter().flat_map(|word| ["lee@war.test", "grant@war.test"].map(|to| (to, word.as_bytes()))).collect();
        while !left.is_empty() {
            let answers = sink.send_together("judge@war.test", &left).await;
            assert_eq!(answers.len(), left.len());
            for (answer, (to, _)) in answers.iter().zip(&left) {
                let Err(refused) = answer else { continue };
                assert!(!refused.permanent && *to == "lee@war.test", "{to}: {}", refused.reply);
                refusals += 1;
            }
            let again = left.iter().zip(&answers).filter(|(_, answer)| answer.is_err()).map(|(letter, _)| *letter);
            left = again.collect();
        }
    }
    is_over.store(true, Ordering::SeqCst);
    remover.join().unwrap();
    println!("a folder that vanishes: {refusals} letters were refused for now");
    let of_grant =
        MaildirSettings { inbox: outbox.join("grant@war.test"), outbox: outbox.clone(), limit_bytes: 1_000_000 };
    assert_eq!(fetch_all(&mut MaildirSource::open(&of_grant).unwrap()).len(), 160);
}

/// 200,000 at full length.
#[test]
fn a_mailbox_of_very_many_letters_comes_in_by_pieces_in_order() {
    let count = if std::env::var_os("ADJUTANT_LONG").is_some() { 200_000 } else { 5_000 };
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let mut source = MaildirSource::open(&settings).unwrap();
    for number in 0..count {
        let file = File::create(settings.inbox.join("new").join(format!("{number}.x"))).unwrap();
        // The later the name, the earlier it came.
        file.set_modified(UNIX_EPOCH + Duration::from_secs(1_000_000 - number)).unwrap();
    }
    let (began, ledger) = (Instant::now(), RefCell::new(BTreeSet::new()));
    let (mut arrivals, mut longest) = (Vec::new(), Duration::ZERO);
    loop {
        let asked = Instant::now();
        let letters = source.fetch(&|key| ledger.borrow().contains(key), 33).unwrap();
        longest = longest.max(asked.elapsed());
        if letters.is_empty() {
            break;
        }
        arrivals.extend(letters.iter().map(|letter| letter.arrived));
        ledger.borrow_mut().extend(letters.into_iter().map(|letter| letter.key));
    }
    println!("{count} letters: {:?}, the longest piece {longest:?}", began.elapsed());
    assert!(arrivals.len() as u64 == count && arrivals.is_sorted());
}
