//! Games are changed by whole decisions, read back as they stand, and keep their history.

#[path = "support/store.rs"]
mod support;

use adjutant::desk::{Change, Decision, GameStatus, StepKind, Verdict};
use adjutant::report;
use adjutant::store::{Asleep, Fault, Imprint, Store, StoreError};
use serde_json::json;
use support::{
    by_hand, close_phase, database, decision, fact, facts, game_id, journal, letter, letter_to, new_store, open_phase,
    player_id, running_game, seat_id, secret, sheet, shelf, step,
};

async fn game(store: &Store, name: &str) -> adjutant::desk::GameRecord {
    store.game(&game_id(name), &shelf()).await.unwrap().expect("the game is there")
}

#[tokio::test]
async fn a_game_is_read_back_as_it_was_decided() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    store.commit(&decision(vec![sheet("cw1", 1, "north", 1, "hold")])).await.unwrap();
    let game = game(&store, "cw1").await;
    assert_eq!((game.status, game.holds_reports, game.table.book()), (GameStatus::Running, false, "idle"));
    assert_eq!(game.table.document(), &support::document());
    assert_eq!(*game.timetable, support::timetable());
    let seats: Vec<_> = game.roster.seats().iter().map(|seat| seat.spec.id.as_str()).collect();
    assert_eq!(seats, ["north", "south"]);
    assert_eq!(game.roster.server_of(&seat_id("north")), Some(&player_id("ann")));
    assert_eq!(game.roster.server_of(&seat_id("south")), None);
    assert_eq!(game.roster.player(&player_id("ann")), Some(&support::player("ann")));
    assert!(game.roster.is_gm(&player_id("gm")) && !game.roster.is_gm(&player_id("ann")));
    assert_eq!(game.roster.players().count(), 2);
    let phase = game.phase.as_ref().unwrap();
    assert_eq!((phase.label().as_str(), phase.deadline, phase.forced_at), ("1.1", 2_000, None));
    assert_eq!((&phase.plan, &phase.secret), (&support::phase(1).plan, &secret(1)));
    assert_eq!(*game.state, json!({ "turn": 0 }));
    assert_eq!(game.facts[..], [fact("all is quiet")]);
    assert_eq!(game.sheets[&seat_id("north")].lines[0].canonical, "hold");
    assert!(store.game(&game_id("cw9"), &shelf()).await.unwrap().is_none());
}

#[tokio::test]
async fn people_are_found_by_every_address_and_in_their_games() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    for address in ["ann@example.org", "ann@second.example"] {
        assert_eq!(store.player_by_address(address).await.unwrap(), Some(support::player("ann")));
    }
    assert_eq!(store.player_by_address("eve@example.org").await.unwrap(), None);
    assert_eq!(store.player(&player_id("bob")).await.unwrap(), Some(support::player("bob")));
    assert_eq!(store.player(&player_id("eve")).await.unwrap(), None);
    for (name, games) in [("ann", vec![game_id("cw1")]), ("gm", vec![game_id("cw1")]), ("bob", vec![])] {
        assert_eq!(store.games_of(&player_id(name)).await.unwrap(), games, "{name}");
    }
}

#[tokio::test]
async fn a_phase_is_closed_once_and_the_second_decision_fails_whole() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    let play = |words: &str| Decision {
        letters: vec![letter_to("ann", &format!("report {words}"), b"report")],
        journal: vec![journal("cw1", words)],
        ..decision(vec![
            step("cw1", StepKind::Phase, 1, json!({ "turn": words })),
            facts("cw1", 1, words, words),
            close_phase("cw1", 1),
            open_phase("cw1", 2),
        ])
    };
    store.commit(&play("first")).await.unwrap();
    let error = store.commit(&play("second")).await.unwrap_err();
    assert!(matches!(error, StoreError::PhaseGone { number: 1, .. }), "{error}");
    let game = game(&store, "cw1").await;
    assert_eq!((game.phase_number(), &*game.state), (2, &json!({ "turn": "first" })));
    assert_eq!(game.facts[..], [fact("first")]);
    assert_eq!(store.steps(&game_id("cw1")).await.unwrap().len(), 2);
    assert_eq!(store.due_letters(0, 10).await.unwrap().len(), 1);
    assert_eq!(store.verify_journal().await.unwrap(), 1);
}

