//! The house as it is drawn: which crate may know which, and what the core never touches.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each crate of the house, its folder in `src`, the crates of the house that it may depend on, and whether it is pure.
const CRATES: &[(&str, &str, &[&str], bool)] = &[
    ("base", "base", &[], true),
    ("mail", "mail", &["base"], true),
    ("report", "report", &["base", "mail"], true),
    ("board", "board", &[], true),
    ("kit", "kit", &[], true),
    ("rules", "rules", &["base"], true),
    ("civil_war", "books/civil_war", &["base", "board", "kit", "rules"], true),
    ("eia", "books/eia", &["base", "kit", "rules"], true),
    ("books", "books", &["civil_war", "eia", "rules"], true),
    ("desk", "desk", &["base", "mail", "report", "rules"], true),
    ("post", "post", &[], false),
    ("store", "store", &["base", "desk", "mail", "rules"], false),
    ("daemon", "daemon", &["base", "desk", "mail", "post", "report", "store"], false),
    ("heap", "heap", &[], false),
];

/// The folders within `base`, and which of them each may know.
const BASE: &[(&str, &[&str])] =
    &[("game", &["planted"]), ("order", &["game"]), ("facts", &["game", "planted"]), ("planted", &[])];

/// Crates of others that one of ours alone knows; the program itself is `adjutant`.
const OWNED: &[(&str, &str)] = &[
    ("tera", "report"),
    ("rust_xlsxwriter", "report"),
    ("resvg", "report"),
    ("png", "report"),
    ("mail-parser", "mail"),
    ("rusqlite", "store"),
    ("imap", "post"),
    ("rustls", "post"),
    ("mimalloc", "heap"),
    ("indicatif", "adjutant"),
    ("clap", "adjutant"),
];

/// What stands beside the folders.
const BESIDE: [&str; 2] = ["lib.rs", "main.rs"];

/// Words that never stand in the core.
const BANNED: &[&str] = &[
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
    "SystemTime",
    "Instant::now",
    "Utc::now",
    "Local::now",
    "HashMap",
    "HashSet",
    "getrandom",
    "tokio",
];

/// One source file without comments, texts and tests, its lines kept in place.
struct Source {
    path: PathBuf,
    /// The folder of its crate in `src`.
    home: &'static str,
    /// Its module within the crate.
    module: Vec<String>,
    code: String,
}

impl Source {
    fn new(root: &Path, path: &Path) -> Self {
        let inner = path.strip_prefix(root).unwrap();
        let homes = CRATES.iter().map(|(_, home, ..)| *home).filter(|home| inner.starts_with(home));
        let home = homes.max_by_key(|home| home.len()).unwrap_or_default();
        let place = inner.strip_prefix(home).unwrap().with_extension("");
        let mut module: Vec<_> = place.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if module.last().is_some_and(|last| last == "mod" || last == "lib") {
            module.pop();
        }
        let code = without_tests(&masked(&fs::read_to_string(path).unwrap()));
        Self { path: path.to_owned(), home, module, code }
    }

    /// A complaint about the place `at` in the code.
    fn complain(&self, at: usize, what: &str) -> String {
        format!("{}:{}: {what}", self.path.display(), self.code[..at].matches('\n').count() + 1)
    }

    /// Every top module of its crate that this file names, with the place.
    fn imports(&self) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        for (at, _) in self.code.match_indices("crate::").filter(|(at, _)| starts_a_word(&self.code, *at)) {
            found.extend(heads(&self.code[at + "crate::".len()..]).into_iter().map(|head| (at, head)));
        }
        for (at, _) in self.code.match_indices("super::").filter(|(at, _)| starts_a_path(&self.code, *at)) {
            let mut rest = &self.code[at..];
            let mut climbed = 0;
            while let Some(next) = rest.strip_prefix("super::") {
                rest = next;
                climbed += 1;
            }
            if climbed >= self.module.len() && !self.module.is_empty() {
                found.extend(heads(rest).into_iter().map(|head| (at, head)));
            }
        }
        found
    }
}

