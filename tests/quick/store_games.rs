//! Games are changed by whole decisions, read back as they stand, and keep their history.

use crate::support::store;
use crate::support::store::{
    by_hand, close_phase, database, decision, fact, facts, game_id, journal, letter, letter_to, new_store, open_phase,
    player_id, running_game, seat_id, secret, sheet, shelf, step,
};
use adjutant::desk::{Change, Decision, GameStatus, StepKind, Verdict};
use adjutant::store::{Asleep, Fault, Imprint, Store, StoreError};
use serde_json::json;

fn game(store: &Store, name: &str) -> adjutant::desk::GameRecord {
    store.read().game(&game_id(name), &shelf()).unwrap().expect("the game is there")
}

#[test]
fn a_game_is_read_back_as_it_was_decided() {
    let (_folder, store) = new_store();
    running_game(&store);
    store.commit(&decision(vec![sheet("cw1", 1, "north", 1, "hold")])).unwrap();
    let game = game(&store, "cw1");
    assert_eq!((game.status, game.holds_reports, game.table.book()), (GameStatus::Running, false, "idle"));
    assert_eq!(game.table.document(), &store::document());
    assert_eq!(*game.timetable, store::timetable());
    let seats: Vec<_> = game.roster.seats().iter().map(|seat| seat.spec.id.as_str()).collect();
    assert_eq!(seats, ["north", "south"]);
    assert_eq!(game.roster.server_of(&seat_id("north")), Some(&player_id("ann")));
    assert_eq!(game.roster.server_of(&seat_id("south")), None);
    assert_eq!(game.roster.player(&player_id("ann")), Some(&store::player("ann")));
    assert!(game.roster.is_gm(&player_id("gm")) && !game.roster.is_gm(&player_id("ann")));
    assert_eq!(game.roster.players().count(), 2);
    let phase = game.phase.as_ref().unwrap();
    assert_eq!((phase.label().as_str(), phase.deadline, phase.forced_at), ("1.1", 2_000, None));
    assert_eq!((&phase.plan, &phase.secret), (&store::phase(1).plan, &secret(1)));
    assert_eq!(*game.state, json!({ "turn": 0 }));
    assert_eq!(game.facts[..], [fact("all is quiet")]);
    assert_eq!(game.sheets[&seat_id("north")].lines[0].canonical, "hold");
    assert!(store.read().game(&game_id("cw9"), &shelf()).unwrap().is_none());
}

#[test]
fn people_are_found_by_every_address_and_in_their_games() {
    let (_folder, store) = new_store();
    running_game(&store);
    for address in ["ann@example.org", "ann@second.example"] {
        assert_eq!(store.read().player_by_address(address).unwrap(), Some(store::player("ann")));
    }
    assert_eq!(store.read().player_by_address("eve@example.org").unwrap(), None);
    assert_eq!(store.read().player(&player_id("bob")).unwrap(), Some(store::player("bob")));
    assert_eq!(store.read().player(&player_id("eve")).unwrap(), None);
    for (name, games) in [("ann", vec![game_id("cw1")]), ("gm", vec![game_id("cw1")]), ("bob", vec![])] {
        assert_eq!(store.read().games_of(&player_id(name)).unwrap(), games, "{name}");
    }
}

#[test]
fn a_phase_is_closed_once_and_the_second_decision_fails_whole() {
    let (_folder, store) = new_store();
    running_game(&store);
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
    store.commit(&play("first")).unwrap();
    let error = store.commit(&play("second")).unwrap_err();
    assert!(matches!(error, StoreError::PhaseGone { number: 1, .. }), "{error}");
    let game = game(&store, "cw1");
    assert_eq!((game.phase_number(), &*game.state), (2, &json!({ "turn": "first" })));
    assert_eq!(game.facts[..], [fact("first")]);
    assert_eq!(store.steps(&game_id("cw1")).unwrap().len(), 2);
    assert_eq!(store.due_letters(0, 10).unwrap().len(), 1);
    assert_eq!(store.verify_journal().unwrap(), 1);
}

