//! A campaign by letters, from an empty folder to the end of its first tactical phase, in rounds: how it goes when
//! nothing goes wrong, and how it is taken up in the middle and played to its end.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use adjutant::post::deliver;
use serde_json::{Value, json};

use crate::campaigns::crash::shim::{Count, Failure, Plan, Shim};
pub use crate::support::live::NOON;
use crate::support::live::{GM, Home, Received, SEATS, Written, daily, player, words};

const HOUR: i64 = 3600;
/// The phase that is played at the end.
const PHASE: u64 = 2;

/// The settings about mail: letters arrive in a Maildir; they leave to Maildirs, or to the SMTP server at the port.
pub fn post(smtp: Option<u16>) -> String {
    let incoming = "\n[mail.in]\nkind = \"maildir\"\ninbox = \"mail/inbox\"\n\n[mail.out]\n";
    match smtp {
        None => format!("{incoming}kind = \"maildir\"\noutbox = \"mail/outbox\"\n"),
        Some(port) => format!("{incoming}kind = \"smtp\"\nhost = \"127.0.0.1\"\nport = {port}\ntls = \"none\"\n"),
    }
}

/// A judge's folder that no round was played in.
pub fn new_home(folder: &Path, smtp: Option<u16>) -> Home {
    Home::init(folder, &post(smtp), &daily("24h", "\"12h\", \"3h\""))
}

/// Where letters to the judge lie.
pub fn inbox(home: &Home) -> PathBuf {
    home.folder.join("mail/inbox")
}

/// Where his letters lie, a Maildir for each recipient.
pub fn outbox(home: &Home) -> PathBuf {
    home.folder.join("mail/outbox")
}

/// A letter arrives.
pub fn put(home: &Home, bytes: &[u8], arrived: i64) {
    deliver(&inbox(home), bytes, Some(arrived)).unwrap();
}

/// A copy that keeps the times of the files: they are the letters' arrivals.
pub fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    let done = Command::new("cp").arg("-a").arg(from).arg(to).status().unwrap();
    assert!(done.success());
}

/// The newest letter to a person whose subject has these words.
fn newest(home: &Home, address: &str, subject: &str) -> Received {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(outbox(home).join(address).join("new")).unwrap() {
        files.push(entry.unwrap().path());
    }
    files.sort();
    let letters = files.iter().rev().map(|file| Received::read(&fs::read(file).unwrap()));
    let mut fitting = letters.filter(|letter| letter.subject.contains(subject));
    fitting.next().unwrap_or_else(|| panic!("{address} has no letter about {subject}"))
}

/// A letter in answer to the newest one about something.
pub fn reply(home: &Home, from: &str, about: &str, text: &str) -> Written {
    let answered = newest(home, from, about);
    // A game master has his code below his name.
    let is_gm = from == GM;
    Written {
        from: from.to_owned(),
        subject: format!("Re: {}", answered.subject),
        text: if is_gm { newest(home, GM, "welcome").below_its_code(text) } else { text.to_owned() },
        in_reply_to: Some(answered.message_id),
        header: None,
    }
}

/// The words of the game master that make the campaign.
pub fn creation() -> String {
    let seats: String = SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}\n", player(seat))).collect();
    format!("CREATE war FROM civil-war/1861\n{seats}START")
}

/// A letter of the campaign, and what must become of it.
pub struct Put {
    bytes: Vec<u8>,
    verdict: &'static str,
    /// The seat whose sheet it changes, and the lines that stand then.
    sheet: Option<(&'static str, Vec<&'static str>)>,
    /// Words that nobody else may ever read, and who may.
    canary: Option<(String, Vec<String>)>,
}

/// A line that is no order and comes back to its writer alone.
fn canary(seat: &str, number: usize) -> String {
    format!("Heron{number}x{}", seat.replace('-', ""))
}

/// A letter with a canary of its writer's.
fn secret(id: &str, seat: &str, verdict: &'static str, mut letter: Written) -> Put {
    let word = canary(seat, id.bytes().map(usize::from).sum());
    letter.text = format!("{}\n{word}", letter.text);
    Put { bytes: letter.bytes(id), verdict, sheet: None, canary: Some((word, vec![player(seat), GM.to_owned()])) }
}

fn plain(id: &str, verdict: &'static str, letter: Written) -> Put {
    Put { bytes: letter.bytes(id), verdict, sheet: None, canary: None }
}

impl Put {
    fn filed(mut self, seat: &'static str, lines: &[&'static str]) -> Self {
        self.sheet = Some((seat, lines.to_vec()));
        self
    }
}

/// One round: its time, the letters that arrive before it, and what the disk saw of it.
pub struct Round {
    pub now: i64,
    pub letters: Vec<(i64, Vec<u8>)>,
    /// How the judge's folder was when it began, its letters included.
    pub start: PathBuf,
    /// Calls that change what is stored or sent.
    pub calls: Count,
    /// All calls on files, in order.
    pub log: PathBuf,
}