/// The first names of what follows a path's start: one, or those of a group in braces.
fn heads(rest: &str) -> Vec<String> {
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(group) = rest.strip_prefix('{') else { return vec![name(rest)] };
    let mut heads = Vec::new();
    let mut depth = 0;
    let mut is_start = true;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => is_start = true,
            c if is_start && !c.is_whitespace() => {
                heads.push(name(&group[at..]));
                is_start = false;
            }
            _ => {}
        }
    }
    heads
}

fn starts_a_word(code: &str, at: usize) -> bool {
    !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

fn starts_a_path(code: &str, at: usize) -> bool {
    starts_a_word(code, at) && !code[..at].ends_with("::")
}

/// The code with comments, texts and characters blanked out.
fn masked(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let length = skipped(rest, &out);
        let (skip, after) = rest.split_at(length);
        if skip.is_empty() {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        out.extend(skip.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = after;
    }
    out
}

/// How much of `rest` is a comment, a text or a character; `before` is the code in front of it.
fn skipped(rest: &str, before: &str) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return rest.find("*/").map_or(rest.len(), |end| end + 2);
    }
    let hashes = rest.strip_prefix('r').map(|raw| raw.len() - raw.trim_start_matches('#').len());
    if let Some(hashes) =
        hashes.filter(|hashes| rest[1 + hashes..].starts_with('"') && starts_a_word(before, before.len()))
    {
        let close = format!("\"{}", "#".repeat(hashes));
        let body = hashes + 2;
        return rest[body..].find(&close).map_or(rest.len(), |end| body + end + close.len());
    }
    match rest.as_bytes() {
        [b'"', ..] => end_of_text(rest, '"'),
        // A lifetime has no closing mark after its first character.
        [b'\'', b'\\', ..] => end_of_text(rest, '\''),
        [b'\'', ..] => rest[1..].chars().next().map_or(0, |c| {
            let after = 1 + c.len_utf8();
            if rest[after..].starts_with('\'') { after + 1 } else { 0 }
        }),
        _ => 0,
    }
}

fn end_of_text(rest: &str, mark: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == mark => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The code with everything that stands under `#[cfg(test)]` blanked out.
fn without_tests(code: &str) -> String {
    let mut out = code.to_owned();
    while let Some(start) = out.find("#[cfg(test)]") {
        let body = out[start..].find(['{', ';']).map_or(out.len(), |at| start + at);
        let end = match out[body..].starts_with('{') {
            true => closing(&out, body),
            false => (body + 1).min(out.len()),
        };
        let blank: String = out[start..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        out.replace_range(start..end, &blank);
    }
    out
}

/// One past the brace that closes the one at `open`.
fn closing(code: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, c) in code[open..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return open + at + 1;
        }
    }
    code.len()
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<Source>) {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // `tests.rs` and `tests/` hold the tests of the module beside them.
        if path.is_dir() && name != "tests" {
            collect(root, &path, found);
        } else if name.ends_with(".rs") && name != "tests.rs" && name != "planted.rs" && folder != root {
            found.push(Source::new(root, &path));
        }
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    collect(&root, &root, &mut found);
    found
}

fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

fn manifest(home: &str) -> toml::Table {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = if home.is_empty() { root.to_owned() } else { root.join("src").join(home) };
    let path = folder.join("Cargo.toml");
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display())).parse().unwrap()
}

/// What a crate depends on, tests aside.
fn dependencies(home: &str) -> BTreeSet<String> {
    let manifest = manifest(home);
    let all = manifest["dependencies"].as_table().unwrap().keys().cloned();
    all.collect()
}

fn is_ours(name: &str) -> bool {
    CRATES.iter().any(|(ours, ..)| *ours == name)
}

#[test]
fn every_crate_is_in_the_table() {
    let root = manifest("");
    let members: Vec<_> =
        root["workspace"]["members"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    let mut drawn: Vec<_> = CRATES.iter().map(|(_, home, ..)| format!("src/{home}")).collect();
    drawn.sort();
    let mut members = members;
    members.sort_unstable();
    assert_eq!(members, drawn);
}

#[test]
fn beside_the_folders_stands_nothing_but_what_is_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file());
    let mut names: Vec<_> = files.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    assert_eq!(names, BESIDE);
}

