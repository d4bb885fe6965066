//! Civil War OnLine at full size: two nations with 300 units and 120 ships, 66 offices held by 24 people, 600 orders of all kinds.
//! Order lines read and reviewed, a turn adjudicated once, the phase as the judge plays it with its letters, an act on receipt; and
//! what the game takes in memory.

#[path = "support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use adjutant::cli::stage::{Scene, Stage, Written};
use adjutant::desk::{GameRecord, turn};
use adjutant::facts::{Viewer, brief};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::game::{Dice, GameId, SeatId, Secret};
use adjutant::order::{Line, Sheet};
use adjutant::rules::Context;
use adjutant::rules::check::check;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::{Value, json};
use support::NOW;
use support::cpu::Cpu;
use support::told::Acting;

const PEOPLE: usize = 24;
const UNITS: usize = 150;
const SHIPS: usize = 60;
const GM: &str = "grace@gm.example";

fn address(number: usize) -> String {
    format!("p{number}@war.test")
}

fn id() -> GameId {
    GameId::parse("war").expect("a name")
}

/// The war's first turn is open; people hold offices of one side by turns.
async fn begun(folder: &Path) -> Stage {
    let rhythm = Rhythm { cron: "0 20 * * *".to_owned(), least_minutes: 60 };
    let timetable = Timetable {
        zone: chrono_tz::UTC,
        rhythms: [("turn".to_owned(), rhythm)].into(),
        grace_minutes: 120,
        reminders_minutes: vec![60],
        pace: Pace { outage: None, ..Pace::default() },
    };
    let shelf = adjutant::books::of_the_house();
    let offices = shelf.table("cwol", "1861").expect("the war").seats();
    let scene =
        Scene { judge: support::JUDGE, gm: ("Grace", GM), timetable, shelf, begins: NOW, templates: Vec::new() };
    let mut stage = Stage::set_up_with(folder, scene, [3; 32], |house| house.has_pictures = false).expect("a stage");
    stage.pass().await.expect("a round");
    let seat = |(place, office): (usize, &adjutant::game::SeatSpec)| {
        let number = place % (PEOPLE / 2) + if office.side == "US" { 0 } else { PEOPLE / 2 };
        format!("SEAT P{number} <{}> AS {}\n", address(number), office.id)
    };
    let seats: String = offices.iter().enumerate().map(seat).collect();
    for text in ["CREATE war FROM cwol/1861".to_owned(), format!("{seats}START")] {
        let in_reply_to = Some(stage.newest(GM).expect("a letter").message_id);
        let (from, subject) = (GM.to_owned(), "[war] letter".to_owned());
        stage.now += 60;
        stage.mail(&Written { from, subject, text, in_reply_to, ..Written::default() }).expect("a letter");
        stage.pass().await.expect("a round");
    }
    let due = stage.deadline("war").expect("the store").expect("a phase");
    stage.pass_at(due + 1).await.expect("a round");
    stage.pass_at(due + 3 * 3_600).await.expect("a round");
    stage
}

/// Cities of a side, and its ports among them.
fn cities(state: &Value, document: &Value, side: &str) -> (Vec<Value>, Vec<Value>) {
    let rows = document["cities"].as_array().expect("cities").iter();
    let own: Vec<Value> =
        rows.filter(|row| state["cities"][row["id"].as_str().expect("an id")]["held_by"] == side).cloned().collect();
    let ports = own.iter().filter(|row| row.get("port").is_some_and(|port| !port.is_null())).cloned().collect();
    (own, ports)
}

/// The treasuries are full, and both sides have all the units and ships they can keep.
fn fill(state: &mut Value, document: &Value) {
    let kinds = [("IN", 2_500, 4, 1), ("CV", 1_300, 4, 1), ("LA", 400, 0, 4), ("MI", 1_000, 2, 0)];
    for side in ["US", "CS"] {
        let (own, ports) = cities(state, document, side);
        for measure in ["gold", "mp"] {
            state["ledger"]["opening"][side][measure] = json!(90_000_000);
        }
        for number in 0..UNITS {
            let (kind, men, regiments, batteries) = kinds[number % kinds.len()];
            let square = &own[number % own.len()]["square"];
            state["units"][format!("{side}{}{kind}", number + 1)] = json!({ "side": side, "kind": kind, "square": square,
                "regiments": regiments, "batteries": batteries, "men": men, "of": [], "quality": 5, "experience": 0,
                "morale": 50, "supplies": 1, "is_active": true });
        }
        for number in 0..SHIPS {
            let (port, of) =
                (&ports[number % ports.len()], json!({ "side": side, "state": "VA", "pool": "volunteers" }));
            state["ships"][format!("{side}GB{}", number + 1)] = json!({ "side": side, "class": "GB", "port": port["id"],
                "base": port["id"], "crew": 150, "of": of, "stores": 8, "damage": 0, "is_active": true });
        }
    }
}

