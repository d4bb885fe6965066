//! `adjutant new-book`: the skeleton of a rule book in the source tree, which compiles, plays a phase and is tested.
//! Knows where the parts of a book lie and no book by name.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::remedy::{Remedy, failure};

pub(super) const EXAMPLES: &str = "\
Example:
  adjutant new-book river-war

Run it in the folder of Adjutant's source. Nothing that is there already is overwritten; CONTRIBUTING.md walks through what
comes of it.";

/// What `new-book` is told.
#[derive(Debug, Args)]
pub struct NewBookArgs {
    /// The short name of the book: small letters, digits and hyphens.
    #[arg(value_name = "NAME", value_parser = parse_name)]
    pub name: String,
    /// The folder of Adjutant's source.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub source: PathBuf,
}

macro_rules! skeleton {
    ($($place:literal from $file:literal,)*) => {
        &[$(($place, include_str!(concat!("new_book/skeleton/", $file)))),*]
    };
}

/// Where each file goes, and its text; both name the book by placeholders.
const SKELETON: &[(&str, &str)] = skeleton![
    "src/books/%CRATE%/Cargo.toml" from "Cargo.toml.txt",
    "src/books/%CRATE%/build.rs" from "build.rs.txt",
    "src/books/%CRATE%/lib.rs" from "lib.rs.txt",
    "src/books/%CRATE%/book.rs" from "book.rs.txt",
    "src/books/%CRATE%/orders.rs" from "orders.rs.txt",
    "src/books/%CRATE%/play.rs" from "play.rs.txt",
    "src/books/%CRATE%/tests.rs" from "tests.rs.txt",
    "grammar/%NAME%.pest" from "grammar.pest.txt",
    "templates/%NAME%/report.txt" from "report.txt.txt",
    "templates/%NAME%/account.txt" from "account.txt.txt",
    "templates/%NAME%/help.txt" from "help.txt.txt",
    "config/books/%NAME%/scenarios/first.toml" from "scenario.toml.txt",
    "tests/rules/%NAME%/1.1-a-turn.toml" from "case.toml.txt",
];

/// What is to be filled in, in order.
const STEPS: &str = "\
What is there now is a game of counters taken from a heap. Make it yours in this order:

  1. src/books/%CRATE%/play.rs: what is fixed, what is true, who may know what, how a phase is played
  2. config/books/%NAME%: the scenarios
  3. grammar/%NAME%.pest: the orders and their pages of HELP; src/books/%CRATE%/orders.rs reads and writes them
  4. src/books/%CRATE%/book.rs: whose an order is, what is wrong with it
  5. templates/%NAME%: report.txt, account.txt, help.txt, which players read
  6. tests/rules/%NAME%: a case for each rule; docs/cases.md tells the format
  7. config/adjutant.toml: [rhythm.KIND] for each kind of phase

Then, in seconds:  cargo test -p adjutant-%NAME%
And in the house:  cargo test --test all -- architecture cases";

/// The names by which a book is known.
struct Names {
    /// In letters and folders ("river-war").
    name: String,
    /// As a crate ("river_war").
    krate: String,
    /// As a type ("RiverWar").
    of_type: String,
}

impl Names {
    fn of(name: &str) -> Self {
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let of_type = name.split('-').map(capital).collect();
        Self { name: name.to_owned(), krate: name.replace('-', "_"), of_type }
    }

    fn put_into(&self, text: &str) -> String {
        text.replace("%NAME%", &self.name).replace("%CRATE%", &self.krate).replace("%TYPE%", &self.of_type)
    }
}

fn parse_name(text: &str) -> Result<String, String> {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    let is_name = text.len() <= 30 && text.split('-').all(is_word);
    if is_name { Ok(text.to_owned()) } else { Err("a book is named like river-war".to_owned()) }
}

/// Writes the skeleton and says what comes next.
pub fn new_book(args: &NewBookArgs) -> anyhow::Result<()> {
    let names = Names::of(&args.name);
    let files: Vec<(PathBuf, String)> =
        SKELETON.iter().map(|(place, text)| (args.source.join(names.put_into(place)), names.put_into(text))).collect();
    if let Some((there, _)) = files.iter().find(|(path, _)| path.exists()) {
        return Err(failure(format!("{} is there already", there.display()), "choose another name"));
    }
    // All that is changed is known before anything is written.
    let changed = changed_lists(&args.source, &names)?;
    for (path, text) in files.iter().chain(&changed) {
        write(path, text)?;
        writeln!(io::stdout(), "{}", path.display()).context("print")?;
    }
    writeln!(io::stdout(), "\n{}", names.put_into(STEPS)).context("print")
}

