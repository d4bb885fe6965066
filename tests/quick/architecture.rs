//! The house as it is drawn: which crate may know which, and what the core never touches.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each crate of the house, its folder in `src`, the crates of the house that it may depend on, and whether it is pure.
const CRATES: &[(&str, &str, &[&str], bool)] = &[
    ("embed", "embed", &[], false),
    ("base", "base", &[], true),
    ("mail", "mail", &["base"], true),
    ("report", "report", &["base", "mail"], true),
    ("board", "board", &[], true),
    ("kit", "kit", &[], true),
    ("reader", "reader", &["base"], true),
    ("rules", "rules", &["base", "reader"], true),
    ("civil_war", "books/civil_war", &["base", "board", "kit", "reader", "rules"], true),
    ("cwol", "books/cwol", &["base", "board", "kit", "reader", "rules"], true),
    ("eia", "books/eia", &["base", "kit", "reader", "rules"], true),
    ("books", "books", &["civil_war", "cwol", "eia", "rules"], true),
    ("desk", "desk", &["base", "mail", "reader", "report", "rules"], true),
    ("post", "post", &[], false),
    ("store", "store", &["base", "desk", "mail", "rules"], false),
    ("daemon", "daemon", &["base", "desk", "mail", "post", "report", "store"], false),
    ("heap", "heap", &[], false),
];

/// The folders within `base`, and which of them each may know.
const BASE: &[(&str, &[&str])] = &[
    ("game", &["derived", "planted"]),
    ("order", &["game"]),
    ("facts", &["game", "planted"]),
    ("derived", &[]),
    ("planted", &[]),
];

/// Crates of others that one of ours alone knows; the program itself is `adjutant`.
const OWNED: &[(&str, &str)] = &[
    ("tera", "report"),
    ("rust_xlsxwriter", "report"),
    ("icalendar", "report"),
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

/// Files that show a person how a rule book is named, in help and in hints: a real one, for it can be tried.
const SHOW_A_BOOK: &[&str] =
    &["base/order/command/parse.rs", "base/order/command/table.rs", "cli/case.rs", "cli/check.rs", "cli/demo/mod.rs"];

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
pub(super) struct Source {
    path: PathBuf,
    /// The folder of its crate in `src`.
    pub(super) home: &'static str,
    /// Its module within the crate.
    module: Vec<String>,
    pub(super) code: String,
    /// The same with its texts.
    told: String,
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
        let (code, told) = read(&fs::read_to_string(path).unwrap());
        Self { path: path.to_owned(), home, module, code, told }
    }

    /// A file `x.rs` of this text, to try on it what looks at sources.
    pub(super) fn of_text(home: &'static str, module: &[&str], text: &str) -> Self {
        let (code, told) = read(text);
        let module = module.iter().map(|part| (*part).to_owned()).collect();
        Self { path: "x.rs".into(), home, module, code, told }
    }

    /// A complaint about the place `at` in the code.
    pub(super) fn complain(&self, at: usize, what: &str) -> String {
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

pub(super) fn starts_a_word(code: &str, at: usize) -> bool {
    !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

fn starts_a_path(code: &str, at: usize) -> bool {
    starts_a_word(code, at) && !code[..at].ends_with("::")
}

/// The code without comments and tests: without its texts, and with them.
fn read(source: &str) -> (String, String) {
    let masked = masked(source, false);
    let code = without_tests(&masked);
    let told = self::masked(source, true);
    let lines = told.lines().zip(masked.lines().zip(code.lines()));
    let told =
        lines.map(|(told, (masked, code))| if masked == code { told } else { "" }).collect::<Vec<_>>().join("\n");
    (code, told)
}

/// The code with comments blanked out, and texts and characters unless they are kept.
fn masked(source: &str, keeps_texts: bool) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let length = skipped(rest, &out);
        let (skip, after) = rest.split_at(length);
        if keeps_texts && !skip.is_empty() && !skip.starts_with('/') {
            out.push_str(skip);
            rest = after;
            continue;
        }
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

pub(super) fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    collect(&root, &root, &mut found);
    found
}

pub(super) fn assert_none(complaints: &[String]) {
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
        let strange = allowed.iter().find(|other| !["base", "board", "kit", "reader", "rules"].contains(other));
        assert_eq!(strange, None, "{name}");
    }
}

/// The places in a text where a word stands alone.
pub(super) fn places_of(text: &str, word: &str) -> Vec<usize> {
    let is_joined = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let stands_alone =
        |at: &usize| !text[..*at].ends_with(is_joined) && !text[at + word.len()..].starts_with(is_joined);
    text.match_indices(word).map(|(at, _)| at).filter(stands_alone).collect()
}

#[test]
fn a_rule_book_is_named_in_its_own_folder_and_on_the_shelf_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut complaints = Vec::new();
    let mut showing = BTreeSet::new();
    for id in adjutant::books::of_the_house().books() {
        let name = id.replace('-', "_");
        let own = root.join("books").join(&name);
        assert!(own.is_dir(), "the book {id} lives in {}", own.display());
        for source in sources().iter().filter(|source| !source.path.starts_with(&own) && source.home != "books") {
            let mut places = places_of(&source.told, id);
            places.extend(places_of(&source.told, &name));
            let inner = source.path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
            match SHOW_A_BOOK.contains(&inner.as_str()) {
                true if !places.is_empty() => drop(showing.insert(inner)),
                true => {}
                false => complaints.extend(places.iter().map(|at| {
                    let line = source.told[..*at].matches('\n').count() + 1;
                    format!("{}:{line}: names the book {id}", source.path.display())
                })),
            }
        }
    }
    assert_none(&complaints);
    assert_eq!(showing.iter().map(String::as_str).collect::<Vec<_>>(), SHOW_A_BOOK);
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
    let source = Source::of_text("", &["rules", "x"], text);
    let heads: Vec<_> = source.imports().into_iter().map(|(_, head)| head).collect();
    assert_eq!(heads, ["game", "mail", "desk", "order"]);
    assert_eq!(source.complain(source.code.find("desk").unwrap(), "here"), "x.rs:3: here");
    let is_told = |word: &str| source.told.contains(word);
    assert_eq!(["post", "cli", "desk", "store", "order"].map(is_told), [true, false, true, false, true]);
}

