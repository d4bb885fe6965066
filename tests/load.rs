//! Many letters at a running judge, over real servers: a steady stream with faults among it, and a backlog after an
//! outage. No phase ends before the letters that came in time are decided, each letter is decided once, and memory stays
//! small. `ADJUTANT_LONG=1`: 30 letters a second for ten minutes, and 20,000 letters at once.

#[path = "support/chance.rs"]
mod chance;
#[path = "support/live.rs"]
mod live;
#[path = "support/proxy.rs"]
mod proxy;
#[path = "support/servers/mod.rs"]
mod servers;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use live::{Daemon, GM, Home, JUDGE, Received, SEATS};
use proxy::{Fault, Proxy};
use serde_json::Value;
use servers::{PASSWORD, Servers};

const TIMETABLE: &str = "
[timetable]
zone = \"UTC\"
grace = \"1m\"
reminders = []

[timetable.strategic]
cron = \"* * * * *\"
least = \"1m\"

[timetable.tactical]
cron = \"* * * * *\"
least = \"1m\"
";

/// Letters a second.
const RATE: f64 = 30.0;
/// One letter in so many is a faulty one.
const FAULTY: usize = 20;
/// The resident memory that must do, in kilobytes.
const MOST_KILOBYTES: u64 = 200_000;

fn is_long() -> bool {
    std::env::var_os("ADJUTANT_LONG").is_some()
}

/// Servers, a judge, and games with seven players each.
struct Club {
    home: Home,
    servers: Servers,
    inward: Proxy,
    /// Every player's address, game and the report he answers.
    players: Vec<Player>,
    games: usize,
    written: BTreeMap<String, usize>,
}

struct Player {
    address: String,
    game: usize,
    root: String,
}

fn user(game: usize, seat: &str) -> String {
    format!("g{game}-{seat}")
}

impl Club {
    /// Opens the games with a daemon, which goes on running.
    fn found(folder: &Path, games: usize) -> (Club, Daemon) {
        let names = (1..=games).flat_map(|game| SEATS.map(|seat| user(game, seat)));
        let users: Vec<String> = names.chain(["judge".to_owned(), "gm".to_owned()]).collect();
        let servers = Servers::start(&users.iter().map(String::as_str).collect::<Vec<_>>());
        let inward = Proxy::start(servers.imaps_port, 7);
        let (ca, imaps, smtp) = (servers.ca_file.display(), inward.port, servers.smtp_port);
        let post = format!(
            "[mail.in]\nkind = \"imap\"\nhost = \"localhost\"\nport = {imaps}\nuser = \"judge\"\npassword_file = \
             \"imap.password\"\nca_file = \"{ca}\"\npoll_seconds = 5\n\n[mail.out]\nkind = \"smtp\"\nhost = \
             \"localhost\"\nport = {smtp}\ntls = \"starttls\"\nca_file = \"{ca}\"\nhello = \"judge.war.test\"\n"
        );
        let home = Home::init(folder, &post, TIMETABLE);
        std::fs::write(home.folder.join("imap.password"), format!("{PASSWORD}\n")).unwrap();
        let daemon = home.start("judge.log");
        let mut club = Club { home, servers, inward, players: Vec::new(), games, written: BTreeMap::new() };
        let welcome = club.await_subject("gm", "welcome", &daemon);
        // Dovecot makes the judge's Maildir at his first look, folder by folder.
        let maildir = club.servers.mailbox_dir("judge");
        let is_made = || ["tmp", "new", "cur"].iter().all(|part| maildir.join(part).is_dir()).then_some(());
        live::await_some("the judge's mailbox", Duration::from_secs(60), is_made, || daemon.log());
        for game in 1..=games {
            let seats = SEATS.map(|seat| format!("SEAT {seat} <{}@war.test> AS {seat}\n", user(game, seat)));
            let text = format!("CREATE war{game} FROM civil-war/1861\n{}START", seats.concat());
            club.put(GM, "a new game", &welcome.message_id, &text, "");
        }
        for game in 1..=games {
            for seat in SEATS {
                let user = user(game, seat);
                let root = club.await_subject(&user, "opening", &daemon).message_id;
                club.players.push(Player { address: format!("{user}@war.test"), game, root });
            }
        }
        (club, daemon)
    }

