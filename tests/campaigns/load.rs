//! Many letters at a running judge, over real servers: a steady stream with faults among it, over the end of a phase, and
//! a backlog that waits when a phase has ended. No phase is played before the letters that came in time are decided: none of
//! them is late, and the orders of each are on file in the phase in which it arrived. Each letter is decided once, and
//! memory stays small. `ADJUTANT_LONG=1`: 30 letters a second for ten minutes, and 20,000 letters at once.
//! `ADJUTANT_SERVERS=cyrus-exim`: with Cyrus and Exim in place of Dovecot and Postfix.

use crate::support::live;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, UNIX_EPOCH};

use crate::support::live::{Daemon, GM, Home, JUDGE, Received, SEATS};
use crate::support::proxy::{Fault, Proxy};
use crate::support::servers::{Make, PASSWORD, Servers};
use adjutant::cli::export::printed_id;
use serde_json::Value;

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

/// What a letter of the load is, and with that what may become of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    /// A player's orders with their proof.
    Orders,
    /// The same without a proof.
    Unproven,
    /// A player's letter that says nothing.
    Garbled,
    /// A robot's in a player's name.
    Automatic,
    /// Somebody else's.
    Foreign,
    /// Larger than letters may be.
    Huge,
}

impl Sort {
    fn may_become(self, verdict: &str) -> bool {
        match self {
            Sort::Orders | Sort::Garbled => ["answered", "late"].contains(&verdict),
            Sort::Unproven => ["held", "silent"].contains(&verdict),
            Sort::Automatic | Sort::Foreign => verdict == "silent",
            Sort::Huge => verdict == "quarantined",
        }
    }
}

/// A letter that was put into the mailbox, with the seconds between which that happened.
struct Put {
    sort: Sort,
    game: usize,
    seat: &'static str,
    id: String,
    /// The phase whose report it answers.
    about: i64,
    begun: i64,
    done: i64,
}

/// Servers, a judge, and games with seven players each.
struct Club {
    home: Home,
    servers: Servers,
    inward: Proxy,
    players: Vec<Player>,
    games: usize,
    written: BTreeMap<String, usize>,
}

struct Player {
    game: usize,
    seat: &'static str,
    address: String,
    /// The newest report he has read, which he answers.
    root: String,
    /// The line with his code, which stands in his letters: others answer his reports, too.
    code: String,
    /// The phase that it calls orders for.
    about: i64,
    /// The letters he has read.
    seen: BTreeSet<PathBuf>,
}

fn now() -> i64 {
    i64::try_from(UNIX_EPOCH.elapsed().unwrap().as_secs()).unwrap()
}

fn user(game: usize, seat: &str) -> String {
    format!("g{game}-{seat}")
}

