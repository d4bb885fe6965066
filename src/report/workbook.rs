//! A workbook becomes an `.xlsx` file: the same bytes each time. Knows nothing of what the numbers mean.

use rust_xlsxwriter as xlsx;
use xlsx::{Color, DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Formula, XlsxError};

use base::facts::{Cell, Look, Table, Workbook};

/// The most characters that a cell holds in spreadsheet programs.
const LONGEST_TEXT: usize = 32_767;
const GREY: Color = Color::RGB(0x59_59_59);
const SHADE: Color = Color::RGB(0xE7_E6_DF);
const INPUT: Color = Color::RGB(0xFF_F6_CC);

/// The file of a workbook.
pub(super) fn xlsx(workbook: &Workbook) -> Result<Vec<u8>, String> {
    write(workbook).map_err(|why| why.to_string())
}

fn write(workbook: &Workbook) -> Result<Vec<u8>, XlsxError> {
    let mut file = xlsx::Workbook::new();
    // The library would ask the clock. Files in the archive begin in 1980 as well.
    let created = ExcelDateTime::from_ymd(1980, 1, 1)?;
    file.set_properties(&DocProperties::new().set_creation_datetime(&created));
    let looks = Looks::new();
    for table in &workbook.sheets {
        write_sheet(file.add_worksheet(), table, &looks)?;
    }
    file.save_to_buffer()
}

fn write_sheet(sheet: &mut xlsx::Worksheet, table: &Table, looks: &Looks) -> Result<(), XlsxError> {
    sheet.set_name(&table.name)?;
    for (column, width) in (0..).zip(&table.widths) {
        sheet.set_column_width(column, f64::from(*width))?;
    }
    if table.frozen_rows > 0 {
        sheet.set_freeze_panes(table.frozen_rows, 0)?;
        sheet.set_repeat_rows(0, table.frozen_rows - 1)?;
    }
    // On paper: as many pages down as it takes, never cut in width.
    sheet.set_print_fit_to_pages(1, 0);
    for (row, cells) in (0..).zip(&table.rows) {
        for (column, cell) in (0..).zip(cells) {
            write_cell(sheet, row, column, cell, looks)?;
        }
    }
    Ok(())
}

fn write_cell(sheet: &mut xlsx::Worksheet, row: u32, column: u16, cell: &Cell, looks: &Looks) -> Result<(), XlsxError> {
    match cell {
        Cell::Empty => {}
        Cell::Text(text, look) => {
            let text: String = text.chars().take(LONGEST_TEXT).collect();
            sheet.write_string_with_format(row, column, text, looks.of(*look))?;
        }
        Cell::Number(value, look) => {
            sheet.write_number_with_format(row, column, finite(*value)?, looks.of(*look))?;
        }
        Cell::Formula(formula, value, look) => {
            let formula = Formula::new(formula).set_result(finite(*value)?.to_string());
            sheet.write_formula_with_format(row, column, formula, looks.of(*look))?;
        }
    }
    Ok(())
}

/// No cell can hold what is no number.
fn finite(value: f64) -> Result<f64, XlsxError> {
    if value.is_finite() { Ok(value) } else { Err(XlsxError::ParameterError(format!("{value} is no number"))) }
}

/// The formats of a file, one for each look.
struct Looks {
    plain: Format,
    title: Format,
    head: Format,
    number_head: Format,
    sum: Format,
    note: Format,
    input: Format,
}

impl Looks {
    fn new() -> Self {
        let head =
            Format::new().set_bold().set_text_wrap().set_background_color(SHADE).set_border_bottom(FormatBorder::Thin);
        Self {
            plain: Format::new().set_align(FormatAlign::Top).set_text_wrap(),
            title: Format::new().set_bold().set_font_size(14),
            number_head: head.clone().set_align(FormatAlign::Right),
            head,
            sum: Format::new().set_bold().set_border_top(FormatBorder::Thin),
            note: Format::new().set_font_size(9).set_font_color(GREY),
            input: Format::new().set_background_color(INPUT).set_border(FormatBorder::Thin),
        }
    }

