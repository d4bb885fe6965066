//! Networks of the board: microseconds of all ways from a square of the 712 river squares of 1861, and of the way between two.

#[path = "support/cpu.rs"]
mod cpu;

use adjutant::board::net::{Net, NetKind, Passage, Stretch};
use adjutant::board::{Compass, Square};
use cpu::Cpu;
use criterion::{Criterion, criterion_group, criterion_main};

const RIVERS: &str = include_str!("../src/board/net/rivers.csv");

fn stretch(line: usize, text: &str) -> Stretch {
    let [name, label, down, links] = text.split(',').collect::<Vec<_>>()[..] else {
        panic!("four words in line {line}")
    };
    let direction = |letter: char| Compass::STRAIGHT.into_iter().find(|direction| direction.word().starts_with(letter));
    Stretch {
        line,
        square: name.parse().expect("a square"),
        label: label.to_owned(),
        links: links.chars().filter_map(direction).collect(),
        down: down.parse().ok(),
    }
}

fn nets(criterion: &mut Criterion<Cpu>) {
    let lines = RIVERS.lines().enumerate().filter(|(_, text)| !text.starts_with('#'));
    let stretches: Vec<Stretch> = lines.map(|(at, text)| stretch(at + 1, text)).collect();
    let net = Net::of_stretches(&stretches, NetKind::RIVERS).expect("rivers");
    let squares: Vec<Square> = net.squares().collect();
    let mut group = criterion.benchmark_group("net");
    let mut turn = squares.iter().cycle().copied();
    let mut next = || turn.next().expect("a square");
    group.bench_function("all ways from a river square", |bencher| bencher.iter(|| net.ways(next())));
    let held = |square: Square| if square.row() % 50 == 1 { Passage::Stop } else { Passage::Open };
    group.bench_function("the same past squares that stop", |bencher| bencher.iter(|| net.open_ways(next(), held)));
    group.bench_function("the way between two river squares", |bencher| {
        let mut pairs = squares.iter().flat_map(|from| squares.iter().step_by(7).map(move |to| (*from, *to))).cycle();
        bencher.iter(|| pairs.next().and_then(|(from, to)| net.way(from, to)));
    });
    let [pittsburgh, st_paul] = ["I7-R6", "C3-O4"].map(|name| name.parse::<Square>().expect("a square"));
    group.bench_function("from Pittsburgh to St Paul, 181 squares", |bencher| {
        bencher.iter(|| net.way(std::hint::black_box(pittsburgh), st_paul));
    });
    group.bench_function("a net from 712 lines", |bencher| {
        bencher.iter(|| Net::of_stretches(&stretches, NetKind::RIVERS))
    });
    group.finish();
}

criterion_group!(name = benches; config = Criterion::default().with_measurement(Cpu); targets = nets);
criterion_main!(benches);
