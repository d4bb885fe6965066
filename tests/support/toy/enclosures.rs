//! What goes with the toy's reports: a worksheet of the own pieces and a picture of the meadow, from the brief alone.

use adjutant::facts::{Brief, Cell, Enclosure, Look, Picture, Pictures, Plan, Table, Workbook};
use serde_json::json;

use super::{Item, Meadow};

pub fn enclosures(meadow: &Meadow, brief: &Brief<Item>, pictures: Pictures) -> Vec<Enclosure> {
    let pieces = Enclosure::Workbook(pieces(brief));
    match pictures {
        Pictures::Drawn => vec![pieces, Enclosure::Picture(board(meadow, brief))],
        Pictures::Spelled => vec![pieces, Enclosure::Plan(plan(brief))],
        Pictures::Left => vec![pieces],
    }
}

fn plan(brief: &Brief<Item>) -> Plan {
    let own = brief.items().iter().filter_map(|item| match item {
        Item::Own { piece, square } => Some(format!("  {square} {piece}")),
        _ => None,
    });
    Plan { title: "The meadow".to_owned(), text: own.collect::<Vec<_>>().join("\n") }
}

fn pieces(brief: &Brief<Item>) -> Workbook {
    let words = |text: &str, look| Cell::Text(text.to_owned(), look);
    let mut rows = vec![vec![words("Square", Look::Head), words("What", Look::Head), words("How many", Look::Head)]];
    let mut total = 0;
    for item in brief.items() {
        let (square, what, count) = match item {
            Item::Own { piece, square } => (square, piece.as_str(), 1),
            Item::Seen { square, count } => (square, "enemies", *count),
            _ => continue,
        };
        total += count;
        rows.push(vec![
            words(&square.to_string(), Look::Plain),
            words(what, Look::Plain),
            Cell::Number(f64::from(count), Look::Plain),
        ]);
    }
    let sum = format!("=SUM(C2:C{})", rows.len());
    rows.push(vec![words("All", Look::Sum), Cell::Empty, Cell::Formula(sum, f64::from(total), Look::Sum)]);
    let sheet = Table { name: "Pieces".to_owned(), widths: vec![8, 16, 10], frozen_rows: 1, rows };
    Workbook { name: "pieces".to_owned(), about: "every piece you see".to_owned(), sheets: vec![sheet] }
}

fn board(meadow: &Meadow, brief: &Brief<Item>) -> Picture {
    let own = brief.items().iter().filter_map(|item| match item {
        Item::Own { piece, square } => Some(json!({ "name": piece, "at": place(&square.to_string()) })),
        _ => None,
    });
    let own: Vec<_> = own.collect();
    let seen = brief.items().iter().filter_map(|item| match item {
        Item::Seen { square, .. } => Some(json!({ "at": place(&square.to_string()) })),
        _ => None,
    });
    let seen: Vec<_> = seen.collect();
    let alt = format!("the meadow with {} pieces of yours and enemies on {} squares", own.len(), seen.len());
    Picture {
        name: "meadow".to_owned(),
        template: "toy/meadow.svg",
        data: json!({ "size": meadow.size, "own": own, "seen": seen }),
        backdrop: None,
        alt,
        width: 300,
    }
}

/// The middle of a square in the picture.
fn place(square: &str) -> [u32; 2] {
    let [file, rank] = square.as_bytes() else { return [0, 0] };
    [u32::from(file - b'a') * 20 + 10, u32::from(rank - b'1') * 20 + 10]
}
