//! A government plays by mail: its year, and what its letters tell nobody.

use adjutant::cli::stage::Received;

use crate::support::council_year::{ANN, BOB, CAT, HOUR, Town, flat, new_game, play};

#[tokio::test(flavor = "multi_thread")]
async fn a_government_plays_a_year() {
    let folder = tempfile::tempdir().unwrap();
    play(new_game(folder.path()).await).await;
}

/// What of his letters somebody reads, where Bob marches there.
async fn letters_after_a_march(to: &str, reader: &str) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let mut town = new_game(folder.path()).await;
    town.confirm(&format!("SEAT Cat <{CAT}> AS south")).await;
    town.say(ANN, "give the company to captain").await;
    let marched = town.say(BOB, &format!("march to {to}")).await;
    assert!(marched.contains("The captain: 1 order on file."), "{marched}");
    town.end_turn().await;
    town.say(CAT, "STATUS").await;
    let letters = town.stage.letters(reader).unwrap().into_iter();
    letters.map(|letter| (letter.subject, letter.text)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_command_the_company_reads_the_same_wherever_it_goes() {
    let (one, other) = (letters_after_a_march("K6-R5", CAT).await, letters_after_a_march("K4-R4", CAT).await);
    assert!(one.len() > 2);
    assert_eq!(one, other);
    assert_ne!(letters_after_a_march("K6-R5", ANN).await, letters_after_a_march("K4-R4", ANN).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_matter_that_is_open_is_told_by_status_and_reminded_of_before_it_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let mut town = new_game(folder.path()).await;
    town.confirm(&format!("SEAT Cat <{CAT}> AS south")).await;
    town.say(CAT, "propose tax 4").await;
    let open = "The councillor for the north: 1, a tax of 4. To say: \"vote 1 aye\" or \"vote 1 no\".";
    let status = town.say(BOB, "STATUS").await;
    assert!(status.contains("Open to you") && status.contains(open), "{status}");
    let presides = town.say(ANN, "STATUS").await;
    assert!(!presides.contains("Open to you"), "{presides}");
    let reminded = |town: &Town, who: &str| {
        let is_reminder = |letter: &Received| letter.subject.contains("reminder");
        let letters = town.letters(who).into_iter().filter(is_reminder);
        letters.map(|letter| flat(&letter.text)).collect::<Vec<_>>()
    };
    for turn in [1, 2] {
        for (who, text) in [(ANN, "buy 1"), (BOB, "READY NOTHING"), (CAT, "READY NOTHING")] {
            town.say(who, text).await;
        }
        if turn == 2 {
            town.say(CAT, "vote 1 aye").await;
        }
        let deadline = town.stage.deadline("town").unwrap().unwrap();
        town.stage.pass_at(deadline - HOUR + 60).await.unwrap();
        assert_eq!([ANN, CAT].map(|who| reminded(&town, who).len()), [0, 0], "turn {turn}");
        assert_eq!(reminded(&town, BOB).len(), turn - 1, "of what is closed with the next turn nobody is reminded");
        town.stage.pass_at(deadline + 1).await.unwrap();
    }
    let [bob] = &reminded(&town, BOB)[..] else { panic!("one reminder") };
    assert!(bob.contains(&format!("You have not said anything yet of what is closed then: - {open}")), "{bob}");
    assert!(bob.contains("phase 2 (Turn 2) ends in") && !bob.contains("We have none yet"), "{bob}");
}
