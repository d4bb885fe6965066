//! Nobody is let in who has not proved who he is: every known way to write in somebody else's name, in every mode of
//! proof, against a player and against the game master. And those who are who they say are let in.

mod attacks;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use adjutant::cli::stage::{Received, Scene, Stage, Written};
use adjutant::desk::identify::is_code_of;
use adjutant::desk::{House, Key, ProofKind};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::game::{Format, GameId, Player, PlayerId};
use adjutant::mail::TrustedServer;
use attacks::{ELSEWHERE, MALLORY, SERVER, Victim, against};

const JUDGE: &str = "judge@adjutant.example";
const GM: &str = "grace@gm.example";
const ANN: &str = "ann@play.example";
const BOB: &str = "bob@home.example";
const BEGINS: i64 = 1_772_452_800;
const DAY: i64 = 86_400;
const ORDERS: &str = "2 discretionary reinforcements to West";

/// How a house may ask for proof.
struct Mode {
    name: &'static str,
    players: &'static [ProofKind],
    gms: &'static [ProofKind],
    has_server: bool,
    is_spf_enough: bool,
}

use ProofKind::{AuthenticationResults, Code, Reply};

const MODES: [Mode; 6] = [
    Mode {
        name: "as it comes",
        players: &[Reply, Code, AuthenticationResults],
        gms: &[Reply, Code],
        has_server: false,
        is_spf_enough: false,
    },
    Mode {
        name: "with a server",
        players: &[Reply, Code, AuthenticationResults],
        gms: &[Reply, Code],
        has_server: true,
        is_spf_enough: false,
    },
    Mode {
        name: "server alone",
        players: &[AuthenticationResults],
        gms: &[AuthenticationResults],
        has_server: true,
        is_spf_enough: false,
    },
    Mode {
        name: "server with SPF",
        players: &[Reply, Code, AuthenticationResults],
        gms: &[Reply, Code, AuthenticationResults],
        has_server: true,
        is_spf_enough: true,
    },
    Mode { name: "codes alone", players: &[Code], gms: &[Code], has_server: true, is_spf_enough: false },
    Mode { name: "replies alone", players: &[Reply], gms: &[Reply], has_server: true, is_spf_enough: false },
];

impl Mode {
    fn arrange(&self, house: &mut House) {
        house.proof.players = self.players.iter().copied().collect();
        house.proof.gms = self.gms.iter().copied().collect();
        house.proof.server = self.has_server.then(|| TrustedServer {
            authserv_id: SERVER.to_owned(),
            received_above: 1,
            parents: vec!["play.example".to_owned()],
            is_spf_enough: self.is_spf_enough,
        });
    }

    fn takes(&self, proof: ProofKind, victim: &str) -> bool {
        let accepted = if victim == GM { self.gms } else { self.players };
        accepted.contains(&proof) && (proof != AuthenticationResults || self.has_server)
    }
}

fn scene() -> Scene {
    let rhythm = || Rhythm { cron: "0 20 * * Tue".to_owned(), least_minutes: 3 * 1440 };
    let timetable = Timetable {
        zone: chrono_tz::UTC,
        rhythms: [("strategic".to_owned(), rhythm()), ("tactical".to_owned(), rhythm())].into(),
        grace_minutes: 1440,
        reminders_minutes: vec![180],
        pace: Pace::default(),
    };
    let shelf = adjutant::books::of_the_house();
    Scene { judge: JUDGE, gm: ("Grace", GM), timetable, shelf, begins: BEGINS, templates: Vec::new() }
}

/// A game whose first phase lasts for years, so that days can pass between two attacks.
struct Table {
    stage: Stage,
    // The folder goes when the table does.
    _root: tempfile::TempDir,
    written: u32,
}

