//! Worksheets and pictures that go with a letter, as data: what stands in them, not how their files are written.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::game::{Format, Parts};

/// Something that goes with a letter beside its text.
#[derive(Debug, Clone, PartialEq)]
pub enum Enclosure {
    /// A workbook for a spreadsheet program.
    Workbook(Workbook),
    /// A picture, shown in the letter's page.
    Picture(Picture),
    /// What a picture would show, in letters of one width, for who reads text alone.
    Plan(Plan),
}

/// In which form a reader has what is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pictures {
    /// As pictures.
    Drawn,
    /// In letters of one width.
    Spelled,
    /// Not at all.
    Left,
}

impl Pictures {
    /// What fits the letters that somebody wants.
    pub fn fitting(format: Format) -> Self {
        match format {
            Format { has_pictures: false, .. } => Pictures::Left,
            Format { parts: Parts::Text, .. } => Pictures::Spelled,
            Format { parts: Parts::Html | Parts::Both, .. } => Pictures::Drawn,
        }
    }
}

/// Something drawn in letters of one width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Its heading.
    pub title: String,
    /// Its lines; each begins with two blanks, as tables do.
    pub text: String,
}

/// A workbook.
#[derive(Debug, Clone, PartialEq)]
pub struct Workbook {
    /// The file's name without its ending: lower-case words with hyphens.
    pub name: String,
    /// What it holds, as the end of a sentence without a full stop ("the accounts of France in March 1805").
    pub about: String,
    /// Its sheets, in order.
    pub sheets: Vec<Table>,
}

/// One sheet of a workbook.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The name on its tab, at most 31 characters, none of `[]:*?/\`, another one for each sheet.
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
    /// Words; never a formula, whatever they begin with.
    Text(String, Look),
    /// A number.
    Number(f64, Look),
    /// A live formula ("=SUM(C4:C9)") and the number it gives now. Never made of words that somebody wrote.
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
    /// The head of a column of words.
    Head,
    /// The head of a column of numbers: at the right, above them.
    NumberHead,
    /// A sum: bold, with a line above.
    Sum,
    /// A remark, smaller and grey.
    Note,
    /// A number that the reader may change.
    Input,
}

/// A picture, drawn by a template of the rule book.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The file's name without its ending: lower-case words with hyphens.
    pub name: String,
    /// The template that draws it as SVG ("eia/chart.svg").
    pub template: &'static str,
    /// What the template sees as `picture`.
    pub data: Value,
    /// What lies under it and is the same for many readers.
    pub backdrop: Option<Backdrop>,
    /// What it shows, as the end of a sentence without a full stop, for whoever cannot see it ("the victory points of
    /// the seven powers by quarter; France leads with 92").
    pub alt: String,
    /// Width of the file in pixels; a page shows it half as wide, for sharp screens, and no wider than its text.
    pub width: u32,
}

/// What lies under a picture: drawn once by a template of its own, and kept for the next picture of the same name. It holds
/// nothing that is for one reader alone.
#[derive(Clone)]
pub struct Backdrop {
    /// The same name is the same backdrop, place and all.
    pub name: String,
    /// The template that draws it as SVG.
    pub template: &'static str,
    /// How far it is moved to the right and down, in the picture's units.
    pub at: (f64, f64),
    /// How many times as large it is drawn, after which it is moved.
    pub scale: f64,
    /// Down to where it reaches, in the picture's units; it is as wide as the picture.
    pub height: f64,
    /// What its template sees as `picture`, made when it is asked for.
    pub data: Arc<dyn Fn() -> Value + Send + Sync>,
}

impl fmt::Debug for Backdrop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Backdrop").field("name", &self.name).finish_non_exhaustive()
    }
}

impl PartialEq for Backdrop {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
