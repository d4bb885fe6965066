//! Seats change hands: RESIGN, EJECT, REPLACE. Whoever leaves keeps what he was told and is told no more; whoever comes is
//! told what the seat may know.

use base::game::{Player, PlayerId, Seat, SeatId, Seen};
use base::order::Line;
use mail::Relayed;

use crate::commands::orders::readiness::note_ready;
use crate::commands::people::locks::is_locked_out;
use crate::commands::people::person::{find_person, living_game, tell_gms, tell_person};
use crate::files::decision::Change;
use crate::files::record::{GameRecord, GameStatus};
use crate::files::stop::{DeskError, Stop};
use crate::letter::asking::{Bound, is_confirmed_as_told};
use crate::letter::code::end_code;
use crate::letter::seat_news::SeatNews;
use crate::letter::session::{Session, refuse};
use crate::letter::welcome::greet;
use crate::phase::standing::title;
use crate::said::phrases::{listed, together};

/// `RESIGN`: the writer gives up all his seats in the game of the letter.
pub fn resign(session: &mut Session<'_>, line: &Line) -> Result<(), Stop> {
    let Some(game) = living_game(session, line) else { return Ok(()) };
    let seats = held_by(&game, session.writer());
    if seats.is_empty() {
        refuse(session, line, "You hold no seat in this game.", None);
        return Ok(());
    }
    let mut consequences = vec![format!("You would give up {} in {} at once.", titles(&game, &seats), game.id)];
    consequences.push(
        "You would be told nothing more of the game, and what you write about it would count no more. Orders on file \
         stay on file."
            .to_owned(),
    );
    if !is_confirmed_as_told(session, line, Bound::Game, &consequences) {
        return Ok(());
    }
    let writer = session.writer().clone();
    note_if_he_leaves(session, &game, &writer, &seats);
    let names = titles(&game, &seats);
    let served: Vec<String> = leave(session, &game, &writer, &seats, "resigned");
    session.lead(format!("You hold {names} no longer. Thank you for playing."));
    let mut told = vec![format!("{} resigned: {names}.", writer.name)];
    told.extend(served);
    told.push("SEAT player AS seat gives a seat to somebody else.".to_owned());
    Ok(tell_gms(session, "a player resigned", &told)?)
}

/// `EJECT player`: he loses all his seats of the game.
pub fn eject(session: &mut Session<'_>, line: &Line, named: &str, reason: Option<&str>) -> Result<(), DeskError> {
    let Some(game) = living_game(session, line) else { return Ok(()) };
    let Some(person) = find_person(session, line, &game, named) else { return Ok(()) };
    let seats = held_by(&game, &person);
    if seats.is_empty() {
        refuse(session, line, &format!("{} holds no seat in this game.", person.name), None);
        return Ok(());
    }
    let names = titles(&game, &seats);
    let mut consequences = vec![format!("{} would lose {names} in {} at once, and be told so.", person.name, game.id)];
    let with_reason = reason.map(|reason| Relayed::below("Your reason goes to him in your own words:", reason));
    consequences.extend(with_reason);
    consequences.extend(seats.iter().map(|seat| who_would_serve(&game, seat, &seats)));
    consequences.push(
        "Orders on file stay on file. The others of the side are told that the seat is vacant, the other side nothing."
            .to_owned(),
    );
    if !is_confirmed_as_told(session, line, Bound::Phase, &consequences) {
        return Ok(());
    }
    let because = Relayed::reason(reason);
    tell_of_leaving(session, &person, &format!("The GM took {names} from you.{because}"), &seats)?;
    let served = leave(session, &game, &person, &seats, "ejected");
    session.lead(format!("{} holds {names} no longer.", person.name));
    served.into_iter().for_each(|sentence| session.lead(sentence));
    let told = [format!("{} was ejected by {}: {names}.", person.name, session.writer().name)];
    tell_gms(session, "a player was ejected", &told)
}

/// `SEAT nobody AS seat`: the seat is left vacant. Once the game runs, that needs a second proof.
pub fn vacate(session: &mut Session<'_>, line: &Line, game: &GameRecord, place: &Seat) -> Result<(), DeskError> {
    let seat = &place.spec.id;
    let Some(person) = place.holder.as_ref().and_then(|id| game.roster.player(id)).cloned() else {
        refuse(session, line, &format!("{} is vacant already.", place.spec.title), None);
        return Ok(());
    };
    let only = std::slice::from_ref(seat);
    if game.status != GameStatus::Setup {
        let consequences = [
            format!("{} would lose {} in {} at once, and be told so.", person.name, place.spec.title, game.id),
            who_would_serve(game, seat, only),
        ];
        if !is_confirmed_as_told(session, line, Bound::Phase, &consequences) {
            return Ok(());
        }
    }
    tell_of_leaving(session, &person, &format!("You hold {} no longer.", place.spec.title), only)?;
    let served = leave(session, game, &person, only, "left vacant by the GM");
    session.lead(format!("{} is vacant.", place.spec.title));
    served.into_iter().for_each(|sentence| session.lead(sentence));
    Ok(())
}

