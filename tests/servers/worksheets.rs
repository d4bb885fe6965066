//! What a real spreadsheet program makes of our worksheets. That it computes the sums of the accounts as the letters say,
//! `tests/servers/demo.rs` shows.

use crate::support::libreoffice;
use adjutant::facts::{Audience, Cell, Enclosure, Fact, Look, Pictures, Table, Viewer, Workbook, brief};
use adjutant::game::{Dice, SeatId, Secret, Tone};
use adjutant::report::Renderer;
use adjutant::rules::Occasion;
use serde_json::json;

/// The file of a workbook with one sheet of these rows.
fn file(rows: Vec<Vec<Cell>>) -> Vec<u8> {
    let sheet = Table { name: "Sheet".to_owned(), widths: Vec::new(), frozen_rows: 0, rows };
    file_of(Workbook { name: "book".to_owned(), about: "something".to_owned(), sheets: vec![sheet] })
}

fn file_of(workbook: Workbook) -> Vec<u8> {
    let letter = [("letter/subject.txt", "A letter"), ("letter/body.txt", "Its text")];
    let renderer = Renderer::from_sources(letter).unwrap();
    let seat = SeatId::parse("red").unwrap();
    let told = brief(Viewer::vacant(&seat), &[Fact::new(Audience::Everyone, json!("something"))]);
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

/// What LibreOffice shows of the sheets of a workbook.
fn sheets_shown(workbook: &Workbook) -> std::collections::BTreeMap<String, libreoffice::Cells> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("books.xlsx");
    std::fs::write(&path, file_of(workbook.clone())).unwrap();
    let shown = libreoffice::recomputed(folder.path(), &[path]);
    shown.into_iter().map(|((_, sheet), cells)| (sheet, cells)).collect()
}

/// The books of the Union as a game of governments opens.
fn books_of_a_treasury() -> Workbook {
    let shelf = adjutant::books::of_the_house();
    let table = shelf.table("cwol", "1861").unwrap();
    let begun = table.begin(&mut Dice::committed(&Secret::new([5; 32]), "0.1")).unwrap();
    let known = brief(Viewer::vacant(&SeatId::parse("us-treasury").unwrap()), &begun.situation);
    let pages = table.pages(&known, &Occasion::Report, Pictures::Left).unwrap();
    pages.into_iter().find_map(|page| if let Enclosure::Workbook(book) = page { Some(book) } else { None }).unwrap()
}

/// A number as LibreOffice shows it without a format.
fn as_shown(value: f64) -> String {
    let hundredths = (value * 100.0).round() / 100.0;
    if hundredths == 0.0 { "0".to_owned() } else { hundredths.to_string() }
}

#[test]
fn the_books_of_a_treasury_are_computed_anew_as_they_were_sent_and_follow_what_is_planned() {
    let mut books = books_of_a_treasury();
    let expected = books.clone();
    let planned = books.sheets.iter().position(|sheet| sheet.name == "Forecast").unwrap();
    for (sheet, shown) in sheets_shown(&books) {
        let table = expected.sheets.iter().find(|table| table.name == sheet).unwrap();
        for (row, cells) in table.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let wanted = match cell {
                    Cell::Empty => String::new(),
                    Cell::Text(text, _) => text.clone(),
                    Cell::Number(value, _) | Cell::Formula(_, value, _) => as_shown(*value),
                };
                assert_eq!(shown[row][column], wanted, "{sheet}, row {row}, column {column}");
            }
        }
    }
    // The third turn of the forecast, its last column but one: what is spent then is missing to the end.
    let forecast = &mut books.sheets[planned].rows;
    let column = forecast[4].len() - 2;
    assert!(matches!(forecast[6][column], Cell::Number(_, Look::Input)));
    forecast[6][column] = Cell::Number(250.0, Look::Input);
    let shown = sheets_shown(&books).remove("Forecast").unwrap();
    for (row, cells) in expected.sheets[planned].rows.iter().enumerate().skip(4) {
        let Some(Cell::Formula(_, left, _)) = cells.last() else { panic!("a row of the forecast") };
        let fell = if row < 6 { 0.0 } else { 250.0 };
        assert_eq!(shown[row][column + 1], as_shown(left - fell), "row {row}");
    }
}
