//! LibreOffice as the recipients of our worksheets have it, without its windows: it opens files, computes every formula
//! anew whatever value stands beside it, and writes what it shows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The cells of one sheet, row by row, as they are shown.
pub type Cells = Vec<Vec<String>>;

/// By default values that stand in a file are believed, and we want to know what the formulas give.
const SETTINGS: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode"><value>0</value></prop></item>
</oor:items>"#;
/// Commas, quotation marks, UTF-8, numbers as they are, every sheet in a file of its own.
const AS_CSV: &str = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1";

/// The sheets of worksheets in `folder`, recomputed, by the file's name without its ending and the sheet's name.
pub fn recomputed(folder: &Path, files: &[PathBuf]) -> BTreeMap<(String, String), Cells> {
    let (profile, shown) = (folder.join("profile"), folder.join("shown"));
    std::fs::create_dir_all(profile.join("user")).expect("a folder");
    std::fs::write(profile.join("user/registrymodifications.xcu"), SETTINGS).expect("settings");
    let ran = Command::new("soffice")
        .arg(format!("-env:UserInstallation=file://{}", profile.display()))
        .args(["--headless", "--convert-to", AS_CSV, "--outdir"])
        .arg(&shown)
        .args(files)
        .output()
        .expect("soffice, which tests/install brings");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let names: Vec<&str> = files.iter().map(|file| file.file_stem().and_then(|name| name.to_str()).unwrap()).collect();
    let written = std::fs::read_dir(&shown).expect("what soffice wrote").map(|entry| entry.expect("a file").path());
    let sheet = |path: PathBuf| {
        let written = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let of = names.iter().find_map(|name| Some((*name, written.strip_prefix(name)?.strip_prefix('-')?)));
        let (file, sheet) = of.unwrap_or_else(|| panic!("{written} is of no worksheet"));
        ((file.to_owned(), sheet.to_owned()), cells(&path))
    };
    written.map(sheet).collect()
}

fn cells(path: &Path) -> Cells {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_path(path).expect("a table");
    let row = |row: Result<csv::StringRecord, csv::Error>| row.expect("a row").iter().map(str::to_owned).collect();
    reader.records().map(row).collect()
}
