//! Delivery reports: how the letter fared, whom it was for, and which letter of ours it was. With a folder of real ones
//! (`ADJUTANT_CORPORA=dir`, see `mail_corpora.rs`) an id of ours is planted into each and must be found again; without it
//! the reports written here are read, and the output says that nothing else was.

use std::path::{Path, PathBuf};

use adjutant::mail::letter::STACK;
use adjutant::mail::{Address, DeliveryReport, Fate, House, Letter, Limits, parse};

const OURS: &str = "<abcdefghijklmnopqrstuvwxyz234567@judge.example.org>";

fn read(raw: &[u8]) -> Letter {
    let raw = raw.to_vec();
    let house = || House::new(Address::parse("judge@judge.example.org").expect("an address"), "judge.example.org");
    let reader = move || parse(&raw, &Limits::default(), &house()).expect("within the limits");
    std::thread::Builder::new().stack_size(STACK).spawn(reader).expect("a thread").join().expect("no panic")
}

fn report(text: &str) -> Option<DeliveryReport> {
    read(text.replace('\n', "\r\n").as_bytes()).delivery
}

fn postfix(action: &str, status: &str, returned: &str) -> String {
    format!(
        "Return-Path: <>\nFrom: MAILER-DAEMON@post.example\nTo: judge@judge.example.org\nSubject: Mail Notice\n\
         MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\
         Content-Type: text/plain\n\nThis is the mail system.\n\n--b\nContent-Type: message/delivery-status\n\n\
         Reporting-MTA: dns; post.example\n\nFinal-Recipient: rfc822; ann@players.example\nAction: {action}\n\
         Status: {status}\nDiagnostic-Code: smtp; 550 5.7.1 no\n\n--b\nContent-Type: {returned}\n\nFrom: judge@judge.example.org\n\
         Message-ID: {OURS}\nReferences: <2222222222bcdefghijklmnopqrstuvw@judge.example.org>\nSubject: [cw1] report\n\n\
         --b--\n"
    )
}

#[test]
fn a_standard_report_is_read_by_its_parts() {
    let failed = report(&postfix("failed", "5.1.1", "message/rfc822")).expect("a report");
    assert_eq!((failed.fate, failed.status.as_deref()), (Fate::Failed, Some("5.1.1")));
    assert_eq!(failed.recipients, [Address::parse("ann@players.example").unwrap()]);
    assert_eq!(failed.about, [OURS], "the letter it returns, not those that one refers to");
}

#[test]
fn a_report_about_a_part_of_a_letter_is_about_the_letter() {
    let part = postfix("failed", "5.1.1", "message/rfc822").replace(OURS, &OURS.replace('<', "<12."));
    assert_eq!(report(&part).expect("a report").about, [OURS]);
}

#[test]
fn a_returned_header_alone_is_enough() {
    let failed = report(&postfix("failed", "5.2.2 (mailbox full)", "text/rfc822-headers")).expect("a report");
    assert_eq!((failed.status.as_deref(), &failed.about[..]), (Some("5.2.2"), &[OURS.to_owned()][..]));
}

#[test]
fn actions_tell_delays_and_successes_from_failures() {
    let fate = |action: &str, status: &str| report(&postfix(action, status, "message/rfc822")).map(|read| read.fate);
    assert_eq!(fate("delayed", "4.4.1"), Some(Fate::Delayed));
    assert_eq!(fate("delivered", "2.0.0"), Some(Fate::Arrived));
    assert_eq!(fate("relayed (to a server that reports nothing)", "2.0.0"), Some(Fate::Arrived));
    assert_eq!(fate("failed", "4.4.7"), Some(Fate::Failed), "given up after days of trying");
}

#[test]
fn a_report_in_plain_words_is_read_by_its_words() {
    let text = |words: &str| {
        format!(
            "From: MAILER-DAEMON@mail.example\nTo: judge@judge.example.org\nSubject: failure notice\n\n{words}\n\
             <ann@players.example>:\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <judge@judge.example.org>\n\
             Message-ID:\n {OURS}\nSubject: [cw1] report\n\nYour letter could not be delivered, said Lee.\n"
        )
    };
    let failed = report(&text("Hi. I wasn't able to deliver your message:\nSorry, no mailbox here (#5.1.1)")).unwrap();
    assert_eq!((failed.fate, failed.status.as_deref()), (Fate::Failed, Some("5.1.1")));
    assert_eq!(failed.about, [OURS]);
    assert_eq!(failed.recipients, [Address::parse("ann@players.example").unwrap()]);
    let delayed = report(&text("Your message has been delayed. You do not need to resend it: 450 busy")).unwrap();
    assert_eq!((delayed.fate, delayed.status.as_deref()), (Fate::Delayed, Some("450")));
}