impl Club {
    /// Opens the games with a daemon, which goes on running.
    fn found(folder: &Path, games: usize) -> (Club, Daemon) {
        let names = (1..=games).flat_map(|game| SEATS.map(|seat| user(game, seat)));
        let users: Vec<String> = names.chain(["judge".to_owned(), "gm".to_owned()]).collect();
        let servers = Servers::start_of(Make::named(), &users.iter().map(String::as_str).collect::<Vec<_>>());
        let inward = Proxy::start(servers.imaps_port, 7);
        let (ca, imaps, smtp) = (servers.ca_file.display(), inward.port, servers.smtp_port);
        let post = format!(
            "[mail.in]\nkind = \"imap\"\nhost = \"localhost\"\nport = {imaps}\nuser = \"judge\"\npassword_file = \
             \"imap.password\"\nca_file = \"{ca}\"\npoll_seconds = 5\n\n[mail.out]\nkind = \"smtp\"\nhost = \
             \"localhost\"\nport = {smtp}\ntls = \"starttls\"\nca_file = \"{ca}\"\nhello = \"judge.war.test\"\n"
        );
        let home = Home::init(folder, &post, TIMETABLE);
        let password = home.folder.join("imap.password");
        std::fs::write(&password, format!("{PASSWORD}\n")).unwrap();
        let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(&password, private).unwrap();
        let daemon = home.start("judge.log");
        let mut club = Club { home, servers, inward, players: Vec::new(), games, written: BTreeMap::new() };
        let welcome = club.await_subject("gm", "welcome", &daemon);
        let is_made = || club.servers.has_inbox("judge").then_some(());
        live::await_some("the judge's mailbox", Duration::from_secs(60), is_made, || daemon.log());
        for game in 1..=games {
            let seats = SEATS.map(|seat| format!("SEAT {seat} <{}@war.test> AS {seat}\n", user(game, seat)));
            let text = format!("CREATE war{game} FROM civil-war/1861\n{}START", seats.concat());
            club.put(GM, "a new game", &welcome.message_id, &welcome.below_its_code(&text), "");
        }
        for game in 1..=games {
            for seat in SEATS {
                let user = user(game, seat);
                let root = club.await_subject(&user, "opening", &daemon).message_id;
                let code = club.await_subject(&user, "welcome", &daemon).below_its_code("");
                let address = format!("{user}@war.test");
                club.players.push(Player { game, seat, address, root, code, about: 1, seen: BTreeSet::new() });
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

    /// Every player reads what came: from now on he answers the newest report.
    fn read_reports(&mut self) {
        for player in &mut self.players {
            for file in self.servers.inbox_files(&user(player.game, player.seat)) {
                if !player.seen.insert(file.clone()) {
                    continue;
                }
                let letter = Received::read(&std::fs::read(file).unwrap());
                if letter.subject.contains(" played: ") {
                    player.root = letter.message_id;
                    player.about += 1;
                }
            }
        }
    }

    /// Puts a letter straight into the judge's mailbox on the server.
    fn put(&mut self, from: &str, subject: &str, answers: &str, text: &str, header: &str) -> String {
        let nth = self.written.entry(from.to_owned()).or_default();
        *nth += 1;
        let id = format!("<{nth}.{from}>");
        let letter = format!(
            "From: {from}\r\nTo: {JUDGE}\r\nSubject: {subject}\r\nMessage-ID: {id}\r\nIn-Reply-To: {answers}\r\n{header}\
             MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
            text.replace('\n', "\r\n")
        );
        self.servers.put("judge", letter.as_bytes());
        id
    }

    /// The `nth` letter of the load: orders of one player after the other, now and then something else.
    fn put_one(&mut self, nth: usize) -> Put {
        let sorts = [Sort::Unproven, Sort::Garbled, Sort::Automatic, Sort::Foreign, Sort::Huge];
        let is_faulty = nth % FAULTY == FAULTY - 1;
        let sort = if is_faulty { sorts[nth / FAULTY % sorts.len()] } else { Sort::Orders };
        self.put_from(nth % self.players.len(), sort, 36 + nth % 11)
    }

    fn put_from(&mut self, player: usize, sort: Sort, percent: usize) -> Put {
        let Player { game, seat, about, ref address, ref root, ref code, .. } = self.players[player];
        let (address, root, code) = (address.clone(), root.clone(), code.clone());
        let subject = format!("Re: [war{game}] orders");
        // Ten lines, of which one stands in a strategic phase and nine in a sub-turn.
        let rests: String = (1..=9).map(|pulse| format!("PP {pulse}: nothing\n")).collect();
        let orders = format!("CP East {percent}%, West 30%, Trans 15%\n{rests}");
        let begun = now();
        let id = match sort {
            Sort::Orders => self.put(&address, &subject, &root, &format!("{code}{orders}"), ""),
            Sort::Unproven => self.put(&address, &subject, "<nothing@war.test>", &orders, ""),
            Sort::Garbled => {
                let garbled = format!("{code}\u{0}\u{1}\u{fffd} =?utf-8?Q?= {{{{{{ 999999999999");
                self.put(&address, &subject, &root, &garbled, "")
            }
            Sort::Automatic => self.put(&address, &subject, &root, &orders, "Auto-Submitted: auto-replied\r\n"),
            Sort::Foreign => self.put("someone@far.test", &subject, &root, &orders, ""),
            Sort::Huge => self.put(&address, &subject, &root, &"x".repeat(1_200_000), ""),
        };
        Put { sort, game, seat, id, about, begun, done: now() }
    }

    fn exports(&self) -> Vec<Value> {
        (1..=self.games).map(|game| self.home.export(&format!("war{game}"))).collect()
    }

    /// Looks at all games until that is so; the last exports.
    fn await_games(
        &self,
        what: &str,
        limit: Duration,
        daemon: &Daemon,
        mut is_so: impl FnMut(&[Value]) -> bool,
    ) -> Vec<Value> {
        let begun = Instant::now();
        loop {
            let exports = self.exports();
            if is_so(&exports) {
                return exports;
            }
            assert!(begun.elapsed() < limit, "{what}: not after {limit:?}\n{}", daemon.log());
            std::thread::sleep(Duration::from_secs(2));
        }
    }

    fn await_decisions(&self, puts: &[Put], limit: Duration, daemon: &Daemon) -> Vec<Value> {
        self.await_games("every letter decided", limit, daemon, |exports| {
            let verdicts = verdicts(exports);
            let huge = puts.iter().filter(|put| put.sort == Sort::Huge).count();
            let is_decided = |put: &Put| put.sort == Sort::Huge || verdicts.contains_key(printed_id(&put.id).as_str());
            puts.iter().all(is_decided) && too_large(exports) == huge
        })
    }

    /// Orders of every player are on file, and no phase ends within so many seconds: when they end.
    fn await_room_before_the_deadline(&mut self, seconds: i64, daemon: &Daemon) -> Vec<i64> {
        loop {
            self.read_reports();
            let puts: Vec<Put> =
                (0..self.players.len()).map(|player| self.put_from(player, Sort::Orders, 36)).collect();
            let exports = self.await_decisions(&puts, Duration::from_secs(120), daemon);
            let deadlines: Vec<i64> = exports.iter().map(|export| number(open_phase(export), "deadline")).collect();
            if *deadlines.iter().min().unwrap() > now() + seconds {
                return deadlines;
            }
            let next = Duration::from_secs(180);
            self.await_games("the next phase", next, daemon, |exports| {
                exports.iter().all(|export| number(open_phase(export), "deadline") > now() + seconds)
            });
        }
    }
}

fn number(row: &Value, field: &str) -> i64 {
    row[field].as_i64().unwrap()
}

fn rows<'a>(export: &'a Value, table: &str) -> &'a [Value] {
    export[table].as_array().unwrap()
}

fn open_phase(export: &Value) -> &Value {
    rows(export, "phases").iter().find(|phase| phase["state"] == "open").expect("an open phase")
}

/// The row of every letter that has its verdict. None stands in the ledger twice.
fn verdicts(exports: &[Value]) -> BTreeMap<&str, &Value> {
    let (mut found, mut seen) = (BTreeMap::new(), BTreeSet::new());
    for row in exports.iter().flat_map(|export| rows(export, "letters")) {
        // Letters that belong to no game are in the export of each.
        let Some(id) = row["message_id"].as_str().filter(|_| seen.insert(number(row, "id"))) else { continue };
        if !row["verdict"].is_null() {
            assert!(found.insert(id, row).is_none(), "{id} was taken in twice");
        }
    }
    found
}

/// How many letters were set aside unread, for they are too large; they have no id.
fn too_large(exports: &[Value]) -> usize {
    let all = exports.iter().flat_map(|export| rows(export, "letters"));
    let set_aside = all.filter(|row| row["message_id"].is_null() && row["verdict"]["verdict"] == "quarantined");
    set_aside.map(|row| number(row, "id")).collect::<BTreeSet<_>>().len()
}

/// What became of each letter of the load, counted. A letter that arrived by the deadline of the phase it is about is not
/// late: else that phase was played over it. Within an hour after the next one was opened nobody can tell for which of the
/// two it is meant, and it is late. Orders that were taken are on file in the phase in which they arrived.
fn what_became_of(exports: &[Value], puts: &[Put]) -> BTreeMap<(Sort, String), usize> {
    let verdicts = verdicts(exports);
    let standing: Vec<_> = exports.iter().map(standing).collect();
    let mut counts = BTreeMap::from([((Sort::Huge, "quarantined".to_owned()), too_large(exports))]);
    for put in puts.iter().filter(|put| put.sort != Sort::Huge) {
        let (row, export) = (verdicts[printed_id(&put.id).as_str()], &exports[put.game - 1]);
        let (verdict, arrived) = (row["verdict"]["verdict"].as_str().unwrap(), number(row, "arrived"));
        // The time of a file is that of the last tick of the clock.
        assert!((put.begun - 1..=put.done).contains(&arrived), "{}: put there at {}: {row}", put.id, put.begun);
        assert!(put.sort.may_become(verdict), "{:?}: {row}", put.sort);
        if verdict == "late" {
            let is_in_time =
                |phase: &&Value| number(phase, "number") == put.about && put.done <= number(phase, "deadline");
            let jumped = rows(export, "phases").iter().find(is_in_time);
            assert!(jumped.is_none(), "{} arrived at {arrived} and is late for {}", put.id, jumped.unwrap());
        } else if put.sort == Sort::Orders {
            assert!(is_on_file(export, &standing[put.game - 1], put, arrived), "{}: nothing on file: {row}", put.id);
        }
        *counts.entry((put.sort, verdict.to_owned())).or_default() += 1;
    }
    counts
}

/// Which seat's orders stand in which kind of phase: those of which any were ever on file.
fn standing(export: &Value) -> BTreeSet<(&str, &str)> {
    let kind_of = |number: &Value| {
        let phase = rows(export, "phases").iter().find(|phase| phase["number"] == *number);
        phase.expect("a sheet's phase")["plan"]["kind"].as_str().unwrap()
    };
    let sheets = rows(export, "sheets").iter();
    sheets.map(|sheet| (sheet["seat"].as_str().unwrap(), kind_of(&sheet["phase"]))).collect()
}

/// Whether the seat's sheet in the phase that was open then is of this letter or of a later one.
fn is_on_file(export: &Value, standing: &BTreeSet<(&str, &str)>, put: &Put, arrived: i64) -> bool {
    let opened = |phase: &&Value| number(phase, "opened") <= arrived;
    let mut begun: Vec<&Value> = rows(export, "phases").iter().filter(opened).collect();
    begun.sort_by_key(|phase| -number(phase, "number"));
    // In the second in which one phase is played and the next one opens it may be in either.
    let both = begun.first().is_some_and(|phase| number(phase, "opened") == arrived);
    let of_it = |phase: &&Value| {
        let is_here = |sheet: &Value| {
            sheet["seat"] == put.seat && sheet["phase"] == phase["number"] && number(sheet, "arrived") >= arrived
        };
        let can_stand = standing.contains(&(put.seat, phase["plan"]["kind"].as_str().unwrap()));
        !can_stand || rows(export, "sheets").iter().any(is_here)
    };
    begun.iter().take(1 + usize::from(both)).any(of_it)
}

/// The counts in words, and how many sheets there are.
fn told(exports: &[Value], counts: &BTreeMap<(Sort, String), usize>) -> String {
    let words: Vec<String> =
        counts.iter().map(|((sort, verdict), count)| format!("{sort:?} {verdict} {count}")).collect();
    let sheets: usize = exports.iter().map(|export| rows(export, "sheets").len()).sum();
    assert!(sheets > 0, "nobody's orders stood");
    format!("{}; {sheets} sheets", words.join(", "))
}

/// The most memory a process had, in kilobytes.
fn peak(daemon: &Daemon) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", daemon.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse().unwrap()
}