#[tokio::test]
async fn two_phases_are_never_open_at_once() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    assert!(store.commit(&decision(vec![open_phase("cw1", 2)])).await.is_err());
    assert_eq!(game(&store, "cw1").await.phase_number(), 1);
}

#[tokio::test]
async fn deadline_and_haste_belong_to_the_open_phase() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    let changes = |number| {
        [
            Change::SetDeadline { game: game_id("cw1"), number, deadline: 9_000 },
            Change::ForcePhase { game: game_id("cw1"), number, at: 5_000 },
        ]
    };
    store.commit(&decision(changes(1).to_vec())).await.unwrap();
    let phase = game(&store, "cw1").await.phase.unwrap();
    assert_eq!((phase.deadline, phase.forced_at), (9_000, Some(5_000)));
    for change in changes(2) {
        assert!(matches!(store.commit(&decision(vec![change])).await, Err(StoreError::PhaseGone { number: 2, .. })));
    }
}

#[tokio::test]
async fn every_revision_of_a_sheet_is_kept_and_the_last_counts() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    store
        .commit(&decision(vec![sheet("cw1", 1, "north", 1, "hold"), sheet("cw1", 1, "south", 1, "wait")]))
        .await
        .unwrap();
    store.commit(&decision(vec![sheet("cw1", 1, "north", 2, "march")])).await.unwrap();
    let sheets = game(&store, "cw1").await.sheets;
    assert_eq!(sheets[&seat_id("north")].lines[0].canonical, "march");
    assert_eq!(sheets[&seat_id("south")].lines[0].canonical, "wait");
    let export = store.export(&game_id("cw1")).await.unwrap().unwrap();
    let history: Vec<_> = export["sheets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|sheet| (sheet["seat"].as_str().unwrap(), sheet["lines"][0]["canonical"].as_str().unwrap()))
        .collect();
    assert_eq!(history, [("north", "hold"), ("north", "march"), ("south", "wait")]);
}

#[tokio::test]
async fn a_sheet_made_on_an_older_one_or_for_a_closed_phase_fails_its_decision() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    store.commit(&decision(vec![sheet("cw1", 1, "north", 1, "hold")])).await.unwrap();
    let stale = store.commit(&decision(vec![sheet("cw1", 1, "north", 1, "march")])).await.unwrap_err();
    assert!(matches!(stale, StoreError::SheetGone { revision: 1, .. }), "{stale}");
    let early = vec![sheet("cw1", 1, "south", 1, "wait"), sheet("cw1", 2, "north", 1, "march")];
    let early = store.commit(&decision(early)).await.unwrap_err();
    assert!(matches!(early, StoreError::PhaseGone { .. }), "{early}");
    let sheets = game(&store, "cw1").await.sheets;
    assert_eq!(sheets.len(), 1);
    assert_eq!(sheets[&seat_id("north")].lines[0].canonical, "hold");
}

#[tokio::test]
async fn a_past_phase_is_told_again_as_it_was_reported() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    assert!(store.past_phase(&game_id("cw1"), 1).await.unwrap().is_none(), "it is not played yet");
    let played = vec![facts("cw1", 1, "a skirmish", "all is tense"), close_phase("cw1", 1)];
    store.commit(&decision(played)).await.unwrap();
    let past = store.past_phase(&game_id("cw1"), 1).await.unwrap().unwrap();
    assert_eq!((past.title.as_str(), past.revision, past.secret), ("Q1", 1, secret(1)));
    assert_eq!(past.facts, [fact("a skirmish"), fact("all is tense")]);
    let opening = store.past_phase(&game_id("cw1"), 0).await.unwrap().unwrap();
    assert_eq!(opening.facts, [fact("the war begins"), fact("all is quiet")]);
    assert_eq!(opening.secret, secret(9));
    assert!(store.past_phase(&game_id("cw1"), 7).await.unwrap().is_none());
}

