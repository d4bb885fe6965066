//! What proves who wrote a letter is bound to a person, a game and a time, and ends when somebody else has it. The
//! conversations are among the dialogues; here each has a name of its own, by which planted bugs are caught.

use crate::support::dialogue;
use std::path::Path;

async fn hold(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues");
    let differs = dialogue::differs(&folder.join(format!("{name}.txt"))).await;
    assert!(differs.is_none(), "{}", differs.unwrap_or_default());
}

#[tokio::test]
async fn an_id_of_ours_proves_for_its_game_and_its_time_and_no_longer() {
    hold("proofs-bound").await;
}

#[tokio::test]
async fn what_a_stranger_shows_ends_and_its_owner_is_told_and_not_locked_out() {
    hold("shown-by-others").await;
}

#[tokio::test]
async fn a_copy_to_oneself_is_no_third_party() {
    hold("copy-to-oneself").await;
}

#[tokio::test]
async fn what_changes_the_truth_takes_more_of_a_game_master_than_an_id() {
    hold("second-proof").await;
}

#[tokio::test]
async fn where_tokens_prove_an_id_only_names_its_letter() {
    hold("reply-tokens").await;
}

#[tokio::test]
async fn whom_a_game_master_names_is_asked_before_anything_is_told_there() {
    hold("seat-asks").await;
}

#[tokio::test]
async fn the_reader_of_a_mistyped_address_learns_nothing() {
    hold("seat-mistyped").await;
}

#[tokio::test]
async fn secrets_that_a_letter_quotes_to_others_end() {
    hold("shown-in-quotes").await;
}