    fn await_subject(&self, user: &str, words: &str, daemon: &Daemon) -> Received {
        let look = || {
            let letters = self.servers.read_mailbox(user);
            letters.iter().map(|raw| Received::read(raw)).find(|letter| letter.subject.contains(words))
        };
        live::await_some(words, Duration::from_secs(120), look, || daemon.log())
    }

    /// Puts a letter straight into the judge's Maildir on the server, where Dovecot finds it.
    fn put(&mut self, from: &str, subject: &str, answers: &str, text: &str, header: &str) -> String {
        let nth = self.written.entry(from.to_owned()).or_default();
        *nth += 1;
        let id = format!("<{nth}.{from}>");
        let letter = format!(
            "From: {from}\r\nTo: {JUDGE}\r\nSubject: {subject}\r\nMessage-ID: {id}\r\nIn-Reply-To: {answers}\r\n{header}\
             MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
            text.replace('\n', "\r\n")
        );
        let maildir = self.servers.mailbox_dir("judge");
        let name = format!("{}.{nth}.{from}", std::time::UNIX_EPOCH.elapsed().unwrap().as_nanos());
        let draft = maildir.join("tmp").join(&name);
        std::fs::write(&draft, letter).unwrap();
        std::fs::set_permissions(&draft, std::fs::Permissions::from_mode(0o644)).unwrap();
        std::fs::rename(&draft, maildir.join("new").join(&name)).unwrap();
        id
    }

    /// The `nth` letter of the load: orders of one player after the other, now and then something else. Gives the id of
    /// a letter that must be answered.
    fn put_one(&mut self, nth: usize) -> Option<(usize, String)> {
        let player = &self.players[nth % self.players.len()];
        let (address, game, root) = (player.address.clone(), player.game, player.root.clone());
        let subject = format!("Re: [war{game}] orders");
        // Ten lines, of which one stands in a strategic phase and nine in a sub-turn.
        let rests: String = (1..=9).map(|pulse| format!("PP {pulse}: nothing\n")).collect();
        let orders = format!("CP East {}%, West 30%, Trans 15%\n{rests}", 36 + nth % 11);
        if nth % FAULTY != FAULTY - 1 {
            return Some((game, self.put(&address, &subject, &root, &orders, "")));
        }
        match nth / FAULTY % 5 {
            0 => drop(self.put(&address, &subject, "<nothing@war.test>", &orders, "")),
            1 => drop(self.put(&address, &subject, &root, "\u{0}\u{1}\u{fffd} =?utf-8?Q?= {{{ 999999999999", "")),
            2 => drop(self.put(&address, &subject, &root, &orders, "Auto-Submitted: auto-replied\r\n")),
            3 => drop(self.put("someone@far.test", &subject, &root, &orders, "")),
            _ => drop(self.put(&address, &subject, &root, &"x".repeat(1_200_000), "")),
        }
        None
    }

    fn exports(&self) -> Vec<Value> {
        (1..=self.games).map(|game| self.home.export(&format!("war{game}"))).collect()
    }

    /// Waits until each of these letters is decided; the last exports.
    fn await_decisions(&self, wanted: &[(usize, String)], limit: Duration, daemon: &Daemon) -> Vec<Value> {
        let begun = Instant::now();
        loop {
            let exports = self.exports();
            let missing = missing(&exports, wanted);
            if missing == 0 {
                return exports;
            }
            assert!(begun.elapsed() < limit, "{missing} letters are not decided after {limit:?}\n{}", daemon.log());
            std::thread::sleep(Duration::from_secs(2));
        }
    }
}

/// How many letters have no verdict yet.
fn missing(exports: &[Value], wanted: &[(usize, String)]) -> usize {
    let decided: Vec<BTreeMap<&str, bool>> = exports
        .iter()
        .map(|export| {
            let rows = export["letters"].as_array().unwrap().iter();
            rows.filter_map(|row| Some((row["message_id"].as_str()?, !row["verdict"].is_null()))).collect()
        })
        .collect();
    wanted.iter().filter(|(game, id)| decided[game - 1].get(id.as_str()) != Some(&true)).count()
}