#[test]
fn every_crate_depends_on_what_the_table_says_of_the_house() {
    for (name, home, allowed, _) in CRATES {
        let ours: Vec<String> = dependencies(home).into_iter().filter(|name| is_ours(name)).collect();
        assert_eq!(ours, *allowed, "{name}");
    }
}

#[test]
fn a_rule_book_knows_no_letters_no_pages_and_no_other_book() {
    for (name, _, allowed, _) in CRATES.iter().filter(|(_, home, ..)| home.starts_with("books/")) {
        let strange = allowed.iter().find(|other| !["base", "board", "kit", "rules"].contains(other));
        assert_eq!(strange, None, "{name}");
    }
}

#[test]
fn the_folders_of_the_base_know_what_the_table_says() {
    let mut complaints = Vec::new();
    for source in sources().iter().filter(|source| source.home == "base" && !source.module.is_empty()) {
        let folder = &source.module[0];
        let allowed = BASE.iter().find(|(name, _)| name == folder).map_or(&[][..], |(_, allowed)| allowed);
        for (at, head) in source.imports() {
            let is_folder = BASE.iter().any(|(name, _)| *name == head);
            if is_folder && head != *folder && !allowed.contains(&head.as_str()) {
                complaints.push(source.complain(at, &format!("{folder} may not know {head}")));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn one_crate_alone_knows_each_outside_world() {
    let all = CRATES.iter().map(|(name, home, ..)| (*name, *home)).chain([("adjutant", "")]);
    for (name, home) in all {
        let found = dependencies(home);
        let strange = OWNED.iter().find(|(crate_of_others, owner)| *owner != name && found.contains(*crate_of_others));
        assert_eq!(strange, None, "{name}");
    }
}

#[test]
fn no_crate_but_the_allocators_may_be_unsafe() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let roots = CRATES.iter().filter(|(name, ..)| *name != "heap").map(|(_, home, ..)| format!("{home}/lib.rs"));
    for path in roots.chain(BESIDE.map(str::to_owned)) {
        let code = fs::read_to_string(root.join(&path)).unwrap();
        assert!(code.contains("#![forbid(unsafe_code)]"), "{path}");
    }
}

#[test]
fn the_core_has_no_clock_no_files_no_chance_and_no_random_order() {
    let mut complaints = Vec::new();
    let is_core = |home: &str| CRATES.iter().any(|(_, of, _, is_pure)| *of == home && *is_pure);
    for source in sources().iter().filter(|source| is_core(source.home)) {
        for word in BANNED {
            let places = source.code.match_indices(word).filter(|(at, _)| starts_a_word(&source.code, *at));
            complaints.extend(places.map(|(at, _)| source.complain(at, &format!("no {word} in the core"))));
        }
        for (at, _) in source.code.match_indices("std::{") {
            let heads = heads(&source.code[at + "std::".len()..]);
            let banned = heads.iter().filter(|head| BANNED.contains(&format!("std::{head}").as_str()));
            complaints.extend(banned.map(|head| source.complain(at, &format!("no std::{head} in the core"))));
        }
    }
    assert_none(&complaints);
}

#[test]
fn the_reader_of_imports_sees_code_and_nothing_else() {
    let text = "use crate::{game::Dice, mail};\nlet x = \"crate::post\"; // crate::cli\nfn f<'a>(c: &'a char) -> crate::desk::X { '\"'; }\n#[cfg(test)]\nmod tests { use crate::store; }\nuse super::super::order::Line;";
    let source = Source {
        path: "x.rs".into(),
        home: "",
        module: vec!["rules".into(), "x".into()],
        code: without_tests(&masked(text)),
    };
    let heads: Vec<_> = source.imports().into_iter().map(|(_, head)| head).collect();
    assert_eq!(heads, ["game", "mail", "desk", "order"]);
    assert_eq!(source.complain(source.code.find("desk").unwrap(), "here"), "x.rs:3: here");
}