impl Table {
    async fn set(mode: &Mode) -> Self {
        let root = tempfile::tempdir().unwrap();
        // The game is made under the usual rules, the attacks come under those of the mode: the house is opened twice.
        let mut making = Stage::set_up(root.path(), scene(), [5; 32]).unwrap();
        making.pass().await.unwrap();
        for (subject, text) in [
            ("a game", "CREATE war FROM civil-war/1861".to_owned()),
            ("[war] seats", format!("SEAT Ann <{ANN}> AS usa-sc\nSEAT Bob <{BOB}> AS csa-sc")),
            ("[war] go", "START".to_owned()),
            ("[war] time", "DEADLINE 2031-01-07 20:00".to_owned()),
        ] {
            let welcome = making.letters(GM).unwrap().remove(0);
            let code = welcome.code().expect("a welcome with a code");
            let letter = Written {
                from: GM.to_owned(),
                subject: subject.to_owned(),
                text: format!("CODE {code}\n{text}"),
                ..Written::default()
            };
            making.mail(&letter).unwrap();
            making.pass().await.unwrap();
        }
        let deadline = making.deadline("war").unwrap().expect("an open phase");
        assert!(deadline > BEGINS + 1000 * DAY, "the phase lasts");
        making.judge().store().clone().close();
        drop(making);
        let stage = Stage::set_up_with(root.path(), scene(), [5; 32], |house| mode.arrange(house)).unwrap();
        Self { stage, _root: root, written: 0 }
    }

