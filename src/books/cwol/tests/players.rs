//! Lines as players write them, each with its meaning, read as the judge reads a letter in a game that has just begun. The tables
//! of `tests/reading/players` are printed with what each row came to (`cargo test -p adjutant-cwol --lib players -- --nocapture`).
//!
//! Their kinds are told in the README beside them; of `asked` nothing may stand, and something must be said; `any` is not judged.

use std::collections::BTreeMap;

use rules::Context;

use super::letters::{Answer, Desk};
use crate::read::read;
use crate::scenario::{Scenario, WAR};
use crate::write::write;

/// What a row came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Came {
    /// As it was meant.
    Right,
    /// Asked back, with the orders that were meant among those proposed.
    Proposed,
    /// Asked back with something else.
    Asked,
    /// Nothing came of an order that was meant, and nothing was said.
    Silent,
    /// Orders stand that were not meant.
    Misread,
}

/// Orders in an order of their own, without the side that a giver's own units need not have.
fn alike(orders: &[String]) -> Vec<String> {
    let plain = |order: &String| {
        let words = order.split(' ').map(|word| match word.strip_prefix("US").or_else(|| word.strip_prefix("CS")) {
            Some(rest) if rest.contains(|sign: char| sign.is_ascii_digit()) => rest.to_owned(),
            _ => word.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    // To raid or protect off a port is to be stationed there.
    let one_way = |order: String| match order.strip_prefix("station ").and_then(|rest| rest.split_once(" off ")) {
        Some((ship, rest)) if rest.ends_with(", raid") || rest.ends_with(", protect") => {
            let (port, mission) = rest.split_once(", ").unwrap_or_default();
            format!("{ship} {mission} commerce off {port}")
        }
        _ => order,
    };
    let mut plain: Vec<String> = orders.iter().map(plain).map(one_way).collect();
    plain.sort();
    plain
}

fn came(kind: &str, wanted: &[String], (standing, proposed): (&[String], &[String]), is_said: bool) -> Came {
    let holds = || {
        standing.iter().all(|order| wanted.contains(order))
            && wanted.iter().all(|order| standing.contains(order) || proposed.contains(order))
    };
    match kind {
        "ask" | "never" if standing.is_empty() => Came::Right,
        "asked" if standing.is_empty() && is_said => Came::Right,
        "order" | "either" if standing == wanted => Came::Right,
        "either" if standing.is_empty() && is_said => Came::Right,
        "order" if holds() => Came::Proposed,
        _ if !standing.is_empty() => Came::Misread,
        _ if is_said => Came::Asked,
        _ => Came::Silent,
    }
}

/// A table with what it is held to: rows that are misread, and rows of orders that are right or helped. They may only become better.
fn read_table(name: &str, table: &str, (most_misread, least_helped): (usize, usize)) {
    let mut desks: BTreeMap<&str, Desk> = BTreeMap::new();
    let mut counts: BTreeMap<(&str, Came), usize> = BTreeMap::new();
    let (mut misread, mut helped, mut alone) = (0, 0, 0);
    for row in table.lines().skip(1).filter(|row| !row.is_empty()) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [seat, text, kind, meaning, orders] = cells[..] else { panic!("five cells: {row}") };
        let desk = desks.entry(seat).or_insert_with(|| Desk::of(&[seat]));
        let wanted: Vec<String> = orders.split(" | ").filter(|order| !order.is_empty()).map(str::to_owned).collect();
        let answer = desk.answer(&text.replace(" / ", "\n"));
        let (stands, offered) = (alike(&answer.standing), alike(&answer.proposed));
        let is_said = !answer.said.is_empty() || !offered.is_empty();
        let came = came(kind, &alike(&wanted), (&stands, &offered), is_said);
        let class = meaning.split(';').next().unwrap_or_default();
        *counts.entry((class, came)).or_default() += 1;
        misread += usize::from(came == Came::Misread);
        let is_order = kind == "order" || kind == "either";
        helped += usize::from(is_order && matches!(came, Came::Right | Came::Proposed));
        alone += usize::from(is_order && came == Came::Right);
        let told = [answer.standing.join(" | "), answer.proposed.join(" | "), answer.said.join(" // ")];
        println!("{came:?}\t{kind}\t{seat}\t{text}\t= {}\twanted {orders}\tproposed {}\t{}", told[0], told[1], told[2]);
    }
    println!("## {name}: {misread} misread, {helped} helped, {alone} of them right at once");
    counts.iter().for_each(|((class, came), count)| println!("## {class}\t{came:?}\t{count}"));
    assert!(misread <= most_misread && helped >= least_helped, "{name}: {misread} misread, {helped} helped");
}

#[test]
fn lines_of_players_are_read_right_or_asked_back_with_what_was_meant() {
    read_table("cwol", include_str!("../../../../tests/reading/players/cwol.tsv"), (0, 238));
}

#[test]
fn lines_that_are_nearly_right_are_asked_back_and_never_filed_as_something_else() {
    read_table("cwol-near", include_str!("../../../../tests/reading/players/cwol-near.tsv"), (0, 54));
}

#[test]
fn lines_written_without_sight_of_the_grammar_are_read_right_or_asked_back() {
    read_table("cwol-blind", include_str!("../../../../tests/reading/players/cwol-blind.tsv"), (0, 305));
}

#[test]
fn an_order_that_is_taken_back_in_whatever_words_does_not_stand() {
    read_table("cwol-taken-back", include_str!("../../../../tests/reading/players/cwol-taken-back.tsv"), (5, 0));
}

/// A row of a table of letters, with its orders as the book writes them.
struct Row<'t> {
    letter: &'t str,
    seats: Vec<&'t str>,
    text: &'t str,
    kind: &'t str,
    class: &'t str,
    wanted: Vec<String>,
}

fn rows_of<'t>(scenario: &Scenario, table: &'t str) -> Vec<Row<'t>> {
    let canonical = |order: &str| {
        let (orders, _) = read(scenario, &Context::default(), order).unwrap_or_else(|why| panic!("{order}: {why:?}"));
        orders.iter().map(|order| write(scenario, order)).collect::<Vec<_>>()
    };
    let row = |row: &'t str| {
        let cells: Vec<&str> = row.split('\t').collect();
        let [letter, seats, text, kind, meaning, orders] = cells[..] else { panic!("six cells: {row}") };
        let wanted = orders.split(" | ").filter(|order| !order.is_empty()).flat_map(canonical).collect();
        let class = meaning.split(';').next().unwrap_or_default();
        Row { letter, seats: seats.split(',').collect(), text, kind, class, wanted }
    };
    table.lines().skip(1).map(row).collect()
}

