//! The demo: what it must show, and that it is the same every time.

use crate::support::servers::Servers;
use crate::support::store::game_id;
use crate::support::{accounts, council_year, libreoffice};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use adjutant::cli::demo::play::{Exchange, Mails, News, Played, play, play_by};
use adjutant::cli::demo::script::Script;
use adjutant::cli::demo::war::{Campaign, wage_by};
use adjutant::cli::demo::{Watch, show};
use adjutant::cli::stage::{Received, Stage};
use anyhow::Context;
use mail_parser::{MessageParser, MimeHeaders};
use serde_json::Value;

fn played(root: &Path) -> (Played, Vec<String>) {
    played_of("civil-war", root)
}

fn played_of(book: &str, root: &Path) -> (Played, Vec<String>) {
    let script = Script::read(book).unwrap();
    let mut news = Vec::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut tell = |told: News<'_>| news.push(format!("{told:?}"));
    let played = runtime.block_on(play(root, &script, &mut tell)).unwrap();
    (played, news)
}

fn shown(root: &Path, played: &Played) -> String {
    let mut out = Vec::new();
    show(&mut out, root, &Script::read("civil-war").unwrap(), played).unwrap();
    String::from_utf8(out).unwrap().replace(&root.display().to_string(), "FOLDER")
}

fn exchange<'a>(played: &'a Played, name: &str) -> &'a Exchange {
    played.exchange(name).unwrap_or_else(|| panic!("the script has no letter {name}"))
}

