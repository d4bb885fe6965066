//! What `adjutant export` shows of a game to anybody, and what it keeps for the operator.

use crate::support::campaign::{BEGINS, DAY, HOUR, SEATS, at, open_campaign, reply};
use adjutant::cli::stage::Stage;
use adjutant::game::{GameId, PlayerId};
use serde_json::{Value, json};

fn shown(stage: &Stage) -> Value {
    stage.judge().store().export_shown(&GameId::parse("cw1").unwrap()).unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_be_shown_has_no_open_phase_no_orders_no_proofs_and_no_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = open_campaign(folder.path()).await;
    assert_eq!(shown(&stage)["phases"], json!([]), "the open phase is nobody's");
    stage.now = BEGINS + HOUR;
    reply(
        &mut stage,
        &at("usa-sc"),
        "opening",
        "PP East 17, West 15, Trans 5, Naval 0\nPRESS TO usa-west: the canary sings",
    );
    reply(&mut stage, &at("csa-sc"), "opening", "PP East 14, West 12, Trans 5, Naval 0");
    stage.pass().await.unwrap();
    stage.now = stage.deadline("cw1").unwrap().expect("an open phase") + DAY + 1;
    stage.pass().await.unwrap();
    let export = shown(&stage);
    let phases = export["phases"].as_array().unwrap();
    assert_eq!(phases.len(), 1, "{export}");
    assert_eq!(
        (&phases[0]["number"], &phases[0]["secret"], &phases[0]["plan"]),
        (&json!(1), &Value::Null, &Value::Null)
    );
    assert_eq!(export["sheets"], json!([]), "orders are secret until the game is over");
    assert!(export["steps"].as_array().unwrap().iter().all(|step| step["rolls"].is_null() && step["hash"].is_string()));
    let text = export.to_string();
    for secret in ["@", "East 17", "canary", "message_id", "outbox", "letters", "journal"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    for seat in SEATS {
        assert!(!text.contains(PlayerId::of_address(&at(seat)).as_str()), "{seat}");
        for letter in stage.letters(&at(seat)).unwrap() {
            assert!(!text.contains(letter.message_id.trim_matches(['<', '>'])), "{seat}");
        }
    }
    let all = stage.judge().store().export(&GameId::parse("cw1").unwrap()).unwrap().unwrap();
    assert!(all["sheets"].to_string().contains("East 17"), "the operator sees all");
}