    fn of(&self, look: Look) -> &Format {
        match look {
            Look::Plain => &self.plain,
            Look::Title => &self.title,
            Look::Head => &self.head,
            Look::NumberHead => &self.number_head,
            Look::Sum => &self.sum,
            Look::Note => &self.note,
            Look::Input => &self.input,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use calamine::{Data, Reader, Xlsx, open_workbook_from_rs};

    use super::*;

    fn text(words: &str) -> Cell {
        Cell::Text(words.to_owned(), Look::Plain)
    }

    fn table(name: &str, rows: Vec<Vec<Cell>>) -> Table {
        Table { name: name.to_owned(), widths: vec![20, 8], frozen_rows: 1, rows }
    }

    fn book(sheets: Vec<Table>) -> Workbook {
        Workbook { name: "account".to_owned(), about: "an account".to_owned(), sheets }
    }

    fn account() -> Workbook {
        let sum = Cell::Formula("=SUM(B2:B3)".to_owned(), 7.5, Look::Sum);
        let rows = vec![
            vec![Cell::Text("What".to_owned(), Look::Head), Cell::Text("How much".to_owned(), Look::Head)],
            vec![text("Taxes & tolls <1805>"), Cell::Number(10.0, Look::Plain)],
            vec![text("Corps"), Cell::Number(-2.5, Look::Plain)],
            vec![Cell::Empty, sum],
        ];
        book(vec![table("Money", rows), table("Manpower", vec![vec![text("none")]])])
    }

    fn opened(workbook: &Workbook) -> Xlsx<Cursor<Vec<u8>>> {
        open_workbook_from_rs(Cursor::new(xlsx(workbook).expect("writes"))).expect("opens")
    }

    #[test]
    fn words_numbers_and_formulas_with_their_values_are_read_back() {
        let mut file = opened(&account());
        assert_eq!(file.sheet_names(), ["Money", "Manpower"]);
        let cells = file.worksheet_range("Money").expect("a sheet");
        assert_eq!(cells.get((1, 0)), Some(&Data::String("Taxes & tolls <1805>".to_owned())));
        assert_eq!(cells.get((2, 1)), Some(&Data::Float(-2.5)));
        assert_eq!(cells.get((3, 1)), Some(&Data::Float(7.5)));
        let formulas = file.worksheet_formula("Money").expect("a sheet");
        assert_eq!(formulas.cells().map(|(_, _, formula)| formula.as_str()).collect::<Vec<_>>(), ["SUM(B2:B3)"]);
    }

    #[test]
    fn words_never_become_formulas() {
        let words = ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "\t=1", "http://example.org/", "\u{1}\u{b}"];
        let mut file = opened(&book(vec![table("Press", words.iter().map(|words| vec![text(words)]).collect())]));
        let cells = file.worksheet_range("Press").expect("a sheet");
        for (row, words) in (0..).zip(&words[..7]) {
            assert_eq!(cells.get((row, 0)), Some(&Data::String((*words).to_owned())));
        }
        assert!(file.worksheet_formula("Press").expect("a sheet").is_empty());
    }

    #[test]
    fn a_text_longer_than_a_cell_is_cut() {
        let mut file = opened(&book(vec![table("Long", vec![vec![text(&"ü".repeat(40_000))]])]));
        let cells = file.worksheet_range("Long").expect("a sheet");
        assert_eq!(cells.get((0, 0)), Some(&Data::String("ü".repeat(LONGEST_TEXT))));
    }

    #[test]
    fn the_same_workbook_gives_the_same_bytes() {
        assert_eq!(xlsx(&account()), xlsx(&account()));
    }

    #[test]
    fn what_no_spreadsheet_can_hold_is_refused_with_the_reason() {
        let twice = book(vec![table("Same", Vec::new()), table("same", Vec::new())]);
        assert!(xlsx(&twice).expect_err("refused").contains("ame"));
        assert!(xlsx(&book(vec![table("a/b", Vec::new())])).is_err());
        let infinite = vec![vec![Cell::Number(f64::INFINITY, Look::Plain)]];
        assert!(xlsx(&book(vec![table("Money", infinite)])).expect_err("refused").contains("inf is no number"));
    }
}
