//! Dice that nobody can choose alone, and that everybody can check: what docs/dice.md says is held against what is played.

use crate::support::club;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::by_hand::ByHand;
use adjutant::cli::demo::war::{Campaign, wage};
use adjutant::cli::replay::compare;
use adjutant::cli::stage::Received;
use adjutant::cli::verify::{Checked, Told, check_told, read_export, read_report};
use adjutant::desk::StepKind;
use adjutant::desk::turn::state_hash;
use adjutant::game::{Dice, GameId, SeatId, Secret, SeedRows, Seeds, seed_row};
use adjutant::store::Store;
use hmac::{Hmac, KeyInit, Mac};
use proptest::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::support::war::War;

/// The words that the reader of these tests gives as seeds.
const GIVEN: [&str; 2] = ["seven pelicans", "eight pelicans"];

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

/// The rows below a sentence in a report: a name and a value each.
fn rows_below(text: &str, sentence: &str) -> Vec<(String, String)> {
    let Some(at) = text.find(sentence) else { return Vec::new() };
    let rows = text[at..].lines().skip_while(|line| !line.starts_with("  ")).take_while(|line| line.starts_with("  "));
    let words: Vec<&str> = rows.flat_map(str::split_whitespace).collect();
    words.chunks(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect()
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

fn run_script(script: &str, arguments: [&str; 6]) -> u64 {
    let said = Command::new("python3").arg(script).args(arguments).output().expect("python3 runs");
    let said = String::from_utf8(said.stdout).unwrap();
    said.trim().rsplit(' ').next().and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{said}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn all_rolls_of_a_game_can_be_checked_after_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let campaign = Campaign { book: "civil-war".to_owned(), scenario: "1862".to_owned(), turns: None, seed: 1 };
    let waged = wage(folder.path(), &campaign, &mut |_| {}).await.unwrap();
    assert!(waged.is_over);
    let reader = waged.received.get("usa-east").expect("a commander");
    let store = Store::open(&folder.path().join("adjutant.db")).unwrap();
    let game = GameId::parse("war").filter(|_| reader[0].subject.starts_with("[war]"));
    let game = game.unwrap_or_else(|| panic!("another game: {}", reader[0].subject));
    let export = store.export_shown(&game).unwrap().expect("an export");

    all_holds(reader, &export);

    let by_hand = thrown_again(reader, &waged.last_report.text, &export, folder.path());
    assert!(by_hand > 10, "{by_hand}");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_rolls_of_a_game_that_its_master_ended_can_be_checked() {
    let mut war = War::begin().await;
    war.end_phase().await;
    war.order("usa-east", "PP 1-4: McDowell attacks Manassas\nSEED seven pelicans").await;
    war.command("DIE battle 4910 p4 = 3 BECAUSE a test").await;
    war.end_phase().await;
    war.order("usa-east", "SEED eight pelicans").await;
    war.command("SET accounts.csa.west.pp = 29 BECAUSE a test").await;
    let answer = war.confirm("END GAME The Union has won").await.text;

    let (reader, export) = (war.letters("usa-east"), shown(&war));
    let last = &reader.last().expect("letters").text;
    assert!(last.contains("The GM has ended the game war.") && last.contains("  | The Union has won"), "{last}");
    let secrets = rows_below(last, "The game is over. The secrets");
    let labels: Vec<&str> = secrets.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["0.1", "1.1", "2.1", "3.1"], "that of the phase which was not played, too");
    for seat in ["usa-sc", "csa-sc", "csa-west"] {
        let told = war.letters(seat).pop().expect("a letter").text;
        assert_eq!(rows_below(&told, "The game is over. The secrets"), secrets, "{seat}");
    }
    assert_eq!(rows_below(&answer, "The game is over. The secrets"), secrets);
    all_holds(&reader, &export);
    thrown_again(&reader, last, &export, war.folder());
    let said = verify_holds(&reader, &export, war.folder());
    assert!(
        said.contains("battle 4910 p4 of 2.1 showed 3, ") && said.contains(", throw 1 set by the game master"),
        "{said}"
    );

    let game = GameId::parse("war").unwrap();
    let judge = war.stage.judge();
    let record = judge.store().read().game(&game, &judge.house().shelf).unwrap().expect("the game");
    let steps = judge.store().steps(&game).unwrap().into_iter().map(|stored| stored.step).collect::<Vec<_>>();
    let kinds: Vec<StepKind> = steps.iter().map(|step| step.kind).collect();
    assert_eq!(kinds, [StepKind::Begin, StepKind::Phase, StepKind::Phase, StepKind::Edit, StepKind::End]);
    assert_eq!(compare(&record.table, &steps).expect("no difference").steps, 5);
    let changed = steps.iter().cloned().map(|mut step| {
        if step.kind == StepKind::End {
            let mut state = Value::clone(&step.state);
            state["accounts"]["csa"]["west"]["pp"] = 30.into();
            (step.hash, step.state) = (state_hash(&state), state.into());
        }
        step
    });
    let differs = compare(&record.table, &changed.collect::<Vec<_>>()).expect_err("the end changes nothing");
    assert_eq!((differs.step, differs.name.as_str()), (5, "the end of the game in phase 3.1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_was_ended_is_taken_up_again_with_other_dice() {
    let mut war = War::begin().await;
    war.end_phase().await;
    war.order("usa-east", "PP 1-4: McDowell attacks Manassas").await;
    war.confirm("END GAME").await;
    let none = war.order("usa-east", "REPORT 2").await.text;
    assert!(none.contains("There is no report on a phase 2"), "{none}");
    let asked = club::unwrapped(&war.command("ROLLBACK phase=2").await.text);
    assert!(asked.contains("Undone would be the end of the game in phase 2.1."), "{asked}");
    assert!(asked.contains("The orders that were on file for phase 2 (T1 TST1) stand again"), "{asked}");
    war.confirm("ROLLBACK phase=2").await;
    war.end_phase().await;
    let report = war.report("usa-east").text;
    let (label, rows) = seeds_of(&report).expect("the seeds");
    assert_eq!(label, "2.2");
    let whole = keyed(&[7; 32], "dice|war|2.2");
    let must: Vec<u64> = (1..=2).map(|nth| die(&whole, Some(&rows), "2.2", "battle 4910 p4", nth, 6)).collect();
    assert_eq!(thrown_at_manassas(&report), must);

    // Nothing of the games that are played on is shown.
    let export = shown(&war);
    assert!(export["phases"].as_array().unwrap().iter().all(|phase| phase["secret"].is_null()), "{export}");
    war.confirm("DELETE war").await;
    let (reader, export) = (war.letters("usa-east"), shown(&war));
    let last = &reader.last().expect("letters").text;
    let secrets = rows_below(last, "The game is over. The secrets");
    let labels: Vec<&str> = secrets.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["0.1", "1.1", "2.1", "2.2", "3.2"], "{last}");
    all_holds(&reader, &export);
    thrown_again(&reader, last, &export, war.folder());
    let refused = war.command("ROLLBACK phase=2").await.text;
    assert!(refused.contains("The game war has ended for good."), "{refused}");
}

fn shown(war: &War) -> Value {
    let game = GameId::parse("war").unwrap();
    war.stage.judge().store().export_shown(&game).unwrap().expect("an export")
}

/// What was thrown in each phase, by its label; phases without dice are left out.
fn rolls_of(export: &Value) -> Vec<(String, &Vec<Value>)> {
    let steps = export["steps"].as_array().expect("steps").iter();
    let label = |step: &Value| format!("{}.{}", step["phase"], step["revision"]);
    let thrown = steps.filter_map(|step| Some((label(step), step["rolls"].as_array()?)));
    thrown.filter(|(_, rolls)| !rolls.is_empty()).collect()
}

/// `verify` finds nothing that differs or cannot be told in all letters of a reader and an export of the game that is over,
/// and throws every roll of it again.
fn all_holds(reader: &[Received], export: &Value) {
    let mut told = Told::default();
    reader.iter().for_each(|letter| read_report(&letter.text, &mut told));
    read_export(&export.to_string(), &mut told).unwrap();
    let checked = check_told(&told, &GIVEN.map(str::to_owned));
    let wrong: Vec<_> = checked.iter().filter(|line| line.holds != Some(true)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let of_phases = checked.iter().filter(|line| line.words.ends_with("in the export"));
    let of_phases: Vec<String> = of_phases.map(|line| line.words.clone()).collect();
    let thrown = |rolls: &[Value]| rolls.iter().filter(|roll| roll["is_set"] != true).count();
    let expected = rolls_of(export).into_iter();
    let expected = expected.map(|(label, rolls)| format!("all {} rolls of {label} in the export", thrown(rolls)));
    assert_eq!(of_phases, expected.collect::<Vec<_>>());
}

/// Each roll of a game that is over is what docs/dice.md has a reader compute, with the secrets in the letter that told of
/// the end; the first of each phase and scope is thrown by the script itself. Gives their number.
fn thrown_again(reader: &[Received], last: &str, export: &Value, folder: &Path) -> usize {
    let secrets: BTreeMap<String, String> = rows_below(last, "The game is over. The secrets").into_iter().collect();
    let seeds: BTreeMap<String, String> = reader.iter().filter_map(|letter| seeds_of(&letter.text)).collect();
    let (script, mut by_script) = (script(folder), BTreeSet::new());
    for (label, rolls) in rolls_of(export) {
        let whole = data_encoding::HEXLOWER.decode(secrets[&label].as_bytes()).unwrap();
        let rows = seeds.get(&label).map(String::as_str);
        assert_eq!(rows.is_none(), label == "0.1", "{label}");
        for roll in rolls.iter().filter(|roll| roll["is_set"] != true) {
            let (purpose, nth) = (roll["purpose"].as_str().unwrap(), roll["nth"].as_u64().unwrap());
            let (sides, value) = (roll["sides"].as_u64().unwrap(), roll["value"].as_u64().unwrap());
            assert_eq!(die(&whole, rows, &label, purpose, nth, sides), value, "{purpose} of {label}");
            let scope = purpose.split_once(": ").map_or("open", |(scope, _)| scope);
            if by_script.insert((label.clone(), scope.to_owned())) {
                let file = folder.join("rows.txt");
                fs::write(&file, rows.unwrap_or_default()).unwrap();
                let file = if rows.is_some() { file.to_str().unwrap() } else { "-" };
                let (secret, nth, sides) = (format!("all:{}", secrets[&label]), nth.to_string(), sides.to_string());
                assert_eq!(run_script(&script, [&secret, file, &label, purpose, &nth, &sides]), value);
            }
        }
    }
    let scopes: BTreeSet<&str> = by_script.iter().map(|(_, scope)| scope.as_str()).collect();
    assert!(["open", "usa", "csa", "umpire"].iter().all(|scope| scopes.contains(scope)), "{scopes:?}");
    by_script.len()
}

/// The program itself finds nothing wrong in the letters and the export as files, and throws all again. Gives what it said.
fn verify_holds(reader: &[Received], export: &Value, folder: &Path) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    program.arg("verify").args(GIVEN.iter().flat_map(|words| ["--seed", words]));
    for (at, letter) in reader.iter().enumerate() {
        let file = folder.join(format!("letter-{at}.eml"));
        fs::write(&file, &letter.raw).unwrap();
        program.arg(file);
    }
    let file = folder.join("war.json");
    fs::write(&file, export.to_string()).unwrap();
    let said = program.arg(file).output().unwrap();
    let words = String::from_utf8(said.stdout).unwrap();
    assert!(said.status.success() && words.contains(" checked, 0 differ"), "{words}");
    for (label, _) in rolls_of(export) {
        assert!(
            words.lines().any(|line| line.starts_with("ok") && line.contains(&format!("rolls of {label} in"))),
            "{words}"
        );
    }
    words
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
    let database = ByHand::open(&war.folder().join("adjutant.db"));
    database.run("UPDATE phase SET seeds = NULL WHERE number = 2").unwrap();
    drop(database);
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
    war.order("usa-east", "PP 1-4: McDowell attacks Manassas").await;
    let receipt = war.order("usa-east", "SEED seven   pelicans").await.text;
    war.order("csa-east", "SEED something of his own").await;
    war.end_phase().await;
    let report = war.report("usa-east").text;
    let mut told = Told::default();
    war.letters("usa-east").iter().for_each(|letter| read_report(&letter.text, &mut told));
    let held = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|words| (*words).to_owned()).collect();
        let checked = check_told(&told, &words);
        let looked_at = |line: &Checked| line.words.starts_with("seed of usa-east in 2.1");
        checked.into_iter().find(looked_at).expect("a look at the seed").holds
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