fn phases_played(export: &Value) -> usize {
    rows(export, "phases").iter().filter(|phase| phase["state"] == "closed").count()
}

/// The stream goes on for so long: in the short form until ten seconds after the first end of a phase in every game.
fn length_of_stream(exports: &[Value]) -> f64 {
    let deadlines = exports.iter().map(|export| number(open_phase(export), "deadline"));
    let seconds = deadlines.max().unwrap() + 10 - now();
    if is_long() { 600.0 } else { seconds as f64 }
}

#[test]
fn a_stream_of_letters_is_decided_in_time() {
    let games = if is_long() { 20 } else { 3 };
    let folder = tempfile::tempdir().unwrap();
    let (mut club, mut daemon) = Club::found(&folder.path().join("judge"), games);
    let seconds = length_of_stream(&club.exports());
    let (begun, mut puts, mut nth, mut broken) = (Instant::now(), Vec::new(), 0, 0);
    while begun.elapsed().as_secs_f64() < seconds {
        puts.push(club.put_one(nth));
        nth += 1;
        // Every ten seconds the connection to the mailbox ends wherever it is, and every other time the next one soon breaks.
        if nth % 300 == 150 {
            broken += club.inward.cut();
        }
        if nth % 90 == 0 {
            club.read_reports();
        }
        if nth % 600 == 150 {
            club.inward.disturb(Fault::CutFromServer, 1, 4_000);
        }
        let due = Duration::from_secs_f64(nth as f64 / RATE);
        std::thread::sleep(due.saturating_sub(begun.elapsed()));
    }
    let exports = club.await_decisions(&puts, Duration::from_secs(180), &daemon);
    let lag = begun.elapsed().as_secs_f64() - seconds;
    broken += club.inward.sprung();
    let counts = what_became_of(&exports, &puts);
    let (played, memory) = (exports.iter().map(phases_played).sum::<usize>(), peak(&daemon));
    assert!(memory < MOST_KILOBYTES, "{memory} kB resident");
    assert!(exports.iter().all(|export| phases_played(export) > 0), "no phase ended among the letters");
    assert!(broken >= nth / 300, "{broken} connections were broken");
    let (_, code) = daemon.terminate();
    assert_eq!(code, Some(0), "{}", daemon.log());
    println!(
        "{:?}: {nth} letters in {seconds:.0} s to {games} games, one in {FAULTY} faulty, {broken} connections broken; all decided {lag:.1} s \
         after the last; {played} phases played over none that came in time: {}; {memory} kB at most",
        Make::named(),
        told(&exports, &counts)
    );
}

