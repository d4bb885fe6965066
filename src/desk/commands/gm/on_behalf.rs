//! `AS`: orders that a game master gives for a seat.

use base::facts::Viewer;
use base::game::SeatId;
use base::order::Line;

use crate::files::stop::DeskError;
use crate::letter::mode::Whose;
use crate::letter::present::{Repeated, game_of, present_phase};
use crate::letter::session::{Session, refuse_head};
use crate::phase::sheets::show_sheets;
use crate::phase::standing::title;
use crate::said::letters::{Envelope, thread_of};
use crate::said::notice::{Note, Notice};

/// `AS seat`: the seat the orders below are given for.
pub fn on_behalf(session: &mut Session<'_>, line: &Line, seat: SeatId) -> Whose {
    if session.seats().contains(&seat) {
        return Whose::Of(seat);
    }
    if !session.is_gm() {
        refuse_head(session, line, "Only a game master can give orders on a seat's behalf.", None);
        // Orders below stay orders of nobody rather than the writer's own.
        return Whose::Of(seat);
    }
    let Some(game) = game_of(session, line) else { return Whose::Own };
    if game.roster.seat(&seat).is_none() {
        refuse_head(session, line, &format!("There is no seat {seat}."), None);
        return Whose::Of(seat);
    }
    if game.phase.is_some() && present_phase(session, line, Repeated::Harmless).is_none() {
        session.lose_head(line.number);
        return Whose::Nobody;
    }
    Whose::Of(seat)
}

/// The players for whose seats a GM gave orders are told, with the whole sheet; so is the GM.
pub fn tell_of_orders(session: &mut Session<'_>) -> Result<(), DeskError> {
    if !session.is_gm() {
        return Ok(());
    }
    let Some(game) = session.game().cloned() else { return Ok(()) };
    for seat in std::mem::take(&mut session.orders.on_behalf) {
        let (sheets, account) = show_sheets(&game, std::slice::from_ref(&seat))?;
        session.show_all(sheets.clone());
        session.account_for(account);
        let Some(player) = game.roster.server_of(&seat).cloned() else { continue };
        let said = format!("The GM gave orders on behalf of {}. On file now:", title(&game, &seat));
        let notice = Notice::Notice(Note { sheets, ..Note::of(Some(&game.id), "orders by the GM", vec![said]) });
        let mut envelope = Envelope::generated(session.purpose("notice"), Some(&game));
        envelope.thread = thread_of(&game, &player);
        session.write(Viewer::of_player(&game.roster, &player), &notice, &[], envelope)?;
    }
    Ok(())
}
