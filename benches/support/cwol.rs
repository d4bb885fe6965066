//! Civil War OnLine at full size: what both nations have, what their offices order, and the war on the rivers and on foot.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Value, json};

/// Units and ships of a side.
const UNITS: usize = 150;
pub const SHIPS: usize = 60;
/// So far ships are bound, in squares of a river.
const VOYAGE: usize = 20;
/// Where ships of both sides lie together, in the position with battles.
pub const BATTLES: usize = 20;

/// Cities of a side, and its ports among them.
fn cities(state: &Value, document: &Value, side: &str) -> (Vec<Value>, Vec<Value>) {
    let rows = document["cities"].as_array().expect("cities").iter();
    let own: Vec<Value> =
        rows.filter(|row| state["cities"][row["id"].as_str().expect("an id")]["held_by"] == side).cloned().collect();
    let ports = own.iter().filter(|row| row.get("port").is_some_and(|port| !port.is_null())).cloned().collect();
    (own, ports)
}

/// The treasuries are full, and both sides have all the units and ships they can keep.
pub fn fill(state: &mut Value, document: &Value) {
    let kinds = [("IN", 2_500, 4, 1), ("CV", 1_300, 4, 1), ("LA", 400, 0, 4), ("MI", 1_000, 2, 0)];
    for side in ["US", "CS"] {
        let (own, ports) = cities(state, document, side);
        for measure in ["gold", "mp"] {
            state["ledger"]["opening"][side][measure] = json!(90_000_000);
        }
        for number in 0..UNITS {
            let (kind, men, regiments, batteries) = kinds[number % kinds.len()];
            let square = &own[number % own.len()]["square"];
            state["units"][format!("{side}{}{kind}", number + 1)] = json!({ "side": side, "kind": kind, "square": square,
                "regiments": regiments, "batteries": batteries, "men": men, "of": [], "quality": 5, "experience": 0,
                "morale": 50, "supplies": 1, "is_active": true });
        }
        for number in 0..SHIPS {
            let (port, of) =
                (&ports[number % ports.len()], json!({ "side": side, "state": "VA", "pool": "volunteers" }));
            state["ships"][format!("{side}GB{}", number + 1)] = json!({ "side": side, "class": "GB", "port": port["id"],
                "base": port["id"], "crew": 150, "of": of, "stores": 8, "damage": 0, "is_active": true });
        }
    }
}

/// A seat of a side.
fn of(side: &str, office: &str) -> String {
    format!("{}-{office}", side.to_lowercase())
}

/// A city as orders name it.
fn name(row: &Value) -> String {
    format!("{} {}", row["name"].as_str().unwrap_or(""), row["state"].as_str().unwrap_or(""))
}

/// Three hundred orders of a side, by the office that gives them.
pub fn orders(state: &Value, document: &Value, side: &str) -> BTreeMap<String, Vec<String>> {
    let (own, ports) = cities(state, document, side);
    let (city, port) =
        (|number: usize| name(&own[number % own.len()]), |number: usize| name(&ports[number % ports.len()]));
    let in_kind = |number: usize| format!("{side}{}IN", 4 * number + 1);
    let treasury = (0..120).map(|number| match number % 4 {
        0 => format!("buy 1 supplies at {}", city(number / 4)),
        1 => format!("upgrade {} with rifles", in_kind(number / 4)),
        2 => format!("lay down GB at {}", port(number / 4)),
        _ => format!("build PB in {}", city(number / 4)),
    });
    let war = (0..100).map(|number| match number % 3 {
        0 => format!("standing: buy 2 supplies at {}", city(number)),
        1 => format!("inactivate {side}{}CV", 4 * (number / 3) + 2),
        _ => {
            format!("command {} CO {} XO {}", in_kind(number / 3), of(side, "general-1"), of(side, "general-2"))
        }
    });
    let navy = (0..80).map(|number| match number % 2 {
        0 => format!("{side}GB{} protect commerce", number % SHIPS + 1),
        _ => format!("base {side}GB{} at {}", number % SHIPS + 1, port(number + 1)),
    });
    [(of(side, "treasury"), treasury.collect()), (of(side, "war"), war.collect()), (of(side, "navy"), navy.collect())]
        .into()
}

/// A square as its column and row, from 0; and as it is written.
type Place = (u8, u8);

