//! Worksheets and pictures that go with a letter, as finished files.

use base::facts::{Plan, Viewer};

/// The enclosures of one reader's letter as files. Made by the renderer alone.
#[derive(Debug, Clone)]
pub struct Enclosed {
    pub(crate) viewer: Viewer,
    pub(crate) files: Vec<EnclosedFile>,
    pub(crate) plans: Vec<Plan>,
}

impl Enclosed {
    /// The files.
    pub fn files(&self) -> &[EnclosedFile] {
        &self.files
    }
}

/// Lines that a program reads, as an enclosure for a reader; `name` is the file's without its ending, and `sentence` tells what it has.
pub fn plain_file(viewer: Viewer, name: &str, sentence: String, lines: &str) -> Enclosed {
    let (name, bytes) = (format!("{name}.txt"), lines.as_bytes().to_vec());
    let file = EnclosedFile { name, media: "text/plain", bytes, sentence, shown: None };
    Enclosed { viewer, files: vec![file], plans: Vec::new() }
}

/// One enclosure as a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnclosedFile {
    /// The file's name ("chart.png").
    pub name: String,
    /// `type/subtype`
    pub media: &'static str,
    /// The file.
    pub bytes: Vec<u8>,
    /// What a letter's text says of it, in a whole sentence.
    pub sentence: String,
    /// How the letter's page shows it, when it is a picture.
    pub shown: Option<Shown>,
}

/// How a letter's page shows a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// By what the page refers to it, without angle brackets.
    pub content_id: String,
    /// What it shows, for whoever cannot see it.
    pub alt: String,
    /// Width in the page, in pixels.
    pub width: u32,
}
