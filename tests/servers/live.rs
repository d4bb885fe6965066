//! A campaign by real mail: the judge reads his mailbox at a real Dovecot over IMAP with IDLE, and everybody's letters go
//! through a real Postfix, which delivers them to Dovecot by LMTP. A phase of one goes by Cyrus and Exim,
//! and by Courier and OpenSMTPD.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::support::live::{
    Daemon, GM, Home, JUDGE, Received, SEATS, Written, await_some, binary, daily, player, word_to_confirm, words,
};
use crate::support::servers::{Dialogue, PASSWORD, Servers};
use adjutant::cli::export::printed_id;
use adjutant::post::{Fetched, ImapSettings, ImapSource, ImapTls, Login, MailSource};
use chrono::DateTime;
use serde_json::Value;

/// No step of the game takes longer on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(90);

/// The servers, the judge, and everybody's mailbox.
struct Club {
    servers: Servers,
    home: Home,
    mailboxes: BTreeMap<String, RefCell<ImapSource>>,
    written: u32,
}

fn everybody() -> Vec<String> {
    SEATS.iter().map(|seat| player(seat)).chain([GM.to_owned()]).collect()
}

fn clock() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64
}

/// Everybody who has a mailbox.
fn users() -> Vec<&'static str> {
    ["judge", "gm"].into_iter().chain(SEATS).collect()
}

impl Club {
    fn found(folder: &std::path::Path, servers: Servers) -> Club {
        let home = Home::init(folder, &post(&servers), &daily("1h", "\"1m\"")).with_pictures();
        let password = home.folder.join("imap.password");
        std::fs::write(&password, format!("{PASSWORD}\n")).unwrap();
        let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(&password, private).unwrap();
        let mailboxes = everybody().into_iter().map(|address| {
            let source = ImapSource::new(settings(&servers, address.split('@').next().unwrap())).unwrap();
            (address, RefCell::new(source))
        });
        Club { home, mailboxes: mailboxes.collect(), written: 0, servers }
    }

    /// Sends a letter by Postfix; its id.
    fn send(&mut self, letter: &Written) -> String {
        self.written += 1;
        let id = format!("letter-{}", self.written);
        let mut smtp = Dialogue::open(self.servers.smtp_port);
        smtp.expect("220");
        smtp.say("EHLO player.test");
        smtp.expect("250");
        smtp.say(&format!("MAIL FROM:<{}>", letter.from));
        smtp.expect("250");
        smtp.say(&format!("RCPT TO:<{JUDGE}>"));
        smtp.expect("250");
        smtp.say("DATA");
        smtp.expect("354");
        for line in String::from_utf8(letter.bytes(&id)).unwrap().lines() {
            let dot = if line.starts_with('.') { "." } else { "" };
            smtp.say(&format!("{dot}{line}"));
        }
        smtp.say(".");
        smtp.expect("250");
        smtp.say("QUIT");
        format!("<{id}@war.test>")
    }

    /// Answers the newest letter about something, and gives the id of the answer.
    fn answer(&mut self, from: &str, about: &str, text: &str) -> String {
        let newest = || self.letters(from).into_iter().rev().find(|letter| letter.subject.contains(about));
        let answered = await_some(about, PATIENCE, newest, || format!("{from} has no such letter"));
        self.send(&Written {
            from: from.to_owned(),
            subject: format!("Re: {}", answered.subject),
            text: if about == "welcome" { answered.below_its_code(text) } else { text.to_owned() },
            in_reply_to: Some(answered.message_id),
            header: None,
        })
    }

    /// Everything in a person's mailbox, oldest first, read over IMAP; nothing while the server is away.
    fn letters(&self, address: &str) -> Vec<Received> {
        let mut source = self.mailboxes[address].borrow_mut();
        let fetched = source.fetch(&|_| false, 1000);
        let mut letters: Vec<Fetched> = fetched.unwrap_or_default();
        letters.sort_by_key(|letter| letter.key.uid.parse::<u32>().unwrap());
        letters.iter().map(|letter| Received::read(&letter.raw)).collect()
    }

    /// Waits for a letter in a person's mailbox.
    fn await_letter(&self, daemon: &Daemon, address: &str, what: &str, is_it: impl Fn(&Received) -> bool) -> Received {
        let look = || self.letters(address).into_iter().find(&is_it);
        let subjects = || self.letters(address).into_iter().map(|letter| letter.subject).collect::<Vec<_>>().join("\n");
        let explain = || format!("{address} has:\n{}\n{}\n{}", subjects(), daemon.log(), self.servers.logs());
        await_some(&format!("{what} for {address}"), PATIENCE, look, explain)
    }

