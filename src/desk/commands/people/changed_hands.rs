//! Tells the people of a side which seats of it a letter left vacant or gave to somebody else: one letter a person for all of them, as what
//! he serves when the letter has ended.

use base::facts::Viewer;
use base::game::{Player, PlayerId, SeatId};

use crate::commands::people::person::tell_gms;
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::letter::seat_news::SeatNews;
use crate::letter::session::Session;
use crate::phase::matters::MOST_APART;
use crate::phase::standing::due_words;
use crate::said::letters::{Envelope, thread_of};
use crate::said::notice::{Note, Notice};
use crate::said::phrases::{listed, together};

/// Tells everybody whom it concerns of the seats that this letter left vacant or gave away.
pub fn tell_of_seats(session: &mut Session<'_>) -> Result<(), DeskError> {
    let all = std::mem::take(&mut session.seat_news);
    let Some(game) = session.game().cloned() else { return Ok(()) };
    // What a seat became twice in one letter it is as the last left it.
    let is_last = |at: usize, news: &SeatNews| all[at + 1..].iter().all(|other| other.spec.id != news.spec.id);
    let news = all.iter().enumerate().filter(|(at, news)| news.game == game.id && is_last(*at, news));
    let news: Vec<&SeatNews> = news.map(|(_, news)| news).collect();
    if news.is_empty() {
        return Ok(());
    }
    let mut told: Vec<PlayerId> = vec![session.writer().id.clone()];
    let held = game.roster.seats().iter().filter_map(|seat| seat.holder.as_ref());
    let serving = news.iter().filter_map(|news| game.roster.server_of(&news.spec.id));
    for reader in held.chain(serving) {
        if !told.contains(reader) {
            told.push(reader.clone());
            tell(session, &game, reader, &news)?;
        }
    }
    tell_masters(session, &game, &news)
}

/// One letter to one person, if anything of it concerns him.
fn tell(session: &mut Session<'_>, game: &GameRecord, reader: &PlayerId, news: &[&SeatNews]) -> Result<(), DeskError> {
    let Some(person) = game.roster.player(reader).cloned() else { return Ok(()) };
    let is_of_side = |side: &str| {
        let mut held = game.roster.seats().iter().filter(|seat| seat.holder.as_ref() == Some(reader));
        held.any(|seat| seat.spec.side == side)
    };
    let serves = |news: &SeatNews| game.roster.server_of(&news.spec.id) == Some(reader);
    let concerns = |news: &&&SeatNews| {
        !news.knowing.contains(reader) && (is_of_side(&news.spec.side) || news.holder.is_none() && serves(news))
    };
    let own: Vec<&SeatNews> = news.iter().filter(concerns).copied().collect();
    if own.is_empty() {
        return Ok(());
    }
    let (vacant, given): (Vec<&SeatNews>, Vec<&SeatNews>) = own.iter().partition(|news| news.holder.is_none());
    let (served, unserved): (Vec<&SeatNews>, Vec<&SeatNews>) = vacant.iter().partition(|news| serves(news));
    let mut paragraphs = of_served(game, &person, &served);
    paragraphs.extend(of_each(
        &unserved,
        "is vacant until somebody is found for it",
        "are vacant until somebody is found for them",
    ));
    paragraphs.extend(of_given(&given));
    paragraphs.extend(served_no_longer(session, reader, &given));
    let title = match (&vacant[..], &given[..]) {
        ([_], []) => "a vacant seat",
        (_, []) => "vacant seats",
        ([], [_]) => "a seat changed hands",
        _ => "seats changed hands",
    };
    let notice = Notice::Notice(Note::of(Some(&game.id), title, paragraphs));
    let mut envelope = Envelope::generated(session.purpose("notice"), Some(game));
    envelope.thread = thread_of(game, reader);
    if !served.is_empty() {
        envelope.deadlines = session.deadlines_for(&person);
    }
    session.write(Viewer::of_player(&game.roster, reader), &notice, &[], envelope)
}

/// Of a few seats a sentence each, of many one of all.
fn of_each(seats: &[&SeatNews], one: &str, all: &str) -> Vec<String> {
    let names: Vec<String> = seats.iter().map(|news| format!("{} ({})", news.spec.title, news.spec.id)).collect();
    match names.len() {
        0..=MOST_APART => names.iter().map(|name| format!("{name} {one}.")).collect(),
        _ => vec![format!("{} {all}.", listed(&names))],
    }
}

/// Vacant seats that he serves from now on, with when their orders are due, as far as they owe any and somebody knows it.
fn of_served(game: &GameRecord, server: &Player, seats: &[&SeatNews]) -> Vec<String> {
    let due = game.told_phase().map(|phase| due_words(game, server, phase));
    let owing = |news: &&&SeatNews| due.is_some() && game.owes(&news.spec.id);
    if seats.len() <= MOST_APART {
        let said = seats.iter().map(|news| {
            let due = due.iter().filter(|_| owing(&news)).map(|due| format!(" Its orders are due {due}."));
            let own = of_each(&[*news], "is vacant. You serve it until it is filled", "").concat();
            format!("{own}{}", due.collect::<String>())
        });
        return said.collect();
    }
    let mut said = of_each(seats, "", "are vacant. You serve them until they are filled");
    let owed: Vec<String> = seats.iter().filter(owing).map(|news| news.spec.title.clone()).collect();
    if let Some(due) = due.filter(|_| !owed.is_empty()) {
        said.push(format!("Orders of {} are due {due}.", listed(&owed)));
    }
    said
}

fn of_given(seats: &[&SeatNews]) -> Vec<String> {
    let (again, first): (Vec<&SeatNews>, Vec<&SeatNews>) =
        seats.iter().partition(|news| matches!(news.holder, Some((_, true))));
    let all = "have new holders from now on; PRESS reaches them";
    let mut said = of_each(&first, "has a holder from now on; PRESS reaches him", all);
    said.extend(of_each(&again, "has another holder from now on; PRESS reaches him", all));
    said
}

/// Whose deputy he was, he serves no longer once they have a holder.
fn served_no_longer(session: &Session<'_>, reader: &PlayerId, given: &[&SeatNews]) -> Option<String> {
    let (_, before) = session.roster_before.as_ref()?;
    let was_deputy = |seat: &SeatId| {
        let holder = before.seat(seat).and_then(|seat| seat.holder.as_ref());
        holder.is_none() && before.server_of(seat) == Some(reader)
    };
    let titles: Vec<String> =
        given.iter().filter(|news| was_deputy(&news.spec.id)).map(|news| news.spec.title.clone()).collect();
    (!titles.is_empty()).then(|| format!("You serve {} no longer.", listed(&titles)))
}

/// The game masters hear by name who holds a seat from now on; of those who leave they hear with what became of them.
fn tell_masters(session: &mut Session<'_>, game: &GameRecord, news: &[&SeatNews]) -> Result<(), DeskError> {
    let held = news.iter().filter_map(|news| {
        let (holder, _) = news.holder.as_ref()?;
        Some((game.roster.player(holder)?.name.clone(), news.spec.title.clone()))
    });
    let said = together(held).into_iter().map(|(name, titles)| {
        let is = if titles.len() == 1 { "is" } else { "are" };
        format!("{} {is} held by {name} from now on.", listed(&titles))
    });
    let said: Vec<String> = said.collect();
    let title = if news.len() == 1 { "a seat changed hands" } else { "seats changed hands" };
    if said.is_empty() { Ok(()) } else { tell_gms(session, title, &said) }
}