/// The text of what came back, its line breaks as blanks.
fn answer(played: &Played, name: &str) -> String {
    let answers = &exchange(played, name).answers;
    let answer = answers.first().unwrap_or_else(|| panic!("{name} was not answered"));
    answer.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The last letter of a seat with words in its subject.
fn letter_of(played: &Played, seat: &str, words: &str) -> String {
    let letters = &played.received[seat];
    let letter = letters.iter().rev().find(|letter| letter.subject.contains(words));
    letter.unwrap_or_else(|| panic!("{seat} has no letter \"{words}\"")).text.clone()
}

#[test]
fn a_campaign_of_governments_is_played_by_mail_and_each_office_reads_its_own() {
    let root = tempfile::tempdir().unwrap();
    let (played, _) = played_of("cwol", root.path());
    a_campaign_was_played(&played);
    let counts = Script::read("cwol").unwrap();
    let counts = counts.counts();
    let needless = ["approvals", "placements", "battles", "captures", "ship missions", "violations of Kentucky"];
    let others: Vec<_> = counts.keys().filter(|kind| !needless.contains(*kind)).collect();
    assert_eq!(others, [&"changes of office", &"edits", &"rollbacks"], "the club's business, and no rule's");
}

/// What must come of the script of twelve turns, however its letters go.
fn a_campaign_was_played(played: &Played) {
    assert_eq!(played.phases, 14, "the build turn, twelve turns, one of them twice");
    assert!(played.replay.is_ok(), "{:?}", played.replay);
    assert_eq!(played.received.len(), 25, "24 people and the game master");
    assert!(answer(played, "typo").contains("\"Richmnd\" is not understood here. Is Richmond meant?"));
    assert!(answer(played, "bill").contains("Your bill has the number 1: an income tax of 5 in a hundred."));
    assert!(answer(played, "override").contains("override 2"));
    // Who is Governor and Congressman reads what both know, each thing once.
    let bloc = letter_of(played, "us-gov-garden-empire", "Turn 1, spring campaign of 1861 played");
    for words in ["raise 4 infantry regiments in Albany NY", "Men: Garden Empire", "The treasury of the Union"] {
        assert_eq!(bloc.matches(words).count(), 1, "{words}");
    }
    assert!(!bloc.contains("Men: the Union") && !bloc.contains("as things stand"));
    let treasury = letter_of(played, "us-treasury", "Turn 1, spring campaign of 1861 played");
    assert!(treasury.contains("Men: the Union") && treasury.contains("A turn of the Union as things stand"));
    let last = |seat: &str| letter_of(played, seat, "Turn 12, spring campaign of 1861 played");
    // Who gave up an office reads nothing of it any more; who has it now does.
    assert!(
        !last("us-war").contains("Units: the Union") && last("us-gov-lower-northwest").contains("Units: the Union")
    );
    let paper = letter_of(played, "cs-treasury", "Turn 9, spring campaign of 1861 played");
    assert!(paper.contains("forced printing"), "{paper}");
    let all = |seat: &str| played.received[seat].iter().map(|letter| letter.text.as_str()).collect::<String>();
    for seat in ["cs-president", "cs-treasury", "cs-gov-upper-east"] {
        let all = all(seat).replace("New Albany", "");
        for public in ["A blockade by the Union is declared.", "Nashville", "Alexandria", "Kentucky"] {
            assert!(all.contains(public), "{seat} reads nothing of {public}");
        }
        for word in
            ["Albany", "Garden Empire: ", "the treasury of the Union", " 6903", "income tax of 5", "bounties are"]
        {
            assert!(!all.contains(word), "{seat} reads of {word}");
        }
    }
    for seat in ["us-president", "us-treasury", "us-general-5"] {
        for word in ["forced printing", "foreign MP", "the treasury of the Confederacy", "greenbacks up to 5000"] {
            assert!(!all(seat).contains(word), "{seat} reads of {word}");
        }
    }
}

/// A real Dovecot where the judge reads his mailbox, and a real Postfix that takes everybody's letters.
struct Real {
    servers: Servers,
    /// The judge's letters as the store had them at this time, after so many letters to him.
    sent: RefCell<(i64, usize, Vec<Value>)>,
    brought: usize,
}

impl Mails for Real {
    fn connect(&mut self, stage: &mut Stage) -> anyhow::Result<()> {
        council_year::connect(stage, &self.servers);
        Ok(())
    }

    fn bring(&mut self, stage: &mut Stage, bytes: &[u8]) -> anyhow::Result<()> {
        let date = chrono::DateTime::from_timestamp(stage.now, 0).unwrap();
        self.servers.append("judge", &date.format("%d-%b-%Y %H:%M:%S +0000").to_string(), bytes);
        self.brought += 1;
        Ok(())
    }

    fn newest(&self, stage: &Stage, address: &str) -> anyhow::Result<Received> {
        self.letters_after(stage, address, 0)?.pop().context("find a letter")
    }

    fn letters_after(&self, stage: &Stage, address: &str, seen: usize) -> anyhow::Result<Vec<Received>> {
        let is_old = |sent: &(i64, usize, Vec<Value>)| (sent.0, sent.1) != (stage.now, self.brought);
        if is_old(&self.sent.borrow()) {
            let has_game = stage.judge().store().export(&game_id("house"))?.is_some();
            let rows = if has_game { council_year::sent_letters(stage, "house") } else { Vec::new() };
            *self.sent.borrow_mut() = (stage.now, self.brought, rows);
        }
        // The game master's first letter is about no game.
        let others = usize::from(address.starts_with("hester@"));
        let letters = council_year::letters_over(&self.servers, &self.sent.borrow().2, address, others);
        Ok(letters.into_iter().skip(seen).collect())
    }

    fn count(&self, stage: &Stage, address: &str) -> anyhow::Result<usize> {
        Ok(self.letters_after(stage, address, 0)?.len())
    }
}

/// The script with everybody at the domain of the servers.
fn at_one_domain(mut script: Script) -> (Script, Vec<&'static str>) {
    let mut users = vec!["judge"];
    for person in &mut script.cast.player {
        let user = person.address.split('@').next().unwrap();
        let address: &'static str = format!("{user}@war.test").leak();
        for line in script.episodes.iter_mut().flat_map(|episode| &mut episode.letter) {
            line.text = line.text.replace(person.address, address);
        }
        person.address = address;
        users.push(user);
    }
    script.cast.judge = "judge@war.test";
    (script, users)
}

#[test]
fn a_campaign_of_governments_is_played_over_dovecot_and_postfix() {
    let root = tempfile::tempdir().unwrap();
    let (script, users) = at_one_domain(Script::read("cwol").unwrap());
    let servers = Servers::start(&users);
    let mut real = Real { servers, sent: RefCell::default(), brought: 0 };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let played = runtime.block_on(play_by(&mut real, root.path(), &script, &mut |_| {})).unwrap();
    a_campaign_was_played(&played);
}

#[test]
fn a_year_of_both_halves_is_waged_over_dovecot_and_postfix_without_a_game_master() {
    let root = tempfile::tempdir().unwrap();
    let (script, users) = at_one_domain(Script::read("cwol").unwrap());
    let servers = Servers::start(&users);
    let mut real = Real { servers, sent: RefCell::default(), brought: 0 };
    let campaign = Campaign { book: "cwol".to_owned(), scenario: "1861".to_owned(), turns: Some(25), seed: 3 };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let war = runtime.block_on(wage_by(&mut real, root.path(), &campaign, script.cast, &mut |_| {})).unwrap();
    assert_eq!(
        (war.phases.len(), war.gm_letters),
        (25, 4),
        "the build turn and a year; the letters that made the game"
    );
    assert!(war.replay.is_ok(), "{:?}", war.replay);
    assert!(war.phases.iter().map(|told| told.battles).sum::<usize>() > 0);
}

#[test]
fn the_demo_shows_what_it_promises_and_is_the_same_every_time() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (played, news) = played(one.path());
    let (again, news_again) = self::played(other.path());

    assert_eq!(played.phases, 6);
    assert!(played.battles >= 4, "{} battles", played.battles);
    assert!(played.replay.as_ref().is_ok_and(|replayed| replayed.steps >= 8), "{:?}", played.replay);
    wrong_letters_come_back(&played);
    letters_count_by_their_arrival(&played);
    nobody_is_believed_for_his_address(&played);
    the_game_master_overrides(&played);
    reports_tell_each_reader_his_own(&played);

    assert_eq!(news, news_again);
    assert_eq!(shown(one.path(), &played), shown(other.path(), &again));
    for (seat, letters) in &played.received {
        let bytes =
            |letters: &[adjutant::cli::stage::Received]| letters.iter().map(|l| l.raw.clone()).collect::<Vec<_>>();
        assert_eq!(bytes(letters), bytes(&again.received[seat]), "letters of {seat}");
    }
}