#[test]
fn a_backlog_is_taken_in_before_anything_is_played() {
    let (letters, games) = if is_long() { (20_000, 10) } else { (800, 2) };
    // In seconds: a server takes longer over a letter than to put a file into a Maildir.
    let room = match (is_long(), Make::named()) {
        (false, _) => 15,
        (true, Make::DovecotAndPostfix) => 45,
        (true, Make::CyrusAndExim) => 80,
    };
    let folder = tempfile::tempdir().unwrap();
    let (mut club, mut daemon) = Club::found(&folder.path().join("judge"), games);
    let deadlines = club.await_room_before_the_deadline(room, &daemon);
    let (_, code) = daemon.terminate();
    assert_eq!(code, Some(0), "{}", daemon.log());
    let puts: Vec<Put> = (0..letters).map(|nth| club.put_one(nth)).collect();
    assert!(puts.last().unwrap().done <= *deadlines.iter().min().unwrap(), "the letters were not there in time");
    // When the judge comes back, orders of every seat are on file and all phases have ended: only the letters hold them up.
    let ended = deadlines.iter().max().unwrap() + 5 - now();
    std::thread::sleep(Duration::from_secs(ended.unsigned_abs()));
    let begun = Instant::now();
    let daemon = club.home.start("after.log");
    club.await_decisions(&puts, Duration::from_secs(900), &daemon);
    let seconds = begun.elapsed().as_secs_f64();
    let exports = club.await_games("every phase played", Duration::from_secs(60), &daemon, |exports| {
        exports.iter().zip(&deadlines).all(|(export, deadline)| number(open_phase(export), "deadline") > *deadline)
    });
    let (counts, memory) = (what_became_of(&exports, &puts), peak(&daemon));
    assert!(!counts.contains_key(&(Sort::Orders, "late".to_owned())), "{counts:?}");
    assert!(memory < MOST_KILOBYTES, "{memory} kB resident");
    println!(
        "{:?}: {letters} letters waiting behind the end of a phase in each of {games} games, decided in {seconds:.0} s, then \
         played: {}; {memory} kB at most",
        Make::named(),
        told(&exports, &counts)
    );
}
