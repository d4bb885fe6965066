//! A campaign over real servers, of two makes, behind a network that breaks in twenty ways. Each phase suffers one of them, on both
//! ways of its letters, and each kind is seen to happen; when the network has come to rest, every letter is answered, every
//! seat has its report on every phase, nothing was done twice, and what came twice is the same letter. `ADJUTANT_LONG=1`
//! plays 200 phases with each.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::chance::Chance;
use crate::support::proxy::Proxy;
use crate::support::servers::{Make, PASSWORD, Servers};
use crate::support::trouble::{TROUBLES, Trouble};
use adjutant::cli::stage::{Scene, Stage};
use adjutant::daemon::Mailbox;
use adjutant::game::GameId;
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::post::imap::Patience;
use adjutant::post::smtp::SmtpPatience;
use adjutant::post::{ImapSettings, ImapSource, ImapTls, Login, Sink, SmtpSettings, SmtpSink, SmtpTls};
use mail_parser::MessageParser;
use serde_json::Value;

const SEED: u64 = 1862;
const SEATS: [&str; 7] = ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"];
const GM: &str = "gm@war.test";
const JUDGE: &str = "judge@war.test";
const DAY: i64 = 86_400;
/// Phases of one game; then the next begins.
const PHASES_A_GAME: usize = 30;
/// Rounds after which a judge should long be through.
const MOST_ROUNDS: usize = 80;
/// Faults on the way in and on the way out lie within so many bytes of a connection, and, when a conversation ended before
/// that, within so many.
const REACHES: [(usize, usize); 4] = [(6_000, 3_000), (1_000, 500), (200, 100), (50, 50)];

/// Servers, the way to them, and the judge.
struct Club {
    servers: Servers,
    stage: Stage,
    inward: [Proxy; 2],
    outward: [Proxy; 2],
    game: String,
    written: usize,
    /// Ids of letters that are not known to be decided.
    pending: Vec<String>,
    /// Ids of all letters about the game that is played.
    of_game: Vec<String>,
    restarts: usize,
    /// How often the judge met letters again under other UIDs.
    renumbered: usize,
    rounds: usize,
    failed_rounds: usize,
}

fn timetable() -> Timetable {
    let rhythm = || Rhythm { cron: "0 20 * * *".into(), least_minutes: 60 };
    Timetable {
        zone: chrono_tz::UTC,
        rhythms: [("strategic".to_owned(), rhythm()), ("tactical".to_owned(), rhythm())].into(),
        grace_minutes: 1440,
        reminders_minutes: Vec::new(),
        pace: Pace::default(),
    }
}

fn address(seat: &str) -> String {
    format!("{seat}@war.test")
}

impl Club {
    fn open(root: &Path, make: Make) -> Club {
        let users: Vec<&str> = ["judge", "gm"].into_iter().chain(SEATS).collect();
        let servers = Servers::start_of(make, &users);
        let scene = Scene {
            judge: JUDGE,
            gm: ("Grace", GM),
            timetable: timetable(),
            shelf: adjutant::books::of_the_house(),
            // Two days and more go by in a phase, and Dovecot takes no letter that arrives in its future.
            begins: 1_583_150_400,
            templates: Vec::new(),
        };
        let stage = Stage::set_up(root, scene, [9; 32]).expect("set the stage");
        let inward = [servers.imap_port, servers.imaps_port].map(|port| Proxy::start(port, SEED));
        let outward = [servers.smtp_port, servers.smtps_port].map(|port| Proxy::start(port, SEED + 1));
        let (game, pending, of_game) = (String::new(), Vec::new(), Vec::new());
        let (written, restarts, renumbered, rounds, failed_rounds) = (0, 0, 0, 0, 0);
        let mut club = Club {
            servers,
            stage,
            inward,
            outward,
            game,
            written,
            pending,
            of_game,
            restarts,
            renumbered,
            rounds,
            failed_rounds,
        };
        club.connect(ImapTls::Implicit, SmtpTls::Implicit);
        club
    }