/// Where the year of Empires in Arms is told; `UPDATE=1` writes it anew.
const YEAR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/eia-year.txt");

/// A year of Empires in Arms as it was played, and what the spectators were told of it.
struct Year {
    played: Played,
    told: String,
    folder: tempfile::TempDir,
}

/// Played once for all tests.
static PLAYED: LazyLock<Year> = LazyLock::new(|| {
    let script = Script::read("eia").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut out = Vec::new();
    let mut watch = Watch::new(false, script.steps());
    let played = runtime.block_on(play(folder.path(), &script, &mut |news| watch.tell(&mut out, news))).unwrap();
    show(&mut out, folder.path(), &script, &played).unwrap();
    let told = String::from_utf8(out).unwrap().replace(&folder.path().display().to_string(), "FOLDER");
    Year { played, told, folder }
});

#[test]
fn a_year_of_empires_in_arms_is_played_as_the_docs_tell_it() {
    let Year { played, told, .. } = &*PLAYED;
    assert_eq!(played.phases, 37, "twelve months, four Economic Phases, one window twice");
    assert!(played.replay.is_ok(), "{:?}", played.replay);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(YEAR, told).unwrap();
    }
    assert_eq!(*told, std::fs::read_to_string(YEAR).unwrap(), "docs/eia-year.txt; UPDATE=1 writes it anew");
}

#[test]
fn the_game_masters_report_tells_once_what_all_powers_know() {
    let reports = PLAYED.played.received["gm"].iter().filter(|letter| letter.subject.contains("W2 answers played"));
    let counts: Vec<usize> = reports.map(|letter| letter.text.matches("Domestic trade (8.2.1)").count()).collect();
    assert!(counts.len() >= 4 && counts.iter().all(|count| *count == 1), "{counts:?}");
}

/// The worksheet that came with a letter.
fn worksheet(letter: &Received) -> Option<Vec<u8>> {
    let message = MessageParser::default().parse(&letter.raw)?;
    let is_worksheet = |name: Option<&str>| name.is_some_and(|name| name.ends_with(".xlsx"));
    message.parts.iter().find(|part| is_worksheet(part.attachment_name())).map(|part| part.contents().to_vec())
}