fn place(square: &str) -> Place {
    let bytes = square.as_bytes();
    ((bytes[0] - b'A') * 10 + bytes[1] - b'0', (bytes[3] - b'O') * 10 + bytes[4] - b'0')
}

fn square((column, row): Place) -> String {
    let letter = |first: u8, number: u8| char::from(first + number / 10);
    format!("{}{}-{}{}", letter(b'A', column), column % 10, letter(b'O', row), row % 10)
}

/// The squares of the rivers, and where each leads on to.
fn rivers(document: &Value) -> BTreeMap<Place, Vec<Place>> {
    let on = |(column, row): Place, way: &Value| match way.as_str() {
        Some("N") => (column, row - 1),
        Some("S") => (column, row + 1),
        Some("E") => (column + 1, row),
        _ => (column - 1, row),
    };
    let rows = document["rivers"].as_object().expect("rivers").iter();
    rows.map(|(at, ways)| {
        let ways = ways.as_array().expect("sides").iter();
        (place(at), ways.map(|way| on(place(at), way)).collect())
    })
    .collect()
}

/// The last of the squares that a ship comes to in so many steps.
fn far_from(rivers: &BTreeMap<Place, Vec<Place>>, from: Place) -> Place {
    let (mut met, mut next) = (BTreeSet::from([from]), VecDeque::from([(from, 0)]));
    let mut last = from;
    while let Some((at, steps)) = next.pop_front() {
        last = at;
        for beside in rivers.get(&at).into_iter().flatten().filter(|_| steps < VOYAGE) {
            if met.insert(*beside) {
                next.push_back((*beside, steps + 1));
            }
        }
    }
    last
}

/// All ships lie on the rivers, the sides by turns; `together`: three of each side in each of twenty squares.
pub fn put_to_river(state: &mut Value, document: &Value, together: bool) {
    let squares: Vec<Place> = rivers(document).into_keys().collect();
    for (at, side) in ["US", "CS"].into_iter().enumerate() {
        for number in 0..SHIPS {
            let count = if together { BATTLES } else { 2 * SHIPS };
            let rank = if together { number % BATTLES } else { 2 * number + at };
            let ship = &mut state["ships"][format!("{side}GB{}", number + 1)];
            ship["off"] = json!({ "port": ship["port"], "is_at_sea": false, "square": square(squares[rank * squares.len() / count]) });
        }
    }
}

/// Every ship of a side sails, past batteries too.
pub fn sailing(state: &Value, document: &Value, side: &str) -> BTreeMap<String, Vec<String>> {
    let rivers = rivers(document);
    let lines = (1..=SHIPS).map(|number| {
        let at = state["ships"][format!("{side}GB{number}")]["off"]["square"].as_str().expect("a square");
        format!("{side}GB{number} move to {}, run the batteries", square(far_from(&rivers, place(at))))
    });
    [(of(side, "navy"), lines.collect())].into()
}

/// Every unit of a side moves: on foot, by rail, by river, to one of the cities nearest to it.
pub fn marching(state: &Value, document: &Value, side: &str) -> BTreeMap<String, Vec<String>> {
    let (own, _) = cities(state, document, side);
    let at = |row: &Value| place(row["square"].as_str().expect("a square"));
    let far = |one: Place, other: Place| one.0.abs_diff(other.0).max(one.1.abs_diff(other.1));
    let (all, on_river) = (document["cities"].as_array().expect("cities"), rivers(document));
    let lines = (0..UNITS).map(|number| {
        let kind = ["IN", "CV", "LA", "MI"][number % 4];
        let (from, unit) = (at(&own[number % own.len()]), format!("{side}{}{kind}", number + 1));
        let near = |rows: &[Value], is_meant: &dyn Fn(&Value) -> bool| {
            let mut rows: Vec<&Value> = rows.iter().filter(|row| at(row) != from && is_meant(row)).collect();
            rows.sort_by_key(|row| far(at(row), from));
            rows[number % 4].clone()
        };
        match number % 3 {
            0 => format!("march {unit} to {}", square(at(&near(all, &|_| true)))),
            1 => format!("rail {unit} to {}", name(&near(&own, &|_| true))),
            _ => {
                let port = near(&own, &|row| on_river.contains_key(&at(row)));
                format!("move {unit} by river to {}", square(at(&port)))
            }
        }
    });
    [(of(side, "war"), lines.collect())].into()
}
