//! Milliseconds of a phase of a government with its reports: 66 offices held by 24 people, five matters they vote on, purchases; played
//! as the judge plays it, a letter to each and one to the game master composed, ready to be committed. It may take 60 ms.

#[path = "../tests/support/council/mod.rs"]
#[allow(dead_code)] // The tests use the rest of it.
mod council;
#[path = "support/mod.rs"]
mod support;

use std::path::Path;

use adjutant::cli::stage::{Stage, Written};
use adjutant::desk::turn;
use adjutant::game::GameId;
use adjutant::rules::RuleBook;
use council::{BEGINS, Council, GM};
use criterion::{Criterion, criterion_group, criterion_main};
use support::cpu::Cpu;

const PEOPLE: usize = 24;

fn address(number: usize) -> String {
    format!("p{number}@war.test")
}

async fn say(stage: &mut Stage, from: &str, text: &str) {
    let in_reply_to = Some(stage.newest(from).expect("a letter").message_id);
    let (from, subject, text) = (from.to_owned(), "[one] letter".to_owned(), text.to_owned());
    stage.now += 1;
    stage.mail(&Written { from, subject, text, in_reply_to, ..Written::default() }).expect("a letter");
    stage.pass().await.expect("a round");
}

/// A government in session: five proposals, of which everybody has voted on two.
async fn in_session(folder: &Path) -> Stage {
    let mut stage = council::stage(folder);
    stage.pass().await.expect("a round");
    let document = Council.document("state").expect("a scenario");
    let offices = Council.seats(&Council.prepare(&document).expect("a good one"));
    assert_eq!(offices.len(), 66);
    let seat = |(place, office): (usize, &adjutant::game::SeatSpec)| {
        let number = place % PEOPLE;
        format!("SEAT P{number} <{}> AS {}\n", address(number), office.id)
    };
    let seats: String = offices.iter().enumerate().map(seat).collect();
    say(&mut stage, GM, "CREATE one FROM council/state").await;
    say(&mut stage, GM, &format!("{seats}START")).await;
    say(&mut stage, &address(0), "propose tax 1\npropose tax 2\npropose tax 3\npropose tax 4\npropose tax 5").await;
    for number in 0..PEOPLE {
        say(&mut stage, &address(number), "vote 1 aye\nvote 2 no").await;
    }
    say(&mut stage, &address(0), "buy 3").await;
    say(&mut stage, &address(1), "each turn buy 2").await;
    stage
}

fn a_phase(criterion: &mut Criterion<Cpu>) {
    let folder = support::folder();
    let stage = support::runtime().block_on(in_session(folder.path()));
    let (house, store) = (stage.judge().house(), stage.judge().store());
    let id = GameId::parse("one").expect("a name");
    let game = store.read().game(&id, &house.shelf).expect("the store").expect("the game");
    let now = BEGINS + 86_400;
    let played = turn::play(house, &game, &[], now).expect("a phase");
    assert_eq!(played.letters.len(), PEOPLE + 1);
    let ballots =
        played.letters.iter().filter(|letter| String::from_utf8_lossy(&letter.outgoing.bytes).contains("district-9"));
    assert!(ballots.count() > PEOPLE / 2, "the letters tell of votes");
    criterion.bench_function("a phase of 66 offices with 24 letters", |bencher| {
        bencher.iter(|| turn::play(house, &game, &[], now).expect("a phase"));
    });
}

criterion_group!(name = benches; config = Criterion::default().with_measurement(Cpu); targets = a_phase);
criterion_main!(benches);