#[tokio::test]
async fn an_edit_replaces_what_stands_and_keeps_the_news() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    let before = game(&store, "cw1").await;
    let edit = Change::ReplaceStanding { game: game_id("cw1"), standing: vec![fact("peace")] };
    let edited = step("cw1", StepKind::Edit, 1, json!({ "turn": 0, "peace": true }));
    store.commit(&decision(vec![edited, edit])).await.unwrap();
    assert_eq!(before.facts[..], [fact("all is quiet")]);
    let after = game(&store, "cw1").await;
    assert_eq!(after.facts[..], [fact("peace")]);
    assert_eq!(after.state["peace"], true);
    let opening = store.past_phase(&game_id("cw1"), 0).await.unwrap().unwrap();
    assert_eq!(opening.facts, [fact("the war begins"), fact("peace")]);
    let nowhere = Change::ReplaceStanding { game: game_id("cw9"), standing: Vec::new() };
    assert!(matches!(store.commit(&decision(vec![nowhere])).await, Err(StoreError::NoSuch { .. })));
}

#[tokio::test]
async fn steps_are_given_back_for_replay_and_cannot_be_changed() {
    let (folder, store) = new_store().await;
    running_game(&store).await;
    store.commit(&decision(vec![step("cw1", StepKind::Phase, 1, json!({ "turn": 1 }))])).await.unwrap();
    let steps = store.steps(&game_id("cw1")).await.unwrap();
    let told: Vec<_> = steps.iter().map(|stored| (stored.seq, stored.step.kind, stored.step.phase)).collect();
    assert_eq!(told, [(1, StepKind::Begin, 0), (2, StepKind::Phase, 1)]);
    assert_eq!(steps[1].step.input["secret"], secret(9).reveal());
    let mut connection = by_hand(&folder).await;
    for words in ["UPDATE step SET state = 'null'", "DELETE FROM step", "UPDATE facts SET news = '[]'"] {
        assert!(sqlx::query(words).execute(&mut connection).await.is_err(), "{words}");
    }
}

/// The running game after a step that was written under this version of its rule book.
async fn with_step_of(version: u32) -> (tempfile::TempDir, Store) {
    let (folder, store) = new_store().await;
    running_game(&store).await;
    let Change::TakeStep { game, mut step } = step("cw1", StepKind::Phase, 1, json!({ "turn": 1 })) else {
        panic!("a step is taken")
    };
    step.version = version;
    store.commit(&decision(vec![Change::TakeStep { game, step }])).await.unwrap();
    (folder, store)
}

#[tokio::test]
async fn a_state_of_an_earlier_version_is_brought_up_as_it_is_read_and_stays_stored_as_it_was() {
    let (_folder, store) = with_step_of(1).await;
    assert_eq!(*game(&store, "cw1").await.state, json!({ "turn": 1, "came_from": 1 }));
    let steps = store.steps(&game_id("cw1")).await.unwrap();
    assert_eq!((&*steps[1].step.state, steps[1].step.version), (&json!({ "turn": 1 }), 1));
}

#[tokio::test]
async fn a_state_of_this_version_is_read_as_it_is() {
    let (_folder, store) = with_step_of(2).await;
    assert_eq!(*game(&store, "cw1").await.state, json!({ "turn": 1 }));
}

#[tokio::test]
async fn a_state_of_a_later_version_is_refused_with_what_helps() {
    let (_folder, store) = with_step_of(3).await;
    let error = store.game(&game_id("cw1"), &shelf()).await.err().expect("the game is not read");
    assert_eq!(
        error.to_string(),
        "read a game (cw1): read a state of idle: it has version 3, and this program knows versions up to 2. Use the newer \
         release, or restore a backup made before its upgrade"
    );
    assert_eq!(error.remedy(), "use the newer release, or restore the copy from before its upgrade");
}

#[tokio::test]
async fn reminders_are_remembered_once() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    let given = Change::RecordReminder { game: game_id("cw1"), number: 1, seat: seat_id("north"), minutes: 30 };
    store.commit(&decision(vec![given.clone(), given])).await.unwrap();
    assert_eq!(store.reminders_given(&game_id("cw1"), 1).await.unwrap(), [(seat_id("north"), 30)]);
    assert!(store.reminders_given(&game_id("cw1"), 2).await.unwrap().is_empty());
}

#[tokio::test]
async fn only_running_games_have_a_clock() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    store.commit(&decision(vec![support::create_game("cw2", "gm")])).await.unwrap();
    assert_eq!(store.running_games().await.unwrap(), [game_id("cw1")]);
    let halt = Change::SetStatus { game: game_id("cw1"), status: GameStatus::Halted };
    store.commit(&decision(vec![halt])).await.unwrap();
    assert!(store.running_games().await.unwrap().is_empty());
    let nowhere = Change::SetStatus { game: game_id("cw9"), status: GameStatus::Over };
    assert!(matches!(store.commit(&decision(vec![nowhere])).await, Err(StoreError::NoSuch { .. })));
}

