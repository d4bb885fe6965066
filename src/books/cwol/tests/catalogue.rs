//! `docs/rules/cwol.md`: a row for each statement of the rules, and what it names is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

fn at(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path)
}

#[allow(clippy::disallowed_methods, reason = "the list is a file that a player could read")]
fn read(path: &str) -> Option<String> {
    fs::read_to_string(at(path)).ok()
}

fn list() -> String {
    read("docs/rules/cwol.md").unwrap()
}

/// What stands between back ticks.
fn named(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Names of the cases there are.
#[allow(clippy::disallowed_methods, reason = "cases are files that a player could read")]
fn cases() -> Vec<String> {
    let files = fs::read_dir(at("tests/rules/cwol")).unwrap();
    files.filter_map(|file| Some(file.unwrap().path().file_stem()?.to_string_lossy().into_owned())).collect()
}

#[test]
fn the_list_has_a_row_for_each_statement_of_the_rules_and_each_decision() {
    let list = list();
    let ids: BTreeSet<&str> =
        list.lines().filter(|line| line.starts_with("| ")).filter_map(|line| line.split(' ').nth(1)).collect();
    let count = |head: &str| ids.iter().filter(|id| id.starts_with(head)).count();
    assert_eq!((count("SLAG-"), count("SNNM-")), (327, 63));
    let missing: Vec<String> = (1..=77).map(|n| format!("D{n:02}")).filter(|id| !ids.contains(id.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn what_the_list_says_does_a_thing_is_in_the_file_that_it_names() {
    let mut missing = Vec::new();
    for name in list().lines().flat_map(|line| named(line).map(str::to_owned).collect::<Vec<_>>()) {
        let Some((file, items)) = name.split_once(".rs: ") else { continue };
        let code = read(&format!("src/books/cwol/{file}.rs")).or_else(|| read(&format!("src/{file}.rs")));
        let is_there = |item: &str| {
            let item = item.rsplit("::").next().unwrap_or(item);
            let is_item = |head: &str| code.as_deref().is_some_and(|code| code.contains(&format!("{head} {item}")));
            // Kinds and pools are made by a macro.
            ["fn", "struct", "enum", "const", "pub enum", "pub struct"].into_iter().any(is_item)
                || code
                    .as_deref()
                    .is_some_and(|code| code.contains(&format!("{item}:")) || code.contains(&format!("{item} {{")))
        };
        missing.extend(items.split(", ").filter(|item| !is_there(item)).map(|item| format!("{file}.rs: {item}")));
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_case_that_the_list_names_exists_and_every_case_that_names_a_row_stands_beside_it() {
    let (list, cases) = (list(), cases());
    let rows: Vec<&str> = list.lines().filter(|line| line.starts_with("| S") || line.starts_with("| D")).collect();
    let is_case = |name: &&str| {
        name.contains('-')
            && name.chars().all(|char| char.is_ascii_alphanumeric() || "-.".contains(char))
            && !name.contains(".rs")
    };
    let ends_as_file =
        |name: &&str| ["csv", "toml", "tsv", "md", "txt"].iter().any(|end| name.ends_with(&format!(".{end}")));
    let stated = rows.iter().flat_map(|row| named(row)).filter(is_case).filter(|name| !ends_as_file(name));
    let unknown: BTreeSet<&str> = stated.filter(|name| !cases.iter().any(|case| case == name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    let mut unlisted = Vec::new();
    for case in &cases {
        let text = read(&format!("tests/rules/cwol/{case}.toml")).unwrap();
        let head = text.lines().next().unwrap_or_default();
        let ids = head.split([' ', ',', ':', ';', '.']).filter(|id| id.starts_with("SLAG-") || id.starts_with("SNNM-"));
        if ids.count() > 0 && !list.contains(&format!("`{case}`")) {
            unlisted.push(case.clone());
        }
    }
    assert!(unlisted.is_empty(), "{unlisted:?}");
}