/// A sheet that was filed for a phase although its letter came by the deadline of the one before: that phase was ended
/// over an undecided letter. How many sheets were looked at.
fn assert_no_barrier_was_jumped(exports: &[Value]) -> usize {
    let mut looked_at = 0;
    for export in exports {
        let number = |row: &Value, field: &str| row[field].as_i64().unwrap();
        let phases = export["phases"].as_array().unwrap();
        let deadlines: BTreeMap<i64, i64> =
            phases.iter().map(|phase| (number(phase, "number"), number(phase, "deadline"))).collect();
        for sheet in export["sheets"].as_array().unwrap() {
            looked_at += 1;
            let before = deadlines.get(&(number(sheet, "phase") - 1)).copied().unwrap_or(i64::MIN);
            let arrived = number(sheet, "arrived");
            assert!(
                arrived > before,
                "a letter of {arrived} is in phase {}, whose forerunner ended at {before}",
                sheet["phase"]
            );
        }
    }
    looked_at
}

/// The most memory a process had, in kilobytes.
fn peak(daemon: &Daemon) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", daemon.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse().unwrap()
}

fn phases_played(exports: &[Value]) -> usize {
    let closed =
        |export: &Value| export["phases"].as_array().unwrap().iter().filter(|phase| phase["state"] == "closed").count();
    exports.iter().map(closed).sum()
}

#[test]
fn a_stream_of_letters_is_decided_in_time() {
    let (seconds, games) = if is_long() { (600.0, 20) } else { (45.0, 3) };
    let folder = tempfile::tempdir().unwrap();
    let (mut club, mut daemon) = Club::found(&folder.path().join("judge"), games);
    let (begun, mut wanted, mut nth) = (Instant::now(), Vec::new(), 0);
    while begun.elapsed().as_secs_f64() < seconds {
        wanted.extend(club.put_one(nth));
        nth += 1;
        // Every twenty seconds the connection to the mailbox breaks somewhere.
        if nth % 600 == 300 {
            club.inward.disturb(Fault::CutFromServer, 1, 4_000);
        }
        let due = Duration::from_secs_f64(nth as f64 / RATE);
        std::thread::sleep(due.saturating_sub(begun.elapsed()));
    }
    let exports = club.await_decisions(&wanted, Duration::from_secs(180), &daemon);
    let lag = begun.elapsed().as_secs_f64() - seconds;
    let (sheets, played, memory) = (assert_no_barrier_was_jumped(&exports), phases_played(&exports), peak(&daemon));
    assert!(memory < MOST_KILOBYTES, "{memory} kB resident");
    assert!(sheets > 0, "nobody's orders stood");
    let (_, code) = daemon.terminate();
    assert_eq!(code, Some(0), "{}", daemon.log());
    println!(
        "{nth} letters in {seconds} s to {games} games, one in {FAULTY} faulty; all decided {lag:.1} s after the last; \
         {played} phases played, {sheets} sheets filed, none in a wrong phase; {memory} kB at most"
    );
}

#[test]
fn a_backlog_is_taken_in_before_anything_is_played() {
    let (letters, games) = if is_long() { (20_000, 10) } else { (800, 2) };
    let folder = tempfile::tempdir().unwrap();
    let (mut club, mut daemon) = Club::found(&folder.path().join("judge"), games);
    let (_, code) = daemon.terminate();
    assert_eq!(code, Some(0), "{}", daemon.log());
    let wanted: Vec<(usize, String)> = (0..letters).filter_map(|nth| club.put_one(nth)).collect();
    let begun = Instant::now();
    let daemon = club.home.start("after.log");
    let exports = club.await_decisions(&wanted, Duration::from_secs(900), &daemon);
    let seconds = begun.elapsed().as_secs_f64();
    let (sheets, memory) = (assert_no_barrier_was_jumped(&exports), peak(&daemon));
    assert!(memory < MOST_KILOBYTES, "{memory} kB resident");
    println!(
        "{letters} letters waiting, decided in {seconds:.0} s; {sheets} sheets, none in a wrong phase; {memory} kB at most"
    );
}
