//! `WHO`: who plays, who owes orders, and what waits.

use base::game::{Seat, SeatId};
use base::order::Line;
use mail::columns_in;
use mail::compose::WIDTH;

use crate::commands::orders::waiting_acts;
use crate::commands::people::unconfirmed::list_unconfirmed;
use crate::files::record::{GameRecord, GameStatus};
use crate::files::stop::Stop;
use crate::letter::present::game_of;
use crate::letter::session::Session;
use crate::phase::questions::open_questions;
use crate::phase::standing::{deadline_for, missing, on_file, still_awaited, title};
use crate::said::notice::shorten;

/// What a game master holds back: reports, and the clock.
fn what_is_held(game: &GameRecord, session: &Session<'_>) -> String {
    let at = |at: i64| deadline_for(game, session.writer(), at);
    let reports = match (&game.phase, game.awaits_release, game.holds_reports) {
        (Some(phase), true, _) => format!("Reports wait for your RELEASE since {}.", at(phase.opened)),
        (None, true, _) => "Reports wait for your RELEASE.".to_owned(),
        (_, false, true) => "Reports to come will wait for your RELEASE; none waits now.".to_owned(),
        (_, false, false) => "No reports.".to_owned(),
    };
    let clock = game.phase.as_ref().and_then(|phase| Some((phase.clock.paused_at?, phase.clock.resumes_at)));
    let reports = match game.status {
        GameStatus::Halted => {
            format!("The game is halted, for its phase could not be played; PROCESS tries it again. {reports}")
        }
        _ => reports,
    };
    match clock {
        None => reports,
        Some((since, None)) => format!("{reports} The clock stands still since {}, until you RESUME.", at(since)),
        Some((since, Some(until))) => {
            format!("{reports} The clock stands still since {}, until {}.", at(since), at(until))
        }
    }
}

/// Whose orders have not come, and for which of these the phase waits.
fn who_is_missing(game: &GameRecord) -> String {
    let names = |seats: Vec<SeatId>| seats.iter().map(|seat| title(game, seat)).collect::<Vec<_>>().join(", ");
    let (missing, awaited) = (missing(game), still_awaited(game));
    match (missing.is_empty(), awaited.is_empty()) {
        (true, _) => "Nobody owes orders.".to_owned(),
        (false, _) if missing == awaited => format!("{}.", names(missing)),
        (false, true) => format!("{}.\n\nThe phase waits for none of them.", names(missing)),
        (false, false) => format!("{}.\n\nThe phase waits for {} alone.", names(missing), names(awaited)),
    }
}

/// Room for the name of a seat in the list of all.
const SEAT: usize = 10;

/// What is told of a seat: beside its name, and where that is longer, below it, under what is told of the others.
fn seat_row(seat: &SeatId, name: &str, on_file: &str) -> String {
    let mut names = broken(name).into_iter();
    let first = names.next().unwrap_or_default();
    let gap = " ".repeat(NAME.saturating_sub(columns_in(&first)));
    let mut row = match seat.as_str().len() {
        length if length <= SEAT => format!("  {:<SEAT$} {first}{gap} {on_file}", seat.as_str()),
        _ => format!("  {seat}\n  {:SEAT$} {first}{gap} {on_file}", ""),
    };
    names.for_each(|name| row.push_str(&format!("\n  {:SEAT$} {name}", "")));
    row
}

/// Room for the name of a person, in columns.
const NAME: usize = 24;

/// A name in lines that have room in their column: between two words, or within one that is longer.
fn broken(name: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in name.split_whitespace() {
        let mut word = word;
        while !word.is_empty() {
            let Some(line) = lines.last_mut() else { break };
            let gap = if line.is_empty() { "" } else { " " };
            if columns_in(line) + gap.len() + columns_in(word) <= NAME {
                line.push_str(gap);
                line.push_str(word);
                break;
            }
            if line.is_empty() {
                let (head, rest) = word.split_at(end_within(word, NAME));
                line.push_str(head);
                word = rest;
            }
            lines.push(String::new());
        }
    }
    lines
}

