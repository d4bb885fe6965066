//! The rules that players look up: every code that a book can cite is explained, every page fits a screen, and the documents
//! in `docs/books` are these pages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use adjutant::mail::wrap;
use adjutant::report::{Page, Renderer, RulePages, WIDTH};
use adjutant::rules::Shelf;

/// A screen of HELP: the heading, its underline and the text.
const SCREEN: usize = 24;

/// The books of the house that have rules for players, each with the folder of its sources.
fn books() -> Vec<(&'static str, String)> {
    let shelf = adjutant::books::of_the_house();
    let renderer = Renderer::new(shelf.templates(), &BTreeMap::new()).unwrap();
    let with_rules = shelf.books().into_iter().filter(|book| renderer.has_rule_pages(book));
    with_rules.map(|book| (book, book.replace('-', "_"))).collect()
}

/// A book's rules as a game of this scenario shows them.
fn pages_of(shelf: &Shelf, book: &str, scenario: &str) -> RulePages {
    let renderer = Renderer::new(shelf.templates(), &BTreeMap::new()).unwrap();
    renderer.rule_pages(book, &shelf.table(book, scenario).unwrap().numbers()).unwrap()
}

fn pages(book: &str) -> RulePages {
    let shelf = adjutant::books::of_the_house();
    let first = &shelf.about(book).unwrap().scenarios[0];
    pages_of(&shelf, book, first)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The texts of all files below a folder whose names end so.
fn texts(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(texts(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
        }
    }
    found
}

/// The codes in a text: "C3.5.9", "D9", "8.2.1". In `eia` a chapter alone ("8") is none.
fn codes_in(text: &str) -> Vec<String> {
    codes_by(text, is_code)
}

/// The same in `cwol`, whose rules are numbered "5.1" in nine chapters.
fn numbers_in(text: &str) -> Vec<String> {
    let is_number = |word: &str| {
        let word = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let (chapter, rule) = word.split_once('.').unwrap_or_default();
        // No chapter has more than sixteen rules: "1.80" is an amount.
        let is_rule = rule.len() <= 2 && rule.parse::<u32>().is_ok_and(|rule| (1..=16).contains(&rule));
        matches!(chapter.as_bytes(), [b'1'..=b'9']) && is_rule
    };
    codes_by(text, is_number)
}

fn codes_by(text: &str, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
    // "D3-V1" is a square of a map.
    let is_square = |word: &&str| word.len() >= 5 && word.as_bytes()[2] == b'-';
    let words = text.split(|c: char| !is_part(c)).filter(|word| !is_square(word)).flat_map(|word| word.split('-'));
    let words = words.map(|word| word.trim_end_matches('.'));
    words.filter(|word| is_meant(word)).map(|word| word.trim_end_matches(char::is_lowercase).to_owned()).collect()
}

fn is_code(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let numbers =
        |text: &str| text.split('.').all(|n| (1..=2).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit()));
    match word.strip_prefix(['C', 'D']) {
        Some(rest) => numbers(rest),
        None => word.starts_with("8.") && numbers(word),
    }
}

/// What stands in the string literals of a source, without its comments and unit tests.
fn literals(source: &str) -> String {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    // Quotes within literals end none.
    let code = code.join("\n").replace("\\\"", "").replace("'\"'", "");
    code.split('"').skip(1).step_by(2).collect::<Vec<_>>().join("\n")
}

/// A template without its comments.
fn without_comments(template: &str) -> String {
    let mut parts = template.split("{#");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |said, part| said + part.split_once("#}").map_or("", |(_, rest)| rest))
}

/// Every code that the sources of a book can cite, or its templates print, or its catalogue of what is decided names; each
/// with a place where it is found.
fn cited(book: &str, folder: &str) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    let sources = texts(&root().join("src/books").join(folder), ".rs");
    let sources = sources
        .into_iter()
        .filter(|(path, _)| !path.ends_with("tests.rs") && !path.components().any(|part| part.as_os_str() == "tests"));
    let templates = texts(&root().join("templates").join(book), ".txt");
    let all = sources
        .map(|(path, text)| (path, literals(&text)))
        .chain(templates.into_iter().map(|(path, text)| (path, without_comments(&text))));
    for (path, said) in all {
        found.extend(codes_in(&said).into_iter().map(|code| (code, path.clone())));
        let numbers = if book == "cwol" { numbers_in(&said) } else { Vec::new() };
        found.extend(numbers.into_iter().map(|code| (code, path.clone())));
    }
    let path = root().join("docs/rules").join(format!("{book}.md"));
    let catalogue = std::fs::read_to_string(&path).unwrap();
    // The first column: "| D9 |", "| PBEM-C3.9a |", "| EIA-8.2.1ab |".
    let rows = catalogue.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let codes = if book == "cwol" { numbers_in } else { codes_in };
    found.extend(rows.flat_map(codes).map(|code| (code, path.clone())));
    found
}

