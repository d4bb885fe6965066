//! Headings of our letters by which their lines are known when they come back without marks: those of the templates, each.

use std::fs;
use std::path::{Path, PathBuf};

use adjutant::desk::our_lines::begins_as_ours;

/// What people may write over a list of their own as well, or what begins with a name.
const LIKE_THOSE_OF_OTHERS: &[&str] = &[
    "",
    "A blockade",
    "Bought (8.5.3, 8.5.4)",
    "Corrections",
    "Depots and caches: ",
    "Dice",
    "Entered",
    "Events",
    "Finished",
    "Formal debts",
    "Fortifications: ",
    "Men: ",
    "Not paid",
    "Railways",
    "Regiments: ",
    "Ships",
    "Supplies and stores: ",
    "The board",
    "The end",
    "The levy (8.10)",
    "The map",
    "The opening",
    "The powers",
    "The treasury of ",
    "To distribute",
    "Units: ",
];

/// A heading as far as its words are the template's own.
fn own_words(line: &str) -> &str {
    let mut words = line;
    while let Some(behind) = words.strip_prefix("{%").and_then(|tag| tag.split_once("%}")) {
        words = behind.1;
    }
    words.split('{').next().unwrap_or_default()
}

/// The templates of letters; pages of rules are no letters that hold orders.
fn templates_in(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("rules") {
            templates_in(&path, found);
        } else if path.extension().is_some_and(|end| end == "txt") {
            found.push(path);
        }
    }
}

#[test]
fn the_headings_of_our_letters_are_known() {
    let mut unknown = Vec::new();
    let mut templates = Vec::new();
    templates_in(Path::new("templates"), &mut templates);
    let shelf = adjutant::books::of_the_house();
    for path in templates {
        let folder = path.components().nth(1).map(|folder| folder.as_os_str().to_string_lossy().into_owned());
        let of_book = folder.and_then(|book| shelf.about(&book).ok()).map_or(&[][..], |about| about.headings);
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let headings = lines.windows(2).filter(|pair| pair[1].len() > 3 && pair[1].bytes().all(|byte| byte == b'-'));
        for heading in headings.map(|pair| own_words(pair[0])) {
            if !begins_as_ours(heading, of_book) && !LIKE_THOSE_OF_OTHERS.contains(&heading) {
                unknown.push(format!("{}: {heading}", path.display()));
            }
        }
    }
    assert!(
        unknown.is_empty(),
        "name them in `About::headings` of their book, those of the house in src/desk/said/our_lines.rs, or here: {unknown:#?}"
    );
}
