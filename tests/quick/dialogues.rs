//! Conversations with the judge over real letters in Maildirs, from the text files in `tests/dialogues`.
//!
//! With `TRANSCRIPTS=folder` every letter of every dialogue is written there, to be read with a player's eye.

use crate::support::dialogue;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::support::dialogue::{Deed, Step};
use adjutant::order::command::read_command;
use adjutant::order::{COMMANDS, Giver};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues")
}

fn files() -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(".txt").map(str::to_owned)).collect()
}

fn steps(name: &str) -> Vec<Step> {
    dialogue::read(&std::fs::read_to_string(folder().join(format!("{name}.txt"))).unwrap())
}

fn hold(part: usize, parts: usize) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let only = std::env::var("DIALOGUE").ok();
    let mut wrong = Vec::new();
    for (index, name) in files().into_iter().enumerate() {
        if index % parts != part || only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        let path = folder().join(format!("{name}.txt"));
        let held = std::panic::catch_unwind(|| runtime.block_on(dialogue::hold(&path)));
        wrong.extend(held.is_err().then_some(name));
    }
    assert!(wrong.is_empty(), "these dialogues went otherwise than written: {wrong:?}");
}

#[test]
fn dialogues_go_as_written_first_half() {
    hold(0, 2);
}

#[test]
fn dialogues_go_as_written_second_half() {
    hold(1, 2);
}

/// Whether a dialogue has a letter of the right person with this command in it.
fn exercises(name: &str, command: &str, giver: Giver) -> bool {
    steps(name).iter().any(|step| {
        let Deed::Mail(letter) = &step.deed else { return false };
        let by_right_person = giver == Giver::Player || letter.from == "gm";
        let is_it = |line: &String| {
            let line = line.replace("{late}", "1");
            line.to_ascii_uppercase().starts_with(command) && matches!(read_command(&line), Some(Ok(_)))
        };
        by_right_person && letter.text.iter().any(is_it)
    })
}

#[test]
fn every_command_of_the_table_is_in_a_dialogue() {
    for spec in COMMANDS {
        let found = files().iter().any(|name| exercises(name, spec.name, spec.giver));
        assert!(found, "no dialogue exercises {}", spec.name);
    }
}

#[test]
fn every_game_masters_command_is_tried_by_a_player() {
    for spec in COMMANDS.iter().filter(|spec| spec.giver == Giver::Gm) {
        let tried = steps("gm-commands-of-a-player").into_iter().any(|step| {
            let Deed::Mail(letter) = step.deed else { return false };
            letter.from != "gm" && letter.text.iter().any(|line| line.starts_with(spec.name))
        });
        assert!(tried, "no player tries {}", spec.name);
    }
}