fn shown(page: &Page) -> Vec<String> {
    let text = wrap(&page.text, WIDTH);
    [page.title.clone(), "-".repeat(page.title.len())].into_iter().chain(text.lines().map(str::to_owned)).collect()
}

#[test]
fn every_code_that_a_book_can_cite_is_explained() {
    for (book, folder) in books() {
        let pages = pages(book);
        let cited = cited(book, &folder);
        assert!(!cited.is_empty(), "{book}: no code was found, so they were not looked for rightly");
        let unknown: Vec<_> = cited.iter().filter(|(code, _)| pages.find(code).is_none()).collect();
        assert!(unknown.is_empty(), "{book}: HELP knows nothing of {unknown:#?}");
    }
}

#[test]
fn a_code_is_looked_for_in_literals_and_templates_and_not_in_comments() {
    let source = "// C9.1\nlet a = refuse(\"C3.9\", \"no D17 (8.2.1ab) here\");\n#[cfg(test)]\nmod tests { \"D99\" }";
    assert_eq!(codes_in(&literals(source)), ["C3.9", "D17", "8.2.1"]);
    assert_eq!(codes_in(&without_comments("{#- C1.1 -#}\nLost (8.7.4).{# D2 #} D3")), ["8.7.4", "D3"]);
    assert_eq!(numbers_in("SLAG-2.4a, 5.12 of 12.3 and v1.2.3"), ["2.4", "5.12"]);
    assert!(codes_in("CSA C Depot 18 1861 8 DC3").is_empty());
}

#[test]
fn no_page_is_longer_than_a_screen_in_any_scenario() {
    let shelf = adjutant::books::of_the_house();
    for (book, _) in books() {
        for scenario in &shelf.about(book).unwrap().scenarios {
            let pages = pages_of(&shelf, book, scenario);
            let names = pages.chapters.iter().flat_map(|chapter| {
                let sections = chapter.sections.iter().map(|section| &section.heading);
                std::iter::once(&chapter.heading).chain(sections).flat_map(|it| it.codes.iter().chain(&it.words))
            });
            let found: Vec<Page> = names.map(|name| pages.find(name).unwrap()).chain([pages.contents()]).collect();
            for page in &found {
                let lines = shown(page);
                assert!(lines.len() <= SCREEN, "{book}/{scenario}: {} lines of\n{}", lines.len(), lines.join("\n"));
                let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
                assert!(widest <= 76, "{book}/{scenario}: {widest} columns of\n{}", lines.join("\n"));
                assert!(!page.text.is_empty(), "{book}/{scenario}: {} says nothing", page.title);
            }
        }
    }
}

#[test]
fn a_word_or_a_code_leads_to_one_page_and_every_pointer_leads_somewhere() {
    for (book, _) in books() {
        let pages = pages(book);
        let mut names = BTreeSet::new();
        let topics = &adjutant::books::of_the_house().about(book).unwrap().topics.clone();
        let headings = pages.chapters.iter().flat_map(|chapter| {
            std::iter::once(&chapter.heading).chain(chapter.sections.iter().map(|section| &section.heading))
        });
        for heading in headings {
            for name in heading.codes.iter().chain(&heading.words) {
                assert!(names.insert(name.to_ascii_lowercase()), "{book}: {name} leads to two pages");
                assert!(!name.contains(' '), "{book}: HELP takes one word, and {name} is more");
            }
        }
        for page in pages.all() {
            for asked in page.text.split("HELP ").skip(1) {
                let name: String =
                    asked.chars().take_while(|c| c.is_ascii_alphanumeric() || "-.".contains(*c)).collect();
                let name = name.trim_end_matches('.');
                let is_topic = name == "orders" || topics.iter().any(|topic| topic.is_called(name));
                assert!(is_topic || pages.find(name).is_some(), "{book}: HELP {name} is pointed at and leads nowhere");
            }
        }
    }
}

#[test]
fn the_documents_of_the_books_are_the_pages_of_help() {
    for (book, _) in books() {
        let shelf = adjutant::books::of_the_house();
        let about = shelf.about(book).unwrap();
        let document = format!(
            "# The rules of `{book}`, for players\n\nWhat HELP says of them in a letter (`HELP rules` lists the chapters), with the \
             numbers of {}. Made from the program's own pages, `templates/{book}/rules` (`UPDATE=1 tests/run quick rulebook`).\n\n{}",
            about.titles[0],
            pages(book).document()
        );
        let path = root().join("docs/books").join(format!("{book}.md"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &document).unwrap();
        }
        let present = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(present == document, "{} is not what HELP says; UPDATE=1 writes it anew", path.display());
    }
}