/// Three hundred orders of a side, by the office that gives them.
fn orders(state: &Value, document: &Value, side: &str) -> BTreeMap<String, Vec<String>> {
    let (own, ports) = cities(state, document, side);
    let name = |row: &Value| format!("{} {}", row["name"].as_str().unwrap_or(""), row["state"].as_str().unwrap_or(""));
    let (city, port) =
        (|number: usize| name(&own[number % own.len()]), |number: usize| name(&ports[number % ports.len()]));
    let of = |office: &str| format!("{}-{office}", side.to_lowercase());
    let in_kind = |number: usize| format!("{side}{}IN", 4 * number + 1);
    let treasury = (0..120).map(|number| match number % 4 {
        0 => format!("buy 1 supplies at {}", city(number / 4)),
        1 => format!("upgrade {} with rifles", in_kind(number / 4)),
        2 => format!("lay down GB at {}", port(number / 4)),
        _ => format!("build PB in {}", city(number / 4)),
    });
    let war = (0..100).map(|number| match number % 3 {
        0 => format!("standing: buy 2 supplies at {}", city(number)),
        1 => format!("inactivate {side}{}CV", 4 * (number / 3) + 2),
        _ => format!("command {} CO {} XO {}", in_kind(number / 3), of("general-1"), of("general-2")),
    });
    let navy = (0..80).map(|number| match number % 2 {
        0 => format!("{side}GB{} protect commerce", number % SHIPS + 1),
        _ => format!("base {side}GB{} at {}", number % SHIPS + 1, port(number + 1)),
    });
    [(of("treasury"), treasury.collect()), (of("war"), war.collect()), (of("navy"), navy.collect())].into()
}

/// The game at full size, with what each office wrote.
fn full(stage: &Stage) -> (GameRecord, BTreeMap<String, Vec<String>>) {
    let house = stage.judge().house();
    let mut game = stage.judge().store().read().game(&id(), &house.shelf).expect("the store").expect("the game");
    let (mut state, document) = ((*game.state).clone(), game.table.document().clone());
    fill(&mut state, &document);
    let state = game.table.sound(&state).expect("a sound state");
    game.facts = Arc::new(game.table.situation(&state).expect("facts").into());
    let lines: BTreeMap<_, _> = ["US", "CS"].into_iter().flat_map(|side| orders(&state, &document, side)).collect();
    game.state = Arc::new(state);
    for (seat, lines) in &lines {
        let lines = reviewed(&game, seat, lines);
        let seat = SeatId::parse(seat).expect("a seat");
        game.sheets.insert(seat, Sheet { revision: 1, arrived: NOW, lines }.into());
    }
    (game, lines)
}

fn reviewed(game: &GameRecord, seat: &str, lines: &[String]) -> Vec<adjutant::order::Filed<Value>> {
    let seat = SeatId::parse(seat).expect("a seat");
    let told = brief(Viewer::vacant(&seat), &game.facts);
    let lines: Vec<Line> = lines.iter().zip(1..).map(|(text, number)| Line { number, text: text.clone() }).collect();
    let mut context = Context { phase_kind: Some("turn".to_owned()), ..Context::default() };
    check(game.table.as_ref(), &mut context, &told, &seat, &lines, &[]).expect("no trouble").standing()
}

/// Resident memory, in KiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("the status");
    let line = status.lines().find(|line| line.starts_with("VmRSS")).expect("a size");
    line.split_whitespace().nth(1).and_then(|size| size.parse().ok()).expect("a number")
}

/// What a game takes: its state and its facts, read anew so many times.
fn memory(game: &GameRecord) {
    const COPIES: u64 = 20;
    let text = game.state.to_string();
    let before = resident();
    let copies: Vec<_> = (0..COPIES)
        .map(|_| {
            let state: Value = serde_json::from_str(&text).expect("a state");
            let facts = game.table.situation(&state).expect("facts");
            (state, facts)
        })
        .collect();
    let size = (resident() - before) / COPIES;
    println!(
        "the game in memory, state and facts: {:.1} MiB (state as JSON {} KiB)",
        size as f64 / 1024.0,
        text.len() / 1024
    );
    drop(copies);
}

fn a_turn(criterion: &mut Criterion<Cpu>) {
    let folder = support::folder();
    let mut stage = support::runtime().block_on(begun(folder.path()));
    let (game, lines) = full(&stage);
    memory(&game);
    let on_file: usize = game.sheets.values().map(|sheet| sheet.lines.len()).sum();
    let written: usize = lines.values().map(Vec::len).sum();
    println!("{written} lines, of them {on_file} orders on file");
    assert!(on_file >= 500, "{on_file} orders");
    let mut group = criterion.benchmark_group("cwol");
    group.throughput(Throughput::Elements(written as u64));
    group.bench_function("600 lines read and reviewed", |bencher| {
        bencher.iter(|| lines.iter().map(|(seat, lines)| reviewed(&game, seat, lines).len()).sum::<usize>());
    });
    group.throughput(Throughput::Elements(1));
    let orders = turn::orders_on_file(&game);
    group.bench_function("adjudicated once", |bencher| {
        bencher.iter(|| {
            let mut dice = Dice::committed(&Secret::new([1; 32]), "turn");
            game.table.adjudicate(&game.state, &orders, &mut dice).expect("a turn")
        });
    });
    let now = game.phase.as_ref().expect("a phase").deadline + 1;
    let played = turn::play(stage.judge().house(), &game, &[], now).expect("a phase");
    assert_eq!(played.letters.len(), PEOPLE + 1);
    group.bench_function("the phase with 25 letters", |bencher| {
        bencher.iter(|| turn::play(stage.judge().house(), &game, &[], now).expect("a phase"));
    });
    let mover = game.roster.server_of(&SeatId::parse("us-con-garden-empire").expect("a seat"));
    let mover = mover.and_then(|id| game.roster.player(id)).expect("a holder").addresses[0].clone();
    drop(orders);
    let acting = Acting::new(&mut stage, game.clone(), &mover, "as Congressman of Garden Empire: move tax 5");
    println!("an act and the letters about it: {}", acting.act());
    group.bench_function("an act on receipt", |bencher| bencher.iter(|| acting.act()));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Cpu).sample_size(20);
    targets = a_turn
}
criterion_main!(benches);
