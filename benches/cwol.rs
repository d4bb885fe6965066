//! Civil War OnLine at full size: two nations with 300 units and 120 ships, 66 offices held by 24 people, 600 orders of all kinds.
//! Order lines read and reviewed, a turn adjudicated once, the phase as the judge plays it with its letters, an act on receipt; and
//! what the game takes in memory. Then the war itself, every ship on a river and every unit with an order to move: the steps of a
//! turn one by one, what all seats see of it, and the enclosures of a report.

#[path = "support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use adjutant::books::cwol::CivilWarOnLine;
use adjutant::cli::stage::{self, Scene, Stage};
use adjutant::desk::{GameRecord, turn};
use adjutant::facts::{Enclosure, Pictures, Viewer, brief};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::game::{Dice, GameId, SeatId, Secret, Tone};
use adjutant::order::{Filed, Line, Sheet};
use adjutant::report::Renderer;
use adjutant::rules::check::check;
use adjutant::rules::{Context, MapWish, Occasion, OrderSet, RuleBook};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde::Deserialize;
use serde_json::Value;
use support::NOW;
use support::cpu::{Cpu, spent};
use support::cwol;
use support::told::Acting;

const PEOPLE: usize = 24;
const GM: &str = "grace@gm.example";

/// Lines of orders, by the office that writes them.
type Written = BTreeMap<String, Vec<String>>;

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
        stage
            .mail(&stage::Written { from, subject, text, in_reply_to, ..stage::Written::default() })
            .expect("a letter");
        stage.pass().await.expect("a round");
    }
    let due = stage.deadline("war").expect("the store").expect("a phase");
    stage.pass_at(due + 1).await.expect("a round");
    stage.pass_at(due + 3 * 3_600).await.expect("a round");
    stage
}

/// The game as `change` makes its state, with what each office wrote as `orders` has it.
fn game(
    stage: &Stage,
    change: impl Fn(&mut Value, &Value),
    orders: impl Fn(&Value, &Value, &str) -> Written,
) -> (GameRecord, Written) {
    let house = stage.judge().house();
    let mut game = stage.judge().store().read().game(&id(), &house.shelf).expect("the store").expect("the game");
    let (mut state, document) = ((*game.state).clone(), game.table.document().clone());
    change(&mut state, &document);
    let state = game.table.sound(&state).expect("a sound state");
    game.facts = Arc::new(game.table.situation(&state).expect("facts").into());
    let lines: Written = ["US", "CS"].into_iter().flat_map(|side| orders(&state, &document, side)).collect();
    game.state = Arc::new(state);
    for (seat, lines) in &lines {
        let lines = reviewed(&game, seat, lines);
        let seat = SeatId::parse(seat).expect("a seat");
        game.sheets.insert(seat, Sheet { revision: 1, arrived: NOW, lines }.into());
    }
    (game, lines)
}

fn reviewed(game: &GameRecord, seat: &str, lines: &[String]) -> Vec<Filed<Value>> {
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
    let (game, lines) = game(&stage, cwol::fill, cwol::orders);
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
    for count in [10, 100, 1_000] {
        let letter: Vec<String> = lines["us-treasury"].iter().cycle().take(count).cloned().collect();
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(format!("a letter of {count} lines read and reviewed"), |bencher| {
            bencher.iter(|| reviewed(&game, "us-treasury", &letter).len());
        });
    }
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

/// The steps of a turn that are the war's: of ships, of armies.
const BATTLES: &[&str] = &["ships that met on rivers fight"];
const SHIPS_MOVE: &[&str] = &["ships on rivers move"];
const ARMIES: &[&str] = &["armies move: by rail, on foot, by river", "cities fall to who is alone in them"];
const WAR: &[&str] = &[
    "the turn begins",
    "ships that met on rivers fight",
    "armies fight where they have met",
    "ships bombard",
    "ships on rivers move",
    "armies move: by rail, on foot, by river",
    "cities fall to who is alone in them",
];

/// A game in the book's own types.
struct Typed {
    scenario: <CivilWarOnLine as RuleBook>::Scenario,
    state: <CivilWarOnLine as RuleBook>::State,
    orders: OrderSet<<CivilWarOnLine as RuleBook>::Order>,
}

impl Typed {
    fn of(game: &GameRecord) -> Typed {
        let scenario = CivilWarOnLine.prepare(game.table.document()).expect("a scenario");
        let state = Deserialize::deserialize(&*game.state).expect("a state");
        let mut orders = OrderSet::default();
        for (seat, lines) in turn::orders_on_file(game).sheets {
            let typed = lines.into_iter().map(|line| {
                let order = |order: Value| Deserialize::deserialize(order);
                line.into_owned().try_map(order).map_err(|why: serde_json::Error| why).expect("an order")
            });
            orders.sheets.insert(seat, typed.collect());
        }
        Typed { scenario, state, orders }
    }

    /// The open turn; what of the processor's time went into each step.
    fn play(&self) -> BTreeMap<&'static str, Duration> {
        let (mut took, mut last) = (BTreeMap::new(), spent());
        let mut dice = Dice::committed(&Secret::new([1; 32]), "turn");
        CivilWarOnLine::play_by_steps(&self.scenario, &self.state, &self.orders, &mut dice, &mut |step| {
            let now = spent();
            took.insert(step, now - last);
            last = now;
        });
        took
    }

    /// So many turns; the time of some steps together.
    fn time_of(&self, steps: &[&str], turns: u64) -> Duration {
        let of_turn = |took: BTreeMap<&str, Duration>| steps.iter().map(|step| took[step]).sum::<Duration>();
        (0..turns).map(|_| of_turn(self.play())).sum()
    }
}