    fn await_subject(&self, daemon: &Daemon, address: &str, subject: &str) -> Received {
        self.await_letter(daemon, address, subject, |letter| letter.subject.contains(subject))
    }

    /// The receipt of a letter, in its thread.
    fn await_receipt(&self, daemon: &Daemon, address: &str, of: &str) -> Received {
        self.await_letter(daemon, address, "a receipt", |letter| letter.in_reply_to.iter().any(|id| id == of))
    }

    /// A report in each of the seven mailboxes.
    fn await_reports(&self, daemon: &Daemon, subject: &str) {
        for seat in SEATS {
            let report = self.await_subject(daemon, &player(seat), subject);
            assert!(report.text.contains("Game war:"), "{}", report.text);
        }
    }
}

fn post(servers: &Servers) -> String {
    let (ca, smtp) = (servers.ca_file.display(), servers.smtp_port);
    let ((port, tls), way_out, poll) = (servers.way_in(), servers.way_out(), servers.poll_seconds());
    format!(
        "[mail.in]\nkind = \"imap\"\nhost = \"localhost\"\nport = {port}\ntls = \"{tls}\"\nuser = \"judge\"\npassword_file = \
         \"imap.password\"\nca_file = \"{ca}\"\npoll_seconds = {poll}\n\n[mail.out]\nkind = \"smtp\"\nhost = \
         \"localhost\"\nport = {smtp}\ntls = \"{way_out}\"\nca_file = \"{ca}\"\nhello = \"judge.war.test\"\n"
    )
}

fn settings(servers: &Servers, user: &str) -> ImapSettings {
    let (port, tls) = servers.way_in();
    let tls = match tls {
        "starttls" => ImapTls::Starttls,
        "none" => ImapTls::None,
        _ => ImapTls::Implicit,
    };
    ImapSettings {
        port: Some(port),
        tls,
        login: Login::by_password(PASSWORD),
        ca_file: Some(servers.ca_file.clone()),
        processed: String::new(),
        ..ImapSettings::new("localhost", user)
    }
}

/// The next full minute that leaves time for a reminder, which is due a minute before it, after the phase opened and after
/// everybody was told the deadline.
fn deadline_after(opened: i64) -> i64 {
    let earliest = (opened + 62).max(clock() + 75);
    (earliest + 59) / 60 * 60
}

/// An order that stands whatever the dice gave: each theatre gets the least it may, as the opening report has it.
fn least_share(letters: &[Received]) -> String {
    let report = letters.iter().find(|letter| letter.subject.contains("opening:")).expect("an opening report");
    let share = |theatre: &str| {
        let row = report.text.lines().find(|line| line.trim_start().starts_with(theatre)).expect("the theatre's row");
        format!("{theatre} {}", row.split_whitespace().nth(1).expect("the least share"))
    };
    format!("distribute CP {}", ["East", "West", "Trans-Mississippi"].map(share).join(", "))
}

/// The game is made, and its opening reports arrive.
fn make_game(club: &mut Club, daemon: &Daemon) {
    club.await_subject(daemon, GM, "welcome");
    let seats: String = SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}\n", player(seat))).collect();
    let made = club.answer(GM, "welcome", &format!("CREATE war FROM civil-war/1861\n{seats}START"));
    club.await_receipt(daemon, GM, &made);
    club.await_reports(daemon, "opening");
}

/// The GM has a phase played now.
fn process(club: &mut Club, daemon: &Daemon, about: &str, phase: u32) {
    let forced = club.answer(GM, about, &format!("PROCESS phase={phase}"));
    let asked = club.await_receipt(daemon, GM, &forced);
    let confirmed = club.answer(GM, "process", &word_to_confirm(&asked.text));
    club.await_receipt(daemon, GM, &confirmed);
}

#[test]
fn a_phase_goes_by_cyrus_and_exim() {
    play_a_phase(Servers::start_cyrus_and_exim(&users()));
}

#[test]
fn a_phase_goes_by_courier_and_opensmtpd() {
    play_a_phase(Servers::start_courier_and_opensmtpd(&users()));
}

