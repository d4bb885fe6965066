//! The names of the house: one word for one concept, and one type for one name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::architecture::{Source, assert_none, places_of, sources, starts_a_word};

/// What gives a type its name.
const KINDS: [&str; 4] = ["struct", "enum", "trait", "type"];

/// A word of the glossary with the types it names, each with its crate.
fn glossary() -> Vec<(String, Vec<(String, String)>)> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/words.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| word "));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let types =
            cells[3].split(',').map(|name| name.trim().trim_matches('`').split_once("::").expect("crate::Type"));
        (cells[0].to_owned(), types.map(|(home, name)| (home.to_owned(), name.to_owned())).collect())
    };
    rows.map(row).collect()
}

#[test]
fn the_glossary_names_types_that_are_there_and_no_word_twice() {
    let (glossary, sources) = (glossary(), sources());
    assert!(glossary.len() > 40, "{}", glossary.len());
    let mut complaints = Vec::new();
    let mut words = BTreeSet::new();
    for (word, types) in &glossary {
        complaints.extend((!words.insert(word)).then(|| format!("{word} stands twice")));
        for (home, name) in types {
            let home = home.as_str();
            let is_it = |source: &&Source| {
                let kinds = ["struct", "enum", "trait"];
                source.home == home
                    && kinds.iter().any(|kind| !places_of(&source.code, &format!("pub {kind} {name}")).is_empty())
            };
            complaints.extend(sources.iter().find(is_it).is_none().then(|| format!("{word}: no {home}::{name}")));
        }
    }
    assert_none(&complaints);
}

/// Every public type that a file names, with its place. Public is `pub` alone, also where a private module stands around
/// it: what is `pub(super)` or `pub(crate)` is a matter of the few files that see it. A type whose name a macro fills in is
/// not seen here.
fn public_types(code: &str) -> Vec<(usize, &str)> {
    let name = |kind: &str, at: usize| {
        let rest = code[at + kind.len()..].strip_prefix(char::is_whitespace)?.trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        Some(&rest[..end]).filter(|name| !name.is_empty())
    };
    let is_public =
        |at: usize| code[..at].trim_end().strip_suffix("pub").is_some_and(|before| starts_a_word(before, before.len()));
    let named = |kind: &'static str| {
        let places = places_of(code, kind).into_iter().filter(|at| is_public(*at));
        places.filter_map(move |at| Some((at, name(kind, at)?)))
    };
    KINDS.into_iter().flat_map(named).collect()
}

/// A complaint for each name that two public types of one crate bear, with the places of both.
fn shared_names(sources: &[Source]) -> Vec<String> {
    let mut named: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for source in sources {
        for (at, name) in public_types(&source.code) {
            named.entry((source.home, name)).or_default().push(source.complain(at, name));
        }
    }
    named.into_values().filter(|places| places.len() > 1).map(|places| places.join("\n")).collect()
}

#[test]
fn no_two_public_types_of_a_crate_have_one_name() {
    assert_none(&shared_names(&sources()));
}

#[test]
fn the_finder_of_names_sees_every_kind_of_type_and_no_crate_but_its_own() {
    let rows = |files: &[(&'static str, &str)]| {
        let sources: Vec<Source> = files.iter().map(|(home, text)| Source::of_text(home, &[], text)).collect();
        shared_names(&sources)
    };
    for other in
        ["pub struct Row;", "pub enum Row<T> {}", "pub trait Row {}", "pub(crate) mod m { pub\ntype Row = u8; }"]
    {
        assert_eq!(rows(&[("x", "// pub struct Row;\npub struct Row(u8);"), ("x", other)]).len(), 1, "{other}");
        assert!(rows(&[("x", "pub struct Row(u8);"), ("y", other)]).is_empty(), "{other}");
    }
    let apart = "struct Row; pub(super) enum Row {} pub struct Rows; pub fn row() {} #[cfg(test)] mod tests { pub struct Row; }";
    assert!(rows(&[("x", "pub struct Row(u8);"), ("x", apart)]).is_empty());
    assert_eq!(rows(&[("x", "pub struct Row;\n\npub type Row = u8;")]), ["x.rs:1: Row\nx.rs:3: Row"]);
}