/// Crates in which files still know each other in a circle, and how many files stand in one. No crate gets in here, and a number
/// only becomes smaller.
const CIRCLES: &[(&str, usize)] = &[
    ("base", 11),
    ("mail", 6),
    ("rules", 4),
    ("civil_war", 80),
    ("eia", 32),
    ("post", 18),
    ("store", 24),
    ("daemon", 16),
    ("adjutant", 12),
];

/// The folders of the desk: each sees those before it alone.
const STEPS: &[&str] = &["files", "said", "proof", "phase", "letter", "commands", "judging", "deadlines"];

type Names = Vec<String>;

/// Which files of one crate know which, and by what names. Whoever goes through a `pub use` knows the file behind it; tests
/// and `mod` lines know nobody.
struct Graph<'s> {
    files: Vec<&'s Source>,
    places: BTreeMap<&'s [String], usize>,
    /// What each file imports: the path as it is written, and the name it has from then on.
    uses: Vec<Vec<(Names, String)>>,
    edges: Vec<BTreeMap<usize, BTreeSet<String>>>,
}

impl<'s> Graph<'s> {
    fn of(sources: &'s [Source], home: &str) -> Self {
        let files: Vec<&Source> = sources.iter().filter(|source| source.home == home).collect();
        let uses = files.iter().map(|file| uses_of(&file.code)).collect();
        let places = (0..).zip(&files).map(|(place, file)| (file.module.as_slice(), place)).collect();
        let mut graph = Self { edges: vec![BTreeMap::new(); files.len()], files, places, uses };
        for file in 0..graph.files.len() {
            for path in graph.paths_in(file) {
                let Some((other, item)) = graph.resolve(path, 0) else { continue };
                if other != file {
                    graph.edges[file].entry(other).or_default().insert(item);
                }
            }
        }
        graph
    }

    fn find(&self, module: &[String]) -> Option<usize> {
        self.places.get(module).copied()
    }