/// Orders without as whom they are given, which these tables leave out.
fn acts(orders: &[String]) -> Vec<String> {
    let act = |order: &String| {
        let behind = order.split_once(": ").filter(|(whom, _)| whom.starts_with("as "));
        behind.map_or_else(|| order.clone(), |(_, act)| act.to_owned())
    };
    orders.iter().map(act).collect()
}

/// What was told of lines that were read as one, against all that they mean together.
fn judged(rows: &[&Row<'_>], answer: &Answer) -> Came {
    let kind = ["order", "either", "asked", "ask", "never"]
        .into_iter()
        .find(|kind| rows.iter().any(|row| row.kind == *kind))
        .unwrap_or("any");
    let wanted: Vec<String> = rows.iter().flat_map(|row| row.wanted.iter().cloned()).collect();
    let (stands, offered) = (alike(&acts(&answer.standing)), alike(&acts(&answer.proposed)));
    let is_said = !answer.said.is_empty() || !offered.is_empty();
    came(kind, &alike(&wanted), (&stands, &offered), is_said)
}

/// Counts a table of letters, each line alone and each letter whole, as far as a floor is given: rows that are misread, and rows
/// of orders that are right or helped.
fn read_letters(name: &str, table: &str, floors: [Option<(usize, usize)>; 2]) {
    let scenario = Scenario::prepare(&Scenario::document(WAR).unwrap()).unwrap();
    let rows = rows_of(&scenario, table);
    let mut desks: BTreeMap<Vec<&str>, Desk> = BTreeMap::new();
    let mut found: [Vec<(&Row<'_>, Came, Answer)>; 2] = Default::default();
    for letter in rows.chunk_by(|one, other| one.letter == other.letter) {
        let desk = desks.entry(letter[0].seats.clone()).or_insert_with(|| Desk::of(&letter[0].seats));
        let typed: Vec<&str> = letter.iter().map(|row| row.text).collect();
        for row in letter.iter().filter(|row| row.kind != "gap") {
            let answer = desk.answer(row.text);
            found[0].push((row, judged(&[row], &answer), answer));
        }
        for (lines, answer) in desk.answers(&typed.join("\n")) {
            let together: Vec<&Row<'_>> = lines.map(|line| &letter[line - 1]).collect();
            let came = judged(&together, &answer);
            found[1].extend(together.into_iter().map(|row| (row, came, answer.clone())));
        }
    }
    let mut failed = Vec::new();
    for (way, (found, floor)) in ["alone", "whole"].iter().zip(found.iter().zip(floors)) {
        let Some((most_misread, least_helped)) = floor else { continue };
        let mut counts: BTreeMap<(&str, &str, Came), usize> = BTreeMap::new();
        for (row, came, answer) in found.iter().filter(|(row, ..)| row.kind != "any") {
            *counts.entry((row.kind, row.class, *came)).or_default() += 1;
            let told = [answer.standing.join(" | "), answer.proposed.join(" | "), answer.said.join(" // ")];
            println!(
                "{way}\t{}\t{came:?}\t{}\t{}\t{}\t= {}\twanted {}\tproposed {}\t{}",
                row.letter,
                row.kind,
                row.class,
                row.text,
                told[0],
                row.wanted.join(" | "),
                told[1],
                told[2]
            );
        }
        counts.iter().for_each(|((kind, class, came), count)| println!("## {way}\t{kind}\t{class}\t{came:?}\t{count}"));
        let count = |holds: &dyn Fn(&str, Came) -> bool| {
            found.iter().filter(|(row, came, _)| row.kind != "any" && holds(row.kind, *came)).count()
        };
        let misread = count(&|_, came| came == Came::Misread);
        let is_order = |kind: &str| kind == "order" || kind == "either";
        let helped = count(&|kind, came| is_order(kind) && matches!(came, Came::Right | Came::Proposed));
        println!("## {name} {way}: {misread} misread, {helped} helped");
        if misread > most_misread || helped < least_helped {
            failed.push(format!("{name} {way}: {misread} misread, {helped} helped"));
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn letters_about_ships_and_armies_are_read_right_or_asked_back_alone_and_whole() {
    let table = include_str!("../../../../tests/reading/players/cwol-rivers-blind.tsv");
    read_letters("cwol-rivers-blind", table, [Some((0, 178)), Some((0, 170))]);
}

#[test]
fn letters_from_a_telephone_are_read_right_or_asked_back() {
    let table = include_str!("../../../../tests/reading/players/cwol-phone.tsv");
    read_letters("cwol-phone", table, [None, Some((0, 65))]);
}

#[test]
fn everyday_letters_of_all_offices_are_read_right_or_asked_back_alone_and_whole() {
    let table = include_str!("../../../../tests/reading/players/cwol-everyday.tsv");
    read_letters("cwol-everyday", table, [Some((0, 95)), Some((0, 93))]);
}

#[test]
fn a_line_that_limits_the_one_above_it_is_never_dropped() {
    read_table("cwol-limits", include_str!("../../../../tests/reading/players/cwol-limits.tsv"), (0, 52));
}

#[test]
fn letters_written_last_are_read_right_or_asked_back_alone_and_whole() {
    let table = include_str!("../../../../tests/reading/players/cwol-last.tsv");
    read_letters("cwol-last", table, [Some((0, 40)), Some((0, 40))]);
}

#[test]
fn everyday_words_for_every_order_are_read_right_or_asked_back() {
    let table = include_str!("../../../../tests/reading/players/cwol-plain.tsv");
    read_letters("cwol-plain", table, [None, Some((0, 145))]);
}

#[test]
fn everyday_lines_of_a_late_hour_are_read_right_or_asked_back() {
    let table = include_str!("../../../../tests/reading/players/cwol-night.tsv");
    read_letters("cwol-night", table, [None, Some((0, 28))]);
}

#[test]
fn other_everyday_words_for_them_are_read_right_or_asked_back() {
    let table = include_str!("../../../../tests/reading/players/cwol-fresh.tsv");
    read_letters("cwol-fresh", table, [None, Some((0, 72))]);
}