    fn count(&self) -> BTreeMap<&'static str, usize> {
        [GM, ANN, BOB, MALLORY, JUDGE].map(|who| (who, self.stage.count_letters(who).unwrap())).into()
    }

    fn new_letters(&self, who: &'static str, before: &BTreeMap<&'static str, usize>) -> Vec<Received> {
        self.stage.letters_after(who, before[who]).unwrap()
    }

    /// What an impostor could have changed: seats, deadline, orders, in one text.
    fn truth(&self) -> String {
        let id = GameId::parse("war").unwrap();
        let game = self.stage.judge().store().read().game(&id, &self.stage.judge().house().shelf).unwrap().unwrap();
        let seats: Vec<String> = game.roster.seats().iter().map(|seat| format!("{:?}", seat.holder)).collect();
        format!("{:?} {:?} {:?} {:?} {}", game.status, game.phase, game.sheets, seats, game.holds_reports)
    }

    /// Mails this a day later, so that no limit of a day hides what it would do.
    async fn try_letter(&mut self, bytes: &[u8]) {
        self.stage.now += DAY + 60;
        self.stage.mail_raw(bytes).unwrap();
        self.stage.pass().await.unwrap();
    }

    /// Mails this a minute later.
    async fn mail_now(&mut self, bytes: &[u8]) {
        self.stage.now += 60;
        self.stage.mail_raw(bytes).unwrap();
        self.stage.pass().await.unwrap();
    }

    fn code_of(&self, who: &str) -> String {
        let letters = self.stage.letters(who).unwrap();
        let mut lines = letters.iter().rev().flat_map(|letter| letter.text.lines());
        lines.find_map(|line| line.strip_prefix("  CODE ")).expect("a code").to_owned()
    }

    fn newest_id(&self, who: &str) -> String {
        self.stage.newest(who).unwrap().message_id
    }

    fn opening_id(&self, who: &str) -> String {
        let letters = self.stage.letters(who).unwrap();
        let opening = letters.into_iter().find(|letter| letter.subject.contains("opening"));
        opening.expect("a report on the opening").message_id
    }

    /// A letter of the person himself, with this proof and no other.
    fn proven(&mut self, who: &str, proof: ProofKind, text: &str) -> Vec<u8> {
        self.written += 1;
        let (number, domain) = (self.written, who.rsplit('@').next().unwrap());
        let results = match proof {
            AuthenticationResults => format!("{SERVER}; dmarc=pass header.from={domain}"),
            _ => format!("{SERVER}; none"),
        };
        let answered = match proof {
            Reply => format!("In-Reply-To: {}\n", self.opening_id(who)),
            _ => String::new(),
        };
        let code = match proof {
            Code => format!("CODE {}\n", self.code_of(who)),
            _ => String::new(),
        };
        format!(
            "Received: from {SERVER} by box\nAuthentication-Results: {results}\nReceived: from x by {SERVER}\nFrom: \
             {who}\nTo: {JUDGE}\nSubject: [war] mine {number}\nDate: Mon, 2 Mar 2026 12:00:00 +0000\nMessage-ID: \
             <own-{number}@{domain}>\n{answered}\n{code}{text}\n"
        )
        .replace('\n', "\r\n")
        .into_bytes()
    }

    /// What became of the letters that are not the game master's, counted; and those of them that were judged.
    fn verdicts_since_the_start(&self) -> (BTreeMap<String, usize>, Vec<String>) {
        let export = self.stage.judge().store().export(&GameId::parse("war").unwrap()).unwrap().unwrap();
        let (mut counts, mut wrong) = (BTreeMap::new(), Vec::new());
        let gm = serde_json::json!(PlayerId::of_address(GM));
        for row in export["letters"].as_array().unwrap().iter().filter(|row| row["writer"] != gm) {
            let verdict = row["verdict"]["verdict"].as_str().unwrap_or("undecided").to_owned();
            let is_right = ["held", "silent", "quarantined", "correspondence"].contains(&verdict.as_str());
            wrong.extend((!is_right).then(|| row.to_string()));
            *counts.entry(verdict).or_default() += 1;
        }
        (counts, wrong)
    }

    /// The victim answers a letter of the judge with somebody else in copy; the id of that letter.
    async fn burn(&mut self, who: &'static str) -> String {
        let id = self.newest_id(who);
        let letter = Written {
            from: who.to_owned(),
            cc: vec![BOB.to_owned()],
            subject: "Re: [war]".to_owned(),
            text: "STATUS".to_owned(),
            in_reply_to: Some(id.clone()),
            ..Written::default()
        };
        self.stage.mail(&letter).unwrap();
        self.stage.pass().await.unwrap();
        id
    }

    async fn victim(&mut self, who: &'static str) -> Victim {
        let burnt_id = self.burn(who).await;
        let is_gm = who == GM;
        Victim {
            address: who.to_owned(),
            domain: who.rsplit('@').next().unwrap().to_owned(),
            name: if is_gm { "Grace" } else { "Ann" },
            text: if is_gm {
                "EXTEND 24h phase=1\nSEAT Mallory <mallory@elsewhere.example> AS usa-east\nHOLD"
            } else {
                ORDERS
            },
            other_code: self.code_of(BOB),
            own_code: self.code_of(who),
            others_id: self.newest_id(BOB),
            burnt_id,
        }
    }
}

/// What may come of a letter that proves nothing: its supposed writer is asked, and owners of codes get new ones.
fn check_answers(table: &Table, who: &'static str, before: &BTreeMap<&'static str, usize>, at: &str) {
    assert!(table.new_letters(MALLORY, before).is_empty(), "{at}: the impostor was answered");
    assert!(table.new_letters(JUDGE, before).is_empty(), "{at}: the judge wrote to itself");
    for reader in [GM, ANN, BOB] {
        for letter in table.new_letters(reader, before) {
            let is_question = letter.subject.ends_with("please confirm a letter") && reader == who;
            let is_new_code = letter.subject == "your code has changed" && (reader == BOB || reader == who);
            let is_burnt =
                letter.subject == "somebody else answered a letter to you" && (reader == BOB || reader == who);
            assert!(is_question || is_new_code || is_burnt, "{at}: {reader} got {}\n{}", letter.subject, letter.text);
            // A question tells nothing of the game but what the letter in question asked, and that is set off.
            let own: Vec<&str> = letter.text.lines().filter(|line| !line.starts_with("  | ")).collect();
            for words in ["reinforcement", "on file", "EXTEND", "deadline", "Due", "SEAT", MALLORY, ELSEWHERE] {
                assert!(!own.join("\n").contains(words), "{at}: {reader} is told \"{words}\":\n{}", letter.text);
            }
        }
    }
}

