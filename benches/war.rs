//! The Civil War at its largest: a crowded sub-turn, the line of sight of all hex pairs, and a whole war of scripted players
//! with letters, decisions and the record in memory.

#[path = "support/mod.rs"]
mod support;

use std::time::Instant;

use adjutant::board::Hex;
use adjutant::books::civil_war::scenario::Scenario;
use adjutant::books::civil_war::sight;
use adjutant::desk::{GameRecord, House, turn};
use criterion::{Criterion, criterion_group, criterion_main};
use support::cpu::{self, Cpu};
use support::subturn::{LEADERS, LINES, STRENGTH, SubTurn};
use support::waged::Waged;

/// How far cavalry sees (C4.4).
const FARTHEST: u32 = 3;
/// Wars, each of another seed.
const WARS: u8 = 3;

fn scenario() -> Scenario {
    Scenario::embedded().expect("the campaign")
}

/// A campaign at its first sub-turn.
fn at_first_sub_turn(house: &House) -> GameRecord {
    let folder = support::folder();
    support::runtime().block_on(async {
        let (judge, _) = support::judge(folder.path(), 1).await;
        support::record(house, judge.store(), &support::game_id(1))
    })
}

fn sub_turn(criterion: &mut Criterion<Cpu>) {
    let house = support::house();
    let busy = SubTurn::of(at_first_sub_turn(&house), &scenario());
    assert_eq!((busy.forces(), busy.lines()), ((LEADERS, STRENGTH), LINES));
    assert!(busy.kinds.len() > 10 && busy.kinds.values().all(|count| *count > 1), "{:?}", busy.kinds);
    println!("lines that stand, by kind: {:?}", busy.kinds);
    let played = turn::play(&house, &busy.game, &[], support::NOW).expect("a sub-turn");
    assert_eq!(played.letters.len(), 8, "seven reports, and the game master's");
    let bytes: usize = played.letters.iter().map(|letter| letter.outgoing.bytes.len()).sum();
    println!("its eight letters: {bytes} bytes");
    let mut group = criterion.benchmark_group("war");
    group.bench_function("a sub-turn of 150 lines, eight reports", |bencher| {
        bencher.iter(|| turn::play(&house, &busy.game, &[], support::NOW).expect("a sub-turn"));
    });
    group.bench_function("the same, played alone", |bencher| {
        let phase = busy.game.phase.clone().expect("a phase");
        let orders = turn::orders_on_file(&busy.game);
        bencher.iter(|| turn::adjudicate(&busy.game, &phase, &orders).expect("a sub-turn"));
    });
    group.finish();
}

fn line_of_sight(criterion: &mut Criterion<Cpu>) {
    let scenario = scenario();
    let hexes: Vec<Hex> = scenario.map.hexes().map(|(hex, _)| hex).collect();
    let near = |one: &Hex, other: &Hex| one < other && one.distance(*other) <= FARTHEST;
    let pairs: Vec<(Hex, Hex)> = hexes
        .iter()
        .flat_map(|one| hexes.iter().filter(|other| near(one, other)).map(|other| (*one, *other)))
        .collect();
    let blocked = || pairs.iter().filter(|(one, other)| !sight::is_clear(&scenario, *one, *other)).count();
    println!("{} pairs of {} hexes, {} blocked", pairs.len(), hexes.len(), blocked());
    assert!(pairs.len() > 25_000 && blocked() > 1_000);
    criterion.benchmark_group("war").bench_function("line of sight of all pairs at range 3", |bencher| {
        bencher.iter(blocked);
    });
}

/// Measured once for each war: a war takes seconds.
fn whole_war(_: &mut Criterion<Cpu>) {
    let (house, scenario, folder) = (support::house(), scenario(), support::folder());
    let game = support::runtime().block_on(async {
        let (judge, _) = support::judge(folder.path(), 1).await;
        support::create(&house, judge.store(), &support::game_id(2), ("civil-war", "1861"))
    });
    for seed in 1..=WARS {
        let (began, spent) = (Instant::now(), cpu::spent());
        let mut war = Waged::begin(&house, &scenario, game.clone(), seed);
        war.wage();
        let (spent, took) = (cpu::spent() - spent, began.elapsed());
        println!(
            "a whole war: {} phases, {} letters in, {} orders, {} letters out: {:.2} s of the processor, {:.2} s on the wall",
            war.phases,
            war.written,
            war.orders,
            war.sent,
            spent.as_secs_f64(),
            took.as_secs_f64()
        );
        assert!(war.phases > 50 && war.orders > 500);
    }
}

criterion_group!(
    name = benches;
    config = Criterion::default().with_measurement(Cpu);
    targets = sub_turn, line_of_sight, whole_war
);
criterion_main!(benches);
