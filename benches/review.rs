//! Order lines read and reviewed a second, in letters of 10, 100 and 1,000 lines: is the cost of a line the same?

#[path = "support/mod.rs"]
mod support;

use adjutant::facts::{Brief, Viewer, brief};
use adjutant::game::SeatId;
use adjutant::order::Line;
use adjutant::rules::check::check;
use adjutant::rules::{Context, Table};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::Value;
use support::cpu::Cpu;
use support::orders::COMMANDERS;

/// So many lines of one commander: his two sheets over and over. The first ten stand, most of the others find the pulses
/// or the points taken.
fn lines(count: usize) -> Vec<Line> {
    let sheet = COMMANDERS[0].sheets.as_flattened().iter().cycle().take(count);
    sheet.enumerate().map(|(index, text)| Line { number: index + 1, text: (*text).to_owned() }).collect()
}

fn review(table: &dyn Table, told: &Brief<Value>, seat: &SeatId, lines: &[Line]) -> usize {
    let mut context = Context { phase_kind: Some("tactical".to_owned()), ..Context::default() };
    let checked = check(table, &mut context, told, seat, lines, &[]).expect("no trouble");
    assert_eq!(checked.lines.len(), lines.len());
    checked.standing().len()
}

fn reviews(criterion: &mut Criterion<Cpu>) {
    let folder = support::folder();
    let (judge, _) = support::judge_before_sending(folder.path(), 1);
    let game = support::record(judge.house(), judge.store(), &support::game_id(1));
    let seat = SeatId::parse(COMMANDERS[0].seat).expect("a seat");
    let told = brief(Viewer::vacant(&seat), &game.facts);
    let mut group = criterion.benchmark_group("read and reviewed");
    for count in [10, 100, 1_000] {
        let lines = lines(count);
        assert!(review(game.table.as_ref(), &told, &seat, &lines) >= 10);
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(format!("{count} lines"), |bencher| {
            bencher.iter(|| review(game.table.as_ref(), &told, &seat, &lines));
        });
    }
    group.finish();
}

criterion_group!(name = benches; config = Criterion::default().with_measurement(Cpu); targets = reviews);
criterion_main!(benches);
