//! Every case of the rules is played as it says.

use std::fs;
use std::path::Path;

use rules::Shelf;
use rules::case::Case;

use crate::CivilWarOnLine;

#[test]
#[allow(clippy::disallowed_methods, reason = "cases are files that a player could read")]
fn every_case_is_played_as_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/rules/cwol");
    let shelf = Shelf::default().with(|| CivilWarOnLine);
    let mut wrong = Vec::new();
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        match Case::parse(&fs::read_to_string(&file).unwrap()).and_then(|case| case.run(&shelf)) {
            Ok(differences) if differences.is_empty() => {}
            Ok(differences) => wrong.extend(differences.iter().map(|difference| format!("{name}: {difference}"))),
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
