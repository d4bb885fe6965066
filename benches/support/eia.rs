//! A campaign of Empires in Arms with seven players, and a year's first quarter of their orders.

use adjutant::desk::{Decision, GameRecord, House, turn};
use adjutant::facts::{Viewer, brief};
use adjutant::game::SeatId;
use adjutant::game::schedule::Rhythm;
use adjutant::order::{Filed, Sheet};
use adjutant::rules::Context;
use adjutant::store::Store;
use serde_json::Value;

use super::{NOW, game_id};

/// The lines of a power.
pub type Lines = (&'static str, &'static [&'static str]);

/// The windows of an Economic Phase, each with the orders of the powers for it; every power says something in each.
pub const WINDOWS: [(&str, [Lines; 7]); 5] = [
    (
        "W1 offer",
        [
            ("britain", &["offer trade to everybody except France", "stop the American trade of Spain"]),
            ("france", &["announce victory when final"]),
            ("russia", &["announce victory when final"]),
            ("austria", &["announce victory when final"]),
            ("prussia", &["announce victory when final"]),
            ("spain", &["announce victory when final"]),
            ("turkey", &["Black Sea leave for all"]),
        ],
    ),
    (
        "W2 answers",
        [
            ("britain", &["share my treasury with Austria"]),
            ("france", &["refuse the British trade"]),
            ("russia", &["agree to the British trade"]),
            ("austria", &["agree to the British trade except Ragusa"]),
            ("prussia", &["agree to the British trade"]),
            ("spain", &["refuse the British trade"]),
            ("turkey", &["agree to the British trade"]),
        ],
    ),
    (
        "W3 lending",
        [
            ("britain", &["give Russia 10", "manipulation 0"]),
            ("france", &["aid Bavaria 5", "manipulation +1"]),
            ("russia", &["lend nothing", "manipulation 0"]),
            ("austria", &["give Russia 1", "manipulation -1"]),
            ("prussia", &["lend nothing", "manipulation +1"]),
            ("spain", &["lend France 2, due June", "manipulation 0"]),
            ("turkey", &["lend nothing", "manipulation 0"]),
        ],
    ),
    (
        "W4 spending",
        [
            ("britain", &["buy 4 infantry and 2 ships", "buy 1 fleet counter"]),
            (
                "france",
                &["buy 6 infantry, 1 cavalry and 1 artillery", "for Bavaria: buy 1 infantry", "buy 1 corps counter"],
            ),
            ("russia", &["buy 5 infantry and 1 guard", "buy max militia"]),
            ("austria", &["buy 3 infantry and 1 cavalry", "buy 1 corps counter"]),
            ("prussia", &["buy 2 infantry and 1 guard", "save all manpower"]),
            ("spain", &["buy 2 infantry and 1 ship"]),
            ("turkey", &["buy max infantry"]),
        ],
    ),
    (
        "W5 ceding",
        [
            ("britain", &["cede Malta to Russia"]),
            ("france", &["cede nothing"]),
            ("russia", &["accept the cession of Malta as a conquered minor", "cossack at Kiev"]),
            ("austria", &["cede nothing"]),
            ("prussia", &["cede nothing"]),
            ("spain", &["cede nothing"]),
            ("turkey", &["cede nothing"]),
        ],
    ),
];

/// The house of the benches with a rhythm for every kind of phase of the book.
pub fn house() -> House {
    let mut house = super::house();
    house.has_pictures = true;
    for kind in ["board", "sheet", "offer", "answer", "lending", "spending", "ceding"] {
        let rhythm = Rhythm { cron: "0 20 * * *".to_owned(), least_minutes: 60 };
        house.timetable.rhythms.insert(kind.to_owned(), rhythm);
    }
    house
}

/// The game before each window of so many first quarters, its orders on file; and the letters with which the last ended.
pub fn quarters(house: &House, store: &Store, count: usize) -> (Vec<(&'static str, GameRecord)>, Decision) {
    let id = game_id(1);
    let mut game = super::found_of(house, store, &id, ("eia", "1805"), NOW);
    let (mut windows, mut last) = (Vec::new(), None);
    while windows.len() < count * WINDOWS.len() {
        let title = game.phase.as_ref().expect("an open phase").plan.title.clone();
        let window = WINDOWS.iter().find(|(window, _)| title.ends_with(window));
        if let Some((window, orders)) = window {
            game = with_orders(game, orders);
            windows.push((*window, game.clone()));
        }
        let played = turn::play(house, &game, &[], NOW).expect("a phase");
        store.commit(&played).expect("a commit");
        last = Some(played);
        game = super::record(house, store, &id);
    }
    (windows, last.expect("a window"))
}

/// Puts the lines of each seat on file.
fn with_orders(mut game: GameRecord, orders: &[Lines]) -> GameRecord {
    for (seat, lines) in orders {
        let seat = SeatId::parse(seat).expect("a seat");
        let lines: Vec<Filed<Value>> = lines.iter().flat_map(|line| file(&game, &seat, line)).collect();
        game.sheets.insert(seat, Sheet { revision: 1, arrived: NOW, lines }.into());
    }
    game
}

fn file(game: &GameRecord, seat: &SeatId, line: &str) -> Vec<Filed<Value>> {
    let mut context = Context::default();
    let read = game.table.read(&mut context, line).unwrap_or_else(|why| panic!("{line}: {why:?}"));
    let known = brief(Viewer::vacant(seat), &game.facts);
    let filed = |(order, canonical): (Value, String)| {
        let seats = std::slice::from_ref(seat);
        let assigned = game.table.assign(&known, seats, std::slice::from_ref(&order)).expect("a book").remove(0);
        let assigned = assigned.unwrap_or_else(|why| panic!("{line}: {why:?}"));
        Filed {
            section: assigned.section,
            order,
            canonical,
            written: line.to_owned(),
            is_by_gm: false,
            received: None,
            is_added: false,
            is_left_over: false,
            when: assigned.when,
            asked: None,
        }
    };
    read.orders.into_iter().map(filed).collect()
}
