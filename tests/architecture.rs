//! The house as it is drawn: which folder of `src/` may know which, and what the core never touches.

use std::fs;
use std::path::{Path, PathBuf};

/// Each folder and the others it may import. Its own parts it always may.
const TABLE: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("mail", &[]),
    ("order", &["game"]),
    ("report", &["game", "mail"]),
    ("board", &[]),
    ("kit", &["game"]),
    ("rules", &["board", "game", "kit", "order", "report"]),
    ("desk", &["game", "mail", "order", "report", "rules"]),
    ("store", &["desk", "game", "mail", "order", "report", "rules"]),
    ("post", &["mail"]),
    ("daemon", &["desk", "game", "mail", "order", "post", "report", "rules", "store"]),
    ("cli", &["board", "daemon", "desk", "game", "mail", "order", "post", "report", "rules", "store"]),
];

/// The folders that are pure.
const CORE: [&str; 8] = ["board", "desk", "game", "kit", "mail", "order", "report", "rules"];

/// Crates that one folder alone knows.
const OWNED: &[(&str, &str)] = &[
    ("tera", "report"),
    ("rust_xlsxwriter", "report"),
    ("resvg", "report"),
    ("png", "report"),
    ("rusqlite", "store"),
    ("imap", "post"),
    ("rustls", "post"),
    ("indicatif", "cli"),
    ("clap", "cli"),
];

/// What stands beside the folders. Every folder may ask `planted` whether a bug is planted in it: without the feature of that
/// name the answer is a constant, and only with it (`tests/planted`) is the environment read there.
const BESIDE: [&str; 3] = ["lib.rs", "main.rs", "planted.rs"];

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
    /// Its module, from the folder on.
    module: Vec<String>,
    code: String,
}

impl Source {
    fn new(root: &Path, path: &Path) -> Self {
        let inner = path.strip_prefix(root).unwrap().with_extension("");
        let mut module: Vec<_> = inner.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if module.last().is_some_and(|last| last == "mod") {
            module.pop();
        }
        let code = without_tests(&masked(&fs::read_to_string(path).unwrap()));
        Self { path: path.to_owned(), module, code }
    }

    fn folder(&self) -> &str {
        &self.module[0]
    }

    /// A complaint about the place `at` in the code.
    fn complain(&self, at: usize, what: &str) -> String {
        format!("{}:{}: {what}", self.path.display(), self.code[..at].matches('\n').count() + 1)
    }

    /// Every top folder this file names, with the place.
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
            if climbed >= self.module.len() {
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
        } else if name.ends_with(".rs") && name != "tests.rs" && folder != root {
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

#[test]
fn every_folder_is_in_the_table() {
    let strange = |source: &&Source| TABLE.iter().all(|(folder, _)| *folder != source.folder());
    let complaints: Vec<_> =
        sources().iter().filter(strange).map(|source| source.complain(0, "a folder the table does not have")).collect();
    assert_none(&complaints);
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
fn no_folder_imports_what_the_table_forbids() {
    let mut complaints = Vec::new();
    for source in sources() {
        let folder = source.folder();
        let allowed = TABLE.iter().find(|(name, _)| *name == folder).map_or(&[][..], |(_, allowed)| allowed);
        for (at, head) in source.imports() {
            let is_folder = TABLE.iter().any(|(name, _)| *name == head);
            if is_folder && head != folder && !allowed.contains(&head.as_str()) {
                complaints.push(source.complain(at, &format!("{folder} may not know {head}")));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn a_rule_book_knows_no_other_rule_book() {
    let sources = sources();
    let is_book =
        |source: &&Source| source.folder() == "rules" && source.module.len() == 2 && source.path.ends_with("mod.rs");
    let books: Vec<String> = sources.iter().filter(is_book).map(|source| source.module[1].clone()).collect();
    let mut complaints = Vec::new();
    for source in sources.iter().filter(|source| source.folder() == "rules" && source.module.len() > 2) {
        for book in books.iter().filter(|book| **book != source.module[1]) {
            if let Some(at) = source.code.find(&format!("rules::{book}")) {
                complaints.push(source.complain(at, &format!("{} may not know {book}", source.module[1])));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn one_folder_alone_knows_each_outside_world() {
    let mut complaints = Vec::new();
    for source in sources() {
        for (name, owner) in OWNED.iter().filter(|(_, owner)| *owner != source.folder()) {
            let path = format!("{name}::");
            let found = source.code.match_indices(&path).find(|(at, _)| starts_a_path(&source.code, *at));
            if let Some((at, _)) = found {
                complaints.push(source.complain(at, &format!("only {owner} may know {name}")));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn the_core_has_no_clock_no_files_no_chance_and_no_random_order() {
    let mut complaints = Vec::new();
    for source in sources().iter().filter(|source| CORE.contains(&source.folder())) {
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
    let source =
        Source { path: "x.rs".into(), module: vec!["rules".into(), "x".into()], code: without_tests(&masked(text)) };
    let heads: Vec<_> = source.imports().into_iter().map(|(_, head)| head).collect();
    assert_eq!(heads, ["game", "mail", "desk", "order"]);
    assert_eq!(source.complain(source.code.find("desk").unwrap(), "here"), "x.rs:3: here");
}