async fn attack(mode: &Mode, who: &'static str) -> (usize, BTreeSet<&'static str>) {
    let mut table = Table::set(mode).await;
    let victim = table.victim(who).await;
    let (mut tried, mut rows) = (0, BTreeSet::new());
    let truth = table.truth();
    for attack in against(&victim) {
        let before = table.count();
        table.try_letter(&attack.bytes).await;
        let at = format!("{} {}, {}, against {who}", attack.row, attack.what, mode.name);
        assert_eq!(table.truth(), truth, "{at}");
        check_answers(&table, who, &before, &at);
        tried += 1;
        rows.insert(attack.row);
    }
    check_the_true_one(&mut table, mode, who).await;
    (tried, rows)
}

/// The same words with a proof that counts are carried out, and with one that does not count they are not.
async fn check_the_true_one(table: &mut Table, mode: &Mode, who: &'static str) {
    for (number, proof) in [Reply, Code, AuthenticationResults].into_iter().enumerate() {
        let before = table.truth();
        let text = match who {
            GM => format!("DEADLINE 2031-02-0{} 20:00", number + 1),
            _ => format!("{} discretionary reinforcements to West", number + 1),
        };
        let letter = table.proven(who, proof, &text);
        table.try_letter(&letter).await;
        let is_done = table.truth() != before;
        let said = table.stage.newest(who).unwrap();
        assert_eq!(
            is_done,
            mode.takes(proof, who),
            "{proof:?} of {who}, {}\n{}\n{}",
            mode.name,
            said.subject,
            said.text
        );
    }
}

async fn attack_everywhere(who: &'static str) {
    let (mut tried, mut rows) = (0, BTreeSet::new());
    for mode in &MODES {
        let (count, attacked) = attack(mode, who).await;
        tried += count;
        rows.extend(attacked);
    }
    println!("{tried} letters in the name of {who} in {} modes of proof: 0 let in (rows {rows:?})", MODES.len());
    let all = [
        "A01", "A02", "A03", "A04", "A05", "A06", "A07", "A08", "A09", "A10", "A13", "A15", "A16", "A18", "A19", "A20",
        "A25", "A26",
    ];
    assert_eq!(rows, all.into());
}

#[tokio::test]
async fn nobody_passes_for_a_player() {
    attack_everywhere(ANN).await;
}

#[tokio::test]
async fn nobody_passes_for_the_game_master() {
    attack_everywhere(GM).await;
}

/// A11, A12: a letter that was valid once is never carried out again, in whatever order copies of it come.
#[tokio::test]
async fn copies_of_valid_letters_change_nothing() {
    let mut table = Table::set(&MODES[1]).await;
    let texts = [ORDERS, "1 discretionary reinforcement to West", "3 discretionary reinforcements to West"];
    let mut letters = Vec::new();
    for (text, proof) in texts.into_iter().zip([AuthenticationResults, Code, AuthenticationResults]) {
        let letter = table.proven(ANN, proof, text);
        table.try_letter(&letter).await;
        letters.push(String::from_utf8(letter).unwrap());
    }
    let truth = table.truth();
    assert!(truth.contains("3 discretionary"), "{truth}\n{}", table.stage.newest(ANN).unwrap().text);
    let before = table.count();
    for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1]] {
        for letter in order.map(|index| &letters[index]) {
            for copy in copies_of(letter) {
                table.try_letter(copy.as_bytes()).await;
                assert_eq!(table.truth(), truth, "{copy}");
            }
        }
    }
    for letter in table.new_letters(ANN, &before) {
        assert!(letter.subject.ends_with("please confirm a letter"), "{}", letter.subject);
    }
}