/// The campaign as it goes when nothing goes wrong.
pub struct Reference {
    pub rounds: Vec<Round>,
    /// What must have become of everything, for the checker.
    pub expected: PathBuf,
    /// The export at the end, without what may differ between runs that came to the same.
    pub end: Value,
    /// The judge's folder at the end.
    pub home: Home,
}

type Writer = fn(&Home) -> Vec<Put>;
/// Opened on 2 March at 12:01, the tactical phase is due on 3 March at 20:00: 32 hours after noon.
const ROUNDS: [(i64, Writer); 9] = [
    (0, |_| Vec::new()),
    (1, creating_letters),
    (61, strategic_letters),
    (121, confirming_letters),
    (HOUR, first_letters),
    (30 * HOUR, second_letters),
    (31 * HOUR, third_letters),
    (32 * HOUR + 1, last_letters),
    // Time enough for letters that were not taken at the first attempt.
    (32 * HOUR + 3601, |_| Vec::new()),
];
/// The round that plays the tactical phase.
pub const RESOLVING: usize = 7;

fn creating_letters(home: &Home) -> Vec<Put> {
    vec![plain("g1", "answered", reply(home, GM, "welcome", &creation()))]
}

fn strategic_letters(home: &Home) -> Vec<Put> {
    let orders = "distribute CP East 8, West 5, Trans 4\nPP 15/12/10";
    vec![
        secret("s1", "usa-sc", "answered", reply(home, &player("usa-sc"), "opening", orders)),
        plain("g2", "answered", reply(home, GM, "opening", "PROCESS phase=1")),
    ]
}

/// The game master repeats the word he was mailed.
fn confirming_letters(home: &Home) -> Vec<Put> {
    let asked = newest(home, GM, "process").text;
    let word = asked.lines().find(|line| line.trim().starts_with("CONFIRM ")).expect("a word to confirm with");
    vec![plain("g3", "answered", reply(home, GM, "process", word.trim()))]
}

const EAST: &str = "PP 1-3: build IN in Washington\nPP 4 to 7: move McDowell to Manassas\nHello there\nPP 9: mvoe 1 SP from Baltimore to Washington";
const RIVER: &str = "hold the river Heron0press";

fn first_letters(home: &Home) -> Vec<Put> {
    let orders = |seat: &str, text: &str| reply(home, &player(seat), "T1 strategic played", text);
    let stranger = Written { from: "spam@elsewhere.test".to_owned(), ..unproven("csa-sc") };
    let away = Written { header: Some("Auto-Submitted: auto-replied"), ..orders("csa-west", "I am away. PP 1: hold") };
    let south = "PP 1-3: entrench at Manassas\nPP 4: move 1 SP from Norfolk to Richmond";
    let press = orders("usa-sc", &format!("PRESS TO usa-east: {RIVER}"));
    let readers = vec![player("usa-sc"), player("usa-east"), GM.to_owned()];
    vec![
        secret("e1", "usa-east", "answered", orders("usa-east", EAST))
            .filed("usa-east", &["PP 1-3: build IN in Washington", "PP 4 to 7: move McDowell to Manassas"]),
        secret("c1", "csa-east", "answered", orders("csa-east", south))
            .filed("csa-east", &["PP 1-3: entrench at Manassas"]),
        secret("x1", "csa-sc", "silent", stranger),
        secret("a1", "csa-west", "silent", away),
        Put { canary: Some(("Heron0press".to_owned(), readers)), ..plain("p1", "answered", press) },
        plain("w1", "answered", orders("usa-west", "STATUS")),
        secret("w2", "usa-west", "answered", orders("usa-west", "CHECK\nPP 1-3: move Grant to Paducah")),
    ]
}

/// A letter in a player's name without a proof.
fn unproven(seat: &str) -> Written {
    Written { from: player(seat), subject: "[war] orders".to_owned(), text: "STATUS".to_owned(), ..Written::default() }
}

fn second_letters(home: &Home) -> Vec<Put> {
    let orders = |seat: &str, text: &str| reply(home, &player(seat), "T1 strategic played", text);
    let grant = || orders("usa-west", "PP 1-3: move Grant to Paducah");
    vec![
        plain("f1", "held", unproven("csa-sc")),
        secret("v1", "csa-west", "answered", orders("csa-west", "PP 1-3: build IN in Nashville"))
            .filed("csa-west", &["PP 1-3: build IN in Nashville"]),
        secret("w3", "usa-west", "answered", grant()).filed("usa-west", &["PP 1-3: move Grant to Paducah"]),
        // The same letter a second time, as servers after a crash of their own do.
        secret("w3", "usa-west", "silent", grant()),
        secret("e2", "usa-east", "answered", orders("usa-east", "PP 1-3: build IN in Washington"))
            .filed("usa-east", &["PP 1-3: build IN in Washington"]),
    ]
}

fn third_letters(home: &Home) -> Vec<Put> {
    let trans = reply(home, &player("usa-trans"), "eminder", "PP 1-3: entrench at Rolla");
    let nonsense = "WHO\nSET turn.nonsense = 3 BECAUSE nothing";
    vec![
        plain("f2", "answered", reply(home, &player("csa-sc"), "confirm", "yes")),
        secret("t1", "usa-trans", "answered", trans).filed("usa-trans", &["PP 1-3: entrench at Rolla"]),
        plain("g4", "answered", reply(home, GM, "T1 strategic played", nonsense)),
    ]
}

