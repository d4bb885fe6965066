//! Maps of The Civil War: milliseconds of a picture from its brief to its file, and of the reports of a phase that carry them;
//! the lengths of the files are printed.

#[path = "support/mod.rs"]
mod support;

use adjutant::desk::{GameRecord, House, turn};
use adjutant::facts::{Brief, Enclosure, Pictures, Viewer, brief};
use adjutant::game::{SeatId, Tone};
use adjutant::report::Renderer;
use adjutant::rules::Occasion;
use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::Value;
use support::cpu::Cpu;

const SEATS: [&str; 7] = ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"];
const PLACE: &str = "here@adjutant.example";

fn told(game: &GameRecord, seat: &str) -> Brief<Value> {
    brief(Viewer::vacant(&SeatId::parse(seat).expect("a seat")), &game.facts)
}

/// A picture of the reader of this brief whose name begins so, from what he was told to its file.
fn file(house: &House, game: &GameRecord, known: &Brief<Value>, name: &str) -> usize {
    let enclosures = game.table.pages(known, &Occasion::Report, Pictures::Drawn).expect("maps");
    let is_meant = |one: &&Enclosure| matches!(one, Enclosure::Picture(picture) if picture.name.starts_with(name));
    let one = enclosures.iter().find(is_meant).expect("the map");
    let enclosed = house.renderer.enclose(known, [one], PLACE, Tone::Light).expect("a file");
    enclosed.files()[0].bytes.len()
}

fn maps(criterion: &mut Criterion<Cpu>) {
    let folder = support::folder();
    let house = House { has_pictures: true, ..support::house() };
    let game = support::runtime().block_on(async {
        let (judge, _) = support::judge(folder.path(), 1).await;
        support::record(&house, judge.store(), &support::game_id(1))
    });
    let known = told(&game, "usa-east");
    let mut group = criterion.benchmark_group("map");
    group.sample_size(20);
    for (what, name, most) in [("front", "map-east", 150_000), ("whole", "map-war", 400_000)] {
        let length = file(&house, &game, &known, name);
        println!("{what}: {length} bytes");
        assert!(length < most, "{what}: {length} bytes");
        group.bench_function(format!("{what} map, its ground kept"), |bencher| {
            bencher.iter(|| file(&house, &game, &known, name));
        });
        group.bench_function(format!("{what} map, its ground drawn"), |bencher| {
            bencher.iter_batched(
                || House {
                    renderer: Renderer::new(adjutant::books::of_the_house().templates(), &Default::default())
                        .expect("the templates"),
                    ..support::house()
                },
                |house| file(&house, &game, &known, name),
                criterion::BatchSize::PerIteration,
            );
        });
    }
    let briefs: Vec<Brief<Value>> = SEATS.iter().map(|seat| told(&game, seat)).collect();
    group.bench_function("the maps of seven seats", |bencher| {
        bencher.iter(|| {
            for known in &briefs {
                let all = game.table.pages(known, &Occasion::Report, Pictures::Drawn).expect("maps");
                house.renderer.enclose(known, &all, PLACE, Tone::Light).expect("files");
            }
        });
    });
    group.bench_function("what stands in the maps of seven seats", |bencher| {
        bencher.iter(|| {
            briefs
                .iter()
                .map(|known| game.table.pages(known, &Occasion::Report, Pictures::Drawn).expect("maps").len())
                .sum::<usize>()
        });
    });
    group.bench_function("a phase, eight reports with maps", |bencher| {
        bencher.iter(|| turn::play(&house, &game, &[], support::NOW).expect("a phase"));
    });
    group.finish();
}

criterion_group!(name = benches; config = Criterion::default().with_measurement(Cpu); targets = maps);
criterion_main!(benches);