#[tokio::test]
async fn a_game_sleeps_until_something_is_decided_about_it() {
    let (folder, store) = new_store().await;
    running_game(&store).await;
    let asleep = Asleep { since: 10, until: 70, ends: Some(90) };
    let hold = |holds_reports| Change::SetHold { game: game_id("cw1"), holds_reports };
    let about = |game: Option<&str>, change| Decision { game: game.map(game_id), ..decision(vec![change]) };
    let the_game = async |store: &Store| store.games_by_clock().await.unwrap().pop().unwrap();

    store.put_to_sleep(&the_game(&store).await, asleep).await.unwrap();
    store.commit(&Decision { game: Some(game_id("cw1")), ..decision(Vec::new()) }).await.unwrap();
    store.close().await;
    let store = Store::open(&database(&folder)).await.unwrap();
    assert_eq!(the_game(&store).await.asleep, Some(asleep), "over a restart, and nothing was changed");
    store.commit(&about(Some("cw1"), hold(true))).await.unwrap();
    assert_eq!(the_game(&store).await.asleep, None);

    let seen_before = the_game(&store).await;
    store.commit(&about(Some("cw1"), hold(false))).await.unwrap();
    store.put_to_sleep(&seen_before, asleep).await.unwrap();
    assert_eq!(the_game(&store).await.asleep, None, "something was decided while it was looked at");

    store.put_to_sleep(&the_game(&store).await, asleep).await.unwrap();
    store.commit(&about(None, hold(true))).await.unwrap();
    assert_eq!(the_game(&store).await.asleep, None, "a decision about no game may be about any");
}

#[tokio::test]
async fn the_journal_is_a_chain_that_shows_where_it_was_tampered_with() {
    for (tamper, broken) in [
        ("UPDATE journal SET reason = 'bribed' WHERE seq = 2", 2),
        ("UPDATE journal SET at = 1 WHERE seq = 3", 3),
        ("DELETE FROM journal WHERE seq = 1", 1),
        ("DELETE FROM journal WHERE seq = 2", 2),
        ("DELETE FROM journal WHERE seq = 3", 3),
    ] {
        let (folder, store) = new_store().await;
        let entries = |acts: &[&str]| Decision {
            journal: acts.iter().map(|act| journal("cw1", act)).collect(),
            ..Decision::new(Verdict::Answered)
        };
        store.commit(&entries(&["START", "SET x = 1"])).await.unwrap();
        store.commit(&entries(&["EXTEND 24h"])).await.unwrap();
        assert_eq!(store.verify_journal().await.unwrap(), 3);
        let mut connection = by_hand(&folder).await;
        assert!(sqlx::query(tamper).execute(&mut connection).await.is_err(), "{tamper}: the triggers refuse");
        let unguard = "DROP TRIGGER journal_stays; DROP TRIGGER journal_is_kept";
        sqlx::raw_sql(unguard).execute(&mut connection).await.unwrap();
        sqlx::query(tamper).execute(&mut connection).await.unwrap();
        let error = store.verify_journal().await.unwrap_err();
        assert!(matches!(error, StoreError::BrokenChain { seq, .. } if seq == broken), "{tamper}: {error}");
    }
}