#[test]
fn a_report_without_any_mark_is_known_by_the_letter_it_returns() {
    let read = read(
        format!(
            "From: Post <post@office.example>\r\nTo: judge@judge.example.org\r\nSubject: your mail\r\n\r\nIt was not \
             delivered: user unknown.\r\n\r\n> Message-ID: {OURS}\r\n> Subject: [cw1] report\r\n"
        )
        .as_bytes(),
    );
    assert_eq!(read.automatic(), None);
    assert_eq!(read.delivery.map(|read| (read.fate, read.about)), Some((Fate::Failed, vec![OURS.to_owned()])));
}

#[test]
fn letters_of_people_and_answering_machines_are_no_reports() {
    let person = "From: ann@players.example\nTo: judge@judge.example.org\nSubject: Re: [cw1] report\nIn-Reply-To: ";
    assert_eq!(report(&format!("{person}{OURS}\n\nPP 1: the move failed, user unknown\n")), None);
    let away =
        "From: ann@players.example\nTo: judge@judge.example.org\nSubject: Out of office\nAuto-Submitted: auto-replied";
    assert_eq!(report(&format!("{away}\nIn-Reply-To: {OURS}\n\nI am away until Monday.\n")), None);
}

#[test]
fn ids_of_others_are_not_ours() {
    let foreign = postfix("failed", "5.1.1", "message/rfc822").replace(OURS, "<20261127.abc@judge.example.org>");
    let about = report(&foreign).expect("a report").about;
    assert!(!about.contains(&OURS.to_owned()), "{about:?}");
}

/// The real delivery reports of the corpora, when there are any.
fn corpus() -> Vec<PathBuf> {
    let Some(dir) = std::env::var_os("ADJUTANT_CORPORA").map(PathBuf::from) else {
        println!("ADJUTANT_CORPORA is not set: no corpus was read");
        return Vec::new();
    };
    let labels = std::fs::read_to_string(dir.join("labels.tsv")).expect("labels.tsv");
    let rows = labels.lines().filter(|row| row.split('\t').nth(1) == Some("BOUNCE"));
    rows.filter_map(|row| Some(dir.join(row.split('\t').next()?))).collect()
}

/// The letter with the Message-IDs below its own header replaced by ours, and how many there were.
fn planted(raw: &[u8]) -> (Vec<u8>, usize) {
    let text: String = raw.iter().map(|&byte| char::from(byte)).collect();
    let body = text.find("\n\n").or_else(|| text.find("\n\r\n")).unwrap_or(text.len());
    let (head, rest) = text.split_at(body);
    let mut count = 0;
    let lines = rest.split_inclusive('\n').map(|line| {
        let lower = line.to_ascii_lowercase();
        let is_field = lower.trim_start_matches(['>', ' ', '\t', '|']).starts_with("message-id:");
        match (line.find('<'), line.rfind('>')) {
            (Some(start), Some(end)) if is_field && start < end => {
                count += 1;
                format!("{}{OURS}{}", &line[..start], &line[end + 1..])
            }
            _ => line.to_owned(),
        }
    });
    let rest: String = lines.collect();
    (format!("{head}{rest}").chars().map(|c| c as u8).collect(), count)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[test]
fn real_reports_are_matched_to_the_letter_they_return() {
    let (mut told, mut statuses, mut whom, mut plants, mut found) = (0, 0, 0, 0, 0);
    let (mut untold, mut missed) = (Vec::new(), Vec::new());
    let files = corpus();
    for path in &files {
        let raw = std::fs::read(path).expect("a readable letter");
        let (raw, count) = planted(&raw);
        let report = read(&raw).delivery;
        match &report {
            Some(report) => {
                told += 1;
                statuses += usize::from(report.status.is_some());
                whom += usize::from(!report.recipients.is_empty());
            }
            None => untold.push(name(path)),
        }
        if count > 0 {
            plants += 1;
            let is_found = report.is_some_and(|report| report.about.iter().any(|id| id == OURS));
            found += usize::from(is_found);
            if !is_found {
                missed.push(name(path));
            }
        }
    }
    println!("{} reports: {told} say how it fared, {statuses} with a status, {whom} for whom", files.len());
    println!("{plants} return a Message-ID: {found} matched\nnot told: {untold:?}\nnot matched: {missed:?}");
    assert!(told * 100 >= files.len() * 90, "{told} of {}", files.len());
    assert!(found * 100 >= plants * 95, "{found} of {plants}");
}
