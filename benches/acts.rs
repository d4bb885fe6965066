//! An order that does not wait, from the bytes of its letter to the receipt, and the letters to the twelve others whom it concerns,
//! without storage. It may take 2 ms. The book is a council of thirteen in which one declares and all hear.

#[path = "support/mod.rs"]
mod support;

use std::sync::LazyLock;

use adjutant::cli::stage::{Scene, Stage, Written};
use adjutant::facts::{Audience, Brief, Fact};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::game::{Dice, GameId, NextPhase, SeatId, SeatSpec};
use adjutant::order::Remark;
use adjutant::rules::{
    About, Acted, Assigned, Context, Giver, LineReview, OrderSet, Outcome, OwnFile, RefusedActs, Review, RuleBook,
    Shelf, Unsound,
};
use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::{Value, json};
use support::NOW;
use support::cpu::Cpu;
use support::told::Acting;

const SEATS: usize = 13;
const GM: &str = "grace@gm.example";
const TELLS: &str = "{% for item in items %}{{ item.by }} declares {{ item.what }}.\n\n{% endfor %}";

#[derive(Clone, Copy)]
struct Council;

fn seat(number: usize) -> SeatId {
    SeatId::parse(&format!("seat-{number}")).expect("a name")
}

fn address(number: usize) -> String {
    format!("member{number}@play.example")
}

fn next() -> Option<NextPhase> {
    Some(NextPhase::new("turn", "Turn", (0..SEATS).map(seat).collect()))
}

impl RuleBook for Council {
    type Scenario = ();
    type State = Value;
    type Order = String;
    type Item = Value;

    const ID: &'static str = "council";
    const VERSION: u32 = 1;

    fn about(&self) -> &'static About {
        static ABOUT: LazyLock<About> =
            LazyLock::new(|| About { scenarios: vec!["one".to_owned()], has_acts: true, ..About::default() });
        &ABOUT
    }
    fn document(&self, _: &str) -> Option<Value> {
        Some(json!({}))
    }
    fn prepare(&self, _: &Value) -> Result<(), String> {
        Ok(())
    }
    fn seats(&self, (): &()) -> Vec<SeatSpec> {
        let spec = |id: SeatId| SeatSpec {
            title: id.to_string(),
            side: "council".to_owned(),
            stand_in: None,
            may_stay_vacant: false,
            id,
        };
        (0..SEATS).map(seat).map(spec).collect()
    }
    fn begin(&self, (): &(), _: &mut Dice) -> Outcome<Value, Value> {
        Outcome { state: json!({ "declared": [] }), events: Vec::new(), next: next() }
    }
    fn begins_order(&self, line: &str) -> bool {
        line.starts_with("declare ")
    }
    fn read(&self, (): &(), _: &mut Context, line: &str) -> Result<(Vec<String>, Vec<Remark>), Remark> {
        line.strip_prefix("declare ").map(|what| (vec![what.to_owned()], Vec::new())).ok_or_else(Remark::chatter)
    }
    fn write(&self, (): &(), order: &String) -> String {
        format!("declare {order}")
    }
    fn acts(&self, (): &(), _: &String) -> bool {
        true
    }
    fn act(
        &self,
        (): &(),
        state: &Value,
        giver: &Giver,
        orders: &[String],
        dice: &mut Dice,
    ) -> Result<Acted<Value, Value>, RefusedActs> {
        let mut state = state.clone();
        let declared = json!({ "kind": "Declared", "by": giver.seat, "what": orders[0], "echo": dice.roll("echo", 6) });
        state["declared"].as_array_mut().expect("a list").push(declared);
        Ok(Acted { state, events: Vec::new(), is_told_now: true, vain: None })
    }
    fn assign(&self, (): &(), _: &Brief<Value>, seats: &[SeatId], orders: &[String]) -> Vec<Result<Assigned, Remark>> {
        let assigned = Assigned::new(seats[0].clone(), "words");
        vec![Ok(assigned); orders.len()]
    }
    fn review(&self, (): &(), _: &Brief<Value>, file: OwnFile<'_, String>) -> Review<Value> {
        let lines = file.lines;
        Review { lines: lines.iter().map(|_| LineReview::default()).collect(), account: Vec::new() }
    }
    fn situation(&self, (): &(), state: &Value) -> Vec<Fact<Value>> {
        let declared = state["declared"].as_array().into_iter().flatten();
        declared.map(|item| Fact::new(Audience::Everyone, item.clone())).collect()
    }
    fn adjudicate(&self, (): &(), state: &Value, _: &OrderSet<String>, _: &mut Dice) -> Outcome<Value, Value> {
        Outcome { state: state.clone(), events: Vec::new(), next: next() }
    }
    fn sound(&self, (): &(), _: &Value) -> Result<(), Unsound> {
        Ok(())
    }
}

fn timetable() -> Timetable {
    let rhythm = Rhythm { cron: "0 20 * * *".to_owned(), least_minutes: 60 };
    Timetable {
        zone: chrono_tz::UTC,
        rhythms: [("turn".to_owned(), rhythm)].into(),
        grace_minutes: 120,
        reminders_minutes: vec![60],
        pace: Pace { outage: None, ..Pace::default() },
    }
}

/// A council in session.
async fn sitting(folder: &std::path::Path) -> Stage {
    let templates = [("report", TELLS), ("account", TELLS), ("help", "declare something")];
    let scene = Scene {
        judge: "judge@adjutant.example",
        gm: ("Grace", GM),
        timetable: timetable(),
        shelf: Shelf::default().with(|| Council),
        begins: NOW,
        templates: templates.map(|(name, text)| (format!("council/{name}.txt"), text.to_owned())).to_vec(),
    };
    let mut stage = Stage::set_up(folder, scene, [3; 32]).expect("a stage");
    stage.pass().await.expect("a round");
    let seats = |number: usize| format!("SEAT M{number} <{}> AS {}\n", address(number), seat(number));
    let seats: String = (0..SEATS).map(seats).collect();
    for text in ["CREATE one FROM council/one".to_owned(), format!("{seats}START")] {
        let in_reply_to = Some(stage.newest(GM).expect("a letter").message_id);
        let (from, subject) = (GM.to_owned(), "[one] begin".to_owned());
        stage.now += 60;
        stage.mail(&Written { from, subject, text, in_reply_to, ..Written::default() }).expect("a letter");
        stage.pass().await.expect("a round");
    }
    stage
}

fn an_act(criterion: &mut Criterion<Cpu>) {
    let folder = support::folder();
    let mut stage = support::runtime().block_on(sitting(folder.path()));
    let (house, id) = (stage.judge().house(), GameId::parse("one").expect("a name"));
    let game = stage.judge().store().read().game(&id, &house.shelf).expect("the store").expect("the game");
    let acting = Acting::new(&mut stage, game, &address(0), "declare war on Spain");
    assert_eq!(acting.act(), SEATS, "a receipt and twelve letters");
    let mut group = criterion.benchmark_group("act on receipt");
    group.bench_function("with twelve told", |bencher| {
        bencher.iter(|| acting.act());
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Cpu);
    targets = an_act
}
criterion_main!(benches);