/// The lists of the house with one line more each.
fn changed_lists(source: &Path, names: &Names) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let read = |place: &str| {
        let path = source.join(place);
        let text = fs::read_to_string(&path).with_context(|| format!("read {}", path.display()));
        text.or_do("run it in the folder of Adjutant's source, or name that with --source").map(|text| (path, text))
    };
    let Names { name, krate, of_type } = names;
    let (manifest, members) = read("Cargo.toml")?;
    if members.contains(&format!("\n{krate} = ")) || members.contains(&format!("\n{krate}.")) {
        return Err(failure(format!("there is a crate named {krate} already"), "choose another name"));
    }
    let members = line_before(&members, "    \"src/books\",", &format!("    \"src/books/{krate}\","))?;
    let of_book = format!("{krate} = {{ package = \"adjutant-{name}\", path = \"src/books/{krate}\" }}");
    let members = line_before(&members, "books = { package", &of_book)?;
    let (shelf_manifest, needed) = read("src/books/Cargo.toml")?;
    let needed = line_before(&needed, "rules.workspace", &format!("{krate}.workspace = true"))?;
    let (shelf, books) = read("src/books/lib.rs")?;
    let end = books.rfind('}').context("find the list of books in src/books/lib.rs")?;
    let books = format!("{}    {krate}::{of_type},\n{}", &books[..end], &books[end..]);
    let (drawing, crates) = read("tests/quick/architecture.rs")?;
    let crates = drawn(&crates, krate)?;
    Ok(vec![(manifest, members), (shelf_manifest, needed), (shelf, books), (drawing, crates)])
}

/// The text with a line before the one that begins so.
fn line_before(text: &str, beginning: &str, line: &str) -> anyhow::Result<String> {
    let at = text.find(&format!("\n{beginning}")).with_context(|| format!("find the line {beginning}"))? + 1;
    Ok(format!("{}{line}\n{}", &text[..at], &text[at..]))
}

/// The table of crates with one book more, which the shelf may know.
fn drawn(table: &str, krate: &str) -> anyhow::Result<String> {
    const SHELF: &str = "    (\"books\", \"books\", &[";
    let of_book = format!("    (\"{krate}\", \"books/{krate}\", &[\"base\", \"rules\"], true),");
    let table = line_before(table, SHELF, &of_book)?;
    let (before, rest) = table.split_once(SHELF).context("find the shelf in tests/quick/architecture.rs")?;
    let (known, after) = rest.split_once(']').context("find what the shelf knows in tests/quick/architecture.rs")?;
    let quoted = format!("\"{krate}\"");
    let mut known: Vec<&str> = known.split(", ").chain([quoted.as_str()]).collect();
    known.sort_unstable();
    Ok(format!("{before}{SHELF}{}]{after}", known.join(", ")))
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.with_context(|| format!("write {}", path.display())).or_set_up("make room for it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_of_the_house_takes_the_book() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"));
        let changed = changed_lists(source, &Names::of("river-war")).unwrap();
        let lines = changed.iter().map(|(path, text)| {
            let before = fs::read_to_string(path).unwrap();
            text.lines().filter(|line| !before.lines().any(|old| old == *line)).map(str::to_owned).collect::<Vec<_>>()
        });
        let lines: Vec<String> = lines.flatten().collect();
        let (shelf, others) = lines.split_last().unwrap();
        assert!(shelf.contains("\"river_war\", \"rules\"]"), "{shelf}");
        assert_eq!(
            others,
            [
                "    \"src/books/river_war\",",
                "river_war = { package = \"adjutant-river-war\", path = \"src/books/river_war\" }",
                "river_war.workspace = true",
                "    river_war::RiverWar,",
                "    (\"river_war\", \"books/river_war\", &[\"base\", \"rules\"], true),",
            ]
        );
    }

    #[test]
    fn a_book_has_a_name_for_letters_one_for_its_crate_and_one_for_its_type() {
        let names = Names::of("river-war");
        assert_eq!(names.put_into("%NAME% %CRATE% %TYPE%"), "river-war river_war RiverWar");
    }
}
