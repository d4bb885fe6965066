//! Worksheets and pictures that go with a letter, as data: what stands in them, not how their files are written.

use serde_json::Value;

/// Something that goes with a letter beside its text.
#[derive(Debug, Clone, PartialEq)]
pub enum Enclosure {
    /// A workbook for a spreadsheet program.
    Workbook(Workbook),
    /// A picture, shown in the letter's page and attached.
    Picture(Picture),
}

/// A workbook.
#[derive(Debug, Clone, PartialEq)]
pub struct Workbook {
    /// The file's name without its ending: lower-case words with hyphens.
    pub name: String,
    /// Its sheets, in order.
    pub sheets: Vec<Table>,
}

/// One sheet of a workbook.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The name on its tab, at most 31 characters.
    pub name: String,
    /// Widths of the columns, in characters.
    pub widths: Vec<u16>,
    /// How many rows at the top stay in sight.
    pub frozen_rows: u32,
    /// The cells, row by row.
    pub rows: Vec<Vec<Cell>>,
}

/// One cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Words.
    Text(String, Look),
    /// A number.
    Number(f64, Look),
    /// A live formula ("=SUM(C4:C9)") and the number it gives now.
    Formula(String, f64, Look),
}

/// How a cell looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Look {
    /// As the program likes.
    #[default]
    Plain,
    /// The title of a sheet.
    Title,
    /// The head of a column.
    Head,
    /// A sum: bold, with a line above.
    Sum,
    /// A remark, smaller and grey.
    Note,
}

/// A picture, drawn by a template of the rule book.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The file's name without its ending.
    pub name: String,
    /// The template that draws it as SVG ("eia/chart.svg").
    pub template: &'static str,
    /// What the template sees as `picture`.
    pub data: Value,
    /// What it shows, in a sentence, for whoever cannot see it.
    pub alt: String,
    /// Width of the file in pixels.
    pub width: u32,
}