    /// Every path within the crate that a file names, from the crate's root.
    fn paths_in(&self, file: usize) -> Vec<Names> {
        let absolute = |path: &Names| self.absolute(&self.files[file].module, path);
        let imported: BTreeMap<&String, Names> =
            self.uses[file].iter().filter_map(|(path, name)| Some((name, absolute(path)?))).collect();
        let behind = |path: Names| match imported.get(&path[0]) {
            Some(import) => Some([import.clone(), path[1..].to_vec()].concat()),
            None => absolute(&path),
        };
        let body = without_uses(&self.files[file].code);
        imported.values().cloned().chain(paths_of(&body).into_iter().filter_map(behind)).collect()
    }

    /// A path as it is written in a module, from the crate's root; none when it leads out of the crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Names> {
        let climbed = path.iter().take_while(|part| *part == "super").count();
        let from = |depth: usize, skipped: usize| [&module[..depth], &path[skipped..]].concat();
        match path[0].as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some(from(module.len(), 1)),
            "super" => Some(from(module.len().checked_sub(climbed)?, climbed)),
            child => self.find(&[module, &[child.to_owned()]].concat()).map(|_| from(module.len(), 0)),
        }
    }

    /// The file that defines what a path names, and what that is; none for a module as such.
    fn resolve(&self, path: Names, depth: usize) -> Option<(usize, String)> {
        let reached = (0..=path.len()).rev().find_map(|end| Some((end, self.find(&path[..end])?)));
        let (end, file) = reached?;
        let item = path.get(end)?;
        let import = self.uses[file].iter().find(|(_, name)| name == item);
        let behind = import.and_then(|(import, _)| self.absolute(&self.files[file].module, import));
        match behind.filter(|_| depth < 8) {
            Some(behind) => self.resolve([behind, path[end + 1..].to_vec()].concat(), depth + 1),
            None => Some((file, item.clone())),
        }
    }

    /// Whom a file knows, directly or by others.
    fn known_by(&self, file: usize) -> BTreeSet<usize> {
        let mut known = BTreeSet::new();
        let mut open = vec![file];
        while let Some(next) = open.pop() {
            open.extend(self.edges[next].keys().filter(|other| known.insert(**other)));
        }
        known
    }

    /// The files that know each other in a circle, each circle for itself.
    fn circles(&self) -> Vec<Vec<usize>> {
        let known: Vec<BTreeSet<usize>> = (0..self.files.len()).map(|file| self.known_by(file)).collect();
        let mut circles: Vec<Vec<usize>> = Vec::new();
        for file in 0..self.files.len() {
            let circle: Vec<usize> =
                known[file].iter().copied().filter(|other| known[*other].contains(&file)).collect();
            if circle.first() == Some(&file) {
                circles.push(circle);
            }
        }
        circles
    }

    fn name(&self, file: usize) -> String {
        let name = self.files[file].module.join("/");
        if name.is_empty() { "lib".to_owned() } else { name }
    }

    /// The edges within a circle, a row each.
    fn rows(&self, circle: &[usize]) -> Vec<String> {
        let within = |file: &usize| self.edges[*file].iter().filter(|(other, _)| circle.contains(other));
        let row = |file: usize, other: usize, items: &BTreeSet<String>| {
            let items: Vec<&str> = items.iter().map(String::as_str).collect();
            format!("    {} -> {}: {}", self.name(file), self.name(other), items.join(", "))
        };
        let rows = circle.iter().flat_map(|file| within(file).map(|(other, items)| row(*file, *other, items)));
        rows.collect()
    }
}

/// What is imported: each path as it is written, and the name that it has from then on.
fn uses_of(code: &str) -> Vec<(Names, String)> {
    use_statements(code).into_iter().flat_map(|(start, end)| branches(&[], &code[start..end])).collect()
}

/// The code with its imports blanked out.
fn without_uses(code: &str) -> String {
    let mut out = code.to_owned();
    for (start, end) in use_statements(code) {
        out.replace_range(start..end, &" ".repeat(end - start));
    }
    out
}

/// Where what stands behind each `use` begins and ends.
fn use_statements(code: &str) -> Vec<(usize, usize)> {
    let starts =
        code.match_indices("use ").filter(|(at, _)| starts_a_word(code, *at)).map(|(at, word)| at + word.len());
    starts.filter_map(|start| Some((start, start + code[start..].find(';')?))).collect()
}

