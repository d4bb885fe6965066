//! Tables of players' lines, read and answered as the desk does it: nothing may stand, or be proposed, that a row says must not.

use std::collections::BTreeMap;

use base::facts::{Viewer, brief};
use base::game::{Dice, SeatId, Secret};
use base::order::{Line, LineStatus};
use rules::Context;
use rules::check::CheckedLine;
use rules::propose::{says_less, turns_round};

use super::TABLE;

/// A line of a table, and what came of it.
struct Row<'t> {
    seat: &'t str,
    text: &'t str,
    kind: &'t str,
    wanted: Vec<String>,
}

fn rows(table: &str) -> Vec<Row<'_>> {
    table.lines().skip(1).filter(|line| !line.is_empty()).map(row_of).collect()
}

fn row_of(line: &str) -> Row<'_> {
    let cells: Vec<&str> = line.split('\t').collect();
    let orders = cells.get(4).copied().unwrap_or_default();
    let wanted = orders.split(" | ").flat_map(|orders| orders.split(" || ")).map(str::trim);
    let wanted = wanted.filter(|order| !order.is_empty()).map(str::to_owned).collect();
    Row { seat: cells[0], text: cells[1], kind: cells[2], wanted }
}

struct Came {
    standing: Vec<String>,
    proposed: Vec<String>,
    said: Vec<String>,
}

fn came(row: &Row<'_>, (facts, context): &(Vec<base::facts::Fact<serde_json::Value>>, Context)) -> Came {
    let seat = SeatId::parse(row.seat).expect("a seat");
    let lines = row.text.split(" / ").enumerate().map(|(at, text)| Line { number: at + 1, text: text.to_owned() });
    let lines: Vec<Line> = lines.filter(|line| !line.text.trim().is_empty()).collect();
    let known = brief(Viewer::vacant(&seat), facts);
    let checked = |lines: &[Line]| {
        TABLE.check_form(&mut context.clone(), &known, std::slice::from_ref(&seat), lines).expect("a table").lines
    };
    let mut came = Came { standing: Vec::new(), proposed: Vec::new(), said: Vec::new() };
    let own = format!("{}: ", row.seat);
    let plain = |order: &str| {
        let order = order.to_lowercase();
        order.strip_prefix(&own).map_or_else(|| order.clone(), str::to_owned)
    };
    for line in checked(&lines) {
        let is_open = line.status() > LineStatus::Accepted || line.orders.is_empty();
        let stands = |line: &CheckedLine| -> Vec<String> {
            line.orders.iter().filter(|order| order.stands()).map(|order| plain(&order.canonical)).collect()
        };
        if !is_open || line.all_remarks().all(|remark| remark.status < LineStatus::Incomplete) {
            came.standing.extend(stands(&line));
        }
        came.said.extend(line.all_remarks().map(|remark| remark.message.clone()));
        if !is_open {
            continue;
        }
        for wording in &line.wordings {
            let mut words = TABLE.propose(context, wording);
            words.retain(|order| !turns_round(wording, order) && !says_less(wording, order));
            for order in words {
                let checked = checked(&[Line { number: 1, text: order.clone() }]);
                if checked.iter().all(|line| line.orders.iter().all(|order| order.stands())) {
                    came.proposed.push(plain(&order));
                }
            }
        }
    }
    came
}

fn opening() -> (Vec<base::facts::Fact<serde_json::Value>>, Context) {
    let secret = Secret::new([0x61; 32]);
    let mut dice = Dice::committed(&secret, "0");
    let played = TABLE.begin(&mut dice).expect("a beginning");
    let context = Context::of_phase(played.next.as_ref());
    (played.situation, context)
}

fn parts(orders: &[String]) -> Vec<String> {
    let mut parts: Vec<String> = orders
        .iter()
        .flat_map(|order| {
            let lower = order.to_lowercase();
            let head =
                lower.find("buy ").and_then(|at| Some(at + lower[at..].find(|sign: char| sign.is_ascii_digit())?));
            match head {
                Some(head) => lower[head..].split(", ").map(|unit| format!("{}{unit}", &lower[..head])).collect(),
                None => vec![lower],
            }
        })
        .collect();
    parts.sort();
    parts.dedup();
    parts
}

fn judged(row: &Row<'_>, came: &Came) -> &'static str {
    let (wanted, standing, proposed) = (parts(&row.wanted), parts(&came.standing), parts(&came.proposed));
    let all_offered = wanted.iter().all(|order| standing.contains(order) || proposed.contains(order));
    let stands_well = standing.iter().all(|order| wanted.contains(order));
    match row.kind {
        "never" | "ask" if !standing.is_empty() => "misread",
        "never" if !proposed.is_empty() => "offered",
        "never" => "right",
        "ask" if all_offered => "right",
        "ask" => "nothing",
        _ if !stands_well => "misread",
        _ if standing == wanted => "right",
        _ if all_offered => "proposed",
        _ => "nothing",
    }
}

/// Counts a table with what it is held to: rows that are misread, that are offered what they must not be, and that are right or helped.
/// The numbers may only become better.
fn read_table(table: &str, (most_misread, most_offered, least_helped): (usize, usize, usize)) {
    let position = opening();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows(table) {
        let came = came(&row, &position);
        let judged = judged(&row, &came);
        *counts.entry(judged).or_default() += 1;
        println!("{judged}\t{}\t{}\t{}", row.kind, row.seat, row.text);
        println!("\tstands {:?}\tproposed {:?}\twanted {:?}", came.standing, came.proposed, row.wanted);
        println!("\t{}", came.said.join(" // "));
    }
    println!("{counts:?}");
    let count = |judged: &str| counts.get(judged).copied().unwrap_or_default();
    assert!(count("misread") <= most_misread, "{counts:?}");
    assert!(count("offered") <= most_offered, "{counts:?}");
    assert!(count("right") + count("proposed") >= least_helped, "{counts:?}");
}

#[test]
fn lines_of_a_quarter_are_read_right_or_answered_with_what_was_meant() {
    read_table(include_str!("../../../../../../tests/reading/players/eia-quarter.tsv"), (0, 0, 228));
}

#[test]
fn everyday_lines_of_a_late_hour_are_read_right_or_answered_with_what_was_meant() {
    read_table(include_str!("../../../../../../tests/reading/players/eia-night.tsv"), (0, 1, 33));
}
