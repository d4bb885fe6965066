//! Order lines a second: canonical words, free phrasings and chatter, through the book alone and through the table,
//! which also writes each order in canonical words and as JSON.

#[path = "support/mod.rs"]
mod support;

use adjutant::books::civil_war::CivilWar;
use adjutant::order::LineStatus;
use adjutant::rules::{Context, RuleBook, Table};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use support::cpu::Cpu;

/// Free phrasings: no pulses in front, asides, other verbs, names half written, wrapped in politeness.
const FREE: &[&str] = &[
    "McDowell should march from Washington to Manassas at once, please (4 CP)",
    "send Braggs army to Corinth via Memphis",
    "Attack Manassas with McDowell",
    "3 SP from Cairo go to Paducah as a stack, pulses 9 to 11",
    "Jackson\u{2019}s force marches \u{2192} Winchester",
    "please bring in 3 infantry at Richmond, PP 1-3",
    "Dig in at Manassas, PP 14-16",
    "Grant stays where he is",
    "- Lyon: move to Rolla, PP 6",
    "In pulses 2 and 3 two strength points move one by one from Memphis to hex 2317",
];

/// What stands in letters and is no order, or none that can be read.
const CHATTER: &[&str] = &[
    "Good morning, dear judge,",
    "thank you for the report, what a battle that was!",
    "I hope the weather is fine where you are; here it rains and rains.",
    "PP 4-7: mvoe McDowell to Manassas",
    "move the 3rd division of the second corps to where it was yesterday",
    "?? ## 12 34 -> <- (((",
    "Best regards from Vienna, Hans",
    "PP 9: Jackson to Nowhere-upon-Thames",
    "-- ",
    "On Monday I shall be away until Thursday and cannot write to you.",
];

fn through_the_book(criterion: &mut Criterion<Cpu>, name: &str, lines: &[&str]) {
    let document = CivilWar.document("1861").expect("the campaign");
    let scenario = CivilWar.prepare(&document).expect("a scenario");
    let mut group = criterion.benchmark_group("order lines");
    group.throughput(Throughput::Elements(lines.len() as u64));
    group.bench_function(format!("{name}, the book reads"), |bencher| {
        bencher.iter(|| {
            let mut context = Context::default();
            lines.iter().filter(|line| CivilWar.read(&scenario, &mut context, line).is_ok()).count()
        });
    });
    group.finish();
}

fn through_the_table(criterion: &mut Criterion<Cpu>, name: &str, lines: &[&str], table: &dyn Table) {
    let mut group = criterion.benchmark_group("order lines");
    group.throughput(Throughput::Elements(lines.len() as u64));
    group.bench_function(format!("{name}, the table reads"), |bencher| {
        bencher.iter(|| {
            let mut context = Context::default();
            lines.iter().filter(|line| table.read(&mut context, line).is_ok()).count()
        });
    });
    group.finish();
}

fn order_lines(criterion: &mut Criterion<Cpu>) {
    let table = support::house().shelf.table("civil-war", "1861").expect("the campaign");
    let canonical: Vec<&str> =
        support::orders::COMMANDERS.iter().flat_map(|commander| commander.sheets.as_flattened()).copied().collect();
    let mut context = Context::default();
    for line in &canonical {
        let read = table.read(&mut context, line).unwrap_or_else(|why| panic!("{line}: {why:?}"));
        assert_eq!(&read.orders[0].1, line, "the line is in canonical words");
    }
    let mut unread = |line: &&&str| table.read(&mut context, line).is_err_and(|why| why.status >= LineStatus::Unread);
    assert_eq!(FREE.iter().filter(&mut unread).collect::<Vec<_>>(), [&""; 0], "free phrasings that are not read");
    assert_eq!(CHATTER.iter().filter(unread).count(), CHATTER.len(), "chatter that is read");
    for (name, lines) in [("canonical", &canonical[..]), ("free", FREE), ("chatter", CHATTER)] {
        through_the_book(criterion, name, lines);
        through_the_table(criterion, name, lines, table.as_ref());
    }
}

criterion_group!(name = benches; config = Criterion::default().with_measurement(Cpu); targets = order_lines);
criterion_main!(benches);
