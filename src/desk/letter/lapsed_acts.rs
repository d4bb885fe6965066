//! Orders that were kept and whose givers lost the seats they were for: they lapse with them.

use std::collections::BTreeMap;

use base::facts::Viewer;
use base::game::{PlayerId, Roster, authorize};

use crate::files::acts::KeptAct;
use crate::files::decision::Change;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::letter::session::Session;
use crate::phase::standing::deadline_for;
use crate::said::letters::Envelope;
use crate::said::notice::{Note, Notice};
use crate::said::phrases::hung;

/// Whoever cannot give an order any more that is kept of him is told so once, of all of them, and hears of them no more.
pub fn see_to_lapsed_acts(session: &mut Session<'_>) -> Result<(), Stop> {
    let moves = |change: &Change| matches!(change, Change::AssignSeat { .. } | Change::SetMaster { .. });
    let Some(game) = session.game().cloned().filter(|_| session.changes().iter().any(moves)) else { return Ok(()) };
    let is_ended = |kept: &KeptAct| {
        let ends = |change: &Change| matches!(change, Change::EndAct { received, .. } if *received == kept.received);
        session.changes().iter().any(ends)
    };
    let kept = session.desk().files.kept_acts(&game.id)?.into_iter();
    let mut lapsed: BTreeMap<PlayerId, Vec<KeptAct>> = BTreeMap::new();
    for kept in kept.filter(|kept| !may_give(&game.roster, kept) && !is_ended(kept)) {
        lapsed.entry(kept.player.clone()).or_default().push(kept);
    }
    for (player, kept) in lapsed {
        tell(session, &game, &player, &kept)?;
        for kept in kept {
            session.note(format!("lapsed with the seat it was for: {}", kept.line), None);
            session.change(Change::EndAct { game: kept.game, received: kept.received });
        }
    }
    Ok(())
}

fn may_give(roster: &Roster, kept: &KeptAct) -> bool {
    match &kept.seat {
        Some(seat) => authorize(roster, &kept.player, seat).is_ok(),
        None => !roster.seats_of(&kept.player).is_empty(),
    }
}

fn tell(session: &mut Session<'_>, game: &GameRecord, player: &PlayerId, kept: &[KeptAct]) -> Result<(), Stop> {
    let Some(giver) = session.desk().files.player(player)? else { return Ok(()) };
    let rows: Vec<String> = kept
        .iter()
        .map(|kept| {
            format!("{}\n     sent {}", hung(&kept.line, "  ", 4), deadline_for(game, &giver, kept.received.at))
        })
        .collect();
    let why = why_lapsed(kept);
    if giver.id == session.writer().id {
        session.answer("Not carried out", format!("{}\n\n{why}", rows.join("\n")));
        return Ok(());
    }
    let paragraphs = vec!["This was kept until it could be carried out, and lapses:".to_owned(), rows.join("\n"), why];
    let notice = Notice::Notice(Note::of(Some(&game.id), "kept order", paragraphs));
    let envelope = Envelope::generated(session.purpose("lapsed acts"), Some(game));
    Ok(session.write_to(&giver, Viewer::person(&giver.id), &notice, envelope)?)
}

fn why_lapsed(kept: &[KeptAct]) -> String {
    let mut seats: Vec<&str> = kept.iter().filter_map(|kept| kept.seat.as_ref()).map(|seat| seat.as_str()).collect();
    seats.dedup();
    let them = if kept.len() == 1 { "it was" } else { "they were" };
    match &seats[..] {
        [] => format!("You hold no seat in this game any more, so {them} not carried out."),
        seats => format!("You cannot give orders for {} any more, so {them} not carried out.", seats.join(" and ")),
    }
}
