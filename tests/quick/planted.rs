//! The bugs that are planted on purpose: `tests/planted.tsv` names each of them with its place and the test that must catch
//! it. Here: the table, the code and the page on reliability tell of the same bugs, and the tests are there. Whether
//! they catch the bugs, the script `tests/planted` sees.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How a bug is asked for in the code, its name left out.
const ASKED: &str = "is_planted(\"";

struct Row {
    bug: String,
    place: String,
    /// As `file::test`.
    test: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn rows() -> Vec<Row> {
    let read = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [bug, place, test, breaks] = cells[..] else { panic!("not four cells: {line}") };
        assert!(!breaks.is_empty(), "{bug}: what does it break?");
        Row { bug: bug.to_owned(), place: place.to_owned(), test: test.to_owned() }
    };
    text("tests/planted.tsv").lines().skip(1).map(read).collect()
}

/// Every bug in the code, with the files it is planted in.
fn planted(folder: &Path, found: &mut BTreeMap<String, BTreeSet<String>>) {
    let paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    for path in paths {
        if path.is_dir() {
            planted(&path, found);
            continue;
        }
        if path.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        let place = path.strip_prefix(root()).unwrap().display().to_string();
        for asked in text(&place).split(ASKED).skip(1) {
            let bug = asked.split('"').next().unwrap().to_owned();
            found.entry(bug).or_default().insert(place.clone());
        }
    }
}

#[test]
fn the_table_and_the_code_name_the_same_bugs_at_the_same_places() {
    let rows = rows();
    let mut in_code = BTreeMap::new();
    planted(&root().join("src"), &mut in_code);
    let in_table: BTreeMap<_, _> = rows.iter().map(|row| (row.bug.clone(), [row.place.clone()].into())).collect();
    assert_eq!(in_code, in_table);
    assert_eq!(rows.len(), in_table.len(), "a bug stands in the table twice");
    assert!(rows.len() >= 12, "{}", rows.len());
}

#[test]
fn every_test_that_must_catch_a_bug_is_there() {
    for Row { bug, test, .. } in rows() {
        let (file, name) = test.split_once("::").unwrap_or_else(|| panic!("{bug}: {test} is no file::test"));
        assert!(text(file).contains(&format!("fn {name}(")), "{bug}: {file} has no {name}");
    }
}

#[test]
fn the_page_on_reliability_tells_of_every_bug_and_what_catches_it() {
    let page = text("docs/reliability.md");
    for Row { bug, test, .. } in rows() {
        let row = page.lines().find(|line| line.starts_with('|') && line.contains(&format!("`{bug}`")));
        let row = row.unwrap_or_else(|| panic!("{bug} is not on the page"));
        assert!(row.contains(&format!("`{test}`")), "{bug}: the page does not say that {test} catches it");
    }
}

#[test]
fn the_program_as_it_is_shipped_has_none_of_them() {
    for (path, feature) in
        [("Cargo.toml", "planted-bugs = [\"base/planted-bugs\"]"), ("src/base/Cargo.toml", "planted-bugs = []")]
    {
        let manifest = text(path);
        let features = manifest.split("[features]").nth(1).and_then(|rest| rest.split("\n[").next()).expect("features");
        assert!(features.contains(feature) && !features.contains("default"), "{path}: {features}");
    }
}
