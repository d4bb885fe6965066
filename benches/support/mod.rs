//! What the benches share: campaigns at their first sub-turn with seven players each, and the letters these write.
#![allow(dead_code)] // Each bench uses its own part.

pub mod cpu;
pub mod cwol;
pub mod eia;
pub mod letters;
pub mod one_game;
pub mod orders;
pub mod subturn;
pub mod told;
pub mod waged;

use std::path::Path;

use adjutant::daemon::Judge;
use adjutant::desk::{
    AnswerLimits, Change, Decision, GameRecord, GameStatus, House, Key, ProofRules, Verdict, greet_gm, turn,
};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::game::{Format, GameId, Player, PlayerId};
use adjutant::mail::{Address, Limits};
use adjutant::post::{MaildirSink, Sink};
use adjutant::report::Renderer;
use adjutant::store::Store;
use heap::MiMalloc;
use letters::Root;
use orders::COMMANDERS;

/// As in the program.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// When the campaigns begin, in epoch seconds.
pub const NOW: i64 = 1_772_452_800;
/// The judge's address.
pub const JUDGE: &str = "judge@adjutant.example";

/// The house of the benches.
pub fn house() -> House {
    let gm = gm();
    House {
        // They have a bench of their own: map.rs.
        has_pictures: false,
        address: Address::parse(JUDGE).expect("an address"),
        name: "Adjutant".to_owned(),
        domain: "adjutant.example".to_owned(),
        key: Key::new([7; 32]),
        gms: [gm.id].into(),
        timetable: timetable(),
        shelf: adjutant::books::of_the_house(),
        renderer: Renderer::new(adjutant::books::of_the_house().templates(), &Default::default())
            .expect("the templates"),
        proof: ProofRules::default(),
        // The benches write as much in a second as people in a year.
        limits: AnswerLimits {
            asked_per_hour: u32::MAX,
            asked_per_day: u32::MAX,
            per_hour: u32::MAX,
            per_day: u32::MAX,
            ..AnswerLimits::default()
        },
    }
}

fn timetable() -> Timetable {
    let rhythm = || Rhythm { cron: "0 20 * * *".to_owned(), least_minutes: 60 };
    Timetable {
        zone: chrono_tz::America::New_York,
        rhythms: [("strategic".to_owned(), rhythm()), ("tactical".to_owned(), rhythm())].into(),
        grace_minutes: 1440,
        reminders_minutes: vec![720, 180],
        pace: Pace::default(),
    }
}

fn gm() -> Player {
    person("Grace", "grace@gm.example".to_owned())
}

fn person(name: &str, address: String) -> Player {
    Player {
        id: PlayerId::of_address(&address),
        name: name.to_owned(),
        addresses: vec![address],
        zone: Some(chrono_tz::Europe::Berlin),
        code_counter: 1,
        is_confirmed: true,
        format: Format::default(),
    }
}

/// The name of a campaign.
pub fn game_id(number: usize) -> GameId {
    GameId::parse(&format!("war-{number}")).expect("a name")
}

/// The address of whoever holds a seat of a campaign.
pub fn address(game: &GameId, seat: &str) -> String {
    format!("{seat}@{game}.example")
}

/// A judge over a new database in `folder` with so many campaigns, each with players of its own, its first tactical
/// sub-turn open and its reports sent; and those reports that call for orders, campaign by campaign.
pub async fn judge(folder: &Path, games: usize) -> (Judge, Vec<Root>) {
    let (judge, roots) = judge_before_sending(folder, games);
    let mut sink = Sink::Maildir(MaildirSink::new(folder.join("players")));
    judge.send_letters(&mut sink, NOW).await.expect("letters sent");
    (judge, roots)
}

/// The same with the reports still in the outbox.
pub fn judge_before_sending(folder: &Path, games: usize) -> (Judge, Vec<Root>) {
    let house = house();
    let store = Store::open(&folder.join("adjutant.db")).expect("a database");
    let roots = fill(&house, &store, games, NOW);
    (Judge::new(house, Limits::default(), store), roots)
}

/// Puts so many campaigns into a new database, their first tactical sub-turn open. The reports that call for orders
/// come back.
pub fn fill(house: &House, store: &Store, games: usize, now: i64) -> Vec<Root> {
    store.commit(&greet_gm(house, &gm(), now).expect("a letter")).expect("a commit");
    let mut roots = Vec::new();
    for number in 1..=games {
        let id = game_id(number);
        found_of(house, store, &id, ("civil-war", "1861"), now);
        roots.extend(open_sub_turn(house, store, &id, now));
    }
    roots
}

/// Makes a campaign of 1861, whose strategic phase is then open.
pub fn found(house: &House, store: &Store, id: &GameId) -> GameRecord {
    found_of(house, store, id, ("civil-war", "1861"), NOW)
}

/// Makes a campaign of a book's scenario, whose first phase is then open.
pub fn found_of(house: &House, store: &Store, id: &GameId, scenario: (&str, &str), now: i64) -> GameRecord {
    let opening = turn::begin(house, &create(house, store, id, scenario), now).expect("an opening");
    store.commit(&opening).expect("a commit");
    record(house, store, id)
}

/// Makes a campaign of a book's scenario with a player for each seat; it was not begun.
pub fn create(house: &House, store: &Store, id: &GameId, (book, scenario): (&str, &str)) -> GameRecord {
    let table = house.shelf.table(book, scenario).expect("the campaign");
    let mut founding = Decision::new(Verdict::Answered);
    founding.changes.push(Change::CreateGame {
        game: id.clone(),
        book: book.to_owned(),
        document: table.document().clone(),
        timetable: Box::new(house.timetable.clone()),
        gm: gm().id,
        seats: table.seats(),
    });
    for seat in table.seats() {
        let player = person(&seat.title, address(id, seat.id.as_str()));
        let assign = Change::AssignSeat { game: id.clone(), seat: seat.id, player: Some(player.id.clone()) };
        founding.changes.extend([Change::AddPlayer(player), assign]);
    }
    store.commit(&founding).expect("a commit");
    record(house, store, id)
}

/// Plays the strategic phase, in which nobody gives orders. The reports that call for orders come back.
fn open_sub_turn(house: &House, store: &Store, id: &GameId, now: i64) -> Vec<Root> {
    let played = turn::play(house, &record(house, store, id), &[], now).expect("a strategic phase");
    store.commit(&played).expect("a commit");
    let game = record(house, store, id);
    COMMANDERS.iter().map(|commander| Root::new(&game, commander, &played.letters)).collect()
}

/// A campaign as it stands.
pub fn record(house: &House, store: &Store, id: &GameId) -> GameRecord {
    let game = store.read().game(id, &house.shelf).expect("a game").expect("it is there");
    assert!(matches!(game.status, GameStatus::Setup | GameStatus::Running));
    game
}

/// A runtime of one thread.
pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// A folder on the disk the build lies on, so that a sync is a sync.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder")
}