    fn connect(&mut self, tls_in: ImapTls, tls_out: SmtpTls) {
        let imap = ImapSettings {
            port: Some(self.inward[usize::from(tls_in == ImapTls::Implicit)].port),
            login: Login::by_password(PASSWORD),
            tls: tls_in,
            ca_file: Some(self.servers.ca_file.clone()),
            ..ImapSettings::new("localhost", "judge")
        };
        let smtp = SmtpSettings {
            port: self.outward[usize::from(tls_out == SmtpTls::Implicit)].port,
            tls: tls_out,
            ca_file: Some(self.servers.ca_file.clone()),
            hello: "judge.war.test".to_owned(),
            ..SmtpSettings::new("localhost")
        };
        let (stall, command) = (Duration::from_millis(400), Duration::from_millis(1500));
        let patience = Patience { connect: Duration::from_secs(2), stall, command };
        let source = ImapSource::with_patience(imap, patience).expect("settings that work");
        let patience =
            SmtpPatience { connect: Duration::from_secs(2), command: stall, body: Duration::from_millis(900) };
        let sink = SmtpSink::with_patience(smtp, patience).expect("settings that work");
        self.stage.connect(Mailbox::new(Box::new(source)), Sink::Smtp(Box::new(sink)));
    }

    /// Puts a letter into the judge's mailbox that arrived now by the clock of the game.
    fn mail(&mut self, from: &str, subject: &str, answers: &str, text: &str) {
        self.written += 1;
        let id = format!("<letter-{}@war.test>", self.written);
        self.pending.push(id.clone());
        self.of_game.push(id);
        let letter = format!(
            "From: {from}\r\nTo: {JUDGE}\r\nSubject: {subject}\r\nMessage-ID: <letter-{}@war.test>\r\nIn-Reply-To: \
             {answers}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
            self.written,
            text.replace('\n', "\r\n")
        );
        let date = chrono::DateTime::from_timestamp(self.stage.now, 0).expect("a time");
        self.servers.append("judge", &date.format("%d-%b-%Y %H:%M:%S +0000").to_string(), letter.as_bytes());
    }

    /// What a person has, newest last, by Message-ID.
    fn letters(&self, user: &str) -> Vec<(String, Vec<u8>)> {
        let letters = self.servers.read_mailbox(user);
        letters.into_iter().map(|raw| (id_of(&raw), raw)).collect()
    }

