//! Dice that nobody can choose alone, and that everybody can check: what docs/dice.md says is held against what is played.

#[path = "support/club.rs"]
mod club;
#[path = "support/war.rs"]
mod war;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use adjutant::cli::demo::war::{Campaign, wage};
use adjutant::cli::verify::{Told, check_told, read_export, read_report};
use adjutant::game::{Dice, GameId, SeatId, Secret, SeedRows, Seeds, seed_row};
use adjutant::store::Store;
use hmac::{Hmac, KeyInit, Mac};
use proptest::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use war::War;

fn keyed(key: &[u8], what: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    mac.update(what.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// What docs/dice.md tells a reader to compute, from the secret of a whole phase.
fn die(whole: &[u8], rows: Option<&str>, label: &str, purpose: &str, nth: u64, sides: u64) -> u64 {
    let scope = purpose.split_once(": ").map_or("open", |(scope, _)| scope);
    let mut key = keyed(whole, &format!("scope|{scope}"));
    if let Some(rows) = rows {
        key = keyed(&key, &format!("seeds|{}", hex(&Sha256::digest(rows))));
    }
    let digest = keyed(&key, &format!("{label}|{purpose}|{nth}"));
    u64::from_be_bytes(digest[..8].try_into().unwrap()) % sides + 1
}

/// The rows below a sentence in a report: a name and a value on each.
fn rows_below(text: &str, sentence: &str) -> Vec<(String, String)> {
    let Some(at) = text.find(sentence) else { return Vec::new() };
    let rows = text[at..].lines().skip_while(|line| !line.starts_with("  ")).take_while(|line| line.starts_with("  "));
    let pair = |row: &str| row.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    rows.map(|row| pair(row).try_into().expect("a name and a value"))
        .map(|[name, value]: [String; 2]| (name, value))
        .collect()
}

/// Rows as they are mixed.
fn lines(rows: &[(String, String)]) -> String {
    rows.iter().map(|(seat, row)| format!("{seat} {row}\n")).collect()
}

/// The script that docs/dice.md gives to the reader.
fn script(folder: &Path) -> String {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/dice.md")).unwrap();
    let (_, code) = page.split_once("```python\n").expect("a script");
    let file = folder.join("die.py");
    fs::write(&file, code.split_once("```").expect("its end").0).unwrap();
    file.to_str().unwrap().to_owned()
}

fn by_script(script: &str, arguments: [&str; 6]) -> u64 {
    let said = Command::new("python3").arg(script).args(arguments).output().expect("python3 runs");
    let said = String::from_utf8(said.stdout).unwrap();
    said.trim().rsplit(' ').next().and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{said}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn all_rolls_of_a_game_can_be_checked_after_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let campaign = Campaign { scenario: "1862".to_owned(), turns: None, seed: 1 };
    let waged = wage(folder.path(), &campaign, &mut |_| {}).await.unwrap();
    assert!(waged.is_over);
    let reader = waged.received.get("usa-east").expect("a commander");
    let store = Store::open(&folder.path().join("adjutant.db")).await.unwrap();
    let game = GameId::parse("war").filter(|_| reader[0].subject.starts_with("[war]"));
    let game = game.unwrap_or_else(|| panic!("another game: {}", reader[0].subject));
    let export = store.export_shown(&game).await.unwrap().expect("an export");

    let mut told = Told::default();
    reader.iter().for_each(|letter| read_report(&letter.text, &mut told));
    read_export(&export.to_string(), &mut told).unwrap();
    let checked = check_told(&told, &[]);
    let wrong: Vec<_> = checked.iter().filter(|line| line.holds == Some(false)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let of_phases = checked.iter().filter(|line| line.words.ends_with("in the export"));
    assert!(of_phases.clone().count() >= 6 && of_phases.clone().all(|line| line.holds == Some(true)), "{checked:?}");

    let last = &waged.last_report.text;
    let secrets: BTreeMap<String, String> = rows_below(last, "The game is over. The secrets").into_iter().collect();
    let seeds: BTreeMap<String, String> = reader.iter().filter_map(|letter| seeds_of(&letter.text)).collect();
    let script = script(folder.path());
    let (mut thrown, mut by_hand) = (BTreeMap::new(), 0);
    for step in export["steps"].as_array().unwrap() {
        let label = format!("{}.{}", step["phase"], step["revision"]);
        let Some(rolls) = step["rolls"].as_array().filter(|rolls| !rolls.is_empty()) else { continue };
        let whole = data_encoding::HEXLOWER.decode(secrets[&label].as_bytes()).unwrap();
        let rows = seeds.get(&label);
        assert_eq!(rows.is_none(), label == "0.1", "{label}");
        for roll in rolls {
            let (purpose, nth) = (roll["purpose"].as_str().unwrap(), roll["nth"].as_u64().unwrap());
            let (sides, value) = (roll["sides"].as_u64().unwrap(), roll["value"].as_u64().unwrap());
            assert_eq!(
                die(&whole, rows.map(String::as_str), &label, purpose, nth, sides),
                value,
                "{purpose} of {label}"
            );
            let scope = purpose.split_once(": ").map_or("open", |(scope, _)| scope);
            if thrown.insert((label.clone(), scope.to_owned()), ()).is_none() {
                let file = folder.path().join("rows.txt");
                fs::write(&file, rows.map(String::as_str).unwrap_or_default()).unwrap();
                let file = if rows.is_some() { file.to_str().unwrap() } else { "-" };
                let secret = format!("all:{}", secrets[&label]);
                let (nth, sides) = (nth.to_string(), sides.to_string());
                assert_eq!(by_script(&script, [&secret, file, &label, purpose, &nth, &sides]), value);
                by_hand += 1;
            }
        }
    }
    let scopes: Vec<&str> = thrown.keys().map(|(_, scope)| scope.as_str()).collect();
    assert!(["open", "usa", "csa", "umpire"].iter().all(|scope| scopes.contains(scope)), "{scopes:?}");
    assert!(by_hand > 10, "{by_hand}");
}

/// The label and the rows of the seeds that a report lists.
fn seeds_of(report: &str) -> Option<(String, String)> {
    let rows = rows_below(report, "The seeds of ");
    let sentence = &report[report.find("The seeds of ")?..];
    let label = sentence.split_once("(label ")?.1.split_once(')')?.0;
    Some((label.to_owned(), lines(&rows)))
}

/// The dice of the battle at Manassas, as a text tells them.
fn thrown_at_manassas(text: &str) -> Vec<u64> {
    let text = club::unwrapped(text);
    let from = text.find("battle at Manassas").unwrap_or_else(|| panic!("no battle: {text}"));
    let dice = text[from..].split_once("The attacker threw ").expect("dice").1;
    let words = dice.split([' ', ';', ':', '.', ',']).filter_map(|word| word.parse().ok());
    words.take(2).collect()
}

/// The secret of the phase 2.1, as the judge of these clubs has it.
fn secret_of_phase_2() -> Vec<u8> {
    keyed(&[7; 32], "dice|war|2.1")
}

fn dice_of_manassas(whole: &[u8], rows: Option<&str>) -> Vec<u64> {
    (1..=2).map(|nth| die(whole, rows, "2.1", "battle 4910 p4", nth, 6)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_tried_has_other_dice_than_the_phase() {
    let mut war = War::begin().await;
    war.end_phase().await;
    war.order("usa-east", "PP 1-4: McDowell attacks Manassas").await;
    let tried = war.command("WHATIF\nAS usa-east\nCANCEL ALL\nEND").await.text;
    assert!(club::unwrapped(&tried).contains("The dice were others than those"), "{tried}");
    war.end_phase().await;
    let report = war.report("usa-east").text;
    let (_, rows) = seeds_of(&report).expect("the seeds");
    let whole = secret_of_phase_2();
    assert_eq!(thrown_at_manassas(&report), dice_of_manassas(&whole, Some(&rows)));
    assert_eq!(thrown_at_manassas(&tried), dice_of_manassas(&keyed(&whole, "trial"), None));
    assert_ne!(dice_of_manassas(&keyed(&whole, "trial"), None), dice_of_manassas(&whole, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phase_that_was_opened_without_seeds_is_played_by_its_secret_alone() {
    let mut war = War::begin().await;
    war.end_phase().await;
    war.order("usa-east", "PP 1-4: McDowell attacks Manassas").await;
    let database = SqliteConnectOptions::new().filename(war.folder().join("adjutant.db"));
    let mut database = database.connect().await.unwrap();
    sqlx::query("UPDATE phase SET seeds = NULL WHERE number = 2").execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    // What is kept of the game in memory goes with a change of it.
    war.command("SET accounts.csa.west.pp = 29 BECAUSE a test").await;
    let refused = war.order("usa-east", "SEED anything").await.text;
    assert!(club::unwrapped(&refused).contains("the judge's secret alone decided dice"), "{refused}");
    war.order("usa-east", "REPORT").await;
    let opening = war.report("usa-east").text;
    assert!(opening.contains("come from secrets with these") && !opening.contains("Drawn for"), "{opening}");
    war.end_phase().await;
    let report = war.report("usa-east").text;
    assert!(!report.contains("The seeds of"), "{report}");
    assert_eq!(thrown_at_manassas(&report), dice_of_manassas(&secret_of_phase_2(), None));
    assert!(report.contains("Drawn for your seat"), "the next phase has seeds again: {report}");
    let mut told = Told::default();
    read_report(&report, &mut told);
    let battles = check_told(&told, &[]);
    assert!(
        battles.iter().any(|line| line.words.starts_with("battle 4910 p4") && line.holds == Some(true)),
        "{battles:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_finds_his_words_among_the_seeds_and_others_not() {
    let mut war = War::begin().await;
    war.end_phase().await;
    let mut told = Told::default();
    read_report(&war.report("usa-east").text, &mut told);
    war.order("usa-east", "PP 1-4: McDowell attacks Manassas").await;
    let receipt = war.order("usa-east", "SEED seven   pelicans").await.text;
    war.order("csa-east", "SEED something of his own").await;
    war.end_phase().await;
    let report = war.report("usa-east").text;
    read_report(&report, &mut told);
    let held = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|words| (*words).to_owned()).collect();
        let checked = check_told(&told, &words);
        checked.into_iter().find(|line| line.words.starts_with("seed of usa-east")).expect("a look at the seed").holds
    };
    assert_eq!([held(&[]), held(&["seven pelicans"]), held(&["eight"])], [None, Some(true), Some(false)]);
    let rows = rows_below(&report, "The seeds of ");
    let own = rows.iter().find(|(seat, _)| seat == "usa-east").unwrap();
    assert!(club::unwrapped(&receipt).contains(&own.1), "{receipt}");
    let checked = check_told(&told, &["seven pelicans".to_owned()]);
    assert!(checked.iter().all(|line| line.holds == Some(true)), "{checked:?}");
    assert!(checked.iter().any(|line| line.words.starts_with("battle 4910 p4")), "{checked:?}");
    assert_eq!(thrown_at_manassas(&report), dice_of_manassas(&secret_of_phase_2(), Some(&lines(&rows))));
}

fn seats() -> [SeatId; 4] {
    ["csa-east", "csa-sc", "usa-east", "usa-sc"].map(|seat| SeatId::parse(seat).unwrap())
}

fn drawn(seat: &SeatId) -> String {
    hex(&Sha256::digest(seat.as_str())[..16])
}

/// The rows after these letters have come in, each with its seat, words and arrival.
fn mixed(letters: &[(usize, String, i64)]) -> SeedRows {
    let mut seeds = Seeds::drawn(seats().map(|seat| (seat.clone(), drawn(&seat))));
    for (seat, words, arrived) in letters {
        let seat = &seats()[*seat];
        seeds.put(seat, seed_row(&drawn(seat), Some(words)), *arrived);
    }
    seeds.rows()
}

proptest! {
    #[test]
    fn another_seed_changes_every_digest_and_another_order_none(
        words in proptest::collection::vec("[a-z]{1,12}( [a-z]{1,12})?", 1..6),
        places in proptest::collection::vec(0_usize..4, 6),
        order in Just((0..6_usize).collect::<Vec<_>>()).prop_shuffle(),
        which in 0_usize..6,
    ) {
        let letters: Vec<(usize, String, i64)> =
            words.iter().zip(&places).zip(100..).map(|((words, seat), at)| (*seat, words.clone(), at)).collect();
        let mut shuffled: Vec<_> = order.iter().filter_map(|at| letters.get(*at).cloned()).collect();
        prop_assert_eq!(mixed(&letters), mixed(&shuffled));

        // The last letter of some seat has other words.
        let changed = letters[which % letters.len()].0;
        let last = shuffled.iter_mut().filter(|letter| letter.0 == changed).max_by_key(|letter| letter.2).unwrap();
        last.1.push('x');
        let (one, other) = (mixed(&letters), mixed(&shuffled));
        prop_assert_ne!(one.digest(), other.digest());
        let throw = |rows: &SeedRows| {
            let mut dice = Dice::of_phase(&Secret::new([7; 32]), Some(rows), "5.1");
            ["battle 4910 p4", "usa: cp", "csa: cp", "umpire: casualty Lee p2"].map(|purpose| dice.roll(purpose, u32::MAX))
        };
        for (one, other) in throw(&one).into_iter().zip(throw(&other)) {
            prop_assert_ne!(one, other);
        }
    }
}

#[test]
fn an_export_with_a_changed_roll_differs() {
    let secret = Secret::new([7; 32]);
    let rows = mixed(&[]);
    let mut dice = Dice::of_phase(&secret, Some(&rows), "2.1");
    dice.roll("umpire: casualty Lee p2", 6);
    dice.roll("usa: cp", 6);
    let report = format!(
        "The seeds of phase 2 (T1) (label 2.1) had these SHA-256:\n\n{}\nThe game is over. The secrets that all others \
         followed from, by their labels:\n\n  2.1   {}\n",
        rows.iter().map(|(seat, row)| format!("  {seat}  {row}\n")).collect::<String>(),
        secret.reveal()
    );
    let outcome = |rolls: &Value| {
        let mut told = Told::default();
        read_report(&report, &mut told);
        let export = serde_json::json!({ "steps": [{ "phase": 2, "revision": 1, "rolls": rolls }] });
        read_export(&export.to_string(), &mut told).unwrap();
        check_told(&told, &[]).last().unwrap().clone()
    };
    let mut rolls = serde_json::to_value(dice.rolls()).unwrap();
    assert_eq!(outcome(&rolls).words, "all 2 rolls of 2.1 in the export");
    let value = rolls[0]["value"].as_u64().unwrap() % 6 + 1;
    rolls[0]["value"] = value.into();
    assert_eq!(outcome(&rolls).holds, Some(false));
}