fn last_letters(home: &Home) -> Vec<Put> {
    vec![plain("c2", "answered", reply(home, &player("csa-east"), "T1 strategic played", "SHOW"))]
}

/// Plays the campaign to its end, keeping the folder before each round. Letters leave to Maildirs, or to the server.
pub fn play_reference(root: &Path, shim: &Shim, smtp: Option<u16>) -> Reference {
    let home = new_home(&root.join("home"), smtp);
    let (mut rounds, mut all_put) = (Vec::new(), Vec::new());
    for (number, (at, writer)) in ROUNDS.into_iter().enumerate() {
        let (now, put_now) = (NOON + at, writer(&home));
        // They arrive one second after the other; the last round's moment is also its letter's.
        let first = now - i64::try_from(put_now.len()).unwrap();
        let letters: Vec<(i64, Vec<u8>)> = (first..).zip(&put_now).map(|(at, put)| (at, put.bytes.clone())).collect();
        letters.iter().for_each(|(at, bytes)| put(&home, bytes, *at));
        let start = root.join(format!("start-{number}"));
        copy(&home.folder, &start);
        let (log, count) = (root.join(format!("calls-{number}")), root.join(format!("count-{number}")));
        let output = shim.run_once(&home, now, &Plan::default().logged(&log).counted(&count));
        assert!(output.status.success(), "{}", words(&output));
        rounds.push(Round { now, letters, start, calls: Count::read(&count), log });
        all_put.extend(put_now);
    }
    let expected = root.join("expected.json");
    fs::write(&expected, expectation(&all_put).to_string()).unwrap();
    let export = home.export("war");
    Reference { rounds, expected, end: comparable(export), home }
}

/// What the checker is to find: letters with their verdicts, sheets as they were sent, canaries and their readers.
fn expectation(all_put: &[Put]) -> Value {
    let letters: Vec<_> =
        all_put.iter().map(|put| json!({ "bytes": hex(&put.bytes), "verdict": put.verdict })).collect();
    let mut sheets: BTreeMap<&str, (usize, &[&str])> = BTreeMap::new();
    for (seat, lines) in all_put.iter().filter_map(|put| put.sheet.as_ref()) {
        let sheet = sheets.entry(seat).or_default();
        *sheet = (sheet.0 + 1, lines);
    }
    let canaries: BTreeMap<_, _> = all_put.iter().filter_map(|put| put.canary.clone()).collect();
    let key = BTreeMap::from([("07".repeat(32), Vec::<String>::new())]);
    let people: Vec<_> = SEATS.iter().map(|seat| player(seat)).collect();
    json!({
        "letters": letters,
        "sheets": sheets,
        "canaries": canaries.into_iter().chain(key).collect::<BTreeMap<_, _>>(),
        "phase": PHASE,
        "readers": people,
    })
}

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// The export without what may differ between two runs that came to the same.
pub fn comparable(mut export: Value) -> Value {
    for (table, fields) in [
        ("letters", &["mailbox", "uid", "attempts"][..]),
        ("outbox", &["id", "attempts", "resends", "next_try", "reply"]),
    ] {
        for row in export[table].as_array_mut().unwrap() {
            fields.iter().for_each(|field| _ = row.as_object_mut().unwrap().remove(*field));
        }
    }
    // Letters may have been written in another order, and others, of no game, in between.
    let purpose = |row: &Value| row["purpose"].as_str().unwrap_or_default().to_owned();
    export["outbox"].as_array_mut().unwrap().sort_by_key(purpose);
    export
}

/// Rounds at one time until there is nothing left to do.
pub fn work_until_quiet(home: &Home, now: i64) {
    for _ in 0..20 {
        if home.run_once(now) == "letters in: 0, decided: 0, phases played: 0, letters out: 0" {
            return;
        }
    }
    panic!("the judge does not come to rest");
}

impl Reference {
    /// From the middle of a round to the campaign's end.
    pub fn finish(&self, home: &Home, round: usize) {
        work_until_quiet(home, self.rounds[round].now);
        for later in &self.rounds[round + 1..] {
            later.letters.iter().for_each(|(at, bytes)| put(home, bytes, *at));
            home.run_once(later.now);
        }
        work_until_quiet(home, self.rounds[self.rounds.len() - 1].now);
    }

    /// How many calls of each round can fail so: the rounds are played once more for it.
    pub fn able_to_fail(&self, shim: &Shim, folder: &Path, failure: Failure) -> Vec<usize> {
        let count = |(number, round): (usize, &Round)| {
            let (home, count) = (Home { folder: folder.join("able") }, folder.join(format!("able-{number}")));
            copy(&round.start, &home.folder);
            let output = shim.run_once(&home, round.now, &Plan::could_fail(failure).counted(&count));
            assert!(output.status.success(), "{}", words(&output));
            Count::read(&count).able
        };
        self.rounds.iter().enumerate().map(count).collect()
    }
}