/// The paths of a tree of imports.
fn branches(before: &[String], tree: &str) -> Vec<(Names, String)> {
    let mut found = Vec::new();
    for branch in apart(tree) {
        let (path, group) = match branch.split_once('{') {
            Some((path, rest)) => (path, rest.rsplit_once('}').map(|(inner, _)| inner)),
            None => (branch, None),
        };
        let (path, name) = path.split_once(" as ").map_or((path, None), |(path, name)| (path, Some(name.trim())));
        let parts = path.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty());
        let mut path: Names = before.iter().cloned().chain(parts).collect();
        if let Some(group) = group {
            found.extend(branches(&path, group));
            continue;
        }
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let last = path.last().cloned().unwrap_or_default();
        found.push((path, name.map_or(last, str::to_owned)));
    }
    found
}

/// What stands between the commas that no braces enclose.
fn apart(tree: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in tree.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&tree[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tree[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Every path of two parts or more that stands in the code.
fn paths_of(code: &str) -> Vec<Names> {
    let is_of_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = code.split(|c: char| !is_of_path(c));
    let paths = words.filter(|word| word.contains("::") && !word.starts_with(':'));
    let parts = |path: &str| path.split("::").map(str::to_owned).filter(|part| !part.is_empty()).collect::<Names>();
    paths.map(parts).filter(|path| path.len() > 1 && path.iter().all(|part| !part.contains(':'))).collect()
}

#[test]
fn files_know_each_other_in_one_direction() {
    let sources = sources();
    let mut complaints = Vec::new();
    for (name, home) in CRATES.iter().map(|(name, home, ..)| (*name, *home)).chain([("adjutant", "")]) {
        let graph = Graph::of(&sources, home);
        let circles = graph.circles();
        let count: usize = circles.iter().map(Vec::len).sum();
        let known = CIRCLES.iter().find(|(known, _)| *known == name).map_or(0, |(_, count)| *count);
        let rows = circles.iter().flat_map(|circle| {
            let head = format!("{name}: a circle of {} files", circle.len());
            std::iter::once(head).chain(graph.rows(circle))
        });
        println!("{}", rows.collect::<Vec<_>>().join("\n"));
        if count != known {
            let change = if count > known { "more than" } else { "write it down, no more" };
            complaints.push(format!("{name}: {count} files stand in circles, and {known} are known ({change})"));
        }
    }
    assert_none(&complaints);
}

#[test]
fn each_step_of_the_desk_sees_those_before_it_alone() {
    let sources = sources();
    let graph = Graph::of(&sources, "desk");
    let step =
        |file: usize| STEPS.iter().position(|step| graph.files[file].module.first().is_some_and(|of| of == step));
    let mut complaints = Vec::new();
    for file in (0..graph.files.len()).filter(|file| !graph.files[*file].module.is_empty()) {
        let Some(own) = step(file) else {
            complaints.push(format!("{} is on no step", graph.name(file)));
            continue;
        };
        let upward = graph.edges[file].iter().filter(|(other, _)| step(**other).is_none_or(|other| other > own));
        let row = |(other, items): (&usize, &BTreeSet<String>)| {
            format!("{} looks up to {}: {items:?}", graph.name(file), graph.name(*other))
        };
        complaints.extend(upward.map(row));
    }
    assert_none(&complaints);
}

#[test]
fn the_finder_of_circles_sees_through_what_is_passed_on() {
    let source = |module: &str, code: &str| {
        let module: Vec<&str> = module.split('/').filter(|part| !part.is_empty()).collect();
        Source::of_text("x", &module, code)
    };
    let sources = [
        source("", "mod a; mod b; pub use b::{Thing as Named, c::deep};"),
        source("a", "use crate::{Named, deep}; fn f() { super::d::g(); }"),
        source("b", "pub mod c; pub struct Thing;"),
        source("b/c", "use super::super::a; fn deep() { a::f(); }"),
        source("d", "pub fn g() {}"),
    ];
    let graph = Graph::of(&sources, "x");
    let rows: Vec<String> = graph.circles().iter().flat_map(|circle| graph.rows(circle)).collect();
    assert_eq!(rows, ["    a -> b/c: deep", "    b/c -> a: f"]);
    assert_eq!(graph.edges[1].len(), 3);
    assert_eq!(graph.edges[0].keys().copied().collect::<Vec<_>>(), [2, 3]);
}
