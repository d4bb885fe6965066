//! Orders as players write them, read and written back.

use rules::Context;

use crate::read::read;
use crate::scenario::{Scenario, WAR};
use crate::write::write;

fn war() -> Scenario {
    Scenario::prepare(&Scenario::document(WAR).unwrap()).unwrap()
}

/// The canonical words of a line, or what is said of it.
fn words(scenario: &Scenario, line: &str) -> String {
    match read(scenario, &Context::default(), line) {
        Ok((orders, _)) => orders.iter().map(|order| write(scenario, order)).collect::<Vec<_>>().join(" / "),
        Err(remark) => format!("{:?}: {} {}", remark.status, remark.message, remark.hint.unwrap_or_default()),
    }
}

#[test]
fn orders_are_read_as_players_write_them() {
    let scenario = war();
    let lines = include_str!("../../../../tests/rules/cwol-phrases.csv").lines().skip(1);
    let mut wrong = Vec::new();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (typed, meant) = line.split_once(" => ").expect("a line and its meaning");
        let read = words(&scenario, typed);
        if read != meant {
            wrong.push(format!("{typed}\n  meant {meant}\n  read  {read}"));
        }
        if !meant.contains(": ") || meant.starts_with("as ") {
            for own in meant.split(" / ") {
                assert_eq!(words(&scenario, own), own, "canonical words are read back");
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
