//! Every rule case: those of the books under `tests/rules/`, and the toy book's own.

use crate::support::toy;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use adjutant::rules::Shelf;
use adjutant::rules::case::{Case, Difference};

/// Every file under a folder with this ending, in order.
fn files_under(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return files };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files.extend(files_under(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn at(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

fn run(file: &Path, shelf: &Shelf) -> Result<Vec<Difference>, String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    Case::parse(&text).and_then(|case| case.run(shelf)).map_err(|error| error.to_string())
}

fn failures(folder: &str, shelf: &Shelf) -> Vec<String> {
    let tried = files_under(&at(folder), "toml").into_iter().map(|file| (run(&file, shelf), file));
    let failed = tried.filter_map(|(result, file)| match result {
        Ok(differences) if differences.is_empty() => None,
        Ok(differences) => {
            let words: Vec<_> = differences.iter().map(Difference::to_string).collect();
            Some(format!("{}\n  {}", file.display(), words.join("\n  ")))
        }
        Err(error) => Some(format!("{}\n  {error}", file.display())),
    });
    failed.collect()
}

#[test]
fn every_case_of_the_rule_books_holds() {
    let failures = failures("tests/rules", &adjutant::books::of_the_house());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// How the cases of a book are named.
struct Naming {
    /// What the number of a printed rule begins with; "D" begins that of a decision in every book.
    is_rule: fn(char) -> bool,
    /// What the rows of its catalogue begin with.
    row: &'static str,
}

const CIVIL_WAR: Naming = Naming { is_rule: |first| first == 'C', row: "PBEM-" };
const EIA: Naming = Naming { is_rule: |first| first.is_ascii_digit(), row: "EIA-" };

/// What is wrong with the names of a case: it must cite a rule, be called after one of its rules, and name the catalogue
/// row or the decision it shows.
fn misnamed(file: &Path, naming: &Naming) -> Option<String> {
    let text = fs::read_to_string(file).unwrap();
    let Ok(case) = Case::parse(&text) else { return Some("cannot be read".to_owned()) };
    let is_first = |first: char| first == 'D' || (naming.is_rule)(first);
    let is_rule = |rule: &str| rule.starts_with(is_first) && rule.contains(|c: char| c.is_ascii_digit());
    let rules: Vec<&str> = case.rule.split(", ").collect();
    if case.rule.is_empty() || !rules.iter().all(|rule| is_rule(rule)) {
        return Some(format!("names no rule: \"{}\"", case.rule));
    }
    let name = file.file_stem().unwrap().to_string_lossy().into_owned();
    if !rules.iter().any(|rule| name.starts_with(&format!("{rule}-"))) {
        return Some(format!("is not called after one of its rules, {}", case.rule));
    }
    let source = text.lines().next().unwrap_or_default();
    let is_sourced = source.starts_with("# ") && (source.contains(naming.row) || source.contains('D'));
    (!is_sourced).then(|| "begins without the row of the catalogue it shows".to_owned())
}

/// The cases of a folder that are named badly; there must be so many cases at least.
fn misnamed_in(folder: &str, naming: &Naming, least: usize) -> Vec<String> {
    let files = files_under(&at(folder), "toml");
    assert!(files.len() >= least, "{} cases", files.len());
    files.iter().filter_map(|file| Some(format!("{} {}", file.display(), misnamed(file, naming)?))).collect()
}

#[test]
fn every_case_of_civil_war_names_its_rule_and_its_row_of_the_catalogue() {
    let found = misnamed_in("tests/rules/civil-war", &CIVIL_WAR, 80);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_case_of_eia_names_its_rule_and_its_row_of_the_catalogue() {
    let found = misnamed_in("tests/rules/eia", &EIA, 120);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The rows that the first line of a case names ("EIA-8.1a, EIA-8.1b: ...").
fn rows_of(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let source = text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned();
    let words = source.split([',', ':', ' ']).filter(|word| word.starts_with(EIA.row));
    words.map(str::to_owned).collect()
}

#[test]
fn every_case_of_eia_stands_in_the_list_of_rules_beside_each_row_it_names() {
    let list = fs::read_to_string(at("docs/rules/eia.md")).unwrap();
    let mut missing = Vec::new();
    for file in files_under(&at("tests/rules/eia"), "toml") {
        let case = format!("`{}`", file.file_stem().unwrap().to_string_lossy());
        if !list.contains(&case) {
            missing.push(format!("{case} nowhere"));
        }
        for row in rows_of(&file) {
            let is_beside = |line: &str| line.starts_with(&format!("| {row} |")) && line.contains(&case);
            if !list.lines().any(is_beside) {
                missing.push(format!("{case} beside {row}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_case_that_the_list_of_rules_names_exists() {
    let list = fs::read_to_string(at("docs/rules/civil-war.md")).unwrap();
    let rows = list.lines().filter(|line| line.starts_with("| PBEM-"));
    let names: Vec<&str> =
        rows.flat_map(|row| row.split('|').nth(4).unwrap_or_default().split('`').skip(1).step_by(2)).collect();
    let cases = names.into_iter().filter(|name| name.starts_with(['C', 'D'])).collect::<Vec<_>>();
    assert!(cases.len() >= 80, "{} cases named", cases.len());
    let missing: Vec<_> =
        cases.iter().filter(|name| !at("tests/rules/civil-war").join(format!("{name}.toml")).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_list_of_rules_of_eia_is_whole_and_names_tests_that_exist() {
    let list = fs::read_to_string(at("docs/rules/eia.md")).unwrap();
    let rows: Vec<&str> = list.lines().filter(|line| line.starts_with("| EIA-")).collect();
    let ids: BTreeSet<&str> = rows.iter().filter_map(|row| row.split('|').nth(1)).collect();
    assert_eq!((rows.len(), ids.len()), (173, 173), "one row for each statement of the rules");
    let code: String =
        ["src/books/eia", "src/kit"].iter().flat_map(|folder| files_under(&at(folder), "rs")).map(read).collect();
    let mut missing = Vec::new();
    for name in rows.iter().flat_map(|row| row.split('|').nth(4).unwrap_or_default().split('`').skip(1).step_by(2)) {
        let is_there = match name.contains('-') {
            true => at("tests/rules/eia").join(format!("{name}.toml")).exists(),
            false => code.contains(&format!("fn {name}(")),
        };
        if !is_there {
            missing.push(name);
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
    let unshown: Vec<_> = rows.iter().filter(|row| !row.split('|').nth(4).unwrap_or_default().contains('`')).collect();
    assert!(unshown.is_empty(), "no test or case shows {unshown:?}");
}

fn read(file: PathBuf) -> String {
    fs::read_to_string(file).unwrap()
}

#[test]
fn every_case_of_the_toy_book_holds() {
    assert!(!files_under(&at("tests/support/toy/cases"), "toml").is_empty());
    let failures = failures("tests/support/toy/cases", &toy::shelf());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

const DUEL: &str = r#"
book = "toy"
scenario = "meadow"
rule = "T4"
name = "a duel"

[given]
pieces.red-1.square = "c4"

[orders.red]
lines = "move c4 to c5"

[dice]
"duel c5 red" = [2]
"duel c5 blue" = [5]

[expect]
"#;

fn differences(expect: &str) -> Vec<String> {
    let differences = Case::parse(&format!("{DUEL}{expect}")).unwrap().run(&toy::shelf()).unwrap();
    differences.into_iter().map(|one| format!("{}: {} / {}", one.place, one.expected, one.got)).collect()
}

fn error(text: &str) -> String {
    let head = "book = \"toy\"\nscenario = \"meadow\"\nrule = \"T1\"\nname = \"x\"\n";
    match Case::parse(&format!("{head}{text}")) {
        Err(error) => error.to_string(),
        Ok(case) => case.run(&toy::shelf()).unwrap_err().to_string(),
    }
}

#[test]
fn a_wrong_value_is_shown_beside_the_right_one() {
    let found = differences("state.turn = 3\nstate.pieces.blue-1.square = \"c6\"\nabsent = [\"pieces.blue-2\"]");
    assert_eq!(found[0], "state pieces.blue-1.square: \"c6\" / \"c5\"");
    assert_eq!(found[1], "state turn: 3 / 2");
    assert!(found[2].starts_with("absent pieces.blue-2: nothing there / "), "{}", found[2]);
}

#[test]
fn what_a_seat_was_not_told_is_shown_beside_what_it_was_told() {
    let found = differences("told.red = [{ kind = \"Duel\", lost = 3 }]\nnot_told.blue = [\"beaten\"]");
    assert!(found[0].starts_with("told red: {\"kind\":\"Duel\",\"lost\":3} / {"), "{}", found[0]);
    assert!(found[1].starts_with("not_told blue: no item like \"beaten\" / {"), "{}", found[1]);
}

#[test]
fn a_refusal_that_was_not_foreseen_fails_the_case() {
    let text = DUEL.replace("\"move c4 to c5\"", "\"\"\"move c4 to c5\nhold c4\"\"\"");
    let found = Case::parse(&text).unwrap().run(&toy::shelf()).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].got, "red: hold c4 (The piece at c4 has its order. [T3])");
}

#[test]
fn a_throw_that_was_not_foreseen_and_one_not_made_fail_the_case() {
    let text = DUEL.replace("duel c5 blue", "duel c3 blue");
    let found = Case::parse(&text).unwrap().run(&toy::shelf()).unwrap();
    let got: Vec<_> = found.iter().map(|one| format!("{}: {}", one.place, one.got)).collect();
    assert_eq!(got, ["dice: a throw for duel c5 blue #1 (d6)", "dice \"duel c3 blue\": values left over"]);
}

#[test]
fn a_die_that_cannot_show_its_value_fails_the_case() {
    let found = Case::parse(&DUEL.replace("[5]", "[7]")).unwrap().run(&toy::shelf()).unwrap();
    assert_eq!((found[0].expected.as_str(), found[0].got.as_str()), ("1 to 6", "7"));
}

#[test]
fn a_case_that_cannot_be_tried_says_why() {
    assert!(error("[given]\nturm = 2\n[expect]").contains("The state has no value turm."));
    assert!(error("[given]\npieces.red-1.square = \"f9\"\n[expect]").contains("off the board"));
    assert!(error("[given]\npieces.red-3.square = \"a2\"\n[expect]").contains("missing field `seat`"));
    assert!(error("phase = \"Turn 9\"\n[expect]").contains("reach the phase \"Turn 9\""));
    assert!(error("[orders.green]\nlines = \"hold a1\"\n[expect]").contains("the book has red, blue"));
    assert!(error("[expext]").contains("unknown field `expext`"));
}

#[test]
fn the_example_in_the_manual_runs() {
    let manual = fs::read_to_string(at("docs/cases.md")).unwrap();
    let examples: Vec<_> = manual.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!examples.is_empty());
    for example in examples {
        let differences = Case::parse(example).unwrap().run(&adjutant::books::of_the_house()).unwrap();
        let words: Vec<_> = differences.iter().map(Difference::to_string).collect();
        assert!(words.is_empty(), "{}", words.join("\n"));
    }
}

/// A case of the book that has entries, in the first month on the board.
fn entered(lines: &str, rest: &str) -> Vec<String> {
    let head = "book = \"eia\"\nscenario = \"1805\"\nrule = \"D1\"\nname = \"x\"\n";
    let text = format!("{head}[orders.gm]\nlines = \"\"\"\n{lines}\n\"\"\"\n{rest}");
    let differences = Case::parse(&text).unwrap().run(&adjutant::books::of_the_house()).unwrap();
    differences.into_iter().map(|one| format!("{}: {} / {}", one.place, one.expected, one.got)).collect()
}

#[test]
fn lines_of_the_game_master_are_entered_before_letters_are_judged_and_the_phase_is_played() {
    let peace = "[orders.austria]\nlines = \"give 5 to Prussia\"\n";
    let ally = "ALLIANCE Austria Prussia";
    assert_eq!(entered(ally, &format!("{peace}[expect]\non_file.gm = [\"ALLIANCE Austria, Prussia\"]")), [""; 0]);
    let next = "[dice]\n[expect]\nnext = \"February 1805 board\"\nstate.cities.Brest.blockaded_by = \"britain\"\n\
                told.turkey = [{ kind = \"SheetChanged\" }, { kind = \"Calendar\", title = \"February 1805\" }]";
    assert_eq!(entered("BLOCKADE Brest", next), [""; 0]);
}

#[test]
fn a_case_of_entries_alone_ends_with_them() {
    let rest = "[expect]\nnext = \"January 1805 board\"\ntold.turkey = [{ kind = \"SheetChanged\" }]";
    assert_eq!(entered("BLOCKADE Brest", rest), [""; 0]);
}

#[test]
fn a_refused_entry_keeps_the_others_out_and_is_shown() {
    let lines = "BLOCKADE Brest\nMONEY France = -3\nOWNER Normandy = Britain HOME";
    let found =
        entered(lines, "[expect]\non_file.gm = [\"BLOCKADE Brest\"]\nstate.cities.Brest.blockaded_by = \"britain\"");
    assert!(found.iter().any(|one| one.starts_with("refused: no such line / gm: OWNER Normandy")), "{found:?}");
    assert!(found.contains(&"on_file gm 1: \"BLOCKADE Brest\" / nothing".to_owned()), "{found:?}");
    assert!(found.iter().any(|one| one.starts_with("state cities.Brest.blockaded_by")), "{found:?}");
}

#[test]
fn another_case_of_a_choice_takes_the_place_of_the_one_there() {
    let text = "book = \"civil-war\"\nscenario = \"1861\"\nrule = \"C3.5.7\"\nname = \"x\"\nphase = \"tactical 1\"\n
        [given]\naccounts.csa.east.pool = []\nleaders.Lee.place = { map = \"4913\" }\n[dice]\n
        [expect]\nstate.leaders.Lee.place.map = \"4913\"\n";
    assert_eq!(Case::parse(text).unwrap().run(&adjutant::books::of_the_house()).unwrap(), []);
}