/// Gives a seat to a person; whoever held it is told. Once the game runs, taking a seat from somebody needs a second
/// proof, and so does giving one to somebody who was told what its holder must not know. `key` is the new holder's,
/// `person` makes him when all is settled. Says whether the seat was given.
pub fn give_seat(
    session: &mut Session<'_>,
    line: &Line,
    place: &Seat,
    (key, shown): (&PlayerId, &str),
    person: impl FnOnce(&mut Session<'_>) -> Player,
) -> Result<bool, DeskError> {
    let Some(game) = session.game().cloned() else { return Ok(false) };
    let seat = place.spec.id.clone();
    let before = place.holder.as_ref().and_then(|id| game.roster.player(id)).cloned();
    let replaced = before.as_ref().filter(|_| game.status != GameStatus::Setup);
    let mut consequences: Vec<String> =
        replaced.into_iter().flat_map(|before| what_replacing_means(&game, place, before, shown)).collect();
    consequences.extend(what_he_knows(&game, key, &place.spec.side, shown));
    if !consequences.is_empty() && !is_confirmed_as_told(session, line, Bound::Phase, &consequences) {
        return Ok(false);
    }
    let person = person(session);
    let changes_hands = before.as_ref().filter(|before| before.id != person.id);
    if let Some(before) = changes_hands {
        let sentence = format!("You hold {} no longer.", place.spec.title);
        tell_of_leaving(session, before, &sentence, std::slice::from_ref(&seat))?;
        strip(session, &game, before, std::slice::from_ref(&seat), "replaced");
    }
    seat_person(session, place, &person)?;
    if !person.is_confirmed {
        session.name_newcomer(person.clone());
    }
    if game.status != GameStatus::Setup {
        let holder = Some((person.id.clone(), before.is_some()));
        let knowing = std::iter::once(person.id.clone()).chain(before.map(|before| before.id)).collect();
        session.seat_news.push(SeatNews { game: game.id.clone(), spec: place.spec.clone(), holder, knowing });
    }
    Ok(true)
}

/// What a game master must know before he gives a seat of `side` to somebody who was told another side's secrets.
pub fn what_he_knows(game: &GameRecord, key: &PlayerId, side: &str, shown: &str) -> Option<String> {
    Some(match game.roster.seen_across(key, side)? {
        Seen::Seat(spec) => format!(
            "{shown} held {} ({}) in this game: he was told what a seat of the other side must not know, and could have \
             the reports of both.",
            spec.title, spec.id
        ),
        Seen::All => format!("{shown} was a game master of this game: he was told everything."),
    })
}

/// What a game master must know before he takes a seat from one person and gives it to another.
fn what_replacing_means(game: &GameRecord, place: &Seat, before: &Player, shown: &str) -> [String; 2] {
    let (title, game) = (&place.spec.title, &game.id);
    [
        format!("{} would lose {title} in {game} at once, and {shown} would hold it. Both would be told.", before.name),
        format!(
            "{shown} could have every report that {title} may have, the old ones too, and would see and could change \
             the orders on file; not the press and the receipts of {}.",
            before.name
        ),
    ]
}

/// The seat is his from now on, and he is greeted.
pub(crate) fn seat_person(session: &mut Session<'_>, place: &Seat, person: &Player) -> Result<(), DeskError> {
    let seat = place.spec.id.clone();
    assign(session, &seat, Some(person));
    session.note(format!("seat {seat} given to {}", person.id), None);
    session.say_seat_given(&place.spec.title, &person.name);
    session.note_concerned(&person.id);
    greet(session, person, &seat)
}

fn held_by(game: &GameRecord, person: &Player) -> Vec<SeatId> {
    let held = game.roster.seats().iter().filter(|seat| seat.holder.as_ref() == Some(&person.id));
    held.map(|seat| seat.spec.id.clone()).collect()
}

fn titles(game: &GameRecord, seats: &[SeatId]) -> String {
    listed(&seats.iter().map(|seat| title(game, seat)).collect::<Vec<_>>())
}

/// Who would serve a seat if these had no holder.
fn who_would_serve(game: &GameRecord, seat: &SeatId, vacated: &[SeatId]) -> String {
    let mut roster = game.roster.clone();
    vacated.iter().for_each(|seat| roster.assign(seat, None));
    match roster.server_of(seat).and_then(|id| roster.player(id)) {
        Some(server) => format!("{} ({seat}) would be served by {}.", title(game, seat), server.name),
        None => format!("Nobody would serve {} ({seat}): no orders would come from it.", title(game, seat)),
    }
}

/// A seat has another holder, or none. READY is the word of whoever serves a seat: where that is another from now on, be
/// it as stand-in, it is taken back.
fn assign(session: &mut Session<'_>, seat: &SeatId, person: Option<&Player>) {
    let Some(game) = session.game_mut() else { return };
    let before = game.roster.clone();
    if game.status != GameStatus::Setup {
        game.roster.remember(seat);
    }
    game.roster.assign(seat, person.cloned());
    let after = game.roster.clone();
    let ready = game.phase.iter().flat_map(|phase| phase.clock.ready.keys());
    let others = |seat: &&SeatId| before.server_of(seat) != after.server_of(seat);
    let others: Vec<SeatId> = ready.filter(others).cloned().collect();
    let (game, player) = (game.id.clone(), person.map(|person| person.id.clone()));
    session.change(Change::AssignSeat { game, seat: seat.clone(), player });
    for seat in others {
        note_ready(session, &seat, None);
    }
}

/// Takes seats from a person: his codes and his old letters about the game prove nothing more.
fn strip(session: &mut Session<'_>, game: &GameRecord, person: &Player, seats: &[SeatId], why: &str) {
    for seat in seats {
        assign(session, seat, None);
        session.note(format!("seat {seat} of {} {why}", person.id), None);
    }
    let still_here =
        session.game().is_some_and(|game| game.roster.holds_any(&person.id) || game.roster.is_gm(&person.id));
    if still_here {
        return;
    }
    if !person.is_confirmed {
        forget_what_is_kept(session, game, person);
        return;
    }
    end_code(session, person);
    let letters = Change::BurnLettersOf { player: person.id.clone(), game: Some(game.id.clone()), address: None };
    session.change(letters);
    if is_locked_out(session, &person.id) {
        let (game, player) = (game.id.clone(), person.id.clone());
        session.change(Change::SetLock { game, player, is_locked: false, at: session.desk().now });
    }
}

/// What is kept for somebody whose address was never confirmed is not sent any more, whoever confirms it later.
pub(crate) fn forget_what_is_kept(session: &mut Session<'_>, game: &GameRecord, person: &Player) {
    let (player, about) = (person.id.clone(), Some(&game.id));
    session.withhold(|letter| letter.player != player || letter.game.as_ref() != about);
    session.change(Change::WithdrawLettersOf { player, game: game.id.clone(), at: session.desk().now });
}

/// Takes seats from a person; those who serve them now and the rest of the side are told when the letter has ended. Gives what became of
/// them.
fn leave(session: &mut Session<'_>, game: &GameRecord, person: &Player, seats: &[SeatId], why: &str) -> Vec<String> {
    strip(session, game, person, seats, why);
    let Some(after) = session.game().cloned() else { return Vec::new() };
    let mut served = Vec::new();
    for place in seats.iter().filter_map(|seat| after.roster.seat(seat)) {
        let server = after.roster.server_of(&place.spec.id);
        server.iter().for_each(|server| session.note_concerned(server));
        let knowing = vec![person.id.clone()];
        session.seat_news.push(SeatNews { game: after.id.clone(), spec: place.spec.clone(), holder: None, knowing });
        let name = server.and_then(|id| after.roster.player(id)).map_or_else(String::new, |server| server.name.clone());
        served.push((name, place.spec.title.clone()));
    }
    let said = together(served).into_iter().map(|(name, titles)| {
        let (it_is, titles) = (if titles.len() == 1 { "it is" } else { "they are" }, listed(&titles));
        match name.is_empty() {
            true => format!("Nobody serves {titles} now."),
            false => format!("{name} serves {titles} until {it_is} filled, and is told."),
        }
    });
    said.collect()
}

/// Somebody loses these seats: where nothing of the game is his then, its deadline is not his any more, either. Says whether
/// that is so.
pub(super) fn note_if_he_leaves(
    session: &mut Session<'_>,
    game: &GameRecord,
    person: &Player,
    seats: &[SeatId],
) -> bool {
    let stays = held_by(game, person).iter().any(|seat| !seats.contains(seat)) || game.roster.is_gm(&person.id);
    if !stays {
        session.note_leaver(&person.id);
    }
    !stays
}

/// Tells somebody that seats are not his any more, and what that means. Written before they are taken.
fn tell_of_leaving(
    session: &mut Session<'_>,
    person: &Player,
    sentence: &str,
    seats: &[SeatId],
) -> Result<(), DeskError> {
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let mut paragraphs = vec![sentence.to_owned()];
    if note_if_he_leaves(session, &game, person, seats) {
        paragraphs.push(
            "What you write about this game counts no more, and letters of ours about it that were still on their way \
             to you are not sent. Your code has ended with it; in other games answer our letters, or ask for the new \
             one with CODE."
                .to_owned(),
        );
    }
    let is_on_file = |seat: &&SeatId| game.sheets.get(*seat).is_some_and(|sheet| !sheet.lines.is_empty());
    if seats.iter().any(|seat| is_on_file(&seat)) {
        paragraphs.push("What was on file for it stays on file, and is for others to change from now on.".to_owned());
    }
    // Whose address nobody confirmed was never told that he had a seat.
    if person.id == session.writer().id || !person.is_confirmed {
        return Ok(());
    }
    tell_person(session, person, "seat given up", paragraphs)
}