/// A copy that somebody sends ahead of a letter, without its proof or as if a program had written it, does not stand in its way;
/// and when the letter has come, the copy counts no more, whatever is answered.
#[tokio::test]
async fn a_copy_ahead_of_a_letter_does_not_make_it_one() {
    for way in ["bare", "by a program", "in copy"] {
        let mut table = Table::set(&MODES[0]).await;
        let truth = table.truth();
        let letter = String::from_utf8(table.proven(ANN, Reply, ORDERS)).unwrap();
        let to_himself = letter.replace(&format!("To: {JUDGE}"), &format!("To: {ANN}\r\nCc: {JUDGE}"));
        let letter = if way == "in copy" { to_himself } else { letter };
        let bare: String = letter.split_inclusive("\r\n").filter(|line| !is_proof(line)).collect();
        let ahead = match way {
            "by a program" => format!("Auto-Submitted: auto-replied\r\n{letter}"),
            "in copy" => bare.replace(&format!("Cc: {JUDGE}"), &format!("Cc: {JUDGE}, {MALLORY}")),
            _ => bare,
        };
        for copy in [&ahead, &ahead.replace("Received: ", "Received: from mallory ")] {
            table.mail_now(copy.as_bytes()).await;
            assert_eq!(table.truth(), truth, "{copy}");
        }
        table.mail_now(letter.as_bytes()).await;
        let after = table.truth();
        assert_ne!(after, truth, "the orders count");
        for again in [&ahead, &letter] {
            let before = table.count();
            table.mail_now(again.as_bytes()).await;
            assert_eq!((table.truth(), table.new_letters(ANN, &before).len()), (after.clone(), 0), "{again}");
        }
        if way != "bare" {
            continue;
        }
        let question =
            table.stage.letters(ANN).unwrap().into_iter().find(|it| it.subject.ends_with("confirm a letter"));
        let yes = Written {
            from: ANN.to_owned(),
            subject: "Re: please confirm a letter".to_owned(),
            text: "YES".to_owned(),
            in_reply_to: Some(question.expect("a question about the copy").message_id),
            ..Written::default()
        };
        table.stage.mail(&yes).unwrap();
        table.stage.pass().await.unwrap();
        assert_eq!(table.truth(), after);
        let answer = table.stage.newest(ANN).unwrap().text.replace('\n', " ");
        assert!(answer.contains("is not waiting any more"), "{answer}");
    }
}

/// The words of a letter as an attached file are not that letter: its owner is asked about both.
#[tokio::test]
async fn a_copy_that_reads_otherwise_does_not_stand_for_the_letter() {
    let mut table = Table::set(&MODES[0]).await;
    let letter = String::from_utf8(table.proven(ANN, AuthenticationResults, ORDERS)).unwrap();
    let bare = letter.replace("dmarc=pass", "dmarc=fail");
    let before = table.count();
    for fields in [
        "Content-Disposition: attachment; filename=orders.txt",
        "Content-Disposition: inline; filename=orders.txt",
        "Content-Type: text/plain; charset=utf-8; name=orders.txt",
        "Content-Type: text/plain; charset=utf-7",
        "Content-Type: text/plain\r\nContent-Type: text/html",
    ] {
        let copy = bare.replace("Date: Mon", &format!("{fields}\r\nDate: Mon"));
        table.mail_now(copy.as_bytes()).await;
    }
    table.mail_now(bare.as_bytes()).await;
    let asked: Vec<Received> = table.new_letters(ANN, &before);
    let last = &asked.last().expect("a question").text;
    assert!(last.contains("2 discretionary"), "{last}");
    assert!(asked[..asked.len() - 1].iter().all(|it| !it.text.contains("2 discretionary")), "{}", asked.len());
}