/// Orders, a receipt, and a report for each, by servers that keep folders below `INBOX.`.
fn play_a_phase(servers: Servers) {
    let folder = tempfile::tempdir().unwrap();
    let mut club = Club::found(&folder.path().join("judge"), servers);
    let mut daemon = club.home.start("judge.log");
    make_game(&mut club, &daemon);
    let orders = club.answer(&player("usa-sc"), "opening", &least_share(&club.letters(&player("usa-sc"))));
    let receipt = club.await_receipt(&daemon, &player("usa-sc"), &orders);
    assert!(receipt.text.contains("1 order on file"), "{}", receipt.text);
    process(&mut club, &daemon, "opening", 1);
    club.await_reports(&daemon, "T1 strategic played");
    let filed = ImapSettings { mailbox: "INBOX.Processed".to_owned(), ..settings(&club.servers, "judge") };
    let mut filed = ImapSource::new(filed).unwrap();
    let count = club.written as usize;
    let are_filed = || filed.fetch(&|_| false, 1000).is_ok_and(|letters| letters.len() == count).then_some(());
    await_some("all letters are filed away", PATIENCE, are_filed, || daemon.log());
    let (_, code) = daemon.terminate();
    assert_eq!(code, Some(0), "{}", daemon.log());
    assert!(!daemon.log().contains("ERROR") && !daemon.log().contains("panicked"), "{}", daemon.log());
}

#[test]
fn a_campaign_goes_by_real_mail() {
    let folder = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    let mut club = Club::found(&folder.path().join("judge"), Servers::start(&users()));
    let mut daemon = club.home.start("first.log");
    let told = |what: &str| println!("{:>6.1} s  {what}", begun.elapsed().as_secs_f64());
    told(&format!("servers and judge are up ({})", binary().display()));

    make_game(&mut club, &daemon);
    let opened = clock();
    told("seven opening reports have arrived");

    // Orders, and a receipt that comes by IDLE.
    let sent = Instant::now();
    let orders = club.answer(&player("usa-sc"), "opening", &least_share(&club.letters(&player("usa-sc"))));
    let receipt = club.await_receipt(&daemon, &player("usa-sc"), &orders);
    assert!(receipt.text.contains("1 order on file"), "{}", receipt.text);
    told(&format!("a receipt came {:.1} s after its letter was sent", sent.elapsed().as_secs_f64()));

    // The server of the mailboxes goes down hard and comes back.
    club.servers.stop_mailboxes();
    let noticed = || daemon.log().contains("the mailbox cannot be read").then_some(());
    await_some("the judge notices", PATIENCE, noticed, || daemon.log());
    club.servers.start_mailboxes();
    told("Dovecot was killed and is back");

    // A deadline, a reminder to the one who owes orders, his orders, and the end of the phase when the time comes.
    let deadline = deadline_after(opened);
    let time = DateTime::from_timestamp(deadline, 0).unwrap().format("%Y-%m-%d %H:%M");
    let moved = club.answer(GM, "opening", &format!("DEADLINE {time}"));
    let asked = club.await_receipt(&daemon, GM, &moved);
    let confirmed = club.answer(GM, &asked.subject, &word_to_confirm(&asked.text));
    let receipt = club.await_receipt(&daemon, GM, &confirmed);
    assert!(receipt.text.contains("Orders are now due"), "{}", receipt.text);
    told(&format!("the deadline is set, {} s ahead", deadline - clock()));
    let reminder =
        club.await_letter(&daemon, &player("csa-sc"), "a reminder", |letter| letter.subject.contains("reminder"));
    told("the reminder has arrived");
    let orders = club.answer(&player("csa-sc"), "reminder", &least_share(&club.letters(&player("csa-sc"))));
    let receipt = club.await_receipt(&daemon, &player("csa-sc"), &orders);
    assert!(receipt.text.contains("1 order on file"), "{}", receipt.text);
    let left = u64::try_from(deadline - clock()).unwrap_or_default();
    std::thread::sleep(Duration::from_secs(left));
    club.await_reports(&daemon, "T1 strategic played");
    let late = clock() - deadline;
    told(&format!("seven reports have arrived, {late} s after the deadline"));
    assert!(late < 30, "the reports came {late} s after the deadline");
    assert!(reminder.text.contains("due in"), "{}", reminder.text);

    // Orders to the five theatres; the judge is killed among them and started again.
    let orders = [
        ("usa-east", "PP 1-3: build IN in Washington"),
        ("usa-west", "PP 1-3: move Grant to Paducah"),
        ("usa-trans", "PP 1-3: entrench at Rolla"),
        ("csa-east", "PP 1-3: entrench at Manassas"),
        ("csa-west", "PP 1-3: build IN in Nashville"),
    ];
    let sent = orders.map(|(seat, text)| (player(seat), club.answer(&player(seat), "T1 strategic played", text)));
    daemon.child.kill().unwrap();
    daemon.child.wait().unwrap();
    let first_log = daemon.log();
    let mut daemon = club.home.start("second.log");
    for (address, id) in &sent {
        let receipt = club.await_receipt(&daemon, address, id);
        assert!(receipt.text.contains("1 order on file"), "{}", receipt.text);
    }
    told("the judge was killed and is back; five receipts have arrived");
    process(&mut club, &daemon, "T1 strategic played", 2);
    club.await_reports(&daemon, "T1 TST1 played");
    told("seven reports of the second phase have arrived");

    // Order in the judge's mailbox, and an orderly end.
    let count = club.written as usize;
    let filed = || (club.servers.read_folder("judge", "Processed").len() == count).then_some(());
    let inbox = || format!("{} left\n{}", club.servers.read_mailbox("judge").len(), daemon.log());
    await_some("all letters are filed away", PATIENCE, filed, inbox);
    assert!(club.servers.read_mailbox("judge").is_empty());
    let (took, code) = daemon.terminate();
    assert_eq!(code, Some(0), "{}", daemon.log());
    assert!(took < Duration::from_secs(10), "{took:?}");
    told(&format!("SIGTERM ended the judge after {:.2} s", took.as_secs_f64()));
    for log in [first_log, daemon.log()] {
        assert!(!log.contains("ERROR") && !log.contains("panicked"), "{log}");
    }
    let replayed = club.home.output(&["replay", "war"]);
    assert!(replayed.status.success(), "{}", words(&replayed));
    let counted = everything_arrived_once(&club, &club.home.export("war"));
    told(&format!("{counted} letters of the judge, each in one mailbox, to one recipient, in its phase's thread"));
}

