//! Empires in Arms: milliseconds of a window of seven powers through the desk, its eight letters in memory; of a worksheet
//! and of a chart; microseconds of an order line.

#[path = "support/mod.rs"]
mod support;

use adjutant::books::eia::read::read;
use adjutant::books::eia::scenario::Scenario;
use adjutant::desk::{GameRecord, House, turn};
use adjutant::facts::{Brief, Enclosure, Viewer, brief};
use adjutant::game::{SeatId, Tone};
use adjutant::rules::{Context, Occasion, Table};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::Value;
use support::cpu::Cpu;
use support::eia::WINDOWS;

/// The first quarter window by window: what is played twice to be sure of it, told, and written to seven powers and the
/// game master. The last window ends the quarter, so its letters have worksheets and charts.
fn windows(criterion: &mut Criterion<Cpu>) {
    let (house, windows, _) = quarter(1);
    let mut group = criterion.benchmark_group("eia");
    for (name, game) in &windows {
        let played = turn::play(&house, game, &[], support::NOW).expect("a window");
        assert_eq!(played.letters.len(), 8);
        group.bench_function(format!("{name}, eight letters"), |bencher| {
            bencher.iter(|| turn::play(&house, game, &[], support::NOW).expect("a window"));
        });
    }
    group.finish();
}

/// The house, the game before each window of so many quarters, and the game after them.
fn quarter(count: usize) -> (House, Vec<(&'static str, GameRecord)>, GameRecord) {
    let folder = support::folder();
    let house = support::eia::house();
    support::runtime().block_on(async {
        let (judge, _) = support::judge(folder.path(), 0).await;
        let (windows, _) = support::eia::quarters(&house, judge.store(), count);
        let after = support::record(&house, judge.store(), &support::game_id(1));
        (house, windows, after)
    })
}

/// What goes with a power's report at the end of a year: the brief and its enclosures.
fn enclosed(table: &dyn Table, game: &GameRecord, seat: &str) -> (Brief<Value>, Vec<Enclosure>) {
    let known = brief(Viewer::vacant(&SeatId::parse(seat).expect("a seat")), &game.facts);
    let enclosures = table.pages(&known, &Occasion::Report, adjutant::facts::Pictures::Drawn).expect("enclosures");
    assert_eq!(enclosures.len(), 2, "a chart and a worksheet");
    (known, enclosures)
}

/// France has the most accounts: its own and three free states'.
fn files(criterion: &mut Criterion<Cpu>) {
    let (house, _, after) = quarter(4);
    let table = after.table.as_ref();
    let (known, enclosures) = enclosed(table, &after, "france");
    let is_chart = |enclosure: &&Enclosure| matches!(enclosure, Enclosure::Picture(_));
    let (charts, worksheets): (Vec<&Enclosure>, Vec<&Enclosure>) = enclosures.iter().partition(is_chart);
    let mut group = criterion.benchmark_group("eia");
    group.bench_function("what stands in worksheet and chart", |bencher| {
        bencher.iter(|| table.pages(&known, &Occasion::Report, adjutant::facts::Pictures::Drawn).expect("enclosures"));
    });
    for (name, kind) in [("a worksheet of four accounts", worksheets), ("a chart, SVG and PNG", charts)] {
        let one = [kind[0].clone()];
        group.bench_function(name, |bencher| {
            bencher
                .iter(|| house.renderer.enclose(&known, &one, "here@adjutant.example", Tone::Light).expect("a file"));
        });
    }
    group.finish();
}

/// As people write: asides, other verbs, names half written, slips.
const FREE: &[&str] = &[
    "Britain will trade with everybody except France and Spain, please",
    "we refuse all trade with perfidious Albion",
    "France lends Spain 5 money, to be repaid in June",
    "squeeze the country: +2 this time",
    "4 militia and as many infantry as the rest allows",
    "one money for the Baltic fleet counter",
    "Cede Salzburg (conquered minor) to Russia",
    "Standing order: always accept trade while at peace with Britain",
    "buy 5 infatnry and 2 cavlary",
    "freikorps to Breslau and Konigsberg",
];

/// What stands in letters and is no order.
const CHATTER: &[&str] = &[
    "Good morning, dear judge,",
    "thank you for the report, what a quarter that was!",
    "I hope the weather is fine where you are; here it rains and rains.",
    "Best regards from Vienna, Hans",
    "On Monday I shall be away until Thursday and cannot write to you.",
];

fn lines(criterion: &mut Criterion<Cpu>) {
    let scenario = Scenario::embedded().expect("the campaign");
    let orders: Vec<&str> =
        WINDOWS.iter().flat_map(|(_, seats)| seats).flat_map(|(_, lines)| lines.iter().copied()).collect();
    let mut group = criterion.benchmark_group("eia, order lines");
    for (name, lines) in [("plain", &orders[..]), ("free", FREE), ("chatter", CHATTER)] {
        let read_all = || {
            let mut context = Context::default();
            lines.iter().filter(|line| read(&scenario, &mut context, line).is_ok()).count()
        };
        assert_eq!(read_all(), if name == "chatter" { 0 } else { lines.len() }, "lines that are read");
        group.throughput(Throughput::Elements(lines.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(read_all));
    }
    group.finish();
}

criterion_group!(name = benches; config = Criterion::default().with_measurement(Cpu); targets = windows, files, lines);
criterion_main!(benches);
