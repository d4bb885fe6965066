//! `docs/faults.md` says of every fault and attack what is done about it, and by what it is shown. Here: no row is
//! missing, none is left open that must not be, and every test that is named is there.

use std::collections::BTreeMap;
use std::path::Path;

/// How many rows each section has.
const SECTIONS: [(char, usize); 11] = [
    ('A', 41),
    ('B', 41),
    ('C', 14),
    ('D', 15),
    ('E', 17),
    ('F', 21),
    ('G', 15),
    ('H', 17),
    ('I', 16),
    ('J', 18),
    ('K', 16),
];

struct Row {
    /// Before the first public game, before 1.0, or later.
    priority: u8,
    state: String,
    /// The test, or why there is none.
    shown: String,
}

fn page() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/faults.md")).expect("docs/faults.md")
}

fn rows() -> BTreeMap<String, Row> {
    let page = page();
    let cells = page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        let [id, priority, _, _, state, shown] = cells[..] else { return None };
        let priority = priority.parse().ok()?;
        Some((id.to_owned(), Row { priority, state: state.to_owned(), shown: shown.to_owned() }))
    });
    cells.collect()
}

#[test]
fn every_fault_has_its_row() {
    let rows = rows();
    for (section, count) in SECTIONS {
        for number in 1..=count {
            assert!(rows.contains_key(&format!("{section}{number:02}")), "{section}{number:02} is missing");
        }
    }
    assert_eq!(rows.len(), SECTIONS.iter().map(|(_, count)| count).sum::<usize>());
}

#[test]
fn what_must_be_done_before_the_first_public_game_is_done_or_does_not_apply() {
    for (id, row) in rows() {
        assert!(["done", "not applicable", "later"].contains(&row.state.as_str()), "{id}: {}", row.state);
        assert!(row.priority > 1 || row.state != "later", "{id} is left for later");
        assert!(!row.shown.is_empty(), "{id}: by what is it shown, or why is it not?");
    }
}

#[test]
fn every_test_that_is_named_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (id, row) in rows().into_iter().filter(|(_, row)| row.state == "done") {
        let named: Vec<&str> = row.shown.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "{id} names no test");
        for test in named {
            let (file, name) = test.split_once("::").map_or((test, None), |(file, name)| (file, Some(name)));
            assert!(root.join(file).exists(), "{id}: there is no {file}");
            let Some(name) = name else { continue };
            let text = std::fs::read_to_string(root.join(file)).unwrap();
            assert!(text.contains(&format!("fn {name}(")), "{id}: {file} has no {name}");
        }
    }
}