/// A game master's letter that answers one of ours is asked about, though a copy of it came when no more was asked.
#[tokio::test]
async fn a_letter_is_asked_about_though_its_copy_was_one_of_too_many() {
    let mut table = Table::set(&MODES[0]).await;
    for number in 0..8 {
        let forged = String::from_utf8(table.proven(GM, AuthenticationResults, &format!("EXTEND {number}h"))).unwrap();
        table.mail_now(forged.as_bytes()).await;
    }
    let letter = String::from_utf8(table.proven(GM, Reply, "SEAT Carl <carl@play.example> AS usa-east")).unwrap();
    let copy: String = letter.split_inclusive("\r\n").filter(|line| !is_proof(line)).collect();
    let before = table.count();
    table.mail_now(copy.as_bytes()).await;
    assert_eq!(table.new_letters(GM, &before).len(), 0, "too many were asked about");
    for expected in [1, 1] {
        table.mail_now(letter.as_bytes()).await;
        let asked = table.new_letters(GM, &before);
        assert_eq!(asked.len(), expected);
        assert!(asked[0].text.contains("SEAT Carl"), "{}", asked[0].text);
    }
    // It alone waits, and counts once.
    let question = table.stage.newest(GM).unwrap();
    let word = question.text.lines().find_map(|line| line.strip_prefix("  CONFIRM ")).expect("a word").to_owned();
    for count in [1, 0] {
        let confirmed = Written {
            from: GM.to_owned(),
            subject: format!("Re: {}", question.subject),
            text: format!("CONFIRM {word}"),
            in_reply_to: Some(question.message_id.clone()),
            ..Written::default()
        };
        table.stage.mail(&confirmed).unwrap();
        let before = table.count();
        table.stage.now += 60;
        table.stage.pass().await.unwrap();
        let answers = table.new_letters(GM, &before);
        let done = answers.iter().filter(|it| it.text.contains("is held by Carl")).count();
        assert_eq!(done, count, "{answers:?}");
    }
}

fn is_proof(line: &str) -> bool {
    line.starts_with("In-Reply-To:") || line.starts_with("References:")
}

/// The same bytes, another way, other blanks; with a server's word also what no signature covers.
fn copies_of(letter: &str) -> Vec<String> {
    let mut copies = vec![
        letter.to_owned(),
        format!("Delivered-To: {JUDGE}\r\n{letter}"),
        letter.replace("Received: from x", "Received: from mallory"),
        letter.replace(" reinforcement", "   reinforcement").replace("\r\n\r\n", "\r\n\r\n\r\n"),
        format!("{letter}\r\n   \r\n"),
    ];
    if letter.contains("dmarc=pass") {
        copies.push(letter.replace("Subject: [war] mine", "Subject: [war] again"));
        copies.push(letter.replace("Date: Mon", "Cc: a@b.example\r\nDate: Mon"));
        copies.push(letter.replace("discretionary", "of the discretionary"));
        copies.push(letter.replace("Message-ID:", "X-ID:"));
    }
    copies
}

/// A07: what a player asks in answer to a report is done, and told to him alone.
#[tokio::test]
async fn an_answer_goes_to_the_registered_address_whatever_reply_to_says() {
    let mut table = Table::set(&MODES[0]).await;
    let (truth, before) = (table.truth(), table.count());
    let letter = table.proven(ANN, Reply, ORDERS);
    let letter = String::from_utf8(letter).unwrap().replacen("To: ", &format!("Reply-To: {MALLORY}\r\nTo: "), 1);
    table.try_letter(letter.as_bytes()).await;
    assert_ne!(table.truth(), truth, "the orders count");
    assert_eq!(table.new_letters(ANN, &before).len(), 1);
    assert!(table.new_letters(MALLORY, &before).is_empty());
}

/// Who has proved who he is gives orders for his own seats and for no other.
#[tokio::test]
async fn a_player_gives_orders_for_his_own_seats_alone() {
    let mut table = Table::set(&MODES[0]).await;
    for (seat, counts) in [("csa-sc", false), ("usa-sc", true)] {
        let truth = table.truth();
        let letter = table.proven(ANN, Reply, &format!("AS {seat}\nCP East 45%, West 30%, Trans 15%"));
        table.try_letter(&letter).await;
        let said = table.stage.newest(ANN).unwrap().text;
        assert_eq!(table.truth() != truth, counts, "AS {seat}: {said}");
    }
}

