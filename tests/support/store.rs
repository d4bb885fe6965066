//! A store in a folder of its own, a rule book with nothing in it, and decisions to commit.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::LazyLock;

use adjutant::desk::{Change, Decision, GameStatus, JournalEntry, OutboxLetter, Step, StepKind, Verdict};
use adjutant::facts::{Audience, Brief, Fact};
use adjutant::game::schedule::{Pace, Timetable};
use adjutant::game::{
    Dice, Format, GameId, NextPhase, Phase, PhaseClock, Player, PlayerId, Role, SeatId, SeatSpec, Secret,
};
use adjutant::mail::{Address, Outgoing};
use adjutant::order::{Filed, Remark, Sheet, When};
use adjutant::rules::{About, Assigned, Context, OrderSet, Outcome, OwnFile, Review, RuleBook, Shelf, Unsound};
use adjutant::store::{NewLetter, Store};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::by_hand::ByHand;

/// A book whose phases change nothing.
pub struct Idle;

impl RuleBook for Idle {
    type Scenario = ();
    type State = Value;
    type Order = Value;
    type Item = Value;

    const ID: &'static str = "idle";
    const VERSION: u32 = 2;

    fn about(&self) -> &'static About {
        static ABOUT: LazyLock<About> =
            LazyLock::new(|| About { scenarios: vec!["plain".to_owned()], ..About::default() });
        &ABOUT
    }
    fn document(&self, _: &str) -> Option<Value> {
        Some(document())
    }
    fn prepare(&self, _: &Value) -> Result<(), String> {
        Ok(())
    }
    fn seats(&self, (): &()) -> Vec<SeatSpec> {
        vec![seat_spec("north"), seat_spec("south")]
    }
    fn begin(&self, (): &(), _: &mut Dice) -> Outcome<Value, Value> {
        Outcome { state: Value::Null, events: Vec::new(), next: None }
    }
    fn begins_order(&self, _: &str) -> bool {
        false
    }
    fn read(&self, (): &(), _: &mut Context, line: &str) -> Result<(Vec<Value>, Vec<Remark>), Remark> {
        Ok((vec![line.into()], Vec::new()))
    }
    fn write(&self, (): &(), order: &Value) -> String {
        order.to_string()
    }
    fn assign(&self, (): &(), _: &Brief<Value>, seats: &[SeatId], orders: &[Value]) -> Vec<Result<Assigned, Remark>> {
        orders.iter().map(|_| Ok(Assigned::new(seats[0].clone(), ""))).collect()
    }
    fn review(&self, (): &(), _: &Brief<Value>, _: OwnFile<'_, Value>) -> Review<Value> {
        Review { lines: Vec::new(), account: Vec::new() }
    }
    fn situation(&self, (): &(), _: &Value) -> Vec<Fact<Value>> {
        Vec::new()
    }
    fn adjudicate(&self, (): &(), state: &Value, _: &OrderSet<Value>, _: &mut Dice) -> Outcome<Value, Value> {
        Outcome { state: state.clone(), events: Vec::new(), next: None }
    }
    fn migrate(&self, version: u32, mut state: Value) -> Result<Value, String> {
        state["came_from"] = json!(version);
        Ok(state)
    }
    fn sound(&self, (): &(), _: &Value) -> Result<(), Unsound> {
        Ok(())
    }
}

pub fn shelf() -> Shelf {
    Shelf::default().with(|| Idle)
}

pub fn document() -> Value {
    json!({ "name": "plain", "map": [1, 2, 3] })
}

/// A folder with an empty store in it.
pub fn new_store() -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&database(&folder)).unwrap();
    (folder, store)
}

pub fn database(folder: &TempDir) -> PathBuf {
    folder.path().join("adjutant.db")
}

/// A connection past the store, for looking and for breaking.
pub fn by_hand(folder: &TempDir) -> ByHand {
    ByHand::open(&database(folder))
}

pub fn game_id(name: &str) -> GameId {
    GameId::parse(name).unwrap()
}

pub fn seat_id(name: &str) -> SeatId {
    SeatId::parse(name).unwrap()
}

pub fn seat_spec(name: &str) -> SeatSpec {
    SeatSpec {
        id: seat_id(name),
        title: name.to_uppercase(),
        side: name.to_owned(),
        stand_in: None,
        may_stay_vacant: false,
    }
}

pub fn address(name: &str) -> String {
    format!("{name}@example.org")
}

pub fn player_id(name: &str) -> PlayerId {
    PlayerId::of_address(&address(name))
}

pub fn player(name: &str) -> Player {
    Player {
        id: player_id(name),
        name: name.to_owned(),
        addresses: vec![address(name), format!("{name}@second.example")],
        zone: Some(chrono_tz::Europe::Berlin),
        code_counter: 1,
        is_confirmed: true,
        format: Format::default(),
    }
}

pub fn decision(changes: Vec<Change>) -> Decision {
    Decision { changes, ..Decision::new(Verdict::Answered) }
}

