//! What a real spreadsheet program makes of our worksheets. That it computes the sums of the accounts as the letters say,
//! `tests/servers/demo.rs` shows.

use crate::support::libreoffice;
use adjutant::facts::{Audience, Cell, Enclosure, Fact, Look, Table, Viewer, Workbook, brief};
use adjutant::game::{SeatId, Tone};
use adjutant::report::Renderer;
use serde_json::json;

/// The file of a workbook with one sheet of these rows.
fn file(rows: Vec<Vec<Cell>>) -> Vec<u8> {
    let letter = [("letter/subject.txt", "A letter"), ("letter/body.txt", "Its text")];
    let renderer = Renderer::from_sources(letter).unwrap();
    let seat = SeatId::parse("red").unwrap();
    let told = brief(Viewer::vacant(&seat), &[Fact::new(Audience::Everyone, json!("something"))]);
    let sheet = Table { name: "Sheet".to_owned(), widths: Vec::new(), frozen_rows: 0, rows };
    let workbook = Workbook { name: "book".to_owned(), about: "something".to_owned(), sheets: vec![sheet] };
    let enclosed =
        renderer.enclose(&told, &[Enclosure::Workbook(workbook)], "here@adjutant.example", Tone::Light).unwrap();
    let report = renderer.render("letter", told, &[], vec![enclosed]).unwrap();
    report.files()[0].bytes.clone()
}

fn shown(rows: Vec<Vec<Cell>>) -> libreoffice::Cells {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.xlsx");
    std::fs::write(&path, file(rows)).unwrap();
    libreoffice::recomputed(folder.path(), &[path]).remove(&("book".to_owned(), "Sheet".to_owned())).unwrap()
}

#[test]
fn a_sum_is_computed_anew_whatever_value_was_written_beside_it() {
    let number = |value| Cell::Number(value, Look::Plain);
    let rows =
        vec![vec![number(4.0)], vec![number(-1.0)], vec![Cell::Formula("=SUM(A1:A2)".to_owned(), 99.0, Look::Sum)]];
    assert_eq!(shown(rows), [["4"], ["-1"], ["3"]]);
}

#[test]
fn words_that_look_like_formulas_stay_words() {
    let words = ["=1+1", "+1+1", "-1+1", "@SUM(1;1)", "=cmd|' /C calc'!A0", "=HYPERLINK(\"http://x.example\")", "'=1"];
    let rows = words.iter().map(|words| vec![Cell::Text((*words).to_owned(), Look::Plain)]).collect();
    assert_eq!(shown(rows), words.map(|words| vec![words.to_owned()]));
}