/// Up to where a word has room in so many columns; one sign at least.
fn end_within(word: &str, most: usize) -> usize {
    let ends = word.char_indices().map(|(at, sign)| at + sign.len_utf8());
    let first = word.chars().next().map_or(0, char::len_utf8);
    ends.take_while(|end| columns_in(&word[..*end]) <= most).last().unwrap_or(first)
}

/// Games of more seats are listed by the people who serve them.
const MOST_SEATS_IN_ROWS: usize = 20;

/// Who serves which seats.
fn who_plays(game: &GameRecord) -> Vec<String> {
    match game.roster.seats().len() {
        count if count > MOST_SEATS_IN_ROWS => rows_by_person(game),
        _ => game.roster.seats().iter().map(|seat| row_of_seat(game, seat)).collect(),
    }
}

fn row_of_seat(game: &GameRecord, seat: &Seat) -> String {
    let server = game.roster.server_of(&seat.spec.id).and_then(|id| game.roster.player(id));
    let name = server.map_or("nobody", |player| player.name.as_str());
    let stands_in = if seat.holder.is_none() && server.is_some() { " (stands in)" } else { "" };
    seat_row(&seat.spec.id, &format!("{name}{stands_in}"), &on_file(game, &seat.spec.id))
}

/// A paragraph for everybody who holds seats, with what is on file for each, and one for those that nobody holds.
fn rows_by_person(game: &GameRecord) -> Vec<String> {
    let held = game.roster.held();
    let mut rows = Vec::new();
    for (player, seats) in game.roster.servers() {
        let (own, vacant): (Vec<SeatId>, Vec<SeatId>) = seats.into_iter().partition(|seat| held.contains(seat));
        let own = own.iter().map(|seat| format!("{seat} ({})", on_file(game, seat)));
        let busy = vacant.iter().filter(|seat| game.sheets.get(*seat).is_some_and(|sheet| !sheet.lines.is_empty()));
        let busy = busy.map(|seat| format!("stands in for {seat} ({})", on_file(game, seat)));
        rows.push(hanging(&format!("{}: {}", player.name, own.chain(busy).collect::<Vec<_>>().join(", "))));
    }
    let vacant: Vec<&str> = game.roster.vacant().map(|seat| seat.spec.id.as_str()).collect();
    if !vacant.is_empty() {
        rows.push(hanging(&format!("Held by nobody: {}", vacant.join(", "))));
    }
    rows
}

/// Words as rows of a letter, the first two blanks from its edge and the others four.
pub fn hanging(words: &str) -> String {
    let mut rows = vec![String::from(" ")];
    for word in words.split_whitespace() {
        let is_full = rows.last().is_some_and(|row| row.len() > 4 && columns_in(row) + 1 + columns_in(word) > WIDTH);
        if is_full {
            rows.push(String::from("   "));
        }
        if let Some(row) = rows.last_mut() {
            row.push(' ');
            row.push_str(word);
        }
    }
    rows.join("\n")
}

/// Most columns of the name of who wrote a letter that waits.
const LONGEST_WRITER: usize = 50;