pub fn timetable() -> Timetable {
    Timetable {
        zone: chrono_tz::UTC,
        rhythms: BTreeMap::new(),
        grace_minutes: 60,
        reminders_minutes: vec![30],
        pace: Pace::default(),
    }
}

pub fn create_game(name: &str, gm: &str) -> Change {
    Change::CreateGame {
        game: game_id(name),
        book: "idle".to_owned(),
        document: document(),
        timetable: Box::new(timetable()),
        gm: player_id(gm),
        seats: vec![seat_spec("north"), seat_spec("south")],
    }
}

pub fn assign(game: &str, seat: &str, name: &str) -> Change {
    Change::AssignSeat { game: game_id(game), seat: seat_id(seat), player: Some(player_id(name)) }
}

pub fn secret(byte: u8) -> Secret {
    Secret::new([byte; 32])
}

pub fn phase(number: u32) -> Phase {
    let owing = BTreeSet::from([seat_id("north")]);
    Phase {
        number,
        revision: 1,
        plan: NextPhase::new("quiet", format!("Q{number}"), owing),
        opened: 1_000,
        deadline: 2_000,
        forced_at: None,
        secret: secret(u8::try_from(number).unwrap()),
        seeds: None,
        set_dice: Vec::new(),
        clock: PhaseClock::default(),
    }
}

pub fn open_phase(game: &str, number: u32) -> Change {
    Change::OpenPhase { game: game_id(game), phase: Box::new(phase(number)) }
}

pub fn close_phase(game: &str, number: u32) -> Change {
    Change::ClosePhase { game: game_id(game), number, revision: 1 }
}

pub fn step(game: &str, kind: StepKind, number: u32, state: Value) -> Change {
    let step = Step {
        kind,
        phase: number,
        revision: 1,
        input: json!({ "secret": secret(9).reveal(), "orders": {} }),
        hash: adjutant::desk::turn::state_hash(&state),
        state: state.into(),
        version: Idle::VERSION,
        rolls: Vec::new(),
    };
    Change::TakeStep { game: game_id(game), step: Box::new(step) }
}

pub fn fact(words: &str) -> Fact<Value> {
    Fact::new(Audience::Everyone, json!({ "kind": "word", "words": words }))
}

pub fn facts(game: &str, number: u32, news: &str, standing: &str) -> Change {
    let (news, standing) = (vec![fact(news)], vec![fact(standing)]);
    Change::PutFacts { game: game_id(game), number, revision: 1, news, standing }
}

pub fn sheet(game: &str, number: u32, seat: &str, revision: u32, line: &str) -> Change {
    let filed = Filed {
        section: "all".to_owned(),
        order: json!({ "do": line }),
        canonical: line.to_owned(),
        written: line.to_uppercase(),
        is_by_gm: false,
        received: None,
        when: When::Now,
        is_added: false,
        is_left_over: false,
        asked: None,
    };
    let sheet = Sheet { revision, arrived: 1_500, lines: vec![filed] }.into();
    Change::PutSheet { game: game_id(game), number, seat: seat_id(seat), sheet }
}

pub fn journal(game: &str, act: &str) -> JournalEntry {
    JournalEntry {
        game: Some(game_id(game)),
        player: Some(player_id("gm")),
        at: 1_234,
        act: act.to_owned(),
        reason: Some("because".to_owned()),
    }
}

pub fn letter_to(name: &str, purpose: &str, bytes: &[u8]) -> OutboxLetter {
    OutboxLetter {
        purpose: purpose.to_owned(),
        player: player_id(name),
        role: Role::Person,
        game: Some(game_id("cw1")),
        phase: 1,
        is_held: false,
        written: 1_234,
        token: None,
        outgoing: Outgoing {
            to: Address::parse(&address(name)).unwrap(),
            message_id: format!("<{}@judge.example>", purpose.replace(' ', ".")),
            bytes: bytes.to_vec(),
        },
    }
}

pub fn letter<'a>(uid: &'a str, arrived: i64, bytes: &'a [u8]) -> NewLetter<'a> {
    let size = bytes.len() as u64;
    NewLetter { mailbox: "inbox", validity: 7, uid, arrived, size, is_truncated: false, missed: None, bytes }
}

/// A game "cw1" with ann in the north and phase 1 open; bob and the gm are known, too.
pub fn running_game(store: &Store) {
    let changes = vec![
        Change::AddPlayer(player("gm")),
        Change::AddPlayer(player("ann")),
        Change::AddPlayer(player("bob")),
        create_game("cw1", "gm"),
        assign("cw1", "north", "ann"),
        Change::SetStatus { game: game_id("cw1"), status: GameStatus::Running },
        step("cw1", StepKind::Begin, 0, json!({ "turn": 0 })),
        facts("cw1", 0, "the war begins", "all is quiet"),
        open_phase("cw1", 1),
    ];
    store.commit(&decision(changes)).unwrap();
}