#[test]
fn the_worksheets_of_the_year_show_in_libreoffice_what_the_letters_say_cell_by_cell() {
    let folder = PLAYED.folder.path().join("worksheets");
    std::fs::create_dir(&folder).unwrap();
    let mut files: Vec<(PathBuf, &Received)> = Vec::new();
    for (seat, letters) in &PLAYED.played.received {
        for (letter, bytes) in letters.iter().filter_map(|letter| Some((letter, worksheet(letter)?))) {
            let path = folder.join(format!("{seat}-{}.xlsx", files.len()));
            std::fs::write(&path, bytes).unwrap();
            files.push((path, letter));
        }
    }
    assert_eq!(files.len(), 4 * 8, "a worksheet each quarter for each power and the game master");
    let paths: Vec<PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
    let mut shown = libreoffice::recomputed(&folder, &paths);
    for (path, letter) in &files {
        let file = path.file_stem().unwrap().to_str().unwrap();
        let quarter: String = letter.subject.split_inclusive(' ').skip(1).take(2).collect();
        for account in accounts::printed(&letter.text) {
            // The game master reads some accounts with two sides.
            let Some(cells) = shown.remove(&(file.to_owned(), account.name.clone())) else { continue };
            assert_eq!(accounts::as_printed(&cells), account.cells(quarter.trim_end()), "{file}, {}", account.name);
        }
    }
    assert_eq!(shown.keys().collect::<Vec<_>>(), [] as [&(String, String); 0], "every sheet was compared");
}

fn wrong_letters_come_back(played: &Played) {
    assert!(exchange(played, "typo").answers[0].text.contains("\n                   ^^^^^^^^\n"));
    assert!(answer(played, "mended").contains("you had 3 orders, now 4 orders on file"));
    let report = letter_of(played, "usa-east", "T1 TST1 played");
    assert!(report.contains("4 SP entered at Washington"), "{report}");
    assert!(answer(played, "authority").contains("move Lyon to Rolla"));
    assert!(answer(played, "overspent").contains("4 is the most"));
    assert!(answer(played, "check").contains("nothing was put on file"));
    assert!(answer(played, "quoted").contains("6 orders on file"));
    let press = &exchange(played, "authority").others;
    let readers: Vec<&str> = press.iter().map(|(seat, _)| seat.as_str()).collect();
    assert_eq!(readers, ["gm", "usa-trans"]);
}

fn letters_count_by_their_arrival(played: &Played) {
    assert!(answer(played, "late").contains("within the grace; it counts"));
    let report = letter_of(played, "csa-west", "T1 TST1 played");
    assert!(report.contains("reached Fort Pillow"), "{report}");
    assert!(answer(played, "too late").contains("Too late"));
    let silent = letter_of(played, "csa-sc", "T2 strategic played");
    assert!(silent.contains("What was not ordered was divided by the default."), "{silent}");
}

fn nobody_is_believed_for_his_address(played: &Played) {
    let forged = exchange(played, "forged");
    assert_eq!(forged.answers.len(), 1);
    assert!(forged.others.is_empty());
    assert!(forged.answers[0].subject.contains("please confirm"));
    assert!(letter_of(played, "csa-east", "T1 TST2 played").contains("reached Fredericksburg"));
    assert!(answer(played, "code").contains("3 orders on file"));
    for silent in ["vacation", "correspondence"] {
        assert!(exchange(played, silent).answers.is_empty(), "{silent} was answered");
    }
    let copies: Vec<&str> = exchange(played, "correspondence").others.iter().map(|(seat, _)| seat.as_str()).collect();
    assert_eq!(copies, ["gm"]);
}

fn the_game_master_overrides(played: &Played) {
    let told: Vec<&str> = exchange(played, "set").others.iter().map(|(seat, _)| seat.as_str()).collect();
    assert_eq!(told, ["usa-sc", "usa-east", "usa-west", "usa-trans"]);
    assert!(answer(played, "as").contains("by the GM"));
    assert!(letter_of(played, "usa-trans", "T1 TST2 played").contains("2 SP"));
    assert_eq!(exchange(played, "extend").others.len(), 7);
    assert!(answer(played, "extend").contains("Everybody is told"));
}

fn reports_tell_each_reader_his_own(played: &Played) {
    let battle = "battle at Winchester";
    assert!(letter_of(played, "usa-east", "T1 TST1 played").contains(battle));
    assert!(letter_of(played, "csa-east", "T1 TST1 played").contains(battle));
    for seat in ["usa-sc", "usa-west", "usa-trans", "csa-sc", "csa-west"] {
        assert!(!letter_of(played, seat, "T1 TST1 played").contains(battle), "{seat} is told of a battle not his");
    }
}