/// A17: a code that came in a letter, wherever it stood, is in nothing that is written or exported afterwards.
#[tokio::test]
async fn a_code_is_never_shown_again() {
    let mut table = Table::set(&MODES[0]).await;
    let code = table.code_of(ANN);
    let plain = code.replace('-', "");
    let before = table.count();
    let say = |subject: &str, text: String, cc: &[&str]| Written {
        from: ANN.to_owned(),
        cc: cc.iter().map(|cc| (*cc).to_owned()).collect(),
        subject: subject.to_owned(),
        text,
        ..Written::default()
    };
    for letter in [
        say(&format!("[war] orders CODE {code}"), ORDERS.to_owned(), &[]),
        say("[war] orders", format!("{ORDERS} CODE {code}"), &[]),
        say("[war] orders", format!("CODE: {plain}\nPRESS TO csa-sc: my code is CODE {code}, keep it"), &[]),
        say("[war] orders", format!("nonsense (code {code}) here\nCODE {code}\n> CODE {code}"), &[]),
        Written { to: vec![BOB.to_owned()], ..say("[war] look", format!("CODE {code} is mine"), &[JUDGE]) },
    ] {
        table.stage.mail(&letter).unwrap();
        table.stage.pass().await.unwrap();
    }
    let mut told = 0;
    for reader in [GM, ANN, BOB] {
        for letter in table.new_letters(reader, &before) {
            let all = format!("{}\n{}\n{}", letter.subject, letter.text, String::from_utf8_lossy(&letter.raw));
            let flat: String = all.to_uppercase().chars().filter(|c| c.is_alphanumeric()).collect();
            assert!(!flat.contains(&plain), "{reader}: {all}");
            told += 1;
        }
    }
    assert!(told >= 6, "they were answered: {told}");
    let export = table.stage.judge().store().export(&GameId::parse("war").unwrap()).unwrap().unwrap();
    let export = serde_json::to_string(&export).unwrap();
    assert!(!export.contains(&code) && !export.contains(&plain));
}

/// Whoever sends wrong codes in a player's name must not keep the right one from counting by it.
#[tokio::test]
async fn seven_forged_letters_do_not_silence_a_player_whose_next_letter_has_the_right_code() {
    let mut table = Table::set(&MODES[0]).await;
    let (truth, before) = (table.truth(), table.count());
    for guess in ["A", "B", "C", "D", "E", "F", "G"] {
        let text = format!("CODE AAAA-BBBB-CCC{guess}\n{ORDERS}");
        let subject = format!("[war] forged {guess}");
        let forged = Written { from: ANN.to_owned(), subject, text, ..Written::default() };
        table.stage.mail(&forged).unwrap();
        table.stage.pass().await.unwrap();
    }
    assert_eq!((table.truth(), table.new_letters(ANN, &before).len()), (truth.clone(), 5), "five are asked about");
    let letter = table.proven(ANN, Code, ORDERS);
    table.stage.mail_raw(&letter).unwrap();
    table.stage.pass().await.unwrap();
    assert_ne!(table.truth(), truth, "{}", table.stage.newest(ANN).unwrap().text);
}