#[tokio::test]
async fn an_export_tells_everything_but_bodies_codes_and_open_secrets() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    store.check_key("fingerprint-of-the-key").await.unwrap();
    let body = b"From: ann@example.org\r\n\r\nCODE aaaa-bbbb-cccc\r\nhold\r\n";
    let kept = store.keep_letter(&letter("1", 1_500, body)).await.unwrap();
    let judged = Decision {
        writer: Some(player_id("ann")),
        game: Some(game_id("cw1")),
        letters: vec![letter_to("ann", "receipt cw1 1.1 north 1", b"your code is dddd-eeee-ffff")],
        journal: vec![journal("cw1", "orders for north")],
        ..decision(vec![sheet("cw1", 1, "north", 1, "hold")])
    };
    let imprint = Imprint { canon: [3; 32], message_id: Some("<x@y>".to_owned()) };
    store.commit_letter(kept.id, Some(&imprint), &judged).await.unwrap();
    store.commit(&decision(vec![close_phase("cw1", 1), open_phase("cw1", 2)])).await.unwrap();
    let export = store.export(&game_id("cw1")).await.unwrap().unwrap();
    let text = export.to_string();
    let open_secret = secret(2).reveal();
    for hidden in ["aaaa-bbbb", "dddd-eeee", "fingerprint", &open_secret] {
        assert!(!text.contains(hidden), "{hidden}");
    }
    assert_eq!(export["letters"][0]["verdict"]["verdict"], "answered");
    assert_eq!(export["letters"][0]["arrived"], 1_500);
    assert_eq!(export["letters"][0]["sha256"].as_str().unwrap().len(), 64);
    assert_eq!(export["phases"][0]["secret"], secret(1).reveal());
    assert_eq!(export["phases"][1]["secret"], json!(null));
    assert_eq!(export["outbox"][0]["recipient"], "ann@example.org");
    assert_eq!(export["outbox"][0]["sha256"].as_str().unwrap().len(), 64);
    assert_eq!(export["journal"][0]["act"], "orders for north");
    assert_eq!(export["steps"][0]["hash"], adjutant::desk::turn::state_hash(&json!({ "turn": 0 })));
    assert_eq!(export["sheets"][0]["lines"][0]["canonical"], "hold");
    assert_eq!(store.export(&game_id("cw9")).await.unwrap(), None);
}

#[tokio::test]
async fn facts_are_stored_only_sealed() {
    let (folder, store) = new_store().await;
    running_game(&store).await;
    let mut connection = by_hand(&folder).await;
    let stored: Vec<(String, String)> =
        sqlx::query_as("SELECT news, standing FROM facts").fetch_all(&mut connection).await.unwrap();
    assert_eq!(stored[0].0, report::seal(&[fact("the war begins")]).unwrap());
    assert_eq!(report::open::<serde_json::Value>(&stored[0].1).unwrap(), [fact("all is quiet")]);
}

#[tokio::test]
async fn a_game_among_two_hundred_is_read_alone() {
    let (_folder, store) = new_store().await;
    running_game(&store).await;
    let mut changes = Vec::new();
    for number in 0..200 {
        let name = format!("other{number}");
        changes.push(support::create_game(&name, "gm"));
        changes.push(support::assign(&name, "north", "bob"));
        changes.push(facts(&name, 0, "elsewhere", "elsewhere"));
        changes.push(open_phase(&name, 1));
        changes.push(sheet(&name, 1, "north", 1, "elsewhere"));
    }
    store.commit(&decision(changes)).await.unwrap();
    let game = game(&store, "cw1").await;
    assert_eq!(game.facts[..], [fact("all is quiet")]);
    assert!(game.sheets.is_empty());
    assert_eq!(game.roster.players().count(), 2);
    assert_eq!(store.games_of(&player_id("gm")).await.unwrap().len(), 201);
}

/// A store with a letter that came, orders, a state and a letter to send, one row of which is then changed by hand.
async fn tampered(words: &str) -> (tempfile::TempDir, Store) {
    let (folder, store) = new_store().await;
    running_game(&store).await;
    store.keep_letter(&letter("1", 1_500, b"hold the bridge")).await.unwrap();
    let orders = vec![sheet("cw1", 1, "north", 1, "hold")];
    let report = Decision { letters: vec![letter_to("ann", "report", b"as you were")], ..decision(orders) };
    store.commit(&report).await.unwrap();
    let found = store.verify_rows().await.unwrap();
    assert!(found.rows >= 4 && found.damaged.is_empty(), "{found:?}");
    store.close().await;
    let mut hand = by_hand(&folder).await;
    let guards = "SELECT 'DROP TRIGGER ' || name || ';' FROM sqlite_schema WHERE type = 'trigger'";
    let guards: Vec<String> = sqlx::query_scalar(guards).fetch_all(&mut hand).await.unwrap();
    let schema = "SELECT sql || ';' FROM sqlite_schema WHERE type = 'trigger'";
    let schema: Vec<String> = sqlx::query_scalar(schema).fetch_all(&mut hand).await.unwrap();
    for words in [guards.concat(), words.to_owned(), schema.concat()] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(words)).execute(&mut hand).await.unwrap();
    }
    drop(hand);
    let store = Store::open(&support::database(&folder)).await.unwrap();
    (folder, store)
}

