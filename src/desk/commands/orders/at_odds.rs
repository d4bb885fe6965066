//! Orders of one letter that act as they come and cannot both be meant, wherever they stand in it. Knows no single order.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use base::game::SeatId;
use base::order::{Command, Line, Remark, Request};
use rules::Context;
use rules::check::{CheckedLine, check_form};

use crate::commands::orders::forms::filled_in;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::letter::mode::{Whose, known_to};
use crate::letter::session::Session;
use crate::proof::matter::requests_of;

/// Orders of these lines that cannot be meant together with another of the letter, by line and place in it, each with the line of the
/// other; but for those whose places were `taken` before.
pub fn at_odds(
    session: &Session<'_>,
    lines: &[CheckedLine],
    (taken, whose): (&BTreeSet<u32>, &Whose),
) -> Result<BTreeMap<(usize, usize), usize>, Stop> {
    let elsewhere = elsewhere(session, lines, whose)?;
    let mut by_seat: BTreeMap<&SeatId, Vec<(usize, usize, &Value)>> = BTreeMap::new();
    for line in lines.iter().chain(&elsewhere) {
        for (place, order) in line.orders.iter().enumerate().filter(|(_, order)| order.acts) {
            let is_taken = order.received.is_some_and(|received| taken.contains(&received.place));
            if let Some((seat, filed)) = order.seat.as_ref().zip(order.filed.as_ref()).filter(|_| !is_taken) {
                by_seat.entry(seat).or_default().push((line.number, place, &filed.order));
            }
        }
    }
    let mut at_odds = BTreeMap::new();
    let Some(game) = session.game() else { return Ok(at_odds) };
    for orders in by_seat.values().filter(|orders| orders.len() > 1) {
        let those: Vec<&Value> = orders.iter().map(|(.., order)| *order).collect();
        let others = game.table.at_odds(&those)?.into_iter();
        let pairs = orders.iter().zip(others).filter_map(|((line, place, _), other)| Some((*line, *place, other?)));
        at_odds.extend(pairs.map(|(line, place, other)| ((line, place), orders[other].0)));
    }
    Ok(at_odds)
}

/// The other lines of the letter, parted from these by commands or filled into a form, as far as they are orders.
fn elsewhere(session: &Session<'_>, lines: &[CheckedLine], whose: &Whose) -> Result<Vec<CheckedLine>, Stop> {
    let (Some(letter), Some(game)) = (session.letter(), session.game()) else { return Ok(Vec::new()) };
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return Ok(Vec::new()) };
    let here = first.number..=last.number;
    // A form is read above all that is typed.
    let filled_in = filled_in(session)?.into_iter().filter(|line| !here.contains(&line.number));
    let mut lists: Vec<(Whose, Vec<Line>)> = vec![(whose.clone(), filled_in.collect()), (Whose::Own, Vec::new())];
    for request in requests_of(letter, Some(game)) {
        match request {
            Request::Command(_, Command::As { seat }) => lists.push((Whose::Of(seat), Vec::new())),
            // What is given ahead is for another phase.
            Request::Command(_, Command::OrdersAhead { .. }) => break,
            Request::Order(line) if !here.contains(&line.number) && game.reads_as_whole_order(&line.text) => {
                lists.iter_mut().last().into_iter().for_each(|(_, lines)| lines.push(line.clone()));
            }
            // It is filed behind what is typed, wherever it stands.
            Request::Command(line, Command::Yes { numbers }) if lines.iter().all(|own| own.number != line.number) => {
                let taken = taken_by(session, game, &line, &numbers)?;
                lists.iter_mut().last().into_iter().for_each(|(_, lines)| lines.extend(taken.iter().cloned()));
            }
            _ => {}
        }
    }
    let mut elsewhere = Vec::new();
    for (whose, lines) in lists.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        let known = known_to(game, &session.writer().id, &whose);
        let seats = match whose {
            Whose::Of(seat) => vec![seat],
            Whose::Own | Whose::Nobody => session.seats(),
        };
        elsewhere.extend(check_form(game.table.as_ref(), &mut Context::default(), &known, &seats, &lines)?.lines);
    }
    Ok(elsewhere)
}

/// The proposals that a YES takes, on its line.
fn taken_by(session: &Session<'_>, game: &GameRecord, line: &Line, numbers: &[u32]) -> Result<Vec<Line>, Stop> {
    let Some(phase) = game.phase.as_ref().map(|phase| (phase.number, phase.revision)) else { return Ok(Vec::new()) };
    let known = session.desk().files.proposals(&game.id, &session.writer().id, phase)?;
    let taken = known.open.into_iter().filter(|proposal| numbers.contains(&proposal.number));
    Ok(taken.map(|proposal| Line { number: line.number, text: proposal.words }).collect())
}

/// What is said of one of them.
pub fn cannot_both_be_meant(line: usize, other: usize) -> Remark {
    let said = match line == other {
        true => "The orders of this line cannot both be meant".to_owned(),
        false => format!("This and line {other} cannot both be meant"),
    };
    let hint = "Send the one that you mean.";
    Remark::refused(format!("{said}, and what acts as it comes is not taken back: neither was carried out.")).hint(hint)
}