#[test]
fn two_phases_are_never_open_at_once() {
    let (_folder, store) = new_store();
    running_game(&store);
    assert!(store.commit(&decision(vec![open_phase("cw1", 2)])).is_err());
    assert_eq!(game(&store, "cw1").phase_number(), 1);
}

#[test]
fn deadline_and_haste_belong_to_the_open_phase() {
    let (_folder, store) = new_store();
    running_game(&store);
    let changes = |number| {
        [
            Change::SetDeadline { game: game_id("cw1"), number, deadline: 9_000 },
            Change::ForcePhase { game: game_id("cw1"), number, at: 5_000 },
        ]
    };
    store.commit(&decision(changes(1).to_vec())).unwrap();
    let phase = game(&store, "cw1").phase.unwrap();
    assert_eq!((phase.deadline, phase.forced_at), (9_000, Some(5_000)));
    for change in changes(2) {
        assert!(matches!(store.commit(&decision(vec![change])), Err(StoreError::PhaseGone { number: 2, .. })));
    }
}

#[test]
fn every_revision_of_a_sheet_is_kept_and_the_last_counts() {
    let (_folder, store) = new_store();
    running_game(&store);
    store.commit(&decision(vec![sheet("cw1", 1, "north", 1, "hold"), sheet("cw1", 1, "south", 1, "wait")])).unwrap();
    store.commit(&decision(vec![sheet("cw1", 1, "north", 2, "march")])).unwrap();
    let sheets = game(&store, "cw1").sheets;
    assert_eq!(sheets[&seat_id("north")].lines[0].canonical, "march");
    assert_eq!(sheets[&seat_id("south")].lines[0].canonical, "wait");
    let export = store.export(&game_id("cw1")).unwrap().unwrap();
    let history: Vec<_> = export["sheets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|sheet| (sheet["seat"].as_str().unwrap(), sheet["lines"][0]["canonical"].as_str().unwrap()))
        .collect();
    assert_eq!(history, [("north", "hold"), ("north", "march"), ("south", "wait")]);
}

#[test]
fn a_sheet_made_on_an_older_one_or_for_a_closed_phase_fails_its_decision() {
    let (_folder, store) = new_store();
    running_game(&store);
    store.commit(&decision(vec![sheet("cw1", 1, "north", 1, "hold")])).unwrap();
    let stale = store.commit(&decision(vec![sheet("cw1", 1, "north", 1, "march")])).unwrap_err();
    assert!(matches!(stale, StoreError::SheetGone { revision: 1, .. }), "{stale}");
    let early = vec![sheet("cw1", 1, "south", 1, "wait"), sheet("cw1", 2, "north", 1, "march")];
    let early = store.commit(&decision(early)).unwrap_err();
    assert!(matches!(early, StoreError::PhaseGone { .. }), "{early}");
    let sheets = game(&store, "cw1").sheets;
    assert_eq!(sheets.len(), 1);
    assert_eq!(sheets[&seat_id("north")].lines[0].canonical, "hold");
}

#[test]
fn a_past_phase_is_told_again_as_it_was_reported() {
    let (_folder, store) = new_store();
    running_game(&store);
    assert!(store.read().past_phase(&game_id("cw1"), 1).unwrap().is_none(), "it is not played yet");
    let played = vec![facts("cw1", 1, "a skirmish", "all is tense"), close_phase("cw1", 1)];
    store.commit(&decision(played)).unwrap();
    let past = store.read().past_phase(&game_id("cw1"), 1).unwrap().unwrap();
    assert_eq!((past.title.as_str(), past.revision, past.secret), ("Q1", 1, secret(1)));
    assert_eq!(past.facts, [fact("a skirmish"), fact("all is tense")]);
    let opening = store.read().past_phase(&game_id("cw1"), 0).unwrap().unwrap();
    assert_eq!(opening.facts, [fact("the war begins"), fact("all is quiet")]);
    assert_eq!(opening.secret, secret(9));
    assert!(store.read().past_phase(&game_id("cw1"), 7).unwrap().is_none());
}

#[test]
fn an_edit_replaces_what_stands_and_keeps_the_news() {
    let (_folder, store) = new_store();
    running_game(&store);
    let before = game(&store, "cw1");
    let edit = Change::ReplaceStanding { game: game_id("cw1"), standing: vec![fact("peace")] };
    let edited = step("cw1", StepKind::Edit, 1, json!({ "turn": 0, "peace": true }));
    store.commit(&decision(vec![edited, edit])).unwrap();
    assert_eq!(before.facts[..], [fact("all is quiet")]);
    let after = game(&store, "cw1");
    assert_eq!(after.facts[..], [fact("peace")]);
    assert_eq!(after.state["peace"], true);
    let opening = store.read().past_phase(&game_id("cw1"), 0).unwrap().unwrap();
    assert_eq!(opening.facts, [fact("the war begins"), fact("peace")]);
    let nowhere = Change::ReplaceStanding { game: game_id("cw9"), standing: Vec::new() };
    assert!(matches!(store.commit(&decision(vec![nowhere])), Err(StoreError::NoSuch { .. })));
}

#[test]
fn steps_are_given_back_for_replay_and_cannot_be_changed() {
    let (folder, store) = new_store();
    running_game(&store);
    store.commit(&decision(vec![step("cw1", StepKind::Phase, 1, json!({ "turn": 1 }))])).unwrap();
    let steps = store.steps(&game_id("cw1")).unwrap();
    let told: Vec<_> = steps.iter().map(|stored| (stored.seq, stored.step.kind, stored.step.phase)).collect();
    assert_eq!(told, [(1, StepKind::Begin, 0), (2, StepKind::Phase, 1)]);
    assert_eq!(steps[1].step.input["secret"], secret(9).reveal());
    let connection = by_hand(&folder);
    for words in ["UPDATE step SET state = 'null'", "DELETE FROM step", "UPDATE facts SET news = '[]'"] {
        assert!(connection.run(words).is_err(), "{words}");
    }
}

/// The running game after a step that was written under this version of its rule book.
fn with_step_of(version: u32) -> (tempfile::TempDir, Store) {
    let (folder, store) = new_store();
    running_game(&store);
    let Change::TakeStep { game, mut step } = step("cw1", StepKind::Phase, 1, json!({ "turn": 1 })) else {
        panic!("a step is taken")
    };
    step.version = version;
    store.commit(&decision(vec![Change::TakeStep { game, step }])).unwrap();
    (folder, store)
}

#[test]
fn a_state_of_an_earlier_version_is_brought_up_as_it_is_read_and_stays_stored_as_it_was() {
    let (_folder, store) = with_step_of(1);
    assert_eq!(*game(&store, "cw1").state, json!({ "turn": 1, "came_from": 1 }));
    let steps = store.steps(&game_id("cw1")).unwrap();
    assert_eq!((&*steps[1].step.state, steps[1].step.version), (&json!({ "turn": 1 }), 1));
}

#[test]
fn a_state_of_this_version_is_read_as_it_is() {
    let (_folder, store) = with_step_of(2);
    assert_eq!(*game(&store, "cw1").state, json!({ "turn": 1 }));
}

#[test]
fn a_state_of_a_later_version_is_refused_with_what_helps() {
    let (_folder, store) = with_step_of(3);
    let error = store.read().game(&game_id("cw1"), &shelf()).err().expect("the game is not read");
    assert_eq!(
        error.to_string(),
        "read a game (cw1): read a state of idle: it has version 3, and this program knows versions up to 2. Use the newer \
         release, or restore a backup made before its upgrade"
    );
    assert_eq!(error.remedy(), "use the newer release, or restore the copy from before its upgrade");
}

#[test]
fn reminders_are_remembered_once() {
    let (_folder, store) = new_store();
    running_game(&store);
    let given = Change::RecordReminder { game: game_id("cw1"), number: 1, seat: seat_id("north"), minutes: 30 };
    store.commit(&decision(vec![given.clone(), given])).unwrap();
    assert_eq!(store.reminders_given(&game_id("cw1"), 1).unwrap(), [(seat_id("north"), 30)]);
    assert!(store.reminders_given(&game_id("cw1"), 2).unwrap().is_empty());
}

#[test]
fn only_running_games_have_a_clock() {
    let (_folder, store) = new_store();
    running_game(&store);
    store.commit(&decision(vec![store::create_game("cw2", "gm")])).unwrap();
    assert_eq!(store.running_games().unwrap(), [game_id("cw1")]);
    let halt = Change::SetStatus { game: game_id("cw1"), status: GameStatus::Halted };
    store.commit(&decision(vec![halt])).unwrap();
    assert!(store.running_games().unwrap().is_empty());
    let nowhere = Change::SetStatus { game: game_id("cw9"), status: GameStatus::Over };
    assert!(matches!(store.commit(&decision(vec![nowhere])), Err(StoreError::NoSuch { .. })));
}

#[tokio::test]
async fn a_game_sleeps_until_something_is_decided_about_it() {
    let (folder, store) = new_store();
    running_game(&store);
    let asleep = Asleep { since: 10, until: 70, ends: Some(90) };
    let hold = |holds_reports| Change::SetHold { game: game_id("cw1"), holds_reports };
    let about = |game: Option<&str>, change| Decision { game: game.map(game_id), ..decision(vec![change]) };
    let the_game = async |store: &Store| store.games_by_clock().unwrap().pop().unwrap();

    store.put_to_sleep(&the_game(&store).await, asleep).unwrap();
    store.commit(&Decision { game: Some(game_id("cw1")), ..decision(Vec::new()) }).unwrap();
    store.close();
    let store = Store::open(&database(&folder)).unwrap();
    assert_eq!(the_game(&store).await.asleep, Some(asleep), "over a restart, and nothing was changed");
    store.commit(&about(Some("cw1"), hold(true))).unwrap();
    assert_eq!(the_game(&store).await.asleep, None);

    let seen_before = the_game(&store).await;
    store.commit(&about(Some("cw1"), hold(false))).unwrap();
    store.put_to_sleep(&seen_before, asleep).unwrap();
    assert_eq!(the_game(&store).await.asleep, None, "something was decided while it was looked at");

    store.put_to_sleep(&the_game(&store).await, asleep).unwrap();
    store.commit(&about(None, hold(true))).unwrap();
    assert_eq!(the_game(&store).await.asleep, None, "a decision about no game may be about any");
}

#[test]
fn the_journal_is_a_chain_that_shows_where_it_was_tampered_with() {
    for (tamper, broken) in [
        ("UPDATE journal SET reason = 'bribed' WHERE seq = 2", 2),
        ("UPDATE journal SET at = 1 WHERE seq = 3", 3),
        ("UPDATE journal SET game = 'cw2' WHERE seq = 2", 2),
        ("DELETE FROM journal WHERE seq = 1", 1),
        ("DELETE FROM journal WHERE seq = 2", 2),
        ("DELETE FROM journal WHERE seq = 3", 3),
    ] {
        let (folder, store) = new_store();
        let entries = |acts: &[&str]| Decision {
            journal: acts.iter().map(|act| journal("cw1", act)).collect(),
            ..Decision::new(Verdict::Answered)
        };
        store.commit(&entries(&["START", "SET x = 1"])).unwrap();
        store.commit(&entries(&["EXTEND 24h"])).unwrap();
        assert_eq!(store.verify_journal().unwrap(), 3);
        let connection = by_hand(&folder);
        assert!(connection.run(tamper).is_err(), "{tamper}: the triggers refuse");
        let unguard = "DROP TRIGGER journal_stays; DROP TRIGGER journal_is_kept";
        connection.run(unguard).unwrap();
        connection.run(tamper).unwrap();
        let error = store.verify_journal().unwrap_err();
        assert!(matches!(error, StoreError::BrokenChain { seq, .. } if seq == broken), "{tamper}: {error}");
    }
}

#[test]
fn an_export_tells_everything_but_bodies_codes_and_open_secrets() {
    let (_folder, store) = new_store();
    running_game(&store);
    store.check_key("fingerprint-of-the-key").unwrap();
    let body = b"From: ann@example.org\r\n\r\nCODE aaaa-bbbb-cccc\r\nhold\r\n";
    let kept = store.keep_letter(&letter("1", 1_500, body)).unwrap();
    let judged = Decision {
        writer: Some(player_id("ann")),
        game: Some(game_id("cw1")),
        letters: vec![letter_to("ann", "receipt cw1 1.1 north 1", b"your code is dddd-eeee-ffff")],
        journal: vec![journal("cw1", "orders for north")],
        ..decision(vec![sheet("cw1", 1, "north", 1, "hold")])
    };
    let imprint = Imprint { canon: [3; 32], message_id: Some("<x@y>".to_owned()) };
    store.commit_letter(kept.id, Some(&imprint), &judged).unwrap();
    store.commit(&decision(vec![close_phase("cw1", 1), open_phase("cw1", 2)])).unwrap();
    let export = store.export(&game_id("cw1")).unwrap().unwrap();
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
    assert_eq!(store.export(&game_id("cw9")).unwrap(), None);
}

#[test]
fn facts_are_stored_only_sealed() {
    let (folder, store) = new_store();
    running_game(&store);
    let connection = by_hand(&folder);
    let stored: Vec<(String, String)> =
        connection.all_by("SELECT news, standing FROM facts", |row| Ok((row.get(0)?, row.get(1)?)));
    assert_eq!(stored[0].0, adjutant::facts::seal(&[fact("the war begins")]).unwrap());
    assert_eq!(adjutant::facts::open::<serde_json::Value>(&stored[0].1).unwrap(), [fact("all is quiet")]);
}

#[test]
fn a_game_among_two_hundred_is_read_alone() {
    let (_folder, store) = new_store();
    running_game(&store);
    let mut changes = Vec::new();
    for number in 0..200 {
        let name = format!("other{number}");
        changes.push(store::create_game(&name, "gm"));
        changes.push(store::assign(&name, "north", "bob"));
        changes.push(facts(&name, 0, "elsewhere", "elsewhere"));
        changes.push(open_phase(&name, 1));
        changes.push(sheet(&name, 1, "north", 1, "elsewhere"));
    }
    store.commit(&decision(changes)).unwrap();
    let game = game(&store, "cw1");
    assert_eq!(game.facts[..], [fact("all is quiet")]);
    assert!(game.sheets.is_empty());
    assert_eq!(game.roster.players().count(), 2);
    assert_eq!(store.read().games_of(&player_id("gm")).unwrap().len(), 201);
}

/// A store with a letter that came, orders, a state and a letter to send, one row of which is then changed by hand.
fn tampered(words: &str) -> (tempfile::TempDir, Store) {
    let (folder, store) = new_store();
    running_game(&store);
    store.keep_letter(&letter("1", 1_500, b"hold the bridge")).unwrap();
    let orders = vec![sheet("cw1", 1, "north", 1, "hold")];
    let report = Decision { letters: vec![letter_to("ann", "report", b"as you were")], ..decision(orders) };
    store.commit(&report).unwrap();
    let found = store.verify_rows().unwrap();
    assert!(found.rows >= 4 && found.damaged.is_empty(), "{found:?}");
    store.close();
    let hand = by_hand(&folder);
    let guards = "SELECT 'DROP TRIGGER ' || name || ';' FROM sqlite_schema WHERE type = 'trigger'";
    let guards: Vec<String> = hand.all(guards);
    let schema = "SELECT sql || ';' FROM sqlite_schema WHERE type = 'trigger'";
    let schema: Vec<String> = hand.all(schema);
    for words in [guards.concat(), words.to_owned(), schema.concat()] {
        hand.run(&words).unwrap();
    }
    drop(hand);
    let store = Store::open(&store::database(&folder)).unwrap();
    (folder, store)
}

#[test]
fn a_row_that_is_not_what_was_written_is_noticed_before_it_is_used() {
    let of_game = |error: StoreError| error.to_string();
    let (_folder, store) = tampered("UPDATE raw SET bytes = CAST('hold the fridge' AS BLOB)");
    let id = store.undecided(10).unwrap()[0];
    assert!(store.raw_letter(id).unwrap_err().to_string().contains("not those that were kept"));
    assert_eq!(store.verify_rows().unwrap().damaged.len(), 1);

    for words in [
        "UPDATE frozen SET bytes = CAST('as you mere' AS BLOB)",
        "DELETE FROM frozen",
        "UPDATE outbox SET recipient = 'bob@example.org'",
        "UPDATE outbox SET message_id = '<x@y>'",
    ] {
        let (_folder, store) = tampered(words);
        assert_eq!(store.due_letters(0, 10).unwrap()[0].fault, Some(Fault::Damaged), "{words}");
        let found = store.verify_rows().unwrap();
        assert!(found.damaged.len() == 1 && found.damaged[0].contains("of the outbox"), "{words}: {found:?}");
    }

    let (_folder, store) = tampered("UPDATE sheet SET lines = replace(lines, 'hold', 'fold')");
    let error = of_game(store.read().game(&game_id("cw1"), &shelf()).err().expect("refused"));
    assert!(error.contains("the orders of north"), "{error}");
    assert_eq!(store.verify_rows().unwrap().damaged, ["the orders of north in phase 1 of cw1 (revision 1)"]);

    let (_folder, store) = tampered("UPDATE step SET state = replace(state, '0', '1')");
    let error = of_game(store.read().game(&game_id("cw1"), &shelf()).err().expect("refused"));
    assert!(error.contains("its state is not what was written"), "{error}");
    assert_eq!(store.verify_rows().unwrap().damaged, ["step 1 of cw1"]);
}

#[test]
fn a_group_sees_what_it_wrote_and_leaves_nothing_when_it_is_undone() {
    let (folder, store) = new_store();
    running_game(&store);
    let id = store.keep_letter(&letter("1", 1_500, b"hold")).unwrap().id;
    let played = |turn: u32| step("cw1", StepKind::Phase, 1, json!({ "turn": turn }));
    let orders = decision(vec![sheet("cw1", 1, "north", 1, "hold"), played(1)]);
    let group = store.begin_group().unwrap();
    group.decide(id, None, &orders).unwrap();
    let within = group.read().game(&game_id("cw1"), &shelf()).unwrap().unwrap();
    assert_eq!(within.sheets[&seat_id("north")].lines[0].canonical, "hold");
    assert_eq!(*within.state, json!({ "turn": 1 }));
    assert!(game(&store, "cw1").sheets.is_empty(), "nobody else sees it");
    drop(group);
    assert_eq!(store.undecided(10).unwrap(), [id]);
    assert_eq!(*game(&store, "cw1").state, json!({ "turn": 0 }));
    // Another step under the number of the one that was undone.
    store.commit(&decision(vec![played(2)])).unwrap();
    assert_eq!(*game(&store, "cw1").state, json!({ "turn": 2 }));
    // Whoever changes a row behind our back is seen, too.
    by_hand(&folder).run("UPDATE game SET is_open = 1").unwrap();
    assert!(game(&store, "cw1").roster.is_open());
}
