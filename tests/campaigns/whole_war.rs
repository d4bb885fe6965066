//! The whole war, from 1861 to 1865, waged over Maildirs by commanders who read their reports and write their own orders.
//! Nobody but them writes a letter, once the game is made; each war is replayed.

use std::path::Path;

use adjutant::cli::demo::war::{Campaign, Waged, show, tell, wage};

/// Where the first of these wars is told; `UPDATE=1` writes it anew.
const TOLD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/whole-war.txt");

fn waged(root: &Path, scenario: &str, seed: u8) -> (Waged, String) {
    waged_of(root, Campaign { book: "civil-war".to_owned(), scenario: scenario.to_owned(), turns: None, seed })
}

fn waged_of(root: &Path, campaign: Campaign) -> (Waged, String) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut out = Vec::new();
    let waged = runtime.block_on(wage(root, &campaign, &mut |told| tell(&mut out, told).unwrap())).unwrap();
    show(&mut out, &waged).unwrap();
    (waged, String::from_utf8(out).unwrap().replace(&root.display().to_string(), "FOLDER"))
}

fn goes_to_its_end(scenario: &str, seed: u8) -> (Waged, String) {
    let folder = tempfile::tempdir().unwrap();
    let (war, told) = waged(folder.path(), scenario, seed);
    assert!(war.is_over, "the war of seed {seed} has no end");
    assert_eq!(war.gm_letters, 4, "the game master only made the game and confirmed the addresses");
    assert_eq!(war.replay.as_ref().ok().map(|it| it.steps), Some(war.phases.len() + 1), "{:?}", war.replay);
    assert!(war.last_report.text.contains("The history of the war"), "{}", war.last_report.text);
    (war, told)
}

#[test]
fn the_whole_war_is_waged_as_the_docs_tell_it() {
    let (war, told) = goes_to_its_end("1861", 1);
    assert!(war.phases.iter().map(|told| told.battles).sum::<usize>() > 10);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(TOLD, &told).unwrap();
    }
    assert_eq!(told, std::fs::read_to_string(TOLD).unwrap(), "docs/whole-war.txt; UPDATE=1 writes it anew");
}

#[test]
fn another_seed_is_another_war_that_is_replayed_as_well() {
    let (second, _) = goes_to_its_end("1861", 2);
    let (third, _) = goes_to_its_end("1861", 3);
    assert_ne!(second.phases, third.phases);
}

#[test]
fn the_spring_of_1862_and_the_lesson_are_waged_to_their_ends() {
    let (spring, _) = goes_to_its_end("1862", 1);
    assert!(spring.phases.len() >= 6);
    let folder = tempfile::tempdir().unwrap();
    let (lesson, told) = waged(folder.path(), "tutorial", 1);
    assert_eq!((lesson.phases.len(), lesson.is_over), (1, true));
    assert!(told.contains("The lesson is over; nobody is declared its winner."), "{told}");
}

/// The build turn and the 24 turns of a year, ships, armies and money, by 24 people of their own.
#[test]
fn a_year_of_both_halves_of_civil_war_online_needs_no_game_master() {
    let year = |seed| Campaign { book: "cwol".to_owned(), scenario: "1861".to_owned(), turns: Some(25), seed };
    let mut told = Vec::new();
    for seed in [1, 2] {
        let folder = tempfile::tempdir().unwrap();
        let (war, _) = waged_of(folder.path(), year(seed));
        assert_eq!((war.phases.len(), war.gm_letters), (25, 4), "the game master only made the game");
        assert!(war.replay.is_ok(), "{:?}", war.replay);
        assert!(war.phases.iter().map(|told| told.battles).sum::<usize>() > 0, "nobody met anybody");
        told.push(war.phases);
    }
    assert_ne!(told[0], told[1]);
}
