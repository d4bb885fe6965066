//! The kit: nanoseconds of a balance after 100,000 postings, milliseconds of posting them; milliseconds of the lines of
//! contact between all cities and the brigades near them.

#[path = "support/cpu.rs"]
mod cpu;

use cpu::Cpu;
use criterion::{Criterion, criterion_group, criterion_main};
use kit::contact::{End, Field, Goal, Square};
use kit::ledger::Ledger;

/// Two nations' accounts by city, as a long campaign fills them.
const ACCOUNTS: usize = 300;
const POSTINGS: usize = 100_000;

const COLUMNS: u16 = 140;
const ROWS: u16 = 120;
const CITIES: usize = 119;
const BRIGADES: usize = 100;

fn filled(names: &[String]) -> Ledger<&'static str> {
    let mut ledger = Ledger::default();
    for place in 0..POSTINGS {
        let (from, to) = (&names[place * 7 % ACCOUNTS], &names[place * 13 % (ACCOUNTS - 1) + 1]);
        let measure = ["gold", "paper", "points"][place % 3];
        ledger.post("2.1", measure, from, to, 1 + place as u64 % 500, "a city's tax");
    }
    ledger
}

fn ledgers(criterion: &mut Criterion<Cpu>) {
    let names: Vec<String> = (0..ACCOUNTS).map(|place| format!("account of city {place:03}")).collect();
    let ledger = filled(&names);
    let mut group = criterion.benchmark_group("kit, a ledger of 100,000 postings");
    let mut place = 0;
    group.bench_function("a balance", |bencher| {
        bencher.iter(|| {
            place = (place + 101) % ACCOUNTS;
            ledger.balance(&names[place], "paper")
        });
    });
    group.sample_size(20).bench_function("all of them posted", |bencher| bencher.iter(|| filled(&names)));
    group.finish();
}

/// Squares spread over the board, the same each time.
fn spread(count: usize, step: usize) -> Vec<Square> {
    let cells = usize::from(COLUMNS) * usize::from(ROWS);
    let square = |place: usize| {
        let cell = (place + 1) * step % cells;
        Square { column: (cell % usize::from(COLUMNS)) as u16, row: (cell / usize::from(COLUMNS)) as u16 }
    };
    (0..count).map(square).collect()
}

/// A brigade in three is beside a city, where most of a war is fought; a square in nine is closed.
fn contacts(criterion: &mut Criterion<Cpu>) {
    let (cities, mut brigades) = (spread(CITIES, 7_919), spread(BRIGADES, 5_417));
    for (brigade, city) in brigades.iter_mut().step_by(3).zip(&cities) {
        *brigade = Square { column: (city.column + 2).min(COLUMNS - 1), ..*city };
    }
    let mut field = Field::new(COLUMNS, ROWS);
    spread(usize::from(COLUMNS) * usize::from(ROWS) / 9, 9_001).into_iter().for_each(|square| field.close(square));
    cities.iter().step_by(2).for_each(|city| field.place_enemy(*city, false));
    spread(BRIGADES, 6_007).into_iter().for_each(|square| field.place_enemy(square, square.row % 3 == 0));
    brigades.iter().for_each(|square| field.place_friend(*square));
    let mut group = criterion.benchmark_group("kit, lines between 119 cities and 100 brigades");
    for most in [4, 8, 30] {
        let found = || {
            let lines = brigades.iter().map(|brigade| field.lines(End::open(*brigade), most));
            lines
                .map(|lines| cities.iter().filter_map(|city| lines.to(End::open(*city), Goal::Threatened)).count())
                .sum()
        };
        let count: usize = found();
        assert!(count > 10, "{count} lines of at most {most}");
        group.bench_function(format!("of at most {most} squares"), |bencher| bencher.iter(found));
    }
    group.finish();
}

criterion_group!(name = benches; config = Criterion::default().with_measurement(Cpu); targets = ledgers, contacts);
criterion_main!(benches);