/// Every letter of the outbox lies in its recipient's mailbox, and in no other; the threads hold.
fn everything_arrived_once(club: &Club, export: &Value) -> usize {
    let mut missing: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in export["outbox"].as_array().unwrap() {
        assert_eq!(row["state"], "sent", "{row}");
        let text = |field: &str| row[field].as_str().unwrap().to_owned();
        missing.entry(text("recipient")).or_default().insert(text("message_id"));
    }
    let mut counted = 0;
    for address in everybody() {
        let letters = club.letters(&address);
        let ids = missing.remove(&address).unwrap();
        let mut seen: BTreeMap<&str, &Received> = BTreeMap::new();
        for letter in letters.iter().filter(|letter| !letter.subject.ends_with("welcome to your judge")) {
            assert_eq!(letter.recipients, [address.as_str()], "{}", letter.subject);
            assert!(letter.auto_submitted.is_some(), "{}", letter.subject);
            assert!(
                ids.contains(&printed_id(&letter.message_id)),
                "{address} has a letter that is not in the outbox: {}",
                letter.subject
            );
            // A letter that was being sent when the judge was killed may come twice; then it is the same letter.
            if let Some(first) = seen.insert(&letter.message_id, letter) {
                assert_eq!((&first.subject, &first.text), (&letter.subject, &letter.text));
            }
            counted += 1;
        }
        assert_eq!(seen.len(), ids.len(), "{address} got only {:?}", seen.keys());
        if address != GM {
            threads_hold(&address, &letters);
        }
    }
    assert!(missing.is_empty(), "letters to nobody: {missing:?}");
    counted
}

/// Each report begins a thread, and what follows in its phase belongs to it.
fn threads_hold(address: &str, letters: &[Received]) {
    let is_report = |letter: &Received| letter.subject.contains("opening:") || letter.subject.contains("played:");
    let mut root = None;
    let mut reports = 0;
    for letter in letters.iter().filter(|letter| !letter.subject.contains("welcome")) {
        if is_report(letter) {
            reports += 1;
            root = Some(letter.message_id.clone());
            continue;
        }
        let root = root.clone().unwrap_or_else(|| panic!("{address}: {} before the first report", letter.subject));
        assert!(letter.references.contains(&root), "{address}: {} is outside its thread", letter.subject);
    }
    assert_eq!(reports, 3, "{address}");
}
