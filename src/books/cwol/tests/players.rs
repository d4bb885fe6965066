//! Lines as players write them, each with its meaning, read as the judge reads a letter in a game that has just begun. The tables
//! of `tests/reading/players` are printed with what each row came to (`cargo test -p adjutant-cwol --lib players -- --nocapture`).
//!
//! Their kinds are told in the README beside them; of `asked` nothing may stand, and something must be said.

use std::collections::BTreeMap;

use super::letters::Desk;

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
    let mut plain: Vec<String> = orders.iter().map(plain).collect();
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
    read_table("cwol-blind", include_str!("../../../../tests/reading/players/cwol-blind.tsv"), (0, 303));
}