#[tokio::test]
async fn a_row_that_is_not_what_was_written_is_noticed_before_it_is_used() {
    let of_game = |error: StoreError| error.to_string();
    let (_folder, store) = tampered("UPDATE raw SET bytes = CAST('hold the fridge' AS BLOB)").await;
    let id = store.undecided(10).await.unwrap()[0];
    assert!(store.raw_letter(id).await.unwrap_err().to_string().contains("not those that were kept"));
    assert_eq!(store.verify_rows().await.unwrap().damaged.len(), 1);

    for words in [
        "UPDATE frozen SET bytes = CAST('as you mere' AS BLOB)",
        "DELETE FROM frozen",
        "UPDATE outbox SET recipient = 'bob@example.org'",
        "UPDATE outbox SET message_id = '<x@y>'",
    ] {
        let (_folder, store) = tampered(words).await;
        assert_eq!(store.due_letters(0, 10).await.unwrap()[0].fault, Some(Fault::Damaged), "{words}");
        let found = store.verify_rows().await.unwrap();
        assert!(found.damaged.len() == 1 && found.damaged[0].contains("of the outbox"), "{words}: {found:?}");
    }

    let (_folder, store) = tampered("UPDATE sheet SET lines = replace(lines, 'hold', 'fold')").await;
    let error = of_game(store.game(&game_id("cw1"), &shelf()).await.err().expect("refused"));
    assert!(error.contains("the orders of north"), "{error}");
    assert_eq!(store.verify_rows().await.unwrap().damaged, ["the orders of north in phase 1 of cw1 (revision 1)"]);

    let (_folder, store) = tampered("UPDATE step SET state = replace(state, '0', '1')").await;
    let error = of_game(store.game(&game_id("cw1"), &shelf()).await.err().expect("refused"));
    assert!(error.contains("its state is not what was written"), "{error}");
    assert_eq!(store.verify_rows().await.unwrap().damaged, ["step 1 of cw1"]);
}

/// The record of a game outlives orders that are put on file, and nothing else.
#[tokio::test]
async fn a_record_is_kept_over_orders_alone() {
    let (folder, store) = new_store().await;
    running_game(&store).await;
    let mut hand = by_hand(&folder).await;
    let behind_its_back = |opens: bool| format!("UPDATE game SET is_open = {}", u8::from(opens));
    assert!(!game(&store, "cw1").await.roster.is_open());
    sqlx::query(sqlx::AssertSqlSafe(behind_its_back(true))).execute(&mut hand).await.unwrap();
    let mut numbers = Vec::new();
    for uid in ["1", "2", "3"] {
        numbers.push(store.keep_letter(&letter(uid, 1_500, uid.as_bytes())).await.unwrap().id);
    }
    let imprint = |number: usize| Imprint { canon: [number as u8; 32], message_id: None };
    let orders = decision(vec![sheet("cw1", 1, "north", 1, "hold")]);
    store.commit_letters(&[(numbers[0], &imprint(0), &orders)]).await.unwrap();
    let kept = game(&store, "cw1").await;
    assert!(!kept.roster.is_open(), "the record was read anew");
    assert_eq!(kept.sheets[&seat_id("north")].lines[0].canonical, "hold", "and knows the orders");

    // Orders on an older sheet fail, and what was read before may be wrong.
    let stale = decision(vec![sheet("cw1", 1, "north", 1, "march")]);
    let stale = store.commit_letters(&[(numbers[1], &imprint(1), &stale)]).await;
    assert!(matches!(stale, Err(StoreError::SheetGone { .. })));
    let read = game(&store, "cw1").await;
    assert!(read.roster.is_open());
    assert_eq!(read.sheets[&seat_id("north")].lines[0].canonical, "hold");

    // Whatever else is written ends it, with orders or without.
    let deadline = Change::SetDeadline { game: game_id("cw1"), number: 1, deadline: 9_000 };
    sqlx::query(sqlx::AssertSqlSafe(behind_its_back(false))).execute(&mut hand).await.unwrap();
    let both = decision(vec![sheet("cw1", 1, "south", 1, "wait"), deadline]);
    store.commit_letters(&[(numbers[2], &imprint(2), &both)]).await.unwrap();
    let read = game(&store, "cw1").await;
    assert!(!read.roster.is_open());
    assert_eq!((read.phase.unwrap().deadline, read.sheets.len()), (9_000, 2));
}