/// All 120 ships on the rivers and all 300 units have orders to move; and in another turn twenty battles of six ships.
fn a_war(criterion: &mut Criterion<Cpu>) {
    let folder = support::folder();
    let stage = support::runtime().block_on(begun(folder.path()));
    let afloat = |together: bool| {
        move |state: &mut Value, document: &Value| {
            cwol::fill(state, document);
            cwol::put_to_river(state, document, together);
        }
    };
    let all = |state: &Value, document: &Value, side: &str| {
        cwol::sailing(state, document, side).into_iter().chain(cwol::marching(state, document, side)).collect()
    };
    let (war, lines) = game(&stage, afloat(false), all);
    let on_file: usize = war.sheets.values().map(|sheet| sheet.lines.len()).sum();
    println!(
        "{} lines to ships and units, of them {on_file} orders on file",
        lines.values().map(Vec::len).sum::<usize>()
    );
    let (met, _) = game(&stage, afloat(true), |_: &Value, _: &Value, _: &str| Written::new());
    let (war, met) = (Typed::of(&war), Typed::of(&met));
    let mut group = criterion.benchmark_group("cwol, the war");
    for (name, turn, steps) in [
        ("ships move, with contacts", &war, SHIPS_MOVE),
        ("twenty battles", &met, BATTLES),
        ("armies move", &war, ARMIES),
        ("all of ships and armies", &war, WAR),
    ] {
        group.bench_function(name, |bencher| bencher.iter_custom(|turns| turn.time_of(steps, turns)));
    }
    group.bench_function("all facts of all seats", |bencher| {
        bencher.iter(|| CivilWarOnLine.situation(&war.scenario, &war.state));
    });
    group.finish();
}

/// What goes with the Treasury's report.
fn enclosures(criterion: &mut Criterion<Cpu>) {
    let folder = support::folder();
    let stage = support::runtime().block_on(begun(folder.path()));
    let (game, _) = game(&stage, cwol::fill, cwol::orders);
    let renderer = &stage.judge().house().renderer;
    let known = brief(Viewer::vacant(&SeatId::parse("us-treasury").expect("a seat")), &game.facts);
    let pages = || game.table.pages(&known, &Occasion::Report, Pictures::Drawn).expect("enclosures");
    let (pictures, workbooks): (Vec<_>, Vec<_>) =
        pages().into_iter().partition(|page| matches!(page, Enclosure::Picture(_)));
    let is_map = |page: &Enclosure| matches!(page, Enclosure::Picture(picture) if picture.backdrop.is_some());
    let charts: Vec<_> = pictures.into_iter().filter(|page| !is_map(page)).collect();
    let mut group = criterion.benchmark_group("cwol, enclosures");
    group.bench_function("what stands in workbook and chart", |bencher| bencher.iter(pages));
    for (name, pages) in [("a workbook", workbooks), ("a chart, SVG and PNG", charts)] {
        assert_eq!(pages.len(), 1, "{name}");
        group.bench_function(name, |bencher| {
            bencher.iter(|| renderer.enclose(&known, &pages, "here@adjutant.example", Tone::Light).expect("a file"));
        });
    }
    group.finish();
}

/// A map of the Union's President, from what he was told to its file, in bytes.
fn map_of(renderer: &Renderer, game: &GameRecord, wish: &MapWish) -> usize {
    let told = brief(Viewer::vacant(&SeatId::parse("us-president").expect("a seat")), &game.facts);
    let maps = game.table.pages(&told, &Occasion::Map(wish.clone()), Pictures::Drawn).expect("a map");
    renderer.enclose(&told, &maps, "here@adjutant.example", Tone::Light).expect("a file").files()[0].bytes.len()
}

/// Maps of everything, of a part and of a place, their grounds kept.
fn maps(criterion: &mut Criterion<Cpu>) {
    let folder = support::folder();
    let stage = support::runtime().block_on(begun(folder.path()));
    let (game, _) = game(&stage, cwol::fill, cwol::orders);
    let renderer = &stage.judge().house().renderer;
    let mut group = criterion.benchmark_group("cwol");
    for (what, place, radius) in
        [("the theatre", None, None), ("a part", Some("Nashville"), Some(24)), ("a place", Some("Vicksburg"), Some(8))]
    {
        let wish = MapWish { place: place.map(str::to_owned), radius };
        println!("a map of {what}: {} bytes", map_of(renderer, &game, &wish));
        group.bench_function(format!("a map of {what}, its ground kept"), |bencher| {
            bencher.iter(|| map_of(renderer, &game, &wish));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Cpu).sample_size(20);
    targets = a_turn, a_war, enclosures, maps
}
criterion_main!(benches);