/// A15: how long a comparison takes does not tell how much of a guess was right.
#[test]
fn a_guess_is_not_timed() {
    const ROUNDS: usize = 400;
    let key = Key::new([9; 32]);
    let ann = Player {
        id: PlayerId::of_address(ANN),
        name: "Ann".to_owned(),
        addresses: vec![ANN.to_owned()],
        zone: None,
        code_counter: 1,
        is_confirmed: true,
        format: Format::default(),
    };
    let right = adjutant::desk::identify::player_code(&key, &ann);
    let wrong = |at: usize| {
        let other = |c: char| if c == 'A' { 'B' } else { 'A' };
        right
            .chars()
            .enumerate()
            .map(|(place, c)| if place >= at && c != '-' { other(c) } else { c })
            .collect::<String>()
    };
    let guesses = [wrong(0), wrong(7), wrong(13)];
    let mut times: [Vec<u128>; 3] = Default::default();
    for _ in 0..ROUNDS {
        for (guess, times) in guesses.iter().zip(&mut times) {
            let start = Instant::now();
            for _ in 0..50 {
                assert!(!is_code_of(&key, &ann, std::hint::black_box(guess)));
            }
            times.push(start.elapsed().as_nanos());
        }
    }
    // The quickest tenth is what the machine does when nobody disturbs it.
    let quick = times.map(|mut times| {
        times.sort_unstable();
        times[ROUNDS / 10]
    });
    let (least, most) = (quick.iter().min().unwrap(), quick.iter().max().unwrap());
    println!("50 comparisons with 0, 6 and 11 letters right: {quick:?} ns");
    assert!(*most * 100 < *least * 115, "{quick:?}");
}

/// Letters of other people's corpora, where a folder of them is given (`ADJUTANT_CORPORA`) or lies beside the project.
fn corpora() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpora");
    let folder = std::env::var_os("ADJUTANT_CORPORA").map_or(beside, PathBuf::from);
    folder.join("labels.tsv").is_file().then_some(folder)
}

/// With a player's address put into From, none of them is his, whatever proof is asked for.
#[tokio::test]
async fn letters_of_others_in_a_players_name_change_nothing() {
    let Some(folder) = corpora() else {
        println!("no corpus is here: none was tried");
        return;
    };
    let labels = std::fs::read_to_string(folder.join("labels.tsv")).expect("labels.tsv");
    let paths = labels.lines().skip(1).filter_map(|row| row.split('\t').next());
    let letters: Vec<Vec<u8>> = paths.filter_map(|path| as_if_by(&folder.join(path), ANN)).collect();
    assert!(letters.len() > 100);
    for mode in &MODES {
        let mut table = Table::set(mode).await;
        let (truth, before) = (table.truth(), table.count());
        for some in letters.chunks(50) {
            some.iter().for_each(|letter| table.stage.mail_raw(letter).unwrap());
            // A day later no limit hides what the next ones would do.
            table.stage.now += DAY + 60;
            table.stage.pass().await.unwrap();
            assert_eq!(table.truth(), truth, "{}", mode.name);
        }
        let (verdicts, wrong) = table.verdicts_since_the_start();
        assert_eq!(wrong, Vec::<String>::new(), "{}", mode.name);
        assert!([BOB, MALLORY, JUDGE].iter().all(|who| table.new_letters(who, &before).is_empty()), "{}", mode.name);
        for letter in table.new_letters(ANN, &before) {
            assert!(letter.subject.ends_with("please confirm a letter"), "{}: {}", mode.name, letter.subject);
        }
        println!("{} letters of corpora in a player's name, {}: 0 let in; {verdicts:?}", letters.len(), mode.name);
    }
}

/// The letter with the victim in From and the judge in To, in place of what stood there.
fn as_if_by(path: &Path, victim: &str) -> Option<Vec<u8>> {
    let bytes = std::fs::read(path).ok()?;
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    let mut is_ours = true;
    let mut is_head = true;
    let kept = text.split_inclusive('\n').filter(|line| {
        is_head &= !line.trim_end_matches(['\r', '\n']).is_empty();
        let lower = line.to_ascii_lowercase();
        if !lower.starts_with([' ', '\t']) {
            is_ours = !["from:", "to:", "cc:", "from "].iter().any(|name| lower.starts_with(name));
        }
        !is_head || is_ours
    });
    let rest: String = kept.collect();
    let head = format!("From: {victim}\r\nTo: {JUDGE}\r\n");
    Some(head.into_bytes().into_iter().chain(rest.chars().map(|c| c as u8)).collect())
}
