//! Press: letters among seats without addresses, by command, or as a plain answer to press once its writer has said that
//! it is to go. Knows who may write to whom, and keeps what resembles an order from going by mistake.

use std::collections::BTreeSet;

use base::facts::Viewer;
use base::game::{PlayerId, SeatId};
use base::order::{Line, is_in_press};
use mail::{Note, Relayed};

use crate::commands::orders::filing::resembles_order;
use crate::files::question::OWN_ACT_WAITS;
use crate::files::record::{GameRecord, PRESS_FROM};
use crate::files::stop::{DeskError, Stop};
use crate::letter::asking;
use crate::letter::limits::caused_enough;
use crate::letter::mode::FilingMode;
use crate::letter::session::{Session, refuse};
use crate::phase::standing::title;
use crate::proof::beside::Deed;
use crate::said::fates::{Fate, TalkGoes};
use crate::said::letters::{Envelope, thread_of};
use crate::said::notice::{Notice, Press};

/// Longest press we relay, in characters.
const LONGEST_PRESS: usize = 20_000;

/// Press goes to the seats named, without addresses, with a copy to the GM.
pub fn press(session: &mut Session<'_>, line: &Line, to: &[String], text: &str, mode: FilingMode) -> Result<(), Stop> {
    let Some(game) = session.game().cloned() else {
        refuse(session, line, "No game is named.", None);
        return Ok(());
    };
    let Some(own) = session.seats().first().cloned().or_else(|| session.is_gm().then(SeatId::gm)) else {
        refuse(session, line, "You hold no seat in this game, so you cannot send press.", None);
        return Ok(());
    };
    if let Some(why) = caused_enough(session) {
        refuse(session, line, &why, Some("This press was not sent."));
        return Ok(());
    }
    if let Some(words) = session.words_beside(Deed::Press)? {
        let hint = "Send it without that line if it is meant.";
        refuse(session, line, &format!("{words:?} stands beside it, so it was not sent."), Some(hint));
        return Ok(());
    }
    let has_form = has_form(session, line);
    if text.trim().is_empty() {
        let (message, hint) = match has_form {
            false => ("This press has no text.", format!("PRESS TO {}: your words", somebody_near(&game, &own))),
            true => (
                "This press holds an order form and no words, and a form is not sent on. Nothing was sent.",
                "Type its lines without the marks above and below it.".to_owned(),
            ),
        };
        refuse(session, line, message, Some(&hint));
        return Ok(());
    }
    if let Some(message) = too_long(text) {
        refuse(session, line, &message, Some("Send it in several letters."));
        return Ok(());
    }
    let seats = match addressees(&game, session, &own, to) {
        Ok(seats) => seats,
        Err(message) => {
            refuse(session, line, &message, None);
            return Ok(());
        }
    };
    let (seats, unread): (Vec<SeatId>, Vec<SeatId>) = seats
        .into_iter()
        .partition(|seat| !is_of_his_side(&game, session, &own, seat) || is_read(&game, session, seat));
    let unread = nobody_reads(&game, &unread);
    if seats.is_empty() {
        let hint = "Nothing was sent. SEATS shows who serves which seat.";
        refuse(session, line, &unread.unwrap_or_default(), Some(hint));
        return Ok(());
    }
    let names = to_whom(&game, session, &own, to, &seats);
    session.entitle("press".to_owned());
    if mode.is_check {
        session.answer("Press", format!("It would go to {names}."));
        session.fates().set(line.number, Fate::Done);
        return Ok(());
    }
    let copy = if session.is_gm() || seats.contains(&SeatId::gm()) { "" } else { "; the GM has a copy" };
    let without = if has_form { " The order form in it was not sent." } else { "" };
    session.lead(format!("Your press went to {names}{copy}.{without}"));
    if has_quote(session, line, text) {
        session.lead(
            "Lines of it that are marked as a quote (> before them) were not sent: write them without that mark.",
        );
    }
    if let Some(unread) = unread.filter(|_| !to.iter().any(|name| is_all(name) || name.ends_with('*'))) {
        session.lead(unread);
    }
    if session.is_gm() {
        say_who_is_locked(session, &game, &seats);
    }
    session.fates().set(line.number, Fate::Sent(names.clone()));
    session.note(
        format!("press from {own} to {}", seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
        None,
    );
    Ok(deliver_press(session, &game, &own, &seats, &names, text)?)
}

/// More seats than these are not listed where all are meant.
const MOST_LISTED: usize = 8;

/// Whom press goes to, in words for all its readers.
fn to_whom(game: &GameRecord, session: &Session<'_>, own: &SeatId, to: &[String], seats: &[SeatId]) -> String {
    let side = game.roster.seat(own).map(|seat| game.table.about().side_name(&seat.spec.side));
    match (to, side) {
        ([all], Some(side)) if is_all(all) && seats.len() > MOST_LISTED => {
            let whom = if is_open_to_all(game, session) { "everybody".to_owned() } else { format!("all of {side}") };
            format!("{whom} ({} seats)", seats.len())
        }
        _ => seats.iter().map(|seat| seat_name(game, seat)).collect::<Vec<_>>().join(", "),
    }
}

fn is_all(name: &str) -> bool {
    name == "all" || name == "everybody"
}

fn is_open_to_all(game: &GameRecord, session: &Session<'_>) -> bool {
    session.is_gm() || game.table.about().has_open_press
}

/// Whether an order form stands in the press that begins in this line: what is in one is judged as a form, and not sent on.
fn has_form(session: &Session<'_>, line: &Line) -> bool {
    let forms = session.letter().into_iter().flat_map(|letter| &letter.text.forms);
    let lines = session.lines();
    forms.filter(|form| form.above >= line.number).any(|form| {
        let from = lines.get(line.number - 1..).unwrap_or_default();
        is_in_press(from, form.above + 1 - line.number)
    })
}

/// Whether lines that are marked as a quote stood in the press that begins in this line: between its words, or in a letter that
/// answers none of ours and so quotes by hand alone. What is quoted may be a letter of ours with what proves its reader, so it stays.
fn has_quote(session: &Session<'_>, line: &Line, text: &str) -> bool {
    let Some(letter) = session.letter() else { return false };
    let words: BTreeSet<&str> = text.lines().map(str::trim).collect();
    let is_of_it = |place: usize| {
        place >= line.number && session.lines().get(place).is_some_and(|below| words.contains(below.trim()))
    };
    let is_between = letter.text.below_quotes.iter().any(|below| is_of_it(below.place));
    let is_by_hand = || {
        let quotes = letter.text.notes.iter().any(|note| matches!(note, Note::QuoteLeftOut(_)));
        quotes && letter.in_reply_to.is_empty() && letter.references.is_empty()
    };
    is_between || is_by_hand()
}

/// A seat that press of this one may name: another of its side, or else the game master.
fn somebody_near(game: &GameRecord, own: &SeatId) -> String {
    let side = game.roster.seat(own).map(|seat| seat.spec.side.clone());
    let mut others = game.roster.seats().iter().map(|seat| &seat.spec).filter(|spec| spec.id != *own);
    others.find(|spec| Some(&spec.side) == side.as_ref()).map_or_else(|| "gm".to_owned(), |spec| spec.id.to_string())
}

/// Whether somebody else reads what is sent to a seat.
fn is_read(game: &GameRecord, session: &Session<'_>, seat: &SeatId) -> bool {
    seat.is_gm() || game.roster.server_of(seat).is_some_and(|server| *server != session.writer().id)
}

/// Whether somebody may know who serves a seat: of other sides nobody does, where they negotiate either.
fn is_of_his_side(game: &GameRecord, session: &Session<'_>, own: &SeatId, seat: &SeatId) -> bool {
    let side = |seat: &SeatId| game.roster.seat(seat).map(|seat| &seat.spec.side);
    session.is_gm() || side(own).is_some() && side(own) == side(seat)
}

/// Of seats that nobody else serves.
fn nobody_reads(game: &GameRecord, seats: &[SeatId]) -> Option<String> {
    let names: Vec<String> = seats.iter().map(|seat| seat_name(game, seat)).collect();
    (!names.is_empty()).then(|| format!("Nobody but you serves {}, so nobody would read it there.", names.join(", ")))
}

/// Nothing of a game leaves for somebody who is locked in it, which its game master may know.
fn say_who_is_locked(session: &mut Session<'_>, game: &GameRecord, seats: &[SeatId]) {
    let is_locked = |seat: &&SeatId| game.roster.server_of(seat).is_some_and(|player| game.roster.is_locked(player));
    let locked: Vec<String> = seats.iter().filter(is_locked).map(|seat| seat_name(game, seat)).collect();
    if !locked.is_empty() {
        let names = locked.join(", ");
        session.lead(format!("Not to {names}: whoever serves it is locked. Write again after UNLOCK."));
    }
}

fn seat_name(game: &GameRecord, seat: &SeatId) -> String {
    if seat.is_gm() { "the GM".to_owned() } else { title(game, seat) }
}

/// The seats that press names: seats, `all`, a side with a star, `gm`. Across sides nothing is relayed, unless the powers of
/// the book negotiate.
fn addressees(game: &GameRecord, session: &Session<'_>, own: &SeatId, to: &[String]) -> Result<Vec<SeatId>, String> {
    let own_side = game.roster.seat(own).map(|seat| seat.spec.side.clone());
    let is_open = |side: &str| is_open_to_all(game, session) || own_side.as_deref() == Some(side);
    let mut seats: Vec<SeatId> = Vec::new();
    for name in to {
        let prefix = name.strip_suffix("-*").or_else(|| name.strip_suffix('*'));
        let named: Vec<SeatId> = if name == "gm" {
            vec![SeatId::gm()]
        } else if is_all(name) {
            let own = game.roster.seats().iter().filter(|seat| is_open(&seat.spec.side));
            own.map(|seat| seat.spec.id.clone()).collect()
        } else if let Some(prefix) = prefix {
            let matching = game.roster.seats().iter().filter(|seat| seat.spec.id.as_str().starts_with(prefix));
            matching.map(|seat| seat.spec.id.clone()).collect()
        } else {
            let of_id = SeatId::parse(name).filter(|id| game.roster.seat(id).is_some());
            let may_know = |seat: &SeatId| is_of_his_side(game, session, own, seat);
            match of_id {
                Some(id) => vec![id],
                None => seat_called(game, name, is_open, may_know)?.into_iter().collect(),
            }
        };
        if named.is_empty() {
            return Err(format!("There is no seat \"{name}\". SEATS shows those that you can write to."));
        }
        if named.iter().any(|id| game.roster.seat(id).is_some_and(|seat| !is_open(&seat.spec.side))) {
            return Err("Press is relayed among the seats of one side and to the GM, not across sides.".to_owned());
        }
        seats.extend(named.into_iter().filter(|id| id != own));
    }
    seats.sort();
    seats.dedup();
    if seats.is_empty() { Err("This press would go to nobody but yourself.".to_owned()) } else { Ok(seats) }
}

/// The one seat that is meant by what stands behind its first dash, or by the name of who serves it, where that `may_know`; why nobody can
/// tell where several bear the name, for anybody may.
fn seat_called(
    game: &GameRecord,
    name: &str,
    is_open: impl Fn(&str) -> bool,
    may_know: impl Fn(&SeatId) -> bool,
) -> Result<Option<SeatId>, String> {
    let open = || game.roster.seats().iter().map(|seat| &seat.spec).filter(|spec| is_open(&spec.side));
    let mut by_end = open().filter(|spec| spec.id.as_str().split_once('-').is_some_and(|(_, end)| end == name));
    if let Some(spec) = by_end.next() {
        return Ok(by_end.next().is_none().then(|| spec.id.clone()));
    }
    let is_called =
        |player: &PlayerId| game.roster.player(player).is_some_and(|player| player.name.eq_ignore_ascii_case(name));
    let mut called: Vec<(&PlayerId, SeatId)> = Vec::new();
    let served = open()
        .filter(|spec| may_know(&spec.id))
        .filter_map(|spec| Some((game.roster.server_of(&spec.id)?, spec.id.clone())));
    let masters = game.roster.gms().iter().map(|gm| (gm, SeatId::gm()));
    for (player, seat) in served.chain(masters).filter(|(player, _)| is_called(player)) {
        if called.iter().all(|(other, _)| *other != player) {
            called.push((player, seat));
        }
    }
    match &called[..] {
        [_, _, ..] => {
            let seats: Vec<String> = called.iter().map(|(_, seat)| seat.to_string()).collect();
            Err(format!("Several are called \"{name}\": {}. Name the seat of the one you mean.", seats.join(", ")))
        }
        called => Ok(called.first().map(|(_, seat)| seat.clone())),
    }
}

/// Press is sent whole or not at all.
fn too_long(text: &str) -> Option<String> {
    let count = text.chars().count();
    let message = || format!("This press has {count} characters, and {LONGEST_PRESS} are the most; it was not sent.");
    (count > LONGEST_PRESS).then(message)
}

fn deliver_press(
    session: &mut Session<'_>,
    game: &GameRecord,
    own: &SeatId,
    seats: &[SeatId],
    names: &str,
    text: &str,
) -> Result<(), DeskError> {
    let mut readers = Vec::new();
    for seat in seats {
        if let Some(player) = game.roster.server_of(seat).filter(|player| *player != &session.writer().id) {
            readers.push((Viewer::of_player(&game.roster, player), false));
        }
    }
    let gms = game.roster.gms().iter().filter(|gm| *gm != &session.writer().id);
    readers.extend(gms.filter_map(|gm| Some((Viewer::umpire(&game.roster, gm)?, !seats.contains(&SeatId::gm())))));
    let mut told = Vec::new();
    for (viewer, is_copy) in readers {
        let Some(reader) = viewer.reader().cloned().filter(|reader| !told.contains(reader)) else { continue };
        told.push(reader.clone());
        let notice = Notice::Press(Press {
            game: game.id.to_string(),
            from: seat_name(game, own),
            seat: own.to_string(),
            to: names.to_owned(),
            text: Relayed::of(text),
            is_copy,
        });
        let mut envelope = Envelope::generated(session.purpose(&format!("{PRESS_FROM}{own}")), Some(game));
        envelope.thread = thread_of(game, &reader);
        session.write(viewer, &notice, &[], envelope)?;
    }
    Ok(())
}

/// A plain answer to press: its words are shown back with whom they would go to, and go when the writer confirms it. What
/// resembles an order is asked back, so that a slip of the pen tells nobody what it should have ordered.
pub fn offer_answer(session: &mut Session<'_>, mode: FilingMode) -> Result<(), DeskError> {
    if session.words().is_empty() || mode.is_check || session.arrival().is_accepted_late {
        return Ok(());
    }
    let Some((game, author)) = author_of_answered(session) else { return Ok(()) };
    let Some(own) = session.seats().first().cloned().or_else(|| session.is_gm().then(SeatId::gm)) else {
        return Ok(());
    };
    let Ok(seats) = addressees(&game, session, &own, &[author.to_string()]) else { return Ok(()) };
    let is_doubtful = |line: &&Line| resembles_order(&game, &line.text);
    let (doubtful, words): (Vec<Line>, Vec<Line>) =
        session.words().iter().cloned().partition(|line| is_doubtful(&line));
    for line in &doubtful {
        let message = "This resembles an order, in an answer to press; it is neither on file nor among what would go.";
        refuse(session, line, message, Some("Mend it if it is one."));
        session.repeat_only(|text| text != line.text);
    }
    if !doubtful.is_empty() || !session.unread().is_empty() {
        session.lead(format!(
            "Your letter answers press. Nothing of it goes on, for a line of it may be an order with a slip in it. To send it \
             as it is, write PRESS TO {author}: alone on a line, your words below it, and END on the last line."
        ));
        return Ok(());
    }
    let names: Vec<String> = seats.iter().map(|seat| seat_name(&game, seat)).collect();
    let Some(first) = words.first() else { return Ok(()) };
    let text = joined(session, &words);
    if let Some(message) = too_long(&text) {
        session.lead(format!("Your letter answers press. {message} Send it in several letters."));
        return Ok(());
    }
    put_question(session, first.number, &author, &text, &names.join(", "), seats.contains(&SeatId::gm()));
    Ok(())
}

fn put_question(session: &mut Session<'_>, number: usize, author: &SeatId, text: &str, names: &str, is_to_gm: bool) {
    let act = Line { number, text: format!("PRESS TO {author}: {text}") };
    let (question, word) = asking::raised(session, &act, OWN_ACT_WAITS);
    let copy = if is_to_gm || session.is_gm() { "" } else { ", and to the GM in copy" };
    let consequences = [
        format!("Your letter answers press. These words of it would go to {names}{copy}:"),
        Relayed::of(text).to_string(),
    ];
    if session.title().is_empty() || session.title() == "orders" {
        session.retitle("an answer to press".to_owned());
    }
    let shown_as = Line { number, text: format!("press to {names}") };
    asking::put(session, &shown_as, &consequences, question, &word);
    session.send_talk(TalkGoes::WhenConfirmed(names.to_owned()));
    // They are shown above, and need not be shown twice.
    session.repeat_only(|_| false);
}

/// The seat whose press a letter answers, as the press itself named it.
fn author_of_answered(session: &Session<'_>) -> Option<(GameRecord, SeatId)> {
    let game = session.game().cloned()?;
    let sent = session.answered()?;
    let name = sent.purpose.strip_prefix(PRESS_FROM)?.split(' ').next()?;
    (sent.game.as_ref() == Some(&game.id)).then_some(())?;
    let author = if name == SeatId::gm().as_str() { SeatId::gm() } else { SeatId::parse(name)? };
    Some((game, author))
}

/// Lines as they stand in the letter: with an empty line where one was.
fn joined(session: &Session<'_>, words: &[Line]) -> String {
    let lines = session.lines();
    let mut text = String::new();
    let mut last = 0;
    for line in words {
        let between = lines.get(last..line.number.saturating_sub(1)).unwrap_or_default();
        if last > 0 {
            text.push_str(if between.iter().any(|line| line.trim().is_empty()) { "\n\n" } else { "\n" });
        }
        text.push_str(line.text.trim_end());
        last = line.number;
    }
    text
}