pub fn who(session: &mut Session<'_>, line: &Line) -> Result<(), Stop> {
    let Some(game) = game_of(session, line) else { return Ok(()) };
    let notes = session.desk().files.waiting_notes(&game.id)?;
    let rows = who_plays(&game);
    let waiting: Vec<String> = notes
        .iter()
        .map(|note| {
            let arrived = deadline_for(&game, session.writer(), note.arrived);
            let row =
                format!("  {:>5}  {:<6} {}", note.letter, note.verdict.word(), shorten(&note.writer, LONGEST_WRITER));
            format!("{row}\n                {arrived}")
        })
        .collect();
    session.answer("Who plays", rows.join("\n"));
    session.answer("Missing", who_is_missing(&game));
    let asked: Vec<String> = open_questions(&game)
        .into_iter()
        .map(|(seat, number, words)| shorten(&format!("  {number}  {seat}: {words}"), WIDTH))
        .collect();
    if !asked.is_empty() {
        session.answer("Questions for you", asked.join("\n"));
    }
    session.answer("Held", what_is_held(&game, session));
    let kept = waiting_acts::of_game(session, &game)?;
    if !kept.is_empty() {
        session.answer("Kept until they can be carried out", kept.join("\n"));
    }
    let addresses = list_unconfirmed(&game);
    if !addresses.is_empty() {
        session.answer("Addresses that wait", addresses.join("\n"));
    }
    session.answer("Letters that wait", if waiting.is_empty() { "None.".to_owned() } else { waiting.join("\n") });
    Ok(())
}

#[cfg(test)]
mod tests {
    use base::game::LONGEST_SEAT;

    use super::*;

    #[test]
    fn a_name_that_has_no_room_goes_on_below_itself() {
        let seat = SeatId::parse("usa-east").unwrap();
        assert_eq!(seat_row(&seat, "Ann", "none"), format!("  usa-east   Ann{} none", " ".repeat(21)));
        let row = seat_row(&seat, "Hieronymus Carl Friedrich von Muenchhausen", "3 orders");
        let told =
            "  usa-east   Hieronymus Carl          3 orders\n             Friedrich von\n             Muenchhausen";
        assert_eq!(row, told);
        assert_eq!(broken(&"x".repeat(50)).iter().map(String::len).collect::<Vec<_>>(), [24, 24, 2]);
        assert_eq!(broken(&"\u{674e}".repeat(13)).iter().map(|line| columns_in(line)).collect::<Vec<_>>(), [24, 2]);
    }

    #[test]
    fn a_person_with_many_seats_has_a_paragraph_no_wider_than_a_letter() {
        let seats: Vec<String> = (1..12).map(|number| format!("us-governor-{number} (3 orders on file)")).collect();
        let paragraph = hanging(&format!("Ann: {}", seats.join(", ")));
        assert!(paragraph.starts_with("  Ann: us-governor-1 (3 orders on file), us-governor-2"), "{paragraph}");
        assert!(paragraph.lines().skip(1).all(|line| line.starts_with("    ") && !line.starts_with("     ")));
        assert!(paragraph.lines().all(|line| line.chars().count() <= WIDTH), "{paragraph}");
    }

    #[test]
    fn names_in_letters_of_any_width_leave_the_columns_as_they_are() {
        let begins = |name: &str| {
            let row = seat_row(&SeatId::parse("usa-east").unwrap(), name, "ready");
            columns_in(&row[..row.find(" ready").unwrap()])
        };
        let wide = "\u{674e}\u{82f1}".repeat(9);
        for name in ["Ann", "\u{674e}\u{82f1}", "Re\u{301}mi", wide.as_str(), &"x".repeat(40)] {
            assert_eq!(begins(name), 2 + SEAT + 1 + NAME, "{name}");
        }
    }

    #[test]
    fn a_seat_with_a_long_name_has_a_row_as_narrow_as_the_others() {
        let row = |seat: &str| seat_row(&SeatId::parse(seat).unwrap(), "Ann", "123 orders on file, ready");
        assert_eq!(row("usa-east"), format!("  usa-east   Ann{}123 orders on file, ready", " ".repeat(22)));
        let long = "x".repeat(LONGEST_SEAT);
        let rows = row(&long);
        assert_eq!(rows.lines().next(), Some(format!("  {long}").as_str()));
        assert_eq!(rows.lines().last().map(|line| line.find("Ann")), Some(row("usa-east").find("Ann")));
        assert!(rows.lines().all(|line| line.len() <= WIDTH), "{rows}");
    }
}
