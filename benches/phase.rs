//! Milliseconds of a phase with its reports: the orders of seven seats played, seven reports and the game master's
//! composed, ready to be committed.

#[path = "support/mod.rs"]
mod support;

use adjutant::desk::{GameRecord, turn};
use adjutant::game::SeatId;
use adjutant::order::{Filed, Sheet, When};
use adjutant::rules::Context;
use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::Value;
use support::cpu::Cpu;

/// Puts the first sheet of every commander on file, each order in the section its own seat gives it.
fn with_orders(mut game: GameRecord) -> GameRecord {
    for commander in support::orders::COMMANDERS {
        let seat = SeatId::parse(commander.seat).expect("a seat");
        let lines: Vec<Filed<Value>> = commander.sheets[0].iter().filter_map(|line| file(&game, &seat, line)).collect();
        assert!(!lines.is_empty(), "{seat} gives orders");
        game.sheets.insert(seat, Sheet { revision: 1, arrived: support::NOW, lines }.into());
    }
    game
}

fn file(game: &GameRecord, seat: &SeatId, line: &str) -> Option<Filed<Value>> {
    let mut context = Context::default();
    let (order, canonical) = game.table.read(&mut context, line).ok()?.orders.pop()?;
    let brief = adjutant::facts::brief(adjutant::facts::Viewer::vacant(seat), &game.facts);
    let assigned =
        game.table.assign(&brief, std::slice::from_ref(seat), std::slice::from_ref(&order)).ok()?.pop()?.ok()?;
    Some(Filed {
        section: assigned.section,
        order,
        canonical,
        written: line.to_owned(),
        is_by_gm: false,
        received: None,
        is_added: false,
        is_left_over: false,
        when: When::Now,
        asked: None,
    })
}

fn phases(criterion: &mut Criterion<Cpu>) {
    let folder = support::folder();
    let house = support::house();
    let (strategic, tactical) = support::runtime().block_on(async {
        let (judge, _) = support::judge(folder.path(), 1).await;
        let tactical = support::record(&house, judge.store(), &support::game_id(1));
        let strategic = support::found(&house, judge.store(), &support::game_id(2));
        (strategic, with_orders(tactical))
    });
    for (name, game) in [("a strategic phase", &strategic), ("a sub-turn with orders", &tactical)] {
        let played = turn::play(&house, game, &[], support::NOW).expect("a phase");
        assert_eq!(played.letters.len(), 8);
        let mut group = criterion.benchmark_group("phase");
        group.bench_function(format!("{name}, eight reports"), |bencher| {
            bencher.iter(|| turn::play(&house, game, &[], support::NOW).expect("a phase"));
        });
        group.finish();
    }
}

criterion_group!(name = benches; config = Criterion::default().with_measurement(Cpu); targets = phases);
criterion_main!(benches);