    /// The id of the newest letter with these words in its subject; the servers may still be passing it on.
    fn newest(&self, user: &str, words: &str) -> String {
        let about = |raw: &[u8]| {
            let message = MessageParser::default().parse_headers(raw).expect("a letter");
            message.subject().is_some_and(|subject| subject.contains(words))
        };
        for _ in 0..1000 {
            let letters = self.letters(user);
            if let Some((id, _)) = letters.iter().rev().find(|(_, raw)| about(raw)) {
                return id.clone();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("{user} has nothing about {words}");
    }

    /// Waits until the servers have passed on all that the judge sent to somebody; everything he has, by Message-ID.
    fn copies(&self, user: &str, ids: &[&str]) -> BTreeMap<String, Vec<Vec<u8>>> {
        for _ in 0..1000 {
            let mut copies: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
            for (id, raw) in self.letters(user) {
                copies.entry(id).or_default().push(own_part(&raw));
            }
            if ids.iter().all(|id| copies.contains_key(*id)) {
                return copies;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("{user} lacks letters that were sent");
    }

    /// Rounds of the judge, a minute apart, until one goes through with nothing left to do.
    async fn work(&mut self) {
        let mut failure = String::new();
        for _ in 0..MOST_ROUNDS {
            self.rounds += 1;
            self.stage.now += 61;
            let pass = self.stage.pass().await.inspect_err(|why| failure = why.to_string());
            let Ok(pass) = pass else {
                self.failed_rounds += 1;
                continue;
            };
            if pass.decided.is_empty() && self.waiting() == 0 && self.are_decided() {
                self.pending.clear();
                return;
            }
        }
        panic!(
            "the judge is not through after {MOST_ROUNDS} rounds: {:?} are open; the last that failed: {failure}\n{}",
            self.pending,
            self.servers.logs()
        );
    }

    /// Whether every letter that was put into the mailbox is decided.
    fn are_decided(&self) -> bool {
        if self.pending.is_empty() {
            return true;
        }
        let Some(export) = self.find_export() else { return false };
        let rows = export["letters"].as_array().unwrap().iter().filter(|row| !row["verdict"].is_null());
        let decided: Vec<&str> = rows.filter_map(|row| row["message_id"].as_str()).collect();
        self.pending.iter().all(|id| decided.contains(&id.as_str()))
    }

    /// Letters of the judge that have not left.
    fn waiting(&self) -> usize {
        self.stage.judge().store().due_letters(i64::MAX, 10_000).expect("the outbox").len()
    }

    fn export(&self) -> Value {
        self.find_export().expect("the game")
    }

    fn find_export(&self) -> Option<Value> {
        let game = GameId::parse(&self.game).expect("a name");
        self.stage.judge().store().export(&game).expect("an export")
    }

    fn phase(&self) -> i64 {
        let export = self.export();
        let open = |phase: &&Value| phase["state"] == "open";
        export["phases"]
            .as_array()
            .and_then(|all| all.iter().find(open))
            .map_or(0, |open| open["number"].as_i64().unwrap())
    }

    async fn new_game(&mut self, number: usize) {
        self.game = format!("war{number}");
        self.of_game.clear();
        self.stage.now += 60;
        let seats: Vec<String> =
            SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}", address(seat))).collect();
        let (root, code) = (self.newest("gm", "welcome"), self.stage.gm_code().to_owned());
        // The welcome is older than an id proves when the second game begins.
        self.mail(GM, "new game", &root, &format!("CODE {code}\nCREATE {} FROM civil-war/1861", self.game));
        self.work().await;
        let text = format!("CODE {code}\n{}\nSTART", seats.join("\n"));
        self.mail(GM, &format!("[{}] seats", self.game), &root, &text);
        self.work().await;
        assert_eq!(self.phase(), 1);
    }

    /// The game is played no further: the next one alone is looked at.
    async fn rest_game(&mut self) {
        let root = self.newest("gm", &format!("[{}]", self.game));
        let pause = format!("PAUSE phase={}", self.phase());
        self.mail(GM, &format!("Re: [{}] rest", self.game), &root, &pause);
        self.work().await;
        let export = self.export();
        let last = export["journal"].as_array().unwrap().last().expect("an act");
        assert!(last["act"].as_str().unwrap().ends_with(" stands still"), "{} goes on: {last}", self.game);
    }

    fn set_trouble(&mut self, trouble: Trouble, (reach_in, reach_out): (usize, usize), chance: &mut Chance) {
        let connections = 1 + chance.below(3);
        match trouble {
            Trouble::Inward(tls, fault) => {
                self.connect(tls, SmtpTls::Implicit);
                self.inward[usize::from(tls == ImapTls::Implicit)].disturb(fault, connections, reach_in);
            }
            Trouble::Outward(tls, fault) => {
                self.connect(ImapTls::Implicit, tls);
                self.outward[usize::from(tls == SmtpTls::Implicit)].disturb(fault, connections, reach_out);
            }
            Trouble::Restart => {
                self.servers.stop_mailboxes();
                self.servers.start_mailboxes();
                self.restarts += 1;
            }
            Trouble::OtherUids => {
                self.servers.stop_mailboxes();
                // Servers take the second for the new UIDVALIDITY: two within one would be the same.
                std::thread::sleep(Duration::from_millis(1100));
                self.servers.forget_uids("judge");
                self.servers.start_mailboxes();
            }
        }
    }

    fn calm(&self) {
        self.inward.iter().chain(&self.outward).for_each(Proxy::calm);
    }

    /// How often this trouble was met so far.
    fn met(&self, trouble: Trouble) -> usize {
        match trouble {
            Trouble::Inward(tls, fault) => self.inward[usize::from(tls == ImapTls::Implicit)].sprung_of(fault),
            Trouble::Outward(tls, fault) => self.outward[usize::from(tls == SmtpTls::Implicit)].sprung_of(fault),
            Trouble::Restart => self.restarts,
            Trouble::OtherUids => self.renumbered,
        }
    }

    fn mail_from(&mut self, seat: &str, text: &str) {
        let root = self.newest(seat, &format!("[{}]", self.game));
        let subject = format!("Re: [{}] orders", self.game);
        self.mail(&address(seat), &subject, &root, text);
    }

    /// One phase with its trouble; orders of all seven, then the deadline. A trouble that was not met by then is made
    /// nearer to the beginning of connections, with a letter to bring.
    async fn play_phase(&mut self, trouble: Trouble, chance: &mut Chance) {
        let (before, met) = (self.phase(), self.met(trouble));
        let known = validities(&self.export());
        for seat in SEATS {
            self.mail_from(seat, &orders(chance));
        }
        self.set_trouble(trouble, REACHES[0], chance);
        self.work().await;
        self.set_trouble(trouble, REACHES[0], chance);
        let deadline = self.stage.deadline(&self.game).expect("a game").expect("an open phase");
        self.stage.now = self.stage.now.max(deadline + DAY);
        self.work().await;
        self.renumbered += validities(&self.export()) - known;
        assert_eq!(self.phase(), before + 1, "{trouble:?}");
        for reach in &REACHES[1..] {
            if self.met(trouble) > met {
                break;
            }
            self.mail_from("usa-sc", "STATUS");
            self.set_trouble(trouble, *reach, chance);
            self.work().await;
        }
        self.calm();
        assert!(self.met(trouble) > met, "{trouble:?} was not met");
    }

    /// What must hold of a game when all is quiet; how many letters went out, and how many came twice.
    fn check(&self) -> (usize, usize) {
        let export = self.export();
        letters_are_answered_once(&export, &self.of_game);
        phases_are_played_once(&export);
        every_seat_has_every_report(&export, &self.game);
        let (mut sent, mut twice) = (0, 0);
        let rows = export["outbox"].as_array().unwrap();
        for user in SEATS.into_iter().chain(["gm"]) {
            let own: Vec<&Value> = rows.iter().filter(|row| row["recipient"] == address(user).as_str()).collect();
            assert!(own.iter().all(|row| row["state"] == "sent"), "{own:?}");
            let ids: Vec<&str> = own.iter().map(|row| row["message_id"].as_str().unwrap()).collect();
            let copies = self.copies(user, &ids);
            for id in ids {
                let copies = &copies[id];
                assert!(copies.iter().all(|copy| copy == &copies[0]), "{user}: two letters have one id: {id}");
                sent += 1;
                twice += copies.len() - 1;
            }
        }
        assert_eq!(sent, export["outbox"].as_array().unwrap().len(), "letters to nobody");
        (sent, twice)
    }
}

fn orders(chance: &mut Chance) -> String {
    let towns = ["Washington", "Richmond", "Cairo", "Nashville", "Memphis", "St Louis"];
    let lines = (0..3).map(|_| match chance.below(3) {
        0 => format!("enter 1 infantry at {}", chance.one_of(&towns).unwrap()),
        1 => format!("entrench at {}", chance.one_of(&towns).unwrap()),
        _ => "CP East 45%, West 30%, Trans 15%".to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn id_of(raw: &[u8]) -> String {
    let message = MessageParser::default().parse_headers(raw).expect("a letter");
    format!("<{}>", message.message_id().unwrap_or_default())
}

/// Without what servers put before it.
fn own_part(raw: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(raw).replace("\r\n", "\n");
    let lines: Vec<&str> = text.split('\n').collect();
    let first = lines.iter().position(|line| line.starts_with("From: ")).unwrap_or(0);
    let ours = |line: &&&str| !line.starts_with("Received:");
    lines[first..].iter().filter(ours).copied().collect::<Vec<_>>().join("\n").into_bytes()
}

/// How often the mailbox had other UIDs, and the judge saw it: from one on.
fn validities(export: &Value) -> usize {
    let rows = export["letters"].as_array().unwrap().iter();
    rows.map(|row| row["validity"].as_u64().unwrap()).collect::<BTreeSet<_>>().len()
}

/// All letters came in time and with their proof, so that each is answered: once.
fn letters_are_answered_once(export: &Value, written: &[String]) {
    let mut answered: BTreeMap<&str, usize> = BTreeMap::new();
    for row in export["letters"].as_array().unwrap() {
        assert!(!row["verdict"].is_null(), "undecided: {row}");
        // A mailbox that forgot its UIDs gives the same letters again: duplicates, without effect.
        if row["verdict"]["why"] == "duplicate" {
            continue;
        }
        assert_eq!(row["verdict"]["verdict"], "answered", "{row}");
        *answered.entry(row["message_id"].as_str().unwrap()).or_default() += 1;
    }
    for id in written {
        assert_eq!(answered.get(id.as_str()), Some(&1), "{id} was not answered once");
    }
}

/// Each phase opens with one report for each seat.
fn every_seat_has_every_report(export: &Value, game: &str) {
    let purposes: Vec<&str> =
        export["outbox"].as_array().unwrap().iter().map(|row| row["purpose"].as_str().unwrap()).collect();
    for phase in export["phases"].as_array().unwrap() {
        for seat in SEATS {
            let wanted = format!("report {game} {}.1 {seat}", phase["number"]);
            assert_eq!(purposes.iter().filter(|purpose| **purpose == wanted).count(), 1, "{wanted}");
        }
    }
}

fn phases_are_played_once(export: &Value) {
    let mut numbers: Vec<i64> = Vec::new();
    for phase in export["phases"].as_array().unwrap() {
        numbers.push(phase["number"].as_i64().unwrap());
        assert_eq!(phase["revision"], 1, "{phase}");
    }
    let expected: Vec<i64> = (1..=i64::try_from(numbers.len()).unwrap()).collect();
    assert_eq!(numbers, expected);
    let steps = export["steps"].as_array().unwrap();
    let played = steps.iter().filter(|step| step["kind"] == "phase").count();
    assert_eq!(played + 1, numbers.len(), "phases and their steps");
}

fn is_long() -> bool {
    std::env::var_os("ADJUTANT_LONG").is_some()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_network_loses_nothing_and_does_nothing_twice() {
    let phases = if is_long() { 200 } else { TROUBLES.len() };
    play(Make::DovecotAndPostfix, &TROUBLES, phases).await;
}

/// The short form meets every sixth kind.
#[tokio::test(flavor = "multi_thread")]
async fn nor_does_it_with_cyrus_and_exim() {
    if is_long() {
        return play(Make::CyrusAndExim, &TROUBLES, 200).await;
    }
    let some: Vec<Trouble> = TROUBLES.into_iter().step_by(6).collect();
    play(Make::CyrusAndExim, &some, some.len()).await;
}

async fn play(make: Make, troubles: &[Trouble], phases: usize) {
    let (root, begun) = (tempfile::tempdir().unwrap(), Instant::now());
    let mut club = Club::open(root.path(), make);
    club.work().await;
    let (mut chance, mut sent, mut twice) = (Chance(SEED), 0, 0);
    for phase in 0..phases {
        if phase % PHASES_A_GAME == 0 {
            club.new_game(phase / PHASES_A_GAME + 1).await;
        }
        club.play_phase(troubles[phase % troubles.len()], &mut chance).await;
        if (phase + 1) % PHASES_A_GAME == 0 || phase + 1 == phases {
            let (more, again) = club.check();
            (sent, twice) = (sent + more, twice + again);
            let seconds = begun.elapsed().as_secs();
            println!("{make:?}: {} phases checked after {seconds} s, {sent} letters out, {twice} twice", phase + 1);
            club.rest_game().await;
        }
    }
    let met: Vec<usize> = troubles.iter().map(|trouble| club.met(*trouble)).collect();
    assert!(met.iter().take(phases).all(|times| *times > 0), "{met:?}");
    println!(
        "{make:?}: {phases} phases from seed {SEED}, {} kinds of trouble, met {} times ({met:?}), {} rounds of which {} \
         failed; {} letters in, each answered, {sent} out, {twice} came twice with the same bytes; {:.0} s",
        troubles.len(),
        met.iter().sum::<usize>(),
        club.rounds,
        club.failed_rounds,
        club.written,
        begun.elapsed().as_secs_f64()
    );
}
