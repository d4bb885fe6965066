//! The kit: nanoseconds of a balance after 100,000 postings, and of a posting more.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use kit::ledger::Ledger;

/// Two nations' accounts by city, as a long campaign fills them.
const ACCOUNTS: usize = 300;
const POSTINGS: usize = 100_000;

fn filled(names: &[String]) -> Ledger<&'static str> {
    let mut ledger = Ledger::default();
    for place in 0..POSTINGS {
        let (from, to) = (&names[place * 7 % ACCOUNTS], &names[place * 13 % (ACCOUNTS - 1) + 1]);
        let measure = ["gold", "paper", "points"][place % 3];
        ledger.post("2.1", measure, from, to, 1 + place as u64 % 500, "a city's tax");
    }
    ledger
}

fn ledgers(criterion: &mut Criterion) {
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
    group.bench_function("a posting more", |bencher| {
        bencher.iter_batched_ref(
            || ledger.clone(),
            |ledger| ledger.post("2.1", "gold", &names[17], &names[71], 9_u64, "interest"),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(benches, ledgers);
criterion_main!(benches);
